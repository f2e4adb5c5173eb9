/* SPDX-License-Identifier: MIT-0 */
/* rbtree.h - a red-black tree: timers, a priority queue, and an ordered container of
   objects with any ordering.

   WHAT IT IS
       This is a binary search tree: smaller keys stand to the left, larger ones to the
       right. A search goes down one path. The tree is quick only while it is balanced, so
       each node is red or black. No red node has a red child, and every path down meets
       the same number of black nodes. So the longest path is at most twice as long as the
       shortest. The links stand in the node, and the colour is the lowest bit of the
       parent's address: there is no array and no capacity. The tree keeps its first and
       its last node, so that no search is needed for them. Equal keys stand in arming
       order.

   PICK IT
       if the number of timers has no bound that you can name; if you walk in order, or
       from a key on; for deadlines that mostly come last or first (constant timeouts:
       O(1)); if the worst case of a single call matters.
   PICK ANOTHER
       for a priority queue of known size (heap4.h is faster); for timers that mostly move
       or are cancelled (wheels).

   DO THIS
       timers             TW_TIMERS_OF(timers, rbtree) makes struct timers and
                          timers_init, _add, _cancel, ...: timers.h
       nodes by tick      struct tw_rbtree and the functions below; the key is n->due
       objects in order   TW_RBTREE_OF(diary, struct visit, node, visit_before) makes
                          struct diary and diary_add, ...

   EXAMPLE (examples/basics/diary.c)
       struct visit { int from; const char *who; struct tw_node node; };
       static bool visit_before(const struct visit *a, const struct visit *b) {
           return a->from < b->from;
       }
       TW_RBTREE_OF(diary, struct visit, node, visit_before)

       static struct diary d;                        all zero: empty
       struct visit ada = {1130, "Ada", TW_NODE(0)};
       struct visit ten = {1000, NULL, TW_NODE(0)}, *v;
       diary_add(&d, &ada);
       for (v = diary_lower_bound(&d, &ten); v && v->from < 1200; v = diary_after(&d, v))
           printf("%04d %s\n", v->from, v->who);     all from ten until noon, in order

   COST (n nodes)
       add, move, update       O(log n), at most 2 log2(n + 1) + 2 compares; 1 compare for
                               a new last node, 2 for a new first node
       cancel, take, pop       no two nodes are compared; at most 3 rotations, O(1) on
                               average, O(log n) at worst
       next, peek, first,      O(1)
       last, count, init
       after, before, each     O(1) per step on average, O(log n) at worst
       lower_bound             O(log n)
       clear                   O(n), no compares
       Bytes per timer: 40 on a 64-bit machine, 20 on a 32-bit one, 12 on AVR with 32-bit
       ticks: the node, nothing else.

   GUARANTEES
       FIFO among equals, also after a move or an update. add() never fails for want of
       room. Nodes stay where they are in memory: pointers and walks survive every
       operation on other nodes. The root holds the address of the tree: do not copy or
       move a tree in use. Each node must stand at an even address, because the lowest bit
       of an address holds the colour. Compilers give variables even addresses, unless you
       pack their struct. With all structs packed (-fpack-struct), this header does not
       compile. On AVR malloc() may return an odd address; then align it yourself. A node
       at an odd address trips TW_ASSERT; without asserts it corrupts the tree.

   PROPERTIES (check() names one that does not hold: "rbtree 1")
       1  No node comes before its predecessor in the walk.
       2  Each child knows its parent, and the root has `head` (struct tw_rbtree) above it.
       3  No red node has a red parent, and the root is black.
       4  All paths from the root to a missing child meet the same number of black nodes.
       5  The first node, the last node and the count agree with a walk.

   OPTIONS
       those of node.h; TW_RBTREE_IMPLEMENTATION instead of TW_IMPLEMENTATION compiles the
       functions of this header only

   SOURCE
       R. Bayer, Symmetric Binary B-Trees, Acta Informatica 1, 1972. L. Guibas, R.
       Sedgewick, A Dichromatic Framework for Balanced Trees, FOCS 1978. R. E. Tarjan,
       Updating a Balanced Search Tree in O(1) Rotations, IPL 16, 1983. */
#include "verbs.h"

#ifndef TW_RBTREE_H
#define TW_RBTREE_H

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

/* All zero is a valid empty tree. */
struct tw_rbtree {
    TW__DEBUG(struct tw_stamp stamp;)
    /* The head stands above the root, which is its child[0]. Its home is TW__IDLE, 0; due
       and fn are unused. */
    struct tw_node head;
    struct tw_node *end[2]; /* the first node and the last node; NULL: t is empty */
    size_t count;
};

typedef void tw_rbtree_array; /* a tree takes no array */

/* Stops a compiler that packs every struct, as -fpack-struct of gcc and clang does: nodes
   would stand at odd addresses. */
struct tw__rbtree_place {
    char c;
    struct tw_node node;
};

typedef char tw__rbtree_needs_even_addresses_do_not_pack_structs
    [offsetof(struct tw__rbtree_place, node) % 2 == 0 ? 1 : -1];

/* -------------------------------------------------------------------------------- API */

/* Makes t empty. A tree needs neither now nor an array: pass 0, NULL and 0. If t is in
   use, call clear() first: otherwise its nodes still say that they wait. O(1). */
#define tw_rbtree_init TW__LINK_NAME(tw_rbtree_init)
TW__API void tw_rbtree_init(struct tw_rbtree *t, tw_tick now, tw_rbtree_array *array, size_t n);

/* Inserts n with key due, behind all nodes with the same key. If n is in t, n moves as if
   it had been cancelled and added. n must be idle or in t. Returns true always. O(log n);
   O(1) on average if n becomes the first or the last node. */
TW__API bool tw_rbtree_add(struct tw_rbtree *t, struct tw_node *n, tw_tick due);

/* Takes n out. If n waits, it must wait in t. False: n is idle, or on the due list of a
   set. O(1) on average, O(log n) at worst; compares no keys. */
TW__API bool tw_rbtree_cancel(struct tw_rbtree *t, struct tw_node *n);

/* Restores the order after n->due was changed; n counts as armed anew. Call it before any
   other call for t. If n waits, it must wait in t. False: n is idle, or on the due list
   of a set. O(log n). */
TW__API bool tw_rbtree_update(struct tw_rbtree *t, struct tw_node *n);

/* Fetches into the cache the memory that arming, moving and cancelling the nodes will
   touch; changes nothing. nodes[i] is idle or in t. dues[i] is the tick for which you will
   arm it; dues may be NULL if you will cancel only. See prefetch in verbs.h. O(count), and
   with dues a search for each. */
TW__INLINE void tw_rbtree_prefetch(const struct tw_rbtree *t, struct tw_node *const *nodes,
                                   const tw_tick *dues, size_t count);

/* Stores the least key in *due. False: t is empty; *due is unchanged. O(1). */
TW__API bool tw_rbtree_next(struct tw_rbtree *t, tw_tick *due);

/* Returns the first node, which stays. NULL: t is empty. O(1). */
TW__API struct tw_node *tw_rbtree_peek(const struct tw_rbtree *t);

/* Returns the first node, which stays: another name of peek() for walks. NULL: t is
   empty. O(1). */
TW__API struct tw_node *tw_rbtree_first(const struct tw_rbtree *t);

/* Takes out and returns the first node. NULL: t is empty. O(1) on average. */
TW__API struct tw_node *tw_rbtree_pop(struct tw_rbtree *t);

/* Takes out and returns the first node if it is due by now. NULL: no node is due by now.
   O(1) on average. */
TW__API struct tw_node *tw_rbtree_take(struct tw_rbtree *t, tw_tick now);

/* Returns the last node, which stays. NULL: t is empty. O(1). */
TW__API struct tw_node *tw_rbtree_last(const struct tw_rbtree *t);

/* Returns the successor of n, or the first node if n is NULL. Any other n must be in t.
   NULL: n is the last node, or t is empty. O(1) on average, O(log n) at worst. */
TW__API struct tw_node *tw_rbtree_after(const struct tw_rbtree *t, const struct tw_node *n);

/* Does the same as after(), under the name that the walk has in every structure. NULL:
   the walk is over. O(1) on average, O(log n) at worst. */
TW__API struct tw_node *tw_rbtree_each(const struct tw_rbtree *t, const struct tw_node *n);

/* Returns the predecessor of n, or the last node if n is NULL. Any other n must be in t.
   NULL: n is the first node, or t is empty. O(1) on average, O(log n) at worst. */
TW__API struct tw_node *tw_rbtree_before(const struct tw_rbtree *t, const struct tw_node *n);

/* Returns the first node whose key is due or later. NULL: there is none. O(log n). */
TW__API struct tw_node *tw_rbtree_lower_bound(const struct tw_rbtree *t, tw_tick due);

/* Returns the number of nodes. O(1). */
TW__API size_t tw_rbtree_count(const struct tw_rbtree *t);

/* Removes every node. All of them are idle then, and can be added again. O(n). */
TW__API void tw_rbtree_clear(struct tw_rbtree *t);

/* Returns the name of a property that does not hold, such as "rbtree 1", or NULL if all
   hold. For tests. O(n log n). */
TW__CHECKED(TW__API const char *tw_rbtree_check(const struct tw_rbtree *t);)

/* ----------------------------------------------------------------------------- ENGINE

   The nodes below child[0] of a node come before it, the nodes below child[1] come after
   it. A `side` is 0 for left or 1 for right. So one piece of code serves a case and its
   mirror image. home is the parent's address, plus 1 if the node is red. The head counts
   as black. The head alone has no parent, so its home is TW__IDLE. */

/* Says whether node a comes before node b. */
typedef bool tw__rbtree_order(const struct tw_node *a, const struct tw_node *b);

/* The lowest bit of home, set in a red node. */
enum { TW__RBTREE_RED = 1 };

/* Returns the parent of n; the parent of the root is the head. debug.h checks each node
   to which up() and child() step, but not the head, which has no mark. */
TW__INLINE struct tw_node *tw__rbtree_up(const struct tw_node *n) {
    struct tw_node *p = (struct tw_node *)(TW__MET(n)->home & ~(uintptr_t)TW__RBTREE_RED);

    TW__DEBUG(if (p->home != TW__IDLE) tw__debug_touch(p);)
    return p;
}

TW__INLINE struct tw_node *tw__rbtree_child(const struct tw_node *n, unsigned side) {
    return TW__MET(n->u.child[side]);
}

/* Returns 1 if n is red, else 0. A missing child, NULL, counts as black. */
TW__INLINE uintptr_t tw__rbtree_red(const struct tw_node *n) {
    return n ? n->home & TW__RBTREE_RED : 0;
}

TW__INLINE void tw__rbtree_blacken(struct tw_node *n) { n->home &= ~(uintptr_t)TW__RBTREE_RED; }

TW__FOLD bool tw__rbtree_less(const struct tw_node *a, const struct tw_node *b,
                              tw__rbtree_order *before) {
    TW__COMPARED(a, a->due, b);
    return (before)(a, b);
}

TW__INLINE bool tw__rbtree_by_due(const struct tw_node *a, const struct tw_node *b) {
    return tw_before(a->due, b->due);
}

/* Returns the predecessor of n if side is 0, the successor if side is 1. NULL: n is the
   node at that end. If n is NULL, returns the node at the other end, where a walk begins.
   The way up reads child[other] alone, because take_all(), which walks with side 0, has
   overwritten child[0] of passed nodes. */
TW__INLINE struct tw_node *tw__rbtree_step(const struct tw_rbtree *t, const struct tw_node *n,
                                           unsigned side) {
    const unsigned other = side ^ 1;
    struct tw_node *x;

    if (!n)
        return t->end[other];
    if (n == t->end[side])
        return NULL;
    x = tw__rbtree_child(TW__MET(n), side);
    if (x)
        while (x->u.child[other])
            x = tw__rbtree_child(x, other);
    else
        /* Ends, because n is not at the end: n or an ancestor of n is a child on the other
           side. */
        for (; (x = tw__rbtree_up(n))->u.child[other] != n; n = x) {
        }
    return x;
}

/* Links n in the place of old, in the colour of old. If n is NULL, the place becomes
   empty. old itself stays as it is. */
TW__INLINE void tw__rbtree_replace(const struct tw_node *old, struct tw_node *n) {
    struct tw_node *p = tw__rbtree_up(old);

    p->u.child[p->u.child[1] == old] = n;
    if (n)
        n->home = old->home;
    TW_TRACE(TW_LINK, NULL, old, old->due);
}

/* Makes n the child of p on `side`; n keeps its colour. If n is NULL, p has no child
   there. */
TW__ONCE void tw__rbtree_link(struct tw_node *p, unsigned side, struct tw_node *n) {
    p->u.child[side] = n;
    if (n)
        n->home = (uintptr_t)p | (n->home & TW__RBTREE_RED);
    TW_TRACE(TW_LINK, NULL, p, p->due);
}

/* In the drawings a CAPITAL letter is a black node, a small letter a red one. (p) may be
   either, and - is a black node or none. A node keeps its letter when its colour changes.
   Each drawing stands for its mirror image, too.

   Rotates p down to `side`. Its child n on the other side takes the place and the colour
   of p, and p becomes red. In this drawing n, a, b and c may have either colour. The
   order stays a n b p c:
            (p)               (n)
            / \               / \
           n   c             a   p
          / \         ->        / \
         a   b                 b   c */
TW__INLINE void tw__rbtree_rotate(struct tw_node *p, unsigned side) {
    struct tw_node *n = tw__rbtree_child(p, side ^ 1);

    tw__rbtree_replace(p, n);
    tw__rbtree_link(p, side ^ 1, n->u.child[side]);
    p->home = TW__RBTREE_RED;
    tw__rbtree_link(n, side, p);
}

/* Restores property 3 after n was inserted as a red leaf. While the parent p of n is red,
   p is not the root, and the grandparent G is black. u is the sibling of p.

     1  u is red: three          2  n is on the inner side      3  n is on the outer side
        colours change, go on       of p: rotate p, 3 follows      of p: rotate G, done
        with g as n

           G           g            G           G                  G            P
          / \         / \          / \         / \                / \          / \
         p   u  ->   P   U        p   -  ->   n   -              p   -   ->   n   g
        /           /              \         /                  /                  \
       n           n                n       p                  n                    - */
TW__INLINE void tw__rbtree_fixup_insert(struct tw_rbtree *t, struct tw_node *n) {
    struct tw_node *p, *g, *u;
    unsigned inner; /* the side of p's inner child below p, and of u below g */

    /* Invariant: n is red. All properties hold, except that n may be the root, or may
       have a red parent. Ends, because n rises two levels each time round. */
    while ((p = tw__rbtree_up(n))->home & TW__RBTREE_RED) {
        g = tw__rbtree_up(p);
        inner = g->u.child[0] == p;
        u = tw__rbtree_child(g, inner);
        if (!tw__rbtree_red(u)) {
            if (p->u.child[inner] == n)
                tw__rbtree_rotate(p, !inner);
            tw__rbtree_rotate(g, inner);
            return;
        }
        tw__rbtree_blacken(p);
        tw__rbtree_blacken(u);
        g->home |= TW__RBTREE_RED;
        n = g;
    }
    if (p == &t->head)
        tw__rbtree_blacken(n);
}

/* Makes n a leaf below p, on `side`. p must have no child there. */
TW__ONCE void tw__rbtree_attach(struct tw_rbtree *t, struct tw_node *n, struct tw_node *p,
                                unsigned side) {
    TW__WANT(((uintptr_t)n & TW__RBTREE_RED) == 0,
             "the node stands at an odd address. Do not pack its struct, or align it to 2 bytes.");
    n->u.child[0] = n->u.child[1] = NULL;
    n->home = TW__RBTREE_RED;
    tw__rbtree_link(p, side, n);
    t->count++;
    tw__rbtree_fixup_insert(t, n);
}

/* Restores property 4 ahead of the removal of x, a leaf. If x is black, the paths through
   x are about to be one black node short. p is the parent of x, s its sibling. s is never
   missing: x is black, so the paths on the other side of p meet a black node, too.

     1  s is red: rotate p; the inner child     2  s and its children are black: s becomes
        A of s is x's sibling then: go on          red; now the paths through p are one
        with case 2, 3 or 4                        short: go on with p as x

              P              S                          (p)           (p)
             / \            / \                         / \           / \
            X   s    ->    p   B                       X   S    ->   X   s
               / \        / \                             / \           / \
              A   B      X   A                           -   -         -   -

     3  only the inner child a of s is red:     4  the outer child b of s is red: rotate
        rotate s; case 4 follows, with A           p; P and B become black, done
        as s and s as b

            (p)            (p)                          (p)             (s)
            / \            / \                          / \             / \
           X   S    ->    X   A                        X   S     ->    P   B
              / \              \                          / \         / \
             a   -              s                       (a)  b       X  (a)

   If `first` is true, x is the first node, so that x and all its ancestors are left
   children. In the form for size, cases 1 and 3 begin the loop anew. In the form for
   speed the next case follows at once. */
TW__ONCE void tw__rbtree_fixup_remove(struct tw_node *x, bool first) {
    struct tw_node *p, *s, *b;
    unsigned outer; /* the side of s below p, and of the outer child below s */

    /* Invariant: the paths through x are one black node short; all other properties hold.
       Ends at the root, where all paths are short alike, or at a red x. A red x becomes
       black, and makes up for the missing node. */
    while (!(x->home & TW__RBTREE_RED) && (p = tw__rbtree_up(x))->home != TW__IDLE) {
        outer = first || p->u.child[0] == x;
        s = tw__rbtree_child(p, outer);
        if (s->home & TW__RBTREE_RED) {
            tw__rbtree_rotate(p, !outer);
            if (!TW__SPEED)
                continue;
            s = tw__rbtree_child(p, outer);
        }
        b = tw__rbtree_child(s, outer);
        if (!tw__rbtree_red(b) && tw__rbtree_red(tw__rbtree_child(s, !outer))) {
            tw__rbtree_rotate(s, outer);
            if (!TW__SPEED)
                continue;
            b = s;
        }
        if (tw__rbtree_red(b)) {
            tw__rbtree_rotate(p, !outer); /* p is red by now: x = p ends the loop */
            tw__rbtree_blacken(b);
        } else {
            s->home |= TW__RBTREE_RED;
        }
        x = p;
    }
    tw__rbtree_blacken(x);
}

/* Makes `next` the end of the tree in place of n, if n is an end. `first`, here and below,
   is a constant of the caller: true if n is known to be the first node. */
TW__FOLD void tw__rbtree_move_ends(struct tw_rbtree *t, const struct tw_node *n,
                                   struct tw_node *next, bool first) {
    if (first || t->end[0] == n)
        t->end[0] = next;
    if (t->end[1] == n)
        t->end[1] = next;
}

/* Returns the first node of the subtree below n. */
TW__FOLD struct tw_node *tw__rbtree_leftmost(struct tw_node *n) {
    while (n->u.child[0])
        n = tw__rbtree_child(n, 0);
    return n;
}

/* Unlinks n, whose only child is `child`; NULL: n has no child. An only child is red, and
   n is black: the child takes the place and the colour of n. If n has no child, the fixup
   comes first. */
TW__FOLD void tw__rbtree_unlink(struct tw_node *n, struct tw_node *child, bool first) {
    if (!child)
        tw__rbtree_fixup_remove(n, first);
    tw__rbtree_replace(n, child);
}

/* Puts n, which is in no tree, in the place of old: with its colour and its children. */
TW__FOLD void tw__rbtree_substitute(const struct tw_node *old, struct tw_node *n) {
    tw__rbtree_replace(old, n);
    tw__rbtree_link(n, 0, old->u.child[0]);
    tw__rbtree_link(n, 1, old->u.child[1]);
}

/* Removes n. If n has two children, its successor takes the place of n. Before that the
   successor is unlinked, which is easy, because it has no left child. `out` is the node
   that is unlinked, n or its successor; `child` is its only child. If n is an end of the
   tree, `next` becomes that end: the only child of n, else the parent of n. NULL: no other
   node is in t. The form for speed has a copy of this function for the case that n is the
   first node. */
TW__ONCE void tw__rbtree_remove_as(struct tw_rbtree *t, struct tw_node *n, bool first) {
    struct tw_node *const left = first ? NULL : tw__rbtree_child(n, 0);
    struct tw_node *const right = tw__rbtree_child(n, 1), *const p = tw__rbtree_up(n);
    struct tw_node *child = left ? left : right, *out = n;
    struct tw_node *const next = child ? child : p != &t->head ? p : NULL;

    /* Ask for all three nodes at once, so that their cache misses overlap. */
    TW__PREFETCH(p);
    TW__PREFETCH(left);
    TW__PREFETCH(right);
    t->count--;
    tw__rbtree_move_ends(t, n, next, first);
    if (left && right) {
        out = tw__rbtree_leftmost(right);
        child = tw__rbtree_child(out, 1);
    }
    tw__rbtree_unlink(out, child, first);
    if (out != n)
        tw__rbtree_substitute(n, out);
}

TW__INLINE void tw__rbtree_remove(struct tw_rbtree *t, struct tw_node *n) {
    tw__rbtree_remove_as(t, n, false);
}

/* Returns the child of p on `side`, for a search. A branch predictor would guess the side
   wrong half of the time. So the form for speed reads named fields: compilers choose
   between these by a conditional move, but not between elements of an array. */
#if TW__SPEED
TW__INLINE struct tw_node *tw__rbtree_toward(const struct tw_node *p, unsigned side) {
    return side ? p->u.to.right : p->u.to.left;
}
#else
TW__INLINE struct tw_node *tw__rbtree_toward(const struct tw_node *p, unsigned side) {
    return p->u.child[side];
}
#endif

/* From this number of nodes on, a node is probably a cache miss. It fits an int of 16 bits. */
enum { TW__RBTREE_LARGE = 32767 };

/* Returns the side of p on which n belongs. Of equals, n is the later one. */
TW__FOLD unsigned tw__rbtree_side(const struct tw_node *n, const struct tw_node *p,
                                  tw__rbtree_order *before) {
    return !tw__rbtree_less(n, p, before);
}

/* Searches the tree for the place of n. Returns its parent, and the side in *side. n comes
   after the first node and before the last. Invariant of the loops: n belongs below x. The
   loops end where the child of p on `side` is missing. The form for speed has two loops
   that differ in prefetches alone. In a large tree it fetches both children of each node
   before it is known which child comes next. The condition has no &&: TW__AHEAD is a
   constant, and coverage would count a branch that is never taken. The form for size
   follows. */
#if TW__SPEED
TW__FOLD struct tw_node *tw__rbtree_search(const struct tw_rbtree *t, const struct tw_node *n,
                                           tw__rbtree_order *before, unsigned *side) {
    struct tw_node *p, *x = t->head.u.child[0]; /* a tree that has nodes has a root */
    unsigned s;

    if ((TW__AHEAD ? t->count : 0) >= TW__RBTREE_LARGE)
        do {
            p = TW__MET(x);
            TW__PREFETCH(p->u.to.left);
            TW__PREFETCH(p->u.to.right);
            s = tw__rbtree_side(n, p, before);
        } while ((x = tw__rbtree_toward(p, s)) != NULL);
    else
        do {
            p = TW__MET(x);
            s = tw__rbtree_side(n, p, before);
        } while ((x = tw__rbtree_toward(p, s)) != NULL);
    *side = s;
    return p;
}
#else
TW__FOLD struct tw_node *tw__rbtree_search(const struct tw_rbtree *t, const struct tw_node *n,
                                           tw__rbtree_order *before, unsigned *side) {
    struct tw_node *p = t->end[0], *x;

    for (x = t->head.u.child[0]; x; x = tw__rbtree_toward(p, *side)) {
        p = TW__MET(x);
        *side = tw__rbtree_side(n, p, before);
    }
    return p;
}
#endif

/* Inserts n at its place, behind all equal nodes. If n belongs at an end, no search is
   needed; otherwise a search from the root finds the missing child. */
TW__FOLD void tw__rbtree_insert(struct tw_rbtree *t, struct tw_node *n, tw__rbtree_order *before) {
    struct tw_node *p = t->end[1];
    unsigned side = 1;

    if (!p) {
        t->end[0] = t->end[1] = n;
        p = &t->head;
        side = 0;
    } else if (!tw__rbtree_less(n, p, before)) {
        t->end[1] = n;
    } else {
        p = t->end[0];
        side = 0;
        if (tw__rbtree_less(n, p, before))
            t->end[0] = n;
        else
            p = tw__rbtree_search(t, n, before, &side);
    }
    tw__rbtree_attach(t, n, p, side);
}

TW__UNBOUNDED(rbtree)

TW__INLINE struct tw_node *tw__rbtree_peek(const struct tw_rbtree *t) { return t->end[0]; }

TW__INLINE size_t tw__rbtree_count(const struct tw_rbtree *t) { return t->count; }

/* Does prefetch() for a group; stands under PREFETCH. */
TW__INLINE void tw__rbtree_prefetch_group(const struct tw_rbtree *t, const struct tw__group *g);

/* A tree takes no array: 0 for every n. */
TW__INLINE size_t tw__rbtree_bytes(size_t n) { return n * 0; }

TW__INLINE bool tw__rbtree_next(const struct tw_rbtree *t, tw_tick *due) {
    if (t->end[0])
        *due = t->end[0]->due;
    return t->end[0] != NULL;
}

TW__QUIET_BY_NEXT(rbtree)

TW__INLINE struct tw_node *tw__rbtree_take(struct tw_rbtree *t, tw_tick now) {
    struct tw_node *n = t->end[0];

    if (!n || tw_before(now, TW__MET(n)->due))
        return NULL;
    tw__rbtree_remove_as(t, n, TW__SPEED);
    return n;
}

TW__INLINE struct tw_node *tw__rbtree_each(const struct tw_rbtree *t, const struct tw_node *n) {
    return tw__rbtree_step(t, n, 1);
}

TW__INLINE struct tw_node *tw__rbtree_before(const struct tw_rbtree *t, const struct tw_node *n) {
    return tw__rbtree_step(t, n, 0);
}

/* Returns the first node that does not come before `key`, a node that holds the key to look
   for. NULL: there is none. */
TW__FOLD struct tw_node *tw__rbtree_lower_bound(const struct tw_rbtree *t,
                                                const struct tw_node *key,
                                                tw__rbtree_order *before) {
    struct tw_node *x = t->head.u.child[0], *found = NULL;

    /* Invariant: all nodes in front of x's subtree come before key. found is the node
       right behind x's subtree; NULL: there is none. Ends at a missing child. */
    while (x) {
        const bool low = tw__rbtree_less(x, key, before);

        found = low ? found : x;
        x = x->u.child[low];
    }
    return found;
}

TW__INLINE void tw__rbtree_init(struct tw_rbtree *t, tw_tick now, void *array, size_t n) {
    (void)now, (void)array, (void)n;
    t->head.home = TW__IDLE;
    t->head.u.child[0] = t->head.u.child[1] = t->end[0] = t->end[1] = NULL;
    t->count = 0;
}

/* Empties t and returns its nodes as a chain by u.list.next, in order. u.list.next shares
   its word with child[0]. So the walk goes from last to first: a step to the front reads
   child[0] only of nodes that are not chained yet. */
TW__INLINE struct tw_node *tw__rbtree_take_all(struct tw_rbtree *t) {
    struct tw_node *chain = NULL, *n = t->end[1], *next;

    for (; n; n = next) {
        next = tw__rbtree_step(t, n, 0);
        n->u.list.next = chain;
        chain = n;
    }
    tw__rbtree_init(t, 0, NULL, 0);
    return chain;
}

/* Counts the black nodes from n up to the root. */
TW__ONCE size_t tw__rbtree_depth(const struct tw_node *n) {
    size_t blacks = 0;

    for (; n->home != TW__IDLE; n = tw__rbtree_up(n))
        blacks += !tw__rbtree_red(n);
    return blacks;
}

/* Returns the property that does not hold between n and its child on `side`. If that
   child is missing, n must have as many black nodes up to the root as the first node.
   NULL: all hold. */
TW__INLINE const char *tw__rbtree_check_child(const struct tw_rbtree *t, const struct tw_node *n,
                                              unsigned side) {
    const struct tw_node *c = n->u.child[side];

    if (!c)
        return tw__rbtree_depth(n) == tw__rbtree_depth(t->end[0]) ? NULL : "rbtree 4";
    return tw__rbtree_red(c) && tw__rbtree_red(n) ? "rbtree 3" : NULL;
}

/* Says whether c, the child of n on `side`, has n above it, and is not both children of n. */
TW__INLINE bool tw__rbtree_below(const struct tw_node *c, const struct tw_node *n, unsigned side) {
    return (c->home & ~(uintptr_t)TW__RBTREE_RED) == (uintptr_t)n &&
           (side == 0 || c != n->u.child[0]);
}

/* Returns the last node on `side`, found from the root. NULL: there is no root. */
TW__INLINE const struct tw_node *tw__rbtree_outermost(const struct tw_rbtree *t, unsigned side) {
    const struct tw_node *n = t->head.u.child[0];

    while (n && n->u.child[side])
        n = n->u.child[side];
    return n;
}

/* Returns the property that does not hold for the links. NULL: all hold. Each turn goes
   down to a child whose `home` names its parent. If there is no child, the turn goes to
   the nearest node whose other side is still to come: n, or a node above it. `side` is the
   side of n that comes next. In the inner loop it is the side of n that is done: if that
   is 1, n is done, too. No node has two parents above it, so the walk meets each node
   once, and ends at the head. */
TW__INLINE const char *tw__rbtree_check_links(const struct tw_rbtree *t) {
    const struct tw_node *n = &t->head, *c;
    size_t count = 0;
    unsigned side = 0;

    if (t->head.home != TW__IDLE)
        return "rbtree 2";
    do {
        if ((c = n->u.child[side]) != NULL) {
            if (!tw__rbtree_below(c, n, side))
                return "rbtree 2";
            n = c;
            side = 0;
            count++;
            continue;
        }
        while (side == 1) {
            c = tw__rbtree_up(n);
            side = c->u.child[0] != n;
            n = c;
        }
        side = 1;
    } while (n != &t->head);
    return count == t->count && tw__rbtree_outermost(t, 0) == t->end[0] &&
                   tw__rbtree_outermost(t, 1) == t->end[1]
               ? NULL
               : "rbtree 5";
}

/* Checks the links first: all later steps follow only links that were checked. */
TW__FOLD const char *tw__rbtree_check(const struct tw_rbtree *t, tw__rbtree_order *before) {
    const struct tw_node *n = t->end[0], *last = n;
    const char *broken = tw__rbtree_check_links(t);

    if (broken)
        return broken;
    if (tw__rbtree_red(t->head.u.child[0]))
        return "rbtree 3";
    for (; n; last = n, n = tw__rbtree_step(t, n, 1)) {
        if ((before)(n, last))
            return "rbtree 1";
        if ((broken = tw__rbtree_check_child(t, n, 0)) != NULL ||
            (broken = tw__rbtree_check_child(t, n, 1)) != NULL)
            return broken;
    }
    return NULL;
}

/* --------------------------------------------------------------------------- WRAPPERS */

/* Makes the functions that know the order `before`, and their table, name_ops. `prefix`
   begins their names. */
#define TW__RBTREE_OPS(name, prefix, before)                                               \
    TW__INLINE void prefix##_insert(struct tw_rbtree *t, struct tw_node *n, tw_tick due) { \
        (void)due, tw__rbtree_insert(t, n, before);                                        \
    }                                                                                      \
    TW__INLINE void prefix##_update(struct tw_rbtree *t, struct tw_node *n, tw_tick due) { \
        tw__rbtree_remove(t, n), prefix##_insert(t, n, due);                               \
    }                                                                                      \
    TW__INLINE const char *prefix##_check(const struct tw_rbtree *t) {                     \
        return tw__rbtree_check(t, before);                                                \
    }                                                                                      \
    TW__OPS(name, rbtree, prefix, tw__rbtree)

TW__RBTREE_OPS(tw_rbtree, tw__rbtree_due, tw__rbtree_by_due)
TW__PREFETCH_BY_NODE(rbtree)

/* Makes a tree of objects: struct name, and its verbs, which take and return pointers to
   type. before(a, b) says whether object a comes before b. Equal objects stand in the
   order in which they were added. The key lies in your objects: after you change it, call
   name##_update() before any other verb. */
#define TW_RBTREE_OF(name, type, member, before)                                     \
    typedef type name##__object;                                                     \
    TW__ORDER(name, const name##__object, before)                                    \
    TW__FOLD const name##__object *name##__key(const struct tw_node *n) {            \
        return TW__CAST(const name##__object *,                                      \
                        tw__const_around(n, offsetof(name##__object, member)));      \
    }                                                                                \
    TW__FOLD bool name##__order(const struct tw_node *a, const struct tw_node *b) {  \
        return name##__precedes(name##__key(a), name##__key(b));                     \
    }                                                                                \
    TW__RBTREE_OPS(name, name##_, name##__order)                                     \
    TW__OBJECTS(name, name##__object, member, rbtree, name##_ops, TW__KIND_IN_ORDER) \
    TW__OBJECTS_IN_ORDER(name, name##__object, member, rbtree, name##_ops,           \
                         TW__STRICT(name##__precedes(o, o), o->member.due))          \
    TW__OBJECTS_WALK(name, name##__object, member, rbtree)                           \
    TW__INLINE name##__object *name##_lower_bound(const struct name *q,              \
                                                  const name##__object *key) {       \
        const struct tw_rbtree *const in = TW__Q(name, q);                           \
        tw__object_given(key);                                                       \
        return name##__of(tw__rbtree_lower_bound(in, &key->member, name##__order));  \
    }

/* --------------------------------------------------------------------------- PREFETCH

   This part only saves time; it changes nothing. A first reading may end here. */

/* Returns the child of p that is not x. NULL: there is none. */
TW__INLINE struct tw_node *tw__rbtree_sibling(const struct tw_node *p, const struct tw_node *x) {
    return p->u.child[p->u.child[0] == x];
}

/* Walks the searches of a group side by side: each turn takes a step in every search, so
   that their cache misses overlap. A search ends at a missing child. If the parent there is
   red, its sibling is fetched, because the fixup of attach() asks for the colour. If a
   tick belongs at the end of the tree, there is no search. */
TW__INLINE void tw__rbtree_prefetch_paths(const struct tw_rbtree *t, const struct tw__group *g) {
    const struct tw_node *x[TW__GROUP], *const root = t->head.u.child[0], *p;
    bool any = root != NULL;
    size_t i;

    for (i = 0; i < g->count; i++)
        x[i] = tw_before(g->due[i], t->end[1]->due) ? root : NULL;
    while (any)
        for (any = false, i = 0; i < g->count; i++)
            if ((p = x[i]) != NULL) {
                any = true;
                x[i] = tw__rbtree_toward(p, !tw_before(g->due[i], p->due));
                TW__HINT(x[i]);
                if (!x[i] && tw__rbtree_red(p)) {
                    const struct tw_node *const up = tw__rbtree_up(p);
                    TW__HINT(tw__rbtree_sibling(up, p));
                }
            }
}

/* Replaces each node that has two children by its successor, because a removal unlinks
   the successor in its stead. Any other node becomes NULL. The walks to the successors go
   side by side, and end at missing left children. */
TW__INLINE void tw__rbtree_prefetch_successors(const struct tw_node **x, size_t count) {
    bool any = false;
    size_t i;

    for (i = 0; i < count; i++)
        if (x[i]->u.to.left && x[i]->u.to.right) {
            x[i] = x[i]->u.to.right;
            any = true;
        } else {
            x[i] = NULL;
        }
    while (any)
        for (any = false, i = 0; i < count; i++)
            if (x[i] && x[i]->u.to.left) {
                x[i] = x[i]->u.to.left;
                TW__HINT(x[i]);
                any = true;
            }
}

/* Returns the parent of x, if the fixup of the removal of x goes on there. This is case
   2, where the parent is black and not the root. NULL: the fixup ends at x. */
TW__INLINE const struct tw_node *tw__rbtree_fixup_above(const struct tw_node *x) {
    const struct tw_node *const p = tw__rbtree_up(x), *const s = tw__rbtree_sibling(p, x);
    const bool up = s && !tw__rbtree_red(p) && !tw__rbtree_red(s) &&
                    !tw__rbtree_red(s->u.to.left) && !tw__rbtree_red(s->u.to.right) &&
                    tw__rbtree_up(p)->home != TW__IDLE;

    return up ? p : NULL;
}

/* Fetches the nodes that the fixups touch when black leaves are removed: level by level
   the sibling, its children, and the grandparent. The loop ends, because each turn goes
   up one level. */
TW__INLINE void tw__rbtree_prefetch_fixups(const struct tw_node **x, size_t count) {
    const struct tw_node *p, *s;
    size_t i, left;

    for (; count; count = left) {
        for (i = 0; i < count; i++) {
            p = tw__rbtree_up(x[i]);
            TW__HINT(tw__rbtree_sibling(p, x[i]));
            TW__HINT((const void *)(p->home & ~(uintptr_t)TW__RBTREE_RED));
        }
        for (i = 0; i < count; i++)
            if ((s = tw__rbtree_sibling(tw__rbtree_up(x[i]), x[i])) != NULL) {
                TW__HINT(s->u.to.left);
                TW__HINT(s->u.to.right);
            }
        for (i = left = 0; i < count; i++)
            if ((p = tw__rbtree_fixup_above(x[i])) != NULL)
                x[left++] = p;
    }
}

/* Fetches the nodes that the removal of each node of a group touches: its parent, its
   children, and the way to its successor. If the node that is unlinked is a black leaf,
   the nodes of the fixup follow. */
TW__INLINE void tw__rbtree_prefetch_around(const struct tw__group *g) {
    const struct tw_node *out[TW__GROUP], *next[TW__GROUP];
    size_t i, count = 0, leaves = 0;

    for (i = 0; i < g->count; i++)
        if (g->node[i]->home >= TW__WAITING) {
            next[count] = out[count] = g->node[i];
            TW__HINT((const void *)(out[count]->home & ~(uintptr_t)TW__RBTREE_RED));
            TW__HINT(out[count]->u.to.left);
            TW__HINT(out[count]->u.to.right);
            count++;
        }
    tw__rbtree_prefetch_successors(next, count);
    for (i = 0; i < count; i++) {
        if (next[i]) {
            out[i] = next[i];
            TW__HINT(out[i]->u.to.right);
        }
        if (!tw__rbtree_red(out[i]) && !out[i]->u.to.left && !out[i]->u.to.right)
            out[leaves++] = out[i];
    }
    tw__rbtree_prefetch_fixups(out, leaves);
}

TW__INLINE void tw__rbtree_prefetch_group(const struct tw_rbtree *t, const struct tw__group *g) {
    tw__prefetch_nodes(g);
    if (g->due && t->end[1])
        tw__rbtree_prefetch_paths(t, g);
    tw__rbtree_prefetch_around(g);
}

TW__END_C

#endif /* TW_RBTREE_H */

/* --------------------------------------------------------------------- IMPLEMENTATION */

#if (defined(TW_IMPLEMENTATION) || defined(TW_RBTREE_IMPLEMENTATION)) && \
    !defined(TW__RBTREE_IMPLEMENTED)
#define TW__RBTREE_IMPLEMENTED

TW__BEGIN_C

TW__NODES(rbtree)
TW__NODES_FIRST(rbtree)
TW__NODES_WALK(rbtree)

TW__API struct tw_node *tw_rbtree_lower_bound(const struct tw_rbtree *t, tw_tick due) {
    struct tw_node key;

    key.due = due;
    return tw__rbtree_lower_bound(TW__SEEN(tw_rbtree, t, t), &key, tw__rbtree_by_due);
}

TW__END_C

#endif

/* MIT No Attribution; the licence stands at the end of node.h and in the file LICENSE. */
