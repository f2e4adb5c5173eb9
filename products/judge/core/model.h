/* SPDX-License-Identifier: MIT-0 */
/* model.h - what timers must do, as a plain array that is searched from end to end. */
#ifndef JUDGE_MODEL_H
#define JUDGE_MODEL_H

#include "judge.h"
#include <stddef.h>

/* The ranges of numbers in claims. */
enum { LEAST_TOP = 1000, MOST_LATE = 1000000000 };

/* What a subject says of itself; PROTOCOL.md has the words. */
struct claims {
    bool fifo, next, move, passed, callbacks, deferred, budget, pops, sleeps, ahead, unordered;
    uint64_t bits;             /* 16 or 32: ticks wrap; 0: they do not */
    uint64_t late, grain, top; /* top: no tick is larger */
    uint64_t costs;            /* so many looks at most in one call; 0: they are not counted */
    char name[200];
};

/* One timer. */
struct item {
    bool armed, passed; /* passed: its tick was not ahead when it was armed */
    uint64_t due, by;   /* never before due, and at the latest in the advance that reaches by */
    uint64_t born, at;  /* the number of its arming, and the clock then */
    /* It was moved, a callback armed it, an advance went by before its tick. */
    bool moved, by_callback, waited;

    enum { PLAN_NONE, PLAN_ADD, PLAN_CANCEL } plan; /* what its callback does, once */

    unsigned other;
    uint64_t delay;
};

struct model {
    const struct claims *claims;
    struct item item[JUDGE_IDS];
    unsigned ids; /* no id from here on was used */
    size_t armed;
    uint64_t now, before;   /* before: now at the last advance but one */
    uint64_t births, batch; /* batch: births before the present advance */
    uint64_t start, gone;   /* gone: the earliest tick of a timer that was cancelled */
    unsigned seen;          /* of enum seen */
};

/* What the subject has done rightly; each promise is put to the test by some of these. */
enum seen {
    SEEN_FIRING = 1,  /* a timer fires at a tick that was ahead */
    SEEN_WAITING = 2, /* and was passed over by an advance to an earlier tick */
    SEEN_ORDER = 4,   /* before one with a later tick, in one advance */
    SEEN_EQUALS = 8,  /* before an equal that was armed later */
    SEEN_PASSED = 16, /* a passed tick fires */
    SEEN_CANCEL = 32, /* a timer fires, and one that was cancelled does not */
    SEEN_MOVE = 64,
    SEEN_NEXT = 128, /* a deadline that is ahead is told */
    SEEN_CALLBACK = 256,
    SEEN_BUDGET = 512, /* an advance leaves timers over */
    SEEN_WRAP = 1024,  /* a timer fires behind the wrap */
    SEEN_FAR = 2048,
    SEEN_COST = 4096 /* a number of looks, after a firing */
};

/* What can be wrong; each promise minds some of these. */
enum breach {
    FINE = 0,
    EARLY = 1,          /* fired before its tick */
    MISSED = 2,         /* did not fire in the advance that reached its tick */
    GHOST = 4,          /* fired, but was not armed */
    OUT_OF_ORDER = 8,   /* fired before one with an earlier tick */
    NOT_FIFO = 16,      /* fired before an equal that was armed first */
    PASSED = 32,        /* a passed tick out of order */
    TOO_SOON = 64,      /* armed by a callback, and fired in the same advance */
    TOO_MANY = 128,     /* more than the budget */
    REFUSED = 256,      /* add or move answers no */
    WRONG_CANCEL = 512, /* cancel answers ok for an idle timer, or no for an armed one */
    WRONG_NEXT = 1024,
    RUBBISH = 2048, /* no answer of the protocol */
    ENDED = 4096,   /* the process ended */
    HANGS = 8192,   /* no answer in time */
    GROWS = 16384,  /* memory */
    EVERYTHING = 32767,
    COSTLY = 32768 /* too many looks in one call */
};

void model_init(struct model *m, const struct claims *c, uint64_t now);

/* Arms or moves a timer. */
void model_add(struct model *m, unsigned id, uint64_t due);

/* False: it was idle. */
bool model_cancel(struct model *m, unsigned id);

/* False: none is armed. Else the earliest tick, and the one by which it has fired. */
bool model_next(const struct model *m, uint64_t *due, uint64_t *by);

/* An advance, or the taking of one timer, begins. */
void model_begin(struct model *m, uint64_t now);

/* Timer id fires: the breach that is, and the timer that it passes over. The timer is
   idle then, and what its callback does has been done. */
enum breach model_fire(struct model *m, unsigned id, unsigned *rival);

/* Is a timer left that this advance had to fire? */
bool model_missed(const struct model *m, unsigned *id);

/* The timer that fires next in the order of all claims. False: none does. */
bool model_first(const struct model *m, unsigned *id);

#endif
