/* SPDX-License-Identifier: MIT-0 */
/* What hwheel.h promises beyond the contract: its costs, its own verbs, and what check()
   sees of it alone. wheels.c and wheels_check.c have more.

       hwheel          all of it
       hwheel NAME     one scenario */
#include "../contract/rig.h"

/* Arms n nodes, moves every second one and cancels every fourth: each costs links alone.
   A link write is an append or a removal. */
static void arms_by_links_alone(struct tw_hwheel *wheel, struct timer *all, size_t n) {
    const uint64_t spread = REACH < 60000 ? REACH : 60000;
    size_t i, linked;

    for (i = 0; i < n; i++) {
        memset(traced, 0, sizeof traced);
        assert(tw_hwheel_add(wheel, &all[i].node, (tw_tick)(1 + rig_below(spread))));
        assert(traced[TW_LINK] == 1 && traced[TW_COMPARE] + traced[TW_CASCADE] == 0);
    }
    for (i = 0; i < n; i += 2) { /* moved, and cancelled */
        memset(traced, 0, sizeof traced);
        assert(tw_hwheel_add(wheel, &all[i].node, (tw_tick)(1 + rig_below(spread))));
        linked = traced[TW_LINK];
        /* the last of a list that goes to the same list */
        assert(linked == 2 || (linked == 0 && TW__SPEED));
        if (i % 4 == 0)
            assert(tw_hwheel_cancel(wheel, &all[i].node) && traced[TW_LINK] == linked + 1);
        assert(traced[TW_COMPARE] + traced[TW_CASCADE] == 0);
    }
    assert(!tw_hwheel_check(wheel));
}

/* Asks for the next node, which is remembered, and fires all: no node is compared, and
   each moves down once a level at most. */
static void fires_without_a_compare(struct tw_hwheel *wheel) {
    const size_t n = tw_hwheel_count(wheel);
    tw_tick due, now = 0;
    size_t i;

    assert(tw_hwheel_next(wheel, &due)); /* found once, then remembered */
    memset(traced, 0, sizeof traced);
    assert(tw_hwheel_next(wheel, &due) && traced[TW_COMPARE] == 0);

    memset(traced, 0, sizeof traced);
    for (i = 0; i < n; now = (tw_tick)(now + 1))
        while (tw_hwheel_take(wheel, now))
            i++;
    assert(traced[TW_COMPARE] == 0 && traced[TW_CASCADE] > 0);
    assert(traced[TW_CASCADE] <= n * (TW__HWHEEL_LEVELS - 1));
    assert(tw_hwheel_count(wheel) == 0 && !tw_hwheel_check(wheel));
}

/* The cost table of hwheel.h as counts, at two sizes. */
SCENARIO(hwheel_costs_are_what_the_manual_says,
         "A node of hwheel is armed without a compare, and moves down once a level at most.") {
    const size_t sizes[] = {100, SLOW ? 3000 : 30000};
    size_t k;

    /* small machines have no room */
    assert(TW__HWHEEL_SUBS == (sizeof(void *) > 4 ? 16 : 1));
    assert(sizeof(struct tw_hwheel) <=
           TW__HWHEEL_SLOTS * (sizeof(void *) + 1) + 32 + sizeof(void *) * 4);
    for (k = 0; k < 2; k++) {
        struct tw_hwheel *wheel = (struct tw_hwheel *)malloc(sizeof *wheel);
        struct timer *all = (struct timer *)calloc(sizes[k], sizeof *all);

        assert(wheel && all);
        tw_hwheel_init(wheel, 0, NULL, 0);
        arms_by_links_alone(wheel, all, sizes[k]);
        fires_without_a_compare(wheel);
        free(all);
        free(wheel);
    }
}

/* One wheel, and n nodes in one list of its last level: node k of an order stands k / n of
   the way through the block. */
static struct crowd {
    struct tw_hwheel *wheel;
    struct timer *all;
    size_t n;
} crowd;

enum { WAY = 1024 };

static void crowd_begins(size_t n) {
    crowd.wheel = (struct tw_hwheel *)malloc(sizeof *crowd.wheel);
    crowd.all = (struct timer *)calloc(n, sizeof *crowd.all);
    crowd.n = n;
    assert(crowd.wheel && crowd.all);
    tw_hwheel_init(crowd.wheel, 0, NULL, 0);
}

static void crowd_ends(void) {
    assert(!tw_hwheel_check(crowd.wheel) && tw_hwheel_count(crowd.wheel) == crowd.n);
    free(crowd.all);
    free(crowd.wheel);
}

/* Arms or moves timer i to place k of 4 * n. */
static void crowd_arms(size_t i, size_t k) {
    const uint64_t way = TW_TICK_BITS == 16 ? WAY : (uint64_t)WAY * WAY;

    assert(k < 4 * crowd.n);
    assert(tw_hwheel_add(crowd.wheel, &crowd.all[i].node,
                         (tw_tick)(REACH + (uint64_t)k * way / (4 * crowd.n))));
}

/* Arms or moves it, and asks for the earliest. */
static void crowd_asks(size_t i, size_t k) {
    tw_tick due;

    crowd_arms(i, k);
    assert(tw_hwheel_next(crowd.wheel, &due));
}

/* Fails if the operations since the last call took more than two compares a level of a
   tree of n nodes, on average, or more than two links. */
static void crowd_costs_a_logarithm(size_t operations) {
    size_t levels = 1;

    while (crowd.n >> levels)
        levels++;
    assert(traced[TW_COMPARE] <= 2 * levels * operations && traced[TW_LINK] <= 2 * operations);
    memset(traced, 0, sizeof traced);
}

/* Clients beat in turn: the first node goes to the end. Then each arrives before the end of
   the list. */
static void crowd_beats(size_t n) {
    size_t i;

    crowd_begins(n);
    memset(traced, 0, sizeof traced);
    for (i = 0; i < n; i++)
        crowd_asks(i, i);
    crowd_costs_a_logarithm(n);
    for (i = 0; i < 2 * n; i++)
        crowd_asks(i % n, n + i);
    crowd_costs_a_logarithm(2 * n);
    for (i = 0; i < n; i++)
        crowd_asks(i, 4 * n - 2 - i);
    crowd_costs_a_logarithm(n);
    crowd_ends();
}

/* Each arm comes before all; then each move of the first node comes right before the end;
   then arms in front alternate with moves of the first node to the end. */
static void crowd_fights(size_t n) {
    size_t i;

    crowd_begins(n);
    memset(traced, 0, sizeof traced);
    for (i = 0; i < n; i++)
        crowd_asks(i, 4 * n - 1 - i);
    crowd_costs_a_logarithm(n);
    for (i = 0; i < n; i++)
        crowd_asks(n - 1 - i, 4 * n - 2 - i);
    crowd_costs_a_logarithm(n);
    for (i = 0; i < n; i++)
        crowd_asks(rig_index(n), i % 2 ? 4 * n - 1 : n - i);
    crowd_costs_a_logarithm(n);
    crowd_ends();
}

SCENARIO(hwheel_never_walks_a_list_twice,
         "Moves in one list of hwheel, with next() after each, cost a logarithm of compares.") {
    crowd_beats(1000);
    crowd_fights(1000);
    crowd_beats(SLOW ? 3000 : 30000);
    crowd_fights(SLOW ? 3000 : 30000);
}

/* The latest first: each node is a run of its own. A merge of two runs compares each node of
   the newer one, which comes before all of the older one. Then a node is compared with the
   last one, becomes a second run, and is compared with the first node of the other run. */
SCENARIO(hwheel_reports_the_compares_of_a_sort,
         "TW_TRACE gets each compare of a list that next() sorts.") {
    const size_t levels = 9, n = (size_t)1 << levels;
    struct timer early;
    tw_tick due;
    size_t i;

    crowd_begins(n);
    tw_node_init(&early.node, NULL);
    assert(tw_hwheel_add(crowd.wheel, &early.node, 1));
    for (i = 0; i < n; i++)
        crowd_arms(i, 4 * (n - 1 - i));
    assert(tw_hwheel_cancel(crowd.wheel, &early.node)); /* so that next() knows no node */
    memset(traced, 0, sizeof traced);
    assert(tw_hwheel_next(crowd.wheel, &due));
    assert(traced[TW_COMPARE] == TW__RUN_SHORT + n - 1 + levels * n / 2);

    /* the last of the run moves to its end again */
    memset(traced, 0, sizeof traced);
    crowd_arms(0, 4 * n - 1);
    assert(traced[TW_COMPARE] == 1 && crowd.all[0].node.home == crowd.all[1].node.home);

    memset(traced, 0, sizeof traced);
    assert(tw_hwheel_add(crowd.wheel, &early.node, due) && traced[TW_COMPARE] == 1);
    assert(tw_hwheel_cancel(crowd.wheel, &crowd.all[n - 1].node)); /* the first */
    assert(tw_hwheel_next(crowd.wheel, &due) && traced[TW_COMPARE] == 2);
    crowd_ends();
}

/* Arms n nodes in one list, the latest first, and asks for the earliest, which the wheel
   does not know. Returns whether the list is sorted then. */
static bool list_is_sorted(size_t n) {
    static struct tw_hwheel wheel;
    static struct timer all[11];
    tw_tick due;
    size_t i;

    tw_hwheel_init(&wheel, 0, NULL, 0);
    for (i = 0; i <= n; i++) {
        tw_node_init(&all[i].node, NULL);
        assert(tw_hwheel_add(&wheel, &all[i].node, (tw_tick)(i ? 2048 + n - i : 1)));
    }
    assert(tw_hwheel_cancel(&wheel, &all[0].node)); /* the first, until now */
    memset(traced, 0, sizeof traced);
    assert(tw_hwheel_next(&wheel, &due) && due == 2048 && !tw_hwheel_check(&wheel));
    assert(traced[TW_COMPARE] == n - 1 || all[1].node.home >= TW__RUN);
    return all[1].node.home >= TW__RUN;
}

SCENARIO(hwheel_sorts_long_lists_alone,
         "next() compares each node of a list of nine once, and sorts a list of ten.") {
    size_t n;

    for (n = 1; n <= 9; n++)
        assert(!list_is_sorted(n));
    assert(list_is_sorted(10));
}

/* The compiled verbs, without a set. */
SCENARIO(hwheel_compiled_verbs_answer,
         "The functions of hwheel add, walk, take, clear and cancel without a set, too.") {
    struct tw_hwheel *w = (struct tw_hwheel *)malloc(sizeof *w);

    assert(w);
    pool_init(2);
    tw_hwheel_init(w, 1000, NULL, 0);
    assert(tw_hwheel_each(w, NULL) == NULL && tw_hwheel_take(w, 1100) == NULL);
    assert(tw_hwheel_add(w, &pool[0].node, 2000) && tw_hwheel_add(w, &pool[1].node, 3000));
    assert(tw_hwheel_each(w, tw_hwheel_each(w, NULL)) != NULL && tw_hwheel_count(w) == 2);
    assert(tw_hwheel_take(w, 2000) == &pool[0].node && tw_hwheel_take(w, 2000) == NULL);
    assert(tw_hwheel_each(w, NULL) == &pool[1].node && tw_hwheel_each(w, &pool[1].node) == NULL);
    tw_hwheel_clear(w);
    assert(tw_hwheel_count(w) == 0 && tw_idle(&pool[1].node) && !tw_hwheel_check(w));
    assert(!tw_hwheel_cancel(w, &pool[1].node));
    free(w);
}

/* The position goes on with the blocks, not with the nodes that fire within one: two nodes
   that are armed behind the last one to fire still have a slot each. */
SCENARIO(hwheel_orders_what_is_armed_within_the_block,
         "What is armed late, within the block of the position, leaves hwheel by its ticks.") {
    struct tw_hwheel *w = (struct tw_hwheel *)calloc(1, sizeof *w);
    static struct tw_node fired, later, second, first;

    assert(w != NULL);
    tw_hwheel_init(w, 0, NULL, 0);
    assert(tw_hwheel_add(w, &fired, 6) && tw_hwheel_add(w, &later, 200));
    assert(tw_hwheel_take(w, 7) == &fired);
    assert(tw_hwheel_add(w, &second, 5) && tw_hwheel_add(w, &first, 4));
    assert(tw_hwheel_take(w, 7) == &first);
    assert(tw_hwheel_take(w, 7) == &second);
    assert(!tw_hwheel_take(w, 7) && !tw_hwheel_check(w));
    free(w);
}

struct beat {
    char name[8];
    struct tw_node node;
};

TW_HWHEEL_OF(beats, struct beat, node)

SCENARIO(hwheel_typed_face_gives_objects,
         "A queue by TW_HWHEEL_OF adds, takes, walks, cancels and clears objects.") {
    static struct beats q;
    static struct beat a, b;
    struct beat *x;
    tw_tick due = 0;

    beats_init(&q, 5, NULL, 0);
    assert(beats_add(&q, &a, 9) && beats_add(&q, &b, 7) && beats_count(&q) == 2 &&
           !beats_check(&q));
    assert(beats_next(&q, &due) && due == 7 && beats_take(&q, 6) == NULL &&
           beats_take(&q, 8) == &b);
    x = beats_each(&q, NULL);
    assert(x == &a && beats_each(&q, x) == NULL);
    assert(beats_cancel(&q, &a) && !beats_cancel(&q, &a) && !beats_next(&q, &due));
    assert(beats_add(&q, &a, 1));
    beats_clear(&q);
    assert(beats_count(&q) == 0 && tw_idle(&a.node));
}

/* Four runs in one list, of 8, 4, 2 and 1 nodes, pool[14] to pool[0] from the oldest on. */
static struct tw_hwheel *start_with_four_runs(void) {
    size_t i;

    start(0, 32);
    pool_init(32);
    rig.quiet = true;
    for (i = 0; i < 16; i++)
        rig_arm(&pool[i], REACH - 2 - i);
    rig.quiet = false;
    rig_cancel(&pool[15]); /* so that next() has to search */
    return (struct tw_hwheel *)rig.in;
}

SCENARIO(hwheel_check_sees_each_field_of_a_sorted_list_that_is_wrong,
         "check() reports a wrong rank, a run out of order and a wrong link of a sorted list.") {
    struct tw_hwheel *const w = start_with_four_runs();
    const size_t slot = pool[0].node.home % TW__RUN - TW__WAITING;
    struct tw_node *const newest = w->slot[slot], *const two = newest->u.list.prev;
    struct tw_node *const oldest = &pool[7].node, *const end = &pool[0].node;
    const struct breach breaches[] = {
        BREACH(uintptr_t, newest->home, newest->home + TW__RUN), /* the rank of the next */
        BREACH(uintptr_t, newest->home, newest->home - TW__RUN), /* not sorted */
        BREACH(uintptr_t, newest->home, newest->home + 1),       /* another slot */
        BREACH(uintptr_t, two->home, two->home + TW__RUN),       /* unlike the node before it */
        BREACH(uintptr_t, oldest->home, oldest->home + TW__RUN), /* unlike the node after it */
        BREACH(uintptr_t, end->home, end->home - TW__RUN),       /* unlike the node before it */
        BREACH(tw_tick, pool[3].node.due, pool[3].node.due + 3), /* after the one behind it */
        BREACH(tw_tick, pool[4].node.due, pool[4].node.due - 3), /* before its predecessor */
        BREACH(struct tw_node *, newest->u.list.prev, NULL),     /* the older runs are lost */
        BREACH(struct tw_node *, newest->u.list.prev, oldest),   /* no end of a run */
        BREACH(struct tw_node *, newest->u.list.next, two),      /* the ring of another run */
        BREACH(struct tw_node *, two->u.list.next, newest),
        BREACH(struct tw_node *, oldest->u.list.prev, newest), /* a ring of runs */
        BREACH(struct tw_node *, end->u.list.prev, oldest),
        BREACH(struct tw_node *, w->slot[slot], two),
        BREACH(struct tw_node *, w->slot[slot], end),
    };

    assert(newest == &pool[14].node && two->home == newest->home + TW__RUN);
    assert(end->home == newest->home + 3 * (uintptr_t)TW__RUN && !oldest->u.list.prev);
    check_sees(breaches, sizeof breaches / sizeof breaches[0]);
    rig_verify();
}

SCENARIO(hwheel_check_sees_a_wheel_that_wakes_too_late,
         "check() reports ticks taken for idle although a block with nodes of hwheel begins.") {
    struct tw_hwheel *w;

    start(0, 16); /* an idle tick is one comparison until a block begins, not until a node is due */
    rig.quiet = true;
    w = (struct tw_hwheel *)rig.in;
    pool_init(32);
    rig_arm(&pool[31], (3 << TW__HWHEEL_FIRST_BITS) + 5);
    rig_advance(1);
    assert(w->base.wake == 3 << TW__HWHEEL_FIRST_BITS);
    w->base.wake++; /* above the beginning of the block */
    assert(breaks(tw_timers_check(&rig.t), "hwheel 4"));
    w->base.wake--;
    {
        const struct breach breaches[] = {
            BREACH(tw_tick, w->base.wake, (3 << TW__HWHEEL_FIRST_BITS) + 1),
            BREACH(tw_tick, w->base.wake, (3 << TW__HWHEEL_FIRST_BITS) + 5),
            BREACH(tw_tick, w->base.wake, (3 << TW__HWHEEL_FIRST_BITS) + 6),
        };
        check_sees(breaches, sizeof breaches / sizeof breaches[0]);
    }
}

static const struct tw_ops *const on[] = {&tw_hwheel_ops};

static const struct scenario scenarios[] = {
    ROW(hwheel_costs_are_what_the_manual_says),
    ROW(hwheel_never_walks_a_list_twice),
    ROW(hwheel_reports_the_compares_of_a_sort),
    ROW(hwheel_sorts_long_lists_alone),
    ROW(hwheel_compiled_verbs_answer),
    ROW(hwheel_orders_what_is_armed_within_the_block),
    ROW(hwheel_typed_face_gives_objects),
    ROW(hwheel_check_sees_each_field_of_a_sorted_list_that_is_wrong),
    ROW(hwheel_check_sees_a_wheel_that_wakes_too_late),
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], on, 1, argc, argv);
}
