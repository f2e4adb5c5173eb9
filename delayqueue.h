/* SPDX-License-Identifier: MIT-0 */
/* delayqueue.h - a delay queue: threads put nodes with deadlines, threads sleep until one
   is due and take it.

   WHAT IT IS
       You have work for later, and threads to do it. Put each piece of work in for the
       tick at which it is due. Let the threads call take(): each sleeps until a node is
       due, and returns with it. Inside is a timer set behind a lock, over any structure
       of the collection. At most one sleeper watches the clock: the leader. A put or a
       move to an earlier tick wakes the leader, so it never sleeps past the earliest
       deadline. The other sleepers are followers. A follower sleeps until a leader leaves
       and signals it, or until its own deadline. So a deadline wakes one thread, and a
       put behind the earliest deadline wakes none. Nothing polls.

   PICK IT
       to give timed work to several threads (retries, leases, expiry), or to an event
       loop that sleeps by itself (put_earliest(), docs/threads.md). One thread alone
       needs no lock: timers.h. Signal handlers, interrupts: post.h.

   DO THIS
       1  Put a node into your object:      struct job { struct tw_node node; int id; };
       2  Make a kind of queue:             TW_DELAYQUEUE_OF(jobs, heap4)
       3  Put, from any thread:             jobs_put_in(&q, &j->node, 5000000000u);
       4  Take, in each worker:             while ((n = jobs_take(&q, TW_FOREVER)) !=
                                            NULL) run(n);
       5  End:                              jobs_close(&q), join all threads,
                                            jobs_clear_with(&q, fn), jobs_destroy(&q)
       tw_delayqueue_* are the same verbs over a structure chosen at run time;
       TW_IMPLEMENTATION compiles them (node.h).

   TIME AND COST
       A tick is a nanosecond of a system clock that nobody sets (CLOCK_MONOTONIC), or the
       unit of your own TW_DQ_CLOCK(). If the clock steps back, the time of the queue
       stands still until the clock has caught up. Each call costs the lock and the call
       of the structure. A put or a move signals the leader if the leader would sleep
       beyond the new tick. A put into an empty queue signals a follower if nobody leads
       and a follower sleeps. A take signals a follower if nodes are left and nobody leads.
       count() costs O(1), and a step for each node that was put for a passed tick. peek()
       over a wheel walks through its slots and nodes.

   GUARANTEES (the first four were tried on every interleaving of small programs:
       tests/threads/delayqueue_test.c)
       - Nothing early: a node is handed out only when the clock has reached its due.
       - Nothing late: once the put or move of a node has returned, no taker sleeps while
         the node is due. One exception: a thread that puts into the empty queue, or takes
         some nodes and not all, may be suspended before it signals. Until that thread goes
         on, nodes of other threads may be late, too.
       - Nothing lost, nothing twice: each node that was put is taken, cancelled or
         cleared exactly once. From then on it is yours again.
       - After close() nobody sleeps: take() still returns the nodes that are due, then
         NULL.
       - Nodes come out in the order (due, arming order): first in, first out among
         equals. A move counts as arming anew. A tick that had passed at the queue's last
         look at the clock counts as the tick of that look. (java.util.concurrent's
         DelayQueue orders by the tick itself.)

   PROPERTIES
       check() names a property of the queue's timer set ("timers 1") or of its structure.
       It cannot test the invariant at ENGINE, which speaks of signals under way.

   WHAT GOES WRONG, AND THE ANSWER
       NULL for a node, max 0 for a batch         TW_ASSERT
       put to a full structure                    false, nothing changed; a node for a
                                                  tick that has passed always has room
       put or move after close                    false, nothing changed
       move or cancel of an idle node             false: it was taken, cancelled, cleared
                                                  or never put
       destroy while somebody sleeps in take()    false, nothing changed: close() and join
                                                  first
       destroy while another call is under way    your error; a put may still be under way
                                                  when its node was taken: join the
                                                  threads that put, too
       a freed node that others may still name    your error
       a queue that was not initialised           your error: a zeroed queue has no lock
       use in the child of a fork()               your error: its lock may be held by a
                                                  thread that is not there
       a thread that is cancelled in take()       your error: the thread would end with
                                                  the lock held

   OPTIONS (the same in every file of a program; delayqueue_port.h tells how each system
       sleeps, also over a suspend)
       On Windows and macOS none is needed. Elsewhere pthreads want
       -D_POSIX_C_SOURCE=200809L, or more.
       TW_DQ_C11      C11's <threads.h> instead. Its sleeps follow the wall clock.
       TW_DQ_MUTEX    if you define it, lock, condition and clock are yours:
                      delayqueue_port.h lists the twelve macros.
       TW_DQ_MUTEX_INIT  defined alone: your way to make the lock, as for priority inheritance.
       TW_DELAYQUEUE_IMPLEMENTATION instead of TW_IMPLEMENTATION compiles the functions of
       this header and of timers.h only.

   SOURCE
       D. C. Schmidt and others, Leader/Followers, PLoP 2000; for delay queues
       java.util.concurrent (D. Lea). There all threads share one condition. Here the
       leader has one and the followers have another, so that a put wakes the leader
       itself. */
#if defined(TW_DELAYQUEUE_IMPLEMENTATION) && !defined(TW_TIMERS_IMPLEMENTATION)
#define TW_TIMERS_IMPLEMENTATION
#endif
#include "timers.h"
#include "delayqueue_port.h"

#ifndef TW_DELAYQUEUE_H
#define TW_DELAYQUEUE_H

TW__BEGIN_C

#define TW_FOREVER TW_TICK_MAX /* a deadline that never comes */

/* ------------------------------------------------------------------------------ TYPES */

/* Holds the state of a queue, except its structure. */
struct tw_dq {
    TW__DEBUG(struct tw_stamp stamp;)
    TW_DQ_MUTEX lock;  /* guards all of it, the structure and the nodes in it */
    TW_DQ_COND lead;   /* where the leader sleeps */
    TW_DQ_COND follow; /* where the followers sleep */
    struct tw_clock clock;
    tw_tick until; /* the tick that the leader sleeps for; meaningless unless `leads` */
    /* threads that sleep on `follow`; a woken one counts until it has the lock again */
    size_t followers;
    bool leads; /* a thread sleeps as leader */
    bool closed;
};

/* Holds one request to put() or move(). */
struct tw__dq_request {
    struct tw_node *n;
    tw_tick due;
    bool moves;     /* the request is a move: an idle n is refused */
    bool *earliest; /* gets true if n comes first now; NULL: nobody asks */
};

/* A queue over a structure that is chosen at run time. TW_DELAYQUEUE_OF makes queues over
   a structure that is known at compile time. */
struct tw_delayqueue {
    struct tw_dq dq;
    const struct tw_ops *ops;
    void *in;
};

/* -------------------------------------------------------------------------------- API */

/* TW_DELAYQUEUE_OF(jobs, heap4) makes `struct jobs` and these verbs as jobs_init(&q,
   array, n), jobs_put(&q, n, due), ... Include the header of the structure before. Any
   thread may call any verb but init() and destroy(). The macro makes capacity() and bytes(),
   too: see WRAPPERS. */

/* Makes q empty. `in` is the address of its structure, `ops` the table of that structure.
   Initialises the structure, too: array and n are what the header of the structure says.
   No other thread may use q yet. False: the system gave no lock or no condition. */
#define tw_delayqueue_init TW__DQ_LINK_NAME(tw_delayqueue_init)
TW__API bool tw_delayqueue_init(struct tw_delayqueue *q, const struct tw_ops *ops, void *in,
                                void *array, size_t n);

/* Gives the lock and both conditions back to the system. No other thread may use q any
   more. False: a thread sleeps in q; nothing changed. */
TW__API bool tw_delayqueue_destroy(struct tw_delayqueue *q);

/* Returns TW_DQ_CLOCK(), the clock by which deadlines count. It takes no lock. */
TW__API tw_tick tw_delayqueue_now(const struct tw_delayqueue *q);

/* Puts n in for tick due, or moves it there if it is in q. n must be idle or in q.
   False: q is full or closed, or a heap sees that n waits elsewhere; nothing changed. */
TW__API bool tw_delayqueue_put(struct tw_delayqueue *q, struct tw_node *n, tw_tick due);

/* Puts n in for now + delay, as put() does. The sum stops at TW_TICK_MAX. False: put()
   refuses n. */
TW__API bool tw_delayqueue_put_in(struct tw_delayqueue *q, struct tw_node *n, tw_tick delay);

/* Moves n to tick due if n is in q. False: n is idle, q is closed, or a heap sees that n
   waits elsewhere; or n was put for a tick already past, and a full structure has no room
   for it; nothing changed. */
TW__API bool tw_delayqueue_move(struct tw_delayqueue *q, struct tw_node *n, tw_tick due);

/* Takes n out. False: n is idle, or a heap sees that n waits elsewhere; nothing changed. */
TW__API bool tw_delayqueue_cancel(struct tw_delayqueue *q, struct tw_node *n);

/* Does what put() does, and tells in *earliest whether n comes first now: true if no
   other node comes before n. Equals come before n. If the call is refused, *earliest is
   false. A caller that is told true must wake the loop that sleeps until next(). Until
   the caller has done so, the loop may be late for nodes of other threads, too. False:
   put() refuses n. */
TW__API bool tw_delayqueue_put_earliest(struct tw_delayqueue *q, struct tw_node *n, tw_tick due,
                                        bool *earliest);

/* Does what move() does, and sets *earliest as put_earliest() does. False: move() refuses
   n. */
TW__API bool tw_delayqueue_move_earliest(struct tw_delayqueue *q, struct tw_node *n, tw_tick due,
                                         bool *earliest);

/* Sleeps until a node is due, at most until tick deadline; TW_FOREVER: without end. Then
   takes out the first node that is due, and returns it; it is idle already. NULL: the
   deadline came, or q is closed and nothing is due. */
TW__API struct tw_node *tw_delayqueue_take(struct tw_delayqueue *q, tw_tick deadline);

/* Does what take() does, and never sleeps. NULL: nothing is due. */
TW__API struct tw_node *tw_delayqueue_try_take(struct tw_delayqueue *q);

/* Sleeps as take() does. Then takes out nodes that are due, in order, but at most max,
   and stores them in out[0], out[1], ... Returns their number; 0 if take() would return
   NULL. max must be 1 or more. */
TW__API size_t tw_delayqueue_take_batch(struct tw_delayqueue *q, struct tw_node **out, size_t max,
                                        tw_tick deadline);

/* Closes q: from now on put() and move() are refused. All sleepers wake. Takers get the
   nodes that are due, then NULL. Nodes that are not due stay, for cancel() and
   clear_with(). A second close() changes nothing. */
TW__API void tw_delayqueue_close(struct tw_delayqueue *q);

/* Says whether q is closed. */
TW__API bool tw_delayqueue_closed(struct tw_delayqueue *q);

/* Takes all nodes out, due or not. Then calls fn with each node, which is idle already,
   in no promised order. fn runs without the lock: it may free its node, or put it in
   again. Until fn has its node, no other thread may put that node in. If fn is NULL,
   nothing is called. Returns how many nodes there were. O(count). To end a queue:
   `jobs_clear_with(&q, free_job)`. */
TW__API size_t tw_delayqueue_clear_with(struct tw_delayqueue *q, tw_fn *fn);

/* Returns how many nodes are in q, due ones included. Another thread may change the number as
   soon as the call has released the lock. */
TW__API size_t tw_delayqueue_count(struct tw_delayqueue *q);

/* Writes the earliest deadline to *due. While a node is due, writes a tick that has
   passed. False: q is empty. Another thread may change the answer as soon as the call has
   released the lock. */
TW__API bool tw_delayqueue_next(struct tw_delayqueue *q, tw_tick *due);

/* Returns the first node, due or not. The node stays in q. NULL: q is empty. Read the
   node only if no other thread takes, cancels, moves or clears. Otherwise another thread
   may have taken the node. */
TW__API struct tw_node *tw_delayqueue_peek(struct tw_delayqueue *q);

/* Returns the name of a property that does not hold, or NULL. For tests. */
TW__CHECKED(TW__API const char *tw_delayqueue_check(struct tw_delayqueue *q);)

/* ----------------------------------------------------------------------------- ENGINE

   At most one sleeper leads. It sleeps on `lead` until tick `until`: the earliest
   deadline of a node, or the deadline of its own call if that is earlier. Followers sleep
   on `follow`, each until the deadline of its own call, which is mostly TW_FOREVER. A put
   or a take signals a thread through its condition. A signalled thread looks at the queue
   as soon as it has the lock. Invariant while the lock is free: if a node is in the
   queue and a thread sleeps, then
     - a thread leads. If a node is due before `until`, the leader was signalled, or is
       about to be, and has not looked yet; or
     - no thread leads. A follower was signalled, or is about to be, and has not looked yet.
   Four events could break the invariant. The verb that makes the event restores it:
     - A node becomes earlier than `until`: put signals the leader. Each such put signals,
       so that no put relies on the signal of another put.
     - A node comes into the empty queue, and nobody leads: put signals a follower.
     - The leader leaves: take signals a follower.
     - A signalled follower leaves instead of leading: take signals another follower.
   If a node leaves, or moves to a later tick, `until` is too early: that costs one look. */

/* Makes q open and empty, over the structure that `in` points to. False: the system
   refused the lock or a condition; the lock and the conditions that it gave are destroyed. */
TW__FOLD bool tw__dq_init(struct tw_dq *q, void *in, const struct tw_ops *ops, void *array,
                          size_t n) {
    const tw_tick now = TW_DQ_CLOCK();
    const bool lock = TW_DQ_MUTEX_INIT(&q->lock), lead = lock && TW_DQ_COND_INIT(&q->lead);

    if (lead && TW_DQ_COND_INIT(&q->follow)) {
        TW__STAMP(&q->clock, NULL, n);
        tw__clock_init(&q->clock, now);
        (ops->init)(in, now, array, n);
        q->followers = 0;
        q->leads = q->closed = false;
        return true;
    }
    if (lead)
        TW_DQ_COND_DESTROY(&q->lead);
    if (lock)
        TW_DQ_MUTEX_DESTROY(&q->lock);
    return false;
}

/* Locks q and returns it. Some verbs are one expression, leave(q, f(enter(q), s)). Read it
   from within: enter() locks, f finds the answer under the lock, leave() unlocks and
   returns the answer. A verb evaluates s, its structure, in a statement before, because
   the order in which arguments are evaluated is the compiler's. */
TW__INLINE struct tw_dq *tw__dq_enter(struct tw_dq *q) {
    TW_DQ_LOCK(&q->lock);
    return q;
}

/* Unlocks q and returns the answer that was found under the lock. */
TW__INLINE size_t tw__dq_leave(struct tw_dq *q, size_t answer) {
    TW_DQ_UNLOCK(&q->lock);
    return answer;
}

/* Unlocks q, and then signals a thread that sleeps on `call`. NULL: signals nobody. */
TW__INLINE void tw__dq_leave_calling(struct tw_dq *q, TW_DQ_COND *call) {
    TW_DQ_UNLOCK(&q->lock);
    if (call)
        TW_DQ_SIGNAL(call);
}

/* Says whether a node is in q. */
TW__FOLD bool tw__dq_any(const struct tw_dq *q, const void *in, const struct tw_ops *ops) {
    return q->clock.due_list || (ops->count)(in) != 0;
}

/* Destroys conditions and lock. False: a thread sleeps in q; nothing changed. */
TW__INLINE bool tw__dq_destroy(struct tw_dq *q) {
    TW_DQ_LOCK(&q->lock);
    if (tw__dq_leave(q, q->leads || q->followers))
        return false;
    TW_DQ_COND_DESTROY(&q->follow);
    TW_DQ_COND_DESTROY(&q->lead);
    TW_DQ_MUTEX_DESTROY(&q->lock);
    TW__DEBUG(tw__debug_end(q);)
    return true;
}

/* Says whether tw__timers_add() would accept the node of r for its tick. A node that waits
   must wait in this structure, as far as has() can tell. Any other node needs room in the
   structure, unless the tick has passed. */
TW__FOLD bool tw__dq_accepts(const struct tw_dq *q, void *in, const struct tw_ops *ops,
                             const struct tw__dq_request *r) {
    if (r->n->home > TW__DUE)
        return (ops->has)(in, r->n);
    return !tw_before(q->clock.now, r->due) || !(ops->full)(in);
}

/* Says whether a node for tick due would come before all nodes in q. Nodes with the same
   tick, and nodes that are due, come before the new node. */
TW__FOLD bool tw__dq_earliest(struct tw_dq *q, void *in, const struct tw_ops *ops, tw_tick due) {
    tw_tick head = 0;

    return !tw__timers_next(&q->clock, in, ops, &head) || (due < head && q->clock.now < head);
}

/* Says whether the node of r will come first in q. Takes that node out before it looks at
   the other nodes. False: another node comes first, or the request will be refused. */
TW__FOLD bool tw__dq_comes_first(struct tw_dq *q, void *in, const struct tw_ops *ops,
                                 const struct tw__dq_request *r) {
    if (!tw__dq_accepts(q, in, ops, r))
        return false;
    (void)tw__timers_cancel(&q->clock, in, ops, r->n);
    return tw__dq_earliest(q, in, ops, r->due);
}

/* Returns the condition to signal after a node came into q for tick due: `lead` if the
   leader sleeps for a later tick, `follow` if nobody leads, q was `empty`, and a follower
   sleeps. NULL: nobody needs to wake. */
TW__INLINE TW_DQ_COND *tw__dq_sleeper(struct tw_dq *q, tw_tick due, bool empty) {
    if (q->leads)
        return due < q->until ? &q->lead : NULL;
    return q->followers && empty ? &q->follow : NULL;
}

/* Does what r asks for, and signals the sleeper that must wake for it. This function alone
   adds nodes and gives them earlier ticks. */
TW__FOLD bool tw__dq_put(struct tw_dq *q, void *in, const struct tw_ops *ops,
                         const struct tw__dq_request *r) {
    struct tw_node *const n = r->n;
    bool empty, done, first;

    TW__NEEDS(n, TW__NULL("node"));
    TW_DQ_LOCK(&q->lock);
    empty = !tw__dq_any(q, in, ops);
    done = !q->closed && (!r->moves || !tw_idle(n));
    first = done && r->earliest && tw__dq_comes_first(q, in, ops, r);
    done = done && tw__timers_add(&q->clock, in, ops, n, r->due);
    tw__dq_leave_calling(q, done ? tw__dq_sleeper(q, r->due, empty) : NULL);
    if (r->earliest)
        *r->earliest = done && first;
    return done;
}

TW__DEBUG(
    /* Warns of a delay that is probably below 0. The set notes what it warned of, so this
       needs the lock. */
    TW__INLINE void tw__dq_delay(struct tw_dq *q, tw_tick delay) {
        TW_DQ_LOCK(&q->lock);
        tw__debug_delay(&q->clock, delay);
        TW_DQ_UNLOCK(&q->lock);
    })

/* Sleeps once, at most until `deadline`. The thread leads if a node is in q and nobody
   leads; else it follows. The lock is held before and after. */
TW__FOLD void tw__dq_sleep(struct tw_dq *q, void *in, const struct tw_ops *ops, tw_tick deadline) {
    tw_tick head = 0;

    if (!q->leads && tw__timers_next(&q->clock, in, ops, &head)) {
        q->until = head < deadline ? head : deadline;
        q->leads = true;
        TW_DQ_WAIT(&q->lead, &q->lock, q->until);
        q->leads = false;
    } else {
        q->followers++;
        TW_DQ_WAIT(&q->follow, &q->lock, deadline);
        q->followers--;
    }
}

/* Looks at the clock, which begins a batch. The time of the queue never goes back, even
   if the clock does. */
TW__INLINE void tw__dq_look(struct tw_dq *q) {
    const tw_tick now = TW_DQ_CLOCK();

    tw__timers_begin(&q->clock, now < q->clock.now ? q->clock.now : now);
}

/* Unlocks q for a thread that leaves. If nodes are left and nobody leads, signals a
   follower. */
TW__FOLD void tw__dq_pass_on(struct tw_dq *q, const void *in, const struct tw_ops *ops) {
    const bool call = !q->leads && q->followers && tw__dq_any(q, in, ops);

    tw__dq_leave_calling(q, call ? &q->follow : NULL);
}

/* Takes out up to max nodes that are due; sleeps while no node is due. Each turn of the
   loop does the first possible of four things:
     1  take a node of the batch, which another thread may have begun;
     2  look at the clock, once between two sleeps;
     3  leave, if nodes were taken, q is closed, or the deadline has come: 0, which
        try_take() gives, has always come;
     4  sleep.
   The loop also ends when max nodes are taken. */
TW__FOLD size_t tw__dq_take(struct tw_dq *q, void *in, const struct tw_ops *ops,
                            struct tw_node **out, size_t max, tw_tick deadline) {
    bool looked = false;
    size_t got = 0;

    TW__WANT(max != 0, "max is 0. Give room for at least one node.");
    TW_DQ_LOCK(&q->lock);
    while (got < max) {
        if ((out[got] = tw__timers_step(&q->clock, in, ops)) != NULL) {
            got++;
        } else if (!looked) {
            tw__dq_look(q);
            looked = true;
        } else if (got || q->closed || deadline <= q->clock.now) {
            break;
        } else {
            tw__dq_sleep(q, in, ops, deadline);
            looked = false;
        }
    }
    tw__dq_pass_on(q, in, ops);
    return got;
}

/* Closes q, and wakes the leader and all followers. On `lead` at most one thread sleeps. */
TW__INLINE void tw__dq_close(struct tw_dq *q) {
    TW_DQ_LOCK(&q->lock);
    q->closed = true;
    TW_DQ_UNLOCK(&q->lock);
    TW_DQ_SIGNAL(&q->lead);
    TW_DQ_BROADCAST(&q->follow);
}

/* Takes all nodes out under the lock, as one chain: those of the due list, then those of
   the structure. Then it calls fn with each node, without the lock. fn may free its node,
   so the loop reads the link first. The whole due list is made the batch, so that
   tw__due_take() empties it. */
TW__FOLD size_t tw__dq_clear(struct tw_dq *q, void *in, const struct tw_ops *ops, tw_fn *fn) {
    struct tw_node *chain, *n;
    size_t count = 0;
    tw_tick now;

    TW_DQ_LOCK(&q->lock);
    now = q->clock.now;
    chain = (ops->take_all)(in);
    q->clock.until = q->clock.due_list;
    while ((n = tw__due_take(&q->clock)) != NULL) {
        n->u.list.next = chain;
        chain = n;
    }
    tw__idle_all(&q->clock, chain);
    TW_DQ_UNLOCK(&q->lock);
    for (; (n = chain) != NULL; count++) {
        chain = n->u.list.next;
        if (fn)
            (fn)(n, now);
    }
    return count;
}

/* Returns the node that tw__timers_step() would hand out next, if the clock were far
   enough. The first node of the due list comes first, unless the structure has a node
   that is due by `previous`. If `until` is NULL, the next batch has not begun, and the
   now of the queue counts instead of `previous`. */
TW__FOLD struct tw_node *tw__dq_peek(struct tw_dq *q, void *in, const struct tw_ops *ops) {
    const struct tw_clock *c = &q->clock;
    struct tw_node *n;
    tw_tick due = 0;

    TW_DQ_LOCK(&q->lock);
    n = tw__list_first(c->due_list);
    if ((ops->next)(in, &due) && (!n || due <= (c->until ? c->previous : c->now)))
        n = tw__first(in, ops);
    TW_DQ_UNLOCK(&q->lock);
    return n;
}

TW__FOLD const char *tw__dq_check(struct tw_dq *q, const void *in, const struct tw_ops *ops) {
    const char *const broken = tw__timers_check(&tw__dq_enter(q)->clock, in, ops);

    TW_DQ_UNLOCK(&q->lock);
    return broken;
}

/* --------------------------------------------------------------------------- WRAPPERS */

/* Makes the verbs of `struct name`: `in` is its structure, `ops` its table. Both are
   expressions in q, the queue that each verb is given. */
#define TW__DELAYQUEUE_VERBS(linkage, name, in, ops)                                               \
    linkage tw_tick name##_now(const struct name *q) { return (void)q, TW_DQ_CLOCK(); }            \
    linkage bool name##_put_earliest(struct name *q, struct tw_node *n, tw_tick due,               \
                                     bool *earliest) {                                             \
        void *s = in;                                                                              \
        const struct tw__dq_request r = {n, due, false, earliest};                                 \
        return tw__dq_put(&q->dq, s, ops, &r);                                                     \
    }                                                                                              \
    linkage bool name##_put(struct name *q, struct tw_node *n, tw_tick due) {                      \
        return TW__VIA(name##_put_earliest(q, n, due, NULL));                                      \
    }                                                                                              \
    linkage bool name##_put_in(struct name *q, struct tw_node *n, tw_tick delay) {                 \
        tw_tick due = TW_DQ_CLOCK();                                                               \
        TW__DEBUG((void)in; tw__dq_delay(&q->dq, delay);)                                          \
        return tw__later(&due, delay) && TW__VIA(name##_put(q, n, due));                           \
    }                                                                                              \
    linkage bool name##_move_earliest(struct name *q, struct tw_node *n, tw_tick due,              \
                                      bool *earliest) {                                            \
        void *s = in;                                                                              \
        const struct tw__dq_request r = {n, due, true, earliest};                                  \
        return tw__dq_put(&q->dq, s, ops, &r);                                                     \
    }                                                                                              \
    linkage bool name##_move(struct name *q, struct tw_node *n, tw_tick due) {                     \
        return TW__VIA(name##_move_earliest(q, n, due, NULL));                                     \
    }                                                                                              \
    linkage bool name##_cancel(struct name *q, struct tw_node *n) {                                \
        void *s = in;                                                                              \
        return tw__dq_leave(&q->dq, tw__timers_cancel(&tw__dq_enter(&q->dq)->clock, s, ops, n)) != \
               0;                                                                                  \
    }                                                                                              \
    linkage size_t name##_take_batch(struct name *q, struct tw_node **out, size_t max,             \
                                     tw_tick deadline) {                                           \
        void *s = in;                                                                              \
        return tw__dq_take(&q->dq, s, ops, out, max, deadline);                                    \
    }                                                                                              \
    linkage struct tw_node *name##_take(struct name *q, tw_tick deadline) {                        \
        void *s = in;                                                                              \
        struct tw_node *n = NULL;                                                                  \
        return (void)tw__dq_take(&q->dq, s, ops, &n, 1, deadline), n;                              \
    }                                                                                              \
    linkage struct tw_node *name##_try_take(struct name *q) { return TW__VIA(name##_take(q, 0)); } \
    linkage void name##_close(struct name *q) { (void)in, tw__dq_close(&q->dq); }                  \
    linkage bool name##_closed(struct name *q) {                                                   \
        (void)in;                                                                                  \
        return tw__dq_leave(&q->dq, tw__dq_enter(&q->dq)->closed) != 0;                            \
    }                                                                                              \
    linkage size_t name##_clear_with(struct name *q, tw_fn *fn) {                                  \
        void *s = in;                                                                              \
        return tw__dq_clear(&q->dq, s, ops, fn);                                                   \
    }                                                                                              \
    linkage size_t name##_count(struct name *q) {                                                  \
        void *s = in;                                                                              \
        return tw__dq_leave(&q->dq, tw__timers_count(&tw__dq_enter(&q->dq)->clock, s, ops));       \
    }                                                                                              \
    linkage bool name##_next(struct name *q, tw_tick *due) {                                       \
        void *s = in;                                                                              \
        return tw__dq_leave(&q->dq, tw__timers_next(&tw__dq_enter(&q->dq)->clock, s, ops, due)) != \
               0;                                                                                  \
    }                                                                                              \
    linkage struct tw_node *name##_peek(struct name *q) {                                          \
        void *s = in;                                                                              \
        return tw__dq_peek(&q->dq, s, ops);                                                        \
    }                                                                                              \
    linkage bool name##_destroy(struct name *q) { return (void)in, tw__dq_destroy(&q->dq); }       \
    TW__CHECKED(linkage const char *name##_check(struct name *q) {                                 \
        void *s = in;                                                                              \
        return tw__dq_check(&q->dq, s, ops);                                                       \
    })

/* Makes `struct name`, a structure with a lock beside it, and its verbs. The second macro
   is there so that `of` may be a macro itself. capacity(): returns how many nodes q has
   room for. (size_t)-1: there is no bound. bytes(): returns the size in bytes of the array
   for n nodes. TW__KIND gets a condition that always holds: no queue may move in memory,
   not even an empty one. */
#define TW_DELAYQUEUE_OF(name, of) TW__DELAYQUEUE_OF(name, of)
#define TW__DELAYQUEUE_OF(name, of)                                                 \
    TW__FOLD const struct tw_ops *name##__ops(void) { return &tw_##of##_ops; }      \
    struct name {                                                                   \
        struct tw_dq dq;                                                            \
        struct tw_##of in;                                                          \
    };                                                                              \
    TW__KIND(name, TW__HERE, of, TW__KIND_LOCKED, s != NULL)                        \
    TW__INLINE bool name##_init(struct name *q, tw_##of##_array *array, size_t n) { \
        TW__STAMP(q, &name##__kind, n);                                             \
        return tw__dq_init(&q->dq, &q->in, name##__ops(), array, n);                \
    }                                                                               \
    TW__INLINE size_t name##_capacity(const struct name *q) {                       \
        return (name##__ops()->capacity)(TW__SEEN(name, q, &q->in));                \
    }                                                                               \
    TW__INLINE size_t name##_bytes(size_t n) { return (name##__ops()->bytes)(n); }  \
    TW__DELAYQUEUE_VERBS(TW__INLINE, name, TW__SEEN(name, q, &q->in), name##__ops())

TW__END_C

#endif /* TW_DELAYQUEUE_H */

/* --------------------------------------------------------------------- IMPLEMENTATION */

#if (defined(TW_IMPLEMENTATION) || defined(TW_DELAYQUEUE_IMPLEMENTATION)) && \
    !defined(TW__DELAYQUEUE_IMPLEMENTED)
#define TW__DELAYQUEUE_IMPLEMENTED

TW__BEGIN_C

TW__KIND(tw_delayqueue, "tw_delayqueue", runtime, TW__KIND_LOCKED, s != NULL)

TW__API bool tw_delayqueue_init(struct tw_delayqueue *q, const struct tw_ops *ops, void *in,
                                void *array, size_t n) {
    TW__STAMP(q, &tw_delayqueue__kind, n);
    q->ops = ops;
    q->in = in;
    return tw__dq_init(&q->dq, in, ops, array, n);
}

TW__DELAYQUEUE_VERBS(TW__API, tw_delayqueue, TW__SEEN(tw_delayqueue, q, q->in), q->ops)

TW__END_C

#endif

/* MIT No Attribution; the licence stands at the end of node.h and in the file LICENSE. */
