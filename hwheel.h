/* SPDX-License-Identifier: MIT-0 */
/* hwheel.h - a hierarchical timing wheel: timers in O(1), exact and in order.

   WHAT IT IS
       Rings of slots, each level coarser than the one below. A node waits at the level of the highest bit group in
       which its deadline differs from the wheel's position, in the slot that its own bits name, so nodes of a lower
       level are always earlier than those of a higher one, and equal deadlines always share a slot, in arming order.
       When time enters a slot of an upper level, its nodes move down: that is a cascade.

   PICK IT
       for timeouts that are mostly cancelled or moved before they fire; for any number of timers (it needs no array and
       is never full); for the smallest cost of arm and cancel; for firmware, in a setting of 300 bytes.
   PICK ANOTHER
       if single long pauses hurt (a cascade touches every node of a slot at once; TW_HWHEEL_BIG spreads that), if
       memory for a few timers counts more than time (a sorted list), if keys are not ticks (a heap, a tree).

   DO THIS
       timers             TW_TIMERS_OF(timers, hwheel) makes struct timers and timers_init, _add, _cancel, ...: timers.h
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
       Bytes a timer, node included: 40 on a 64-bit machine, 20 on a 32-bit one and 12 on AVR with 32-bit ticks. Bytes
   of the wheel: a pointer a slot, and a bit. By default 16 KB on a 64-bit machine; 280 with four levels of 4 bits on a
       32-bit one.

   GUARANTEES
       FIFO among equals, always, and no arming number is needed for it. add() cannot fail. A slot that holds one node
       fires it without a cascade. The earliest node is remembered.

   OPTIONS (beside those of timers.h)
       TW_HWHEEL_FIRST_BITS   8           level 0 has 2^this slots of one tick: 3 to 16
       TW_HWHEEL_UPPER_BITS   8           each level above has 2^this slots: 3 to 16
       TW_HWHEEL_LEVELS       8, 4 or 2   levels in all; by default they cover ticks of 64, 32 or 16 bits. With fewer,
   what lies beyond waits in one overflow slot, which is walked when the rest is empty. Firmware: 4, 4 and 4. skynet's:
   8, 6 and 5. TW_HWHEEL_IMPLEMENTATION instead of TW_IMPLEMENTATION defines this header and timers.h only.

   SOURCE
       G. Varghese and A. Lauck, Hashed and Hierarchical Timing Wheels, SOSP 1987, scheme 7. Placement by the highest
   bit that differs: the timer of skynet (Yun Feng, 2012), and radix heaps (R. Ahuja et al., JACM 37(2), 1990). */
#ifndef TW_HWHEEL_H
#define TW_HWHEEL_H

#if defined(TW_HWHEEL_IMPLEMENTATION) && !defined(TW_TIMERS_IMPLEMENTATION)
#define TW_TIMERS_IMPLEMENTATION
#endif
#include "timers.h"

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

/* Slots are numbered through, level by level; the overflow slot is the last and has no bit. */
enum {
    TW__HWHEEL_FIRST = 1 << TW_HWHEEL_FIRST_BITS,
    TW__HWHEEL_UPPER = 1 << TW_HWHEEL_UPPER_BITS,
    TW__HWHEEL_SLOTS = TW__HWHEEL_FIRST + (TW_HWHEEL_LEVELS - 1) * TW__HWHEEL_UPPER,
    TW__HWHEEL_WORDS = TW__HWHEEL_SLOTS / TW__HWHEEL_WORD_BITS,
    TW__HWHEEL_SUMMARIES = TW__HWHEEL_WORDS <= 8 ? 0 : (TW__HWHEEL_WORDS - 1) / TW__HWHEEL_WORD_BITS + 1
};

/* All zero is a valid wheel: empty, at tick 0. */
struct tw_hwheel {
    struct tw_node *slot[TW__HWHEEL_SLOTS + TW__HWHEEL_OVERFLOW]; /* the last node of each list */
    tw_hwheel_word bit[TW__HWHEEL_WORDS + TW__HWHEEL_SUMMARIES];  /* which slots are occupied; then, which words */
    tw_tick position;                                             /* what the nodes are placed by */
    size_t count;
    struct tw_node *first; /* the earliest node; NULL: not known, or there is none */
#if TW__HWHEEL_WAKE
    tw_tick wake; /* before this tick no occupied block begins: an idle tick is one comparison */
#endif
};

/* ------------------------------------------------------------------------------------------------------ API */

/* An empty wheel at tick now. It forgets nodes: clear() a wheel in use first. array and n are not needed: NULL, 0. */
#define TW__HWHEEL_PASTE(name, t, f, u, l)     name##_ticks##t##_first##f##_upper##u##_levels##l
#define TW__HWHEEL_LINK_NAME(name, t, f, u, l) TW__HWHEEL_PASTE(name, t, f, u, l)
#define tw_hwheel_init \
    TW__HWHEEL_LINK_NAME(tw_hwheel_init, TW_TICK_BITS, TW_HWHEEL_FIRST_BITS, TW_HWHEEL_UPPER_BITS, TW_HWHEEL_LEVELS)
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

/* How many nodes; the node after n in the order of slots (NULL to begin, and at the end); all nodes out; every
 * invariant. */
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
   so no occupied slot of an upper level has position's own digit: to enter its block, its nodes must move down. */

/* What a slot's number says: the lowest bit of its level's digit. A block of the level has 2^this ticks. */
TW__INLINE unsigned tw__hwheel_shift(size_t slot) {
    return slot < TW__HWHEEL_FIRST
               ? 0
               : TW_HWHEEL_FIRST_BITS +
                     (unsigned)((slot - TW__HWHEEL_FIRST) >> TW_HWHEEL_UPPER_BITS) * TW_HWHEEL_UPPER_BITS;
}

TW__INLINE size_t tw__hwheel_slot(tw_tick position, tw_tick due) {
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
    return level + (size_t)(due & (TW__HWHEEL_UPPER - 1));
}

/* The first one-bit from word i on, up to word end; end's first bit if there is none. */
TW__INLINE size_t tw__hwheel_scan(const tw_hwheel_word *word, size_t i, size_t end) {
    while (i < end && word[i] == 0)
        i++;
    return i * TW__HWHEEL_WORD_BITS + (i < end ? tw__low_bit(word[i]) : 0);
}

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
    const size_t last = TW__HWHEEL_SLOTS - TW__HWHEEL_UPPER;
    if (slot >= last) {
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

/* A slot was filled or emptied. */
TW__INLINE void tw__hwheel_toggle(struct tw_hwheel *w, size_t slot) {
    const size_t i = slot / TW__HWHEEL_WORD_BITS, k = TW__HWHEEL_WORDS + i / TW__HWHEEL_WORD_BITS;
    tw_hwheel_word was;

    if (TW__HWHEEL_OVERFLOW && slot == TW__HWHEEL_SLOTS)
        return;
    was = w->bit[i];
    w->bit[i] = (tw_hwheel_word)(was ^ (tw_hwheel_word)1 << slot % TW__HWHEEL_WORD_BITS);
    if (TW__HWHEEL_SUMMARIES && (was == 0 || w->bit[i] == 0))
        w->bit[k] = (tw_hwheel_word)(w->bit[k] ^ (tw_hwheel_word)1 << i % TW__HWHEEL_WORD_BITS);
}

/* Appends n to the slot of tick due, which is not before position. */
TW__INLINE void tw__hwheel_place(struct tw_hwheel *w, struct tw_node *n, tw_tick due) {
    const size_t slot = tw__hwheel_slot(w->position, due);

    n->home = slot + TW__WAITING;
    if (!w->slot[slot])
        tw__hwheel_toggle(w, slot);
    tw__list_append(&w->slot[slot], n);
}

TW__INLINE void tw__hwheel_unlink(struct tw_hwheel *w, struct tw_node *n) {
    const size_t slot = n->home - TW__WAITING;

    tw__list_remove(&w->slot[slot], n);
    if (!w->slot[slot])
        tw__hwheel_toggle(w, slot);
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

/* Finds the first node, if there is one. A slot of level 0 holds one tick; of another, every node is looked at. */
TW__INLINE struct tw_node *tw__hwheel_first(struct tw_hwheel *w) {
    if (!w->first && w->count) {
        const size_t slot = tw__hwheel_earliest_slot(w);
        struct tw_node *n = w->slot[slot]->u.list.next, *last = w->slot[slot];

        w->first = n;
        while (slot >= TW__HWHEEL_FIRST && n != last) {
            n = n->u.list.next;
            TW_TRACE(TW_COMPARE, n, n->due);
            if (tw_before(n->due, w->first->due))
                w->first = n;
        }
    }
    return w->first;
}

/* Position enters the block of an upper slot: its nodes move down, in order. From the overflow slot, those that lie in
   position's top block do; the others come back to it. */
TW__INLINE void tw__hwheel_cascade(struct tw_hwheel *w, size_t slot, tw_tick position) {
    struct tw_node *last = w->slot[slot], *next = last->u.list.next, *n;

    w->position = position;
    w->slot[slot] = NULL;
    tw__hwheel_toggle(w, slot);
    do {
        n = next;
        next = n->u.list.next;
        TW_TRACE(TW_CASCADE, n, n->due);
        tw__hwheel_place(w, n, n->due);
    } while (n != last);
}

/* Nothing fires: position follows now, and enters no occupied block. */
TW__INLINE struct tw_node *tw__hwheel_stay(struct tw_hwheel *w, tw_tick now) {
    if (tw_before(w->position, now) || w->count == 0)
        w->position = now;
    return NULL;
}

static TW__ATTRIBUTE(unused)
    TW__ATTRIBUTE(noinline) struct tw_node *tw__hwheel_search(struct tw_hwheel *w, tw_tick now) {
#if TW__HWHEEL_WAKE
    w->wake = w->position;
#endif
    while (w->count) {
        struct tw_node *n = w->first;
        size_t slot;
        tw_tick block;
        bool alone;

        if (!n) {
            n = w->slot[tw__hwheel_earliest_slot(w)]->u.list.next;
            if (TW__HWHEEL_OVERFLOW && n->home - TW__WAITING == TW__HWHEEL_SLOTS)
                n = tw__hwheel_first(w); /* this slot has more than one block */
        }
        slot = n->home - TW__WAITING;
        alone = slot < TW__HWHEEL_FIRST || w->slot[slot]->u.list.next == w->slot[slot];
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
        tw__hwheel_cascade(w, slot, block);
    }
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

    while (w->count) {
        n = w->slot[tw__hwheel_earliest_slot(w)]->u.list.next;
        tw__hwheel_unlink(w, n);
        n->u.list.next = chain;
        chain = n;
    }
    return chain;
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
            if (slot != tw__hwheel_slot(w->position, tw__hwheel_key(w, n->due)))
                return false;
            if (n == w->first)
                met = true;
            else if (!met && !tw_before(tw__hwheel_key(w, w->first->due), tw__hwheel_key(w, n->due)))
                return false;
            else if (w->first && tw_before(tw__hwheel_key(w, n->due), tw__hwheel_key(w, w->first->due)))
                return false;
        }
    }
    for (i = 0; TW__HWHEEL_SUMMARIES && i < TW__HWHEEL_WORDS; i++)
        if ((w->bit[TW__HWHEEL_WORDS + i / TW__HWHEEL_WORD_BITS] >> i % TW__HWHEEL_WORD_BITS & 1) != (w->bit[i] != 0))
            return false;
#if TW__HWHEEL_WAKE
    if (count && tw_before(w->position, w->wake)) {
        slot = tw__hwheel_earliest_slot(w);
        n = w->slot[slot]->u.list.next;
        if (slot < TW__HWHEEL_SLOTS &&
            tw_before((tw_tick)(n->due >> tw__hwheel_shift(slot) << tw__hwheel_shift(slot)), w->wake))
            return false;
    }
#endif
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
TW__FOLD struct tw_node *tw__hwheel_op_take(void *w, tw_tick now) {
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
