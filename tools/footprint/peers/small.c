/* SPDX-License-Identifier: MIT-0 */
/* small.c - a small application: eight timers, a tick interrupt, and a loop that polls,
   obeys, and asks how long to sleep. Its memory is zero at the start. */
#include "subject.h"

static volatile uint32_t tick;
volatile uint32_t order, number, delay, period, sleep_ticks; /* in a device: registers */
void *volatile last_fired;

void tick_interrupt(void);

void tick_interrupt(void) { tick++; }

void fired(void *which) { last_fired = which; }

int main(void) {
    uint32_t ticks = 0;
    unsigned i;

    subject_init(tick);
    for (i = 0; i < TIMERS; i++)
        subject_start(i, tick, i + 10, i * 100);
    for (;;) {
        subject_poll(tick);
        if (order == 1)
            subject_start(number, tick, delay, period);
        if (order == 2)
            subject_stop(number);
        if (subject_next(tick, &ticks))
            sleep_ticks = ticks;
    }
}

void _start(void);

void _start(void) { main(); }
