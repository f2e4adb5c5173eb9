/* SPDX-License-Identifier: MIT-0 */
/* set.h - the set whose cost is measured, and the verbs that a program calls beside the
   measured ones. OF is a structure. */
#ifndef COST_SET_H
#define COST_SET_H

#include "bigwheel.h"
#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include "skiplist.h"
#include "smallwheel.h"
#include "timers.h"
#include "wheel.h"

TW_TIMERS_OF(set, OF)

/* others.c has these functions. They are compiled by themselves, so that they leave the
   code that is measured as it is. */
tw_tick cost_now(const struct set *s);
size_t cost_advance_some(struct set *s, tw_tick to, size_t max);
struct tw_node *cost_expire(struct set *s, tw_tick to);
bool cost_add_in(struct set *s, struct tw_node *n, tw_tick from, tw_tick delay);
bool cost_add_if_earlier(struct set *s, struct tw_node *n, tw_tick due);

/* Asks all that a set can be asked, of n and as a whole. */
size_t cost_look(struct set *s, struct tw_node *n);

#endif
