/* SPDX-License-Identifier: MIT-0 */
/* loops_test LOOPS SESSIONS: the loops of examples/threads/loops.c, with a load of our
   own: each loop and the main thread send to so many sessions, which live in all loops.

   Each sender notes what it asked of a session and when the call had returned, each home
   what fired and when the drain before it began. The two notes tell what had to fire,
   what must not, and what was a fair race: nothing early, nothing lost, nothing twice,
   and nothing stale, that is fired although a cancel or a move had been sent before the
   drain. A ring belongs to a drain that found a post, and no two rings to the same one.
   There may be fewer rings than such drains: nobody rings for a loop that is awake. No
   loop wakes by its bell more often than it was rung; none sleeps for ever.

   The last request of each sender to each loop is a farewell. A loop ends when it has had
   all of them, and nothing is armed: then nothing that was asked is lost. */
#define _POSIX_C_SOURCE 200809L
#undef NDEBUG
#include "hwheel.h"
#include "shards.h"
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

static unsigned long rung, woken, drained, drains; /* by all */
static __thread tw_tick turn; /* when the loop of this thread has looked for rings last */

static tw_tick test_now(void) {
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (tw_tick)t.tv_sec * 1000000 + (tw_tick)t.tv_nsec / 1000;
}

static int noted_poll(struct pollfd *fds, nfds_t n, int timeout) {
    const int found = poll(fds, n, timeout);

    if (found > 0)
        __atomic_fetch_add(&woken, 1, __ATOMIC_RELAXED);
    turn = test_now();
    return found;
}

static ssize_t noted_read(int fd, void *rings, size_t n) {
    const ssize_t got = read(fd, rings, n);

    turn = test_now();
    return got;
}

static ssize_t noted_write(int fd, const void *ring, size_t n) {
    __atomic_fetch_add(&rung, 1, __ATOMIC_RELAXED);
    return write(fd, ring, n);
}

static size_t noted_drain(struct tw_posts *q, void *t, tw__post_apply_fn *apply,
                          tw_post_fn *refused) {
    const size_t posts = tw__posts_drain(q, t, apply, refused);

    __atomic_fetch_add(&drained, posts, __ATOMIC_RELAXED);
    __atomic_fetch_add(&drains, posts > 0, __ATOMIC_RELAXED);
    return posts;
}

#define poll            noted_poll
#define read            noted_read
#define write           noted_write
#define tw__posts_drain noted_drain /* of the sets that are made from here on */
#define main            loops_main
#include "../../examples/threads/loops.c"
#undef main
#undef write

enum {
    MOST_LOOPS = 64,
    ASKS = 4,
    TEST_ROUNDS = 60,
    TEST_PERIOD = 5000,
    LONGEST = 40000,
    BUSY = 15000,
    PATIENCE_S = 300
};

#define CANCEL TW_TICK_MAX

struct watched {
    struct tw_shard_timer session;
    unsigned asks, firings;

    struct asked {
        tw_tick due, sent; /* due 0: a cancel, else due % ASKS is the place here */
    } ask[ASKS];           /* its sender's */

    struct fired {
        tw_tick due, turn, at;
    } fired[ASKS]; /* its home's */
};

struct sender {
    struct watched *watched;   /* those it sends to, and behind them a farewell to each loop */
    struct loops_shard *me;    /* NULL: the main thread */
    unsigned round, farewells; /* farewells to this loop */
    uint32_t random;
};

static unsigned loops, sessions;
static struct loop home[MOST_LOOPS];
static struct sender sender[MOST_LOOPS + 1]; /* the last is the main thread */

static struct { unsigned long sent, fired, early, stale, twice, lost; } sum;

static void pause_us(long us) {
    const struct timespec t = {0, us * 1000};

    (void)nanosleep(&t, NULL);
}

/* ---- Who sends. */

/* Asks the home of x to arm it for so many us from now, to move it there, or to cancel
   it. */
static void ask(struct loops_shard *me, struct watched *x, tw_tick us) {
    const tw_tick due = us == CANCEL ? 0 : (now_us() + us) / ASKS * ASKS + x->asks;

    (void)(due ? loops_arm(me, &x->session, due) : loops_cancel(me, &x->session));
    x->ask[x->asks].due = due;
    x->ask[x->asks++].sent = now_us();
}

static unsigned any(struct sender *s, unsigned n) {
    s->random = s->random * 1664525u + 1013904223u;
    return (s->random >> 8) % n;
}

/* Asks something of some sessions, for less than so many us ahead. False: that was the
   last round. */
static bool ask_round(struct sender *s, unsigned longest) {
    for (unsigned i = 0; i <= sessions * ASKS / TEST_ROUNDS; i++) {
        struct watched *x = &s->watched[any(s, sessions)];

        if (x->asks < ASKS)
            ask(s->me, x, x->asks && any(s, 4) == 0 ? CANCEL : any(s, longest));
    }
    return ++s->round < TEST_ROUNDS;
}

static void say_farewell(struct sender *s) {
    for (unsigned i = 0; i < loops; i++)
        ask(s->me, &s->watched[sessions + i], 0);
}

/* ---- What the loops call. */

static void on_watched(struct tw_node *n, tw_tick now) {
    struct watched *x = TW_OF(n, struct watched, session.post.node);
    struct fired *f = &x->fired[x->firings++ % ASKS];

    (void)now;
    f->due = n->due;
    f->turn = turn;
    f->at = now_us();
}

static void on_watched_farewell(struct tw_node *n, tw_tick now) {
    struct loop *l = (struct loop *)(void *)loops_home(TW_SHARD_TIMER_OF(n));

    if (++sender[l - home].farewells == loops + 1)
        l->round = ROUNDS;
    on_watched(n, now);
}

/* Now and then the loop is busy, and late for what is asked meanwhile. */
static void on_load(struct tw_node *n, tw_tick now) {
    struct loop *l = TW_OF(n, struct loop, work.post.node);
    struct sender *s = &sender[l - home];

    if ((s->round + (unsigned)(l - home)) % 8 == 0)
        pause_us(BUSY);
    if (ask_round(s, LONGEST))
        (void)loops_arm(s->me, &l->work, tw_forward(n->due, TEST_PERIOD, now, NULL));
    else
        say_farewell(s);
}

/* ---- The end. */

/* Compares what was asked of x with what fired. Twice: an ask fired again, or nobody had
   asked. */
static void check(const struct watched *x) {
    bool done[ASKS] = {false};

    sum.sent += x->asks;
    sum.fired += x->firings;
    sum.twice += x->firings > x->asks;
    for (unsigned i = 0; i < x->firings && i < ASKS; i++) {
        const tw_tick due = x->fired[i].due;
        const unsigned a = (unsigned)(due % ASKS);
        bool stale = false;

        for (unsigned k = a + 1; k < x->asks; k++)
            stale = stale || x->ask[k].sent < x->fired[i].turn;
        sum.stale += stale;
        sum.twice += done[a] || x->ask[a].due != due;
        sum.early += x->fired[i].at < due;
        done[a] = true;
    }
    sum.lost += x->asks > 0 && x->ask[x->asks - 1].due && !done[x->asks - 1];
}

static void on_alarm(int number) {
    static const char text[] = "FAILED: a loop sleeps though it was called\n";

    (void)number, (void)!write(2, text, sizeof text - 1);
    _exit(1);
}

static void prepare(struct watched *watched) {
    for (unsigned i = 0; i < loops; i++) {
        loop_init(&home[i], on_load);
        assert(home[i].bell >= 0);
        sender[i].me = &home[i].shard;
    }
    for (unsigned i = 0; i <= loops; i++) {
        sender[i].random = i;
        sender[i].watched = watched + i * (sessions + loops);
        for (unsigned k = 0; k < sessions + loops; k++)
            loops_timer_init(&home[(k < sessions ? k : k - sessions) % loops].shard,
                             &sender[i].watched[k].session,
                             k < sessions ? on_watched : on_watched_farewell);
    }
}

static void send_from_main(struct sender *s) {
    while (s->round < TEST_ROUNDS / 2) {
        pause_us(TEST_PERIOD);
        ask_round(s, LONGEST);
    }
    /* by now they sleep without a deadline ... */
    pause_us(TEST_ROUNDS / 2 * TEST_PERIOD + 4 * LONGEST);
    /* ... and have none by this: only the ring wakes them */
    while (ask_round(s, 1))
        pause_us(TEST_PERIOD / 8);
    say_farewell(s);
}

int main(int argc, char **argv) {
    unsigned long fired = 0;
    pthread_t thread[MOST_LOOPS];
    struct watched *watched;
    unsigned i, count;

    assert(argc == 3);
    loops = (unsigned)strtoul(argv[1], NULL, 10);
    sessions = (unsigned)strtoul(argv[2], NULL, 10);
    count = (loops + 1) * (sessions + loops);
    assert(loops <= MOST_LOOPS &&
           (watched = (struct watched *)calloc(count, sizeof *watched)) != NULL);
    prepare(watched);
    signal(SIGALRM, on_alarm);
    alarm(PATIENCE_S);
    for (i = 0; i < loops; i++)
        assert(pthread_create(&thread[i], NULL, loop_run, &home[i]) == 0);
    send_from_main(&sender[loops]);
    for (i = 0; i < loops; i++) {
        assert(pthread_join(thread[i], NULL) == 0);
        assert(home[i].fired > 0);
        fired += home[i].fired;
    }
    for (i = 0; i < count; i++)
        check(&watched[i]);
    free(watched);
    printf("%lu asks, %lu posts in %lu drains, %lu rings, %lu wake-ups, %lu fired\n", sum.sent,
           drained, drains, rung, woken, sum.fired);
    printf("%lu early, %lu stale, %lu twice, %lu lost\n", sum.early, sum.stale, sum.twice,
           sum.lost);
    assert(sum.early + sum.stale + sum.twice + sum.lost == 0);
    assert(0 < rung && rung <= drains && woken <= rung);
    assert(drains <= drained && drained <= sum.sent && sum.fired <= sum.sent);
    assert(fired == sum.fired + loops * TEST_ROUNDS);
    return 0;
}
