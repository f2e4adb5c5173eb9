/* SPDX-License-Identifier: MIT-0 */
/* figures.c - COUNT timers of RIOT's ztimer on a counter of 32 bits, for figures.sh: all are
   set to random delays, each is set anew, all are removed. Then all are set, and fire, and
   each that fires is set anew. figures.sh counts what phase_set(), phase_move(),
   phase_remove() and phase_fire() take. */
#include <stdio.h>
#include <stdlib.h>
#include "irq.h"
#include "ztimer.h"

enum { MOST = 1024, RANGE = 10000, ROUNDS = 10 };

static ztimer_t timer[MOST];
static uint32_t now, target, seed = 1;
static unsigned fired;

unsigned irq_disable(void) { return 0; }

void irq_restore(unsigned state) { (void)state; }

bool irq_is_in(void) { return true; }

void thread_yield_higher(void) {}

static void clock_set(ztimer_clock_t *clock, uint32_t val) {
    (void)clock;
    target = now + val;
}

static uint32_t clock_now(ztimer_clock_t *clock) {
    (void)clock;
    return now;
}

static void clock_cancel(ztimer_clock_t *clock) { (void)clock; }

static const ztimer_ops_t ops = {clock_set, clock_now, clock_cancel};
static ztimer_clock_t z = {.ops = &ops, .max_value = UINT32_MAX};

static uint32_t delay(void) {
    seed = seed * 1664525u + 1013904223u;
    return 1 + (uint32_t)((uint64_t)seed * RANGE >> 32);
}

static void fire(void *arg) {
    fired++;
    ztimer_set(&z, arg, delay());
}

__attribute__((noinline)) void phase_set(unsigned count);
__attribute__((noinline)) void phase_move(unsigned count);
__attribute__((noinline)) void phase_remove(unsigned count);
__attribute__((noinline)) void phase_fire(unsigned count);

void phase_set(unsigned count) {
    unsigned i;

    for (i = 0; i < count; i++)
        ztimer_set(&z, &timer[i], delay());
}

void phase_move(unsigned count) {
    while (count-- > 0)
        ztimer_set(&z, &timer[count], delay());
}

void phase_remove(unsigned count) {
    unsigned i;

    for (i = 0; i < count; i++)
        (void)ztimer_remove(&z, &timer[i]);
}

void phase_fire(unsigned count) {
    fired = 0;
    while (fired < count) {
        now = target;
        ztimer_handler(&z);
    }
}

int main(int argc, char **argv) {
    const unsigned count = argc == 2 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    unsigned i;

    if (count == 0 || count > MOST) {
        fprintf(stderr, "usage: figures COUNT, up to %d\n", MOST);
        return 2;
    }
    for (i = 0; i < count; i++) {
        timer[i].callback = fire;
        timer[i].arg = &timer[i];
    }
    for (i = 0; i < ROUNDS; i++) {
        phase_set(count);
        phase_move(count);
        phase_remove(count);
    }
    phase_set(count);
    phase_fire(ROUNDS * count);
    return 0;
}
