/* SPDX-License-Identifier: MIT-0 */
/* The textbook schemes that the benchmarks measure against do what their head comments
   say: each is driven by random operations beside an array of deadlines, which is asked
   after every step what must have fired. */
#undef NDEBUG
#include "bench/textbook/cascade.h"
#include "bench/textbook/coarse.h"
#include "bench/textbook/four_heap.h"
#include "bench/textbook/go_heap.h"
#include "bench/textbook/lists.h"
#include "bench/textbook/parent_tree.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { TIMERS = 200, STEPS = 60000 };

/* The oracle: the deadline of each timer, 0 while it is idle, and its number in the order
   of arming. */
static uint64_t due_of[TIMERS], number_of[TIMERS], numbers, clock_now, state, fired;

static uint64_t draw(uint64_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % n;
}

/* Mostly near, sometimes further than most levels reach. */
static uint64_t delay(void) { return 1 + draw(draw(4) ? 100 : draw(8) ? 40000 : 3000000); }

static void start(void) {
    memset(due_of, 0, sizeof due_of);
    clock_now = 1000;
    numbers = fired = 0;
    state = 42;
}

/* A timer fires at `at`: it is armed, not early, and no later than the scheme allows. */
static void fires(size_t i, uint64_t at, uint64_t late) {
    assert(due_of[i] && due_of[i] <= at && at - due_of[i] <= late);
    due_of[i] = 0;
    fired++;
}

/* Nothing is left that is due. */
static void none_is_due(void) {
    size_t i;

    for (i = 0; i < TIMERS; i++)
        assert(!due_of[i] || due_of[i] > clock_now);
}

static uint64_t least_due(void) {
    uint64_t least = UINT64_MAX;
    size_t i;

    for (i = 0; i < TIMERS; i++)
        if (due_of[i] && due_of[i] < least)
            least = due_of[i];
    return least;
}

static struct cascade_node cascade_timer[TIMERS];

static void cascade_fires(struct cascade_node *n, uint64_t now) {
    assert(now <= clock_now);
    fires((size_t)(n - cascade_timer), now, 0);
}

static void cascade_fires_at_the_tick(void) {
    static struct cascade w;
    int step;

    start();
    cascade_init(&w, clock_now);
    for (step = 0; step < STEPS; step++) {
        const size_t i = (size_t)draw(TIMERS);

        cascade_timer[i].fn = cascade_fires;
        if (draw(3)) {
            due_of[i] = clock_now + delay();
            cascade_add(&w, &cascade_timer[i], due_of[i]);
        } else {
            assert(cascade_cancel(&cascade_timer[i]) == (due_of[i] != 0));
            due_of[i] = 0;
        }
        for (clock_now += draw(40); w.tick <= clock_now;)
            cascade_tick(&w);
        none_is_due();
    }
    assert(fired > STEPS / 4);
}

/* The delay that a timer was armed for: an eighth of it, by 63 slots of 8 ticks, is what
   it may be late. */
static uint64_t armed_for[TIMERS];
static struct coarse_node coarse_timer[TIMERS];
static struct coarse coarse_wheel;

static void coarse_fires(struct coarse_node *n, uint64_t now) {
    const size_t i = (size_t)(n - coarse_timer);

    /* its slot's tick: it was not moved to a finer ring */
    assert(armed_for[i] <= 63 || now % 8 == 0);
    assert(armed_for[i] <= 504 || now % 64 == 0);
    fires(i, now, armed_for[i] * 8 / 63);
}

static void coarse_is_late_by_an_eighth_at_most(void) {
    uint64_t next;
    int step;

    start();
    coarse_init(&coarse_wheel, clock_now);
    for (step = 0; step < STEPS; step++) {
        const size_t i = (size_t)draw(TIMERS);

        coarse_timer[i].fn = coarse_fires;
        if (draw(3)) {
            armed_for[i] = delay();
            due_of[i] = clock_now + armed_for[i];
            coarse_add(&coarse_wheel, &coarse_timer[i], due_of[i]);
        } else {
            assert(coarse_cancel(&coarse_wheel, &coarse_timer[i]) == (due_of[i] != 0));
            due_of[i] = 0;
        }
        assert(coarse_next(&coarse_wheel, &next) == (least_due() != UINT64_MAX) &&
               next > clock_now);
        clock_now += draw(40);
        coarse_advance(&coarse_wheel, clock_now);
    }
    while (coarse_next(&coarse_wheel, &clock_now)) /* in the end all have fired */
        coarse_advance(&coarse_wheel, clock_now);
    assert(least_due() == UINT64_MAX && fired > STEPS / 4);
}

static void coarse_waits_beyond_its_reach(void) {
    start();
    coarse_init(&coarse_wheel, clock_now);
    coarse_timer[0].fn = coarse_fires;
    armed_for[0] = UINT64_C(100000000000);
    due_of[0] = clock_now + armed_for[0];
    coarse_add(&coarse_wheel, &coarse_timer[0], due_of[0]);
    while (coarse_next(&coarse_wheel, &clock_now))
        coarse_advance(&coarse_wheel, clock_now);
    assert(fired == 1);
}

static struct lists_node lists_timer[TIMERS], lists_head;
static bool lists_sorted;
static uint64_t lists_last[2];

static void lists_fires(struct lists_node *n, uint64_t now) {
    const size_t i = (size_t)(n - lists_timer);

    assert(now == clock_now);
    if (lists_sorted) { /* by deadline, equals in the order of arming */
        assert(lists_last[0] < due_of[i] ||
               (lists_last[0] == due_of[i] && lists_last[1] < number_of[i]));
        lists_last[0] = due_of[i];
        lists_last[1] = number_of[i];
    }
    fires(i, now, 40);
    if (draw(2)) {
        due_of[i] = now + 1 + draw(20);
        number_of[i] = ++numbers;
        (lists_sorted ? lists_add_sorted : lists_add_unsorted)(&lists_head, n, due_of[i]);
    }
}

static void lists_fire_what_is_due(bool sorted) {
    uint64_t next;
    int step;

    start();
    memset(lists_timer, 0, sizeof lists_timer);
    lists_init(&lists_head);
    lists_sorted = sorted;
    lists_last[0] = 0;
    for (step = 0; step < STEPS / 4; step++) {
        const size_t i = (size_t)draw(TIMERS);

        lists_timer[i].fn = lists_fires;
        if (draw(3)) {
            due_of[i] = clock_now + 1 + draw(50);
            number_of[i] = ++numbers;
            (sorted ? lists_add_sorted : lists_add_unsorted)(&lists_head, &lists_timer[i],
                                                             due_of[i]);
        } else {
            due_of[i] = 0;
            lists_cancel(&lists_timer[i]);
        }
        (void)(sorted ? lists_next_sorted : lists_next_unsorted)(&lists_head, &next);
        assert(next == least_due());
        clock_now += draw(20);
        (sorted ? lists_advance_sorted : lists_advance_unsorted)(&lists_head, clock_now);
        none_is_due();
    }
    assert(fired > STEPS / 16);
}

static struct four_heap_cell cells[TIMERS + FOUR_HEAP_ROOT];
static struct four_heap_node heap_node[TIMERS];

static void four_heap_keeps_the_least_on_top(void) {
    static struct four_heap h;
    int step;

    start();
    four_heap_init(&h, cells);
    for (step = 0; step < STEPS; step++) {
        const size_t i = (size_t)draw(TIMERS);
        const struct four_heap_node *first;

        if (draw(step / 500 % 2 ? 3 : 5) > 1) {
            due_of[i] = 1 + draw(500);
            four_heap_add(&h, &heap_node[i], due_of[i]);
        } else {
            due_of[i] = 0;
            four_heap_remove(&h, &heap_node[i]);
        }
        first = four_heap_first(&h);
        assert(first ? due_of[first - heap_node] == least_due() : least_due() == UINT64_MAX);
    }
}

/* What leaves is the least there is, and the timer that has this deadline. */
static void go_heap_gives_the_least_of_all(void) {
    static struct go_heap_entry entries[TIMERS];
    static struct go_heap h;
    int step;

    start();
    go_heap_init(&h, entries);
    for (step = 0; step < STEPS; step++) {
        const size_t i = (size_t)draw(TIMERS);

        if (!due_of[i] && draw(step / 500 % 2 ? 4 : 2)) {
            due_of[i] = 1 + draw(500);
            go_heap_push(&h, due_of[i], &due_of[i]);
        } else if (h.count > 0) {
            const struct go_heap_entry first = go_heap_pop(&h);

            assert(first.when == least_due() && *(uint64_t *)first.timer == first.when);
            *(uint64_t *)first.timer = 0;
            fired++;
        }
    }
    assert(fired > STEPS / 16);
}

/* The number of black nodes on each way down; no red node below a red one. Not recursive:
   a walk in order, each node's way up counted. */
static void tree_is_balanced(const struct parent_tree *t) {
    const struct parent_tree_node *n, *up;
    size_t ways = 0, blacks = 0;

    assert(!t->root || (t->root->parent & 1));
    for (n = t->first; n; n = parent_tree_next(n)) {
        size_t count = 0;

        for (up = n; up; up = parent_tree__parent(up)) {
            const struct parent_tree_node *above = parent_tree__parent(up);

            count += up->parent & 1;
            assert((up->parent & 1) || (above->parent & 1));
            assert(!above || above->left == up || above->right == up);
        }
        if (!n->left || !n->right)
            assert(ways++ == 0 ? (blacks = count, true) : blacks == count);
    }
}

static struct parent_tree_entry entry[TIMERS];

static void parent_tree_keeps_order_and_balance(void) {
    struct parent_tree t = {NULL, NULL};
    int step;

    start();
    for (step = 0; step < STEPS / 20; step++) {
        const size_t i = (size_t)draw(TIMERS);
        const struct parent_tree_node *n;
        uint64_t key = 0, number = 0;
        size_t count = 0, armed = 0, k;

        if (due_of[i])
            parent_tree_erase(&t, &entry[i].node);
        due_of[i] = draw(step / 500 % 2 ? 2 : 6) ? 1 + draw(100) : 0;
        number_of[i] = ++numbers;
        if (due_of[i])
            parent_tree_add(&t, &entry[i], due_of[i]);
        for (n = t.first; n; n = parent_tree_next(n), count++) {
            k = (size_t)((const struct parent_tree_entry *)(const void *)n - entry);
            assert(due_of[k] > key || (due_of[k] == key && number_of[k] > number));
            key = due_of[k];
            number = number_of[k];
        }
        for (k = 0; k < TIMERS; k++)
            armed += due_of[k] != 0;
        assert(count == armed);
        tree_is_balanced(&t);
    }
}

int main(void) {
    cascade_fires_at_the_tick();
    coarse_is_late_by_an_eighth_at_most();
    coarse_waits_beyond_its_reach();
    lists_fire_what_is_due(false);
    lists_fire_what_is_due(true);
    four_heap_keeps_the_least_on_top();
    go_heap_gives_the_least_of_all();
    parent_tree_keeps_order_and_balance();
    puts("the textbook schemes do what they say");
    return 0;
}
