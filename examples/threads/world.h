/* SPDX-License-Identifier: MIT-0 */
/* world.h - one virtual thread for delayqueue.h, and a clock that jumps. For purgatory.c;
   your own tests of what a delay queue does in a year may take it, too.

   The thread that sleeps in a take lets the world happen: what your array of happenings
   says, in order of time, until its tick comes or something that happens wakes it. So
   every run is the same to the last wake-up, and idle time costs nothing. A tick is what
   you like; purgatory.c takes microseconds. Include it before delayqueue.h. */
#ifndef WORLD_H
#define WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

struct happening {
    uint64_t at;
    void (*what)(void *to);
    void *to; /* in one array, whose order decides among those that happen at once */
};

static struct {
    uint64_t now;
    bool called;                  /* the sleeper was signalled */
    struct happening *next, *end; /* in your array, sorted by world_begin() */
    unsigned long due, woken;     /* wake-ups because the tick came, and because of a signal */
} world;

#define TW_DQ_MUTEX             char
#define TW_DQ_MUTEX_INIT(m)     (*(m) = 0, true)
#define TW_DQ_MUTEX_DESTROY(m)  ((void)(m))
#define TW_DQ_LOCK(m)           ((void)(m))
#define TW_DQ_UNLOCK(m)         ((void)(m))
#define TW_DQ_COND              char
#define TW_DQ_COND_INIT(c)      (*(c) = 0, true)
#define TW_DQ_COND_DESTROY(c)   ((void)(c))
#define TW_DQ_WAIT(c, m, until) ((void)(c), (void)(m), world_sleep(until))
#define TW_DQ_SIGNAL(c)         ((void)(c), world.called = true)
#define TW_DQ_BROADCAST(c)      ((void)(c), world.called = true)
#define TW_DQ_CLOCK()           world.now

/* A tick goes before what happens at it. */
static inline void world_sleep(uint64_t until) {
    world.called = false;
    while (!world.called) {
        const struct happening *h = world.next;

        if (h == world.end || h->at >= until) {
            world.now = until;
            world.due++;
            return;
        }
        world.now = h->at;
        world.next++;
        h->what(h->to);
    }
    world.woken++;
}

static inline int world_by_time(const void *a, const void *b) {
    const struct happening *x = (const struct happening *)a, *y = (const struct happening *)b;
    const char *const to_x = (const char *)x->to, *const to_y = (const char *)y->to;

    return x->at != y->at ? (x->at < y->at ? -1 : 1) : (to_x > to_y) - (to_x < to_y);
}

/* The world that is to happen, from first to end and in any order; its clock begins at
   0. */
static inline void world_begin(struct happening *first, struct happening *end) {
    qsort(first, (size_t)(end - first), sizeof *first, world_by_time);
    world.now = 0;
    world.next = first;
    world.end = end;
    world.due = world.woken = 0;
}

#endif
