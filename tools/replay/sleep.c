/* SPDX-License-Identifier: MIT-0 */
/* The sleeper: a program that sleeps until exactly next(), or until its next operation.
   With slack, it arms each timer for the roundest tick from its deadline to as many ticks
   later, so that timers share wake-ups. */
#include "replay.h"

#include <inttypes.h>
#include <stdio.h>

/* The pass that goes on, for its callback. */
static struct pass {
    uint64_t last; /* the tick of the last wake-up */
    uint64_t end;  /* of the trace: what may fire only after it is not counted */
    size_t wakes;
    uint64_t latest; /* ticks by which a timer was late, at most */
    bool early;
} pass;

static void on_awake(struct tw_node *n, tw_tick now) {
    const struct timer *x = TW_OF(n, struct timer, node);

    if (x->when > pass.end)
        return;
    if (pass.wakes == 0 || now != pass.last)
        pass.wakes++;
    pass.last = now;
    if (now < x->when)
        pass.early = true;
    else if (pass.latest < now - x->when)
        pass.latest = now - x->when;
}

/* The tick that is `more` after tick, or the last one there is. */
static uint64_t later(uint64_t tick, uint64_t more) {
    return more > UINT64_MAX - tick ? UINT64_MAX : tick + more;
}

static void sleep_apply(struct set *s, struct timer *timer, const struct trace_op *op,
                        uint64_t slack) {
    struct timer *x = &timer[op->timer];

    if (op->arm) {
        x->when = op->due > op->time ? op->due : op->time;
        tw_timers_add(&s->t, &x->node,
                      slack > 0 ? tw_coalesce(op->due, later(op->due, slack)) : op->due);
    } else
        tw_timers_cancel(&s->t, &x->node);
}

/* The clock stops at every next() up to the coming TIME, and at TIME. After the last one
   it goes on by the slack, so that all fire that would have fired without. False: a timer
   is early, or later than its slack. */
static bool sleep_trace(struct run *run, struct set *s, uint64_t slack) {
    const struct trace *t = run->t;

    pass = (struct pass){0, t->end, 0, 0, false};
    set_start(s, t->op[0].time, run->timer, t->timers, on_awake);
    for (size_t i = 0; i <= t->ops; i++) {
        const uint64_t now = i < t->ops ? t->op[i].time : later(t->end, slack);
        tw_tick stop;

        while (tw_timers_next(&s->t, &stop) && stop <= now)
            tw_timers_advance(&s->t, stop);
        tw_timers_advance(&s->t, now);
        if (i < t->ops)
            sleep_apply(s, run->timer, &t->op[i], slack);
    }

    if (pass.early)
        fprintf(stderr, "%s: with a slack of %" PRIu64 ", a timer of %s fires early\n", t->file,
                slack, s->ops->name);
    else if (pass.latest > slack)
        fprintf(stderr,
                "%s: with a slack of %" PRIu64 ", a timer of %s fires %" PRIu64 " ticks late\n",
                t->file, slack, s->ops->name, pass.latest);
    return !pass.early && pass.latest <= slack;
}

/* Wake-ups follow from the trace alone: two structures that differ in them are not both
   right. */
static bool same_wakes(const struct run *run, const struct row *a, const struct row *b) {
    if (a->wakes == b->wakes && a->slack_wakes == b->slack_wakes && a->latest == b->latest)
        return true;
    fprintf(stderr, "%s: %s and %s do not wake up at the same ticks\n", run->t->file, a->name,
            b->name);
    return false;
}

/* With slack, timers stay armed longer, and more of them at once than the trace's peak:
   there is room for all. */
bool sleep_through(struct run *run) {
    bool good = true;

    for (size_t i = 0; i < run->p->structures && good; i++) {
        struct set s = set_new(structures[run->p->structure[i]], run->t->timers);
        struct row *r = &run->row[i];

        run->p->progress(r->name, "sleep", i, run->p->structures);
        good = sleep_trace(run, &s, 0);
        r->wakes = pass.wakes;
        if (good && run->p->has_slack) {
            good = sleep_trace(run, &s, run->p->slack);
            r->slack_wakes = pass.wakes;
            r->latest = pass.latest;
        }
        good = good && same_wakes(run, run->row, r);
        set_free(&s);
    }
    run->p->progress("", "", 0, 0);
    return good;
}
