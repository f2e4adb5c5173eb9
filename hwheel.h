/* SPDX-License-Identifier: MIT-0 */
/* hwheel.h - a hierarchical timing wheel: timers in O(1), exact and in order.

   WHAT IT IS
       It is an odometer for deadlines. Each digit of a tick has a level: a ring with a
       slot for each value of the digit. A slot of the lowest level stands for one tick. A
       slot of a higher level stands for a block of ticks. The wheel also has a position,
       a tick that follows the clock. A node waits at the level of the highest digit in
       which its deadline differs from the position. This digit of the deadline names the
       slot. So the nodes of a lower level come before those of a higher one. Equal
       deadlines share a slot, in arming order. When the position enters the block of an
       upper slot, the nodes of the slot move down: that is a cascade.

       The lowest level has 512 slots, each level above it 32. The levels together tell
       apart all ticks. An upper slot is split into sixteen lists, its sub-slots, each for
       a sixteenth of its ticks. A cascade takes a node of each in turn, so that their
       cache misses overlap. The lists of the next ticks are read into the cache before
       they fire. Machines of 32 and 16 bits mostly have small caches or none: there an
       upper slot is one list.

       next() wants the earliest node of an upper slot, whose lists are in arming order. A
       list of more than nine nodes is sorted when next() comes to it, and stays sorted.
       So no list is walked again and again, in whatever order you move and ask.

   PICK IT
       for timeouts that are mostly cancelled or moved before they fire; for any number of
       timers (it needs no array and is never full); for the smallest cost of arm and
       cancel, also if you ask next() each time.
   PICK ANOTHER
       for firmware (smallwheel.h, the same idea in hundreds of bytes); where a call must
       be bounded, because one call may move all timers of a block (heap4.h, or bigwheel.h
       for 10^5 timers and more); if memory for a few timers counts more than time (a
       sorted list); if keys are not ticks (a heap, a tree).

   DO THIS
       timers             TW_TIMERS_OF(timers, hwheel) makes struct timers and
                          timers_init, _add, _cancel, ...: timers.h
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
       add, cancel, move   O(1), at most L steps to find the level; on average O(log n)
                           in a list that next() has sorted
       count               O(1)
       take                O(1) per node, and at most L - 1 cascades in its life
       next                O(1); after the earliest node has left, O(log n); and once for
                           each list O(m log m), where the list has m nodes
       take after d ticks  O(L) beside the cascades, however large d is
       init                O(slots)
       L is 12 for ticks of 64 bits, 6 for 32 and 3 for 16. Bytes per timer, node
       included: 40 on a 64-bit machine, 20 on a 32-bit one. Bytes of the wheel: a pointer
       and a bit per slot or sub-slot, 50 KB with 64-bit ticks on a 64-bit machine, 2.8 KB
       with 32-bit ticks on a 32-bit one.

   GUARANTEES
       FIFO among equals, without an arming number. add() cannot fail. A node that is
       alone in its slot fires without a cascade, unless a take() has a now in its block,
       before its deadline. The wheel remembers its earliest node, so that next() need not
       search for it again.

   PROPERTIES (check() names one that does not hold: "hwheel 1")
       1  Each node is in the slot that its deadline and the position name. `home` names
          that slot. The list of each slot is linked both ways, and in level 0 it is not
          sorted. A sorted list consists of sorted runs, as slots.h says. A deadline that
          has passed counts as the position.
       2  The bit of each slot tells whether the slot is occupied. The bit of each word of
          bits tells whether the word is not 0.
       3  `first` is NULL or the earliest node, of equals the one armed first. `first_due`
          is its deadline then.
       4  The block of each node begins at `wake` or later.
       5  The wheel has as many nodes as it counts.
       By 1, no occupied slot of an upper level has the position's own digit. So a slot
       must cascade when the position enters its block.

   OPTIONS
       those of node.h. TW_HWHEEL_IMPLEMENTATION instead of TW_IMPLEMENTATION compiles the
       functions of this header only. Its sizes are fixed; smallwheel.h has options for
       them.

   SOURCE
       G. Varghese and A. Lauck, Hashed and Hierarchical Timing Wheels, SOSP 1987, scheme
       7. Placement by the highest bit that differs: the timer of skynet (Yun Feng, 2012),
       and radix heaps (R. Ahuja et al., JACM 37(2), 1990). */
#include "slots.h"

#ifndef TW_HWHEEL_H
#define TW_HWHEEL_H

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

#if defined(TW_HWHEEL_FIRST_BITS) || defined(TW_HWHEEL_UPPER_BITS) || defined(TW_HWHEEL_LEVELS)
#error "hwheel.h has fixed sizes: smallwheel.h takes TW_SMALLWHEEL_FIRST_BITS, _UPPER_BITS, _LEVELS"
#endif

/* Slots are numbered without a gap, level by level. FIRST is the number of slots of level
   0. DIGITS is the number of values of an upper digit. Each value has SUBS sub-slots, and
   each sub-slot has a number of its own. UPPER is the number of sub-slots of an upper
   level. The levels cover all bits of a tick. The last level has two bits or more, because
   a deadline may lie more than half the range ahead: LEVELS sets two bits aside before it
   divides, and adds level 0 and the last level. WORDS words have a bit for each slot or
   sub-slot. SUMMARIES words have a bit for each of these words. */
enum {
    TW__HWHEEL_FIRST_BITS = TW_TICK_BITS == 8 ? 4 : 9,
    TW__HWHEEL_UPPER_BITS = TW_TICK_BITS == 8 ? 2 : 5,
    TW__HWHEEL_LEVELS = 2 + (TW_TICK_BITS - TW__HWHEEL_FIRST_BITS - 2) / TW__HWHEEL_UPPER_BITS,
    TW__HWHEEL_SUB_BITS = UINTPTR_MAX > 0xFFFFFFFFu ? 4 : 0,
    TW__HWHEEL_SUBS = 1 << TW__HWHEEL_SUB_BITS,
    TW__HWHEEL_FIRST = 1 << TW__HWHEEL_FIRST_BITS,
    TW__HWHEEL_DIGITS = 1 << TW__HWHEEL_UPPER_BITS,
    TW__HWHEEL_UPPER = TW__HWHEEL_DIGITS * TW__HWHEEL_SUBS,
    TW__HWHEEL_SLOTS = TW__HWHEEL_FIRST + (TW__HWHEEL_LEVELS - 1) * TW__HWHEEL_UPPER,
    TW__HWHEEL_WORDS = (TW__HWHEEL_SLOTS - 1) / TW__WORD_BITS + 1,
    TW__HWHEEL_SUMMARIES = (TW__HWHEEL_WORDS - 1) / TW__WORD_BITS + 1
};

typedef void tw_hwheel_array; /* an hwheel takes no array */

/* All zero is a valid wheel: empty, at tick 0. */
struct tw_hwheel {
    TW__DEBUG(struct tw_stamp stamp;)
    struct tw_slots base;
    uintptr_t word[TW__HWHEEL_WORDS];        /* a bit for each slot that is occupied */
    uintptr_t summary[TW__HWHEEL_SUMMARIES]; /* a bit for each word that is not 0 */
    struct tw_node *slot[TW__HWHEEL_SLOTS];  /* the last node of each list */
};

/* -------------------------------------------------------------------------------- API */

/* Makes w empty at tick now. A wheel with levels needs no array: pass NULL and 0. If w is
   in use, call clear() first: otherwise its nodes still say that they wait. O(slots). */
#define tw_hwheel_init TW__LINK_NAME(tw_hwheel_init)
TW__API void tw_hwheel_init(struct tw_hwheel *w, tw_tick now, tw_hwheel_array *array, size_t n);

/* Inserts n for tick due, behind all nodes with the same tick. If n is in w, n moves as
   if it had been cancelled and added. n must be idle or in w. If due lies before the now
   of the last take() or init(), nodes with later ticks may leave before n: see add in
   verbs.h. Returns true always. O(1); see COST. */
TW__API bool tw_hwheel_add(struct tw_hwheel *w, struct tw_node *n, tw_tick due);

/* Takes n out. If n waits, it must wait in w. False: n is idle, or on the due list of a
   set. O(1); see COST. */
TW__API bool tw_hwheel_cancel(struct tw_hwheel *w, struct tw_node *n);

/* Fetches into the cache the memory that arming, moving and cancelling the nodes will
   touch; changes nothing. nodes[i] is idle or in w. dues[i] is the tick for which you will
   arm it; dues may be NULL if you will cancel only. See prefetch in verbs.h. O(count). */
TW__INLINE void tw_hwheel_prefetch(const struct tw_hwheel *w, struct tw_node *const *nodes,
                                   const tw_tick *dues, size_t count);

/* Stores in *due the exact deadline of the node that leaves next. False: w is empty; *due
   is unchanged. O(1) until the earliest node leaves; see COST. */
TW__API bool tw_hwheel_next(struct tw_hwheel *w, tw_tick *due);

/* Takes out and returns the earliest node if it is due by now. NULL: no node is due by
   now. While nodes wait, now must not go back. O(1) on average; see COST. */
TW__API struct tw_node *tw_hwheel_take(struct tw_hwheel *w, tw_tick now);

/* Returns the node after n, slot by slot. If n is NULL, returns the first of the walk.
   Any other n must be in w. NULL: the walk is over. A whole walk costs O(n + slots). */
TW__API struct tw_node *tw_hwheel_each(const struct tw_hwheel *w, const struct tw_node *n);

/* Returns the number of nodes. O(1). */
TW__API size_t tw_hwheel_count(const struct tw_hwheel *w);

/* Removes every node. All of them are idle then, and can be added again. O(n + slots). */
TW__API void tw_hwheel_clear(struct tw_hwheel *w);

/* Returns the name of a property that does not hold, such as "hwheel 1", or NULL if all
   hold. For tests. O(n + slots). */
TW__CHECKED(TW__API const char *tw_hwheel_check(const struct tw_hwheel *w);)

/* ----------------------------------------------------------------------------- ENGINE

   The digit of a tick at a level is the group of bits that numbers the slots of the
   level. With levels of 4 bits these are the hexadecimal digits:

       position   0x1a37      level 3 2 1 0: digits 1 a 3 7
       due        0x1a3c      differs at level 0: slot c of level 0, which fires at that tick
       due        0x1a52      differs at level 1: slot 5 of level 1, a block of 16 ticks
       due        0x4000      differs at level 3: slot 4 of level 3 */

/* Returns the number of the lowest bit of the digit that numbers a slot. The block of the
   slot has 2^this ticks. */
TW__INLINE unsigned tw__hwheel_shift(size_t slot) {
    const size_t above = slot - TW__HWHEEL_FIRST; /* meaningless in level 0 */

    if (slot < TW__HWHEEL_FIRST)
        return 0;
    return TW__HWHEEL_FIRST_BITS + (unsigned)(above / TW__HWHEEL_UPPER) * TW__HWHEEL_UPPER_BITS;
}

/* Returns the slot of tick due, at the level of the highest digit in which due differs
   from position. The digit and the SUB_BITS bits below it are one number: that of the
   sub-slot within its level. At level 1, `low` bits lie below this number. `level` counts
   from 0 at level 1. */
TW__INLINE size_t tw__hwheel_slot(tw_tick position, tw_tick due) {
    const tw_tick differ = (tw_tick)((due ^ position) >> TW__HWHEEL_FIRST_BITS);
    const unsigned low = TW__HWHEEL_FIRST_BITS - TW__HWHEEL_SUB_BITS;
    size_t level;

    if (differ == 0)
        return (size_t)(due & (TW__HWHEEL_FIRST - 1));
    level = tw__high_digit(differ, TW__HWHEEL_UPPER_BITS);
    return TW__HWHEEL_FIRST + level * TW__HWHEEL_UPPER +
           ((size_t)(due >> (low + level * TW__HWHEEL_UPPER_BITS)) & (TW__HWHEEL_UPPER - 1));
}

/* Returns the first sub-slot of the upper slot to which sub-slot `slot` belongs. */
TW__INLINE size_t tw__hwheel_begin(size_t slot) { return slot - slot % TW__HWHEEL_SUBS; }

/* Returns a bit for each occupied sub-slot of the upper slot that begins at `begin`. */
TW__INLINE uintptr_t tw__hwheel_subs(const struct tw_hwheel *w, size_t begin) {
    return w->word[begin / TW__WORD_BITS] >> begin % TW__WORD_BITS &
           (((uintptr_t)1 << TW__HWHEEL_SUBS) - 1);
}

/* Changes the bit of a slot that was filled or emptied. */
TW__INLINE void tw__hwheel_toggle(struct tw_hwheel *w, size_t slot) {
    tw__bits_toggle(w->word, w->summary, slot);
}

/* NODES. Appends n to a slot whose list is not sorted. */
TW__INLINE void tw__hwheel_link(struct tw_hwheel *w, struct tw_node *n, size_t slot) {
    n->home = slot + TW__WAITING;
    if (!w->slot[slot])
        tw__hwheel_toggle(w, slot);
    tw__list_append(&w->slot[slot], n);
}

/* Takes n out of a slot whose list is not sorted, or has one node; the count stays. */
TW__INLINE void tw__hwheel_unlink(struct tw_hwheel *w, struct tw_node *n, size_t slot) {
    tw__slots_forget(&w->base, n, w->slot[slot]);
    tw__list_remove(&w->slot[slot], n);
    if (!w->slot[slot])
        tw__hwheel_toggle(w, slot);
}

/* Takes n out of a sorted list; the count stays. */
TW__INLINE void tw__hwheel_pull(struct tw_hwheel *w, struct tw_node *n) {
    const size_t slot = tw__slots_place(n);

    tw__runs_leave(&w->base, &w->slot[slot], n);
    if (!w->slot[slot])
        tw__hwheel_toggle(w, slot);
}

/* Does remove() where n is in a sorted list. */
TW__APART void tw__hwheel_remove_sorted(struct tw_hwheel *w, struct tw_node *n) {
    w->base.count--;
    tw__hwheel_pull(w, n);
}

/* Takes n out of the wheel. */
TW__INLINE void tw__hwheel_remove(struct tw_hwheel *w, struct tw_node *n) {
    if (n->home >= TW__RUN) {
        tw__hwheel_remove_sorted(w, n);
        return;
    }
    w->base.count--;
    tw__hwheel_unlink(w, n, n->home - TW__WAITING);
}

/* Puts n into a slot, whose list may be sorted; the count stays. */
TW__INLINE void tw__hwheel_put(struct tw_hwheel *w, struct tw_node *n, size_t slot) {
    if (tw__runs_sorted(w->slot[slot])) {
        n->home = slot + TW__WAITING;
        tw__runs_join(&w->slot[slot], n);
    } else {
        tw__hwheel_link(w, n, slot);
    }
}

/* Does insert() where the list of the slot is sorted. */
TW__APART void tw__hwheel_insert_sorted(struct tw_hwheel *w, struct tw_node *n, tw_tick key,
                                        size_t slot) {
    tw__hwheel_put(w, n, slot);
    tw__slots_enter(&w->base, n, key);
}

/* Puts n into the slot of tick due; a tick that has passed counts as the position. */
TW__INLINE void tw__hwheel_insert(struct tw_hwheel *w, struct tw_node *n, tw_tick due) {
    const tw_tick key = tw__slots_key(w->base.position, due);
    const size_t slot = tw__hwheel_slot(w->base.position, key);

    if (tw__runs_sorted(w->slot[slot])) {
        tw__hwheel_insert_sorted(w, n, key, slot);
        return;
    }
    tw__hwheel_link(w, n, slot);
    tw__slots_enter(&w->base, n, key);
}

/* Does update() where n is in a sorted list, or comes to one. */
TW__APART void tw__hwheel_update_sorted(struct tw_hwheel *w, struct tw_node *n, tw_tick key,
                                        size_t slot) {
    if (n->home >= TW__RUN)
        tw__hwheel_pull(w, n);
    else
        tw__hwheel_unlink(w, n, n->home - TW__WAITING);
    tw__hwheel_put(w, n, slot);
    tw__slots_note(&w->base, n, key, w->base.count == 1);
}

/* Moves n to tick due. In the form for speed, n stays where it is if it is the last node
   of its new slot: it is behind its equals already. */
TW__INLINE void tw__hwheel_update(struct tw_hwheel *w, struct tw_node *n, tw_tick due) {
    const tw_tick key = tw__slots_key(w->base.position, due);
    const size_t slot = tw__hwheel_slot(w->base.position, key);

    if (n->home >= TW__RUN || tw__runs_sorted(w->slot[slot])) {
        tw__hwheel_update_sorted(w, n, key, slot);
        return;
    }
    if (TW__SPEED && w->slot[slot] == n) {
        tw__slots_forget(&w->base, n, n);
    } else {
        tw__hwheel_unlink(w, n, n->home - TW__WAITING);
        tw__hwheel_link(w, n, slot);
    }
    tw__slots_note(&w->base, n, key, w->base.count == 1);
}

/* SEARCHING. Returns the occupied slot with the earliest nodes; in an upper level that is
   the first occupied sub-slot. The wheel is not empty. Nodes of lower levels are earlier.
   So the earliest slot is that of the first one-bit, with one exception. Where ticks wrap,
   the last level is a ring, and its order begins at the position's digit. The slot of that
   digit is empty. If no later slot is occupied, the first one-bit of the level names the
   earliest slot. */
TW__INLINE size_t tw__hwheel_earliest(const struct tw_hwheel *w) {
    const size_t last_level = TW__HWHEEL_SLOTS - TW__HWHEEL_UPPER;
    const size_t word = tw__bits_first(w->summary, 0, TW__HWHEEL_SUMMARIES);
    const size_t slot = tw__bits_first(w->word, word, TW__HWHEEL_WORDS);

    if (TW_TICK_BITS != 64 && slot >= last_level) {
        const size_t digit = (size_t)(w->base.position >> tw__hwheel_shift(last_level));
        const size_t here = last_level + digit % TW__HWHEEL_DIGITS * TW__HWHEEL_SUBS;
        const size_t ahead = tw__bits_from(w->word, here, TW__HWHEEL_WORDS);

        return ahead < TW__HWHEEL_SLOTS ? ahead : slot;
    }
    return slot;
}

/* Finds the first node and remembers it. The wheel is not empty. If the earliest slot is
   in level 0, it stands for one tick, and its first node is the answer. */
TW__APART void tw__hwheel_find(struct tw_hwheel *w) {
    const size_t slot = tw__hwheel_earliest(w);
    struct tw_node **const list = &w->slot[slot];

    tw__slots_set_first(&w->base,
                        slot < TW__HWHEEL_FIRST ? tw__list_first(*list) : tw__runs_first(list));
}

/* Reads the deadline from the wheel, because the first node may lie in no cache. */
TW__INLINE bool tw__hwheel_next(struct tw_hwheel *w, tw_tick *due) {
    if (!w->base.first) {
        if (w->base.count == 0)
            return false;
        tw__hwheel_find(w);
    }
    *due = w->base.first_due;
    return true;
}

/* CASCADES. Moves the nodes of an upper slot down, in their order. The position has
   entered the block of the slot. On machines of 32 and 16 bits an upper slot is one list:
   n goes along a chain that NULL ends. The loop ends because each turn takes a node from
   the chain, and none comes back to the chain. */
#if UINTPTR_MAX <= 0xFFFFFFFFu
TW__INLINE void tw__hwheel_cascade(struct tw_hwheel *w, size_t slot) {
    struct tw_node *n = tw__runs_chain(&w->slot[slot], NULL), *next;

    tw__hwheel_toggle(w, slot);
    for (; n; n = next) {
        next = n->u.list.next;
        TW_TRACE(TW_CASCADE, NULL, n, n->due);
        tw__hwheel_link(w, n, tw__hwheel_slot(w->base.position, n->due));
    }
}
#else
/* Empties the sub-slots of an upper slot: each list becomes a chain that NULL ends. Stores
   the first nodes of the chains in list[0], list[1], ..., and returns their number. list
   is &w->slot[begin]: the chains lie in the cells of the sub-slots themselves. Invariant:
   the cells below list[lists] hold chains, and lie before every cell that is still to be
   read. */
TW__INLINE size_t tw__hwheel_unlink_all(struct tw_hwheel *w, size_t begin, struct tw_node **list) {
    uintptr_t bits = tw__hwheel_subs(w, begin);
    size_t lists = 0;

    for (; bits; bits &= bits - 1) {
        const size_t sub = begin + tw__low_bit(bits);
        struct tw_node *const n = tw__runs_chain(&w->slot[sub], NULL);

        list[lists++] = n;
        tw__hwheel_toggle(w, sub);
    }
    return lists;
}

/* Moves the nodes of an upper slot down. Its sub-slots take turns. Equals share a
   sub-slot, so they keep their order. No list is in the cells of the sub-slots now, so
   they hold the chains of nodes that wait for their turn. */
TW__INLINE void tw__hwheel_cascade(struct tw_hwheel *w, size_t slot) {
    const size_t begin = tw__hwheel_begin(slot);
    struct tw_node **const list = &w->slot[begin], *n;
    size_t lists = tw__hwheel_unlink_all(w, begin, list), i;

    /* Invariant: the first `lists` cells of list hold chains that are not empty. When a
       chain ends, the last chain gets its cell, and goes on in the next round. Ends because
       each turn takes a node, and none comes back to a chain. */
    while (lists)
        for (i = 0; i < lists; i++) {
            n = list[i];
            list[i] = n->u.list.next;
            TW__PREFETCH(list[i]);
            if (!list[i]) {
                list[i] = list[--lists];
                list[lists] = NULL;
            }
            TW_TRACE(TW_CASCADE, NULL, n, n->due);
            tw__hwheel_link(w, n, tw__hwheel_slot(w->base.position, n->due));
        }
}
#endif

/* TIME. Says whether now is before `wake`, or the wheel is empty. If so, nothing is due,
   and the position follows now. */
TW__INLINE bool tw__hwheel_quiet(struct tw_hwheel *w, tw_tick now) {
    return tw__slots_quiet(&w->base, now);
}

/* Says whether an upper slot has only one node in all its sub-slots. `slot` is the
   sub-slot of that node. */
TW__INLINE bool tw__hwheel_alone(const struct tw_hwheel *w, size_t slot) {
    const uintptr_t bits = tw__hwheel_subs(w, tw__hwheel_begin(slot));

    return (bits & (bits - 1)) == 0 && tw__runs_alone(w->slot[slot]);
}

/* Reads lists into the cache, if 16,384 nodes or more wait. Every eight ticks it reads
   the lists of eight slots, the first of them eight ticks ahead. It reads a node of each
   list for every 16,384 nodes that wait. Only the form for speed does so. */
TW__INLINE void tw__hwheel_read_ahead(struct tw_hwheel *w, tw_tick tick) {
    const size_t steps = TW__SPEED ? w->base.count / 16384 : 0;

    if (steps == 0 || tw_before(tick, w->base.next_read))
        return;
    w->base.next_read = (tw_tick)(tick + 8);
    tw__slots_read(w->slot, (size_t)(tick & (TW__HWHEEL_FIRST - 1)) + 8, TW__HWHEEL_FIRST, steps);
}

/* Removes and returns n, the first node, which is due. If n was in level 0, the next node
   of its tick becomes the first node. Without such a node the first node is not known. If
   n was in an upper slot, n was alone there. The position then goes to the tick of n at
   once, so that n fires without a cascade. */
TW__INLINE struct tw_node *tw__hwheel_fire(struct tw_hwheel *w, struct tw_node *n, size_t slot) {
    if (slot >= TW__HWHEEL_FIRST)
        w->base.position = n->due;
    w->base.wake = w->base.position;
    tw__hwheel_read_ahead(w, n->due);
    w->base.count--;
    tw__hwheel_unlink(w, n, slot);
    tw__slots_set_first(&w->base, tw__list_first(w->slot[slot]));
    return n;
}

/* Removes and returns n, the first node, which is due and is not alone in its upper slot.
   The position goes to the tick of n at once, and the other nodes move down from there. */
TW__REST struct tw_node *tw__hwheel_fire_among(struct tw_hwheel *w, struct tw_node *n) {
    const size_t slot = tw__slots_place(n);

    w->base.position = w->base.wake = n->due;
    tw__hwheel_remove(w, n);
    tw__hwheel_cascade(w, slot);
    return n;
}

/* Returns a node of the earliest block: the first node if it is known, else the first node
   of a list in the earliest slot. The wheel is not empty. */
TW__INLINE struct tw_node *tw__hwheel_front(const struct tw_hwheel *w) {
    return TW__MET(w->base.first ? w->base.first
                                 : TW__MET(w->slot[tw__hwheel_earliest(w)])->u.list.next);
}

/* Takes out the first node if it is due by now. NULL: nothing is due, and the position
   has followed now. The wheel is not empty: an empty one is quiet. Each turn looks at n,
   a node of the earliest block. If the block begins after now, nothing is due. If n is in
   level 0, or alone in its slot, n is the first node: n fires if it is due. In the form
   for speed n also fires if it is known to be the first node. In any other case the
   position enters the block, and the nodes of the block move down. So the loop ends at
   the latest in level 0. */
TW__APART struct tw_node *tw__hwheel_search(struct tw_hwheel *w, tw_tick now) {
    for (;;) {
        struct tw_node *const n = tw__hwheel_front(w);
        const size_t slot = tw__slots_place(n);
        const unsigned shift = tw__hwheel_shift(slot);
        const tw_tick block = (tw_tick)(n->due >> shift << shift);
        const bool first = shift == 0 || tw__hwheel_alone(w, slot);

        if (first)
            tw__slots_set_first(&w->base, n);
        if (tw_before(now, block)) {
            w->base.wake = block;
            return tw__slots_follow(&w->base, now);
        }
        if (first && !tw_before(now, n->due))
            return tw__hwheel_fire(w, n, slot);
        if (TW__SPEED && n == w->base.first && !tw_before(now, n->due))
            return tw__hwheel_fire_among(w, n);
        w->base.position = block;
        tw__hwheel_cascade(w, slot);
    }
}

TW__FOLD struct tw_node *tw__hwheel_take(struct tw_hwheel *w, tw_tick now) {
    return tw__hwheel_quiet(w, now) ? NULL : tw__hwheel_search(w, now);
}

/* The loop ends at the next occupied slot, or behind the last slot. */
TW__INLINE struct tw_node *tw__hwheel_each(const struct tw_hwheel *w, const struct tw_node *n) {
    size_t i = n ? tw__slots_place(n) : 0;
    struct tw_node *const next = n ? tw__runs_after(w->slot[i], n) : NULL;

    if (next)
        return next;
    if (n)
        i++; /* the slot of n is done */
    while (i < TW__HWHEEL_SLOTS && !w->slot[i])
        i++;
    return i < TW__HWHEEL_SLOTS ? tw__runs_begin(w->slot[i]) : NULL;
}

TW__INLINE void tw__hwheel_init(struct tw_hwheel *w, tw_tick now, void *array, size_t n) {
    size_t i;

    (void)array, (void)n;
    for (i = 0; i < TW__HWHEEL_SLOTS; i++)
        w->slot[i] = NULL;
    for (i = 0; i < TW__HWHEEL_WORDS; i++)
        w->word[i] = 0;
    for (i = 0; i < TW__HWHEEL_SUMMARIES; i++)
        w->summary[i] = 0;
    tw__slots_init(&w->base, now);
}

/* Takes all nodes out, as a chain, and clears all bits. */
TW__INLINE struct tw_node *tw__hwheel_take_all(struct tw_hwheel *w) {
    tw__bits_clear(w->word, TW__HWHEEL_WORDS);
    tw__bits_clear(w->summary, TW__HWHEEL_SUMMARIES);
    w->base.first = NULL;
    w->base.count = 0;
    return tw__runs_take_all(w->slot, TW__HWHEEL_SLOTS);
}

/* Returns the name of a property that does not hold in a slot, or NULL. Adds the number of
   nodes of the slot to *count. Sets *met at the first node of the wheel, which the loop
   meets before its equals. The loop ends behind the last node of the slot, or at the first
   one that is wrong. */
TW__INLINE const char *tw__hwheel_check_slot(const struct tw_hwheel *w, size_t slot, size_t *count,
                                             bool *met) {
    const struct tw_slots *s = &w->base;
    const struct tw_node *const last = w->slot[slot], *n;
    const unsigned shift = tw__hwheel_shift(slot);

    if (tw__bits_get(w->word, slot) != (last != NULL))
        return "hwheel 2";
    if (!tw__runs_sound(last, slot) || (shift == 0 && last && last->home >= TW__RUN))
        return "hwheel 1";
    for (n = last ? tw__runs_begin(last) : NULL; n; n = tw__runs_after(last, n), ++*count) {
        const tw_tick key = tw__slots_key(s->position, n->due);
        tw_tick first;

        if (slot != tw__hwheel_slot(s->position, key))
            return "hwheel 1";
        if (tw__slots_asleep(s, (tw_tick)(key >> shift << shift)))
            return "hwheel 4";
        *met = *met || n == s->first;
        first = s->first ? tw__slots_key(s->position, s->first_due) : key;
        if (tw_before(key, first) || (!*met && key == first))
            return "hwheel 3";
        if (n == s->first && n->due != s->first_due)
            return "hwheel 3";
    }
    return NULL;
}

TW__INLINE const char *tw__hwheel_check(const struct tw_hwheel *w) {
    size_t i, count = 0;
    bool met = w->base.first == NULL;
    const char *broken;

    for (i = 0; i < TW__HWHEEL_SLOTS; i++)
        if ((broken = tw__hwheel_check_slot(w, i, &count, &met)) != NULL)
            return broken;
    for (i = 0; i < TW__HWHEEL_WORDS; i++)
        if (tw__bits_get(w->summary, i) != (w->word[i] != 0))
            return "hwheel 2";
    return !met ? "hwheel 3" : count != w->base.count ? "hwheel 5" : NULL;
}

TW__UNBOUNDED(hwheel)

TW__INLINE size_t tw__hwheel_count(const struct tw_hwheel *w) { return w->base.count; }

/* PREFETCHING. Returns the address of the pointer that names the last node of the list for
   tick due. */
TW__INLINE struct tw_node *const *tw__hwheel_end(const struct tw_hwheel *w, tw_tick due) {
    return &w->slot[tw__hwheel_slot(w->base.position, tw__slots_key(w->base.position, due))];
}

/* Fetches the nodes of a group and the slots of their ticks. Then it fetches the nodes
   beside them: the neighbours of each, and the last of each slot. */
TW__INLINE void tw__hwheel_prefetch_group(const struct tw_hwheel *w, const struct tw__group *g) {
    size_t i;

    tw__prefetch_nodes(g);
    for (i = 0; g->due && i < g->count; i++)
        TW__HINT(tw__hwheel_end(w, g->due[i]));
    tw__prefetch_neighbours(g);
    for (i = 0; g->due && i < g->count; i++)
        tw__prefetch_links(*tw__hwheel_end(w, g->due[i]));
}

/* Returns 0: there is no array. The product uses n, so that no compiler warns. */
TW__INLINE size_t tw__hwheel_bytes(size_t n) { return n * 0; }

/* --------------------------------------------------------------------------- WRAPPERS */

TW__OPS(tw_hwheel, hwheel, tw__hwheel, tw__hwheel)
TW__PREFETCH_BY_NODE(hwheel)

/* Makes a wheel of objects by tick: struct name, and its verbs, which take and return
   pointers to type. Costs and answers are those of the functions above. init() takes
   array and n as with other structures: pass NULL and 0. */
#define TW_HWHEEL_OF(name, type, member)                                \
    typedef type name##__object;                                        \
    TW__OBJECTS(name, name##__object, member, hwheel, tw_hwheel_ops, 0) \
    TW__OBJECTS_BY_TICK(name, name##__object, member, hwheel)

TW__END_C

#endif /* TW_HWHEEL_H */

/* --------------------------------------------------------------------- IMPLEMENTATION */

#if (defined(TW_IMPLEMENTATION) || defined(TW_HWHEEL_IMPLEMENTATION)) && \
    !defined(TW__HWHEEL_IMPLEMENTED)
#define TW__HWHEEL_IMPLEMENTED

TW__BEGIN_C

TW__NODES(hwheel)

TW__END_C

#endif

/* MIT No Attribution; the licence stands at the end of node.h and in the file LICENSE. */
