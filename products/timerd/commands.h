/* SPDX-License-Identifier: MIT-0 */
/* commands.h - requests: from words to an operation of the store, and from its answer to
   a reply. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "request.h"
#include "resp.h"
#include "rights.h"

struct conn;

/* How a request of HTTP wants its answer. */
struct asked {
    bool http; /* false: it is one of RESP */
    bool head; /* without the body */
    bool close;
    bool metrics; /* STATS, for Prometheus */
};

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

/* What web.c gives: answers a request of HTTP by the reply in RESP, or by the page for
   Prometheus. */
void web_reply(struct conn *c, const struct asked *asked, struct text reply);

/* What server.c gives. */
struct buffer *conn_out(struct conn *c);
void conn_pend(struct conn *c, int change);
/* the replies to come may have more bytes, or less */
void conn_promise(struct conn *c, size_t more, size_t less);
void conn_resume(struct conn *c);
bool *conn_resp3(struct conn *c);       /* has it asked for RESP3? */
int conn_pending(const struct conn *c); /* requests without their answer */
enum right conn_right(const struct conn *c);
void conn_admit(struct conn *c, enum right right);
bool conn_is_gone(const struct conn *c);
void conn_finish(struct conn *c); /* closes when all replies are sent */

#endif
