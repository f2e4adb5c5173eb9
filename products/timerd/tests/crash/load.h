/* SPDX-License-Identifier: MIT-0 */
/* load.h - what the clients ask, at random. */
#ifndef LOAD_H
#define LOAD_H

#include "common.h"

enum phase {
    RUN,    /* arm, move, cancel, ask; consumers acknowledge in time, late or never */
    SETTLE, /* nothing new; consumers acknowledge all but what they leave to the dead-letter list */
    DRAIN   /* and what waits for long is moved or cancelled, until the store is empty */
};

extern enum phase phase;

void load_turn(void);
uint64_t load_salvo(void);   /* many timers are armed for one instant, soon: it (us) */
uint64_t load_answers(void); /* how many came so far */
void load_drain_begin(void);
bool load_drained(void); /* the store says that it holds nothing */
void load_print_store(void);

#endif
