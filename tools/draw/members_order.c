/* SPDX-License-Identifier: MIT-0 */
/* The structures that keep an order: the heap, the tree, the lists. */
#include "members.h"

#include <inttypes.h>
#include <string.h>

/* ------------------------------------------------------------------------------- HEAP */

/* A cell is a hole if the timer that it names says that it stands elsewhere. One that is
   being moved has a new number already where numbers stand in the nodes. */
static void add_cell(struct buffer *b, size_t i, const struct operation *o) {
    const struct tw_heap4_cell *x = &heap.cell[i + TW__HEAP4_ROOT];
    const bool hole = !is_timer(x->node) || x->node->home != i + TW__HEAP4_ROOT + TW__WAITING;

    add_comma(b);
    add(b, "{\"cell\":%zu,\"up\":", i);
    if (i == 0)
        add(b, "null");
    else
        add(b, "%zu", (i - 1) / 4);
    if (hole) {
        add(b, ",\"id\":null,\"due\":null,\"number\":null}");
        return;
    }
    stands[id_of(x->node)] = true;
    add(b, ",\"id\":%d,\"due\":", id_of(x->node));
    add_tick(b, x->due);
    if (x->node == o->moving)
        add(b, ",\"number\":null}");
    else
        add(b, ",\"number\":%" PRIu64 "}", (uint64_t)tw__heap4_number(x));
}

void add_heap(struct picture *p, const struct operation *o) {
    member(p, PART, "room");
    add(&p->text, "%zu", heap.capacity);
    member_end(p, PART);
    member(p, PART + 1, "cells");
    add(&p->text, "[");
    for (size_t i = 0; i < heap.count; i++)
        add_cell(&p->text, i, o);
    add(&p->text, "]");
    member_end(p, PART + 1);
}

/* ------------------------------------------------------------------------------- TREE */

static const struct tw_node *up_of(const struct tw_node *n) {
    return (const struct tw_node *)(n->home & ~(uintptr_t)TW__RBTREE_RED);
}

/* Walks in order, and keeps the timers met in `met`. False: a child has another parent,
   or two. stack has the nodes whose left side is being walked. */
static bool walk(const struct tw_node **met, size_t *count) {
    const struct tw_node *stack[IDS], *n = tree.head.u.child[0], *up = &tree.head;
    size_t depth = 0;

    *count = 0;
    while (n || depth > 0) {
        for (; n; up = n, n = n->u.child[0]) {
            if (!is_timer(n) || up_of(n) != up || stands[id_of(n)])
                return false;
            stands[id_of(n)] = true;
            stack[depth++] = n;
        }
        n = stack[--depth];
        met[(*count)++] = n;
        up = n;
        n = n->u.child[1];
    }
    return true;
}

/* Are all timers that wait in the tree, but the one that the operation is about? Which
   one is taken out to fire is not known beforehand: then it may be any one. */
static bool complete(const struct operation *o) {
    size_t off = 0;

    for (size_t i = 0; i < IDS; i++)
        if (timer[i].home >= TW__WAITING && !stands[i]) {
            if (o->on && o->on != &timer[i])
                return false;
            off++;
        }
    return off <= 1;
}

static void add_node(struct buffer *b, const struct tw_node *n) {
    add_comma(b);
    add(b, "{\"id\":%d,\"red\":%s,\"up\":", id_of(n), n->home & TW__RBTREE_RED ? "true" : "false");
    add_id(b, up_of(n));
    add(b, ",\"left\":");
    add_id(b, n->u.child[0]);
    add(b, ",\"right\":");
    add_id(b, n->u.child[1]);
    add(b, "}");
}

bool add_tree(struct picture *p, const struct operation *o) {
    const struct tw_node *met[IDS];
    size_t count;

    if (!walk(met, &count) || !complete(o))
        return false;
    member(p, PART, "root");
    add_id(&p->text, tree.head.u.child[0]);
    member_end(p, PART);
    member(p, PART + 1, "nodes");
    add(&p->text, "[");
    for (size_t i = 0; i < count; i++)
        add_node(&p->text, met[i]);
    add(&p->text, "]");
    member_end(p, PART + 1);
    return true;
}

/* ------------------------------------------------------------------------------ LISTS */

/* The timers of a lane. Those that are not linked in the base are kept in `above`. */
static size_t add_lane(struct buffer *b, unsigned lane, bool *above) {
    const struct tw_skiplist_level *const head = &skiplist.lane[lane], *x = head->next;
    size_t levels = 0;

    add_comma(b);
    add(b, "[");
    for (; x != head && levels < IDS && is_timer(x->node); x = x->next, levels++) {
        add_comma(b);
        add_id(b, x->node);
        above[id_of(x->node)] |= !stands[id_of(x->node)];
    }
    add(b, "]");
    return levels;
}

/* Those of `above` whose place is before a timer of the base; NULL: all. */
static void add_above(struct buffer *b, bool *above, const struct tw_node *n) {
    for (size_t i = 0; i < IDS; i++)
        if (above[i] && (!n || tw_before(timer[i].due, n->due))) {
            add_comma(b);
            add(b, "%zu", i);
            above[i] = false;
        }
}

static void add_columns(struct buffer *b, const struct tw_node *last, bool *above) {
    const struct tw_node *n = last;

    add(b, "[");
    for (size_t steps = 0; n && steps < IDS; steps++) {
        n = n->u.list.next;
        if (!n || !is_timer(n))
            break;
        add_above(b, above, n);
        add_comma(b);
        add_id(b, n);
        if (n == last)
            break;
    }
    add_above(b, above, NULL);
    add(b, "]");
}

void add_list(struct picture *p) {
    const bool is_skiplist = chosen->kind == SKIPLIST;
    const struct tw_node *last = is_skiplist ? skiplist.base.last : sortedlist.last;
    struct buffer *const b = &p->text;
    bool above[IDS] = {false};
    size_t towers = 0;

    member(p, PART + 1, "linked");
    add_ids(b, last);
    member_end(p, PART + 1);
    member(p, PART + 2, "lanes");
    add(b, "[");
    for (unsigned lane = 0; is_skiplist && lane < skiplist.lanes; lane++)
        towers += add_lane(b, lane, above);
    add(b, "]");
    member_end(p, PART + 2);
    member(p, PART, "columns");
    add_columns(b, last, above);
    member_end(p, PART);
    member(p, PART + 3, "levels");
    if (is_skiplist) {
        const size_t all = (size_t)(skiplist.end - skiplist.lane);

        add(b, "{\"all\":%zu,\"heads\":%u,\"towers\":%zu,\"free\":%zu}", all,
            (unsigned)skiplist.lanes, towers, all - skiplist.lanes - towers);
    } else {
        add(b, "null");
    }
    member_end(p, PART + 3);
}
