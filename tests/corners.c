/* SPDX-License-Identifier: MIT-0 */
/* The corners of the contract, where a manual's sentence was once untrue or missing: each scenario is such a sentence.

       corners          all of them
       corners NAME     one */
#define _POSIX_C_SOURCE 200809L /* fork */
#include "rig.h"
#include <sys/wait.h>
#include <unistd.h>

/* Does call() end in TW_ASSERT? It runs in a child, which the assertion ends before anything is damaged. */
static bool trips(void (*call)(void)) {
    int status = 0;
    const pid_t child = fork();

    assert(child >= 0);
    if (child == 0) {
        (void)freopen("/dev/null", "w", stderr);
        call();
        _exit(0);
    }
    assert(waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

/* A node that waits in another heap is told by its place; the first one of another set's due list by its neighbours. */
static struct tw_timers other_set;
static struct tw_heap4 other_heap;

static void adds_a_foreign_node(void) { tw_timers_add(&rig.t, &pool[0].node, 20); }
static void cancels_a_foreign_node(void) { tw_timers_cancel(&rig.t, &pool[0].node); }

SCENARIO(node_that_is_due_in_another_set_trips_the_assert) {
    start(10, 8);
    pool_init(2);
    tw_timers_init(&other_set, 10, &tw_heap4_ops, &other_heap, NULL, 0);
    assert(tw_timers_add(&other_set, &pool[0].node, 10));
    assert(trips(adds_a_foreign_node) && trips(cancels_a_foreign_node));
    assert(tw_timers_add(&rig.t, &pool[1].node, 10)); /* the set has a due list of its own */
    assert(trips(adds_a_foreign_node) && trips(cancels_a_foreign_node));
    assert(tw_timers_cancel(&other_set, &pool[0].node));
}

/* NULL for an array means room for none, whatever n says. */
SCENARIO(null_for_an_array_is_capacity_zero) {
    start(0, 8);
    pool_init(2);
    tw_timers_init(&rig.t, 0, rig.ops, rig.in, NULL, 5);
    assert(tw_timers_check(&rig.t) && tw_timers_count(&rig.t) == 0);
    rig.capacity = 0;
    assert(tw_timers_add(&rig.t, &pool[0].node, 3) == (rig_limit() != 0));
    tw_timers_clear(&rig.t);
}

static const struct scenario scenarios[] = {
    ROW(node_that_is_due_in_another_set_trips_the_assert),
    ROW(null_for_an_array_is_capacity_zero),
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], structures, STRUCTURES, argc, argv);
}
