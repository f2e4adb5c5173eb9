/* SPDX-License-Identifier: MIT-0 */
/* How delayqueue.h sleeps on the system's threads, over each port of delayqueue_port.h.
   Its calls of the system go through delayqueue_calls.h. First they keep a clock of their
   own, which a sleep moves to its end: each take must end at the very nanosecond, or,
   where the system counts coarser, at the end of that grain, after as few sleeps as the
   port allows. Then they are passed on, and counted: a take sleeps until its deadline
   though nobody signals, or until a put, and looks at the clock a few times, where one
   that spins would look millions of times. A deadline that time_t cannot hold, as on
   machines where it has 4 bytes, is waited for in the same way. A put calls one taker,
   and close() calls all. */
#define _POSIX_C_SOURCE 200809L
#undef NDEBUG
#include "delayqueue_calls.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>
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
#if defined(pthread_condattr_setclock)
    assert(clocks == 2);
#endif
    assert(jobs_capacity(&q) == 4 && jobs_bytes(4) == sizeof room);
    looks = waits = signals = broadcasts = 0;
}

/* As the leader, who has a node to watch, and as a follower, who has not: so many waits,
   and the very tick. */
static void sleeps_until(uint64_t from, uint64_t until) {
    const uint64_t end = from + (until - from + GRAIN - 1) / GRAIN * GRAIN,
                   longest = LONGEST ? LONGEST * SECOND : end;
    const unsigned long number = (unsigned long)((until - from - 1) / longest + 1);

    at = from;
    begin();
    assert(jobs_put(&q, &node, until) && jobs_take(&q, TW_FOREVER) == &node && at == end &&
           waits == number);
    assert(jobs_destroy(&q));

    at = from;
    begin();
    assert(jobs_take(&q, until) == NULL && at == end && waits == number);
    assert(jobs_destroy(&q));

    at = from;
    begin();
    assert(jobs_put(&q, &node, end + 1) && jobs_take(&q, until) == NULL && at == end &&
           waits == number);
    assert(jobs_cancel(&q, &node));
    jobs_close(&q);
    assert(!jobs_put_in(&q, &node, 1) && tw_idle(&node) && jobs_destroy(&q));
}

static void puts_one(void) {
    at += SECOND;
    assert(jobs_put_in(&q, &node, 0) && node.due == at);
}

/* A put calls one follower. close() calls the leader, who is one at most, and all
   followers. */
static void puts_one_and_closes(void) {
    puts_one();
    assert(signals == 1 && broadcasts == 0);
    jobs_close(&q);
    assert(signals == 2 && broadcasts == 1);
}

static void calls_one_or_all(void) {
    at = 3;
    begin();
    amid_a_wait = puts_one_and_closes;
    assert(jobs_take(&q, TW_FOREVER) == &node && waits == 1 && signals == 2 && broadcasts == 1);
    assert(!jobs_take(&q, TW_FOREVER) && jobs_destroy(&q));
    amid_a_wait = NULL;
}

/* The head's deadline lies beyond 2^31 seconds. The sleep ends by the put of another
   node, after one wait. */
static void sleeps_towards(uint64_t from, uint64_t until) {
    static struct tw_node far_ahead;
    bool earliest;

    at = from;
    begin();
    amid_a_wait = puts_one;
    assert(jobs_put_earliest(&q, &far_ahead, until + 1, &earliest) && earliest &&
           jobs_peek(&q) == &far_ahead);
    assert(jobs_move_earliest(&q, &far_ahead, until, &earliest) && earliest &&
           jobs_take(&q, TW_FOREVER) == &node);
    assert(waits == 1 && at == from + SECOND && jobs_cancel(&q, &far_ahead) && jobs_destroy(&q));
    amid_a_wait = NULL;
}

static void with_a_clock_of_its_own(void) {
    static const uint64_t ahead[] = {
        1, 999, SECOND - 1, SECOND, SECOND + 1, 59 * SECOND + 999999999, 3599 * SECOND};
    static const uint64_t from[] = {
        0, 1, SECOND - 1, SECOND, 5 * SECOND + 999999999, 4000000000u * SECOND + 7};
    static const uint64_t last = 0x7FFFFFFF * SECOND; /* that 4 bytes of time_t can hold */
    static const uint64_t beyond[] = {last + SECOND, 2 * last + 1, 2 * last + 9 * SECOND,
                                      TW_FOREVER - 1};
    size_t i, k;

    pretend = true;
    for (wall = 0; wall < 3 * SECOND; wall += SECOND + 700000001u)
        for (i = 0; i < sizeof from / sizeof from[0] && fits(from[i]); i++)
            for (k = 0; k < sizeof ahead / sizeof ahead[0]; k++)
                sleeps_until(from[i], from[i] + ahead[k]);
    sleeps_until(7, 7 + 3600 * 100 * SECOND);
    sleeps_until(7, 7 + 3601 * SECOND); /* a second more than the longest wait of most ports */

    at = 0;
    begin();
    /* not even until tick 1 */
    assert(jobs_put(&q, &node, 1) && !jobs_try_take(&q) && waits == 0 && at == 0);
    assert(jobs_cancel(&q, &node) && jobs_destroy(&q));
    calls_one_or_all();

    at = 3;
    begin();
    amid_a_wait = puts_one;
    endless = 0;
    assert(jobs_take(&q, TW_FOREVER) == &node && waits == 1 && endless == 1 && at == 3 + SECOND);
    assert(jobs_destroy(&q));
    amid_a_wait = NULL;

    for (i = 0; i < sizeof beyond / sizeof beyond[0]; i++)
        /* C11's waits end in an hour of the wall's clock */
        for (wall = 0; wall <= last; wall += last - 5 * SECOND)
            sleeps_towards(3 * SECOND, beyond[i]);
    pretend = false;
}

/* The typed verbs that no sleep above has asked. */
static void asks_without_a_wait(void) {
    static struct jobs other;
    static TW_HEAP4_ARRAY(other_room, 2);
    static struct tw_node later;
    struct tw_node *out[2];
    bool earliest = true;
    tw_tick due;

    begin();
    assert(!jobs_move(&q, &node, 5) && jobs_count(&q) == 0); /* it does not wait */
    assert(jobs_put(&q, &node, 0) && jobs_put(&q, &later, TW_FOREVER) && jobs_count(&q) == 2 &&
           !jobs_check(&q));
    assert(jobs_next(&q, &due) && due <= jobs_now(&q) && jobs_peek(&q) == &node &&
           jobs_move(&q, &node, 1));
    assert(jobs_take_batch(&q, out, 2, 0) == 1 && out[0] == &node && !jobs_closed(&q));
    assert(jobs_init(&other, other_room, 2) && jobs_cancel(&q, &later) &&
           jobs_put(&other, &later, TW_FOREVER));
    /* it waits there */
    assert(!jobs_put_earliest(&q, &later, 5, &earliest) && !earliest && jobs_count(&other) == 1);
    assert(jobs_cancel(&other, &later) && jobs_destroy(&other) && jobs_put(&q, &later, TW_FOREVER));
    jobs_close(&q);
    assert(jobs_closed(&q) && !jobs_put(&q, &node, 0) && !jobs_take(&q, TW_FOREVER));
    assert(jobs_clear_with(&q, NULL) == 1 && tw_idle(&later) && !jobs_peek(&q) && jobs_destroy(&q));
}

static void *takes_nothing(void *unused) {
    assert(!jobs_take(&q, TW_FOREVER));
    return unused;
}

/* All sleep in the empty queue, and close() ends each take. A taker that sleeps on keeps
   this from its end. */
static void closes_on_three(void) {
    const struct timespec t = {0, 1000000};
    pthread_t thread[3];
    bool asleep;
    size_t i;

    begin();
    for (i = 0; i < 3; i++)
        assert(pthread_create(&thread[i], NULL, takes_nothing, NULL) == 0);
    do {
        (void)nanosleep(&t, NULL);
        lock(&q.dq.lock);
        asleep = q.dq.followers == 3;
        unlock(&q.dq.lock);
    } while (!asleep);
    jobs_close(&q);
    for (i = 0; i < 3; i++)
        assert(pthread_join(thread[i], NULL) == 0);
    assert(jobs_destroy(&q));
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

#if !defined(_WIN32)
    (void)alarm(300); /* for a sleep that never ends */
#endif
    begin();
    until = jobs_now(&q) + length;
    assert(jobs_take(&q, until) == NULL && jobs_now(&q) >= until);
    until = jobs_now(&q) + length;
    assert(jobs_put(&q, &node, until) && jobs_take(&q, TW_FOREVER) == &node &&
           jobs_now(&q) >= until);
    assert(jobs_try_take(&q) == NULL);
    assert(pthread_create(&thread, NULL, puts_later, NULL) == 0);
    assert(jobs_take(&q, TW_FOREVER) == &node);
    assert(pthread_join(thread, NULL) == 0);
    assert(jobs_put(&q, &far_ahead, 3000000000u * SECOND) &&
           pthread_create(&thread, NULL, puts_later, NULL) == 0);
    assert(jobs_take(&q, TW_FOREVER) == &node);
    assert(pthread_join(thread, NULL) == 0);
    assert(jobs_cancel(&q, &far_ahead) && jobs_destroy(&q));
    printf("%lu looks at the clock and %lu waits in four sleeps\n", looks, waits);
    assert(waits < SPURIOUS && looks < SPURIOUS);
    closes_on_three();
}

/* A counter of any frequency: its ticks are never ahead of the time, and never a count or
   more behind. */
static void counts_at_any_frequency(void) {
#if defined(_WIN32)
    static const uint64_t frequencies[] = {3579545, 10000000, 24000000, 3000000000u};
    size_t i;

    pretend = true;
    for (i = 0; i < sizeof frequencies / sizeof frequencies[0]; i++)
        for (at = 1, frequency = frequencies[i]; at < 3000000000u * SECOND; at = at * 7 + 5) {
            looks = 0;
            assert(jobs_now(&q) <= at && at - jobs_now(&q) <= SECOND / frequency + 1);
        }
    frequency = SECOND;
    pretend = false;
#endif
}

int main(void) {
    counts_at_any_frequency();
    with_a_clock_of_its_own();
    asks_without_a_wait();
    with_the_systems();
    return 0;
}
