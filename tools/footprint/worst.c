/* SPDX-License-Identifier: MIT-0 */
/* worst.c - long calls of a sorted list of TIMERS timers: one is armed before all others, is
   moved there, and fires. small.py counts the instructions from mark() to mark(). */
#include "sortedlist.h"
#include "timers.h"

TW_TIMERS_OF(set, sortedlist)

#define CALL __attribute__((noinline)) void

static struct set set;
static struct tw_node node[TIMERS];

static void fire(struct tw_node *n, tw_tick now) { (void)n, (void)now; }

CALL add(struct tw_node *n, tw_tick due);

CALL add(struct tw_node *n, tw_tick due) { set_add(&set, n, due); }

CALL advance(tw_tick now);

CALL advance(tw_tick now) { set_advance(&set, now); }

CALL mark(void);

CALL mark(void) { __asm__ volatile(""); }

int main(void) {
    unsigned i;

    set_init(&set, 0, NULL, 0);
    for (i = 0; i < TIMERS; i++)
        tw_node_init(&node[i], fire);
    for (i = 1; i < TIMERS; i++)
        add(&node[i], (tw_tick)(100 + i));
    mark();
    add(&node[0], 50);
    mark();
    add(&node[0], 49);
    mark();
    advance(49);
    mark();
    for (;;) {
    }
}
