/* SPDX-License-Identifier: MIT-0 */
/* port.h on RTC0 of an nRF51 or nRF52: 24 bits at 32768 Hz, which count on while the fast
   clock is off. Not run on a chip: tests/firmware/host runs it over a model of the
   registers. By the nRF51 Series Reference Manual and the nRF52832 Product Specification.

   The counter wraps each 512 s, and an interrupt counts the wraps. OVRFLW may become
   visible some cycles behind the counter: port_now() reads again while the counter is 0 and
   OVRFLW is not there. That takes a count at most, 31 us, once each 512 s. A compare register
   that is written when the counter shows N matches for sure from N + 2 on: an alarm for N
   + 1 is set for N + 2, so a deadline one count ahead is one count late, 31 us. The
   counter may go on by one between the read and the write: that is what the read behind
   the write is for.

   Sleep is that of System ON. If a program has started the fast crystal, as the radio
   wants it, the port stops the crystal for a sleep of DEEP counts or more, and starts it
   again before anything else runs: the fast clock is then never the RC oscillator where
   the program had the crystal. The start takes 0.4 ms, and by so much the callback is
   late. A SoftDevice owns both: leave that part out there, and ask it for the crystal. */
#include "port.h"
#include "processor.h"
#include "semihosting.h"

#define RTC0(offset)  REGISTER(0x4000B000 + (offset))
#define CLOCK(offset) REGISTER(0x40000000 + (offset))
#define NVIC_ENABLE   REGISTER(0xE000E100)

/* of CLOCK */
enum {
    HFCLKSTART = 0x000,
    HFCLKSTOP = 0x004,
    LFCLKSTART = 0x008,
    HFCLKSTARTED = 0x100,
    LFCLKSTARTED = 0x104,
    HFCLKSTAT = 0x40C,
    LFCLKSRC = 0x518,
    CRYSTAL = 1 /* in LFCLKSRC and HFCLKSTAT */
};

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
    AHEAD = 2, /* counts */
    DEEP = 64  /* counts, 2 ms: five times the start of the crystal */
};

#define EVENTS (1u << 1 | 1u << 16) /* OVRFLW, COMPARE[0]; for INTENSET and EVTENSET */

const uint32_t port_hz = 32768;

static volatile uint32_t wraps;
static bool deep = true; /* the next sleep is long */

/* Reading an event back lets the write arrive, or the interrupt would come twice. */
static void rtc0(void) {
    if (RTC0(OVRFLW)) {
        RTC0(OVRFLW) = 0;
        wraps++;
    }
    RTC0(COMPARE_0) = 0;
    (void)RTC0(COMPARE_0);
}

VECTOR(IRQ, rtc0);

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
    const uint32_t was = mask_save();
    uint32_t low;
    bool wrapped;
    tw_tick now;

    do {
        low = RTC0(COUNTER);
        wrapped = RTC0(OVRFLW) != 0;
        now = port_widen(wraps, low, BITS, wrapped);
    } while (low == 0 && !wrapped);
    mask_restore(was);
    return now;
}

/* Written again if the counter went on meanwhile. A match that is more than a revolution
   away is left to a later wrap; what has passed looks as if it were, and needs no
   alarm. */
void port_alarm(tw_tick due) {
    tw_tick now;

    do {
        now = port_now();
        deep = (tw_tick)(due - now) >= DEEP;
        if ((tw_tick)(due - now) >> BITS)
            return;
        RTC0(COMPARE_0) = 0;
        RTC0(CC_0) = ((tw_tick)(due - now) < AHEAD ? now + AHEAD : due) & ((1u << BITS) - 1);
    } while (port_now() != now);
}

/* Interrupts are masked until the crystal runs again, whatever ended the sleep. */
void port_wait(void) {
    const bool stop = deep && (CLOCK(HFCLKSTAT) & CRYSTAL);

    if (stop)
        CLOCK(HFCLKSTOP) = 1;
    wait_for_interrupt();
    deep = true;
    if (!stop)
        return;
    CLOCK(HFCLKSTARTED) = 0;
    CLOCK(HFCLKSTART) = 1;
    while (!CLOCK(HFCLKSTARTED))
        ;
}

void port_mask(void) { mask_set(); }

void port_unmask(void) { mask_clear(); }

void port_print(const char *text) { print(text); }

void port_leave(int status) { leave((uint32_t)status); }
