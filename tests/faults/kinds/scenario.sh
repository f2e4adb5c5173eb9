# shellcheck shell=sh disable=SC2086,SC2154
# The scenario passes with the sound headers, and fails with the faulty ones.
need cc

seen() {
    echo 'int main(void) { return 0; }' >probe.c
    cc $flags probe.c -o probe 2>/dev/null || skip "the compiler makes no programs with $flags here"
    cc -std=c99 $flags "-I$TW_SOURCE" "$TW_SOURCE/tests/$program.c" -o sound
    cc -std=c99 $flags -Ifaulty "$TW_SOURCE/tests/$program.c" -o program
    ./sound "$scenario" || fail "$scenario fails without the fault"
    run_faulty ./program "$scenario"
    judge_faulty
}
