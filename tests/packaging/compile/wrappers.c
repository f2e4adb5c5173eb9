/* SPDX-License-Identifier: MIT-0 */
/* Every macro that makes a set, and a call of each kind, as a program has them. */
#ifdef __cplusplus
#define NONE nullptr
#else
#define NONE NULL
#endif
#include "bigwheel.h"
#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include "skiplist.h"
#include "smallwheel.h"
#include "wheel.h"
#include "post.h"
#include "shards.h"
#include "table.h"

struct job {
    double key;
    struct tw_node node;
};

static bool job_before(const struct job *a, const struct job *b) { return a->key < b->key; }
TW_HEAP4_OF(jobq, struct job, node, job_before)

struct place {
    tw_tick distance;
    int16_t height;
    unsigned char level;
    bool taken;
    struct tw_node node;
};
TW_HEAP4_BY(places, struct place, node, distance)
TW_HEAP4_BY(heights, struct place, node, height)
TW_HEAP4_BY(levels, struct place, node, level)
TW_HEAP4_BY(uses, struct place, node, taken)
bool tw_test_by_key(struct places *q, struct place *p);

bool tw_test_by_key(struct places *q, struct place *p) {
    return places_add(q, p) && places_update(q, p) && places_peek(q) == p && places_cancel(q, p);
}
TW_TIMERS_OF(timers, heap4)
TW_HWHEEL_OF(beats, struct job, node)
TW_SMALLWHEEL_OF(blinks, struct job, node)
#if UINTPTR_MAX > 0xFFFF /* not on AVR */
TW_BIGWHEEL_OF(big_beats, struct job, node)
TW_TIMERS_OF(big_wheels, bigwheel)
#endif
TW_TIMERS_OF(wheels, hwheel)
TW_POSTS_OF(wheels)
TW_SHARDS_OF(loops, hwheel)
TW_RBTREE_OF(jobtree, struct job, node, job_before)
TW_TIMERS_OF(trees, rbtree)
TW_SKIPLIST_OF(joblist, struct job, node, job_before)
TW_TIMERS_OF(lists, skiplist)
TW_TIMERS_OF(plains, sortedlist)
TW_TIMERS_OF(rounds, smallwheel)
TW_WHEEL_OF(idlers, struct job, node)
TW_TIMERS_OF(rings, wheel)
static struct beats beat;
static struct wheels wheel;
static struct jobtree job_tree;
static struct trees tree;
static TW_SKIPLIST_ARRAY(lanes, 10);
static struct joblist job_list;
static struct lists list;
static struct plains plain;
static TW_WHEEL_ARRAY(slots, 64);
static struct idlers idler;
static struct rings ring;
static tw_tick last;

static void fire(struct tw_node *n, tw_tick now) {
    last = TW_OF(n, struct job, node)->key < 1 ? now : TW_TICK_MAX;
}
static struct tw_node node = TW_NODE(fire);
static struct tw_posts inbox;
static struct loops_shard loop;
static struct tw_shard_timer idle;
static struct tw_post post = TW_POST(fire);
static TW_HEAP4_ARRAY(room, 10);
static struct timers set;
static struct jobq queue;
int tw_test_wrappers(struct job *j);

int tw_test_wrappers(struct job *j) {
    tw_tick next = 0;
    timers_init(&set, 0, room, 10);
    jobq_init(&queue, 0, room, 10);
    beats_init(&beat, 0, NONE, 0);
    wheels_init(&wheel, 0, NONE, 0);
    if (beats_add(&beat, j, 9) && wheels_add(&wheel, &node, 5) && beats_take(&beat, 9) == j)
        wheels_cancel(&wheel, &node);
    if (tw_post_arm(&inbox, &post, 5) || tw_post_cancel(&inbox, &post) || tw_posts_any(&inbox))
        wheels_drain(&wheel, &inbox, NONE);
    loops_init(&loop, 0, NONE, 0);
    loops_timer_init(&loop, &idle, fire);
    if (loops_arm(&loop, &idle, 5) == TW_SHARD_DONE && loops_sleep(&loop, &next))
        loops_turn(loops_woken(&loop), 5);
    loops_cancel(NONE, &idle);
    jobtree_init(&job_tree, 0, NONE, 0);
    trees_init(&tree, 0, NONE, 0);
    joblist_init(&job_list, 0, lanes, 10);
    lists_init(&list, 0, NONE, 0);
    plains_init(&plain, 0, NONE, 0);
    idlers_init(&idler, 0, slots, 64);
    rings_init(&ring, 0, slots, 64);
    return timers_add(&set, &node, 5) + jobq_add(&queue, j) + timers_next(&set, &next) +
           (jobq_pop(&queue) == j) + jobtree_add(&job_tree, j) +
           (jobtree_lower_bound(&job_tree, j) == jobtree_after(&job_tree, j)) +
           joblist_add(&job_list, j) +
           (joblist_lower_bound(&job_list, j) == joblist_last(&job_list)) +
           idlers_add(&idler, j, 7) + (idlers_take(&idler, 9) == j) + trees_add(&tree, &node, 5) +
           lists_add(&list, &node, 5) + plains_add(&plain, &node, 5) + rings_add(&ring, &node, 5);
}
