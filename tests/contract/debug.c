/* SPDX-License-Identifier: MIT-0 */
/* With TW_DEBUG each mistake ends with one line, whose text is compared here, and
   abort(). A case commits one mistake, in a child process, after it has told what must be
   said; a case that expects nothing must end well and in silence. Compiled with
   TW_DEBUG_NO_LIBC the same mistakes trip TW_ASSERT instead, and nothing is said.

       debug              all cases
       debug NAME         one */
#undef NDEBUG
#define _GNU_SOURCE /* anonymous mappings */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "child.h"

#define TW_STATIC
#define TW_IMPLEMENTATION
#define SIZES_OF heap4
#include "debug_kinds.h"
#include "debug_sizes.h"
#include "bigwheel.h"
#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include "skiplist.h"
#include "smallwheel.h"
#include "sortedlist.h"
#include "table.h"
#include "wheel.h"
#include "window.h"
#include "post.h"
#include "window.h"
#if TW_TICK_BITS == 64
#include "delayqueue.h"
#endif

static const char timers_at[] = HERE;
TW_TIMERS_OF(timers, heap4)
static const char beats_at[] = HERE;
TW_TIMERS_OF(beats, hwheel)
#if TW_TICK_BITS != 64
static const char windows_at[] = HERE;
TW_WINDOWS_OF(windows, sortedlist)
#endif

struct job {
    int key;
    struct tw_node node;
};

static bool job_before(const struct job *a, const struct job *b) { return a->key < b->key; }

static const char jobs_at[] = HERE;
TW_HEAP4_OF(jobs, struct job, node, job_before)
#if TW_TICK_BITS > 16 /* an int is no wider */
static const char keys_at[] = HERE;
TW_HEAP4_BY(keys, struct job, node, key)
#endif
static const char slots_at[] = HERE;
TW_WINDOWS_OF(slots, sortedlist)
static const char rows_at[] = HERE;
TW_RBTREE_OF(rows, struct job, node, job_before)
TW_POSTS_OF(timers)

static bool job_not_after(const struct job *a, const struct job *b) { return a->key <= b->key; }

static const char loose_heap_at[] = HERE;
TW_HEAP4_OF(loose_heap, struct job, node, job_not_after)
static const char loose_tree_at[] = HERE;
TW_RBTREE_OF(loose_tree, struct job, node, job_not_after)
static const char loose_lanes_at[] = HERE;
TW_SKIPLIST_OF(loose_lanes, struct job, node, job_not_after)
static const char loose_list_at[] = HERE;
TW_SORTEDLIST_OF(loose_list, struct job, node, job_not_after)

/* What a case expects, told to the parent: nothing, a line and abort(), or a warning. */
enum kind { SILENCE, STOP, WARNING };

static struct told {
    enum kind kind;
    char line[LINE];
} * told;

/* Place and verb, and the rest of the line. The place of a compiled verb is its
   structure; "" is no place. */
static void expect(enum kind kind, const char *place, const char *verb, const char *format, ...) {
    va_list list;
    int used;

    told->kind = kind;
    used = snprintf(told->line, LINE, "%s%s%s: %s", place, *place ? ": " : "", verb,
                    kind == WARNING ? "warning: " : "");
    va_start(list, format);
    used += vsnprintf(told->line + used, (size_t)(LINE - used), format, list);
    va_end(list);
    strcpy(told->line + used, "\n");
}

/* The line behind that of the place above: a kind of set is made there. */
static const char *behind(const char *place) {
    static char text[2][LINE];
    static int which;
    const char *colon = strrchr(place, ':');

    which = !which;
    snprintf(text[which], LINE, "%.*s:%d", (int)(colon - place), place, atoi(colon + 1) + 1);
    return text[which];
}

/* Without a libc nothing is said, and threads are not told apart. */
#if defined(TW_DEBUG_NO_LIBC)
enum { SILENT = 1, THREADS = SILENCE };
#else
enum { SILENT = 0, THREADS = STOP };
#endif

static void fire(struct tw_node *n, tw_tick now) { (void)n, (void)now; }

#if TW_TICK_BITS != 64
static void ignores(struct tw_post *p, tw_tick due) { (void)p, (void)due; }
#endif

enum { N = 40 };

static TW_HEAP4_ARRAY(room, N);
static TW_HEAP4_ARRAY(other_room, N);
static struct timers t, other;
static struct tw_node node[N];

static void start(void) {
    int i;

    timers_init(&t, 1000, room, N);
    timers_init(&other, 1000, other_room, N);
    for (i = 0; i < N; i++)
        tw_node_init(&node[i], fire);
}

#define CASE(name) static void name(void)

/* ------------------------------------------------------------------------------- SETS */

static struct timers *volatile no_set;

CASE(set_is_null) {
    expect(STOP, behind(timers_at), "timers_count", "the set is NULL. Give its address.");
    timers_count(no_set);
}

#define NOT_INITIALISED \
    "the set is not initialised. Call %s_init(), or make it all zero, before its first verb."

CASE(set_is_not_initialised) {
    memset(&t, 0x5A, sizeof t);
    expect(STOP, behind(timers_at), "timers_add", NOT_INITIALISED, "timers");
    timers_add(&t, &node[0], 5);
}

CASE(set_is_not_initialised_when_it_advances) {
    memset(&t, 0x5A, sizeof t);
    expect(STOP, behind(timers_at), "timers_advance", NOT_INITIALISED, "timers");
    timers_advance(&t, 5);
}

CASE(structure_is_not_initialised) {
    static struct tw_heap4 heap;

    memset(&heap, 0x5A, sizeof heap);
    expect(STOP, "heap4", "tw_heap4_pop", NOT_INITIALISED, "tw_heap4");
    tw_heap4_pop(&heap);
}

CASE(objects_are_not_initialised) {
    static struct jobs q;

    memset(&q, 0x5A, sizeof q);
    expect(STOP, behind(jobs_at), "jobs_peek", NOT_INITIALISED, "jobs");
    jobs_peek(&q);
}

CASE(runtime_set_is_not_initialised) {
    static struct tw_timers r;

    memset(&r, 0x5A, sizeof r);
    expect(STOP, "tw_timers", "tw_timers_wait_ms", NOT_INITIALISED, "tw_timers");
    tw_timers_wait_ms(&r, 5, 1);
}

/* Zeroed sets that need no room are valid, and so is every call of theirs. */
/* Whatever the memory held: init() makes a set of it. */
CASE(garbage_is_initialised) {
    static struct tw_heap4 heap;
    static struct jobs q;
    static struct job job;
    static struct tw_timers r;

    memset(&heap, 0x5A, sizeof heap);
    memset(&q, 0x5A, sizeof q);
    memset(&t, 0x5A, sizeof t);
    tw_heap4_init(&heap, 0, room, N);
    jobs_init(&q, 0, other_room, N);
    assert(tw_heap4_add(&heap, &node[0], 5) && tw_heap4_pop(&heap) == &node[0] &&
           jobs_add(&q, &job));
    timers_init(&t, 0, room, N);
    assert(timers_add(&t, &node[0], 5) && timers_cancel(&t, &node[0]));
    memset(&r, 0x5A, sizeof r);
    tw_timers_init(&r, 0, &tw_heap4_ops, &heap, room, N);
    assert(tw_timers_add(&r, &node[0], 5) && tw_timers_cancel(&r, &node[0]));
}

CASE(zeroed_set_is_initialised) {
    static struct beats b;

    tw_node_init(&node[0], fire);
    assert(beats_count(&b) == 0 && beats_add(&b, &node[0], 5) && beats_advance(&b, 5) == 1);
}

#define NO_ROOM                                                                             \
    "the set has no room for a single node. Give %s_init() an array and the number of its " \
    "elements."

CASE(zeroed_set_has_no_room) {
    expect(STOP, behind(timers_at), "timers_add", NO_ROOM, "timers");
    timers_add(&t, &node[0], 5);
}

CASE(set_without_an_array_has_no_room) {
    timers_init(&t, 0, NULL, N);
    expect(STOP, behind(timers_at), "timers_add_in", NO_ROOM, "timers");
    timers_add_in(&t, &node[0], 5, 5);
}

CASE(set_without_room_is_named_by_the_verb_that_adds) {
    timers_init(&t, 0, NULL, N);
    expect(STOP, behind(timers_at), "timers_add_if_earlier", NO_ROOM, "timers");
    timers_add_if_earlier(&t, &node[0], 5);
}

CASE(structure_has_no_room) {
    static struct tw_wheel w;

    expect(STOP, "wheel", "tw_wheel_add", NO_ROOM, "tw_wheel");
    tw_wheel_add(&w, &node[0], 5);
}

CASE(full_set_says_so_once) {
    int i;

    start();
    timers_init(&t, 0, room, 2);
    expect(WARNING, behind(timers_at), "timers_add",
           "the set is full with 2 nodes, and this one is not armed. "
           "Give timers_init() more room, or look at the answer.");
    for (i = 0; i < 5; i++)
        assert(timers_add(&t, &node[i], 5) == (i < 2));
    assert(timers_add(&t, &node[2], 0)); /* due at once: needs no room */
}

/* An array that was given back: to be full is then no mistake, and a larger one may
   come. */
CASE(array_given_back_is_no_mistake) {
    start();
    t.clock.stamp.said = (unsigned)-1 & ~(unsigned)TW__ASKED_FOR_NONE;
    assert(timers_storage(&t, NULL, 0) && !timers_add(&t, &node[0], 2000) &&
           timers_capacity(&t) == 0);
    assert(timers_storage(&t, room, N) && timers_add(&t, &node[0], 2000) &&
           !timers_storage(&t, NULL, 0));
}

CASE(array_of_a_structure_given_back_is_no_mistake) {
    static struct tw_heap4 heap;

    tw_heap4_init(&heap, 0, room, N);
    heap.stamp.said = (unsigned)-1 & ~(unsigned)TW__ASKED_FOR_NONE;
    assert(tw_heap4_storage(&heap, NULL, 0) && !tw_heap4_add(&heap, &node[0], 5));
    assert(tw_heap4_storage(&heap, room, N) && tw_heap4_add(&heap, &node[0], 5) &&
           tw_heap4_capacity(&heap) == N);
}

CASE(array_of_a_queue_given_back_is_no_mistake) {
    static struct jobs q;
    static struct job job;

    jobs_init(&q, 0, room, N);
    q.in.stamp.said = (unsigned)-1 & ~(unsigned)TW__ASKED_FOR_NONE;
    assert(jobs_storage(&q, NULL, 0) && !jobs_add(&q, &job) && jobs_storage(&q, room, N) &&
           jobs_add(&q, &job));
    assert(jobs_capacity(&q) == N);
}

CASE(array_of_a_runtime_set_given_back_is_no_mistake) {
    static struct tw_timers r;
    static struct tw_heap4 heap;

    tw_timers_init(&r, 0, &tw_heap4_ops, &heap, room, N);
    r.clock.stamp.said = (unsigned)-1 & ~(unsigned)TW__ASKED_FOR_NONE;
    assert(tw_timers_storage(&r, NULL, 0) && !tw_timers_add(&r, &node[0], 5) &&
           tw_timers_capacity(&r) == 0);
    assert(tw_timers_storage(&r, room, N) && tw_timers_add(&r, &node[0], 5));
}

/* NULL for an array, and a number: the number is no room, and that was not asked for. */
CASE(storage_without_an_array_has_no_room) {
    start();
    assert(timers_storage(&t, NULL, 0) && timers_storage(&t, NULL, N));
    expect(STOP, behind(timers_at), "timers_add", NO_ROOM, "timers");
    timers_add(&t, &node[0], 2000);
}

#define MOVED_SET                                                                                 \
    "the set was moved or copied from %p to %p while nodes were armed in it. Take them out, and " \
    "arm them where "                                                                             \
    "it stays."

CASE(set_is_moved_while_a_node_waits) {
    start();
    assert(timers_add(&t, &node[0], 2000));
    other = t;
    expect(STOP, behind(timers_at), "timers_advance", MOVED_SET, (void *)&t, (void *)&other);
    timers_advance(&other, 1001);
}

CASE(set_is_moved_while_a_node_is_due) {
    start();
    assert(timers_add(&t, &node[0], 1000));
    other = t;
    expect(STOP, behind(timers_at), "timers_count", MOVED_SET, (void *)&t, (void *)&other);
    timers_count(&other);
}

CASE(queue_of_objects_is_moved_while_one_is_in_it) {
    static struct jobs q, p;
    static struct job job;

    jobs_init(&q, 0, room, N);
    assert(jobs_add(&q, &job));
    p = q;
    expect(STOP, behind(jobs_at), "jobs_pop", MOVED_SET, (void *)&q, (void *)&p);
    jobs_pop(&p);
}

/* Each structure can be moved while it is empty. */
#define IS_MOVED(x)                                                                \
    CASE(x##_is_moved_while_a_node_waits) {                                        \
        static struct tw_##x empty, s, copy;                                       \
                                                                                   \
        assert(tw_##x##_ops.bytes(N) <= sizeof memory);                            \
        tw_##x##_init(&empty, 0, (tw_##x##_array *)(void *)&memory, N);            \
        assert(tw_##x##_count(&empty) == 0);                                       \
        s = empty;                                                                 \
        assert(tw_##x##_count(&s) == 0 && tw_##x##_add(&s, &node[0], 5));          \
        copy = s;                                                                  \
        expect(STOP, #x, "tw_" #x "_count", MOVED_SET, (void *)&s, (void *)&copy); \
        tw_##x##_count(&copy);                                                     \
    }

static union {
    struct tw_node align;
    unsigned char byte[4096];
} memory;

IS_MOVED(heap4)
IS_MOVED(rbtree)
IS_MOVED(skiplist)
IS_MOVED(sortedlist)
IS_MOVED(wheel)
IS_MOVED(smallwheel)
IS_MOVED(hwheel)
IS_MOVED(bigwheel)

CASE(runtime_set_is_moved_while_a_node_is_due) {
    static struct tw_timers r, copy;
    static struct tw_heap4 heap;

    tw_timers_init(&r, 0, &tw_heap4_ops, &heap, room, N);
    assert(tw_timers_add(&r, &node[0], 0));
    copy = r;
    expect(STOP, "tw_timers", "tw_timers_count", MOVED_SET, (void *)&r, (void *)&copy);
    tw_timers_count(&copy);
}

/* An empty set can be moved, as a function returns it; so can one whose structure stays
   where it is. */
CASE(sets_that_may_be_moved) {
    static struct tw_timers r, copy;
    static struct tw_heap4 heap;

    start();
    assert(timers_add(&t, &node[0], 2000) && timers_cancel(&t, &node[0]));
    other = t;
    assert(timers_add(&other, &node[0], 2000) && timers_advance(&other, 2000) == 1);
    tw_timers_init(&r, 0, &tw_heap4_ops, &heap, room, N);
    assert(tw_timers_add(&r, &node[0], 5));
    copy = r;
    assert(tw_timers_advance(&copy, 5) == 1);
}

/* A line has 1022 characters at most, and its end. */
static void says(size_t place, size_t text) {
    static char name[2000], more[2000];
    static struct tw_kind kind;

    start();
    assert(timers_count(&t) == 0 && tw__call.kind);
    memset(name, 'p', place);
    memset(more, 't', text);
    kind = *tw__call.kind;
    kind.place = name;
    tw__call.kind = &kind;
    expect(WARNING, name, tw__call.verb, "%s", more);
    if (strlen(told->line) > 1023)
        strcpy(told->line + 1022, "\n");
    TW__WARN("%s", more);
}

CASE(line_of_a_long_place_is_cut) { says(1100, 1900); }

CASE(line_with_a_long_text_is_cut) { says(10, 1100); }

CASE(line_that_just_fits_is_whole) {
    says(500, 1022 - 500 - sizeof ": timers_count: warning: " + 1);
}

CASE(line_that_is_one_longer_is_cut) {
    says(500, 1022 - 500 - sizeof ": timers_count: warning: " + 2);
}

/* A node that is the only one, or stands behind an earlier one, is no cause to warn. */
#define BEHIND(wheel)                                                                          \
    CASE(wheel##_says_once_that_a_passed_tick_leaves_late) {                                   \
        static struct tw_##wheel w;                                                            \
        start();                                                                               \
        assert(tw_##wheel##_add(&w, &node[0], 20000) && !tw_##wheel##_take(&w, 5000));         \
        assert(tw_##wheel##_add(&w, &node[1], 3000) && tw_##wheel##_add(&w, &node[2], 3000));  \
        assert(tw_##wheel##_add(&w, &node[3], 3500));                                          \
        expect(WARNING, #wheel, "tw_" #wheel "_add",                                           \
               "tick 3400 lies before the last take(), and leaves behind tick 3500. If their " \
               "order counts, use wheel, heap4, rbtree or skiplist.");                         \
        assert(tw_##wheel##_add(&w, &node[4], 3400) && tw_##wheel##_add(&w, &node[5], 3300));  \
        assert(tw_##wheel##_take(&w, 5000) == &node[1] &&                                      \
               tw_##wheel##_take(&w, 5000) == &node[2]);                                       \
    }
BEHIND(smallwheel)
BEHIND(hwheel)
BEHIND(bigwheel)

CASE(each_warning_has_a_bit_of_its_own) {
    static const unsigned bit[] = {TW__WARNED_PASSED, TW__WARNED_FULL,   TW__WARNED_FAR,
                                   TW__WARNED_STALE,  TW__WARNED_NEVER,  TW__WARNED_STUCK,
                                   TW__WARNED_WALK,   TW__WARNED_BEHIND, TW__REFUSED,
                                   TW__ASKED_FOR_NONE};
    unsigned all = 0, sum = 0;
    size_t i;

    for (i = 0; i < sizeof bit / sizeof bit[0]; i++) {
        assert(bit[i] != 0);
        all |= bit[i];
        sum += bit[i];
    }
    assert(all == sum && all == (1u << sizeof bit / sizeof bit[0]) - 1);
}

CASE(full_set_says_so_of_a_node_that_is_due) {
    start();
    timers_init(&t, 0, room, 1);
    assert(timers_add(&t, &node[0], 5) && timers_add(&t, &node[1], 0));
    expect(WARNING, behind(timers_at), "timers_add",
           "the set is full with 1 nodes, and this one is not armed. "
           "Give timers_init() more room, or look at the answer.");
    assert(!timers_add(&t, &node[1], 6));
}

CASE(node_that_is_due_in_a_set_is_in_no_structure) {
    static struct tw_heap4 heap;

    start();
    assert(timers_add(&t, &node[0], 1000) && !tw_heap4_cancel(&heap, &node[0]) &&
           timers_cancel(&t, &node[0]));
}

CASE(set_that_shall_have_no_room_is_full) {
    timers_init(&t, 0, NULL, 0);
    expect(WARNING, behind(timers_at), "timers_add",
           "the set is full with 0 nodes, and this one is not armed. "
           "Give timers_init() more room, or look at the answer.");
    assert(!timers_add(&t, &node[0], 5) && !timers_add(&t, &node[0], 6));
}

CASE(other_file_has_other_ticks) {
    static struct mixed_ticks set;

    mixed_ticks_init(&set, 0, NULL, 0);
    expect(STOP, behind(ticks_at), "mixed_ticks_count",
           "the set was made with TW_TICK_BITS %d, in the file of %s; this file has %d. "
           "Give all files the same options.",
           TW_TICK_BITS, behind(ticks_at), TW_TICK_BITS == 64 ? 32 : 64);
    debug_ticks_count(&set);
}

CASE(other_file_has_another_smallwheel) {
    static struct mixed_wheels set;

    mixed_wheels_init(&set, 0, NULL, 0);
    expect(STOP, behind(wheels_at), "mixed_wheels_count",
           "the set was made with TW_SMALLWHEEL_FIRST_BITS, _UPPER_BITS and _LEVELS \"%s\", in "
           "the file of %s; this file has \"5 5 2\". Give all files the same options.",
           TEXT(TW_SMALLWHEEL_FIRST_BITS TW_SMALLWHEEL_UPPER_BITS TW_SMALLWHEEL_LEVELS),
           behind(wheels_at));
    debug_wheels_count(&set);
}

CASE(other_file_has_another_structure) {
    static struct mixed_sizes set;

    mixed_sizes_init(&set, 0, NULL, 0);
    expect(STOP, behind(sizes_at), "mixed_sizes_count",
           "the set was made with %lu bytes, in the file of %s; in this file it has %lu. "
           "Give all files the same options.",
           (unsigned long)sizeof set, behind(sizes_at),
           (unsigned long)(sizeof(struct tw_clock) + sizeof(struct tw_rbtree)));
    debug_sizes_count(&set);
}

#define IN_ANOTHER_SET                                                                            \
    "the node %p is armed in another set, made at %s. Cancel it there first, or give each set a " \
    "node of its own."

CASE(other_file_has_the_same_options) {
    static struct mixed_sizes set;
    static struct mixed_wheels wheel;

    mixed_sizes_init(&set, 0, room, N);
    mixed_wheels_init(&wheel, 0, NULL, 0);
    assert(debug_same_count(&set) == 0 && debug_same_wheels_count(&wheel) == 0);
}

/* A structure that belongs to a set has no kind of its own; its verbs may be asked,
   too. */
CASE(structure_of_a_set_is_asked_by_itself) {
    start();
    assert(timers_add(&t, &node[0], 2000) && tw_heap4_count(&t.in) == 1 &&
           tw_heap4_peek(&t.in) == &node[0]);
    assert(!tw_heap4_take(&t.in, 1999) && tw_heap4_take(&t.in, 2000) == &node[0] &&
           tw_idle(&node[0]));
}

/* As a loop over several structures does: no verb of the user's has named the structure
   yet. */
CASE(armed_through_a_table_and_again_in_a_set) {
    static struct tw_rbtree tree;

    start();
    assert(tw__add(&tree, &tw_rbtree_ops, &node[3], 5));
    expect(STOP, behind(timers_at), "timers_add", IN_ANOTHER_SET, (void *)&node[3], "?");
    timers_add(&t, &node[3], 2000);
}

CASE(moved_within_a_structure) {
    static struct tw_rbtree tree;

    assert(tw_rbtree_add(&tree, &node[0], 5) && tw_rbtree_add(&tree, &node[0], 7) &&
           node[0].due == 7);
    assert(tw_rbtree_cancel(&tree, &node[0]));
}

/* ---------------------------------------------------------------------------- THREADS */

static void *counts(void *set) { return (void)timers_count((struct timers *)set), NULL; }

static void *takes_and_counts(void *set) { return tw_hand_over((struct timers *)set), counts(set); }

static void in_a_thread(void *run(void *set)) {
    pthread_t thread;

    assert(pthread_create(&thread, NULL, run, &t) == 0 && pthread_join(thread, NULL) == 0);
}

CASE(second_thread) {
    start();
    timers_add(&t, &node[0], 2000);
    expect((enum kind)THREADS, behind(timers_at), "timers_count",
           "a second thread uses the set. "
           "Say tw_hand_over() when it changes hands, or send posts to its owner (post.h).");
    in_a_thread(counts);
}

CASE(thread_that_was_handed_the_set) {
    start();
    in_a_thread(counts); /* init() makes it nobody's */
    in_a_thread(takes_and_counts);
    tw_hand_over(&t);
    timers_add(&t, &node[0], 2000);
    in_a_thread(takes_and_counts);
}

/* ------------------------------------------------------------------------------ NODES */

static struct tw_node *volatile no_node;

#define NODE_NULL "the node is NULL. Give its address."

CASE(hinted_node_is_null) {
    struct tw_node *hinted[] = {&node[0], NULL};

    start();
    expect(STOP, behind(timers_at), "timers_prefetch", NODE_NULL);
    timers_prefetch(&t, hinted, NULL, 2);
}

CASE(hinted_node_of_a_structure_is_null) {
    struct tw_node *hinted[] = {NULL};
    static struct tw_rbtree s;

    tw_rbtree_init(&s, 0, NULL, 0);
    expect(STOP, "rbtree", "tw_rbtree_prefetch", NODE_NULL);
    tw_rbtree_prefetch(&s, hinted, NULL, 1);
}

CASE(node_is_null) {
    start();
    expect(STOP, behind(timers_at), "timers_add", NODE_NULL);
    timers_add(&t, no_node, 5);
}

CASE(node_to_cancel_is_null) {
    start();
    expect(STOP, behind(timers_at), "timers_cancel", NODE_NULL);
    timers_cancel(&t, no_node);
}

CASE(node_of_a_structure_is_null) {
    static struct tw_rbtree tree;

    expect(STOP, "rbtree", "tw_rbtree_add", NODE_NULL);
    tw_rbtree_add(&tree, no_node, 5);
}

CASE(node_of_no_set_is_null) {
    expect(STOP, "", "tw_idle", NODE_NULL);
    tw_idle(no_node);
}

/* The initialiser makes a node that is all zero, but for its function. */
CASE(node_of_the_initialiser_is_all_zero) {
    static struct tw_node zero, made = TW_NODE(fire);

    zero.fn = fire;
    assert(memcmp(&zero, &made, sizeof zero) == 0);
}

CASE(node_around_which_an_object_lies_is_null) {
    start();
    assert(timers_count(&t) == 0); /* a verb of another place */
    expect(STOP, "", "TW_OF", NODE_NULL);
    (void)TW_OF(no_node, struct job, node);
}

CASE(node_to_update_is_null) {
    static struct tw_rbtree tree;

    start();
    assert(timers_count(&t) == 0);
    expect(STOP, "rbtree", "tw_rbtree_update", NODE_NULL);
    tw_rbtree_update(&tree, no_node);
}

#define SET_NULL "the set is NULL. Give its address."

CASE(set_to_initialise_is_null) {
    expect(STOP, behind(timers_at), "timers_init", SET_NULL);
    timers_init(no_set, 0, room, N);
}

CASE(hinted_set_is_null) {
    static struct tw_rbtree *volatile no_tree;
    struct tw_node *hinted[] = {&node[0]};

    expect(STOP, "", "tw_rbtree_prefetch", SET_NULL);
    tw_rbtree_prefetch(no_tree, hinted, NULL, 1);
}

/* The table of a set at run time stands in the set. */
CASE(runtime_set_is_null) {
    static struct tw_timers *volatile no_timers;

    expect(STOP, "tw_timers", "tw_timers_add", SET_NULL);
    tw_timers_add(no_timers, &node[0], 5);
}

CASE(runtime_set_that_is_null_has_no_capacity) {
    static struct tw_timers *volatile no_timers;

    expect(STOP, "tw_timers", "tw_timers_capacity", SET_NULL);
    tw_timers_capacity(no_timers);
}

CASE(node_asked_for_is_null) {
    start();
    expect(STOP, behind(timers_at), "timers_pending", NODE_NULL);
    timers_pending(&t, no_node);
}

static struct beats beating;

static void expect_another(const char *place, const char *verb, const char *made) {
    expect(STOP, place, verb, IN_ANOTHER_SET, (void *)&node[3], made);
}

CASE(added_while_it_waits_in_another_set) {
    start();
    assert(timers_add(&t, &node[3], 2000));
    expect_another(behind(timers_at), "timers_add", behind(timers_at));
    timers_add(&other, &node[3], 2000);
}

CASE(added_while_it_is_due_in_another_set) {
    start();
    assert(timers_add(&t, &node[2], 1000) && timers_add(&t, &node[3], 999));
    expect_another(behind(beats_at), "beats_add", behind(timers_at));
    beats_add(&beating, &node[3], 2000);
}

CASE(moved_to_a_passed_tick_while_it_waits_in_another_set) {
    start();
    assert(beats_add(&beating, &node[3], 2000));
    expect_another(behind(timers_at), "timers_add_if_earlier", behind(beats_at));
    timers_add_if_earlier(&t, &node[3], 10);
}

CASE(early_enough_in_another_set) {
    start();
    assert(beats_add(&beating, &node[3], 20));
    expect_another(behind(timers_at), "timers_add_if_earlier", behind(beats_at));
    timers_add_if_earlier(&t, &node[3], 2000);
}

CASE(cancelled_in_another_set) {
    start();
    assert(beats_add(&beating, &node[3], 2000));
    expect_another(behind(timers_at), "timers_cancel", behind(beats_at));
    timers_cancel(&t, &node[3]);
}

CASE(due_node_cancelled_in_another_set) {
    start();
    assert(timers_add(&t, &node[2], 1000) && timers_add(&t, &node[3], 1000));
    expect_another(behind(timers_at), "timers_cancel", behind(timers_at));
    timers_cancel(&other, &node[3]);
}

CASE(asked_for_in_another_set) {
    start();
    assert(timers_add(&t, &node[3], 2000));
    expect_another(behind(timers_at), "timers_pending", behind(timers_at));
    timers_pending(&other, &node[3]);
}

CASE(remaining_asked_for_in_another_set) {
    start();
    assert(timers_add(&t, &node[3], 2000));
    expect_another(behind(timers_at), "timers_remaining", behind(timers_at));
    timers_remaining(&other, &node[3]);
}

CASE(added_to_a_structure_while_it_is_due_in_a_set) {
    static struct tw_rbtree tree;

    start();
    assert(timers_add(&t, &node[3], 1000));
    expect_another("rbtree", "tw_rbtree_add", behind(timers_at));
    tw_rbtree_add(&tree, &node[3], 5);
}

CASE(updated_in_another_structure) {
    static struct tw_heap4 heap;

    start();
    tw_heap4_init(&heap, 0, other_room, N);
    assert(timers_add(&t, &node[3], 2000));
    expect_another("heap4", "tw_heap4_update", behind(timers_at));
    tw_heap4_update(&heap, &node[3]);
}

CASE(object_cancelled_in_another_queue) {
    static struct job job;
    static struct jobs q, p;

    jobs_init(&q, 0, room, N);
    jobs_init(&p, 0, other_room, N);
    assert(jobs_add(&q, &job));
    expect(STOP, behind(jobs_at), "jobs_update", IN_ANOTHER_SET, (void *)&job.node,
           behind(jobs_at));
    jobs_update(&p, &job);
}

#define INITIALISED_AGAIN                                                                          \
    "the node %p was armed when its set was initialised again, which forgets nodes. Call clear() " \
    "before init()."

CASE(forgotten_by_init_while_it_waited) {
    start();
    assert(timers_add(&t, &node[0], 2000));
    timers_init(&t, 1000, room, N);
    expect(STOP, behind(timers_at), "timers_cancel", INITIALISED_AGAIN, (void *)&node[0]);
    timers_cancel(&t, &node[0]);
}

CASE(forgotten_by_init_while_it_was_due) {
    start();
    assert(timers_add(&t, &node[0], 1000));
    timers_init(&t, 1000, room, N);
    expect(STOP, behind(timers_at), "timers_add", INITIALISED_AGAIN, (void *)&node[0]);
    timers_add(&t, &node[0], 2000);
}

CASE(forgotten_when_its_set_was_zeroed) {
    assert(beats_add(&beating, &node[0], 2000));
    memset(&beating, 0, sizeof beating);
    expect(STOP, behind(beats_at), "beats_add", INITIALISED_AGAIN, (void *)&node[0]);
    beats_add(&beating, &node[0], 3000);
}

CASE(forgotten_by_init_and_initialised) {
    start();
    assert(timers_add(&t, &node[0], 2000));
    timers_init(&t, 1000, room, N);
    tw_node_init(&node[0], fire);
    assert(timers_add(&t, &node[0], 2000) && timers_cancel(&t, &node[0]));
}

CASE(copied_while_armed) {
    start();
    assert(timers_add(&t, &node[0], 2000));
    node[1] = node[0];
    expect(STOP, behind(timers_at), "timers_add",
           "the node %p was copied from %p while it was armed. "
           "Cancel it, move its object, and arm it again.",
           (void *)&node[1], (void *)&node[0]);
    timers_add(&t, &node[1], 3000);
}

#define NEITHER                                                                             \
    "the node %p is neither idle nor armed. Before its first use make it all zero or call " \
    "tw_node_init(), and cancel "                                                           \
    "it before its memory is used anew."

CASE(node_was_never_initialised) {
    start();
    memset(&node[0], 0x5A, sizeof node[0]);
    expect(STOP, behind(timers_at), "timers_add", NEITHER, (void *)&node[0]);
    timers_add(&t, &node[0], 2000);
}

CASE(cancelled_node_was_never_initialised) {
    start();
    memset(&node[0], 0x5A, sizeof node[0]);
    expect(STOP, behind(timers_at), "timers_cancel", NEITHER, (void *)&node[0]);
    timers_cancel(&t, &node[0]);
}

/* A mark of zeros is the sum of nothing, and nothing is divided by it. */
CASE(node_without_a_mark_says_that_it_is_armed) {
    start();
    node[0].home = 4711;
    expect(STOP, behind(timers_at), "timers_add", NEITHER, (void *)&node[0]);
    timers_add(&t, &node[0], 2000);
}

/* It was taken out, and its memory was used anew: the mark that it left is none of an
   armed node. */
CASE(cancelled_node_was_overwritten) {
    start();
    assert(timers_add(&t, &node[0], 2000) && timers_add(&t, &node[1], 2000) &&
           timers_cancel(&t, &node[0]));
    memset(&node[0].home, 0x40, sizeof node[0].home);
    expect(STOP, behind(timers_at), "timers_add", NEITHER, (void *)&node[0]);
    timers_add(&t, &node[0], 2000);
}

#define OVERWRITTEN \
    "the node %p was freed or overwritten while it was armed. Cancel it before its memory goes."

CASE(overwritten_when_it_fires) {
    start();
    assert(timers_add(&t, &node[0], 2000));
    memset(&node[0], 0, sizeof node[0]);
    expect(STOP, behind(timers_at), "timers_advance", OVERWRITTEN, (void *)&node[0]);
    timers_advance(&t, 2000);
}

/* The table of its structure stands in another file, which finds the mistake. */
CASE(overwritten_in_a_structure_of_another_file) {
    static struct tw_rbtree tree;
    static struct tw_timers set;

    tw_timers_init(&set, 0, debug_same_ops(), &tree, NULL, 0);
    assert(tw_timers_add(&set, &node[0], 10) && tw_timers_add(&set, &node[1], 20));
    memset(&node[0], 0, sizeof node[0]);
    expect(STOP, "tw_timers", "tw_timers_add", OVERWRITTEN, (void *)&node[0]);
    tw_timers_add(&set, &node[2], 15);
}

CASE(initialised_while_armed) {
    assert(beats_add(&beating, &node[0], 2000));
    tw_node_init(&node[0], fire);
    expect(STOP, behind(beats_at), "beats_advance", OVERWRITTEN, (void *)&node[0]);
    beats_advance(&beating, 2000);
}

#define MADE_IDLE \
    "the node %p was made idle while it was armed, perhaps by tw_node_init(). Cancel it instead."

CASE(made_idle_while_it_waited) {
    start();
    assert(timers_add(&t, &node[0], 2000));
    tw_node_init(&node[0], fire);
    expect(STOP, behind(timers_at), "timers_add", MADE_IDLE, (void *)&node[0]);
    timers_add(&t, &node[0], 3000);
}

CASE(made_idle_while_it_was_due) {
    start();
    assert(timers_add(&t, &node[0], 1000));
    tw_node_init(&node[0], fire);
    expect(STOP, behind(timers_at), "timers_add_in", MADE_IDLE, (void *)&node[0]);
    timers_add_in(&t, &node[0], 1000, 5);
}

CASE(made_idle_in_a_structure) {
    static struct tw_rbtree tree;

    assert(tw_rbtree_add(&tree, &node[0], 5));
    tw_node_init(&node[0], fire);
    expect(STOP, "rbtree", "tw_rbtree_add", MADE_IDLE, (void *)&node[0]);
    tw_rbtree_add(&tree, &node[0], 6);
}

/* Idle ones, taken out in every way, may be initialised again. */
CASE(idle_nodes_are_initialised_again) {
    int i;

    start();
    for (i = 0; i < 4; i++)
        assert(timers_add(&t, &node[i], 2000));
    assert(timers_cancel(&t, &node[0]) && timers_advance_some(&t, 2000, 1) == 1 &&
           timers_expire(&t, 2000) == &node[2]);
    timers_clear(&t);
    for (i = 0; i < 4; i++) {
        tw_node_init(&node[i], fire);
        assert(timers_add(&t, &node[i], 3000));
    }
}

#define REWRITTEN                                                                                 \
    "the node %p was armed for tick %d, and holds %d: it was written to, or freed. Give the new " \
    "tick to a verb, and "                                                                        \
    "cancel the node before its memory goes."

CASE(deadline_is_written_while_armed) {
    start();
    assert(timers_add(&t, &node[0], 2000));
    node[0].due += 5;
    expect(STOP, behind(timers_at), "timers_add", REWRITTEN, (void *)&node[0], 2000, 2005);
    timers_add(&t, &node[0], node[0].due);
}

/* No verb was called before: the mark has no kind of set. */
CASE(deadline_is_written_of_one_armed_through_a_table) {
    static struct tw_rbtree tree;

    assert(tw__add(&tree, &tw_rbtree_ops, &node[0], 5));
    node[0].due = 6;
    expect(STOP, "rbtree", "tw_rbtree_add", REWRITTEN, (void *)&node[0], 5, 6);
    tw_rbtree_add(&tree, &node[0], 7);
}

CASE(deadline_is_written_and_it_fires) {
    start();
    assert(timers_add(&t, &node[0], 2000));
    node[0].due = 1500;
    expect(STOP, behind(timers_at), "timers_advance", REWRITTEN, (void *)&node[0], 2000, 1500);
    timers_advance(&t, 2000);
}

CASE(deadline_is_written_in_a_wheel) {
    assert(beats_add(&beating, &node[0], 2000));
    node[0].due = 2005;
    expect(STOP, behind(beats_at), "beats_advance", REWRITTEN, (void *)&node[0], 2000, 2005);
    beats_advance(&beating, 2000);
}

/* Of objects in order `due` is a word like any other; update() tells a structure by tick
   of a key that was changed. */
CASE(keys_are_written_where_they_may_be) {
    static struct tw_heap4 heap;
    static struct tw_rbtree tree;
    static struct rows q;
    static struct job job;

    tw_heap4_init(&heap, 0, room, N);
    assert(tw_heap4_add(&heap, &node[0], 5) && tw_rbtree_add(&tree, &node[1], 5) &&
           rows_add(&q, &job));
    node[0].due = node[1].due = 7;
    job.node.due = 9;
    assert(tw_heap4_update(&heap, &node[0]) && tw_rbtree_update(&tree, &node[1]) &&
           rows_update(&q, &job));
    assert(tw_heap4_take(&heap, 7) == &node[0] && tw_rbtree_take(&tree, 7) == &node[1] &&
           rows_pop(&q) == &job);
}

#if TW_TICK_BITS > 16
/* A queue by a key that is all zero has no room, as a set of timers.h. */
CASE(zeroed_queue_of_keys_has_no_room) {
    static struct keys q;
    static struct job job;

    expect(STOP, behind(keys_at), "keys_add", NO_ROOM, "keys");
    keys_add(&q, &job);
}

/* The key of an object may change at any time: the queue has a copy. */
CASE(key_of_an_object_is_written_while_it_waits) {
    static struct keys q;
    static struct job job;

    keys_init(&q, 0, room, N);
    assert(keys_add(&q, &job));
    job.key = 7;
    assert(keys_peek(&q) == &job && keys_update(&q, &job) && keys_pop(&q) == &job);
}

CASE(object_updated_in_another_queue_by_key) {
    static struct keys q;
    static struct jobs p;
    static struct job job;

    keys_init(&q, 0, room, N);
    jobs_init(&p, 0, other_room, N);
    assert(jobs_add(&p, &job));
    expect(STOP, behind(keys_at), "keys_update", IN_ANOTHER_SET, (void *)&job.node,
           behind(jobs_at));
    keys_update(&q, &job);
}
#endif

CASE(overwritten_when_it_is_popped) {
    static struct job job;
    static struct jobs q;

    jobs_init(&q, 0, room, N);
    assert(jobs_add(&q, &job));
    memset(&job, 0, sizeof job);
    expect(STOP, behind(jobs_at), "jobs_pop", OVERWRITTEN, (void *)&job.node);
    jobs_pop(&q);
}

CASE(overwritten_when_it_is_taken) {
    static struct tw_wheel w;
    static TW_WHEEL_ARRAY(slots, 16);

    tw_wheel_init(&w, 0, slots, 16);
    assert(tw_wheel_add(&w, &node[0], 7));
    memset(&node[0].mark, 0, sizeof node[0].mark);
    expect(STOP, "wheel", "tw_wheel_take", OVERWRITTEN, (void *)&node[0]);
    tw_wheel_take(&w, 7);
}

CASE(neighbour_overwritten_and_armed_again) {
    start();
    assert(beats_add(&beating, &node[0], 2000) && beats_add(&beating, &node[1], 2000));
    assert(beats_add(&beating, &node[2], 2000));
    memset(&node[1], 0, sizeof node[1]);
    assert(beats_add(&beating, &node[1], 3000));
    expect(STOP, behind(beats_at), "beats_cancel",
           "a node beside %p was overwritten while it was armed, and armed again. "
           "Cancel it before its memory is used anew.",
           (void *)&node[0]);
    beats_cancel(&beating, &node[0]);
}

CASE(links_overwritten_with_null) {
    start();
    assert(timers_add(&t, &node[0], 1000) && timers_add(&t, &node[1], 1000));
    node[0].u.list.next = NULL;
    expect(STOP, behind(timers_at), "timers_cancel",
           "a node beside %p was overwritten while it was armed, and armed again. "
           "Cancel it before its memory is used anew.",
           (void *)&node[0]);
    timers_cancel(&t, &node[0]);
}

CASE(neighbour_on_the_due_list_overwritten) {
    start();
    assert(timers_add(&t, &node[0], 1000) && timers_add(&t, &node[1], 1000));
    memset(&node[1], 0xDD, sizeof node[1]);
    expect(STOP, behind(timers_at), "timers_add_in", OVERWRITTEN, (void *)&node[1]);
    timers_add_in(&t, &node[2], 1000, 0);
}

/* The links of the first node are not followed before it was looked at. */
CASE(first_of_the_due_list_overwritten) {
    start();
    assert(timers_add(&t, &node[0], 999) && timers_add(&t, &node[1], 998));
    memset(&node[0], 0, sizeof node[0]);
    expect(STOP, behind(timers_at), "timers_advance", OVERWRITTEN, (void *)&node[0]);
    timers_advance(&t, 1001);
}

/* The last node leads to the first: it is looked at before its link is used. */
CASE(last_of_the_due_list_overwritten_by_a_copy) {
    start();
    assert(timers_add(&t, &node[0], 999) && timers_add(&t, &node[1], 999) &&
           timers_add(&t, &node[2], 999));
    node[2] = node[1];
    expect(STOP, behind(timers_at), "timers_advance", OVERWRITTEN, (void *)&node[2]);
    timers_advance(&t, 1001);
}

CASE(neighbour_before_overwritten_and_armed_again) {
    start();
    assert(beats_add(&beating, &node[0], 2000) && beats_add(&beating, &node[1], 2000));
    memset(&node[0], 0, sizeof node[0]);
    assert(beats_add(&beating, &node[0], 3000));
    expect(STOP, behind(beats_at), "beats_cancel",
           "a node beside %p was overwritten while it was armed, and armed again. "
           "Cancel it before its memory is used anew.",
           (void *)&node[1]);
    beats_cancel(&beating, &node[1]);
}

CASE(node_on_the_due_list_overwritten_and_due_in_another_set) {
    start();
    assert(timers_add(&t, &node[0], 1000));
    memset(&node[0], 0, sizeof node[0]);
    assert(timers_add(&other, &node[0], 1000));
    expect(STOP, behind(timers_at), "timers_advance", OVERWRITTEN, (void *)&node[0]);
    timers_advance(&t, 1000);
}

/* It says that it was taken out, and stands in its list all the same. */
CASE(mark_of_a_node_that_was_taken_out_is_left_in_place) {
    start();
    assert(beats_add(&beating, &node[0], 2000));
    node[0].mark.word = tw__debug_word(&node[0].mark, TW__MARK_OUT);
    expect(STOP, behind(beats_at), "beats_advance", OVERWRITTEN, (void *)&node[0]);
    beats_advance(&beating, 2000);
}

/* No other sentence fits: the position that the node keeps is another's. */
CASE(position_was_overwritten) {
    static struct tw_heap4 heap;

    tw_heap4_init(&heap, 0, room, N);
    assert(tw_heap4_add(&heap, &node[0], 5) && tw_heap4_add(&heap, &node[1], 6));
    node[1].home--;
    expect(STOP, "heap4", "tw_heap4_cancel",
           "here does not hold. If no memory was overwritten, that is a mistake of the headers.");
    tw_heap4_cancel(&heap, &node[1]);
}

/* Guards against c-rbtree#5: a node of a packed struct stands at an odd address. Of two such
   structs side by side one has its node there. */
#pragma pack(push, 1)

struct frame {
    char type;
    struct tw_node node;
};

#pragma pack(pop)

CASE(node_of_a_packed_struct) {
#if !defined(__SANITIZE_ADDRESS__) && (defined(__i386__) || defined(__x86_64__))
    static struct frame frame[2]; /* elsewhere the access itself is an error */
    static struct tw_rbtree tree;
    char *const at = (char *)frame + offsetof(struct frame, node);

    tw_rbtree_init(&tree, 0, NULL, 0);
    expect(STOP, "rbtree", "tw_rbtree_add",
           "the node stands at an odd address. Do not pack its struct, or align it to 2 bytes.");
    tw_rbtree_add(&tree, (struct tw_node *)(void *)((uintptr_t)at % 2 ? at : at + sizeof *frame),
                  5);
#endif
}

/* ------------------------------------------------------------------- TIME AND ANSWERS */

/* Guards against FastPriorityQueue.js#32: an order by <= breaks ties without a word. */
#define ORDER_BY_NOT_AFTER(name, array, n)                                                    \
    CASE(name##_has_an_order_by_not_after) {                                                  \
        static struct job job;                                                                \
        static struct name q;                                                                 \
                                                                                              \
        name##_init(&q, 0, array, n);                                                         \
        expect(STOP, behind(name##_at), #name "_add",                                         \
               "before(a, a) is true. Compare by <, not by <=: equals leave in the order in " \
               "which they were added.");                                                     \
        name##_add(&q, &job);                                                                 \
    }
ORDER_BY_NOT_AFTER(loose_heap, room, N)
ORDER_BY_NOT_AFTER(loose_tree, NULL, 0)
ORDER_BY_NOT_AFTER(loose_lanes, NULL, 0)
ORDER_BY_NOT_AFTER(loose_list, NULL, 0)

CASE(node_has_no_function) {
    start();
    tw_node_init(&node[0], NULL);
    assert(timers_add(&t, &node[0], 2000));
    expect(STOP, behind(timers_at), "timers_advance",
           "a timer is due, and its node has no function. "
           "Give it one by tw_node_init(), or take timers by expire().");
    timers_advance(&t, 2000);
}

CASE(node_without_function_is_taken) {
    start();
    tw_node_init(&node[0], NULL);
    assert(timers_add(&t, &node[0], 2000) && timers_expire(&t, 2000) == &node[0] &&
           !timers_expire(&t, 2000));
}

static void cancels_in_another(struct tw_node *n, tw_tick now) {
    timers_cancel(&other, n + 1), (void)now;
}

/* A callback called verbs of another set meanwhile. */
CASE(verb_under_way_is_named_after_a_callback) {
    start();
    tw_node_init(&node[0], cancels_in_another);
    tw_node_init(&node[2], NULL);
    assert(timers_add(&t, &node[0], 2000) && timers_add(&other, &node[1], 2000) &&
           timers_add(&t, &node[2], 2000));
    expect(STOP, behind(timers_at), "timers_advance_some",
           "a timer is due, and its node has no function. "
           "Give it one by tw_node_init(), or take timers by expire().");
    timers_advance_some(&t, 2000, 2);
}

static void counts_another(struct tw_node *n, tw_tick now) {
    (void)n, (void)now, (void)timers_count(&other);
}

CASE(verb_under_way_is_named_after_clearing) {
    int i;

    start();
    for (i = 2; i <= 5; i++)
        assert(timers_add(&t, &node[i], 1000));
    /* found when 3 goes, which is after the function was called with 2 */
    memset(&node[4], 0, sizeof node[4]);
    expect(STOP, behind(timers_at), "timers_clear_with", OVERWRITTEN, (void *)&node[4]);
    timers_clear_with(&t, counts_another);
}

CASE(period_is_zero) {
    expect(STOP, "", "tw_forward", "the period is 0. Give at least 1 tick.");
    tw_forward(100, 0, 105, NULL);
}

CASE(ticks_per_ms_is_zero) {
    start();
    assert(timers_add(&t, &node[0], 2000));
    expect(STOP, behind(timers_at), "timers_wait_ms", "ticks_per_ms is 0. Give at least 1.");
    timers_wait_ms(&t, 1000, 0);
}

CASE(ticks_per_ms_is_zero_while_nothing_is_armed) {
    start();
    expect(STOP, behind(timers_at), "timers_wait_ms", "ticks_per_ms is 0. Give at least 1.");
    timers_wait_ms(&t, 1000, 0);
}

#define REFUSED_TWICE                                                                     \
    "the call was refused twice: a callback of this set has not returned. An exception, " \
    "longjmp() or a loop inside it is the cause. Take timers by expire()."

static unsigned advances; /* how often the callback advances its own set, and others */

static void advances_itself(struct tw_node *n, tw_tick now) {
    unsigned i;

    for (i = 0; i < advances; i++) {
        assert(timers_advance(&t, (tw_tick)(now + i)) == 0 && !timers_expire(&t, now));
        timers_advance(&other, now);
    }
    (void)n;
}

static void advances_once(struct tw_node *n, tw_tick now) {
    assert((n == &node[0]) == (advances == 0) && timers_advance(&t, now) == 0);
    advances++;
}

CASE(loop_inside_a_callback_is_told_once) {
    start();
    advances = 3;
    tw_node_init(&node[0], advances_itself);
    assert(timers_add(&t, &node[0], 2000));
    expect(WARNING, behind(timers_at), "timers_expire", REFUSED_TWICE);
    assert(timers_advance(&t, 2000) == 1);
}

CASE(loop_inside_a_function_that_clears_is_told) {
    start();
    advances = 1;
    assert(timers_add(&t, &node[0], 2000));
    expect(WARNING, behind(timers_at), "timers_expire", REFUSED_TWICE);
    timers_clear_with(&t, advances_itself);
}

/* What is refused once in each of two callbacks is an answer, and no loop. */
CASE(callbacks_that_are_refused_once_say_nothing) {
    start();
    advances = 0;
    tw_node_init(&node[0], advances_once);
    tw_node_init(&node[1], advances_once);
    assert(timers_add(&t, &node[0], 2000) && timers_add(&t, &node[1], 2000));
    assert(timers_advance(&t, 2000) == 2 && timers_add(&t, &node[0], 3000));
    advances = 0;
    timers_clear_with(&t, advances_once);
}

/* Guards against zmqmachine#5 and gmod-chttp#26: a callback that throws ends the timers
   beside it, without a word. */
static jmp_buf error;

static void leaves(struct tw_node *n, tw_tick now) { (void)n, (void)now, longjmp(error, 1); }

CASE(callback_that_does_not_come_back) {
    start();
    tw_node_init(&node[0], leaves);
    assert(timers_add(&t, &node[0], 2000) && timers_add(&t, &node[1], 2000));
    if (setjmp(error) == 0)
        timers_advance(&t, 2000);
    expect(WARNING, behind(timers_at), "timers_advance", REFUSED_TWICE);
    assert(timers_advance(&t, 2001) == 0 && timers_advance(&t, 2002) == 0 &&
           timers_advance(&t, 2003) == 0);
}

CASE(callback_of_a_window_that_does_not_come_back) {
    static struct slots s;
    static struct tw_window w = TW_WINDOW(leaves);

    slots_init(&s, 1000, NULL, 0);
    assert(slots_add(&s, &w, 1500, 2000));
    if (setjmp(error) == 0)
        slots_advance(&s, 2000);
    expect(WARNING, behind(slots_at), "slots_advance", REFUSED_TWICE);
    assert(slots_advance(&s, 2001) == 0 && slots_advance(&s, 2002) == 0);
}

#define WALK                                                                               \
    "the set was changed during a walk by each(), which may leave nodes out or give them " \
    "twice. Gather the nodes first, and change the set after the walk."

/* Begins a walk of t, in which three nodes wait. */
static struct tw_node *begins_a_walk(void) {
    start();
    assert(timers_add(&t, &node[0], 2000) && timers_add(&t, &node[1], 2001) &&
           timers_add(&t, &node[2], 2002));
    return timers_each(&t, NULL);
}

CASE(node_is_cancelled_during_a_walk) {
    struct tw_node *n = begins_a_walk(), *next = timers_each(&t, n);

    timers_cancel(&t, n);
    expect(WARNING, behind(timers_at), "timers_each", WALK);
    timers_each(&t, next);
    timers_each(&t, next);
}

CASE(node_is_armed_during_a_walk) {
    struct tw_node *n = begins_a_walk();

    timers_add(&t, &node[3], 1000); /* it stands on the due list */
    expect(WARNING, behind(timers_at), "timers_each", WALK);
    timers_each(&t, n);
}

CASE(node_is_moved_during_a_walk_of_a_queue) {
    static struct jobs q;
    static struct job a, b;

    jobs_init(&q, 0, room, N);
    assert(jobs_add(&q, &a) && jobs_add(&q, &b) && jobs_each(&q, NULL) && jobs_update(&q, &b));
    expect(WARNING, behind(jobs_at), "jobs_each", WALK);
    jobs_each(&q, &a);
}

/* advance() fires nothing, but moves a node to another slot. */
CASE(wheel_is_turned_during_a_walk) {
    assert(beats_add(&beating, &node[0], 1000) && beats_each(&beating, NULL) == &node[0]);
    assert(beats_advance(&beating, 999) == 0);
    expect(WARNING, behind(beats_at), "beats_each", WALK);
    beats_each(&beating, &node[0]);
}

CASE(structure_is_changed_during_a_walk) {
    static struct tw_rbtree tree;

    assert(tw_rbtree_add(&tree, &node[0], 5) && tw_rbtree_add(&tree, &node[1], 6) &&
           tw_rbtree_each(&tree, NULL) == &node[0] && tw_rbtree_take(&tree, 5) == &node[0]);
    expect(WARNING, "rbtree", "tw_rbtree_each", WALK);
    tw_rbtree_each(&tree, &node[1]);
}

/* A walk may be left, and a new one begins; the set is asked meanwhile; and a tree is
   walked in order, which changes do not disturb. */
CASE(walks_that_are_no_mistake) {
    static struct rows q;
    static struct job a, b;
    struct tw_node *n = begins_a_walk();
    tw_tick due = 0;

    timers_cancel(&t, n);
    for (n = timers_each(&t, NULL); n; n = timers_each(&t, n))
        assert(timers_pending(&t, n) && timers_add(&other, &node[5], 2000) &&
               timers_next(&t, &due) && timers_advance(&t, 1500) == 0);
    a.key = 1, b.key = 2;
    assert(rows_add(&q, &a) && rows_add(&q, &b) && rows_first(&q) == &a && rows_cancel(&q, &a) &&
           rows_after(&q, &b) == NULL);
}

CASE(walk_goes_on_from_a_node_that_was_cancelled) {
    struct tw_node *n = begins_a_walk();

    timers_cancel(&t, n);
    expect(STOP, behind(timers_at), "timers_each",
           "the node %p is not armed, and each() goes on from armed nodes only. "
           "Ask for the next node before you take one out.",
           (void *)n);
    timers_each(&t, n);
}

#if TW_TICK_BITS == 64
#define NEVER(what, lies, does)                                                                \
    what " %llu " lies " as a number below 0 " does ": the timer never fires. If its time is " \
         "up, arm it for now."

CASE(delay_below_zero_says_so_once) {
    start();
    expect(WARNING, behind(timers_at), "timers_add_in",
           NEVER("delay", "is more than half the range,", "is"),
           (unsigned long long)TW_TICK_MAX - 4);
    assert(timers_add_in(&t, &node[0], 1000, TW_TICK_MAX - 4) &&
           timers_add_in(&t, &node[1], 1000, TW_TICK_MAX - 5));
}

CASE(delay_of_a_runtime_set_is_just_too_long) {
    static struct tw_timers r;
    static struct tw_heap4 heap;

    tw_timers_init(&r, 0, &tw_heap4_ops, &heap, room, N);
    assert(tw_timers_add_in(&r, &node[0], 0, TW_TICK_MAX / 2)); /* this one is not */
    expect(WARNING, "tw_timers", "tw_timers_add_in",
           NEVER("delay", "is more than half the range,", "is"),
           (unsigned long long)TW_TICK_MAX / 2 + 1);
    assert(tw_timers_add_in(&r, &node[0], 0, TW_TICK_MAX / 2 + 1));
}

CASE(tick_below_zero_says_so_once) {
    start();
    expect(WARNING, behind(timers_at), "timers_add",
           NEVER("tick", "lies more than half the range ahead,", "does"),
           (unsigned long long)TW_TICK_MAX - 4);
    assert(timers_add(&t, &node[0], TW_TICK_MAX - 4) && timers_add(&t, &node[1], TW_TICK_MAX - 5));
}

CASE(ticks_that_may_be_far) {
    start();
    assert(timers_add(&t, &node[0], TW_TICK_MAX) &&
           timers_add_in(&t, &node[1], 1000, TW_TICK_MAX) &&
           timers_add(&t, &node[3], 1000 + TW_TICK_MAX / 2));
}
#else
/* Nothing was armed for long, and the clock of the set stands where it stood. */
static void stale(tw_tick due, bool armed) {
    start();
    expect(WARNING, behind(timers_at), "timers_add",
           "tick %llu is far from the clock of this set, which is empty and stands at 1000. "
           "Call advance() before you arm its first timer. If the tick is meant, use wider ticks.",
           (unsigned long long)due);
    assert(timers_add(&t, &node[0], due) == armed);
}

CASE(empty_set_was_not_advanced_for_a_quarter) {
    stale((tw_tick)(1000 + TW__QUARTER), false);
    assert(!timers_add(&t, &node[0], (tw_tick)(1001 + TW__QUARTER)));
}

CASE(empty_set_was_not_advanced_for_nearly_the_range) {
    stale((tw_tick)(1000 - TW__QUARTER), true);
}

CASE(post_comes_to_a_set_that_was_not_advanced) {
    static struct tw_posts inbox;
    static struct tw_post post;

    start();
    tw_post_arm(&inbox, &post, (tw_tick)(1000 + 2 * TW__QUARTER));
    expect(WARNING, behind(timers_at), "timers_drain",
           "tick %llu is far from the clock of this set, which is empty and stands at 1000. "
           "Call advance() before you arm its first timer. If the tick is meant, use wider ticks.",
           (unsigned long long)(tw_tick)(1000 + 2 * TW__QUARTER));
    timers_drain(&t, &inbox, ignores);
}

/* In a batch the clock of an empty set is right. */
static void arms_too_far(struct tw_node *n, tw_tick now) {
    assert(!timers_add(&t, n, (tw_tick)(now + TW__QUARTER)));
}

CASE(set_that_is_empty_in_a_callback_has_the_right_clock) {
    start();
    tw_node_init(&node[0], arms_too_far);
    assert(timers_add(&t, &node[0], 2000));
    expect(WARNING, behind(timers_at), "timers_add",
           "tick %llu lies a quarter of the range ahead or more, and the node is not armed. "
           "Look at the answer, or use wider ticks.",
           (unsigned long long)(tw_tick)(2000 + TW__QUARTER));
    assert(timers_advance(&t, 2000) == 1);
}

CASE(set_of_windows_was_not_advanced) {
    static struct slots s;
    static struct tw_window w = TW_WINDOW(fire);

    slots_init(&s, 1000, NULL, 0);
    expect(WARNING, behind(slots_at), "slots_add",
           "tick %llu is far from the clock of this set, which is empty and stands at 1000. "
           "Call advance() before you arm its first timer. If the tick is meant, use wider ticks.",
           (unsigned long long)(tw_tick)(1000 + TW__QUARTER));
    assert(!slots_add(&s, &w, (tw_tick)(1000 + TW__QUARTER), (tw_tick)(1005 + TW__QUARTER)));
}
#endif

#if UINTPTR_MAX > 0xFFFFFFFFu && TW_TICK_BITS == 64
/* In words. A tree and a skip list have a node of their own beside their stamp. */
CASE(debugging_takes_so_many_words) {
    static const size_t sizes[] = {DEBUG_SIZES};
    static const size_t more[] = {6, 6, 6, 12, 12, 6, 6, 6, 6, 6};
    size_t i;

    for (i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        assert(sizes[i] - debug_plain_sizes[i] == more[i] * sizeof(void *));
}
#endif

/* A mark tells of each byte that is another one. The tick is compared by itself. */
CASE(each_byte_of_a_mark_counts) {
    unsigned char *const byte = (unsigned char *)&node[0].mark;
    size_t i;
    int by;

    start();
    assert(timers_add(&t, &node[0], 2000) && tw__debug_armed(&node[0]));
    for (i = 0; i < offsetof(struct tw_mark, due); i++)
        for (by = 1; by < 256; by++) {
            byte[i] ^= (unsigned char)by;
            assert(!tw__debug_armed(&node[0]));
            byte[i] ^= (unsigned char)by;
        }
    assert(timers_cancel(&t, &node[0]));
}

#if TW_TICK_BITS == 64
CASE(clock_of_32_bits_wraps) {
    start();
    timers_advance(&t, 0xFFFFFF00u);
    expect(STOP, behind(timers_at), "timers_advance",
           "the clock went back from 4294967040 to 17, as a 32-bit counter does when it wraps. "
           "Compile with TW_TICK_BITS 32, or count the wraps.");
    timers_advance(&t, 17);
}

CASE(clock_of_32_bits_wraps_when_timers_are_taken) {
    start();
    timers_expire(&t, 0x80000000u);
    expect(STOP, behind(timers_at), "timers_expire",
           "the clock went back from 2147483648 to 0, as a 32-bit counter does when it wraps. "
           "Compile with TW_TICK_BITS 32, or count the wraps.");
    timers_expire(&t, 0);
}

CASE(clock_goes_back_otherwise) {
    start();
    timers_advance(&t, 0x80000000u);
    timers_advance(&t, 1);
    timers_advance(&t, 0x100000000u);
    timers_advance(&t, 1);
    assert(timers_add(&t, &node[0], TW_TICK_MAX));
    timers_advance(&t, 0xC000000000000000u);
    timers_advance(&t, 0x5000000000000000u);
}

/* At `now`: adding for `meant` says nothing, and adding for `passed` warns. */
static void passed_tick_says_so(tw_tick now, tw_tick meant, tw_tick passed) {
    const unsigned long long tick = passed, late = now - passed;

    start();
    timers_advance(&t, now);
    expect(WARNING, behind(timers_at), "timers_add",
           "tick %llu passed %llu ticks ago. Deadlines are absolute: did you mean now + %llu?",
           tick, late, tick);
    assert(timers_add(&t, &node[0], meant) && timers_add(&t, &node[1], passed));
}

CASE(tick_of_65536_ticks_ago) { passed_tick_says_so(70536, 5001, 5000); }

CASE(tick_before_the_half_of_now) { passed_tick_says_so(400000, 200000, 199999); }

CASE(relative_tick_says_so_once) {
    passed_tick_says_so(1000000, 999999, 5000);
    assert(timers_add(&t, &node[2], 5001));
}

CASE(passed_ticks_that_are_meant) {
    start();
    assert(timers_add(&t, &node[0], 400));
    timers_advance(&t, 45000);
    assert(timers_add(&t, &node[0], 5000));
    timers_advance(&t, 1000000);
    assert(timers_add(&t, &node[0], 0) && timers_add(&t, &node[1], 500000) &&
           timers_add(&t, &node[2], 999999));
}
#else
CASE(clock_is_not_shown_for_half_its_range) {
    const tw_tick later = (tw_tick)(1000 + TW_TICK_MAX / 2 + 3);

    start();
    assert(timers_add(&t, &node[0], 2000));
    expect(STOP, behind(timers_at), "timers_advance",
           "the clock went back from 1000 to %llu, by more than a quarter of its range. "
           "Call advance() at least once in a quarter of the range while timers wait.",
           (unsigned long long)later);
    timers_advance(&t, later);
}

CASE(empty_set_takes_any_now) {
    start();
    timers_advance(&t, (tw_tick)(1000 + TW_TICK_MAX / 2 + 3));
    assert(timers_add(&t, &node[0], timers_now(&t)));
    timers_advance(&t, (tw_tick)(timers_now(&t) - TW_TICK_MAX / 8));
}

CASE(clock_went_back_half_its_range) {
    const tw_tick back = (tw_tick)(1000 - TW_TICK_MAX / 2);

    start();
    assert(timers_add(&t, &node[0], 2000));
    expect(STOP, behind(timers_at), "timers_advance",
           "the clock went back from 1000 to %llu, by more than a quarter of its range. "
           "Call advance() at least once in a quarter of the range while timers wait.",
           (unsigned long long)back);
    timers_advance(&t, (tw_tick)(1000 - TW_TICK_MAX / 4 - 1)); /* a quarter, and no more */
    timers_advance(&t, back);
}

CASE(delay_beyond_a_quarter_says_so_once) {
    const tw_tick delay = (tw_tick)(TW_TICK_MAX / 4 + 1);

    start();
    expect(WARNING, behind(timers_at), "timers_add_in",
           "tick %llu lies a quarter of the range ahead or more, and the node is not armed. "
           "Look at the answer, or use wider ticks.",
           (unsigned long long)(tw_tick)(1000 + delay));
    assert(!timers_add_in(&t, &node[0], 1000, delay) && !timers_add_in(&t, &node[0], 1000, delay));
}

CASE(window_beyond_a_quarter_says_so_once) {
    const tw_tick quarter = (tw_tick)(TW_TICK_MAX / 4 + 1), early = (tw_tick)(1000 + quarter);
    static struct windows s;
    static struct tw_window w, first;

    windows_init(&s, 1000, NULL, 0);
    assert(windows_add(&s, &first, 1002, 1004));
    expect(WARNING, behind(windows_at), "windows_add",
           "tick %llu lies a quarter of the range ahead or more, and the node is not armed. "
           "Look at the answer, or use wider ticks.",
           (unsigned long long)early);
    assert(!windows_add(&s, &w, early, (tw_tick)(early + 5)));
    assert(!windows_add(&s, &w, 1005, (tw_tick)(early + quarter)));
}

CASE(delay_beyond_a_quarter_for_no_node) {
    start();
    expect(STOP, behind(timers_at), "timers_add_in", NODE_NULL);
    timers_add_in(&t, no_node, 1000, TW_TICK_MAX / 2);
}

CASE(tick_beyond_a_quarter_says_so_once) {
    const tw_tick due = (tw_tick)(1000 + TW_TICK_MAX / 4 + 1);

    start();
    assert(timers_add(&t, &node[1], 2000));
    expect(WARNING, behind(timers_at), "timers_add",
           "tick %llu lies a quarter of the range ahead or more, and the node is not armed. "
           "Look at the answer, or use wider ticks.",
           (unsigned long long)due);
    assert(!timers_add(&t, &node[0], due) && !timers_add(&t, &node[0], due));
}

CASE(relative_tick_says_so_once) {
    const tw_tick now = (tw_tick)(5000 + TW_TICK_MAX / 8);

    start();
    timers_advance(&t, now);
    expect(WARNING, behind(timers_at), "timers_add",
           "tick 5000 passed %llu ticks ago. Deadlines are absolute: did you mean now + 5000?",
           (unsigned long long)(TW_TICK_MAX / 8));
    assert(timers_add(&t, &node[0], 5000) && timers_add(&t, &node[1], 5000));
    assert(timers_add(&t, &node[2], 5001));
}

CASE(passed_ticks_that_are_meant) {
    const tw_tick now = (tw_tick)(5000 + TW_TICK_MAX / 8);

    start();
    timers_advance(&t, now);
    assert(timers_add(&t, &node[0], 5001) && timers_add(&t, &node[1], (tw_tick)(now - 1)));
    assert(timers_add(&t, &node[2], (tw_tick)(now + TW_TICK_MAX / 8)));
}
#endif

/* tw_forward()'s line for a burst: after a stall a periodic timer goes on from its last
   deadline. */
static void beats_on(struct tw_node *n, tw_tick now) { timers_add(&t, n, n->due + 10), (void)now; }

CASE(periodic_timer_that_catches_up_is_meant) {
    const tw_tick now = (tw_tick)(TW_TICK_BITS == 64 ? 1000000 : 2000 + TW_TICK_MAX / 8);

    start();
    tw_node_init(&node[0], beats_on);
    assert(timers_add(&t, &node[0], 1010) && timers_advance(&t, now) == 1 &&
           timers_advance(&t, now) == 1);
}

/* ------------------------------------------------------------------- POSTS AND QUEUES */

CASE(post_is_null) {
    static struct tw_posts inbox;
    static struct tw_post *volatile no_post;

    start();
    assert(timers_count(&t) == 0); /* a verb of another place */
    expect(STOP, "", "tw_post_arm", "the post is NULL. Give its address.");
    tw_post_arm(&inbox, no_post, 5);
}

CASE(inbox_to_send_to_is_null) {
    static struct tw_posts *volatile no_inbox;
    static struct tw_post post;

    expect(STOP, "", "tw_post_cancel", "the inbox is NULL. Give its address.");
    tw_post_cancel(no_inbox, &post);
}

CASE(post_to_initialise_is_null) {
    static struct tw_post *volatile no_post;

    expect(STOP, "", "tw_post_init", "the post is NULL. Give its address.");
    tw_post_init(no_post, fire);
}

CASE(inbox_is_null) {
    static struct tw_posts *volatile no_inbox;

    start();
    expect(STOP, "", "timers_drain", "the inbox is NULL. Give its address.");
    timers_drain(&t, no_inbox, NULL);
}

CASE(inbox_asked_is_null) {
    static struct tw_posts *volatile no_inbox;

    expect(STOP, "", "tw_posts_any", "the inbox is NULL. Give its address.");
    tw_posts_any(no_inbox);
}

CASE(nobody_hears_of_a_refused_post) {
    static struct tw_posts inbox;
    static struct tw_post post;

    start();
    timers_init(&t, 1000, NULL, 0);
    tw_post_arm(&inbox, &post, 2000);
    t.clock.stamp.said = (unsigned)-1; /* that it is full is another line */
    expect(STOP, behind(timers_at), "timers_drain",
           "the set refused a post, and nobody hears of it. "
           "Give drain() a function for refused posts.");
    timers_drain(&t, &inbox, NULL);
}

#define QUEUE_NOT_INITIALISED \
    "the queue is not initialised, or was destroyed. Call %s_init() before its first verb."

#if TW_TICK_BITS == 64
static const char pool_at[] = HERE;
TW_DELAYQUEUE_OF(pool, heap4)
static struct pool queue;

CASE(queue_is_not_initialised) {
    expect(STOP, behind(pool_at), "pool_put", QUEUE_NOT_INITIALISED, "pool");
    pool_put(&queue, &node[0], 5);
}

CASE(closed_queue_is_not_initialised) {
    expect(STOP, behind(pool_at), "pool_close", QUEUE_NOT_INITIALISED, "pool");
    pool_close(&queue);
}

CASE(queue_that_is_asked_is_not_initialised) {
    expect(STOP, behind(pool_at), "pool_closed", QUEUE_NOT_INITIALISED, "pool");
    pool_closed(&queue);
}

CASE(queue_is_moved) {
    static struct pool copy;

    assert(pool_init(&queue, room, N) && pool_count(&queue) == 0);
    memcpy(&copy, &queue, sizeof copy);
    expect(STOP, behind(pool_at), "pool_closed", MOVED_SET, (void *)&queue, (void *)&copy);
    pool_closed(&copy);
}

CASE(queue_was_destroyed) {
    assert(pool_init(&queue, room, N) && pool_destroy(&queue));
    expect(STOP, behind(pool_at), "pool_try_take", QUEUE_NOT_INITIALISED, "pool");
    pool_try_take(&queue);
}

CASE(runtime_queue_is_not_initialised) {
    static struct tw_delayqueue q;

    expect(STOP, "tw_delayqueue", "tw_delayqueue_count", QUEUE_NOT_INITIALISED, "tw_delayqueue");
    tw_delayqueue_count(&q);
}

CASE(queue_without_an_array_has_no_room) {
    assert(pool_init(&queue, NULL, N));
    expect(STOP, behind(pool_at), "pool_put", NO_ROOM, "pool");
    pool_put(&queue, &node[0], TW_FOREVER);
}

CASE(runtime_queue_is_initialised) {
    static struct tw_delayqueue q;
    static struct tw_heap4 heap;

    assert(tw_delayqueue_init(&q, &tw_heap4_ops, &heap, room, N) &&
           tw_delayqueue_put(&q, &node[0], 0));
    assert(tw_delayqueue_try_take(&q) == &node[0] && tw_delayqueue_destroy(&q));
}

CASE(node_put_to_a_closed_queue_is_null) {
    assert(pool_init(&queue, room, N));
    pool_close(&queue);
    expect(STOP, behind(pool_at), "pool_put", NODE_NULL);
    pool_put(&queue, no_node, 5);
}

CASE(batch_for_no_node) {
    struct tw_node *out[1];

    assert(pool_init(&queue, room, N));
    expect(STOP, behind(pool_at), "pool_take_batch", "max is 0. Give room for at least one node.");
    pool_take_batch(&queue, out, 0, 0);
}

CASE(forgotten_by_init_of_a_queue) {
    assert(pool_init(&queue, room, N) && pool_put(&queue, &node[0], 0));
    assert(pool_destroy(&queue) && pool_init(&queue, room, N));
    expect(STOP, behind(pool_at), "pool_put", INITIALISED_AGAIN, (void *)&node[0]);
    pool_put(&queue, &node[0], 0);
}

CASE(put_while_armed_in_a_set) {
    start();
    assert(pool_init(&queue, other_room, N) && timers_add(&t, &node[0], 2000));
    expect(STOP, behind(pool_at), "pool_put", IN_ANOTHER_SET, (void *)&node[0], behind(timers_at));
    pool_put(&queue, &node[0], TW_FOREVER);
}

static void *puts_one(void *q) { return assert(pool_put((struct pool *)q, &node[0], 0)), NULL; }

CASE(queue_is_for_all_threads) {
    pthread_t thread;

    assert(pool_init(&queue, room, N) && pool_count(&queue) == 0);
    assert(pthread_create(&thread, NULL, puts_one, &queue) == 0);
    assert(pool_take(&queue, TW_FOREVER) == &node[0]);
    assert(pthread_join(thread, NULL) == 0 && pool_destroy(&queue));
}
#endif

/* ----------------------------------------------------------------------------- TABLES */

static struct tw_table *table, *volatile no_table;

/* Makes a table of four timers. */
static void start_table(void) {
    table = (struct tw_table *)malloc(tw_table_bytes(4));
    assert(table);
    tw_table_init(table, 1000, 4);
}

static void number_fires(void *user, uint32_t i, tw_tick at) { (void)user, (void)i, (void)at; }

#define NUMBER_TOO_HIGH "the number is not below the capacity. Grow the table."
#define TABLE_NULL      "the table is NULL. Give its address."

/* A case for a verb that takes a number: one is the capacity, and one was below 0. */
#define NUMBER_CASE(verb, ...)                                \
    CASE(number_from_the_capacity_on_##verb) {                \
        const uint32_t i = 4;                                 \
                                                              \
        start_table();                                        \
        expect(STOP, "", "tw_table_" #verb, NUMBER_TOO_HIGH); \
        (void)tw_table_##verb(table, __VA_ARGS__);            \
    }                                                         \
    CASE(number_below_0_##verb) {                             \
        const uint32_t i = (uint32_t)-1;                      \
                                                              \
        start_table();                                        \
        expect(STOP, "", "tw_table_" #verb, NUMBER_TOO_HIGH); \
        (void)tw_table_##verb(table, __VA_ARGS__);            \
    }
NUMBER_CASE(add, i, 1005)
NUMBER_CASE(add_if_earlier, i, 1005)
NUMBER_CASE(add_in, i, 1000, 5)
NUMBER_CASE(cancel, i)
NUMBER_CASE(pending, i)
NUMBER_CASE(due, i)

/* A case for a verb that is given no table; the first it calls is named. */
#define NO_TABLE_CASE(verb, named, ...)                   \
    CASE(no_table_##verb) {                               \
        expect(STOP, "", "tw_table_" #named, TABLE_NULL); \
        (void)tw_table_##verb(__VA_ARGS__);               \
    }
NO_TABLE_CASE(add, add, no_table, 0, 5)
NO_TABLE_CASE(add_if_earlier, add_if_earlier, no_table, 0, 5)
NO_TABLE_CASE(add_in, add_in, no_table, 0, 5, 5)
NO_TABLE_CASE(cancel, cancel, no_table, 0)
NO_TABLE_CASE(pending, pending, no_table, 0)
NO_TABLE_CASE(due, due, no_table, 0)
NO_TABLE_CASE(remaining, due, no_table, 0)
NO_TABLE_CASE(any_due, next, no_table)
NO_TABLE_CASE(wait_ms, wait_ms, no_table, 5, 1)
NO_TABLE_CASE(advance, advance_some, no_table, 5, number_fires, NULL)
NO_TABLE_CASE(expire_some, advance_some, no_table, 5, NULL, 0)
NO_TABLE_CASE(now, now, no_table)
NO_TABLE_CASE(count, count, no_table)
NO_TABLE_CASE(capacity, capacity, no_table)
NO_TABLE_CASE(each, each, no_table, 0)
NO_TABLE_CASE(clear, clear, no_table)
NO_TABLE_CASE(grow, grow, no_table, 5)
NO_TABLE_CASE(check, check, no_table)

CASE(no_table_expire) {
    uint32_t i;

    expect(STOP, "", "tw_table_expire", TABLE_NULL);
    tw_table_expire(no_table, 5, &i);
}

CASE(no_table_init) {
    expect(STOP, "", TEXT(tw_table_init), TABLE_NULL);
    tw_table_init(no_table, 5, 4);
}

CASE(table_of_too_many_timers) {
    start_table();
    expect(STOP, "", TEXT(tw_table_init), "no table has so many timers. tw_table_bytes() is 0.");
    tw_table_init(table, 5, (size_t)-1);
}

CASE(table_calls_no_function) {
    start_table();
    expect(STOP, "", "tw_table_advance_some", "the function is NULL. Give its address.");
    tw_table_advance(table, 1005, NULL, NULL);
}

CASE(table_waits_in_no_unit) {
    start_table();
    expect(STOP, "", "tw_table_wait_ms", "ticks_per_ms is 0. Give at least 1.");
    tw_table_wait_ms(table, 1000, 0);
}

/* Armed twice, cancelled twice, and numbers that are idle are no mistake. */
CASE(table_takes_a_number_twice) {
    uint32_t i = 0;

    start_table();
    assert(tw_table_add(table, 3, 1005) && tw_table_add(table, 3, 1007));
    assert(tw_table_cancel(table, 3) && !tw_table_cancel(table, 3));
    assert(!tw_table_expire(table, 1010, &i) && tw_table_each(table, 9) == 4);
    free(table);
}

/* ----------------------------------------------------------------------------- RUNNER */

/* clang-format off */
#define ROW(name) {#name, name}

/* clang-format on */

static const struct debug_case {
    const char *name;
    void (*run)(void);
} cases[] = {
    ROW(smallwheel_says_once_that_a_passed_tick_leaves_late),
    ROW(hwheel_says_once_that_a_passed_tick_leaves_late),
    ROW(bigwheel_says_once_that_a_passed_tick_leaves_late),
    ROW(set_is_null),
    ROW(set_is_not_initialised),
    ROW(set_is_not_initialised_when_it_advances),
    ROW(structure_is_not_initialised),
    ROW(objects_are_not_initialised),
    ROW(runtime_set_is_not_initialised),
    ROW(garbage_is_initialised),
    ROW(zeroed_set_is_initialised),
    ROW(zeroed_set_has_no_room),
    ROW(set_without_an_array_has_no_room),
    ROW(set_without_room_is_named_by_the_verb_that_adds),
    ROW(structure_has_no_room),
    ROW(full_set_says_so_once),
    ROW(line_of_a_long_place_is_cut),
    ROW(line_with_a_long_text_is_cut),
    ROW(line_that_just_fits_is_whole),
    ROW(line_that_is_one_longer_is_cut),
    ROW(each_warning_has_a_bit_of_its_own),
    ROW(array_given_back_is_no_mistake),
    ROW(array_of_a_structure_given_back_is_no_mistake),
    ROW(array_of_a_queue_given_back_is_no_mistake),
    ROW(array_of_a_runtime_set_given_back_is_no_mistake),
    ROW(storage_without_an_array_has_no_room),
    ROW(set_is_moved_while_a_node_waits),
    ROW(set_is_moved_while_a_node_is_due),
    ROW(queue_of_objects_is_moved_while_one_is_in_it),
    ROW(heap4_is_moved_while_a_node_waits),
    ROW(rbtree_is_moved_while_a_node_waits),
    ROW(skiplist_is_moved_while_a_node_waits),
    ROW(sortedlist_is_moved_while_a_node_waits),
    ROW(wheel_is_moved_while_a_node_waits),
    ROW(smallwheel_is_moved_while_a_node_waits),
    ROW(hwheel_is_moved_while_a_node_waits),
    ROW(bigwheel_is_moved_while_a_node_waits),
    ROW(runtime_set_is_moved_while_a_node_is_due),
    ROW(sets_that_may_be_moved),
    ROW(full_set_says_so_of_a_node_that_is_due),
    ROW(node_that_is_due_in_a_set_is_in_no_structure),
    ROW(set_that_shall_have_no_room_is_full),
    ROW(other_file_has_other_ticks),
    ROW(other_file_has_another_smallwheel),
    ROW(other_file_has_another_structure),
    ROW(other_file_has_the_same_options),
    ROW(structure_of_a_set_is_asked_by_itself),
    ROW(armed_through_a_table_and_again_in_a_set),
    ROW(moved_within_a_structure),
    ROW(second_thread),
    ROW(thread_that_was_handed_the_set),
    ROW(hinted_node_is_null),
    ROW(hinted_node_of_a_structure_is_null),
    ROW(node_is_null),
    ROW(node_to_cancel_is_null),
    ROW(node_of_a_structure_is_null),
    ROW(node_of_no_set_is_null),
    ROW(node_of_the_initialiser_is_all_zero),
    ROW(node_asked_for_is_null),
    ROW(added_while_it_waits_in_another_set),
    ROW(added_while_it_is_due_in_another_set),
    ROW(moved_to_a_passed_tick_while_it_waits_in_another_set),
    ROW(early_enough_in_another_set),
    ROW(cancelled_in_another_set),
    ROW(due_node_cancelled_in_another_set),
    ROW(asked_for_in_another_set),
    ROW(remaining_asked_for_in_another_set),
    ROW(added_to_a_structure_while_it_is_due_in_a_set),
    ROW(updated_in_another_structure),
    ROW(object_cancelled_in_another_queue),
    ROW(forgotten_by_init_while_it_waited),
    ROW(forgotten_by_init_while_it_was_due),
    ROW(forgotten_when_its_set_was_zeroed),
    ROW(forgotten_by_init_and_initialised),
    ROW(copied_while_armed),
    ROW(node_without_a_mark_says_that_it_is_armed),
    ROW(node_was_never_initialised),
    ROW(cancelled_node_was_never_initialised),
    ROW(cancelled_node_was_overwritten),
    ROW(overwritten_when_it_fires),
    ROW(overwritten_in_a_structure_of_another_file),
    ROW(initialised_while_armed),
    ROW(made_idle_while_it_waited),
    ROW(made_idle_while_it_was_due),
    ROW(made_idle_in_a_structure),
    ROW(idle_nodes_are_initialised_again),
    ROW(deadline_is_written_while_armed),
    ROW(deadline_is_written_of_one_armed_through_a_table),
    ROW(deadline_is_written_and_it_fires),
    ROW(deadline_is_written_in_a_wheel),
    ROW(keys_are_written_where_they_may_be),
#if TW_TICK_BITS > 16
    ROW(zeroed_queue_of_keys_has_no_room),
    ROW(key_of_an_object_is_written_while_it_waits),
    ROW(object_updated_in_another_queue_by_key),
#endif
    ROW(overwritten_when_it_is_popped),
    ROW(overwritten_when_it_is_taken),
    ROW(neighbour_overwritten_and_armed_again),
    ROW(links_overwritten_with_null),
    ROW(neighbour_on_the_due_list_overwritten),
    ROW(first_of_the_due_list_overwritten),
    ROW(last_of_the_due_list_overwritten_by_a_copy),
    ROW(neighbour_before_overwritten_and_armed_again),
    ROW(node_on_the_due_list_overwritten_and_due_in_another_set),
    ROW(mark_of_a_node_that_was_taken_out_is_left_in_place),
    ROW(position_was_overwritten),
    ROW(node_of_a_packed_struct),
    ROW(loose_heap_has_an_order_by_not_after),
    ROW(loose_tree_has_an_order_by_not_after),
    ROW(loose_lanes_has_an_order_by_not_after),
    ROW(loose_list_has_an_order_by_not_after),
    ROW(node_has_no_function),
    ROW(node_without_function_is_taken),
    ROW(verb_under_way_is_named_after_a_callback),
    ROW(verb_under_way_is_named_after_clearing),
    ROW(period_is_zero),
    ROW(ticks_per_ms_is_zero),
    ROW(node_around_which_an_object_lies_is_null),
    ROW(node_to_update_is_null),
    ROW(set_to_initialise_is_null),
    ROW(hinted_set_is_null),
    ROW(runtime_set_is_null),
    ROW(runtime_set_that_is_null_has_no_capacity),
    ROW(ticks_per_ms_is_zero_while_nothing_is_armed),
    ROW(loop_inside_a_callback_is_told_once),
    ROW(loop_inside_a_function_that_clears_is_told),
    ROW(callbacks_that_are_refused_once_say_nothing),
    ROW(callback_that_does_not_come_back),
    ROW(callback_of_a_window_that_does_not_come_back),
    ROW(node_is_cancelled_during_a_walk),
    ROW(node_is_armed_during_a_walk),
    ROW(node_is_moved_during_a_walk_of_a_queue),
    ROW(wheel_is_turned_during_a_walk),
    ROW(structure_is_changed_during_a_walk),
    ROW(walks_that_are_no_mistake),
    ROW(walk_goes_on_from_a_node_that_was_cancelled),
    ROW(each_byte_of_a_mark_counts),
#if UINTPTR_MAX > 0xFFFFFFFFu && TW_TICK_BITS == 64
    ROW(debugging_takes_so_many_words),
#endif
#if TW_TICK_BITS == 64
    ROW(delay_below_zero_says_so_once),
    ROW(delay_of_a_runtime_set_is_just_too_long),
    ROW(tick_below_zero_says_so_once),
    ROW(ticks_that_may_be_far),
    ROW(clock_of_32_bits_wraps),
    ROW(clock_of_32_bits_wraps_when_timers_are_taken),
    ROW(clock_goes_back_otherwise),
    ROW(tick_of_65536_ticks_ago),
    ROW(tick_before_the_half_of_now),
#else
    ROW(empty_set_was_not_advanced_for_a_quarter),
    ROW(empty_set_was_not_advanced_for_nearly_the_range),
    ROW(post_comes_to_a_set_that_was_not_advanced),
    ROW(set_that_is_empty_in_a_callback_has_the_right_clock),
    ROW(set_of_windows_was_not_advanced),
    ROW(clock_is_not_shown_for_half_its_range),
    ROW(empty_set_takes_any_now),
    ROW(clock_went_back_half_its_range),
    ROW(tick_beyond_a_quarter_says_so_once),
    ROW(delay_beyond_a_quarter_says_so_once),
    ROW(window_beyond_a_quarter_says_so_once),
    ROW(delay_beyond_a_quarter_for_no_node),
#endif
    ROW(periodic_timer_that_catches_up_is_meant),
    ROW(relative_tick_says_so_once),
    ROW(passed_ticks_that_are_meant),
    ROW(post_is_null),
    ROW(inbox_to_send_to_is_null),
    ROW(post_to_initialise_is_null),
    ROW(inbox_is_null),
    ROW(inbox_asked_is_null),
    ROW(nobody_hears_of_a_refused_post),
    ROW(number_from_the_capacity_on_add),
    ROW(number_below_0_add),
    ROW(number_from_the_capacity_on_add_if_earlier),
    ROW(number_below_0_add_if_earlier),
    ROW(number_from_the_capacity_on_add_in),
    ROW(number_below_0_add_in),
    ROW(number_from_the_capacity_on_cancel),
    ROW(number_below_0_cancel),
    ROW(number_from_the_capacity_on_pending),
    ROW(number_below_0_pending),
    ROW(number_from_the_capacity_on_due),
    ROW(number_below_0_due),
    ROW(no_table_add),
    ROW(no_table_add_if_earlier),
    ROW(no_table_add_in),
    ROW(no_table_cancel),
    ROW(no_table_pending),
    ROW(no_table_due),
    ROW(no_table_remaining),
    ROW(no_table_any_due),
    ROW(no_table_wait_ms),
    ROW(no_table_advance),
    ROW(no_table_expire_some),
    ROW(no_table_now),
    ROW(no_table_count),
    ROW(no_table_capacity),
    ROW(no_table_check),
    ROW(no_table_each),
    ROW(no_table_clear),
    ROW(no_table_grow),
    ROW(no_table_expire),
    ROW(no_table_init),
    ROW(table_of_too_many_timers),
    ROW(table_calls_no_function),
    ROW(table_waits_in_no_unit),
    ROW(table_takes_a_number_twice),
#if TW_TICK_BITS == 64
    ROW(queue_is_not_initialised),
    ROW(closed_queue_is_not_initialised),
    ROW(queue_that_is_asked_is_not_initialised),
    ROW(queue_is_moved),
    ROW(queue_was_destroyed),
    ROW(runtime_queue_is_not_initialised),
    ROW(queue_without_an_array_has_no_room),
    ROW(runtime_queue_is_initialised),
    ROW(node_put_to_a_closed_queue_is_null),
    ROW(batch_for_no_node),
    ROW(forgotten_by_init_of_a_queue),
    ROW(put_while_armed_in_a_set),
    ROW(queue_is_for_all_threads),
#endif
};

static bool ended_as_told(int status) {
    if (told->kind != STOP)
        return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return SILENT ? WIFEXITED(status) && WEXITSTATUS(status) == TRIPPED
                  : WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

static bool passes(const struct debug_case *c) {
    static char said[LINE];
    const int status = (memset(told, 0, sizeof *told), in_a_child(c->run, said));
    const bool silent = SILENT || told->kind == SILENCE;

    if (ended_as_told(status) && strcmp(said, silent ? "" : told->line) == 0) {
        printf("%s: passed\n", c->name);
        return true;
    }
    printf("%s: FAILED with status %x\n  wanted: %s  said:   %s\n", c->name, (unsigned)status,
           told->line, said);
    return false;
}

/* Each node of a set over each structure is overwritten while it waits, with zeros or
   with what free() may leave; then all fire, at once or after the others were cancelled
   or others were armed beside them; or the set is cleared. With hwheel and bigwheel all
   that is done again far from the clock, where next() has sorted the list of an upper
   slot. Whatever the structure does, it must not trust the node: the line names it, and
   the verb that came by. */
enum way { FIRE, CANCEL, ARM, CLEAR, WAYS };

static struct overwriting {
    const struct tw_ops *ops;
    int which, byte;
    enum way way;
    bool sorted;
} now;

/* Lets next() sort the nodes, if they wait in one list: the first node has left. */
static void sort_them(struct tw_timers *r) {
    static struct tw_node first;
    tw_tick due;

    tw_node_init(&first, fire);
    assert(tw_timers_add(r, &first, 0x3FFF));
    assert(tw_timers_cancel(r, &first) && tw_timers_next(r, &due) && due == 0x4000);
    assert(node[0].home >= TW__RUN);
}

/* Says whether next() of a structure sorts lists. */
static bool sorts(const struct tw_ops *ops) {
    return ops == &tw_hwheel_ops || ops == &tw_bigwheel_ops;
}

static void overwrite_one(void) {
    static union {
        uintptr_t align;
        unsigned char byte[1 << 20];
    } in, array;
    static struct tw_node beside[N];
    static struct tw_timers r;
    const int begin = now.sorted ? 0x4000 : 1000;
    int i;

    assert(now.ops->size <= sizeof in && now.ops->bytes((size_t)2 * N) <= sizeof array);
    tw_timers_init(&r, 1000, now.ops, &in, &array, (size_t)2 * N);
    for (i = 0; i < N; i++) {
        tw_node_init(&node[i], fire);
        tw_node_init(&beside[i], fire);
        assert(tw_timers_add(&r, &node[i], (tw_tick)(begin + (i * 7 + 3) % N * 9)));
    }
    if (now.sorted)
        sort_them(&r);
    expect(STOP, "", "", OVERWRITTEN, (void *)&node[now.which]);
    memset(&node[now.which], now.byte, sizeof node[0]);
    for (i = 0; i < N; i++)
        if (i != now.which && now.way == CANCEL)
            tw_timers_cancel(&r, &node[i]);
        else if (now.way == ARM)
            tw_timers_add(&r, &beside[i], (tw_tick)(begin + (i * 11 + 5) % N * 9));
    if (now.way == CLEAR)
        tw_timers_clear(&r);
    tw_timers_advance(&r, (tw_tick)(begin + 500));
}

static bool overwritten_anywhere(void) {
    static const struct tw_ops *const all[] = {&tw_heap4_ops,      &tw_rbtree_ops, &tw_skiplist_ops,
                                               &tw_sortedlist_ops, &tw_wheel_ops,  &tw_hwheel_ops,
                                               &tw_bigwheel_ops};
    static char said[LINE];
    size_t failed = 0, tried = 0, s;
    int way, status;

    for (s = 0; s < sizeof all / sizeof all[0]; s++)
        for (way = FIRE; way < (sorts(all[s]) ? 2 * WAYS : WAYS); way++)
            for (now.which = 0; now.which < N; now.which++)
                for (now.byte = 0; now.byte <= 0xDD; now.byte += 0xDD, tried++) {
                    now.ops = all[s];
                    now.way = (enum way)(way % WAYS);
                    now.sorted = way >= WAYS;
                    memset(told, 0, sizeof *told);
                    status = in_a_child(overwrite_one, said);
                    if (ended_as_told(status) && (SILENT || strstr(said, told->line)))
                        continue;
                    printf("%s, node %d, byte %x, way %d: status %x, said %s\n", all[s]->name,
                           now.which, (unsigned)now.byte, way, (unsigned)status, said);
                    failed++;
                }
    printf("overwritten_anywhere: %d of %d failed\n", (int)failed, (int)tried);
    return failed == 0;
}

/* Every verb goes by its own name, also where it calls another one. Each is called for
   memory that is no set. */
struct named {
    const char *at, *kind, *verb;
    void (*call)(void);
};

static struct rows no_rows;
static struct job job;
static tw_tick tick;

#define VERB(kind, verb, ...) \
    static void calls_##kind##_##verb(void) { (void)kind##_##verb(__VA_ARGS__); }
#define NAMED(kind, verb, ...) {kind##_at, #kind, #kind "_" #verb, calls_##kind##_##verb},

#define VERBS_OF_TIMERS(X)                 \
    X(timers, add, &t, node, 5)            \
    X(timers, add_if_earlier, &t, node, 5) \
    X(timers, add_in, &t, node, 5, 5)      \
    X(timers, cancel, &t, node)            \
    X(timers, next, &t, &tick)             \
    X(timers, any_due, &t)                 \
    X(timers, advance, &t, 5)              \
    X(timers, advance_some, &t, 5, 5)      \
    X(timers, expire, &t, 5)               \
    X(timers, wait_ms, &t, 5, 5)           \
    X(timers, remaining, &t, node)         \
    X(timers, pending, &t, node)           \
    X(timers, now, &t)                     \
    X(timers, capacity, &t)                \
    X(timers, storage, &t, NULL, 0)        \
    X(timers, count, &t)                   \
    X(timers, each, &t, NULL)              \
    X(timers, clear, &t)                   \
    X(timers, clear_with, &t, NULL)        \
    X(timers, check, &t)
VERBS_OF_TIMERS(VERB)

#define VERBS_OF_ROWS(X)            \
    X(rows, add, &no_rows, &job)    \
    X(rows, cancel, &no_rows, &job) \
    X(rows, peek, &no_rows)         \
    X(rows, pop, &no_rows)          \
    X(rows, count, &no_rows)        \
    X(rows, each, &no_rows, NULL)   \
    X(rows, clear, &no_rows)        \
    X(rows, check, &no_rows)        \
    X(rows, before, &no_rows, NULL) \
    X(rows, after, &no_rows, NULL)  \
    X(rows, first, &no_rows)        \
    X(rows, last, &no_rows)
VERBS_OF_ROWS(VERB)

#if TW_TICK_BITS == 64
static struct tw_node *out;
#define VERBS_OF_POOL(X)                          \
    X(pool, put, &queue, node, 5)                 \
    X(pool, put_earliest, &queue, node, 5, NULL)  \
    X(pool, put_in, &queue, node, 5)              \
    X(pool, move, &queue, node, 5)                \
    X(pool, move_earliest, &queue, node, 5, NULL) \
    X(pool, cancel, &queue, node)                 \
    X(pool, take, &queue, 5)                      \
    X(pool, try_take, &queue)                     \
    X(pool, take_batch, &queue, &out, 1, 5)       \
    X(pool, capacity, &queue)                     \
    X(pool, close, &queue)                        \
    X(pool, closed, &queue)                       \
    X(pool, clear_with, &queue, NULL)             \
    X(pool, count, &queue)                        \
    X(pool, next, &queue, &tick)                  \
    X(pool, peek, &queue)                         \
    X(pool, destroy, &queue)                      \
    X(pool, check, &queue)
VERBS_OF_POOL(VERB)
#else
#define VERBS_OF_POOL(X)
#endif

/* clang-format off */
static const struct named named[] = {
    VERBS_OF_TIMERS(NAMED) VERBS_OF_ROWS(NAMED) VERBS_OF_POOL(NAMED)};
/* clang-format on */

static const struct named *verb;

static void call_a_verb(void) {
    memset(&t, 0x5A, sizeof t);
    memset(&no_rows, 0x5A, sizeof no_rows);
    expect(STOP, behind(verb->at), verb->verb,
           strcmp(verb->kind, "pool") == 0 ? QUEUE_NOT_INITIALISED : NOT_INITIALISED, verb->kind);
    verb->call();
}

static bool verbs_go_by_their_names(void) {
    size_t i, failed = 0;

    for (i = 0; i < sizeof named / sizeof named[0]; i++) {
        const struct debug_case c = {named[i].verb, call_a_verb};

        verb = &named[i];
        failed += !passes(&c);
    }
    return failed == 0;
}

int main(int argc, char **argv) {
    size_t i, ran = 0, failed = 0;

    told = (struct told *)mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE,
                               MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert(told != MAP_FAILED);
    setvbuf(stdout, NULL, _IONBF, 0); /* or children write it again */
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (argc < 2 || strcmp(argv[1], cases[i].name) == 0) {
            ran++;
            failed += !passes(&cases[i]);
        }
    if (argc < 2 || strcmp(argv[1], "overwritten_anywhere") == 0) {
        ran++;
        failed += !overwritten_anywhere();
    }
    if (argc < 2 || strcmp(argv[1], "verbs_go_by_their_names") == 0) {
        ran++;
        failed += !verbs_go_by_their_names();
    }
    if (ran == 0)
        fprintf(stderr, "no case %s\n", argv[1]);
    return ran == 0 || failed ? 1 : 0;
}
