/* SPDX-License-Identifier: MIT-0 */
#include "model.h"
#include "replay.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LOG_LINE = 72, PROGRESS_STEP = 1 << 15 };

/* The pass that goes on, for its callback. */
static struct pass {
    struct schedule model;
    struct timer *timer;
    FILE *log;
    uint64_t hash, now;
    size_t fires, at; /* at: the operation */
    char what[128];   /* the first difference; empty: none */
} pass;

/* The node that the model fires next; NULL: none. */
static const struct tw_node *model_fire(void) {
    const size_t i = schedule_fire(&pass.model, pass.now);

    return i == SCHEDULE_NONE ? NULL : &pass.timer[i].node;
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

    if (pass.what[0] == 0)
        snprintf(pass.what, sizeof pass.what, "%s %s, the model %s", verb,
                 timer_text(a, sizeof a, got), timer_text(b, sizeof b, wanted));
}

static void log_line(uint64_t now, uint64_t due, uint64_t id) {
    char line[LOG_LINE];

    snprintf(line, sizeof line, "%" PRIu64 " %" PRIu64 " %" PRIu64 "\n", now, due, id);
    for (const char *c = line; *c; c++)
        pass.hash = (pass.hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    if (pass.log)
        fputs(line, pass.log);
    pass.fires++;
}

static void on_checked(struct tw_node *n, tw_tick now) {
    const struct timer *x = TW_OF(n, struct timer, node);
    const struct tw_node *wanted;

    if (pass.what[0])
        return;
    wanted = model_fire();
    if (n != wanted)
        differ("fires", n, wanted);
    else if (now != pass.now || n->due != x->due)
        snprintf(pass.what, sizeof pass.what,
                 "timer %" PRIu64 " fires with a wrong tick or deadline", x->id);
    else
        log_line(now, x->due, x->id);
}

static void check_apply(struct set *s, const struct trace *t, size_t i) {
    const struct trace_op *op = &t->op[i];
    struct timer *x = &pass.timer[op->timer];
    struct tw_node *n = &x->node;

    if (op->arm) {
        x->due = op->due;
        schedule_arm(&pass.model, i);
        if (!tw_timers_add(&s->t, n, op->due))
            differ("arms", NULL, n);
    } else {
        const bool got = tw_timers_cancel(&s->t, n),
                   wanted = schedule_cancel(&pass.model, op->timer);
        if (got != wanted)
            differ("cancels", got ? n : NULL, wanted ? n : NULL);
    }
}

static void check_advance(struct set *s, uint64_t now) {
    const struct tw_node *left;

    pass.now = now;
    tw_timers_advance(&s->t, now);
    left = model_fire();
    if (left)
        differ("fires", NULL, left);
}

static void check_next(struct set *s) {
    tw_tick got = 0;
    uint64_t wanted = 0;
    size_t first;
    const bool any = tw_timers_next(&s->t, &got),
               model_any = schedule_next(&pass.model, &wanted, &first);

    if (pass.what[0] == 0 && (any != model_any || (any && got != wanted)))
        snprintf(pass.what, sizeof pass.what, "next() gives %" PRIu64 ", the model %" PRIu64, got,
                 wanted);
}

/* The clock goes to each operation's TIME, moved or not. It stays there after the last
   one, for timers that are due. */
static void check_trace(struct run *run, size_t structure) {
    const struct trace *t = run->t;
    struct set set = set_new(structures[run->p->structure[structure]], t->peak), *s = &set;

    set_start(s, t->op[0].time, run->timer, t->timers, on_checked);
    for (pass.at = 0; pass.at <= t->ops && pass.what[0] == 0; pass.at++) {
        const size_t i = pass.at;

        if (i % PROGRESS_STEP == 0)
            run->p->progress(s->ops->name, "check", i, t->ops);
        check_advance(s, i < t->ops ? t->op[i].time : t->end);
        if (i < t->ops && pass.what[0] == 0) {
            check_apply(s, t, i);
            check_next(s);
        }
    }
    run->p->progress("", "", 0, 0);
    set_free(s);
}

static bool check_structure(struct run *run, size_t structure) {
    const struct trace *t = run->t;
    struct row *r = &run->row[structure];

    schedule_restart(&pass.model);
    pass.timer = run->timer;
    pass.log = run->p->log[structure];
    pass.hash = UINT64_C(0xcbf29ce484222325);
    pass.fires = 0;
    pass.what[0] = 0;
    check_trace(run, structure);

    if (pass.what[0] == 0 && pass.fires != t->fires)
        snprintf(pass.what, sizeof pass.what, "%zu firings, the text of the trace %zu", pass.fires,
                 t->fires);
    if (pass.what[0])
        fprintf(stderr, "%s: %s differs from the model at operation %zu: %s\n", t->file, r->name,
                pass.at, pass.what);
    r->hash = pass.hash;
    r->fires = pass.fires;
    return pass.what[0] == 0;
}

/* Every structure against the model, then the logs against each other. */
bool check(struct run *run) {
    const struct row *first = NULL, *r = run->row;
    bool good = true;

    schedule_init(&pass.model, run->t);
    for (size_t i = 0; i < run->p->structures; i++, r++)
        if (!check_structure(run, i))
            good = false;
        else if (!first)
            first = r;
        else if (r->hash != first->hash || r->fires != first->fires) {
            fprintf(stderr, "%s: the logs of %s and %s differ\n", run->t->file, first->name,
                    r->name);
            good = false;
        }
    schedule_free(&pass.model);
    return good;
}
