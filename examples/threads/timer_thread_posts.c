/* SPDX-License-Identifier: MIT-0 */
/* The thread that does nothing but time, without a lock around its set: clients ask by
   posts.

   What it teaches: the set is the timer thread's own. An ask is a post, two atomic steps
   that never wait, and wakes the thread if the inbox was empty: more often than in
   timer_thread.c, as only the thread knows the earliest deadline.

   A cancel by post cannot answer when the call returns, and tw_post_cancel() never
   answers. So it is an ask too: to be due at once, at tick 0. The letter comes back, and
   its notes tell why. Either the timeout had not fired, then this has taken its place; or
   it had, then the letter comes a second time or says both. In each case the client waits
   for CANCELLED, the last that it hears of this request, and sees which it was: always
   one of the two, never both.

       timer_thread_posts        four clients with 20 requests each, and a line for
                                 each */
#define _POSIX_C_SOURCE 200809L
#include <tw/hwheel.h>
#include <tw/post.h>
#include "mailbox.h"
#include <stdio.h>

TW_TIMERS_OF(timers, hwheel)
TW_POSTS_OF(timers)

enum { CLIENTS = 4, REQUESTS = 20, EXPIRED = 1, CANCELLED = 2, AT_ONCE = 0 };

struct request {
    struct tw_post post; /* its node is the timer thread's */
    struct letter letter;
    struct mailbox *to;
};

struct client {
    pthread_t thread;
    struct mailbox mailbox;
    unsigned answered, expired;
};

static struct {
    pthread_t thread;
    struct timers timers; /* the thread's own, like the counts */
    unsigned long wakeups, in_vain, drains;
    struct tw_posts inbox;
    pthread_mutex_t lock; /* of these: */
    pthread_cond_t bell;
    bool rung, stop;
} service;

/* ---- The timer thread. */

static void deliver(struct tw_node *n, tw_tick now) {
    struct request *r = TW_OF(n, struct request, post.node);

    (void)now;
    mailbox_put(r->to, &r->letter, n->due == AT_ONCE ? CANCELLED : EXPIRED);
}

/* Sleeps until it is rung, or until that tick. False: it is to stop. */
static bool wait_for_ring(tw_tick until, bool *rung) {
    bool goes_on;

    pthread_mutex_lock(&service.lock);
    while (!service.rung && sleep_until(&service.bell, &service.lock, until))
        ;
    *rung = service.rung;
    service.rung = false;
    goes_on = !service.stop;
    pthread_mutex_unlock(&service.lock);
    return goes_on;
}

/* Takes the ring away before it drains: a post that comes later finds an empty inbox, and
   its sender rings anew. The clock moves first, and nothing fires: the posts are judged by
   the time as it is. */
static void *keep_time(void *unused) {
    tw_tick until = TW_TICK_MAX, now;
    bool rung;

    while (wait_for_ring(until, &rung)) {
        service.wakeups++;
        now = now_ns();
        timers_advance_some(&service.timers, now, 0);
        service.drains += timers_drain(&service.timers, &service.inbox, NULL) > 0;
        service.in_vain += timers_advance(&service.timers, now) == 0 && !rung;
        until = TW_TICK_MAX;
        timers_next(&service.timers, &until);
    }
    return unused;
}

static void ring(bool stop) {
    pthread_mutex_lock(&service.lock);
    service.rung = true;
    service.stop = service.stop || stop;
    pthread_cond_signal(&service.bell);
    pthread_mutex_unlock(&service.lock);
}

static void service_start(void) {
    init_lock(&service.lock, &service.bell);
    timers_init(&service.timers, now_ns(), NULL, 0);
    tw_hand_over(&service.timers); /* for -DTW_DEBUG: the thread owns the set from here on */
    if (pthread_create(&service.thread, NULL, keep_time, NULL) != 0)
        abort();
}

static void service_stop(void) {
    ring(true);
    (void)pthread_join(service.thread, NULL);
}

/* ---- What a client calls. */

static void ask(struct request *r, tw_tick due) {
    if (tw_post_arm(&service.inbox, &r->post, due))
        ring(false);
}

/* An answer is awaited for 20 ms. Here it comes after up to 24 ms. */
static void *make_requests(void *arg) {
    struct client *c = (struct client *)arg;
    struct request request = {.to = &c->mailbox};
    unsigned notes, more = 0;

    tw_post_init(&request.post, deliver);
    for (unsigned i = 0; i < REQUESTS; i++) {
        const tw_tick now = now_ns(), answer = now + i * 7 % 25 * MILLISECOND;

        notes = 0;
        ask(&request, now + 20 * MILLISECOND);
        if (!mailbox_receive(&c->mailbox, answer, &notes)) {
            ask(&request, AT_ONCE);
            for (notes = 0; !(notes & CANCELLED); notes |= more)
                (void)mailbox_receive(&c->mailbox, TW_TICK_MAX, &more);
        }
        *(notes & EXPIRED ? &c->expired : &c->answered) += 1;
    }
    return NULL;
}

int main(void) {
    static struct client client[CLIENTS];

    service_start();
    for (int i = 0; i < CLIENTS; i++) {
        mailbox_init(&client[i].mailbox);
        if (pthread_create(&client[i].thread, NULL, make_requests, &client[i]) != 0)
            return 1;
    }
    for (int i = 0; i < CLIENTS; i++) {
        (void)pthread_join(client[i].thread, NULL);
        printf("client %d: %u answered, %u expired\n", i, client[i].answered, client[i].expired);
    }
    service_stop();
    printf("the timer thread woke %lu times, %lu of them in vain\n", service.wakeups,
           service.in_vain);
    return 0;
}
