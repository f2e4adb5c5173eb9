/* SPDX-License-Identifier: MIT-0 */
/* What the structure OF answers where docs/choosing.md has a mark: a line each of a name
   and + or -. Built without TW_ASSERT. The last question lets another set cancel a timer:
   a structure that cannot see it may crash there. */
#define TW_ASSERT(condition) ((void)0)
#include "heap4.h"
#include "rbtree.h"
#include "skiplist.h"
#include "smallwheel.h"
#include "wheel.h"
#include "hwheel.h"
#include "bigwheel.h"
#include "timers.h"
#include <stdio.h>

TW_TIMERS_OF(timers, OF)

enum { ROOM = 4, NODES = 9 };

static struct timers a, b;
static struct tw_node node[NODES];

static void answer(const char *what, bool yes) {
    printf("%s %c\n", what, yes ? '+' : '-');
    fflush(stdout);
}

static bool adds_all(void *array, size_t n) {
    bool all = true;

    timers_init(&a, 0, array, n);
    for (int i = 0; i < NODES; i++)
        all &= timers_add(&a, &node[i], (tw_tick)(10 + i));
    timers_clear(&a);
    return all;
}

int main(void) {
    static uint64_t room[512], other[512];

    answer("never_refused", adds_all(room, ROOM));
    answer("no_array", adds_all(NULL, 0));
    timers_init(&a, 0, (void *)room, ROOM);
    timers_init(&b, 0, (void *)other, ROOM);
    timers_add(&a, &node[0], 10);
    answer("sees_other_set", !timers_cancel(&b, &node[0]));
    return 0;
}
