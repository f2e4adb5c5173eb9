/* SPDX-License-Identifier: MIT-0 */
/* lmdb_rows.h - requests and firings inside one write transaction of LMDB.

   table    key                               value
   timers   id                                struct waiting_head, payload: a waiting timer
   due      due, id                           -
   fired    size of id, id, first, generation struct fired_head, payload: a firing
   ready    number                            key in fired: firings that nobody has, oldest first
   leased   until, number                     key in fired: firings that a consumer has
   dead     number                            key in fired: the dead-letter list
   meta     "last"                            the last number given out; numbers are generations and places in queues

   Numbers in keys are big-endian, so that keys sort by them. `first` is the due that ARM named. */
#ifndef LMDB_ROWS_H
#define LMDB_ROWS_H

#include "store.h"
#include <lmdb.h>

enum table { TIMERS, DUE, FIRED, READY, LEASED, DEAD, META, TABLES };

struct work {
    MDB_txn *txn;
    const MDB_dbi *table; /* of TABLES */
    uint64_t last, now;   /* the number given out last; the clock, in ms */
};

/* Each gives 0, or an error of LMDB, after which the transaction must be aborted. */
int rows_begin(struct work *w);
int rows_end(struct work *w);
int rows_op(struct work *w, struct op *op);
int rows_fire(struct work *w, struct timer *t);
int rows_expire(struct work *w, size_t most, struct expiry *e);
int rows_load(struct work *w, const struct mark *from, uint64_t until, size_t *n);

#endif
