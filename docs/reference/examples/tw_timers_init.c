/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_timers_init(3): the two kinds of set, and all timers taken out. */
#define TW_IMPLEMENTATION
#include <tw/heap4.h>
#include <tw/hwheel.h>
#include <tw/timers.h>
#include <assert.h>
#include <stdlib.h>

static int freed;

/* example */
TW_TIMERS_OF(timers, heap4)

static void drop(struct tw_node *n, tw_tick now) {
    (void)now;
    free(n); /* idle by now; of an object around it: free(TW_OF(n, ...)) */
    freed++;
}

static bool begin_and_end(void) {
    static TW_HEAP4_ARRAY(room, 100);
    static struct tw_hwheel wheel;
    struct timers t;      /* over a structure known when compiling */
    struct tw_timers any; /* over one that is chosen at run time */
    struct tw_node *n = (struct tw_node *)calloc(1, sizeof *n);

    timers_init(&t, 1000, room, 100);
    tw_timers_init(&any, 1000, &tw_hwheel_ops, &wheel, NULL, 0);
    assert(timers_capacity(&t) == 100 && tw_timers_capacity(&any) == (size_t)-1);
    assert(timers_bytes(100) == sizeof room);

    if (!n || !timers_add(&t, n, 2000))
        return false;
    timers_clear_with(&t, drop);
    return true;
}

/* end */

int main(void) {
    assert(begin_and_end() && freed == 1);
    return 0;
}
