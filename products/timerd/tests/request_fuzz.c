/* SPDX-License-Identifier: MIT-0 */
/* Any bytes are requests, or are refused, in RESP and in HTTP. Both parsers read the same
   from them whether they come at once or in pieces, and read a request again from what they
   have read. Its JSON is of printable characters. A target of libFuzzer; with a main of its
   own it tries COUNT inputs, made from good requests by changes at random: PROGRAM COUNT. */
#undef NDEBUG
#include "../http.h"
#include "../json.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Appends the request as RESP has it: words that were not kept are empty. */
static void write_request(struct buffer *to, const struct words *w) {
    char line[32];

    buffer_add(to, line, (size_t)snprintf(line, sizeof line, "*%d\r\n", w->count));
    for (int i = 0; i < w->count; i++) {
        const struct text none = {"", 0}, t = i < ARGUMENTS_MOST ? w->word[i] : none;

        buffer_add(to, line, (size_t)snprintf(line, sizeof line, "$%zu\r\n", t.size));
        buffer_add(to, t.at, t.size);
        buffer_add(to, "\r\n", 2);
    }
}

static void check_json(struct text reply) {
    struct buffer json = {NULL, 0, 0};

    json_reply(&json, reply);
    assert(json.size >= 2 && json.at[0] == '[' && json.at[json.size - 1] == ']');
    for (size_t i = 0; i < json.size; i++)
        assert(json.at[i] >= ' ' && json.at[i] <= '~');
    buffer_free(&json);
}

/* Reads the bytes in pieces of one size. The loops end: each turn of the outer one takes
   a piece, and each of the inner one a request. */
static enum parsed read_all(struct buffer *to, const uint8_t *data, size_t size, size_t piece) {
    struct parser p = {.at = 0};
    enum parsed found = PARSED_PART;
    struct words words;

    for (size_t at = 0; at < size && found == PARSED_PART; at += piece) {
        parser_add(&p, data + at, piece < size - at ? piece : size - at);
        while ((found = parser_next(&p, &words)) == PARSED_REQUEST) {
            const size_t before = to->size;

            assert(words.count >= 0 && words.count <= ELEMENTS_MOST);
            write_request(to, &words);
            check_json((struct text){to->at + before, to->size - before});
        }
        assert(p.at + p.size <= p.in.size);
    }
    parser_free(&p);
    return found;
}

static void check_words(struct text target) {
    char *const bytes = (char *)must(malloc(target.size)), *more = NULL;
    struct words w, again;
    struct buffer b = {NULL, 0, 0};
    char byte[4];

    if (http_words(target, bytes, &w)) {
        for (int i = 0; i < w.count && i < ARGUMENTS_MOST; i++) {
            buffer_add(&b, i == 0 ? "/" : i == 1 ? "?" : "&", 1);
            for (size_t k = 0; k < w.word[i].size; k++) {
                snprintf(byte, sizeof byte, "%%%02X", (unsigned char)w.word[i].at[k]);
                buffer_add(&b, byte, 3);
            }
        }
        more = (char *)must(malloc(b.size));
        assert(http_words((struct text){b.at, b.size}, more, &again));
        assert(again.count == w.count || w.count > ARGUMENTS_MOST);
        for (int i = 0; i < again.count; i++)
            assert(text_same(again.word[i], w.word[i]));
    }
    free(more);
    free(bytes);
    buffer_free(&b);
}

static bool inside(struct text t, struct text bytes) {
    return t.size == 0 || (t.at >= bytes.at && t.at + t.size <= bytes.at + bytes.size);
}

/* The first request of HTTP in the bytes, read at once and in pieces. The loop ends: each
   turn adds a piece. */
static void check_http(struct text bytes) {
    struct text there = {bytes.at, 0};
    struct http all, part;
    size_t size = 0, again = 0;
    const enum parsed found = http_next(bytes, &all, &size);

    while (there.size < bytes.size && http_next(there, &part, &again) == PARSED_PART)
        there.size = there.size + 31 < bytes.size ? there.size + 31 : bytes.size;
    assert(http_next(there, &part, &again) == found);
    if (bytes.size)
        check_words(bytes);
    if (found != PARSED_REQUEST)
        return;
    assert(again == size && size <= there.size && size <= HEAD_MOST);
    assert(text_same(all.target, part.target) && all.method == part.method);
    assert(all.target.at[0] == '/' && inside(all.target, bytes) && inside(all.host, bytes));
    assert(inside(all.origin, bytes) && inside(all.token, bytes));
    check_words(all.target);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const size_t pieces[] = {1, 3, 7};
    struct buffer all = {NULL, 0, 0}, part = {NULL, 0, 0};
    const enum parsed found = read_all(&all, data, size, size + !size);

    check_http((struct text){(const char *)data, size});
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        part.size = 0;
        assert(read_all(&part, data, size, pieces[i]) == found);
        assert(part.size == all.size && (!all.size || memcmp(part.at, all.at, all.size) == 0));
    }
    part.size = 0;
    assert(read_all(&part, (const uint8_t *)all.at, all.size, all.size + !all.size) == PARSED_PART);
    assert(part.size == all.size && (!all.size || memcmp(part.at, all.at, all.size) == 0));
    buffer_free(&all);
    buffer_free(&part);
    return 0;
}

#ifndef LIBFUZZER
static uint32_t draw(uint32_t below) {
    static uint64_t state = 88172645463325252u;

    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32) % below;
}

/* Changes, drops or inserts some bytes; most are those that RESP gives a meaning. */
static void change(struct buffer *b) {
    static const char bytes[] = "*$:+-,#_(=~>%|!\r\n\r\n01234567890123456789tinf xPING/&? ";

    for (uint32_t n = draw(6); n && b->size; n--) {
        const size_t at = draw((uint32_t)b->size);
        const uint32_t how = draw(3);

        if (how == 0) {
            memmove(b->at + at, b->at + at + 1, --b->size - at);
            continue;
        }
        if (how == 1) {
            buffer_add(b, "", 1);
            memmove(b->at + at + 1, b->at + at, b->size - 1 - at);
        }
        b->at[at] = draw(8) ? bytes[draw(sizeof bytes - 1)] : (char)draw(256);
    }
}

int main(int argc, char **argv) {
    static const char *const seeds[] = {
        "*1\r\n$4\r\nPING\r\n",
        "PING x\nCANCEL y\r\n",
        "*4\r\n$3\r\nARM\r\n$1\r\nx\r\n$1\r\n1\r\n",
        ",1.5\r\n",
        "#t\r\n",
        "*2\r\n$0\r\n\r\n$12\r\nabcdefghijkl\r\n",
        "GET /LIST?9&FROM&%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "POST / HTTP/1.0\r\nOrigin: x\r\nAuthorization: Bearer x\r\n\r\n",
        "*0\r\n",
        "*-1\r\n$-1\r\n",
        "*9\r\n$1\r\na\r\n$1\r\nb\r\n$1\r\nc\r\n"};
    struct buffer b = {NULL, 0, 0};
    const long count = argc == 2 ? strtol(argv[1], NULL, 10) : 0;

    for (long i = 0; i < count; i++) {
        b.size = 0;
        for (uint32_t n = draw(4) + 1; n; n--) {
            const char *const seed = seeds[draw(sizeof seeds / sizeof seeds[0])];

            buffer_add(&b, seed, strlen(seed));
        }
        change(&b);
        LLVMFuzzerTestOneInput((const uint8_t *)b.at, b.size);
    }
    buffer_free(&b);
    return count > 0 ? 0 : 2;
}
#endif
