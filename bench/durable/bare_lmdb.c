/* SPDX-License-Identifier: MIT-0 */
/* bare_lmdb DIRECTORY ROWS BATCH: what LMDB can do at most for timerd: rows of the size of a timer under random keys,
   and an entry in a sorted index, BATCH to a transaction that ends on the disk. Prints rows a second. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <lmdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROW = 48 };

static void check(int rc) {
    if (rc == 0)
        return;
    fprintf(stderr, "bare_lmdb: %s\n", mdb_strerror(rc));
    exit(1);
}

static double seconds(void) {
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void write_row(MDB_txn *txn, MDB_dbi rows, MDB_dbi index, uint64_t n) {
    char name[32], place[48], row[ROW] = {0};
    MDB_val key, data;

    key.mv_size = (size_t)snprintf(name, sizeof name, "key:%012" PRIu64, n * UINT64_C(0x9e3779b97f4a7c15) >> 30);
    key.mv_data = name;
    data.mv_size = sizeof row;
    data.mv_data = row;
    check(mdb_put(txn, rows, &key, &data, 0));
    key.mv_size = (size_t)snprintf(place, sizeof place, "12345678%s", name);
    key.mv_data = place;
    data.mv_size = 0;
    check(mdb_put(txn, index, &key, &data, 0));
}

int main(int argc, char **argv) {
    const uint64_t n = argc == 4 ? strtoull(argv[2], NULL, 10) : 0, batch = argc == 4 ? strtoull(argv[3], NULL, 10) : 0;
    MDB_env *env;
    MDB_txn *txn;
    MDB_dbi rows, index;
    double since;

    if (n == 0 || batch == 0) {
        fprintf(stderr, "usage: bare_lmdb DIRECTORY ROWS BATCH\n");
        return 2;
    }
    check(mdb_env_create(&env));
    check(mdb_env_set_maxdbs(env, 2));
    check(mdb_env_set_mapsize(env, (size_t)1 << 34));
    check(mdb_env_open(env, argv[1], 0, 0600));
    check(mdb_txn_begin(env, NULL, 0, &txn));
    check(mdb_dbi_open(txn, "rows", MDB_CREATE, &rows));
    check(mdb_dbi_open(txn, "index", MDB_CREATE, &index));
    check(mdb_txn_commit(txn));
    since = seconds();
    for (uint64_t i = 0; i < n;) {
        check(mdb_txn_begin(env, NULL, 0, &txn));
        for (uint64_t j = 0; j < batch && i < n; j++, i++)
            write_row(txn, rows, index, i);
        check(mdb_txn_commit(txn));
    }
    printf("%.0f\n", (double)n / (seconds() - since));
    mdb_env_close(env);
    return 0;
}
