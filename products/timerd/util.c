/* SPDX-License-Identifier: MIT-0 */
#define _GNU_SOURCE
#include "util.h"
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

void *must(void *memory) {
    if (!memory)
        quit(1, "out of memory");
    return memory;
}

void buffer_add(struct buffer *b, const void *bytes, size_t size) {
    if (b->size + size > b->room) {
        b->room = 2 * (b->size + size);
        b->at = (char *)must(realloc(b->at, b->room));
    }
    if (size)
        memcpy(b->at + b->size, bytes, size);
    b->size += size;
}

void buffer_cut(struct buffer *b, size_t size) {
    b->size -= size;
    if (b->size && size)
        memmove(b->at, b->at + size, b->size);
}

void buffer_free(struct buffer *b) {
    free(b->at);
    b->at = NULL;
    b->size = b->room = 0;
}

bool text_is(struct text t, const char *word) {
    return t.size == strlen(word) && (t.size == 0 || strncasecmp(t.at, word, t.size) == 0);
}

bool text_same(struct text a, struct text b) {
    return a.size == b.size && (a.size == 0 || memcmp(a.at, b.at, a.size) == 0);
}

bool text_number(struct text t, uint64_t least, uint64_t most, uint64_t *number) {
    uint64_t n = 0;

    if (t.size == 0 || t.size > 19)
        return false;
    for (size_t i = 0; i < t.size; i++) {
        if (t.at[i] < '0' || t.at[i] > '9')
            return false;
        n = 10 * n + (uint64_t)(t.at[i] - '0');
    }
    *number = n;
    return n >= least && n <= most;
}

static enum level most_said = LEVEL_WARNING;
static bool as_json;

void log_level(enum level most, bool json) {
    most_said = most;
    as_json = json;
}

bool log_has(enum level l) { return l <= most_said; }

/* What a string of JSON may not hold is a question mark. */
static void json(const char *level, const char *text) {
    const time_t now = time(NULL);
    char when[32] = "";
    struct tm utc;

    if (gmtime_r(&now, &utc))
        strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &utc);
    fprintf(stderr, "{\"time\":\"%s\",\"level\":\"%s\",\"message\":\"", when, level);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', stderr);
        fputc((unsigned char)*text < ' ' || (unsigned char)*text > '~' ? '?' : *text, stderr);
    }
    fputs("\"}\n", stderr);
}

static void line(enum level level, const char *format, va_list arguments) {
    static const char *const names[] = {"error", "warning", "info", "debug"};
    char text[1500];

    if (!log_has(level))
        return;
    vsnprintf(text, sizeof text, format, arguments);
    if (as_json)
        json(names[level], text);
    else
        fprintf(stderr, "timerd: %s\n", text);
}

void say(enum level level, const char *format, ...) {
    va_list arguments;

    va_start(arguments, format);
    line(level, format, arguments);
    va_end(arguments);
}

void quit(int status, const char *format, ...) {
    va_list arguments;

    va_start(arguments, format);
    line(LEVEL_ERROR, format, arguments);
    va_end(arguments);
    exit(status);
}

uint64_t clock_us(bool monotonic) {
    struct timespec t;

    clock_gettime(monotonic ? CLOCK_MONOTONIC : CLOCK_REALTIME, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

void random_digits(char *to) {
    unsigned char bytes[RANDOM_DIGITS / 2];

    if (getentropy(bytes, sizeof bytes) != 0)
        quit(1, "getentropy: %s", strerror(errno));
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(to + 2 * i, 3, "%02x", bytes[i]);
}
