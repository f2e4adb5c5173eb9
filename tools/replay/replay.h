/* SPDX-License-Identifier: MIT-0 */
/* Replays a timer trace through structures: checks each firing against the model, hashes
   the log, and measures. This is the core that a program is built around: replay's own,
   which is main.c, options.c, help.c, input.c, output.c and paths.c, or another one. The
   core reads no options and opens no files but the name of the CPU, and wants standard C
   and clock.c. What is wrong is told on stderr; a want of memory also ends the program.

   A trace is replayed several times, each pass for one purpose:
       check    beside the model, with the log; nothing is timed                           check.c
       sleeper  the clock stops at every next(); wake-ups are counted, without slack and
                with sleep.c
       whole    the plain replay, timed as one batch; and once more with a question for
                next() after the operations of each time                                  measure.c
       kinds    16 samples of the trace; armings, cancels and firings timed as one batch
                each
       worst    the plain replay with the clock read around each advance */
#ifndef REPLAY_H
#define REPLAY_H

#include "result.h"
#include "sets.h"

#include <stdio.h>

/* Whether the program asks next() after its operations. Most programs do, to know how
   long to sleep. By default timers of the kernel alone, timerfd, are not asked. */
enum asking { ASK_BY_SOURCE, ASK_YES, ASK_NO };

/* What to do with each trace. */
struct plan {
    size_t structure[STRUCTURES]; /* the numbers of the structures to replay it through */
    FILE *log[STRUCTURES];        /* for the log of each; NULL: none is written */
    size_t structures;
    size_t turns; /* of each measurement */
    bool coarse;  /* the clock is: figures are means of the turns, and not the least */
    enum asking ask;
    uint64_t slack;
    bool has_slack; /* else wake-ups are counted without slack alone */
    /* Called during long work: the pass of the structure of this name has done i of n
       parts. n 0: a pass has ended. */
    void (*progress)(const char *name, const char *pass, size_t i, size_t n);
};

/* A trace that is being replayed. Row number i is of the structure with the number
   p->structure[i]. */
struct run {
    const struct trace *t;
    const struct plan *p;
    struct row *row;
    struct timer *timer;
    bool asks;     /* as in the result */
    uint64_t step; /* likewise; 0 where the plan says that the clock is coarse */
};

/* False: a structure is wrong, and stderr says which one; there is no result. Free the
   result in either case. */
bool replay(const struct trace *t, const struct plan *p, struct result *r);
void result_free(struct result *r);

/* The passes; each fills its part of the rows. False: a structure is wrong. */
bool check(struct run *run);
bool sleep_through(struct run *run);
void measure(struct run *run);

/* The moves, and cancels of armed timers, that meet the earliest timer. */
size_t count_earliest(const struct trace *t);

#endif
