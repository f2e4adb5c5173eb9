/* SPDX-License-Identifier: MIT-0 */
#include "replay.h"

#include <stdlib.h>
#include <string.h>

static void row_init(struct row *r, const struct tw_ops *ops, size_t peak) {
    memset(r, 0, sizeof *r);
    r->name = ops->name;
    r->set_bytes = sizeof(struct tw_clock) + ops->size;
    r->timer_bytes =
        (double)sizeof(struct tw_node) + (peak ? (double)ops->bytes(peak) / (double)peak : 0);
}

bool replay(const struct trace *t, const struct plan *p, struct result *r) {
    struct run run;
    bool good;

    memset(r, 0, sizeof *r);
    r->t = t;
    r->turns = p->turns;
    r->slack = p->slack;
    r->has_slack = p->has_slack;
    r->rows = p->structures;
    r->row = (struct row *)trace_room(NULL, p->structures, sizeof *r->row);

    run.t = t;
    run.p = p;
    run.row = r->row;
    run.timer = (struct timer *)trace_room(NULL, t->timers, sizeof *run.timer);
    for (size_t i = 0; i < t->timers; i++)
        run.timer[i].id = t->id[i];
    for (size_t i = 0; i < p->structures; i++)
        row_init(&r->row[i], structures[p->structure[i]], t->peak);

    good = check(&run) && sleep_through(&run);
    if (good) {
        r->earliest = count_earliest(t);
        r->asks = p->ask == ASK_BY_SOURCE ? !trace_is_of(t, "timerfd") : p->ask == ASK_YES;
        run.asks = r->asks;
        measure(&run);
        r->step = run.step;
    }

    free(run.timer);
    return good;
}

void result_free(struct result *r) { free(r->row); }
