/* SPDX-License-Identifier: MIT-0 */
/* Event loops, one a thread, each with timers of its own; who wants a timer in another loop sends a post.

   What it teaches: timers that all threads arm need no common heap and no lock. A session has a home, the loop whose
   set its timer is in, and nobody else touches the set or the node. The others, loops or not, send: the wanted tick
   goes into the session's post and the post onto the inbox of its home, two atomic steps that never wait. All that
   threads meet at is one pointer a loop. The home drains its inbox before it advances, so that what was asked in time
   counts, however late the loop is.

   Waking: a loop sleeps in epoll_wait() until its earliest deadline. A post that finds the inbox empty says so to its
   sender, who rings: he writes to the loop's eventfd. The others need not, for somebody does. The loop takes the ring
   away before it drains: a post that comes later finds the inbox empty again, and its sender rings anew.

   Ending: posts are drained in arrival order. So the last that each sender sends to each loop is a farewell, a post
   that is due at once: a loop that has had everyone's has drained all that was ever sent to it, and leaves once nothing
   is armed. Its eventfd stays open until the senders are gone too: one of them may be about to ring.

   Freeing: its home may free a session once those who send to it have stopped, the inbox has been drained after that,
   and the timer has fired or was cancelled. The farewells say just this, so here all sessions go at the end.

       loops                     four loops and the main thread send to each other for 0.5 s, then the table

   Each sender notes what it asked of a session and when the call had returned, each home what fired and when the drain
   before it began. The two notes tell what had to fire, what must not, and what was a fair race. A tick is a
   microsecond of CLOCK_MONOTONIC. */
#define _POSIX_C_SOURCE 200809L
#include "hwheel.h"
#include "post.h"
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

TW_TIMERS_OF(timers, hwheel)
TW_POSTS_OF(timers)

enum { MOST_LOOPS = 64, ASKS = 4, ROUNDS = 60, PERIOD = 5000, LONGEST = 40000, BUSY = 15000, PATIENCE_S = 300 };
enum { SESSIONS, SENT, RUNG, DRAINED, DRAINS, WOKEN, FIRED, LATEST, EARLY, STALE, TWICE, LOST, COLUMNS };

#define CANCEL TW_TICK_MAX

struct session {
    struct tw_post post;
    struct loop *home;
    unsigned asks, firings;
    struct asked {
        tw_tick due, sent; /* due 0: a cancel, else due % ASKS is the place here */
    } ask[ASKS];           /* its sender's */
    struct fired {
        tw_tick due, turn, at;
    } fired[ASKS]; /* its home's */
};

struct sender {
    struct session *session; /* those it sends to, and behind them a farewell to each loop */
    unsigned long row[COLUMNS];
    unsigned round;
    uint32_t random;
};

struct loop {
    struct timers timers; /* the loop's own, like all but the last two */
    struct tw_node work;
    struct sender sender;
    tw_tick turn; /* when the last drain began */
    unsigned farewells;
    int epoll, bell;
    struct tw_posts inbox;
};

static unsigned loops = 4, sessions = 500;
static struct loop loop[MOST_LOOPS];
static struct sender from_main;

static void need(bool ok, const char *what) {
    if (!ok) {
        perror(what);
        exit(1);
    }
}

static tw_tick now_us(void) {
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (tw_tick)t.tv_sec * 1000000 + (tw_tick)t.tv_nsec / 1000;
}

static void pause_us(long us) {
    const struct timespec t = {0, us * 1000};

    (void)nanosleep(&t, NULL);
}

/* --------------------------------------------------------------------------------------- who sends */

static void ring(struct sender *s, const struct loop *l) {
    const uint64_t one = 1;

    s->row[RUNG]++;
    need(write(l->bell, &one, sizeof one) == sizeof one, "loops: eventfd");
}

/* Asks the home of x to arm it for so many us from now, to move it there, or to cancel it. */
static void ask(struct sender *s, struct session *x, tw_tick us) {
    const tw_tick due = us == CANCEL ? 0 : (now_us() + us) / ASKS * ASKS + x->asks;
    struct tw_posts *inbox = &x->home->inbox;
    const bool wake = due ? tw_post_arm(inbox, &x->post, due) : tw_post_cancel(inbox, &x->post);

    x->ask[x->asks].due = due;
    x->ask[x->asks++].sent = now_us();
    s->row[SENT]++;
    if (wake)
        ring(s, x->home);
}

static unsigned any(struct sender *s, unsigned n) {
    s->random = s->random * 1664525u + 1013904223u;
    return (s->random >> 8) % n;
}

/* Asks something of some sessions, for less than so many us ahead. False: that was the last round. */
static bool send_round(struct sender *s, unsigned longest) {
    for (unsigned i = 0; i <= sessions * ASKS / ROUNDS; i++) {
        struct session *x = &s->session[any(s, sessions)];

        if (x->asks < ASKS)
            ask(s, x, x->asks && any(s, 4) == 0 ? CANCEL : any(s, longest));
    }
    return ++s->round < ROUNDS;
}

static void say_farewell(struct sender *s) {
    for (unsigned i = 0; i < loops; i++)
        ask(s, &s->session[sessions + i], 0);
}

/* ------------------------------------------------------------------------------------------ a loop */

static void on_session(struct tw_node *n, tw_tick now) {
    struct session *x = TW_OF(n, struct session, post.node);
    const unsigned i = x->firings++ % ASKS;

    (void)now;
    x->fired[i].due = n->due;
    x->fired[i].turn = x->home->turn;
    x->fired[i].at = now_us();
}

static void on_farewell(struct tw_node *n, tw_tick now) {
    TW_OF(n, struct session, post.node)->home->farewells++;
    on_session(n, now);
}

/* The loop's own timer needs no post. Now and then the loop is busy, and late for what is asked meanwhile. */
static void on_work(struct tw_node *n, tw_tick now) {
    struct loop *l = TW_OF(n, struct loop, work);

    if ((l->sender.round + (unsigned)(l - loop)) % 8 == 0)
        pause_us(BUSY);
    if (send_round(&l->sender, LONGEST))
        timers_add(&l->timers, n, tw_forward(n->due, PERIOD, now, NULL));
    else
        say_farewell(&l->sender);
}

static void *run(void *arg) {
    struct loop *l = (struct loop *)arg;
    unsigned long *row = l->sender.row;

    while (l->farewells <= loops || timers_count(&l->timers) > 0) {
        struct epoll_event e;
        uint64_t rings;
        size_t n;

        if (epoll_wait(l->epoll, &e, 1, timers_wait_ms(&l->timers, now_us(), 1000)) > 0) { /* your sockets here, too */
            row[WOKEN]++;
            need(read(l->bell, &rings, sizeof rings) == sizeof rings, "loops: eventfd");
        }
        l->turn = now_us();
        n = timers_drain(&l->timers, &l->inbox, NULL);
        row[DRAINED] += n;
        row[DRAINS] += n > 0;
        timers_advance(&l->timers, now_us());
    }
    return NULL;
}

/* ----------------------------------------------------------------------------------------- the end */

/* Compares what was asked of x with what fired. Stale: what replaced it had been sent before the drain began. Twice: an
   ask fired again, or nobody had asked. */
static void check(const struct session *x, unsigned long *row) {
    bool done[ASKS] = {false};

    row[SESSIONS]++;
    row[FIRED] += x->firings;
    row[TWICE] += x->firings > x->asks;
    for (unsigned i = 0; i < x->firings && i < ASKS; i++) {
        const tw_tick due = x->fired[i].due, at = x->fired[i].at;
        const unsigned a = (unsigned)(due % ASKS);
        bool stale = false;

        for (unsigned k = a + 1; k < x->asks; k++)
            stale = stale || x->ask[k].sent < x->fired[i].turn;
        row[STALE] += stale;
        row[TWICE] += done[a] || x->ask[a].due != due;
        row[EARLY] += at < due;
        if (at >= due && at - due > row[LATEST])
            row[LATEST] = (unsigned long)(at - due);
        done[a] = true;
    }
    row[LOST] += x->asks > 0 && x->ask[x->asks - 1].due && !done[x->asks - 1];
}

static void add(unsigned long *sum, const unsigned long *row) {
    for (int i = 0; i < COLUMNS; i++)
        sum[i] = i != LATEST ? sum[i] + row[i] : row[i] > sum[i] ? row[i] : sum[i];
}

static void print(const char *name, const unsigned long *row) {
    printf("%4s %8lu", name, row[0]);
    for (int i = 1; i < COLUMNS; i++)
        printf(" %7lu", row[i]);
    printf("\n");
}

static void on_alarm(int number) {
    static const char text[] = "loops: a loop sleeps though it was called\n";
    const ssize_t written = write(2, text, sizeof text - 1);

    (void)number, (void)written;
    _exit(1);
}

static const char help[] =
    "usage: loops [--loops N] [--sessions N]     N loops (4), and each sends to so many sessions (500)\n"
    "  sessions   that live there, with a farewell from each sender\n"
    "  sent       asks; rung: eventfds written for them\n"
    "  drained    posts, each the last of several asks perhaps; drains: those that found any\n"
    "  woken      by the eventfd\n"
    "  latest     in us; each loop is busy for 15 ms now and then\n"
    "  stale      fired although a cancel or a move had been sent before the drain\n"
    "The status is 1 if a timer was early, stale, lost or fired twice, if the rings are not as many as the drains, if\n"
    "loops woke more often than they were rung, or if one still sleeps after 5 minutes.\n";

static void begin(struct sender *s, struct session *session, unsigned number) {
    s->random = number;
    s->session = session + number * (sessions + loops);
    for (unsigned i = 0; i < sessions + loops; i++) {
        tw_post_init(&s->session[i].post, i < sessions ? on_session : on_farewell);
        s->session[i].home = &loop[(i < sessions ? i : i - sessions) % loops];
    }
}

static void start(struct loop *l) {
    struct epoll_event e = {EPOLLIN, {NULL}};

    timers_init(&l->timers, now_us(), NULL, 0);
    tw_node_init(&l->work, on_work);
    timers_add(&l->timers, &l->work, now_us() + PERIOD);
    need((l->bell = eventfd(0, EFD_CLOEXEC)) >= 0 && (l->epoll = epoll_create1(EPOLL_CLOEXEC)) >= 0 &&
             epoll_ctl(l->epoll, EPOLL_CTL_ADD, l->bell, &e) == 0,
         "loops: epoll");
}

int main(int argc, char **argv) {
    unsigned long all[COLUMNS] = {0};
    pthread_t thread[MOST_LOOPS];
    struct session *session;
    unsigned i, count;
    char rest, name[16];

    for (int a = 1; a < argc; a++) {
        unsigned *value = !strcmp(argv[a], "--loops") ? &loops : !strcmp(argv[a], "--sessions") ? &sessions : NULL;
        if (strcmp(argv[a], "--help") == 0)
            return fputs(help, stdout) < 0;
        if (!value || ++a == argc || sscanf(argv[a], "%9u%c", value, &rest) != 1 || *value < 1 || loops > MOST_LOOPS ||
            sessions > 10000)
            return fprintf(stderr, "loops: 1 to 64 loops, 1 to 10000 sessions; --help lists the options\n"), 2;
    }

    count = (loops + 1) * (sessions + loops);
    need((session = (struct session *)calloc(count, sizeof *session)) != NULL, "loops: memory");
    begin(&from_main, session, loops);
    for (i = 0; i < loops; i++) {
        begin(&loop[i].sender, session, i);
        start(&loop[i]);
    }
    signal(SIGALRM, on_alarm);
    alarm(PATIENCE_S);
    for (i = 0; i < loops; i++) {
        tw_hand_over(&loop[i].timers); /* for -DTW_DEBUG: its thread owns the set from here on */
        need(pthread_create(&thread[i], NULL, run, &loop[i]) == 0, "loops: thread");
    }

    while (from_main.round < ROUNDS / 2) {
        pause_us(PERIOD);
        send_round(&from_main, LONGEST);
    }
    pause_us(ROUNDS / 2 * PERIOD + 4 * LONGEST); /* by now they sleep without a deadline ... */
    while (send_round(&from_main, 1))            /* ... and have none by this: only the ring wakes them */
        pause_us(PERIOD / 8);
    say_farewell(&from_main);

    for (i = 0; i < loops; i++)
        (void)pthread_join(thread[i], NULL);
    for (i = 0; i < count; i++)
        check(&session[i], session[i].home->sender.row);
    puts("loop sessions    sent    rung drained  drains   woken   fired  latest   early   stale   twice    lost");
    for (i = 0; i <= loops; i++) {
        const unsigned long *row = i < loops ? loop[i].sender.row : from_main.row;

        (void)snprintf(name, sizeof name, "%u", i);
        print(i < loops ? name : "main", row);
        add(all, row);
    }
    print("all", all);
    free(session);
    return all[EARLY] || all[STALE] || all[TWICE] || all[LOST] || all[RUNG] != all[DRAINS] || all[WOKEN] > all[RUNG];
}
