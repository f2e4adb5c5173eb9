/* SPDX-License-Identifier: MIT-0 */
/* toylist.h - the smallest structure there can be: an unsorted list. To add is to append;
   the first node is searched for each time. It shows all that a structure needs, and
   belongs in no program: sortedlist (skiplist.h) is as small, and finds its first node at
   once.

   PROPERTIES (check() names one that does not hold)
       1  Each node has the one before it as its previous, and waits.
       2  The list has as many nodes as are counted. */
#ifndef TOYLIST_H
#define TOYLIST_H

#include "verbs.h"

TW__BEGIN_C

typedef void tw_toylist_array; /* it takes none */

struct tw_toylist {
    TW__DEBUG(struct tw_stamp stamp;)
    struct tw_node *last; /* a list as in node.h, in arming order */
    size_t count;
};

TW__UNBOUNDED(toylist)

TW__INLINE void tw__toylist_init(struct tw_toylist *s, tw_tick now, void *array, size_t n) {
    (void)now, (void)array, (void)n;
    s->last = NULL;
    s->count = 0;
}

TW__INLINE struct tw_node *tw__toylist_each(const struct tw_toylist *s, const struct tw_node *n) {
    if (!n)
        return tw__list_first(s->last);
    return n == s->last ? NULL : n->u.list.next;
}

/* The earliest, and of equals the one that was added first. Invariant: it is the first of
   those up to n. */
TW__INLINE struct tw_node *tw__toylist_peek(const struct tw_toylist *s) {
    struct tw_node *first = tw__list_first(s->last), *n = first;

    while (first && n != s->last) {
        n = n->u.list.next;
        TW_TRACE(TW_COMPARE, NULL, n, n->due);
        if (tw_before(n->due, first->due))
            first = n;
    }
    return first;
}

TW__INLINE void tw__toylist_insert(struct tw_toylist *s, struct tw_node *n, tw_tick due) {
    (void)due;
    n->home = TW__WAITING;
    tw__list_append(&s->last, n);
    s->count++;
}

TW__INLINE void tw__toylist_remove(struct tw_toylist *s, struct tw_node *n) {
    tw__list_remove(&s->last, n);
    s->count--;
}

TW__INLINE void tw__toylist_update(struct tw_toylist *s, struct tw_node *n, tw_tick due) {
    tw__toylist_remove(s, n);
    tw__toylist_insert(s, n, due);
}

TW__INLINE bool tw__toylist_next(const struct tw_toylist *s, tw_tick *due) {
    const struct tw_node *first = tw__toylist_peek(s);

    if (first)
        *due = first->due;
    return first != NULL;
}

/* It cannot tell at once: that is the answer which is always right. */
TW__INLINE bool tw__toylist_quiet(const struct tw_toylist *s, tw_tick now) {
    return (void)s, (void)now, false;
}

TW__INLINE struct tw_node *tw__toylist_take(struct tw_toylist *s, tw_tick now) {
    struct tw_node *first = tw__toylist_peek(s);

    if (!first || tw_before(now, first->due))
        return NULL;
    tw__toylist_remove(s, first);
    return first;
}

TW__INLINE size_t tw__toylist_count(const struct tw_toylist *s) { return s->count; }

TW__INLINE size_t tw__toylist_bytes(size_t n) { return n * 0; }

TW__INLINE struct tw_node *tw__toylist_take_all(struct tw_toylist *s) {
    struct tw_node *chain = tw__list_first(s->last);

    if (chain)
        s->last->u.list.next = NULL;
    tw__toylist_init(s, 0, NULL, 0);
    return chain;
}

/* Walks by tw__list_check(), which follows no link before the node there is seen to be
   right. */
TW__INLINE const char *tw__toylist_check(const struct tw_toylist *s) {
    const struct tw_node *n = NULL;
    size_t count = 0;

    for (; n != s->last; count++)
        if ((n = tw__list_check(n, s->last, TW__WAITING)) == NULL)
            return "toylist 1";
    return count == s->count ? NULL : "toylist 2";
}

TW__PREFETCH_LISTED(toylist)

TW__OPS(tw_toylist, toylist, tw__toylist, tw__toylist)

TW__KIND(tw_toylist, "toylist", toylist, 0, tw__toylist_count(TW__CONST_IN(tw_toylist, s)) != 0)

TW__INLINE void tw_toylist_init(struct tw_toylist *s, tw_tick now, tw_toylist_array *array,
                                size_t n) {
    TW__STAMP(s, &tw_toylist__kind, n);
    tw__toylist_init(s, now, array, n);
}

TW__INLINE bool tw_toylist_add(struct tw_toylist *s, struct tw_node *n, tw_tick due) {
    return tw__add(TW__SEEN(tw_toylist, s, s), &tw_toylist_ops, n, due);
}

TW__INLINE bool tw_toylist_cancel(struct tw_toylist *s, struct tw_node *n) {
    return tw__cancel(TW__SEEN(tw_toylist, s, s), &tw_toylist_ops, n);
}

TW__INLINE bool tw_toylist_update(struct tw_toylist *s, struct tw_node *n) {
    (void)TW__SEEN(tw_toylist, s, s);
    TW__DEBUG(if (tw__waits(n)) tw__debug_keyed(n, n->due);)
    return tw__waits(n) && TW__VIA(tw_toylist_add(s, n, n->due));
}

TW__INLINE bool tw_toylist_next(struct tw_toylist *s, tw_tick *due) {
    return tw__toylist_next(TW__SEEN(tw_toylist, s, s), due);
}

TW__INLINE struct tw_node *tw_toylist_peek(const struct tw_toylist *s) {
    return tw__toylist_peek(TW__SEEN(tw_toylist, s, s));
}

TW__INLINE struct tw_node *tw_toylist_pop(struct tw_toylist *s) {
    return tw__pop(TW__SEEN(tw_toylist, s, s), &tw_toylist_ops);
}

TW__INLINE struct tw_node *tw_toylist_take(struct tw_toylist *s, tw_tick now) {
    return tw__take(TW__SEEN(tw_toylist, s, s), &tw_toylist_ops, now);
}

TW__INLINE struct tw_node *tw_toylist_each(const struct tw_toylist *s, const struct tw_node *n) {
    (void)TW__SEEN(tw_toylist, s, s);
    TW__DEBUG(tw__debug_walk(s, s, n);)
    return tw__toylist_each(s, n);
}

TW__INLINE size_t tw_toylist_count(const struct tw_toylist *s) {
    return tw__toylist_count(TW__SEEN(tw_toylist, s, s));
}

TW__INLINE void tw_toylist_clear(struct tw_toylist *s) {
    tw__clear(TW__SEEN(tw_toylist, s, s), &tw_toylist_ops);
}

#if TW_CHECK
TW__INLINE const char *tw_toylist_check(const struct tw_toylist *s) {
    return tw_toylist_ops.check(TW__SEEN(tw_toylist, s, s));
}
#endif

#define TOYLIST_OF(name, type, member)                                    \
    typedef type name##__object;                                          \
    TW__OBJECTS(name, name##__object, member, toylist, tw_toylist_ops, 0) \
    TW__OBJECTS_BY_TICK(name, name##__object, member, toylist)

TW__END_C

#endif
