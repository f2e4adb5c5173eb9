/* SPDX-License-Identifier: MIT-0 */
/* What the proofs of table.h with its lists have in common: the properties, which hold of any
   number of timers, and what is known of them before a verb. cards.c, merge.c
   and sort.c include this file.

   The properties are those of lists.c: one of each timer, of each slot, of each two timers. A proof
   assumes those that a verb meets, and shows them of any timers k and j, and any slot s.
   Lists are in the order of `rank`, a number of each timer that exists for the proof alone: that of
   its last linking. Where a list shall be in arming order, that of ranks is that of arming numbers.

   Some functions of the header have two names here. The definition gets header_NAME(). A call gets
   another one: proved_NAME() assumes what is proved of the function; told_NAME() calls it, and
   notes what happened. A file defines those that its functions call. */
#define tw__table_timer(a, b)        TIMER_##a, b)
#define TIMER_struct                 header_timer(struct
#define TIMER_t                      told_timer(t
#define tw__table_slot(a, b)      SLOT_##a, b)
#define SLOT_tw_tick              header_slot(tw_tick
#define SLOT_t                    proved_slot(t
#define tw__table_begin(a, b)     BEGIN_##a, b)
#define BEGIN_const               header_begin(const
#define BEGIN_t                   proved_begin(t
#define tw__table_append(a, b, c) APPEND_##a, b, c)
#define APPEND_struct             header_append(struct
#define APPEND_t                  told_append(t
#define tw__table_insert(a, b, c) INSERT_##a, b, c)
#define INSERT_struct             header_insert(struct
#define INSERT_t                  told_insert(t
#define tw__table_remove(a, b, c) REMOVE_##a, b, c)
#define REMOVE_struct             header_remove(struct
#define REMOVE_t                  told_remove(t
#define tw__table_enter(a, b, c)     ENTER_##a, b, c)
#define ENTER_struct                 header_enter(struct
#define ENTER_t                      told_enter(t
#define tw__table_leave(a, b)        LEAVE_##a, b)
#define LEAVE_struct                 header_leave(struct
#define LEAVE_t                      told_leave(t
#define tw__table_settle(a, b)       SETTLE_##a, b)
#define SETTLE_struct                header_settle(struct
#define SETTLE_t                     told_settle(t
#define tw__table_cut(a, b, c)       CUT_##a, b, c)
#define CUT_struct                   header_cut(struct
#define CUT_t                        told_cut(t
#define tw__table_pop(a, b)          POP_##a, b)
#define POP_struct                   header_pop(struct
#define POP_t                        told_pop(t
#define tw__table_sort(a, b)         SORT_##a, b)
#define SORT_struct                  header_sort(struct
#define SORT_t                       told_sort(t
#define tw__table_toggle(a, b)       TOGGLE_##a, b)
#define TOGGLE_struct                header_toggle(struct
#define TOGGLE_t                     proved_toggle(t
#define tw__table_shape(a, b)        SHAPE_##a, b)
#define SHAPE_const                  header_shape(const
#define SHAPE_t                      proved_shape(t
#define tw__table_set_shape(a, b, c) SET_##a, b, c)
#define SET_struct                   header_set_shape(struct
#define SET_t                        proved_set_shape(t
#include "slots.h"
struct tw_table;
struct tw_table_timer;
static struct tw_table_timer *told_timer(struct tw_table *t, uint32_t id);
static size_t proved_slot(tw_tick position, tw_tick due);
static tw_tick proved_begin(const struct tw_table *t, size_t slot);
static void told_append(struct tw_table *t, size_t slot, uint32_t id);
void told_insert(struct tw_table *t, size_t slot, uint32_t id);
void told_remove(struct tw_table *t, size_t slot, uint32_t id);
void told_enter(struct tw_table *t, uint32_t id, size_t slot);
void told_leave(struct tw_table *t, uint32_t id);
void told_settle(struct tw_table *t, uint32_t id);
uint32_t told_cut(struct tw_table *t, size_t slot, uint32_t *head);
uint32_t told_pop(struct tw_table *t, size_t slot);
void told_sort(struct tw_table *t, size_t slot);
static void proved_toggle(struct tw_table *t, size_t slot);
static bool proved_shape(const struct tw_table *t, size_t slot);
static void proved_set_shape(struct tw_table *t, size_t slot, bool shape);
#include "table.h"

#include "prove.h"

enum { FIRST = TW__TABLE_FIRST, SLOTS = TW__TABLE_SLOTS, DUE = TW__TABLE_DUE };

enum { WORDS = TW__TABLE_WORDS, NEXT = TW__TABLE_NEXT, PREV = TW__TABLE_PREV };

#define MOST ((uint64_t)1 << 62) /* ranks that are counted */

/* A table has at most as many timers as here. */
#ifndef TIMERS
#define TIMERS 0xFFFFFFFEu
#endif
extern struct {
    struct tw_table t;
    struct tw_table_timer timer[TIMERS];
} whole;

#define T (&whole.t)

extern uint64_t rank[(uint64_t)1 << 32], ranks;
extern uint32_t total; /* the number of timers that are armed */
extern bool strayed;   /* a timer behind the last one was met */
extern bool treed;     /* a function of trees was called */
extern uint32_t gone;  /* a timer that is in no slot, whatever its place says; or 0 */

uint32_t any_id(void);

/* A file that notes which timers the header meets defines MEETS. */
#ifndef MEETS
#define MEETS(id) ((void)0)
#endif

static struct tw_table_timer *told_timer(struct tw_table *t, uint32_t id) {
    if (id - 1 >= t->capacity)
        strayed = true;
    MEETS(id);
    return header_timer(t, id);
}

static void told_append(struct tw_table *t, size_t slot, uint32_t id) {
    rank[id] = ++ranks;
    header_append(t, slot, id);
}

/* BITS. What `bits` proves of toggle(), shape() and set_shape(): each slot has two bits. The words
   that have them are unknown here, and `summary` is right. */
extern bool occupied[TW__TABLE_SLOTS], shaped[TW__TABLE_SLOTS];
uintptr_t any_word(void);

static void proved_toggle(struct tw_table *t, size_t slot) {
    if (slot != DUE) {
        occupied[slot] = !occupied[slot];
        t->word[slot / WORD] = any_word();
    }
}

static bool proved_shape(const struct tw_table *t, size_t slot) {
    (void)t;
    return slot != DUE && shaped[slot];
}

static void proved_set_shape(struct tw_table *t, size_t slot, bool shape) {
    (void)t;
    if (slot != DUE)
        shaped[slot] = shape;
}

/* PLACES. What `place` proves of tw__table_slot() and tw__table_begin(). */
size_t some_slot(tw_tick position, tw_tick due);
tw_tick some_begin(tw_tick position, size_t slot);

/* Says whether a slot that begins there may have a timer with this deadline. */
static bool begins_by(tw_tick position, tw_tick begin, tw_tick due) {
    return ahead(position, begin) && ahead(position, due) &&
           (BITS == 64 ? begin <= due : from(position, begin) <= from(position, due));
}

static size_t proved_slot(tw_tick position, tw_tick due) {
    const size_t slot = some_slot(position, due);
    const tw_tick begin = some_begin(position, slot);

    assume(!ahead(position, due) ||
           (slot < SLOTS && begins_by(position, begin, due) && (slot >= FIRST || begin == due)));
    return slot;
}

static tw_tick proved_begin(const struct tw_table *t, size_t slot) {
    return some_begin(t->position, slot);
}

/* PROPERTIES of a timer, a slot and two timers. A timer has its id here. */
static struct tw_table_timer *timer(uint32_t id) { return &whole.timer[(uint32_t)(id - 1)]; }

static uint32_t place(uint32_t i) { return timer(i)->stamp[0] % TW__TABLE_PLACES; }

static size_t slot_of(uint32_t i) { return (size_t)place(i) - 1; }

static bool waits(uint32_t i) { return i != gone && place(i) != 0; }

static uint64_t number(uint32_t i) {
    return ((uint64_t)timer(i)->stamp[1] << 32 | timer(i)->stamp[0]) >> TW__TABLE_PLACE_BITS;
}

static bool armed(uint32_t i) { return number(i) != 0; }

static bool inside(uint32_t id) { return id - 1 < T->capacity; }

static bool there(uint32_t id, size_t slot) {
    return inside(id) && id != gone && place(id) == slot + 1;
}

static bool shape(size_t slot) { return slot != DUE && shaped[slot]; }

static bool tree(size_t slot) { return slot >= FIRST && shape(slot); }

static bool in_arming_order(size_t slot) { return slot == DUE || (slot < FIRST && !shape(slot)); }

/* Of a timer of a list: its neighbours name it, and ranks rise from the first to the last. */
static bool in_list(uint32_t i, size_t slot) {
    const uint32_t last = T->slot[slot], next = timer(i)->link[NEXT], prev = timer(i)->link[PREV];
    uint32_t first;

    if (!there(last, slot))
        return false;
    first = timer(last)->link[NEXT];
    if (!there(first, slot) || rank[first] > rank[i] || rank[i] > rank[last])
        return false;
    return timer(first)->link[PREV] == 0 &&
           (i == last ||
            (there(next, slot) && rank[next] > rank[i] && timer(next)->link[PREV] == i)) &&
           (i == first ||
            (there(prev, slot) && rank[prev] < rank[i] && timer(prev)->link[NEXT] == i));
}

/* What the caller owes where ticks wrap: the clock lies less than half the range ahead of the
   position. So a deadline that add() takes lies less than a quarter beyond the clock. */
static bool timely(void) {
    return BITS == 64 || from(T->position, T->now) < 2 * (TW_TICK_MAX / 4 + 1);
}

static bool within_reach(tw_tick due) {
    return BITS == 64 || from(T->position, due) < from(T->position, T->now) + (TW_TICK_MAX / 4 + 1);
}

/* Of a timer that waits: its slot does not begin after its deadline. */
static bool placed(uint32_t i, size_t slot) {
    const tw_tick begin = some_begin(T->position, slot), due = timer(i)->due;

    if (slot == DUE)
        return armed(i);
    return within_reach(due) && begins_by(T->position, begin, due) &&
           (slot >= FIRST || (armed(i) && due == begin));
}

static bool sound(uint32_t i) {
    if (i == gone || !waits(i))
        return i == gone || !armed(i);
    if (number(i) > T->armings)
        return false;
    return slot_of(i) <= DUE && (tree(slot_of(i)) || (placed(i, slot_of(i)) && rank[i] <= ranks &&
                                                      in_list(i, slot_of(i))));
}

static bool sound_slot(size_t slot) {
    const uint32_t last = T->slot[slot];

    return (!last || there(last, slot)) &&
           (slot == DUE || (occupied[slot] == (last != 0) && (!shape(slot) || last)));
}

/* No timer of the list stands between i and the next one. */
static bool sound_pair(uint32_t i, uint32_t x) {
    const uint32_t next = timer(i)->link[NEXT];

    if (i == x || (armed(i) && number(i) == number(x)))
        return i == x;
    if (!waits(i) || !waits(x) || place(i) != place(x) || tree(slot_of(i)))
        return true;
    if (rank[i] == rank[x] ||
        (in_arming_order(slot_of(i)) && (rank[i] < rank[x]) != (number(i) < number(x))))
        return false;
    return rank[i] > rank[x] || (i != T->slot[slot_of(i)] && rank[next] <= rank[x]);
}

/* ASSUMPTIONS: of a slot, a timer, and two timers before a verb. */
static void know_slot(size_t slot) { assume(slot <= DUE && sound_slot(slot)); }

static void know(uint32_t i) {
    assume(inside(i) && sound(i));
    if (waits(i))
        know_slot(slot_of(i));
}

static void know_pair(uint32_t i, uint32_t x) { assume(sound_pair(i, x) && sound_pair(x, i)); }

/* Any timers, and any slot. What holds of these holds of all. */
extern uint32_t k, j;
extern size_t s;
extern bool k_waits, k_armed, s_tree;
extern struct tw_table_timer k_was;
extern uint32_t s_last;

static void remember(void) {
    k_was.due = timer(k)->due;
    k_was.stamp[0] = timer(k)->stamp[0];
    k_was.stamp[1] = timer(k)->stamp[1];
    k_was.link[0] = timer(k)->link[0];
    k_was.link[1] = timer(k)->link[1];
}

static void know_any(void) {
    assume(T->capacity <= 0xFFFFFFFEu && ranks < MOST && T->armings < TW__TABLE_LAST);
    assume(T->count == total && total <= T->capacity && timely());
    assume(!gone || inside(gone));
    know_slot(s);
    know(k);
    know(j);
    know_pair(k, j);
    k_waits = waits(k);
    k_armed = armed(k);
    s_tree = tree(s);
    s_last = T->slot[s];
    remember();
    strayed = treed = false;
}

/* Trees are left alone: the slot, and a timer in a tree. */
static bool same_slot(void) { return tree(s) == s_tree && (!s_tree || T->slot[s] == s_last); }

static size_t old_slot(void) { return (size_t)(k_was.stamp[0] % TW__TABLE_PLACES) - 1; }

static bool same_timer(void) {
    return timer(k)->due == k_was.due && timer(k)->stamp[0] == k_was.stamp[0] &&
           timer(k)->stamp[1] == k_was.stamp[1] && timer(k)->link[0] == k_was.link[0] &&
           timer(k)->link[1] == k_was.link[1];
}

static bool trees_stay(void) {
    return same_slot() && (!k_waits || !tree(old_slot()) || same_timer());
}

/* What is known of a timer beside any two others. */
static void know_beside(uint32_t i) {
    know(i);
    know_pair(i, k);
    know_pair(i, j);
}

/* What is known of the ends of a list, and of a timer of a list with its neighbours. */
static void know_ends(size_t slot) {
    know_slot(slot);
    if (T->slot[slot]) {
        know_beside(T->slot[slot]);
        know_beside(timer(T->slot[slot])->link[NEXT]);
        know_pair(T->slot[slot], timer(T->slot[slot])->link[NEXT]);
    }
}

static void know_neighbours(uint32_t i) {
    const uint32_t next = timer(i)->link[NEXT], prev = timer(i)->link[PREV];

    know_ends(slot_of(i));
    if (i != T->slot[slot_of(i)]) {
        know_beside(next);
        know_pair(i, next);
    }
    if (i != timer(T->slot[slot_of(i)])->link[NEXT])
        know_beside(prev);
}

#define KEEPS(verb)                                          \
    do {                                                     \
        GOAL(verb##_keeps_timers, sound(k));                 \
        GOAL(verb##_keeps_slots, sound_slot(s));             \
        GOAL(verb##_keeps_pairs, sound_pair(k, j));          \
        GOAL(verb##_keeps_trees, trees_stay());              \
        GOAL(verb##_keeps_count, T->count == total);         \
        GOAL(verb##_keeps_to_the_table, !strayed && !treed); \
    } while (0)
