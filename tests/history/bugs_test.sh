#!/bin/sh
# Every test that docs/bugs.md names is there, and every scenario with a number and every counter-example is on the page.
# Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
mkdir -p "$TW_WORK"
cd "$TW_SOURCE/tests"
failed=0

fail() {
    echo "FAILED: $1"
    failed=1
}

has() { # LIST WORD
    printf '%s\n' $1 | grep -qx -- "$2"
}

# The rows of the tables, and the last column of each: names in `...`, parted by blanks.
grep '^|' ../docs/bugs.md | grep -v '^|[-|]*$\|^| where |' >"$TW_WORK/rows" || :
named=$(sed 's/.*| \(.*\) |$/\1/' "$TW_WORK/rows" | tr -d '`')
[ "$(wc -l <"$TW_WORK/rows")" -gt 30 ] || fail "the tables of docs/bugs.md were not read"
if grep -v '| [a-z0-9_.` ]*` |$' "$TW_WORK/rows"; then fail "a row that names no test"; fi

programs=$(scenarios)
names=$(printf '%s\n' $programs | sed 's/.*[.]//')
schemes=$(ls history/counterexample_*.c | sed 's/.*counterexample_\(.*\)\.c/\1/')
faults=$(sed -n 's/^fault //p' faults/scenario.list)
ports=$(sed -n 's/^fault //p' faults/board.list)
seeded=$(sed -n 's/^fault \(.*\)[.]/\1_faults./p' faults/schedule.list)

for name in $named; do
    case $name in
    counterexample.*) has "$schemes" "${name#*.}" || fail "there is no test $name" ;;
    delayqueue.* | post.*) has "$programs" "$name" || fail "there is no program $name" ;;
    delayqueue_faults.* | post_faults.*) has "$seeded" "$name" || fail "there is no test $name" ;;
    firmware.board_faults.*) has "$ports" "${name##*.}" || fail "there is no test $name" ;;
    faults.*) has "$faults" "${name#*.}" || fail "there is no test $name" ;;
    *) has "$names" "$name" || fail "there is no scenario $name" ;;
    esac
done
for name in $programs; do
    case $name in
    scenarios.s[0-9][0-9]_*) has "$named" "${name#*.}" || fail "$name is not on the page" ;;
    esac
done
for number in $(printf '%s\n' $programs | sed -nE 's/^(delayqueue|post)\.(s[0-9][0-9])_.*/\2/p' | sort -u); do
    printf '%s\n' $named | grep -q "[._]*${number}_" || fail "no program of $number is on the page"
done
for name in $schemes; do
    has "$named" "counterexample.$name" || fail "counterexample.$name is not on the page"
done

[ $failed -eq 0 ] || exit 1
echo "ok: $(printf '%s\n' $named | sort -u | wc -l) tests"
