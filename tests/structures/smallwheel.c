/* SPDX-License-Identifier: MIT-0 */
/* What smallwheel promises beyond the contract: its costs in every setting, the overflow
   slot, its own verbs, and what check() sees of it alone. wheels.c and wheels_check.c have
   more.

       smallwheel          all of it
       smallwheel NAME     one scenario */
#include "../contract/rig.h"

/* Arms n nodes, moves all and cancels every fourth: each costs links alone, but for the
   compares of the overflow slot, where an insertion compares with each node that it
   passes. A link write is an append or a removal. */
static void arms_by_links_alone(struct tw_smallwheel *wheel, struct timer *all, size_t n) {
    const uint64_t spread = REACH < 60000 ? REACH : 60000;
    size_t i;

    for (i = 0; i < 2 * n; i++) { /* armed, and moved */
        memset(traced, 0, sizeof traced);
        assert(tw_smallwheel_add(wheel, &all[i % n].node, (tw_tick)(1 + rig_below(spread))));
        assert(traced[TW_LINK] == 1 + i / n && traced[TW_CASCADE] == 0);
        assert(traced[TW_COMPARE] <= (TW__SMALLWHEEL_SPAN < 16 ? n : 0));
    }
    for (i = 0; i < n; i += 4) {
        memset(traced, 0, sizeof traced);
        assert(tw_smallwheel_cancel(wheel, &all[i].node) && traced[TW_LINK] == 1);
        assert(traced[TW_COMPARE] + traced[TW_CASCADE] == 0);
    }
    assert(!tw_smallwheel_check(wheel));
}

/* Asks for the next node, which is remembered, and fires all: each moves down once a ring
   at most. */
static void fires_by_few_moves(struct tw_smallwheel *wheel) {
    const size_t n = tw_smallwheel_count(wheel);
    tw_tick due, now = 0;
    size_t i;

    assert(tw_smallwheel_next(wheel, &due)); /* found once, then remembered */
    memset(traced, 0, sizeof traced);
    assert(tw_smallwheel_next(wheel, &due) && traced[TW_COMPARE] == 0);
    for (i = 0; i < n; now = (tw_tick)(now + 1))
        while (tw_smallwheel_take(wheel, now))
            i++;
    assert(traced[TW_CASCADE] <= n * TW_SMALLWHEEL_LEVELS);
    assert(tw_smallwheel_count(wheel) == 0 && !tw_smallwheel_check(wheel));
}

/* The cost table of smallwheel.h as counts, at two sizes. */
SCENARIO(smallwheel_costs_are_what_the_manual_says,
         "A node of smallwheel is armed by links alone, and moves down once a ring at most.") {
    const size_t sizes[] = {100, SLOW ? 1000 : 4000};
    size_t k;

    assert(sizeof(struct tw_smallwheel) <=
           TW__SMALLWHEEL_LISTS * (sizeof(void *) + 1) + 32 + sizeof(void *) * 4);
    for (k = 0; k < 2; k++) {
        struct tw_smallwheel *wheel = (struct tw_smallwheel *)malloc(sizeof *wheel);
        struct timer *all = (struct timer *)calloc(sizes[k], sizeof *all);

        assert(wheel && all);
        tw_smallwheel_init(wheel, 0, NULL, 0);
        arms_by_links_alone(wheel, all, sizes[k]);
        fires_by_few_moves(wheel);
        free(all);
        free(wheel);
    }
}

/* A turn of the last ring. Nodes beyond it wait in the overflow slot. */
#define TURN ((uint64_t)1 << TW__SMALLWHEEL_SPAN % 64)

static bool overflows(uint64_t turns) { return TW__SMALLWHEEL_OVERFLOW && turns <= REACH / TURN; }

/* The adversary of an overflow list: each timer lies in a turn of its own. If each turn
   that is entered costs a walk over all, firing them is quadratic. Here a firing writes
   as many links among many timers as among few. */
SCENARIO(smallwheel_overflow_of_many_turns_is_never_walked_again,
         "Firing a timer beyond the last ring costs the same, however many others wait there.") {
    struct tw_smallwheel *w = (struct tw_smallwheel *)malloc(sizeof *w);
    size_t n, i;

    assert(w);
    pool_init(256);
    for (n = 8; n <= 256 && overflows(n + 2); n *= 2) {
        tw_smallwheel_init(w, 0, NULL, 0);
        for (i = 0; i < n; i++)
            assert(tw_smallwheel_add(w, &pool[i].node, (tw_tick)((i + 1) * TURN + i % 7)));
        assert(pool[n - 1].node.home == TW__SMALLWHEEL_SLOTS + TW__WAITING);
        memset(traced, 0, sizeof traced);
        for (i = 0; tw_smallwheel_take(w, (tw_tick)((n + 1) * TURN)); i++) {
        }
        assert(i == n && traced[TW_LINK] == n);
        assert(traced[TW_CASCADE] + traced[TW_COMPARE] == 0);

        /* the same, with next(), and a stop in each turn before its timer is due */
        tw_smallwheel_init(w, 0, NULL, 0);
        for (i = 0; i < n; i++)
            assert(tw_smallwheel_add(w, &pool[i].node, (tw_tick)((i + 1) * TURN + TURN / 2)));
        memset(traced, 0, sizeof traced);
        for (i = 0; i < n; i++) {
            tw_tick due;

            assert(tw_smallwheel_next(w, &due) && due == (tw_tick)((i + 1) * TURN + TURN / 2));
            assert(!tw_smallwheel_take(w, (tw_tick)((i + 1) * TURN)));
            assert(pool[i].node.home != TW__SMALLWHEEL_SLOTS + TW__WAITING);
            assert(tw_smallwheel_take(w, due) == &pool[i].node);
        }
        assert(traced[TW_LINK] == 3 * n && traced[TW_CASCADE] == n && traced[TW_COMPARE] == 0);
    }
    free(w);
}

/* Nodes beyond the last ring stand sorted, equals as they were armed. When their turn is
   entered they find their rings. */
SCENARIO(smallwheel_overflow_is_a_sorted_list,
         "Timers beyond the last ring leave by deadline, and equal ones in arming order.") {
    enum { N = 24 };

    struct tw_smallwheel *w = (struct tw_smallwheel *)malloc(sizeof *w);
    uint64_t round, first;
    size_t i, k;

    assert(w);
    pool_init(N);
    for (round = 0; round < 50 && overflows(5); round++) {
        tw_smallwheel_init(w, (tw_tick)(round * TURN), NULL, 0);
        for (i = 0; i < N; i++) {
            pool[i].due = (round + 1) * TURN + rig_below(3 * TURN) / 8 * 8;
            assert(tw_smallwheel_add(w, &pool[i].node, (tw_tick)pool[i].due));
            assert(pool[i].node.home == TW__SMALLWHEEL_SLOTS + TW__WAITING);
            assert(!tw_smallwheel_check(w));
        }
        for (k = 0; k < N; k++) {
            const struct timer *x;
            tw_tick due;

            assert(tw_smallwheel_next(w, &due));
            assert(!tw_smallwheel_take(w, (tw_tick)(due - 1u)) && !tw_smallwheel_check(w));
            x = TW_OF(tw_smallwheel_take(w, due), struct timer, node);
            assert(x && !tw_smallwheel_check(w));
            for (i = 0, first = UINT64_MAX; i < N; i++)
                if (pool[i].due < first)
                    first = pool[i].due;
            assert(x->due == first);
            for (i = 0; pool[i].due != first; i++) {
            }
            assert(x == &pool[i]); /* of equals, the first */
            pool[i].due = UINT64_MAX;
        }
        assert(tw_smallwheel_count(w) == 0);
    }
    free(w);
}

/* A call in which nothing is due leaves the nodes of an upper slot where they are. */
SCENARIO(smallwheel_leaves_a_block_alone_until_a_node_of_it_is_due,
         "A tick at which nothing is due moves no node and writes no link.") {
    const uint64_t block = (uint64_t)1 << TW_SMALLWHEEL_FIRST_BITS;
    uint64_t now;

    start(0, 8);
    pool_init(2);
    rig.quiet = true;
    rig_arm(&pool[0], 3 * block + 5);
    rig_arm(&pool[1], 3 * block + 3);
    traced[TW_CASCADE] = traced[TW_LINK] = 0;
    for (now = 1; now < 3 * block + 3; now++)
        assert(rig_advance(now) == 0);
    assert(traced[TW_CASCADE] + traced[TW_LINK] == 0);
    assert(rig_advance(now) == 1 && rig.last == 1 && traced[TW_CASCADE] == 1);
    assert(rig_advance(now + 2) == 1 && rig.last == 0 && traced[TW_CASCADE] == 1);
}

/* The compiled verbs, without a set. */
SCENARIO(smallwheel_compiled_verbs_answer,
         "The functions of smallwheel add, walk, take, clear and cancel without a set, too.") {
    struct tw_smallwheel *w = (struct tw_smallwheel *)malloc(sizeof *w);

    assert(w);
    pool_init(2);
    tw_smallwheel_init(w, 1000, NULL, 0);
    assert(tw_smallwheel_each(w, NULL) == NULL && tw_smallwheel_take(w, 1100) == NULL);
    assert(tw_smallwheel_add(w, &pool[0].node, 2000) && tw_smallwheel_add(w, &pool[1].node, 3000));
    assert(tw_smallwheel_each(w, tw_smallwheel_each(w, NULL)) != NULL &&
           tw_smallwheel_count(w) == 2);
    assert(tw_smallwheel_take(w, 2000) == &pool[0].node && tw_smallwheel_take(w, 2000) == NULL);
    assert(tw_smallwheel_each(w, NULL) == &pool[1].node &&
           tw_smallwheel_each(w, &pool[1].node) == NULL);
    tw_smallwheel_clear(w);
    assert(tw_smallwheel_count(w) == 0 && tw_idle(&pool[1].node) && !tw_smallwheel_check(w));
    assert(!tw_smallwheel_cancel(w, &pool[1].node));
    free(w);
}

struct beat {
    char name[8];
    struct tw_node node;
};

TW_SMALLWHEEL_OF(beats, struct beat, node)

SCENARIO(smallwheel_typed_face_gives_objects,
         "A queue by TW_SMALLWHEEL_OF adds, takes, walks, cancels and clears objects.") {
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

/* A now that goes back, against the manual, moves no position. */
SCENARIO(smallwheel_ignores_a_clock_that_goes_back,
         "A now before the last one moves no position and loses no timer.") {
    struct tw_smallwheel *w = (struct tw_smallwheel *)malloc(sizeof *w);

    assert(w);
    pool_init(1);
    tw_smallwheel_init(w, 1000, NULL, 0);
    assert(tw_smallwheel_add(w, &pool[0].node, 5000) && !tw_smallwheel_take(w, 2000));
    assert(!tw_smallwheel_take(w, 1500) && w->position == 2000);
    assert(!tw_smallwheel_check(w) && tw_smallwheel_take(w, 5000) == &pool[0].node);
    free(w);
}

SCENARIO(smallwheel_check_sees_an_overflow_out_of_order,
         "check() reports timers beyond the last ring that are not sorted.") {
    struct tw_smallwheel *w = (struct tw_smallwheel *)malloc(sizeof *w);

    assert(w);
    pool_init(2);
    tw_smallwheel_init(w, 0, NULL, 0);
    if (overflows(5)) {
        assert(tw_smallwheel_add(w, &pool[0].node, (tw_tick)TURN));
        assert(tw_smallwheel_add(w, &pool[1].node, (tw_tick)(2 * TURN)) && !tw_smallwheel_check(w));
        w->first = NULL;
        pool[0].node.due = (tw_tick)(3 * TURN);
        assert(breaks(tw_smallwheel_check(w), "smallwheel 5"));
    }
    free(w);
}

static const struct tw_ops *const on[] = {&tw_smallwheel_ops};

static const struct scenario scenarios[] = {
    ROW(smallwheel_costs_are_what_the_manual_says),
    ROW(smallwheel_compiled_verbs_answer),
    ROW(smallwheel_typed_face_gives_objects),
    ROW(smallwheel_overflow_of_many_turns_is_never_walked_again),
    ROW(smallwheel_overflow_is_a_sorted_list),
    ROW(smallwheel_ignores_a_clock_that_goes_back),
    ROW(smallwheel_check_sees_an_overflow_out_of_order),
    ROW(smallwheel_leaves_a_block_alone_until_a_node_of_it_is_due),
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], on, 1, argc, argv);
}
