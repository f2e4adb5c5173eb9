/* SPDX-License-Identifier: MIT-0 */
/* Any bytes are requests, or are refused. The parser reads the same from them whether
   they come at once or in pieces, and reads a request again from what it has read. A
   target of libFuzzer; with a main of its own it tries COUNT inputs, made from good
   requests by changes at random: PROGRAM COUNT. */
#undef NDEBUG
#include "../request.h"
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

/* Reads the bytes in pieces of one size. The loops end: each turn of the outer one takes
   a piece, and each of the inner one a request. */
static enum parsed read_all(struct buffer *to, const uint8_t *data, size_t size, size_t piece) {
    struct parser p = {{NULL, 0, 0}, 0, 0, NULL, 0, 0, false};
    enum parsed found = PARSED_PART;
    struct words *words;

    for (size_t at = 0; at < size && found == PARSED_PART; at += piece) {
        parser_add(&p, data + at, piece < size - at ? piece : size - at);
        while ((found = parser_next(&p, &words)) == PARSED_REQUEST) {
            assert(words->count >= 0 && words->count <= ELEMENTS_MOST);
            write_request(to, words);
            words_free(words);
        }
        assert(!words && p.at <= p.in.size);
    }
    parser_free(&p);
    return found;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const size_t pieces[] = {1, 3, 7};
    struct buffer all = {NULL, 0, 0}, part = {NULL, 0, 0};
    const enum parsed found = read_all(&all, data, size, size + !size);

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
    static const char bytes[] = "*$:+-,#_(=~>%|!\r\n\r\n01234567890123456789tinf xPING";

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
    static const char *const seeds[] = {"*1\r\n$4\r\nPING\r\n",
                                        "PING x\nCANCEL y\r\n",
                                        "*4\r\n$3\r\nARM\r\n$1\r\nx\r\n$1\r\n1\r\n",
                                        ",1.5\r\n",
                                        "#t\r\n",
                                        "*2\r\n$0\r\n\r\n$12\r\nabcdefghijkl\r\n",
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
