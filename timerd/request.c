/* SPDX-License-Identifier: MIT-0 */
#include "request.h"
#include <stdlib.h>
#include <string.h>

enum { HEADER_MOST = 16 }; /* a sign, a number and the end of a line are shorter */

static size_t most(const struct parser *p) { return p->brief ? UNKNOWN_MOST : REQUEST_MOST; }

void parser_add(struct parser *p, const void *bytes, size_t size) {
    buffer_cut(&p->in, p->at);
    p->at = 0;
    buffer_add(&p->in, bytes, size);
}

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

size_t parser_held(const struct parser *p) { return parser_left(p) + (p->words ? p->size : 0); }

size_t parser_left(const struct parser *p) { return p->in.size - p->at; }

void parser_trim(struct parser *p) {
    buffer_free(&p->in);
    p->at = p->searched = 0;
}

void parser_free(struct parser *p) {
    parser_trim(p);
    words_free(p->words);
    p->words = NULL;
}

void words_add(struct words *w, const char *at, size_t size) {
    if (w->count < ARGUMENTS_MOST) {
        char *const copy = (char *)must(malloc(size + 1));

        memcpy(copy, at, size);
        copy[size] = '\0';
        w->word[w->count].at = copy;
        w->word[w->count].size = size;
    }
    w->count++;
}

static void pass(struct parser *p, size_t size) {
    p->at += size;
    p->size += size;
    p->searched = 0;
}

/* Finds the line that begins at p->at: all bytes up to the line feed. */
static enum parsed find_line(struct parser *p, size_t most, struct text *line) {
    const char *const from = p->in.at + p->at;
    const size_t there = p->in.size - p->at;
    const char *const end =
        there ? (const char *)memchr(from + p->searched, '\n', there - p->searched) : NULL;

    line->at = from;
    line->size = end ? (size_t)(end - from) : there;
    if (line->size > most)
        return PARSED_LONG;
    p->searched = line->size;
    return end ? PARSED_REQUEST : PARSED_PART;
}

/* Reads the line of a sign and a number; *size: its length, with its end. */
static enum parsed header(struct parser *p, char sign, uint64_t *n, size_t *size) {
    struct text line;
    enum parsed found;

    if (p->at < p->in.size && p->in.at[p->at] != sign)
        return PARSED_BAD;
    found = find_line(p, HEADER_MOST, &line);
    if (found != PARSED_REQUEST)
        return found == PARSED_LONG ? PARSED_BAD : found;
    *size = line.size + 1;
    if (line.size < 2 || line.at[line.size - 1] != '\r')
        return PARSED_BAD;
    line.at++;
    line.size -= 2;
    return text_number(line, 0, UINT32_MAX, n) ? PARSED_REQUEST : PARSED_BAD;
}

/* Reads a bulk string, as soon as all of it is there. */
static enum parsed element(struct parser *p) {
    uint64_t n = 0;
    size_t size = 0;
    const enum parsed found = header(p, '$', &n, &size);
    const char *at;

    if (found != PARSED_REQUEST)
        return found;
    at = p->in.at + p->at + size;
    if (p->size + size + n + 2 > most(p))
        return PARSED_LONG;
    if (p->in.size - p->at < size + n + 2)
        return PARSED_PART;
    if (at[n] != '\r' || at[n + 1] != '\n')
        return PARSED_BAD;
    words_add(p->words, at, (size_t)n);
    pass(p, size + (size_t)n + 2);
    return PARSED_REQUEST;
}

static bool blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static enum parsed read_line(struct parser *p) {
    struct text line;
    const enum parsed found = find_line(p, most(p), &line);
    size_t from = 0, to;

    if (found != PARSED_REQUEST)
        return found;
    p->words = (struct words *)must(calloc(1, sizeof *p->words));
    for (; from < line.size; from = to + 1) {
        for (to = from; to < line.size && !blank(line.at[to]); to++)
            continue;
        if (to > from && p->words->count < ELEMENTS_MOST)
            words_add(p->words, line.at + from, to - from);
    }
    p->wanted = p->words->count;
    pass(p, line.size + 1);
    return PARSED_REQUEST;
}

static enum parsed begin(struct parser *p) {
    uint64_t n = 0;
    size_t size = 0;
    enum parsed found;

    if (p->at == p->in.size)
        return PARSED_PART;
    p->size = 0;
    if (p->in.at[p->at] != '*')
        return read_line(p);
    found = header(p, '*', &n, &size);
    if (found != PARSED_REQUEST)
        return found;
    if (n > ELEMENTS_MOST)
        return PARSED_BAD;
    pass(p, size);
    p->words = (struct words *)must(calloc(1, sizeof *p->words));
    p->wanted = (int)n;
    return PARSED_REQUEST;
}

/* The loop ends: each turn reads one of the words that are wanted. */
enum parsed parser_next(struct parser *p, struct words **words) {
    enum parsed found = p->words ? PARSED_REQUEST : begin(p);

    *words = NULL;
    while (found == PARSED_REQUEST && p->words->count < p->wanted)
        found = element(p);
    if (found != PARSED_REQUEST)
        return found;
    *words = p->words;
    p->words = NULL;
    return PARSED_REQUEST;
}
