/* SPDX-License-Identifier: MIT-0 */
/* timer_thread_test CLIENTS ASKS: the timer thread of examples/threads/timer_thread.c or,
   with -DPOSTS, of timer_thread_posts.c, with clients of our own, who ask for so many
   timeouts each and cancel some; one in eight is so short that timeout and cancel race.

   Each timeout that was asked for expires or is cancelled, never both, never early, none
   twice, and none is lost. The thread wakes for nothing only after a cancel (never by
   posts, where the cancel wakes it). Through the lock only an ask that comes first rings;
   by posts each drain that found one was rung for. In the end nothing is left in the set.
 */
#define _POSIX_C_SOURCE 200809L
#undef NDEBUG
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static unsigned long rings;
static const pthread_cond_t *bell_of_service;

static void check_ring(void);

static int noted_signal(pthread_cond_t *condition) {
    if (condition == bell_of_service) {
        rings++; /* with the lock of the service */
        check_ring();
    }
    return pthread_cond_signal(condition);
}

#define pthread_cond_signal noted_signal
#define main                example_main
#ifdef POSTS
#include "../../examples/threads/timer_thread_posts.c"

enum { BY_POST = 1 };

#define TIMEOUT post.node
#else
#include "../../examples/threads/timer_thread.c"

enum { BY_POST = 0, CANCELLED = 2 };

#define TIMEOUT timeout
#endif
#undef main
#undef pthread_cond_signal

enum {
    MOST_CLIENTS = 64,
    OPEN = 16,
    LONGEST_US = 100000,
    PAUSE_US = 4000,
    RACE_US = 100,
    PATIENCE_S = 300
};

#define HOUR (3600000 * MILLISECOND)

#ifdef POSTS
static void init(struct request *r, tw_fn *fn) { tw_post_init(&r->post, fn); }

static bool cancel_now(struct request *r) { return ask(r, AT_ONCE), false; }

static void check_ring(void) {}

static bool rings_rightly(unsigned long asked) {
    return rings <= 2 * asked + 1 && rings == service.drains + 1 && !tw_posts_any(&service.inbox);
}
#else
static void init(struct request *r, tw_fn *fn) { tw_node_init(&r->timeout, fn); }

static bool cancel_now(struct request *r) { return cancel(r); }

static bool rings_rightly(unsigned long asked) { return rings <= asked + 1; }

/* Something is due earlier than the thread will wake by itself, or it is to stop. */
static void check_ring(void) {
    tw_tick due;

    assert(service.stop || (timers_next(&service.timers, &due) && due < service.until));
}
#endif

/* What a client knows of a request. */
struct asked {
    struct request request;
    tw_tick due; /* 0: nothing was asked */
    bool cancelling;
    unsigned heard; /* notes */
    /* that are to say EXPIRED, counted where they are made, under the lock of the
       mailbox */
    unsigned deliveries;
};

static struct load {
    struct client client;
    struct asked asked[1 + OPEN]; /* the first for a timeout that never comes */
    uint32_t random;
    unsigned long asks, expired, cancelled, too_late, early, twice;
} load[MOST_CLIENTS];

static unsigned asks;

static void pause_us(unsigned us) {
    const struct timespec t = {0, (long)us * 1000};

    (void)nanosleep(&t, NULL);
}

/* In the timer thread. */
static void counted_delivery(struct tw_node *n, tw_tick now) {
    struct asked *a = TW_OF(n, struct asked, request.TIMEOUT);

    pthread_mutex_lock(&a->request.to->lock);
    a->deliveries += n->due != 0;
    pthread_mutex_unlock(&a->request.to->lock);
    deliver(n, now);
}

static void begin_ask(struct load *c, struct asked *a, tw_tick due) {
    a->due = due;
    a->cancelling = false;
    a->heard = 0;
    pthread_mutex_lock(&c->client.mailbox.lock);
    a->deliveries = 0;
    pthread_mutex_unlock(&c->client.mailbox.lock);
    c->asks++;
    ask(&a->request, due);
}

/* No more will be heard of a. */
static void account(struct load *c, struct asked *a) {
    const tw_tick now = now_ns();

    pthread_mutex_lock(&c->client.mailbox.lock);
    c->twice +=
        a->due == 0 || a->deliveries > 1 || (a->deliveries > 0) != ((a->heard & EXPIRED) > 0);
    pthread_mutex_unlock(&c->client.mailbox.lock);
    if (a->heard & EXPIRED) {
        c->expired++;
        c->too_late += a->cancelling;
        c->early += now < a->due;
    } else {
        c->cancelled++;
    }
    a->due = 0;
}

static void cancel_and_account(struct load *c, struct asked *a) {
    a->cancelling = true;
    if (cancel_now(&a->request))
        account(c, a);
}

/* Accounts for what comes up to that tick. */
static bool hear(struct load *c, tw_tick until) {
    unsigned notes = 0;
    struct letter *l = mailbox_receive(&c->client.mailbox, until, &notes);
    struct asked *a =
        l ? (struct asked *)((char *)l - offsetof(struct asked, request.letter)) : NULL;

    if (!a)
        return false;
    a->heard |= notes;
    if (!BY_POST || !a->cancelling || (a->heard & CANCELLED))
        account(c, a);
    return true;
}

static unsigned any(struct load *c, unsigned n) {
    c->random = c->random * 1664525u + 1013904223u;
    return (c->random >> 8) % n;
}

static tw_tick within(struct load *c, unsigned us) {
    return now_ns() + any(c, us) * (MILLISECOND / 1000);
}

/* First the thread is left asleep for an hour: if the next ask does not wake it, nothing
   will. */
static void *run_load(void *arg) {
    struct load *c = (struct load *)arg;
    tw_tick until;

    begin_ask(c, &c->asked[0], now_ns() + HOUR);
    pause_us(5 * PAUSE_US);
    for (unsigned turn = 0; c->asks <= asks && turn < 8 * asks; turn++) {
        struct asked *a = &c->asked[1 + any(c, OPEN)];

        until = within(c, PAUSE_US);
        if (a->due) {
            if (!a->cancelling)
                cancel_and_account(c, a);
        } else if (any(c, 8)) {
            begin_ask(c, a, within(c, LONGEST_US));
        } else {
            begin_ask(c, a, within(c, RACE_US));
            pause_us(any(c, RACE_US));
            cancel_and_account(c, a);
            pause_us(any(c, 2) * 10 * RACE_US); /* a letter may say two things before it is read */
        }
        while (hear(c, until))
            ;
    }
    cancel_and_account(c, &c->asked[0]);
    while (c->expired + c->cancelled < c->asks && hear(c, TW_TICK_MAX))
        ;
    return NULL;
}

static void start_load(struct load *c, unsigned number) {
    c->random = number;
    mailbox_init(&c->client.mailbox);
    for (int i = 0; i <= OPEN; i++) {
        struct request *r = &c->asked[i].request;

        init(r, counted_delivery);
        r->to = &c->client.mailbox;
    }
    assert(pthread_create(&c->client.thread, NULL, run_load, c) == 0);
}

int main(int argc, char **argv) {
    unsigned long expired = 0, cancelled = 0;
    unsigned clients, i;

    assert(argc == 3);
    clients = (unsigned)atoi(argv[1]);
    asks = (unsigned)atoi(argv[2]);
    assert(clients <= MOST_CLIENTS);
    bell_of_service = &service.bell;
    (void)alarm(PATIENCE_S); /* ends the test if a timeout is lost, or the thread is deaf */
    service_start();
    for (i = 0; i < clients; i++)
        start_load(&load[i], i);
    for (i = 0; i < clients; i++) {
        const struct load *c = &load[i];

        assert(pthread_join(c->client.thread, NULL) == 0);
        printf("client %u: %lu asked, %lu expired, %lu cancelled, %lu too late, %lu early, %lu "
               "twice\n",
               i, c->asks, c->expired, c->cancelled, c->too_late, c->early, c->twice);
        assert(c->asks > 1 && c->expired + c->cancelled == c->asks && c->early + c->twice == 0);
        assert(c->too_late <= c->expired);
        expired += c->expired;
        cancelled += c->cancelled;
    }
    service_stop();
    tw_hand_over(&service.timers);
    printf("%lu wake-ups, %lu of them in vain, %lu rings\n", service.wakeups, service.in_vain,
           rings);
    assert(timers_count(&service.timers) == 0);
    assert(service.in_vain <= (BY_POST ? 0 : cancelled));
    assert(rings_rightly(expired + cancelled));
    return 0;
}
