/* SPDX-License-Identifier: MIT-0 */
/* frame.h - the front for programs: a JSON object, called a frame, for each line.
   products/playground/FORMAT.md describes it. */
#ifndef FRAME_H
#define FRAME_H

#include "buffer.h"
#include "commands.h"
#include "front.h"
#include "lines.h"

extern const struct front frame_front;

/* An empty set over the structure of this name, or none if there is no such structure;
   frame 0. */
const struct buffer *frame_begin(const char *name);

/* Runs the line, whose bytes are complete; its frame. *verb is QUIT if it says so. */
const struct buffer *frame_run(struct line *l, enum verb *verb);

/* How the last frame is to be judged: 0, 1 if an invariant does not hold, 2 for a bad
   line. */
int frame_status(void);

#endif
