/* SPDX-License-Identifier: MIT-0 */
/* runs.h - what is asked of a set of timers while its cost is measured: random
   operations, with delays of several widths, and adversaries. Each adversary is made for
   one structure and tried on all: deadlines that go to one list, one block, one slot or
   one side, armed in the worst order, and then the earliest timer cancelled, moved, or
   reached by a jump. Before it is included: N, the number of timers; OF, a structure, and
   COST_ with its name; COST_BUDGET, if advance_some() is measured in place of advance().
   run_all() takes a seed, from which all random numbers come. */
#include "set.h"

enum { MOST = 512, SLOTS = 64, OPERATIONS = 3000, ROUNDS = 40 };
#if defined(COST_heap4)
static TW_HEAP4_ARRAY(room, MOST);
#define ROOM room, N
#elif defined(COST_skiplist)
static TW_SKIPLIST_ARRAY(room, MOST);
#define ROOM   room, N
#define TOWERS 1
#elif defined(COST_wheel)
static TW_WHEEL_ARRAY(room, SLOTS);
#define ROOM          room, SLOTS
#define BOUNDED_SLOTS 1
#else
#define ROOM NULL, 0
#endif
#ifndef TOWERS
#define TOWERS 0
#endif
#ifndef BOUNDED_SLOTS
#define BOUNDED_SLOTS 0
#endif

static struct set set;
static struct tw_node node[MOST];
static tw_tick now;
static size_t fired;

/* The verbs as a program has them, each a function, in two forms: one knows the set, and
   next() writes a variable; the other is told both, as a compiled function of a library
   is. In a program with both, the compiler leaves most verbs functions of their own. In a
   program with one, each verb has a single place of call, and is compiled into it. One
   that does nothing is a single instruction. */
typedef uintptr_t cost_verb(struct set *s, void *what, tw_tick tick);

extern tw_tick cost_due; /* not static: next() must write it */
tw_tick cost_due;
#define COST_FORM(form, in, due_of)                                          \
    uintptr_t cost_add_##form(struct set *s, void *what, tw_tick tick);      \
    uintptr_t cost_cancel_##form(struct set *s, void *what, tw_tick tick);   \
    uintptr_t cost_next_##form(struct set *s, void *what, tw_tick tick);     \
    uintptr_t cost_advance_##form(struct set *s, void *what, tw_tick tick);  \
    uintptr_t cost_add_##form(struct set *s, void *what, tw_tick tick) {     \
        return (void)s, set_add(in, (struct tw_node *)what, tick);           \
    }                                                                        \
    uintptr_t cost_cancel_##form(struct set *s, void *what, tw_tick tick) {  \
        return (void)s, (void)tick, set_cancel(in, (struct tw_node *)what);  \
    }                                                                        \
    uintptr_t cost_next_##form(struct set *s, void *what, tw_tick tick) {    \
        return (void)s, (void)what, (void)tick, set_next(in, due_of);        \
    }                                                                        \
    uintptr_t cost_advance_##form(struct set *s, void *what, tw_tick tick) { \
        return (void)s, (void)what, COST_ADVANCE(in, tick, what);            \
    }
#if defined(COST_BUDGET)
enum { BUDGETS = 1 };

#define COST_ADVANCE(s, tick, budget) set_advance_some(s, tick, (size_t)(uintptr_t)(budget))
#else
enum { BUDGETS = 0 };

#define COST_ADVANCE(s, tick, budget) set_advance(s, tick)
#endif
#ifndef COST_TOLD_ALONE
COST_FORM(known, &set, &cost_due)
#endif
#ifndef COST_KNOWN_ALONE
COST_FORM(told, s, (tw_tick *)what)
#endif

uintptr_t cost_nothing(struct set *s, void *what, tw_tick tick);

uintptr_t cost_nothing(struct set *s, void *what, tw_tick tick) {
    return (void)what, (void)tick, (uintptr_t)s;
}

static void fire(struct tw_node *n, tw_tick at) {
    (void)n, (void)at;
    fired++;
}

/* Calls a verb in one of its forms, and measures it. ZERO is advance_some() by a budget of
   0, which only moves the clock. */
enum asked { ADD, MOVE, CANCEL, NEXT, NONE, ONE, ZERO, VERBS };

#if defined(COST_KNOWN_ALONE)
enum { FORMS = 1 };

#define COST_FORMS(verb) \
    { cost_##verb##_known }
#elif defined(COST_TOLD_ALONE)
enum { FORMS = 1 };

#define COST_FORMS(verb) \
    { cost_##verb##_told }
#else
enum { FORMS = 2 };

#define COST_FORMS(verb) \
    { cost_##verb##_known, cost_##verb##_told }
#endif
static cost_verb *const cost_verbs[VERBS][FORMS] = {
    COST_FORMS(add),     COST_FORMS(add),     COST_FORMS(cancel), COST_FORMS(next),
    COST_FORMS(advance), COST_FORMS(advance), COST_FORMS(advance)};

static void call(enum asked asked, void *what, tw_tick tick);

static uint32_t state; /* never 0 */

static uint32_t draw(void) {
    state ^= state << 13;
    state ^= state >> 17;
    return state ^= state << 5;
}

static void arm(struct tw_node *n, tw_tick due) { call(tw_idle(n) ? ADD : MOVE, n, due); }

static void cancel(struct tw_node *n) {
    if (!tw_idle(n))
        call(CANCEL, n, 0);
}

static void ask(void) {
    tw_tick due;

    call(NEXT, &due, 0);
}

/* The first of the armed timers in order of their deadlines, and the second; NULL: there
   are fewer. */
static struct tw_node *earliest(struct tw_node **second) {
    struct tw_node *first = NULL;
    size_t i;

    *second = NULL;
    for (i = 0; i < N; i++) {
        struct tw_node *n = &node[i];

        if (tw_idle(n))
            continue;
        if (!first || tw_before(n->due, first->due)) {
            *second = first;
            first = n;
        } else if (!*second || tw_before(n->due, (*second)->due)) {
            *second = n;
        }
    }
    return first;
}

static struct tw_node *first_or(struct tw_node *n) {
    struct tw_node *second, *first = earliest(&second);
    return first ? first : n;
}

/* The clock goes to a tick, and at most max timers fire. Measured if none is due by then,
   or one fires. A budget other than TW__ALL is measured only where budgets are. */
static void go_some(tw_tick tick, size_t max) {
    struct tw_node *second, *first = earliest(&second);
    void *const budget = (void *)(uintptr_t)max;

    now = tick;
    if (max != TW__ALL && !BUDGETS)
        cost_advance_some(&set, tick, max);
    else if (max == 0)
        call(ZERO, budget, tick);
    else if (!first || tw_before(tick, first->due))
        call(NONE, budget, tick);
    else if (max == 1 || !second || tw_before(tick, second->due))
        call(ONE, budget, tick);
    else
        cost_verbs[ONE][0](&set, budget, tick);
}

static void go(tw_tick tick) { go_some(tick, TW__ALL); }

static void go_to_first(tw_tick before) {
    struct tw_node *second, *first = earliest(&second);

    if (first && tw_before(now, (tw_tick)(first->due - before)))
        go((tw_tick)(first->due - before));
}

static void go_before_second(void) {
    struct tw_node *second;

    earliest(&second);
    if (second && tw_before(now, (tw_tick)(second->due - 1)))
        go((tw_tick)(second->due - 1));
}

static void begin(tw_tick tick) {
    size_t i;

    set_clear(&set);
    now = tick;
    set_init(&set, now, ROOM);
    for (i = 0; i < N; i++)
        tw_node_init(&node[i], fire);
}

static tw_tick delay(unsigned bits) {
    return (tw_tick)(1 + (draw() >> 2) % (1u << (1 + draw() % bits)) % (TW__QUARTER - 1));
}

/* Random operations, with delays of up to `bits` bits. Most timers are armed at any
   time. */
static void churn(unsigned bits) {
    size_t i;

    begin((tw_tick)0xFFFFEC00u); /* soon 32-bit ticks wrap */
    for (i = 0; i < N; i++)
        arm(&node[i], now + delay(bits));
    for (i = 0; i < OPERATIONS; i++) {
        struct tw_node *n = &node[draw() % N];

        switch (tw_idle(n) ? 8 : draw() % 8) {
        case 0:
            cancel(n);
            break;
        case 1:
            cancel(first_or(n));
            break;
        case 2:
            ask();
            break;
        case 3:
            go_to_first(draw() % 4 ? 1 : 0);
            break;
        case 4:
            go_before_second();
            break;
        case 5:
            go(now + 1);
            break;
        default:
            arm(n, now + delay(bits));
        }
    }
}

/* How far ahead of tick 0 an adversary's timer i lies. FAR has no digit 0, so that a
   wheel with levels moves it down all of them; its block of 16 ticks is the smallest in
   firmware's setting. */
enum {
    EQUAL,
    ASCENDING,
    DESCENDING,
    BLOCK,
    NEAR_AND_BLOCK,
    POWERS,
    ONE_SLOT,
    ALL_SLOTS,
    STALE,
    SHAPES
};
#if TW_TICK_BITS == 64
#define FAR 0x1555555555555550u
#elif TW_TICK_BITS == 32
#define FAR 0x15555550u
#else
#define FAR 0x1550u
#endif

/* A tick that 16-bit ticks reach from 0, too, and with the same slot of a wheel. */
static tw_tick near(size_t tick) { return (tw_tick)(tick % (TW__QUARTER - SLOTS)); }

static tw_tick ahead(unsigned shape, size_t i) {
    switch (shape) {
    case EQUAL:
        return FAR;
    case ASCENDING:
        return FAR + (tw_tick)i;
    case DESCENDING:
        return FAR + (tw_tick)(N - i);
    case NEAR_AND_BLOCK:
        return i == N - 1 ? 20 : FAR + 2 + (tw_tick)(i * 7 % 13);
    case BLOCK:
        return FAR + 2 + (tw_tick)(i * 7 % 13);
    case POWERS:
        return (tw_tick)(((tw_tick)1 << i % (TW_TICK_BITS - 3)) + (tw_tick)i);
    case ONE_SLOT:
        return near(SLOTS * (i + 2));
    case ALL_SLOTS:
        /* each some revolutions of a wheel ahead */
        return near(SLOTS * 100 * (i + 1) + i);
    default:
        return near((i < N / 2 ? SLOTS : 2 * SLOTS * MOST) * (i + 2) + i % SLOTS);
    }
}

/* A skip list whose towers are cancelled until new armings have left none is a plain
   list. */
static void lay_towers_down(void) {
    unsigned round;
    size_t i;

    for (round = 0; TOWERS && round < 12; round++)
        for (i = 0; i < N; i++)
            if (node[i].home > TW__WAITING) {
                cancel(&node[i]);
                arm(&node[i], node[i].due);
            }
}

enum { REACH, CANCEL_FIRST, JUMP, MOVE_FIRST, WAYS };

static void attack(unsigned shape, unsigned way, bool asks) {
    size_t i;

    begin(0);
    for (i = 0; i < N; i++)
        arm(&node[i], ahead(shape, i));
    lay_towers_down();
    /* what a wheel knows of its slots is out of date then */
    for (i = 0; shape == STALE && i < N / 2; i++)
        cancel(&node[i]);
    for (i = 0; i < ROUNDS && first_or(NULL); i++) {
        if (asks) /* a program that only counts ticks does not */
            ask();
        switch (way) {
        case REACH:
            go_to_first(1), go_before_second();
            break;
        case CANCEL_FIRST:
            cancel(first_or(NULL));
            if (!asks)
                go_to_first(1);
            break;
        case JUMP:
            go_before_second();
            break;
        default:
            arm(first_or(NULL), ahead(shape, i) + FAR);
            arm(&node[i % N], node[N / 2].due);
            arm(&node[i % N], now + 1);
            cancel(&node[i % N]);
            arm(&node[i % N], now + 2);
        }
    }
}

#include "adversaries.h"

static void run_all(uint32_t seed) {
    unsigned i;

    state = seed;
    set_init(&set, 0, ROOM);
    for (i = 2; i <= 26; i += 4)
        churn(i);
    for (i = 0; i < SHAPES * WAYS * 2; i++)
        attack(i / (WAYS * 2), i / 2 % WAYS, i % 2);
    for (i = 0; i < sizeof adversaries / sizeof *adversaries; i++)
        adversaries[i]();
}
