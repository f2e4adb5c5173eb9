/* SPDX-License-Identifier: MIT-0 */
/* skynet.h - a wheel with levels that loses timers, as tutorials print the timer of
   skynet. For the playground alone.

   It looks at one tick after the other. A timer's slot is given by the digit of its own
   deadline, and its level by the DIFFERENCE between the deadline and the time. When a
   digit of the time turns to 0, the timers of one slot of the next level move down, but
   slot 0 of a level is never looked at: where time has digit 0, it is the level above
   that moves. A timer that is 16 to 255 ticks ahead, and whose digit at level 1 is 0,
   enters such a slot, and stays.

   skynet itself takes the highest digit in which deadline and time DIFFER, as smallwheel.h
   does. That digit is greater than the time's, so it is not 0.

   PROPERTIES (check() names one that does not hold)
       1  The wheel has as many nodes as it counts. */
#ifndef SKYNET_H
#define SKYNET_H

#include "verbs.h"

TW__BEGIN_C

enum { TW__SKYNET_BITS = 4, TW__SKYNET_DIGITS = 16, TW__SKYNET_LEVELS = 4, TW__SKYNET_SLOTS = 64 };

typedef void tw_skynet_array; /* it takes none */

struct tw_skynet {
    TW__DEBUG(struct tw_stamp stamp;)
    tw_tick time; /* all ticks up to here were looked at */
    size_t count;
    struct tw_node *slot[TW__SKYNET_SLOTS]; /* the last node of each list, level by level */
};

TW__UNBOUNDED(skynet)

TW__INLINE size_t tw__skynet_digit(tw_tick tick, size_t level) {
    return (size_t)(tick >> TW__SKYNET_BITS * level) % TW__SKYNET_DIGITS;
}

/* The slot of a deadline: the level by the difference, the slot by the deadline's digit
   there. */
TW__INLINE size_t tw__skynet_slot(const struct tw_skynet *w, tw_tick due) {
    const tw_tick difference = (tw_tick)(due - w->time);
    size_t level = TW__SKYNET_LEVELS - 1;

    while (level > 0 && difference >> TW__SKYNET_BITS * level == 0)
        level--;
    return level * TW__SKYNET_DIGITS + tw__skynet_digit(due, level);
}

TW__INLINE void tw__skynet_place(struct tw_skynet *w, struct tw_node *n, tw_tick due) {
    const size_t slot = tw__skynet_slot(w, due);

    n->home = slot + TW__WAITING;
    tw__list_append(&w->slot[slot], n);
}

TW__INLINE void tw__skynet_insert(struct tw_skynet *w, struct tw_node *n, tw_tick due) {
    tw__skynet_place(w, n, due);
    w->count++;
}

TW__INLINE void tw__skynet_remove(struct tw_skynet *w, struct tw_node *n) {
    tw__list_remove(&w->slot[n->home - TW__WAITING], n);
    w->count--;
}

TW__INLINE void tw__skynet_update(struct tw_skynet *w, struct tw_node *n, tw_tick due) {
    tw__skynet_remove(w, n);
    tw__skynet_insert(w, n, due);
}

/* Digit 0 of time has just turned to 0: the timers of one slot move down, that of the
   first digit that is not 0. */
TW__INLINE void tw__skynet_carry(struct tw_skynet *w) {
    size_t level = 1, slot;
    struct tw_node *n, *next;

    while (level < TW__SKYNET_LEVELS - 1 && tw__skynet_digit(w->time, level) == 0)
        level++;
    slot = level * TW__SKYNET_DIGITS + tw__skynet_digit(w->time, level);
    n = tw__list_first(w->slot[slot]);
    if (n)
        w->slot[slot]->u.list.next = NULL;
    w->slot[slot] = NULL;
    for (; n; n = next) {
        next = n->u.list.next;
        TW_TRACE(TW_CASCADE, NULL, n, n->due);
        tw__skynet_place(w, n, n->due);
    }
}

/* What stands in the slot of level 0 at a tick fires then; nobody asks for its
   deadline. */
TW__INLINE struct tw_node *tw__skynet_take(struct tw_skynet *w, tw_tick now) {
    struct tw_node *n;

    while ((n = tw__list_first(w->slot[tw__skynet_digit(w->time, 0)])) == NULL &&
           tw_before(w->time, now)) {
        w->time++;
        if (tw__skynet_digit(w->time, 0) == 0)
            tw__skynet_carry(w);
    }
    if (n)
        tw__skynet_remove(w, n);
    return n;
}

/* The node after n, slot by slot. */
TW__INLINE struct tw_node *tw__skynet_each(const struct tw_skynet *w, const struct tw_node *n) {
    size_t slot = 0;

    if (n) {
        slot = n->home - TW__WAITING;
        if (n != w->slot[slot])
            return n->u.list.next;
        slot++;
    }
    while (slot < TW__SKYNET_SLOTS && !w->slot[slot])
        slot++;
    return slot < TW__SKYNET_SLOTS ? tw__list_first(w->slot[slot]) : NULL;
}

/* The earliest deadline ahead, also of a timer that will never fire. */
TW__INLINE bool tw__skynet_next(const struct tw_skynet *w, tw_tick *due) {
    const struct tw_node *n = tw__skynet_each(w, NULL), *first = n;

    for (; n; n = tw__skynet_each(w, n))
        if ((tw_tick)(n->due - w->time) < (tw_tick)(first->due - w->time))
            first = n;
    if (first)
        *due = first->due;
    return first != NULL;
}

/* It looks at every tick. */
TW__INLINE bool tw__skynet_quiet(const struct tw_skynet *w, tw_tick now) {
    return (void)w, (void)now, false;
}

TW__PREFETCH_LISTED(skynet)

TW__INLINE size_t tw__skynet_count(const struct tw_skynet *w) { return w->count; }

TW__INLINE size_t tw__skynet_bytes(size_t n) { return n * 0; }

TW__INLINE void tw__skynet_init(struct tw_skynet *w, tw_tick now, void *array, size_t n) {
    size_t i;

    (void)array, (void)n;
    w->time = now;
    w->count = 0;
    for (i = 0; i < TW__SKYNET_SLOTS; i++)
        w->slot[i] = NULL;
}

TW__INLINE struct tw_node *tw__skynet_take_all(struct tw_skynet *w) {
    struct tw_node *chain = NULL, *n;

    while ((n = tw__skynet_each(w, NULL)) != NULL) {
        tw__skynet_remove(w, n);
        n->u.list.next = chain;
        chain = n;
    }
    return chain;
}

TW__INLINE const char *tw__skynet_check(const struct tw_skynet *w) {
    const struct tw_node *n = NULL;
    size_t count = 0;

    while (count <= w->count && (n = tw__skynet_each(w, n)) != NULL)
        count++;
    return count == w->count ? NULL : "skynet 1";
}

TW__OPS(tw_skynet, skynet, tw__skynet, tw__skynet)

TW__END_C

#endif
