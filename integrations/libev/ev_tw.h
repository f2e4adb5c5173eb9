/* SPDX-License-Identifier: MIT-0 */
/* The set that each loop of libev holds in place of its heap of timers, over TW_SET.
   Included by libev's ev.c as apply.sh edits it. A tick is a microsecond of libev's clock. */
#ifndef TW_LIBEV_SET_H
#define TW_LIBEV_SET_H

#include <tw/bigwheel.h>
#include <tw/hwheel.h>
#include <tw/rbtree.h>
#include <tw/skiplist.h>
#include <tw/timers.h>

/* The structure: -DTW_SET=rbtree, or another that is included here, makes it another. */
#ifndef TW_SET
#define TW_SET hwheel
#endif

TW_TIMERS_OF(ev_tw, TW_SET)

/* libev shifts all deadlines if its clock jumps. Then the set's clock is shifted instead. */
struct ev_tw_timers {
    struct ev_tw set;
    ev_tstamp shift;
};

static inline ev_timer *ev_tw_timer(struct tw_node *n) { return TW_OF(n, ev_timer, node); }

static inline tw_tick ev_tw_tick(const struct ev_tw_timers *t, ev_tstamp at) {
    const ev_tstamp us = (at - t->shift) * 1e6;

    return us > 0 ? (tw_tick)us : 0;
}

/* A timer fires when its deadline has passed: in the first tick that begins after it. */
static inline void ev_tw_start(struct ev_tw_timers *t, ev_timer *w) {
    ev_tw_add(&t->set, &w->node, ev_tw_tick(t, w->at) + 1);
}

/* Returns the earliest deadline, on libev's clock, or that of a day ahead. */
static inline ev_tstamp ev_tw_next_at(struct ev_tw_timers *t, ev_tstamp now) {
    tw_tick due;

    return ev_tw_next(&t->set, &due) ? (ev_tstamp)due * 1e-6 + t->shift : now + 86400;
}

#endif
