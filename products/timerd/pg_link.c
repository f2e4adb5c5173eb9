/* SPDX-License-Identifier: MIT-0 */
#include "pg_link.h"
#include "stats.h"
#include <stdio.h>
#include <string.h>

PGconn *pg_db, *pg_sub;
char pg_error[1024] = "not connected yet";
char pg_me[17];

/* The first line; it may hold a password nowhere: libpq's messages have none. */
bool pg_remember(const char *error) {
    char before[sizeof pg_error];

    memcpy(before, pg_error, sizeof before);
    snprintf(pg_error, sizeof pg_error, "postgres: %.512s", error);
    pg_error[strcspn(pg_error, "\r\n")] = '\0';
    return strcmp(before, pg_error) != 0;
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
