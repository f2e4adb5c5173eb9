/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_shards(3): a timer is armed at home, and moved by another thread. */
#include <tw/hwheel.h>
#include <tw/shards.h>
#include <assert.h>

static int fired, rung;

static void on_idle(struct tw_node *n, tw_tick now) {
    assert(n->due <= now);
    fired++;
}

/* example */
TW_SHARDS_OF(loops, hwheel)

static struct loops_shard loop; /* one for each thread */

/* Called by a sender while the loop sleeps: write to its eventfd. */
static void ring(struct tw_shard *s) { rung += s == &loop.at; }

static void run(struct tw_shard_timer *idle) {
    tw_tick until = 0;

    loops_init(&loop, 0, NULL, 0);
    loop.at.wake = ring;
    loops_timer_init(&loop, idle, on_idle);
    loops_arm(&loop, idle, 100);               /* at home: TW_SHARD_DONE */
    if (loops_sleep(&loop, &until))            /* until tick 100, */
        loops_arm(NULL, idle, 50);             /* but another thread asks, and rings */
    loops_turn(loops_woken(&loop), until / 2); /* fires at tick 50 */
}

/* end */
int main(void) {
    static struct tw_shard_timer idle;

    run(&idle);
    assert(fired == 1 && rung == 1);
    return 0;
}
