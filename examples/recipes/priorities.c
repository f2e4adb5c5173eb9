/* SPDX-License-Identifier: MIT-0 */
/* Priorities among events of one tick, as simulators have them.

   What it teaches: a set for each priority, and one event at a time. Whatever an event has
   planned for this very tick, the most urgent event comes next. Within a priority the
   order of arming counts. If each set fired all of its events in one advance(), an urgent
   event that another one plans would come too late.

       priorities     an event plans an urgent one for the same tick */
#include <tw/heap4.h>
#include <tw/timers.h>
#include <stdio.h>

TW_TIMERS_OF(events, heap4)

enum { URGENT, NORMAL, PRIORITIES, ROOM = 8 };

struct event {
    struct tw_node node;
    char name;
};

static struct events set[PRIORITIES];
static struct event first, second, urgent, later;

/* Moves all clocks to now, and fires one event that is due. False: none is. */
static bool step(tw_tick now) {
    for (int p = 0; p < PRIORITIES; p++)
        if (events_advance_some(&set[p], now, 1) == 1)
            return true;
    return false;
}

/* Runs until no event is left. */
static void run(void) {
    tw_tick due, now;

    do {
        now = TW_TICK_MAX;
        for (int p = 0; p < PRIORITIES; p++)
            if (events_next(&set[p], &due) && due < now)
                now = due;
    } while (now < TW_TICK_MAX && step(now));
}

static void happens(struct tw_node *n, tw_tick now) {
    const struct event *e = TW_OF(n, struct event, node);

    printf("%lu %c\n", (unsigned long)now, e->name);
    if (e == &first)
        events_add(&set[URGENT], &urgent.node, now);
}

static void plan(int priority, struct event *e, char name, tw_tick due) {
    e->name = name;
    tw_node_init(&e->node, happens);
    events_add(&set[priority], &e->node, due);
}

int main(void) {
    static TW_HEAP4_ARRAY(urgent_room, ROOM);
    static TW_HEAP4_ARRAY(normal_room, ROOM);

    events_init(&set[URGENT], 0, urgent_room, ROOM);
    events_init(&set[NORMAL], 0, normal_room, ROOM);
    plan(NORMAL, &first, '1', 10);
    plan(NORMAL, &second, '2', 10);
    plan(URGENT, &urgent, 'H', 30); /* moved to 10 by the first */
    plan(NORMAL, &later, '3', 11);
    run();
    return 0;
}
