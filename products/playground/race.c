/* SPDX-License-Identifier: MIT-0 */
/* The race of costs for the page: n timeouts are armed in a structure, and then moved, one
   after the other, as messages come in. After each move the program asks for the earliest
   deadline, to know how long it may sleep. An instance holds one structure. */
#define TW_STATIC
#define TW_IMPLEMENTATION
#include "bigwheel.h"
#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include "skiplist.h"
#include "wheel.h"
#include "timers.h"

#include <stdlib.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { SCAN, WHEEL = 5, STRUCTURES = 8, SLOTS = 65536, SPAN = 60000, LINE = 64 };

/* SCAN, number 0, is no structure: an array that is not sorted. */
static const struct tw_ops *const ops[STRUCTURES] = {
    NULL,          &tw_sortedlist_ops, &tw_heap4_ops,    &tw_rbtree_ops, &tw_skiplist_ops,
    &tw_wheel_ops, &tw_hwheel_ops,     &tw_bigwheel_ops,
};

static struct tw_timers set;
static struct tw_node *timer;
static tw_tick *deadline, now; /* deadline: those of SCAN */
static size_t timers;
static unsigned chosen;
static uint32_t dice = 1;

static uint32_t any(uint32_t n) {
    dice = dice * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)dice * n >> 32);
}

/* A timeout of a second to a minute. */
static tw_tick later(void) { return now + 1000 + any(SPAN - 1000); }

/* A timeout that passes is armed anew, as for a connection that stays open. */
static void fire(struct tw_node *n, tw_tick at) {
    (void)at;
    tw_timers_add(&set, n, later());
}

/* Memory for so many bytes on a line of the cache; NULL: there is none. */
static void *lines_of(size_t bytes) {
    char *const p = (char *)calloc(1, bytes + LINE);

    return p ? p + (LINE - (uintptr_t)p % LINE) % LINE : NULL;
}

/* Arms n timeouts in structure number s, in the order of their deadlines. False: no memory
   is left. */
int EXPORT(race_begin)(unsigned s, size_t n) {
    const size_t room = s == WHEEL ? SLOTS : n;
    size_t i;
    void *array, *in;

    chosen = s;
    timers = n;
    now = 1;
    if (s == SCAN) {
        deadline = (tw_tick *)malloc(n * sizeof *deadline);
        for (i = 0; deadline && i < n; i++)
            deadline[i] = 1000 + (tw_tick)i * (SPAN - 1000) / n;
        return deadline != NULL;
    }
    timer = (struct tw_node *)calloc(n, sizeof *timer);
    in = lines_of(ops[s]->size);
    array = lines_of(ops[s]->bytes(room));
    if (!timer || !in || !array)
        return 0;
    tw_timers_init(&set, 0, ops[s], in, array, room);
    for (i = 0; i < n; i++) {
        tw_node_init(&timer[i], fire);
        tw_timers_add(&set, &timer[i], 1000 + (tw_tick)i * (SPAN - 1000) / n);
    }
    return 1;
}

/* The earliest deadline of an array; what has passed by then is armed anew. */
static tw_tick scan(void) {
    tw_tick first = deadline[0];

    for (size_t i = 0; i < timers; i++) {
        if (deadline[i] <= now)
            deadline[i] = later();
        if (deadline[i] < first)
            first = deadline[i];
    }
    return first;
}

/* Does so many moves, each with a question for the earliest deadline. The clock goes on by
   a tick with about every hundredth. Returns the sum of the answers, so that none can be
   left out. */
uint32_t EXPORT(race_run)(size_t moves) {
    tw_tick next = 0, sum = 0;

    while (moves-- > 0) {
        const size_t i = any((uint32_t)timers);

        if (any(100) == 0)
            now++;
        if (chosen == SCAN) {
            deadline[i] = later();
            next = scan();
        } else {
            tw_timers_advance(&set, now);
            tw_timers_add(&set, &timer[i], later());
            tw_timers_next(&set, &next);
        }
        sum += next;
    }
    return (uint32_t)sum;
}
