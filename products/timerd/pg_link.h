/* SPDX-License-Identifier: MIT-0 */
/* pg_link.h - the state of the connections to PostgreSQL. */
#ifndef PG_LINK_H
#define PG_LINK_H

#include <libpq-fe.h>
#include <stdbool.h>

extern PGconn *pg_db, *pg_sub; /* for calls; for notices; NULL: not connected */
extern char pg_error[1024];    /* the last one */
extern char pg_me[17];         /* the name of this timerd, never used before */

extern bool pg_refused; /* waiting does not mend it: somebody has to */

void pg_fails(const char *error);    /* remembers it, and pg_refused, if so */
bool pg_remember(const char *error); /* false: it is the last one again */
void pg_disconnect(void);

#endif
