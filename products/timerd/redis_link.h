/* SPDX-License-Identifier: MIT-0 */
/* redis_link.h - connections to Redis, and parts of its replies. */
#ifndef REDIS_LINK_H
#define REDIS_LINK_H

#include "store.h"
#include <hiredis/hiredis.h>
#include <stdarg.h>
#include <sys/types.h>

/* hiredis connects and reads replies; what is to be sent; TLS, or NULL. */
struct link {
    redisContext *c;
    struct buffer out;
    struct ssl_st *tls;
};

extern struct link *redis_db, *redis_sub; /* for calls; for notices; NULL: not connected */
extern char redis_error[1024];            /* the last one */
extern char redis_me[128];                /* the name of this timerd, never used before */
extern bool redis_refused;                /* waiting does not mend it: somebody has to */

bool redis_remember(const char *error); /* false: it is the last one again */
void redis_fails(const char *error);    /* and redis_refused, if so */
void redis_disconnect(void);

/* Functions that may break a connection keep the error in it. What takes long ends after two
   seconds, and the server's peers are served meanwhile. */
struct link *link_open(const char *host, int port); /* port 0: a path; NULL: redis_fails() */
void link_free(struct link *l);                     /* or NULL */
bool link_broken(struct link *l, const char *why);  /* says so: false */
void link_words(struct link *l, int n, const char **word, const size_t *size);
void link_format(struct link *l, const char *format, ...); /* as redisCommand() has it */
void link_format_list(struct link *l, const char *format, va_list arguments);
bool link_write(struct link *l); /* as much as the other side takes; false: it is broken */
bool link_read(struct link *l);  /* what has come; false: it is broken */
/* The next answer, which the caller frees. False: the connection is broken. */
bool link_answer(struct link *l, redisReply **reply);

/* redis_tls.c. read and write: the bytes; 0: none now; -1: the connection is broken. */
bool tls_begin(struct link *l, const char *host);
void tls_end(struct link *l);
ssize_t tls_read(struct link *l, void *at, size_t size);
ssize_t tls_write(struct link *l, const void *at, size_t size);

/* redis_place.c: where the Redis is, by its Sentinels if it has some. False: none knows. */
bool redis_place(const char **host, int *port);

/* of an integer, or of digits; 0 if there is none */
uint64_t reply_number(const redisReply *array, size_t i);
struct text reply_text(const redisReply *array, size_t i);

#endif
