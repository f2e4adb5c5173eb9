/* SPDX-License-Identifier: MIT-0 */
/* What the three wheels with levels promise alike, beyond the contract: hwheel, smallwheel
   and bigwheel. Each scenario runs on all of them, with a setting on smallwheel alone.

       wheels          all of it
       wheels NAME     one scenario */
#include "../contract/rig.h"

static unsigned small_shift(size_t level) {
    return level == 0 ? 0
                      : TW_SMALLWHEEL_FIRST_BITS + (unsigned)(level - 1) * TW_SMALLWHEEL_UPPER_BITS;
}

static unsigned h_shift(size_t level) {
    return level == 0 ? 0 : TW__HWHEEL_FIRST_BITS + (unsigned)(level - 1) * TW__HWHEEL_UPPER_BITS;
}

static tw_tick small_position(const void *w) { return ((const struct tw_smallwheel *)w)->position; }

static tw_tick h_position(const void *w) { return ((const struct tw_hwheel *)w)->base.position; }

static tw_tick big_position(const void *w) {
    return ((const struct tw_bigwheel *)w)->base.position;
}

/* A block of a level has 2^shift(level) ticks. The last level has `digits` slots. A node
   moves down at most `moves` times. */
static const struct geometry {
    const struct tw_ops *ops;
    unsigned (*shift)(size_t level);
    tw_tick (*position)(const void *w);
    size_t levels, digits, moves;
} geometries[] = {
    {&tw_hwheel_ops, h_shift, h_position, TW__HWHEEL_LEVELS, TW__HWHEEL_DIGITS,
     TW__HWHEEL_LEVELS - 1},
    {&tw_smallwheel_ops, small_shift, small_position, TW_SMALLWHEEL_LEVELS, TW__SMALLWHEEL_UPPER,
     TW_SMALLWHEEL_LEVELS},
    {&tw_bigwheel_ops, tw__bigwheel_shift, big_position, TW__BIGWHEEL_LEVELS,
     TW__BIGWHEEL_LEVEL / TW__BIGWHEEL_SUBS, TW__BIGWHEEL_LEVELS - 1},
};

static const struct geometry *geometry(void) {
    const struct geometry *g = geometries;

    while (g->ops != rig.ops)
        g++;
    return g;
}

/* The verbs of the structure alone, without a set around it. */
static void *wheel_at(tw_tick now) {
    void *w = malloc(rig.ops->size);

    assert(w);
    rig.ops->init(w, now, NULL, 0);
    return w;
}

static bool add(void *w, struct timer *x, uint64_t due) {
    return tw__add(w, rig.ops, &x->node, (tw_tick)due);
}

static bool cancel(void *w, struct timer *x) { return tw__cancel(w, rig.ops, &x->node); }

static struct timer *take(void *w, uint64_t now) {
    struct tw_node *n = tw__take(w, rig.ops, (tw_tick)now);

    return n ? TW_OF(n, struct timer, node) : NULL;
}

/* A deadline that has passed, or lies before all that was taken, is given out at the next
   take. */
SCENARIO(wheels_take_passed_deadlines_in_arming_order,
         "Timers armed for passed ticks leave at the next take, by arming, before later ones.") {
    void *w = wheel_at(0);
    struct tw_node *n;
    tw_tick due;

    pool_init(4);
    /* in the first of all slots */
    assert(add(w, &pool[0], 0) && pool[0].node.home == TW__WAITING);
    assert(add(w, &pool[0], 0) && rig.ops->count(w) == 1 && !rig.ops->check(w));
    assert(cancel(w, &pool[0]) && rig.ops->count(w) == 0 && !rig.ops->check(w));
    rig.ops->init(w, 1000, NULL, 0);
    assert(!rig.ops->next(w, &due) && !take(w, 2000) && !cancel(w, &pool[0]));
    assert(add(w, &pool[0], 2000) && add(w, &pool[1], 1500));
    assert(add(w, &pool[2], 2001) && add(w, &pool[3], 1400));
    assert(!rig.ops->check(w) && rig.ops->next(w, &due) && due == 2000);
    for (n = NULL, due = 0; (n = rig.ops->each(w, n)) != NULL; due++)
        assert(rig.ops->each(w, n) != n);
    assert(due == 4 && rig.ops->count(w) == 4);
    assert(take(w, 2000) == &pool[0] && take(w, 2000) == &pool[1]);
    assert(take(w, 2000) == &pool[3] && !take(w, 2000));
    assert(take(w, 2001) == &pool[2] && tw_idle(&pool[2].node));
    assert(add(w, &pool[0], 3000) && add(w, &pool[1], 9000));
    tw__clear(w, rig.ops);
    assert(rig.ops->count(w) == 0 && tw_idle(&pool[0].node) && tw_idle(&pool[1].node));
    assert(!rig.ops->check(w));
    assert(add(w, &pool[1], 2002) && take(w, 2002) == &pool[1]);
    free(w);
}

/* While nothing waits, a tick is idle at once, and the position follows it. smallwheel.h
   does so in take(). */
SCENARIO(wheels_without_timers_are_quiet,
         "While no timer waits, the position of a wheel follows the clock.") {
    const bool says = rig.ops != &tw_smallwheel_ops;
    void *w = wheel_at(7);
    uint64_t now;

    pool_init(1);
    for (now = 8; now < 2000; now += 100) {
        assert(add(w, &pool[0], now + 3) && take(w, now + 3) == &pool[0]);
        assert(rig.ops->quiet(w, (tw_tick)(now + 50)) == says);
        assert(says || !take(w, now + 50));
        assert(geometry()->position(w) == now + 50 && !rig.ops->check(w));
    }
    free(w);
}

/* A jump past the only timer of a slot, at every upper level, from each sub-slot. */
SCENARIO(wheels_lone_timer_of_an_upper_slot_fires_without_a_cascade,
         "A jump fires the only timer of an upper slot without moving it down.") {
    const struct geometry *g = geometry();
    size_t level;
    unsigned part;

    for (level = 1; level < g->levels && g->shift(level) < 60; level++)
        for (part = 0; part < 16 && (uint64_t)6 << g->shift(level) < REACH; part++) {
            const uint64_t block = (uint64_t)1 << g->shift(level);

            start(0, 16);
            pool_init(1);
            rig.quiet = true; /* next() would bring it down */
            rig_arm(&pool[0], 3 * block + block / 2 + part % block);
            traced[TW_CASCADE] = 0;
            assert(rig_advance(5 * block + 1) == 1 && traced[TW_CASCADE] == 0);
            assert(!tw_timers_check(&rig.t) && tw_timers_count(&rig.t) == 0);
        }
}

/* Arms two timers of one upper slot, and jumps. If late, the jump fires the first one alone:
   then one more is armed behind the second one. */
static void fire_two(uint64_t block, uint64_t from, uint64_t to, bool late) {
    const uint64_t first = from < to ? from : to, second = from < to ? to : from;

    rig_arm(&pool[0], 3 * block + from);
    rig_arm(&pool[1], 3 * block + to);
    if (pool[2].node.home != TW__IDLE)
        rig_cancel(&pool[2]);
    if (late) {
        assert(rig_advance_some(3 * block + first, 1) == 1);
        rig_arm(&pool[2], 3 * block + second + 1);
        assert(rig_advance(5 * block) == 2 && rig.last == 2);
    } else {
        assert(rig_advance(5 * block) == 2 && rig.last == (to < from ? 0 : 1));
    }
}

/* Two timers of one upper slot, in each pair of sub-slots, the later one armed first. The
   wheel knows its first node, or has forgotten it. */
SCENARIO(wheels_two_timers_of_an_upper_slot_fire_in_order_at_a_jump,
         "A jump fires two timers of an upper slot by deadline, whichever was armed first.") {
    const uint64_t block = (uint64_t)1 << geometry()->shift(1),
                   step = block < 40 ? 1 : (block - 2) / 39;
    uint64_t from, to;
    unsigned way;

    for (way = 0; way < 4; way++)
        for (from = 0; from < block; from += step)
            for (to = 0; to < block; to += step) {
                start(0, 16);
                pool_init(3);
                rig.quiet = true;
                if (way & 1)
                    rig_arm(&pool[2], 2 * block);
                fire_two(block, from, to, way & 2);
            }
}

/* Position is what all nodes are placed by: no budget, not even one of zero, moves it
   back while nodes wait. */
SCENARIO(wheels_position_never_goes_back_while_nodes_wait,
         "The tick by which timers are placed never decreases, whatever a budget leaves over.") {
    const struct geometry *g = geometry();
    const uint64_t block = (uint64_t)1 << g->shift(1);
    uint64_t position, i;
    size_t max;

    start(0, 16);
    pool_init(16);
    rig_arm(&pool[0], block);
    rig_arm(&pool[1], block);
    rig_advance_some(block + 44, 1); /* leaves one behind, at the begin of a block */
    assert(g->position(rig.in) == (tw_tick)block);
    rig_advance_some(block + 54, 0);
    assert(g->position(rig.in) == (tw_tick)block);
    assert(rig_advance(block + 60) == 1 && g->position(rig.in) == (tw_tick)(block + 60));

    rig.quiet = SLOW;
    for (position = rig.now, i = 0; i < 2000; i++) {
        tw_tick gone;

        rig_arm(&pool[i % 16], rig.now + rig_below(3 * block));
        max = rig_index(3);
        rig_advance_some(rig.now + rig_below(block), max);
        if (rig.ops->count(rig.in) == 0) {
            position = rig.now;
            continue;
        }
        gone = (tw_tick)(g->position(rig.in) - (tw_tick)position);
        assert(gone <= (tw_tick)(rig.now - position));
        position += gone;
    }
}

/* An empty set whose ticks wrap takes any now: the tick before which nothing was to be
   done is then one of another revolution, and lies ahead, in the middle of a block. */
SCENARIO(wheels_emptied_and_moved_anywhere_forget_what_they_waited_for,
         "Where ticks wrap, an empty wheel takes any now, and the next timer fires at its tick.") {
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

/* Amid each slot of the last level, it holds one node ahead and one further on, as far as
   ticks that wrap allow. The wheel has forgotten its first node. So the search goes on
   from the position's own slot, and over the end of the level where ticks wrap. */
SCENARIO(wheels_find_the_first_slot_of_the_last_level_from_everywhere,
         "next() finds the earliest timer of the last level from any tick, over the wrap too.") {
    const struct geometry *g = geometry();
    const unsigned shift = g->shift(g->levels - 1);
    const uint64_t block = (uint64_t)1 << shift, reach = REACH / 2 * 3;
    const uint64_t slots = (TW_TICK_MAX >> shift) + (uint64_t)1; /* with the bits that are left */
    const uint64_t ring = slots < g->digits ? slots : g->digits;
    const uint64_t half = ring / 2 * block - block / 2;
    const uint64_t far_on = TW_TICK_BITS == 64 || half < reach ? half : reach;
    const uint64_t digits = TW_TICK_BITS == 64 ? ring / 2 : ring; /* plain numbers end */
    void *w = wheel_at(0);
    uint64_t digit, ahead;
    tw_tick due;

    pool_init(3);
    for (digit = 0; digit < digits; digit += 1 + digits / 512) {
        for (ahead = block; ahead < far_on; ahead += (1 + ring / 256) * block) {
            const uint64_t now = digit * block + block / 2;

            assert(!take(w, now));
            assert(add(w, &pool[0], now + ahead));
            assert(add(w, &pool[1], now + far_on));
            assert(add(w, &pool[2], now + 1) && cancel(w, &pool[2]));
            assert(rig.ops->next(w, &due) && due == (tw_tick)(now + ahead));
            assert(cancel(w, &pool[0]) && cancel(w, &pool[1]));
        }
        assert(!rig.ops->check(w));
    }
    free(w);
}

/* Time goes from one deadline to the next, and each time a single node is taken and armed
   anew: the wheel is never asked in vain, and so never told that the clock went on. The
   periods are near a quarter of the range; with 64-bit ticks, of a range that its lower
   levels tell apart. */
SCENARIO(wheels_taken_node_by_node_keep_up_with_time,
         "Timers that are taken one by one and armed anew leave at their ticks for ever.") {
    enum { N = 3 };

    static const unsigned part[N] = {43, 67, 73}; /* hundredths of a quarter */
    const struct geometry *g = geometry();
    const unsigned last = g->shift(g->levels - 1);
    const uint64_t quarter =
        TW_TICK_BITS == 64 ? (uint64_t)1 << (last < 48 ? last + 2 : 50) : REACH;
    void *w = wheel_at(0);
    size_t i, k, first;

    pool_init(N);
    for (k = 0; k < N; k++) {
        pool[k].due = quarter / 100 * part[k] + k;
        assert(add(w, &pool[k], pool[k].due));
    }
    for (i = 0; i < 3000; i++) {
        const struct timer *x;
        tw_tick due;

        for (first = 0, k = 1; k < N; k++)
            first = pool[k].due < pool[first].due ? k : first;
        assert(rig.ops->next(w, &due) && due == (tw_tick)pool[first].due);
        x = take(w, due);
        while (&pool[first] != x && first + 1 < N) /* of equal ones any */
            first++;
        assert(x == &pool[first] && x->node.due == due);
        pool[first].due += quarter / 100 * part[first] + first;
        assert(add(w, &pool[first], pool[first].due));
    }
    tw__clear(w, rig.ops);
    free(w);
}

/* A crowd of timers, each in memory of its own. */
struct crowd {
    struct timer **x; /* NULL: it has left */
    size_t n, left, fired, cancelled, moves, worst;
    uint64_t spread, stamp, last_due, last_stamp;
    void *wheel;
};

static void crowd_arm(struct crowd *c, struct timer *x, uint64_t due) {
    x->due = due;
    x->arg = ++c->stamp;
    assert(add(c->wheel, x, due));
}

static void crowd_leave(struct crowd *c, struct timer *x) {
    c->x[x->id] = NULL;
    c->left--;
    free(x);
}

/* Fires all that is due: in order of deadlines, and of equal ones in arming order. The
   big wheel reads the lists of the ticks to come. */
static void crowd_fire(struct crowd *c, uint64_t now) {
    const size_t before = c->left;
    struct timer *x;

    traced[TW_CASCADE] = 0;
    while ((x = take(c->wheel, now)) != NULL) {
        assert(x->due == now && tw_idle(&x->node));
        assert(x->due > c->last_due || x->arg > c->last_stamp);
        c->last_due = x->due;
        c->last_stamp = x->arg;
        c->fired++;
        crowd_leave(c, x);
    }
    if (rig.ops == &tw_bigwheel_ops && c->left < before && c->left > 0) {
        const struct tw_bigwheel *w = (const struct tw_bigwheel *)c->wheel;

        assert((tw_tick)(w->base.next_read - (tw_tick)(now + 1)) < 8);
    }
    c->moves += traced[TW_CASCADE];
    c->worst = traced[TW_CASCADE] > c->worst ? traced[TW_CASCADE] : c->worst;
}

/* Moves one of the crowd, in the first half of the time, and cancels another now and
   then. */
static void crowd_change(struct crowd *c, uint64_t now) {
    struct timer *moved = c->x[rig_index(c->n)], *gone;

    if (moved && now < c->spread / 2)
        crowd_arm(c, moved, now + 1 + rig_below(c->spread - now));
    gone = c->x[rig_index(c->n)];
    if (gone && now % 4 == 0) {
        assert(cancel(c->wheel, gone));
        c->cancelled++;
        crowd_leave(c, gone);
    }
}

/* What has left is freed, so that a sanitizer sees it if it is read. Of the big wheel no
   tick has the work of a whole block. */
SCENARIO(wheels_of_two_hundred_thousand_fire_in_order,
         "A crowd fires by deadline and arming while others are moved and cancelled.") {
#if defined(__SANITIZE_ADDRESS__) || defined(RIG_SLOW) || defined(RIG_SETTING)
    enum { CROWD = 20000 };
#else
    enum { CROWD = 200000 };
#endif
    struct crowd c;
    uint64_t now;
    size_t i, checks = 0;

    memset(&c, 0, sizeof c);
    c.n = c.left = CROWD;
    c.x = (struct timer **)calloc(CROWD, sizeof *c.x);
    assert(c.x);
    c.spread = REACH - 1 < CROWD ? REACH - 1 : CROWD;
    c.wheel = wheel_at(0);
    for (i = 0; i < CROWD; i++) {
        c.x[i] = (struct timer *)calloc(1, sizeof *c.x[i]);
        assert(c.x[i]);
        c.x[i]->id = (int)i;
        crowd_arm(&c, c.x[i], 1 + rig_below(c.spread));
    }
    for (now = 0; c.left > 0; now++) {
        crowd_fire(&c, now);
        crowd_change(&c, now);
        if (now % (c.spread / 8) == 0) {
            assert(rig.ops->count(c.wheel) == c.left && !rig.ops->check(c.wheel));
            checks++;
        }
    }
    assert(c.fired + c.cancelled == CROWD && c.cancelled > 0 && checks >= 8);
    assert(rig.ops->count(c.wheel) == 0 && !rig.ops->check(c.wheel));
    assert(c.moves <= c.stamp * geometry()->moves);
    if (rig.ops == &tw_bigwheel_ops)
        assert(c.worst > 0 && c.worst <= CROWD / 800 + 8 * (TW__BIGWHEEL_LEVELS - 1));
    free(c.wheel);
    free(c.x);
}

/* clang-format off */
static const struct tw_ops *const on[] = {
#if defined(RIG_ROWS)
    RIG_ROWS
#else
    &tw_smallwheel_ops,
#ifndef RIG_SETTING
    &tw_hwheel_ops,
    &tw_bigwheel_ops,
#endif
#endif
};
/* clang-format on */

static const struct scenario scenarios[] = {
    ROW(wheels_take_passed_deadlines_in_arming_order),
    ROW(wheels_without_timers_are_quiet),
    ROW(wheels_lone_timer_of_an_upper_slot_fires_without_a_cascade),
    ROW(wheels_two_timers_of_an_upper_slot_fire_in_order_at_a_jump),
    ROW(wheels_position_never_goes_back_while_nodes_wait),
    ROW(wheels_emptied_and_moved_anywhere_forget_what_they_waited_for),
    ROW(wheels_find_the_first_slot_of_the_last_level_from_everywhere),
    ROW(wheels_taken_node_by_node_keep_up_with_time),
    ROW(wheels_of_two_hundred_thousand_fire_in_order),
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], on,
                         sizeof on / sizeof on[0], argc, argv);
}
