/* SPDX-License-Identifier: MIT-0 */
/* port.h on the two CMSDK timers of Arm's MPS2 board with a Cortex-M3: 32 bits at 25 MHz,
   on qemu's mps2-an385.

   These timers count down and have no compare register. The first runs freely and is the
   clock; the second counts down from the ticks that are left, and stops at 0: an alarm
   that cannot be missed. It is late by the time between the look at the first and the
   start of the second. */
#include "port.h"
#include "semihosting.h"

struct cmsdk_timer {
    volatile uint32_t control, value, reload, interrupt; /* the last is cleared by writing 1 */
};

#define CLOCK       ((struct cmsdk_timer *)0x40000000)
#define ALARM       ((struct cmsdk_timer *)0x40001000)
#define NVIC_ENABLE (*(volatile uint32_t *)0xE000E100)

enum { RUN = 1, INTERRUPT = 8, IRQ = 9 };

const uint32_t port_hz = 25000000;

/* Reading it back lets the write arrive, or the interrupt would come twice. */
static void alarm(void) {
    ALARM->interrupt = 1;
    (void)ALARM->interrupt;
}

__attribute__((section(".vectors.irq"), used)) static void (*const vectors_irq[])(void) = {
    [IRQ] = alarm};

void port_start(void) {
    CLOCK->reload = CLOCK->value = 0xFFFFFFFF;
    CLOCK->control = RUN;
    ALARM->reload = 0;
    NVIC_ENABLE = 1 << IRQ;
}

tw_tick port_now(void) { return ~CLOCK->value; }

void port_alarm(tw_tick due) {
    const tw_tick now = port_now();

    ALARM->control = 0;
    ALARM->interrupt = 1;
    if (tw_before(now, due)) {
        ALARM->value = due - now;
        ALARM->control = RUN | INTERRUPT;
    }
}

void port_wait(void) { __asm__ volatile("dsb\n wfi" ::: "memory"); }

void port_mask(void) { __asm__ volatile("cpsid i" ::: "memory"); }

void port_unmask(void) { __asm__ volatile("cpsie i\n isb" ::: "memory"); }

void port_print(const char *text) { print(text); }

void port_leave(int status) { leave((uint32_t)status); }
