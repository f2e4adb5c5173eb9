/* SPDX-License-Identifier: MIT-0 */
/* Records two sets of one clock for five ranges of a tick, prints the trace, and as a
   comment how many timers have fired. In each step one timer fires and one is
   cancelled. */
#include "watch.h"
#include "rbtree.h"
#include <stdio.h>

TW_TIMERS_OF(timers, rbtree)

static struct timers a, b;
static struct tw_watch watch;
static struct tw_record record[1000];

struct tw_watch *tw_watch_of(const struct tw_clock *set) {
    (void)set;
    return &watch;
}

static void callback(struct tw_node *n, tw_tick now) { (void)n, (void)now; }

static void print(void *to, const char *line) { fprintf((FILE *)to, "%s\n", line); }

int main(void) {
    const tw_tick step = (tw_tick)((TW_TICK_BITS == 64 ? 1 << 20 : TW_TICK_MAX) / 16);
    const struct tw_report report = {print, stdout, NULL};
    struct tw_node x = TW_NODE(callback), y = TW_NODE(callback);
    tw_tick now = 0;
    size_t fired = 0;
    int i;

    tw_watch_record(&watch, record, sizeof record / sizeof record[0]);
    for (i = 0; i < 80; i++) {
        timers_add(&a, &x, (tw_tick)(now + step - 5));
        timers_add(&b, &y, (tw_tick)(now + 2 * step));
        now = (tw_tick)(now + step);
        fired += timers_advance(&a, now) + timers_advance(&b, now);
        timers_cancel(&b, &y);
    }
    tw_watch_trace(&watch, 1, &report);
    printf("# %d\n", (int)fired);
    return 0;
}
