/* SPDX-License-Identifier: MIT-0 */
/* The scenarios that tests/seeded/README.md numbers, each a bug that a known library
   shipped; the line above each says whose. All run on every structure, beside the model
   (rig.h), which checks order, next(), count and check() after every operation.

       scenarios          all of them
       scenarios NAME     one */
#include "rig.h"

static const uint64_t distances[] = {
    1,    2,    3,    14,    15,      16,       17,         31,          32,
    63,   64,   65,   255,   256,     257,      1023,       1024,        1025,
    4095, 4096, 4097, 16383, 1000000, 16777216, 0xFFFFFFFF, 0x100000000, 1000000000000};

enum { DISTANCES = sizeof distances / sizeof distances[0] };

/* Where the digits of a tick and of the set's now matter, all phases and powers are gone
   through; a structure that only compares deadlines, and a sanitizer's slow program, get
   some of them. */
static bool every_phase(void) { return !SLOW && strstr(rig.ops->name, "wheel"); }

static uint64_t far(uint64_t distance) { return distance < REACH ? distance : REACH - 1; }

/* libevent 8b7a3b36, libuv e002340e5, nodejs/node#24322, golang/go#19887, goim 504e4a3 */
SCENARIO(s01_heap_remove_from_the_middle_sifts_up_too,
         "A timer that is cancelled leaves all others in order.") {
    /* a heap of four children shows it from 10 nodes on, with ticks of any width */
    const size_t most = strcmp(rig.ops->name, "heap4") != 0 ? 7 : SLOW ? 9 : 10;
    size_t n, victim, i, keys, all = 3;

    pool_init(most);
    for (n = 1; n <= most; n++, all *= 3)
        for (keys = 0; keys < all; keys++)
            for (victim = 0; victim < n; victim++) {
                size_t k = keys;

                tw_timers_clear(&rig.t);
                for (i = 0; i < n; i++, k /= 3)
                    tw_timers_add(&rig.t, &pool[i].node, (tw_tick)(1 + k % 3));
                assert(tw_timers_cancel(&rig.t, &pool[victim].node));
                assert(!tw_timers_check(&rig.t));
                assert(tw_timers_count(&rig.t) == n - 1);
            }
    tw_timers_clear(&rig.t);
}

/* the other half of every heap's remove */
SCENARIO(s02_move_earlier_and_later_from_every_position,
         "A timer that is moved fires at its new tick, and all others at theirs.") {
    const size_t n = 40;
    size_t i, from, to;

    for (from = 0; from < n; from++)
        for (to = 0; to <= n; to += 3) {
            start(0, n);
            pool_init(n);
            for (i = 0; i < n; i++)
                rig_arm(&pool[i], 1 + i * 7 % n);
            rig_arm(&pool[from], 1 + to);
            drain();
            assert(rig.fires == n);
        }
}

/* heaps without a tie-break: Zephyr's pluggable timeout backends among them */
SCENARIO(s03_equal_deadlines_fire_in_arming_order,
         "Timers with the same tick fire in the order in which they were armed.") {
    size_t i;

    start(0, 1000);
    pool_init(1000);
    rig.quiet = true;
    for (i = 0; i < 1000; i++)
        rig_arm(&pool[i], 50);
    for (i = 0; i < 1000; i += 3) /* a move arms anew: these come last, in this order */
        rig_arm(&pool[i], 50);
    rig_advance(50);
    assert(rig.fires == 1000);
    assert(rig.last == 999);

    start(0, 3);
    pool_init(3);
    rig_arm(&pool[0], 5);
    rig_arm(&pool[1], 5);
    rig_arm(&pool[2], 5);
    rig_cancel(&pool[0]);
    rig_arm(&pool[0], 5); /* 1 2 0 */
    rig_advance_some(5, 1);
    assert(rig.last == 1);
    rig_advance_some(5, 1);
    assert(rig.last == 2);
    rig_advance_some(5, 1);
    assert(rig.last == 0);
}

/* boostorg/asio#144 */
SCENARIO(s04_cancel_of_an_idle_node_touches_nothing,
         "A cancel of an idle timer returns false and changes nothing.") {
    static struct timer x;
    struct tw_node was;
    int state;

    for (state = 0; state < 3; state++) {
        start(0, 4);
        timer_init(&x, 0);
        if (state > 0)
            rig_arm(&x, 5);
        if (state == 1)
            rig_advance(5);
        if (state == 2)
            rig_cancel(&x);

        was = x.node;
        assert(!rig_cancel(&x));
        assert(memcmp(&was, &x.node, sizeof was) == 0);
    }
}

static void s04_drop(struct tw_node *n, tw_tick now) { assert(tw_idle(n) && now == 0); }

/* x and two more, from a set of one structure to a set of another: they fire in order
   there. */
static void s04_work_in(const struct tw_ops *ops, struct timer *x) {
    struct tw_timers t;
    void *in = malloc(ops->size), *room = malloc(ops->bytes(4) + 1);
    struct tw_node a = TW_NODE(rig_fn), b = TW_NODE(rig_fn);
    tw_tick due = 0;

    assert(in && room);
    tw_timers_init(&t, 100, ops, in, room, 4);
    assert(tw_timers_add(&t, &a, 140) && tw_timers_add(&t, &x->node, 120) &&
           tw_timers_add(&t, &b, 120));
    assert(!tw_timers_check(&t) && tw_timers_next(&t, &due) && due == 120 &&
           !tw_timers_expire(&t, 119));
    assert(tw_timers_add(&t, &x->node, 130) && !tw_timers_check(&t) && tw_timers_count(&t) == 3);
    assert(tw_timers_expire(&t, 150) == &b && tw_timers_expire(&t, 150) == &x->node &&
           tw_idle(&x->node));
    assert(!tw_timers_check(&t) && tw_timers_expire(&t, 150) == &a && !tw_timers_expire(&t, 150));
    assert(tw_timers_count(&t) == 0 && !tw_timers_check(&t) && !tw_timers_cancel(&t, &x->node));
    free(in);
    free(room);
}

/* the same: the links that one structure leaves behind are another's */
SCENARIO(s04_a_node_that_leaves_works_in_every_other_structure,
         "A timer that has left one set can be armed in any other.") {
    enum { FIRED, CANCELLED, CLEARED, DROPPED, WAYS };

    size_t to, i;
    int way;

    for (to = 0; to < STRUCTURES; to++)
        for (way = FIRED; way < WAYS; way++) {
            start(0, 16);
            pool_init(16);
            for (i = 0; i < 16; i++) /* some neighbours on either side, equals too */
                rig_arm(&pool[i], 10 + i / 2 * 3);
            if (way == FIRED)
                rig_advance(22);
            else if (way == CANCELLED)
                rig_cancel(&pool[8]);
            if (way >= CLEARED) {
                tw_timers_clear_with(&rig.t, way == DROPPED ? s04_drop : NULL);
                rig.m.count = 0;
            }
            s04_work_in(structures[to], &pool[8]);
            rig_verify(); /* nobody here has noticed */
            assert(rig_arm(&pool[8], 26));
            drain();
            assert(pool[8].fired == (way == FIRED ? 2u : 1u));
        }
}

/* lists that link an armed timer twice */
SCENARIO(s05_add_of_an_armed_node_moves_it,
         "Arming a timer that is armed moves it, and counts it once.") {
    size_t i;

    start(100, 8);
    pool_init(8);
    for (i = 0; i < 8; i++)
        rig_arm(&pool[i], 110 + i);
    for (i = 0; i < 8; i++) {
        rig_arm(&pool[i], 200 - i);
        assert(tw_timers_count(&rig.t) == 8);
    }
    rig_advance(192);
    assert(rig.fires == 0);
    rig_advance(200);
    assert(rig.fires == 8);
}

static uint64_t s06_target(size_t k) {
    static const int64_t near[] = {-50, -1, 0, 1, 2};
    return k < 5 ? rig.now + (uint64_t)near[k] : rig.now + far(distances[k - 5]);
}

static void s06_move(struct timer *x) {
    x->act = NULL;
    rig_arm(x, s06_target((size_t)x->arg));
}

/* libevent 8c36acd0, tokio#2473 */
SCENARIO(s06_move_from_each_state_to_each_target,
         "A timer can be moved from any state to any tick.") {
    static struct timer x;
    size_t from, to;
    uint64_t due;

    for (from = 0; from < DISTANCES + 3; from++)
        for (to = 0; to < DISTANCES + 5; to++) {
            start(1000, 4);
            timer_init(&x, 0);
            if (from < DISTANCES) { /* waiting, at each distance */
                rig_arm(&x, rig.now + far(distances[from]));
            } else if (from == DISTANCES) { /* due */
                rig_arm(&x, rig.now);
            } else if (from == DISTANCES + 1) { /* inside its own callback */
                x.act = s06_move;
                x.arg = to;
                rig_arm(&x, rig.now + 1);
                rig_advance(rig.now + 1);
                assert(x.fired == 1);
            }
            if (from != DISTANCES + 1)
                rig_arm(&x, s06_target(to));
            assert(rig.m.count == 1);
            due = rig.m.item[0].when;
            x.fired = 0;
            if (due > rig.now)
                rig_advance(due - 1);
            assert(x.fired == 0);
            rig_advance(due);
            assert(x.fired == 1 && rig.m.count == 0);
        }
}

static void s07_free_both(struct timer *x) {
    if (x->other) {
        rig_cancel(x->other);
        memset(x->other, 0xA5, sizeof *x);
        free(x->other);
    }
    memset(x, 0xA5, sizeof *x);
    free(x);
}

static struct timer *s07_new(int id) {
    struct timer *x = (struct timer *)malloc(sizeof *x);

    assert(x);
    timer_init(x, id);
    x->act = s07_free_both;
    return x;
}

/* every library that reads a node after its callback; libuv, libevent, LVGL */
SCENARIO(s07_callback_frees_its_node_and_a_sibling,
         "A callback may free its own timer and others.") {
    struct timer *x[6];
    int i, late;

    for (late = 0; late < 2; late++) { /* waiting, and on the due list */
        start(10, 8);
        for (i = 0; i < 6; i++)
            x[i] = s07_new(i);
        x[0]->other = x[1]; /* the next in turn */
        x[2]->other = x[4];
        for (i = 0; i < 6; i++)
            rig_arm(x[i], late ? 10 : 15);
        rig_advance(20);
        assert(rig.fires == 4 && rig.last == 5);
    }
}

static void s08_again(struct timer *x) { rig_arm(x, rig.now - x->arg); }

/* libuv#4245, redis 67b70a181 */
SCENARIO(s08_arming_again_for_now_or_earlier_waits_for_the_next_call,
         "A timer that its callback arms for a passed tick fires in the next call.") {
    static struct timer x;
    uint64_t back;

    for (back = 0; back < 3; back++) {
        start(100, 4);
        timer_init(&x, 0);
        x.act = s08_again;
        x.arg = back;
        rig_arm(&x, 110);
        assert(rig_advance(120) == 1);
        assert(rig_advance(120) == 1);
        assert(rig_advance(125) == 1);
        assert(rig_pull(125, 100) == 1); /* NULL after one, though it is due again */
        assert(x.fired == 4);
    }
}

enum s09_deed {
    S09_CANCEL,
    S09_MOVE_LATER,
    S09_MOVE_NOW,
    S09_FREE,
    S09_ADD,
    S09_CLEAR,
    S09_NEW,
    S09_DEEDS
};

static struct timer *s09[6];

static void s09_do(struct timer *x) {
    struct timer **other = &s09[x->arg % 8];

    x->act = NULL;
    switch ((enum s09_deed)(x->arg / 8)) {
    case S09_CANCEL:
        rig_cancel(*other);
        break;
    case S09_MOVE_LATER:
        rig_arm(*other, rig.now + 7);
        break;
    case S09_MOVE_NOW:
        rig_arm(*other, rig.now);
        break;
    case S09_FREE:
        rig_cancel(*other);
        free(*other);
        *other = NULL;
        break;
    case S09_ADD:
        rig_arm(*other, (*other)->due);
        break;
    case S09_CLEAR:
        rig.m.count = 0;
        tw_timers_clear(&rig.t);
        rig_verify();
        break;
    default:
        rig_arm(s09[5], rig.now);
    }
}

/* iqiyi/dpvs#756, zephyr#8669, LVGL d8c2e0a37a */
SCENARIO(s09_a_due_node_acts_on_any_other,
         "A callback may cancel, move, free or clear any other timer that is due.") {
    size_t deed, k, j, i;
    int late;

    for (deed = 0; deed < S09_DEEDS; deed++)
        for (k = 0; k < 5; k++)
            for (j = 0; j < 5; j++)
                for (late = 0; late < 2; late++) {
                    start(10, 8);
                    for (i = 0; i < 6; i++) {
                        s09[i] = (struct timer *)malloc(sizeof *s09[i]);
                        assert(s09[i]);
                        timer_init(s09[i], (int)i);
                    }
                    s09[k]->act = s09_do;
                    s09[k]->arg = 8 * deed + j;
                    for (i = 0; i < 5; i++)
                        rig_arm(s09[i], late ? 10 - i % 2 : 11 + i % 2);
                    rig_advance(12);
                    rig_advance(12);
                    rig_advance(30);
                    assert(rig.m.count == 0);
                    for (i = 0; i < 6; i++)
                        free(s09[i]);
                }
}

/* timingwheel 2556eb0 flushed one of n */
SCENARIO(s10_all_of_a_slot_fire, "All timers of a slot fire, in the order of their arming.") {
    static const size_t sizes[] = {1, 2, 3, 100};
    size_t k, i;

    for (k = 0; k < 4; k++) {
        start(5, 100);
        pool_init(100);
        for (i = 0; i < sizes[k]; i++)
            rig_arm(&pool[i], 1300); /* above the first level of every wheel */
        assert(rig_advance(1299) == 0);
        assert(rig_advance(1300) == sizes[k]);
    }
}

static void s11_periodic(struct timer *x) {
    if (x->fired == 5)
        return; /* stops itself */
    if (x->fired == 2)
        x->arg = 25; /* changes its period */
    rig_arm(x, x->due + x->arg);
}

/* FreeRTOS-Kernel#305 */
SCENARIO(s11_periodic_stops_changes_and_is_stopped_while_behind,
         "A periodic timer stops when it is cancelled, even if it is behind.") {
    static struct timer x;
    uint64_t i;

    start(0, 4);
    timer_init(&x, 0);
    x.act = s11_periodic;
    x.arg = 10;
    rig_arm(&x, 10);
    for (i = 1; i <= 200; i++)
        rig_advance(i);
    assert(x.fired == 5 && x.due == 10 + 10 + 25 * 3);

    start(0, 4);
    timer_init(&x, 0);
    x.act = s11_periodic;
    x.arg = 10;
    rig_arm(&x, 10);
    rig_advance(1000); /* far behind: the next two periods are due at once */
    rig_advance(1000);
    assert(x.fired == 2);
    assert(rig_cancel(&x));
    assert(rig_advance(2000) == 0);
}

static void s12_inside(struct timer *x) {
    if (x->arg == 0) {
        assert(tw_timers_advance_some(&rig.t, (tw_tick)(rig.now + 50), 9) == 0);
        assert(tw_timers_expire(&rig.t, (tw_tick)(rig.now + 50)) == NULL);
    } else if (x->arg == 1) {
        rig.m.count = 0;
        tw_timers_clear(&rig.t);
        rig_arm(x, rig.now + 5);
    } else {
        rig.m.count = 0;
        rig.m.now = rig.now;
        tw_timers_init(&rig.t, (tw_tick)rig.now, rig.ops, rig.in, rig.room, rig.capacity);
        rig_arm(x, rig.now);
    }
    rig_verify();
}

/* redis 41cabca2a */
SCENARIO(s12_advance_clear_and_init_inside_a_callback,
         "A callback may clear the set or make it new, and advance() in it is refused.") {
    size_t i, what;

    for (what = 0; what < 3; what++) {
        start(0, 8);
        pool_init(8);
        pool[1].act = s12_inside;
        pool[1].arg = what;
        for (i = 0; i < 8; i++)
            rig_arm(&pool[i], 10 + i / 4);
        assert(rig_advance(20) == (what == 0 ? 8u : 2u));
        assert(rig.m.count == (what == 0 ? 0u : 1u));
        pool[1].act = NULL;
        rig_advance(30);
        assert(pool[1].fired == (what == 0 ? 1u : 2u));
    }
}

static const uint64_t sides[] = {8, 16, 64, 256}; /* slots a level, L below */

enum { SIDES = sizeof sides / sizeof sides[0], S13_LATER = 5 };

static void s13_adds(struct timer *x) {
    const uint64_t later[S13_LATER] = {0, 1, x->arg - 1, x->arg, x->arg + 1};
    size_t i;

    for (i = 0; i < S13_LATER; i++)
        rig_arm(&x->other[i], rig.now + later[i]);
}

/* ratas 290f5d3, netty ad320f6cae */
SCENARIO(s13_callbacks_at_a_level_boundary_add_around_it,
         "A callback at a boundary of levels may arm timers before and behind it.") {
    static struct timer x, others[S13_LATER];
    size_t l, i;
    uint64_t boundary, at;

    for (l = 0; l < SIDES; l++)
        for (boundary = sides[l]; boundary < REACH / 2 && boundary < (uint64_t)1 << 50;
             boundary *= sides[l])
            for (at = boundary - 1; at <= boundary + 1; at++) {
                start(0, 8);
                timer_init(&x, 0);
                for (i = 0; i < S13_LATER; i++)
                    timer_init(&others[i], 1 + (int)i);
                x.act = s13_adds;
                x.arg = sides[l];
                x.other = others;
                rig_arm(&x, at);
                rig_advance(at);
                assert(x.fired == 1 && rig.m.count == S13_LATER);
                for (i = 0; i <= sides[l] + 1; i++)
                    rig_advance(at + i);
                assert(rig.fires == 1 + S13_LATER);
            }
}

/* Arms one timer for each of the next 3 L ticks at tick t, and goes through them in
   steps; 0: random ones. The model knows which fire in each advance. */
static void every_delay(uint64_t t, uint64_t l, uint64_t step) {
    uint64_t d;

    start(t, (size_t)(3 * l + 1));
    pool_init((size_t)(3 * l + 1));
    rig.quiet = true;
    for (d = 0; d <= 3 * l; d++)
        rig_arm(&pool[d], t + d);
    rig.quiet = false;
    rig_verify();
    rig.quiet = l > 16;
    while (rig.now < t + 3 * l)
        rig_advance(rig.now + (step ? step : 1 + rig_below(l)));
    assert(rig.fires == 3 * l + 1);
    rig.quiet = false;
    rig_verify();
}

static void every_delay_and_step(uint64_t t, uint64_t l) {
    const uint64_t steps[] = {1, 2, l - 1, l, l + 1, l * l, 0};
    size_t i;

    for (i = 0; i < sizeof steps / sizeof steps[0]; i++)
        if (steps[i] + 3 * l < REACH)
            every_delay(t, l, steps[i]);
}

/* contiki 9324dc1e7, lwIP b6c0c52d */
SCENARIO(s14_every_delay_at_every_phase_is_exact,
         "A timer fires in the first advance that reaches its tick, whatever the clock is.") {
    size_t l;
    uint64_t t;

    for (l = 0; l < SIDES; l++)
        for (t = 0; t < sides[l]; t += every_phase() ? 1 : 1 + sides[l] / 9)
            every_delay_and_step(sides[l] * sides[l] + t, sides[l]);
}

/* Every distance 2^k - 1, 2^k and 2^k + 1 from tick t, which holds L^k, W, 2 W and their
   neighbours for every setting: each alone, fired by an advance to its tick and not by
   one before it; then all at once. */
static void every_power(uint64_t t) {
    const uint64_t far_away = TW_TICK_BITS == 64 ? UINT64_MAX - t : 3 * REACH - 1;
    uint64_t k, d;
    size_t n = 0;

    pool_init(256);
    for (k = 0; k < 64; k++)
        for (d = ((uint64_t)1 << k) - 1; d <= far_away && (d == 0 || d - 1 <= (uint64_t)1 << k);
             d++) {
            start(t, 256);
            rig.quiet = true;
            if (!rig_arm(&pool[0], t + d)) {
                assert(TW_TICK_BITS != 64 && d >= REACH);
                continue;
            }
            if (d > 0)
                assert(rig_advance(t + d - 1) == 0);
            assert(rig_advance(t + d) == 1);
        }

    start(t, 256);
    for (k = 0; k < 64; k++)
        for (d = ((uint64_t)1 << k) - 1; d <= far_away && (d == 0 || d - 1 <= (uint64_t)1 << k);
             d++)
            if (rig_arm(&pool[n], t + d))
                n++;
    drain();
    assert(rig.fires == n && n > 0);
}

/* tokio#8334, tikv#12043 */
SCENARIO(s15_distances_around_every_power_from_every_kind_of_tick,
         "A timer fires at its tick and not before, however far ahead it lies.") {
    const unsigned top = TW_TICK_BITS == 64 ? 62 : TW_TICK_BITS + 2;
    unsigned bits;

    for (bits = 0; bits < top; bits += every_phase() ? 1 : 5) {
        const uint64_t low = ((uint64_t)1 << bits) - 1, high = rig_random() >> 2 & ~low;

        every_power(high);
        every_power(high | low);
        every_power(high | (rig_random() & low));
    }
}

/* FreeRTOS 57cc3389a died after 49.7 days; particle-iot/device-os#1688 */
SCENARIO(s16_after_years_and_over_every_wrap,
         "Timers fire at their ticks after years, and where the clock wraps.") {
    static const unsigned powers[] = {14, 15, 16, 24, 30, 31, 32, 36, 42, 63};
    static const uint64_t before[] = {0, 1, 16, 64, 256, 4096, 65536, 1 << 20};
    static struct timer x;
    size_t i, k;
    uint64_t t;

    for (i = 0; i < sizeof powers / sizeof powers[0]; i++)
        for (k = 0; k < sizeof before / sizeof before[0]; k += SLOW ? 3 : 1) {
            t = (uint64_t)1 << powers[i];
            if (before[k] > t)
                continue;
            t -= before[k];
            every_delay_and_step(t, 16);
            every_power(t);

            /* an empty set goes over it, in one step and in many */
            start(t > 500 ? t - 500 : 0, 4);
            rig_advance(t + 3);
            timer_init(&x, 0);
            rig_arm(&x, t + 300);
            while (rig.now < t + 299)
                rig_advance(rig.now + 1);
            assert(x.fired == 0);
            rig_advance(t + 300);
            assert(x.fired == 1);
        }
    for (k = 0; TW_TICK_BITS == 64 && k < sizeof before / sizeof before[0]; k++)
        every_power(UINT64_MAX - before[k]);

    /* the wrap of the tick itself, or the same numbers without a wrap, at every phase */
    for (t = 0; t < 3 * 256; t += every_phase() ? 1 : 7) {
        every_delay(((uint64_t)1 << 16) - t, 16, 1 + t % 3);
        every_delay(((uint64_t)1 << 32) - t, 64, 0);
    }
}

static void random_operations(size_t operations, uint64_t spread) {
    size_t i;

    start(rig_below(100000), 64);
    pool_init(64);
    for (i = 0; i < operations; i++) {
        struct timer *x = &pool[rig_below(64)];
        uint64_t what = rig_below(10);

        if (what < 6)
            rig_arm(x, rig.now + 3 > spread ? rig.now - 3 + rig_below(spread)
                                            : rig.now + rig_below(spread));
        else if (what < 8)
            rig_cancel(x);
        else
            rig_advance_some(rig.now + rig_below(spread / 16 + 2),
                             rig_below(8) ? (size_t)-1 : rig_index(3));
    }
}

/* timeout.c bafeec9; tokio PR 8402 */
SCENARIO(s17_next_is_exact_after_every_operation,
         "The earliest deadline is known exactly after each operation.") {
    random_operations(5000, 20);
    random_operations(5000, 300);
    random_operations(5000, 5000);
}

/* netty#7760, JDK-8051859 */
SCENARIO(s18_the_farthest_deadlines,
         "The farthest deadlines are kept, and ones beyond them are refused.") {
    tw_tick next;

    start(1000, 8);
    pool_init(8);
#if TW_TICK_BITS == 64
    rig_arm(&pool[0], UINT64_MAX);
    rig_arm(&pool[1], UINT64_MAX - 1);
    rig_arm(&pool[2], 1000 + UINT64_MAX / 2);
    rig_arm(&pool[3], INT64_MAX);
    assert(rig_advance((uint64_t)1 << 62) == 0);
    assert(tw_timers_next(&rig.t, &next) && next == INT64_MAX);
    assert(tw_timers_wait_ms(&rig.t, 0, 1) == INT32_MAX);
    assert(rig_advance(INT64_MAX) == 1);
    assert(rig_advance(UINT64_MAX - 2) == 1);
    assert(rig_advance(UINT64_MAX - 1) == 1);
    assert(rig_advance(UINT64_MAX) == 1);
    rig_arm(&pool[0], UINT64_MAX); /* passed by now */
    assert(rig_advance(UINT64_MAX) == 1);
#else
    assert(rig_arm(&pool[0], 1000 + REACH - 1));
    assert(!rig_arm(&pool[1], 1000 + REACH));
    assert(!rig_arm(&pool[1], 1000 + 2 * REACH));
    assert(!rig_arm(&pool[1], 1000 + 3 * REACH - 1));
    assert(tw_timers_next(&rig.t, &next) && next == (tw_tick)(1000 + REACH - 1));
    assert(rig_advance(1000 + REACH - 2) == 0);
    assert(rig_advance(1000 + REACH - 1) == 1);
#endif
}

/* Linux: a past timer rewound the wheel's clock */
SCENARIO(s19_a_passed_deadline_fires_next_and_rewinds_nothing,
         "A timer for a passed tick fires in the next call, and moves no clock.") {
    tw_tick next;
    uint64_t back;

    for (back = 0; back < 300; back += 37) {
        start(1000, 4);
        pool_init(2);
        rig_arm(&pool[0], 1000 - back);
        rig_arm(&pool[1], 1001);
        assert(tw_timers_next(&rig.t, &next) && next == 1000);
        assert(rig_advance(1000) == 1 && rig.last == 0);
        assert(rig_advance(1001) == 1 && rig.last == 1);
    }
}

enum { S20_PERIOD = 7 };

static void s20_beat(struct timer *x) {
    assert(x->due == x->arg + x->fired * (uint64_t)S20_PERIOD);
    rig_arm(x, x->due + S20_PERIOD);
}

/* repeating tasks by inserting again at now + period drift */
SCENARIO(s20_periods_do_not_drift, "A periodic timer keeps to its grid of ticks.") {
    const uint64_t periods = SLOW ? 100000 : 1000000, t0 = 3;
    static struct timer x;
    tw_tick missed;

    start(t0, 4);
    timer_init(&x, 0);
    x.act = s20_beat;
    x.arg = t0;
    rig.quiet = true;
    rig_arm(&x, t0 + S20_PERIOD);
    while (x.fired < periods)
        rig_advance(rig.now + rig_below(2 * S20_PERIOD));

    /* skip: a jump over 1000 periods and a bit keeps the phase, and says how many it left
       out */
    assert(tw_forward(100, 7, (tw_tick)(100 + 7000 + 3), &missed) == 100 + 7007 && missed == 1000);
    assert(tw_forward(100, 7, 100, &missed) == 107 && missed == 0);
    assert(tw_forward(100, 7, 106, &missed) == 107 && missed == 0);
    assert(tw_forward(100, 7, 107, &missed) == 114 && missed == 1);
    assert(tw_forward(100, 7, 99, &missed) == 100 && missed == 0);
    assert(tw_forward(100, 7, 113, NULL) == 114);
    if (TW_TICK_BITS == 64)
        assert(tw_forward(5, TW_TICK_MAX / 2, TW_TICK_MAX - 1, NULL) == TW_TICK_MAX);
    else
        assert(tw_forward((tw_tick)-10, 7, 1, &missed) == 4 && missed == 1);
}

/* How many milliseconds a loop sleeps for so many ticks. */
static const struct {
    uint64_t ticks, per_ms;
    int ms;
} sleeps[] = {{0, 1000000, 0},
              {1, 1000000, 1},
              {999999, 1000000, 1},
              {1000000, 1000000, 1},
              {1000001, 1000000, 2},
              {35u * 60 * 1000, 1, 2100000},
              {2147483647, 1, 2147483647},
              {2147483648, 1, 2147483647},
              {(uint64_t)2147483648u * 1000000, 1000000, 2147483647},
              {(uint64_t)1 << 63, 1, 2147483647},
              {(uint64_t)1 << 63, 1000000, 2147483647},
              {1, 60, 1},
              {60, 60, 1},
              {61, 60, 2},
              {9999, 100, 100},
              {10000, 100, 100},
              {10001, 100, 101},
              /* two ticks a millisecond: every odd tick is rounded, up to the last that
               fits */
              {1, 2, 1},
              {2, 2, 1},
              {3, 2, 2},
              {4, 2, 2},
              {5, 2, 3},
              {REACH - 1, 2, (int)(REACH / 2 < 2147483647 ? REACH / 2 : 2147483647)},
              {(uint64_t)2147483646 * 2, 2, 2147483646},
              {(uint64_t)2147483646 * 2 + 1, 2, 2147483647},
              {(uint64_t)2147483647 * 2, 2, 2147483647},
              {(uint64_t)2147483647 * 2 + 1, 2, 2147483647}};

/* redis#8764, asyncio#106, mio#1614, ceph#60265 */
SCENARIO(s21_sleep_is_rounded_up_and_saturates,
         "The time to sleep is rounded up, and has a largest value.") {
    static struct timer x;
    size_t i;

    assert(tw_timers_wait_ms(&rig.t, 0, 1) == -1);
    for (i = 0; i < sizeof sleeps / sizeof sleeps[0]; i++) {
        if (TW_TICK_BITS != 64 && (sleeps[i].ticks >= REACH || sleeps[i].per_ms > TW_TICK_MAX))
            continue;
        start(7, 4);
        timer_init(&x, 0);
        rig_arm(&x, 7 + sleeps[i].ticks);
        assert(tw_timers_wait_ms(&rig.t, 7, (tw_tick)sleeps[i].per_ms) == sleeps[i].ms);
        assert(tw_timers_wait_ms(&rig.t, (tw_tick)(7 + sleeps[i].ticks),
                                 (tw_tick)sleeps[i].per_ms) == 0);
    }
}

/* a loop that sleeps so, on a clock of 1/100 ms: at most two polls a timer, never one
   early */
SCENARIO(s21_a_loop_that_sleeps_polls_twice_at_most,
         "A loop that sleeps as it is told wakes at most twice for a timer.") {
    static struct timer x;
    size_t i, polls;

    start(0, 4);
    timer_init(&x, 0);
    for (i = 1; i < 400; i++) {
        rig_arm(&x, rig.now + i);
        for (polls = 0; !tw_idle(&x.node); polls++) {
            uint64_t slept = (uint64_t)tw_timers_wait_ms(&rig.t, (tw_tick)rig.now, 100) * 100;
            rig_advance(rig.now + slept);
        }
        assert(polls <= 2);
    }
}

/* clocks that step back: a wall clock under an event loop */
SCENARIO(s22_the_clock_never_goes_back,
         "An advance to an earlier tick is refused and changes nothing.") {
    start(1000, 4);
    pool_init(2);
    rig_arm(&pool[0], 1100);
    assert(tw_timers_advance(&rig.t, 999) == 0);
    assert(tw_timers_expire(&rig.t, 10) == NULL);
    rig_verify();
    assert(rig_advance(1099) == 0);
    assert(tw_timers_advance(&rig.t, 1098) == 0);
    rig_arm(&pool[1], 1099);
    assert(tw_timers_advance(&rig.t, 1098) == 0); /* not even what is due */
    rig_verify();
    assert(rig_advance(1100) == 2);

    rig_arm(&pool[0], 1100); /* nothing waits, but something is due */
    assert(tw_timers_advance(&rig.t, 1099) == 0);
    rig_verify();
    assert(rig_advance(1100) == 1);
}

/* Does the structure look at all nodes, or move them, to take the first? Then its work
   grows with what waits. So does that of smallwheel, which looks at all nodes of a
   slot. */
static bool looks_at_all(void) {
    size_t i;

    if (rig.ops == &tw_smallwheel_ops)
        return true;
    start(0, 64);
    for (i = 0; i < 64; i++) {
        tw_node_init(&pool[i].node, NULL);
        assert(tw_timers_add(&rig.t, &pool[i].node, (tw_tick)(10 + i)));
    }
    memset(traced, 0, sizeof traced);
    assert(tw_timers_expire(&rig.t, 10) == &pool[0].node);
    return traced[TW_COMPARE] + traced[TW_LINK] >= 63;
}

/* libevent dfd808cb, OpENer#36 */
SCENARIO(s23_a_jump_costs_what_fires_not_ticks,
         "A jump of the clock costs as much as what fires, not as the ticks passed.") {
    const uint64_t jump = far(1000000000000);
    const bool searches = looks_at_all();
    const size_t n = 200;
    size_t i, work;

    for (i = 0; i < 2; i++) { /* empty, and with timers */
        size_t k;

        start(1, n);
        pool_init(n);
        for (k = 0; k < i * n; k++)
            rig_arm(&pool[k], 2 + k * (jump / n - 1));
        memset(traced, 0, sizeof traced);
        rig.quiet = true;
        rig_advance(1 + jump);
        for (k = 0, work = 0; k < sizeof traced / sizeof traced[0]; k++)
            work += traced[k];
        assert(rig.fires == i * n);
        /* beyond a revolution a wheel asks each occupied slot */
        if (searches || strcmp(rig.ops->name, "wheel") == 0)
            assert(work <= 1000 + i * n * (64 + n));
        else
            assert(work <= 1000 + i * n * 64);
    }
}

/* lwIP 252abbeb fired early */
SCENARIO(s24_add_after_a_long_silence_means_what_it_says,
         "A timer that is armed after a long silence fires at its tick.") {
    const uint64_t silence = far(1000000) / 2;

    start(50, 4);
    pool_init(2);
    rig_arm(&pool[1], 60);
    /* the caller's clock is 50 + silence; the set's still 50 */
    rig_arm(&pool[0], 50 + silence + 10);
    assert(rig_advance(50 + silence) == 1 && rig.last == 1);
    assert(rig_advance(50 + silence + 9) == 0);
    assert(rig_advance(50 + silence + 10) == 1);

    /* an empty set takes any now, however long the silence */
    assert(tw_timers_advance(&rig.t, (tw_tick)(rig.now + 3 * REACH)) == 0);
    rig.now = rig.m.now = rig.now + 3 * REACH;
    rig_arm(&pool[0], rig.now + 5);
    assert(rig_advance(rig.now + 4) == 0);
    assert(rig_advance(rig.now + 1) == 1);
}

static struct timer *s28_others;

static void s28_drop(struct tw_node *n, tw_tick now) {
    struct timer *x = TW_OF(n, struct timer, node);

    assert(now == (tw_tick)rig.now);
    assert(tw_idle(n));
    assert(model_cancel(&rig.m, n));
    assert(tw_timers_advance(&rig.t, (tw_tick)(now + 100)) == 0);
    x->fired++;
    if (x->id == 0)
        rig_cancel(&pool[1]); /* one that is still to come is taken out of the way */
    if (x->id % 3 == 0)
        rig_arm(x, rig.now + 5); /* stays */
    if (x->id % 3 == 2)
        rig_arm(&s28_others[x->id], rig.now - 1); /* stays, due at once */
}

/* clear loops that never end, or free what they walk on */
SCENARIO(s28_clear_with_a_function_that_adds,
         "The function that clear_with() calls may cancel timers and arm them.") {
    static struct timer others[20];
    size_t i, stays = 0;

    s28_others = others;
    start(100, 50);
    pool_init(20);
    for (i = 0; i < 20; i++) {
        timer_init(&others[i], 100 + (int)i);
        rig_arm(&pool[i], i < 2 ? 90 : 100 + i);
    }
    rig.quiet = true; /* while it goes on, set and model differ by what is still to be dropped */
    tw_timers_clear_with(&rig.t, s28_drop);
    rig.quiet = false;
    rig_verify();
    for (i = 0; i < 20; i++) {
        assert(pool[i].fired == (i != 1));
        stays += i != 1 && i % 3 != 1;
    }
    assert(rig.m.count == stays);
    drain();
    assert(rig.fires == stays);
}

/* every library whose count drifted from its lists */
SCENARIO(s29_count_pending_and_next_agree_with_a_walk,
         "The count, the earliest deadline and a walk over the timers agree.") {
    random_operations(3000, 100);
    tw_timers_clear(&rig.t);
    rig.m.count = 0;
    rig_verify();
    assert(tw_timers_each(&rig.t, NULL) == NULL);
    for (size_t i = 0; i < 64; i++)
        assert(!tw_timers_pending(&rig.t, &pool[i].node) &&
               tw_timers_remaining(&rig.t, &pool[i].node) == 0);
}

/* tezc/sc: size 4 after a failed add at 3, with 100% branch coverage */
SCENARIO(s30_capacity_zero_one_and_full,
         "A full set refuses one more timer, and changes nothing.") {
    size_t capacity, i, k;

    for (capacity = 0; capacity <= 21; capacity += capacity < 2 ? 1 : 5) {
        start(10, capacity);
        pool_init(64);
        for (i = 0; i < 30; i++) {
            struct tw_node was = pool[i].node;
            if (!rig_arm(&pool[i], 20 + i % 7)) {
                assert(i >= capacity);
                assert(memcmp(&was, &pool[i].node, sizeof was) == 0);
            }
        }
        for (i = 30; i < 40; i++)
            assert(rig_arm(&pool[i], 10)); /* due at once: the due list is never full */
        for (i = 30; i < 40; i++) {        /* a due node that finds no room keeps its place */
            bool room = rig_arm(&pool[i], 30);
            assert(room == (rig.m.count < capacity || rig_limit() == (size_t)-1));
        }
        for (i = 0; i < capacity && i < 30; i++)
            assert(rig_arm(&pool[i], 25)); /* a move needs no room */
        for (k = 0; k < 3; k++)
            rig_advance_some(10, 2);
        drain();
    }
}

/* tornado#408, netty 3d81afb8a5 */
SCENARIO(s31_add_and_cancel_leave_nothing_behind,
         "A million timers that are armed and cancelled leave nothing behind.") {
    const size_t n = SLOW ? 100000 : 1000000;
    size_t i, early = 0, work = 0;

    start(0, 4);
    pool_init(4);
    rig.quiet = true;
    memset(traced, 0, sizeof traced);
    for (i = 0; i < n; i++) {
        rig_arm(&pool[i % 4], far(1000000000) - i % 100);
        rig_cancel(&pool[i % 4]);
        work = traced[TW_COMPARE] + traced[TW_LINK] + traced[TW_CASCADE];
        if (i + 1 == n / 10)
            early = work;
    }
    assert(work <= early * 10 + 10); /* the last is as cheap as the first */
    rig.quiet = false;
    rig_verify();
    assert(rig.m.count == 0);
}

static size_t s34_turn;

static void s34_fire(struct tw_node *n, tw_tick now) {
    (void)now;
    /* due order; FIFO within is the node's place in the array */
    assert(n->due == (tw_tick)(1 + s34_turn / 1000));
    assert(TW_OF(n, struct timer, node)->arg == s34_turn);
    s34_turn++;
}

static void s34_count(struct tw_node *n, tw_tick now) {
    (void)now;
    assert(TW_OF(n, struct timer, node)->arg == s34_turn);
    s34_turn++;
}

/* a batch collected before it is fired: the first of many small budgets took 320 ms */
SCENARIO(s34_a_million_due_at_once_with_a_budget, "A budget bounds how much work a call does.") {
    const bool searches = looks_at_all();
    const size_t n = SLOW || searches ? 16000 : 1000000, k = 100;
    struct timer *all = (struct timer *)calloc(n, sizeof *all);
    size_t i, calls = 0, work, cascaded = 0;

    assert(all);
    start(0, n);
    for (i = 0; i < n; i++) {
        all[i].arg = i;
        tw_node_init(&all[i].node, s34_fire);
        assert(tw_timers_add(&rig.t, &all[i].node, (tw_tick)(1 + i / 1000)));
    }
    s34_turn = 0;
    memset(traced, 0, sizeof traced);
    assert(tw_timers_advance_some(&rig.t, 2000, 0) == 0);
    assert(searches || traced[TW_COMPARE] + traced[TW_LINK] - traced[TW_CASCADE] <= k * 128);
    while (s34_turn < n) {
        memset(traced, 0, sizeof traced);
        assert(tw_timers_advance_some(&rig.t, (tw_tick)(2000 + calls / 10), k) == k ||
               s34_turn == n);
        /* a cascade writes a link */
        work = traced[TW_COMPARE] + traced[TW_LINK] - traced[TW_CASCADE];
        /* of what it fires, not of what waits */
        assert(searches || work <= k * 128);
        cascaded += traced[TW_CASCADE];
        calls++;
    }
    assert(cascaded <= n * 64);
    assert(calls == (n + k - 1) / k);
    assert(tw_timers_count(&rig.t) == 0);
    free(all);
}

/* without a budget one call fires them all, more than 16 bits count */
SCENARIO(s34_a_crowd_due_at_once_without_a_budget,
         "A call without a budget fires all timers that are due.") {
    const size_t n = SLOW || looks_at_all() ? 16000 : 70000;
    struct timer *all = (struct timer *)calloc(n, sizeof *all);
    size_t i;

    assert(all);
    start(0, n);
    s34_turn = 0;
    for (i = 0; i < n; i++) {
        all[i].arg = i;
        tw_node_init(&all[i].node, s34_count);
        assert(tw_timers_add(&rig.t, &all[i].node, 2001));
    }
    assert(tw_timers_advance(&rig.t, 2001) == n && s34_turn == n && tw_timers_count(&rig.t) == 0);
    free(all);
}

/* a check() that cannot fail is none: the due list broken in each way; heap4.c and its
   like break the structures */
SCENARIO(s35_check_sees_every_broken_invariant, "check() names a property that does not hold.") {
    start_with_thirty();
    /* the due list's links, in its middle and at its end */
    rig.t.clock.due_list->u.list.prev = &pool[0].node;
    assert(tw_timers_check(&rig.t));
    rig.t.clock.due_list->u.list.prev = rig.t.clock.due_list->u.list.next;
    rig.t.clock.due_list->u.list.next->u.list.prev = rig.t.clock.due_list;
    assert(tw_timers_check(&rig.t));
    rig.t.clock.due_list->u.list.next->u.list.prev = NULL;
    pool[31].node.home = 0; /* nodes on it that say otherwise */
    assert(tw_timers_check(&rig.t));
    pool[31].node.home = 1;
    pool[30].node.home = 0;
    assert(tw_timers_check(&rig.t));
    pool[30].node.home = 1;
    pool[31].node.u.list.next = NULL; /* a link that is missing */
    assert(tw_timers_check(&rig.t));
    pool[31].node.u.list.next = &pool[30].node;
    rig.t.clock.until = &pool[0].node; /* a boundary that is not on it */
    assert(tw_timers_check(&rig.t));
    rig.t.clock.until = NULL;
    rig_verify();
}

/* two ticks a millisecond on a clock that wraps: from every tick to every tick behind
   it */
SCENARIO(wait_at_two_ticks_a_ms_is_rounded_up_over_the_wrap,
         "The time to sleep is rounded up where the clock wraps, too.") {
    const uint64_t wrap = (uint64_t)1 << (TW_TICK_BITS == 64 ? 32 : TW_TICK_BITS);
    uint64_t ahead, at;

    for (ahead = 0; ahead < 24; ahead++) {
        start(wrap - 12, 4);
        pool_init(1);
        rig_arm(&pool[0], rig.now + ahead);
        for (at = 0; at <= ahead; at++)
            assert(tw_timers_wait_ms(&rig.t, (tw_tick)(rig.now + at), 2) ==
                   (int)((ahead - at + 1) / 2));
        assert(tw_timers_wait_ms(&rig.t, (tw_tick)(rig.now + ahead + 1), 2) == 0); /* late */
        drain();
        assert(tw_timers_wait_ms(&rig.t, (tw_tick)rig.now, 2) == -1);
    }
}

/* a clock that only ever moves by a budget of zero: the timer is put off each time before
   it is due, so that nothing fires and nothing but the budget of zero brings the
   structure's own time forward */
SCENARIO(a_clock_moved_by_budgets_of_zero_alone_is_followed,
         "A structure follows a clock that is only moved by budgets of zero.") {
    const uint64_t step = far(1000000) - 10;
    const struct tw_node *n = &pool[0].node;
    int i;

    start(0, 16);
    pool_init(1);
    for (i = 0; i < 40; i++) {
        rig_arm(&pool[0], rig.now + step);
        assert(rig_advance_some(rig.now + step - 5, 0) == 0);
    }
    assert(tw_timers_remaining(&rig.t, n) == 5 && pool[0].fired == 0);
    assert(rig_advance(pool[0].due - 1) == 0);
    assert(rig_advance(pool[0].due) == 1);
}

/* A budget leaves one behind where it was; the farthest deadline that is allowed then
   lies nearly half the range, and a block of a wheel more, ahead of it. */
SCENARIO(the_farthest_deadline_waits_behind_a_leftover,
         "The farthest deadline waits behind a timer that a budget left over.") {
    uint64_t due;

    for (due = 1000; due < 2000; due += every_phase() ? 17 : 333) {
        start(0, 16);
        pool_init(3);
        rig_arm(&pool[0], due);
        rig_arm(&pool[1], due);
        assert(rig_advance_some(due + REACH - 2, 1) == 1 && rig.last == 0);
        assert(rig_arm(&pool[2], rig.now + REACH - 1));
        assert(rig_advance_some(rig.now, 1) == 1 && rig.last == 1);
        assert(rig_advance(rig.now + 5) == 0);
        drain();
        assert(pool[2].fired == 1);
    }
}

/* A jump fires a leftover alone, and the budget ends; what its callback armed almost a
   quarter ahead is due after another jump. A wheel's position, still where it was before
   the first jump, is more than half the range behind. */
static void arm_the_farthest(struct timer *x) {
    if (x->fired == 1)
        rig_arm(x, rig.now + REACH - 1);
}

SCENARIO(two_jumps_of_almost_a_quarter_from_a_leftover,
         "Two long jumps fire all that is due, although a budget left a timer over.") {
    uint64_t lag;

    for (lag = 2; lag < 200; lag++) {
        start(0x10000, 16);
        pool_init(2);
        pool[1].act = arm_the_farthest;
        rig_arm(&pool[0], rig.now + 1);
        rig_arm(&pool[1], rig.now + lag);
        rig.quiet = true; /* next() would look at the wheel */
        assert(rig_advance_some(rig.now + lag, 1) == 1 && rig.last == 0);
        assert(rig_advance_some(rig.now + REACH - 1, 1) == 1 && rig.last == 1);
        assert(rig_advance(rig.now + REACH - 1) == 1 && pool[1].fired == 2);
        rig.quiet = false;
        rig_verify();
    }
}

/* The position of a wheel stands before the block of a timer, by up to `block` ticks. A
   budget of zero leaves the timer over for almost a quarter, then it is moved on by almost
   a quarter, and the clock follows. So the clock comes half the range before the
   position: the position must not stay. */
SCENARIO(a_leftover_moved_on_takes_the_position_along,
         "A timer fires in time after another was left over, moved on, and cancelled.") {
    const uint64_t quarter = TW_TICK_BITS == 64 ? (uint64_t)1 << 40 : REACH;
    uint64_t block;

    for (block = 8; block < quarter; block *= 2) {
        start(11 * block - 1, 16);
        pool_init(3);
        rig.quiet = true; /* next() would look at the wheel */
        rig_arm(&pool[0], rig.now + block);
        assert(rig_advance(rig.now + block - 1) == 0);
        assert(rig_advance_some(rig.now + quarter - 1, 0) == 0);
        assert(rig_arm(&pool[0], rig.now + quarter - 1));
        assert(rig_advance(rig.now + quarter - 3) == 0);
        rig_arm(&pool[1], rig.now + 5);
        rig_arm(&pool[0], rig.now + 3);
        rig_cancel(&pool[0]); /* the first one: who comes first is not known now */
        assert(rig_arm(&pool[2], rig.now + quarter - 1));
        rig.quiet = false;
        rig_verify();
        assert(rig_advance(rig.now + 6) == 1 && rig.last == 1);
        drain();
    }
}

/* Near and far ends of what may be compared with the clock, and what may not. */
MISTAKE(add_if_earlier_refuses_a_tick_out_of_reach,
        "add_if_earlier() answers false for a tick that is too far from the clock.") {
    uint64_t late, due;

    if (TW_TICK_BITS == 64)
        return;
    for (late = 0; late < REACH; late += REACH - 1) { /* left over, if it is not 0 */
        start(8 * REACH, 16);
        pool_init(1);
        rig_arm(&pool[0], rig.now + (late > 0 ? 1 : REACH - 1));
        rig_advance_some(rig.now + late, 0);
        for (due = rig.now + REACH; due < rig.now + 3 * REACH; due += REACH / 8)
            assert(!tw_timers_add_if_earlier(&rig.t, &pool[0].node, (tw_tick)due));
        assert(!tw_timers_add_if_earlier(&rig.t, &pool[0].node, (tw_tick)(due - 1)));
        assert(tw_timers_add_if_earlier(&rig.t, &pool[0].node, (tw_tick)(rig.now + REACH - 1)));
        assert(pool[0].node.due == (tw_tick)pool[0].due);
        rig_verify();
        assert(rig_advance(rig.now) == (late > 0));
        drain();
    }
}

/* A watchdog is moved on, almost a quarter each time, for rounds of the clock; each move
   comes just before it would fire. Each third time it is left until the clock has passed
   it by a little. A wheel's position may stay behind meanwhile. */
SCENARIO(a_timer_moved_on_for_rounds_of_the_clock_fires_when_it_is_left,
         "A timer that is moved on for rounds of the clock fires when it is left alone.") {
    const uint64_t quarter = TW_TICK_BITS == 64 ? (uint64_t)1 << 40 : REACH;
    uint64_t begin, moves;

    for (begin = 0; begin < 40; begin++) {
        start(4 * quarter - 20 + begin, 16);
        pool_init(1);
        rig_arm(&pool[0], rig.now + quarter / 2);
        for (moves = 1; moves < 24; moves++) {
            const uint64_t left = moves % 3 == 0 ? 0 : 1 + begin % 7;

            assert(rig_advance(pool[0].due - 1 - left) == 0);
            if (left)
                rig_arm(&pool[0], rig.now + quarter - 2);
            else
                assert(rig_advance(pool[0].due + 5) == 1 &&
                       rig_arm(&pool[0], rig.now + quarter / 2 + begin));
        }
    }
}

/* An empty set is moved by a budget of zero alone, further than a quarter of the
   range. */
SCENARIO(an_empty_set_moved_far_by_a_budget_of_zero_keeps_time,
         "An empty set keeps time when a budget of zero moves its clock far.") {
    const uint64_t far_on = (uint64_t)(TW_TICK_MAX / 8) * 5;
    uint64_t i;

    pool_init(3);
    assert(tw_timers_advance_some(&rig.t, (tw_tick)far_on, 0) == 0);
    rig.now = rig.m.now = far_on;
    rig_verify();
    rig_arm(&pool[0], rig.now + 10000);
    rig_arm(&pool[1], rig.now + 5000);
    rig_cancel(&pool[1]);
    rig_arm(&pool[2], rig.now + 6000);
    for (i = 1; i <= 100; i++)
        rig_advance(far_on + i * 100);
    assert(pool[0].fired == 1 && pool[2].fired == 1);
}

/* remaining() says 0 for what is late, wherever it waits: in the structure, where a
   budget left it, or on the due list
 */
SCENARIO(nothing_remains_of_the_time_of_a_leftover, "No time remains to a timer that is late.") {
    size_t i;

    start(0, 16);
    pool_init(4);
    for (i = 0; i < 3; i++)
        rig_arm(&pool[i], 5 + i / 2);
    assert(rig_advance_some(7, 1) == 1 && rig.last == 0);
    rig_arm(&pool[3], 7);
    for (i = 1; i < 4; i++)
        assert(tw_timers_remaining(&rig.t, &pool[i].node) == 0 &&
               tw_timers_pending(&rig.t, &pool[i].node));
    assert(tw_timers_remaining(&rig.t, &pool[0].node) == 0 &&
           !tw_timers_pending(&rig.t, &pool[0].node));
    assert(rig_advance(8) == 3 && rig.last == 3);
}

/* Arms `held` nodes, of which two are left over from a budget, and two that are due from
   `room` on. */
static void arm_beside_leftovers(size_t held, size_t room) {
    size_t i;

    for (i = 0; i < held; i++)
        assert(rig_arm(&pool[i], 110 + i / 2));
    if (held > 0) { /* two leftovers, and another one for the one that fired */
        assert(rig_advance_some(111, 1) == 1 && rig.last == 0);
        assert(rig_arm(&pool[0], 130));
    }
    assert(rig_arm(&pool[room], rig.now) && rig_arm(&pool[room + 1], rig.now - 2));
}

/* add() to a structure without room, while others are due, are left over from a budget,
   and wait: everything that the set, its structure and the nodes consist of stays as it
   was */
SCENARIO(a_refused_add_changes_nothing_beside_due_ones_and_leftovers,
         "A refused add changes no byte, whatever is due.") {
    enum { ROOM = 6, ALL = ROOM + 4 };

    const size_t capacity = rig.bounded ? ROOM : 0, held = capacity;
    unsigned char in[sizeof(struct tw_heap4) + sizeof(struct tw_wheel)], room[1024];
    struct timer was[ALL];
    struct tw_timers set;
    size_t i;

    start(100, capacity);
    if (rig_limit() == (size_t)-1)
        return;
    assert(rig.ops->size <= sizeof in && rig.ops->bytes(capacity) <= sizeof room);
    rig_blank();
    pool_init(ALL);
    arm_beside_leftovers(held, ROOM);
    memcpy(&set, &rig.t, sizeof set);
    memcpy(in, rig.in, rig.ops->size);
    memcpy(room, rig.room, rig.ops->bytes(capacity));
    memcpy(was, pool, sizeof was);
    for (i = ROOM; i < ALL; i++) { /* two that are due, two that are idle */
        const struct tw_node *n = &pool[i].node;

        assert(!rig_arm(&pool[i], rig.now + 1) && !rig_arm(&pool[i], rig.now + 40));
        assert(tw_timers_add_if_earlier(&rig.t, &pool[i].node, (tw_tick)(rig.now + 1)) ==
               (i < ROOM + 2));
        assert(tw_idle(n) == (i >= ROOM + 2));
    }
    assert(memcmp(&set, &rig.t, sizeof set) == 0 && memcmp(in, rig.in, rig.ops->size) == 0);
    assert(memcmp(room, rig.room, rig.ops->bytes(capacity)) == 0 &&
           memcmp(was, pool, sizeof was) == 0);
    /* 111 for three, then the due list */
    assert(rig_advance(rig.now) == (held ? 5u : 2u) && rig.last == ROOM + 1);
    drain();
}

/* armed for that tick already: it is not armed anew, and stays in front of its equals */
SCENARIO(add_if_earlier_for_the_same_tick_keeps_the_place,
         "add_if_earlier() for the same tick keeps the place among equals.") {
    start(10, 8);
    pool_init(3);
    rig_arm(&pool[0], 20);
    rig_arm(&pool[1], 20);
    rig_arm(&pool[2], 10); /* due */
    assert(tw_timers_add_if_earlier(&rig.t, &pool[0].node, 20));
    assert(tw_timers_add_if_earlier(&rig.t, &pool[0].node, 21));
    assert(tw_timers_add_if_earlier(&rig.t, &pool[2].node, 9) && pool[2].node.due == 10);
    rig_verify();
    assert(rig_advance_some(20, 2) == 2 && rig.last == 0);
    assert(rig_advance(20) == 1 && rig.last == 1);
}

/* the tick that the caller says counts, not the set's now; plain numbers end at the last
   tick, others have a bound */
SCENARIO(add_in_counts_from_the_tick_that_it_is_given,
         "A delay is added to the tick that the caller gives, whatever the clock is.") {
    tw_tick due = 0;

    start(100, 8);
    pool_init(2);
    /* a set in which a timer waits keeps its clock */
    assert(tw_timers_add(&rig.t, &pool[0].node, 200));
    assert(tw_timers_add_in(&rig.t, &pool[0].node, 107, 5) && pool[0].node.due == 112);
    assert(tw_timers_now(&rig.t) == 100);
    assert(tw_timers_add_in(&rig.t, &pool[0].node, 90, 15) && pool[0].node.due == 105);
    assert(tw_timers_next(&rig.t, &due) && due == 105 && tw_timers_count(&rig.t) == 1);
    /* 100 is now */
    assert(tw_timers_add_in(&rig.t, &pool[1].node, 90, 10) && tw_timers_any_due(&rig.t));
    assert(tw_timers_cancel(&rig.t, &pool[1].node) && !tw_timers_any_due(&rig.t));
    if (TW_TICK_BITS == 64) {
        assert(tw_timers_add_in(&rig.t, &pool[0].node, 200, TW_TICK_MAX - 200) &&
               pool[0].node.due == TW_TICK_MAX);
        assert(tw_timers_add_in(&rig.t, &pool[0].node, 200, TW_TICK_MAX - 201) &&
               pool[0].node.due == TW_TICK_MAX - 1);
        assert(tw_timers_add_in(&rig.t, &pool[0].node, 200, TW_TICK_MAX) &&
               pool[0].node.due == TW_TICK_MAX);
        return;
    }
    assert(tw_timers_add_in(&rig.t, &pool[0].node, 100, (tw_tick)(REACH - 1)));
    /* one tick too far from now */
    assert(!tw_timers_add_in(&rig.t, &pool[0].node, 101, (tw_tick)(REACH - 1)));
    /* no delay is as long */
    assert(!tw_timers_add_in(&rig.t, &pool[0].node, 90, (tw_tick)REACH));
    /* not the tick before now: early by a range */
    assert(!tw_timers_add_in(&rig.t, &pool[0].node, 100, TW_TICK_MAX));
    assert(pool[0].node.due == (tw_tick)(100 + REACH - 1) && tw_timers_count(&rig.t) == 1);
}

static unsigned adds_in;

/* Within a batch the clock stays, although the set is empty by now. */
static void add_in_of_callback(struct tw_node *n, tw_tick now) {
    adds_in++;
    n->fn = NULL;
    assert(tw_timers_add_in(&rig.t, n, (tw_tick)(now + 9), 1));
    assert(tw_timers_now(&rig.t) == now && n->due == (tw_tick)(now + 10));
    assert(tw_timers_cancel(&rig.t, n));
}

/* the counter stands anywhere when the program begins, or after a silence */
SCENARIO(add_in_of_an_empty_set_counts_from_any_tick,
         "An empty set whose ticks wrap takes over the tick that add_in() is given.") {
    unsigned eighth, delay;

    for (eighth = 0; eighth < 8; eighth++)
        for (delay = 0; delay < 300; delay += 299) {
            const tw_tick now = (tw_tick)(TW_TICK_MAX / 8 * eighth + 100),
                          at = (tw_tick)(now + delay);
            tw_tick due = 0;

            start(0, 8);
            pool_init(1);
            assert(tw_timers_add_in(&rig.t, &pool[0].node, now, (tw_tick)delay));
            assert(tw_timers_now(&rig.t) == (TW_TICK_BITS == 64 ? 0 : now) && rig.fires == 0);
            assert(tw_timers_next(&rig.t, &due) && due == at && !tw_timers_check(&rig.t));
            if (delay > 0)
                assert(!tw_timers_expire(&rig.t, (tw_tick)(at - 1)));
            assert(tw_timers_expire(&rig.t, at) == &pool[0].node);
            assert(!tw_timers_expire(&rig.t, at));
        }
}

SCENARIO(add_in_that_is_refused_moves_no_clock,
         "An add_in() that is refused, or within a batch, leaves the clock where it is.") {
    start(100, 8);
    pool_init(2);
    if (TW_TICK_BITS != 64)
        assert(!tw_timers_add_in(&rig.t, &pool[0].node, 7, (tw_tick)REACH));
    assert(tw_timers_now(&rig.t) == 100);
    pool[0].node.fn = add_in_of_callback;
    assert(tw_timers_add(&rig.t, &pool[0].node, 105) && tw_timers_advance(&rig.t, 110) == 1);
    assert(adds_in == 1 && tw_timers_now(&rig.t) == 110);
    /* a batch that has not ended */
    assert(tw_timers_add(&rig.t, &pool[1].node, 111));
    assert(tw_timers_expire(&rig.t, 111) == &pool[1].node);
    assert(tw_timers_add_in(&rig.t, &pool[1].node, 115, 1) && tw_timers_now(&rig.t) == 111);
    assert(tw_timers_cancel(&rig.t, &pool[1].node) && !tw_timers_expire(&rig.t, 111));
    /* no room for one */
    rig_begin(rig.ops, 100, 0);
    if (rig_limit() == 0)
        assert(!tw_timers_add_in(&rig.t, &pool[1].node, 107, 1) && tw_timers_now(&rig.t) == 100);
    if (TW_TICK_BITS != 64) {
        rig_begin(rig.ops, 100, 0);
        assert(tw_timers_add_in(&rig.t, &pool[1].node, 107, 0) && tw_timers_now(&rig.t) == 107);
        assert(tw_timers_cancel(&rig.t, &pool[1].node));
    }
    adds_in = 0;
}

/* init() reads nothing of the memory that it is given */
SCENARIO(init_over_any_memory_gives_an_empty_set, "init() makes an empty set of any memory.") {
    static const unsigned char fills[] = {0xFF, 0xA5, 0x80, 0x02, 0x01};
    size_t k, i;

    for (k = 0; k < sizeof fills; k++) {
        start(5, 16);
        memset(&rig.t, fills[k], sizeof rig.t);
        memset(rig.in, fills[k], rig.ops->size);
        memset(rig.room, fills[k], rig.ops->bytes(16));
        tw_timers_init(&rig.t, 5, rig.ops, rig.in, rig.room, 16);
        rig_verify();
        for (i = 0; i < 16; i++) {
            memset(&pool[i].node, fills[k], sizeof pool[i].node);
            tw_node_init(&pool[i].node, rig_fn);
            assert(tw_idle(&pool[i].node) && pool[i].node.fn == rig_fn && pool[i].node.due == 0);
            assert(!pool[i].node.u.list.next && !pool[i].node.u.list.prev);
            pool[i].id = (int)i;
            pool[i].act = NULL;
            assert(rig_arm(&pool[i], 5 + i / 3)); /* due at once, and ahead */
        }
        assert(rig_pull(6, 4) == 4 && rig.last == 3 && rig_cancel(&pool[15]));
        drain();
        assert(rig.fires == 15 && rig.last == 14);
    }
}

/* no array: a structure that needs one has room for none, whatever the number says; the
   others need none */
MISTAKE(init_without_an_array_makes_no_room_for_any_number,
        "A structure that needs an array has no room without one.") {
    size_t n;

    for (n = 1; n <= 64; n *= 8) {
        start(0, 0);
        pool_init(4);
        tw_timers_init(&rig.t, 0, rig.ops, rig.in, NULL, n);
        rig_verify();
        assert(tw_timers_capacity(&rig.t) == (rig_limit() != 0 ? (size_t)-1 : 0));
        assert(tw_timers_storage(&rig.t, NULL, n) == rig.bounded); /* room for none */
        assert(tw_timers_capacity(&rig.t) == (rig_limit() != 0 ? (size_t)-1 : 0));
        assert(tw_timers_storage(&rig.t, NULL, 0) == rig.bounded);
        assert(rig_arm(&pool[0], 5) == (rig_limit() != 0) &&
               rig_arm(&pool[1], 3) == (rig_limit() != 0));
        assert(rig_arm(&pool[2], 0)); /* due at once */
        rig_advance_some(0, 0);
        drain();
        assert(pool[2].fired == 1 && pool[0].fired == (rig_limit() != 0));
    }
}

/* TW_TIMERS_OF: the folded set gives the same answers, and a zeroed one is valid. */
TW_TIMERS_OF(folded, heap4)
TW_TIMERS_OF(unbounded, rbtree)
TW_TIMERS_OF(slotted, wheel)

static struct folded *folded_set;
static unsigned folded_fired;

static void folded_fn(struct tw_node *n, tw_tick now) {
    assert(folded_advance(folded_set, (tw_tick)(now + 1)) == 0);
    assert(tw_idle(n));
    folded_fired++;
}

MISTAKE(folded_set_of_zeros_has_no_room,
        "A zeroed set over a heap refuses later deadlines, and stays empty.") {
    static struct folded zeroed;
    struct tw_node a = TW_NODE(folded_fn);

    assert(!folded_add(&zeroed, &a, 1) && !folded_add_if_earlier(&zeroed, &a, 500));
    assert(tw_idle(&a) && folded_count(&zeroed) == 0);
}

/* A set of zeros holds no node, but fires one whose tick has passed. */
static void folded_zero_is_valid(struct tw_node *a) {
    static struct folded zeroed;
    tw_tick due = 99;

    folded_set = &zeroed;
    assert(!folded_check(&zeroed) && folded_count(&zeroed) == 0 && !folded_next(&zeroed, &due) &&
           due == 99 && folded_capacity(&zeroed) == 0);
    assert(folded_add(&zeroed, a, 0) && folded_advance(&zeroed, 0) == 1);
}

SCENARIO(folded_set_has_every_verb_and_zero_is_valid,
         "A set by TW_TIMERS_OF answers each verb, and a zeroed one is an empty set.") {
    static TW_HEAP4_ARRAY(room, 4);
    struct tw_node a = TW_NODE(folded_fn), b = TW_NODE(folded_fn);
    struct folded set;

    folded_zero_is_valid(&a);
    folded_set = &set;
    folded_init(&set, 10, room, 4);
    assert(folded_now(&set) == 10 && folded_wait_ms(&set, 10, 1) == -1 && !folded_any_due(&set));
    assert(folded_bytes(4) == TW_HEAP4_BYTES(4) && folded_capacity(&set) == 4);
    assert(folded_add_in(&set, &a, 10, 9) && a.due == 19 && !folded_storage(&set, NULL, 0) &&
           folded_count(&set) == 1);
    assert(folded_add(&set, &a, 20) && folded_add_if_earlier(&set, &a, 30) && a.due == 20);
    assert(folded_add_if_earlier(&set, &a, 15) && a.due == 15 && folded_remaining(&set, &a) == 5);
    assert(folded_add_if_earlier(&set, &b, 15) && folded_count(&set) == 2 &&
           folded_pending(&set, &b));
    assert(folded_each(&set, NULL) != NULL && folded_wait_ms(&set, 11, 1) == 4);
    assert(tw_idle(&a) == false && folded_each(&set, &a) != &a && folded_each(&set, &b) != &b);
    assert(folded_advance_some(&set, 15, 1) == 1 && tw_idle(&a) && !tw_idle(&b));
    assert(folded_expire(&set, 15) == &b && folded_expire(&set, 15) == NULL);
    assert(folded_add(&set, &a, 16) && folded_cancel(&set, &a) && !folded_cancel(&set, &a));
    /* due is earliest */
    assert(folded_add(&set, &a, 3) && folded_add_if_earlier(&set, &a, 1) && a.due == 3);
    assert(folded_any_due(&set));
    assert(!folded_cancel(&set, &b) && folded_add(&set, &b, 90) && folded_cancel(&set, &a) &&
           !folded_any_due(&set));
    assert(folded_advance_some(&set, 16, 1) == 0 && folded_expire(&set, 16) == NULL &&
           folded_now(&set) == 16);
    assert(TW_TICK_BITS == 64 || !folded_add_in(&set, &a, 16, TW_TICK_MAX / 2));
    folded_clear(&set);
    assert(tw_idle(&a) && folded_count(&set) == 0 && folded_fired == 2u);
    folded_fired = 0;
    folded_clear_with(&set, NULL);
    assert(!folded_check(&set));
}

/* over a heap that grows under its set, over a structure that has no array, and over one
   whose array stays */
SCENARIO(folded_set_tells_its_capacity_and_takes_another_array,
         "capacity(), bytes() and storage() of a set by TW_TIMERS_OF answer for its structure.") {
    static TW_HEAP4_ARRAY(small, 1);
    static TW_HEAP4_ARRAY(large, 2);
    static TW_WHEEL_ARRAY(slots, 16);
    struct tw_node a = TW_NODE(NULL), b = TW_NODE(NULL);
    struct folded set;
    struct unbounded tree;
    struct slotted wheel;

    folded_init(&set, 0, small, 1);
    assert(folded_add(&set, &a, 7) && !folded_add(&set, &b, 6) && folded_capacity(&set) == 1);
    memcpy(large, small, sizeof small);
    assert(!folded_storage(&set, large, 0) && folded_capacity(&set) == 1);
    assert(folded_storage(&set, large, 2) && folded_capacity(&set) == 2 && folded_add(&set, &b, 6));
    memset(small, 0, sizeof small);
    assert(!folded_check(&set) && folded_expire(&set, 9) == &b && folded_expire(&set, 9) == &a);

    unbounded_init(&tree, 0, NULL, 0);
    assert(unbounded_capacity(&tree) == (size_t)-1 && unbounded_bytes(9) == 0 &&
           !unbounded_storage(&tree, NULL, 9));
    assert(unbounded_add(&tree, &a, 7) && unbounded_expire(&tree, 7) == &a);

    slotted_init(&wheel, 0, slots, 16);
    assert(slotted_capacity(&wheel) == (size_t)-1 && slotted_bytes(16) <= sizeof slots);
    assert(slotted_add(&wheel, &a, 7) && !slotted_storage(&wheel, slots, 16) &&
           slotted_expire(&wheel, 7) == &a);
    slotted_init(&wheel, 0, NULL, 0);
    assert(slotted_capacity(&wheel) == 0 && !slotted_add(&wheel, &a, 7));
}

SCENARIO(coalesce_finds_the_roundest_tick,
         "tw_coalesce() gives the tick of a range that ends in the most zero bits.") {
    uint64_t from, to, x;

    for (from = 0; from < 140; from++)
        for (to = from; to < 140; to++) {
            uint64_t best = from;
            for (x = from; x <= to; x++)
                if (x == 0 || (best != 0 && (x & (0 - x)) > (best & (0 - best))))
                    best = x;
            assert(tw_coalesce((tw_tick)from, (tw_tick)to) == best);
        }
    assert(tw_coalesce(9, 3) == 9);
    assert(tw_coalesce((tw_tick)(TW_TICK_MAX - 2), TW_TICK_MAX) == TW_TICK_MAX - 1);
    if (TW_TICK_BITS != 64)
        assert(tw_coalesce((tw_tick)-5, 5) == 0); /* over the wrap */
}

SCENARIO(before_compares_ticks_across_the_wrap,
         "tw_before() goes by the distance where ticks wrap, and by the number with 64 bits.") {
    const tw_tick half = TW_TICK_MAX / 2; /* the largest distance that has a direction */

    assert(tw_before(4, 5) && !tw_before(5, 5) && !tw_before(5, 4));
    if (TW_TICK_BITS == 64) { /* plain numbers */
        assert(tw_before(0, TW_TICK_MAX) && !tw_before(TW_TICK_MAX, 0));
        return;
    }
    assert(tw_before(TW_TICK_MAX, 0) && !tw_before(0, TW_TICK_MAX));
    assert(tw_before(7, (tw_tick)(7 + half)) && !tw_before((tw_tick)(7 + half), 7));
    assert(tw_before((tw_tick)(TW_TICK_MAX - 7), (tw_tick)(half - 8)));
    assert(!tw_before((tw_tick)(half - 8), (tw_tick)(TW_TICK_MAX - 7)));
}

static const struct scenario scenarios[] = {
    ROW(s01_heap_remove_from_the_middle_sifts_up_too),
    ROW(s02_move_earlier_and_later_from_every_position),
    ROW(s03_equal_deadlines_fire_in_arming_order),
    ROW(s04_cancel_of_an_idle_node_touches_nothing),
    ROW(s04_a_node_that_leaves_works_in_every_other_structure),
    ROW(s05_add_of_an_armed_node_moves_it),
    ROW(s06_move_from_each_state_to_each_target),
    ROW(s07_callback_frees_its_node_and_a_sibling),
    ROW(s08_arming_again_for_now_or_earlier_waits_for_the_next_call),
    ROW(s09_a_due_node_acts_on_any_other),
    ROW(s10_all_of_a_slot_fire),
    ROW(s11_periodic_stops_changes_and_is_stopped_while_behind),
    ROW(s12_advance_clear_and_init_inside_a_callback),
    ROW(s13_callbacks_at_a_level_boundary_add_around_it),
    ROW(s14_every_delay_at_every_phase_is_exact),
    ROW(s15_distances_around_every_power_from_every_kind_of_tick),
    ROW(s16_after_years_and_over_every_wrap),
    ROW(s17_next_is_exact_after_every_operation),
    ROW(s18_the_farthest_deadlines),
    ROW(s19_a_passed_deadline_fires_next_and_rewinds_nothing),
    ROW(s20_periods_do_not_drift),
    ROW(s21_sleep_is_rounded_up_and_saturates),
    ROW(s21_a_loop_that_sleeps_polls_twice_at_most),
    ROW(s22_the_clock_never_goes_back),
    ROW(s23_a_jump_costs_what_fires_not_ticks),
    ROW(s24_add_after_a_long_silence_means_what_it_says),
    ROW(s28_clear_with_a_function_that_adds),
    ROW(s29_count_pending_and_next_agree_with_a_walk),
    ROW(s30_capacity_zero_one_and_full),
    ROW(s31_add_and_cancel_leave_nothing_behind),
    ROW(s34_a_million_due_at_once_with_a_budget),
    ROW(s34_a_crowd_due_at_once_without_a_budget),
    ROW(s35_check_sees_every_broken_invariant),
    ROW(wait_at_two_ticks_a_ms_is_rounded_up_over_the_wrap),
    ROW(a_clock_moved_by_budgets_of_zero_alone_is_followed),
    ROW(the_farthest_deadline_waits_behind_a_leftover),
    ROW(two_jumps_of_almost_a_quarter_from_a_leftover),
    ROW(a_leftover_moved_on_takes_the_position_along),
    ROW(add_if_earlier_refuses_a_tick_out_of_reach),
    ROW(a_timer_moved_on_for_rounds_of_the_clock_fires_when_it_is_left),
    ROW(an_empty_set_moved_far_by_a_budget_of_zero_keeps_time),
    ROW(nothing_remains_of_the_time_of_a_leftover),
    ROW(a_refused_add_changes_nothing_beside_due_ones_and_leftovers),
    ROW(add_if_earlier_for_the_same_tick_keeps_the_place),
    ROW(add_in_counts_from_the_tick_that_it_is_given),
    ROW(add_in_of_an_empty_set_counts_from_any_tick),
    ROW(add_in_that_is_refused_moves_no_clock),
    ROW(init_over_any_memory_gives_an_empty_set),
    ROW(init_without_an_array_makes_no_room_for_any_number),
    ONCE(folded_set_of_zeros_has_no_room),
    ONCE(folded_set_has_every_verb_and_zero_is_valid),
    ONCE(folded_set_tells_its_capacity_and_takes_another_array),
    ONCE(coalesce_finds_the_roundest_tick),
    ONCE(before_compares_ticks_across_the_wrap),
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], structures, STRUCTURES,
                         argc, argv);
}
