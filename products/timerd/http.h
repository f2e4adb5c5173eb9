/* SPDX-License-Identifier: MIT-0 */
/* http.h - requests of HTTP/1.1 that have no body, and answers. */
#ifndef HTTP_H
#define HTTP_H

#include "request.h"

enum { HEAD_MOST = 8192 }; /* bytes of a request */

enum method { METHOD_GET, METHOD_HEAD, METHOD_POST, METHOD_OTHER };

/* A request. Its texts lie in the bytes that were read; one that is not there is empty. */
struct http {
    enum method method;
    struct text target, host, origin;
    struct text token; /* of Authorization: Bearer */
    bool body;         /* a body follows, which is not read */
    bool close;        /* the client wants no second answer */
};

/* Reads the request at the beginning of the bytes; *size: how many it has. PARSED_PART:
   its end is still to come. PARSED_BAD, and PARSED_LONG (over HEAD_MOST bytes): there is
   no request, and the rest cannot be read. */
enum parsed http_next(struct text bytes, struct http *h, size_t *size);

/* The words of a target, with %XX decoded: "/GET?a%26b" is "GET" and "a&b", "/" an empty
   one. They lie in `bytes`, which has room for the target. False: a % is not followed by
   two digits. */
bool http_words(struct text target, char *bytes, struct words *w);

struct http_answer {
    unsigned status;
    const char *type;   /* Content-Type */
    const char *fields; /* lines of the head, each with its end; or "" */
    bool head;          /* HEAD: the body is not sent */
    bool close;         /* no other answer follows */
};

void http_answer(struct buffer *to, const struct http_answer *a, struct text body);

#endif
