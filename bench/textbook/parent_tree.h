/* SPDX-License-Identifier: MIT-0 */
/* parent_tree.h - a red-black tree in the style of Linux's rbtree: a measure for the
   benchmarks.

   WHAT IT IS
       Nodes hold their parent, with the colour in its lowest bit, and a left and a right
       child. The tree knows no
   order: its user walks down with compares of their own, hangs the node in with link()
       and has the tree balanced by insert(). The leftmost node is kept, as in
       rb_root_cached. A set bit is black. The cases of left and right are written out, as
       there, so that no child is found by an index.

   WHAT IT LACKS
       Verbs: see parent_tree_add() at the end for what each user of the original writes.

   SOURCE
       T. Cormen, C. Leiserson, R. Rivest, C. Stein, Introduction to Algorithms, chapter
       13; the interface of
   lib/rbtree.c of Linux. The code is our own. */
#ifndef PARENT_TREE_H
#define PARENT_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct parent_tree_node {
    uintptr_t parent; /* and 1 if black */
    struct parent_tree_node *left, *right;
};

struct parent_tree {
    struct parent_tree_node *root, *first;
};

static inline struct parent_tree_node *parent_tree__parent(const struct parent_tree_node *n) {
    return (struct parent_tree_node *)(n->parent & ~(uintptr_t)1);
}

static inline bool parent_tree__black(const struct parent_tree_node *n) {
    return !n || (n->parent & 1);
}

static inline void parent_tree__set(struct parent_tree_node *n, struct parent_tree_node *parent,
                                    uintptr_t black) {
    n->parent = (uintptr_t)parent | black;
}

static inline void parent_tree__blacken(struct parent_tree_node *n) { n->parent |= 1; }

static inline void parent_tree__redden(struct parent_tree_node *n) { n->parent &= ~(uintptr_t)1; }

/* Where `was` hangs below parent, `is` does now; parent NULL: at the root. */
static inline void parent_tree__replace(struct parent_tree *t, struct parent_tree_node *parent,
                                        struct parent_tree_node *was, struct parent_tree_node *is) {
    if (!parent)
        t->root = is;
    else if (parent->left == was)
        parent->left = is;
    else
        parent->right = is;
}

/* The right child rises above n and takes its colour; n gets `black`. */
static inline void parent_tree__rotate_left(struct parent_tree *t, struct parent_tree_node *n,
                                            uintptr_t black) {
    struct parent_tree_node *up = n->right, *parent = parent_tree__parent(n);

    n->right = up->left;
    if (up->left)
        parent_tree__set(up->left, n, up->left->parent & 1);
    up->left = n;
    up->parent = n->parent;
    parent_tree__set(n, up, black);
    parent_tree__replace(t, parent, n, up);
}

/* The mirror case. */
static inline void parent_tree__rotate_right(struct parent_tree *t, struct parent_tree_node *n,
                                             uintptr_t black) {
    struct parent_tree_node *up = n->left, *parent = parent_tree__parent(n);

    n->left = up->right;
    if (up->right)
        parent_tree__set(up->right, n, up->right->parent & 1);
    up->right = n;
    up->parent = n->parent;
    parent_tree__set(n, up, black);
    parent_tree__replace(t, parent, n, up);
}

/* Hangs n, red, in the empty place *link below parent. */
static inline void parent_tree_link(struct parent_tree_node *n, struct parent_tree_node *parent,
                                    struct parent_tree_node **link) {
    n->parent = (uintptr_t)parent;
    n->left = n->right = NULL;
    *link = n;
}

/* Balances the tree after n was linked; leftmost: n is the first now. */
static inline void parent_tree_insert(struct parent_tree *t, struct parent_tree_node *n,
                                      bool leftmost) {
    struct parent_tree_node *parent, *grand, *uncle;

    if (leftmost)
        t->first = n;
    /* n is red, and the one thing that may be wrong is that its parent is, too */
    while ((parent = parent_tree__parent(n)) != NULL && !(parent->parent & 1)) {
        grand = parent_tree__parent(parent);
        uncle = grand->left == parent ? grand->right : grand->left;
        if (!parent_tree__black(uncle)) {
            parent_tree__blacken(uncle);
            parent_tree__blacken(parent);
            parent_tree__redden(grand);
            n = grand;
            continue;
        }
        if (grand->left == parent) {
            if (parent->right == n)
                parent_tree__rotate_left(t, parent, 0);
            parent_tree__rotate_right(t, grand, 0);
        } else {
            if (parent->left == n)
                parent_tree__rotate_right(t, parent, 0);
            parent_tree__rotate_left(t, grand, 0);
        }
        break;
    }
    parent_tree__blacken(t->root);
}

/* A black node is missing on the way to n, the left or right child of parent, perhaps
   NULL. */
static inline void parent_tree__restore(struct parent_tree *t, struct parent_tree_node *n,
                                        struct parent_tree_node *parent) {
    struct parent_tree_node *sibling;

    while (parent && parent_tree__black(n)) {
        const bool left = parent->left == n;

        sibling = left ? parent->right : parent->left;
        if (!parent_tree__black(sibling)) {
            left ? parent_tree__rotate_left(t, parent, 0) : parent_tree__rotate_right(t, parent, 0);
            sibling = left ? parent->right : parent->left;
        }
        if (parent_tree__black(sibling->left) && parent_tree__black(sibling->right)) {
            parent_tree__redden(sibling);
            n = parent;
            parent = parent_tree__parent(n);
            continue;
        }
        if (left) {
            if (parent_tree__black(sibling->right))
                parent_tree__rotate_right(t, sibling, 0);
            parent_tree__blacken(parent->right->right);
            parent_tree__rotate_left(t, parent, 1);
        } else {
            if (parent_tree__black(sibling->left))
                parent_tree__rotate_left(t, sibling, 0);
            parent_tree__blacken(parent->left->left);
            parent_tree__rotate_right(t, parent, 1);
        }
        return;
    }
    if (n)
        parent_tree__blacken(n);
}

/* The node after n. */
static inline struct parent_tree_node *parent_tree_next(const struct parent_tree_node *n) {
    struct parent_tree_node *up;

    if (n->right) {
        for (up = n->right; up->left; up = up->left)
            ;
        return up;
    }
    while ((up = parent_tree__parent(n)) != NULL && up->right == n)
        n = up;
    return up;
}

/* Takes n out. */
static inline void parent_tree_erase(struct parent_tree *t, struct parent_tree_node *n) {
    struct parent_tree_node *child, *parent, *heir = n;
    bool black;

    if (t->first == n)
        t->first = parent_tree_next(n);
    if (n->left && n->right) /* its successor, which has no left child, will take its place */
        for (heir = n->right; heir->left; heir = heir->left)
            ;
    child = heir->left ? heir->left : heir->right;
    parent = parent_tree__parent(heir);
    black = heir->parent & 1;
    parent_tree__replace(t, parent, heir, child);
    if (child)
        parent_tree__set(child, parent, child->parent & 1);
    if (heir != n) {
        if (parent == n)
            parent = heir;
        *heir = *n;
        parent_tree__replace(t, parent_tree__parent(n), n, heir);
        if (heir->left)
            parent_tree__set(heir->left, heir, heir->left->parent & 1);
        if (heir->right)
            parent_tree__set(heir->right, heir, heir->right->parent & 1);
    }
    if (black)
        parent_tree__restore(t, child, parent);
}

/* What a user of such a tree writes: a node with a key, and the way down; equals come
   behind. */
struct parent_tree_entry {
    struct parent_tree_node node; /* first, so that its address is the entry's */
    uint64_t key;
};

static inline void parent_tree_add(struct parent_tree *t, struct parent_tree_entry *e,
                                   uint64_t key) {
    struct parent_tree_node **link = &t->root, *parent = NULL;
    bool leftmost = true;

    e->key = key;
    while (*link) {
        parent = *link;
        if (key < ((struct parent_tree_entry *)(void *)parent)->key) {
            link = &parent->left;
        } else {
            link = &parent->right;
            leftmost = false;
        }
    }
    parent_tree_link(&e->node, parent, link);
    parent_tree_insert(t, &e->node, leftmost);
}

#endif /* PARENT_TREE_H */
