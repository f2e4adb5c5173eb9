/* SPDX-License-Identifier: MIT-0 */
/* heap4.h as a priority queue of objects: the highest priority first, of equal ones the
   shorter job, and else in the order they came.

   What it teaches: the order is a function of yours where no single integer tells it
   (dijkstra.c has one that does), the node lies in the object, and a full queue says so.
   When the priority of an object changes while it waits, update() puts it in its place.

       jobs         refuses a fifth job, then prints four in order */
#include <tw/heap4.h>
#include <stdio.h>

struct job {
    int priority, minutes;
    const char *name;
    struct tw_node node;
};

static bool job_before(const struct job *a, const struct job *b) {
    return a->priority != b->priority ? a->priority > b->priority : a->minutes < b->minutes;
}

TW_HEAP4_OF(jobq, struct job, node, job_before)

int main(void) {
    static TW_HEAP4_ARRAY(room, 4);
    static struct job jobs[] = {{1, 20, "sweep", TW_NODE(0)},
                                {5, 1, "page the operator", TW_NODE(0)},
                                {1, 90, "compact", TW_NODE(0)},
                                {4, 2, "answer", TW_NODE(0)},
                                {9, 5, "one too many", TW_NODE(0)}};
    struct jobq q;
    struct job *j;
    size_t i;

    jobq_init(&q, 0, room, 4);
    for (i = 0; i < sizeof jobs / sizeof jobs[0]; i++)
        if (!jobq_add(&q, &jobs[i]))
            printf("full: %s\n", jobs[i].name);

    jobs[2].priority = 4; /* the key lies in the object: change it, then say so */
    jobq_update(&q, &jobs[2]);
    while ((j = jobq_pop(&q)) != NULL)
        printf("%d %s\n", j->priority, j->name);
    return 0;
}
