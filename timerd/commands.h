/* SPDX-License-Identifier: MIT-0 */
/* commands.h - requests: from words to an operation of the store, and from its answer to
   a reply. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "request.h"
#include "resp.h"

struct conn;

/* Takes the words over. False: nothing more may be read from this connection until
   conn_resume(). */
bool commands_add(struct conn *c, struct words *words);
void commands_refuse(struct conn *c, const char *why); /* the bytes are not RESP */

size_t commands_waiting(void); /* how many commands_run() will work off */
void commands_run(void);
/* gives waiting TAKEs what has become ready, and ends those whose time is over */
void commands_blocked(void);
void commands_abandon(struct conn *c); /* its peer has gone */
void commands_stop(void);              /* answers all, and ends all waiting TAKEs */
bool commands_stopping(void);          /* SHUTDOWN was asked for */

/* What server.c gives. */
struct buffer *conn_out(struct conn *c);
void conn_pend(struct conn *c, int change);
void conn_resume(struct conn *c);
bool conn_is_gone(const struct conn *c);
void conn_finish(struct conn *c); /* closes when all replies are sent */

#endif
