/* SPDX-License-Identifier: MIT-0 */
/* Every header, and every macro that makes a set, behind one macro of a stranger, which the file
   STRANGER defines. What the program itself names begins with own_, so that only the words of the
   headers can meet that macro. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined(TW_DEBUG) && defined(__has_include)
#if __has_include(<valgrind/memcheck.h>)
#include <valgrind/memcheck.h>
#endif
#endif
#include STRANGER
#define TW_IMPLEMENTATION
#if defined(__OPTIMIZE__) == defined(TW_DEBUG) /* with it and without, at each level */
#include "watch.h"
#endif
#include "bigwheel.h"
#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include "skiplist.h"
#include "smallwheel.h"
#include "sortedlist.h"
#include "wheel.h"
#include "timers.h"
#include "table.h"
#include "window.h"
#include "post.h"
#include "shards.h"
#include "delayqueue.h"

struct own_job {
    tw_tick own_key;
    struct tw_node own_node;
};

static inline bool own_order(const struct own_job *own_a, const struct own_job *own_b) {
    return own_a->own_key < own_b->own_key;
}
TW_HEAP4_OF(own_heap, struct own_job, own_node, own_order)
TW_HEAP4_BY(own_keys, struct own_job, own_node, own_key)
TW_RBTREE_OF(own_tree, struct own_job, own_node, own_order)
TW_SKIPLIST_OF(own_skip, struct own_job, own_node, own_order)
TW_SORTEDLIST_OF(own_list, struct own_job, own_node, own_order)
TW_WHEEL_OF(own_wheel, struct own_job, own_node)
TW_HWHEEL_OF(own_hwheel, struct own_job, own_node)
TW_SMALLWHEEL_OF(own_smallwheel, struct own_job, own_node)
TW_BIGWHEEL_OF(own_bigwheel, struct own_job, own_node)
TW_TIMERS_OF(own_timers, heap4)
TW_POSTS_OF(own_timers)
TW_TIMERS_OF(own_wheels, hwheel)
TW_WINDOWS_OF(own_windows, rbtree)
TW_SHARDS_OF(own_shards, hwheel)
TW_DELAYQUEUE_OF(own_delays, heap4)

static TW_HEAP4_ARRAY(own_room, 8);
static TW_SKIPLIST_ARRAY(own_lanes, 8);
static TW_WHEEL_ARRAY(own_slots, 8);
static tw_tick own_last;

static void own_fire(struct tw_node *own_n, tw_tick own_now) {
    own_last = TW_OF(own_n, struct own_job, own_node)->own_key + own_now;
}
static struct own_job own_one = {1, TW_NODE(own_fire)};
static struct tw_post own_post = TW_POST(own_fire);
static struct tw_window own_window = TW_WINDOW(own_fire);
static struct own_timers own_set;
static struct own_skip own_skips;
static struct own_wheel own_plain;
bool own_use(void);

bool own_use(void) {
    own_timers_init(&own_set, 0, own_room, 8);
    own_skip_init(&own_skips, 0, own_lanes, 8);
    own_wheel_init(&own_plain, 0, own_slots, 8);
    return own_timers_add(&own_set, &own_one.own_node, tw_forward(1, 2, 3, NULL)) &&
           own_timers_add(&own_set, tw_idle(&own_post.node) ? &own_window.node : NULL, 4);
}
