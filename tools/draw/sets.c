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
struct tw_eager eager;
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
    {EAGER, &tw_eager_ops, &eager, NULL, 0},
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

static void turn(const struct tw_node **n, size_t count) {
    for (size_t i = 0; i < count / 2; i++) {
        const struct tw_node *const other = n[count - 1 - i];

        n[count - 1 - i] = n[i];
        n[i] = other;
    }
}

/* Does list_nodes() for one run, behind the nodes before it. Sets *older to the last node
   of the run that is older, or to NULL. */
static size_t run_nodes(const struct tw_node *last, const struct tw_node **to, size_t room,
                        const struct tw_node **older) {
    const struct tw_node *n = last;
    size_t count = 0;

    while (count < room && is_timer(n->u.list.next)) {
        n = to[count++] = n->u.list.next;
        if (n == last)
            break;
    }
    *older = count && chosen->kind == BIGWHEEL && last->home >= TW__RUN ? to[0]->u.list.prev : NULL;
    return count;
}

/* The runs are met with the newest first. So each is put down behind the newer ones, and
   at last they change places: each run is turned round, and then the whole. */
size_t list_nodes(const struct tw_node *last, const struct tw_node *to[IDS]) {
    size_t count = 0;

    for (const struct tw_node *older; last && is_timer(last); last = older) {
        const size_t run = run_nodes(last, to + count, IDS - count, &older);

        turn(to + count, run);
        count += run;
    }
    turn(to, count);
    return count;
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
    if (chosen->kind == EAGER)
        *r = RINGS_OF(eager);
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

unsigned big_sub_shift(unsigned level) { return TW__BIGWHEEL_UPPER_BITS * level; }
