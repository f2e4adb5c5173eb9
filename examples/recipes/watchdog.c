/* SPDX-License-Identifier: MIT-0 */
/* A watchdog for tasks: each one says now and then that it is alive, and the machine is
   reset if one of them does not.

   What it teaches: one timer for each task, with a patience of its own; a sign of life is
   one move. The hardware's watchdog is fed by the loop, and only while all are alive: so
   it sees a loop that hangs, and the set sees a task.

       watchdog     three tasks, one of which hangs at tick 500 */
#include <tw/hwheel.h>
#include <tw/timers.h>
#include <stdio.h>

TW_TIMERS_OF(timers, hwheel)

enum { TASKS = 3, LOOP = 10 };

struct task {
    struct tw_node silent;
    const char *name;
    tw_tick every, patience, hangs_at;
};

static struct timers timers;
static const struct task *dead;
static unsigned long fed;

static void is_silent(struct tw_node *n, tw_tick now) {
    const struct task *t = TW_OF(n, struct task, silent);

    printf("%4lu  %s was silent for %lu ticks\n", (unsigned long)now, t->name,
           (unsigned long)t->patience);
    dead = t;
}

static void is_alive(struct task *t, tw_tick now) {
    timers_add(&timers, &t->silent, now + t->patience);
}

static void feed_the_hardware(void) { fed++; }

int main(void) {
    static struct task tasks[TASKS] = {{TW_NODE(is_silent), "radio", 20, 100, 10000},
                                       {TW_NODE(is_silent), "sensor", 200, 450, 500},
                                       {TW_NODE(is_silent), "logger", 1000, 2500, 10000}};

    for (int i = 0; i < TASKS; i++)
        is_alive(&tasks[i], 0);
    for (tw_tick now = 0; !dead; now += LOOP) {
        for (int i = 0; i < TASKS; i++)
            if (now % tasks[i].every == 0 && now < tasks[i].hangs_at)
                is_alive(&tasks[i], now);
        timers_advance(&timers, now);
        if (!dead)
            feed_the_hardware();
    }
    printf("fed %lu times; the machine is reset\n", fed);
    return 0;
}
