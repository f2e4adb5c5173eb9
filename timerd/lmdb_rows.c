/* SPDX-License-Identifier: MIT-0 */
#include "lmdb_rows.h"
#include "engine.h"
#include "options.h"
#include <string.h>

/* --------------------------------------------------------------------------- requests */

static struct text text_of(const char *at, size_t size) {
    const struct text t = {at, size};

    return t;
}

/* Is the request to arm the one that made a firing which waits for its ACK? Generations
   grow: the last firing of the id is that of its last ARM. */
static int arm_fired(struct work *w, const struct op *op, bool *same) {
    static struct fired f;
    const int rc = fired_last(w, op->id, &f);

    *same = rc == 0 && f.head.first == op->due && f.head.period == op->period &&
            text_same(text_of(f.payload, f.size), op->payload);
    return lmdb_absent(rc);
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
    uint64_t generation = 0;
    int rc = waiting_read(w, op->id, &row);

    if (rc == 0) {
        op->number = 1;
        rc = waiting_remove(w, op->id, row.head.due);
    }
    for (rc = lmdb_absent(rc); rc == 0; generation = fired_generation(&f) + 1) {
        rc = fired_next(w, op->id, generation, &f);
        if (rc)
            break;
        if (f.head.table == DEAD)
            continue;
        if (f.head.attempt == 0)
            op->number = 1;
        rc = fired_remove(w, &f);
    }
    return lmdb_absent(rc);
}

static int op_get(struct work *w, struct op *op) {
    static struct waiting row;
    const int rc = waiting_read(w, op->id, &row);
    struct row r = {op->id,
                    text_of(row.payload, row.size),
                    row.head.generation,
                    row.head.due,
                    row.head.period,
                    row.head.missed,
                    0};

    if (rc == 0)
        op_row(op, &r);
    return lmdb_absent(rc);
}

static int op_next(struct work *w, struct op *op) {
    MDB_val k = lmdb_value(NULL, 0), d;
    const int rc = table_seek(w, DUE, &k, &d);

    op->number = rc ? -1 : (int64_t)key_number((char *)k.mv_data);
    return lmdb_absent(rc);
}

static void row_of(struct op *op, const struct fired *f) {
    const struct row r = {fired_id(f),         text_of(f->payload, f->size),
                          fired_generation(f), f->head.due,
                          f->head.period,      f->head.missed,
                          f->head.attempt};

    op_row(op, &r);
}

static int op_take(struct work *w, struct op *op) {
    static struct fired f;

    while (!op_full(op)) {
        MDB_val k = lmdb_value(NULL, 0), d;
        int rc = table_seek(w, READY, &k, &d);

        if (rc == 0)
            rc = fired_read(w, &d, &f);
        if (rc)
            return lmdb_absent(rc);
        if (f.head.attempt++)
            op->again++;
        if ((rc = table_del(w, READY, k.mv_data, k.mv_size)) != 0 ||
            (rc = fired_place(w, &f, LEASED, w->now + option.lease_ms)))
            return rc;
        row_of(op, &f);
    }
    return 0;
}

static int op_ack(struct work *w, struct op *op) {
    static struct fired f;
    char key[KEY_MOST];
    const MDB_val k = lmdb_value(key, fired_key(key, op->id, op->generation));
    const int rc = fired_read(w, &k, &f);

    op->number = rc == 0;
    return rc ? lmdb_absent(rc) : fired_remove(w, &f);
}

static int op_dead(struct work *w, struct op *op) {
    static struct fired f;
    char from[8];
    uint64_t number = 0;

    while (!op_full(op)) {
        MDB_val k = lmdb_value(from, 8), d;
        int rc;

        key_put(from, number);
        rc = table_seek(w, DEAD, &k, &d);
        if (rc == 0)
            rc = fired_read(w, &d, &f);
        if (rc)
            return lmdb_absent(rc);
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

/* ------------------------------------------------------------------- what becomes due */

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
    f.head.first = row->head.first;
    f.key_size = fired_key(f.key, timer_id(t), row->head.generation);
    f.size = row->size;
    memcpy(f.payload, row->payload, row->size);
    return fired_place(w, &f, READY, 0);
}

int rows_fire(struct work *w, struct timer *t) {
    static struct waiting row;
    int rc = waiting_read(w, timer_id(t), &row);

    t->fate = FATE_GONE;
    if (rc || row.head.generation != t->generation)
        return lmdb_absent(rc);
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
    while (k = lmdb_value(NULL, 0), (rc = table_seek(w, LEASED, &k, &d)) == 0) {
        const uint64_t until = key_number((char *)k.mv_data);

        e->next_ms = until > w->now ? (int64_t)(until - w->now) : 0;
        if (until > w->now || e->expired == most)
            return 0;
        rc = fired_read(w, &d, &f);
        if (rc || (rc = fired_unplace(w, &f)) != 0)
            return rc;
        rc = fired_place(w, &f, f.head.attempt >= option.attempts ? DEAD : READY, 0);
        if (rc)
            return rc;
        e->expired++;
        e->buried += f.head.table == DEAD;
    }
    if (rc == MDB_NOTFOUND) {
        k = lmdb_value(NULL, 0);
        rc = table_seek(w, READY, &k, &d);
        e->next_ms = rc ? -1 : (int64_t)option.lease_ms;
    }
    return lmdb_absent(rc);
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
    MDB_val k = lmdb_value(start, due_key(start, from->due, id)), d;
    MDB_cursor *c;
    int rc = mdb_cursor_open(w->txn, w->table[DUE], &c);

    if (rc)
        return rc;
    *n = 0;
    rc = mdb_cursor_get(c, &k, &d, MDB_SET_RANGE);
    while (rc == 0 && *n < most && key_number((char *)k.mv_data) < until) {
        const struct seen s = seen_of(w, &k, &rc);

        if (rc)
            break;
        engine_loaded(&s);
        ++*n;
        rc = mdb_cursor_get(c, &k, &d, MDB_NEXT);
    }
    mdb_cursor_close(c);
    return lmdb_absent(rc);
}

int rows_begin(struct work *w) {
    char name[] = "last";
    MDB_val k = lmdb_value(name, 4), d;
    const int rc = mdb_get(w->txn, w->table[META], &k, &d);

    w->last = 0;
    if (rc == 0)
        memcpy(&w->last, d.mv_data, sizeof w->last);
    return lmdb_absent(rc);
}

int rows_end(struct work *w) {
    char name[] = "last";

    return table_put(w, META, name, 4, lmdb_value(&w->last, sizeof w->last));
}
