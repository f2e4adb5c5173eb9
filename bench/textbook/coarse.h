/* SPDX-License-Identifier: MIT-0 */
/* coarse.h - the wheel that never cascades, in the style of Linux 4.8: a measure for the
   benchmarks.

   WHAT IT IS
       Nine rings of 64 slots. A slot of the first is one tick wide, and each ring's slots
       are eight times as wide as those of the ring before. A timer goes to the ring that
       reaches far enough, into the first slot that begins at
   its deadline or later, and stays there until that slot fires: nothing is ever moved
       down. A bit for each slot tells whether it holds timers, so that empty ones are
       skipped.

   WHAT IT LACKS
       Exactness: a timer d ticks ahead fires up to d/7.8 ticks late, never early. The
       order of arming, and order by deadline across rings. next() tells when a slot
       fires, not when a timer is due. A timer further ahead than the
   last ring, some 10^9 ticks, waits that long and is then placed anew.

   SOURCE
       T. Gleixner, "timers: Switch to a non-cascading wheel", kernel/time/timer.c of
       Linux 4.8, whose head comment has the table of levels. The code is our own. */
#ifndef COARSE_H
#define COARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { COARSE_LEVELS = 9, COARSE_SLOTS = 64, COARSE_SHIFT = 3 };

/* One timer; you own the memory. Idle if link is NULL. */
struct coarse_node {
    struct coarse_node *next, **link; /* link: the pointer that leads here */
    uint64_t due;
    void (*fn)(struct coarse_node *n, uint64_t now);
    unsigned slot; /* of all rings, counted through */
};

struct coarse {
    uint64_t tick; /* the next one to be fired */
    uint64_t occupied[COARSE_LEVELS];
    struct coarse_node *slot[COARSE_LEVELS * COARSE_SLOTS];
};

static inline void coarse_init(struct coarse *w, uint64_t now) {
    unsigned i;

    w->tick = now + 1;
    for (i = 0; i < COARSE_LEVELS; i++)
        w->occupied[i] = 0;
    for (i = 0; i < COARSE_LEVELS * COARSE_SLOTS; i++)
        w->slot[i] = NULL;
}

/* Takes n out. False: it was idle. */
static inline bool coarse_cancel(struct coarse *w, struct coarse_node *n) {
    if (!n->link)
        return false;
    *n->link = n->next;
    if (n->next)
        n->next->link = n->link;
    else if (n->link == &w->slot[n->slot])
        w->occupied[n->slot / COARSE_SLOTS] &= ~(UINT64_C(1) << n->slot % COARSE_SLOTS);
    n->link = NULL;
    return true;
}

static inline void coarse__place(struct coarse *w, struct coarse_node *n) {
    uint64_t due = n->due > w->tick ? n->due : w->tick, index;
    const uint64_t most = (UINT64_C(63) << COARSE_SHIFT * (COARSE_LEVELS - 1)) - 1;
    unsigned level = 0, shift = 0;

    if (due - w->tick > most)
        due = w->tick + most;
    while (due - w->tick >= UINT64_C(63) << shift) {
        level++;
        shift += COARSE_SHIFT;
    }
    index = (due + (UINT64_C(1) << shift) - 1) >> shift;
    n->slot = level * COARSE_SLOTS + (unsigned)(index % COARSE_SLOTS);
    n->link = &w->slot[n->slot];
    n->next = *n->link;
    if (n->next)
        n->next->link = &n->next;
    *n->link = n;
    w->occupied[level] |= UINT64_C(1) << index % COARSE_SLOTS;
}

/* Arms n for tick due, or moves it there. What has passed fires with the next tick. */
static inline void coarse_add(struct coarse *w, struct coarse_node *n, uint64_t due) {
    coarse_cancel(w, n);
    n->due = due;
    coarse__place(w, n);
}

/* The tick at which the next slot fires. False: there is none. */
static inline bool coarse_next(const struct coarse *w, uint64_t *due) {
    uint64_t position = w->tick, least = UINT64_MAX;
    unsigned level;

    for (level = 0; level < COARSE_LEVELS; level++) {
        const unsigned at = (unsigned)(position % COARSE_SLOTS);
        const uint64_t bits = w->occupied[level];

        if (bits) { /* turned so that bit 0 is the slot at the position */
            const uint64_t turned = at ? bits >> at | bits << (COARSE_SLOTS - at) : bits;
            const uint64_t tick = (position + (uint64_t)__builtin_ctzll(turned))
                                  << COARSE_SHIFT * level;
            least = tick < least ? tick : least;
        }
        position = (position + 7) >> COARSE_SHIFT; /* a slot that has begun has fired */
    }
    *due = least;
    return least != UINT64_MAX;
}

static inline void coarse__fire(struct coarse *w, unsigned slot, uint64_t now) {
    struct coarse_node *n, *list = w->slot[slot];

    w->slot[slot] = NULL;
    w->occupied[slot / COARSE_SLOTS] &= ~(UINT64_C(1) << slot % COARSE_SLOTS);
    if (list)
        list->link = &list;
    while ((n = list) != NULL) {
        list = n->next;
        if (list)
            list->link = &list;
        n->link = NULL;
        if (n->due > now)
            coarse__place(w, n);
        else
            n->fn(n, now);
    }
}

/* Fires all slots up to now. A callback may add and cancel anything, but not call
   advance(). */
static inline void coarse_advance(struct coarse *w, uint64_t now) {
    uint64_t tick;

    while (coarse_next(w, &tick) && tick <= now) {
        unsigned level = 0;

        w->tick = tick + 1;
        do {
            if (w->occupied[level] >> tick % COARSE_SLOTS & 1)
                coarse__fire(w, level * COARSE_SLOTS + (unsigned)(tick % COARSE_SLOTS),
                             w->tick - 1);
        } while (tick % 8 == 0 && (tick >>= COARSE_SHIFT, ++level < COARSE_LEVELS));
    }
    if (w->tick <= now)
        w->tick = now + 1;
}

#endif /* COARSE_H */
