/* SPDX-License-Identifier: MIT-0 */
/* delayqueue.h with real threads for some seconds, and until each has done its work some
   times: takers of every kind put what they took again, a meddler moves and cancels
   whatever it likes, one thread frees nodes right after cancel() returned true, and one
   counts, checks, and drains all now and then. Each object has one owner at a time and is
   written without a lock by that one: two owners are seen here, and by a race detector.
   At the end each object is found once.

   How late a node comes is told, and no bound is asserted, since a busy machine breaks
   every one. What makes it late is asserted instead, whenever a thread goes to sleep: the
   leader sleeps for no later tick than the earliest one, and a follower only if there is
   a leader or nothing to watch.

   Then a loop leads that sleeps by itself, as in epoll_wait(): the threads that put and
   move ring when they are told that their node comes first. Each waits for its node
   before the next, and the loop would sleep for an hour: one word that is not said stops
   the program, until the alarm ends it.

       delayqueue_threads [SECONDS [OBJECTS [TIMES]]] */
#define _POSIX_C_SOURCE 200809L
#undef NDEBUG
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(TW_DQ_C11)
#include <threads.h>
#endif
static void goes_to_sleep(const void *condition); /* with the lock held */
#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#define SleepConditionVariableSRW(c, m, ms, flags) \
    (goes_to_sleep(c), SleepConditionVariableSRW(c, m, ms, flags))
/* the script has a time limit */
#define alarm(seconds) ((void)(seconds))
#else
#define pthread_cond_wait(c, m)         (goes_to_sleep(c), pthread_cond_wait(c, m))
#define pthread_cond_timedwait(c, m, t) (goes_to_sleep(c), pthread_cond_timedwait(c, m, t))
#define cnd_wait(c, m)                  (goes_to_sleep(c), cnd_wait(c, m))
#define cnd_timedwait(c, m, t)          (goes_to_sleep(c), cnd_timedwait(c, m, t))
#endif
#if defined(MACOS)
#include "macos.h" /* whose stand-in for Apple's call goes to sleep as above */
#endif
#if defined(HELGRIND) /* delayqueue_helgrind.supp names the one place that signals, and says why */
__attribute__((noinline)) static void signal_after_unlock(pthread_cond_t *c,
                                                          int (*send)(pthread_cond_t *)) {
    const int error = send(c);

    assert(error == 0); /* behind the call: so it is no jump, and helgrind sees who called */
}

#define pthread_cond_signal(c)    signal_after_unlock(c, pthread_cond_signal)
#define pthread_cond_broadcast(c) signal_after_unlock(c, pthread_cond_broadcast)
#endif
#define TW_STATIC
#define TW_IMPLEMENTATION
#include "heap4.h"
#include "hwheel.h"
#include "delayqueue.h"

enum {
    MOST = 1000,
    FLYING = 1 << 16,
    MICROSECOND = 1000,
    AHEAD = 2000 * MICROSECOND,
    LATENESS = 40
};

struct object {
    struct tw_node node;
    int held;    /* by a thread, not the queue */
    bool flying; /* of the thread that frees */
    unsigned long takes;
};

struct worker {
    pthread_t thread;
    unsigned long random, taken, done;
    pthread_mutex_t lock; /* of these, between this worker and main alone: it orders nothing else */
    unsigned long turns;
    bool stop;
    unsigned long late[LATENESS]; /* by powers of two of nanoseconds */
    struct object *keeps[MOST];
    size_t kept;
};

static struct tw_delayqueue q;
static struct object object[MOST];
static size_t objects = MOST;
static unsigned long least = 20; /* turns of each worker */
static struct object *flown[FLYING];
static unsigned long sleeps; /* under the queue's lock, as goes_to_sleep() is called */

static void goes_to_sleep(const void *condition) {
    tw_tick head = 0;
    const bool any = tw__timers_next(&q.dq.clock, q.in, q.ops, &head);

    if (condition == &q.dq.lead)
        assert(any && q.dq.leads && q.dq.until <= head);
    else
        assert(condition == &q.dq.follow && (q.dq.leads || !any));
    sleeps++;
}

static unsigned long slept(void) {
    unsigned long n;

    TW_DQ_LOCK(&q.dq.lock);
    n = sleeps;
    TW_DQ_UNLOCK(&q.dq.lock);
    return n;
}

/* One turn more. False: the worker shall stop. */
static bool turned(struct worker *w) {
    bool stop;

    pthread_mutex_lock(&w->lock);
    w->turns++;
    stop = w->stop;
    pthread_mutex_unlock(&w->lock);
    return !stop;
}

static bool has_worked(struct worker *w) {
    bool enough;

    pthread_mutex_lock(&w->lock);
    enough = w->turns >= least;
    pthread_mutex_unlock(&w->lock);
    return enough;
}

static unsigned long draw(void *p, unsigned long below) {
    struct worker *w = p;

    w->random = (w->random * 1103515245u + 12345u) & 0x7FFFFFFFu;
    return (w->random >> 8) % below;
}

static void hold(struct object *x) {
    assert(x->held == 0 && tw_idle(&x->node)); /* nothing twice */
    x->held = 1;
}

static void back(struct worker *w, struct object *x) {
    x->held = 0;
    if (!x->flying && !tw_delayqueue_put(&q, &x->node, tw_delayqueue_now(&q) + draw(w, AHEAD))) {
        x->held = 1;
        w->keeps[w->kept++] = x;
    }
}

static void got(struct worker *w, struct tw_node *n) {
    const tw_tick now = tw_delayqueue_now(&q);
    tw_tick late;
    int bit = 0;

    assert(now >= n->due); /* nothing early */
    for (late = now - n->due; late; late >>= 1)
        bit++;
    w->late[bit < LATENESS ? bit : LATENESS - 1]++;
    hold(TW_OF(n, struct object, node));
    TW_OF(n, struct object, node)->takes++;
    w->taken++;
    (void)turned(w);
    back(w, TW_OF(n, struct object, node));
}

static void *taker(void *p) {
    struct tw_node *n;

    while ((n = tw_delayqueue_take(&q, TW_FOREVER)) != NULL)
        got(p, n);
    return p;
}

static void *hasty(void *p) {
    struct tw_node *n;

    do {
        const tw_tick until = tw_delayqueue_now(&q) + draw(p, 50 * MICROSECOND);
        n = tw_delayqueue_take(&q, until);
        if (n)
            got(p, n);
        else
            assert(tw_delayqueue_now(&q) >= until || tw_delayqueue_closed(&q));
    } while (n || !tw_delayqueue_closed(&q));
    return p;
}

static void *batcher(void *p) {
    struct tw_node *out[8];
    size_t n, i;

    while ((n = tw_delayqueue_take_batch(&q, out, 8, TW_FOREVER)) != 0)
        for (i = 0; i < n; i++)
            got(p, out[i]);
    return p;
}

static void *meddler(void *p) {
    struct worker *w = p;

    while (!tw_delayqueue_closed(&q)) {
        struct object *x = &object[draw(w, objects)];
        (void)turned(w);
        if (draw(w, 2)) {
            w->done += tw_delayqueue_move(&q, &x->node, tw_delayqueue_now(&q) + draw(w, AHEAD));
        } else if (tw_delayqueue_cancel(&q, &x->node)) {
            w->done++;
            hold(x);
            back(w, x);
        }
    }
    return p;
}

/* To the end, or until so many were taken before they could be cancelled that it keeps
   enough of them. */
static void *freer(void *p) {
    struct worker *w = p;

    while (w->kept < FLYING && turned(w)) {
        struct object *x = calloc(1, sizeof *x);
        assert(x);
        x->flying = true;
        assert(tw_delayqueue_put(&q, &x->node, tw_delayqueue_now(&q) + draw(w, 20 * MICROSECOND)));
        if (tw_delayqueue_cancel(&q, &x->node)) {
            free(x);
            w->done++;
        } else {
            flown[w->kept++] = x;
        }
    }
    return p;
}

static struct worker *looks; /* the one looker */

static void put_back(struct tw_node *n, tw_tick now) {
    (void)now;
    hold(TW_OF(n, struct object, node));
    back(looks, TW_OF(n, struct object, node));
}

static void *looker(void *p) {
    const struct timespec nap = {0, 100 * MICROSECOND};
    struct worker *w = looks = p;
    tw_tick due;

    while (!tw_delayqueue_closed(&q)) {
        assert(tw_delayqueue_count(&q) <= objects + FLYING && !tw_delayqueue_check(&q));
        w->done += tw_delayqueue_next(&q, &due);
        w->done += tw_delayqueue_peek(&q) != NULL;
        if (draw(w, 20) == 0)
            (void)tw_delayqueue_clear_with(&q, put_back);
        (void)turned(w);
        (void)nanosleep(&nap, NULL);
    }
    return p;
}

/* The first ones sleep until something is put; the last two are looked at by place. */
static void *(*const roles[])(void *) = {taker, taker,  taker,   batcher,
                                         hasty, looker, meddler, freer};

enum { WORKERS = sizeof roles / sizeof roles[0], SLEEPERS = 4, MEDDLER = WORKERS - 2, FREER };

/* Each object is with one worker or was in the queue at the end, once. */
static size_t at_the_end;

static void is_left(struct tw_node *n, tw_tick now) {
    struct object *x = TW_OF(n, struct object, node);

    (void)now;
    if (!x->flying) {
        hold(x);
        x->held++;
        at_the_end++;
    }
}

static void finish(const char *name, struct worker *w) {
    unsigned long taken = 0, late[LATENESS] = {0}, seen = 0, never = 0;
    size_t i, k, found = at_the_end;
    int bit = 0;

    for (i = 0; i < FREER; i++) {
        taken += w[i].taken;
        found += w[i].kept;
        for (k = 0; k < w[i].kept; k++)
            assert(w[i].keeps[k]->held++ == 1);
        for (k = 0; k < LATENESS; k++)
            late[k] += w[i].late[k];
    }
    assert(found == objects); /* nothing lost */
    for (i = 0; i < objects; i++) {
        assert(object[i].held == 2);
        never += object[i].takes == 0;
    }
    for (i = 0; i < w[FREER].kept; i++)
        free(flown[i]);
    while (bit < LATENESS - 1 && (seen += late[bit]) * 2 < taken)
        bit++;
    printf("%s: %lu taken, %lu moved or cancelled, %lu freed after cancel, %lu sleeps, %lu "
           "objects never taken, half less than %llu us late\n",
           name, taken, w[MEDDLER].done, w[FREER].done, sleeps, never, (1ull << bit) / MICROSECOND);
}

static void begin(struct worker *w, int first, int last) {
    int i;

    for (i = first; i < last; i++) {
        w[i].random = (unsigned long)i + 1;
        assert(pthread_mutex_init(&w[i].lock, NULL) == 0);
        assert(pthread_create(&w[i].thread, NULL, roles[i], &w[i]) == 0);
    }
}

static void soak(const struct tw_ops *ops, void *in, void *room, size_t n, tw_tick length) {
    struct worker *w = calloc(WORKERS, sizeof *w);
    const struct timespec nap = {0, 1000000};
    tw_tick end;
    size_t i;

    assert(w && tw_delayqueue_init(&q, ops, in, room, n));
    memset(object, 0, sizeof object);
    sleeps = 0;
    begin(w, 0, SLEEPERS);
    while (slept() < SLEEPERS) /* so that each kind of sleep happens, however slow the machine is */
        (void)nanosleep(&nap, NULL);
    for (i = 0; i < objects; i++)
        assert(tw_delayqueue_put(&q, &object[i].node,
                                 tw_delayqueue_now(&q) + AHEAD + i * MICROSECOND));
    begin(w, SLEEPERS, WORKERS);

    end = tw_delayqueue_now(&q) + length;
    for (i = 0; i < WORKERS; i++)
        while (tw_delayqueue_now(&q) < end || !has_worked(&w[i]))
            (void)nanosleep(&nap, NULL);
    pthread_mutex_lock(&w[FREER].lock);
    w[FREER].stop = true;
    pthread_mutex_unlock(&w[FREER].lock);
    assert(pthread_join(w[FREER].thread, NULL) == 0);
    tw_delayqueue_close(&q);
    for (i = 0; i < FREER; i++)
        assert(pthread_join(w[i].thread, NULL) == 0);

    assert(!tw_delayqueue_check(&q));
    at_the_end = 0;
    (void)tw_delayqueue_clear_with(&q, is_left);
    assert(tw_delayqueue_count(&q) == 0 && tw_delayqueue_destroy(&q));
    finish(ops->name, w);
    free(w);
}

/* The loop's bell, and what it has taken of each teller. The conditions in parentheses
   are none of the queue's. */
enum { TELLERS = 4, HOUR = 3600 };

static struct bell {
    pthread_mutex_t lock;
    pthread_cond_t rings, taken;
    bool rung;
    unsigned long turn[TELLERS];
} bell = {
    PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, false, {0}};
static struct tw_node told[TELLERS];
static unsigned long words, nights;

static void ring(void) {
    pthread_mutex_lock(&bell.lock);
    bell.rung = true;
    words++;
    (pthread_cond_signal)(&bell.rings);
    pthread_mutex_unlock(&bell.lock);
}

/* Puts for an hour ahead and moves it to now, or puts for now at once, and waits until
   the loop has taken it. */
static void *teller(void *p) {
    struct tw_node *n = p;
    const size_t i = (size_t)(n - told);
    unsigned long turn;
    bool earliest;

    for (turn = 0; turn < 20 * least; turn++) {
        if (turn % 2) {
            assert(tw_delayqueue_put_earliest(
                &q, n, tw_delayqueue_now(&q) + HOUR * (tw_tick)1000000000, &earliest));
            if (earliest)
                ring();
            assert(tw_delayqueue_move_earliest(&q, n, turn % 4 ? 0 : tw_delayqueue_now(&q),
                                               &earliest));
        } else {
            assert(
                tw_delayqueue_put_earliest(&q, n, turn % 4 ? 0 : tw_delayqueue_now(&q), &earliest));
        }
        if (earliest)
            ring();
        pthread_mutex_lock(&bell.lock);
        while (bell.turn[i] == turn)
            (pthread_cond_wait)(&bell.taken, &bell.lock);
        pthread_mutex_unlock(&bell.lock);
    }
    return p;
}

/* Takes what is due, and sleeps: until the bell rings, or until the earliest deadline if
   that is near. */
static void loop_until(unsigned long all) {
    unsigned long taken = 0;
    struct tw_node *n;
    tw_tick due, now;

    while (taken < all) {
        pthread_mutex_lock(&bell.lock);
        bell.rung = false;
        pthread_mutex_unlock(&bell.lock);
        for (; (n = tw_delayqueue_try_take(&q)) != NULL; taken++) {
            pthread_mutex_lock(&bell.lock);
            bell.turn[n - told]++;
            (pthread_cond_broadcast)(&bell.taken);
            pthread_mutex_unlock(&bell.lock);
        }
        now = tw_delayqueue_now(&q);
        if (taken == all ||
            (tw_delayqueue_next(&q, &due) && due <= now + HOUR / 2 * (tw_tick)1000000000))
            continue;
        pthread_mutex_lock(&bell.lock);
        nights += !bell.rung;
        while (!bell.rung)
            (pthread_cond_wait)(&bell.rings, &bell.lock);
        pthread_mutex_unlock(&bell.lock);
    }
}

static void led_by_a_loop(const struct tw_ops *ops, void *in, void *room, size_t n) {
    pthread_t thread[TELLERS];
    size_t i;

    assert(tw_delayqueue_init(&q, ops, in, room, n));
    words = nights = 0;
    memset(bell.turn, 0, sizeof bell.turn);
    for (i = 0; i < TELLERS; i++)
        assert(pthread_create(&thread[i], NULL, teller, &told[i]) == 0);
    loop_until(TELLERS * 20 * least);
    for (i = 0; i < TELLERS; i++)
        assert(pthread_join(thread[i], NULL) == 0);
    assert(!tw_delayqueue_peek(&q) && tw_delayqueue_destroy(&q));
    printf("%s: a loop was told %lu words and slept %lu times\n", ops->name, words, nights);
    assert(words > 0 && words <= 2 * TELLERS * 20 * least);
}

int main(int argc, char **argv) {
    const tw_tick length = (tw_tick)((argc > 1 ? strtod(argv[1], NULL) : 2) * 1e9 / 2);
    static TW_HEAP4_ARRAY(room, MOST + FLYING);
    struct tw_heap4 heap;
    struct tw_hwheel wheel;

    if (argc > 2)
        objects = strtoul(argv[2], NULL, 10);
    if (argc > 3)
        least = strtoul(argv[3], NULL, 10);
    assert(objects > 0 && objects <= MOST);
    soak(&tw_heap4_ops, &heap, room, MOST + FLYING, length);
    soak(&tw_hwheel_ops, &wheel, NULL, 0, length);
    (void)alarm(600);
    led_by_a_loop(&tw_heap4_ops, &heap, room, MOST + FLYING);
    led_by_a_loop(&tw_hwheel_ops, &wheel, NULL, 0);
    return 0;
}
