/* SPDX-License-Identifier: MIT-0 */
#include "conn.h"
#include <stddef.h>

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

void conn_finish(struct conn *c) {
    c->finished = true;
    conn_touch(c);
}
