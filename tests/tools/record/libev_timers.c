/* SPDX-License-Identifier: MIT-0 */
/* Timers and periodics of libev, in every way in which they are armed and taken out. */
#include "said.h"

#include <ev.h>

enum { ONCE, IDLE, REPEAT, CHAIN, DAY, DAYS };

static ev_timer once, idle, repeat, chain;
static ev_periodic day, days;
static int links, left = 5, days_left = 2;

static void start(struct ev_loop *loop, ev_timer *w, int id, double ahead) {
    const uint64_t before = said_now();

    ev_timer_set(w, ahead, w->repeat);
    ev_timer_start(loop, w);
    ev_timer_start(loop, w); /* does nothing */
    said_arm(id, before, (uint64_t)(ahead * 1e6));
}

static void stop(struct ev_loop *loop, ev_timer *w, int id) {
    const uint64_t before = said_now();

    ev_timer_stop(loop, w);
    ev_timer_stop(loop, w); /* does nothing */
    said_cancel(id, before);
}

static void again(struct ev_loop *loop, ev_timer *w, int id) {
    const uint64_t before = said_now();

    ev_timer_again(loop, w);
    said_arm(id, before, (uint64_t)(w->repeat * 1e6));
}

static void on_once(struct ev_loop *loop, ev_timer *w, int events) {
    (void)loop, (void)w, (void)events;
}

static void on_chain(struct ev_loop *loop, ev_timer *w, int events) {
    (void)events;
    if (links++ < 3)
        start(loop, w, CHAIN, .003);
}

static void on_repeat(struct ev_loop *loop, ev_timer *w, int events) {
    (void)events;
    said_again(REPEAT, (uint64_t)(w->repeat * 1e6));
    if (left-- > 0) {
        again(loop, &idle, IDLE);
        w->repeat = left == 0 ? 60 : .004; /* far away when it is stopped */
        return;
    }
    stop(loop, w, REPEAT);
    {
        const uint64_t before = said_now();

        idle.repeat = 0;
        ev_timer_again(loop, &idle);
        said_cancel(IDLE, before);
    }
}

static void on_days(struct ev_loop *loop, ev_periodic *w, int events) {
    uint64_t before;

    (void)events;
    said_again(DAYS, 1000 * MS);
    if (days_left-- > 0)
        return;

    before = said_now();
    ev_periodic_stop(loop, w);
    said_cancel(DAYS, before);
    before = said_now();
    ev_periodic_stop(loop, &day);
    said_cancel(DAY, before);
}

/* day waits for a time of day that is far away, days for every full second. */
static void start_periodics(struct ev_loop *loop) {
    uint64_t before = said_now();
    const double now = ev_now(loop);

    ev_periodic_init(&day, on_days, now + 100, 0, 0);
    ev_periodic_start(loop, &day);
    said_arm(DAY, before, 100000 * MS);

    before = said_now();
    ev_periodic_init(&days, on_days, 0, 1, 0);
    ev_periodic_start(loop, &days);
    said_arm(DAYS, before, (uint64_t)((days.at - now) * 1e6));
}

int main(void) {
    struct ev_loop *loop;

    said_turns();
    loop = ev_loop_new(0);
    ev_init(&once, on_once);
    ev_init(&chain, on_chain);
    ev_init(&repeat, on_repeat);
    ev_init(&idle, on_once);
    repeat.repeat = .004;
    idle.repeat = 60;

    start(loop, &once, ONCE, .002);
    again(loop, &idle, IDLE);
    start(loop, &repeat, REPEAT, .001);
    start(loop, &chain, CHAIN, 0);
    start_periodics(loop);

    do
        said_turns();
    while (ev_run(loop, EVRUN_ONCE));
    return 0;
}
