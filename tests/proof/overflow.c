/* SPDX-License-Identifier: MIT-0 */
/* What `run wheels` proves of the overflow slot of smallwheel.h, for any number of nodes. A wheel
   of so few levels has one: ticks beyond the last level wait there. A turn is one round of that
   level. Where ticks wrap, it is a quarter of the range here. So no deadline less than three
   quarters ahead lies in the turn of the position again. Each function prove_NAME takes values
   about which nothing is known, as in wheels.c. */
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
#define tw__smallwheel_enter_turn(a) ENTER_TURN_##a)
#define ENTER_TURN_struct            header_enter_turn(struct
#define ENTER_TURN_w                 told_enter_turn(w
struct tw_smallwheel;
static void told_enter_turn(struct tw_smallwheel *v);
#include "smallwheel.h"

#include "prove.h"

extern struct tw_smallwheel w;
extern struct tw_node n;

enum { FIRST_BITS = TW_SMALLWHEEL_FIRST_BITS, UPPER_BITS = TW_SMALLWHEEL_UPPER_BITS };

enum { LEVELS = TW_SMALLWHEEL_LEVELS, SLOTS = TW__SMALLWHEEL_SLOTS };

/* THE WHEEL, AS ITS MANUAL HAS IT. The overflow slot has the number SLOTS, and is above all
   levels. Returns the number of the lowest bit of a level's digit; of the overflow slot, of a
   turn. */
static unsigned low(size_t level) {
    return level ? FIRST_BITS + UPPER_BITS * ((unsigned)level - 1) : 0;
}

static size_t level_of(size_t slot) {
    return slot >> FIRST_BITS ? 1 + ((slot - (1u << FIRST_BITS)) >> UPPER_BITS) : 0;
}

static tw_tick block(size_t level, tw_tick t) { return cut(t, low(level)); }

static tw_tick turn(tw_tick t) { return block(LEVELS, t); }

static size_t slot_of(tw_tick position, tw_tick t) { return tw__smallwheel_slot(position, t); }

/* Returns the first tick of a slot of a level, seen from the position. */
static tw_tick begin_of(tw_tick position, size_t slot) {
    const size_t level = level_of(slot);
    const size_t first = level ? (1u << FIRST_BITS) + ((level - 1) << UPPER_BITS) : 0;

    return (tw_tick)(block(level + 1, position) + (tw_tick)((tw_tick)(slot - first) << low(level)));
}

PROVE(slot) {
    const tw_tick position = any_tick(), due = any_tick();
    const size_t slot = slot_of(position, due);

    assume(ahead(position, due));
    GOAL(overflow_is_the_last_slot, slot <= SLOTS && level_of(SLOTS) == LEVELS);
    GOAL(overflow_has_other_turns, (slot == SLOTS) == (turn(due) != turn(position)));
    GOAL(levels_have_the_turn,
         slot == SLOTS || from(begin_of(position, slot), due) >> low(level_of(slot)) == 0);
}

PROVE(order) {
    const tw_tick position = any_tick(), x = any_tick(), y = any_tick();

    assume(ahead(position, x) && ahead(position, y) && from(position, x) <= from(position, y));
    GOAL(overflow_is_later, level_of(slot_of(position, x)) <= level_of(slot_of(position, y)));
}

/* The position goes to a tick up to the nearest deadline of the overflow slot, x. There it has
   entered the turn of x, or not. y is a later deadline there. */
PROVE(enter) {
    const tw_tick position = any_tick(), to = any_tick(), x = any_tick(), y = any_tick();

    assume(slot_of(position, x) == SLOTS && slot_of(position, y) == SLOTS);
    assume(ahead(position, y) && from(position, to) <= from(position, x) &&
           from(position, x) <= from(position, y));
    GOAL(turn_leaves_the_overflow, (slot_of(to, y) == SLOTS) == (turn(to) != turn(y)));
    GOAL(turn_is_in_front, slot_of(to, y) == SLOTS || slot_of(to, x) != SLOTS);
}

/* What holds of each slot: its bit tells whether it is occupied. */
bool always(size_t i);

bool always(size_t i) {
    return i >= TW__SMALLWHEEL_LISTS || (w.word[i / WORD] >> i % WORD & 1) == (w.slot[i] != NULL);
}

PROVE(earliest) {
    const tw_tick x = any_tick(), y = any_tick();
    const size_t other = any_size();
    size_t slot;

    assume(ahead(w.position, x) && ahead(w.position, y));
    assume(other == slot_of(w.position, y) && (w.word[other / WORD] >> other % WORD & 1));
    slot = tw__smallwheel_earliest(&w);
    GOAL(earliest_may_be_the_overflow, slot <= SLOTS && (w.word[slot / WORD] >> slot % WORD & 1));
    assume(slot == slot_of(w.position, x));
    if (slot != other)
        GOAL(overflow_comes_last, from(w.position, x) < from(w.position, y));
}

/* n is the first node and not due. x is another deadline. */
extern bool entered;

static void told_enter_turn(struct tw_smallwheel *v) {
    (void)v;
    entered = true;
}

PROVE(follow) {
    const tw_tick position = w.position, now = any_tick(), x = any_tick();
    const size_t slot = slot_of(position, n.due), other = slot_of(position, x);

    assume(ahead(position, n.due) && ahead(position, x) && ahead(position, now));
    assume(from(position, now) < from(position, n.due));
    assume(from(position, n.due) <= from(position, x));
    entered = false;
    n.home = slot + TW__WAITING;
    tw__smallwheel_follow(&w, &n, now);
    GOAL(overflow_follows_now, from(position, w.position) <= from(position, now) &&
                                   (BITS == 64 || from(w.position, now) <= TW_TICK_MAX / 2));
    GOAL(overflow_enters_the_turn, entered == (slot == SLOTS && turn(w.position) == turn(n.due)));
    GOAL(overflow_keeps_the_first, entered ? w.first == &n && slot_of(w.position, n.due) < SLOTS
                                           : slot_of(w.position, n.due) == slot);
    GOAL(overflow_leaves_others, slot_of(w.position, x) == other ||
                                     (entered && other == SLOTS && turn(x) == turn(w.position)));
}
