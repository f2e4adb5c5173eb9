/* SPDX-License-Identifier: MIT-0 */
/* A wheel with rounds that fires early. The scheme is widely copied: a ticker moves a
   cursor over the slots; a timer goes `ticks = delay / interval` slots on and waits
   `circle = ticks / slots` revolutions:

       pos = (cursor + ticks) % slots
       at each tick: what is in slot[cursor] fires, or has circle - 1 from then on; cursor
       = cursor + 1

   Both divisions round down, and the time since the last tick counts for nothing. So a
   timer armed a units after a tick for b units more than whole intervals fires a + b -
   interval units early if that is positive: 36 of 100 arms at an interval of 10, nearly
   half and up to a whole interval early at a finer clock. Its cure is to give the
   structure deadlines instead of delays, as wheel.h has it: the same arms in as many
   slots, none early. */
#undef NDEBUG
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#define TW_ASSERT(c) assert(c)
#include "wheel.h"
#include "timers.h"

enum { SLOTS = 8, START = 200, DELAYS = 300, ARMS = START * DELAYS };

struct task {
    struct task *next;
    unsigned circle;
    long due; /* when it should fire */
    struct tw_node node;
};

struct result {
    unsigned early, fired;
    long earliest, latest; /* most units early, and late */
};

static struct task task[ARMS];
static struct result got;

static void fire(const struct task *x, long now) {
    const long late = now - x->due;

    got.fired++;
    got.early += late < 0;
    if (-late > got.earliest)
        got.earliest = -late;
    if (late > got.latest)
        got.latest = late;
}

/* --------------------------------------------------------------- the published scheme */

static struct task *slot[SLOTS];
static unsigned cursor;

static void published_add(struct task *x, unsigned delay, unsigned interval) {
    const unsigned ticks = delay / interval, pos = (cursor + ticks) % SLOTS;

    x->circle = ticks / SLOTS;
    x->next = slot[pos];
    slot[pos] = x;
}

static void published_tick(long now) {
    struct task **at = &slot[cursor];

    while (*at) {
        struct task *x = *at;
        if (x->circle > 0) {
            x->circle--;
            at = &x->next;
        } else {
            *at = x->next;
            fire(x, now);
        }
    }
    cursor = (cursor + 1) % SLOTS;
}

/* At each of START units, one timer of each delay up to DELAYS. */
static struct result published(unsigned interval) {
    static const struct result none;
    long now;
    size_t i = 0;
    unsigned delay;

    got = none;
    cursor = 0;
    for (now = 0; got.fired < ARMS; now++) {
        assert(now < 10 * (START + DELAYS));
        if (now > 0 && now % (long)interval == 0)
            published_tick(now);
        if (now < START)
            for (delay = 1; delay <= DELAYS; delay++, i++) {
                task[i].due = now + (long)delay;
                published_add(&task[i], delay, interval);
            }
    }
    return got;
}

/* ---------------------------------------------------------------------------- wheel.h */

TW_TIMERS_OF(set, wheel)

static void set_fire(struct tw_node *n, tw_tick now) {
    fire(TW_OF(n, struct task, node), (long)now);
}

/* The same arms at the same times, the set advanced once an interval. */
static struct result ours(unsigned interval) {
    static const struct result none;
    static TW_WHEEL_ARRAY(room, SLOTS);
    struct set t;
    long now;
    size_t i = 0;
    unsigned delay;

    got = none;
    set_init(&t, 0, room, SLOTS);
    for (now = 0; got.fired < ARMS; now++) {
        assert(now < 10 * (START + DELAYS));
        if (now % (long)interval == 0)
            set_advance(&t, (tw_tick)now);
        if (now < START)
            for (delay = 1; delay <= DELAYS; delay++, i++) {
                task[i].due = now + (long)delay;
                tw_node_init(&task[i].node, set_fire);
                assert(set_add(&t, &task[i].node, (tw_tick)task[i].due));
            }
    }
    return got;
}

int main(void) {
    struct result r = published(10);

    assert(r.early == ARMS / 100 * 36 && r.earliest == 8 && r.latest == 10);
    r = published(100);
    assert(r.early == ARMS / 10000 * 4851 && r.earliest == 98 && r.latest == 100);

    r = ours(10);
    /* late by what the caller does not look */
    assert(r.early == 0 && r.earliest == 0 && r.latest == 9);
    r = ours(100);
    assert(r.early == 0 && r.latest == 99);
    r = ours(1);
    assert(r.early == 0 && r.latest == 0);
    printf("counterexample_wheel_rounds: 36%% and 48.51%% early as published, none in wheel.h\n");
    return 0;
}
