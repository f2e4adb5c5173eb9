/* SPDX-License-Identifier: MIT-0 */
/* For misuse.c: what holds nodes under a name of its own. Windows and queues of objects by
   tick over each structure, queues in an order of their own, and delay queues. */
#ifndef MISUSE_KINDS_H
#define MISUSE_KINDS_H

#include "options.h"
#include "window.h"
#if TW_TICK_BITS == 64
#include "delayqueue.h"
#endif

enum { THINGS = 8 };

/* An object that any of them can hold. */
struct thing {
    struct tw_window window;
    tw_tick key;
};

static struct thing thing[THINGS];

/* A kind over one structure. In add() `at` is the tick, or the key. */
struct kind {
    const char *name;
    void (*begin)(void *room, size_t n);
    bool (*add)(struct thing *x, tw_tick at);
    const char *(*check)(void);
    size_t (*count)(void);
};

static bool key_before(const struct thing *a, const struct thing *b) { return a->key < b->key; }

static void thing_fires(struct tw_node *n, tw_tick now) { (void)n, (void)now; }

#define CHECKS_OF(name, q)                                              \
    static const char *name##_checks(void) { return name##_check(&q); } \
    static size_t name##_counts(void) { return (size_t)name##_count(&q); }

#define WINDOWS_OF(of)                                                                \
    TW_WINDOWS_OF(of##_windows, of)                                                   \
    static struct of##_windows of##_w;                                                \
    static void of##_windows_begin(void *room, size_t n) {                            \
        of##_windows_init(&of##_w, 0, (tw_##of##_array *)room, n);                    \
    }                                                                                 \
    static bool of##_windows_put(struct thing *x, tw_tick at) {                       \
        return of##_windows_add(&of##_w, &x->window, at, (tw_tick)(at + x->key % 3)); \
    }                                                                                 \
    CHECKS_OF(of##_windows, of##_w)

#define QUEUE_OF(name, of)                                     \
    static struct name name##_q;                               \
    static void name##_begin(void *room, size_t n) {           \
        name##_init(&name##_q, 0, (tw_##of##_array *)room, n); \
    }                                                          \
    CHECKS_OF(name, name##_q)

#define TICKS_OF(X, of)                                         \
    X(of##_by_tick, struct thing, window.node)                  \
    QUEUE_OF(of##_by_tick, of)                                  \
    static bool of##_by_tick_put(struct thing *x, tw_tick at) { \
        return of##_by_tick_add(&of##_by_tick_q, x, at);        \
    }

#define KEYS_OF(name, of)                                 \
    QUEUE_OF(name, of)                                    \
    static bool name##_put(struct thing *x, tw_tick at) { \
        return x->key = at, name##_add(&name##_q, x);     \
    }

#define DELAYED_OF(of)                                                 \
    TW_DELAYQUEUE_OF(of##_delays, of)                                  \
    static struct of##_delays of##_d;                                  \
    static void of##_delays_begin(void *room, size_t n) {              \
        assert(of##_delays_init(&of##_d, (tw_##of##_array *)room, n)); \
    }                                                                  \
    static bool of##_delays_adds(struct thing *x, tw_tick at) {        \
        return of##_delays_put(&of##_d, &x->window.node, at);          \
    }                                                                  \
    CHECKS_OF(of##_delays, of##_d)

/* X for each structure of ours. */
#define EACH_OF_OURS(X) \
    X(heap4) X(rbtree) X(skiplist) X(sortedlist) X(wheel) X(smallwheel) X(hwheel) X(bigwheel)

EACH_OF_OURS(WINDOWS_OF)
TICKS_OF(TW_WHEEL_OF, wheel)
TICKS_OF(TW_SMALLWHEEL_OF, smallwheel)
TICKS_OF(TW_HWHEEL_OF, hwheel)
TICKS_OF(TW_BIGWHEEL_OF, bigwheel)
TW_HEAP4_BY(heap4_by_key, struct thing, window.node, key)
KEYS_OF(heap4_by_key, heap4)
TW_HEAP4_OF(heap4_in_order, struct thing, window.node, key_before)
KEYS_OF(heap4_in_order, heap4)
TW_RBTREE_OF(rbtree_in_order, struct thing, window.node, key_before)
KEYS_OF(rbtree_in_order, rbtree)
TW_SKIPLIST_OF(skiplist_in_order, struct thing, window.node, key_before)
KEYS_OF(skiplist_in_order, skiplist)
TW_SORTEDLIST_OF(sortedlist_in_order, struct thing, window.node, key_before)
KEYS_OF(sortedlist_in_order, sortedlist)
#if TW_TICK_BITS == 64
EACH_OF_OURS(DELAYED_OF)
#endif

#define KIND(name, put) {#name, name##_begin, put, name##_checks, name##_counts},
#define WINDOWS_ROW(of) KIND(of##_windows, of##_windows_put)
#define DELAYED_ROW(of) KIND(of##_delays, of##_delays_adds)
#define QUEUE_ROW(name) KIND(name, name##_put)

static const struct kind kinds[] = {
    EACH_OF_OURS(WINDOWS_ROW) QUEUE_ROW(wheel_by_tick) QUEUE_ROW(smallwheel_by_tick)
        QUEUE_ROW(hwheel_by_tick) QUEUE_ROW(bigwheel_by_tick) QUEUE_ROW(heap4_by_key)
            QUEUE_ROW(heap4_in_order) QUEUE_ROW(rbtree_in_order) QUEUE_ROW(skiplist_in_order)
                QUEUE_ROW(sortedlist_in_order)
#if TW_TICK_BITS == 64
                    EACH_OF_OURS(DELAYED_ROW)
#endif
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

#endif
