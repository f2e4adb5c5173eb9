/* SPDX-License-Identifier: MIT-0 */
/* A cancel that waits for a running job, over a delay queue and its workers.

   What it teaches: a delay queue's cancel() answers whether somebody has taken the node,
   and then it is too late to stop the job; but who wants to free it must know when it has
   ended. Here each job is busy from its put to the end of its run, under a lock beside
   the queue's, and cancel() waits until it is not. After cancel() the job does not run
   and will not, and its memory is the caller's. A job that puts itself again is put by
   its worker, when the run has ended: so it never runs twice at a time, and cancel() has
   the last word. A long run may ask whether it is cancelled.

   A job that cancels itself cannot wait for its own end: it is told ITSELF at once, and
   will not run again. Two rules are left to you, as with every cancel that waits: hold no
   lock that the job takes, and let no two jobs cancel each other. One thread frees a job,
   after its own cancel(), and nobody names the job after that.

       cancel_and_wait     a job that cancels itself in its third run, and one that is
                           cancelled while it runs */
#define _POSIX_C_SOURCE 200809L
#include <tw/hwheel.h>
#include <tw/delayqueue.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

TW_DELAYQUEUE_OF(jobs, hwheel)

struct job {
    struct tw_node node;
    void (*run)(struct job *j);
    tw_tick again;    /* its worker puts it for this tick when the run has ended; 0: not */
    pthread_t runner; /* while it runs */
    bool busy, runs;  /* busy: it waits, runs, or was taken to be run */
    unsigned cancels; /* threads that wait in cancel(): meanwhile it is neither put nor begun */
};

/* it was not busy; it never ran; its run has ended; it is the caller */
enum answer { IDLE, CANCELLED, ENDED, ITSELF };

static struct jobs queue;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of all members of jobs but the node */
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

/* For that tick, also within its run. False: it is being cancelled, or the queue is
   closed. */
static bool put(struct job *j, tw_tick due) {
    bool done = false;

    pthread_mutex_lock(&lock);
    if (j->cancels == 0 && !j->busy) {
        done = j->busy = jobs_put(&queue, &j->node, due);
    } else if (j->cancels == 0 && !jobs_closed(&queue)) {
        if (!jobs_move(&queue, &j->node, due)) /* it runs, or will in a moment */
            j->again = due ? due : 1;
        done = true;
    }
    pthread_mutex_unlock(&lock);
    return done;
}

static enum answer cancel(struct job *j) {
    enum answer answer = IDLE;

    pthread_mutex_lock(&lock);
    if (j->busy && jobs_cancel(&queue, &j->node)) {
        j->busy = false;
        answer = CANCELLED;
    } else if (j->busy) {
        j->again = 0;
        answer = j->runs && pthread_equal(j->runner, pthread_self()) ? ITSELF : ENDED;
    }
    if (answer == ENDED) {
        for (j->cancels++; j->busy;)
            pthread_cond_wait(&changed, &lock);
        j->cancels--;
    }
    pthread_mutex_unlock(&lock);
    return answer;
}

/* Does somebody wait for its end? For a long run, which may come to an end then. */
static bool is_cancelled(struct job *j) {
    bool cancelled;

    pthread_mutex_lock(&lock);
    cancelled = j->cancels > 0;
    pthread_mutex_unlock(&lock);
    return cancelled;
}

static void *worker(void *unused) {
    struct tw_node *n;

    while ((n = jobs_take(&queue, TW_FOREVER)) != NULL) {
        struct job *const j = TW_OF(n, struct job, node);

        pthread_mutex_lock(&lock);
        j->runs = j->cancels == 0;
        j->runner = pthread_self();
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
        if (j->runs)
            j->run(j);
        pthread_mutex_lock(&lock);
        j->runs = false;
        j->busy = j->again && jobs_put(&queue, &j->node, j->again);
        j->again = 0;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock); /* from here on the job may be gone */
    }
    return unused;
}

enum { WORKERS = 3, MILLISECOND = 1000000 };

static const char *const says[] = {"it was not busy", "it will not run", "its run has ended",
                                   "it is the caller"};

static void wait_until(const bool *flag, bool value) {
    pthread_mutex_lock(&lock);
    while (*flag != value)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

static void run_three_times(struct job *j) {
    static int run;

    printf("run %d\n", ++run);
    put(j, jobs_now(&queue) + MILLISECOND);
    if (run == 3)
        printf("the job cancels itself: %s\n", says[cancel(j)]);
}

static void run_long(struct job *j) {
    const struct timespec t = {0, MILLISECOND};

    printf("the long job begins\n");
    put(j, 0); /* once more, at once: the cancel takes that back */
    while (!is_cancelled(j))
        (void)nanosleep(&t, NULL);
    printf("the long job ends\n");
}

int main(void) {
    static struct job often = {.run = run_three_times}, lasting = {.run = run_long};
    pthread_t thread[WORKERS];
    int i;

    if (!jobs_init(&queue, NULL, 0))
        return 1;
    for (i = 0; i < WORKERS; i++)
        if (pthread_create(&thread[i], NULL, worker, NULL) != 0)
            return 1;
    put(&often, 0);
    wait_until(&often.busy, false);
    put(&lasting, 0);
    wait_until(&lasting.runs, true);
    printf("it is cancelled meanwhile: %s\n", says[cancel(&lasting)]);
    jobs_close(&queue);
    for (i = 0; i < WORKERS; i++)
        pthread_join(thread[i], NULL);
    return jobs_destroy(&queue) ? 0 : 1;
}
