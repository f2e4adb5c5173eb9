/* SPDX-License-Identifier: MIT-0 */
/* uring_timers.h on a ring: a timer that is missed hangs, and the alarm ends the program.
   Status 77: no io_uring here. */
#include "uring_timers.h"
#undef NDEBUG
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define HOUR ((tw_tick)3600 * 1000000)

struct timer {
    struct tw_node node;
    int fired;
    tw_tick again; /* how long after it fires it starts again; 0: it does not */
};

static struct io_uring ring;
static struct uring_timers timers;

static void fires(struct tw_node *n, tw_tick now) {
    struct timer *t = TW_OF(n, struct timer, node);

    assert(now >= n->due && uring_timers_now() >= n->due);
    t->fired++;
    if (t->again)
        assert(uring_timers_start(&timers, n, now + t->again));
}

static void start(struct timer *t, tw_tick after) {
    t->node.fn = fires;
    assert(uring_timers_start(&timers, &t->node, uring_timers_now() + after));
}

static int completed(void) {
    struct io_uring_cqe *cqe;
    unsigned head, n = 0;
    int others = 0;

    assert(io_uring_submit_and_wait(&ring, 1) >= 0);
    io_uring_for_each_cqe(&ring, head, cqe) {
        n++;
        others += !uring_timers_completed(&timers, cqe);
    }
    io_uring_cq_advance(&ring, n);
    return others;
}

static void until(const struct timer *t, int fired) {
    while (t->fired < fired)
        completed();
}

/* The request is always that of the earliest timer. */
static void test_earliest(struct timer *late, struct timer *soon) {
    static struct timer stopped, again;

    start(late, HOUR);
    start(soon, 10000); /* the request is moved to it */
    until(soon, 1);
    assert(!late->fired);

    again.again = HOUR; /* a callback starts a late timer, and another is due before that */
    start(&again, 1000);
    start(soon, 20000);
    until(soon, 2);
    assert(again.fired == 1 && !late->fired);

    again.again = 1000;
    start(&again, 0);
    until(&again, 4);
    assert(uring_timers_stop(&timers, &again.node) && !uring_timers_stop(&timers, &again.node));

    start(&stopped, 1000);
    assert(uring_timers_stop(&timers, &stopped.node));
    start(soon, 5000);
    until(soon, 3);
    assert(!stopped.fired && again.fired >= 4);
}

/* Later timers take no entry of the ring, which has eight. Earlier ones take one each. */
static void test_many(void) {
    static struct timer many[1000];
    const unsigned long requests = timers.requests;

    for (int i = 0; i < 1000; i++)
        start(&many[i], 2 * HOUR);
    assert(timers.requests == requests);
    for (int i = 0; i < 1000; i++)
        start(&many[i], 500000 - 100 * (tw_tick)i);
    assert(timers.requests > requests);
    for (int i = 0; i < 1000; i++)
        until(&many[i], 1);
}

int main(void) {
    static struct timer late, soon;
    struct io_uring_sqe *other;

    alarm(120);
    if (io_uring_queue_init(8, &ring, 0) != 0) {
        puts("no io_uring here");
        return 77;
    }
    uring_timers_init(&timers, &ring);
    test_earliest(&late, &soon);
    test_many();
    assert(!late.fired);

    other = uring_timers_entry(&ring); /* a request that is none of ours */
    io_uring_prep_nop(other);
    io_uring_sqe_set_data(other, &ring);
    while (!completed())
        continue;
    io_uring_queue_exit(&ring);
    puts("each timer fired");
    return 0;
}
