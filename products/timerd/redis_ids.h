/* SPDX-License-Identifier: MIT-0 */
/* redis_ids.h - requests about one id. */
#ifndef REDIS_IDS_H
#define REDIS_IDS_H

#include "redis_call.h"

bool about_id(const struct op *op);
unsigned redis_shard(struct text id);

/* Works off n requests that are about one id each, or none (OP_NONE), ROWS_MOST at most. */
void run_ids(struct op *const *ops, size_t n);

#endif
