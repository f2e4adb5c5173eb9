/* SPDX-License-Identifier: MIT-0 */
/* What bigwheel.h promises beyond the contract: its costs, its own verbs, and what check()
   sees of it alone. wheels.c and wheels_check.c have more.

       bigwheel          all of it
       bigwheel NAME     one scenario */
#include "../contract/rig.h"

/* Arms n nodes, moves every second one and cancels every fourth: each costs links alone.
   A link write is an append or a removal. */
static void arms_by_links_alone(struct tw_bigwheel *wheel, struct timer *all, size_t n) {
    const uint64_t spread = REACH < 60000 ? REACH : 60000;
    size_t i;

    for (i = 0; i < n; i++) {
        memset(traced, 0, sizeof traced);
        assert(tw_bigwheel_add(wheel, &all[i].node, (tw_tick)(1 + rig_below(spread))));
        assert(traced[TW_LINK] == 1 && traced[TW_COMPARE] + traced[TW_CASCADE] == 0);
    }
    for (i = 0; i < n; i += 2) { /* moved, and cancelled */
        memset(traced, 0, sizeof traced);
        assert(tw_bigwheel_add(wheel, &all[i].node, (tw_tick)(1 + rig_below(spread))));
        assert(traced[TW_LINK] == 2);
        if (i % 4 == 0)
            assert(tw_bigwheel_cancel(wheel, &all[i].node) && traced[TW_LINK] == 3);
        assert(traced[TW_COMPARE] + traced[TW_CASCADE] == 0);
    }
    assert(!tw_bigwheel_check(wheel));
}

/* Asks for the next node, which is remembered, and fires all: no node is compared, and
   each moves down once a level at most. */
static void fires_without_a_compare(struct tw_bigwheel *wheel) {
    const size_t n = tw_bigwheel_count(wheel);
    tw_tick due, now = 0;
    size_t i;

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
}

/* The cost table of bigwheel.h as counts, at two sizes. */
SCENARIO(bigwheel_costs_are_what_the_manual_says,
         "A node of bigwheel is armed without a compare, and moves down once a level at most.") {
    const size_t sizes[] = {100, SLOW ? 3000 : 30000};
    size_t k;

    /* nodes are all there is beside the slots */
    assert(sizeof(struct tw_bigwheel) <=
           TW__BIGWHEEL_SLOTS * (sizeof(void *) + 1) + 32 + sizeof(void *) * 4);
    for (k = 0; k < 2; k++) {
        struct tw_bigwheel *wheel = (struct tw_bigwheel *)malloc(sizeof *wheel);
        struct timer *all = (struct timer *)calloc(sizes[k], sizeof *all);

        assert(wheel && all);
        tw_bigwheel_init(wheel, 0, NULL, 0);
        arms_by_links_alone(wheel, all, sizes[k]);
        fires_without_a_compare(wheel);
        free(all);
        free(wheel);
    }
}

struct beat {
    char name[8];
    struct tw_node node;
};

TW_BIGWHEEL_OF(beats, struct beat, node)

SCENARIO(bigwheel_walks_from_its_first_slot_on,
         "each() meets the node in slot 0 first, and each node once.") {
    struct tw_bigwheel *wheel = (struct tw_bigwheel *)rig.in;

    pool_init(2);
    tw_bigwheel_init(wheel, 2048, NULL, 0);
    assert(tw_bigwheel_add(wheel, &pool[0].node, 2048) &&
           tw_bigwheel_add(wheel, &pool[1].node, 2049));
    assert(pool[0].node.home == TW__WAITING && tw_bigwheel_each(wheel, NULL) == &pool[0].node);
    assert(tw_bigwheel_each(wheel, &pool[0].node) == &pool[1].node &&
           !tw_bigwheel_each(wheel, &pool[1].node));
}

/* The position goes where a block of the last level begins, and a node of the block is
   not moved down. */
SCENARIO(bigwheel_check_sees_a_node_left_in_the_last_level,
         "check() reports a node that was not moved down when its block began.") {
    struct tw_bigwheel *wheel = (struct tw_bigwheel *)rig.in;
    const tw_tick half = TW_TICK_MAX / 2,
                  block = (tw_tick)((tw_tick)1 << tw__bigwheel_shift(TW__BIGWHEEL_LEVELS - 1));

    pool_init(1);
    tw_bigwheel_init(wheel, (tw_tick)(half - 9), NULL, 0);
    assert(tw_bigwheel_add(wheel, &pool[0].node, (tw_tick)(half + block + 300)) &&
           !tw_bigwheel_check(wheel));
    wheel->base.position = (tw_tick)(half + block + 1);
    assert(breaks(tw_bigwheel_check(wheel), "bigwheel 1"));
}

SCENARIO(bigwheel_typed_face_gives_objects,
         "A queue by TW_BIGWHEEL_OF adds, takes, walks, cancels and clears objects.") {
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

static void arm_the_other(struct timer *x) { rig_arm(x->other, rig.now + REACH - 16); }

/* Amid a far jump the position lags behind the clock, and a callback arms as far ahead of
   the clock as it may: more than half the range ahead of the position, from wherever that
   is in the range. */
SCENARIO(bigwheel_takes_the_farthest_deadline_while_its_position_lags,
         "Amid a far jump a callback may arm a timer as far ahead of the clock as ever.") {
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

/* The word behind those of the slots, and that behind their summaries, are looked at,
   too: nothing is there. */
SCENARIO(bigwheel_begins_with_all_bits_0_in_any_memory,
         "init() clears each occupied bit and each summary, whatever the memory held.") {
    static struct tw_bigwheel w;
    size_t i;

    memset(&w, 0x80, sizeof w);
    tw_bigwheel_init(&w, (tw_tick)(TW_TICK_MAX - 255), NULL, 0);
    for (i = 0; i <= TW__BIGWHEEL_WORDS; i++)
        assert(w.word[i] == 0);
    for (i = 0; i <= TW__BIGWHEEL_SUMMARIES; i++)
        assert(w.summary[i] == 0);
    assert(!tw_bigwheel_check(&w));
}

/* With 16-bit ticks level 1 is the last one, a ring. Its first slot, behind the wrap, has
   nodes of many ticks. */
SCENARIO(bigwheel_first_slot_of_the_ring_fires_in_order,
         "With 16-bit ticks, timers just behind the wrap fire by deadline.") {
    const uint64_t begin = 60000, wrap = 65536;

    if (TW_TICK_BITS != 16)
        return;
    start(begin, 4);
    pool_init(3);
    rig_arm(&pool[0], wrap + 8);
    rig_arm(&pool[1], wrap);
    rig_arm(&pool[2], 65000);
    rig_cancel(&pool[2]); /* it was the first one: now none is known to be */
    rig_advance(begin + 1);
    rig_arm(&pool[2], 65000);
    rig_cancel(&pool[2]);
    assert(rig_advance(wrap + 10) == 2); /* the model knows their order */
}

/* How many of the n timers at x wait at `level`, in the half that takes the next block of
   the level above, or (ahead false) in the position's. By 2048 slots a level, two halves
   of 1024, and blocks of 2^10, 2^17 ... ticks. */
static size_t waits_at(const struct timer *x, size_t n, size_t level, bool ahead) {
    const struct tw_bigwheel *const w = (const struct tw_bigwheel *)rig.in;
    const size_t half = (size_t)(w->base.position >> (10 + 7 * level) & 1) ^ ahead;
    size_t i, found = 0;

    for (i = 0; i < n; i++)
        found += x[i].node.home > TW__DUE && tw__slots_place(&x[i].node) / 1024 == 2 * level + half;
    return found;
}

/* Every second node is for a tick of the first block of level 0 from `begin` on, the
   others for the block behind it, at equal ticks and different ones, so that each list of
   an upper level is a mixture. */
static void arm_mixture(size_t from, size_t n, uint64_t begin) {
    for (; n > 0; n--, from++)
        rig_arm(&pool[from], begin + from % 2 * 1024 + 5 + 8 * (from / 2 % 2));
}

/* Nodes moved ahead lie in the other half of two levels at once, above each some of their
   block that have not moved yet; nodes armed then go behind them all. Then time jumps, or
   goes tick by tick, without and with next(). */
SCENARIO(bigwheel_with_nodes_ahead_in_two_levels_fires_in_order,
         "Timers that moved down early, and ones armed behind them, fire by deadline and arming.") {
    const uint64_t begin = (uint64_t)7 << 17, end = begin + ((uint64_t)1 << 17);
    unsigned way, i;

    for (way = 0; way < 3 && end < REACH; way++) {
        struct timer *const lower = &pool[100], *const upper = &pool[200];

        start(begin - 2, 512);
        pool_init(512);
        rig.quiet = true; /* next() would bring them down */
        for (i = 0; i < 40; i++)
            rig_arm(&lower[i], begin + 1024 + 133 + i % 3); /* the next block but one of level 1 */
        arm_mixture(200, 60, end);                          /* that of level 2 */
        assert(rig_advance(begin) == 0);                    /* a tick moves eight nodes of each */
        assert(waits_at(lower, 40, 0, true) == 8 && waits_at(lower, 40, 1, false) == 32);
        assert(waits_at(upper, 60, 1, true) == 8 && waits_at(upper, 60, 2, false) == 52);
        /* nobody is above in its sub-slot: down at once, and earlier than all */
        rig_arm(&lower[40], begin + 1024 + 2);
        arm_mixture(260, 20, end); /* behind others, one of which moves down for each */
        assert(waits_at(lower + 40, 1, 0, true) == 1 && waits_at(upper, 80, 2, false) == 52);
        rig_arm(&lower[41], begin + 1024 + 133);
        rig_cancel(&lower[1]), rig_cancel(&lower[30]), rig_cancel(&upper[3]),
            rig_cancel(&upper[40]);
        assert(!tw_timers_check(&rig.t));
        rig.quiet = way < 2;
        rig_verify();
        if (way == 0)
            assert(rig_advance(end + 5000) == 40 + 78);
        if (way == 1)
            assert(rig_advance(begin + 1024 + 6) > 0);
        for (i = 0; way > 0 && i < 2000; i++)
            rig_advance(rig.now + 1);
        if (way > 0)
            assert(rig.m.count == 78 && rig_advance(end - 1000) == 0);
        rig_arm(&lower[0], end + 5);
        while (rig.m.count > 0)
            rig_advance(rig.now + 1);
    }
}

/* A share of 500 nodes has moved down when the position enters the block before theirs.
   The first next() moves the rest, and the later ones find each node in level 0 without a
   compare. */
SCENARIO(bigwheel_next_looks_through_a_block_once,
         "The first next() of a block moves the rest of it down, and later ones compare nothing.") {
    enum { N = 500 };

    tw_tick due;
    size_t i;

    start(5, N);
    pool_init(N);
    rig.quiet = true;
    for (i = 0; i < N; i++)
        rig_arm(&pool[i], 2048 + i);
    traced[TW_COMPARE] = traced[TW_CASCADE] = 0;
    assert(rig_advance(1024) == 0 && traced[TW_CASCADE] > 0 && traced[TW_CASCADE] < 20);
    for (i = 0; i < N; i++) {
        assert(tw_timers_next(&rig.t, &due) && due == 2048 + i);
        rig_cancel(&pool[i]);
    }
    assert(traced[TW_CASCADE] == N && traced[TW_COMPARE] == 0);
}

/* Nobody of the next block is above: a node that is armed for it goes down at once, also
   over two levels. */
SCENARIO(bigwheel_node_of_the_next_block_goes_down_at_once,
         "If nobody of the next block waits above, a timer for it is placed in the lowest level.") {
    const uint64_t end = (uint64_t)1 << 17;

    start(5, 2);
    pool_init(2);
    rig.quiet = true;
    traced[TW_CASCADE] = 0;
    rig_arm(&pool[0], 1024 + 7);
    assert((pool[0].node.home - TW__WAITING) == 1024 + 7);
    rig_cancel(&pool[0]);
    if (end < REACH) {
        assert(rig_advance(end - 100) == 0);
        rig_arm(&pool[1], end + 9); /* the next block of level 2, of level 1 and of level 0 */
        assert((pool[1].node.home - TW__WAITING) == 9 && !tw_timers_check(&rig.t));
        assert(rig_advance(end + 8) == 0 && rig_advance(end + 9) == 1);
    }
    assert(traced[TW_CASCADE] == 0);
}

/* Older ones are above: a node goes behind them, and the oldest of them moves down in its
   place. */
SCENARIO(bigwheel_node_armed_behind_others_moves_the_oldest_down,
         "A timer for a block with older ones above goes behind them, and the oldest moves down.") {
    enum { N = 300 };

    size_t i, above;

    start(5, N);
    pool_init(N);
    rig.quiet = true;
    for (i = 0; i < 200; i++)
        rig_arm(&pool[i], 2048 + 16);
    assert(rig_advance(1024) == 0);
    for (above = 0, i = 0; i < 200; i++)
        above += pool[i].node.home - TW__WAITING >= 2048;
    assert(above > 100 && above < 200);
    traced[TW_CASCADE] = 0;
    for (i = 200; i < N; i++) {
        rig_arm(&pool[i], 2048 + 16);
        assert(traced[TW_CASCADE] == i - 199 && pool[i].node.home - TW__WAITING >= 2048);
    }
    assert(pool[200 - above].node.home - TW__WAITING < 2048 && !tw_timers_check(&rig.t));
    /* in arming order, as the rig knows */
    assert(rig_advance(2048 + 15) == 0 && rig_advance(2048 + 16) == N);
}

/* A crowd for one tick, armed long before, while nothing else happens: its moves are
   spread over the ticks of the block before. And an idle tick is idle again once all have
   moved. */
SCENARIO(bigwheel_moves_a_crowd_in_equal_shares,
         "The moves of many timers for one tick are spread over the ticks before.") {
    enum { N = 480, BLOCK = 1024 };

    uint64_t now;
    size_t worst = 0, at_once;

    start(5, N);
    pool_init(N);
    rig.quiet = true;
    for (now = 0; now < N; now++)
        rig_arm(&pool[now], 5 * BLOCK + 3);
    for (now = 6; now < 5 * BLOCK + 3; now++) {
        traced[TW_CASCADE] = 0;
        assert(rig_advance(now) == 0);
        at_once = traced[TW_CASCADE];
        worst = at_once > worst ? at_once : worst;
        if (now == 4 * BLOCK + 200)
            assert(((const struct tw_bigwheel *)rig.in)->base.wake == 5 * BLOCK);
    }
    assert(worst > 0 && worst <= N / BLOCK + 8);
    assert(rig_advance(now) == N);
}

/* The moves of a share, by hand: of the nodes that are above, the part that the passed
   ticks are of these and of those that are left, and 8; `more` if there are very many
   nodes. */
static size_t shared(size_t *above, uint64_t left, uint64_t passed, size_t more) {
    const size_t part = *above / (size_t)(left / passed + 1) + 8 + more,
                 moved = part < *above ? part : *above;

    *above -= moved;
    return moved;
}

static size_t moves_of_a_take(struct tw_bigwheel *wheel, uint64_t now) {
    traced[TW_CASCADE] = 0;
    assert(tw_bigwheel_take(wheel, (tw_tick)now) == NULL);
    return traced[TW_CASCADE];
}

enum { SHARED = 8192, BLOCK = 1024, UPPER = 128 * BLOCK };

/* SHARED nodes and a wheel at tick 0. */
static struct tw_node all[SHARED];

static struct tw_bigwheel *start_sharing(void) {
    static struct tw_bigwheel wheel;

    memset(all, 0, sizeof all);
    tw_bigwheel_init(&wheel, 0, NULL, 0);
    return &wheel;
}

/* Of block 5 of level 1: its share ends one tick before it; what passed before block 4
   does not count. */
SCENARIO(bigwheel_share_of_a_tick_is_exact,
         "A tick moves as many nodes of the next block down as the passed ticks ask for.") {
    struct tw_bigwheel *wheel = start_sharing();
    size_t above = SHARED, i;

    for (i = 0; i < SHARED; i++)
        tw_bigwheel_add(wheel, &all[i], (tw_tick)(5 * BLOCK + i % BLOCK));
    assert(moves_of_a_take(wheel, 4 * BLOCK + 255) == shared(&above, 769 - 1, 256, 2));
    assert(moves_of_a_take(wheel, 4 * BLOCK + 256) == shared(&above, 768 - 1, 1, 2));
    assert(moves_of_a_take(wheel, 4 * BLOCK + 263) == shared(&above, 761 - 1, 7, 2));
    assert(above > 0 && !tw_bigwheel_check(wheel));
    tw_bigwheel_clear(wheel);
    assert(tw_bigwheel_count(wheel) == 0 && tw_idle(&all[0]) && !tw_bigwheel_check(wheel));
}

/* The clock of an empty wheel may go anywhere, as where ticks wrap. Here it comes back to
   the tick at which the wheel began. */
SCENARIO(bigwheel_passed_ticks_count_from_the_first_node_on,
         "While a wheel is empty, its clock may come to a tick anew, and no node is forgotten.") {
    const tw_tick again = (tw_tick)(2 * (uint64_t)UPPER - BLOCK + 24);
    struct tw_bigwheel *wheel = start_sharing();
    tw_tick due;

    if (TW_TICK_BITS == 16) /* it has no level 2 */
        return;
    tw_bigwheel_init(wheel, again, NULL, 0);
    assert(!tw_bigwheel_take(wheel, (tw_tick)(UPPER / 2)));
    tw_bigwheel_add(wheel, &all[0], (tw_tick)(2 * (uint64_t)UPPER + 200));
    assert(!tw_bigwheel_take(wheel, again) && !tw_bigwheel_take(wheel, again + 1));
    assert(!tw_bigwheel_check(wheel));
    tw_bigwheel_add(wheel, &all[1], (tw_tick)(2 * (uint64_t)UPPER + 600));
    assert(tw_bigwheel_next(wheel, &due) && due == all[0].due);
    assert(tw_bigwheel_take(wheel, due) == &all[0] && !tw_bigwheel_take(wheel, due));
    assert(tw_bigwheel_take(wheel, all[1].due) == &all[1] && !tw_bigwheel_check(wheel));
}

/* Of block 3 of level 2, whose share ends a block of level 1 before it; and of both
   levels. */
SCENARIO(bigwheel_share_of_two_levels_is_exact,
         "Each of two levels moves its own share of the next block down in a tick.") {
    enum { HALF = SHARED / 2 };

    const uint64_t begin = 2 * (uint64_t)UPPER;
    struct tw_bigwheel *wheel = start_sharing();
    size_t above = SHARED - HALF, upper = HALF, i;

    if (TW_TICK_BITS == 16)
        return;
    for (i = 0; i < SHARED; i++)
        tw_bigwheel_add(wheel, &all[i],
                        (tw_tick)(i < HALF ? begin + UPPER + i : begin + 11 * BLOCK + i % BLOCK));
    /* block 2 begins */
    assert(moves_of_a_take(wheel, begin) == above + shared(&upper, UPPER - BLOCK, 1, 2));
    assert(moves_of_a_take(wheel, begin + 5000) == shared(&upper, UPPER - 5000 - BLOCK, 5000, 2));
    assert(moves_of_a_take(wheel, begin + 5040) == shared(&upper, UPPER - 5040 - BLOCK, 40, 2));
    assert(moves_of_a_take(wheel, begin + 10 * BLOCK + 100) ==
           shared(&upper, UPPER - 10 * BLOCK - 100 - BLOCK, 10 * BLOCK + 100 - 5040, 2) +
               shared(&above, BLOCK - 100 - 1, 101, 0));
    assert(above > 0 && upper > 0 && !tw_bigwheel_check(wheel));
}

/* Of level 2, where the quotient of a share is, or just is not, 2. */
SCENARIO(bigwheel_share_by_a_small_quotient_is_exact,
         "A tick moves the right share where the ticks left are about twice those passed.") {
    const uint64_t begin = 2 * (uint64_t)UPPER;
    struct tw_bigwheel *wheel = start_sharing();
    size_t upper = SHARED, i;

    if (TW_TICK_BITS == 16)
        return;
    for (i = 0; i < SHARED; i++)
        tw_bigwheel_add(wheel, &all[i], (tw_tick)(begin + UPPER + i));
    assert(moves_of_a_take(wheel, begin) == shared(&upper, UPPER - BLOCK, 1, 2));
    assert(moves_of_a_take(wheel, begin + 10340) ==
           shared(&upper, UPPER - 10340 - BLOCK, 10340, 2));
    assert(moves_of_a_take(wheel, begin + 50242) == shared(&upper, 79806, 39902, 2));
    assert(moves_of_a_take(wheel, begin + 76845) == shared(&upper, 53203, 26603, 2));
    assert(upper > 0 && !tw_bigwheel_check(wheel));
}

/* Of a far block next() compares the nodes that come after the first, and none of the
   next block. */
SCENARIO(bigwheel_next_looks_at_no_other_block,
         "next() compares nodes of the earliest occupied block alone.") {
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

/* Arms n nodes for 75 ticks of one sub-slot, in no order, and lets next() sort its list. */
static void arm_and_sort(size_t n, uint64_t begin) {
    tw_tick due;
    size_t i;

    for (i = 0; i < n; i++)
        rig_arm(&pool[i], begin + 20 + i * 37 % 75);
    rig_arm(&pool[n], begin);
    rig_cancel(&pool[n]); /* which the wheel knew as the first */
    assert(tw_timers_next(&rig.t, &due) && due == begin + 20);
    assert(pool[0].node.home >= TW__RUN && !tw_timers_check(&rig.t));
}

/* A part of the sorted list has moved down. Then equals of all its nodes come, and the
   ends of its runs leave, before the rest moves down tick by tick. */
SCENARIO(bigwheel_sorted_list_moves_down_in_order,
         "The nodes of a list that next() sorted move down, and fire by deadline and arming.") {
    enum { N = 300, BEGIN = 5 * 1024 };

    size_t i;

    start(5, N + 76);
    pool_init(N + 76);
    rig.quiet = true;
    arm_and_sort(N, BEGIN);
    assert(rig_advance(BEGIN - 1024) == 0 && waits_at(pool, N, 0, true) == 8);
    for (i = 0; i <= 75; i++)
        rig_arm(&pool[N + i], BEGIN + 20 + i);
    rig_cancel(&pool[0]), rig_cancel(&pool[74]), rig_cancel(&pool[N - 1]);
    rig_arm(&pool[75], BEGIN + 20);
    assert(!tw_timers_check(&rig.t));
    for (i = 0; i < 40; i++)
        rig_advance(rig.now + 1);
    assert(waits_at(pool, N + 76, 1, true) == 0 && waits_at(pool, N + 76, 1, false) == 0);
    rig.quiet = false;
    rig_verify();
    while (rig.m.count > 0)
        rig_advance(rig.now + 1);
}

/* The earliest of 1,000 nodes leaves, again and again. A run has its first node in front,
   and there are eleven runs at most. */
SCENARIO(bigwheel_next_looks_at_the_runs_of_a_sorted_list,
         "next() compares one node of each run, also when the earliest leaves each time.") {
    enum { N = 1000, BEGIN = 5 * 1024 };

    tw_tick due;
    size_t i, k;

    start(5, N + 1);
    pool_init(N + 1);
    rig.quiet = true;
    arm_and_sort(N, BEGIN);
    for (k = 0; k < 75; k++)
        for (i = 0; i < N; i++) {
            if (i * 37 % 75 != k)
                continue;
            traced[TW_COMPARE] = 0;
            assert(tw_timers_next(&rig.t, &due) && due == BEGIN + 20 + k);
            assert(traced[TW_COMPARE] <= 10);
            rig_cancel(&pool[i]);
        }
    assert(rig.m.count == 0);
}

/* Of a sorted list: the order of a run, a rank, a run in level 0, and a node above. */
SCENARIO(bigwheel_check_sees_a_sorted_list_that_is_not,
         "check() of bigwheel names the property when a list that counts as sorted is not.") {
    enum { N = 100, BEGIN = 5 * 1024 };

    struct tw_bigwheel *wheel;
    struct tw_node *n = &pool[3].node, was;

    start(5, N + 2);
    pool_init(N + 2);
    arm_and_sort(N, BEGIN);
    rig_arm(&pool[N + 1], 9);
    wheel = (struct tw_bigwheel *)rig.in;
    was = *n;
    n->due = BEGIN + 127;
    assert(breaks(tw_bigwheel_check(wheel), "bigwheel 1"));
    *n = was;
    n->home += TW__RUN;
    assert(breaks(tw_bigwheel_check(wheel), "bigwheel 1"));
    n->home = was.home % TW__RUN;
    assert(breaks(tw_bigwheel_check(wheel), "bigwheel 1"));
    *n = was;
    pool[N + 1].node.home += TW__RUN;
    assert(breaks(tw_bigwheel_check(wheel), "bigwheel 1"));
    pool[N + 1].node.home -= TW__RUN;
    if (TW__BIGWHEEL_LEVELS > 2) {
        wheel->held[2 * TW__BIGWHEEL_DIGITS]++;
        assert(breaks(tw_bigwheel_check(wheel), "bigwheel 1"));
        wheel->held[2 * TW__BIGWHEEL_DIGITS]--;
    }
    assert(!tw_bigwheel_check(wheel));
    rig_verify();
}

SCENARIO(bigwheel_check_sees_a_wrong_number_of_nodes_in_a_block,
         "check() reports a number of nodes of a block of bigwheel that is wrong.") {
    struct tw_bigwheel *const w = (start_with_thirty(), (struct tw_bigwheel *)rig.in);
    const struct breach breaches[] = {
        BREACH(unsigned, w->held[1], 0),
        BREACH(unsigned, w->held[2], w->held[2] + 1),
        BREACH(unsigned, w->held[TW__BIGWHEEL_COUNTS - 1], 1),
    };

    check_sees(breaches, sizeof breaches / sizeof breaches[0]);
    rig_verify();
}

SCENARIO(bigwheel_check_sees_a_wheel_that_wakes_too_late,
         "check() reports ticks taken for idle although a block with nodes of bigwheel begins.") {
    struct tw_bigwheel *w;

    start(0, 16); /* an idle tick is one comparison until a block begins, not until a node is due */
    rig.quiet = true;
    w = (struct tw_bigwheel *)rig.in;
    pool_init(32);
    rig_arm(&pool[31], (3 << TW__BIGWHEEL_FIRST_BITS) + 5);
    rig_advance(1);
    /* where its block comes nearer to being the next one */
    assert(w->base.wake == 1 << TW__BIGWHEEL_FIRST_BITS);
    rig_advance((2 << TW__BIGWHEEL_FIRST_BITS) + 1);
    assert(w->base.wake == 3 << TW__BIGWHEEL_FIRST_BITS);
    w->base.wake++; /* above the beginning of the block */
    assert(breaks(tw_timers_check(&rig.t), "bigwheel 4"));
    w->base.wake--;
    {
        const struct breach breaches[] = {
            BREACH(tw_tick, w->base.wake, (3 << TW__BIGWHEEL_FIRST_BITS) + 1),
            BREACH(tw_tick, w->base.wake, (3 << TW__BIGWHEEL_FIRST_BITS) + 5),
            BREACH(tw_tick, w->base.wake, (3 << TW__BIGWHEEL_FIRST_BITS) + 6),
        };
        check_sees(breaches, sizeof breaches / sizeof breaches[0]);
    }
}

static const struct tw_ops *const on[] = {&tw_bigwheel_ops};

/* The next block of level 1, and that nodes of it are still above. */
SCENARIO(bigwheel_check_sees_a_wrong_next_block_and_a_mark_that_is_missing,
         "check() reports a wrong number of the next block, and nodes above without a mark.") {
    static struct tw_bigwheel w;
    static struct tw_node crowd[100];
    size_t i;

    for (i = 0; i < 100; i++)
        assert(tw_bigwheel_add(&w, &crowd[i], 2 * TW__BIGWHEEL_HALF + 5));
    assert(!tw_bigwheel_take(&w, TW__BIGWHEEL_HALF) &&
           !tw_bigwheel_take(&w, TW__BIGWHEEL_HALF + 1));
    assert(w.above == 2 && !tw_bigwheel_check(&w));
    w.above = 0;
    assert(breaks(tw_bigwheel_check(&w), "bigwheel 6"));
    w.above = 2;
    w.next[1]++;
    assert(breaks(tw_bigwheel_check(&w), "bigwheel 6"));
    w.next[1]--;
    assert(!tw_bigwheel_check(&w));
    for (i = 1; i < 100; i++)
        assert(tw_bigwheel_cancel(&w, &crowd[i]));
    w.next[1]++; /* one node is enough */
    assert(breaks(tw_bigwheel_check(&w), "bigwheel 6"));
}

static const struct scenario scenarios[] = {
    ONCE(bigwheel_check_sees_a_wrong_next_block_and_a_mark_that_is_missing),
    ROW(bigwheel_costs_are_what_the_manual_says),
    ROW(bigwheel_check_sees_a_node_left_in_the_last_level),
    ROW(bigwheel_walks_from_its_first_slot_on),
    ROW(bigwheel_typed_face_gives_objects),
    ROW(bigwheel_takes_the_farthest_deadline_while_its_position_lags),
    ROW(bigwheel_begins_with_all_bits_0_in_any_memory),
    ROW(bigwheel_first_slot_of_the_ring_fires_in_order),
    ROW(bigwheel_with_nodes_ahead_in_two_levels_fires_in_order),
    ROW(bigwheel_next_looks_through_a_block_once),
    ROW(bigwheel_share_of_a_tick_is_exact),
    ROW(bigwheel_share_of_two_levels_is_exact),
    ROW(bigwheel_passed_ticks_count_from_the_first_node_on),
    ROW(bigwheel_share_by_a_small_quotient_is_exact),
    ROW(bigwheel_next_looks_at_no_other_block),
    ROW(bigwheel_sorted_list_moves_down_in_order),
    ROW(bigwheel_next_looks_at_the_runs_of_a_sorted_list),
    ROW(bigwheel_check_sees_a_sorted_list_that_is_not),
    ROW(bigwheel_node_of_the_next_block_goes_down_at_once),
    ROW(bigwheel_node_armed_behind_others_moves_the_oldest_down),
    ROW(bigwheel_moves_a_crowd_in_equal_shares),
    ROW(bigwheel_check_sees_a_wrong_number_of_nodes_in_a_block),
    ROW(bigwheel_check_sees_a_wheel_that_wakes_too_late),
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], on, 1, argc, argv);
}
