#!/bin/sh
# The tests run in a checkout whose path has a blank; and after a run stand the reasons of the tests that were skipped, even
# if a test of the run has asked ctest for the names of all tests. Wants TW_SOURCE, TW_GENERATED and TW_WORK.
set -eu
. "$(dirname "$0")/skip.sh"
need python3
[ "$(uname -s)" = Linux ] || skip "the recorder is for Linux alone"
unset TW_NO_SKIP
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK/a b"
repository "$TW_WORK/a b/tw"
cd "$TW_WORK/a b/tw"

fail() {
    cat "$TW_WORK/log"
    echo "FAILED: $1"
    exit 1
}

off="-DTW_TIMERD=OFF -DTW_PLAYGROUND=OFF -DTW_JUDGE=OFF -DTW_SITE=OFF -DTW_BENCH=OFF"
cmake -S . -B build/test $off >"$TW_WORK/log" 2>&1 || fail "it is not configured"
cmake --build build/test --target pause_one >"$TW_WORK/log" 2>&1 || fail "a program is not built"
tests='recipe.pause_one|record.seconds|explain.promises|bugs|platforms|counts|firmware.board.rp2040'
ctest --test-dir build/test -C nightly -R "^($tests)\$" --output-on-failure >"$TW_WORK/log" 2>&1 || fail "ctest ends with status $?"
grep -q 'tests passed, 0 tests failed out of 7$' "$TW_WORK/log" || fail "not these seven tests passed"
grep -q '^Skipped: [1-9] of the tests[.]' "$TW_WORK/log" || fail "it does not say that a test was skipped"
grep -q '^ *1  LD_PRELOAD cannot hold the path of this build' "$TW_WORK/log" || fail "it does not say why"
echo "ok"
