/* SPDX-License-Identifier: MIT-0 */
/* delayqueue.h under the memory model of C11. It has no atomics: all that several threads
   touch stands behind its lock, or is in a node that one thread at a time owns. So the
   lock here is made of one atomic, whose two orders can be weakened, and what it guards
   is plain: the work, the queue's own members and the count of its tree. Relacy reports
   an access that the lock does not order, and a sleeper that nobody wakes. A sleep with a
   deadline may end at any moment, and the clock is there then. A program without races
   has no other runs than those of delayqueue_test.c, which tries more programs, in every
   order of their steps.

       delayqueue_weak [--all-runs] [PROGRAM...] */
#undef NDEBUG
#include "model.h"
#include "rbtree.h"
#include "timers.h"

#ifndef LOCKS
#define LOCKS rl::mo_acquire
#endif
#ifndef UNLOCKS
#define UNLOCKS rl::mo_release
#endif

struct model_lock {
    rl::atomic<int> held;

    model_lock() : held(0) {}

    void lock(rl::debug_info_param where) {
        while (held.exchange(1, LOCKS, where))
            rl::yield(1, where);
    }

    void unlock(rl::debug_info_param where) { held.store(0, UNLOCKS, where); }
};

enum { NEVER = 1000 }; /* ticks from here on do not come */

static tw_tick clock_now; /* not in the model: a clock orders nothing */

static void model_wait(rl::condition_variable *c, model_lock *m, tw_tick until) {
    if (until >= NEVER)
        c->wait(*m, $);
    else if (!c->wait_for(*m, 0, $) && clock_now < until)
        clock_now = until;
}

#define TW_DQ_MUTEX             model_lock
#define TW_DQ_MUTEX_INIT(m)     ((void)(m), true)
#define TW_DQ_MUTEX_DESTROY(m)  (void)(m)
#define TW_DQ_LOCK(m)           (m)->lock($)
#define TW_DQ_UNLOCK(m)         (m)->unlock($)
#define TW_DQ_COND              rl::condition_variable
#define TW_DQ_COND_INIT(c)      ((void)(c), true)
#define TW_DQ_COND_DESTROY(c)   (void)(c)
#define TW_DQ_SIGNAL(c)         (c)->notify_one($)
#define TW_DQ_BROADCAST(c)      (c)->notify_all($)
#define TW_DQ_WAIT(c, m, until) model_wait(c, m, until)
#define TW_DQ_CLOCK()           clock_now
#include "delayqueue.h"

TW_DELAYQUEUE_OF(jobs, rbtree)

/* A queue, and two pieces of work. Thread 0 is the one that puts; the others take. */
template <class Program, int THREADS> struct queued : rl::test_suite<Program, THREADS> {
    struct jobs q;
    struct tw_node node[2];
    plain<int> work[2];

    void before() {
        clock_now = 0;
        RL_ASSERT(jobs_init(&q, NULL, 0));
        tw_node_init(&node[0], NULL);
        tw_node_init(&node[1], NULL);
    }

    void put(int i, tw_tick due) {
        work[i] = 1;
        RL_ASSERT(jobs_put(&q, &node[i], due));
    }

    /* Takes one, looks at the work and writes to it. */
    void take() {
        struct tw_node *const n = jobs_take(&q, TW_FOREVER);
        const int i = n == &node[1];

        RL_ASSERT(n == &node[i] && n->due <= clock_now && work[i] == 1);
        work[i] = 2;
    }
};

struct put_into_empty : queued<put_into_empty, 2> {
    void thread(unsigned me) {
        if (me == 0)
            put(0, 0);
        else
            take();
    }
};

/* A taker sleeps for a node that never comes, or is about to. */
struct put_earlier : queued<put_earlier, 2> {
    void before() {
        queued::before();
        put(1, NEVER);
    }

    void thread(unsigned me) {
        if (me == 0)
            put(0, 0);
        else
            take();
    }
};

struct move_earlier : queued<move_earlier, 2> {
    void before() {
        queued::before();
        RL_ASSERT(jobs_put(&q, &node[0], NEVER));
    }

    void thread(unsigned me) {
        if (me == 0) {
            work[0] = 1;
            RL_ASSERT(jobs_move(&q, &node[0], 0));
        } else {
            take();
        }
    }
};

/* Whoever has taken or cancelled it owns it: nobody else does. */
struct cancel_or_take : queued<cancel_or_take, 2> {
    void before() {
        queued::before();
        put(0, 1);
        clock_now = 1;
    }

    bool took() { return jobs_count(&q) != 0 && jobs_try_take(&q) != NULL; }

    void thread(unsigned me) {
        if (me == 0 ? jobs_cancel(&q, &node[0]) : took()) {
            RL_ASSERT(work[0] == 1);
            work[0] = 2;
        }
    }

    void after() { RL_ASSERT(work[0] == 2 && jobs_count(&q) == 0); }
};

struct close_wakes : queued<close_wakes, 2> {
    void thread(unsigned me) {
        if (me == 0) {
            work[0] = 1;
            jobs_close(&q);
        } else {
            RL_ASSERT(!jobs_take(&q, TW_FOREVER) && work[0] == 1);
        }
    }
};

/* Another thread asks, without taking part. */
struct asked : queued<asked, 2> {
    void thread(unsigned me) {
        if (me == 0) {
            put(0, 1);
            jobs_close(&q);
        } else {
            tw_tick due;

            if (jobs_closed(&q))
                RL_ASSERT(jobs_next(&q, &due) && due == 1 && jobs_count(&q) == 1);
        }
    }
};

/* Two takers: the one leads, the other follows, and each gets a node. */
struct two_takers : queued<two_takers, 3> {
    void thread(unsigned me) {
        if (me == 0) {
            put(0, 1);
            put(1, 0);
        } else {
            take();
        }
    }

    void after() { RL_ASSERT(work[0] == 2 && work[1] == 2); }
};

static const model_program programs[] = {
    {"put_into_empty", model_run<put_into_empty>, false},
    {"put_earlier", model_run<put_earlier>, false},
    {"move_earlier", model_run<move_earlier>, false},
    {"cancel_or_take", model_run<cancel_or_take>, false},
    {"close_wakes", model_run<close_wakes>, false},
    {"asked", model_run<asked>, false},
    {"two_takers", model_run<two_takers>, true},
};

int main(int argc, char **argv) {
    return model_main(programs, sizeof programs / sizeof programs[0], argc, argv);
}
