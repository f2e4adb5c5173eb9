/* SPDX-License-Identifier: MIT-0 */
/* What the parts of a counting program share: one structure (subject.c), the workloads
   (timers.c or queues.c), and what runs them and counts (counts.c). The structure is
   compiled apart from the workloads, so that each verb is compiled once, as it stands,
   however many workloads call it. Such a program is for gcc on Linux. */
#ifndef COUNTS_H
#define COUNTS_H

#include "node.h"

#ifndef ITEMS
#define ITEMS 1000 /* in the structure during a workload */
#endif
enum { DRAWS = 32768 };

struct item {
    struct tw_node node; /* first: the item of no node is no item */
    tw_tick key;
};

/* The structure. A set of timers has next and advance, and a queue has the others; add
   moves an item that waits. */
void subject_init(void);
void subject_add(struct item *x, tw_tick due);
void subject_cancel(struct item *x);
size_t subject_count(void);
bool subject_next(tw_tick *due);
void subject_advance(tw_tick now);
struct item *subject_peek(void);
struct item *subject_pop(void);
void subject_update(struct item *x); /* its key has changed */

/* `prepare` is not counted. `run` answers how many operations it took; `left` is the
   number of nodes that must wait in the end. The draws are from least to least + range -
   1. */
struct workload {
    const char *name;
    void (*prepare)(void);
    size_t (*run)(void);
    size_t left;
    uint32_t least, range;
};
extern const struct workload workloads[]; /* ends with a name that is NULL */

/* The items, and what was drawn before counting began: a draw costs the workloads a few
   instructions. */
extern struct item items[ITEMS];

extern struct draw {
    struct item *item;
    uint32_t delay;
} draws[DRAWS];

static inline const struct draw *draw(size_t i) { return &draws[i % DRAWS]; }

#endif
