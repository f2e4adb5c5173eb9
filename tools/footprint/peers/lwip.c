/* SPDX-License-Identifier: MIT-0 */
/* lwip.c - the timeouts of lwIP without an operating system: core/timeouts.c over the
   pools of core/memp.c. */
#include "lwip/memp.h"
#include "lwip/timeouts.h"
#include "subject.h"

static uint32_t clock_now, periods[TIMERS];

u32_t sys_now(void) { return clock_now; }

static void fire(void *period) {
    if (*(uint32_t *)period)
        sys_timeout(*(uint32_t *)period, fire, period);
    fired(period);
}

void subject_init(uint32_t now) {
    clock_now = now;
    memp_init_pool(memp_pools[MEMP_SYS_TIMEOUT]);
}

void subject_start(unsigned i, uint32_t now, uint32_t delay, uint32_t period) {
    clock_now = now;
    sys_untimeout(fire, &periods[i]);
    periods[i] = period;
    sys_timeout(delay, fire, &periods[i]);
}

void subject_stop(unsigned i) { sys_untimeout(fire, &periods[i]); }

bool subject_next(uint32_t now, uint32_t *ticks) {
    clock_now = now;
    *ticks = sys_timeouts_sleeptime();
    return *ticks != SYS_TIMEOUTS_SLEEPTIME_INFINITE;
}

void subject_poll(uint32_t now) {
    clock_now = now;
    sys_check_timeouts();
}
