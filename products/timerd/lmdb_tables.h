/* SPDX-License-Identifier: MIT-0 */
/* lmdb_tables.h - how waiting timers and firings lie in the tables of LMDB.

   table    key                               value
   timers   id                                struct waiting_head, payload: a waiting timer
   due      due, id                           -
   fired    size of id, id, generation        struct fired_head, payload: a firing
   ready    number                            key in fired: firings that nobody has, oldest first
   leased   until, number                     key in fired: firings that a consumer has
   delayed  until, number                     key in fired: firings that NACK has put off
   dead     number                            key in fired: the dead-letter list
   meta     "last"                            the last number given out; numbers are generations
                                              and places in queues. Each start of a timerd
                                              goes on at the us since 1970. Behind it the
                                              latest due of which a firing was made;
                                              without it that may be any
   meta     "format"                          LMDB_FORMAT

   Numbers in keys are big-endian, so that keys sort by them. */
#ifndef LMDB_TABLES_H
#define LMDB_TABLES_H

#include "store.h"
#include <lmdb.h>

/* Numbers of tables stand in rows of FIRED. */
enum table { TIMERS, DUE, FIRED, READY, LEASED, DEAD, META, DELAYED, TABLES };

/* 1: without the table `delayed`, and without this number. */
enum { LMDB_FORMAT = 2 };

/* A transaction. */
struct work {
    MDB_txn *txn;
    const MDB_dbi *table;       /* of TABLES */
    MDB_cursor *cursor[TABLES]; /* NULL: not used yet */
    uint64_t last, fired;       /* the number given out last; the latest due that has fired */
    uint64_t now;               /* the clock, in ms */
};

struct waiting_head {
    uint64_t generation, due, first, period, missed; /* first: the due that ARM named */
};

struct fired_head {
    uint64_t table; /* where its place is: READY, LEASED, DELAYED or DEAD */
    uint64_t until, number;
    uint64_t due, period, missed, attempt;
    uint64_t first;
};

enum { KEY_MOST = 8 + 256 + 8 };

/* A row, copied: what LMDB gives is valid until the next write only. */
struct waiting {
    struct waiting_head head;
    char payload[PAYLOAD_MOST];
    size_t size;
};

struct fired {
    char key[KEY_MOST];
    size_t key_size;
    struct fired_head head;
    char payload[PAYLOAD_MOST];
    size_t size;
};

/* An int is 0 or an error of LMDB, after which the transaction must be aborted;
   MDB_NOTFOUND is none. */

void key_put(char *at, uint64_t n);
uint64_t key_number(const char *at);
size_t due_key(char *key, uint64_t due, struct text id); /* its size */
MDB_val lmdb_value(void *at, size_t size);
int lmdb_absent(int rc); /* 0 for MDB_NOTFOUND */

/* The first pair of a table; the first whose key is not less than *key, if that has a
   size. */
int table_seek(struct work *w, enum table table, MDB_val *key, MDB_val *data);
int table_last(struct work *w, enum table table, MDB_val *key, MDB_val *data);
int table_put(struct work *w, enum table table, void *key, size_t key_size, MDB_val data);
int table_del(struct work *w, enum table table, void *key, size_t key_size);
void tables_leave(struct work *w); /* before the end of the transaction */

/* Of TIMERS and DUE together. insert(): MDB_KEYEXIST if the id has a row, which stays. */
int waiting_read(struct work *w, struct text id, struct waiting *row);
int waiting_write(struct work *w, struct text id, const struct waiting_head *head,
                  struct text payload);
int waiting_insert(struct work *w, struct text id, const struct waiting_head *head,
                   struct text payload);
int waiting_remove(struct work *w, struct text id, uint64_t due);

/* Of FIRED, and its place in READY, LEASED, DELAYED or DEAD. place() gives it one behind all
   others there, and writes it. next() reads the first firing of id that is not before
   generation, last() the last one that is not dead. */
size_t fired_key(char *key, struct text id, uint64_t generation); /* its size */
struct text fired_id(const struct fired *f);
uint64_t fired_generation(const struct fired *f);
int fired_read(struct work *w, const MDB_val *key, struct fired *f);
int fired_next(struct work *w, struct text id, uint64_t generation, struct fired *f);
int fired_last(struct work *w, struct text id, struct fired *f);
int fired_unplace(struct work *w, const struct fired *f);
int fired_place(struct work *w, struct fired *f, enum table table, uint64_t until);
int fired_remove(struct work *w, struct fired *f);

#endif
