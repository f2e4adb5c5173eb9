/* SPDX-License-Identifier: MIT-0 */
/* The smallest event loop with a timer: a timeout that is armed, moved, and slept for
   exactly.

       hello        prints after 200 ms that the connection was idle, and how late that
                    was */
#define _POSIX_C_SOURCE 200809L
#include <tw/hwheel.h>
#include <tw/timers.h>
#include <poll.h>
#include <stdio.h>
#include <time.h>

TW_TIMERS_OF(timers, hwheel) /* struct timers, timers_add(), timers_advance(), ... */

static tw_tick now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (tw_tick)t.tv_sec * 1000 + (tw_tick)t.tv_nsec / 1000000;
}

static void closed(struct tw_node *n, tw_tick now) {
    printf("idle: closed, %d ms late\n", (int)(now - n->due));
}

int main(void) {
    static struct timers t;                  /* all zero is an empty set */
    struct tw_node idle = TW_NODE(closed);   /* belongs into your own struct conn */
    timers_add_in(&t, &idle, now_ms(), 100); /* a new connection */
    timers_add_in(&t, &idle, now_ms(), 200); /* a request came: the timeout moves */
    for (; timers_count(&t) > 0; timers_advance(&t, now_ms()))
        poll(NULL, 0, timers_wait_ms(&t, now_ms(), 1)); /* and your file descriptors */
}
