/* SPDX-License-Identifier: MIT-0 */
/* libev's timers, on a clock of ours. A tick is a second: libev counts in floating point. Its
   manual says that a callback comes after its timeout, not at it: a tick late, here. */
#include "judge.h"
#include "clock.h"
#include <ev.h>
#include <stdio.h>

static struct ev_loop *loop;
static ev_timer timer[JUDGE_IDS];

static void fire(struct ev_loop *l, ev_timer *t, int events) {
    (void)l;
    (void)events;
    judge_fired((unsigned)(t - timer));
}

static void init(uint64_t now) {
    if (loop)
        ev_loop_destroy(loop);
    clock_ms = CLOCK_BASE + now * 1000;
    loop = ev_loop_new(EVBACKEND_SELECT);
    for (unsigned i = 0; i < JUDGE_IDS; i++)
        ev_timer_init(&timer[i], fire, 0, 0);
}

static bool add(unsigned id, uint64_t due) {
    const uint64_t tick = CLOCK_BASE + due * 1000;

    ev_timer_set(&timer[id], tick > clock_ms ? (double)(tick - clock_ms) / 1000 : 0., 0.);
    ev_timer_start(loop, &timer[id]);
    return ev_is_active(&timer[id]);
}

static bool cancel(unsigned id) {
    const bool armed = ev_is_active(&timer[id]) || ev_is_pending(&timer[id]);

    ev_timer_stop(loop, &timer[id]);
    return armed;
}

/* ev_timer_again() moves a timer to `repeat` from now. */
static bool move(unsigned id, uint64_t due) {
    cancel(id);
    return add(id, due);
}

static void advance(uint64_t now, uint64_t max) {
    (void)max;
    clock_ms = CLOCK_BASE + now * 1000;
    ev_now_update(loop);
    ev_run(loop, EVRUN_NOWAIT);
}

int main(int argc, char **argv) {
    static char name[40];
    static const struct judge_subject subject = {
        name, "move callbacks late 1 top 4000000000000", init, add, cancel, move, NULL, advance};

    snprintf(name, sizeof name, "libev %d.%d", ev_version_major(), ev_version_minor());
    return judge_main(argc, argv, &subject);
}
