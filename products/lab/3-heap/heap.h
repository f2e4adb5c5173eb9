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
static int heap_parent(int i) {
    (void)i;
    hole("heap_parent");
    return 0;
}

/* Returns the position of the first child of entry i. It may lie beyond the last entry. */
static int heap_child(int i) {
    (void)i;
    hole("heap_child");
    return 0;
}

/* Given: stamps t, which is armed. A tick that has passed counts as the clock's tick, and each
   arming has a number. */
static void heap_stamp(struct heap *h, struct timer *t) {
    if (due(t) < h->now)
        set_due(t, h->now);
    t->number = h->armings++;
}

/* Does a fire before b? Of equal deadlines the one with the lower number does. */
static bool heap_before(const struct timer *a, const struct timer *b) {
    (void)a;
    (void)b;
    hole("heap_before");
    return false;
}

/* Given: writes t into entry i. */
static void heap_put(struct heap *h, int i, struct timer *t) {
    h->at[i] = t;
    t->position = i;
}

/* Moves entry i up to its place: its parent goes down as long as the entry fires before. */
static void heap_rise(struct heap *h, int i) {
    (void)h;
    (void)i;
    hole("heap_rise");
}

/* Moves entry i down to its place: the earliest of its children goes up as long as that one
   fires before. */
static void heap_sink(struct heap *h, int i) {
    (void)h;
    (void)i;
    hole("heap_sink");
}

/* Stamps t, which is not in the heap, and puts it in. */
static void heap_insert(struct heap *h, struct timer *t) {
    (void)h;
    (void)t;
    hole("heap_insert");
}

/* Takes t, which is in the heap, out of it. Search nothing: t knows its position. */
static void heap_remove(struct heap *h, struct timer *t) {
    (void)h;
    (void)t;
    hole("heap_remove");
}

/* Moves t, which is in the heap, to another tick. It counts as armed anew: stamp it. */
static void heap_move(struct heap *h, struct timer *t, uint64_t tick) {
    (void)h;
    (void)t;
    (void)tick;
    hole("heap_move");
}

/* Returns the timer that fires next; NULL: the heap is empty. */
static struct timer *heap_first(struct heap *h) {
    (void)h;
    hole("heap_first");
    return NULL;
}

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
