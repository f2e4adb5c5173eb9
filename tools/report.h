/* SPDX-License-Identifier: MIT-0 */
/* What replay prints: the table of what was measured, and the advice that follows from it. Nothing here knows a timer
   structure: a row says all. */
#ifndef REPORT_H
#define REPORT_H

#include "trace.h"

/* Kinds of operation that are timed by themselves. */
enum kind { ARM, CANCEL, FIRE, KINDS };

/* A structure, and what it did with a trace. */
struct row {
    const char *name;
    size_t set_bytes;
    double timer_bytes;
    uint64_t hash;
    size_t fires, wakes;
    double op, kind[KINDS]; /* ns; below 0: none in the trace */
    double worst;           /* ns */
};

/* All rows have the same hash. turns is how often each measurement was repeated, and compiler what the structures were
   compiled with. */
void report(const struct trace *t, const struct row *r, size_t rows, size_t turns, const char *compiler);

#endif
