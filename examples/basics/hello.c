/* SPDX-License-Identifier: MIT-0 */
/* The smallest event loop with a timer: it beats every 100 ms, five times, and sleeps exactly in between. */
#define _POSIX_C_SOURCE 200809L
#include "heap4.h"
#include "timers.h"
#include <poll.h>
#include <stdio.h>
#include <time.h>

TW_TIMERS_OF(timers, heap4) /* struct timers, timers_add(), timers_advance(), ... */
static struct timers loop;
static TW_HEAP4_ARRAY(room, 100); /* for up to 100 timers */

static tw_tick now_ms(void) {
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (tw_tick)t.tv_sec * 1000 + (tw_tick)t.tv_nsec / 1000000;
}

static void beat(struct tw_node *n, tw_tick now) {
    static int beats;

    puts("beat");
    if (++beats < 5)
        timers_add(&loop, n, tw_forward(n->due, 100, now, NULL)); /* on the grid: no drift */
}

int main(void) {
    struct tw_node timer = TW_NODE(beat);

    timers_init(&loop, now_ms(), room, 100);
    timers_add(&loop, &timer, now_ms() + 100);
    while (timers_count(&loop) > 0) {
        poll(NULL, 0, timers_wait_ms(&loop, now_ms(), 1)); /* your file descriptors here */
        timers_advance(&loop, now_ms());
    }
    return 0;
}
