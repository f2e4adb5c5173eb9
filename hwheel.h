/* SPDX-License-Identifier: MIT-0 */
/* hwheel.h - a hierarchical timing wheel: timers in O(1), exact and in order.

   WHAT IT IS
       It is an odometer for deadlines. Each digit of the clock has a ring of slots: one for each value of the lowest
       digit, one for each value of the next, and so on, each level coarser than the one below. A node waits at the
       level of the highest digit in which its deadline differs from the wheel's position, in the slot of its own digit
       there. So the nodes of a lower level are always earlier than those of a higher one, and equal deadlines always
       share a slot, in arming order. When time enters a slot of an upper level, its nodes move down: that is a cascade.

   PICK IT
       for timeouts that are mostly cancelled or moved before they fire; for any number of timers (it needs no array
       and is never full); for the smallest cost of arm and cancel; for firmware, in a setting of 300 bytes.
   PICK ANOTHER
       from 10^5 timers on, on a machine with caches (bigwheel.h); if memory for a few timers counts more than time (a
       sorted list); if keys are not ticks (a heap, a tree); if next() is asked after each move of the earliest timer
       and deadlines lie close together (a heap).

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
       take                O(1) per node, and at most L - 1 cascades in its life
       next                O(1); O(nodes of one slot) after the earliest one was cancelled, moved or fired
       clear, each         O(n + slots)                                  jump    O(L), whatever the distance
       Bytes per timer, node included: 40 on a 64-bit machine, 20 on a 32-bit one, 12 on AVR with 32-bit ticks. Bytes of
       the wheel: a pointer and a bit per slot, 16 KB by default on a 64-bit machine, 280 on a 32-bit one with four
       levels of 4 bits.

   GUARANTEES
       FIFO among equals, always, and no arming number is needed for it. add() cannot fail. When time jumps past the
       only node of a slot, it fires without a cascade. The earliest node is remembered.

   PROPERTIES (check() names one that does not hold: "hwheel 1")
       1  Each node is in the slot that its deadline and the position name (a deadline that has passed counts as the
          position), and knows it; the list of each slot is linked both ways.
       2  The bit of each slot, and of each word of bits, tells whether it is occupied or not 0.
       3  `first` is NULL or the earliest node, of equals the one armed first.
       4  If `wake` lies ahead, the block of each node begins there or later.
       5  The wheel has as many nodes as it counts.
       By 1, no occupied slot of an upper level has the position's own digit: to enter its block is to cascade it.

   OPTIONS (beside those of node.h)
       TW_HWHEEL_FIRST_BITS   8        level 0 has 2^this slots of one tick: 3 to 16
       TW_HWHEEL_UPPER_BITS   8        each level above has 2^this slots: 3 to 16
       TW_HWHEEL_LEVELS       8 4 2    levels in all; the default covers ticks of 64, 32 or 16 bits. With fewer, nodes
                                       beyond wait in one overflow slot, walked when all else is empty
       Firmware: 4, 4 and 4 levels. skynet's wheel: 8, 6 and 5 levels. TW_HWHEEL_IMPLEMENTATION instead of
       TW_IMPLEMENTATION compiles the functions of this header only.

   SOURCE
       G. Varghese and A. Lauck, Hashed and Hierarchical Timing Wheels, SOSP 1987, scheme 7. Placement by the highest
       bit that differs: the timer of skynet (Yun Feng, 2012), and radix heaps (R. Ahuja et al., JACM 37(2), 1990). */
#ifndef TW_HWHEEL_H
#define TW_HWHEEL_H

#include "verbs.h"

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

/* The levels tell apart deadlines that differ in the lowest SPAN bits. Nodes beyond wait in the OVERFLOW slot; or, if
   all bits are told apart and ticks wrap, the last level is a RING that wraps with them. Small settings have no WAKE,
   and save a word and code. */
#define TW__HWHEEL_SPAN     (TW_HWHEEL_FIRST_BITS + (TW_HWHEEL_LEVELS - 1) * TW_HWHEEL_UPPER_BITS)
#define TW__HWHEEL_OVERFLOW (TW__HWHEEL_SPAN < TW_TICK_BITS)
#define TW__HWHEEL_RING     (TW_TICK_BITS != 64 && !TW__HWHEEL_OVERFLOW)
#define TW__HWHEEL_WAKE     (TW_HWHEEL_FIRST_BITS > 4)

#if TW_HWHEEL_FIRST_BITS < 3 || TW_HWHEEL_FIRST_BITS > 16 || TW_HWHEEL_UPPER_BITS < 3 || TW_HWHEEL_UPPER_BITS > 16
#error "TW_HWHEEL_FIRST_BITS and TW_HWHEEL_UPPER_BITS must be plain numbers from 3 to 16"
#elif TW_HWHEEL_LEVELS < 2
#error "TW_HWHEEL_LEVELS must be a plain number, 2 or more"
#elif TW__HWHEEL_SPAN - TW_HWHEEL_UPPER_BITS >= TW_TICK_BITS - 1
#error "TW_HWHEEL_LEVELS: the last level must hold at least two bits of a tick"
#endif

/* Slots are numbered through, level by level; the overflow slot is the last and has no bit. */
enum {
    TW__HWHEEL_FIRST = 1 << TW_HWHEEL_FIRST_BITS,
    TW__HWHEEL_UPPER = 1 << TW_HWHEEL_UPPER_BITS,
    TW__HWHEEL_SLOTS = TW__HWHEEL_FIRST + (TW_HWHEEL_LEVELS - 1) * TW__HWHEEL_UPPER,
    TW__HWHEEL_BITS = 8 * sizeof(uintptr_t), /* of a word */
    TW__HWHEEL_WORDS = (TW__HWHEEL_SLOTS - 1) / TW__HWHEEL_BITS + 1,
    TW__HWHEEL_SUMMARIES = TW__HWHEEL_WORDS <= 8 ? 0 : (TW__HWHEEL_WORDS - 1) / TW__HWHEEL_BITS + 1
};

typedef void tw_hwheel_array; /* init() takes none */

/* All zero is a valid wheel: empty, at tick 0. */
struct tw_hwheel {
    TW__DEBUG(struct tw_stamp stamp;)
    tw_tick position; /* what the nodes are placed by */
#if TW__HWHEEL_WAKE
    tw_tick wake; /* before this tick no occupied block begins: an idle tick is one comparison */
#endif
    struct tw_node *first; /* the earliest node; NULL: not known, or there is none */
    size_t count;
    uintptr_t word[TW__HWHEEL_WORDS + TW__HWHEEL_SUMMARIES];      /* bits of the slots; then, bits of these words */
    struct tw_node *slot[TW__HWHEEL_SLOTS + TW__HWHEEL_OVERFLOW]; /* the last node of each list */
};

/* ------------------------------------------------------------------------------------------------------ API */

/* Makes an empty wheel at tick now. It forgets nodes: clear() a wheel in use first. array and n are not needed: NULL,
   0. */
#define TW__HWHEEL_PASTE(name, t, f, u, l)     name##_ticks##t##_first##f##_upper##u##_levels##l
#define TW__HWHEEL_LINK_NAME(name, t, f, u, l) TW__HWHEEL_PASTE(name, t, f, u, l)
#define tw_hwheel_init \
    TW__HWHEEL_LINK_NAME(tw_hwheel_init, TW_TICK_BITS, TW_HWHEEL_FIRST_BITS, TW_HWHEEL_UPPER_BITS, TW_HWHEEL_LEVELS)
TW__API void tw_hwheel_init(struct tw_hwheel *w, tw_tick now, tw_hwheel_array *array, size_t n);

/* Inserts n with deadline due, or moves it there if it is in w. A deadline in the past is stored as the position, which
   is at or before the last take()'s now. Always true. O(1). */
TW__API bool tw_hwheel_add(struct tw_hwheel *w, struct tw_node *n, tw_tick due);

/* Takes n out. False: it is idle, or on the due list of a set. O(1). */
TW__API bool tw_hwheel_cancel(struct tw_hwheel *w, struct tw_node *n);

/* The earliest deadline. False: empty. */
TW__API bool tw_hwheel_next(struct tw_hwheel *w, tw_tick *due);

/* Takes out the first node with due <= now. NULL: none. While nodes wait, now must not go back. */
TW__API struct tw_node *tw_hwheel_take(struct tw_hwheel *w, tw_tick now);

/* The number of nodes. The node after n, slot by slot (NULL to begin, and at the end). Takes every node out. The name
   of a property that does not hold, or NULL. */
TW__API size_t tw_hwheel_count(const struct tw_hwheel *w);
TW__API struct tw_node *tw_hwheel_each(const struct tw_hwheel *w, const struct tw_node *n);
TW__API void tw_hwheel_clear(struct tw_hwheel *w);
TW__CHECKED(TW__API const char *tw_hwheel_check(const struct tw_hwheel *w);)

/* --------------------------------------------------------------------------------------------------- ENGINE

   The digit of a tick at a level is the bit group that numbers the level's slots. With levels of 4 bits:

       position   0x1a37      level 3 2 1 0: digits 1 a 3 7
       due        0x1a3c      differs at level 0: slot c of level 0, which fires at that tick
       due        0x1a52      differs at level 1: slot 5 of level 1, a block of the 16 ticks 0x1a50 .. 0x1a5f
       due        0x4000      differs at level 3: slot 4 of level 3 */

/* The lowest bit of the digit that numbers a slot. The block of the slot has 2^this ticks. */
TW__INLINE unsigned tw__hwheel_shift(size_t slot) {
    return slot < TW__HWHEEL_FIRST
               ? 0
               : TW_HWHEEL_FIRST_BITS + (unsigned)((slot - TW__HWHEEL_FIRST) / TW__HWHEEL_UPPER) * TW_HWHEEL_UPPER_BITS;
}

/* The slot of tick due, at the level of the highest digit in which it differs from position. */
TW__INLINE size_t tw__hwheel_slot(tw_tick position, tw_tick due) {
    tw_tick differ = (tw_tick)((due ^ position) >> TW_HWHEEL_FIRST_BITS);
    size_t level = TW__HWHEEL_FIRST;

    if (differ == 0)
        return (size_t)(due & (TW__HWHEEL_FIRST - 1));

    /* Invariant: due is shifted to its digit at `level`, and `differ` tells which of its bits from there on differ. It
       ends when no higher digit differs, or beyond the last level. */
    due = (tw_tick)(due >> TW_HWHEEL_FIRST_BITS);
    while ((differ = (tw_tick)(differ >> TW_HWHEEL_UPPER_BITS)) != 0) {
        due = (tw_tick)(due >> TW_HWHEEL_UPPER_BITS);
        level += TW__HWHEEL_UPPER;
        if (TW__HWHEEL_OVERFLOW && level == TW__HWHEEL_SLOTS)
            return level;
    }
    return level + (size_t)(due & (TW__HWHEEL_UPPER - 1));
}

/* A deadline in the past is stored as the position. tw_before() cannot tell it: with ticks that wrap, the position may
   lag behind a deadline by one block more than half the range. */
TW__INLINE tw_tick tw__hwheel_key(const struct tw_hwheel *w, tw_tick due) {
    const bool passed =
        TW_TICK_BITS == 64 ? due < w->position : (tw_tick)(due - w->position) > (tw_tick)(3 * TW__QUARTER);
    return passed ? w->position : due;
}

/* BITS. The number of the first one-bit from word i on, before word end; if there is none, end's first. */
TW__INLINE size_t tw__hwheel_scan(const uintptr_t *word, size_t i, size_t end) {
    while (i < end && word[i] == 0)
        i++;
    return i * TW__HWHEEL_BITS + (i < end ? tw__low_bit(word[i]) : 0);
}

/* A slot was filled or emptied. */
TW__INLINE void tw__hwheel_toggle(struct tw_hwheel *w, size_t slot) {
    const size_t i = slot / TW__HWHEEL_BITS, k = TW__HWHEEL_WORDS + i / TW__HWHEEL_BITS;
    uintptr_t was;

    if (TW__HWHEEL_OVERFLOW && slot == TW__HWHEEL_SLOTS)
        return;
    was = w->word[i];
    w->word[i] = was ^ (uintptr_t)1 << slot % TW__HWHEEL_BITS;
    if (TW__HWHEEL_SUMMARIES > 0 && (was == 0 || w->word[i] == 0))
        w->word[k] ^= (uintptr_t)1 << i % TW__HWHEEL_BITS;
}

/* In a ring the last level begins behind the position's digit: the first occupied slot from there on; `slot`, the first
   from digit 0 on, if there is none. */
TW__INLINE size_t tw__hwheel_around(const struct tw_hwheel *w, size_t slot) {
    const size_t digit = (size_t)(w->position >> (TW__HWHEEL_SPAN - TW_HWHEEL_UPPER_BITS));
    const size_t here = TW__HWHEEL_SLOTS - TW__HWHEEL_UPPER + digit, i = here / TW__HWHEEL_BITS;
    const uintptr_t later = w->word[i] & ~(uintptr_t)1 << here % TW__HWHEEL_BITS;
    const size_t found =
        later ? i * TW__HWHEEL_BITS + tw__low_bit(later) : tw__hwheel_scan(w->word, i + 1, TW__HWHEEL_WORDS);

    return found < TW__HWHEEL_SLOTS ? found : slot;
}

/* The occupied slot with the earliest nodes; the overflow slot if there is no other. The wheel is not empty. */
TW__INLINE size_t tw__hwheel_earliest(const struct tw_hwheel *w) {
    const size_t slots = TW__HWHEEL_SLOTS, words = TW__HWHEEL_WORDS, summaries = TW__HWHEEL_SUMMARIES;
    const size_t word = summaries ? tw__hwheel_scan(w->word + words, 0, summaries) : 0;
    const size_t slot = tw__hwheel_scan(w->word, word, words);

    if (TW__HWHEEL_RING && slot >= slots - TW__HWHEEL_UPPER)
        return tw__hwheel_around(w, slot);
    return slot < slots ? slot : slots;
}

/* WAKE. An idle tick is one that comes before it. */
#if TW__HWHEEL_WAKE
TW__INLINE void tw__hwheel_set_wake(struct tw_hwheel *w, tw_tick tick) { w->wake = tick; }
TW__INLINE tw_tick tw__hwheel_wake(const struct tw_hwheel *w) { return w->wake; }
#else
TW__INLINE void tw__hwheel_set_wake(struct tw_hwheel *w, tw_tick tick) { (void)w, (void)tick; }
TW__INLINE tw_tick tw__hwheel_wake(const struct tw_hwheel *w) { return w->position; }
#endif

/* NODES. Puts n into the slot of tick due, last; and takes it out. */
TW__INLINE void tw__hwheel_place(struct tw_hwheel *w, struct tw_node *n, tw_tick due) {
    const size_t slot = tw__hwheel_slot(w->position, due);

    n->home = slot + TW__WAITING;
    if (!w->slot[slot])
        tw__hwheel_toggle(w, slot);
    tw__list_append(&w->slot[slot], n);
}

TW__INLINE void tw__hwheel_remove(struct tw_hwheel *w, struct tw_node *n) {
    const size_t slot = n->home - TW__WAITING;

    tw__list_remove(&w->slot[slot], n);
    if (!w->slot[slot])
        tw__hwheel_toggle(w, slot);
    if (w->first == n)
        w->first = NULL;
    w->count--;
}

TW__INLINE void tw__hwheel_insert(struct tw_hwheel *w, struct tw_node *n, tw_tick due) {
    const tw_tick key = tw__hwheel_key(w, due);

    tw__hwheel_place(w, n, key);
    if (TW__HWHEEL_WAKE && (w->count == 0 || tw_before(key, tw__hwheel_wake(w))))
        tw__hwheel_set_wake(w, w->position);
    if (w->count++ == 0 || (w->first && tw_before(key, w->first->due)))
        w->first = n;
}

TW__INLINE void tw__hwheel_update(struct tw_hwheel *w, struct tw_node *n, tw_tick due) {
    tw__hwheel_remove(w, n);
    tw__hwheel_insert(w, n, due);
}

/* The position has entered the block of an upper slot: moves its nodes down, in order. Of the overflow slot, nodes of
   the position's top block move down, and the others come back to it. */
TW__INLINE void tw__hwheel_cascade(struct tw_hwheel *w, size_t slot) {
    struct tw_node *last = w->slot[slot], *n = last->u.list.next, *next;

    w->slot[slot] = NULL;
    tw__hwheel_toggle(w, slot);
    for (last->u.list.next = NULL; n; n = next) {
        next = n->u.list.next;
        TW__PREFETCH(next);
        TW_TRACE(TW_CASCADE, n, n->due);
        tw__hwheel_place(w, n, n->due);
    }
}

/* Finds the first node, and keeps it in mind. In level 0 it is the first of its slot, which is one tick; an upper slot
   is looked through. */
TW__INLINE struct tw_node *tw__hwheel_first(struct tw_hwheel *w) {
    if (!w->first && w->count) {
        const size_t slot = tw__hwheel_earliest(w);
        struct tw_node *const last = w->slot[slot];
        struct tw_node *n = last->u.list.next;

        w->first = n;
        while (n != last && (!TW__SPEED || slot >= TW__HWHEEL_FIRST)) {
            n = n->u.list.next;
            TW_TRACE(TW_COMPARE, n, n->due);
            if (tw_before(n->due, w->first->due))
                w->first = n;
        }
    }
    return w->first;
}

TW__INLINE bool tw__hwheel_next(struct tw_hwheel *w, tw_tick *due) {
    const struct tw_node *n = tw__hwheel_first(w);

    if (n)
        *due = n->due;
    return n != NULL;
}

/* TIME. Nothing fires: the position follows now, and enters no occupied block. */
TW__INLINE struct tw_node *tw__hwheel_follow(struct tw_hwheel *w, tw_tick now) {
    if (tw_before(w->position, now) || w->count == 0)
        w->position = now;
    return NULL;
}

TW__INLINE bool tw__hwheel_quiet(struct tw_hwheel *w, tw_tick now) {
    return TW__HWHEEL_WAKE && tw_before(now, tw__hwheel_wake(w)) && !tw__hwheel_follow(w, now);
}

/* A node of the earliest block. The overflow slot has more than one. The wheel is not empty. */
TW__INLINE struct tw_node *tw__hwheel_front(struct tw_hwheel *w) {
    size_t slot;

    if (w->first)
        return w->first;
    slot = tw__hwheel_earliest(w);
    return TW__HWHEEL_OVERFLOW && slot == TW__HWHEEL_SLOTS ? tw__hwheel_first(w) : TW__MET(w->slot[slot])->u.list.next;
}

/* Removes n, the first node, which is due. The next one of its tick, if there is one, is the first then. A node alone
   in an upper slot fires without a cascade: the position goes to its tick at once. */
TW__INLINE struct tw_node *tw__hwheel_fire(struct tw_hwheel *w, struct tw_node *n, size_t slot) {
    if (slot >= TW__HWHEEL_FIRST)
        w->position = n->due;
    tw__hwheel_remove(w, n);
    w->first = tw__list_first(w->slot[slot]);
    return n;
}

/* Looks at the earliest block until its first node is due and fires, or the block begins after now: in each other turn
   the position enters the block, before which nothing is due, so that its nodes are lower the next time. */
TW__RARE struct tw_node *tw__hwheel_search(struct tw_hwheel *w, tw_tick now) {
    tw__hwheel_set_wake(w, w->position);
    while (w->count) {
        struct tw_node *n = tw__hwheel_front(w);
        const size_t slot = TW__MET(n)->home - TW__WAITING;
        tw_tick block = n->due;
        bool alone = true;

        if (slot >= TW__HWHEEL_FIRST) {
            block = (tw_tick)(block >> tw__hwheel_shift(slot) << tw__hwheel_shift(slot));
            alone = w->slot[slot]->u.list.next == w->slot[slot];
        }
        if (alone)
            w->first = n; /* or the first of its tick */
        if (tw_before(now, block)) {
            tw__hwheel_set_wake(w, block);
            break;
        }
        if (alone && !tw_before(now, n->due))
            return tw__hwheel_fire(w, n, slot);
        w->position = block;
        tw__hwheel_cascade(w, slot);
    }
    return tw__hwheel_follow(w, now);
}

TW__FOLD struct tw_node *tw__hwheel_take(struct tw_hwheel *w, tw_tick now) {
    return tw__hwheel_quiet(w, now) ? NULL : tw__hwheel_search(w, now);
}

TW__INLINE struct tw_node *tw__hwheel_each(const struct tw_hwheel *w, const struct tw_node *n) {
    size_t slot = n ? n->home - TW__WAITING : (size_t)-1;

    if (n && n != w->slot[slot])
        return n->u.list.next;
    while (++slot < TW__HWHEEL_SLOTS + TW__HWHEEL_OVERFLOW)
        if (w->slot[slot])
            return TW__MET(w->slot[slot])->u.list.next;
    return NULL;
}

TW__INLINE struct tw_node *tw__hwheel_drain(struct tw_hwheel *w) {
    struct tw_node *chain = NULL, *n;

    while ((n = tw__hwheel_each(w, NULL)) != NULL) {
        tw__hwheel_remove(w, TW__MET(n));
        n->u.list.next = chain;
        chain = n;
    }
    return chain;
}

TW__INLINE void tw__hwheel_init(struct tw_hwheel *w, tw_tick now, void *array, size_t n) {
    size_t i;

    (void)array, (void)n;
    for (i = 0; i < TW__HWHEEL_SLOTS + TW__HWHEEL_OVERFLOW; i++)
        w->slot[i] = NULL;
    for (i = 0; i < TW__HWHEEL_WORDS + TW__HWHEEL_SUMMARIES; i++)
        w->word[i] = 0;
    w->position = now;
    tw__hwheel_set_wake(w, now);
    w->first = NULL;
    w->count = 0;
}

/* The property that does not hold in a slot. Its nodes are counted, and met is told of the first. */
TW__INLINE const char *tw__hwheel_check_slot(const struct tw_hwheel *w, size_t slot, size_t *count, bool *met) {
    const struct tw_node *last = w->slot[slot], *n = last, *previous = NULL;

    if (slot < TW__HWHEEL_SLOTS && (w->word[slot / TW__HWHEEL_BITS] >> slot % TW__HWHEEL_BITS & 1) != (last != NULL))
        return "hwheel 2";
    for (; n && previous != last; previous = n, ++*count) {
        tw_tick key, first;
        unsigned shift;

        n = n->u.list.next;
        key = tw__hwheel_key(w, n->due);
        if (n->u.list.prev != previous || n->home != slot + TW__WAITING || slot != tw__hwheel_slot(w->position, key))
            return "hwheel 1";
        shift = tw__hwheel_shift(slot);
        if (tw_before(w->position, tw__hwheel_wake(w)) &&
            tw_before((tw_tick)(key >> shift << shift), tw__hwheel_wake(w)))
            return "hwheel 4";
        *met = *met || n == w->first;
        first = w->first ? tw__hwheel_key(w, w->first->due) : key;
        if (tw_before(key, first) || (!*met && key == first))
            return "hwheel 3";
    }
    return NULL;
}

TW__INLINE const char *tw__hwheel_check(const struct tw_hwheel *w) {
    size_t i, count = 0;
    bool met = w->first == NULL;
    const char *broken;

    for (i = 0; i < TW__HWHEEL_SLOTS + TW__HWHEEL_OVERFLOW; i++)
        if ((broken = tw__hwheel_check_slot(w, i, &count, &met)) != NULL)
            return broken;
    for (i = 0; TW__HWHEEL_SUMMARIES > 0 && i < TW__HWHEEL_WORDS; i++)
        if ((w->word[TW__HWHEEL_WORDS + i / TW__HWHEEL_BITS] >> i % TW__HWHEEL_BITS & 1) != (w->word[i] != 0))
            return "hwheel 2";
    return !met ? "hwheel 3" : count != w->count ? "hwheel 5" : NULL;
}

TW__UNBOUNDED(hwheel)
TW__INLINE size_t tw__hwheel_count(const struct tw_hwheel *w) { return w->count; }
TW__INLINE size_t tw__hwheel_bytes(size_t n) { return n * 0; }

/* -------------------------------------------------------------------------------------------------WRAPPERS */

TW__OPS(tw_hwheel, hwheel, tw__hwheel, tw__hwheel)

/* Objects by tick: struct name and its verbs, which take and give pointers to type. Costs and answers are those of the
   functions above; init takes array and n for uniformity only. */
#define TW_HWHEEL_OF(name, type, member) TW__OBJECTS_BY_TICK(name, type, member, hwheel)

TW__END_C

#endif /* TW_HWHEEL_H */

/* ------------------------------------------------------------------------------------------- IMPLEMENTATION */

#if (defined(TW_IMPLEMENTATION) || defined(TW_HWHEEL_IMPLEMENTATION)) && !defined(TW__HWHEEL_IMPLEMENTED)
#define TW__HWHEEL_IMPLEMENTED

TW__NODES_BY_TICK(TW__API, hwheel)

#endif

/* MIT No Attribution; the text of the licence stands at the end of node.h and in the file LICENSE. */
