/* SPDX-License-Identifier: MIT-0 */
#include "trace.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRACE_LINE = 1024, TRACE_FIELDS = 5, TRACE_NOTE = 64 };

/* Where a trace is being read. */
struct trace_at {
    const char *file;
    size_t line;
};

/* Says what is wrong and where; false. */
static bool trace_bad(const struct trace_at *at, const char *format, ...) {
    va_list args;

    fprintf(stderr, "%s:%zu: ", at->file, at->line);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return false;
}

void *trace_room(void *old, size_t n, size_t size) {
    void *p = n <= SIZE_MAX / size ? realloc(old, n ? n * size : 1) : NULL;

    if (!p) {
        fprintf(stderr, "replay: out of memory\n");
        exit(2);
    }
    return p;
}

static int trace_compare(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* ---------------------------------------------------------------------------- READING */

/* Plain decimal digits only: no sign, no prefix. */
static bool trace_number(const struct trace_at *at, const char *name, const char *text,
                         uint64_t *value) {
    const char *c = text;

    if (!text)
        return trace_bad(at, "%s is missing", name);

    for (*value = 0; *c >= '0' && *c <= '9'; c++) {
        const unsigned digit = (unsigned)(*c - '0');
        if (*value > (UINT64_MAX - digit) / 10)
            return trace_bad(at, "%s does not fit 64 bits: '%.40s'", name, text);
        *value = *value * 10 + digit;
    }
    return (*c == 0 && c != text) || trace_bad(at, "%s is not a number: '%.40s'", name, text);
}

/* A line, and the beginning of its comment. */
struct trace_line {
    char text[TRACE_LINE], note[TRACE_NOTE];
};

/* One line without its end. *more is false at the end of the file. */
static bool trace_line(const struct trace_at *at, FILE *f, struct trace_line *line, bool *more) {
    size_t n = 0, noted = 0;
    bool comment = false;
    int c;

    while ((c = getc(f)) != EOF && c != '\n') {
        if ((c < ' ' && c != '\t' && c != '\r') || c == 127)
            return trace_bad(at, "byte %d is not text", c);
        if (comment && noted < TRACE_NOTE - 1)
            line->note[noted++] = (char)c;
        if (c == '#')
            comment = true;
        if (comment)
            continue;
        if (n == TRACE_LINE - 1)
            return trace_bad(at, "line is longer than %d bytes", TRACE_LINE - 1);
        line->text[n++] = (char)c;
    }
    if (c == EOF && ferror(f))
        return trace_bad(at, "cannot be read: %s", strerror(errno));
    line->text[n] = 0;
    line->note[noted] = 0;
    *more = c != EOF;
    return true;
}

/* The operation in a line that has one. */
static bool trace_parse(const struct trace_at *at, char *line, struct trace_op *op, uint64_t *id,
                        bool *any) {
    char *field[TRACE_FIELDS] = {NULL};
    size_t n = 0, used;

    for (char *s = strtok(line, " \t\r"); s && n < TRACE_FIELDS; s = strtok(NULL, " \t\r"))
        field[n++] = s;
    *any = n > 0;
    if (n == 0)
        return true;

    if (!trace_number(at, "TIME", field[0], &op->time))
        return false;
    if (!field[1])
        return trace_bad(at, "the verb is missing: arm or cancel");

    op->arm = strcmp(field[1], "arm") == 0;
    if (!op->arm && strcmp(field[1], "cancel") != 0)
        return trace_bad(at, "unknown verb '%.40s': arm or cancel", field[1]);

    op->due = 0;
    if (!trace_number(at, "ID", field[2], id) ||
        (op->arm && !trace_number(at, "EXPIRES", field[3], &op->due)))
        return false;

    used = op->arm ? 4 : 3;
    return n <= used || trace_bad(at, "extra field '%.40s'", field[used]);
}

/* The source that a comment names, counted from 1; 0: it names none, or there is no room
   for its name. */
static size_t trace_source(struct trace *t, char *note) {
    const char *const key = strtok(note, " \t\r"), *const name = key ? strtok(NULL, " \t\r") : NULL;
    size_t i = 0;

    if (!name || strcmp(key, "source:") != 0 || strlen(name) >= TRACE_NAME || strtok(NULL, " \t\r"))
        return 0;
    while (i < t->sources && strcmp(t->source[i].name, name) != 0)
        i++;
    if (i == TRACE_SOURCES)
        return 0;
    if (i == t->sources)
        strcpy(t->source[t->sources++].name, name);
    return i + 1;
}

/* What is said beside each operation: the ID as written, and the number of the source
   that its comment names. */
struct trace_said {
    uint64_t *id;
    size_t *source;
};

/* Puts an operation behind the others. */
static void trace_append(struct trace *t, struct trace_said *said, struct trace_op op, uint64_t id,
                         size_t source) {
    if ((t->ops & (t->ops - 1)) == 0) { /* the room is a power of two */
        const size_t room = t->ops ? 2 * t->ops : 1;

        t->op = (struct trace_op *)trace_room(t->op, room, sizeof *t->op);
        said->id = (uint64_t *)trace_room(said->id, room, sizeof *said->id);
        said->source = (size_t *)trace_room(said->source, room, sizeof *said->source);
    }
    said->id[t->ops] = id;
    said->source[t->ops] = source;
    t->op[t->ops++] = op;
}

/* Operations, and what is said beside them. */
static bool trace_text(struct trace *t, FILE *f, struct trace_said *said) {
    struct trace_at at = {t->file, 0};
    struct trace_line line;
    bool more = true;

    while (more) {
        struct trace_op op = {0, 0, 0, false, false, false};
        uint64_t id = 0;
        bool any;

        at.line++;
        if (!trace_line(&at, f, &line, &more) || !trace_parse(&at, line.text, &op, &id, &any))
            return false;
        if (!any)
            continue;
        if (t->ops > 0 && op.time < t->op[t->ops - 1].time)
            return trace_bad(&at, "TIME goes back: %" PRIu64 " after %" PRIu64, op.time,
                             t->op[t->ops - 1].time);
        trace_append(t, said, op, id, trace_source(t, line.note));
    }
    return t->ops > 0 || trace_bad(&at, "no operation in the trace");
}

/* Timers get dense numbers in the order of their IDs. */
static void trace_number_timers(struct trace *t, const uint64_t *ids) {
    size_t i;

    t->id = (uint64_t *)trace_room(NULL, t->ops, sizeof *t->id);
    memcpy(t->id, ids, t->ops * sizeof *ids);
    qsort(t->id, t->ops, sizeof *t->id, trace_compare);

    for (i = 0; i < t->ops; i++)
        if (i == 0 || t->id[i] != t->id[t->timers - 1])
            t->id[t->timers++] = t->id[i];

    for (i = 0; i < t->ops; i++) {
        const void *found = bsearch(&ids[i], t->id, t->timers, sizeof *t->id, trace_compare);
        t->op[i].timer = (size_t)((const uint64_t *)found - t->id);
    }
}

/* --------------------------------------------------------------------------- ANALYSIS */

/* An operation is of the source that was named last beside its timer. */
static void trace_count_sources(struct trace *t, const size_t *source) {
    size_t *of = (size_t *)trace_room(NULL, t->timers, sizeof *of);

    memset(of, 0, t->timers * sizeof *of);
    for (size_t i = 0; i < t->ops; i++) {
        size_t *x = &of[t->op[i].timer];

        *x = source[i] ? source[i] : *x;
        if (*x)
            t->source[*x - 1].ops++;
    }
    free(of);
}

bool trace_is_of(const struct trace *t, const char *name) {
    return t->sources == 1 && t->source[0].ops == t->ops && strcmp(t->source[0].name, name) == 0;
}

static void trace_distances(struct trace *t) {
    uint64_t *sorted = (uint64_t *)trace_room(NULL, t->ops, sizeof *sorted);
    size_t n = 0;

    t->ahead = (uint64_t *)trace_room(NULL, t->ops, sizeof *t->ahead);
    for (size_t i = 0; i < t->ops; i++) {
        const struct trace_op *op = &t->op[i];

        t->ahead[i] = op->arm && op->due > op->time ? op->due - op->time : 0;
        if (op->arm)
            sorted[n++] = t->ahead[i];
    }
    if (n > 0) {
        qsort(sorted, n, sizeof *sorted, trace_compare);
        t->half = sorted[(n - 1) / 2];
        t->most = sorted[(9 * n + 9) / 10 - 1];
    }
    free(sorted);
}

/* From microseconds to ticks. */
static void trace_count_ticks(struct trace *t) {
    for (size_t i = 0; i < t->ops; i++) {
        struct trace_op *op = &t->op[i];

        op->last = i + 1 == t->ops || op[1].time != op->time;
        t->asks += op->last;
        op->time /= t->unit;
        op->due = op->due / t->unit + (op->due % t->unit != 0);
    }
}

/* The operation before which an arming at i for due fires: the first after i that has
   reached due; ops: none has. */
static size_t trace_fires_at(const struct trace *t, size_t i, uint64_t due) {
    size_t low = i + 1, high = t->ops;

    /* Invariant: every operation from i + 1 below low is earlier than due, every one from
       high on is not. */
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (t->op[middle].time < due)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

enum trace_fate trace_fate_of(const struct trace *t, size_t i) {
    const size_t gone = t->gone[i];

    if (gone == t->ops)
        return t->op[i].due <= t->end ? TRACE_FIRED : TRACE_LEFT;
    return t->op[gone].timer == t->op[i].timer && t->op[gone].armed ? TRACE_TAKEN : TRACE_FIRED;
}

/* What happens to each arming, and the counts of it. */
static void trace_follow(struct trace *t) {
    /* arming of each timer, counted from 1 */
    size_t *last = (size_t *)trace_room(NULL, t->timers, sizeof *last);

    memset(last, 0, t->timers * sizeof *last);
    t->gone = (size_t *)trace_room(NULL, t->ops, sizeof *t->gone);
    t->end = t->op[t->ops - 1].time;

    for (size_t i = 0; i < t->ops; i++) {
        struct trace_op *op = &t->op[i];
        const size_t was = last[op->timer];

        op->armed = was != 0 && t->gone[was - 1] > i;
        if (op->armed)
            t->gone[was - 1] = i;

        if (op->arm) {
            t->gone[i] = trace_fires_at(t, i, op->due);
            last[op->timer] = i + 1;
            t->arms++;
            t->moves += op->armed;
        } else {
            t->gone[i] = i;
            op->due = was ? t->op[was - 1].due : 0;
            t->cancels++;
            t->hits += op->armed;
        }
    }
    for (size_t i = 0; i < t->ops; i++)
        t->left += t->op[i].arm && trace_fate_of(t, i) == TRACE_LEFT;
    t->fires = t->arms - t->moves - t->hits - t->left;
    free(last);
}

static void trace_peak(struct trace *t) {
    /* armings that are over, by operation */
    size_t *over = (size_t *)trace_room(NULL, t->ops + 1, sizeof *over);
    size_t armed = 0;

    memset(over, 0, (t->ops + 1) * sizeof *over);
    for (size_t i = 0; i < t->ops; i++)
        if (t->op[i].arm)
            over[t->gone[i]]++;

    for (size_t i = 0; i < t->ops; i++) {
        armed = armed + t->op[i].arm - over[i];
        if (t->peak < armed)
            t->peak = armed;
    }
    free(over);
}

bool trace_read(struct trace *t, FILE *f, const char *file, uint64_t unit) {
    struct trace_said said = {NULL, NULL};
    bool good;

    memset(t, 0, sizeof *t);
    t->file = file;
    t->unit = unit;

    good = trace_text(t, f, &said);
    if (good) {
        trace_number_timers(t, said.id);
        trace_count_sources(t, said.source);
        trace_distances(t);
        trace_count_ticks(t);
        trace_follow(t);
        trace_peak(t);
    }
    free(said.id);
    free(said.source);
    return good;
}

void trace_free(struct trace *t) {
    free(t->op);
    free(t->gone);
    free(t->ahead);
    free(t->id);
}
