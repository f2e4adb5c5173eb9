/* SPDX-License-Identifier: MIT-0 */
/* The workloads of clients that beat, in the order of a server's loop: a client moves its
   idle timer, the clock advances, and the loop asks when it must wake up. A period of ten
   seconds has a beat of each client. UNIT is the number of ticks in a millisecond.

   Four workloads are adversaries of a structure that keeps the earliest slot in order:
   timers enter the slot at the worst place, and the earliest leaves it.

   A run has SEGMENTS segments of BEATS operations, and each begins with timers armed
   anew. A segment of ITEMS operations is a whole period. A shorter segment serves where
   the cost of an operation does not depend on the operations before it. Then many
   segments give each part of a slot its share. */
#include "counts.h"
#include <valgrind/callgrind.h>

#ifndef UNIT
#define UNIT 1
#endif
#if UNIT == 1
#define UNIT_NAME "ms"
#else
#define UNIT_NAME "us"
#endif
#ifndef BEATS
#define BEATS ITEMS
#endif
#ifndef SEGMENTS
#define SEGMENTS 4
#endif

#define MS(x)  ((tw_tick)(x)*UNIT)
#define PERIOD MS(10000)
#define IDLE   MS(60000)

/* The next segment begins so much later. Its part of an upper slot is another one. */
#define BETWEEN (MS(111003) + 57)

/* All ticks from FROM to FROM + PERIOD / 2 after a multiple of BLOCK share a slot of
   hwheel, of smallwheel and of bigwheel, in milliseconds and in microseconds. */
#define BLOCK ((tw_tick)1 << 36)
#define FROM  MS(53000)
#define AWAY  MS(900000)

enum {
    HALF = ITEMS / 2,
    LATE = ITEMS / 4,
    PERIOD_BEATS = BEATS < ITEMS ? BEATS : ITEMS,
    BLOCK_BEATS = BEATS < HALF / 2 ? BEATS : HALF / 2
};

static struct item request, *const other = items + HALF;
static tw_tick start;

static void fire(struct tw_node *n, tw_tick now) { (void)n, (void)now; }

/* The tick of beat number i of a segment. */
static tw_tick tick_of(size_t i) { return start + PERIOD / ITEMS * i + PERIOD % ITEMS * i / ITEMS; }

/* When timer i was armed last, before the segment: in the period before it, in turn. */
static tw_tick armed_at(size_t i) { return tick_of(i) - PERIOD; }

static void arm_clients(tw_tick even, tw_tick odd) {
    size_t i;

    for (i = 0; i < ITEMS; i++)
        subject_add(&items[i], armed_at(i) + (i % 2 ? odd : even));
}

/* Makes a set that is empty at tick now, with timers that are idle. */
static void reset(tw_tick now) {
    size_t i;

    for (i = 0; i < ITEMS; i++)
        if (items[i].node.home)
            subject_cancel(&items[i]);
    subject_advance(now);
    for (i = 0; i < ITEMS; i++)
        tw_node_init(&items[i].node, fire);
    tw_node_init(&request.node, fire);
    start = now;
}

static void prepare(void) { start = 0; }

/* Counts segments of `count` steps. `arm` prepares each. */
static size_t segments(size_t count, tw_tick between, void (*arm)(void), void (*step)(size_t i)) {
    size_t k, i;

    for (k = 0; k < SEGMENTS; k++) {
        CALLGRIND_TOGGLE_COLLECT;
        reset(start + between);
        arm();
        CALLGRIND_TOGGLE_COLLECT;
        for (i = 0; i < count; i++)
            step(i);
    }
    return SEGMENTS * count;
}

/* A beat of x, and what the loop does before it sleeps. */
static void beat(struct item *x, tw_tick now, tw_tick delay) {
    tw_tick due;

    subject_add(x, now + delay);
    subject_advance(now);
    subject_next(&due);
}

static void arm_idle(void) { arm_clients(IDLE, IDLE); }

static void arm_mixed(void) { arm_clients(IDLE, IDLE / 3); }

static void arm_longer(void) { arm_clients(IDLE / 2, IDLE / 2); }

/* The timer that moves is any of them. */
static void at_random(size_t i) { beat(draw(i)->item, tick_of(i), IDLE); }

/* The timer that moves is the earliest. */
static void in_turn(size_t i) { beat(&items[i], tick_of(i), IDLE); }

/* One beat in ten comes a quarter of a period late. */
static void late(size_t i) {
    if (draw(i)->delay)
        in_turn(i);
    if (i >= LATE && !draw(i - LATE)->delay)
        beat(&items[i - LATE], tick_of(i), IDLE);
}

/* Each second client has a third of the idle time. */
static void mixed(size_t i) { beat(&items[i], tick_of(i), i % 2 ? IDLE / 3 : IDLE); }

/* A client sends a request in its turn. The request has a timer of its own, and is answered
   at once, so that the timer never fires. */
static void ask(size_t i) {
    tw_tick due;

    subject_add(&request, tick_of(i) + MS(5));
    subject_next(&due);
    subject_cancel(&request);
    beat(&items[i], tick_of(i), IDLE / 2);
}

/* Half of the timers wait in one slot, in the order of their numbers. */
static void arm_half(void) {
    size_t i;

    for (i = 0; i < HALF; i++)
        subject_add(&items[i], start + FROM + PERIOD / 2 * i / HALF);
}

/* A timer enters the slot or moves within it. Then the earliest leaves it. */
static void enter_and_leave(struct item *enters, tw_tick delay, struct item *leaves) {
    beat(enters, start, delay);
    beat(leaves, start, AWAY);
}

/* A timer enters behind all others. */
static void behind(size_t i) {
    enter_and_leave(&other[i], FROM + PERIOD / 2 + draw(i)->delay * UNIT, &items[i]);
}

/* A timer enters anywhere in the later half. */
static void among(size_t i) {
    enter_and_leave(&other[i], FROM + PERIOD / 4 + draw(i)->delay * PERIOD / 4000, &items[i]);
}

/* A timer enters as the earliest. */
static void before(size_t i) {
    enter_and_leave(&other[i], FROM - 1 - draw(i)->delay * UNIT, &other[i]);
}

/* First each timer that enters is the earliest. Then the earliest leave, one by one. */
static void down(size_t i) {
    if (i < BLOCK_BEATS / 2)
        beat(&other[i], start, FROM - 1 - PERIOD / 4 * i / HALF);
    else if (i < BLOCK_BEATS / 2 * 2)
        beat(&other[BLOCK_BEATS / 2 * 2 - 1 - i], start, AWAY);
}

/* All timers are due within a few ticks. */
static void arm_near(void) {
    size_t i;

    for (i = 0; i < ITEMS; i++)
        subject_add(&items[i], start + IDLE + draw(i)->delay);
}

/* The loop sleeps from deadline to deadline until all timers have fired. */
static void wake(size_t i) {
    tw_tick due;

    (void)i;
    while (subject_next(&due))
        subject_advance(due);
}

#define OF_PERIOD(name, arm, step) \
    static size_t run_##name(void) { return segments(PERIOD_BEATS, BETWEEN, arm, step); }
#define OF_BLOCK(name) \
    static size_t run_##name(void) { return segments(BLOCK_BEATS, BLOCK, arm_half, name); }

OF_PERIOD(random, arm_idle, at_random)
OF_PERIOD(turn, arm_idle, in_turn)
OF_PERIOD(late, arm_idle, late)
OF_PERIOD(mixed, arm_mixed, mixed)
OF_PERIOD(requests, arm_longer, ask)
OF_BLOCK(behind)
OF_BLOCK(among)
OF_BLOCK(before)
OF_BLOCK(down)

static size_t run_near(void) { return segments(1, BETWEEN, arm_near, wake) * ITEMS; }

#define QUOTED(x) #x
#define QUOTE(x)  QUOTED(x)
#define NAME(x)   x "." QUOTE(ITEMS) "." UNIT_NAME

const struct workload workloads[] = {
    {NAME("random"), prepare, run_random, ITEMS, 0, 1},
    {NAME("in-turn"), prepare, run_turn, ITEMS, 0, 1},
    {NAME("late"), prepare, run_late, ITEMS, 0, 10},
    {NAME("mixed"), prepare, run_mixed, ITEMS, 0, 1},
    {NAME("requests"), prepare, run_requests, ITEMS, 0, 1},
    {NAME("behind"), prepare, run_behind, HALF + BLOCK_BEATS, 0, 1000},
    {NAME("among"), prepare, run_among, HALF + BLOCK_BEATS, 0, 1000},
    {NAME("before"), prepare, run_before, HALF + BLOCK_BEATS, 0, 1000},
    {NAME("down"), prepare, run_down, HALF + BLOCK_BEATS / 2, 0, 1},
    {NAME("at-once"), prepare, run_near, 0, 0, 1},
    {NAME("in-10ms"), prepare, run_near, 0, 0, 10 * UNIT},
    {NULL, NULL, NULL, 0, 0, 0},
};
