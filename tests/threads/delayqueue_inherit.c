/* SPDX-License-Identifier: MIT-0 */
/* TW_DQ_MUTEX_INIT defined alone makes the lock of a delay queue, here one with priority
   inheritance. If it fails, init() fails. */
#define _POSIX_C_SOURCE 200809L
#undef NDEBUG
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static int made;
static bool refuse;

static bool inheriting(pthread_mutex_t *m) {
    pthread_mutexattr_t a;
    bool done;

    made++;
    if (refuse || pthread_mutexattr_init(&a) != 0)
        return false;
    done = pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT) == 0 &&
           pthread_mutex_init(m, &a) == 0;
    pthread_mutexattr_destroy(&a);
    return done;
}

#define TW_DQ_MUTEX_INIT(m) inheriting(m)
#include "heap4.h"
#include "delayqueue.h"

struct job {
    struct tw_node node;
};

TW_DELAYQUEUE_OF(jobs, heap4)

int main(void) {
    static struct jobs q;
    static struct job job;
    static TW_HEAP4_ARRAY(room, 4);

    refuse = true;
    assert(!jobs_init(&q, room, 4) && made == 1);
    refuse = false;
    assert(jobs_init(&q, room, 4) && made == 2);
#if defined(__GLIBC__)
    assert((q.dq.lock.__data.__kind & 32) != 0); /* its bit for PTHREAD_PRIO_INHERIT */
#endif
    assert(jobs_put(&q, &job.node, 0) && jobs_take(&q, 1) == &job.node);
    assert(jobs_destroy(&q));
    puts("ok");
    return 0;
}
