/* SPDX-License-Identifier: MIT-0 */
/* What `run heaps64` asks of heap4.h over the order by tick, for any number of nodes below 2^40:
   no cell is lost or doubled. insert() lets one node enter, remove() and take() let one leave,
   update() lets none. All others wait that waited before, each in one cell, with its key.

   An array has all nodes, and another one all cells. The property of the heap is one of each cell:
   the node of a cell knows this cell, and the key of a cell is its node's. So no two cells have
   one node. A node waits if the cell that it knows is in use, and names the node. A proof assumes
   the property of those cells that a verb meets. Behind the verb it shows it of any cell, `spot`.
   It also shows of any node, `k`, whether it waits. `armed` is the number of a node's last arming.
   It exists for the proof alone, beside the number in the cell.

   Two loops move a hole through the heap: rise() and sink(). Meanwhile one node is `out`. Each loop
   is followed for one turn, which stands for all. A function that takes an order is not inlined
   here: so each loop has a name. least() has two names: the definition gets header_least(). A call
   gets proved_least(), which assumes what is proved of the function. */
#define tw__heap4_least(a, b, c, d) LEAST_##a, b, c, d)
#define LEAST_const                 header_least(const
#define LEAST_cell                  proved_least(cell
#include "verbs.h"
struct tw_heap4_cell;
typedef bool order(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b);
static size_t proved_least(const struct tw_heap4_cell *cells, size_t child, size_t end,
                           order *before);
#undef TW__INLINE
#undef TW__FOLD
#undef TW__ONCE
#define TW__INLINE static inline __attribute__((__always_inline__))
#define TW__FOLD   static __attribute__((__noinline__, __unused__))
#define TW__ONCE   TW__FOLD
#include "heap4.h"

#include "prove.h"

#define OF(name) tw__heap4_##name
#define NODES    ((size_t)1 << 40)
#define MOST     ((uint64_t)1 << 62) /* armings that are counted */

enum { ROOT = TW__HEAP4_ROOT, NONE = 0 };

extern struct tw_heap4 h;
extern struct tw_heap4_cell cell[NODES + ROOT];
extern struct tw_node node[NODES];
extern tw_heap4_number armed[NODES];

/* The node that is out of the heap while a hole moves; NODES if none is. */
extern size_t out;

/* The number of a node; NODES or more of NULL. */
size_t index_of(const struct tw_node *n);

/* PROPERTIES of a node and a cell, where the cell `hole` does not count. NONE is no cell. */
static size_t place(size_t i) { return node[i].home - TW__WAITING; }

static bool inside(size_t at) { return at - ROOT < h.count; }

static bool placed(size_t i, size_t hole) {
    return i != out && inside(place(i)) && place(i) != hole && index_of(cell[place(i)].node) == i;
}

static bool sound(size_t at, size_t hole) {
    const size_t i = index_of(cell[at].node);

    return i < NODES && i != out && at != hole && place(i) == at && cell[at].due == node[i].due &&
           cell[at].number == armed[i] && armed[i] < h.armings;
}

static bool sound_or_hole(size_t at, size_t hole) {
    return !inside(at) || at == hole || sound(at, hole);
}

/* Any node and any cell. What holds of these holds of all. */
extern size_t k, spot;
extern bool k_waits;  /* before the verb */
extern bool k_placed; /* k waits, and is not out */
extern tw_tick k_due; /* the key of k's cell before the verb */
extern tw_heap4_number k_armed;
extern size_t count;
extern tw_heap4_number armings;

static bool waits(size_t i) { return placed(i, NONE); }

static void know_cell(size_t at, size_t hole) { assume(sound_or_hole(at, hole)); }

/* What is known of the cells that a hole at i may meet: those around it. */
static void know_around(size_t i, size_t hole) {
    const size_t child = OF(first)(i);

    know_cell(OF(up)(i), hole);
    know_cell(child, hole);
    know_cell(child + 1, hole);
    know_cell(child + 2, hole);
    know_cell(child + 3, hole);
}

static void know_any(void) {
    out = NODES;
    h.cell = cell;
    assume(h.count <= h.capacity && h.capacity <= NODES && h.armings < MOST);
    assume(k < NODES);
    know_cell(spot, NONE);
    k_waits = waits(k);
    if (k_waits) {
        know_cell(place(k), NONE);
        k_due = cell[place(k)].due;
        k_armed = cell[place(k)].number;
    }
    count = h.count;
    armings = h.armings;
}

/* THE FIRST OF SIBLINGS. What `least` shows of tw__heap4_least(). */
static bool sibling(size_t i, size_t child, size_t end) {
    return child <= i && i < child + 4 && i < end;
}

static size_t proved_least(const struct tw_heap4_cell *cells, size_t child, size_t end,
                           order *before) {
    const size_t found = any_size();

    (void)before;
    GOAL(sink_asks_of_children, cells == cell && child < end && end == h.count + ROOT);
    assume(sibling(found, child, end));
    return found;
}

extern bool risen, sunk, looked; /* a turn of rise(), sink() or least() is followed */
extern size_t start, turn;       /* where the first turn began, and the one that is followed */
extern size_t last;              /* the end of the siblings */

void shows_header_least(size_t c, size_t least);
void assumes_header_least(size_t c, size_t least);

void shows_header_least(size_t c, size_t least) {
    if (!looked)
        start = c;
    GOAL(least_is_among_siblings, sibling(c, start, last) && start <= least && least <= c);
    GOAL(least_ends, !looked || c > turn);
}

void assumes_header_least(size_t c, size_t least) {
    assume(sibling(c, start, last) && start <= least && least <= c);
    looked = true;
    turn = c;
}

/* THE LOOPS */
static bool fills(size_t i, const struct tw_heap4_cell *x) {
    return inside(i) && out < NODES && index_of(x->node) == out && x->due == node[out].due &&
           x->number == armed[out];
}

/* k waits, or is out. Its cell is sound, as any cell is. */
static void know_k(size_t hole) {
    assume(placed(k, hole) == k_placed);
    if (k_placed)
        know_cell(place(k), hole);
}

void shows_tw__heap4_sink(size_t i, const struct tw_heap4_cell *x);
void assumes_tw__heap4_sink(size_t i, const struct tw_heap4_cell *x);

#if !defined(HEAPS_TAKE)
void shows_tw__heap4_rise(size_t i, const struct tw_heap4_cell *x);
void assumes_tw__heap4_rise(size_t i, const struct tw_heap4_cell *x);

void shows_tw__heap4_rise(size_t i, const struct tw_heap4_cell *x) {
    if (!risen)
        start = i;
    GOAL(rise_has_a_hole, fills(i, x) && i <= start);
    GOAL(rise_keeps_cells, sound_or_hole(spot, i));
    GOAL(rise_keeps_nodes, placed(k, i) == k_placed);
    GOAL(rise_ends, !risen || i < turn);
}

void assumes_tw__heap4_rise(size_t i, const struct tw_heap4_cell *x) {
    assume(fills(i, x) && i <= start);
    know_cell(spot, i);
    know_around(i, i);
    know_k(i);
    risen = true;
    turn = i;
}
#endif

void shows_tw__heap4_sink(size_t i, const struct tw_heap4_cell *x) {
    GOAL(sink_has_a_hole, fills(i, x));
    GOAL(sink_keeps_cells, sound_or_hole(spot, i));
    GOAL(sink_keeps_nodes, placed(k, i) == k_placed);
    GOAL(sink_ends, !sunk || i > turn);
}

void assumes_tw__heap4_sink(size_t i, const struct tw_heap4_cell *x) {
    assume(fills(i, x));
    know_cell(spot, i);
    know_around(i, i);
    know_k(i);
    sunk = true;
    turn = i;
}

/* THE VERBS */
/* The node n is out, and is armed. */
static void leaves(size_t n) {
    armed[n] = h.armings;
    k_placed = k_waits && k != n;
    out = n;
    risen = sunk = false;
}

#define KEEPS(verb, n, due_of_n, more)                                                \
    do {                                                                              \
        out = NODES;                                                                  \
        GOAL(verb##_fills_cells, sound_or_hole(spot, NONE));                          \
        GOAL(verb##_keeps_keys,                                                       \
             !waits(k) || (cell[place(k)].due == (k == (n) ? (due_of_n) : k_due) &&   \
                           cell[place(k)].number == (k == (n) ? armings : k_armed))); \
        GOAL(verb##_counts, h.count == count + (size_t)(more) && h.cell == cell);     \
    } while (0)

/* The last cell fills the hole that n leaves. */
static void closes(size_t n) {
    const size_t filler = h.count - 1 + ROOT;

    know_cell(place(n), NONE);
    know_around(place(n), NONE);
    know_cell(filler, NONE);
    out = index_of(cell[filler].node);
    k_placed = k_waits && k != n && k != out;
    risen = sunk = false;
}

#if defined(HEAPS_TAKE)
/* The hole is the root. So rise() makes no turn, and is followed as it is. */
PROVE(take) {
    const tw_tick now = any_tick();
    const struct tw_node *n;
    size_t first;

    know_any();
    know_cell(ROOT, NONE);
    first = index_of(cell[ROOT].node);
    if (h.count)
        closes(first);
    n = OF(due_take)(&h, now);
    if (!n) {
        out = NODES;
        GOAL(take_none_changes_none,
             waits(k) == k_waits && h.count == count && sound_or_hole(spot, NONE));
        return;
    }
    KEEPS(take, NODES, 0, -1);
    GOAL(take_lets_one_out, index_of(n) == first && waits(k) == (k != first && k_waits));
}
#else
PROVE(least) {
    const size_t child = any_size();

    assume(child < last && last <= NODES + ROOT);
    looked = false;
    GOAL(least_is_a_sibling, sibling(header_least(cell, child, last, OF(by_due)), child, last));
}

PROVE(insert) {
    const size_t n = any_size();
    const tw_tick due = any_tick();

    know_any();
    assume(n < NODES && !waits(n) && h.count < h.capacity);
    node[n].due = due;
    leaves(n);
    OF(due_insert)(&h, &node[n], due);
    KEEPS(insert, n, due, 1);
    GOAL(insert_lets_one_in, waits(k) == (k == n || k_waits));
}

PROVE(update) {
    const size_t n = any_size();
    const tw_tick due = any_tick();

    know_any();
    assume(n < NODES && waits(n));
    know_cell(place(n), NONE);
    know_around(place(n), NONE);
    node[n].due = due;
    leaves(n);
    OF(due_update)(&h, &node[n], due);
    KEEPS(update, n, due, 0);
    GOAL(update_moves_none, waits(k) == k_waits);
}

PROVE(remove) {
    const size_t n = any_size();

    know_any();
    assume(n < NODES && waits(n));
    closes(n);
    OF(due_remove)(&h, &node[n]);
    KEEPS(remove, NODES, 0, -1);
    GOAL(remove_lets_one_out, waits(k) == (k != n && k_waits));
}

PROVE(peek) {
    const struct tw_node *n;

    know_any();
    know_cell(ROOT, NONE);
    n = OF(peek)(&h);
    GOAL(peek_waits, n ? index_of(n) < NODES && waits(index_of(n)) : h.count == 0 && !waits(k));
}
#endif
