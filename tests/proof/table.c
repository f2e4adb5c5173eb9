/* SPDX-License-Identifier: MIT-0 */
/* What `run wheels` proves of table.h, for any number of timers. Each function prove_NAME
   takes values about which nothing is known, says what is assumed of them, and calls the
   header's code. goals.list has a line for each goal. */
#if defined(TABLE_ORDER)
/* The search for the slot that begins first is proved from what is proved of the functions that
   it calls. Those functions have two names here. A call has `t` as
   its first argument, and gets proved_NAME(). The definition gets header_NAME(). */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#define tw__table_begin(a, b)    BEGIN_##a, b)
#define BEGIN_const              header_begin(const
#define BEGIN_t                  proved_begin(t
#define BEGIN_T                  header_begin(T
#define tw__table_from(a, b)     FROM_##a, b)
#define FROM_const               header_from(const
#define FROM_t                   proved_from(t
#define tw__table_ahead(a, b)    AHEAD_##a, b)
#define AHEAD_const              header_ahead(const
#define AHEAD_t                  proved_ahead(t
#include "node.h"
struct tw_table;
static tw_tick proved_begin(const struct tw_table *t, size_t slot);
static size_t proved_from(const struct tw_table *t, size_t begin);
static size_t proved_ahead(const struct tw_table *t, size_t level);
#endif
#include "table.h"

#include "prove.h"

#include "places.h"

#if !defined(TABLE_ORDER)
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

/* Returns any slot of a level. */
static size_t any_slot(size_t level) {
    return (level ? (2u << FIRST_BITS) + ((level - 1) << (UPPER_BITS + 1 + SUB_BITS)) : 0) +
           (any_size() & (((size_t)1 << ring(level)) - 1));
}

/* The position goes to the tick at which a timer's slot begins, or to one before. All that
   property 3 says of the timer stays, but that the block of the slot is a later one. That stays,
   too, while the position is in one block of level 0. Each level is asked by itself. */
PROVE(moved) {
    const tw_tick position = T->position, to = any_tick(), due = any_tick();
    size_t level;

    for (level = 0; level < LEVELS; level++) {
        const size_t slot = any_slot(level);
        tw_tick begin, later;

        T->position = position;
        begin = tw__table_begin(T, slot);
        later = blocks(level, position, begin);
        if (!keeps(level, slot) || (level > 0 && later == 0) || !ahead(position, due) ||
            from(position, begin) > from(position, due) || (level == 0 && begin != due) ||
            from(position, to) > from(position, begin))
            continue;
        T->position = to;
        GOAL(moved_keeps_the_begin, tw__table_begin(T, slot) == begin);
        GOAL(moved_keeps_the_due,
             keeps(level, slot) && ahead(to, due) && from(to, begin) <= from(to, due));
        GOAL(moved_in_a_block_keeps_it, level == 0 ||
                                            cut((tw_tick)(to ^ position), FIRST_BITS) != 0 ||
                                            blocks(level, to, begin) == later);
    }
}

/* The sub-slots of which go() empties the first, and the share of the second. */
PROVE(group) {
    const tw_tick position = T->position;
    size_t level;

    for (level = 1; level < LEVELS; level++) {
        const size_t slot = any_slot(level);
        const tw_tick block = cut(position, low(level)), begin = tw__table_begin(T, slot);
        const size_t here = tw__table_slot_at(level, block);
        const size_t next = tw__table_slot_at(level, (tw_tick)(block + ((tw_tick)1 << low(level))));

        if (!keeps(level, slot))
            continue;
        GOAL(group_of_the_position,
             here % TW__TABLE_SUBS == 0 && level_of(here) == level && here < SLOTS &&
                 (slot - here < TW__TABLE_SUBS) == (blocks(level, position, begin) == 0));
        GOAL(group_of_the_next_block,
             next % TW__TABLE_SUBS == 0 && level_of(next) == level && next < SLOTS &&
                 (slot - next < TW__TABLE_SUBS) == (blocks(level, position, begin) == 1));
        GOAL(begin_has_its_slot_beyond,
             blocks(level, position, begin) == 0 ||
                 (tw__table_slot(position, begin) == slot) == (blocks(level, position, begin) > 1));
    }
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
bool always(size_t i);

/* What holds of each word of bits: the summary tells whether it is 0. */
bool always(size_t i) {
    return i >= WORDS || (T->summary[i / WORD] >> i % WORD & 1) == (T->word[i] != 0);
}

static bool occupied(size_t slot) {
    return slot < SLOTS && (T->word[slot / WORD] >> slot % WORD & 1);
}
#else
/* Any slots are occupied. */
bool some_occupied(size_t slot);

static bool occupied(size_t slot) { return slot < SLOTS && some_occupied(slot); }
#endif

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

#if !defined(TABLE_ORDER)
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

/* The slots of level 0 from the position to `by`. */
PROVE(near) {
    const tw_tick by = any_tick();
    const size_t other = any_size(), found = tw__table_near(T, by), all = (2u << FIRST_BITS) - 1;
    const size_t here = (size_t)T->position & all, last = (size_t)by & all;

    assume(cut((tw_tick)(by ^ T->position), FIRST_BITS) == 0);
    GOAL(near_is_occupied, found == SLOTS || (here <= found && found <= last && occupied(found)));
    GOAL(near_is_the_first, other < here || other > last || other >= found || !occupied(other));
}

/* Two slots of a level. The one that is met first begins first. */
PROVE(ring) {
    const size_t x = any_size(), y = any_size(), level = level_of(x);

    assume(legal(x) && legal(y) && level_of(y) == level && rank(level, x) <= rank(level, y));
    GOAL(met_first_begins_first, x == y || distance(x) < distance(y));
}

PROVE(begins) {
    const size_t slot = any_size();

    assume(legal(slot));
    GOAL(begin_of_an_occupied_slot,
         begins(slot, tw__table_begin(T, slot), tw__table_begin(T, slot - slot % TW__TABLE_SUBS)));
}

/* ARMING */
PROVE(enter) {
    const tw_tick due = any_tick();

    assume(ahead(T->position, due));
    GOAL(arming_begins_by_due, sits(tw__table_slot(T->position, due), due));
}

PROVE(reach) {
    const tw_tick due = any_tick();

    assume(timely(T->now) && tw_before(T->now, due) && tw__table_reach(T, due));
    GOAL(reach_is_near, near(due));
    GOAL(reach_is_ahead, ahead(T->position, due));
}

/* A timer is armed for `due`, and may stay where it is. */
PROVE(stays) {
    const size_t i = any_size();
    const struct tw_table_timer *const e = &whole.timer[i];
    const size_t slot = (size_t)tw__table_place(e) - 1;
    const tw_tick due = any_tick();

    assume(i < sizeof whole.timer / sizeof whole.timer[0] && tw__table_place(e) <= SLOTS + 1);
    assume(slot >= SLOTS || (sits(slot, e->due) && near(e->due)));
    assume(timely(T->now) && tw_before(T->now, due) && near(due) && ahead(T->position, due));
    assume(tw__table_stays(T, e, due));
    GOAL(stays_in_a_lazy_slot,
         slot < SLOTS && level_of(slot) > 0 && !(T->shape[slot / WORD] >> slot % WORD & 1));
    GOAL(stays_begins_by_due, sits(slot, due));
}

#else
/* Any slot, and where slots begin. */
extern size_t other, taken; /* taken: the slot that ahead() gave last */
tw_tick some_begin(size_t slot);

static tw_tick proved_begin(const struct tw_table *t, size_t slot) {
    (void)t;
    return some_begin(slot);
}

static bool known(size_t slot) {
    const size_t first = level_of(slot) > 0 ? slot - slot % TW__TABLE_SUBS : slot;

    return occupied(slot) && begins(slot, some_begin(slot), some_begin(first));
}

static tw_tick far(size_t slot) { return from(T->position, some_begin(slot)); }

static size_t proved_from(const struct tw_table *t, size_t begin) {
    const size_t found = any_size();

    (void)t;
    assume(first_from(begin, found, other));
    return found;
}

static size_t proved_ahead(const struct tw_table *t, size_t level) {
    const size_t found = any_size();

    (void)t;
    assume(found == SLOTS || (level_of(found) == level && known(found)));
    if (level_of(other) == level)
        assume(found < SLOTS && (found == other || far(found) < far(other)));
    taken = found;
    return found;
}

/* THE SLOT THAT BEGINS FIRST. Says whether earliest() must find `other`: it begins by `by`, or
   `by` lies in another block than the position. */
static bool looks_for(tw_tick by) {
    return cut(by, FIRST_BITS) != cut(T->position, FIRST_BITS) ||
           (ahead(T->position, by) && far(other) <= from(T->position, by));
}

static bool first_found(size_t slot) {
    return slot < SLOTS && comes_first(slot, some_begin(slot), other, some_begin(other));
}

/* The search goes on from level to level. Before each of them, `first` is the slot that begins
   first of all those below. */
extern bool turned;
extern size_t turn, kept; /* kept: `first` when a turn begins */

static bool first_below(size_t level, size_t first, tw_tick nearest) {
    return 1 <= level && level <= LEVELS &&
           (first == SLOTS ? nearest == TW_TICK_MAX
                           : known(first) && level_of(first) < level && nearest == far(first)) &&
           (level_of(other) >= level || first_found(first));
}

void shows_tw__table_earliest(size_t level, size_t first, tw_tick nearest);
void assumes_tw__table_earliest(size_t level, size_t first, tw_tick nearest);

void shows_tw__table_earliest(size_t level, size_t first, tw_tick nearest) {
    if (!turned)
        kept = first;
    GOAL(levels_below_have_a_first, first != kept || first_below(level, kept, nearest));
    GOAL(level_brings_the_first,
         first == kept || (first == taken && first_below(level, taken, nearest)));
    GOAL(levels_are_taken_by_turns, !turned || level == turn + 1);
}

void assumes_tw__table_earliest(size_t level, size_t first, tw_tick nearest) {
    assume(first_below(level, first, nearest));
    turned = true;
    turn = level;
    kept = first;
}

PROVE(earliest) {
    const tw_tick by = any_tick();
    size_t slot;

    turned = false;
    assume(known(other));
    slot = tw__table_earliest(T, by);
    GOAL(earliest_is_a_slot, slot == SLOTS || known(slot));
    GOAL(earliest_begins_first, !looks_for(by) || first_found(slot));
}

/* first() ends at a slot of level 0, or at a tree where the slot's begin still belongs. A deadline
   in it is x, and one in any other slot is y. */
PROVE(nearest) {
    const size_t slot = any_size();
    const tw_tick x = any_tick(), y = any_tick(), begin = tw__table_begin(T, slot);

    assume(legal(slot) && sits(other, y) && slot != other);
    assume(comes_first(slot, begin, other, tw__table_begin(T, other)));
    assume(level_of(slot) == 0 || tw__table_slot(T->position, begin) == slot);
    assume(from(begin, x) >> span(level_of(slot)) == 0);
    GOAL(first_slot_has_the_nearest, from(T->position, x) <= from(T->position, y));
}
#endif
