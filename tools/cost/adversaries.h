/* SPDX-License-Identifier: MIT-0 */
/* adversaries.h - programs that bring a structure into a state in which one of its steps
   is long, or many are made, and then call each verb. Part of runs.h. Each is made for
   one structure, and run on all, but for the last. */

/* Asks for the first deadline, goes right before it, to it, and to the next one. */
static void follow(bool asks) {
    if (asks)
        ask();
    go_to_first(1);
    go_to_first(0);
    go_before_second();
}

/* smallwheel with few rings: one timer is in the next turn of the last ring, all others
   far beyond it, in one place. An earlier timer was cancelled, so that no first one is
   known, and time jumps over the turn. */
static void overflow(void) {
    const tw_tick turn = TW_TICK_BITS == 16 ? 0x100 : 0x10000;
    size_t i, places;

    for (places = 0; places < 4; places++) {
        begin(0);
        for (i = 1; i < N; i++)
            arm(&node[i], (tw_tick)(TW__QUARTER / (places + 1) - turn - (tw_tick)(N - i)));
        arm(&node[0], turn + 5);
        arm(&node[N - 1], turn + 2);
        cancel(&node[N - 1]);
        go(places % 2 ? (tw_tick)(2 * turn - 1) : turn + 4);
        follow(false);
        cancel(&node[0]);
        follow(true);
    }
}

/* heap4 and rbtree: armed in several orders, moved in bulk to the near end and to the far
   end, and cancelled in a stride. */
static tw_tick in_order(unsigned order, size_t i) {
    switch (order) {
    case 0:
        return (tw_tick)(1000 + i * 16);
    case 1:
        return (tw_tick)(1000 + (N - i) * 16);
    case 2:
        return (tw_tick)(1000 + (i & 1 ? i : 2 * N - i) * 8);
    case 3:
        return (tw_tick)(1000 + draw() % 4096);
    case 4:
        return (tw_tick)(1000 + (i < N / 2 ? i * 16 : 8 * N - 7 - (i - N / 2)));
    default:
        return 5000;
    }
}

static void orders(void) {
    const tw_tick far = TW__QUARTER - 2048;
    unsigned order;
    size_t i;

    for (order = 0; order < 6; order++) {
        begin(0);
        for (i = 0; i < N; i++)
            arm(&node[i], in_order(order, i));
        for (i = 0; i < N; i += order + 1)
            arm(&node[i], (tw_tick)(far - i));
        for (i = 0; i < N; i += 3)
            cancel(&node[i]);
        for (i = 0; i < N; i += 3)
            arm(&node[i], (tw_tick)(1000 + (i ^ 0x155) * 8));
        for (i = 0; i < N; i++) {
            arm(&node[i], (tw_tick)(1 + i % 5));
            arm(&node[i], (tw_tick)(far + i));
        }
        for (i = 0; i < N; i++)
            cancel(&node[i * 37 % N]);
    }
}

/* The wheels with levels: the first timer is alone at the beginning of a block, and all
   others are in one slot of the highest level below. When the first one fires, all others
   go there, and are looked through again. The timers that fire next do the same a level
   lower. */
static void ladder(void) {
    const unsigned bits[] = {4, 5, 7};
    unsigned width, round;
    size_t i;

    for (round = 0; round < 6; round++) {
        width = bits[round % 3];
        begin((tw_tick)(round < 3 ? 0 : 0u - TW__QUARTER / 2));
        for (i = 0; i < N; i++) {
            const unsigned level = i < 6 ? (unsigned)i : 6;
            /* The digits from `level` on, counted from the top, are 0. */
            const unsigned low = (unsigned)(TW_TICK_BITS - 4) > width * level
                                     ? (unsigned)(TW_TICK_BITS - 4) - width * level
                                     : 0;
            const tw_tick due = (tw_tick)((round % 2 ? FAR : TW__QUARTER - 16) + i % 13);
            arm(&node[N - 1 - i],
                (tw_tick)(now + (tw_tick)(due >> low << low) + (tw_tick)(i < 6 ? 0u : i % 13)));
        }
        for (i = 0; i < 8; i++)
            follow(i % 2);
    }
}

/* The wheels with levels: each timer goes to a slot of its own when its block is
   entered. */
static void scatter(void) {
    tw_tick stride;
    size_t i;

    for (stride = 1; stride != 0 && stride < TW__QUARTER / MOST; stride = (tw_tick)(stride * 4)) {
        begin((tw_tick)(0 - stride));
        for (i = 0; i < N; i++)
            arm(&node[i], (tw_tick)(TW__QUARTER / 2 + 1 + (N - i) * stride));
        arm(&node[0], 2);
        cancel(&node[0]);
        follow(false);
        cancel(first_or(&node[0]));
        follow(true);
    }
}

/* heap4: all keys are equal, so that arming numbers decide. The root and its children are
   cancelled and moved; the timers from the end are moved to the front. */
static void ties(void) {
    size_t i;

    for (begin(0), i = 0; i < N; i++)
        arm(&node[N - 1 - i], 4000);
    for (i = 0; i < 2 * N; i++) {
        arm(&node[i % N], 4000);
        cancel(first_or(&node[0]));
        arm(first_or(&node[0]), (tw_tick)(3999 - i));
        arm(first_or(&node[0]), 4000);
        cancel(&node[(i + N / 2) % N]);
        arm(&node[(i + N / 2) % N], (tw_tick)(3999 - i));
    }
    for (i = 0; i < N; i++)
        arm(&node[draw() % N], 4000);
    for (i = 0; i < N; i++)
        follow(false);
}

/* heap4: the children of each cell are in falling order, so that each one is nearer than
   those before it. */
static void falling(void) {
    size_t i, k;

    for (k = 0; k < 8; k++) {
        begin(0);
        for (i = 0; i < N; i++) /* by the level of the cell, then from right to left */
            arm(&node[i], (tw_tick)(64 + 4 * i - 2 * 4 * ((i + 3) % 4) + k));
        for (i = 0; i < N / 2; i++)
            if (k % 2)
                go_to_first(0);
            else
                cancel(first_or(&node[0])), arm(first_or(&node[0]), (tw_tick)(TW__QUARTER - 1));
    }
}

/* rbtree: a tree that grew at one end is tall there. Timers go to its lowest place; then
   nodes whose successor is lowest are cancelled and moved, and leaves whose loss is felt
   up to the root. */
static void spine(void) {
    unsigned side, start;
    size_t i;

    for (side = 0; side < 4; side++)
        for (start = 0; start < 8; start++) {
            begin(0);
            for (i = 0; i < N - start % 4; i++)
                arm(&node[i], (tw_tick)(4096 + 8 * (side % 2 ? i : N - i)));
            for (i = N - start % 4; i < N; i++)
                arm(&node[i], (tw_tick)(side % 2 ? 4096 + 8 * N - 9 - i % 4 : 4096 + 9 + i % 4));
            for (i = start; i < N; i += 1 + start) {
                const tw_tick due = node[i].due;
                if (side < 2)
                    arm(&node[i], (tw_tick)(due + (side % 2 ? 5 : 0u - 5)));
                cancel(&node[i]);
                arm(&node[i],
                    (tw_tick)(side % 2 ? 4096 + 8 * N - 5 - draw() % 16 : 4101 + draw() % 16));
            }
        }
}

/* rbtree: random trees, where each timer in turn is cancelled, armed where it was, and
   moved to the place of another. */
static void shake(void) {
    unsigned round;
    size_t i;

    for (round = 0; round < 4; round++) {
        begin(0);
        for (i = 0; i < N; i++)
            arm(&node[i], (tw_tick)(100 + draw() % 8000));
        for (i = 0; i < 2 * N; i++) {
            struct tw_node *n = &node[draw() % N];
            const tw_tick due = n->due;
            cancel(n);
            arm(n, due);
            arm(n, node[draw() % N].due);
        }
    }
}

/* wheel: a timer that visits each slot leaves a bound there that is out of date. Then the
   earliest timer leaves, and each bound is looked at again for each of these slots. The
   slots with the highest bits of a word come first. */
static size_t high_slot(size_t i) { return SLOTS / 2 * (i % 2 + 1) - 1 - i / 2 % (SLOTS / 2); }

static void visits(void) {
    unsigned way;
    size_t i;

    for (way = 0; way < 10; way++) {
        begin(0);
        arm(&node[N - 1], 1);
        for (i = 0; i + 2 < N; i++)
            arm(&node[i], near(SLOTS * 200 + (way < 5 ? high_slot(i) : i)));
        for (i = 0; i + 2 < N && i < SLOTS; i++)
            arm(&node[N - 2], (tw_tick)(SLOTS * (SLOTS + 1 - i) + (way < 5 ? high_slot(i) : i)));
        cancel(&node[N - 2]);
        if (way % 5 == 3)
            arm(&node[N - 1], near(SLOTS * 200 + 7));
        else
            cancel(&node[N - 1]);
        if (way % 5 == 0)
            ask();
        else if (way % 5 == 1)
            arm(&node[N - 2], near(SLOTS * 200 + 5));
        else if (way % 5 == 2)
            arm(&node[0], near(SLOTS * 200 + 9));
        else if (way % 2)
            go_to_first(0);
        follow(false);
    }
}

/* bigwheel: most timers are armed for one block of a level, and the clock enters the block
   before it: few of them have moved down then. In odd rounds next() has sorted them before.
   Timers are added to the same block, and the first ones leave. At last the clock jumps into
   the block. */
static void next_blocks(void) {
    unsigned round;
    size_t i;

    for (round = 0; round < 12; round++) {
        const unsigned bits = round % 3 * 7 + 10;
        const tw_tick block = (tw_tick)1 << (bits < TW_TICK_BITS - 3 ? bits : TW_TICK_BITS - 4);
        const unsigned lists = round & 4 ? 1 : 8;

        begin((tw_tick)(block - 5));
        for (i = 0; i + 4 < N; i++)
            arm(&node[i], (tw_tick)(2 * block + (N - i) % lists));
        if (round % 2) {
            cancel(first_or(&node[0]));
            ask();
        }
        go((tw_tick)(block + round / 3 % 3));
        for (; i < N; i++)
            arm(&node[i], (tw_tick)(2 * block + i % lists));
        for (i = 0; i < N; i += 5)
            arm(&node[i], (tw_tick)(2 * block + i % lists));
        for (i = 0; i < 8; i++) {
            cancel(first_or(&node[0]));
            if (round % 2)
                ask();
        }
        arm(&node[0], (tw_tick)(block + 5));
        cancel(&node[0]);
        ask();
        follow(false);
        cancel(first_or(&node[0]));
        follow(true);
    }
}

/* hwheel and bigwheel: next() has sorted the list of a block, and timers are armed, as a
   binary counter counts, until the list has RUNS runs. Each has one timer, but the newest
   one or the oldest one has all that are left. Then a timer enters or leaves, which looks
   at each run, or merges them all, or time enters the block. */
static void carry(bool oldest, unsigned way) {
    enum { RUNS = 12 };

    const tw_tick block = FAR - 16;
    const unsigned bits = TW_TICK_BITS == 16 ? 10 : 24; /* of bigwheel's block */
    size_t i, k, runs = 1;

    begin(0);
    for (i = 0; i < N; i++)
        arm(&node[i], (tw_tick)(block + (i ? 30u : 0u)));
    cancel(&node[0]);
    ask();
    for (i = 1; i + 1 < N; i++)
        if (!oldest || i <= RUNS)
            cancel(&node[i]);
    for (i = 2; i < (size_t)1 << RUNS; i++) {
        arm(&node[runs], (tw_tick)(block + 2 * (RUNS + 1 - runs)));
        runs++;
        for (k = i; k % 2 == 0; k /= 2)
            cancel(&node[--runs]);
    }
    for (i = RUNS; !oldest && i + 1 < N; i++)
        arm(&node[i], (tw_tick)(block + (i + 2 < N ? 4u : 5u)));
    if (way == 0)
        arm(&node[0], (tw_tick)(block + 4));
    else if (way == 1)
        cancel(&node[N - 1]);
    else if (way == 2)
        arm(&node[N - 1], (tw_tick)(block + 4));
    else if (way == 3)
        arm(&node[0], 1), cancel(&node[0]), ask();
    else if (way == 5) { /* bigwheel: into the block before, so that few have moved down */
        go((tw_tick)(((block >> bits) - 1u) << bits));
        cancel(first_or(&node[0]));
        ask();
    }
    follow(way == 3);
}

static void carries(void) {
    unsigned round;

    for (round = 0; N >= 64 && round < 12; round++)
        carry(round % 2, round / 2);
}

/* The due list: timers that are armed for passed ticks, moved and cancelled there. */
static void passed(void) {
    size_t i;

    begin(FAR);
    for (i = 0; i < N; i++)
        arm(&node[i], (tw_tick)(now - i));
    for (i = 0; i < N; i += 2)
        arm(&node[i], (tw_tick)(now + 5));
    for (i = 0; i < N; i += 3)
        arm(&node[i], now);
    for (i = 0; i < N; i += 5)
        cancel(&node[i]);
    ask();
    for (i = 0; i < N; i++) {
        begin(FAR);
        arm(&node[0], (tw_tick)(now + 9));
        arm(&node[1], (tw_tick)(now - i % 2));
        go((tw_tick)(now + 1 + i % 7));
    }
}

/* The last ring of a wheel with levels, where ticks wrap: one timer is almost a quarter
   of the range ahead, in the last slot or in the first. */
static void last_ring(void) {
    unsigned turn;
    size_t i;

    for (turn = 0; turn < 32; turn++) {
        begin((tw_tick)(TW__QUARTER / 8 * turn + turn % 3));
        for (i = 0; i < N; i++)
            arm(&node[i], (tw_tick)(now + TW__QUARTER - 1u - (turn & 8 ? i : i % 2)));
        arm(&node[0], (tw_tick)(now + 1));
        cancel(&node[0]);
        ask();
        cancel(first_or(&node[0]));
        follow(turn % 2);
    }
}

/* wheel: the bounds of all occupied slots are out of date, as above, and the earliest timer
   fires, or has left before the clock moves by a budget of 0. No other structure has such
   bounds. */
static void fired_visits(void) {
    unsigned way;
    size_t i;

    for (way = 0; BOUNDED_SLOTS && way < 2; way++) {
        begin(0);
        arm(&node[N - 1], 1);
        for (i = 0; i + 2 < N; i++)
            arm(&node[i], near(SLOTS * 200 + high_slot(i)));
        for (i = 0; i + 2 < N && i < SLOTS; i++)
            arm(&node[N - 2], (tw_tick)(SLOTS * (SLOTS + 1 - i) + high_slot(i)));
        cancel(&node[N - 2]);
        if (way == 1)
            cancel(&node[N - 1]);
        go_some(1, way == 1 ? 0 : TW__ALL);
    }
}

/* skiplist: timers are armed anew until the last ones have high towers, and one is armed
   before all of them. */
static void towers(void) {
    unsigned round;
    size_t i;

    for (begin(0), i = 0; i < N; i++)
        arm(&node[i], (tw_tick)(2000 + i));
    for (round = 0; round < 6; round++)
        for (i = 0; i < N; i++) {
            if (TOWERS && (node[i].home == TW__WAITING) == (i > N * 3 / 4)) {
                cancel(&node[i]);
                arm(&node[i], (tw_tick)(2000 + i));
            }
            if (i % 8 == 0)
                arm(&node[N - 1], 1), arm(&node[N - 1], (tw_tick)(2000 + draw() % N));
        }
}

#include "leftovers.h"
#include "programs.h"

typedef void adversary(void);
static adversary *const adversaries[] = {
    overflow,     orders,       ladder,      scatter,     ties,    falling, spine,
    shake,        visits,       passed,      next_blocks, carries, towers,  last_ring,
    fired_visits, leave_behind, fall_behind, one_by_one,  programs};
