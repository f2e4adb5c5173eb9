/* SPDX-License-Identifier: MIT-0 */
/* On an AVR: output goes to UART 0; sleep without interrupts ends the program, with a
   status in GPIOR0. avr-libc has no strtoull(), and its malloc() gives odd addresses
   unless it begins at an even one and is asked for even sizes. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <stdlib.h>

#define malloc(n) malloc(((n) + 1) & ~(size_t)1)
#define strtoull  strtoul
#include "program.h"

extern char __heap_start[];

static int put(char c, FILE *f) {
    (void)f;
    while (!(UCSR0A & (1 << UDRE0))) {
    }
    UDR0 = (uint8_t)c;
    return 0;
}

static void leave(int status) {
    GPIOR0 = (uint8_t)status;
    cli();
    sleep_enable();
    sleep_cpu();
}

/* A failed assert() calls it. */
void abort(void) {
    puts("abort");
    for (;;)
        leave(1);
}

int main(void) {
    static FILE uart = FDEV_SETUP_STREAM(put, NULL, _FDEV_SETUP_WRITE);

    UCSR0B = 1 << TXEN0;
    stdout = stderr = &uart;
    __malloc_heap_start = (char *)(((uintptr_t)__heap_start + 1) & ~(uintptr_t)1);
    leave(random_run());
}
