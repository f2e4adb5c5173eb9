/* SPDX-License-Identifier: MIT-0 */
/* A pool of workers over a delay queue: each sleeps until a job is due, runs it, and comes back for the next.

   What it teaches: nobody stands between the clock and the workers. The worker that leads sleeps until the next job is
   due; when it leaves with that job it calls the next worker, who watches the clock from then on. So a job that takes
   long costs one worker and delays no other job while a worker is free, and there is no queue behind the queue that
   could fill up and stop the clock. The pool is bounded: a job beyond its room is refused at once, and whoever puts it
   decides what that means. The pool counts the jobs that wait by itself, since the structure's room bounds only those
   whose tick lies ahead: one that is put late, for a tick that has passed, takes none. A job may put jobs, and itself
   again.

       worker_pool                  a slow job of 500 ms, and a tick each 10 ms that is not disturbed by it
       worker_pool --workers 1      the same with nobody to take over: the ticks wait, and the status is 1
       worker_pool --room 1         no room for the slow job and the echoes: refused at once, and nothing waits

   A tick of the queue is a nanosecond of CLOCK_MONOTONIC. */
#define _POSIX_C_SOURCE 200809L
#include "heap4.h"
#include "delayqueue.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

TW_DELAYQUEUE_OF(jobs, heap4)

/* A job belongs to the queue while it waits, and to one worker while it runs: what it writes needs no lock. */
struct job {
    struct tw_node node;
    void (*run)(struct job *j);
    bool ran, refused;
};

enum { MOST_WORKERS = 64, MOST_TICKS = 1000, MOST_ROOM = 1000, ECHO_EVERY = 5 };
#define MILLISECOND ((tw_tick)1000000)
#define PERIOD      (10 * MILLISECOND)
#define ECHO_AFTER  (3 * MILLISECOND)

static struct { long workers, room, slow_ms, ticks; } option = {4, 100, 500, 80};

static struct jobs queue;
static struct job ticker, slow, echo[MOST_TICKS / ECHO_EVERY];
static tw_tick worst; /* the ticker's, so one worker's at a time */
static long beside;   /* ticks while the slow job ran */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of these: */
static long waiting, ticks;

static long change(long *number, long by) {
    long now;

    pthread_mutex_lock(&lock);
    now = *number += by;
    pthread_mutex_unlock(&lock);
    return now;
}

/* False: there is no room, or the pool is closed. A job has its place before it is in the queue. */
static bool put(struct job *j, tw_tick due) {
    bool done;

    pthread_mutex_lock(&lock);
    done = waiting < option.room;
    waiting += done;
    pthread_mutex_unlock(&lock);
    if (done && !jobs_put(&queue, &j->node, due)) {
        change(&waiting, -1);
        done = false;
    }
    return done;
}

static void arm(struct job *j, tw_tick due) { j->refused = !put(j, due); }

static void run_slow(struct job *j) {
    const struct timespec t = {option.slow_ms / 1000, option.slow_ms % 1000 * (long)MILLISECOND};
    const long before = change(&ticks, 0);

    j->ran = true;
    (void)nanosleep(&t, NULL);
    beside = change(&ticks, 0) - before;
}

static void run_echo(struct job *j) { j->ran = true; }

/* Puts itself again on the grid, one run for each period, and then an echo at every fifth tick. Once it is back in the
   queue another worker may have it: what it writes, it writes before. */
static void run_tick(struct job *j) {
    const tw_tick now = jobs_now(&queue), late = now - j->node.due;
    const long tick = change(&ticks, 1) - 1;

    worst = late > worst ? late : worst;
    j->ran = true;
    if (tick + 1 >= option.ticks || !put(j, j->node.due + PERIOD))
        jobs_close(&queue); /* also when an echo took the last place: without its tick the pool has no end */
    if (tick % ECHO_EVERY == 0)
        arm(&echo[tick / ECHO_EVERY], now + ECHO_AFTER);
}

static void *worker(void *unused) {
    struct tw_node *n;

    while ((n = jobs_take(&queue, TW_FOREVER)) != NULL) {
        struct job *j = TW_OF(n, struct job, node);
        change(&waiting, -1);
        j->run(j);
    }
    return unused;
}

static const char help[] = "usage: worker_pool [options]     workers that sleep until a job is due; a slow job, and a "
                           "tick each 10 ms beside it\n"
                           "  --workers N   threads (4)\n"
                           "  --room N      jobs that may wait at a time; more are refused (100)\n"
                           "  --slow-ms N   how long the slow job takes (500)\n"
                           "  --ticks N     end after so many (80)\n"
                           "The status is 1 if no tick came while the slow job ran.\n";

static void parse(int argc, char **argv) {
    static const struct {
        const char *name;
        long *value, most;
    } numbers[] = {{"--workers", &option.workers, MOST_WORKERS},
                   {"--room", &option.room, MOST_ROOM},
                   {"--slow-ms", &option.slow_ms, 100000},
                   {"--ticks", &option.ticks, MOST_TICKS}};
    size_t k;
    int i;

    for (i = 1; i < argc; i += 2) {
        char *end = NULL;

        if (strcmp(argv[i], "--help") == 0) {
            fputs(help, stdout);
            exit(0);
        }
        for (k = 0; k < sizeof numbers / sizeof numbers[0] && strcmp(argv[i], numbers[k].name) != 0; k++)
            ;
        if (k == sizeof numbers / sizeof numbers[0]) {
            fprintf(stderr, "worker_pool: no option %s; --help lists them\n", argv[i]);
            exit(2);
        }
        *numbers[k].value = i + 1 < argc ? strtol(argv[i + 1], &end, 10) : 0;
        if (!end || end == argv[i + 1] || *end || *numbers[k].value < 1 || *numbers[k].value > numbers[k].most) {
            fprintf(stderr, "worker_pool: %s takes a number from 1 to %ld\n", argv[i], numbers[k].most);
            exit(2);
        }
    }
}

int main(int argc, char **argv) {
    static TW_HEAP4_ARRAY(room, MOST_ROOM);
    pthread_t thread[MOST_WORKERS];
    long i, echoes = 0, refused = 0, left = 0;
    struct tw_node *n;
    tw_tick start;

    parse(argc, argv);
    if (!jobs_init(&queue, room, (size_t)option.room))
        return 2;
    for (i = 0; i < MOST_TICKS / ECHO_EVERY; i++)
        echo[i].run = run_echo;
    ticker.run = run_tick;
    slow.run = run_slow;
    start = jobs_now(&queue);
    arm(&ticker, start + PERIOD);
    arm(&slow, start + 4 * PERIOD);
    for (i = 0; i < option.workers; i++)
        if (pthread_create(&thread[i], NULL, worker, NULL) != 0)
            exit(2);

    for (i = 0; i < option.workers; i++)
        (void)pthread_join(thread[i], NULL);
    for (n = jobs_drain(&queue); n; n = n->u.list.next)
        left++;
    (void)jobs_destroy(&queue);

    refused = slow.refused;
    for (i = 0; i < MOST_TICKS / ECHO_EVERY; i++) {
        echoes += echo[i].ran;
        refused += echo[i].refused;
    }
    printf("%ld workers: %ld ticks, the latest %ld ms late, %ld beside a job of %ld ms%s; %ld echoes, %ld refused, %ld "
           "left\n",
           option.workers, ticks, (long)(worst / MILLISECOND), beside, option.slow_ms,
           slow.ran ? "" : " that never ran", echoes, refused, left);
    return slow.ran && beside == 0;
}
