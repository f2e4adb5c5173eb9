/* SPDX-License-Identifier: MIT-0 */
/* port.h on LPTIM1 of an STM32L0: 16 bits at 32768 Hz from the crystal, which count on in
   Stop mode. Compiled here, not run. By the reference manual RM0377; L4, WB, G0 and
   others have the same LPTIM, elsewhere.

   The timer counts from 0 to ARR, 0xFFFF, and has two matches: CMPM where it reaches CMP,
   and ARRM where it reaches ARR. CMP must be less than ARR. And ARRM comes at 0xFFFF, a
   count before the wrap. So one is added to the counter: then the sum wraps just when
   ARRM comes, and a deadline at which the sum is 0 needs no CMP, because ARRM is its
   interrupt. On the L0 CMPM also comes at once when CMP is written below the counter
   (Mbed OS and Sub-IoT found that): a deadline behind the wrap is therefore set after it.

   The timer has a clock of its own. A read is good if two reads agree, and a CMP that is
   written is in force some three counts later, when CMPOK tells so; no other may be
   written before. port_alarm() waits for it, so that the look at the clock behind it
   comes after the write: at most 100 us, awake. */
#include "port.h"
#include "semihosting.h"

struct lptim {
    volatile uint32_t isr, icr, ier, cfgr, cr, cmp, arr, cnt;
};

#define LPTIM1      ((struct lptim *)0x40007C00)
#define RCC(offset) (*(volatile uint32_t *)(0x40021000 + (offset)))
#define PWR_CR      (*(volatile uint32_t *)0x40007000)
#define NVIC_ENABLE (*(volatile uint32_t *)0xE000E100)

enum { CMPM = 1, ARRM = 2, CMPOK = 8, ARROK = 16 }; /* in isr, icr, ier */

enum { ENABLE = 1, CONTINUOUS = 4 }; /* in cr */

enum { APB1ENR = 0x38, CCIPR = 0x4C, CSR = 0x50 }; /* of RCC */

#define PWREN      ((uint32_t)1 << 28) /* in APB1ENR */
#define LPTIM1EN   ((uint32_t)1 << 31) /* in APB1ENR */
#define LPTIM1_LSE ((uint32_t)3 << 18) /* in CCIPR */
#define LSEON      ((uint32_t)1 << 8)  /* in CSR */
#define LSERDY     ((uint32_t)1 << 9)  /* in CSR */
/* in PWR_CR: the crystal's switch may be written */
#define DBP ((uint32_t)1 << 8)

enum { IRQ = 13 };

const uint32_t port_hz = 32768;

static volatile uint32_t wraps;

static void lptim1(void) {
    const uint32_t came = LPTIM1->isr & (CMPM | ARRM);

    LPTIM1->icr = came;
    (void)LPTIM1->isr;
    if (came & ARRM)
        wraps++;
}

__attribute__((section(".vectors.irq"), used)) static void (*const vectors_irq[])(void) = {
    [IRQ] = lptim1};

static void start_crystal(void) {
    RCC(APB1ENR) |= PWREN | LPTIM1EN;
    (void)RCC(APB1ENR);
    PWR_CR |= DBP;
    RCC(CSR) |= LSEON;
    while (!(RCC(CSR) & LSERDY))
        ;
    RCC(CCIPR) |= LPTIM1_LSE;
}

/* IER can be written only while the timer is off, ARR only while it is on. */
void port_start(void) {
    start_crystal();
    LPTIM1->ier = CMPM | ARRM;
    LPTIM1->cr = ENABLE;
    LPTIM1->arr = 0xFFFF;
    while (!(LPTIM1->isr & ARROK))
        ;
    LPTIM1->icr = CMPOK | ARROK;
    LPTIM1->cr = ENABLE | CONTINUOUS;
    NVIC_ENABLE = 1 << IRQ;
}

/* The counter plus one, in 16 bits. */
static uint16_t count(void) {
    uint32_t before, now = LPTIM1->cnt;

    do {
        before = now;
        now = LPTIM1->cnt;
    } while (now != before);
    return (uint16_t)(now + 1);
}

tw_tick port_now(void) {
    uint32_t was, low;
    tw_tick now;

    __asm__ volatile("mrs %0, primask\n cpsid i" : "=r"(was)::"memory");
    low = count();
    now = port_widen(wraps, low, 16, LPTIM1->isr & ARRM);
    __asm__ volatile("msr primask, %0" ::"r"(was) : "memory");
    return now;
}

/* CMP is the sum's deadline less one. Only a deadline of this revolution is set, which
   lies above the counter; one of a later revolution waits for ARRM, and so does a sum of
   0, which begins one. */
void port_alarm(tw_tick due) {
    if (due >> 16 != port_now() >> 16 || (uint16_t)due == 0)
        return;
    LPTIM1->icr = CMPM | CMPOK;
    LPTIM1->cmp = (uint16_t)(due - 1);
    while (!(LPTIM1->isr & CMPOK))
        ;
}

void port_wait(void) { __asm__ volatile("dsb\n wfi" ::: "memory"); }

void port_mask(void) { __asm__ volatile("cpsid i" ::: "memory"); }

void port_unmask(void) { __asm__ volatile("cpsie i\n isb" ::: "memory"); }

void port_print(const char *text) { print(text); }

void port_leave(int status) { leave((uint32_t)status); }
