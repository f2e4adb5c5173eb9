/* SPDX-License-Identifier: MIT-0 */
/* Semihosting: a program without a console or an exit asks whoever runs it, a debugger or
   qemu, for both. */
#ifndef SEMIHOSTING_H
#define SEMIHOSTING_H

#include <stdint.h>

static inline void semihosting(uint32_t operation, const void *argument) {
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;

    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
}

/* SYS_WRITE0 */
static inline void print(const char *text) { semihosting(0x04, text); }

static inline void print_number(uint32_t n, const char *what) {
    char digits[11], *d = &digits[10];

    for (*d = 0; d == &digits[10] || n > 0; n /= 10)
        *--d = (char)('0' + n % 10);
    print(d);
    print(what);
}

/* SYS_EXIT_EXTENDED; the plain SYS_EXIT has no room for a status. */
static inline void leave(uint32_t status) {
    const uint32_t application_exit[] = {0x20026, status};

    for (;;)
        semihosting(0x20, application_exit);
}

#endif
