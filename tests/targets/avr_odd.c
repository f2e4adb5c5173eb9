/* SPDX-License-Identifier: MIT-0 */
/* Nodes at odd addresses, as malloc() gives them on an AVR. The colour of rbtree.h wants
   even ones, and TW_ASSERT sees there that a node has none; the other structures fire
   what they should. The status is the number of the first that does not, from 1 on; 0:
   none. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <stdbool.h>

static unsigned tripped;
#define TW_ASSERT(c) ((c) ? (void)0 : (void)tripped++)
#define TW_STATIC
#define TW_IMPLEMENTATION
#include "timers.h"
#include "heap4.h"
#include "rbtree.h"
#include "skiplist.h"
#include "smallwheel.h"
#include "wheel.h"

enum { NODES = 8, STRUCTURES = 6 };

static char memory[NODES * sizeof(struct tw_node) + 2];
static unsigned fired;
static tw_tick last;

static void fire(struct tw_node *n, tw_tick now) {
    fired += now == 100 && !tw_before(n->due, last);
    last = n->due;
}

static struct tw_node *node(unsigned i, bool odd) {
    const uintptr_t even = ((uintptr_t)memory + 1) & ~(uintptr_t)1;

    return (struct tw_node *)(even + odd + i * sizeof(struct tw_node));
}

/* Do all nodes fire, in order, without an assertion that trips? */
static bool fires(const struct tw_ops *ops, bool odd) {
    static struct tw_timers t;
    static char in[512], room[512] __attribute__((aligned(2)));
    unsigned i;

    fired = tripped = 0;
    last = 0;
    tw_timers_init(&t, 0, ops, in, room, NODES);
    for (i = 0; i < NODES && tripped == 0; i++) {
        tw_node_init(node(i, odd), fire);
        tw_timers_add(&t, node(i, odd), (tw_tick)(10 + i * 5 % 7));
    }
    return tripped == 0 && !tw_timers_check(&t) && tw_timers_advance(&t, 100) == NODES &&
           fired == NODES;
}

int main(void) {
    static const struct tw_ops *const ops[STRUCTURES] = {&tw_heap4_ops,    &tw_smallwheel_ops,
                                                         &tw_wheel_ops,    &tw_sortedlist_ops,
                                                         &tw_skiplist_ops, &tw_rbtree_ops};
    uint8_t i;

    for (i = 0; i < STRUCTURES && ops[i]->size <= 512 && ops[i]->bytes(NODES) <= 512 &&
                fires(ops[i], i < 5);
         i++) {
    }
    GPIOR0 = i < STRUCTURES                                ? (uint8_t)(i + 1)
             : fires(&tw_rbtree_ops, true) || tripped != 1 ? STRUCTURES + 1
                                                           : 0;
    cli();
    sleep_enable();
    sleep_cpu();
}
