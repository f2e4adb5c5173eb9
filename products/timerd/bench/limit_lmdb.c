/* SPDX-License-Identifier: MIT-0 */
/* LMDB's own limit: the rows that timerd writes for a timer and for its firing, in
   transactions of many rows, with nothing around them. The tables are those of timerd,
   which therefore opens a directory that was filled here. */
#include "rows.h"
#include <lmdb.h>

enum { TIMERS, DUE, FIRED, READY, TABLES };

enum { FILL_BATCH = 100000 };

static const char usage[] =
    "limit_lmdb write|move|fill DIR FIRST COUNT DUE-MS RATE BATCH   prints the seconds, and\n"
    "                                                               those on a processor\n"
    "  write  the rows of waiting timers, BATCH a transaction, each on the disk\n"
    "  move   the same timers out of those rows and into the ready queue, likewise\n"
    "  fill   as write, but on the disk at the end only: to make a large store soon\n";

static MDB_env *env;
static MDB_dbi table[TABLES], meta;
static MDB_txn *txn;
static MDB_cursor *cursor[TABLES];

static void check(int rc) {
    if (rc == 0)
        return;
    fprintf(stderr, "limit_lmdb: %s\n", mdb_strerror(rc));
    exit(1);
}

static void open_store(const char *dir, unsigned flags) {
    static const char *const names[TABLES] = {"timers", "due", "fired", "ready"};

    check(mdb_env_create(&env));
    check(mdb_env_set_maxdbs(env, TABLES + 3));
    check(mdb_env_set_mapsize(env, (size_t)1 << 36));
    check(mdb_env_open(env, dir, flags, 0600));
    check(mdb_txn_begin(env, NULL, 0, &txn));
    for (int i = 0; i < TABLES; i++)
        check(mdb_dbi_open(txn, names[i], MDB_CREATE, &table[i]));
    check(mdb_dbi_open(txn, "meta", MDB_CREATE, &meta));
    check(mdb_txn_commit(txn));
}

static size_t add(char *to, size_t at, const void *bytes, size_t size) {
    memcpy(to + at, bytes, size);
    return at + size;
}

static size_t add_number(char *to, size_t at, uint64_t n) {
    for (int i = 0; i < 8; i++)
        to[at + (size_t)i] = (char)(n >> (56 - 8 * i) & 0xff);
    return at + 8;
}

static void put(int i, void *key, size_t key_size, void *value, size_t value_size) {
    MDB_val k = {key_size, key}, v = {value_size, value};

    check(mdb_cursor_put(cursor[i], &k, &v, 0));
}

static void del(int i, void *key, size_t key_size) {
    MDB_val k = {key_size, key}, v;

    check(mdb_cursor_get(cursor[i], &k, &v, MDB_SET));
    check(mdb_cursor_del(cursor[i], 0));
}

static void write_row(const struct load *l, uint64_t i) {
    const uint64_t head[5] = {i + 1, row_due(l, i), row_due(l, i), 0, 0};
    char id[ID_SIZE + 1], payload[ROW_PAYLOAD + 1], key[8 + ID_SIZE],
        value[sizeof head + ROW_PAYLOAD];

    row_id(id, i);
    row_payload(payload, i);
    add(value, add(value, 0, head, sizeof head), payload, ROW_PAYLOAD);
    put(TIMERS, id, ID_SIZE, value, sizeof value);
    put(DUE, key, add(key, add_number(key, 0, row_due(l, i)), id, ID_SIZE), NULL, 0);
}

static void move_row(const struct load *l, uint64_t i) {
    const uint64_t due = row_due(l, i), head[8] = {READY + 0u, 0, i + 1, due, 0, 0, 0, due};
    char id[ID_SIZE + 1], payload[ROW_PAYLOAD + 1], key[1 + ID_SIZE + 8], place[8],
        value[sizeof head + ROW_PAYLOAD];
    const char size = ID_SIZE;

    row_id(id, i);
    row_payload(payload, i);
    del(TIMERS, id, ID_SIZE);
    del(DUE, key, add(key, add_number(key, 0, due), id, ID_SIZE));
    add(value, add(value, 0, head, sizeof head), payload, ROW_PAYLOAD);
    add_number(key, add(key, add(key, 0, &size, 1), id, ID_SIZE), i + 1);
    put(READY, place, add_number(place, 0, i + 1), key, sizeof key);
    put(FIRED, key, sizeof key, value, sizeof value);
}

static void run(const struct load *l, void (*row)(const struct load *, uint64_t), uint64_t batch) {
    char name[] = "last";
    uint64_t last;
    MDB_val k = {4, name}, v = {sizeof last, &last};

    for (uint64_t i = l->first, end = l->first + l->count; i < end;) {
        last = i + batch < end ? i + batch : end;

        check(mdb_txn_begin(env, NULL, 0, &txn));
        for (int t = 0; t < TABLES; t++)
            check(mdb_cursor_open(txn, table[t], &cursor[t]));
        for (; i < last; i++)
            row(l, i);
        check(mdb_put(txn, meta, &k, &v, 0));
        check(mdb_txn_commit(txn));
    }
}

int main(int argc, char **argv) {
    struct load l;
    uint64_t since;
    clock_t begun;
    int fill, move;

    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(usage, stdout);
        return 0;
    }
    fill = argc == 8 && strcmp(argv[1], "fill") == 0;
    move = argc == 8 && strcmp(argv[1], "move") == 0;
    if (!(fill || move || (argc == 8 && strcmp(argv[1], "write") == 0)) || number(argv, 7) == 0) {
        fputs(usage, stderr);
        return 2;
    }
    l = load_of(argv, 3);
    open_store(argv[2], fill ? MDB_NOSYNC : 0);
    since = now_us();
    begun = clock();
    run(&l, move ? move_row : write_row, fill ? FILL_BATCH : number(argv, 7));
    check(mdb_env_sync(env, 1));
    printf("%.6f %.6f\n", (double)(now_us() - since) / 1e6,
           (double)(clock() - begun) / CLOCKS_PER_SEC);
    mdb_env_close(env);
    return 0;
}
