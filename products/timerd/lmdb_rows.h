/* SPDX-License-Identifier: MIT-0 */
/* lmdb_rows.h - requests and firings inside one transaction of LMDB. */
#ifndef LMDB_ROWS_H
#define LMDB_ROWS_H

#include "lmdb_tables.h"

/* Each gives 0, or an error of LMDB, after which the transaction must be aborted. */
int rows_begin(struct work *w);
int rows_end(struct work *w);
int rows_op(struct work *w, struct op *op);
int rows_fire(struct work *w, struct timer *t);
int rows_expire(struct work *w, size_t most, struct expiry *e);
int rows_load(struct work *w, const struct mark *from, uint64_t until, size_t *n);

#endif
