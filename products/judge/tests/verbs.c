/* SPDX-License-Identifier: MIT-0 */
/* The sets of tw.c with all operations of the vectors: `verbs STRUCTURE --verbs` answers lines.
   With other options it is tw.c. The memory of a set is never zero before init(). */
#define main tw_main
#include "../subjects/tw.c"
#undef main
#include "verbs.h"

static void called(struct tw_node *n, tw_tick now) { act((unsigned)(n - node), now); }

static void renew(uint64_t now, uint64_t capacity) {
    init(now);
    memset(&set, 1, sizeof set);
    memset(in, 1, ops->size);
    for (unsigned i = 0; i < JUDGE_IDS; i++)
        tw_node_init(&node[i], called);
    tw_timers_init(&set, (tw_tick)now, ops, in, room, (size_t)capacity);
}

static bool add_sooner(unsigned id, uint64_t due) {
    return tw_timers_add_if_earlier(&set, &node[id], (tw_tick)due);
}

static bool add_in(unsigned id, uint64_t now, uint64_t delay) {
    return tw_timers_add_in(&set, &node[id], (tw_tick)now, (tw_tick)delay);
}

static void clear(void) { tw_timers_clear_with(&set, called); }

static uint64_t left(unsigned id) { return tw_timers_remaining(&set, &node[id]); }

static int wait_ms(uint64_t ticks) {
    return tw_timers_wait_ms(&set, tw_timers_now(&set), (tw_tick)ticks);
}

static uint64_t last_due(unsigned id) { return node[id].due; }

int main(int argc, char **argv) {
    char *only[] = {argv[0], "", NULL};

    if (argc != 3 || strcmp(argv[2], "--verbs") != 0)
        return tw_main(argc, argv);
    for (size_t i = 0; i < sizeof structures / sizeof *structures; i++)
        if (strcmp(argv[1], structures[i]->name) == 0)
            ops = structures[i];
    return ops ? answer_all(ops->name) : tw_main(2, only);
}
