/* SPDX-License-Identifier: MIT-0 */
/* All headers in one file, compiled, folded and as queues of objects: what the analyzers
   look at. */
#define _XOPEN_SOURCE 700
#define TW_IMPLEMENTATION
#include "bigwheel.h"
#include "delayqueue.h"
#include "heap4.h"
#include "hwheel.h"
#include "post.h"
#include "rbtree.h"
#include "shards.h"
#include "skiplist.h"
#include "timers.h"
#include "wheel.h"

struct job {
    int priority;
    struct tw_node node;
};

static bool job_before(const struct job *a, const struct job *b) {
    return a->priority < b->priority;
}

TW_TIMERS_OF(set4, heap4)
TW_TIMERS_OF(tree, rbtree)
TW_TIMERS_OF(skips, skiplist)
TW_TIMERS_OF(ring, wheel)
TW_TIMERS_OF(levels, hwheel)
TW_TIMERS_OF(large, bigwheel)
TW_HEAP4_OF(jobs, struct job, node, job_before)
TW_HEAP4_BY(by_priority, struct job, node, priority)
TW_RBTREE_OF(ordered, struct job, node, job_before)
TW_SKIPLIST_OF(listed, struct job, node, job_before)
TW_WHEEL_OF(idlers, struct job, node)
TW_DELAYQUEUE_OF(delayed, heap4)
TW_POSTS_OF(set4)
TW_SHARDS_OF(loops, hwheel)
