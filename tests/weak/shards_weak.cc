/* SPDX-License-Identifier: MIT-0 */
/* shards.h under the memory model of C11, as post_weak.cc. The objects of the program are
   plain, so that two threads in one set, or a free too early, are a data race.

       shards_weak [--all-runs] [PROGRAM...] */
#undef NDEBUG
#include "model.h"
#include "rbtree.h"
#include "timers.h"

#define __STDC_VERSION__ 201112L /* so that post.h takes its C11 atomics, here in C++ */
#define TW_POST_C11
#include "shards.h"

TW_SHARDS_OF(loops, rbtree)

static struct tw_shard *rung;

static void ring(struct tw_shard *s) { rung = s; }

static void *current; /* the program: plain data of the set's owner */

/* A shard whose thread is 0, and a timer of it. */
template <class Program, int THREADS> struct homed : rl::test_suite<Program, THREADS> {
    struct loops_shard home;
    struct tw_shard_timer timer;
    plain<int> owned; /* written by whoever has the set */
    bool asleep;

    static void fire(struct tw_node *, tw_tick) { static_cast<homed *>(current)->owned++; }

    void before() {
        current = this;
        rung = NULL;
        asleep = false;
        owned = 0;
        loops_init(&home, 0, NULL, 0);
        home.at.wake = ring;
        loops_timer_init(&home, &timer, fire);
    }
};

/* The home goes to sleep while another thread arms: it is woken, or does not sleep. */
struct sleeping : homed<sleeping, 2> {
    void thread(unsigned me) {
        tw_tick until = 0;

        if (me == 0)
            asleep = !loops_sleep(&home, &until);
        else
            (void)loops_arm(NULL, &timer, 1);
    }

    void after() { RL_ASSERT(!asleep || rung); }
};

/* The same with the timer armed for tick 1. */
template <class Program> struct armed : homed<Program, 2> {
    void before() {
        homed<Program, 2>::before();
        (void)loops_arm(&this->home, &this->timer, 1);
    }
};

/* The home goes to sleep, a neighbour fires for it, and the home takes the set back. If it
   sleeps AGAIN, the neighbour may have looked at the first sleep, and take the set out of
   the second one, which has the same state. */
template <bool AGAIN> struct pulling : armed<pulling<AGAIN>> {
    void thread(unsigned me) {
        tw_tick until = 0;

        if (me != 0) {
            (void)loops_pull(&this->home, 1);
            return;
        }
        this->owned++;
        (void)loops_sleep(&this->home, &until);
        if (!loops_woken(&this->home))
            return;
        this->owned++;
        if (AGAIN)
            (void)loops_sleep(&this->home, &until);
        else
            (void)loops_turn(&this->home, 1);
    }

    void after() {
        if (loops_woken(&this->home))
            (void)loops_turn(&this->home, 1);
        RL_ASSERT(loops_set_count(&this->home.set) == 0);
    }
};

using pulled = pulling<false>;
using pulled_again = pulling<true>;

/* Two neighbours pull: one does. */
struct two_pull : armed<two_pull> {
    void before() {
        tw_tick until;

        armed::before();
        (void)loops_sleep(&home, &until);
    }

    void thread(unsigned) { (void)loops_pull(&home, 1); }

    void after() { RL_ASSERT(owned == 1); }
};

/* The home cancels what another thread has asked to cancel. Who sees that the timer is
   settled sees that it left the set, whose count is watched. */
struct settled : armed<settled> {
    void before() {
        armed::before();
        (void)loops_cancel(NULL, &timer);
    }

    void thread(unsigned me) {
        if (me == 0)
            (void)loops_turn(&home, 0);
        else if (loops_settled(&timer))
            RL_ASSERT(loops_set_count(&home.set) == 0);
    }
};

static const model_program programs[] = {
    {"sleeping", model_run<sleeping>, false},         {"pulled", model_run<pulled>, false},
    {"pulled_again", model_run<pulled_again>, false}, {"two_pull", model_run<two_pull>, false},
    {"settled", model_run<settled>, false},
};

int main(int argc, char **argv) {
    return model_main(programs, sizeof programs / sizeof programs[0], argc, argv);
}
