/* SPDX-License-Identifier: MIT-0 */
/* delayqueue.h - a delay queue: threads put nodes with deadlines, threads sleep until one is due and take it.

   WHAT IT IS
       A set of timers behind a lock, over any structure of the collection. take() sleeps until the earliest deadline,
       exactly, whatever is put, moved or cancelled meanwhile. One sleeper, the leader, wakes at the earliest deadline;
       the others sleep without one until the leader leaves and calls the next. So a deadline wakes one thread, a put
       behind the earliest wakes none, and nothing polls.

   PICK IT
       to give timed work to several threads (retries, leases, expiry, a pool of workers), or to one that only waits.
   PICK ANOTHER
       if one thread does all of it: a timer set and poll() need no lock (timers.h). In signal handlers and interrupts:
       every call here takes a lock. If a caller also waits for file descriptors: let one thread take() and write.

   DO THIS
       1  Put a node into your object:      struct job { struct tw_node node; int id; };
       2  Make a kind of queue:             TW_DELAYQUEUE_OF(jobs, heap4)
       3  Put, from any thread:             jobs_put(&q, &j->node, jobs_now(&q) + 5000000000u);
       4  Take, in each worker:             while ((n = jobs_take(&q, TW_FOREVER)) != NULL)
                                                run(TW_OF(n, struct job, node));
       5  End:                              jobs_close(&q), join all threads, then jobs_drain(&q), jobs_destroy(&q).
       Queues of step 2 need no other file. tw_delayqueue_* are the same verbs compiled once, over a structure chosen at
       run time (&tw_heap4_ops); one file of the program says #define TW_IMPLEMENTATION for them.

   TIME
       A tick is a nanosecond of CLOCK_MONOTONIC, or what your own TW_DQ_CLOCK() counts. Deadlines are absolute ticks of
       that clock, for nodes as for takers. Setting the wall clock moves nothing. If your clock steps back, the queue's
       own stands still until yours has caught up: what was due stays due.

   COST
       put, move, cancel, take: the lock, and what the structure says of add, move, cancel and take; where many wait,
       hwheel costs least. A take looks at the clock when it has nothing left of what was due before. A put or a move
       signals only if it is earlier than what the leader sleeps for, or first in an empty queue where somebody sleeps;
       a take signals only if others sleep and something is left that nobody watches. Signals are sent after unlocking.
       A cancel signals never: the leader then wakes once for nothing. Every call holds the lock throughout: count for
       O(1 + those due), take_batch for O(the nodes that it takes). Memory: the queue and the structure's
       array.

   GUARANTEES (the first four were tried on every interleaving of small programs: tests/threads/delayqueue_test.c)
       - Nothing early: a node is handed out only when the clock has reached its due.
       - Nothing late: no node whose put or move has returned is due while a taker sleeps; no wake-up is lost, spurious
         ones do no harm. One exception: a put into the empty queue, or a take that leaves nodes behind, signals for
         what others put meanwhile, too. Stopped between its unlock and that signal (by a debugger, or under SCHED_FIFO
         by threads of higher priority), it holds up those nodes as well.
       - Nothing lost, nothing twice: each node that was put is taken once, or cancelled, or drained.
       - After close() nobody sleeps: take() still returns what is due, then NULL.
       - Order is (due, arming order), first in first out among equals, as timers.h says; a move arms anew. A due that
         had passed at the last look at the clock counts as that moment: of two such nodes the one that was put first
         comes first (in java.util.concurrent's DelayQueue the one with the earlier deadline).
       - Nodes are yours. When cancel() has returned true, or a take has handed it out, free it, reuse it, put it again.
         Of a cancel and a take that race, exactly one has it.

   WHAT GOES WRONG, AND THE ANSWER
       NULL for a node, max 0 for a batch         TW_ASSERT
       put to a full structure                    false, nothing changed; true for a tick that has passed: see put()
       put or move after close                    false, nothing changed
       move or cancel of an idle node             false: it was taken, cancelled, drained or never put
       a deadline that has passed                 take() does not sleep: what is due, or NULL
       destroy while somebody sleeps in take()    false, nothing changed: close() and join first
       destroy while another call is under way    your error; a put may be when its node was taken: join who puts, too
       a node freed that others may still name    your error
       a queue that was not initialised           your error: a zeroed queue has no lock

   OPTIONS (the same in every file of a program)
       TW_DQ_C11            use <threads.h> instead of pthreads. Its waits follow the wall clock: when that is set back
                            while a taker sleeps, the taker is late by as much.
       TW_DQ_MUTEX          if you define it, the threads are yours: define these twelve before the include.
           TW_DQ_MUTEX, TW_DQ_COND                               types of a lock and of a condition
           TW_DQ_MUTEX_INIT(m), TW_DQ_COND_INIT(c)               true if it worked
           TW_DQ_MUTEX_DESTROY(m), TW_DQ_COND_DESTROY(c), TW_DQ_LOCK(m), TW_DQ_UNLOCK(m)
           TW_DQ_WAIT(c, m, until)                               until a signal or that tick; TW_FOREVER: a signal
           TW_DQ_SIGNAL(c), TW_DQ_BROADCAST(c)
           TW_DQ_CLOCK()                                         the tick
       Ticks have 64 bits here. pthreads want -D_POSIX_C_SOURCE=200809L (or more, or -std=gnu99) and condition variables
       on CLOCK_MONOTONIC. Not for use across fork(), nor by threads that are cancelled while they take().

   SOURCE
       D. C. Schmidt and others, Leader/Followers, PLoP 2000; as applied to a delay queue by java.util.concurrent's
       DelayQueue (D. Lea), where leader and followers share one condition. With one each, a put wakes the leader itself
       and nobody is left asleep until a deadline that is no longer the earliest. */
#ifndef TW_DELAYQUEUE_H
#define TW_DELAYQUEUE_H

#if defined(TW_DELAYQUEUE_IMPLEMENTATION) && !defined(TW_TIMERS_IMPLEMENTATION)
#define TW_TIMERS_IMPLEMENTATION
#endif
#include "timers.h"

TW__BEGIN_C

#if TW_TICK_BITS != 64
#error "delayqueue.h needs TW_TICK_BITS 64"
#endif

/* A deadline that never comes. */
#define TW_FOREVER TW_TICK_MAX

/* -------------------------------------------------------------------------------------------------- THREADS */

#if defined(TW_DQ_MUTEX)
#define TW__DQ_LINK_NAME(name) TW__LINK_NAME(name##_own)
#else
#include <time.h>
#if !defined(CLOCK_MONOTONIC)
#error "delayqueue.h needs -D_POSIX_C_SOURCE=200809L before the first include, or threads of your own: TW_DQ_MUTEX"
#endif

#define TW__DQ_SECOND ((tw_tick)1000000000)

/* A tick as the system writes it. One that the system cannot write is cut: a taker that wakes early sleeps again. */
TW__INLINE struct timespec tw__dq_timespec(tw_tick tick) {
    const tw_tick seconds = tick / TW__DQ_SECOND, most = sizeof(time_t) > 4 ? TW_TICK_MAX / 2 : 0x7FFFFFFF;
    struct timespec t;

    t.tv_sec = (time_t)(seconds < most ? seconds : most);
    t.tv_nsec = (long)(tick % TW__DQ_SECOND);
    return t;
}

TW__INLINE tw_tick tw__dq_tick(const struct timespec *t) {
    return (tw_tick)t->tv_sec * TW__DQ_SECOND + (tw_tick)t->tv_nsec;
}

TW__INLINE tw_tick tw__dq_clock(void) {
    struct timespec t;

    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return tw__dq_tick(&t);
}
#define TW_DQ_CLOCK() tw__dq_clock()

#if defined(TW_DQ_C11)
#include <threads.h>
#define TW__DQ_LINK_NAME(name)  TW__LINK_NAME(name##_c11)
#define TW_DQ_MUTEX             mtx_t
#define TW_DQ_MUTEX_INIT(m)     (mtx_init(m, mtx_plain) == thrd_success)
#define TW_DQ_MUTEX_DESTROY(m)  mtx_destroy(m)
#define TW_DQ_LOCK(m)           (void)mtx_lock(m)
#define TW_DQ_UNLOCK(m)         (void)mtx_unlock(m)
#define TW_DQ_COND              cnd_t
#define TW_DQ_COND_INIT(c)      (cnd_init(c) == thrd_success)
#define TW_DQ_COND_DESTROY(c)   cnd_destroy(c)
#define TW_DQ_WAIT(c, m, until) tw__dq_wait(c, m, until)
#define TW_DQ_SIGNAL(c)         (void)cnd_signal(c)
#define TW_DQ_BROADCAST(c)      (void)cnd_broadcast(c)

TW__INLINE void tw__dq_wait(cnd_t *c, mtx_t *m, tw_tick until) {
    const tw_tick now = tw__dq_clock(), hour = 3600 * TW__DQ_SECOND;
    struct timespec t;

    if (until == TW_FOREVER) {
        (void)cnd_wait(c, m);
    } else if (now < until) {
        (void)timespec_get(&t, TIME_UTC);
        t = tw__dq_timespec(tw__dq_tick(&t) + (until - now < hour ? until - now : hour));
        (void)cnd_timedwait(c, m, &t);
    }
}

#else
#include <pthread.h>
#define TW__DQ_LINK_NAME(name)  TW__LINK_NAME(name##_pthreads)
#define TW_DQ_MUTEX             pthread_mutex_t
#define TW_DQ_MUTEX_INIT(m)     (pthread_mutex_init(m, NULL) == 0)
#define TW_DQ_MUTEX_DESTROY(m)  (void)pthread_mutex_destroy(m)
#define TW_DQ_LOCK(m)           (void)pthread_mutex_lock(m)
#define TW_DQ_UNLOCK(m)         (void)pthread_mutex_unlock(m)
#define TW_DQ_COND              pthread_cond_t
#define TW_DQ_COND_INIT(c)      tw__dq_cond_init(c)
#define TW_DQ_COND_DESTROY(c)   (void)pthread_cond_destroy(c)
#define TW_DQ_WAIT(c, m, until) tw__dq_wait(c, m, until)
#define TW_DQ_SIGNAL(c)         (void)pthread_cond_signal(c)
#define TW_DQ_BROADCAST(c)      (void)pthread_cond_broadcast(c)

TW__INLINE bool tw__dq_cond_init(pthread_cond_t *c) {
    pthread_condattr_t a;
    bool done;

    if (pthread_condattr_init(&a) != 0)
        return false;
    done = pthread_condattr_setclock(&a, CLOCK_MONOTONIC) == 0 && pthread_cond_init(c, &a) == 0;
    (void)pthread_condattr_destroy(&a);
    return done;
}

TW__INLINE void tw__dq_wait(pthread_cond_t *c, pthread_mutex_t *m, tw_tick until) {
    const struct timespec t = tw__dq_timespec(until);

    if (until == TW_FOREVER)
        (void)pthread_cond_wait(c, m);
    else
        (void)pthread_cond_timedwait(c, m, &t);
}
#endif
#endif

/* ---------------------------------------------------------------------------------------------------- TYPES */

/* What a queue has beside its structure. */
struct tw_dq {
    TW_DQ_MUTEX lock; /* guards all of it, the structure and the nodes in it */
    TW_DQ_COND lead;  /* where the leader sleeps */
    TW_DQ_COND queue; /* where the followers sleep */
    struct tw_clock clock;
    tw_tick until;    /* the tick that the leader sleeps for; set by the leader alone */
    size_t followers; /* how many wait; of them and the leader some may be awake, but none has looked since */
    bool leads;       /* is there a leader? */
    bool closed;
};

/* A queue over a structure chosen at run time. TW_DELAYQUEUE_OF makes queues over one known when compiling. */
struct tw_delayqueue {
    struct tw_dq dq;
    const struct tw_ops *ops;
    void *in;
};

/* ------------------------------------------------------------------------------------------------------ API */

/* TW_DELAYQUEUE_OF(jobs, heap4) gives `struct jobs` and these verbs as jobs_init(&q, array, n), jobs_put(&q, n, due),
   ...; the header of the structure is included before. All but init and destroy may be called by any thread. */

/* An empty queue over the structure at in, which is initialised too; array and n as its header says. False: the system
   gave no lock or no condition. */
#define tw_delayqueue_init TW__DQ_LINK_NAME(tw_delayqueue_init)
TW__API bool tw_delayqueue_init(struct tw_delayqueue *q, const struct tw_ops *ops, void *in, void *array, size_t n);

/* The clock: what deadlines are counted by. Takes no lock. */
TW__API tw_tick tw_delayqueue_now(const struct tw_delayqueue *q);

/* Puts n for tick due, or moves it there if it waits in q. False: full, or closed; then nothing changed. For a tick
   that has passed it is never full: the list of what is due needs no room, and has no bound. */
TW__API bool tw_delayqueue_put(struct tw_delayqueue *q, struct tw_node *n, tw_tick due);

/* Moves n to tick due if it waits in q. False: it does not (any more), or q is closed; then nothing changed. */
TW__API bool tw_delayqueue_move(struct tw_delayqueue *q, struct tw_node *n, tw_tick due);

/* Takes n out. True: nobody will take it, and it is yours at once. False: it does not wait (any more). */
TW__API bool tw_delayqueue_cancel(struct tw_delayqueue *q, struct tw_node *n);

/* The first node that is due, idle by then; sleeps until there is one, at most to tick deadline, which may be
   TW_FOREVER. NULL: the deadline came, or q is closed and nothing is due. */
TW__API struct tw_node *tw_delayqueue_take(struct tw_delayqueue *q, tw_tick deadline);

/* The first node that is due; NULL: none is. Never sleeps. */
TW__API struct tw_node *tw_delayqueue_try_take(struct tw_delayqueue *q);

/* As take(), but all that is due by then, in order, up to max nodes, to out[0], out[1], ... How many; 0 as NULL above.
   max is not 0. */
TW__API size_t tw_delayqueue_take_batch(struct tw_delayqueue *q, struct tw_node **out, size_t max, tw_tick deadline);

/* Ends it: put() and move() are refused from now on, all sleepers wake, and takers get what is due, then NULL. What is
   not due stays, for cancel() and drain(). Closing again does nothing more. */
TW__API void tw_delayqueue_close(struct tw_delayqueue *q);

/* Is it closed? */
TW__API bool tw_delayqueue_closed(struct tw_delayqueue *q);

/* Takes all nodes out, due or not, idle by then, in no order: a chain by u.list.next, NULL at its end. O(count). Read
   the next one first:      for (n = jobs_drain(&q); n; n = next)
                                next = n->u.list.next, free(TW_OF(n, struct job, node)); */
TW__API struct tw_node *tw_delayqueue_drain(struct tw_delayqueue *q);

/* How many wait, due ones included. O(1 + those that are due). */
TW__API size_t tw_delayqueue_count(struct tw_delayqueue *q);

/* The earliest deadline (a tick, not its node), or a tick that has passed while anything is due. False: empty. */
TW__API bool tw_delayqueue_next(struct tw_delayqueue *q, tw_tick *due);

/* Gives lock and conditions back; nodes in q are forgotten. Join all that use q first. False: somebody sleeps there. */
TW__API bool tw_delayqueue_destroy(struct tw_delayqueue *q);

/* NULL if all properties of the queue's set and structure hold; else the name of one that does not. For tests. */
TW__CHECKED(TW__API const char *tw_delayqueue_check(struct tw_delayqueue *q);)

/* --------------------------------------------------------------------------------------------------- ENGINE

   Who sleeps where:

       leader     on `lead`, until `until`: the earliest deadline, or its own if that is earlier. At most one.
       followers  on `queue`, each until its own deadline, mostly without one.

   Invariant when the lock is free: if something waits in the structure and somebody sleeps, then
     - there is a leader, and for each node that is due before `until` the leader was called, or is about to be, and has
       not looked yet; or
     - there is none, and a follower was called or is about to be, and has not looked yet.
   Four events could break it, and restore it: a node becomes earlier than `until` (put: the leader is called; each such
   put calls, so that none relies on another's signal), something comes into the empty structure (put: a follower is
   called), the leader goes (take: a follower is called), a follower who was called goes instead of leading (take,
   again). Nodes that leave or move back only make `until` too early, which costs one look. A call that hits a sleeper
   who is awake already is none the worse: he looks anyway. */

TW__FOLD bool tw__dq_init(struct tw_dq *q, void *in, const struct tw_ops *ops, void *array, size_t n) {
    const tw_tick now = TW_DQ_CLOCK();
    const bool lock = TW_DQ_MUTEX_INIT(&q->lock), lead = lock && TW_DQ_COND_INIT(&q->lead);

    if (!lead || !TW_DQ_COND_INIT(&q->queue)) {
        if (lead)
            TW_DQ_COND_DESTROY(&q->lead);
        if (lock)
            TW_DQ_MUTEX_DESTROY(&q->lock);
        return false;
    }
    tw__clock_init(&q->clock, now);
    ops->init(in, now, array, n);
    q->until = now;
    q->followers = 0;
    q->leads = q->closed = false;
    return true;
}

TW__FOLD bool tw__dq_empty(const struct tw_dq *q, const void *in, const struct tw_ops *ops) {
    return !q->clock.due && ops->count(in) == 0;
}

/* Puts n or moves it; if `waiting`, only moves it. The one place in which something becomes earliest. */
TW__FOLD bool tw__dq_put(struct tw_dq *q, void *in, const struct tw_ops *ops, struct tw_node *n, tw_tick due,
                         bool waiting) {
    TW_DQ_COND *call = NULL;
    bool empty, done;

    TW_ASSERT(n != NULL);
    TW_DQ_LOCK(&q->lock);
    empty = tw__dq_empty(q, in, ops);
    done = !q->closed && !(waiting && tw_idle(n)) && tw__timers_add(&q->clock, in, ops, n, due);
    if (done && q->leads && due < q->until)
        call = &q->lead;
    else if (done && !q->leads && q->followers && empty)
        call = &q->queue;
    TW_DQ_UNLOCK(&q->lock);

    if (call)
        TW_DQ_SIGNAL(call);
    return done;
}

/* The first node that is due by now, or NULL: first what was due at the last look, then the clock moves. */
TW__FOLD struct tw_node *tw__dq_first(struct tw_dq *q, void *in, const struct tw_ops *ops, tw_tick now) {
    struct tw_node *n;

    while ((n = tw__timers_step(&q->clock, in, ops)) == NULL && (q->clock.due || q->clock.now != now))
        tw__timers_begin(&q->clock, now);
    return n;
}

/* One sleep, as the leader if there is something to watch and nobody does. */
TW__FOLD void tw__dq_sleep(struct tw_dq *q, void *in, const struct tw_ops *ops, tw_tick deadline) {
    tw_tick head = 0;

    if (!q->leads && tw__timers_next(&q->clock, in, ops, &head)) {
        head = head < deadline ? head : deadline;
        q->until = head;
        q->leads = true;
        TW_DQ_WAIT(&q->lead, &q->lock, head);
        q->leads = false;
    } else {
        q->followers++;
        TW_DQ_WAIT(&q->queue, &q->lock, deadline);
        q->followers--;
    }
}

/* Whoever leaves, with a node or without, hands over: if something is left that nobody watches, a follower is called.
   A deadline of 0 has always come. */
TW__FOLD size_t tw__dq_take(struct tw_dq *q, void *in, const struct tw_ops *ops, struct tw_node **out, size_t max,
                            tw_tick deadline) {
    size_t got = 0;
    bool call;

    TW_ASSERT(max != 0);
    TW_DQ_LOCK(&q->lock);
    while (got < max && (out[got] = tw__timers_step(&q->clock, in, ops)) != NULL)
        got++; /* the rest of what was in the queue and due at the last look at the clock */
    while (got < max) {
        tw_tick now = TW_DQ_CLOCK();

        now = now < q->clock.now ? q->clock.now : now; /* never back, whatever the clock does */
        while (got < max && (out[got] = tw__dq_first(q, in, ops, now)) != NULL)
            got++;
        if (got || q->closed || deadline <= now)
            break;
        tw__dq_sleep(q, in, ops, deadline);
    }
    call = !q->leads && q->followers && !tw__dq_empty(q, in, ops);
    TW_DQ_UNLOCK(&q->lock);

    if (call)
        TW_DQ_SIGNAL(&q->queue);
    return got;
}

TW__FOLD bool tw__dq_cancel(struct tw_dq *q, void *in, const struct tw_ops *ops, struct tw_node *n) {
    bool done;

    TW_DQ_LOCK(&q->lock);
    done = tw__timers_cancel(&q->clock, in, ops, n);
    TW_DQ_UNLOCK(&q->lock);
    return done;
}

TW__INLINE void tw__dq_close(struct tw_dq *q) {
    TW_DQ_LOCK(&q->lock);
    q->closed = true;
    TW_DQ_UNLOCK(&q->lock);
    TW_DQ_SIGNAL(&q->lead);
    TW_DQ_BROADCAST(&q->queue);
}

TW__INLINE bool tw__dq_closed(struct tw_dq *q) {
    bool closed;

    TW_DQ_LOCK(&q->lock);
    closed = q->closed;
    TW_DQ_UNLOCK(&q->lock);
    return closed;
}

/* The due list, opened behind its last node, and the structure's own chain behind that. */
TW__FOLD struct tw_node *tw__dq_drain(struct tw_dq *q, void *in, const struct tw_ops *ops) {
    struct tw_node *chain, *last;

    TW_DQ_LOCK(&q->lock);
    chain = ops->drain(in);
    last = q->clock.due;
    if (last) {
        struct tw_node *first = last->u.list.next;
        last->u.list.next = chain;
        chain = first;
    }
    q->clock.due = q->clock.until = NULL;
    tw__idle_all(chain);
    TW_DQ_UNLOCK(&q->lock);
    return chain;
}

TW__FOLD size_t tw__dq_count(struct tw_dq *q, const void *in, const struct tw_ops *ops) {
    size_t count;

    TW_DQ_LOCK(&q->lock);
    count = tw__timers_count(&q->clock, in, ops);
    TW_DQ_UNLOCK(&q->lock);
    return count;
}

TW__FOLD bool tw__dq_next(struct tw_dq *q, void *in, const struct tw_ops *ops, tw_tick *due) {
    bool any;

    TW_DQ_LOCK(&q->lock);
    any = tw__timers_next(&q->clock, in, ops, due);
    TW_DQ_UNLOCK(&q->lock);
    return any;
}

TW__INLINE bool tw__dq_destroy(struct tw_dq *q) {
    bool asleep;

    TW_DQ_LOCK(&q->lock);
    asleep = q->leads || q->followers;
    TW_DQ_UNLOCK(&q->lock);
    if (asleep)
        return false;
    TW_DQ_COND_DESTROY(&q->queue);
    TW_DQ_COND_DESTROY(&q->lead);
    TW_DQ_MUTEX_DESTROY(&q->lock);
    return true;
}

TW__FOLD const char *tw__dq_check(struct tw_dq *q, const void *in, const struct tw_ops *ops) {
    struct tw_clock clock;
    const char *broken;

    TW_DQ_LOCK(&q->lock);
    clock = q->clock;
    clock.batch = TW__BATCH_PULL; /* what a take leaves of a batch is for the next take */
    broken = tw__timers_check(&clock, in, ops);
    TW_DQ_UNLOCK(&q->lock);
    return broken;
}

/* ----------------------------------------------------------------------------------------------------- FACE */

/* The verbs of a queue, one line each: linkage and name of the functions, its type, its structure, its table. */
#define TW__DELAYQUEUE_VERBS(linkage, name, type, in, ops)                                               \
    linkage tw_tick name##_now(const type *q) { return (void)q, TW_DQ_CLOCK(); }                         \
    linkage bool name##_put(type *q, struct tw_node *n, tw_tick due) {                                   \
        return tw__dq_put(&q->dq, in, ops, n, due, false);                                               \
    }                                                                                                    \
    linkage bool name##_move(type *q, struct tw_node *n, tw_tick due) {                                  \
        return tw__dq_put(&q->dq, in, ops, n, due, true);                                                \
    }                                                                                                    \
    linkage bool name##_cancel(type *q, struct tw_node *n) { return tw__dq_cancel(&q->dq, in, ops, n); } \
    linkage size_t name##_take_batch(type *q, struct tw_node **out, size_t max, tw_tick deadline) {      \
        return tw__dq_take(&q->dq, in, ops, out, max, deadline);                                         \
    }                                                                                                    \
    linkage struct tw_node *name##_take(type *q, tw_tick deadline) {                                     \
        struct tw_node *n = NULL;                                                                        \
        return (void)tw__dq_take(&q->dq, in, ops, &n, 1, deadline), n;                                   \
    }                                                                                                    \
    linkage struct tw_node *name##_try_take(type *q) { return name##_take(q, 0); }                       \
    linkage void name##_close(type *q) { tw__dq_close(&q->dq); }                                         \
    linkage bool name##_closed(type *q) { return tw__dq_closed(&q->dq); }                                \
    linkage struct tw_node *name##_drain(type *q) { return tw__dq_drain(&q->dq, in, ops); }              \
    linkage size_t name##_count(type *q) { return tw__dq_count(&q->dq, in, ops); }                       \
    linkage bool name##_next(type *q, tw_tick *due) { return tw__dq_next(&q->dq, in, ops, due); }        \
    linkage bool name##_destroy(type *q) { return tw__dq_destroy(&q->dq); }                              \
    TW__CHECKED(linkage const char *name##_check(type *q) { return tw__dq_check(&q->dq, in, ops); })

/* A second macro, so that `of` may be a macro itself. */
#define TW_DELAYQUEUE_OF(name, of) TW__DELAYQUEUE_OF(name, of)
#define TW__DELAYQUEUE_OF(name, of)                                                 \
    TW__FOLD const struct tw_ops *name##__ops(void) { return &tw_##of##_ops; }      \
    struct name {                                                                   \
        struct tw_dq dq;                                                            \
        struct tw_##of in;                                                          \
    };                                                                              \
    TW__INLINE bool name##_init(struct name *q, tw_##of##_array *array, size_t n) { \
        return tw__dq_init(&q->dq, &q->in, name##__ops(), array, n);                \
    }                                                                               \
    TW__DELAYQUEUE_VERBS(TW__INLINE, name, struct name, &q->in, name##__ops())

TW__END_C

#endif /* TW_DELAYQUEUE_H */

/* ------------------------------------------------------------------------------------------- IMPLEMENTATION */

#if (defined(TW_IMPLEMENTATION) || defined(TW_DELAYQUEUE_IMPLEMENTATION)) && !defined(TW__DELAYQUEUE_IMPLEMENTED)
#define TW__DELAYQUEUE_IMPLEMENTED

TW__API bool tw_delayqueue_init(struct tw_delayqueue *q, const struct tw_ops *ops, void *in, void *array, size_t n) {
    q->ops = ops;
    q->in = in;
    return tw__dq_init(&q->dq, in, ops, array, n);
}

TW__DELAYQUEUE_VERBS(TW__API, tw_delayqueue, struct tw_delayqueue, q->in, q->ops)

#endif

/* MIT No Attribution; the text of the licence stands at the end of node.h and in the file LICENSE. */
