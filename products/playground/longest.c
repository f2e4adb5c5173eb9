/* SPDX-License-Identifier: MIT-0 */
/* The longest tick for the page: n timers are armed, and the clock goes on tick by tick until
   all have fired. Counted are the steps of each tick: the comparisons, links, cascades and firings
   that TW_TRACE reports. */
#include <stddef.h>

static size_t steps;

#define TW_TRACE(event, set, node, tick) ((void)(tick), (void)steps++)
#define TW_STATIC
#define TW_IMPLEMENTATION
#include "bigwheel.h"
#include "heap4.h"
#include "hwheel.h"
#include "timers.h"

#include <stdlib.h>

enum { STRUCTURES = 3, SPAN = 65536 };

static const struct tw_ops *const ops[STRUCTURES] = {&tw_heap4_ops, &tw_hwheel_ops,
                                                     &tw_bigwheel_ops};

static void fire(struct tw_node *n, tw_tick at) { (void)n, (void)at; }

/* Arms n timers in set, for ticks up to SPAN that look random: the same ones each time. */
static void arm(struct tw_timers *set, struct tw_node *timer, size_t n) {
    uint32_t dice = 1;
    size_t i;

    for (i = 0; i < n; i++) {
        dice = dice * 1664525u + 1013904223u;
        tw_node_init(&timer[i], fire);
        tw_timers_add(set, &timer[i], 1 + dice / (UINT32_MAX / SPAN + 1));
    }
}

/* Returns the steps of the longest tick of structure number s with n timers. 0: no memory is
   left. An instance is asked once. */
__attribute__((export_name("longest"))) size_t longest(unsigned s, size_t n) {
    struct tw_node *const timer = (struct tw_node *)calloc(n, sizeof *timer);
    void *const in = calloc(1, ops[s]->size), *const array = malloc(ops[s]->bytes(n) + 1);
    struct tw_timers set;
    size_t most = 0;
    tw_tick now;

    if (!timer || !in || !array)
        return 0;
    tw_timers_init(&set, 0, ops[s], in, array, n);
    arm(&set, timer, n);
    for (now = 1; now <= SPAN; now++) {
        steps = 0;
        tw_timers_advance(&set, now);
        if (steps > most)
            most = steps;
    }
    return most;
}
