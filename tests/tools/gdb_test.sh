#!/bin/sh
# gdb_test.sh: tools/gdb/tw.py lists what gdb_sets.c says is armed in its sets, over every structure, for each width of
# ticks, optimized and not, and with TW_DEBUG; it names a broken list and a broken tree; and the
# faults of ../faults/gdb.list are seen. Wants TW_SOURCE and TW_WORK.
set -eu
# shellcheck source=/dev/null
. "$(dirname "$0")/../faults/lib.sh"
need cc
need gdb
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
copy faulty tools/gdb
cd faulty/tools/gdb
sets="heap tree skip sorted turn rings levels crowd nothing server.timers"

# by_gdb SET... [-- ARGUMENT]: what gdb prints of these sets.
by_gdb() {
    {
        printf 'set pagination off\nset disable-randomization on\nsource tw.py\nbreak stop_here\nrun %s >wanted\n' "${argument:-}"
        for set; do printf 'echo SET %s\\n\ntw-timers %s\n' "$set" "$set"; done
    } >commands
    timeout 120 gdb -nx -batch -x commands ./sets 2>&1
}

# listed: the lines of gdb, with the name of the set in front of each.
listed() { awk '$1 == "SET" { set = $2; next } set && / armed, now |  due / { print set, $0 }'; }

compare() {
    # shellcheck disable=SC2086
    by_gdb $sets >output || { cat output; return 1; }
    listed <output >got
    sort wanted >wanted.sorted
    sort got | diff -u wanted.sorted - || return 1
    awk '$3 == "due" { if ($1 == set && $6 + 0 < last) exit 1; set = $1; last = $6 + 0 }' got || { echo "the order"; return 1; }
}

build() { cc -std=c99 -Wall -Wextra -Werror "-I$TW_SOURCE" -g "$@" "$here/gdb_sets.c" -o sets; }

build -O0
by_gdb nothing >output || :
! grep -qi "ptrace\|Could not trace\|Cannot create process\|Couldn't get registers" output || skip "gdb may not trace here"
! grep -q "Python scripting is not supported\|Scripting in the \"Python\"" output || skip "this gdb has no Python"
for options in "-O0 -DTW_TICK_BITS=16" "-O2 -DTW_TICK_BITS=32" "-O2 -DTW_TICK_BITS=64" "-O0 -DTW_DEBUG"; do
    # shellcheck disable=SC2086
    build $options
    compare || fail "with $options"
    [ "$(wc -l <got)" -gt 300 ] || fail "the sets hold next to nothing"
done
build -O0
gdb -nx -batch -ex "break stop_here" -ex "run >wanted" -ex "generate-core-file sets.core" ./sets >output 2>&1
gdb -nx -batch -ex "source tw.py" -ex "echo SET tree\\n" -ex "tw-timers tree" ./sets sets.core 2>&1 | listed | sort >got
grep '^tree ' wanted | sort | diff -u - got || fail "a core dump"
argument=broken
for set in sorted tree; do
    by_gdb $set >output || :
    grep -q "is a circle\|twice" output || { cat output; fail "a broken $set is not named"; }
done
argument=

build -O0 -DTW_TICK_BITS=16
cp tw.py sound
names=$(names_of gdb)
for fault in $names; do
    seed gdb "$fault" "$TW_WORK/faulty"
    if compare >found 2>&1; then fail "nothing sees: $fault"; fi
    cp sound tw.py
    echo "ok: seen: $fault"
done
