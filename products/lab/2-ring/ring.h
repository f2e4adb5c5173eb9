/* SPDX-License-Identifier: MIT-0 */
/* Assignment 2: one ring with rounds. sheet.md explains it. */
#ifndef RING_H
#define RING_H

#include "lab.h"

/* The farthest tick that your structure must know. A ring visits each tick, so far ones take
   long. */
#define LAB_FARTHEST "60000"

enum { SLOTS = 64 };

struct timer {
    struct deadline deadline;
    struct timer *next, *previous; /* in the chain of its slot */
};

#include "chain.h"

/* A timer for tick d waits in slot d % SLOTS, behind those that were armed before it. A timer
   for a tick that has passed waits in `passed`. `hand` is the last tick that was visited, and
   `now` is the clock. They differ while an advance goes on. */
struct ring {
    struct timer slot[SLOTS]; /* heads of chains */
    struct timer passed;      /* another head */
    uint64_t hand, now;
};

/* Given: makes the ring empty, at tick now. */
static void ring_init(struct ring *r, uint64_t now) {
    int i;

    for (i = 0; i < SLOTS; i++)
        chain_init(&r->slot[i]);
    chain_init(&r->passed);
    r->hand = r->now = now;
}

/* Puts t, which is in no chain, into its slot, or into `passed` if its tick is not ahead of
   the clock. */
static void ring_insert(struct ring *r, struct timer *t) {
    (void)r;
    (void)t;
    hole("ring_insert");
}

/* Takes t, which waits, out. */
static void ring_remove(struct ring *r, struct timer *t) {
    (void)r;
    (void)t;
    hole("ring_remove");
}

/* Given: moves t, which waits, to another tick. It counts as armed anew. */
static void ring_move(struct ring *r, struct timer *t, uint64_t tick) {
    ring_remove(r, t);
    set_due(t, tick);
    ring_insert(r, t);
}

/* Returns the timer that fires next; NULL: none waits. It may look at all timers. */
static struct timer *ring_first(struct ring *r) {
    (void)r;
    hole("ring_first");
    return NULL;
}

/* Fires the timers that are in a chain now, the first one first. A timer leaves before it
   fires. A timer that fire() puts into the chain stays there. */
static void ring_fire_all(struct timer *chain) {
    (void)chain;
    hole("ring_fire_all");
}

/* Moves the hand on by one tick, and fires the timers of that tick. The timers of later
   rounds stay where they are. fire() may insert and remove timers, also in this slot. */
static void ring_visit(struct ring *r) {
    (void)r;
    hole("ring_visit");
}

/* Sets the clock, fires the timers whose tick has passed, then visits each tick up to now. */
static void ring_advance(struct ring *r, uint64_t now) {
    (void)r;
    (void)now;
    hole("ring_advance");
}

#endif
