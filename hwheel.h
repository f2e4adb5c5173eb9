/* SPDX-License-Identifier: MIT-0 */
/* hwheel.h - a hierarchical timing wheel: timers in O(1), exact and in order.

   WHAT IT IS
       Rings of slots, each level coarser than the one below. A node waits at the level of the highest bit group in
       which its deadline differs from the wheel's position, in the slot that its own bits name. So nodes of a lower
       level are always earlier than those of a higher one, and equal deadlines always share a slot, in arming order.
       When time enters a slot of an upper level, its nodes move down: that is a cascade.

   PICK IT
       for timeouts that are mostly cancelled or moved before they fire; for any number of timers (it needs no array
       and is never full); for the smallest cost of arm and cancel; for firmware, in a setting of 300 bytes.
   PICK ANOTHER
       if memory for a few timers counts more than time (a sorted list); if keys are not ticks (a heap, a tree); if
       next() is asked after each move of the earliest timer and deadlines lie close together (a heap).

   DO THIS
       timers             TW_TIMERS_OF(timers, hwheel) makes struct timers and timers_init, _add, _cancel: timers.h
       nodes by tick      struct tw_hwheel and the functions below; keys are ticks, and time moves with take()
       objects by tick    TW_HWHEEL_OF(beats, struct conn, node) makes struct beats and beats_init, _add, _take, ...

   EXAMPLE
       struct conn { int fd; struct tw_node idle; };
       TW_TIMERS_OF(timers, hwheel)

       static struct timers t;                       all zero is valid: tick 0, empty
       timers_init(&t, now_ms(), NULL, 0);           no array
       timers_add(&t, &c->idle, now_ms() + 5000);    never full

   COST (n nodes, L levels)
       add, cancel, move   O(1), at most L steps to find the level       count   O(1)
       take                O(1) a node, and at most L - 1 moves down in its life
       next                O(1); O(nodes of one slot) after the earliest one was cancelled, moved or fired
       clear, each         O(n + slots)                                  jump    O(L), whatever the distance
       Bytes a timer, node included: 40 on a 64-bit machine, 20 on a 32-bit one, 12 on AVR with 32-bit ticks. Bytes of
       the wheel: a pointer and a bit a slot. That is 16 KB by default on a 64-bit machine, 237 KB with TW_HWHEEL_BIG,
       and 280 with four levels of 4 bits on a 32-bit one.

   GUARANTEES
       FIFO among equals, always, and no arming number is needed for it. add() cannot fail. When time jumps past the
       only node of a slot, it fires without a cascade. The earliest node is remembered.

   OPTIONS (beside those of timers.h)
       TW_HWHEEL_FIRST_BITS   8        level 0 has 2^this slots of one tick: 3 to 16
       TW_HWHEEL_UPPER_BITS   8        each level above has 2^this slots: 3 to 16
       TW_HWHEEL_LEVELS       8 4 2    levels in all; the default covers ticks of 64, 32 or 16 bits. With fewer, what
                                       lies beyond waits in one overflow slot, walked when all else is empty
       TW_HWHEEL_BIG          0        1: for 10^5 timers and more on a machine with caches. Cascades are done ahead
                                       of time, a few nodes a tick, several lists side by side. Levels must have 5
                                       bits or more and cover the tick
       Firmware: 4, 4 and 4 levels. skynet's wheel: 8, 6 and 5 levels. TW_HWHEEL_IMPLEMENTATION instead of
       TW_IMPLEMENTATION defines this header and timers.h only.

   SOURCE
       G. Varghese and A. Lauck, Hashed and Hierarchical Timing Wheels, SOSP 1987, scheme 7. Placement by the highest
       bit that differs: the timer of skynet (Yun Feng, 2012), and radix heaps (R. Ahuja et al., JACM 37(2), 1990). */
#ifndef TW_HWHEEL_H
#define TW_HWHEEL_H

#if defined(TW_HWHEEL_IMPLEMENTATION) && !defined(TW_TIMERS_IMPLEMENTATION)
#define TW_TIMERS_IMPLEMENTATION
#endif
#include "timers.h"

TW__BEGIN_C

/* ---------------------------------------------------------------------------------------------------- TYPES */

#ifndef TW_HWHEEL_FIRST_BITS
#define TW_HWHEEL_FIRST_BITS 8
#endif
#ifndef TW_HWHEEL_UPPER_BITS
#define TW_HWHEEL_UPPER_BITS 8
#endif
#ifndef TW_HWHEEL_LEVELS
#if TW_TICK_BITS == 64
#define TW_HWHEEL_LEVELS 8
#elif TW_TICK_BITS == 32
#define TW_HWHEEL_LEVELS 4
#else
#define TW_HWHEEL_LEVELS 2
#endif
#endif

#ifndef TW_HWHEEL_BIG
#define TW_HWHEEL_BIG 0
#endif

#if TW_HWHEEL_BIG != 0 && TW_HWHEEL_BIG != 1
#error "TW_HWHEEL_BIG must be the plain number 0 or 1"
#endif
#if TW_HWHEEL_FIRST_BITS < 3 || TW_HWHEEL_FIRST_BITS > 16 || TW_HWHEEL_UPPER_BITS < 3 || TW_HWHEEL_UPPER_BITS > 16
#error "TW_HWHEEL_FIRST_BITS and TW_HWHEEL_UPPER_BITS must be plain numbers from 3 to 16"
#endif
#if TW_HWHEEL_LEVELS < 2
#error "TW_HWHEEL_LEVELS must be a plain number, 2 or more"
#endif

/* The levels tell apart deadlines that differ in the lowest SPAN bits. */
#define TW__HWHEEL_SPAN (TW_HWHEEL_FIRST_BITS + (TW_HWHEEL_LEVELS - 1) * TW_HWHEEL_UPPER_BITS)
#if TW__HWHEEL_SPAN - TW_HWHEEL_UPPER_BITS >= TW_TICK_BITS - 1
#error "TW_HWHEEL_LEVELS: the last level must hold at least two bits of a tick"
#endif
#define TW__HWHEEL_OVERFLOW (TW__HWHEEL_SPAN < TW_TICK_BITS)
#define TW__HWHEEL_RING     (TW_TICK_BITS != 64 && !TW__HWHEEL_OVERFLOW) /* does the last level wrap with the tick? */

#define TW__HWHEEL_WAKE (TW_HWHEEL_FIRST_BITS > 4) /* small settings save a word and code */

#if TW_HWHEEL_BIG && (TW__HWHEEL_OVERFLOW || TW_HWHEEL_FIRST_BITS < 5 || TW_HWHEEL_UPPER_BITS < 5)
#error "TW_HWHEEL_BIG wants levels of 5 bits and more that cover the tick"
#endif

/* The occupancy words: as wide as levels and machine allow. */
#if TW_HWHEEL_FIRST_BITS >= 6 && TW_HWHEEL_UPPER_BITS >= 6 && UINTPTR_MAX > 0xFFFFFFFFu
typedef uint64_t tw_hwheel_word;
#define TW__HWHEEL_WORD_BITS 64
#elif TW_HWHEEL_FIRST_BITS >= 5 && TW_HWHEEL_UPPER_BITS >= 5 && UINTPTR_MAX > 0xFFFFu
typedef uint32_t tw_hwheel_word;
#define TW__HWHEEL_WORD_BITS 32
#elif TW_HWHEEL_FIRST_BITS >= 4 && TW_HWHEEL_UPPER_BITS >= 4
typedef uint16_t tw_hwheel_word;
#define TW__HWHEEL_WORD_BITS 16
#else
typedef uint8_t tw_hwheel_word;
#define TW__HWHEEL_WORD_BITS 8
#endif

/* Slots are numbered through, level by level; the overflow slot is the last and has no bit. In a big wheel a level has
   twice its slots, for this block of the level above and the next, and in place of each upper slot eight, for the
   deadlines with the same lowest bits. */
enum {
    TW__HWHEEL_PARTS = TW_HWHEEL_BIG ? 8 : 1,
    TW__HWHEEL_DIGIT = (1 << TW_HWHEEL_UPPER_BITS) - 1,
    TW__HWHEEL_FIRST = 1 << (TW_HWHEEL_FIRST_BITS + TW_HWHEEL_BIG),
    TW__HWHEEL_UPPER = TW__HWHEEL_PARTS << (TW_HWHEEL_UPPER_BITS + TW_HWHEEL_BIG),
    TW__HWHEEL_SLOTS = TW__HWHEEL_FIRST + (TW_HWHEEL_LEVELS - 1) * TW__HWHEEL_UPPER,
    TW__HWHEEL_WORDS = TW__HWHEEL_SLOTS / TW__HWHEEL_WORD_BITS,
    TW__HWHEEL_SUMMARIES = TW__HWHEEL_WORDS <= 8 ? 0 : (TW__HWHEEL_WORDS - 1) / TW__HWHEEL_WORD_BITS + 1
};

typedef void tw_hwheel_array; /* init() takes none */

/* All zero is a valid wheel: empty, at tick 0. */
struct tw_hwheel {
    struct tw_node *slot[TW__HWHEEL_SLOTS + TW__HWHEEL_OVERFLOW]; /* the last node of each list */
    tw_hwheel_word bit[TW__HWHEEL_WORDS + TW__HWHEEL_SUMMARIES];  /* which slots are occupied; then, which words */
    tw_tick position;                                             /* what the nodes are placed by */
    size_t count;
    struct tw_node *first; /* the earliest node; NULL: not known, or there is none */
#if TW_HWHEEL_BIG
    tw_tick read; /* the lists of the ticks before this one, and of the seven from it on, were read ahead */
#endif
#if TW__HWHEEL_WAKE
    tw_tick wake; /* before this tick no occupied block begins: an idle tick is one comparison */
#endif
};

/* ------------------------------------------------------------------------------------------------------ API */

/* An empty wheel at tick now. It forgets nodes: clear() a wheel in use first. array and n are not needed: NULL, 0. */
#define TW__HWHEEL_PASTE(name, t, f, u, l, b)     name##_ticks##t##_first##f##_upper##u##_levels##l##_big##b
#define TW__HWHEEL_LINK_NAME(name, t, f, u, l, b) TW__HWHEEL_PASTE(name, t, f, u, l, b)
#define tw_hwheel_init                                                                                               \
    TW__HWHEEL_LINK_NAME(tw_hwheel_init, TW_TICK_BITS, TW_HWHEEL_FIRST_BITS, TW_HWHEEL_UPPER_BITS, TW_HWHEEL_LEVELS, \
                         TW_HWHEEL_BIG)
TW__API void tw_hwheel_init(struct tw_hwheel *w, tw_tick now, void *array, size_t n);

/* Inserts n with deadline due, or moves it there if it is in w. A deadline that has passed counts as the wheel's
   position, at or before the last take()'s now. Always true. O(1). */
TW__API bool tw_hwheel_add(struct tw_hwheel *w, struct tw_node *n, tw_tick due);

/* Takes n out. False: it is idle, or on the due list of a set. O(1). */
TW__API bool tw_hwheel_cancel(struct tw_hwheel *w, struct tw_node *n);

/* The earliest deadline. False: empty. */
TW__API bool tw_hwheel_next(struct tw_hwheel *w, tw_tick *due);

/* Takes out and returns the first node with due <= now; NULL: none. While nodes wait, now must not go back. */
TW__API struct tw_node *tw_hwheel_take(struct tw_hwheel *w, tw_tick now);

/* How many nodes; the node after n, slot by slot (NULL to begin, and at the end); all nodes out; every invariant. */
TW__API size_t tw_hwheel_count(const struct tw_hwheel *w);
TW__API struct tw_node *tw_hwheel_each(const struct tw_hwheel *w, const struct tw_node *n);
TW__API void tw_hwheel_clear(struct tw_hwheel *w);
TW__API bool tw_hwheel_check(const struct tw_hwheel *w);

/* --------------------------------------------------------------------------------------------------- ENGINE

   The digit of a tick at a level is the bit group that numbers the level's slots. With levels of 4 bits:

       position   0x1a37      level 3 2 1 0: digits 1 a 3 7
       due        0x1a3c      differs at level 0: slot c of level 0, which fires at that tick
       due        0x1a52      differs at level 1: slot 5 of level 1, a block of the 16 ticks 0x1a50 .. 0x1a5f
       due        0x4000      differs at level 3: slot 4 of level 3

   Invariants outside of a call: position is not after any node's deadline (one that had passed when it was added
   counts as the position then), nor after the last now; every node is in the slot that its deadline and position name;
   so no occupied slot of an upper level has position's own digit: to enter its block, its nodes must move down.

   In a big wheel a node may also be one level lower than that, if it lies in the next block of the level above: a level
   has a second half for those. All of them were added before what still waits above for the same block. */

/* What a slot's number says: the lowest bit of its level's digit. A block of the level has 2^this ticks. */
TW__INLINE unsigned tw__hwheel_shift(size_t slot) {
    return slot < TW__HWHEEL_FIRST
               ? 0
               : TW_HWHEEL_FIRST_BITS + (unsigned)((slot - TW__HWHEEL_FIRST) / TW__HWHEEL_UPPER) * TW_HWHEEL_UPPER_BITS;
}

TW__INLINE size_t tw__hwheel_slot(tw_tick position, tw_tick due) {
    const size_t part = (size_t)due % TW__HWHEEL_PARTS;
    tw_tick differ = (tw_tick)((due ^ position) >> TW_HWHEEL_FIRST_BITS);
    size_t level = TW__HWHEEL_FIRST;

    if (differ == 0)
        return (size_t)(due & (TW__HWHEEL_FIRST - 1));

    /* due is shifted to its digit at `level`, the bits in which it differs likewise. */
    due = (tw_tick)(due >> TW_HWHEEL_FIRST_BITS);
    while ((differ = (tw_tick)(differ >> TW_HWHEEL_UPPER_BITS)) != 0) {
        due = (tw_tick)(due >> TW_HWHEEL_UPPER_BITS);
        level += TW__HWHEEL_UPPER;
        if (TW__HWHEEL_OVERFLOW && level == TW__HWHEEL_SLOTS)
            return level;
    }
    return level + (size_t)due * TW__HWHEEL_PARTS % TW__HWHEEL_UPPER + part;
}

/* The first one-bit from word i on, up to word end; end's first bit if there is none. */
TW__INLINE size_t tw__hwheel_scan(const tw_hwheel_word *word, size_t i, size_t end) {
    while (i < end && word[i] == 0)
        i++;
    return i * TW__HWHEEL_WORD_BITS + (i < end ? tw__low_bit(word[i]) : 0);
}

#if !TW_HWHEEL_BIG
/* The occupied slot with the earliest nodes; the overflow slot if there is no other. The wheel is not empty. */
TW__INLINE size_t tw__hwheel_earliest_slot(const struct tw_hwheel *w) {
    const size_t words = TW__HWHEEL_WORDS, summaries = TW__HWHEEL_SUMMARIES;
    size_t i = summaries ? tw__hwheel_scan(w->bit + words, 0, summaries) : 0;
    size_t slot = TW__HWHEEL_SLOTS;

    if (!summaries)
        slot = tw__hwheel_scan(w->bit, 0, words);
    else if (i < words)
        slot = i * TW__HWHEEL_WORD_BITS + tw__low_bit(w->bit[i]);

#if TW__HWHEEL_RING
    /* The last level is a ring: its blocks begin behind position's. */
    if (slot >= TW__HWHEEL_SLOTS - TW__HWHEEL_UPPER) {
        const size_t last = TW__HWHEEL_SLOTS - TW__HWHEEL_UPPER;
        const size_t from = last + (size_t)(w->position >> (TW__HWHEEL_SPAN - TW_HWHEEL_UPPER_BITS));
        const tw_hwheel_word behind = (tw_hwheel_word)((tw_hwheel_word)-2 << from % TW__HWHEEL_WORD_BITS);
        i = from / TW__HWHEEL_WORD_BITS;
        if (w->bit[i] & behind)
            return i * TW__HWHEEL_WORD_BITS + tw__low_bit(w->bit[i] & behind);
        i = tw__hwheel_scan(w->bit, i + 1, TW__HWHEEL_WORDS);
        if (i < TW__HWHEEL_SLOTS)
            return i;
    }
#endif
    return slot;
}
#endif

/* A slot was filled or emptied. */
TW__INLINE void tw__hwheel_toggle(struct tw_hwheel *w, size_t slot) {
    const size_t i = slot / TW__HWHEEL_WORD_BITS, k = TW__HWHEEL_WORDS + i / TW__HWHEEL_WORD_BITS;
    tw_hwheel_word was;

    if (TW__HWHEEL_OVERFLOW && slot == TW__HWHEEL_SLOTS)
        return;
    was = w->bit[i];
    w->bit[i] = (tw_hwheel_word)(was ^ (tw_hwheel_word)1 << slot % TW__HWHEEL_WORD_BITS);
    if (TW__HWHEEL_SUMMARIES > 0 && (was == 0 || w->bit[i] == 0))
        w->bit[k] = (tw_hwheel_word)(w->bit[k] ^ (tw_hwheel_word)1 << i % TW__HWHEEL_WORD_BITS);
}

/* Into a slot, last; out of it. */
TW__INLINE void tw__hwheel_join(struct tw_hwheel *w, struct tw_node *n, size_t slot) {
    n->home = slot + TW__WAITING;
    if (!w->slot[slot])
        tw__hwheel_toggle(w, slot);
    tw__list_append(&w->slot[slot], n);
}

TW__INLINE void tw__hwheel_leave(struct tw_hwheel *w, struct tw_node *n) {
    const size_t slot = n->home - TW__WAITING;

    tw__list_remove(&w->slot[slot], n);
    if (!w->slot[slot])
        tw__hwheel_toggle(w, slot);
}

/* Appends n to the slot of tick due, which is not before position. */
TW__INLINE void tw__hwheel_place(struct tw_hwheel *w, struct tw_node *n, tw_tick due) {
    tw__hwheel_join(w, n, tw__hwheel_slot(w->position, due));
}

TW__INLINE void tw__hwheel_unlink(struct tw_hwheel *w, struct tw_node *n) {
    tw__hwheel_leave(w, n);
    if (w->first == n)
        w->first = NULL;
    w->count--;
}

/* The tick that counts for a deadline that may have passed. Position can be further behind an allowed deadline than
   half the range of a tick that wraps, by a block: tw_before() does not see that. */
TW__INLINE tw_tick tw__hwheel_key(const struct tw_hwheel *w, tw_tick due) {
    const bool passed =
        TW_TICK_BITS == 64 ? due < w->position : (tw_tick)(due - w->position) > (tw_tick)(3 * TW__QUARTER);
    return passed ? w->position : due;
}

/* n does not wait in w. */
TW__INLINE void tw__hwheel_insert(struct tw_hwheel *w, struct tw_node *n, tw_tick due) {
    const tw_tick key = tw__hwheel_key(w, due);

    TW_TRACE(n->home == TW__IDLE ? TW_ARM : TW_MOVE, n, due);
    n->due = due;
    tw__hwheel_place(w, n, key);
#if TW__HWHEEL_WAKE
    if (w->count == 0 || tw_before(key, w->wake))
        w->wake = w->position;
#endif
    if (w->count++ == 0 || (w->first && tw_before(key, w->first->due)))
        w->first = n;
}

TW__INLINE bool tw__hwheel_add(struct tw_hwheel *w, struct tw_node *n, tw_tick due) {
    TW_ASSERT(n != NULL);
    if (n->home >= TW__WAITING)
        tw__hwheel_unlink(w, n);
    tw__hwheel_insert(w, n, due);
    return true;
}

TW__INLINE bool tw__hwheel_cancel(struct tw_hwheel *w, struct tw_node *n) {
    TW_ASSERT(n != NULL);
    if (n->home < TW__WAITING)
        return false;
    TW_TRACE(TW_CANCEL, n, n->due);
    tw__hwheel_unlink(w, n);
    n->home = TW__IDLE;
    return true;
}

/* Position has entered the block of an upper slot: its nodes move down, in order. From the overflow slot, those that
   lie in position's top block do; the others come back to it. In a big wheel its parts are walked side by side, because
   one list is a chain of cache misses. */
TW__INLINE void tw__hwheel_lower(struct tw_hwheel *w, size_t slot) {
    const size_t begin = slot - slot % TW__HWHEEL_PARTS;
    struct tw_node *next[TW__HWHEEL_PARTS];
    size_t i, parts = 0;

    for (i = begin; i < begin + TW__HWHEEL_PARTS; i++)
        if (w->slot[i]) {
            next[parts] = w->slot[i]->u.list.next;
            TW__PREFETCH(next[parts]);
            parts++;
            w->slot[i]->u.list.next = NULL; /* a chain from here on */
            w->slot[i] = NULL;
            tw__hwheel_toggle(w, i);
        }
    for (i = 0; parts; i = i + 1 < parts ? i + 1 : 0) {
        struct tw_node *n = next[i];

        next[i] = n->u.list.next;
        TW__PREFETCH(next[i]);
        if (!next[i])
            next[i] = next[--parts];
        TW_TRACE(TW_CASCADE, n, n->due);
        tw__hwheel_place(w, n, n->due);
    }
}

#if TW_HWHEEL_BIG
/* Does the node in the upper slot `slot` share it with none? */
TW__INLINE bool tw__hwheel_alone(const struct tw_hwheel *w, size_t slot) {
    const size_t begin = slot - slot % TW__HWHEEL_PARTS;
    const unsigned bits = (unsigned)(w->bit[begin / TW__HWHEEL_WORD_BITS] >> begin % TW__HWHEEL_WORD_BITS) & 255u;

    return (bits & (bits - 1)) == 0 && w->slot[slot]->u.list.next == w->slot[slot];
}

/* The first occupied slot from slot i on, before slot end; end if there is none. */
TW__INLINE size_t tw__hwheel_from(const struct tw_hwheel *w, size_t i, size_t end) {
    const tw_hwheel_word *word = w->bit, *summary = w->bit + TW__HWHEEL_WORDS;
    size_t k = i / TW__HWHEEL_WORD_BITS, j;
    tw_hwheel_word bits = (tw_hwheel_word)(word[k] >> i % TW__HWHEEL_WORD_BITS);

    if (bits == 0) {
        j = ++k / TW__HWHEEL_WORD_BITS;
        bits = j < TW__HWHEEL_SUMMARIES ? (tw_hwheel_word)(summary[j] >> k % TW__HWHEEL_WORD_BITS) : 0;
        if (bits == 0) {
            k = tw__hwheel_scan(summary, j + 1, TW__HWHEEL_SUMMARIES);
            if (k >= TW__HWHEEL_WORDS)
                return end;
        } else {
            k += tw__low_bit(bits);
        }
        i = k * TW__HWHEEL_WORD_BITS;
        bits = word[k];
    }
    i += tw__low_bit(bits);
    return i < end ? i : end;
}

/* The parts of the slot at the level that begins at `base` which tick falls into. */
TW__INLINE size_t tw__hwheel_parts(size_t base, unsigned shift, tw_tick tick) {
    return base + (size_t)(tick >> shift) * TW__HWHEEL_PARTS % TW__HWHEEL_UPPER;
}

/* The first occupied slot. True if its nodes lie in the next block of a level, which begins at *enter: then the nodes
   of that block are in the second half of the level below, and what has not moved down yet is still above. */
TW__INLINE bool tw__hwheel_earliest(const struct tw_hwheel *w, size_t *slot, tw_tick *enter) {
    size_t base = 0, size = TW__HWHEEL_FIRST, parts = 1, b;
    unsigned shift = 0, bits = TW_HWHEEL_FIRST_BITS, k;

    /* Invariant: the levels before base are empty, and so is what lies in their next blocks. */
    for (; base < TW__HWHEEL_SLOTS; base += size, size = TW__HWHEEL_UPPER, parts = TW__HWHEEL_PARTS) {
        const size_t from = base + (size_t)(w->position >> shift) * parts % size, middle = base + size / 2;
        const size_t end = from < middle ? middle : base + size;

        *slot = tw__hwheel_from(w, from, end);
        if (*slot < end)
            return false;
        shift += bits;
        bits = TW_HWHEEL_UPPER_BITS;
        if (shift >= TW_TICK_BITS)
            break;
        *enter = (tw_tick)(((w->position >> shift) + 1) << shift);
        *slot = from < middle ? tw__hwheel_from(w, middle, base + size) : tw__hwheel_from(w, base, middle);
        if (*slot < (from < middle ? base + size : middle))
            return true;
        for (b = base + size, k = shift; b < TW__HWHEEL_SLOTS; b += TW__HWHEEL_UPPER, k += TW_HWHEEL_UPPER_BITS) {
            const size_t begin = tw__hwheel_parts(b, k, *enter);
            *slot = tw__hwheel_from(w, begin, begin + TW__HWHEEL_PARTS);
            if (*slot < begin + TW__HWHEEL_PARTS)
                return true;
            if ((*enter >> k & TW__HWHEEL_DIGIT) != 0)
                break;
        }
    }
    *slot = tw__hwheel_from(w, base, TW__HWHEEL_SLOTS); /* the last level is a ring */
    return false;
}

/* Position goes to enter, where a block of one or more levels begins. The lower levels hold the older nodes. */
TW__INLINE void tw__hwheel_enter(struct tw_hwheel *w, tw_tick enter) {
    size_t b = TW__HWHEEL_FIRST;
    unsigned k = TW_HWHEEL_FIRST_BITS;

    w->position = enter;
    for (; b < TW__HWHEEL_SLOTS; b += TW__HWHEEL_UPPER, k += TW_HWHEEL_UPPER_BITS) {
        tw__hwheel_lower(w, tw__hwheel_parts(b, k, enter));
        if ((enter >> k & TW__HWHEEL_DIGIT) != 0)
            break;
    }
}

/* So that not all of a block moves when it is entered: at each tick that fires something, one node in 2048 may move
   down (`most`) from the next block of each level, into the second half of the level below. They are the oldest of
   their lists, and what is added for that block goes behind those that wait above: order is kept. */
TW__INLINE void tw__hwheel_pace(struct tw_hwheel *w, size_t most) {
    size_t base = TW__HWHEEL_FIRST, below = 0, i, left;
    unsigned shift = TW_HWHEEL_FIRST_BITS, lower = 0;

    for (; base < TW__HWHEEL_SLOTS; lower = shift, shift += TW_HWHEEL_UPPER_BITS) {
        const size_t begin = tw__hwheel_parts(base, shift, (tw_tick)(w->position + ((tw_tick)1 << shift)));

        i = tw__hwheel_from(w, begin, begin + TW__HWHEEL_PARTS);
        for (left = most; left && i < begin + TW__HWHEEL_PARTS; left--) {
            struct tw_node *n = w->slot[i]->u.list.next;

            tw__hwheel_leave(w, n);
            if (w->slot[i])
                TW__PREFETCH(w->slot[i]->u.list.next);
            TW_TRACE(TW_CASCADE, n, n->due);
            tw__hwheel_join(w, n,
                            below ? tw__hwheel_parts(below, lower, n->due) + i - begin : n->due % TW__HWHEEL_FIRST);
            i = tw__hwheel_from(w, i + 1, begin + TW__HWHEEL_PARTS); /* the parts take turns */
            if (i == begin + TW__HWHEEL_PARTS)
                i = tw__hwheel_from(w, begin, i);
        }
        below = base;
        base += TW__HWHEEL_UPPER;
    }
}

/* Reads in the lists of the next eight ticks, side by side, so that their cache misses overlap. */
TW__INLINE void tw__hwheel_read_ahead(struct tw_hwheel *w) {
    const struct tw_node *n[8];
    size_t i, lists = 0, steps;

    if (tw_before(w->position, w->read))
        return;
    w->read = (tw_tick)(w->position + 8);
    for (i = 0; i < 8; i++) {
        n[lists] = w->slot[(size_t)(w->read + i) % TW__HWHEEL_FIRST];
        lists += n[lists] != NULL;
    }
    for (steps = w->count / 16384; steps; steps--)
        for (i = 0; i < lists; i++)
            n[i] = *(struct tw_node *const volatile *)&n[i]->u.list.next; /* volatile: nobody uses it */
}
#endif

/* Looks for the first node among those that share the slot, all parts of it; level 0 has one tick a slot. */
TW__INLINE void tw__hwheel_least(struct tw_hwheel *w, size_t slot) {
    const size_t all = slot < TW__HWHEEL_FIRST ? 1 : TW__HWHEEL_PARTS;
    size_t i = slot - slot % all;
    const size_t end = i + all;

    for (; i < end; i++) {
        struct tw_node *n = w->slot[i];

        while (n) {
            n = n->u.list.next;
            TW_TRACE(TW_COMPARE, n, n->due);
            if (!w->first || tw_before(n->due, w->first->due))
                w->first = n;
            if (n == w->slot[i] || i < TW__HWHEEL_FIRST)
                break;
        }
    }
}

/* Finds the first node, if there is one. */
TW__INLINE struct tw_node *tw__hwheel_first(struct tw_hwheel *w) {
    if (!w->first && w->count) {
#if TW_HWHEEL_BIG
        size_t slot, base = 0, half = TW__HWHEEL_FIRST / 2, above = TW__HWHEEL_FIRST;
        unsigned shift = TW_HWHEEL_FIRST_BITS;
        tw_tick enter = 0;
        bool next = tw__hwheel_earliest(w, &slot, &enter);

        if (next) { /* all of the next block moves down, once: looked through up there, it would be again and again */
            tw__hwheel_pace(w, w->count);
            next = tw__hwheel_earliest(w, &slot, &enter);
        }
        if (!next)
            tw__hwheel_least(w, slot);

        /* Invariant: `enter` begins a block of the level at `above`, and it is the next one: look at what of it is
           down, and at what is not. */
        while (next) {
            const size_t begin = base + (size_t)(enter >> shift & 1) * half;

            slot = tw__hwheel_from(w, begin, begin + half);
            if (slot < begin + half)
                tw__hwheel_least(w, slot);
            tw__hwheel_least(w, tw__hwheel_parts(above, shift, enter));
            base = above;
            half = TW__HWHEEL_UPPER / 2;
            above += TW__HWHEEL_UPPER;
            next = above < TW__HWHEEL_SLOTS && (enter >> shift & TW__HWHEEL_DIGIT) == 0;
            shift += TW_HWHEEL_UPPER_BITS;
        }
#else
        tw__hwheel_least(w, tw__hwheel_earliest_slot(w));
#endif
    }
    return w->first;
}

/* Nothing fires: position follows now, and enters no occupied block. */
TW__INLINE struct tw_node *tw__hwheel_stay(struct tw_hwheel *w, tw_tick now) {
    if (tw_before(w->position, now) || w->count == 0)
        w->position = now;
    return NULL;
}

/* The first node with due <= now, taken out. Blocks that begin by now are entered on the way. */
TW__OUT struct tw_node *tw__hwheel_search(struct tw_hwheel *w, tw_tick now) {
#if TW__HWHEEL_WAKE
    w->wake = w->position;
#endif
    while (w->count) {
        struct tw_node *n = w->first;
        size_t slot;
        tw_tick block;
        bool alone;

#if TW_HWHEEL_BIG
        tw_tick enter;
        if (!n || (n->due ^ w->position) >> TW_HWHEEL_FIRST_BITS) {
            if (tw__hwheel_earliest(w, &slot, &enter)) {
                if (tw_before(now, enter)) {
                    w->wake = enter;
                    break;
                }
                tw__hwheel_enter(w, enter);
                continue;
            }
            if (!n || slot >= TW__HWHEEL_FIRST)
                n = w->slot[slot]->u.list.next;
        }
        slot = n->home - TW__WAITING;
        alone = slot < TW__HWHEEL_FIRST || tw__hwheel_alone(w, slot);
#else
        if (!n) {
            n = w->slot[tw__hwheel_earliest_slot(w)]->u.list.next;
            if (TW__HWHEEL_OVERFLOW && n->home - TW__WAITING == TW__HWHEEL_SLOTS)
                n = tw__hwheel_first(w); /* this slot has more than one block */
        }
        slot = n->home - TW__WAITING;
        alone = slot < TW__HWHEEL_FIRST || w->slot[slot]->u.list.next == w->slot[slot];
#endif
        if (alone)
            w->first = n; /* or the first of its tick */
        block = n->due;
        if (slot >= TW__HWHEEL_FIRST)
            block = (tw_tick)(block >> tw__hwheel_shift(slot) << tw__hwheel_shift(slot));
        if (tw_before(now, block)) {
#if TW__HWHEEL_WAKE
            w->wake = block;
#endif
            break;
        }
        if (alone && !tw_before(now, n->due)) {
            if (slot >= TW__HWHEEL_FIRST)
                w->position = n->due;
            tw__hwheel_unlink(w, n);
            n->home = TW__IDLE;
            w->first = tw__list_first(w->slot[slot]);
            return n;
        }
        w->position = block;
        tw__hwheel_lower(w, slot);
    }
#if TW_HWHEEL_BIG
    tw__hwheel_stay(w, now);
    tw__hwheel_pace(w, w->count / 2048 + TW__HWHEEL_PARTS);
    tw__hwheel_read_ahead(w);
#endif
    return tw__hwheel_stay(w, now);
}

TW__FOLD struct tw_node *tw__hwheel_take(struct tw_hwheel *w, tw_tick now) {
#if TW__HWHEEL_WAKE
    if (tw_before(now, w->wake))
        return tw__hwheel_stay(w, now);
#endif
    return tw__hwheel_search(w, now);
}

TW__INLINE struct tw_node *tw__hwheel_each(const struct tw_hwheel *w, const struct tw_node *n) {
    size_t slot = n ? n->home - TW__WAITING : (size_t)-1;

    if (n && n != w->slot[slot])
        return n->u.list.next;
    while (++slot < TW__HWHEEL_SLOTS + TW__HWHEEL_OVERFLOW)
        if (w->slot[slot])
            return w->slot[slot]->u.list.next;
    return NULL;
}

TW__INLINE struct tw_node *tw__hwheel_drain(struct tw_hwheel *w) {
    struct tw_node *chain = NULL, *n;

    while ((n = tw__hwheel_each(w, NULL)) != NULL) {
        tw__hwheel_unlink(w, n);
        n->u.list.next = chain;
        chain = n;
    }
    return chain;
}

/* May a node with this key be in slot? In a big wheel also if it moved down for the next block of the level above. */
TW__INLINE bool tw__hwheel_fits(const struct tw_hwheel *w, size_t slot, tw_tick key) {
#if TW_HWHEEL_BIG
    const unsigned shift = tw__hwheel_shift(slot), up = shift + (shift ? TW_HWHEEL_UPPER_BITS : TW_HWHEEL_FIRST_BITS);
    const size_t level = slot - (shift ? (slot - TW__HWHEEL_FIRST) % TW__HWHEEL_UPPER : slot);
#endif
#if TW__HWHEEL_WAKE
    const unsigned block = tw__hwheel_shift(tw__hwheel_slot(w->position, key));

    if (tw_before(w->position, w->wake) && tw_before((tw_tick)(key >> block << block), w->wake))
        return false;
#endif
#if TW_HWHEEL_BIG
    if (slot < TW__HWHEEL_SLOTS && up < TW_TICK_BITS &&
        (tw_tick)((tw_tick)((key >> up) - (w->position >> up)) << up) == (tw_tick)((tw_tick)1 << up))
        return slot == (shift ? tw__hwheel_parts(level, shift, key) + (size_t)key % TW__HWHEEL_PARTS
                              : (size_t)key % TW__HWHEEL_FIRST) ||
               slot == tw__hwheel_slot(w->position, key);
#endif
    return slot == tw__hwheel_slot(w->position, key);
}

TW__INLINE bool tw__hwheel_check(const struct tw_hwheel *w) {
    const struct tw_node *n, *previous;
    size_t slot, i, count = 0;
    bool met = w->first == NULL;

    for (slot = 0; slot < TW__HWHEEL_SLOTS + TW__HWHEEL_OVERFLOW; slot++) {
        const struct tw_node *last = w->slot[slot];

        i = slot / TW__HWHEEL_WORD_BITS;
        if (slot < TW__HWHEEL_SLOTS && (w->bit[i] >> slot % TW__HWHEEL_WORD_BITS & 1) != (last != NULL))
            return false;
        for (n = last, previous = NULL; n && previous != last; previous = n, count++) {
            n = n->u.list.next;
            if (n->u.list.prev != previous || n->home != slot + TW__WAITING)
                return false;
            if (!tw__hwheel_fits(w, slot, tw__hwheel_key(w, n->due)))
                return false;
            if (n == w->first)
                met = true;
            else if (!met && !tw_before(tw__hwheel_key(w, w->first->due), tw__hwheel_key(w, n->due)))
                return false;
            else if (w->first && tw_before(tw__hwheel_key(w, n->due), tw__hwheel_key(w, w->first->due)))
                return false;
        }
    }
    for (i = 0; TW__HWHEEL_SUMMARIES > 0 && i < TW__HWHEEL_WORDS; i++)
        if ((w->bit[TW__HWHEEL_WORDS + i / TW__HWHEEL_WORD_BITS] >> i % TW__HWHEEL_WORD_BITS & 1) != (w->bit[i] != 0))
            return false;
    return met && count == w->count;
}

TW__INLINE void tw__hwheel_init(struct tw_hwheel *w, tw_tick now) {
    size_t i;

    for (i = 0; i < TW__HWHEEL_SLOTS + TW__HWHEEL_OVERFLOW; i++)
        w->slot[i] = NULL;
    for (i = 0; i < TW__HWHEEL_WORDS + TW__HWHEEL_SUMMARIES; i++)
        w->bit[i] = 0;
    w->position = now;
    w->count = 0;
    w->first = NULL;
#if TW_HWHEEL_BIG
    w->read = now;
#endif
#if TW__HWHEEL_WAKE
    w->wake = now;
#endif
}

/* The wheel as a structure for TW_TIMERS_OF and tw_timers_init(). */
TW__INLINE void tw__hwheel_op_init(void *w, tw_tick now, void *array, size_t n) {
    (void)array, (void)n;
    tw__hwheel_init((struct tw_hwheel *)w, now);
}
TW__INLINE bool tw__hwheel_op_full(const void *w) { return (void)w, false; }
TW__INLINE void tw__hwheel_op_add(void *w, struct tw_node *n, tw_tick due) {
    tw__hwheel_insert((struct tw_hwheel *)w, n, due);
}
TW__INLINE bool tw__hwheel_op_move(void *w, struct tw_node *n, tw_tick due) {
    return tw__hwheel_add((struct tw_hwheel *)w, n, due);
}
TW__INLINE bool tw__hwheel_op_cancel(void *w, struct tw_node *n) { return tw__hwheel_cancel((struct tw_hwheel *)w, n); }
TW__INLINE bool tw__hwheel_op_next(void *w, tw_tick *due) {
    const struct tw_node *n = tw__hwheel_first((struct tw_hwheel *)w);

    if (n)
        *due = n->due;
    return n != NULL;
}
TW__INLINE struct tw_node *tw__hwheel_op_take(void *w, tw_tick now) {
    return tw__hwheel_take((struct tw_hwheel *)w, now);
}
TW__INLINE size_t tw__hwheel_op_count(const void *w) { return ((const struct tw_hwheel *)w)->count; }
TW__INLINE struct tw_node *tw__hwheel_op_each(const void *w, const struct tw_node *n) {
    return tw__hwheel_each((const struct tw_hwheel *)w, n);
}
TW__INLINE struct tw_node *tw__hwheel_op_drain(void *w) { return tw__hwheel_drain((struct tw_hwheel *)w); }
TW__INLINE bool tw__hwheel_op_check(const void *w) { return tw__hwheel_check((const struct tw_hwheel *)w); }
TW__INLINE size_t tw__hwheel_op_bytes(size_t n) {
    (void)n;
    return 0;
}

TW__TABLE const struct tw_ops tw_hwheel_ops = {tw__hwheel_op_init,       tw__hwheel_op_full,
                                               tw__hwheel_op_add,        tw__hwheel_op_move,
                                               tw__hwheel_op_cancel,     tw__hwheel_op_next,
                                               tw__hwheel_op_take,       tw__hwheel_op_count,
                                               tw__hwheel_op_each,       tw__hwheel_op_drain,
                                               tw__hwheel_op_check,      tw__hwheel_op_bytes,
                                               sizeof(struct tw_hwheel), "hwheel"};

/* ----------------------------------------------------------------------------------------------------- FACE */

/* A wheel of objects: struct name and its verbs, which take and give pointers to type. Costs and answers are those of
   the functions above; init takes array and n for uniformity only. */
#define TW_HWHEEL_OF(name, type, member)                                                                              \
    struct name {                                                                                                     \
        struct tw_hwheel wheel;                                                                                       \
    };                                                                                                                \
    TW__INLINE type *name##__of(struct tw_node *n) { return n ? TW_OF(n, type, member) : NULL; }                      \
    TW__INLINE void name##_init(struct name *q, tw_tick now, void *array, size_t n) {                                 \
        tw__hwheel_op_init(&q->wheel, now, array, n);                                                                 \
    }                                                                                                                 \
    TW__INLINE bool name##_add(struct name *q, type *x, tw_tick due) {                                                \
        return tw__hwheel_add(&q->wheel, &x->member, due);                                                            \
    }                                                                                                                 \
    TW__INLINE bool name##_cancel(struct name *q, type *x) { return tw__hwheel_cancel(&q->wheel, &x->member); }       \
    TW__INLINE bool name##_next(struct name *q, tw_tick *due) { return tw__hwheel_op_next(&q->wheel, due); }          \
    TW__INLINE type *name##_take(struct name *q, tw_tick now) { return name##__of(tw__hwheel_take(&q->wheel, now)); } \
    TW__INLINE size_t name##_count(const struct name *q) { return q->wheel.count; }                                   \
    TW__INLINE type *name##_each(const struct name *q, const type *x) {                                               \
        return name##__of(tw__hwheel_each(&q->wheel, x ? &x->member : NULL));                                         \
    }                                                                                                                 \
    TW__INLINE void name##_clear(struct name *q) { tw__idle_all(tw__hwheel_drain(&q->wheel)); }                       \
    TW__INLINE bool name##_check(const struct name *q) { return tw__hwheel_check(&q->wheel); }

TW__END_C

#endif /* TW_HWHEEL_H */

/* ------------------------------------------------------------------------------------------- IMPLEMENTATION */

#if (defined(TW_IMPLEMENTATION) || defined(TW_HWHEEL_IMPLEMENTATION)) && !defined(TW__HWHEEL_IMPLEMENTED)
#define TW__HWHEEL_IMPLEMENTED

TW__API void tw_hwheel_init(struct tw_hwheel *w, tw_tick now, void *array, size_t n) {
    tw__hwheel_op_init(w, now, array, n);
}

TW__API bool tw_hwheel_add(struct tw_hwheel *w, struct tw_node *n, tw_tick due) { return tw__hwheel_add(w, n, due); }
TW__API bool tw_hwheel_cancel(struct tw_hwheel *w, struct tw_node *n) { return tw__hwheel_cancel(w, n); }
TW__API bool tw_hwheel_next(struct tw_hwheel *w, tw_tick *due) { return tw__hwheel_op_next(w, due); }
TW__API struct tw_node *tw_hwheel_take(struct tw_hwheel *w, tw_tick now) { return tw__hwheel_take(w, now); }
TW__API size_t tw_hwheel_count(const struct tw_hwheel *w) { return w->count; }

TW__API struct tw_node *tw_hwheel_each(const struct tw_hwheel *w, const struct tw_node *n) {
    return tw__hwheel_each(w, n);
}

TW__API void tw_hwheel_clear(struct tw_hwheel *w) { tw__idle_all(tw__hwheel_drain(w)); }
TW__API bool tw_hwheel_check(const struct tw_hwheel *w) { return tw__hwheel_check(w); }

#endif

/* MIT No Attribution; the text of the licence stands at the end of timers.h and in the file LICENSE. */
