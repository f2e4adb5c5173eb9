/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_queue_add(3): objects in an order of their own, and objects by
   tick. */
#include <tw/heap4.h>
#include <tw/wheel.h>
#include <assert.h>

/* example */
struct job {
    int priority;
    struct tw_node node;
};

static bool job_before(const struct job *a, const struct job *b) {
    return a->priority > b->priority;
}

TW_HEAP4_OF(jobq, struct job, node, job_before)
TW_WHEEL_OF(idlers, struct job, node)

static bool raise_priority(struct jobq *q, struct job *j) {
    j->priority++;
    return jobq_update(q, j); /* before the next call; false: j is not in q */
}

static bool heard_of(struct idlers *w, struct job *j, tw_tick now) {
    return idlers_add(w, j, now + 600); /* again and again: each add moves it */
}

/* end */

int main(void) {
    static TW_HEAP4_ARRAY(room, 2);
    static TW_WHEEL_ARRAY(slots, 64);
    struct job low = {1, TW_NODE(NULL)}, lower = {0, TW_NODE(NULL)};
    struct jobq q;
    struct idlers w;

    jobq_init(&q, 0, room, 2);
    assert(jobq_add(&q, &low) && jobq_add(&q, &lower) && jobq_peek(&q) == &low);
    assert(raise_priority(&q, &lower) && raise_priority(&q, &lower) && jobq_pop(&q) == &lower);
    assert(!jobq_cancel(&q, &lower) && jobq_cancel(&q, &low) && !raise_priority(&q, &low));
    idlers_init(&w, 0, slots, 64);
    assert(heard_of(&w, &low, 5) && heard_of(&w, &low, 10));
    assert(!idlers_take(&w, 609) && idlers_take(&w, 610) == &low);
    return 0;
}
