/* SPDX-License-Identifier: MIT-0 */
/* libuv: its timers, through its public functions alone. The loop stops a timer that is
   due and arms it again if it repeats, and uv_close() stops one; both call the functions
   below. */
#include "record.h"

#include <stddef.h>

/* The loop's milliseconds, from which a timer's are counted, are those of
   CLOCK_MONOTONIC. */
static void arm(const void *timer, uint64_t timeout, const void *caller) {
    static void *(*loop_of)(const void *);
    static uint64_t (*now_of)(const void *);
    uint64_t now;

    if (!loop_of)
        record_real(&loop_of, "uv_handle_get_loop", caller);
    if (!now_of)
        record_real(&now_of, "uv_now", caller);
    now = now_of(loop_of(timer));
    record_arm(RECORD_LIBUV, record_now(), timer,
               timeout < UINT64_MAX / 1000 - now ? (now + timeout) * 1000 : UINT64_MAX);
}

RECORD_PUBLIC int uv_timer_start(void *timer, void (*callback)(void *), uint64_t timeout,
                                 uint64_t repeat) {
    static int (*real)(void *, void (*)(void *), uint64_t, uint64_t);
    int error;

    if (!real)
        record_real(&real, "uv_timer_start", RECORD_CALLER);
    record_depth++;
    error = real(timer, callback, timeout, repeat);
    record_depth--;
    if (error == 0 && record_depth == 0)
        arm(timer, timeout, RECORD_CALLER);
    return error;
}

RECORD_PUBLIC int uv_timer_stop(void *timer) {
    static int (*real)(void *);

    if (!real)
        record_real(&real, "uv_timer_stop", RECORD_CALLER);
    if (record_depth == 0)
        record_cancel(timer);
    return real(timer);
}

/* Without an interval nothing happens to the timer. */
RECORD_PUBLIC int uv_timer_again(void *timer) {
    static int (*real)(void *);
    static uint64_t (*repeat_of)(const void *);
    int error;

    if (!real)
        record_real(&real, "uv_timer_again", RECORD_CALLER);
    if (!repeat_of)
        record_real(&repeat_of, "uv_timer_get_repeat", RECORD_CALLER);
    record_depth++;
    error = real(timer);
    record_depth--;
    if (error == 0 && repeat_of(timer) != 0)
        arm(timer, repeat_of(timer), RECORD_CALLER);
    return error;
}
