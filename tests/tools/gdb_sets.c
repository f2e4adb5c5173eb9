/* SPDX-License-Identifier: MIT-0 */
/* Sets over all structures, and what is armed in each, for gdb_test.sh: here gdb stops,
   in stop_here(), and lists them. On stdout stands what it should list, by n->due, in the
   order in which a second set with the same operations hands its timers out. With an
   argument sets are broken then: `links`, or `foreign` for a part of another structure that
   is whole in itself. */
#undef NDEBUG
#define TW_STATIC
#define TW_IMPLEMENTATION
#include <assert.h>
#include <stdio.h>
#include <string.h>
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

/* n is of the second set, and has the place of `as` there. */
static void say(const char *set, const struct tw_node *as, const struct tw_node *n, tw_tick now) {
    const tw_tick ahead = (tw_tick)(n->due - now);
    const bool passed = ahead > TW_TICK_MAX / 2;

    printf("%s %p  due %lu  in %s%lu  %s\n", set, (const void *)as, (unsigned long)n->due,
           passed ? "-" : "", (unsigned long)(passed ? (tw_tick)(now - n->due) : ahead),
           n->fn == idle_timeout      ? "<idle_timeout>"
           : n->fn == request_timeout ? "<request_timeout>"
                                      : "no function");
}

#define SET(name, of, cells, others)                                                            \
    TW_TIMERS_OF(name, of)                                                                      \
    static struct name name;                                                                    \
    static struct tw_node name##_nodes[TIMERS];                                                 \
    static void name##_fill_one(struct name *t, struct tw_node *nodes, tw_tick now) {           \
        unsigned i, k;                                                                          \
        tw_tick due;                                                                            \
        for (k = 0; k < TIMERS; k++) { /* the far ones first */                                 \
            i = k * 3 % TIMERS + 2 - k * 3 / TIMERS;                                            \
            tw_node_init(&nodes[i], i % 2 ? idle_timeout : request_timeout);                    \
            assert(name##_add(t, &nodes[i], deadline(now, i)) && name##_next(t, &due));         \
            /* the first of the far ones leaves: what follows comes to a sorted list */         \
            if (k == 19)                                                                        \
                for (i = 2; i < TIMERS; i += 3)                                                 \
                    assert(name##_cancel(t, &nodes[i]) && name##_next(t, &due) &&               \
                           name##_add(t, &nodes[i], deadline(now, i)));                         \
        }                                                                                       \
        name##_advance(t, (tw_tick)(now + BEFORE));                                             \
        nodes[1].fn = NULL;                                                                     \
        assert(name##_add(t, &nodes[0], now) && name##_add(t, &nodes[1], (tw_tick)(now + 5)));  \
        assert(name##_add(t, &nodes[3], deadline(now, 31)) &&                                   \
               name##_add(t, &nodes[2], deadline(now, 31)));                                    \
        assert(name##_cancel(t, &nodes[TIMERS - 1]));                                           \
    }                                                                                           \
    static void name##_fill(tw_tick now) {                                                      \
        static struct name twin;                                                                \
        static struct tw_node nodes[TIMERS];                                                    \
        struct tw_node *n;                                                                      \
        unsigned step;                                                                          \
        name##_init(&name, now, cells, 256);                                                    \
        name##_fill_one(&name, name##_nodes, now);                                              \
        name##_init(&twin, now, others, 256);                                                   \
        name##_fill_one(&twin, nodes, now);                                                     \
        assert(name##_count(&twin) == name##_count(&name));                                     \
        for (step = 0; name##_count(&twin); step++)                                             \
            while ((n = name##_expire(&twin, (tw_tick)(now + BEFORE + step))) != NULL)          \
                say(#name, &name##_nodes[n - nodes], n, name##_now(&name));                     \
        printf(#name " %lu armed, now %lu\n", (unsigned long)name##_count(&name),               \
               (unsigned long)name##_now(&name));                                               \
        printf(#name " = set over " #of ", %lu armed, now %lu\n",                               \
               (unsigned long)name##_count(&name), (unsigned long)name##_now(&name));           \
        printf(#name " = " #of " of %lu\n", (unsigned long)tw_##of##_count(&name.in));          \
        printf(#name " = is due for %lu, <request_timeout>\n", (unsigned long)now);             \
        printf(#name " = waits for %lu, <idle_timeout>\n", (unsigned long)name##_nodes[3].due); \
        printf(#name " = idle, <idle_timeout>\n");                                              \
    }

static TW_HEAP4_ARRAY(cells, 256);
static TW_HEAP4_ARRAY(more_cells, 256);
static TW_SKIPLIST_ARRAY(lanes, 256);
static TW_SKIPLIST_ARRAY(more_lanes, 256);
static TW_WHEEL_ARRAY(slots, 256);
static TW_WHEEL_ARRAY(more_slots, 256);
SET(heap, heap4, cells, more_cells)
SET(tree, rbtree, NULL, NULL)
SET(skip, skiplist, lanes, more_lanes)
SET(sorted, sortedlist, NULL, NULL)
SET(turn, wheel, slots, more_slots)
SET(rings, smallwheel, NULL, NULL)
SET(levels, hwheel, NULL, NULL)
SET(crowd, bigwheel, NULL, NULL)
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
    say("server.timers", &chosen_node, &chosen_node, now);
    printf("server.timers 1 armed, now %lu\n", (unsigned long)now);
    printf("server.timers = set over rbtree, 1 armed, now %lu\n", (unsigned long)now);
}

/* A node initialised anew, zeroed, of another set, no node at all, and met again. */
static void break_links(void) {
    tw_node_init(&heap_nodes[3], idle_timeout);
    memset(&rings_nodes[3], 0, sizeof rings_nodes[3]);
    levels.clock.due_list->u.list.prev->u.list.next = crowd.clock.due_list;
    crowd_nodes[3].u.list.next = (struct tw_node *)16;
    sorted.in.last->u.list.prev = sorted.in.last;
    tree.in.head.u.child[0]->u.child[1] = tree.in.head.u.child[0]->u.child[0];
}

/* Cells that changed places, the list of another slot or of another kind, a tree below
   another head, and a tower in another array. */
static void bring_foreign(void) {
    const size_t i = rings_nodes[3].home - TW__WAITING, k = turn_nodes[3].home - TW__WAITING;

    heap.in.cell[heap_nodes[3].home - TW__WAITING].node = &heap_nodes[4];
    rings.in.slot[i ^ 1] = rings.in.slot[i];
    turn.in.cell[k ^ 1].slot.last = turn.in.cell[k].slot.last;
    levels.clock.due_list = sorted.in.last;
    tree.in.head.u.child[0] = chosen_tree.head.u.child[0];
    sorted.in.last = heap.clock.due_list;
    skip.in.base.last->home = (uintptr_t)&skip;
}

__attribute__((noinline)) static void stop_here(void) { __asm__ volatile(""); }

int main(int argc, char **argv) {
    const tw_tick now = (tw_tick)(TW_TICK_MAX - 30 - (TW_TICK_BITS == 64 ? TW_TICK_MAX / 2 : 0));

    heap_fill(now);
    tree_fill(now);
    skip_fill(now);
    sorted_fill(now);
    turn_fill(now);
    rings_fill(now);
    levels_fill(now);
    crowd_fill(now);
    printf("nothing 0 armed, now 0\nnothing = set over hwheel, 0 armed, now 0\n");
    fill_chosen(now);
    if (argc > 1)
        (strcmp(argv[1], "links") == 0 ? break_links : bring_foreign)();
    fflush(stdout);
    stop_here();
    return (int)timers_count(&nothing);
}
