/* SPDX-License-Identifier: MIT-0 */
/* shards.h with real threads, for so many rounds. Two loops own shards and arm timers of
   each other; one more thread arms and cancels, pulls, and frees timers by
   cancel_and_wait(). What a callback touches is plain: a race detector sees two threads in
   one set, and a callback that runs after cancel_and_wait(). Each loop sleeps in poll()
   for up to a minute if nothing is armed, so that a call which is lost stops the test.

       shards_threads [ROUNDS] */
#define _POSIX_C_SOURCE 200809L
#undef NDEBUG
#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#if defined(HELGRIND) /* it follows locks, and no atomics: a lock takes the place of these */
static pthread_mutex_t exchange = PTHREAD_MUTEX_INITIALIZER;

static inline unsigned mask(void) { return (unsigned)pthread_mutex_lock(&exchange); }

static inline void unmask(void) { (void)pthread_mutex_unlock(&exchange); }

#define TW_POST_MASK()      mask()
#define TW_POST_UNMASK(was) ((void)(was), unmask())
#endif
#include "hwheel.h"
#include "shards.h"

TW_SHARDS_OF(loops, hwheel)

enum { LOOPS = 2, TIMERS = 16 };

struct loop {
    struct loops_shard shard; /* first: ring() */
    pthread_t thread;
    int bell[2];
    struct tw_shard_timer end, beat;
    unsigned beats; /* plain, of the set's owner */
    bool ended;
};

struct object {
    struct tw_shard_timer timer;
    unsigned fired; /* plain, of the set's owner */
};

static struct loop loop[LOOPS];
static struct object shared[LOOPS][TIMERS];
static unsigned rounds = 300;
static unsigned long pulled;

static tw_tick now(void) {
    struct timespec t;

    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (tw_tick)t.tv_sec * 1000000 + (tw_tick)t.tv_nsec / 1000;
}

static void ring(struct tw_shard *s) {
    struct loop *l = (struct loop *)(void *)s;

    (void)!write(l->bell[1], "", 1); /* a full pipe rings, too */
}

static void pause_here(void) { (void)sched_yield(); }

static void fire(struct tw_node *n, tw_tick at) {
    assert(n->due <= at);
    TW_OF(n, struct object, timer.post.node)->fired++;
}

static void on_end(struct tw_node *n, tw_tick at) {
    (void)at;
    TW_OF(n, struct loop, end.post.node)->ended = true;
}

/* A timer of the loop itself, which asks the other loop. */
static void on_beat(struct tw_node *n, tw_tick at) {
    struct loop *l = TW_OF(n, struct loop, beat.post.node), *other = &loop[l == loop];
    struct loops_shard *me = loops_home(&l->beat);

    (void)loops_arm(me, &shared[other - loop][l->beats % TIMERS].timer, at + 100);
    (void)loops_arm(me, &shared[l - loop][l->beats % TIMERS].timer, at + 50);
    if (++l->beats < rounds)
        assert(loops_arm(me, &l->beat, at + 200) != TW_SHARD_NO);
}

static void *run(void *arg) {
    struct loop *l = (struct loop *)arg;
    struct loops_shard *me = &l->shard;
    struct pollfd fd = {.fd = l->bell[0], .events = POLLIN};
    bool ended = false;
    char bytes[64];

    while (!ended) {
        (void)poll(&fd, 1, loops_sleep_ms(me, now(), 1000));
        while (read(l->bell[0], bytes, sizeof bytes) > 0)
            ;
        me = loops_woken(&l->shard);
        (void)loops_turn(me, now());
        ended = me && l->ended;
    }
    return arg;
}

static void *meddle(void *arg) {
    unsigned i, k;

    for (i = 0; i < rounds; i++)
        for (k = 0; k < LOOPS; k++) {
            struct object *x = (struct object *)calloc(1, sizeof *x);

            loops_timer_init(&loop[k].shard, &x->timer, fire);
            (void)loops_arm(NULL, &x->timer, now() + i % 7 * 20);
            (void)loops_arm(NULL, &shared[k][i % TIMERS].timer, now() + i % 5 * 100);
            (void)loops_cancel(NULL, &shared[k][(i + 1) % TIMERS].timer);
            pulled += loops_pull(&loop[!k].shard, now()) > 0;
            assert(loops_cancel_and_wait(NULL, &x->timer, pause_here) == TW_SHARD_ASKED);
            assert(x->fired <= 1);
            free(x);
        }
    return arg;
}

static void begin(struct loop *l) {
    int i;

    assert(pipe(l->bell) == 0);
    for (i = 0; i < 2; i++)
        assert(fcntl(l->bell[i], F_SETFL, O_NONBLOCK) == 0);
    loops_init(&l->shard, now(), NULL, 0);
    l->shard.at.wake = ring;
    loops_timer_init(&l->shard, &l->end, on_end);
    loops_timer_init(&l->shard, &l->beat, on_beat);
    for (i = 0; i < TIMERS; i++)
        loops_timer_init(&l->shard, &shared[l - loop][i].timer, fire);
    assert(loops_arm(&l->shard, &l->beat, now() + 200) == TW_SHARD_DONE);
    tw_hand_over(&l->shard.set);
}

int main(int argc, char **argv) {
    pthread_t meddler;
    int i;

    if (argc > 1)
        rounds = (unsigned)strtoul(argv[1], NULL, 10);
    for (i = 0; i < LOOPS; i++)
        begin(&loop[i]);
    for (i = 0; i < LOOPS; i++)
        assert(pthread_create(&loop[i].thread, NULL, run, &loop[i]) == 0);
    assert(pthread_create(&meddler, NULL, meddle, NULL) == 0);
    assert(pthread_join(meddler, NULL) == 0);
    for (i = 0; i < LOOPS; i++) /* behind every beat */
        (void)loops_arm(NULL, &loop[i].end, now() + (tw_tick)rounds * 400 + 10000);
    for (i = 0; i < LOOPS; i++) {
        assert(pthread_join(loop[i].thread, NULL) == 0);
        printf("loop %d: %u beats\n", i, loop[i].beats);
    }
    printf("%lu pulls fired\n", pulled);
    return 0;
}
