/* SPDX-License-Identifier: MIT-0 */
/* Ticks that are longer than a millisecond, and a loop that sleeps in poll().

   What it teaches: wait_ms() wants at least one tick a millisecond. With coarser ticks ask
   next(), and multiply. The part of the tick that has passed counts, so the loop sleeps
   once for each deadline, and wakes neither early nor late.

       coarse_ticks     a loop whose tick is a second, and how often it wakes */
#include <tw/hwheel.h>
#include <tw/timers.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

TW_TIMERS_OF(timers, hwheel)

enum { TICK_MS = 1000 };

static struct timers timers;

static tw_tick tick_of(uint64_t ms) { return (tw_tick)(ms / TICK_MS); }

/* For how many milliseconds poll() may wait; -1: nothing is armed. */
static int wait_ms(uint64_t now_ms) {
    const tw_tick now = tick_of(now_ms);
    tw_tick due, left;

    if (!timers_next(&timers, &due))
        return -1;
    left = tw_before(now, due) ? due - now : 0;
    if (left > INT_MAX / TICK_MS)
        return INT_MAX / TICK_MS * TICK_MS;
    return left ? (int)(left * TICK_MS - now_ms % TICK_MS) : 0;
}

static void fire(struct tw_node *n, tw_tick now) {
    (void)n;
    printf("fires in second %lu\n", (unsigned long)now);
}

int main(void) {
    struct tw_node lease = TW_NODE(fire), never = TW_NODE(fire);
    uint64_t ms = 1300; /* the clock of the machine */
    unsigned turns = 0;

    timers_advance(&timers, tick_of(ms));
    timers_add_in(&timers, &lease, tick_of(ms), 60);
    timers_add(&timers, &never, TW_TICK_MAX);
    while (!tw_idle(&lease)) {
        ms += (uint64_t)wait_ms(ms); /* a program would sleep in poll() */
        turns++;
        timers_advance(&timers, tick_of(ms));
    }
    printf("at %lu ms, after %u turn\n", (unsigned long)ms, turns);
    printf("then it may sleep for %d ms\n", wait_ms(ms));
    timers_cancel(&timers, &never);
    printf("and for ever: %d\n", wait_ms(ms));
    return 0;
}
