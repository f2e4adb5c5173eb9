/* SPDX-License-Identifier: MIT-0 */
/* What hwheel.h promises beyond the contract: its costs in every setting, its own verbs, and a check() that sees.

       hwheel          all of it
       hwheel NAME     one scenario */
#include "rig.h"

/* The cost table of hwheel.h as counts, at two sizes. A link write is an append or a removal. */
SCENARIO(hwheel_costs_are_what_the_manual_says) {
    const size_t sizes[] = {100, SLOW ? 3000 : 30000};
    size_t k, i, n;

    if (TW__HWHEEL_SPAN >= TW_TICK_BITS) /* nodes are all there is beside the slots */
        assert(sizeof(struct tw_hwheel) <= TW__HWHEEL_SLOTS * (sizeof(void *) + 1) + 32 + sizeof(void *) * 4);
    for (k = 0; k < 2; k++) {
        struct tw_hwheel *wheel = (struct tw_hwheel *)malloc(sizeof *wheel);
        struct timer *all = (struct timer *)calloc(sizes[k], sizeof *all);
        tw_tick due, now = 0;

        n = sizes[k];
        assert(wheel && all);
        tw_hwheel_init(wheel, 0, NULL, 0);
        for (i = 0; i < n; i++) {
            memset(traced, 0, sizeof traced);
            assert(tw_hwheel_add(wheel, &all[i].node, (tw_tick)(1 + rig_below(REACH < 60000 ? REACH : 60000))));
            assert(traced[TW_LINK] == 1 && traced[TW_COMPARE] + traced[TW_CASCADE] == 0);
        }
        for (i = 0; i < n; i += 2) { /* moved, and cancelled */
            memset(traced, 0, sizeof traced);
            assert(tw_hwheel_add(wheel, &all[i].node, (tw_tick)(1 + rig_below(REACH < 60000 ? REACH : 60000))));
            assert(traced[TW_LINK] == 2);
            if (i % 4 == 0)
                assert(tw_hwheel_cancel(wheel, &all[i].node) && traced[TW_LINK] == 3);
            assert(traced[TW_COMPARE] + traced[TW_CASCADE] == 0);
        }
        assert(!tw_hwheel_check(wheel));
        n = tw_hwheel_count(wheel);

        assert(tw_hwheel_next(wheel, &due)); /* found once, then remembered */
        memset(traced, 0, sizeof traced);
        assert(tw_hwheel_next(wheel, &due) && traced[TW_COMPARE] == 0);

        memset(traced, 0, sizeof traced);
        for (i = 0; i < n; now = (tw_tick)(now + 1))
            while (tw_hwheel_take(wheel, now))
                i++;
        assert(traced[TW_COMPARE] <= n * TW_HWHEEL_LEVELS); /* of the overflow slot */
        assert(traced[TW_CASCADE] <=
               n * (TW_HWHEEL_LEVELS + 60000 / ((uint64_t)1 << (TW__HWHEEL_SPAN < 16 ? TW__HWHEEL_SPAN : 16))));
        assert(tw_hwheel_count(wheel) == 0 && !tw_hwheel_check(wheel));
        free(all);
        free(wheel);
    }
}

/* A deadline that has passed, or lies before all that was taken, is given out at the next take. */
SCENARIO(hwheel_alone_takes_passed_deadlines_in_arming_order) {
    struct tw_hwheel *wheel = (struct tw_hwheel *)malloc(sizeof *wheel);
    struct tw_node *n;
    tw_tick due;

    assert(wheel);
    pool_init(4);
    tw_hwheel_init(wheel, 1000, NULL, 0);
    assert(!tw_hwheel_next(wheel, &due) && !tw_hwheel_take(wheel, 2000) && !tw_hwheel_cancel(wheel, &pool[0].node));
    assert(tw_hwheel_add(wheel, &pool[0].node, 2000) && tw_hwheel_add(wheel, &pool[1].node, 1500));
    assert(tw_hwheel_add(wheel, &pool[2].node, 2001) && tw_hwheel_add(wheel, &pool[3].node, 1400));
    assert(!tw_hwheel_check(wheel) && tw_hwheel_next(wheel, &due) && due == 2000);
    for (n = NULL, due = 0; (n = tw_hwheel_each(wheel, n)) != NULL; due++)
        ;
    assert(due == 4 && tw_hwheel_count(wheel) == 4);
    assert(tw_hwheel_take(wheel, 2000) == &pool[0].node && tw_hwheel_take(wheel, 2000) == &pool[1].node);
    assert(tw_hwheel_take(wheel, 2000) == &pool[3].node && !tw_hwheel_take(wheel, 2000));
    assert(tw_hwheel_take(wheel, 2001) == &pool[2].node && tw_idle(&pool[2].node));
    free(wheel);
}

struct beat {
    char name[8];
    struct tw_node node;
};

TW_HWHEEL_OF(beats, struct beat, node)

SCENARIO(hwheel_typed_face_gives_objects) {
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
SCENARIO(hwheel_check_sees_every_broken_invariant) {
    struct tw_hwheel *wheel;
    struct tw_node *n = &pool[3].node, was;

    start_with_thirty();
    wheel = (struct tw_hwheel *)rig.in;
    was = *n;
    wheel->word[0] ^= 1; /* occupancy, of an empty slot; and of a word of slots */
    assert(breaks(tw_hwheel_check(wheel), "hwheel 2"));
    wheel->word[0] ^= 1;
    if (TW__HWHEEL_SUMMARIES) {
        wheel->word[TW__HWHEEL_WORDS] ^= 2;
        assert(breaks(tw_hwheel_check(wheel), "hwheel 2"));
        wheel->word[TW__HWHEEL_WORDS] ^= 2;
    }
    n->due = 2013; /* the slot of its deadline */
    assert(breaks(tw_hwheel_check(wheel), "hwheel 1"));
    *n = was;
    n->home++;
    assert(breaks(tw_hwheel_check(wheel), "hwheel 1"));
    *n = was;
    n->u.list.prev = n;
    assert(breaks(tw_hwheel_check(wheel), "hwheel 1"));
    *n = was;
    wheel->count++;
    assert(breaks(tw_hwheel_check(wheel), "hwheel 5"));
    wheel->count--;
    wheel->position = 12; /* behind the earliest */
    assert(breaks(tw_hwheel_check(wheel), "hwheel 1"));
    wheel->position = 0;
    assert(wheel->first == &pool[0].node);
    wheel->first = &pool[20].node; /* not the earliest; not in the wheel */
    assert(breaks(tw_hwheel_check(wheel), "hwheel 3"));
    wheel->first = &pool[30].node;
    assert(breaks(tw_hwheel_check(wheel), "hwheel 3"));
    wheel->first = &pool[0].node;
    assert(!tw_hwheel_check(wheel));
    rig_arm(&pool[29], 10);
    wheel->first = &pool[29].node; /* the earliest, but not first in */
    assert(breaks(tw_hwheel_check(wheel), "hwheel 3"));
    wheel->first = &pool[0].node;
    assert(!tw_hwheel_check(wheel));
    rig_verify();
}

static const struct tw_ops *const on[] = {&tw_hwheel_ops};

static const struct scenario scenarios[] = {
    ROW(hwheel_costs_are_what_the_manual_says),
    ROW(hwheel_alone_takes_passed_deadlines_in_arming_order),
    ROW(hwheel_typed_face_gives_objects),
    ROW(hwheel_check_sees_every_broken_invariant),
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], on, 1, argc, argv);
}
