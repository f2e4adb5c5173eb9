/* SPDX-License-Identifier: MIT-0 */
/* blink.c - timers without a tick: the processor sleeps from deadline to deadline and
   loses no cycle.

       make STRUCTURE=heap4 run     prints blink each second, and after a minute how often
                                    the processor woke up

   WHAT IT TEACHES
       - Bare metal: no operating system, no C library, no allocation. One tick is a
       millisecond.
       - Tickless: SysTick is set for next(), so the processor wakes up once for each tick
         that has something due (and when the sleep is longer than SysTick's 24 bits can
         count), and for nothing else.
       - Without drift: SysTick is never stopped nor restarted. It counts down to 0 and
         goes on from RELOAD by itself, so a RELOAD written now is the period after the
         running one. Each wake-up therefore begins with a short period of fixed length,
         the WINDOW; in it the callbacks run and the sleep is computed, which takes the
         rest:

             wake-up      RELOAD = rest   RELOAD = WINDOW                           wake-up
             |<- WINDOW: callbacks ->|<- n ticks less WINDOW: asleep -------------->|<-
             WINDOW ...

         The sum is n ticks exactly, whatever the callbacks took. If they take longer than
         WINDOW, the program says so.
       - Sleeping without a race: interrupts are masked between the last look at the clock
         and WFI; an interrupt that comes then still ends WFI, and is taken when they are
         unmasked.
       - A clock of 32 bits that wraps: the program starts 5 seconds before that.

   The scheme is for any Cortex-M that keeps SysTick running while it sleeps. The board is
   qemu's: the real nRF51 has no SysTick. Deep sleep stops SysTick; a low-power timer with
   a compare register then takes its place in sleep(). */
#define TIMERS_OF(name, of) TW_TIMERS_OF(name, of) /* so that `of` may be a macro */

#include HEADER
#include "timers.h"
#include "semihosting.h"
#include "microbit.h"

enum {
    CYCLES = 16000000 / 1000, /* in a tick */
    /* cycles for the callbacks of a tick; they take up to 1200 here */
    WINDOW = CYCLES / 4,
    LONGEST = (0x1000000 + WINDOW) / CYCLES, /* ticks that SysTick can sleep */
    MOST = 9                                 /* timers there is room for */
};

#define START ((tw_tick)-5000)

/* ---- The hardware. */

struct systick_registers {
    volatile uint32_t control, reload, value, calibration;
};

#define SYSTICK ((struct systick_registers *)0xE000E010)

/* the last is cleared by reading */
enum { SYSTICK_RUN = 1 | 4, SYSTICK_INTERRUPT = 2, SYSTICK_REACHED_0 = 1 << 16 };

static void mask_interrupts(void) { __asm__ volatile("cpsid i" ::: "memory"); }

static void unmask_interrupts(void) { __asm__ volatile("cpsie i\n isb" ::: "memory"); }

static void wait_for_interrupt(void) { __asm__ volatile("dsb\n wfi" ::: "memory"); }

/* ---- The clock. */

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
    microbit_mark(1000 * (ticks - START + n) + 1);
    SYSTICK->reload = n * CYCLES - WINDOW - 1;
    if (SYSTICK->control & SYSTICK_REACHED_0) {
        print("blink: the callbacks took longer than the WINDOW\n");
        leave(1);
    }
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

/* ---- The timers. */

TIMERS_OF(timers, STRUCTURE)
static struct timers set;
#if defined(TW_HEAP4_H)
static TW_HEAP4_ARRAY(room, MOST);
#define ROOM room, MOST
#elif defined(TW_WHEEL_H)
/* 2 KB, a quarter of a second; the end of the minute lies 234 revolutions ahead */
enum { SLOTS = 256 };

static TW_WHEEL_ARRAY(room, SLOTS);
#define ROOM room, SLOTS
#else
#define ROOM NULL, 0
#endif

/* Starts the clock, and returns when no timer is armed any more. */
static void run(void) {
    tw_tick due = 0;

    microbit_start();
    SYSTICK->reload = WINDOW - 1;
    SYSTICK->value = 0; /* any write clears it: the count begins with RELOAD */
    SYSTICK->control = SYSTICK_RUN;
    while (timers_next(&set, &due)) {
        if (due != ticks) /* else a callback armed something that is due at once */
            sleep(due - ticks < LONGEST ? due - ticks : LONGEST);
        timers_advance(&set, ticks);
    }
}

/* ---- The program. */

static void blink(struct tw_node *n, tw_tick now) {
    print("blink\n");
    /* never full: there is room for all */
    timers_add(&set, n, tw_forward(n->due, 1000, now, NULL));
}

static void sample(struct tw_node *n, tw_tick now) {
    timers_add(&set, n, tw_forward(n->due, 333, now, NULL));
}

static struct tw_node led = TW_NODE(blink), sensor = TW_NODE(sample);

static void stop(struct tw_node *n, tw_tick now) {
    (void)n, (void)now;
    timers_cancel(&set, &led);
    timers_cancel(&set, &sensor);
}

int main(void) {
    static struct tw_node end = TW_NODE(stop);

    timers_init(&set, START, ROOM);
    timers_add(&set, &led, START + 1000);
    timers_add(&set, &sensor, START + 333);
    timers_add(&set, &end, START + 60000);
    run();
    print_number(wakes, " wake-ups in a minute\n");
    return 0;
}
