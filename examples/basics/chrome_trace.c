/* SPDX-License-Identifier: MIT-0 */
/* A hook of your own: each callback becomes a bar, and each arming a mark, in the format
   of Chrome's traces, which ui.perfetto.dev shows.

       chrome_trace >trace.json */
#include <stdio.h>

struct tw_node;
struct tw_clock;
static void event(int what, const struct tw_clock *set, const struct tw_node *n);
#define TW_TRACE(what, set, n, tick) ((what) == TW_CASCADE ? (void)0 : event(what, set, n))
#include <tw/rbtree.h>
#include <tw/timers.h>

/* ---- The hook. */
static double microseconds; /* the clock of this program; take clock_gettime() in yours */
static double began;        /* one set: several, whose callbacks call each other, want one each */

static void event(int what, const struct tw_clock *set, const struct tw_node *n) {
    static const char *comma = "";

    if (what == TW_FIRE)
        began = microseconds;
    if (what != TW_ARM && what != TW_RETURN)
        return;
    printf("%s\n{\"pid\": 1, \"tid\": %lu, \"name\": \"%s %p\", \"ph\": \"%s\", \"ts\": %.1f",
           comma, (unsigned long)((size_t)set % 65536), what == TW_ARM ? "arm" : "callback",
           (const void *)n, what == TW_ARM ? "i\", \"s\": \"t" : "X",
           what == TW_ARM ? microseconds : began);
    if (what == TW_RETURN)
        printf(", \"dur\": %.1f", microseconds - began);
    printf("}");
    comma = ",";
}

/* ---- A program: two timers that arm themselves anew. */
TW_TIMERS_OF(timers, rbtree)

static struct timers t;

static void beat(struct tw_node *n, tw_tick now) {
    microseconds += 120;
    timers_add(&t, n, now + 2);
}

static void blink(struct tw_node *n, tw_tick now) {
    microseconds += 15;
    timers_add(&t, n, now + 3);
}

int main(void) {
    struct tw_node a = TW_NODE(beat), b = TW_NODE(blink);
    tw_tick now = 0;

    printf("{\"traceEvents\": [");
    timers_add_in(&t, &a, now, 1);
    timers_add_in(&t, &b, now, 1);
    while (timers_next(&t, &now) && now <= 12) { /* a tick is a millisecond */
        if (microseconds < (double)now * 1000)
            microseconds = (double)now * 1000;
        timers_advance(&t, now);
    }
    printf("\n]}\n");
    return 0;
}
