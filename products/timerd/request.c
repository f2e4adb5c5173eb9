/* SPDX-License-Identifier: MIT-0 */
#include "request.h"
#include <string.h>

enum { DIGITS_MOST = 14 }; /* of a number, leading zeros included */

static size_t most(const struct parser *p) { return p->brief ? UNKNOWN_MOST : REQUEST_MOST; }

void parser_add(struct parser *p, const void *bytes, size_t size) {
    buffer_cut(&p->in, p->at);
    p->at = 0;
    buffer_add(&p->in, bytes, size);
}

size_t parser_left(const struct parser *p) { return p->in.size - p->at; }

void parser_free(struct parser *p) {
    buffer_free(&p->in);
    p->at = p->size = p->searched = 0;
}

void words_add(struct words *w, const char *at, size_t size) {
    if (w->count < ARGUMENTS_MOST) {
        w->word[w->count].at = at;
        w->word[w->count].size = size;
    }
    w->count++;
}

static int kept(const struct words *w) {
    return w->count < ARGUMENTS_MOST ? w->count : ARGUMENTS_MOST;
}

size_t words_size(const struct words *w) {
    size_t size = 0;

    for (int i = 0; i < kept(w); i++)
        size += w->word[i].size;
    return size;
}

void words_move(struct words *w, char *to) {
    for (int i = 0; i < kept(w); i++) {
        memcpy(to, w->word[i].at, w->word[i].size);
        w->word[i].at = to;
        to += w->word[i].size;
    }
}

/* The bytes of the request that were not read. */
static struct text rest(const struct parser *p) {
    const struct text t = {p->in.at + p->at + p->size, parser_left(p) - p->size};

    return t;
}

static void pass(struct parser *p, size_t size) {
    p->size += size;
    p->searched = 0;
}

/* A word of the request begins so many bytes behind those that were read. */
static void note_word(struct parser *p, size_t from, size_t size) {
    if (p->count < ARGUMENTS_MOST) {
        p->word[p->count].from = p->size + from;
        p->word[p->count].size = size;
    }
    p->count++;
}

/* Reads the line of a sign and a number; *size: its length, with its end. */
static enum parsed header(const struct parser *p, char sign, uint64_t *n, size_t *size) {
    const struct text t = rest(p);
    size_t i = 1;

    if (t.size && t.at[0] != sign)
        return PARSED_BAD;
    for (*n = 0; i < t.size && i <= DIGITS_MOST && t.at[i] >= '0' && t.at[i] <= '9'; i++)
        *n = 10 * *n + (uint64_t)(t.at[i] - '0');
    if (i < t.size && (i == 1 || t.at[i] != '\r' || *n > UINT32_MAX))
        return PARSED_BAD;
    *size = i + 2;
    if (t.size < *size)
        return PARSED_PART;
    return t.at[i + 1] == '\n' ? PARSED_REQUEST : PARSED_BAD;
}

/* Reads a bulk string, as soon as all of it is there. */
static enum parsed element(struct parser *p) {
    uint64_t n = 0;
    size_t size = 0;
    const enum parsed found = header(p, '$', &n, &size);
    const struct text t = rest(p);

    if (found != PARSED_REQUEST)
        return found;
    if (p->size + size + n + 2 > most(p))
        return PARSED_LONG;
    if (t.size < size + n + 2)
        return PARSED_PART;
    if (t.at[size + n] != '\r' || t.at[size + n + 1] != '\n')
        return PARSED_BAD;
    note_word(p, size, (size_t)n);
    pass(p, size + (size_t)n + 2);
    return PARSED_REQUEST;
}

static bool blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/* Finds all bytes up to the next line feed. */
static enum parsed find_line(struct parser *p, struct text *line) {
    const struct text t = rest(p);
    const char *const end = (const char *)memchr(t.at + p->searched, '\n', t.size - p->searched);

    line->at = t.at;
    line->size = end ? (size_t)(end - t.at) : t.size;
    if (line->size > most(p))
        return PARSED_LONG;
    p->searched = line->size;
    return end ? PARSED_REQUEST : PARSED_PART;
}

static enum parsed read_line(struct parser *p) {
    struct text line;
    const enum parsed found = find_line(p, &line);
    size_t from = 0, to;

    if (found != PARSED_REQUEST)
        return found;
    for (; from < line.size; from = to + 1) {
        for (to = from; to < line.size && !blank(line.at[to]); to++)
            continue;
        if (to > from && p->count < ELEMENTS_MOST)
            note_word(p, from, to - from);
    }
    p->wanted = p->count;
    pass(p, line.size + 1);
    return PARSED_REQUEST;
}

static enum parsed begin(struct parser *p) {
    uint64_t n = 0;
    size_t size = 0;
    enum parsed found;

    if (parser_left(p) == 0)
        return PARSED_PART;
    p->count = 0;
    if (p->in.at[p->at] != '*')
        return read_line(p);
    found = header(p, '*', &n, &size);
    if (found != PARSED_REQUEST)
        return found;
    if (n > ELEMENTS_MOST)
        return PARSED_BAD;
    pass(p, size);
    p->wanted = (int)n;
    return PARSED_REQUEST;
}

/* The loop ends: each turn reads one of the words that are wanted. */
enum parsed parser_next(struct parser *p, struct words *words) {
    enum parsed found = p->size ? PARSED_REQUEST : begin(p);

    while (found == PARSED_REQUEST && p->count < p->wanted)
        found = element(p);
    if (found != PARSED_REQUEST)
        return found;
    words->count = p->count;
    for (int i = 0; i < kept(words); i++) {
        words->word[i].at = p->in.at + p->at + p->word[i].from;
        words->word[i].size = p->word[i].size;
    }
    p->at += p->size;
    p->size = 0;
    return PARSED_REQUEST;
}
