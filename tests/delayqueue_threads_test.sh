#!/bin/sh
# delayqueue_threads_test.sh KIND: delayqueue_threads.c built and run plain, over C11 threads, under AddressSanitizer,
# ThreadSanitizer (gcc's or clang's) or helgrind, which must find a race, a wait and an unlock without the lock in copies
# of the header (helgrind.FAULT). Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/skip.sh"
compiler=cc flags="-std=c99 -O2" run="" seconds=${SOAK:-4} objects=1000 edit="" report=""
case $1 in
pthreads) ;;
c11) flags="-std=c11 -O2 -DTW_DQ_C11" ;;
asan) flags="-std=c99 -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all" ;;
tsan.gcc) compiler=gcc flags="-std=c99 -O1 -g -fsanitize=thread" ;;
tsan.clang) compiler=clang flags="-std=c99 -O1 -g -fsanitize=thread" ;;
helgrind*) # runs one thread at a time
    need valgrind
    flags="-std=c99 -O1 -g -DHELGRIND" objects=50
    run="valgrind --tool=helgrind --fair-sched=yes --error-exitcode=9"
    run="$run --suppressions=$TW_SOURCE/tests/delayqueue_helgrind.supp"
    ;;
*)
    echo "no kind $1"
    exit 2
    ;;
esac
need $compiler
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK" && cd "$TW_WORK"
echo 'int main(void) { return 0; }' >empty.c
# shellcheck disable=SC2086
$compiler $flags -pthread empty.c -o empty 2>/dev/null && ./empty || skip "$compiler cannot build $1 here"
cp "$TW_SOURCE"/*.h .

case $1 in
helgrind.closed_is_read_without_the_lock)
    edit='s/(bool tw__dq_closed.*?)TW_DQ_LOCK\(&q->lock\);(.*?)TW_DQ_UNLOCK\(&q->lock\);/$1$2/s' report="Possible data race"
    ;;
helgrind.cancel_without_the_lock)
    edit='s/(bool tw__dq_cancel.*?)TW_DQ_LOCK\(&q->lock\);(.*?)TW_DQ_UNLOCK\(&q->lock\);/$1$2/s' report="Possible data race"
    ;;
helgrind.wait_without_the_lock)
    edit='s/(TW_DQ_WAIT\(&q->queue, &q->lock, deadline\);)/TW_DQ_UNLOCK(&q->lock);\n        $1\n        TW_DQ_LOCK(&q->lock);/'
    report="wait called with un-held mutex"
    ;;
helgrind.unlocked_twice)
    edit='s/(tw__dq_close.*?)(TW_DQ_UNLOCK\(&q->lock\);)/$1$2\n    $2/s' report="unlocked a not-locked lock"
    ;;
helgrind.*)
    echo "no fault $1"
    exit 2
    ;;
esac
if [ -n "$edit" ]; then
    need perl
    perl -0pi -e "$edit" delayqueue.h
    if cmp -s delayqueue.h "$TW_SOURCE/delayqueue.h"; then
        echo "FAILED: the fault was not applied; its pattern no longer fits the header"
        exit 1
    fi
    # shellcheck disable=SC2086
    $compiler $flags -pthread -I. "$TW_SOURCE/tests/delayqueue_threads.c" -o soak
    # shellcheck disable=SC2086
    timeout 300 $run --exit-on-first-error=yes ./soak 2 $objects >found 2>&1 || true
    grep -m 1 "$report" found || {
        tail found
        echo "FAILED: helgrind does not report: $report"
        exit 1
    }
    exit 0
fi
# shellcheck disable=SC2086
$compiler $flags -Wall -Wextra -Werror -pthread -I. "$TW_SOURCE/tests/delayqueue_threads.c" -o soak
# shellcheck disable=SC2086
$run ./soak $seconds $objects
