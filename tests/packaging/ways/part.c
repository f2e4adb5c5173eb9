/* SPDX-License-Identifier: MIT-0 */
/* A file of a project, which uses the headers in own_try(). The test writes another file by
   another word for own_; the two may be one unit. */
#if !defined(WITHOUT_INCLUDE)
#include "all.h"
#endif

struct own_job {
    int key;
    struct tw_node node;
};

static int own_fired;

static inline bool own_before(const struct own_job *x, const struct own_job *y) {
    return x->key < y->key;
}
TW_RBTREE_OF(own_tree, struct own_job, node, own_before)
TW_HEAP4_OF(own_heap, struct own_job, node, own_before)
TW_TIMERS_OF(own_set, hwheel)

static void own_fire(struct tw_node *n, tw_tick now) { own_fired += n->due <= now; }

static int own_ordered(struct own_job *job) {
    static struct own_tree tree;
    static struct own_heap heap;
    static TW_HEAP4_ARRAY(room, 3);
    int i;

    own_tree_init(&tree, 0, NULL, 0);
    own_heap_init(&heap, 0, room, 3);
    for (i = 0; i < 3; i++) {
        job[i].key = (i + 1) % 3;
        tw_node_init(&job[i].node, NULL);
        if (!own_tree_add(&tree, &job[i]))
            return 0;
    }
    while (own_tree_count(&tree) != 0)
        if (!own_heap_add(&heap, own_tree_pop(&tree)))
            return 0;
    return own_heap_pop(&heap) == &job[2] && own_heap_pop(&heap) == &job[0];
}

#ifdef __cplusplus
extern "C"
#endif
    int
    own_try(void); /* 0: the answers are right */
int own_try(void) {
    static struct own_set set;
    static struct own_job job[3];
    static struct tw_timers by_table;
    static struct tw_sortedlist list;
    int i;

    if (!own_ordered(job))
        return 1;
    own_set_init(&set, 0, NULL, 0);
    tw_timers_init(&by_table, 0, &tw_sortedlist_ops, &list, NULL, 0);
    for (i = 0; i < 3; i++) {
        static struct tw_node other[3];

        job[i].node.home = 0;
        tw_node_init(&job[i].node, own_fire);
        tw_node_init(&other[i], own_fire);
        if (!own_set_add(&set, &job[i].node, (tw_tick)(9 - i)) ||
            !tw_timers_add(&by_table, &other[i], (tw_tick)(9 + i)))
            return 1;
    }
    return own_set_advance(&set, 8) == 2 && tw_timers_advance(&by_table, 11) == 3 && own_fired == 5
               ? 0
               : 1;
}
