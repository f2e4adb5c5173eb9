/* SPDX-License-Identifier: MIT-0 */
/* timeout.c - William Ahern's timing wheels as tor has them, whose file is included for
   the init() that it keeps private: the public one wants malloc(). Its own periods take a
   division of 64 bits; here a timer is added again. */
#define TIMEOUT_DISABLE_INTERVALS
#define TIMEOUT_DISABLE_RELATIVE_ACCESS
#include "ext/timeouts/timeout.c"
#include "subject.h"

static struct timeouts set;

static struct beat {
    struct timeout to; /* the first member, so that one's address is the other's */
    uint32_t period;
} beats[TIMERS];

void subject_init(uint32_t now) {
    timeouts_init(&set, 0);
    timeouts_update(&set, now);
}

void subject_start(unsigned i, uint32_t now, uint32_t delay, uint32_t period) {
    struct beat *b = &beats[i];

    timeouts_update(&set, now);
    timeouts_del(&set, &b->to);
    timeout_init(&b->to, 0);
    b->period = period;
    timeouts_add(&set, &b->to, delay);
}

void subject_stop(unsigned i) { timeouts_del(&set, &beats[i].to); }

bool subject_next(uint32_t now, uint32_t *ticks) {
    const timeout_t wait = timeouts_timeout(&set);

    (void)now;
    *ticks = (uint32_t)wait;
    return wait != ~TIMEOUT_C(0);
}

void subject_poll(uint32_t now) {
    struct beat *b;

    timeouts_update(&set, now);
    while ((b = (struct beat *)timeouts_get(&set)) != NULL) {
        if (b->period)
            timeouts_add(&set, &b->to, b->period);
        fired(b);
    }
}
