/* SPDX-License-Identifier: MIT-0 */
/* What `run lists16`, 32 and 64 prove of the list in smallwheel's overflow slot, for any number of
   nodes below 2^40: that sort_in() keeps it in order, and that enter_turn() takes the nodes of a
   turn.

   As in lists.c, an array has all nodes, and a property is one of each node or of each two. The
   list is in the order of deadlines, and of equal ones in that of their last arming. `rank` is the
   number of a node in this order. */
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
extern uint64_t rank[NODES];

/* Any two nodes. What holds of these holds of all. */
extern size_t k, j;

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

static bool precedes(size_t i, size_t x) { return rank[i] < rank[x]; }

static const struct tw_node *last(void) { return w.slot[SLOTS]; }

/* Of a node of the list: its neighbours name it, and stand before and behind it. */
static bool sound(size_t i) {
    const struct tw_node *const n = &node[i], *next = n->u.list.next, *prev = n->u.list.prev;

    if (!waits(i))
        return true;
    if (!there(last()) || !there(next) || (prev && !there(prev)) || !there(last()->u.list.next))
        return false;
    if (precedes(i, index_of(last()->u.list.next)) || precedes(index_of(last()), i))
        return false;
    if (n == last() ? next->u.list.prev != NULL
                    : next->u.list.prev != n || !precedes(i, index_of(next)))
        return false;
    return prev ? prev->u.list.next == n && prev != last() && precedes(index_of(prev), i)
                : last()->u.list.next == n;
}

/* Of two nodes: none stands between i and the next one, and no two are alike. */
static bool sound_pair(size_t i, size_t x) {
    if (i == x || !waits(i) || !waits(x))
        return true;
    return rank[i] != rank[x] &&
           (!precedes(i, x) || (&node[i] != last() && !precedes(x, index_of(node[i].u.list.next))));
}

static void know(size_t i) { assume(i < NODES && sound(i)); }

static void know_pair(size_t i, size_t x) { assume(sound_pair(i, x) && sound_pair(x, i)); }

static void know_beside(size_t i) {
    know(i);
    know_pair(i, k);
    know_pair(i, j);
}

/* What is known of a node of the list, and of its neighbours. */
static void know_neighbours(size_t i) {
    know_beside(i);
    know_beside(index_of(node[i].u.list.next));
    know_pair(i, index_of(node[i].u.list.next));
    if (node[i].u.list.prev) {
        know_beside(index_of(node[i].u.list.prev));
        know_pair(i, index_of(node[i].u.list.prev));
    }
}

/* SORTING IN. n, which is armed last, precedes each node behind p. */
extern size_t entering;
extern bool turned, k_waits;
extern size_t turn;

static bool sorts(const struct tw_node *p) {
    const size_t n = entering;

    return (!p || there(p)) && (!waits(k) || (p && !precedes(index_of(p), k)) || precedes(n, k)) &&
           (!waits(j) || (p && !precedes(index_of(p), j)) || precedes(n, j)) &&
           (p || !last() || precedes(n, index_of(last()->u.list.next))) &&
           (!p || p == last() || precedes(n, index_of(p->u.list.next)));
}

/* clang keeps where p was read: in the slot, or in a node. */
static bool in_place(const struct tw_node *const *p) {
    return p == (const struct tw_node *const *)&w.slot[SLOTS] ||
           index_of((const struct tw_node *)(const void *)p) < NODES;
}

void shows_tw__smallwheel_sort_in(const struct tw_node *const *p);
void assumes_tw__smallwheel_sort_in(const struct tw_node *const *p);

void shows_tw__smallwheel_sort_in(const struct tw_node *const *p) {
    const struct tw_node *const at = *p;

    GOAL(sorting_passes_later_nodes, in_place(p) && sorts(at));
    GOAL(sorting_ends, !turned || !at || precedes(index_of(at), turn));
}

void assumes_tw__smallwheel_sort_in(const struct tw_node *const *p) {
    const struct tw_node *const at = *p;

    assume(in_place(p) && sorts(at));
    if (at) {
        know_neighbours(index_of(at));
        assume((far(entering) < far(index_of(at))) == precedes(entering, index_of(at)) &&
               rank[index_of(at)] != rank[entering]);
    }
    turned = true;
    turn = index_of(at);
}

PROVE(sort_in) {
    const size_t n = any_size();
    const tw_tick due = node[n].due;

    entering = n;
    turned = false;
    know(k);
    know(j);
    know_pair(k, j);
    assume(n < NODES && node[n].home == TW__IDLE);
    assume((k == n || rank[k] != rank[n]) && (j == n || rank[j] != rank[n]));
    assume(last() ? there(last()) : !waits(k) && !waits(j));
    if (last()) {
        know_neighbours(index_of(last()));
        assume(rank[index_of(last())] != rank[n]);
    }
    tw__smallwheel_sort_in(&w, &node[n], due);
    node[n].home = SLOTS + TW__WAITING;
    GOAL(sorting_keeps_nodes, sound(k));
    GOAL(sorting_keeps_pairs, sound_pair(k, j));
    GOAL(sorting_keeps_the_last, there(last()));
}

/* A TURN BEGINS. The list has a first node, and is in order. remove() and place() are proved in
   lists.c: a node leaves its list, and enters another one. */
extern size_t removed, count;
extern bool acted;

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
