/* SPDX-License-Identifier: MIT-0 */
/* The workloads of a set of timers. Most delays are up to 60,000 ticks. Where timers are
   armed and cancelled, the clock moves 3000 ticks in the time in which each timer is
   touched once, on average, so that some of them fire. */
#include "counts.h"

enum {
    DELAY = 60000,
    CONSTANT = DELAY / 2,
    NEAR = 2000, /* about one of 1000 timers fires at each tick */
    FAR = 1000000000,
    EVENTS = 8, /* operations between two advances */
    STEP = EVENTS * 3000 / ITEMS,
    TICKS = 140000,
    NEAR_TICKS = 20000,
    IDLE_TICKS = 50000,
    ROUNDS = 2500,
    BURSTS = 10,
    JUMPS = 100,
    SPARSE_ITEMS = 10,
    SPARSE_FIRINGS = 2000
};

static tw_tick clock_now;
static size_t fired, drawn;

static void fire_and_arm(struct tw_node *n, tw_tick now) {
    fired++;
    subject_add(TW_OF(n, struct item, node), now + draw(drawn++)->delay);
}

static void fire(struct tw_node *n, tw_tick now) {
    (void)n, (void)now;
    fired++;
}

/* The first n items get a function, but are not armed. */
static void reset(size_t n, tw_fn *fn) {
    size_t i;

    clock_now = 0, fired = 0, drawn = 0;
    for (i = 0; i < n; i++)
        tw_node_init(&items[i].node, fn);
}

static void arm(size_t n) {
    size_t i;

    for (i = 0; i < n; i++)
        subject_add(&items[i], clock_now + draw(drawn++)->delay);
}

static void prepare_none(void) { reset(ITEMS, fire); }

static void prepare_all(void) {
    reset(ITEMS, fire_and_arm);
    arm(ITEMS);
}

/* As a set is where all timers have the same delay. */
static void prepare_constant(void) {
    size_t i;

    reset(ITEMS, fire_and_arm);
    for (i = 0; i < ITEMS; i++)
        subject_add(&items[i], 1 + i * CONSTANT / ITEMS);
}

static void prepare_sparse(void) {
    reset(SPARSE_ITEMS, fire_and_arm);
    arm(SPARSE_ITEMS);
}

static void tick_until(tw_tick end) {
    while (clock_now < end)
        subject_advance(++clock_now);
}

/* Each timer that fires arms itself again. */
static size_t expire(void) {
    tick_until(TICKS);
    return fired;
}

static size_t expire_near(void) {
    tick_until(NEAR_TICKS);
    return fired;
}

/* Nothing is due, but a wheel has slots to move down. */
static size_t idle(void) {
    tick_until(IDLE_TICKS);
    return IDLE_TICKS;
}

static void cancel_and_add(const struct draw *d) {
    subject_cancel(d->item);
    subject_add(d->item, clock_now + d->delay);
}

static size_t churn(void) {
    size_t i;

    for (i = 0; i < ROUNDS * EVENTS; i++) {
        cancel_and_add(draw(i));
        if (i % EVENTS == 0)
            subject_advance(clock_now += STEP);
    }
    return i;
}

/* Asks for the next deadline after each operation. */
static size_t churn_next(void) {
    tw_tick due;
    size_t i;

    for (i = 0; i < ROUNDS * EVENTS; i++) {
        cancel_and_add(draw(i));
        subject_next(&due);
        if (i % EVENTS == 0)
            subject_advance(clock_now += STEP);
    }
    return i;
}

/* Moves timers without cancelling them. */
static size_t heartbeat(void) {
    size_t i;

    for (i = 0; i < ROUNDS * EVENTS; i++) {
        subject_add(draw(i)->item, clock_now + draw(i)->delay);
        if (i % EVENTS == 0)
            subject_advance(clock_now += STEP);
    }
    return i;
}

/* All are armed, and one advance goes over all. */
static size_t burst(void) {
    unsigned i;

    for (i = 0; i < BURSTS; i++) {
        arm(ITEMS);
        subject_advance(clock_now += DELAY);
    }
    return fired;
}

/* From deadline to deadline. */
static size_t sparse(void) {
    tw_tick due;

    while (fired < SPARSE_FIRINGS && subject_next(&due))
        subject_advance(due);
    return fired;
}

static size_t jump(void) {
    unsigned i;

    for (i = 0; i < JUMPS; i++) {
        arm(SPARSE_ITEMS);
        subject_advance(clock_now += FAR);
    }
    return fired;
}

const struct workload workloads[] = {
    {"expire", prepare_all, expire, ITEMS, 1, DELAY},
    {"expire-near", prepare_all, expire_near, ITEMS, 1, NEAR},
    {"idle", prepare_all, idle, ITEMS, IDLE_TICKS + 1, DELAY},
    {"churn-uniform", prepare_all, churn, ITEMS, 1, DELAY},
    {"churn-constant", prepare_constant, churn, ITEMS, CONSTANT, 1},
    {"churn-next", prepare_all, churn_next, ITEMS, 1, DELAY},
    {"heartbeat", prepare_constant, heartbeat, ITEMS, CONSTANT, 1},
    {"burst", prepare_none, burst, 0, 1, DELAY},
    {"sparse", prepare_sparse, sparse, SPARSE_ITEMS, 1, FAR},
    {"sparse-jump", prepare_none, jump, 0, 1, FAR},
    {NULL, NULL, NULL, 0, 0, 0},
};
