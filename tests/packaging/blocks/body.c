/* What stands around a block of a page that is marked `in body`, and around a call on its
   own: a function of a program that has a set, a delay queue, an inbox, objects with
   nodes, and ticks. It is compiled only. */
#define _POSIX_C_SOURCE 200809L
#include <tw/heap4.h>
#include <tw/hwheel.h>
#include <tw/timers.h>
#include <tw/delayqueue.h>
#include <tw/post.h>
#include <tw/shards.h>

TW_TIMERS_OF(timers, hwheel)
TW_POSTS_OF(timers)
TW_DELAYQUEUE_OF(jobs, heap4)
TW_SHARDS_OF(loops, hwheel)

struct conn {
    int fd;
    struct tw_node n, idle;
    struct tw_shard_timer s;
};

extern struct timers t;
extern struct jobs q;
extern struct conn *x;
extern struct tw_node *n, *batch[16];
extern struct tw_posts inbox;
extern struct tw_post post;
extern tw_tick now, due, delay, timeout, period, repeat, after, microseconds, earliest, latest,
    missed, ticks_per_ms;
extern tw_fn *fn;
extern struct loops_shard *me;
extern void (*pause_here)(void);

void body(void);

void body(void) {
#include "block.c"
}
