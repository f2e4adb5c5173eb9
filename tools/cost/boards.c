/* SPDX-License-Identifier: MIT-0 */
/* boards.c - what a firing costs on a board: N timers with periods from 10 ms to 10 s, at
   RATE ticks a second. The program asks next(), lets the clock go there, and advances;
   each callback arms its timer anew, without drift. Prints the mean of a firing, the most
   that a wake-up took for each timer that it fired, and the mean of a move by which a
   timer begins its period anew. Counts as cost.c does, on qemu's mps2-an385 with -icount
   shift=8. boards.py builds and runs it. */
#include "heap4.h"
#include "rbtree.h"
#include "semihosting.h"
#include "smallwheel.h"
#include "sortedlist.h"
#include "timers.h"

enum { MOST = 512, WAKES = 4000, MOVES = 1000, NUMERATOR = 10, DENOMINATOR = 64 };
TW_TIMERS_OF(set, OF)
#if defined(BOARD_heap4)
static TW_HEAP4_ARRAY(room, MOST);
#define ROOM room, MOST
#else
#define ROOM NULL, 0
#endif

#define SYSTICK ((volatile uint32_t *)0xE000E010)

static struct set set;
static uint32_t rate, timers; /* ticks a second; of this run */

static struct beat {
    struct tw_node node;
    tw_tick period;
} beat[MOST];

static uint32_t fired, state;

static uint32_t draw(void) {
    state ^= state << 13;
    state ^= state >> 17;
    return state ^= state << 5;
}

static void fire(struct tw_node *n, tw_tick now) {
    (void)now;
    fired++;
    set_add(&set, n, n->due + TW_OF(n, struct beat, node)->period);
}

/* The instructions since SysTick stood at `before`. */
static uint32_t since(uint32_t before) {
    return (((before - SYSTICK[2]) & 0xFFFFFF) * NUMERATOR + DENOMINATOR / 2) / DENOMINATOR;
}

/* Of a wake-up: next(), and advance() to the deadline. */
static uint32_t wake(tw_tick *now) {
    const uint32_t before = SYSTICK[2];

    set_next(&set, now);
    set_advance(&set, *now);
    return since(before);
}

static uint32_t move(tw_tick now) {
    struct beat *b = &beat[draw() % timers];
    const uint32_t before = SYSTICK[2];

    set_add(&set, &b->node, now + b->period);
    return since(before);
}

/* Periods of 10 ms, 100 ms and 1 s, each made up to ten times as long at random. */
static void start(void) {
    const uint32_t ms10 = rate / 100;
    uint32_t i;

    fired = 0;
    state = 2463534242u;
    set_clear(&set);
    set_init(&set, 0, ROOM);
    for (i = 0; i < timers; i++) {
        const uint32_t shortest = i % 3 == 0 ? ms10 : i % 3 == 1 ? 10 * ms10 : 100 * ms10;
        beat[i].period = shortest + draw() % (9 * shortest);
        tw_node_init(&beat[i].node, fire);
        set_add(&set, &beat[i].node, 1 + draw() % beat[i].period);
    }
}

static void measure(void) {
    uint32_t all = 0, worst = 0, moves = 0, i;
    tw_tick now = 0;

    start();
    for (i = 0; i < WAKES; i++) {
        const uint32_t already = fired, taken = wake(&now), each = taken / (fired - already);

        all += taken;
        worst = each > worst ? each : worst;
    }
    print_number(all / fired, " mean, ");
    print_number(worst, " worst, ");
    for (i = 0; i < MOVES; i++)
        moves += move(now);
    print_number(moves / MOVES, " a move\n");
}

int main(void);

int main(void) {
    static const uint32_t rates[] = {1000, 32768, 1000000, 4000000};
    static const uint16_t sizes[] = {4, 16, 64, MOST};
    unsigned i;

    SYSTICK[1] = 0xFFFFFF;
    SYSTICK[2] = 0;
    SYSTICK[0] = 5; /* counts, at the processor's clock */
    for (i = 0; i < 16; i++) {
        rate = rates[i / 4];
        timers = sizes[i % 4];
        measure();
    }
    return 0;
}
