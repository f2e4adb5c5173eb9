/* SPDX-License-Identifier: MIT-0 */
#include "buffer.h"
#include "words.h"
#include "../replay/quote.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void make_room(struct buffer *b, size_t n) {
    if (b->n + n < b->room)
        return;
    b->room = 2 * (b->n + n) + 256;
    b->at = (char *)room(b->at, b->room);
}

void buffer_clear(struct buffer *b) {
    make_room(b, 1);
    b->n = 0;
    b->at[0] = 0;
}

void add_bytes(struct buffer *b, const char *text, size_t n) {
    make_room(b, n);
    memcpy(b->at + b->n, text, n);
    b->n += n;
    b->at[b->n] = 0;
}

void add(struct buffer *b, const char *format, ...) {
    char text[256];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    add_bytes(b, text, strlen(text));
}

void add_comma(struct buffer *b) {
    if (b->n > 0 && !strchr("[{", b->at[b->n - 1]))
        add_bytes(b, ",", 1);
}

void add_quoted(struct buffer *b, const char *text) {
    if (!text) {
        add(b, "null");
        return;
    }
    add(b, "\"");
    while (*text) {
        const size_t n = utf8_bytes(text);

        if (n == 0)
            add(b, "\\ufffd");
        else if (*text == '"' || *text == '\\')
            add(b, "\\%c", *text);
        else if (n == 1 && *text < ' ')
            add(b, "\\u%04x", (unsigned)*text);
        else
            add_bytes(b, text, n);
        text += n ? n : 1;
    }
    add(b, "\"");
}
