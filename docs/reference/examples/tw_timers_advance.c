/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_timers_advance(3): callbacks, a budget, and nodes handed out. */
#include <tw/heap4.h>
#include <tw/timers.h>
#include <assert.h>

TW_TIMERS_OF(timers, heap4)

static struct timers t;
static TW_HEAP4_ARRAY(room, 8);
static int fired, worked;

static void work(struct tw_node *n) { worked += n->due <= 6000; }

/* example */
static void beat(struct tw_node *n, tw_tick now) {
    fired++;
    timers_add(&t, n, tw_forward(n->due, 100, now, NULL)); /* again, on the grid: without drift */
}

static void turn(tw_tick now) { timers_advance(&t, now); /* all that is due calls its function */ }

static void busy_turn(tw_tick now) {
    timers_advance_some(&t, now, 2); /* two at most: the rest comes first next time */
}

static void turn_without_callbacks(tw_tick now) {
    struct tw_node *n;

    while ((n = timers_expire(&t, now)) != NULL) /* to the NULL */
        work(n);
}

/* end */

int main(void) {
    struct tw_node n[3] = {TW_NODE(beat), TW_NODE(beat), TW_NODE(beat)};
    size_t i;

    timers_init(&t, 0, room, 8);
    for (i = 0; i < 3; i++)
        timers_add(&t, &n[i], 100 * (i + 1));
    turn(100);
    assert(fired == 1 && n[0].due == 200);
    busy_turn(1000);
    assert(fired == 3 && timers_any_due(&t));
    busy_turn(1000);
    assert(fired == 4 && !timers_any_due(&t));
    turn_without_callbacks(6000);
    assert(worked == 3 && timers_count(&t) == 0);
    return 0;
}
