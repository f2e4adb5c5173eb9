/* SPDX-License-Identifier: MIT-0 */
/* skiplist.h - a skip list: timers, a queue by tick, an ordered container. Its base is
   the list of sortedlist.h.

   WHAT IT IS
       Think of a railway. One line stops at every station. Express lines above it stop at
       every fourth station, at every sixteenth, and so on. You ride the fastest line
       until its next stop would be too far. Then you ride on by the line below. The slow
       line is a sorted list through all nodes. The express lines, called lanes, live in
       an array of yours. A node that stands in lanes has a tower in the array, with a
       level for each lane. Once the array is used up, new towers are lower, or missing.
       Without an array this is a sorted list. No node is ever refused.

   PICK IT
       as an ordered container that you walk, either way or from a key on; for timers that
       all have the same timeout, which cost O(1).
   PICK ANOTHER
       if you only take the least (heap4), or if deadlines mostly move at mixed distances
       (a wheel).

   DO THIS
       timers             TW_TIMERS_OF(timers, skiplist) makes struct timers and
                          timers_init, _add, ...: timers.h
       nodes by tick      struct tw_skiplist and the functions below; the key is n->due
       objects in order   TW_SKIPLIST_OF(roster, struct guest, node, guest_before) makes
                          struct roster and roster_...

   EXAMPLE (examples/basics/roster.c)
       struct guest { const char *name; struct tw_node node; };
       static bool guest_before(const struct guest *a, const struct guest *b) {
           return strcmp(a->name, b->name) < 0;
       }
       TW_SKIPLIST_OF(roster, struct guest, node, guest_before)

       static TW_SKIPLIST_ARRAY(lanes, 100);         for about 100 guests; more may come
       struct guest ada = {"Ada", TW_NODE(0)}, key = {"A", TW_NODE(0)}, *g;
       struct roster r;
       roster_init(&r, 0, lanes, 100);               NULL, 0: no lanes
       roster_add(&r, &ada);
       for (g = roster_lower_bound(&r, &key); g; g = roster_after(&r, g))
           puts(g->name);                            all from key.name on, in order

   COST (n nodes, lanes for n; averages over the heights of towers, whatever the keys)
       lower_bound, add,      O(log n) on average, without lanes O(nodes passed); O(1) for
       move, update           an add or a move to a key not before the last; compiled for
                              speed, O(1) for a move that leaves the node in its place
       cancel, take, pop      O(1) on average; no two nodes are compared; at most one link
                              per lane
       next, peek, count, first, last, after, before, each, init    O(1)
       clear                  O(n)
       Bytes per timer: 52 on a 64-bit machine, 26 on a 32-bit one, 16 on AVR; without
       lanes 40, 20, 12: the node.

   GUARANTEES
       FIFO among equals. add() never fails. cancel() and update() refuse an idle node, and
       a node on the due list of a set. The heights of towers come from a generator in the
       list, which always begins with the same seed: equal runs cost the same.

   PROPERTIES (check() names one that does not hold: "sortedlist 1", "skiplist 3")
       1, 2  are those of sortedlist.h.
       3     Each lane is a part of the lane below, and is linked both ways. The key of
             the next node stands beside each link.
       4     Each level below `spare` (struct tw_skiplist) is a head, or a part of a
             node's tower or of a free tower.

   OPTIONS
       those of node.h; TW_SKIPLIST_IMPLEMENTATION instead of TW_IMPLEMENTATION compiles
       the functions of this header only

   SOURCE
       W. Pugh, Skip Lists: A Probabilistic Alternative to Balanced Trees, CACM 33(6),
       1990, who advises a quarter of the nodes for each next lane. Here lanes are linked
       both ways, so that removal by node searches for nothing. */
#include "sortedlist.h"

#ifndef TW_SKIPLIST_H
#define TW_SKIPLIST_H

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

/* One level of a tower: its node's place in one lane. The levels of a lane form a ring
   with the head of the lane. */
struct tw_skiplist_level {
    /* a copy of the next node's key, so that a search by tick reads no node in a lane */
    tw_tick next_due;
    struct tw_skiplist_level *next, *prev;
    struct tw_node *node; /* NULL: a head, the lowest of a free tower, or the level at `spare` */
};
typedef struct tw_skiplist_level tw_skiplist_array; /* an element of the array that init() takes */

enum { TW__SKIPLIST_MOST_LANES = 16 };

/* All zero is a valid empty list with no lanes. */
struct tw_skiplist {
    TW__DEBUG(struct tw_stamp stamp;)
    struct tw_sortedlist base;
    /* your array: first the heads, from the lowest lane up, then the towers of nodes */
    struct tw_skiplist_level *lane;
    /* No level from `spare` on was in a tower since init() or clear(). `end` is the last
       level of the array. It stays unused, so that a level stands behind each tower. */
    struct tw_skiplist_level *spare, *end;
    uint32_t seed; /* of the generator of heights */
    uint8_t lanes; /* the number of lanes; 0: a plain sorted list */
    /* free towers by height - 1, chained by `next` of their lowest levels */
    struct tw_skiplist_level *free[TW__SKIPLIST_MOST_LANES];
};

/* -------------------------------------------------------------------------------- API */

/* TW_SKIPLIST_BYTES(n) is the size in bytes of an array with lanes for n nodes.
   TW_SKIPLIST_ARRAY(name, n) declares such an array, aligned: static
   TW_SKIPLIST_ARRAY(lanes, 100). A node has a third of a level on average. The array has
   room for three levels per eight nodes, so that the heads fit in, too. */
#define TW__SKIPLIST_LEVELS(n) ((n) / 8 * 3 + 2)
#define TW_SKIPLIST_BYTES(n)   (TW__SKIPLIST_LEVELS(n) * sizeof(struct tw_skiplist_level))
#define TW_SKIPLIST_ARRAY(name, n) \
    TW__ALIGNED(64) struct tw_skiplist_level name[TW__SKIPLIST_LEVELS(n)]

/* Makes s empty, with lanes for about n nodes in array, which has TW_SKIPLIST_BYTES(n)
   bytes. If array is NULL or n is less than 8, there are no lanes. You may add more nodes
   than n. A skip list does not need now: pass 0. If s is in use, call clear() first:
   otherwise its nodes still say that they wait. O(1). */
#define tw_skiplist_init TW__LINK_NAME(tw_skiplist_init)
TW__API void tw_skiplist_init(struct tw_skiplist *s, tw_tick now, struct tw_skiplist_level *array,
                              size_t n);

/* Inserts n with key due, behind all nodes with the same key. If n is in s, n moves as if
   it had been cancelled and added. n must be idle or in s. Returns true always. O(log n)
   on average, O(1) if no key is later. */
TW__API bool tw_skiplist_add(struct tw_skiplist *s, struct tw_node *n, tw_tick due);

/* Takes n out. If n waits, it must wait in s. False: n is idle, or on the due list of a
   set. O(1) on average, at most one link per lane; compares no keys. */
TW__API bool tw_skiplist_cancel(struct tw_skiplist *s, struct tw_node *n);

/* Restores the order after n->due was changed; n counts as armed anew. Call it before any
   other call for s. If n waits, it must wait in s. False: n is idle, or on the due list
   of a set. O(log n) on average; compiled for speed, O(1) if n keeps its place. */
TW__API bool tw_skiplist_update(struct tw_skiplist *s, struct tw_node *n);

/* Fetches into the cache the memory that arming, moving and cancelling the nodes will
   touch; changes nothing. nodes[i] is idle or in s. dues[i] is the tick for which you will
   arm it; dues may be NULL if you will cancel only. See prefetch in verbs.h. O(count), and
   with dues a search for each. */
TW__INLINE void tw_skiplist_prefetch(const struct tw_skiplist *s, struct tw_node *const *nodes,
                                     const tw_tick *dues, size_t count);

/* Stores the least key in *due. False: s is empty; *due is unchanged. O(1). */
TW__API bool tw_skiplist_next(struct tw_skiplist *s, tw_tick *due);

/* Returns the first node, which stays. NULL: s is empty. O(1). */
TW__API struct tw_node *tw_skiplist_peek(const struct tw_skiplist *s);

/* Returns the first node, which stays: another name of peek() for walks. NULL: s is
   empty. O(1). */
TW__API struct tw_node *tw_skiplist_first(const struct tw_skiplist *s);

/* Takes out and returns the first node. NULL: s is empty. O(1) on average. */
TW__API struct tw_node *tw_skiplist_pop(struct tw_skiplist *s);

/* Takes out and returns the first node if it is due by now. NULL: no node is due by now.
   O(1) on average. */
TW__API struct tw_node *tw_skiplist_take(struct tw_skiplist *s, tw_tick now);

/* Returns the last node, which stays. NULL: s is empty. O(1). */
TW__API struct tw_node *tw_skiplist_last(const struct tw_skiplist *s);

/* Returns the successor of n, or the first node if n is NULL. Any other n must be in s.
   NULL: n is the last node, or s is empty. O(1). */
TW__API struct tw_node *tw_skiplist_after(const struct tw_skiplist *s, const struct tw_node *n);

/* Does the same as after(), under the name that the walk has in every structure. NULL:
   the walk is over. O(1). */
TW__API struct tw_node *tw_skiplist_each(const struct tw_skiplist *s, const struct tw_node *n);

/* Returns the predecessor of n, or the last node if n is NULL. Any other n must be in s.
   NULL: n is the first node, or s is empty. O(1). */
TW__API struct tw_node *tw_skiplist_before(const struct tw_skiplist *s, const struct tw_node *n);

/* Returns the first node whose key is due or later. NULL: there is none. O(log n) on
   average. */
TW__API struct tw_node *tw_skiplist_lower_bound(const struct tw_skiplist *s, tw_tick due);

/* Returns the number of nodes. O(1). */
TW__API size_t tw_skiplist_count(const struct tw_skiplist *s);

/* Removes every node. All of them are idle then, and can be added again. O(n). */
TW__API void tw_skiplist_clear(struct tw_skiplist *s);

/* Returns the name of a property that does not hold, such as "skiplist 3", or NULL if all
   hold. For tests. O(n). */
TW__CHECKED(TW__API const char *tw_skiplist_check(const struct tw_skiplist *s);)

/* ----------------------------------------------------------------------------- ENGINE

   A list of eight nodes, heads at the left. The levels of a tower are neighbours in
   memory, the lowest first:

       lane 1   [ ] ---------------------> (d) -------------------------------> and back
                to [ ]
       lane 0   [ ] --------> (b) -------> (d) ------------> (g) -------------> and back
                to [ ]
       base             a  -  b  -  c  -   d   -  e  -  f  -  g  -  h

   node->home is TW__WAITING or, for a node with a tower, the address of its lowest
   level. */

/* Gives n a tower and returns its height. Draws the height from the seed: one node in
   four gets a level, one in four of these nodes a second level, and so on. If no tower of
   that height is left, n gets the next lower one. Without a tower the height is 0. The
   next seed is that of ranqd1 in Numerical Recipes. */
TW__ONCE unsigned tw__skiplist_tower(struct tw_skiplist *s, struct tw_node *n) {
    struct tw_skiplist_level *lowest = NULL;
    unsigned height = 0;
    uint32_t seed = s->seed = s->seed * 1664525u + 1013904223u;

    for (; seed < 0x40000000u && height < s->lanes; seed <<= 2)
        height++;
    /* Takes a free tower, or makes a tower of unused levels. Ends at the greatest height
       of which a tower is left, at most the drawn height, or at 0. */
    for (; height; height--) {
        if ((lowest = s->free[height - 1]) != NULL) {
            s->free[height - 1] = lowest->next;
            break;
        }
        if ((size_t)(s->end - s->spare) >= height) {
            lowest = s->spare;
            s->spare += height;
            s->spare->node = NULL; /* not n, so that this level ends the tower */
            break;
        }
    }
    n->home = height ? (uintptr_t)lowest : (uintptr_t)TW__WAITING;
    return height;
}

/* Links x, a level of n's tower, behind e in e's lane. */
TW__INLINE void tw__skiplist_link(struct tw_skiplist_level *x, struct tw_node *n,
                                  struct tw_skiplist_level *e) {
    struct tw_skiplist_level *right = e->next;

    x->node = n;
    x->prev = e;
    x->next = right;
    x->next_due = e->next_due;
    right->prev = x;
    e->next = x;
    e->next_due = n->due;
    TW_TRACE(TW_LINK, NULL, n, n->due);
}

/* Returns the node behind which n belongs; NULL: n goes to the front. The lanes have found
   p and q: the place lies between them. If p is NULL, the place lies before q. The form
   for speed walks on from p and back from q by turns: the cache misses of both walks
   overlap. The form for size, which follows, walks back from q. It ends at p or at a node
   not after n. */
#if TW__SPEED
TW__FOLD struct tw_node *tw__skiplist_between(const struct tw_skiplist *s, const struct tw_node *n,
                                              struct tw_node *p, struct tw_node *q,
                                              tw__sortedlist_order *before) {
    /* Invariant: n comes after p and before q. p and q come closer with each turn. */
    while ((q = tw__list_prev(q)) != p && (before)(n->due, n, q->due, q)) {
        struct tw_node *next = tw__list_next(p ? p : s->base.last); /* no p: the ring's first */

        if ((before)(n->due, n, next->due, next))
            return p;
        p = next;
    }
    return q;
}
#else
TW__FOLD struct tw_node *tw__skiplist_between(const struct tw_skiplist *s, const struct tw_node *n,
                                              struct tw_node *p, struct tw_node *q,
                                              tw__sortedlist_order *before) {
    (void)s;
    while ((q = tw__list_prev(q)) != p && (before)(n->due, n, q->due, q)) {
    }
    return q;
}
#endif

/* Walks from level e along the lane of `head`, until n comes before the next node or the
   lane ends. Returns the level at which the walk stops. */
TW__FOLD struct tw_skiplist_level *tw__skiplist_along(struct tw_skiplist_level *e,
                                                      const struct tw_skiplist_level *head,
                                                      const struct tw_node *n,
                                                      tw__sortedlist_order *before) {
    struct tw_skiplist_level *right;

    while ((right = e->next) != head && !(before)(n->due, n, e->next_due, right->node))
        e = right;
    return e;
}

/* Inserts n at its place, behind all equal nodes. The search goes down from the highest
   lane to the base. In each lane that n's tower reaches, it links a level. If n is not
   before the last node, n is late: its levels go to the ends of their lanes, without a
   search. */
TW__FOLD void tw__skiplist_insert(struct tw_skiplist *s, struct tw_node *n,
                                  tw__sortedlist_order *before) {
    struct tw_node *p = NULL, *q = s->base.last;
    const bool late = !q || !(before)(n->due, n, q->due, q);
    const unsigned height = tw__skiplist_tower(s, n);
    unsigned lane = late ? height : s->lanes;
    struct tw_skiplist_level *e = NULL, *head, *right;

    /* Invariant, unless n is late: n belongs behind p (NULL: the front) and before q. e
       is the level of p in the lane that was just searched. e - 1 is the level below e.
       Each lane brings p and q closer. x: a node with a tower; a dot: one without:

           lane 1   head ------------ p(e) -------------------- q
           lane 0   head --- x ------ p(e - 1) -- x ----------- q
           base           .  x  .  .  p  .  .  .  x  . (n) . .  q
       */
    while (lane-- > 0) { /* if n is late, q stays the last node */
        head = &s->lane[lane];
        e = e ? e - 1 : head;
        e = tw__skiplist_along(late ? head->prev : e, head, n, before);
        right = e->next;
        p = e->node;
        q = right->node ? right->node : q;
        if (lane < height)
            tw__skiplist_link((struct tw_skiplist_level *)n->home + lane, n, e);
    }
    tw__sortedlist_link(&s->base, n, late ? q : tw__skiplist_between(s, n, p, q, before));
}

/* Removes n: unlinks each level of its tower, frees the tower, and unlinks n from the
   base. Compares no keys. */
TW__INLINE void tw__skiplist_remove(struct tw_skiplist *s, struct tw_node *n) {
    if (n->home > TW__WAITING) {
        struct tw_skiplist_level *const lowest = (struct tw_skiplist_level *)n->home, *x = lowest;
        unsigned i = 0;

        /* Ends at the level behind the tower, whose node is not n. */
        for (;; i++) {
            x->prev->next = x->next;
            x->prev->next_due = x->next_due;
            x->next->prev = x->prev;
            TW_TRACE(TW_LINK, NULL, n, n->due);
            if ((++x)->node != n)
                break;
        }
        lowest->node = NULL;
        lowest->next = s->free[i];
        s->free[i] = lowest;
    }
    tw__sortedlist_remove(&s->base, n);
}

TW__INLINE struct tw_node *tw__skiplist_take(struct tw_skiplist *s, tw_tick now) {
    struct tw_node *n = s->base.last;

    if (!n)
        return NULL;
    n = tw__list_next(n);
    if (tw_before(now, TW__MET(n)->due))
        return NULL;
    tw__skiplist_remove(s, n);
    return n;
}

/* Says whether n, whose key was changed, keeps its place: n is not before its
   predecessor, and is before its successor. `early`: n belongs before its place; `late`:
   behind its place. If neither, writes the new key into the level before each of n's
   levels. This pays if timers are often armed anew for the tick that they have: such a
   timer is mostly the last node with the tick. */
TW__FOLD bool tw__skiplist_keep_place(const struct tw_skiplist *s, struct tw_node *n,
                                      tw__sortedlist_order *before) {
    const struct tw_node *prev = n->u.list.prev, *next = tw__sortedlist_each(&s->base, n);
    const bool early = prev && (before)(n->due, n, prev->due, prev),
               late = next && !(before)(n->due, n, next->due, next);
    struct tw_skiplist_level *x = (struct tw_skiplist_level *)n->home;

    if (!(early | late) && n->home > TW__WAITING)
        do
            x->prev->next_due = n->due;
        while ((++x)->node == n);
    return !(early | late);
}

/* Returns the first node that does not come before the key. NULL: there is none. The
   order by tick reads the key in `due`. An order of objects reads it in `key`, a node. */
TW__FOLD struct tw_node *tw__skiplist_lower_bound(const struct tw_skiplist *s, tw_tick due,
                                                  const struct tw_node *key,
                                                  tw__sortedlist_order *before) {
    const struct tw_skiplist_level *e = NULL, *head;
    struct tw_node *n = NULL;
    unsigned lane = s->lanes;

    /* Invariant: n comes before the key, or is NULL. e is the level of n in the lane that
       was just searched. Below the lowest lane, the base is walked from n on. */
    while (lane-- > 0) {
        head = &s->lane[lane];
        for (e = e ? e - 1 : head;
             e->next != head && (before)(e->next_due, e->next->node, due, key);)
            e = e->next;
        n = e->node;
    }
    do
        n = tw__sortedlist_each(&s->base, n);
    while (n && (before)(n->due, n, due, key));
    return n;
}

/* Empties the lanes: every level behind the heads is unused. */
TW__INLINE void tw__skiplist_clear_lanes(struct tw_skiplist *s) {
    struct tw_skiplist_level *x = s->lane;
    unsigned i;

    for (i = 0; i < s->lanes; i++, x++) {
        s->free[i] = NULL;
        x->next = x->prev = x;
        x->node = NULL;
    }
    s->spare = x;
}

TW__INLINE void tw__skiplist_init(struct tw_skiplist *s, tw_tick now, void *array, size_t n) {
    tw__sortedlist_init(&s->base, now, NULL, 0);
    s->lane = s->end = (struct tw_skiplist_level *)array;
    s->seed = s->lanes = 0;
    if (array && n >= 8)
        s->end = s->lane + TW__SKIPLIST_LEVELS(n) - 1;
    for (; array && n >= 8 && s->lanes < TW__SKIPLIST_MOST_LANES; n /= 4)
        s->lanes++; /* of n nodes about two to eight reach the highest lane */
    tw__skiplist_clear_lanes(s);
}

TW__INLINE struct tw_node *tw__skiplist_take_all(struct tw_skiplist *s) {
    tw__skiplist_clear_lanes(s);
    return tw__sortedlist_take_all(&s->base);
}

/* Returns the bytes of the array up to the unused levels. */
TW__INLINE size_t tw__skiplist_used(const struct tw_skiplist *s) {
    return (uintptr_t)s->spare - (uintptr_t)s->lane;
}

/* Returns the property that does not hold for the lanes. NULL: all hold. It walks the base
   and all lanes side by side: left[i] is the last level of lane i so far. The lowest level
   of a tower, i == 0, must name its node. `taken` counts the levels of heads, of nodes and
   of free towers. The level at `spare` must have no node, so that it ends the last tower.
   If there was no tower yet, that level holds what the array held. */
TW__APART const char *tw__skiplist_check_lanes(const struct tw_skiplist *s) {
    const struct tw_skiplist_level *left[TW__SKIPLIST_MOST_LANES], *x;
    const struct tw_node *n = NULL;
    size_t taken = s->lanes;
    unsigned i;

    for (i = 0; i < s->lanes; i++)
        left[i] = &s->lane[i];
    while ((n = tw__sortedlist_each(&s->base, n)) != NULL) {
        if (n->home == TW__WAITING)
            continue;
        for (i = 0, x = (const struct tw_skiplist_level *)n->home; x->node == n || i == 0;
             i++, x++, taken++) {
            if (i == s->lanes || x->node != n || x->prev != left[i] || left[i]->next != x ||
                left[i]->next_due != n->due)
                return "skiplist 3";
            left[i] = x;
        }
    }
    for (i = 0; i < s->lanes; i++) {
        if (left[i]->next != &s->lane[i] || s->lane[i].prev != left[i] || s->lane[i].node)
            return "skiplist 3";
        /* Ends even if the chain is a circle, because `taken` grows too large. */
        for (x = s->free[i]; x; x = x->next, taken += i + 1)
            if ((uintptr_t)x - (uintptr_t)s->lane >= tw__skiplist_used(s) || x->node ||
                taken > (size_t)(s->spare - s->lane))
                return "skiplist 4";
    }
    if (taken == (size_t)(s->spare - s->lane) && s->spare <= s->end &&
        (taken == s->lanes || !s->spare->node))
        return NULL;
    return "skiplist 4";
}

TW__FOLD const char *tw__skiplist_check(const struct tw_skiplist *s, tw__sortedlist_order *before) {
    const char *broken = tw__sortedlist_check_by(&s->base, before, s->lane, tw__skiplist_used(s));
    return broken ? broken : tw__skiplist_check_lanes(s);
}

TW__UNBOUNDED(skiplist)

/* The levels hold nothing that these functions want: the base answers. */

TW__INLINE struct tw_node *tw__skiplist_peek(const struct tw_skiplist *s) {
    return tw__list_first(s->base.last);
}

TW__INLINE size_t tw__skiplist_count(const struct tw_skiplist *s) { return s->base.count; }

/* Does prefetch() for a group; stands under PREFETCH. */
TW__INLINE void tw__skiplist_prefetch_group(const struct tw_skiplist *s, const struct tw__group *g);

TW__INLINE size_t tw__skiplist_bytes(size_t n) { return TW_SKIPLIST_BYTES(n); }

TW__INLINE bool tw__skiplist_next(const struct tw_skiplist *s, tw_tick *d) {
    return tw__sortedlist_next(&s->base, d);
}

TW__QUIET_BY_NEXT(skiplist)

TW__INLINE struct tw_node *tw__skiplist_each(const struct tw_skiplist *s, const struct tw_node *n) {
    return tw__sortedlist_each(&s->base, n);
}

TW__INLINE struct tw_node *tw__skiplist_before(const struct tw_skiplist *s,
                                               const struct tw_node *n) {
    return tw__sortedlist_before(&s->base, n);
}

/* --------------------------------------------------------------------------- WRAPPERS */

/* Makes the functions that know the order `before`, and their table, name_ops. `prefix`
   begins their names. */
#define TW__SKIPLIST_OPS(name, prefix, before)                                               \
    TW__INLINE void prefix##_insert(struct tw_skiplist *s, struct tw_node *n, tw_tick due) { \
        (void)due, tw__skiplist_insert(s, n, before);                                        \
    }                                                                                        \
    TW__INLINE void prefix##_update(struct tw_skiplist *s, struct tw_node *n, tw_tick due) { \
        if (!TW__SPEED || !tw__skiplist_keep_place(s, n, before))                            \
            tw__skiplist_remove(s, n), prefix##_insert(s, n, due);                           \
    }                                                                                        \
    TW__INLINE const char *prefix##_check(const struct tw_skiplist *s) {                     \
        return tw__skiplist_check(s, before);                                                \
    }                                                                                        \
    TW__OPS(name, skiplist, prefix, tw__skiplist)

TW__SKIPLIST_OPS(tw_skiplist, tw__skiplist_due, tw__sortedlist_by_due)
TW__PREFETCH_BY_NODE(skiplist)

/* Makes a skip list of objects: struct name, and its verbs, which take and return
   pointers to type. before(a, b) says whether object a comes before b. Equal objects
   stand in the order in which they were added. The key lies in your objects: after you
   change it, call name##_update() before any other verb. */
#define TW_SKIPLIST_OF(name, type, member, before)                                       \
    typedef type name##__object;                                                         \
    TW__SORTEDLIST_ORDER(name, name##__object, member, before)                           \
    TW__SKIPLIST_OPS(name, name##_, name##__order)                                       \
    TW__OBJECTS(name, name##__object, member, skiplist, name##_ops, TW__KIND_IN_ORDER)   \
    TW__OBJECTS_IN_ORDER(name, name##__object, member, skiplist, name##_ops,             \
                         TW__STRICT(name##__precedes(o, o), o->member.due))              \
    TW__OBJECTS_WALK(name, name##__object, member, skiplist)                             \
    TW__INLINE name##__object *name##_lower_bound(const struct name *q,                  \
                                                  const name##__object *key) {           \
        const struct tw_skiplist *const in = TW__Q(name, q);                             \
        tw__object_given(key);                                                           \
        return name##__of(tw__skiplist_lower_bound(in, 0, &key->member, name##__order)); \
    }

/* --------------------------------------------------------------------------- PREFETCH

   This part only saves time; it changes nothing. A first reading may end here. */

/* Takes a step in a search by tick that has come to level *e of lane *lane.
   False: the search has come to its end in lane 0. */
TW__INLINE bool tw__skiplist_step(const struct tw_skiplist *s, const struct tw_skiplist_level **e,
                                  unsigned *lane, tw_tick due) {
    if ((*e)->next != &s->lane[*lane] && !tw_before(due, (*e)->next_due)) {
        *e = (*e)->next;
        TW__HINT(*e);
        return true;
    }
    TW__HINT((*e)->next);
    if (*lane == 0)
        return false;
    --*lane;
    --*e;
    TW__HINT(*e);
    return true;
}

/* The place of a tick in the base, while it is searched: behind p and before q. p NULL:
   before q. `open` false: the search is over. */
struct tw__skiplist_gap {
    const struct tw_node *p, *q;
    tw_tick due;
    bool open;
};

/* Walks in the base on from p and back from q of each gap, as insert() does. A gap is
   found if p comes after due, q is at due or earlier, or p and q meet. The first turn asks
   none of this: p may still be NULL. The loop ends, because p and q come closer with each
   turn. */
TW__INLINE void tw__skiplist_prefetch_base(const struct tw_skiplist *s, struct tw__skiplist_gap *x,
                                           size_t count) {
    bool any = count > 0, first = true;
    size_t i;

    for (; any; first = false)
        for (any = false, i = 0; i < count; i++) {
            x[i].open = first || (x[i].open && !tw_before(x[i].due, x[i].p->due) &&
                                  x[i].q != x[i].p && tw_before(x[i].due, x[i].q->due));
            if (x[i].open) {
                x[i].p = tw__sortedlist_each(&s->base, x[i].p);
                x[i].q = tw__list_prev(x[i].q);
                TW__HINT(x[i].p);
                TW__HINT(x[i].q);
                any = true;
            }
        }
}

/* Walks the searches of a group side by side: each turn takes a step in every search, so
   that their cache misses overlap. If a tick belongs at the end of the list, there is no
   search. The list is not empty, and has lanes. */
TW__INLINE void tw__skiplist_prefetch_paths(const struct tw_skiplist *s,
                                            const struct tw__group *g) {
    const struct tw_skiplist_level *e[TW__GROUP];
    struct tw__skiplist_gap gap[TW__GROUP];
    unsigned lane[TW__GROUP];
    bool any = true;
    size_t i, count = 0;

    for (i = 0; i < g->count; i++)
        if (tw_before(g->due[i], s->base.last->due)) {
            gap[count].due = g->due[i];
            gap[count].open = true;
            lane[count] = s->lanes - 1u;
            e[count++] = &s->lane[s->lanes - 1];
        }
    while (any)
        for (any = false, i = 0; i < count; i++)
            if (gap[i].open) {
                gap[i].open = tw__skiplist_step(s, &e[i], &lane[i], gap[i].due);
                any |= gap[i].open;
            }

    for (i = 0; i < count; i++) {
        gap[i].p = e[i]->node;
        gap[i].q = e[i]->next->node ? e[i]->next->node : s->base.last;
        TW__HINT(gap[i].p);
        TW__HINT(gap[i].q);
    }
    tw__skiplist_prefetch_base(s, gap, count);
}

/* Fetches the nodes of a group and the paths to their ticks. Then follow the neighbours
   of each node and the lowest level of its tower, at last the levels beside the tower. A
   tower ends before a level of another node. */
TW__INLINE void tw__skiplist_prefetch_group(const struct tw_skiplist *s,
                                            const struct tw__group *g) {
    const struct tw_skiplist_level *x;
    size_t i;

    tw__prefetch_nodes(g);
    if (g->due && s->lanes && s->base.last)
        tw__skiplist_prefetch_paths(s, g);
    tw__prefetch_neighbours(g);
    for (i = 0; i < g->count; i++)
        if (g->node[i]->home > TW__WAITING)
            TW__HINT((const void *)g->node[i]->home);
    for (i = 0; i < g->count; i++)
        if (g->node[i]->home > TW__WAITING)
            for (x = (const struct tw_skiplist_level *)g->node[i]->home; x->node == g->node[i];
                 x++) {
                TW__HINT(x->next);
                TW__HINT(x->prev);
            }
}

TW__END_C

#endif /* TW_SKIPLIST_H */

/* --------------------------------------------------------------------- IMPLEMENTATION */

#if (defined(TW_IMPLEMENTATION) || defined(TW_SKIPLIST_IMPLEMENTATION)) && \
    !defined(TW__SKIPLIST_IMPLEMENTED)
#define TW__SKIPLIST_IMPLEMENTED

TW__BEGIN_C

TW__NODES(skiplist)
TW__NODES_FIRST(skiplist)
TW__NODES_WALK(skiplist)

TW__API struct tw_node *tw_skiplist_lower_bound(const struct tw_skiplist *s, tw_tick due) {
    /* The order by tick reads due. It does not read the node: any pointer will do. */
    (void)TW__SEEN(tw_skiplist, s, s);
    return tw__skiplist_lower_bound(s, due, s->base.last, tw__sortedlist_by_due);
}

TW__END_C

#endif

/* MIT No Attribution; the licence stands at the end of node.h and in the file LICENSE. */
