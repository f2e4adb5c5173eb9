/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_timers_next(3): how long an event loop sleeps. */
#define _POSIX_C_SOURCE 200809L
#include <tw/heap4.h>
#include <tw/timers.h>
#include <assert.h>
#include <poll.h>

TW_TIMERS_OF(timers, heap4)

static tw_tick now_us(void) {
    static tw_tick now;
    return now += 1000;
}

/* example */
/* Ticks are microseconds here: 1000 of them make a millisecond. */
static void loop(struct timers *t, struct pollfd *fds, nfds_t count) {
    while (timers_count(t) > 0) {
        /* -1, which is for ever, while nothing is armed */
        poll(fds, count, timers_wait_ms(t, now_us(), 1000));
        timers_advance(t, now_us());
    }
}

/* end */

static void fire(struct tw_node *n, tw_tick now) { assert(now >= n->due); }

int main(void) {
    static TW_HEAP4_ARRAY(room, 2);
    struct tw_node n = TW_NODE(fire);
    struct timers t;
    tw_tick due = 0;

    timers_init(&t, 0, room, 2);
    assert(!timers_next(&t, &due) && timers_wait_ms(&t, 0, 1000) == -1);
    timers_add(&t, &n, 2500);
    assert(timers_next(&t, &due) && due == 2500 && timers_remaining(&t, &n) == 2500);
    assert(timers_wait_ms(&t, 0, 1000) == 3 && timers_wait_ms(&t, 2500, 1000) == 0);
    loop(&t, NULL, 0);
    assert(timers_now(&t) >= 2500 && !timers_any_due(&t));
    return 0;
}
