/* SPDX-License-Identifier: MIT-0 */
/* Assignment 3: a heap with two children, then with four. sheet.md explains it. */
#ifndef HEAP_H
#define HEAP_H

#include "lab.h"

/* The farthest tick that your structure must know: all of them. */
#define LAB_FARTHEST "18446744073709551615"

/* How many children an entry has. The grader sets it to 2, then to 4. */
#ifndef ARITY
#define ARITY 2
#endif

struct timer {
    struct deadline deadline;
    uint64_t number; /* of its arming */
    int position;    /* at[position] is this timer */
};

/* at[0] to at[count - 1] are the entries. None comes before its parent. */
struct heap {
    struct timer *at[CAPACITY];
    int count;
    uint64_t now;     /* the clock */
    uint64_t armings; /* how many there were */
};

/* Given: makes the heap empty, at tick now. */
static void heap_init(struct heap *h, uint64_t now) {
    h->count = 0;
    h->now = now;
    h->armings = 0;
}

/* Returns the position of the parent of entry i, which is not the root. */
static int heap_parent(int i) { return (i - 1) / ARITY; }

/* Returns the position of the first child of entry i. It may lie beyond the last entry. */
static int heap_child(int i) { return ARITY * i + 1; }

/* Given: stamps t, which is armed. A tick that has passed counts as the clock's tick, and each
   arming has a number. */
static void heap_stamp(struct heap *h, struct timer *t) {
    if (due(t) < h->now)
        set_due(t, h->now);
    t->number = h->armings++;
}

/* Does a fire before b? Of equal deadlines the one with the lower number does. */
static bool heap_before(const struct timer *a, const struct timer *b) {
    const uint64_t x = due(a), y = due(b);

    return x != y ? x < y : a->number < b->number;
}

/* Given: writes t into entry i. */
static void heap_put(struct heap *h, int i, struct timer *t) {
    h->at[i] = t;
    t->position = i;
}

/* Moves entry i up to its place: its parent goes down as long as the entry fires before. */
static void heap_rise(struct heap *h, int i) {
    struct timer *const t = h->at[i];

    while (i > 0 && heap_before(t, h->at[heap_parent(i)])) {
        heap_put(h, i, h->at[heap_parent(i)]);
        i = heap_parent(i);
    }
    heap_put(h, i, t);
}

/* Moves entry i down to its place: the earliest of its children goes up as long as that one
   fires before. */
static void heap_sink(struct heap *h, int i) {
    struct timer *const t = h->at[i];

    for (;;) {
        const int begin = heap_child(i);
        int best = begin, child;

        for (child = begin + 1; child < begin + ARITY && child < h->count; child++)
            if (heap_before(h->at[child], h->at[best]))
                best = child;
        if (begin >= h->count || !heap_before(h->at[best], t))
            break;
        heap_put(h, i, h->at[best]);
        i = best;
    }
    heap_put(h, i, t);
}

/* Stamps t, which is not in the heap, and puts it in. */
static void heap_insert(struct heap *h, struct timer *t) {
    heap_stamp(h, t);
    heap_put(h, h->count, t);
    h->count++;
    heap_rise(h, t->position);
}

/* Takes t, which is in the heap, out of it. Search nothing: t knows its position. */
static void heap_remove(struct heap *h, struct timer *t) {
    const int i = t->position;
    struct timer *const last = h->at[--h->count];

    if (last == t)
        return;
    heap_put(h, i, last);
    heap_rise(h, i);
    heap_sink(h, last->position);
}

/* Moves t, which is in the heap, to another tick. It counts as armed anew: stamp it. */
static void heap_move(struct heap *h, struct timer *t, uint64_t tick) {
    set_due(t, tick);
    heap_stamp(h, t);
    heap_rise(h, t->position);
    heap_sink(h, t->position);
}

/* Returns the timer that fires next; NULL: the heap is empty. */
static struct timer *heap_first(struct heap *h) { return h->count > 0 ? h->at[0] : NULL; }

/* Given: sets the clock, and fires what is due at tick now or earlier, the earliest first. A
   timer that fire() arms has a number from `batch` on, and waits for the next call. All that
   was armed before stands in front of it. */
static void heap_advance(struct heap *h, uint64_t now) {
    const uint64_t batch = h->armings;
    struct timer *t;

    h->now = now;
    while ((t = heap_first(h)) != NULL && due(t) <= now && t->number < batch) {
        heap_remove(h, t);
        fire(t);
    }
}

#endif
