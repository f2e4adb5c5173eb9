/* SPDX-License-Identifier: MIT-0 */
/* sortedlist.h - a sorted list: a handful of timers in the least code, and the base of
   the skip list.

   WHAT IT IS
       The nodes stand in a row, the earliest first, each linked to both neighbours. A new
       node goes from the end towards the front, up to the first node that does not come
       after it. The other verbs read one end of the row, or unlink one node.

   PICK IT
       for up to about ten timers, where code and RAM count most; for timers that all have
       the same timeout: each goes to the end; as the first structure to read.
   PICK ANOTHER
       if many nodes wait and their keys are mixed: an insertion passes every later node.

   DO THIS
       timers             TW_TIMERS_OF(timers, sortedlist) makes struct timers and
                          timers_init, timers_add, ...: timers.h
       nodes by tick      struct tw_sortedlist and the functions below; the key is n->due
       objects in order   TW_SORTEDLIST_OF(line, struct guest, node, guest_before) makes
                          struct line and line_init, line_add, ...

   EXAMPLE
       struct tw_sortedlist s = {0};                  all zero is an empty list
       tw_sortedlist_add(&s, &node, 30);
       while ((n = tw_sortedlist_take(&s, now)) != NULL)
           serve(n);                                  the earliest first, up to now

   COST (n nodes)
       add, move, update    O(nodes passed), from the end: O(1) for a key that is not
                            before the last
       cancel, take, pop    O(1); no two nodes are compared
       next, peek, count, first, last, after,
       before, each, init   O(1)
       clear, check         O(n)
       Bytes per timer: the node, 40 on a 64-bit machine, 20 on a 32-bit one, 12 on AVR.

   GUARANTEES
       FIFO among equals. add() never fails. cancel() and update() refuse an idle node, and
       a node on the due list of a set.

   PROPERTIES (check() names one that does not hold: "sortedlist 1")
       1  No node comes before its predecessor in the list.
       2  The list is linked both ways, and its count is the number of its nodes.

   OPTIONS
       those of node.h; TW_SORTEDLIST_IMPLEMENTATION instead of TW_IMPLEMENTATION compiles
       the functions of this header only

   SOURCE
       D. E. Knuth, The Art of Computer Programming, volume 1, 2.2.5, Doubly Linked Lists;
       volume 3, 5.2.1, Sorting by Insertion. */
#include "verbs.h"

#ifndef TW_SORTEDLIST_H
#define TW_SORTEDLIST_H

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

/* A sorted list. All zero is a valid empty one. */
struct tw_sortedlist {
    TW__DEBUG(struct tw_stamp stamp;)
    struct tw_node *last; /* the last node of the list; NULL: the list is empty */
    size_t count;
};

typedef void tw_sortedlist_array; /* a sorted list takes no array */

/* -------------------------------------------------------------------------------- API */

/* Makes s empty. A sorted list needs neither now nor an array: pass 0, NULL and 0. If s
   is in use, call clear() first: otherwise its nodes still say that they wait. O(1). */
#define tw_sortedlist_init TW__LINK_NAME(tw_sortedlist_init)
TW__API void tw_sortedlist_init(struct tw_sortedlist *s, tw_tick now, tw_sortedlist_array *array,
                                size_t n);

/* Inserts n with key due, behind all nodes with the same key. If n is in s, n moves as if
   it had been cancelled and added. n must be idle or in s. Returns true always. O(nodes
   with a later key). */
TW__API bool tw_sortedlist_add(struct tw_sortedlist *s, struct tw_node *n, tw_tick due);

/* Takes n out. If n waits, it must wait in s. False: n is idle, or on the due list of a
   set. O(1). */
TW__API bool tw_sortedlist_cancel(struct tw_sortedlist *s, struct tw_node *n);

/* Restores the order after n->due was changed; n counts as armed anew. Call it before any
   other call for s. If n waits, it must wait in s. False: n is idle, or on the due list
   of a set. O(nodes with a later key). */
TW__API bool tw_sortedlist_update(struct tw_sortedlist *s, struct tw_node *n);

/* Fetches into the cache the memory that arming, moving and cancelling the nodes will
   touch; changes nothing. nodes[i] is idle or in s. dues[i] is the tick for which you will
   arm nodes[i]. If you will only cancel, dues may be NULL. See prefetch in verbs.h.
   O(count). */
TW__INLINE void tw_sortedlist_prefetch(const struct tw_sortedlist *s, struct tw_node *const *nodes,
                                       const tw_tick *dues, size_t count);

/* Stores the least key in *due. False: s is empty; *due is unchanged. O(1). */
TW__API bool tw_sortedlist_next(struct tw_sortedlist *s, tw_tick *due);

/* Returns the first node, which stays. NULL: s is empty. O(1). */
TW__API struct tw_node *tw_sortedlist_peek(const struct tw_sortedlist *s);

/* Returns the first node, which stays: another name of peek() for walks. NULL: s is
   empty. O(1). */
TW__API struct tw_node *tw_sortedlist_first(const struct tw_sortedlist *s);

/* Takes out and returns the first node. NULL: s is empty. O(1). */
TW__API struct tw_node *tw_sortedlist_pop(struct tw_sortedlist *s);

/* Takes out and returns the first node if it is due by now. NULL: no node is due by now.
   O(1). */
TW__API struct tw_node *tw_sortedlist_take(struct tw_sortedlist *s, tw_tick now);

/* Returns the last node, which stays. NULL: s is empty. O(1). */
TW__API struct tw_node *tw_sortedlist_last(const struct tw_sortedlist *s);

/* Returns the successor of n, or the first node if n is NULL. Any other n must be in s.
   NULL: n is the last node, or s is empty. O(1). */
TW__API struct tw_node *tw_sortedlist_after(const struct tw_sortedlist *s, const struct tw_node *n);

/* Does the same as after(), under the name that the walk has in every structure. NULL:
   the walk is over. O(1). */
TW__API struct tw_node *tw_sortedlist_each(const struct tw_sortedlist *s, const struct tw_node *n);

/* Returns the predecessor of n, or the last node if n is NULL. Any other n must be in s.
   NULL: n is the first node, or s is empty. O(1). */
TW__API struct tw_node *tw_sortedlist_before(const struct tw_sortedlist *s,
                                             const struct tw_node *n);

/* Returns the number of nodes. O(1). */
TW__API size_t tw_sortedlist_count(const struct tw_sortedlist *s);

/* Removes every node. All of them are idle then, and can be added again. O(n). */
TW__API void tw_sortedlist_clear(struct tw_sortedlist *s);

/* Returns the name of a property that does not hold, such as "sortedlist 1", or NULL if
   all hold. For tests. O(n). */
TW__CHECKED(TW__API const char *tw_sortedlist_check(const struct tw_sortedlist *s);)

/* ----------------------------------------------------------------------------- ENGINE

   The list is that of node.h: a ring through `next`, named by its last node. */

/* Says whether a_node, whose key is a, comes before b_node, whose key is b. The order by
   tick reads the keys. An order of objects reads the nodes. */
typedef bool tw__sortedlist_order(tw_tick a, const struct tw_node *a_node, tw_tick b,
                                  const struct tw_node *b_node);

TW__INLINE bool tw__sortedlist_by_due(tw_tick a, const struct tw_node *a_node, tw_tick b,
                                      const struct tw_node *b_node) {
    (void)a_node, (void)b_node;
    TW__COMPARED(a_node, a, b_node);
    return tw_before(a, b);
}

/* Returns the node after n, or the first node if n is NULL. NULL: n is the last node, or
   s is empty. */
TW__INLINE struct tw_node *tw__sortedlist_each(const struct tw_sortedlist *s,
                                               const struct tw_node *n) {
    if (!n)
        return tw__list_first(s->last);
    return n == s->last ? NULL : tw__list_next(n);
}

/* Returns the node before n, or the last node if n is NULL. NULL: n is the first node, or
   s is empty. */
TW__INLINE struct tw_node *tw__sortedlist_before(const struct tw_sortedlist *s,
                                                 const struct tw_node *n) {
    return n ? tw__list_prev(n) : s->last;
}

/* Links n behind p; if p is NULL, at the front. If p is s->last, which is NULL in an empty
   list, n becomes the last node. */
TW__ONCE void tw__sortedlist_link(struct tw_sortedlist *s, struct tw_node *n, struct tw_node *p) {
    struct tw_node *left = TW__MET(p ? p : s->last); /* the node before n in the ring */

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
    TW_TRACE(TW_LINK, NULL, n, n->due);
}

/* Inserts n behind the last node that does not come after n. The search begins at the end,
   because most new timers belong near the end. */
TW__FOLD void tw__sortedlist_insert_by(struct tw_sortedlist *s, struct tw_node *n, tw_tick due,
                                       tw__sortedlist_order *before) {
    struct tw_node *p = s->last;

    /* Invariant: n comes before every node behind p. Ends at a node that does not come
       after n, or in front of the first node. */
    while (p && (before)(due, n, TW__MET(p)->due, p))
        p = p->u.list.prev;
    n->home = TW__WAITING;
    tw__sortedlist_link(s, n, p);
}

TW__INLINE void tw__sortedlist_remove(struct tw_sortedlist *s, struct tw_node *n) {
    tw__list_remove(&s->last, n);
    s->count--;
}

TW__INLINE struct tw_node *tw__sortedlist_peek(const struct tw_sortedlist *s) {
    return tw__list_first(s->last);
}

TW__INLINE bool tw__sortedlist_next(const struct tw_sortedlist *s, tw_tick *due) {
    if (s->last)
        *due = s->last->u.list.next->due;
    return s->last != NULL;
}

TW__QUIET_BY_NEXT(sortedlist)

TW__INLINE struct tw_node *tw__sortedlist_take(struct tw_sortedlist *s, tw_tick now) {
    struct tw_node *n = s->last;

    if (!n)
        return NULL;
    n = tw__list_next(n);
    if (tw_before(now, TW__MET(n)->due))
        return NULL;
    tw__sortedlist_remove(s, n);
    return n;
}

TW__INLINE void tw__sortedlist_init(struct tw_sortedlist *s, tw_tick now, void *array, size_t n) {
    (void)now, (void)array, (void)n;
    s->last = NULL;
    s->count = 0;
}

/* Empties s and returns its nodes as a chain, in order: it opens the ring behind the last
   node. */
TW__INLINE struct tw_node *tw__sortedlist_take_all(struct tw_sortedlist *s) {
    struct tw_node *chain = tw__list_first(s->last);

    if (s->last)
        s->last->u.list.next = NULL;
    s->last = NULL;
    s->count = 0;
    return chain;
}

/* Says whether `home` of n is TW__WAITING, or an address in the `bytes` bytes from `towers`
   on. Towers belong to skiplist.h: there `home` may be the address of a tower. */
TW__INLINE bool tw__sortedlist_placed(const struct tw_node *n, const void *towers, size_t bytes) {
    return n->home == TW__WAITING || n->home - (uintptr_t)towers < bytes;
}

/* Does check(). A skip list has towers in its array; a sorted list has none. A link of a
   node is followed only after `home` of the node was found right. In each turn p is the
   node that was met last, NULL at first, and n the node after p. The walk ends for the
   reason given at tw__list_check(). */
TW__FOLD const char *tw__sortedlist_check_by(const struct tw_sortedlist *s,
                                             tw__sortedlist_order *before, const void *towers,
                                             size_t bytes) {
    const struct tw_node *n = NULL, *p;
    size_t count = 0;

    if (s->last && !tw__sortedlist_placed(s->last, towers, bytes))
        return "sortedlist 2";
    for (; (p = n) != s->last; count++) {
        n = (p ? p : s->last)->u.list.next;
        if (!n || n->u.list.prev != p || !tw__sortedlist_placed(n, towers, bytes))
            return "sortedlist 2";
        if (p && (before)(n->due, n, p->due, p))
            return "sortedlist 1";
    }
    return count == s->count ? NULL : "sortedlist 2";
}

TW__UNBOUNDED(sortedlist)

TW__INLINE size_t tw__sortedlist_count(const struct tw_sortedlist *s) { return s->count; }

TW__PREFETCH_LISTED(sortedlist)

/* Returns 0: there is no array. The product uses n, so that no compiler warns. */
TW__INLINE size_t tw__sortedlist_bytes(size_t n) { return n * 0; }

/* --------------------------------------------------------------------------- WRAPPERS */

/* Makes the functions that know the order `before`, and their table, name_ops. `prefix`
   begins their names: with the prefix name_ they are name__insert() and so on. */
#define TW__SORTEDLIST_OPS(name, prefix, before)                                               \
    TW__INLINE void prefix##_insert(struct tw_sortedlist *s, struct tw_node *n, tw_tick due) { \
        tw__sortedlist_insert_by(s, n, due, before);                                           \
    }                                                                                          \
    TW__INLINE void prefix##_update(struct tw_sortedlist *s, struct tw_node *n, tw_tick due) { \
        tw__sortedlist_remove(s, n), prefix##_insert(s, n, due);                               \
    }                                                                                          \
    TW__INLINE const char *prefix##_check(const struct tw_sortedlist *s) {                     \
        return tw__sortedlist_check_by(s, before, NULL, 0);                                    \
    }                                                                                          \
    TW__OPS(name, sortedlist, prefix, tw__sortedlist)

TW__SORTEDLIST_OPS(tw_sortedlist, tw__sortedlist_due, tw__sortedlist_by_due)
TW__PREFETCH_BY_NODE(sortedlist)

/* Makes name##__order(), which calls before() to compare the objects of two nodes. */
#define TW__SORTEDLIST_ORDER(name, type, member, before)                                     \
    TW__ORDER(name, const type, before)                                                      \
    TW__FOLD const type *name##__key(const struct tw_node *n) {                              \
        return TW__CAST(const type *, tw__const_around(n, offsetof(type, member)));          \
    }                                                                                        \
    TW__FOLD bool name##__order(tw_tick a, const struct tw_node *a_node, tw_tick b,          \
                                const struct tw_node *b_node) {                              \
        return (void)a, (void)b, name##__precedes(name##__key(a_node), name##__key(b_node)); \
    }

/* Makes a sorted list of objects: struct name, and its verbs, which take and return
   pointers to type. before(a, b) says whether object a comes before b. Equal objects
   stand in the order in which they were added. The key lies in your objects: after you
   change it, call name##_update() before any other verb. */
#define TW_SORTEDLIST_OF(name, type, member, before)                                     \
    typedef type name##__object;                                                         \
    TW__SORTEDLIST_ORDER(name, name##__object, member, before)                           \
    TW__SORTEDLIST_OPS(name, name##_, name##__order)                                     \
    TW__OBJECTS(name, name##__object, member, sortedlist, name##_ops, TW__KIND_IN_ORDER) \
    TW__OBJECTS_IN_ORDER(name, name##__object, member, sortedlist, name##_ops,           \
                         TW__STRICT(name##__precedes(o, o), o->member.due))              \
    TW__OBJECTS_WALK(name, name##__object, member, sortedlist)

TW__END_C

#endif /* TW_SORTEDLIST_H */

/* --------------------------------------------------------------------- IMPLEMENTATION */

#if (defined(TW_IMPLEMENTATION) || defined(TW_SORTEDLIST_IMPLEMENTATION)) && \
    !defined(TW__SORTEDLIST_IMPLEMENTED)
#define TW__SORTEDLIST_IMPLEMENTED

TW__BEGIN_C

TW__NODES(sortedlist)
TW__NODES_FIRST(sortedlist)
TW__NODES_WALK(sortedlist)

TW__END_C

#endif

/* MIT No Attribution; the licence stands at the end of node.h and in the file LICENSE. */
