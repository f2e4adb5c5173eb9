/* SPDX-License-Identifier: MIT-0 */
/* heap4 as a plain priority queue, without a clock: `queue --serve` answers lines. */
#include "judge.h"
#define TW_IMPLEMENTATION
#define TW_STATIC
#include "heap4.h"

static struct tw_heap4 heap;
static struct tw_node node[JUDGE_IDS];
static TW_HEAP4_ARRAY(room, JUDGE_IDS);

static void init(uint64_t now) {
    for (unsigned i = 0; i < JUDGE_IDS; i++)
        tw_node_init(&node[i], NULL);
    tw_heap4_init(&heap, (tw_tick)now, room, JUDGE_IDS);
}

static bool add(unsigned id, uint64_t due) { return tw_heap4_add(&heap, &node[id], due); }

static bool cancel(unsigned id) { return tw_heap4_cancel(&heap, &node[id]); }

static bool move(unsigned id, uint64_t due) {
    node[id].due = due;
    return tw_heap4_update(&heap, &node[id]);
}

static bool next(uint64_t *due) { return tw_heap4_next(&heap, due); }

static void pop(uint64_t now, uint64_t max) {
    const struct tw_node *const n = tw_heap4_pop(&heap);

    (void)now, (void)max;
    if (n)
        judge_fired((unsigned)(n - node));
}

int main(int argc, char **argv) {
    static const struct judge_subject subject = {
        "tw heap4, a queue", "pops fifo next move", init, add, cancel, move, next, pop};

    return judge_main(argc, argv, &subject);
}
