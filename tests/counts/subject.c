/* SPDX-License-Identifier: MIT-0 */
/* The structure OF as a set of timers; with TICKS as a queue of nodes by tick; with
   OBJECTS, which is the macro TW_HEAP4_OF or its like, as a queue of objects in order. With
   NUMBERS it is a table, whose timers are the numbers of the items. */
#if defined(TICKS) || defined(NUMBERS)
#define TW_IMPLEMENTATION
#define TW_STATIC
#endif
#include "counts.h"
#include "bigwheel.h"
#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include "skiplist.h"
#include "smallwheel.h"
#include "table.h"
#include "timers.h"
#include "wheel.h"

#ifndef CELLS
#define CELLS ITEMS
#endif

/* The array that the structure is given: room enough for each. */
static unsigned char room[(2 << 20) + 64 * ITEMS] __attribute__((aligned(64)));

#define PASTED(a, b, c) a##b##c
#define PASTE(a, b, c)  PASTED(a, b, c)

#if defined(NUMBERS)

#define VERB(name) table_##name

static struct tw_table *const table = (struct tw_table *)(void *)room;

static uint32_t number_of(const struct item *x) { return (uint32_t)(x - items); }

static void number_fires(void *user, uint32_t i, tw_tick now) {
    (void)user;
    (items[i].node.fn)(&items[i].node, now);
}

void subject_add(struct item *x, tw_tick due) { tw_table_add(table, number_of(x), due); }

void subject_cancel(struct item *x) { tw_table_cancel(table, number_of(x)); }

bool subject_next(tw_tick *due) { return tw_table_next(table, due); }

void subject_advance(tw_tick now) { tw_table_advance(table, now, number_fires, NULL); }

static void table_init(const void *unused, tw_tick now, const void *array, size_t n) {
    (void)unused, (void)array, (void)n;
    tw_table_init(table, now, ITEMS);
}

static size_t table_count(const void *unused) { return (void)unused, tw_table_count(table); }

static const int subject;

#elif defined(TICKS)

#define VERB(name) PASTE(PASTE(tw_, OF, _), name, )

static struct PASTE(tw_, OF, ) subject;

void subject_add(struct item *x, tw_tick due) { VERB(add)(&subject, &x->node, due); }

void subject_update(struct item *x) { VERB(add)(&subject, &x->node, x->key); }

struct item *subject_peek(void) {
    return TW_OF(VERB(peek)(&subject), struct item, node);
}

struct item *subject_pop(void) {
    return TW_OF(VERB(pop)(&subject), struct item, node);
}

#elif defined(OBJECTS)

#define VERB(name) PASTE(queue_, name, )

static bool before(const struct item *a, const struct item *b) { return a->key < b->key; }

OBJECTS(queue, struct item, node, before)
static struct queue subject;

void subject_add(struct item *x, tw_tick due) {
    (void)due; /* the key of x */
    queue_add(&subject, x);
}

void subject_update(struct item *x) { queue_update(&subject, x); }

struct item *subject_peek(void) {
    return queue_peek(&subject);
}

struct item *subject_pop(void) {
    return queue_pop(&subject);
}

#else

#define VERB(name) PASTE(set_, name, )

TW_TIMERS_OF(set, OF)
static struct set subject;

void subject_add(struct item *x, tw_tick due) { set_add(&subject, &x->node, due); }

void subject_cancel(struct item *x) { set_cancel(&subject, &x->node); }

bool subject_next(tw_tick *due) { return set_next(&subject, due); }

void subject_advance(tw_tick now) { set_advance(&subject, now); }

#endif

void subject_init(void) { VERB(init)(&subject, 0, (void *)room, CELLS); }

size_t subject_count(void) { return VERB(count)(&subject); }
