/* SPDX-License-Identifier: MIT-0 */
/* What ports of a Cortex-M want of the processor: registers, a vector, masks, and sleep. */
#ifndef PROCESSOR_H
#define PROCESSOR_H

#include <stdint.h>

#define REGISTER(address) (*(volatile uint32_t *)(address))

/* The handlers of peripherals, up to the one of interrupt `number`, which is the only one.
   link.ld puts them behind the processor's own. */
#define VECTOR(number, handler)                                                                 \
    __attribute__((section(".vectors.irq"), used)) static void (*const vectors_irq[])(void) = { \
        [number] = handler}

/* Masks interrupts, and returns the mask that there was before. */
static inline uint32_t mask_save(void) {
    uint32_t was;

    __asm__ volatile("mrs %0, primask\n cpsid i" : "=r"(was)::"memory");
    return was;
}

static inline void mask_restore(uint32_t was) {
    __asm__ volatile("msr primask, %0" ::"r"(was) : "memory");
}

static inline void mask_set(void) { __asm__ volatile("cpsid i" ::: "memory"); }

/* Takes the interrupts that are pending before it returns. */
static inline void mask_clear(void) { __asm__ volatile("cpsie i\n isb" ::: "memory"); }

/* Sleeps until an interrupt is pending, masked or not. */
static inline void wait_for_interrupt(void) { __asm__ volatile("dsb\n wfi" ::: "memory"); }

#endif
