/* SPDX-License-Identifier: MIT-0 */
/* buffer.h - text that grows, and JSON in it. */
#ifndef BUFFER_H
#define BUFFER_H

#include <stddef.h>

/* All zero is a valid empty one; behind its n bytes there is a 0. */
struct buffer {
    char *at;
    size_t n, room;
};

void buffer_clear(struct buffer *b);
void add(struct buffer *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void add_bytes(struct buffer *b, const char *text, size_t n);

/* In quotation marks; NULL: null. */
void add_quoted(struct buffer *b, const char *text);

/* A comma, unless the last byte opens a list or an object. */
void add_comma(struct buffer *b);

#endif
