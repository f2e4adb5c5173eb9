/* SPDX-License-Identifier: MIT-0 */
#include "resp.h"
#include <hiredis/hiredis.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------- objects that hiredis' reader makes

   An array of bulk strings becomes `struct words`. NULL tells the reader that there is no
   memory: it then refuses everything that follows. Other types make the request a bad
   one. */

#if HIREDIS_MAJOR >= 1
typedef size_t elements_t;
#else
typedef int elements_t;
#endif

static struct words *words_of(const redisReadTask *task) {
    return task->parent ? (struct words *)task->parent->obj
                        : (struct words *)calloc(1, sizeof(struct words));
}

/* An element that is no string, or something that is no array. */
static void *other(const redisReadTask *task) {
    struct words *const w = words_of(task);

    if (w)
        w->other = true;
    return w;
}

static void *create_array(const redisReadTask *task, elements_t n) {
    struct words *w;

    if (task->parent || n > ELEMENTS_MOST)
        return NULL;
    w = words_of(task);
    if (w)
        w->count = (int)n;
    return w;
}

static void *create_string(const redisReadTask *task, char *at, size_t size) {
    struct words *const w = words_of(task);
    char *copy;

    if (!w || !task->parent || task->type != REDIS_REPLY_STRING)
        return w ? other(task) : NULL;
    if (task->idx >= ARGUMENTS_MOST)
        return w;
    copy = (char *)malloc(size + 1);
    if (!copy)
        return NULL;
    memcpy(copy, at, size);
    copy[size] = '\0';
    w->word[task->idx].at = copy;
    w->word[task->idx].size = size;
    return w;
}

static void *create_integer(const redisReadTask *task, long long n) {
    (void)n;
    return other(task);
}

static void *create_nil(const redisReadTask *task) { return other(task); }

void words_free(struct words *w) {
    for (int i = 0; w && i < ARGUMENTS_MOST; i++) {
        union {
            const char *held;
            char *freed;
        } at;

        at.held = w->word[i].at;
        free(at.freed);
    }
    free(w);
}

static void free_object(void *object) { words_free((struct words *)object); }

redisReader *resp_reader(void) {
    static redisReplyObjectFunctions functions;

    functions.createString = create_string;
    functions.createArray = create_array;
    functions.createInteger = create_integer;
    functions.createNil = create_nil;
    functions.freeObject = free_object;
    return (redisReader *)must(redisReaderCreateWithFunctions(&functions));
}

/* ---------------------------------------------------------------------------- writing */

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

void resp_null(struct buffer *to) { buffer_add(to, "$-1\r\n", 5); }

void resp_text(struct buffer *to, struct text t) {
    print(to, '$', t.size);
    buffer_add(to, t.at, t.size);
    buffer_add(to, "\r\n", 2);
}

void resp_word(struct buffer *to, const char *word) {
    const struct text t = {word, strlen(word)};

    resp_text(to, t);
}

/* The next word of a line; at NULL: none. */
static struct text next_word(struct text *line) {
    struct text word = {NULL, 0};

    while (line->size && (*line->at == ' ' || *line->at == '\t' || *line->at == '\r'))
        line->at++, line->size--;
    if (line->size)
        word.at = line->at;
    while (line->size && *line->at != ' ' && *line->at != '\t' && *line->at != '\r')
        line->at++, line->size--, word.size++;
    return word;
}

void resp_inline(struct buffer *to, struct text line) {
    struct text count = line, word;
    size_t n = 0;

    while (next_word(&count).at)
        n++;
    if (n == 0)
        return;
    resp_array(to, n);
    while ((word = next_word(&line)).at)
        resp_text(to, word);
}
