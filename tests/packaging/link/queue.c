/* SPDX-License-Identifier: MIT-0 */
/* A delay queue: the file that implements has main, the other one uses it. */
#include "heap4.h"
#include "delayqueue.h"
#ifdef __cplusplus
extern "C"
#endif
    bool
    use(struct tw_delayqueue *q, struct tw_heap4 *heap, void *room);
#ifdef TW_IMPLEMENTATION
int main(void) {
    static TW_HEAP4_ARRAY(room, 4);
    static struct tw_delayqueue q;
    struct tw_heap4 heap;
    return use(&q, &heap, room) && tw_delayqueue_try_take(&q) ? 0 : 1;
}
#else
bool use(struct tw_delayqueue *q, struct tw_heap4 *heap, void *room) {
    static struct tw_node n;
    return tw_delayqueue_init(q, &tw_heap4_ops, heap, room, 4) && tw_delayqueue_put(q, &n, 0);
}
#endif
