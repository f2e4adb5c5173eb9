/* SPDX-License-Identifier: MIT-0 */
/* An executor: tasks that run once, at a fixed rate or with a fixed pause, on three
   threads.

   What it teaches: what becomes of ScheduledThreadPoolExecutor (Java) and time.AfterFunc
   (Go) over a delay queue. A task is a member of your object, so nothing is allocated to
   schedule it, and who calls it off has waited until it does not run any more: the object
   can be freed in the next line.

       executor        half a second of it; main() says what it prints

   As in Java: a fixed rate makes up for missed periods, run by run; a fixed pause begins
   when a run ends; the runs of a task never overlap, and each sees what the last one
   wrote. shutdownNow() is EXECUTOR_NOW, shutdown() is EXECUTOR_ALL or, with
   setExecuteExistingDelayedTasksAfterShutdownPolicy(false), EXECUTOR_DUE.
   Different from Java:
   - executor_cancel() waits while the task runs. Future.cancel() and Go's Timer.Stop() do
     not.
   - A task that runs for the only time is too late to cancel, as in Go; Future.cancel()
     says true.
   - A cancelled task leaves the queue at once, as with setRemoveOnCancelPolicy(true).
   - A task that is put when its time has passed stands behind all that was due by then,
     as if due now.
   - Nothing interrupts a task and nothing is thrown: a periodic task ends by a cancel,
     which may be its own.
   - A shutdown ends periodic tasks: there is no
     setContinueExistingPeriodicTasksAfterShutdownPolicy(). */
#define _POSIX_C_SOURCE 200809L
#include "executor.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { THREADS = 3, TICKS = 5 };

#define MILLISECOND ((tw_tick)1000000)
#define HOUR        (3600000 * MILLISECOND)

static struct executor executor;

static void *run_tasks(void *unused) {
    executor_work(&executor);
    return unused;
}

static void pause_ms(long ms) {
    const struct timespec t = {0, ms * (long)MILLISECOND};

    (void)nanosleep(&t, NULL);
}

/* A ticker runs at a fixed rate, and calls itself off when it has run often enough. */
struct ticker {
    struct task task;
    int ticks;
};

static void on_tick(struct task *t) {
    struct ticker *x = TW_OF(&t->node, struct ticker, task.node);

    if (++x->ticks == TICKS && executor_cancel(&executor, t) == EXECUTOR_RUNS)
        printf("tick %d: has called itself off, no other follows\n", x->ticks);
}

/* A report is written page by page, with a pause between two of them. */
struct report {
    struct task task;
    int begun, written;
};

static void write_page(struct task *t) {
    struct report *r = TW_OF(&t->node, struct report, task.node);

    r->begun++;
    pause_ms(20);
    r->written++;
}

/* A note is shown once, and nobody keeps its address: it frees itself. */
struct note {
    struct task task;
    const char *text;
};

static void show_note(struct task *t) {
    struct note *x = TW_OF(&t->node, struct note, task.node);

    puts(x->text);
    free(x);
}

static void leave_note(const char *text, long ms) {
    struct note *x = (struct note *)malloc(sizeof *x);

    if (!x)
        exit(1);
    task_init(&x->task, show_note);
    x->text = text;
    if (!executor_once(&executor, &x->task, (int64_t)ms * 1000000))
        free(x); /* a shutdown came before */
}

static bool start_threads(pthread_t *thread) {
    int i;

    for (i = 0; i < THREADS; i++)
        if (pthread_create(&thread[i], NULL, run_tasks, NULL) != 0)
            return false;
    return true;
}

int main(void) {
    struct report *report = (struct report *)calloc(1, sizeof *report);
    static struct ticker ticker;
    const struct task *off;
    pthread_t thread[THREADS];
    int i, calls_off = 0;

    if (!report || !executor_init(&executor) || !start_threads(thread))
        return 1;

    /* Five ticks on a grid of 10 ms, beside two notes, of which the one that was left
       last comes first. */
    task_init(&ticker.task, on_tick);
    executor_at_rate(&executor, &ticker.task, 0, 10 * MILLISECOND);
    leave_note("note: the second", 200);
    leave_note("note: the first", 100);

    /* A page takes 20 ms. Called off in the midst of one, the report is whole, and nobody
       writes it any more. */
    task_init(&report->task, write_page);
    executor_with_pause(&executor, &report->task, 0, 5 * MILLISECOND);
    pause_ms(285);
    if (executor_cancel(&executor, &report->task) == EXECUTOR_CANCELLED)
        printf("report: called off, %d pages of it half written\n",
               report->begun - report->written);
    free(report);

    /* The end, after all that runs once. What would go on for ever is called off: the
       ticker, which could be scheduled anew when it had ended. */
    while (!executor_at_rate(&executor, &ticker.task, HOUR, HOUR))
        pause_ms(10);
    leave_note("note: the last", 100);
    for (off = executor_shutdown(&executor, EXECUTOR_ALL); off; off = off->next)
        calls_off++;
    printf("shutdown: %d task was called off\n", calls_off);
    for (i = 0; i < THREADS; i++)
        (void)pthread_join(thread[i], NULL);
    executor_destroy(&executor);
    return 0;
}
