/* SPDX-License-Identifier: MIT-0 */
/* post.h with real threads for some seconds, and until enough has fired. Each sender has
   objects of its own, which it fills in without a lock, arms once and gets back when they
   have fired; and all of them meddle with the same few posts, two senders in one at a
   time. One thread owns the set, and sleeps in poll() until a deadline or a byte in a
   pipe. Nothing fires early, every object fires as often as it was armed with what was
   written into it, and each time that there was something to drain the owner was told
   once.

       post_threads [SECONDS] */
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
#include "hwheel.h"
#include "post.h"

TW_TIMERS_OF(timers, hwheel)
TW_POSTS_OF(timers)

enum { SENDERS = 3, OBJECTS = 16, SHARED = 4, AHEAD = 2000, ENOUGH = 100 };

struct object {
    struct tw_post post;
    unsigned long filled, seen; /* by its sender, by the owner */
    int away;                   /* from arming to firing */
};

struct sender {
    pthread_t thread;
    unsigned long random, armed, meddled, told;
    struct object object[OBJECTS];
};

static struct timers set;
static struct tw_posts inbox;
static struct sender sender[SENDERS];
static struct tw_post shared[SHARED];
static unsigned long fired, shared_fired, drains;
static int bell[2];
static int stop;   /* the senders; then, when they have ended, the owner */
static int enough; /* has fired, of each kind */

/* Microseconds. */
static tw_tick now(void) {
    struct timespec t;

    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (tw_tick)t.tv_sec * 1000000 + (tw_tick)t.tv_nsec / 1000;
}

static unsigned long draw(struct sender *s, unsigned long below) {
    s->random = (s->random * 1103515245u + 12345u) & 0x7FFFFFFFu;
    return (s->random >> 8) % below;
}

static void wake(struct sender *s, bool tell) {
    const char byte = 0;

    if (tell) {
        s->told++;
        assert(write(bell[1], &byte, 1) == 1);
    }
}

static void fire(struct tw_node *n, tw_tick at) {
    struct object *x = TW_OF(n, struct object, post.node);

    assert(n->due <= at);
    assert(x->filled == x->seen + 1);
    x->seen++;
    fired++;
    __atomic_store_n(&x->away, 0, __ATOMIC_RELEASE);
}

static void fire_shared(struct tw_node *n, tw_tick at) {
    assert(n->due <= at);
    shared_fired++;
}

static void *send(void *p) {
    struct sender *s = p;

    while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {
        struct object *x = &s->object[draw(s, OBJECTS)];
        struct tw_post *other = &shared[draw(s, SHARED)];

        if (!__atomic_load_n(&x->away, __ATOMIC_ACQUIRE)) {
            x->filled++;
            __atomic_store_n(&x->away, 1, __ATOMIC_RELAXED);
            s->armed++;
            wake(s, tw_post_arm(&inbox, &x->post, now() + draw(s, AHEAD)));
        }
        s->meddled++;
        wake(s, draw(s, 4) ? tw_post_arm(&inbox, other, now() + draw(s, AHEAD))
                           : tw_post_cancel(&inbox, other));
        if (draw(s, 16) == 0)
            sched_yield();
    }
    return p;
}

static void turn(void) {
    drains += timers_drain(&set, &inbox, NULL) != 0;
    (void)timers_advance(&set, now());
}

static void *own(void *unused) {
    struct pollfd fd = {.fd = bell[0], .events = POLLIN};
    char bytes[64];

    while (__atomic_load_n(&stop, __ATOMIC_ACQUIRE) != 2) {
        if (poll(&fd, 1, timers_wait_ms(&set, now(), 1000)) > 0)
            assert(read(bell[0], bytes, sizeof bytes) > 0);
        turn();
        if (fired >= ENOUGH && shared_fired >= ENOUGH)
            __atomic_store_n(&enough, 1, __ATOMIC_RELAXED);
    }
    return unused;
}

/* Compares what the senders counted with what the owner counted, and tells it. */
static void compare_counts(void) {
    unsigned long armed = 0, meddled = 0, told = 0;
    int i, k;

    for (i = 0; i < SENDERS; i++) {
        for (k = 0; k < OBJECTS; k++)
            assert(sender[i].object[k].seen == sender[i].object[k].filled &&
                   !sender[i].object[k].away);
        armed += sender[i].armed;
        meddled += sender[i].meddled;
        told += sender[i].told;
    }
    assert(fired == armed && told == drains && !timers_check(&set));
    printf(
        "%lu objects armed and fired; %lu requests for %d shared posts, %lu firings; %lu drains\n",
        armed, meddled, SHARED, shared_fired, drains);
}

int main(int argc, char **argv) {
    const long seconds = argc > 1 ? strtol(argv[1], NULL, 10) : 2;
    const struct timespec pause = {seconds, 0}, nap = {0, 1000000};
    pthread_t owner;
    int i, k;

    timers_init(&set, now(), NULL, 0);
    assert(pipe(bell) == 0);
    for (i = 0; i < SHARED; i++)
        tw_post_init(&shared[i], fire_shared);
    /* with each kind of atomics: does the inbox tell what is in it? */
    assert(!tw_posts_any(&inbox) && tw_post_arm(&inbox, &shared[0], 0) && tw_posts_any(&inbox));
    assert(timers_drain(&set, &inbox, NULL) == 1 && timers_cancel(&set, &shared[0].node) &&
           !tw_posts_any(&inbox));
    tw_hand_over(&set);
    assert(pthread_create(&owner, NULL, own, NULL) == 0);
    for (i = 0; i < SENDERS; i++) {
        sender[i].random = (unsigned long)i + 1;
        for (k = 0; k < OBJECTS; k++)
            tw_post_init(&sender[i].object[k].post, fire);
        assert(pthread_create(&sender[i].thread, NULL, send, &sender[i]) == 0);
    }

    (void)nanosleep(&pause, NULL);
    while (!__atomic_load_n(&enough, __ATOMIC_RELAXED))
        (void)nanosleep(&nap, NULL);
    __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
    for (i = 0; i < SENDERS; i++)
        assert(pthread_join(sender[i].thread, NULL) == 0);
    __atomic_store_n(&stop, 2, __ATOMIC_RELEASE);
    assert(write(bell[1], "", 1) == 1);
    assert(pthread_join(owner, NULL) == 0);
    tw_hand_over(&set);
    while (turn(), timers_count(&set) > 0)
        assert(poll(NULL, 0, timers_wait_ms(&set, now(), 1000)) == 0);
    compare_counts();
    return 0;
}
