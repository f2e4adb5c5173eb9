/* SPDX-License-Identifier: MIT-0 */
/* For clocks.c: a second set, whose clock stands elsewhere, and a watch that both sets
   share. The expected counts of the watch come from what was asked for and from clocks of
   64 bits. Callbacks of the first set use the second one; each callback takes a time. */
#ifndef BESIDE_H
#define BESIDE_H

#include "rig.h"

enum { BESIDES = 2 };

static struct tw_watch watch;
static bool watched; /* in this round */

/* The second set, and what was asked of it. */
static struct {
    struct tw_timers t;
    void *in, *room;

    struct beside_timer {
        struct tw_node node;
        uint64_t due;
        bool armed, passed;
    } timer[BESIDES];

    uint64_t now, before; /* its clock, and where it stood before the batch */
} beside;

struct tw_watch *tw_watch_of(const struct tw_clock *set) {
    (void)set;
    return watched ? &watch : NULL;
}

/* The clock of callbacks. */
static tw_tick stopwatch;

static tw_tick read_stopwatch(void) { return stopwatch; }

/* ------------------------------------------------------------ WHAT THE WATCH MUST COUNT */

static struct {
    size_t fires, timed, backlog, run;
    uint64_t late, took;
    const void *of; /* the set that fired last */
    uint64_t by;    /* its now when the run began */
    bool unsure;    /* of the backlog */
} wanted;

/* A timer of `set` fires at now. It came due at tick due, or at `since`, the now before
   the batch, if it was armed for a passed tick. The manual promises no backlog after a
   silence of whole ranges, and none of a timer for a passed tick that waits for a range. */
static void watch_must_count(const void *set, uint64_t now, uint64_t due, bool passed,
                             uint64_t since) {
    const uint64_t age = now - wanted.by;
    bool whole;

    due = passed ? since : due;
    whole = ((due - wanted.by) & (uint64_t)TW_TICK_MAX) == 0 || (passed && age > TW_TICK_MAX);
    wanted.fires++;
    wanted.late += now - due;
    wanted.unsure = wanted.unsure || (whole && wanted.of == set && due > wanted.by);
    if (wanted.of != set || due > wanted.by) {
        wanted.of = set;
        wanted.by = now;
        wanted.run = 0;
    }
    if (++wanted.run > wanted.backlog)
        wanted.backlog = wanted.run;
}

/* A callback goes on for some time. Returns it. */
static uint64_t callback_works(void) {
    const uint64_t took = rig_below(3) ? rig_below(5) : rig_below(1000);

    stopwatch = (tw_tick)(stopwatch + (tw_tick)took);
    return took;
}

/* A callback has returned that advance() called, and no other was called meanwhile. */
static void watch_must_time(uint64_t took) {
    wanted.timed++;
    wanted.took += took;
}

static size_t beside_armed(void) {
    size_t i, armed = 0;

    for (i = 0; i < BESIDES; i++)
        armed += beside.timer[i].armed;
    return armed;
}

static void watch_agrees(void) {
    const size_t armed = rig.m.count + beside_armed();

    if (!watched)
        return;
    assert(watch.fires == wanted.fires && watch.late.values == wanted.fires);
    assert(watch.late.sum == wanted.late);
    assert(watch.took.values == wanted.timed && watch.took.sum == wanted.took);
    assert(wanted.unsure || watch.backlog == wanted.backlog);
    assert(watch.armed == armed);
    assert(watch.arms == watch.fires + watch.cancels + armed);
}

/* -------------------------------------------------------------------- THE SECOND SET */

static void beside_fires(struct tw_node *n) {
    struct beside_timer *const x = TW_OF(n, struct beside_timer, node);

    assert(x->armed && tw_idle(n) && x->due <= beside.now);
    x->armed = false;
    watch_must_count(&beside, beside.now, x->due, x->passed, beside.before);
}

static void beside_fn(struct tw_node *n, tw_tick now) {
    assert(now == (tw_tick)beside.now);
    beside_fires(n);
    watch_must_time(callback_works());
}

/* Moves its clock, and fires what is due: by advance(), or by expire(). */
static void beside_goes_to(uint64_t now) {
    struct tw_node *n;
    size_t i;

    beside.before = beside.now;
    beside.now = now;
    if (rig_below(2))
        while ((n = tw_timers_expire(&beside.t, (tw_tick)now)) != NULL)
            beside_fires(n);
    else
        (void)tw_timers_advance(&beside.t, (tw_tick)now);
    for (i = 0; i < BESIDES; i++)
        assert(!beside.timer[i].armed || beside.timer[i].due > now);
}

/* Arms x near its clock or as far as the contract lets it, or for a passed tick. */
static void beside_arms(struct beside_timer *x, uint64_t reach) {
    const uint64_t far = rig_below(2) ? rig_below(3) : reach - 1 - rig_below(3);
    const uint64_t left = UINT64_MAX - beside.now;

    x->passed = rig_below(4) == 0;
    x->due = x->passed ? beside.now - (far < beside.now ? far : 0)
                       : beside.now + (far < left ? far : left);
    x->passed = x->due <= beside.now;
    x->armed = true;
    assert(tw_timers_add(&beside.t, &x->node, (tw_tick)x->due));
}

/* One operation on the second set, with the edges of its own clock. Returns whether it
   has called a callback. */
static bool beside_operates(uint64_t reach, uint64_t silence) {
    struct beside_timer *const x = &beside.timer[rig_index(BESIDES)];
    const size_t timed = wanted.timed;
    const uint64_t most = beside_armed() ? reach - 1 : silence, which = rig_below(4);
    uint64_t step = which == 0 ? rig_below(3) : which == 1 ? most / 2 : most - rig_below(3);

    switch (rig_below(4)) {
    case 0:
        assert(tw_timers_cancel(&beside.t, &x->node) == x->armed);
        x->armed = false;
        break;
    case 1:
    case 2:
        beside_arms(x, reach);
        break;
    default:
        step = step < UINT64_MAX - beside.now ? step : UINT64_MAX - beside.now;
        beside_goes_to(x->armed && x->due > beside.now && rig_below(2) ? x->due
                                                                       : beside.now + step);
    }
    return wanted.timed != timed;
}

static void beside_ends(void) {
    free(beside.in);
    free(beside.room);
    beside.in = beside.room = NULL;
}

/* Makes the second set anew, and the watch, if the round has one. */
static void beside_begins(const struct tw_ops *ops, uint64_t now) {
    size_t i;

    beside_ends();
    beside.in = malloc(ops->size);
    beside.room = malloc(ops->bytes(BESIDES) + 1);
    assert(beside.in && beside.room);
    watched = false;
    beside.now = now;
    tw_timers_init(&beside.t, (tw_tick)now, ops, beside.in, beside.room, BESIDES);
    for (i = 0; i < BESIDES; i++) {
        tw_node_init(&beside.timer[i].node, beside_fn);
        beside.timer[i].armed = false;
    }
    tw_watch_init(&watch, "both", read_stopwatch);
    memset(&wanted, 0, sizeof wanted);
    watched = rig_below(2);
}

#endif
