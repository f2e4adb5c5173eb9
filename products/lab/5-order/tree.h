/* SPDX-License-Identifier: MIT-0 */
/* Assignment 5, one of two: a balanced tree. sheet.md explains it. */
#ifndef TREE_H
#define TREE_H

#include "lab.h"

/* The farthest tick that your structure must know: all of them. */
#define LAB_FARTHEST "18446744073709551615"

struct timer {
    struct deadline deadline;
    uint64_t number;            /* of its arming */
    struct timer *left, *right; /* children, or NULL; add a parent if you want one */
    uint32_t weight;            /* what keeps the tree balanced: a colour, a height, a priority */
};

/* From left to right, the timers stand in the order in which they fire. Of equal deadlines the
   one with the lower number comes first. */
struct tree {
    struct timer *root; /* NULL if the tree is empty */
    uint64_t now;       /* the clock */
    uint64_t armings;   /* how many there were */
    uint32_t dice;
};

/* Given: makes the tree empty, at tick now. */
static void tree_init(struct tree *s, uint64_t now) {
    s->root = NULL;
    s->now = now;
    s->armings = 0;
    s->dice = 1;
}

/* Given: stamps t, which is armed. A tick that has passed counts as the clock's tick, and each
   arming has a number. */
static void tree_stamp(struct tree *s, struct timer *t) {
    if (due(t) < s->now)
        set_due(t, s->now);
    t->number = s->armings++;
}

/* Does a fire before b? Of equal deadlines the one with the lower number does. */
static bool tree_before(const struct timer *a, const struct timer *b) {
    (void)a;
    (void)b;
    hole("tree_before");
    return false;
}

/* Stamps t, which is not in the tree, and puts it into its place. */
static void tree_insert(struct tree *s, struct timer *t) {
    (void)s;
    (void)t;
    hole("tree_insert");
}

/* Takes t, which is in the tree, out of it. */
static void tree_remove(struct tree *s, struct timer *t) {
    (void)s;
    (void)t;
    hole("tree_remove");
}

/* Given: moves t, which is in the tree, to another tick. It counts as armed anew. */
static void tree_move(struct tree *s, struct timer *t, uint64_t tick) {
    tree_remove(s, t);
    set_due(t, tick);
    tree_insert(s, t);
}

/* Returns the timer that fires next, the leftmost; NULL: the tree is empty. */
static struct timer *tree_first(struct tree *s) {
    (void)s;
    hole("tree_first");
    return NULL;
}

/* Given: sets the clock, and fires what is due at tick now or earlier, the earliest first. A
   timer that fire() arms has a number from `batch` on, and waits for the next call. All that
   was armed before stands in front of it. */
static void tree_advance(struct tree *s, uint64_t now) {
    const uint64_t batch = s->armings;
    struct timer *t;

    s->now = now;
    while ((t = tree_first(s)) != NULL && due(t) <= now && t->number < batch) {
        tree_remove(s, t);
        fire(t);
    }
}

#endif
