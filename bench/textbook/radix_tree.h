/* SPDX-License-Identifier: MIT-0 */
/* radix_tree.h - a binary radix tree inside the objects, in the style of HAProxy's ebtree:
   a measure for the benchmarks.

   WHAT IT IS
       Each object holds a leaf and a branch. A branch parts the keys below it by the
       highest bit in which they differ. A branch in use stands above the leaf of its own
       object, so that the key of the object tells what all keys below the branch have in
       common. Nothing is rebalanced: the depth is at most the number of bits of a key.
       Objects with one key stand in a ring, whose first is in the tree.

   WHAT IT LACKS
       Wrapping keys. The original keeps equals in a small tree of their own.

   SOURCE
       W. Tarreau, Elastic binary trees (ebtree), of HAProxy. The code is our own. */
#ifndef RADIX_TREE_H
#define RADIX_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A place names an object, and with 1 added its branch, else its leaf. NULL: 0. */
typedef uintptr_t radix_place;

struct radix_node {
    radix_place child[2];
    struct radix_node *branch_up, *leaf_up; /* the objects whose branches stand above */
    struct radix_node *next, *prev;         /* the ring */
    uint64_t key;
    int bit;       /* of the branch; -1: it is not in use */
    bool in_place; /* the leaf is in the tree, not only in the ring */
};

struct radix_tree {
    radix_place root;
};

static inline struct radix_node *radix__of(radix_place p) {
    return (struct radix_node *)(p & ~(uintptr_t)1);
}

static inline radix_place radix__leaf(struct radix_node *n) { return (radix_place)n; }

static inline radix_place radix__branch(struct radix_node *n) { return (radix_place)n | 1; }

/* Hangs `place` below the branch of `up`, or at the root if up is NULL, where `was` hung. */
static inline void radix__hang(struct radix_tree *t, struct radix_node *up, radix_place was,
                               radix_place place) {
    if (!up)
        t->root = place;
    else
        up->child[up->child[1] == was] = place;
    if (!place)
        return;
    if (place & 1)
        radix__of(place)->branch_up = up;
    else
        radix__of(place)->leaf_up = up;
}

/* Puts n behind the last of the ring of first. */
static inline void radix__join(struct radix_node *first, struct radix_node *n) {
    n->next = first;
    n->prev = first->prev;
    first->prev->next = n;
    first->prev = n;
    n->in_place = false;
}

static inline void radix_tree_add(struct radix_tree *t, struct radix_node *n, uint64_t key) {
    struct radix_node *up = NULL, *x;
    radix_place p = t->root;
    int side;

    n->key = key;
    n->bit = -1;
    n->next = n->prev = n;
    n->in_place = true;
    if (!p) {
        radix__hang(t, NULL, 0, radix__leaf(n));
        return;
    }
    /* Ends at a leaf, or at a branch whose keys differ from this one above its bit. */
    while ((p & 1) && (x = radix__of(p), ((x->key ^ key) >> x->bit) < 2)) {
        up = x;
        p = x->child[key >> x->bit & 1];
    }
    x = radix__of(p);
    if (!(p & 1) && x->key == key) {
        radix__join(x, n);
        return;
    }
    n->bit = 63 - __builtin_clzll(x->key ^ key);
    radix__hang(t, up, p, radix__branch(n));
    side = (int)(key >> n->bit & 1);
    n->child[side] = radix__leaf(n);
    n->child[!side] = 0;
    n->leaf_up = n;
    radix__hang(t, n, 0, p);
}

/* Gives the branch of n to `heir`, whose own is not in use. */
static inline void radix__bequeath(struct radix_tree *t, struct radix_node *n,
                                   struct radix_node *heir) {
    heir->bit = n->bit;
    radix__hang(t, n->branch_up, radix__branch(n), radix__branch(heir));
    heir->child[0] = heir->child[1] = 0;
    for (int i = 0; i < 2; i++) {
        heir->child[i] = n->child[i];
        if (n->child[i] & 1)
            radix__of(n->child[i])->branch_up = heir;
        else
            radix__of(n->child[i])->leaf_up = heir;
    }
}

/* n is in the tree, and alone in its ring: its sibling rises. */
static inline void radix__pull(struct radix_tree *t, struct radix_node *n) {
    struct radix_node *up = n->leaf_up;

    if (!up) {
        t->root = 0;
        return;
    }
    radix__hang(t, up->branch_up, radix__branch(up), up->child[up->child[0] == radix__leaf(n)]);
    up->bit = -1;
    if (n->bit >= 0)
        radix__bequeath(t, n, up);
}

static inline void radix_tree_remove(struct radix_tree *t, struct radix_node *n) {
    struct radix_node *heir = n->next;

    if (heir == n) {
        radix__pull(t, n);
        return;
    }
    n->prev->next = heir;
    heir->prev = n->prev;
    if (!n->in_place)
        return;
    heir->in_place = true;
    radix__hang(t, n->leaf_up, radix__leaf(n), radix__leaf(heir));
    if (n->bit >= 0)
        radix__bequeath(t, n, heir);
}

/* The first node, or NULL. */
static inline struct radix_node *radix_tree_first(const struct radix_tree *t) {
    radix_place p = t->root;

    while (p & 1)
        p = radix__of(p)->child[0];
    return radix__of(p);
}

#endif /* RADIX_TREE_H */
