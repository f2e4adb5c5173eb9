/* SPDX-License-Identifier: MIT-0 */
/* wheel.h - a timing wheel: one ring of slots, deadlines at any distance.

   WHAT IT IS
       Picture a clock face with 2^k marks, the slots. A timer waits in slot `due mod
       2^k`: the mark at which the hand points when the timer is due. In its slot it
       stands behind the timers that were armed before it. So arming, moving and
       cancelling touch only the timer's neighbours and slots, however many timers there
       are. Timers of later revolutions share the slot. Each slot has a bound, a tick before
       which nothing in the slot is due. A tree of bits tells which slots are occupied. So
       an empty slot on the way to the next deadline costs nothing. An occupied slot costs
       one look at its bound, not one look per timer.

   PICK IT
       for many timers that are mostly moved or cancelled before they are due (idle
       connections, requests, retries); for deadlines that mostly lie within one
       revolution; when memory for the slots is no concern.
   PICK ANOTHER
       if many timers lie many revolutions ahead: a slot that fires walks over all that
       wait in it (a wheel with levels, a heap); for few timers (a heap, a list); if you
       need a priority queue.

   HOW MANY SLOTS
       A power of two. Most delays should have no more ticks than there are slots: 16384
       slots for timeouts of 10 s in milliseconds. Fewer slots cost time, never exactness.

   DO THIS
       timers             TW_TIMERS_OF(timers, wheel) makes struct timers and timers_init,
                          _add, _cancel, ...: timers.h
       nodes by tick      struct tw_wheel and the functions below
       objects by tick    TW_WHEEL_OF(idlers, struct conn, idle) makes struct idlers and
                          idlers_init, _add, _take, ...

   EXAMPLE (examples/basics/idlers.c)
       struct conn { const char *name; struct tw_node idle; };
       TW_WHEEL_OF(idlers, struct conn, idle)

       static TW_WHEEL_ARRAY(slots, 1024);
       struct idlers w;
       idlers_init(&w, 0, slots, 1024);
       idlers_add(&w, &c, now + 600);                and again with each beat of c: moves it
       while ((late = idlers_take(&w, now)) != NULL)
           drop(late);

   COST (s: occupied slots; r: timers of later revolutions in a slot that fires)
       add, move, cancel   O(1); where ticks wrap, add and move cost what next() costs
       next, take          O(1) until the earliest node leaves. Then one step for each
                           occupied slot up to the next deadline, at most s. The steps are
                           repeated for each slot whose bound is too low, because a timer
                           left it. So a call takes at most s * (s + 2) steps
       firing at a tick    O(fired + r)
       count               O(1)
       each                O(1) per step
       clear               O(s), and O(1) per timer
       init                O(slots)
       If timers lie a revolution or more apart, each tick that fires takes a step for
       each occupied slot: 499,500 compares for 1000 timers. If all lie within one
       revolution, each such tick takes one compare. Bytes per timer, node included:
       40 on a 64-bit machine, 20 on a 32-bit one and 12 on AVR with 32-bit ticks. Bytes
       per slot: 16, 8 and 6, and a quarter of a byte for its bit.

   GUARANTEES
       Equals come out first in, first out. Order is by due, also across revolutions and
       jumps. next() is exact. The wheel takes any number of timers: add() is false only
       in a wheel without slots, such as a zeroed one. The wheel has no clock: a timer
       that is armed for a tick before the last take() is simply the earliest.

   PROPERTIES (check() names one that does not hold: "wheel 1")
       1  Each node is in the slot that its due names, and `home` names that slot. The
          list of each slot is linked both ways.
       2  position <= bound of each occupied slot <= due of each node in it. The bound,
          taken as a due, names that slot.
       3  (fields of struct tw_wheel) `passed` is NULL or a node in the slot of the
          position. No node from the first of that slot to `passed` is due before position
          + `nearest`. `nearest` is a multiple of the number of slots, or TW_TICK_MAX.
       4  The bit of each slot tells whether the slot is occupied. Each word but the first
          has a bit in the word above it, which tells whether the word is not 0.
       5  The wheel has as many nodes as it counts.

   OPTIONS
       those of node.h; TW_WHEEL_IMPLEMENTATION instead of TW_IMPLEMENTATION compiles the
       functions of this header only

   SOURCE
       G. Varghese and A. Lauck, Hashed and Hierarchical Timing Wheels, SOSP 1987: scheme
       6, a hash table with unsorted lists. Scheme 6 counts rounds down in each timer;
       here timers keep absolute deadlines, and each slot has a bound. Scheme 6 walks from
       slot to slot; here the bits lead to the next occupied slot. */
#include "verbs.h"

#ifndef TW_WHEEL_H
#define TW_WHEEL_H

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

/* A slot: its list, and a bound of the deadlines in the list. */
struct tw_wheel_slot {
    tw_tick least; /* the bound: no node is due before it; in an empty slot it means nothing */
    struct tw_node *last; /* the slot's list, in arming order */
};

/* An element of your array: the slots come first, the words of bits behind them. */
union tw_wheel_cell {
    struct tw_wheel_slot slot;
    unsigned word;
};

typedef union tw_wheel_cell tw_wheel_array;

/* All zero is a valid wheel without slots. */
struct tw_wheel {
    TW__DEBUG(struct tw_stamp stamp;)
    union tw_wheel_cell *cell;
    unsigned *word;     /* a tree, see below */
    size_t slots, leaf; /* slots: 0 or a power of two; leaf: the first word of slots' bits */
    size_t count;
    tw_tick position; /* no node is due before this tick */
    /* NULL, or the last node in the position's slot that was found due in a later
       revolution */
    struct tw_node *passed;
    tw_tick nearest;    /* ticks from the position to the earliest of the nodes up to `passed` */
    tw_tick read_up_to; /* the lists of slots with bounds up to this tick were read ahead */
};

/* -------------------------------------------------------------------------------- API */

/* TW_WHEEL_BYTES(n) is the size in bytes of the array for n slots. TW_WHEEL_ARRAY(name,
   n) declares such an array: static TW_WHEEL_ARRAY(slots, 1024). */
#define TW_WHEEL_BYTES(n)       (TW__WHEEL_CELLS(n) * sizeof(union tw_wheel_cell))
#define TW_WHEEL_ARRAY(name, n) union tw_wheel_cell name[TW__WHEEL_CELLS(n)]
#define TW__WHEEL_CELLS(n) \
    ((n) + TW__WHEEL_WORDS(n) * sizeof(unsigned) / sizeof(union tw_wheel_cell) + 1)
#define TW__WHEEL_WORDS(n) ((n) / TW__WHEEL_BITS * 2 + 2) /* at least as many as the tree has */
#define TW__WHEEL_BITS     (sizeof(unsigned) * 8)

/* Makes w empty, with n slots, rounded down to a power of two. They lie in array, which
   has TW_WHEEL_BYTES(n) bytes. If array is NULL or n is 0, w has no slots. A wheel does
   not need now: pass 0. If w is in use, call clear() first: otherwise its nodes still say
   that they wait. O(n). */
#define tw_wheel_init TW__LINK_NAME(tw_wheel_init)
TW__API void tw_wheel_init(struct tw_wheel *w, tw_tick now, union tw_wheel_cell *array, size_t n);

/* Inserts n for tick due, behind all nodes with the same tick. If n is in w, n moves as
   if it had been cancelled and added. n must be idle or in w. False: w has no slots;
   nothing changed. O(1); where ticks wrap, the cost of next(). */
TW__API bool tw_wheel_add(struct tw_wheel *w, struct tw_node *n, tw_tick due);

/* Takes n out. If n waits, it must wait in w. False: n is idle, or on the due list of a
   set. O(1). */
TW__API bool tw_wheel_cancel(struct tw_wheel *w, struct tw_node *n);

/* Fetches into the cache the memory that arming, moving and cancelling the nodes will
   touch; changes nothing. nodes[i] is idle or in w. dues[i] is the tick for which you will
   arm it; dues may be NULL if you will cancel only. See prefetch in verbs.h. O(count). */
TW__INLINE void tw_wheel_prefetch(const struct tw_wheel *w, struct tw_node *const *nodes,
                                  const tw_tick *dues, size_t count);

/* Stores the earliest deadline in *due, exactly. False: w is empty; *due is unchanged.
   O(1) until the earliest node leaves; see COST. */
TW__API bool tw_wheel_next(struct tw_wheel *w, tw_tick *due);

/* Takes out and returns the earliest node if it is due by now. NULL: no node is due by
   now. Costs what next() costs. */
TW__API struct tw_node *tw_wheel_take(struct tw_wheel *w, tw_tick now);

/* Returns the node after n, slot by slot. If n is NULL, returns the first node.
   Any other n must be in w. NULL: the walk is over. A whole walk costs O(n + slots). */
TW__API struct tw_node *tw_wheel_each(const struct tw_wheel *w, const struct tw_node *n);

/* Returns the number of nodes. O(1). */
TW__API size_t tw_wheel_count(const struct tw_wheel *w);

/* Removes every node. All of them are idle then, and can be added again. O(occupied
   slots), and O(1) per node. */
TW__API void tw_wheel_clear(struct tw_wheel *w);

/* Returns the name of a property that does not hold, such as "wheel 1", or NULL if all
   hold. For tests. O(n + slots). */
TW__CHECKED(TW__API const char *tw_wheel_check(const struct tw_wheel *w);)

/* ----------------------------------------------------------------------------- ENGINE

   A ring of 8 slots, position 5. Nodes were armed for 13, 6, 5 and 22, in this order:

       slot      0   1   2   3   4   5   6   7
       list      -   -   -   -   -  13   6   -        arming order within the slot
                                     5  22
       least                         5   6

   Removing a node leaves the position and the bounds alone. Both move up later, when
   next() or take() looks for the earliest node. From the position on, the slots stand for
   the ticks of one revolution, in the order of the ring. Other nodes in a slot are due in
   later revolutions.

   The words are a tree. A word has B bits, TW__WHEEL_BITS. Word t has the words t * B + 1
   ... t * B + B below it, one for each bit. A bit is set if the word below it is not 0.
   Words from `leaf` on have a bit for each slot instead. */

/* Returns the slot of tick due. */
TW__INLINE size_t tw__wheel_slot(const struct tw_wheel *w, tw_tick due) {
    return (size_t)due & (w->slots - 1);
}

/* Changes the bit of slot i, which was filled or emptied. Goes up the tree as long as a
   word becomes 0, or was 0 before: the word's bit in the word above then changes, too.
   Ends at the root at the latest. */
TW__INLINE void tw__wheel_toggle(const struct tw_wheel *w, size_t i) {
    size_t t = w->leaf + i / TW__WHEEL_BITS;

    for (;;) {
        const unsigned was = w->word[t];

        w->word[t] = was ^ 1u << i % TW__WHEEL_BITS;
        if (t == 0 || (was && w->word[t]))
            return;
        i = t - 1;
        t = i / TW__WHEEL_BITS;
    }
}

/* Returns the first slot below `bits`, which are bits of word t and not all 0. The loop
   goes down along the lowest bits, and ends at a leaf. `bit` is the number of a bit,
   counted through all words. */
TW__INLINE size_t tw__wheel_down(const struct tw_wheel *w, size_t t, unsigned bits) {
    for (;; bits = w->word[t]) {
        const size_t bit = t * TW__WHEEL_BITS + tw__low_bit(bits);

        if (t >= w->leaf)
            return bit - w->leaf * TW__WHEEL_BITS;
        t = bit + 1;
    }
}

/* Returns the first occupied slot from i to the last slot. w->slots: there is none. */
TW__INLINE size_t tw__wheel_from(const struct tw_wheel *w, size_t i) {
    size_t t = w->leaf + i / TW__WHEEL_BITS;
    unsigned bits;

    if (i >= w->slots)
        return w->slots;

    /* Invariant: the slot, if there is one, is below the lowest of `bits`, which are bits
       of word t. If `bits` is 0, the slot is below a later bit of a word above t. Ends at
       the root at the latest. */
    for (bits = w->word[t] & ~0u << i % TW__WHEEL_BITS; !bits;) {
        const size_t bit = t - 1; /* word t is below this bit */

        if (t == 0)
            return w->slots;
        t = bit / TW__WHEEL_BITS;
        bits = w->word[t] & ~1u << bit % TW__WHEEL_BITS;
    }
    return tw__wheel_down(w, t, bits);
}

/* Returns the first occupied slot from i on, around the ring. The wheel is not empty. */
TW__INLINE size_t tw__wheel_around(const struct tw_wheel *w, size_t i) {
    i = tw__wheel_from(w, i);
    return i < w->slots ? i : tw__wheel_from(w, 0);
}

/* Moves the position to tick. No node of that slot counts as passed then. */
TW__INLINE void tw__wheel_set_position(struct tw_wheel *w, tw_tick tick) {
    w->position = tick;
    w->nearest = TW_TICK_MAX;
    w->passed = NULL;
}

/* Reads lists of the next slots of this revolution into the cache, if the wheel is large.
   The lists take turns, so that their cache misses overlap. Misses within one list cannot
   overlap. A list is a ring: a short list is read again. Small machines have no caches and
   need less code: there the function does nothing. Where read_ahead() is long, RARE keeps
   go_on() below out of line. */
#if UINTPTR_MAX > 0xFFFFFFFFu
#define TW__WHEEL_RARE TW__APART

TW__INLINE void tw__wheel_read_ahead(struct tw_wheel *w) {
    enum { TW__READ_LARGE = 32768, TW__READ_LISTS = 8, TW__READ_NODES = 64 };
    const struct tw_node *n[TW__READ_LISTS];
    size_t i = tw__wheel_slot(w, w->position), lists = 0, step, k;

    if (w->count < TW__READ_LARGE || !tw_before(w->read_up_to, w->position))
        return;
    for (; lists < TW__READ_LISTS && (tw_tick)(w->cell[i].slot.least - w->position) < w->slots;
         lists++) {
        n[lists] = w->cell[i].slot.last;
        w->read_up_to = w->cell[i].slot.least;
        i = tw__wheel_around(w, i + 1);
    }
    for (step = 0; step < TW__READ_NODES; step++)
        for (k = 0; k < lists; k++)
            n[k] = *(struct tw_node *const volatile *)&n[k]
                        ->u.list.next; /* volatile: else compilers drop the read */
}
#else
#define TW__WHEEL_RARE TW__INLINE

TW__INLINE void tw__wheel_read_ahead(struct tw_wheel *w) { (void)w; }
#endif

/* Moves the position to the least bound. The wheel is not empty. Invariant: `nearest` is
   the distance from the position to the least bound seen. The loop goes once around the
   ring. It ends early at a bound of this revolution: all bounds further on in the ring
   come later. */
TW__WHEEL_RARE void tw__wheel_go_on(struct tw_wheel *w) {
    const size_t first = tw__wheel_around(w, tw__wheel_slot(w, w->position));
    tw_tick nearest = TW_TICK_MAX, ahead;
    size_t i = first;

    do {
        const struct tw_wheel_slot *slot = &w->cell[i].slot;

        TW_TRACE(TW_COMPARE, NULL, slot->last, slot->least);
        ahead = (tw_tick)(slot->least - w->position);
        nearest = ahead < nearest ? ahead : nearest;
        if (ahead < w->slots)
            break;
        i = tw__wheel_around(w, i + 1);
    } while (i != first);
    tw__wheel_set_position(w, (tw_tick)(w->position + nearest));
    tw__wheel_read_ahead(w);
}

/* Returns the first node of the position's slot that is due at the position. NULL: there
   is none. `last` is the last node of that slot. The loop begins behind `passed`, where
   it ended before, so it passes each node of a later revolution once. Invariant: no node
   up to `passed` is due before position + `nearest`. */
TW__INLINE struct tw_node *tw__wheel_pass(struct tw_wheel *w, const struct tw_node *last) {
    while (w->passed != last) {
        struct tw_node *n = w->passed ? w->passed->u.list.next : tw__list_next(last);
        const tw_tick ahead = (tw_tick)(n->due - w->position);

        if (ahead == 0)
            return n;
        TW_TRACE(TW_CASCADE, NULL, n, n->due);
        if (ahead < w->nearest)
            w->nearest = ahead;
        w->passed = n;
    }
    return NULL;
}

/* Returns the first node that is due at the position. The wheel is not empty. NULL: no
   node is due there. Then the position has moved to the least bound. If the bound of
   this slot was equal to the position, the bound has risen by a revolution or more. */
TW__INLINE struct tw_node *tw__wheel_due_node(struct tw_wheel *w) {
    struct tw_wheel_slot *slot = &w->cell[tw__wheel_slot(w, w->position)].slot;

    if (slot->last && slot->least == w->position) {
        struct tw_node *n = tw__wheel_pass(w, slot->last);

        if (n)
            return n;
        slot->least = (tw_tick)(w->position + w->nearest);
    }
    tw__wheel_go_on(w);
    return NULL;
}

/* Moves the position to the earliest deadline. The wheel is not empty. If due_node()
   finds no node, it leaves the position at the bound of a slot. If it finds none again,
   it raises that bound. So the loop ends, because no bound rises above the due of a node
   in its slot. */
TW__INLINE void tw__wheel_settle(struct tw_wheel *w) {
    while (!tw__wheel_due_node(w)) {
    }
}

/* Removes n from its slot. The bound of the slot stays, and may be too low from now on. */
TW__INLINE void tw__wheel_remove(struct tw_wheel *w, struct tw_node *n) {
    const size_t i = n->home - TW__WAITING;

    if (w->passed == n)
        w->passed = n->u.list.prev;
    tw__list_remove(&w->cell[i].slot.last, n);
    if (!w->cell[i].slot.last)
        tw__wheel_toggle(w, i);
    w->count--;
}

/* Appends n to the slot of tick due. The position moves to due if the wheel was empty, or
   if due comes before it. */
TW__INLINE void tw__wheel_insert(struct tw_wheel *w, struct tw_node *n, tw_tick due) {
    const size_t i = tw__wheel_slot(w, due);
    struct tw_wheel_slot *slot = &w->cell[i].slot;

    /* Where ticks wrap, a position that is far behind could not be compared with due. So
       the position first moves up to the earliest deadline. */
    if (TW_TICK_BITS != 64 && w->count)
        tw__wheel_settle(w);
    if (w->count++ == 0 || tw_before(due, w->position))
        tw__wheel_set_position(w, due);

    if (!slot->last)
        tw__wheel_toggle(w, i);
    if (!slot->last || tw_before(due, slot->least))
        slot->least = due;
    n->home = i + TW__WAITING;
    tw__list_append(&slot->last, n);
}

TW__INLINE void tw__wheel_update(struct tw_wheel *w, struct tw_node *n, tw_tick due) {
    tw__wheel_remove(w, n);
    tw__wheel_insert(w, n, due);
}

/* Says whether the wheel has no slots, and so no room for a node. */
TW__INLINE bool tw__wheel_full(const struct tw_wheel *w) { return w->slots == 0; }

TW__INLINE size_t tw__wheel_capacity(const struct tw_wheel *w) { return w->slots ? TW__ALL : 0; }

/* Refuses another array: the slots stay where init() has put them. */
TW__INLINE bool tw__wheel_storage(struct tw_wheel *w, void *array, size_t n) {
    return (void)w, (void)array, (void)n, false;
}

/* Returns true, because the wheel cannot tell its own nodes from nodes of other wheels.
   It can only assert that n is in the slot that its due names. */
TW__INLINE bool tw__wheel_has(const struct tw_wheel *w, const struct tw_node *n) {
    (void)w, (void)n;
    TW_ASSERT(w->count && n->home - TW__WAITING == tw__wheel_slot(w, n->due));
    return true;
}

TW__INLINE bool tw__wheel_next(struct tw_wheel *w, tw_tick *due) {
    if (w->count == 0)
        return false;
    tw__wheel_settle(w);
    *due = w->position;
    return true;
}

/* Takes out the earliest node if it is due by now. The loop ends at a node that is due at
   the position, or when the position is after now. See settle() for the reason. */
TW__INLINE struct tw_node *tw__wheel_take(struct tw_wheel *w, tw_tick now) {
    struct tw_node *n;

    if (TW_TICK_BITS != 64 && w->count)
        tw__wheel_settle(w); /* as in insert() */
    for (;;) {
        if (w->count == 0 || tw_before(now, w->position))
            return NULL;
        if ((n = tw__wheel_due_node(w)) != NULL)
            break;
    }
    tw__wheel_remove(w, n);
    return n;
}

TW__INLINE bool tw__wheel_quiet(const struct tw_wheel *w, tw_tick now) {
    return w->count == 0 || tw_before(now, w->position);
}

TW__INLINE size_t tw__wheel_count(const struct tw_wheel *w) { return w->count; }

TW__INLINE struct tw_node *tw__wheel_each(const struct tw_wheel *w, const struct tw_node *n) {
    size_t i = 0;

    if (n) {
        i = n->home - TW__WAITING;
        if (n != w->cell[i].slot.last)
            return n->u.list.next;
        i++;
    }
    i = tw__wheel_from(w, i);
    return i < w->slots ? w->cell[i].slot.last->u.list.next : NULL;
}

/* Empties each occupied slot, and joins the lists to one chain. Each turn puts a whole
   list before the chain, and goes on behind that slot. */
TW__INLINE struct tw_node *tw__wheel_take_all(struct tw_wheel *w) {
    struct tw_node *chain = NULL;
    size_t i = 0;

    for (; (i = tw__wheel_from(w, i)) < w->slots; i++) {
        struct tw_node *last = w->cell[i].slot.last, *first = tw__list_next(last);

        last->u.list.next = chain;
        chain = first;
        w->cell[i].slot.last = NULL;
        tw__wheel_toggle(w, i);
    }
    w->count = 0;
    w->passed = NULL;
    return chain;
}

TW__INLINE void tw__wheel_init(struct tw_wheel *w, tw_tick now, void *array, size_t n) {
    size_t t, i, leaves;

    (void)now;
    if (!array)
        n = 0;
    /* Clears the lowest one-bit until one bit is left: n is a power of two. */
    while (n & (n - 1))
        n &= n - 1;
    leaves = n ? (n - 1) / TW__WHEEL_BITS + 1 : 0;
    w->cell = (union tw_wheel_cell *)array;
    w->word = n ? &w->cell[n].word : NULL;
    w->slots = n;
    w->count = 0;
    w->read_up_to = 0;
    tw__wheel_set_position(w, 0);

    /* `t` is the size of a level of the tree, `leaf` the number of words above the
       leaves. */
    for (w->leaf = 0, t = 1; t < leaves; t *= TW__WHEEL_BITS)
        w->leaf += t;
    for (i = 0; i < n; i++)
        w->cell[i].slot.last = NULL;
    for (t = w->leaf + leaves; t > 0; t--)
        /* volatile: else compilers make it a call of memset(), as in tw__bits_clear() */
        *(volatile unsigned *)&w->word[t - 1] = 0;
}

/* Returns the name of a property that does not hold in slot i, which is occupied, or
   NULL. Takes the number of the slot's nodes off *count. The loop ends at the last node
   of the slot, or at the first wrong node. */
TW__INLINE const char *tw__wheel_check_slot(const struct tw_wheel *w, size_t i, size_t *count) {
    const struct tw_wheel_slot *slot = &w->cell[i].slot;
    const struct tw_node *n = NULL;
    const struct tw_node *passed = i == tw__wheel_slot(w, w->position) ? w->passed : NULL;
    const tw_tick nearest = (tw_tick)(slot->least - w->position);

    if (tw_before(slot->least, w->position) || tw__wheel_slot(w, slot->least) != i)
        return "wheel 2";
    do {
        tw_tick ahead;

        n = tw__list_check(n, slot->last, i + TW__WAITING);
        if (!n || tw__wheel_slot(w, n->due) != i)
            return "wheel 1";
        ahead = (tw_tick)(n->due - w->position);
        if (tw_before(n->due, w->position) || ahead < nearest)
            return "wheel 2";
        if (passed && (ahead == 0 || ahead < w->nearest))
            return "wheel 3";
        if (n == passed)
            passed = NULL;
        --*count;
    } while (n != slot->last);
    return passed ? "wheel 3" : NULL;
}

TW__INLINE const char *tw__wheel_check(const struct tw_wheel *w) {
    size_t i, t, count = w->count;
    const char *broken;

    if (count && w->nearest != TW_TICK_MAX && (w->nearest & (w->slots - 1)) != 0)
        return "wheel 3";
    for (i = 0; i < w->slots; i++) {
        const bool occupied = w->cell[i].slot.last != NULL;

        if (occupied != (w->word[w->leaf + i / TW__WHEEL_BITS] >> i % TW__WHEEL_BITS & 1))
            return "wheel 4";
        if (!occupied && w->passed && i == tw__wheel_slot(w, w->position))
            return "wheel 3";
        if (occupied && (broken = tw__wheel_check_slot(w, i, &count)) != NULL)
            return broken;
    }
    for (t = w->slots ? w->leaf + (w->slots - 1) / TW__WHEEL_BITS : 0; t > 0; t--)
        if ((w->word[(t - 1) / TW__WHEEL_BITS] >> (t - 1) % TW__WHEEL_BITS & 1) !=
            (w->word[t] != 0))
            return "wheel 4";
    return count == 0 ? NULL : "wheel 5";
}

/* PREFETCHING. Fetches the nodes of a group and the slots of their ticks, then the nodes
   beside them: the neighbours of each node, and the last node of each slot. A wheel
   without slots has no node. */
TW__INLINE void tw__wheel_prefetch_group(const struct tw_wheel *w, const struct tw__group *g) {
    const size_t ticks = g->due && w->slots ? g->count : 0;
    size_t i;

    tw__prefetch_nodes(g);
    for (i = 0; i < ticks; i++)
        TW__HINT(&w->cell[tw__wheel_slot(w, g->due[i])].slot);
    tw__prefetch_neighbours(g);
    for (i = 0; i < ticks; i++)
        tw__prefetch_links(w->cell[tw__wheel_slot(w, g->due[i])].slot.last);
}

TW__INLINE size_t tw__wheel_bytes(size_t n) { return TW_WHEEL_BYTES(n); }

/* --------------------------------------------------------------------------- WRAPPERS */

TW__OPS(tw_wheel, wheel, tw__wheel, tw__wheel)
TW__PREFETCH_BY_NODE(wheel)

/* Makes a wheel of objects by tick: struct name, and its verbs, which take and return
   pointers to type. Costs and answers are those of the functions above. */
#define TW_WHEEL_OF(name, type, member)                               \
    typedef type name##__object;                                      \
    TW__OBJECTS(name, name##__object, member, wheel, tw_wheel_ops, 0) \
    TW__OBJECTS_BY_TICK(name, name##__object, member, wheel)

TW__END_C

#endif /* TW_WHEEL_H */

/* --------------------------------------------------------------------- IMPLEMENTATION */

#if (defined(TW_IMPLEMENTATION) || defined(TW_WHEEL_IMPLEMENTATION)) && \
    !defined(TW__WHEEL_IMPLEMENTED)
#define TW__WHEEL_IMPLEMENTED

TW__BEGIN_C

TW__NODES(wheel)

TW__END_C

#endif

/* MIT No Attribution; the licence stands at the end of node.h and in the file LICENSE. */
