/* SPDX-License-Identifier: MIT-0 */
/* What one side of post.h may read, without an atomic of its own, of what the other side
   wrote: the orders that a wake-up is built on. Two threads take turns, and nothing
   orders their plain accesses but the calls named here, so that a race detector sees each
   order that is too weak; without one the values are compared.

       told       the owner writes, drains, and waits. A sender that finds the inbox
                  empty, and is told so, reads it. Each of its posts is a new one: the
                  head of the inbox alone carries the order
       again      a sender writes, and sends a post that is in the inbox already, by
                  another's request. The owner reads what that sender wrote: the word of
                  the post alone carries the order

       post_wake [ROUNDS] */
#define _POSIX_C_SOURCE 200809L
#undef NDEBUG
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "hwheel.h"
#include "post.h"

TW_TIMERS_OF(timers, hwheel)
TW_POSTS_OF(timers)

enum { MOST = 100000 };

static struct timers set;
static struct tw_posts inbox;
static struct tw_post post[MOST + 1];
static unsigned long rounds = 300, fired;
static unsigned long owners, senders; /* plain */
static unsigned long turn;            /* atomic, and used only where no order is under test */

static void fire(struct tw_node *n, tw_tick now) {
    assert(n->due <= now);
    fired++;
}

static unsigned long look(int order) {
    return order == __ATOMIC_ACQUIRE ? __atomic_load_n(&turn, __ATOMIC_ACQUIRE)
                                     : __atomic_load_n(&turn, __ATOMIC_RELAXED);
}

static void wait_for(unsigned long value, int order) {
    while (look(order) != value)
        (void)sched_yield();
}

static void *is_told(void *unused) {
    unsigned long r;

    for (r = 1; r <= rounds; r++) {
        while (tw_posts_any(&inbox)) /* relaxed: a look that orders nothing */
            (void)sched_yield();
        assert(tw_post_arm(&inbox, &post[r], (tw_tick)r));
        assert(owners == r);
        __atomic_store_n(&turn, r, __ATOMIC_RELEASE);
    }
    return unused;
}

static void told(void) {
    pthread_t sender;
    unsigned long r;

    timers_init(&set, 0, NULL, 0);
    fired = 0;
    assert(tw_post_arm(&inbox, &post[0], 0)); /* so that nobody is told before the first drain */
    assert(pthread_create(&sender, NULL, is_told, NULL) == 0);
    for (r = 1; r <= rounds; r++) {
        owners = r;
        assert(timers_drain(&set, &inbox, NULL) == 1);
        wait_for(r, __ATOMIC_ACQUIRE); /* the sender has read it */
    }
    assert(pthread_join(sender, NULL) == 0);
    assert(timers_drain(&set, &inbox, NULL) == 1 &&
           timers_advance(&set, (tw_tick)rounds) == rounds + 1);
    assert(fired == rounds + 1);
}

static void *sends_again(void *unused) {
    unsigned long r;

    for (r = 1; r <= rounds; r++) {
        /* the owner has read the last one, and sent the post */
        wait_for(2 * r - 1, __ATOMIC_ACQUIRE);
        senders = r;
        (void)tw_post_arm(&inbox, &post[0], (tw_tick)r);
        __atomic_store_n(&turn, 2 * r, __ATOMIC_RELAXED);
    }
    return unused;
}

static void again(void) {
    pthread_t sender;
    unsigned long r;

    timers_init(&set, 0, NULL, 0);
    tw_post_init(&post[0], fire);
    turn = fired = 0;
    assert(pthread_create(&sender, NULL, sends_again, NULL) == 0);
    for (r = 1; r <= rounds; r++) {
        assert(tw_post_arm(&inbox, &post[0], TW_TICK_MAX / 2));
        __atomic_store_n(&turn, 2 * r - 1, __ATOMIC_RELEASE);
        wait_for(2 * r, __ATOMIC_RELAXED);
        while (post[0].node.due != r) /* once, where the processor keeps the order of stores */
            (void)timers_drain(&set, &inbox, NULL);
        assert(senders == r);
        assert(timers_advance(&set, (tw_tick)r) == 1);
    }
    assert(pthread_join(sender, NULL) == 0);
    assert(fired == rounds && !tw_posts_any(&inbox));
}

int main(int argc, char **argv) {
    unsigned long r;

    if (argc > 1)
        rounds = strtoul(argv[1], NULL, 10);
    assert(rounds > 0 && rounds <= MOST);
    (void)alarm(550); /* for a sender that is never told */
    for (r = 0; r <= rounds; r++)
        tw_post_init(&post[r], fire);
    told();
    again();
    printf("%lu turns each\n", rounds);
    return 0;
}
