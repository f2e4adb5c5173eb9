/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_watch(3): one late timer, its callback, and a timer that stays
   armed. */
#include <assert.h>
#include <string.h>

static char page[1000];

static void print(void *to, const char *line);

/* example */
#include "watch.h" /* before all other headers of tw */
#include "hwheel.h"

TW_TIMERS_OF(timers, hwheel)

static struct timers t;
static struct tw_watch watch; /* all zero: empty, without a clock for callbacks */

struct tw_watch *tw_watch_of(const struct tw_clock *set) {
    return set == &t.clock ? &watch : NULL;
}

static void fire(struct tw_node *n, tw_tick now) { (void)n, (void)now; }

static struct tw_symbol symbol(tw_fn *fn) {
    const struct tw_symbol s = {fn == fire ? "fire" : NULL, 0};
    return s;
}

static void run(void) {
    const struct tw_report report = {print, page, symbol};
    static struct tw_node a = TW_NODE(fire), b = TW_NODE(fire);
    struct tw_armed room[10];

    timers_add(&t, &a, 90);
    timers_add(&t, &b, 500);
    timers_advance(&t, 95);                         /* a fires 5 ticks late */
    tw_watch_text(&watch, &report);                 /* arms 2 ... late ... worst 5 of fire */
    tw_dump(TW_SET(timers, &t), room, 10, &report); /* in 405  due 500  fire ... */
}

/* end */
static void print(void *to, const char *line) { strcat(strcat((char *)to, line), "\n"); }

int main(void) {
    run();
    assert(strstr(page, "arms 2 moves 0 cancels 0 fires 1 refused 0 armed 1 backlog 1 walked 0\n"));
    assert(strstr(page, "late p50 5 p99 5 p999 5 worst 5 of fire\n"));
    assert(strstr(page, "in 405  due 500  fire  node 0x"));
    assert(strstr(page, "\n1 armed, now 95\n"));
    return 0;
}
