/* SPDX-License-Identifier: MIT-0 */
/* sets.h - the structures that tw_draw draws, and the timers. One structure at a time is
   in use, in `set`. */
#ifndef SETS_H
#define SETS_H

#include "events.h"

#ifndef TW_TICK_BITS
#define TW_TICK_BITS 64
#endif
/* Four levels can be drawn. With 64-bit ticks some timers lie beyond them, in the overflow
   slot of the hierarchical wheel. */
#define TW_SMALLWHEEL_LEVELS 4

#include "bigwheel.h"
#include "heap4.h"
#include "rbtree.h"
#include "skiplist.h"
#include "smallwheel.h"
#include "wheel.h"
#include "timers.h"

/* 1: with four structures that are wrong on purpose, and a wheel that is right in another
   way; products/playground/ has skynet.h, and makes early.h of wheel.h, and hasty.h, backwards.h
   and eager.h of smallwheel.h. */
#ifndef COUNTEREXAMPLES
#define COUNTEREXAMPLES 0
#endif
#if COUNTEREXAMPLES
#include "backwards.h"
#include "eager.h"
#include "early.h"
#include "hasty.h"
#include "skynet.h"
#endif

enum {
    IDS = 256,
    CELLS = 250, /* heap4: not all find room, so that a refusal can be seen */
    LANES_FOR = 32,
    LANES = 2, /* of a skip list for so many */
    SLOTS = 16,
    BIG_HALF = 1024, /* slots of a half of the big wheel's level */
    BIG_LEVEL = 2 * BIG_HALF
};

enum kind {
    HEAP4,
    RBTREE,
    SKIPLIST,
    SORTEDLIST,
    WHEEL,
    SMALLWHEEL,
    BIGWHEEL,
    EARLY,
    SKYNET,
    HASTY,
    BACKWARDS,
    EAGER
};

struct structure {
    enum kind kind;
    const struct tw_ops *ops;
    void *in, *array;
    size_t n;
};
extern const struct structure *chosen;

extern struct tw_heap4_cell cells[CELLS + TW__HEAP4_ROOT];
extern struct tw_skiplist_level lanes[TW__SKIPLIST_LEVELS(LANES_FOR)];
extern union tw_wheel_cell slots[TW__WHEEL_CELLS(SLOTS)];
extern struct tw_heap4 heap;
extern struct tw_rbtree tree;
extern struct tw_skiplist skiplist;
extern struct tw_sortedlist sortedlist;
extern struct tw_wheel wheel;
extern struct tw_smallwheel smallwheel;
extern struct tw_bigwheel bigwheel;
#if COUNTEREXAMPLES
extern union tw_early_cell early_slots[TW__EARLY_CELLS(SLOTS)];
extern struct tw_early early;
extern struct tw_skynet skynet;
extern struct tw_hasty hasty;
extern struct tw_backwards backwards;
extern struct tw_eager eager;
#endif

extern struct tw_node timer[IDS];
extern struct tw_timers set;
extern bool amid; /* has the clock moved by steps since the last advance? */

/* False: there is no structure of this name, and nothing is changed. Then: a new set over
   the chosen structure. */
bool choose(const char *name);
void begin(void);

static inline bool is_timer(const struct tw_node *n) {
    const uintptr_t ahead = (uintptr_t)n - (uintptr_t)timer;

    return ahead < sizeof timer && ahead % sizeof timer[0] == 0;
}

static inline int id_of(const struct tw_node *n) { return (int)(n - timer); }

/* Stores the nodes of a list that is known by its last node, and returns their number.
   Ends at a link that leads to no timer. Of a sorted list of bigwheel the oldest run
   comes first. */
size_t list_nodes(const struct tw_node *last, const struct tw_node *to[IDS]);

/* How many lanes of the skip list n stands in. */
static inline unsigned height(const struct tw_node *n) {
    unsigned levels = 0;

    if (n->home != TW__WAITING)
        while (levels == 0 || ((const struct tw_skiplist_level *)n->home)[levels].node == n)
            levels++;
    return levels;
}

/* The wheels of one ring, and those whose levels have SLOTS slots each, as they are
   drawn. */
struct ring {
    tw_tick position, least[SLOTS];
    const struct tw_node *last[SLOTS];
};

struct rings {
    tw_tick position;
    /* slots are numbered through, and the overflow slot is the last */
    const struct tw_node *const *last;
    bool overflow;
    const struct tw_node *first; /* NULL: not known, or none */
    size_t count;
};

enum { RINGS = TW_SMALLWHEEL_LEVELS, RINGS_SLOTS = RINGS * SLOTS };

bool is_ring(struct ring *r);
bool is_rings(struct rings *r);

/* The levels of the big wheel to draw: two, and more if they are occupied. */
unsigned big_levels(void);

/* A sub-slot of this level of the big wheel stands for 2^this ticks. */
unsigned big_sub_shift(unsigned level);

#endif
