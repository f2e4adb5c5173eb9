/* SPDX-License-Identifier: MIT-0 */
/* What sortedlist.h promises beyond the contract: its costs, walks, any order of objects,
   and a check() that sees.

       sortedlist          all of it
       sortedlist NAME     one scenario */
#include "../contract/rig.h"

SCENARIO(sortedlist_costs_are_what_the_manual_says,
         "An add compares with the nodes that come after its place, and no other verb compares.") {
    enum { N = 100 };
    struct tw_sortedlist s;
    size_t i, k;
    tw_tick due;

    for (k = 0; k <= N; k++) { /* one more node, which N - k nodes come after */
        pool_init(N + 1);
        tw_sortedlist_init(&s, 0, NULL, 0);
        for (i = 0; i < N; i++) {
            traced[TW_COMPARE] = 0;
            assert(tw_sortedlist_add(&s, &pool[i].node, (tw_tick)(10 + i * 10)));
            assert(traced[TW_COMPARE] == (i > 0)); /* at the end: one compare */
        }
        traced[TW_COMPARE] = traced[TW_LINK] = 0;
        assert(tw_sortedlist_add(&s, &pool[N].node, (tw_tick)(5 + k * 10)));
        assert(traced[TW_COMPARE] == N - k + (k > 0) && traced[TW_LINK] == 1 &&
               !tw_sortedlist_check(&s));
    }

    traced[TW_COMPARE] = traced[TW_LINK] = 0; /* no compare at all */
    assert(tw_sortedlist_next(&s, &due) && due == 10 && tw_sortedlist_count(&s) == N + 1);
    for (i = 0; i < N / 2; i++)
        assert(tw_sortedlist_cancel(&s, &pool[N - i].node) &&
               tw_sortedlist_pop(&s) == &pool[i].node);
    assert(traced[TW_COMPARE] == 0 && traced[TW_LINK] == N);
    assert(tw_sortedlist_ops.bytes(100) == 0);
}

SCENARIO(sortedlist_by_tick_walks_both_ways,
         "after() and before() meet nodes by tick, equal ones in arming order.") {
    enum { N = 60 };

    const tw_tick base = TW_TICK_BITS == 64 ? 9 : (tw_tick)(TW_TICK_MAX - 20); /* across the wrap */
    struct tw_sortedlist s;
    struct tw_node *n, *left = NULL;
    size_t walked = 0;
    tw_tick due;

    pool_init(N);
    tw_sortedlist_init(&s, 0, NULL, 0);
    assert(!tw_sortedlist_first(&s) && !tw_sortedlist_last(&s) && !tw_sortedlist_each(&s, NULL));
    assert(!tw_sortedlist_peek(&s) && !tw_sortedlist_pop(&s) && !tw_sortedlist_take(&s, base));
    assert(!tw_sortedlist_next(&s, &due) && !tw_sortedlist_before(&s, NULL) &&
           !tw_sortedlist_after(&s, NULL));
    while (walked < N)
        tw_sortedlist_add(&s, &pool[walked++].node, (tw_tick)(base + rig_below(N / 2)));

    for (n = tw_sortedlist_first(&s); n; left = n, n = tw_sortedlist_after(&s, n), walked--) {
        assert(tw_sortedlist_before(&s, n) == left && tw_sortedlist_each(&s, left) == n);
        /* equals as added */
        assert(!left || tw_before(left->due, n->due) || (left->due == n->due && left < n));
    }
    assert(walked == 0 && tw_sortedlist_last(&s) == left &&
           tw_sortedlist_peek(&s) == tw_sortedlist_first(&s));
    assert(!tw_sortedlist_check(&s));
}

SCENARIO(sortedlist_by_tick_moves_updates_and_takes,
         "A node that is moved or updated stands behind its equals, and take() gives the first.") {
    struct tw_sortedlist s;
    size_t i;

    pool_init(4);
    tw_sortedlist_init(&s, 0, NULL, 0);
    for (i = 0; i < 4; i++)
        assert(tw_sortedlist_add(&s, &pool[i].node, (tw_tick)(10 * (i + 1))));
    pool[0].node.due = 40; /* behind its equal */
    assert(tw_sortedlist_update(&s, &pool[0].node) && tw_sortedlist_last(&s) == &pool[0].node);
    assert(tw_sortedlist_add(&s, &pool[2].node, 20) &&
           tw_sortedlist_after(&s, &pool[1].node) == &pool[2].node);
    assert(!tw_sortedlist_take(&s, 19) && tw_sortedlist_take(&s, 20) == &pool[1].node &&
           tw_idle(&pool[1].node));
    assert(!tw_sortedlist_cancel(&s, &pool[1].node) && !tw_sortedlist_update(&s, &pool[1].node));
    assert(!tw_sortedlist_check(&s) && tw_sortedlist_count(&s) == 3);
    tw_sortedlist_clear(&s);
    for (i = 0; i < 4; i++)
        assert(tw_idle(&pool[i].node));
    assert(tw_sortedlist_count(&s) == 0 && !tw_sortedlist_check(&s) && !tw_sortedlist_first(&s));
}

struct person {
    int rank, arrival;
    struct tw_node node;
};

static bool person_before(const struct person *a, const struct person *b) {
    return a->rank > b->rank;
}
TW_SORTEDLIST_OF(line, struct person, node, person_before)

SCENARIO(sortedlist_typed_line_keeps_any_order,
         "A typed list keeps the order of its compare function, and equal ones by arrival.") {
    enum { N = 40 };
    static struct person person[N];
    struct person *at, *left = NULL;
    struct line line;
    int i, arrivals = 0;

    line_init(&line, 0, NULL, 0);
    memset(person, 0, sizeof person);
    assert(!line_peek(&line) && !line_pop(&line) && !line_first(&line) && !line_last(&line));
    assert(!line_each(&line, NULL) && !line_update(&line, &person[0]) &&
           !line_cancel(&line, &person[0]));
    for (i = 0; i < N; i++) {
        person[i].rank = (int)rig_below(6);
        person[i].arrival = arrivals++;
        assert(line_add(&line, &person[i]));
    }
    for (i = 0; i < N; i += 3) { /* another rank: behind its equals */
        person[i].rank = (int)rig_below(6);
        person[i].arrival = arrivals++;
        assert(line_update(&line, &person[i]));
    }
    for (i = 0, at = line_first(&line); at; left = at, at = line_after(&line, at), i++) {
        assert(line_before(&line, at) == left && line_each(&line, left) == at &&
               line_after(&line, left) == at);
        assert(!left || person_before(left, at) ||
               (left->rank == at->rank && left->arrival < at->arrival));
    }
    assert(i == N && line_last(&line) == left && line_count(&line) == N && !line_check(&line));

    at = line_peek(&line);
    at->rank = -1; /* it belongs to the end, and is not updated */
    assert(breaks(line_check(&line), "sortedlist 1"));
    assert(line_pop(&line) == at && tw_idle(&at->node) && !line_cancel(&line, at));
    assert(line_cancel(&line, left) && line_count(&line) == N - 2 && !line_check(&line));
    line_clear(&line);
    assert(line_count(&line) == 0 && tw_idle(&person[1].node));
}

MISTAKE(sortedlist_check_sees_every_broken_invariant,
        "check() of sortedlist names the property when the order, a link or the count is wrong.") {
    struct tw_sortedlist *list;

    start_with_thirty();
    list = (struct tw_sortedlist *)rig.in;
    pool[3].node.due += 2; /* order */
    assert(breaks(tw_timers_check(&rig.t), "sortedlist 1"));
    assert(breaks(tw_sortedlist_check(list), "sortedlist 1"));
    pool[3].node.due -= 2;
    list->count--;
    assert(breaks(tw_timers_check(&rig.t), "sortedlist 2"));
    list->count++;
    pool[3].node.u.list.prev = &pool[1].node;
    assert(breaks(tw_timers_check(&rig.t), "sortedlist 2"));
    pool[3].node.u.list.prev = &pool[2].node;

    assert(list->last == &pool[29].node); /* its link leads nowhere, and is not followed */
    pool[29].node.home = 0;
    pool[29].node.u.list.next = (struct tw_node *)(uintptr_t)sizeof(struct tw_node);
    assert(breaks(tw_timers_check(&rig.t), "sortedlist 2"));
    pool[29].node.home = TW__WAITING;
    pool[29].node.u.list.next = &pool[0].node;
    rig_verify();
}

MISTAKE(sortedlist_check_sees_each_field_that_is_wrong,
        "check() reports a wrong value in any field of sortedlist or of a node.") {
    struct tw_sortedlist *s;
    struct tw_node *const n = &pool[3].node;

    start_with_thirty();
    s = (struct tw_sortedlist *)rig.in;
    {
        const struct breach breaches[] = {
            BREACH(struct tw_node *, s->last, NULL),
            BREACH(struct tw_node *, s->last, &pool[28].node),
            BREACH(struct tw_node *, s->last, &pool[30].node),
            BREACH(size_t, s->count, 29),
            BREACH(size_t, s->count, 31),
            BREACH(tw_tick, n->due, 50),
            BREACH(tw_tick, n->due, 1),
            BREACH(uintptr_t, n->home, TW__IDLE),
            BREACH(uintptr_t, n->home, TW__DUE),
            BREACH(struct tw_node *, n->u.list.prev, NULL),
            BREACH(struct tw_node *, n->u.list.next, n),
            BREACH(struct tw_node *, n->u.list.next, NULL),
            BREACH(uintptr_t, pool[29].node.home, TW__IDLE),
            BREACH(struct tw_node *, n->u.list.next, &pool[9].node),
            BREACH(struct tw_node *, pool[29].node.u.list.next, &pool[1].node),
            BREACH(struct tw_node *, pool[0].node.u.list.prev, &pool[29].node),
        };
        check_sees(breaches, sizeof breaches / sizeof breaches[0]);
    }
    rig_verify();
}

static const struct tw_ops *const on[] = {&tw_sortedlist_ops};

static const struct scenario scenarios[] = {
    ROW(sortedlist_costs_are_what_the_manual_says),
    ROW(sortedlist_by_tick_walks_both_ways),
    ROW(sortedlist_by_tick_moves_updates_and_takes),
    ROW(sortedlist_typed_line_keeps_any_order),
    ROW(sortedlist_check_sees_every_broken_invariant),
    ROW(sortedlist_check_sees_each_field_that_is_wrong),
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], on, 1, argc, argv);
}
