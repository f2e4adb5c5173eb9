/* SPDX-License-Identifier: MIT-0 */
/* Debounce: many events, one action, when it has been quiet for a while.

   What it teaches: each event moves one timer to now and the quiet time; add() moves what
   is armed. A stream of events that never pauses would put the action off for ever: a
   second deadline, counted from the first event, ends that.

       debounce     keys are typed, and a search begins 30 ticks after the last one, or
                    100 after the first */
#include <tw/rbtree.h>
#include <tw/timers.h>
#include <stdio.h>

TW_TIMERS_OF(timers, rbtree)

enum { QUIET = 30, AT_MOST = 100 };

struct search {
    struct tw_node node;
    tw_tick latest; /* of the events that wait: the action comes no later */
    unsigned keys;  /* that wait */
};

static struct timers timers;

static void begin(struct tw_node *n, tw_tick now) {
    struct search *s = TW_OF(n, struct search, node);

    printf("%3lu  search, after %u keys\n", (unsigned long)now, s->keys);
    s->keys = 0;
}

static void key(struct search *s, tw_tick now) {
    if (s->keys++ == 0)
        s->latest = now + AT_MOST;
    timers_add(&timers, &s->node, now + QUIET < s->latest ? now + QUIET : s->latest);
}

int main(void) {
    static struct search s = {TW_NODE(begin), 0, 0};

    for (tw_tick now = 0; now < 400; now++) {
        timers_advance(&timers, now);
        if ((now < 50 && now % 10 == 0) || (now >= 150 && now < 300 && now % 20 == 0))
            key(&s, now);
    }
    return 0;
}
