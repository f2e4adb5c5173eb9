/* SPDX-License-Identifier: MIT-0 */
/* subject.h - what the small application wants of timers, whoever makes them. */
#ifndef SUBJECT_H
#define SUBJECT_H

#include <stdbool.h>
#include <stdint.h>

#ifndef SUBJECT_TIMERS
#define SUBJECT_TIMERS 8
#endif
enum { TIMERS = SUBJECT_TIMERS };

void subject_init(uint32_t now);

/* Arms timer i, or moves it: it fires after `delay` ticks, and then each `period` ticks,
   if that is not 0. */
void subject_start(unsigned i, uint32_t now, uint32_t delay, uint32_t period);
void subject_stop(unsigned i);

/* How many ticks may be slept? False: no timer is armed. */
bool subject_next(uint32_t now, uint32_t *ticks);

/* Calls fired() for each timer that is due, with something that tells which. */
void subject_poll(uint32_t now);
void fired(void *which);

#endif
