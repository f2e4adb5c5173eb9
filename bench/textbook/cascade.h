/* SPDX-License-Identifier: MIT-0 */
/* cascade.h - the textbook cascading timer wheel, 256+4x64, in the style of Linux 2.6: a
   measure for the benchmarks.

   WHAT IT IS
       Five wheels of doubly linked lists. The first has a slot for each of the next 256
       ticks; a slot of the others is as wide as the whole wheel below it. A timer goes by
       its distance from now. Whenever a wheel has gone round, the next slot of the wheel
       above is emptied into the wheels below.

   WHAT IT LACKS
       A next(): it must be ticked, one tick after the other. The order of arming among
       equal ticks: a timer that cascades may land behind one that was armed later.
       Deadlines beyond 2^32 - 1 ticks: they wait as if for that distance, and a cascade
       then puts them right. A callback may add and cancel anything, but not call tick().

   SOURCE
       G. Varghese and A. Lauck, Hashed and Hierarchical Timing Wheels, SOSP 1987, scheme
       7; the layout of kernel/time.c of Linux 2.6. The code is our own. */
#ifndef CASCADE_H
#define CASCADE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Called for each node whose links are written or which is fired, so that touched nodes
   can be counted. */
#ifndef CASCADE_TRACE
#define CASCADE_TRACE(node) ((void)0)
#endif

enum { CASCADE_NEAR = 256, CASCADE_FAR = 64, CASCADE_LEVELS = 4 };

struct cascade_node;
typedef void cascade_fn(struct cascade_node *n, uint64_t now);

struct cascade_links {
    struct cascade_links *next, *prev;
};

/* One timer; you own the memory. Idle if links.next is NULL. */
struct cascade_node {
    struct cascade_links links; /* first, so that a link's address is its node's */
    uint64_t due;
    cascade_fn *fn;
};

struct cascade {
    /* the next one to be fired; slot 0 .. tick & 255 of the first wheel is therefore all
       later */
    uint64_t tick;
    struct cascade_links near[CASCADE_NEAR];
    struct cascade_links far[CASCADE_LEVELS][CASCADE_FAR];
};

static inline void cascade__empty(struct cascade_links *list) { list->next = list->prev = list; }

static inline void cascade__append(struct cascade_links *list, struct cascade_links *n) {
    struct cascade_links *last = list->prev;

    n->next = list;
    n->prev = last;
    last->next = n;
    list->prev = n;
    CASCADE_TRACE(n);
}

static inline void cascade__remove(struct cascade_links *n) {
    n->prev->next = n->next;
    n->next->prev = n->prev;
    n->next = NULL;
    CASCADE_TRACE(n);
}

/* Moves a whole list to an empty head. */
static inline void cascade__move(struct cascade_links *from, struct cascade_links *to) {
    cascade__empty(to);
    if (from->next == from)
        return;
    *to = *from;
    to->next->prev = to;
    to->prev->next = to;
    cascade__empty(from);
}

static inline void cascade_init(struct cascade *w, uint64_t now) {
    int level, i;

    w->tick = now + 1;
    for (i = 0; i < CASCADE_NEAR; i++)
        cascade__empty(&w->near[i]);
    for (level = 0; level < CASCADE_LEVELS; level++)
        for (i = 0; i < CASCADE_FAR; i++)
            cascade__empty(&w->far[level][i]);
}

static inline void cascade__place(struct cascade *w, struct cascade_node *n) {
    uint64_t due = n->due > w->tick ? n->due : w->tick, ahead = due - w->tick;
    struct cascade_links *slot;

    if (ahead > UINT32_MAX) {
        ahead = UINT32_MAX;
        due = w->tick + ahead;
    }
    if (ahead < 1u << 8)
        slot = &w->near[due & 255];
    else if (ahead < 1u << 14)
        slot = &w->far[0][due >> 8 & 63];
    else if (ahead < 1u << 20)
        slot = &w->far[1][due >> 14 & 63];
    else if (ahead < 1u << 26)
        slot = &w->far[2][due >> 20 & 63];
    else
        slot = &w->far[3][due >> 26 & 63];
    cascade__append(slot, &n->links);
}

/* Takes n out. False: it was idle. O(1). */
static inline bool cascade_cancel(struct cascade_node *n) {
    if (!n->links.next)
        return false;
    cascade__remove(&n->links);
    return true;
}

/* Arms n for tick due, or moves it there. What has passed fires in the next tick.
   O(1). */
static inline void cascade_add(struct cascade *w, struct cascade_node *n, uint64_t due) {
    cascade_cancel(n);
    n->due = due;
    cascade__place(w, n);
}

/* One tick forward: cascades if a wheel has gone round, then fires what is due. */
static inline void cascade_tick(struct cascade *w) {
    const uint64_t now = w->tick;
    struct cascade_links due;
    int level, shift = 8;

    for (level = 0; level < CASCADE_LEVELS && (now & ((UINT64_C(1) << shift) - 1)) == 0;
         level++, shift += 6) {
        struct cascade_links list, *l, *next;

        cascade__move(&w->far[level][now >> shift & 63], &list);
        for (l = list.next; l != &list; l = next) {
            next = l->next;
            cascade__place(w, (struct cascade_node *)(void *)l);
        }
    }

    w->tick = now + 1;
    cascade__move(&w->near[now & 255], &due);
    while (due.next != &due) {
        struct cascade_node *n = (struct cascade_node *)(void *)due.next;

        cascade__remove(&n->links);
        n->fn(n, now);
    }
}

#endif /* CASCADE_H */

/* MIT No Attribution; the text of the licence stands in the file LICENSE. */
