/* SPDX-License-Identifier: MIT-0 */
#include "frame.h"
#include "picture.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static struct buffer frame, said, events;
static struct picture pictures[2], *last = &pictures[0], *spare = &pictures[1];
static struct operation operation;
static char message[LINE];
static const char *broken_sentence;
static size_t number_of_line;

/* ----------------------------------------------------------------------- WHAT IS TOLD */

/* Each line of it is one of the frame. */
static void on_say(const char *text) {
    while (*text) {
        const size_t n = strcspn(text, "\n");
        char line[LINE];

        memcpy(line, text, n);
        line[n] = 0;
        add_comma(&said);
        add_quoted(&said, line);
        text += n + (text[n] == '\n');
    }
}

static void on_bad(const char *text) { snprintf(message, sizeof message, "%s", text); }

/* The state is the drawing. */
static void on_draw(void) {}

/* --------------------------------------------------------------------------- AN EVENT */

static void add_call(const struct call *c) {
    const char *slash = strrchr(c->file, '/');

    add_comma(&events);
    add(&events, "{\"file\":\"%s\",\"line\":%d,\"function\":\"%s\"}", slash ? slash + 1 : c->file,
        c->line, c->function);
}

/* How many functions called the one that reports an event, which may have been entered: it is
   the last one then. */
static size_t callers(const struct call *here) {
    const size_t n = call_depth < CALLS ? call_depth : CALLS;

    return n > 0 && strcmp(calls[n - 1].function, here->function) == 0 ? n - 1 : n;
}

static void add_calls(const struct call *here) {
    const size_t n = callers(here);

    add(&events, ",\"calls\":[");
    for (size_t i = 0; i < n; i++)
        add_call(&calls[i]);
    add_call(here);
    add(&events, "]");
}

/* The head of a tree, below which the root is linked, is no timer. */
static void add_timer(const struct event *e) {
    if (!is_timer(e->n)) {
        add(&events, "null,\"due\":null,\"place\":null");
        return;
    }
    add(&events, "%d,\"due\":\"%" PRIu64 "\",\"place\":", id_of(e->n),
        e->what == TW_FIRE ? (uint64_t)e->n->due : e->tick);
    add_place(&events, e->n);
}

/* What events of this kind have besides. */
static void add_details(const struct event *e) {
    struct ring r;

    if (e->what == TW_FIRE)
        add(&events, ",\"now\":\"%" PRIu64 "\"", e->tick);
    if (e->what == TW_COMPARE && e->with)
        add(&events, ",\"with\":%d,\"with_due\":\"%" PRIu64 "\"", id_of(e->with),
            (uint64_t)e->with->due);
    else if (e->what == TW_COMPARE && is_ring(&r))
        add(&events, ",\"with\":null,\"with_due\":\"%" PRIu64 "\"", (uint64_t)r.position);
    if (e->what != TW_CASCADE)
        return;
    add(&events, ",\"from\":");
    add_slot(&events, e->from);
    add(&events, ",\"to\":");
    if (e->to == NOWHERE)
        add(&events, "null");
    else
        add_slot(&events, e->to);
}

static void learn(const struct event *e) {
    const bool arms = e->what == TW_ARM || e->what == TW_MOVE;

    if (e->what == TW_LINK && e->n == operation.moving)
        operation.moving = NULL;
    operation.firing = e->what == TW_FIRE ? e->n : NULL;
    if (arms || e->what == TW_CANCEL || e->what == TW_FIRE) {
        operation.on = e->what == TW_FIRE ? NULL : e->n;
        operation.arming = arms ? e->n : NULL;
        operation.moving = e->what == TW_MOVE ? e->n : NULL;
        operation.due = (tw_tick)e->tick;
    }
}

static bool ends_with(const char *text, const char *end) {
    const size_t n = strlen(text), m = strlen(end);

    return n > m && strcmp(text + n - m, end) == 0;
}

/* A removal writes links, too: then the neighbours of the timer are linked with each other. In
   a tree the function that calls says whether the timer leaves its place, or sinks in it. */
static bool takes_out(const struct call *here) {
    const size_t n = callers(here);

    return ends_with(here->function, "_remove") ||
           (n > 0 && ends_with(here->function, "_replace") &&
            (ends_with(calls[n - 1].function, "_unlink") ||
             ends_with(calls[n - 1].function, "_substitute")));
}

static const char *name_of(const struct event *e) {
    static const char *const names[EVENTS] = {"arm",     "move",    "cancel", "fire",
                                              "cascade", "compare", "link"};

    return e->what == TW_LINK && takes_out(&e->here) ? "unlink" : names[e->what];
}

static void on_event(const struct event *e) {
    bool whole;

    learn(e);
    whole = picture_take(spare, &operation);
    add_comma(&events);
    add(&events, "{\"event\":\"%s\",\"id\":", name_of(e));
    add_timer(e);
    add_details(e);
    add_calls(&e->here);
    add(&events, ",\"change\":");
    if (whole) {
        struct picture *const before = last;

        add_change(&events, spare, before);
        last = spare;
        spare = before;
    } else {
        add(&events, "{}");
    }
    add(&events, "}");
}

const struct front frame_front = {on_say, on_bad, on_event, on_draw};

/* ---------------------------------------------------------------------------- A FRAME */

static void clear(void) {
    buffer_clear(&frame);
    buffer_clear(&said);
    buffer_clear(&events);
    memset(message, 0, sizeof message);
    memset(&operation, 0, sizeof operation);
    broken_sentence = NULL;
    add(&said, "[");
    add(&events, "[");
}

static char *trimmed(char *text) {
    size_t n;

    text += strspn(text, " \t\r");
    for (n = strlen(text); n > 0 && strchr(" \t\r", text[n - 1]); n--)
        text[n - 1] = 0;
    return text;
}

static void add_head(const char *command, const char *comment) {
    add(&frame, "{\"line\":%zu,\"command\":", number_of_line);
    add_quoted(&frame, command);
    add(&frame, ",\"comment\":");
    add_quoted(&frame, comment);
}

/* The rest of the frame; with the state, if there is one. */
static const struct buffer *finish(bool state) {
    const bool good = message[0] == 0;

    memset(&operation, 0, sizeof operation);
    if (state && picture_take(spare, &operation)) {
        struct picture *const before = last;

        last = spare;
        spare = before;
    }
    add(&frame, ",\"ok\":%s,\"message\":", good ? "true" : "false");
    add_quoted(&frame, good ? NULL : message);
    add(&frame, ",\"broken\":");
    add_quoted(&frame, broken_sentence);
    add(&frame, ",\"text\":");
    add_bytes(&frame, said.at, said.n);
    add(&frame, "],\"events\":");
    add_bytes(&frame, events.at, events.n);
    add(&frame, "],\"state\":");
    if (state)
        add_state(&frame, last);
    else
        add(&frame, "null");
    add(&frame, "}");
    return &frame;
}

const struct buffer *frame_begin(const char *name) {
    const bool known = choose(name);

    number_of_line = 0;
    clear();
    if (known)
        begin();
    else
        bad("unknown structure '%s'", name);
    add_head(NULL, NULL);
    return finish(known);
}

const struct buffer *frame_run(struct line *l, enum verb *verb) {
    bool good;

    clear();
    number_of_line++;
    *verb = VERBS;
    good = line_end(l);
    if (!good) {
        add_head(NULL, NULL);
    } else {
        char *const comment = line_comment(l);

        add_head(trimmed(l->text), comment ? trimmed(comment) : NULL);
        good = execute(l->text, verb);
    }
    broken_sentence = unsound();
    if (good && *verb == CHECK && !broken_sentence)
        say("  every invariant holds");
    return finish(true);
}

int frame_status(void) { return message[0] ? 2 : broken_sentence ? 1 : 0; }
