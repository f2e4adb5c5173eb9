/* SPDX-License-Identifier: MIT-0 */
/* turns_avr.c - the clock of the AVR's port, read at the wraps of its 16-bit counter, and not
   read for whole turns.

   The program reads the clock until a wrap has passed, with interrupts masked at every second
   wrap: no read may be earlier than the one before. Then nobody reads for TURNS turns. The
   interrupt of the wrap must count each of them. The last line is the clock in milliseconds,
   which the test compares with the emulator's. */
#include <avr/io.h>
#include "port.h"

enum { WRAPS = 40, NEAR = 50 };

#define TURN ((tw_tick)0x10000)

static void fail(const char *what) {
    port_print(what);
    port_leave(1);
}

static void read_across_a_wrap(bool mask) {
    const tw_tick wrap = (port_now() | (TURN - 1)) + 1;
    tw_tick last = wrap - NEAR, now;

    while (tw_before(port_now(), last)) {
        port_mask();
        port_sleep(last);
        port_unmask();
    }
    if (mask)
        port_mask();
    do {
        now = port_now();
        if (tw_before(now, last) || now - last > NEAR)
            fail("the clock jumps\n");
        last = now;
    } while (tw_before(now, wrap + NEAR));
    if (mask)
        port_unmask();
}

/* Alarms are off, so that wraps alone end a sleep. */
static void forget(uint8_t turns) {
    port_mask();
    TIMSK1 = _BV(TOIE1);
    for (; turns > 0; turns--)
        port_wait();
    port_unmask();
}

static void print_number(uint32_t n) {
    char digits[12], *d = &digits[11];

    *d = '\0';
    do {
        *--d = (char)('0' + n % 10);
        n /= 10;
    } while (n > 0);
    port_print(d);
}

int main(void) {
    uint8_t i;

    port_start();
    for (i = 0; i < WRAPS; i++)
        read_across_a_wrap(i % 2);
    forget(TURNS);
    print_number(port_now() / (port_hz / 1000));
    port_print(" ms by the port's clock\n");
    port_leave(0);
    return 0;
}
