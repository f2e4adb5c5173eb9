/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_watch_text(3): two operations are recorded, and become a trace. */
#include <assert.h>
#include <string.h>

static char page[1000];

static void print(void *to, const char *line);

/* example */
#include "watch.h" /* before all other headers of tw */
#include "rbtree.h"

TW_TIMERS_OF(timers, rbtree)

static struct timers t;
static struct tw_watch watch;

struct tw_watch *tw_watch_of(const struct tw_clock *set) {
    return set == &t.clock ? &watch : NULL;
}

static void run(void) {
    const struct tw_report report = {print, page, NULL};
    static struct tw_record last[1000]; /* a ring: it keeps the last thousand */
    static struct tw_node n = TW_NODE(NULL);

    tw_watch_record(&watch, last, 1000);
    timers_add(&t, &n, 90);
    timers_cancel(&t, &n);
    tw_watch_stop(&watch);
    tw_watch_trace(&watch, 1, &report); /* 1 tick a millisecond: 0 arm ... 90000 */
}

/* end */
static void print(void *to, const char *line) { strcat(strcat((char *)to, line), "\n"); }

int main(void) {
    run();
    assert(strncmp(page, "0 arm ", 6) == 0 && strstr(page, " 90000\n0 cancel "));
    return 0;
}
