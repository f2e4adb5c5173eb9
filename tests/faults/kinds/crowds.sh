# shellcheck shell=sh disable=SC2086,SC2154
# The program sees the fault in the operations of a day: an assertion fails, or the program crashes.
need cc

seen() {
    cc -std=c99 -O1 $flags -DTW_TICK_BITS=$bits -Ifaulty "$TW_SOURCE/tests/$program.c" -o program
    run_faulty ./program $run 2>found
    cat found
    judge_faulty
    [ "$status" -ge 128 ] || grep -q 'does not hold\|does not see' found || fail "it ends, but no check failed"
}
