/* SPDX-License-Identifier: MIT-0 */
/* go_heap.h - the heap of Go's timers, without what is around it: a measure for the
   benchmarks.

   WHAT IT IS
       A heap of arity four in an array of deadlines, each with its timer. The root is
       entry 0, and the children of entry k are entries 4k + 1 to 4k + 4. Of the children
       that come before the entry which sinks the first least one moves up: the search
       begins with the deadline of that entry, and each later child must be less.

   WHAT IT LACKS
       The order of arming among equal deadlines, and positions in the timers. Go's Stop
       and Reset only mark a timer, and a later sweep over the array moves or drops it:
       here timers come in and leave at the root. Room is the caller's.

   SOURCE
       The Go authors, runtime/time.go of Go 1.23, and its comments on the heap. The code
       is our own. */
#ifndef GO_HEAP_H
#define GO_HEAP_H

#include <stddef.h>
#include <stdint.h>

struct go_heap_entry {
    uint64_t when;
    void *timer;
};

struct go_heap {
    struct go_heap_entry *entry;
    size_t count;
};

static inline void go_heap_init(struct go_heap *h, struct go_heap_entry *entry) {
    h->entry = entry;
    h->count = 0;
}

static inline void go_heap_push(struct go_heap *h, uint64_t when, void *timer) {
    size_t k = h->count++;

    for (; k > 0 && when < h->entry[(k - 1) / 4].when; k = (k - 1) / 4)
        h->entry[k] = h->entry[(k - 1) / 4];
    h->entry[k].when = when;
    h->entry[k].timer = timer;
}

/* The first entry; the heap is not empty. */
static inline struct go_heap_entry go_heap_pop(struct go_heap *h) {
    const struct go_heap_entry first = h->entry[0], last = h->entry[--h->count];
    size_t k = 0, child;

    while ((child = 4 * k + 1) < h->count) {
        const size_t end = child + 4 < h->count ? child + 4 : h->count;
        uint64_t least = last.when;
        size_t found = 0;

        for (; child < end; child++)
            if (h->entry[child].when < least) {
                least = h->entry[child].when;
                found = child;
            }
        if (found == 0)
            break;
        h->entry[k] = h->entry[found];
        k = found;
    }
    h->entry[k] = last;
    return first;
}

#endif /* GO_HEAP_H */
