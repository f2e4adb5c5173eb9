/* SPDX-License-Identifier: MIT-0 */
#include "conn.h"
#include "replies.h"
#include "report.h"
#include "servers.h"
#include <stdlib.h>
#include <string.h>

struct conn conns[TIMERDS_MOST * CONNS];

unsigned conns_n(void) { return settings.timerds * CONNS; }

void conns_begin(void) {
    for (unsigned i = 0; i < conns_n(); i++) {
        conns[i].server = i / CONNS;
        conns[i].consumer = i % CONNS >= PRODUCERS;
    }
}

static redisContext *connect_to(const char *place) {
    static const char local[] = "127.0.0.1:";
    redisContext *c;

    if (strncmp(place, local, sizeof local - 1) == 0)
        c = redisConnectNonBlock("127.0.0.1", atoi(place + sizeof local - 1));
    else
        c = redisConnectUnixNonBlock(place);
    if (c && !c->err)
        return c;
    if (c)
        redisFree(c);
    return NULL;
}

void conns_open(void) {
    for (unsigned i = 0; i < conns_n(); i++) {
        struct conn *const c = &conns[i];
        const struct server *const s = &timerd[c->server];

        if (c->c || !s->ready || s->stopped)
            continue;
        c->c = connect_to(s->place);
        c->life = s->life;
        c->broken = c->writes = false;
    }
}

/* What was under way is lost. */
static void close_broken(struct conn *c) {
    redisFree(c->c);
    c->c = NULL;
    for (; c->n; c->n--) {
        load_lost(&c->queue[c->first]);
        c->first = (c->first + 1) % DEPTH;
    }
}

static void answers(struct conn *c) {
    void *reply = NULL;

    while (redisGetReplyFromReader(c->c, &reply) == REDIS_OK && reply) {
        const struct request r = c->queue[c->first];

        if (c->n == 0)
            violated(NO_ID, "a request has one answer", "timerd %u sent one more", c->server);
        c->first = (c->first + 1) % DEPTH;
        c->n--;
        load_answer(c, &r, (const redisReply *)reply);
        freeReplyObject(reply);
    }
    if (c->c->err)
        violated(NO_ID, "timerd speaks RESP", "timerd %u: %s", c->server, c->c->errstr);
}

static void conn_event(struct conn *c, short events) {
    int done = 1;

    if (events & POLLOUT) {
        c->broken = redisBufferWrite(c->c, &done) != REDIS_OK;
        c->writes = !done;
    }
    if (events & (POLLIN | POLLHUP | POLLERR)) {
        const bool read = redisBufferRead(c->c) == REDIS_OK;

        c->c->err = 0;
        answers(c);
        c->broken = c->broken || !read;
    }
    if (!c->broken)
        return;
    if (timerd[c->server].life == c->life && timerd[c->server].ready)
        violated(NO_ID, "a connection stays open", "timerd %u closed one", c->server);
    close_broken(c);
}

void conns_wait(int ms) {
    struct pollfd fds[TIMERDS_MOST * (CONNS + 1)];
    struct conn *of[TIMERDS_MOST * CONNS];
    nfds_t n = 0, outs;

    for (unsigned i = 0; i < conns_n(); i++)
        if (conns[i].c) {
            of[n] = &conns[i];
            fds[n].fd = conns[i].c->fd;
            fds[n++].events = (short)(POLLIN | (conns[i].writes ? POLLOUT : 0));
        }
    outs = n;
    for (unsigned i = 0; i < settings.timerds; i++) {
        fds[n].fd = timerd[i].out; /* -1 is passed over */
        fds[n++].events = POLLIN;
    }
    if (poll(fds, n, ms) <= 0)
        return;
    for (nfds_t i = 0; i < outs; i++)
        if (fds[i].revents && of[i]->c)
            conn_event(of[i], fds[i].revents);
    for (unsigned i = 0; i < settings.timerds; i++)
        if (timerd[i].out >= 0 && timerd[i].out == fds[outs + i].fd && fds[outs + i].revents)
            timerd_read(i);
}

void conn_send(struct conn *c, const struct request *r) {
    struct request *const queued = &c->queue[(c->first + c->n) % DEPTH];

    *queued = *r;
    queued->sent_us = now_us();
    c->n++;
    report.requests++;
    request_write(c->c, queued);
    c->writes = true;
    model_sent(queued);
}
