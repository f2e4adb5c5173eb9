/* SPDX-License-Identifier: MIT-0 */
/* Sets over all structures, and what is armed in each, for gdb_test.sh: here gdb stops,
   in stop_here(), and lists them. On stdout stands what it should list, by each() and
   n->due. With an argument a list and a tree are broken then. */
#undef NDEBUG
#define TW_STATIC
#define TW_IMPLEMENTATION
#include <assert.h>
#include <stdio.h>
#include "bigwheel.h"
#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include "skiplist.h"
#include "smallwheel.h"
#include "timers.h"
#include "wheel.h"

enum { TIMERS = 60, BEFORE = 20 };

static void idle_timeout(struct tw_node *n, tw_tick now) { (void)n, (void)now; }

static void request_timeout(struct tw_node *n, tw_tick now) { (void)n, (void)now; }

/* Armed near and far, in no order, and one moved and one cancelled; some for a passed
   tick, which stay due. */
static tw_tick deadline(tw_tick now, unsigned i) {
    const unsigned far = i % 3 == 0 ? 40u : i % 3 == 1 ? 1500u : 9000u;
    return (tw_tick)(now + (i * 37u % 61u + 1u) * far / 40u);
}

static void say(const char *set, const struct tw_node *n, tw_tick now) {
    const tw_tick ahead = (tw_tick)(n->due - now);
    const bool passed = ahead > TW_TICK_MAX / 2;

    printf("%s %p  due %lu  in %s%lu  %s\n", set, (const void *)n, (unsigned long)n->due,
           passed ? "-" : "", (unsigned long)(passed ? (tw_tick)(now - n->due) : ahead),
           n->fn == idle_timeout      ? "<idle_timeout>"
           : n->fn == request_timeout ? "<request_timeout>"
                                      : "no function");
}

#define SET(name, of, cells)                                                        \
    TW_TIMERS_OF(name, of)                                                          \
    static struct name name;                                                        \
    static struct tw_node name##_nodes[TIMERS];                                     \
    static void name##_fill(tw_tick now) {                                          \
        struct tw_node *n = NULL;                                                   \
        unsigned i;                                                                 \
        name##_init(&name, now, cells, 256);                                        \
        for (i = 0; i < TIMERS; i++) {                                              \
            tw_node_init(&name##_nodes[i], i % 2 ? idle_timeout : request_timeout); \
            assert(name##_add(&name, &name##_nodes[i], deadline(now, i)));          \
        }                                                                           \
        name##_advance(&name, (tw_tick)(now + BEFORE));                             \
        name##_nodes[1].fn = NULL;                                                  \
        assert(name##_add(&name, &name##_nodes[0], now) &&                          \
               name##_add(&name, &name##_nodes[1], (tw_tick)(now + 5)));            \
        assert(name##_cancel(&name, &name##_nodes[TIMERS - 1]));                    \
        while ((n = name##_each(&name, n)) != NULL)                                 \
            say(#name, n, name##_now(&name));                                       \
        printf(#name " %lu armed, now %lu\n", (unsigned long)name##_count(&name),   \
               (unsigned long)name##_now(&name));                                   \
    }

static TW_HEAP4_ARRAY(cells, 256);
static TW_SKIPLIST_ARRAY(lanes, 256);
static TW_WHEEL_ARRAY(slots, 256);
SET(heap, heap4, cells)
SET(tree, rbtree, NULL)
SET(skip, skiplist, lanes)
SET(sorted, sortedlist, NULL)
SET(turn, wheel, slots)
SET(rings, smallwheel, NULL)
SET(levels, hwheel, NULL)
SET(crowd, bigwheel, NULL)
TW_TIMERS_OF(timers, hwheel)
static struct timers nothing;

static struct tw_timers chosen;
static struct tw_rbtree chosen_tree;
static struct tw_node chosen_node;

struct server {
    struct tw_timers *timers;
} server; /* not static, so that no compiler leaves it out */

static void fill_chosen(tw_tick now) {
    server.timers = &chosen;
    tw_timers_init(&chosen, now, &tw_rbtree_ops, &chosen_tree, NULL, 0);
    tw_node_init(&chosen_node, idle_timeout);
    assert(tw_timers_add(&chosen, &chosen_node, (tw_tick)(now + 3)));
    say("server.timers", &chosen_node, now);
    printf("server.timers 1 armed, now %lu\n", (unsigned long)now);
}

__attribute__((noinline)) static void stop_here(void) { __asm__ volatile(""); }

int main(int argc, char **argv) {
    const tw_tick now = (tw_tick)(TW_TICK_MAX - 30 - (TW_TICK_BITS == 64 ? TW_TICK_MAX / 2 : 0));

    (void)argv;
    heap_fill(now);
    tree_fill(now);
    skip_fill(now);
    sorted_fill(now);
    turn_fill(now);
    rings_fill(now);
    levels_fill(now);
    crowd_fill(now);
    printf("nothing 0 armed, now 0\n");
    fill_chosen(now);
    if (argc > 1) { /* breaks both */
        sorted.in.last->u.list.prev = sorted.in.last;
        tree.in.head.u.child[0]->u.child[1] = tree.in.head.u.child[0];
    }
    fflush(stdout);
    stop_here();
    return (int)timers_count(&nothing);
}
