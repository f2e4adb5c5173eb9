/* SPDX-License-Identifier: MIT-0 */
/* What rbtree.h promises beyond the contract: its costs, any order of objects, walks,
   removal from every position, and a check() that sees.

       rbtree          all of it
       rbtree NAME     one scenario */
#include "../contract/rig.h"

/* The cost table of rbtree.h as counts. The functions follow each other on one tree. */

/* n nodes that come to the end, and one that comes to the front */
static void ends_are_near(struct tw_rbtree *tree, struct timer *all, size_t n) {
    size_t i;

    memset(traced, 0, sizeof traced);
    for (i = 0; i < n; i++) /* to the end: one compare, none for the first of all */
        assert(tw_rbtree_add(tree, &all[i].node, (tw_tick)(10 + i)));
    assert(traced[TW_COMPARE] == n - 1 && traced[TW_LINK] <= 4 * n);

    /* a leaf that leaves is one link, and so is one that comes */
    memset(traced, 0, sizeof traced);
    assert(tw_rbtree_cancel(tree, &all[n - 1].node) && traced[TW_LINK] == 1);
    assert(tw_rbtree_add(tree, &all[n - 1].node, (tw_tick)(10 + n)) && traced[TW_LINK] == 2);
    memset(traced, 0, sizeof traced);
    assert(tw_rbtree_add(tree, &all[n].node, 1)); /* to the front: two */
    assert(traced[TW_COMPARE] == 2 && tw_rbtree_first(tree) == &all[n].node);
}

/* a walk and next() compare nothing; a search goes down the levels of n nodes */
static void searches_go_down_the_levels(struct tw_rbtree *tree, struct timer *all, size_t n,
                                        size_t levels) {
    size_t i, worst;
    struct tw_node *x;
    tw_tick due;

    memset(traced, 0, sizeof traced);
    assert(tw_rbtree_next(tree, &due) && due == 1 && tw_rbtree_peek(tree) &&
           tw_rbtree_count(tree) == n + 1);
    for (x = NULL, i = 0; (x = tw_rbtree_after(tree, x)) != NULL;)
        i++;
    assert(i == n + 1 && traced[TW_COMPARE] == 0);

    for (i = 0, worst = 0; i < n; i++) {
        memset(traced, 0, sizeof traced);
        assert(tw_rbtree_lower_bound(tree, (tw_tick)(10 + i)) == &all[i].node);
        worst = traced[TW_COMPARE] > worst ? traced[TW_COMPARE] : worst;
    }
    assert(worst >= levels && worst <= 2 * levels);
}

/* a move goes down the levels; a removal compares nothing */
static void moves_go_down_the_levels(struct tw_rbtree *tree, struct timer *all, size_t n,
                                     size_t levels) {
    size_t i, worst;

    for (i = 0, worst = 0; i < n; i++) { /* anywhere; a removal compares nothing */
        memset(traced, 0, sizeof traced);
        assert(tw_rbtree_add(tree, &all[i].node, (tw_tick)(10 + rig_below(n))));
        worst = traced[TW_COMPARE] > worst ? traced[TW_COMPARE] : worst;
        /* two rotations and three, a node and its successor: at any size */
        assert(traced[TW_LINK] <= 30);
    }
    assert(worst >= levels && worst <= 2 * levels + 2 && !tw_rbtree_check(tree));

    memset(traced, 0, sizeof traced);
    for (i = 0; i < n / 2; i++)
        assert(i % 2 ? tw_rbtree_pop(tree) != NULL : tw_rbtree_cancel(tree, tw_rbtree_last(tree)));
    assert(!tw_rbtree_check(tree));
    tw_rbtree_clear(tree);
    assert(traced[TW_COMPARE] == 0 && traced[TW_LINK] <= 12 * n && tw_rbtree_count(tree) == 0);
}

SCENARIO(rbtree_costs_are_what_the_manual_says,
         "Searches and moves compare once or twice a level, and removals never.") {
    size_t size, n, levels;

    if (sizeof(void *) == 8)
        assert(NODE_BYTES == 40 && tw_rbtree_ops.bytes(1000) == 0);
    for (size = 0, n = 255, levels = 8; size < 2; size++, n = 8191, levels = 13) {
        struct timer *all = (struct timer *)calloc(n + 1, sizeof *all);
        struct tw_rbtree tree;

        assert(all);
        tw_rbtree_init(&tree, 0, NULL, 0);
        ends_are_near(&tree, all, n);
        searches_go_down_the_levels(&tree, all, n, levels);
        moves_go_down_the_levels(&tree, all, n, levels);
        free(all);
    }
}

/* The typed face: any ordering, walks both ways, the first one not before a key. */
struct word {
    const char *text;
    int number;
    struct tw_node node;
};

struct price {
    struct tw_node node;
    double amount;
    int number;
};

struct job {
    int priority, number;
    struct tw_node node;
};

static bool word_before(const struct word *a, const struct word *b) {
    return strcmp(a->text, b->text) < 0;
}

static bool job_before(const struct job *a, const struct job *b) {
    return a->priority > b->priority;
}

static bool price_before(const struct price *a, const struct price *b) {
    return a->amount < b->amount;
}

TW_RBTREE_OF(words, struct word, node, word_before)
TW_RBTREE_OF(prices, struct price, node, price_before)
TW_RBTREE_OF(jobtree, struct job, node, job_before)

enum { WORDS = 10 };
static struct word word[WORDS];

/* Fills w with all words, in no order. */
static void start_words(struct words *w) {
    static const char *const texts[] = {"node", "tick", "due",  "arm", "move",
                                        "take", "due",  "slot", "due", "lane"};
    int i;

    words_init(w, 0, NULL, 0);
    memset(word, 0, sizeof word);
    for (i = 0; i < WORDS; i++) {
        word[i].text = texts[i];
        word[i].number = i;
        assert(words_add(w, &word[i]) && !words_check(w));
    }
}

SCENARIO(rbtree_keeps_words_in_order_and_finds_the_first_not_before_a_key,
         "A tree of strings walks both ways, and lower_bound() finds the first of equal strings.") {
    static const char *const sorted[] = {"arm",  "due",  "due",  "due",  "lane",
                                         "move", "node", "slot", "take", "tick"};
    static struct word key;
    static struct words zeroed;
    struct words w;
    struct word *x;
    int i;

    assert(!words_check(&zeroed) && !words_first(&zeroed) && !words_last(&zeroed) &&
           !words_pop(&zeroed));
    assert(!words_after(&zeroed, NULL) && !words_before(&zeroed, NULL) &&
           !words_lower_bound(&zeroed, &word[0]));
    start_words(&w);
    for (i = 0, x = words_first(&w); x; x = words_after(&w, x), i++)
        assert(strcmp(x->text, sorted[i]) == 0);
    assert(i == WORDS && words_each(&w, NULL) == words_peek(&w));
    for (x = words_last(&w); x; x = words_before(&w, x))
        assert(strcmp(x->text, sorted[--i]) == 0);
    assert(i == 0 && words_before(&w, NULL) == words_last(&w));

    key.text = "due"; /* the first of its equals */
    assert(words_lower_bound(&w, &key) == &word[2] && words_after(&w, &word[2]) == &word[6]);
    key.text = "a";
    assert(words_lower_bound(&w, &key) == words_first(&w));
    key.text = "late"; /* between */
    assert(words_lower_bound(&w, &key) == &word[4]);
    key.text = "zero"; /* behind all */
    assert(words_lower_bound(&w, &key) == NULL);
}

SCENARIO(rbtree_moves_words_whose_key_was_changed,
         "After update() or another add() an object stands at its new key, behind its equals.") {
    static struct word another;
    struct words w;
    int i;

    start_words(&w);
    word[6].text = "zero"; /* a key is changed, and again to one that others have */
    assert(words_update(&w, &word[6]) && words_last(&w) == &word[6]);
    word[6].text = "due";
    assert(words_update(&w, &word[6]) && words_after(&w, &word[8]) == &word[6] && !words_check(&w));
    assert(words_add(&w, &word[2]) && words_after(&w, &word[6]) == &word[2]); /* a move arms anew */
    assert(!words_update(&w, &another) && !words_cancel(&w, &another));
    assert(words_cancel(&w, &word[2]) && !words_cancel(&w, &word[2]) &&
           words_count(&w) == WORDS - 1);
    words_clear(&w);
    for (i = 0; i < WORDS; i++)
        assert(tw_idle(&word[i].node));
    assert(words_count(&w) == 0 && !words_check(&w) && words_add(&w, &word[0]) &&
           words_pop(&w) == &word[0]);
}

enum { MANY = 300 };

SCENARIO(rbtree_typed_queue_orders_by_double,
         "A tree keeps equal prices by arrival, and lower_bound() finds what a walk finds.") {
    static struct price price[MANY];
    struct prices p;
    struct price *x, *before = NULL;
    int i;

    prices_init(&p, 0, NULL, 0);
    memset(price, 0, sizeof price);
    for (i = 0; i < MANY; i++) {
        price[i].amount = (double)rig_below(60) / 8 - 3;
        price[i].number = i;
        price[i].node.due = 77; /* not the key: the face leaves it alone */
        assert(prices_add(&p, &price[i]) && !prices_check(&p));
    }
    for (i = 0, x = NULL; (x = prices_after(&p, x)) != NULL; before = x, i++)
        assert(!before || before->amount < x->amount ||
               (before->amount == x->amount && before->number < x->number));
    assert(i == MANY);
    for (i = -1; i < 40; i++) { /* lower_bound is what a walk finds */
        struct price key = {TW_NODE(0), i / 4.0 - 3, 0};
        for (x = prices_first(&p); x && x->amount < key.amount; x = prices_after(&p, x))
            ;
        assert(prices_lower_bound(&p, &key) == x);
    }
    assert(price[5].node.due == 77);
    prices_clear(&p);
}

SCENARIO(rbtree_typed_queue_orders_by_priority_and_keeps_fifo,
         "Jobs leave a tree by priority, and equal ones by their last add or update.") {
    static struct job jobs[MANY];
    struct jobtree q;
    struct job *j, *last = NULL;
    int i, stamp = 0, left = MANY;

    jobtree_init(&q, 0, NULL, 0);
    memset(jobs, 0, sizeof jobs);
    for (i = 0; i < MANY; i++) {
        jobs[i].priority = (int)rig_below(5);
        jobs[i].number = stamp++;
        assert(jobtree_add(&q, &jobs[i]) && !jobtree_check(&q));
    }
    for (i = 0; i < MANY; i += 3) {
        jobs[i].priority = (int)rig_below(5);
        jobs[i].number = stamp++; /* an update counts as arming anew */
        assert(jobtree_update(&q, &jobs[i]) && !jobtree_check(&q));
    }
    for (i = 0; i < MANY; i += 7, left--)
        assert(jobtree_cancel(&q, &jobs[i]) && !jobtree_check(&q));
    while ((j = jobtree_peek(&q)) != NULL) {
        assert(jobtree_pop(&q) == j && !jobtree_check(&q));
        assert(!last || last->priority > j->priority ||
               (last->priority == j->priority && last->number < j->number));
        last = j;
        left--;
    }
    assert(left == 0);
}

/* Every shape that removal meets: all trees of up to 40 nodes that three ways of
   inserting make, every node removed. */
SCENARIO(rbtree_queue_by_tick_removes_from_every_position,
         "A red-black tree of any shape is a valid one after any of its nodes has left.") {
    const size_t most = SLOW ? 24 : 40;
    struct tw_rbtree tree;
    size_t n, victim, way, i;
    struct tw_node *x;
    tw_tick due;

    pool_init(most);
    for (n = 1; n <= most; n++)
        for (way = 0; way < 3; way++)
            for (victim = 0; victim < n; victim++) {
                tw_rbtree_init(&tree, 0, NULL, 0);
                for (i = 0; i < n; i++)
                    tw_rbtree_add(&tree, &pool[i].node,
                                  (tw_tick)(way == 0   ? i
                                            : way == 1 ? n - i
                                                       : i * 17 % n));
                for (i = 0; i < n; i++) { /* the victim first, then what stands where it stood */
                    x = &pool[(victim + i * 7) % n].node;
                    assert(tw_rbtree_cancel(&tree, x) || i > 0);
                    assert(tw_idle(x));
                    assert(!tw_rbtree_check(&tree));
                }
                tw_rbtree_clear(&tree);
                assert(!tw_rbtree_next(&tree, &due) && !tw_rbtree_check(&tree));
            }
}

SCENARIO(rbtree_queue_by_tick_walks_from_any_key,
         "lower_bound(), before() and after() find the neighbours of a tick.") {
    struct tw_rbtree tree;
    size_t i;

    pool_init(9);
    tw_rbtree_init(&tree, 0, NULL, 0);
    for (i = 0; i < 9; i++)
        assert(tw_rbtree_add(&tree, &pool[i].node, (tw_tick)(10 + i % 3)));
    assert(tw_rbtree_each(&tree, NULL) == &pool[0].node && tw_rbtree_last(&tree) == &pool[8].node);
    assert(tw_rbtree_lower_bound(&tree, 11) == &pool[1].node && !tw_rbtree_lower_bound(&tree, 13));
    assert(tw_rbtree_before(&tree, &pool[1].node) == &pool[6].node);
    assert(tw_rbtree_after(&tree, &pool[6].node) == &pool[1].node &&
           !tw_rbtree_after(&tree, &pool[8].node));
    assert(!tw_rbtree_take(&tree, 9) && tw_rbtree_take(&tree, 10) == &pool[0].node);
    pool[3].node.due = 12;
    assert(tw_rbtree_update(&tree, &pool[3].node) && tw_rbtree_last(&tree) == &pool[3].node);
    assert(!tw_rbtree_update(&tree, &pool[0].node) && tw_rbtree_count(&tree) == 8);
    tw_rbtree_clear(&tree);
    assert(tw_idle(&pool[3].node));
}

/* a check() that cannot fail is none: each invariant broken once */
MISTAKE(rbtree_check_sees_every_broken_invariant,
        "check() of rbtree names the property when the order, a colour or a link is wrong.") {
    struct tw_node *root, *low, *high, *leaf;
    struct tw_rbtree *t;
    uintptr_t home;

    start_with_thirty();
    t = (struct tw_rbtree *)rig.in;
    t->head.due = 0; /* read by a walk that goes astray, and by no other */
    root = t->head.u.child[0];
    low = root->u.child[0];
    high = root->u.child[1];
    leaf = t->end[0];
    home = low->home;

    leaf->due += 2; /* order */
    assert(breaks(tw_timers_check(&rig.t), "rbtree 1"));
    leaf->due -= 2;
    low->home = (uintptr_t)high | (home & 1); /* a link up */
    assert(tw_timers_check(&rig.t));          /* a walk goes astray: any property may be named */
    low->home = (uintptr_t)leaf | (home & 1); /* a link up that makes a circle */
    assert(tw_timers_check(&rig.t));
    low->home = home;
    root->home++; /* the root's colour */
    assert(breaks(tw_timers_check(&rig.t), "rbtree 3"));
    root->home = (uintptr_t)low; /* and its link up */
    assert(breaks(tw_timers_check(&rig.t), "rbtree 2"));
    root->home = (uintptr_t)&t->head;
    leaf->u.child[0] = low; /* a child that knows another parent */
    assert(breaks(tw_timers_check(&rig.t), "rbtree 2"));
    leaf->u.child[0] = NULL;
    low->home ^= 1; /* black height, or red below red */
    assert(breaks(tw_timers_check(&rig.t), "rbtree 4"));
    low->home ^= 1;
    assert(!tw_timers_check(&rig.t));
    rig_verify();
}

/* links down, both ends, and the count */
MISTAKE(rbtree_check_sees_a_wrong_end,
        "check() names the property when a child, the first, the last or the count is wrong.") {
    struct tw_node *root, *low, *high, *leaf;
    struct tw_rbtree *t;

    start_with_thirty();
    t = (struct tw_rbtree *)rig.in;
    t->head.due = 0; /* as above */
    root = t->head.u.child[0];
    low = root->u.child[0];
    high = root->u.child[1];
    leaf = t->end[0];
    root->u.child[0] = NULL; /* nodes that are lost */
    assert(tw_timers_check(&rig.t));
    root->u.child[0] = high; /* a link down to another's child */
    assert(tw_timers_check(&rig.t));
    root->u.child[0] = low;
    t->head.u.child[0] = low;
    assert(breaks(tw_timers_check(&rig.t), "rbtree 2"));
    t->head.u.child[0] = NULL;
    assert(breaks(tw_timers_check(&rig.t), "rbtree 5"));
    t->head.u.child[0] = root;
    t->end[0] = &pool[1].node;
    assert(breaks(tw_timers_check(&rig.t), "rbtree 5"));
    t->end[0] = NULL;
    assert(breaks(tw_timers_check(&rig.t), "rbtree 5"));
    t->end[0] = leaf;
    t->end[1] = &pool[28].node;
    assert(breaks(tw_timers_check(&rig.t), "rbtree 5"));
    t->end[1] = &pool[29].node;
    t->count++;
    assert(breaks(tw_timers_check(&rig.t), "rbtree 5"));
    t->count -= 2;
    assert(breaks(tw_timers_check(&rig.t), "rbtree 5"));
    t->count++;
    assert(!tw_timers_check(&rig.t));
    rig_verify();
}

/* a red root, and red below red, and nothing else */
MISTAKE(rbtree_check_sees_red_where_none_may_be,
        "check() reports a red root, and a red child of a red parent.") {
    struct tw_node extra = TW_NODE(0);
    struct tw_rbtree *t;

    start(0, 8);
    pool_init(1);
    rig_arm(&pool[0], 10);
    pool[0].node.home++; /* the colour of a root without children */
    assert(breaks(tw_timers_check(&rig.t), "rbtree 3"));
    pool[0].node.home--;

    start_with_thirty();
    t = (struct tw_rbtree *)rig.in;
    extra.u.child[0] = extra.u.child[1] = NULL;
    extra.due = t->end[1]->due;
    extra.home = (uintptr_t)t->end[1] | 1;
    assert(t->end[1]->home & 1);
    t->end[1] = t->end[1]->u.child[1] = &extra;
    t->count++;
    assert(breaks(tw_timers_check(&rig.t), "rbtree 3"));
    t->end[1] = &pool[29].node;
    t->end[1]->u.child[1] = NULL;
    t->count--;
    assert(!tw_timers_check(&rig.t));
    rig_verify();
}

MISTAKE(rbtree_check_sees_an_end_of_an_empty_tree,
        "check() reports a root, a last node or a count where no node waits.") {
    struct tw_rbtree *t;

    start(0, 0);
    pool_init(1);
    t = (struct tw_rbtree *)rig.in;
    {
        const struct breach breaches[] = {
            BREACH(struct tw_node *, t->head.u.child[0], &pool[0].node),
            BREACH(struct tw_node *, t->end[1], &pool[0].node),
            BREACH(size_t, t->count, 1),
        };
        check_sees(breaches, sizeof breaches / sizeof breaches[0]);
    }
}

/* One object in three containers at once, through three nodes. */
struct member {
    char name[8];
    int rank;
    struct tw_node by_name, by_rank, leaves;
};

static bool name_before(const struct member *a, const struct member *b) {
    return strcmp(a->name, b->name) < 0;
}

static bool rank_before(const struct member *a, const struct member *b) {
    return a->rank < b->rank;
}

TW_RBTREE_OF(names, struct member, by_name, name_before)
TW_HEAP4_OF(ranks, struct member, by_rank, rank_before)

SCENARIO(rbtree_shares_objects_with_other_containers,
         "An object can stand in a tree, a heap and a list at once, by three nodes.") {
    static struct member m[] = {{"dora", 3, TW_NODE(0), TW_NODE(0), TW_NODE(0)},
                                {"abe", 4, TW_NODE(0), TW_NODE(0), TW_NODE(0)},
                                {"cy", 1, TW_NODE(0), TW_NODE(0), TW_NODE(0)},
                                {"ben", 2, TW_NODE(0), TW_NODE(0), TW_NODE(0)}};
    static TW_HEAP4_ARRAY(room, 4);
    struct names names;
    struct ranks ranks;
    struct tw_sortedlist list;
    struct member *x;
    size_t i;

    names_init(&names, 0, NULL, 0);
    ranks_init(&ranks, 0, room, 4);
    tw_sortedlist_ops.init(&list, 0, NULL, 0);
    for (i = 0; i < 4; i++) {
        assert(names_add(&names, &m[i]) && ranks_add(&ranks, &m[i]));
        tw__add(&list, &tw_sortedlist_ops, &m[i].leaves, (tw_tick)(10 * (i + 1)));
    }
    x = ranks_pop(&ranks);
    assert(x == &m[2] && tw_idle(&x->by_rank) && !tw_idle(&x->by_name) && !tw_idle(&x->leaves));
    x->rank = 9;
    strcpy(x->name, "zoe");
    assert(names_update(&names, x) && ranks_add(&ranks, x));
    assert(names_last(&names) == x && names_first(&names) == &m[1] && ranks_peek(&ranks) == &m[3]);
    assert(tw_sortedlist_ops.take(&list, 15) == &m[0].leaves && names_cancel(&names, &m[0]));
    assert(!names_check(&names) && names_count(&names) == 3 && !ranks_check(&ranks) &&
           ranks_count(&ranks) == 4);
    assert(!tw_sortedlist_ops.check(&list) && tw_sortedlist_ops.count(&list) == 3);
}

/* each field of the tree, wrong alone */
MISTAKE(rbtree_check_sees_each_field_that_is_wrong,
        "check() reports a wrong value in any field of rbtree that it can tell.") {
    struct tw_rbtree *t;
    struct tw_node *root, *n;

    start_with_thirty();
    t = (struct tw_rbtree *)rig.in;
    root = t->head.u.child[0];
    n = root->u.child[1];
    {
        const struct breach breaches[] = {
            BREACH(uintptr_t, t->head.home, TW__DUE),
            BREACH(uintptr_t, t->head.home, (uintptr_t)root),
            BREACH(struct tw_node *, t->head.u.child[0], NULL),
            BREACH(struct tw_node *, t->head.u.child[0], n),
            BREACH(struct tw_node *, t->end[0], NULL),
            BREACH(struct tw_node *, t->end[0], &pool[1].node),
            BREACH(struct tw_node *, t->end[1], NULL),
            BREACH(struct tw_node *, t->end[1], &pool[28].node),
            BREACH(struct tw_node *, t->end[1], &pool[30].node),
            BREACH(size_t, t->count, 29),
            BREACH(size_t, t->count, 31),
        };
        check_sees(breaches, sizeof breaches / sizeof breaches[0]);
    }
    /* one that is due waits in no structure */
    assert(!tw_rbtree_cancel(t, &pool[30].node) && !tw_rbtree_update(t, &pool[31].node));
    rig_verify();
}

/* each field of a node, with children and without, wrong alone */
MISTAKE(rbtree_check_sees_each_field_of_a_node_that_is_wrong,
        "check() reports a wrong value in any field of a node of rbtree.") {
    struct tw_rbtree *t;
    struct tw_node *root, *n, *leaf, *const stranger = &pool[30].node;

    start_with_thirty();
    t = (struct tw_rbtree *)rig.in;
    root = t->head.u.child[0];
    n = root->u.child[1];
    leaf = t->end[0];
    assert(!leaf->u.child[0] && n->u.child[0] && n->u.child[1]);
    {
        const struct breach breaches[] = {
            BREACH(tw_tick, n->due, 50),
            BREACH(tw_tick, n->due, 1),
            BREACH(tw_tick, leaf->due, 50),
            BREACH(uintptr_t, n->home, n->home ^ 1),
            BREACH(uintptr_t, n->home, (uintptr_t)leaf | (n->home & 1)),
            BREACH(uintptr_t, n->home, (uintptr_t)&t->head | (n->home & 1)),
            BREACH(uintptr_t, root->home, root->home | 1),
            BREACH(uintptr_t, root->home, (uintptr_t)leaf),
            BREACH(struct tw_node *, n->u.child[0], NULL),
            BREACH(struct tw_node *, n->u.child[1], NULL),
            BREACH(struct tw_node *, n->u.child[0], n->u.child[1]),
            BREACH(struct tw_node *, n->u.child[1], n->u.child[0]),
            BREACH(struct tw_node *, leaf->u.child[1], stranger),
        };
        check_sees(breaches, sizeof breaches / sizeof breaches[0]);
    }
    rig_verify();
}

static const struct tw_ops *const on[] = {&tw_rbtree_ops};

static const struct scenario scenarios[] = {
    ROW(rbtree_costs_are_what_the_manual_says),
    ROW(rbtree_keeps_words_in_order_and_finds_the_first_not_before_a_key),
    ROW(rbtree_moves_words_whose_key_was_changed),
    ROW(rbtree_typed_queue_orders_by_double),
    ROW(rbtree_typed_queue_orders_by_priority_and_keeps_fifo),
    ROW(rbtree_queue_by_tick_removes_from_every_position),
    ROW(rbtree_queue_by_tick_walks_from_any_key),
    ROW(rbtree_shares_objects_with_other_containers),
    ROW(rbtree_check_sees_every_broken_invariant),
    ROW(rbtree_check_sees_a_wrong_end),
    ROW(rbtree_check_sees_red_where_none_may_be),
    ROW(rbtree_check_sees_each_field_that_is_wrong),
    ROW(rbtree_check_sees_each_field_of_a_node_that_is_wrong),
    ROW(rbtree_check_sees_an_end_of_an_empty_tree),
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], on, 1, argc, argv);
}
