/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_timers_add(3). */
#include <tw/hwheel.h>
#include <tw/timers.h>
#include <assert.h>

TW_TIMERS_OF(timers, hwheel)

static void fire(struct tw_node *n, tw_tick now) { (void)n, (void)now; }

int main(void) {
    static struct timers t;
    /* example */
    struct tw_node idle = TW_NODE(fire), flush = TW_NODE(fire);
    tw_tick now = 1000, due = 0;
    bool was_armed;

    timers_init(&t, now, NULL, 0);
    timers_add(&t, &idle, now + 5000);
    timers_add(&t, &idle, now + 9000);            /* something was heard: moved */
    timers_add_in(&t, &flush, now, 50);           /* the same as timers_add(&t, &flush, now + 50) */
    timers_add_if_earlier(&t, &flush, now + 200); /* stays: it is armed for an earlier tick */

    was_armed = timers_cancel(&t, &idle); /* true: it will not fire */
    /* end */
    assert(was_armed && !timers_cancel(&t, &idle));
    assert(timers_next(&t, &due) && due == 1050 && timers_count(&t) == 1);
    return 0;
}
