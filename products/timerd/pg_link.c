/* SPDX-License-Identifier: MIT-0 */
#include "pg_link.h"
#include "stats.h"
#include <stdio.h>
#include <string.h>

PGconn *pg_db, *pg_sub;
char pg_error[1024] = "not connected yet";
char pg_me[17];
bool pg_refused;

/* The first line; it may hold a password nowhere: libpq's messages have none. */
bool pg_remember(const char *error) {
    char before[sizeof pg_error];

    memcpy(before, pg_error, sizeof before);
    snprintf(pg_error, sizeof pg_error, "postgres: %.512s", error);
    pg_error[strcspn(pg_error, "\r\n")] = '\0';
    return strcmp(before, pg_error) != 0;
}

/* Codes of PostgreSQL, which messages have in every language: who may not come in, a database
   that is not there, a right that is missing. Beside them what libpq says of its own. */
void pg_fails(const char *error) {
    static const char *const lasting[] = {
        ":  28000: ",     ":  28P01: ", ":  3D000: ",           ":  42501: ",       "certificate",
        "does not match", " SSL, but ", "no password supplied", "Name or service ", "invalid "};

    for (size_t i = 0; i < sizeof lasting / sizeof lasting[0]; i++)
        pg_refused = pg_refused || strstr(error, lasting[i]) != NULL;
    (void)pg_remember(error);
}

void pg_disconnect(void) {
    stats.store_errors += pg_db != NULL;
    if (pg_db && PQstatus(pg_db) != CONNECTION_OK)
        (void)pg_remember(PQerrorMessage(pg_db));
    if (pg_db)
        PQfinish(pg_db);
    if (pg_sub)
        PQfinish(pg_sub);
    pg_db = pg_sub = NULL;
}
