/* SPDX-License-Identifier: MIT-0 */
/* members.h - what a picture is made of. */
#ifndef MEMBERS_H
#define MEMBERS_H

#include "picture.h"

/* In the order in which they are given. Those from PART on are the structure's own. */
enum member { STRUCTURE, KIND, BITS, BASE, NOW, ARMED, TIMERS, HAND, DUE, COUNTS, PART };

/* The timers that stand in the structure or on the due list. */
extern bool stands[IDS];

/* Adds a member: its name, then what the caller adds, then its end. */
void member(struct picture *p, enum member m, const char *name);
void member_end(struct picture *p, enum member m);

void add_tick(struct buffer *b, tw_tick tick);
void add_id(struct buffer *b, const struct tw_node *n); /* null, if it is no timer */

/* The timers of a list that is known by its last one, which stand there then. */
void add_ids(struct buffer *b, const struct tw_node *last);

/* The members of the chosen structure. Its kind, or NULL if it cannot be drawn at the
   moment. Links may lead anywhere, and every walk ends. */
const char *add_structure(struct picture *p, const struct operation *o);

/* Of these structures, from PART on. */
void add_heap(struct picture *p, const struct operation *o);
bool add_tree(struct picture *p, const struct operation *o);
void add_list(struct picture *p);
void add_ring(struct picture *p, const struct ring *r);
void add_rings(struct picture *p, const struct rings *r);
void add_halves(struct picture *p);

#endif
