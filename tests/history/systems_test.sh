#!/bin/sh
# docs/systems.md has each of the rows P1 to P28 once; the files that a row links to are there, and each test that it
# names is a test of CTest or a scenario, at least one of each; and every counter-example has its row.
# Wants TW_SOURCE, and TW_WORK in the build directory of its folder.
set -eu
. "$(dirname "$0")/../skip.sh"
[ "$(uname -s)" = Linux ] || skip "some of the tests are for Linux alone"
mkdir -p "$TW_WORK"
cd "$TW_SOURCE/docs"
failed=0

fail() {
    echo "FAILED: $1"
    failed=1
}

build=$TW_WORK/../..
set -- "$build"/../*/tests/CTestTestfile.cmake "$build"/../*/tests/*/CTestTestfile.cmake # those of the products
sed -n 's/^add_test(\[*=*\[*\([^] "]*\).*/\1/p' "$@" "$build"/CTestTestfile.cmake "$build"/*/CTestTestfile.cmake \
    >"$TW_WORK/known"
scenarios >>"$TW_WORK/known"
[ "$(wc -l <"$TW_WORK/known")" -gt 100 ] || fail "the tests were not read from the files CTestTestfile.cmake"
! grep -qx schedules "$TW_WORK/known" || skip "without ucontext.h there are no delayqueue tests"
! grep -qx durable "$TW_WORK/known" || skip "timerd is not built here"

grep '^| P' systems.md >"$TW_WORK/rows" || :
i=0
while [ $i -lt 28 ]; do
    i=$((i + 1))
    echo "P$i"
done >"$TW_WORK/wanted"
sed 's/^| \(P[0-9]*\) .*/\1/' "$TW_WORK/rows" | diff "$TW_WORK/wanted" - || fail "< a row that should be there, > those that are"

: >"$TW_WORK/files"
while read -r row; do
    id=$(echo "$row" | sed 's/^| \(P[0-9]*\) .*/\1/')
    [ "$(echo "$row" | sed 's/[^|]//g')" = "|||||||" ] || fail "$id has not six columns"
    files=$(echo "$row" | awk -F '|' '{ print $6 }' | grep -o '([^)]*)' | tr -d '()') || :
    tests=$(echo "$row" | awk -F '|' '{ print $7 }' | tr -d '`')
    for file in $files; do
        test -f "$file" || fail "$id links to $file"
        echo "$file" >>"$TW_WORK/files"
    done
    for name in $tests; do
        grep -qx -e "$name" -e "$(echo "$name" | sed 's/\./[.]/g')[.].*" "$TW_WORK/known" || fail "$id: there is no test $name"
    done
    [ -n "$files" ] || fail "$id names no file"
    [ -n "$(echo "$tests" | tr -d ' ')" ] || fail "$id names no test"
done <"$TW_WORK/rows"

for source in ../tests/history/counterexample_*.c; do
    name=$(basename "$source" .c)
    grep -q "$name.c" "$TW_WORK/files" && grep -q "\`counterexample\.${name#counterexample_}\`" "$TW_WORK/rows" ||
        fail "$name has no row"
done

[ $failed -eq 0 ] || exit 1
echo "ok: $(wc -l <"$TW_WORK/rows") rows"
