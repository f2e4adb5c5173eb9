/* SPDX-License-Identifier: MIT-0 */
/* A pool of workers over a delay queue: each sleeps until a job is due, runs it, and
   comes back for the next.

   What it teaches: nobody stands between the clock and the workers. The worker that leads
   sleeps until the next job is due; when it leaves with that job it calls the next
   worker, who watches the clock from then on. So a job that takes long costs one worker
   and delays no other job while a worker is free, and there is no queue behind the queue
   that could fill up and stop the clock. The pool is bounded: a job beyond its room is
   refused at once, and whoever puts it decides what that means. The pool counts the jobs
   that wait by itself, since the structure's room bounds only those whose tick lies
   ahead: one that is put late, for a tick that has passed, takes none. A job may put
   jobs, and itself again.

       worker_pool                  a slow job of 500 ms, and a tick each 10 ms that is
                                    not disturbed by it
       worker_pool 1                the same with one worker and nobody to take over: the
                                    ticks wait

   A tick of the queue is a nanosecond of CLOCK_MONOTONIC. */
#define _POSIX_C_SOURCE 200809L
#include <tw/heap4.h>
#include <tw/delayqueue.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

TW_DELAYQUEUE_OF(jobs, heap4)

/* A job belongs to the queue while it waits, and to one worker while it runs: what it
   writes needs no lock. */
struct job {
    struct tw_node node;
    void (*run)(struct job *j);
    bool ran, refused;
};

enum { MOST_WORKERS = 64, MOST_TICKS = 1000, MOST_ROOM = 1000, ECHO_EVERY = 5 };

#define MILLISECOND ((tw_tick)1000000)
#define PERIOD      (10 * MILLISECOND)
#define ECHO_AFTER  (3 * MILLISECOND)

static long workers = 4, most_waiting = 100, slow_ms = 500, last_tick = 80;

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

/* False: there is no room, or the pool is closed. A job has its place before it is in the
   queue. */
static bool put(struct job *j, tw_tick due) {
    bool done;

    pthread_mutex_lock(&lock);
    done = waiting < most_waiting;
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
    const struct timespec t = {slow_ms / 1000, slow_ms % 1000 * (long)MILLISECOND};
    const long before = change(&ticks, 0);

    j->ran = true;
    (void)nanosleep(&t, NULL);
    beside = change(&ticks, 0) - before;
}

static void run_echo(struct job *j) { j->ran = true; }

/* Puts itself again on the grid, one run for each period, and then an echo at every fifth
   tick. Once it is back in the queue another worker may have it: what it writes, it
   writes before. */
static void run_tick(struct job *j) {
    const tw_tick now = jobs_now(&queue), late = now - j->node.due;
    const long tick = change(&ticks, 1) - 1;

    worst = late > worst ? late : worst;
    j->ran = true;
    if (tick + 1 >= last_tick || !put(j, j->node.due + PERIOD))
        /* also when an echo took the last place: without its tick the pool has no end */
        jobs_close(&queue);
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

/* Tells what was done, when `left` jobs stayed behind. */
static void report(long left) {
    long i, echoes = 0, refused = slow.refused;

    for (i = 0; i < MOST_TICKS / ECHO_EVERY; i++) {
        echoes += echo[i].ran;
        refused += echo[i].refused;
    }
    printf("%ld workers: %ld ticks, the latest %ld ms late, %ld beside a job of %ld ms%s; "
           "%ld echoes, %ld refused, %ld left\n",
           workers, ticks, (long)(worst / MILLISECOND), beside, slow_ms,
           slow.ran ? "" : " that never ran", echoes, refused, left);
}

int main(int argc, char **argv) {
    static TW_HEAP4_ARRAY(room, MOST_ROOM);
    pthread_t thread[MOST_WORKERS];
    long i, left;
    tw_tick start;
    char rest;

    if (argc > 1 &&
        (sscanf(argv[1], "%3ld%c", &workers, &rest) != 1 || workers < 1 || workers > MOST_WORKERS))
        return fprintf(stderr, "worker_pool: wants 1 to %d workers, not %s\n", MOST_WORKERS,
                       argv[1]),
               2;
    if (!jobs_init(&queue, room, (size_t)most_waiting))
        return 1;
    for (i = 0; i < MOST_TICKS / ECHO_EVERY; i++)
        echo[i].run = run_echo;
    ticker.run = run_tick;
    slow.run = run_slow;
    start = jobs_now(&queue);
    arm(&ticker, start + PERIOD);
    arm(&slow, start + 4 * PERIOD);
    for (i = 0; i < workers; i++)
        if (pthread_create(&thread[i], NULL, worker, NULL) != 0)
            return 1;

    for (i = 0; i < workers; i++)
        (void)pthread_join(thread[i], NULL);
    left = (long)jobs_clear_with(&queue, NULL);
    (void)jobs_destroy(&queue);
    report(left);
    return 0;
}
