/* SPDX-License-Identifier: MIT-0 */
/* heap4.h - a 4-ary heap: timers, and a priority queue with any ordering.

   WHAT IT IS
       A heap keeps just enough order to know which of its nodes is the first. So it is
       quick. This heap lives in an array of yours. Each cell of the array has up to four
       children, and comes before all of them. A cell holds the key beside the address of
       the node: ticks are compared without a look at a node. A node knows its position,
       so that cancel and move need no search. Each arming gets a number, by which equal
       keys leave in arming order.

   PICK IT
       for timers with near and far deadlines mixed, up to about a million; for deadlines
       of any range; when the number of timers is bounded and known (the array is yours);
       as a priority queue.
   PICK ANOTHER
       if deadlines are moved and cancelled far more often than reached: a wheel. If you
       walk in order, or the number of timers has no bound that you can name: a red-black
       tree.

   DO THIS
       timers             TW_TIMERS_OF(timers, heap4) makes struct timers and timers_init,
                          _add, _cancel, ...: timers.h
       nodes by tick      struct tw_heap4 and the functions below; the key is n->due
       objects by a key   TW_HEAP4_BY(waiting, struct place, node, distance) makes struct
                          waiting and waiting_init, _add, ...; the key is an integer
       objects in order   TW_HEAP4_OF(jobq, struct job, node, job_before) makes the same
                          verbs, for an order that no integer can express

   EXAMPLE (examples/basics/dijkstra.c; jobs.c has an order of its own)
       struct place { uint64_t distance; struct tw_node node; };
       TW_HEAP4_BY(waiting, struct place, node, distance)

       static TW_HEAP4_ARRAY(room, 100);
       struct waiting q;
       waiting_init(&q, 0, room, 100);
       waiting_add(&q, &start);                      false: full
       while ((p = waiting_pop(&q)) != NULL) {
           ...
           to->distance = p->distance + weight;
           waiting_update(&q, to);                   false: it does not wait
       }

   KEYS (TW_HEAP4_BY)
       The object with the least key leaves first. Keys have the order of < on integers:
       signed or unsigned, over the whole range of the type. They never wrap, whatever
       TW_TICK_BITS is. The key may also be a bit-field or an enum. The compiler refuses a
       key that has more bits than a tick, or is no integer. In C with 16-bit ticks and a
       wider int, gcc and clang refuse bit-fields, and other compilers refuse any key. In
       C++ an enum class is a key, too. There a bit-field counts as the type with which it
       was declared. If the greatest shall leave first, keep ~key, which cannot overflow.
       Only add() and update() read the key, and the heap keeps a copy. If you change the
       key of an object that waits, the object stays where it is until you call update().

   COST (n nodes)
       add                        O(log n), a random key O(1) on average
       take, pop                  O(log n)
       cancel, move, update       O(log n), no search
       next, peek, count, init    O(1)
       each                       O(1) per step
       clear                      O(n)
       Bytes per timer, node included: 64 on a 64-bit machine, 28 on a 32-bit one and 18
       on AVR with 32-bit ticks. On a 64-bit machine the cell also holds the arming
       number: equal ticks, too, are compared without a look at a node.
       A queue of objects by a key costs what the heap of nodes by tick costs. A queue of
       objects in order reads two objects for each comparison. For each level it calls
       before() up to eight times, and up to fourteen times if objects are equal. From cell
       4096 on it calls up to twelve times, unless the compiler inlines before(). Such a
       queue takes up to twice the time, and more if the objects are not in the cache.

   GUARANTEES
       FIFO among equals, always: the arming number has 64 bits. On AVR it has 32 bits,
       enough while no node waits through 2^31 armings. A full heap refuses a new node and
       changes nothing. cancel() and update() refuse a node that is not in this heap:
       idle, fired, or of another heap. A node that waits in another heap or structure
       also trips TW_ASSERT.

   PROPERTIES (check() names one that does not hold: "heap4 1")
       1  No cell comes before its parent.
       2  Each node knows the position of its cell.
       3  The key in each cell is its node's due.
       4  There are no more nodes than the array has room for.
       5  The arming number of each node is less than the number of the next arming.

   OPTIONS
       those of node.h; TW_HEAP4_IMPLEMENTATION instead of TW_IMPLEMENTATION compiles the
       functions of this header only

   SOURCE
       J. W. J. Williams, Algorithm 232: Heapsort, CACM 7(6), 1964. D. B. Johnson,
       Priority queues with update and finding minimum spanning trees, IPL 4(3), 1975, for
       d children. A. LaMarca and R. Ladner, The influence of caches on the performance of
       heaps, JEA 1, 1996, for siblings that share cache lines. */
#include "verbs.h"

#ifndef TW_HEAP4_H
#define TW_HEAP4_H

TW__BEGIN_C

/* ------------------------------------------------------------------------------ TYPES */

/* The number of an arming: equal keys leave in the order of these numbers. */
#if UINTPTR_MAX > 0xFFFFu
typedef uint64_t tw_heap4_number;
#else
typedef uint32_t tw_heap4_number;
#endif

/* The index of the root, the first cell in use. Where addresses have 64 bits, a cell has
   24 bytes, and four siblings have 96. There the root is cell 3, so that siblings begin at
   a multiple of 96 bytes. In an array aligned to 32 bytes or more, siblings then lie in two
   cache lines instead of three. Elsewhere the root is cell 0, which wastes no cells and
   needs no alignment. */
#if UINTPTR_MAX > 0xFFFFFFFFu
#define TW__HEAP4_ROOT    3u
#define TW__HEAP4_ALIGNED TW__ALIGNED(64)
#else
#define TW__HEAP4_ROOT 0u
#define TW__HEAP4_ALIGNED
#endif

/* One place of the heap. Machines with 64-bit addresses have caches. There the arming
   number stands beside the key, so that a comparison of equal keys reads no node.
   Elsewhere the number stands in the free words of the node and takes no room. */
struct tw_heap4_cell {
    tw_tick due;
#if UINTPTR_MAX > 0xFFFFFFFFu
    tw_heap4_number number;
#endif
    struct tw_node *node;
};

typedef struct tw_heap4_cell tw_heap4_array; /* an element of the array that init() takes */

/* From this index on a cell is probably not in the first-level cache. */
enum { TW__HEAP4_LARGE = 4096 };

/* A heap. All zero is a valid one of capacity 0. */
struct tw_heap4 {
    TW__DEBUG(struct tw_stamp stamp;)
    struct tw_heap4_cell *cell; /* your array; the root is cell[TW__HEAP4_ROOT] */
    size_t count, capacity;
    tw_heap4_number armings; /* the armings so far; the number of the next arming */
};

/* -------------------------------------------------------------------------------- API */

/* TW_HEAP4_BYTES(n) is the size in bytes of the array for n nodes. TW_HEAP4_ARRAY(name,
   n) declares such an array, aligned: static TW_HEAP4_ARRAY(room, 100). If you allocate
   the array, align it to 32 bytes where you can. Four siblings then take two cache lines
   instead of three. */
#define TW_HEAP4_BYTES(n)       (((n) + TW__HEAP4_ROOT) * sizeof(struct tw_heap4_cell))
#define TW_HEAP4_ARRAY(name, n) TW__HEAP4_ALIGNED struct tw_heap4_cell name[(n) + TW__HEAP4_ROOT]

/* Makes h empty, with room for n nodes in array, which has TW_HEAP4_BYTES(n) bytes. Where
   addresses have 64 bits, that is more than n cells. If array is NULL, there is room for
   none, whatever n is. A heap does not need now: pass 0. If h is in use, call clear()
   first: otherwise its nodes still say that they wait. O(1). */
#define tw_heap4_init TW__LINK_NAME(tw_heap4_init)
TW__API void tw_heap4_init(struct tw_heap4 *h, tw_tick now, struct tw_heap4_cell *array, size_t n);

/* Tells h that its array has moved or has another size: room for n nodes in
   TW_HEAP4_BYTES(n) bytes. The array must hold the cells already, as after realloc(). To
   grow, call realloc() and then storage(). To shrink, call storage() first, then
   realloc(), and storage() again with the new address. If array is NULL, there is room for
   none, whatever n is. False: h has more than n nodes; nothing changed. O(1). */
TW__API bool tw_heap4_storage(struct tw_heap4 *h, struct tw_heap4_cell *array, size_t n);

/* Returns how many nodes h has room for: the n of init(), or of the last storage() that
   was not refused. If that array was NULL, returns 0. O(1). */
TW__API size_t tw_heap4_capacity(const struct tw_heap4 *h);

/* Inserts n with key due. n leaves after all nodes with the same key. If n is in h, n
   moves as if it had been cancelled and added. n must not be on the due list of a set.
   False: h is full, or n waits in another structure, which trips TW_ASSERT; nothing
   changed. O(log n), for a random key O(1) on average. */
TW__API bool tw_heap4_add(struct tw_heap4 *h, struct tw_node *n, tw_tick due);

/* Takes n out. False: n is idle, on the due list of a set, or waits in another structure,
   which trips TW_ASSERT. O(log n), without a search. */
TW__API bool tw_heap4_cancel(struct tw_heap4 *h, struct tw_node *n);

/* Restores the order after n->due was changed; n counts as armed anew. Call it before any
   other call for h. False: n is idle, on the due list of a set, or waits in another
   structure, which trips TW_ASSERT. O(log n). */
TW__API bool tw_heap4_update(struct tw_heap4 *h, struct tw_node *n);

/* Fetches into the cache the memory that arming, moving and cancelling the nodes will
   touch; changes nothing. nodes[i] is idle or in h. dues[i] is the tick for which you will
   arm it; dues may be NULL if you will cancel only. See prefetch in verbs.h. O(count). */
TW__INLINE void tw_heap4_prefetch(const struct tw_heap4 *h, struct tw_node *const *nodes,
                                  const tw_tick *dues, size_t count);

/* Stores the least key in *due. False: h is empty; *due is unchanged. O(1). */
TW__API bool tw_heap4_next(struct tw_heap4 *h, tw_tick *due);

/* Returns the first node, which stays. NULL: h is empty. O(1). */
TW__API struct tw_node *tw_heap4_peek(const struct tw_heap4 *h);

/* Takes out and returns the first node. NULL: h is empty. O(log n). */
TW__API struct tw_node *tw_heap4_pop(struct tw_heap4 *h);

/* Takes out and returns the first node if it is due by now. NULL: no node is due by now.
   O(log n). */
TW__API struct tw_node *tw_heap4_take(struct tw_heap4 *h, tw_tick now);

/* Returns the node in the next cell after n's, or the first node if n is NULL. Any other
   n must be in h. The first node in order comes first, the others in no promised order.
   NULL: the walk is over. O(1). */
TW__API struct tw_node *tw_heap4_each(const struct tw_heap4 *h, const struct tw_node *n);

/* Returns the number of nodes. O(1). */
TW__API size_t tw_heap4_count(const struct tw_heap4 *h);

/* Removes every node. All of them are idle then, and can be added again. O(n). */
TW__API void tw_heap4_clear(struct tw_heap4 *h);

/* Returns the name of a property that does not hold, such as "heap4 1", or NULL if all
   hold. For tests. O(n). */
TW__CHECKED(TW__API const char *tw_heap4_check(const struct tw_heap4 *h);)

/* ----------------------------------------------------------------------------- ENGINE

   A position is the index of a cell; the first is ROOT. The children of position i are
   four neighbours, first(i) .. first(i) + 3, and up(i) is its parent:

       ROOT 3:   3 | 4 5 6 7 | 8 .. 11 | 12 .. 15 | 16 .. 19 | 20 .. 23 | ...
                 root  children  of 4       of 5       of 6       of 7

   To sift means to move a hole up or down: one cell after the other moves into the hole
   and leaves a hole behind. The cell x that is to be placed stands outside the heap
   meanwhile, and fills the last hole.

   Two functions tell an order, and are arguments of the others: before(a, b) compares
   cells, and includes the arming number. sooner(a, b) compares the objects of two nodes
   alone; it is NULL for an order by tick or key.

   A hole that sinks needs the first in order of its children. The table names the function
   that finds it. In "f: g", function f calls g.

       siblings  order        when
       1 to 4    any          form for size                   least
       1 to 3    any          the last of the array           least
       4         tick or key  64-bit ticks, 128-bit integers  earlier_by_due: least_key
       4         tick or key  otherwise                       earlier_by_due: first_of_four
       4         of objects   none equal, before LARGE        first_object
       4         of objects   otherwise                       first_object: first_of_four

   least() and first_of_four() take any before(). earlier_by_due() answers 0 if x comes
   before all four. */

/* Says whether cell a leaves before cell b. No two cells are equal: the arming number
   decides. */
typedef bool tw__heap4_order(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b);

/* Says whether the object of node a leaves before that of node b. If the two are equal,
   the answer is false. */
typedef bool tw__heap4_sooner(struct tw_node *a, struct tw_node *b);

/* Moves the hole at i to the place of x, and fills it with x. Each such function has its
   order compiled in. */
typedef void tw__heap4_sift_fn(struct tw_heap4 *h, size_t i, const struct tw_heap4_cell *x);

TW__INLINE size_t tw__heap4_first(size_t i) { return 4 * i + 1 - 3 * TW__HEAP4_ROOT; }

TW__INLINE size_t tw__heap4_up(size_t i) { return (i - 1 - TW__HEAP4_ROOT) / 4 + TW__HEAP4_ROOT; }

/* These functions read and write the arming number of a cell, and copy a cell. 4 * sizeof is
   half the bits of a number: one word. The copy goes member by member where gcc would call
   memcpy(). */
#if UINTPTR_MAX > 0xFFFFFFFFu
TW__INLINE tw_heap4_number tw__heap4_number(const struct tw_heap4_cell *x) { return x->number; }

TW__INLINE void tw__heap4_set_number(struct tw_heap4_cell *x, tw_heap4_number number) {
    x->number = number;
}

TW__INLINE void tw__heap4_copy(struct tw_heap4_cell *to, const struct tw_heap4_cell *x) {
    *to = *x;
}
#else
TW__INLINE tw_heap4_number tw__heap4_number(const struct tw_heap4_cell *x) {
    const uintptr_t *word = x->node->u.word;
    return (tw_heap4_number)word[1] << (4 * sizeof(tw_heap4_number)) | word[0];
}

TW__INLINE void tw__heap4_set_number(struct tw_heap4_cell *x, tw_heap4_number number) {
    x->node->u.word[0] = (uintptr_t)number;
    x->node->u.word[1] = (uintptr_t)(number >> (4 * sizeof(number)));
}

TW__INLINE void tw__heap4_copy(struct tw_heap4_cell *to, const struct tw_heap4_cell *x) {
    to->due = x->due;
    to->node = x->node;
}
#endif

/* Says whether a was armed before b. It compares by the difference, because a number of
   32 bits wraps. */
TW__INLINE bool tw__heap4_armed_before(const struct tw_heap4_cell *a,
                                       const struct tw_heap4_cell *b) {
    return (tw__heap4_number(a) - tw__heap4_number(b)) >> (8 * sizeof(tw_heap4_number) - 1);
}

/* Returns the position of the first in order of the four siblings at c .. c + 3. It plays
   two semifinals and a final. The winners are selected without a branch, because a
   predictor would guess wrong half of the time. */
TW__FOLD size_t tw__heap4_first_of_four(const struct tw_heap4_cell *cell, size_t c,
                                        tw__heap4_order *before) {
    const size_t left = c + (before)(&cell[c + 1], &cell[c]),
                 right = c + 2 + (before)(&cell[c + 3], &cell[c + 2]);

    return left + ((right - left) & ((size_t)0 - (before)(&cell[right], &cell[left])));
}

/* Returns b if `second`, else a, without a branch. */
TW__INLINE uintptr_t tw__heap4_pick(uintptr_t a, uintptr_t b, bool second) {
    return a ^ ((a ^ b) & ((uintptr_t)0 - second));
}

/* Does the work of first_of_four() for objects. Each pair is compared in both directions.
   Without a branch, `l` and `r` pick the winners of the semifinals, and `other` picks the
   winner of the final. `differ_l` says that the objects of the left pair differ in order,
   `differ_r` that the objects of the right pair do. If two objects are equal, which is
   rare, first_of_four() decides anew, with arming numbers. From LARGE on, where objects
   are probably cache misses, first_of_four() decides, too. Its before() has branches for
   objects. A processor that guesses them goes on to the next object, so that the cache
   misses overlap. There `sooner` is called as well, for nothing: a compiler that inlines it
   drops these calls.

       l r other    winner, counted from c
       0 .   0      0, which is l
       1 .   0      1, which is l
       . 0   1      2, which is 2 + r
       . 1   1      3, which is 2 + r */
TW__FOLD size_t tw__heap4_first_object(const struct tw_heap4_cell *cell, size_t c,
                                       tw__heap4_order *before, tw__heap4_sooner *sooner) {
    struct tw_node *const n0 = cell[c].node, *const n1 = cell[c + 1].node;
    struct tw_node *const n2 = cell[c + 2].node, *const n3 = cell[c + 3].node;
    const bool l = (sooner)(n1, n0), r = (sooner)(n3, n2);
    const bool differ_l = l | (sooner)(n0, n1), differ_r = r | (sooner)(n2, n3);
    struct tw_node *left, *right;
    bool other;

    if (c < TW__HEAP4_LARGE && (differ_l & differ_r)) {
        left = (struct tw_node *)(uintptr_t)tw__heap4_pick((uintptr_t)n0, (uintptr_t)n1, l);
        right = (struct tw_node *)(uintptr_t)tw__heap4_pick((uintptr_t)n2, (uintptr_t)n3, r);
        other = (sooner)(right, left);
        if (other | (sooner)(left, right))
            return c + tw__heap4_pick(l, 2u + r, other);
    }
    return tw__heap4_first_of_four(cell, c, before);
}

#if TW_TICK_BITS == 64 && defined(__SIZEOF_INT128__)
/* Key and arming number as one number. */
__extension__ typedef unsigned __int128 tw__heap4_key;

TW__INLINE tw__heap4_key tw__heap4_key_of(const struct tw_heap4_cell *x) {
    return (tw__heap4_key)x->due << 64 | tw__heap4_number(x);
}

TW__INLINE bool tw__heap4_by_due(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b) {
    TW__COMPARED(a->node, a->due, b->node);
    return tw__heap4_key_of(a) < tw__heap4_key_of(b);
}

/* Returns the key of the k-th of four siblings, with k in its lowest two bits. The arming
   number moves up by two bits: 2^62 armings are never reached. Keys differ above the two
   bits, so k never decides. The lowest bits of the least key say which sibling has it. */
TW__INLINE tw__heap4_key tw__heap4_sibling(const struct tw_heap4_cell *c, unsigned k) {
    return (tw__heap4_key)c[k].due << 64 | (tw__heap4_number(&c[k]) << 2 | k);
}

TW__INLINE tw__heap4_key tw__heap4_min(tw__heap4_key a, tw__heap4_key b) { return b < a ? b : a; }

/* Returns the least of the keys of four siblings. No load waits for the result of a
   comparison. */
TW__INLINE tw__heap4_key tw__heap4_least_key(const struct tw_heap4_cell *c) {
    const tw__heap4_key left = tw__heap4_min(tw__heap4_sibling(c, 0), tw__heap4_sibling(c, 1));
    const tw__heap4_key right = tw__heap4_min(tw__heap4_sibling(c, 2), tw__heap4_sibling(c, 3));

    TW__COMPARED(c[1].node, c[1].due, c[0].node);
    TW__COMPARED(c[3].node, c[3].due, c[2].node);
    TW__COMPARED(c[(size_t)right & 3].node, c[(size_t)right & 3].due, c[(size_t)left & 3].node);
    return tw__heap4_min(left, right);
}

/* Returns the position of the first in order of the four siblings at c .. c + 3, or 0 if x
   leaves before all of them. Used for orders that read cells alone. With 64-bit ticks the
   order by due is the only such order. x is compared with the least key, so that no cell
   is read anew. */
TW__INLINE size_t tw__heap4_earlier_by_due(const struct tw_heap4_cell *cell, size_t c,
                                           const struct tw_heap4_cell *x, tw__heap4_order *before) {
    const tw__heap4_key least = tw__heap4_least_key(&cell[c]);
    const size_t first = c + ((size_t)least & 3);

    TW__COMPARED(cell[first].node, cell[first].due, x->node);
    (void)before;
    return least < tw__heap4_sibling(x, 0) ? first : 0;
}
#else
TW__INLINE bool tw__heap4_by_due(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b) {
    TW__COMPARED(a->node, a->due, b->node);
    return a->due != b->due ? tw_before(a->due, b->due) : tw__heap4_armed_before(a, b);
}

TW__FOLD size_t tw__heap4_earlier_by_due(const struct tw_heap4_cell *cell, size_t c,
                                         const struct tw_heap4_cell *x, tw__heap4_order *before) {
    const size_t first = tw__heap4_first_of_four(cell, c, before);
    return (before)(&cell[first], x) ? first : 0;
}
#endif

/* Writes x into cell i, and the position i into the node of x. x is copied, because
   otherwise the program would read x anew after each write to the array. */
TW__INLINE void tw__heap4_put(struct tw_heap4_cell *cell, size_t i, const struct tw_heap4_cell *x) {
    struct tw_heap4_cell moved;

    moved = *x;
    tw__heap4_copy(&cell[i], &moved);
    moved.node->home = i + TW__WAITING;
    TW_TRACE(TW_LINK, NULL, moved.node, moved.due);
}

/* Moves the hole at i up to the place of x, and returns that position. Invariant: once
   the hole has risen, every cell below it comes after x. The reason: the cell that moved
   down last comes after x, and before all others below the hole. Ends at the root at the
   latest. */
TW__FOLD size_t tw__heap4_rise(struct tw_heap4_cell *cell, size_t i, const struct tw_heap4_cell *x,
                               tw__heap4_order *before) {
    for (; i > TW__HEAP4_ROOT && (before)(x, &cell[tw__heap4_up(i)]); i = tw__heap4_up(i))
        tw__heap4_put(cell, i, &cell[tw__heap4_up(i)]);
    return i;
}

/* Returns the position of the first in order of the siblings at c .. c + 3. Only cells
   before `end` are in the heap; c is before `end`. */
TW__FOLD size_t tw__heap4_least(const struct tw_heap4_cell *cell, size_t c, size_t end,
                                tw__heap4_order *before) {
    size_t least = c;

    end = c + 4 < end ? c + 4 : end;
    while (++c < end)
        least = (before)(&cell[c], &cell[least]) ? c : least;
    return least;
}

/* Prefetches sixteen cells from i on: the children of four siblings, before it is known
   which of the four comes first. */
TW__FOLD void tw__heap4_fetch_children(const struct tw_heap4_cell *cell, size_t i) {
    size_t k;

    for (k = 0; k < 16 * sizeof *cell; k += 64)
        TW__PREFETCH((const void *)((uintptr_t)&cell[i] + k));
}

/* Moves the hole at i down to the place of x, and returns that position. Invariant: every
   cell above the hole comes before x. The first in order of the children, `least`, moves
   up, because none of the others comes before it. Ends where no child comes before x. For
   keys the search then answers 0; for objects before() tells. Only the last siblings of
   all may be fewer than four. They have no children, so the loop ends above them. The
   code behind the loop looks at them. */
TW__FOLD size_t tw__heap4_sink(struct tw_heap4_cell *cell, size_t i, size_t end,
                               const struct tw_heap4_cell *x, tw__heap4_order *before,
                               tw__heap4_sooner *sooner) {
    /* `large` is the number of cells from LARGE on. The comparison below means LARGE <=
       first(c) < end: below LARGE the unsigned difference wraps, and is greater. */
    const size_t large = end > TW__HEAP4_LARGE ? end - TW__HEAP4_LARGE : 0;
    size_t c, least;

    for (; (c = tw__heap4_first(i)) + 4 <= end; i = least) {
        if (tw__heap4_first(c) - TW__HEAP4_LARGE < large)
            tw__heap4_fetch_children(cell, tw__heap4_first(c));
        least = sooner ? tw__heap4_first_object(cell, c, before, sooner)
                       : tw__heap4_earlier_by_due(cell, c, x, before);
        if (sooner ? !(before)(&cell[least], x) : least == 0)
            return i;
        TW__PREFETCH(&cell[least].node->home); /* put() writes there: may be a cache miss */
        tw__heap4_put(cell, i, &cell[least]);
    }
    if (c < end) {
        least = tw__heap4_least(cell, c, end, before);
        if ((before)(&cell[least], x)) {
            tw__heap4_put(cell, i, &cell[least]);
            i = least;
        }
    }
    return i;
}

/* Moves the hole at i up or else down to the place of x, and fills it with x: the form
   for speed. A hole that has risen cannot sink, so sink() is left out. x is copied,
   because otherwise the program would read x anew after each write to the array. */
TW__FOLD void tw__heap4_sift(struct tw_heap4 *h, size_t i, const struct tw_heap4_cell *x,
                             tw__heap4_order *before, tw__heap4_sooner *sooner) {
    struct tw_heap4_cell *const cell = h->cell;
    struct tw_heap4_cell copy;
    const size_t from = i;

    copy = *x;
    x = &copy;
    i = tw__heap4_rise(cell, i, x, before);
    if (i == from)
        i = tw__heap4_sink(cell, i, h->count + TW__HEAP4_ROOT, x, before, sooner);
    tw__heap4_put(cell, i, x);
}

/* Does the same in the form for size: one loop moves the hole either way. The hole may
   rise only from a position greater than `top`. So it never rises from the root, and
   never after it has sunk. Invariant: if the hole has sunk, every cell above it comes
   before x; if it has risen, every cell below it comes after x. So the hole never turns
   back, and the loop ends at the root or at a leaf at the latest. */
TW__FOLD void tw__heap4_sift_small(struct tw_heap4 *h, size_t i, const struct tw_heap4_cell *x,
                                   tw__heap4_order *before) {
    struct tw_heap4_cell *const cell = h->cell;
    const size_t end = h->count + TW__HEAP4_ROOT;
    size_t top = TW__HEAP4_ROOT, next;

    for (;; i = next) {
        next = tw__heap4_up(i);
        if (i <= top || !(before)(x, &cell[next])) {
            next = tw__heap4_first(i);
            if (next >= end)
                break;
            next = tw__heap4_least(cell, next, end, before);
            if (!(before)(&cell[next], x))
                break;
            top = end; /* the hole sinks from now on */
        }
        tw__heap4_put(cell, i, &cell[next]);
    }
    tw__heap4_put(cell, i, x);
}

/* Gives n the next arming number, and sifts n to its place from the hole at i. */
TW__FOLD void tw__heap4_arm(struct tw_heap4 *h, struct tw_node *n, tw_tick due, size_t i,
                            tw__heap4_sift_fn *sift) {
    struct tw_heap4_cell x;

    x.due = due;
    x.node = n;
    tw__heap4_set_number(&x, h->armings++);
    (sift)(h, i, &x);
}

TW__FOLD void tw__heap4_insert(struct tw_heap4 *h, struct tw_node *n, tw_tick due,
                               tw__heap4_sift_fn *sift) {
    tw__heap4_arm(h, n, due, h->count++ + TW__HEAP4_ROOT, sift);
}

TW__FOLD void tw__heap4_update(struct tw_heap4 *h, struct tw_node *n, tw_tick due,
                               tw__heap4_sift_fn *sift) {
    tw__heap4_arm(h, n, due, n->home - TW__WAITING, sift);
}

/* Fills the hole at i with the last cell, which may belong above the hole or below it. */
TW__ONCE void tw__heap4_close(struct tw_heap4 *h, size_t i, tw__heap4_sift_fn *sift) {
    const size_t last = --h->count + TW__HEAP4_ROOT;

    if (i != last)
        (sift)(h, i, &h->cell[last]);
}

TW__INLINE bool tw__heap4_full(const struct tw_heap4 *h) { return h->count == h->capacity; }

/* Says whether n, which waits, is in h. The index in n tells, without a search. n may
   belong to any other structure, but its memory must be valid. */
TW__INLINE bool tw__heap4_has(const struct tw_heap4 *h, const struct tw_node *n) {
    const uintptr_t i = n->home - TW__WAITING;
    const bool here = i - TW__HEAP4_ROOT < h->count && h->cell[i].node == n;

    TW_ASSERT(here);
    return here;
}

TW__INLINE struct tw_node *tw__heap4_peek(const struct tw_heap4 *h) {
    return h->count ? h->cell[TW__HEAP4_ROOT].node : NULL;
}

/* Writes the key of the first cell to *due. The node is not read, because that may be a
   cache miss. */
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
    TW__PREFETCH(n); /* the caller reads it; it is on its way while the hole is filled */
    tw__heap4_close(h, TW__HEAP4_ROOT, sift);
    return n;
}

TW__INLINE size_t tw__heap4_count(const struct tw_heap4 *h) { return h->count; }

TW__INLINE struct tw_node *tw__heap4_each(const struct tw_heap4 *h, const struct tw_node *n) {
    const size_t i = n ? n->home - TW__WAITING + 1 : TW__HEAP4_ROOT;
    return i < h->count + TW__HEAP4_ROOT ? h->cell[i].node : NULL;
}

/* Empties h and returns its nodes as a chain, in the order of their cells. */
TW__INLINE struct tw_node *tw__heap4_take_all(struct tw_heap4 *h) {
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
    if (!array)
        n = 0;
    if (n < h->count)
        return false;
    h->cell = (struct tw_heap4_cell *)array;
    h->capacity = n;
    return true;
}

TW__FOLD const char *tw__heap4_check(const struct tw_heap4 *h, tw__heap4_order *before) {
    size_t i = TW__HEAP4_ROOT;

    if (h->count > h->capacity)
        return "heap4 4";
    for (; i < h->count + TW__HEAP4_ROOT; i++) {
        const struct tw_heap4_cell *x = &h->cell[i];

        if (!x->node || x->node->home != i + TW__WAITING)
            return "heap4 2";
        if (i > TW__HEAP4_ROOT && (before)(x, &h->cell[tw__heap4_up(i)]))
            return "heap4 1";
        if (x->due != x->node->due)
            return "heap4 3";
        /* The highest bit of the difference is 1 if the number is less than armings. */
        if (!((tw__heap4_number(x) - h->armings) >> (8 * sizeof(tw_heap4_number) - 1)))
            return "heap4 5";
    }
    return NULL;
}

/* Does prefetch() for a group; stands under PREFETCH. */
TW__INLINE void tw__heap4_prefetch_group(const struct tw_heap4 *h, const struct tw__group *g);

TW__INLINE size_t tw__heap4_bytes(size_t n) { return TW_HEAP4_BYTES(n); }

/* --------------------------------------------------------------------------- WRAPPERS */

/* Makes the functions that know the order `before`, and their table, name_ops. `prefix`
   begins their names, as in sortedlist.h. `sooner` is the order of objects, without arming
   numbers, for the form for speed; it is NULL if the order is by tick. The order is
   compiled into one sift, which the functions share. In the form for speed a new node only
   rises, because nothing is below the last cell. */
#define TW__HEAP4_OPS(name, prefix, before, sooner)                                              \
    TW__INLINE void prefix##_sift(struct tw_heap4 *h, size_t i, const struct tw_heap4_cell *x) { \
        if (TW__SPEED)                                                                           \
            tw__heap4_sift(h, i, x, before, sooner);                                             \
        else                                                                                     \
            tw__heap4_sift_small(h, i, x, before);                                               \
    }                                                                                            \
    TW__INLINE void prefix##_rise(struct tw_heap4 *h, size_t i, const struct tw_heap4_cell *x) { \
        tw__heap4_put(h->cell, tw__heap4_rise(h->cell, i, x, before), x);                        \
    }                                                                                            \
    TW__INLINE void prefix##_insert(struct tw_heap4 *h, struct tw_node *n, tw_tick due) {        \
        tw__heap4_insert(h, n, due, TW__SPEED ? prefix##_rise : prefix##_sift);                  \
    }                                                                                            \
    TW__INLINE void prefix##_update(struct tw_heap4 *h, struct tw_node *n, tw_tick due) {        \
        tw__heap4_update(h, n, due, prefix##_sift);                                              \
    }                                                                                            \
    TW__INLINE void prefix##_remove(struct tw_heap4 *h, struct tw_node *n) {                     \
        tw__heap4_close(h, n->home - TW__WAITING, prefix##_sift);                                \
    }                                                                                            \
    TW__INLINE struct tw_node *prefix##_take(struct tw_heap4 *h, tw_tick now) {                  \
        return tw__heap4_take(h, now, prefix##_sift);                                            \
    }                                                                                            \
    TW__INLINE const char *prefix##_check(const struct tw_heap4 *h) {                            \
        return tw__heap4_check(h, before);                                                       \
    }                                                                                            \
    TW__OPS(name, heap4, prefix, prefix)

TW__HEAP4_OPS(tw_heap4, tw__heap4_due, tw__heap4_by_due, NULL)
TW__PREFETCH_BY_NODE(heap4)

/* Names the table of queues by a key. Its order is the order of plain numbers, which do
   not wrap. 64-bit ticks are such numbers: there this is the table of nodes by tick. */
#if TW_TICK_BITS == 64
#define TW__HEAP4_KEY_OPS tw_heap4_ops
#else
TW__INLINE bool tw__heap4_by_key(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b) {
    TW__COMPARED(a->node, a->due, b->node);
    return a->due != b->due ? a->due < b->due : tw__heap4_armed_before(a, b);
}

TW__HEAP4_OPS(tw__heap4_key, tw__heap4_key, tw__heap4_by_key, NULL)
#define TW__HEAP4_KEY_OPS tw__heap4_key_ops
#endif

/* FITS says whether integer x has no more bits than a tick, and SIGNED whether it has a
   sign. Both depend on the type of x alone. `~(0 * (x))` has all bits set. Its type is that
   of x in arithmetic, where an integer narrower than int is an int. If the type is signed,
   the number is -1, so below 1. (Compilers warn of an unsigned number < 0.) Three forms
   follow: of C++; of gcc and clang where int is wider than a tick; and of C elsewhere. The
   first two see the type with which x was declared, the third the type in arithmetic. */
#if defined(__cplusplus)
TW__END_C
/* Returns an array whose size tells of the argument, an integer or enum. The size is 1; 1
   more if the type fits; 2 more if it has a sign. A floating type keeps 1.5, and so does
   not fit. The function is declared only, for sizeof. */
/* clang-format off */
template <class TW__T>
char (&tw__heap4_kind(TW__T))[
    1 + (sizeof(TW__T) <= sizeof(tw_tick) && static_cast<TW__T>(1.5) == static_cast<TW__T>(1))
      + 2 * (static_cast<TW__T>(-1) < static_cast<TW__T>(1))];
/* clang-format on */
TW__BEGIN_C
#define TW__HEAP4_FITS(x)   (sizeof(tw__heap4_kind(x)) % 2 == 0)
#define TW__HEAP4_SIGNED(x) (sizeof(tw__heap4_kind(x)) > 2)
#elif TW_TICK_BITS == 16 && TW__GNU && __SIZEOF_INT__ > 2
#define TW__HEAP4_FITS(x)   (sizeof(x) <= sizeof(tw_tick))
#define TW__HEAP4_SIGNED(x) ((__typeof__(x))~(0 * (x)) < 1)
#else
#define TW__HEAP4_FITS(x)   (sizeof(~(0 * (x))) <= sizeof(tw_tick))
#define TW__HEAP4_SIGNED(x) (~(0 * (x)) < 1)
#endif

/* Returns key as an unsigned number in the same order: if key is signed, the least one
   becomes 0. */
TW__INLINE tw_tick tw__heap4_unsigned(tw_tick key, bool is_signed) {
    return (tw_tick)(key ^ (is_signed ? TW_TICK_MAX - TW_TICK_MAX / 2 : 0u));
}

/* Defines the verbs that are the same for both kinds of queues below. */
#define TW__HEAP4_STORAGE(name)                                                             \
    TW__INLINE bool name##_storage(struct name *q, struct tw_heap4_cell *array, size_t n) { \
        return TW__STORED(q, n, tw__heap4_storage(TW__Q(name, q), array, n));               \
    }                                                                                       \
    TW__INLINE size_t name##_capacity(const struct name *q) {                               \
        return tw__heap4_capacity(TW__Q(name, q));                                          \
    }

/* Makes a queue of objects by a key: struct name and its verbs, which take and return
   pointers to type. The key is an integer member of type, with no more bits than a tick:
   see KEYS. The object with the least key leaves first. Equals leave in the order in which
   they were added. The heap keeps a copy of the key: after you change the key, call
   name##_update(). The queue writes `due` of the node. Costs and answers are those of the
   functions above. */
#define TW_HEAP4_BY(name, type, member, key)                                                     \
    typedef type name##__object;                                                                 \
    typedef char                                                                                 \
        name##__key_fits_into_a_tick[TW__HEAP4_FITS(TW__CAST(type *, NULL)->key) ? 1 : -1];      \
    TW__BEGIN_C                                                                                  \
    TW__FOLD tw_tick name##__key(const name##__object *o) {                                      \
        return tw__heap4_unsigned((tw_tick)o->key, TW__HEAP4_SIGNED(o->key));                    \
    }                                                                                            \
    TW__END_C                                                                                    \
    TW__OBJECTS(name, name##__object, member, heap4, TW__HEAP4_KEY_OPS, 0)                       \
    TW__OBJECTS_IN_ORDER(name, name##__object, member, heap4, TW__HEAP4_KEY_OPS, name##__key(o)) \
    TW__HEAP4_STORAGE(name)

/* Makes a queue of objects in an order that no integer can express, with the same verbs.
   before(a, b) is the order: it is true if a must leave before b. Equals leave in the
   order in which they were added. The key lies in your objects: after you change the key,
   call name##_update() at once. Costs and answers are those of the functions above. But
   each comparison reads both objects, because it calls before() once or twice. */
#define TW_HEAP4_OF(name, type, member, before)                                                 \
    typedef type name##__object;                                                                \
    TW__ORDER(name, name##__object, before)                                                     \
    TW__FOLD bool name##__sooner(struct tw_node *a, struct tw_node *b) {                        \
        return name##__precedes(TW_OF(a, name##__object, member),                               \
                                TW_OF(b, name##__object, member));                              \
    }                                                                                           \
    TW__FOLD bool name##__order(const struct tw_heap4_cell *a, const struct tw_heap4_cell *b) { \
        return name##__precedes(TW_OF(a->node, name##__object, member),                         \
                                TW_OF(b->node, name##__object, member)) ||                      \
               (!name##__precedes(TW_OF(b->node, name##__object, member),                       \
                                  TW_OF(a->node, name##__object, member)) &&                    \
                tw__heap4_armed_before(a, b));                                                  \
    }                                                                                           \
    TW__HEAP4_OPS(name, name##_, name##__order, TW__SPEED ? name##__sooner : NULL)              \
    TW__OBJECTS(name, name##__object, member, heap4, name##_ops, TW__KIND_IN_ORDER)             \
    TW__OBJECTS_IN_ORDER(name, name##__object, member, heap4, name##_ops,                       \
                         TW__STRICT(name##__precedes(o, o), o->member.due))                     \
    TW__HEAP4_STORAGE(name)

/* --------------------------------------------------------------------------- PREFETCH

   This part only saves time; it changes nothing. A first reading may end here. */

/* Fetches cell i, which may begin in one cache line and end in the next. */
TW__INLINE void tw__heap4_prefetch_cell(const struct tw_heap4 *h, size_t i) {
    TW__HINT(&h->cell[i]);
    TW__HINT(&h->cell[i].node);
}

/* Fetches the cells that a sift from the hole at i touches first: its parent and
   grandparent, and its children, if it has any. */
TW__INLINE void tw__heap4_prefetch_hole(const struct tw_heap4 *h, size_t i) {
    const size_t c = tw__heap4_first(i);

    tw__heap4_prefetch_cell(h, i);
    if (i > TW__HEAP4_ROOT) {
        i = tw__heap4_up(i);
        tw__heap4_prefetch_cell(h, i);
        if (i > TW__HEAP4_ROOT)
            tw__heap4_prefetch_cell(h, tw__heap4_up(i));
    }
    if (c < h->count + TW__HEAP4_ROOT) {
        TW__HINT(&h->cell[c]);
        TW__HINT((const void *)((uintptr_t)&h->cell[c] + 64));
    }
}

/* Fetches the nodes in the cells that a sift from the hole at i may move: the parent and
   the children. put() writes to them. */
TW__INLINE void tw__heap4_prefetch_moved(const struct tw_heap4 *h, size_t i) {
    const size_t end = h->count + TW__HEAP4_ROOT;
    size_t c = tw__heap4_first(i), k;

    if (i > TW__HEAP4_ROOT)
        TW__HINT(&h->cell[tw__heap4_up(i)].node->home);
    for (k = 0; k < 4 && c + k < end; k++)
        TW__HINT(&h->cell[c + k].node->home);
}

/* Fetches the nodes of a group; then their cells and the cells around these; then the nodes
   that the sifts will move. The last cells of the array fill the holes that cancelled nodes
   leave. A node without a cell in h is left out: it is idle, or waits elsewhere. */
TW__INLINE void tw__heap4_prefetch_group(const struct tw_heap4 *h, const struct tw__group *g) {
    size_t i, hole[TW__GROUP], holes = 0;

    tw__prefetch_nodes(g);
    for (i = 0; i < g->count; i++) {
        hole[holes] = g->node[i]->home - TW__WAITING;
        if (hole[holes] - TW__HEAP4_ROOT < h->count)
            tw__heap4_prefetch_hole(h, hole[holes++]);
    }
    for (i = 0; i < holes; i++) {
        tw__heap4_prefetch_moved(h, hole[i]);
        if (i < h->count)
            TW__HINT(&h->cell[h->count - 1 - i + TW__HEAP4_ROOT].node->home);
    }
}

TW__END_C

#endif /* TW_HEAP4_H */

/* --------------------------------------------------------------------- IMPLEMENTATION */

#if (defined(TW_IMPLEMENTATION) || defined(TW_HEAP4_IMPLEMENTATION)) && \
    !defined(TW__HEAP4_IMPLEMENTED)
#define TW__HEAP4_IMPLEMENTED

TW__BEGIN_C

TW__NODES(heap4)
TW__NODES_FIRST(heap4)

TW__API bool tw_heap4_storage(struct tw_heap4 *h, struct tw_heap4_cell *array, size_t n) {
    return TW__STORED(h, n, tw__heap4_storage(TW__SEEN(tw_heap4, h, h), array, n));
}

TW__API size_t tw_heap4_capacity(const struct tw_heap4 *h) {
    return tw__heap4_capacity(TW__SEEN(tw_heap4, h, h));
}

TW__END_C

#endif

/* MIT No Attribution; the licence stands at the end of node.h and in the file LICENSE. */
