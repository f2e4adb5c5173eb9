/* SPDX-License-Identifier: MIT-0 */
/* Uses every header in every way; debug_off_test.sh compares what becomes of it. */
#include "bigwheel.h"
#include "delayqueue.h"
#include "heap4.h"
#include "hwheel.h"
#include "post.h"
#include "rbtree.h"
#include "skiplist.h"
#include "smallwheel.h"
#include "wheel.h"

typedef char
    node_has_five_words[sizeof(struct tw_node) == 4 * sizeof(void *) + sizeof(tw_tick) ? 1 : -1];

struct job {
    int key;
    struct tw_node node;
};

static bool job_before(const struct job *a, const struct job *b) { return a->key < b->key; }

#define FACES(of)                                                                               \
    TW_TIMERS_OF(of##_set, of)                                                                  \
    TW_POSTS_OF(of##_set)                                                                       \
    TW_DELAYQUEUE_OF(of##_queue, of)                                                            \
    void init_##of(struct of##_set *t, struct of##_queue *q, void *array) {                     \
        of##_set_init(t, 3, (tw_##of##_array *)array, 9),                                       \
            of##_queue_init(q, (tw_##of##_array *)array, 9);                                    \
    }                                                                                           \
    bool add_##of(struct of##_set *t, struct tw_node *n) {                                      \
        return of##_set_add(t, n, 3) || of##_set_add_if_earlier(t, n, 5) ||                     \
               of##_set_add_in(t, n, 5, 7);                                                     \
    }                                                                                           \
    bool cancel_##of(struct of##_set *t, struct tw_node *n) {                                   \
        return of##_set_pending(t, n) && of##_set_remaining(t, n) > 1 && of##_set_cancel(t, n); \
    }                                                                                           \
    size_t advance_##of(struct of##_set *t) {                                                   \
        return of##_set_advance(t, 7) + of##_set_advance_some(t, 8, 1);                         \
    }                                                                                           \
    int wait_##of(struct of##_set *t) {                                                         \
        return of##_set_any_due(t) ? 0 : of##_set_wait_ms(t, 7, 3);                             \
    }                                                                                           \
    struct tw_node *expire_##of(struct of##_set *t) {                                           \
        return of##_set_expire(t, 7);                                                           \
    }                                                                                           \
    void clear_##of(struct of##_set *t) { of##_set_clear(t); }                                  \
    const char *check_##of(struct of##_set *t) {                                                \
        return of##_set_count(t) ? of##_set_check(t) : NULL;                                    \
    }                                                                                           \
    size_t drain_##of(struct of##_set *t, struct tw_posts *q) {                                 \
        return of##_set_drain(t, q, NULL);                                                      \
    }                                                                                           \
    struct tw_node *take_##of(struct of##_queue *q) {                                           \
        return of##_queue_take(q, 7);                                                           \
    }                                                                                           \
    bool put_##of(struct of##_queue *q, struct tw_node *n) { return of##_queue_put(q, n, 7); }  \
    void close_##of(struct of##_queue *q) { of##_queue_close(q), of##_queue_destroy(q); }

#define ORDERED(of, OF)                                                                 \
    OF(of##_jobs, struct job, node, job_before)                                         \
    void objects_init_##of(struct of##_jobs *q, void *array) {                          \
        of##_jobs_init(q, 0, (tw_##of##_array *)array, 9);                              \
    }                                                                                   \
    bool objects_add_##of(struct of##_jobs *q, struct job *j) {                         \
        return of##_jobs_add(q, j) || of##_jobs_update(q, j) || of##_jobs_cancel(q, j); \
    }                                                                                   \
    struct job *objects_pop_##of(struct of##_jobs *q) {                                 \
        return of##_jobs_pop(q);                                                        \
    }                                                                                   \
    struct job *objects_peek_##of(struct of##_jobs *q) {                                \
        return of##_jobs_peek(q);                                                       \
    }

FACES(bigwheel)
FACES(heap4)
FACES(hwheel)
FACES(rbtree)
FACES(skiplist)
FACES(sortedlist)
FACES(smallwheel)
FACES(wheel)
ORDERED(heap4, TW_HEAP4_OF)
TW_HEAP4_BY(keyed, struct job, node, key)

bool objects_add_keyed(struct keyed *q, struct job *j) {
    return keyed_add(q, j) || keyed_update(q, j) || keyed_cancel(q, j) || keyed_pop(q) == j;
}
ORDERED(rbtree, TW_RBTREE_OF)
ORDERED(skiplist, TW_SKIPLIST_OF)

void initialise(struct tw_node *n) { tw_node_init(n, NULL); }
