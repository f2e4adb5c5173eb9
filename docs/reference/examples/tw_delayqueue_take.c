/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_delayqueue_take(3): the three ways of taking, and the end. */
#define _POSIX_C_SOURCE 200809L
#include <tw/heap4.h>
#include <tw/delayqueue.h>
#include <assert.h>
#include <stdlib.h>

TW_DELAYQUEUE_OF(jobs, heap4)

struct job {
    struct tw_node node;
};

static size_t ran, freed;

static void run(struct tw_node *n) { free(TW_OF(n, struct job, node)), ran++; }

/* example */
static void take_one(struct jobs *q) {
    struct tw_node *n = jobs_take(q, jobs_now(q) + 1000000000u); /* sleeps for a second at most */

    if (n)
        run(n);
}

static void take_many(struct jobs *q) {
    struct tw_node *n[16];
    size_t i, count = jobs_take_batch(q, n, 16, TW_FOREVER); /* 0: closed */

    for (i = 0; i < count; i++)
        run(n[i]);
}

static void free_job(struct tw_node *n, tw_tick now) {
    (void)now;
    free(TW_OF(n, struct job, node));
    freed++;
}

static void end(struct jobs *q) {
    struct tw_node *n;

    jobs_close(q);                         /* no put from now on, and no sleep */
    while ((n = jobs_try_take(q)) != NULL) /* what is due */
        run(n);
    jobs_clear_with(q, free_job); /* and what is not */
}

/* end */

int main(void) {
    static TW_HEAP4_ARRAY(room, 8);
    struct jobs q;
    size_t i;

    assert(jobs_init(&q, room, 8));
    for (i = 0; i < 6; i++) {
        struct job *j = (struct job *)calloc(1, sizeof *j);

        assert(j && jobs_put(&q, &j->node, i < 4 ? 1 : TW_FOREVER));
        if (i == 0)
            take_one(&q);
        else if (i == 2)
            take_many(&q);
    }
    assert(ran == 3);
    end(&q);
    assert(ran == 4 && freed == 2 && jobs_closed(&q));
    return !jobs_destroy(&q);
}
