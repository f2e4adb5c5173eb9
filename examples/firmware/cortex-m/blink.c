/* SPDX-License-Identifier: MIT-0 */
/* blink.c - timers without a tick: the processor sleeps from deadline to deadline and loses no cycle.

       make STRUCTURE=heap4 run

   WHAT IT TEACHES
       - Bare metal: no operating system, no C library, no allocation. One tick is a millisecond.
       - Tickless: SysTick is set for next(), so the processor wakes up once for each tick that has something due (and
         when the sleep is longer than SysTick's 24 bits can count), and for nothing else.
       - Without drift: SysTick is never stopped nor restarted. It counts down to 0 and goes on from RELOAD by itself,
         so a RELOAD written now is the period after the running one. Each wake-up therefore begins with a short period
         of fixed length, the WINDOW; in it the callbacks run and the sleep is computed, which takes the rest:

             wake-up      RELOAD = rest   RELOAD = WINDOW                           wake-up
             |<- WINDOW: callbacks ->|<- n ticks less WINDOW: asleep -------------->|<- WINDOW ...

         The sum is n ticks exactly, whatever the callbacks took. If they take longer than WINDOW, the program says so.
       - Sleeping without a race: interrupts are masked between the last look at the clock and WFI; an interrupt that
         comes then still ends WFI, and is taken when they are unmasked.
       - A clock of 32 bits that wraps: the program starts 5 seconds before that.

   After a minute it compares every count with what arithmetic says, and leaves with status 0, or 1 and a message. The
   witness is a second clock, TIMER0 of the nRF51, that counts microseconds on its own; leave it out of firmware.

   The scheme is for any Cortex-M that keeps SysTick running while it sleeps. The board is qemu's: the real nRF51 has no
   SysTick. Deep sleep stops SysTick; a low-power timer with a compare register then takes its place in sleep(). */
#define TIMERS_OF(name, of) TW_TIMERS_OF(name, of) /* so that `of` may be a macro */

#include HEADER
#include "timers.h"
#include "semihosting.h"

enum {
    CYCLES = 16000000 / 1000,                /* in a tick */
    WINDOW = CYCLES / 4,                     /* cycles for the callbacks of a tick; they take up to 1200 here */
    LONGEST = (0x1000000 + WINDOW) / CYCLES, /* ticks that SysTick can sleep */
    MINUTE = 60000
};

#define START ((tw_tick)-5000)

/* ------------------------------------------------------------------------------------------------ THE HARDWARE */

struct systick_registers {
    volatile uint32_t control, reload, value, calibration;
};
#define SYSTICK ((struct systick_registers *)0xE000E010)
enum { SYSTICK_RUN = 1 | 4, SYSTICK_INTERRUPT = 2, SYSTICK_REACHED_0 = 1 << 16 }; /* the last is cleared by reading */

#define TIMER0(offset) (*(volatile uint32_t *)(0x40008000 + (offset)))

static void witness_start(void) {
    TIMER0(0x508) = 3; /* BITMODE: 32 bits */
    TIMER0(0x510) = 4; /* PRESCALER: 16 MHz / 2^4 */
    TIMER0(0x000) = 1; /* START */
}

static uint32_t witness_us(void) {
    TIMER0(0x040) = 1; /* CAPTURE[0] */
    return TIMER0(0x540);
}

/* For qemu before 9.2.2 (its issue 2703): while the processor sleeps, a timer that reloads there sends the clock on to
   the next event, so SysTick's interrupt would come a WINDOW late. TIMER0 passing us is that event instead. */
static void witness_mark(uint32_t us) {
    TIMER0(0x544) = us; /* CC[1] */
    TIMER0(0x144) = 0;  /* EVENTS_COMPARE[1] */
}

static void mask_interrupts(void) { __asm__ volatile("cpsid i" ::: "memory"); }
static void unmask_interrupts(void) { __asm__ volatile("cpsie i\n isb" ::: "memory"); }
static void wait_for_interrupt(void) { __asm__ volatile("dsb\n wfi" ::: "memory"); }

static void check(bool holds, const char *otherwise) {
    if (!holds) {
        print("blink: ");
        print(otherwise);
        print("\n");
        leave(1);
    }
}

/* --------------------------------------------------------------------------------------------------- THE CLOCK */

static volatile tw_tick ticks = START;
static volatile uint32_t wakes;
static uint32_t nap; /* ticks that the present sleep takes, since the wake-up before it */

void systick(void);
void systick(void) {
    ticks += nap;
    wakes++;
}

/* To be called in the WINDOW of a wake-up; ends with the next one, n ticks after it. */
static void sleep(uint32_t n) {
    const tw_tick before = ticks;

    nap = n;
    witness_mark(1000 * (ticks - START + n) + 1);
    SYSTICK->reload = n * CYCLES - WINDOW - 1;
    check(!(SYSTICK->control & SYSTICK_REACHED_0), "the callbacks took longer than the WINDOW");
    while (!(SYSTICK->control & SYSTICK_REACHED_0))
        ;
    SYSTICK->reload = WINDOW - 1;
    SYSTICK->control = SYSTICK_RUN | SYSTICK_INTERRUPT;

    mask_interrupts();
    while (ticks == before) {
        wait_for_interrupt();
        unmask_interrupts(); /* the interrupt is taken here */
        mask_interrupts();
    }
    unmask_interrupts();

    SYSTICK->control = SYSTICK_RUN; /* the end of the WINDOW interrupts nothing */
    (void)SYSTICK->control;
}

/* -------------------------------------------------------------------------------------------------- THE TIMERS */

struct timer {
    struct tw_node node;
    tw_tick period;
    uint32_t fired;
};

static void again(struct tw_node *n, tw_tick now);
static void once(struct tw_node *n, tw_tick now);
static void hush(struct tw_node *n, tw_tick now);

/* clang-format off */
#define TIMER(fn, period) {TW_NODE(fn), period, 0}
/* clang-format on */
enum { HUSH = 55100, LED = 0, PERIODIC = 3, TIMERS = 9 };
static struct timer timer[TIMERS] = {
    TIMER(again, 1000), TIMER(again, 250), TIMER(again, 333), /* from START on, until hush() */
    TIMER(once, 1),     TIMER(once, 4999), TIMER(once, 5000), /* the first tick; the last before the wrap; tick 0 */
    TIMER(once, 5001),  TIMER(hush, HUSH), TIMER(once, MINUTE),
};

TIMERS_OF(timers, STRUCTURE)
static struct timers set;
#if defined(TW_HEAP4_H)
static TW_HEAP4_ARRAY(room, TIMERS);
#define ROOM room, TIMERS
#elif defined(TW_WHEEL_H)
enum { SLOTS = 256 }; /* 2 KB, a quarter of a second; the end of the minute lies 234 revolutions ahead */
static TW_WHEEL_ARRAY(room, SLOTS);
#define ROOM room, SLOTS
#else
#define ROOM NULL, 0
#endif

/* A one-shot timer, whose period is counted once; every timer comes through here. */
static void once(struct tw_node *n, tw_tick now) {
    struct timer *x = TW_OF(n, struct timer, node);

    x->fired++;
    check(now == ticks, "advance() did not pass its now on");
    check(now == n->due, "a timer fired late or early");
    check(now == START + x->fired * x->period, "a timer fired off its grid");
}

static void again(struct tw_node *n, tw_tick now) {
    struct timer *x = TW_OF(n, struct timer, node);
    tw_tick missed = 0;

    once(n, now);
    if (x == &timer[LED])
        print("blink\n");
    check(timers_add(&set, n, tw_forward(n->due, x->period, now, &missed)), "a timer was refused");
    check(missed == 0, "a period was missed");
}

/* Silence: what is left, at the end of the minute, lies farther ahead than SysTick reaches. */
static void hush(struct tw_node *n, tw_tick now) {
    unsigned i;

    once(n, now);
    for (i = 0; i < PERIODIC; i++)
        check(timers_cancel(&set, &timer[i].node), "a periodic timer was not armed");
}

/* What must have happened, from the periods alone: true if something is due t ticks after START. */
static bool expected(uint32_t t) {
    unsigned i;

    for (i = 0; i < TIMERS; i++)
        if (i < PERIODIC ? t <= HUSH && t % timer[i].period == 0 : t == timer[i].period)
            return true;
    return false;
}

static void compare(void) {
    uint32_t t, last = 0, due_ticks = 0, naps = 0, firings = 0;
    unsigned i;

    for (t = 1; t <= MINUTE; t++)
        if (expected(t)) {
            due_ticks++;
            naps += (t - last + LONGEST - 1) / LONGEST;
            last = t;
        }
    for (i = 0; i < TIMERS; i++) {
        check(timer[i].fired == (i < PERIODIC ? HUSH / timer[i].period : 1), "a timer fired too often or not enough");
        firings += timer[i].fired;
    }
    check(timers_count(&set) == 0, "a timer is left");
    check(wakes == naps, "more or fewer wake-ups than due ticks and long sleeps");

    print("blink: one minute, ");
    print_number(firings, " firings at ");
    print_number(due_ticks, " due ticks, ");
    print_number(wakes, " wake-ups, ");
    print_number(wakes - due_ticks, " of them for SysTick's range\n");
}

int main(void) {
    unsigned i;
    tw_tick due = 0;

    timers_init(&set, START, ROOM);
    for (i = 0; i < TIMERS; i++)
        check(timers_add(&set, &timer[i].node, START + timer[i].period), "a timer was refused");

    SYSTICK->reload = WINDOW - 1;
    SYSTICK->value = 0; /* any write clears it: the count begins with RELOAD */
    witness_start();
    SYSTICK->control = SYSTICK_RUN;

    while (timers_next(&set, &due)) {
        if (due != ticks) /* else a callback armed something that is due at once */
            sleep(due - ticks < LONGEST ? due - ticks : LONGEST);
        check(witness_us() - 1000 * (ticks - START) <= 2, "the clock drifts");
        timers_advance(&set, ticks);
    }

    compare();
    return 0;
}
