/* SPDX-License-Identifier: MIT-0 */
/* Assignment 4: a hierarchical wheel. sheet.md explains it. */
#ifndef WHEEL_H
#define WHEEL_H

#include "lab.h"

/* The farthest tick that your structure must know: all of them. */
#define LAB_FARTHEST "18446744073709551615"

/* A ring for each hexadecimal digit of a tick. Ring 0 has the last digit. */
enum { RINGS = 16, SLOTS = 16 };

struct timer {
    struct deadline deadline;
    struct timer *next, *previous; /* in the chain of its slot */
};

#include "chain.h"

/* No timer in a ring is due before `position`. A timer waits in the ring of the highest digit
   in which its deadline differs from the position, in the slot of its own digit there. A
   timer for a tick that has passed waits in `passed`. `now` is the clock. */
struct wheel {
    struct timer slot[RINGS][SLOTS]; /* heads of chains */
    struct timer passed;             /* another head */
    uint64_t position, now;
};

/* Given: makes the wheel empty, at tick now. */
static void wheel_init(struct wheel *w, uint64_t now) {
    int ring, digit;

    for (ring = 0; ring < RINGS; ring++)
        for (digit = 0; digit < SLOTS; digit++)
            chain_init(&w->slot[ring][digit]);
    chain_init(&w->passed);
    w->position = w->now = now;
}

/* Returns a digit of a tick: wheel_digit(0x1a3c, 0) is 0xc. */
static int wheel_digit(uint64_t tick, int ring) { return (int)(tick >> (4 * ring) & 15); }

/* Returns the ring in which a timer for this tick waits. If no digit differs, that is ring
   0. */
static int wheel_ring(const struct wheel *w, uint64_t tick) {
    uint64_t differ = (tick ^ w->position) >> 4;
    int ring = 0;

    while (differ != 0) {
        differ >>= 4;
        ring++;
    }
    return ring;
}

/* Puts t, whose tick is not before the position, into its slot. */
static void wheel_place(struct wheel *w, struct timer *t) {
    const uint64_t tick = due(t);
    const int ring = wheel_ring(w, tick);

    chain_append(&w->slot[ring][wheel_digit(tick, ring)], t);
}

/* Puts t, which is in no chain, into its slot, or into `passed` if its tick is not ahead of
   the clock. */
static void wheel_insert(struct wheel *w, struct timer *t) {
    if (due(t) <= w->now)
        chain_append(&w->passed, t);
    else
        wheel_place(w, t);
}

/* Takes t, which waits, out. */
static void wheel_remove(struct wheel *w, struct timer *t) {
    (void)w;
    chain_remove(t);
}

/* Given: moves t, which waits, to another tick. It counts as armed anew. */
static void wheel_move(struct wheel *w, struct timer *t, uint64_t tick) {
    wheel_remove(w, t);
    set_due(t, tick);
    wheel_insert(w, t);
}

/* Returns the head of the first slot that is not empty: in the lowest ring that has one, the
   first from the position's digit on. NULL: all are empty. Writes its ring to *ring. */
static struct timer *wheel_first_slot(struct wheel *w, int *ring) {
    int digit;

    for (*ring = 0; *ring < RINGS; ++*ring)
        for (digit = wheel_digit(w->position, *ring); digit < SLOTS; digit++)
            if (!chain_empty(&w->slot[*ring][digit]))
                return &w->slot[*ring][digit];
    return NULL;
}

/* Returns the earliest timer in the rings, of equals the one that was armed first; NULL:
   none. */
static struct timer *wheel_earliest(struct wheel *w) {
    struct timer *slot, *first, *t;
    int ring;

    slot = wheel_first_slot(w, &ring);
    if (!slot)
        return NULL;
    first = slot->next;
    if (ring > 0)
        for (t = first->next; t != slot; t = t->next)
            if (due(t) < due(first))
                first = t;
    return first;
}

/* Returns the timer that fires next; NULL: none waits. */
static struct timer *wheel_first(struct wheel *w) {
    return chain_empty(&w->passed) ? wheel_earliest(w) : w->passed.next;
}

/* Moves the position to the tick of the earliest timer. All timers of its slot move down to
   the rings where they belong now, in their order. */
static void wheel_cascade(struct wheel *w, uint64_t tick) {
    struct timer all, *slot, *t;
    int ring;

    slot = wheel_first_slot(w, &ring);
    w->position = tick;
    chain_init(&all);
    while (!chain_empty(slot)) {
        t = slot->next;
        chain_remove(t);
        chain_append(&all, t);
    }
    while (!chain_empty(&all)) {
        t = all.next;
        chain_remove(t);
        wheel_place(w, t);
    }
}

/* Sets the clock, and fires the timers that are in `passed` now. Then it fires every timer up
   to tick now, the earliest first. It never walks tick by tick. fire() may insert and remove
   timers. A timer that fire() puts into `passed` waits for the next call. */
static void wheel_advance(struct wheel *w, uint64_t now) {
    struct timer batch, *t;

    w->now = now;
    chain_init(&batch);
    while (!chain_empty(&w->passed)) {
        t = w->passed.next;
        chain_remove(t);
        chain_append(&batch, t);
    }
    while (!chain_empty(&batch)) {
        t = batch.next;
        chain_remove(t);
        fire(t);
    }
    while ((t = wheel_earliest(w)) != NULL && due(t) <= now) {
        if (w->position != due(t))
            wheel_cascade(w, due(t));
        chain_remove(t);
        fire(t);
    }
}

#endif
