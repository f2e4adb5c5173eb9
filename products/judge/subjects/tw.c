/* SPDX-License-Identifier: MIT-0 */
/* Every structure of ours: `tw STRUCTURE [OPTION...]`. */
#include "judge.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define TW_IMPLEMENTATION
#define TW_STATIC
#include "bigwheel.h"
#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include "skiplist.h"
#include "smallwheel.h"
#include "sortedlist.h"
#include "timers.h"
#include "wheel.h"

static const struct tw_ops *const structures[] = {
    &tw_heap4_ops, &tw_rbtree_ops,     &tw_skiplist_ops, &tw_sortedlist_ops,
    &tw_wheel_ops, &tw_smallwheel_ops, &tw_hwheel_ops,   &tw_bigwheel_ops,
};

#define CLAIMS "fifo next move passed callbacks deferred budget "
#define WIDTH                                                 \
    (TW_TICK_BITS == 64   ? CLAIMS "top 18446744073709551615" \
     : TW_TICK_BITS == 32 ? CLAIMS "bits 32"                  \
                          : CLAIMS "bits 16")

static const struct tw_ops *ops;
static struct tw_timers set;
static struct tw_node node[JUDGE_IDS];
static void *in, *room;

static void fire(struct tw_node *n, tw_tick now) {
    (void)now;
    judge_fired((unsigned)(n - node));
}

static void init(uint64_t now) {
    free(in);
    free(room);
    if (!(in = malloc(ops->size)) || !(room = malloc(ops->bytes(JUDGE_IDS) + 1)))
        abort();
    for (unsigned i = 0; i < JUDGE_IDS; i++)
        tw_node_init(&node[i], fire);
    tw_timers_init(&set, (tw_tick)now, ops, in, room, JUDGE_IDS);
}

static bool add(unsigned id, uint64_t due) { return tw_timers_add(&set, &node[id], (tw_tick)due); }

static bool cancel(unsigned id) { return tw_timers_cancel(&set, &node[id]); }

static bool next(uint64_t *due) {
    tw_tick tick = 0;

    return tw_timers_next(&set, &tick) && (*due = tick, true);
}

static void advance(uint64_t now, uint64_t max) {
    tw_timers_advance_some(&set, (tw_tick)now, max > (size_t)-1 ? (size_t)-1 : (size_t)max);
}

int main(int argc, char **argv) {
    static char name[60];
    static const struct judge_subject subject = {name,   WIDTH, init, add,
                                                 cancel, add,   next, advance};

    for (size_t i = 0; argc > 1 && i < sizeof structures / sizeof *structures; i++)
        if (strcmp(argv[1], structures[i]->name) == 0)
            ops = structures[i];
    if (!ops) {
        fprintf(stderr, "Usage: %s STRUCTURE [OPTION...], such as heap4\n", argv[0]);
        return 2;
    }
    snprintf(name, sizeof name, "tw %s, ticks of %d bits", ops->name, TW_TICK_BITS);
    argv[1] = argv[0];
    return judge_main(argc - 1, argv + 1, &subject);
}
