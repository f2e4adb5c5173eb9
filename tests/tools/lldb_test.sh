#!/bin/sh
# lldb_test.sh: tools/gdb/tw_lldb.py lists what gdb_sets.c says is armed in its sets, over every structure, and prints
# sets, structures and nodes, of a process and of a core; it names broken links and foreign nodes, and what is no set.
# gdb_test.sh tests the walks, which are shared, more widely. Wants TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$(dirname "$0")/../skip.sh"
need cc
export PYTHONDONTWRITEBYTECODE=1
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
cp "$TW_SOURCE"/tools/gdb/*.py .
sets="heap tree skip sorted turn rings levels crowd nothing server.timers"

fail() {
    echo "FAILED: $*"
    exit 1
}

lldb=
for name in lldb lldb-22 lldb-19 lldb-18 lldb-17 lldb-16; do
    if [ -z "$lldb" ] && command -v "$name" >/dev/null && "$name" -b -o 'script print(6 * 7)' 2>&1 | grep -q '^42$' &&
        "$name" -b -o 'help type summary add' 2>&1 | grep -q recognizer-function; then lldb=$name; fi
done
[ -n "$lldb" ] || skip "no LLDB 16 or later with Python here"

# by_lldb OPTIONS... -- SET...: what LLDB prints of these sets.
by_lldb() {
    echo 'command script import tw_lldb.py' >commands
    while [ "$1" != -- ]; do printf '%s\n' "$1" && shift; done >begin
    shift
    for set; do
        printf 'script print("SET %s")\ntw-timers %s\n' "$set" "$set"
        case $set in
        server.timers) echo 'p *server.timers' ;;
        nothing) echo 'p nothing' ;;
        *) printf 'p %s%s\n' "$set" '' "$set" .in "$set" '_nodes[0]' "$set" '_nodes[3]' "$set" "_nodes[59]" ;;
        esac
    done >>commands
    cat begin commands >all
    timeout 300 "$lldb" -x -b -s all ${core:+-c "$core"} ./sets 2>&1
}
core=

# listed: the lines of LLDB, with the name of the set in front of each.
listed() {
    awk '$1 == "SET" { set = $2; next }
        /^[(][a-z0-9_]+[)] / && !/^[(]lldb/ { sub(/^[^ ]* /, "= "); print set, $0; next }
        set && / armed, now |  due / { print set, $0 }'
}

build() { cc -std=c99 -Wall -Wextra -Werror "-I$TW_SOURCE" -g "$@" "$here/gdb_sets.c" -o sets; }

for options in "-O0 -DTW_TICK_BITS=16" "-O2 -DTW_TICK_BITS=64"; do
    # shellcheck disable=SC2086
    build $options
    # shellcheck disable=SC2086
    by_lldb 'breakpoint set -n stop_here' 'process launch -o wanted' -- $sets >output || :
    ! grep -qi "ptrace\|personality\|Operation not permitted" output || skip "LLDB may not trace here"
    listed <output >got
    diff -u wanted got || fail "with $options"
    [ "$(wc -l <got)" -gt 300 ] || fail "the sets hold next to nothing"
done
"$lldb" -x -b -o 'breakpoint set -n stop_here' -o 'process launch -o wanted' \
    -o 'process save-core --plugin-name=minidump --style=full sets.core' ./sets >output 2>&1
core=sets.core
by_lldb -- tree levels server.timers | listed >got
grep -E '^(tree|levels|server.timers) ' wanted | diff -u - got || fail "a core"
core=
for way in links foreign; do
    by_lldb 'breakpoint set -n stop_here' "process launch -o wanted -- $way" -- sorted tree rings >output || :
    [ "$(grep -c '^error: .*\(is idle\|should follow\|twice\|names another place\)$' output)" = 3 ] ||
        { cat output; fail "a broken set is not named: $way"; }
done
for no_set in chosen_tree nosuch.set; do
    by_lldb 'breakpoint set -n stop_here' 'process launch -o wanted' -- $no_set >output || :
    grep -q "error: $no_set is no set" output || { cat output; fail "$no_set is taken for a set"; }
done
echo "LLDB shows what is armed"
