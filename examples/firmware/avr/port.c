/* SPDX-License-Identifier: MIT-0 */
/* port.h on Timer1 of an ATmega328P at 16 MHz, as on an Arduino Uno: 16 bits, and a
   compare register, OCR1A.

   With 32-bit ticks a count is 4 us, and an interrupt counts the wraps, one each 262 ms,
   which also ends each sleep that is longer. With 16-bit ticks the counter is the tick:
   64 us a count, nothing to widen, no interrupt but alarms, and deadlines up to a second
   ahead. Nothing counts its wraps: while timers wait, the program must call advance() once a
   second. Otherwise a timer may fire a wrap late, 4.2 s.

   The processor has one register for the other half of 16-bit accesses, which interrupts
   share: they are masked around each one. SLEEP is the instruction behind SEI, before
   which no interrupt is taken. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include "port.h"

/* Cycles a count: 1, 8, 64, 256 or 1024. */
#ifndef DIVIDER
#define DIVIDER (TW_TICK_BITS == 16 ? 1024 : 64)
#endif

enum {
    WIDE = TW_TICK_BITS == 32,
    PRESCALER = DIVIDER == 1     ? 1
                : DIVIDER == 8   ? 2
                : DIVIDER == 64  ? 3
                : DIVIDER == 256 ? 4
                                 : 5
};

const uint32_t port_hz = 16000000 / DIVIDER;

static volatile uint16_t wraps;

ISR(TIMER1_OVF_vect) { wraps++; }
EMPTY_INTERRUPT(TIMER1_COMPA_vect)

void port_start(void) {
    SMCR = _BV(SE); /* SLEEP is allowed, and means idle: the timers run on */
    TCCR1B = PRESCALER;
    TIMSK1 = _BV(OCIE1A) | (WIDE ? _BV(TOIE1) : 0);
    sei();
}

tw_tick port_now(void) {
    const uint8_t was = SREG;
    uint16_t low;
    tw_tick now;

    cli();
    low = TCNT1;
    now = WIDE ? port_widen(wraps, low, 16, TIFR1 & _BV(TOV1)) : low;
    SREG = was;
    return now;
}

/* A match more than a revolution away is left to a later wrap: until then each match
   comes with a wrap. */
void port_alarm(tw_tick due) {
    OCR1A = WIDE && (tw_tick)(due - port_now()) > 0xFFFF ? 0 : (uint16_t)due;
}

void port_wait(void) {
    sei();
    sleep_cpu();
    cli();
}

void port_mask(void) { cli(); }

void port_unmask(void) { sei(); }

/* To the serial port, as fast as it takes them. */
void port_print(const char *text) {
    UCSR0B = _BV(TXEN0);
    for (; *text; text++) {
        while (!(UCSR0A & _BV(UDRE0)))
            ;
        UDR0 = (uint8_t)*text;
    }
}

/* The emulator reads the status from GPIOR0, and stops when a processor sleeps that
   nothing can wake. */
void port_leave(int status) {
    GPIOR0 = (uint8_t)status;
    cli();
    for (;;)
        sleep_cpu();
}
