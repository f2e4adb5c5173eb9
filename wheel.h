/* SPDX-License-Identifier: MIT-0 */
/* wheel.h - a timing wheel: one ring of slots, deadlines at any distance.

   WHAT IT IS
       A ring of 2^k slots. A timer waits in slot `due mod 2^k`, behind those armed before it, so arming, moving and
       cancelling touch its neighbours and one slot, however many timers there are. Timers of later revolutions share
       the slot: each slot knows a bound below which nothing in it is due, and a map of bits tells which slots are
       occupied, so that on the way to the next deadline empty slots cost nothing, and others one look, not one a timer.

   PICK IT
       for many timers that are mostly moved or cancelled before they are due (idle connections, requests, retries);
       for deadlines that mostly lie within one revolution; when memory for the slots is no concern.
   PICK ANOTHER
       if many timers lie many revolutions ahead: a slot that fires walks over all that wait in it (a wheel with levels,
       a heap); for few timers (a heap, a list); if you need a priority queue.

   HOW MANY SLOTS
       As many ticks as most deadlines lie ahead, rounded up to a power of two: 16384 for timeouts of 10 s in
       milliseconds. Fewer slots cost time, never exactness.

   DO THIS
       timers             TW_TIMERS_OF(timers, wheel) makes struct timers and timers_init, _add, _cancel, ...: timers.h
       nodes by tick      struct tw_wheel and the functions below
       objects by tick    TW_WHEEL_OF(idlers, struct conn, idle) makes struct idlers and idlers_init, _add, _take, ...

   EXAMPLE (examples/idlers.c)
       struct conn { const char *name; struct tw_node idle; };
       TW_WHEEL_OF(idlers, struct conn, idle)

       static TW_WHEEL_ARRAY(slots, 1024);
       struct idlers w;
       idlers_init(&w, 0, slots, 1024);
       idlers_add(&w, &c, now + 600);                and again with each beat of c: moves it
       while ((late = idlers_take(&w, now)) != NULL)
           drop(late);

   COST (s: occupied slots; r: timers of later revolutions in a slot that fires)
       add, move, cancel   O(1); add as next() where ticks wrap          count     O(1)
       next, take          O(1) while the earliest one stays; when       each      O(1) a step
                           it has left, one step for each occupied       clear     O(s), and O(1) a timer
                           slot up to the next deadline, at most s       init      O(slots)
       firing at a tick    O(fired + r)
       A jump over timers that lie a revolution apart takes that step through all occupied slots for each tick that
       fires: 499,500 compares for 1000 timers. Over timers of one revolution it takes one compare for each such tick.
       Bytes a timer, node included: 40 on a 64-bit machine, 20 on a 32-bit one and 12 on AVR with 32-bit ticks. Bytes a
       slot: 16, 8 and 6, and a quarter of a byte for the map.

   GUARANTEES
       FIFO among equals, order by due across revolutions and jumps, next() exact. Any number of timers; add() is false
       only in a wheel without slots, as a zeroed one is. The wheel has no clock: what was armed for a tick before the
       last take() is simply earliest.

   OPTIONS
       those of timers.h; TW_WHEEL_IMPLEMENTATION instead of TW_IMPLEMENTATION defines this header and timers.h only

   SOURCE
       G. Varghese and A. Lauck, Hashed and Hierarchical Timing Wheels, SOSP 1987: scheme 6, a hash table with unsorted
       lists. The rounds that it counts down for each timer are replaced by absolute deadlines and the bound of the
       slot, its walk from slot to slot by the map. */
#ifndef TW_WHEEL_H
#define TW_WHEEL_H

#if defined(TW_WHEEL_IMPLEMENTATION) && !defined(TW_TIMERS_IMPLEMENTATION)
#define TW_TIMERS_IMPLEMENTATION
#endif
#include "timers.h"

TW__BEGIN_C

/* ---------------------------------------------------------------------------------------------------- TYPES */

struct tw_wheel_slot {
    tw_tick least;        /* nothing in the slot is due before; no meaning if the slot is empty */
    struct tw_node *last; /* the slot's list, in arming order */
};

/* An element of your array: the slots come first, the words of the map behind them. */
union tw_wheel_cell {
    struct tw_wheel_slot slot;
    unsigned map;
};

typedef union tw_wheel_cell tw_wheel_array;

/* All zero is a valid wheel without slots. */
struct tw_wheel {
    union tw_wheel_cell *cell;
    unsigned *map;      /* a tree of words, see below */
    size_t slots, leaf; /* 0 or a power of two; the map's first word that stands for slots */
    size_t count;
    tw_tick hand;         /* nothing in the wheel is due before */
    tw_tick rest;         /* nor, of the nodes of the hand's slot up to `seen`, anything before hand + rest, */
    struct tw_node *seen; /* none of which is due at the hand; NULL: there are none */
    tw_tick read;         /* the lists of the slots up to here were read ahead */
};

/* ------------------------------------------------------------------------------------------------------ API */

/* Bytes of the array for n slots, and its declaration: static TW_WHEEL_ARRAY(slots, 1024); */
#define TW_WHEEL_BYTES(n)       (TW__WHEEL_CELLS(n) * sizeof(union tw_wheel_cell))
#define TW_WHEEL_ARRAY(name, n) union tw_wheel_cell name[TW__WHEEL_CELLS(n)]
#define TW__WHEEL_CELLS(n)      ((n) + ((n) / TW__WHEEL_WORD * 2 + 2) * sizeof(unsigned) / sizeof(union tw_wheel_cell) + 1)
#define TW__WHEEL_WORD          (sizeof(unsigned) * 8)

/* An empty wheel whose slots stand in array: n, rounded down to a power of two; none if array is NULL or n is 0. It
   forgets nodes: clear() a wheel in use first. now is not needed. O(n). */
#define tw_wheel_init TW__LINK_NAME(tw_wheel_init)
TW__API void tw_wheel_init(struct tw_wheel *w, tw_tick now, union tw_wheel_cell *array, size_t n);

/* Inserts n for tick due, or moves it there if it is in w. False: w has no slots. O(1). */
TW__API bool tw_wheel_add(struct tw_wheel *w, struct tw_node *n, tw_tick due);

/* Takes n out. False: it was idle. O(1). */
TW__API bool tw_wheel_cancel(struct tw_wheel *w, struct tw_node *n);

/* The earliest deadline, exactly. False: empty. O(1) until it leaves, see COST. */
TW__API bool tw_wheel_next(struct tw_wheel *w, tw_tick *due);

/* Takes out the first node of the earliest deadline if that is not after now. NULL: none. As next(). */
TW__API struct tw_node *tw_wheel_take(struct tw_wheel *w, tw_tick now);

/* How many nodes; the node after n, slot by slot (NULL to begin, and at the end); all nodes out; every invariant. */
TW__API size_t tw_wheel_count(const struct tw_wheel *w);
TW__API struct tw_node *tw_wheel_each(const struct tw_wheel *w, const struct tw_node *n);
TW__API void tw_wheel_clear(struct tw_wheel *w);
TW__API bool tw_wheel_check(const struct tw_wheel *w);

/* --------------------------------------------------------------------------------------------------- ENGINE

   A ring of 8 slots with nodes due at 5, 13, 6 and 22, the hand at 5:

       slot      0   1   2   3   4   5   6   7
       list      -   -   -   -   -  13   6   -        arming order within the slot
                                     5  22
       least                         5   6

   Invariant outside of a call: hand <= least of each occupied slot <= due of each node in it. Both are bounds and move
   up only when somebody asks: removing a node leaves them alone. Then every slot up to one revolution from the hand
   holds one tick of this revolution, in the ring's order, and whatever else is in it comes later.

   The map is a tree of words: word t has the words t * W + 1 ... t * W + W below it, one for each of its W bits, and a
   bit is set if the word below is not 0. Those from `leaf` on have a bit for each slot. */

TW__INLINE size_t tw__wheel_slot_of(const struct tw_wheel *w, tw_tick due) { return (size_t)due & (w->slots - 1); }

/* Slot i was empty and is not any more, or the other way round. */
TW__INLINE void tw__wheel_flip(const struct tw_wheel *w, size_t i) {
    size_t t = w->leaf + i / TW__WHEEL_WORD;

    /* Invariant: below t all is told. A word that was not 0 before or is not after has told those above it. */
    for (;;) {
        const unsigned was = w->map[t];

        w->map[t] = was ^ 1u << i % TW__WHEEL_WORD;
        if (t == 0 || (was && w->map[t]))
            return;
        i = t - 1;
        t = i / TW__WHEEL_WORD;
    }
}

/* The first occupied slot from i on; w->slots: there is none. */
TW__INLINE size_t tw__wheel_from(const struct tw_wheel *w, size_t i) {
    size_t t = w->leaf + i / TW__WHEEL_WORD;
    unsigned word;

    if (i >= w->slots)
        return w->slots;
    word = w->map[t] & ~0u << i % TW__WHEEL_WORD;

    /* Invariant: what is sought is below t, in `word`; or, if that is 0, further on and below a word above. */
    for (;;) {
        if (word) {
            i = t * TW__WHEEL_WORD + tw__low_bit(word);
            if (t >= w->leaf)
                return i - w->leaf * TW__WHEEL_WORD;
            t = i + 1;
            word = w->map[t];
        } else {
            if (t == 0)
                return w->slots;
            i = t - 1;
            t = i / TW__WHEEL_WORD;
            word = w->map[t] & ~1u << i % TW__WHEEL_WORD;
        }
    }
}

/* The same around the ring; the wheel is not empty. */
TW__INLINE size_t tw__wheel_around(const struct tw_wheel *w, size_t i) {
    i = tw__wheel_from(w, i);
    return i < w->slots ? i : tw__wheel_from(w, 0);
}

TW__INLINE void tw__wheel_turn(struct tw_wheel *w, tw_tick to) {
    w->hand = to;
    w->rest = TW_TICK_MAX;
    w->seen = NULL;
}

/* In large wheels, reads in the lists of the next slots of this revolution, side by side: so their cache misses
   overlap, those of one list cannot. Short lists, being rings, are read again. Nothing is kept but how far it went.
   What is rare stays out of line, so that the common path needs few registers; small machines have no caches and want
   less code. */
#if UINTPTR_MAX > 0xFFFFFFFFu
#define TW__WHEEL_RARE TW__OUT
TW__INLINE void tw__wheel_read_ahead(struct tw_wheel *w) {
    enum { LARGE = 32768, LISTS = 8, NODES = 64 };
    const struct tw_node *n[LISTS];
    size_t i = tw__wheel_slot_of(w, w->hand), lists = 0, step, k;

    if (w->count < LARGE || !tw_before(w->read, w->hand))
        return;
    for (; lists < LISTS && (tw_tick)(w->cell[i].slot.least - w->hand) < w->slots; lists++) {
        n[lists] = w->cell[i].slot.last;
        w->read = w->cell[i].slot.least;
        i = tw__wheel_around(w, i + 1);
    }
    for (step = 0; step < NODES; step++)
        for (k = 0; k < lists; k++)
            n[k] = *(struct tw_node *const volatile *)&n[k]->u.list.next; /* volatile: nobody uses it */
}
#else
#define TW__WHEEL_RARE TW__INLINE
TW__INLINE void tw__wheel_read_ahead(struct tw_wheel *w) { (void)w; }
#endif

/* Moves the hand to the least bound. One of this revolution comes before all that lie further on in the ring. */
TW__WHEEL_RARE void tw__wheel_turn_on(struct tw_wheel *w) {
    const size_t first = tw__wheel_around(w, tw__wheel_slot_of(w, w->hand));
    tw_tick nearest = TW_TICK_MAX;
    size_t i = first;

    do {
        const struct tw_wheel_slot *slot = &w->cell[i].slot;
        const tw_tick ahead = (tw_tick)(slot->least - w->hand);

        TW_TRACE(TW_COMPARE, slot->last, slot->least);
        if (ahead < nearest)
            nearest = ahead;
        if (ahead < w->slots)
            break;
        i = tw__wheel_around(w, i + 1);
    } while (i != first);
    tw__wheel_turn(w, (tw_tick)(w->hand + nearest));
    tw__wheel_read_ahead(w);
}

/* The first node that is due at the hand. NULL: there is none, and the hand was moved on to the next bound. The wheel
   is not empty. */
TW__INLINE struct tw_node *tw__wheel_look(struct tw_wheel *w) {
    struct tw_wheel_slot *slot = &w->cell[tw__wheel_slot_of(w, w->hand)].slot;

    if (slot->last && slot->least == w->hand) {
        /* Invariant: nothing up to `seen` is due at the hand, and nothing of it before hand + rest. */
        while (w->seen != slot->last) {
            struct tw_node *n = w->seen ? w->seen->u.list.next : slot->last->u.list.next;
            const tw_tick ahead = (tw_tick)(n->due - w->hand);

            if (ahead == 0)
                return n;
            TW_TRACE(TW_CASCADE, n, n->due);
            if (ahead < w->rest)
                w->rest = ahead;
            w->seen = n;
        }
        slot->least = (tw_tick)(w->hand + w->rest);
    }
    tw__wheel_turn_on(w);
    return NULL;
}

/* Moves the hand to the earliest deadline. Each look in vain makes the bound of one slot exact. */
TW__INLINE void tw__wheel_settle(struct tw_wheel *w) {
    while (!tw__wheel_look(w)) {
    }
}

TW__INLINE void tw__wheel_remove(struct tw_wheel *w, struct tw_node *n) {
    const size_t i = n->home - TW__WAITING;

    TW_ASSERT(w->count && i == tw__wheel_slot_of(w, n->due));
    if (w->seen == n)
        w->seen = n->u.list.prev;
    tw__list_remove(&w->cell[i].slot.last, n);
    if (!w->cell[i].slot.last)
        tw__wheel_flip(w, i);
    w->count--;
}

/* The operations, as a structure for TW_TIMERS_OF and tw_timers_init(). */
TW__INLINE void tw__wheel_init(void *p, tw_tick now, void *array, size_t n) {
    struct tw_wheel *w = (struct tw_wheel *)p;
    size_t t, i, leaves;

    (void)now;
    if (!array)
        n = 0;
    while (n & (n - 1))
        n &= n - 1;
    leaves = n ? (n - 1) / TW__WHEEL_WORD + 1 : 0;
    w->cell = (union tw_wheel_cell *)array;
    w->map = n ? &w->cell[n].map : NULL;
    w->slots = n;
    w->count = 0;
    w->read = 0;
    tw__wheel_turn(w, 0);

    for (w->leaf = 0, t = 1; t < leaves; t *= TW__WHEEL_WORD)
        w->leaf += t;
    for (i = 0; i < n; i++)
        w->cell[i].slot.last = NULL;
    for (t = w->leaf + leaves; t > 0; t--)
        *(volatile unsigned *)&w->map[t - 1] = 0; /* volatile: else compilers make it a call of memset() */
}

TW__INLINE bool tw__wheel_add(void *p, struct tw_node *n, tw_tick due) {
    struct tw_wheel *w = (struct tw_wheel *)p;
    struct tw_wheel_slot *slot;
    size_t i;

    TW_ASSERT(n != NULL);
    if (w->slots == 0)
        return false;
    TW_TRACE(n->home == TW__IDLE ? TW_ARM : TW_MOVE, n, due);
    if (n->home >= TW__WAITING)
        tw__wheel_remove(w, n);

    /* Where ticks wrap, a hand left far behind could not be compared with due: it moves up to what is in the wheel. */
    if (TW_TICK_BITS != 64 && w->count)
        tw__wheel_settle(w);
    if (w->count++ == 0 || tw_before(due, w->hand))
        tw__wheel_turn(w, due);

    i = tw__wheel_slot_of(w, due);
    slot = &w->cell[i].slot;
    if (!slot->last)
        tw__wheel_flip(w, i);
    if (!slot->last || tw_before(due, slot->least))
        slot->least = due;
    n->due = due;
    n->home = i + TW__WAITING;
    tw__list_append(&slot->last, n);
    return true;
}

/* For the table: there are slots. */
TW__INLINE void tw__wheel_insert(void *w, struct tw_node *n, tw_tick due) { tw__wheel_add(w, n, due); }
TW__INLINE bool tw__wheel_full(const void *w) { return ((const struct tw_wheel *)w)->slots == 0; }

TW__INLINE bool tw__wheel_cancel(void *p, struct tw_node *n) {
    TW_ASSERT(n != NULL);
    if (n->home < TW__WAITING)
        return false;
    TW_TRACE(TW_CANCEL, n, n->due);
    tw__wheel_remove((struct tw_wheel *)p, n);
    n->home = TW__IDLE;
    return true;
}

TW__INLINE bool tw__wheel_next(void *p, tw_tick *due) {
    struct tw_wheel *w = (struct tw_wheel *)p;

    if (w->count == 0)
        return false;
    tw__wheel_settle(w);
    *due = w->hand;
    return true;
}

TW__INLINE struct tw_node *tw__wheel_take(void *p, tw_tick now) {
    struct tw_wheel *w = (struct tw_wheel *)p;
    struct tw_node *n;

    if (TW_TICK_BITS != 64 && w->count)
        tw__wheel_settle(w); /* as in add() */
    do
        if (w->count == 0 || tw_before(now, w->hand))
            return NULL;
    while ((n = tw__wheel_look(w)) == NULL);
    tw__wheel_remove(w, n);
    n->home = TW__IDLE;
    return n;
}

TW__INLINE size_t tw__wheel_count(const void *w) { return ((const struct tw_wheel *)w)->count; }

TW__INLINE struct tw_node *tw__wheel_each(const void *p, const struct tw_node *n) {
    const struct tw_wheel *w = (const struct tw_wheel *)p;
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

TW__INLINE struct tw_node *tw__wheel_drain(void *p) {
    struct tw_wheel *w = (struct tw_wheel *)p;
    struct tw_node *chain = NULL;
    size_t i = 0;

    for (; (i = tw__wheel_from(w, i)) < w->slots; i++) {
        struct tw_node *last = w->cell[i].slot.last, *first = last->u.list.next;

        last->u.list.next = chain;
        chain = first;
        w->cell[i].slot.last = NULL;
        tw__wheel_flip(w, i);
    }
    w->count = 0;
    w->seen = NULL;
    return chain;
}

/* Is slot i, which is occupied, as it must be? Its nodes are counted off. */
TW__INLINE bool tw__wheel_check_slot(const struct tw_wheel *w, size_t i, size_t *count) {
    const struct tw_wheel_slot *slot = &w->cell[i].slot;
    const struct tw_node *n = slot->last, *before = NULL;
    const struct tw_node *seen = i == tw__wheel_slot_of(w, w->hand) ? w->seen : NULL;
    const tw_tick least = (tw_tick)(slot->least - w->hand);

    if (tw_before(slot->least, w->hand) || tw__wheel_slot_of(w, slot->least) != i)
        return false;
    do {
        tw_tick ahead;

        n = n->u.list.next;
        ahead = (tw_tick)(n->due - w->hand);
        if (n->u.list.prev != before || n->home != i + TW__WAITING || tw__wheel_slot_of(w, n->due) != i)
            return false;
        if (tw_before(n->due, w->hand) || ahead < least || (seen && (ahead == 0 || ahead < w->rest)))
            return false;
        if (n == seen)
            seen = NULL;
        before = n;
        --*count;
    } while (n != slot->last);
    return !seen;
}

TW__INLINE bool tw__wheel_check(const void *p) {
    const struct tw_wheel *w = (const struct tw_wheel *)p;
    size_t i, t, count = w->count;

    if (count && w->rest != TW_TICK_MAX && w->rest % w->slots != 0)
        return false;
    for (i = 0; i < w->slots; i++) {
        const bool occupied = w->map[w->leaf + i / TW__WHEEL_WORD] >> i % TW__WHEEL_WORD & 1;

        if (occupied != (w->cell[i].slot.last != NULL))
            return false;
        if (occupied ? !tw__wheel_check_slot(w, i, &count) : w->seen && i == tw__wheel_slot_of(w, w->hand))
            return false;
    }
    for (t = w->slots ? w->leaf + (w->slots - 1) / TW__WHEEL_WORD : 0; t > 0; t--)
        if ((w->map[(t - 1) / TW__WHEEL_WORD] >> (t - 1) % TW__WHEEL_WORD & 1) != (w->map[t] != 0))
            return false;
    return count == 0;
}

TW__INLINE size_t tw__wheel_bytes(size_t n) { return TW_WHEEL_BYTES(n); }

TW__TABLE const struct tw_ops tw_wheel_ops = {
    tw__wheel_init,  tw__wheel_full,  tw__wheel_insert,        tw__wheel_add,  tw__wheel_cancel,
    tw__wheel_next,  tw__wheel_take,  tw__wheel_count,         tw__wheel_each, tw__wheel_drain,
    tw__wheel_check, tw__wheel_bytes, sizeof(struct tw_wheel), "wheel"};

/* ----------------------------------------------------------------------------------------------------- FACE */

/* A wheel of objects: struct name and its verbs, which take and give pointers to type. Costs and answers are those of
   the functions above. */
#define TW_WHEEL_OF(name, type, member)                                                                              \
    struct name {                                                                                                    \
        struct tw_wheel wheel;                                                                                       \
    };                                                                                                               \
    TW__FOLD type *name##__of(struct tw_node *n) { return n ? TW_OF(n, type, member) : NULL; }                       \
    TW__INLINE void name##_init(struct name *q, tw_tick now, union tw_wheel_cell *array, size_t n) {                 \
        tw__wheel_init(&q->wheel, now, array, n);                                                                    \
    }                                                                                                                \
    TW__INLINE bool name##_add(struct name *q, type *x, tw_tick due) {                                               \
        return tw__wheel_add(&q->wheel, &x->member, due);                                                            \
    }                                                                                                                \
    TW__INLINE bool name##_cancel(struct name *q, type *x) { return tw__wheel_cancel(&q->wheel, &x->member); }       \
    TW__INLINE bool name##_next(struct name *q, tw_tick *due) { return tw__wheel_next(&q->wheel, due); }             \
    TW__INLINE type *name##_take(struct name *q, tw_tick now) { return name##__of(tw__wheel_take(&q->wheel, now)); } \
    TW__INLINE size_t name##_count(const struct name *q) { return q->wheel.count; }                                  \
    TW__INLINE type *name##_each(const struct name *q, const type *x) {                                              \
        return name##__of(tw__wheel_each(&q->wheel, x ? &x->member : NULL));                                         \
    }                                                                                                                \
    TW__INLINE void name##_clear(struct name *q) { tw__idle_all(tw__wheel_drain(&q->wheel)); }                       \
    TW__INLINE bool name##_check(const struct name *q) { return tw__wheel_check(&q->wheel); }

TW__END_C

#endif /* TW_WHEEL_H */

/* ------------------------------------------------------------------------------------------- IMPLEMENTATION */

#if (defined(TW_IMPLEMENTATION) || defined(TW_WHEEL_IMPLEMENTATION)) && !defined(TW__WHEEL_IMPLEMENTED)
#define TW__WHEEL_IMPLEMENTED

TW__API void tw_wheel_init(struct tw_wheel *w, tw_tick now, union tw_wheel_cell *array, size_t n) {
    tw__wheel_init(w, now, array, n);
}

TW__API bool tw_wheel_add(struct tw_wheel *w, struct tw_node *n, tw_tick due) { return tw__wheel_add(w, n, due); }
TW__API bool tw_wheel_cancel(struct tw_wheel *w, struct tw_node *n) { return tw__wheel_cancel(w, n); }
TW__API bool tw_wheel_next(struct tw_wheel *w, tw_tick *due) { return tw__wheel_next(w, due); }
TW__API struct tw_node *tw_wheel_take(struct tw_wheel *w, tw_tick now) { return tw__wheel_take(w, now); }
TW__API size_t tw_wheel_count(const struct tw_wheel *w) { return w->count; }

TW__API struct tw_node *tw_wheel_each(const struct tw_wheel *w, const struct tw_node *n) {
    return tw__wheel_each(w, n);
}

TW__API void tw_wheel_clear(struct tw_wheel *w) { tw__idle_all(tw__wheel_drain(w)); }
TW__API bool tw_wheel_check(const struct tw_wheel *w) { return tw__wheel_check(w); }

#endif

/* MIT No Attribution; the text of the licence stands at the end of timers.h and in the file LICENSE. */
