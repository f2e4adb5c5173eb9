/* SPDX-License-Identifier: MIT-0 */
/* The empty slots of a wheel: 1024 slots, timers at ticks 5 and 1022 only. Walked tick by
   tick that is 1022 steps, 1020 of them for nothing. Two cures, each counted: the map of
   bits in wheel.h, and a heap4 of the occupied slots over a plain wheel, as Kafka does it
   with a delay queue. In both, time jumps from one occupied slot to the next: two steps
   at most. */
#undef NDEBUG
#include <assert.h>
#include <stdio.h>
#include <string.h>

/* A step is a slot that is looked at, here or through the bound that wheel.h keeps of
   it. */
static unsigned steps;

#define TW_ASSERT(c) assert(c)
#define TW_TRACE(event, set, node, tick) \
    ((void)(node), (void)(tick), (void)(steps += counting && (event) == TW_COMPARE))
static int counting;

#include "wheel.h"
#include "heap4.h"
#include "timers.h"

enum { SLOTS = 1024 };

static tw_tick fired[4];
static size_t fires;

static void fire(struct tw_node *n, tw_tick now) {
    assert(n->due == now);
    fired[fires++] = now;
}

static void fired_both(void) {
    assert(fires == 2 && fired[0] == 5 && fired[1] == 1022);
    fires = 0;
}

TW_TIMERS_OF(set, wheel)

/* The event loop's view: sleep until next(), advance, again. */
static unsigned by_the_map(void) {
    static TW_WHEEL_ARRAY(slots, SLOTS);
    struct tw_node a = TW_NODE(fire), b = TW_NODE(fire);
    struct set t;
    tw_tick due = 0;

    set_init(&t, 0, slots, SLOTS);
    assert(set_add(&t, &a, 5) && set_add(&t, &b, 1022));
    for (steps = 0, counting = 1; set_next(&t, &due);)
        set_advance(&t, due);
    counting = 0;
    fired_both();
    return steps;
}

/* The same in one jump, and tick by tick: idle ticks look at no slot. */
static unsigned by_the_map_without_next(tw_tick stride) {
    static TW_WHEEL_ARRAY(slots, SLOTS);
    struct tw_wheel w;
    struct tw_node a = TW_NODE(fire), b = TW_NODE(fire), *n;
    tw_tick now;

    tw__wheel_init(&w, 0, slots, SLOTS);
    assert(tw__add(&w, &tw_wheel_ops, &a, 5) && tw__add(&w, &tw_wheel_ops, &b, 1022));
    for (now = 0, steps = 0, counting = 1; fires < 2;) {
        now = (tw_tick)(now + stride);
        while ((n = tw__take(&w, &tw_wheel_ops, now)) != NULL)
            fire(n, n->due);
    }
    counting = 0;
    fired_both();
    return steps;
}

/* A plain wheel, and a queue of its occupied slots by the tick at which they come up. */
struct plain_slot {
    struct tw_node *timers; /* a list, by its last node */
    tw_tick tick;
    struct tw_node node; /* in the queue while occupied */
};

static bool sooner(const struct plain_slot *a, const struct plain_slot *b) {
    return tw_before(a->tick, b->tick);
}

TW_HEAP4_OF(slotq, struct plain_slot, node, sooner)

static struct plain_slot plain[SLOTS];

static void plain_add(struct slotq *q, struct tw_node *n, tw_tick due) {
    struct plain_slot *s = &plain[due % SLOTS];

    n->due = due;
    tw__list_append(&s->timers, n);
    if (tw_idle(&s->node)) {
        s->tick = due;
        assert(slotq_add(q, s));
    }
}

static unsigned by_a_heap_of_slots(void) {
    static TW_HEAP4_ARRAY(room, SLOTS);
    struct tw_node a = TW_NODE(fire), b = TW_NODE(fire);
    struct slotq q;
    struct plain_slot *s;
    unsigned looked = 0;

    slotq_init(&q, 0, room, SLOTS);
    plain_add(&q, &a, 5);
    plain_add(&q, &b, 1022);
    while ((s = slotq_pop(&q)) != NULL) {
        looked++;
        while (s->timers) {
            struct tw_node *n = tw__list_first(s->timers);
            tw__list_remove(&s->timers, n);
            n->fn(n, s->tick);
        }
    }
    fired_both();
    return looked;
}

int main(void) {
    assert(by_the_map() == 1); /* from 5, where arming has put the hand, to 1022 */
    assert(by_the_map_without_next(1) == 1);
    assert(by_the_map_without_next(2000) == 1);
    assert(by_a_heap_of_slots() == 2);
    printf("wheel_skip: of 1022 steps the map leaves 1, a heap of slots 2\n");
    return 0;
}
