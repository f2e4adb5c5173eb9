/* SPDX-License-Identifier: MIT-0 */
/* A library with a copy of the headers of its own, which tries the copy in NAME_try(). */
#define TW_IMPLEMENTATION
#include "heap4.h"
#include "rbtree.h"
#include "wheel.h"
#include "timers.h"

#define PASTE(a, b)  a##b
#define TRY_OF(name) PASTE(name, _try)

enum { TIMERS = 100 };
static struct tw_node node[TIMERS];
static tw_tick latest;
static int fired;

static void note(struct tw_node *n, tw_tick now) {
    fired += n->due >= latest && n->due <= now;
    latest = n->due;
}

/* Says whether all timers of a set over `ops` fire in order, one of them cancelled and re-armed. */
static bool ran(const struct tw_ops *ops, void *in, void *array) {
    struct tw_timers set;
    int i;

    fired = 0, latest = 0;
    tw_timers_init(&set, 0, ops, in, array, TIMERS);
    for (i = 0; i < TIMERS; i++) {
        tw_node_init(&node[i], note);
        if (!tw_timers_add(&set, &node[i], (tw_tick)(1 + i * 37 % 90)))
            return false;
    }
    return tw_timers_cancel(&set, &node[7]) && tw_timers_add(&set, &node[7], 90) &&
           tw_timers_count(&set) == TIMERS && tw_timers_advance(&set, 91) == TIMERS &&
           fired == TIMERS;
}

int TRY_OF(NAME)(void);

int TRY_OF(NAME)(void) {
    static struct tw_heap4 heap;
    static struct tw_rbtree tree;
    static struct tw_wheel wheel;
    static TW_HEAP4_ARRAY(room, TIMERS);
    static TW_WHEEL_ARRAY(slots, TIMERS);

    return ran(&tw_heap4_ops, &heap, room) && ran(&tw_rbtree_ops, &tree, NULL) &&
                   ran(&tw_wheel_ops, &wheel, slots)
               ? 0
               : 1;
}
