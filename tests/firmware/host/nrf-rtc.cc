/* SPDX-License-Identifier: MIT-0 */
/* A model of RTC0 and CLOCK of an nRF51 or nRF52. A compare register that is written at
   count N may match at N + 1 or not, and matches from N + 2 on; the value that it had may
   match until then. The fast crystal runs when the program starts. */
#include "host.h"
#include "node.h"

extern "C" {
#include PORT
}

enum { CRYSTAL_STARTS = 12, SLOW_STARTS = 100, SETTLES = 2, RUNS = 1u << 16, LATE = 9 };

#define RTC_PAGE   0x4000B000
#define CLOCK_PAGE 0x40000000
#define NVIC_PAGE  0xE000E000
#define RANGE      ((uint64_t)1 << BITS)

static uint32_t compare, compare_before, enabled, routed, nvic;
static uint64_t compare_at; /* when it was written */
static uint32_t hidden;     /* reads for which OVRFLW is not visible yet */
static bool compare_event, wrap_event, running, slow_started, fast, fast_event;
static uint64_t fast_at, slow_at; /* when they will run; 0: not asked for */

/* As if it had run for 36 hours: the tick wraps after half a minute. */
void model_start(void) {
    wraps = 0xFF;
    host_counts = RANGE * wraps + (RANGE - (1 << 20));
    compare = compare_before = 0;
    fast = true;
}

void model_count(void) {
    const uint32_t low = (uint32_t)(host_counts % RANGE);
    const uint64_t age = host_counts - compare_at;

    if (!running)
        host_counts--;
    fast = fast || (fast_at && host_counts >= fast_at);
    fast_event = fast_event || (fast_at && host_counts >= fast_at);
    if (fast)
        fast_at = 0;
    if (slow_at && --slow_at == 0)
        slow_started = true;
    if (!running)
        return;
    if (low == compare && (age >= SETTLES || host_random(2)))
        compare_event = true;
    if (low == compare_before && age < SETTLES && host_random(2))
        compare_event = true;
    hidden = low == 0 ? host_random(LATE) : 0;
    wrap_event = wrap_event || low == 0;
}

static bool asks(uint32_t bit, bool event) { return event && (enabled & routed & 1u << bit); }

bool model_pending(void) {
    return (nvic >> IRQ & 1) && (asks(1, wrap_event && !hidden) || asks(16, compare_event));
}

void model_interrupt(void) { board_handler(); }

static bool deep_now;

void model_sleep(void) { deep_now = !fast; }

void model_wake(void) { host_deep += deep_now; }

void model_awake(void) {
    if (!fast)
        host_fail("the crystal does not run");
}

static uint32_t rtc(uint32_t offset) {
    switch (offset) {
    case OVRFLW:
        hidden -= hidden > 0;
        return wrap_event && !hidden;
    case COMPARE_0:
        return compare_event;
    case INTENSET:
        return enabled;
    case EVTENSET:
        return routed;
    case COUNTER:
        return (uint32_t)(host_counts % RANGE);
    case CC_0:
        return compare;
    default:
        return 0;
    }
}

uint32_t model_read(uint32_t at) {
    if ((at & ~(uint32_t)0xFFF) == RTC_PAGE)
        return rtc(at & 0xFFF);
    if (at == NVIC_PAGE + 0x100)
        return nvic;
    switch (at - CLOCK_PAGE) {
    case LFCLKSTARTED:
        return slow_started;
    case HFCLKSTARTED:
        return fast_event;
    case HFCLKSTAT:
        return fast ? RUNS | CRYSTAL : RUNS;
    default:
        return 0;
    }
}

static void write_rtc(uint32_t offset, uint32_t value) {
    switch (offset) {
    case OVRFLW:
        wrap_event = value != 0;
        break;
    case COMPARE_0:
        compare_event = value != 0;
        break;
    case INTENSET:
        enabled |= value;
        break;
    case EVTENSET:
        routed |= value;
        break;
    case START:
        if (!slow_started)
            host_fail("RTC0 is started before its clock");
        running = true;
        break;
    case CC_0:
        if (value >= RANGE)
            host_fail("a compare value of more than 24 bits");
        compare_before = compare;
        compare = value;
        compare_at = host_counts;
        break;
    case PRESCALER:
        break;
    default:
        host_fail("a register of RTC0 that is not modelled");
    }
}

static void write_clock(uint32_t offset, uint32_t value) {
    switch (offset) {
    case HFCLKSTART:
        fast_at = host_counts + CRYSTAL_STARTS;
        break;
    case HFCLKSTOP:
        fast = false;
        fast_at = 0;
        break;
    case HFCLKSTARTED:
        fast_event = value != 0;
        break;
    case LFCLKSTART:
        slow_at = SLOW_STARTS;
        break;
    case LFCLKSRC:
        break;
    default:
        host_fail("a register of CLOCK that is not modelled");
    }
}

void model_write(uint32_t at, uint32_t value) {
    if ((at & ~(uint32_t)0xFFF) == RTC_PAGE)
        write_rtc(at & 0xFFF, value);
    else if (at == NVIC_PAGE + 0x100)
        nvic |= value;
    else
        write_clock(at - CLOCK_PAGE, value);
}
