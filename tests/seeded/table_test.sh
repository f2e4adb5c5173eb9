#!/bin/sh
# README.md and the lists of faults agree: S1 to S35 have a row each; a row's fault is in a list, and must be seen by the
# test of the row's last column; every fault of ../faults/scenario.list has a row; and every test that the page names elsewhere is
# there. Wants TW_SOURCE and TW_WORK.
set -eu
mkdir -p "$TW_WORK"
cd "$TW_SOURCE/tests"
failed=0

fail() {
    echo "FAILED: $1"
    failed=1
}

# "FAULT TEST" of each entry of the lists; those of threads as the tests are called, HEADER_faults.NAME.
pairs() {
    sed -n -e 's/^fault /fault /p' -e 's/^    \(scenario\|program\): /test /p' "faults/$1.list" |
        awk '$1 == "fault" { fault = $2 } $1 == "test" && $2 !~ "/" { print fault, $2 }'
}

{
    pairs scenario
    pairs schedule | sed 's/[.]/_faults./'
} | sort >"$TW_WORK/listed"
sed -n 's/^|.*| `\([^`]*\)` | `\([^`]*\)` |$/\1 \2/p' seeded/README.md | sort >"$TW_WORK/rows"
[ "$(wc -l <"$TW_WORK/rows")" -gt 50 ] || fail "the tables of README.md were not read"

comm -23 "$TW_WORK/rows" "$TW_WORK/listed" | sed 's/^/no such fault and test: /' >"$TW_WORK/wrong"
comm -13 "$TW_WORK/rows" "$TW_WORK/listed" | grep -v '_faults[.]' | sed 's/^/not on the page: /' >>"$TW_WORK/wrong" || :
[ ! -s "$TW_WORK/wrong" ] || fail "$(cat "$TW_WORK/wrong")"

number=0
while [ $number -lt 35 ]; do
    number=$((number + 1))
    grep -q "^| S$number |.*\` |\$" seeded/README.md || fail "S$number has no row"
done
for name in $(sed -n '/^## What cannot/,$p' seeded/README.md | grep -o '`[a-z0-9_.]*`' | tr -d '`'); do
    case $name in
    counterexample.*) [ -f "history/counterexample_${name#*.}.c" ] || fail "there is no $name" ;;
    *) grep -q "^$name " "$TW_WORK/listed" || grep -qE "^(SCENARIO|MISTAKE)[(]$name," ./*/*.c || fail "there is no $name" ;;
    esac
done

[ $failed -eq 0 ] || exit 1
echo "ok: $(wc -l <"$TW_WORK/rows") faults"
