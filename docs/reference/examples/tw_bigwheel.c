/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_bigwheel(3): very many timeouts in one static wheel. */
#include <tw/bigwheel.h>
#include <tw/timers.h>
#include <assert.h>

/* example */
TW_TIMERS_OF(timers, bigwheel)

static struct timers t; /* 150 KB: static or from malloc(), too large for a stack */
static struct tw_node node[100000];

static void arm_all(tw_tick now) {
    size_t i;

    for (i = 0; i < sizeof node / sizeof node[0]; i++)
        timers_add(&t, &node[i], now + 30000 + i % 1000);
}

/* end */

static size_t fired;

static void fire(struct tw_node *n, tw_tick now) {
    assert(n->due == now);
    fired++;
}

int main(void) {
    tw_tick now;
    size_t i;

    for (i = 0; i < sizeof node / sizeof node[0]; i++)
        tw_node_init(&node[i], fire);
    arm_all(0);
    for (now = 30000; now < 31000; now++)
        assert(timers_advance(&t, now) == 100);
    return fired != sizeof node / sizeof node[0];
}
