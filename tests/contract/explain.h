/* SPDX-License-Identifier: MIT-0 */
/* A failure that explains itself. rig_supervised() runs the tests in a child, which logs
   what it does to its set (record.h). If the child fails, crashes or hangs, the log is
   played again beside the model (play.h), shortened (shorten.h), and printed as commands
   that tw_draw and the playground take. tests/README.md says how to read it. With
   TW_NO_EXPLAIN=1 in the environment all runs in one process, for a debugger. */
#ifndef EXPLAIN_H
#define EXPLAIN_H

#include "play.h"
#include "shorten.h"

/* Of computing without a call to the set: then it hangs. */
#ifndef RIG_SECONDS
#define RIG_SECONDS 60
#endif

/* -------------------------------------------------------------------------- THE CHILD */

static void supervised_tell(const char *condition, const char *file, int line) {
    struct failure *const f = &rig_shared->failure;

    if (f->condition) /* a broken set, while it is asked below */
        abort();
    f->condition = condition;
    f->file = file;
    f->line = line;
    f->unused = rig.unused;
    if (rig.ops && !rig.unused) {
        failure_ask_model(f);
        failure_ask_set(f);
    }
    abort();
}

static void supervised_alarm(int number) {
    static size_t seen = (size_t)-1;

    if (log_calls == seen) {
        signal(number, SIG_DFL);
        raise(number);
    }
    seen = log_calls;
}

static void supervised_begin(void) {
    const struct itimerval often = {{RIG_SECONDS, 0}, {RIG_SECONDS, 0}};
    struct sigaction action;

    memset(&action, 0, sizeof action);
    action.sa_handler = supervised_alarm;
    action.sa_flags = SA_RESTART;
    sigaction(SIGVTALRM, &action, NULL);
    setitimer(ITIMER_VIRTUAL, &often, NULL);
    rig_log = &rig_shared->log;
    rig_tell = supervised_tell;
}

/* ----------------------------------------------------------------------- THE SEQUENCE */

/* How many operations are printed of those that are not shortened. */
enum { RECENT = 20 };

/* The number of a node, in the order in which nodes are met; LOG_TIMERS: too many. */
static int logged_id(const void *node) {
    static const void *met[LOG_TIMERS];
    static int n;
    int i = 0;

    if (!node)
        return -1;
    while (i < n && met[i] != node)
        i++;
    if (i == n && n < LOG_TIMERS)
        met[n++] = node;
    return i;
}

/* Where a sequence can begin: with the log, or behind its last clear, if that is too long. */
static size_t log_first(uint64_t *start) {
    const struct rig_log *const l = &rig_shared->log;
    size_t i = l->n;

    *start = l->start;
    if (i <= LOG_ROOM)
        return 0;
    while (i + LOG_ROOM > l->n &&
           (l->op[(i - 1) % LOG_ROOM].kind != OP_CLEAR || l->op[(i - 1) % LOG_ROOM].by))
        i--;
    *start = l->op[(i - 1) % LOG_ROOM].tick;
    return i + LOG_ROOM > l->n ? i : l->n - RECENT;
}

/* The log as a sequence. False: it is not all that was done. */
static bool sequence_from_log(struct rig_sequence *s) {
    const struct rig_log *const l = &rig_shared->log;
    bool met = true;
    size_t i = log_first(&s->start);

    s->ops = l->ops;
    s->capacity = l->capacity;
    s->seed = l->seed;
    s->n = 0;
    for (; s->ops && i < l->n; i++) {
        const struct logged *const from = &l->op[i % LOG_ROOM];
        struct rig_op *const to = &s->op[s->n++];

        to->kind = from->kind;
        to->id = logged_id(from->node);
        to->by = logged_id(from->by);
        to->tick = from->tick;
        to->max = from->max;
        if (to->id == LOG_TIMERS || to->by == LOG_TIMERS)
            met = false;
    }
    return met;
}

static void sequence_append(struct rig_sequence *s, enum op_kind kind) {
    struct rig_op *const o = &s->op[s->n++];

    memset(o, 0, sizeof *o);
    o->kind = kind;
    o->id = o->by = -1;
}

/* Does the model see it fail: by the operations alone, by a look at the end, or when all
   that waits has fired? */
static bool sequence_fails(struct rig_sequence *s) {
    static const enum op_kind more[] = {OP_NEXT, OP_CHECK, OP_DRAIN};

    size_t i;

    play(s, 10 * RIG_SECONDS);
    for (i = 0; i < 3 && rig_shared->verdict.wrong == NOT_WRONG; i++) {
        sequence_append(s, more[i]);
        play(s, 10 * RIG_SECONDS);
    }
    return rig_shared->verdict.wrong != NOT_WRONG;
}

/* --------------------------------------------------------------------------- PRINTING */

enum { OP_LINE = 100 };

/* An operation as a command of tw_draw, or as a comment if there is none. */
static void op_line(const struct rig_op *o, char line[OP_LINE]) {
    static const char *const words[] = {"arm",    "add_if_earlier", "cancel", "clear",  "advance",
                                        "expire", "next",           "check",  "advance"};
    const bool plain = o->by < 0 && o->kind != OP_EARLIER && o->kind != OP_CLEAR &&
                       o->kind != OP_EXPIRE && o->kind != OP_DRAIN &&
                       (o->kind != OP_ADVANCE || o->max == UINT64_MAX);
    int n = 0;

    line[0] = 0;
    if (o->by >= 0)
        n = snprintf(line, OP_LINE, "# in the callback of timer %d: ", o->by);
    else if (!plain)
        n = snprintf(line, OP_LINE, "# ");
    n += snprintf(line + n, OP_LINE - (size_t)n, "%s", words[o->kind]);
    if (has_id(o))
        n += snprintf(line + n, OP_LINE - (size_t)n, " %d", o->id);
    if (has_tick(o))
        n += snprintf(line + n, OP_LINE - (size_t)n, " %llu", (unsigned long long)o->tick);
    if (o->kind == OP_DRAIN)
        (void)snprintf(line + n, OP_LINE - (size_t)n, " until all have fired");
    else if (o->kind == OP_ADVANCE && o->max != UINT64_MAX)
        (void)snprintf(line + n, OP_LINE - (size_t)n, ", %llu timers at most",
                       (unsigned long long)o->max);
}

/* The structure of tw_draw that does the same, in its own way. */
static const char *drawn_as(const char *name) {
    static const char *const drawn[] = {"heap4", "rbtree",     "skiplist", "sortedlist",
                                        "wheel", "smallwheel", "bigwheel"};
    size_t i;

    for (i = 0; i < sizeof drawn / sizeof *drawn; i++)
        if (strcmp(drawn[i], name) == 0)
            return name;
    return strcmp(name, "hwheel") == 0 ? "smallwheel" : "sortedlist";
}

/* Line i of a sequence: the dice, the clock at which it begins, then the operations. An
   empty line says nothing. */
static void op_at(const struct rig_sequence *s, size_t i, uint64_t mask, char line[OP_LINE]) {
    struct rig_op o;

    line[0] = 0;
    if (i == 0 && s->seed && s->ops->next == tw_skiplist_ops.next)
        (void)snprintf(line, OP_LINE, "seed %lu", (unsigned long)s->seed);
    else if (i == 1 && s->start > 0)
        (void)snprintf(line, OP_LINE, "advance %llu", (unsigned long long)(s->start & mask));
    if (i < 2)
        return;
    o = s->op[i - 2];
    o.tick &= mask;
    op_line(&o, line);
}

static void print_commands(const struct rig_sequence *s) {
    char line[OP_LINE];
    size_t i;

    for (i = 0; i < s->n + 2; i++) {
        op_at(s, i, UINT64_MAX, line);
        if (*line)
            fprintf(stderr, "    %s\n", line);
    }
}

/* A command in the fragment of an address, behind `before`. */
static void print_in_address(const char *before, const char *line) {
    fputs(before, stderr);
    for (; *line; line++)
        fputc(*line == ' ' ? '+' : *line, stderr);
}

/* 16-bit ticks wrap in the playground, too. */
static void print_address(const struct rig_sequence *s) {
    const uint64_t mask = TW_TICK_BITS == 16 ? 0xFFFF : UINT64_MAX;
    const char *before = "&do=";
    char line[OP_LINE];
    size_t i;

    fprintf(stderr, "#tab=explore%s&on=%s", TW_TICK_BITS == 16 ? "&module=draw16" : "",
            drawn_as(s->ops->name));
    for (i = 0; i < s->n + 2; i++) {
        op_at(s, i, mask, line);
        if (!*line || *line == '#')
            continue;
        print_in_address(before, line);
        before = ";";
    }
    fputc('\n', stderr);
}

/* "heap4 1" stands in heap4.h. */
static void print_property(const char *property) {
    if (property)
        fprintf(stderr, "  check()    %s does not hold: property %s of %.*s.h\n", property,
                strrchr(property, ' ') + 1, (int)strcspn(property, " "), property);
}

static void print_head(const struct rig_sequence *s, int status) {
    const struct failure *const f = &rig_shared->failure;
    const bool hangs = WIFSIGNALED(status) && WTERMSIG(status) == SIGVTALRM;

    fprintf(stderr, "\nFAILED\n  structure  %s, %d-bit ticks", s->ops ? s->ops->name : "none",
            TW_TICK_BITS);
    if (s->ops && strcmp(s->ops->name, "smallwheel") == 0)
        fprintf(stderr, ", rings of %d, then %d bits, %d rings", TW_SMALLWHEEL_FIRST_BITS,
                TW_SMALLWHEEL_UPPER_BITS, TW_SMALLWHEEL_LEVELS);
    if (s->ops && s->capacity && s->ops->bytes(1) > 0)
        fprintf(stderr, ", an array for %lu", (unsigned long)s->capacity);
    if (rig_shared->scenario)
        fprintf(stderr, "\n  scenario   %s", rig_shared->scenario);
    if (rig_shared->sentence)
        fprintf(stderr, "\n             %s", rig_shared->sentence);
    if (f->condition)
        fprintf(stderr, "\n  fails at   %s:%d: %s", f->file, f->line, f->condition);
    else if (hangs)
        fprintf(stderr, "\n  fails at   a call that does not come back");
    else if (WIFSIGNALED(status))
        fprintf(stderr, "\n  fails at   a signal: %s", strsignal(WTERMSIG(status)));
    else
        fprintf(stderr, "\n  fails at   its end, with status %d", WEXITSTATUS(status));
    fputc('\n', stderr);
}

static void print_shortest(size_t logged) {
    const struct rig_sequence *const s = &shortening.best;
    const struct verdict *const v = &shortening.found;
    const char *const drawn = drawn_as(s->ops->name);
    char line[OP_LINE];

    fprintf(stderr, "  shortened  from %lu operations to %lu, as commands of tw_draw:\n\n",
            (unsigned long)logged, (unsigned long)s->n);
    print_commands(s);
    op_line(&s->op[v->at], line);
    fprintf(stderr, "\n  operation  %s\n", line + (*line == '#' ? 2 : 0));
    fprintf(stderr, "  clock      %llu\n", (unsigned long long)v->now);
    fprintf(stderr, "  model      %s\n", v->model);
    fprintf(stderr, "  %-10s %s\n", s->ops->name, v->set);
    print_property(v->property);
    fprintf(stderr, "  draw       save the commands, and: tw_draw --structure %s FILE%s\n", drawn,
            strcmp(drawn, s->ops->name) ? " (which does them right)" : "");
    fprintf(stderr, "  play       behind the playground's address: ");
    print_address(s);
}

/* What was done, as it was. */
static void print_recorded(struct rig_sequence *s) {
    const struct failure *const f = &rig_shared->failure;
    const size_t all = rig_shared->log.n;

    if (s->n > RECENT) {
        memmove(s->op, s->op + (s->n - RECENT), RECENT * sizeof *s->op);
        s->n = RECENT;
    }
    if (all > s->n) /* the clock is not at its start any more */
        s->start = 0;
    fprintf(stderr, "  done       %lu operations%s:\n\n", (unsigned long)all,
            all > s->n ? ", the last of them" : "");
    print_commands(s);
    if (!f->condition)
        return;
    fprintf(stderr, "\n  clock      %llu\n", (unsigned long long)f->now);
    fprintf(stderr, "  model      %lu armed, the earliest for tick %llu\n",
            (unsigned long)f->model_count, (unsigned long long)f->model_due);
    if (!f->answered)
        fprintf(stderr, "  %-10s does not answer any more\n", s->ops->name);
    else
        fprintf(stderr, "  %-10s %lu armed, the earliest for tick %llu\n", s->ops->name,
                (unsigned long)f->set_count, (unsigned long long)f->set_due);
    print_property(f->broken);
}

/* ------------------------------------------------------------------------- THE PARENT */

static void explain(int status) {
    static struct rig_sequence s;
    const bool whole = sequence_from_log(&s);
    const size_t logged = s.n;

    print_head(&s, status);
    if (logged == 0 || rig_shared->failure.unused) {
        fprintf(stderr, "  done       nothing with a set that is recorded\n");
        return;
    }
    if (whole && sequence_fails(&s)) {
        sequence_copy(&shortening.best, &s);
        shortening.found = rig_shared->verdict;
        shorten();
        print_shortest(rig_shared->log.n);
        return;
    }
    s.n = logged;
    if (whole && rig_shared->log.n == logged && !rig_shared->log.strange)
        fprintf(stderr, "  model      agrees with all that was done: something else fails\n");
    else
        fprintf(stderr, "  model      not asked: more was done than is recorded\n");
    print_recorded(&s);
}

/* run() in a child. Returns what it returns, or ends as it ended, after an explanation. */
static int rig_supervised(int (*run)(int, char **), int argc, char **argv) {
    void *const memory = getenv("TW_NO_EXPLAIN")
                             ? MAP_FAILED
                             : mmap(NULL, sizeof *rig_shared, PROT_READ | PROT_WRITE,
                                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int status = 0;
    pid_t child = -1;

    if (memory != MAP_FAILED) {
        rig_shared = (struct shared *)memory;
        fflush(NULL);
        child = fork();
    }
    if (child < 0)
        return run(argc, argv);
    if (child == 0) {
        supervised_begin();
        exit(run(argc, argv));
    }
    while (waitpid(child, &status, 0) != child)
        continue;
    if (WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 2))
        return WEXITSTATUS(status);
    explain(status);
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
    return 1;
}

#endif
