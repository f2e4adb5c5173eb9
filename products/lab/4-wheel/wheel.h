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
    (void)w;
    (void)tick;
    hole("wheel_ring");
    return 0;
}

/* Puts t, whose tick is not before the position, into its slot. */
static void wheel_place(struct wheel *w, struct timer *t) {
    (void)w;
    (void)t;
    hole("wheel_place");
}

/* Puts t, which is in no chain, into its slot, or into `passed` if its tick is not ahead of
   the clock. */
static void wheel_insert(struct wheel *w, struct timer *t) {
    (void)w;
    (void)t;
    hole("wheel_insert");
}

/* Takes t, which waits, out. */
static void wheel_remove(struct wheel *w, struct timer *t) {
    (void)w;
    (void)t;
    hole("wheel_remove");
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
    (void)w;
    (void)ring;
    hole("wheel_first_slot");
    return NULL;
}

/* Returns the earliest timer in the rings, of equals the one that was armed first; NULL:
   none. */
static struct timer *wheel_earliest(struct wheel *w) {
    (void)w;
    hole("wheel_earliest");
    return NULL;
}

/* Returns the timer that fires next; NULL: none waits. */
static struct timer *wheel_first(struct wheel *w) {
    (void)w;
    hole("wheel_first");
    return NULL;
}

/* Moves the position to the tick of the earliest timer. All timers of its slot move down to
   the rings where they belong now, in their order. */
static void wheel_cascade(struct wheel *w, uint64_t tick) {
    (void)w;
    (void)tick;
    hole("wheel_cascade");
}

/* Sets the clock, and fires the timers that are in `passed` now. Then it fires every timer up
   to tick now, the earliest first. It never walks tick by tick. fire() may insert and remove
   timers. A timer that fire() puts into `passed` waits for the next call. */
static void wheel_advance(struct wheel *w, uint64_t now) {
    (void)w;
    (void)now;
    hole("wheel_advance");
}

#endif
