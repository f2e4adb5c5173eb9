/* SPDX-License-Identifier: MIT-0 */
#define TW_TIMERS_IMPLEMENTATION
#include "sets.h"
#include "trace.h"

#include <stdlib.h>
#include <string.h>

enum { CACHE_LINE = 64 };

/* Memory that begins with a cache line; *room is to be freed. */
static void *aligned_room(size_t bytes, void **room) {
    char *p = (char *)trace_room(NULL, bytes + CACHE_LINE, 1);

    *room = p;
    return p + (CACHE_LINE - (uintptr_t)p % CACHE_LINE) % CACHE_LINE;
}

struct set set_new(const struct tw_ops *ops, size_t capacity) {
    struct set s;

    memset(&s, 0, sizeof s);
    s.ops = ops;
    s.capacity = capacity ? capacity : 1;
    s.in = aligned_room(ops->size, &s.room[0]);
    s.array = aligned_room(ops->bytes(s.capacity), &s.room[1]);
    return s;
}

void set_free(struct set *s) {
    free(s->room[0]);
    free(s->room[1]);
}

void set_start(struct set *s, uint64_t now, struct timer *timer, size_t timers, tw_fn *fn) {
    tw_timers_init(&s->t, now, s->ops, s->in, s->array, s->capacity);
    for (size_t i = 0; i < timers; i++)
        tw_node_init(&timer[i].node, fn);
}
