/* SPDX-License-Identifier: MIT-0 */
/* by_hand.h - the verbs of application.c as one writes them by hand: a list in the order
   of deadlines, first in, first out among equals. add() moves a timer that is armed. The
   caller keeps to what the code does not ask: a callback calls no advance(), the clock
   does not go back, and no deadline lies half the range of a tick ahead. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if TW_TICK_BITS == 16
typedef uint16_t tw_tick;
typedef int16_t difference;
#else
typedef uint32_t tw_tick;
typedef int32_t difference;
#endif

struct tw_node {
    struct tw_node *next;
    tw_tick due;
    void (*fn)(struct tw_node *, tw_tick);
};

struct set {
    struct tw_node *first;
};

static void set_init(struct set *t, tw_tick now, void *array, size_t n) {
    (void)now, (void)array, (void)n;
    t->first = NULL;
}

static __attribute__((noinline)) bool set_cancel(struct set *t, struct tw_node *n) {
    struct tw_node **at = &t->first;

    while (*at && *at != n)
        at = &(*at)->next;
    if (!*at)
        return false;
    *at = n->next;
    return true;
}

static bool set_add(struct set *t, struct tw_node *n, tw_tick due) {
    struct tw_node **at = &t->first;

    set_cancel(t, n);
    while (*at && (difference)(due - (*at)->due) >= 0)
        at = &(*at)->next;
    n->due = due;
    n->next = *at;
    *at = n;
    return true;
}

static bool set_next(const struct set *t, tw_tick *due) {
    if (t->first)
        *due = t->first->due;
    return t->first != NULL;
}

static size_t set_advance(struct set *t, tw_tick now) {
    size_t fired = 0;
    struct tw_node *n;

    for (; (n = t->first) != NULL && (difference)(now - n->due) >= 0; fired++) {
        t->first = n->next;
        n->fn(n, now);
    }
    return fired;
}
