/* SPDX-License-Identifier: MIT-0 */
/* mynewt.c - the callouts of Apache Mynewt without an event queue, so that each calls its
   function in the tick. A callout has no period: one with a period is armed again. */
#include "stand_in.h"
#include "subject.h"

static uint32_t clock_now;

static struct beat {
    struct os_callout callout;
    uint32_t period;
} beats[TIMERS];

os_time_t os_time_get(void) { return clock_now; }

void os_eventq_put(struct os_eventq *queue, struct os_event *event) { (void)queue, (void)event; }

void os_eventq_remove(struct os_eventq *queue, struct os_event *event) { (void)queue, (void)event; }

static void fire(struct os_event *event) {
    struct beat *b = (struct beat *)event->ev_arg;

    if (b->period)
        os_callout_reset(&b->callout, (int32_t)b->period);
    fired(b);
}

void subject_init(uint32_t now) {
    struct beat *b;

    clock_now = now;
    TAILQ_INIT(&g_callout_list);
    for (b = beats; b < beats + TIMERS; b++)
        os_callout_init(&b->callout, NULL, fire, b);
}

void subject_start(unsigned i, uint32_t now, uint32_t delay, uint32_t period) {
    clock_now = now;
    beats[i].period = period;
    os_callout_reset(&beats[i].callout, (int32_t)delay);
}

void subject_stop(unsigned i) { os_callout_stop(&beats[i].callout); }

bool subject_next(uint32_t now, uint32_t *ticks) {
    *ticks = os_callout_wakeup_ticks(now);
    return *ticks != OS_TIMEOUT_NEVER;
}

void subject_poll(uint32_t now) {
    clock_now = now;
    os_callout_tick();
}
