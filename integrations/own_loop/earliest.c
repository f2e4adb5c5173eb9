/* SPDX-License-Identifier: MIT-0 */
/* earliest ASK MOVES: a loop with a kernel timer that is armed for the earliest deadline.
   ASK says how the loop knows whether a move has changed the earliest deadline:

       armed  it compares the new deadline with the tick that the kernel timer is armed for
       next   it calls next() before and after, and arms the kernel timer if next() became earlier
       exact  the same, if next() became earlier or later

   Whenever the kernel timer rings, advance() is called, and the timer is armed for next().
   Ten moves take a tick. Prints how often the kernel timer was armed, how often it rang
   while nothing was due, and how many timers fired late. */
#include "bigwheel.h"
#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include "timers.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef SET
#define SET hwheel
#endif
#define COUNT 1000
#ifndef ROOM /* or cells, COUNT: what a structure needs of the caller */
#define ROOM NULL, 0
#endif

TW_TIMERS_OF(timers, SET)

static struct timers set;
static struct tw_node timer[COUNT];
static tw_tick armed; /* what a kernel timer would be armed for */
static unsigned long arms, idle_rings, fires, late;
static uint32_t seed = 1;

static uint32_t any(uint32_t below) {
    seed = seed * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)seed * below >> 32);
}

static void arm(tw_tick due) {
    armed = due;
    arms++;
}

static void fired(struct tw_node *n, tw_tick now) {
    fires++;
    late += now != n->due;
    timers_add(&set, n, now + 1 + any(30000));
}

static void move_armed(struct tw_node *n, tw_tick due) {
    if (timers_add(&set, n, due) && due < armed)
        arm(due);
}

static void move_next(struct tw_node *n, tw_tick due) {
    tw_tick before = 0, after = 0;

    timers_next(&set, &before);
    timers_add(&set, n, due);
    timers_next(&set, &after);
    if (after < before)
        arm(after);
}

static void move_exact(struct tw_node *n, tw_tick due) {
    tw_tick before = 0, after = 0;

    timers_next(&set, &before);
    timers_add(&set, n, due);
    timers_next(&set, &after);
    if (after != before)
        arm(after);
}

static void wake(tw_tick now) {
    tw_tick due = 0;

    idle_rings += timers_advance(&set, now) == 0;
    timers_next(&set, &due); /* there is one: a timer that fires is armed anew */
    arm(due);
}

int main(int argc, char **argv) {
    static TW_HEAP4_ARRAY(cells, COUNT);

    static const struct {
        const char *name;
        void (*move)(struct tw_node *n, tw_tick due);
    } ways[] = {{"armed", move_armed}, {"next", move_next}, {"exact", move_exact}};

    const long moves = argc == 3 ? atol(argv[2]) : 0;
    size_t way = 0;

    while (moves > 0 && way < 3 && strcmp(argv[1], ways[way].name) != 0)
        way++;
    if (moves < 1 || way == 3) {
        fputs("usage: earliest armed|next|exact MOVES\n", stderr);
        return 2;
    }
    (void)cells;
    timers_init(&set, 0, ROOM);
    for (int i = 0; i < COUNT; i++) {
        timer[i] = (struct tw_node)TW_NODE(fired);
        timers_add(&set, &timer[i], 1 + any(30000));
    }
    wake(0);
    for (long i = 0; i < moves; i++) {
        const tw_tick now = (tw_tick)i / 10;

        if (armed <= now)
            wake(now);
        ways[way].move(&timer[any(COUNT)], now + 1 + any(30000));
    }
    printf("%lu armings, %lu idle rings, %lu fired, %lu late\n", arms, idle_rings, fires, late);
    return late != 0;
}
