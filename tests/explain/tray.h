/* SPDX-License-Identifier: MIT-0 */
/* tray.h - a structure as a stranger writes it, for the test explain.stranger: a tray with
   a fixed number of places. A node lies in any free place, and the earliest is searched.
   It has one mistake on purpose: of equal nodes it gives the one in the lower place.

   PROPERTIES (check() names one that does not hold)
       1  Each place that is taken has a node that waits there.
       2  No more nodes lie in the tray than it has places. */
#ifndef TRAY_H
#define TRAY_H

#include "verbs.h"

TW__BEGIN_C

struct tw_tray_place {
    struct tw_node *n; /* NULL: the place is free */
    size_t number;     /* of its arming */
};
typedef struct tw_tray_place tw_tray_array;

struct tw_tray {
    TW__DEBUG(struct tw_stamp stamp;)
    struct tw_tray_place *place;
    size_t count, room, numbers;
};

TW__INLINE void tw__tray_init(struct tw_tray *s, tw_tick now, void *array, size_t n) {
    size_t i;

    (void)now;
    s->place = TW__CAST(struct tw_tray_place *, array);
    s->count = s->numbers = 0;
    s->room = array ? n : 0;
    for (i = 0; i < s->room; i++)
        s->place[i].n = NULL;
}

TW__INLINE bool tw__tray_full(const struct tw_tray *s) { return s->count == s->room; }

TW__INLINE size_t tw__tray_capacity(const struct tw_tray *s) { return s->room; }

TW__INLINE size_t tw__tray_count(const struct tw_tray *s) { return s->count; }

TW__INLINE size_t tw__tray_bytes(size_t n) { return n * sizeof(tw_tray_array); }

TW__INLINE bool tw__tray_has(const struct tw_tray *s, const struct tw_node *n) {
    const size_t i = n->home - TW__WAITING;
    return i < s->room && s->place[i].n == n;
}

/* Nodes know their places: another array keeps these, so it cannot be smaller. */
TW__INLINE bool tw__tray_storage(struct tw_tray *s, void *array, size_t n) {
    struct tw_tray_place *to = TW__CAST(struct tw_tray_place *, array);
    size_t i;

    if ((array ? n : 0) < s->room)
        return false;
    for (i = 0; i < n; i++) {
        to[i].n = i < s->room ? s->place[i].n : NULL;
        to[i].number = i < s->room ? s->place[i].number : 0;
    }
    s->place = to;
    s->room = n;
    return true;
}

TW__INLINE void tw__tray_insert(struct tw_tray *s, struct tw_node *n, tw_tick due) {
    size_t i = 0;

    (void)due;
    while (s->place[i].n)
        i++;
    s->place[i].n = n;
    s->place[i].number = s->numbers++;
    s->count++;
    n->home = TW__WAITING + i;
}

TW__INLINE void tw__tray_remove(struct tw_tray *s, struct tw_node *n) {
    s->place[n->home - TW__WAITING].n = NULL;
    s->count--;
}

TW__INLINE void tw__tray_update(struct tw_tray *s, struct tw_node *n, tw_tick due) {
    (void)due;
    s->place[n->home - TW__WAITING].number = s->numbers++;
}

TW__INLINE bool tw__tray_before(struct tw_tray_place a, struct tw_tray_place b) {
    if (a.n->due != b.n->due)
        return tw_before(a.n->due, b.n->due);
    return a.n->home < b.n->home; /* THE MISTAKE: not the number of its arming */
}

/* The node that stands after n in the order; the first one, if n is NULL. */
TW__INLINE struct tw_node *tw__tray_each(const struct tw_tray *s, const struct tw_node *n) {
    struct tw_tray_place best = {NULL, 0}, at = {NULL, 0};
    size_t i;

    if (n)
        at = s->place[n->home - TW__WAITING];
    for (i = 0; i < s->room; i++) {
        const struct tw_tray_place x = s->place[i];

        if (x.n && (!n || tw__tray_before(at, x)) && (!best.n || tw__tray_before(x, best)))
            best = x;
    }
    return best.n;
}

TW__INLINE bool tw__tray_next(const struct tw_tray *s, tw_tick *due) {
    const struct tw_node *const first = tw__tray_each(s, NULL);

    if (first)
        *due = first->due;
    return first != NULL;
}

TW__QUIET_BY_NEXT(tray)

TW__INLINE struct tw_node *tw__tray_take(struct tw_tray *s, tw_tick now) {
    struct tw_node *const first = tw__tray_each(s, NULL);

    if (!first || tw_before(now, first->due))
        return NULL;
    tw__tray_remove(s, first);
    return first;
}

TW__INLINE struct tw_node *tw__tray_take_all(struct tw_tray *s) {
    struct tw_node *chain = NULL;
    size_t i;

    for (i = 0; i < s->room; i++)
        if (s->place[i].n) {
            s->place[i].n->u.list.next = chain;
            chain = s->place[i].n;
            s->place[i].n = NULL;
        }
    s->count = 0;
    return chain;
}

TW__INLINE const char *tw__tray_check(const struct tw_tray *s) {
    size_t i, found = 0;

    for (i = 0; i < s->room; i++)
        if (s->place[i].n) {
            found++;
            if (s->place[i].n->home != TW__WAITING + i)
                return "tray 1";
        }
    return found == s->count ? NULL : "tray 2";
}

TW__INLINE void tw__tray_prefetch_group(const struct tw_tray *s, const struct tw__group *g) {
    (void)s, tw__prefetch_nodes(g);
}

TW__OPS(tw_tray, tray, tw__tray, tw__tray)

TW__END_C

#endif
