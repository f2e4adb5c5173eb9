/* SPDX-License-Identifier: MIT-0 */
/* bigwheel.h - a timing wheel for 10^5 timers and more on a machine with caches: no tick is long.

   WHAT IT IS
       This is hwheel.h's wheel, grown up; read that one first. Once very many timers wait, a cascade moves hundreds of
       thousands of them within one tick. So nodes move down ahead of time here, a few in each tick that fires: each
       level has a second half, which takes the next block of the level above. Upper slots are split into eight
       sub-slots, and the lists of the next ticks are read in before they fire, as in hwheel.h.

   PICK IT
       for very many timers, mostly cancelled or moved before they fire, where no tick may be long: with 10^6 timers
       the worst takes 0.04 ms, and hwheel's 7 ms.
   PICK ANOTHER
       for the least time on average, below 10^5 timers, or in firmware: hwheel.h, which is 3 times smaller.

   DO THIS
       timers             TW_TIMERS_OF(timers, bigwheel) makes struct timers and timers_init, _add, _cancel: timers.h
       nodes by tick      struct tw_bigwheel and the functions below; keys are ticks, and time moves with take()
       objects by tick    TW_BIGWHEEL_OF(beats, struct conn, node) makes struct beats and beats_init, _add, _take, ...

   COST (n nodes, L levels: 9, 4 or 2 with ticks of 64, 32 or 16 bits)
       add, cancel, move   O(1), at most L steps to find the level       count   O(1)
       take                O(1) per node, and at most L - 1 moves down, of n/2048 + 8 per level in a tick that fires
       next                O(1); after the earliest one has left, O(nodes of one slot), once for each block O(n)
       clear, each         O(n + slots)                                  jump    O(L), whatever the distance
       init                O(slots)
       Bytes per timer: those of the node. Bytes of the wheel: 2048 pointers and bits per level, 150 KB with 64 bits.

   GUARANTEES, SOURCE
       those of hwheel.h: FIFO among equals, exact, never full

   PROPERTIES (check() names one that does not hold: "bigwheel 1")
       1  Each node is in the slot that its deadline and the position name, or lower, at a level where it lies in the
          next block of the level above. It knows its slot, and the list of each slot is linked both ways.
       2  The bit of each slot, and of each word of bits, tells whether it is occupied or not 0.
       3  `first` is NULL or the earliest node, of equals the one armed first, and `first_due` its deadline.
       4  `wake` is not behind the position, and the block of each node begins there or later.
       5  The wheel has as many nodes as it counts.

   OPTIONS
       those of node.h; TW_BIGWHEEL_IMPLEMENTATION alone compiles the functions of this header only */
#ifndef TW_BIGWHEEL_H
#define TW_BIGWHEEL_H

#include "slots.h"

#if UINTPTR_MAX > 0xFFFFu /* smaller machines have no room for it */
TW__BEGIN_C

/* ---------------------------------------------------------------------------------------------------- TYPES */

/* A level has two halves: of a slot for each tick in level 0; above, of SUBS sub-slots for each value of the digit. The
   last digit has two bits or more, since a deadline may lie more than half the range ahead of the position. */
enum {
    TW__BIGWHEEL_FIRST_BITS = 10,
    TW__BIGWHEEL_UPPER_BITS = 7,
    TW__BIGWHEEL_SUBS = 8,
    TW__BIGWHEEL_HALF = 1024,
    TW__BIGWHEEL_LEVEL = 2 * TW__BIGWHEEL_HALF,
    TW__BIGWHEEL_LEVELS = (TW_TICK_BITS - TW__BIGWHEEL_FIRST_BITS - 2) / TW__BIGWHEEL_UPPER_BITS + 2,
    TW__BIGWHEEL_SLOTS = TW__BIGWHEEL_LEVELS * TW__BIGWHEEL_LEVEL,
    TW__BIGWHEEL_WORDS = TW__BIGWHEEL_SLOTS / TW__WORD_BITS,
    TW__BIGWHEEL_SUMMARIES = (TW__BIGWHEEL_WORDS + TW__WORD_BITS - 1) / TW__WORD_BITS
};

typedef void tw_bigwheel_array; /* init() takes none */

/* All zero is a valid wheel: empty, at tick 0. It is too large for a stack. */
struct tw_bigwheel {
    TW__DEBUG(struct tw_stamp stamp;)
    struct tw_slots base;
    struct tw_slots_kept kept;
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

/* The slot of a tick at a level; the first of its sub-slots, if a block begins at the tick. */
TW__INLINE size_t tw__bigwheel_at(size_t level, tw_tick tick) {
    size_t i = (size_t)(tick >> tw__bigwheel_shift(level));

    if (level > 0)
        i = i * TW__BIGWHEEL_SUBS + (size_t)tick % TW__BIGWHEEL_SUBS;
    return level * TW__BIGWHEEL_LEVEL + i % TW__BIGWHEEL_LEVEL;
}

/* The slot of tick due, at the level of the highest digit in which it differs from position. */
TW__INLINE size_t tw__bigwheel_slot(tw_tick position, tw_tick due) {
    const tw_tick differ = (tw_tick)((due ^ position) >> TW__BIGWHEEL_FIRST_BITS);
    const size_t level = differ ? 1 + tw__high_digit(differ, TW__BIGWHEEL_UPPER_BITS) : 0;

    return tw__bigwheel_at(level < TW__BIGWHEEL_LEVELS ? level : TW__BIGWHEEL_LEVELS - 1, due);
}

/* The tick at which the next block of a level begins. */
TW__INLINE tw_tick tw__bigwheel_after(const struct tw_bigwheel *w, size_t level) {
    return (tw_tick)((tw_tick)((w->base.position >> tw__bigwheel_shift(level)) + 1) << tw__bigwheel_shift(level));
}

/* The tick at which the block of a deadline begins: when the position comes there, the node must be lower. */
TW__INLINE tw_tick tw__bigwheel_block(const struct tw_bigwheel *w, tw_tick due) {
    const tw_tick key = tw__slots_key(&w->base, due);
    const unsigned shift = tw__bigwheel_shift(tw__bigwheel_slot(w->base.position, key) / TW__BIGWHEEL_LEVEL);
    return (tw_tick)(key >> shift << shift);
}

/* BITS. Is a slot from begin on, before end, occupied? Then *slot is the first one. It looks at the word of `begin`,
   then by the summaries at the first later one that is not 0. */
TW__INLINE bool tw__bigwheel_any(const struct tw_bigwheel *w, size_t begin, size_t end, size_t *slot) {
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

/* The bits of the eight sub-slots from begin on. */
TW__INLINE uintptr_t tw__bigwheel_subs(const struct tw_bigwheel *w, size_t begin) {
    return w->word[begin / TW__WORD_BITS] >> begin % TW__WORD_BITS & ((1u << TW__BIGWHEEL_SUBS) - 1);
}

/* A slot was filled or emptied. */
TW__INLINE void tw__bigwheel_toggle(struct tw_bigwheel *w, size_t slot) { tw__bits_toggle(w->word, w->summary, slot); }

/* NODES. Into a slot, last; out of the wheel; into it. */
TW__INLINE void tw__bigwheel_link(struct tw_bigwheel *w, struct tw_node *n, size_t slot) {
    n->home = slot + TW__WAITING;
    if (!w->slot[slot])
        tw__bigwheel_toggle(w, slot);
    tw__list_append(&w->slot[slot], n);
}

TW__INLINE void tw__bigwheel_remove(struct tw_bigwheel *w, struct tw_node *n) {
    const size_t slot = n->home - TW__WAITING;

    tw__slots_leave(&w->base, &w->kept, n, w->slot[slot]);
    tw__list_remove(&w->slot[slot], n);
    if (!w->slot[slot])
        tw__bigwheel_toggle(w, slot);
}

TW__INLINE void tw__bigwheel_insert(struct tw_bigwheel *w, struct tw_node *n, tw_tick due) {
    const tw_tick key = tw__slots_key(&w->base, due);

    tw__bigwheel_link(w, n, tw__bigwheel_slot(w->base.position, key));
    tw__slots_enter(&w->base, &w->kept, n, key);
}

/* As in hwheel.h. */
TW__INLINE void tw__bigwheel_update(struct tw_bigwheel *w, struct tw_node *n, tw_tick due) {
    const tw_tick key = tw__slots_key(&w->base, due);
    const size_t slot = tw__bigwheel_slot(w->base.position, key);

    if (TW__SPEED && w->slot[slot] == n) {
        tw__slots_leave(&w->base, &w->kept, n, n);
    } else {
        tw__bigwheel_remove(w, n);
        tw__bigwheel_link(w, n, slot);
    }
    tw__slots_enter(&w->base, &w->kept, n, key);
}

/* CASCADES. Moves up to `most` nodes of the block that begins at tick down a level, the oldest of each list first. The
   sub-slots take turns, so that their cache misses overlap; no node is written to before its turn. */
TW__INLINE void tw__bigwheel_cascade(struct tw_bigwheel *w, size_t level, tw_tick tick, size_t most) {
    const size_t begin = tw__bigwheel_at(level, tick);
    uintptr_t bits = tw__bigwheel_subs(w, begin);
    unsigned turn = 0, i;

    for (; bits && most; most--) {
        struct tw_node *n, **last;

        i = tw__low_bit(bits >> turn ? bits >> turn << turn : bits);
        turn = i + 1;
        last = &w->slot[begin + i];
        n = TW__MET(*last)->u.list.next;
        TW__PREFETCH(n->u.list.next);
        (*last)->u.list.next = n->u.list.next;
        if (n == *last) {
            *last = NULL;
            tw__bigwheel_toggle(w, begin + i);
            bits ^= (uintptr_t)1 << i;
        }
        TW_TRACE(TW_CASCADE, n, n->due);
        tw__bigwheel_link(w, n, tw__bigwheel_at(level - 1, n->due));
    }
    for (; bits; bits &= bits - 1)
        w->slot[begin + tw__low_bit(bits)]->u.list.next->u.list.prev = NULL;
}

/* Ahead of time, moves up to `most` nodes of each level's next block into the other half of the level below. Upper
   levels first, so that w->base.count of all leaves no node of a block above. */
TW__INLINE void tw__bigwheel_move_ahead(struct tw_bigwheel *w, size_t most) {
    size_t level;

    for (level = TW__BIGWHEEL_LEVELS - 1; level > 0; level--)
        tw__bigwheel_cascade(w, level, tw__bigwheel_after(w, level), most);
}

/* The position goes to tick, where a block of one or more levels begins: all nodes left in these move down. */
TW__INLINE void tw__bigwheel_enter(struct tw_bigwheel *w, tw_tick tick) {
    size_t level;

    for (level = TW__BIGWHEEL_LEVELS - 1; level > 0; level--)
        if ((tick & (((tw_tick)1 << tw__bigwheel_shift(level)) - 1)) == 0)
            tw__bigwheel_cascade(w, level, tick, w->base.count);
    w->base.position = tick;
}

/* As in hwheel.h. */
TW__INLINE void tw__bigwheel_read_ahead(struct tw_bigwheel *w, tw_tick tick) {
    if (tw_before(tick, w->kept.read))
        return;
    w->kept.read = (tw_tick)(tick + 8);
    tw__slots_read(w->slot, tw__bigwheel_at(0, w->kept.read), TW__BIGWHEEL_LEVEL, w->base.count / 16384);
}

/* SEARCHING. Finds the earliest slot: goes up while both halves of a level are empty, and ends at the last level, which
   is a ring. True: it is in the other half, and more nodes of its block may be above. The wheel is not empty. */
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
    size_t slot = n ? n->home - TW__WAITING : 0;

    if (n && n != w->slot[slot])
        return n->u.list.next;
    return tw__bigwheel_any(w, n ? slot + 1 : 0, TW__BIGWHEEL_SLOTS, &slot) ? tw__list_first(w->slot[slot]) : NULL;
}

/* The first node: the least of the earliest slot with its sub-slots, once the next blocks have moved ahead, so that the
   slot has all nodes of its block; above, they would be looked through again and again. */
TW__INLINE struct tw_node *tw__bigwheel_first(struct tw_bigwheel *w) {
    struct tw_node *n;
    size_t slot, end;

    if (w->base.first || !w->base.count)
        return w->base.first;
    if (tw__bigwheel_earliest(w, &slot) || slot >= TW__BIGWHEEL_LEVEL) {
        tw__bigwheel_move_ahead(w, w->base.count);
        tw__bigwheel_earliest(w, &slot);
    }
    n = w->slot[slot]->u.list.next;
    tw__slots_set_first(&w->base, &w->kept, n);
    end = slot - slot % TW__BIGWHEEL_SUBS + TW__BIGWHEEL_SUBS; /* in level 0 the slot is enough: one tick */
    while (end > TW__BIGWHEEL_LEVEL && (n = tw__bigwheel_each(w, n)) != NULL && n->home - TW__WAITING < end) {
        TW__COMPARED(n, n->due, w->base.first);
        if (tw__slots_earlier(&w->base, &w->kept, n->due))
            tw__slots_set_first(&w->base, &w->kept, n);
    }
    return w->base.first;
}

TW__INLINE bool tw__bigwheel_next(struct tw_bigwheel *w, tw_tick *due) {
    const struct tw_node *n = tw__bigwheel_first(w);

    if (n)
        *due = n->due;
    return n != NULL;
}

/* TIME. */
TW__INLINE bool tw__bigwheel_quiet(struct tw_bigwheel *w, tw_tick now) {
    return tw__slots_quiet(&w->base, &w->kept, now);
}

/* Where the earliest block begins, into *block; and the first node, if that is plain: it is the first of its tick, or
   alone in its upper slot with all sub-slots. Else NULL. The wheel is not empty. */
TW__INLINE struct tw_node *tw__bigwheel_front(const struct tw_bigwheel *w, tw_tick *block) {
    struct tw_node *n = w->base.first;
    uintptr_t bits;
    size_t slot;
    bool next;

    if (n && (n->due ^ w->base.position) >> TW__BIGWHEEL_FIRST_BITS == 0) {
        *block = n->due;
        return n;
    }
    next = tw__bigwheel_earliest(w, &slot);
    n = TW__MET(w->slot[slot])->u.list.next;
    *block = tw__bigwheel_block(w, n->due);
    if (next || slot < TW__BIGWHEEL_LEVEL)
        return next ? NULL : n;
    bits = tw__bigwheel_subs(w, slot - slot % TW__BIGWHEEL_SUBS);
    return (bits & (bits - 1)) == 0 && n->u.list.next == n ? n : NULL;
}

/* As in hwheel.h: in each turn that does not end it, the nodes of the earliest block move down. The wheel is not empty:
   else it is quiet. */
TW__RARE struct tw_node *tw__bigwheel_search(struct tw_bigwheel *w, tw_tick now) {
    for (;;) {
        tw_tick block;
        struct tw_node *n = tw__bigwheel_front(w, &block);

        if (n)
            tw__slots_set_first(&w->base, &w->kept, n);
        if (tw_before(now, block)) {
            w->kept.wake = block;
            break;
        }
        if (n && !tw_before(now, n->due)) {
            const size_t slot = TW__MET(n)->home - TW__WAITING;

            if (slot >= TW__BIGWHEEL_LEVEL)
                w->base.position = n->due; /* no cascade */
            w->kept.wake = w->base.position;
            tw__bigwheel_read_ahead(w, n->due);
            tw__bigwheel_remove(w, n);
            tw__slots_set_first(&w->base, &w->kept, tw__list_first(w->slot[slot])); /* of equals, the next */
            return n;
        }
        tw__bigwheel_enter(w, block);
    }
    tw__slots_follow(&w->base, now);
    tw__bigwheel_move_ahead(w, w->base.count / 2048 + TW__BIGWHEEL_SUBS);
    tw__bigwheel_read_ahead(w, w->base.position);
    return NULL;
}

TW__FOLD struct tw_node *tw__bigwheel_take(struct tw_bigwheel *w, tw_tick now) {
    return tw__bigwheel_quiet(w, now) ? NULL : tw__bigwheel_search(w, now);
}

TW__INLINE struct tw_node *tw__bigwheel_drain(struct tw_bigwheel *w) {
    size_t i;

    for (i = 0; i <= TW__BIGWHEEL_SUMMARIES; i++)
        w->summary[i] = 0;
    return tw__slots_drain(&w->base, w->slot, TW__BIGWHEEL_SLOTS, w->word, TW__BIGWHEEL_WORDS);
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
    tw__slots_init(&w->base, &w->kept, now);
}

/* May a node with this key be in slot? */
TW__INLINE bool tw__bigwheel_fits(const struct tw_bigwheel *w, size_t slot, tw_tick key) {
    const size_t level = slot / TW__BIGWHEEL_LEVEL;

    if (slot == tw__bigwheel_slot(w->base.position, key))
        return true;
    return level + 1 < TW__BIGWHEEL_LEVELS && slot == tw__bigwheel_at(level, key) &&
           (tw_tick)(key - tw__bigwheel_after(w, level + 1)) >> tw__bigwheel_shift(level + 1) == 0;
}

/* The property that does not hold in a slot. Its nodes are counted, and met is told of the first. */
TW__INLINE const char *tw__bigwheel_check_slot(const struct tw_bigwheel *w, size_t slot, size_t *count, bool *met) {
    const struct tw_node *last = w->slot[slot], *n = last, *previous = NULL;
    const size_t i = slot / TW__WORD_BITS;

    if ((w->word[i] >> slot % TW__WORD_BITS & 1) != (last != NULL) ||
        (w->summary[i / TW__WORD_BITS] >> i % TW__WORD_BITS & 1) != (w->word[i] != 0))
        return "bigwheel 2";
    for (; n && previous != last; previous = n, ++*count) {
        tw_tick key, first;

        n = n->u.list.next;
        key = tw__slots_key(&w->base, n->due);
        if (n->u.list.prev != previous || n->home != slot + TW__WAITING || !tw__bigwheel_fits(w, slot, key))
            return "bigwheel 1";
        if (tw__slots_asleep(&w->base, &w->kept, tw__bigwheel_block(w, key)))
            return "bigwheel 4";
        *met = *met || n == w->base.first;
        first = w->base.first ? tw__slots_key(&w->base, w->base.first->due) : key;
        if (tw_before(key, first) || (!*met && key == first) || (n == w->base.first && n->due != w->kept.first_due))
            return "bigwheel 3";
    }
    return NULL;
}

TW__INLINE const char *tw__bigwheel_check(const struct tw_bigwheel *w) {
    size_t i, count = 0;
    bool met = w->base.first == NULL;
    const char *broken;

    for (i = 0; i < TW__BIGWHEEL_SLOTS; i++)
        if ((broken = tw__bigwheel_check_slot(w, i, &count, &met)) != NULL)
            return broken;
    return !met ? "bigwheel 3" : count != w->base.count ? "bigwheel 5" : NULL;
}

TW__UNBOUNDED(bigwheel)
TW__INLINE size_t tw__bigwheel_count(const struct tw_bigwheel *w) { return w->base.count; }
TW__INLINE size_t tw__bigwheel_bytes(size_t n) { return n * 0; }

/* -------------------------------------------------------------------------------------------------WRAPPERS */

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
