/* SPDX-License-Identifier: MIT-0 */
/* A timer trace in memory: read from text, checked, counted in ticks, and analysed.
   Nothing here knows a timer structure; which armings fire, and when, follows from the
   text alone. The format is described in bench/traces/README.md. */
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
    /* the timer was armed before: the arming is a move, the cancel takes effect */
    bool armed;
    bool last; /* no other operation of the same microsecond follows */
};

enum { TRACE_SOURCES = 8, TRACE_NAME = 16 };

/* What operations were recorded from, by the comments of their timers. */
struct trace_source {
    char name[TRACE_NAME];
    size_t ops;
};

struct trace {
    const char *file;
    uint64_t unit; /* of a tick: microseconds */
    struct trace_op *op;
    size_t ops;
    /* for each arming, the operation at which it is over: fired by its TIME, or moved or
       cancelled by it; ops if none does that */
    size_t *gone;
    /* for each arming, the microseconds from it to its deadline; 0: that had passed */
    uint64_t *ahead;
    uint64_t *id; /* of each timer, in order */
    size_t timers;
    uint64_t end; /* the TIME of the last operation: the clock stays there */
    size_t arms, moves, cancels, hits, fires, peak;
    size_t asks; /* the operations that are the last of their microsecond */
    struct trace_source source[TRACE_SOURCES]; /* those that the trace names first */
    size_t sources;
    size_t left;         /* still armed at the end, and not fired */
    uint64_t half, most; /* of ahead: what a half stay within, and what 90 % do */
};

/* Reads f, called file, and turns its microseconds into ticks of `unit` microseconds: the
   clock is rounded down and a deadline up, so that no timer is early. False: the trace is
   broken, and stderr says where. Free it in either case. */
bool trace_read(struct trace *t, FILE *f, const char *file, uint64_t unit);
void trace_free(struct trace *t);

/* Says whether all operations are of the source of this name. */
bool trace_is_of(const struct trace *t, const char *name);

/* What becomes of the arming, operation i. */
enum trace_fate { TRACE_FIRED, TRACE_TAKEN, TRACE_LEFT }; /* taken: moved or cancelled */
enum trace_fate trace_fate_of(const struct trace *t, size_t i);

/* Room for n objects, as realloc(); ends the program if there is none. */
void *trace_room(void *old, size_t n, size_t size);

#endif
