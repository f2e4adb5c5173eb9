/* SPDX-License-Identifier: MIT-0 */
/* The sleeper: a program that sleeps until exactly next(), or until its next operation. */
#include "replay.h"

#include <stdio.h>

/* The pass that goes on, for its callback. */
static struct pass {
    uint64_t last; /* the tick of the last wake-up */
    size_t wakes;
} pass;

static void on_awake(struct tw_node *n, tw_tick now) {
    (void)n;
    if (pass.wakes == 0 || now != pass.last)
        pass.wakes++;
    pass.last = now;
}

static void sleep_apply(struct set *s, struct timer *timer, const struct trace_op *op) {
    struct tw_node *n = &timer[op->timer].node;

    if (op->arm)
        tw_timers_add(&s->t, n, op->due);
    else
        tw_timers_cancel(&s->t, n);
}

/* The clock stops at every next() up to the coming TIME, and at TIME. */
static void sleep_trace(struct run *run, struct set *s) {
    const struct trace *t = run->t;

    pass.wakes = 0;
    set_start(s, t->op[0].time, run->timer, t->timers, on_awake);
    for (size_t i = 0; i <= t->ops; i++) {
        const uint64_t now = i < t->ops ? t->op[i].time : t->end;
        tw_tick stop;

        while (tw_timers_next(&s->t, &stop) && stop <= now)
            tw_timers_advance(&s->t, stop);
        tw_timers_advance(&s->t, now);
        if (i < t->ops)
            sleep_apply(s, run->timer, &t->op[i]);
    }
}

bool sleep_through(struct run *run) {
    const struct row *first = run->row;
    bool good = true;

    for (size_t i = 0; i < run->p->structures; i++) {
        struct row *r = &run->row[i];

        sleep_trace(run, &run->set[i]);
        r->wakes = pass.wakes;
        if (r->wakes != first->wakes) {
            fprintf(stderr, "%s: %s wakes up %zu times, and %s %zu times\n", run->t->file, first->name, first->wakes,
                    r->name, r->wakes);
            good = false;
        }
    }
    return good;
}
