/* SPDX-License-Identifier: MIT-0 */
/* port.h on the timer of an RP2040, as on the Raspberry Pi Pico: 64 bits at 1 MHz, and
   alarms of 32 bits. Compiled here, not run. By the RP2040 Datasheet, sections 2.14
   (resets), 2.15 (clocks), 2.16 (crystal), 4.6 (timer) and 4.7 (watchdog, which makes the
   microsecond).

   An alarm comes when the low half of the counter equals it, not when it is greater: a
   deadline that has passed would wait 71 minutes, so the look behind the write is needed.
   The low half is the tick, read raw: the other registers for it latch the high half,
   which the two cores would share. */
#include "port.h"
#include "semihosting.h"

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define RESET             REGISTER(0x4000C000)
#define RESET_DONE        REGISTER(0x4000C008)
#define CLK_REF_CTRL      REGISTER(0x40008030)
#define CLK_REF_SELECTED  REGISTER(0x40008038)
#define XOSC_CTRL         REGISTER(0x40024000)
#define XOSC_STATUS       REGISTER(0x40024004)
#define XOSC_STARTUP      REGISTER(0x4002400C)
#define ALARM0            REGISTER(0x40054010)
#define TIMERAWL          REGISTER(0x40054028)
#define INTR              REGISTER(0x40054034)
#define INTE              REGISTER(0x40054038)
#define WATCHDOG_TICK     REGISTER(0x4005802C)
#define NVIC_ENABLE       REGISTER(0xE000E100)
#define XOSC_STABLE       0x80000000u
#define XOSC_ON           0xFABAA0u /* enabled, 1 to 15 MHz */

enum {
    RESET_TIMER = 1 << 21,
    FROM_XOSC = 2,
    MHZ = 12,
    MILLISECOND = 47,
    TICK_ENABLE = 1 << 9,
    IRQ = 0
};

const uint32_t port_hz = 1000000;

static void timer_0(void) {
    INTR = 1;
    (void)INTR;
}

__attribute__((section(".vectors.irq"), used)) static void (*const vectors_irq[])(void) = {
    [IRQ] = timer_0};

/* The reference clock from the crystal, 12 of whose cycles are a microsecond. 47 times
   256 cycles are its start. */
static void start_microseconds(void) {
    XOSC_STARTUP = MILLISECOND;
    XOSC_CTRL = XOSC_ON;
    while (!(XOSC_STATUS & XOSC_STABLE))
        ;
    CLK_REF_CTRL = FROM_XOSC;
    while (!(CLK_REF_SELECTED & 1u << FROM_XOSC))
        ;
    WATCHDOG_TICK = TICK_ENABLE | MHZ;
}

void port_start(void) {
    start_microseconds();
    RESET &= ~(uint32_t)RESET_TIMER;
    while (!(RESET_DONE & RESET_TIMER))
        ;
    INTE = 1;
    NVIC_ENABLE = 1 << IRQ;
}

tw_tick port_now(void) { return TIMERAWL; }

/* The interrupt of an alarm before is cleared first, so that this one's stays. Writing
   ALARM0 arms it. */
void port_alarm(tw_tick due) {
    INTR = 1;
    ALARM0 = due;
}

void port_wait(void) { __asm__ volatile("dsb\n wfi" ::: "memory"); }

void port_mask(void) { __asm__ volatile("cpsid i" ::: "memory"); }

void port_unmask(void) { __asm__ volatile("cpsie i\n isb" ::: "memory"); }

void port_print(const char *text) { print(text); }

void port_leave(int status) { leave((uint32_t)status); }
