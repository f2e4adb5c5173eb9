/* SPDX-License-Identifier: MIT-0 */
/* skiplist.h - a skip list: timers, a queue by tick, an ordered container; and the plain sorted list that is its base.

   WHAT IT IS
       A sorted, doubly linked list through the nodes, and above it express lanes: a quarter of the nodes stand in the
       first lane, a quarter of those in the next, and so on. A search runs along the highest lane until the next step
       would be too far, goes down one, and runs on. Lanes live in an array of yours. They only save time: when the
       array is used up towers are lower, and without an array it is a sorted list. Nothing is ever refused.

   PICK IT
       as an ordered container that you walk, in either direction or from a key on; for timers of one timeout, where
       arming and cancelling are O(1); for an unknown number of timers, since the array is no limit.
   PICK ANOTHER
       if you only take the least (heap4 is faster), if the number of timers is large and unknown (a red-black tree
       needs no array to stay fast), if deadlines are mostly moved and cancelled at mixed distances (a wheel).

   DO THIS
       timers             TW_TIMERS_OF(timers, skiplist) makes struct timers and timers_init, _add, ...: timers.h
       timers, tiny       TW_TIMERS_OF(timers, sortedlist): the base alone, no lane in struct or code, for a handful of
                          timers in firmware; all zero is ready for use, and init takes NULL, 0
       queue by tick      struct tw_skiplist and the functions below; the key is n->due
       ordered objects    TW_SKIPLIST_OF(roster, struct guest, node, guest_before) makes struct roster and roster_...

   EXAMPLE (examples/roster.c)
       struct guest { const char *name; struct tw_node node; };
       static bool guest_before(const struct guest *a, const struct guest *b) { return strcmp(a->name, b->name) < 0; }
       TW_SKIPLIST_OF(roster, struct guest, node, guest_before)

       static TW_SKIPLIST_ARRAY(lanes, 100);         for about 100 guests; more may come
       struct roster r;
       roster_init(&r, 0, lanes, 100);               NULL, 0: no lanes
       roster_add(&r, &guest);
       for (g = roster_lower_bound(&r, &key); g; g = roster_after(&r, g))
           puts(g->name);                            all from key.name on, in order

   COST (n nodes, lanes for n; averages over the list's own dice, whatever the keys)
       add, move, update      O(log n) on average; O(1) for a key not before the last; without lanes O(nodes passed)
       lower_bound            O(log n) on average; without lanes O(nodes passed)
       cancel, take, pop      O(1) on average, no key is compared; at most one link a lane
       next, peek, count, first, last, after, before, each, init    O(1)           clear    O(n)
       Bytes a timer, node included: 52 on a 64-bit machine, 26 on a 32-bit one and 16 on AVR with 32-bit ticks; without
       lanes those of the node: 40, 20, 12.

   GUARANTEES
       FIFO among equals. add() never fails. A node that is idle, fired or due in its set is refused by cancel() and
       update(); a node that waits in another structure is your error. Heights come from a small generator in the
       list, so that the same calls cost the same in every run.

   OPTIONS
       those of timers.h; TW_SKIPLIST_IMPLEMENTATION instead of TW_IMPLEMENTATION defines this header and timers.h only

   SOURCE
       W. Pugh, Skip Lists: A Probabilistic Alternative to Balanced Trees, CACM 33(6), 1990; lanes for a quarter are
       his advice. Here lanes are linked both ways, which makes removal by node free of search. */
#ifndef TW_SKIPLIST_H
#define TW_SKIPLIST_H

#if defined(TW_SKIPLIST_IMPLEMENTATION) && !defined(TW_TIMERS_IMPLEMENTATION)
#define TW_TIMERS_IMPLEMENTATION
#endif
#include "timers.h"

TW__BEGIN_C

/* ---------------------------------------------------------------------------------------------------- TYPES */

/* One floor of a tower: its node's place in one lane. The floors of a lane form a ring with the head of the lane. */
struct tw_skiplist_floor {
    tw_tick next_due; /* the key beside the link: a search does not touch what it does not pass */
    struct tw_skiplist_floor *next, *prev;
    struct tw_node *node; /* NULL: a head, or the lowest floor of a tower that is free */
};

/* An element of the array that init() takes; a sorted list needs none. */
typedef struct tw_skiplist_floor tw_skiplist_array;
typedef void tw_sortedlist_array;

/* The base, and a structure of its own. All zero is a valid empty list. */
struct tw_sortedlist {
    struct tw_node *last; /* a list as in timers.h */
    size_t count;
};

enum { TW__SKIPLIST_MOST_LANES = 16 };

/* All zero is a valid empty list with no lanes. */
struct tw_skiplist {
    struct tw_sortedlist base;      /* first, so that what only reads it serves both */
    struct tw_skiplist_floor *lane; /* yours: the tower of heads, the lowest lane first, and behind it all others */
    struct tw_skiplist_floor *fresh, *end; /* what no tower took so far; one floor behind the end is kept */
    struct tw_skiplist_floor *free[TW__SKIPLIST_MOST_LANES]; /* towers given back, by height - 1, chained by next */
    uint32_t dice;
    uint8_t lanes;
};

/* ------------------------------------------------------------------------------------------------------ API */

/* Bytes of the array that gives n nodes all their lanes, and its declaration: static TW_SKIPLIST_ARRAY(lanes, 100); */
#define TW__SKIPLIST_FLOORS(n)     ((n) / 8 * 3 + 2)
#define TW_SKIPLIST_BYTES(n)       (TW__SKIPLIST_FLOORS(n) * sizeof(struct tw_skiplist_floor))
#define TW_SKIPLIST_ARRAY(name, n) TW__ATTRIBUTE(aligned(64)) struct tw_skiplist_floor name[TW__SKIPLIST_FLOORS(n)]

/* An empty list with lanes in array, made for n nodes; NULL or 0: no lanes. It forgets nodes: clear() a list in use
   first. now is not needed. O(1). */
#define tw_skiplist_init TW__LINK_NAME(tw_skiplist_init)
TW__API void tw_skiplist_init(struct tw_skiplist *s, tw_tick now, struct tw_skiplist_floor *array, size_t n);

/* Inserts n with key due behind its equals, or moves it there if it is in s. Always true. O(log n), at the end O(1). */
TW__API bool tw_skiplist_add(struct tw_skiplist *s, struct tw_node *n, tw_tick due);

/* Takes n out. False: it is idle, or due in its set. O(1). */
TW__API bool tw_skiplist_cancel(struct tw_skiplist *s, struct tw_node *n);

/* Restores order after n->due was changed; counts as arming anew. False as cancel(). O(log n). */
TW__API bool tw_skiplist_update(struct tw_skiplist *s, struct tw_node *n);

/* The least key. False: empty. O(1). */
TW__API bool tw_skiplist_next(struct tw_skiplist *s, tw_tick *due);

/* The first node, which stays (peek) or is taken out (pop, and take if its due <= now). NULL: none. O(1). */
TW__API struct tw_node *tw_skiplist_peek(const struct tw_skiplist *s);
TW__API struct tw_node *tw_skiplist_pop(struct tw_skiplist *s);
TW__API struct tw_node *tw_skiplist_take(struct tw_skiplist *s, tw_tick now);

/* In order: the ends, and the neighbours of a node in s. NULL: none. O(1). */
TW__API struct tw_node *tw_skiplist_first(const struct tw_skiplist *s);
TW__API struct tw_node *tw_skiplist_last(const struct tw_skiplist *s);
TW__API struct tw_node *tw_skiplist_after(const struct tw_skiplist *s, const struct tw_node *n);
TW__API struct tw_node *tw_skiplist_before(const struct tw_skiplist *s, const struct tw_node *n);

/* The first node whose key is not before due. NULL: none. O(log n). */
TW__API struct tw_node *tw_skiplist_lower_bound(const struct tw_skiplist *s, tw_tick due);

/* How many nodes; the node after n (NULL to begin, and at the end); all nodes out; every invariant. */
TW__API size_t tw_skiplist_count(const struct tw_skiplist *s);
TW__API struct tw_node *tw_skiplist_each(const struct tw_skiplist *s, const struct tw_node *n);
TW__API void tw_skiplist_clear(struct tw_skiplist *s);
TW__API bool tw_skiplist_check(const struct tw_skiplist *s);

/* --------------------------------------------------------------------------------------------------- ENGINE

   A list of eight nodes, heads at the left. The floors of a tower are neighbours in memory, the lowest first:

       lane 1   [ ] ---------------------> (d) -------------------------------> and back to [ ]
       lane 0   [ ] --------> (b) -------> (d) ------------> (g) -------------> and back to [ ]
       base             a  -  b  -  c  -   d   -  e  -  f  -  g  -  h

   Invariant outside of a call: each lane is a sub-list of the one below, the lowest of the base, which is sorted; and
   node->home is TW__WAITING or, for a node with a tower, the address of its lowest floor. */

/* Is key a (of node a_node) before key b? The order by tick looks at the keys, an order of objects at the nodes. */
typedef bool tw__skiplist_order(tw_tick a, const struct tw_node *a_node, tw_tick b, const struct tw_node *b_node);
typedef void tw__skiplist_step(struct tw_sortedlist *s, struct tw_node *n);

TW__INLINE bool tw__skiplist_by_due(tw_tick a, const struct tw_node *a_node, tw_tick b, const struct tw_node *b_node) {
    (void)a_node, (void)b_node;
    TW_TRACE(TW_COMPARE, a_node, a);
    return tw_before(a, b);
}

/* The node after n; NULL: the first. */
TW__INLINE struct tw_node *tw__sortedlist_after(const struct tw_sortedlist *s, const struct tw_node *n) {
    if (!n)
        return tw__list_first(s->last);
    return n == s->last ? NULL : n->u.list.next;
}

/* Links n behind p; NULL: at the front. */
TW__ONCE void tw__sortedlist_link(struct tw_sortedlist *s, struct tw_node *n, struct tw_node *p) {
    struct tw_node *left = p ? p : s->last; /* in the ring */

    n->u.list.prev = p;
    n->u.list.next = n;
    if (left) {
        n->u.list.next = left->u.list.next;
        left->u.list.next = n;
    }
    if (p == s->last)
        s->last = n;
    else
        n->u.list.next->u.list.prev = n;
    s->count++;
    TW_TRACE(TW_LINK, n, n->due);
}

/* The plain sorted list: what is late, as timers mostly are, finds its place from the end. */
TW__INLINE void tw__sortedlist_insert(struct tw_sortedlist *s, struct tw_node *n) {
    struct tw_node *p = s->last;

    while (p && tw__skiplist_by_due(n->due, n, p->due, p))
        p = p->u.list.prev;
    n->home = TW__WAITING;
    tw__sortedlist_link(s, n, p);
}

TW__INLINE void tw__sortedlist_remove(struct tw_sortedlist *s, struct tw_node *n) {
    tw__list_remove(&s->last, n);
    n->home = TW__IDLE;
    s->count--;
}

/* A tower for n, as high as the dice say or as there is one left. Its height. */
TW__ONCE unsigned tw__skiplist_tower(struct tw_skiplist *s, struct tw_node *n) {
    struct tw_skiplist_floor *lowest;
    unsigned height = 0;
    uint32_t dice = s->dice = s->dice * 1664525u + 1013904223u;

    for (; dice < 0x40000000u && height < s->lanes; dice <<= 2)
        height++;
    for (n->home = TW__WAITING; height; height--) {
        lowest = s->free[height - 1];
        if (lowest) {
            s->free[height - 1] = lowest->next;
        } else if ((size_t)(s->end - s->fresh) >= height) {
            lowest = s->fresh;
            s->fresh += height;
            s->fresh->node = NULL;
        } else {
            continue;
        }
        n->home = (uintptr_t)lowest;
        break;
    }
    return height;
}

/* The last node of the base that n comes behind, NULL if it goes to the front: p, or one after it. q comes after n.
   Walking from both sides lets two chains of cache misses pass side by side. */
TW__FOLD struct tw_node *tw__skiplist_between(const struct tw_skiplist *s, const struct tw_node *n, struct tw_node *p,
                                              struct tw_node *q, tw__skiplist_order *before) {
    struct tw_node *next;

    while ((next = tw__sortedlist_after(&s->base, p)) != q && !before(n->due, n, next->due, next)) {
        p = next;
        if (TW__SPEED) {
            q = q->u.list.prev;
            if (!before(n->due, n, q->due, q))
                return q;
        }
    }
    return p;
}

/* Puts n, which has its key, behind all that are not after it. */
TW__FOLD void tw__skiplist_insert_by(struct tw_skiplist *s, struct tw_node *n, tw__skiplist_order *before) {
    struct tw_node *p = NULL, *q = s->base.last;
    const bool late = !q || !before(n->due, n, q->due, q);
    const unsigned height = tw__skiplist_tower(s, n);
    unsigned lane = late ? height : s->lanes;
    struct tw_skiplist_floor *e = NULL, *right = NULL;

    /* Invariant: n comes behind e, or e is the head of a lane; in the lanes above stands n's tower, as far as it
       reaches. What is late comes behind the last of every lane. */
    while (lane-- > 0) {
        struct tw_skiplist_floor *const head = &s->lane[lane], *const x = (struct tw_skiplist_floor *)n->home + lane;

        e = late ? head->prev : e ? e - 1 : head;
        while (e->next != head && !before(n->due, n, e->next_due, e->next->node))
            e = e->next;
        p = e->node;
        right = e->next;
        if (lane < height) {
            x->node = n;
            x->prev = e;
            x->next = right;
            x->next_due = e->next_due;
            right->prev = x;
            e->next = x;
            e->next_due = n->due;
            TW_TRACE(TW_LINK, n, n->due);
        }
    }
    if (late)
        p = q;
    else
        p = tw__skiplist_between(s, n, p, right && right->node ? right->node : q, before);
    tw__sortedlist_link(&s->base, n, p);
}

TW__INLINE struct tw_skiplist *tw__skiplist_of(struct tw_sortedlist *base) { return (struct tw_skiplist *)base; }

TW__INLINE void tw__skiplist_insert(struct tw_sortedlist *s, struct tw_node *n) {
    tw__skiplist_insert_by(tw__skiplist_of(s), n, tw__skiplist_by_due);
}

/* Takes n out: its tower floor by floor, which then goes to the free chain, and its place in the base. Reads no key. */
TW__INLINE void tw__skiplist_remove(struct tw_sortedlist *base, struct tw_node *n) {
    struct tw_skiplist *s = tw__skiplist_of(base);

    if (n->home > TW__WAITING) {
        struct tw_skiplist_floor *const lowest = (struct tw_skiplist_floor *)n->home, *x = lowest;
        unsigned i = 0;

        for (;; i++) {
            x->prev->next = x->next;
            x->prev->next_due = x->next_due;
            x->next->prev = x->prev;
            TW_TRACE(TW_LINK, n, n->due);
            if ((++x)->node != n)
                break;
        }
        lowest->node = NULL;
        lowest->next = s->free[i];
        s->free[i] = lowest;
    }
    tw__sortedlist_remove(base, n);
}

/* n does not wait. */
TW__FOLD void tw__skiplist_put(struct tw_sortedlist *s, struct tw_node *n, tw_tick due, tw__skiplist_step *insert) {
    TW_TRACE(n->home == TW__IDLE ? TW_ARM : TW_MOVE, n, due);
    n->due = due;
    insert(s, n);
}

TW__ONCE bool tw__skiplist_add(struct tw_sortedlist *s, struct tw_node *n, tw_tick due, tw__skiplist_step *insert,
                               tw__skiplist_step *remove) {
    TW_ASSERT(n != NULL);
    TW_TRACE(n->home == TW__IDLE ? TW_ARM : TW_MOVE, n, due);
    if (n->home >= TW__WAITING)
        remove(s, n);
    n->due = due;
    insert(s, n);
    return true;
}

TW__FOLD bool tw__skiplist_update(struct tw_sortedlist *s, struct tw_node *n, tw__skiplist_step *insert) {
    TW_ASSERT(n != NULL);
    return n->home >= TW__WAITING && tw__skiplist_add(s, n, n->due, insert, tw__skiplist_remove);
}

TW__FOLD bool tw__skiplist_cancel(struct tw_sortedlist *s, struct tw_node *n, tw__skiplist_step *remove) {
    TW_ASSERT(n != NULL);
    if (n->home < TW__WAITING)
        return false;
    TW_TRACE(TW_CANCEL, n, n->due);
    remove(s, n);
    return true;
}

TW__FOLD struct tw_node *tw__skiplist_take(struct tw_sortedlist *s, tw_tick now, tw__skiplist_step *remove) {
    struct tw_node *n = s->last;

    if (!n || tw_before(now, (n = n->u.list.next)->due))
        return NULL;
    remove(s, n);
    return n;
}

TW__INLINE struct tw_node *tw__skiplist_pop(struct tw_sortedlist *s) {
    struct tw_node *n = tw__list_first(s->last);

    if (n)
        tw__skiplist_remove(s, n);
    return n;
}

/* The first node that is not before the key. */
TW__FOLD struct tw_node *tw__skiplist_lower_bound(const struct tw_skiplist *s, tw_tick due, const struct tw_node *key,
                                                  tw__skiplist_order *before) {
    const struct tw_skiplist_floor *e = NULL, *head;
    struct tw_node *n = NULL;
    unsigned lane = s->lanes;

    /* Invariant: n is before the key, or NULL. */
    while (lane-- > 0) {
        head = &s->lane[lane];
        for (e = e ? e - 1 : head; e->next != head && before(e->next_due, e->next->node, due, key);)
            e = e->next;
        n = e->node;
    }
    do
        n = tw__sortedlist_after(&s->base, n);
    while (n && before(n->due, n, due, key));
    return n;
}

TW__FOLD struct tw_node *tw__skiplist_drain(struct tw_sortedlist *s, tw__skiplist_step *remove) {
    struct tw_node *chain = NULL, *n;

    while ((n = s->last) != NULL) {
        remove(s, n);
        n->u.list.next = chain;
        chain = n;
    }
    return chain;
}

TW__INLINE void tw__skiplist_init(struct tw_skiplist *s, struct tw_skiplist_floor *array, size_t n) {
    s->base.last = NULL;
    s->base.count = 0;
    s->lane = s->fresh = s->end = array;
    s->dice = s->lanes = 0;
    if (!array || n < 8)
        return;

    s->end = array + TW__SKIPLIST_FLOORS(n) - 1;
    for (; n >= 8 && s->lanes < TW__SKIPLIST_MOST_LANES; n /= 4) { /* two to eight nodes will reach the highest lane */
        s->free[s->lanes++] = NULL;
        s->fresh->next = s->fresh->prev = s->fresh;
        s->fresh->node = NULL;
        s->fresh++;
    }
    s->fresh->node = NULL;
}

/* The base: links, order, count. */
TW__FOLD bool tw__sortedlist_check(const struct tw_sortedlist *s, tw__skiplist_order *before) {
    const struct tw_node *n, *p = NULL;
    size_t count = 0;

    for (; (n = tw__sortedlist_after(s, p)) != NULL; p = n)
        if (++count > s->count || n->u.list.prev != p || n->home < TW__WAITING || (p && before(n->due, n, p->due, p)))
            return false;
    return count == s->count;
}

/* Walks the base and all lanes side by side: left[i] is the last floor of lane i so far. Every floor is in the tower of
   heads, in that of one node, free or fresh. */
TW__INLINE bool tw__skiplist_check_lanes(const struct tw_skiplist *s) {
    const struct tw_skiplist_floor *left[TW__SKIPLIST_MOST_LANES], *x;
    const struct tw_node *n = NULL;
    size_t used = s->lanes;
    unsigned i;

    for (i = 0; i < s->lanes; i++)
        left[i] = &s->lane[i];
    while ((n = tw__sortedlist_after(&s->base, n)) != NULL) {
        if (n->home == TW__WAITING)
            continue;
        for (i = 0, x = (const struct tw_skiplist_floor *)n->home; x->node == n || i == 0; i++, x++, used++) {
            if (i == s->lanes || x->node != n || x->prev != left[i] || left[i]->next != x ||
                left[i]->next_due != n->due)
                return false;
            left[i] = x;
        }
    }

    for (i = 0; i < s->lanes; i++) {
        if (left[i]->next != &s->lane[i] || s->lane[i].prev != left[i] || s->lane[i].node)
            return false;
        for (x = s->free[i]; x; x = x->next, used += i + 1)
            if (x->node || used > (size_t)(s->fresh - s->lane) || x >= s->fresh)
                return false;
    }
    return used == (size_t)(s->fresh - s->lane) && (!s->lanes || (s->fresh <= s->end && !s->fresh->node));
}

TW__FOLD bool tw__skiplist_check(const struct tw_skiplist *s, tw__skiplist_order *before) {
    return tw__sortedlist_check(&s->base, before) && tw__skiplist_check_lanes(s);
}

/* The instance ordered by tick as a structure for TW_TIMERS_OF and tw_timers_init(), and the base as another. */
TW__INLINE void tw__skiplist_op_init(void *s, tw_tick now, void *array, size_t n) {
    (void)now;
    tw__skiplist_init((struct tw_skiplist *)s, (struct tw_skiplist_floor *)array, n);
}
TW__INLINE void tw__skiplist_op_add(void *s, struct tw_node *n, tw_tick due) {
    tw__skiplist_put((struct tw_sortedlist *)s, n, due, tw__skiplist_insert);
}
TW__INLINE bool tw__skiplist_op_move(void *s, struct tw_node *n, tw_tick due) {
    return tw__skiplist_add((struct tw_sortedlist *)s, n, due, tw__skiplist_insert, tw__skiplist_remove);
}
TW__INLINE bool tw__skiplist_op_cancel(void *s, struct tw_node *n) {
    return tw__skiplist_cancel((struct tw_sortedlist *)s, n, tw__skiplist_remove);
}
TW__INLINE struct tw_node *tw__skiplist_op_take(void *s, tw_tick now) {
    return tw__skiplist_take((struct tw_sortedlist *)s, now, tw__skiplist_remove);
}
TW__INLINE struct tw_node *tw__skiplist_op_drain(void *s) {
    return tw__skiplist_drain((struct tw_sortedlist *)s, tw__skiplist_remove);
}
TW__INLINE bool tw__skiplist_op_check(const void *s) {
    return tw__skiplist_check((const struct tw_skiplist *)s, tw__skiplist_by_due);
}
TW__INLINE size_t tw__skiplist_op_bytes(size_t n) { return TW_SKIPLIST_BYTES(n); }

TW__INLINE bool tw__sortedlist_op_full(const void *s) { return (void)s, false; }
TW__INLINE void tw__sortedlist_op_init(void *s, tw_tick now, void *array, size_t n) {
    (void)now, (void)array, (void)n;
    ((struct tw_sortedlist *)s)->last = NULL;
    ((struct tw_sortedlist *)s)->count = 0;
}
TW__INLINE void tw__sortedlist_op_add(void *s, struct tw_node *n, tw_tick due) {
    tw__skiplist_put((struct tw_sortedlist *)s, n, due, tw__sortedlist_insert);
}
TW__INLINE bool tw__sortedlist_op_move(void *s, struct tw_node *n, tw_tick due) {
    return tw__skiplist_add((struct tw_sortedlist *)s, n, due, tw__sortedlist_insert, tw__sortedlist_remove);
}
TW__INLINE bool tw__sortedlist_op_cancel(void *s, struct tw_node *n) { /* n waits */
    TW_TRACE(TW_CANCEL, n, n->due);
    tw__sortedlist_remove((struct tw_sortedlist *)s, n);
    return true;
}
TW__INLINE bool tw__sortedlist_op_next(void *s, tw_tick *due) {
    const struct tw_node *last = ((const struct tw_sortedlist *)s)->last;

    if (!last)
        return false;
    *due = last->u.list.next->due;
    return true;
}
TW__INLINE struct tw_node *tw__sortedlist_op_take(void *s, tw_tick now) {
    return tw__skiplist_take((struct tw_sortedlist *)s, now, tw__sortedlist_remove);
}
TW__INLINE size_t tw__sortedlist_op_count(const void *s) { return ((const struct tw_sortedlist *)s)->count; }
TW__INLINE struct tw_node *tw__sortedlist_op_each(const void *s, const struct tw_node *n) {
    return tw__sortedlist_after((const struct tw_sortedlist *)s, n);
}
TW__INLINE struct tw_node *tw__sortedlist_op_drain(void *s) {
    return tw__skiplist_drain((struct tw_sortedlist *)s, tw__sortedlist_remove);
}
TW__INLINE bool tw__sortedlist_op_check(const void *s) {
    return tw__sortedlist_check((const struct tw_sortedlist *)s, tw__skiplist_by_due);
}
TW__INLINE size_t tw__sortedlist_op_bytes(size_t n) { return n * 0; }

TW__TABLE const struct tw_ops tw_skiplist_ops = {tw__skiplist_op_init,       tw__sortedlist_op_full,
                                                 tw__skiplist_op_add,        tw__skiplist_op_move,
                                                 tw__skiplist_op_cancel,     tw__sortedlist_op_next,
                                                 tw__skiplist_op_take,       tw__sortedlist_op_count,
                                                 tw__sortedlist_op_each,     tw__skiplist_op_drain,
                                                 tw__skiplist_op_check,      tw__skiplist_op_bytes,
                                                 sizeof(struct tw_skiplist), "skiplist"};

TW__TABLE const struct tw_ops tw_sortedlist_ops = {tw__sortedlist_op_init,       tw__sortedlist_op_full,
                                                   tw__sortedlist_op_add,        tw__sortedlist_op_move,
                                                   tw__sortedlist_op_cancel,     tw__sortedlist_op_next,
                                                   tw__sortedlist_op_take,       tw__sortedlist_op_count,
                                                   tw__sortedlist_op_each,       tw__sortedlist_op_drain,
                                                   tw__sortedlist_op_check,      tw__sortedlist_op_bytes,
                                                   sizeof(struct tw_sortedlist), "sortedlist"};

/* ----------------------------------------------------------------------------------------------------- FACE */

/* An ordered container of objects: struct name and its verbs, which take and give pointers to type. before(a, b) is the
   order; equals stand in the order they were added. The key lies in your objects: after changing it, name##_update()
   before any other call. lower_bound gives the first object that is not before *key. Costs and answers are those of the
   functions above; init takes now for uniformity only. */
#define TW_SKIPLIST_OF(name, type, member, before)                                                                  \
    struct name {                                                                                                   \
        struct tw_skiplist list;                                                                                    \
    };                                                                                                              \
    TW__FOLD type *name##__of(struct tw_node *n) { return n ? TW_OF(n, type, member) : NULL; }                      \
    TW__FOLD const type *name##__at(const struct tw_node *n) {                                                      \
        return TW__CAST(const type *, tw__const_around(n, offsetof(type, member)));                                 \
    }                                                                                                               \
    TW__FOLD bool name##__order(tw_tick a, const struct tw_node *a_node, tw_tick b, const struct tw_node *b_node) { \
        return (void)a, (void)b, before(name##__at(a_node), name##__at(b_node));                                    \
    }                                                                                                               \
    TW__INLINE void name##__insert(struct tw_sortedlist *s, struct tw_node *n) {                                    \
        tw__skiplist_insert_by(tw__skiplist_of(s), n, name##__order);                                               \
    }                                                                                                               \
    TW__INLINE void name##_init(struct name *q, tw_tick now, struct tw_skiplist_floor *array, size_t n) {           \
        tw__skiplist_op_init(&q->list, now, array, n);                                                              \
    }                                                                                                               \
    TW__INLINE bool name##_add(struct name *q, type *x) {                                                           \
        return tw__skiplist_add(&q->list.base, &x->member, 0, name##__insert, tw__skiplist_remove);                 \
    }                                                                                                               \
    TW__INLINE bool name##_cancel(struct name *q, type *x) {                                                        \
        return tw__skiplist_cancel(&q->list.base, &x->member, tw__skiplist_remove);                                 \
    }                                                                                                               \
    TW__INLINE bool name##_update(struct name *q, type *x) {                                                        \
        return tw__skiplist_update(&q->list.base, &x->member, name##__insert);                                      \
    }                                                                                                               \
    TW__INLINE type *name##_first(const struct name *q) { return name##__of(tw__list_first(q->list.base.last)); }   \
    TW__INLINE type *name##_last(const struct name *q) { return name##__of(q->list.base.last); }                    \
    TW__INLINE type *name##_after(const struct name *q, const type *x) {                                            \
        return name##__of(tw__sortedlist_after(&q->list.base, &x->member));                                         \
    }                                                                                                               \
    TW__INLINE type *name##_before(const struct name *q, const type *x) {                                           \
        return (void)q, name##__of(x->member.u.list.prev);                                                          \
    }                                                                                                               \
    TW__INLINE type *name##_lower_bound(const struct name *q, const type *key) {                                    \
        return name##__of(tw__skiplist_lower_bound(&q->list, 0, &key->member, name##__order));                      \
    }                                                                                                               \
    TW__INLINE type *name##_peek(const struct name *q) { return name##_first(q); }                                  \
    TW__INLINE type *name##_pop(struct name *q) { return name##__of(tw__skiplist_pop(&q->list.base)); }             \
    TW__INLINE size_t name##_count(const struct name *q) { return q->list.base.count; }                             \
    TW__INLINE type *name##_each(const struct name *q, const type *x) {                                             \
        return x ? name##_after(q, x) : name##_first(q);                                                            \
    }                                                                                                               \
    TW__INLINE void name##_clear(struct name *q) { tw__idle_all(tw__skiplist_op_drain(&q->list)); }                 \
    TW__INLINE bool name##_check(const struct name *q) { return tw__skiplist_check(&q->list, name##__order); }

TW__END_C

#endif /* TW_SKIPLIST_H */

/* ------------------------------------------------------------------------------------------- IMPLEMENTATION */

#if (defined(TW_IMPLEMENTATION) || defined(TW_SKIPLIST_IMPLEMENTATION)) && !defined(TW__SKIPLIST_IMPLEMENTED)
#define TW__SKIPLIST_IMPLEMENTED

TW__BEGIN_C

TW__API void tw_skiplist_init(struct tw_skiplist *s, tw_tick now, struct tw_skiplist_floor *array, size_t n) {
    tw__skiplist_op_init(s, now, array, n);
}

TW__API bool tw_skiplist_add(struct tw_skiplist *s, struct tw_node *n, tw_tick due) {
    return tw__skiplist_op_move(s, n, due);
}

TW__API bool tw_skiplist_cancel(struct tw_skiplist *s, struct tw_node *n) { return tw__skiplist_op_cancel(s, n); }

TW__API bool tw_skiplist_update(struct tw_skiplist *s, struct tw_node *n) {
    return tw__skiplist_update(&s->base, n, tw__skiplist_insert);
}

TW__API bool tw_skiplist_next(struct tw_skiplist *s, tw_tick *due) { return tw__sortedlist_op_next(s, due); }
TW__API struct tw_node *tw_skiplist_peek(const struct tw_skiplist *s) { return tw__list_first(s->base.last); }
TW__API struct tw_node *tw_skiplist_pop(struct tw_skiplist *s) { return tw__skiplist_pop(&s->base); }
TW__API struct tw_node *tw_skiplist_take(struct tw_skiplist *s, tw_tick now) { return tw__skiplist_op_take(s, now); }
TW__API struct tw_node *tw_skiplist_first(const struct tw_skiplist *s) { return tw__list_first(s->base.last); }
TW__API struct tw_node *tw_skiplist_last(const struct tw_skiplist *s) { return s->base.last; }

TW__API struct tw_node *tw_skiplist_after(const struct tw_skiplist *s, const struct tw_node *n) {
    return tw__sortedlist_after(&s->base, n);
}

TW__API struct tw_node *tw_skiplist_before(const struct tw_skiplist *s, const struct tw_node *n) {
    return (void)s, n->u.list.prev;
}

TW__API struct tw_node *tw_skiplist_lower_bound(const struct tw_skiplist *s, tw_tick due) {
    return tw__skiplist_lower_bound(s, due, NULL, tw__skiplist_by_due);
}

TW__API size_t tw_skiplist_count(const struct tw_skiplist *s) { return s->base.count; }

TW__API struct tw_node *tw_skiplist_each(const struct tw_skiplist *s, const struct tw_node *n) {
    return tw__sortedlist_after(&s->base, n);
}

TW__API void tw_skiplist_clear(struct tw_skiplist *s) { tw__idle_all(tw__skiplist_op_drain(s)); }
TW__API bool tw_skiplist_check(const struct tw_skiplist *s) { return tw__skiplist_op_check(s); }

TW__END_C

#endif

/* MIT No Attribution; the text of the licence stands at the end of timers.h and in the file LICENSE. */
