# shellcheck shell=sh disable=SC2086,SC2154
# The generator of clocks at the edges sees the fault by a sequence that it prints.
need cc

seen() {
    cc -std=c99 -O1 $flags -DTW_TICK_BITS=$bits -Ifaulty "$TW_SOURCE/tests/contract/clocks.c" -o program
    run_faulty ./program --ops 2000000 --seed 1 --on "$structure" 2>found
    cat found
    judge_faulty
    grep -q 'does not hold' found || fail "it ends, but no check failed"
}
