/* SPDX-License-Identifier: MIT-0 */
/* What firmware_storm.c needs of an AVR: Timer 1, which counts cycles, stands for
   SysTick. Timer 0 stands for PendSV: its handler lets Timer 1 interrupt it, but not
   itself. Where Timer 1 landed is what avr_run.c reports. */
#ifndef STORM_AVR_H
#define STORM_AVR_H

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

/* an instruction takes 1 to 4 cycles, and a word takes several instructions */
enum { STRETCH = 4 };

static inline void print(const char *text) {
    for (; *text; text++) {
        while (!(UCSR0A & (1 << UDRE0))) {
        }
        UDR0 = (uint8_t)*text;
    }
}

static inline void print_number(uint32_t n, const char *what) {
    char digits[11], *d = &digits[10];

    for (*d = 0; d == &digits[10] || n > 0; n /= 10)
        *--d = (char)('0' + n % 10);
    print(d);
    print(what);
}

/* avr_run ends a program that sleeps without interrupts, and takes the status from
   GPIOR0. */
static inline void leave(int status) {
    GPIOR0 = (uint8_t)status;
    cli();
    sleep_enable();
    for (;;)
        sleep_cpu();
}

/* Not post.h's: the storm's records are kept behind masks of their own. */
static uint32_t quiet(void) {
    const uint8_t was = SREG;

    __asm__ volatile("cli" ::: "memory");
    return was;
}

static void loud(uint32_t was) {
    __asm__ volatile("out __SREG__, %0" ::"r"((uint8_t)was) : "memory");
}

/* Of firmware_storm.c: the handlers. high() gives the cycles until it wants to be called
   again. */
void low(void);
uint32_t high(bool in_owner);

/* The interrupt of high priority comes in so many cycles. */
static inline void high_in(uint32_t cycles) {
    const uint32_t was = quiet();

    TCNT1 = 0;
    OCR1A = (uint16_t)(cycles + 4);
    TIFR1 = 1 << OCF1A;
    loud(was);
}

static volatile bool in_low, again;

/* By Timer 1's handler only. The flag of Timer 0 comes by itself every 256 cycles. */
static void pend_low(void) {
    if (in_low)
        again = true;
    else
        TIMSK0 = 1 << OCIE0A;
}

ISR(TIMER0_COMPA_vect) {
    TIMSK0 = 0;
    in_low = true;
    sei();
    low();
    cli();
    in_low = false;
    if (again)
        TIMSK0 = 1 << OCIE0A;
    again = false;
}

/* Its way out takes some cycles, which do not count. Short gaps stay as they are, to land
   on any cycle of a send. */
ISR(TIMER1_COMPA_vect) {
    const uint32_t gap = high(!in_low);

    high_in(50 + (gap > 32 ? STRETCH * gap : gap));
}

static void storm_begins(void) {
    UCSR0B = 1 << TXEN0;
    TCCR0B = TCCR1B = 1; /* by the processor's clock */
    high_in(1000);
    TIMSK1 = 1 << OCIE1A;
    sei();
}

static void storm_ends(void) {
    cli();
    TIMSK0 = TIMSK1 = 0;
}

static void print_landed(void) {}

#endif
