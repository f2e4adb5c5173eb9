/* SPDX-License-Identifier: MIT-0 */
/* A concrete run for Eva, which follows it statement by statement and alarms where C
   leaves an access or a computation undefined: a set of timers over STRUCTURE arms,
   moves, cancels and fires. All that the set links stands at addresses that are numbers,
   since a red-black tree keeps a colour in an address. */
#include "bigwheel.h"
#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include "skiplist.h"
#include "smallwheel.h"
#include "sortedlist.h"
#include "timers.h"
#include "wheel.h"

TW_TIMERS_OF(set, STRUCTURE)

enum { NODES = 12, CELLS = 64, BEGIN = 0x10000 };

struct world {
    struct set set;
    struct tw_node node[NODES];
    uintptr_t array[CELLS];
};

static struct world *const world = (struct world *)BEGIN;
static unsigned fired, early, disorder;
static tw_tick last;

static void fire(struct tw_node *n, tw_tick now) {
    fired++;
    early += n->due > now;
    disorder += n->due < last;
    last = n->due;
    if (n == &world->node[0] && fired < 8) /* periodic */
        set_add(&world->set, n, tw_forward(n->due, 7, now, NULL));
}

int main(void) {
    const tw_tick due[NODES] = {3, 500, 40, 40, 7, 70000, 1, 300, 40, 9, 65, 4096};
    unsigned failed = 0, i;

    failed += set_bytes(NODES) > sizeof world->array;
    set_init(&world->set, 0, (void *)world->array, NODES);
    for (i = 0; i < NODES; i++) {
        tw_node_init(&world->node[i], fire);
        failed += !set_add(&world->set, &world->node[i], due[i]);
    }
    failed += !set_add(&world->set, &world->node[1], 41);   /* moved to be sooner */
    failed += !set_add(&world->set, &world->node[4], 1000); /* and to be later */
    failed += !set_cancel(&world->set, &world->node[8]);
    failed += !set_cancel(&world->set, &world->node[6]);
    failed += set_cancel(&world->set, &world->node[6]);
    failed += set_count(&world->set) != NODES - 2;
    set_advance(&world->set, 2);
    failed += fired != 0;
    set_advance(&world->set, 40);
    set_advance(&world->set, 66);
    set_advance(&world->set, 5000);
    failed += set_count(&world->set) != 1;
    set_clear(&world->set);
    failed += set_count(&world->set) != 0 || !tw_idle(&world->node[5]);
    /*@ assert early == 0 && disorder == 0 && failed == 0 && fired == NODES - 1; */
    return 0;
}
