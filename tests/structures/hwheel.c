/* SPDX-License-Identifier: MIT-0 */
/* What hwheel.h promises beyond the contract: its costs in every setting, its own verbs,
   and a check() that sees.

       hwheel          all of it
       hwheel NAME     one scenario */
#include "../contract/rig.h"

/* While nothing waits, a tick is idle at once, and the position follows it. Small
   settings look. */
SCENARIO(hwheel_without_timers_is_quiet) {
    struct tw_hwheel *w = (struct tw_hwheel *)malloc(sizeof *w);
    struct timer one;
    tw_tick now;

    assert(w);
    timer_init(&one, 0);
    tw_hwheel_init(w, 7, NULL, 0);
    for (now = 8; now < 2000; now = (tw_tick)(now + 100)) {
        assert(tw_hwheel_add(w, &one.node, (tw_tick)(now + 3)));
        assert(tw_hwheel_take(w, (tw_tick)(now + 3)) == &one.node);
        assert(tw_hwheel_ops.quiet(w, (tw_tick)(now + 50)) == (TW__HWHEEL_LARGE != 0));
        assert(!TW__HWHEEL_LARGE || w->base.position == now + 50);
        assert(!tw_hwheel_check(w));
    }
    free(w);
}

/* The cost table of hwheel.h as counts, at two sizes. A link write is an append or a
   removal. */
SCENARIO(hwheel_costs_are_what_the_manual_says) {
    const size_t sizes[] = {100, SLOW ? 3000 : 30000};
    size_t k, i, n, linked;

    /* small machines have no room */
    assert(TW__HWHEEL_SUBS == (TW__HWHEEL_LARGE && sizeof(void *) > 4 ? 16 : 1));
    if (TW__HWHEEL_SPAN >= TW_TICK_BITS) /* nodes are all there is beside the slots */
        assert(sizeof(struct tw_hwheel) <=
               TW__HWHEEL_SLOTS * (sizeof(void *) + 1) + 32 + sizeof(void *) * 4);
    for (k = 0; k < 2; k++) {
        struct tw_hwheel *wheel = (struct tw_hwheel *)malloc(sizeof *wheel);
        struct timer *all = (struct timer *)calloc(sizes[k], sizeof *all);
        tw_tick due, now = 0;

        n = sizes[k];
        assert(wheel && all);
        tw_hwheel_init(wheel, 0, NULL, 0);
        for (i = 0; i < n; i++) {
            memset(traced, 0, sizeof traced);
            assert(tw_hwheel_add(wheel, &all[i].node,
                                 (tw_tick)(1 + rig_below(REACH < 60000 ? REACH : 60000))));
            assert(traced[TW_LINK] == 1 && traced[TW_COMPARE] + traced[TW_CASCADE] == 0);
        }
        for (i = 0; i < n; i += 2) { /* moved, and cancelled */
            memset(traced, 0, sizeof traced);
            assert(tw_hwheel_add(wheel, &all[i].node,
                                 (tw_tick)(1 + rig_below(REACH < 60000 ? REACH : 60000))));
            linked = traced[TW_LINK];
            /* the last of a list that goes to the same list */
            assert(linked == 2 || (linked == 0 && TW__SPEED));
            if (i % 4 == 0)
                assert(tw_hwheel_cancel(wheel, &all[i].node) && traced[TW_LINK] == linked + 1);
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
               n * (TW_HWHEEL_LEVELS +
                    60000 / ((uint64_t)1 << (TW__HWHEEL_SPAN < 16 ? TW__HWHEEL_SPAN : 16))));
        assert(tw_hwheel_count(wheel) == 0 && !tw_hwheel_check(wheel));
        free(all);
        free(wheel);
    }
}

/* A deadline that has passed, or lies before all that was taken, is given out at the next
   take. */
SCENARIO(hwheel_alone_takes_passed_deadlines_in_arming_order) {
    struct tw_hwheel *wheel = (struct tw_hwheel *)malloc(sizeof *wheel);
    struct tw_node *n;
    tw_tick due;

    assert(wheel);
    pool_init(4);
    tw_hwheel_init(wheel, 0, NULL, 0);
    /* in the first of all slots */
    assert(tw_hwheel_add(wheel, &pool[0].node, 0) && pool[0].node.home == TW__WAITING);
    assert(tw_hwheel_add(wheel, &pool[0].node, 0) && tw_hwheel_count(wheel) == 1 &&
           !tw_hwheel_check(wheel));
    assert(tw_hwheel_cancel(wheel, &pool[0].node) && tw_hwheel_count(wheel) == 0 &&
           !tw_hwheel_check(wheel));
    tw_hwheel_init(wheel, 1000, NULL, 0);
    assert(!tw_hwheel_next(wheel, &due) && !tw_hwheel_take(wheel, 2000) &&
           !tw_hwheel_cancel(wheel, &pool[0].node));
    assert(tw_hwheel_add(wheel, &pool[0].node, 2000) && tw_hwheel_add(wheel, &pool[1].node, 1500));
    assert(tw_hwheel_add(wheel, &pool[2].node, 2001) && tw_hwheel_add(wheel, &pool[3].node, 1400));
    assert(!tw_hwheel_check(wheel) && tw_hwheel_next(wheel, &due) && due == 2000);
    for (n = NULL, due = 0; (n = tw_hwheel_each(wheel, n)) != NULL; due++)
        assert(tw_hwheel_each(wheel, n) != n);
    assert(due == 4 && tw_hwheel_count(wheel) == 4);
    assert(tw_hwheel_take(wheel, 2000) == &pool[0].node &&
           tw_hwheel_take(wheel, 2000) == &pool[1].node);
    assert(tw_hwheel_take(wheel, 2000) == &pool[3].node && !tw_hwheel_take(wheel, 2000));
    assert(tw_hwheel_take(wheel, 2001) == &pool[2].node && tw_idle(&pool[2].node));
    assert(tw_hwheel_add(wheel, &pool[0].node, 3000) && tw_hwheel_add(wheel, &pool[1].node, 9000));
    tw_hwheel_clear(wheel);
    assert(tw_hwheel_count(wheel) == 0 && tw_idle(&pool[0].node) && tw_idle(&pool[1].node) &&
           !tw_hwheel_check(wheel));
    assert(tw_hwheel_add(wheel, &pool[1].node, 2002) &&
           tw_hwheel_take(wheel, 2002) == &pool[1].node);
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

/* The lowest bit of the digit that numbers the slots of a level above the first. */
static unsigned digit_of(size_t level) {
    return TW_HWHEEL_FIRST_BITS + (unsigned)(level - 1) * TW_HWHEEL_UPPER_BITS;
}

/* A jump past the only timer of a slot, at every upper level. */
SCENARIO(hwheel_lone_timer_of_an_upper_slot_fires_without_a_cascade) {
    size_t level;
    unsigned part;

    for (level = 1; level < TW_HWHEEL_LEVELS && digit_of(level) < 60; level++)
        for (part = 0; part < 8 && (uint64_t)6 << digit_of(level) < REACH; part++) {
            const uint64_t block = (uint64_t)1 << digit_of(level);

            start(0, 16);
            pool_init(1);
            rig.quiet = true; /* next() would bring it down */
            rig_arm(&pool[0], 3 * block + block / 2 + part % block);
            traced[TW_CASCADE] = 0;
            assert(rig_advance(5 * block + 1) == 1 && traced[TW_CASCADE] == 0);
            assert(!tw_timers_check(&rig.t) && tw_timers_count(&rig.t) == 0);
        }
}

/* Two timers of one upper slot, the later one armed first; of one sub-slot, or of two in
   either order. */
SCENARIO(hwheel_two_timers_of_an_upper_slot_fire_in_order_at_a_jump) {
    const uint64_t block = (uint64_t)1 << TW_HWHEEL_FIRST_BITS, most = block < 40 ? block : 40;
    uint64_t from, to;

    for (from = 0; from < most; from++)
        for (to = 0; to < most; to++) {
            start(0, 16);
            pool_init(3);
            rig.quiet = true;
            rig_arm(&pool[0], 3 * block + from);
            rig_arm(&pool[1], 3 * block + to);
            rig_arm(&pool[2], 2 * block);
            rig_cancel(&pool[2]); /* now the wheel does not know its first node */
            assert(rig_advance(5 * block) == 2 && rig.last == (to < from ? 0 : 1));
        }
}

/* Position is what all nodes are placed by: no budget, not even one of zero, moves it
   back while nodes wait. */
SCENARIO(hwheel_position_never_goes_back_while_nodes_wait) {
    const uint64_t block = (uint64_t)1 << TW_HWHEEL_FIRST_BITS;
    const struct tw_hwheel *wheel;
    uint64_t position, i;
    size_t max;

    start(0, 16);
    pool_init(16);
    wheel = (const struct tw_hwheel *)rig.in;
    rig_arm(&pool[0], block);
    rig_arm(&pool[1], block);
    rig_advance_some(block + 44, 1); /* leaves one behind, at the begin of a block */
    assert(wheel->base.position == (tw_tick)block);
    rig_advance_some(block + 54, 0);
    assert(wheel->base.position == (tw_tick)block);
    assert(rig_advance(block + 60) == 1 && wheel->base.position == (tw_tick)(block + 60));

    rig.quiet = SLOW;
    for (position = rig.now, i = 0; i < 2000; i++) {
        rig_arm(&pool[i % 16], rig.now + rig_below(3 * block));
        max = rig_index(3);
        rig_advance_some(rig.now + rig_below(block), max);
        if (tw_hwheel_count(wheel) == 0) {
            position = rig.now;
            continue;
        }
        assert((tw_tick)(wheel->base.position - (tw_tick)position) <=
               (tw_tick)(rig.now - position));
        position += (tw_tick)(wheel->base.position - (tw_tick)position);
    }
}

/* An empty set whose ticks wrap takes any now: the tick before which nothing was to be
   done is then one of another revolution, and lies ahead, in the middle of a block. */
SCENARIO(hwheel_emptied_and_moved_anywhere_forgets_what_it_waited_for) {
    const uint64_t range = (uint64_t)1 << (TW_TICK_BITS % 64);

    if (TW_TICK_BITS == 64)
        return;
    start(0x200, 4);
    pool_init(2);
    rig_arm(&pool[0], 0x210);
    rig_advance(0x201);
    rig_cancel(&pool[0]);
    rig_advance(range + 0x210 - 0x1000);
    rig_arm(&pool[1], range + 0x215);
    assert(rig_advance(range + 0x205) == 0); /* check() and next(), too */
    assert(rig_advance(range + 0x214) == 0 && rig_advance(range + 0x215) == 1);
}

/* The last level holds one node ahead, and one almost a quarter of the range ahead, from
   each of its slots: the search for the first goes on from the position's own, and over
   the end of the level where ticks wrap. */
SCENARIO(hwheel_finds_the_first_slot_of_its_last_level_from_everywhere) {
    const uint64_t block = (uint64_t)1 << (TW__HWHEEL_SPAN - TW_HWHEEL_UPPER_BITS),
                   quarter = REACH / block;
    const uint64_t far_on = quarter < TW__HWHEEL_DIGITS / 2 ? quarter : TW__HWHEEL_DIGITS / 2;
    /* plain numbers end */
    const uint64_t digits = TW_TICK_BITS == 64 ? TW__HWHEEL_DIGITS / 2 : TW__HWHEEL_DIGITS;
    struct tw_hwheel *w = (struct tw_hwheel *)malloc(sizeof *w);
    uint64_t digit, ahead;
    tw_tick due;

    assert(w);
    pool_init(3);
    tw_hwheel_init(w, 0, NULL, 0);
    for (digit = 0; digit < digits; digit += 1 + digits / 512) {
        for (ahead = 1; ahead < far_on; ahead += 1 + far_on / 128) {
            const tw_tick now = (tw_tick)(digit * block), first = (tw_tick)(now + ahead * block);

            assert(!tw_hwheel_take(w, now));
            assert(tw_hwheel_add(w, &pool[0].node, first));
            assert(
                tw_hwheel_add(w, &pool[1].node, (tw_tick)(now + (far_on - 1) * block + block / 2)));
            assert(tw_hwheel_add(w, &pool[2].node, (tw_tick)(now + 1)) &&
                   tw_hwheel_cancel(w, &pool[2].node));
            assert(tw_hwheel_next(w, &due) && due == first);
            assert(tw_hwheel_cancel(w, &pool[0].node) && tw_hwheel_cancel(w, &pool[1].node));
        }
        assert(!tw_hwheel_check(w));
    }
    free(w);
}

/* Time goes from one deadline to the next, and each time a single node is taken and armed
   anew: the wheel is never asked in vain, and so never told that the clock went on. The
   periods are near a quarter of the range; with 64-bit ticks, of the range that its
   levels tell apart. */
SCENARIO(hwheel_taken_node_by_node_keeps_up_with_time) {
    enum { N = 3 };

    static const unsigned part[N] = {43, 67, 73}; /* hundredths of a quarter */
    const uint64_t quarter = TW_TICK_BITS == 64
                                 ? (uint64_t)1 << (TW__HWHEEL_SPAN < 62 ? TW__HWHEEL_SPAN - 2 : 50)
                                 : REACH;
    struct tw_hwheel *w = (struct tw_hwheel *)malloc(sizeof *w);
    size_t i, k, first;

    assert(w);
    tw_hwheel_init(w, 0, NULL, 0);
    pool_init(N);
    for (k = 0; k < N; k++) {
        pool[k].due = quarter / 100 * part[k] + k;
        assert(tw_hwheel_add(w, &pool[k].node, (tw_tick)pool[k].due));
    }
    for (i = 0; i < 3000; i++) {
        const struct tw_node *n;
        tw_tick due;

        for (first = 0, k = 1; k < N; k++)
            first = pool[k].due < pool[first].due ? k : first;
        assert(tw_hwheel_next(w, &due) && due == (tw_tick)pool[first].due);
        n = tw_hwheel_take(w, due);
        while (&pool[first].node != n && first + 1 < N) /* of equal ones any */
            first++;
        assert(n == &pool[first].node && n->due == due);
        pool[first].due += quarter / 100 * part[first] + first;
        assert(tw_hwheel_add(w, &pool[first].node, (tw_tick)pool[first].due));
    }
    free(w);
}

/* What has left is freed, so that a sanitizer sees it
   if it is read; half of all are moved before they fire, some are cancelled. */
SCENARIO(hwheel_of_two_hundred_thousand_fires_in_order) {
#if defined(__SANITIZE_ADDRESS__) || defined(RIG_SLOW)
    enum { CROWD = 20000 };
#else
    enum { CROWD = 200000 };
#endif
    const uint64_t spread = REACH - 1 < CROWD ? REACH - 1 : CROWD;
    struct timer **crowd = (struct timer **)malloc(CROWD * sizeof *crowd);
    struct tw_hwheel *wheel = (struct tw_hwheel *)malloc(sizeof *wheel);
    uint64_t now = 0, last_due = 0, stamp = 0, last_stamp = 0;
    size_t i, left = CROWD, fired = 0, cancelled = 0, cascades = 0, checks = 0;
    struct tw_node *n;

    assert(crowd && wheel);
    tw_hwheel_init(wheel, 0, NULL, 0);
    for (i = 0; i < CROWD; i++) {
        crowd[i] = (struct timer *)calloc(1, sizeof **crowd);
        assert(crowd[i]);
        crowd[i]->id = (int)i;
        crowd[i]->due = 1 + rig_below(spread);
        crowd[i]->arg = ++stamp;
        assert(tw_hwheel_add(wheel, &crowd[i]->node, (tw_tick)crowd[i]->due));
    }
    for (; left > 0; now++) {
        size_t at_this_tick = 0;

        traced[TW_CASCADE] = 0;
        while ((n = tw_hwheel_take(wheel, (tw_tick)now)) != NULL) {
            struct timer *x = TW_OF(n, struct timer, node);

            assert(x->due == now && tw_idle(n));
            assert(x->due > last_due || x->arg > last_stamp);
            last_due = x->due;
            last_stamp = x->arg;
            crowd[x->id] = NULL;
            free(x);
            at_this_tick++;
        }
        cascades += traced[TW_CASCADE];
        fired += at_this_tick;
        left -= at_this_tick;
        for (i = 0; i < 2; i++) {
            struct timer *x = crowd[rig_index(CROWD)];

            if (!x)
                continue;
            if (i == 0 && now < spread / 2) {
                x->due = now + 1 + rig_below(spread - now);
                x->arg = ++stamp;
                assert(tw_hwheel_add(wheel, &x->node, (tw_tick)x->due));
            } else if (now % 4 == 0) {
                assert(tw_hwheel_cancel(wheel, &x->node));
                crowd[x->id] = NULL;
                free(x);
                cancelled++;
                left--;
            }
        }
        if (now % (spread / 8) == 0) {
            assert(tw_hwheel_count(wheel) == left && !tw_hwheel_check(wheel));
            checks++;
        }
    }
    assert(fired + cancelled == CROWD && cancelled > 0 && checks >= 8);
    assert(tw_hwheel_count(wheel) == 0 && !tw_hwheel_check(wheel));
    /* a level down at most L - 1 times, and out of the overflow slot and back once for
       each top block */
    assert(cascades <= stamp * (TW_HWHEEL_LEVELS - 1 +
                                (TW__HWHEEL_OVERFLOW ? 1 + (spread >> TW__HWHEEL_SPAN) : 0)));
    free(wheel);
    free(crowd);
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
    wheel->base.count++;
    assert(breaks(tw_hwheel_check(wheel), "hwheel 5"));
    wheel->base.count--;
    wheel->base.position = 12; /* behind the earliest */
    assert(breaks(tw_hwheel_check(wheel), "hwheel 1"));
    wheel->base.position = 0;
    assert(wheel->base.first == &pool[0].node);
    wheel->base.first = &pool[20].node; /* not the earliest; not in the wheel */
    assert(breaks(tw_hwheel_check(wheel), "hwheel 3"));
    wheel->base.first = &pool[30].node;
    assert(breaks(tw_hwheel_check(wheel), "hwheel 3"));
    wheel->base.first = &pool[0].node;
    assert(!tw_hwheel_check(wheel));
    rig_arm(&pool[29], 10);
    wheel->base.first = &pool[29].node; /* the earliest, but not first in */
    assert(breaks(tw_hwheel_check(wheel), "hwheel 3"));
    wheel->base.first = &pool[0].node;
    assert(!tw_hwheel_check(wheel));
    rig_verify();
}

/* each field of the wheel and of a node, wrong alone; `first` may be NULL, and `wake`
   lower */
SCENARIO(hwheel_check_sees_each_field_that_is_wrong) {
    struct tw_hwheel *w;
    struct tw_node *const n = &pool[3].node, *const both = &pool[0].node;
    size_t slot, free_slot;

    if (TW_HWHEEL_FIRST_BITS < 4)
        return; /* pool[3] would share an upper slot with others */
    start_with_thirty();
    w = (struct tw_hwheel *)rig.in;
    rig_arm(&pool[29], 10); /* two in a slot, pool[0] and this one */
    slot = n->home - TW__WAITING;
    free_slot = 5;
    assert(w->slot[slot] == n && !w->slot[free_slot] && both->u.list.next == &pool[29].node);
    {
        const struct breach breaches[] = {
            BREACH(struct tw_node *, w->slot[slot], NULL),
            BREACH(struct tw_node *, w->slot[slot], &pool[20].node),
            BREACH(struct tw_node *, w->slot[free_slot], n),
            BREACH(struct tw_node *, w->slot[10], both),
            BREACH(uintptr_t, w->word[0], 0),
            BREACH(uintptr_t, w->word[0], (uintptr_t)(w->word[0] | 1)),
            BREACH(tw_tick, w->base.position, 11),
            BREACH(tw_tick, w->base.position, 1 << TW_HWHEEL_FIRST_BITS),
            BREACH(size_t, w->base.count, 29),
            BREACH(size_t, w->base.count, 31),
            BREACH(struct tw_node *, w->base.first, &pool[29].node),
            BREACH(struct tw_node *, w->base.first, &pool[1].node),
            BREACH(struct tw_node *, w->base.first, &pool[30].node),
            BREACH(struct tw_node *, w->base.first, &pool[28].node),
#if TW__HWHEEL_LARGE
            BREACH(tw_tick, w->kept.wake, 11),
            BREACH(tw_tick, w->kept.wake, 1000),
#endif
            BREACH(tw_tick, n->due, 14),
            BREACH(uintptr_t, n->home, TW__IDLE),
            BREACH(uintptr_t, n->home, TW__DUE),
            BREACH(uintptr_t, n->home, n->home - 1),
            BREACH(struct tw_node *, n->u.list.prev, n),
            BREACH(struct tw_node *, n->u.list.next, &pool[20].node),
            BREACH(struct tw_node *, both->u.list.next, both),
            BREACH(struct tw_node *, both->u.list.prev, &pool[29].node),
            BREACH(struct tw_node *, pool[29].node.u.list.next, &pool[29].node),
            BREACH(struct tw_node *, pool[29].node.u.list.prev, NULL),
        };
        check_sees(breaches, sizeof breaches / sizeof breaches[0]);
    }
    if (TW__HWHEEL_SUMMARIES > 0) {
        const struct breach breaches[] = {
            BREACH(uintptr_t, w->word[TW__HWHEEL_WORDS], 0),
            BREACH(uintptr_t, w->word[TW__HWHEEL_WORDS],
                   (uintptr_t)(w->word[TW__HWHEEL_WORDS] | 4)),
        };
        check_sees(breaches, sizeof breaches / sizeof breaches[0]);
    }
    assert(!tw_hwheel_cancel(w, &pool[31].node)); /* it is due, and waits in no structure */
    rig_verify();

#if TW__HWHEEL_LARGE
    start(0, 16); /* an idle tick is one comparison until a block begins, not until a node is due */
    rig.quiet = true;
    w = (struct tw_hwheel *)rig.in;
    pool_init(32);
    rig_arm(&pool[31], (3 << TW_HWHEEL_FIRST_BITS) + 5);
    rig_advance(1);
    assert(w->kept.wake == 3 << TW_HWHEEL_FIRST_BITS);
    w->kept.wake++; /* above the beginning of the block */
    assert(breaks(tw_timers_check(&rig.t), "hwheel 4"));
    w->kept.wake--;
    {
        const struct breach breaches[] = {
            BREACH(tw_tick, w->kept.wake, (3 << TW_HWHEEL_FIRST_BITS) + 1),
            BREACH(tw_tick, w->kept.wake, (3 << TW_HWHEEL_FIRST_BITS) + 5),
            BREACH(tw_tick, w->kept.wake, (3 << TW_HWHEEL_FIRST_BITS) + 6),
        };
        check_sees(breaches, sizeof breaches / sizeof breaches[0]);
    }
#endif
}

static const struct tw_ops *const on[] = {&tw_hwheel_ops};

static const struct scenario scenarios[] = {
    ROW(hwheel_costs_are_what_the_manual_says),
    ROW(hwheel_alone_takes_passed_deadlines_in_arming_order),
    ROW(hwheel_typed_face_gives_objects),
    ROW(hwheel_without_timers_is_quiet),
    ROW(hwheel_lone_timer_of_an_upper_slot_fires_without_a_cascade),
    ROW(hwheel_two_timers_of_an_upper_slot_fire_in_order_at_a_jump),
    ROW(hwheel_position_never_goes_back_while_nodes_wait),
    ROW(hwheel_emptied_and_moved_anywhere_forgets_what_it_waited_for),
    ROW(hwheel_finds_the_first_slot_of_its_last_level_from_everywhere),
    ROW(hwheel_taken_node_by_node_keeps_up_with_time),
    ROW(hwheel_of_two_hundred_thousand_fires_in_order),
    ROW(hwheel_check_sees_every_broken_invariant),
    ROW(hwheel_check_sees_each_field_that_is_wrong),
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], on, 1, argc, argv);
}
