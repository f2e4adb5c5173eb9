/* SPDX-License-Identifier: MIT-0 */
/* What the kernel asks of freertos_test.c. */
#ifndef KERNEL_H
#define KERNEL_H

#include "FreeRTOS.h"
#include "task.h"

/* Interrupts, in the order of their ticks, which count from the first one; the last has
   no isr. */
struct kernel_interrupt {
    TickType_t at;
    void (*isr)(void);
};
extern const struct kernel_interrupt kernel_interrupt[];

/* What the counter of ticks begins with. */
TickType_t kernel_first_tick(void);

#endif
