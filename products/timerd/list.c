/* SPDX-License-Identifier: MIT-0 */
/* The answer of LIST: the timers of all shards in order, up to the place that each shard
   which has more has looked at. */
#include "resp.h"
#include "store.h"
#include <stdlib.h>
#include <string.h>

static struct seen *timers;
static size_t count, room;
static struct mark horizon;
static bool more; /* behind the horizon */

void list_begin(void) {
    count = 0;
    more = false;
}

void list_add(const struct seen *s) {
    if (count == room) {
        room = room ? 2 * room : 1024;
        timers = (struct seen *)must(realloc(timers, room * sizeof *timers));
    }
    timers[count++] = *s;
}

static void mark_at(struct mark *mark, uint64_t due, struct text id) {
    mark->due = due;
    mark->size = id.size < sizeof mark->id ? id.size : sizeof mark->id;
    memcpy(mark->id, id.at, mark->size);
}

void list_reached(uint64_t due, struct text id) {
    if (!more || before_mark(due, id, &horizon))
        mark_at(&horizon, due, id);
    more = true;
}

static int in_order(const void *a, const void *b) {
    const struct seen *const x = (const struct seen *)a, *const y = (const struct seen *)b;
    const size_t both = x->id.size < y->id.size ? x->id.size : y->id.size;
    const int order = memcmp(x->id.at, y->id.at, both);

    if (x->due != y->due)
        return x->due < y->due ? -1 : 1;
    if (order)
        return order;
    return (x->id.size > y->id.size) - (x->id.size < y->id.size);
}

static bool behind_horizon(const struct seen *s) {
    const struct text id = {horizon.id, horizon.size};

    return more && !before_mark(s->due, s->id, &horizon) &&
           !(s->due == horizon.due && text_same(s->id, id));
}

static void add_row(struct op *op, const struct seen *s) {
    resp_array(&op->rows, 4);
    resp_text(&op->rows, s->id);
    resp_integer(&op->rows, s->generation);
    resp_integer(&op->rows, s->due);
    resp_integer(&op->rows, s->period);
    op->rows_n++;
}

static void reach(struct op *op, uint64_t due, struct text id) {
    op->reached_due = due;
    buffer_add(&op->reached, id.at, id.size);
}

void list_end(struct op *op) {
    const struct text end = {horizon.id, horizon.size};
    size_t i;

    if (count)
        qsort(timers, count, sizeof *timers, in_order);
    for (i = 0; i < count && op->rows_n < op->count && !behind_horizon(&timers[i]); i++)
        add_row(op, &timers[i]);
    op->number = more || i < count;
    if (i < count && op->rows_n == op->count)
        reach(op, timers[i - 1].due, timers[i - 1].id);
    else
        reach(op, horizon.due, end);
}
