/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_window(3): two timers that may be late share a wake-up. */
#include <tw/sortedlist.h>
#include <tw/window.h>
#include <assert.h>

static int fired;

static void fire(struct tw_node *n, tw_tick now) {
    assert(now <= n->due);
    fired++;
}

/* example */
TW_WINDOWS_OF(windows, sortedlist)

static struct windows t;                           /* all zero: empty, at tick 0 */
static struct tw_window measure = TW_WINDOW(fire); /* belongs into an object of yours */
static struct tw_window clean_up = TW_WINDOW(fire);

static void run(void) {
    tw_tick now;

    windows_add(&t, &measure, 90, 110);
    windows_add(&t, &clean_up, 100, 200);
    while (windows_next(&t, &now)) /* sleep until now: 110 */
        windows_advance(&t, now);  /* fires both */
}

/* end */
int main(void) {
    run();
    assert(fired == 2 && windows_now(&t) == 110);
    return 0;
}
