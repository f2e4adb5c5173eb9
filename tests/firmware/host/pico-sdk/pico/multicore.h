/* SPDX-License-Identifier: MIT-0 */
/* A stand-in, as pico/stdlib.h. */
#ifndef PICO_MULTICORE_H
#define PICO_MULTICORE_H

#include "pico/stdlib.h"

bool multicore_fifo_push_timeout_us(uint32_t data, uint64_t timeout_us);
void multicore_fifo_drain(void);
void multicore_fifo_clear_irq(void);

/* Of hardware/irq.h. */
enum { SIO_IRQ_PROC0 = 15 };

void irq_set_exclusive_handler(uint num, void (*handler)(void));
void irq_set_enabled(uint num, bool enabled);

#endif
