/* SPDX-License-Identifier: MIT-0 */
/* RIOT's ztimer over a set of tw: stands in for its sys/ztimer/core.c, with its promises.

   A delay of ztimer has 32 bits. A set takes less than a quarter of that, so a longer delay
   goes in steps: `rest` is what is left of it. A counter of fewer bits is extended: an
   alarm comes at least once in half its range, and reads it. */
#include <assert.h>

#include "irq.h"
#include "log.h"
#include "thread.h"
#if MODULE_PM_LAYERED && !MODULE_ZTIMER_ONDEMAND
#include "pm_layered.h"
#endif
#include "ztimer.h"

#define STEP ((uint32_t)1 << 29)

/* --------------------------------------------------------------------------- the alarm */

static bool extended(const ztimer_clock_t *clock) {
#if MODULE_ZTIMER_EXTEND
    return clock->max_value < UINT32_MAX;
#else
    (void)clock;
    return false;
#endif
}

static uint32_t half_range(const ztimer_clock_t *clock) {
#if MODULE_ZTIMER_EXTEND
    return clock->max_value >> 1;
#else
    (void)clock;
    return UINT32_MAX;
#endif
}

/* Sets the alarm for the first deadline, and for half the range of a narrow counter. */
static void set_alarm(ztimer_clock_t *clock, uint32_t now) {
    tw_tick due = 0;
    const bool any = ztimer_timers_next(&clock->timers, &due);
    uint32_t ahead = any && tw_before(now, due) ? due - now : 0;

    if (extended(clock) && (!any || ahead > half_range(clock)))
        ahead = half_range(clock);
    if (any || extended(clock))
        clock->ops->set(clock, ahead);
    else
        clock->ops->cancel(clock);
}

#if MODULE_ZTIMER_EXTEND
ztimer_now_t _ztimer_now_extend(ztimer_clock_t *clock) {
    const unsigned state = irq_disable();
    const uint32_t lower = clock->ops->now(clock);

    assert(clock->max_value);
    clock->checkpoint += (lower - clock->lower_last) & clock->max_value;
    clock->lower_last = lower;

    const ztimer_now_t now = clock->checkpoint;
    irq_restore(state);
    return now;
}
#endif

/* ------------------------------------------------------- clocks that run on demand alone */

#if MODULE_ZTIMER_ONDEMAND
/* Returns true if nobody used the clock before. */
static bool start(ztimer_clock_t *clock) {
    const bool first = clock->users++ == 0;

    if (first && clock->ops->start)
        clock->ops->start(clock);
    return first;
}

bool ztimer_acquire(ztimer_clock_t *clock) {
    const unsigned state = irq_disable();
    const bool first = start(clock);

    if (first)
        set_alarm(clock, ztimer_now(clock));
    irq_restore(state);
    return first;
}

bool ztimer_release(ztimer_clock_t *clock) {
    const unsigned state = irq_disable();
    bool last;

    assert(clock->users > 0);
    last = --clock->users == 0;
    if (last) {
        clock->ops->cancel(clock);
        if (clock->ops->stop)
            clock->ops->stop(clock);
    }
    irq_restore(state);
    return last;
}

#if DEVELHELP
void _ztimer_assert_clock_active(ztimer_clock_t *clock) {
    if (clock->users == 0)
        LOG_WARNING("ztimer_now() of a clock that ztimer_acquire() has not started\n");
#if MODULE_ZTIMER_ONDEMAND_STRICT
    assert(clock->users > 0);
#endif
}
#endif
#else
static bool start(ztimer_clock_t *clock) {
    (void)clock;
    return false;
}
#endif

static uint32_t less(uint32_t val, uint32_t adjust) { return val > adjust ? val - adjust : 0; }

/* Subtracts from a delay what setting a timer takes, and starting the clock. */
static uint32_t adjusted(const ztimer_clock_t *clock, uint32_t val, bool started) {
#if MODULE_ZTIMER_ONDEMAND
    if (started)
        val = less(val, clock->adjust_clock_start);
#else
    (void)started;
#endif
    return less(val, clock->adjust_set);
}

/* Keeps the processor in a mode in which the clock runs, while a timer waits. */
static void block_sleep(const ztimer_clock_t *clock, bool were, bool are) {
#if MODULE_PM_LAYERED && !MODULE_ZTIMER_ONDEMAND
    if (clock->block_pm_mode != ZTIMER_CLOCK_NO_REQUIRED_PM_MODE && were != are) {
        if (are)
            pm_block(clock->block_pm_mode);
        else
            pm_unblock(clock->block_pm_mode);
    }
#else
    (void)clock, (void)were, (void)are;
#endif
}

static bool any_waits(ztimer_clock_t *clock) {
    tw_tick due;

    return ztimer_timers_next(&clock->timers, &due);
}

/* ------------------------------------------------------------------------ the functions */

unsigned ztimer_is_set(const ztimer_clock_t *clock, const ztimer_t *timer) {
    (void)clock;
    return !tw_idle(&timer->base.node);
}

/* Arms the timer for the next step of its delay. */
static void arm(ztimer_clock_t *clock, ztimer_t *timer, uint32_t from, uint32_t val) {
    const uint32_t step = val < STEP ? val : STEP;
    bool armed;

    timer->base.rest = val - step;
    armed = ztimer_timers_add(&clock->timers, &timer->base.node, from + step);
    assert(armed);
    (void)armed;
}

uint32_t ztimer_set(ztimer_clock_t *clock, ztimer_t *timer, uint32_t val) {
    const unsigned state = irq_disable();
    const bool started = start(clock);
    const bool was_set = ztimer_is_set(clock, timer);
    const uint32_t now = ztimer_now(clock);
    tw_tick first = 0;
    const bool any = ztimer_timers_next(&clock->timers, &first);

    (void)ztimer_timers_advance_some(&clock->timers, now, 0); /* the clock of the set follows */
    arm(clock, timer, now, adjusted(clock, val, started));
    block_sleep(clock, any, true);
    if (!any || was_set || tw_before(timer->base.node.due, first))
        set_alarm(clock, now);
#if MODULE_ZTIMER_ONDEMAND
    if (was_set)
        (void)ztimer_release(clock); /* a timer counts once */
#endif
    irq_restore(state);
    return now;
}

bool ztimer_remove(ztimer_clock_t *clock, ztimer_t *timer) {
    const unsigned state = irq_disable();
    const bool removed = ztimer_timers_cancel(&clock->timers, &timer->base.node);
    bool stopped = false;

    if (removed) {
#if MODULE_ZTIMER_ONDEMAND
        stopped = ztimer_release(clock);
#endif
        block_sleep(clock, true, any_waits(clock));
        if (!stopped)
            set_alarm(clock, ztimer_now(clock));
    }
    irq_restore(state);
    return removed;
}

/* Calls back a timer that has expired, or arms it for the next step. Returns true if the
   clock has stopped, since nobody uses it any more. */
static bool fire(ztimer_clock_t *clock, ztimer_t *timer) {
    if (timer->base.rest) {
        arm(clock, timer, timer->base.node.due, timer->base.rest);
        return false;
    }
    block_sleep(clock, true, any_waits(clock));
    timer->callback(timer->arg);
#if MODULE_ZTIMER_ONDEMAND
    return ztimer_release(clock);
#else
    return false;
#endif
}

void ztimer_handler(ztimer_clock_t *clock) {
    uint32_t now = ztimer_now(clock);
    bool stopped = false;
    tw_tick due;

    do {
        struct tw_node *n;

        while ((n = ztimer_timers_expire(&clock->timers, now)) != NULL)
            stopped = fire(clock, TW_OF(n, ztimer_t, base.node));
        if (!stopped)
            now = ztimer_now(clock);
    } while (!stopped && ztimer_timers_next(&clock->timers, &due) && !tw_before(now, due));
    if (!stopped)
        set_alarm(clock, now);
    if (!irq_is_in())
        thread_yield_higher();
}
