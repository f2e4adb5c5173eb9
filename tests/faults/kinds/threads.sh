# shellcheck shell=sh disable=SC2086,SC2154
# Something reports the fault. delayqueue_threads_test.sh says that nothing does without it.
need cc

seen() {
    run='' arguments=''
    case $name in
    helgrind.*) # runs one thread at a time, and hands over slowly on a busy machine
        need valgrind
        arguments="${SOAK:-2} 50 3"
        run="valgrind --tool=helgrind --fair-sched=yes --error-exitcode=9"
        run="$run --exit-on-first-error=yes"
        cp "$TW_SOURCE/tests/threads/delayqueue_helgrind.supp" .
        run="$run --suppressions=delayqueue_helgrind.supp"
        ;;
    *.m32)
        flags="$flags -m32 -DTW_TICK_BITS=64"
        printf '#include <time.h>\ntypedef char has_4[sizeof(time_t) == 4 ? 1 : -1];\n' >probe.c
        ;;
    esac
    echo 'int main(void) { return 0; }' >>probe.c
    cc $flags -pthread probe.c -o probe 2>/dev/null && ./probe ||
        skip "cc cannot build $name here"
    cc $flags -pthread -Ifaulty "$TW_SOURCE/tests/threads/$program.c" -o soak
    timeout 300 $run ./soak $arguments >found 2>&1 || [ $? -ne 124 ] || echo "It hangs." >>found
    grep -m 1 "$report" found || {
        tail found
        fail "nothing reports the fault: $report"
    }
}
