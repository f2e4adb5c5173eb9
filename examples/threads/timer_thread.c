/* SPDX-License-Identifier: MIT-0 */
/* A thread that does nothing but time: clients ask it for timeouts, and what is due comes
   to their mailboxes.

   What it teaches: an expiry is a message. The timer thread runs no client's code, and no
   client runs in the timer thread: the client's own request is linked into its mailbox
   (mailbox.h). And a thread that sleeps until the earliest deadline costs nothing while
   none comes, and is as exact as the machine. skynet's thread looks every 2.5 ms and
   netty's every 100 ms, whether anything is due or not; when much is due, that saves
   wake-ups.

   A lock guards the set. An ask is in the set when the call returns, and wakes the thread
   only if it has become the earliest. A cancel wakes nobody and answers at once: true,
   the timeout will not come, or false, it is in the mailbox. timer_thread_posts.c does
   without that lock.

       timer_thread        four clients with 20 requests each, and a line for each: how
                           many were answered in time

   A tick is a nanosecond of CLOCK_MONOTONIC. */
#define _POSIX_C_SOURCE 200809L
#include <tw/hwheel.h>
#include <tw/timers.h>
#include "mailbox.h"
#include <stdio.h>

TW_TIMERS_OF(timers, hwheel)

enum { CLIENTS = 4, REQUESTS = 20, EXPIRED = 1 };

struct request {
    struct tw_node timeout; /* under the lock of the service */
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
    pthread_mutex_t lock; /* of all that follows */
    pthread_cond_t bell;
    bool rung, stop;
    tw_tick until; /* when the thread will wake by itself */
    struct timers timers;
    unsigned long wakeups, in_vain; /* in vain: by itself, and nothing was due */
} service;

/* ---- The timer thread. */

static void deliver(struct tw_node *n, tw_tick now) {
    struct request *r = TW_OF(n, struct request, timeout);

    (void)now;
    mailbox_put(r->to, &r->letter, EXPIRED);
}

static void *keep_time(void *unused) {
    pthread_mutex_lock(&service.lock);
    while (!service.stop) {
        service.until = TW_TICK_MAX;
        timers_next(&service.timers, &service.until);
        while (!service.rung && sleep_until(&service.bell, &service.lock, service.until))
            ;
        tw_hand_over(&service.timers); /* for -DTW_DEBUG: who holds the lock owns the set */
        service.wakeups++;
        service.in_vain += timers_advance(&service.timers, now_ns()) == 0 && !service.rung;
        service.rung = false;
    }
    pthread_mutex_unlock(&service.lock);
    return unused;
}

static void service_start(void) {
    init_lock(&service.lock, &service.bell);
    timers_init(&service.timers, now_ns(), NULL, 0);
    tw_hand_over(&service.timers);
    if (pthread_create(&service.thread, NULL, keep_time, NULL) != 0)
        abort();
}

static void service_stop(void) {
    pthread_mutex_lock(&service.lock);
    service.stop = service.rung = true;
    pthread_cond_signal(&service.bell);
    pthread_mutex_unlock(&service.lock);
    (void)pthread_join(service.thread, NULL);
}

/* ---- What a client calls. */

static void ask(struct request *r, tw_tick due) {
    pthread_mutex_lock(&service.lock);
    tw_hand_over(&service.timers);
    timers_add(&service.timers, &r->timeout, due);
    if (due < service.until && !service.rung) {
        service.rung = true;
        pthread_cond_signal(&service.bell);
    }
    pthread_mutex_unlock(&service.lock);
}

/* True: the timeout will not come. False: it is in the mailbox. */
static bool cancel(struct request *r) {
    bool cancelled;

    pthread_mutex_lock(&service.lock);
    tw_hand_over(&service.timers);
    cancelled = timers_cancel(&service.timers, &r->timeout);
    pthread_mutex_unlock(&service.lock);
    return cancelled;
}

/* An answer is awaited for 20 ms. Here it comes after up to 24 ms. */
static void *make_requests(void *arg) {
    struct client *c = (struct client *)arg;
    struct request request = {TW_NODE(deliver), {NULL, 0}, &c->mailbox};
    unsigned notes;

    for (unsigned i = 0; i < REQUESTS; i++) {
        const tw_tick now = now_ns(), answer = now + i * 7 % 25 * MILLISECOND;
        bool expired;

        ask(&request, now + 20 * MILLISECOND);
        expired = mailbox_receive(&c->mailbox, answer, &notes) != NULL;
        if (!expired && !cancel(&request)) /* it came together with the answer */
            expired = mailbox_receive(&c->mailbox, TW_TICK_MAX, &notes) != NULL;
        *(expired ? &c->expired : &c->answered) += 1;
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
