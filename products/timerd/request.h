/* SPDX-License-Identifier: MIT-0 */
/* request.h - requests, read from the bytes of a client.

   A request is an array of bulk strings, in RESP2 as in RESP3, or a line of words. */
#ifndef REQUEST_H
#define REQUEST_H

#include "util.h"

/* UNKNOWN_MOST: bytes of a request before the password was given. */
enum { ARGUMENTS_MOST = 10, ELEMENTS_MOST = 1024, REQUEST_MOST = 1 << 20, UNKNOWN_MOST = 4096 };

/* A request's words, which lie in bytes of somebody else. Those beyond ARGUMENTS_MOST are
   counted, not kept. */
struct words {
    int count;
    struct text word[ARGUMENTS_MOST];
};

/* All zero is an empty parser. */
struct parser {
    struct buffer in;
    size_t at;       /* a request begins here; the bytes of `in` before it were read */
    size_t size;     /* so many of its bytes were read, 0: none */
    size_t searched; /* so many bytes behind those hold no end of a line */
    int wanted;      /* the number of its words */
    int count;       /* the number of those that were read, and their places in it */

    struct {
        size_t from, size;
    } word[ARGUMENTS_MOST];

    bool brief; /* a request has at most UNKNOWN_MOST bytes */
};

enum parsed { PARSED_PART, PARSED_REQUEST, PARSED_BAD, PARSED_LONG };

void parser_add(struct parser *p, const void *bytes, size_t size);

/* Reads the next request, whose words lie in the parser until parser_add(). PARSED_PART:
   there is none before more bytes come. After PARSED_BAD (no RESP) and PARSED_LONG (over
   REQUEST_MOST bytes) the rest cannot be read. */
enum parsed parser_next(struct parser *p, struct words *words);
size_t parser_left(const struct parser *p); /* bytes that no complete request has */
void parser_free(struct parser *p);         /* gives the memory back, and drops all bytes */

void words_add(struct words *w, const char *at, size_t size);
size_t words_size(const struct words *w);
/* Copies the words to `to`, which has room for words_size(); they lie there then. */
void words_move(struct words *w, char *to);

#endif
