/* SPDX-License-Identifier: MIT-0 */
/* What lib.rs calls: sets over the tables of four structures. Only these functions have names
   outside this file, so that another copy of the headers may be in the program. */
#define TW_STATIC
#define TW_IMPLEMENTATION
#define TW_TICK_BITS 64
#include <tw/heap4.h>
#include <tw/hwheel.h>
#include <tw/rbtree.h>
#include <tw/skiplist.h>
#include <tw/timers.h>

/* The node of lib.rs has 40 bytes, and the alignment of 8 bytes. */
typedef char tw_rust_a_node_fits[sizeof(struct tw_node) <= 40 ? 1 : -1];

/* The table of a structure: 0 hwheel, 1 rbtree, 2 skiplist, 3 heap4. */
const void *tw_rust_table(unsigned structure) {
    static const struct tw_ops *const tables[] = {&tw_hwheel_ops, &tw_rbtree_ops, &tw_skiplist_ops,
                                                  &tw_heap4_ops};

    return tables[structure];
}

size_t tw_rust_set_bytes(void) { return sizeof(struct tw_timers); }

size_t tw_rust_structure_bytes(const struct tw_ops *ops) { return ops->size; }

/* The bytes of the array for n timers; 0: the structure has no array. */
size_t tw_rust_array_bytes(const struct tw_ops *ops, size_t n) {
    return ops->bytes ? ops->bytes(n) : 0;
}

void tw_rust_init(struct tw_timers *t, tw_tick now, const struct tw_ops *ops, void *in, void *array,
                  size_t n) {
    tw_timers_init(t, now, ops, in, array, n);
}

void tw_rust_node_init(struct tw_node *n) { tw_node_init(n, NULL); }

bool tw_rust_add(struct tw_timers *t, struct tw_node *n, tw_tick due) {
    return tw_timers_add(t, n, due);
}

bool tw_rust_cancel(struct tw_timers *t, struct tw_node *n) { return tw_timers_cancel(t, n); }

bool tw_rust_pending(const struct tw_node *n) { return !tw_idle(n); }

tw_tick tw_rust_due(const struct tw_node *n) { return n->due; }

bool tw_rust_next(struct tw_timers *t, tw_tick *due) { return tw_timers_next(t, due); }

struct tw_node *tw_rust_expire(struct tw_timers *t, tw_tick now) {
    return tw_timers_expire(t, now);
}

tw_tick tw_rust_now(const struct tw_timers *t) { return tw_timers_now(t); }

size_t tw_rust_count(const struct tw_timers *t) { return tw_timers_count(t); }

tw_tick tw_rust_forward(tw_tick due, tw_tick period, tw_tick now) {
    return tw_forward(due, period, now, NULL);
}
