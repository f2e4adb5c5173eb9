/* SPDX-License-Identifier: MIT-0 */
#define _GNU_SOURCE
#include "redis_link.h"
#include "options.h"
#include "server.h"
#include "stats.h"
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* IDLE_ROOM: a larger buffer is freed when it is empty. */
enum { IDLE_ROOM = 65536, READ_SIZE = 16384 };

struct link *redis_db, *redis_sub;
char redis_error[1024] = "not connected yet";
char redis_me[128];
bool redis_refused;

bool redis_remember(const char *error) {
    char before[sizeof redis_error];

    memcpy(before, redis_error, sizeof before);
    snprintf(redis_error, sizeof redis_error, "%s: %.512s", option.redis, error);
    redis_error[strcspn(redis_error, "\r\n")] = '\0';
    return strcmp(before, redis_error) != 0;
}

void redis_fails(const char *error) {
    static const char *const lasting[] = {"NOAUTH",  "WRONGPASS", "NOPERM",       "ERR AUTH",
                                          "ERR DB ", "TLS: ",     "this Sentinel"};

    for (size_t i = 0; i < sizeof lasting / sizeof lasting[0]; i++)
        redis_refused = redis_refused || strncmp(error, lasting[i], strlen(lasting[i])) == 0;
    redis_refused = redis_refused || strcmp(error, gai_strerror(EAI_NONAME)) == 0;
    (void)redis_remember(error);
}

void redis_disconnect(void) {
    stats.store_errors += redis_db && redis_db->c->err;
    if (redis_db && redis_db->c->err)
        (void)redis_remember(redis_db->c->errstr);
    else if (redis_sub && redis_sub->c->err)
        (void)redis_remember(redis_sub->c->errstr);
    link_free(redis_db);
    link_free(redis_sub);
    redis_db = redis_sub = NULL;
}

/* ---------------------------------------------------------------------- one connection */

bool link_broken(struct link *l, const char *why) {
    l->c->err = REDIS_ERR_OTHER;
    snprintf(l->c->errstr, sizeof l->c->errstr, "%s", why);
    return false;
}

static bool connected(struct link *l) {
    int error = 0;
    socklen_t size = sizeof error;

    if (l->c->err)
        return false;
    if (!server_wait(l->c->fd, true, option.store_timeout_ms))
        return link_broken(l, "no connection in time (--store-timeout)");
    if (getsockopt(l->c->fd, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error)
        return link_broken(l, strerror(error));
    return true;
}

struct link *link_open(const char *host, int port) {
    struct link *const l = (struct link *)must(calloc(1, sizeof *l));

    l->c = (redisContext *)must(port ? redisConnectNonBlock(host, port)
                                     : redisConnectUnixNonBlock(host));
    if (connected(l) && (!option.tls || tls_begin(l, host)))
        return l;
    redis_fails(l->c->errstr);
    link_free(l);
    return NULL;
}

void link_free(struct link *l) {
    if (!l)
        return;
    tls_end(l);
    redisFree(l->c);
    buffer_free(&l->out);
    free(l);
}

/* What hiredis has made of a command. */
static void append(struct link *l, char *command, long long size) {
    if (size < 0)
        (void)must(NULL);
    buffer_add(&l->out, command, (size_t)size);
    redisFreeCommand(command);
}

void link_words(struct link *l, int n, const char **word, const size_t *size) {
    char *command = NULL;
    const long long made = redisFormatCommandArgv(&command, n, word, size);

    append(l, command, made);
}

void link_format_list(struct link *l, const char *format, va_list arguments) {
    char *command = NULL;
    const long long made = redisvFormatCommand(&command, format, arguments);

    append(l, command, made);
}

void link_format(struct link *l, const char *format, ...) {
    va_list arguments;

    va_start(arguments, format);
    link_format_list(l, format, arguments);
    va_end(arguments);
}

/* As tls_read() and tls_write() say it. */
static ssize_t passed(struct link *l, ssize_t n) {
    if (n >= 0)
        return n;
    if (errno == EAGAIN || errno == EINTR)
        return 0;
    (void)link_broken(l, strerror(errno));
    return -1;
}

bool link_write(struct link *l) {
    struct buffer *const out = &l->out;
    ssize_t n = 0;

    if (out->size)
        n = l->tls ? tls_write(l, out->at, out->size)
                   : passed(l, send(l->c->fd, out->at, out->size, MSG_NOSIGNAL));
    if (n < 0)
        return false;
    buffer_cut(out, (size_t)n);
    if (out->size == 0 && out->room > IDLE_ROOM)
        buffer_free(out);
    return true;
}

static ssize_t receive(struct link *l, char *to) {
    const ssize_t n = recv(l->c->fd, to, READ_SIZE, 0);

    if (n == 0)
        (void)link_broken(l, "Server closed the connection");
    return n == 0 ? -1 : passed(l, n);
}

bool link_read(struct link *l) {
    static char bytes[READ_SIZE];
    const ssize_t n = l->tls ? tls_read(l, bytes, sizeof bytes) : receive(l, bytes);

    if (n > 0 && redisReaderFeed(l->c->reader, bytes, (size_t)n) != REDIS_OK)
        return link_broken(l, "out of memory");
    return n >= 0;
}

/* The loop ends: each turn sends or receives something, or the time is over. */
bool link_answer(struct link *l, redisReply **reply) {
    void *got = NULL;

    *reply = NULL;
    while (l && redisGetReplyFromReader(l->c, &got) == REDIS_OK && !got) {
        if (!link_write(l))
            return false;
        if (!server_wait(l->c->fd, l->out.size > 0, option.store_timeout_ms))
            return link_broken(l, "no answer in time (--store-timeout)");
        if (!link_read(l))
            return false;
    }
    *reply = (redisReply *)got;
    return got != NULL;
}

/* ---------------------------------------------------------------------------- replies */

uint64_t reply_number(const redisReply *array, size_t i) {
    const redisReply *const r = i < array->elements ? array->element[i] : NULL;

    if (!r)
        return 0;
    if (r->type == REDIS_REPLY_INTEGER)
        return (uint64_t)r->integer;
    return r->type == REDIS_REPLY_STRING ? strtoull(r->str, NULL, 10) : 0;
}

struct text reply_text(const redisReply *array, size_t i) {
    struct text t = {"", 0};

    if (i < array->elements && array->element[i]->type == REDIS_REPLY_STRING) {
        t.at = array->element[i]->str;
        t.size = (size_t)array->element[i]->len;
    }
    return t;
}
