/* SPDX-License-Identifier: MIT-0 */
/* lists.h - timers in a plain list, sorted or not: measures for the benchmarks.

   WHAT IT IS
       The two schemes that every textbook begins with. Unsorted: arming appends, and
       every tick looks at all timers. Sorted: arming walks from the end to its place, and
       a tick looks at the first timer. Both are doubly linked, so that cancelling is
       O(1).

   WHAT IT LACKS
       Unsorted: order by deadline within one advance; next() walks over all. A callback
       may arm anything and cancel itself, no other timer.

   SOURCE
       G. Varghese and A. Lauck, Hashed and Hierarchical Timing Wheels, SOSP 1987, schemes
       1 and 2. The code is our own.
 */
#ifndef LISTS_H
#define LISTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One timer, or the head of a list. Idle if next is NULL. */
struct lists_node {
    struct lists_node *next, *prev;
    uint64_t due;
    void (*fn)(struct lists_node *n, uint64_t now);
};

static inline void lists_init(struct lists_node *head) { head->next = head->prev = head; }

static inline void lists__behind(struct lists_node *at, struct lists_node *n) {
    n->prev = at;
    n->next = at->next;
    at->next->prev = n;
    at->next = n;
}

static inline void lists_cancel(struct lists_node *n) {
    if (!n->next)
        return;
    n->prev->next = n->next;
    n->next->prev = n->prev;
    n->next = NULL;
}

static inline void lists_add_unsorted(struct lists_node *head, struct lists_node *n, uint64_t due) {
    lists_cancel(n);
    n->due = due;
    lists__behind(head->prev, n);
}

static inline void lists_add_sorted(struct lists_node *head, struct lists_node *n, uint64_t due) {
    struct lists_node *at;

    lists_cancel(n);
    n->due = due;
    for (at = head->prev; at != head && at->due > due; at = at->prev)
        ;
    lists__behind(at, n);
}

/* The earliest deadline. False: no timer. */
static inline bool lists_next_unsorted(const struct lists_node *head, uint64_t *due) {
    const struct lists_node *n;

    *due = UINT64_MAX;
    for (n = head->next; n != head; n = n->next)
        *due = n->due < *due ? n->due : *due;
    return head->next != head;
}

static inline bool lists_next_sorted(const struct lists_node *head, uint64_t *due) {
    *due = head->next == head ? UINT64_MAX : head->next->due;
    return head->next != head;
}

static inline void lists__fire(struct lists_node *n, uint64_t now) {
    lists_cancel(n);
    n->fn(n, now);
}

/* What callbacks arm stands behind the last one and is not looked at. */
static inline void lists_advance_unsorted(struct lists_node *head, uint64_t now) {
    struct lists_node *n = head->next, *next, *const last = head->prev;
    bool more = last != head;

    for (; more; n = next) {
        next = n->next;
        more = n != last;
        if (n->due <= now)
            lists__fire(n, now);
    }
}

static inline void lists_advance_sorted(struct lists_node *head, uint64_t now) {
    while (head->next != head && head->next->due <= now)
        lists__fire(head->next, now);
}

#endif /* LISTS_H */
