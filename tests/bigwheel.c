/* SPDX-License-Identifier: MIT-0 */
/* What bigwheel.h promises beyond the contract: its costs, its own verbs, and a check() that sees.

       bigwheel          all of it
       bigwheel NAME     one scenario */
#include "rig.h"

/* The cost table of bigwheel.h as counts, at two sizes. A link write is an append or a removal. */
SCENARIO(bigwheel_costs_are_what_the_manual_says) {
    const size_t sizes[] = {100, SLOW ? 3000 : 30000};
    size_t k, i, n;

    /* nodes are all there is beside the slots */
    assert(sizeof(struct tw_bigwheel) <= TW__BIGWHEEL_SLOTS * (sizeof(void *) + 1) + 32 + sizeof(void *) * 4);
    for (k = 0; k < 2; k++) {
        struct tw_bigwheel *wheel = (struct tw_bigwheel *)malloc(sizeof *wheel);
        struct timer *all = (struct timer *)calloc(sizes[k], sizeof *all);
        tw_tick due, now = 0;

        n = sizes[k];
        assert(wheel && all);
        tw_bigwheel_init(wheel, 0, NULL, 0);
        for (i = 0; i < n; i++) {
            memset(traced, 0, sizeof traced);
            assert(tw_bigwheel_add(wheel, &all[i].node, (tw_tick)(1 + rig_below(REACH < 60000 ? REACH : 60000))));
            assert(traced[TW_LINK] == 1 && traced[TW_COMPARE] + traced[TW_CASCADE] == 0);
        }
        for (i = 0; i < n; i += 2) { /* moved, and cancelled */
            memset(traced, 0, sizeof traced);
            assert(tw_bigwheel_add(wheel, &all[i].node, (tw_tick)(1 + rig_below(REACH < 60000 ? REACH : 60000))));
            assert(traced[TW_LINK] == 2);
            if (i % 4 == 0)
                assert(tw_bigwheel_cancel(wheel, &all[i].node) && traced[TW_LINK] == 3);
            assert(traced[TW_COMPARE] + traced[TW_CASCADE] == 0);
        }
        assert(!tw_bigwheel_check(wheel));
        n = tw_bigwheel_count(wheel);

        assert(tw_bigwheel_next(wheel, &due)); /* found once, then remembered */
        memset(traced, 0, sizeof traced);
        assert(tw_bigwheel_next(wheel, &due) && traced[TW_COMPARE] == 0);

        memset(traced, 0, sizeof traced);
        for (i = 0; i < n; now = (tw_tick)(now + 1))
            while (tw_bigwheel_take(wheel, now))
                i++;
        assert(traced[TW_COMPARE] == 0);
        assert(traced[TW_CASCADE] <= n * (TW__BIGWHEEL_LEVELS - 1));
        assert(tw_bigwheel_count(wheel) == 0 && !tw_bigwheel_check(wheel));
        free(all);
        free(wheel);
    }
}

/* A deadline that has passed, or lies before all that was taken, is given out at the next take. */
SCENARIO(bigwheel_alone_takes_passed_deadlines_in_arming_order) {
    struct tw_bigwheel *wheel = (struct tw_bigwheel *)malloc(sizeof *wheel);
    struct tw_node *n;
    tw_tick due;

    assert(wheel);
    pool_init(4);
    tw_bigwheel_init(wheel, 1000, NULL, 0);
    assert(!tw_bigwheel_next(wheel, &due) && !tw_bigwheel_take(wheel, 2000) &&
           !tw_bigwheel_cancel(wheel, &pool[0].node));
    assert(tw_bigwheel_add(wheel, &pool[0].node, 2000) && tw_bigwheel_add(wheel, &pool[1].node, 1500));
    assert(tw_bigwheel_add(wheel, &pool[2].node, 2001) && tw_bigwheel_add(wheel, &pool[3].node, 1400));
    assert(!tw_bigwheel_check(wheel) && tw_bigwheel_next(wheel, &due) && due == 2000);
    for (n = NULL, due = 0; (n = tw_bigwheel_each(wheel, n)) != NULL; due++)
        ;
    assert(due == 4 && tw_bigwheel_count(wheel) == 4);
    assert(tw_bigwheel_take(wheel, 2000) == &pool[0].node && tw_bigwheel_take(wheel, 2000) == &pool[1].node);
    assert(tw_bigwheel_take(wheel, 2000) == &pool[3].node && !tw_bigwheel_take(wheel, 2000));
    assert(tw_bigwheel_take(wheel, 2001) == &pool[2].node && tw_idle(&pool[2].node));
    free(wheel);
}

struct beat {
    char name[8];
    struct tw_node node;
};

TW_BIGWHEEL_OF(beats, struct beat, node)

SCENARIO(bigwheel_typed_face_gives_objects) {
    static struct beats q;
    static struct beat a, b;
    struct beat *x;
    tw_tick due = 0;

    beats_init(&q, 5, NULL, 0);
    assert(beats_add(&q, &a, 9) && beats_add(&q, &b, 7) && beats_count(&q) == 2 && !beats_check(&q));
    assert(beats_next(&q, &due) && due == 7 && beats_take(&q, 6) == NULL && beats_take(&q, 8) == &b);
    x = beats_each(&q, NULL);
    assert(x == &a && beats_each(&q, x) == NULL);
    assert(beats_cancel(&q, &a) && !beats_cancel(&q, &a) && !beats_next(&q, &due));
    assert(beats_add(&q, &a, 1));
    beats_clear(&q);
    assert(beats_count(&q) == 0 && tw_idle(&a.node));
}

/* a check() that cannot fail is none: each invariant broken once */
SCENARIO(bigwheel_check_sees_every_broken_invariant) {
    struct tw_bigwheel *wheel;
    struct tw_node *n = &pool[3].node, was;

    start_with_thirty();
    wheel = (struct tw_bigwheel *)rig.in;
    was = *n;
    wheel->word[0] ^= 1; /* occupancy, of an empty slot; and of a word of slots */
    assert(breaks(tw_bigwheel_check(wheel), "bigwheel 2"));
    wheel->word[0] ^= 1;
    wheel->summary[0] ^= 2;
    assert(breaks(tw_bigwheel_check(wheel), "bigwheel 2"));
    wheel->summary[0] ^= 2;
    n->due = 2013; /* the slot of its deadline */
    assert(breaks(tw_bigwheel_check(wheel), "bigwheel 1"));
    *n = was;
    n->home++;
    assert(breaks(tw_bigwheel_check(wheel), "bigwheel 1"));
    *n = was;
    n->u.list.prev = n;
    assert(breaks(tw_bigwheel_check(wheel), "bigwheel 1"));
    *n = was;
    wheel->count++;
    assert(breaks(tw_bigwheel_check(wheel), "bigwheel 5"));
    wheel->count--;
    wheel->position = 12; /* behind the earliest */
    assert(breaks(tw_bigwheel_check(wheel), "bigwheel 1"));
    wheel->position = 0;
    assert(wheel->first == &pool[0].node);
    wheel->first = &pool[20].node; /* not the earliest; not in the wheel */
    assert(breaks(tw_bigwheel_check(wheel), "bigwheel 3"));
    wheel->first = &pool[30].node;
    assert(breaks(tw_bigwheel_check(wheel), "bigwheel 3"));
    wheel->first = &pool[0].node;
    assert(!tw_bigwheel_check(wheel));
    rig_arm(&pool[29], 10);
    wheel->first = &pool[29].node; /* the earliest, but not first in */
    assert(breaks(tw_bigwheel_check(wheel), "bigwheel 3"));
    wheel->first = &pool[0].node;
    assert(!tw_bigwheel_check(wheel));
    rig_verify();
}

static const struct tw_ops *const on[] = {&tw_bigwheel_ops};

static const struct scenario scenarios[] = {
    ROW(bigwheel_costs_are_what_the_manual_says),
    ROW(bigwheel_alone_takes_passed_deadlines_in_arming_order),
    ROW(bigwheel_typed_face_gives_objects),
    ROW(bigwheel_check_sees_every_broken_invariant),
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], on, 1, argc, argv);
}
