/* SPDX-License-Identifier: MIT-0 */
/* The example of tw_queue_take(3): what comes first. */
#define TW_IMPLEMENTATION
#include <tw/heap4.h>
#include <assert.h>
#include <stdio.h>

static TW_HEAP4_ARRAY(room, 100);
static int done;

static void run(struct tw_node *n) { done += n->due != 0; }

/* example */
static void work(struct tw_heap4 *h, tw_tick now) {
    struct tw_node *n;
    tw_tick due;

    if (tw_heap4_next(h, &due))
        printf("the first is due at %lu\n", (unsigned long)due);
    while ((n = tw_heap4_take(h, now)) != NULL) /* all that is due by now, in order */
        run(n);
    while ((n = tw_heap4_pop(h)) != NULL) /* and the others, due or not */
        run(n);
}

/* end */

int main(void) {
    struct tw_node n[3] = {TW_NODE(NULL), TW_NODE(NULL), TW_NODE(NULL)};
    struct tw_heap4 h;

    tw_heap4_init(&h, 0, room, 100);
    tw_heap4_add(&h, &n[0], 30);
    tw_heap4_add(&h, &n[1], 10);
    tw_heap4_add(&h, &n[2], 20);
    assert(tw_heap4_peek(&h) == &n[1]);
    work(&h, 20);
    assert(done == 3 && tw_heap4_count(&h) == 0 && !tw_heap4_peek(&h));
    return 0;
}
