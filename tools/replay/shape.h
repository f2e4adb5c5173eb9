/* SPDX-License-Identifier: MIT-0 */
/* What a trace looks like, for plots: how long its timeouts are, and how many timers are
   armed over time. */
#ifndef SHAPE_H
#define SHAPE_H

#include "trace.h"

enum { SHAPE_DELAYS = 64, SHAPE_COLUMNS = 160 };

/* The armings whose deadline lies at least `from` microseconds ahead, and less than
   `below`. From 1, 2 and 5 times a power of ten to the next of them; those whose deadline
   has passed have 0 to 1 for themselves. */
struct delay {
    uint64_t from, below;
    size_t armings, fired, left; /* left: still armed at the end; the rest is moved or cancelled */
};

struct shape {
    struct delay delay[SHAPE_DELAYS]; /* without the empty ones */
    size_t delays;
    /* The time from the first operation to the last, cut into columns of `step`
       microseconds: the most timers that are armed at once in each. */
    size_t armed[SHAPE_COLUMNS];
    size_t columns;
    uint64_t step;
};

void shape_of(struct shape *s, const struct trace *t);

#endif
