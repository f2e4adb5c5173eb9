/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_smallwheel(3): timeouts without an array, in a wheel of four levels. */
/* example */
#define TW_SMALLWHEEL_LEVELS 4 /* levels of 4 bits; the same in every file */
#include <tw/smallwheel.h>
#include <tw/timers.h>

TW_TIMERS_OF(timers, smallwheel)

static struct timers t; /* all zero is valid: tick 0, empty */
static int blinks;

static void blink(struct tw_node *n, tw_tick now) {
    blinks++;
    timers_add(&t, n, tw_forward(n->due, 250, now, NULL));
}

static struct tw_node led = TW_NODE(blink);

static void start(tw_tick now) { timers_add(&t, &led, now + 250); } /* never full */

/* end */

int main(void) {
    tw_tick now;

    start(0);
    for (now = 0; now <= 1000; now += 10)
        timers_advance(&t, now);
    return blinks != 4;
}
