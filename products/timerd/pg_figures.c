/* SPDX-License-Identifier: MIT-0 */
/* What STATS counts, by a connection of its own: a count of millions of rows takes seconds,
   in which timers have to fire. A count is begun when it is asked for, each table by itself,
   and STATS waits for it while it is quick, in parts of a ms, between which others are
   answered. Else the last one is the answer, with its age. Two slow ones in turn are followed
   by a pause, so that the counts of a table cost a core half a percent. */
#include "options.h"
#include "pg_call.h"
#include "server.h"
#include <stdio.h>

/* A count is slow if it takes a QUICK_PART of --store-timeout. The pause is PAUSE_TIMES as
   long as the shorter of the last two. */
enum { QUICK_PART = 40, PAUSE_TIMES = 200, PAUSE_MOST_MS = 600000, COLUMNS = 5 };

#define TOOK "select (extract(epoch from clock_timestamp() - now()) * 1000)::int8, "

static struct table {
    const char *const sql;         /* its first column is how many ms the count took */
    uint64_t n[COLUMNS];           /* the others, of the last one that came */
    uint64_t begun_us, counted_us; /* counted: when that one was begun; 0: none came */
    uint64_t took_ms, least_ms;    /* the last count, and the shorter one of the last two */
} timers = {.sql = TOOK "count(*) from timers"},
  firings = {.sql = TOOK
             "count(*) filter (where state = 0), count(*) filter (where state = 1), count(*) "
             "filter (where state = 3), count(*) filter (where state = 2), coalesce((select due "
             "from firings where state = 0 order by place limit 1), 0) from firings"};

static PGconn *connection;
static struct table *under_way;

static uint64_t ms_since(uint64_t us) { return (clock_us(true) - us) / 1000; }

static uint64_t quick_ms(void) { return (uint64_t)option.store_timeout_ms / QUICK_PART; }

static void took(struct table *t, uint64_t ms) {
    t->least_ms = ms < t->took_ms ? ms : t->took_ms;
    t->took_ms = ms;
}

/* A count that has not come has taken what it has had. */
void pg_figures_end(void) {
    if (connection)
        PQfinish(connection);
    connection = NULL;
    if (under_way)
        took(under_way, ms_since(under_way->begun_us));
    under_way = NULL;
}

static bool is_due(const struct table *t) {
    const uint64_t pause = t->least_ms * PAUSE_TIMES;

    return t->least_ms < quick_ms() ||
           ms_since(t->begun_us) >= (pause < PAUSE_MOST_MS ? pause : PAUSE_MOST_MS);
}

static bool begin(struct table *t) {
    if (!connection)
        connection = pg_counter();
    if (!connection || PQsendQueryParams(connection, t->sql, 0, NULL, NULL, NULL, NULL, 1) != 1)
        return false;
    t->begun_us = clock_us(true);
    under_way = t;
    return true;
}

static bool take(struct table *t, const PGresult *rows) {
    if (PQresultStatus(rows) != PGRES_TUPLES_OK)
        return false;
    for (int i = 1; i < PQnfields(rows); i++)
        t->n[i - 1] = row_number(rows, 0, i);
    t->counted_us = t->begun_us;
    took(t, row_number(rows, 0, 0));
    return true;
}

/* Reads what has come. False: the connection is broken. The loop ends: each turn reads a
   result, and the last one is NULL. */
static bool look(void) {
    if (PQflush(connection) < 0 || !PQconsumeInput(connection))
        return false;
    while (under_way && !PQisBusy(connection)) {
        PGresult *const rows = PQgetResult(connection);
        const bool fine = !rows || take(under_way, rows);

        under_way = rows ? under_way : NULL;
        PQclear(rows);
        if (!fine)
            return false;
    }
    return true;
}

/* For who asks since then: is a count to be begun? */
static bool wants(const struct table *t, uint64_t since) {
    return t->begun_us < since && is_due(t);
}

/* The waiting timers first: one that fires between the two is counted twice, not missed. But
   behind a slow count the other one would have to wait. */
static bool go_on(uint64_t since) {
    struct table *const first = timers.took_ms < quick_ms() ? &timers : &firings;
    struct table *const second = first == &timers ? &firings : &timers;

    if (under_way && !look())
        return false;
    if (!under_way && wants(first, since))
        return begin(first);
    return under_way || !wants(second, since) || begin(second);
}

/* Nobody waits for one that was slow the last time. */
static bool comes_soon(const struct table *t, uint64_t since) {
    return t->took_ms < quick_ms() && t->counted_us < since && (t == under_way || wants(t, since));
}

static bool waits(uint64_t since) {
    return under_way && ms_since(since) < quick_ms() &&
           (comes_soon(&timers, since) || comes_soon(&firings, since));
}

static void tell(struct counts *counts) {
    const uint64_t older =
        timers.counted_us < firings.counted_us ? timers.counted_us : firings.counted_us;

    counts->waiting = timers.n[0];
    counts->ready = firings.n[0];
    counts->leased = firings.n[1];
    counts->dead = firings.n[2];
    counts->delayed = firings.n[3];
    counts->oldest = firings.n[4];
    counts->age = older ? ms_since(older) : TIME_MOST;
}

uint64_t pg_figures(struct counts *counts, uint64_t since) {
    const uint64_t from = since ? since : clock_us(true);
    bool fine = go_on(from);

    if (fine && waits(from)) {
        (void)server_wait(PQsocket(connection), PQflush(connection) == 1, 1);
        fine = go_on(from);
    }
    if (!fine)
        pg_figures_end();
    tell(counts);
    return waits(from) ? from : 0;
}
