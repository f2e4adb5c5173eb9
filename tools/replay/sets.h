/* SPDX-License-Identifier: MIT-0 */
/* The structures that replay compares, and timer sets over them with all their memory. */
#ifndef SETS_H
#define SETS_H

#include "timers.h"

enum { STRUCTURES = 6 };
extern const struct tw_ops *const structures[STRUCTURES];

/* The same structures, compiled once more in sight of the calls that are measured. */
extern const struct tw_ops *const measured[STRUCTURES];

struct timer {
    struct tw_node node;
    uint64_t id;
    uint64_t due; /* as the trace gives it */
    /* the earliest tick at which it may fire: due, or the time of an arming for a passed
       tick */
    uint64_t when;
};

/* A set and the memory of it. */
struct set {
    struct tw_timers t;
    const struct tw_ops *ops;
    void *in, *array, *room[2];
    size_t capacity;
};

struct set set_new(const struct tw_ops *ops, size_t capacity);
void set_free(struct set *s);

/* Makes the set empty at tick now, and all timers idle, with this callback. */
void set_start(struct set *s, uint64_t now, struct timer *timer, size_t timers, tw_fn *fn);

#endif
