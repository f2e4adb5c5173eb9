/* SPDX-License-Identifier: MIT-0 */
/* PostgreSQL: the requests of a batch are one transaction, and so are the firings of one. It
   locks the shards that it changes, in ascending order; TAKE locks rows, and passes over
   those that another one is taking. The owner of a shard, whom nobody else is told of what
   it does, stands in a row that a firing looks at. */
#include "engine.h"
#include "far.h"
#include "options.h"
#include "pg_call.h"
#include "stats.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHARDS_MOST = 1024 };

/* A shard, as this timerd knows it. The owner stops before the store gives it away. */
struct owned {
    bool mine, kept;
};

static struct owned *owned;
static uint64_t mine_until_us, inspect_at_us;
static bool usable, left; /* left: by a transaction of somebody else, to be armed */

static bool postgres_up(void) { return pg_db && usable; }

static const char *postgres_error(void) { return pg_error; }

static unsigned postgres_shard(struct text id) { return (id_hash(id) >> 16) % option.shards; }

/* ----------------------------------------------------------------------------- shards */

/* A lease that was over by our clock begins anew: what others did meanwhile was not told. */
static void keep_shard(unsigned i, bool anew) {
    struct owned *const o = &owned[i];

    if (o->mine && (anew || !o->kept))
        engine_lose(i);
    if (o->kept)
        engine_own(i, !o->mine || anew);
    stats.fenced += o->mine && anew && !o->kept;
    o->mine = o->kept;
}

/* A tenth of the lease is left for clocks that run at different speeds. */
static bool keep_shards(bool anew) {
    const uint64_t sent_us = clock_us(true);
    PGresult *rows;

    pg_call(PG_KEEP);
    pg_word(pg_me);
    pg_number(option.shards);
    pg_number(option.shard_lease_ms);
    if (pg_ask(&rows) != OUTCOME_DONE || !rows)
        return false;
    for (unsigned i = 0; i < option.shards; i++)
        owned[i].kept = false;
    for (int i = 0; i < PQntuples(rows); i++)
        owned[row_number(rows, i, 0) % option.shards].kept = true;
    PQclear(rows);
    for (unsigned i = 0; i < option.shards; i++)
        keep_shard(i, anew);
    mine_until_us = sent_us + option.shard_lease_ms * 900;
    return true;
}

/* Arms what transactions of others have left. */
static bool drain(void) {
    PGresult *rows;
    enum outcome outcome;

    pg_call(PG_DRAIN);
    pg_number(option.batch);
    outcome = pg_ask(&rows);
    PQclear(rows);
    return outcome == OUTCOME_DONE;
}

/* The settings of a PostgreSQL can be changed while it runs. */
static bool postgres_keep(void) {
    const uint64_t now = clock_us(true);
    const bool looks = now >= inspect_at_us;

    if (looks)
        inspect_at_us = now + option.inspect_ms * 1000;
    if ((!looks || pg_inspect()) && pg_ask_time() && keep_shards(now >= mine_until_us) && drain())
        return true;
    pg_disconnect();
    return false;
}

static enum opened postgres_open(void) {
    enum opened opened;

    if (!owned)
        owned = (struct owned *)must(calloc(option.shards, sizeof *owned));
    usable = usable && pg_db;
    opened = pg_connect();
    if (opened != OPEN_DONE)
        return opened;
    inspect_at_us = clock_us(true) + option.inspect_ms * 1000;
    usable = keep_shards(true);
    if (usable) {
        engine_ready();
        return OPEN_DONE;
    }
    pg_disconnect();
    return OPEN_LATER;
}

static void postgres_close(void) {
    PGresult *rows;

    if (pg_db) {
        pg_call(PG_RELEASE);
        pg_word(pg_me);
        (void)pg_ask(&rows);
        PQclear(rows);
    }
    pg_figures_end();
    pg_disconnect();
}

/* --------------------------------------------------------------------------- requests */

static bool changes_shard(enum op_kind kind) {
    return kind == OP_ARM || kind == OP_CANCEL || kind == OP_ACK || kind == OP_NACK ||
           kind == OP_TOUCH || kind == OP_REQUEUE;
}

/* Locks the shards that are marked. */
static void send_lock(const bool *marked) {
    struct buffer list = {NULL, 0, 0};
    struct text text;

    for (unsigned i = 0; i < option.shards; i++) {
        char number[16];

        if (marked[i])
            buffer_add(&list, number,
                       (size_t)snprintf(number, sizeof number, "%s%u", list.size ? "," : "", i));
    }
    text.at = list.at;
    text.size = list.size;
    pg_call(PG_LOCK);
    pg_bytes(text);
    pg_send();
    buffer_free(&list);
}

static void call_id(enum statement statement, const struct op *op) {
    pg_call(statement);
    pg_bytes(op->id);
}

static void call_firing(enum statement statement, const struct op *op) {
    call_id(statement, op);
    pg_number(op->generation);
}

static void call_arm(const struct op *op) {
    pg_call(PG_ARM);
    pg_number(postgres_shard(op->id));
    pg_bytes(op->id);
    pg_number(op->due);
    pg_number(op->period);
    pg_bytes(op->payload);
    pg_word(pg_me);
}

static void call_nack(const struct op *op) {
    pg_call(PG_NACK);
    pg_number(postgres_shard(op->id));
    pg_bytes(op->id);
    pg_number(op->generation);
    pg_number(op->due); /* DELAY_GROWS is -1 there */
    pg_number(option.backoff_ms);
    pg_number(BACKOFF_MOST);
    pg_number(option.attempts);
    pg_word(pg_me);
}

/* It looks at some timers of each shard, with a prefix at more, and finds some. */
static void call_list(const struct op *op) {
    const uint64_t most = op->payload.size ? LOOK_MOST : 4 * op->count;

    pg_call(PG_LIST);
    pg_number(op->due);
    pg_bytes(op->id);
    pg_number(op->period);
    pg_bytes(op->payload);
    pg_number(32 + most / option.shards);
    pg_number(op->count + 2);
}

static void call_take(const struct op *op) {
    pg_call(PG_TAKE);
    pg_number(op->count);
    pg_number(ANSWER_MOST);
    pg_number(option.lease_ms);
}

static void call_touch(const struct op *op) {
    call_firing(PG_TOUCH, op);
    pg_number(option.lease_ms);
}

/* Are there too many letters to pass over? */
static bool passes(const struct op *op) { return op->kind == OP_DEAD && op->due > LOOK_MOST; }

static void call_dead(const struct op *op) {
    pg_call(passes(op) ? PG_PASS : PG_DEAD);
    pg_number(op->generation);
    pg_number(passes(op) ? LOOK_MOST : op->due);
    if (!passes(op))
        pg_number(op->count);
}

static void call_cancel(const struct op *op) {
    call_id(PG_CANCEL, op);
    pg_number(op->generation);
    pg_number(op->period);
    pg_number(op->count);
}

static void call_get(const struct op *op) { call_id(PG_GET, op); }

static void call_ack(const struct op *op) { call_firing(PG_ACK, op); }

static void call_requeue(const struct op *op) {
    pg_call(PG_REQUEUE);
    pg_number(postgres_shard(op->id));
    pg_bytes(op->id);
    pg_number(op->generation);
    pg_number(option.lease_ms);
    pg_word(pg_me);
}

static void call_next(const struct op *op) {
    (void)op;
    pg_call(PG_NEXT);
}

static void call_op(const struct op *op) {
    static void (*const calls[])(const struct op *) = {
        [OP_ARM] = call_arm,   [OP_CANCEL] = call_cancel,   [OP_GET] = call_get,
        [OP_NEXT] = call_next, [OP_LIST] = call_list,       [OP_TAKE] = call_take,
        [OP_ACK] = call_ack,   [OP_NACK] = call_nack,       [OP_TOUCH] = call_touch,
        [OP_DEAD] = call_dead, [OP_REQUEUE] = call_requeue,
    };

    calls[op->kind](op);
    pg_send();
}

/* ---------------------------------------------------------------------------- answers */

static void add_rows(struct op *op, const PGresult *rows) {
    for (int i = 0; i < PQntuples(rows) && !op_full(op); i++) {
        const struct row row = {row_text(rows, i, 0),
                                row_text(rows, i, 3),
                                row_number(rows, i, 1),
                                row_number(rows, i, 2),
                                0,
                                row_number(rows, i, 5),
                                row_number(rows, i, 4)};

        op_row(op, &row);
        op->again += row.attempt > 1;
    }
}

static void add_listed(struct op *op, const PGresult *rows) {
    list_begin();
    for (int i = 0; i < PQntuples(rows); i++) {
        const struct seen s = {(unsigned)row_number(rows, i, 0), row_text(rows, i, 1),
                               row_number(rows, i, 2), row_number(rows, i, 3),
                               row_number(rows, i, 4)};
        const bool begins = s.due == op->due && text_same(s.id, op->id);

        if (row_number(rows, i, 5) && !begins)
            list_add(&s);
        if (row_number(rows, i, 6))
            list_reached(s.due, s.id);
    }
    list_end(op);
}

static void take_row(struct op *op, const PGresult *rows) {
    const struct row row = {op->id,
                            row_text(rows, 0, 2),
                            row_number(rows, 0, 0),
                            row_number(rows, 0, 1),
                            row_number(rows, 0, 3),
                            row_number(rows, 0, 4),
                            0};

    op_row(op, &row);
}

static void take_answer(struct op *op, const PGresult *rows) {
    const int n = PQntuples(rows);

    op_reset(op);
    if (op->kind == OP_LIST) {
        add_listed(op, rows);
    } else if (passes(op)) {
        op->generation = n ? row_number(rows, 0, 0) : 0;
        op->due -= LOOK_MOST;
    } else if (op->kind == OP_TAKE || op->kind == OP_DEAD) {
        op->generation = 0;
        add_rows(op, rows);
    } else if (op->kind == OP_GET) {
        if (n)
            take_row(op, rows);
    } else if (op->kind == OP_NEXT) {
        op->number = n && !PQgetisnull(rows, 0, 0) ? (int64_t)row_number(rows, 0, 0) : -1;
    } else {
        op->number = n ? (int64_t)row_number(rows, 0, 0) : 0;
        if ((op->kind == OP_ARM || op->kind == OP_CANCEL) && n)
            op->generation = row_number(rows, 0, 1);
        if (op->kind == OP_CANCEL && n)
            op->period = row_number(rows, 0, 2);
        if (op->kind == OP_NACK && n)
            op->delay = row_number(rows, 0, 1);
    }
}

static bool called(const struct op *op) { return op->kind != OP_NONE && op->kind != OP_COUNT; }

static void count(struct op *op) {
    op_reset(op);
    op->generation = pg_figures(&op->counts, op->generation);
}

static void postgres_run(struct op *const *ops, size_t n) {
    static bool marked[SHARDS_MOST];
    enum outcome outcome = OUTCOME_REFUSED;
    bool any = false;

    if (n == 1 && ops[0]->kind == OP_COUNT && ops[0]->generation) {
        count(ops[0]); /* a part */
        return;
    }
    memset(marked, 0, sizeof marked);
    for (size_t i = 0; i < n; i++)
        if (changes_shard(ops[i]->kind))
            any = marked[postgres_shard(ops[i]->id)] = true;
    if (pg_db) {
        if (any)
            send_lock(marked);
        for (size_t i = 0; i < n; i++)
            if (called(ops[i]))
                call_op(ops[i]);
        pg_sync();
        if (any)
            PQclear(pg_rows());
        for (size_t i = 0; i < n; i++) {
            PGresult *const rows = called(ops[i]) ? pg_rows() : NULL;

            if (rows)
                take_answer(ops[i], rows);
            PQclear(rows);
        }
        outcome = pg_end();
        stats.commits++;
    }
    for (size_t i = 0; i < n; i++)
        if (outcome != OUTCOME_DONE)
            op_fail(ops[i], outcome);
        else if (ops[i]->kind == OP_COUNT)
            count(ops[i]);
}

/* ---------------------------------------------------------------- what only owners do */

static bool valid(unsigned shard) { return owned[shard].mine && clock_us(true) < mine_until_us; }

static void lose(unsigned shard) {
    stats.fenced += owned[shard].mine;
    owned[shard].mine = false;
    engine_lose(shard);
}

static void send_firings(struct timer *const *timers, size_t n) {
    static bool marked[SHARDS_MOST];

    memset(marked, 0, sizeof marked);
    for (size_t i = 0; i < n; i++)
        marked[timers[i]->shard] = true;
    send_lock(marked);
    for (size_t i = 0; i < n; i++) {
        pg_call(PG_FIRE);
        pg_number(timers[i]->shard);
        pg_bytes(timer_id(timers[i]));
        pg_number(timers[i]->generation);
        pg_number(timers[i]->skip);
        pg_word(pg_me);
        pg_send();
    }
    pg_call(PG_READY);
    pg_send();
    pg_sync();
}

static void take_fate(struct timer *t, const PGresult *rows) {
    t->fate = rows ? (enum fate)row_number(rows, 0, 0) : FATE_LOST;
    if (!rows)
        return;
    t->next = row_number(rows, 0, 1);
    t->next_generation = row_number(rows, 0, 2);
    t->missed = row_number(rows, 0, 3);
}

/* A shard whose lease is over by our clock is left to the store: it says whose it is. */
static bool postgres_fire(struct timer *const *timers, size_t n) {
    enum outcome outcome;

    if (!pg_db)
        return false;
    send_firings(timers, n);
    PQclear(pg_rows());
    for (size_t i = 0; i < n; i++) {
        PGresult *const rows = pg_rows();

        take_fate(timers[i], rows);
        PQclear(rows);
    }
    PQclear(pg_rows());
    outcome = pg_end();
    stats.commits++;
    for (size_t i = 0; outcome == OUTCOME_DONE && i < n; i++)
        if (timers[i]->fate == FATE_LOST && owned[timers[i]->shard].mine)
            lose(timers[i]->shard);
    return outcome == OUTCOME_DONE;
}

static void send_load(const struct part *part, uint64_t until) {
    const struct text id = {part->from->id, part->from->size};

    pg_call(PG_LOAD);
    pg_number(part->shard);
    pg_number(part->from->due);
    pg_bytes(id);
    pg_number(until);
    pg_number(part->most);
    pg_send();
}

static void take_loaded(struct part *part, const PGresult *rows) {
    for (int i = 0; i < PQntuples(rows); i++, part->n++) {
        const struct seen s = {part->shard, row_text(rows, i, 0), row_number(rows, i, 1),
                               row_number(rows, i, 2), row_number(rows, i, 3)};

        engine_loaded(&s);
    }
}

/* The shards whose lease is over are lost: what another one arms is not told to us. */
static bool postgres_load(struct part *parts, size_t count, uint64_t until) {
    bool fine = true;

    if (!pg_db)
        return false;
    for (size_t i = 0; i < count; i++)
        send_load(&parts[i], until);
    pg_sync();
    for (size_t i = 0; i < count; i++) {
        PGresult *const rows = pg_rows();

        fine = fine && rows;
        if (rows && valid(parts[i].shard))
            take_loaded(&parts[i], rows);
        else if (rows)
            lose(parts[i].shard);
        PQclear(rows);
    }
    return pg_end() == OUTCOME_DONE && fine;
}

static void send_expire(const struct expiry *e) {
    pg_call(PG_EXPIRE);
    pg_number(e->shard);
    pg_word(pg_me);
    pg_number(option.lease_ms);
    pg_number(option.attempts);
    pg_number(option.batch);
    pg_number(e->stepped);
    pg_send();
}

static bool postgres_expire(struct expiry *e, size_t count) {
    static bool marked[SHARDS_MOST];

    if (!pg_db)
        return false;
    memset(marked, 0, sizeof marked);
    for (size_t i = 0; i < count; i++)
        marked[e[i].shard] = true;
    send_lock(marked);
    for (size_t i = 0; i < count; i++)
        send_expire(&e[i]);
    pg_sync();
    PQclear(pg_rows());
    for (size_t i = 0; i < count; i++) {
        PGresult *const rows = pg_rows();

        e[i].next_ms = rows ? (int64_t)row_number(rows, 0, 0) : -1;
        e[i].expired = rows ? (size_t)row_number(rows, 0, 1) : 0;
        e[i].buried = rows ? (size_t)row_number(rows, 0, 2) : 0;
        e[i].delayed = rows ? (size_t)row_number(rows, 0, 3) : 0;
        PQclear(rows);
    }
    return pg_end() == OUTCOME_DONE;
}

/* ---------------------------------------------------------------------------- notices */

/* "shard generation due period id" in hexadecimal digits, of another timerd's ARM. */
static void armed_elsewhere(const char *message) {
    char id[ID_MOST], *at;
    struct seen s;

    s.shard = (unsigned)strtoul(message, &at, 10);
    s.generation = strtoull(at, &at, 10);
    s.due = strtoull(at, &at, 10);
    s.period = strtoull(at, &at, 10);
    s.id.at = id;
    for (s.id.size = 0; at[0] && at[1] && at[2] && s.id.size < ID_MOST; at += 2) {
        const char digits[3] = {at[1], at[2], '\0'};

        id[s.id.size++] = (char)strtoul(digits, NULL, 16);
    }
    if (s.shard < option.shards && s.id.size)
        engine_armed(&s);
}

static void notice(const char *message) {
    char *at;

    if (strncmp(message, "lease ", 6) == 0) {
        const unsigned long shard = strtoul(message + 6, &at, 10);

        if (shard < option.shards)
            engine_lease((unsigned)shard, strtoull(at, NULL, 10));
    } else if (strcmp(message, "outbox") == 0) {
        left = true;
    } else if (message[0]) {
        armed_elsewhere(message);
    } else {
        engine_ready();
    }
}

static bool postgres_notices(void) {
    PGnotify *n;

    if (!pg_listen()) {
        pg_disconnect();
        return false;
    }
    while ((n = pg_notice()) != NULL) {
        notice(n->extra);
        PQfreemem(n);
    }
    if (left && pg_db && !drain())
        pg_disconnect();
    left = false;
    return pg_db != NULL;
}

const struct store store_postgres = {postgres_open,   postgres_close,  postgres_up,   far_offset_us,
                                     postgres_shard,  postgres_error,  postgres_run,  postgres_fire,
                                     postgres_load,   postgres_expire, postgres_keep, pg_notices_fd,
                                     postgres_notices};
