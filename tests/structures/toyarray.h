/* SPDX-License-Identifier: MIT-0 */
/* toyarray.h - the smallest structure with room for so many nodes and no more: an array
   of their addresses, in order. To add is to move all later ones up by a place. It shows
   what a bounded structure needs, and belongs in no program.

   PROPERTIES (check() names one that does not hold)
       1  Each node waits, and none comes before the one in the place before it.
       2  There are no more nodes than room. */
#ifndef TOYARRAY_H
#define TOYARRAY_H

#include "verbs.h"

TW__BEGIN_C

typedef struct tw_node *tw_toyarray_array; /* an element */

struct tw_toyarray {
    TW__DEBUG(struct tw_stamp stamp;)
    struct tw_node **place; /* the earliest first, of equals the one that was added first */
    size_t count, room;
};

TW__INLINE void tw__toyarray_init(struct tw_toyarray *s, tw_tick now, void *array, size_t n) {
    (void)now;
    s->place = TW__CAST(struct tw_node **, array);
    s->count = 0;
    s->room = array ? n : 0;
}

TW__INLINE bool tw__toyarray_full(const struct tw_toyarray *s) { return s->count == s->room; }

TW__INLINE size_t tw__toyarray_capacity(const struct tw_toyarray *s) { return s->room; }

TW__INLINE size_t tw__toyarray_count(const struct tw_toyarray *s) { return s->count; }

TW__INLINE size_t tw__toyarray_bytes(size_t n) { return n * sizeof(tw_toyarray_array); }

/* The place of n; the number of nodes, if it has none. */
TW__INLINE size_t tw__toyarray_find(const struct tw_toyarray *s, const struct tw_node *n) {
    size_t i = 0;

    while (i < s->count && s->place[i] != n)
        i++;
    return i;
}

TW__INLINE bool tw__toyarray_has(const struct tw_toyarray *s, const struct tw_node *n) {
    return tw__toyarray_find(s, n) < s->count;
}

TW__INLINE bool tw__toyarray_storage(struct tw_toyarray *s, void *array, size_t n) {
    size_t i;

    if ((array ? n : 0) < s->count)
        return false;
    for (i = 0; i < s->count; i++)
        TW__CAST(struct tw_node **, array)[i] = s->place[i];
    s->place = TW__CAST(struct tw_node **, array);
    s->room = array ? n : 0;
    return true;
}

TW__INLINE void tw__toyarray_put(struct tw_toyarray *s, size_t i, struct tw_node *n) {
    s->place[i] = n;
    TW_TRACE(TW_LINK, NULL, n, n->due);
}

TW__INLINE void tw__toyarray_insert(struct tw_toyarray *s, struct tw_node *n, tw_tick due) {
    size_t i = s->count++;

    for (; i > 0 && tw_before(due, s->place[i - 1]->due); i--)
        tw__toyarray_put(s, i, s->place[i - 1]);
    tw__toyarray_put(s, i, n);
    n->home = TW__WAITING;
}

TW__INLINE void tw__toyarray_remove(struct tw_toyarray *s, struct tw_node *n) {
    size_t i = tw__toyarray_find(s, n);

    for (s->count--; i < s->count; i++)
        tw__toyarray_put(s, i, s->place[i + 1]);
}

TW__INLINE void tw__toyarray_update(struct tw_toyarray *s, struct tw_node *n, tw_tick due) {
    tw__toyarray_remove(s, n);
    tw__toyarray_insert(s, n, due);
}

TW__INLINE bool tw__toyarray_next(const struct tw_toyarray *s, tw_tick *due) {
    if (s->count)
        *due = TW__MET(s->place[0])->due;
    return s->count != 0;
}

TW__QUIET_BY_NEXT(toyarray)

TW__INLINE struct tw_node *tw__toyarray_take(struct tw_toyarray *s, tw_tick now) {
    struct tw_node *first = s->count ? TW__MET(s->place[0]) : NULL;

    if (!first || tw_before(now, first->due))
        return NULL;
    tw__toyarray_remove(s, first);
    return first;
}

TW__INLINE struct tw_node *tw__toyarray_each(const struct tw_toyarray *s, const struct tw_node *n) {
    const size_t i = n ? tw__toyarray_find(s, n) + 1 : 0;
    return i < s->count ? s->place[i] : NULL;
}

TW__INLINE struct tw_node *tw__toyarray_take_all(struct tw_toyarray *s) {
    struct tw_node *chain = NULL;

    while (s->count) {
        struct tw_node *n = s->place[--s->count];

        n->u.list.next = chain;
        chain = n;
    }
    return chain;
}

TW__INLINE const char *tw__toyarray_check(const struct tw_toyarray *s) {
    size_t i;

    if (s->count > s->room)
        return "toyarray 2";
    for (i = 0; i < s->count; i++)
        if (!s->place[i] || s->place[i]->home != TW__WAITING ||
            (i > 0 && tw_before(s->place[i]->due, s->place[i - 1]->due)))
            return "toyarray 1";
    return NULL;
}

/* An insertion may move all nodes behind it, and fetches none of them. */
TW__INLINE void tw__toyarray_prefetch_group(const struct tw_toyarray *s,
                                            const struct tw__group *g) {
    (void)s, tw__prefetch_nodes(g);
}

TW__OPS(tw_toyarray, toyarray, tw__toyarray, tw__toyarray)

TW__END_C

#endif
