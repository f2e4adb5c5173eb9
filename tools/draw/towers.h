/* SPDX-License-Identifier: MIT-0 */
/* towers.h - how high the towers of the skip list are. */
#ifndef TOWERS_H
#define TOWERS_H

#include "sets.h"

/* Arms n anew, and behind it those that stand behind it for the same tick, so that the
   order stays; each with the tower that it had, but n, whose tower gets so many levels.
   False after a complaint: then nothing is changed. */
bool tower(struct tw_node *n, unsigned levels);

#endif
