/* SPDX-License-Identifier: MIT-0 */
/* Calls what owner.c, or another file, implements. */
#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include "skiplist.h"
#include "smallwheel.h"
#include "wheel.h"
#include "timers.h"
#ifdef __cplusplus
extern "C"
#endif
    int
    use(void);
int use(void) {
    struct tw_hwheel wheel;
    struct tw_smallwheel rings;
    static TW_HEAP4_ARRAY(room, 4);
    static TW_SKIPLIST_ARRAY(lanes, 8);
    static TW_WHEEL_ARRAY(slots, 8);
    struct tw_heap4 heap;
    struct tw_rbtree tree;
    struct tw_skiplist list;
    struct tw_wheel ring;
    struct tw_timers t;
    struct tw_node n = TW_NODE(0);
    tw_heap4_init(&heap, 0, room, 4);
    tw_timers_init(&t, 0, &tw_heap4_ops, &heap, room, 4);
    tw_hwheel_init(&wheel, 0, NULL, 0);
    tw_smallwheel_init(&rings, 0, NULL, 0);
    if (!tw_hwheel_add(&wheel, &n, 5) || !tw_hwheel_cancel(&wheel, &n))
        return 1;
    tw_rbtree_init(&tree, 0, NULL, 0);
    if (!tw_rbtree_add(&tree, &n, 7) || tw_rbtree_lower_bound(&tree, 6) != &n ||
        tw_rbtree_pop(&tree) != &n)
        return 1;
    tw_skiplist_init(&list, 0, lanes, 8);
    if (!tw_skiplist_add(&list, &n, 7) || tw_skiplist_last(&list) != &n ||
        tw_skiplist_pop(&list) != &n)
        return 1;
    tw_wheel_init(&ring, 0, slots, 8);
    if (!tw_wheel_add(&ring, &n, 5) || tw_wheel_take(&ring, 5) != &n)
        return 1;
    return tw_timers_add(&t, &n, 5) && tw_timers_cancel(&t, &n) && tw_heap4_add(&heap, &n, 3) ? 0
                                                                                              : 1;
}
