/* SPDX-License-Identifier: MIT-0 */
/* A thread that does nothing but time: clients ask it for timeouts, and what is due comes to their mailboxes.

   What it teaches: an expiry is a message. The timer thread runs no client's code, and no client runs in the timer
   thread: the message that a client asked with is linked into its mailbox, so that nothing is allocated and no mailbox
   is ever full. And a thread that sleeps until the earliest deadline costs nothing while none comes, and is as exact as
   the machine. skynet's thread looks every 2.5 ms and netty's at each tick of its wheel, 100 ms unless told otherwise,
   whether anything is due or not; when much is due, that saves wake-ups, and timeouts are late by as much.

   There are two ways to ask.
       direct    through a lock around the set. An ask is in the set when the call returns, and wakes the thread only if
                 it has become the earliest. A cancel wakes nobody and answers at once: true, the timeout will not come,
                 or false, it is in the mailbox already.
       --post    with no lock around the set, which is the thread's own. An ask is a post, and wakes the thread if the
                 inbox was empty: more often than the other way, as only the thread knows the earliest deadline.
   A cancel by post cannot answer when the call returns, and tw_post_cancel() never answers. So it is an ask too: to be
   due at once, at tick 0. The message comes back, and its due tells why. Either the timeout had not fired, then this
   has taken its place; or it had, then the message comes a second time. In both cases the client waits for the due of
   0, the last that it hears of this ask, and sees which it was: always one of the two, never both.

       timer_thread              four clients, direct
       timer_thread --post       the same by posts
       timer_thread --asks 10    few timeouts, and few wake-ups

   A tick is a nanosecond of CLOCK_MONOTONIC. */
#define _POSIX_C_SOURCE 200809L
#include "hwheel.h"
#include "post.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

TW_TIMERS_OF(timers, hwheel)
TW_POSTS_OF(timers)

enum { MOST_CLIENTS = 64, MESSAGES = 16, LONGEST_US = 100000, PAUSE_US = 4000, RACE_US = 100 };
#define MILLISECOND ((tw_tick)1000000)
#define HOUR        (3600000 * MILLISECOND)
#define PATIENCE    (100000 * MILLISECOND)
#define AT_ONCE     ((tw_tick)0)

struct message {
    struct tw_post post; /* the timer thread's; but in the direct way, under the lock of the set */
    struct client *to;
    tw_tick due;           /* the client's: when it shall come; 0: nothing was asked */
    bool cancelling;       /* the client's too */
    struct message *next;  /* in the mailbox, and these under its lock: */
    bool mailed, answered; /* is it in there? has the cancel been answered? */
    unsigned expired;      /* how often the timeout has fired */
};

struct client {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t mail;
    struct message *first, **end;
    struct message message[1 + MESSAGES]; /* the first for a timeout that never comes */
    uint32_t random;
    unsigned long asked, expired, cancelled, too_late, early, twice;
    tw_tick latest;
};

static struct {
    pthread_t thread;
    pthread_mutex_t lock; /* of `rung` and `stop`, and in the direct way of the set */
    pthread_cond_t bell;
    bool rung, stop;
    tw_tick until; /* when the thread will wake by itself */
    struct timers timers;
    struct tw_posts inbox;
    unsigned long wakeups, idle, rings, drains; /* idle: woke by itself, and nothing was due */
} service;

static unsigned clients = 4, asks = 100;
static bool by_post;
static struct client client[MOST_CLIENTS];

static tw_tick now_ns(void) {
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (tw_tick)t.tv_sec * 1000 * MILLISECOND + (tw_tick)t.tv_nsec;
}

static void pause_us(unsigned us) {
    const struct timespec t = {0, (long)us * 1000};

    (void)nanosleep(&t, NULL);
}

static void need(int error) {
    if (error) {
        fprintf(stderr, "timer_thread: %s\n", strerror(error));
        exit(1);
    }
}

static void init_lock(pthread_mutex_t *lock, pthread_cond_t *condition) {
    pthread_condattr_t attributes;

    need(pthread_mutex_init(lock, NULL));
    need(pthread_condattr_init(&attributes));
    need(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC));
    need(pthread_cond_init(condition, &attributes));
    need(pthread_condattr_destroy(&attributes));
}

/* Sleeps until the condition is signalled, or until that tick; false then. */
static bool sleep_until(pthread_cond_t *condition, pthread_mutex_t *lock, tw_tick until) {
    struct timespec t;

    if (until == TW_TICK_MAX)
        return pthread_cond_wait(condition, lock) == 0;
    t.tv_sec = (time_t)(until / (1000 * MILLISECOND));
    t.tv_nsec = (long)(until % (1000 * MILLISECOND));
    return pthread_cond_timedwait(condition, lock, &t) == 0;
}

/* ------------------------------------------------------------------------------- the timer thread */

/* What is due goes to the mailbox; a message that is there already only says more. */
static void deliver(struct tw_node *n, tw_tick now) {
    struct message *m = TW_OF(n, struct message, post.node);
    struct client *c = m->to;

    (void)now;
    pthread_mutex_lock(&c->lock);
    if (n->due == AT_ONCE)
        m->answered = true;
    else
        m->expired++;
    if (!m->mailed) {
        m->mailed = true;
        m->next = NULL;
        *c->end = m;
        c->end = &m->next;
    }
    pthread_cond_signal(&c->mail);
    pthread_mutex_unlock(&c->lock);
}

/* Takes the ring away before it drains: a post that comes later finds an empty inbox, and its sender rings anew. */
static void *keep_time(void *unused) {
    bool by_itself = false;

    pthread_mutex_lock(&service.lock);
    while (!service.stop) {
        size_t fired;

        service.rung = false;
        tw_hand_over(&service.timers);
        if (by_post) {
            pthread_mutex_unlock(&service.lock);
            service.drains += timers_drain(&service.timers, &service.inbox, NULL) > 0;
        }
        fired = timers_advance(&service.timers, now_ns());
        if (by_post)
            pthread_mutex_lock(&service.lock);
        service.idle += by_itself && fired == 0;

        service.until = TW_TICK_MAX;
        tw_hand_over(&service.timers);
        timers_next(&service.timers, &service.until);
        while (!service.rung && sleep_until(&service.bell, &service.lock, service.until))
            ;
        service.wakeups++;
        by_itself = !service.rung;
    }
    pthread_mutex_unlock(&service.lock);
    return unused;
}

/* ----------------------------------------------------------------------------------------- to ask */

/* Wakes the timer thread; with the lock. */
static void ring(void) {
    service.rung = true;
    service.rings++;
    pthread_cond_signal(&service.bell);
}

static void send(struct message *m, tw_tick due) {
    if (!tw_post_arm(&service.inbox, &m->post, due))
        return;
    pthread_mutex_lock(&service.lock);
    ring();
    pthread_mutex_unlock(&service.lock);
}

static void ask(struct message *m, tw_tick due) {
    m->due = due;
    m->cancelling = m->answered = false;
    m->expired = 0;
    m->to->asked++;
    if (by_post) {
        send(m, due);
        return;
    }
    pthread_mutex_lock(&service.lock);
    tw_hand_over(&service.timers); /* for -DTW_DEBUG: who holds the lock owns the set */
    timers_add(&service.timers, &m->post.node, due);
    if (due < service.until && !service.rung)
        ring();
    pthread_mutex_unlock(&service.lock);
}

/* True: the timeout will not come, and m is free. False: m comes to the mailbox, or is there. */
static bool cancel(struct message *m) {
    bool cancelled;

    m->cancelling = true;
    if (by_post) {
        send(m, AT_ONCE);
        return false;
    }
    pthread_mutex_lock(&service.lock);
    tw_hand_over(&service.timers);
    cancelled = timers_cancel(&service.timers, &m->post.node);
    pthread_mutex_unlock(&service.lock);
    return cancelled;
}

/* The next message of which no more will be heard; NULL if the mailbox was empty up to that tick. */
static struct message *receive(struct client *c, tw_tick until) {
    struct message *m = NULL;

    pthread_mutex_lock(&c->lock);
    while (c->first || sleep_until(&c->mail, &c->lock, until)) {
        m = c->first;
        if (!m)
            continue;
        c->first = m->next;
        if (!c->first)
            c->end = &c->first;
        m->mailed = false;
        if (!by_post || !m->cancelling || m->answered)
            break;
        m = NULL;
    }
    pthread_mutex_unlock(&c->lock);
    return m;
}

/* -------------------------------------------------------------------------------------- a client */

static void account(struct message *m) {
    struct client *c = m->to;
    const tw_tick now = now_ns();

    c->twice += m->due == 0 || m->expired > 1;
    if (m->expired) {
        c->expired++;
        c->too_late += m->cancelling;
        c->early += now < m->due;
        if (now >= m->due && now - m->due > c->latest)
            c->latest = now - m->due;
    } else {
        c->cancelled++;
    }
    m->due = 0;
}

static void cancel_and_account(struct message *m) {
    if (cancel(m))
        account(m);
}

static unsigned any(struct client *c, unsigned n) {
    c->random = c->random * 1664525u + 1013904223u;
    return (c->random >> 8) % n;
}

static tw_tick within(struct client *c, unsigned us) { return now_ns() + any(c, us) * (MILLISECOND / 1000); }

/* Asks for timeouts and cancels some; one in eight is so short that the two race. First the thread is left asleep for
   an hour: if the next ask does not wake it, nothing will. */
static void *run(void *arg) {
    struct client *c = (struct client *)arg;
    struct message *m;
    tw_tick until;

    ask(&c->message[0], now_ns() + HOUR);
    pause_us(5 * PAUSE_US);
    for (unsigned turn = 0; c->asked <= asks && turn < 8 * asks; turn++) {
        m = &c->message[1 + any(c, MESSAGES)];
        until = within(c, PAUSE_US);
        if (m->due) {
            if (!m->cancelling)
                cancel_and_account(m);
        } else if (any(c, 8)) {
            ask(m, within(c, LONGEST_US));
        } else {
            ask(m, within(c, RACE_US));
            pause_us(any(c, RACE_US));
            cancel_and_account(m);
        }
        while ((m = receive(c, until)) != NULL)
            account(m);
    }
    cancel_and_account(&c->message[0]);
    while (c->expired + c->cancelled < c->asked && (m = receive(c, now_ns() + PATIENCE)) != NULL)
        account(m);
    return NULL;
}

static const char help[] =
    "usage: timer_thread [--post] [--clients N] [--asks N]     N clients (4) ask for N timeouts each (100)\n"
    "  --post     ask by posts, not through a lock\n"
    "  too_late   expired though a cancel was sent; latest in us; lost: neither expired nor cancelled after 100 s\n"
    "The status is 1 if a timeout was early or lost, came twice or stayed behind, if the thread woke for nothing, or\n"
    "if posts rang the bell more often than it was needed.\n";

static void parse(int argc, char **argv) {
    char rest;

    for (int i = 1; i < argc; i++) {
        unsigned *value = !strcmp(argv[i], "--clients") ? &clients : !strcmp(argv[i], "--asks") ? &asks : NULL;

        if (strcmp(argv[i], "--help") == 0)
            exit(fputs(help, stdout) < 0);
        if (strcmp(argv[i], "--post") == 0) {
            by_post = true;
        } else if (!value || ++i == argc || sscanf(argv[i], "%9u%c", value, &rest) != 1 || *value < 1 ||
                   clients > MOST_CLIENTS || asks > 100000) {
            fprintf(stderr, "timer_thread: 1 to 64 clients, 1 to 100000 asks; --help lists the options\n");
            exit(2);
        }
    }
}

static void begin(struct client *c, unsigned number) {
    init_lock(&c->lock, &c->mail);
    c->random = number;
    c->end = &c->first;
    for (int i = 0; i <= MESSAGES; i++) {
        tw_post_init(&c->message[i].post, deliver);
        c->message[i].to = c;
    }
    need(pthread_create(&c->thread, NULL, run, c));
}

int main(int argc, char **argv) {
    unsigned long expired = 0, cancelled = 0, wrong = 0;
    const tw_tick start = now_ns();

    parse(argc, argv);
    init_lock(&service.lock, &service.bell);
    timers_init(&service.timers, start, NULL, 0);
    need(pthread_create(&service.thread, NULL, keep_time, NULL));
    for (unsigned i = 0; i < clients; i++)
        begin(&client[i], i);

    puts("client  asked expired cancelled too_late latest early twice lost");
    for (unsigned i = 0; i < clients; i++) {
        const struct client *c = &client[i];
        unsigned long settled, lost;

        need(pthread_join(c->thread, NULL));
        settled = c->expired + c->cancelled;
        lost = c->asked > settled ? c->asked - settled : 0;
        printf("%6u %6lu %7lu %9lu %8lu %6lu %5lu %5lu %4lu\n", i, c->asked, c->expired, c->cancelled, c->too_late,
               (unsigned long)(c->latest / 1000), c->early, c->twice, lost);
        expired += c->expired;
        cancelled += c->cancelled;
        wrong += c->early + c->twice + lost;
    }
    if (wrong > 0)
        return 1; /* the thread may sleep for ever */

    (void)alarm(100);                  /* for a thread that is deaf */
    pthread_mutex_lock(&service.lock); /* the clients have had every answer, so nothing is on its way */
    service.stop = true;
    ring();
    pthread_mutex_unlock(&service.lock);
    need(pthread_join(service.thread, NULL));
    tw_hand_over(&service.timers);
    printf("%s: %lu wake-ups, %lu of them rung for; %lu timeouts, %lu cancels; looking each 2.5 ms: %lu wake-ups\n",
           by_post ? "posts" : "direct", service.wakeups, service.rings, expired, cancelled,
           (unsigned long)((now_ns() - start) * 2 / (5 * MILLISECOND)));

    /* By posts, who rings has filled an empty inbox, and who cancels wakes the thread before it does so by itself. */
    return timers_count(&service.timers) > 0 || tw_posts_any(&service.inbox) ||
           service.idle > (by_post ? 0 : cancelled) || (by_post && service.rings != service.drains + 1);
}
