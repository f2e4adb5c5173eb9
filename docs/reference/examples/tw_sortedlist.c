/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_sortedlist(3): a handful of timers, without an array. */
/* example */
#include <tw/sortedlist.h>
#include <tw/timers.h>
#include <stdio.h>

TW_TIMERS_OF(timers, sortedlist)

static void ring(struct tw_node *n, tw_tick now) {
    printf("%u: ring, set for %u\n", (unsigned)now, (unsigned)n->due);
}

int main(void) {
    static struct timers t; /* all zero: empty */
    static struct tw_node tea = TW_NODE(ring), eggs = TW_NODE(ring);

    timers_add(&t, &tea, 180);
    timers_add(&t, &eggs, 300);
    timers_advance(&t, 200); /* 200: ring, set for 180 */
    timers_cancel(&t, &eggs);
    return 0;
}

/* end */
