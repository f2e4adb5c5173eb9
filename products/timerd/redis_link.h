/* SPDX-License-Identifier: MIT-0 */
/* redis_link.h - the state of the connections to Redis, and parts of its replies. */
#ifndef REDIS_LINK_H
#define REDIS_LINK_H

#include "store.h"
#include <hiredis/hiredis.h>

extern redisContext *redis_db, *redis_sub; /* for calls; for notices; NULL: not connected */
extern char redis_error[1024];             /* the last one */
extern char redis_me[128];                 /* the name of this timerd, never used before */

bool redis_remember(const char *error); /* false: it is the last one again */
void redis_disconnect(void);

/* of an integer, or of digits; 0 if there is none */
uint64_t reply_number(const redisReply *array, size_t i);
struct text reply_text(const redisReply *array, size_t i);

#endif
