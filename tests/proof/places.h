/* SPDX-License-Identifier: MIT-0 */
/* What table.c and moves.c have in common: ticks and places of table.h as its manual has them, and
   property 3. Each includes table.h and prove.h first. */
enum { FIRST_BITS = 9, UPPER_BITS = 5, SUB_BITS = sizeof(void *) > 4 ? 2 : 0 };

enum { LEVELS = TW__TABLE_LEVELS, SLOTS = TW__TABLE_SLOTS, WORDS = TW__TABLE_WORDS };

enum { SUMMARIES = TW__TABLE_SUMMARIES };

/* The table has as many timers as a table can have. */
extern struct {
    struct tw_table t;
    struct tw_table_timer timer[0xFFFFFFFEu];
} whole;

#define T (&whole.t)

/* THE TABLE, AS ITS MANUAL HAS IT. */
static size_t level_of(size_t slot) {
    return slot >> (FIRST_BITS + 1)
               ? 1 + ((slot - (2u << FIRST_BITS)) >> (UPPER_BITS + 1 + SUB_BITS))
               : 0;
}

/* TICKS AND PLACES */
/* Returns the number of bits that tell apart the ticks of a block of a level; the block of
   level 0 is a tick. */
static unsigned low(size_t level) {
    return level ? FIRST_BITS + UPPER_BITS * ((unsigned)level - 1) : 0;
}

/* Returns the number of bits that tell apart the ticks of a slot of a level, and the number
   of those that number the slots. */
static unsigned span(size_t level) { return level ? low(level) - SUB_BITS : 0; }

static unsigned ring(size_t level) { return level ? UPPER_BITS + 1 + SUB_BITS : FIRST_BITS + 1; }

/* Says whether t is a tick that the slot stands for, seen from the position. */
static bool holds(tw_tick position, size_t slot, tw_tick t) {
    const size_t level = level_of(slot);
    const size_t index = level ? slot - (2u << FIRST_BITS) : slot;
    const unsigned all = span(level) + ring(level);

    return ((index ^ (size_t)(t >> span(level))) & (((size_t)1 << ring(level)) - 1)) == 0 &&
           (all >= BITS || from(cut(position, span(level)), t) >> all == 0);
}

/* Returns how many blocks of a level lie between that of the position and that of t. */
static tw_tick blocks(size_t level, tw_tick position, tw_tick t) {
    return (tw_tick)(from(cut(position, low(level)), t) >> low(level));
}

/* PROPERTY 3. What holds of an occupied slot, if its block may be that of the position. */
static bool keeps(size_t level, size_t slot) {
    const tw_tick position = T->position, begin = tw__table_begin(T, slot);

    return slot < SLOTS && level_of(slot) == level && ahead(position, begin) &&
           holds(position, slot, begin) &&
           (level + 1 >= LEVELS || blocks(level + 1, position, begin) < 2);
}

/* What holds of each slot that is occupied: above level 0 it is of a later block. */
static bool legal(size_t slot) {
    const size_t level = level_of(slot);

    return keeps(level, slot) &&
           (level == 0 || blocks(level, T->position, tw__table_begin(T, slot)) > 0);
}

static tw_tick distance(size_t slot) { return from(T->position, tw__table_begin(T, slot)); }

/* What holds of each timer that is in a slot, armed or cancelled. */
static bool sits(size_t slot, tw_tick due) {
    return legal(slot) && ahead(T->position, due) && distance(slot) <= from(T->position, due) &&
           (level_of(slot) > 0 || tw__table_begin(T, slot) == due);
}

/* What the caller owes where ticks wrap. The clock lies less than half the range ahead of the
   position: no timer is so late, and no step of the clock is longer than a quarter. `by` lies at
   most a quarter before the clock. */
static bool timely(tw_tick by) {
    const tw_tick quarter = TW_TICK_MAX / 4 + 1;

    return BITS == 64 ? T->position <= T->now && by <= T->now
                      : from(T->position, T->now) < 2 * quarter && from(by, T->now) <= quarter;
}

/* Says whether t lies less than a quarter of the range beyond the clock. */
static bool near(tw_tick t) {
    return BITS == 64 || from(T->position, t) < from(T->position, T->now) + (TW_TICK_MAX / 4 + 1);
}

/* What is used of a slot that is occupied: its begin, and that of its block. */
static bool begins(size_t slot, tw_tick begin, tw_tick block) {
    const tw_tick position = T->position;

    if (slot >= SLOTS || !ahead(position, begin))
        return false;
    return level_of(slot) == 0
               ? slot == tw__table_slot_at(0, begin) && blocks(1, position, begin) < 2
               : blocks(1, position, begin) > 0 && block != position &&
                     from(position, block) <= from(position, begin);
}

/* Says whether a slot that begins at x comes before another one. If both begin together, that
   of level 0 comes first, else that of the higher level. */
static bool comes_first(size_t slot, tw_tick x, size_t after, tw_tick y) {
    const tw_tick near = from(T->position, x), far = from(T->position, y);

    return slot == after || near < far ||
           (near == far &&
            (level_of(slot) == 0 || (level_of(after) > 0 && level_of(slot) > level_of(after))));
}
