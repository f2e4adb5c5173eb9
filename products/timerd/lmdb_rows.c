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
    int rc;

    if (op->due > w->fired)
        return 0;
    rc = fired_last(w, op->id, &f);
    *same = rc == 0 && f.head.first == op->due && f.head.period == op->period &&
            text_same(text_of(f.payload, f.size), op->payload);
    return lmdb_absent(rc);
}

/* A timer whose id has a row, or may have a firing. */
static int arm_again(struct work *w, struct op *op, struct waiting_head *head) {
    static struct waiting row;
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
    op->generation = head->generation = ++w->last;
    return waiting_write(w, op->id, head, op->payload);
}

/* Most ids are new: their rows are written without a look for one. */
static int op_arm(struct work *w, struct op *op) {
    struct waiting_head head = {w->last + 1, op->due, op->due, op->period, 0};
    const int rc =
        op->due > w->fired ? waiting_insert(w, op->id, &head, op->payload) : MDB_KEYEXIST;

    if (rc == MDB_KEYEXIST)
        return arm_again(w, op, &head);
    op->number = ARM_NEW;
    op->generation = head.generation;
    w->last += rc == 0;
    return rc;
}

/* The first part: the timer that waits. */
static int cancel_waiting(struct work *w, struct op *op) {
    static struct waiting row;
    const int rc = waiting_read(w, op->id, &row);

    op->period = w->last;
    op->number = rc == 0;
    return rc ? lmdb_absent(rc) : waiting_remove(w, op->id, row.head.due);
}

static int op_cancel(struct work *w, struct op *op) {
    static struct fired f;
    uint64_t from = op->generation;
    int rc = from ? 0 : cancel_waiting(w, op);

    op->generation = 0;
    for (size_t looked = 0; rc == 0; looked++) {
        rc = fired_next(w, op->id, from, &f);
        if (rc || (from = fired_generation(&f)) > op->period)
            break;
        if (looked == op->count) {
            op->generation = from;
            break;
        }
        from++;
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

static struct seen seen_of(struct work *w, const MDB_val *key, int *rc) {
    static struct waiting row;
    struct seen s = {0, {(char *)key->mv_data + 8, key->mv_size - 8}, 0, 0, 0};

    *rc = waiting_read(w, s.id, &row);
    s.generation = row.head.generation;
    s.due = row.head.due;
    s.period = row.head.period;
    return s;
}

/* The firing that the request names; MDB_NOTFOUND: it is not in the table. */
static int find(struct work *w, const struct op *op, enum table table, struct fired *f) {
    char key[KEY_MOST];
    const MDB_val k = lmdb_value(key, fired_key(key, op->id, op->generation));
    const int rc = fired_read(w, &k, f);

    return rc == 0 && f->head.table != table ? MDB_NOTFOUND : rc;
}

static int replace(struct work *w, struct fired *f, enum table table, uint64_t until) {
    const int rc = fired_unplace(w, f);

    return rc ? rc : fired_place(w, f, table, until);
}

static uint64_t backoff(uint64_t attempt) {
    uint64_t ms = option.backoff_ms;

    for (; attempt > 1 && ms < BACKOFF_MOST; attempt--)
        ms *= 2;
    return ms < BACKOFF_MOST ? ms : BACKOFF_MOST;
}

static int op_nack(struct work *w, struct op *op) {
    static struct fired f;
    const int rc = find(w, op, LEASED, &f);

    op->number = NACK_NONE;
    if (rc)
        return lmdb_absent(rc);
    op->number = NACK_BURIED;
    if (f.head.attempt >= option.attempts)
        return replace(w, &f, DEAD, 0);
    op->number = NACK_DELAYED;
    op->delay = op->due == DELAY_GROWS ? backoff(f.head.attempt) : op->due;
    return op->delay ? replace(w, &f, DELAYED, w->now + op->delay) : replace(w, &f, READY, 0);
}

static int op_touch(struct work *w, struct op *op) {
    static struct fired f;
    const int rc = find(w, op, LEASED, &f);

    op->number = rc == 0;
    return rc ? lmdb_absent(rc) : replace(w, &f, LEASED, w->now + option.lease_ms);
}

static int op_requeue(struct work *w, struct op *op) {
    static struct fired f;
    const int rc = find(w, op, DEAD, &f);

    op->number = rc == 0;
    f.head.attempt = 0;
    return rc ? lmdb_absent(rc) : replace(w, &f, READY, 0);
}

/* Ids stay where they are until the transaction writes again. */
static int op_list(struct work *w, struct op *op) {
    char start[KEY_MOST];
    size_t left = op->count + 1, looked = 0;
    MDB_val k = lmdb_value(start, due_key(start, op->due, op->id)), d;
    MDB_cursor *c;
    int rc = mdb_cursor_open(w->txn, w->table[DUE], &c);

    if (rc)
        return rc;
    list_begin();
    rc = mdb_cursor_get(c, &k, &d, MDB_SET_RANGE);
    for (; rc == 0 && key_number((char *)k.mv_data) < op->period; looked++) {
        const struct seen s = seen_of(w, &k, &rc);
        const bool fits =
            s.id.size >= op->payload.size && memcmp(s.id.at, op->payload.at, op->payload.size) == 0;

        if (rc == 0 && fits && !(s.due == op->due && text_same(s.id, op->id))) {
            list_add(&s);
            left--;
        }
        if (rc == 0 && (left == 0 || looked == LOOK_MOST)) {
            list_reached(s.due, s.id);
            break;
        }
        rc = rc ? rc : mdb_cursor_get(c, &k, &d, MDB_NEXT);
    }
    mdb_cursor_close(c);
    if (rc == 0 || rc == MDB_NOTFOUND)
        list_end(op);
    return lmdb_absent(rc);
}

/* The first letter that is not before this place. */
static int dead_next(struct work *w, uint64_t *place, MDB_val *d) {
    char from[8];
    MDB_val k = lmdb_value(from, 8);
    int rc;

    key_put(from, *place);
    rc = table_seek(w, DEAD, &k, d);
    if (rc == 0)
        *place = key_number((char *)k.mv_data);
    return rc;
}

/* If a part of the rows to pass over is left, it goes on there. */
static int op_dead(struct work *w, struct op *op) {
    static struct fired f;
    uint64_t place = op->generation, most = LOOK_MOST;
    MDB_val d;
    int rc = 0;

    op->generation = 0;
    for (; rc == 0 && op->due && most; most--, op->due--, place++)
        rc = dead_next(w, &place, &d);
    if (rc == 0 && op->due) {
        op->generation = place;
        return 0;
    }
    for (; rc == 0 && !op_full(op); place++) {
        rc = dead_next(w, &place, &d);
        if (rc == 0)
            rc = fired_read(w, &d, &f);
        if (rc == 0)
            row_of(op, &f);
    }
    return lmdb_absent(rc);
}

static int find_oldest(struct work *w, uint64_t *due) {
    static struct fired f;
    MDB_val key = {0, NULL}, data;
    int rc = table_seek(w, READY, &key, &data);

    rc = rc ? rc : fired_read(w, &data, &f);
    if (!rc)
        *due = f.head.due;
    return lmdb_absent(rc);
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
    op->counts.delayed = n[DELAYED];
    return n[READY] ? find_oldest(w, &op->counts.oldest) : 0;
}

int rows_op(struct work *w, struct op *op) {
    static int (*const verbs[])(struct work *, struct op *) = {
        [OP_ARM] = op_arm,   [OP_CANCEL] = op_cancel,   [OP_GET] = op_get,
        [OP_NEXT] = op_next, [OP_LIST] = op_list,       [OP_TAKE] = op_take,
        [OP_ACK] = op_ack,   [OP_NACK] = op_nack,       [OP_TOUCH] = op_touch,
        [OP_DEAD] = op_dead, [OP_REQUEUE] = op_requeue, [OP_COUNT] = op_count,
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
    if (w->fired < f.head.due)
        w->fired = f.head.due;
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

/* No lease ends later than one that begins now, unless the clock was set back. The loop
   ends: each turn puts the last lease before that. */
static int cut_leases(struct work *w, size_t most) {
    static struct fired f;
    const uint64_t until = w->now + option.lease_ms;
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < most; i++) {
        MDB_val k, d;

        rc = table_last(w, LEASED, &k, &d);
        if (rc || key_number((char *)k.mv_data) <= until)
            break;
        rc = fired_read(w, &d, &f);
        if (rc == 0)
            rc = replace(w, &f, LEASED, until);
    }
    return lmdb_absent(rc);
}

/* The first of a table whose time is over is ready again, or dead. *moved: was there
   one? */
static int expire_one(struct work *w, enum table table, struct expiry *e, bool *moved) {
    static struct fired f;
    MDB_val k = lmdb_value(NULL, 0), d;
    int rc = table_seek(w, table, &k, &d);
    const uint64_t until = rc ? 0 : key_number((char *)k.mv_data);
    const int64_t ms = until > w->now ? (int64_t)(until - w->now) : 0;
    bool over;

    *moved = rc == 0 && ms == 0;
    if (rc == 0 && (e->next_ms < 0 || ms < e->next_ms))
        e->next_ms = ms;
    if (!*moved)
        return lmdb_absent(rc);
    rc = fired_read(w, &d, &f);
    over = table == LEASED && f.head.attempt >= option.attempts;
    if (rc == 0)
        rc = replace(w, &f, over ? DEAD : READY, 0);
    e->expired += table == LEASED;
    e->delayed += table == DELAYED;
    e->buried += over;
    return rc;
}

/* The loop ends: each turn moves a firing out of the two tables. */
int rows_expire(struct work *w, size_t most, struct expiry *e) {
    MDB_val k = lmdb_value(NULL, 0), d;
    bool leased = true, delayed = true;
    int rc = cut_leases(w, most);

    memset(e, 0, sizeof *e);
    while (rc == 0 && (leased || delayed) && e->expired + e->delayed < most) {
        e->next_ms = -1;
        rc = expire_one(w, LEASED, e, &leased);
        if (rc == 0)
            rc = expire_one(w, DELAYED, e, &delayed);
    }
    if (rc == 0 && e->next_ms < 0 && table_seek(w, READY, &k, &d) == 0)
        e->next_ms = (int64_t)option.lease_ms;
    return rc;
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

/* The latest due that has fired is not written by timerds of before: then it may be any, as
   long as there is a firing. */
int rows_begin(struct work *w) {
    char name[] = "last";
    uint64_t both[] = {0, UINT64_MAX};
    MDB_val k = lmdb_value(name, 4), d;
    MDB_stat firings;
    int rc = mdb_get(w->txn, w->table[META], &k, &d);

    if (rc == 0)
        memcpy(both, d.mv_data, d.mv_size < sizeof both ? sizeof *both : sizeof both);
    rc = lmdb_absent(rc);
    if (rc == 0 && both[1] == UINT64_MAX) {
        rc = mdb_stat(w->txn, w->table[FIRED], &firings);
        both[1] = rc == 0 && firings.ms_entries ? UINT64_MAX : 0;
    }
    w->last = both[0];
    w->fired = both[1];
    return rc;
}

int rows_end(struct work *w) {
    char name[] = "last";
    uint64_t both[] = {w->last, w->fired};

    return table_put(w, META, name, 4, lmdb_value(both, sizeof both));
}
