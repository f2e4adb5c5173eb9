/* SPDX-License-Identifier: MIT-0 */
#include "lmdb_rows.h"
#include "engine.h"
#include "options.h"
#include <string.h>

struct waiting_head {
    uint64_t generation, due, first, period, missed;
};

struct fired_head {
    uint64_t table; /* where its place is: READY, LEASED or DEAD */
    uint64_t until, number;
    uint64_t due, period, missed, attempt;
};

enum { KEY_MOST = 8 + 256 + 16 };

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

/* ------------------------------------------------------------------------------------------- keys and values */

static void put64(char *at, uint64_t n) {
    for (int i = 8; i--; n >>= 8)
        at[i] = (char)(n & 0xff);
}

static uint64_t get64(const char *at) {
    uint64_t n = 0;

    for (int i = 0; i < 8; i++)
        n = n << 8 | (unsigned char)at[i];
    return n;
}

static MDB_val value(void *at, size_t size) {
    MDB_val v;

    v.mv_data = at;
    v.mv_size = size;
    return v;
}

/* LMDB does not write to a key or a value that it is given. */
static MDB_val text_value(struct text t) {
    union {
        const char *given;
        char *taken;
    } at;

    at.given = t.at;
    return value(at.taken, t.size);
}

static size_t due_key(char *key, uint64_t due, struct text id) {
    put64(key, due);
    if (id.size)
        memcpy(key + 8, id.at, id.size);
    return 8 + id.size;
}

static size_t fired_key(char *key, struct text id, uint64_t first, uint64_t generation) {
    key[0] = (char)id.size;
    memcpy(key + 1, id.at, id.size);
    put64(key + 1 + id.size, first);
    put64(key + 9 + id.size, generation);
    return 17 + id.size;
}

static struct text fired_id(const struct fired *f) {
    const struct text id = {f->key + 1, f->key_size - 17};

    return id;
}

static uint64_t fired_generation(const struct fired *f) { return get64(f->key + f->key_size - 8); }

static int put(struct work *w, enum table table, void *key, size_t key_size, MDB_val data) {
    MDB_val k = value(key, key_size);

    return mdb_put(w->txn, w->table[table], &k, &data, 0);
}

static int del(struct work *w, enum table table, void *key, size_t key_size) {
    MDB_val k = value(key, key_size);

    return mdb_del(w->txn, w->table[table], &k, NULL);
}

/* The first pair of a table, or the first whose key is not less than *key, if that has a size. */
static int seek(struct work *w, enum table table, MDB_val *key, MDB_val *data) {
    MDB_cursor *c;
    int rc = mdb_cursor_open(w->txn, w->table[table], &c);

    if (rc)
        return rc;
    rc = mdb_cursor_get(c, key, data, key->mv_size ? MDB_SET_RANGE : MDB_FIRST);
    mdb_cursor_close(c);
    return rc;
}

static int absent(int rc) { return rc == MDB_NOTFOUND ? 0 : rc; }

/* ---------------------------------------------------------------------------------------- waiting timers */

static int waiting_read(struct work *w, struct text id, struct waiting *row) {
    MDB_val k = text_value(id), d;
    const int rc = mdb_get(w->txn, w->table[TIMERS], &k, &d);

    if (rc)
        return rc;
    row->size = d.mv_size - sizeof row->head;
    memcpy(&row->head, d.mv_data, sizeof row->head);
    memcpy(row->payload, (char *)d.mv_data + sizeof row->head, row->size);
    return 0;
}

static int waiting_write(struct work *w, struct text id, const struct waiting_head *head, struct text payload) {
    char key[KEY_MOST];
    MDB_val k = text_value(id), d = value(NULL, sizeof *head + payload.size);
    int rc = mdb_put(w->txn, w->table[TIMERS], &k, &d, MDB_RESERVE);

    if (rc)
        return rc;
    memcpy(d.mv_data, head, sizeof *head);
    if (payload.size)
        memcpy((char *)d.mv_data + sizeof *head, payload.at, payload.size);
    return put(w, DUE, key, due_key(key, head->due, id), value(NULL, 0));
}

static int waiting_remove(struct work *w, struct text id, uint64_t due) {
    char key[KEY_MOST];
    MDB_val k = text_value(id);
    const int rc = mdb_del(w->txn, w->table[TIMERS], &k, NULL);

    return rc ? rc : del(w, DUE, key, due_key(key, due, id));
}

/* ----------------------------------------------------------------------------------------------- firings */

static int fired_read(struct work *w, const MDB_val *key, struct fired *f) {
    MDB_val k = *key, d;
    int rc;

    f->key_size = key->mv_size;
    memcpy(f->key, key->mv_data, key->mv_size);
    rc = mdb_get(w->txn, w->table[FIRED], &k, &d);
    if (rc)
        return rc;
    f->size = d.mv_size - sizeof f->head;
    memcpy(&f->head, d.mv_data, sizeof f->head);
    memcpy(f->payload, (char *)d.mv_data + sizeof f->head, f->size);
    return 0;
}

/* The key of its place in READY, LEASED or DEAD. */
static size_t place_key(const struct fired *f, char *key) {
    const bool leased = f->head.table == LEASED;

    if (leased)
        put64(key, f->head.until);
    put64(key + (leased ? 8 : 0), f->head.number);
    return leased ? 16 : 8;
}

static int unplace(struct work *w, const struct fired *f) {
    char key[16];

    return del(w, (enum table)f->head.table, key, place_key(f, key));
}

/* Gives a firing a place behind all others of the table, and writes it. */
static int place(struct work *w, struct fired *f, enum table table, uint64_t until) {
    char key[16];
    MDB_val k = value(f->key, f->key_size), d = value(NULL, sizeof f->head + f->size);
    int rc;

    f->head.table = table;
    f->head.until = until;
    f->head.number = ++w->last;
    rc = put(w, table, key, place_key(f, key), k);
    if (!rc)
        rc = mdb_put(w->txn, w->table[FIRED], &k, &d, MDB_RESERVE);
    if (rc)
        return rc;
    memcpy(d.mv_data, &f->head, sizeof f->head);
    memcpy((char *)d.mv_data + sizeof f->head, f->payload, f->size);
    return 0;
}

static int fired_remove(struct work *w, struct fired *f) {
    const int rc = unplace(w, f);

    return rc ? rc : del(w, FIRED, f->key, f->key_size);
}

/* The firing of id whose key is the first that is not less than that of (first, generation); MDB_NOTFOUND: none. */
static int fired_next(struct work *w, struct text id, uint64_t first, uint64_t generation, struct fired *f) {
    char from[KEY_MOST];
    MDB_val k = value(from, fired_key(from, id, first, generation)), d;
    const int rc = seek(w, FIRED, &k, &d);

    if (rc)
        return rc;
    if (k.mv_size != 17 + id.size || memcmp(k.mv_data, from, 1 + id.size) != 0)
        return MDB_NOTFOUND;
    return fired_read(w, &k, f);
}

static uint64_t fired_first(const struct fired *f) { return get64(f->key + f->key_size - 16); }

/* ---------------------------------------------------------------------------------------------- requests */

static struct text text_of(const char *at, size_t size) {
    const struct text t = {at, size};

    return t;
}

/* Is the request to arm the one that made a firing which waits for its ACK? *same. */
static int arm_fired(struct work *w, const struct op *op, bool *same) {
    static struct fired f;
    uint64_t generation = 0;
    int rc;

    for (;; generation = fired_generation(&f) + 1) {
        rc = fired_next(w, op->id, op->due, generation, &f);
        if (rc || fired_first(&f) != op->due)
            return absent(rc);
        *same = *same || (f.head.table != DEAD && f.head.period == op->period &&
                          text_same(text_of(f.payload, f.size), op->payload));
        if (*same)
            return 0;
    }
}

static int op_arm(struct work *w, struct op *op) {
    static struct waiting row;
    struct waiting_head head = {0, op->due, op->due, op->period, 0};
    int rc = waiting_read(w, op->id, &row);
    bool same = false;

    op->number = rc ? ARM_NEW : ARM_MOVED;
    if (rc == MDB_NOTFOUND)
        rc = arm_fired(w, op, &same);
    else if (rc == 0)
        same = row.head.first == op->due && row.head.period == op->period &&
               text_same(text_of(row.payload, row.size), op->payload);
    if (rc || same) {
        op->number = ARM_REPEATED;
        return rc;
    }
    if (op->number == ARM_MOVED && (rc = waiting_remove(w, op->id, row.head.due)) != 0)
        return rc;
    op->generation = head.generation = ++w->last;
    return waiting_write(w, op->id, &head, op->payload);
}

static int op_cancel(struct work *w, struct op *op) {
    static struct waiting row;
    static struct fired f;
    uint64_t first = 0, generation = 0;
    int rc = waiting_read(w, op->id, &row);

    if (rc == 0) {
        op->number = 1;
        rc = waiting_remove(w, op->id, row.head.due);
    }
    for (rc = absent(rc); rc == 0; generation = fired_generation(&f) + 1) {
        rc = fired_next(w, op->id, first, generation, &f);
        if (rc)
            break;
        first = fired_first(&f);
        if (f.head.table == DEAD)
            continue;
        if (f.head.attempt == 0)
            op->number = 1;
        rc = fired_remove(w, &f);
    }
    return absent(rc);
}

static int op_get(struct work *w, struct op *op) {
    static struct waiting row;
    const int rc = waiting_read(w, op->id, &row);
    struct row r = {
        op->id, text_of(row.payload, row.size), row.head.generation, row.head.due, row.head.period, row.head.missed, 0};

    if (rc == 0)
        op_row(op, &r);
    return absent(rc);
}

static int op_next(struct work *w, struct op *op) {
    MDB_val k = value(NULL, 0), d;
    const int rc = seek(w, DUE, &k, &d);

    op->number = rc ? -1 : (int64_t)get64((char *)k.mv_data);
    return absent(rc);
}

static void row_of(struct op *op, const struct fired *f) {
    const struct row r = {
        fired_id(f),    text_of(f->payload, f->size), fired_generation(f), f->head.due, f->head.period, f->head.missed,
        f->head.attempt};

    op_row(op, &r);
}

static int op_take(struct work *w, struct op *op) {
    static struct fired f;

    while (op->rows_n < op->count) {
        MDB_val k = value(NULL, 0), d;
        int rc = seek(w, READY, &k, &d);

        if (rc == 0)
            rc = fired_read(w, &d, &f);
        if (rc)
            return absent(rc);
        if (f.head.attempt++)
            op->again++;
        if ((rc = del(w, READY, k.mv_data, k.mv_size)) != 0 || (rc = place(w, &f, LEASED, w->now + option.lease_ms)))
            return rc;
        row_of(op, &f);
    }
    return 0;
}

static int op_ack(struct work *w, struct op *op) {
    static struct fired f;
    uint64_t first = 0, generation = 0;
    int rc;

    while ((rc = fired_next(w, op->id, first, generation, &f)) == 0) {
        first = fired_first(&f);
        generation = fired_generation(&f);
        if (generation == op->generation) {
            op->number = 1;
            return fired_remove(w, &f);
        }
        generation++;
    }
    return absent(rc);
}

static int op_dead(struct work *w, struct op *op) {
    static struct fired f;
    char from[8];
    uint64_t number = 0;

    while (op->rows_n < op->count) {
        MDB_val k = value(from, 8), d;
        int rc;

        put64(from, number);
        rc = seek(w, DEAD, &k, &d);
        if (rc == 0)
            rc = fired_read(w, &d, &f);
        if (rc)
            return absent(rc);
        number = f.head.number + 1;
        row_of(op, &f);
    }
    return 0;
}

static int op_count(struct work *w, struct op *op) {
    uint64_t n[TABLES] = {0};

    for (int i = 0; i < TABLES; i++) {
        MDB_stat s;
        const int rc = mdb_stat(w->txn, w->table[i], &s);

        if (rc)
            return rc;
        n[i] = s.ms_entries;
    }
    op->counts.waiting = n[TIMERS];
    op->counts.ready = n[READY];
    op->counts.leased = n[LEASED];
    op->counts.dead = n[DEAD];
    return 0;
}

int rows_op(struct work *w, struct op *op) {
    static int (*const verbs[])(struct work *, struct op *) = {
        [OP_ARM] = op_arm,   [OP_CANCEL] = op_cancel, [OP_GET] = op_get,   [OP_NEXT] = op_next,
        [OP_TAKE] = op_take, [OP_ACK] = op_ack,       [OP_DEAD] = op_dead, [OP_COUNT] = op_count,
    };

    return verbs[op->kind](w, op);
}

/* ------------------------------------------------------------------------------------- what becomes due */

/* The occurrence after the one that is due now; false: there is none. */
static bool advance(struct work *w, struct waiting *row, struct timer *t) {
    uint64_t missed = 0;

    t->next = row->head.period ? tw_forward(row->head.due, row->head.period, w->now, &missed) : 0;
    if (t->next > TIME_MOST)
        t->next = 0;
    t->missed = missed;
    return t->next != 0;
}

/* A timer that is skipped counts its own occurrence as missed too, for the next one. */
static int rearm(struct work *w, struct waiting *row, struct timer *t) {
    t->next_generation = row->head.generation = ++w->last;
    row->head.due = t->next;
    row->head.missed = t->skip ? row->head.missed + 1 + t->missed : 0;
    return waiting_write(w, timer_id(t), &row->head, text_of(row->payload, row->size));
}

static int enqueue(struct work *w, const struct waiting *row, struct timer *t) {
    static struct fired f;

    memset(&f.head, 0, sizeof f.head);
    f.head.due = row->head.due;
    f.head.period = row->head.period;
    f.head.missed = row->head.missed + t->missed;
    f.key_size = fired_key(f.key, timer_id(t), row->head.first, row->head.generation);
    f.size = row->size;
    memcpy(f.payload, row->payload, row->size);
    return place(w, &f, READY, 0);
}

int rows_fire(struct work *w, struct timer *t) {
    static struct waiting row;
    int rc = waiting_read(w, timer_id(t), &row);

    t->fate = FATE_GONE;
    if (rc || row.head.generation != t->generation)
        return absent(rc);
    t->fate = w->now < row.head.due ? FATE_EARLY : FATE_FIRED;
    if (t->fate == FATE_EARLY)
        return 0;

    rc = waiting_remove(w, timer_id(t), row.head.due);
    (void)advance(w, &row, t);
    if (rc == 0 && !t->skip)
        rc = enqueue(w, &row, t);
    return rc || !t->next ? rc : rearm(w, &row, t);
}

int rows_expire(struct work *w, size_t most, struct expiry *e) {
    static struct fired f;
    MDB_val k, d;
    int rc;

    memset(e, 0, sizeof *e);
    while (k = value(NULL, 0), (rc = seek(w, LEASED, &k, &d)) == 0) {
        const uint64_t until = get64((char *)k.mv_data);

        e->next_ms = until > w->now ? (int64_t)(until - w->now) : 0;
        if (until > w->now || e->expired == most)
            return 0;
        rc = fired_read(w, &d, &f);
        if (rc || (rc = unplace(w, &f)) != 0)
            return rc;
        rc = place(w, &f, f.head.attempt >= option.attempts ? DEAD : READY, 0);
        if (rc)
            return rc;
        e->expired++;
        e->buried += f.head.table == DEAD;
    }
    if (rc == MDB_NOTFOUND) {
        k = value(NULL, 0);
        rc = seek(w, READY, &k, &d);
        e->next_ms = rc ? -1 : (int64_t)option.lease_ms;
    }
    return absent(rc);
}

static struct seen seen_of(struct work *w, const MDB_val *key, int *rc) {
    static struct waiting row;
    struct seen s = {0, {(char *)key->mv_data + 8, key->mv_size - 8}, 0, 0, 0};

    *rc = waiting_read(w, s.id, &row);
    s.generation = row.head.generation;
    s.due = row.head.due;
    s.period = row.head.period;
    return s;
}

int rows_load(struct work *w, const struct mark *from, uint64_t until, size_t *n) {
    const struct text id = {from->id, from->size};
    char start[KEY_MOST];
    const size_t most = *n;
    MDB_val k = value(start, due_key(start, from->due, id)), d;
    MDB_cursor *c;
    int rc = mdb_cursor_open(w->txn, w->table[DUE], &c);

    if (rc)
        return rc;
    *n = 0;
    rc = mdb_cursor_get(c, &k, &d, MDB_SET_RANGE);
    while (rc == 0 && *n < most && get64((char *)k.mv_data) < until) {
        const struct seen s = seen_of(w, &k, &rc);

        if (rc)
            break;
        engine_loaded(&s);
        ++*n;
        rc = mdb_cursor_get(c, &k, &d, MDB_NEXT);
    }
    mdb_cursor_close(c);
    return absent(rc);
}

int rows_begin(struct work *w) {
    char name[] = "last";
    MDB_val k = value(name, 4), d;
    const int rc = mdb_get(w->txn, w->table[META], &k, &d);

    w->last = 0;
    if (rc == 0)
        memcpy(&w->last, d.mv_data, sizeof w->last);
    return absent(rc);
}

int rows_end(struct work *w) {
    char name[] = "last";

    return put(w, META, name, 4, value(&w->last, sizeof w->last));
}
