/* SPDX-License-Identifier: MIT-0 */
/* What delayqueue_port.h says to the system, over pthreads, C11's threads (-DTW_DQ_C11)
   or Apple's (-DAPPLE). The system is played here: each call of it and what it is given
   is an answer, some are refused, and the clock is random.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <threads.h>
#include <time.h>

#include "search.h"

static uint64_t clock_now;

static int told(const void *what, int call) {
    answer((uint64_t)call);
    return (void)what, 0;
}

static int gives(const void *what, int call, int no) {
    const int refused = one_in(8) ? no : 0;

    answer((uint64_t)call), answer((uint64_t)refused);
    return (void)what, refused;
}

static int shows(struct timespec *t, int which, int done) {
    clock_now += one_in(2) ? span(5000) : 0;
    answer((uint64_t)which);
    t->tv_sec = (time_t)(clock_now / 1000000000);
    t->tv_nsec = (long)(clock_now % 1000000000);
    return done;
}

static int waits(const void *c, const void *m, const struct timespec *t) {
    answer((uint64_t)t->tv_sec), answer((uint64_t)t->tv_nsec);
    run.calls++;
    return (void)c, (void)m, 0;
}

#define clock_gettime(c, t)             shows(t, (int)(c), 0)
#define timespec_get(t, base)           shows(t, base, base)
#define pthread_mutex_init(m, a)        gives(m, (a) ? 2 : 1, 11)
#define pthread_mutex_destroy(m)        told(m, 3)
#define pthread_mutex_lock(m)           told(m, 4)
#define pthread_mutex_unlock(m)         told(m, 5)
#define pthread_cond_init(c, a)         gives(c, 6, 11)
#define pthread_cond_destroy(c)         told(c, 7)
#define pthread_cond_signal(c)          told(c, 8)
#define pthread_cond_broadcast(c)       told(c, 9)
#define pthread_cond_wait(c, m)         told(c, 10)
#define pthread_condattr_init(a)        gives(a, 11, 12)
#define pthread_condattr_destroy(a)     told(a, 12)
#define pthread_condattr_setclock(a, c) gives(a, 13 + (int)(c), 22)
#define pthread_cond_timedwait(c, m, t) waits(c, m, t)
#define mtx_init(m, kind)               (gives(m, 1, 1) ? thrd_error : thrd_success)
#define mtx_destroy(m)                  told(m, 3)
#define mtx_lock(m)                     told(m, 4)
#define mtx_unlock(m)                   told(m, 5)
#define cnd_init(c)                     (gives(c, 6, 1) ? thrd_nomem : thrd_success)
#define cnd_destroy(c)                  told(c, 7)
#define cnd_signal(c)                   told(c, 8)
#define cnd_broadcast(c)                told(c, 9)
#define cnd_wait(c, m)                  told(c, 10)
#define cnd_timedwait(c, m, t)          waits(c, m, t)

#if defined(APPLE)
#define __APPLE__        1
#define CLOCK_UPTIME_RAW 8
#endif
#include "delayqueue_port.h"

#if defined(APPLE)
int pthread_cond_timedwait_relative_np(pthread_cond_t *c, pthread_mutex_t *m,
                                       const struct timespec *t) {
    return waits(c, m, t);
}
#endif

/* Deadlines of all kinds: passed, near, beyond the longest wait, beyond what a system
   writes, and none. */
static tw_tick a_deadline(void) {
    switch (draw() % 6) {
    case 0:
        return TW_TICK_MAX - below(2);
    case 1:
        return clock_now + below(3) - 1;
    case 2:
        return draw64() << 1 ^ draw();
    case 3:
        return clock_now + (3600 + below(3) - 1) * TW__DQ_SECOND + below(3) - 1;
    default:
        return clock_now + span((uint64_t)1 << 44);
    }
}

static void play(void) {
    TW_DQ_MUTEX lock;
    TW_DQ_COND condition;
    unsigned i;

    clock_now = one_in(3)   ? below(4)
                : one_in(2) ? span((uint64_t)1 << 62)
                            : span((uint64_t)1 << 50);
    answer(TW_DQ_MUTEX_INIT(&lock));
    answer(TW_DQ_COND_INIT(&condition));
    for (i = 0; i < 40; i++) {
        TW_DQ_LOCK(&lock);
        TW_DQ_WAIT(&condition, &lock, a_deadline());
        TW_DQ_UNLOCK(&lock);
        answer(TW_DQ_CLOCK());
        TW_DQ_SIGNAL(&condition);
        TW_DQ_BROADCAST(&condition);
    }
    TW_DQ_COND_DESTROY(&condition);
    TW_DQ_MUTEX_DESTROY(&lock);
}

int main(int argc, char **argv) { return search(argc, argv); }
