/* SPDX-License-Identifier: MIT-0 */
/* That a new structure is a header and a row: toylist.h as a timer set of its own kind,
   as a queue of nodes and as one of objects. The contract is tested on it as on every
   structure, by the table (contract/structures.h).

       toylist          all scenarios
       toylist NAME     one */
#include "../contract/rig.h"

static const struct tw_ops *const on[] = {&tw_toylist_ops};

TW_TIMERS_OF(toys, toylist)
TW_TIMERS_OF(heaps, heap4)

enum { N = 40 };

/* One of each pair is in the set over toylist, the other in one over heap4. */
static struct pair { struct tw_node toy, heap; } pair[N];

static int toy_log[N * 4], heap_log[N * 4];
static size_t toys_fired, heaps_fired;

static void toy_fires(struct tw_node *n, tw_tick now) {
    assert(!tw_before(now, n->due) && toys_fired < N * 4);
    toy_log[toys_fired++] = (int)(TW_OF(n, struct pair, toy) - pair);
}

static void heap_fires(struct tw_node *n, tw_tick now) {
    assert(!tw_before(now, n->due) && heaps_fired < N * 4);
    heap_log[heaps_fired++] = (int)(TW_OF(n, struct pair, heap) - pair);
}

/* Every answer and every firing of the two sets is the same. */
SCENARIO(toylist_as_a_set_of_its_own_does_what_a_heap_does,
         "A set over an unsorted list gives the answers and firings of a set over a heap.") {
    static TW_HEAP4_ARRAY(room, N);
    struct toys t;
    struct heaps h;
    tw_tick now = 0, toys_due = 0, heaps_due = 0;
    size_t i, turn, fired = 0;

    toys_init(&t, 0, NULL, 0);
    heaps_init(&h, 0, room, N);
    for (i = 0; i < N; i++) {
        tw_node_init(&pair[i].toy, toy_fires);
        tw_node_init(&pair[i].heap, heap_fires);
    }
    for (turn = 0; turn < 20000; turn++) {
        struct pair *const p = &pair[rig_index(N)];
        const tw_tick due = (tw_tick)(now + rig_below(50) - (now > 9 ? rig_below(9) : 0));

        toys_fired = heaps_fired = 0;
        if (rig_below(3))
            assert(toys_add(&t, &p->toy, due) && heaps_add(&h, &p->heap, due));
        else if (rig_below(2))
            assert(toys_cancel(&t, &p->toy) == heaps_cancel(&h, &p->heap));
        else {
            const size_t most = rig_below(2) ? 1 : N;
            now = (tw_tick)(now + rig_below(20));
            assert(toys_advance_some(&t, now, most) == heaps_advance_some(&h, now, most));
        }
        assert(toys_fired == heaps_fired &&
               memcmp(toy_log, heap_log, toys_fired * sizeof *toy_log) == 0);
        fired += toys_fired;
        assert(toys_next(&t, &toys_due) == heaps_next(&h, &heaps_due) && toys_due == heaps_due);
        assert(toys_count(&t) == heaps_count(&h) && toys_any_due(&t) == heaps_any_due(&h));
        assert(!toys_check(&t) && !heaps_check(&h));
    }
    assert(fired > 1000 && toys_capacity(&t) == TW__ALL);
    toys_clear(&t);
    assert(toys_count(&t) == 0 && tw_idle(&pair[0].toy));
}

SCENARIO(toylist_alone_is_a_queue,
         "An unsorted list adds, moves and cancels nodes, and takes the earliest that is due.") {
    struct tw_toylist s;
    struct tw_node n[4];
    tw_tick due = 0;
    size_t i;

    tw_toylist_init(&s, 0, NULL, 0);
    assert(!tw_toylist_next(&s, &due) && tw_toylist_pop(&s) == NULL &&
           tw_toylist_take(&s, 9) == NULL);
    for (i = 0; i < 4; i++) {
        tw_node_init(&n[i], NULL);
        assert(tw_toylist_add(&s, &n[i], (tw_tick)(i % 2 ? 5 : 7)));
    }
    assert(tw_toylist_next(&s, &due) && due == 5 && tw_toylist_count(&s) == 4 &&
           !tw_toylist_check(&s));
    assert(tw_toylist_take(&s, 4) == NULL && tw_toylist_take(&s, 5) == &n[1]);
    assert(tw_toylist_add(&s, &n[3], 8) && tw_toylist_peek(&s) == &n[0]); /* moved behind all */
    n[2].due = 6;
    assert(tw_toylist_update(&s, &n[2]) && tw_toylist_pop(&s) == &n[2]);
    assert(tw_toylist_cancel(&s, &n[0]) && !tw_toylist_cancel(&s, &n[0]) &&
           tw_toylist_each(&s, NULL) == &n[3]);
    tw_toylist_clear(&s);
    assert(tw_toylist_count(&s) == 0 && tw_idle(&n[3]) && !tw_toylist_check(&s));
}

struct toy {
    int number;
    struct tw_node node;
};
TOYLIST_OF(shelf, struct toy, node)

SCENARIO(toylist_of_objects_gives_the_earliest,
         "A typed unsorted list takes objects by deadline, and cancels and clears them.") {
    struct shelf q;
    struct toy toy[3];
    size_t i;

    memset(toy, 0, sizeof toy);
    shelf_init(&q, 0, NULL, 0);
    for (i = 0; i < 3; i++)
        assert(shelf_add(&q, &toy[i], (tw_tick)(30 - 10 * i)));
    assert(shelf_take(&q, 9) == NULL && shelf_take(&q, 10) == &toy[2] && shelf_count(&q) == 2);
    assert(shelf_cancel(&q, &toy[1]) && shelf_each(&q, NULL) == &toy[0] && !shelf_check(&q));
    shelf_clear(&q);
    assert(tw_idle(&toy[0].node));
}

SCENARIO(toylist_check_sees_each_property,
         "check() of toylist names the property when a link, a node or the count is wrong.") {
    struct tw_toylist *s;

    start_with_thirty();
    s = (struct tw_toylist *)rig.in;
    pool[3].node.u.list.prev = &pool[5].node;
    assert(breaks(tw_timers_check(&rig.t), "toylist 1"));
    pool[3].node.u.list.prev = &pool[2].node;
    pool[3].node.home = TW__IDLE;
    assert(breaks(tw_timers_check(&rig.t), "toylist 1"));
    pool[3].node.home = TW__WAITING;
    s->count++;
    assert(breaks(tw_timers_check(&rig.t), "toylist 2"));
    s->count -= 2;
    assert(breaks(tw_timers_check(&rig.t), "toylist 2"));
    s->count++;
    assert(!tw_timers_check(&rig.t));
}

static const struct scenario scenarios[] = {
    ONCE(toylist_as_a_set_of_its_own_does_what_a_heap_does),
    ONCE(toylist_alone_is_a_queue),
    ONCE(toylist_of_objects_gives_the_earliest),
    ROW(toylist_check_sees_each_property),
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], on, 1, argc, argv);
}
