/* SPDX-License-Identifier: MIT-0 */
/* delayqueue.h with real threads for some seconds: takers of every kind put what they took again, meddlers move and
   cancel whatever they like, and one thread frees nodes right after cancel() returned true. Each object has one owner
   at a time and is written without a lock by that one: two owners are seen here, and by a race detector. At the end
   each object is found once.

       delayqueue_threads [SECONDS [OBJECTS]] */
#define _POSIX_C_SOURCE 200809L
#undef NDEBUG
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(HELGRIND) /* delayqueue_helgrind.supp names the one place that signals, and says why */
__attribute__((noinline)) static void signal_after_unlock(pthread_cond_t *c, int (*send)(pthread_cond_t *)) {
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

enum { MOST = 1000, FLYING = 1 << 16, MICROSECOND = 1000, AHEAD = 2000 * MICROSECOND, LATENESS = 40 };

struct object {
    struct tw_node node;
    int held;    /* by a thread, not the queue */
    bool flying; /* of the thread that frees */
    unsigned long takes;
};

struct worker {
    pthread_t thread;
    unsigned long random, taken, done;
    unsigned long late[LATENESS]; /* by powers of two of nanoseconds */
    struct object *keeps[MOST];
    size_t kept;
};

static struct tw_delayqueue q;
static struct object object[MOST];
static size_t objects = MOST;
static struct object *flown[FLYING];
static tw_tick end;

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

/* To the end, or until so many were taken before they could be cancelled that it keeps enough of them. */
static void *freer(void *p) {
    struct worker *w = p;

    while (w->kept < FLYING && tw_delayqueue_now(&q) < end) {
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

/* The last two are looked at by place. */
static void *(*const roles[])(void *) = {taker, taker, taker, hasty, batcher, meddler, freer};
enum { WORKERS = sizeof roles / sizeof roles[0], MEDDLER = WORKERS - 2, FREER };

/* Each object is with one worker or in the rest, once. */
static void finish(const char *name, struct worker *w, struct tw_node *rest) {
    unsigned long taken = 0, late[LATENESS] = {0}, seen = 0, never = 0;
    size_t i, k, found = 0;
    int bit = 0;

    for (i = 0; i < FREER; i++) {
        taken += w[i].taken;
        found += w[i].kept;
        for (k = 0; k < w[i].kept; k++)
            assert(w[i].keeps[k]->held++ == 1);
        for (k = 0; k < LATENESS; k++)
            late[k] += w[i].late[k];
    }
    for (; rest; rest = rest->u.list.next) {
        struct object *x = TW_OF(rest, struct object, node);
        if (x->flying)
            continue;
        hold(x);
        x->held++;
        found++;
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
    printf("%s: %lu taken, %lu moved or cancelled, %lu freed after cancel, %lu objects never taken, half less than "
           "%llu us late\n",
           name, taken, w[MEDDLER].done, w[FREER].done, never, (1ull << bit) / MICROSECOND);
    assert(taken > 0);
}

static void soak(const struct tw_ops *ops, void *in, void *room, size_t n, tw_tick length) {
    struct worker *w = calloc(WORKERS, sizeof *w);
    const struct timespec nap = {0, 1000000};
    struct tw_node *rest;
    size_t i;

    assert(w && tw_delayqueue_init(&q, ops, in, room, n));
    memset(object, 0, sizeof object);
    end = tw_delayqueue_now(&q) + length;
    for (i = 0; i < objects; i++)
        assert(tw_delayqueue_put(&q, &object[i].node, tw_delayqueue_now(&q) + i * MICROSECOND));
    for (i = 0; i < WORKERS; i++) {
        w[i].random = i + 1;
        assert(pthread_create(&w[i].thread, NULL, roles[i], &w[i]) == 0);
    }
    assert(pthread_join(w[FREER].thread, NULL) == 0);
    while (tw_delayqueue_now(&q) < end)
        (void)nanosleep(&nap, NULL);
    tw_delayqueue_close(&q);
    for (i = 0; i < FREER; i++)
        assert(pthread_join(w[i].thread, NULL) == 0);

    assert(tw_delayqueue_check(&q));
    rest = tw_delayqueue_drain(&q);
    assert(tw_delayqueue_count(&q) == 0 && tw_delayqueue_destroy(&q));
    finish(ops->name, w, rest);
    free(w);
}

int main(int argc, char **argv) {
    const tw_tick length = (tw_tick)((argc > 1 ? strtod(argv[1], NULL) : 2) * 1e9 / 2);
    static TW_HEAP4_ARRAY(room, MOST + FLYING);
    struct tw_heap4 heap;
    struct tw_hwheel wheel;

    if (argc > 2)
        objects = strtoul(argv[2], NULL, 10);
    assert(objects > 0 && objects <= MOST);
    soak(&tw_heap4_ops, &heap, room, MOST + FLYING, length);
    soak(&tw_hwheel_ops, &wheel, NULL, 0, length);
    return 0;
}
