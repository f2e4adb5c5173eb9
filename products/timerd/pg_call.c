/* SPDX-License-Identifier: MIT-0 */
/* libpq in its pipeline mode: the statements up to a Sync are one transaction, which an
   error ends without a change. Nothing blocks: while timerd waits for PostgreSQL, the server
   serves its peers. */
#define _GNU_SOURCE
#include "pg_call.h"
#include "options.h"
#include "server.h"
#include "stats.h"
#include <stdio.h>
#include <string.h>

enum { ARGUMENTS = 10 };

static const char *values[ARGUMENTS];
static char numbers[ARGUMENTS][8];
static int sizes[ARGUMENTS], formats[ARGUMENTS], arguments;
static char statement_name[8];
static bool failed; /* the transaction under way, and why: pg_error */

/* ------------------------------------------------------------------------------ calls */

static void name_statement(enum statement statement) {
    snprintf(statement_name, sizeof statement_name, "t%d", (int)statement);
}

void pg_call(enum statement statement) {
    arguments = 0;
    name_statement(statement);
}

static void add(const char *at, size_t size) {
    values[arguments] = size ? at : "";
    sizes[arguments] = (int)size;
    formats[arguments++] = 1;
}

void pg_bytes(struct text t) { add(t.at, t.size); }

void pg_word(const char *word) { add(word, strlen(word)); }

void pg_number(uint64_t n) {
    char *const at = numbers[arguments];

    for (int i = 8; i--; n >>= 8)
        at[i] = (char)(n & 0xff);
    add(at, 8);
}

void pg_send(void) {
    if (pg_db && !PQsendQueryPrepared(pg_db, statement_name, arguments, values, sizes, formats, 1))
        pg_disconnect();
}

/* ---------------------------------------------------------------------------- answers */

static bool broken(const PGconn *c) {
    (void)pg_remember(PQerrorMessage(c));
    return false;
}

static bool late(void) {
    (void)pg_remember("no answer in time (--store-timeout)");
    return false;
}

/* The loops end: each turn sends or receives something, or the time is over. */
bool pg_wait(PGconn *c) {
    while (PQflush(c) == 1) {
        if (!server_wait(PQsocket(c), true, option.store_timeout_ms))
            return late();
        if (!PQconsumeInput(c))
            return broken(c);
    }
    while (PQisBusy(c)) {
        if (!server_wait(PQsocket(c), false, option.store_timeout_ms))
            return late();
        if (!PQconsumeInput(c))
            return broken(c);
    }
    return true;
}

static void note_error(const PGresult *result) {
    failed = true;
    stats.store_errors++;
    if (pg_remember(PQresultErrorMessage(result)))
        say(LEVEL_ERROR, "%s", pg_error);
}

/* The next result; NULL: the connection is broken, and was closed. */
static PGresult *next_result(void) {
    PGresult *result = NULL;

    if (!pg_db)
        return NULL;
    if (pg_wait(pg_db) && (result = PQgetResult(pg_db)) != NULL &&
        PQresultStatus(result) == PGRES_FATAL_ERROR)
        note_error(result);
    if (result && PQstatus(pg_db) == CONNECTION_OK)
        return result;
    if (result)
        PQclear(result);
    pg_disconnect();
    return NULL;
}

/* Behind each result stands an empty one. */
PGresult *pg_rows(void) {
    PGresult *const result = next_result();

    if (result && pg_wait(pg_db))
        PQclear(PQgetResult(pg_db));
    if (result && PQresultStatus(result) == PGRES_TUPLES_OK)
        return result;
    PQclear(result);
    return NULL;
}

void pg_sync(void) {
    failed = false;
    if (pg_db && !PQpipelineSync(pg_db))
        pg_disconnect();
}

/* A transaction is committed when the answer to Sync is there. The loop ends: each turn reads
   a result, or the connection is closed. */
enum outcome pg_end(void) {
    PGresult *result;
    bool synced = false;

    while (!synced && (result = next_result()) != NULL) {
        synced = PQresultStatus(result) == PGRES_PIPELINE_SYNC;
        PQclear(result);
    }
    if (!synced)
        return OUTCOME_UNSURE;
    return failed ? OUTCOME_REFUSED : OUTCOME_DONE;
}

uint64_t row_number(const PGresult *rows, int row, int column) {
    const unsigned char *const at = (const unsigned char *)PQgetvalue(rows, row, column);
    uint64_t n = 0;

    for (int i = 0; i < PQgetlength(rows, row, column); i++)
        n = n << 8 | at[i];
    return n;
}

struct text row_text(const PGresult *rows, int row, int column) {
    const struct text t = {PQgetvalue(rows, row, column), (size_t)PQgetlength(rows, row, column)};

    return t;
}

enum outcome pg_ask(PGresult **rows) {
    enum outcome outcome;

    pg_send();
    pg_sync();
    *rows = pg_rows();
    outcome = pg_end();
    if (*rows && outcome != OUTCOME_DONE) {
        PQclear(*rows);
        *rows = NULL;
    }
    return outcome;
}
