/* SPDX-License-Identifier: MIT-0 */
/* What `run wheels` proves of enter_turn() of smallwheel.h, for any number of nodes below 2^40: when
   the position has entered a turn, it takes the nodes of that turn out of the overflow slot. An
   array has all nodes, as in lists.c. The list is known to be in order. */
#if TW_TICK_BITS == 64
#define TW_SMALLWHEEL_LEVELS 4
#else
#define TW_SMALLWHEEL_FIRST_BITS 6
#if TW_TICK_BITS == 32
#define TW_SMALLWHEEL_LEVELS 7
#else
#define TW_SMALLWHEEL_LEVELS 3
#endif
#endif
#include <stddef.h>
#define tw__smallwheel_slot(a, b)     SLOT_##a, b)
#define SLOT_tw_tick                  header_slot(tw_tick
#define SLOT_w                        proved_slot(w
#define tw__smallwheel_remove(a, b)   REMOVE_##a, b)
#define REMOVE_struct                 header_remove(struct
#define REMOVE_w                      told_remove(w
#define REMOVE_TW__IN(a, b)           header_remove(TW__IN(a, b)
#define tw__smallwheel_place(a, b, c) PLACE_##a, b, c)
#define PLACE_struct                  header_place(struct
#define PLACE_w                       told_place(w
#include "node.h"
struct tw_smallwheel;
static size_t proved_slot(tw_tick position, tw_tick due);
static void told_remove(struct tw_smallwheel *v, struct tw_node *n);
static void told_place(struct tw_smallwheel *v, struct tw_node *n, tw_tick key);
#include "smallwheel.h"

#include "prove.h"

#define NODES ((size_t)1 << 40)

enum { SLOTS = TW__SMALLWHEEL_SLOTS, SPAN = TW__SMALLWHEEL_SPAN };

extern struct tw_smallwheel w;
extern struct tw_node node[NODES];

/* Any node. What holds of it holds of all. */
extern size_t k;
extern bool k_waits;

/* What overflow.c proves: the overflow slot has the deadlines of other turns. */
static size_t proved_slot(tw_tick position, tw_tick due) {
    const size_t slot = any_size();

    assume((slot == SLOTS) == (cut((tw_tick)(due ^ position), SPAN) != 0) && slot <= SLOTS);
    return slot;
}

/* The number of a node; NODES or more of NULL. */
size_t index_of(const struct tw_node *n);
struct tw_node *any_node(void);

/* THE LIST */
static bool waits(size_t i) { return node[i].home == SLOTS + TW__WAITING; }

static bool there(const struct tw_node *n) { return index_of(n) < NODES && waits(index_of(n)); }

static tw_tick far(size_t i) { return from(w.position, node[i].due); }

static const struct tw_node *last(void) { return w.slot[SLOTS]; }

/* A TURN BEGINS. The list has a first node, and is in order. remove() and place() are proved in
   lists.c: a node leaves its list, and enters another one. */
extern size_t removed, count;
extern bool turned, acted;

static void told_remove(struct tw_smallwheel *v, struct tw_node *n) {
    GOAL(turn_takes_the_first, index_of(n) < NODES && n == last()->u.list.next && removed == NODES);
    removed = index_of(n);
    v->slot[SLOTS] = any_node();
    v->count--;
}

static void told_place(struct tw_smallwheel *v, struct tw_node *n, tw_tick key) {
    const size_t slot = any_size();

    GOAL(turn_places_what_it_takes,
         index_of(n) == removed && key == n->due && cut((tw_tick)(key ^ v->position), SPAN) == 0);
    assume(slot < SLOTS);
    n->home = slot + TW__WAITING;
    removed = NODES;
    acted = true;
}

/* What holds of k when a node is asked for: it waits on exactly if it did not move. */
static bool turning(void) {
    return removed == NODES && w.count == count &&
           (k_waits ? waits(k) || cut((tw_tick)(node[k].due ^ w.position), SPAN) == 0 : !waits(k));
}

/* The first node of the list. */
static void know_first(void) {
    assume(!waits(k) || there(last()));
    if (last()) {
        assume(there(last()) && there(last()->u.list.next));
        assume(ahead(w.position, last()->u.list.next->due));
        assume(!waits(k) ||
               (ahead(w.position, node[k].due) && far(index_of(last()->u.list.next)) <= far(k)));
    }
}

void shows_tw__smallwheel_enter_turn(void);
void assumes_tw__smallwheel_enter_turn(void);

void shows_tw__smallwheel_enter_turn(void) {
    GOAL(turn_takes_its_own, turning());
    GOAL(turn_takes_one_by_turns, !turned || acted);
}

void assumes_tw__smallwheel_enter_turn(void) {
    assume(turning());
    know_first();
    turned = true;
    acted = false;
}

PROVE(enter_turn) {
    removed = NODES;
    turned = false;
    count = w.count;
    assume(k < NODES);
    k_waits = waits(k);
    know_first();
    tw__smallwheel_enter_turn(&w);
    GOAL(turn_leaves_none,
         turning() && (!waits(k) || cut((tw_tick)(node[k].due ^ w.position), SPAN) != 0));
}
