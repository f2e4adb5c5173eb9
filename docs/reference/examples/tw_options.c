/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_options(3): a program of one file that counts what its timers do. */
/* example */
#define TW_TICK_BITS      32 /* a millisecond counter of 32 bits, which wraps */
#define TW_STATIC            /* one file: all compiled functions static */
#define TW_IMPLEMENTATION    /* here */
#include <assert.h>
static unsigned events[10];
#define TW_ASSERT(condition)             assert(condition)
#define TW_TRACE(event, set, node, tick) ((void)(node), (void)(tick), (void)events[event]++)
#include <tw/heap4.h>

/* end */

int main(void) {
    static TW_HEAP4_ARRAY(room, 2);
    struct tw_heap4 heap;
    struct tw_node n = TW_NODE(NULL), m = TW_NODE(NULL);

    assert(sizeof(tw_tick) == 4);
    tw_heap4_init(&heap, 0, room, 2);
    tw_heap4_add(&heap, &n, 5);
    tw_heap4_add(&heap, &m, 0xFFFFFFFFu); /* just before 0, and before 5 */
    assert(tw_heap4_pop(&heap) == &m && tw_heap4_cancel(&heap, &n));
    assert(events[TW_ARM] == 2 && events[TW_CANCEL] == 1 && events[TW_COMPARE] > 0);
    return 0;
}
