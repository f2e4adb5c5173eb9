/* SPDX-License-Identifier: MIT-0 */
/* prefetch() is a hint: on every structure, for nodes in every state, it changes nothing.
   And it is a good hint: an operation writes to nodes that were fetched, mostly.

       prefetch          all scenarios
       prefetch NAME     one */
#include "compiler.h"
#include <stddef.h>

/* The cache lines that were fetched, from the first one that was asked for. */
enum { LINES = 8192 };

static uintptr_t fetched[LINES];
static size_t lines;

static void fetch(uintptr_t address) {
    if (lines < LINES)
        fetched[lines++] = address / 64;
}

#undef TW__PREFETCH
#define TW__PREFETCH(p) fetch((uintptr_t)(p))
#include "rig.h"

enum { TIMERS = 200 };

static struct tw_node *hinted[TIMERS];
static tw_tick ticks[TIMERS];

static bool was_fetched(const void *p) {
    size_t i = 0;

    while (i < lines && fetched[i] != (uintptr_t)p / 64)
        i++;
    return i < lines;
}

/* All that a hint could change. */
static uint64_t sum_of(const void *p, size_t bytes, uint64_t sum) {
    const unsigned char *c = (const unsigned char *)p;

    while (bytes-- > 0)
        sum = (sum ^ *c++) * 0x100000001b3u;
    return sum;
}

static uint64_t sum(void) {
    uint64_t s = sum_of(&rig.t, sizeof rig.t, 0xcbf29ce484222325u);

    s = sum_of(rig.in, rig.ops->size, s);
    s = sum_of(rig.room, rig.ops->bytes(rig.capacity), s);
    return sum_of(pool, TIMERS * sizeof pool[0], s);
}

/* Timers in every state: idle, due, left by a budget, and waiting near and far. */
static void start_mixed(void) {
    size_t i;

    start(1000, TIMERS);
    rig_blank();
    pool_init(TIMERS);
    rig.quiet = true;
    for (i = 0; i < TIMERS; i++) {
        hinted[i] = &pool[i].node;
        if (i % 4 != 3)
            rig_arm(&pool[i], i % 4 == 1 ? 900 : 1001 + rig_below(i % 8 ? 60 : 3000));
    }
    rig_advance_some(1020, 5);
}

/* Ticks that have passed, lie ahead, and lie beyond what add() takes. */
static void draw_dues(void) {
    size_t i;

    for (i = 0; i < TIMERS; i++)
        ticks[i] = (tw_tick)(rig_below(3)   ? 1000 + rig_below(3000)
                             : rig_below(2) ? rig_below(1000)
                                            : rig_random());
}

SCENARIO(prefetch_changes_nothing,
         "A hint for timers in any state leaves each byte of the set as it was.") {
    static const size_t counts[] = {0, 1, 2, 15, 16, 17, 32, 33, TIMERS};
    uint64_t before;
    size_t i;

    start_mixed();
    before = sum();
    for (i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        draw_dues();
        tw_timers_prefetch(&rig.t, hinted + rig_below(TIMERS - counts[i] + 1), ticks, counts[i]);
        tw_timers_prefetch(&rig.t, hinted + rig_below(TIMERS - counts[i] + 1), NULL, counts[i]);
        assert(sum() == before && !tw_timers_check(&rig.t));
    }
    rig.quiet = false;
    drain();
}

/* No timer waits, none has room, and none is given. */
SCENARIO(prefetch_for_an_empty_set,
         "A hint is harmless where no timer waits, and where there is no array.") {
    uint64_t before;

    start_mixed();
    tw_timers_clear(&rig.t);
    rig.m.count = 0;
    draw_dues();
    before = sum();
    tw_timers_prefetch(&rig.t, hinted, ticks, TIMERS);
    tw_timers_prefetch(&rig.t, NULL, NULL, 0);
    assert(sum() == before);
    tw_timers_init(&rig.t, 0, rig.ops, rig.in, NULL, 0);
    before = sum();
    tw_timers_prefetch(&rig.t, hinted, ticks, TIMERS);
    assert(sum() == before && !tw_timers_check(&rig.t));
}

/* One timer alone, named twice. */
SCENARIO(prefetch_for_one_timer,
         "A hint that names its only timer twice leaves each byte of the set as it was.") {
    uint64_t before;

    start_mixed();
    tw_timers_clear(&rig.t);
    rig.m.count = 0;
    rig_arm(&pool[7], 2000);
    hinted[0] = hinted[1] = &pool[7].node;
    draw_dues();
    before = sum();
    tw_timers_prefetch(&rig.t, hinted, ticks, 2);
    tw_timers_prefetch(&rig.t, hinted, NULL, 2);
    assert(sum() == before && !tw_timers_check(&rig.t));
}

/* The nodes, but x, that an operation has written to since they were copied, and which of
   them were not fetched. */
static struct timer copy[TIMERS];
static size_t written, missed;

static void compare(const struct timer *x) {
    size_t i;

    for (i = 0; i < TIMERS; i++)
        if (&pool[i] != x && memcmp(&copy[i].node, &pool[i].node, NODE_BYTES) != 0) {
            written++;
            missed += !was_fetched(&pool[i].node.home) && !was_fetched(&pool[i].node.u);
        }
}

/* Moves and cancels timers at random, after a hint for each. */
static void operate(bool arm, size_t times) {
    size_t i;

    start(1000, TIMERS);
    pool_init(TIMERS);
    rig.quiet = true;
    written = missed = 0;
    for (i = 0; i < TIMERS; i++)
        rig_arm(&pool[i], 1001 + rig_below(2000));
    for (i = 0; i < times; i++) {
        struct timer *const x = &pool[rig_below(TIMERS)];
        struct tw_node *const n = &x->node;
        const tw_tick to = (tw_tick)(1001 + rig_below(2000));

        lines = 0;
        tw_timers_prefetch(&rig.t, &n, arm ? &to : NULL, 1);
        memcpy(copy, pool, sizeof copy);
        if (arm)
            rig_arm(x, (uint64_t)to);
        else
            rig_cancel(x);
        compare(x);
        if (!arm)
            rig_arm(x, (uint64_t)to);
    }
    rig.quiet = false;
}

static bool is_one_of(const char *names) { return strstr(names, rig.ops->name) != NULL; }

/* Of the nodes that a cancel writes to, four of five were fetched, and two of three in a
   tree, which may go on to farther ones. A toyarray fetches none. */
SCENARIO(cancel_writes_to_what_was_fetched,
         "A hint before a cancel fetches most of the nodes that the cancel changes.") {
    const bool far = is_one_of("rbtree");

    if (!TW__AHEAD || is_one_of("toyarray"))
        return;
    operate(false, 500);
    assert(written > 100 && missed * (far ? 3 : 5) <= written);
}

/* The same of a move. A list without lanes searches for the place, and fetches nothing on
   the way. */
SCENARIO(move_writes_to_what_was_fetched,
         "A hint before a move fetches most of the nodes that the move changes.") {
    const bool far = is_one_of("rbtree");

    if (!TW__AHEAD || is_one_of("toyarray sortedlist smallwheel toylist") ||
        rig.ops == &few_lanes_ops)
        return;
    operate(true, 500);
    assert(written > 100 && missed * (far ? 3 : 5) <= written);
}

/* Every verb by this name, for nodes and for objects. */
struct job {
    int key;
    struct tw_node node;
    char apart[64]; /* no two nodes share a line */
};

static bool job_before(const struct job *a, const struct job *b) { return a->key < b->key; }

TW_HEAP4_OF(heap4_jobs, struct job, node, job_before)
TW_RBTREE_OF(rbtree_jobs, struct job, node, job_before)
TW_SORTEDLIST_OF(sortedlist_jobs, struct job, node, job_before)
TW_SKIPLIST_OF(skiplist_jobs, struct job, node, job_before)
TW_WHEEL_OF(wheel_jobs, struct job, node)
TW_SMALLWHEEL_OF(smallwheel_jobs, struct job, node)
TW_HWHEEL_OF(hwheel_jobs, struct job, node)
TW_BIGWHEEL_OF(bigwheel_jobs, struct job, node)
TW_TIMERS_OF(folded, rbtree)

enum { JOBS = 40 };
static struct job job[JOBS];
static struct job *jobs[JOBS];
static struct tw_node *job_node[JOBS];
static tw_tick when[JOBS];

static void start_jobs(void) {
    int i;

    memset(job, 0, sizeof job);
    for (i = 0; i < JOBS; i++) {
        jobs[i] = &job[i];
        job_node[i] = &job[i].node;
        job[i].key = i * 7 % JOBS;
        when[i] = (tw_tick)(1 + job[i].key);
    }
}

/* Fetches for all jobs as the table of a structure does. Returns a sum of the lines. */
static uint64_t lines_of(const void *in, const struct tw_ops *ops, const tw_tick *dues) {
    size_t i;

    lines = 0;
    tw__prefetch(in, ops, job_node, dues, JOBS);
    for (i = 0; i < JOBS; i++)
        assert(!TW__AHEAD || was_fetched(&job[i].node));
    return sum_of(fetched, lines * sizeof fetched[0], lines);
}

/* A hint fetches the same lines in the same order as the table does. */
#define FETCHES(hint, in, ops, dues)                                      \
    do {                                                                  \
        const uint64_t all = lines_of(in, ops, dues);                     \
        lines = 0;                                                        \
        hint;                                                             \
        assert(sum_of(fetched, lines * sizeof fetched[0], lines) == all); \
    } while (0)

/* A queue in order: a hint for all, half of which wait; then all leave in order. */
#define IN_ORDER(x, array, room)                                                \
    do {                                                                        \
        struct x##_jobs q;                                                      \
        int k;                                                                  \
        start_jobs();                                                           \
        x##_jobs_init(&q, 0, array, room);                                      \
        for (k = 0; k < JOBS; k += 2)                                           \
            assert(x##_jobs_add(&q, &job[k]));                                  \
        FETCHES(x##_jobs_prefetch(&q, jobs, JOBS), &q.in, &x##_jobs_ops, NULL); \
        assert(!x##_jobs_check(&q));                                            \
        for (k = 1; k < JOBS; k += 2)                                           \
            assert(x##_jobs_add(&q, &job[k]));                                  \
        for (k = 0; k < JOBS; k++)                                              \
            assert(x##_jobs_pop(&q)->key == k);                                 \
    } while (0)

/* The same of a queue by tick, and of the structure itself. */
#define BY_TICK(x, array, room)                                                       \
    do {                                                                              \
        struct x##_jobs q;                                                            \
        int k;                                                                        \
        start_jobs();                                                                 \
        x##_jobs_init(&q, 0, array, room);                                            \
        for (k = 0; k < JOBS; k += 2)                                                 \
            assert(x##_jobs_add(&q, &job[k], when[k]));                               \
        FETCHES(x##_jobs_prefetch(&q, jobs, when, JOBS), &q.in, &tw_##x##_ops, when); \
        FETCHES(x##_jobs_prefetch(&q, jobs, NULL, JOBS), &q.in, &tw_##x##_ops, NULL); \
        assert(!x##_jobs_check(&q));                                                  \
        for (k = 1; k < JOBS; k += 2)                                                 \
            assert(x##_jobs_add(&q, &job[k], when[k]));                               \
        for (k = 0; k < JOBS; k++)                                                    \
            assert(x##_jobs_take(&q, JOBS)->key == k);                                \
    } while (0)

#define OF_NODES(x, array, room)                                                       \
    do {                                                                               \
        struct tw_##x s;                                                               \
        int k;                                                                         \
        start_jobs();                                                                  \
        tw_##x##_init(&s, 0, array, room);                                             \
        for (k = 0; k < JOBS; k += 2)                                                  \
            assert(tw_##x##_add(&s, job_node[k], when[k]));                            \
        FETCHES(tw_##x##_prefetch(&s, job_node, when, JOBS), &s, &tw_##x##_ops, when); \
        FETCHES(tw_##x##_prefetch(&s, job_node, NULL, JOBS), &s, &tw_##x##_ops, NULL); \
        assert(!tw_##x##_check(&s));                                                   \
        for (k = 1; k < JOBS; k += 2)                                                  \
            assert(tw_##x##_add(&s, job_node[k], when[k]));                            \
        for (k = 0; k < JOBS; k++)                                                     \
            assert(tw_##x##_take(&s, JOBS)->due == (tw_tick)(k + 1));                  \
    } while (0)

SCENARIO(queues_have_the_hint,
         "Queues of nodes and of objects give all in order after prefetch().") {
    static TW_HEAP4_ARRAY(cells, JOBS);
    static TW_SKIPLIST_ARRAY(lanes, JOBS);
    static TW_WHEEL_ARRAY(slots, 64);

    IN_ORDER(heap4, cells, JOBS);
    IN_ORDER(rbtree, NULL, 0);
    IN_ORDER(sortedlist, NULL, 0);
    IN_ORDER(skiplist, lanes, JOBS);
    BY_TICK(wheel, slots, 64);
    BY_TICK(smallwheel, NULL, 0);
    BY_TICK(hwheel, NULL, 0);
    BY_TICK(bigwheel, NULL, 0);
    OF_NODES(heap4, cells, JOBS);
    OF_NODES(rbtree, NULL, 0);
    OF_NODES(sortedlist, NULL, 0);
    OF_NODES(skiplist, lanes, JOBS);
    OF_NODES(wheel, slots, 64);
    OF_NODES(smallwheel, NULL, 0);
    OF_NODES(hwheel, NULL, 0);
    OF_NODES(bigwheel, NULL, 0);
}

/* For no object, in queues that are all zero. */
SCENARIO(hint_for_no_object, "prefetch() of zero objects is harmless in a zeroed queue.") {
    static struct heap4_jobs a;
    static struct rbtree_jobs b;
    static struct sortedlist_jobs c;
    static struct skiplist_jobs d;
    static struct wheel_jobs e;
    static struct smallwheel_jobs f;
    static struct hwheel_jobs g;
    static struct bigwheel_jobs h;

    heap4_jobs_prefetch(&a, jobs, 0);
    rbtree_jobs_prefetch(&b, jobs, 0);
    sortedlist_jobs_prefetch(&c, jobs, 0);
    skiplist_jobs_prefetch(&d, jobs, 0);
    wheel_jobs_prefetch(&e, jobs, when, 0);
    smallwheel_jobs_prefetch(&f, jobs, when, 0);
    hwheel_jobs_prefetch(&g, jobs, when, 0);
    bigwheel_jobs_prefetch(&h, jobs, when, 0);
}

SCENARIO(sets_have_the_hint, "Sets of both kinds give all timers in order after prefetch().") {
    static struct folded t;
    static struct tw_rbtree tree;
    static struct tw_timers r;
    int k;

    start_jobs();
    tw_timers_init(&r, 0, &tw_rbtree_ops, &tree, NULL, 0);
    FETCHES(tw_timers_prefetch(&r, job_node, when, JOBS), &tree, &tw_rbtree_ops, when);
    folded_init(&t, 0, NULL, 0);
    for (k = 0; k < JOBS; k += 2)
        assert(folded_add(&t, job_node[k], when[k]));
    FETCHES(folded_prefetch(&t, job_node, when, JOBS), &t.in, &tw_rbtree_ops, when);
    FETCHES(folded_prefetch(&t, job_node, NULL, JOBS), &t.in, &tw_rbtree_ops, NULL);
    assert(folded_count(&t) == JOBS / 2 && !folded_check(&t));
    for (k = 0; k < JOBS; k++)
        assert(folded_add(&t, job_node[k], when[k]));
    for (k = 0; k < JOBS; k++)
        assert(folded_expire(&t, JOBS)->due == (tw_tick)(k + 1));
}

/* From TW__RBTREE_LARGE nodes on a search fetches more, and finds the same place. */
SCENARIO(large_tree_keeps_its_order,
         "A tree of many nodes, where searches fetch ahead, gives them by key and arming.") {
    enum { MANY = TW__RBTREE_LARGE + 1000 };
    static struct tw_node many[MANY];
    static struct tw_rbtree t;
    const struct tw_node *n, *last = NULL;
    size_t i;

    for (i = 0; i < MANY; i++)
        assert(tw_rbtree_add(&t, &many[i], (tw_tick)rig_below(5000)));
    assert(!tw_rbtree_check(&t) && tw_rbtree_count(&t) == MANY);
    while ((n = tw_rbtree_pop(&t)) != NULL) {
        assert(!last || last->due < n->due || (last->due == n->due && last < n));
        last = n;
    }
}

static const struct scenario scenarios[] = {
    ROW(prefetch_changes_nothing),
    ROW(prefetch_for_an_empty_set),
    ROW(prefetch_for_one_timer),
    ROW(cancel_writes_to_what_was_fetched),
    ROW(move_writes_to_what_was_fetched),
    ONCE(queues_have_the_hint),
    ONCE(hint_for_no_object),
    ONCE(sets_have_the_hint),
    ONCE(large_tree_keeps_its_order),
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], structures, STRUCTURES,
                         argc, argv);
}
