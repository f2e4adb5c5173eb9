/* SPDX-License-Identifier: MIT-0 */
/* What replay must print of a trace, found by the rules in traces/README.md and a list in firing order, into which an
   arming is put from the end. It shares nothing with replay.

       replay_oracle log TRACE                    prints the log
       replay_oracle agree OUTPUT LOGS TRACE...   OUTPUT is what replay printed of these traces: each table has the
   number of firings and the hash of its trace for every structure, whose file in LOGS has the logs of all, one behind
   the other */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(const char *what, const char *of) {
    fprintf(stderr, "replay_oracle: %s: %s\n", of, what);
    exit(1);
}

static void *room(void *old, size_t size) {
    void *p = realloc(old, size);

    if (!p)
        fail("no memory", "room");
    return p;
}

static FILE *opened(const char *name) {
    FILE *f = fopen(name, "rb");

    if (!f)
        fail("cannot be read", name);
    return f;
}

/* ------------------------------------------------------------------------------------------------------------ LOGS */

static struct log {
    char *text;
    size_t length, lines, room;
} all; /* of all traces */

static void log_line(struct log *l, uint64_t now, uint64_t due, uint64_t id) {
    if (l->length + 64 > l->room)
        l->text = (char *)room(l->text, l->room = 2 * l->room + 4096);
    l->length += (size_t)snprintf(l->text + l->length, 64, "%" PRIu64 " %" PRIu64 " %" PRIu64 "\n", now, due, id);
    l->lines++;
}

static void log_append(struct log *to, const struct log *l) {
    to->text = (char *)room(to->text, to->length + l->length + 1);
    if (l->length)
        memcpy(to->text + to->length, l->text, l->length);
    to->length += l->length;
}

/* FNV-1a, 64 bits. */
static uint64_t log_hash(const struct log *l) {
    uint64_t hash = 14695981039346656037u;
    size_t i;

    for (i = 0; i < l->length; i++)
        hash = (hash ^ (unsigned char)l->text[i]) * 1099511628211u;
    return hash;
}

/* ----------------------------------------------------------------------------------------------------------- TRACES */

struct operation {
    uint64_t time, id, due;
    bool arm;
};

struct timer {
    uint64_t id, due, key; /* key: the tick at which it fires */
    struct timer *before, *after;
    bool on;
};

static int by_id(const void *a, const void *b) {
    const struct timer *x = (const struct timer *)a, *y = (const struct timer *)b;
    return x->id < y->id ? -1 : x->id > y->id;
}

/* The operations of a trace; comments and empty lines hold none. */
static struct operation *read_trace(const char *name, size_t *n) {
    struct operation *ops = NULL;
    char line[4096];
    FILE *f = opened(name);

    for (*n = 0; fgets(line, sizeof line, f);) {
        char *word[4];
        size_t words = 0;

        line[strcspn(line, "#")] = 0;
        for (char *w = strtok(line, " \t\r\n"); w && words < 4; w = strtok(NULL, " \t\r\n"))
            word[words++] = w;
        if (words == 0)
            continue;
        if (words < 3)
            fail("too few words", name);
        ops = (struct operation *)room(ops, (*n + 1) * sizeof *ops);
        ops[*n].time = strtoull(word[0], NULL, 10);
        ops[*n].arm = strcmp(word[1], "arm") == 0;
        ops[*n].id = strtoull(word[2], NULL, 10);
        ops[*n].due = ops[*n].arm ? strtoull(word[3], NULL, 10) : 0;
        ++*n;
    }
    fclose(f);
    return ops;
}

static void take_out(struct timer *x) {
    x->before->after = x->after;
    x->after->before = x->before;
    x->on = false;
}

/* Behind all that fire at the same tick or earlier. */
static void put_in(struct timer *end, struct timer *x) {
    struct timer *p = end->before;

    while (p != end && p->key > x->key)
        p = p->before;
    x->before = p;
    x->after = p->after;
    p->after = x->after->before = x;
    x->on = true;
}

static void fire_up_to(struct timer *end, uint64_t now, struct log *l) {
    while (end->after != end && end->after->key <= now) {
        log_line(l, now, end->after->due, end->after->id);
        take_out(end->after);
    }
}

static struct log log_of(const char *name) {
    size_t n, i;
    struct operation *const ops = read_trace(name, &n);
    struct timer *const timers = (struct timer *)room(NULL, (n + 1) * sizeof *timers), end = {0}, *x;
    struct timer *const last = (struct timer *)room(NULL, sizeof end);
    struct log l = {0};
    uint64_t latest = 0;

    *last = end;
    last->before = last->after = last;
    memset(timers, 0, (n + 1) * sizeof *timers);
    for (i = 0; i < n; i++)
        timers[i].id = ops[i].id;
    qsort(timers, n, sizeof *timers, by_id);
    for (i = 0; i < n; i++) {
        const struct timer key = {.id = ops[i].id};
        x = (struct timer *)bsearch(&key, timers, n, sizeof *timers, by_id); /* of equals, always the same one */
        fire_up_to(last, ops[i].time, &l);
        if (x->on)
            take_out(x);
        if (ops[i].arm) {
            x->due = ops[i].due;
            x->key = ops[i].due > ops[i].time ? ops[i].due : ops[i].time;
            latest = ops[i].due > latest ? ops[i].due : latest;
            put_in(last, x);
        }
    }
    if (n > 0)
        fire_up_to(last, ops[n - 1].time > latest ? ops[n - 1].time : latest, &l);
    free(ops);
    free(timers);
    free(last);
    return l;
}

/* ----------------------------------------------------------------------------------------------------------- OUTPUT */

static void same_log(const char *folder, const char *structure) {
    char name[4096];
    size_t i = 0;
    FILE *f;
    int c;

    snprintf(name, sizeof name, "%s/%s.log", folder, structure);
    f = opened(name);
    while ((c = getc(f)) != EOF)
        if (i >= all.length || all.text[i++] != c)
            fail("another log than the rules give", name);
    if (i != all.length)
        fail("the log ends too early", name);
    fclose(f);
}

/* The next table, which begins with the word `structure` and ends with an empty line, is that of this log. */
static size_t same_table(FILE *output, const struct log *l, const char *folder) {
    char line[4096], wanted[64];
    size_t rows = 0;

    snprintf(wanted, sizeof wanted, "%zu %016" PRIx64, l->lines, log_hash(l));
    while (fgets(line, sizeof line, output) && strncmp(line, "structure", 9) != 0) {
    }
    while (fgets(line, sizeof line, output) && line[0] != '\n') {
        char *word[64], got[4096];
        size_t words = 0;

        for (char *w = strtok(line, " \n"); w && words < 64; w = strtok(NULL, " \n"))
            word[words++] = w;
        if (words < 3)
            fail("a row has too few columns", folder);
        snprintf(got, sizeof got, "%s %s", word[words - 2], word[words - 1]);
        if (strcmp(got, wanted) != 0) {
            fprintf(stderr, "replay_oracle: firings and hash are %s, and should be %s\n", got, wanted);
            exit(1);
        }
        same_log(folder, word[0]);
        rows++;
    }
    return rows;
}

int main(int argc, char **argv) {
    struct log *const logs = (struct log *)room(NULL, (size_t)argc * sizeof *logs);
    FILE *output;
    int i;

    if (argc == 3 && strcmp(argv[1], "log") == 0) {
        all = log_of(argv[2]);
        return fwrite(all.text, 1, all.length, stdout) != all.length;
    }
    if (argc < 5 || strcmp(argv[1], "agree") != 0)
        return 2;
    for (i = 4; i < argc; i++) {
        logs[i] = log_of(argv[i]);
        log_append(&all, &logs[i]);
    }
    output = opened(argv[2]);
    for (i = 4; i < argc; i++)
        if (same_table(output, &logs[i], argv[3]) == 0)
            fail("no table", argv[i]);
    return 0;
}
