/* SPDX-License-Identifier: MIT-0 */
/* heap4.h - a 4-ary heap: timers, and a priority queue with any ordering.

   WHAT IT IS
       A heap keeps just enough order to know which of its nodes is the first, and no more, which makes it quick. This
       one lives in an array of yours, and every place in it has four children. A cell of the array holds the key beside
       the node's address, so moving cells up and down reads neighbouring cells and no node; a node knows its position,
       so cancel and move search for nothing. Equal keys leave in arming order, by a number that each arming gets.

   PICK IT
       for timers of mixed distance, up to about a million; for deadlines of any range; when the number of timers is
       bounded and known (the array is yours); as a priority queue.
   PICK ANOTHER
       if deadlines are moved and cancelled far more often than reached (a wheel), if you walk in order, or if the
       number of timers has no bound that you can name (a red-black tree).

   DO THIS
       timers             TW_TIMERS_OF(timers, heap4) makes struct timers and timers_init, _add, _cancel, ...: timers.h
       nodes by tick      struct tw_heap4 and the functions below; the key is n->due
       objects in order   TW_HEAP4_OF(jobq, struct job, node, job_before) makes struct jobq and jobq_init, _add, ...

   EXAMPLE (examples/basics/jobs.c)
       struct job { int priority; const char *name; struct tw_node node; };
       static bool job_before(const struct job *a, const struct job *b) { return a->priority > b->priority; }
       TW_HEAP4_OF(jobq, struct job, node, job_before)

       static TW_HEAP4_ARRAY(room, 100);
       struct jobq q;
       jobq_init(&q, 0, room, 100);
       jobq_add(&q, &job);                           false: full
       while ((j = jobq_pop(&q)) != NULL)
           run(j);

   COST (n nodes)
       add, update       O(log n), a random key O(1) on average       next, peek, count, init   O(1)
       take, pop         O(log n)                                     clear                     O(n)
       cancel, move      O(log n), no search                          each                      O(1) per step
       Bytes per timer, node included: 64 on a 64-bit machine, 28 on a 32-bit one and 18 on AVR with 32-bit ticks. The
       64-bit array keeps the arming number too, so that many equal keys read no nodes.

   GUARANTEES
       FIFO among equals, always: the number has 64 bits (32 on AVR: exact while no node waits through 2^31 armings).
       A full heap refuses a new node and changes nothing. A node that is not in this heap (idle, fired, of another
       heap) is refused by cancel() and update(); only a node that waits in another structure trips TW_ASSERT as well.

   PROPERTIES (check() names one that does not hold: "heap4 1")
       1  No cell comes before the one above it.
       2  Each node knows the position of its cell.
       3  The key in each cell is its node's due.
       4  There are no more nodes than the array has room for.
       5  The number of each arming is less than that of the next one.

   OPTIONS
       those of node.h; TW_HEAP4_IMPLEMENTATION instead of TW_IMPLEMENTATION compiles the functions of this header only

   SOURCE
       J. W. J. Williams, Algorithm 232: Heapsort, CACM 7(6), 1964. D. B. Johnson, Priority queues with update and
       finding minimum spanning trees, IPL 4(3), 1975, for d children. A. LaMarca and R. Ladner, The influence of caches
       on the performance of heaps, JEA 1, 1996, for siblings that share cache lines. */
#ifndef TW_HEAP4_H
#define TW_HEAP4_H

#include "verbs.h"

TW__BEGIN_C

/* ---------------------------------------------------------------------------------------------------- TYPES */

#if UINTPTR_MAX > 0xFFFFu
typedef uint64_t tw_heap4_number;
#else
typedef uint32_t tw_heap4_number;
#endif

/* A 64-bit machine, which has caches, keeps the arming number beside the key; others keep it in the node, where it
   takes no room. The root's index: 3 makes siblings share cache lines, 0 wastes no cell. */
#if UINTPTR_MAX > 0xFFFFFFFFu
#define TW__HEAP4_ROOT 3u
struct tw_heap4_cell {
    tw_tick due;
    tw_heap4_number number;
    struct tw_node *node;
};
#else
#define TW__HEAP4_ROOT 0u
struct tw_heap4_cell {
    tw_tick due;
    struct tw_node *node;
};
#endif

typedef struct tw_heap4_cell tw_heap4_array; /* an element of the array that init() takes */

/* Cells from this one on are likely not to be in a first-level cache. */
enum { TW__HEAP4_LARGE = 4096 };

/* All zero is a valid heap of capacity 0. */
struct tw_heap4 {
    TW__DEBUG(struct tw_stamp stamp;)
    struct tw_heap4_cell *cell; /* yours; the first in use is cell[TW__HEAP4_ROOT] */
    size_t count, capacity;
    tw_heap4_number armings; /* so far */
};

/* ------------------------------------------------------------------------------------------------------ API */

/* Bytes of the array for n nodes, and its declaration, aligned: static TW_HEAP4_ARRAY(room, 100);
   From malloc, align to 32 if you can: it saves a cache line in three. */
#define TW_HEAP4_BYTES(n)       (((n) + TW__HEAP4_ROOT) * sizeof(struct tw_heap4_cell))
#define TW_HEAP4_ARRAY(name, n) TW__ATTRIBUTE(aligned(64)) struct tw_heap4_cell name[(n) + TW__HEAP4_ROOT]

/* Makes an empty heap for up to n nodes in array; NULL: for none, whatever n is. It forgets nodes: clear() a heap in
   use first. now is not needed. */
#define tw_heap4_init TW__LINK_NAME(tw_heap4_init)
TW__API void tw_heap4_init(struct tw_heap4 *h, tw_tick now, struct tw_heap4_cell *array, size_t n);

/* storage() tells where the array is now, with room for n: to grow, realloc() it, then call this; to shrink, call this
   first. False: n is less than count; nothing changed. capacity(): the n that was told last. O(1). */
TW__API bool tw_heap4_storage(struct tw_heap4 *h, struct tw_heap4_cell *array, size_t n);
TW__API size_t tw_heap4_capacity(const struct tw_heap4 *h);

/* Inserts n with key due, or moves it there if it is in h. False: full, or n waits elsewhere. O(log n). */
TW__API bool tw_heap4_add(struct tw_heap4 *h, struct tw_node *n, tw_tick due);

/* Takes n out. False: it is not in h. O(log n). */
TW__API bool tw_heap4_cancel(struct tw_heap4 *h, struct tw_node *n);

/* Restores order after n->due was changed; counts as arming anew. False: n is not in h. O(log n). */
TW__API bool tw_heap4_update(struct tw_heap4 *h, struct tw_node *n);

/* The least key. False: empty. O(1). */
TW__API bool tw_heap4_next(struct tw_heap4 *h, tw_tick *due);

/* The first node, which stays (peek) or is taken out (pop, and take if its due <= now). NULL: none. */
TW__API struct tw_node *tw_heap4_peek(const struct tw_heap4 *h);
TW__API struct tw_node *tw_heap4_pop(struct tw_heap4 *h);
TW__API struct tw_node *tw_heap4_take(struct tw_heap4 *h, tw_tick now);

/* The number of nodes. The node after n as the array has it (NULL to begin, and at the end). Takes every node out. The
   name of a property that does not hold, or NULL. */
TW__API size_t tw_heap4_count(const struct tw_heap4 *h);
TW__API struct tw_node *tw_heap4_each(const struct tw_heap4 *h, const struct tw_node *n);
TW__API void tw_heap4_clear(struct tw_heap4 *h);
TW__CHECKED(TW__API const char *tw_heap4_check(const struct tw_heap4 *h);)

/* --------------------------------------------------------------------------------------------------- ENGINE

   Positions i run from ROOT. The children of i are four neighbours, first(i) .. first(i) + 3; up(i) leads back:

       ROOT 3:   3 | 4 5 6 7 | 8 .. 11 | 12 .. 15 | 16 .. 19 | 20 .. 23 | ...
                 root  children  of 4       of 5       of 6       of 7

   To sift is to move a hole: cells move into it, one by one, until x, which is in no cell meanwhile, may fill it. */

typedef bool tw__heap4_order(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b);
typedef bool tw__heap4_sooner(struct tw_node *a, struct tw_node *b); /* of objects; false both ways for equals */
typedef void tw__heap4_sift_fn(struct tw_heap4 *h, size_t i, const struct tw_heap4_cell *x);

TW__INLINE size_t tw__heap4_first(size_t i) { return 4 * i + 1 - 3 * TW__HEAP4_ROOT; }
TW__INLINE size_t tw__heap4_up(size_t i) { return (i - 1 - TW__HEAP4_ROOT) / 4 + TW__HEAP4_ROOT; }

/* The arming number of a cell, read and written; and a cell copied, by members where gcc would call memcpy(). */
#if UINTPTR_MAX > 0xFFFFFFFFu
TW__INLINE tw_heap4_number tw__heap4_number(const struct tw_heap4_cell *x) { return x->number; }
TW__INLINE void tw__heap4_set_number(struct tw_heap4_cell *x, tw_heap4_number number) { x->number = number; }
TW__INLINE void tw__heap4_copy(struct tw_heap4_cell *to, struct tw_heap4_cell x) { *to = x; }
#else
TW__INLINE tw_heap4_number tw__heap4_number(const struct tw_heap4_cell *x) {
    const uintptr_t *word = x->node->u.word;
    return (tw_heap4_number)word[1] << (4 * sizeof(tw_heap4_number)) | word[0];
}
TW__INLINE void tw__heap4_set_number(struct tw_heap4_cell *x, tw_heap4_number number) {
    x->node->u.word[0] = (uintptr_t)number;
    x->node->u.word[1] = (uintptr_t)(number >> (4 * sizeof(number)));
}
TW__INLINE void tw__heap4_copy(struct tw_heap4_cell *a, struct tw_heap4_cell x) { a->due = x.due, a->node = x.node; }
#endif

/* The number wraps, at least where it has 32 bits. */
TW__INLINE bool tw__heap4_armed_before(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b) {
    return (tw__heap4_number(a) - tw__heap4_number(b)) >> (8 * sizeof(tw_heap4_number) - 1);
}

/* The first in order of four siblings, the one at c and the next three. Which of two comes first is a coin toss to a
   branch predictor: sums stand instead of branches. */
TW__FOLD size_t tw__heap4_first_of_four(const struct tw_heap4_cell *cell, size_t c, tw__heap4_order *before) {
    const size_t left = c + before(&cell[c + 1], &cell[c]), right = c + 2 + before(&cell[c + 3], &cell[c + 2]);

    return left + ((right - left) & ((size_t)0 - before(&cell[right], &cell[left])));
}

/* b if `yes`, else a, without a branch. */
TW__INLINE uintptr_t tw__heap4_pick(uintptr_t a, uintptr_t b, bool yes) { return a ^ ((a ^ b) & ((uintptr_t)0 - yes)); }

/* As above, for objects. Both ways are asked of each pair, but only one answer leads to the next pair; that there are
   no equals is a branch that can be guessed. */
TW__FOLD size_t tw__heap4_first_object(const struct tw_heap4_cell *cell, size_t c, tw__heap4_order *before,
                                       tw__heap4_sooner *sooner) {
    struct tw_node *const n0 = cell[c].node, *const n1 = cell[c + 1].node;
    struct tw_node *const n2 = cell[c + 2].node, *const n3 = cell[c + 3].node, *left, *right;
    const bool l = sooner(n1, n0), r = sooner(n3, n2), differ_l = l | sooner(n0, n1), differ_r = r | sooner(n2, n3);
    bool other;

    if (c < TW__HEAP4_LARGE && (differ_l & differ_r)) {
        left = (struct tw_node *)tw__heap4_pick((uintptr_t)n0, (uintptr_t)n1, l);
        right = (struct tw_node *)tw__heap4_pick((uintptr_t)n2, (uintptr_t)n3, r);
        other = sooner(right, left);
        if (other | sooner(left, right))
            return c + tw__heap4_pick(l, 2u + r, other);
    }
    return tw__heap4_first_of_four(cell, c, before);
}

#if TW_TICK_BITS == 64 && defined(__SIZEOF_INT128__)
__extension__ typedef unsigned __int128 tw__heap4_key; /* due and number as one: 2^62 armings are never reached */
TW__INLINE tw__heap4_key tw__heap4_key_of(const struct tw_heap4_cell *x) {
    return (tw__heap4_key)x->due << 64 | tw__heap4_number(x);
}

TW__INLINE bool tw__heap4_by_due(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b) {
    TW__COMPARED(a->node, a->due, b->node);
    return tw__heap4_key_of(a) < tw__heap4_key_of(b);
}

/* The key of the k-th of four siblings, with k in its lowest two bits: keys differ anyway, so k decides nothing, and
   the least key tells whose it is. */
TW__INLINE tw__heap4_key tw__heap4_sibling(const struct tw_heap4_cell *c, unsigned k) {
    return (tw__heap4_key)c[k].due << 64 | (tw__heap4_number(&c[k]) << 2 | k);
}
TW__INLINE tw__heap4_key tw__heap4_min(tw__heap4_key a, tw__heap4_key b) { return b < a ? b : a; }
/* As above, without a load that waits for a comparison. */
TW__INLINE size_t tw__heap4_first_by_due(const struct tw_heap4_cell *cell, size_t c) {
    const tw__heap4_key left = tw__heap4_min(tw__heap4_sibling(&cell[c], 0), tw__heap4_sibling(&cell[c], 1));
    const tw__heap4_key right = tw__heap4_min(tw__heap4_sibling(&cell[c], 2), tw__heap4_sibling(&cell[c], 3));
    const size_t l = c + ((size_t)left & 3), r = c + ((size_t)right & 3);

    TW__COMPARED(cell[c + 1].node, cell[c + 1].due, cell[c].node);
    TW__COMPARED(cell[c + 3].node, cell[c + 3].due, cell[c + 2].node);
    TW__COMPARED(cell[r].node, cell[r].due, cell[l].node);
    (void)l, (void)r;
    return c + ((size_t)tw__heap4_min(left, right) & 3);
}
#else
TW__INLINE bool tw__heap4_by_due(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b) {
    TW__COMPARED(a->node, a->due, b->node);
    return a->due != b->due ? tw_before(a->due, b->due) : tw__heap4_armed_before(a, b);
}
TW__INLINE size_t tw__heap4_first_by_due(const struct tw_heap4_cell *cell, size_t c) {
    return tw__heap4_first_of_four(cell, c, tw__heap4_by_due);
}
#endif

TW__INLINE void tw__heap4_put(struct tw_heap4_cell *cell, size_t i, struct tw_heap4_cell x) {
    tw__heap4_copy(&cell[i], x);
    x.node->home = i + TW__WAITING;
    TW_TRACE(TW_LINK, x.node, x.due);
}

/* Moves the hole at i up while x comes before the cell above, which moves down into it. The cells below the hole need
   no look: the cell that moved down was above them before. */
TW__FOLD size_t tw__heap4_rise(struct tw_heap4_cell *cell, size_t i, const struct tw_heap4_cell *x,
                               tw__heap4_order *before) {
    for (; i > TW__HEAP4_ROOT && before(x, &cell[tw__heap4_up(i)]); i = tw__heap4_up(i))
        tw__heap4_put(cell, i, cell[tw__heap4_up(i)]);
    return i;
}

/* The first in order of the siblings from c on, of which those before `end` are in the heap, at least one. */
TW__FOLD size_t tw__heap4_least(const struct tw_heap4_cell *cell, size_t c, size_t end, tw__heap4_order *before,
                                tw__heap4_sooner *sooner) {
    size_t least = c;

    if (TW__SPEED && c + 4 <= end)
        return sooner ? tw__heap4_first_object(cell, c, before, sooner) : tw__heap4_first_by_due(cell, c);
    for (end = c + 4 < end ? c + 4 : end; ++c < end;)
        least = before(&cell[c], &cell[least]) ? c : least;
    return least;
}

/* Asks for the sixteen cells from i on, the children of four siblings, while it is not known yet which comes first. */
TW__FOLD void tw__heap4_prefetch(const struct tw_heap4_cell *cell, size_t i) {
    size_t k;

    for (k = 0; k < 16 * sizeof *cell; k += 64)
        TW__PREFETCH((const char *)&cell[i] + k);
}

/* Moves the hole at i down while one of its children comes before x: the first of them moves up into it. */
TW__FOLD size_t tw__heap4_sink(struct tw_heap4_cell *cell, size_t i, size_t end, const struct tw_heap4_cell *x,
                               tw__heap4_order *before, tw__heap4_sooner *sooner) {
    const size_t large = end > TW__HEAP4_LARGE ? end - TW__HEAP4_LARGE : 0; /* the number of cells from LARGE on */
    size_t c, least;

    for (; (c = tw__heap4_first(i)) < end; i = least) {
        if (TW__SPEED && tw__heap4_first(c) - TW__HEAP4_LARGE < large)
            tw__heap4_prefetch(cell, tw__heap4_first(c));
        least = tw__heap4_least(cell, c, end, before, sooner);
        if (!before(&cell[least], x))
            break;
        TW__PREFETCH(&cell[least].node->home); /* may be far away, and is written next */
        tw__heap4_put(cell, i, cell[least]);
    }
    return i;
}

/* Puts x where it belongs, from the hole at i. A hole that rose does not sink: where speed is asked for it need not
   look. There x is copied too, so that no write to the array makes the processor read it anew. */
TW__FOLD void tw__heap4_sift(struct tw_heap4 *h, size_t i, const struct tw_heap4_cell *x, tw__heap4_order *before,
                             tw__heap4_sooner *sooner) {
    struct tw_heap4_cell *const cell = h->cell;
    const struct tw_heap4_cell copy = *x;
    const size_t from = i;

    if (TW__SPEED)
        x = &copy;
    i = tw__heap4_rise(cell, i, x, before);
    if (!TW__SPEED || i == from)
        i = tw__heap4_sink(cell, i, h->count + TW__HEAP4_ROOT, x, before, sooner);
    tw__heap4_put(cell, i, *x);
}

/* Arms n, from the hole at i. */
TW__FOLD void tw__heap4_arm(struct tw_heap4 *h, struct tw_node *n, tw_tick due, size_t i, tw__heap4_sift_fn *sift) {
    struct tw_heap4_cell x;

    x.due = due;
    x.node = n;
    tw__heap4_set_number(&x, h->armings++);
    sift(h, i, &x);
}

TW__FOLD void tw__heap4_insert(struct tw_heap4 *h, struct tw_node *n, tw_tick due, tw__heap4_sift_fn *sift) {
    tw__heap4_arm(h, n, due, h->count++ + TW__HEAP4_ROOT, sift);
}

TW__FOLD void tw__heap4_update(struct tw_heap4 *h, struct tw_node *n, tw_tick due, tw__heap4_sift_fn *sift) {
    tw__heap4_arm(h, n, due, n->home - TW__WAITING, sift);
}

/* Fills the hole at i with the last cell, which may belong above or below it. */
TW__FOLD void tw__heap4_close(struct tw_heap4 *h, size_t i, tw__heap4_sift_fn *sift) {
    const size_t last = --h->count + TW__HEAP4_ROOT;

    if (i != last)
        sift(h, i, &h->cell[last]);
}

TW__INLINE bool tw__heap4_full(const struct tw_heap4 *h) { return h->count == h->capacity; }

/* The position says so, without a search; a node that waits elsewhere may be anything but freed memory. */
TW__INLINE bool tw__heap4_has(const struct tw_heap4 *h, const struct tw_node *n) {
    const uintptr_t i = n->home - TW__WAITING;
    const bool here = i - TW__HEAP4_ROOT < h->count && h->cell[i].node == n;

    TW_ASSERT(here);
    return here;
}

TW__INLINE struct tw_node *tw__heap4_peek(const struct tw_heap4 *h) {
    return h->count ? h->cell[TW__HEAP4_ROOT].node : NULL;
}

/* Reads the cell: the node may be a cache miss away. */
TW__INLINE bool tw__heap4_next(const struct tw_heap4 *h, tw_tick *due) {
    if (h->count)
        *due = h->cell[TW__HEAP4_ROOT].due;
    return h->count != 0;
}
TW__QUIET_BY_NEXT(heap4)

TW__FOLD struct tw_node *tw__heap4_take(struct tw_heap4 *h, tw_tick now, tw__heap4_sift_fn *sift) {
    struct tw_node *n = tw__heap4_peek(h);

    if (!n || tw_before(now, h->cell[TW__HEAP4_ROOT].due))
        return NULL;
    TW__PREFETCH(n); /* read next, and on its way meanwhile */
    tw__heap4_close(h, TW__HEAP4_ROOT, sift);
    return n;
}

TW__INLINE size_t tw__heap4_count(const struct tw_heap4 *h) { return h->count; }

TW__INLINE struct tw_node *tw__heap4_each(const struct tw_heap4 *h, const struct tw_node *n) {
    const size_t i = n ? n->home - TW__WAITING + 1 : TW__HEAP4_ROOT;
    return i < h->count + TW__HEAP4_ROOT ? h->cell[i].node : NULL;
}

TW__INLINE struct tw_node *tw__heap4_drain(struct tw_heap4 *h) {
    struct tw_node *chain = NULL;

    while (h->count) {
        struct tw_node *n = h->cell[--h->count + TW__HEAP4_ROOT].node;
        n->u.list.next = chain;
        chain = n;
    }
    return chain;
}

TW__INLINE void tw__heap4_init(struct tw_heap4 *h, tw_tick now, void *array, size_t n) {
    (void)now;
    h->cell = (struct tw_heap4_cell *)array;
    h->count = 0;
    h->capacity = array ? n : 0;
    h->armings = 0;
}

TW__INLINE size_t tw__heap4_capacity(const struct tw_heap4 *h) { return h->capacity; }

TW__INLINE bool tw__heap4_storage(struct tw_heap4 *h, void *array, size_t n) {
    if (n < h->count)
        return false;
    h->cell = (struct tw_heap4_cell *)array;
    h->capacity = n;
    return true;
}

TW__FOLD const char *tw__heap4_check(const struct tw_heap4 *h, tw__heap4_order *before) {
    size_t i = TW__HEAP4_ROOT;

    for (; i < h->count + TW__HEAP4_ROOT; i++) {
        const struct tw_heap4_cell *x = &h->cell[i];

        if (i > TW__HEAP4_ROOT && before(x, &h->cell[tw__heap4_up(i)]))
            return "heap4 1";
        if (x->node->home != i + TW__WAITING)
            return "heap4 2";
        if (x->due != x->node->due)
            return "heap4 3";
        if (!((tw__heap4_number(x) - h->armings) >> (8 * sizeof(tw_heap4_number) - 1)))
            return "heap4 5";
    }
    return h->count <= h->capacity ? NULL : "heap4 4";
}

TW__INLINE size_t tw__heap4_bytes(size_t n) { return TW_HEAP4_BYTES(n); }

/* -------------------------------------------------------------------------------------------------WRAPPERS */

/* A heap in the order `before`; of objects, where speed is asked for, in the order `sooner` too, else NULL: the
   functions that know it, and their table, name_ops. The order is compiled into the sift, which is the larger step and
   which they share. Where speed is asked for a new node only rises: the last place has nothing below it. */
#define TW__HEAP4_OPS(name, p, before, sooner)                                                                        \
    TW__INLINE void p##_sift(struct tw_heap4 *h, size_t i, const struct tw_heap4_cell *x) {                           \
        tw__heap4_sift(h, i, x, before, sooner);                                                                      \
    }                                                                                                                 \
    TW__INLINE void p##_rise(struct tw_heap4 *h, size_t i, const struct tw_heap4_cell *x) {                           \
        tw__heap4_put(h->cell, tw__heap4_rise(h->cell, i, x, before), *x);                                            \
    }                                                                                                                 \
    TW__INLINE void p##_insert(struct tw_heap4 *h, struct tw_node *n, tw_tick due) {                                  \
        tw__heap4_insert(h, n, due, TW__SPEED ? p##_rise : p##_sift);                                                 \
    }                                                                                                                 \
    TW__INLINE void p##_update(struct tw_heap4 *h, struct tw_node *n, tw_tick due) {                                  \
        tw__heap4_update(h, n, due, p##_sift);                                                                        \
    }                                                                                                                 \
    TW__INLINE void p##_remove(struct tw_heap4 *h, struct tw_node *n) {                                               \
        tw__heap4_close(h, n->home - TW__WAITING, p##_sift);                                                          \
    }                                                                                                                 \
    TW__INLINE struct tw_node *p##_take(struct tw_heap4 *h, tw_tick now) { return tw__heap4_take(h, now, p##_sift); } \
    TW__INLINE const char *p##_check(const struct tw_heap4 *h) { return tw__heap4_check(h, before); }                 \
    TW__OPS(name, heap4, p, p)

TW__HEAP4_OPS(tw_heap4, tw__heap4_due, tw__heap4_by_due, NULL)

/* A queue of objects: struct name and its verbs, which take and give pointers to type. before(a, b) is the order: true
   if a must leave before b; equals leave in the order they were added. The key lies in your objects: after changing it,
   name##_update(). Costs and answers are those of the functions above; init takes now for uniformity only. */
#define TW_HEAP4_OF(name, type, member, before)                                                                       \
    TW__FOLD bool name##__sooner(struct tw_node *a, struct tw_node *b) {                                              \
        return before(TW_OF(a, type, member), TW_OF(b, type, member));                                                \
    }                                                                                                                 \
    TW__FOLD bool name##__order(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b) {                       \
        return before(TW_OF(a->node, type, member), TW_OF(b->node, type, member)) ||                                  \
               (!before(TW_OF(b->node, type, member), TW_OF(a->node, type, member)) && tw__heap4_armed_before(a, b)); \
    }                                                                                                                 \
    TW__HEAP4_OPS(name, name##_, name##__order, TW__SPEED ? name##__sooner : NULL)                                    \
    TW__OBJECTS_IN_ORDER(name, type, member, heap4)                                                                   \
    TW__INLINE bool name##_storage(struct name *q, struct tw_heap4_cell *array, size_t n) {                           \
        return tw__heap4_storage(&q->in, array, n);                                                                   \
    }                                                                                                                 \
    TW__INLINE size_t name##_capacity(const struct name *q) { return tw__heap4_capacity(&q->in); }

TW__END_C

#endif /* TW_HEAP4_H */

/* ------------------------------------------------------------------------------------------- IMPLEMENTATION */

#if (defined(TW_IMPLEMENTATION) || defined(TW_HEAP4_IMPLEMENTATION)) && !defined(TW__HEAP4_IMPLEMENTED)
#define TW__HEAP4_IMPLEMENTED

TW__NODES_IN_ORDER(TW__API, heap4)

TW__API bool tw_heap4_storage(struct tw_heap4 *h, struct tw_heap4_cell *array, size_t n) {
    return tw__heap4_storage(h, array, n);
}
TW__API size_t tw_heap4_capacity(const struct tw_heap4 *h) { return tw__heap4_capacity(h); }

#endif

/* MIT No Attribution; the text of the licence stands at the end of node.h and in the file LICENSE. */
