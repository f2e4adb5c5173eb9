/* SPDX-License-Identifier: MIT-0 */
/* executor_threads now|due|all: examples/threads/executor.h under real threads. Clients
   schedule tasks of their own at random, cancel them, and give a cancelled task another
   life in the same memory; then the executor is shut down so.

   What a run and its client write about a task is plain memory: nothing but the executor
   keeps them apart, so that ThreadSanitizer sees each run that overlaps another of its
   task, and each that a cancel has not waited for. How late a run is, is not asked. */
#define _POSIX_C_SOURCE 200809L
#undef NDEBUG
#include "../../examples/threads/executor.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { WORKERS = 4, CLIENTS = 3, TASKS = 24, ROUNDS = 1500, PATIENCE_S = 300 };

/* the last cancels itself in its third run */
enum kind { IDLE, ONCE, AT_RATE, WITH_PAUSE, UNTIL_THIRD, KINDS };

#define MICROSECOND ((tw_tick)1000)

static struct executor executor;

struct life {
    struct task task;
    enum kind kind;
    tw_tick least, gap; /* when the first run may begin; from one to the next */
    tw_tick next;       /* the due of the next run, or the first one that it may have */
    unsigned runs;
    bool inside, alive, called_off, back;
};

static struct client {
    pthread_t thread;
    struct life life[TASKS];
    uint32_t random;
    unsigned long answers[3];
} client[CLIENTS];

static void nap(long us) {
    const struct timespec t = {0, us * 1000};

    (void)nanosleep(&t, NULL);
}

static unsigned any(struct client *c, unsigned n) {
    c->random = c->random * 1664525u + 1013904223u;
    return (c->random >> 8) % n;
}

static struct life *life_of(struct task *t) {
    return (struct life *)(void *)((char *)t - offsetof(struct life, task));
}

static void run(struct task *t) {
    struct life *x = life_of(t);
    const tw_tick now = executor_queue_now(&executor.queue);

    assert(x->alive && !x->inside && !x->called_off && now >= t->due && now >= x->least);
    assert(x->kind == WITH_PAUSE ? t->due >= x->next : x->runs == 0 || t->due == x->next);
    x->inside = true;
    x->runs++;
    nap(x->runs % 4 == 0 ? 300 : 0);
    if (x->kind == UNTIL_THIRD && x->runs == 3) {
        assert(executor_cancel(&executor, t) == EXECUTOR_RUNS);
        x->called_off = true;
    }
    x->next =
        x->kind == WITH_PAUSE ? executor_queue_now(&executor.queue) + x->gap : t->due + x->gap;
    x->inside = false;
}

/* A new life, of which nobody else knows yet. */
static void begin_life(struct client *c, struct life *x) {
    const int64_t delay = (int64_t)(any(c, 2000) * MICROSECOND);

    memset(x, 0, sizeof *x);
    task_init(&x->task, run);
    x->alive = true;
    x->kind = (enum kind)(1 + any(c, KINDS - 1));
    x->gap = (50 + any(c, 500)) * MICROSECOND;
    x->least = x->next = executor_queue_now(&executor.queue) + (tw_tick)delay;
    assert(x->kind == ONCE         ? executor_once(&executor, &x->task, delay)
           : x->kind == WITH_PAUSE ? executor_with_pause(&executor, &x->task, delay, x->gap)
                                   : executor_at_rate(&executor, &x->task, delay, x->gap));
}

/* Its client ends it, and may have the memory then. */
static void end_life(struct client *c, struct life *x) {
    const enum executor_answer answer = executor_cancel(&executor, &x->task);

    c->answers[answer]++;
    assert(!x->inside);
    if (x->kind == ONCE)
        assert(answer == (x->runs ? EXECUTOR_TOO_LATE : EXECUTOR_CANCELLED) && x->runs <= 1);
    else
        assert(answer != EXECUTOR_RUNS && (answer == EXECUTOR_CANCELLED || x->called_off));
    assert(x->kind != UNTIL_THIRD || (x->runs <= 3 && x->called_off == (x->runs == 3)));
    memset(x, 0, sizeof *x);
}

static void *live(void *arg) {
    struct client *c = (struct client *)arg;

    for (unsigned i = 0; i < ROUNDS; i++) {
        struct life *x = &c->life[any(c, TASKS)];

        if (x->kind == IDLE)
            begin_life(c, x);
        else
            end_life(c, x);
        if (any(c, 8) == 0)
            nap((long)any(c, 1000));
    }
    return NULL;
}

static void *work(void *unused) {
    executor_work(&executor);
    return unused;
}

static void check_end(const struct life *x, enum executor_end end) {
    if (x->kind == IDLE)
        return;
    assert(!x->inside);
    if (x->kind == ONCE)
        assert(x->runs + x->back == 1 && (!x->back || end != EXECUTOR_ALL));
    assert(!(x->back && x->called_off));
}

int main(int argc, char **argv) {
    const enum executor_end end = argc == 2 && *argv[1] == 'n'   ? EXECUTOR_NOW
                                  : argc == 2 && *argv[1] == 'd' ? EXECUTOR_DUE
                                                                 : EXECUTOR_ALL;
    pthread_t worker[WORKERS];
    unsigned long back = 0;
    struct task *off;
    int i, k;

    (void)alarm(PATIENCE_S);
    assert(executor_init(&executor));
    for (i = 0; i < WORKERS; i++)
        assert(pthread_create(&worker[i], NULL, work, NULL) == 0);
    for (i = 0; i < CLIENTS; i++) {
        client[i].random = (uint32_t)i;
        assert(pthread_create(&client[i].thread, NULL, live, &client[i]) == 0);
    }
    for (i = 0; i < CLIENTS; i++)
        assert(pthread_join(client[i].thread, NULL) == 0);
    for (off = executor_shutdown(&executor, end); off; off = off->next, back++) {
        assert(!life_of(off)->inside && !life_of(off)->back);
        life_of(off)->back = true;
    }
    for (i = 0; i < WORKERS; i++)
        assert(pthread_join(worker[i], NULL) == 0);
    for (i = 0; i < CLIENTS; i++) {
        assert(client[i].answers[EXECUTOR_TOO_LATE] && client[i].answers[EXECUTOR_CANCELLED]);
        for (k = 0; k < TASKS; k++)
            check_end(&client[i].life[k], end);
        printf("client %d: %lu cancelled, %lu too late\n", i, client[i].answers[EXECUTOR_CANCELLED],
               client[i].answers[EXECUTOR_TOO_LATE]);
    }
    printf("%lu came back\n", back);
    executor_destroy(&executor);
    return 0;
}
