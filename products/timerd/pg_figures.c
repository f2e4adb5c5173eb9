/* SPDX-License-Identifier: MIT-0 */
/* What STATS counts, by a connection of its own: a count of millions of rows takes seconds,
   in which timers have to fire. A count is begun when it is asked for, and waited for while
   counts are quick. Else the last one is the answer, with its age. */
#include "options.h"
#include "pg_call.h"
#include "server.h"
#include <stdio.h>

enum { QUICK_MS = 500 };

static PGconn *connection;
static bool under_way, slow;
static uint64_t begun_ms;
static struct counts last;
static uint64_t last_ms; /* when the last count that came was begun; 0: none came yet */

static uint64_t now_ms(void) { return clock_us(true) / 1000; }

void pg_figures_end(void) {
    if (connection)
        PQfinish(connection);
    connection = NULL;
    under_way = slow = false;
}

static bool begin(void) {
    char sql[512];

    if (!connection)
        connection = pg_connection();
    snprintf(sql, sizeof sql,
             "select (select count(*) from \"%s\".timers), count(*) filter (where state = 0), "
             "count(*) filter (where state = 1), count(*) filter (where state = 3), "
             "count(*) filter (where state = 2), coalesce((select due from \"%s\".firings where "
             "state = 0 order by place limit 1), 0) from \"%s\".firings",
             option.prefix, option.prefix, option.prefix);
    begun_ms = now_ms();
    under_way = connection && PQsendQueryParams(connection, sql, 0, NULL, NULL, NULL, NULL, 1) == 1;
    return under_way;
}

static bool take(const PGresult *rows) {
    if (PQresultStatus(rows) != PGRES_TUPLES_OK)
        return false;
    last.waiting = row_number(rows, 0, 0);
    last.ready = row_number(rows, 0, 1);
    last.leased = row_number(rows, 0, 2);
    last.dead = row_number(rows, 0, 3);
    last.delayed = row_number(rows, 0, 4);
    last.oldest = row_number(rows, 0, 5);
    last_ms = begun_ms;
    slow = now_ms() - begun_ms >= QUICK_MS;
    return true;
}

/* Reads what has come. False: the connection is broken. The loop ends: each turn reads a
   result, and the last one is NULL. */
static bool look(void) {
    if (PQflush(connection) < 0 || !PQconsumeInput(connection))
        return false;
    while (under_way && !PQisBusy(connection)) {
        PGresult *const rows = PQgetResult(connection);
        const bool fine = !rows || take(rows);

        under_way = rows != NULL;
        PQclear(rows);
        if (!fine)
            return false;
    }
    return true;
}

/* The loop ends: the time will be over. */
static bool wait_for_it(void) {
    while (under_way && now_ms() - begun_ms < QUICK_MS) {
        (void)server_wait(PQsocket(connection), PQflush(connection) == 1, QUICK_MS);
        if (!look())
            return false;
    }
    slow = slow || under_way;
    return true;
}

void pg_figures(struct counts *counts) {
    bool fine = !under_way || look();

    if (fine && !under_way)
        fine = begin() && (slow || wait_for_it());
    if (!fine)
        pg_figures_end();
    *counts = last;
    counts->age = last_ms ? now_ms() - last_ms : TIME_MOST;
}
