/* SPDX-License-Identifier: MIT-0 */
/* A timing wheel with rounds, as netty's HashedWheelTimer keeps it and as textbooks draw
   it: each timer counts down the revolutions that it still has to wait, and every tick
   visits its slot and all timers in it. Slots are doubly linked lists with head and tail.
   It has no next(), keeps order only among timers of a slot, and costs a step for each
   tick, idle or not. For benchmarks. */
#ifndef ROUNDS_H
#define ROUNDS_H

#include <stddef.h>
#include <stdint.h>

struct rounds_timer {
    struct rounds_timer *next, *prev;
    uint64_t due, rounds; /* rounds: revolutions still to go after the slot comes up next */
    void (*fn)(struct rounds_timer *x, uint64_t now);
    uint32_t slot, armed;
};

struct rounds_slot {
    struct rounds_timer *head, *tail;
};

struct rounds {
    struct rounds_slot *slot; /* a power of two, zeroed by the caller */
    uint64_t mask, now;
    size_t visits; /* timers looked at */
};

static inline void rounds_init(struct rounds *w, uint64_t now, struct rounds_slot *slot, size_t n) {
    w->slot = slot;
    w->mask = n - 1;
    w->now = now;
    w->visits = 0;
}

static inline void rounds_cancel(struct rounds *w, struct rounds_timer *x) {
    struct rounds_slot *s = &w->slot[x->slot];

    if (!x->armed)
        return;
    *(x->prev ? &x->prev->next : &s->head) = x->next;
    *(x->next ? &x->next->prev : &s->tail) = x->prev;
    x->armed = 0;
}

/* due lies after now. */
static inline void rounds_add(struct rounds *w, struct rounds_timer *x, uint64_t due) {
    struct rounds_slot *s = &w->slot[due & w->mask];

    rounds_cancel(w, x);
    x->due = due;
    x->rounds = (due - w->now - 1) / (w->mask + 1);
    x->slot = (uint32_t)(due & w->mask);
    x->armed = 1;
    x->next = NULL;
    x->prev = s->tail;
    *(s->tail ? &s->tail->next : &s->head) = x;
    s->tail = x;
}

/* One tick after another, up to now. A callback may arm anything, and cancel itself;
   netty's may cancel others because cancels wait in a queue for the next tick. */
static inline size_t rounds_advance(struct rounds *w, uint64_t now) {
    size_t fired = 0;

    while (w->now < now) {
        struct rounds_timer *x = w->slot[++w->now & w->mask].head, *next,
                            *last = w->slot[w->now & w->mask].tail;

        for (; x; x = next) {
            /* what callbacks arm for this slot is a revolution away */
            next = x == last ? NULL : x->next;
            w->visits++;
            if (x->rounds > 0) {
                x->rounds--;
                continue;
            }
            rounds_cancel(w, x);
            x->fn(x, w->now);
            fired++;
        }
    }
    return fired;
}

#endif
