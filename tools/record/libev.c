/* SPDX-License-Identifier: MIT-0 */
/* libev: its timers and periodics. A watcher that repeats is armed again inside the
   library, which then hands it to ev_feed_event(): that is where its new deadline is
   read. */
#include "record.h"

#include <ev.h>

typedef void ev_verb(struct ev_loop *loop, void *watcher);

static uint64_t from_seconds(double seconds) {
    return seconds <= 0 ? 0 : seconds < 1e10 ? (uint64_t)(seconds * 1e6) : UINT64_MAX;
}

static void arm_timer(const ev_timer *w) {
    record_arm(RECORD_LIBEV, record_now(), w, from_seconds(w->at));
}

/* A periodic waits for a time of day. */
static void arm_periodic(const ev_periodic *w) {
    const int64_t due = (int64_t)from_seconds(w->at) - record_realtime();
    record_arm(RECORD_LIBEV, record_now(), w, due > 0 ? (uint64_t)due : 0);
}

RECORD_PUBLIC void ev_timer_start(struct ev_loop *loop, ev_timer *w) {
    static ev_verb *real;
    const bool idle = !ev_is_active(w);

    if (!real)
        record_real(&real, "ev_timer_start", RECORD_CALLER);
    real(loop, w);
    if (idle && record_depth == 0)
        arm_timer(w);
}

RECORD_PUBLIC void ev_timer_stop(struct ev_loop *loop, ev_timer *w) {
    static ev_verb *real;
    const bool armed = ev_is_active(w);

    if (!real)
        record_real(&real, "ev_timer_stop", RECORD_CALLER);
    real(loop, w);
    if (armed && record_depth == 0)
        record_cancel(w);
}

RECORD_PUBLIC void ev_timer_again(struct ev_loop *loop, ev_timer *w) {
    static ev_verb *real;
    const bool armed = ev_is_active(w);

    if (!real)
        record_real(&real, "ev_timer_again", RECORD_CALLER);
    record_depth++;
    real(loop, w);
    record_depth--;
    if (ev_is_active(w))
        arm_timer(w);
    else if (armed)
        record_cancel(w);
}

RECORD_PUBLIC void ev_periodic_start(struct ev_loop *loop, ev_periodic *w) {
    static ev_verb *real;
    const bool idle = !ev_is_active(w);

    if (!real)
        record_real(&real, "ev_periodic_start", RECORD_CALLER);
    real(loop, w);
    if (idle && record_depth == 0)
        arm_periodic(w);
}

RECORD_PUBLIC void ev_periodic_stop(struct ev_loop *loop, ev_periodic *w) {
    static ev_verb *real;
    const bool armed = ev_is_active(w);

    if (!real)
        record_real(&real, "ev_periodic_stop", RECORD_CALLER);
    real(loop, w);
    if (armed && record_depth == 0)
        record_cancel(w);
}

RECORD_PUBLIC void ev_periodic_again(struct ev_loop *loop, ev_periodic *w) {
    static ev_verb *real;

    if (!real)
        record_real(&real, "ev_periodic_again", RECORD_CALLER);
    record_depth++;
    real(loop, w);
    record_depth--;
    arm_periodic(w);
}

RECORD_PUBLIC void ev_feed_event(struct ev_loop *loop, void *w, int events) {
    static void (*real)(struct ev_loop *, void *, int);

    if (!real)
        record_real(&real, "ev_feed_event", RECORD_CALLER);
    real(loop, w, events);
    if ((events & EV_TIMER) && ev_is_active((ev_timer *)w))
        arm_timer((const ev_timer *)w);
    else if ((events & EV_PERIODIC) && ev_is_active((ev_periodic *)w))
        arm_periodic((const ev_periodic *)w);
}
