/* SPDX-License-Identifier: MIT-0 */
/* Attempts that fail are made again, each after a longer wait, and no two clients at the
   same time.

   What it teaches: the wait doubles so many times and no more; without that bound the
   shift would overflow. Half of the wait is left to chance, so that clients that lost
   their server together do not come back together. An attempt that is answered forgets
   what was before.

       backoff     three clients call a server that is away until tick 3000 */
#include <tw/heap4.h>
#include <tw/timers.h>
#include <stdint.h>
#include <stdio.h>

TW_TIMERS_OF(timers, heap4)

enum { CLIENTS = 3, FIRST = 50, DOUBLINGS = 4, SERVER_IS_BACK = 3000 };

struct client {
    struct tw_node node;
    char name;
    unsigned failures;
};

static TW_HEAP4_ARRAY(room, CLIENTS);
static struct timers timers;
static uint32_t chance = 2463534242u;

/* 0..n - 1, the same in each run: a program of yours takes a seed that differs between
   clients. */
static tw_tick any_below(tw_tick n) {
    chance ^= chance << 13;
    chance ^= chance >> 17;
    chance ^= chance << 5;
    return (tw_tick)(chance % n);
}

/* From half the wait to the whole. */
static tw_tick wait_after(unsigned failures) {
    const tw_tick wait = (tw_tick)FIRST << (failures <= DOUBLINGS ? failures - 1 : DOUBLINGS);

    return wait / 2 + any_below(wait / 2 + 1);
}

static void attempt(struct tw_node *n, tw_tick now) {
    struct client *c = TW_OF(n, struct client, node);
    tw_tick wait;

    if (now >= SERVER_IS_BACK) {
        printf("%4lu  %c is answered, after %u failures\n", (unsigned long)now, c->name,
               c->failures);
        c->failures = 0;
        return;
    }
    wait = wait_after(++c->failures);
    printf("%4lu  %c fails, and waits %lu\n", (unsigned long)now, c->name, (unsigned long)wait);
    timers_add(&timers, n, now + wait);
}

int main(void) {
    static struct client clients[CLIENTS];
    tw_tick due;

    timers_init(&timers, 0, room, CLIENTS);
    for (int i = 0; i < CLIENTS; i++) {
        clients[i].name = (char)('a' + i);
        tw_node_init(&clients[i].node, attempt);
        timers_add(&timers, &clients[i].node, 0);
    }
    while (timers_next(&timers, &due))
        timers_advance(&timers, due);
    return 0;
}
