/* SPDX-License-Identifier: MIT-0 */
/* Few timers at the edges of what timers.h allows. random.c has many timers, so that a
   near one is nearly always among them, and it draws each edge by itself. Here one to
   four timers live, seven draws of eight are an edge, and an edge is drawn again and
   again: deadlines and clocks almost a quarter of the range away, timers that budgets of
   0 leave over for almost a quarter, ends of blocks and of revolutions, another timer's
   deadline, silences of up to six quarters while the set is empty. A second set beside it
   has another clock, and in half of the rounds a watch counts what both sets do.

       clocks [--ops N] [--seed N] [--on STRUCTURE]
                               prints how near it came to each edge, and fails if an edge
                               was not reached within 1 % */
#define RIG_WATCHES
#include "rounds.h"
#include "beside.h"
#include "edges.h"

enum { TIMERS = 4, ROUND = 300 };

static struct timer *timer[TIMERS];
static size_t many;     /* timers of this round */
static uint64_t before; /* the clock of the set before the batch */

/* ------------------------------------------------------------------------------ EDGES */

/* How far a set that waits for nothing may sleep here: six quarters, where ticks wrap. */
#define SILENCE_MOST (TW_TICK_BITS == 64 ? QUARTER : 6 * QUARTER)

/* smallwheel.h places nodes by its position. A timer was left over for a quarter; then it
   was moved a quarter on, and the clock comes there. The position still stands right
   before the block in which the timer was at first. */
#define LAST_BLOCK ((uint64_t)1 << (TW__SMALLWHEEL_SPAN - TW_SMALLWHEEL_UPPER_BITS))
#define LAG_MOST   (2 * (QUARTER - 1) + LAST_BLOCK)
#if TW_TICK_BITS == 64 || defined(RIG_SETTING)
enum { LAGS = 0 };
#else
enum { LAGS = 1 };
#endif

enum { AHEAD, REFUSED, PASSED, STEP, OVERDUE, SILENCE, LATE, LAG, DUE_ENDS, CLOCK_ENDS, EDGES };

static struct edge edges[EDGES] = {
    {"deadline armed, ahead of the clock", QUARTER - 1, 0, false, true, false},
    {"deadline refused, ahead of the clock", QUARTER, 0, true, TW_TICK_BITS != 64, false},
    {"deadline armed, behind the clock", QUARTER - 1, 0, false, true, false},
    {"step of the clock while timers wait", QUARTER - 1, 0, false, true, false},
    {"overdue: a timer that a budget left over", QUARTER - 2, 0, false, true, false},
    {"step of the clock while the set is empty", SILENCE_MOST, 0, false, true, false},
    {"add_in(): now ahead of the clock of an empty set", SILENCE_MOST, 0, false, true, false},
    {"smallwheel: position behind the clock of a call", LAG_MOST, 0, false, LAGS, false},
    {"sizes 2^k of blocks at whose end a deadline lay", TW_TICK_BITS - 2, 0, false, true, false},
    {"sizes 2^k of blocks at whose end the clock stood", TW_TICK_BITS - 2, 0, false, true, false},
};

/* Notes which sizes of blocks end at this tick, in the row `which`. */
static void meet_ends(uint64_t tick, size_t which) {
    static uint64_t met[EDGES];
    uint64_t sizes = 0;
    unsigned k;

    for (k = 1; k <= TW_TICK_BITS - 2; k++)
        if (((tick + 1) & (((uint64_t)1 << k) - 1)) == 0)
            met[which] |= (uint64_t)1 << k;
    for (k = 1; k <= TW_TICK_BITS - 2; k++)
        sizes += met[which] >> k & 1;
    edge_meets(&edges[which], sizes);
}

/* Notes a deadline that is armed or refused now. */
static void meet_deadline(uint64_t due, bool armed) {
    if (due > rig.now)
        edge_meets(&edges[armed ? AHEAD : REFUSED], due - rig.now);
    else if (armed)
        edge_meets(&edges[PASSED], rig.now - due);
    if (armed)
        meet_ends(due, DUE_ENDS);
}

/* Notes a call that moves the clock to now. */
static void meet_call(uint64_t now) {
    edge_meets(&edges[rig.m.count ? STEP : SILENCE], now - rig.now);
    meet_ends(now, CLOCK_ENDS);
    if (rig.ops == &tw_smallwheel_ops && rig.m.count)
        edge_meets(&edges[LAG], (tw_tick)((tw_tick)now - *rig_position()));
}

/* Notes how long timers have been due that a budget has left over. */
static void meet_overdue(void) {
    size_t i;

    for (i = 0; i < rig.m.count; i++)
        if (!rig.m.item[i].passed && rig.m.item[i].when < rig.now)
            edge_meets(&edges[OVERDUE], rig.now - rig.m.item[i].when);
}

/* ------------------------------------------------------------------------------ DRAWS */

/* a + b, at most the last tick where ticks do not wrap. */
static uint64_t plus(uint64_t a, uint64_t b) { return b > UINT64_MAX - a ? UINT64_MAX : a + b; }

/* a - b, but not below 0. */
static uint64_t minus(uint64_t a, uint64_t b) { return b > a ? 0 : a - b; }

static uint64_t any_distance(void) {
    return rig_random() >> (64 - 1 - rig_below(TW_TICK_BITS - 2));
}

/* The deadline of a timer that is armed, or the clock. */
static uint64_t another(void) {
    return rig.m.count ? rig.m.item[rig_index(rig.m.count)].due : rig.now;
}

/* A deadline that may lie anywhere. */
static uint64_t draw_tick(unsigned which) {
    switch (which) {
    case 0:
        return plus(rig.now, QUARTER - 1 - rig_below(3));
    case 1:
        return minus(rig.now, QUARTER - 1 - rig_below(3));
    case 2:
        return minus(plus(rig.now, rig_below(3)), 1);
    case 3:
        return minus(plus(another(), rig_below(3)), 1);
    case 4: /* a whole number of revolutions of wheel.h */
        return minus(plus(rig.now, rig.capacity * (1 + rig_below(3)) + rig_below(3)), 1);
    case 5:
        return plus(rig.now, any_distance());
    case 6: /* refused, if ticks wrap */
        return rig_below(8) ? edge_of_block(rig.now, rig_below)
                            : plus(rig.now, QUARTER + rig_below(3));
    default:
        return edge_of_block(rig.now, rig_below);
    }
}

/* A deadline that ticks which wrap cannot take for another one. Some are refused. */
static uint64_t draw_due(unsigned which) {
    const uint64_t due = draw_tick(which);

    if (TW_TICK_BITS == 64)
        return due;
    if (due > rig.now)
        return due - rig.now < 3 * QUARTER ? due : rig.now + QUARTER - 1;
    return rig.now - due < 3 * QUARTER ? due : rig.now - QUARTER + 1;
}

/* The last tick to which the contract lets the clock go. */
static uint64_t last_now(void) {
    uint64_t last = plus(rig.now, rig.m.count ? QUARTER - 1 : SILENCE_MOST);
    size_t i;

    for (i = 0; i < rig.m.count; i++)
        if (!rig.m.item[i].passed && plus(rig.m.item[i].when, QUARTER - 1) < last)
            last = plus(rig.m.item[i].when, QUARTER - 1);
    return last < rig.now ? rig.now : last;
}

/* A tick for the clock to go to. */
static uint64_t draw_now(unsigned which) {
    const uint64_t first = rig.m.count ? rig.m.item[0].when : rig.now, last = last_now();
    uint64_t now = rig.now;

    switch (which) {
    case 0:
    case 1:
        now = minus(last, rig_below(3));
        break;
    case 2:
    case 3:
        now = minus(first, 1);
        break;
    case 4:
        now = plus(first, rig_below(2));
        break;
    case 5:
        now = plus(now, any_distance());
        break;
    default:
        now = edge_of_block(now, rig_below);
    }
    return now < rig.now ? rig.now : now > last ? last : now;
}

/* ------------------------------------------------------------------------- OPERATIONS */

/* Notes whether the model has x as armed for a passed tick. */
static void note_passed(struct timer *x) {
    size_t i;

    for (i = 0; i < rig.m.count; i++)
        if (rig.m.item[i].node == &x->node)
            x->arg = rig.m.item[i].passed;
}

static void arm(struct timer *x, uint64_t due) {
    meet_deadline(due, rig_arm(x, due));
    note_passed(x);
}

/* add_in() after a silence that the clock of the empty set has not seen. Where ticks
   wrap, the set takes the now that it is told. */
static void arm_late(struct timer *x) {
    const uint64_t now = plus(rig.now, minus(SILENCE_MOST, rig_below(2) * any_distance()));
    const uint64_t delay = rig_below(2) ? QUARTER - 1 - rig_below(3) : rig_below(40);

    if (rig.m.count != 0 || rig.pulling)
        return;
    edge_meets(&edges[LATE], now - rig.now);
    if (TW_TICK_BITS != 64)
        rig.now = rig.m.now = now;
    assert(tw_timers_add_in(&rig.t, &x->node, (tw_tick)now, (tw_tick)delay));
    x->due = plus(now, delay);
    model_add(&rig.m, &x->node, x->due);
    note_passed(x);
    rig_verify();
}

static void advance(uint64_t now, size_t max) {
    meet_call(now);
    before = rig.now;
    rig_advance_some(now, max);
    meet_overdue();
}

/* Hands out up to max timers, of the batch under way if there is one. */
static void pull(uint64_t now, size_t max) {
    before = rig.pulling ? before : rig.now;
    rig_pull(now, max);
}

/* What a callback does. It is timed if advance() called it, and nothing else was called
   meanwhile. */
static void act(struct timer *x) {
    const uint64_t took = callback_works();
    bool timed = !rig.pulling;

    watch_must_count(&rig, rig.now, x->due, x->arg, before);
    switch (rig_below(8)) {
    case 0:
        arm(x, draw_due((unsigned)rig_below(8)));
        break;
    case 1:
        arm(timer[rig_index(many)], draw_due((unsigned)rig_below(8)));
        break;
    case 2:
        rig_cancel(timer[rig_index(many)]);
        break;
    case 3:
        if (rig_below(8) == 0)
            rig_clear();
        break;
    case 4:
    case 5:
        timed = !beside_operates(QUARTER, SILENCE_MOST) && timed;
        break;
    default:
        break;
    }
    if (timed)
        watch_must_time(took);
}

/* One operation of the owner. `which` is the edge. */
static void operate(struct timer *x, unsigned what, unsigned which) {
    switch (what) {
    case 0:
    case 1:
        rig_cancel(x);
        break;
    case 2:
    case 3:
    case 4:
        advance(draw_now(which), 0);
        break;
    case 5:
        advance(draw_now(which), 1);
        break;
    case 6:
    case 7:
        advance(draw_now(which), (size_t)-1);
        break;
    case 8:
        pull(rig.pulling ? rig.now : draw_now(which), rig_index(3));
        break;
    case 9:
        rig_arm_if_earlier(x, draw_due(which));
        note_passed(x);
        break;
    case 10:
        arm_late(x);
        break;
    case 11:
        beside_operates(QUARTER, SILENCE_MOST);
        break;
    default:
        arm(x, draw_due(which));
    }
}

/* The timer that comes first, which users move most: clients that beat in turn. */
static struct timer *earliest(void) {
    struct tw_node *const n = (struct tw_node *)(uintptr_t)rig.m.item[0].node;

    return TW_OF(n, struct timer, node);
}

static uint64_t first_tick(void) {
    const uint64_t at = rig_below(2) ? edge_of_block(0, rig_below) : any_distance();

    if (TW_TICK_BITS == 64)
        return rig_below(8) ? plus(QUARTER, at) : UINT64_MAX - rig_below(5000);
    return 4 * QUARTER * (1 + rig_below(3)) + rig_below(4) * QUARTER + at;
}

/* A round on one structure. One draw of three repeats the timer and the edge before. One
   of three takes the earliest timer. */
static void round_of(const struct tw_ops *ops) {
    const uint64_t now = first_tick();
    unsigned what = 0, which = 0;
    size_t i = 0, k;

    many = 1 + rig_index(TIMERS);
    rig_begin(ops, now, (size_t)8 << rig_below(4));
    beside_begins(structures[rig_index(STRUCTURES)], first_tick());
    for (k = 0; k < many; k++) {
        timer_init(timer[k], (int)k);
        timer[k]->act = act;
    }
    for (k = 0; k < ROUND; k++) {
        if (rig_below(3)) {
            i = rig_index(many);
            which = (unsigned)rig_below(8);
        }
        what = (unsigned)rig_below(16);
        operate(rig_below(3) || !rig.m.count ? timer[i] : earliest(), what, which);
        watch_agrees();
    }
    rig_verify_all();
    rig_clear();
}

/* ------------------------------------------------------------------------------- MAIN */

static const struct rounds rounds = {
    "clocks", "clocks at the edges",
    "At each edge of the rules a structure does what the model does.", round_of, ROUND};

static int run(int argc, char **argv) {
    size_t k;

    for (k = 0; k < TIMERS; k++) {
        timer[k] = (struct timer *)malloc(sizeof *timer[k]);
        assert(timer[k]);
    }
    if (!rounds_play(&rounds, argc, argv))
        return 2;
    beside_ends();
    for (k = 0; k < TIMERS; k++)
        free(timer[k]);
    printf("how near it came to each edge, in ticks:\n");
    if (edges_are_near(edges, EDGES))
        return 0;
    fprintf(stderr, "clocks: an edge was not reached within 1 %%\n");
    return 1;
}

int main(int argc, char **argv) { return rig_supervised(run, argc, argv); }
