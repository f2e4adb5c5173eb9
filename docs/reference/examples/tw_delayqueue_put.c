/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_delayqueue_put(3). */
#define _POSIX_C_SOURCE 200809L
#include <tw/heap4.h>
#include <tw/delayqueue.h>
#include <assert.h>

TW_DELAYQUEUE_OF(jobs, heap4)

static int wakes;

static void wake_the_loop(void) { wakes++; }

/* example */
static void retry(struct jobs *q, struct tw_node *n) {
    jobs_put_in(q, n, 5000000000u); /* from any thread: in 5 s; moved there if it waits already */
}

static bool postpone(struct jobs *q, struct tw_node *n) {
    return jobs_move(q, n, jobs_now(q) + 5000000000u); /* false: a thread has taken it already */
}

/* true: nobody will take it */
static bool give_up(struct jobs *q, struct tw_node *n) { return jobs_cancel(q, n); }

/* For an event loop that sleeps until jobs_next() itself: */
static void put_and_wake(struct jobs *q, struct tw_node *n, tw_tick due) {
    bool earliest;

    if (jobs_put_earliest(q, n, due, &earliest) && earliest)
        wake_the_loop();
}

/* end */

int main(void) {
    static TW_HEAP4_ARRAY(room, 4);
    struct tw_node n = TW_NODE(NULL), m = TW_NODE(NULL);
    struct jobs q;
    bool earliest = true;

    assert(jobs_init(&q, room, 4) && !postpone(&q, &n));
    retry(&q, &n);
    assert(postpone(&q, &n) && jobs_move_earliest(&q, &n, 2 * n.due, &earliest) && earliest);
    put_and_wake(&q, &m, n.due - 1);
    put_and_wake(&q, &m, TW_FOREVER);
    assert(wakes == 1 && give_up(&q, &n) && !give_up(&q, &n) && give_up(&q, &m));
    return !jobs_destroy(&q);
}
