/* SPDX-License-Identifier: MIT-0 */
/* executor.h - threads that run tasks later: once, at a fixed rate, or with a fixed pause
   between two runs.

   WHAT IT IS
       What Java calls ScheduledThreadPoolExecutor and what Go programs build around
       time.AfterFunc: a pool of threads over delayqueue.h. A task lies in an object of
       yours, and nothing is allocated. The threads are yours, too: each calls
       executor_work(), which returns when all is over. executor.c is a program, and says
       what differs from Java.

   HOW IT WORKS
       A task that waits is in the queue, and in a list by which a shutdown finds it. A
       worker takes it from the queue, then takes the lock and the task off the list, and
       notes in a struct of its own which task it runs and whether that waits again
       afterwards. While a task runs, cancel and shutdown change that note only, and a
       task that runs once is not touched any more: it may free itself, or schedule itself
       anew as the last thing that it does. Between queue and lock a worker has the task
       in hand. Whoever calls it off then marks it as revoked, and waits until the worker
       has put it down. */
#ifndef EXECUTOR_H
#define EXECUTOR_H

#include <tw/hwheel.h>
#include <tw/delayqueue.h>
#include <string.h>

/* how threads are told apart; locks and conditions are those of delayqueue.h */
#ifndef EXECUTOR_THREAD
#include <pthread.h>
#define EXECUTOR_THREAD     pthread_t
#define EXECUTOR_SELF()     pthread_self()
#define EXECUTOR_SAME(a, b) pthread_equal(a, b)
#endif

TW_DELAYQUEUE_OF(executor_queue, hwheel)

enum task_state { TASK_IDLE, TASK_WAITS, TASK_REVOKED }; /* idle also while it runs */

struct task {
    struct tw_node node;
    void (*run)(struct task *t);
    tw_tick due;              /* of the run that waits, or that is under way */
    tw_tick period;           /* 0: it runs once */
    bool pauses;              /* is the period counted from the end of a run? */
    enum task_state state;    /* with the lock, like these: */
    struct task *next, *prev; /* among those that wait */
};

struct executor_worker {
    EXECUTOR_THREAD thread;
    struct task *task; /* that it runs; NULL: none */
    bool again;        /* will the task wait again after this run? */
    struct executor_worker *next;
};

struct executor {
    struct executor_queue queue;
    /* is taken before that of the queue, and guards all but the queue */
    TW_DQ_MUTEX lock;
    TW_DQ_COND changed;              /* a run has ended, or a task was put down */
    struct executor_worker *workers; /* all threads in executor_work() */
    struct task *first;              /* of those that wait */
    size_t revoked;                  /* tasks in this state */
    bool shut;
};

enum executor_answer {
    /* nothing was to come: the task was idle, or was in its only run, which is over
       now */
    EXECUTOR_TOO_LATE,
    EXECUTOR_CANCELLED, /* the task would have run (again). It will not, and does not run now */
    /* the task calls off itself: it will not run again once this run has ended */
    EXECUTOR_RUNS
};

/* What still runs after a shutdown, beside the runs that are under way: nothing; each
   task that runs once and is due by then; each task that runs once, when it is due. */
enum executor_end { EXECUTOR_NOW, EXECUTOR_DUE, EXECUTOR_ALL };

/* ---- With the lock. */

static inline void executor_change(struct executor *e) {
    TW_DQ_BROADCAST(&e->changed);
    if (e->shut && !e->first)
        executor_queue_close(&e->queue); /* nothing waits, nothing will: the workers may go */
}

static inline void executor_arm(struct executor *e, struct task *t, tw_tick from, tw_tick delay) {
    t->due = delay < TW_FOREVER - from ? from + delay : TW_FOREVER;
    t->state = TASK_WAITS;
    t->prev = NULL;
    t->next = e->first;
    if (e->first)
        e->first->prev = t;
    e->first = t;
    /* hwheel.h is never full, and the queue not closed yet */
    (void)executor_queue_put(&e->queue, &t->node, t->due);
}

static inline void executor_unlist(struct executor *e, struct task *t) {
    if (t->next)
        t->next->prev = t->prev;
    *(t->prev ? &t->prev->next : &e->first) = t->next;
}

static inline void executor_revoke(struct executor *e, struct task *t) {
    const bool in_hand = !executor_queue_cancel(&e->queue, &t->node);

    executor_unlist(e, t);
    t->state = in_hand ? TASK_REVOKED : TASK_IDLE;
    e->revoked += in_hand;
}

static inline void executor_run(struct executor *e, struct executor_worker *me, struct task *t) {
    executor_unlist(e, t);
    t->state = TASK_IDLE;
    me->task = t;
    me->again = t->period > 0;
    TW_DQ_UNLOCK(&e->lock);
    t->run(t);
    TW_DQ_LOCK(&e->lock);
    me->task = NULL;
    if (me->again)
        executor_arm(e, t, t->pauses ? executor_queue_now(&e->queue) : t->due, t->period);
}

/* ---- The verbs. */

static inline void task_init(struct task *t, void (*run)(struct task *t)) {
    memset(t, 0, sizeof *t);
    tw_node_init(&t->node, NULL);
    t->run = run;
}

/* False: the system gives no lock. Destroy it after a shutdown, when every
   executor_work() has returned. */
static inline bool executor_init(struct executor *e) {
    memset(e, 0, sizeof *e);
    return executor_queue_init(&e->queue, NULL, 0) && TW_DQ_MUTEX_INIT(&e->lock) &&
           TW_DQ_COND_INIT(&e->changed);
}

static inline void executor_destroy(struct executor *e) {
    (void)executor_queue_destroy(&e->queue);
    TW_DQ_MUTEX_DESTROY(&e->lock);
    TW_DQ_COND_DESTROY(&e->changed);
}

/* What each thread of the pool does: runs tasks, until after a shutdown none is left. */
static inline void executor_work(struct executor *e) {
    struct executor_worker me = {EXECUTOR_SELF(), NULL, false, NULL}, **at;
    struct tw_node *n;

    TW_DQ_LOCK(&e->lock);
    me.next = e->workers;
    e->workers = &me;
    TW_DQ_UNLOCK(&e->lock);
    while ((n = executor_queue_take(&e->queue, TW_FOREVER)) != NULL) {
        struct task *t = TW_OF(n, struct task, node);

        TW_DQ_LOCK(&e->lock);
        if (t->state == TASK_WAITS) {
            executor_run(e, &me, t);
        } else {
            t->state = TASK_IDLE;
            e->revoked--;
        }
        executor_change(e);
        TW_DQ_UNLOCK(&e->lock);
    }
    TW_DQ_LOCK(&e->lock);
    for (at = &e->workers; *at != &me; at = &(*at)->next)
        ;
    *at = me.next;
    TW_DQ_UNLOCK(&e->lock);
}

static inline bool executor_schedule(struct executor *e, struct task *t, int64_t delay,
                                     tw_tick period, bool pauses) {
    const struct executor_worker *w;
    bool fresh;

    TW_DQ_LOCK(&e->lock);
    fresh = !e->shut && t->state == TASK_IDLE;
    for (w = e->workers; w; w = w->next)
        fresh = fresh && !(w->task == t && w->again);
    if (fresh) {
        t->period = period;
        t->pauses = pauses;
        executor_arm(e, t, executor_queue_now(&e->queue), delay > 0 ? (tw_tick)delay : 0);
    }
    TW_DQ_UNLOCK(&e->lock);
    return fresh;
}

/* Runs t after delay ns: once; and then each period ns; and then pause ns after each run
   has ended. A delay below 0 counts as 0, a period or pause of 0 as 1. False, and nothing
   has changed: t waits already, or will when its run has ended; or a shutdown came. */
static inline bool executor_once(struct executor *e, struct task *t, int64_t delay) {
    return executor_schedule(e, t, delay, 0, false);
}

static inline bool executor_at_rate(struct executor *e, struct task *t, int64_t delay,
                                    tw_tick period) {
    return executor_schedule(e, t, delay, period ? period : 1, false);
}

static inline bool executor_with_pause(struct executor *e, struct task *t, int64_t delay,
                                       tw_tick pause) {
    return executor_schedule(e, t, delay, pause ? pause : 1, true);
}

/* Calls t off, and waits while another thread runs it: t may be freed then. A run that
   schedules its own task anew is called off with it. Hold no lock that the run wants, and
   let no two tasks call off each other: both wait for ever. */
static inline enum executor_answer executor_cancel(struct executor *e, struct task *t) {
    enum executor_answer answer = EXECUTOR_TOO_LATE;
    struct executor_worker *w;
    bool mine, busy;

    TW_DQ_LOCK(&e->lock);
    do { /* until the task neither waits, nor is in hand, nor is run by another thread */
        if (t->state == TASK_WAITS) {
            executor_revoke(e, t);
            answer = EXECUTOR_CANCELLED;
        }
        mine = false;
        busy = t->state == TASK_REVOKED;
        for (w = e->workers; w; w = w->next)
            if (w->task == t) {
                answer = w->again ? EXECUTOR_CANCELLED : answer;
                w->again = false;
                *(EXECUTOR_SAME(w->thread, EXECUTOR_SELF()) ? &mine : &busy) = true;
            }
        if (busy)
            TW_DQ_WAIT(&e->changed, &e->lock, TW_FOREVER);
    } while (busy);
    executor_change(e);
    TW_DQ_UNLOCK(&e->lock);
    return mine ? EXECUTOR_RUNS : answer;
}

/* Refuses new tasks and calls off those that wait, but for what `end` lets run. Gives
   them as a chain by `next`, in no order, to be freed. Waits for no run; a second call
   may end sooner than the first one. */
static inline struct task *executor_shutdown(struct executor *e, enum executor_end end) {
    const tw_tick now = executor_queue_now(&e->queue);
    struct task *t, *next, *off = NULL;
    struct executor_worker *w;

    TW_DQ_LOCK(&e->lock);
    e->shut = true;
    for (w = e->workers; w; w = w->next)
        w->again = false;
    for (t = e->first; t; t = next) {
        next = t->next;
        if (t->period == 0 && (end == EXECUTOR_ALL || (end == EXECUTOR_DUE && t->due <= now)))
            continue;
        executor_revoke(e, t);
        t->next = off;
        off = t;
    }
    executor_change(e);
    while (e->revoked > 0)
        TW_DQ_WAIT(&e->changed, &e->lock, TW_FOREVER);
    TW_DQ_UNLOCK(&e->lock);
    return off;
}

#endif
