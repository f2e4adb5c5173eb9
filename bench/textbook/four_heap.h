/* SPDX-License-Identifier: MIT-0 */
/* four_heap.h - a heap of arity four in the style of libev: a measure for the benchmarks.

   WHAT IT IS
       An array of cells, each a deadline and the timer that has it, so that comparing
       reads the array alone. The root
   is cell 3, and the children of cell k are cells 4k - 8 to 4k - 5. Each timer knows its
       cell, so that any one can be moved or taken out. Deadlines are doubles, as there.

   WHAT IT LACKS
       The order of arming among equal deadlines. Room is the caller's: three cells more
       than timers.

   SOURCE
       M. Lehmann, libev, ev.c: the layout that its manual describes under EV_USE_4HEAP
       and EV_HEAP_CACHE_AT. The code
   is our own. */
#ifndef FOUR_HEAP_H
#define FOUR_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FOUR_HEAP_ROOT = 3 };

struct four_heap_node {
    uint32_t cell; /* 0: idle */
    double at;
    void (*fn)(struct four_heap_node *n, uint64_t now);
};

struct four_heap_cell {
    double at;
    struct four_heap_node *node;
};

struct four_heap {
    struct four_heap_cell *cell;
    uint32_t end; /* behind the last cell */
};

static inline void four_heap_init(struct four_heap *h, struct four_heap_cell *cell) {
    h->cell = cell;
    h->end = FOUR_HEAP_ROOT;
}

static inline void four_heap__put(struct four_heap *h, uint32_t k, struct four_heap_cell c) {
    h->cell[k] = c;
    c.node->cell = k;
}

static inline void four_heap__up(struct four_heap *h, uint32_t k, struct four_heap_cell c) {
    while (k > FOUR_HEAP_ROOT) {
        const uint32_t parent = k / 4 + 2;

        if (h->cell[parent].at <= c.at)
            break;
        four_heap__put(h, k, h->cell[parent]);
        k = parent;
    }
    four_heap__put(h, k, c);
}

static inline void four_heap__down(struct four_heap *h, uint32_t k, struct four_heap_cell c) {
    for (;;) {
        uint32_t child = 4 * k - 8, least = child, i;

        if (child >= h->end)
            break;
        for (i = child + 1; i < child + 4 && i < h->end; i++)
            if (h->cell[i].at < h->cell[least].at)
                least = i;
        if (c.at <= h->cell[least].at)
            break;
        four_heap__put(h, k, h->cell[least]);
        k = least;
    }
    four_heap__put(h, k, c);
}

static inline void four_heap__place(struct four_heap *h, uint32_t k, struct four_heap_cell c) {
    if (k > FOUR_HEAP_ROOT && c.at < h->cell[k / 4 + 2].at)
        four_heap__up(h, k, c);
    else
        four_heap__down(h, k, c);
}

/* Takes n out, if it is in. */
static inline void four_heap_remove(struct four_heap *h, struct four_heap_node *n) {
    const uint32_t k = n->cell;

    if (k == 0)
        return;
    n->cell = 0;
    if (k != --h->end)
        four_heap__place(h, k, h->cell[h->end]);
}

/* Puts n in, or moves it. */
static inline void four_heap_add(struct four_heap *h, struct four_heap_node *n, uint64_t due) {
    const struct four_heap_cell c = {(double)due, n};

    n->at = c.at;
    if (n->cell == 0)
        four_heap__up(h, h->end++, c);
    else
        four_heap__place(h, n->cell, c);
}

/* The first timer; NULL: none. */
static inline struct four_heap_node *four_heap_first(const struct four_heap *h) {
    return h->end > FOUR_HEAP_ROOT ? h->cell[FOUR_HEAP_ROOT].node : NULL;
}

#endif /* FOUR_HEAP_H */
