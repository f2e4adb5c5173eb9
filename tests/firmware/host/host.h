/* SPDX-License-Identifier: MIT-0 */
/* host.h - what a model of a board and the machine around it want of each other. */
#ifndef HOST_H
#define HOST_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The counts that the board's counter has gone through, and will show as ticks. */
extern uint64_t host_counts;
extern unsigned host_deep; /* sleeps in which the board's fast clock stood still */

/* Time passes: by parts of a count, before an access to a register; and by whole
   counts. */
void host_access(void);
void host_pass(uint64_t counts);

uint32_t host_random(uint32_t below);
void host_fail(const char *what);

/* The processor: masks, and a sleep until an interrupt is pending, masked or not. */
uint32_t host_mask(uint32_t masked);
void host_wait(void);
void host_take_interrupts(void);

/* Of the model. */
void model_start(void);     /* what the chip is like when the program starts */
void model_count(void);     /* the counter has gone on by one */
bool model_pending(void);   /* the board's interrupt waits */
void model_interrupt(void); /* its handler */
void model_sleep(void);     /* a sleep begins */
void model_wake(void);      /* and has ended; time may pass */
void model_awake(void);     /* fails if the program runs with another clock than before */
uint32_t model_read(uint32_t at);
void model_write(uint32_t at, uint32_t value);

#ifdef __cplusplus
}
#endif

#endif
