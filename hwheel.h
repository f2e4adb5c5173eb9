/* SPDX-License-Identifier: MIT-0 */
/* hwheel.h - a hierarchical timing wheel: timers in O(1), exact and in order.

   WHAT IT IS
       It is an odometer for deadlines. Each digit of the clock has a ring of slots: one
       for each value of the lowest digit, one for each value of the next, and so on, each
       level coarser than the one below. A node waits at the level of the highest digit in
       which its deadline differs from the wheel's position, in the slot of its own digit
       there. So the nodes of a lower level are always earlier than those of a higher one,
       and equal deadlines always share a slot, in arming order. When time enters a slot
       of an upper level, its nodes move down: that is a cascade. On machines with caches
       an upper slot is sixteen lists, sub-slots, by the lowest bits of the deadline: a
       cascade takes a node of each in turn, so that their cache misses overlap; and lists
       of the next ticks are read ahead.

   PICK IT
       for timeouts that are mostly cancelled or moved before they fire; for any number of
       timers (it needs no array and is never full); for the smallest cost of arm and
       cancel; for firmware, in a setting of 300 bytes.
   PICK ANOTHER
       where a call must be bounded: in one, all timers of a block may move (heap4.h;
       bigwheel.h for 10^5 timers and more); if memory for a few timers counts more than
       time (a sorted list); if keys are not ticks (a heap, a tree); if next() is asked
       after each move of the earliest timer and deadlines lie close together (a heap).

   DO THIS
       timers             TW_TIMERS_OF(timers, hwheel) makes struct timers and
                          timers_init, _add, _cancel: timers.h
       nodes by tick      struct tw_hwheel and the functions below; keys are ticks, and
                          time moves with take()
       objects by tick    TW_HWHEEL_OF(beats, struct conn, node) makes struct beats and
                          beats_init, _add, _take, ...

   EXAMPLE
       struct conn { int fd; struct tw_node idle; };
       TW_TIMERS_OF(timers, hwheel)

       static struct timers t;                       all zero is valid: tick 0, empty
       timers_init(&t, now_ms(), NULL, 0);           no array
       timers_add(&t, &c->idle, now_ms() + 5000);    never full

   COST (n nodes, L levels)
       add, cancel, move   O(1), at most L steps to find the level       count   O(1)
       take                O(1) per node, and at most L - 1 cascades in its life; in a
                           small wheel, beside that, as next
       next                O(1); O(nodes of one slot) after the earliest one has left,
                           unless its list goes on with a node for the same tick
       clear, each         O(n + slots)
       jump                O(L), whatever the distance
       init                O(slots)
       Bytes per timer, node included: 40 on a 64-bit machine, 20 on a 32-bit one, 12 on
       AVR with 32-bit ticks. Bytes of the wheel: a pointer and a bit per slot or
       sub-slot, 50 KB by default on a 64-bit machine, 280 on a 32-bit one with four
       levels of 4 bits.

   GUARANTEES
       FIFO among equals, always, and no arming number is needed for it. add() cannot
       fail. When time jumps past the only node of a slot, it fires without a cascade. The
       earliest node is remembered.

   PROPERTIES (check() names one that does not hold: "hwheel 1")
       1  Each node is in the slot that its deadline and the position name (a deadline
          that has passed counts as the position), and knows it; the list of each slot is
          linked both ways.
       2  The bit of each slot, and of each word of bits, tells whether it is occupied or
          not 0.
       3  `first` is NULL or the earliest node, of equals the one armed first, and
          `first_due` its deadline.
       4  `wake` is not behind the position, and the block of each node begins there or
          later.
       5  The wheel has as many nodes as it counts.
       By 1, no occupied slot of an upper level has the position's own digit: to enter its
       block is to cascade it.

   OPTIONS (beside those of node.h)
       TW_HWHEEL_FIRST_BITS   9        level 0 has 2^this slots of one tick: 3 to 16. With
                                       3 or 4 the wheel is small: no sub-slots, and the
                                       least code
       TW_HWHEEL_UPPER_BITS   5        each level above has 2^this slots: 3 to 16
       TW_HWHEEL_LEVELS       12 6 3   levels in all; the default covers ticks of 64, 32
                                       or 16 bits. With fewer, nodes beyond wait in one
                                       overflow slot, walked when all else is empty
       Firmware: 4, 4 and 4 levels. skynet's wheel: 8, 6 and 5 levels.
       TW_HWHEEL_IMPLEMENTATION instead of TW_IMPLEMENTATION compiles the functions of
       this header only.

   SOURCE
       G. Varghese and A. Lauck, Hashed and Hierarchical Timing Wheels, SOSP 1987, scheme
       7. Placement by the highest bit that differs: the timer of skynet (Yun Feng, 2012),
       and radix heaps (R. Ahuja et al., JACM 37(2), 1990). */
#ifndef TW_HWHEEL_H
#define TW_HWHEEL_H

#include "slots.h"

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

#ifndef TW_HWHEEL_FIRST_BITS
#define TW_HWHEEL_FIRST_BITS 9
#endif
#ifndef TW_HWHEEL_UPPER_BITS
#define TW_HWHEEL_UPPER_BITS 5
#endif
#ifndef TW_HWHEEL_LEVELS
#if TW_TICK_BITS == 64
#define TW_HWHEEL_LEVELS 12
#elif TW_TICK_BITS == 32
#define TW_HWHEEL_LEVELS 6
#else
#define TW_HWHEEL_LEVELS 3
#endif
#endif

/* The levels tell apart deadlines that differ in the lowest SPAN bits. Nodes beyond wait
   in the OVERFLOW slot; or, if all bits are told apart and ticks wrap, the last level is
   a RING that wraps with them. If all bits but one are told apart, the overflow slot is
   one of two HALVES of the range. LARGE settings keep more. */
#define TW__HWHEEL_SPAN     (TW_HWHEEL_FIRST_BITS + (TW_HWHEEL_LEVELS - 1) * TW_HWHEEL_UPPER_BITS)
#define TW__HWHEEL_OVERFLOW (TW__HWHEEL_SPAN < TW_TICK_BITS)
#define TW__HWHEEL_RING     (TW_TICK_BITS != 64 && !TW__HWHEEL_OVERFLOW)
#define TW__HWHEEL_HALVES   (TW_TICK_BITS != 64 && TW__HWHEEL_SPAN == TW_TICK_BITS - 1)
#define TW__HWHEEL_LARGE    (TW_HWHEEL_FIRST_BITS > 4)

#if TW_HWHEEL_FIRST_BITS < 3 || TW_HWHEEL_FIRST_BITS > 16 || TW_HWHEEL_UPPER_BITS < 3 || \
    TW_HWHEEL_UPPER_BITS > 16
#error "TW_HWHEEL_FIRST_BITS and TW_HWHEEL_UPPER_BITS must be plain numbers from 3 to 16"
#elif TW_HWHEEL_LEVELS < 2
#error "TW_HWHEEL_LEVELS must be a plain number, 2 or more"
#elif TW__HWHEEL_SPAN - TW_HWHEEL_UPPER_BITS >= TW_TICK_BITS - 1
#error "TW_HWHEEL_LEVELS: the last level must hold at least two bits of a tick"
#endif

/* Slots are numbered through, level by level; the overflow slot is the last and has no
   bit. A slot of an upper level is SUBS sub-slots, by the lowest bits of the deadline,
   where the machine has caches to miss. */
enum {
    TW__HWHEEL_SUBS = TW__HWHEEL_LARGE && UINTPTR_MAX > 0xFFFFFFFFu
                          ? 16
                          : 1, /* a power of two, up to a word's bits */
    TW__HWHEEL_FIRST = 1 << TW_HWHEEL_FIRST_BITS,
    TW__HWHEEL_DIGITS = 1 << TW_HWHEEL_UPPER_BITS,
    TW__HWHEEL_UPPER = TW__HWHEEL_DIGITS * TW__HWHEEL_SUBS,
    TW__HWHEEL_SLOTS = TW__HWHEEL_FIRST + (TW_HWHEEL_LEVELS - 1) * TW__HWHEEL_UPPER,
    TW__HWHEEL_WORDS = (TW__HWHEEL_SLOTS - 1) / TW__WORD_BITS + 1,
    TW__HWHEEL_SUMMARIES = TW__HWHEEL_WORDS <= 8 ? 0 : (TW__HWHEEL_WORDS - 1) / TW__WORD_BITS + 1
};

typedef void tw_hwheel_array; /* init() takes none */

/* All zero is a valid wheel: empty, at tick 0. */
struct tw_hwheel {
    TW__DEBUG(struct tw_stamp stamp;)
    struct tw_slots base;
#if TW__HWHEEL_LARGE
    struct tw_slots_kept kept;
#define TW__HWHEEL_KEPT(w) (&(w)->kept)
#else
#define TW__HWHEEL_KEPT(w) TW__CAST(struct tw_slots_kept *, NULL)
#endif
    /* bits of the slots; then, bits of these words */
    uintptr_t word[TW__HWHEEL_WORDS + TW__HWHEEL_SUMMARIES];
    struct tw_node *slot[TW__HWHEEL_SLOTS + TW__HWHEEL_OVERFLOW]; /* the last node of each list */
};

/* -------------------------------------------------------------------------------- API */

/* Makes w empty at tick now. It needs no array: NULL, 0. It forgets the nodes of a wheel
   in use: call clear() before. O(slots). */
#define TW__HWHEEL_PASTE(name, f, u, l)     name##_first##f##_upper##u##_levels##l
#define TW__HWHEEL_LINK_NAME(name, f, u, l) TW__HWHEEL_PASTE(name, f, u, l)
#define tw_hwheel_init                                                        \
    TW__HWHEEL_LINK_NAME(TW__LINK_NAME(tw_hwheel_init), TW_HWHEEL_FIRST_BITS, \
                         TW_HWHEEL_UPPER_BITS, TW_HWHEEL_LEVELS)
TW__API void tw_hwheel_init(struct tw_hwheel *w, tw_tick now, tw_hwheel_array *array, size_t n);

/* Inserts n for tick due behind its equals, or moves it there if it is in w. Always true.
   If due has passed, n is placed at the position, which is at or before the now of the
   last take(). O(1).
 */
TW__API bool tw_hwheel_add(struct tw_hwheel *w, struct tw_node *n, tw_tick due);

/* Takes n out. False: n is idle, or on the due list of a set. O(1). */
TW__API bool tw_hwheel_cancel(struct tw_hwheel *w, struct tw_node *n);

/* Tells the earliest deadline, exactly. False: w is empty. O(1) until the earliest node
   leaves; see COST. */
TW__API bool tw_hwheel_next(struct tw_hwheel *w, tw_tick *due);

/* Takes out and returns the earliest node if it is due by now. NULL: it is not, or w is
   empty. While nodes wait, now must not go back. O(1) on average. */
TW__API struct tw_node *tw_hwheel_take(struct tw_hwheel *w, tw_tick now);

/* Returns the node after n, slot by slot; of NULL the first. NULL: the walk is over. A
   whole walk costs O(n + slots). */
TW__API struct tw_node *tw_hwheel_each(const struct tw_hwheel *w, const struct tw_node *n);

/* Returns the number of nodes. O(1). */
TW__API size_t tw_hwheel_count(const struct tw_hwheel *w);

/* Takes every node out, idle by then. O(n + slots). */
TW__API void tw_hwheel_clear(struct tw_hwheel *w);

/* Returns the name of a property that does not hold, or NULL. For tests. O(n + slots). */
TW__CHECKED(TW__API const char *tw_hwheel_check(const struct tw_hwheel *w);)

/* ----------------------------------------------------------------------------- ENGINE

   The digit of a tick at a level is the bit group that numbers the level's slots. With
   levels of 4 bits:

       position   0x1a37      level 3 2 1 0: digits 1 a 3 7
       due        0x1a3c      differs at level 0: slot c of level 0, which fires at that tick
       due        0x1a52      differs at level 1: slot 5 of level 1, a block of 16 ticks
       due        0x4000      differs at level 3: slot 4 of level 3 */

/* The lowest bit of the digit that numbers a slot. The block of the slot has 2^this
   ticks. */
TW__INLINE unsigned tw__hwheel_shift(size_t slot) {
    return slot < TW__HWHEEL_FIRST
               ? 0
               : TW_HWHEEL_FIRST_BITS + (unsigned)((slot - TW__HWHEEL_FIRST) / TW__HWHEEL_UPPER) *
                                            TW_HWHEEL_UPPER_BITS;
}

/* The slot of tick due, at the level of the highest digit in which it differs from
   position. */
TW__INLINE size_t tw__hwheel_slot(tw_tick position, tw_tick due) {
    const tw_tick differ = (tw_tick)((due ^ position) >> TW_HWHEEL_FIRST_BITS);
    size_t level, digit;

    if (differ == 0)
        return (size_t)(due & (TW__HWHEEL_FIRST - 1));
    level = tw__high_digit(differ, TW_HWHEEL_UPPER_BITS);
    if (TW__HWHEEL_OVERFLOW && level >= TW_HWHEEL_LEVELS - 1)
        return TW__HWHEEL_SLOTS;
    digit = (size_t)(due >> (TW_HWHEEL_FIRST_BITS + level * TW_HWHEEL_UPPER_BITS)) &
            (TW__HWHEEL_DIGITS - 1);
    return TW__HWHEEL_FIRST + level * TW__HWHEEL_UPPER + digit * TW__HWHEEL_SUBS +
           (size_t)due % TW__HWHEEL_SUBS;
}

TW__INLINE void tw__hwheel_toggle(struct tw_hwheel *w, size_t slot) {
    if (!TW__HWHEEL_OVERFLOW || slot != TW__HWHEEL_SLOTS)
        tw__bits_toggle(w->word, TW__HWHEEL_SUMMARIES > 0 ? w->word + TW__HWHEEL_WORDS : NULL,
                        slot);
}

/* In a ring the last level begins at the position's digit, whose slot is empty: the first
   occupied slot from there on; `slot`, the first from digit 0 on, if there is none. */
TW__INLINE size_t tw__hwheel_around(const struct tw_hwheel *w, size_t slot) {
    const size_t digit = (size_t)(w->base.position >> (TW__HWHEEL_SPAN - TW_HWHEEL_UPPER_BITS));
    const size_t here = TW__HWHEEL_SLOTS - TW__HWHEEL_UPPER + digit * TW__HWHEEL_SUBS;
    const size_t found = tw__bits_from(w->word, here, TW__HWHEEL_WORDS);

    return found < TW__HWHEEL_SLOTS ? found : slot;
}

/* The occupied slot with the earliest nodes; the overflow slot if there is no other. The
   wheel is not empty. */
TW__INLINE size_t tw__hwheel_earliest(const struct tw_hwheel *w) {
    const size_t slots = TW__HWHEEL_SLOTS, words = TW__HWHEEL_WORDS,
                 summaries = TW__HWHEEL_SUMMARIES;
    const size_t word = summaries ? tw__bits_first(w->word + words, 0, summaries) : 0;
    const size_t slot = tw__bits_first(w->word, word, words);

    if (TW__HWHEEL_RING && slot >= slots - TW__HWHEEL_UPPER)
        return tw__hwheel_around(w, slot);
    return slot < slots ? slot : slots;
}

/* The bits of an upper slot's sub-slots, the first of which is *slot then. The overflow
   slot has none. */
TW__INLINE uintptr_t tw__hwheel_subs(const struct tw_hwheel *w, size_t *slot) {
    if (TW__HWHEEL_SUBS == 1 || (TW__HWHEEL_OVERFLOW && *slot == TW__HWHEEL_SLOTS))
        return 1;
    *slot -= *slot % TW__HWHEEL_SUBS;
    return w->word[*slot / TW__WORD_BITS] >> *slot % TW__WORD_BITS &
           (((uintptr_t)1 << TW__HWHEEL_SUBS) - 1);
}

/* NODES. Puts n into a slot, last. */
TW__INLINE void tw__hwheel_link(struct tw_hwheel *w, struct tw_node *n, size_t slot) {
    n->home = slot + TW__WAITING;
    if (!w->slot[slot])
        tw__hwheel_toggle(w, slot);
    tw__list_append(&w->slot[slot], n);
}

TW__INLINE void tw__hwheel_place(struct tw_hwheel *w, struct tw_node *n, tw_tick due) {
    tw__hwheel_link(w, n, tw__hwheel_slot(w->base.position, due));
}

TW__INLINE void tw__hwheel_remove(struct tw_hwheel *w, struct tw_node *n) {
    const size_t slot = n->home - TW__WAITING;

    tw__slots_leave(&w->base, TW__HWHEEL_KEPT(w), n, w->slot[slot]);
    tw__list_remove(&w->slot[slot], n);
    if (!w->slot[slot])
        tw__hwheel_toggle(w, slot);
}

TW__INLINE void tw__hwheel_insert(struct tw_hwheel *w, struct tw_node *n, tw_tick due) {
    const tw_tick key = tw__slots_key(&w->base, due);

    tw__hwheel_place(w, n, key);
    tw__slots_enter(&w->base, TW__HWHEEL_KEPT(w), n, key);
}

/* The last node of a list that goes to the same list, as when it is armed again for the
   same tick, stays there. */
TW__INLINE void tw__hwheel_update(struct tw_hwheel *w, struct tw_node *n, tw_tick due) {
    const tw_tick key = tw__slots_key(&w->base, due);
    const size_t slot = tw__hwheel_slot(w->base.position, key);

    if (TW__SPEED && w->slot[slot] == n) {
        tw__slots_leave(&w->base, TW__HWHEEL_KEPT(w), n, n);
    } else {
        tw__hwheel_remove(w, n);
        tw__hwheel_link(w, n, slot);
    }
    tw__slots_enter(&w->base, TW__HWHEEL_KEPT(w), n, key);
}

/* The position has entered the block of an upper slot: moves its nodes down, in order;
   sub-slots take turns. Of the overflow slot, nodes of the position's top block move
   down, and the others come back to it. */
TW__INLINE void tw__hwheel_cascade(struct tw_hwheel *w, size_t slot) {
    uintptr_t bits = tw__hwheel_subs(w, &slot);
    struct tw_node *only,
        **list = TW__HWHEEL_SUBS > 1 && slot < TW__HWHEEL_SLOTS ? &w->slot[slot] : &only, *n;
    size_t lists = 0, i;

    for (; bits; bits &= bits - 1) {
        const size_t sub = slot + (TW__HWHEEL_SUBS > 1 ? tw__low_bit(bits) : 0);

        n = TW__MET(w->slot[sub])->u.list.next;
        w->slot[sub]->u.list.next = NULL;
        w->slot[sub] = NULL;
        list[lists++] = n;
        tw__hwheel_toggle(w, sub);
    }
    while (lists)
        for (i = 0; i < lists; i++) {
            n = list[i];
            list[i] = n->u.list.next;
            TW__PREFETCH(list[i]);
            if (!list[i]) {
                list[i] = list[--lists];
                list[lists] = NULL;
            }
            TW_TRACE(TW_CASCADE, n, n->due);
            tw__hwheel_place(w, n, n->due);
        }
}

/* Finds the first node, and keeps it in mind. In level 0 it is the first of its slot,
   which is one tick; an upper slot is looked through, with all sub-slots. */
TW__INLINE struct tw_node *tw__hwheel_first(struct tw_hwheel *w) {
    if (!w->base.first && w->base.count) {
        size_t slot = tw__hwheel_earliest(w);
        struct tw_node *last = w->slot[slot], *n;
        uintptr_t bits = slot < TW__HWHEEL_FIRST ? 0 : tw__hwheel_subs(w, &slot);

        tw__slots_set_first(&w->base, TW__HWHEEL_KEPT(w), last->u.list.next);
        for (; bits; bits &= bits - 1) {
            n = last = w->slot[slot + (TW__HWHEEL_SUBS > 1 ? tw__low_bit(bits) : 0)];
            do {
                n = n->u.list.next;
                TW__COMPARED(n, n->due, w->base.first);
                if (tw__slots_earlier(&w->base, TW__HWHEEL_KEPT(w), n->due))
                    tw__slots_set_first(&w->base, TW__HWHEEL_KEPT(w), n);
            } while (n != last);
        }
    }
    return w->base.first;
}

TW__INLINE bool tw__hwheel_next(struct tw_hwheel *w, tw_tick *due) {
    const struct tw_node *n = tw__hwheel_first(w);

    if (n)
        *due = n->due;
    return n != NULL;
}

TW__INLINE bool tw__hwheel_quiet(struct tw_hwheel *w, tw_tick now) {
    return tw__slots_quiet(&w->base, TW__HWHEEL_KEPT(w), now);
}

/* A node of the earliest block. The overflow slot has more than one. The wheel is not
   empty. */
TW__INLINE struct tw_node *tw__hwheel_front(struct tw_hwheel *w) {
    size_t slot;

    if (w->base.first)
        return w->base.first;
    slot = tw__hwheel_earliest(w);
    return TW__HWHEEL_OVERFLOW && slot == TW__HWHEEL_SLOTS ? tw__hwheel_first(w)
                                                           : TW__MET(w->slot[slot])->u.list.next;
}

/* Does the node in a slot share it with none, sub-slots and all? */
TW__INLINE bool tw__hwheel_alone(const struct tw_hwheel *w, size_t slot) {
    size_t begin = slot;
    const uintptr_t bits = tw__hwheel_subs(w, &begin);

    return (bits & (bits - 1)) == 0 && w->slot[slot]->u.list.next == w->slot[slot];
}

/* When many nodes wait, reads in the lists of the eight ticks behind the next eight,
   every eight ticks. */
TW__INLINE void tw__hwheel_read_ahead(struct tw_hwheel *w, tw_tick tick) {
    const size_t steps = TW__SPEED && TW__HWHEEL_SUBS > 1 ? w->base.count / 16384 : 0;

    if (steps == 0 || tw_before(tick, TW__HWHEEL_KEPT(w)->read))
        return;
    TW__HWHEEL_KEPT(w)->read = (tw_tick)(tick + 8);
    tw__slots_read(w->slot, (size_t)(tick & (TW__HWHEEL_FIRST - 1)) + 8, TW__HWHEEL_FIRST, steps);
}

/* Removes n, the first node, which is due. The next one of its tick, if there is one, is
   the first then. A node alone in an upper slot fires without a cascade: the position
   goes to its tick at once. */
TW__INLINE struct tw_node *tw__hwheel_fire(struct tw_hwheel *w, struct tw_node *n, size_t slot) {
    if (slot >= TW__HWHEEL_FIRST)
        w->base.position = n->due;
    tw__slots_set_wake(TW__HWHEEL_KEPT(w), w->base.position);
    tw__hwheel_read_ahead(w, n->due);
    tw__hwheel_remove(w, n);
    tw__slots_set_first(&w->base, TW__HWHEEL_KEPT(w), tw__list_first(w->slot[slot]));
    return n;
}

/* Looks at the earliest block until its first node is due and fires, or the block begins
   after now: in each other turn the position enters the block, before which nothing is
   due, so that its nodes are lower the next time. If now is in the block, a small wheel
   finds the first node: if that is not due, all stay; else they go down in one step.
   Nodes never stay in a block of half the range: a later now would lie so far behind its
   beginning that it seemed to come before it. */
TW__APART struct tw_node *tw__hwheel_search(struct tw_hwheel *w, tw_tick now) {
    while (w->base.count) {
        struct tw_node *n = tw__hwheel_front(w);
        const size_t slot = TW__MET(n)->home - TW__WAITING;
        const unsigned shift = tw__hwheel_shift(slot);
        const tw_tick block = (tw_tick)(n->due >> shift << shift);
        const bool alone = shift == 0 || tw__hwheel_alone(w, slot);
        const bool half = TW__HWHEEL_HALVES && slot == TW__HWHEEL_SLOTS;

        if (alone)
            tw__slots_set_first(&w->base, TW__HWHEEL_KEPT(w), n); /* or the first of its tick */
        if (tw_before(now, block)) {
            tw__slots_set_wake(TW__HWHEEL_KEPT(w), block);
            break;
        }
        if (alone && !tw_before(now, n->due))
            return tw__hwheel_fire(w, n, slot);
        w->base.position = block;
        if (TW__SLOTS_PATIENT && !TW__HWHEEL_LARGE && !half && (now ^ block) >> shift == 0) {
            w->base.position = (tw_tick)(block - 1u); /* if all stay */
            n = tw__hwheel_first(w);
            if (tw_before(now, n->due))
                return NULL;
            w->base.position = n->due;
        }
        tw__hwheel_cascade(w, slot);
    }
    return tw__slots_follow(&w->base, now);
}

TW__FOLD struct tw_node *tw__hwheel_take(struct tw_hwheel *w, tw_tick now) {
    return tw__hwheel_quiet(w, now) ? NULL : tw__hwheel_search(w, now);
}

TW__INLINE struct tw_node *tw__hwheel_each(const struct tw_hwheel *w, const struct tw_node *n) {
    return tw__slots_each(w->slot, TW__HWHEEL_SLOTS + TW__HWHEEL_OVERFLOW, n);
}

TW__INLINE void tw__hwheel_init(struct tw_hwheel *w, tw_tick now, void *array, size_t n) {
    size_t i;

    (void)array, (void)n;
    for (i = 0; i < TW__HWHEEL_SLOTS + TW__HWHEEL_OVERFLOW; i++)
        w->slot[i] = NULL;
    for (i = 0; i < TW__HWHEEL_WORDS + TW__HWHEEL_SUMMARIES; i++)
        w->word[i] = 0;
    tw__slots_init(&w->base, TW__HWHEEL_KEPT(w), now);
}

TW__INLINE struct tw_node *tw__hwheel_drain(struct tw_hwheel *w) {
    return tw__slots_drain(&w->base, w->slot, TW__HWHEEL_SLOTS + TW__HWHEEL_OVERFLOW, w->word,
                           TW__HWHEEL_WORDS + TW__HWHEEL_SUMMARIES);
}

/* The property that does not hold in a slot. Its nodes are counted, and met is told of
   the first. */
TW__INLINE const char *tw__hwheel_check_slot(const struct tw_hwheel *w, size_t slot, size_t *count,
                                             bool *met) {
    const struct tw_slots_kept *k = TW__HWHEEL_KEPT(w);
    const struct tw_node *last = w->slot[slot], *n = last, *previous = NULL;
    const unsigned shift = tw__hwheel_shift(slot);

    if (slot < TW__HWHEEL_SLOTS &&
        (w->word[slot / TW__WORD_BITS] >> slot % TW__WORD_BITS & 1) != (last != NULL))
        return "hwheel 2";
    for (; n && previous != last; previous = n, ++*count) {
        tw_tick key, first;

        n = n->u.list.next;
        key = tw__slots_key(&w->base, n->due);
        if (n->u.list.prev != previous || n->home != slot + TW__WAITING ||
            slot != tw__hwheel_slot(w->base.position, key))
            return "hwheel 1";
        if (k && tw__slots_asleep(&w->base, k, (tw_tick)(key >> shift << shift)))
            return "hwheel 4";
        *met = *met || n == w->base.first;
        first = w->base.first ? tw__slots_key(&w->base, w->base.first->due) : key;
        if (tw_before(key, first) || (!*met && key == first))
            return "hwheel 3";
        if (k && n == w->base.first && n->due != k->first_due)
            return "hwheel 3";
    }
    return NULL;
}

TW__INLINE const char *tw__hwheel_check(const struct tw_hwheel *w) {
    size_t i, count = 0;
    bool met = w->base.first == NULL;
    const char *broken;

    for (i = 0; i < TW__HWHEEL_SLOTS + TW__HWHEEL_OVERFLOW; i++)
        if ((broken = tw__hwheel_check_slot(w, i, &count, &met)) != NULL)
            return broken;
    for (i = 0; TW__HWHEEL_SUMMARIES > 0 && i < TW__HWHEEL_WORDS; i++)
        if ((w->word[TW__HWHEEL_WORDS + i / TW__WORD_BITS] >> i % TW__WORD_BITS & 1) !=
            (w->word[i] != 0))
            return "hwheel 2";
    return !met ? "hwheel 3" : count != w->base.count ? "hwheel 5" : NULL;
}

TW__UNBOUNDED(hwheel)

TW__INLINE size_t tw__hwheel_count(const struct tw_hwheel *w) { return w->base.count; }

TW__INLINE size_t tw__hwheel_bytes(size_t n) { return n * 0; }

/* --------------------------------------------------------------------------- WRAPPERS */

TW__OPS(tw_hwheel, hwheel, tw__hwheel, tw__hwheel)

/* Objects by tick: struct name and its verbs, which take and give pointers to type. Costs
   and answers are those of the functions above; init takes array and n for uniformity
   only. */
#define TW_HWHEEL_OF(name, type, member) TW__OBJECTS_BY_TICK(name, type, member, hwheel)

TW__END_C

#endif /* TW_HWHEEL_H */

/* --------------------------------------------------------------------- IMPLEMENTATION */

#if (defined(TW_IMPLEMENTATION) || defined(TW_HWHEEL_IMPLEMENTATION)) && \
    !defined(TW__HWHEEL_IMPLEMENTED)
#define TW__HWHEEL_IMPLEMENTED

TW__BEGIN_C

TW__DEBUG(TW__KIND(tw_hwheel, "hwheel", hwheel, 0,
                   tw__hwheel_count(TW__CONST_IN(tw_hwheel, s)) != 0))

TW__API void tw_hwheel_init(struct tw_hwheel *w, tw_tick now, tw_hwheel_array *array, size_t n) {
    TW__DEBUG(tw__debug_init(w, &tw_hwheel__kind, n);)
    tw__hwheel_init(w, now, array, n);
}

TW__API bool tw_hwheel_add(struct tw_hwheel *w, struct tw_node *n, tw_tick due) {
    return tw__add(TW__SEEN(tw_hwheel, w, w), &tw_hwheel_ops, n, due);
}

TW__API bool tw_hwheel_cancel(struct tw_hwheel *w, struct tw_node *n) {
    return tw__cancel(TW__SEEN(tw_hwheel, w, w), &tw_hwheel_ops, n);
}

TW__API bool tw_hwheel_next(struct tw_hwheel *w, tw_tick *due) {
    return tw__hwheel_next(TW__SEEN(tw_hwheel, w, w), due);
}

TW__API struct tw_node *tw_hwheel_take(struct tw_hwheel *w, tw_tick now) {
    return tw__take(TW__SEEN(tw_hwheel, w, w), &tw_hwheel_ops, now);
}

TW__API struct tw_node *tw_hwheel_each(const struct tw_hwheel *w, const struct tw_node *n) {
    return tw__hwheel_each(TW__SEEN(tw_hwheel, w, w), n);
}

TW__API size_t tw_hwheel_count(const struct tw_hwheel *w) {
    return tw__hwheel_count(TW__SEEN(tw_hwheel, w, w));
}

TW__API void tw_hwheel_clear(struct tw_hwheel *w) {
    tw__clear(TW__SEEN(tw_hwheel, w, w), &tw_hwheel_ops);
}

#if TW_CHECK
TW__API const char *tw_hwheel_check(const struct tw_hwheel *w) {
    return tw_hwheel_ops.check(TW__SEEN(tw_hwheel, w, w));
}
#endif

TW__END_C

#endif

/* MIT No Attribution; the licence stands at the end of node.h and in the file LICENSE. */
