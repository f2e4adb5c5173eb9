/* SPDX-License-Identifier: MIT-0 */
/* The sizes that TW_DEBUG changes: of a node, of the clock of a set, and of each
   structure. */
#ifndef DEBUG_SIZES_H
#define DEBUG_SIZES_H

#include "bigwheel.h"
#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include "skiplist.h"
#include "smallwheel.h"
#include "sortedlist.h"
#include "wheel.h"
#include "timers.h"

/* clang-format off */
#define DEBUG_SIZES \
    sizeof(struct tw_node), sizeof(struct tw_clock), sizeof(struct tw_heap4), \
    sizeof(struct tw_rbtree), sizeof(struct tw_skiplist), sizeof(struct tw_sortedlist), \
    sizeof(struct tw_wheel), sizeof(struct tw_smallwheel), sizeof(struct tw_hwheel), \
    sizeof(struct tw_bigwheel)
/* clang-format on */

extern const size_t debug_plain_sizes[];

#endif
