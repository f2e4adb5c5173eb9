/* SPDX-License-Identifier: MIT-0 */
/* microbit.h - what blink.c needs of the board as qemu plays it; leave it out of
   firmware.

   TIMER0 of the nRF51 counts microseconds on its own, beside the processor's SysTick: a
   second clock, by which the tests see whether the first one drifts. */
#ifndef MICROBIT_H
#define MICROBIT_H

#include <stdint.h>

#define TIMER0(offset) (*(volatile uint32_t *)(0x40008000 + (offset)))

static inline void microbit_start(void) {
    TIMER0(0x508) = 3; /* BITMODE: 32 bits */
    TIMER0(0x510) = 4; /* PRESCALER: 16 MHz / 2^4 */
    TIMER0(0x000) = 1; /* START */
}

static inline uint32_t microbit_us(void) {
    TIMER0(0x040) = 1; /* CAPTURE[0] */
    return TIMER0(0x540);
}

/* For qemu before 9.2.2 (its issue 2703): while the processor sleeps, a timer that
   reloads there sends the clock on to the next event, so SysTick's interrupt would come
   too late. TIMER0 passing us is that event instead. */
static inline void microbit_mark(uint32_t us) {
    TIMER0(0x544) = us; /* CC[1] */
    TIMER0(0x144) = 0;  /* EVENTS_COMPARE[1] */
}

#endif
