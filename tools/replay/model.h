/* SPDX-License-Identifier: MIT-0 */
/* The model that replay checks structures against: which arming of a trace must fire
   next, at any point of the trace. It knows no timer structure and shares no code with
   one. All armings are sorted once by qsort(), by the tick that counts for them and then
   by their order in the trace. A binary tree of flags over that order tells which of them
   are armed now, and its leftmost flag is what fires next. So any number of timers may be
   armed at once. */
#ifndef MODEL_H
#define MODEL_H

#include "trace.h"

#include <stdlib.h>
#include <string.h>

struct schedule_item {
    uint64_t when; /* the deadline; for one that had passed, the time of the arming */
    size_t op;
};

struct schedule {
    const struct trace *t;
    struct schedule_item *item; /* all armings in firing order */
    size_t *place;              /* of each operation that arms: its index in item */
    /* of each timer: the operation that armed it, plus 1; 0: it is idle */
    size_t *last;
    /* of [1], the root: is anything armed? below [i]: [2 * i] and [2 * i + 1] */
    bool *armed;
    size_t leaves; /* a power of two; item[k] has the flag armed[leaves + k] */
};

static const size_t SCHEDULE_NONE = SIZE_MAX;

static int schedule_compare(const void *a, const void *b) {
    const struct schedule_item *x = (const struct schedule_item *)a,
                               *y = (const struct schedule_item *)b;

    return x->when != y->when ? (x->when > y->when) - (x->when < y->when)
                              : (x->op > y->op) - (x->op < y->op);
}

/* Nothing is armed, as before the first operation. */
static void schedule_restart(struct schedule *s) {
    memset(s->last, 0, s->t->timers * sizeof *s->last);
    memset(s->armed, 0, 2 * s->leaves * sizeof *s->armed);
}

static void schedule_init(struct schedule *s, const struct trace *t) {
    size_t n = 0;

    s->t = t;
    s->item = (struct schedule_item *)trace_room(NULL, t->arms, sizeof *s->item);
    s->place = (size_t *)trace_room(NULL, t->ops, sizeof *s->place);
    s->last = (size_t *)trace_room(NULL, t->timers, sizeof *s->last);
    for (s->leaves = 1; s->leaves < t->arms; s->leaves *= 2) {
    }
    s->armed = (bool *)trace_room(NULL, 2 * s->leaves, sizeof *s->armed);

    for (size_t i = 0; i < t->ops; i++)
        if (t->op[i].arm)
            s->item[n++] = (struct schedule_item){
                t->op[i].due > t->op[i].time ? t->op[i].due : t->op[i].time, i};
    qsort(s->item, n, sizeof *s->item, schedule_compare);
    while (n-- > 0)
        s->place[s->item[n].op] = n;
    schedule_restart(s);
}

static void schedule_free(struct schedule *s) {
    free(s->item);
    free(s->place);
    free(s->last);
    free(s->armed);
}

/* The flag of an arming, and those above it. */
static void schedule_set(struct schedule *s, size_t op, bool armed) {
    size_t i = s->leaves + s->place[op];

    for (s->armed[i] = armed; i > 1; i /= 2)
        s->armed[i / 2] = s->armed[i] || s->armed[i ^ 1];
}

/* Takes the timer out; false: it was idle. */
static bool schedule_cancel(struct schedule *s, size_t timer) {
    if (s->last[timer] == 0)
        return false;
    schedule_set(s, s->last[timer] - 1, false);
    s->last[timer] = 0;
    return true;
}

/* Does what operation op says, an arming. */
static void schedule_arm(struct schedule *s, size_t op) {
    const size_t timer = s->t->op[op].timer;

    schedule_cancel(s, timer);
    schedule_set(s, op, true);
    s->last[timer] = op + 1;
}

/* The earliest tick that counts for a timer which is armed. False: none is armed. */
static bool schedule_next(const struct schedule *s, uint64_t *when, size_t *timer) {
    size_t i = 1;

    if (!s->armed[i])
        return false;
    while (i < s->leaves)
        i = 2 * i + !s->armed[2 * i];
    *when = s->item[i - s->leaves].when;
    *timer = s->t->op[s->item[i - s->leaves].op].timer;
    return true;
}

/* The next timer that fires by now, which is idle then; SCHEDULE_NONE: there is none. */
static size_t schedule_fire(struct schedule *s, uint64_t now) {
    uint64_t when;
    size_t timer;

    if (!schedule_next(s, &when, &timer) || when > now)
        return SCHEDULE_NONE;
    schedule_cancel(s, timer);
    return timer;
}

#endif
