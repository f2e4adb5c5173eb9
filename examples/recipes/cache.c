/* SPDX-License-Identifier: MIT-0 */
/* A cache whose entries expire.

   What it teaches: the node lies in the entry, beside its chain in the hash table. A put
   of a known key moves the timer. The callback frees an entry that is over, and a budget
   bounds what one turn of the loop frees. Entries may wait for their turn, so get() looks
   at the deadline itself: who asks never sees an entry that is over.

       cache     a few names, and what a lookup gives as time passes */
#include <tw/hwheel.h>
#include <tw/timers.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TW_TIMERS_OF(timers, hwheel)

enum { BUCKETS = 64, NAME = 16 };

struct entry {
    struct tw_node over;
    struct entry *next; /* in its bucket */
    char name[NAME];
    int value;
};

static struct timers timers;
static struct entry *bucket[BUCKETS];

/* Where the pointer to the entry of this name stands, or would stand. */
static struct entry **place(const char *name) {
    unsigned long hash = 5381;
    struct entry **e;

    for (const char *c = name; *c; c++)
        hash = hash * 33 + (unsigned char)*c;
    for (e = &bucket[hash % BUCKETS]; *e && strcmp((*e)->name, name) != 0; e = &(*e)->next)
        ;
    return e;
}

/* Takes an entry out of its bucket, and frees it. */
static void drop(struct tw_node *n, tw_tick now) {
    struct entry *e = TW_OF(n, struct entry, over), **at = place(e->name);

    (void)now;
    *at = e->next;
    free(e);
}

/* NULL: there is no such entry, or its time is over. */
static const struct entry *get(const char *name, tw_tick now) {
    const struct entry *e = *place(name);

    return e && tw_before(now, e->over.due) ? e : NULL;
}

/* False: no memory. */
static bool put(const char *name, int value, tw_tick now, tw_tick life) {
    struct entry **e = place(name);

    if (!*e) {
        *e = (struct entry *)calloc(1, sizeof **e);
        if (!*e)
            return false;
        tw_node_init(&(*e)->over, drop);
        snprintf((*e)->name, NAME, "%s", name);
    }
    (*e)->value = value;
    return timers_add_in(&timers, &(*e)->over, now, life);
}

/* Frees entries that are over, at most so many. The rest comes first in the next call. */
static size_t sweep(tw_tick now, size_t most) { return timers_advance_some(&timers, now, most); }

static void look(const char *name, tw_tick now) {
    const struct entry *e = get(name, now);

    printf("%3lu  %s: ", (unsigned long)now, name);
    if (e)
        printf("%d\n", e->value);
    else
        printf("not there\n");
}

int main(void) {
    put("ann", 1, 0, 50);
    put("bob", 2, 0, 50);
    put("cay", 3, 0, 90);
    put("ann", 4, 40, 50); /* moves its end to 90 */
    look("ann", 50);
    look("bob", 50); /* over, and not swept yet */
    printf("%zu swept\n", sweep(50, 1));
    look("cay", 89);
    for (size_t freed = 1; freed > 0; printf("%zu swept\n", freed))
        freed = sweep(100, 1);
    look("cay", 100);
    return timers_count(&timers) != 0;
}
