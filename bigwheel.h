/* SPDX-License-Identifier: MIT-0 */
/* bigwheel.h - a timing wheel for 10^5 timers and more on a machine with caches: no tick is long.

   WHAT IT IS
       hwheel.h's wheel, grown up. When very many timers wait, two things hurt: a cascade moves a whole block of them in
   one tick, and each step along a list is a cache miss. So here each level has a second half for the next block of the
       level above, and nodes move down ahead of time, a few in each tick that fires. Each upper slot is eight
   sub-slots, by the lowest bits of the deadline, which are walked side by side so that their cache misses overlap; and
   the lists of the next ticks are read in before they fire. Read hwheel.h first.

   PICK IT
       for very many timers, mostly cancelled or moved before they fire; where the worst tick matters.
   PICK ANOTHER
       below 10^5 timers, or in firmware: hwheel.h is faster there and 16 times smaller.

   DO THIS
       timers             TW_TIMERS_OF(timers, bigwheel) makes struct timers and timers_init, _add, _cancel: timers.h
       nodes by tick      struct tw_bigwheel and the functions below; keys are ticks, and time moves with take()
       objects by tick    TW_BIGWHEEL_OF(beats, struct conn, node) makes struct beats and beats_init, _add, _take, ...
       All zero is a valid empty wheel, and init takes NULL, 0. It is too large for a stack.

   COST (n nodes, L levels: 8, 4 or 2 with ticks of 64, 32 or 16 bits)
       add, cancel, move   O(1), at most L steps to find the level       count   O(1)
       take                O(1) per node, and at most L - 1 cascades in its life; each tick that fires something moves
                           n/2048 + 8 nodes a level down at most, beyond those it must
       next                O(1); after the earliest one has left, O(nodes of one slot), once for each block O(n)
       clear, each         O(n + slots)                                  jump    O(L), whatever the distance
       Bytes per timer: those of the node. Bytes of the wheel: 4096 pointers and bits per level, 260 KB with 64 bits.

   GUARANTEES
       those of hwheel.h: FIFO among equals, exact, never full

   PROPERTIES (check() names one that does not hold: "bigwheel 1")
       1  Each node is in the slot that its deadline and the position name, or one level below if it lies in the next
          block of the level above that; it knows its slot, and the list of each slot is linked both ways.
       2  The bit of each slot, and of each word of bits, tells whether it is occupied or not 0.
       3  `first` is NULL or the earliest node, of equals the one armed first.
       4  If `wake` lies ahead, the block of each node begins there or later.
       5  The wheel has as many nodes as it counts.

   OPTIONS
       those of node.h; TW_BIGWHEEL_IMPLEMENTATION instead of TW_IMPLEMENTATION compiles the functions of this header
   only

   SOURCE
       that of hwheel.h */
#ifndef TW_BIGWHEEL_H
#define TW_BIGWHEEL_H

#include "verbs.h"

#if UINTPTR_MAX > 0xFFFFu /* smaller machines have no room for it */

TW__BEGIN_C

/* ---------------------------------------------------------------------------------------------------- TYPES */

/* A level has LEVEL slots in two halves. A slot of level 0 is one tick. Above, SUBS sub-slots stand for each value of
   the digit. */
enum {
    TW__BIGWHEEL_FIRST_BITS = 11,
    TW__BIGWHEEL_UPPER_BITS = 8,
    TW__BIGWHEEL_SUBS = 8,
    TW__BIGWHEEL_HALF = 2048,
    TW__BIGWHEEL_LEVEL = 2 * TW__BIGWHEEL_HALF,
    TW__BIGWHEEL_LEVELS = (TW_TICK_BITS - TW__BIGWHEEL_FIRST_BITS - 1) / TW__BIGWHEEL_UPPER_BITS + 2,
    TW__BIGWHEEL_SLOTS = TW__BIGWHEEL_LEVELS * TW__BIGWHEEL_LEVEL,
    TW__BIGWHEEL_BITS = 8 * sizeof(uintptr_t), /* of a word */
    TW__BIGWHEEL_WORDS = TW__BIGWHEEL_SLOTS / TW__BIGWHEEL_BITS,
    TW__BIGWHEEL_SUMMARIES = TW__BIGWHEEL_WORDS / TW__BIGWHEEL_BITS
};

typedef void tw_bigwheel_array; /* init() takes none */

/* All zero is a valid wheel: empty, at tick 0. */
struct tw_bigwheel {
    tw_tick position;      /* what the nodes are placed by */
    tw_tick wake;          /* before this tick no occupied block begins: an idle tick is one comparison */
    tw_tick read;          /* the lists of the ticks before this one, and of the seven from it on, were read ahead */
    struct tw_node *first; /* the earliest node; NULL: not known, or there is none */
    size_t count;
    uintptr_t word[TW__BIGWHEEL_WORDS + 1];        /* bits of the slots; the last word stays 0 */
    uintptr_t summary[TW__BIGWHEEL_SUMMARIES + 1]; /* bits of these words; the last one stays 0 */
    struct tw_node *slot[TW__BIGWHEEL_SLOTS];      /* the last node of each list */
};

/* ------------------------------------------------------------------------------------------------------ API */

/* As the functions of hwheel.h by these names. */
#define tw_bigwheel_init TW__LINK_NAME(tw_bigwheel_init)
TW__API void tw_bigwheel_init(struct tw_bigwheel *w, tw_tick now, tw_bigwheel_array *array, size_t n);
TW__API bool tw_bigwheel_add(struct tw_bigwheel *w, struct tw_node *n, tw_tick due);
TW__API bool tw_bigwheel_cancel(struct tw_bigwheel *w, struct tw_node *n);
TW__API bool tw_bigwheel_next(struct tw_bigwheel *w, tw_tick *due);
TW__API struct tw_node *tw_bigwheel_take(struct tw_bigwheel *w, tw_tick now);
TW__API size_t tw_bigwheel_count(const struct tw_bigwheel *w);
TW__API struct tw_node *tw_bigwheel_each(const struct tw_bigwheel *w, const struct tw_node *n);
TW__API void tw_bigwheel_clear(struct tw_bigwheel *w);
TW__CHECKED(TW__API const char *tw_bigwheel_check(const struct tw_bigwheel *w);)

/* --------------------------------------------------------------------------------------------------- ENGINE

   Level 1 at digit 5: the blocks of level 0 that its digits 5 and 6 stand for lie in the two halves of level 0.

       level 1       ...  5  [6 6 6 6 6 6 6 6]  7 ...         eight sub-slots, by the lowest three bits of the deadline
       level 0       [ ticks of block 6, nodes moved ahead ] [ ticks of block 5: here is the position ]

   Order is kept, since the oldest nodes of a list move down first: nodes of the next block that are down were armed
   before those that are still above, and nodes armed for that block from now on go above, behind them. */

/* The lowest bit of the digit of a level. A block of the level has 2^this ticks. */
TW__INLINE unsigned tw__bigwheel_shift(size_t level) {
    return level ? TW__BIGWHEEL_FIRST_BITS + TW__BIGWHEEL_UPPER_BITS * (unsigned)(level - 1) : 0;
}

/* The slot of a tick at a level; at an upper level, its first sub-slot. */
TW__INLINE size_t tw__bigwheel_at(size_t level, tw_tick tick) {
    const size_t digit = (size_t)(tick >> tw__bigwheel_shift(level)) * (level ? TW__BIGWHEEL_SUBS : 1);
    return level * TW__BIGWHEEL_LEVEL + digit % TW__BIGWHEEL_LEVEL;
}

TW__INLINE size_t tw__bigwheel_sub(size_t level, tw_tick due) {
    return tw__bigwheel_at(level, due) + (level ? (size_t)due % TW__BIGWHEEL_SUBS : 0);
}

/* The slot of tick due, at the level of the highest digit in which it differs from position. */
TW__INLINE size_t tw__bigwheel_slot(tw_tick position, tw_tick due) {
    tw_tick differ = (tw_tick)((due ^ position) >> TW__BIGWHEEL_FIRST_BITS);
    size_t level = 0;

    for (; differ != 0; differ = (tw_tick)(differ >> TW__BIGWHEEL_UPPER_BITS))
        level++;
    return tw__bigwheel_sub(level, due);
}

/* Does a block of the level above begin at tick, where one of `level` does? */
TW__INLINE bool tw__bigwheel_begins(size_t level, tw_tick tick) {
    return level + 1 < TW__BIGWHEEL_LEVELS && (tick >> tw__bigwheel_shift(level) & 255) == 0;
}

/* As in hwheel.h. */
TW__INLINE tw_tick tw__bigwheel_key(const struct tw_bigwheel *w, tw_tick due) {
    const bool passed =
        TW_TICK_BITS == 64 ? due < w->position : (tw_tick)(due - w->position) > (tw_tick)(3 * TW__QUARTER);
    return passed ? w->position : due;
}

/* BITS. The first occupied slot from slot i on, before slot end; end if there is none. It looks at the word of i, then
   by the summaries at the first later one that is not 0. */
TW__INLINE size_t tw__bigwheel_from(const struct tw_bigwheel *w, size_t i, size_t end) {
    size_t k = i / TW__BIGWHEEL_BITS, j;
    uintptr_t bits = w->word[k] >> i % TW__BIGWHEEL_BITS;

    if (bits) {
        i += tw__low_bit(bits);
        return i < end ? i : end;
    }
    j = ++k / TW__BIGWHEEL_BITS;
    bits = w->summary[j] >> k % TW__BIGWHEEL_BITS << k % TW__BIGWHEEL_BITS;
    while (bits == 0 && ++j < TW__BIGWHEEL_SUMMARIES)
        bits = w->summary[j];
    if (bits == 0)
        return end;
    k = j * TW__BIGWHEEL_BITS + tw__low_bit(bits);
    i = k * TW__BIGWHEEL_BITS + tw__low_bit(w->word[k]);
    return i < end ? i : end;
}

/* The same, into *slot. True: there is one. */
TW__INLINE bool tw__bigwheel_any(const struct tw_bigwheel *w, size_t begin, size_t end, size_t *slot) {
    *slot = tw__bigwheel_from(w, begin, end);
    return *slot < end;
}

/* A slot was filled or emptied. */
TW__INLINE void tw__bigwheel_toggle(struct tw_bigwheel *w, size_t slot) {
    const size_t i = slot / TW__BIGWHEEL_BITS;
    const uintptr_t was = w->word[i];

    w->word[i] = was ^ (uintptr_t)1 << slot % TW__BIGWHEEL_BITS;
    if (was == 0 || w->word[i] == 0)
        w->summary[i / TW__BIGWHEEL_BITS] ^= (uintptr_t)1 << i % TW__BIGWHEEL_BITS;
}

/* NODES. Into a slot, last; and out of it. */
TW__INLINE void tw__bigwheel_link(struct tw_bigwheel *w, struct tw_node *n, size_t slot) {
    n->home = slot + TW__WAITING;
    if (!w->slot[slot])
        tw__bigwheel_toggle(w, slot);
    tw__list_append(&w->slot[slot], n);
}

TW__INLINE void tw__bigwheel_unlink(struct tw_bigwheel *w, struct tw_node *n) {
    const size_t slot = n->home - TW__WAITING;

    tw__list_remove(&w->slot[slot], n);
    if (!w->slot[slot])
        tw__bigwheel_toggle(w, slot);
}

TW__INLINE void tw__bigwheel_remove(struct tw_bigwheel *w, struct tw_node *n) {
    tw__bigwheel_unlink(w, n);
    if (w->first == n)
        w->first = NULL;
    w->count--;
}

TW__INLINE void tw__bigwheel_insert(struct tw_bigwheel *w, struct tw_node *n, tw_tick due) {
    const tw_tick key = tw__bigwheel_key(w, due);

    tw__bigwheel_link(w, n, tw__bigwheel_slot(w->position, key));
    if (w->count == 0 || tw_before(key, w->wake))
        w->wake = w->position;
    if (w->count++ == 0 || (w->first && tw_before(key, w->first->due)))
        w->first = n;
}

TW__INLINE void tw__bigwheel_update(struct tw_bigwheel *w, struct tw_node *n, tw_tick due) {
    tw__bigwheel_remove(w, n);
    tw__bigwheel_insert(w, n, due);
}

/* CASCADES. The position has entered the block of the sub-slots from `begin` on: moves their nodes down, side by side,
   since one list is a chain of cache misses. */
TW__INLINE void tw__bigwheel_cascade(struct tw_bigwheel *w, size_t begin) {
    struct tw_node *next[TW__BIGWHEEL_SUBS], *n;
    size_t i, lists = 0;

    for (i = begin; i < begin + TW__BIGWHEEL_SUBS; i++)
        if (w->slot[i]) {
            next[lists] = w->slot[i]->u.list.next;
            TW__PREFETCH(next[lists]);
            lists++;
            w->slot[i]->u.list.next = NULL; /* a chain from here on */
            w->slot[i] = NULL;
            tw__bigwheel_toggle(w, i);
        }
    for (i = 0; lists; i = i + 1 < lists ? i + 1 : 0) {
        n = next[i];
        next[i] = n->u.list.next;
        TW__PREFETCH(next[i]);
        if (!next[i])
            next[i] = next[--lists];
        TW_TRACE(TW_CASCADE, n, n->due);
        tw__bigwheel_link(w, n, tw__bigwheel_slot(w->position, n->due));
    }
}

/* The position goes to tick, where a block of one or more levels begins. Lower levels first: they hold older nodes. */
TW__INLINE void tw__bigwheel_enter(struct tw_bigwheel *w, tw_tick tick) {
    size_t level = 1;

    w->position = tick;
    do
        tw__bigwheel_cascade(w, tw__bigwheel_at(level, tick));
    while (tw__bigwheel_begins(level++, tick));
}

/* Ahead of time, moves up to `most` nodes of each level's next block into the other half of the level below: the oldest
   of their lists, and the sub-slots take turns. */
TW__INLINE void tw__bigwheel_move_ahead(struct tw_bigwheel *w, size_t most) {
    size_t level, left, i;

    for (level = 1; level < TW__BIGWHEEL_LEVELS; level++) {
        const tw_tick next = (tw_tick)(w->position + ((tw_tick)1 << tw__bigwheel_shift(level)));
        const size_t begin = tw__bigwheel_at(level, next), end = begin + TW__BIGWHEEL_SUBS;

        i = tw__bigwheel_from(w, begin, end);
        for (left = most; left && i < end; left--) {
            struct tw_node *n = w->slot[i]->u.list.next;

            tw__bigwheel_unlink(w, n);
            if (w->slot[i])
                TW__PREFETCH(w->slot[i]->u.list.next);
            TW_TRACE(TW_CASCADE, n, n->due);
            tw__bigwheel_link(w, n, tw__bigwheel_sub(level - 1, n->due));
            if (!tw__bigwheel_any(w, i + 1, end, &i))
                i = tw__bigwheel_from(w, begin, end);
        }
    }
}

/* Reads in the lists of the next eight ticks, side by side, so that their cache misses overlap. */
TW__INLINE void tw__bigwheel_read_ahead(struct tw_bigwheel *w) {
    const struct tw_node *n[8];
    size_t i, lists = 0, steps;

    if (tw_before(w->position, w->read))
        return;
    w->read = (tw_tick)(w->position + 8);
    for (i = 0; i < 8; i++) {
        n[lists] = w->slot[tw__bigwheel_at(0, (tw_tick)(w->read + i))];
        lists += n[lists] != NULL;
    }
    for (steps = w->count / 16384; steps; steps--)
        for (i = 0; i < lists; i++)
            n[i] = *(struct tw_node *const volatile *)&n[i]->u.list.next; /* volatile: nobody uses it */
}

/* SEARCHING. Is a slot occupied by nodes of the block that begins at tick `enter`, the next one of the levels above
   `level`? Those moved ahead are in the other half of `level`, the others still above. */
TW__INLINE bool tw__bigwheel_next_block(const struct tw_bigwheel *w, size_t level, tw_tick enter, size_t *slot) {
    size_t begin = tw__bigwheel_at(level, enter);

    if (tw__bigwheel_any(w, begin, begin + TW__BIGWHEEL_HALF, slot))
        return true;
    do {
        begin = tw__bigwheel_at(++level, enter);
        if (tw__bigwheel_any(w, begin, begin + TW__BIGWHEEL_SUBS, slot))
            return true;
    } while (tw__bigwheel_begins(level, enter));
    return false;
}

/* Finds the first occupied slot. True: its nodes lie in the next block of a level, which begins at *enter. The wheel is
   not empty. */
TW__INLINE bool tw__bigwheel_earliest(const struct tw_bigwheel *w, size_t *slot, tw_tick *enter) {
    size_t level, begin, end;

    /* Invariant: the levels below this one are empty, and no node lies in their next blocks. It ends at the first that
       does not hold, or at the last level, which is a ring. */
    for (level = 0;; level++) {
        const unsigned above = tw__bigwheel_shift(level + 1);

        begin = tw__bigwheel_at(level, w->position);
        end = begin - begin % TW__BIGWHEEL_HALF + TW__BIGWHEEL_HALF;
        if (tw__bigwheel_any(w, begin, end, slot))
            return false;
        if (level + 1 == TW__BIGWHEEL_LEVELS)
            break;
        *enter = (tw_tick)(((w->position >> above) + 1) << above);
        if (tw__bigwheel_next_block(w, level, *enter, slot))
            return true;
    }
    *slot = tw__bigwheel_from(w, level * TW__BIGWHEEL_LEVEL, TW__BIGWHEEL_SLOTS);
    return false;
}

/* Makes `first` the first node of a slot, all its sub-slots, if that is earlier. In level 0 a slot is one tick. */
TW__INLINE void tw__bigwheel_least(struct tw_bigwheel *w, size_t slot) {
    const size_t subs = slot < TW__BIGWHEEL_LEVEL ? 1 : TW__BIGWHEEL_SUBS, end = slot - slot % subs + subs;
    size_t i = end - subs;

    for (; i < end; i++) {
        struct tw_node *n = w->slot[i];

        while (n) {
            n = n->u.list.next;
            TW_TRACE(TW_COMPARE, n, n->due);
            if (!w->first || tw_before(n->due, w->first->due))
                w->first = n;
            if (n == w->slot[i] || subs == 1)
                break;
        }
    }
}

/* Finds the first node. If it lies in the next block of a level, all of that block moves ahead at once: above, it would
   be looked through again and again. Nodes may be left still one level higher. */
TW__INLINE struct tw_node *tw__bigwheel_first(struct tw_bigwheel *w) {
    size_t slot, level = 0, begin;
    tw_tick enter = 0;

    if (w->first || !w->count)
        return w->first;
    if (tw__bigwheel_earliest(w, &slot, &enter))
        tw__bigwheel_move_ahead(w, w->count);
    if (!tw__bigwheel_earliest(w, &slot, &enter)) {
        tw__bigwheel_least(w, slot);
        return w->first;
    }

    /* Each turn looks at the nodes of the block that are down in `level`, and at those above. It ends where no block of
       the next level begins. */
    do {
        begin = tw__bigwheel_at(level, enter);
        if (tw__bigwheel_any(w, begin, begin + TW__BIGWHEEL_HALF, &slot))
            tw__bigwheel_least(w, slot);
        tw__bigwheel_least(w, tw__bigwheel_at(++level, enter));
    } while (tw__bigwheel_begins(level, enter));
    return w->first;
}

TW__INLINE bool tw__bigwheel_next(struct tw_bigwheel *w, tw_tick *due) {
    const struct tw_node *n = tw__bigwheel_first(w);

    if (n)
        *due = n->due;
    return n != NULL;
}

/* TIME. Nothing fires: the position follows now, and enters no occupied block. */
TW__INLINE struct tw_node *tw__bigwheel_follow(struct tw_bigwheel *w, tw_tick now) {
    if (tw_before(w->position, now) || w->count == 0)
        w->position = now;
    return NULL;
}

/* A node of the earliest slot. NULL: its nodes lie in the next block of a level, which begins at *enter. */
TW__INLINE struct tw_node *tw__bigwheel_front(struct tw_bigwheel *w, tw_tick *enter) {
    struct tw_node *n = w->first;
    size_t slot;

    if (n && (n->due ^ w->position) >> TW__BIGWHEEL_FIRST_BITS == 0)
        return n;
    if (tw__bigwheel_earliest(w, &slot, enter))
        return NULL;
    return n && slot < TW__BIGWHEEL_LEVEL ? n : w->slot[slot]->u.list.next;
}

/* Is the node in `slot` the only one of its tick, or of its upper slot with all sub-slots? */
TW__INLINE bool tw__bigwheel_alone(const struct tw_bigwheel *w, size_t slot) {
    const size_t begin = slot - slot % TW__BIGWHEEL_SUBS;
    const uintptr_t bits = w->word[begin / TW__BIGWHEEL_BITS] >> begin % TW__BIGWHEEL_BITS & 255;

    return (bits & (bits - 1)) == 0 && w->slot[slot]->u.list.next == w->slot[slot];
}

/* Each turn looks at the earliest block: it ends with the first node, if that is due; or because the block begins after
   now; or it enters the block, so that the nodes are lower the next time. */
TW__RARE struct tw_node *tw__bigwheel_search(struct tw_bigwheel *w, tw_tick now) {
    w->wake = w->position;
    while (w->count) {
        tw_tick block = 0;
        struct tw_node *n = tw__bigwheel_front(w, &block);
        const size_t slot = n ? n->home - TW__WAITING : 0;
        const unsigned shift = tw__bigwheel_shift(slot / TW__BIGWHEEL_LEVEL);
        const bool alone = n && (!shift || tw__bigwheel_alone(w, slot));

        if (n)
            block = (tw_tick)(n->due >> shift << shift);
        if (alone)
            w->first = n; /* or the first of its tick */
        if (tw_before(now, block)) {
            w->wake = block;
            break;
        }
        if (alone && !tw_before(now, n->due)) {
            w->position = shift ? n->due : w->position; /* no cascade */
            tw__bigwheel_remove(w, n);
            w->first = tw__list_first(w->slot[slot]);
            return n;
        }
        if (!n) {
            tw__bigwheel_enter(w, block);
            continue;
        }
        w->position = block;
        tw__bigwheel_cascade(w, slot - slot % TW__BIGWHEEL_SUBS);
    }
    tw__bigwheel_follow(w, now);
    tw__bigwheel_move_ahead(w, w->count / 2048 + TW__BIGWHEEL_SUBS);
    tw__bigwheel_read_ahead(w);
    return NULL;
}

TW__FOLD struct tw_node *tw__bigwheel_take(struct tw_bigwheel *w, tw_tick now) {
    return tw_before(now, w->wake) ? tw__bigwheel_follow(w, now) : tw__bigwheel_search(w, now);
}

TW__INLINE struct tw_node *tw__bigwheel_each(const struct tw_bigwheel *w, const struct tw_node *n) {
    size_t slot = n ? n->home - TW__WAITING : 0;

    if (n && n != w->slot[slot])
        return n->u.list.next;
    slot = tw__bigwheel_from(w, n ? slot + 1 : 0, TW__BIGWHEEL_SLOTS);
    return slot < TW__BIGWHEEL_SLOTS ? w->slot[slot]->u.list.next : NULL;
}

TW__INLINE struct tw_node *tw__bigwheel_drain(struct tw_bigwheel *w) {
    struct tw_node *chain = NULL, *n;

    while ((n = tw__bigwheel_each(w, NULL)) != NULL) {
        tw__bigwheel_remove(w, n);
        n->u.list.next = chain;
        chain = n;
    }
    return chain;
}

TW__INLINE void tw__bigwheel_init(struct tw_bigwheel *w, tw_tick now, void *array, size_t n) {
    size_t i;

    (void)array, (void)n;
    for (i = 0; i < TW__BIGWHEEL_SLOTS; i++)
        w->slot[i] = NULL;
    for (i = 0; i <= TW__BIGWHEEL_WORDS; i++)
        w->word[i] = 0;
    for (i = 0; i <= TW__BIGWHEEL_SUMMARIES; i++)
        w->summary[i] = 0;
    w->position = w->wake = w->read = now;
    w->first = NULL;
    w->count = 0;
}

/* May a node with this key be in slot? */
TW__INLINE bool tw__bigwheel_fits(const struct tw_bigwheel *w, size_t slot, tw_tick key) {
    const size_t level = slot / TW__BIGWHEEL_LEVEL;
    const unsigned up = tw__bigwheel_shift(level + 1);

    if (slot == tw__bigwheel_slot(w->position, key))
        return true;
    return level + 1 < TW__BIGWHEEL_LEVELS && slot == tw__bigwheel_sub(level, key) &&
           (tw_tick)((key >> up << up) - (w->position >> up << up)) == (tw_tick)((tw_tick)1 << up);
}

/* The property that does not hold in a slot. Its nodes are counted, and met is told of the first. */
TW__INLINE const char *tw__bigwheel_check_slot(const struct tw_bigwheel *w, size_t slot, size_t *count, bool *met) {
    const struct tw_node *last = w->slot[slot], *n = last, *previous = NULL;

    if ((w->word[slot / TW__BIGWHEEL_BITS] >> slot % TW__BIGWHEEL_BITS & 1) != (last != NULL))
        return "bigwheel 2";
    for (; n && previous != last; previous = n, ++*count) {
        tw_tick key, first;
        unsigned shift;

        n = n->u.list.next;
        key = tw__bigwheel_key(w, n->due);
        if (n->u.list.prev != previous || n->home != slot + TW__WAITING || !tw__bigwheel_fits(w, slot, key))
            return "bigwheel 1";
        shift = tw__bigwheel_shift(tw__bigwheel_slot(w->position, key) / TW__BIGWHEEL_LEVEL);
        if (tw_before(w->position, w->wake) && tw_before((tw_tick)(key >> shift << shift), w->wake))
            return "bigwheel 4";
        *met = *met || n == w->first;
        first = w->first ? tw__bigwheel_key(w, w->first->due) : key;
        if (tw_before(key, first) || (!*met && key == first))
            return "bigwheel 3";
    }
    return NULL;
}

TW__INLINE const char *tw__bigwheel_check(const struct tw_bigwheel *w) {
    size_t i, count = 0;
    bool met = w->first == NULL;
    const char *broken;

    for (i = 0; i < TW__BIGWHEEL_WORDS; i++)
        if ((w->summary[i / TW__BIGWHEEL_BITS] >> i % TW__BIGWHEEL_BITS & 1) != (w->word[i] != 0))
            return "bigwheel 2";
    for (i = 0; i < TW__BIGWHEEL_SLOTS; i++)
        if ((broken = tw__bigwheel_check_slot(w, i, &count, &met)) != NULL)
            return broken;
    if (!met)
        return "bigwheel 3";
    return count == w->count ? NULL : "bigwheel 5";
}

TW__UNBOUNDED(bigwheel)
TW__INLINE size_t tw__bigwheel_count(const struct tw_bigwheel *w) { return w->count; }
TW__INLINE size_t tw__bigwheel_bytes(size_t n) { return n * 0; }

/* ---------------------------------------------------------------------------------------------------- DOORS */

TW__OPS(tw_bigwheel, bigwheel, tw__bigwheel, tw__bigwheel)

/* Objects by tick: struct name and its verbs, which take and give pointers to type. */
#define TW_BIGWHEEL_OF(name, type, member) TW__OBJECTS_BY_TICK(name, type, member, bigwheel)

TW__END_C

#endif
#endif /* TW_BIGWHEEL_H */

/* ------------------------------------------------------------------------------------------- IMPLEMENTATION */

#if (defined(TW_IMPLEMENTATION) || defined(TW_BIGWHEEL_IMPLEMENTATION)) && !defined(TW__BIGWHEEL_IMPLEMENTED) && \
    defined(TW_BIGWHEEL_OF)
#define TW__BIGWHEEL_IMPLEMENTED

TW__NODES_BY_TICK(TW__API, bigwheel)

#endif

/* MIT No Attribution; the text of the licence stands at the end of node.h and in the file LICENSE. */
