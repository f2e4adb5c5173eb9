/* SPDX-License-Identifier: MIT-0 */
/* A table of chains that doubles when it holds a timer a chain. */
#include "window.h"
#include <stdlib.h>
#include <string.h>

static struct timer **slots;
static size_t slots_n, count;

bool before_mark(uint64_t due, struct text id, const struct mark *mark) {
    const size_t both = id.size < mark->size ? id.size : mark->size;
    const int order = both ? memcmp(id.at, mark->id, both) : 0;

    if (due != mark->due)
        return due < mark->due;
    return order ? order < 0 : id.size < mark->size;
}

/* FNV-1a, mixed so that its low bits (the shard) and all others (the slot) can be
   used. */
uint32_t id_hash(struct text id) {
    uint32_t h = 2166136261u;

    for (size_t i = 0; i < id.size; i++)
        h = (h ^ (unsigned char)id.at[i]) * 16777619u;
    h = (h ^ h >> 16) * 0x85ebca6bu;
    return h ^ h >> 13;
}

struct text timer_id(const struct timer *t) {
    const struct text id = {t->id, t->id_size};

    return id;
}

static void grow(void) {
    const size_t n = slots_n ? 2 * slots_n : 1024;
    struct timer **const table = (struct timer **)must(calloc(n, sizeof *table));

    for (size_t i = 0; i < slots_n; i++)
        for (struct timer *t = slots[i], *next; t; t = next) {
            next = t->chain;
            t->chain = table[t->hash & (n - 1)];
            table[t->hash & (n - 1)] = t;
        }
    free(slots);
    slots = table;
    slots_n = n;
}

static struct timer *find(struct text id, uint32_t hash) {
    struct timer *t = slots_n ? slots[hash & (slots_n - 1)] : NULL;

    while (t && !(t->hash == hash && text_same(timer_id(t), id)))
        t = t->chain;
    return t;
}

struct timer *window_find(struct text id) {
    return find(id, id_hash(id));
}

struct timer *window_add(struct text id, unsigned shard, tw_fn *fn) {
    const uint32_t hash = id_hash(id);
    struct timer *t = find(id, hash);
    struct timer **slot;

    if (t)
        return t;
    if (count == slots_n)
        grow();
    t = (struct timer *)must(calloc(1, sizeof *t + id.size));
    tw_node_init(&t->node, fn);
    t->hash = hash;
    t->shard = shard;
    t->id_size = (uint8_t)id.size;
    memcpy(t->id, id.at, id.size);
    slot = &slots[hash & (slots_n - 1)];
    t->chain = *slot;
    *slot = t;
    count++;
    return t;
}

void window_remove(struct timer *t) {
    struct timer **link = &slots[t->hash & (slots_n - 1)];

    while (*link != t)
        link = &(*link)->chain;
    *link = t->chain;
    count--;
    free(t);
}

size_t window_count(void) { return count; }

struct timer *window_each(struct timer *t) {
    size_t slot = t ? (t->hash & (slots_n - 1)) + 1 : 0;

    if (t && t->chain)
        return t->chain;
    while (slot < slots_n && !slots[slot])
        slot++;
    return slot < slots_n ? slots[slot] : NULL;
}
