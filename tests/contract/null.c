/* SPDX-License-Identifier: MIT-0 */
/* NULL for what a verb needs. TW_ASSERT fails before NULL is used; with TW_DEBUG the
   program ends with a line that names the verb and what is NULL, and never blames the
   headers. A case is a call in a child process. A verb that takes NULL for "none" is no
   case here.

       null              all cases, and their number
       null NAME         one, in this process */
#undef NDEBUG
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "child.h"

enum { TRIPPED = 42 };

#define TW_ASSERT(condition) ((condition) ? (void)0 : _exit(TRIPPED))
#define TW_STATIC
#define TW_IMPLEMENTATION
#include "watch.h"
#include "bigwheel.h"
#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include "skiplist.h"
#include "smallwheel.h"
#include "sortedlist.h"
#include "wheel.h"
#include "timers.h"
#include "window.h"
#include "post.h"
#if TW_TICK_BITS == 64
#include "delayqueue.h"
#endif
#include "shards.h"

/* The node is not the first member: the address of a member of NULL is not NULL. */
struct job {
    int key;
    struct tw_node node;
};

static bool before(const struct job *a, const struct job *b) { return a->key < b->key; }

TW_TIMERS_OF(set, sortedlist)
TW_WINDOWS_OF(windows, sortedlist)
TW_SHARDS_OF(loops, sortedlist)
TW_POSTS_OF(set)
TW_HEAP4_OF(heap, struct job, node, before)
TW_RBTREE_OF(tree, struct job, node, before)
TW_SKIPLIST_OF(skip, struct job, node, before)
TW_SORTEDLIST_OF(list, struct job, node, before)
TW_WHEEL_OF(round, struct job, node)
TW_SMALLWHEEL_OF(small, struct job, node)
TW_HWHEEL_OF(beats, struct job, node)
TW_BIGWHEEL_OF(big, struct job, node)
#if TW_TICK_BITS > 16
TW_HEAP4_BY(keyed, struct job, node, key)
#endif
#if TW_TICK_BITS == 64
TW_DELAYQUEUE_OF(pool, sortedlist)
static struct pool pool;
static struct tw_delayqueue any_pool;
#endif

static struct tw_watch watch;

struct tw_watch *tw_watch_of(const struct tw_clock *of) {
    return (void)of, NULL;
}

static struct set set;
static struct windows windows;
static struct loops_shard shard;
static struct tw_posts inbox;
static struct tw_post post;
static struct tw_shard_timer timer;
static struct tw_timers timers;
static struct heap heap;
static struct tree tree;
static struct skip skip;
static struct list list;
static struct round slots;
static struct small small;
static struct beats beats;
static struct big big;
#if TW_TICK_BITS > 16
static struct keyed keyed;
#endif

static struct tw_heap4 plain_heap;
static struct tw_rbtree plain_tree;
static struct tw_skiplist plain_skip;
static struct tw_sortedlist plain_list;
static struct tw_wheel plain_slots;
static struct tw_smallwheel plain_small;
static struct tw_hwheel plain_beats;
static struct tw_bigwheel plain_big;
static struct tw_sortedlist in;
static TW_WHEEL_ARRAY(places, 16);
static TW_HEAP4_ARRAY(room, 4);

/* volatile, so that no compiler sees that they are NULL */
static struct tw_node *no_nodes[1], **volatile nodes = no_nodes, *volatile node;
static struct job *no_jobs[1], **volatile jobs = no_jobs, *volatile job;
static struct tw_window *volatile window;
static struct tw_post *volatile no_post;
static struct tw_posts *volatile no_inbox;
static struct tw_shard_timer *volatile no_timer;
static struct tw_record *volatile no_array;

static void pauses(void) {}

static void fire(struct tw_node *n, tw_tick now) { (void)n, (void)now; }

/* What is NULL, the verb that the line names, and the call. X(what, verb, call) */
#define OF_STRUCTURE(X, name, s)                              \
    X(node, tw_##name##_add, tw_##name##_add(&s, node, 5))    \
    X(node, tw_##name##_cancel, tw_##name##_cancel(&s, node)) \
    X(node, tw_##name##_prefetch, tw_##name##_prefetch(&s, nodes, NULL, 1))
#define OF_ORDER(X, name)                               \
    X(object, name##_add, name##_add(&name, job))       \
    X(object, name##_update, name##_update(&name, job)) \
    X(object, name##_cancel, name##_cancel(&name, job)) \
    X(object, name##_prefetch, name##_prefetch(&name, jobs, 1))
#define OF_TICK(X, name, s)                          \
    X(object, name##_add, name##_add(&s, job, 5))    \
    X(object, name##_cancel, name##_cancel(&s, job)) \
    X(object, name##_prefetch, name##_prefetch(&s, jobs, NULL, 1))
#define OF_SET(X, name, s)                                             \
    X(node, name##_add, name##_add(&s, node, 5))                       \
    X(node, name##_add_if_earlier, name##_add_if_earlier(&s, node, 5)) \
    X(node, name##_add_in, name##_add_in(&s, node, 5, 5))              \
    X(node, name##_cancel, name##_cancel(&s, node))                    \
    X(node, name##_remaining, name##_remaining(&s, node))              \
    X(node, name##_pending, name##_pending(&s, node))                  \
    X(node, name##_prefetch, name##_prefetch(&s, nodes, NULL, 1))
#define ALL(X)                                                                       \
    X(node, tw_idle, tw_idle(node))                                                  \
    X(node, tw_node_init, tw_node_init(node, fire))                                  \
    X(node, TW_OF, TW_OF(node, struct job, node))                                    \
    OF_STRUCTURE(X, heap4, plain_heap)                                               \
    OF_STRUCTURE(X, rbtree, plain_tree)                                              \
    OF_STRUCTURE(X, skiplist, plain_skip)                                            \
    OF_STRUCTURE(X, sortedlist, plain_list)                                          \
    OF_STRUCTURE(X, wheel, plain_slots)                                              \
    OF_STRUCTURE(X, smallwheel, plain_small)                                         \
    OF_STRUCTURE(X, hwheel, plain_beats)                                             \
    OF_STRUCTURE(X, bigwheel, plain_big)                                             \
    X(node, tw_heap4_update, tw_heap4_update(&plain_heap, node))                     \
    X(node, tw_rbtree_update, tw_rbtree_update(&plain_tree, node))                   \
    X(node, tw_skiplist_update, tw_skiplist_update(&plain_skip, node))               \
    X(node, tw_sortedlist_update, tw_sortedlist_update(&plain_list, node))           \
    OF_ORDER(X, heap)                                                                \
    OF_ORDER(X, tree)                                                                \
    OF_ORDER(X, skip)                                                                \
    OF_ORDER(X, list)                                                                \
    X(object, tree_lower_bound, tree_lower_bound(&tree, job))                        \
    X(object, skip_lower_bound, skip_lower_bound(&skip, job))                        \
    OF_TICK(X, round, slots)                                                         \
    OF_TICK(X, small, small)                                                         \
    OF_TICK(X, beats, beats)                                                         \
    OF_TICK(X, big, big)                                                             \
    OF_SET(X, set, set)                                                              \
    OF_SET(X, tw_timers, timers)                                                     \
    X(window, windows_add, windows_add(&windows, window, 5, 9))                      \
    X(window, windows_cancel, windows_cancel(&windows, window))                      \
    X(window, windows_pending, windows_pending(&windows, window))                    \
    X(post, tw_post_arm, tw_post_arm(&inbox, no_post, 5))                            \
    X(inbox, tw_post_arm, tw_post_arm(no_inbox, &post, 5))                           \
    X(post, tw_post_cancel, tw_post_cancel(&inbox, no_post))                         \
    X(inbox, tw_post_cancel, tw_post_cancel(no_inbox, &post))                        \
    X(post, tw_post_init, tw_post_init(no_post, fire))                               \
    X(inbox, tw_posts_any, tw_posts_any(no_inbox))                                   \
    X(inbox, set_drain, set_drain(&set, no_inbox, NULL))                             \
    X(set, set_drain, set_drain(NULL, &inbox, NULL))                                 \
    X(shard, loops_init, loops_init(NULL, 0, NULL, 0))                               \
    X(shard, loops_timer_init, loops_timer_init(NULL, &timer, fire))                 \
    X(timer, loops_timer_init, loops_timer_init(&shard, no_timer, fire))             \
    X(timer, loops_home, loops_home(no_timer))                                       \
    X(timer, loops_arm, loops_arm(&shard, no_timer, 5))                              \
    X(timer, loops_cancel, loops_cancel(&shard, no_timer))                           \
    X(timer, loops_cancel_and_wait, loops_cancel_and_wait(&shard, no_timer, pauses)) \
    X(timer, loops_settled, loops_settled(no_timer))                                 \
    X(shard, loops_woken, loops_woken(NULL))                                         \
    X(shard, loops_pull, loops_pull(NULL, 5))                                        \
    X(shard, loops_parked, loops_parked(NULL, &tick))                                \
    X(array, tw_watch_record, tw_watch_record(&watch, no_array, 1))

#if TW_TICK_BITS > 16
#define KEYED(X) OF_ORDER(X, keyed)
#else
#define KEYED(X)
#endif
#if TW_TICK_BITS == 64
#define QUEUES(X)                                                           \
    X(node, pool_put, pool_put(&pool, node, 5))                             \
    X(node, pool_put_in, pool_put_in(&pool, node, 5))                       \
    X(node, pool_move, pool_move(&pool, node, 5))                           \
    X(node, pool_cancel, pool_cancel(&pool, node))                          \
    X(node, tw_delayqueue_put_in, tw_delayqueue_put_in(&any_pool, node, 5)) \
    X(node, tw_delayqueue_cancel, tw_delayqueue_cancel(&any_pool, node))
#else
#define QUEUES(X)
#endif

static tw_tick tick;

#define CALL(what, verb, call) \
    static void what##_##verb(void) { (void)(call); }
ALL(CALL)
KEYED(CALL)
QUEUES(CALL)

#define ROW(what, verb, call) {#what, #verb, what##_##verb},

/* clang-format off */
static const struct null_case {
    const char *what, *verb;
    void (*run)(void);
} cases[] = {ALL(ROW) KEYED(ROW) QUEUES(ROW)};

/* clang-format on */

static void start(void) {
    tw_watch_init(&watch, NULL, NULL);
    heap_init(&heap, 0, room, 4);
    round_init(&slots, 0, places, 16);
    loops_init(&shard, 0, NULL, 0);
    tw_timers_init(&timers, 0, &tw_sortedlist_ops, &in, NULL, 0);
#if TW_TICK_BITS == 64
    assert(pool_init(&pool, NULL, 0) &&
           tw_delayqueue_init(&any_pool, &tw_sortedlist_ops, &in, NULL, 0));
#endif
}

/* Where prefetch() is empty, it asks for nothing. */
#if TW__AHEAD || defined(TW_DEBUG)
enum { HINTS = true };
#else
enum { HINTS = false };
#endif

/* Says whether the child has ended as it must. */
static bool passes(const struct null_case *c) {
    static char said[LINE];
    char wanted[LINE] = "";
    const int status = in_a_child(c->run, said);
    const char *from = said;
    const int exits = HINTS || !strstr(c->verb, "_prefetch") ? TRIPPED : 0;
    bool ended = WIFEXITED(status) && WEXITSTATUS(status) == exits;

#if defined(TW_DEBUG) && !defined(TW_DEBUG_NO_LIBC)
    snprintf(wanted, sizeof wanted, "%s: the %s is NULL. Give its address.\n", c->verb, c->what);
    ended = WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
    if (strlen(said) > strlen(wanted)) /* a place comes before */
        from += strlen(said) - strlen(wanted);
    ended = ended && (from == said || from[-1] == ' ');
#endif
    if (ended && strcmp(from, wanted) == 0)
        return true;
    printf("FAILED: %s is NULL in %s: status %x, said %s\n", c->what, c->verb, (unsigned)status,
           said);
    return false;
}

int main(int argc, char **argv) {
    size_t i, failed = 0;

    setvbuf(stdout, NULL, _IONBF, 0); /* or children write it again */
    start();
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (argc < 2)
            failed += !passes(&cases[i]);
        else if (strcmp(argv[1], cases[i].verb) == 0)
            cases[i].run();
    printf("%d cases, %d failed\n", (int)i, (int)failed);
    return failed != 0;
}
