/* SPDX-License-Identifier: MIT-0 */
/* What replay must print of a trace, found by the rules in bench/traces/README.md and a list in
   firing order, into which an arming is put from the end. It shares nothing with replay.

       replay_oracle log TRACE [UNIT]   prints the log; a tick is of UNIT microseconds, 1
                                        by default
       replay_oracle agree OUTPUT LOGS [unit=UNIT] [slack=SLACK] TRACE...
                                        OUTPUT is what replay printed of these traces: each
   table has the number of wake-ups and firings and the hash of its trace for every
   structure, whose file in LOGS has the logs of all, one behind the other; and with a
   slack also the wake-ups with that, and how late a timer is at most */
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

/* ------------------------------------------------------------------------------- LOGS */

static struct log {
    char *text;
    size_t length, lines, room;
} all; /* of all traces */

static void log_line(struct log *l, uint64_t now, uint64_t due, uint64_t id) {
    if (l->length + 64 > l->room)
        l->text = (char *)room(l->text, l->room = 2 * l->room + 4096);
    l->length += (size_t)snprintf(l->text + l->length, 64, "%" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
                                  now, due, id);
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

/* ----------------------------------------------------------------------------- TRACES */

struct operation {
    uint64_t time, id, due;
    bool arm;
};

struct timer {
    uint64_t id, due;
    /* from and key: the ticks from which and by which it must fire; least: from, or the
       time of an arming for a passed tick */
    uint64_t least, from, key;
    struct timer *before, *after;
    bool on;
};

static int by_id(const void *a, const void *b) {
    const struct timer *x = (const struct timer *)a, *y = (const struct timer *)b;
    return x->id < y->id ? -1 : x->id > y->id;
}

/* The first tick of unit microseconds that does not begin before us. */
static uint64_t first_tick(uint64_t us, uint64_t unit) { return us == 0 ? 0 : (us - 1) / unit + 1; }

/* The operations of a trace in ticks of unit microseconds; comments and empty lines hold
   none. */
static struct operation *read_trace(const char *name, uint64_t unit, size_t *n) {
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
        ops[*n].time = strtoull(word[0], NULL, 10) / unit;
        ops[*n].arm = strcmp(word[1], "arm") == 0;
        ops[*n].id = strtoull(word[2], NULL, 10);
        ops[*n].due = ops[*n].arm ? first_tick(strtoull(word[3], NULL, 10), unit) : 0;
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

/* What a trace comes to. */
struct outcome {
    struct log log;
    size_t wakes;           /* distinct ticks at which timers fire that are due by the end */
    uint64_t awake, latest; /* the last of them; ticks by which a timer is late, at most */
};

/* What fires up to now: at each key that comes, the timers of this key, and those that
   follow in the list while they may fire already. Timers that are due only after the last
   TIME of the trace do not count. */
static void fire_up_to(struct timer *end, uint64_t now, uint64_t last, struct outcome *o) {
    uint64_t tick = 0;
    bool awake = false; /* at tick */

    while (end->after != end) {
        const struct timer *x = end->after;

        awake = awake && x->from <= tick;
        if (!awake && x->key > now)
            break;
        if (!awake)
            tick = x->key;
        awake = true;
        take_out(end->after);
        if (x->least > last)
            continue;
        log_line(&o->log, now, x->due, x->id);
        o->wakes += o->wakes == 0 || tick != o->awake;
        o->awake = tick;
        if (o->latest < tick - x->least)
            o->latest = tick - x->least;
    }
}

/* A timer may fire from its deadline to a slack later. If the deadline has passed and the
   slack has not, it may fire from the next tick on. */
static void arm(struct timer *end, struct timer *x, const struct operation *op, uint64_t slack) {
    const uint64_t by = slack > UINT64_MAX - op->due ? UINT64_MAX : op->due + slack;

    x->due = op->due;
    x->least = op->due > op->time ? op->due : op->time;
    x->key = by > op->time ? by : op->time;
    x->from = x->key == op->time || op->due > op->time ? x->least : op->time + 1;
    put_in(end, x);
}

static struct outcome outcome_of(const char *name, uint64_t unit, uint64_t slack) {
    size_t n, i;
    struct operation *const ops = read_trace(name, unit, &n);
    struct timer *const timers = (struct timer *)room(NULL, (n + 1) * sizeof *timers), end = {0},
                        *x;
    struct timer *const last = (struct timer *)room(NULL, sizeof end);
    struct outcome o = {{0}, 0, 0, 0};
    const uint64_t stop = n > 0 ? ops[n - 1].time : 0;

    *last = end;
    last->before = last->after = last;
    memset(timers, 0, (n + 1) * sizeof *timers);
    for (i = 0; i < n; i++)
        timers[i].id = ops[i].id;
    qsort(timers, n, sizeof *timers, by_id);
    for (i = 0; i < n; i++) {
        const struct timer key = {.id = ops[i].id};
        /* of equals, always the same one */
        x = (struct timer *)bsearch(&key, timers, n, sizeof *timers, by_id);
        fire_up_to(last, ops[i].time, stop, &o);
        if (x->on)
            take_out(x);
        if (ops[i].arm)
            arm(last, x, &ops[i], slack);
    }
    fire_up_to(last, slack > 0 ? UINT64_MAX : stop, stop, &o);
    free(ops);
    free(timers);
    free(last);
    return o;
}

/* ----------------------------------------------------------------------------- OUTPUT */

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

/* The next table, which begins with the word `structure` and ends with an empty line, has
   these words in each row. */
static size_t same_table(FILE *output, const char *wanted, const char *folder) {
    const size_t length = strlen(wanted);
    char line[4096];
    size_t rows = 0;

    while (fgets(line, sizeof line, output) && strncmp(line, "structure", 9) != 0) {
    }
    while (fgets(line, sizeof line, output) && line[0] != '\n') {
        char name[64] = "", words[4096] = "";

        for (char *w = strtok(line, " \n"); w; w = strtok(NULL, " \n")) {
            if (name[0] == 0)
                snprintf(name, sizeof name, "%s", w);
            snprintf(words + strlen(words), sizeof words - strlen(words), " %s", w);
        }
        if (strlen(words) < length || strcmp(words + strlen(words) - length, wanted) != 0) {
            fprintf(stderr, "replay_oracle: a row ends with%s, and should with%s\n", words, wanted);
            exit(1);
        }
        same_log(folder, name);
        rows++;
    }
    return rows;
}

/* How the rows of this trace end. */
static void wanted_row(char *wanted, size_t size, const struct outcome *o, const char *slack,
                       const char *trace, uint64_t unit) {
    char late[64] = "";

    if (slack) {
        const struct outcome with = outcome_of(trace, unit, strtoull(slack, NULL, 10));

        snprintf(late, sizeof late, " %zu %" PRIu64, with.wakes, with.latest);
        free(with.log.text);
    }
    snprintf(wanted, size, " %zu%s %zu %016" PRIx64, o->wakes, late, o->log.lines,
             log_hash(&o->log));
}

int main(int argc, char **argv) {
    struct outcome *const of = (struct outcome *)room(NULL, (size_t)argc * sizeof *of);
    const bool logs = argc >= 3 && argc <= 4 && strcmp(argv[1], "log") == 0;
    const char *slack = NULL;
    uint64_t unit = 1;
    int first = 4, i;
    FILE *output;

    if (logs) {
        all = outcome_of(argv[2], argc == 4 ? strtoull(argv[3], NULL, 10) : 1, 0).log;
        return fwrite(all.text, 1, all.length, stdout) != all.length;
    }
    if (first < argc && strncmp(argv[first], "unit=", 5) == 0)
        unit = strtoull(argv[first++] + 5, NULL, 10);
    if (first < argc && strncmp(argv[first], "slack=", 6) == 0)
        slack = argv[first++] + 6;
    if (first >= argc || strcmp(argv[1], "agree") != 0)
        return 2;
    for (i = first; i < argc; i++) {
        of[i] = outcome_of(argv[i], unit, 0);
        log_append(&all, &of[i].log);
    }
    output = opened(argv[2]);
    for (i = first; i < argc; i++) {
        char wanted[256];

        wanted_row(wanted, sizeof wanted, &of[i], slack, argv[i], unit);
        if (same_table(output, wanted, argv[3]) == 0)
            fail("no table", argv[i]);
    }
    return 0;
}
