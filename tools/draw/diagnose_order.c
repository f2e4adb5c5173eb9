/* SPDX-License-Identifier: MIT-0 */
/* Structures are walked without their own check(). Links may lead anywhere: each is
   followed only if it leads to a timer, and every walk ends. The invariants are those of
   the pages in docs/algorithms. */
#include "broken.h"

/* ------------------------------------------------------------------------------ HEAP4 */

const char *diagnose_heap4(const struct tw_heap4 *h) {
    if (h->count > h->capacity)
        return broken("count is %zu, and capacity %zu", h->count, h->capacity);
    for (size_t i = 0; i < h->count; i++) {
        const struct tw_heap4_cell *x = &h->cell[i + TW__HEAP4_ROOT], *up;
        const size_t at = i + TW__HEAP4_ROOT, parent = i ? (i - 1) / 4 + TW__HEAP4_ROOT : at;

        if (!is_timer(x->node))
            return broken("cell %zu holds no timer", at);
        if (x->node->home != at + TW__WAITING)
            return broken("%s is in cell %zu, but its home says otherwise", name(x->node), at);
        if (x->due != x->node->due)
            return broken("cell %zu has another deadline than its timer %s", at, name(x->node));
        if (tw__heap4_number(x) >= h->armings)
            return broken("%s in cell %zu has a number that no arming had so far", name(x->node),
                          at);
        up = &h->cell[parent];
        if (x->due < up->due)
            return broken("%s in cell %zu is due before its parent %s in cell %zu", name(x->node),
                          at, name(up->node), parent);
        if (i > 0 && x->due == up->due && tw__heap4_number(x) <= tw__heap4_number(up))
            return broken("%s in cell %zu was armed before its parent %s in cell %zu, and is due "
                          "at the same tick",
                          name(x->node), at, name(up->node), parent);
    }
    return NULL;
}

/* ----------------------------------------------------------------------------- RBTREE */

/* Is n what must hang below up? */
static const char *diagnose_child(const struct tw_rbtree *t, const struct tw_node *n,
                                  const struct tw_node *up) {
    const bool root = up == &t->head, red = n && is_timer(n) && (n->home & 1);

    if (n && !is_timer(n))
        return broken("a child of %s is no timer", root ? "the head" : name(up));
    if (n && (n->home & ~(uintptr_t)1) != (uintptr_t)up)
        return broken("%s hangs below %s, but its link up leads elsewhere", name(n),
                      root ? "the head" : name(up));
    if (red && root)
        return broken("the root %s is red", name(n));
    if (red && up->home & 1)
        return broken("%s and its parent %s are both red", name(n), name(up));
    return NULL;
}

/* Black nodes from n up to the root; the links were found good. */
static size_t black_above(const struct tw_rbtree *t, const struct tw_node *n) {
    size_t black = 0;

    for (; n != &t->head; n = (const struct tw_node *)(n->home & ~(uintptr_t)1))
        black += !(n->home & 1);
    return black;
}

/* A walk met so many timers, `last` as the last one. Does the tree count them, and keep
   this one as its last? */
static const char *diagnose_end(const struct tw_rbtree *t, size_t count,
                                const struct tw_node *last) {
    if (count != t->count)
        return broken("the tree has %zu timers, but count says %zu", count, t->count);
    if (!last && t->end[0])
        return broken("the tree is empty, but keeps %s as the first", name(t->end[0]));
    if (last != t->end[1])
        return broken("%s is the last, but the tree keeps %s as the last", name(last),
                      name(t->end[1]));
    return NULL;
}

/* Walks in order. stack has the nodes whose left side is being walked; up is the parent
   of n. */
const char *diagnose_rbtree(const struct tw_rbtree *t) {
    const struct tw_node *stack[IDS], *n = t->head.u.child[0], *up = &t->head, *last = NULL,
                                      *lowest = NULL;
    size_t depth = 0, count = 0;
    const char *bad;

    if (t->head.home != 0)
        return broken("the head has a parent");
    while (n || depth > 0) {
        for (; n; up = n, n = n->u.child[0]) {
            if ((bad = diagnose_child(t, n, up)) != NULL)
                return bad;
            if (depth == IDS || count + depth >= t->count)
                return broken("the tree has more timers than count says, which is %zu", t->count);
            stack[depth++] = n;
        }
        n = stack[--depth];
        if (last && n->due < last->due)
            return broken("%s comes behind %s in order", name(n), name(last));
        if (!last && n != t->end[0])
            return broken("%s is the first, but the tree keeps %s as the first", name(n),
                          name(t->end[0]));
        if (!n->u.child[0] || !n->u.child[1]) {
            lowest = lowest ? lowest : n;
            if (black_above(t, n) != black_above(t, lowest))
                return broken("from the root down to %s are %zu black timers, and down to %s %zu",
                              name(lowest), black_above(t, lowest), name(n), black_above(t, n));
        }
        count++;
        last = up = n;
        n = n->u.child[1];
    }
    return diagnose_end(t, count, last);
}

/* --------------------------------------------------------------------------- SKIPLIST */

const char *diagnose_sortedlist(const struct tw_sortedlist *s) {
    const char *bad = diagnose_list("the base", s->last, 0);
    const struct tw_node *n = s->last, *next;

    if (bad)
        return bad;
    if (list_count(s->last) != s->count)
        return broken("the base has %zu timers, but count says %zu", list_count(s->last), s->count);
    for (size_t i = 0; i < s->count; i++, n = next) {
        next = n->u.list.next;
        if (i > 0 && next->due < n->due)
            return broken("%s comes behind %s in the base", name(next), name(n));
        if (next->home < TW__WAITING)
            return broken("%s is in the base, but its home says otherwise", name(next));
    }
    return NULL;
}

/* How often each level of the array was met. */
struct levels {
    const struct tw_skiplist *s;
    unsigned char met[TW__SKIPLIST_LEVELS(LANES_FOR)];
};

/* The number of the level x in the array; of none in use: how many are in use. */
static size_t level_number(const struct tw_skiplist *s, const struct tw_skiplist_level *x) {
    const size_t used = (size_t)(s->spare - s->lane);
    size_t i = 0;

    while (i < used && x != &s->lane[i])
        i++;
    return i;
}

/* The lane: a ring through its head, in the order of the base, with each timer that is
   high enough. */
static const char *diagnose_lane(struct levels *f, unsigned lane) {
    const struct tw_skiplist *s = f->s;
    struct tw_skiplist_level *const head = &s->lane[lane], *left = head, *x;
    const struct tw_node *n = s->base.last;

    f->met[lane]++;
    for (size_t i = 0; i < s->base.count; i++) {
        size_t at, height = 0;

        n = n->u.list.next;
        if (n->home == TW__WAITING)
            continue;
        at = level_number(s, (const struct tw_skiplist_level *)n->home);
        while (height <= lane && &s->lane[at + height] < s->spare && s->lane[at + height].node == n)
            height++;
        if (height == 0)
            return broken("the tower of %s is not in the array, or belongs to another timer",
                          name(n));
        if (height <= lane)
            continue;
        x = &s->lane[at + lane];
        if (left->next != x)
            return broken("lane %u passes by %s, whose tower reaches it", lane, name(n));
        if (x->prev != left)
            return broken("in lane %u, the link back of %s does not lead to the level before it",
                          lane, name(n));
        if (left->next_due != n->due)
            return broken("in lane %u, the level before %s has another key beside its link", lane,
                          name(n));
        f->met[at + lane]++;
        left = x;
    }
    if (left->next != head || head->prev != left)
        return broken("lane %u does not come back to its head behind %s", lane,
                      left == head ? "it" : name(left->node));
    return NULL;
}

const char *diagnose_skiplist(const struct tw_skiplist *s) {
    const char *bad = diagnose_sortedlist(&s->base);
    struct levels f = {s, {0}};
    const size_t used = (size_t)(s->spare - s->lane);

    if (!bad && (s->spare < s->lane + s->lanes || s->spare > s->end))
        bad = broken("the levels that no tower took so far begin outside of the array");
    for (unsigned lane = 0; !bad && lane < s->lanes; lane++)
        bad = diagnose_lane(&f, lane);
    for (unsigned lane = 0; !bad && lane < s->lanes; lane++)
        for (const struct tw_skiplist_level *x = s->free[lane]; !bad && x; x = x->next) {
            const size_t i = level_number(s, x);

            if (i + lane >= used)
                return broken("the free towers of %u levels lead outside of the array", lane + 1);
            if (x->node)
                return broken("a free tower of %u levels belongs to %s", lane + 1, name(x->node));
            for (unsigned k = 0; k <= lane; k++)
                f.met[i + k]++;
            if (f.met[i] > 1)
                bad = broken("level %zu is in two towers, or free and in a tower", i);
        }
    for (size_t i = 0; !bad && i < used; i++)
        if (f.met[i] != 1)
            bad = broken(f.met[i] ? "level %zu is in two towers, or free and in a tower"
                                  : "level %zu is in no tower, and not free",
                         i);
    if (!bad && s->lanes && s->spare->node)
        bad = broken("the level behind the last tower is not marked as free");
    return bad;
}
