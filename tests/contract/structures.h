/* SPDX-License-Identifier: MIT-0 */
/* The structures that the contract is tested on. A new one is a header with a table of
   operations; it adds its include and its row here, and every scenario, every random
   operation and every bad input is tried on it. */
#ifndef STRUCTURES_H
#define STRUCTURES_H

#include "bigwheel.h"
#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include "skiplist.h"
#include "smallwheel.h"
#include "wheel.h"
#include "../structures/numbers.h"
#include "../structures/toyarray.h"
#include "../structures/toylist.h"

/* The skip list with an array for a quarter of the timers: its end comes often, and
   towers are lower. */
static inline void few_lanes_init(void *s, tw_tick now, void *array, size_t n) {
    tw_skiplist_ops.init(s, now, array, n / 4);
}
static struct tw_ops few_lanes_ops;

/* X(NAME) for each structure, for programs that make a type over each by a macro. */
#define EACH_STRUCTURE(X) \
    X(heap4)              \
    X(rbtree)             \
    X(skiplist)           \
    X(sortedlist)         \
    X(wheel)              \
    X(smallwheel)         \
    X(hwheel)             \
    X(bigwheel)           \
    X(toylist)            \
    X(toyarray)
#define OPS_OF(name) &tw_##name##_ops,

/* RIG_ROWS: rows that stand in place of all, for a program that looks at some of the
   structures. */
/* clang-format off */
static const struct tw_ops *const structures[] = {
#if defined(RIG_ROWS)
    RIG_ROWS
#else
    &tw_heap4_ops,
    &tw_smallwheel_ops,
/* A setting changes smallwheel alone. Its firing logs must equal that of another
   structure. */
#ifndef RIG_SETTING
    &tw_hwheel_ops,
    &tw_rbtree_ops,
    &tw_skiplist_ops,
    &few_lanes_ops,
    &tw_sortedlist_ops,
    &tw_wheel_ops,
    &tw_toylist_ops,
    &tw_toyarray_ops,
#if MODEL_CAPACITY > 1024 /* small boards have no room for it */
    &tw_bigwheel_ops,
#endif
#endif
#endif
};
/* clang-format on */
enum { STRUCTURES = sizeof structures / sizeof structures[0] };

#endif
