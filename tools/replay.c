/* SPDX-License-Identifier: MIT-0 */
/* Replays recorded timer traces through every structure: checks each firing against the model, hashes the log, and
   measures. `replay --help` tells how. report.c prints the result.

   A trace is replayed several times, each pass for one purpose:
       check    beside the model, with the log; nothing is timed
       sleeper  the clock also stops at every next(); wake-ups are counted
       whole    the plain replay, timed as one batch
       kinds    16 samples of the trace; armings, cancels and firings timed as one batch each
       worst    the plain replay with the clock read around each advance */
#define _POSIX_C_SOURCE 200809L

#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define TW_IMPLEMENTATION
#define TW_STATIC
#include "bigwheel.h"
#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include "skiplist.h"
#include "wheel.h"
#include "timers.h"
#include "replay_model.h"
#include "report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct tw_ops *const structures[] = {
    &tw_heap4_ops, &tw_rbtree_ops, &tw_skiplist_ops, &tw_wheel_ops, &tw_hwheel_ops, &tw_bigwheel_ops,
};

enum {
    STRUCTURES = sizeof structures / sizeof structures[0],
    SAMPLES = 16,
    SAMPLE_OPS = 4096, /* of a kind, in a sample */
    REPEAT_MAX = 1000,
    LOG_LINE = 72,
    PROGRESS_STEP = 1 << 15
};

static const char help[] =
    "usage: replay [--structures a,b] [--log DIR] [--repeat N] TRACE...\n"
    "\n"
    "Replays timer traces (see traces/README.md), checks every firing against a model, and measures. The model is\n"
    "the list of all armings of the trace, sorted by deadline and order of arming. Any number of timers may be armed\n"
    "at once.\n"
    "\n"
    "  --structures a,b  these only; default: all\n"
    "  --log DIR         writes DIR/STRUCTURE.log, a line `NOW DUE ID` for each firing, trace after trace\n"
    "  --repeat N        turns of each measurement, 1 to 1000; default: 7\n"
    "  --help            this text\n"
    "\n"
    "What the columns are, and how they are measured:\n"
    "  ns/op          the whole trace replayed, clock included, without model and log; divided by its operations\n"
    "  ns/arm         At 16 points spread along the trace, a second set gets the timers that are armed there (not\n"
    "  ns/cancel      timed). Then, each timed as one batch with the clock standing: the next up to 4096 armings\n"
    "  ns/fire        in their order, a passed deadline staying a passed one; the cancel of every timer that the\n"
    "                 next up to 4096 effective cancels name, each once (what is idle by then is armed first, not\n"
    "                 timed); one advance that fires all that is left and what was cancelled, which is armed again\n"
    "                 (not timed). Times are summed, and divided by the summed counts. '-': the trace has none.\n"
    "  worst advance  A replay with the clock read around each advance, the last one, which fires what is left,\n"
    "                 included. Each advance counts with its shortest of N turns, so that interrupts do not.\n"
    "  set bytes      clock and structure, without its array\n"
    "  bytes/timer    node, and share of an array for as many timers as were armed at once\n"
    "  wake-ups       ticks at which something fires if the program sleeps until exactly next()\n"
    "  firings, hash  of the log: its lines, and FNV-1a 64 over its bytes, with or without --log\n"
    "ns/op to ns/fire are medians of N turns, in which the structures take one turn each. Short traces measure\n"
    "the clock. The wheel has as many slots as timers were armed at once, or the next smaller power of two. The\n"
    "advice below the table goes by ns/op; within 5 % two structures are level.\n"
    "\n"
    "Exit status: 0; 1 if a structure differs from the model or from another one, with the number of the\n"
    "operation (one more than there are: the end of the trace); 2 for anything else.\n";

struct timer {
    struct tw_node node;
    uint64_t id, due;
};

/* A set and the memory of it. */
struct set {
    struct tw_timers t;
    const struct tw_ops *ops;
    void *in, *array;
    size_t capacity;
};

struct arming {
    size_t timer;
    uint64_t due;
};

/* What the kinds pass does at one point of the trace; the armings stand in one array: armed there, to arm, to
 * cancel. */
struct sample {
    struct arming *item;
    size_t live, arms, cancels;
    uint64_t now, end; /* end: everything is due */
};

struct options {
    bool chosen[STRUCTURES];
    FILE *log[STRUCTURES];
    const char *dir;
    size_t repeat;
};

/* ----------------------------------------------------------------------------------------------- HELPERS */

static bool complain(const char *format, const char *text) {
    fprintf(stderr, "replay: ");
    fprintf(stderr, format, text);
    fputc('\n', stderr);
    return false;
}

static uint64_t clock_ns(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static double median(double *x, size_t n) {
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0 && x[j - 1] > x[j]; j--) {
            const double y = x[j];
            x[j] = x[j - 1];
            x[j - 1] = y;
        }
    return n % 2 ? x[n / 2] : (x[n / 2 - 1] + x[n / 2]) / 2;
}

/* On a terminal only; n 0 erases it. */
static void progress(const char *name, const char *pass, size_t i, size_t n) {
    if (!isatty(2))
        return;
    fprintf(stderr, "\r%60s\r", "");
    if (n > 0)
        fprintf(stderr, "%.20s: %s %3.0f %%", name, pass, 100 * (double)i / (double)n);
    fflush(stderr);
}

static void *aligned_room(size_t bytes) {
    void *p = NULL;

    if (posix_memalign(&p, 64, bytes ? bytes : 1) != 0) {
        complain("out of memory%s", "");
        exit(2);
    }
    return p;
}

static struct set set_new(const struct tw_ops *ops, size_t capacity) {
    struct set s;

    memset(&s, 0, sizeof s);
    s.ops = ops;
    s.capacity = capacity ? capacity : 1;
    s.in = aligned_room(ops->size);
    s.array = aligned_room(ops->bytes(s.capacity));
    return s;
}

static void set_free(struct set *s) {
    free(s->in);
    free(s->array);
}

/* An empty set at tick now, and idle timers with this callback. */
static void set_start(struct set *s, uint64_t now, struct timer *timer, size_t timers, tw_fn *fn) {
    tw_timers_init(&s->t, now, s->ops, s->in, s->array, s->capacity);
    for (size_t i = 0; i < timers; i++)
        tw_node_init(&timer[i].node, fn);
}

/* ------------------------------------------------------------------------------------------------- CHECK */

/* The pass that goes on, for its callback. */
static struct check {
    struct schedule model;
    struct timer *timer;
    FILE *log;
    uint64_t hash, now;
    size_t fires;
    char what[128]; /* the first difference; empty: none */
} check;

/* The node that the model fires next; NULL: none. */
static const struct tw_node *model_fire(void) {
    const size_t i = schedule_fire(&check.model, check.now);

    return i == SCHEDULE_NONE ? NULL : &check.timer[i].node;
}

/* "timer ID" or "nothing". The node is the first member of its timer. */
static const char *timer_text(char *text, size_t size, const struct tw_node *n) {
    if (!n)
        return "nothing";
    snprintf(text, size, "timer %" PRIu64, ((const struct timer *)(const void *)n)->id);
    return text;
}

static void differ(const char *verb, const struct tw_node *got, const struct tw_node *wanted) {
    char a[32], b[32];

    if (check.what[0] == 0)
        snprintf(check.what, sizeof check.what, "%s %s, the model %s", verb, timer_text(a, sizeof a, got),
                 timer_text(b, sizeof b, wanted));
}

static void log_line(uint64_t now, uint64_t due, uint64_t id) {
    char line[LOG_LINE];

    snprintf(line, sizeof line, "%" PRIu64 " %" PRIu64 " %" PRIu64 "\n", now, due, id);
    for (const char *c = line; *c; c++)
        check.hash = (check.hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    if (check.log)
        fputs(line, check.log);
    check.fires++;
}

static void on_checked(struct tw_node *n, tw_tick now) {
    const struct timer *x = TW_OF(n, struct timer, node);
    const struct tw_node *wanted;

    if (check.what[0])
        return;
    wanted = model_fire();
    if (n != wanted)
        differ("fires", n, wanted);
    else if (now != check.now || n->due != x->due)
        snprintf(check.what, sizeof check.what, "timer %" PRIu64 " fires with a wrong tick or deadline", x->id);
    else
        log_line(now, x->due, x->id);
}

static void check_apply(struct set *s, const struct trace *t, size_t i) {
    const struct trace_op *op = &t->op[i];
    struct timer *x = &check.timer[op->timer];
    struct tw_node *n = &x->node;

    if (op->arm) {
        x->due = op->due;
        schedule_arm(&check.model, i);
        if (!tw_timers_add(&s->t, n, op->due))
            differ("arms", NULL, n);
    } else {
        const bool got = tw_timers_cancel(&s->t, n), wanted = schedule_cancel(&check.model, op->timer);
        if (got != wanted)
            differ("cancels", got ? n : NULL, wanted ? n : NULL);
    }
}

static void check_advance(struct set *s, uint64_t now) {
    const struct tw_node *left;

    check.now = now;
    tw_timers_advance(&s->t, now);
    left = model_fire();
    if (left)
        differ("fires", NULL, left);
}

static void check_next(struct set *s) {
    tw_tick got = 0;
    uint64_t wanted = 0;
    size_t first;
    const bool any = tw_timers_next(&s->t, &got), model_any = schedule_next(&check.model, &wanted, &first);

    if (check.what[0] == 0 && (any != model_any || (any && got != wanted)))
        snprintf(check.what, sizeof check.what, "next() gives %" PRIu64 ", the model %" PRIu64, got, wanted);
}

/* The clock goes to each operation's TIME, moved or not, and after the last one to the end of the trace. */
static bool check_pass(const struct trace *t, struct set *s, struct timer *timer, struct row *r) {
    size_t i;

    schedule_restart(&check.model);
    check.timer = timer;
    check.hash = UINT64_C(0xcbf29ce484222325);
    check.fires = 0;
    check.what[0] = 0;
    set_start(s, t->op[0].time, timer, t->timers, on_checked);

    for (i = 0; i <= t->ops && check.what[0] == 0; i++) {
        if (i % PROGRESS_STEP == 0)
            progress(s->ops->name, "check", i, t->ops);
        check_advance(s, i < t->ops ? t->op[i].time : t->end);
        if (i < t->ops && check.what[0] == 0) {
            check_apply(s, t, i);
            check_next(s);
        }
    }
    progress("", "", 0, 0);

    if (check.what[0] == 0 && check.fires != t->fires)
        snprintf(check.what, sizeof check.what, "%zu firings, the text of the trace %zu", check.fires, t->fires);
    if (check.what[0])
        fprintf(stderr, "%s: %s differs from the model at operation %zu: %s\n", t->file, s->ops->name, i, check.what);
    r->hash = check.hash;
    r->fires = check.fires;
    return check.what[0] == 0;
}

/* Every structure against the model, then the logs against each other. */
static bool check_all(const struct trace *t, struct options *o, struct set *s, struct timer *timer, struct row *r) {
    const struct row *first = NULL;
    bool good = true;

    schedule_init(&check.model, t);
    for (size_t i = 0; i < STRUCTURES; i++) {
        if (!o->chosen[i])
            continue;
        check.log = o->log[i];
        if (!check_pass(t, &s[i], timer, &r[i]))
            good = false;
        else if (!first)
            first = &r[i];
        else if (r[i].hash != first->hash || r[i].fires != first->fires) {
            fprintf(stderr, "%s: the logs of %s and %s differ\n", t->file, first->name, r[i].name);
            good = false;
        }
    }
    schedule_free(&check.model);
    return good;
}

/* ----------------------------------------------------------------------------------------------- MEASURE */

static size_t fired;

static void on_timed(struct tw_node *n, tw_tick now) {
    (void)n;
    (void)now;
    fired++;
}

static void apply(struct set *s, struct timer *timer, const struct trace_op *op) {
    struct tw_node *n = &timer[op->timer].node;

    if (op->arm)
        tw_timers_add(&s->t, n, op->due);
    else
        tw_timers_cancel(&s->t, n);
}

/* The sleeper wakes at every next() up to the coming TIME, and for the operation. */
static size_t sleeper_pass(const struct trace *t, struct set *s, struct timer *timer) {
    uint64_t last = 0;
    size_t wakes = 0;

    set_start(s, t->op[0].time, timer, t->timers, on_timed);
    for (size_t i = 0; i <= t->ops; i++) {
        const uint64_t now = i < t->ops ? t->op[i].time : t->end;
        tw_tick stop;

        while (tw_timers_next(&s->t, &stop) && stop <= now)
            if (tw_timers_advance(&s->t, stop) > 0 && (wakes == 0 || stop != last)) {
                last = stop;
                wakes++;
            }
        tw_timers_advance(&s->t, now);
        if (i < t->ops)
            apply(s, timer, &t->op[i]);
    }
    return wakes;
}

/* ns per operation. */
static double whole_pass(const struct trace *t, struct set *s, struct timer *timer) {
    const struct trace_op *op = t->op, *end = t->op + t->ops;
    uint64_t start;

    set_start(s, op->time, timer, t->timers, on_timed);
    start = clock_ns();
    for (; op < end; op++) {
        tw_timers_advance(&s->t, op->time);
        apply(s, timer, op);
    }
    tw_timers_advance(&s->t, t->end);
    return (double)(clock_ns() - start) / (double)t->ops;
}

/* Lowers shortest[i], the ns of advance number i, to what this turn takes. */
static void worst_turn(const struct trace *t, struct set *s, struct timer *timer, uint64_t *shortest) {
    set_start(s, t->op[0].time, timer, t->timers, on_timed);
    for (size_t i = 0; i <= t->ops; i++) {
        const uint64_t now = i < t->ops ? t->op[i].time : t->end, start = clock_ns();
        uint64_t took;

        tw_timers_advance(&s->t, now);
        took = clock_ns() - start;
        if (shortest[i] > took)
            shortest[i] = took;
        if (i < t->ops)
            apply(s, timer, &t->op[i]);
    }
}

static double worst_pass(const struct trace *t, struct set *s, struct timer *timer, size_t turns) {
    uint64_t *shortest = (uint64_t *)trace_room(NULL, t->ops + 1, sizeof *shortest), worst = 0;

    memset(shortest, 0xff, (t->ops + 1) * sizeof *shortest);
    for (size_t turn = 0; turn < turns; turn++) {
        progress(s->ops->name, "worst", turn, turns);
        worst_turn(t, s, timer, shortest);
    }
    for (size_t i = 0; i <= t->ops; i++)
        if (worst < shortest[i])
            worst = shortest[i];
    free(shortest);
    return (double)worst;
}

/* The deadline of an arming that is made at now instead of later: one that had passed stays so. */
static uint64_t sample_due(const struct trace_op *op, uint64_t now) {
    return op->due <= op->time && op->due > now ? now : op->due;
}

/* The state before operation `at`, and the operations of each kind that follow. taken: a zeroed word for each
 * timer. */
static void sample_take(struct sample *x, const struct trace *t, size_t at, size_t *taken) {
    struct arming *item;
    size_t seen = 0;

    x->item = item = (struct arming *)trace_room(NULL, t->peak + 2 * SAMPLE_OPS, sizeof *item);
    x->live = x->arms = x->cancels = 0;
    x->now = x->end = t->op[at ? at - 1 : 0].time;

    for (size_t i = 0; i < at; i++)
        if (t->op[i].arm && t->gone[i] >= at)
            item[x->live++] = (struct arming){t->op[i].timer, t->op[i].due};

    for (size_t i = at; i < t->ops && x->arms < SAMPLE_OPS; i++)
        if (t->op[i].arm)
            item[x->live + x->arms++] = (struct arming){t->op[i].timer, sample_due(&t->op[i], x->now)};

    for (size_t i = at; i < t->ops && seen < SAMPLE_OPS; i++)
        if (!t->op[i].arm && t->op[i].armed) {
            seen++;
            if (taken[t->op[i].timer] == at + 1)
                continue;
            taken[t->op[i].timer] = at + 1;
            item[x->live + x->arms + x->cancels++] = (struct arming){t->op[i].timer, t->op[i].due};
        }

    for (size_t i = 0; i < x->live + x->arms + x->cancels; i++)
        if (x->end < item[i].due)
            x->end = item[i].due;
}

/* Adds the times and counts of one sample. */
static void sample_time(const struct sample *x, struct set *s, struct timer *timer, uint64_t *ns, size_t *count) {
    const struct arming *arm = x->item + x->live, *cancel = arm + x->arms, *end = cancel + x->cancels, *i;
    uint64_t start;

    for (i = x->item; i < arm; i++)
        tw_timers_add(&s->t, &timer[i->timer].node, i->due);

    start = clock_ns();
    for (i = arm; i < cancel; i++)
        tw_timers_add(&s->t, &timer[i->timer].node, i->due);
    ns[ARM] += clock_ns() - start;
    count[ARM] += x->arms;

    for (i = cancel; i < end; i++)
        if (tw_idle(&timer[i->timer].node))
            tw_timers_add(&s->t, &timer[i->timer].node, i->due);

    start = clock_ns();
    for (i = cancel; i < end; i++)
        tw_timers_cancel(&s->t, &timer[i->timer].node);
    ns[CANCEL] += clock_ns() - start;
    count[CANCEL] += x->cancels;

    /* So few are left that reading the clock would count. */
    for (i = cancel; i < end; i++)
        tw_timers_add(&s->t, &timer[i->timer].node, i->due);

    start = clock_ns();
    count[FIRE] += tw_timers_advance(&s->t, x->end);
    ns[FIRE] += clock_ns() - start;
}

/* ns of each kind. */
static void kinds_pass(const struct trace *t, const struct sample *x, size_t samples, struct set *s,
                       struct timer *timer, double *kind) {
    uint64_t ns[KINDS] = {0, 0, 0};
    size_t count[KINDS] = {0, 0, 0};

    for (size_t i = 0; i < samples; i++) {
        set_start(s, x[i].now, timer, t->timers, on_timed);
        sample_time(&x[i], s, timer, ns, count);
    }
    for (int k = 0; k < KINDS; k++)
        kind[k] = count[k] ? (double)ns[k] / (double)count[k] : -1;
}

/* Turns of the whole and the kinds pass; the medians go to r. The kinds pass stands still while it arms, so
   that more may be armed at once than ever in the trace: its sets have room for every timer. */
static void measure_turns(const struct trace *t, const struct options *o, struct set *s, struct timer *timer,
                          const struct sample *x, size_t samples, struct row *r) {
    struct set wide[STRUCTURES];
    double *figure = (double *)trace_room(NULL, o->repeat * STRUCTURES * (KINDS + 1), sizeof *figure);
    size_t i;

    for (i = 0; i < STRUCTURES; i++)
        wide[i] = set_new(structures[i], t->timers);

    for (size_t turn = 0; turn < o->repeat; turn++)
        for (i = 0; i < STRUCTURES; i++) {
            double *f = figure + i * (KINDS + 1) * o->repeat, kind[KINDS];
            if (!o->chosen[i])
                continue;
            progress(structures[i]->name, "turn", turn, o->repeat);
            f[turn] = whole_pass(t, &s[i], timer);
            kinds_pass(t, x, samples, &wide[i], timer, kind);
            for (size_t k = 0; k < KINDS; k++)
                f[(k + 1) * o->repeat + turn] = kind[k];
        }

    for (i = 0; i < STRUCTURES; i++) {
        double *f = figure + i * (KINDS + 1) * o->repeat;
        if (o->chosen[i]) {
            r[i].op = median(f, o->repeat);
            for (size_t k = 0; k < KINDS; k++)
                r[i].kind[k] = median(f + (k + 1) * o->repeat, o->repeat);
        }
        set_free(&wide[i]);
    }
    free(figure);
}

static void measure(const struct trace *t, const struct options *o, struct set *s, struct timer *timer, struct row *r) {
    struct sample x[SAMPLES];
    size_t *taken = (size_t *)trace_room(NULL, t->timers, sizeof *taken), i;
    const size_t samples = t->ops < SAMPLES ? t->ops : SAMPLES;

    memset(taken, 0, t->timers * sizeof *taken);
    for (i = 0; i < samples; i++)
        sample_take(&x[i], t, t->ops / samples * i, taken);

    measure_turns(t, o, s, timer, x, samples, r);
    for (i = 0; i < STRUCTURES; i++)
        if (o->chosen[i]) {
            r[i].wakes = sleeper_pass(t, &s[i], timer);
            r[i].worst = worst_pass(t, &s[i], timer, o->repeat);
        }
    progress("", "", 0, 0);

    for (i = 0; i < samples; i++)
        free(x[i].item);
    free(taken);
}

/* -------------------------------------------------------------------------------------------------- MAIN */

#if defined(__clang__) || !defined(__GNUC__)
#define COMPILER
#else
#define COMPILER "gcc "
#endif
#if defined(__VERSION__)
#define COMPILER_VERSION __VERSION__
#else
#define COMPILER_VERSION "unknown compiler"
#endif
#if defined(__OPTIMIZE__)
#define OPTIMISED
#else
#define OPTIMISED ", NOT OPTIMISED"
#endif
static const char compiler[] = COMPILER COMPILER_VERSION OPTIMISED;

static struct row row_new(const struct tw_ops *ops, size_t peak) {
    struct row r;

    memset(&r, 0, sizeof r);
    r.name = ops->name;
    r.set_bytes = sizeof(struct tw_clock) + ops->size;
    r.timer_bytes = (double)sizeof(struct tw_node) + (peak ? (double)ops->bytes(peak) / (double)peak : 0);
    return r;
}

/* False: a structure is wrong. */
static bool replay(const struct trace *t, struct options *o) {
    struct timer *timer = (struct timer *)trace_room(NULL, t->timers, sizeof *timer);
    struct row r[STRUCTURES];
    struct set s[STRUCTURES];
    size_t i, rows = 0;
    bool good;

    for (i = 0; i < t->timers; i++)
        timer[i].id = t->id[i];
    for (i = 0; i < STRUCTURES; i++) {
        r[i] = row_new(structures[i], t->peak);
        s[i] = set_new(structures[i], t->peak);
    }

    good = check_all(t, o, s, timer, r);
    if (good) {
        measure(t, o, s, timer, r);
        for (i = 0; i < STRUCTURES; i++)
            if (o->chosen[i])
                r[rows++] = r[i];
        report(t, r, rows, o->repeat, compiler);
        fflush(stdout);
    }

    for (i = 0; i < STRUCTURES; i++)
        set_free(&s[i]);
    free(timer);
    return good;
}

/* A comma-separated list of names, or "all". */
static bool choose(struct options *o, const char *list) {
    const bool all = strcmp(list, "all") == 0;

    for (size_t i = 0; i < STRUCTURES; i++)
        o->chosen[i] = all;
    while (!all) {
        const size_t n = strcspn(list, ",");
        size_t i = 0;

        while (i < STRUCTURES && (strlen(structures[i]->name) != n || strncmp(structures[i]->name, list, n) != 0))
            i++;
        if (i == STRUCTURES)
            return complain("unknown structure in '%s'", list);
        o->chosen[i] = true;
        if (list[n] == 0)
            return true;
        list += n + 1;
    }
    return true;
}

static bool repeat(struct options *o, const char *text) {
    char *end;
    const unsigned long n = strtoul(text, &end, 10);

    if (text[0] < '0' || text[0] > '9' || *end || n < 1 || n > REPEAT_MAX)
        return complain("--repeat takes a number from 1 to 1000, not '%s'", text);
    o->repeat = n;
    return true;
}

static bool option(struct options *o, const char *name, const char *value) {
    const bool structure = strcmp(name, "--structures") == 0, log = strcmp(name, "--log") == 0;

    if (!structure && !log && strcmp(name, "--repeat") != 0)
        return complain("unknown option '%s'; see replay --help", name);
    if (!value)
        return complain("%s needs a value; see replay --help", name);
    if (log)
        o->dir = value;
    return log || (structure ? choose(o, value) : repeat(o, value));
}

/* The index of the first TRACE, 0 after a complaint. */
static int options(struct options *o, int argc, char **argv) {
    int i;

    choose(o, "all");
    for (i = 1; i < argc && argv[i][0] == '-'; i += 2)
        if (!option(o, argv[i], i + 1 < argc ? argv[i + 1] : NULL))
            return 0;
    if (i >= argc) {
        complain("no %s given; see replay --help", "TRACE");
        return 0;
    }
    return i;
}

static bool open_logs(struct options *o) {
    char path[4096];

    if (o->dir && mkdir(o->dir, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "replay: %s: %s\n", o->dir, strerror(errno));
        return false;
    }
    for (size_t i = 0; o->dir && i < STRUCTURES; i++) {
        if (!o->chosen[i])
            continue;
        if (snprintf(path, sizeof path, "%s/%s.log", o->dir, structures[i]->name) >= (int)sizeof path)
            return complain("%s", "the name of the log directory is too long");
        o->log[i] = fopen(path, "wb");
        if (!o->log[i]) {
            fprintf(stderr, "replay: %s: %s\n", path, strerror(errno));
            return false;
        }
    }
    return true;
}

static bool close_logs(struct options *o) {
    bool good = true;

    for (size_t i = 0; i < STRUCTURES; i++)
        if (o->log[i]) {
            const bool written = !ferror(o->log[i]);
            if (fclose(o->log[i]) != 0 || !written)
                good = complain("the log of %s cannot be written", structures[i]->name);
        }
    return good;
}

/* All traces; false: one is broken. */
static bool read_all(struct trace *t, char **file, size_t n) {
    bool good = true;

    memset(t, 0, n * sizeof *t);
    for (size_t i = 0; i < n && good; i++)
        good = trace_read(&t[i], file[i]);
    return good;
}

static bool written(void) {
    return (fflush(stdout) == 0 && !ferror(stdout)) || complain("the %s cannot be written", "output");
}

/* The exit status. */
static int replay_all(struct options *o, char **file, size_t n) {
    struct trace *t = (struct trace *)trace_room(NULL, n, sizeof *t);
    int status = 0;

    if (!read_all(t, file, n) || !open_logs(o))
        status = 2;
    for (size_t i = 0; i < n && status != 2; i++)
        if (!replay(&t[i], o))
            status = 1;
    if (!close_logs(o))
        status = 2;
    if (!written())
        status = 2;

    for (size_t i = 0; i < n; i++)
        trace_free(&t[i]);
    free(t);
    return status;
}

int main(int argc, char **argv) {
    struct options o;
    int first;

    memset(&o, 0, sizeof o);
    o.repeat = 7;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0) {
            fputs(help, stdout);
            return written() ? 0 : 2;
        }

    first = options(&o, argc, argv);
    return first ? replay_all(&o, argv + first, (size_t)(argc - first)) : 2;
}
