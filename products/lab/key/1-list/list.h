/* SPDX-License-Identifier: MIT-0 */
/* Assignment 1: a sorted list. sheet.md explains it. */
#ifndef LIST_H
#define LIST_H

#include "lab.h"

/* The farthest tick that your structure must know: all of them. */
#define LAB_FARTHEST "18446744073709551615"

struct timer {
    struct deadline deadline;
    uint64_t number;               /* of its arming */
    struct timer *next, *previous; /* NULL at the ends */
};

/* The earliest timer stands first. Equals stand in the order of their arming. */
struct list {
    struct timer *first, *last; /* both NULL if the list is empty */
    uint64_t now;               /* the clock */
    uint64_t armings;           /* how many there were */
};

/* Given: makes the list empty, at tick now. */
static void list_init(struct list *l, uint64_t now) {
    l->first = l->last = NULL;
    l->now = now;
    l->armings = 0;
}

/* Given: stamps t, which is armed. A tick that has passed counts as the clock's tick, and each
   arming has a number. */
static void list_stamp(struct list *l, struct timer *t) {
    if (due(t) < l->now)
        set_due(t, l->now);
    t->number = l->armings++;
}

/* Stamps t, which is in no list, and puts it into its place: behind every timer that is not
   later. Begin the search at the last timer. */
static void list_insert(struct list *l, struct timer *t) {
    struct timer *before = l->last;

    list_stamp(l, t);
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

/* Sets the clock. Takes every timer that is due at tick `now` or earlier out of the list, and
   calls fire(t) for it, the earliest first. fire() may call list_insert() and list_remove().
   A timer that fire() puts into the list waits for the next call. */
static void list_advance(struct list *l, uint64_t now) {
    const uint64_t batch = l->armings; /* what fire() arms has a number from here on */

    l->now = now;
    while (l->first && due(l->first) <= now && l->first->number < batch) {
        struct timer *const t = l->first;

        list_remove(l, t);
        fire(t);
    }
}

#endif
