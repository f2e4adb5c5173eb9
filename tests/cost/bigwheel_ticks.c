/* SPDX-License-Identifier: MIT-0 */
/* No tick of bigwheel.h moves more nodes down than its manual says: n/800 + 8 * (L - 1),
   and 2 * d times as many in a call that goes d ticks on; n is the most that waited so
   far. An adversary looks for more: it arms crowds for one tick or for a range, right
   behind the beginning of a block of any level or anywhere, long before or in the last
   tick; it moves and cancels crowds, lets the clock beat or jump, and takes by budgets. It
   asks for the next tick, so that lists are sorted.
   Moves are counted through TW_TRACE.

       bigwheel_ticks [--seed N] [--rounds N]     60 rounds; the seed is taken from the
                                                  clock and printed */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static size_t moved_down;
#define TW_TRACE(event, set, node, tick) \
    ((void)(node), (void)(tick), (void)(moved_down += (event) == TW_CASCADE))
#define TW_IMPLEMENTATION
#define TW_STATIC
#include "bigwheel.h"
#include "../contract/options.h"

enum { N = 20000, LEVELS = TW__BIGWHEEL_LEVELS };

static struct tw_bigwheel wheel;
static struct tw_node node[N];
static tw_tick now;
static size_t most_waited, calls, worst_of_one_tick, allowed_then;
static uint64_t state;

static uint64_t any(uint64_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % below;
}

static void fail(const char *what, size_t moved, size_t allowed, tw_tick ticks) {
    fprintf(stderr,
            "FAILED: %s at tick %llu, %llu ticks on: %lu nodes moved down, and at most %lu are "
            "allowed\n",
            what, (unsigned long long)now, (unsigned long long)ticks, (unsigned long)moved,
            (unsigned long)allowed);
    exit(1);
}

/* How far ahead a crowd is armed: behind the beginning of a block of some level, or
   anywhere. */
static tw_tick distance(void) {
    const unsigned shift = (unsigned)(10 + 7 * any(LEVELS - 1 < 3 ? LEVELS - 1 : 3));
    const uint64_t block = (uint64_t)1 << shift;

    if (any(3) == 0)
        return (tw_tick)(1 + any((uint64_t)1 << (TW_TICK_BITS == 16 ? 14 : 26)));
    return (tw_tick)((block - ((uint64_t)now & (block - 1)) + any(2) * block + any(4)) %
                     (TW_TICK_MAX / 4));
}

/* Each add moves a node a level at most. */
static void arm_a_crowd(void) {
    const tw_tick from = distance(), width = any(2) ? 1 : (tw_tick)(1 + any(2048));
    size_t i = any(N), crowd = 1 + any(any(2) ? N : 200);

    for (; crowd > 0; crowd--, i = (i + 1) % N) {
        moved_down = 0;
        tw_bigwheel_add(&wheel, &node[i], (tw_tick)(now + from + any(width)));
        if (moved_down > LEVELS - 1)
            fail("add", moved_down, LEVELS - 1, 0);
    }
    if (tw_bigwheel_count(&wheel) > most_waited)
        most_waited = tw_bigwheel_count(&wheel);
}

static void cancel_a_crowd(void) {
    size_t i = any(N), crowd = 1 + any(N);

    for (; crowd > 0; crowd--, i = (i + 1) % N)
        tw_bigwheel_cancel(&wheel, &node[i]);
}

/* The clock goes on, and at most `budget` nodes are taken. A call that a budget ends goes
   as far as the last of them.
 */
static void go_on(tw_tick ticks, size_t budget) {
    const tw_tick before = wheel.base.position;
    size_t taken = 0, allowed;
    const struct tw_node *n = NULL;

    now = (tw_tick)(now + ticks);
    moved_down = 0;
    while (taken < budget && (n = tw_bigwheel_take(&wheel, now)) != NULL)
        taken++;
    ticks = (tw_tick)(wheel.base.position - before);
    allowed = (most_waited / 800 + 8 * (LEVELS - 1)) * (ticks > 1 ? 2 * (size_t)ticks : 1);
    if (moved_down > allowed)
        fail("take", moved_down, allowed, ticks);
    if (ticks <= 1 && moved_down > worst_of_one_tick)
        worst_of_one_tick = moved_down, allowed_then = allowed;
    calls++;
}

static void play_a_round(void) {
    unsigned turns = 40, ticks;
    tw_tick due;

    memset(node, 0, sizeof node);
    now = (tw_tick)(any(4) * 0x10000 - any(3) * 1000);
    tw_bigwheel_init(&wheel, now, NULL, 0);
    for (most_waited = 0; turns > 0; turns--) {
        if (any(2))
            (void)tw_bigwheel_next(&wheel, &due);
        switch (any(8)) {
        case 0:
            cancel_a_crowd();
            break;
        case 1:
            go_on((tw_tick)(1 + any((uint64_t)1 << (1 + any(TW_TICK_BITS == 16 ? 13 : 24)))),
                  (size_t)-1);
            break;
        case 2:
        case 3:
            for (ticks = (unsigned)any(300); ticks > 0; ticks--)
                go_on((tw_tick)any(2), any(4));
            break;
        case 4:
            for (ticks = (unsigned)any(6000); ticks > 0; ticks--)
                go_on(1, (size_t)-1);
            break;
        default:
            arm_a_crowd();
            for (ticks = (unsigned)any(any(2) ? 3 : 1500); ticks > 0; ticks--)
                go_on(1, (size_t)-1);
        }
        if (tw_bigwheel_check(&wheel))
            fail(tw_bigwheel_check(&wheel), 0, 0, 0);
    }
}

int main(int argc, char **argv) {
    uint64_t rounds = 60, i;
    const struct option o[] = {{"--seed", &state, NULL}, {"--rounds", &rounds, NULL}};

    state = (uint64_t)time(NULL);
    if (!options_read("bigwheel_ticks", o, sizeof o / sizeof o[0], argc, argv))
        return 2;
    printf("bigwheel_ticks: %d-bit ticks, --seed %llu\n", TW_TICK_BITS, (unsigned long long)state);
    fflush(stdout);
    for (i = 0; i < rounds; i++)
        play_a_round();
    printf(
        "passed, %lu calls; the most in one tick: %lu nodes moved down, of %lu that are allowed\n",
        (unsigned long)calls, (unsigned long)worst_of_one_tick, (unsigned long)allowed_then);
    return 0;
}
