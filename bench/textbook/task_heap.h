/* SPDX-License-Identifier: MIT-0 */
/* task_heap.h - the heap of Java's DelayScheduler, without what is around it: a measure
   for the benchmarks.

   WHAT IT IS
       A heap of arity four in an array of references to tasks. The deadline and the index
       stand in the task, so that a comparison reads the task. The children of entry k are
       entries 4k + 1 to 4k + 4.

   WHAT IT LACKS
       The order of arming among equal deadlines. In Java other threads put what they ask
       into a list, and the thread of the scheduler does it; there the array grows.

   SOURCE
       The OpenJDK, java.util.concurrent.DelayScheduler of JDK 25. The code is our own. */
#ifndef TASK_HEAP_H
#define TASK_HEAP_H

#include <stddef.h>
#include <stdint.h>

struct task_heap_task {
    uint64_t when;
    size_t index;
};

struct task_heap {
    struct task_heap_task **task;
    size_t count;
};

static inline void task_heap_init(struct task_heap *h, struct task_heap_task **task) {
    h->task = task;
    h->count = 0;
}

static inline void task_heap__put(struct task_heap *h, size_t k, struct task_heap_task *t) {
    h->task[k] = t;
    t->index = k;
}

/* Puts t into the hole at k, or above it. */
static inline void task_heap__rise(struct task_heap *h, size_t k, struct task_heap_task *t) {
    for (; k > 0 && t->when < h->task[(k - 1) / 4]->when; k = (k - 1) / 4)
        task_heap__put(h, k, h->task[(k - 1) / 4]);
    task_heap__put(h, k, t);
}

/* Puts t into the hole at k, or below it. */
static inline void task_heap__sink(struct task_heap *h, size_t k, struct task_heap_task *t) {
    size_t child;

    while ((child = 4 * k + 1) < h->count) {
        const size_t end = child + 4 < h->count ? child + 4 : h->count;
        struct task_heap_task *least = h->task[child];

        while (++child < end)
            if (h->task[child]->when < least->when)
                least = h->task[child];
        if (t->when <= least->when)
            break;
        child = least->index;
        task_heap__put(h, k, least);
        k = child;
    }
    task_heap__put(h, k, t);
}

static inline void task_heap_add(struct task_heap *h, struct task_heap_task *t, uint64_t when) {
    t->when = when;
    task_heap__rise(h, h->count++, t);
}

static inline void task_heap_remove(struct task_heap *h, struct task_heap_task *t) {
    struct task_heap_task *last = h->task[--h->count];
    const size_t k = t->index;

    if (last == t)
        return;
    if (k > 0 && last->when < h->task[(k - 1) / 4]->when)
        task_heap__rise(h, k, last);
    else
        task_heap__sink(h, k, last);
}

#endif /* TASK_HEAP_H */
