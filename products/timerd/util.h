/* SPDX-License-Identifier: MIT-0 */
/* util.h - texts, growing buffers, and the log. */
#ifndef UTIL_H
#define UTIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes that somebody else owns. */
struct text {
    const char *at;
    size_t size;
};

struct buffer {
    char *at;
    size_t size, room;
};

/* ends the program if there is none: what was acknowledged is in the store */
void *must(void *memory);
void buffer_add(struct buffer *b, const void *bytes, size_t size);
void buffer_cut(struct buffer *b, size_t size); /* drops the first bytes */
void buffer_free(struct buffer *b);

bool text_is(struct text t, const char *word); /* upper and lower case are the same */
bool text_same(struct text a, struct text b);
bool text_number(struct text t, uint64_t least, uint64_t most, uint64_t *number);

/* A line on stderr, unless log_level() has put the level out: text, or JSON. */
enum level { LEVEL_ERROR, LEVEL_WARNING, LEVEL_INFO, LEVEL_DEBUG };

void log_level(enum level most, bool json);
bool log_has(enum level level); /* is it put out? */
void say(enum level level, const char *format, ...);
void quit(int status, const char *format, ...); /* a line of LEVEL_ERROR, and the end */

uint64_t clock_us(bool monotonic); /* else: since 1970 */

enum { RANDOM_DIGITS = 16 };

void random_digits(char *to); /* hexadecimal ones, and a zero byte */

#endif
