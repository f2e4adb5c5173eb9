/* SPDX-License-Identifier: MIT-0 */
/* post.h under the memory model of C11: each program below is run by Relacy in every
   order of its steps, with every value that a relaxed load may see. What only one side
   may touch at a time is plain, the link of a post included, so that an order that is too
   weak is a data race, and a call that gets lost is an assertion. weak_test.sh weakens
   each order of post.h by itself, and names the program that must fail.

       post_weak [--all-runs] [PROGRAM...] */
#undef NDEBUG
#include "model.h"
#include "rbtree.h"
#include "timers.h"

#define __STDC_VERSION__ 201112L /* so that post.h takes its C11 atomics, here in C++ */
#define TW_POST_C11
#include "post.h"

TW_TIMERS_OF(timers, rbtree)
TW_POSTS_OF(timers)

#ifndef SENDERS_FENCE
#define SENDERS_FENCE rl::mo_seq_cst
#endif
#ifndef OWNERS_FENCE
#define OWNERS_FENCE rl::mo_seq_cst
#endif

enum { POSTS = 3 };

static struct tw_node *fired[POSTS];
static int fires;

static void fire(struct tw_node *n, tw_tick) { fired[fires++] = n; }

/* A set and its inbox. Thread 0 is the owner. */
template <class Program, int THREADS> struct owned : rl::test_suite<Program, THREADS> {
    struct timers set;
    tw_posts inbox;
    tw_post post[POSTS];

    void before() {
        fires = 0;
        timers_init(&set, 0, NULL, 0);
        for (int i = 0; i < POSTS; i++)
            tw_post_init(&post[i], fire);
    }

    bool arm(int i, tw_tick due) { return tw_post_arm(&inbox, &post[i], due); }

    size_t drain() { return timers_drain(&set, &inbox, NULL); }
};

/* A sender writes an object and sends it. The owner reads the object once the post is
   drained. */
struct sent : owned<sent, 2> {
    plain<int> object;

    void thread(unsigned me) {
        if (me != 0) {
            object = 1;
            RL_ASSERT(arm(0, 1));
        } else if (drain()) {
            RL_ASSERT(object == 1);
        }
    }
};

/* The post is in the inbox already when a sender sends it: the word alone carries the
   order. */
struct sent_again : owned<sent_again, 2> {
    plain<int> object;

    void before() {
        owned::before();
        RL_ASSERT(arm(0, 1));
    }

    void thread(unsigned me) {
        if (me != 0) {
            object = 1;
            (void)arm(0, 2);
        } else if (drain() && post[0].node.due == 2) {
            RL_ASSERT(object == 1);
        }
    }
};

/* A sender sends a post twice, the second time perhaps when it has just been drained:
   whose is the link? */
struct used_again : owned<used_again, 2> {
    void thread(unsigned me) {
        if (me != 0) {
            (void)arm(0, 1);
            (void)arm(0, 2);
        } else {
            (void)drain();
        }
    }

    void after() {
        (void)drain();
        RL_ASSERT(timers_count(&set) == 1 && post[0].node.due == 2);
    }
};

/* The owner writes, and drains. A sender who is told that the inbox was empty reads
   it. */
struct told : owned<told, 2> {
    plain<int> owners;

    void before() {
        owned::before();
        RL_ASSERT(arm(0, 1)); /* so that nobody is told before the drain */
    }

    void thread(unsigned me) {
        if (me == 0) {
            owners = 1;
            (void)drain();
        } else if (arm(1, 1)) {
            RL_ASSERT(owners == 1);
        }
    }
};

/* The owner takes the call away and drains. A sender who is told calls, unless a call is
   there: he must not take the one that is gone for it. */
struct called : owned<called, 2> {
    rl::atomic<int> call;

    void before() {
        owned::before();
        RL_ASSERT(arm(0, 1));
        call.store(1, rl::mo_relaxed, $);
    }

    void thread(unsigned me) {
        if (me == 0) {
            call.store(0, rl::mo_relaxed, $);
            (void)drain();
        } else if (arm(1, 1) && !call.load(rl::mo_relaxed, $)) {
            call.store(1, rl::mo_relaxed, $);
        }
    }

    void after() { RL_ASSERT(!tw_posts_any(&inbox) || call.load(rl::mo_relaxed, $)); }
};

/* The owner says that it sleeps, and looks; a sender sends, and looks whether it sleeps:
   docs/threads.md, on two cores.
 */
struct sleeping : owned<sleeping, 2> {
    rl::atomic<int> sleeps, bell;
    plain<int> asleep;

    void before() {
        owned::before();
        sleeps.store(0, rl::mo_relaxed, $);
        bell.store(0, rl::mo_relaxed, $);
    }

    void thread(unsigned me) {
        if (me == 0) {
            sleeps.store(1, rl::mo_relaxed, $);
            rl::atomic_thread_fence(OWNERS_FENCE, $);
            asleep = !tw_posts_any(&inbox);
        } else if (arm(0, 1)) {
            rl::atomic_thread_fence(SENDERS_FENCE, $);
            if (sleeps.load(rl::mo_relaxed, $))
                bell.store(1, rl::mo_relaxed, $);
        }
    }

    void after() { RL_ASSERT(!asleep || bell.load(rl::mo_relaxed, $)); }
};

/* Two senders send one post: it is armed once, for one of their ticks. */
struct two_send_one : owned<two_send_one, 3> {
    void thread(unsigned me) {
        if (me != 0)
            (void)arm(0, me);
        else
            (void)drain();
    }

    void after() {
        (void)drain();
        RL_ASSERT(timers_count(&set) == 1 && (post[0].node.due == 1 || post[0].node.due == 2));
    }
};

/* Two senders, one with two posts: all arrive, and his in the order in which he sent
   them. */
struct two_send : owned<two_send, 3> {
    void thread(unsigned me) {
        if (me == 0) {
            (void)drain();
        } else if (me == 1) {
            (void)arm(0, 5);
            (void)arm(1, 5);
        } else {
            (void)arm(2, 5);
        }
    }

    static int place_of(const tw_post &p) {
        int place = 0;

        while (fired[place] != &p.node)
            place++;
        return place;
    }

    void after() {
        (void)drain();
        RL_ASSERT(timers_advance(&set, 5) == POSTS);
        RL_ASSERT(place_of(post[0]) < place_of(post[1]));
    }
};

static const model_program programs[] = {
    {"sent", model_run<sent>, false},
    {"sent_again", model_run<sent_again>, false},
    {"used_again", model_run<used_again>, false},
    {"told", model_run<told>, false},
    {"called", model_run<called>, false},
    {"sleeping", model_run<sleeping>, false},
    {"two_send", model_run<two_send>, true},
    {"two_send_one", model_run<two_send_one>, false},
};

int main(int argc, char **argv) {
    return model_main(programs, sizeof programs / sizeof programs[0], argc, argv);
}
