/* SPDX-License-Identifier: MIT-0 */
/* Assignment 1: a sorted list. sheet.md explains it. */
#ifndef LIST_H
#define LIST_H

#include "lab.h"

/* The farthest tick that your structure must know: all of them. */
#define LAB_FARTHEST "18446744073709551615"

struct timer {
    struct deadline deadline;
    struct timer *next, *previous; /* NULL at the ends */
};

/* The earliest timer stands first. Equals stand in the order of their arming. */
struct list {
    struct timer *first, *last; /* both NULL if the list is empty */
};

/* Given: makes the list empty. */
static void list_init(struct list *l, uint64_t now) {
    (void)now;
    l->first = l->last = NULL;
}

/* Puts t, which is in no list, into its place: behind every timer that is not later. Begin
   the search at the last timer. */
static void list_insert(struct list *l, struct timer *t) {
    struct timer *before = l->last;

    while (before && due(before) > due(t))
        before = before->previous;
    t->previous = before;
    t->next = before ? before->next : l->first;
    if (t->next)
        t->next->previous = t;
    else
        l->last = t;
    if (before)
        before->next = t;
    else
        l->first = t;
}

/* Takes t, which is in the list, out of it. */
static void list_remove(struct list *l, struct timer *t) {
    if (t->previous)
        t->previous->next = t->next;
    else
        l->first = t->next;
    if (t->next)
        t->next->previous = t->previous;
    else
        l->last = t->previous;
}

/* Returns the timer that fires next; NULL: the list is empty. */
static struct timer *list_first(struct list *l) { return l->first; }

/* Given: moves t, which is in the list, to another tick. It counts as armed anew. */
static void list_move(struct list *l, struct timer *t, uint64_t tick) {
    list_remove(l, t);
    set_due(t, tick);
    list_insert(l, t);
}

/* Takes every timer that is due at tick `now` or earlier out of the list, and calls fire(t)
   for it, the earliest first. fire() may call list_insert() and list_remove(). */
static void list_advance(struct list *l, uint64_t now) {
    while (l->first && due(l->first) <= now) {
        struct timer *const t = l->first;

        list_remove(l, t);
        fire(t);
    }
}

#endif
