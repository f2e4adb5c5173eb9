/* SPDX-License-Identifier: MIT-0 */
/* A model of LPTIM1, RCC, PWR and FLASH of an STM32L0. The counter is read asynchronously:
   near a count a read may be anything. ARRM becomes visible up to eight reads behind the
   counter, within a count. A CMP takes three counts until it is in force, and
   matches at once if it is below the counter then. Stop mode leaves the HSI or the MSI as
   the system clock, without the PLL. */
#include "host.h"
#include "node.h"

extern "C" {
#include PORT
}

enum {
    RANGE = 1 << 16,
    TAKES = 3,        /* counts until CMP or ARR is in force */
    PLL_STARTS = 5,   /* counts, 150 us */
    WAKES = 1,        /* a count: the regulator, the flash */
    LATE = 9,         /* reads until ARRM is visible */
    LSE_STARTS = 100, /* counts; half a second in truth */
    MSI = 0,
    HSI = 1,
    PLL = 3
};

static uint32_t isr, ier, control, cmp_written, cmp, arr, cfgr, pwr, apb, ccipr, csr, flash, scr,
    nvic;
static uint32_t hidden; /* reads for which ARRM is not visible yet */
static bool counting, hsi, pll;
static uint64_t cmp_at, arr_at, pll_at, lse_at; /* when it will be; 0: not asked for */

/* As if it had counted for 36 hours: the tick wraps after half a minute. */
void model_start(void) {
    wraps = 0xFFF0;
    host_counts = (uint64_t)RANGE * wraps;
    csr = cfgr = 0;
    cmp = arr = RANGE;
}

/* A tick is one more than what the counter shows. */
static uint32_t shown(void) { return (uint32_t)((host_counts - 1) % RANGE); }

static bool reached(uint64_t *at) {
    if (*at == 0 || host_counts < *at)
        return false;
    *at = 0;
    return true;
}

void model_count(void) {
    if (reached(&arr_at))
        isr |= ARROK;
    if (reached(&lse_at))
        csr |= LSERDY;
    if (reached(&pll_at))
        pll = true;
    if (!counting)
        return;
    if (reached(&cmp_at)) {
        cmp = cmp_written;
        isr |= CMPOK;
        if (cmp < shown())
            isr |= CMPM;
    }
    if (shown() == cmp)
        isr |= CMPM;
    hidden = 0;
    if (shown() == RANGE - 1) {
        isr |= ARRM;
        hidden = host_random(LATE);
    }
}

static uint32_t visible(void) { return hidden ? isr & ~(uint32_t)ARRM : isr; }

bool model_pending(void) { return (nvic >> IRQ & 1) && (visible() & ier); }

void model_interrupt(void) { board_handler(); }

static uint32_t system_clock(void) { return cfgr >> 2 & 3; }

static bool stopped;

void model_sleep(void) {
    stopped = scr & SLEEPDEEP;
    if (stopped && ((pwr & PDDS) || !(pwr & LPSDSR)))
        host_fail("not Stop mode in low power");
    if (stopped && (csr & LSERDY) == 0)
        host_fail("Stop mode without the crystal of LPTIM1");
}

/* Stop mode is left with the oscillator that STOPWUCK names. */
void model_wake(void) {
    if (!stopped)
        return;
    host_deep++;
    pll = false;
    pll_at = 0;
    hsi = cfgr & STOPWUCK;
    cfgr = (cfgr & ~(uint32_t)0xF) | (hsi ? HSI | HSI << 2 : MSI);
    host_pass(WAKES);
}

void model_awake(void) {
    if (system_clock() != PLL || !pll)
        host_fail("the processor does not run from the PLL");
    if (scr & SLEEPDEEP)
        host_fail("SLEEPDEEP is still set");
}

/* A clock is in use once it runs. */
static void choose_clock(uint32_t wanted) {
    cfgr = wanted & ~(uint32_t)0xC;
    if ((cfgr & 3) == PLL && (!pll || (cfgr & PLL_X4D2) != PLL_X4D2))
        host_fail("the PLL is chosen before it runs at 32 MHz");
    if ((cfgr & 3) == PLL && !(flash & WAIT_STATE))
        host_fail("32 MHz without a wait state");
    cfgr |= (cfgr & 3) << 2;
}

static void control_clocks(uint32_t wanted) {
    hsi = wanted & HSION;
    if ((wanted & PLLON) && !hsi)
        host_fail("a PLL without the HSI");
    if ((wanted & PLLON) && !pll && !pll_at)
        pll_at = host_counts + PLL_STARTS;
}

static uint32_t read_lptim(uint32_t offset) {
    switch (offset) {
    case ISR:
        hidden -= hidden > 0;
        return visible();
    case IER:
        return ier;
    case CONTROL:
        return control;
    case CMP:
        return cmp_written;
    case CNT:
        return host_random(16) == 0 ? host_random(RANGE) : shown();
    default:
        host_fail("a register of LPTIM1 that is not modelled");
        return 0;
    }
}

static void write_control(uint32_t value) {
    if (control && !(value & ENABLE))
        host_fail("LPTIM1 is switched off");
    counting = counting || (value & CONTINUOUS);
    control |= value & ENABLE;
}

static void write_lptim(uint32_t offset, uint32_t value) {
    switch (offset) {
    case ICR:
        isr &= ~value;
        break;
    case IER:
        if (control & ENABLE)
            host_fail("IER is written while LPTIM1 is on");
        ier = value;
        break;
    case CONTROL:
        write_control(value);
        break;
    case CMP:
        if (cmp_at)
            host_fail("CMP is written before the last one is in force");
        if (value >= RANGE - 1)
            host_fail("CMP is not below ARR");
        cmp_written = value;
        cmp_at = host_counts + TAKES;
        break;
    case ARR:
        if (!(control & ENABLE) || value != RANGE - 1)
            host_fail("ARR is written while LPTIM1 is off, or is not 0xFFFF");
        arr_at = host_counts + TAKES;
        break;
    default:
        host_fail("a register of LPTIM1 that is not modelled");
    }
}

static uint32_t read_clocks(uint32_t offset) {
    switch (offset) {
    case CR:
        return (hsi ? HSION | HSIRDY : 0) | (pll ? PLLON | PLLRDY : pll_at ? PLLON : 0);
    case CFGR:
        return cfgr;
    case APB1ENR:
        return apb;
    case CCIPR:
        return ccipr;
    case CSR:
        return csr;
    default:
        host_fail("a register of RCC that is not modelled");
        return 0;
    }
}

static void write_clocks(uint32_t offset, uint32_t value) {
    switch (offset) {
    case CR:
        control_clocks(value);
        break;
    case CFGR:
        choose_clock(value);
        break;
    case APB1ENR:
        apb = value;
        break;
    case CCIPR:
        ccipr = value;
        break;
    case CSR:
        if (!(apb & PWREN) || !(pwr & DBP))
            host_fail("the crystal's switch may not be written");
        csr = (csr & LSERDY) | (value & LSEON);
        lse_at = host_counts + LSE_STARTS;
        break;
    default:
        host_fail("a register of RCC that is not modelled");
    }
}

/* The four that stand alone. */
static uint32_t *other(uint32_t at) {
    switch (at) {
    case 0x40007000:
        return &pwr;
    case 0x40022000:
        return &flash;
    case 0xE000ED10:
        return &scr;
    case 0xE000E100:
        return &nvic;
    default:
        host_fail("a register that is not modelled");
        return NULL;
    }
}

uint32_t model_read(uint32_t at) {
    switch (at >> 8) {
    case 0x40007C:
        return read_lptim(at & 0xFF);
    case 0x400210:
        return read_clocks(at & 0xFF);
    default:
        return *other(at);
    }
}

void model_write(uint32_t at, uint32_t value) {
    switch (at >> 8) {
    case 0x40007C:
        write_lptim(at & 0xFF, value);
        break;
    case 0x400210:
        write_clocks(at & 0xFF, value);
        break;
    default:
        *other(at) = value;
    }
}
