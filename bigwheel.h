/* SPDX-License-Identifier: MIT-0 */
/* bigwheel.h - a timing wheel for 10^5 timers and more on a machine with caches: each
   tick moves few nodes.

   WHAT IT IS
       This is the wheel of hwheel.h for very many timers; read that header first. If very
       many timers wait, one cascade in hwheel moves hundreds of thousands of them within
       one tick. Here nodes move down ahead of time, a few in each tick. A block is the
       ticks that one upper slot stands for. Each level has two halves. The position lies
       in a block of the level above: one half has the slots for this block. The other half
       has the slots for the block after it, the next block. While the position passes
       through a block, each tick moves an equal share of the next block down. So the slot
       of the next block is empty when that block begins. As in hwheel.h, an upper slot is
       split into sub-slots, each for a part of its ticks; here there are eight. next()
       sorts a list of more than nine nodes, and the list stays sorted. The lists of the
       next ticks are read into the cache before they fire.

   PICK IT
       for very many timers, mostly cancelled or moved before they fire, where no tick may
       take long: of 10^6 timers at most 1,314 move down in a tick. In hwheel all of them
       may move in one tick. next() keeps no such bound: it may move the timers of the next
       blocks first.
   PICK ANOTHER
       for the least time on average, or below 10^5 timers: hwheel.h, which is 3 times
       smaller; in firmware: smallwheel.h.

   DO THIS
       timers             TW_TIMERS_OF(timers, bigwheel) makes struct timers and
                          timers_init, _add, _cancel, ...: timers.h
       nodes by tick      struct tw_bigwheel and the functions below; keys are ticks, and
                          time moves with take()
       objects by tick    TW_BIGWHEEL_OF(beats, struct conn, node) makes struct beats and
                          beats_init, _add, _take, ...

   COST (n nodes, L levels: 9, 4 or 2 with ticks of 64, 32 or 16 bits)
       add, move           O(1): at most L steps to find the level, and as many older
                           nodes moved down; on average O(log n) in a sorted list
       cancel              O(1); O(log n) in a sorted list
       count               O(1)
       take                O(1) per node, and at most L - 1 moves down in its life
       a tick              moves at most n/800 + 8 * (L - 1) nodes down, whichever
                           deadlines you arm, and when. A call that goes d ticks on
                           moves at most 2 * d times as many. A move out of a sorted
                           list takes O(log n)
       next                O(1); after the earliest node has left, O(log n); once for each
                           block O(n), and for each list of m nodes O(m log m)
       clear, each         O(n + slots)
       take after d ticks  O(L) beside the moves, however large d is
       init                O(slots)
       Bytes per timer: those of the node. Bytes of the wheel: 2048 pointers and bits and
       256 counts per level, 160 KB with 64 bits.

   GUARANTEES, SOURCE
       those of hwheel.h: FIFO among equals, exact, never full. But a node alone in its
       slot may move down, too.

   PROPERTIES (check() names one that does not hold: "bigwheel 1")
       1  Each node is in the slot that its deadline and the position name. Or it is in a
          lower level k, if its deadline is in the next block of level k + 1. `home` names
          its slot. The list of each slot is linked both ways. A sorted list consists of
          sorted runs, as slots.h says. Such a list is above level 0. In the level above
          it, the upper slot that covers its ticks is empty.
       2  The bit of each slot tells whether the slot is occupied. The bit of each word of
          bits tells whether the word is not 0.
       3  `first` is NULL or the earliest node, of equals the one armed first. `first_due`
          is its deadline then.
       4  The block of each node begins at `wake` or later.
       5  The wheel has as many nodes as it counts. `held` counts the nodes of each group
          of eight slots. Above level 0 a group has the sub-slots of one upper slot.
       6  Unless the wheel is empty, `next` names the slot of the next block of each level
          above 0. If that slot is not empty, `above` has the bit of the level.

   OPTIONS
       those of node.h; TW_BIGWHEEL_IMPLEMENTATION instead of TW_IMPLEMENTATION compiles
       the functions of this header only */
#include "slots.h"

#ifndef TW_BIGWHEEL_H
#define TW_BIGWHEEL_H

#if UINTPTR_MAX > 0xFFFFu /* smaller machines have no room for it */
TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

/* A level has two halves. In level 0, a half has a slot for each tick. In a higher level,
   a half has SUBS sub-slots for each value of the digit. FIRST_BITS is UPPER_BITS and the
   three bits of SUBS: so LEVEL, the number of slots, is the same in all levels, and at()
   shifts by UPPER_BITS per level. The last digit has two bits or more, because a deadline
   may lie more than half the range ahead. */
enum {
    TW__BIGWHEEL_FIRST_BITS = TW_TICK_BITS == 8 ? 4 : 10,
    TW__BIGWHEEL_UPPER_BITS = TW_TICK_BITS == 8 ? 1 : 7,
    TW__BIGWHEEL_SUBS = 8,
    TW__BIGWHEEL_HALF = 1 << TW__BIGWHEEL_FIRST_BITS,
    TW__BIGWHEEL_LEVEL = 2 * TW__BIGWHEEL_HALF,
    TW__BIGWHEEL_LEVELS =
        (TW_TICK_BITS - TW__BIGWHEEL_FIRST_BITS - 2) / TW__BIGWHEEL_UPPER_BITS + 2,
    TW__BIGWHEEL_SLOTS = TW__BIGWHEEL_LEVELS * TW__BIGWHEEL_LEVEL,
    TW__BIGWHEEL_WORDS = TW__BIGWHEEL_SLOTS / TW__WORD_BITS,
    TW__BIGWHEEL_SUMMARIES = (TW__BIGWHEEL_WORDS + TW__WORD_BITS - 1) / TW__WORD_BITS,
    TW__BIGWHEEL_DIGITS = TW__BIGWHEEL_LEVEL / TW__BIGWHEEL_SUBS, /* of both halves */
    TW__BIGWHEEL_COUNTS = TW__BIGWHEEL_LEVELS * TW__BIGWHEEL_DIGITS
};

typedef void tw_bigwheel_array; /* a bigwheel takes no array */

/* All zero is a valid wheel: empty, at tick 0. It is too large for a stack. */
struct tw_bigwheel {
    TW__DEBUG(struct tw_stamp stamp;)
    struct tw_slots base;
    tw_tick shared; /* the tick up to which move_shares() has moved nodes down */
    unsigned above; /* a bit for each level in which nodes of its next block may be left */
    /* for each level, the index in `held` of the eight slots of its next block; for level
       0, an index behind the last, because level 0 moves no node down */
    unsigned next[TW__BIGWHEEL_LEVELS];
    /* bits of the slots, and of these words. The last word and the last summary stay 0: any()
       may look behind the last slot */
    uintptr_t word[TW__BIGWHEEL_WORDS + 1];
    uintptr_t summary[TW__BIGWHEEL_SUMMARIES + 1];
    /* the number of nodes in each group of eight slots; above level 0 a group is one upper slot */
    unsigned held[TW__BIGWHEEL_COUNTS];
    struct tw_node *slot[TW__BIGWHEEL_SLOTS]; /* the last node of each list */
};

/* -------------------------------------------------------------------------------- API */

/* Makes w empty at tick now. A wheel with levels needs no array: pass NULL and 0. If w is
   in use, call clear() first: otherwise its nodes still say that they wait. O(slots). */
#define tw_bigwheel_init TW__LINK_NAME(tw_bigwheel_init)
TW__API void tw_bigwheel_init(struct tw_bigwheel *w, tw_tick now, tw_bigwheel_array *array,
                              size_t n);

/* Inserts n for tick due, behind all nodes with the same tick. If n is in w, n moves as
   if it had been cancelled and added. n must be idle or in w. If due lies before the now
   of the last take() or init(), nodes with later ticks may leave before n: see add in
   verbs.h. Returns true always. O(1), and moves a few older nodes down; see COST. */
TW__API bool tw_bigwheel_add(struct tw_bigwheel *w, struct tw_node *n, tw_tick due);

/* Takes n out. If n waits, it must wait in w. False: n is idle, or on the due list of a
   set. O(1); see COST. */
TW__API bool tw_bigwheel_cancel(struct tw_bigwheel *w, struct tw_node *n);

/* Fetches into the cache the memory that arming, moving and cancelling the nodes will
   touch; changes nothing. nodes[i] is idle or in w. dues[i] is the tick for which you will
   arm it; dues may be NULL if you will cancel only. See prefetch in verbs.h. O(count). */
TW__INLINE void tw_bigwheel_prefetch(const struct tw_bigwheel *w, struct tw_node *const *nodes,
                                     const tw_tick *dues, size_t count);

/* Stores in *due the exact deadline of the node that leaves next. False: w is empty; *due
   is unchanged. O(1) until the earliest node leaves; see COST. */
TW__API bool tw_bigwheel_next(struct tw_bigwheel *w, tw_tick *due);

/* Takes out and returns the earliest node if it is due by now. NULL: no node is due by
   now. While nodes wait, now must not go back. O(1) on average; see COST for what a tick
   moves. */
TW__API struct tw_node *tw_bigwheel_take(struct tw_bigwheel *w, tw_tick now);

/* Returns the node after n, slot by slot. If n is NULL, returns the first of the walk.
   Any other n must be in w. NULL: the walk is over. A whole walk costs O(n + slots). */
TW__API struct tw_node *tw_bigwheel_each(const struct tw_bigwheel *w, const struct tw_node *n);

/* Returns the number of nodes. O(1). */
TW__API size_t tw_bigwheel_count(const struct tw_bigwheel *w);

/* Removes every node. All of them are idle then, and can be added again. O(n + slots). */
TW__API void tw_bigwheel_clear(struct tw_bigwheel *w);

/* Returns the name of a property that does not hold, such as "bigwheel 1", or NULL if all
   hold. For tests. O(n + slots). */
TW__CHECKED(TW__API const char *tw_bigwheel_check(const struct tw_bigwheel *w);)

/* ----------------------------------------------------------------------------- ENGINE

   The position is at digit 5 of level 1. The two halves of level 0 hold the blocks that
   the digits 5 and 6 of level 1 stand for: that of 6 is the next block.

       level 1      ... [5 5 5 5 5 5 5 5] [6 6 6 6 6 6 6 6] [7 7 7 7 7 7 7 7] ...
                    each digit has eight sub-slots, by the three bits below the digit
                                             |
                               .-------------'  a few nodes in each tick
                               v
       level 0      [ ticks of block 6 ] [ ticks of block 5 ]
                    of an even digit       of an odd digit; here is the position

   "Above" means in the level above, and "down" means to the level below. The oldest node
   of a list moves down first. So the nodes that have moved down were armed before those
   still above, and order is kept. A node that is armed for the next block goes above too,
   to the end of its list. But if that list is empty, the node goes down at once. When a
   node goes above, an older node of the block moves down. So the number of nodes above
   does not grow, and a share of them in each tick is enough.

   What `next` means depends on where it stands:

       next()              the verb: which deadline is the earliest
       w->next             for each level the next block, by its index in w->held
       in a list, each()   the node behind n

   Only next() sorts a list, after all next blocks have moved down. So no node of the block
   of a sorted list is above, and a tick puts no node into a sorted list. Of a sorted list,
   the first node of the oldest run moves down first: all its equals are younger. */

/* Returns the number of the lowest bit of a level's digit. A block of the level has
   2^this ticks. */
TW__INLINE unsigned tw__bigwheel_shift(size_t level) {
    return level ? TW__BIGWHEEL_FIRST_BITS + TW__BIGWHEEL_UPPER_BITS * (unsigned)(level - 1) : 0;
}

/* Returns the slot of a tick at a level. Above level 0 that is one of eight sub-slots; if
   a block begins at the tick, it is the first of them. */
TW__INLINE size_t tw__bigwheel_at(size_t level, tw_tick tick) {
    return level * TW__BIGWHEEL_LEVEL +
           (size_t)(tick >> TW__BIGWHEEL_UPPER_BITS * level) % TW__BIGWHEEL_LEVEL;
}

/* Returns the level of tick due: that of the highest digit in which due differs from
   position. The digit of the last level has all bits that the lower levels leave. */
TW__INLINE size_t tw__bigwheel_level(tw_tick position, tw_tick due) {
    const tw_tick differ = (tw_tick)((due ^ position) >> TW__BIGWHEEL_FIRST_BITS);
    const size_t level = differ ? 1 + tw__high_digit(differ, TW__BIGWHEEL_UPPER_BITS) : 0;

    return level < TW__BIGWHEEL_LEVELS ? level : TW__BIGWHEEL_LEVELS - 1;
}

/* Returns the slot of tick due, at the level that tw__bigwheel_level() gives. */
TW__INLINE size_t tw__bigwheel_slot(tw_tick position, tw_tick due) {
    return tw__bigwheel_at(tw__bigwheel_level(position, due), due);
}

/* Returns the tick at which the next block of a level begins. */
TW__INLINE tw_tick tw__bigwheel_after(const struct tw_bigwheel *w, size_t level) {
    return (tw_tick)((tw_tick)((w->base.position >> tw__bigwheel_shift(level)) + 1)
                     << tw__bigwheel_shift(level));
}

/* Returns the tick at which the block of a deadline begins. At level 0 a block is one
   tick. A node of a higher level must move down, or fire, when the position comes to that
   tick. */
TW__INLINE tw_tick tw__bigwheel_block(const struct tw_bigwheel *w, tw_tick due) {
    const tw_tick key = tw__slots_key(w->base.position, due);
    const unsigned shift =
        tw__bigwheel_shift(tw__bigwheel_slot(w->base.position, key) / TW__BIGWHEEL_LEVEL);
    return (tw_tick)(key >> shift << shift);
}

/* BITS. Says whether a slot from `begin` on and before `end` is occupied. True: *slot is
   the first such slot. It looks at the word of `begin`. If no bit is left there, the
   summaries lead to the first later word that is not 0. The loop ends at a summary that is
   not 0, or at the last one. */
TW__INLINE bool tw__bigwheel_any(const struct tw_bigwheel *w, size_t begin, size_t end,
                                 size_t *slot) {
    size_t i = begin / TW__WORD_BITS, k = (i + 1) / TW__WORD_BITS;
    uintptr_t bits = w->word[i] >> begin % TW__WORD_BITS;

    *slot = begin;
    if (!bits) {
        bits = w->summary[k] & (uintptr_t)-1 << (i + 1) % TW__WORD_BITS;
        while (!bits && ++k < TW__BIGWHEEL_SUMMARIES)
            bits = w->summary[k];
        if (!bits)
            return false;
        i = k * TW__WORD_BITS + tw__low_bit(bits);
        bits = w->word[i];
        *slot = i * TW__WORD_BITS;
    }
    *slot += tw__low_bit(bits);
    return *slot < end;
}

/* Returns the bits of the eight sub-slots from begin on. */
TW__INLINE uintptr_t tw__bigwheel_subs(const struct tw_bigwheel *w, size_t begin) {
    return w->word[begin / TW__WORD_BITS] >> begin % TW__WORD_BITS &
           ((1u << TW__BIGWHEEL_SUBS) - 1);
}

/* Changes the bit of a slot that was filled or emptied. */
TW__INLINE void tw__bigwheel_toggle(struct tw_bigwheel *w, size_t slot) {
    tw__bits_toggle(w->word, w->summary, slot);
}

/* NODES. Appends n to a slot whose list is not sorted. */
TW__INLINE void tw__bigwheel_link(struct tw_bigwheel *w, struct tw_node *n, size_t slot) {
    n->home = slot + TW__WAITING;
    w->held[slot / TW__BIGWHEEL_SUBS]++;
    if (!w->slot[slot])
        tw__bigwheel_toggle(w, slot);
    tw__list_append(&w->slot[slot], n);
}

/* Takes n out of a slot whose list is not sorted, or has one node; the count stays. */
TW__INLINE void tw__bigwheel_unlink(struct tw_bigwheel *w, struct tw_node *n, size_t slot) {
    w->held[slot / TW__BIGWHEEL_SUBS]--;
    tw__slots_forget(&w->base, n, w->slot[slot]);
    tw__list_remove(&w->slot[slot], n);
    if (!w->slot[slot])
        tw__bigwheel_toggle(w, slot);
}

/* Takes n out of a sorted list; the count stays. */
TW__INLINE void tw__bigwheel_pull(struct tw_bigwheel *w, struct tw_node *n) {
    const size_t slot = tw__slots_place(n);

    w->held[slot / TW__BIGWHEEL_SUBS]--;
    tw__runs_leave(&w->base, &w->slot[slot], n);
    if (!w->slot[slot])
        tw__bigwheel_toggle(w, slot);
}

/* Does remove() where n is in a sorted list. */
TW__APART void tw__bigwheel_remove_sorted(struct tw_bigwheel *w, struct tw_node *n) {
    w->base.count--;
    tw__bigwheel_pull(w, n);
}

/* Takes n out of the wheel. */
TW__INLINE void tw__bigwheel_remove(struct tw_bigwheel *w, struct tw_node *n) {
    if (n->home >= TW__RUN) {
        tw__bigwheel_remove_sorted(w, n);
        return;
    }
    w->base.count--;
    tw__bigwheel_unlink(w, n, n->home - TW__WAITING);
}

/* CASCADES. Returns the address of the pointer that names the last node of the oldest run.
   If *list is not sorted, returns `list`. The first node of that run or list has no older
   equal, and cascade() takes it. In a sorted list, this function makes the second node of
   the run its first one: `prev` of the second node becomes NULL. */
TW__INLINE struct tw_node **tw__bigwheel_front_of(struct tw_node **list) {
    if ((*list)->home < TW__RUN)
        return list;
    list = tw__runs_oldest(list);
    (*list)->u.list.next->u.list.next->u.list.prev = NULL;
    return list;
}

/* Moves nodes of a block down a level, but no more than `most`. The block begins at tick.
   Of each list, the node that front_of() names goes first. The sub-slots take turns, so
   that their cache misses overlap. The first loop moves one node in each turn. Invariant:
   `bits` tells which sub-slots still have nodes. The first of these from `turn` on comes
   next, else the first of all. In a list that is not sorted, a turn writes to the last
   node alone. `prev` of the new first node stays wrong, because that node may be a cache
   miss. The second loop sets this `prev` to NULL, once for each such list that is left. */
TW__INLINE void tw__bigwheel_cascade(struct tw_bigwheel *w, size_t level, tw_tick tick,
                                     size_t most) {
    const size_t begin = tw__bigwheel_at(level, tick);
    uintptr_t bits = tw__bigwheel_subs(w, begin);
    unsigned turn = 0, i;

    for (; bits && most; most--) {
        struct tw_node *n, **last;

        i = tw__low_bit(bits >> turn ? bits >> turn << turn : bits);
        turn = i + 1;
        last = tw__bigwheel_front_of(&w->slot[begin + i]);
        n = tw__list_next(*last);
        TW__PREFETCH(n->u.list.next);
        (*last)->u.list.next = n->u.list.next;
        w->held[begin / TW__BIGWHEEL_SUBS]--;
        if (n == *last) {
            *last = NULL;
            if (!w->slot[begin + i]) {
                tw__bigwheel_toggle(w, begin + i);
                bits ^= (uintptr_t)1 << i;
            }
        }
        TW_TRACE(TW_CASCADE, NULL, n, n->due);
        tw__bigwheel_link(w, n, tw__bigwheel_at(level - 1, n->due));
    }
    for (; bits; bits &= bits - 1) {
        struct tw_node *const last = w->slot[begin + tw__low_bit(bits)];

        if (last->home < TW__RUN)
            last->u.list.next->u.list.prev = NULL;
    }
}

/* Notes the next block of each level up to `top`. Call this after the position came into
   another block of these levels. */
TW__INLINE void tw__bigwheel_set_next(struct tw_bigwheel *w, size_t top) {
    for (; top > 0; top--)
        w->next[top] =
            (unsigned)(tw__bigwheel_at(top, tw__bigwheel_after(w, top)) / TW__BIGWHEEL_SUBS);
}

/* Notes the next block of every level. Call this before the first node enters an empty
   wheel: while the wheel is empty, its position follows the clock, but `next` and `shared`
   do not. */
TW__INLINE void tw__bigwheel_begin(struct tw_bigwheel *w) {
    w->shared = w->base.position;
    w->next[0] = TW__BIGWHEEL_COUNTS; /* level 0 moves none down */
    tw__bigwheel_set_next(w, TW__BIGWHEEL_LEVELS - 1);
}

/* Moves one node of the next block of a level down, unless `slot`, one of its sub-slots,
   is empty. Returns whether nodes are left in `slot`. */
TW__INLINE bool tw__bigwheel_left(struct tw_bigwheel *w, size_t level, size_t slot) {
    if (w->slot[slot])
        tw__bigwheel_cascade(w, level, tw__bigwheel_after(w, level), 1);
    return w->slot[slot] != NULL;
}

/* Returns the slot for a new node. It is `slot`, that of tick due. But if due is in the
   next block, and no older node is left in that slot, the slot is lower. The loop ends at
   level 0, which has no next block. */
TW__INLINE size_t tw__bigwheel_lower(struct tw_bigwheel *w, size_t slot, tw_tick due) {
    size_t level = slot / TW__BIGWHEEL_LEVEL;

    while (slot / TW__BIGWHEEL_SUBS == w->next[level] && !tw__bigwheel_left(w, level, slot))
        slot = tw__bigwheel_at(--level, due);
    return slot;
}

/* Does the rare cases of insert() and update() for tick key, whose slot is given: the
   wheel is empty, key is in the next block of its level, or the list is sorted. */
TW__APART void tw__bigwheel_arm(struct tw_bigwheel *w, struct tw_node *n, tw_tick key,
                                size_t slot) {
    if (w->base.count == 0)
        tw__bigwheel_begin(w);
    slot = tw__bigwheel_lower(w, slot, key);
    if (tw__runs_sorted(w->slot[slot])) {
        n->home = slot + TW__WAITING;
        w->held[slot / TW__BIGWHEEL_SUBS]++;
        tw__runs_join(&w->slot[slot], n);
    } else {
        tw__bigwheel_link(w, n, slot);
    }
    tw__slots_enter(&w->base, n, key);
}

/* Says whether a slot of a level is that of the next block, or has a sorted list. In
   level 0 neither can be. */
TW__INLINE bool tw__bigwheel_rare(const struct tw_bigwheel *w, size_t level, size_t slot) {
    return level > 0 &&
           (slot / TW__BIGWHEEL_SUBS == w->next[level] || tw__runs_sorted(w->slot[slot]));
}

/* Puts n into the slot of tick due. The rare cases go to arm(). */
TW__INLINE void tw__bigwheel_insert(struct tw_bigwheel *w, struct tw_node *n, tw_tick due) {
    const tw_tick key = tw__slots_key(w->base.position, due);
    const size_t level = tw__bigwheel_level(w->base.position, key),
                 slot = tw__bigwheel_at(level, key);

    if (w->base.count == 0 || tw__bigwheel_rare(w, level, slot)) {
        tw__bigwheel_arm(w, n, key, slot);
        return;
    }
    tw__bigwheel_link(w, n, slot);
    tw__slots_enter(&w->base, n, key);
}

/* Does the rare cases of update(), which are those of insert(). n is in no sorted list. */
TW__APART void tw__bigwheel_move(struct tw_bigwheel *w, struct tw_node *n, tw_tick key,
                                 size_t slot) {
    w->base.count--;
    tw__bigwheel_unlink(w, n, n->home - TW__WAITING);
    tw__bigwheel_arm(w, n, key, slot);
}

/* Does update() where n is in a sorted list. */
TW__APART void tw__bigwheel_move_sorted(struct tw_bigwheel *w, struct tw_node *n, tw_tick key,
                                        size_t slot) {
    tw__bigwheel_pull(w, n);
    if (tw__bigwheel_rare(w, slot / TW__BIGWHEEL_LEVEL, slot)) {
        w->base.count--;
        tw__bigwheel_arm(w, n, key, slot);
        return;
    }
    tw__bigwheel_link(w, n, slot);
    tw__slots_note(&w->base, n, key, w->base.count == 1);
}

/* Moves n to tick due. In the form for speed, n stays where it is if it is the last node
   of its new slot: it is behind its equals already. */
TW__INLINE void tw__bigwheel_update(struct tw_bigwheel *w, struct tw_node *n, tw_tick due) {
    const tw_tick key = tw__slots_key(w->base.position, due);
    const size_t level = tw__bigwheel_level(w->base.position, key),
                 slot = tw__bigwheel_at(level, key);

    if (n->home >= TW__RUN) {
        tw__bigwheel_move_sorted(w, n, key, slot);
        return;
    }
    if (tw__bigwheel_rare(w, level, slot)) {
        tw__bigwheel_move(w, n, key, slot);
        return;
    }
    if (TW__SPEED && w->slot[slot] == n) {
        tw__slots_forget(&w->base, n, n);
    } else {
        tw__bigwheel_unlink(w, n, n->home - TW__WAITING);
        tw__bigwheel_link(w, n, slot);
    }
    tw__slots_note(&w->base, n, key, w->base.count == 1);
}

/* Moves all nodes of each level's next block down. Upper levels go first, because the level
   below moves the same nodes on. No node of a next block is left above then: `above` is
   0. */
TW__INLINE void tw__bigwheel_move_ahead(struct tw_bigwheel *w) {
    size_t level;

    for (level = TW__BIGWHEEL_LEVELS - 1; level > 0; level--)
        if (w->held[w->next[level]] != 0)
            tw__bigwheel_cascade(w, level, tw__bigwheel_after(w, level), w->base.count);
    w->above = 0;
}

/* Returns in how many equal shares the nodes of a level's next block still move down, this
   share included:

       shares = left / passed + 1         level 1, position at tick 1000 of a block of 1024:
                                          23 / 1 + 1 = 24 after 1 tick: 10 of 240 nodes
                                          23 / 4 + 1 = 6 after 4 ticks: 40 of 240 nodes

   `passed` is the number of ticks since the last move, not 0: this share is for these
   ticks. `left` is the number of ticks from the position to the tick by which all must be
   down. In level 1 that is the last tick of the position's block, 1023. In a higher level
   it is the begin of the last block of the level below: in that block the level below
   passes the nodes on, and must get no more. */
TW__INLINE tw_tick tw__bigwheel_shares(const struct tw_bigwheel *w, size_t level, tw_tick passed) {
    const tw_tick block = (tw_tick)((tw_tick)1 << tw__bigwheel_shift(level)),
                  below = (tw_tick)((tw_tick)1 << tw__bigwheel_shift(level - 1));
    tw_tick left = (tw_tick)(tw__bigwheel_after(w, level) - w->base.position);

    /* The ticks before this block had another next block. Counts the ticks of this block
       alone, its first one included. */
    if (passed > block - left)
        passed = (tw_tick)(block - left + 1u);
    left = left > below ? (tw_tick)(left - below) : 0;
    return (tw_tick)(left / passed + 1u); /* left < block: it does not wrap */
}

/* Moves a share of a level's next block down, and eight nodes and *spare nodes more. If
   it moves any, it sets *spare to 0. True: nodes of the next block are left above. */
TW__INLINE bool tw__bigwheel_share(struct tw_bigwheel *w, size_t level, tw_tick passed,
                                   size_t *spare) {
    const unsigned held = w->held[w->next[level]];

    if (held == 0)
        return false;
    if (passed != 0) {
        const tw_tick shares = tw__bigwheel_shares(w, level, passed);
        const size_t nodes = (size_t)(held / shares) + TW__BIGWHEEL_SUBS + *spare;

        tw__bigwheel_cascade(w, level, tw__bigwheel_after(w, level), nodes);
        *spare = 0;
    }
    return w->held[w->next[level]] != 0;
}

/* Moves a share of the next block down, in each level whose next block may have nodes. Up
   to `top` these are all levels: each has just got a new next block. Above `top` these are
   the levels that `above` marks. Upper levels go first, as in move_ahead(). The first level
   that moves nodes moves `spare` more: count / 4096. So if very many nodes wait, the nodes
   above soon run out. A node that is then armed for a next block goes down at once. */
TW__INLINE void tw__bigwheel_move_shares(struct tw_bigwheel *w, size_t top, tw_tick passed) {
    size_t level = w->above ? TW__BIGWHEEL_LEVELS - 1 : top, spare = w->base.count / 4096;

    for (; level > 0; level--) {
        const unsigned mark = 1u << level;

        if (level > top && !(w->above & mark))
            continue;
        if (tw__bigwheel_share(w, level, passed, &spare))
            w->above |= mark;
        else
            w->above &= ~mark;
    }
}

/* Moves the position to tick, and moves the shares of the passed ticks down. Each level
   up to the highest in which tick differs from the position gets a new next block. */
TW__INLINE void tw__bigwheel_go(struct tw_bigwheel *w, tw_tick tick) {
    const size_t top = tw__bigwheel_level(w->base.position, tick);
    const tw_tick passed = (tw_tick)(tick - w->shared);

    w->base.position = w->shared = tick;
    tw__bigwheel_set_next(w, top);
    tw__bigwheel_move_shares(w, top, passed);
}

/* Moves the position to tick, at which a block of one or more levels begins. First all
   nodes that are left in these blocks move down. */
TW__INLINE void tw__bigwheel_enter(struct tw_bigwheel *w, tw_tick tick) {
    size_t level;

    for (level = TW__BIGWHEEL_LEVELS - 1; level > 0; level--)
        if ((tick & (((tw_tick)1 << tw__bigwheel_shift(level)) - 1)) == 0)
            tw__bigwheel_cascade(w, level, tick, w->base.count);
    tw__bigwheel_go(w, tick);
}

/* Reads lists into the cache, if 16,384 nodes or more wait. Every eight ticks it reads
   the lists of eight slots, the first of them eight ticks ahead. */
TW__INLINE void tw__bigwheel_read_ahead(struct tw_bigwheel *w, tw_tick tick) {
    if (tw_before(tick, w->base.next_read))
        return;
    w->base.next_read = (tw_tick)(tick + 8);
    tw__slots_read(w->slot, tw__bigwheel_at(0, w->base.next_read), TW__BIGWHEEL_LEVEL,
                   w->base.count / 16384);
}

/* SEARCHING. Sets *slot to the occupied slot with the earliest nodes. The wheel is not
   empty. True: the slot is in the half of the next block, and more nodes of its block may
   be above. The loop goes up while both halves of a level are empty. It ends at the last
   level. That level is a ring: it is searched from the position on, then from its begin. */
TW__INLINE bool tw__bigwheel_earliest(const struct tw_bigwheel *w, size_t *slot) {
    size_t level, begin;

    for (level = 0; level < TW__BIGWHEEL_LEVELS - 1; level++) {
        begin = tw__bigwheel_at(level, w->base.position);
        if (tw__bigwheel_any(w, begin, begin - begin % TW__BIGWHEEL_HALF + TW__BIGWHEEL_HALF, slot))
            return false;
        begin = tw__bigwheel_at(level, tw__bigwheel_after(w, level + 1));
        if (tw__bigwheel_any(w, begin, begin + TW__BIGWHEEL_HALF, slot))
            return true;
    }
    if (!tw__bigwheel_any(w, tw__bigwheel_at(level, w->base.position), TW__BIGWHEEL_SLOTS, slot))
        tw__bigwheel_any(w, level * TW__BIGWHEEL_LEVEL, TW__BIGWHEEL_SLOTS, slot);
    return false;
}

TW__INLINE struct tw_node *tw__bigwheel_each(const struct tw_bigwheel *w, const struct tw_node *n) {
    size_t slot = n ? tw__slots_place(n) : 0;
    struct tw_node *const next = n ? tw__runs_after(w->slot[slot], n) : NULL;

    if (next)
        return next;
    return tw__bigwheel_any(w, slot + (n != NULL), TW__BIGWHEEL_SLOTS, &slot)
               ? tw__runs_begin(w->slot[slot])
               : NULL;
}

/* Finds the first node and remembers it. The wheel is not empty. If the earliest slot is
   in level 0, it stands for one tick, and its first node is the answer. If the slot is in
   an upper level, or in the half of a next block, all next blocks first move down. The
   slot then has all nodes of its block. Otherwise nodes left above would be looked at
   again and again. */
TW__APART void tw__bigwheel_find(struct tw_bigwheel *w) {
    struct tw_node **list;
    size_t slot;

    if ((tw__bigwheel_earliest(w, &slot) || slot >= TW__BIGWHEEL_LEVEL) && w->above) {
        tw__bigwheel_move_ahead(w);
        tw__bigwheel_earliest(w, &slot);
    }
    list = &w->slot[slot];
    tw__slots_set_first(&w->base,
                        slot < TW__BIGWHEEL_LEVEL ? tw__list_first(*list) : tw__runs_first(list));
}

/* Reads the deadline from the wheel, because the first node may lie in no cache. */
TW__INLINE bool tw__bigwheel_next(struct tw_bigwheel *w, tw_tick *due) {
    if (!w->base.first) {
        if (w->base.count == 0)
            return false;
        tw__bigwheel_find(w);
    }
    *due = w->base.first_due;
    return true;
}

/* TIME. Says whether now is before `wake`, or the wheel is empty. If so, nothing is due,
   and the position follows now. */
TW__INLINE bool tw__bigwheel_quiet(struct tw_bigwheel *w, tw_tick now) {
    return tw__slots_quiet(&w->base, now);
}

/* Says whether the node of sub-slot `slot` is alone in all sub-slots of its upper slot. */
TW__INLINE bool tw__bigwheel_alone(const struct tw_bigwheel *w, size_t slot) {
    const uintptr_t bits = tw__bigwheel_subs(w, slot - slot % TW__BIGWHEEL_SUBS);

    return (bits & (bits - 1)) == 0 && tw__runs_alone(w->slot[slot]);
}

/* Sets *block to the tick at which the earliest block begins. Returns the first node if it
   fires without a cascade: it is in level 0 or alone in its upper slot, and in no half of a
   next block. NULL: the position must enter the block first. The wheel is not empty. */
TW__INLINE struct tw_node *tw__bigwheel_front(const struct tw_bigwheel *w, tw_tick *block) {
    struct tw_node *n = w->base.first;
    size_t slot;
    bool ahead;

    if (n && (n->due ^ w->base.position) >> TW__BIGWHEEL_FIRST_BITS == 0) {
        *block = n->due;
        return n;
    }
    ahead = tw__bigwheel_earliest(w, &slot);
    n = TW__MET(tw__list_next(w->slot[slot]));
    *block = tw__bigwheel_block(w, n->due);
    return !ahead && (slot < TW__BIGWHEEL_LEVEL || tw__bigwheel_alone(w, slot)) ? n : NULL;
}

/* Removes and returns n, the first node, which is due. The position goes to the tick of
   n. So a node that is alone in an upper slot fires without a cascade. */
TW__INLINE struct tw_node *tw__bigwheel_fire(struct tw_bigwheel *w, struct tw_node *n) {
    const size_t slot = tw__slots_place(TW__MET(n));

    if (n->due != w->base.position)
        tw__bigwheel_go(w, tw__slots_key(w->base.position, n->due));
    w->base.wake = w->base.position;
    tw__bigwheel_read_ahead(w, n->due);
    w->base.count--;
    tw__bigwheel_unlink(w, n, slot);
    /* The next node of its tick, if there is one, is the first node now. */
    tw__slots_set_first(&w->base, tw__list_first(w->slot[slot]));
    return n;
}

/* Moves the position to now, a tick at which nothing is due. now comes before `block`,
   the tick at which the earliest block begins. The wheel wakes at `block`, or earlier at
   `share`, the tick in which the next share moves. If nodes are above, that is the next
   tick. Else it is the tick at which level 1 gets another next block. */
TW__INLINE void tw__bigwheel_rest(struct tw_bigwheel *w, tw_tick now, tw_tick block) {
    tw_tick share;

    tw__bigwheel_go(w, tw__slots_key(w->base.position, now));
    share = w->above ? (tw_tick)(w->base.position + 1u) : tw__bigwheel_after(w, 1);
    w->base.wake = tw__nearer(w->base.position, share, block) ? share : block;
    tw__bigwheel_read_ahead(w, w->base.position);
}

/* Takes out the first node if it is due by now. NULL: nothing is due, and the position
   has followed now. The wheel is not empty: an empty one is quiet. Each turn that does
   not end the loop enters the earliest block, whose nodes move down. So the loop ends at
   the latest in level 0. */
TW__APART struct tw_node *tw__bigwheel_search(struct tw_bigwheel *w, tw_tick now) {
    for (;;) {
        tw_tick block;
        struct tw_node *n = tw__bigwheel_front(w, &block);

        if (n)
            tw__slots_set_first(&w->base, n);
        if (tw_before(now, block)) {
            tw__bigwheel_rest(w, now, block);
            return NULL;
        }
        if (n && !tw_before(now, n->due))
            return tw__bigwheel_fire(w, n);
        tw__bigwheel_enter(w, block);
    }
}

TW__FOLD struct tw_node *tw__bigwheel_take(struct tw_bigwheel *w, tw_tick now) {
    return tw__bigwheel_quiet(w, now) ? NULL : tw__bigwheel_search(w, now);
}

/* Takes all nodes out, as a chain, and clears bits, summaries and counts. */
TW__INLINE struct tw_node *tw__bigwheel_take_all(struct tw_bigwheel *w) {
    size_t i;

    tw__bits_clear(w->word, TW__BIGWHEEL_WORDS);
    for (i = 0; i <= TW__BIGWHEEL_SUMMARIES; i++)
        w->summary[i] = 0;
    for (i = 0; i < TW__BIGWHEEL_COUNTS; i++)
        w->held[i] = 0;
    w->base.first = NULL;
    w->base.count = 0;
    return tw__runs_take_all(w->slot, TW__BIGWHEEL_SLOTS);
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
    for (i = 0; i < TW__BIGWHEEL_COUNTS; i++)
        w->held[i] = 0;
    w->above = 0;
    tw__slots_init(&w->base, now);
}

/* Says whether a node with this key may be in slot. The slot is the one that position and
   key name, or lower: then the node is in the next block of the level above. */
TW__INLINE bool tw__bigwheel_fits(const struct tw_bigwheel *w, size_t slot, tw_tick key) {
    const size_t level = slot / TW__BIGWHEEL_LEVEL;

    if (slot == tw__bigwheel_slot(w->base.position, key))
        return true;
    return level + 1 < TW__BIGWHEEL_LEVELS && slot == tw__bigwheel_at(level, key) &&
           (tw_tick)(key - tw__bigwheel_after(w, level + 1)) >> tw__bigwheel_shift(level + 1) == 0;
}

/* Says whether the list that ends with `last` is not sorted, or is allowed to be sorted. */
TW__INLINE bool tw__bigwheel_may_sort(const struct tw_bigwheel *w, const struct tw_node *last,
                                      size_t level) {
    if (!last || last->home < TW__RUN)
        return true;
    return level > 0 && (level + 1 >= TW__BIGWHEEL_LEVELS ||
                         w->held[tw__bigwheel_at(level + 1, last->due) / TW__BIGWHEEL_SUBS] == 0);
}

/* Returns the name of a property that does not hold in a slot, or NULL. Adds the number of
   nodes of the slot to *count. Sets *met at the first node of the wheel, which the loop
   meets before its equals. The loop ends behind the last node of the slot, or at the first
   one that is wrong. */
TW__INLINE const char *tw__bigwheel_check_slot(const struct tw_bigwheel *w, size_t slot,
                                               size_t *count, bool *met) {
    const struct tw_node *const last = w->slot[slot], *n;
    const size_t i = slot / TW__WORD_BITS;

    if (tw__bits_get(w->word, slot) != (last != NULL) ||
        tw__bits_get(w->summary, i) != (w->word[i] != 0))
        return "bigwheel 2";
    if (!tw__runs_sound(last, slot) || !tw__bigwheel_may_sort(w, last, slot / TW__BIGWHEEL_LEVEL))
        return "bigwheel 1";
    for (n = last ? tw__runs_begin(last) : NULL; n; n = tw__runs_after(last, n), ++*count) {
        const tw_tick key = tw__slots_key(w->base.position, n->due);
        tw_tick first;

        if (!tw__bigwheel_fits(w, slot, key))
            return "bigwheel 1";
        if (tw__slots_asleep(&w->base, tw__bigwheel_block(w, key)))
            return "bigwheel 4";
        *met = *met || n == w->base.first;
        first = w->base.first ? tw__slots_key(w->base.position, w->base.first_due) : key;
        if (tw_before(key, first) || (!*met && key == first) ||
            (n == w->base.first && n->due != w->base.first_due))
            return "bigwheel 3";
    }
    return NULL;
}

TW__INLINE const char *tw__bigwheel_check(const struct tw_bigwheel *w) {
    size_t i, count = 0, before = 0;
    bool met = w->base.first == NULL;
    const char *broken;

    for (i = 0; i < TW__BIGWHEEL_SLOTS; i++) {
        if ((broken = tw__bigwheel_check_slot(w, i, &count, &met)) != NULL)
            return broken;
        if (i % TW__BIGWHEEL_SUBS == TW__BIGWHEEL_SUBS - 1) {
            if (w->held[i / TW__BIGWHEEL_SUBS] != count - before)
                return "bigwheel 5";
            before = count;
        }
    }
    for (i = 1; i < TW__BIGWHEEL_LEVELS; i++)
        if (count > 0 &&
            (w->next[i] != tw__bigwheel_at(i, tw__bigwheel_after(w, i)) / TW__BIGWHEEL_SUBS ||
             (!(w->above >> i & 1) && w->held[w->next[i]] != 0)))
            return "bigwheel 6";
    return !met ? "bigwheel 3" : count != w->base.count ? "bigwheel 5" : NULL;
}

TW__UNBOUNDED(bigwheel)

TW__INLINE size_t tw__bigwheel_count(const struct tw_bigwheel *w) { return w->base.count; }

/* PREFETCHING. Returns the address of the pointer that names the last node of the list for
   tick due. */
TW__INLINE struct tw_node *const *tw__bigwheel_end(const struct tw_bigwheel *w, tw_tick due) {
    return &w->slot[tw__bigwheel_slot(w->base.position, tw__slots_key(w->base.position, due))];
}

/* Fetches the nodes of a group and the slots of their ticks. Then it fetches the nodes
   beside them: the neighbours of each, and the last of each slot. */
TW__INLINE void tw__bigwheel_prefetch_group(const struct tw_bigwheel *w,
                                            const struct tw__group *g) {
    size_t i;

    tw__prefetch_nodes(g);
    for (i = 0; g->due && i < g->count; i++)
        TW__HINT(tw__bigwheel_end(w, g->due[i]));
    tw__prefetch_neighbours(g);
    for (i = 0; g->due && i < g->count; i++)
        tw__prefetch_links(*tw__bigwheel_end(w, g->due[i]));
}

/* Returns 0: there is no array. The product uses n, so that no compiler warns. */
TW__INLINE size_t tw__bigwheel_bytes(size_t n) { return n * 0; }

/* --------------------------------------------------------------------------- WRAPPERS */

TW__OPS(tw_bigwheel, bigwheel, tw__bigwheel, tw__bigwheel)
TW__PREFETCH_BY_NODE(bigwheel)

/* Makes a wheel of objects by tick: struct name, and its verbs, which take and return
   pointers to type. Costs and answers are those of the functions above. init() takes
   array and n as with other structures: pass NULL and 0. */
#define TW_BIGWHEEL_OF(name, type, member)                                  \
    typedef type name##__object;                                            \
    TW__OBJECTS(name, name##__object, member, bigwheel, tw_bigwheel_ops, 0) \
    TW__OBJECTS_BY_TICK(name, name##__object, member, bigwheel)

TW__END_C
#else /* a set or a queue of this structure gives one error, which says why */
struct tw_bigwheel {
    char nothing;
};

typedef void tw_bigwheel_array;
#define tw_bigwheel_ops                    tw_bigwheel_needs_addresses_of_32_bits
#define TW_BIGWHEEL_OF(name, type, member) typedef char tw_bigwheel_needs_addresses_of_32_bits[-1];
#endif
#endif /* TW_BIGWHEEL_H */

/* --------------------------------------------------------------------- IMPLEMENTATION */

#if (defined(TW_IMPLEMENTATION) || defined(TW_BIGWHEEL_IMPLEMENTATION)) && \
    !defined(TW__BIGWHEEL_IMPLEMENTED) && UINTPTR_MAX > 0xFFFFu
#define TW__BIGWHEEL_IMPLEMENTED

TW__BEGIN_C

TW__NODES(bigwheel)

TW__END_C

#endif

/* MIT No Attribution; the licence stands at the end of node.h and in the file LICENSE. */
