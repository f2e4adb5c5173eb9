/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_queue_init(3): a heap that grows. */
#include <tw/heap4.h>
#include <assert.h>
#include <stdlib.h>

/* example */
struct job {
    int priority;
    struct tw_node node;
};

static bool job_before(const struct job *a, const struct job *b) {
    return a->priority > b->priority;
}

TW_HEAP4_OF(jobq, struct job, node, job_before)

/* false: there is no memory; then q is as it was. */
static bool grow(struct jobq *q, void **memory, size_t n) {
    void *grown = realloc(*memory, TW_HEAP4_BYTES(n));

    if (!grown)
        return false;
    *memory = grown;
    return jobq_storage(q, (struct tw_heap4_cell *)grown, n);
}

static bool use(void) {
    struct jobq q;
    struct job a = {1, TW_NODE(NULL)};
    void *memory = NULL;
    bool added;

    jobq_init(&q, 0, NULL, 0);
    /* false at first: there is no room */
    added = jobq_add(&q, &a) || (grow(&q, &memory, 100) && jobq_add(&q, &a));
    jobq_clear(&q);
    free(memory);
    return added;
}

/* end */

int main(void) {
    assert(use());
    return 0;
}
