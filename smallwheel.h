/* SPDX-License-Identifier: MIT-0 */
/* smallwheel.h - a small hierarchical timing wheel: any number of timers in O(1), for
   firmware and for reading.

   WHAT IT IS
       It is an odometer for deadlines. Write a tick in digits of 4 bits. The wheel has a
       level for each digit: a ring of 16 slots. It also has a position, a tick that follows
       the clock. A node waits in the level of the highest digit in which its deadline
       differs from the position. The deadline's digit there names the slot. So the nodes of
       a lower level come before the nodes of a higher level. Equal deadlines share a slot,
       in arming order. When the first node of a slot above the lowest level is due, the
       position moves to its deadline. The other nodes of the slot move to lower levels:
       that is a cascade.

       The default has a level for each digit of a tick. With fewer levels, nodes whose
       deadlines lie beyond the last level wait in the overflow slot, a sorted list.

   PICK IT
       for firmware with many timeouts that are mostly moved or cancelled; where the 50 KB
       of hwheel.h are too much; as the first wheel to read: hwheel.h is the same idea for
       machines with caches.
   PICK ANOTHER
       for up to about sixteen timers (sortedlist.h); where each call must be bounded: one
       call may walk through all nodes of a slot, or move them (heap4.h, rbtree.h); on
       servers (hwheel.h).

   DO THIS
       timers             TW_TIMERS_OF(timers, smallwheel) makes struct timers and
                          timers_init, timers_add, ...: timers.h
       nodes by tick      struct tw_smallwheel and the functions below; keys are ticks,
                          and time moves with take()
       objects by tick    TW_SMALLWHEEL_OF(beats, struct lamp, node) makes struct beats
                          and beats_init, beats_add, beats_take, ...

   EXAMPLE
       struct lamp { int pin; struct tw_node off; };
       TW_TIMERS_OF(timers, smallwheel)

       static struct timers t;                       all zero is valid: tick 0, empty
       timers_init(&t, millis(), NULL, 0);           no array
       timers_add(&t, &l->off, millis() + 500);      never full

   COST (n nodes, L levels)
       add, cancel, move   O(1): at most L steps find the level. Beyond the last level:
                           O(later nodes of the overflow slot) for add and move
       next, take          O(1) while the earliest node is known; else O(nodes of one slot)
                           to find it
       cascades of take    at most L moves to lower levels for each arming of a node; one
                           call may move all nodes of a slot
       count               O(1)
       clear, each         O(n + slots)
       init                O(slots)
       Bytes per timer, node included: 40 on a 64-bit machine, 20 on a 32-bit one, 12 on
       AVR with 32-bit ticks. Bytes of the wheel: a pointer and a bit per slot. The default
       takes 540 on a 32-bit machine and 280 on AVR; with four levels it takes 284 and 148.

   GUARANTEES
       FIFO among equals. add() cannot fail. A node that is alone in a slot of a level
       fires without a cascade. A call in which nothing is due moves no node, with one
       exception: each node of the overflow slot moves once, to the levels.

   PROPERTIES (check() names one that does not hold: "smallwheel 1")
       1  Each node is in the slot that its deadline and the position name. `home` names
          that slot. The list of each slot is linked both ways. A deadline that has passed
          counts as the position.
       2  The bit of each slot tells whether the slot is occupied.
       3  `first` is NULL or the earliest node; among equals, the one armed first.
       4  The wheel has as many nodes as it counts.
       5  In the overflow slot no node comes before its predecessor.
       By 1, no occupied slot of an upper level has the position's own digit.

   OPTIONS (beside those of node.h; the same in all files of a program)
       TW_SMALLWHEEL_FIRST_BITS   4        the lowest level has 2^this slots of one tick: 3
                                           to 8
       TW_SMALLWHEEL_UPPER_BITS   4        each other level has 2^this slots: 3 to 8
       TW_SMALLWHEEL_LEVELS       16 8 4   levels in all; with levels of 4 bits, the default
                                           tells apart all ticks of 64, 32 or 16 bits
       Four levels of 4 bits tell apart 65,536 ticks. That is 65 s of milliseconds, 2 s at
       32,768 Hz, and 65 ms of microseconds.
       TW_SMALLWHEEL_IMPLEMENTATION instead of TW_IMPLEMENTATION compiles the functions of
       this header only.

   SOURCE
       G. Varghese and A. Lauck, Hashed and Hierarchical Timing Wheels, SOSP 1987, scheme
       7. Placement by the highest digit that differs: the timer of skynet (Yun Feng,
       2012), and radix heaps (R. Ahuja et al., JACM 37(2), 1990). */
#include "slots.h"

#ifndef TW_SMALLWHEEL_H
#define TW_SMALLWHEEL_H

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

#ifndef TW_SMALLWHEEL_FIRST_BITS
#define TW_SMALLWHEEL_FIRST_BITS 4
#endif
#ifndef TW_SMALLWHEEL_UPPER_BITS
#define TW_SMALLWHEEL_UPPER_BITS 4
#endif
#ifndef TW_SMALLWHEEL_LEVELS
#if TW_TICK_BITS == 64
#define TW_SMALLWHEEL_LEVELS 16
#elif TW_TICK_BITS == 32
#define TW_SMALLWHEEL_LEVELS 8
#else
#define TW_SMALLWHEEL_LEVELS 4
#endif
#endif

/* The levels tell apart deadlines that differ in the lowest SPAN bits. If a tick has more
   bits than SPAN, nodes beyond the last level wait in an OVERFLOW slot. If a tick that
   wraps has SPAN bits or fewer, the last level WRAPS with the ticks. */
#define TW__SMALLWHEEL_SPAN \
    (TW_SMALLWHEEL_FIRST_BITS + (TW_SMALLWHEEL_LEVELS - 1) * TW_SMALLWHEEL_UPPER_BITS)
#define TW__SMALLWHEEL_OVERFLOW (TW__SMALLWHEEL_SPAN < TW_TICK_BITS)
#define TW__SMALLWHEEL_WRAPS    (TW_TICK_BITS != 64 && !TW__SMALLWHEEL_OVERFLOW)

#if TW_SMALLWHEEL_FIRST_BITS < 3 || TW_SMALLWHEEL_FIRST_BITS > 8 || \
    TW_SMALLWHEEL_UPPER_BITS < 3 || TW_SMALLWHEEL_UPPER_BITS > 8
#error "TW_SMALLWHEEL_FIRST_BITS and TW_SMALLWHEEL_UPPER_BITS must be plain numbers from 3 to 8"
#elif TW_SMALLWHEEL_LEVELS < 2
#error "TW_SMALLWHEEL_LEVELS must be a plain number, 2 or more"
#elif TW__SMALLWHEEL_SPAN - TW_SMALLWHEEL_UPPER_BITS >= TW_TICK_BITS - 1
#error "TW_SMALLWHEEL_LEVELS: the last level must hold at least two bits of a tick"
#endif

/* Slots are numbered without a gap, level by level. The overflow slot is the last. FIRST is
   the number of slots of the lowest level, UPPER of each other level. SLOTS is the number
   of slots in all levels; LISTS counts the overflow slot, too. WORDS words have a bit for
   each slot. */
enum {
    TW__SMALLWHEEL_FIRST = 1 << TW_SMALLWHEEL_FIRST_BITS,
    TW__SMALLWHEEL_UPPER = 1 << TW_SMALLWHEEL_UPPER_BITS,
    TW__SMALLWHEEL_SLOTS = TW__SMALLWHEEL_FIRST + (TW_SMALLWHEEL_LEVELS - 1) * TW__SMALLWHEEL_UPPER,
    TW__SMALLWHEEL_LISTS = TW__SMALLWHEEL_SLOTS + TW__SMALLWHEEL_OVERFLOW,
    TW__SMALLWHEEL_WORDS = (TW__SMALLWHEEL_LISTS - 1) / TW__WORD_BITS + 1
};

typedef void tw_smallwheel_array; /* a smallwheel takes no array */

/* All zero is a valid wheel: empty, at tick 0. */
struct tw_smallwheel {
    TW__DEBUG(struct tw_stamp stamp;)
    tw_tick position;      /* a tick that follows the clock; nodes are placed by it */
    struct tw_node *first; /* the earliest node; NULL: not known, or there is none */
    size_t count;          /* the number of nodes */
    uintptr_t word[TW__SMALLWHEEL_WORDS];       /* a bit for each slot that is occupied */
    struct tw_node *slot[TW__SMALLWHEEL_LISTS]; /* the last node of each list */
};

/* -------------------------------------------------------------------------------- API */

/* Makes w empty at tick now. A wheel with levels needs no array: pass NULL and 0. If w is
   in use, call clear() first: otherwise its nodes still say that they wait. O(slots). For
   the linker the name holds the options: so files with different options do not link. */
#define TW__SMALLWHEEL_PASTE(name, f, u, l)     name##_first##f##_upper##u##_levels##l
#define TW__SMALLWHEEL_LINK_NAME(name, f, u, l) TW__SMALLWHEEL_PASTE(name, f, u, l)
#define tw_smallwheel_init                                                                \
    TW__SMALLWHEEL_LINK_NAME(TW__LINK_NAME(tw_smallwheel_init), TW_SMALLWHEEL_FIRST_BITS, \
                             TW_SMALLWHEEL_UPPER_BITS, TW_SMALLWHEEL_LEVELS)
TW__API void tw_smallwheel_init(struct tw_smallwheel *w, tw_tick now, tw_smallwheel_array *array,
                                size_t n);

/* Inserts n for tick due, behind all nodes with the same tick. If n is in w, n moves as
   if it had been cancelled and added. n must be idle or in w. If due lies before the now
   of the last take() or init(), nodes with later ticks may leave before n: see add in
   verbs.h. Returns true always. O(1); O(later nodes) in the overflow slot. */
TW__API bool tw_smallwheel_add(struct tw_smallwheel *w, struct tw_node *n, tw_tick due);

/* Takes n out. If n waits, it must wait in w. False: n is idle, or on the due list of a
   set. O(1). */
TW__API bool tw_smallwheel_cancel(struct tw_smallwheel *w, struct tw_node *n);

/* Fetches into the cache the memory that arming, moving and cancelling the nodes will
   touch; changes nothing. nodes[i] is idle or in w. dues[i] is the tick for which you will
   arm nodes[i]. If you will only cancel, dues may be NULL. See prefetch in verbs.h.
   O(count). */
TW__INLINE void tw_smallwheel_prefetch(const struct tw_smallwheel *w, struct tw_node *const *nodes,
                                       const tw_tick *dues, size_t count);

/* Stores in *due the exact deadline of the node that leaves next. False: w is empty; *due
   is unchanged. O(1) until the earliest node leaves; see COST. */
TW__API bool tw_smallwheel_next(struct tw_smallwheel *w, tw_tick *due);

/* Takes out and returns the earliest node if it is due by now. NULL: no node is due by
   now. While nodes wait, now must not go back. O(1) on average; see COST. */
TW__API struct tw_node *tw_smallwheel_take(struct tw_smallwheel *w, tw_tick now);

/* Returns the node after n, slot by slot. If n is NULL, returns the first of the walk.
   Any other n must be in w. NULL: the walk is over. A whole walk costs O(n + slots). */
TW__API struct tw_node *tw_smallwheel_each(const struct tw_smallwheel *w, const struct tw_node *n);

/* Returns the number of nodes. O(1). */
TW__API size_t tw_smallwheel_count(const struct tw_smallwheel *w);

/* Removes every node. All of them are idle then, and can be added again. O(n + slots). */
TW__API void tw_smallwheel_clear(struct tw_smallwheel *w);

/* Returns the name of a property that does not hold, such as "smallwheel 1", or NULL if
   all hold. For tests. O(n + slots). */
TW__CHECKED(TW__API const char *tw_smallwheel_check(const struct tw_smallwheel *w);)

/* ----------------------------------------------------------------------------- ENGINE

   With levels of 16 slots a tick is a row of hexadecimal digits:

       position   0x1a37      level 3 2 1 0: digits 1 a 3 7
       due        0x1a3c      differs in level 0: slot c of level 0, for one tick
       due        0x1a52      differs in level 1: slot 5 of level 1, a block of 16 ticks
       due        0x4000      differs in level 3: slot 4 of level 3, a block of 4096 */

/* Returns the number of the lowest bit of a slot's digit. An upper slot stands for a
   block of 2^this ticks. For the overflow slot the block is a turn, one round of the last
   level. For a slot of the lowest level the answer means nothing. */
TW__INLINE unsigned tw__smallwheel_shift(size_t slot) {
    const size_t level = (slot - TW__SMALLWHEEL_FIRST) / TW__SMALLWHEEL_UPPER;

    return TW_SMALLWHEEL_FIRST_BITS + (unsigned)level * TW_SMALLWHEEL_UPPER_BITS;
}

/* Returns the slot of tick due, in the level of the highest digit in which due differs from
   position. */
TW__INLINE size_t tw__smallwheel_slot(tw_tick position, tw_tick due) {
    tw_tick differ = (tw_tick)(due ^ position);
    size_t begin = 0, slots = TW__SMALLWHEEL_FIRST; /* of a level */
    unsigned bits = TW_SMALLWHEEL_FIRST_BITS;

    /* Invariant: the level has `slots` slots from slot `begin` on. Its digit of a tick is
       the lowest `bits` bits of due and of differ. Ends because each turn drops a digit
       of differ. */
    while (differ >> bits != 0) {
        due = (tw_tick)(due >> bits);
        differ = (tw_tick)(differ >> bits);
        begin += slots;
        slots = TW__SMALLWHEEL_UPPER;
        bits = TW_SMALLWHEEL_UPPER_BITS;
    }
    if (TW__SMALLWHEEL_OVERFLOW && begin >= TW__SMALLWHEEL_SLOTS)
        return TW__SMALLWHEEL_SLOTS;
    return begin + (size_t)due % slots;
}

/* Says whether slot is the overflow slot. */
TW__INLINE bool tw__smallwheel_beyond(size_t slot) {
    return TW__SMALLWHEEL_OVERFLOW && slot == TW__SMALLWHEEL_SLOTS;
}

/* Returns the occupied slot with the earliest nodes. The wheel is not empty. Nodes of lower
   levels are earlier. So unless ticks wrap, it is the slot of the first one-bit. */
TW__INLINE size_t tw__smallwheel_earliest(const struct tw_smallwheel *w) {
    const size_t last_level = TW__SMALLWHEEL_SLOTS - TW__SMALLWHEEL_UPPER;
    const unsigned shift = TW__SMALLWHEEL_SPAN - TW_SMALLWHEEL_UPPER_BITS;
    size_t i, slot;

    /* Ends because a slot is occupied. */
    for (i = 0; w->word[i] == 0; i++) {
    }
    slot = i * TW__WORD_BITS + tw__low_bit(w->word[i]);
    /* Where ticks wrap, the order of the last level begins at the position's digit. Ends
       because a slot of this level is occupied. */
    if (TW__SMALLWHEEL_WRAPS && slot >= last_level) {
        i = (size_t)(w->position >> shift);
        while (!w->slot[last_level + i % TW__SMALLWHEEL_UPPER])
            i++;
        slot = last_level + i % TW__SMALLWHEEL_UPPER;
    }
    return slot;
}

/* Changes the bit of a slot that was filled or emptied. */
TW__ONCE void tw__smallwheel_toggle(struct tw_smallwheel *w, size_t slot) {
    w->word[slot / TW__WORD_BITS] ^= (uintptr_t)1 << slot % TW__WORD_BITS;
}

/* Links n into the overflow slot, behind the last node that does not come after n. The
   search begins at the end, because a new node mostly comes after the nodes there. It
   compares distances from the position, since two deadlines may be more than half the range
   apart. */
TW__INLINE void tw__smallwheel_sort_in(struct tw_smallwheel *w, struct tw_node *n, tw_tick due) {
    struct tw_node **list = &w->slot[TW__SMALLWHEEL_LISTS - 1], *p = *list, *left, *right;

    /* Invariant: n comes before every node behind p. Ends at a node that does not come
       after n, or in front of the first node. */
    for (; p && tw__nearer(w->position, due, TW__MET(p)->due); p = p->u.list.prev)
        TW__COMPARED(n, due, p);
    if (p == *list) {
        tw__list_append(list, n);
        return;
    }
    left = p ? p : *list; /* the node before n in the ring */
    right = left->u.list.next;
    n->u.list.prev = p;
    n->u.list.next = right;
    left->u.list.next = n;
    right->u.list.prev = n;
    TW_TRACE(TW_LINK, NULL, n, due);
}

/* Puts n into the slot of tick key, behind its equals; the count stays. key must not come
   before the position. */
TW__INLINE void tw__smallwheel_place(struct tw_smallwheel *w, struct tw_node *n, tw_tick key) {
    const size_t slot = tw__smallwheel_slot(w->position, key);

    n->home = slot + TW__WAITING;
    if (!w->slot[slot])
        tw__smallwheel_toggle(w, slot);
    if (tw__smallwheel_beyond(slot))
        tw__smallwheel_sort_in(w, n, key);
    else
        tw__list_append(&w->slot[slot], n);
}

/* Puts n into the slot of tick due, and counts it. A tick that has passed counts as the
   position. If the wheel was empty, or n comes before the known first node, n becomes the
   first node. */
TW__INLINE void tw__smallwheel_insert(struct tw_smallwheel *w, struct tw_node *n, tw_tick due) {
    const tw_tick key = tw__slots_key(w->position, due);

    tw__smallwheel_place(w, n, key);
    if (w->count++ == 0 || (w->first && tw_before(key, w->first->due)))
        w->first = n;
    TW__DEBUG(tw__slots_passed(n, key);)
}

/* Takes n out of its slot, and counts it out. If n is the first node, the first node is
   not known from now on. */
TW__INLINE void tw__smallwheel_remove(struct tw_smallwheel *w, struct tw_node *n) {
    const size_t slot = n->home - TW__WAITING;

    if (w->first == n)
        w->first = NULL;
    w->count--;
    tw__list_remove(&w->slot[slot], n);
    if (!w->slot[slot])
        tw__smallwheel_toggle(w, slot);
}

/* Moves n to tick due, behind its equals. */
TW__INLINE void tw__smallwheel_update(struct tw_smallwheel *w, struct tw_node *n, tw_tick due) {
    tw__smallwheel_remove(w, n);
    tw__smallwheel_insert(w, n, due);
}

/* Returns the earliest node, and remembers it. NULL: the wheel is empty. In the lowest
   level and in the overflow slot, the first node of the earliest slot is the earliest. In
   another level the slot is searched. */
TW__INLINE struct tw_node *tw__smallwheel_first(struct tw_smallwheel *w) {
    struct tw_node *last, *n, *first;
    size_t slot;

    if (w->first || w->count == 0)
        return w->first;
    slot = tw__smallwheel_earliest(w);
    last = w->slot[slot];
    first = n = tw__list_next(last);
    /* Invariant: `first` is the earliest of the nodes up to n, of equals the first. Ends
       at the last node of the slot. */
    while (slot >= TW__SMALLWHEEL_FIRST && !tw__smallwheel_beyond(slot) && n != last) {
        n = tw__list_next(n);
        TW__COMPARED(n, n->due, first);
        if (tw_before(n->due, first->due))
            first = n;
    }
    w->first = first;
    return first;
}

TW__INLINE bool tw__smallwheel_next(struct tw_smallwheel *w, tw_tick *due) {
    const struct tw_node *n = tw__smallwheel_first(w);

    if (n)
        *due = n->due;
    return n != NULL;
}

/* Moves nodes from the overflow slot to the levels. Call this after the position has
   entered another turn of the last level. In the overflow slot the nodes of this turn come
   first. */
TW__INLINE void tw__smallwheel_enter_turn(struct tw_smallwheel *w) {
    const size_t slot = TW__SMALLWHEEL_LISTS - 1;
    struct tw_node *n;

    /* Ends when the slot is empty, or at the first node of a later turn: all nodes behind
       it are later still. remove() counts n out, so count++ counts n in again. */
    while ((n = tw__list_first(w->slot[slot])) != NULL &&
           tw__smallwheel_slot(w->position, n->due) != slot) {
        TW_TRACE(TW_CASCADE, NULL, n, n->due);
        tw__smallwheel_remove(w, n);
        tw__smallwheel_place(w, n, n->due);
        w->count++;
    }
}

/* Moves the nodes of a slot to lower levels, in their order. The position has entered the
   block of the slot. The slot may be empty, if the node that fired was the only one. */
TW__INLINE void tw__smallwheel_cascade(struct tw_smallwheel *w, size_t slot) {
    struct tw_node *last = w->slot[slot], *n;

    if (tw__smallwheel_beyond(slot)) {
        tw__smallwheel_enter_turn(w);
        return;
    }
    if (!last)
        return;
    n = tw__list_next(last);
    last->u.list.next = NULL;
    w->slot[slot] = NULL;
    tw__smallwheel_toggle(w, slot);
    /* Invariant: the nodes from n on are a chain that NULL ends, and none comes back to
       this slot. Ends because each turn takes a node from the chain. */
    do {
        struct tw_node *next = n->u.list.next;

        TW_TRACE(TW_CASCADE, NULL, n, n->due);
        tw__smallwheel_place(w, n, n->due);
        n = next;
    } while (n);
}

/* Moves the position to now. n is the first node, and waits in the overflow slot. now lies
   in the turn of n. The nodes of this turn move to the levels, because nodes that are added
   later for this turn go there, too. */
TW__INLINE void tw__smallwheel_reach_turn(struct tw_smallwheel *w, struct tw_node *n, tw_tick now) {
    w->position = now;
    tw__smallwheel_enter_turn(w);
    w->first = n;
}

/* Moves the position towards now. n is the first node, and is not due. If n is in the
   lowest level, the position stays. If now lies in the block of n, the position stops at
   the tick before the block: until a node of the block is due, no node moves down. The
   overflow slot is an exception, because it has nodes of later turns, too: the position
   enters the turn of n. The position never goes back. */
TW__INLINE void tw__smallwheel_follow(struct tw_smallwheel *w, struct tw_node *n, tw_tick now) {
    const size_t slot = n->home - TW__WAITING;
    const unsigned shift = tw__smallwheel_shift(slot);

    if (slot < TW__SMALLWHEEL_FIRST)
        return;
    if ((tw_tick)(now ^ n->due) >> shift == 0) {
        if (tw__smallwheel_beyond(slot)) {
            tw__smallwheel_reach_turn(w, n, now);
            return;
        }
        now = (tw_tick)(n->due >> shift << shift);
        now = (tw_tick)(now - 1u);
    }
    w->position = tw__slots_key(w->position, now);
}

/* Takes out n, the first node, which is due. If n leaves the lowest level, the next node of
   its tick becomes the first node. Without such a node the first node is not known. If n
   leaves an upper slot, the position moves to the tick of n. Then the other nodes of the
   block move to lower levels. */
TW__INLINE void tw__smallwheel_fire(struct tw_smallwheel *w, struct tw_node *n) {
    const size_t slot = n->home - TW__WAITING;

    tw__smallwheel_remove(w, n);
    if (slot < TW__SMALLWHEEL_FIRST) {
        w->first = tw__list_first(w->slot[slot]);
    } else {
        w->position = n->due;
        tw__smallwheel_cascade(w, slot);
    }
}

/* Takes out the first node if it is due by now. NULL: nothing is due, and the position has
   followed now. */
TW__INLINE struct tw_node *tw__smallwheel_take(struct tw_smallwheel *w, tw_tick now) {
    struct tw_node *n = tw__smallwheel_first(w);

    if (!n) {
        w->position = now;
        return NULL;
    }
    if (tw_before(now, TW__MET(n)->due)) {
        tw__smallwheel_follow(w, n, now);
        return NULL;
    }
    tw__smallwheel_fire(w, n);
    return n;
}

/* Returns false always: a set must call take(), which lets the position follow now. */
TW__INLINE bool tw__smallwheel_quiet(struct tw_smallwheel *w, tw_tick now) {
    return (void)w, (void)now, false;
}

TW__INLINE struct tw_node *tw__smallwheel_each(const struct tw_smallwheel *w,
                                               const struct tw_node *n) {
    return tw__slots_each(w->slot, TW__SMALLWHEEL_LISTS, n);
}

TW__INLINE void tw__smallwheel_init(struct tw_smallwheel *w, tw_tick now, void *array, size_t n) {
    size_t i;

    (void)array, (void)n;
    for (i = 0; i < TW__SMALLWHEEL_LISTS; i++)
        w->slot[i] = NULL;
    for (i = 0; i < TW__SMALLWHEEL_WORDS; i++)
        w->word[i] = 0;
    w->position = now;
    w->first = NULL;
    w->count = 0;
}

/* Takes all nodes out, as a chain, and clears all bits. */
TW__INLINE struct tw_node *tw__smallwheel_take_all(struct tw_smallwheel *w) {
    w->first = NULL;
    w->count = 0;
    return tw__slots_take_all(w->slot, TW__SMALLWHEEL_LISTS, w->word, TW__SMALLWHEEL_WORDS);
}

/* Returns the name of a property that does not hold in a slot, or NULL. Adds the number of
   nodes of the slot to *count. If the first node of the wheel is among them, sets *met. */
TW__INLINE const char *tw__smallwheel_check_slot(const struct tw_smallwheel *w, size_t slot,
                                                 size_t *count, bool *met) {
    const struct tw_node *const last = w->slot[slot], *n = NULL;
    /* `key` is the tick of n, or at first the position. `before` tells how far the tick
       of the node before n lies ahead of the position. */
    tw_tick key = w->position, before;

    if (tw__bits_get(w->word, slot) != (last != NULL))
        return "smallwheel 2";
    /* Ends at the last node, or at the first wrong node. */
    for (; n != last; ++*count) {
        tw_tick first;

        if ((n = tw__list_check(n, last, slot + TW__WAITING)) == NULL)
            return "smallwheel 1";
        before = (tw_tick)(key - w->position);
        key = tw__slots_key(w->position, n->due);
        if (slot != tw__smallwheel_slot(w->position, key))
            return "smallwheel 1";
        if (tw__smallwheel_beyond(slot) && (tw_tick)(key - w->position) < before)
            return "smallwheel 5";
        *met = *met || n == w->first;
        first = w->first ? tw__slots_key(w->position, w->first->due) : key;
        if (tw_before(key, first) || (!*met && key == first))
            return "smallwheel 3";
    }
    return NULL;
}

TW__INLINE const char *tw__smallwheel_check(const struct tw_smallwheel *w) {
    size_t i, count = 0;
    bool met = w->first == NULL;
    const char *broken;

    for (i = 0; i < TW__SMALLWHEEL_LISTS; i++)
        if ((broken = tw__smallwheel_check_slot(w, i, &count, &met)) != NULL)
            return broken;
    return !met ? "smallwheel 3" : count != w->count ? "smallwheel 4" : NULL;
}

TW__UNBOUNDED(smallwheel)

TW__INLINE size_t tw__smallwheel_count(const struct tw_smallwheel *w) { return w->count; }

TW__PREFETCH_LISTED(smallwheel)

/* Returns 0: there is no array. The product uses n, so that no compiler warns. */
TW__INLINE size_t tw__smallwheel_bytes(size_t n) { return n * 0; }

/* --------------------------------------------------------------------------- WRAPPERS */

TW__OPS(tw_smallwheel, smallwheel, tw__smallwheel, tw__smallwheel)
TW__PREFETCH_BY_NODE(smallwheel)

/* Makes a wheel of objects by tick: struct name, and its verbs, which take and return
   pointers to type. Costs and answers are those of the functions above. init() takes array
   and n as with other structures: pass NULL and 0. */
#define TW_SMALLWHEEL_OF(name, type, member)                                    \
    typedef type name##__object;                                                \
    TW__OBJECTS(name, name##__object, member, smallwheel, tw_smallwheel_ops, 0) \
    TW__OBJECTS_BY_TICK(name, name##__object, member, smallwheel)

TW__END_C

#endif /* TW_SMALLWHEEL_H */

/* --------------------------------------------------------------------- IMPLEMENTATION */

#if (defined(TW_IMPLEMENTATION) || defined(TW_SMALLWHEEL_IMPLEMENTATION)) && \
    !defined(TW__SMALLWHEEL_IMPLEMENTED)
#define TW__SMALLWHEEL_IMPLEMENTED

TW__BEGIN_C

TW__NODES(smallwheel)

TW__END_C

#endif

/* MIT No Attribution; the licence stands at the end of node.h and in the file LICENSE. */
