/* SPDX-License-Identifier: MIT-0 */
#include "resp.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void print(struct buffer *to, char type, unsigned long long n) {
    char line[32];

    buffer_add(to, line, (size_t)snprintf(line, sizeof line, "%c%llu\r\n", type, n));
}

void resp_status(struct buffer *to, const char *text) {
    buffer_add(to, "+", 1);
    buffer_add(to, text, strlen(text));
    buffer_add(to, "\r\n", 2);
}

/* Bytes that would end the line or the terminal's patience are printed as question
   marks. */
void resp_error(struct buffer *to, const char *format, ...) {
    char line[256];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < ' ' || (unsigned char)*c > '~')
            *c = '?';
    buffer_add(to, "-", 1);
    buffer_add(to, line, strlen(line));
    buffer_add(to, "\r\n", 2);
}

void resp_integer(struct buffer *to, uint64_t n) { print(to, ':', n); }

void resp_array(struct buffer *to, size_t n) { print(to, '*', n); }

void resp_map(struct buffer *to, size_t n) { print(to, '%', n); }

void resp_null(struct buffer *to, bool resp3) {
    const char *const text = resp3 ? "_\r\n" : "$-1\r\n";

    buffer_add(to, text, strlen(text));
}

void resp_text(struct buffer *to, struct text t) {
    print(to, '$', t.size);
    buffer_add(to, t.at, t.size);
    buffer_add(to, "\r\n", 2);
}

void resp_word(struct buffer *to, const char *word) {
    const struct text t = {word, strlen(word)};

    resp_text(to, t);
}
