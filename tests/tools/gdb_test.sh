#!/bin/sh
# gdb_test.sh: tools/gdb/tw.py with tw_walk.py lists what gdb_sets.c says is armed in its sets, over every structure, for
# each width of ticks, optimized and not, and with TW_DEBUG, in the order of firing; it prints sets, structures and
# nodes, of a process and of a core; it names broken links and foreign nodes; and the faults of ../faults/gdb.list are
# seen. With TW_DAY it leaves out two builds and the faults. Wants TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$(dirname "$0")/../faults/lib.sh"
need cc
need gdb
export PYTHONDONTWRITEBYTECODE=1 # a fault must not run from the bytes of the sound one
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
copy faulty tools/gdb
cd faulty/tools/gdb
sets="heap tree skip sorted turn rings levels crowd nothing server.timers"

# looks SET...: commands of gdb that list and print these sets, their structures, and three nodes of each.
looks() {
    for set; do
        printf 'echo SET %s\\n\ntw-timers %s\n' "$set" "$set"
        case $set in
        server.timers) echo 'print *server.timers' ;;
        nothing) echo 'print nothing' ;;
        *) printf 'print %s%s\n' "$set" '' "$set" .in "$set" '_nodes[0]' "$set" '_nodes[3]' "$set" "_nodes[59]" ;;
        esac
    done
}

# by_gdb SET...: what gdb prints of these sets.
by_gdb() {
    {
        printf 'set pagination off\nset disable-randomization on\nsource tw.py\nbreak stop_here\nrun >wanted\n'
        looks "$@"
    } >commands
    timeout 120 gdb -nx -batch -x commands ./sets 2>&1
}

# listed: the lines of gdb, with the name of the set in front of each.
listed() {
    awk '$1 == "SET" { set = $2; next }
        !set || !/ armed, now |  due |^[$][0-9]+ = / { next }
        { sub(/^[$][0-9]+ /, ""); sub(/ = [{].*/, ""); print set, $0 }'
}

compare() {
    # shellcheck disable=SC2086
    by_gdb $sets >output || { cat output; return 1; }
    listed <output >got
    diff -u wanted got || return 1
}

# names_broken: gdb names what is wrong in the sets that gdb_sets.c breaks in each way. An error ends the commands.
names_broken() {
    for argument in links foreign; do
        {
            printf 'set pagination off\nsource tw.py\nbreak stop_here\nrun %s >wanted\n' "$argument"
            printf 'print %s\n' heap tree sorted skip rings levels turn
            echo 'tw-timers crowd'
        } >commands
        timeout 120 gdb -nx -batch -x commands ./sets 2>&1 | grep 'walk breaks off\|twice\|set over\|ython' |
            sed 's/0x[0-9a-f]*/X/g; s/,.* now .*//; s/^[$][0-9]* = //'
    done >named
    diff -u - named <<'END'
the walk breaks off at node X: the structure holds it, but it is idle
the tree meets node X twice
the walk breaks off at node X: it should follow node X
set over skiplist
the walk breaks off at node X: the structure holds it, but it is idle
the walk breaks off at node X: it should follow node X
set over wheel
the walk breaks off at node X: Cannot access memory at address X
the walk breaks off at node X: the structure holds it, but its home X names another place
the walk breaks off at node X: the structure holds it, but its home X names another place
the walk breaks off at node X: the structure holds it, but its home X names another place
the walk breaks off at node X: the structure holds it, but its home X names another place
the walk breaks off at node X: the structure holds it, but its home X names another place
the walk breaks off at node X: the structure holds it, but its home X names another place
the walk breaks off at node X: the structure holds it, but its home X names another place
END
}

build() { cc -std=c99 -Wall -Wextra -Werror "-I$TW_SOURCE" -g "$@" "$here/gdb_sets.c" -o sets; }

build -O0
by_gdb nothing >output || :
! grep -qi "ptrace\|Could not trace\|Cannot create process\|Couldn't get registers" output || skip "gdb may not trace here"
! grep -q "Python scripting is not supported\|Scripting in the \"Python\"" output || skip "this gdb has no Python"
for options in "-O0 -DTW_TICK_BITS=16" "-O2 -DTW_TICK_BITS=64" "-O2 -DTW_TICK_BITS=32" "-O0 -DTW_DEBUG"; do
    [ -z "${TW_DAY-}" ] || case $options in *32 | *DEBUG) continue ;; esac
    # shellcheck disable=SC2086
    build $options
    compare || fail "with $options"
    [ "$(wc -l <got)" -gt 300 ] || fail "the sets hold next to nothing"
done
build -O0
gdb -nx -batch -ex "break stop_here" -ex "run >wanted" -ex "generate-core-file sets.core" ./sets >output 2>&1
# shellcheck disable=SC2086
{ printf 'set pagination off\nsource tw.py\n' && looks $sets; } >commands
gdb -nx -batch -x commands ./sets sets.core 2>&1 | listed >got
diff -u wanted got || fail "a core dump"
names_broken || fail "a broken set is not named"

[ -z "${TW_DAY-}" ] || exit 0
build -O0 -DTW_TICK_BITS=16
cp -R . ../sound
names=$(names_of gdb)
for fault in $names; do
    seed gdb "$fault" "$TW_WORK/faulty"
    if compare >found 2>&1 && names_broken >>found 2>&1; then fail "nothing sees: $fault"; fi
    cp ../sound/*.py .
    echo "ok: seen: $fault"
done
