/* SPDX-License-Identifier: MIT-0 */
/* figures.c - COUNT high-resolution timers, or with WDOGS watchdogs, are started at random,
   and cancelled in another order, four times. Then COUNT fire. figures.sh counts what
   phase_start(), phase_cancel() and phase_fire() take. */
#include <stdio.h>
#if defined(WDOGS)
#include "wdog/wdog.h"
typedef struct wdog_s object;
#else
#include "hrtimer/hrtimer.h"
typedef hrtimer_t object;
#endif

enum { MOST = 1024, ROUNDS = 4 };

static object timer[MOST];
static uint64_t real, alarm_at;
static unsigned seed = 1, fired;

uint64_t clock_systime_nsec(void) { return real; }

uint64_t clock_systime_ticks(void) { return real; }

#if defined(WDOGS)
static void fire(wdparm_t arg) { fired += arg == 0; }

static void start(object *t, unsigned delay) { (void)wd_start(t, delay / 1000, fire, 0); }

static void cancel(object *t) { (void)wd_cancel(t); }

static void interrupt(void) { alarm_at = real + wd_timer(real, false); }

void nxsched_reassess_timer(void) { alarm_at = real + wd_timer(real, true); }
#else
static uint64_t fire(const struct hrtimer_s *t, uint64_t expired) {
    fired += t->func == NULL && expired <= real;
    return 0;
}

static void start(object *t, unsigned delay) {
    (void)hrtimer_start(t, fire, delay, HRTIMER_MODE_REL);
}

static void cancel(object *t) { (void)hrtimer_cancel(t); }

static void interrupt(void) { hrtimer_process(real); }

int up_alarm_start(const struct timespec *ts) {
    alarm_at = (uint64_t)ts->tv_sec * 1000000000u + (uint64_t)ts->tv_nsec;
    return OK;
}
#endif

__attribute__((noinline)) void phase_start(unsigned count);
__attribute__((noinline)) void phase_cancel(unsigned count);
__attribute__((noinline)) void phase_fire(unsigned count);

void phase_start(unsigned count) {
    unsigned i;

    for (i = 0; i < count; i++) {
        seed = seed * 1664525u + 1013904223u;
        start(&timer[i], (unsigned)((uint64_t)seed * 10000000u >> 32));
    }
}

void phase_cancel(unsigned count) {
    unsigned i;

    for (i = 0; i < count; i++)
        cancel(&timer[i * 7 % count]);
}

void phase_fire(unsigned count) {
    fired = 0;
    while (fired < count) {
        real = alarm_at;
        interrupt();
    }
}

int main(int argc, char **argv) {
    const unsigned count = argc == 2 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    unsigned i;

    if (count == 0 || count > MOST || count % 7 == 0) {
        fprintf(stderr, "usage: figures COUNT, up to %d and no multiple of 7\n", MOST);
        return 2;
    }
    for (i = 0; i < ROUNDS; i++) {
        phase_start(count);
        phase_cancel(count);
    }
    phase_start(count);
    phase_fire(count);
    return 0;
}
