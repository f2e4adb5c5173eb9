/* SPDX-License-Identifier: MIT-0 */
/* Rare ways through the structures, which no other program takes: what their check() sees
   of sets that are broken in one place and whole otherwise, and heaps of objects that are
   large, or are asked for another's object.

       rare          all of it
       rare NAME     one scenario */
#include "../contract/rig.h"

/* A deadline that belongs to the same slot of the lowest level a whole turn of it later:
   such a node waits above. */
SCENARIO(bigwheel_check_sees_a_node_that_is_a_turn_too_low,
         "check() reports a node in the lowest level whose tick lies a turn of it ahead.") {
    struct tw_bigwheel *w;

    rig_begin(&tw_bigwheel_ops, 0, 0);
    start_with_thirty();
    w = (struct tw_bigwheel *)rig.in;
    assert(pool[3].node.due == 13 && w->base.first == &pool[0].node);
    {
        const struct breach breaches[] = {
            BREACH(tw_tick, pool[3].node.due, (tw_tick)(13 + TW__BIGWHEEL_LEVEL)),
            BREACH(tw_tick, w->base.first_due, 11), /* the deadline of the first node */
        };
        check_sees(breaches, sizeof breaches / sizeof breaches[0]);
    }
}

/* The last level has none above, from which a node may have moved ahead. */
SCENARIO(bigwheel_check_sees_a_wrong_slot_of_the_last_level,
         "check() reports a node of the last level whose tick belongs to another slot.") {
    static struct tw_bigwheel w;
    static struct tw_node n;
    const tw_tick half = TW_TICK_MAX / 2,
                  block = (tw_tick)((tw_tick)1 << tw__bigwheel_shift(TW__BIGWHEEL_LEVELS - 1));

    tw_bigwheel_init(&w, (tw_tick)(half - 9), NULL, 0);
    assert(tw_bigwheel_add(&w, &n, (tw_tick)(half + block + 300)) &&
           !tw_bigwheel_check(&w)); /* behind the next block */
    assert(n.home - TW__WAITING >= (TW__BIGWHEEL_LEVELS - 1) * (size_t)TW__BIGWHEEL_LEVEL);
    n.due = (tw_tick)(n.due + block / 8); /* of another sub-slot */
    assert(breaks(tw_bigwheel_check(&w), "bigwheel 1"));
    n.due = (tw_tick)(n.due - block / 8);
    assert(!tw_bigwheel_check(&w) && tw_bigwheel_cancel(&w, &n));
}

SCENARIO(hwheel_check_sees_another_deadline_of_the_first_node,
         "check() reports a remembered earliest tick that its node does not have.") {
    struct tw_hwheel *w;

    rig_begin(&tw_hwheel_ops, 0, 0);
    start_with_thirty();
    w = (struct tw_hwheel *)rig.in;
    assert(w->base.first == &pool[0].node);
    w->base.first_due++;
    assert(breaks(tw_hwheel_check(w), "hwheel 3"));
    w->base.first_due--;
    rig_verify();
}

SCENARIO(rbtree_check_sees_a_root_that_no_walk_comes_by,
         "check() reports a root in a tree whose ends and count say that it is empty.") {
    static struct tw_rbtree t;
    static struct tw_node n;

    tw_rbtree_init(&t, 0, NULL, 0);
    assert(tw_rbtree_add(&t, &n, 5) && t.head.u.child[0] == &n);
    t.end[0] = t.end[1] = NULL;
    t.count = 0;
    assert(breaks(tw_rbtree_check(&t), "rbtree 5"));
    t.end[0] = t.end[1] = &n;
    t.count = 1;
    assert(!tw_rbtree_check(&t) && tw_rbtree_cancel(&t, &n));
}

SCENARIO(skiplist_check_sees_a_circle_of_towers_given_back,
         "check() comes back and names the property when free towers link in a circle.") {
    static struct tw_node node[60];
    static TW_SKIPLIST_ARRAY(room, 64);
    struct tw_skiplist_level *free_one, *next;
    struct tw_skiplist list;
    size_t i;

    tw_skiplist_init(&list, 0, room, 64);
    for (i = 0; i < 60; i++)
        assert(tw_skiplist_add(&list, &node[i], (tw_tick)i));
    for (i = 0; i < 60 && !list.free[0]; i++)
        assert(tw_skiplist_cancel(&list, &node[i]));
    free_one = list.free[0];
    assert(free_one && !tw_skiplist_check(&list));
    next = free_one->next;
    free_one->next = free_one;
    assert(breaks(tw_skiplist_check(&list), "skiplist 4"));
    free_one->next = next;
    assert(!tw_skiplist_check(&list));
}

/* pool[0] has been passed over; it comes two revolutions on, not three. */
SCENARIO(wheel_check_sees_a_node_passed_over_that_comes_too_soon,
         "check() reports a noted distance beyond the node of a later revolution.") {
    struct tw_wheel *w;
    tw_tick due;

    rig_begin(&tw_wheel_ops, 0, 32);
    start_with_thirty();
    w = (struct tw_wheel *)rig.in;
    assert(tw_wheel_next(w, &due) && w->position == 10);
    assert(rig_arm(&pool[0], 10 + 64) && rig_arm(&pool[30], 10) && tw_wheel_next(w, &due));
    assert(w->passed == &pool[0].node && w->nearest == 64);
    w->nearest = 96;
    assert(breaks(tw_timers_check(&rig.t), "wheel 3"));
    w->nearest = 64;
    rig_verify();
}

/* With TW_CHECK 0 a structure gives no check(); the due list is looked at all the
   same. */
SCENARIO(set_over_a_structure_without_check_checks_its_due_list,
         "With TW_CHECK 0, check() of a set still sees a broken due list.") {
    struct tw_ops ops = tw_rbtree_ops;
    struct tw_rbtree tree;
    struct tw_timers t;

    ops.check = NULL;
    pool_init(1);
    tw_timers_init(&t, 5, &ops, &tree, NULL, 0);
    assert(tw_timers_add(&t, &pool[0].node, 5) && !tw_timers_check(&t));
    pool[0].node.home = TW__WAITING;
    assert(breaks(tw_timers_check(&t), "timers 1"));
    pool[0].node.home = TW__DUE;
    assert(tw_timers_cancel(&t, &pool[0].node) && !tw_timers_check(&t));
}

struct job {
    unsigned key;
    struct tw_node node;
};

static bool job_before(const struct job *a, const struct job *b) { return a->key < b->key; }
TW_HEAP4_OF(jobq, struct job, node, job_before)

/* Cells from some thousand on are compared in another way. */
SCENARIO(heap4_of_many_objects_gives_them_in_order,
         "Thousands of objects leave a heap by key, and equal ones in arming order.") {
    enum { MANY = 3 * TW__HEAP4_LARGE / 2, KEYS = MANY / 2 };

    static TW_HEAP4_ARRAY(room, MANY);
    static struct job job[MANY];
    const struct job *last = NULL, *next;
    struct jobq q;
    size_t i;

    jobq_init(&q, 0, room, MANY);
    for (i = 0; i < MANY; i++) {
        job[i].key = (unsigned)(i * 2654435761u % KEYS); /* each key twice and more */
        assert(jobq_add(&q, &job[i]));
    }
    for (i = 0; i < MANY; i++, last = next) {
        next = jobq_pop(&q);
        assert(next && (!last || last->key < next->key || (last->key == next->key && last < next)));
    }
    assert(!jobq_pop(&q));
}

MISTAKE(heap4_refuses_to_update_an_object_of_another_heap,
        "update() of another heap's object ends in TW_ASSERT, and is false without asserts.") {
    static TW_HEAP4_ARRAY(room, 1);
    static TW_HEAP4_ARRAY(other_room, 1);
    static struct job mine, others;
    struct jobq q, other;

    jobq_init(&q, 0, room, 1);
    jobq_init(&other, 0, other_room, 1);
    assert(jobq_add(&q, &mine) && jobq_add(&other, &others));
    others.key++;
    tripped = 0;
    expect_trips = true;
    assert(!jobq_update(&q, &others) && tripped == 1);
    expect_trips = false;
    assert(jobq_update(&other, &others) && jobq_pop(&other) == &others && jobq_pop(&q) == &mine);
}

static const struct tw_ops *const on[] = {&tw_heap4_ops};

static const struct scenario scenarios[] = {
    ONCE(bigwheel_check_sees_a_node_that_is_a_turn_too_low),
    ONCE(bigwheel_check_sees_a_wrong_slot_of_the_last_level),
    ONCE(hwheel_check_sees_another_deadline_of_the_first_node),
    ONCE(rbtree_check_sees_a_root_that_no_walk_comes_by),
    ONCE(skiplist_check_sees_a_circle_of_towers_given_back),
    ONCE(wheel_check_sees_a_node_passed_over_that_comes_too_soon),
    ONCE(set_over_a_structure_without_check_checks_its_due_list),
    ONCE(heap4_of_many_objects_gives_them_in_order),
    ONCE(heap4_refuses_to_update_an_object_of_another_heap),
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], on, 1, argc, argv);
}
