/* SPDX-License-Identifier: MIT-0 */
/* loops - event loops, one a thread, each with timers of its own (shards.h). A session
   lives in one loop, which arms it without a lock. Other threads ask the loop, whose bell,
   an eventfd, wakes it if it sleeps. The bells stay open until all threads are joined: a
   sender may be about to ring. What is asked after the last round of a loop is lost. */
#define _POSIX_C_SOURCE 200809L
#include <tw/hwheel.h>
#include <tw/shards.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

TW_SHARDS_OF(loops, hwheel)

enum { LOOPS = 4, SESSIONS = 40, ROUNDS = 50, PERIOD = 10000, TIMEOUT = 40000 };

struct loop {
    struct loops_shard shard; /* first: ring() finds the loop by it */
    struct tw_shard_timer work;
    unsigned round, turns, fired;
    int bell;
};
static struct loop loop[LOOPS];
static struct tw_shard_timer session[SESSIONS];

/* A tick is a microsecond. */
static tw_tick now_us(void) {
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (tw_tick)t.tv_sec * 1000000 + (tw_tick)t.tv_nsec / 1000;
}

/* One of ten sessions has sent something, and one in fifty has ended. */
static void round_of(struct loops_shard *me, unsigned round) {
    for (unsigned i = round % 10; i < SESSIONS; i += 10)
        (void)((round + i) % 50 ? loops_arm(me, &session[i], now_us() + TIMEOUT)
                                : loops_cancel(me, &session[i]));
}

static void on_work(struct tw_node *n, tw_tick now) {
    struct loop *l = TW_OF(n, struct loop, work.post.node);

    round_of(&l->shard, l->round);
    if (++l->round < ROUNDS)
        loops_arm(&l->shard, &l->work, tw_forward(n->due, PERIOD, now, NULL));
}

static void on_timeout(struct tw_node *n, tw_tick now) { (void)n, (void)now; }

static void ring(struct tw_shard *s) {
    (void)!write(((struct loop *)(void *)s)->bell, &(uint64_t){1}, 8);
}

static void loop_init(struct loop *l, tw_fn *work) {
    loops_init(&l->shard, now_us(), NULL, 0);
    l->shard.at.wake = ring;
    loops_timer_init(&l->shard, &l->work, work);
    loops_arm(&l->shard, &l->work, now_us() + PERIOD);
    tw_hand_over(&l->shard.set); /* for -DTW_DEBUG: from here on a thread owns the set */
    l->bell = eventfd(0, EFD_CLOEXEC);
}

static void *loop_run(void *arg) {
    struct loop *l = (struct loop *)arg;
    struct pollfd fd = {l->bell, POLLIN, 0}; /* and your sockets */
    uint64_t rings;

    for (; l->round < ROUNDS || loops_set_count(&l->shard.set) > 0; l->turns++) {
        if (poll(&fd, 1, loops_sleep_ms(&l->shard, now_us(), 1000)) > 0)
            (void)!read(l->bell, &rings, sizeof rings);
        (void)loops_woken(&l->shard); /* never NULL: nobody pulls here */
        l->fired += (unsigned)loops_turn(&l->shard, now_us());
    }
    return NULL;
}

int main(void) {
    pthread_t thread[LOOPS];
    unsigned i;

    for (i = 0; i < LOOPS; i++)
        loop_init(&loop[i], on_work);
    for (i = 0; i < SESSIONS; i++)
        loops_timer_init(&loop[i % LOOPS].shard, &session[i], on_timeout);
    for (i = 0; i < LOOPS; i++)
        if (loop[i].bell < 0 || pthread_create(&thread[i], NULL, loop_run, &loop[i]) != 0)
            return 1;
    for (i = 0; i < ROUNDS; i++, nanosleep(&(struct timespec){0, PERIOD * 1000}, NULL))
        round_of(NULL, i);
    for (i = 0; i < LOOPS; i++) {
        pthread_join(thread[i], NULL);
        printf("loop %u: %u turns, %u fired\n", i, loop[i].turns, loop[i].fired);
    }
    return 0;
}
