/* SPDX-License-Identifier: MIT-0 */
/* When results are no ground for a choice among structures. */
#ifndef DOUBT_H
#define DOUBT_H

#include "result.h"

enum {
    DOUBT_OPERATIONS = 1000, /* fewer operations of a trace are too few */
    DOUBT_ARMED = 8,         /* fewer timers armed at once are too few */
    DOUBT_STEPS = 20,        /* fewer steps of the clock in a turn tell no 5 % */
    DOUBT_FACTOR = 3,        /* ns/op and the sum of its parts are not to be further apart */
    DOUBT_TEXT = 240
};

/* The structures with the least and the second least ns/op; *second is NULL if there is
   only one. */
void fastest_two(const struct result *r, const struct row **best, const struct row **second);

/* How often the trace has each kind of operation. */
void count_kinds(const struct trace *t, double count[KINDS]);

/* ns per operation, of what each kind of operation takes by itself. */
double parts_of(const struct trace *t, const struct row *x);

/* Whether two structures are less than 5 % apart; second is the slower one. */
bool are_level(const struct row *best, const struct row *second);

/* The structure whose parts take the least time; of equals the given one. */
const struct row *least_parts(const struct result *r, const struct row *best);

/* The structure that the advice calls the best; NULL if it calls none so. */
const struct row *winner(const struct result *r);

/* Whether no structure is to be advised; why gets the reason in one sentence. */
bool doubtful(const struct result *r, char why[DOUBT_TEXT]);

#endif
