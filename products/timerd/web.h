/* SPDX-License-Identifier: MIT-0 */
/* web.h - requests of HTTP: the page for people, what it asks, the page for Prometheus. */
#ifndef WEB_H
#define WEB_H

#include "commands.h"
#include "http.h"

/* Answers a request, or has commands.c answer it; reads no other of this connection until
   then. Without `whole` there is the page for Prometheus alone, which has no token. */
void web_ask(struct conn *c, const struct http *h, bool whole);

/* Answers bytes that are no request (PARSED_BAD), or too long a one, and closes. */
void web_refuse(struct conn *c, enum parsed found);

#endif
