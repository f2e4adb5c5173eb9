/* SPDX-License-Identifier: MIT-0 */
/* The clocks that measurements read. clock.c is the only part of replay's core that wants
   more than standard C. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

/* ns since some point in the past. */
uint64_t clock_ns(void);

/* ns for which this thread has had a processor; where no clock tells that, the same as
   clock_ns(). */
uint64_t clock_cpu_ns(void);

#endif
