/* SPDX-License-Identifier: MIT-0 */
/* The workloads of a queue. */
#include "counts.h"

enum {
    OPERATIONS = 10000,
    COARSE = 2 * ITEMS / 32 /* so many keys that about 32 items share each */
};

static void reset(void) {
    size_t i;

    for (i = 0; i < ITEMS; i++) {
        tw_node_init(&items[i].node, NULL);
        items[i].key = draw(i)->delay;
    }
}

static void ascend(void) {
    size_t i;

    reset();
    for (i = 0; i < ITEMS; i++)
        items[i].key = i;
}

static size_t push(void) {
    size_t i;

    for (i = 0; i < ITEMS; i++)
        subject_add(&items[i], items[i].key);
    return ITEMS;
}

static void fill(void) {
    reset();
    push();
}

/* With keys that are not those drawn for the workload. */
static void fill_spread(void) {
    size_t i;

    reset();
    for (i = 0; i < ITEMS; i++)
        items[i].key = (tw_tick)(draw(i)->item - items);
    push();
}

static void fill_ascending(void) {
    ascend();
    push();
}

static size_t pop_all(void) {
    size_t popped = 0;

    while (subject_pop())
        popped++;
    return popped;
}

/* The least leaves and comes back with a later key. */
static size_t hold(void) {
    size_t i;

    for (i = 0; i < OPERATIONS; i++) {
        struct item *x = subject_pop();
        x->key += draw(i)->delay;
        subject_add(x, x->key);
    }
    return OPERATIONS;
}

static size_t rearm_least(void) {
    size_t i;

    for (i = 0; i < OPERATIONS; i++) {
        struct item *x = subject_peek();
        x->key += draw(i)->delay;
        subject_update(x);
    }
    return OPERATIONS;
}

static size_t modify_later(void) {
    size_t i;

    for (i = 0; i < OPERATIONS; i++) {
        struct item *x = draw(i)->item;
        x->key += draw(i)->delay;
        subject_update(x);
    }
    return OPERATIONS;
}

static size_t modify_random(void) {
    size_t i;

    for (i = 0; i < OPERATIONS; i++) {
        struct item *x = draw(i)->item;
        x->key = draw(i)->delay;
        subject_update(x);
    }
    return OPERATIONS;
}

const struct workload workloads[] = {
    {"hold-uniform", fill, hold, ITEMS, 0, 2 * ITEMS},
    {"hold-constant", fill_spread, hold, ITEMS, ITEMS, 1},
    {"hold-coarse", fill, hold, ITEMS, 0, COARSE},
    {"push-random", reset, push, ITEMS, 0, 2 * ITEMS},
    {"pop-all-random", fill, pop_all, 0, 0, 2 * ITEMS},
    {"push-ascending", ascend, push, ITEMS, 0, 1},
    {"pop-all-ascending", fill_ascending, pop_all, 0, 0, 1},
    {"modify-later", fill, modify_later, ITEMS, 0, ITEMS},
    {"modify-random", fill, modify_random, ITEMS, 0, 2 * ITEMS},
    {"rearm-least", fill, rearm_least, ITEMS, 0, 2 * ITEMS},
    {NULL, NULL, NULL, 0, 0, 0},
};
