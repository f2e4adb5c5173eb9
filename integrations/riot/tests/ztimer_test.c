/* SPDX-License-Identifier: MIT-0 */
/* ztimer_test.c - RIOT's sys/ztimer/core.c over a mock clock of any width: the scenarios of
   RIOT's unit tests of ztimer, and random orders against a model. With
   MODULE_ZTIMER_ONDEMAND the clock runs while it is used, with MODULE_PM_LAYERED a mode of
   sleep is blocked meanwhile. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "irq.h"
#include "ztimer.h"

enum { TIMERS = 20, STEPS = 20000 };

static unsigned failed;

#define CHECK(condition)                                           \
    do {                                                           \
        if (!(condition) && failed++ < 5)                          \
            printf("FAILED: line %d: %s\n", __LINE__, #condition); \
    } while (0)

/* ------------------------------------------------------------------- RIOT and the clock */

static unsigned masked, blocked, yields;

unsigned irq_disable(void) { return masked++; }

void irq_restore(unsigned state) { masked = state; }

bool irq_is_in(void) { return masked > 0; }

void thread_yield_higher(void) { yields++; }

void pm_block(unsigned mode) { blocked += mode == 1; }

void pm_unblock(unsigned mode) { blocked -= mode == 1; }

static struct mock {
    ztimer_clock_t clock;
    uint32_t now, mask, target;
    bool armed, running;
    unsigned sets, starts, stops;
} mock;

static ztimer_clock_t *const z = &mock.clock;
static uint64_t real; /* all ticks that have passed */

static void mock_set(ztimer_clock_t *clock, uint32_t val) {
    (void)clock;
    CHECK(val <= mock.mask);
    CHECK(mock.running);
    mock.target = val;
    mock.armed = true;
    mock.sets++;
}

static uint32_t mock_now(ztimer_clock_t *clock) {
    (void)clock;
    CHECK(mock.running);
    return mock.now;
}

static void mock_cancel(ztimer_clock_t *clock) {
    (void)clock;
    mock.armed = false;
}

#if MODULE_ZTIMER_ONDEMAND
static void mock_start(ztimer_clock_t *clock) {
    (void)clock;
    mock.running = true;
    mock.starts++;
}

static void mock_stop(ztimer_clock_t *clock) {
    (void)clock;
    CHECK(!mock.armed);
    mock.running = false;
    mock.stops++;
}

static const ztimer_ops_t ops = {mock_set, mock_now, mock_cancel, mock_start, mock_stop};
#else
static const ztimer_ops_t ops = {mock_set, mock_now, mock_cancel};
#endif

static void mock_init(unsigned width) {
    memset(&mock, 0, sizeof mock);
    blocked = 0;
    mock.mask = UINT32_MAX >> (32 - width);
    mock.clock.ops = &ops;
    mock.clock.max_value = mock.mask;
#if MODULE_PM_LAYERED && !MODULE_ZTIMER_ONDEMAND
    mock.clock.block_pm_mode = 1;
#endif
#if !MODULE_ZTIMER_ONDEMAND
    mock.running = true;
    if (mock.mask < UINT32_MAX)
        ops.set(z, mock.mask >> 1);
#endif
    real = 0;
}

/* Lets ticks pass, if the clock runs. The alarm comes as an interrupt. */
static void pass(uint64_t ticks) {
    while (ticks > 0 || (mock.armed && mock.target == 0)) {
        const uint64_t step = mock.armed && mock.target < ticks ? mock.target : ticks;

        real += step;
        if (mock.running)
            mock.now = (mock.now + (uint32_t)step) & mock.mask;
        ticks -= step;
        if (!mock.armed)
            return;
        mock.target -= (uint32_t)step;
        if (mock.target == 0) {
            mock.armed = false;
            masked++;
            ztimer_handler(z);
            masked--;
        }
    }
}

/* -------------------------------------------------------------------- RIOT's unit tests */

static void count(void *arg) { ++*(unsigned *)arg; }

static void now_goes_on(unsigned width, uint32_t first, uint32_t second) {
    mock_init(width);
    (void)ztimer_acquire(z);
    CHECK(ztimer_now(z) == 0);
    pass(first);
    CHECK(ztimer_now(z) == first);
    pass(second);
    CHECK(ztimer_now(z) == (uint32_t)(first + second));
    pass(UINT64_C(1) << width);
    CHECK(ztimer_now(z) == (uint32_t)(first + second + (UINT64_C(1) << width)));
}

static void set_and_remove(unsigned width) {
    unsigned fired = 0;
    ztimer_t t = {.callback = count, .arg = &fired}, other = t;

    mock_init(width);
    CHECK(!ztimer_is_set(z, &t) && !ztimer_remove(z, &t));
    CHECK(ztimer_set(z, &t, 1000) == 0);
    pass(1);
    CHECK(ztimer_set(z, &other, 1999) == 1 && ztimer_is_set(z, &other));
    pass(998);
    CHECK(fired == 0 && ztimer_now(z) == 999);
    pass(1);
    CHECK(fired == 1 && !ztimer_is_set(z, &t) && ztimer_is_set(z, &other));
    pass(1000);
    CHECK(fired == 2 && !ztimer_is_set(z, &other));
    ztimer_set(z, &t, 15);
    pass(14);
    CHECK(ztimer_remove(z, &t) && !ztimer_is_set(z, &t));
    pass(1000);
    CHECK(fired == 2);
    ztimer_set(z, &t, 50);
    ztimer_set(z, &t, 100);    /* moves it */
    CHECK(mock.target == 100); /* the alarm, too */
    pass(99);
    CHECK(fired == 2);
    pass(1);
    CHECK(fired == 3 && blocked == 0);
    ztimer_set(z, &t, 0);
    pass(1);
    CHECK(fired == 4);
}

/* Delays longer than the counter, and than a quarter of the range of ticks. */
static void long_delays(unsigned width) {
    static const uint32_t delay[] = {0xFFFF,     0x10001,     0x3FFFFFFF,
                                     0x40000000, 4000001000u, UINT32_MAX};
    unsigned fired = 0, i;
    ztimer_t t = {.callback = count, .arg = &fired};

    mock_init(width);
    pass(67537);
    for (i = 0; i < sizeof delay / sizeof *delay; i++) {
        ztimer_set(z, &t, delay[i]);
        pass(delay[i] - 1u);
        CHECK(fired == i);
        pass(1);
        CHECK(fired == i + 1);
    }
}

static ztimer_t chained;
static unsigned links;

static void again(void *arg) {
    CHECK(!ztimer_is_set(z, &chained));
    links++;
    if (links < 10)
        ztimer_set(z, &chained, *(uint32_t *)arg);
}

static void from_a_callback(unsigned width, uint32_t delay) {
    mock_init(width);
    links = 0;
    chained.callback = again;
    chained.arg = &delay;
    ztimer_set(z, &chained, delay);
    pass(10 * delay + 1);
    CHECK(links == 10 && !ztimer_is_set(z, &chained) && blocked == 0);
}

static void adjusts(void) {
    unsigned fired = 0;
    ztimer_t t = {.callback = count, .arg = &fired};

    mock_init(32);
    mock.clock.adjust_set = 7;
    ztimer_set(z, &t, 100);
    CHECK(mock.target == 93);
    pass(93);
    CHECK(fired == 1);
    ztimer_set(z, &t, 3);
    CHECK(mock.target == 0);
    pass(0);
    CHECK(fired == 2);
}

#if MODULE_ZTIMER_ONDEMAND
static void on_demand(void) {
    unsigned fired = 0;
    ztimer_t a = {.callback = count, .arg = &fired}, b = a;

    mock_init(32);
    CHECK(ztimer_acquire(z) && mock.running && !mock.armed && mock.starts == 1);
    CHECK(!ztimer_acquire(z) && mock.starts == 1);
    CHECK(!ztimer_release(z) && mock.running);
    CHECK(ztimer_release(z) && !mock.running && !mock.armed && mock.stops == 1);

    mock_init(24); /* a narrow counter is read at times while it runs */
    CHECK(ztimer_acquire(z) && mock.armed);
    CHECK(ztimer_release(z) && !mock.armed);

    mock_init(32);
    mock.clock.adjust_clock_start = 10;
    ztimer_set(z, &a, 100);
    CHECK(mock.target == 90 && mock.running);
    ztimer_set(z, &b, 200);
    ztimer_set(z, &b, 200);
    pass(90);
    CHECK(fired == 1 && mock.running && mock.target == 110);
    pass(110);
    CHECK(fired == 2 && !mock.running && !mock.armed);
    ztimer_set(z, &a, 100);
    CHECK(mock.running && ztimer_remove(z, &a) && !mock.running && !mock.armed);
}
#endif

/* -------------------------------------------------------------- random orders, a model */

static struct waiting {
    ztimer_t timer;
    uint64_t due, number;
    bool armed, is_long;
} waiting[TIMERS];

static uint64_t number;
static unsigned fired, unordered, seed = 1;

static uint32_t random_below(uint32_t most) {
    seed = seed * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)seed * most >> 32);
}

static void arm(struct waiting *w) {
    const uint32_t far = random_below(50) ? 2000 : random_below(8) ? 300000 : UINT32_MAX;
    const uint32_t val = random_below(far);

    w->due = real + val;
    w->number = ++number;
    w->armed = true;
    w->is_long = far == UINT32_MAX;
    ztimer_set(z, &w->timer, val);
    CHECK(ztimer_is_set(z, &w->timer));
}

static void fire(void *arg) {
    struct waiting *const w = arg;
    unsigned i;

    CHECK(w->armed && w->due == real);
    for (i = 0; i < TIMERS; i++)
        unordered += waiting[i].armed && waiting[i].due == w->due && !waiting[i].is_long &&
                     waiting[i].number < w->number;
    fired++;
    w->armed = false;
    arm(w);
}

static void random_orders(unsigned width) {
    unsigned i;

    mock_init(width);
    (void)ztimer_acquire(z);
    pass(4294960000u); /* the ticks wrap soon */
    fired = 0;
    memset(waiting, 0, sizeof waiting);
    for (i = 0; i < TIMERS; i++) {
        waiting[i].timer.callback = fire;
        waiting[i].timer.arg = &waiting[i];
        arm(&waiting[i]);
    }
    for (i = 0; i < STEPS; i++) {
        struct waiting *const w = &waiting[random_below(TIMERS)];

        if (random_below(2) == 0) {
            if (random_below(2) == 0) {
                CHECK(ztimer_remove(z, &w->timer) == w->armed && !ztimer_is_set(z, &w->timer));
                w->armed = false;
            }
            arm(w);
        }
        pass(random_below(4) ? mock.target
                             : random_below(mock.target < 200 ? mock.target + 1 : 200));
    }
    for (i = 0; i < TIMERS; i++)
        CHECK(ztimer_is_set(z, &waiting[i].timer) && waiting[i].due >= real);
    printf("%u bits: %u fired, %u out of order\n", width, fired, unordered);
    CHECK(unordered == 0);
}

int main(void) {
    static const unsigned widths[] = {16, 24, 32};
    unsigned i;

    now_goes_on(3, 7, 10);
    now_goes_on(8, 123, 180);
    now_goes_on(16, 123, 30000);
    now_goes_on(32, 123, 0x98765432u);
    adjusts();
    for (i = 0; i < sizeof widths / sizeof *widths; i++) {
        set_and_remove(widths[i]);
        from_a_callback(widths[i], 3);
        from_a_callback(widths[i], 0);
        long_delays(widths[i]);
        random_orders(widths[i]);
    }
#if MODULE_ZTIMER_ONDEMAND
    on_demand();
#endif
    CHECK(masked == 0);
    return failed > 0;
}
