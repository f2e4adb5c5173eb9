# shellcheck shell=sh disable=SC2086,SC2154
# The search ends at a sequence that shows the fault, and says how many operations the shortest one has.
need cc

seen() {
    search=$TW_SOURCE/tests/exhaustive/exhaustive.c
    cc -std=c99 -O1 $flags -DTW_TICK_BITS=64 -Ifaulty "$search" -o program
    run_faulty ./program "$structure" 2>found
    cat found
    judge_faulty
    grep -q " after $operations, and after no fewer:" found ||
        fail "the sequence has not $operations"
}
