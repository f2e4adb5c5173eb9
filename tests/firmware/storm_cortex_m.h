/* SPDX-License-Identifier: MIT-0 */
/* What firmware_storm.c needs of a Cortex-M: SysTick is the interrupt of high priority,
   PendSV that of low priority. */
#ifndef STORM_CORTEX_M_H
#define STORM_CORTEX_M_H

#include "semihosting.h"

enum { STRETCH = 1 }; /* an instruction takes a cycle of SysTick */

#if defined(MASK_BASEPRI)
static inline unsigned mask(void) {
    unsigned was;
    __asm volatile("mrs %0, basepri\n msr basepri, %1" : "=&r"(was) : "r"(0x40) : "memory");
    return was;
}

static inline void unmask(unsigned was) { __asm volatile("msr basepri, %0" ::"r"(was) : "memory"); }
#endif

/* Not post.h's: the storm's records are kept behind masks of their own. */
static uint32_t quiet(void) {
    uint32_t was;
    __asm__ volatile("mrs %0, primask\n cpsid i" : "=r"(was)::"memory");
    return was;
}

static void loud(uint32_t was) { __asm__ volatile("msr primask, %0\n isb" ::"r"(was) : "memory"); }

#define SYSTICK(i) (((volatile uint32_t *)0xE000E010)[i]) /* control, reload, value */
/* and interrupt, by the processor's clock */
#define RUN   (1 | 2 | 4)
#define ICSR  (*(volatile uint32_t *)0xE000ED04)
#define SHPR3 (*(volatile uint32_t *)0xE000ED20)

/* Of firmware_storm.c: the handlers. high() gives the cycles until it wants to be called
   again. */
void low(void);
uint32_t high(bool in_owner);

/* The interrupt of high priority comes in so many cycles. */
static void high_in(uint32_t cycles) {
    SYSTICK(1) = cycles;
    SYSTICK(2) = 0; /* any write clears it: the count begins with what was written above */
}

static void pend_low(void) { ICSR = 1u << 28; }

void pendsv(void);

void pendsv(void) { low(); }

/* a bit for each address where SysTick landed in PendSV; in the owner */
static uint32_t places[2][256];

/* frame: r0 to r3, r12, lr, pc, xPSR of what is interrupted. */
void interrupt(const uint32_t *frame);

void interrupt(const uint32_t *frame) {
    const bool in_owner = (frame[7] & 0x1FF) == 0;

    SYSTICK(0) = 0;
    if (frame[6] >= sizeof places[0] * 16) {
        print("storm: the program has outgrown the map of where SysTick landed\n");
        leave(1);
    }
    places[in_owner][frame[6] / 64] |= 1u << (frame[6] / 2 % 32);
    high_in(high(in_owner));
    SYSTICK(0) = RUN;
}

void systick(void);

__attribute__((naked)) void systick(void) {
    __asm__ volatile("mov r0, sp\n ldr r1, =interrupt\n bx r1\n .ltorg");
}

static void storm_begins(void) {
    SHPR3 = 0x40C00000; /* SysTick before PendSV */
    high_in(100);
    SYSTICK(0) = RUN;
}

static void storm_ends(void) {
    SYSTICK(0) = 0;
    loud(0);
}

static void print_places(const char *context, const uint32_t *bits) {
    uint32_t i;

    for (i = 0; i < sizeof places[0] * 8; i++)
        if (bits[i / 32] >> i % 32 & 1) {
            print(context);
            print_number(2 * i, "\n");
        }
}

static void print_landed(void) {
    print_places("PendSV at ", places[0]);
    print_places("owner at ", places[1]);
}

#endif
