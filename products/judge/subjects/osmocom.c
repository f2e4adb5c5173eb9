/* SPDX-License-Identifier: MIT-0 */
/* The timers of libosmocore, on the clock that it has for tests. A tick is a microsecond. */
#include "judge.h"
#include <osmocom/core/timer.h>

enum { BASE = 1000000 };

static struct osmo_timer_list timer[JUDGE_IDS];

static void set_clock(uint64_t now) {
    osmo_gettimeofday_override_time.tv_sec = (time_t)(now / BASE);
    osmo_gettimeofday_override_time.tv_usec = (suseconds_t)(now % BASE);
}

static uint64_t clock_now(void) {
    const struct timeval t = osmo_gettimeofday_override_time;

    return (uint64_t)t.tv_sec * BASE + (uint64_t)t.tv_usec;
}

static void fire(void *of) { judge_fired((unsigned)((struct osmo_timer_list *)of - timer)); }

static void init(uint64_t now) {
    osmo_gettimeofday_override = true;
    for (unsigned i = 0; i < JUDGE_IDS; i++) {
        osmo_timer_del(&timer[i]);
        osmo_timer_setup(&timer[i], fire, &timer[i]);
    }
    set_clock(now);
}

static bool add(unsigned id, uint64_t due) {
    const uint64_t now = clock_now(), delay = due > now ? due - now : 0;

    osmo_timer_schedule(&timer[id], (int)(delay / BASE), (int)(delay % BASE));
    return true;
}

static bool cancel(unsigned id) {
    const bool armed = osmo_timer_pending(&timer[id]) != 0;

    osmo_timer_del(&timer[id]);
    return armed;
}

static void advance(uint64_t now, uint64_t max) {
    (void)max;
    set_clock(now);
    osmo_timers_prepare();
    osmo_timers_update();
}

int main(int argc, char **argv) {
    /* A delay is an int of seconds. */
    static const struct judge_subject subject = {"libosmocore " OSMOCORE_VERSION,
                                                 "unordered move callbacks top 2000000000000000",
                                                 init,
                                                 add,
                                                 cancel,
                                                 add,
                                                 NULL,
                                                 advance};

    return judge_main(argc, argv, &subject);
}
