/* SPDX-License-Identifier: MIT-0 */
/* countdown.c - the array of counters that small firmware has: each poll counts all of
   them down. No order among those that are due; and a poll looks at each timer, as next()
   does. */
#include "subject.h"

/* An idle one has nothing left. */
struct counter {
    uint32_t left, period;
};
static struct counter counters[TIMERS];
static uint32_t last;

void subject_init(uint32_t now) { last = now; }

void subject_start(unsigned i, uint32_t now, uint32_t delay, uint32_t period) {
    counters[i].left = now - last + delay;
    counters[i].period = period;
}

void subject_stop(unsigned i) { counters[i].left = 0; }

bool subject_next(uint32_t now, uint32_t *ticks) {
    const struct counter *c, *least = 0;

    for (c = counters; c < counters + TIMERS; c++)
        if (c->left && (!least || c->left < least->left))
            least = c;
    if (least)
        *ticks = least->left - (now - last);
    return least != 0;
}

void subject_poll(uint32_t now) {
    const uint32_t passed = now - last;
    struct counter *c;

    last = now;
    for (c = counters; c < counters + TIMERS; c++) {
        if (c->left > passed) {
            c->left -= passed;
        } else if (c->left) {
            c->left = c->period;
            fired(c);
        }
    }
}
