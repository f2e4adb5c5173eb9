/* SPDX-License-Identifier: MIT-0 */
/* The corners of the contract, where a manual's sentence was once untrue or missing: each
   scenario is such a sentence.

       corners          all of them
       corners NAME     one */
#define _POSIX_C_SOURCE 200809L /* fork */
#include "rig.h"
#include <sys/wait.h>
#include <unistd.h>

/* Does call() end in TW_ASSERT? It runs in a child, which the assertion ends before
   anything is damaged. */
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

/* A set whose callback makes it new: what was left of the batch is forgotten, and
   advance() is not refused any more. */
static unsigned nested;

static void fires_within(struct tw_node *n, tw_tick now) {
    assert(now == 25 && n == &pool[3].node);
    nested++;
}

static void makes_it_new(struct timer *x) {
    (void)x;
    assert(tw_timers_advance(&rig.t, 25) == 0 && nested == 0);
    tw_timers_init(&rig.t, 20, rig.ops, rig.in, rig.room, rig.capacity);
    tw_node_init(&pool[2].node, fires_within);
    tw_node_init(&pool[3].node, fires_within);
    assert(tw_timers_add(&rig.t, &pool[3].node, 22) && tw_timers_add(&rig.t, &pool[2].node, 26));
    assert(tw_timers_advance(&rig.t, 25) == 1 && nested == 1);
    assert(tw_timers_advance(&rig.t, 25) == 0);
}

SCENARIO(init_inside_a_callback_makes_the_set_new,
         "After init() in a callback the old batch is forgotten, and advance() is allowed there.") {
    tw_tick due = 0;

    start(0, 8);
    pool_init(4);
    rig.quiet = true;
    nested = 0;
    pool[0].act = makes_it_new;
    rig_arm(&pool[0], 10);
    rig_arm(&pool[1], 10);
    rig.now = 20;
    model_begin(&rig.m, 20);
    assert(tw_timers_advance(&rig.t, 20) == 1);
    assert(nested == 1 && pool[1].fired == 0);
    assert(!tw_timers_check(&rig.t) && tw_timers_now(&rig.t) == 25 && tw_timers_count(&rig.t) == 1);
    assert(tw_timers_next(&rig.t, &due) && due == 26 && tw_timers_cancel(&rig.t, &pool[2].node));
}

/* The callback gives the set another structure, or advances the new set by a budget of
   one, which leaves a timer over. Neither the timers that were forgotten nor that one
   fire in the call that goes on. */
static struct tw_rbtree other_tree;
static bool to_a_tree;
static unsigned fired_anew;

static void fires_anew(struct tw_node *n, tw_tick now) {
    (void)n;
    assert(now == (to_a_tree ? 40 : 25));
    fired_anew++;
}

static void makes_another(struct timer *x) {
    (void)x;
    if (to_a_tree)
        tw_timers_init(&rig.t, 20, &tw_rbtree_ops, &other_tree, NULL, 0);
    else
        tw_timers_init(&rig.t, 20, rig.ops, rig.in, rig.room, rig.capacity);
    tw_node_init(&pool[2].node, fires_anew);
    tw_node_init(&pool[3].node, fires_anew);
    assert(tw_timers_add(&rig.t, &pool[2].node, 25) && tw_timers_add(&rig.t, &pool[3].node, 25));
    if (!to_a_tree)
        assert(tw_timers_advance_some(&rig.t, 25, 1) == 1 && fired_anew == 1);
}

static void clears_and_makes_another(struct tw_node *n, tw_tick now) {
    (void)now;
    makes_another(TW_OF(n, struct timer, node));
}

SCENARIO(init_inside_a_callback_leaves_nothing_of_the_old_set,
         "After init() in a callback, the call that goes on fires nothing more.") {
    unsigned way;

    for (way = 0; way < 4; way++) {
        start(0, 8);
        pool_init(4);
        rig.quiet = true;
        to_a_tree = way % 2;
        fired_anew = 0;
        pool[0].act = makes_another;
        rig_arm(&pool[0], 10);
        rig_arm(&pool[1], 11);
        if (way < 2) {
            rig.now = 20;
            model_begin(&rig.m, 20);
            assert(tw_timers_advance(&rig.t, 20) == 1);
        } else {
            tw_timers_clear_with(&rig.t, clears_and_makes_another);
        }
        assert(pool[1].fired == 0 && fired_anew == !to_a_tree);
        assert(!tw_timers_check(&rig.t) && tw_timers_count(&rig.t) == (to_a_tree ? 2 : 1));
        assert(tw_timers_now(&rig.t) == (to_a_tree ? 20 : 25) &&
               tw_timers_any_due(&rig.t) == !to_a_tree);
        assert(tw_timers_advance(&rig.t, to_a_tree ? 40 : 25) == (to_a_tree ? 2 : 1) &&
               fired_anew == 2);
    }
}

/* A node that waits in another heap is told by its place; the first one of another set's
   due list by its neighbours. */
static struct tw_timers other_set;
static struct tw_heap4 other_heap;

static void adds_a_foreign_node(void) { tw_timers_add(&rig.t, &pool[0].node, 20); }

static void cancels_a_foreign_node(void) { tw_timers_cancel(&rig.t, &pool[0].node); }

SCENARIO(node_that_is_due_in_another_set_trips_the_assert,
         "Arming or cancelling the first timer of another set's due list ends in TW_ASSERT.") {
    start(10, 8);
    pool_init(2);
    tw_timers_init(&other_set, 10, &tw_heap4_ops, &other_heap, NULL, 0);
    assert(tw_timers_add(&other_set, &pool[0].node, 10));
    assert(trips(adds_a_foreign_node) && trips(cancels_a_foreign_node));
    assert(tw_timers_add(&rig.t, &pool[1].node, 10)); /* the set has a due list of its own */
    assert(trips(adds_a_foreign_node) && trips(cancels_a_foreign_node));
    assert(tw_timers_cancel(&other_set, &pool[0].node));
}

/* clear_with(fn): what is still to come counts as due. Only add() keeps one of those. */
static void keeps_one(struct tw_node *n, tw_tick now) {
    size_t i;

    assert(tw_idle(n) && now == 5);
    pool[0].fired++;
    if (n != tw_timers_each(&rig.t, NULL) && pool[0].fired > 1)
        return;
    for (i = 0; i < 4; i++)
        if (!tw_idle(&pool[i].node)) {
            assert(tw_timers_pending(&rig.t, &pool[i].node) &&
                   tw_timers_remaining(&rig.t, &pool[i].node) == 0);
            assert(tw_timers_add_if_earlier(&rig.t, &pool[i].node, 8) && pool[i].node.due == 9);
        }
    for (i = 0; tw_idle(&pool[i].node); i++) {
    }
    assert(tw_timers_add(&rig.t, &pool[i].node, 7));
    assert(tw_timers_remaining(&rig.t, &pool[i].node) == 2);
    pool[0].arg = i;
}

SCENARIO(clear_with_counts_what_is_still_to_come_as_due,
         "During clear_with(), timers whose turn comes later are pending and have no time left.") {
    size_t i;

    start(5, 8);
    pool_init(4);
    rig.quiet = true;
    for (i = 0; i < 4; i++)
        assert(tw_timers_add(&rig.t, &pool[i].node, 9));
    tw_timers_clear_with(&rig.t, keeps_one);
    assert(pool[0].fired == 3); /* the fourth was armed anew */
    assert(tw_timers_count(&rig.t) == 1 && !tw_timers_check(&rig.t));
    for (i = 0; i < 4; i++)
        assert(tw_idle(&pool[i].node) == (i != pool[0].arg));
    tw_timers_clear(&rig.t);
}

static void makes_it_new_while_clearing(struct tw_node *n, tw_tick now) {
    (void)n;
    tw_timers_init(&rig.t, now, rig.ops, rig.in, rig.room, rig.capacity);
}

SCENARIO(init_while_clearing_ends_an_open_batch,
         "After init() in the function of clear_with(), expire() begins a batch of the new set.") {
    start(0, 8);
    pool_init(3);
    rig.quiet = true;
    assert(tw_timers_add(&rig.t, &pool[0].node, 5) && tw_timers_add(&rig.t, &pool[1].node, 5));
    assert(tw_timers_expire(&rig.t, 6) == &pool[0].node); /* the batch is open */
    tw_timers_clear_with(&rig.t, makes_it_new_while_clearing);
    assert(tw_timers_count(&rig.t) == 0 && !tw_timers_check(&rig.t));
    assert(tw_timers_add(&rig.t, &pool[2].node, 8));
    assert(tw_timers_expire(&rig.t, 9) == &pool[2].node); /* of a new batch, at its own now */
    assert(tw_timers_now(&rig.t) == 9 && tw_timers_expire(&rig.t, 9) == NULL);
}

/* 16 and 32-bit ticks: a timer that a budget has left over may wait on for a quarter of
   the range, to the tick. */
SCENARIO(what_a_budget_leaves_waits_up_to_a_quarter_of_the_range,
         "A timer that a budget left over fires even a quarter of the tick range late.") {
    const uint64_t starts[] = {0, 1000, 65000, (uint64_t)0xFFFFFFFF - 50};
    size_t i;

    for (i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        const uint64_t due = starts[i] + 200;

        start(starts[i], 8);
        pool_init(4);
        rig_arm(&pool[0], due);
        rig_arm(&pool[1], due);
        rig_advance_some(due + REACH / 2, 1);
        rig_advance_some(due + REACH, 0);
        assert(pool[0].fired == 1 && pool[1].fired == 0);
        rig_arm(&pool[2], rig.now + REACH - 1); /* the farthest that is allowed beside it */
        assert(rig_advance(rig.now) == 1 && pool[1].fired == 1);
        drain();
        assert(pool[2].fired == 1);
    }
}

/* Guards against c-rbtree#5 and jemalloc#280: rbtree.h keeps a colour in the lowest bit of
   an address. In a packed struct, and on AVR by malloc(), a node may stand at an odd one. */
static union {
    struct tw_node aligned;
    char byte[sizeof(struct tw_node) + 1];
} odd;
static struct tw_rbtree odd_tree;

static void adds_at_an_odd_address(void) {
    memset(&odd, 0, sizeof odd);
    tw_rbtree_add(&odd_tree, (struct tw_node *)(void *)(odd.byte + 1), 5);
}

SCENARIO(node_at_an_odd_address_trips_the_tree,
         "A red-black tree keeps colours in addresses: an odd one ends in TW_ASSERT.") {
#if defined(__SANITIZE_ADDRESS__) || (!defined(__i386__) && !defined(__x86_64__))
    return; /* the access itself is an error there */
#endif
    tw_rbtree_init(&odd_tree, 0, NULL, 0);
    assert(trips(adds_at_an_odd_address));
}

/* NULL for an array means room for none, whatever n says. */
static void cancel_in_an_empty_wheel(void) {
    static TW_WHEEL_ARRAY(slots, 8);
    struct tw_wheel empty;

    tw_wheel_init(&empty, 0, slots, 8);
    tw_wheel_cancel(&empty, &pool[0].node);
}

SCENARIO(node_of_another_set_trips_the_empty_wheel,
         "Cancelling another set's timer in a wheel without timers ends in TW_ASSERT.") {
    start(0, 8);
    pool_init(1);
    rig_arm(&pool[0], 5);
    assert(trips(cancel_in_an_empty_wheel));
}

/* The set that the events must name: that of the rig, or none. */
static const void *reporting = &rig.t.clock;

/* Was the one event reported since the last call, and nothing else but searches, links,
   and after a firing the return of its callback? */
static bool reported(enum tw_event event, const struct timer *x, uint64_t tick) {
    size_t k, others = 0;
    bool once;

    for (k = 0; k < EVENTS; k++)
        others += k != (size_t)event && (k < TW_CASCADE || k > TW_LINK) ? traced[k] : 0;
    once = traced[event] == 1 && traced_set[event] == reporting && traced_node[event] == &x->node &&
           traced_tick[event] == tick;
    if (event == TW_FIRE && traced[TW_RETURN] == 1)
        others -= traced_set[TW_RETURN] == reporting && traced_node[TW_RETURN] == &x->node &&
                  traced_tick[TW_RETURN] == tick;
    once = once && others == 0;
    memset(traced, 0, sizeof traced);
    return once;
}

/* As above, of a move: a cancel and an arm where size is asked for, and to and from the
   due list. */
static bool reported_move(bool whole, const struct timer *x, uint64_t from, uint64_t to) {
    const bool both = traced[TW_CANCEL] == 1 && traced_set[TW_CANCEL] == reporting &&
                      traced_node[TW_CANCEL] == &x->node && traced_tick[TW_CANCEL] == from;

    if (whole && TW__SPEED)
        return reported(TW_MOVE, x, to);
    traced[TW_CANCEL] = 0;
    return both && reported(TW_ARM, x, to);
}

SCENARIO(trace_reports_each_verb_once,
         "TW_TRACE tells of each arming, move, cancel and firing, with its timer and tick.") {
    start(100, 8);
    pool_init(2);
    memset(traced, 0, sizeof traced);
    assert(rig_arm(&pool[0], 150) && reported(TW_ARM, &pool[0], 150));
    assert(rig_arm(&pool[0], 160) && reported_move(true, &pool[0], 150, 160));
    assert(rig_arm(&pool[0], 90) && reported_move(false, &pool[0], 160, 90));
    assert(rig_arm(&pool[0], 80) && reported_move(false, &pool[0], 90, 80));
    assert(rig_arm(&pool[0], 170) && reported_move(false, &pool[0], 80, 170));
    assert(rig_arm(&pool[1], 70) && reported(TW_ARM, &pool[1], 70));
    assert(rig_cancel(&pool[1]) && reported(TW_CANCEL, &pool[1], 70));
    assert(rig_cancel(&pool[0]) && reported(TW_CANCEL, &pool[0], 170));
    assert(rig_arm(&pool[0], 180) && reported(TW_ARM, &pool[0], 180));
    assert(rig_advance(200) == 1 && traced[TW_RETURN] == 1 && reported(TW_FIRE, &pool[0], 200));
    assert(rig_arm(&pool[0], 250) && reported(TW_ARM, &pool[0], 250));
    tw_timers_clear(&rig.t);
    assert(reported(TW_CANCEL, &pool[0], 250));
    assert(tw_timers_add(&rig.t, &pool[0].node, 190) && reported(TW_ARM, &pool[0], 190));
    tw_timers_clear(&rig.t);
    assert(reported(TW_CANCEL, &pool[0], 190));
}

/* A structure by itself: a move is one where size is asked for, too. */
SCENARIO(trace_reports_the_verbs_of_a_queue_once,
         "TW_TRACE tells of each arming, move and cancel in a heap that stands alone.") {
    struct tw_heap4 heap;
    TW_HEAP4_ARRAY(room, 4);

    pool_init(2);
    tw_heap4_init(&heap, 0, room, 4);
    memset(traced, 0, sizeof traced);
    reporting = NULL;
    assert(tw_heap4_add(&heap, &pool[0].node, 5) && reported(TW_ARM, &pool[0], 5));
    assert(tw_heap4_add(&heap, &pool[0].node, 7) && reported(TW_MOVE, &pool[0], 7));
    assert(tw_heap4_cancel(&heap, &pool[0].node) && reported(TW_CANCEL, &pool[0], 7));
    assert(tw_heap4_add(&heap, &pool[1].node, 9) && reported(TW_ARM, &pool[1], 9));
    tw_heap4_clear(&heap);
    assert(reported(TW_CANCEL, &pool[1], 9));
    reporting = &rig.t.clock;
}

/* expire() calls no function; a set that is full or whose ticks wrap refuses a timer. */
SCENARIO(trace_reports_what_expire_returns_and_what_a_set_refuses,
         "TW_TRACE tells of each timer that expire() returns, and of each that is refused.") {
    start(100, 1);
    pool_init(2);
    memset(traced, 0, sizeof traced);
    assert(rig_arm(&pool[0], 150) && reported(TW_ARM, &pool[0], 150));
    if (rig_limit() == 1)
        assert(!rig_arm(&pool[1], 150) && reported(TW_REFUSE, &pool[1], 150));
    if (TW_TICK_BITS != 64) {
        const uint64_t far = 100 + REACH;

        assert(!tw_timers_add(&rig.t, &pool[1].node, (tw_tick)far));
        assert(reported(TW_REFUSE, &pool[1], far));
        assert(!tw_timers_add_in(&rig.t, &pool[1].node, 100, (tw_tick)REACH));
        assert(reported(TW_REFUSE, &pool[1], far));
    }
    assert(tw_timers_expire(&rig.t, 150) == &pool[0].node && traced[TW_RETURN] == 0);
    assert(reported(TW_FIRE, &pool[0], 150));
}

/* A queue knows its first deadline at once; a wheel may have to look for it, and
   toylist.h always does. */
SCENARIO(structure_is_quiet_until_its_first_deadline,
         "A structure says that nothing is due only before its earliest deadline.") {
    const bool looks = strstr("hwheel smallwheel bigwheel toylist", rig.ops->name) != NULL;

    start(100, 8);
    pool_init(2);
    assert(looks || rig.ops->quiet(rig.in, 149));
    rig_arm(&pool[0], 150);
    rig_arm(&pool[1], 160);
    assert(looks || rig.ops->quiet(rig.in, 149));
    assert(!rig.ops->quiet(rig.in, 150) && !rig.ops->quiet(rig.in, 155));
    rig_cancel(&pool[0]);
    assert(looks || rig.ops->quiet(rig.in, 159));
    assert(!rig.ops->quiet(rig.in, 160));
}

MISTAKE(null_for_an_array_is_capacity_zero,
        "A bounded structure without an array has no room, whatever number is given.") {
    start(0, 8);
    pool_init(2);
    tw_timers_init(&rig.t, 0, rig.ops, rig.in, NULL, 5);
    assert(!tw_timers_check(&rig.t) && tw_timers_count(&rig.t) == 0);
    rig.capacity = 0;
    assert(tw_timers_add(&rig.t, &pool[0].node, 3) == (rig_limit() != 0));
    tw_timers_clear(&rig.t);
}

/* wheel.h's COST: a jump looks at every occupied slot for each tick that fires, if the
   next one lies a revolution ahead or more; else at the next one alone. */
SCENARIO(jump_over_far_timers_in_a_wheel_costs_its_slots_a_tick,
         "A jump looks at one slot a firing, or at each slot if timers lie revolutions apart.") {
    enum { N = 1000, SLOTS = 1024 };

    const uint64_t apart[] = {1, SLOTS + 1};
    size_t i, k;

    for (k = 0; k < 2; k++) {
        const size_t n = apart[k] * N < REACH ? N : 15; /* as many as 16-bit ticks have room for */

        rig_begin(&tw_wheel_ops, 0, SLOTS);
        pool_init(n);
        rig.quiet = true;
        for (i = 0; i < n; i++)
            rig_arm(&pool[i], 1 + apart[k] * i);
        memset(traced, 0, sizeof traced);
        assert(rig_advance(1 + apart[k] * n) == n);
        assert(traced[TW_COMPARE] == (k == 0 ? n - 1 : n * (n - 1) / 2));
    }
}

/* A counter of 32 bits under ticks of 64: after its wrap each now lies before the last
   one, and the clock stands. */
MISTAKE(counter_narrower_than_the_tick_stops_the_clock_at_its_wrap,
        "A 32-bit counter under 64-bit ticks goes back at its wrap, and nothing fires any more.") {
    const uint64_t before = 0xFFFFFF00, after = before + 0x200;

    start(before, 8);
    pool_init(1);
    rig_arm(&pool[0], before + 0x180);
    if (TW_TICK_BITS == 64) {
        assert(tw_timers_advance(&rig.t, (tw_tick)(uint32_t)after) == 0 && pool[0].fired == 0);
        assert(tw_timers_now(&rig.t) == before);
    } else { /* the counter's width, or less */
        assert(rig_advance(after) == 1);
    }
}

/* "Never early" is in ticks. A clock that drops the microseconds is up to a tick behind
   when a delay is added to it, so that 5 ms can be 4.001; a tick more makes every delay
   at least as long as was asked. */
SCENARIO(clock_that_truncates_needs_a_tick_more,
         "If the clock drops fractions of a tick, a delay of one tick more is never too short.") {
    unsigned extra, early;
    uint64_t armed, us;

    for (extra = 0; extra < 2; extra++) {
        for (armed = 10000, early = 0; armed < 11000; armed++) {
            start(armed / 1000, 8);
            pool_init(1);
            rig_arm(&pool[0], armed / 1000 + 5 + extra);
            for (us = armed; pool[0].fired == 0; us += 1000 - us % 1000)
                rig_advance(us / 1000);
            us = rig.now * 1000;
            early += us < armed + 5000;
            assert(us + 1000 > armed + 5000 && us <= armed + 5000 + extra * 1000);
        }
        assert(early == (extra ? 0u : 999u));
    }
}

/* Guards against kryptoradio#13: a key is changed in place, and the queue gives another
   order without a word. */
struct keyed {
    unsigned key;
    struct tw_node node;
};

static inline bool keyed_before(const struct keyed *a, const struct keyed *b) {
    return a->key < b->key;
}
TW_HEAP4_OF(keyed_heap, struct keyed, node, keyed_before)
TW_RBTREE_OF(keyed_tree, struct keyed, node, keyed_before)
TW_SKIPLIST_OF(keyed_lanes, struct keyed, node, keyed_before)
TW_SORTEDLIST_OF(keyed_list, struct keyed, node, keyed_before)

#define CHANGES_A_KEY(of, array, n, property)                                  \
    do {                                                                       \
        static struct keyed item[3];                                           \
        static struct of q;                                                    \
        unsigned i;                                                            \
                                                                               \
        of##_init(&q, 0, array, n);                                            \
        for (i = 0; i < 3; i++) {                                              \
            tw_node_init(&item[i].node, NULL);                                 \
            item[i].key = 5 + i;                                               \
            assert(of##_add(&q, &item[i]));                                    \
        }                                                                      \
        assert(!of##_check(&q));                                               \
        item[2].key = 1;                                                       \
        assert(breaks(of##_check(&q), property) && of##_peek(&q) == &item[0]); \
        assert(of##_update(&q, &item[2]) && !of##_check(&q));                  \
        assert(of##_pop(&q) == &item[2] && of##_pop(&q) == &item[0]);          \
    } while (0)

SCENARIO(check_names_the_order_after_a_key_was_changed_without_update,
         "A key that changes without update() breaks the order; check() tells, update() mends.") {
    static TW_HEAP4_ARRAY(heap_room, 3);

    CHANGES_A_KEY(keyed_heap, heap_room, 3, "heap4 1");
    CHANGES_A_KEY(keyed_tree, NULL, 0, "rbtree 1");
    CHANGES_A_KEY(keyed_lanes, NULL, 0, "sortedlist 1");
    CHANGES_A_KEY(keyed_list, NULL, 0, "sortedlist 1");
}

static const struct scenario scenarios[] = {
    ROW(init_inside_a_callback_makes_the_set_new),
    ROW(init_inside_a_callback_leaves_nothing_of_the_old_set),
    ROW(node_that_is_due_in_another_set_trips_the_assert),
    ROW(clear_with_counts_what_is_still_to_come_as_due),
    ROW(init_while_clearing_ends_an_open_batch),
    ROW(what_a_budget_leaves_waits_up_to_a_quarter_of_the_range),
    ONCE(node_at_an_odd_address_trips_the_tree),
    ONCE(node_of_another_set_trips_the_empty_wheel),
    ROW(trace_reports_each_verb_once),
    ONCE(trace_reports_the_verbs_of_a_queue_once),
    ONCE(check_names_the_order_after_a_key_was_changed_without_update),
    ROW(trace_reports_what_expire_returns_and_what_a_set_refuses),
    ROW(structure_is_quiet_until_its_first_deadline),
    ROW(null_for_an_array_is_capacity_zero),
    ONCE(jump_over_far_timers_in_a_wheel_costs_its_slots_a_tick),
    ROW(counter_narrower_than_the_tick_stops_the_clock_at_its_wrap),
    ROW(clock_that_truncates_needs_a_tick_more),
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], structures, STRUCTURES,
                         argc, argv);
}
