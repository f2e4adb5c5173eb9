/* SPDX-License-Identifier: MIT-0 */
/* port.h on SYSTIMER of an ESP32-C3, a RISC-V: 52 bits at 16 MHz, with comparators of 52
   bits.
   Compiled here, not run. By the ESP32-C3 Technical Reference Manual, chapters on the
   interrupt matrix and SYSTIMER. The Xtensa chips have other compilers, which Debian has
   not; the S3's SYSTIMER is this one at the same address.

   The counter is read by asking for a copy, which is there when VALID is set. A
   comparator takes its target when LOAD is written, and fires at once if the target lies
   in the past, up to half the range: a deadline that passes while the halves are written
   is not lost. A tick is the low half of the counter. */
#include "port.h"
#include "semihosting.h"

#define SYSTIMER(offset) (*(volatile uint32_t *)(0x60023000 + (offset)))
#define MATRIX(offset)   (*(volatile uint32_t *)(0x600C2000 + (offset)))

enum {
    CONF = 0x00,
    UNIT0_OP = 0x04,
    TARGET0_HIGH = 0x1C,
    TARGET0_LOW = 0x20,
    TARGET0_CONF = 0x34,
    UNIT0_HIGH = 0x40,
    UNIT0_LOW = 0x44,
    COMP0_LOAD = 0x50,
    INT_ENA = 0x64,
    INT_CLR = 0x6C
};

#define UNIT0_ON   ((uint32_t)1 << 30) /* in CONF */
#define TARGET0_ON ((uint32_t)1 << 24) /* in CONF */
#define UPDATE     ((uint32_t)1 << 30) /* in UNIT0_OP */
#define VALID      ((uint32_t)1 << 29) /* in UNIT0_OP */

enum {
    LINE = 7,
    MAP_TARGET0 = 0x94,
    ENABLE = 0x104,
    TYPE = 0x108,
    PRIORITY = 0x114 + 4 * LINE,
    THRESHOLD = 0x194
};

enum { MIE = 8 };

const uint32_t port_hz = 16000000;

/* The only interrupt that is enabled. Reading back lets the write arrive, or it would
   come twice. */
static __attribute__((interrupt("machine"), used)) void trap(void) {
    SYSTIMER(INT_CLR) = 1;
    (void)SYSTIMER(INT_ENA);
}

/* This processor jumps to mtvec plus 4 for each line; its table begins at a multiple of
   256. */
static __attribute__((naked, aligned(256))) void table(void) {
    __asm__ volatile(".option push\n .option norvc\n .rept 32\n j trap\n .endr\n .option pop");
}

/* Line 7 takes the first comparator's interrupt, as a level of priority 1. */
void port_start(void) {
    SYSTIMER(CONF) |= UNIT0_ON;
    SYSTIMER(TARGET0_CONF) = 0; /* once, not periodic; of unit 0 */
    SYSTIMER(INT_ENA) = 1;
    MATRIX(MAP_TARGET0) = LINE;
    MATRIX(TYPE) &= ~(1u << LINE);
    MATRIX(PRIORITY) = 1;
    MATRIX(THRESHOLD) = 1;
    MATRIX(ENABLE) = 1u << LINE;
    __asm__ volatile("csrw mtvec, %0" ::"r"((uint32_t)table | 1) : "memory");
    port_unmask();
}

static void copy(void) {
    SYSTIMER(UNIT0_OP) = UPDATE;
    while (!(SYSTIMER(UNIT0_OP) & VALID))
        ;
}

tw_tick port_now(void) {
    copy();
    return SYSTIMER(UNIT0_LOW);
}

/* The distance is signed: `due` may have passed. The comparator is off while it takes its
   new target. */
void port_alarm(tw_tick due) {
    uint64_t then;

    copy();
    then = (uint64_t)SYSTIMER(UNIT0_HIGH) << 32 | SYSTIMER(UNIT0_LOW);
    then += (uint64_t)(int64_t)(int32_t)(due - (uint32_t)then);
    SYSTIMER(CONF) &= ~TARGET0_ON;
    SYSTIMER(INT_CLR) = 1;
    SYSTIMER(TARGET0_HIGH) = (uint32_t)(then >> 32);
    SYSTIMER(TARGET0_LOW) = (uint32_t)then;
    SYSTIMER(COMP0_LOAD) = 1;
    SYSTIMER(CONF) |= TARGET0_ON;
}

void port_wait(void) { __asm__ volatile("wfi" ::: "memory"); }

void port_mask(void) { __asm__ volatile("csrc mstatus, %0" ::"r"(MIE) : "memory"); }

void port_unmask(void) { __asm__ volatile("csrs mstatus, %0" ::"r"(MIE) : "memory"); }

void port_print(const char *text) { print(text); }

void port_leave(int status) { leave((uint32_t)status); }
