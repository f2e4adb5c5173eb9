/* SPDX-License-Identifier: MIT-0 */
/* zephyr.c - the timeouts of Zephyr's kernel, to which each poll announces the ticks that
   have passed. A delay takes one tick off, as k_timer does: the kernel adds one. */
#include "stand_in.h"
#include "subject.h"

static uint32_t clock_now, announced;

static struct beat {
    struct _timeout timeout; /* the first member, so that one's address is the other's */
    uint32_t period;
} beats[TIMERS];

uint32_t sys_clock_elapsed(void) { return clock_now - announced; }

void sys_clock_set_timeout(int32_t ticks, bool idle) { (void)ticks, (void)idle; }

static void fire(struct _timeout *timeout);

static void arm(struct beat *b, uint32_t delay) {
    z_add_timeout(&b->timeout, fire, (k_timeout_t){delay ? (k_ticks_t)delay - 1 : 0});
}

static void fire(struct _timeout *timeout) {
    struct beat *b = (struct beat *)timeout;

    if (b->period)
        arm(b, b->period);
    fired(b);
}

void subject_init(uint32_t now) { clock_now = announced = now; }

void subject_start(unsigned i, uint32_t now, uint32_t delay, uint32_t period) {
    clock_now = now;
    z_abort_timeout(&beats[i].timeout);
    beats[i].period = period;
    arm(&beats[i], delay);
}

void subject_stop(unsigned i) { z_abort_timeout(&beats[i].timeout); }

bool subject_next(uint32_t now, uint32_t *ticks) {
    const int32_t wait = z_get_next_timeout_expiry();

    (void)now;
    *ticks = (uint32_t)wait;
    return wait != INT_MAX;
}

void subject_poll(uint32_t now) {
    const uint32_t passed = now - announced;

    clock_now = announced = now;
    if (passed)
        sys_clock_announce((int32_t)passed);
}
