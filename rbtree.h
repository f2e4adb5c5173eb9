/* SPDX-License-Identifier: MIT-0 */
/* rbtree.h - a red-black tree: timers, a priority queue, and an ordered container of objects with any ordering.

   WHAT IT IS
       A binary search tree that stays balanced by colouring its nodes: no red node below a red one, and the same number
       of black ones on every way down. The links are in the node, the colour in the lowest bit of its parent's address,
       so it needs no array and has no capacity. First and last are known without a search. Equal keys stand in arming
       order.

   PICK IT
       if the number of timers has no bound that you can name; if you walk in order, forwards or backwards, or ask for
       the first one not before a key; for deadlines that mostly come last or first (constant timeouts: O(1)); if the
       worst case of a single call matters.
   PICK ANOTHER
       for a priority queue of known size (heap4.h is faster), or if deadlines are moved and cancelled far more often
       than reached (a wheel).

   DO THIS
       timers             TW_TIMERS_OF(timers, rbtree) makes struct timers and timers_init, _add, _cancel, ...: timers.h
       queue by tick      struct tw_rbtree and the functions below; the key is n->due
       objects in order   TW_RBTREE_OF(diary, struct visit, node, visit_before) makes struct diary and diary_add, ...

   EXAMPLE (examples/diary.c)
       struct visit { int from; const char *who; struct tw_node node; };
       static bool visit_before(const struct visit *a, const struct visit *b) { return a->from < b->from; }
       TW_RBTREE_OF(diary, struct visit, node, visit_before)

       static struct diary d;                        all zero: empty
       struct visit ten = {1000, NULL, TW_NODE(0)}, *v;
       diary_add(&d, &visit);
       for (v = diary_lower_bound(&d, &ten); v && v->from < 1200; v = diary_after(&d, v))
           printf("%04d %s\n", v->from, v->who);     all from ten until noon, in order

   COST (n nodes)
       add, move, update       O(log n), at most 2 log2(n + 1) + 2 compares; 1 compare to the end, 2 to the front
       cancel, take, pop       no compares; at most 3 rotations, O(1) on average, O(log n) at worst
       next, peek, first, last, count                                           O(1)
       after, before, each     O(1) a step on average, O(log n) at worst
       lower_bound             O(log n)                       clear             O(n), no compares
       Bytes a timer: 40 on a 64-bit machine, 20 on a 32-bit one, 12 on AVR with 32-bit ticks: the node, nothing else.

   GUARANTEES
       FIFO among equals, always: a key goes behind its equals, also when it is moved or updated. An operation never
       fails for want of room. Nodes stay where they are in memory, so that pointers and walks survive every operation
       on other nodes. Nodes hold the tree's address: a tree in use is not copied. Nodes stand at even addresses, since
       the lowest bit is the colour: the compiler sees to it, but on AVR malloc() may answer an odd address, and then
   you align it yourself (TW_ASSERT, else a corrupt tree).

   OPTIONS
       those of timers.h; TW_RBTREE_IMPLEMENTATION instead of TW_IMPLEMENTATION defines this header and timers.h only

   SOURCE
       R. Bayer, Symmetric Binary B-Trees, Acta Informatica 1, 1972. L. Guibas and R. Sedgewick, A Dichromatic Framework
       for Balanced Trees, FOCS 1978. R. E. Tarjan, Updating a Balanced Search Tree in O(1) Rotations, IPL 16(5),
       1983. */
#ifndef TW_RBTREE_H
#define TW_RBTREE_H

#if defined(TW_RBTREE_IMPLEMENTATION) && !defined(TW_TIMERS_IMPLEMENTATION)
#define TW_TIMERS_IMPLEMENTATION
#endif
#include "timers.h"

TW__BEGIN_C

/* ---------------------------------------------------------------------------------------------------- TYPES */

/* All zero is a valid empty tree. */
struct tw_rbtree {
    struct tw_node head;    /* stands above the root, which is its child[0]; only u and home are used, and home is 0 */
    struct tw_node *end[2]; /* the first and the last */
    size_t count;
};

typedef void tw_rbtree_array; /* init() takes none */

/* ------------------------------------------------------------------------------------------------------ API */

/* An empty tree. It forgets nodes: clear() a tree in use first. now, array and n are not needed: 0, NULL, 0. */
#define tw_rbtree_init TW__LINK_NAME(tw_rbtree_init)
TW__API void tw_rbtree_init(struct tw_rbtree *t, tw_tick now, void *array, size_t n);

/* Inserts n with key due, or moves it there if it is in t. Always true. O(log n), O(1) at both ends. */
TW__API bool tw_rbtree_add(struct tw_rbtree *t, struct tw_node *n, tw_tick due);

/* Takes n out. False: it was idle. O(1) on average. */
TW__API bool tw_rbtree_cancel(struct tw_rbtree *t, struct tw_node *n);

/* Restores order after n->due was changed; counts as arming anew. False: n is idle. As add(). */
TW__API bool tw_rbtree_update(struct tw_rbtree *t, struct tw_node *n);

/* The least key. False: empty. O(1). */
TW__API bool tw_rbtree_next(struct tw_rbtree *t, tw_tick *due);

/* The first node, which stays (peek) or is taken out (pop, and take if its due <= now). NULL: none. */
TW__API struct tw_node *tw_rbtree_peek(const struct tw_rbtree *t);
TW__API struct tw_node *tw_rbtree_pop(struct tw_rbtree *t);
TW__API struct tw_node *tw_rbtree_take(struct tw_rbtree *t, tw_tick now);

/* The first and the last node in order; NULL: empty. O(1). */
TW__API struct tw_node *tw_rbtree_first(const struct tw_rbtree *t);
TW__API struct tw_node *tw_rbtree_last(const struct tw_rbtree *t);

/* The node after n and the one before it, NULL at the end; of NULL the first and the last. each() is after(). */
TW__API struct tw_node *tw_rbtree_after(const struct tw_rbtree *t, const struct tw_node *n);
TW__API struct tw_node *tw_rbtree_before(const struct tw_rbtree *t, const struct tw_node *n);
TW__API struct tw_node *tw_rbtree_each(const struct tw_rbtree *t, const struct tw_node *n);

/* The first node that is due at tick due or later. NULL: none. O(log n). */
TW__API struct tw_node *tw_rbtree_lower_bound(const struct tw_rbtree *t, tw_tick due);

/* How many nodes, O(1); all nodes out, O(n); every invariant, O(n log n), for tests. */
TW__API size_t tw_rbtree_count(const struct tw_rbtree *t);
TW__API void tw_rbtree_clear(struct tw_rbtree *t);
TW__API bool tw_rbtree_check(const struct tw_rbtree *t);

/* --------------------------------------------------------------------------------------------------- ENGINE

   child[0] holds what comes before a node, child[1] what comes after it. All is written for a `side`, 0 or 1, so that
   one piece of code is its own mirror image. home is the parent's address, plus 1 if the node is red. The head is black
   and has no parent: nobody else is so.

   Invariants outside of a call: in order, no node comes before the one that it follows; no red node has a red parent,
   and the root is black; the ways from the root to each missing child hold the same number of black nodes. So the
   longest way is at most twice the shortest. */

typedef bool tw__rbtree_order(const struct tw_node *a, const struct tw_node *b);
typedef void tw__rbtree_put(struct tw_rbtree *t, struct tw_node *n);

enum { TW__RBTREE_RED = 1 };

TW__INLINE struct tw_node *tw__rbtree_up(const struct tw_node *n) {
    return (struct tw_node *)(n->home & ~(uintptr_t)TW__RBTREE_RED);
}

/* None is black. */
TW__INLINE uintptr_t tw__rbtree_red(const struct tw_node *n) { return n ? n->home & TW__RBTREE_RED : 0; }

TW__INLINE void tw__rbtree_blacken(struct tw_node *n) { n->home &= ~(uintptr_t)TW__RBTREE_RED; }

TW__FOLD bool tw__rbtree_less(const struct tw_node *a, const struct tw_node *b, tw__rbtree_order *before) {
    TW_TRACE(TW_COMPARE, a, a->due);
    return before(a, b);
}

TW__INLINE bool tw__rbtree_by_due(const struct tw_node *a, const struct tw_node *b) {
    return tw_before(a->due, b->due);
}

/* The neighbour of n in order, on `side`. Going up, child[!side] is what is read: drain() overwrites the other one. */
TW__INLINE struct tw_node *tw__rbtree_step(const struct tw_rbtree *t, const struct tw_node *n, unsigned side) {
    struct tw_node *x;

    if (!n)
        return t->end[side ^ 1];
    if (n == t->end[side])
        return NULL;
    x = n->u.child[side];
    side ^= 1;
    if (x)
        while (x->u.child[side])
            x = x->u.child[side];
    else
        for (; (x = tw__rbtree_up(n))->u.child[side] != n; n = x) {
        }
    return x;
}

/* n (NULL: nothing) hangs where old hung, in its colour. */
TW__INLINE void tw__rbtree_replace(const struct tw_node *old, struct tw_node *n) {
    struct tw_node *p = tw__rbtree_up(old);

    p->u.child[p->u.child[1] == old] = n;
    if (n)
        n->home = old->home;
    TW_TRACE(TW_LINK, old, old->due);
}

/* n (NULL: nothing) becomes the child of p on `side` and keeps its colour. */
TW__ONCE void tw__rbtree_hang(struct tw_node *p, unsigned side, struct tw_node *n) {
    p->u.child[side] = n;
    if (n)
        n->home = (uintptr_t)p | (n->home & TW__RBTREE_RED);
    TW_TRACE(TW_LINK, p, p->due);
}

/* The drawings: CAPITAL letters are black nodes, small ones red, (p) is either; - is a black node or none. Each stands
   for its mirror image too.

   n goes up over its parent p and takes its place and its colour; p becomes red. Order stays a n b p c:

            (p)               (n)
            / \               / \
           n   c             a   p
          / \         ->        / \
         a   b                 b   c                                                                               */
TW__INLINE void tw__rbtree_raise(struct tw_node *n) {
    struct tw_node *p = tw__rbtree_up(n);
    const unsigned side = p->u.child[1] == n;

    tw__rbtree_replace(p, n);
    tw__rbtree_hang(p, side, n->u.child[side ^ 1]);
    p->home = TW__RBTREE_RED;
    tw__rbtree_hang(n, side ^ 1, p);
}

/* Inserting. n is red and hangs below a red p, so that the one above, G, is black. u is p's sibling.

     1  u is red: three colours change,    2  n is on the inner side of p:      3  n is on the outer side:
        go on with g as n                     raise n, twice                       raise p

              G             g                    G             N                     G              P
             / \           / \                  / \           / \                   / \            / \
            p   u   ->    P   U                p   -   ->    p   g                 p   -    ->    n   g
           /             /                      \                 \               /                    \
          n             n                        n                 -             n                      -          */
TW__ONCE void tw__rbtree_attach(struct tw_rbtree *t, struct tw_node *n, struct tw_node *p, unsigned side) {
    struct tw_node *g, *u;

    TW_ASSERT(((uintptr_t)n & TW__RBTREE_RED) == 0);
    n->u.child[0] = n->u.child[1] = NULL;
    n->home = TW__RBTREE_RED;
    tw__rbtree_hang(p, side, n);
    t->count++;

    /* Invariant: n is red; nothing is wrong but that n may be the root, or its parent p red too. */
    while ((p = tw__rbtree_up(n))->home & TW__RBTREE_RED) {
        g = tw__rbtree_up(p);
        side = g->u.child[0] == p;
        u = g->u.child[side];
        if (tw__rbtree_red(u)) {
            tw__rbtree_blacken(p);
            tw__rbtree_blacken(u);
            g->home |= TW__RBTREE_RED;
            n = g;
        } else if (p->u.child[side] != n) {
            tw__rbtree_raise(p);
        } else {
            tw__rbtree_raise(n);
            n = p;
        }
    }
    if (p == &t->head)
        tw__rbtree_blacken(n);
}

/* Removing. The ways through X will be one black node short; s is its sibling, and never missing.

     1  s is red: raise it; its inner child     2  s and its children are black: s becomes red, and the ways
        A is the sibling then: 2, 3 or 4           through p are short: go on with p as x

              P              S                          (p)           (p)
             / \            / \                         / \           / \
            X   s    ->    p   B                       X   S    ->   X   s
               / \        / \                             / \           / \
              A   B      X   A                           -   -         -   -

     3  only the inner child a of s is red:     4  the outer child b of s is red: raise s; P and B become black,
        raise it, 4 follows                        done

            (p)            (p)                          (p)             (s)
            / \            / \                          / \             / \
           X   S    ->    X   A                        X   S     ->    P   B
              / \              \                          / \         / \
             a   -              s                       (a)  b       X  (a)                                        */
TW__ONCE void tw__rbtree_mend(struct tw_node *x) {
    struct tw_node *p;

    /* Invariant: the ways through x are short, nothing else is wrong. A red x mends it by becoming black. */
    while (!(x->home & TW__RBTREE_RED) && (p = tw__rbtree_up(x))->home != TW__IDLE) {
        const unsigned outer = p->u.child[0] == x;
        struct tw_node *s = p->u.child[outer], *a, *b;

        if (s->home & TW__RBTREE_RED) {
            tw__rbtree_raise(s);
            continue;
        }
        a = s->u.child[!outer];
        b = s->u.child[outer];
        if (tw__rbtree_red(b)) {
            tw__rbtree_raise(s);
            tw__rbtree_blacken(b);
        } else if (tw__rbtree_red(a)) {
            tw__rbtree_raise(a);
            continue;
        } else {
            s->home |= TW__RBTREE_RED;
        }
        x = p;
    }
    tw__rbtree_blacken(x);
}

/* n leaves. If it has two children, the node after it, which has no left one, is unlinked and takes its place. An only
   child is red and gets the colour of its parent, which is black; a node without any is missed if it is black. */
TW__INLINE void tw__rbtree_remove(struct tw_rbtree *t, struct tw_node *n) {
    struct tw_node *out = n, *child;

    /* Three cache misses side by side. */
    TW__PREFETCH(tw__rbtree_up(n));
    TW__PREFETCH(n->u.child[0]);
    TW__PREFETCH(n->u.child[1]);
    if (--t->count == 0)
        t->end[0] = t->end[1] = NULL;
    else if (t->end[0] == n)
        t->end[0] = tw__rbtree_step(t, n, 1);
    else if (t->end[1] == n)
        t->end[1] = tw__rbtree_step(t, n, 0);

    if (n->u.child[0] && n->u.child[1])
        out = tw__rbtree_step(t, n, 1);
    if ((child = out->u.child[0]) == NULL && (child = out->u.child[1]) == NULL)
        tw__rbtree_mend(out);
    tw__rbtree_replace(out, child);
    if (out != n) {
        tw__rbtree_replace(n, out);
        tw__rbtree_hang(out, 0, n->u.child[0]);
        tw__rbtree_hang(out, 1, n->u.child[1]);
    }
    n->home = TW__IDLE;
}

/* Finds the place of n, behind its equals, and attaches it there. */
TW__FOLD void tw__rbtree_put_by(struct tw_rbtree *t, struct tw_node *n, tw__rbtree_order *before) {
    struct tw_node *p = t->end[1], *x;
    unsigned side = 1;

    if (!p) {
        t->end[0] = t->end[1] = n;
        p = &t->head;
        side = 0;
    } else if (!tw__rbtree_less(n, p, before)) {
        t->end[1] = n;
    } else if (p = t->end[0], side = 0, tw__rbtree_less(n, p, before)) {
        t->end[0] = n;
    } else {
        /* Invariant: n belongs below p on `side`. Which side is a coin toss to a branch predictor: an index instead. */
        for (p = &t->head; (x = p->u.child[side]) != NULL; p = x)
            side = !tw__rbtree_less(n, x, before);
    }
    tw__rbtree_attach(t, n, p, side);
}

TW__INLINE void tw__rbtree_put_due(struct tw_rbtree *t, struct tw_node *n) {
    tw__rbtree_put_by(t, n, tw__rbtree_by_due);
}

TW__INLINE bool tw__rbtree_waits(const struct tw_node *n) {
    TW_ASSERT(n != NULL);
    return n->home >= TW__WAITING;
}

TW__ONCE bool tw__rbtree_add(struct tw_rbtree *t, struct tw_node *n, tw_tick due, tw__rbtree_put *put) {
    TW_TRACE(n->home == TW__IDLE ? TW_ARM : TW_MOVE, n, due);
    if (tw__rbtree_waits(n))
        tw__rbtree_remove(t, n);
    n->due = due;
    put(t, n);
    return true;
}

TW__INLINE bool tw__rbtree_cancel(struct tw_rbtree *t, struct tw_node *n) {
    if (!tw__rbtree_waits(n))
        return false;
    TW_TRACE(TW_CANCEL, n, n->due);
    tw__rbtree_remove(t, n);
    return true;
}

TW__INLINE void tw__rbtree_clear(struct tw_rbtree *t) {
    while (t->end[0])
        tw__rbtree_cancel(t, t->end[0]);
}

TW__INLINE struct tw_node *tw__rbtree_pop(struct tw_rbtree *t) {
    struct tw_node *n = t->end[0];

    if (n)
        tw__rbtree_remove(t, n);
    return n;
}

TW__FOLD struct tw_node *tw__rbtree_lower_bound(const struct tw_rbtree *t, const struct tw_node *key,
                                                tw__rbtree_order *before) {
    struct tw_node *x = t->head.u.child[0], *found = NULL;

    /* Invariant: what comes before x's subtree is before key; found is the node right behind that subtree, or NULL. */
    while (x) {
        const bool low = tw__rbtree_less(x, key, before);

        found = low ? found : x;
        x = x->u.child[low];
    }
    return found;
}

TW__INLINE void tw__rbtree_init(struct tw_rbtree *t) {
    t->head.home = TW__IDLE;
    t->head.u.child[0] = t->head.u.child[1] = t->end[0] = t->end[1] = NULL;
    t->count = 0;
}

/* From last to first: a step to the front reads child[0] only of nodes that have not been chained yet. */
TW__INLINE struct tw_node *tw__rbtree_drain(struct tw_rbtree *t) {
    struct tw_node *chain = NULL, *n = t->end[1], *next;

    for (; n; n = next) {
        next = tw__rbtree_step(t, n, 0);
        n->u.list.next = chain;
        chain = n;
    }
    tw__rbtree_init(t);
    return chain;
}

/* Black nodes from n up to the root; in a circle it ends all the same. */
TW__ONCE size_t tw__rbtree_depth(const struct tw_rbtree *t, const struct tw_node *n) {
    size_t black = 0, steps = t->count;

    for (; n->home != TW__IDLE && steps; n = tw__rbtree_up(n), steps--)
        black += !tw__rbtree_red(n);
    return black;
}

TW__FOLD bool tw__rbtree_check(const struct tw_rbtree *t, tw__rbtree_order *before) {
    const struct tw_node *n = t->end[0], *last = n, *c = t->head.u.child[0];
    size_t count = t->count;
    unsigned side;

    if (t->head.home != TW__IDLE || t->head.u.child[1] != NULL)
        return false;
    if (n ? !c || c->home != (uintptr_t)&t->head : c != NULL)
        return false;
    for (; n; last = n, n = tw__rbtree_step(t, n, 1)) {
        if (count-- == 0 || before(n, last))
            return false;
        for (side = 0; side < 2; side++) {
            c = n->u.child[side];
            if (c ? (c->home ^ (uintptr_t)n) > (~n->home & TW__RBTREE_RED)
                  : tw__rbtree_depth(t, n) != tw__rbtree_depth(t, t->end[0]))
                return false;
        }
    }
    return count == 0 && last == t->end[1];
}

/* The instance ordered by tick, as a structure for TW_TIMERS_OF and tw_timers_init(). */
TW__INLINE void tw__rbtree_op_init(void *t, tw_tick now, void *array, size_t n) {
    (void)now, (void)array, (void)n;
    tw__rbtree_init((struct tw_rbtree *)t);
}
TW__INLINE bool tw__rbtree_op_full(const void *t) { return (void)t, false; }
TW__INLINE void tw__rbtree_op_add(void *t, struct tw_node *n, tw_tick due) {
    TW_TRACE(n->home == TW__IDLE ? TW_ARM : TW_MOVE, n, due);
    n->due = due;
    tw__rbtree_put_due((struct tw_rbtree *)t, n);
}
TW__INLINE bool tw__rbtree_op_move(void *t, struct tw_node *n, tw_tick due) {
    return tw__rbtree_add((struct tw_rbtree *)t, n, due, tw__rbtree_put_due);
}
TW__INLINE bool tw__rbtree_op_cancel(void *t, struct tw_node *n) { return tw__rbtree_cancel((struct tw_rbtree *)t, n); }
TW__INLINE bool tw__rbtree_op_next(void *t, tw_tick *due) {
    const struct tw_node *n = ((const struct tw_rbtree *)t)->end[0];

    if (n)
        *due = n->due;
    return n != NULL;
}
TW__INLINE struct tw_node *tw__rbtree_op_take(void *t, tw_tick now) {
    const struct tw_node *n = ((const struct tw_rbtree *)t)->end[0];

    return n && !tw_before(now, n->due) ? tw__rbtree_pop((struct tw_rbtree *)t) : NULL;
}
TW__INLINE size_t tw__rbtree_op_count(const void *t) { return ((const struct tw_rbtree *)t)->count; }
TW__INLINE struct tw_node *tw__rbtree_op_each(const void *t, const struct tw_node *n) {
    return tw__rbtree_step((const struct tw_rbtree *)t, n, 1);
}
TW__INLINE struct tw_node *tw__rbtree_op_drain(void *t) { return tw__rbtree_drain((struct tw_rbtree *)t); }
TW__INLINE bool tw__rbtree_op_check(const void *t) {
    return tw__rbtree_check((const struct tw_rbtree *)t, tw__rbtree_by_due);
}
TW__INLINE size_t tw__rbtree_op_bytes(size_t n) { return n * 0; }

TW__TABLE const struct tw_ops tw_rbtree_ops = {tw__rbtree_op_init,       tw__rbtree_op_full,
                                               tw__rbtree_op_add,        tw__rbtree_op_move,
                                               tw__rbtree_op_cancel,     tw__rbtree_op_next,
                                               tw__rbtree_op_take,       tw__rbtree_op_count,
                                               tw__rbtree_op_each,       tw__rbtree_op_drain,
                                               tw__rbtree_op_check,      tw__rbtree_op_bytes,
                                               sizeof(struct tw_rbtree), "rbtree"};

/* ----------------------------------------------------------------------------------------------------- FACE */

/* Objects in order: struct name and its verbs, which take and give pointers to type. before(a, b) is the order: true if
   a stands before b; equals stand in the order they were added. The key lies in your objects: after changing it,
   name##_update(). Costs and answers are those of the functions above; lower_bound takes an object that has the key. */
#define TW_RBTREE_OF(name, type, member, before)                                                                    \
    struct name {                                                                                                   \
        struct tw_rbtree tree;                                                                                      \
    };                                                                                                              \
    TW__FOLD type *name##__of(struct tw_node *n) { return n ? TW_OF(n, type, member) : NULL; }                      \
    TW__FOLD const type *name##__key(const struct tw_node *n) {                                                     \
        return TW__CAST(const type *, tw__const_around(n, offsetof(type, member)));                                 \
    }                                                                                                               \
    TW__FOLD bool name##__order(const struct tw_node *a, const struct tw_node *b) {                                 \
        return before(name##__key(a), name##__key(b));                                                              \
    }                                                                                                               \
    TW__INLINE void name##__put(struct tw_rbtree *t, struct tw_node *n) { tw__rbtree_put_by(t, n, name##__order); } \
    TW__INLINE void name##_init(struct name *q, tw_tick now, void *array, size_t n) {                               \
        tw__rbtree_op_init(&q->tree, now, array, n);                                                                \
    }                                                                                                               \
    TW__INLINE bool name##_add(struct name *q, type *x) {                                                           \
        return tw__rbtree_add(&q->tree, &x->member, x->member.due, name##__put);                                    \
    }                                                                                                               \
    TW__INLINE bool name##_cancel(struct name *q, type *x) { return tw__rbtree_cancel(&q->tree, &x->member); }      \
    TW__INLINE bool name##_update(struct name *q, type *x) {                                                        \
        return tw__rbtree_waits(&x->member) && name##_add(q, x);                                                    \
    }                                                                                                               \
    TW__INLINE type *name##_first(const struct name *q) { return name##__of(q->tree.end[0]); }                      \
    TW__INLINE type *name##_last(const struct name *q) { return name##__of(q->tree.end[1]); }                       \
    TW__INLINE type *name##_peek(const struct name *q) { return name##_first(q); }                                  \
    TW__INLINE type *name##_pop(struct name *q) { return name##__of(tw__rbtree_pop(&q->tree)); }                    \
    TW__INLINE type *name##_after(const struct name *q, const type *x) {                                            \
        return name##__of(tw__rbtree_step(&q->tree, x ? &x->member : NULL, 1));                                     \
    }                                                                                                               \
    TW__INLINE type *name##_before(const struct name *q, const type *x) {                                           \
        return name##__of(tw__rbtree_step(&q->tree, x ? &x->member : NULL, 0));                                     \
    }                                                                                                               \
    TW__INLINE type *name##_each(const struct name *q, const type *x) { return name##_after(q, x); }                \
    TW__INLINE type *name##_lower_bound(const struct name *q, const type *key) {                                    \
        return name##__of(tw__rbtree_lower_bound(&q->tree, &key->member, name##__order));                           \
    }                                                                                                               \
    TW__INLINE size_t name##_count(const struct name *q) { return q->tree.count; }                                  \
    TW__INLINE void name##_clear(struct name *q) { tw__rbtree_clear(&q->tree); }                                    \
    TW__INLINE bool name##_check(const struct name *q) { return tw__rbtree_check(&q->tree, name##__order); }

TW__END_C

#endif /* TW_RBTREE_H */

/* ------------------------------------------------------------------------------------------- IMPLEMENTATION */

#if (defined(TW_IMPLEMENTATION) || defined(TW_RBTREE_IMPLEMENTATION)) && !defined(TW__RBTREE_IMPLEMENTED)
#define TW__RBTREE_IMPLEMENTED

TW__API void tw_rbtree_init(struct tw_rbtree *t, tw_tick now, void *array, size_t n) {
    tw__rbtree_op_init(t, now, array, n);
}

TW__API bool tw_rbtree_add(struct tw_rbtree *t, struct tw_node *n, tw_tick due) {
    return tw__rbtree_op_move(t, n, due);
}
TW__API bool tw_rbtree_cancel(struct tw_rbtree *t, struct tw_node *n) { return tw__rbtree_cancel(t, n); }

TW__API bool tw_rbtree_update(struct tw_rbtree *t, struct tw_node *n) {
    return tw__rbtree_waits(n) && tw_rbtree_add(t, n, n->due);
}

TW__API bool tw_rbtree_next(struct tw_rbtree *t, tw_tick *due) { return tw__rbtree_op_next(t, due); }
TW__API struct tw_node *tw_rbtree_peek(const struct tw_rbtree *t) { return t->end[0]; }
TW__API struct tw_node *tw_rbtree_pop(struct tw_rbtree *t) { return tw__rbtree_pop(t); }
TW__API struct tw_node *tw_rbtree_take(struct tw_rbtree *t, tw_tick now) { return tw__rbtree_op_take(t, now); }
TW__API struct tw_node *tw_rbtree_first(const struct tw_rbtree *t) { return t->end[0]; }
TW__API struct tw_node *tw_rbtree_last(const struct tw_rbtree *t) { return t->end[1]; }

TW__API struct tw_node *tw_rbtree_after(const struct tw_rbtree *t, const struct tw_node *n) {
    return tw__rbtree_step(t, n, 1);
}

TW__API struct tw_node *tw_rbtree_before(const struct tw_rbtree *t, const struct tw_node *n) {
    return tw__rbtree_step(t, n, 0);
}

TW__API struct tw_node *tw_rbtree_each(const struct tw_rbtree *t, const struct tw_node *n) {
    return tw__rbtree_step(t, n, 1);
}

TW__API struct tw_node *tw_rbtree_lower_bound(const struct tw_rbtree *t, tw_tick due) {
    struct tw_node key;

    key.due = due;
    return tw__rbtree_lower_bound(t, &key, tw__rbtree_by_due);
}

TW__API size_t tw_rbtree_count(const struct tw_rbtree *t) { return t->count; }
TW__API void tw_rbtree_clear(struct tw_rbtree *t) { tw__rbtree_clear(t); }
TW__API bool tw_rbtree_check(const struct tw_rbtree *t) { return tw__rbtree_op_check(t); }

#endif

/* MIT No Attribution; the text of the licence stands at the end of timers.h and in the file LICENSE. */
