/* SPDX-License-Identifier: MIT-0 */
/* A timer trace in memory: read from text, checked, counted in ticks, and analysed. Nothing here knows a timer
   structure; which armings fire, and when, follows from the text alone. The format is described in traces/README.md. */
#ifndef TRACE_H
#define TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* In ticks. */
struct trace_op {
    uint64_t time, due; /* due: of a cancel, the deadline that its timer was given last */
    size_t timer;       /* 0 .. timers - 1 */
    bool arm;           /* else cancel */
    bool armed;         /* the timer was armed before: the arming is a move, the cancel takes effect */
};

struct trace {
    const char *file;
    uint64_t unit; /* of a tick: microseconds */
    struct trace_op *op;
    size_t ops;
    size_t *gone;    /* for each arming, the operation at which it is over: fired by its TIME, or moved or
                        cancelled by it */
    uint64_t *ahead; /* for each arming, the microseconds from it to its deadline; 0: that had passed */
    uint64_t *id;    /* of each timer, in order */
    size_t timers;
    uint64_t end; /* where the clock goes after the last operation */
    size_t arms, moves, cancels, hits, fires, peak;
    uint64_t half, most; /* of ahead: the median, and what 90 % stay within */
};

/* Reads f, called file, and turns its microseconds into ticks of `unit` microseconds: the clock is rounded down and a
   deadline up, so that no timer is early. False: the trace is broken, and stderr says where. Free it in either case. */
bool trace_read(struct trace *t, FILE *f, const char *file, uint64_t unit);
void trace_free(struct trace *t);

/* Room for n objects, as realloc(); ends the program if there is none. */
void *trace_room(void *old, size_t n, size_t size);

#endif
