/* SPDX-License-Identifier: MIT-0 */
/* Many timers of one period, spread over it.

   What it teaches: timers that are armed together fire together, in one tick of each
   period. Give each a phase of its own, and keep to the grid by tw_forward(). If a
   callback arms its timer for now + period instead, one stall puts all of them into one
   tick for ever: they share the now of the batch.

       spread     how many of 1000 fire in one tick, long after a stall */
#include <tw/hwheel.h>
#include <tw/timers.h>
#include <stdio.h>

TW_TIMERS_OF(timers, hwheel)

enum { CLIENTS = 1000, PERIOD = 10000 };

struct client {
    struct tw_node beat;
};

static struct timers timers;
static struct client clients[CLIENTS];

/* The first beat of client i of n, when all begin at now. */
static tw_tick first_beat(tw_tick now, tw_tick period, unsigned i, unsigned n) {
    return now + 1 + period * i / n;
}

static void on_the_grid(struct tw_node *n, tw_tick now) {
    timers_add(&timers, n, tw_forward(n->due, PERIOD, now, NULL));
}

static void from_now(struct tw_node *n, tw_tick now) { timers_add(&timers, n, now + PERIOD); }

/* The most that fire in one tick of a period, after a stall of 12 s. */
static size_t most_at_once(tw_fn *again, bool spread) {
    size_t most = 0;
    const tw_tick begin = timers_now(&timers);

    for (unsigned i = 0; i < CLIENTS; i++) {
        tw_node_init(&clients[i].beat, again);
        timers_add(&timers, &clients[i].beat, first_beat(begin, PERIOD, spread ? i : 0, CLIENTS));
    }
    for (tw_tick now = begin; now < begin + 3 * PERIOD; now++)
        timers_advance(&timers, now);
    for (tw_tick now = begin + 42000; now < begin + 70000; now++) {
        const size_t fired = timers_advance(&timers, now);

        if (now > begin + 60000 && fired > most)
            most = fired;
    }
    timers_clear(&timers);
    return most;
}

int main(void) {
    printf("armed together, on the grid: %zu\n", most_at_once(on_the_grid, false));
    printf("spread, from now: %zu\n", most_at_once(from_now, true));
    printf("spread, on the grid: %zu\n", most_at_once(on_the_grid, true));
    return 0;
}
