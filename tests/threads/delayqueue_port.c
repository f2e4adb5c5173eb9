/* SPDX-License-Identifier: MIT-0 */
/* What delayqueue_port.h makes of answers of the system that hardly come: a lock or a
   condition is refused, at each call that may refuse it, and a wait begins when its
   deadline has passed. Over pthreads, C11's threads (TW_DQ_C11) and the stand-in for
   macOS (MACOS). */
#define _POSIX_C_SOURCE 200809L
#undef NDEBUG
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#if defined(TW_DQ_C11)
#include <threads.h>
#endif

/* The calls so far that may be refused, and the one that is, from 1; what was given and
   not been given back. */
static int calls, refused, held, slept;

static bool refuses(void) { return ++calls == refused; }

/* The answer of a call that gives something, and of one that does not. */
#define GIVES(call, no) (refuses() ? (no) : (held++, (call)))
#define MAY(call, no)   (refuses() ? (no) : (call))
#define BACK(call)      (held--, (call))
#define WAITS(call)     (slept++, (call))

#if defined(TW_DQ_C11)
#define mtx_init(m, kind)      GIVES(mtx_init(m, kind), thrd_error)
#define mtx_destroy(m)         BACK(mtx_destroy(m))
#define cnd_init(c)            GIVES(cnd_init(c), thrd_nomem)
#define cnd_destroy(c)         BACK(cnd_destroy(c))
#define cnd_timedwait(c, m, t) WAITS(cnd_timedwait(c, m, t))

enum { CALLS = 3 };
#else
#define pthread_mutex_init(m, a)        GIVES(pthread_mutex_init(m, a), 11)
#define pthread_mutex_destroy(m)        BACK(pthread_mutex_destroy(m))
#define pthread_cond_init(c, a)         GIVES(pthread_cond_init(c, a), 11)
#define pthread_cond_destroy(c)         BACK(pthread_cond_destroy(c))
#define pthread_condattr_init(a)        GIVES(pthread_condattr_init(a), 12)
#define pthread_condattr_destroy(a)     BACK(pthread_condattr_destroy(a))
#define pthread_condattr_setclock(a, c) MAY(pthread_condattr_setclock(a, c), 22)
#define pthread_cond_timedwait(c, m, t) WAITS(pthread_cond_timedwait(c, m, t))
#if defined(MACOS)
#include "macos.h" /* whose wait is counted, too */

enum { CALLS = 3 };
#else
enum { CALLS = 7 }; /* a lock, and two conditions with their attributes */
#endif
#endif
#include "heap4.h"
#include "delayqueue.h"

TW_DELAYQUEUE_OF(jobs, heap4)

static struct jobs q;
static TW_HEAP4_ARRAY(room, 4);

static void refuses_each_call(void) {
    for (refused = 1; refused <= CALLS; refused++) {
        calls = 0;
        assert(!jobs_init(&q, room, 4) && calls == refused && held == 0);
    }
    calls = 0;
    assert(jobs_init(&q, room, 4) && calls == CALLS && held > 0 && jobs_destroy(&q) && held == 0);
}

static void begins_a_wait_too_late(void) {
    calls = 0;
    assert(jobs_init(&q, room, 4));
    TW_DQ_LOCK(&q.dq.lock);
    TW_DQ_WAIT(&q.dq.follow, &q.dq.lock, jobs_now(&q) - 1);
    TW_DQ_WAIT(&q.dq.follow, &q.dq.lock, 0);
    TW_DQ_UNLOCK(&q.dq.lock);
    assert(jobs_destroy(&q));
#if defined(TW_DQ_C11) || defined(MACOS)
    assert(slept == 0); /* a span of 0 is none */
#endif
}

int main(void) {
    refuses_each_call();
    begins_a_wait_too_late();
    return 0;
}
