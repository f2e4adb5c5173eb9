/* SPDX-License-Identifier: MIT-0 */
/* conn.h - a connection, as requests see it. server.c reads and writes its bytes. */
#ifndef CONN_H
#define CONN_H

#include "request.h"
#include "resp.h"
#include "rights.h"

struct conn {
    int fd;
    struct parser parser;
    struct buffer out;
    size_t sent;     /* bytes of out */
    size_t promised; /* bytes that the replies to pending requests may have */
    size_t weight;   /* bytes of `held` */
    uint32_t watched;
    bool held;     /* nothing is read until the answer to a TAKE that waits */
    bool parted;   /* its next answer is that to a request that is done in parts */
    bool finished; /* closes when `out` is empty */
    bool half;     /* its peer sends no more, but may read */
    bool gone;     /* its peer reads no more: closes when no request is pending */
    bool resp3;    /* HELLO 3 */
    bool touched;  /* on the list of those that settle() looks at */
    bool http;     /* speaks HTTP */
    bool web;      /* and may ask for more than the page for Prometheus */
    enum right right;
    int pending; /* requests without their answer */
    struct conn *next_touched;
    struct conn *next, **link; /* all connections: what points to this one */
};

extern struct conn *conn_touched; /* those that settle() looks at */

void conn_touch(struct conn *c);
struct buffer *conn_out(struct conn *c);
void conn_pend(struct conn *c, int change);
/* the replies to come may have more bytes, or less */
void conn_promise(struct conn *c, size_t more, size_t less);
void conn_resume(struct conn *c);
bool *conn_resp3(struct conn *c);       /* has it asked for RESP3? */
int conn_pending(const struct conn *c); /* requests without their answer */
bool *conn_parted(struct conn *c);      /* is its next answer made in parts? */
enum right conn_right(const struct conn *c);
void conn_admit(struct conn *c, enum right right);
bool conn_is_gone(const struct conn *c);
void conn_peer(const struct conn *c, char *to, size_t room); /* its address, or its process */
void conn_finish(struct conn *c);                            /* closes when all replies are sent */

#endif
