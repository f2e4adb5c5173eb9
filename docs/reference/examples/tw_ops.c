/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_ops(3): one function for every structure. */
#define TW_IMPLEMENTATION
#include <tw/hwheel.h>
#include <tw/rbtree.h>
#include <tw/timers.h>
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

/* example */
/* A set over any structure, which has its array behind it in memory of the heap. */
static void *set_up(struct tw_timers *t, const struct tw_ops *ops, size_t n) {
    const size_t size = (ops->size + 63) / 64 * 64; /* so that the array begins aligned */
    char *memory = (char *)malloc(size + ops->bytes(n));

    if (memory)
        tw_timers_init(t, 0, ops, memory, memory + size, n);
    return memory;
}

/* end */

int main(void) {
    static const struct tw_ops *const all[] = {&tw_hwheel_ops, &tw_rbtree_ops};
    struct tw_timers t;
    tw_tick due = 0;
    size_t i;

    for (i = 0; i < 2; i++) {
        struct tw_node n = TW_NODE(NULL);
        void *memory = set_up(&t, all[i], 10);

        assert(memory && tw_timers_add(&t, &n, 5) && tw_timers_next(&t, &due) && due == 5);
        puts(all[i]->name);
        free(memory);
    }
    return 0;
}
