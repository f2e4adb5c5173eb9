/* SPDX-License-Identifier: MIT-0 */
/* heap4.h - a 4-ary heap: timers, and a priority queue with any ordering.

   WHAT IT IS
       An array heap in which every entry has four children. An entry holds the node's key beside the pointer, so
       sifting reads neighbouring entries and no node, and a node knows its position, so cancel and move need no search.
       Equal keys leave in arming order: each arming is numbered, and the number breaks the tie.

   PICK IT
       for timers of mixed distance, up to about a million; for deadlines of any range; when the number of timers is
       bounded and known (the array is yours); as a priority queue.
   PICK ANOTHER
       if deadlines are moved and cancelled far more often than reached (a wheel), if you walk in order, or if the
       number of timers has no bound that you can name (a red-black tree).

   DO THIS
       timers             TW_TIMERS_OF(timers, heap4) makes struct timers and timers_init, _add, _cancel, ...: timers.h
       queue by tick      struct tw_heap4 and the functions below; the key is n->due
       queue of objects   TW_HEAP4_OF(jobq, struct job, node, job_before) makes struct jobq and jobq_init, _add, ...

   EXAMPLE (examples/jobs.c)
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
       add, update       O(log n), a random key O(1) on average       next, peek, count    O(1)
       take, pop         O(log n)                                     clear                O(n)
       cancel, move      O(log n), no search                          each                 O(1) a step
       Bytes a timer, node included: 64 on a 64-bit machine, 28 on a 32-bit one and 18 on AVR with 32-bit ticks. The
       64-bit array keeps the arming number too, so that many equal keys read no nodes.

   GUARANTEES
       FIFO among equals, always: the number has 64 bits (32 on AVR: exact while no node waits through 2^31 armings).
       A full heap refuses a new node and changes nothing. A node that is not in this heap (idle, fired, of another
       heap) is refused by cancel() and update(); only a node that waits in another structure trips TW_ASSERT as well.

   OPTIONS
       those of timers.h; TW_HEAP4_IMPLEMENTATION instead of TW_IMPLEMENTATION defines this header and timers.h only

   SOURCE
       J. W. J. Williams, Algorithm 232: Heapsort, CACM 7(6), 1964. D. B. Johnson, Priority queues with update and
       finding minimum spanning trees, IPL 4(3), 1975, for d children. A. LaMarca and R. Ladner, The influence of caches
       on the performance of heaps, JEA 1, 1996, for siblings that share cache lines. */
#ifndef TW_HEAP4_H
#define TW_HEAP4_H

#if defined(TW_HEAP4_IMPLEMENTATION) && !defined(TW_TIMERS_IMPLEMENTATION)
#define TW_TIMERS_IMPLEMENTATION
#endif
#include "timers.h"

TW__BEGIN_C

/* ---------------------------------------------------------------------------------------------------- TYPES */

/* Where an arming number stands: on a 64-bit machine, which has caches, beside the key; else in the node, where it
   takes no room. The root's index: 3 lines groups of siblings up with the array's alignment, 0 wastes no entry. */
#if UINTPTR_MAX > 0xFFFFFFFFu
#define TW__HEAP4_NUMBER_IN_CELL 1
#define TW__HEAP4_ROOT           3u
#else
#define TW__HEAP4_NUMBER_IN_CELL 0
#define TW__HEAP4_ROOT           0u
#endif

#if UINTPTR_MAX > 0xFFFFu
typedef uint64_t tw_heap4_number;
#else
typedef uint32_t tw_heap4_number;
#endif

struct tw_heap4_cell {
    tw_tick due;
#if TW__HEAP4_NUMBER_IN_CELL
    tw_heap4_number number;
#endif
    struct tw_node *node;
};

typedef struct tw_heap4_cell tw_heap4_array; /* an element of the array that init() takes */

/* Entries behind this one are likely not to be in a first-level cache. */
enum { TW__HEAP4_LARGE = 4096 };

/* All zero is a valid heap of capacity 0. */
struct tw_heap4 {
    struct tw_heap4_cell *cell; /* yours; entries stand at TW__HEAP4_ROOT and above */
    size_t count, capacity;
    tw_heap4_number armings; /* so far */
};

/* ------------------------------------------------------------------------------------------------------ API */

/* Bytes of the array for n nodes, and its declaration, aligned: static TW_HEAP4_ARRAY(room, 100);
   From malloc, align to 32 if you can: it saves a cache line in three. */
#define TW_HEAP4_BYTES(n)       (((n) + TW__HEAP4_ROOT) * sizeof(struct tw_heap4_cell))
#define TW_HEAP4_ARRAY(name, n) TW__ATTRIBUTE(aligned(64)) struct tw_heap4_cell name[(n) + TW__HEAP4_ROOT]

/* An empty heap for up to n nodes in array; NULL: for none, whatever n is. It forgets nodes: clear() a heap in use
   first. now is not needed. */
#define tw_heap4_init TW__LINK_NAME(tw_heap4_init)
TW__API void tw_heap4_init(struct tw_heap4 *h, tw_tick now, struct tw_heap4_cell *array, size_t n);

/* Tells where the array is now, with room for n: to grow, realloc() it, then call this; to shrink, call this first.
   False: n is less than count; nothing changed. O(1). */
TW__API bool tw_heap4_storage(struct tw_heap4 *h, struct tw_heap4_cell *array, size_t n);

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

/* How many nodes; the node after n as the array has it (NULL to begin, and at the end); all nodes out; every
   invariant. */
TW__API size_t tw_heap4_count(const struct tw_heap4 *h);
TW__API struct tw_node *tw_heap4_each(const struct tw_heap4 *h, const struct tw_node *n);
TW__API void tw_heap4_clear(struct tw_heap4 *h);
TW__API bool tw_heap4_check(const struct tw_heap4 *h);

/* --------------------------------------------------------------------------------------------------- ENGINE

   Indices i run from ROOT. The children of i are four neighbours, first(i) .. first(i) + 3; up(i) leads back:

       ROOT 3:   3 | 4 5 6 7 | 8 .. 11 | 12 .. 15 | 16 .. 19 | 20 .. 23 | ...
                 root  children  of 4       of 5       of 6       of 7

   Invariant outside of a call: no entry comes before the one above it, and cell[i].node->home == i + WAITING. */

typedef bool tw__heap4_order(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b);
typedef void tw__heap4_sift(struct tw_heap4 *h, size_t i, const struct tw_heap4_cell *x);

TW__INLINE size_t tw__heap4_first(size_t i) { return 4 * i + 1 - 3 * TW__HEAP4_ROOT; }

TW__INLINE size_t tw__heap4_up(size_t i) { return (i - 1 - TW__HEAP4_ROOT) / 4 + TW__HEAP4_ROOT; }

TW__INLINE tw_heap4_number tw__heap4_number(const struct tw_heap4_cell *x) {
#if TW__HEAP4_NUMBER_IN_CELL
    return x->number;
#else
    const uintptr_t *word = x->node->u.word;
    return (tw_heap4_number)word[1] << (4 * sizeof(tw_heap4_number)) | word[0];
#endif
}

/* The entry for n, armed now. */
TW__INLINE struct tw_heap4_cell tw__heap4_cell(struct tw_heap4 *h, struct tw_node *n) {
    const tw_heap4_number number = h->armings++;
    struct tw_heap4_cell x;

    x.due = n->due;
    x.node = n;
#if TW__HEAP4_NUMBER_IN_CELL
    x.number = number;
#else
    n->u.word[0] = (uintptr_t)number;
    n->u.word[1] = (uintptr_t)(number >> (4 * sizeof(number)));
#endif
    return x;
}

TW__INLINE bool tw__heap4_armed_before(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b) {
    return (tw__heap4_number(a) - tw__heap4_number(b)) >> (8 * sizeof(tw_heap4_number) - 1);
}

TW__INLINE bool tw__heap4_by_due(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b) {
#if TW_TICK_BITS == 64 && TW__HEAP4_NUMBER_IN_CELL && defined(__SIZEOF_INT128__)
    __extension__ typedef unsigned __int128 both; /* no branch; 2^64 armings are never reached */
    TW_TRACE(TW_COMPARE, a->node, a->due);
    return ((both)a->due << 64 | a->number) < ((both)b->due << 64 | b->number);
#else
    TW_TRACE(TW_COMPARE, a->node, a->due);
    return tw_before(a->due, b->due) || (a->due == b->due && tw__heap4_armed_before(a, b));
#endif
}

TW__INLINE void tw__heap4_put(struct tw_heap4 *h, size_t i, struct tw_heap4_cell x) {
    h->cell[i] = x;
    x.node->home = i + TW__WAITING;
    TW_TRACE(TW_LINK, x.node, x.due);
}

/* Sixteen entries, the children of four siblings: whichever is the least, its own are on their way meanwhile. */
TW__INLINE void tw__heap4_prefetch(const struct tw_heap4_cell *x) {
    const struct tw_heap4_cell *end = x + 16;

    for (; x < end; x += 2)
        TW__PREFETCH(x);
}

/* Puts x where it belongs, starting from the hole at i, upwards or downwards. */
TW__FOLD void tw__heap4_sift_by(struct tw_heap4 *h, size_t i, const struct tw_heap4_cell *x, tw__heap4_order *before) {
    const size_t end = h->count + TW__HEAP4_ROOT;
    struct tw_heap4_cell *const cell = h->cell;

    /* All below i may stay when x goes up: what moves down came before it already. */
    while (i > TW__HEAP4_ROOT && before(x, &cell[tw__heap4_up(i)])) {
        tw__heap4_put(h, i, cell[tw__heap4_up(i)]);
        i = tw__heap4_up(i);
    }

    /* All above i may stay when x goes down: the least child takes its place. */
    for (;;) {
        size_t c = tw__heap4_first(i), best = c;

        if (TW__SPEED && c + 4 <= end) {
            const size_t grand = tw__heap4_first(c);
            size_t right;
            if (grand >= TW__HEAP4_LARGE && grand < end)
                tw__heap4_prefetch(&cell[grand]);
            /* Which of two is a coin toss to a branch predictor: sums instead of branches. */
            right = c + 2 + before(&cell[c + 3], &cell[c + 2]);
            best = c + before(&cell[c + 1], &cell[c]);
            best += (right - best) & ((size_t)0 - before(&cell[right], &cell[best]));
        } else if (c < end) {
            const size_t all = c + 4;
            while (++c < end && c < all)
                best = before(&cell[c], &cell[best]) ? c : best;
        } else {
            break;
        }
        if (!before(&cell[best], x))
            break;
        tw__heap4_put(h, i, cell[best]);
        i = best;
    }
    tw__heap4_put(h, i, *x);
}

TW__INLINE void tw__heap4_sift_due(struct tw_heap4 *h, size_t i, const struct tw_heap4_cell *x) {
    tw__heap4_sift_by(h, i, x, tw__heap4_by_due);
}

/* Is n in h? Its position says so, without a search; a foreign node may be anything but freed memory. */
TW__INLINE bool tw__heap4_has(const struct tw_heap4 *h, const struct tw_node *n) {
    const uintptr_t place = n->home - TW__WAITING;
    return place - TW__HEAP4_ROOT < h->count && h->cell[place].node == n;
}

/* n is armed at i, wherever it was, and goes where it belongs. */
TW__FOLD void tw__heap4_arm(struct tw_heap4 *h, struct tw_node *n, size_t i, tw__heap4_sift *sift) {
    const struct tw_heap4_cell x = tw__heap4_cell(h, n);

    sift(h, i, &x);
}

TW__FOLD bool tw__heap4_update(struct tw_heap4 *h, struct tw_node *n, tw__heap4_sift *sift) {
    TW_ASSERT(n != NULL);
    if (!tw__heap4_has(h, n))
        return false;
    TW_TRACE(TW_MOVE, n, n->due);
    tw__heap4_arm(h, n, n->home - TW__WAITING, sift);
    return true;
}

/* n does not wait, and there is room. */
TW__FOLD void tw__heap4_insert(struct tw_heap4 *h, struct tw_node *n, tw_tick due, tw__heap4_sift *sift) {
    TW_TRACE(n->home == TW__IDLE ? TW_ARM : TW_MOVE, n, due);
    n->due = due;
    tw__heap4_arm(h, n, h->count++ + TW__HEAP4_ROOT, sift);
}

TW__FOLD bool tw__heap4_move(struct tw_heap4 *h, struct tw_node *n, tw_tick due, tw__heap4_sift *sift) {
    TW_ASSERT(tw__heap4_has(h, n));
    if (!tw__heap4_has(h, n))
        return false;
    TW_TRACE(TW_MOVE, n, due);
    n->due = due;
    tw__heap4_arm(h, n, n->home - TW__WAITING, sift);
    return true;
}

TW__FOLD bool tw__heap4_add(struct tw_heap4 *h, struct tw_node *n, tw_tick due, tw__heap4_sift *sift) {
    TW_ASSERT(n != NULL);
    if (n->home >= TW__WAITING)
        return tw__heap4_move(h, n, due, sift);
    if (h->count == h->capacity)
        return false;
    tw__heap4_insert(h, n, due, sift);
    return true;
}

/* The entry at i leaves and the last one takes its place, which may lie above or below. */
TW__FOLD struct tw_node *tw__heap4_remove(struct tw_heap4 *h, size_t i, tw__heap4_sift *sift) {
    struct tw_node *n = h->cell[i].node;
    const size_t last = --h->count + TW__HEAP4_ROOT;

    n->home = TW__IDLE;
    if (i != last)
        sift(h, i, &h->cell[last]);
    return n;
}

TW__FOLD bool tw__heap4_cancel(struct tw_heap4 *h, struct tw_node *n, tw__heap4_sift *sift) {
    TW_ASSERT(n != NULL);
    if (!tw__heap4_has(h, n)) {
        TW_ASSERT(n->home < TW__WAITING);
        return false;
    }
    TW_TRACE(TW_CANCEL, n, n->due);
    tw__heap4_remove(h, n->home - TW__WAITING, sift);
    return true;
}

TW__INLINE struct tw_node *tw__heap4_peek(const struct tw_heap4 *h) {
    return h->count ? h->cell[TW__HEAP4_ROOT].node : NULL;
}

TW__FOLD struct tw_node *tw__heap4_pop(struct tw_heap4 *h, tw__heap4_sift *sift) {
    return h->count ? tw__heap4_remove(h, TW__HEAP4_ROOT, sift) : NULL;
}

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

TW__INLINE void tw__heap4_init(struct tw_heap4 *h, struct tw_heap4_cell *array, size_t n) {
    h->cell = array;
    h->count = 0;
    h->capacity = array ? n : 0;
    h->armings = 0;
}

TW__INLINE bool tw__heap4_storage(struct tw_heap4 *h, struct tw_heap4_cell *array, size_t n) {
    if (n < h->count)
        return false;
    h->cell = array;
    h->capacity = n;
    return true;
}

TW__FOLD bool tw__heap4_check(const struct tw_heap4 *h, tw__heap4_order *before) {
    size_t i = TW__HEAP4_ROOT;

    for (; i < h->count + TW__HEAP4_ROOT; i++) {
        const struct tw_heap4_cell *x = &h->cell[i];
        if (x->due != x->node->due || x->node->home != i + TW__WAITING)
            return false;
        if (!((tw__heap4_number(x) - h->armings) >> (8 * sizeof(tw_heap4_number) - 1)))
            return false;
        if (i > TW__HEAP4_ROOT && before(x, &h->cell[tw__heap4_up(i)]))
            return false;
    }
    return h->count <= h->capacity;
}

/* The instance ordered by tick, as a structure for TW_TIMERS_OF and tw_timers_init(). */
TW__INLINE void tw__heap4_op_init(void *h, tw_tick now, void *array, size_t n) {
    (void)now;
    tw__heap4_init((struct tw_heap4 *)h, (struct tw_heap4_cell *)array, n);
}
TW__INLINE bool tw__heap4_op_full(const void *p) {
    const struct tw_heap4 *h = (const struct tw_heap4 *)p;
    return h->count == h->capacity;
}
TW__INLINE void tw__heap4_op_add(void *h, struct tw_node *n, tw_tick due) {
    tw__heap4_insert((struct tw_heap4 *)h, n, due, tw__heap4_sift_due);
}
TW__INLINE bool tw__heap4_op_move(void *h, struct tw_node *n, tw_tick due) {
    return tw__heap4_move((struct tw_heap4 *)h, n, due, tw__heap4_sift_due);
}
TW__INLINE bool tw__heap4_op_cancel(void *h, struct tw_node *n) {
    return tw__heap4_cancel((struct tw_heap4 *)h, n, tw__heap4_sift_due);
}
TW__INLINE bool tw__heap4_op_next(void *p, tw_tick *due) {
    const struct tw_heap4 *h = (const struct tw_heap4 *)p;

    if (h->count)
        *due = h->cell[TW__HEAP4_ROOT].due;
    return h->count != 0;
}
TW__INLINE struct tw_node *tw__heap4_op_take(void *p, tw_tick now) {
    struct tw_heap4 *h = (struct tw_heap4 *)p;

    if (h->count == 0 || tw_before(now, h->cell[TW__HEAP4_ROOT].due))
        return NULL;
    return tw__heap4_remove(h, TW__HEAP4_ROOT, tw__heap4_sift_due);
}
TW__INLINE size_t tw__heap4_op_count(const void *h) { return ((const struct tw_heap4 *)h)->count; }
TW__INLINE struct tw_node *tw__heap4_op_each(const void *h, const struct tw_node *n) {
    return tw__heap4_each((const struct tw_heap4 *)h, n);
}
TW__INLINE struct tw_node *tw__heap4_op_drain(void *h) { return tw__heap4_drain((struct tw_heap4 *)h); }
TW__INLINE bool tw__heap4_op_check(const void *h) {
    return tw__heap4_check((const struct tw_heap4 *)h, tw__heap4_by_due);
}
TW__INLINE size_t tw__heap4_op_bytes(size_t n) { return TW_HEAP4_BYTES(n); }

TW__TABLE const struct tw_ops tw_heap4_ops = {tw__heap4_op_init,       tw__heap4_op_full,
                                              tw__heap4_op_add,        tw__heap4_op_move,
                                              tw__heap4_op_cancel,     tw__heap4_op_next,
                                              tw__heap4_op_take,       tw__heap4_op_count,
                                              tw__heap4_op_each,       tw__heap4_op_drain,
                                              tw__heap4_op_check,      tw__heap4_op_bytes,
                                              sizeof(struct tw_heap4), "heap4"};

/* ----------------------------------------------------------------------------------------------------- FACE */

/* A queue of objects: struct name and its verbs, which take and give pointers to type. before(a, b) is the order: true
   if a must leave before b; equals leave in the order they were added. The key lies in your objects: after changing it,
   name##_update(). Costs and answers are those of the functions above; init takes now for uniformity only. */
#define TW_HEAP4_OF(name, type, member, before)                                                               \
    struct name {                                                                                             \
        struct tw_heap4 heap;                                                                                 \
    };                                                                                                        \
    TW__FOLD type *name##__of(struct tw_node *n) { return n ? TW_OF(n, type, member) : NULL; }                \
    TW__FOLD bool name##__order(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b) {               \
        return before(name##__of(a->node), name##__of(b->node)) ||                                            \
               (!before(name##__of(b->node), name##__of(a->node)) && tw__heap4_armed_before(a, b));           \
    }                                                                                                         \
    TW__INLINE void name##__sift(struct tw_heap4 *h, size_t i, const struct tw_heap4_cell *x) {               \
        tw__heap4_sift_by(h, i, x, name##__order);                                                            \
    }                                                                                                         \
    TW__INLINE void name##_init(struct name *q, tw_tick now, struct tw_heap4_cell *array, size_t n) {         \
        tw__heap4_op_init(&q->heap, now, array, n);                                                           \
    }                                                                                                         \
    TW__INLINE bool name##_storage(struct name *q, struct tw_heap4_cell *array, size_t n) {                   \
        return tw__heap4_storage(&q->heap, array, n);                                                         \
    }                                                                                                         \
    TW__INLINE bool name##_add(struct name *q, type *x) {                                                     \
        return tw__heap4_add(&q->heap, &x->member, 0, name##__sift);                                          \
    }                                                                                                         \
    TW__INLINE bool name##_cancel(struct name *q, type *x) {                                                  \
        return tw__heap4_cancel(&q->heap, &x->member, name##__sift);                                          \
    }                                                                                                         \
    TW__INLINE bool name##_update(struct name *q, type *x) {                                                  \
        return tw__heap4_update(&q->heap, &x->member, name##__sift);                                          \
    }                                                                                                         \
    TW__INLINE type *name##_peek(const struct name *q) { return name##__of(tw__heap4_peek(&q->heap)); }       \
    TW__INLINE type *name##_pop(struct name *q) { return name##__of(tw__heap4_pop(&q->heap, name##__sift)); } \
    TW__INLINE size_t name##_count(const struct name *q) { return q->heap.count; }                            \
    TW__INLINE type *name##_each(const struct name *q, const type *x) {                                       \
        return name##__of(tw__heap4_each(&q->heap, x ? &x->member : NULL));                                   \
    }                                                                                                         \
    TW__INLINE void name##_clear(struct name *q) { tw__idle_all(tw__heap4_drain(&q->heap)); }                 \
    TW__INLINE bool name##_check(const struct name *q) { return tw__heap4_check(&q->heap, name##__order); }

TW__END_C

#endif /* TW_HEAP4_H */

/* ------------------------------------------------------------------------------------------- IMPLEMENTATION */

#if (defined(TW_IMPLEMENTATION) || defined(TW_HEAP4_IMPLEMENTATION)) && !defined(TW__HEAP4_IMPLEMENTED)
#define TW__HEAP4_IMPLEMENTED

TW__API void tw_heap4_init(struct tw_heap4 *h, tw_tick now, struct tw_heap4_cell *array, size_t n) {
    tw__heap4_op_init(h, now, array, n);
}

TW__API bool tw_heap4_storage(struct tw_heap4 *h, struct tw_heap4_cell *array, size_t n) {
    return tw__heap4_storage(h, array, n);
}

TW__API bool tw_heap4_add(struct tw_heap4 *h, struct tw_node *n, tw_tick due) {
    return tw__heap4_add(h, n, due, tw__heap4_sift_due);
}
TW__API bool tw_heap4_cancel(struct tw_heap4 *h, struct tw_node *n) { return tw__heap4_op_cancel(h, n); }

TW__API bool tw_heap4_update(struct tw_heap4 *h, struct tw_node *n) {
    return tw__heap4_update(h, n, tw__heap4_sift_due);
}

TW__API bool tw_heap4_next(struct tw_heap4 *h, tw_tick *due) { return tw__heap4_op_next(h, due); }
TW__API struct tw_node *tw_heap4_peek(const struct tw_heap4 *h) { return tw__heap4_peek(h); }
TW__API struct tw_node *tw_heap4_pop(struct tw_heap4 *h) { return tw__heap4_pop(h, tw__heap4_sift_due); }
TW__API struct tw_node *tw_heap4_take(struct tw_heap4 *h, tw_tick now) { return tw__heap4_op_take(h, now); }
TW__API size_t tw_heap4_count(const struct tw_heap4 *h) { return h->count; }

TW__API struct tw_node *tw_heap4_each(const struct tw_heap4 *h, const struct tw_node *n) {
    return tw__heap4_each(h, n);
}

TW__API void tw_heap4_clear(struct tw_heap4 *h) { tw__idle_all(tw__heap4_drain(h)); }
TW__API bool tw_heap4_check(const struct tw_heap4 *h) { return tw__heap4_op_check(h); }

#endif

/* MIT No Attribution; the text of the licence stands at the end of timers.h and in the file LICENSE. */
