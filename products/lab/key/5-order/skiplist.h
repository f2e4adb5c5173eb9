/* SPDX-License-Identifier: MIT-0 */
/* Assignment 5, one of two: a skip list. sheet.md explains it. */
#ifndef SKIPLIST_H
#define SKIPLIST_H

#include "lab.h"

/* The farthest tick that your structure must know: all of them. */
#define LAB_FARTHEST "18446744073709551615"

/* Lane 0 has all timers, and each lane about a quarter of the one below. */
enum { LANES = 8 };

struct timer {
    struct deadline deadline;
    uint64_t number;           /* of its arming */
    int height;                /* it stands in lanes 0 to height - 1 */
    struct timer *next[LANES]; /* its successor in each of them; NULL: it is the last */
};

/* Each lane is sorted. Of equal deadlines the one with the lower number comes first. */
struct skiplist {
    struct timer *first[LANES]; /* the first timer of each lane, NULL if the lane is empty */
    uint64_t now;               /* the clock */
    uint64_t armings;           /* how many there were */
    uint32_t dice;
};

/* Given: makes the list empty, at tick now. */
static void skiplist_init(struct skiplist *s, uint64_t now) {
    int lane;

    for (lane = 0; lane < LANES; lane++)
        s->first[lane] = NULL;
    s->now = now;
    s->armings = 0;
    s->dice = 1;
}

/* Given: returns a height by dice. Three of four timers have 1, three of four of the others
   have 2, and so on. */
static int skiplist_height(struct skiplist *s) {
    int height = 1;

    for (;;) {
        s->dice = s->dice * 1664525 + 1013904223;
        if (s->dice >> 30 != 0 || height == LANES)
            return height;
        height++;
    }
}

/* Given: stamps t, which is armed. A tick that has passed counts as the clock's tick, and each
   arming has a number. */
static void skiplist_stamp(struct skiplist *s, struct timer *t) {
    if (due(t) < s->now)
        set_due(t, s->now);
    t->number = s->armings++;
}

/* Does a fire before b? Of equal deadlines the one with the lower number does. */
static bool skiplist_before(const struct timer *a, const struct timer *b) {
    const uint64_t x = due(a), y = due(b);

    return x != y ? x < y : a->number < b->number;
}

/* Finds the place of t. For each lane, link[lane] becomes the address of the pointer that
   leads to t, or that would lead to t: a next[lane] or a first[lane]. */
static void skiplist_find(struct skiplist *s, const struct timer *t, struct timer **link[LANES]) {
    struct timer **lanes = s->first;
    int lane;

    for (lane = LANES - 1; lane >= 0; lane--) {
        while (lanes[lane] && skiplist_before(lanes[lane], t))
            lanes = lanes[lane]->next;
        link[lane] = &lanes[lane];
    }
}

/* Stamps t, which is not in the list, and puts it into the lanes that its height names. */
static void skiplist_insert(struct skiplist *s, struct timer *t) {
    struct timer **link[LANES];
    int lane;

    skiplist_stamp(s, t);
    t->height = skiplist_height(s);
    skiplist_find(s, t, link);
    for (lane = 0; lane < t->height; lane++) {
        t->next[lane] = *link[lane];
        *link[lane] = t;
    }
}

/* Takes t, which is in the list, out of all its lanes. */
static void skiplist_remove(struct skiplist *s, struct timer *t) {
    struct timer **link[LANES];
    int lane;

    skiplist_find(s, t, link);
    for (lane = 0; lane < t->height; lane++)
        *link[lane] = t->next[lane];
}

/* Given: moves t, which is in the list, to another tick. It counts as armed anew. */
static void skiplist_move(struct skiplist *s, struct timer *t, uint64_t tick) {
    skiplist_remove(s, t);
    set_due(t, tick);
    skiplist_insert(s, t);
}

/* Returns the timer that fires next; NULL: the list is empty. */
static struct timer *skiplist_first(struct skiplist *s) { return s->first[0]; }

/* Given: sets the clock, and fires what is due at tick now or earlier, the earliest first. A
   timer that fire() arms has a number from `batch` on, and waits for the next call. All that
   was armed before stands in front of it. */
static void skiplist_advance(struct skiplist *s, uint64_t now) {
    const uint64_t batch = s->armings;
    struct timer *t;

    s->now = now;
    while ((t = skiplist_first(s)) != NULL && due(t) <= now && t->number < batch) {
        skiplist_remove(s, t);
        fire(t);
    }
}

#endif
