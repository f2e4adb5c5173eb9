/* SPDX-License-Identifier: MIT-0 */
/* What skiplist.h promises beyond the contract: its costs, lanes that run out, walks, any
   order of objects, and a check() that sees.

       skiplist          all of it
       skiplist NAME     one scenario */
#include "../contract/rig.h"

/* The cost table of skiplist.h as counts. The functions follow each other on one list. */

/* the first not before a key is found along the highest lane, then down; to come last is
   one compare */
static void searches_along_the_lanes(struct tw_skiplist *list, struct tw_node *all, size_t n) {
    size_t i;

    /* the first not before a key: along the highest lane, then down */
    memset(traced, 0, sizeof traced);
    for (i = 0; i < n; i += n / 64)
        assert(tw_skiplist_lower_bound(list, (tw_tick)i) != NULL);
    assert(traced[TW_COMPARE] < (n == 1024 ? 20 : 26) * 64);

    memset(traced, 0, sizeof traced); /* the late: one compare */
    for (i = 0; i < n; i++)
        assert(tw_skiplist_cancel(list, &all[i]) &&
               tw_skiplist_add(list, &all[i], (tw_tick)(n + i / 7)));
    assert(traced[TW_COMPARE] == n && traced[TW_LINK] < 3 * n);
}

/* the ends are known, and to leave compares nothing */
static void leaves_without_a_compare(struct tw_skiplist *list, struct tw_node *all, size_t n) {
    tw_tick due;
    size_t i;

    memset(traced, 0, sizeof traced); /* no compare at all */
    assert(tw_skiplist_next(list, &due) && tw_skiplist_peek(list) && tw_skiplist_count(list) == n);
    assert(tw_skiplist_first(list) && tw_skiplist_last(list) && traced[TW_LINK] == 0);
    for (i = 0; i < n / 2; i++)
        assert(tw_skiplist_cancel(list, &all[n - 1 - i]) && tw_skiplist_pop(list));
    assert(traced[TW_COMPARE] == 0 && traced[TW_LINK] < n * 3 / 2);
    assert(traced[TW_LINK] > n + n / 8); /* the towers of a third of them are unlinked, too */
    assert(tw_skiplist_count(list) == 0 && !tw_skiplist_check(list));
}

/* Moves n nodes to random ticks. Returns how many compares one takes, and stores how many
   links. */
static double moves_by_chance(struct tw_skiplist *list, struct tw_node *all, size_t n,
                              double *links) {
    size_t i;

    for (i = 0; i < n; i++)
        tw_skiplist_add(list, &all[i], (tw_tick)rig_below(n)); /* with equals */
    memset(traced, 0, sizeof traced);
    for (i = 0; i < n; i++)
        tw_skiplist_add(list, &all[i], (tw_tick)rig_below(n));
    *links = (double)traced[TW_LINK] / (double)n;
    assert(!tw_skiplist_check(list));
    return (double)traced[TW_COMPARE] / (double)n;
}

SCENARIO(skiplist_costs_are_what_the_manual_says,
         "Searches and moves compare O(log n) keys, and removals none.") {
    static const size_t sizes[] = {1024, 16384};
    double compares[2], links[2];
    size_t k;

    if (sizeof(tw_tick) <= sizeof(void *))
        assert(NODE_BYTES * 1000 + TW_SKIPLIST_BYTES(1000) <= sizeof(void *) * 7 * 1000);
    if (sizeof(void *) == 8)
        assert(NODE_BYTES + sizeof(struct tw_skiplist_level) * 3 / 8 == 52);
    for (k = 0; k < 2; k++) {
        const size_t n = sizes[k];
        struct tw_node *all = (struct tw_node *)calloc(n, sizeof *all);
        struct tw_skiplist_level *room = (struct tw_skiplist_level *)malloc(TW_SKIPLIST_BYTES(n));
        struct tw_skiplist list;

        assert(all && room);
        tw_skiplist_init(&list, 0, room, n);
        compares[k] = moves_by_chance(&list, all, n, &links[k]);
        searches_along_the_lanes(&list, all, n);
        leaves_without_a_compare(&list, all, n);
        free(room);
        free(all);
    }
    assert(compares[0] > 5 && compares[0] < 25);                              /* 4 lanes */
    assert(compares[1] > compares[0] && compares[1] - compares[0] < 2 * 5.5); /* and 2 more */
    assert(links[0] < 3 && links[1] < 3);
}

/* Without lanes: from both ends where speed is asked for, elsewhere from the last node
   back. */
SCENARIO(skiplist_looks_from_both_ends,
         "Without lanes, searches begin at the nearer end; in builds for size, at the last node.") {
    enum { N = 100 };

    static TW_SKIPLIST_ARRAY(room, 4);
    struct tw_skiplist list;
    size_t i, k;

    for (k = 0; k <= N; k++) {
        const size_t near = k < N - k ? k : N - k;

        pool_init(N + 1);
        tw_skiplist_init(&list, 0, room, 4);
        for (i = 0; i < N; i++)
            assert(tw_skiplist_add(&list, &pool[i].node, (tw_tick)(10 + i * 10)));
        traced[TW_COMPARE] = 0;
        assert(tw_skiplist_add(&list, &pool[N].node, (tw_tick)(5 + k * 10)));
        assert(TW__SPEED ? traced[TW_COMPARE] <= 2 * near + 3 : traced[TW_COMPARE] >= N - k);
        assert(!tw_skiplist_check(&list));
    }
}

/* Where speed is asked for; elsewhere the node is taken out and put in again, to the same
   place. */
SCENARIO(skiplist_a_key_that_leaves_its_node_in_place_moves_nothing,
         "A new key between those of a node's neighbours writes no link.") {
    enum { N = 300, EQUAL = 3 };

    static TW_SKIPLIST_ARRAY(room, N);
    struct tw_skiplist list;
    size_t i;

    pool_init(N);
    tw_skiplist_init(&list, 0, room, N);
    for (i = 0; i < N; i++)
        assert(tw_skiplist_add(&list, &pool[i].node, (tw_tick)(i / EQUAL * 10)));

    memset(traced, 0, sizeof traced);
    /* the last of its equals: the same key, a later one, and back */
    for (i = EQUAL - 1; i < N; i += EQUAL) {
        struct tw_node *n = &pool[i].node;
        const tw_tick due = n->due;

        assert(tw_skiplist_add(&list, n, due) && !tw_skiplist_check(&list));
        assert(tw_skiplist_add(&list, n, (tw_tick)(due + 5)) && !tw_skiplist_check(&list));
        assert(tw_skiplist_lower_bound(&list, (tw_tick)(due + 1)) == n);
        assert(tw_skiplist_add(&list, n, due) && !tw_skiplist_check(&list));
        assert(tw_skiplist_before(&list, n) == &pool[i - 1].node);
    }
    assert(!TW__SPEED || traced[TW_LINK] == 0);

    for (i = 0; i < N; i += EQUAL) { /* the first of its equals goes behind them */
        assert(tw_skiplist_add(&list, &pool[i].node, pool[i].node.due) &&
               !tw_skiplist_check(&list));
        assert(tw_skiplist_before(&list, &pool[i].node) == &pool[i + EQUAL - 1].node);
    }
}

/* The dice are the list's own: neither what the memory held before nor another list
   changes what a call costs. */
SCENARIO(skiplist_same_calls_cost_the_same_in_every_run,
         "The heights of towers depend on the calls alone, not on memory or on other lists.") {
    enum { N = 300, RUNS = 3 };

    static const unsigned char fills[RUNS] = {0x00, 0xFF, 0xA5};
    static TW_SKIPLIST_ARRAY(room, N);
    size_t i, run, compares = 0, links = 0;

    for (run = 0; run < RUNS; run++) {
        struct tw_skiplist list;

        memset(&list, fills[run], sizeof list);
        memset(room, fills[run], sizeof room);
        pool_init(N);
        tw_skiplist_init(&list, 0, room, N);
        memset(traced, 0, sizeof traced);
        for (i = 0; i < N; i++)
            assert(tw_skiplist_add(&list, &pool[i].node, (tw_tick)(i * 7919 % N)));
        assert(run == 0 || (traced[TW_COMPARE] == compares && traced[TW_LINK] == links));
        compares = traced[TW_COMPARE];
        links = traced[TW_LINK];
        assert(links > N + N / 8 && !tw_skiplist_check(&list));
    }
}

/* However many nodes it is told to expect. The array has the heads of the lanes alone: no
   tower is given out. */
SCENARIO(skiplist_has_no_more_lanes_than_it_says,
         "The number of lanes has a bound, however many nodes are expected.") {
    struct tw_skiplist_level room[TW__SKIPLIST_MOST_LANES + 1];
    struct tw_skiplist list;
    volatile size_t n = 1; /* or the compiler sees it, and warns */
    unsigned i;

    if (sizeof(size_t) < 8)
        return;
    for (i = 0; i < TW__SKIPLIST_MOST_LANES + 2; i++)
        n *= 4;
    tw_skiplist_init(&list, 0, room, n);
    assert(list.lanes == TW__SKIPLIST_MOST_LANES && !tw_skiplist_check(&list));
}

/* Nothing is added to a NULL pointer. */
SCENARIO(skiplist_without_an_array_points_nowhere,
         "init() with NULL makes a list without lanes and without pointers into an array.") {
    struct tw_skiplist list;

    memset(&list, 0xA5, sizeof list);
    tw_skiplist_init(&list, 0, NULL, 100);
    assert(!list.lane && !list.spare && !list.end && list.lanes == 0 && !tw_skiplist_check(&list));
}

SCENARIO(skiplist_with_its_array_used_up_keeps_all,
         "If no tower is left, nodes are added all the same, and leave in order.") {
    enum { N = 500 };

    static TW_SKIPLIST_ARRAY(room, 16);
    struct tw_skiplist list;
    size_t i, round;
    tw_tick last;

    pool_init(N);
    tw_skiplist_init(&list, 0, room, 16);
    for (round = 0; round < 3; round++) {
        for (i = 0; i < N; i++)
            assert(tw_skiplist_add(&list, &pool[i].node, (tw_tick)(5 + i * 7919 % N / 3)));
        assert(list.spare == list.end && !tw_skiplist_check(&list) &&
               tw_skiplist_count(&list) == N);
        if (round == 1)
            tw_skiplist_clear(&list);
        for (last = 0; round != 1 && tw_skiplist_first(&list); last = tw_skiplist_pop(&list)->due)
            assert(tw_skiplist_first(&list)->due >= last && tw_skiplist_take(&list, 4) == NULL);
        assert(!tw_skiplist_check(&list) && tw_skiplist_count(&list) == 0 &&
               tw_skiplist_pop(&list) == NULL);
    }
}

/* lower_bound() of each of n keys from `first` on parts what comes before it from the
   rest */
static void finds_from_any_key(const struct tw_skiplist *list, tw_tick first, size_t n) {
    size_t i;

    for (i = 0; i <= n; i++) {
        const tw_tick key = (tw_tick)(first + i);
        const struct tw_node *after = tw_skiplist_lower_bound(list, key),
                             *before =
                                 after ? tw_skiplist_before(list, after) : tw_skiplist_last(list);

        assert(!after || !tw_before(after->due, key));
        assert(!before || tw_before(before->due, key));
    }
}

SCENARIO(skiplist_by_tick_walks_both_ways_and_from_any_key,
         "after(), before() and lower_bound() agree, with lanes and without.") {
    enum { N = 200 };

    static TW_SKIPLIST_ARRAY(room, N);
    /* across the wrap */
    const tw_tick base = TW_TICK_BITS == 64 ? 9 : (tw_tick)(TW_TICK_MAX - 100);
    struct tw_skiplist list;
    const struct tw_node *n, *p;
    size_t i, lanes;

    for (lanes = 0; lanes <= N; lanes += N) {
        pool_init(N);
        tw_skiplist_init(&list, 0, lanes ? room : NULL, lanes);
        assert(tw_skiplist_lower_bound(&list, base) == NULL && tw_skiplist_first(&list) == NULL);
        assert(tw_skiplist_last(&list) == NULL && tw_skiplist_each(&list, NULL) == NULL);
        for (i = 0; i < N; i++)
            tw_skiplist_add(&list, &pool[i].node, (tw_tick)(base + rig_below(N)));
        for (i = 0, n = tw_skiplist_first(&list), p = NULL; n;
             p = n, n = tw_skiplist_after(&list, n), i++) {
            assert(tw_skiplist_before(&list, n) == p && tw_skiplist_each(&list, p) == n);
            assert(tw_skiplist_after(&list, p) == n);
            assert(!p || !tw_before(n->due, p->due));
        }
        assert(i == N && p == tw_skiplist_last(&list));
        finds_from_any_key(&list, base, N);
        pool[7].node.due = (tw_tick)(base + N);
        assert(tw_skiplist_update(&list, &pool[7].node) &&
               tw_skiplist_last(&list) == &pool[7].node);
        assert(tw_skiplist_take(&list, (tw_tick)(base - 1)) == NULL &&
               tw_skiplist_take(&list, (tw_tick)(base + N)));
        assert(tw_skiplist_cancel(&list, &pool[7].node) &&
               !tw_skiplist_cancel(&list, &pool[7].node));
        assert(!tw_skiplist_update(&list, &pool[7].node) && !tw_skiplist_check(&list));
        tw_skiplist_clear(&list);
        assert(tw_skiplist_count(&list) == 0 && tw_idle(&pool[8].node) &&
               !tw_skiplist_check(&list));
    }
}

/* One object in three containers, each with its own order. */
struct guest {
    const char *name;
    double weight;
    int priority, arrival;
    struct tw_node by_name, by_weight, by_rank;
};

static bool guest_name(const struct guest *a, const struct guest *b) {
    return strcmp(a->name, b->name) < 0;
}

static bool guest_weight(const struct guest *a, const struct guest *b) {
    return a->weight < b->weight;
}

static bool guest_rank(const struct guest *a, const struct guest *b) {
    return a->priority != b->priority ? a->priority > b->priority : a->arrival < b->arrival;
}

TW_SKIPLIST_OF(names, struct guest, by_name, guest_name)
TW_SKIPLIST_OF(weights, struct guest, by_weight, guest_weight)
TW_SKIPLIST_OF(ranks, struct guest, by_rank, guest_rank)

/* Walks a container both ways, and asks for the first that is not before each of its
   objects; equals by arrival. */
#define WALKS(kind, container, n, before)                                                         \
    do {                                                                                          \
        struct guest *at, *left = NULL, *bound = NULL;                                            \
        size_t walked = 0;                                                                        \
        assert(!kind##_check(container) && kind##_count(container) == (n));                       \
        assert(kind##_peek(container) == kind##_first(container));                                \
        for (at = kind##_each(container, NULL); at; left = at, at = kind##_each(container, at)) { \
            walked++;                                                                             \
            assert(!left || before(left, at) ||                                                   \
                   (!before(at, left) && left->arrival < at->arrival));                           \
            assert(kind##_before(container, at) == left);                                         \
            assert((left ? kind##_after(container, left) : kind##_first(container)) == at);       \
            bound = left && !before(left, at) ? bound : at;                                       \
            assert(kind##_lower_bound(container, at) == bound);                                   \
        }                                                                                         \
        assert(walked == (n) && kind##_last(container) == left);                                  \
    } while (0)

enum { GUESTS = 300 };
static struct guest guest[GUESTS];
static struct names by_name;
static struct weights by_weight;
static struct ranks by_rank;

/* Gives a guest random keys, behind all that have the same ones. */
static void invite(struct guest *x) {
    static const char *const words[] = {"ash",   "birch", "cedar", "elm",  "fir",
                                        "hazel", "larch", "oak",   "pine", "yew"};
    static int arrivals;

    x->name = words[rig_index(10)];
    x->weight = (double)rig_below(60) / 7;
    x->priority = (int)rig_below(6);
    x->arrival = arrivals++;
}

/* Fills three containers with all guests: with lanes, with few, and without. */
static void start_guests(void) {
    static TW_SKIPLIST_ARRAY(lanes, GUESTS);
    static TW_SKIPLIST_ARRAY(few, 40);
    int i;

    names_init(&by_name, 0, lanes, GUESTS);
    weights_init(&by_weight, 0, few, 40);
    ranks_init(&by_rank, 0, NULL, 0);
    memset(guest, 0, sizeof guest);
    for (i = 0; i < GUESTS; i++) {
        invite(&guest[i]);
        assert(names_add(&by_name, &guest[i]) && weights_add(&by_weight, &guest[i]) &&
               ranks_add(&by_rank, &guest[i]));
    }
}

SCENARIO(skiplist_typed_containers_order_by_string_double_and_two_keys,
         "Objects stand in the order of the caller's function, equal ones by their arrival.") {
    struct guest key;
    int i;

    start_guests();
    memset(&key, 0, sizeof key);
    WALKS(names, &by_name, GUESTS, guest_name);
    WALKS(weights, &by_weight, GUESTS, guest_weight);
    WALKS(ranks, &by_rank, GUESTS, guest_rank);

    key.name = "beech";
    assert(strcmp(names_lower_bound(&by_name, &key)->name, "birch") == 0);
    key.name = "zebrawood";
    assert(names_lower_bound(&by_name, &key) == NULL);
    key.weight = -1;
    assert(weights_lower_bound(&by_weight, &key) == weights_first(&by_weight));

    for (i = 0; i < GUESTS; i += 3) { /* new keys: behind their new equals */
        invite(&guest[i]);
        assert(names_update(&by_name, &guest[i]) && weights_update(&by_weight, &guest[i]) &&
               ranks_update(&by_rank, &guest[i]));
    }
    WALKS(names, &by_name, GUESTS, guest_name);
    WALKS(weights, &by_weight, GUESTS, guest_weight);
    WALKS(ranks, &by_rank, GUESTS, guest_rank);
}

SCENARIO(skiplist_typed_containers_give_objects_back,
         "Objects are idle after cancel(), pop() and clear() of a typed skip list.") {
    struct guest *x;
    int i;

    start_guests();
    for (i = 0; i < GUESTS; i += 2) {
        assert(names_cancel(&by_name, &guest[i]) && !names_cancel(&by_name, &guest[i]));
        assert(!names_update(&by_name, &guest[i]));
    }
    WALKS(names, &by_name, GUESTS / 2, guest_name);
    for (i = 0; i < GUESTS; i++) {
        x = ranks_peek(&by_rank);
        assert(ranks_pop(&by_rank) == x && tw_idle(&x->by_rank));
        assert(!ranks_peek(&by_rank) || guest_rank(x, ranks_peek(&by_rank)));
    }
    assert(ranks_pop(&by_rank) == NULL && ranks_count(&by_rank) == 0);
    names_clear(&by_name);
    weights_clear(&by_weight);
    WALKS(names, &by_name, 0, guest_name);
    WALKS(weights, &by_weight, 0, guest_weight);
    for (i = 0; i < GUESTS; i++)
        assert(tw_idle(&guest[i].by_name) && tw_idle(&guest[i].by_weight));
}

/* The property is the one that check() must name. */
static void sees(const struct tw_skiplist *list, const char *property, void *place,
                 const void *wrong, size_t size) {
    unsigned char was[sizeof(uint64_t)];

    assert(size <= sizeof was && memcmp(place, wrong, size) != 0);
    memcpy(was, place, size);
    memcpy(place, wrong, size);
    assert(breaks(tw_skiplist_check(list), property));
    memcpy(place, was, size);
    assert(!tw_skiplist_check(list));
}

#define SEES(property, place, wrong) sees(&list, property, &(place), &(wrong), sizeof(place))

/* A list of two lanes with free towers: `low` has no tower, `high` one with two floors. */
static struct tw_skiplist list;
static struct tw_node *low, *high;

static void start_with_towers(void) {
    static struct tw_node node[60];
    static TW_SKIPLIST_ARRAY(room, 64);
    size_t i;

    memset(node, 0, sizeof node);
    tw_skiplist_init(&list, 0, room, 64);
    for (i = 0; i < 60; i++)
        assert(tw_skiplist_add(&list, &node[i], (tw_tick)(10 + 2 * i)));
    for (i = 30; i < 60 && list.free[0] == NULL; i++)
        if (node[i].home > TW__WAITING)
            assert(tw_skiplist_cancel(&list, &node[i]));
    for (low = high = NULL, i = 10; i < 28; i++) {
        if (node[i].home == TW__WAITING)
            low = &node[i];
        else if (((struct tw_skiplist_level *)node[i].home)[1].node == &node[i])
            high = &node[i];
    }
    assert(list.lanes == 2 && low && high && list.free[0] && !tw_skiplist_check(&list));
}

/* a check() that cannot fail is none: each invariant broken once */
MISTAKE(skiplist_check_sees_every_broken_invariant,
        "check() names the property when the base list or a tower is damaged.") {
    struct tw_skiplist_level *x, *y;
    struct tw_node *n, *stranger;
    const uintptr_t idle = 0, waiting = TW__WAITING;
    tw_tick due;
    size_t count;

    start_with_towers();
    stranger = tw_skiplist_each(&list, NULL);

    /* the base: order, links, count, last, and a node that says it is idle */
    due = (tw_tick)(low->due + 3);
    SEES("sortedlist 1", low->due, due);
    SEES("sortedlist 2", low->u.list.prev, stranger);
    n = low->u.list.next->u.list.next;
    SEES("sortedlist 2", low->u.list.next, n);
    count = list.base.count + 1;
    SEES("sortedlist 2", list.base.count, count);
    SEES("sortedlist 2", list.base.last, low);
    SEES("sortedlist 2", low->home, idle);

    /* towers: lost, another's, begun too high, with a floor of another */
    x = (struct tw_skiplist_level *)high->home;
    SEES("skiplist 3", high->home, waiting);
    SEES("skiplist 3", low->home, high->home);
    y = x + 1;
    SEES("skiplist 3", high->home, y);
    SEES("skiplist 3", x[1].node, low);
}

MISTAKE(skiplist_check_sees_every_broken_lane,
        "check() names the property when a link, a copied key or a free tower is wrong.") {
    struct tw_skiplist_level *x, *y, *head, *none = NULL;
    tw_tick due;
    size_t i;

    start_with_towers();
    x = (struct tw_skiplist_level *)high->home;

    /* each lane: links both ways, the key beside the link, the ring's ends */
    for (i = 0; i < 2; i++) {
        head = &list.lane[i];
        y = x[i].next->next;
        SEES("skiplist 3", x[i].next, y);
        y = x[i].prev->prev;
        SEES("skiplist 3", x[i].prev, y);
        due = (tw_tick)(x[i].prev->next_due + 1);
        SEES("skiplist 3", x[i].prev->next_due, due);
        y = head->prev->prev;
        SEES("skiplist 3", head->prev, y);
        SEES("skiplist 3", head->prev->next, head->prev);
    }
    due = (tw_tick)(high->due + 1); /* in order, but the copies of the key are old */
    SEES("skiplist 3", high->due, due);

    /* a tower leaks, is free and in use, or lies where none was built yet */
    SEES("skiplist 4", list.free[0], none);
    SEES("skiplist 4", list.free[0]->node, low);
    y = list.spare + 1;
    SEES("skiplist 4", list.spare, y);
    SEES("skiplist 4", list.free[0], list.spare);
    SEES("skiplist 4", list.spare->node, low);
}

/* Thirty nodes. Returns one with a tower, in the middle. */
static struct tw_node *start_with_a_tower(void) {
    struct tw_node *found = NULL;
    size_t i;

    start_with_thirty();
    for (i = 5; i < 25; i++)
        if (pool[i].node.home > TW__WAITING)
            found = &pool[i].node;
    assert(found && ((struct tw_skiplist *)rig.in)->lanes == 2);
    return found;
}

/* each field of the list, wrong alone; `dice` may be anything */
MISTAKE(skiplist_check_sees_each_field_that_is_wrong,
        "check() reports a wrong value in any field of the skip list that it can tell.") {
    struct tw_node *const tall = start_with_a_tower(), *const n = tall->u.list.next;
    struct tw_skiplist *const s = (struct tw_skiplist *)rig.in;
    struct tw_skiplist_level *const x = (struct tw_skiplist_level *)tall->home;
    const struct breach breaches[] = {
        BREACH(struct tw_node *, s->base.last, NULL),
        BREACH(struct tw_node *, s->base.last, &pool[28].node),
        BREACH(struct tw_node *, s->base.last, &pool[30].node),
        BREACH(size_t, s->base.count, 29),
        BREACH(size_t, s->base.count, 31),
        BREACH(struct tw_skiplist_level *, s->lane, s->lane + 1),
        BREACH(struct tw_node *, s->lane[1].node, n),
        BREACH(struct tw_skiplist_level *, s->end, s->spare - 1),
        BREACH(struct tw_skiplist_level *, s->spare, s->spare + 1),
        BREACH(struct tw_skiplist_level *, s->spare, s->spare - 1),
        BREACH(struct tw_skiplist_level *, s->free[0], x),
        BREACH(struct tw_skiplist_level *, s->free[1], s->spare),
        BREACH(uint8_t, s->lanes, 0),
        BREACH(uint8_t, s->lanes, 1),
    };

    check_sees(breaches, sizeof breaches / sizeof breaches[0]);
    /* one that is due waits in no structure */
    assert(!tw_skiplist_cancel(s, &pool[30].node) && !tw_skiplist_update(s, &pool[31].node));
    rig_verify();
}

/* each field of a floor and of a node, wrong alone */
MISTAKE(skiplist_check_sees_each_field_of_a_node_that_is_wrong,
        "check() reports a wrong value in any field of a node or of a tower.") {
    struct tw_node *const tall = start_with_a_tower(), *const n = tall->u.list.next;
    struct tw_skiplist *const s = (struct tw_skiplist *)rig.in;
    struct tw_skiplist_level *const x = (struct tw_skiplist_level *)tall->home;
    const struct breach breaches[] = {
        BREACH(struct tw_skiplist_level *, s->lane[0].next, &s->lane[0]),
        BREACH(struct tw_skiplist_level *, s->lane[0].prev, &s->lane[0]),
        BREACH(tw_tick, s->lane[0].next_due, 9),
        BREACH(tw_tick, x->next_due, (tw_tick)(x->next_due + 1)),
        BREACH(struct tw_node *, x->node, n),
        BREACH(struct tw_skiplist_level *, x->prev, x),
        BREACH(struct tw_skiplist_level *, x->next, x),
        BREACH(tw_tick, n->due, 50),
        BREACH(uintptr_t, n->home, TW__IDLE),
        BREACH(uintptr_t, n->home, TW__DUE),
        BREACH(uintptr_t, tall->home, TW__WAITING),
        BREACH(struct tw_node *, n->u.list.prev, NULL),
        BREACH(struct tw_node *, n->u.list.next, tall),
        BREACH(struct tw_node *, pool[29].node.u.list.next, &pool[1].node),
        BREACH(struct tw_node *, pool[0].node.u.list.prev, &pool[29].node),
    };

    check_sees(breaches, sizeof breaches / sizeof breaches[0]);
    rig_verify();
}

SCENARIO(skiplist_typed_container_walks_both_ways,
         "first(), last(), after(), before() and each() of a typed skip list agree.") {
    static struct guest three[3];
    static TW_SKIPLIST_ARRAY(lanes, 16);
    struct ranks q;
    int i;

    memset(three, 0, sizeof three);
    ranks_init(&q, 0, lanes, 16);
    assert(ranks_each(&q, NULL) == NULL && ranks_first(&q) == NULL && ranks_last(&q) == NULL);
    for (i = 0; i < 3; i++) {
        three[i].priority = i;
        assert(ranks_add(&q, &three[i]));
    }
    assert(ranks_each(&q, NULL) == &three[2] && ranks_each(&q, &three[2]) == &three[1]);
    assert(ranks_after(&q, &three[1]) == &three[0] && ranks_after(&q, &three[0]) == NULL);
    assert(ranks_before(&q, &three[0]) == &three[1] && ranks_before(&q, &three[2]) == NULL);
    assert(ranks_each(&q, &three[0]) == NULL && ranks_count(&q) == 3 && !ranks_check(&q));
}

static const struct tw_ops *const on[] = {&tw_skiplist_ops};

static const struct scenario scenarios[] = {
    ROW(skiplist_costs_are_what_the_manual_says),
    ROW(skiplist_looks_from_both_ends),
    ROW(skiplist_a_key_that_leaves_its_node_in_place_moves_nothing),
    ROW(skiplist_same_calls_cost_the_same_in_every_run),
    ROW(skiplist_has_no_more_lanes_than_it_says),
    ROW(skiplist_without_an_array_points_nowhere),
    ROW(skiplist_with_its_array_used_up_keeps_all),
    ROW(skiplist_by_tick_walks_both_ways_and_from_any_key),
    ROW(skiplist_typed_containers_order_by_string_double_and_two_keys),
    ROW(skiplist_typed_containers_give_objects_back),
    ROW(skiplist_check_sees_every_broken_invariant),
    ROW(skiplist_check_sees_every_broken_lane),
    ROW(skiplist_check_sees_each_field_that_is_wrong),
    ROW(skiplist_check_sees_each_field_of_a_node_that_is_wrong),
    ROW(skiplist_typed_container_walks_both_ways),
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], on, 1, argc, argv);
}
