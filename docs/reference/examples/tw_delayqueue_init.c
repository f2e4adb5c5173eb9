/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_delayqueue_init(3). */
#define _POSIX_C_SOURCE 200809L
#include <tw/rbtree.h>
#include <tw/delayqueue.h>
#include <assert.h>
#include <stdio.h>

TW_DELAYQUEUE_OF(jobs, rbtree)

static struct jobs q;

/* example */
static bool begin(void) {
    /* false: the system gave no lock; rbtree takes no array, and has no bound */
    return jobs_init(&q, NULL, 0);
}

static void print(void) {
    tw_tick due;

    if (jobs_next(&q, &due)) /* may be outdated at once: other threads take and put */
        printf("%lu jobs, the first due in %ld ns\n", (unsigned long)jobs_count(&q),
               (long)(due - jobs_now(&q)));
}

static bool end(void) {
    jobs_close(&q);
    /* join all threads here */
    jobs_clear_with(&q, NULL);
    return jobs_destroy(&q); /* false: somebody still sleeps in take() */
}

/* end */

int main(void) {
    struct tw_node n = TW_NODE(NULL);

    assert(begin() && jobs_capacity(&q) == (size_t)-1 && jobs_bytes(5) == 0);
    assert(jobs_put_in(&q, &n, 3600000000000u) && jobs_peek(&q) == &n && !jobs_check(&q));
    print();
    assert(end() && tw_idle(&n));
    return 0;
}
