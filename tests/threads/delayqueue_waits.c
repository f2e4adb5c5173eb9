/* SPDX-License-Identifier: MIT-0 */
/* How delayqueue.h waits with the system's threads, pthreads or C11's (TW_DQ_C11). Its calls of the system go through
   functions here. First they keep a clock of their own, that a timed wait moves to its end: each sleep must end at the
   very nanosecond, after one wait. Then they pass all on, and count: a take sleeps until its deadline though nobody
   signals, or until a put, and looks at the clock a few times, where one that spins would look millions of times.
   A deadline that time_t cannot hold, as on machines where it has 4 bytes, is waited for in the same way. */
#define _POSIX_C_SOURCE 200809L
#undef NDEBUG
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#if defined(TW_DQ_C11)
#include <threads.h>
typedef cnd_t condition;
typedef mtx_t mutex;
enum { C11 = 1 };
#else
typedef pthread_cond_t condition;
typedef pthread_mutex_t mutex;
enum { C11 = 0 };
#endif

#define SECOND UINT64_C(1000000000)

static bool pretend;
static uint64_t at, wall; /* the tick, while pretending, and how far the wall clock is ahead of it */
static unsigned long looks, waits, clocks;
static void (*amid_a_wait)(void); /* if set: happens in a pretended wait, and wakes who waits */

/* Does time_t, signed, hold the seconds of this tick? */
static bool fits(uint64_t tick) { return sizeof(time_t) > 4 || tick / SECOND >> 31 == 0; }

static struct timespec written(uint64_t tick) {
    struct timespec t;

    assert(fits(tick));
    t.tv_sec = (time_t)(tick / SECOND);
    t.tv_nsec = (long)(tick % SECOND);
    return t;
}

static int passed_clock(clockid_t clock, struct timespec *t) {
    assert(clock == CLOCK_MONOTONIC);
    looks++;
    if (!pretend)
        return clock_gettime(clock, t);
    assert(looks < 1000); /* a sleep that gets nowhere */
    *t = written(at);
    return 0;
}

#if defined(TW_DQ_C11)
static int passed_wall(struct timespec *t, int base) {
    if (!pretend)
        return timespec_get(t, base);
    *t = written(at + wall);
    return base;
}
#else
static int passed_setclock(pthread_condattr_t *a, clockid_t clock) {
    assert(clock == CLOCK_MONOTONIC);
    clocks++;
    return pthread_condattr_setclock(a, clock);
}
#endif

static int pretended_wait(mutex *m) {
#if defined(TW_DQ_C11)
    (void)mtx_unlock(m);
    amid_a_wait();
    return mtx_lock(m);
#else
    (void)pthread_mutex_unlock(m);
    amid_a_wait();
    return pthread_mutex_lock(m);
#endif
}

static int passed_wait(condition *c, mutex *m) {
    waits++;
    if (pretend)
        return pretended_wait(m);
#if defined(TW_DQ_C11)
    return cnd_wait(c, m);
#else
    return pthread_cond_wait(c, m);
#endif
}

static int passed_timed_wait(condition *c, mutex *m, const struct timespec *t) {
    const uint64_t ahead = C11 ? wall : 0;
    uint64_t end;

    waits++;
    assert(t->tv_sec >= 0 && t->tv_nsec >= 0 && t->tv_nsec < (long)SECOND);
#if defined(TW_DQ_C11)
    if (!pretend)
        return cnd_timedwait(c, m, t);
#else
    if (!pretend)
        return pthread_cond_timedwait(c, m, t);
#endif
    end = (uint64_t)t->tv_sec * SECOND + (uint64_t)t->tv_nsec;
    if (amid_a_wait && end > at + ahead)
        return pretended_wait(m);
    at = end > at + ahead ? end - ahead : at;
    return -1;
}

#define clock_gettime(clock, t)         passed_clock(clock, t)
#define timespec_get(t, base)           passed_wall(t, base)
#define pthread_condattr_setclock(a, c) passed_setclock(a, c)
#define pthread_cond_wait(c, m)         passed_wait(c, m)
#define pthread_cond_timedwait(c, m, t) passed_timed_wait(c, m, t)
#define cnd_wait(c, m)                  passed_wait(c, m)
#define cnd_timedwait(c, m, t)          passed_timed_wait(c, m, t)
#include "heap4.h"
#include "delayqueue.h"

TW_DELAYQUEUE_OF(jobs, heap4)

enum { SPURIOUS = 100 }; /* more wake-ups from nowhere than a system makes; a spin makes millions */

static struct jobs q;
static struct tw_node node = TW_NODE(0);
static TW_HEAP4_ARRAY(room, 4);

static void begin(void) {
    memset(&q, 0xA5, sizeof q);
    clocks = 0;
    assert(jobs_init(&q, room, 4));
    assert(C11 || clocks == 2);
    assert(jobs_capacity(&q) == 4 && jobs_bytes(4) == sizeof room);
    looks = waits = 0;
}

/* As the leader, who has a node to watch, and as a follower, who has not: so many waits, and the very tick. */
static void sleeps_until(uint64_t from, uint64_t until, unsigned long number) {
    at = from;
    begin();
    assert(jobs_put(&q, &node, until) && jobs_take(&q, TW_FOREVER) == &node && at == until && waits == number);
    assert(jobs_destroy(&q));

    at = from;
    begin();
    assert(jobs_take(&q, until) == NULL && at == until && waits == number);
    assert(jobs_destroy(&q));

    at = from;
    begin();
    assert(jobs_put(&q, &node, until + 1) && jobs_take(&q, until) == NULL && at == until && waits == number);
    assert(jobs_cancel(&q, &node) && jobs_destroy(&q));
}

static void puts_one(void) {
    at += SECOND;
    assert(jobs_put_in(&q, &node, 0) && node.due == at);
}

/* The head's deadline lies beyond 2^31 seconds. The sleep ends by the put of another node, after one wait. */
static void sleeps_towards(uint64_t from, uint64_t until) {
    static struct tw_node far_ahead;
    bool earliest;

    at = from;
    begin();
    amid_a_wait = puts_one;
    assert(jobs_put_earliest(&q, &far_ahead, until + 1, &earliest) && earliest && jobs_peek(&q) == &far_ahead);
    assert(jobs_move_earliest(&q, &far_ahead, until, &earliest) && earliest && jobs_take(&q, TW_FOREVER) == &node);
    assert(waits == 1 && at == from + SECOND && jobs_cancel(&q, &far_ahead) && jobs_destroy(&q));
    amid_a_wait = NULL;
}

static void with_a_clock_of_its_own(void) {
    static const uint64_t ahead[] = {1, 999, SECOND - 1, SECOND, SECOND + 1, 59 * SECOND + 999999999, 3599 * SECOND};
    static const uint64_t from[] = {0, 1, SECOND - 1, SECOND, 5 * SECOND + 999999999, 4000000000u * SECOND + 7};
    static const uint64_t last = 0x7FFFFFFF * SECOND; /* that 4 bytes of time_t can hold */
    static const uint64_t beyond[] = {last + SECOND, 2 * last + 1, 2 * last + 9 * SECOND, TW_FOREVER - 1};
    size_t i, k;

    pretend = true;
    for (wall = 0; wall < 3 * SECOND; wall += SECOND + 700000001u)
        for (i = 0; i < sizeof from / sizeof from[0] && fits(from[i]); i++)
            for (k = 0; k < sizeof ahead / sizeof ahead[0]; k++)
                sleeps_until(from[i], from[i] + ahead[k], 1);
    sleeps_until(7, 7 + 3600 * 100 * SECOND,
                 C11 ? 100 : 1); /* C11's waits look after an hour: the wall clock may move */

    at = 3;
    begin();
    amid_a_wait = puts_one;
    assert(jobs_take(&q, TW_FOREVER) == &node && waits == 1 && at == 3 + SECOND);
    assert(jobs_destroy(&q));
    amid_a_wait = NULL;

    for (i = 0; i < sizeof beyond / sizeof beyond[0]; i++)
        for (wall = 0; wall <= last; wall += last - 5 * SECOND) /* C11's waits end in an hour, of the wall clock */
            sleeps_towards(3 * SECOND, beyond[i]);
    pretend = false;
}

/* The typed verbs that no sleep above has asked. */
static void asks_without_a_wait(void) {
    static struct tw_node later;
    struct tw_node *out[2];
    tw_tick due;

    begin();
    assert(jobs_put(&q, &node, 0) && jobs_put(&q, &later, TW_FOREVER) && jobs_count(&q) == 2 && !jobs_check(&q));
    assert(jobs_next(&q, &due) && due <= jobs_now(&q) && jobs_peek(&q) == &node && jobs_move(&q, &node, 1));
    assert(jobs_take_batch(&q, out, 2, 0) == 1 && out[0] == &node && !jobs_closed(&q));
    jobs_close(&q);
    assert(jobs_closed(&q) && !jobs_put(&q, &node, 0) && !jobs_take(&q, TW_FOREVER));
    assert(jobs_drain(&q) == &later && !later.u.list.next && !jobs_peek(&q) && jobs_destroy(&q));
}

/* Amid a real wait, long enough for a taker that spins to be seen. */
static void *puts_later(void *unused) {
    const struct timespec t = {0, 100000000};

    (void)nanosleep(&t, NULL);
    assert(jobs_put(&q, &node, 0));
    return unused;
}

static void with_the_systems(void) {
    static struct tw_node far_ahead;
    const tw_tick length = SECOND / 10;
    pthread_t thread;
    tw_tick until;

    (void)alarm(300); /* for a sleep that never ends */
    begin();
    until = jobs_now(&q) + length;
    assert(jobs_take(&q, until) == NULL && jobs_now(&q) >= until);
    until = jobs_now(&q) + length;
    assert(jobs_put(&q, &node, until) && jobs_take(&q, TW_FOREVER) == &node && jobs_now(&q) >= until);
    assert(jobs_try_take(&q) == NULL);
    assert(pthread_create(&thread, NULL, puts_later, NULL) == 0);
    assert(jobs_take(&q, TW_FOREVER) == &node);
    assert(pthread_join(thread, NULL) == 0);
    assert(jobs_put(&q, &far_ahead, 3000000000u * SECOND) && pthread_create(&thread, NULL, puts_later, NULL) == 0);
    assert(jobs_take(&q, TW_FOREVER) == &node);
    assert(pthread_join(thread, NULL) == 0);
    assert(jobs_cancel(&q, &far_ahead) && jobs_destroy(&q));
    printf("%lu looks at the clock and %lu waits in four sleeps\n", looks, waits);
    assert(waits < SPURIOUS && looks < SPURIOUS);
}

int main(void) {
    with_a_clock_of_its_own();
    asks_without_a_wait();
    with_the_systems();
    return 0;
}
