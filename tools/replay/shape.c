/* SPDX-License-Identifier: MIT-0 */
#include "shape.h"

#include <stdlib.h>
#include <string.h>

/* 0, 1, 2, 5, 10, 20, ...; all of 64 bits have a place. */
static size_t shape_delays(struct delay *d) {
    uint64_t power = 1;
    size_t n = 0;

    d[n++].from = 0;
    for (;; power *= 10) {
        for (uint64_t k = 1; k <= 5; k += k == 1 ? 1 : 3)
            if (k <= UINT64_MAX / power)
                d[n++].from = k * power;
        if (power > UINT64_MAX / 10)
            break;
    }
    for (size_t i = 0; i < n; i++) {
        d[i].below = i + 1 < n ? d[i + 1].from : UINT64_MAX;
        d[i].armings = d[i].fired = d[i].left = 0;
    }
    return n;
}

static void shape_count_delays(struct shape *s, const struct trace *t) {
    const size_t n = shape_delays(s->delay);

    for (size_t i = 0; i < t->ops; i++) {
        size_t k = n - 1;

        if (!t->op[i].arm)
            continue;
        while (s->delay[k].from > t->ahead[i])
            k--;
        s->delay[k].armings++;
        s->delay[k].fired += trace_fate_of(t, i) == TRACE_FIRED;
        s->delay[k].left += trace_fate_of(t, i) == TRACE_LEFT;
    }
    s->delays = 0;
    for (size_t i = 0; i < n; i++)
        if (s->delay[i].armings)
            s->delay[s->delays++] = s->delay[i];
}

static void shape_count_armed(struct shape *s, const struct trace *t) {
    const uint64_t first = t->op[0].time,
                   ticks = (t->op[t->ops - 1].time - first) / SHAPE_COLUMNS + 1;
    /* over: armings, by operation */
    size_t *over = (size_t *)trace_room(NULL, t->ops + 1, sizeof *over), armed = 0;

    memset(over, 0, (t->ops + 1) * sizeof *over);
    for (size_t i = 0; i < t->ops; i++)
        if (t->op[i].arm)
            over[t->gone[i]]++;

    s->columns = 0;
    s->step = ticks * t->unit;
    for (size_t i = 0; i < t->ops; i++) {
        for (; s->columns <= (t->op[i].time - first) / ticks; s->columns++)
            s->armed[s->columns] = armed;
        armed = armed + t->op[i].arm - over[i];
        if (s->armed[s->columns - 1] < armed)
            s->armed[s->columns - 1] = armed;
    }
    free(over);
}

void shape_of(struct shape *s, const struct trace *t) {
    shape_count_delays(s, t);
    shape_count_armed(s, t);
}
