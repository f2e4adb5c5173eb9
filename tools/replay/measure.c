/* SPDX-License-Identifier: MIT-0 */
/* The structures are compiled here once more, static and in sight of the calls that are
   measured, as in a program of one file. */
#define TW_STATIC
#define TW_IMPLEMENTATION
#include "bigwheel.h"
#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include "skiplist.h"
#include "wheel.h"
#include "clock.h"
#include "replay.h"

#include <stdlib.h>
#include <string.h>

const struct tw_ops *const measured[STRUCTURES] = {
    &tw_heap4_ops, &tw_rbtree_ops, &tw_skiplist_ops,
    &tw_wheel_ops, &tw_hwheel_ops, &tw_bigwheel_ops,
};

enum {
    SAMPLES = 16,
    SAMPLE_OPS = 4096, /* of a kind, in a sample */
    READINGS = 1000000 /* of a clock that may stand */
};

struct arming {
    size_t timer;
    uint64_t due;
};

/* What the kinds pass does at one point of the trace; the armings stand in one array:
   armed there, to arm, to
 * cancel. */
struct sample {
    struct arming *item;
    size_t live, arms, cancels;
    uint64_t now, end; /* end: everything is due */
};

static double least(const double *x, size_t n) {
    double found = x[0];

    for (size_t i = 1; i < n; i++)
        if (found > x[i])
            found = x[i];
    return found;
}

static double mean(const double *x, size_t n) {
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum / (double)n;
}

/* What two readings of the clock in a row are apart, at least. */
static uint64_t clock_cost(void) {
    uint64_t cost = UINT64_MAX;

    for (int i = 0; i < 100; i++) {
        const uint64_t start = clock_cpu_ns(), took = clock_cpu_ns() - start;
        if (cost > took)
            cost = took;
    }
    return cost;
}

/* ns of the processor since start, without what the clock itself takes. */
static uint64_t since(uint64_t start, uint64_t cost) {
    const uint64_t took = clock_cpu_ns() - start;

    return took > cost ? took - cost : 0;
}

/* ns by which the clock goes on, at least, without what it takes; 0: it stands. */
static uint64_t clock_step(uint64_t cost) {
    uint64_t step = 0, before = clock_cpu_ns();

    for (int reads = 0, moves = 0; moves < 5 && reads < READINGS; reads++) {
        const uint64_t now = clock_cpu_ns();

        if (now > before && (moves++ == 0 || step > now - before))
            step = now - before;
        before = now;
    }
    return step > cost ? step - cost : 0;
}

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

/* Asks when the program must wake up. */
static void ask(struct set *s) {
    tw_tick stop;

    tw_timers_next(&s->t, &stop);
}

/* ns per operation, with questions or without. */
static double whole_pass(const struct run *run, struct set *s, bool asks, uint64_t cost) {
    const struct trace *t = run->t;
    const struct trace_op *op = t->op, *end = t->op + t->ops;
    struct timer *timer = run->timer;
    uint64_t start;

    set_start(s, op->time, timer, t->timers, on_timed);
    start = clock_cpu_ns();
    for (; op < end; op++) {
        tw_timers_advance(&s->t, op->time);
        apply(s, timer, op);
        if (asks && op->last)
            ask(s);
    }
    tw_timers_advance(&s->t, t->end);
    return (double)since(start, cost) / (double)t->ops;
}

/* Lowers shortest[i], the ns of advance number i, to what this turn takes. */
static void worst_turn(const struct trace *t, struct set *s, struct timer *timer,
                       uint64_t *shortest) {
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

static double worst_pass(struct run *run, const char *name, struct set *s) {
    const struct trace *t = run->t;
    uint64_t *shortest = (uint64_t *)trace_room(NULL, t->ops + 1, sizeof *shortest), worst = 0;

    memset(shortest, 0xff, (t->ops + 1) * sizeof *shortest);
    for (size_t turn = 0; turn < run->p->turns; turn++) {
        run->p->progress(name, "worst", turn, run->p->turns);
        worst_turn(t, s, run->timer, shortest);
    }
    for (size_t i = 0; i <= t->ops; i++)
        if (worst < shortest[i])
            worst = shortest[i];
    free(shortest);
    return (double)worst;
}

/* The deadline of an arming that is made at now instead of later: one that had passed
   stays so. */
static uint64_t sample_due(const struct trace_op *op, uint64_t now) {
    return op->due <= op->time && op->due > now ? now : op->due;
}

/* The state before operation `at`, and the operations of each kind that follow. taken: a
   zeroed word for each
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
            item[x->live + x->arms++] =
                (struct arming){t->op[i].timer, sample_due(&t->op[i], x->now)};

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
static void sample_time(const struct sample *x, struct set *s, struct timer *timer, uint64_t cost,
                        uint64_t *ns, size_t *count) {
    const struct arming *arm = x->item + x->live, *cancel = arm + x->arms,
                        *end = cancel + x->cancels, *i;
    uint64_t start;

    for (i = x->item; i < arm; i++)
        tw_timers_add(&s->t, &timer[i->timer].node, i->due);

    start = clock_cpu_ns();
    for (i = arm; i < cancel; i++)
        tw_timers_add(&s->t, &timer[i->timer].node, i->due);
    ns[ARM] += since(start, cost);
    count[ARM] += x->arms;

    for (i = cancel; i < end; i++)
        if (tw_idle(&timer[i->timer].node))
            tw_timers_add(&s->t, &timer[i->timer].node, i->due);

    start = clock_cpu_ns();
    for (i = cancel; i < end; i++)
        tw_timers_cancel(&s->t, &timer[i->timer].node);
    ns[CANCEL] += since(start, cost);
    count[CANCEL] += x->cancels;

    /* So few are left that reading the clock would count. */
    for (i = cancel; i < end; i++)
        tw_timers_add(&s->t, &timer[i->timer].node, i->due);

    start = clock_cpu_ns();
    count[FIRE] += tw_timers_advance(&s->t, x->end);
    ns[FIRE] += since(start, cost);
}

/* ns of each kind that the trace has. The samples fire what is left, whatever the trace does. */
static void kinds_pass(const struct trace *t, const struct sample *x, size_t samples, struct set *s,
                       struct timer *timer, uint64_t cost, double *kind) {
    uint64_t ns[NEXT] = {0, 0, 0};
    size_t count[NEXT] = {0, 0, 0};

    for (size_t i = 0; i < samples; i++) {
        set_start(s, x[i].now, timer, t->timers, on_timed);
        sample_time(&x[i], s, timer, cost, ns, count);
    }
    for (int k = 0; k < NEXT; k++)
        kind[k] = count[k] ? (double)ns[k] / (double)count[k] : -1;
    if (t->fires == 0)
        kind[FIRE] = -1;
}

/* The sets of a structure: one with room for as many timers as are armed at once, and,
   for the kinds pass, which stands still while it arms, one with room for all. */
struct pair {
    struct set set, wide;
};

/* A turn of the whole pass, of the kinds pass, and of the whole pass with questions; the
   figures of a kind lie behind one another. */
static void measure_turn(const struct run *run, struct pair *s, const struct sample *x,
                         size_t samples, uint64_t cost, double *figure) {
    double kind[KINDS];

    figure[0] = whole_pass(run, &s->set, false, cost);
    kinds_pass(run->t, x, samples, &s->wide, run->timer, cost, kind);
    kind[NEXT] = run->asks ? whole_pass(run, &s->set, true, cost) : -1;
    for (size_t k = 0; k < KINDS; k++)
        figure[(k + 1) * run->p->turns] = kind[k];
}

/* Replaces the whole pass by the one with questions. What they add is theirs. */
static void add_questions(struct row *r, const struct trace *t) {
    const double more = r->kind[NEXT] - r->op;

    r->op = r->kind[NEXT];
    r->kind[NEXT] = more > 0 ? more * (double)t->ops / (double)t->asks : 0;
}

/* All turns; the least of each figure goes to the rows: other work on the machine only
   adds. With a coarse clock it is the mean. */
static void measure_turns(struct run *run, struct pair *s, const struct sample *x, size_t samples) {
    const size_t turns = run->p->turns, n = run->p->structures, figures = (KINDS + 1) * turns;
    const uint64_t cost = clock_cost();
    double *figure = (double *)trace_room(NULL, n * figures, sizeof *figure);
    double (*const of)(const double *x, size_t n) = run->p->coarse ? mean : least;

    run->step = run->p->coarse ? 0 : clock_step(cost);
    for (size_t turn = 0; turn < turns; turn++)
        for (size_t i = 0; i < n; i++) {
            run->p->progress(run->row[i].name, "turn", turn, turns);
            measure_turn(run, &s[i], x, samples, cost, figure + i * figures + turn);
        }

    for (size_t i = 0; i < n; i++) {
        run->row[i].op = of(figure + i * figures, turns);
        for (size_t k = 0; k < KINDS; k++)
            run->row[i].kind[k] = of(figure + i * figures + (k + 1) * turns, turns);
        if (run->asks)
            add_questions(&run->row[i], run->t);
    }
    free(figure);
}

/* The samples; how many there are. */
static size_t measure_samples(const struct trace *t, struct sample *x) {
    size_t *taken = (size_t *)trace_room(NULL, t->timers, sizeof *taken);
    const size_t samples = t->ops < SAMPLES ? t->ops : SAMPLES;

    memset(taken, 0, t->timers * sizeof *taken);
    for (size_t i = 0; i < samples; i++)
        sample_take(&x[i], t, t->ops / samples * i, taken);
    free(taken);
    return samples;
}

void measure(struct run *run) {
    const struct trace *t = run->t;
    struct sample x[SAMPLES];
    struct pair s[STRUCTURES];
    const size_t samples = measure_samples(t, x);
    size_t i;

    for (i = 0; i < run->p->structures; i++) {
        s[i].set = set_new(measured[run->p->structure[i]], t->peak);
        s[i].wide = set_new(measured[run->p->structure[i]], t->timers);
    }
    measure_turns(run, s, x, samples);
    for (i = 0; i < run->p->structures; i++) {
        run->row[i].worst = worst_pass(run, run->row[i].name, &s[i].set);
        set_free(&s[i].set);
        set_free(&s[i].wide);
    }
    run->p->progress("", "", 0, 0);

    for (i = 0; i < samples; i++)
        free(x[i].item);
}
