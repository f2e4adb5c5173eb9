/* SPDX-License-Identifier: MIT-0 */
/* What check() of the three wheels with levels sees alike: hwheel, smallwheel and bigwheel.
   Each scenario breaks one thing after the other in all of them. The wheels' own programs
   break what only one of them has.

       wheels_check          all of it
       wheels_check NAME     one scenario */
#include "../contract/rig.h"

/* Where a wheel keeps what all three have. smallwheel has no summary, wake or first_due, and no
   runs. */
struct inside {
    struct tw_node **slot, **first;
    uintptr_t *word, *summary;
    tw_tick *position, *wake, *first_due;
    size_t *count;
    tw_tick turn;     /* the ticks of level 0 */
    unsigned counted; /* the property that counts nodes */
};

/* clang-format off */
#define INSIDE(w, base, summary, wake, first_due, bits, counted)                            \
    {(w)->slot, &(base).first, (w)->word, summary, &(base).position, wake, first_due,       \
     &(base).count, (tw_tick)1 << (bits), counted}

/* clang-format on */

static struct inside inside(void) {
    struct tw_hwheel *const h = (struct tw_hwheel *)rig.in;
    struct tw_bigwheel *const big = (struct tw_bigwheel *)rig.in;
    struct tw_smallwheel *const small = (struct tw_smallwheel *)rig.in;
    const struct inside of_h =
        INSIDE(h, h->base, h->summary, &h->base.wake, &h->base.first_due, TW__HWHEEL_FIRST_BITS, 5);
    const struct inside of_big = INSIDE(big, big->base, big->summary, &big->base.wake,
                                        &big->base.first_due, TW__BIGWHEEL_FIRST_BITS, 5);
    const struct inside of_small =
        INSIDE(small, *small, NULL, NULL, NULL, TW_SMALLWHEEL_FIRST_BITS, 4);

    return rig.ops == &tw_hwheel_ops ? of_h : rig.ops == &tw_bigwheel_ops ? of_big : of_small;
}

/* Whether check() of the wheel alone names this property of it. */
static bool breaks_its(unsigned number) {
    char property[32];

    snprintf(property, sizeof property, "%s %u", rig.ops->name, number);
    return breaks(rig.ops->check(rig.in), property);
}

static bool holds(void) { return rig.ops->check(rig.in) == NULL; }

/* a check() that cannot fail is none: each invariant broken once */
SCENARIO(wheels_check_sees_every_broken_invariant,
         "check() names the property when a slot, a bit or the count of a wheel is wrong.") {
    struct tw_node *const n = &pool[3].node;
    struct tw_node was;
    struct inside w;

    start_with_thirty();
    w = inside();
    was = *n;
    w.word[0] ^= 1; /* occupancy, of an empty slot; and of a word of slots */
    assert(breaks_its(2));
    w.word[0] ^= 1;
    if (w.summary) {
        w.summary[0] ^= 2;
        assert(breaks_its(2));
        w.summary[0] ^= 2;
    }
    n->due = 2013; /* the slot of its deadline */
    assert(breaks_its(1));
    *n = was;
    n->home++;
    assert(breaks_its(1));
    *n = was;
    n->u.list.prev = n;
    assert(breaks_its(1));
    *n = was;
    ++*w.count;
    assert(breaks_its(w.counted));
    --*w.count;
    assert(holds());
    rig_verify();
}

SCENARIO(wheels_check_sees_a_first_node_that_is_not,
         "check() names the property when a wrong node of a wheel counts as the earliest.") {
    struct inside w;

    start_with_thirty();
    w = inside();
    *w.position = 12; /* behind the earliest */
    assert(breaks_its(1));
    *w.position = 0;
    assert(*w.first == &pool[0].node);
    *w.first = &pool[20].node; /* not the earliest; not in the wheel */
    assert(breaks_its(3));
    *w.first = &pool[30].node;
    assert(breaks_its(3));
    if (w.first_due) { /* not in the wheel, and earlier than all that are */
        --*w.first_due;
        assert(breaks_its(3));
        ++*w.first_due;
    }
    *w.first = &pool[0].node;
    assert(holds());
    rig_arm(&pool[29], 10);
    *w.first = &pool[29].node; /* the earliest, but not first in */
    assert(breaks_its(3));
    *w.first = &pool[0].node;
    assert(holds());
    rig_verify();
}

/* Thirty nodes. Where level 0 has 16 slots or more, pool[0] and pool[29] share a slot, and
   pool[3] is alone in its own. */
static struct inside start_with_two_in_a_slot(void) {
    struct inside w;

    start_with_thirty();
    rig_arm(&pool[29], 10);
    w = inside();
    assert(w.turn < 16 || (pool[0].node.u.list.next == &pool[29].node &&
                           w.slot[pool[3].node.home - TW__WAITING] == &pool[3].node));
    return w;
}

/* each field of the wheel, wrong alone; `first` may be NULL, `wake` lower */
SCENARIO(wheels_check_sees_each_field_that_is_wrong,
         "check() reports a wrong value in any field of a wheel that it can tell.") {
    const struct inside w = start_with_two_in_a_slot();
    struct tw_node *const n = &pool[3].node, *const both = &pool[0].node;
    const size_t slot = n->home - TW__WAITING, free_slot = 5;
    const struct breach breaches[] = {
        BREACH(struct tw_node *, w.slot[slot], NULL),
        BREACH(struct tw_node *, w.slot[slot], &pool[20].node),
        BREACH(struct tw_node *, w.slot[free_slot], n),
        BREACH(struct tw_node *, w.slot[10], both),
        BREACH(uintptr_t, w.word[0], 0),
        BREACH(uintptr_t, w.word[0], (uintptr_t)(w.word[0] | 1)),
        BREACH(tw_tick, *w.position, 11),
        BREACH(tw_tick, *w.position, w.turn),
        BREACH(size_t, *w.count, 29),
        BREACH(size_t, *w.count, 31),
        BREACH(struct tw_node *, *w.first, &pool[29].node),
        BREACH(struct tw_node *, *w.first, &pool[1].node),
        BREACH(struct tw_node *, *w.first, &pool[30].node),
        BREACH(struct tw_node *, *w.first, &pool[28].node),
    };

    if (w.turn < 16)
        return; /* pool[3] shares an upper slot with others */
    assert(!w.slot[free_slot]);
    check_sees(breaches, sizeof breaches / sizeof breaches[0]);
    /* it is due, and waits in no structure */
    assert(!tw__cancel(rig.in, rig.ops, &pool[31].node));
    rig_verify();
}

/* each field that smallwheel has not */
SCENARIO(wheels_check_sees_each_field_of_two_that_is_wrong,
         "check() reports a wrong summary, wake, first_due or run of hwheel and bigwheel.") {
    const struct inside w = start_with_two_in_a_slot();
    struct tw_node *const n = &pool[3].node;

    if (w.summary) {
        const struct breach breaches[] = {
            BREACH(uintptr_t, w.summary[0], 0),
            BREACH(uintptr_t, w.summary[0], (uintptr_t)(w.summary[0] | 4)),
            BREACH(tw_tick, *w.wake, 11),
            BREACH(tw_tick, *w.wake, 1000),
            BREACH(tw_tick, *w.first_due, 9),
            BREACH(tw_tick, *w.first_due, 11),
            BREACH(uintptr_t, n->home, n->home + TW__RUN), /* a run in level 0 */
        };
        check_sees(breaches, sizeof breaches / sizeof breaches[0]);
    }
    rig_verify();
}

/* each field of a node, alone in its slot and with another, wrong alone */
SCENARIO(wheels_check_sees_each_field_of_a_node_that_is_wrong,
         "check() reports a wrong value in any field of a node of a wheel.") {
    const struct inside w = start_with_two_in_a_slot();
    struct tw_node *const n = &pool[3].node, *const both = &pool[0].node;
    const struct breach breaches[] = {
        BREACH(tw_tick, n->due, 14),
        BREACH(uintptr_t, n->home, TW__IDLE),
        BREACH(uintptr_t, n->home, TW__DUE),
        BREACH(uintptr_t, n->home, n->home - 1),
        BREACH(struct tw_node *, n->u.list.prev, n),
        BREACH(struct tw_node *, n->u.list.next, &pool[20].node),
        BREACH(struct tw_node *, n->u.list.next, NULL),
        BREACH(struct tw_node *, both->u.list.next, both),
        BREACH(struct tw_node *, both->u.list.prev, &pool[29].node),
        BREACH(struct tw_node *, pool[29].node.u.list.next, &pool[29].node),
        BREACH(struct tw_node *, pool[29].node.u.list.prev, NULL),
    };

    if (w.turn < 16)
        return; /* as above */
    check_sees(breaches, sizeof breaches / sizeof breaches[0]);
    rig_verify();
}

/* In a list of three the second node leads back to the first, which names the second. */
SCENARIO(wheels_check_sees_a_list_that_turns_back,
         "check() of a wheel ends if a list turns back before its last node, and reports it.") {
    const struct inside w = start_with_two_in_a_slot();
    struct tw_node *const first = &pool[0].node, *const second = &pool[29].node;

    if (w.turn < 16)
        return; /* as above */
    rig_arm(&pool[28], 10);
    assert(second->u.list.next == &pool[28].node && pool[28].node.u.list.next == first);
    second->u.list.next = first;
    first->u.list.prev = second;
    assert(breaks_its(1));
    second->u.list.next = &pool[28].node;
    first->u.list.prev = NULL;
    assert(holds());
    rig_verify();
}

static const struct tw_ops *const on[] = {&tw_hwheel_ops, &tw_smallwheel_ops, &tw_bigwheel_ops};

static const struct scenario scenarios[] = {
    ROW(wheels_check_sees_every_broken_invariant),
    ROW(wheels_check_sees_a_first_node_that_is_not),
    ROW(wheels_check_sees_each_field_that_is_wrong),
    ROW(wheels_check_sees_each_field_of_two_that_is_wrong),
    ROW(wheels_check_sees_each_field_of_a_node_that_is_wrong),
    ROW(wheels_check_sees_a_list_that_turns_back),
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], on,
                         sizeof on / sizeof on[0], argc, argv);
}
