/* SPDX-License-Identifier: MIT-0 */
/* port.h on TIMER0 of an nRF51 or nRF52: 32 bits at 4 MHz, as on the micro:bit and on
   qemu's.

   The counter cannot be read: a CAPTURE task copies it to a compare register, here CC[1].
   CC[0] holds the alarm. A match sets an event, and the event the interrupt, until the
   event is cleared. */
#include "port.h"
#include "semihosting.h"

#define TIMER0(offset) (*(volatile uint32_t *)(0x40008000 + (offset)))
#define NVIC_ENABLE    (*(volatile uint32_t *)0xE000E100)

enum {
    START = 0x000,
    CAPTURE_1 = 0x044,
    COMPARE_0 = 0x140,
    INTENSET = 0x304,
    BITMODE = 0x508,
    PRESCALER = 0x510,
    CC_0 = 0x540,
    CC_1 = 0x544,
    IRQ = 8
};

const uint32_t port_hz = 4000000;

/* Reading the event back lets the write arrive, or the interrupt would come twice. */
static void timer0(void) {
    TIMER0(COMPARE_0) = 0;
    (void)TIMER0(COMPARE_0);
}

__attribute__((section(".vectors.irq"), used)) static void (*const vectors_irq[])(void) = {
    [IRQ] = timer0};

void port_start(void) {
    TIMER0(BITMODE) = 3;        /* 32 bits */
    TIMER0(PRESCALER) = 2;      /* 16 MHz / 2^2 */
    TIMER0(INTENSET) = 1 << 16; /* COMPARE[0] */
    NVIC_ENABLE = 1 << IRQ;
    TIMER0(START) = 1;
}

tw_tick port_now(void) {
    TIMER0(CAPTURE_1) = 1;
    return TIMER0(CC_1);
}

/* An event of the alarm before is cleared first, so that a match with this one stays. */
void port_alarm(tw_tick due) {
    TIMER0(COMPARE_0) = 0;
    TIMER0(CC_0) = due;
}

void port_wait(void) { __asm__ volatile("dsb\n wfi" ::: "memory"); }

void port_mask(void) { __asm__ volatile("cpsid i" ::: "memory"); }

void port_unmask(void) { __asm__ volatile("cpsie i\n isb" ::: "memory"); }

void port_print(const char *text) { print(text); }

void port_leave(int status) { leave((uint32_t)status); }
