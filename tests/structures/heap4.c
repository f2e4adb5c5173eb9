/* SPDX-License-Identifier: MIT-0 */
/* What heap4.h promises beyond the contract: its costs, queues of objects, an array that
   grows, and a check() that sees.

       heap4          all of it
       heap4 NAME     one scenario */
#include <limits.h>
#include <stddef.h>

/* The pairs that were compared since `pairs` was 0. */
static const void *pair[1024][2];
static size_t pairs;
#define TW__COMPARED(a, key, b) \
    (pair[pairs % 1024][0] = (a), pair[pairs++ % 1024][1] = (b), TW_TRACE(TW_COMPARE, NULL, a, key))
#include "../contract/rig.h"

/* n nodes that come and go compare as often as there are levels. */
static void compares_by_levels(struct tw_heap4 *heap, struct timer *all, size_t n, size_t levels) {
    size_t i, worst;
    tw_tick due;

    for (i = 0, worst = 0; i < n; i++) {
        memset(traced, 0, sizeof traced);
        /* the worst: each to the root */
        tw_heap4_add(heap, &all[i].node, (tw_tick)(TW_TICK_MAX / 2 - i));
        worst = traced[TW_COMPARE] > worst ? traced[TW_COMPARE] : worst;
    }
    assert(worst >= levels && worst <= levels + (TW__SPEED ? 0 : 4));

    memset(traced, 0, sizeof traced);
    assert(tw_heap4_next(heap, &due) && tw_heap4_peek(heap) && tw_heap4_count(heap) == n);
    assert(traced[TW_COMPARE] == 0);

    for (i = 0, worst = 0; i < n / 2; i++) {
        memset(traced, 0, sizeof traced);
        assert(i % 2 ? tw_heap4_pop(heap) != NULL : tw_heap4_cancel(heap, &all[i / 2].node));
        worst = traced[TW_COMPARE] > worst ? traced[TW_COMPARE] : worst;
    }
    assert(worst >= 3 * levels && worst <= 4 * (levels + 1) + 1);

    memset(traced, 0, sizeof traced);
    tw_heap4_clear(heap);
    assert(traced[TW_COMPARE] == 0 && tw_heap4_count(heap) == 0);
}

/* The cost table of heap4.h as counts, at two sizes: 4^k nodes below the root make k
   levels. */
SCENARIO(heap4_costs_are_what_the_manual_says,
         "An add compares about once a level, a removal about four times, and next() never.") {
    size_t levels, n, i, most;

    if (sizeof(void *) == 8)
        assert(NODE_BYTES + sizeof(struct tw_heap4_cell) == 64);
    for (levels = 3; levels <= 7; levels += 4) {
        struct timer *all;
        struct tw_heap4 heap;
        struct tw_heap4_cell *room;

        for (n = 1, i = 0, most = 1; i < levels; i++)
            most *= 4, n += most;
        all = (struct timer *)calloc(n, sizeof *all);
        room = (struct tw_heap4_cell *)malloc(TW_HEAP4_BYTES(n));
        assert(all && room);
        tw_heap4_init(&heap, 0, room, n);
        compares_by_levels(&heap, all, n, levels);
        free(room);
        free(all);
    }
}

/* TW_LINK is said of each cell that is written, and of no other: counted by the positions
   in the nodes. Where size is asked for, a node that moves leaves the heap and comes
   back, and some cells are written twice. */
SCENARIO(heap4_says_which_cells_it_writes,
         "TW_LINK is reported for each cell of the array that changes, and for no other.") {
    enum { N = 100 };
    struct tw_heap4 heap;
    TW_HEAP4_ARRAY(room, N);
    uintptr_t home[N];
    size_t i, k, written;

    pool_init(N);
    tw_heap4_init(&heap, 0, room, N);
    for (i = 0; i < 20 * N; i++) {
        struct timer *x = &pool[rig_index(N)];
        const bool waits = !tw_idle(&x->node), cancelled = waits && i % 2,
                   moves = waits && !cancelled;

        for (k = 0; k < N; k++)
            home[k] = pool[k].node.home;
        memset(traced, 0, sizeof traced);
        assert(cancelled ? tw_heap4_cancel(&heap, &x->node)
                         : tw_heap4_add(&heap, &x->node, (tw_tick)rig_below(1000)));
        for (k = written = 0; k < N; k++)
            written += pool[k].node.home != home[k] && !tw_idle(&pool[k].node);
        written += moves && x->node.home == home[x->id]; /* back in its cell */
        assert(!TW__SPEED && moves ? traced[TW_LINK] >= written : traced[TW_LINK] == written);
    }
}

/* A hole that sinks, here under groups of four alone, compares four siblings by three
   comparisons, and the first of them with the cell that came last. */
SCENARIO(heap4_compares_the_siblings_below_a_hole,
         "A removal finds the least of four siblings by three compares in each level.") {
    enum { N = 86 };
    struct tw_heap4 heap;
    TW_HEAP4_ARRAY(room, N);
    uintptr_t group[N];
    size_t i, k, siblings;

    pool_init(N);
    tw_heap4_init(&heap, 0, room, N);
    for (i = 0; i < N; i++)
        assert(tw_heap4_add(&heap, &pool[i].node, (tw_tick)rig_below(1000)));
    for (i = 0; i < 1000; i++) {
        const struct tw_node *last = heap.cell[N - 1 + TW__HEAP4_ROOT].node;
        struct tw_node *n;

        for (k = 0; k < N; k++)
            group[k] = (pool[k].node.home - TW__WAITING - 1 - TW__HEAP4_ROOT) / 4;
        pairs = siblings = 0;
        n = tw_heap4_pop(&heap);
        for (k = 0; k < pairs; k++) {
            const struct timer *const a = (const struct timer *)pair[k][0],
                                      *const b = (const struct timer *)pair[k][1];

            if (&a->node != last && &b->node != last) {
                assert(a != b && group[a->id] == group[b->id]);
                siblings++;
            }
        }
        assert(pairs >= 4 && siblings == pairs / 4 * 3 && pairs % 4 == 0);
        assert(tw_heap4_add(&heap, n, (tw_tick)rig_below(1000)));
    }
}

/* The last group below a hole may have one to four cells, and the next one begin behind
   it. */
SCENARIO(heap4_of_any_size_stays_a_heap_when_its_first_leaves,
         "pop() keeps the order of a heap, however many cells its last group has.") {
    enum { N = 100, TRIES = 40 };
    struct tw_heap4 heap;
    TW_HEAP4_ARRAY(room, N);
    size_t n, i, k;

    pool_init(N);
    tw_heap4_init(&heap, 0, room, N);
    for (n = 1; n <= N; n++)
        for (k = 0; k < TRIES; k++) {
            for (i = 0; i < n; i++)
                assert(tw_heap4_add(&heap, &pool[i].node, (tw_tick)rig_below(1000)));
            assert(tw_heap4_pop(&heap) && !tw_heap4_check(&heap));
            tw_heap4_clear(&heap);
        }
}

/* The last cell is the first one behind the four below a hole, and comes before them, but
   has another parent. It stays there: in the hole it would come before the cell above.
   Places are counted from 0; those below place i begin at 4 * i + 1. */
SCENARIO(heap4_compares_no_cell_of_another_parent,
         "The cell behind the last group below a hole is not taken for a child of the hole.") {
    enum { N = 39, HOLE = 8 };
    struct tw_heap4 heap;
    TW_HEAP4_ARRAY(room, N);
    tw_tick due[N], last = 0;
    struct tw_node *n;
    size_t i;

    for (i = 0; i < N; i++)
        due[i] = 400;
    due[0] = 0, due[1] = 10, due[2] = 20;
    due[5] = due[6] = due[7] = 90, due[HOLE] = 80, due[HOLE + 1] = 30;
    for (i = 4 * HOLE + 1; i <= 4 * HOLE + 4; i++)
        due[i] = 150;
    due[4 * HOLE + 5] = 40;

    pool_init(N);
    tw_heap4_init(&heap, 0, room, N);
    for (i = 0; i < N; i++) {
        assert(tw_heap4_add(&heap, &pool[i].node, due[i]));
        assert(i == 0 || due[(i - 1) / 4] <= due[i]); /* so that each stays where it is put */
    }
    while ((n = tw_heap4_pop(&heap)) != NULL) {
        assert(n->due >= last && !tw_heap4_check(&heap));
        last = n->due;
    }
}

/* Deadlines over the whole range, more than a cell's half apart. */
SCENARIO(heap4_orders_the_whole_range_of_64_bits,
         "64-bit deadlines leave in order, however far they lie apart.") {
    enum { N = 40 };
    struct tw_heap4 heap;
    TW_HEAP4_ARRAY(room, N);
    tw_tick last = 0;
    size_t i;

    if (TW_TICK_BITS != 64)
        return;
    pool_init(N);
    tw_heap4_init(&heap, 0, room, N);
    for (i = 0; i < N; i++)
        assert(tw_heap4_add(&heap, &pool[i].node, (tw_tick)rig_random()));
    for (; !tw_heap4_check(&heap) && i > 0; i--) {
        const struct tw_node *n = tw_heap4_pop(&heap);

        assert(n && n->due >= last);
        last = n->due;
    }
    assert(i == 0);
}

/* a check() that cannot fail is none: each invariant broken once */
MISTAKE(heap4_check_sees_every_broken_invariant,
        "check() of heap4 names the property when order, position, key or capacity is wrong.") {
    struct tw_heap4 *heap;
    struct tw_heap4_cell swap, *cell;

    start_with_thirty();
    heap = (struct tw_heap4 *)rig.in;
    cell = heap->cell + TW__HEAP4_ROOT;
    swap = cell[0], cell[0] = cell[20], cell[20] = swap; /* order, with positions right */
    cell[0].node->home = TW__HEAP4_ROOT + 2;
    cell[20].node->home = TW__HEAP4_ROOT + 22;
    assert(breaks(tw_timers_check(&rig.t), "heap4 1"));
    swap = cell[0], cell[0] = cell[20], cell[20] = swap;
    assert(breaks(tw_timers_check(&rig.t), "heap4 2")); /* positions, with the order right */
    cell[0].node->home = TW__HEAP4_ROOT + 2;
    cell[20].node->home = TW__HEAP4_ROOT + 22;
    assert(!tw_timers_check(&rig.t));
    pool[3].node.due++; /* the key that was copied */
    assert(breaks(tw_timers_check(&rig.t), "heap4 3"));
    pool[3].node.due--;
    heap->capacity = 29;
    assert(breaks(tw_timers_check(&rig.t), "heap4 4"));
    heap->capacity = 32;
    rig_verify();
}

/* The typed face, the storage call and the queue by tick: what heap4.h promises beyond
   timers. */
struct job {
    int priority, number;
    struct tw_node node;
};

static unsigned asked; /* the calls of job_before() */

static bool job_before(const struct job *a, const struct job *b) {
    asked++;
    return a->priority > b->priority;
}

TW_HEAP4_OF(jobq, struct job, node, job_before)

SCENARIO(heap4_typed_queue_orders_by_any_key_and_keeps_fifo,
         "Jobs leave a heap by priority, and equal ones by their last add or update.") {
    enum { JOBS = 300 };
    static struct job jobs[JOBS], stranger;
    static TW_HEAP4_ARRAY(room, JOBS);
    struct jobq q;
    struct job *last = NULL, *x;
    int i, stamp = 0, left = JOBS;

    jobq_init(&q, 0, room, JOBS);
    memset(jobs, 0, sizeof jobs);
    for (i = 0; i < JOBS; i++) {
        jobs[i].priority = (int)rig_below(5);
        jobs[i].number = stamp++;
        assert(jobq_add(&q, &jobs[i]));
    }
    assert(!jobq_add(&q, &stranger) && !jobq_cancel(&q, &stranger) && !jobq_update(&q, &stranger));
    for (i = 0; i < JOBS; i += 3) {
        jobs[i].priority = (int)rig_below(5);
        jobs[i].number = stamp++; /* an update counts as arming anew */
        assert(jobq_update(&q, &jobs[i]) && !jobq_check(&q));
    }
    for (i = 0; i < JOBS; i += 7, left--)
        assert(jobq_cancel(&q, &jobs[i]) && !jobq_cancel(&q, &jobs[i]));
    assert((int)jobq_count(&q) == left);
    for (i = 0, x = jobq_each(&q, NULL); x; x = jobq_each(&q, x))
        i++;
    assert(i == left);
    while ((x = jobq_peek(&q)) != NULL) {
        assert(jobq_pop(&q) == x);
        assert(!last || last->priority > x->priority ||
               (last->priority == x->priority && last->number < x->number));
        last = x;
        left--;
    }
    assert(left == 0 && jobq_pop(&q) == NULL);
    assert(jobq_add(&q, &jobs[0]));
    jobq_clear(&q);
    assert(tw_idle(&jobs[0].node) && jobq_count(&q) == 0);
}

/* Fills a heap of six levels with jobs of so many priorities. Returns the most calls of
   job_before() that one pop makes. */
static unsigned most_asked(int priorities) {
    enum { JOBS = 1 + 4 + 16 + 64 + 256 + 1024 };
    static struct job jobs[JOBS];
    static TW_HEAP4_ARRAY(room, JOBS);
    struct jobq q;
    unsigned i, most = 0;

    jobq_init(&q, 0, room, JOBS);
    memset(jobs, 0, sizeof jobs);
    for (i = 0; i < JOBS; i++) {
        jobs[i].priority = (int)(i * 7919u % JOBS) % priorities;
        assert(jobq_add(&q, &jobs[i]));
    }
    for (i = 0; i < JOBS; i++) {
        asked = 0;
        assert(jobq_pop(&q) != NULL);
        most = asked > most ? asked : most;
    }
    return most;
}

SCENARIO(heap4_of_objects_calls_before_as_often_as_its_manual_says,
         "A pop calls before() up to eight times for each level, or fourteen if objects are "
         "equal.") {
    enum { LEVELS = 5 }; /* those below the root */

    const unsigned distinct = most_asked(INT_MAX), equal = most_asked(2);

    assert(distinct <= 8 * LEVELS && (!TW__SPEED || distinct > 6 * LEVELS));
    assert(equal <= 14 * LEVELS && (!TW__SPEED || equal > 8 * LEVELS));
}

SCENARIO(heap4_array_grows_and_shrinks,
         "storage() takes another array while nodes wait, but none that is too small.") {
    struct tw_heap4 heap;
    struct tw_heap4_cell *room = (struct tw_heap4_cell *)malloc(TW_HEAP4_BYTES(4));
    size_t i;

    assert(room);
    pool_init(100);
    tw_heap4_init(&heap, 0, room, 4);
    for (i = 0; i < 100; i++) {
        if (!tw_heap4_add(&heap, &pool[i].node, (tw_tick)(i * 37 % 50))) {
            size_t more = heap.capacity * 2;
            room = (struct tw_heap4_cell *)realloc(room, TW_HEAP4_BYTES(more));
            assert(room && tw_heap4_storage(&heap, room, more));
            assert(tw_heap4_add(&heap, &pool[i].node, (tw_tick)(i * 37 % 50)));
        }
        assert(!tw_heap4_check(&heap));
    }
    for (i = 0; i < 90; i++)
        assert(tw_heap4_cancel(&heap, &pool[i].node));
    assert(!tw_heap4_storage(&heap, room, 9));
    assert(tw_heap4_capacity(&heap) == 128 && tw_heap4_storage(&heap, room, 10));
    room = (struct tw_heap4_cell *)realloc(room, TW_HEAP4_BYTES(10));
    assert(room && tw_heap4_storage(&heap, room, 10) && !tw_heap4_check(&heap));
    pool[95].node.due = 0;
    assert(tw_heap4_update(&heap, &pool[95].node) && tw_heap4_peek(&heap)->due == 0);
    assert(tw_heap4_take(&heap, 0) != NULL);
    while (tw_heap4_pop(&heap))
        assert(!tw_heap4_check(&heap));
    free(room);
}

SCENARIO(heap4_typed_queue_moves_its_array_and_walks_it,
         "Objects of a typed heap leave in order after storage() and a move without room.") {
    static TW_HEAP4_ARRAY(small, 2);
    static TW_HEAP4_ARRAY(large, 4);
    static struct job job[3];
    struct jobq q;
    int i;

    memset(job, 0, sizeof job);
    jobq_init(&q, 0, small, 2);
    assert(jobq_each(&q, NULL) == NULL && jobq_peek(&q) == NULL && jobq_pop(&q) == NULL);
    for (i = 0; i < 3; i++) {
        job[i].priority = 3 - i;
        assert(jobq_add(&q, &job[i]) == (i < 2));
    }
    job[0].priority = 1; /* full, but a move needs no room */
    assert(jobq_add(&q, &job[0]) && jobq_count(&q) == 2 && !jobq_check(&q) &&
           jobq_peek(&q) == &job[1]);
    assert(!jobq_storage(&q, large, 1) && q.in.cell == small && q.in.capacity == 2);
    memcpy(large, small, sizeof small);
    assert(jobq_storage(&q, large, 4) && jobq_capacity(&q) == 4 && jobq_add(&q, &job[2]) &&
           !jobq_check(&q));
    memset(small, 0, sizeof small);
    assert(jobq_each(&q, NULL) == &job[1] && jobq_each(&q, &job[1]) == &job[0]);
    assert(jobq_each(&q, &job[0]) == &job[2] && jobq_each(&q, &job[2]) == NULL);
    assert(jobq_pop(&q) == &job[1] && jobq_pop(&q) == &job[0] && jobq_pop(&q) == &job[2]);
}

SCENARIO(heap4_of_one_node_moves_it_and_walks_over_it,
         "A full heap with one cell moves its node, and refuses another one.") {
    static TW_HEAP4_ARRAY(room, 1);
    struct tw_heap4 heap;
    struct tw_node a = TW_NODE(0), b = TW_NODE(0);
    tw_tick due;

    tw_heap4_init(&heap, 0, room, 1);
    assert(tw_heap4_each(&heap, NULL) == NULL && !tw_heap4_next(&heap, &due) &&
           tw_heap4_take(&heap, 9) == NULL);
    assert(tw_heap4_add(&heap, &a, 5) && tw_heap4_add(&heap, &a, 7) && !tw_heap4_add(&heap, &b, 1));
    assert(tw_heap4_count(&heap) == 1 && !tw_heap4_check(&heap) && tw_heap4_next(&heap, &due) &&
           due == 7);
    assert(tw_heap4_each(&heap, NULL) == &a && tw_heap4_each(&heap, &a) == NULL);
    assert(tw_heap4_take(&heap, 6) == NULL && tw_heap4_take(&heap, 7) == &a && tw_idle(&a));
}

/* Numbers are compared by their distance: where one half of them carries into the other,
   at the end of their range, and as far apart as the manual allows, equals leave in
   arming order. */
SCENARIO(heap4_arming_numbers_keep_order_at_the_ends_of_their_range,
         "Equal keys leave in arming order where the arming number carries or wraps.") {
    const tw_heap4_number half = (tw_heap4_number)1 << (8 * sizeof(tw_heap4_number) - 1);
    const tw_heap4_number starts[] = {0,
                                      0xFFFE,
                                      0xFFFFFFFEu,
                                      (tw_heap4_number)0xFFFF << 16,
                                      (tw_heap4_number)(half / 2 - 8),
                                      (tw_heap4_number)(half - 3),
                                      (tw_heap4_number)-3};
    static TW_HEAP4_ARRAY(room, 8);
    static struct job job[8];
    struct tw_heap4 heap;
    struct jobq q;
    size_t k, i;

    pool_init(8);
    memset(job, 0, sizeof job);
    for (k = 0; k < sizeof starts / sizeof starts[0]; k++) {
        jobq_init(&q, 0, room, 8);
        q.in.armings = starts[k];
        for (i = 0; i < 8; i++)
            assert(jobq_add(&q, &job[i]) && !jobq_check(&q));
        for (i = 0; i < 8; i++)
            assert(jobq_pop(&q) == &job[i]);
#if TW_TICK_BITS == 64 && defined(__SIZEOF_INT128__)
        if (starts[k] >= half / 2) /* this instance compares plain numbers, of which it has 2^62 */
            continue;
#endif
        tw_heap4_init(&heap, 0, room, 8);
        heap.armings = starts[k];
        for (i = 0; i < 8; i++)
            assert(tw_heap4_add(&heap, &pool[i].node, 5) && !tw_heap4_check(&heap));
        for (i = 0; i < 8; i++)
            assert(tw_heap4_pop(&heap) == &pool[i].node);
    }
}

/* one waits while nearly half of all numbers are given out */
SCENARIO(heap4_arming_numbers_keep_order_half_their_range_apart,
         "Equal keys leave in arming order although nearly half of all numbers lie between them.") {
    const tw_heap4_number half = (tw_heap4_number)1 << (8 * sizeof(tw_heap4_number) - 1);
    static TW_HEAP4_ARRAY(room, 8);
    static struct job job[8];
    struct tw_heap4 heap;
    struct jobq q;
    size_t k;

    pool_init(8);
    memset(job, 0, sizeof job);
    for (k = 0; k < 2; k++) {
        jobq_init(&q, 0, room, 8);
        tw_heap4_init(&heap, 0, room + 4, 4);
        assert(k ? jobq_add(&q, &job[1]) : tw_heap4_add(&heap, &pool[1].node, 5));
        q.in.armings = heap.armings = (tw_heap4_number)(half - 1);
        assert(k ? jobq_add(&q, &job[0]) : tw_heap4_add(&heap, &pool[0].node, 5));
        assert(k ? !jobq_check(&q) : !tw_heap4_check(&heap));
        assert(k ? jobq_pop(&q) == &job[1] : tw_heap4_pop(&heap) == &pool[1].node);
    }
}

/* The last entry of a heap leaves its pointer in the array, one place behind the end. */
MISTAKE(heap4_refuses_a_node_that_left_it_for_the_same_place_of_another,
        "A heap leaves a node alone that moved from it to another heap.") {
    static TW_HEAP4_ARRAY(here, 4);
    static TW_HEAP4_ARRAY(there, 4);
    struct tw_heap4 a, b;
    struct tw_node first = TW_NODE(0), other = TW_NODE(0), n = TW_NODE(0);

    tw_heap4_init(&a, 0, here, 4);
    tw_heap4_init(&b, 0, there, 4);
    assert(tw_heap4_add(&a, &first, 1) && tw_heap4_add(&a, &n, 2) && tw_heap4_cancel(&a, &n));
    assert(tw_heap4_add(&b, &other, 1) && tw_heap4_add(&b, &n, 2));
    expect_trips = true;
    assert(!tw_heap4_cancel(&a, &n) && !tw_heap4_update(&a, &n) && !tw_heap4_add(&a, &n, 9));
    expect_trips = false;
    assert(n.due == 2 && tw_heap4_count(&a) == 1 && !tw_heap4_check(&a));
    assert(tw_heap4_count(&b) == 2 && !tw_heap4_check(&b));
}

/* each field of the heap, of an entry and of a node, wrong alone; a heap without its last
   entry is a heap, and the array is the caller's */
MISTAKE(heap4_check_sees_each_field_that_is_wrong,
        "check() reports a wrong value in any field of heap4, of a cell or of a node.") {
    struct tw_node *const n = &pool[3].node;
    struct tw_heap4 *h;

    start_with_thirty();
    rig_arm(&pool[30], 50); /* behind the end: an entry that left */
    rig_cancel(&pool[30]);
    rig_arm(&pool[30], 0);
    rig_arm(&pool[29], 10); /* below pool[0] all are later; the last is its equal */
    h = (struct tw_heap4 *)rig.in;
    {
        struct tw_heap4_cell *const x = &h->cell[n->home - TW__WAITING];
        const struct breach breaches[] = {
            BREACH(struct tw_heap4_cell *, h->cell, h->cell + 1),
            BREACH(size_t, h->count, 31),
            BREACH(size_t, h->capacity, 29),
            BREACH(tw_tick, x->due, 12),
            BREACH(tw_tick, x->due, 60),
            BREACH(struct tw_node *, x->node, &pool[4].node),
            BREACH(struct tw_node *, x->node, &pool[30].node),
            BREACH(struct tw_node *, x->node, NULL),
            BREACH(tw_tick, n->due, 12),
            BREACH(uintptr_t, n->home, TW__IDLE),
            BREACH(uintptr_t, n->home, TW__DUE),
            BREACH(uintptr_t, n->home, n->home + 1),
            BREACH(uintptr_t, n->home, n->home - 1),
            BREACH(tw_heap4_number, h->armings, 0),
            BREACH(tw_heap4_number, h->armings, h->armings - 1),
#if UINTPTR_MAX > 0xFFFFFFFFu /* else the numbers are in the nodes */
            BREACH(tw_heap4_number, h->cell[TW__HEAP4_ROOT].number, 1000),
            BREACH(tw_heap4_number, x->number, h->armings),
            BREACH(tw_heap4_number, x->number, h->armings + ((tw_heap4_number)1 << 62)),
#endif
        };
        check_sees(breaches, sizeof breaches / sizeof breaches[0]);
    }
}

MISTAKE(heap4_leaves_due_nodes_alone,
        "A node on a due list waits in no structure: heap4 cancels and updates none.") {
    struct tw_heap4 *h;

    start_with_thirty();
    h = (struct tw_heap4 *)rig.in;
    assert(!tw_heap4_cancel(h, &pool[30].node) && !tw_heap4_update(h, &pool[31].node));
    rig_verify();
}

/* Queues of objects by a key. With 16-bit ticks a key that counts as an int is too wide on
   this machine. */
#define INTS (TW_TICK_BITS > 16)

enum mood { CALM, BUSY, ANGRY };

struct thing {
    unsigned stamp; /* the number of its last arming */
    bool waits;
    int rank;
    unsigned distance;
    signed char low;
    unsigned char level;
    uint16_t port;
    int16_t height;
    bool urgent;
    enum mood mood;
    unsigned bits : 3;
    tw_tick at;

    struct {
        int depth;
    } in;
#if TW_TICK_BITS == 64
    int64_t balance;
#endif
    struct tw_node node;
};

/* The verbs of such a queue, so that one scenario tries each type of key. The last two are
   of the oracle: set() gives a key, and below() asks the language which of two is less. */
struct by_key {
    void (*init)(struct tw_heap4_cell *array, size_t n);
    bool (*add)(struct thing *x);
    bool (*update)(struct thing *x);
    bool (*cancel)(struct thing *x);
    struct thing *(*peek)(void);
    struct thing *(*pop)(void);
    size_t (*count)(void);
    const char *(*check)(void);
    void (*set)(struct thing *x, uint64_t to);
    bool (*below)(const struct thing *a, const struct thing *b);
};

#define BY(name, key, type, mask)                                                          \
    TW_HEAP4_BY(name, struct thing, node, key)                                             \
    static struct name a_##name;                                                           \
    static void init_##name(struct tw_heap4_cell *array, size_t n) {                       \
        name##_init(&a_##name, 0, array, n);                                               \
    }                                                                                      \
    static bool add_##name(struct thing *x) { return name##_add(&a_##name, x); }           \
    static bool update_##name(struct thing *x) { return name##_update(&a_##name, x); }     \
    static bool cancel_##name(struct thing *x) { return name##_cancel(&a_##name, x); }     \
    static struct thing *peek_##name(void) { return name##_peek(&a_##name); }              \
    static struct thing *pop_##name(void) { return name##_pop(&a_##name); }                \
    static size_t count_##name(void) { return name##_count(&a_##name); }                   \
    static const char *check_##name(void) { return name##_check(&a_##name); }              \
    static void set_##name(struct thing *x, uint64_t to) { x->key = (type)(to & (mask)); } \
    static bool below_##name(const struct thing *a, const struct thing *b) {               \
        return a->key < b->key;                                                            \
    }                                                                                      \
    static const struct by_key verbs_##name = {                                            \
        init_##name, add_##name,   update_##name, cancel_##name, peek_##name,              \
        pop_##name,  count_##name, check_##name,  set_##name,    below_##name};

#define WHOLE UINT64_MAX
#if INTS
BY(by_rank, rank, int, WHOLE)
BY(by_distance, distance, unsigned, WHOLE)
BY(by_mood, mood, enum mood, 1)
BY(by_bits, bits, unsigned, 7)
BY(by_depth, in.depth, int, WHOLE)
#endif
BY(by_low, low, signed char, WHOLE)
BY(by_level, level, unsigned char, WHOLE)
BY(by_port, port, uint16_t, WHOLE)
BY(by_height, height, int16_t, WHOLE)
BY(by_urgent, urgent, bool, WHOLE)
BY(by_at, at, tw_tick, WHOLE)
#if TW_TICK_BITS == 64
BY(by_balance, balance, int64_t, WHOLE)
#endif
static const struct by_key *const by_keys[] = {
#if INTS
    &verbs_by_rank,    &verbs_by_distance, &verbs_by_mood, &verbs_by_bits,   &verbs_by_depth,
#endif
    &verbs_by_low,     &verbs_by_level,    &verbs_by_port, &verbs_by_height, &verbs_by_urgent,
    &verbs_by_at,
#if TW_TICK_BITS == 64
    &verbs_by_balance,
#endif
};

/* A key: one of a few, so that many are equal; one beside an end of some type; or any. */
static uint64_t some_key(void) {
    static const unsigned widths[] = {0, 7, 8, 15, 16, 31, 32, 63};

    switch (rig_below(3)) {
    case 0:
        return rig_below(3);
    case 1:
        return ((uint64_t)1 << widths[rig_index(8)]) - 2 + rig_below(4);
    default:
        return rig_random();
    }
}

/* Of those that wait, the one with the least key that was armed first. */
static struct thing *first_thing(struct thing *all, size_t n, const struct by_key *q) {
    struct thing *first = NULL;
    size_t i;

    for (i = 0; i < n; i++)
        if (all[i].waits && (!first || q->below(&all[i], first) ||
                             (!q->below(first, &all[i]) && all[i].stamp < first->stamp)))
            first = &all[i];
    return first;
}

static size_t waiting_things(const struct thing *all, size_t n) {
    size_t i, waiting = 0;

    for (i = 0; i < n; i++)
        waiting += all[i].waits;
    return waiting;
}

/* One random operation on the queue and on the model, whose answers agree. */
static void act_by_key(struct thing *all, size_t n, size_t room, const struct by_key *q) {
    static unsigned stamp;
    struct thing *const x = &all[rig_index(n)], *const first = first_thing(all, n, q);
    const bool waits = x->waits;

    assert(q->peek() == first);
    switch (rig_below(6)) {
    case 0:
        x->waits = false;
        assert(q->cancel(x) == waits);
        break;
    case 1:
        assert(q->pop() == first);
        if (first)
            first->waits = false;
        break;
    case 2:
        q->set(x, some_key());
        x->stamp = ++stamp;
        assert(q->update(x) == waits);
        break;
    default:
        q->set(x, some_key());
        x->stamp = ++stamp;
        x->waits = waits || waiting_things(all, n) < room;
        assert(q->add(x) == x->waits);
    }
    assert(q->count() == waiting_things(all, n) && !q->check());
    assert(tw_idle(&x->node) == !x->waits);
}

SCENARIO(heap4_by_key_agrees_with_a_model_for_each_type_of_key,
         "A heap by an integer key gives the least key that was armed first, for any type.") {
    enum { MOST = 90, ROOM = 80, ACTS = SLOW ? 600 : 3000 };
    static struct thing all[MOST];
    static TW_HEAP4_ARRAY(room, ROOM);
    size_t k, i, n;

    for (k = 0; k < sizeof by_keys / sizeof by_keys[0]; k++)
        for (n = 7; n <= MOST; n += MOST - 7) {
            const struct by_key *const q = by_keys[k];

            memset(all, 0, sizeof all);
            q->init(room, ROOM);
            for (i = 0; i < ACTS; i++)
                act_by_key(all, n, ROOM, q);
            for (i = waiting_things(all, n); i > 0; i--) {
                struct thing *const first = first_thing(all, n, q);

                assert(q->pop() == first);
                first->waits = false;
            }
            assert(!q->pop());
        }
}

#if INTS
/* Ticks that lie half their range apart have no order. Keys have one. */
SCENARIO(heap4_by_key_orders_the_whole_range_of_a_type,
         "Keys from the least to the largest value of their type leave in order.") {
    static const int ranks[] = {INT_MIN, INT_MIN + 1, -1, 0, 1, INT_MAX - 1, INT_MAX};
    static const unsigned distances[] = {
        0, 1, INT_MAX - 1u, INT_MAX, INT_MAX + 1u, UINT_MAX - 1, UINT_MAX};

    enum { N = 7 };

    static TW_HEAP4_ARRAY(room, N);
    struct thing all[N];
    size_t i, start;

    memset(all, 0, sizeof all);
    for (i = 0; i < N; i++) {
        all[i].rank = ranks[i];
        all[i].distance = distances[i];
    }
    for (start = 0; start < N; start++) {
        by_rank_init(&a_by_rank, 0, room, N);
        for (i = 0; i < N; i++)
            assert(by_rank_add(&a_by_rank, &all[(3 * i + start) % N]));
        for (i = 0; i < N; i++)
            assert(by_rank_pop(&a_by_rank) == &all[i]);
        by_distance_init(&a_by_distance, 0, room, N);
        for (i = 0; i < N; i++)
            assert(by_distance_add(&a_by_distance, &all[(3 * i + start) % N]));
        for (i = 0; i < N; i++)
            assert(by_distance_pop(&a_by_distance) == &all[i]);
    }
}

SCENARIO(heap4_by_key_copies_the_key_and_has_each_verb,
         "A changed key counts from update() on, and each verb of a heap by key answers.") {
    static TW_HEAP4_ARRAY(small, 2);
    static TW_HEAP4_ARRAY(large, 4);
    static struct thing x[3];
    size_t i;

    memset(x, 0, sizeof x);
    by_rank_init(&a_by_rank, 0, small, 2);
    assert(!by_rank_peek(&a_by_rank) && !by_rank_pop(&a_by_rank) &&
           !by_rank_each(&a_by_rank, NULL));
    for (i = 0; i < 3; i++) {
        x[i].rank = (int)i - 1;
        traced[TW_COMPARE] = 0;
        assert(by_rank_add(&a_by_rank, &x[i]) == (i < 2));
        assert(traced[TW_COMPARE] == (i == 1)); /* the second meets the first */
    }
    x[0].rank = 5; /* as long as nobody says so, it stays where it is */
    assert(by_rank_peek(&a_by_rank) == &x[0] && !by_rank_check(&a_by_rank));
    assert(by_rank_update(&a_by_rank, &x[0]) && by_rank_peek(&a_by_rank) == &x[1]);
    x[1].rank = 5; /* a move needs no room, and counts as arming anew */
    assert(by_rank_add(&a_by_rank, &x[1]) && by_rank_peek(&a_by_rank) == &x[0]);
    assert(!by_rank_update(&a_by_rank, &x[2]) && !by_rank_cancel(&a_by_rank, &x[2]));

    assert(!by_rank_storage(&a_by_rank, large, 1) && by_rank_capacity(&a_by_rank) == 2);
    memcpy(large, small, sizeof small);
    assert(by_rank_storage(&a_by_rank, large, 4) && by_rank_capacity(&a_by_rank) == 4);
    assert(by_rank_add(&a_by_rank, &x[2]) && by_rank_count(&a_by_rank) == 3);
    assert(by_rank_each(&a_by_rank, NULL) == &x[2] && by_rank_each(&a_by_rank, &x[2]) == &x[1]);
    assert(by_rank_each(&a_by_rank, &x[1]) == &x[0] && !by_rank_each(&a_by_rank, &x[0]));
    assert(by_rank_cancel(&a_by_rank, &x[2]) && tw_idle(&x[2].node));
    assert(by_rank_pop(&a_by_rank) == &x[0] && by_rank_pop(&a_by_rank) == &x[1]);
    assert(by_rank_add(&a_by_rank, &x[0]));
    by_rank_clear(&a_by_rank);
    assert(by_rank_count(&a_by_rank) == 0 && tw_idle(&x[0].node));
}

MISTAKE(heap4_by_key_refuses_an_object_of_another_queue,
        "A heap by key does not add, update or cancel an object that another queue holds.") {
    static TW_HEAP4_ARRAY(here, 2);
    static TW_HEAP4_ARRAY(there, 2);
    static struct thing x[2];

    memset(x, 0, sizeof x);
    by_rank_init(&a_by_rank, 0, here, 2);
    by_distance_init(&a_by_distance, 0, there, 2);
    assert(by_rank_add(&a_by_rank, &x[0]) && by_distance_add(&a_by_distance, &x[1]));
    expect_trips = true;
    assert(!by_rank_add(&a_by_rank, &x[1]) && !by_rank_update(&a_by_rank, &x[1]) &&
           !by_rank_cancel(&a_by_rank, &x[1]));
    expect_trips = false;
    assert(by_rank_count(&a_by_rank) == 1 && by_distance_pop(&a_by_distance) == &x[1]);
}
#endif

static const struct tw_ops *const on[] = {&tw_heap4_ops};

static const struct scenario scenarios[] = {
    ROW(heap4_costs_are_what_the_manual_says),
    ROW(heap4_says_which_cells_it_writes),
    ROW(heap4_compares_the_siblings_below_a_hole),
    ROW(heap4_of_any_size_stays_a_heap_when_its_first_leaves),
    ROW(heap4_compares_no_cell_of_another_parent),
    ROW(heap4_orders_the_whole_range_of_64_bits),
    ROW(heap4_check_sees_every_broken_invariant),
    ROW(heap4_typed_queue_orders_by_any_key_and_keeps_fifo),
    ROW(heap4_of_objects_calls_before_as_often_as_its_manual_says),
    ROW(heap4_array_grows_and_shrinks),
    ROW(heap4_typed_queue_moves_its_array_and_walks_it),
    ROW(heap4_of_one_node_moves_it_and_walks_over_it),
    ROW(heap4_arming_numbers_keep_order_at_the_ends_of_their_range),
    ROW(heap4_arming_numbers_keep_order_half_their_range_apart),
    ROW(heap4_refuses_a_node_that_left_it_for_the_same_place_of_another),
    ROW(heap4_check_sees_each_field_that_is_wrong),
    ROW(heap4_leaves_due_nodes_alone),
    ROW(heap4_by_key_agrees_with_a_model_for_each_type_of_key),
#if INTS
    ROW(heap4_by_key_orders_the_whole_range_of_a_type),
    ROW(heap4_by_key_copies_the_key_and_has_each_verb),
    ROW(heap4_by_key_refuses_an_object_of_another_queue),
#endif
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], on, 1, argc, argv);
}
