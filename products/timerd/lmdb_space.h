/* SPDX-License-Identifier: MIT-0 */
/* lmdb_space.h - the bytes of LMDB's file: which can be written again, and who keeps them
   from it. */
#ifndef LMDB_SPACE_H
#define LMDB_SPACE_H

#include <lmdb.h>
#include <stdbool.h>
#include <stdint.h>

/* A reader (a backup by mdb_copy, mdb_stat, ...) sees the file as it was when it began.
   What was freed since then waits for its end. `behind`: the commits since the oldest one
   began, 0: there is none. */
struct lmdb_space {
    uint64_t file, unused, behind;
};

int lmdb_space(MDB_env *env, MDB_txn *txn, struct lmdb_space *space); /* txn only reads */

/* The commits since the oldest reader began. */
uint64_t lmdb_behind(MDB_env *env);

/* Forgets the readers whose process has died: nobody else does. Returns whether there was
   one. */
bool lmdb_forget_dead_readers(MDB_env *env);

#endif
