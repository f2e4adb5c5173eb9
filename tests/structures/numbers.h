/* SPDX-License-Identifier: MIT-0 */
/* numbers.h - the slots of table.h as a structure of nodes: all tests of the contract then
   run on them. A node gets a number that is free when it is inserted, and gives it back
   when it leaves. So numbers are used again whose old deadlines wait in a slot. The clock
   and the due list of table.h are left out: tests/structures/table.c has them. */
#ifndef NUMBERS_H
#define NUMBERS_H

#include <stdlib.h>

#include "table.h"
#include "verbs.h"

TW__BEGIN_C

/* The share of one node in the array. The table stands at its beginning. */
typedef uint64_t tw_numbers_array;

struct tw_numbers {
    TW__DEBUG(struct tw_stamp stamp;)
    struct tw_table *t;    /* NULL: no room */
    struct tw_node **node; /* of each number that is armed */
    uint32_t *free;        /* numbers that are free, behind those that are armed */
};

TW__INLINE size_t tw__numbers_room(size_t n) {
    return (tw_table_bytes(n) + n * (sizeof(struct tw_node *) + sizeof(uint32_t)) + 8) / 8 * 8;
}

TW__INLINE size_t tw__numbers_bytes(size_t n) { return n ? tw__numbers_room(n) : 0; }

TW__INLINE void tw__numbers_init(struct tw_numbers *s, tw_tick now, void *array, size_t n) {
    size_t i;

    s->t = n && array ? TW__CAST(struct tw_table *, array) : NULL;
    if (!s->t)
        return;
    tw_table_init(s->t, now, n);
    s->node = (struct tw_node **)(void *)((char *)array + tw_table_bytes(n) / 8 * 8 + 8);
    s->free = (uint32_t *)(void *)(s->node + n);
    for (i = 0; i < n; i++)
        s->free[i] = (uint32_t)i;
}

TW__INLINE size_t tw__numbers_capacity(const struct tw_numbers *s) {
    return s->t ? s->t->capacity : 0;
}

TW__INLINE size_t tw__numbers_count(const struct tw_numbers *s) { return s->t ? s->t->count : 0; }

TW__INLINE bool tw__numbers_full(const struct tw_numbers *s) {
    return tw__numbers_count(s) == tw__numbers_capacity(s);
}

TW__INLINE uint32_t tw__numbers_of(const struct tw_node *n) {
    return (uint32_t)(n->home - TW__WAITING);
}

TW__INLINE bool tw__numbers_has(const struct tw_numbers *s, const struct tw_node *n) {
    const uint32_t i = tw__numbers_of(n);

    return i < tw__numbers_capacity(s) && tw_table_pending(s->t, i) && s->node[i] == n;
}

TW__INLINE bool tw__numbers_update(struct tw_numbers *s, struct tw_node *n, tw_tick due) {
    tw__table_arm(s->t, tw__numbers_of(n) + 1, due, false);
    TW_TRACE(TW_LINK, NULL, n, n->due);
    return true;
}

TW__INLINE void tw__numbers_insert(struct tw_numbers *s, struct tw_node *n, tw_tick due) {
    const uint32_t i = s->free[s->t->count];

    s->node[i] = n;
    n->home = i + TW__WAITING;
    (void)tw__numbers_update(s, n, due);
}

TW__INLINE struct tw_node *tw__numbers_leaves(struct tw_numbers *s, uint32_t i) {
    s->free[s->t->count] = i;
    return s->node[i];
}

TW__INLINE void tw__numbers_remove(struct tw_numbers *s, struct tw_node *n) {
    tw__table_disarm(s->t, tw__numbers_of(n) + 1);
    (void)tw__numbers_leaves(s, tw__numbers_of(n));
}

TW__INLINE bool tw__numbers_next(struct tw_numbers *s, tw_tick *due) {
    if (tw__numbers_count(s) == 0)
        return false;
    *due = tw__table_first(s->t);
    return true;
}

TW__INLINE struct tw_node *tw__numbers_take(struct tw_numbers *s, tw_tick now) {
    uint32_t id;

    if (TW_TICK_BITS != 64 && s->t && s->t->count == 0)
        tw__table_restart(s->t, now);
    if (!s->t || (id = tw__table_take(s->t, now)) == 0)
        return NULL;
    s->t->count--;
    tw__table_rest(s->t, id);
    return tw__numbers_leaves(s, id - 1);
}

TW__INLINE bool tw__numbers_quiet(const struct tw_numbers *s, tw_tick now) {
    return (void)s, (void)now, false;
}

/* Walks by number. */
TW__INLINE struct tw_node *tw__numbers_each(const struct tw_numbers *s, const struct tw_node *n) {
    const struct tw_table *const t = s->t;
    uint32_t i = t ? tw_table_each(t, n ? tw__numbers_of(n) + 1 : 0) : 0;

    return i < tw__numbers_capacity(s) ? s->node[i] : NULL;
}

TW__INLINE struct tw_node *tw__numbers_take_all(struct tw_numbers *s) {
    struct tw_node *chain = NULL, *n = tw__numbers_each(s, NULL), *next;

    for (; n; n = next) {
        next = tw__numbers_each(s, n);
        n->u.list.next = chain;
        chain = n;
    }
    if (s->t)
        tw__numbers_init(s, s->t->position, s->t, s->t->capacity);
    return chain;
}

/* Gives s another array: the table lies elsewhere then, and grows. A smaller one gets the
   timers anew, in arming order. */
TW__INLINE bool tw__numbers_storage(struct tw_numbers *s, void *array, size_t n) {
    struct tw_numbers to;
    const size_t count = tw__numbers_count(s), was = tw__numbers_capacity(s);
    uint64_t last = 0;
    size_t i;

    if ((array ? n : 0) < count)
        return false;
    to = *s;
    tw__numbers_init(&to, s->t ? s->t->position : 0, array, array ? n : 0);
    if (s->t && to.t && n >= was) {
        memcpy(to.t, s->t, tw_table_bytes(was));
        assert(tw_table_grow(to.t, n));
        memcpy(to.node, s->node, was * sizeof *s->node);
        memcpy(to.free, s->free, was * sizeof *s->free);
    } else {
        for (i = 0; i < count; i++) {
            uint32_t k = 0, first = 0;
            uint64_t least = UINT64_MAX;

            for (; k < was; k++) {
                const uint64_t number = tw__table_arming(tw__table_see(s->t, k + 1));

                if (number > last && number < least) {
                    least = number;
                    first = k;
                }
            }
            last = least;
            tw__numbers_insert(&to, s->node[first], s->node[first]->due);
        }
    }
    *s = to;
    return true;
}

TW__INLINE const char *tw__numbers_check(const struct tw_numbers *s) {
    return s->t ? tw__table_check(s->t) : NULL;
}

TW__INLINE void tw__numbers_prefetch_group(const struct tw_numbers *s, const struct tw__group *g) {
    (void)s, (void)g;
}

TW__OPS(tw_numbers, numbers, tw__numbers, tw__numbers)

TW__END_C

#endif
