/* SPDX-License-Identifier: MIT-0 */
/* window.h - the near half: the timers that are in memory, found by id. */
#ifndef WINDOW_H
#define WINDOW_H

#include "util.h"
#include "../../hwheel.h"
#include "../../timers.h"

TW_TIMERS_OF(timers, hwheel)

/* What became of a timer that was due: it is in the queue (a periodic one waits for
   `next`); it waits no more, or with another generation; the store's clock is not there
   yet; the shard has another owner. */
enum fate { FATE_FIRED, FATE_GONE, FATE_EARLY, FATE_LOST };

struct timer {
    struct tw_node node;
    struct timer *chain; /* those of the same slot of the table */
    uint64_t generation, due, period;
    uint64_t next, next_generation; /* periodic, fired: the occurrence that waits; next 0: none */
    uint64_t missed;                /* ... and how many were passed over */
    uint32_t hash;
    unsigned shard;
    enum fate fate;
    bool skip; /* overdue: does not enter the queue */
    uint8_t id_size;
    char id[];
};

/* A place in the order (due, id) of the waiting timers. */
struct mark {
    uint64_t due;
    size_t size;
    char id[256];
};

bool before_mark(uint64_t due, struct text id, const struct mark *mark);

uint32_t id_hash(struct text id);
struct text timer_id(const struct timer *t);
struct timer *window_find(struct text id);
/* the timer of this id, a new one if need be */
struct timer *window_add(struct text id, unsigned shard, tw_fn *fn);
void window_remove(struct timer *t); /* it is idle */
size_t window_count(void);
struct timer *window_each(struct timer *t); /* NULL: begin, end; t must not have been removed */

#endif
