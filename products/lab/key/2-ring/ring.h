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
    const uint64_t tick = due(t);

    chain_append(tick > r->now ? &r->slot[tick % SLOTS] : &r->passed, t);
}

/* Takes t, which waits, out. */
static void ring_remove(struct ring *r, struct timer *t) {
    (void)r;
    chain_remove(t);
}

/* Given: moves t, which waits, to another tick. It counts as armed anew. */
static void ring_move(struct ring *r, struct timer *t, uint64_t tick) {
    ring_remove(r, t);
    set_due(t, tick);
    ring_insert(r, t);
}

/* Returns the timer that fires next; NULL: none waits. It may look at all timers. */
static struct timer *ring_first(struct ring *r) {
    struct timer *first = NULL, *t;
    int i;

    if (!chain_empty(&r->passed))
        return r->passed.next;
    for (i = 0; i < SLOTS; i++)
        for (t = r->slot[i].next; t != &r->slot[i]; t = t->next)
            if (!first || due(t) < due(first))
                first = t;
    return first;
}

/* Fires the timers that are in a chain now, the first one first. A timer leaves before it
   fires. A timer that fire() puts into the chain stays there. */
static void ring_fire_all(struct timer *chain) {
    struct timer batch, *t;

    chain_init(&batch);
    while (!chain_empty(chain)) {
        t = chain->next;
        chain_remove(t);
        chain_append(&batch, t);
    }
    while (!chain_empty(&batch)) {
        t = batch.next;
        chain_remove(t);
        fire(t);
    }
}

/* Moves the hand on by one tick, and fires the timers of that tick. The timers of later
   rounds stay where they are. fire() may insert and remove timers, also in this slot. */
static void ring_visit(struct ring *r) {
    struct timer *const slot = &r->slot[++r->hand % SLOTS];
    struct timer now, *t, *next;

    chain_init(&now);
    for (t = slot->next; t != slot; t = next) {
        next = t->next;
        if (due(t) == r->hand) {
            chain_remove(t);
            chain_append(&now, t);
        }
    }
    ring_fire_all(&now);
}

/* Sets the clock, fires the timers whose tick has passed, then visits each tick up to now. */
static void ring_advance(struct ring *r, uint64_t now) {
    r->now = now;
    ring_fire_all(&r->passed);
    while (r->hand < now)
        ring_visit(r);
}

#endif
