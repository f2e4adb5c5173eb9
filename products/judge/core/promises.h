/* SPDX-License-Identifier: MIT-0 */
/* promises.h - the promises, and the operations that try each. */
#ifndef JUDGE_PROMISES_H
#define JUDGE_PROMISES_H

#include "run.h"

/* How operations are drawn: in how many of all they are each kind. */
struct mix {
    unsigned adds, cancels, moves, nexts, advances, plans;
    unsigned passed, budgets; /* percent of the deadlines, of the advances */

    enum { NEAR_AND_FAR, EQUALS, VERY_FAR, AT_THE_WRAP } ticks;

    bool cost; /* the last operation asks for it */
};

struct promise {
    const char *name, *sentence;
    bool (*claimed)(const struct claims *c);
    unsigned minds;    /* the breaches that break it */
    unsigned gives_up; /* the breaches that later promises do not mind if this one is broken */
    unsigned sees;     /* of enum seen: one of these must be seen, or no run has tried it */
    struct mix mix;
    /* Instead of drawn operations: fills s, the number-th; false: there is none. */
    bool (*sequence)(struct sequence *s, unsigned number);
};

extern const struct promise promises[];
extern const size_t promises_count;

/* The name of the promise that a breach belongs to; NULL: to all. */
const char *promise_of(unsigned breach);

/* A generator of numbers (splitmix64): a seed means the same everywhere. */
uint64_t draw(uint64_t *seed);

/* Draws sequence number `number` of a promise; the first ones are short. */
void draw_sequence(const struct promise *p, const struct claims *c, uint64_t *seed, unsigned number,
                   struct sequence *s);

/* The number of a sequence that has n operations, if it may have so few. */
unsigned number_of_length(size_t n);

#endif
