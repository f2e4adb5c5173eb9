/* SPDX-License-Identifier: MIT-0 */
/* Any bytes are commands for tw_draw. The first one chooses the structure and the front.
   A structure never breaks, a frame is a JSON value and nothing else, and undo leads back
   to the empty set. */
#define _POSIX_C_SOURCE 200809L /* fmemopen() */
#undef NDEBUG
#include "frame.h"
#include "json.h"
#include "text.h"
#include "undo.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

const struct front *front = &text_front;

/* ------------------------------------------------------------------------------- JSON */

static const char *string(const char *c) {
    if (*c++ != '"')
        return NULL;
    for (; *c != '"'; c++) {
        if ((unsigned char)*c < ' ')
            return NULL;
        if (*c == '\\' && (*++c == 0 || !strchr("\"\\/bfnrtu", *c)))
            return NULL;
    }
    return c + 1;
}

/* Behind a number, a word or a string; NULL: it is none. */
static const char *scalar(const char *c) {
    static const char *const words[] = {"true", "false", "null"};
    char *end;

    for (size_t i = 0; i < 3; i++)
        if (strncmp(c, words[i], strlen(words[i])) == 0)
            return c + strlen(words[i]);
    if (*c == '"')
        return string(c);
    strtod(c, &end);
    return end != c ? end : NULL;
}

/* A frame has no spaces between its parts. One turn is one value or the end of a list or
   an object: `open` has the bracket that ends each one that is open. */
static bool is_json(const char *c) {
    char open[64];
    size_t depth = 0;

    do {
        if (depth > 0 && open[depth - 1] == '}' && *c != '}') {
            c = string(c);
            if (!c || *c++ != ':')
                return false;
        }
        if (*c == '{' || *c == '[') {
            if (depth == sizeof open)
                return false;
            open[depth++] = *c++ == '{' ? '}' : ']';
            if (*c != open[depth - 1])
                continue;
        } else if ((c = scalar(c)) == NULL) {
            return false;
        }
        while (depth > 0 && *c == open[depth - 1]) {
            c++;
            depth--;
        }
        if (depth > 0 && *c++ != ',')
            return false;
    } while (depth > 0);
    return *c == 0;
}

/* --------------------------------------------------------------------------- COMMANDS */

static void judge(const struct buffer *frame) {
    if (frame_status() == 1 || strlen(frame->at) != frame->n || !is_json(frame->at)) {
        fprintf(stderr, "draw: this frame is none, or says that an invariant is broken: %s\n",
                frame->at);
        abort();
    }
}

static void run_frames(const uint8_t *data, size_t size) {
    enum verb verb = VERBS;
    size_t i = 0;

    judge(frame_begin(chosen->ops->name));
    while (i < size && verb != QUIT) {
        struct line l;

        line_begin(&l);
        while (i < size && data[i] != '\n')
            line_byte(&l, data[i++]);
        i++;
        judge(frame_run(&l, &verb));
    }
}

/* As if typed, so that a bad line does not end it. */
static void run_text(const uint8_t *data, size_t size) {
    FILE *const f = fmemopen((uint8_t *)(uintptr_t)data, size, "rb"); /* which only reads */

    assert(f);
    begin();
    assert(text_run(f, true) == 0);
    fclose(f);
}

static void undo_all(void) {
    while (undo())
        assert(!unsound());
    assert(tw_timers_count(&set) == 0 && tw_timers_now(&set) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const names[] = {"heap4", "rbtree",     "skiplist", "sortedlist",
                                        "wheel", "smallwheel", "bigwheel"};
    static FILE *nowhere;

    if (size < 2)
        return 0;
    if (!nowhere)
        nowhere = freopen("/dev/null", "w", stdout); /* what is drawn */
    front = data[0] / 7 % 2 ? &frame_front : &text_front;
    choose(names[data[0] % 7]);
    if (front == &frame_front)
        run_frames(data + 1, size - 1);
    else
        run_text(data + 1, size - 1);
    undo_all();
    return 0;
}
