/* SPDX-License-Identifier: MIT-0 */
/* A wheel that loses timers, beside the same wheel done right, beside our set: skynet's
   timer and its tutorial version.

   The wheel: 32-bit time, one tick at a time; near[256] for the next ticks, t[4][64]
   above it, 8 + 6 + 6 + 6 + 6 bits. A timer's slot is always given by the bits of its own
   deadline. On a carry the digits of time that turned to 0 are passed over, and the
   timers of one slot, that of the first digit that is not 0, are placed again, lower
   down. So slot 0 of t[0], t[1] and t[2] is emptied by no carry; slot 0 of t[3] is, when
   time itself wraps to 0.

   What level? One operator decides, see level_of():
       due ^ time    by prefix, as skynet does: the level of the highest digit in which
                     the deadline differs from now. That digit is greater than now's, so
                     it is not 0, but in t[3] across the wrap: no timer ever enters a slot
                     that no carry empties.
       due - time    by difference, as tutorials print it: the level by the delay. A delay
                     of 256 to 16383 ticks means t[0], and if the deadline lies in the
                     first 256 ticks after a multiple of 2^14, its digit there is 0: the
                     timer enters a slot that nothing ever empties. Likewise t[1] below a
                     multiple of 2^20, and t[2] below one of 2^26. All other timers do
                     fire at their tick, but not in arming order: one armed with less than
                     256 ticks to go enters near at once, ahead of those that still wait
                     in t[0]. */
#undef NDEBUG
#include <assert.h>
#include <stdio.h>

#define TW_TICK_BITS             32
#define TW_SMALLWHEEL_FIRST_BITS 8
#define TW_SMALLWHEEL_UPPER_BITS 6
#define TW_SMALLWHEEL_LEVELS     5
#define TW_ASSERT(condition)     assert(condition)
#include "smallwheel.h"
#include "timers.h"

TW_TIMERS_OF(timers, smallwheel)

struct timer {
    struct tw_node node; /* for our set */
    struct timer *next;  /* for the wheel */
    uint32_t due;
    bool fired;
};

enum { TIMERS = 40000, LONGEST = 40000, TICKS = 1 << 20 };

static struct timer pool[TIMERS]; /* armed in this order */

/* ---------------------------------------------------------------------- WHAT WAS SEEN */

static struct seen {
    size_t fired;
    size_t off;     /* of these, at another tick than their own */
    size_t swapped; /* of these, right after one of the same tick that was armed later */
    const struct timer *last;
} seen;

static void fire(struct timer *x, uint32_t now) {
    assert(!x->fired);
    x->fired = true;
    seen.fired++;
    seen.off += now != x->due;
    seen.swapped += seen.last && seen.last->due == x->due && seen.last > x;
    seen.last = x;
}

/* -------------------------------------------------------------------------- THE WHEEL */

struct list {
    struct timer *first, *last;
};

static struct wheel {
    uint32_t time;
    bool by_difference;
    struct list near[256], t[4][64];
} wheel;

/* Level 0 is near and level 1 to 4 are t[0] to t[3]; how many bits of a tick lie below
   the digit of a level. */
static unsigned below(unsigned level) { return level == 0 ? 0 : 2 + 6 * level; }

static uint32_t digit(uint32_t tick, unsigned level) {
    return tick >> below(level) & (level == 0 ? 255u : 63u);
}

static unsigned level_of(const struct wheel *w, uint32_t due) {
    const uint32_t span = w->by_difference ? due - w->time : due ^ w->time;
    unsigned level = 4;

    while (level > 0 && span >> below(level) == 0)
        level--;
    return level;
}

static struct list *slot(struct wheel *w, unsigned level, uint32_t tick) {
    return level == 0 ? &w->near[digit(tick, 0)] : &w->t[level - 1][digit(tick, level)];
}

static void wheel_add(struct wheel *w, struct timer *x) {
    struct list *s = slot(w, level_of(w, x->due), x->due);

    x->next = NULL;
    if (s->first)
        s->last->next = x;
    else
        s->first = x;
    s->last = x;
}

static struct timer *wheel_empty(struct list *s) {
    struct timer *chain = s->first;

    s->first = s->last = NULL;
    return chain;
}

/* The lowest 8 bits of time have just turned to 0. */
static void wheel_carry(struct wheel *w) {
    struct timer *x, *next;
    unsigned level = 1;

    while (level < 4 && digit(w->time, level) == 0)
        level++;
    for (x = wheel_empty(slot(w, level, w->time)); x; x = next) {
        next = x->next;
        wheel_add(w, x);
    }
}

static void wheel_tick(struct wheel *w) {
    struct timer *x, *next;

    w->time++;
    if (digit(w->time, 0) == 0)
        wheel_carry(w);
    for (x = wheel_empty(slot(w, 0, w->time)); x; x = next) {
        next = x->next;
        fire(x, w->time);
    }
}

/* How many lie in the three slots that no carry empties. */
static size_t wheel_stuck(const struct wheel *w) {
    const struct timer *x;
    size_t level, n = 0;

    for (level = 0; level < 3; level++)
        for (x = w->t[level][0].first; x; x = x->next)
            n++;
    return n;
}

static void wheel_start(uint32_t time, bool by_difference) {
    static const struct wheel none;

    wheel = none;
    wheel.time = time;
    wheel.by_difference = by_difference;
}

/* ---------------------------------------------------------------------- THE WORKLOADS */

static const struct workload {
    uint32_t start;
    size_t timers, at_a_time; /* so many are armed before each tick */
    bool drawn;               /* delays: drawn from 1..LONGEST; or 1, 2, 3, ... */
    size_t lost, swapped;     /* by difference */
} workloads[] = {
    /* delays 256..383, deadlines 0x4080..0x40FF, of t[0] */
    {0x3F80, 1024, 1024, false, 128, 0},
    /* 256 of t[0] and 4096 of t[1], deadlines 0..0x3FFF */
    {0u - 4096, TIMERS, TIMERS, false, 4352, 0},
    {0u - 20000, TIMERS, TIMERS, true, 16588, 0}, /* the same drawn at random */
    {0u - 20000, TIMERS, 1, true, 4988, 1395},    /* and one armed each tick */
};

enum { WORKLOADS = sizeof workloads / sizeof workloads[0] };

static uint64_t random_state;

static uint32_t draw_delay(void) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return 1 + (uint32_t)(random_state >> 33) % LONGEST;
}

static struct timers ours;

static void ours_fire(struct tw_node *n, tw_tick now) {
    fire(TW_OF(n, struct timer, node), (uint32_t)now);
}

enum scheme { BY_DIFFERENCE, BY_PREFIX, OURS };

static struct seen run(const struct workload *w, enum scheme scheme) {
    static const struct seen nothing;
    size_t armed = 0, i;
    tw_tick now = (tw_tick)w->start;

    seen = nothing;
    random_state = 1;
    wheel_start(w->start, scheme == BY_DIFFERENCE);
    timers_init(&ours, now, NULL, 0);

    for (i = 0; i < TICKS; i++) {
        const size_t until = armed + w->at_a_time < w->timers ? armed + w->at_a_time : w->timers;

        for (; armed < until; armed++) {
            struct timer *x = &pool[armed];
            const uint32_t delay = w->drawn ? draw_delay() : (uint32_t)armed + 1;

            tw_node_init(&x->node, ours_fire);
            x->fired = false;
            x->due = (uint32_t)now + delay;
            if (scheme != OURS)
                wheel_add(&wheel, x);
            else
                assert(timers_add(&ours, &x->node, (tw_tick)(now + delay)));
        }
        now++;
        if (scheme != OURS)
            wheel_tick(&wheel);
        else
            timers_advance(&ours, now);
    }
    assert(armed == w->timers && seen.off == 0);
    assert(seen.fired + wheel_stuck(&wheel) + timers_count(&ours) == w->timers);
    return seen;
}

/* Start 0x3F80, delay 256: deadline 0x4080, so t[0], digit 0. Not in 2^20 ticks, and not
   by any carry of all 2^32. */
static void never(void) {
    struct timer *x = &pool[0];
    uint32_t i;

    wheel_start(0x3F80, true);
    x->due = wheel.time + 256;
    x->fired = false;
    wheel_add(&wheel, x);
    for (i = 0; i < TICKS; i++)
        wheel_tick(&wheel);
    for (i = 0; i < (uint32_t)1 << 24; i++) {
        wheel.time = (wheel.time | 255) + 1; /* near is empty: only a carry can do anything */
        wheel_carry(&wheel);
        assert(wheel.t[0][0].first == x);
    }
    assert(!x->fired);
}

int main(void) {
    size_t i, timers = 0, lost = 0, swapped = 0;

    never();
    for (i = 0; i < WORKLOADS; i++) {
        const struct workload *w = &workloads[i];
        struct seen got = run(w, BY_DIFFERENCE);

        assert(w->timers - got.fired == w->lost && got.swapped == w->swapped);
        timers += w->timers;
        lost += w->timers - got.fired;
        swapped += got.swapped;

        got = run(w, BY_PREFIX);
        assert(got.fired == w->timers && got.swapped == 0);
        got = run(w, OURS);
        assert(got.fired == w->timers && got.swapped == 0);
    }
    printf("%zu timers: %zu lost and %zu swapped by difference, none by prefix, none by ours\n",
           timers, lost, swapped);
    return 0;
}
