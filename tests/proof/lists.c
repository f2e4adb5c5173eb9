/* SPDX-License-Identifier: MIT-0 */
/* What `run lists16`, 32 and 64 prove of smallwheel.h with its lists, for any number of nodes
   below 2^40: what insert(), remove(), next() and take() do, with first(), follow(), fire() and
   the cascade that take() calls.

   An array has all nodes. A property of the wheel is one of each node, of each slot, or of each
   two nodes. A proof assumes the properties of those that a verb meets. Behind the verb it shows
   them of any node, slot and pair: `k`, `s`, and `k` and `j`. Two numbers of a node exist for the
   proof alone. `rank` is the number of its last linking, `age` that of its last arming. A list is
   in the order of ranks. So no list has a ring beside it, and no node is lost. Of equal deadlines
   the order of ranks is that of ages: first in, first out.

   The header's functions of slots, and those that take() calls, have two names here. The definition
   gets header_NAME(). A call gets proved_NAME(), which assumes what is proved of the function. */
struct tw_node;
static void linked(int event, const struct tw_node *n);

#define TW_TRACE(event, set, node, tick) linked(event, node)
#define tw__smallwheel_slot(a, b)        SLOT_##a, b)
#define SLOT_tw_tick                     header_slot(tw_tick
#define SLOT_w                           proved_slot(w
#define tw__smallwheel_earliest(a)       EARLIEST_##a)
#define EARLIEST_const                   header_earliest(const
#define EARLIEST_w                       proved_earliest(w
#define tw__smallwheel_first(a)          FIRST_##a)
#define FIRST_struct                     header_first(struct
#define FIRST_w                          proved_first(w
#define tw__smallwheel_follow(a, b, c)   FOLLOW_##a, b, c)
#define FOLLOW_struct                    header_follow(struct
#define FOLLOW_w                         proved_follow(w
#define tw__smallwheel_fire(a, b)        FIRE_##a, b)
#define FIRE_struct                      header_fire(struct
#define FIRE_w                           proved_fire(w
#include "slots.h"
struct tw_smallwheel;
static size_t proved_slot(tw_tick position, tw_tick due);
static size_t proved_earliest(const struct tw_smallwheel *v);
static struct tw_node *proved_first(struct tw_smallwheel *v);
static void proved_follow(struct tw_smallwheel *v, struct tw_node *n, tw_tick now);
static void proved_fire(struct tw_smallwheel *v, struct tw_node *n);
#include "smallwheel.h"

#include "prove.h"

#define OF(name) tw__smallwheel_##name
#define NODES    ((size_t)1 << 40)
#define MOST     ((uint64_t)1 << 62) /* ranks and ages that are counted */

enum { SLOTS = TW__SMALLWHEEL_SLOTS, FIRST = TW__SMALLWHEEL_FIRST };

extern struct tw_smallwheel w;
extern struct tw_node node[NODES];
extern uint64_t rank[NODES], age[NODES], ranks, ages;
extern size_t total; /* the number of nodes that wait */
extern size_t gone;  /* a node that has left its list, while its home still names it; or NODES */
extern tw_tick begin;

/* What the caller owes where ticks wrap: all deadlines and the clock lie in one half of the range.
   It begins at `begin`, at most a quarter before or behind the position. */
static bool near(tw_tick t) { return BITS == 64 || (tw_tick)(t - begin) <= TW_TICK_MAX / 2; }

static bool window(void) {
    const tw_tick quarter = TW_TICK_MAX / 4 + 1;

    return BITS == 64 || (tw_tick)(begin - w.position + quarter) <= (tw_tick)(2 * quarter);
}

/* What wheels.c proves of tw__smallwheel_slot(), which the header calls by this name here. */
size_t some_slot(tw_tick position, tw_tick due);

static size_t proved_slot(tw_tick position, tw_tick due) {
    const size_t slot = some_slot(position, due);

    assume(!ahead(position, due) || slot < SLOTS);
    assume(position != due || slot < FIRST);
    return slot;
}

/* The number of a node; NODES or more of NULL. */
size_t index_of(const struct tw_node *n);

static void linked(int event, const struct tw_node *n) {
    if (event == TW_LINK)
        rank[index_of(n)] = ++ranks;
}

/* PROPERTIES of a node, a slot and two nodes. */
static bool waits(size_t i) { return i != gone && node[i].home >= TW__WAITING; }

static size_t place(size_t i) { return node[i].home - TW__WAITING; }

static tw_tick key(size_t i) { return tw__slots_key(w.position, node[i].due); }

/* How far a node's tick lies ahead of the position. */
static tw_tick far(size_t i) { return (tw_tick)(key(i) - w.position); }

/* Says whether n is a node of this home. */
static bool there(const struct tw_node *n, uintptr_t home) {
    return index_of(n) < NODES && index_of(n) != gone && n->home == home;
}

/* Of a node of a list: its neighbours name it, and ranks rise from the first node to the last. */
static bool in_list(size_t i, const struct tw_node *last) {
    const struct tw_node *const n = &node[i], *next = n->u.list.next, *prev = n->u.list.prev;

    if (!there(last, n->home) || !there(next, n->home) || (prev && !there(prev, n->home)) ||
        !there(last->u.list.next, n->home))
        return false;
    if (rank[index_of(last->u.list.next)] > rank[i] || rank[i] > rank[index_of(last)])
        return false;
    if (n == last ? next->u.list.prev != NULL
                  : next->u.list.prev != n || rank[index_of(next)] <= rank[i])
        return false;
    return prev ? prev->u.list.next == n && prev != last && rank[index_of(prev)] < rank[i]
                : last->u.list.next == n;
}

static bool sound(size_t i) {
    return !waits(i) || (place(i) < SLOTS && place(i) == proved_slot(w.position, key(i)) &&
                         rank[i] <= ranks && age[i] <= ages && in_list(i, w.slot[place(i)]));
}

static bool sound_slot(size_t slot) {
    const struct tw_node *const last = w.slot[slot];

    return (w.word[slot / WORD] >> slot % WORD & 1) == (last != NULL) &&
           (!last || there(last, slot + TW__WAITING));
}

/* Of two nodes of a list: equals are in the order of ages. No node stands between i and the
   next one, where `end` is what next of the last node names. */
static bool in_order(size_t i, size_t j, const struct tw_node *end) {
    const struct tw_node *const next = node[i].u.list.next;

    if (rank[i] == rank[j] || (key(i) == key(j) && (rank[i] < rank[j]) != (age[i] < age[j])))
        return false;
    return rank[i] > rank[j] ||
           (next != end && there(next, node[i].home) && rank[index_of(next)] <= rank[j]);
}

static bool sound_pair(size_t i, size_t j) {
    if (i == j || !waits(i) || !waits(j))
        return true;
    return age[i] != age[j] &&
           (place(i) != place(j) || in_order(i, j, w.slot[place(i)]->u.list.next));
}

/* i is not later than j. */
static bool leads(size_t i, size_t j) {
    return far(i) < far(j) || (far(i) == far(j) && age[i] <= age[j]);
}

/* The first node, if it is known, waits; no other node comes before it. */
static bool after_first(size_t i) {
    const size_t first = index_of(w.first);

    return !w.first || (first < NODES && waits(first) && (!waits(i) || leads(first, i)));
}

/* ASSUMPTIONS. What is known of a node before a verb: its own properties, and those of its slot. */
static void know(size_t i) {
    assume(i < NODES);
    assume(sound(i) && after_first(i));
    if (waits(i))
        assume(sound_slot(place(i)) && near(node[i].due));
}

/* And of two nodes. What wheels.c proves of a slot of the lowest level: its deadlines are equal. */
static void know_pair(size_t i, size_t x) {
    assume(sound_pair(i, x) && sound_pair(x, i));
    if (waits(i) && waits(x) && place(i) == place(x) && place(i) < FIRST)
        assume(key(i) == key(x));
}

/* Any nodes and any slot. What holds of these holds of all. */
extern size_t k, j, s;
extern bool k_waits;

static void know_any(void) {
    gone = NODES;
    assume(ranks < MOST && ages < MOST && w.count == total && s < SLOTS && window());
    assume(sound_slot(s));
    know(k);
    know(j);
    know_pair(k, j);
    if (w.first)
        know(index_of(w.first));
    assume(total != 0 || (!waits(k) && !waits(j) && !w.first));
    k_waits = waits(k);
}

/* What is known of a node beside any two others. */
static void know_beside(size_t i) {
    know(i);
    know_pair(i, k);
    know_pair(i, j);
}

/* What is known of the list of a slot that is occupied, or of the neighbours of a node in it. */
static void know_ends(size_t slot) {
    know_beside(index_of(w.slot[slot]));
    know_beside(index_of(w.slot[slot]->u.list.next));
}

static void know_neighbours(size_t i) {
    know_beside(i);
    know_ends(place(i));
    know_beside(index_of(node[i].u.list.next));
    know_pair(i, index_of(node[i].u.list.next));
    if (node[i].u.list.prev)
        know_beside(index_of(node[i].u.list.prev));
}

#define KEEPS(verb)                                 \
    do {                                            \
        GOAL(verb##_keeps_nodes, sound(k));         \
        GOAL(verb##_keeps_slots, sound_slot(s));    \
        GOAL(verb##_keeps_pairs, sound_pair(k, j)); \
        GOAL(verb##_keeps_first, after_first(k));   \
        GOAL(verb##_keeps_count, w.count == total); \
    } while (0)

/* INSERT AND REMOVE. */
PROVE(insert) {
    const size_t n = any_size();
    const tw_tick due = any_tick();
    size_t slot;

    know_any();
    know(n);
    assume(!waits(n) && near(due));
    slot = proved_slot(w.position, tw__slots_key(w.position, due));
    assume(slot < SLOTS && sound_slot(slot));
    if (w.slot[slot])
        know_ends(slot);
    node[n].due = due;
    age[n] = ++ages;
    total++;
    OF(insert)(&w, &node[n], due);
    KEEPS(insert);
    GOAL(insert_adds_one, waits(k) == (k == n || k_waits));
}

PROVE(remove) {
    const size_t n = any_size();

    know_any();
    know(n);
    assume(waits(n));
    know_neighbours(n);
    OF(remove)(&w, &node[n]);
    node[n].home = TW__IDLE;
    assume(total != 0);
    total--;
    KEEPS(remove);
    GOAL(remove_takes_one, waits(k) == (k != n && k_waits));
}

/* THE FIRST NODE. What wheels.c proves of tw__smallwheel_earliest(). */
extern size_t found;

static size_t proved_earliest(const struct tw_smallwheel *v) {
    found = any_size();
    assume(found < SLOTS && v->slot[found] && sound_slot(found));
    know_ends(found);
    return found;
}

/* Of a node in the slot that was found, and any other. */
static void earliest_is_first(size_t i, size_t x) {
    if (waits(i) && waits(x) && place(i) == found)
        assume(place(x) == found ? found >= FIRST || key(i) == key(x) : far(i) < far(x));
}

extern bool turned;
extern uint64_t turn;

/* `first` is not later than any node up to n. */
void shows_header_first(size_t call, const struct tw_node *n, const struct tw_node *first);
void assumes_header_first(size_t call, const struct tw_node *n, const struct tw_node *first);

static bool least_so_far(size_t i, size_t n, size_t first) {
    return place(i) != found || rank[i] > rank[n] || leads(first, i);
}

void shows_header_first(size_t call, const struct tw_node *n, const struct tw_node *first) {
    const size_t at = index_of(n), least = index_of(first);

    GOAL(search_is_in_the_slot, call == found && there(n, found + TW__WAITING) && found >= FIRST &&
                                    n != w.slot[found] && there(first, found + TW__WAITING));
    GOAL(search_has_the_least,
         rank[least] <= rank[at] && (!waits(k) || least_so_far(k, at, least)));
    GOAL(search_ends, !turned || rank[at] > turn);
}

void assumes_header_first(size_t call, const struct tw_node *n, const struct tw_node *first) {
    const size_t at = index_of(n), least = index_of(first);

    assume(call == found && there(n, found + TW__WAITING) && found >= FIRST && n != w.slot[found] &&
           there(first, found + TW__WAITING));
    know_beside(at);
    know_beside(least);
    know_pair(at, least);
    know_beside(index_of(n->u.list.next));
    know_pair(index_of(n->u.list.next), least);
    assume(rank[least] <= rank[at] && (!waits(k) || least_so_far(k, at, least)));
    turned = true;
    turn = rank[at];
}

PROVE(first) {
    const struct tw_node *n;

    know_any();
    turned = false;
    found = SLOTS;
    n = header_first(&w);
    if (!n) {
        GOAL(first_is_none, total == 0 && !waits(k) && !w.first);
        return;
    }
    earliest_is_first(index_of(n), k);
    GOAL(first_is_first,
         index_of(n) < NODES && waits(index_of(n)) && (!waits(k) || leads(index_of(n), k)));
    GOAL(first_is_kept, w.first == n && after_first(k));
}

/* THE STEP OF THE POSITION. What wheels.c proves of tw__smallwheel_slot() where the position goes
   from `old` to x, and y is not nearer than x. */
static void moved(tw_tick old, tw_tick x, tw_tick y) {
    const size_t slot = proved_slot(old, x), other = proved_slot(old, y);

    if (ahead(old, x) && ahead(old, y) && from(old, x) <= from(old, y))
        assume(slot == other ? slot < FIRST || proved_slot(x, y) != slot
                             : proved_slot(x, y) == other);
}

/* A chain has the nodes of the slot that are still to be placed. */
extern uint64_t before;

static bool chained(size_t i, size_t slot) {
    return i != gone && node[i].home == slot + TW__WAITING;
}

static bool in_chain(size_t i, size_t n, size_t slot) {
    const struct tw_node *const next = node[i].u.list.next;

    return rank[n] <= rank[i] && rank[i] <= before && age[i] <= ages &&
           (!next || (there(next, slot + TW__WAITING) && rank[index_of(next)] > rank[i])) &&
           key(i) == node[i].due && proved_slot(w.position, key(i)) < SLOTS &&
           proved_slot(w.position, key(i)) != slot;
}

static bool sound_cut(size_t i, size_t n, size_t slot) {
    return !waits(i) || (chained(i, slot) ? in_chain(i, n, slot) : sound(i));
}

static bool pair_cut(size_t i, size_t x, size_t slot) {
    if (i == x || !waits(i) || !waits(x))
        return true;
    if (chained(i, slot) && chained(x, slot))
        return age[i] != age[x] && in_order(i, x, NULL);
    if (chained(i, slot) || chained(x, slot))
        return age[i] != age[x] && (key(i) != key(x) || chained(i, slot) == (age[x] < age[i]));
    return sound_pair(i, x);
}

static bool slot_cut(size_t i, size_t slot) { return sound_slot(i) && !w.slot[slot]; }

void shows_tw__smallwheel_cascade(size_t slot, const struct tw_node *n);
void assumes_tw__smallwheel_cascade(size_t slot, const struct tw_node *n);

void shows_tw__smallwheel_cascade(size_t slot, const struct tw_node *n) {
    const size_t at = index_of(n);

    if (!turned)
        before = ranks;
    GOAL(cascade_has_a_chain, there(n, slot + TW__WAITING));
    GOAL(cascade_keeps_nodes, sound_cut(k, at, slot));
    GOAL(cascade_keeps_pairs, pair_cut(k, j, slot));
    GOAL(cascade_keeps_slots, slot_cut(s, slot));
    GOAL(cascade_keeps_the_rest, w.count == total && !w.first && waits(k) == k_waits);
    GOAL(cascade_ends, !turned || rank[at] > turn);
}

static void know_cut(size_t i, size_t n, size_t slot) {
    assume(i < NODES && sound_cut(i, n, slot));
    assume(pair_cut(i, k, slot) && pair_cut(k, i, slot) && pair_cut(i, j, slot) &&
           pair_cut(j, i, slot));
    if (waits(i))
        assume(near(node[i].due));
    if (waits(i) && !chained(i, slot))
        assume(sound_slot(place(i)));
}

void assumes_tw__smallwheel_cascade(size_t slot, const struct tw_node *n) {
    const size_t at = index_of(n);
    size_t to;

    assume(there(n, slot + TW__WAITING) && before <= ranks && ranks < MOST);
    know_cut(k, at, slot);
    know_cut(j, at, slot);
    know_cut(at, at, slot);
    if (n->u.list.next) {
        know_cut(index_of(n->u.list.next), at, slot);
        assume(pair_cut(at, index_of(n->u.list.next), slot));
    }
    to = proved_slot(w.position, key(at));
    assume(slot_cut(s, slot) && slot_cut(to, slot));
    if (w.slot[to]) {
        know_cut(index_of(w.slot[to]), at, slot);
        know_cut(index_of(w.slot[to]->u.list.next), at, slot);
        assume(pair_cut(at, index_of(w.slot[to]), slot));
    }
    assume(w.count == total && !w.first && waits(k) == k_waits);
    turned = true;
    turn = rank[at];
}

/* The first node leaves. It is known to be first by the proof of `first`. */
PROVE(fire) {
    const tw_tick old = w.position;
    const size_t n = index_of(w.first);
    const bool lowest = place(n) < FIRST;

    know_any();
    assume(w.first);
    know_neighbours(n);
    know_pair(n, index_of(w.slot[place(n)]->u.list.next));
    if (k_waits)
        moved(old, node[n].due, node[k].due);
    if (waits(j))
        moved(old, node[n].due, node[j].due);
    assume(total != 0);
    total--;
    turned = false;
    k_waits = k_waits && k != n;
    gone = n;
    header_fire(&w, &node[n]);
    node[n].home = TW__IDLE;
    if (lowest)
        KEEPS(fire);
    else
        KEEPS(enter);
    GOAL(fire_takes_one, waits(k) == k_waits);
}

/* The first node is not due, and the position follows. What wheels.c proves of the new position,
   for the deadline x of a node. */
static void followed(tw_tick old, tw_tick first, tw_tick now, tw_tick x) {
    if (!ahead(old, first) || !ahead(old, x) || from(old, first) > from(old, x) ||
        (ahead(old, now) && from(old, now) >= from(old, first)))
        return;
    assume(ahead(old, w.position) && from(old, w.position) <= from(old, now));
    assume(proved_slot(w.position, x) == proved_slot(old, x));
}

PROVE(follow) {
    const tw_tick old = w.position, now = any_tick();
    size_t n;

    know_any();
    assume(w.first);
    n = index_of(w.first);
    assume(ahead(old, now) && near(now) && tw_before(now, node[n].due));
    header_follow(&w, &node[n], now);
    w.position = any_tick();
    followed(old, node[n].due, now, node[k].due);
    followed(old, node[n].due, now, node[j].due);
    followed(old, node[n].due, now, node[n].due);
    KEEPS(follow);
    GOAL(follow_moves_none, waits(k) == k_waits);
    GOAL(follow_passes_none, !waits(k) || tw_before(now, node[k].due));
    GOAL(follow_stays_behind, from(old, w.position) <= from(old, now));
}

/* TAKE AND NEXT call the functions above: first(), and then one of follow() and fire(). */
extern struct tw_node *fired, *passed;
extern tw_tick passed_at;

static struct tw_node *proved_first(struct tw_smallwheel *v) {
    struct tw_node *any_node(void);

    v->first = any_node();
    assume((v->count == 0) == !v->first);
    assume(!v->first || (index_of(v->first) < NODES && waits(index_of(v->first))));
    return v->first;
}

static void proved_follow(struct tw_smallwheel *v, struct tw_node *n, tw_tick now) {
    (void)v;
    passed = n;
    passed_at = now;
}

static void proved_fire(struct tw_smallwheel *v, struct tw_node *n) {
    (void)v;
    fired = n;
}

PROVE(take) {
    const tw_tick now = any_tick(), old = w.position;
    const struct tw_node *n;

    know_any();
    assume(near(now));
    fired = passed = NULL;
    n = OF(take)(&w, now);
    if (!n && !w.first) {
        GOAL(take_of_none, !fired && !passed && total == 0 && w.position == now);
        return;
    }
    GOAL(take_is_not_early, n ? !tw_before(now, n->due) : tw_before(now, w.first->due));
    GOAL(take_is_of_the_first, n ? n == w.first && fired == n && !passed
                                 : !fired && passed == w.first && passed_at == now);
    GOAL(take_leaves_the_rest, w.position == old && w.count == total);
}

PROVE(next) {
    tw_tick due = any_tick();
    const tw_tick was = due;
    const bool any = OF(next)(&w, &due);

    GOAL(next_is_exact, any ? w.first && due == w.first->due : due == was && w.count == 0);
}

/* An empty wheel. */
PROVE(init) {
    const tw_tick now = any_tick();

    OF(init)(&w, now, NULL, 0);
    assume(s < SLOTS);
    GOAL(init_empties,
         !w.slot[s] && sound_slot(s) && !w.first && w.count == 0 && w.position == now);
}
