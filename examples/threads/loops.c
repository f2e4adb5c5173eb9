/* SPDX-License-Identifier: MIT-0 */
/* Event loops, one a thread, each with timers of its own; who wants a timer in another
   loop sends a post.

   What it teaches: timers that all threads arm need no common heap and no lock. A session
   has a home, the loop whose set its timer is in, and nobody else touches the set or the
   node. The others, loops or not, send: the wanted tick goes into the session's post and
   the post onto the inbox of its home, two atomic steps that never wait. The home drains
   its inbox before it advances, so that what was asked in time counts, however late the
   loop is.

   Waking: a loop sleeps in epoll_wait() until its earliest deadline. A post that finds
   the inbox empty says so to its sender, who rings: he writes to the loop's eventfd. The
   others need not, for somebody does. The loop takes the ring away before it drains: a
   post that comes later finds the inbox empty again, and its sender rings anew.

   Ending: posts are drained in arrival order. So the last that each sender sends to each
   loop is a farewell, a post that is due at once: a loop that has had everyone's has
   drained all that was ever sent to it, and leaves once nothing is armed. Its eventfd
   stays open until all threads are joined: a sender may be about to ring.

       loops        four loops and the main thread keep sessions alive for half a second:
                    a line for each loop */
#define _POSIX_C_SOURCE 200809L
#include "hwheel.h"
#include "post.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

TW_TIMERS_OF(timers, hwheel)
TW_POSTS_OF(timers)

enum {
    LOOPS = 4,
    SENDERS = LOOPS + 1,
    SESSIONS = 40,
    ROUNDS = 50,
    PERIOD = 10000,
    TIMEOUT = 40000
};

struct session {
    struct tw_post post; /* its node is armed while the session is alive */
    struct loop *home;
};

struct loop {
    struct timers timers; /* the loop's own, like all but the inbox */
    struct tw_node work;
    unsigned round, farewells, senders; /* the loop leaves after a farewell of each sender */
    unsigned long drained, drains, fired;
    int epoll, bell;
    struct tw_posts inbox;
};

static struct loop loop[LOOPS];
static struct session session[SESSIONS], farewell[SENDERS][LOOPS];

static void need(bool ok) {
    if (!ok) {
        perror("loops");
        exit(1);
    }
}

/* A tick is a microsecond. */
static tw_tick now_us(void) {
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (tw_tick)t.tv_sec * 1000000 + (tw_tick)t.tv_nsec / 1000;
}

/* From any thread: arms the timer of x in its home, or moves it; TW_TICK_MAX: cancels
   it. */
static void send(struct session *x, tw_tick due) {
    struct tw_posts *inbox = &x->home->inbox;
    const uint64_t one = 1;

    if (due == TW_TICK_MAX ? tw_post_cancel(inbox, &x->post) : tw_post_arm(inbox, &x->post, due))
        need(write(x->home->bell, &one, sizeof one) == sizeof one);
}

static void *loop_run(void *arg) {
    struct loop *l = (struct loop *)arg;

    while (l->farewells < l->senders || timers_count(&l->timers) > 0) {
        struct epoll_event e; /* of the bell; and of your sockets */
        uint64_t rings;
        size_t posts;

        if (epoll_wait(l->epoll, &e, 1, timers_wait_ms(&l->timers, now_us(), 1000)) > 0)
            need(read(l->bell, &rings, sizeof rings) == sizeof rings);
        posts = timers_drain(&l->timers, &l->inbox, NULL);
        l->drained += posts;
        l->drains += posts > 0;
        l->fired += timers_advance(&l->timers, now_us());
    }
    return NULL;
}

static void loop_init(struct loop *l, unsigned senders, tw_fn *work) {
    struct epoll_event e = {EPOLLIN, {NULL}};

    timers_init(&l->timers, now_us(), NULL, 0);
    tw_node_init(&l->work, work);
    timers_add(&l->timers, &l->work, now_us() + PERIOD); /* the loop's own timer needs no post */
    l->senders = senders;
    need((l->bell = eventfd(0, EFD_CLOEXEC)) >= 0 &&
         (l->epoll = epoll_create1(EPOLL_CLOEXEC)) >= 0);
    need(epoll_ctl(l->epoll, EPOLL_CTL_ADD, l->bell, &e) == 0);
    tw_hand_over(&l->timers); /* for -DTW_DEBUG: from here on a thread owns the set */
}

static void session_init(struct session *x, struct loop *home, tw_fn *fn) {
    tw_post_init(&x->post, fn);
    x->home = home;
}

static void on_timeout(struct tw_node *n, tw_tick now) { (void)n, (void)now; }

static void on_farewell(struct tw_node *n, tw_tick now) {
    (void)now, TW_OF(n, struct session, post.node)->home->farewells++;
}

/* A sender hears of one session in ten and keeps it alive, but for one in fifty, which
   ends. False: the last round. */
static bool send_round(unsigned sender, unsigned round) {
    for (unsigned i = (sender + round) % 10; i < SESSIONS; i += 10)
        send(&session[i], (sender + round + i) % 50 ? now_us() + TIMEOUT : TW_TICK_MAX);
    for (unsigned i = 0; round + 1 == ROUNDS && i < LOOPS; i++)
        send(&farewell[sender][i], 0);
    return round + 1 < ROUNDS;
}

static void on_work(struct tw_node *n, tw_tick now) {
    struct loop *l = TW_OF(n, struct loop, work);

    if (send_round((unsigned)(l - loop), l->round++))
        timers_add(&l->timers, n, tw_forward(n->due, PERIOD, now, NULL));
}

int main(void) {
    const struct timespec period = {0, PERIOD * 1000};
    pthread_t thread[LOOPS];
    unsigned i, k;

    for (i = 0; i < SESSIONS; i++)
        session_init(&session[i], &loop[i % LOOPS], on_timeout);
    for (i = 0; i < LOOPS; i++)
        for (k = 0, loop_init(&loop[i], SENDERS, on_work); k < SENDERS; k++)
            session_init(&farewell[k][i], &loop[i], on_farewell);
    for (i = 0; i < LOOPS; i++)
        need(pthread_create(&thread[i], NULL, loop_run, &loop[i]) == 0);
    for (i = 0; send_round(LOOPS, i); i++)
        (void)nanosleep(&period, NULL);
    for (i = 0; i < LOOPS; i++) {
        need(pthread_join(thread[i], NULL) == 0);
        printf("loop %u: %lu posts in %lu drains, %lu fired\n", i, loop[i].drained, loop[i].drains,
               loop[i].fired);
    }
    return 0;
}
