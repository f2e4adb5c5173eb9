/* SPDX-License-Identifier: MIT-0 */
/* What replay finds out about a trace. A row says all of a structure: who prints results
   need not know any. */
#ifndef RESULT_H
#define RESULT_H

#include "trace.h"

/* Kinds of operation that are timed by themselves. */
/* NEXT: the question for the next deadline */
enum kind { ARM, CANCEL, FIRE, NEXT, KINDS };

/* A structure, and what it did with the trace. */
struct row {
    const char *name;
    size_t set_bytes;
    double timer_bytes;
    uint64_t hash;
    size_t fires, wakes;
    size_t slack_wakes;     /* with slack */
    uint64_t latest;        /* with slack: ticks by which a timer fired late, at most */
    double op, kind[KINDS]; /* ns; below 0: none in the trace, or NEXT is not asked */
    double worst;           /* ns */
};

/* All rows have the same hash. */
struct result {
    const struct trace *t;
    struct row *row;
    size_t rows;
    size_t turns;    /* of each measurement */
    size_t earliest; /* the moves, and cancels of armed timers, that meet the earliest */
    bool asks;       /* next() was asked after each operation */
    uint64_t step;   /* ns by which the clock goes on, beyond what a reading takes */
    uint64_t slack;
    bool has_slack; /* else no row has figures of slack */
};

#endif
