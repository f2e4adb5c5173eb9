/* SPDX-License-Identifier: MIT-0 */
/* Bad input has a documented answer and changes nothing: the bytes of set, structure,
   array and node are compared before and after. What the manuals leave to TW_ASSERT must
   trip it, and where they name an answer without asserts, give it.

       bad_input          all of them
       bad_input NAME     one */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include "rig.h"
#include "shards.h"
#include "window.h"

TW_SHARDS_OF(loops, rbtree)
TW_WINDOWS_OF(windows, rbtree)

enum { N = 8 };

static struct timer x[N + 2];

static struct snapshot {
    struct tw_timers t;
    unsigned char in[1 << 19], room[1024];
    struct timer x[N + 2];
} was;

static void take_snapshot(void) {
    assert(rig.ops->size <= sizeof was.in && rig.ops->bytes(N) <= sizeof was.room);
    memcpy(&was.t, &rig.t, sizeof rig.t);
    memcpy(was.in, rig.in, rig.ops->size);
    memcpy(was.room, rig.room, rig.ops->bytes(N));
    memcpy(was.x, x, sizeof x);
}

static bool unchanged(void) {
    return memcmp(&was.t, &rig.t, sizeof rig.t) == 0 &&
           memcmp(was.in, rig.in, rig.ops->size) == 0 &&
           memcmp(was.room, rig.room, rig.ops->bytes(N)) == 0 && memcmp(was.x, x, sizeof x) == 0;
}

/* N waiting timers and one that is due; x[N + 1] is idle. */
static void start_full(void) {
    int i;

    rig_begin(rig.ops, 1000, N);
    rig_blank();
    for (i = 0; i < N + 2; i++)
        timer_init(&x[i], i);
    for (i = 0; i < N; i++)
        rig_arm(&x[i], 1010 + (uint64_t)i * 3);
    rig_arm(&x[N], 1000);
    tripped = 0;
    expect_trips = false;
    take_snapshot();
}

SCENARIO(full_heap_refuses_and_keeps_all,
         "A set without room refuses one more timer, and no byte changes.") {
    start_full();
    if (!rig.bounded)
        return;
    assert(!tw_timers_add(&rig.t, &x[N + 1].node, 1020)); /* idle: stays idle */
    assert(unchanged());
    assert(!tw_timers_add(&rig.t, &x[N].node, 1020)); /* due: stays due, in its place */
    assert(unchanged());
    assert(!tw_timers_add_if_earlier(&rig.t, &x[N + 1].node, 1020));
    assert(unchanged());
    rig_verify();
}

SCENARIO(too_far_is_refused,
         "A deadline a quarter of the tick range ahead is not armed, and no byte changes.") {
    uint64_t d;

    start_full();
    if (TW_TICK_BITS == 64)
        return;
    for (d = REACH; d < 3 * REACH; d += REACH / 7 + 1) {
        assert(!tw_timers_add(&rig.t, &x[0].node, (tw_tick)(1000 + d)));     /* waiting */
        assert(!tw_timers_add(&rig.t, &x[N].node, (tw_tick)(1000 + d)));     /* due */
        assert(!tw_timers_add(&rig.t, &x[N + 1].node, (tw_tick)(1000 + d))); /* idle */
        assert(unchanged());
    }
    assert(!tw_timers_add(&rig.t, &x[0].node, (tw_tick)(1000 + 3 * REACH - 1)));
    assert(unchanged());
    /* a quarter back: passed */
    assert(tw_timers_add(&rig.t, &x[0].node, (tw_tick)(1000 + 3 * REACH)));
}

SCENARIO(cancel_of_an_idle_node_is_false,
         "Cancelling a timer that is not armed changes no byte of the set or of the timer.") {
    start_full();
    assert(!tw_timers_cancel(&rig.t, &x[N + 1].node));
    assert(unchanged());
}

MISTAKE(node_that_waits_in_another_heap_is_false_without_asserts,
        "A heap refuses to add or cancel a timer of another heap, and changes neither.") {
    struct tw_heap4 heap;
    struct tw_heap4_cell room[N + TW__HEAP4_ROOT];

    start_full();
    if (rig.ops != &tw_heap4_ops)
        return;
    tw_heap4_init(&heap, 0, room, N);
    assert(tw_heap4_add(&heap, &x[N + 1].node, 5));
    take_snapshot();
    expect_trips = true;
    assert(!tw_timers_add(&rig.t, &x[N + 1].node, 1020) && tripped == 1);
    /* passed: must leave the structure first */
    assert(!tw_timers_add(&rig.t, &x[N + 1].node, 1000) && tripped == 2);
    assert(!tw_timers_cancel(&rig.t, &x[N + 1].node) && tripped == 3);
    expect_trips = false;
    assert(unchanged());
    assert(!tw_heap4_check(&heap) && tw_heap4_count(&heap) == 1 &&
           tw_heap4_pop(&heap) == &x[N + 1].node);
}

SCENARIO(advance_backwards_does_nothing,
         "While timers wait, a now before the set's clock fires none and changes no byte.") {
    start_full();
    assert(tw_timers_advance(&rig.t, 999) == 0);
    assert(tw_timers_advance_some(&rig.t, 0, 5) == 0);
    assert(tw_timers_expire(&rig.t, 999) == NULL);
    assert(unchanged());

    start(100, N); /* empty: of ticks that wrap, any now may be the next */
    assert(tw_timers_advance(&rig.t, 50) == 0 &&
           tw_timers_now(&rig.t) == (TW_TICK_BITS == 64 ? 100 : 50));
}

static void inside(struct timer *y) {
    (void)y;
    take_snapshot();
    assert(tw_timers_advance(&rig.t, (tw_tick)(rig.now + 500)) == 0);
    assert(tw_timers_advance_some(&rig.t, (tw_tick)rig.now, 1) == 0);
    assert(tw_timers_expire(&rig.t, (tw_tick)rig.now) == NULL);
    assert(unchanged());
}

SCENARIO(advance_inside_a_callback_does_nothing,
         "A callback that advances its own set fires no timer and changes no byte.") {
    start_full();
    x[N].act = x[0].act = inside; /* from the due list, and from the structure */
    assert(rig_advance(1010) == 2);
}

SCENARIO(zero_capacity_holds_nothing_and_still_fires_what_is_due,
         "A set that is made without room still fires a timer that is armed for now.") {
    static struct timer y;

    rig_begin(rig.ops, 5, 0);
    timer_init(&y, 0);
    if (rig_limit() == 0) {
        assert(!tw_timers_add(&rig.t, &y.node, 6));
        assert(tw_idle(&y.node) && tw_timers_count(&rig.t) == 0 && !tw_timers_check(&rig.t));
    }
    assert(tw_timers_wait_ms(&rig.t, 5, 1) == -1);
    assert(rig_arm(&y, 5) && rig_advance(5) == 1);
}

/* Without asserts NULL is read, so that each call must be left from within the assert: a
   child process makes the call, and prints which assert that was. */
static bool trips(const char *call, const char *condition) {
    char command[600];

    snprintf(command, sizeof command, "\"%s\" --null %s 2>&1 | grep -q 'TW_ASSERT(%s != NULL)'",
             getenv("BAD_INPUT_SELF"), call, condition);
    return system(command) == 0;
}

MISTAKE(null_node_trips_the_assert, "NULL for a timer, a post or an inbox ends in TW_ASSERT.") {
    static const char *const calls[] = {
        "init",        "add",          "add_in",       "add_if_earlier", "cancel",
        "remaining",   "pending",      "tw_idle",      "post_init",      "post_arm",
        "post_cancel", "post_inbox",   "post_any",     "post_drain",     "shard_timer_init",
        "shard_arm",   "shard_cancel", "shard_settled"};
    size_t i;

    for (i = 0; i < sizeof calls / sizeof calls[0]; i++)
        assert(trips(calls[i], ".*"));
}

MISTAKE(null_to_prefetch_trips_the_assert,
        "NULL for a timer to prefetch ends in TW_ASSERT, unless prefetch() is empty.") {
    assert(trips("prefetch", "g->node.i.") == (TW__AHEAD != 0));
}

MISTAKE(null_window_or_callback_trips_the_assert,
        "NULL for a window, or for the callback of one that fires, ends in TW_ASSERT.") {
    assert(trips("window_add", "w") && trips("window_fire", "n->fn"));
}

static void call_window_with_null(const char *name) {
    static struct windows set;
    static struct tw_window without = TW_WINDOW(NULL);
    struct tw_window *volatile none = NULL;

    if (strcmp(name, "add") == 0) {
        windows_add(&set, none, 5, 9);
    } else {
        windows_add(&set, &without, 5, 9);
        windows_advance(&set, 6);
    }
}

static void call_shard_with_null(const char *name) {
    static struct loops_shard home;
    struct tw_shard_timer *volatile none = NULL;

    loops_init(&home, 0, NULL, 0);
    if (strcmp(name, "timer_init") == 0)
        loops_timer_init(&home, none, NULL);
    else if (strcmp(name, "arm") == 0)
        loops_arm(NULL, none, 5);
    else if (strcmp(name, "cancel") == 0)
        loops_cancel(NULL, none);
    else
        loops_settled(none);
}

static void call_post_with_null(const char *name) {
    static struct tw_posts inbox;
    static struct tw_post post;
    struct tw_post *volatile none = NULL; /* or the compiler sees it, and warns */
    struct tw_posts *volatile nowhere = NULL;

    if (strcmp(name, "init") == 0)
        tw_post_init(none, NULL);
    else if (strcmp(name, "arm") == 0)
        tw_post_arm(&inbox, none, 5);
    else if (strcmp(name, "cancel") == 0)
        tw_post_cancel(&inbox, none);
    else if (strcmp(name, "inbox") == 0)
        tw_post_arm(nowhere, &post, 5);
    else if (strcmp(name, "any") == 0)
        tw_posts_any(nowhere);
    else
        tw_timers_drain(&rig.t, nowhere, NULL);
}

static int call_with_null(const char *name) {
    struct tw_node *volatile none = NULL;
    struct tw_node *const nobody[] = {NULL};

    rig_begin(structures[0], 0, 1);
    if (strcmp(name, "init") == 0)
        tw_node_init(none, NULL);
    else if (strcmp(name, "add") == 0)
        tw_timers_add(&rig.t, NULL, 5);
    else if (strcmp(name, "add_in") == 0)
        tw_timers_add_in(&rig.t, NULL, 0, 5);
    else if (strcmp(name, "add_if_earlier") == 0)
        tw_timers_add_if_earlier(&rig.t, NULL, 5);
    else if (strcmp(name, "cancel") == 0)
        tw_timers_cancel(&rig.t, NULL);
    else if (strcmp(name, "remaining") == 0)
        tw_timers_remaining(&rig.t, NULL);
    else if (strcmp(name, "pending") == 0)
        tw_timers_pending(&rig.t, NULL);
    else if (strcmp(name, "prefetch") == 0)
        tw_timers_prefetch(&rig.t, nobody, NULL, 1);
    else if (strncmp(name, "post_", 5) == 0)
        call_post_with_null(name + 5);
    else if (strncmp(name, "shard_", 6) == 0)
        call_shard_with_null(name + 6);
    else if (strncmp(name, "window_", 7) == 0)
        call_window_with_null(name + 7);
    else
        tw_idle(NULL);
    return 0;
}

MISTAKE(refused_post_that_nobody_hears_of_trips_the_assert,
        "A post that a full set refuses ends in TW_ASSERT if no function hears of it.") {
    static struct tw_posts inbox;
    static struct tw_post post;

    start_full();
    if (!rig.bounded)
        return;
    tw_post_init(&post, NULL);
    assert(tw_post_arm(&inbox, &post, 1050));
    expect_trips = true;
    assert(tw_timers_drain(&rig.t, &inbox, NULL) == 1 && tripped == 1);
    expect_trips = false;
    assert(tw_idle(&post.node) && unchanged());
}

MISTAKE(zero_period_and_zero_ticks_per_ms_count_as_one,
        "A period or a tick rate of 0 ends in TW_ASSERT, and means 1 without asserts.") {
    tw_tick missed = 0;

    start_full();
    expect_trips = true;
    assert(tw_forward(100, 0, 105, &missed) == 106 && missed == 5 && tripped == 1);
    tw_timers_advance_some(&rig.t, 1000, 0);
    assert(tw_timers_cancel(&rig.t, &x[N].node));
    assert(tw_timers_wait_ms(&rig.t, 1000, 0) == 10 && tripped == 2);
    expect_trips = false;
}

SCENARIO(storage_too_small_is_refused,
         "storage() takes no NULL and no array with less room than the timers that wait.") {
    start_full();
    assert(!tw_timers_storage(&rig.t, rig.room, N - 1) && unchanged());
    assert(!tw_timers_storage(&rig.t, NULL, N) && !tw_timers_storage(&rig.t, NULL, 2 * N) &&
           unchanged());
}

static const struct scenario scenarios[] = {
    ROW(full_heap_refuses_and_keeps_all),
    ROW(too_far_is_refused),
    ROW(cancel_of_an_idle_node_is_false),
    ROW(node_that_waits_in_another_heap_is_false_without_asserts),
    ROW(advance_backwards_does_nothing),
    ROW(advance_inside_a_callback_does_nothing),
    ROW(zero_capacity_holds_nothing_and_still_fires_what_is_due),
    ROW(null_node_trips_the_assert),
    ROW(null_to_prefetch_trips_the_assert),
    ROW(null_window_or_callback_trips_the_assert),
    ROW(refused_post_that_nobody_hears_of_trips_the_assert),
    ROW(zero_period_and_zero_ticks_per_ms_count_as_one),
    ROW(storage_too_small_is_refused),
};

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "--null") == 0)
        return call_with_null(argv[2]);
    setenv("BAD_INPUT_SELF", argv[0], 1);
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], structures, STRUCTURES,
                         argc, argv);
}
