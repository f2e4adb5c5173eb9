/* SPDX-License-Identifier: MIT-0 */
/* moves COUNT TURNS: COUNT timers of a loop over io_uring wait up to 30 seconds. In each turn 16
   other requests complete, and 16 timers are moved. In the end all are started for half a second,
   and fire. Three ways to have timers take turns, five times each:

       armed    uring_timers.h: a set, and one timeout request for its earliest deadline
       waiting  a set, and a timeout for each sleep: io_uring_submit_and_wait_timeout()
       each     a timeout request for each timer

   Prints the medians of user and system time, in nanoseconds, and how many entries of the ring
   the timers took. Status 1: a timer fired early, or not at all; status 77: no io_uring here. */
#include "uring_timers.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define MOST   100000
#define A_TURN 16
#define ROUNDS 5

enum way { ARMED, WAITING, EACH, WAYS };

enum { MOVE_USER, MOVE_SYSTEM, MOVE_ENTRIES, FIRE_USER, FIRE_SYSTEM, FIRE_ENTRIES, FIGURES };

struct timer {
    struct tw_node node; /* node.due is when it fires, in each way */
    struct __kernel_timespec at;
    bool waits; /* each: its request is in the ring */
};

static struct io_uring ring;
static struct uring_timers timers;
static struct timer timer[MOST];
static enum way way;
static int count, fired, early;
static unsigned seed = 1;

static unsigned any(unsigned below) {
    seed = seed * 1664525 + 1013904223;
    return (unsigned)((unsigned long long)seed * below >> 32);
}

static void fires(struct tw_node *n, tw_tick now) {
    fired++;
    early += now < n->due;
}

static struct io_uring_sqe *entry(void) {
    struct io_uring_sqe *e = uring_timers_entry(&ring);

    if (e == NULL) {
        fputs("moves: no entry in the ring\n", stderr);
        exit(1);
    }
    return e;
}

/* A request for each timer: it is armed, or moved if it is in the ring. */
static void start_request(struct timer *t) {
    struct io_uring_sqe *e = entry();

    timers.requests++;
    t->at = uring_timers_timespec(t->node.due);
    if (t->waits) {
        io_uring_prep_timeout_update(e, &t->at, (unsigned long)t, IORING_TIMEOUT_ABS);
        io_uring_sqe_set_data(e, &timers.update);
        return;
    }
    io_uring_prep_timeout(e, &t->at, 0, IORING_TIMEOUT_ABS);
    io_uring_sqe_set_data(e, t);
    t->waits = true;
}

static void start(struct timer *t, tw_tick due) {
    if (way == ARMED) {
        uring_timers_start(&timers, &t->node, due);
    } else if (way == WAITING) {
        uring_set_add(&timers.set, &t->node, due);
    } else {
        t->node.due = due;
        start_request(t);
    }
}

/* A request may complete when its move is on the way: then it is armed anew. */
static void request_completed(struct timer *t) {
    const tw_tick now = uring_timers_now();

    t->waits = false;
    if (now < t->node.due)
        start_request(t);
    else
        fires(&t->node, now);
}

static void completions(void) {
    struct io_uring_cqe *cqe;
    unsigned head, n = 0;

    io_uring_for_each_cqe(&ring, head, cqe) {
        void *data = io_uring_cqe_get_data(cqe);

        n++;
        if (data >= (void *)timer && data < (void *)(timer + MOST))
            request_completed(data);
        else if (way == ARMED)
            uring_timers_completed(&timers, cqe);
    }
    io_uring_cq_advance(&ring, n);
}

static void wait_and_fire(void) {
    struct io_uring_cqe *cqe;
    tw_tick due;

    if (way != WAITING || !uring_set_next(&timers.set, &due)) {
        io_uring_submit_and_wait(&ring, 1);
        completions();
        return;
    }
    const tw_tick now = uring_timers_now();
    struct __kernel_timespec left = uring_timers_timespec(due > now ? due - now : 0);

    io_uring_submit_and_wait_timeout(&ring, &cqe, 1, &left, NULL);
    completions();
    uring_set_advance(&timers.set, uring_timers_now());
}

static double spent(struct timeval a, struct timeval b) {
    return (double)(b.tv_sec - a.tv_sec) * 1e9 + (double)(b.tv_usec - a.tv_usec) * 1e3;
}

/* Writes the three figures of what was done since `before`, for each of n. */
static void note(double *figure, const struct rusage *before, double n) {
    struct rusage now;

    getrusage(RUSAGE_SELF, &now);
    figure[0] = spent(before->ru_utime, now.ru_utime) / n;
    figure[1] = spent(before->ru_stime, now.ru_stime) / n;
    figure[2] = (double)timers.requests / n;
    timers.requests = 0;
}

static void play(double *figure, long turns) {
    struct rusage before;

    if (io_uring_queue_init(256, &ring, 0) != 0) {
        puts("no io_uring here");
        exit(77);
    }
    uring_timers_init(&timers, &ring);
    memset(timer, 0, sizeof timer);
    for (int i = 0; i < count; i++) {
        tw_node_init(&timer[i].node, fires);
        start(&timer[i], uring_timers_now() + 1000000 + any(30000000));
    }
    getrusage(RUSAGE_SELF, &before);
    timers.requests = 0;
    for (long i = 0; i < turns; i++) {
        const tw_tick now = uring_timers_now();

        for (int k = 0; k < A_TURN; k++) {
            struct io_uring_sqe *other = entry();

            io_uring_prep_nop(other);
            io_uring_sqe_set_data(other, NULL);
            start(&timer[any((unsigned)count)], now + 1000000 + any(30000000));
        }
        wait_and_fire();
    }
    note(figure + MOVE_USER, &before, (double)turns * A_TURN);
    for (int i = 0; i < count; i++)
        start(&timer[i], uring_timers_now() + any(500000));
    getrusage(RUSAGE_SELF, &before);
    timers.requests = 0;
    for (fired = 0; fired < count;)
        wait_and_fire();
    note(figure + FIRE_USER, &before, count);
    io_uring_queue_exit(&ring);
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

int main(int argc, char **argv) {
    static const char *const names[] = {"armed", "waiting", "each"};
    static double figure[WAYS][FIGURES][ROUNDS];
    const long turns = argc == 3 ? atol(argv[2]) : 0;

    count = argc == 3 ? atoi(argv[1]) : 0;
    if (count < 1 || count > MOST || turns < 1) {
        fputs("usage: moves COUNT TURNS, COUNT up to 100000\n", stderr);
        return 2;
    }
    for (int round = 0; round < ROUNDS; round++)
        for (way = ARMED; way < WAYS; way++) {
            double of_round[FIGURES];

            play(of_round, turns);
            for (int k = 0; k < FIGURES; k++)
                figure[way][k][round] = of_round[k];
        }
    for (way = ARMED; way < WAYS; way++) {
        printf("| %s, %d |", names[way], count);
        for (int k = 0; k < FIGURES; k++) {
            qsort(figure[way][k], ROUNDS, sizeof(double), by_size);
            printf(k % 3 == 2 ? " %.2f |" : " %.0f |", figure[way][k][ROUNDS / 2]);
        }
        puts("");
    }
    if (early)
        printf("FAILED: %d timers fired early\n", early);
    return early > 0;
}
