#!/bin/sh
# delayqueue_threads_test.sh KIND: delayqueue_threads.c built and run plain, over C11 threads, under AddressSanitizer,
# ThreadSanitizer (gcc's or clang's) or helgrind, which must find a race, a wait and an unlock without the lock in copies
# of the header (helgrind.FAULT). delayqueue_waits.c over either kind of threads, and with faults in how they are
# waited for (waits.FAULT); those that end in .m32 where time_t has 4 bytes. Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
compiler=cc flags="-std=c99 -O2" run="" arguments="${SOAK:-2} 1000" program=delayqueue_threads edit="" report=""
case $1 in
pthreads) ;;
c11) flags="-std=c11 -O2 -DTW_DQ_C11" ;;
asan) flags="-std=c99 -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all" ;;
tsan.gcc) compiler=gcc flags="-std=c99 -O1 -g -fsanitize=thread" ;;
tsan.clang) compiler=clang flags="-std=c99 -O1 -g -fsanitize=thread" ;;
waits.pthreads*) program=delayqueue_waits arguments="" ;;
waits.*c11*) program=delayqueue_waits arguments="" flags="-std=c11 -O2 -DTW_DQ_C11" report=Assertion ;;
waits.*) program=delayqueue_waits arguments="" report=Assertion ;;
helgrind*) # runs one thread at a time, and hands over slowly on a busy machine
    need valgrind
    flags="-std=c99 -O1 -g -DHELGRIND" arguments="${SOAK:-2} 50 3"
    run="valgrind --tool=helgrind --fair-sched=yes --error-exitcode=9"
    run="$run --suppressions=$TW_SOURCE/tests/threads/delayqueue_helgrind.supp"
    ;;
*)
    echo "no kind $1"
    exit 2
    ;;
esac
need $compiler
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
echo 'int main(void) { return 0; }' >empty.c
case $1 in
*.m32)
    flags="$flags -m32 -DTW_TICK_BITS=64"
    printf '#include <time.h>\ntypedef char has_4_bytes[sizeof(time_t) == 4 ? 1 : -1];\n' >>empty.c
    ;;
esac
# shellcheck disable=SC2086
$compiler $flags -pthread empty.c -o empty 2>/dev/null && ./empty || skip "$compiler cannot build $1 here"
cp "$TW_SOURCE"/*.h .

[ "$1" = helgrind ] || [ -z "$run" ] || run="$run --exit-on-first-error=yes"
case $1 in
helgrind.closed_is_read_without_the_lock)
    edit='s/tw__dq_leave\(&q->dq, tw__dq_enter\(&q->dq\)->closed\)/q->dq.closed/' report="Possible data race"
    ;;
helgrind.cancel_without_the_lock)
    edit='s/tw__dq_leave\(&q->dq, (tw__timers_cancel\(&)tw__dq_enter\(&q->dq\)->(clock, in, ops, n\))\)/$1q->dq.$2/' report="Possible data race"
    ;;
helgrind.wait_without_the_lock)
    edit='s/(TW_DQ_WAIT\(&q->queue, &q->lock, deadline\);)/TW_DQ_UNLOCK(&q->lock);\n        $1\n        TW_DQ_LOCK(&q->lock);/'
    report="wait called with un-held mutex"
    ;;
helgrind.unlocked_twice)
    edit='s/(tw__dq_close.*?)(TW_DQ_UNLOCK\(&q->lock\);)/$1$2\n    $2/s' report="unlocked a not-locked lock"
    ;;
waits.wall_clock)
    edit='s/pthread_condattr_setclock\(&a, CLOCK_MONOTONIC\)/pthread_condattr_setclock(\&a, CLOCK_REALTIME)/'
    ;;
waits.monotonic_ticks_in_c11) edit='s/\(void\)timespec_get\(&t, TIME_UTC\);/(void)clock_gettime(CLOCK_MONOTONIC, &t);/' ;;
waits.seconds_are_rounded_up) edit='s/tick \/ TW__DQ_SECOND, most/(tick + TW__DQ_SECOND - 1) \/ TW__DQ_SECOND, most/' ;;
waits.nanoseconds_are_dropped) edit='s/\(long\)\(tick % TW__DQ_SECOND\)/0/' ;;
waits.nanoseconds_of_the_clock_are_dropped) edit='s/TW__DQ_SECOND \+ \(tw_tick\)t->tv_nsec/TW__DQ_SECOND/' ;;
waits.spins_instead) edit='s/\(void\)pthread_cond_timedwait\(c, m, &t\);/(void)t, pthread_mutex_unlock(m), pthread_mutex_lock(m);/' ;;
waits.time_t_is_taken_for_8_bytes*) edit='s/sizeof\(time_t\) > 4/sizeof(time_t) > 3/' ;;
waits.pthreads | waits.c11 | waits.pthreads.m32 | waits.c11.m32) report="" ;;
helgrind.* | waits.*)
    echo "no fault $1"
    exit 2
    ;;
esac
if [ -n "$edit" ]; then
    need perl
    perl -0pi -e "$edit" delayqueue.h delayqueue_port.h
    if cmp -s delayqueue.h "$TW_SOURCE/delayqueue.h" && cmp -s delayqueue_port.h "$TW_SOURCE/delayqueue_port.h"; then
        echo "FAILED: the fault was not applied; its pattern no longer fits the header"
        exit 1
    fi
    # shellcheck disable=SC2086
    $compiler $flags -pthread -I. "$TW_SOURCE/tests/threads/$program.c" -o soak
    # shellcheck disable=SC2086
    timeout 300 $run ./soak $arguments >found 2>&1 || [ $? -ne 124 ] || echo "It hangs." >>found
    grep -m 1 "$report" found || {
        tail found
        echo "FAILED: nothing reports the fault: $report"
        exit 1
    }
    exit 0
fi
# shellcheck disable=SC2086
$compiler $flags -Wall -Wextra -Werror -pthread -I. "$TW_SOURCE/tests/threads/$program.c" -o soak
# shellcheck disable=SC2086
$run ./soak $arguments
