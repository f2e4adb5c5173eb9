/* SPDX-License-Identifier: MIT-0 */
#include "json.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MOST = 4 }; /* arrays in arrays: LIST has rows in an array in an array */

static void add(struct buffer *to, const char *text) { buffer_add(to, text, strlen(text)); }

static void add_string(struct buffer *to, struct text t) {
    add(to, "\"");
    for (size_t i = 0; i < t.size; i++) {
        const unsigned char c = (unsigned char)t.at[i];
        char escaped[8];

        if (c >= ' ' && c <= '~' && c != '"' && c != '\\') {
            buffer_add(to, &t.at[i], 1);
        } else {
            snprintf(escaped, sizeof escaped, "\\u%04x", c);
            add(to, escaped);
        }
    }
    add(to, "\"");
}

/* Appends a value that is no array, and begins with `line`; returns how many bytes follow
   the line. */
static size_t add_value(struct buffer *to, struct text line, const char *behind) {
    const struct text rest = {line.at + 1, line.size - 1};
    struct text string = {behind, 0};

    if (line.at[0] == ':') {
        buffer_add(to, rest.at, rest.size);
    } else if (line.at[0] != '$') {
        add(to, line.at[0] == '-' ? "{\"error\":" : "");
        add_string(to, rest);
        add(to, line.at[0] == '-' ? "}" : "");
    } else if (rest.at[0] == '-') {
        add(to, "null");
    } else {
        string.size = (size_t)strtoull(rest.at, NULL, 10);
        add_string(to, string);
        return string.size + 2;
    }
    return 0;
}

/* left[depth]: the elements of the innermost array that are still to come. */
void json_reply(struct buffer *to, struct text reply) {
    unsigned long long left[DEPTH_MOST + 1] = {1};
    size_t at = 0, depth = 0;

    while (at < reply.size) {
        const char *const end = (const char *)memchr(reply.at + at, '\r', reply.size - at);
        const struct text line = {reply.at + at, (size_t)(end - reply.at) - at};

        at += line.size + 2;
        if (line.at[0] == '*') {
            add(to, "[");
            left[++depth] = strtoull(line.at + 1, NULL, 10);
            if (left[depth])
                continue;
            left[depth] = 1; /* it ends as one behind its last element */
        } else {
            at += add_value(to, line, reply.at + at);
        }
        for (left[depth]--; depth && left[depth] == 0; left[depth]--) {
            add(to, "]");
            depth--;
        }
        if (depth)
            add(to, ",");
    }
}
