/* SPDX-License-Identifier: MIT-0 */
/* The ends of what structures are given, to the last cell: mutants of the headers that no
   other test saw.

       edges          all of it
       edges NAME     one scenario */
#include "../contract/rig.h"

/* The levels of an array are all used but the one that is kept at the end, and none
   behind it. */
SCENARIO(skiplist_uses_its_array_to_the_last_level,
         "Towers fill the array but for one level, and no byte behind it is written.") {
    static const size_t sizes[] = {8, 12, 100, 1000};
    static struct tw_node node[8000];
    size_t k, i;

    for (k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        const size_t n = sizes[k], levels = TW_SKIPLIST_BYTES(n) / sizeof(struct tw_skiplist_level);
        struct tw_skiplist_level *room =
            (struct tw_skiplist_level *)malloc((levels + 1) * sizeof *room);
        struct tw_skiplist list;

        assert(room && levels == n / 8 * 3 + 2);
        memset(room, 0xA5, (levels + 1) * sizeof *room);
        memset(node, 0, sizeof node);
        tw_skiplist_init(&list, 0, room, n);
        for (i = 0; i < 8 * n; i++)
            assert(tw_skiplist_add(&list, &node[i], (tw_tick)i));
        assert(!tw_skiplist_check(&list));
        assert(list.spare == room + levels - 1);
        for (i = 0; i < sizeof *room; i++)
            assert(((const unsigned char *)&room[levels])[i] == 0xA5);
        free(room);
    }
}

/* What keeps no array asks for no byte of one. */
SCENARIO(structures_without_an_array_ask_for_none,
         "bytes() is 0 for a structure that keeps no array, whatever number is given.") {
    static const struct tw_ops *const linked[] = {&tw_rbtree_ops, &tw_sortedlist_ops,
                                                  &tw_hwheel_ops, &tw_bigwheel_ops};
    size_t k, n;

    for (k = 0; k < sizeof linked / sizeof linked[0]; k++)
        for (n = 0; n < 5000; n = 3 * n + 1)
            assert(linked[k]->bytes(n) == 0);
}

/* The sizes on a 64-bit machine with 64-bit ticks, word by word. A wheel of levels has 6
   words of its own, a pointer and a bit for each list, and a bit for each word of bits;
   in bigwheel a word of either kind stays 0. */
SCENARIO(structures_have_no_word_more_than_they_use,
         "On 64-bit machines structures and nodes keep their sizes, to the word.") {
    const size_t lists = 512 + 11 * 32 * 16, big = 9 * 2 * 1024;

    if (sizeof(void *) != 8 || sizeof(tw_tick) != 8 || NODE_BYTES != sizeof(struct tw_node))
        return; /* with TW_DEBUG each has a stamp */
    assert(sizeof(struct tw_node) == 5 * 8 && sizeof(struct tw_slots) == 6 * 8);
    assert(sizeof(struct tw_smallwheel) == (3 + 4 + 16 * 16) * 8);
    assert(sizeof(struct tw_heap4) == 4 * 8 && sizeof(struct tw_heap4_cell) == 3 * 8);
    assert(sizeof(struct tw_rbtree) == sizeof(struct tw_node) + 3 * 8);
    assert(sizeof(struct tw_sortedlist) == 2 * 8);
    assert(sizeof(struct tw_skiplist) == (2 + 3 + 1 + 16) * 8 &&
           sizeof(struct tw_skiplist_level) == 4 * 8);
    assert(sizeof(struct tw_wheel) == 9 * 8 && sizeof(union tw_wheel_cell) == 2 * 8);
    assert(sizeof(struct tw_hwheel) == (6 + lists + lists / 64 + 2) * 8);
    assert(sizeof(struct tw_bigwheel) == (6 + 1 + 5 + big / 64 + 1 + 5 + 1 + big / 16 + big) * 8);
    assert(sizeof(struct tw_clock) == 5 * 8 && sizeof(struct tw_timers) == 7 * 8);
}

struct word {
    int rank;
    struct tw_node node;
};

static bool word_before(const struct word *a, const struct word *b) { return a->rank < b->rank; }
TW_RBTREE_OF(tree_of_words, struct word, node, word_before)
TW_SKIPLIST_OF(list_of_words, struct word, node, word_before)
TW_HWHEEL_OF(wheel_of_words, struct word, node)

/* All zero is a valid empty queue of objects, also where TW_DEBUG looks at its first
   verb. */
SCENARIO(queues_of_objects_that_are_all_zero_work,
         "A typed queue in zeroed memory is valid and empty without init().") {
    static struct tree_of_words tree;
    static struct list_of_words list;
    static struct wheel_of_words wheel;
    static struct word first = {1, TW_NODE(0)}, second = {2, TW_NODE(0)};

    assert(tree_of_words_add(&tree, &second) && tree_of_words_add(&tree, &first));
    assert(tree_of_words_pop(&tree) == &first && tree_of_words_pop(&tree) == &second &&
           !tree_of_words_pop(&tree));
    assert(list_of_words_add(&list, &second) && list_of_words_add(&list, &first));
    assert(list_of_words_pop(&list) == &first && list_of_words_pop(&list) == &second &&
           !list_of_words_pop(&list));
    assert(wheel_of_words_add(&wheel, &second, 2) && wheel_of_words_add(&wheel, &first, 1));
    assert(wheel_of_words_take(&wheel, 2) == &first && wheel_of_words_take(&wheel, 2) == &second);
}

static tw_tick next_tick(void) {
    tw_tick due = 0;
    assert(tw_timers_next(&rig.t, &due));
    return due;
}

/* Nine nodes in one list of an upper block, the first of which leaves: who is first now
   takes one look at each of the other seven. A longer list is sorted. */
SCENARIO(wheels_look_at_each_node_of_the_first_block_once,
         "If the earliest node leaves, the next one is found by one look at each of its block.") {
    const size_t looks = 7;
    size_t i;

    if (strcmp(rig.ops->name, "bigwheel") != 0 && strcmp(rig.ops->name, "hwheel") != 0)
        return;
    start(0, 16);
    pool_init(9);
    for (i = 0; i < 9; i++)
        rig_arm(&pool[i], 5000 + i);
    rig.quiet = true;
    rig_cancel(&pool[0]);
    memset(traced, 0, sizeof traced);
    assert(next_tick() == 5001 && traced[TW_COMPARE] == looks);
    assert(next_tick() == 5001 && traced[TW_COMPARE] == looks); /* it is kept in mind */
}

/* A slot of level 0, here its last one, is one tick: the next node in it is first,
   without a look at the others. */
SCENARIO(wheels_compare_no_nodes_of_one_tick,
         "If the earliest of many equal nodes leaves, the next one is known without a compare.") {
    size_t i;

    if (strcmp(rig.ops->name, "bigwheel") != 0 && strcmp(rig.ops->name, "hwheel") != 0)
        return;
    start(2040, 16);
    pool_init(10);
    for (i = 0; i < 10; i++)
        rig_arm(&pool[i], 2047);
    rig.quiet = true;
    memset(traced, 0, sizeof traced);
    for (i = 0; i < 9; i++) {
        rig_cancel(&pool[i]);
        assert(next_tick() == 2047 && traced[TW_COMPARE] == 0);
    }
}

/* Exactly a quarter of the range ago has passed, also when the wheel no longer knows its
   first node. */
SCENARIO(structure_alone_takes_first_what_passed_a_quarter_ago,
         "A deadline exactly a quarter of the tick range back has passed, and is the earliest.") {
    static const tw_tick starts[] = {0, 1, 20000, TW__QUARTER, TW_TICK_MAX / 2, TW_TICK_MAX - 3};
    tw_tick due = 0;
    size_t i;

    if (TW_TICK_BITS == 64)
        return;
    for (i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        const tw_tick now = starts[i], passed = (tw_tick)(now - TW__QUARTER);

        start(now, 8);
        pool_init(3);
        assert(tw__add(rig.in, rig.ops, &pool[0].node, (tw_tick)(now + 5)));
        assert(tw__add(rig.in, rig.ops, &pool[1].node, passed) &&
               tw__add(rig.in, rig.ops, &pool[2].node, passed));
        assert(tw__cancel(rig.in, rig.ops, &pool[1].node));
        assert(rig.ops->next(rig.in, &due) && due == passed);
        assert(tw__take(rig.in, rig.ops, now) == &pool[2].node);
        assert(!tw__take(rig.in, rig.ops, now) && tw__cancel(rig.in, rig.ops, &pool[0].node));
    }
}

/* The model of a structure alone. A node that was added knows the now of the last take()
   before, and its number among all that were added. */
enum { ALONE = 12 };

static struct alone {
    uint64_t due, taken, number;
    bool waits;
} alone[ALONE];

/* Says whether node x may leave while node y waits. verbs.h: in three wheels a key before
   the now of the last take() or init() may leave behind what was added before and is not
   after that now. */
static bool may_leave_before(const struct alone *x, const struct alone *y) {
    const char *const name = rig.ops->name;
    const bool late = strcmp(name, "smallwheel") == 0 || strcmp(name, "hwheel") == 0 ||
                      strcmp(name, "bigwheel") == 0;

    if (x->due != y->due)
        return x->due < y->due || (late && x->number < y->number && x->due <= y->taken);
    return x->number < y->number;
}

/* Adds a node, or moves one that waits, up to `span` ticks before or after now. */
static void add_alone(size_t i, uint64_t now, uint64_t taken, uint64_t span) {
    static uint64_t number;
    struct alone *const x = &alone[i];

    x->due = now - span + rig_below(2 * span);
    if (rig_below(4) == 0 && alone[0].waits)
        x->due = alone[0].due; /* equal to another, most likely */
    x->taken = taken;
    x->number = ++number;
    x->waits = true;
    assert(tw__add(rig.in, rig.ops, &pool[i].node, (tw_tick)x->due));
}

/* Asks next() and takes a node: it may leave before all others, and next() has told it. */
static bool take_alone(uint64_t now) {
    tw_tick due = 0;
    const bool any = rig.ops->next(rig.in, &due);
    struct tw_node *const n = tw__take(rig.in, rig.ops, (tw_tick)now);
    size_t i, k = n ? (size_t)TW_OF(n, struct timer, node)->id : 0;

    for (i = 0; i < ALONE; i++)
        if (alone[i].waits) {
            assert(any && (n || alone[i].due > now));
            assert(!n || i == k || may_leave_before(&alone[k], &alone[i]));
        }
    if (!n)
        return false;
    assert(any && alone[k].waits && alone[k].due <= now && due == (tw_tick)alone[k].due);
    alone[k].waits = false;
    return true;
}

SCENARIO(structure_alone_takes_passed_keys_in_the_promised_order,
         "A structure alone takes passed keys in order, or as verbs.h says of three wheels.") {
    static const uint64_t spans[] = {8, 100, 3000,
                                     TW_TICK_BITS == 64 ? (uint64_t)1 << 50 : REACH / 8};
    uint64_t now, taken, step;
    size_t i, round;

    for (round = 0; round < (SLOW ? 8 : 80); round++) {
        const uint64_t span = spans[round % 4], steps = rig_below(4) ? span : 3;

        now = taken = span + rig_below(REACH);
        start(now, ALONE);
        pool_init(ALONE);
        memset(alone, 0, sizeof alone);
        for (step = 0; step < 300; step++) {
            i = rig_index(ALONE);
            if (rig_below(3))
                add_alone(i, now, taken, span);
            else if (rig_below(4) == 0) {
                assert(tw__cancel(rig.in, rig.ops, &pool[i].node) == alone[i].waits);
                alone[i].waits = false;
            } else {
                now += rig_below(steps);
                taken = now;
                for (i = rig_index(ALONE); take_alone(now) && i > 0; i--) {
                }
            }
            assert(!rig.ops->check(rig.in));
            for (i = 0; TW_TICK_BITS != 64 && i < ALONE; i++)
                if (alone[i].waits && alone[i].due + REACH / 2 < now) /* too old where ticks wrap */
                    while (take_alone(now)) {
                    }
        }
        tw__clear(rig.in, rig.ops);
    }
}

static const struct scenario scenarios[] = {
    ROW(structure_alone_takes_passed_keys_in_the_promised_order),
    ROW(wheels_compare_no_nodes_of_one_tick),
    ROW(structure_alone_takes_first_what_passed_a_quarter_ago),
    ROW(wheels_look_at_each_node_of_the_first_block_once),
    ONCE(queues_of_objects_that_are_all_zero_work),
    ONCE(structures_without_an_array_ask_for_none),
    ONCE(structures_have_no_word_more_than_they_use),
    ONCE(skiplist_uses_its_array_to_the_last_level),
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], structures, STRUCTURES,
                         argc, argv);
}
