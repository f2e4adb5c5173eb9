/* SPDX-License-Identifier: MIT-0 */
/* port.h on RTC0 of an nRF51 or nRF52: 24 bits at 32768 Hz, which count on while the fast
   clock is off. Compiled here, not run. By the nRF51 Series Reference Manual and the
   nRF52832 Product Specification.

   The counter wraps each 512 s, and an interrupt counts the wraps. A compare register
   that is written when the counter shows N matches for sure from N + 2 on: an alarm for N
   + 1 is set for N + 2, so a deadline one count ahead is one count late, 31 us. The
   counter may go on by one between the read and the write: that is what the read behind
   the write is for. */
#include "port.h"
#include "semihosting.h"

#define RTC0(offset)  (*(volatile uint32_t *)(0x4000B000 + (offset)))
#define CLOCK(offset) (*(volatile uint32_t *)(0x40000000 + (offset)))
#define NVIC_ENABLE   (*(volatile uint32_t *)0xE000E100)

enum { LFCLKSTART = 0x008, LFCLKSTARTED = 0x104, LFCLKSRC = 0x518, CRYSTAL = 1 }; /* of CLOCK */

enum {
    START = 0x000,
    OVRFLW = 0x104,
    COMPARE_0 = 0x140,
    INTENSET = 0x304,
    EVTENSET = 0x344,
    COUNTER = 0x504,
    PRESCALER = 0x508,
    CC_0 = 0x540,
    IRQ = 11,
    BITS = 24,
    AHEAD = 2 /* counts */
};

#define EVENTS (1u << 1 | 1u << 16) /* OVRFLW, COMPARE[0]; for INTENSET and EVTENSET */

const uint32_t port_hz = 32768;

static volatile uint32_t wraps;

/* Reading an event back lets the write arrive, or the interrupt would come twice. */
static void rtc0(void) {
    if (RTC0(OVRFLW)) {
        RTC0(OVRFLW) = 0;
        wraps++;
    }
    RTC0(COMPARE_0) = 0;
    (void)RTC0(COMPARE_0);
}

__attribute__((section(".vectors.irq"), used)) static void (*const vectors_irq[])(void) = {
    [IRQ] = rtc0};

void port_start(void) {
    CLOCK(LFCLKSRC) = CRYSTAL;
    CLOCK(LFCLKSTART) = 1;
    while (!CLOCK(LFCLKSTARTED))
        ;
    RTC0(PRESCALER) = 0;
    RTC0(EVTENSET) = EVENTS;
    RTC0(INTENSET) = EVENTS;
    NVIC_ENABLE = 1 << IRQ;
    RTC0(START) = 1;
}

tw_tick port_now(void) {
    uint32_t was, low;
    tw_tick now;

    __asm__ volatile("mrs %0, primask\n cpsid i" : "=r"(was)::"memory");
    low = RTC0(COUNTER);
    now = port_widen(wraps, low, BITS, RTC0(OVRFLW) != 0);
    __asm__ volatile("msr primask, %0" ::"r"(was) : "memory");
    return now;
}

/* Written again if the counter went on meanwhile. A match that is more than a revolution
   away is left to a later wrap; what has passed looks as if it were, and needs no
   alarm. */
void port_alarm(tw_tick due) {
    tw_tick now;

    do {
        now = port_now();
        if ((tw_tick)(due - now) >> BITS)
            return;
        RTC0(COMPARE_0) = 0;
        RTC0(CC_0) = ((tw_tick)(due - now) < AHEAD ? now + AHEAD : due) & ((1u << BITS) - 1);
    } while (port_now() != now);
}

void port_wait(void) { __asm__ volatile("dsb\n wfi" ::: "memory"); }

void port_mask(void) { __asm__ volatile("cpsid i" ::: "memory"); }

void port_unmask(void) { __asm__ volatile("cpsie i\n isb" ::: "memory"); }

void port_print(const char *text) { print(text); }

void port_leave(int status) { leave((uint32_t)status); }
