/* SPDX-License-Identifier: MIT-0 */
#define _GNU_SOURCE
#include "http.h"
#include <stdio.h>
#include <string.h>

/* The bytes of t before the first `c`, which both leave t; false: there is none. */
static bool split(struct text *t, char c, struct text *before) {
    const char *const at = t->size ? (const char *)memchr(t->at, c, t->size) : NULL;

    if (!at)
        return false;
    before->at = t->at;
    before->size = (size_t)(at - t->at);
    t->at = at + 1;
    t->size -= before->size + 1;
    return true;
}

/* A line of the head, without its end. False: the line has bytes that no line may have. */
static bool next_line(struct text *head, struct text *line) {
    if (!split(head, '\n', line) || line->size == 0 || line->at[line->size - 1] != '\r')
        return false;
    line->size--;
    for (size_t i = 0; i < line->size; i++)
        if (((unsigned char)line->at[i] < ' ' && line->at[i] != '\t') || line->at[i] == 127)
            return false;
    return true;
}

static bool blank(char c) { return c == ' ' || c == '\t'; }

static struct text trimmed(struct text t) {
    while (t.size && blank(t.at[0])) {
        t.at++;
        t.size--;
    }
    while (t.size && blank(t.at[t.size - 1]))
        t.size--;
    return t;
}

static enum method method_of(struct text name) {
    static const struct {
        struct text name;
        enum method method;
    } methods[] = {
        {{"GET", 3}, METHOD_GET}, {{"HEAD", 4}, METHOD_HEAD}, {{"POST", 4}, METHOD_POST}};

    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
        if (text_same(name, methods[i].name))
            return methods[i].method;
    return METHOD_OTHER;
}

/* METHOD TARGET HTTP/1.x */
static bool request_line(struct http *h, struct text line) {
    struct text method;

    if (!split(&line, ' ', &method) || !split(&line, ' ', &h->target))
        return false;
    h->method = method_of(method);
    h->close = text_is(line, "HTTP/1.0");
    return method.size && h->target.size && h->target.at[0] == '/' &&
           (h->close || text_is(line, "HTTP/1.1"));
}

static struct text bearer(struct text value) {
    static const struct text none = {"", 0};
    struct text scheme;

    return split(&value, ' ', &scheme) && text_is(scheme, "Bearer") ? trimmed(value) : none;
}

/* A field that says whose request this is comes once. */
static bool once(struct text *field, struct text value) {
    if (field->at)
        return false;
    *field = value;
    return true;
}

static bool read_field(struct http *h, struct text line) {
    struct text name, value;

    if (!split(&line, ':', &name) || name.size == 0 || memchr(name.at, ' ', name.size) ||
        memchr(name.at, '\t', name.size))
        return false;
    value = trimmed(line);
    if (text_is(name, "Host"))
        return once(&h->host, value);
    if (text_is(name, "Origin"))
        return once(&h->origin, value);
    if (text_is(name, "Authorization"))
        return once(&h->token, bearer(value));
    if (text_is(name, "Transfer-Encoding"))
        h->body = true;
    else if (text_is(name, "Content-Length"))
        h->body = h->body || !text_is(value, "0");
    else if (text_is(name, "Connection"))
        h->close = h->close || text_is(value, "close");
    return true;
}

enum parsed http_next(struct text bytes, struct http *h, size_t *size) {
    const size_t looked_at = bytes.size < HEAD_MOST ? bytes.size : HEAD_MOST;
    const char *const end =
        looked_at ? (const char *)memmem(bytes.at, looked_at, "\r\n\r\n", 4) : NULL;
    struct text head, line;

    if (!end)
        return bytes.size > HEAD_MOST ? PARSED_LONG : PARSED_PART;
    memset(h, 0, sizeof *h);
    head.at = bytes.at;
    head.size = (size_t)(end - bytes.at) + 2;
    *size = head.size + 2;
    if (!next_line(&head, &line) || !request_line(h, line))
        return PARSED_BAD;
    while (head.size)
        if (!next_line(&head, &line) || !read_field(h, line))
            return PARSED_BAD;
    return h->host.at || h->close ? PARSED_REQUEST : PARSED_BAD; /* HTTP/1.1 has a Host */
}

/* ------------------------------------------------------------------------------- words */

static int digit(char c) {
    static const char digits[] = "0123456789abcdef";
    const char *const at = (const char *)memchr(digits, c | 32, sizeof digits - 1);

    return (c >= '0' && c <= '9') || (at && c >= 'A') ? (int)(at - digits) : -1;
}

/* Decodes a word into `to`, which has room; its size, or -1. */
static int decode(struct text word, char *to) {
    int size = 0;

    for (size_t i = 0; i < word.size; i++) {
        char c = word.at[i];

        if (c == '%') {
            if (word.size - i < 3 || digit(word.at[i + 1]) < 0 || digit(word.at[i + 2]) < 0)
                return -1;
            c = (char)(16 * digit(word.at[i + 1]) + digit(word.at[i + 2]));
            i += 2;
        }
        to[size++] = c;
    }
    return size;
}

/* The loop ends: each turn takes a word and its end. */
bool http_words(struct text target, char *bytes, struct words *w) {
    struct text rest = {target.at + 1, target.size - 1}, word;
    bool more = true;
    int size;

    for (w->count = 0; more; bytes += size) {
        more = split(&rest, w->count ? '&' : '?', &word);
        size = decode(more ? word : rest, bytes);
        if (size < 0)
            return false;
        words_add(w, bytes, (size_t)size);
    }
    return true;
}

/* ----------------------------------------------------------------------------- answers */

static const char *reason(unsigned status) {
    static const struct {
        unsigned status;
        const char *text;
    } reasons[] = {{200, "OK"},
                   {400, "Bad Request"},
                   {401, "Unauthorized"},
                   {403, "Forbidden"},
                   {404, "Not Found"},
                   {405, "Method Not Allowed"},
                   {413, "Content Too Large"},
                   {421, "Misdirected Request"},
                   {431, "Request Header Fields Too Large"}};

    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (reasons[i].status == status)
            return reasons[i].text;
    return "Service Unavailable";
}

void http_answer(struct buffer *to, const struct http_answer *a, struct text body) {
    char head[256];
    const int size = snprintf(head, sizeof head,
                              "HTTP/1.1 %u %s\r\nContent-Type: %s\r\nContent-Length: %llu\r\n"
                              "Cache-Control: no-store\r\n%s",
                              a->status, reason(a->status), a->type, (unsigned long long)body.size,
                              a->close ? "Connection: close\r\n" : "");

    buffer_add(to, head, (size_t)size);
    buffer_add(to, a->fields, strlen(a->fields));
    buffer_add(to, "\r\n", 2);
    if (!a->head)
        buffer_add(to, body.at, body.size);
}
