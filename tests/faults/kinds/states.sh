# shellcheck shell=sh disable=SC2086,SC2154
# The search over states ends at a sequence that shows the fault, and says how many operations the shortest one has.
need cc

seen() {
    search=$TW_SOURCE/tests/exhaustive/states.c
    cc -std=c99 -O1 -DTW_TICK_BITS=8 -DTW__TICKS_OF_8_BITS -DTW_SMALLWHEEL_LEVELS=2 $flags -Ifaulty "$search" -o program
    run_faulty ./program $wide "$structure" 2>found
    cat found
    judge_faulty
    grep -q " after $operations, and after no fewer:" found || fail "the sequence has not $operations"
}
