/* SPDX-License-Identifier: MIT-0 */
/* What `run sequences` follows: a set of timers over STRUCTURE, or with TABLE a table. Each
   function is a verb, which sequences.py calls with ticks about which nothing is known.
   fired() tells it the number of each timer that fires. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NODES = 4, ROOM = 16, CELLS = 96 };

void fired(size_t i);

#if defined(TABLE)
#include "table.h"

static struct {
    struct tw_table t;
    struct tw_table_timer timer[NODES];
} world;

static void fire(void *user, uint32_t i, tw_tick now) {
    (void)user, (void)now;
    fired(i);
}

void start(tw_tick now) { tw_table_init(&world.t, now, NODES); }

bool arm(size_t i, tw_tick due) { return tw_table_add(&world.t, (uint32_t)i, due); }

bool arm_in(size_t i, tw_tick now, tw_tick delay) {
    return tw_table_add_in(&world.t, (uint32_t)i, now, delay);
}

bool cancel(size_t i) { return tw_table_cancel(&world.t, (uint32_t)i); }

size_t advance(tw_tick now, size_t max) {
    return tw_table_advance_some(&world.t, now, max, fire, NULL);
}

static bool next_due(tw_tick *due) { return tw_table_next(&world.t, due); }

bool pending(size_t i) { return tw_table_pending(&world.t, (uint32_t)i); }

tw_tick due_of(size_t i) { return tw_table_due(&world.t, (uint32_t)i); }

size_t count(void) { return tw_table_count(&world.t); }

/* Says whether what the table's manual has of timer i holds, and of the slot it is in. */
bool legal(size_t i) {
    const size_t place = tw__table_place(&world.timer[i]);
    size_t listed = 0;

    return !place || (!tw__table_check_slot(&world.t, place - 1, &listed) &&
                      !tw__table_check_timer(&world.t, (uint32_t)i + 1, place - 1));
}
#else
#include "bigwheel.h"
#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include "skiplist.h"
#include "smallwheel.h"
#include "sortedlist.h"
#include "timers.h"
#include "wheel.h"

TW_TIMERS_OF(set, STRUCTURE)

struct set set;
struct tw_node node[NODES];
uintptr_t cells[CELLS];

static void fire(struct tw_node *n, tw_tick now) {
    (void)now;
    fired((size_t)(n - node));
}

void start(tw_tick now) {
    size_t i;

    set_init(&set, now, (void *)cells, ROOM);
    for (i = 0; i < NODES; i++)
        tw_node_init(&node[i], fire);
}

bool arm(size_t i, tw_tick due) { return set_add(&set, &node[i], due); }

bool arm_in(size_t i, tw_tick now, tw_tick delay) { return set_add_in(&set, &node[i], now, delay); }

bool cancel(size_t i) { return set_cancel(&set, &node[i]); }

size_t advance(tw_tick now, size_t max) { return set_advance_some(&set, now, max); }

static bool next_due(tw_tick *due) { return set_next(&set, due); }

bool pending(size_t i) { return set_pending(&set, &node[i]); }

tw_tick due_of(size_t i) { return node[i].due; }

size_t count(void) { return set_count(&set); }

/* Says whether what the manual of the structure has of its state holds. Of a wheel that is
   asked of the slot of node i alone, and of the due list. FIRST is the earliest node, if
   the wheel knows it. */
#if defined(CHECK_SLOT)
static const struct tw_ops unchecked = {0};

static bool legal_slot(size_t slot) {
    size_t nodes = 0;
    bool met = FIRST == NULL;

    return !CHECK_SLOT(&set.in, slot, &nodes, &met);
}

bool legal(size_t i) {
    return !tw__timers_check(&set.clock, &set.in, &unchecked) &&
           (node[i].home < TW__WAITING || legal_slot(tw__slots_place(&node[i])));
}
#else
bool legal(size_t i) { return i > 0 || !set_check(&set); }
#endif
#endif

void answered(tw_tick due);

bool next(void) {
    tw_tick due = 0;
    const bool any = next_due(&due);

    if (any)
        answered(due);
    return any;
}
