/* SPDX-License-Identifier: MIT-0 */
/* conn.h - the connections of clients: requests go out, and come back with their answer
   or as lost. */
#ifndef CONN_H
#define CONN_H

#include "model.h"
#include <hiredis/hiredis.h>
#include <poll.h>

enum { DEPTH = 12, PRODUCERS = 4, CONSUMERS = 3, CONNS = PRODUCERS + CONSUMERS };

struct conn {
    redisContext *c; /* NULL: not connected */
    unsigned server; /* the timerd */
    unsigned life;   /* of that timerd */
    bool consumer, broken;
    bool writes;                 /* there are bytes to send */
    struct request queue[DEPTH]; /* that wait for their answers, a ring */
    unsigned first, n;
    uint64_t next_us; /* when it sends again */
};

extern struct conn conns[TIMERDS_MOST * CONNS];
unsigned conns_n(void);

void conns_begin(void);
void conns_open(void);   /* to every timerd that is ready */
void conns_wait(int ms); /* until there is an answer or a line of a timerd: those are handled */

/* Any of its arguments is bytes; sent at the next conns_wait(). */
void conn_send(struct conn *c, const struct request *r);

/* load.c: what came back. */
void load_answer(struct conn *c, const struct request *r, const redisReply *reply);
void load_lost(const struct request *r);

#endif
