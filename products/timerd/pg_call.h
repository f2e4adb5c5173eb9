/* SPDX-License-Identifier: MIT-0 */
/* pg_call.h - the connections to PostgreSQL, and calls: sent one after the other, then
   answered in order. What is sent before pg_sync() is one transaction. */
#ifndef PG_CALL_H
#define PG_CALL_H

#include "pg_link.h"
#include "store.h"

enum statement {
    PG_LOCK,
    PG_ARM,
    PG_CANCEL,
    PG_GET,
    PG_NEXT,
    PG_LIST,
    PG_TAKE,
    PG_ACK,
    PG_NACK,
    PG_TOUCH,
    PG_DEAD,
    PG_PASS,
    PG_REQUEUE,
    PG_FIRE,
    PG_READY,
    PG_LOAD,
    PG_EXPIRE,
    PG_DRAIN,
    PG_KEEP,
    PG_RELEASE,
    PG_CLOCK,
    PG_STATEMENTS
};

/* makes both connections, if they are not there; sets the tables up */
enum opened pg_connect(void);
PGconn *pg_connection(void); /* another one; NULL: pg_error says why */
PGconn *pg_counter(void);    /* one that takes a single process of PostgreSQL */
/* A part of a count, which takes a ms at most; since: 0, or what the part before has answered.
   Answers 0 when there is no more to wait for. counts->age tells of when the counts are. */
uint64_t pg_figures(struct counts *counts, uint64_t since);
void pg_figures_end(void);
/* Are the settings such as timerd wants them? False: not, or the connection is broken. */
bool pg_inspect(void);
int pg_notices_fd(void);
bool pg_listen(void);      /* reads what has come; false: the connection is broken */
PGnotify *pg_notice(void); /* the next message, or NULL */
bool pg_ask_time(void);
void pg_counts(uint64_t number); /* the store tells a number: a lower one is a loss */

/* A call: begun, given its arguments, sent. */
void pg_call(enum statement statement);
void pg_number(uint64_t n);
void pg_bytes(struct text t);
void pg_word(const char *word);
void pg_send(void);
/* Until a result of this connection can be read. False: none came within
   --store-timeout, or the connection is broken; pg_error says which. */
bool pg_wait(PGconn *c);
void pg_sync(void); /* no more calls: PostgreSQL may answer, and commits */
/* The rows of the first call without an answer, which the caller clears; NULL: it failed,
   and so does the transaction. */
PGresult *pg_rows(void);
/* When all calls are answered: is it committed? Refused: nothing has changed. */
enum outcome pg_end(void);
enum outcome pg_ask(PGresult **rows); /* sends a call that is a transaction, and waits */

uint64_t row_number(const PGresult *rows, int row, int column);
struct text row_text(const PGresult *rows, int row, int column);

#endif
