/* SPDX-License-Identifier: MIT-0 */
#define _GNU_SOURCE
#include "conn.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

struct conn *conn_touched;

void conn_touch(struct conn *c) {
    if (c->touched)
        return;
    c->touched = true;
    c->next_touched = conn_touched;
    conn_touched = c;
}

struct buffer *conn_out(struct conn *c) {
    conn_touch(c);
    return &c->out;
}

void conn_pend(struct conn *c, int change) {
    c->pending += change;
    conn_touch(c);
}

void conn_promise(struct conn *c, size_t more, size_t less) { c->promised += more - less; }

void conn_resume(struct conn *c) {
    c->held = false;
    conn_touch(c);
}

bool *conn_resp3(struct conn *c) { return &c->resp3; }

bool *conn_parted(struct conn *c) { return &c->parted; }

int conn_pending(const struct conn *c) { return c->pending; }

enum right conn_right(const struct conn *c) { return c->right; }

void conn_admit(struct conn *c, enum right right) {
    c->right = right;
    c->parser.brief = false;
}

bool conn_is_gone(const struct conn *c) { return c->gone; }

void conn_peer(const struct conn *c, char *to, size_t room) {
    struct sockaddr_in a;
    struct ucred process;
    socklen_t size = sizeof a, process_size = sizeof process;

    memset(&a, 0, sizeof a);
    if (getpeername(c->fd, (struct sockaddr *)&a, &size) == 0 && a.sin_family == AF_INET)
        snprintf(to, room, "%s:%u", inet_ntoa(a.sin_addr), (unsigned)ntohs(a.sin_port));
    else if (getsockopt(c->fd, SOL_SOCKET, SO_PEERCRED, &process, &process_size) == 0)
        snprintf(to, room, "process %ld of user %lu", (long)process.pid,
                 (unsigned long)process.uid);
    else
        snprintf(to, room, "a peer that is gone");
}

void conn_finish(struct conn *c) {
    c->finished = true;
    conn_touch(c);
}
