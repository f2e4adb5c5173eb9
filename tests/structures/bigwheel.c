/* SPDX-License-Identifier: MIT-0 */
/* What bigwheel.h promises beyond the contract: its costs, its own verbs, and a check() that sees.

       bigwheel          all of it
       bigwheel NAME     one scenario */
#include "../contract/rig.h"

/* While nothing waits, a tick is idle at once, and the position follows it. */
SCENARIO(bigwheel_without_timers_is_quiet) {
    struct tw_bigwheel *w = (struct tw_bigwheel *)malloc(sizeof *w);
    struct timer one;
    tw_tick now;

    assert(w);
    timer_init(&one, 0);
    tw_bigwheel_init(w, 7, NULL, 0);
    for (now = 8; now < 2000; now = (tw_tick)(now + 100)) {
        assert(tw_bigwheel_add(w, &one.node, (tw_tick)(now + 3)));
        assert(tw_bigwheel_take(w, (tw_tick)(now + 3)) == &one.node);
        assert(tw_bigwheel_ops.quiet(w, (tw_tick)(now + 50)) == true);
        assert(w->base.position == now + 50);
        assert(!tw_bigwheel_check(w));
    }
    free(w);
}

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
    tw_bigwheel_init(wheel, 0, NULL, 0);
    assert(tw_bigwheel_add(wheel, &pool[0].node, 0) &&
           pool[0].node.home == TW__WAITING); /* in the first of all slots */
    assert(tw_bigwheel_add(wheel, &pool[0].node, 0) && tw_bigwheel_count(wheel) == 1 && !tw_bigwheel_check(wheel));
    assert(tw_bigwheel_cancel(wheel, &pool[0].node) && tw_bigwheel_count(wheel) == 0 && !tw_bigwheel_check(wheel));
    tw_bigwheel_init(wheel, 1000, NULL, 0);
    assert(!tw_bigwheel_next(wheel, &due) && !tw_bigwheel_take(wheel, 2000) &&
           !tw_bigwheel_cancel(wheel, &pool[0].node));
    assert(tw_bigwheel_add(wheel, &pool[0].node, 2000) && tw_bigwheel_add(wheel, &pool[1].node, 1500));
    assert(tw_bigwheel_add(wheel, &pool[2].node, 2001) && tw_bigwheel_add(wheel, &pool[3].node, 1400));
    assert(!tw_bigwheel_check(wheel) && tw_bigwheel_next(wheel, &due) && due == 2000);
    for (n = NULL, due = 0; (n = tw_bigwheel_each(wheel, n)) != NULL; due++)
        assert(tw_bigwheel_each(wheel, n) != n);
    assert(due == 4 && tw_bigwheel_count(wheel) == 4);
    assert(tw_bigwheel_take(wheel, 2000) == &pool[0].node && tw_bigwheel_take(wheel, 2000) == &pool[1].node);
    assert(tw_bigwheel_take(wheel, 2000) == &pool[3].node && !tw_bigwheel_take(wheel, 2000));
    assert(tw_bigwheel_take(wheel, 2001) == &pool[2].node && tw_idle(&pool[2].node));
    assert(tw_bigwheel_add(wheel, &pool[0].node, 3000) && tw_bigwheel_add(wheel, &pool[1].node, 9000));
    tw_bigwheel_clear(wheel);
    assert(tw_bigwheel_count(wheel) == 0 && tw_idle(&pool[0].node) && tw_idle(&pool[1].node) &&
           !tw_bigwheel_check(wheel));
    assert(tw_bigwheel_add(wheel, &pool[1].node, 2002) && tw_bigwheel_take(wheel, 2002) == &pool[1].node);
    free(wheel);
}

struct beat {
    char name[8];
    struct tw_node node;
};

TW_BIGWHEEL_OF(beats, struct beat, node)

SCENARIO(bigwheel_walks_from_its_first_slot_on) {
    struct tw_bigwheel *wheel = (struct tw_bigwheel *)rig.in;

    pool_init(2);
    tw_bigwheel_init(wheel, 2048, NULL, 0);
    assert(tw_bigwheel_add(wheel, &pool[0].node, 2048) && tw_bigwheel_add(wheel, &pool[1].node, 2049));
    assert(pool[0].node.home == TW__WAITING && tw_bigwheel_each(wheel, NULL) == &pool[0].node);
    assert(tw_bigwheel_each(wheel, &pool[0].node) == &pool[1].node && !tw_bigwheel_each(wheel, &pool[1].node));
}

/* The position goes where a block of the last level begins, and a node of the block is not moved down. */
SCENARIO(bigwheel_check_sees_a_node_left_in_the_last_level) {
    struct tw_bigwheel *wheel = (struct tw_bigwheel *)rig.in;
    const tw_tick half = TW_TICK_MAX / 2;

    pool_init(1);
    tw_bigwheel_init(wheel, (tw_tick)(half - 9), NULL, 0);
    assert(tw_bigwheel_add(wheel, &pool[0].node, (tw_tick)(half + 300)) && !tw_bigwheel_check(wheel));
    wheel->base.position = (tw_tick)(half + 1);
    assert(breaks(tw_bigwheel_check(wheel), "bigwheel 1"));
}

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

/* A jump past the only timer of a slot, at every upper level, from each sub-slot. */
SCENARIO(bigwheel_lone_timer_of_an_upper_slot_fires_without_a_cascade) {
    size_t level;
    unsigned sub;

    for (level = 1; level < TW__BIGWHEEL_LEVELS && tw__bigwheel_shift(level) < 60; level++)
        for (sub = 0; sub < 8 && (uint64_t)6 << tw__bigwheel_shift(level) < REACH; sub++) {
            const uint64_t block = (uint64_t)1 << tw__bigwheel_shift(level);

            start(0, 16);
            pool_init(1);
            rig.quiet = true; /* next() would bring it down */
            rig_arm(&pool[0], 3 * block + block / 2 + sub);
            traced[TW_CASCADE] = 0;
            assert(rig_advance(5 * block + 1) == 1 && traced[TW_CASCADE] == 0);
            assert(!tw_timers_check(&rig.t) && tw_timers_count(&rig.t) == 0);
        }
}

/* Two timers of one upper slot, in each pair of sub-slots, the later one armed first. */
SCENARIO(bigwheel_two_timers_of_an_upper_slot_fire_in_order_at_a_jump) {
    const uint64_t block = (uint64_t)1 << TW__BIGWHEEL_FIRST_BITS;
    uint64_t from, to;

    for (from = 0; from < 16; from++)
        for (to = 0; to < 16; to++) {
            start(0, 16);
            pool_init(2);
            rig.quiet = true;
            rig_arm(&pool[0], 3 * block + from);
            rig_arm(&pool[1], 3 * block + to);
            assert(rig_advance(5 * block) == 2 && rig.last == (to < from ? 0 : 1));
        }
}

/* An empty set whose ticks wrap takes any now: the tick before which nothing was to be done is then one of another
   revolution, and lies ahead, in the middle of a block. */
SCENARIO(bigwheel_emptied_and_moved_anywhere_forgets_what_it_waited_for) {
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

static void arm_the_other(struct timer *x) { rig_arm(x->other, rig.now + REACH - 16); }

/* Amid a far jump the position lags behind the clock, and a callback arms as far ahead of the clock as it may: more
   than half the range ahead of the position, from wherever that is in the range. */
SCENARIO(bigwheel_takes_the_farthest_deadline_while_its_position_lags) {
    uint64_t from = REACH / 8;
    size_t i;

    for (i = TW_TICK_BITS == 64 ? 5 : 16; i > 0; i--, from += REACH / 4) {
        start(from, 4);
        pool_init(2);
        pool[0].act = arm_the_other;
        pool[0].other = &pool[1];
        rig_arm(&pool[0], from + 1);
        assert(rig_advance(from + REACH + REACH / 4) == 1);
        assert(rig_advance(rig.now + REACH - 17) == 0 && rig_advance(rig.now + 1) == 1);
    }
}

/* How many of the n timers at x wait at `level`, in the half that takes the next block of the level above, or (ahead
   false) in the position's. By 2048 slots a level, two halves of 1024, and blocks of 2^10, 2^17 ... ticks. */
static size_t waits_at(const struct timer *x, size_t n, size_t level, bool ahead) {
    const struct tw_bigwheel *const w = (const struct tw_bigwheel *)rig.in;
    const size_t half = (size_t)(w->base.position >> (10 + 7 * level) & 1) ^ ahead;
    size_t i, found = 0;

    for (i = 0; i < n; i++)
        found += x[i].node.home > TW__DUE && (x[i].node.home - TW__WAITING) / 1024 == 2 * level + half;
    return found;
}

/* Every second node is for a tick of the first block of level 0 after the level 2 block ends, the others for the block
   behind it, at equal ticks and different ones, so that each list of level 2 is a mixture. */
static void arm_mixture(size_t from, size_t n, uint64_t end) {
    for (; n > 0; n--, from++)
        rig_arm(&pool[from], end + from % 2 * 1024 + 5 + 8 * (from / 2 % 2));
}

/* Nodes moved ahead lie in the other half of two levels at once, and later nodes of one tick at three levels; timers
   armed then go behind them all. Then time jumps, or goes tick by tick, without and with next(). */
SCENARIO(bigwheel_with_nodes_ahead_in_two_levels_fires_in_order) {
    const uint64_t end = (uint64_t)8 << 17, first = end - 3 * 1024, last = end - 1024;
    unsigned way, i;

    for (way = 0; way < 3 && end < REACH; way++) {
        struct timer *const lower = &pool[100], *const upper = &pool[200], *const spark = &pool[300];

        start(first, 512);
        pool_init(512);
        rig.quiet = true; /* next() would bring them down */
        for (i = 0; i < 40; i++)
            rig_arm(&lower[i], first + 1024 + 5 + i % 3);     /* the next block of level 1 */
        arm_mixture(200, 60, end);                            /* that of level 2 */
        for (i = 0; waits_at(lower, 40, 0, true) < 24; i++) { /* a tick that fires moves eight nodes of a level ahead */
            assert(i < 3 && rig_arm(&spark[i], first + 1 + i));
            assert(rig_advance(first + 1 + i) == 1); /* or twice eight: -Os looks twice */
        }
        assert(waits_at(lower, 40, 1, false) > 0 && waits_at(lower, 40, 0, true) + waits_at(lower, 40, 1, false) == 40);
        assert(waits_at(upper, 60, 1, true) >= 24 && waits_at(upper, 60, 2, false) > 20 &&
               waits_at(upper, 60, 1, true) + waits_at(upper, 60, 2, false) == 60);
        assert(!tw_timers_check(&rig.t));
        rig_arm(&lower[40], first + 1024 + 2); /* above, and earlier than all that are down */
        rig_cancel(&lower[1]), rig_cancel(&lower[30]), rig_cancel(&upper[3]), rig_cancel(&upper[40]);
        rig.quiet = way < 2;
        rig_verify();
        assert(rig_advance(way == 1 ? first + 1024 + 6 : first + 1024 + 2) > 0);
        rig.quiet = true;
        assert(rig_advance(last) > 0 && rig.m.count == 58);

        rig_arm(&spark[3], last + 9);
        assert(rig_advance(last + 9) == 1);
        if (way < 2)
            assert(waits_at(upper, 60, 0, true) > 0 && waits_at(upper, 60, 1, true) > 8);
        arm_mixture(260, 20, end);
        rig_arm(&pool[262], end + 2);
        assert(waits_at(upper, 80, 2, false) >= 20 && !tw_timers_check(&rig.t));
        rig_cancel(&upper[0]), rig_cancel(&upper[70]);
        if (way == 0)
            assert(rig_advance(end + 5000) == 76);
        rig.quiet = way < 2;
        rig_verify();
        while (rig.m.count > 0)
            rig_advance(rig.now + 1);
    }
}

/* The first next() moves the block down into level 0, where the later ones find each node without a compare. */
SCENARIO(bigwheel_next_looks_through_a_block_once) {
    enum { N = 500 };
    tw_tick due;
    size_t i;

    start(5, N);
    pool_init(N);
    rig.quiet = true;
    for (i = 0; i < N; i++)
        rig_arm(&pool[i], 1024 + i);
    traced[TW_COMPARE] = traced[TW_CASCADE] = 0;
    for (i = 0; i < N; i++) {
        assert(tw_timers_next(&rig.t, &due) && due == 1024 + i);
        rig_cancel(&pool[i]);
    }
    assert(traced[TW_CASCADE] == N - 1 && traced[TW_COMPARE] == 0);
}

/* Of a far block next() compares the nodes that come after the first, and none of the next block. */
SCENARIO(bigwheel_next_looks_at_no_other_block) {
    enum { N = 4 };
    tw_tick due;
    size_t i;

    start(5, N + 1);
    pool_init(N + 1);
    rig.quiet = true;
    for (i = 0; i < N; i++)
        rig_arm(&pool[i], 5 * 1024 + 7 + 8 * (N - i)); /* of one sub-slot, the last */
    rig_arm(&pool[N], 6 * 1024);                       /* of the next one */
    rig_cancel(&pool[N - 1]);                          /* which the wheel knew as the first */
    traced[TW_COMPARE] = 0;
    assert(tw_timers_next(&rig.t, &due) && due == 5 * 1024 + 7 + 16);
    assert(traced[TW_COMPARE] == N - 2);
}

/* So many that the wheel reads its lists ahead of their firing. What has left is freed, so that a sanitizer sees it
   if it is read; half of all are moved before they fire, some are cancelled. */
SCENARIO(bigwheel_of_two_hundred_thousand_fires_in_order) {
#if defined(__SANITIZE_ADDRESS__) || defined(RIG_SLOW)
    enum { CROWD = 20000 };
#else
    enum { CROWD = 200000 };
#endif
    const uint64_t spread = REACH - 1 < CROWD ? REACH - 1 : CROWD;
    struct timer **crowd = (struct timer **)malloc(CROWD * sizeof *crowd);
    struct tw_bigwheel *wheel = (struct tw_bigwheel *)malloc(sizeof *wheel);
    uint64_t now = 0, last_due = 0, stamp = 0, last_stamp = 0;
    size_t i, left = CROWD, fired = 0, cancelled = 0, cascades = 0, worst = 0, checks = 0;
    struct tw_node *n;

    assert(crowd && wheel);
    tw_bigwheel_init(wheel, 0, NULL, 0);
    for (i = 0; i < CROWD; i++) {
        crowd[i] = (struct timer *)calloc(1, sizeof **crowd);
        assert(crowd[i]);
        crowd[i]->id = (int)i;
        crowd[i]->due = 1 + rig_below(spread);
        crowd[i]->arg = ++stamp;
        assert(tw_bigwheel_add(wheel, &crowd[i]->node, (tw_tick)crowd[i]->due));
    }
    for (; left > 0; now++) {
        size_t at_this_tick = 0;

        traced[TW_CASCADE] = 0;
        while ((n = tw_bigwheel_take(wheel, (tw_tick)now)) != NULL) {
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
        worst = traced[TW_CASCADE] > worst ? traced[TW_CASCADE] : worst;
        fired += at_this_tick;
        left -= at_this_tick;
        if (at_this_tick > 0 && left > 0) /* it was asked for more, and read the lists of the ticks to come */
            assert((tw_tick)(wheel->kept.read - (tw_tick)(now + 1)) < 8);
        for (i = 0; i < 2; i++) {
            struct timer *x = crowd[rig_index(CROWD)];

            if (!x)
                continue;
            if (i == 0 && now < spread / 2) {
                x->due = now + 1 + rig_below(spread - now);
                x->arg = ++stamp;
                assert(tw_bigwheel_add(wheel, &x->node, (tw_tick)x->due));
            } else if (now % 4 == 0) {
                assert(tw_bigwheel_cancel(wheel, &x->node));
                crowd[x->id] = NULL;
                free(x);
                cancelled++;
                left--;
            }
        }
        if (now % (spread / 8) == 0) {
            assert(tw_bigwheel_count(wheel) == left && !tw_bigwheel_check(wheel));
            checks++;
        }
    }
    assert(fired + cancelled == CROWD && cancelled > 0 && checks >= 8);
    assert(tw_bigwheel_count(wheel) == 0 && !tw_bigwheel_check(wheel));
    assert(cascades <= stamp * (TW__BIGWHEEL_LEVELS - 1)); /* a level down at most L - 1 times */
    /* done ahead of time: no tick has the work of a whole block */
    assert(worst > 0 && worst <= 8 * (CROWD / 2048 + 8));
    free(wheel);
    free(crowd);
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
    wheel->base.count++;
    assert(breaks(tw_bigwheel_check(wheel), "bigwheel 5"));
    wheel->base.count--;
    wheel->base.position = 12; /* behind the earliest */
    assert(breaks(tw_bigwheel_check(wheel), "bigwheel 1"));
    wheel->base.position = 0;
    assert(wheel->base.first == &pool[0].node);
    wheel->base.first = &pool[20].node; /* not the earliest; not in the wheel */
    assert(breaks(tw_bigwheel_check(wheel), "bigwheel 3"));
    wheel->base.first = &pool[30].node;
    assert(breaks(tw_bigwheel_check(wheel), "bigwheel 3"));
    wheel->base.first = &pool[0].node;
    assert(!tw_bigwheel_check(wheel));
    rig_arm(&pool[29], 10);
    wheel->base.first = &pool[29].node; /* the earliest, but not first in */
    assert(breaks(tw_bigwheel_check(wheel), "bigwheel 3"));
    wheel->base.first = &pool[0].node;
    assert(!tw_bigwheel_check(wheel));
    rig_verify();
}

/* each field of the wheel and of a node, wrong alone; `first` may be NULL, `wake` lower, and `read` anything */
SCENARIO(bigwheel_check_sees_each_field_that_is_wrong) {
    struct tw_bigwheel *w;
    struct tw_node *const n = &pool[3].node, *const both = &pool[0].node;
    size_t slot, free_slot;

    start_with_thirty();
    w = (struct tw_bigwheel *)rig.in;
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
            BREACH(tw_tick, w->base.position, 1 << TW__BIGWHEEL_FIRST_BITS),
            BREACH(size_t, w->base.count, 29),
            BREACH(size_t, w->base.count, 31),
            BREACH(struct tw_node *, w->base.first, &pool[29].node),
            BREACH(struct tw_node *, w->base.first, &pool[1].node),
            BREACH(struct tw_node *, w->base.first, &pool[30].node),
            BREACH(struct tw_node *, w->base.first, &pool[28].node),
            BREACH(tw_tick, w->kept.wake, 11),
            BREACH(tw_tick, w->kept.wake, 1000),
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
    {
        const struct breach breaches[] = {
            BREACH(uintptr_t, w->summary[0], 0),
            BREACH(uintptr_t, w->summary[0], (uintptr_t)(w->summary[0] | 4)),
        };
        check_sees(breaches, sizeof breaches / sizeof breaches[0]);
    }
    assert(!tw_bigwheel_cancel(w, &pool[31].node)); /* it is due, and waits in no structure */
    rig_verify();

    start(0, 16); /* an idle tick is one comparison until a block begins, not until a node is due */
    rig.quiet = true;
    w = (struct tw_bigwheel *)rig.in;
    pool_init(32);
    rig_arm(&pool[31], (3 << TW__BIGWHEEL_FIRST_BITS) + 5);
    rig_advance(1);
    assert(w->kept.wake == 3 << TW__BIGWHEEL_FIRST_BITS);
    w->kept.wake++; /* above the beginning of the block */
    assert(breaks(tw_timers_check(&rig.t), "bigwheel 4"));
    w->kept.wake--;
    {
        const struct breach breaches[] = {
            BREACH(tw_tick, w->kept.wake, (3 << TW__BIGWHEEL_FIRST_BITS) + 1),
            BREACH(tw_tick, w->kept.wake, (3 << TW__BIGWHEEL_FIRST_BITS) + 5),
            BREACH(tw_tick, w->kept.wake, (3 << TW__BIGWHEEL_FIRST_BITS) + 6),
        };
        check_sees(breaches, sizeof breaches / sizeof breaches[0]);
    }
}

static const struct tw_ops *const on[] = {&tw_bigwheel_ops};

static const struct scenario scenarios[] = {
    ROW(bigwheel_costs_are_what_the_manual_says),
    ROW(bigwheel_alone_takes_passed_deadlines_in_arming_order),
    ROW(bigwheel_check_sees_a_node_left_in_the_last_level),
    ROW(bigwheel_walks_from_its_first_slot_on),
    ROW(bigwheel_typed_face_gives_objects),
    ROW(bigwheel_without_timers_is_quiet),
    ROW(bigwheel_lone_timer_of_an_upper_slot_fires_without_a_cascade),
    ROW(bigwheel_two_timers_of_an_upper_slot_fire_in_order_at_a_jump),
    ROW(bigwheel_emptied_and_moved_anywhere_forgets_what_it_waited_for),
    ROW(bigwheel_takes_the_farthest_deadline_while_its_position_lags),
    ROW(bigwheel_with_nodes_ahead_in_two_levels_fires_in_order),
    ROW(bigwheel_next_looks_through_a_block_once),
    ROW(bigwheel_next_looks_at_no_other_block),
    ROW(bigwheel_of_two_hundred_thousand_fires_in_order),
    ROW(bigwheel_check_sees_every_broken_invariant),
    ROW(bigwheel_check_sees_each_field_that_is_wrong),
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], on, 1, argc, argv);
}
