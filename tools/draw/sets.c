/* SPDX-License-Identifier: MIT-0 */
/* The functions of the headers are compiled here. */
#define TW_IMPLEMENTATION
#include "sets.h"
#include "undo.h"

#include <string.h>

TW_HEAP4_ARRAY(cells, CELLS);
TW_SKIPLIST_ARRAY(lanes, LANES_FOR);
TW_WHEEL_ARRAY(slots, SLOTS);
struct tw_heap4 heap;
struct tw_rbtree tree;
struct tw_skiplist skiplist;
struct tw_sortedlist sortedlist;
struct tw_wheel wheel;
struct tw_smallwheel smallwheel;
struct tw_bigwheel bigwheel;
#if COUNTEREXAMPLES
TW_EARLY_ARRAY(early_slots, SLOTS);
struct tw_early early;
struct tw_skynet skynet;
struct tw_hasty hasty;
struct tw_backwards backwards;
#endif

struct tw_node timer[IDS];
struct tw_timers set;
bool amid;

static const struct structure structures[] = {
    {HEAP4, &tw_heap4_ops, &heap, cells, CELLS},
    {RBTREE, &tw_rbtree_ops, &tree, NULL, 0},
    {SKIPLIST, &tw_skiplist_ops, &skiplist, lanes, LANES_FOR},
    {SORTEDLIST, &tw_sortedlist_ops, &sortedlist, NULL, 0},
    {WHEEL, &tw_wheel_ops, &wheel, slots, SLOTS},
    {SMALLWHEEL, &tw_smallwheel_ops, &smallwheel, NULL, 0},
    {BIGWHEEL, &tw_bigwheel_ops, &bigwheel, NULL, 0},
#if COUNTEREXAMPLES
    {EARLY, &tw_early_ops, &early, early_slots, SLOTS},
    {SKYNET, &tw_skynet_ops, &skynet, NULL, 0},
    {HASTY, &tw_hasty_ops, &hasty, NULL, 0},
    {BACKWARDS, &tw_backwards_ops, &backwards, NULL, 0},
#endif
};
const struct structure *chosen = structures;

bool choose(const char *name) {
    for (size_t i = 0; i < sizeof structures / sizeof structures[0]; i++)
        if (strcmp(structures[i].ops->name, name) == 0) {
            chosen = &structures[i];
            return true;
        }
    return false;
}

/* That a timer fires is an event, which says all. */
static void fire(struct tw_node *n, tw_tick now) { (void)n, (void)now; }

void begin(void) {
    for (size_t i = 0; i < IDS; i++)
        tw_node_init(&timer[i], fire);
    tw_timers_init(&set, 0, chosen->ops, chosen->in, chosen->array, chosen->n);
    memset(counted, 0, sizeof counted);
    amid = false;
    undo_begin();
}

bool is_ring(struct ring *r) {
    if (chosen->kind == WHEEL) {
        r->position = wheel.position;
        for (size_t i = 0; i < SLOTS; i++) {
            r->last[i] = slots[i].slot.last;
            r->least[i] = slots[i].slot.least;
        }
    }
#if COUNTEREXAMPLES
    if (chosen->kind == EARLY) {
        r->position = early.position;
        for (size_t i = 0; i < SLOTS; i++) {
            r->last[i] = early_slots[i].slot.last;
            r->least[i] = early_slots[i].slot.least;
        }
    }
#endif
    return chosen->kind == WHEEL || chosen->kind == EARLY;
}

/* A wheel w that has the members of smallwheel. */
#define RINGS_OF(w)                                                               \
    (struct rings) {                                                              \
        (w).position, (const struct tw_node *const *)(w).slot,                    \
            sizeof(w).slot / sizeof *(w).slot > RINGS_SLOTS, (w).first, (w).count \
    }

bool is_rings(struct rings *r) {
    if (chosen->kind == SMALLWHEEL)
        *r = RINGS_OF(smallwheel);
#if COUNTEREXAMPLES
    if (chosen->kind == HASTY)
        *r = RINGS_OF(hasty);
    if (chosen->kind == BACKWARDS)
        *r = RINGS_OF(backwards);
    if (chosen->kind == SKYNET)
        *r = (struct rings){skynet.time, (const struct tw_node *const *)skynet.slot, false, NULL,
                            skynet.count};
#endif
    return chosen->kind == SMALLWHEEL || chosen->kind >= SKYNET;
}

unsigned big_levels(void) {
    size_t last = BIG_LEVEL;

    for (size_t i = last; i < TW__BIGWHEEL_SLOTS; i++)
        if (bigwheel.slot[i])
            last = i;
    return (unsigned)(last / BIG_LEVEL) + 1;
}
