/* SPDX-License-Identifier: MIT-0 */
/* port.h on LPTIM1 of an STM32L0: 16 bits at 32768 Hz from the crystal, which count on in
   Stop mode. Not run on a chip: tests/firmware/host runs it over a model of the
   registers. By the reference manual RM0377; L4, WB, G0 and others have the same LPTIM,
   elsewhere.

   The timer counts from 0 to ARR, 0xFFFF, and has two matches: CMPM where it reaches CMP,
   and ARRM where it reaches ARR. CMP must be less than ARR. And ARRM comes at 0xFFFF, a
   count before the wrap. So one is added to the counter: then the sum wraps just when
   ARRM comes, and a deadline at which the sum is 0 needs no CMP, because ARRM is its
   interrupt. On the L0 CMPM also comes at once when CMP is written below the counter, as the
   reports mbed-os#10537 and Sub-IoT-Stack#93 say: it then comes with CMPOK, and does no harm.

   The timer has a clock of its own. A read is good if two reads agree. ARRM may become
   visible some cycles behind the counter: port_now() reads again while the sum is 0 and
   ARRM is not there. That takes a count at most, 31 us, once each 2 s.

   A CMP that is written is in force some three counts later, and no other may be written
   before. CMPOK's interrupt tells so, and ends a first short sleep of up to 92 us. The loop
   then comes to port_alarm() again with the same deadline, looks at the clock, and sleeps
   deep. So nothing waits for CMPOK with interrupts masked.

   The processor runs at 32 MHz from the PLL. A sleep of DEEP counts or more is Stop mode,
   which ends with the HSI and without the PLL. port_wait() restores both with interrupts
   masked: no handler and no callback runs with another clock, also if another interrupt
   ended the sleep. That takes up to 160 us for the PLL, and by so much a callback is late.
   A shorter sleep stops the processor alone. */
#include "port.h"
#include "processor.h"
#include "semihosting.h"

#define LPTIM1(offset) REGISTER(0x40007C00 + (offset))
#define RCC(offset)    REGISTER(0x40021000 + (offset))
#define PWR_CR         REGISTER(0x40007000)
#define NVIC_ENABLE    REGISTER(0xE000E100)

/* of LPTIM1 */
enum { ISR = 0x00, ICR = 0x04, IER = 0x08, CONTROL = 0x10, CMP = 0x14, ARR = 0x18, CNT = 0x1C };

enum { CMPM = 1, ARRM = 2, CMPOK = 8, ARROK = 16 }; /* in ISR, ICR, IER */

enum { ENABLE = 1, CONTINUOUS = 4 }; /* in CONTROL */

enum { CR = 0x00, CFGR = 0x0C, APB1ENR = 0x38, CCIPR = 0x4C, CSR = 0x50 }; /* of RCC */

#define HSION    ((uint32_t)1 << 0)                      /* in CR */
#define HSIRDY   ((uint32_t)1 << 2)                      /* in CR */
#define PLLON    ((uint32_t)1 << 24)                     /* in CR */
#define PLLRDY   ((uint32_t)1 << 25)                     /* in CR */
#define SW_PLL   ((uint32_t)3 << 0)                      /* in CFGR: the PLL is the system clock */
#define SWS_PLL  ((uint32_t)3 << 2)                      /* in CFGR: and it is in use */
#define STOPWUCK ((uint32_t)1 << 15)                     /* in CFGR: Stop mode ends with the HSI */
#define PLL_X4D2 ((uint32_t)1 << 18 | (uint32_t)1 << 22) /* in CFGR: 16 MHz times 4, by 2 */

#define FLASH_ACR  REGISTER(0x40022000)
#define WAIT_STATE ((uint32_t)1 << 0) /* in FLASH_ACR: for more than 16 MHz */
#define SCB_SCR    REGISTER(0xE000ED10)
#define SLEEPDEEP  ((uint32_t)1 << 2) /* in SCB_SCR */

#define PWREN      ((uint32_t)1 << 28) /* in APB1ENR */
#define LPTIM1EN   ((uint32_t)1 << 31) /* in APB1ENR */
#define LPTIM1_LSE ((uint32_t)3 << 18) /* in CCIPR */
#define LSEON      ((uint32_t)1 << 8)  /* in CSR */
#define LSERDY     ((uint32_t)1 << 9)  /* in CSR */
/* in PWR_CR: low power in Stop mode; Stop and not Standby; the crystal's switch may be
   written; no reference voltage in Stop mode; no wait for that at its end */
#define LPSDSR ((uint32_t)1 << 0)
#define PDDS   ((uint32_t)1 << 1)
#define DBP    ((uint32_t)1 << 8)
#define ULP    ((uint32_t)1 << 9)
#define FWU    ((uint32_t)1 << 10)

enum { IRQ = 13, DEEP = 33 /* counts, a millisecond: six times the start of the PLL */ };

const uint32_t port_hz = 32768;

static volatile uint32_t wraps;
static volatile bool in_force = true; /* CMP is */
static bool deep = true;              /* the next sleep is long */

static void lptim1(void) {
    const uint32_t came = LPTIM1(ISR) & (CMPM | ARRM | CMPOK);

    LPTIM1(ICR) = came;
    (void)LPTIM1(ISR);
    if (came & ARRM)
        wraps++;
    if (came & CMPOK)
        in_force = true;
}

VECTOR(IRQ, lptim1);

static void start_crystal(void) {
    RCC(APB1ENR) |= PWREN | LPTIM1EN;
    (void)RCC(APB1ENR);
    PWR_CR |= DBP;
    RCC(CSR) |= LSEON;
    while (!(RCC(CSR) & LSERDY))
        ;
    RCC(CCIPR) |= LPTIM1_LSE;
}

/* The HSI, the PLL on it, and the processor on that. The flash waits before it becomes
   fast. */
static void start_pll(void) {
    RCC(CR) |= HSION;
    while (!(RCC(CR) & HSIRDY))
        ;
    RCC(CR) |= PLLON;
    while (!(RCC(CR) & PLLRDY))
        ;
    FLASH_ACR |= WAIT_STATE;
    RCC(CFGR) |= SW_PLL;
    while ((RCC(CFGR) & SWS_PLL) != SWS_PLL)
        ;
}

/* IER can be written only while the timer is off, ARR only while it is on. */
void port_start(void) {
    start_crystal();
    PWR_CR = (PWR_CR & ~PDDS) | LPSDSR | ULP | FWU;
    RCC(CFGR) |= STOPWUCK | PLL_X4D2;
    start_pll();
    LPTIM1(IER) = CMPM | ARRM | CMPOK;
    LPTIM1(CONTROL) = ENABLE;
    LPTIM1(ARR) = 0xFFFF;
    while (!(LPTIM1(ISR) & ARROK))
        ;
    LPTIM1(ICR) = CMPOK | ARROK;
    LPTIM1(CONTROL) = ENABLE | CONTINUOUS;
    NVIC_ENABLE = 1 << IRQ;
}

/* The counter plus one, in 16 bits. */
static uint16_t count(void) {
    uint32_t before, now = LPTIM1(CNT);

    do {
        before = now;
        now = LPTIM1(CNT);
    } while (now != before);
    return (uint16_t)(now + 1);
}

tw_tick port_now(void) {
    const uint32_t was = mask_save();
    uint32_t low;
    bool wrapped;
    tw_tick now;

    do {
        low = count();
        wrapped = LPTIM1(ISR) & ARRM;
        now = port_widen(wraps, low, 16, wrapped);
    } while (low == 0 && !wrapped);
    mask_restore(was);
    return now;
}

/* CMP is the sum's deadline less one, and matches once each revolution. A sum of 0 begins
   one, and waits for ARRM. A CMP that is not in force yet is left alone: CMPOK's interrupt
   ends the sleep. */
void port_alarm(tw_tick due) {
    const tw_tick now = port_now();

    deep = in_force && (tw_tick)(due - now) >= DEEP;
    if (!in_force || (uint16_t)due == 0 || LPTIM1(CMP) == (uint16_t)(due - 1))
        return;
    LPTIM1(CMP) = (uint16_t)(due - 1);
    in_force = deep = false;
}

/* EXTI line 29 lets LPTIM1 end Stop mode; it is open after a reset. */
void port_wait(void) {
    if (deep)
        SCB_SCR |= SLEEPDEEP;
    wait_for_interrupt();
    SCB_SCR &= ~SLEEPDEEP;
    if (deep)
        start_pll();
    deep = true;
}

void port_mask(void) { mask_set(); }

void port_unmask(void) { mask_clear(); }

void port_print(const char *text) { print(text); }

void port_leave(int status) { leave((uint32_t)status); }
