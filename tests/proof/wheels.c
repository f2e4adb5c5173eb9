/* SPDX-License-Identifier: MIT-0 */
/* What `run wheels` proves of a wheel with levels. Each function prove_NAME takes values
   about which nothing is known, says what is assumed of them, and calls the header's code.
   prove.h says how. goals.list has a line for each goal. */
#if defined(BIGWHEEL_ORDER)
/* tw__bigwheel_earliest() is proved from what is proved of tw__bigwheel_any(). A call has `w` as
   its first argument; the definition begins with `const`, and stays. */
#include <stdbool.h>
#include <stddef.h>
#define BIGWHEEL
#define tw__bigwheel_any(a, b, c, d) ANY_##a, b, c, d)
#define ANY_const                    header_any(const
#define ANY_w                        proved_any(w
struct tw_bigwheel;
static bool proved_any(const struct tw_bigwheel *w, size_t begin, size_t end, size_t *slot);
#endif
#if defined(BIGWHEEL)
#include "bigwheel.h"
#define OF(name) tw__bigwheel_##name

enum { FIRST_BITS = 10, UPPER_BITS = 7, SUB_BITS = 3, LEVELS = TW__BIGWHEEL_LEVELS };

enum { SLOTS = TW__BIGWHEEL_SLOTS, WORDS = TW__BIGWHEEL_WORDS, SUMMARIES = TW__BIGWHEEL_SUMMARIES };
typedef struct tw_bigwheel wheel;
#elif defined(HWHEEL)
#include "hwheel.h"
#define OF(name) tw__hwheel_##name

enum { FIRST_BITS = 9, UPPER_BITS = 5, SUB_BITS = sizeof(void *) > 4 ? 4 : 0 };

enum { LEVELS = TW__HWHEEL_LEVELS, SLOTS = TW__HWHEEL_SLOTS, WORDS = TW__HWHEEL_WORDS };

enum { SUMMARIES = TW__HWHEEL_SUMMARIES };
typedef struct tw_hwheel wheel;
#else
#include "smallwheel.h"
#define OF(name) tw__smallwheel_##name

enum { FIRST_BITS = TW_SMALLWHEEL_FIRST_BITS, UPPER_BITS = TW_SMALLWHEEL_UPPER_BITS };

enum { SUB_BITS = 0, LEVELS = TW_SMALLWHEEL_LEVELS, SLOTS = TW__SMALLWHEEL_SLOTS };

enum { WORDS = TW__SMALLWHEEL_WORDS };
typedef struct tw_smallwheel wheel;
#endif

#include "prove.h"

extern wheel w;
extern struct tw_node n;

/* THE WHEEL, AS ITS MANUAL HAS IT. Returns the number of the lowest bit of a level's digit. */
static unsigned low(size_t level) {
    return level ? FIRST_BITS + UPPER_BITS * ((unsigned)level - 1) : 0;
}

static unsigned high(size_t level) { return level + 1 < LEVELS ? low(level + 1) : BITS; }

/* Returns the tick at which a tick's block of a level begins. */
static tw_tick block(size_t level, tw_tick t) { return cut(t, low(level)); }

#if defined(BIGWHEEL)
static size_t level_of(size_t slot) { return slot >> (FIRST_BITS + 1); }

static size_t index_of(size_t slot) { return slot & ((2u << FIRST_BITS) - 1); }
#else
static size_t level_of(size_t slot) {
    return slot >> FIRST_BITS ? 1 + ((slot - (1u << FIRST_BITS)) >> (UPPER_BITS + SUB_BITS)) : 0;
}

static size_t index_of(size_t slot) {
    const size_t upper = (slot - (1u << FIRST_BITS)) & ((1u << (UPPER_BITS + SUB_BITS)) - 1);
    return slot >> FIRST_BITS ? upper : slot;
}
#endif

static size_t slot_of(tw_tick position, tw_tick t) { return OF(slot)(position, t); }

#if !defined(BIGWHEEL_ORDER)
/* TICKS AND PLACES */
/* Says whether t is a tick that the slot stands for, seen from the position. */
static bool holds(tw_tick position, size_t slot, tw_tick t) {
    const size_t level = level_of(slot);
    const unsigned span = level ? low(level) - SUB_BITS : 0;
    const tw_tick own = (tw_tick)((tw_tick)index_of(slot) << span);
    const tw_tick begin = (tw_tick)(cut(position, high(level)) | (own ^ cut(own, high(level))));

    return (tw_tick)(t - begin) >> span == 0;
}

PROVE(slot) {
    const tw_tick position = any_tick(), due = any_tick();
    const size_t slot = slot_of(position, due), level = level_of(slot);

    assume(ahead(position, due));
    GOAL(slot_in_range, slot < SLOTS);
    GOAL(slot_holds_due, holds(position, slot, due));
    GOAL(slot_of_another_digit,
         level == 0 || (block(level, due) != block(level, position) &&
                        from(position, block(level, due)) <= from(position, due)));
    GOAL(slot_of_its_level,
         level + 1 == LEVELS || cut((tw_tick)(due ^ position), high(level)) == 0);
}

/* Two deadlines, the first of which is nearer. */
PROVE(order) {
    const tw_tick position = any_tick(), x = any_tick(), y = any_tick();
    const size_t first = slot_of(position, x), second = slot_of(position, y);

    assume(ahead(position, x) && ahead(position, y) && from(position, x) <= from(position, y));
    GOAL(nearer_is_lower, level_of(first) <= level_of(second));
    GOAL(equal_ticks_share, x != y || first == second);
    GOAL(first_level_is_exact, x == y || first != second || level_of(first) > 0);
}

/* The position goes to a tick up to the nearest deadline, x, and y lies beyond. */
PROVE(enter) {
    const tw_tick position = any_tick(), to = any_tick(), x = any_tick();
    const size_t slot = slot_of(position, x), after = slot_of(to, x), level = level_of(slot);

    assume(ahead(position, x) && from(position, to) <= from(position, x));
    GOAL(only_an_entered_block_moves,
         after == slot || (level > 0 && block(level, to) == block(level, x)));
    GOAL(entered_block_moves_down,
         level == 0 || block(level, to) != block(level, x) || level_of(after) < level);
}

/* What slots.h gives to the wheels is proved once. */
#if defined(HWHEEL)
PROVE(key) {
    const tw_tick position = any_tick(), due = any_tick(), key = tw__slots_key(position, due);

    GOAL(key_is_due_or_position, key == due || key == position);
    GOAL(key_of_a_passed_tick, ahead(position, due) || key == position);
    GOAL(key_of_a_tick_ahead, !ahead(position, due) || key == due);
}

PROVE(digit) {
    const tw_tick x = any_tick();
    unsigned bits;

    assume(x != 0);
    for (bits = 2; bits <= 8; bits++) {
        const unsigned digit = tw__high_digit(x, bits);
        GOAL(digit_is_not_zero, digit * bits < BITS && x >> digit * bits != 0);
        GOAL(digit_is_the_highest, x >> digit * bits >> bits == 0);
    }
}

/* BITS */
extern uintptr_t some[3], over[1];

PROVE(bits) {
    const size_t begin = any_size(), other = any_size();
    const size_t found = tw__bits_from(some, begin, 3),
                 whole = tw__bits_first(some, begin / WORD, 3);

    assume(begin < 3 * WORD && other < 3 * WORD);
    GOAL(bit_is_set,
         found == 3 * WORD || (found < 3 * WORD && (some[found / WORD] >> found % WORD & 1)));
    GOAL(bit_is_not_before, found >= begin && whole >= begin / WORD * WORD);
    GOAL(bit_is_the_first, other < begin || other >= found || !tw__bits_get(some, other));
    GOAL(bit_of_whole_words, whole == 3 * WORD || (whole < 3 * WORD && tw__bits_get(some, whole)));
    GOAL(bit_of_whole_words_is_the_first, other < begin / WORD * WORD || other >= whole ||
                                              !(some[other / WORD] >> other % WORD & 1));
}

PROVE(toggle) {
    const size_t i = any_size(), k = any_size();
    const uintptr_t was = some[k % 3];
    const bool summary = over[0] >> (k % 3) & 1;

    assume(i < 3 * WORD && k < 3 && summary == (was != 0) &&
           (over[0] >> i / WORD & 1) == (some[i / WORD] != 0));
    tw__bits_toggle(some, over, i);
    GOAL(toggle_changes_one_bit, some[k] == (k == i / WORD ? was ^ (uintptr_t)1 << i % WORD : was));
    GOAL(toggle_keeps_the_summary, (over[0] >> k & 1) == (some[k] != 0));
}
#endif

#endif

/* What a wheel's manual says of each word of its bits, or of each slot: the bits tell what is
   occupied. */
bool always(size_t i);
#if defined(SMALLWHEEL)
#define POSITION w.position

bool always(size_t i) {
    return i >= SLOTS || (w.word[i / WORD] >> i % WORD & 1) == (w.slot[i] != NULL);
}
#else
#define POSITION w.base.position

bool always(size_t i) {
    const bool spare = sizeof w.word > WORDS * sizeof w.word[0]; /* a last word, which stays 0 */

    if (i < WORDS)
        return (w.summary[i / WORD] >> i % WORD & 1) == (w.word[i] != 0);
    return i > WORDS || !spare || w.word[i] == 0;
}
#endif

/* Any slots may be occupied. x is a deadline in the slot that is found, y one in another
   occupied slot. */
#if defined(BIGWHEEL)
static bool occupied(size_t slot) {
    return slot < SLOTS && (w.word[slot / WORD] >> slot % WORD & 1);
}

/* What holds of any(): `other` is any slot. */
static bool first_any(size_t begin, size_t end, bool any, size_t found, size_t other) {
    return any ? begin <= found && found < end && occupied(found) &&
                     (other < begin || other >= found || !occupied(other))
               : other < begin || other >= end || !occupied(other);
}
#endif

#if defined(BIGWHEEL) && !defined(BIGWHEEL_ORDER)
PROVE(any) {
    const size_t begin = any_size(), end = any_size(), other = any_size();
    size_t found;
    const bool any = tw__bigwheel_any(&w, begin, end, &found);

    assume(w.summary[SUMMARIES - 1] >> (WORDS - 1) % WORD >> 1 == 0 && w.summary[SUMMARIES] == 0);
    assume(begin < end && end <= SLOTS);
    GOAL(any_is_the_first, first_any(begin, end, any, found, other));
}
#elif defined(BIGWHEEL)
extern size_t other;

static bool proved_any(const struct tw_bigwheel *v, size_t begin, size_t end, size_t *slot) {
    const bool any = any_bool();

    (void)v;
    *slot = any_size();
    assume(first_any(begin, end, any, *slot, other));
    return any;
}

static size_t slot_at(size_t level, tw_tick t) {
    return (level << (FIRST_BITS + 1)) +
           ((size_t)(t >> UPPER_BITS * level) & ((2u << FIRST_BITS) - 1));
}

static bool fits(size_t slot, tw_tick t) {
    const size_t level = any_size(), own = level_of(slot_of(w.base.position, t));
    const tw_tick next =
        (tw_tick)(block(level + 1, w.base.position) + ((tw_tick)1 << low(level + 1)));

    return ahead(w.base.position, t) && level <= own && slot == slot_at(level, t) &&
           (level == own || block(level + 1, t) == next);
}

PROVE(earliest) {
    const tw_tick x = any_tick(), y = any_tick();
    size_t slot;
    bool next;

    assume(occupied(other) && fits(other, y));
    next = OF(earliest)(&w, &slot);
    GOAL(earliest_is_occupied, occupied(slot));
    assume(fits(slot, x));
    if (slot != other && !next)
        GOAL(earliest_comes_first, from(w.base.position, x) < from(w.base.position, y));
    if (slot != other && next)
        GOAL(next_block_comes_first,
             from(w.base.position, x) < from(w.base.position, y) ||
                 block(level_of(slot) + 1, x) == block(level_of(slot) + 1, y));
}
#else
PROVE(earliest) {
    const tw_tick x = any_tick(), y = any_tick();
    const size_t other = any_size();
    size_t slot;

#if defined(HWHEEL)
    assume(w.summary[SUMMARIES - 1] >> (WORDS - 1) % WORD >> 1 == 0);
#endif
    assume(ahead(POSITION, x) && ahead(POSITION, y) && other < SLOTS);
    assume(other == slot_of(POSITION, y) && (w.word[other / WORD] >> other % WORD & 1));
    slot = OF(earliest)(&w);
    GOAL(earliest_is_occupied, slot < SLOTS && (w.word[slot / WORD] >> slot % WORD & 1));
    assume(slot == slot_of(POSITION, x));
    if (slot != other)
        GOAL(earliest_comes_first, from(POSITION, x) < from(POSITION, y));
}
#endif

#if !defined(BIGWHEEL_ORDER)
/* THE POSITION'S STEP */
#if defined(BIGWHEEL) || defined(HWHEEL)
PROVE(quiet) {
    const tw_tick position = w.base.position, now = any_tick(), x = any_tick();
    const size_t slot = slot_of(position, x);

    assume(ahead(position, x) && ahead(position, w.base.wake));
    assume(from(position, block(level_of(slot), x)) >= from(position, w.base.wake));
    if (w.base.count == 0) {
        GOAL(empty_follows, tw__slots_quiet(&w.base, now) && w.base.position == now);
        return;
    }
    if (!tw__slots_quiet(&w.base, now)) {
        GOAL(awake_stays, w.base.position == position);
        return;
    }
    GOAL(quiet_is_not_due, !ahead(position, now) || from(position, now) < from(position, x));
    GOAL(quiet_follows, w.base.position == (ahead(position, now) ? now : position));
    GOAL(quiet_moves_none, slot_of(w.base.position, x) == slot);
}
#else
/* The position goes to x, the nearest deadline. y is another one. */
PROVE(reach) {
    const tw_tick position = any_tick(), x = any_tick(), y = any_tick();
    const size_t slot = slot_of(position, x), other = slot_of(position, y);

    assume(ahead(position, x) && ahead(position, y) && from(position, x) <= from(position, y));
    GOAL(reach_leaves_other_slots, slot == other || slot_of(x, y) == other);
    GOAL(reach_empties_the_slot, slot != other || level_of(slot) == 0 || slot_of(x, y) != slot);
}

/* n is the first node and not due. x is another deadline. */
PROVE(follow) {
    const tw_tick position = w.position, now = any_tick(), x = any_tick();
    const size_t slot = slot_of(position, n.due), other = slot_of(position, x);

    assume(ahead(position, n.due) && ahead(position, x));
    assume(!ahead(position, now) || from(position, now) < from(position, n.due));
    assume(from(position, n.due) <= from(position, x));
    n.home = slot + TW__WAITING;
    OF(follow)(&w, &n, now);
    GOAL(follow_does_not_go_back, ahead(position, w.position));
    GOAL(follow_is_not_past_now,
         !ahead(position, now) || from(position, w.position) <= from(position, now));
    GOAL(follow_leaves_the_first, slot_of(w.position, n.due) == slot);
    GOAL(follow_leaves_others, slot_of(w.position, x) == other);
    GOAL(follow_keeps_near,
         BITS == 64 || !ahead(position, now) || from(w.position, now) <= TW_TICK_MAX / 2);
}
#endif

#if defined(BIGWHEEL)
PROVE(blocks) {
    const tw_tick position = w.base.position, due = any_tick();
    const tw_tick key = ahead(position, due) ? due : position;
    const size_t level = any_size();

    assume(level < LEVELS);
    GOAL(block_begins, from(position, OF(block)(&w, due)) <= from(position, key));
    GOAL(after_is_the_next_block,
         OF(after)(&w, level) == (tw_tick)(block(level, position) + ((tw_tick)1 << low(level))));
}

PROVE(shares) {
    const size_t level = any_size();
    const tw_tick passed = any_tick(), position = w.base.position;

    assume(0 < level && level < LEVELS && passed != 0);
    assume(block(level - 1, position) + ((tw_tick)1 << low(level - 1)) ==
           block(level, position) + ((tw_tick)1 << low(level)));
    GOAL(last_share_is_the_rest, OF(shares)(&w, level, passed) == 1);
}
#endif
#endif
