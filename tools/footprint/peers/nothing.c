/* SPDX-License-Identifier: MIT-0 */
/* nothing.c - timers that never fire: what is left of the small application is its
   own. */
#include "subject.h"

void subject_init(uint32_t now) { (void)now; }

void subject_start(unsigned i, uint32_t now, uint32_t delay, uint32_t period) {
    (void)i, (void)now, (void)delay, (void)period;
}

void subject_stop(unsigned i) { (void)i; }

bool subject_next(uint32_t now, uint32_t *ticks) { return (void)now, (void)ticks, false; }

void subject_poll(uint32_t now) { (void)now; }
