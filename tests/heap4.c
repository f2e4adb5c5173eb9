/* SPDX-License-Identifier: MIT-0 */
/* What heap4.h promises beyond the contract: its costs, queues of objects, an array that grows, and a check() that
   sees.

       heap4          all of it
       heap4 NAME     one scenario */
#include "rig.h"

/* The cost table of heap4.h as counts, at two sizes: 4^k nodes below the root make k levels. */
SCENARIO(heap4_costs_are_what_the_manual_says) {
    size_t levels, n, i, worst, most;

    if (sizeof(void *) == 8)
        assert(sizeof(struct tw_node) + sizeof(struct tw_heap4_cell) == 64);
    for (levels = 3; levels <= 7; levels += 4) {
        struct timer *all;
        struct tw_heap4 heap;
        struct tw_heap4_cell *room;
        tw_tick due;

        for (n = 1, i = 0, most = 1; i < levels; i++)
            most *= 4, n += most;
        all = (struct timer *)calloc(n, sizeof *all);
        room = (struct tw_heap4_cell *)malloc(TW_HEAP4_BYTES(n));
        assert(all && room);
        tw_heap4_init(&heap, 0, room, n);

        for (i = 0, worst = 0; i < n; i++) {
            memset(traced, 0, sizeof traced);
            tw_heap4_add(&heap, &all[i].node, (tw_tick)(TW_TICK_MAX / 2 - i)); /* the worst: each to the root */
            worst = traced[TW_COMPARE] > worst ? traced[TW_COMPARE] : worst;
        }
        assert(worst >= levels && worst <= levels + 4);

        memset(traced, 0, sizeof traced);
        assert(tw_heap4_next(&heap, &due) && tw_heap4_peek(&heap) && tw_heap4_count(&heap) == n);
        assert(traced[TW_COMPARE] == 0);

        for (i = 0, worst = 0; i < n / 2; i++) {
            memset(traced, 0, sizeof traced);
            assert(i % 2 ? tw_heap4_pop(&heap) != NULL : tw_heap4_cancel(&heap, &all[i / 2].node));
            worst = traced[TW_COMPARE] > worst ? traced[TW_COMPARE] : worst;
        }
        assert(worst >= 3 * levels && worst <= 4 * (levels + 1) + 1);

        memset(traced, 0, sizeof traced);
        tw_heap4_clear(&heap);
        assert(traced[TW_COMPARE] == 0 && tw_heap4_count(&heap) == 0);
        free(room);
        free(all);
    }
}

/* a check() that cannot fail is none: each invariant broken once */
SCENARIO(heap4_check_sees_every_broken_invariant) {
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

/* The typed face, the storage call and the queue by tick: what heap4.h promises beyond timers. */
struct job {
    int priority, number;
    struct tw_node node;
};

static bool job_before(const struct job *a, const struct job *b) { return a->priority > b->priority; }

TW_HEAP4_OF(jobq, struct job, node, job_before)

SCENARIO(heap4_typed_queue_orders_by_any_key_and_keeps_fifo) {
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
        assert(jobq_update(&q, &jobs[i]));
        assert(!jobq_check(&q));
    }
    for (i = 0; i < JOBS; i += 7, left--)
        assert(jobq_cancel(&q, &jobs[i]) && !jobq_cancel(&q, &jobs[i]));
    assert((int)jobq_count(&q) == left);
    for (i = 0, x = jobq_each(&q, NULL); x; x = jobq_each(&q, x))
        i++;
    assert(i == left);
    while ((x = jobq_peek(&q)) != NULL) {
        assert(jobq_pop(&q) == x);
        assert(!last || last->priority > x->priority || (last->priority == x->priority && last->number < x->number));
        last = x;
        left--;
    }
    assert(left == 0 && jobq_pop(&q) == NULL);
    assert(jobq_add(&q, &jobs[0]));
    jobq_clear(&q);
    assert(tw_idle(&jobs[0].node) && jobq_count(&q) == 0);
}

SCENARIO(heap4_array_grows_and_shrinks) {
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
    assert(heap.capacity == 128 && tw_heap4_storage(&heap, room, 10));
    room = (struct tw_heap4_cell *)realloc(room, TW_HEAP4_BYTES(10));
    assert(room && tw_heap4_storage(&heap, room, 10) && !tw_heap4_check(&heap));
    pool[95].node.due = 0;
    assert(tw_heap4_update(&heap, &pool[95].node) && tw_heap4_peek(&heap)->due == 0);
    assert(tw_heap4_take(&heap, 0) != NULL);
    while (tw_heap4_pop(&heap))
        assert(!tw_heap4_check(&heap));
    free(room);
}

static const struct tw_ops *const on[] = {&tw_heap4_ops};

static const struct scenario scenarios[] = {
    ROW(heap4_costs_are_what_the_manual_says),
    ROW(heap4_check_sees_every_broken_invariant),
    ROW(heap4_typed_queue_orders_by_any_key_and_keeps_fifo),
    ROW(heap4_array_grows_and_shrinks),
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], on, 1, argc, argv);
}
