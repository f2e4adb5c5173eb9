/* SPDX-License-Identifier: MIT-0 */
/* The button of examples/recipes/freertos_task.c, pressed at three ticks, the first two
   before the lamp goes out. The kernel's counter begins with FIRST_TICK of the
   environment, in hex. */
#include "kernel.h"
#include <stdlib.h>

void button_isr(void);

const struct kernel_interrupt kernel_interrupt[] = {
    {100, button_isr}, {300, button_isr}, {1700, button_isr}, {0, NULL}};

TickType_t kernel_first_tick(void) {
    const char *first = getenv("FIRST_TICK");

    return first ? (TickType_t)strtoul(first, NULL, 16) : 0;
}
