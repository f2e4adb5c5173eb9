/* SPDX-License-Identifier: MIT-0 */
/* libevent's heap of events over heap4.h: stands in for its minheap-internal.h. The key
   is the event's own ev_timeout, so that the heap is a queue of objects in order. Its
   names, and the answers of its functions, are libevent's. */
#ifndef TW_LIBEVENT_MINHEAP_H
#define TW_LIBEVENT_MINHEAP_H

#include "event2/event-config.h"
#include "evconfig-private.h"
#include "event2/event.h"
#include "event2/event_struct.h"
#include "event2/util.h"
#include "util-internal.h"
#include "mm-internal.h"

#include <tw/heap4.h>

static inline bool min_heap_sooner_(const struct event *a, const struct event *b) {
    return evutil_timercmp(&a->ev_timeout, &b->ev_timeout, <);
}

TW_HEAP4_OF(min_heap_queue, struct event, ev_node, min_heap_sooner_)

typedef struct min_heap {
    struct min_heap_queue queue;
    tw_heap4_array *array;
} min_heap_t;

static inline void min_heap_ctor_(min_heap_t *s) {
    s->array = NULL;
    min_heap_queue_init(&s->queue, 0, NULL, 0);
}

static inline void min_heap_dtor_(min_heap_t *s) {
    if (s->array)
        mm_free(s->array);
}

static inline void min_heap_elem_init_(struct event *e) { tw_node_init(&e->ev_node, NULL); }

static inline int min_heap_empty_(min_heap_t *s) { return min_heap_queue_count(&s->queue) == 0; }

static inline unsigned min_heap_size_(min_heap_t *s) {
    return (unsigned)min_heap_queue_count(&s->queue);
}

static inline struct event *min_heap_top_(min_heap_t *s) { return min_heap_queue_peek(&s->queue); }

static inline struct event *min_heap_pop_(min_heap_t *s) { return min_heap_queue_pop(&s->queue); }

static inline struct event *min_heap_each_(min_heap_t *s, struct event *e) {
    return min_heap_queue_each(&s->queue, e);
}

static inline const char *min_heap_check_(min_heap_t *s) { return min_heap_queue_check(&s->queue); }

/* Makes room for n events, in all. -1: there is no memory. */
static inline int min_heap_reserve_(min_heap_t *s, unsigned n) {
    const size_t capacity = min_heap_queue_capacity(&s->queue),
                 room = 2 * capacity > n ? 2 * capacity : n + 7;
    tw_heap4_array *array;

    if (n <= capacity)
        return 0;
    array = mm_realloc(s->array, TW_HEAP4_BYTES(room));
    if (!array)
        return -1;
    s->array = array;
    return min_heap_queue_storage(&s->queue, array, room) ? 0 : -1;
}

static inline int min_heap_push_(min_heap_t *s, struct event *e) {
    return min_heap_reserve_(s, min_heap_size_(s) + 1) == 0 && min_heap_queue_add(&s->queue, e)
               ? 0
               : -1;
}

/* The event's ev_timeout was changed. */
static inline int min_heap_adjust_(min_heap_t *s, struct event *e) {
    return min_heap_queue_update(&s->queue, e) ? 0 : min_heap_push_(s, e);
}

static inline int min_heap_erase_(min_heap_t *s, struct event *e) {
    return min_heap_queue_cancel(&s->queue, e) ? 0 : -1;
}

#endif
