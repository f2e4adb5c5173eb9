/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_heap4(3): a priority queue of jobs. */
/* example */
#include <tw/heap4.h>
#include <stdio.h>

struct job {
    int priority;
    const char *name;
    struct tw_node node;
};

static bool job_before(const struct job *a, const struct job *b) {
    return a->priority > b->priority;
}

TW_HEAP4_OF(jobq, struct job, node, job_before)

int main(void) {
    static TW_HEAP4_ARRAY(room, 100); /* for up to 100 jobs */
    struct job brew = {1, "brew", TW_NODE(NULL)}, bake = {1, "bake", TW_NODE(NULL)},
               wake = {9, "wake", TW_NODE(NULL)};
    struct jobq q;
    struct job *j;

    jobq_init(&q, 0, room, 100);
    jobq_add(&q, &brew);
    jobq_add(&q, &bake);
    jobq_add(&q, &wake);
    while ((j = jobq_pop(&q)) != NULL)
        puts(j->name); /* wake, brew, bake: equals leave in the order in which they came */
    return 0;
}

/* end */
