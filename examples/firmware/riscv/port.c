/* SPDX-License-Identifier: MIT-0 */
/* port.h on a RISC-V's machine timer: mtime and mtimecmp of 64 bits, 10 MHz, on qemu's
   rv32 `virt`.

   The interrupt is a level: it is pending as long as mtime >= mtimecmp. So a deadline
   that passes while the register is written is not lost here. Another race takes its
   place: a core of 32 bits writes the register in two halves, and what stands there in
   between must not be in the past. A tick is the low half of mtime. */
#include "port.h"
#include "semihosting.h"

#define MTIME(half)    (((volatile uint32_t *)0x0200BFF8)[half])
#define MTIMECMP(half) (((volatile uint32_t *)0x02004000)[half])
#define NEVER          0xFFFFFFFFu

enum { LOW, HIGH, MIE = 8, MTIE = 0x80 };

const uint32_t port_hz = 10000000;

/* The only interrupt that is enabled. Nothing is to be done but to make it end. */
static __attribute__((interrupt("machine"), aligned(4))) void trap(void) { MTIMECMP(HIGH) = NEVER; }

void port_start(void) {
    MTIMECMP(HIGH) = NEVER;
    __asm__ volatile("csrw mtvec, %0\n csrs mie, %1" ::"r"(trap), "r"(MTIE) : "memory");
    port_unmask();
}

tw_tick port_now(void) { return MTIME(LOW); }

/* All of mtime. The halves belong together if the high one is the same before and
   after. */
static uint64_t mtime(void) {
    uint32_t high, low;

    do {
        high = MTIME(HIGH);
        low = MTIME(LOW);
    } while (MTIME(HIGH) != high);
    return (uint64_t)high << 32 | low;
}

/* The distance is signed: `due` may have passed. */
void port_alarm(tw_tick due) {
    const uint64_t now = mtime();
    const uint64_t then = now + (uint64_t)(int64_t)(int32_t)(due - (uint32_t)now);

    MTIMECMP(HIGH) = NEVER;
    MTIMECMP(LOW) = (uint32_t)then;
    MTIMECMP(HIGH) = (uint32_t)(then >> 32);
}

void port_wait(void) { __asm__ volatile("wfi" ::: "memory"); }

void port_mask(void) { __asm__ volatile("csrc mstatus, %0" ::"r"(MIE) : "memory"); }

void port_unmask(void) { __asm__ volatile("csrs mstatus, %0" ::"r"(MIE) : "memory"); }

void port_print(const char *text) { print(text); }

void port_leave(int status) { leave((uint32_t)status); }
