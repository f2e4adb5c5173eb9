/* SPDX-License-Identifier: MIT-0 */
/* request.h - requests, read from the bytes of a client.

   A request is an array of bulk strings, in RESP2 as in RESP3, or a line of words. */
#ifndef REQUEST_H
#define REQUEST_H

#include "util.h"

/* UNKNOWN_MOST: bytes of a request before the password was given. */
enum { ARGUMENTS_MOST = 10, ELEMENTS_MOST = 1024, REQUEST_MOST = 1 << 20, UNKNOWN_MOST = 4096 };

/* A request's words. Those beyond ARGUMENTS_MOST are counted, not kept. */
struct words {
    int count;
    struct text word[ARGUMENTS_MOST];
};

/* All zero is an empty parser. */
struct parser {
    struct buffer in;
    size_t at;           /* the bytes of `in` before it were read */
    size_t searched;     /* so many bytes from there on hold no end of a line */
    struct words *words; /* of a request that is not complete */
    int wanted;          /* the number of its words */
    size_t size;         /* the number of its bytes that were read */
    bool brief;          /* a request has at most UNKNOWN_MOST bytes */
};

enum parsed { PARSED_PART, PARSED_REQUEST, PARSED_BAD, PARSED_LONG };

void parser_add(struct parser *p, const void *bytes, size_t size);

/* Reads the next request, which the caller frees. PARSED_PART: there is none before more
   bytes come. After PARSED_BAD (no RESP) and PARSED_LONG (over REQUEST_MOST bytes) the
   rest cannot be read. */
enum parsed parser_next(struct parser *p, struct words **words);
size_t parser_left(const struct parser *p); /* bytes that were not read */
size_t parser_held(const struct parser *p); /* those, and the words of half a request */
void parser_trim(struct parser *p);         /* gives memory back: no bytes are left */
void parser_free(struct parser *p);
/* Appends a copy, with a zero byte behind it. */
void words_add(struct words *w, const char *at, size_t size);
void words_free(struct words *w);

#endif
