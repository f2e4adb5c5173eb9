/* SPDX-License-Identifier: MIT-0 */
/* What STATS counts, by a connection of its own: a count of millions of rows takes seconds,
   in which timers have to fire. A count is begun when it is asked for, each table by itself,
   and is waited for while it is quick. Else the last one is the answer, with its age. Two
   slow ones in turn are followed by a pause, so that a scrape now and then costs a core half
   a percent. */
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
    uint64_t begun_ms, counted_ms; /* counted: when that one was begun; 0: none came */
    uint64_t took_ms, least_ms;    /* the last count, and the shorter one of the last two */
} timers = {.sql = TOOK "count(*) from timers"},
  firings = {.sql = TOOK
             "count(*) filter (where state = 0), count(*) filter (where state = 1), count(*) "
             "filter (where state = 3), count(*) filter (where state = 2), coalesce((select due "
             "from firings where state = 0 order by place limit 1), 0) from firings"};

static PGconn *connection;
static struct table *under_way;

static uint64_t now_ms(void) { return clock_us(true) / 1000; }

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
        took(under_way, now_ms() - under_way->begun_ms);
    under_way = NULL;
}

static bool is_due(const struct table *t) {
    const uint64_t pause = t->least_ms * PAUSE_TIMES;

    return t->least_ms < quick_ms() ||
           now_ms() - t->begun_ms >= (pause < PAUSE_MOST_MS ? pause : PAUSE_MOST_MS);
}

static bool begin(struct table *t) {
    if (!connection)
        connection = pg_counter();
    if (!connection || PQsendQueryParams(connection, t->sql, 0, NULL, NULL, NULL, NULL, 1) != 1)
        return false;
    t->begun_ms = now_ms();
    under_way = t;
    return true;
}

static bool take(struct table *t, const PGresult *rows) {
    if (PQresultStatus(rows) != PGRES_TUPLES_OK)
        return false;
    for (int i = 1; i < PQnfields(rows); i++)
        t->n[i - 1] = row_number(rows, 0, i);
    t->counted_ms = t->begun_ms;
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

/* The loop ends: the time will be over. */
static bool wait_for_it(void) {
    const uint64_t since = now_ms();

    while (under_way && now_ms() - since < quick_ms()) {
        (void)server_wait(PQsocket(connection), PQflush(connection) == 1, (int)quick_ms());
        if (!look())
            return false;
    }
    return true;
}

/* Nobody waits for one that was slow the last time. */
static bool ask(struct table *t) {
    return under_way || !is_due(t) || (begin(t) && (t->took_ms >= quick_ms() || wait_for_it()));
}

static uint64_t age(const struct table *t) {
    return t->counted_ms ? now_ms() - t->counted_ms : TIME_MOST;
}

/* The waiting timers first: one that fires between the two is counted twice, not missed. But
   behind a slow count the other one would have to wait. */
static bool ask_both(void) {
    struct table *const first = timers.took_ms < quick_ms() ? &timers : &firings;

    return ask(first) && ask(first == &timers ? &firings : &timers);
}

void pg_figures(struct counts *counts) {
    if (!((!under_way || look()) && ask_both()))
        pg_figures_end();
    counts->waiting = timers.n[0];
    counts->ready = firings.n[0];
    counts->leased = firings.n[1];
    counts->dead = firings.n[2];
    counts->delayed = firings.n[3];
    counts->oldest = firings.n[4];
    counts->age = age(&timers) > age(&firings) ? age(&timers) : age(&firings);
}
