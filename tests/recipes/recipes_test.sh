#!/bin/sh
# recipes_test.sh KIND: a recipe of examples/recipes under a test that includes it, and with faults, which must be seen.
#     short_sleeps                                     on a clock of the test's
#     cancel_and_wait.plain, .asan, .tsan              under load
#     freertos                                         on a kernel of the test's, wherever its counter begins
#     freertos.arm                                     compiled for a Cortex-M4
# Wants TW_SOURCE and TW_WORK.
set -eu
. "$(dirname "$0")/../skip.sh"
kind=$1
need cc
rm -rf "$TW_WORK" && mkdir -p "$TW_WORK/tw" && cd "$TW_WORK"
cp "$TW_SOURCE"/*.h tw # as a project has it that says <tw/heap4.h>
cp "$TW_SOURCE"/examples/recipes/*.c .
tests=$TW_SOURCE/tests/recipes
strict="-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wcast-qual -Wstrict-prototypes -Werror"
rtos="$strict -D_POSIX_C_SOURCE=200809L -DTW_TICK_BITS=32 -I. -I$tests/freertos"

fail() {
    echo "FAILED: $*"
    exit 1
}

# try: builds and runs the test of this kind; its status
try() {
    case $kind in
    short_sleeps)
        # shellcheck disable=SC2086
        cc $strict -O1 -I. -Itw "-I$tests/kqueue" "$tests/short_sleeps_test.c" -o test && timeout 300 ./test
        ;;
    cancel_and_wait.*)
        # shellcheck disable=SC2086
        $compiler $flags -Wall -Wextra -Werror -pthread -I. -Itw "$tests/cancel_and_wait_test.c" -o test && timeout 300 ./test
        ;;
    freertos) build_freertos && timeout 300 ./silence && for first in 0 7FFFFF00 BFFFFFFF FFFFFE00 FFFFFFFF; do
        FIRST_TICK=$first timeout 300 ./test >got && diff -u "$tests/freertos/expected" got || return
    done ;;
    freertos.arm)
        # shellcheck disable=SC2086
        arm-none-eabi-gcc $rtos -mcpu=cortex-m4 -mthumb -Os -c freertos_task.c -o arm.o
        ;;
    *)
        echo "no kind $kind"
        exit 2
        ;;
    esac
}

build_freertos() {
    # shellcheck disable=SC2086
    cc $rtos -O1 -pthread freertos_task.c "$tests/freertos/kernel.c" "$tests/freertos/freertos_test.c" -o test &&
        cc $rtos -O1 -pthread "$tests/freertos/freertos_silence.c" "$tests/freertos/kernel.c" -o silence
}

# seen FAULT EDIT FILE: the test must fail with this edit of the recipe
seen() {
    cp "$3" sound
    edit_file "$3" "$2"
    if (try) >found 2>&1; then fail "nothing sees: $1"; fi
    ! grep "error:" found || fail "$1: the recipe does not compile with it"
    cp sound "$3"
    echo "ok: seen: $1"
}

case $kind in
*.tsan) compiler=gcc flags="-std=c99 -O1 -g -fsanitize=thread" ;;
*.asan) compiler=gcc flags="-std=c99 -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all" ;;
*.arm) need arm-none-eabi-gcc ;;
*) compiler=cc flags="-std=c99 -O2" ;;
esac
try || fail "$kind"
[ "$kind" = freertos.arm ] || need perl

case $kind in
short_sleeps)
    seen "a span of seconds alone" 's/\(long\)\(ns % SECOND\)/0/' short_sleeps.c
    seen "whole microseconds" 's/\(long\)\(ns % SECOND\)/(long)(ns % SECOND \/ 1000 * 1000)/' short_sleeps.c
    seen "a deadline as a span" 's/due > now \? due - now : 0/due > now ? due : 0/' short_sleeps.c
    seen "a span to the timerfd" 's/TFD_TIMER_ABSTIME/0/' short_sleeps.c
    seen "a sleep although nothing is armed" 's/return NULL;/due = now + 1;/' short_sleeps.c
    seen "no way out for old kernels" 's/errno == ENOSYS/errno == EINTR/' short_sleeps.c
    ;;
cancel_and_wait.plain)
    seen "it does not wait" 's/j->cancels\+\+; j->busy;/j->cancels++; false;/' cancel_and_wait.c
    seen "it does not take back a put" 's/j->again = 0;\n        answer/answer/' cancel_and_wait.c
    seen "a job that was taken counts as idle" 's/\} else if \(j->busy\) \{/} else if (j->busy && j->runs) {/' cancel_and_wait.c
    seen "a job runs twice at a time" 's/if \(!jobs_move\(&queue, &j->node, due\)\)/if (!jobs_put(\&queue, \&j->node, due))/' cancel_and_wait.c
    ;;
freertos)
    seen "a task does not notify" 's/xTaskNotifyGive\(owner\);/(void)owner;/' freertos_task.c
    seen "an interrupt does not notify" 's/vTaskNotifyGiveFromISR\(owner, &woken\);/(void)woken;/' freertos_task.c
    seen "the owner sleeps too long" 's/due - now : 0/due - now + 1 : 0/' freertos_task.c
    seen "the owner does not sleep" 's/due - now : 0/0 : 0/' freertos_task.c
    seen "it drains before it sets the clock" 's/ *soft_advance_some\(&set, now, 0\);\n//' freertos_task.c
    seen "it advances before it drains" 's/( *soft_drain\(&set, &inbox, NULL\);\n)( *soft_advance\(&set, now\);\n)/$2$1/' freertos_task.c
    ;;
esac
