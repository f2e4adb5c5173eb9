/* SPDX-License-Identifier: MIT-0 */
/* timerd.h - a client of timerd for event loops: one file over sockets of POSIX, C99 or
   C++11, without allocation and without waiting.

     static struct timerd_consumer consumer;
     static struct timerd client;
     static char in[4096], out[66000 + 4096];

     timerd_init(&client, "127.0.0.1:7379", in, sizeof in, out, sizeof out);
     timerd_arm(&client, "tea", 3, due_ms, "ready", 5, 0, on_answer, NULL);
     timerd_consume(&consumer, "/run/timerd.sock", on_firing, NULL);

   In each turn the loop watches timerd_fd() for reading, and for writing if
   timerd_wants_write(). After timerd_wait_ms(), or when the socket is ready, it calls
   timerd_turn(), or timerd_consumer_turn(). now_ms is any clock that never goes back.

   A request is answered once, by its callback. While timerd is away the answer is
   TIMERD_BROKEN: the request was done or not. Ask ARM again until the answer is OK
   (PROTOCOL.md, "ARM again"). A callback may ask again; it must not call a turn.

   The consumer takes one firing, and calls the handler. The program calls timerd_done() or
   timerd_again() then or later. Until then the consumer renews the lease. It waits while
   timerd or its store is away, and sends what the handler answered until timerd knows it. */
#ifndef TIMERD_H
#define TIMERD_H

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef MSG_NOSIGNAL /* a program ignores SIGPIPE there */
#define MSG_NOSIGNAL 0
#endif

/* TIMERD_PENDING: requests without their answer, at most. An id has TIMERD_ID bytes at most,
   a payload TIMERD_PAYLOAD, and the row of a firing TIMERD_ROW. */
#ifndef TIMERD_PENDING
#define TIMERD_PENDING 64
#endif
enum {
    TIMERD_ID = 255,
    TIMERD_PAYLOAD = 65536,
    TIMERD_ROW = 66048,
    TIMERD_PAUSE_MS = 200,   /* between two tries to reach timerd or its store */
    TIMERD_LEASE_MS = 30000, /* of a timerd that does not tell its lease */
    TIMERD_BLOCK_MS = 5000   /* how long a TAKE of a consumer waits */
};

/* A value of an answer. kind: '+' text, '-' the text of an error, ':' number, '$' text, '_'
   none, '*' so many values follow; or TIMERD_BROKEN. */
enum { TIMERD_BROKEN = 0 };

struct timerd_value {
    char kind;
    long long number;
    const char *text;
    size_t size;
};

/* An answer: timerd_value() reads its first value, then those of an array. It is true until
   the callback returns. */
struct timerd_answer {
    const char *at, *end;
};

typedef void timerd_fn(void *arg, struct timerd_answer *answer);

struct timerd {
    const char *where, *password; /* the password may be set before the first turn */
    int fd;
    int connecting;
    char *in, *out;
    size_t in_room, in_n, out_room, out_n, sent;
    size_t scanned;     /* bytes of `in` that belong to the answer that is not whole */
    long long left;     /* values that it lacks */
    long long retry_ms; /* when to connect again */

    struct {
        timerd_fn *fn;
        void *arg;
    } pending[TIMERD_PENDING];

    unsigned first, n;
    unsigned long connections; /* how often it was connected */
};

struct timerd_text {
    const char *at;
    size_t size;
};

/* ------------------------------------------------------------------------------ values */

/* Reads a value. 1: it is there; 0: the answer ends before it; -1: it is no RESP2. */
static inline int timerd_value(struct timerd_answer *a, struct timerd_value *v) {
    const char *const line = a->at, *end;
    const size_t left = a->end > a->at ? (size_t)(a->end - a->at) : 0;

    memset(v, 0, sizeof *v);
    end = left ? (const char *)memchr(line, '\n', left) : NULL;
    if (!end)
        return 0;
    v->kind = line[0];
    if (!strchr("+-:$*", v->kind) || end - line < 2 || end[-1] != '\r')
        return -1;
    v->text = line + 1;
    v->size = (size_t)(end - line) - 2;
    if (v->kind == '+' || v->kind == '-') {
        a->at = end + 1;
        return 1;
    }
    v->number = strtoll(line + 1, NULL, 10);
    v->size = 0;
    if (v->kind == '$' && v->number >= 0) {
        if ((unsigned long long)(a->end - end - 1) < (unsigned long long)v->number + 2)
            return 0;
        v->text = end + 1;
        v->size = (size_t)v->number;
        end += v->size + 2;
    } else if (v->kind != ':' && v->number < 0) {
        v->kind = '_';
    }
    a->at = end + 1;
    return 1;
}

/* Is the answer an error that begins with this word? */
static inline int timerd_is_error(const struct timerd_value *v, const char *word) {
    return v->kind == '-' && v->size >= strlen(word) && memcmp(v->text, word, strlen(word)) == 0;
}

/* -------------------------------------------------------------------------- connection */

/* where: "127.0.0.1:PORT", or the path of a Unix socket. `in` must have room for the largest
   answer, `out` for all requests that are not sent. */
static inline void timerd_init(struct timerd *t, const char *where, char *in, size_t in_room,
                               char *out, size_t out_room) {
    memset(t, 0, sizeof *t);
    t->where = where;
    t->fd = -1;
    t->in = in;
    t->in_room = in_room;
    t->out = out;
    t->out_room = out_room;
    t->left = 1;
}

static inline int timerd_fd(const struct timerd *t) { return t->fd; } /* -1: none */

static inline int timerd_wants_write(const struct timerd *t) {
    return t->fd >= 0 && (t->connecting || t->sent < t->out_n);
}

/* How long the loop may wait for the socket; -1: for ever. */
static inline long long timerd_wait_ms(const struct timerd *t, long long now_ms) {
    if (t->fd >= 0)
        return -1;
    return t->retry_ms > now_ms ? t->retry_ms - now_ms : 0;
}

/* Closes the connection. All that was asked is answered by TIMERD_BROKEN. */
static inline void timerd_close(struct timerd *t, long long now_ms) {
    struct timerd_answer none = {NULL, NULL};
    unsigned n = t->n;

    if (t->fd >= 0)
        close(t->fd);
    t->fd = -1;
    t->connecting = 0;
    t->in_n = t->out_n = t->sent = t->scanned = 0;
    t->left = 1;
    t->retry_ms = now_ms + TIMERD_PAUSE_MS;
    while (n--) {
        const unsigned i = t->first;

        t->first = (t->first + 1) % TIMERD_PENDING;
        t->n--;
        if (t->pending[i].fn)
            t->pending[i].fn(t->pending[i].arg, &none);
    }
}

/* Any request of PROTOCOL.md. fn may be NULL. -1: there is no room for it now, or timerd is
   not connected. */
static inline int timerd_ask(struct timerd *t, const struct timerd_text *words, size_t n,
                             timerd_fn *fn, void *arg) {
    size_t size = 16;

    for (size_t i = 0; i < n; i++)
        size += words[i].size + 24;
    if (t->fd < 0 || t->n == TIMERD_PENDING || size > t->out_room - t->out_n)
        return -1;
    t->out_n += (size_t)snprintf(t->out + t->out_n, 16, "*%u\r\n", (unsigned)n);
    for (size_t i = 0; i < n; i++) {
        t->out_n +=
            (size_t)snprintf(t->out + t->out_n, 24, "$%lu\r\n", (unsigned long)words[i].size);
        if (words[i].size)
            memcpy(t->out + t->out_n, words[i].at, words[i].size);
        memcpy(t->out + t->out_n + words[i].size, "\r\n", 2);
        t->out_n += words[i].size + 2;
    }
    t->pending[(t->first + t->n) % TIMERD_PENDING].fn = fn;
    t->pending[(t->first + t->n) % TIMERD_PENDING].arg = arg;
    t->n++;
    return 0;
}

static inline void timerd_auth(struct timerd *t) {
    struct timerd_text words[2] = {{"AUTH", 4}, {t->password, 0}};

    if (!t->password)
        return;
    words[1].size = strlen(t->password);
    (void)timerd_ask(t, words, 2, NULL, NULL);
}

static inline void timerd_connect(struct timerd *t, long long now_ms) {
    const char *const port =
        t->where[0] == '/' || t->where[0] == '.' ? NULL : strrchr(t->where, ':');
    const int on = 1;
    struct sockaddr_un u;
    struct sockaddr_in i;
    int rc;

    memset(&u, 0, sizeof u);
    memset(&i, 0, sizeof i);
    u.sun_family = AF_UNIX;
    strncpy(u.sun_path, t->where, sizeof u.sun_path - 1);
    i.sin_family = AF_INET;
    i.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    i.sin_port = htons((unsigned short)(port ? atoi(port + 1) : 0));
    t->fd = socket(port ? AF_INET : AF_UNIX, SOCK_STREAM, 0);
    if (t->fd >= 0)
        (void)fcntl(t->fd, F_SETFL, O_NONBLOCK);
    if (t->fd >= 0 && port)
        (void)setsockopt(t->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    rc = t->fd < 0 ? -1
         : port    ? connect(t->fd, (struct sockaddr *)&i, sizeof i)
                   : connect(t->fd, (struct sockaddr *)&u, sizeof u);
    t->connecting = rc != 0 && errno == EINPROGRESS;
    if (rc != 0 && !t->connecting) {
        timerd_close(t, now_ms);
        return;
    }
    t->connections++;
    timerd_auth(t);
}

/* Sends what the socket takes. 0: the connection is broken. */
static inline int timerd_write(struct timerd *t) {
    while (t->sent < t->out_n) {
        const ssize_t n = send(t->fd, t->out + t->sent, t->out_n - t->sent, MSG_NOSIGNAL);

        if (n < 0)
            return errno == EAGAIN || errno == EINTR || (t->connecting && errno == ENOTCONN);
        t->sent += (size_t)n;
    }
    t->sent = t->out_n = 0;
    return 1;
}

/* Looks for the end of the first answer. 1: it is whole; 0: not yet; -1: it is no RESP2. */
static inline int timerd_scan(struct timerd *t) {
    struct timerd_answer a;
    struct timerd_value v;
    int rc = 1;

    a.at = t->in + t->scanned;
    a.end = t->in + t->in_n;
    while (t->left > 0 && (rc = timerd_value(&a, &v)) == 1)
        t->left += (v.kind == '*' ? v.number : 0) - 1;
    t->scanned = (size_t)(a.at - t->in);
    return t->left == 0 ? 1 : rc;
}

/* Hands the first answer on. */
static inline void timerd_deliver(struct timerd *t) {
    const unsigned i = t->first;
    const size_t size = t->scanned;
    struct timerd_answer a;

    a.at = t->in;
    a.end = t->in + size;
    t->first = (t->first + 1) % TIMERD_PENDING;
    t->n--;
    if (t->pending[i].fn)
        t->pending[i].fn(t->pending[i].arg, &a);
    memmove(t->in, t->in + size, t->in_n - size);
    t->in_n -= size;
    t->scanned = 0;
    t->left = 1;
}

/* Reads what has come, and hands answers on. 0: the connection is broken, or an answer has no
   room. The loop ends: each turn reads bytes, until there are no more. */
static inline int timerd_read(struct timerd *t) {
    for (;;) {
        const ssize_t n = t->in_n < t->in_room
                              ? recv(t->fd, t->in + t->in_n, t->in_room - t->in_n, 0)
                              : (ssize_t)0;
        int rc;

        if (n < 0)
            return errno == EAGAIN || errno == EINTR || (t->connecting && errno == ENOTCONN);
        if (n == 0)
            return 0;
        t->in_n += (size_t)n;
        while ((rc = t->in_n ? timerd_scan(t) : 0) == 1 && t->n)
            timerd_deliver(t);
        if (rc != 0)
            return 0; /* no RESP2, or an answer that nobody asked for */
    }
}

/* One turn of the loop: connects, sends, receives, calls back. */
static inline void timerd_turn(struct timerd *t, long long now_ms) {
    struct sockaddr_un peer;
    socklen_t size = sizeof peer;

    if (t->fd < 0 && now_ms >= t->retry_ms)
        timerd_connect(t, now_ms);
    if (t->connecting && getpeername(t->fd, (struct sockaddr *)&peer, &size) == 0)
        t->connecting = 0;
    if (t->fd >= 0 && (!timerd_write(t) || !timerd_read(t) || !timerd_write(t)))
        timerd_close(t, now_ms);
}

/* ---------------------------------------------------------------------------- requests */

static inline struct timerd_text timerd_text(const void *at, size_t size) {
    struct timerd_text text;

    text.at = (const char *)at;
    text.size = size;
    return text;
}

static inline struct timerd_text timerd_word(const char *word) {
    return timerd_text(word, strlen(word));
}

static inline struct timerd_text timerd_number(char *room, unsigned long long n) {
    return timerd_text(room, (size_t)snprintf(room, 24, "%llu", n));
}

/* Answered by OK. period_ms 0: none. */
static inline int timerd_arm(struct timerd *t, const void *id, size_t id_size,
                             unsigned long long due_ms, const void *payload, size_t size,
                             unsigned long long period_ms, timerd_fn *fn, void *arg) {
    char due[24], period[24];
    const struct timerd_text words[6] = {
        timerd_word("ARM"),         timerd_text(id, id_size), timerd_number(due, due_ms),
        timerd_text(payload, size), timerd_word("PERIOD"),    timerd_number(period, period_ms)};

    return timerd_ask(t, words, period_ms ? 6 : 4, fn, arg);
}

/* Answered by 1: the timer was stopped before a consumer was given it. */
static inline int timerd_cancel(struct timerd *t, const void *id, size_t id_size, timerd_fn *fn,
                                void *arg) {
    const struct timerd_text words[2] = {timerd_word("CANCEL"), timerd_text(id, id_size)};

    return timerd_ask(t, words, 2, fn, arg);
}

/* Answered by rows: arrays of id, generation, due-ms, payload, attempt, missed. */
static inline int timerd_take(struct timerd *t, unsigned count, unsigned block_ms, timerd_fn *fn,
                              void *arg) {
    char rows[24], block[24];
    const struct timerd_text words[4] = {timerd_word("TAKE"), timerd_number(rows, count),
                                         timerd_word("BLOCK"), timerd_number(block, block_ms)};

    return timerd_ask(t, words, block_ms ? 4 : 2, fn, arg);
}

/* A request about a firing: verb is ACK, NACK, TOUCH or REQUEUE. delay_ms of NACK, -1: that
   of timerd. Answered by 1: it was done. */
static inline int timerd_firing_ask(struct timerd *t, const char *verb, const void *id,
                                    size_t id_size, unsigned long long generation,
                                    long long delay_ms, timerd_fn *fn, void *arg) {
    char number[24], delay[24];
    const struct timerd_text words[5] = {timerd_word(verb), timerd_text(id, id_size),
                                         timerd_number(number, generation), timerd_word("DELAY"),
                                         timerd_number(delay, (unsigned long long)delay_ms)};

    return timerd_ask(t, words, delay_ms >= 0 ? 5 : 3, fn, arg);
}

/* Answered as PROTOCOL.md says: waiting timers whose ids have a prefix, from a due on, behind
   an id if that has a size. */
static inline int timerd_list(struct timerd *t, unsigned count, unsigned long long from_ms,
                              struct timerd_text prefix, struct timerd_text after, timerd_fn *fn,
                              void *arg) {
    char rows[24], from[24];
    const struct timerd_text words[8] = {timerd_word("LIST"),   timerd_number(rows, count),
                                         timerd_word("FROM"),   timerd_number(from, from_ms),
                                         timerd_word("PREFIX"), prefix,
                                         timerd_word("AFTER"),  after};

    return timerd_ask(t, words, after.size ? 8 : 6, fn, arg);
}

/* Answered by the store's clock: seconds since 1970, microseconds. */
static inline int timerd_time(struct timerd *t, timerd_fn *fn, void *arg) {
    const struct timerd_text word = timerd_word("TIME");

    return timerd_ask(t, &word, 1, fn, arg);
}

/* ---------------------------------------------------------------------------- consumer */

/* Behind the id and the payload stands a zero byte. */
struct timerd_firing {
    char id[TIMERD_ID + 1], payload[TIMERD_PAYLOAD + 1];
    size_t id_size, size;
    unsigned long long generation, due_ms, attempt, missed;
};

struct timerd_consumer;
typedef void timerd_handler(struct timerd_consumer *c, const struct timerd_firing *firing);

/* STOPPED: by timerd_consumer_stop(), or by an error that lasts, whose text is `error`. */
enum timerd_state {
    TIMERD_IDLE,
    TIMERD_TAKES,
    TIMERD_HANDLES,
    TIMERD_ANSWERS,
    TIMERD_TELLS, /* and the answer is under way */
    TIMERD_STOPPED
};

struct timerd_consumer {
    struct timerd client;
    timerd_handler *handler;
    void *arg;
    struct timerd_firing firing;
    enum timerd_state state;
    int stops, acks;
    int kept;           /* 0: the lease of the firing has run out while it was handled */
    unsigned long lost; /* firings whose ACK or NACK was answered by 0 */
    unsigned block_ms;
    long long delay_ms, lease_ms, touch_ms, pause_ms, now_ms;
    unsigned long asked; /* the connection that told its lease */
    char error[128];
    char in[TIMERD_ROW], out[4096];
};

static inline void timerd_consume(struct timerd_consumer *c, const char *where,
                                  timerd_handler *handler, void *arg) {
    memset(c, 0, sizeof *c);
    timerd_init(&c->client, where, c->in, sizeof c->in, c->out, sizeof c->out);
    c->handler = handler;
    c->arg = arg;
    c->kept = 1;
    c->block_ms = TIMERD_BLOCK_MS;
    c->lease_ms = TIMERD_LEASE_MS;
}

/* It stops when what it has is answered, within block_ms. */
static inline void timerd_consumer_stop(struct timerd_consumer *c) { c->stops = 1; }

/* The work is done: ACK. */
static inline void timerd_done(struct timerd_consumer *c) {
    c->acks = 1;
    c->state = TIMERD_ANSWERS;
}

/* The firing comes again after so many ms; -1: after timerd's own delay. */
static inline void timerd_again(struct timerd_consumer *c, long long delay_ms) {
    c->acks = 0;
    c->delay_ms = delay_ms;
    c->state = TIMERD_ANSWERS;
}

/* An answer that is none: tries again later, or stops. 0: it is an answer. */
static inline int timerd_consumer_failed(struct timerd_consumer *c, const struct timerd_value *v,
                                         enum timerd_state again) {
    if (v->kind != '-' && v->kind != TIMERD_BROKEN)
        return 0;
    c->state = again;
    c->pause_ms = c->now_ms + TIMERD_PAUSE_MS;
    if (v->kind == '-' && !timerd_is_error(v, "STORE") && !timerd_is_error(v, "UNSURE")) {
        const size_t n = v->size < sizeof c->error - 1 ? v->size : sizeof c->error - 1;

        memcpy(c->error, v->text, n);
        c->error[n] = '\0';
        c->state = TIMERD_STOPPED;
    }
    return 1;
}

static inline size_t timerd_copy(char *to, size_t room, const struct timerd_value *v) {
    const size_t n = v->size < room ? v->size : room - 1;

    if (n)
        memcpy(to, v->text, n);
    to[n] = '\0';
    return n;
}

static inline void timerd_on_row(void *arg, struct timerd_answer *a) {
    struct timerd_consumer *const c = (struct timerd_consumer *)arg;
    struct timerd_value v[8];
    int n = 0;

    memset(v, 0, sizeof v);
    while (n < 8 && timerd_value(a, &v[n]) == 1)
        n++;
    if (timerd_consumer_failed(c, &v[0], TIMERD_IDLE))
        return;
    c->state = TIMERD_IDLE;
    if (n < 8) /* no row */
        return;
    c->firing.id_size = timerd_copy(c->firing.id, sizeof c->firing.id, &v[2]);
    c->firing.generation = (unsigned long long)v[3].number;
    c->firing.due_ms = (unsigned long long)v[4].number;
    c->firing.size = timerd_copy(c->firing.payload, sizeof c->firing.payload, &v[5]);
    c->firing.attempt = (unsigned long long)v[6].number;
    c->firing.missed = (unsigned long long)v[7].number;
    c->touch_ms = c->now_ms + c->lease_ms / 3;
    c->kept = 1;
    c->state = TIMERD_HANDLES;
    c->handler(c, &c->firing);
}

static inline void timerd_on_told(void *arg, struct timerd_answer *a) {
    struct timerd_consumer *const c = (struct timerd_consumer *)arg;
    struct timerd_value v;

    (void)timerd_value(a, &v);
    if (timerd_consumer_failed(c, &v, TIMERD_ANSWERS))
        return;
    c->lost += v.number == 0;
    c->state = TIMERD_IDLE;
}

static inline void timerd_on_touch(void *arg, struct timerd_answer *a) {
    struct timerd_value v;

    if (timerd_value(a, &v) == 1 && v.kind == ':' && v.number == 0)
        ((struct timerd_consumer *)arg)->kept = 0;
}

static inline void timerd_on_info(void *arg, struct timerd_answer *a) {
    static const char name[] = "lease_ms:";
    struct timerd_consumer *const c = (struct timerd_consumer *)arg;
    struct timerd_value v;

    if (timerd_value(a, &v) != 1 || v.kind != '$')
        return;
    for (size_t i = 0; i + sizeof name - 1 < v.size; i++)
        if (memcmp(v.text + i, name, sizeof name - 1) == 0)
            c->lease_ms = strtoll(v.text + i + sizeof name - 1, NULL, 10);
}

/* Asks what the state wants. */
static inline void timerd_consumer_ask(struct timerd_consumer *c) {
    const struct timerd_firing *const f = &c->firing;
    const struct timerd_text info = timerd_word("INFO");
    struct timerd *const t = &c->client;

    if (t->fd >= 0 && c->asked != t->connections && !timerd_ask(t, &info, 1, timerd_on_info, c))
        c->asked = t->connections;
    if (c->state == TIMERD_IDLE && c->stops)
        c->state = TIMERD_STOPPED;
    if (c->now_ms < c->pause_ms)
        return;
    if (c->state == TIMERD_IDLE && !timerd_take(t, 1, c->block_ms, timerd_on_row, c))
        c->state = TIMERD_TAKES;
    if (c->state == TIMERD_ANSWERS &&
        !timerd_firing_ask(t, c->acks ? "ACK" : "NACK", f->id, f->id_size, f->generation,
                           c->acks ? -1 : c->delay_ms, timerd_on_told, c))
        c->state = TIMERD_TELLS;
    if (c->state == TIMERD_HANDLES && c->now_ms >= c->touch_ms) {
        (void)timerd_firing_ask(t, "TOUCH", f->id, f->id_size, f->generation, -1, timerd_on_touch,
                                c);
        c->touch_ms = c->now_ms + c->lease_ms / 3;
    }
}

/* How long the loop may wait for the socket of c->client; -1: for ever. */
static inline long long timerd_consumer_wait_ms(const struct timerd_consumer *c, long long now_ms) {
    const long long wait = timerd_wait_ms(&c->client, now_ms);
    long long until = -1;

    if (c->state == TIMERD_HANDLES)
        until = c->touch_ms;
    else if (c->state == TIMERD_IDLE || c->state == TIMERD_ANSWERS)
        until = c->pause_ms;
    if (until < 0 || c->client.fd < 0)
        return wait;
    return until > now_ms ? until - now_ms : 0;
}

/* One turn of the loop. */
static inline void timerd_consumer_turn(struct timerd_consumer *c, long long now_ms) {
    c->now_ms = now_ms;
    timerd_turn(&c->client, now_ms);
    timerd_consumer_ask(c);
    if (timerd_wants_write(&c->client))
        timerd_turn(&c->client, now_ms);
}

#endif
