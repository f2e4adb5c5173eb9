/* SPDX-License-Identifier: MIT-0 */
/* thief.h - takes all shards away from timerds that run on and know nothing of it, for
   one lease, and fires nothing.

   It writes the lease rows of the shards, timerd:{SHARD}:lease with owner, token and
   until, as a timerd does that finds them free. What the old owners send with their old
   tokens must then change nothing. */
#ifndef THIEF_H
#define THIEF_H

#include "common.h"

void theft_begin(int redis_port);
bool theft_lasts(void);

/* A firing that no owner can have made: it was due after the theft, and came before its
   end. */
bool theft_forbids(uint64_t due_ms, uint64_t now);

#endif
