/* SPDX-License-Identifier: MIT-0 */
/* commands.h - requests: from words to an operation of the store, and from its answer to
   a reply. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "request.h"
#include "web_reply.h"

/* Copies the words, and answers at once what needs no store and nobody waits before.
   False: nothing more may be read from this connection until conn_resume(). */
bool commands_add(struct conn *c, struct words *words);
/* As commands_add(), for a request of HTTP; the connection is held until the answer. */
void commands_web(struct conn *c, struct words *words, const struct asked *asked);
void commands_refuse(struct conn *c, const char *why); /* the bytes are not RESP */

bool commands_waiting(void); /* has commands_run() something to do? */
bool commands_full(void);    /* no more should be added before commands_run() */
void commands_run(void);     /* works off what waits, or many mebibytes of it */
/* gives waiting TAKEs what has become ready, and ends those whose time is over */
void commands_blocked(void);
void commands_abandon(struct conn *c); /* its peer has gone */
void commands_stop(void);              /* answers all, and ends all waiting TAKEs */
bool commands_stopping(void);          /* SHUTDOWN was asked for */

#endif
