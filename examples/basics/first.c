/* SPDX-License-Identifier: MIT-0 */
/* A timer that is armed, moved, and fired.

   What it teaches: a set made of a structure, a node, and a clock that the program gives.
   Each tick is a millisecond here; hello.c takes them from a real clock.

       first        a timeout of 30 s that moves to 50 s, and fires then */
#include <stdio.h>
#include <tw/hwheel.h>
#include <tw/timers.h>

TW_TIMERS_OF(timers, hwheel) /* struct timers, timers_add(), timers_advance(), ... */

static void closed(struct tw_node *n, tw_tick now) {
    printf("idle since %lu, closed at %lu\n", (unsigned long)(n->due - 30000), (unsigned long)now);
}

int main(void) {
    static struct timers t;                /* all zero is an empty set */
    struct tw_node idle = TW_NODE(closed); /* belongs into your own struct conn */
    timers_add(&t, &idle, 30000);          /* a new connection: 30 s until it is idle */
    timers_add(&t, &idle, 50000);          /* a request came at 20 s: the timeout moves */
    timers_advance(&t, 49999), timers_advance(&t, 50000); /* the time, from your loop */
}
