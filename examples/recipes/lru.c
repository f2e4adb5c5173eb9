/* SPDX-License-Identifier: MIT-0 */
/* A cache of bounded size that drops the entry that was not used for the longest time, and
   every entry that was not used for a while.

   What it teaches: both orders are one. Each use moves the deadline of an entry to the end
   of the list, so the first entry is the one to drop, for want of room or of time. With one
   constant life a sorted list adds at its end in O(1). Eviction needs no clock of its own.

       lru      four names in a cache for three, and what each lookup gives */
#include <tw/sortedlist.h>
#include <stdio.h>
#include <string.h>

enum { ROOM = 3, LIFE = 50 };

struct entry {
    tw_tick over; /* LIFE after its last use */
    const char *name;
    int value;
    struct tw_node node;
};

static bool earlier(const struct entry *a, const struct entry *b) {
    return tw_before(a->over, b->over);
}

TW_SORTEDLIST_OF(lru, struct entry, node, earlier)

static struct entry entries[ROOM]; /* a large cache finds them by a hash table: cache.c */
static struct lru lru;

static void use(struct entry *e, tw_tick now) {
    e->over = now + LIFE;
    lru_add(&lru, e); /* behind all others, wherever it was */
}

/* Drops what was not used for LIFE. */
static void expire(tw_tick now) {
    for (struct entry *e; (e = lru_peek(&lru)) != NULL && !tw_before(now, e->over);) {
        printf("%3lu  %s expires\n", (unsigned long)now, e->name);
        lru_cancel(&lru, e);
        e->name = NULL;
    }
}

static struct entry *find(const char *name) {
    for (size_t i = 0; i < ROOM; i++)
        if (entries[i].name && strcmp(entries[i].name, name) == 0)
            return &entries[i];
    return NULL;
}

static void get(const char *name, tw_tick now) {
    struct entry *e;

    expire(now);
    e = find(name);
    printf("%3lu  %s: ", (unsigned long)now, name);
    if (!e) {
        puts("not there");
        return;
    }
    printf("%d\n", e->value);
    use(e, now);
}

static void put(const char *name, int value, tw_tick now) {
    struct entry *e;

    expire(now);
    e = find(name);
    for (size_t i = 0; i < ROOM && !e; i++)
        if (!entries[i].name)
            e = &entries[i];
    if (!e) {
        e = lru_pop(&lru); /* the least recently used */
        printf("%3lu  %s is dropped\n", (unsigned long)now, e->name);
    }
    e->name = name;
    e->value = value;
    use(e, now);
}

int main(void) {
    put("ann", 1, 0);
    put("bob", 2, 10);
    put("cay", 3, 20);
    get("ann", 30); /* now bob is the least recently used */
    put("dee", 4, 40);
    get("bob", 41);
    get("ann", 60);
    get("cay", 70); /* not used since 20 */
    get("dee", 89);
    get("ann", 109);
    return lru_count(&lru) == 2 ? 0 : 1;
}
