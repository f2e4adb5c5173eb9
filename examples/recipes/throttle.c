/* SPDX-License-Identifier: MIT-0 */
/* Throttle: events come at any rate, and the action at most once a period; the last event
   is never lost.

   What it teaches: an armed timer says that the period is not over. The first event acts
   at once and arms it; the next ones only leave a mark. When the timer fires and finds a
   mark, it acts and arms again; without a mark it ends.

       throttle     a window is resized at each tick for a while, and drawn every 25
                    ticks */
#include <tw/rbtree.h>
#include <tw/timers.h>
#include <stdio.h>

TW_TIMERS_OF(timers, rbtree)

enum { PERIOD = 25 };

struct window {
    struct tw_node node;
    unsigned width, drawn;
};

static struct timers timers;

static void draw(struct window *w, tw_tick now) {
    printf("%3lu  drawn %u wide\n", (unsigned long)now, w->width);
    w->drawn = w->width;
    timers_add(&timers, &w->node, now + PERIOD);
}

static void period_is_over(struct tw_node *n, tw_tick now) {
    struct window *w = TW_OF(n, struct window, node);

    if (w->drawn != w->width)
        draw(w, now);
}

static void resized(struct window *w, unsigned width, tw_tick now) {
    w->width = width;
    if (!timers_pending(&timers, &w->node))
        draw(w, now);
}

int main(void) {
    static struct window w = {TW_NODE(period_is_over), 0, 0};

    for (tw_tick now = 0; now < 200; now++) {
        timers_advance(&timers, now);
        if ((now >= 10 && now <= 70) || now == 150)
            resized(&w, (unsigned)now, now);
    }
    printf("%lu armed\n", (unsigned long)timers_count(&timers));
    return 0;
}
