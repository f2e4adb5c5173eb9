/* SPDX-License-Identifier: MIT-0 */
/* The sleeper: a program that sleeps until exactly next(), or until its next operation.
   With slack, each timer has a window from its deadline to as many ticks later, so that
   timers share wake-ups. */
#include "rbtree.h"
#include "replay.h"
#include "window.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* The structures fire windows at the same ticks, in the same order: one is enough. */
TW_WINDOWS_OF(slackers, rbtree)

/* A timer of the trace, with slack. `when` is the earliest tick at which it may fire. */
struct slacker {
    struct tw_window window;
    uint64_t when;
};

/* The pass that goes on, for its callback. */
static struct pass {
    uint64_t last; /* the tick of the last wake-up */
    uint64_t end;  /* of the trace: what may fire only after it is not counted */
    size_t wakes;
    uint64_t latest; /* ticks by which a timer was late, at most */
    bool early;
} pass;

/* Counts a timer that may fire from tick `when` on, and fires now. */
static void awake(uint64_t when, tw_tick now) {
    if (when > pass.end)
        return;
    if (pass.wakes == 0 || now != pass.last)
        pass.wakes++;
    pass.last = now;
    if (now < when)
        pass.early = true;
    else if (pass.latest < now - when)
        pass.latest = now - when;
}

static void on_awake(struct tw_node *n, tw_tick now) {
    awake(TW_OF(n, struct timer, node)->when, now);
}

static void on_slack(struct tw_node *n, tw_tick now) {
    awake(TW_OF(n, struct slacker, window.node)->when, now);
}

/* The tick that is `more` after tick, or the last one there is. */
static uint64_t later(uint64_t tick, uint64_t more) {
    return more > UINT64_MAX - tick ? UINT64_MAX : tick + more;
}

/* The earliest tick at which a timer may fire that op arms. */
static uint64_t earliest(const struct trace_op *op) {
    return op->due > op->time ? op->due : op->time;
}

/* The clock stops at every next() up to the coming TIME, and at TIME. False: a timer is
   early or late. */
static bool sleep_trace(struct run *run, struct set *s) {
    const struct trace *t = run->t;

    pass = (struct pass){0, t->end, 0, 0, false};
    set_start(s, t->op[0].time, run->timer, t->timers, on_awake);
    for (size_t i = 0; i <= t->ops; i++) {
        const struct trace_op *const op = &t->op[i];
        const uint64_t now = i < t->ops ? op->time : t->end;
        tw_tick stop;

        while (tw_timers_next(&s->t, &stop) && stop <= now)
            tw_timers_advance(&s->t, stop);
        tw_timers_advance(&s->t, now);
        if (i < t->ops && op->arm) {
            run->timer[op->timer].when = earliest(op);
            tw_timers_add(&s->t, &run->timer[op->timer].node, op->due);
        } else if (i < t->ops)
            tw_timers_cancel(&s->t, &run->timer[op->timer].node);
    }
    if (pass.early)
        fprintf(stderr, "%s: a timer of %s fires early\n", t->file, s->ops->name);
    else if (pass.latest > 0)
        fprintf(stderr, "%s: a timer of %s fires %" PRIu64 " ticks late\n", t->file, s->ops->name,
                pass.latest);
    return !pass.early && pass.latest == 0;
}

/* Does the same with windows. The clock is moved to TIME, and nothing fires there: else
   operations that a recorded callback made would count as wake-ups of their own. After
   the last TIME the clock goes on by the slack, so that all timers fire that would have
   fired without. */
static bool slack_trace(struct run *run, struct slackers *s, struct slacker *slacker) {
    const struct trace *t = run->t;
    const uint64_t slack = run->p->slack;

    pass = (struct pass){0, t->end, 0, 0, false};
    slackers_init(s, t->op[0].time, NULL, 0);
    for (size_t i = 0; i < t->timers; i++)
        tw_node_init(&slacker[i].window.node, on_slack);
    for (size_t i = 0; i <= t->ops; i++) {
        const struct trace_op *const op = &t->op[i];
        const uint64_t now = i < t->ops ? op->time : later(t->end, slack);
        tw_tick stop;

        while (slackers_next(s, &stop) && stop <= now)
            slackers_advance(s, stop);
        slackers_advance_some(s, now, 0);
        if (i < t->ops && op->arm) {
            slacker[op->timer].when = earliest(op);
            slackers_add(s, &slacker[op->timer].window, op->due, later(op->due, slack));
        } else if (i < t->ops)
            slackers_cancel(s, &slacker[op->timer].window);
    }

    if (pass.early)
        fprintf(stderr, "%s: with a slack of %" PRIu64 ", a timer fires early\n", t->file, slack);
    else if (pass.latest > slack)
        fprintf(stderr, "%s: with a slack of %" PRIu64 ", a timer fires %" PRIu64 " ticks late\n",
                t->file, slack, pass.latest);
    return !pass.early && pass.latest <= slack;
}

/* Fills in what the windows give. False: a timer is early, or later than its slack. */
static bool sleep_with_slack(struct run *run) {
    struct slacker *const slacker =
        (struct slacker *)trace_room(NULL, run->t->timers, sizeof *slacker);
    struct slackers set;
    bool good;

    run->p->progress("windows", "sleep", 0, 1);
    good = slack_trace(run, &set, slacker);
    for (size_t i = 0; i < run->p->structures; i++) {
        run->row[i].slack_wakes = pass.wakes;
        run->row[i].latest = pass.latest;
    }
    free(slacker);
    return good;
}

/* Wake-ups follow from the trace alone: two structures that differ in them are not both
   right. */
static bool same_wakes(const struct run *run, const struct row *a, const struct row *b) {
    if (a->wakes == b->wakes)
        return true;
    fprintf(stderr, "%s: %s and %s do not wake up at the same ticks\n", run->t->file, a->name,
            b->name);
    return false;
}

bool sleep_through(struct run *run) {
    bool good = true;

    for (size_t i = 0; i < run->p->structures && good; i++) {
        struct set s = set_new(structures[run->p->structure[i]], run->t->peak);
        struct row *r = &run->row[i];

        run->p->progress(r->name, "sleep", i, run->p->structures);
        good = sleep_trace(run, &s);
        r->wakes = pass.wakes;
        good = good && same_wakes(run, run->row, r);
        set_free(&s);
    }
    good = good && (!run->p->has_slack || sleep_with_slack(run));
    run->p->progress("", "", 0, 0);
    return good;
}
