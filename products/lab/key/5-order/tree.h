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
    const uint64_t x = due(a), y = due(b);

    return x != y ? x < y : a->number < b->number;
}

/* This tree is a treap: no timer has a greater weight than its parent, and weights are thrown
   by dice. The next three functions are helpers of this solution. */

/* Turns the link to a timer and its left child: the child goes up. */
static void tree_turn_right(struct timer **link) {
    struct timer *const parent = *link, *const child = parent->left;

    parent->left = child->right;
    child->right = parent;
    *link = child;
}

/* The mirror image. */
static void tree_turn_left(struct timer **link) {
    struct timer *const parent = *link, *const child = parent->right;

    parent->right = child->left;
    child->left = parent;
    *link = child;
}

/* Puts t below a link. On the way back it goes up past lighter timers. */
static void tree_insert_at(struct timer **link, struct timer *t) {
    if (!*link)
        *link = t;
    else if (tree_before(t, *link)) {
        tree_insert_at(&(*link)->left, t);
        if ((*link)->left->weight > (*link)->weight)
            tree_turn_right(link);
    } else {
        tree_insert_at(&(*link)->right, t);
        if ((*link)->right->weight > (*link)->weight)
            tree_turn_left(link);
    }
}

/* Stamps t, which is not in the tree, and puts it into its place. */
static void tree_insert(struct tree *s, struct timer *t) {
    s->dice = s->dice * 1664525 + 1013904223;
    t->weight = s->dice >> 8;
    tree_stamp(s, t);
    t->left = t->right = NULL;
    tree_insert_at(&s->root, t);
}

/* Takes t, which is in the tree, out of it. */
static void tree_remove(struct tree *s, struct timer *t) {
    struct timer **link = &s->root;

    while (*link != t)
        link = tree_before(t, *link) ? &(*link)->left : &(*link)->right;
    while (t->left && t->right)
        if (t->left->weight > t->right->weight) {
            tree_turn_right(link);
            link = &(*link)->right;
        } else {
            tree_turn_left(link);
            link = &(*link)->left;
        }
    *link = t->left ? t->left : t->right;
}

/* Given: moves t, which is in the tree, to another tick. It counts as armed anew. */
static void tree_move(struct tree *s, struct timer *t, uint64_t tick) {
    tree_remove(s, t);
    set_due(t, tick);
    tree_insert(s, t);
}

/* Returns the timer that fires next, the leftmost; NULL: the tree is empty. */
static struct timer *tree_first(struct tree *s) {
    struct timer *t = s->root;

    while (t && t->left)
        t = t->left;
    return t;
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
