/* SPDX-License-Identifier: MIT-0 */
/* picture.h - the state as data, also amid an operation: products/playground/FORMAT.md says what
   its members are. */
#ifndef PICTURE_H
#define PICTURE_H

#include "buffer.h"
#include "sets.h"

enum { MEMBERS = 16 };

/* Its members, as they stand in `text`; one that the structure does not have is empty. */
struct picture {
    struct buffer text;
    size_t begin[MEMBERS], end[MEMBERS];
};

/* What is known of the operation under way: the timer that it is about; one that is about
   to be put in, for this tick; one that is moved, and has not been linked anew; one that
   fires. NULL: not known, or none. */
struct operation {
    const struct tw_node *on, *arming, *moving, *firing;
    tw_tick due;
};

/* False: the structure has no picture at the moment, as links are half written; then p is
   spoilt. The timer that is about to be put in is forgotten once it stands in the
   picture. */
bool picture_take(struct picture *p, struct operation *o);

/* The whole state; of it, what differs from an earlier picture. */
void add_state(struct buffer *b, const struct picture *p);
void add_change(struct buffer *b, const struct picture *p, const struct picture *before);

/* Where the timer stood in the structure when the last picture was taken; null: nowhere,
   or the structure has no places. The place of a slot. */
void add_place(struct buffer *b, const struct tw_node *n);
void add_slot(struct buffer *b, size_t slot);

#endif
