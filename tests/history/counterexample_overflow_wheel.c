/* SPDX-License-Identifier: MIT-0 */
/* A wheel with overflow wheels that fires early and late, beside the same wheel done
   right, beside our set.

   The wheel: 5 slots of 1 s. A timer with 5 s or more to go belongs to an overflow wheel,
   made when the first such timer comes, with 5 slots of 5 s; that one has an overflow
   wheel of 5 slots of 25 s, and so on. A slot is known by the deadline, due / tick % 5. A
   wheel fires what has less than one of its own ticks to go. A slot that the hand reaches
   is flushed: its timers are added again further down.

   Flushed to where? As published, into the previous level, and that one fires what has
   less than its own tick to go:

       a 29 s timer waits in the slot 25..50 s of the third wheel; at 25 s it goes into
       the second wheel, where the 4 s that are left are less than a tick: it fires at 25
       s. Right is to begin with the first wheel again.

   When do the hands move? As published, each wheel counts full ticks from its start,
   while slots are multiples of the tick in absolute time. A wheel that starts at 21 s
   does not reach the slot 50..75 s at 50 s, but after two ticks, at 71 s: the 29 s timer
   of that start fires 21 s late. Right is to move at multiples of the tick. */
#undef NDEBUG
#include <assert.h>
#include <stdio.h>

#define TW_SMALLWHEEL_FIRST_BITS 3 /* about as small: 8 slots of 1, 8 and 64 ticks */
#define TW_SMALLWHEEL_UPPER_BITS 3
#define TW_SMALLWHEEL_LEVELS     3
#define TW_ASSERT(condition)     assert(condition)
#include "smallwheel.h"
#include "timers.h"

TW_TIMERS_OF(timers, smallwheel)

enum { SLOTS = 5, LEVELS = 3, RANGE = 125 }; /* 5 * 5 * 5 s */

struct timer {
    struct tw_node node; /* for our set */
    struct timer *next;  /* in its slot */
    int due, fired;      /* fired: the tick at which; -1: not yet */
};

static struct timer pool[RANGE];

static void fire(struct timer *x, int now) {
    assert(x->fired == -1);
    x->fired = now;
}

/* -------------------------------------------------------------------------- THE WHEEL */

static const int tick_of[LEVELS] = {1, 5, 25};

static struct wheel {
    bool from_the_first; /* where a flush begins to look: there, or in the previous level */
    /* hands move at multiples of their ticks, or at full ticks since the start */
    bool aligned;
    int start, now;
    int hand[LEVELS];
    struct timer *slot[LEVELS][SLOTS];
} wheel;

static void wheel_add(struct wheel *w, int level, struct timer *x) {
    const int left = x->due - w->now;
    struct timer **slot;

    if (left < tick_of[level]) {
        fire(x, w->now);
        return;
    }
    while (left >= tick_of[level] * SLOTS)
        level++;
    slot = &w->slot[level][x->due / tick_of[level] % SLOTS];
    x->next = *slot;
    *slot = x;
}

static void wheel_flush(struct wheel *w, int level) {
    struct timer **slot = &w->slot[level][w->hand[level] % SLOTS], *x = *slot, *next;

    for (*slot = NULL; x; x = next) {
        next = x->next;
        wheel_add(w, level == 0 || w->from_the_first ? 0 : level - 1, x);
    }
}

static void wheel_second(struct wheel *w) {
    int level;

    w->now++;
    for (level = 0; level < LEVELS; level++)
        if ((w->now - (w->aligned ? 0 : w->start)) % tick_of[level] == 0) {
            w->hand[level]++;
            wheel_flush(w, level);
        }
}

static void wheel_start(struct wheel *w, int start, bool from_the_first, bool aligned) {
    static const struct wheel none;
    int level;

    *w = none;
    w->from_the_first = from_the_first;
    w->aligned = aligned;
    w->start = w->now = start;
    for (level = 0; level < LEVELS; level++)
        w->hand[level] = start / tick_of[level];
}

/* ---------------------------------------------------------- ALL STARTS AND ALL DELAYS */

struct seen {
    int early, late;           /* how many timers */
    int most_early, most_late; /* by how many seconds */
};

static void see(struct seen *s, int start) {
    int delay, late;

    for (delay = 1; delay < RANGE; delay++) {
        assert(pool[delay].due == start + delay && pool[delay].fired != -1);
        late = pool[delay].fired - pool[delay].due;
        s->early += late < 0;
        s->late += late > 0;
        s->most_early = -late > s->most_early ? -late : s->most_early;
        s->most_late = late > s->most_late ? late : s->most_late;
    }
}

static void prepare(int start) {
    int delay;

    for (delay = 1; delay < RANGE; delay++) {
        pool[delay].due = start + delay;
        pool[delay].fired = -1;
    }
}

static void theirs_from(int start, bool from_the_first, bool aligned) {
    int i;

    prepare(start);
    wheel_start(&wheel, start, from_the_first, aligned);
    for (i = 1; i < RANGE; i++)
        wheel_add(&wheel, 0, &pool[i]);
    for (i = 0; i < 2 * RANGE; i++)
        wheel_second(&wheel);
}

static struct seen theirs(bool from_the_first, bool aligned) {
    struct seen s = {0, 0, 0, 0};
    int start;

    for (start = 0; start < RANGE; start++) {
        theirs_from(start, from_the_first, aligned);
        see(&s, start);
    }
    return s;
}

static void our_fire(struct tw_node *n, tw_tick now) {
    fire(TW_OF(n, struct timer, node), (int)now);
}

static void ours_from(int start) {
    static struct timers t;
    int i;

    prepare(start);
    timers_init(&t, (tw_tick)start, NULL, 0);
    for (i = 1; i < RANGE; i++) {
        tw_node_init(&pool[i].node, our_fire);
        assert(timers_add(&t, &pool[i].node, (tw_tick)pool[i].due));
    }
    for (i = 1; i < RANGE; i++)
        timers_advance(&t, (tw_tick)(start + i));
    assert(timers_count(&t) == 0);
}

static struct seen ours(void) {
    struct seen s = {0, 0, 0, 0};
    int start;

    for (start = 0; start < RANGE; start++) {
        ours_from(start);
        see(&s, start);
    }
    return s;
}

/* The timer of 29 s fires so long after each start. */
static void the_29_s_timer(void) {
    int start;

    for (start = 0; start < RANGE; start++) {
        theirs_from(start, false, false);
        assert(pool[29].fired - start == (start % 25 < 21 ? 25 : 50)); /* 4 s early; 21 s late */
        theirs_from(start, true, true);
        assert(pool[29].fired - start == 29);
        ours_from(start);
        assert(pool[29].fired - start == 29);
    }
}

static void expect(struct seen s, int early, int most_early, int late, int most_late) {
    assert(s.early == early && s.most_early == most_early);
    assert(s.late == late && s.most_late == most_late);
}

int main(void) {
    const struct seen published = theirs(false, false);

    the_29_s_timer();
    expect(published, 1800, 4, 8200, 24);
    expect(theirs(true, false), 0, 0, 8200, 24);
    expect(theirs(false, true), 2000, 4, 0, 0);
    expect(theirs(true, true), 0, 0, 0, 0);
    expect(ours(), 0, 0, 0, 0);
    printf("%d timers: %d early and %d late as published, none with both put right, none in ours\n",
           RANGE * (RANGE - 1), published.early, published.late);
    return 0;
}
