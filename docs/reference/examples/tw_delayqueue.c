/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_delayqueue(3): work for later, and a thread for it. */
#define _POSIX_C_SOURCE 200809L
/* example */
#include <tw/heap4.h>
#include <tw/delayqueue.h>
#include <pthread.h>
#include <stdio.h>

struct job {
    int id;
    struct tw_node node;
};

TW_DELAYQUEUE_OF(jobs, heap4)

static struct jobs q;

static void *worker(void *unused) {
    struct tw_node *n;

    while ((n = jobs_take(&q, TW_FOREVER)) != NULL) /* sleeps; NULL: closed, and nothing is due */
        printf("job %d\n", TW_OF(n, struct job, node)->id);
    return unused;
}

int main(void) {
    static TW_HEAP4_ARRAY(room, 100);
    struct job soon = {1, TW_NODE(NULL)}, later = {2, TW_NODE(NULL)};
    pthread_t thread;

    if (!jobs_init(&q, room, 100) || pthread_create(&thread, NULL, worker, NULL) != 0)
        return 1;
    jobs_put_in(&q, &later.node, 3600000000000u); /* nanoseconds: an hour */
    jobs_put(&q, &soon.node, jobs_now(&q));       /* at once */
    /* what is due is still taken; what is not stays */
    jobs_close(&q);
    pthread_join(thread, NULL);
    jobs_clear_with(&q, NULL); /* a function here would get each node, to free it */
    return !jobs_destroy(&q);
}

/* end */
