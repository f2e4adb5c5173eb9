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
    uint64_t armings;   /* how many there were */
    uint32_t dice;
};

/* Given: makes the tree empty. */
static void tree_init(struct tree *s, uint64_t now) {
    (void)now;
    s->root = NULL;
    s->armings = 0;
    s->dice = 1;
}

/* Does a fire before b? Of equal deadlines the one with the lower number does. */
static bool tree_before(const struct timer *a, const struct timer *b) {
    (void)a;
    (void)b;
    hole("tree_before");
    return false;
}

/* Puts t, which is not in the tree, into its place. */
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

/* Given: fires what is due at tick now or earlier, the earliest first. */
static void tree_advance(struct tree *s, uint64_t now) {
    struct timer *t;

    while ((t = tree_first(s)) != NULL && due(t) <= now) {
        tree_remove(s, t);
        fire(t);
    }
}

#endif
