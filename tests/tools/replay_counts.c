/* SPDX-License-Identifier: MIT-0 */
/* Stands in for replay's clock.c: an event of TW_TRACE takes 10 ns, and all else nothing. So
   what replay says of its measurements depends on no machine and on no other work. */
#include "clock.h"

unsigned long replay_counted;

uint64_t clock_ns(void) { return 10 * (uint64_t)replay_counted; }

uint64_t clock_cpu_ns(void) { return clock_ns(); }
