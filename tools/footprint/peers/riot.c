/* SPDX-License-Identifier: MIT-0 */
/* riot.c - RIOT's ztimer, one clock of 32 bits whose alarm is looked at in each poll. */
#include "stand_in.h"
#include "subject.h"

static uint32_t clock_now, alarm_tick;
static bool alarm_set;

static void set_alarm(ztimer_clock_t *clock, uint32_t ticks) {
    (void)clock;
    alarm_tick = clock_now + ticks;
    alarm_set = true;
}

static uint32_t read_clock(ztimer_clock_t *clock) { return (void)clock, clock_now; }

static void cancel_alarm(ztimer_clock_t *clock) { (void)clock, alarm_set = false; }

static const ztimer_ops_t ops = {set_alarm, read_clock, cancel_alarm};
static ztimer_clock_t set = {.ops = &ops, .max_value = UINT32_MAX};

static struct beat {
    ztimer_t timer;
    uint32_t period;
} beats[TIMERS];

static void fire(void *beat) {
    struct beat *b = (struct beat *)beat;

    if (b->period)
        ztimer_set(&set, &b->timer, b->period);
    fired(b);
}

void subject_init(uint32_t now) { clock_now = set.list.offset = now; }

void subject_start(unsigned i, uint32_t now, uint32_t delay, uint32_t period) {
    struct beat *b = &beats[i];

    clock_now = now;
    ztimer_remove(&set, &b->timer);
    b->timer.callback = fire;
    b->timer.arg = b;
    b->period = period;
    ztimer_set(&set, &b->timer, delay);
}

void subject_stop(unsigned i) { ztimer_remove(&set, &beats[i].timer); }

bool subject_next(uint32_t now, uint32_t *ticks) {
    *ticks = alarm_tick - now;
    return alarm_set;
}

void subject_poll(uint32_t now) {
    clock_now = now;
    if (alarm_set && (int32_t)(alarm_tick - now) <= 0)
        ztimer_handler(&set);
}
