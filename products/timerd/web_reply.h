/* SPDX-License-Identifier: MIT-0 */
/* web_reply.h - the answer to a request of HTTP. */
#ifndef WEB_REPLY_H
#define WEB_REPLY_H

#include "conn.h"

/* How a request of HTTP wants its answer. */
struct asked {
    bool http; /* false: it is one of RESP */
    bool head; /* without the body */
    bool close;
    bool metrics; /* STATS, for Prometheus */
};

/* Header fields of all answers, and of those that are data. */
#define CLOSED                                                            \
    "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n" \
    "Cross-Origin-Resource-Policy: same-origin\r\nContent-Security-Policy: "
#define CLOSED_DATA CLOSED "default-src 'none'; frame-ancestors 'none'\r\n"

/* Answers by the reply in RESP, or by the page for Prometheus. */
void web_reply(struct conn *c, const struct asked *asked, struct text reply);

#endif
