/* SPDX-License-Identifier: MIT-0 */
/* table.h - timers that are numbers: exact deadlines at 24 bytes a timer, in memory of
   yours.

   WHAT IT IS
       A store or a cache has millions of deadlines, and no room for a node in each
       object. A table has a timer for each number below its capacity. You arm, move and
       cancel timer 7, and when it is due you get the number 7 back: an index into an
       array of yours, or a slot of your hash. The table is one block of memory without a
       pointer in it. So it can be saved, mapped elsewhere, copied, shared, and grown by
       realloc().

       It is the wheel of bigwheel.h over numbers, but lazy. Read the head of that header
       first. A timer that moves to a later tick stays in its slot: only 16 of its bytes
       are written. A timer that is cancelled stays, too. A slot stands for a block of
       ticks. While the position passes through one block, each tick moves a share of the
       timers of the next block down: 2, if the table has 1000 timers and the block 512
       ticks. A timer goes where its deadline belongs, or is dropped if it is cancelled.
       For example, at tick 0 you arm timer 7 for tick 1100. The timer waits in a slot that
       begins at tick 1024, and stays there if you move it to tick 5000. In one of the
       ticks 512 to 1023 it goes to the slot of tick 5000. Each arming has a number, by
       which equal deadlines fire in arming order.

       A slot is a list. If next() asks a slot of an upper level, the slot becomes a tree: a
       digital search tree by the bits of deadline and arming number. A tree uses the two
       links that a list uses. A timer in a tree is not lazy: it moves at once. A timer that
       moves down to a list of level 0 may have been armed before others there. Then the
       list has lost arming order, and is sorted when its tick comes. A bit for each slot,
       its shape, says whether the slot is a tree, or has lost its order.

   PICK IT
       for 10^5 timers and more whose objects have numbers: keys, connections, leases; if
       bytes count; for heartbeats: each costs one cache miss. No tick is long.
   PICK ANOTHER
       if your objects have room for a node: hwheel.h, which wants no capacity. For
       firmware: smallwheel.h. Where next() must be bounded, too: heap4.h.

   DO THIS
       1  Get memory:            struct tw_table *t = malloc(tw_table_bytes(1000));
       2  Make the table:        tw_table_init(t, now, 1000);
       3  Arm, move and cancel:  tw_table_add_in(t, 7, now, 5000);
                                 tw_table_cancel(t, 7);
       4  Sleep, then fire:      poll(fds, n, tw_table_wait_ms(t, now, 1));
                                 tw_table_advance(t, now, expired, user);
          or take the numbers:   n = tw_table_expire_some(t, now, numbers, 100);
       5  Grow:                  t = realloc(t, tw_table_bytes(2000));
                                 tw_table_grow(t, 2000);
       One file of the program must #define TW_IMPLEMENTATION before the include. A
       program: examples/servers/ttl_cache.c.

   COST (n timers, L levels: 12, 6 or 3 with ticks of 64, 32 or 16 bits)
       add, cancel, move   O(1); O(log n) on average in a slot that is a tree
       next                O(log n) on average. Besides, once for each timer of a slot that
                           next() makes a tree: O(log n), or one move to a lower level
       advance             O(1) per timer that fires, O(log n) if arming order was lost in
                           its tick; and at most L moves in the life of an arming
       a tick              moves at most capacity/496 + L - 1 timers down, beside those that
                           fire. If arming order was lost, it sorts the k timers of its
                           own tick at once, however small max is: k log2(k) steps
       d ticks in a call   move at most d times as many down; a move out of a tree takes
                           O(log n). Beside the moves O(L), however large d is
       init, clear         O(capacity)
       A descent of a tree has at most 52 + 64 steps. Bytes: 24 a timer with 64-bit ticks,
       at most 20 with ticks of 32 or 16 bits; and 16 KB a table with 64-bit ticks on a 64-bit
       machine, 6 KB with 32-bit ticks on a 32-bit one.

   GUARANTEES
       those of timers.h: exact, in order (due, arming order), batches, budgets, refusals,
       ticks that wrap. Arming numbers have 52 bits. After 2^52 armings, 14 years of 10^7
       a second, timers of one tick may once fire in another order.

   PROPERTIES (check() names one that does not hold: "table 1")
       1  Each timer that is in a slot is linked there. A list is linked both ways. A tree
          leads to each of its timers by the bits of the timer.
       2  A bit for each slot tells whether the slot is occupied. A slot whose shape is 1 is
          occupied.
       3  Above level 0 the slots of the block that has the position are empty. If `ready`
          (struct tw_table) is 1, so are the slots of the next blocks. No deadline lies
          before the begin of its slot. A timer in a tree or in level 0 is armed, and in the
          slot of its deadline.
       4  The due list is in arming order, and so is each list of level 0 whose shape is 0.
       5  As many timers are armed as are counted.

   ARGUMENTS
       struct tw_table *t     the table: its block of memory
       size_t capacity        how many timers it has
       uint32_t i             a timer: a number below the capacity
       tw_tick now            the tick that your clock shows
       tw_tick due            the tick for which to arm
       tw_tick delay          ticks from now on
       tw_tick *due           gets the earliest deadline
       tw_tick ticks_per_ms   how many ticks make a millisecond, 1 or more
       tw_table_fn *fn        called with each number that is due
       void *user             handed to fn
       size_t max             how many timers may fire
       uint32_t *i            gets a number
       uint32_t *array        gets numbers; it has max elements

   WHAT GOES WRONG, AND THE ANSWER
       a number from the capacity on            TW_ASSERT, else false or 0
       NULL for a table or a function           TW_ASSERT
       a capacity of which bytes() answers 0    TW_ASSERT
       add too far ahead (16/32-bit ticks)      false
       cancel of an idle timer                  false
       advance or expire back in time           nothing fires, the clock stands
       advance or expire in a callback          refused: 0
       memory moved or grown in a callback      your error
       memory of a table that another version,  your error: a table fits one build alone
       machine or TW_TICK_BITS made
       memory that is aligned less than malloc  your error

   OPTIONS
       those of node.h and timers.h. TW_TABLE_IMPLEMENTATION instead of TW_IMPLEMENTATION
       compiles the functions of this header only. TW_TRACE, TW_TIES and watch.h do not see
       a table, because it has no nodes.

   SOURCE
       The wheel: see bigwheel.h. Digital search trees: E. Coffman and J. Eve, File
       structures using hashing functions, CACM 13(7), 1970. */
#include "slots.h"

#ifndef TW_TABLE_H
#define TW_TABLE_H

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

/* Slots are numbered without a gap, level by level. A level has two halves, as in bigwheel.h.
   In level 0 a half has a slot for each tick of a block. In a higher level it has SUBS
   sub-slots for each value of the digit. The slot behind the last one is the due list. A
   place is 0, or 1 + the number of a slot. */
enum {
    TW__TABLE_FIRST_BITS = TW_TICK_BITS == 8 ? 4 : 9,
    TW__TABLE_UPPER_BITS = TW_TICK_BITS == 8 ? 2 : 5,
    TW__TABLE_LEVELS = 2 + (TW_TICK_BITS - TW__TABLE_FIRST_BITS - 2) / TW__TABLE_UPPER_BITS,
    TW__TABLE_SUB_BITS = UINTPTR_MAX > 0xFFFFFFFFu ? 2 : 0,
    TW__TABLE_SUBS = 1 << TW__TABLE_SUB_BITS,
    TW__TABLE_SUBS_MOST = 4, /* the room of head[] in deal(): analyzers do not compute SUBS */
    TW__TABLE_FIRST = 2 << TW__TABLE_FIRST_BITS,
    TW__TABLE_UPPER = (2 << TW__TABLE_UPPER_BITS) * TW__TABLE_SUBS,
    TW__TABLE_SLOTS = TW__TABLE_FIRST + (TW__TABLE_LEVELS - 1) * TW__TABLE_UPPER,
    TW__TABLE_DUE = TW__TABLE_SLOTS,
    TW__TABLE_WORDS = (TW__TABLE_SLOTS - 1) / TW__WORD_BITS + 1,
    TW__TABLE_SUMMARIES = TW__TABLE_WORDS / TW__WORD_BITS + 1, /* from() may ask for one more */
    TW__TABLE_PLACE_BITS = 12,
    TW__TABLE_PLACES = 1 << TW__TABLE_PLACE_BITS,
    TW__TABLE_ARMING_BITS = 64 - TW__TABLE_PLACE_BITS,
    TW__TABLE_NEXT = 0, /* the links of a list */
    TW__TABLE_PREV = 1
};

#define TW__TABLE_LAST (((uint64_t)1 << TW__TABLE_ARMING_BITS) - 1) /* the last arming number */

/* A timer. All zero: idle. Links name timer i by 1 + i; 0 is none. */
struct tw_table_timer {
    tw_tick due;       /* the deadline as you gave it */
    uint32_t stamp[2]; /* arming number and place, low word first; number 0: not armed */
    uint32_t link[2];  /* next and previous of a list, or the sides of a tree */
};

/* A table. The timers stand behind it. */
struct tw_table {
    tw_tick now, previous; /* the clock, and the clock before this batch */
    tw_tick position;      /* a tick that follows the clock; timers are placed by it */
    uint64_t armings;      /* the number of the last arming */
    uint64_t until;        /* the last arming before this batch */
    uint32_t capacity, count;
    uint32_t batch;                         /* TW__TABLE_NONE, _PUSH or _PULL */
    uint32_t ready;                         /* 1: no next block has a timer that must move down */
    uint32_t slot[TW__TABLE_SLOTS + 1];     /* the last timer of a list, the root of a tree */
    uintptr_t word[TW__TABLE_WORDS];        /* a bit for each slot that is occupied */
    uintptr_t summary[TW__TABLE_SUMMARIES]; /* a bit for each word that is not 0 */
    uintptr_t shape[TW__TABLE_WORDS];       /* a bit for each slot: see tw__table_shape */
};

/* Whether a batch is under way: none, one of advance(), one of expire(). */
enum { TW__TABLE_NONE = 0, TW__TABLE_PUSH = 1, TW__TABLE_PULL = 2 };

/* The type of the function that advance() calls with each number that is due. */
typedef void tw_table_fn(void *user, uint32_t i, tw_tick now);

/* -------------------------------------------------------------------------------- API */

/* Returns the bytes of a table for `capacity` timers. 0: the table would be larger than
   memory, or has more than 2^32 - 2 timers. */
TW__API size_t tw_table_bytes(size_t capacity);

/* Makes t, memory of tw_table_bytes(capacity) bytes, an empty table at tick now. Forgets
   the timers of a table that is in use. O(capacity). */
#define tw_table_init TW__LINK_NAME(tw_table_init)
TW__API void tw_table_init(struct tw_table *t, tw_tick now, size_t capacity);

/* Gives t more timers. t must have tw_table_bytes(capacity) bytes by now, and may lie
   elsewhere than before. False: it has more timers already, or tw_table_bytes(capacity) is
   0; nothing changed. O(timers that are new). */
TW__API bool tw_table_grow(struct tw_table *t, size_t capacity);

/* Arms timer i for tick due, or moves it there, as if it had been cancelled and armed
   anew. If due is the now of the table or earlier, i fires in the next batch. False: i is
   no timer of t, or due lies too far ahead; nothing changed. O(1); see COST. */
TW__API bool tw_table_add(struct tw_table *t, uint32_t i, tw_tick due);

/* If i is on the due list, or armed for due or an earlier tick, changes nothing and returns
   true. Else does what add() does. */
TW__API bool tw_table_add_if_earlier(struct tw_table *t, uint32_t i, tw_tick due);

/* Arms i for now + delay, as add() does. With 64-bit ticks the sum stops at TW_TICK_MAX.
   If ticks wrap, and t is empty and in no batch, the clock of t moves to now first. False:
   as for add(), or delay is a quarter of the range or more; nothing changed. */
TW__API bool tw_table_add_in(struct tw_table *t, uint32_t i, tw_tick now, tw_tick delay);

/* Takes i out, unfired. False: i is idle, or no timer of t. O(1); see COST. */
TW__API bool tw_table_cancel(struct tw_table *t, uint32_t i);

/* Says whether i is armed, due or not. False: it is not, or is no timer of t. */
TW__API bool tw_table_pending(const struct tw_table *t, uint32_t i);

/* Returns the tick for which i was last armed, as you gave it. 0: i was never armed since
   init() or clear(), or is no timer of t. */
TW__API tw_tick tw_table_due(const struct tw_table *t, uint32_t i);

/* Returns the ticks from the now of the table to the deadline of i. 0: i is due or idle,
   or no timer of t. */
TW__API tw_tick tw_table_remaining(const struct tw_table *t, uint32_t i);

/* Writes the earliest deadline to *due, exactly. While a timer is due, writes the now of
   the table. False: nothing is armed; *due is unchanged. See COST. */
TW__API bool tw_table_next(struct tw_table *t, tw_tick *due);

/* Says whether a timer is due by the now of the table: the max of advance_some() left it
   over, or it was armed for a tick that had passed. Costs what next() costs. */
TW__API bool tw_table_any_due(struct tw_table *t);

/* Returns how many milliseconds poll() shall wait at clock time now, rounded up; at most
   INT_MAX. 0: a timer is due by now. -1: nothing is armed. ticks_per_ms must be 1 or more. */
TW__API int tw_table_wait_ms(struct tw_table *t, tw_tick now, tw_tick ticks_per_ms);

/* Moves the clock to now, and calls fn(user, i, now) for each timer i that is due, in
   order. i is idle by then; fn may arm, move and cancel any timer. Returns how many fired;
   0 if the call is refused: in a callback, or while now lies before the now of t. */
TW__API size_t tw_table_advance(struct tw_table *t, tw_tick now, tw_table_fn *fn, void *user);

/* Does what advance() does, but calls fn at most max times. The other timers stay due, and
   come first next time. If max is 0, only the clock moves. */
TW__API size_t tw_table_advance_some(struct tw_table *t, tw_tick now, size_t max, tw_table_fn *fn,
                                     void *user);

/* Takes out one timer that is due by now, and writes its number to *i. False: the batch is
   over, or the call is refused. A batch keeps the now that it began with, as expire() of
   timers.h does. */
TW__API bool tw_table_expire(struct tw_table *t, tw_tick now, uint32_t *i);

/* Does what advance_some() does, but writes the numbers to an array of max elements. */
TW__API size_t tw_table_expire_some(struct tw_table *t, tw_tick now, uint32_t *array, size_t max);

/* Returns the now of the table: the tick to which a call last moved the clock. */
TW__API tw_tick tw_table_now(const struct tw_table *t);

/* Returns how many timers are armed, due ones included. */
TW__API size_t tw_table_count(const struct tw_table *t);

/* Returns how many timers t has. */
TW__API size_t tw_table_capacity(const struct tw_table *t);

/* Returns the first armed timer from number i on; the capacity if there is none. Between
   two calls you may change t. A whole walk costs O(capacity). */
TW__API uint32_t tw_table_each(const struct tw_table *t, uint32_t i);

/* Takes out every timer, unfired. O(capacity). */
TW__API void tw_table_clear(struct tw_table *t);

/* Returns the name of a property that does not hold, such as "table 1", or NULL if all
   hold. For tests. O(capacity). */
TW__CHECKED(TW__API const char *tw_table_check(const struct tw_table *t);)

/* ----------------------------------------------------------------------------- ENGINE

   TW__TABLE_STEP marks each timer that a cascade, a path or a merge meets. A program that
   counts steps defines it. */
#ifndef TW__TABLE_STEP
#define TW__TABLE_STEP ((void)0)
#endif

/* TIMERS. An id is 1 + a number. Returns the timer with this id. grow() also asks for the
   place behind the last timer. */
TW__INLINE struct tw_table_timer *tw__table_timer(struct tw_table *t, uint32_t id) {
    TW_ASSERT(id - 1 <= t->capacity);
    return (struct tw_table_timer *)(void *)(t + 1) + (id - 1);
}

/* Does the same for a table that must not change. */
TW__INLINE const struct tw_table_timer *tw__table_see(const struct tw_table *t, uint32_t id) {
    return (const struct tw_table_timer *)(const void *)(t + 1) + (id - 1);
}

/* Returns the arming number of a timer; 0 if it is not armed. */
TW__INLINE uint64_t tw__table_arming(const struct tw_table_timer *e) {
    return ((uint64_t)e->stamp[1] << 32 | e->stamp[0]) >> TW__TABLE_PLACE_BITS;
}

/* Returns the place of a timer; 0 if it is in no slot. */
TW__INLINE uint32_t tw__table_place(const struct tw_table_timer *e) {
    return e->stamp[0] % TW__TABLE_PLACES;
}

/* Gives a timer its arming number and its place. */
TW__INLINE void tw__table_stamp(struct tw_table_timer *e, uint64_t arming, uint32_t place) {
    e->stamp[0] = (uint32_t)(arming << TW__TABLE_PLACE_BITS) | place;
    e->stamp[1] = (uint32_t)(arming >> (32 - TW__TABLE_PLACE_BITS));
}

/* SLOTS. Returns the width of a block of an upper level, in bits: 2^width ticks. */
TW__INLINE unsigned tw__table_block(size_t level) {
    return TW__TABLE_FIRST_BITS + ((unsigned)level - 1) * TW__TABLE_UPPER_BITS;
}

/* Returns the first slot of a level. */
TW__INLINE size_t tw__table_base(size_t level) {
    return level ? TW__TABLE_FIRST + (level - 1) * TW__TABLE_UPPER : 0;
}

/* Returns the level of a slot. */
TW__INLINE size_t tw__table_level(size_t slot) {
    return slot < TW__TABLE_FIRST ? 0 : 1 + (slot - TW__TABLE_FIRST) / TW__TABLE_UPPER;
}

/* Returns the width of a slot of a level, in bits: 2^width ticks. */
TW__INLINE unsigned tw__table_width(size_t slot) {
    return slot < TW__TABLE_FIRST ? 0 : tw__table_block(tw__table_level(slot)) - TW__TABLE_SUB_BITS;
}

/* Returns the tick at which a slot next begins, from the position on. If the position lies
   in the slot, returns the tick at which the slot has begun. */
TW__INLINE tw_tick tw__table_begin(const struct tw_table *t, size_t slot) {
    const unsigned width = tw__table_width(slot);
    const size_t slots = slot < TW__TABLE_FIRST ? TW__TABLE_FIRST : TW__TABLE_UPPER;
    const size_t here = (size_t)(t->position >> width);
    const size_t ahead = (slot - tw__table_base(tw__table_level(slot)) - here) & (slots - 1);

    return (tw_tick)((tw_tick)((t->position >> width) + ahead) << width);
}

/* Returns the slot of tick due in a level. */
TW__INLINE size_t tw__table_slot_at(size_t level, tw_tick due) {
    return level == 0 ? (size_t)(due & (TW__TABLE_FIRST - 1))
                      : tw__table_base(level) +
                            ((size_t)(due >> (tw__table_block(level) - TW__TABLE_SUB_BITS)) &
                             (TW__TABLE_UPPER - 1));
}

/* Returns the slot of tick due, in the lowest level whose halves hold due. One half holds
   the block of the position, the other the next block. The distance to due gives a level. If
   due lies in the next block of that level, the level below holds due, too. */
TW__INLINE size_t tw__table_slot(tw_tick position, tw_tick due) {
    const tw_tick ahead = (tw_tick)(due - position);
    const tw_tick blocks = (tw_tick)(ahead >> TW__TABLE_FIRST_BITS);
    size_t level = 0;
    unsigned width;
    tw_tick reach; /* the ticks from the begin of the position's block to due */

    if (blocks != 0) {
        level = 1 + tw__high_digit(blocks, TW__TABLE_UPPER_BITS);
        width = tw__table_block(level);
        reach = (tw_tick)((position & (((tw_tick)1 << width) - 1)) + ahead);
        level -= reach >> width == 1; /* 1 if due lies in the next block */
    }
    return tw__table_slot_at(level, due);
}

/* Returns the shape of a slot. In an upper level it says whether the slot is a tree, in
   level 0 whether its list has lost arming order. */
TW__INLINE bool tw__table_shape(const struct tw_table *t, size_t slot) {
    return slot != TW__TABLE_DUE && tw__bits_get(t->shape, slot);
}

/* Says whether a slot is a tree. */
TW__INLINE bool tw__table_tree(const struct tw_table *t, size_t slot) {
    return slot >= TW__TABLE_FIRST && tw__table_shape(t, slot);
}

/* Says whether moved and cancelled timers may stay in a slot: the slot is a list of an
   upper level. */
TW__INLINE bool tw__table_lazy(const struct tw_table *t, size_t slot) {
    return slot >= TW__TABLE_FIRST && slot != TW__TABLE_DUE && !tw__table_tree(t, slot);
}

/* Changes the bit of a slot that was filled or emptied. */
TW__INLINE void tw__table_toggle(struct tw_table *t, size_t slot) {
    if (slot != TW__TABLE_DUE)
        tw__bits_toggle(t->word, t->summary, slot);
}

/* Sets the shape of a slot. */
TW__INLINE void tw__table_set_shape(struct tw_table *t, size_t slot, bool shape) {
    if (tw__table_shape(t, slot) != shape)
        t->shape[slot / TW__WORD_BITS] ^= (uintptr_t)1 << slot % TW__WORD_BITS;
}

/* Returns the first occupied slot from slot i on, TW__TABLE_SLOTS if there is none. */
TW__INLINE size_t tw__table_from(const struct tw_table *t, size_t i) {
    const uintptr_t bits = t->word[i / TW__WORD_BITS] >> i % TW__WORD_BITS;
    size_t word;

    if (bits)
        return i + tw__low_bit(bits);
    word = tw__bits_from(t->summary, i / TW__WORD_BITS + 1, TW__TABLE_SUMMARIES);
    return word < TW__TABLE_WORDS ? word * TW__WORD_BITS + tw__low_bit(t->word[word])
                                  : (size_t)TW__TABLE_SLOTS;
}

/* Returns the first occupied slot of a level from the position on, TW__TABLE_SLOTS if there
   is none. */
TW__INLINE size_t tw__table_ahead(const struct tw_table *t, size_t level) {
    const size_t base = tw__table_base(level), end = tw__table_base(level + 1);
    size_t slot = tw__table_from(t, tw__table_slot_at(level, t->position));

    if (slot >= end)
        slot = tw__table_from(t, base);
    return slot < end ? slot : (size_t)TW__TABLE_SLOTS;
}

/* Says whether a slot of this level or a higher one is occupied. */
TW__INLINE bool tw__table_above(const struct tw_table *t, size_t level) {
    return level < TW__TABLE_LEVELS && tw__table_from(t, tw__table_base(level)) < TW__TABLE_SLOTS;
}

/* Says whether two ticks lie in one block of level 0. */
TW__INLINE bool tw__table_together(tw_tick a, tw_tick b) {
    return (tw_tick)(a ^ b) >> TW__TABLE_FIRST_BITS == 0;
}

/* Returns the slot that begins first, TW__TABLE_SLOTS if all are empty. Of slots that
   begin together, takes that of level 0, else that of the highest level. If every slot
   begins after `by`, may return any of them, or none. No occupied slot above level 0
   begins in the block of the position. */
TW__INLINE size_t tw__table_earliest(const struct tw_table *t, tw_tick by) {
    size_t first = tw__table_ahead(t, 0), level, slot;
    tw_tick nearest =
        first < TW__TABLE_SLOTS ? (tw_tick)(tw__table_begin(t, first) - t->position) : TW_TICK_MAX;

    if (tw__table_together(t->position, by) ||
        (first < TW__TABLE_FIRST &&
         tw__table_together(t->position, (tw_tick)(t->position + nearest))))
        return first;
    for (level = 1; tw__table_above(t, level); level++)
        if ((slot = tw__table_ahead(t, level)) < TW__TABLE_SLOTS) {
            const tw_tick ahead = (tw_tick)(tw__table_begin(t, slot) - t->position);

            if (ahead < nearest || (ahead == nearest && first >= TW__TABLE_FIRST)) {
                nearest = ahead;
                first = slot;
            }
        }
    return first;
}

/* LISTS. A list is a ring as in node.h. Appends a timer. */
TW__INLINE void tw__table_append(struct tw_table *t, size_t slot, uint32_t id) {
    struct tw_table_timer *const e = tw__table_timer(t, id);
    const uint32_t last = t->slot[slot];

    e->link[TW__TABLE_PREV] = last;
    e->link[TW__TABLE_NEXT] = id;
    if (last) {
        e->link[TW__TABLE_NEXT] = tw__table_timer(t, last)->link[TW__TABLE_NEXT];
        tw__table_timer(t, last)->link[TW__TABLE_NEXT] = id;
    }
    t->slot[slot] = id;
}

/* Takes a timer out of a list. */
TW__INLINE void tw__table_unlink(struct tw_table *t, size_t slot, uint32_t id) {
    const struct tw_table_timer *const e = tw__table_timer(t, id);
    const uint32_t last = t->slot[slot], next = e->link[TW__TABLE_NEXT];
    const uint32_t prev = e->link[TW__TABLE_PREV];

    if (id == last)
        t->slot[slot] = prev;
    else
        tw__table_timer(t, next)->link[TW__TABLE_PREV] = prev;
    tw__table_timer(t, prev ? prev : last)->link[TW__TABLE_NEXT] = next;
}

/* TREES. The path from the root to a timer is told by the timer's bits: those of the
   deadline that tell apart the ticks of the slot, highest first, then those of the arming
   number. At 0 the path goes on to link[0], at 1 to link[1]. A timer stands anywhere on
   its path. So timers below link[0] have lesser bits than timers below link[1].
   Returns bit `depth` of a path in a slot of this width. */
TW__INLINE unsigned tw__table_bit(const struct tw_table_timer *e, unsigned width, unsigned depth) {
    if (depth < width)
        return (unsigned)(e->due >> (width - 1 - depth)) & 1;
    depth -= width;
    return depth < TW__TABLE_ARMING_BITS
               ? (unsigned)(e->stamp[(63 - depth) / 32] >> (63 - depth) % 32) & 1
               : 0;
}

/* Returns the link in a tree that leads to the timer `id`; with id 0 the empty link at
   which a timer with the bits of e belongs. Ends because a path meets no timer twice. */
TW__INLINE uint32_t *tw__table_link(struct tw_table *t, size_t slot, const struct tw_table_timer *e,
                                    uint32_t id) {
    const unsigned width = tw__table_width(slot);
    uint32_t *link = &t->slot[slot];
    unsigned depth = 0;

    while (*link && *link != id) {
        TW__TABLE_STEP;
        link = &tw__table_timer(t, *link)->link[tw__table_bit(e, width, depth++)];
    }
    TW_ASSERT(*link == id);
    return link;
}

/* Puts a timer into a tree. */
TW__INLINE void tw__table_insert(struct tw_table *t, size_t slot, uint32_t id) {
    struct tw_table_timer *const e = tw__table_timer(t, id);

    *tw__table_link(t, slot, e, 0) = id;
    e->link[0] = e->link[1] = 0;
}

/* Takes a timer out of a tree. Any leaf below the timer may take its place: down to there
   both have the same bits. The loop ends at a leaf. */
TW__INLINE void tw__table_remove(struct tw_table *t, size_t slot, uint32_t id) {
    struct tw_table_timer *const e = tw__table_timer(t, id), *x = e;
    uint32_t *const link = tw__table_link(t, slot, e, id), *end = link, leaf;

    while (x->link[0] || x->link[1]) {
        TW__TABLE_STEP;
        end = &x->link[x->link[0] == 0];
        x = tw__table_timer(t, *end);
    }
    leaf = *end;
    *end = 0;
    if (x != e) {
        x->link[0] = e->link[0];
        x->link[1] = e->link[1];
        *link = leaf;
    }
}

/* Returns the earliest deadline of a tree. It is the least on the path that goes on to
   link[0] where it can. All deadlines of a tree lie in one block, so < is their order. */
TW__INLINE tw_tick tw__table_least(struct tw_table *t, size_t slot) {
    uint32_t id = t->slot[slot];
    tw_tick least = tw__table_timer(t, id)->due;

    while (id) {
        const struct tw_table_timer *const x = tw__table_timer(t, id);

        TW__TABLE_STEP;
        if (x->due < least)
            least = x->due;
        id = x->link[x->link[0] == 0];
    }
    return least;
}

/* Empties a list. Returns its timers as a chain through link[0], which 0 ends. */
TW__INLINE uint32_t tw__table_chain(struct tw_table *t, size_t slot) {
    struct tw_table_timer *const last = tw__table_timer(t, t->slot[slot]);
    const uint32_t first = last->link[TW__TABLE_NEXT];

    last->link[TW__TABLE_NEXT] = 0;
    t->slot[slot] = 0;
    tw__table_toggle(t, slot);
    tw__table_set_shape(t, slot, false);
    return first;
}

/* SORTING. Merges two chains by arming number, and returns the first timer. The loop ends
   because each turn takes a timer from a or b. */
TW__INLINE uint32_t tw__table_merge(struct tw_table *t, uint32_t a, uint32_t b) {
    uint32_t first = 0, *end = &first;

    while (a && b) {
        const bool a_first =
            tw__table_arming(tw__table_timer(t, a)) < tw__table_arming(tw__table_timer(t, b));
        uint32_t *const less = a_first ? &a : &b;

        TW__TABLE_STEP;
        *end = *less;
        end = &tw__table_timer(t, *less)->link[TW__TABLE_NEXT];
        *less = *end; /* the rest of that chain */
    }
    *end = a ? a : b;
    return first;
}

/* Brings the list of a slot of level 0 into arming order. run[i] is a chain of 2^i runs, or
   0; run[23] takes every longer chain. A run is a part of the list that is in order. The
   loops end because each turn takes timers from a chain. */
TW__APART void tw__table_sort(struct tw_table *t, size_t slot) {
    uint32_t run[24], id = tw__table_chain(t, slot), end, next;
    volatile uint32_t *const empty = run; /* volatile: as in tw__bits_clear() */
    const size_t last = sizeof run / sizeof run[0] - 1;
    size_t i;

    for (i = 0; i <= last; i++)
        empty[i] = 0;
    for (; id; id = next) {
        for (end = id; (next = tw__table_timer(t, end)->link[TW__TABLE_NEXT]) != 0; end = next)
            if (tw__table_arming(tw__table_timer(t, next)) <
                tw__table_arming(tw__table_timer(t, end)))
                break;
        tw__table_timer(t, end)->link[TW__TABLE_NEXT] = 0;
        for (i = 0; run[i] && i < last; i++) {
            id = tw__table_merge(t, run[i], id);
            run[i] = 0;
        }
        run[i] = tw__table_merge(t, run[i], id);
    }
    for (i = 0; i <= last; i++)
        id = tw__table_merge(t, run[i], id);
    tw__table_toggle(t, slot);
    for (; id; id = next) {
        next = tw__table_timer(t, id)->link[TW__TABLE_NEXT];
        tw__table_append(t, slot, id);
    }
}

/* Puts a timer, which has its deadline and its number, into a slot. */
TW__INLINE void tw__table_enter(struct tw_table *t, uint32_t id, size_t slot) {
    struct tw_table_timer *const e = tw__table_timer(t, id);
    const uint64_t arming = tw__table_arming(e);
    const uint32_t last = t->slot[slot];

    tw__table_stamp(e, arming, (uint32_t)slot + 1);
    if (!last)
        tw__table_toggle(t, slot);
    else if (slot < TW__TABLE_FIRST && arming < tw__table_arming(tw__table_timer(t, last)))
        tw__table_set_shape(t, slot, true);
    if (tw__table_tree(t, slot))
        tw__table_insert(t, slot, id);
    else
        tw__table_append(t, slot, id);
}

/* Takes a timer out of its slot. */
TW__INLINE void tw__table_leave(struct tw_table *t, uint32_t id) {
    const size_t slot = (size_t)tw__table_place(tw__table_timer(t, id)) - 1;

    if (tw__table_tree(t, slot))
        tw__table_remove(t, slot, id);
    else
        tw__table_unlink(t, slot, id);
    if (!t->slot[slot]) {
        tw__table_toggle(t, slot);
        tw__table_set_shape(t, slot, false);
    }
}

/* Makes a timer idle. The timer is in no slot. */
TW__INLINE void tw__table_rest(struct tw_table *t, uint32_t id) {
    tw__table_stamp(tw__table_timer(t, id), 0, 0);
}

/* Puts a timer where its deadline belongs. The timer is in no slot. If the timer is
   cancelled, drops it. */
TW__INLINE void tw__table_settle(struct tw_table *t, uint32_t id) {
    struct tw_table_timer *const e = tw__table_timer(t, id);

    TW__TABLE_STEP;
    if (tw__table_arming(e))
        tw__table_enter(t, id, tw__table_slot(t->position, e->due));
    else
        tw__table_rest(t, id);
}

/* Takes a timer out of a slot that is occupied: the root of a tree, the first of a list.
   Returns its id. Fetches the next timer of the list for the next pop(). */
TW__INLINE uint32_t tw__table_pop(struct tw_table *t, size_t slot) {
    uint32_t id = t->slot[slot];

    if (!tw__table_tree(t, slot)) {
        id = tw__table_timer(t, id)->link[TW__TABLE_NEXT];
        TW__PREFETCH(tw__table_timer(t, tw__table_timer(t, id)->link[TW__TABLE_NEXT]));
    }
    tw__table_leave(t, id);
    return id;
}

/* MOVING DOWN. Cuts *head, the first timer, off a list, and returns its id. *head becomes
   the next timer, or 0 if the list is empty. `prev` of the next timer and `next` of the
   last timer stay wrong until deal() ends. */
TW__INLINE uint32_t tw__table_cut(struct tw_table *t, size_t slot, uint32_t *head) {
    const uint32_t id = *head;

    if (id == t->slot[slot]) {
        t->slot[slot] = *head = 0;
        tw__table_toggle(t, slot);
    } else {
        *head = tw__table_timer(t, id)->link[TW__TABLE_NEXT];
        TW__PREFETCH(tw__table_timer(t, *head));
    }
    return id;
}

/* Moves timers down from the sub-slots of one digit, but no more than `most`. `begin` is
   the first of these sub-slots. Returns 1 if these sub-slots are empty then, else 0. The
   sub-slots take turns, so that their cache misses overlap. head is the first timer of a
   list, or 0. No timer comes back to these sub-slots, so the loop ends. */
TW__APART uint32_t tw__table_deal(struct tw_table *t, size_t begin, size_t most) {
    const uintptr_t *const word = &t->word[begin / TW__WORD_BITS];
    const uintptr_t all = (((uintptr_t)1 << TW__TABLE_SUBS) - 1) << begin % TW__WORD_BITS;
    uint32_t head[TW__TABLE_SUBS_MOST];
    size_t i, slot;

    if (!(*word & all))
        return 1;
    for (i = 0, slot = begin; i < TW__TABLE_SUBS; i++, slot++)
        head[i] = t->slot[slot] && !tw__table_tree(t, slot)
                      ? tw__table_timer(t, t->slot[slot])->link[TW__TABLE_NEXT]
                      : 0;
    while (most && *word & all)
        for (i = 0, slot = begin; i < TW__TABLE_SUBS && most; i++, slot++)
            if (t->slot[slot]) {
                tw__table_settle(t, head[i] ? tw__table_cut(t, slot, &head[i])
                                            : tw__table_pop(t, slot));
                most--;
            }
    for (i = 0; i < TW__TABLE_SUBS; i++)
        if (head[i]) {
            tw__table_timer(t, head[i])->link[TW__TABLE_PREV] = 0;
            tw__table_timer(t, t->slot[begin + i])->link[TW__TABLE_NEXT] = head[i];
        }
    return !(*word & all);
}

/* Returns the share: how many timers move down from a next block of 2^width ticks while the
   position goes on by `passed` ticks. Over 2^width ticks that is the capacity or more. With
   width 9 and a capacity of 10^6, for example, a tick moves 1954 timers. Each tick moves one
   or more, so more ticks than the capacity move all. */
TW__INLINE size_t tw__table_share(const struct tw_table *t, unsigned width, tw_tick passed) {
    const uint32_t share = (width < 32 ? t->capacity >> width : 0) + 1u;

    return passed >> width || passed > t->capacity ? TW__ALL : (size_t)passed * (size_t)share;
}

/* Moves the position to a tick. Empties the blocks that begin by then, and moves a share of
   each next block down. So a next block is empty when it begins, unless ticks were jumped
   over. A timer that is armed for a next block goes to the level below. */
TW__APART void tw__table_go(struct tw_table *t, tw_tick to) {
    const tw_tick passed = (tw_tick)(to - t->position);
    const bool begins = !tw__table_together(t->position, to);
    size_t level;

    t->position = to;
    if (t->ready && !begins)
        return;
    t->ready = 1;
    for (level = 1; tw__table_above(t, level); level++) {
        const unsigned width = tw__table_block(level);
        const tw_tick block = (tw_tick)(to >> width << width);

        if (begins)
            (void)tw__table_deal(t, tw__table_slot_at(level, block), TW__ALL);
        t->ready &=
            tw__table_deal(t, tw__table_slot_at(level, (tw_tick)(block + ((tw_tick)1 << width))),
                           tw__table_share(t, width, passed));
    }
}

/* Makes a list of an upper level a tree. Timers that belong elsewhere go there. */
TW__APART void tw__table_open(struct tw_table *t, size_t slot) {
    uint32_t id = tw__table_chain(t, slot), next;

    tw__table_set_shape(t, slot, true);
    for (; id; id = next) {
        next = tw__table_timer(t, id)->link[TW__TABLE_NEXT];
        tw__table_settle(t, id);
    }
    if (!t->slot[slot])
        tw__table_set_shape(t, slot, false);
}

/* Returns the earliest deadline of the slots. At least one armed timer must be in a slot.
   ~position lies in another block: so earliest() looks at all levels. The slot found lies
   in a next block if tw__table_slot() gives another slot for its begin. All its timers
   then move down first. The loop ends, because each turn makes a slot a tree or empties
   it, and no timer comes into an earlier slot. */
TW__APART tw_tick tw__table_first(struct tw_table *t) {
    for (;;) {
        const size_t slot = tw__table_earliest(t, (tw_tick)~t->position);
        const tw_tick begin = tw__table_begin(t, slot);

        if (slot < TW__TABLE_FIRST)
            return begin;
        if (tw__table_slot(t->position, begin) != slot)
            (void)tw__table_deal(t, slot - slot % TW__TABLE_SUBS, TW__ALL);
        else if (tw__table_tree(t, slot))
            return tw__table_least(t, slot);
        else
            tw__table_open(t, slot);
    }
}

/* Returns the first occupied slot of level 0 from the position to tick `by` of the same
   block, TW__TABLE_SLOTS if all are empty. */
TW__INLINE size_t tw__table_near(const struct tw_table *t, tw_tick by) {
    const size_t here = tw__table_slot_at(0, t->position), last = tw__table_slot_at(0, by);
    size_t word = here / TW__WORD_BITS, slot;
    uintptr_t bits = t->word[word] & ((uintptr_t)-1 << here % TW__WORD_BITS);

    while (!bits && word < last / TW__WORD_BITS)
        bits = t->word[++word];
    slot = word * TW__WORD_BITS + (bits ? (size_t)tw__low_bit(bits) : (size_t)TW__WORD_BITS);
    return slot <= last ? slot : (size_t)TW__TABLE_SLOTS;
}

/* Lets the position go on to the first tick at which a timer is due, but not beyond `by`.
   Returns the slot of that tick. TW__TABLE_SLOTS: there is none, and the position is `by`.
   The position stops where an occupied slot or block begins. */
TW__APART size_t tw__table_travel(struct tw_table *t, tw_tick by) {
    size_t here, slot;

    while (!t->slot[here = tw__table_slot_at(0, t->position)]) {
        tw_tick stop = by;

        if (!tw_before(t->position, by))
            return TW__TABLE_SLOTS;
        slot = tw__table_earliest(t, by);
        if (slot < TW__TABLE_SLOTS)
            stop = tw__table_begin(t, slot < TW__TABLE_FIRST ? slot : slot - slot % TW__TABLE_SUBS);
        tw__table_go(t, tw_before(by, stop) ? by : stop);
    }
    return tw_before(by, t->position) ? (size_t)TW__TABLE_SLOTS : here;
}

/* Does what travel() does. Within a block, while no timer must move down, the form for speed
   asks the bits of level 0 alone. */
TW__ONCE size_t tw__table_follow(struct tw_table *t, tw_tick by) {
    size_t slot;

    if (!TW__SPEED || !t->ready || !tw__table_together(t->position, by))
        return tw__table_travel(t, by);
    slot = tw__table_near(t, by);
    if (slot < TW__TABLE_SLOTS)
        t->position = (tw_tick)(t->position + (slot - tw__table_slot_at(0, t->position)));
    else if (tw_before(t->position, by))
        t->position = by;
    return slot;
}

/* Takes the first timer out of a slot of level 0. Returns its id. */
TW__APART uint32_t tw__table_out(struct tw_table *t, size_t slot) {
    if (tw__table_shape(t, slot))
        tw__table_sort(t, slot);
    return tw__table_pop(t, slot);
}

/* Takes the first timer out of its slot, if it is due at `by` or earlier. 0: none is
   due. */
TW__ONCE uint32_t tw__table_take(struct tw_table *t, tw_tick by) {
    const size_t slot = tw__table_follow(t, by);

    return slot < TW__TABLE_SLOTS ? tw__table_out(t, slot) : 0;
}

/* Says whether a timer for tick due may stay in its slot: the slot is lazy, and does not
   begin after due. The slot does not begin after the old deadline. So only an earlier due
   is compared with its begin. */
TW__INLINE bool tw__table_stays(const struct tw_table *t, const struct tw_table_timer *e,
                                tw_tick due) {
    const size_t place = (size_t)tw__table_place(e);

    return place && tw__table_lazy(t, place - 1) &&
           (!tw_before(due, e->due) || !tw_before(due, tw__table_begin(t, place - 1)));
}

/* Arms or moves a timer: to the slot of due, or if `passed`, to the due list. */
TW__INLINE void tw__table_arm(struct tw_table *t, uint32_t id, tw_tick due, bool passed) {
    struct tw_table_timer *const e = tw__table_timer(t, id);

    t->armings = t->armings == TW__TABLE_LAST ? 1 : t->armings + 1;
    t->count += tw__table_arming(e) == 0;
    if (!passed && tw__table_stays(t, e, due)) {
        e->due = due;
        tw__table_stamp(e, t->armings, tw__table_place(e));
        return;
    }
    if (tw__table_place(e))
        tw__table_leave(t, id);
    e->due = due;
    tw__table_stamp(e, t->armings, 0);
    tw__table_enter(t, id, passed ? (size_t)TW__TABLE_DUE : tw__table_slot(t->position, due));
}

/* Disarms a timer that is armed. In a lazy slot it stays, and is dropped later. */
TW__INLINE void tw__table_disarm(struct tw_table *t, uint32_t id) {
    struct tw_table_timer *const e = tw__table_timer(t, id);
    uint32_t place = tw__table_place(e);

    t->count--;
    if (!tw__table_lazy(t, (size_t)place - 1)) {
        tw__table_leave(t, id);
        place = 0;
    }
    tw__table_stamp(e, 0, place);
}

/* MISTAKES. Asserts that t is not NULL. It is a macro, so that __func__ is the verb that you
   called: TW_DEBUG names this verb. */
#define TW__TABLE_NEEDS(t) TW__NEEDS(t, TW__NULL("table"))

/* Asserts that i is a timer of t. */
#define TW__TABLE_WANTS(t, i) \
    TW__TABLE_NEEDS(t);       \
    TW__WANT((i) < (t)->capacity, "the number is not below the capacity. Grow the table.")

/* THE CLOCK. Says whether i is a timer of t. */
TW__INLINE bool tw__table_has(const struct tw_table *t, uint32_t i) { return i < t->capacity; }

/* Says whether due is near enough to the clock: see tw__timers_reach of timers.h. */
TW__INLINE bool tw__table_reach(const struct tw_table *t, tw_tick due) {
    return TW_TICK_BITS == 64 ||
           (tw_tick)((tw_tick)(due - t->now) - TW__QUARTER) >= 2 * TW__QUARTER;
}

/* Moves the clock and the position of a table in which nothing is armed, where ticks wrap.
   Cancelled timers leave their slots: ~position as in first(). */
TW__APART void tw__table_restart(struct tw_table *t, tw_tick now) {
    size_t slot;

    while ((slot = tw__table_earliest(t, (tw_tick)~t->position)) < TW__TABLE_SLOTS)
        tw__table_rest(t, tw__table_pop(t, slot));
    t->now = t->position = now;
}

/* Says whether a call that fires is refused: a batch of advance() is under way, or the
   clock would go back. */
TW__INLINE bool tw__table_refuses(const struct tw_table *t, tw_tick now) {
    return t->batch == TW__TABLE_PUSH ||
           (tw_before(now, t->now) && (TW_TICK_BITS == 64 || t->count != 0));
}

/* Begins a batch: see tw__timers_begin. */
TW__INLINE void tw__table_begin_batch(struct tw_table *t, tw_tick now) {
    if (TW_TICK_BITS != 64 && t->count == 0)
        tw__table_restart(t, now);
    t->previous = t->now;
    t->now = now;
    t->until = t->armings;
}

/* Takes out the next timer of the batch, and makes it idle: see tw__timers_step. Returns
   its id. 0: the batch is over. A timer of the due list is in the batch if it was armed
   before the batch. */
TW__INLINE uint32_t tw__table_step(struct tw_table *t) {
    const uint32_t last = t->slot[TW__TABLE_DUE];
    const uint32_t first = last ? tw__table_timer(t, last)->link[TW__TABLE_NEXT] : 0;
    const bool waits = first && ((t->until - tw__table_arming(tw__table_timer(t, first))) &
                                 TW__TABLE_LAST) <= TW__TABLE_LAST / 2;
    uint32_t id = tw__table_take(t, waits ? t->previous : t->now);

    if (!id && waits) {
        id = first;
        tw__table_leave(t, id);
    }
    if (id) {
        t->count--;
        tw__table_rest(t, id);
    }
    return id;
}

/* Stores a number, for expire_some(). `user` is the address of the pointer to the next
   element of the array. */
TW__INLINE void tw__table_store(void *user, uint32_t i, tw_tick now) {
    uint32_t **const next = (uint32_t **)user;

    (void)now;
    *(*next)++ = i;
}

#if TW_CHECK
/* Returns how many timers the list of a slot has, TW__ALL if it is not linked both ways or
   meets a timer of another place. Ends because no timer is met twice: each but the first
   names the one before it. */
TW__INLINE size_t tw__table_check_list(const struct tw_table *t, size_t slot) {
    const uint32_t last = t->slot[slot];
    uint32_t id = last, before = 0;
    const struct tw_table_timer *e;
    size_t n = 0;

    if (!last)
        return 0;
    do {
        if (id > t->capacity)
            return TW__ALL;
        id = tw__table_see(t, id)->link[TW__TABLE_NEXT];
        if (id == 0 || id > t->capacity)
            return TW__ALL;
        e = tw__table_see(t, id);
        if (e->link[TW__TABLE_PREV] != before || tw__table_place(e) != slot + 1)
            return TW__ALL;
        before = id;
        n++;
    } while (id != last);
    return n;
}

/* Says whether an upper slot should be empty: it lies in the block of the position, or in a
   next block while `ready` says that all those are empty. */
TW__INLINE bool tw__table_early(const struct tw_table *t, size_t slot) {
    const size_t here = tw__table_slot_at(tw__table_level(slot), t->position);

    return slot / TW__TABLE_SUBS == here / TW__TABLE_SUBS ||
           (t->ready && tw__table_slot(t->position, tw__table_begin(t, slot)) != slot);
}

/* Returns the name of a property that does not hold in a slot, or NULL. Adds the timers of
   a list to *listed. */
TW__INLINE const char *tw__table_check_slot(const struct tw_table *t, size_t slot, size_t *listed) {
    const bool tree = tw__table_tree(t, slot);
    const size_t n = tree ? 0 : tw__table_check_list(t, slot);

    if (slot != TW__TABLE_DUE && (tw__bits_get(t->word, slot) != (t->slot[slot] != 0) ||
                                  (tw__table_shape(t, slot) && !t->slot[slot])))
        return "table 2";
    if (n == TW__ALL)
        return "table 1";
    if (t->slot[slot] && slot >= TW__TABLE_FIRST && slot != TW__TABLE_DUE &&
        tw__table_early(t, slot))
        return "table 3";
    *listed += n;
    return NULL;
}

/* Says whether the path of a timer in a tree leads to it. */
TW__INLINE bool tw__table_leads(const struct tw_table *t, size_t slot, uint32_t id) {
    const struct tw_table_timer *const e = tw__table_see(t, id);
    const unsigned width = tw__table_width(slot);
    uint32_t x = t->slot[slot];
    unsigned depth;

    for (depth = 0; x != id; depth++) {
        if (x == 0 || x > t->capacity || depth > width + TW__TABLE_ARMING_BITS)
            return false;
        x = tw__table_see(t, x)->link[tw__table_bit(e, width, depth)];
    }
    return true;
}

/* Returns the name of a property that does not hold for timer `id`, or NULL. `slot` is its
   slot. Lists are sound by now. In a lazy slot an armed timer is not due before the begin of
   the slot. In another slot a timer is due in a tick of the slot. */
TW__INLINE const char *tw__table_check_timer(const struct tw_table *t, uint32_t id, size_t slot) {
    const struct tw_table_timer *const e = tw__table_see(t, id);
    const bool tree = tw__table_tree(t, slot), lazy = tw__table_lazy(t, slot);
    const uint64_t arming = tw__table_arming(e);

    if (tree &&
        (!tw__table_leads(t, slot, id) || e->link[0] > t->capacity || e->link[1] > t->capacity))
        return "table 1";
    if (!lazy && arming == 0)
        return "table 3";
    if (lazy ? arming != 0 && tw_before(e->due, tw__table_begin(t, slot))
             : slot != TW__TABLE_DUE &&
                   (tw_tick)(e->due - tw__table_begin(t, slot)) >> tw__table_width(slot) != 0)
        return "table 3";
    if (!lazy && !tw__table_shape(t, slot) && e->link[TW__TABLE_PREV] &&
        ((arming - tw__table_arming(tw__table_see(t, e->link[TW__TABLE_PREV]))) & TW__TABLE_LAST) >
            TW__TABLE_LAST / 2)
        return "table 4";
    return NULL;
}

TW__INLINE const char *tw__table_check(const struct tw_table *t) {
    size_t slot, listed = 0, armed = 0;
    const char *broken = NULL;
    uint32_t id;

    for (slot = 0; slot <= TW__TABLE_SLOTS && !broken; slot++)
        broken = tw__table_check_slot(t, slot, &listed);
    for (slot = 0; slot < (size_t)TW__TABLE_SUMMARIES * TW__WORD_BITS && !broken; slot++)
        if (tw__bits_get(t->summary, slot) != (slot < TW__TABLE_WORDS && t->word[slot] != 0))
            broken = "table 2";
    for (id = 1; id <= t->capacity && !broken; id++) {
        const struct tw_table_timer *const e = tw__table_see(t, id);
        const size_t place = (size_t)tw__table_place(e);

        armed += tw__table_arming(e) != 0;
        if (place > TW__TABLE_SLOTS + 1 || (!place && tw__table_arming(e)))
            broken = "table 1";
        else if (place) {
            listed -= !tw__table_tree(t, place - 1);
            broken = tw__table_check_timer(t, id, place - 1);
        }
    }
    return broken ? broken : listed ? "table 1" : armed != t->count ? "table 5" : NULL;
}
#endif

TW__END_C

#endif /* TW_TABLE_H */

/* --------------------------------------------------------------------- IMPLEMENTATION */

#if (defined(TW_IMPLEMENTATION) || defined(TW_TABLE_IMPLEMENTATION)) && \
    !defined(TW__TABLE_IMPLEMENTED)
#define TW__TABLE_IMPLEMENTED

TW__BEGIN_C

TW__API size_t tw_table_bytes(size_t capacity) {
    const size_t room = TW__ALL / 2 - sizeof(struct tw_table);

    return (uint64_t)capacity + 1 > 0xFFFFFFFFu || capacity > room / sizeof(struct tw_table_timer)
               ? 0
               : sizeof(struct tw_table) + capacity * sizeof(struct tw_table_timer);
}

TW__API void tw_table_init(struct tw_table *t, tw_tick now, size_t capacity) {
    TW__TABLE_NEEDS(t);
    TW__WANT(tw_table_bytes(capacity) != 0, "no table has so many timers. tw_table_bytes() is 0.");
    t->now = t->previous = now;
    t->capacity = (uint32_t)capacity;
    tw_table_clear(t);
    t->batch = TW__TABLE_NONE;
}

TW__API bool tw_table_grow(struct tw_table *t, size_t capacity) {
    TW__TABLE_NEEDS(t);
    if (capacity < t->capacity || tw_table_bytes(capacity) == 0)
        return false;
    for (; t->capacity < capacity; t->capacity++) {
        struct tw_table_timer *const e = tw__table_timer(t, t->capacity + 1);

        e->due = 0;
        tw__table_rest(t, t->capacity + 1);
    }
    return true;
}

TW__API bool tw_table_add(struct tw_table *t, uint32_t i, tw_tick due) {
    TW__TABLE_WANTS(t, i);
    if (!tw__table_has(t, i) || !tw__table_reach(t, due))
        return false;
    tw__table_arm(t, i + 1, due, !tw_before(t->now, due));
    return true;
}

TW__API bool tw_table_add_if_earlier(struct tw_table *t, uint32_t i, tw_tick due) {
    const struct tw_table_timer *e;

    TW__TABLE_WANTS(t, i);
    if (!tw__table_has(t, i))
        return false;
    e = tw__table_see(t, i + 1);
    if (tw__table_arming(e) && (tw__table_place(e) == TW__TABLE_DUE + 1 ||
                                (tw__table_reach(t, due) && !tw_before(due, e->due))))
        return true;
    return tw_table_add(t, i, due);
}

TW__API bool tw_table_add_in(struct tw_table *t, uint32_t i, tw_tick now, tw_tick delay) {
    tw_tick due = now;

    TW__TABLE_WANTS(t, i);
    if (!tw__table_has(t, i) || !tw__later(&due, delay))
        return false;
    if (TW_TICK_BITS != 64 && t->count == 0 && t->batch == TW__TABLE_NONE)
        tw__table_restart(t, now);
    return tw_table_add(t, i, due);
}

TW__API bool tw_table_cancel(struct tw_table *t, uint32_t i) {
    TW__TABLE_WANTS(t, i);
    if (!tw__table_has(t, i) || !tw__table_arming(tw__table_timer(t, i + 1)))
        return false;
    tw__table_disarm(t, i + 1);
    return true;
}

TW__API bool tw_table_pending(const struct tw_table *t, uint32_t i) {
    TW__TABLE_WANTS(t, i);
    return tw__table_has(t, i) && tw__table_arming(tw__table_see(t, i + 1)) != 0;
}

TW__API tw_tick tw_table_due(const struct tw_table *t, uint32_t i) {
    TW__TABLE_WANTS(t, i);
    return tw__table_has(t, i) ? tw__table_see(t, i + 1)->due : 0;
}

TW__API tw_tick tw_table_remaining(const struct tw_table *t, uint32_t i) {
    const tw_tick due = tw_table_due(t, i);

    return tw_table_pending(t, i) &&
                   tw__table_place(tw__table_see(t, i + 1)) != TW__TABLE_DUE + 1 &&
                   tw_before(t->now, due)
               ? (tw_tick)(due - t->now)
               : 0;
}

TW__API bool tw_table_next(struct tw_table *t, tw_tick *due) {
    TW__TABLE_NEEDS(t);
    if (t->count == 0)
        return false;
    *due = t->slot[TW__TABLE_DUE] ? t->now : tw__table_first(t);
    if (tw_before(*due, t->now))
        *due = t->now;
    return true;
}

TW__API bool tw_table_any_due(struct tw_table *t) {
    tw_tick due;

    return tw_table_next(t, &due) && due == t->now;
}

TW__API int tw_table_wait_ms(struct tw_table *t, tw_tick now, tw_tick ticks_per_ms) {
    tw_tick due;

    TW__TABLE_NEEDS(t);
    TW__WANT(ticks_per_ms != 0, "ticks_per_ms is 0. Give at least 1.");
    return tw_table_next(t, &due) ? tw__wait_ms(due, now, ticks_per_ms)
                                  : tw__wait_for_ever(ticks_per_ms);
}

TW__API size_t tw_table_advance(struct tw_table *t, tw_tick now, tw_table_fn *fn, void *user) {
    return tw_table_advance_some(t, now, TW__ALL, fn, user);
}

TW__API size_t tw_table_advance_some(struct tw_table *t, tw_tick now, size_t max, tw_table_fn *fn,
                                     void *user) {
    size_t fired = 0;
    uint32_t id;

    TW__TABLE_NEEDS(t);
    TW__NEEDS(fn, TW__NULL("function"));
    if (tw__table_refuses(t, now))
        return 0;
    tw__table_begin_batch(t, now);
    if (max == 0)
        (void)tw__table_follow(t, now);
    t->batch = TW__TABLE_PUSH;
    while (fired < max && (id = tw__table_step(t)) != 0) {
        (fn)(user, id - 1, now);
        fired++;
        if (t->batch != TW__TABLE_PUSH) /* fn has called init(): the table is another one */
            return fired;
    }
    t->batch = TW__TABLE_NONE;
    return fired;
}

TW__API bool tw_table_expire(struct tw_table *t, tw_tick now, uint32_t *i) {
    uint32_t id;

    TW__TABLE_NEEDS(t);
    if (tw__table_refuses(t, now))
        return false;
    if (t->batch != TW__TABLE_PULL)
        tw__table_begin_batch(t, now);
    id = tw__table_step(t);
    t->batch = id ? TW__TABLE_PULL : TW__TABLE_NONE;
    if (id)
        *i = id - 1;
    return id != 0;
}

TW__API size_t tw_table_expire_some(struct tw_table *t, tw_tick now, uint32_t *array, size_t max) {
    return tw_table_advance_some(t, now, max, tw__table_store, &array);
}

TW__API tw_tick tw_table_now(const struct tw_table *t) {
    TW__TABLE_NEEDS(t);
    return t->now;
}

TW__API size_t tw_table_count(const struct tw_table *t) {
    TW__TABLE_NEEDS(t);
    return (size_t)t->count;
}

TW__API size_t tw_table_capacity(const struct tw_table *t) {
    TW__TABLE_NEEDS(t);
    return (size_t)t->capacity;
}

TW__API uint32_t tw_table_each(const struct tw_table *t, uint32_t i) {
    TW__TABLE_NEEDS(t);
    while (i < t->capacity && !tw__table_arming(tw__table_see(t, i + 1)))
        i++;
    return i < t->capacity ? i : t->capacity;
}

TW__API void tw_table_clear(struct tw_table *t) {
    uint32_t capacity;
    size_t i;

    TW__TABLE_NEEDS(t);
    capacity = t->capacity;
    for (i = 0; i <= TW__TABLE_SLOTS; i++)
        t->slot[i] = 0;
    tw__bits_clear(t->word, TW__TABLE_WORDS);
    tw__bits_clear(t->summary, TW__TABLE_SUMMARIES);
    tw__bits_clear(t->shape, TW__TABLE_WORDS);
    t->position = t->now;
    t->armings = t->until = 0;
    t->ready = 1;
    t->count = t->capacity = 0; /* from there grow() makes every timer idle */
    (void)tw_table_grow(t, (size_t)capacity);
}

TW__CHECKED(TW__API const char *tw_table_check(const struct tw_table *t) {
    TW__TABLE_NEEDS(t);
    return tw__table_check(t);
})

TW__END_C

#endif

/* MIT No Attribution; the licence stands at the end of node.h and in the file LICENSE. */
