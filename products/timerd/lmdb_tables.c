/* SPDX-License-Identifier: MIT-0 */
#include "lmdb_tables.h"
#include <string.h>

/* -------------------------------------------------------------------- keys and values */

void key_put(char *at, uint64_t n) {
    for (int i = 8; i--; n >>= 8)
        at[i] = (char)(n & 0xff);
}

uint64_t key_number(const char *at) {
    uint64_t n = 0;

    for (int i = 0; i < 8; i++)
        n = n << 8 | (unsigned char)at[i];
    return n;
}

MDB_val lmdb_value(void *at, size_t size) {
    MDB_val v;

    v.mv_data = at;
    v.mv_size = size;
    return v;
}

/* LMDB does not write to a key or a value that it is given. */
static MDB_val lmdb_text(struct text t) {
    union {
        const char *given;
        char *taken;
    } at;

    at.given = t.at;
    return lmdb_value(at.taken, t.size);
}

size_t due_key(char *key, uint64_t due, struct text id) {
    key_put(key, due);
    if (id.size)
        memcpy(key + 8, id.at, id.size);
    return 8 + id.size;
}

size_t fired_key(char *key, struct text id, uint64_t generation) {
    key[0] = (char)id.size;
    memcpy(key + 1, id.at, id.size);
    key_put(key + 1 + id.size, generation);
    return 9 + id.size;
}

struct text fired_id(const struct fired *f) {
    const struct text id = {f->key + 1, f->key_size - 9};

    return id;
}

uint64_t fired_generation(const struct fired *f) { return key_number(f->key + f->key_size - 8); }

/* The cursor of a table stays where it was last: LMDB finds a key of the same page without
   a search from the root. */
static int cursor_of(struct work *w, enum table table, MDB_cursor **c) {
    const int rc =
        w->cursor[table] ? 0 : mdb_cursor_open(w->txn, w->table[table], &w->cursor[table]);

    *c = w->cursor[table];
    return rc;
}

void tables_leave(struct work *w) {
    for (int i = 0; i < TABLES; i++)
        if (w->cursor[i])
            mdb_cursor_close(w->cursor[i]);
}

static int put(struct work *w, enum table table, MDB_val *key, MDB_val *data, unsigned flags) {
    MDB_cursor *c;
    const int rc = cursor_of(w, table, &c);

    return rc ? rc : mdb_cursor_put(c, key, data, flags);
}

static int get(struct work *w, enum table table, MDB_val *key, MDB_val *data, MDB_cursor_op op) {
    MDB_cursor *c;
    const int rc = cursor_of(w, table, &c);

    return rc ? rc : mdb_cursor_get(c, key, data, op);
}

static int del(struct work *w, enum table table, MDB_val *key) {
    MDB_val d;
    const int rc = get(w, table, key, &d, MDB_SET);

    return rc ? rc : mdb_cursor_del(w->cursor[table], 0);
}

int table_put(struct work *w, enum table table, void *key, size_t key_size, MDB_val data) {
    MDB_val k = lmdb_value(key, key_size);

    return put(w, table, &k, &data, 0);
}

int table_del(struct work *w, enum table table, void *key, size_t key_size) {
    MDB_val k = lmdb_value(key, key_size);

    return del(w, table, &k);
}

/* The first pair of a table, or the first whose key is not less than *key, if that has a
   size. */
int table_seek(struct work *w, enum table table, MDB_val *key, MDB_val *data) {
    return get(w, table, key, data, key->mv_size ? MDB_SET_RANGE : MDB_FIRST);
}

int table_last(struct work *w, enum table table, MDB_val *key, MDB_val *data) {
    return get(w, table, key, data, MDB_LAST);
}

int lmdb_absent(int rc) { return rc == MDB_NOTFOUND ? 0 : rc; }

static bool damaged(const MDB_val *row, size_t head) {
    return row->mv_size < head || row->mv_size > head + PAYLOAD_MOST;
}

/* --------------------------------------------------------------------- waiting timers */

int waiting_read(struct work *w, struct text id, struct waiting *row) {
    MDB_val k = lmdb_text(id), d;
    const int rc = get(w, TIMERS, &k, &d, MDB_SET);

    if (rc)
        return rc;
    if (damaged(&d, sizeof row->head))
        return MDB_CORRUPTED;
    row->size = d.mv_size - sizeof row->head;
    memcpy(&row->head, d.mv_data, sizeof row->head);
    memcpy(row->payload, (char *)d.mv_data + sizeof row->head, row->size);
    return 0;
}

static int write_row(struct work *w, struct text id, const struct waiting_head *head,
                     struct text payload, unsigned flags) {
    char key[KEY_MOST];
    MDB_val k = lmdb_text(id), d = lmdb_value(NULL, sizeof *head + payload.size);
    int rc = put(w, TIMERS, &k, &d, MDB_RESERVE | flags);

    if (rc)
        return rc;
    memcpy(d.mv_data, head, sizeof *head);
    if (payload.size)
        memcpy((char *)d.mv_data + sizeof *head, payload.at, payload.size);
    return table_put(w, DUE, key, due_key(key, head->due, id), lmdb_value(NULL, 0));
}

int waiting_write(struct work *w, struct text id, const struct waiting_head *head,
                  struct text payload) {
    return write_row(w, id, head, payload, 0);
}

int waiting_insert(struct work *w, struct text id, const struct waiting_head *head,
                   struct text payload) {
    return write_row(w, id, head, payload, MDB_NOOVERWRITE);
}

int waiting_remove(struct work *w, struct text id, uint64_t due) {
    char key[KEY_MOST];
    MDB_val k = lmdb_text(id);
    const int rc = del(w, TIMERS, &k);

    return rc ? rc : table_del(w, DUE, key, due_key(key, due, id));
}

/* ---------------------------------------------------------------------------- firings */

int fired_read(struct work *w, const MDB_val *key, struct fired *f) {
    MDB_val k = *key, d;
    int rc;

    if (key->mv_size < 9 || key->mv_size > sizeof f->key)
        return MDB_CORRUPTED;
    f->key_size = key->mv_size;
    memcpy(f->key, key->mv_data, key->mv_size);
    rc = get(w, FIRED, &k, &d, MDB_SET);
    if (rc)
        return rc;
    if (damaged(&d, sizeof f->head))
        return MDB_CORRUPTED;
    f->size = d.mv_size - sizeof f->head;
    memcpy(&f->head, d.mv_data, sizeof f->head);
    memcpy(f->payload, (char *)d.mv_data + sizeof f->head, f->size);
    return f->head.table < TABLES ? 0 : MDB_CORRUPTED;
}

/* The key of its place in READY, LEASED, DELAYED or DEAD. */
static size_t place_key(const struct fired *f, char *key) {
    const bool timed = f->head.table == LEASED || f->head.table == DELAYED;

    if (timed)
        key_put(key, f->head.until);
    key_put(key + (timed ? 8 : 0), f->head.number);
    return timed ? 16 : 8;
}

int fired_unplace(struct work *w, const struct fired *f) {
    char key[16];

    return table_del(w, (enum table)f->head.table, key, place_key(f, key));
}

/* Gives a firing a place behind all others of the table, and writes it. */
int fired_place(struct work *w, struct fired *f, enum table table, uint64_t until) {
    char key[16];
    MDB_val k = lmdb_value(f->key, f->key_size), d = lmdb_value(NULL, sizeof f->head + f->size);
    int rc;

    f->head.table = table;
    f->head.until = until;
    f->head.number = ++w->last;
    rc = table_put(w, table, key, place_key(f, key), k);
    if (!rc)
        rc = put(w, FIRED, &k, &d, MDB_RESERVE);
    if (rc)
        return rc;
    memcpy(d.mv_data, &f->head, sizeof f->head);
    memcpy((char *)d.mv_data + sizeof f->head, f->payload, f->size);
    return 0;
}

int fired_remove(struct work *w, struct fired *f) {
    const int rc = fired_unplace(w, f);

    return rc ? rc : table_del(w, FIRED, f->key, f->key_size);
}

/* Does a key of FIRED belong to this id? */
static bool of_id(const MDB_val *k, struct text id) {
    const char *const at = (const char *)k->mv_data;

    return k->mv_size == 9 + id.size && (unsigned char)at[0] == id.size &&
           memcmp(at + 1, id.at, id.size) == 0;
}

int fired_next(struct work *w, struct text id, uint64_t generation, struct fired *f) {
    char from[KEY_MOST];
    MDB_val k = lmdb_value(from, fired_key(from, id, generation)), d;
    const int rc = table_seek(w, FIRED, &k, &d);

    if (rc)
        return rc;
    return of_id(&k, id) ? fired_read(w, &k, f) : MDB_NOTFOUND;
}

/* The loop ends: each turn goes one firing back. */
int fired_last(struct work *w, struct text id, struct fired *f) {
    char behind[KEY_MOST];
    MDB_val k = lmdb_value(behind, fired_key(behind, id, UINT64_MAX)), d;
    MDB_cursor *c;
    int rc = mdb_cursor_open(w->txn, w->table[FIRED], &c);

    if (rc)
        return rc;
    rc = mdb_cursor_get(c, &k, &d, MDB_SET_RANGE);
    rc = mdb_cursor_get(c, &k, &d, rc == MDB_NOTFOUND ? MDB_LAST : MDB_PREV);
    for (; rc == 0; rc = mdb_cursor_get(c, &k, &d, MDB_PREV)) {
        rc = of_id(&k, id) ? fired_read(w, &k, f) : MDB_NOTFOUND;
        if (rc || f->head.table != DEAD)
            break;
    }
    mdb_cursor_close(c);
    return rc;
}
