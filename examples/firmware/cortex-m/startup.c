/* SPDX-License-Identifier: MIT-0 */
/* What happens before main() on a Cortex-M: the processor reads its stack pointer and the
   address of reset() from the vector table, and reset() makes memory what C expects. */
#include "semihosting.h"

/* main(), or what a C library calls main() from. */
#ifndef START
#define START main
#endif
int START(void);

/* From link.ld: where .data is kept in flash, where it belongs in RAM, what to clear,
   where the stack begins. */
extern uint32_t data_load[], data_start[], data_end[], bss_start[], bss_end[], stack_top[];

void reset(void);
void fault(void);
void pendsv(void);
void systick(void);

void reset(void) {
    const uint32_t *from = data_load;
    uint32_t *to;

    for (to = data_start; to < data_end; to++)
        *to = *from++;
    for (to = bss_start; to < bss_end; to++)
        *to = 0;
    leave((uint32_t)START());
}

void fault(void) {
    print("fault: an exception that nobody handles\n");
    leave(1);
}

/* A program that uses PendSV or SysTick defines pendsv() or systick(); elsewhere it is a
   fault. */
__attribute__((weak, alias("fault"))) void pendsv(void);
__attribute__((weak, alias("fault"))) void systick(void);

/* The vector table, at address 0. The peripherals' interrupts, which nobody enables here,
   would follow. */
struct vectors {
    uint32_t *stack;
    void (*handler[15])(void);
};

extern const struct vectors vectors;
__attribute__((section(".vectors"))) const struct vectors vectors = {
    stack_top,
    {reset, fault, fault, 0, 0, 0, 0, 0, 0, 0, fault, 0, 0, pendsv, systick},
};
