/* SPDX-License-Identifier: MIT-0 */
/* What smallwheel promises beyond the contract: its costs in every setting, the overflow
   slot, its own verbs, and a check() that sees.

       smallwheel          all of it
       smallwheel NAME     one scenario */
#include "../contract/rig.h"

/* The cost table of smallwheel.h as counts, at two sizes. A link write is an append or a
   removal. In the overflow slot an insertion compares with each node that it passes. */
SCENARIO(smallwheel_costs_are_what_the_manual_says) {
    const size_t sizes[] = {100, SLOW ? 1000 : 4000};
    const uint64_t spread = REACH < 60000 ? REACH : 60000;
    size_t k, i, n;

    assert(sizeof(struct tw_smallwheel) <=
           TW__SMALLWHEEL_LISTS * (sizeof(void *) + 1) + 32 + sizeof(void *) * 4);
    for (k = 0; k < 2; k++) {
        struct tw_smallwheel *wheel = (struct tw_smallwheel *)malloc(sizeof *wheel);
        struct timer *all = (struct timer *)calloc(sizes[k], sizeof *all);
        tw_tick due, now = 0;

        n = sizes[k];
        assert(wheel && all);
        tw_smallwheel_init(wheel, 0, NULL, 0);
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
        n = tw_smallwheel_count(wheel);

        assert(tw_smallwheel_next(wheel, &due)); /* found once, then remembered */
        memset(traced, 0, sizeof traced);
        assert(tw_smallwheel_next(wheel, &due) && traced[TW_COMPARE] == 0);

        for (i = 0; i < n; now = (tw_tick)(now + 1))
            while (tw_smallwheel_take(wheel, now))
                i++;
        assert(traced[TW_CASCADE] <= n * TW_SMALLWHEEL_LEVELS);
        assert(tw_smallwheel_count(wheel) == 0 && !tw_smallwheel_check(wheel));
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
SCENARIO(smallwheel_overflow_of_many_turns_is_never_walked_again) {
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
SCENARIO(smallwheel_overflow_is_a_sorted_list) {
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
SCENARIO(smallwheel_leaves_a_block_alone_until_a_node_of_it_is_due) {
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

/* A deadline that has passed, or lies before all that was taken, is given out at the next
   take. */
SCENARIO(smallwheel_alone_takes_passed_deadlines_in_arming_order) {
    struct tw_smallwheel *wheel = (struct tw_smallwheel *)malloc(sizeof *wheel);
    struct tw_node *n;
    tw_tick due;

    assert(wheel);
    pool_init(4);
    tw_smallwheel_init(wheel, 0, NULL, 0);
    /* in the first of all slots */
    assert(tw_smallwheel_add(wheel, &pool[0].node, 0) && pool[0].node.home == TW__WAITING);
    assert(tw_smallwheel_add(wheel, &pool[0].node, 0) && tw_smallwheel_count(wheel) == 1 &&
           !tw_smallwheel_check(wheel));
    assert(tw_smallwheel_cancel(wheel, &pool[0].node) && tw_smallwheel_count(wheel) == 0 &&
           !tw_smallwheel_check(wheel));
    tw_smallwheel_init(wheel, 1000, NULL, 0);
    assert(!tw_smallwheel_next(wheel, &due) && !tw_smallwheel_take(wheel, 2000) &&
           !tw_smallwheel_cancel(wheel, &pool[0].node));
    assert(tw_smallwheel_add(wheel, &pool[0].node, 2000) &&
           tw_smallwheel_add(wheel, &pool[1].node, 1500));
    assert(tw_smallwheel_add(wheel, &pool[2].node, 2001) &&
           tw_smallwheel_add(wheel, &pool[3].node, 1400));
    assert(!tw_smallwheel_check(wheel) && tw_smallwheel_next(wheel, &due) && due == 2000);
    for (n = NULL, due = 0; (n = tw_smallwheel_each(wheel, n)) != NULL; due++)
        assert(tw_smallwheel_each(wheel, n) != n);
    assert(due == 4 && tw_smallwheel_count(wheel) == 4);
    assert(tw_smallwheel_take(wheel, 2000) == &pool[0].node &&
           tw_smallwheel_take(wheel, 2000) == &pool[1].node);
    assert(tw_smallwheel_take(wheel, 2000) == &pool[3].node && !tw_smallwheel_take(wheel, 2000));
    assert(tw_smallwheel_take(wheel, 2001) == &pool[2].node && tw_idle(&pool[2].node));
    assert(tw_smallwheel_add(wheel, &pool[0].node, 3000) &&
           tw_smallwheel_add(wheel, &pool[1].node, 9000));
    tw_smallwheel_clear(wheel);
    assert(tw_smallwheel_count(wheel) == 0 && tw_idle(&pool[0].node) && tw_idle(&pool[1].node) &&
           !tw_smallwheel_check(wheel));
    assert(tw_smallwheel_add(wheel, &pool[1].node, 2002) &&
           tw_smallwheel_take(wheel, 2002) == &pool[1].node);
    free(wheel);
}

struct beat {
    char name[8];
    struct tw_node node;
};

TW_SMALLWHEEL_OF(beats, struct beat, node)

SCENARIO(smallwheel_typed_face_gives_objects) {
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
    return TW_SMALLWHEEL_FIRST_BITS + (unsigned)(level - 1) * TW_SMALLWHEEL_UPPER_BITS;
}

/* A jump past the only timer of a slot, at every upper level. */
SCENARIO(smallwheel_lone_timer_of_an_upper_slot_fires_without_a_cascade) {
    size_t level;
    unsigned part;

    for (level = 1; level < TW_SMALLWHEEL_LEVELS && digit_of(level) < 60; level++)
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
SCENARIO(smallwheel_two_timers_of_an_upper_slot_fire_in_order_at_a_jump) {
    const uint64_t block = (uint64_t)1 << TW_SMALLWHEEL_FIRST_BITS, most = block < 40 ? block : 40;
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
SCENARIO(smallwheel_position_never_goes_back_while_nodes_wait) {
    const uint64_t block = (uint64_t)1 << TW_SMALLWHEEL_FIRST_BITS;
    const struct tw_smallwheel *wheel;
    uint64_t position, i;
    size_t max;

    start(0, 16);
    pool_init(16);
    wheel = (const struct tw_smallwheel *)rig.in;
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
        if (tw_smallwheel_count(wheel) == 0) {
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
SCENARIO(smallwheel_emptied_and_moved_anywhere_forgets_what_it_waited_for) {
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
SCENARIO(smallwheel_finds_the_first_slot_of_its_last_level_from_everywhere) {
    const uint64_t block = (uint64_t)1 << (TW__SMALLWHEEL_SPAN - TW_SMALLWHEEL_UPPER_BITS),
                   quarter = REACH / block;
    const uint64_t far_on = quarter < TW__SMALLWHEEL_UPPER / 2 ? quarter : TW__SMALLWHEEL_UPPER / 2;
    /* plain numbers end */
    const uint64_t digits = TW_TICK_BITS == 64 ? TW__SMALLWHEEL_UPPER / 2 : TW__SMALLWHEEL_UPPER;
    struct tw_smallwheel *w = (struct tw_smallwheel *)malloc(sizeof *w);
    uint64_t digit, ahead;
    tw_tick due;

    assert(w);
    pool_init(3);
    tw_smallwheel_init(w, 0, NULL, 0);
    for (digit = 0; digit < digits; digit += 1 + digits / 512) {
        for (ahead = 1; ahead < far_on; ahead += 1 + far_on / 128) {
            const tw_tick now = (tw_tick)(digit * block), first = (tw_tick)(now + ahead * block);

            assert(!tw_smallwheel_take(w, now));
            assert(tw_smallwheel_add(w, &pool[0].node, first));
            assert(tw_smallwheel_add(w, &pool[1].node,
                                     (tw_tick)(now + (far_on - 1) * block + block / 2)));
            assert(tw_smallwheel_add(w, &pool[2].node, (tw_tick)(now + 1)) &&
                   tw_smallwheel_cancel(w, &pool[2].node));
            assert(tw_smallwheel_next(w, &due) && due == first);
            assert(tw_smallwheel_cancel(w, &pool[0].node) &&
                   tw_smallwheel_cancel(w, &pool[1].node));
        }
        assert(!tw_smallwheel_check(w));
    }
    free(w);
}

/* Time goes from one deadline to the next, and each time a single node is taken and armed
   anew: the wheel is never asked in vain, and so never told that the clock went on. The
   periods are near a quarter of the range; with 64-bit ticks, of the range that its
   levels tell apart. */
SCENARIO(smallwheel_taken_node_by_node_keeps_up_with_time) {
    enum { N = 3 };

    static const unsigned part[N] = {43, 67, 73}; /* hundredths of a quarter */
    const uint64_t quarter = TW_TICK_BITS == 64
                                 ? (uint64_t)1
                                       << (TW__SMALLWHEEL_SPAN < 62 ? TW__SMALLWHEEL_SPAN - 2 : 50)
                                 : REACH;
    struct tw_smallwheel *w = (struct tw_smallwheel *)malloc(sizeof *w);
    size_t i, k, first;

    assert(w);
    tw_smallwheel_init(w, 0, NULL, 0);
    pool_init(N);
    for (k = 0; k < N; k++) {
        pool[k].due = quarter / 100 * part[k] + k;
        assert(tw_smallwheel_add(w, &pool[k].node, (tw_tick)pool[k].due));
    }
    for (i = 0; i < 3000; i++) {
        const struct tw_node *n;
        tw_tick due;

        for (first = 0, k = 1; k < N; k++)
            first = pool[k].due < pool[first].due ? k : first;
        assert(tw_smallwheel_next(w, &due) && due == (tw_tick)pool[first].due);
        n = tw_smallwheel_take(w, due);
        while (&pool[first].node != n && first + 1 < N) /* of equal ones any */
            first++;
        assert(n == &pool[first].node && n->due == due);
        pool[first].due += quarter / 100 * part[first] + first;
        assert(tw_smallwheel_add(w, &pool[first].node, (tw_tick)pool[first].due));
    }
    free(w);
}

/* What has left is freed, so that a sanitizer sees it
   if it is read; half of all are moved before they fire, some are cancelled. */
SCENARIO(smallwheel_of_twenty_thousand_fires_in_order) {
    enum { CROWD = SLOW ? 5000 : 20000 };

    const uint64_t spread = REACH - 1 < CROWD ? REACH - 1 : CROWD;
    struct timer **crowd = (struct timer **)malloc(CROWD * sizeof *crowd);
    struct tw_smallwheel *wheel = (struct tw_smallwheel *)malloc(sizeof *wheel);
    uint64_t now = 0, last_due = 0, stamp = 0, last_stamp = 0;
    size_t i, left = CROWD, fired = 0, cancelled = 0, cascades = 0, checks = 0;
    struct tw_node *n;

    assert(crowd && wheel);
    tw_smallwheel_init(wheel, 0, NULL, 0);
    for (i = 0; i < CROWD; i++) {
        crowd[i] = (struct timer *)calloc(1, sizeof **crowd);
        assert(crowd[i]);
        crowd[i]->id = (int)i;
        crowd[i]->due = 1 + rig_below(spread);
        crowd[i]->arg = ++stamp;
        assert(tw_smallwheel_add(wheel, &crowd[i]->node, (tw_tick)crowd[i]->due));
    }
    for (; left > 0; now++) {
        size_t at_this_tick = 0;

        traced[TW_CASCADE] = 0;
        while ((n = tw_smallwheel_take(wheel, (tw_tick)now)) != NULL) {
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
                assert(tw_smallwheel_add(wheel, &x->node, (tw_tick)x->due));
            } else if (now % 4 == 0) {
                assert(tw_smallwheel_cancel(wheel, &x->node));
                crowd[x->id] = NULL;
                free(x);
                cancelled++;
                left--;
            }
        }
        if (now % (spread / 8) == 0) {
            assert(tw_smallwheel_count(wheel) == left && !tw_smallwheel_check(wheel));
            checks++;
        }
    }
    assert(fired + cancelled == CROWD && cancelled > 0 && checks >= 8);
    assert(tw_smallwheel_count(wheel) == 0 && !tw_smallwheel_check(wheel));
    assert(cascades <= stamp * TW_SMALLWHEEL_LEVELS); /* once of them from the overflow slot */
    free(wheel);
    free(crowd);
}

/* a check() that cannot fail is none: each invariant broken once */
SCENARIO(smallwheel_check_sees_every_broken_invariant) {
    struct tw_smallwheel *wheel;
    struct tw_node *n = &pool[3].node, was;

    start_with_thirty();
    wheel = (struct tw_smallwheel *)rig.in;
    was = *n;
    wheel->word[0] ^= 1; /* occupancy, of an empty slot */
    assert(breaks(tw_smallwheel_check(wheel), "smallwheel 2"));
    wheel->word[0] ^= 1;
    n->due = 2013; /* the slot of its deadline */
    assert(breaks(tw_smallwheel_check(wheel), "smallwheel 1"));
    *n = was;
    n->home++;
    assert(breaks(tw_smallwheel_check(wheel), "smallwheel 1"));
    *n = was;
    n->u.list.prev = n;
    assert(breaks(tw_smallwheel_check(wheel), "smallwheel 1"));
    *n = was;
    wheel->base.count++;
    assert(breaks(tw_smallwheel_check(wheel), "smallwheel 4"));
    wheel->base.count--;
    wheel->base.position = 12; /* behind the earliest */
    assert(breaks(tw_smallwheel_check(wheel), "smallwheel 1"));
    wheel->base.position = 0;
    assert(wheel->base.first == &pool[0].node);
    wheel->base.first = &pool[20].node; /* not the earliest; not in the wheel */
    assert(breaks(tw_smallwheel_check(wheel), "smallwheel 3"));
    wheel->base.first = &pool[30].node;
    assert(breaks(tw_smallwheel_check(wheel), "smallwheel 3"));
    wheel->base.first = &pool[0].node;
    assert(!tw_smallwheel_check(wheel));
    rig_arm(&pool[29], 10);
    wheel->base.first = &pool[29].node; /* the earliest, but not first in */
    assert(breaks(tw_smallwheel_check(wheel), "smallwheel 3"));
    wheel->base.first = &pool[0].node;
    assert(!tw_smallwheel_check(wheel));
    rig_verify();
}

/* each field of the wheel and of a node, wrong alone; `first` may be NULL */
SCENARIO(smallwheel_check_sees_each_field_that_is_wrong) {
    struct tw_smallwheel *w;
    struct tw_node *const n = &pool[3].node, *const both = &pool[0].node;
    size_t slot, free_slot;

    if (TW_SMALLWHEEL_FIRST_BITS < 4)
        return; /* pool[3] would share an upper slot with others */
    start_with_thirty();
    w = (struct tw_smallwheel *)rig.in;
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
            BREACH(tw_tick, w->base.position, 1 << TW_SMALLWHEEL_FIRST_BITS),
            BREACH(size_t, w->base.count, 29),
            BREACH(size_t, w->base.count, 31),
            BREACH(struct tw_node *, w->base.first, &pool[29].node),
            BREACH(struct tw_node *, w->base.first, &pool[1].node),
            BREACH(struct tw_node *, w->base.first, &pool[30].node),
            BREACH(struct tw_node *, w->base.first, &pool[28].node),
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
    assert(!tw_smallwheel_cancel(w, &pool[31].node)); /* it is due, and waits in no structure */
    rig_verify();
}

/* A now that goes back, against the manual, moves no position. */
SCENARIO(smallwheel_ignores_a_clock_that_goes_back) {
    struct tw_smallwheel *w = (struct tw_smallwheel *)malloc(sizeof *w);

    assert(w);
    pool_init(1);
    tw_smallwheel_init(w, 1000, NULL, 0);
    assert(tw_smallwheel_add(w, &pool[0].node, 5000) && !tw_smallwheel_take(w, 2000));
    assert(!tw_smallwheel_take(w, 1500) && w->base.position == 2000);
    assert(!tw_smallwheel_check(w) && tw_smallwheel_take(w, 5000) == &pool[0].node);
    free(w);
}

SCENARIO(smallwheel_check_sees_an_overflow_out_of_order) {
    struct tw_smallwheel *w = (struct tw_smallwheel *)malloc(sizeof *w);

    assert(w);
    pool_init(2);
    tw_smallwheel_init(w, 0, NULL, 0);
    if (overflows(5)) {
        assert(tw_smallwheel_add(w, &pool[0].node, (tw_tick)TURN));
        assert(tw_smallwheel_add(w, &pool[1].node, (tw_tick)(2 * TURN)) && !tw_smallwheel_check(w));
        w->base.first = NULL;
        pool[0].node.due = (tw_tick)(3 * TURN);
        assert(breaks(tw_smallwheel_check(w), "smallwheel 5"));
    }
    free(w);
}

static const struct tw_ops *const on[] = {&tw_smallwheel_ops};

static const struct scenario scenarios[] = {
    ROW(smallwheel_costs_are_what_the_manual_says),
    ROW(smallwheel_alone_takes_passed_deadlines_in_arming_order),
    ROW(smallwheel_typed_face_gives_objects),
    ROW(smallwheel_overflow_of_many_turns_is_never_walked_again),
    ROW(smallwheel_overflow_is_a_sorted_list),
    ROW(smallwheel_ignores_a_clock_that_goes_back),
    ROW(smallwheel_check_sees_an_overflow_out_of_order),
    ROW(smallwheel_leaves_a_block_alone_until_a_node_of_it_is_due),
    ROW(smallwheel_lone_timer_of_an_upper_slot_fires_without_a_cascade),
    ROW(smallwheel_two_timers_of_an_upper_slot_fire_in_order_at_a_jump),
    ROW(smallwheel_position_never_goes_back_while_nodes_wait),
    ROW(smallwheel_emptied_and_moved_anywhere_forgets_what_it_waited_for),
    ROW(smallwheel_finds_the_first_slot_of_its_last_level_from_everywhere),
    ROW(smallwheel_taken_node_by_node_keeps_up_with_time),
    ROW(smallwheel_of_twenty_thousand_fires_in_order),
    ROW(smallwheel_check_sees_every_broken_invariant),
    ROW(smallwheel_check_sees_each_field_that_is_wrong),
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], on, 1, argc, argv);
}
