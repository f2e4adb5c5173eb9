/* SPDX-License-Identifier: MIT-0 */
/* What `run wheels` proves of table.h, for any number of timers. Each function prove_NAME
   takes values about which nothing is known, says what is assumed of them, and calls the
   header's code. goals.list has a line for each goal. */
#include "table.h"

#include "prove.h"

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

PROVE(slot) {
    const tw_tick position = any_tick(), due = any_tick();
    const size_t slot = tw__table_slot(position, due), level = level_of(slot);

    assume(ahead(position, due));
    GOAL(slot_in_range, slot < SLOTS);
    GOAL(slot_holds_due, holds(position, slot, due));
    GOAL(slot_of_two_blocks, level + 1 == LEVELS || blocks(level + 1, position, due) < 2);
    GOAL(slot_of_the_lowest_level, level == 0 || blocks(level, position, due) >= 2);
}

PROVE(order) {
    const tw_tick position = any_tick(), x = any_tick(), y = any_tick();
    const size_t first = tw__table_slot(position, x), second = tw__table_slot(position, y);

    assume(ahead(position, x) && ahead(position, y) && from(position, x) <= from(position, y));
    GOAL(nearer_is_lower, level_of(first) <= level_of(second));
    GOAL(equal_ticks_share, x != y || first == second);
    GOAL(first_level_is_exact, x == y || first != second || level_of(first) > 0);
}

PROVE(begin) {
    const size_t slot = any_size(), level = level_of(slot);
    const tw_tick position = T->position, begin = tw__table_begin(T, slot), due = any_tick();

    assume(slot < SLOTS && ahead(position, due) && holds(position, slot, due));
    GOAL(begin_is_of_its_slot, holds(position, slot, begin) && cut(begin, span(level)) == begin);
    GOAL(begin_is_not_after_due, from(begin, due) >> span(level) == 0);
}

/* The position goes to a tick at which the slot begins, or to one before. */
PROVE(step) {
    const tw_tick position = T->position, to = any_tick();
    const size_t slot = any_size();
    const tw_tick begin = tw__table_begin(T, slot);

    assume(slot < SLOTS && ahead(position, begin) && from(position, to) <= from(position, begin));
    assume(blocks(level_of(slot), position, begin) > 0);
    T->position = to;
    GOAL(begin_stays, tw__table_begin(T, slot) == begin);
}

/* A slot of the block of the position or of the next block gets no timer above level 0. */
PROVE(leave) {
    const tw_tick position = T->position, due = any_tick(), begin = any_tick();
    const size_t level = any_size(), slot = tw__table_slot(position, due);

    assume(0 < level && level < LEVELS && ahead(position, due));
    assume(level_of(slot) == level && holds(position, slot, begin) && ahead(position, begin));
    GOAL(no_timer_comes_near, blocks(level, position, begin) >= 2);
}

/* What goes down while the position passes a block is all that a next block can have. */
PROVE(share) {
    const size_t level = any_size(), passed = any_size();

    assume(0 < level && level < LEVELS && passed > 0);
    assume(passed <= TW_TICK_MAX);
    GOAL(share_of_a_block_is_all,
         passed >> low(level) == 0 ||
             tw__table_share(T, low(level), (tw_tick)passed) >= (size_t)T->capacity);
    GOAL(shares_are_enough, low(level) >= 32 || (tw__table_share(T, low(level), 1) << low(level)) >=
                                                    (size_t)T->capacity);
}

/* BITS */
static bool occupied(size_t slot) {
    return slot < SLOTS && (T->word[slot / WORD] >> slot % WORD & 1);
}

bool always(size_t i);

/* What holds of each word of bits: the summary tells whether it is 0. */
bool always(size_t i) {
    return i >= WORDS || (T->summary[i / WORD] >> i % WORD & 1) == (T->word[i] != 0);
}

/* CONTRACTS. What holds of from(): `other` is any slot. */
static bool first_from(size_t begin, size_t found, size_t other) {
    return found >= begin && found <= SLOTS && (found == SLOTS || occupied(found)) &&
           (other < begin || other >= found || !occupied(other));
}

/* Returns how many slots of the level lie from that of the position to this one. */
static size_t rank(size_t level, size_t slot) {
    return (slot - (size_t)(T->position >> span(level))) & (((size_t)1 << ring(level)) - 1);
}

/* What holds of ahead(): `other` is any slot of the level that is occupied. */
static bool first_ahead(size_t level, size_t found, size_t other) {
    return found < SLOTS && level_of(found) == level && occupied(found) &&
           rank(level, found) <= rank(level, other);
}

static bool no_more_words(void) {
    return T->summary[SUMMARIES - 1] >> (WORDS - 1) % WORD >> 1 == 0;
}

PROVE(from) {
    const size_t begin = any_size(), other = any_size(), found = tw__table_from(T, begin);

    assume(begin < SLOTS && no_more_words());
    GOAL(found_is_the_first, first_from(begin, found, other));
}

PROVE(ahead) {
    const size_t level = any_size(), other = any_size(), found = tw__table_ahead(T, level);

    assume(level < LEVELS && no_more_words());
    GOAL(ahead_is_occupied, found == SLOTS || (level_of(found) == level && occupied(found)));
    assume(occupied(other) && level_of(other) == level);
    GOAL(ahead_is_next, first_ahead(level, found, other));
}
