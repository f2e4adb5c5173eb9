/* SPDX-License-Identifier: MIT-0 */
/* Tries every short sequence of operations on a structure, as search.h says, and prints
   how many there are.

       exhaustive [--full] [STRUCTURE]     --full: longer sequences, for some ten seconds
                                           a structure */
#include "search.h"

#define F FARTHEST

/* Ticks in a block of hwheel's level 1, and of level 2. Most starts stand four ticks
   before a block of each level begins, and so do points that are four more than these. */
#define BLOCK  ((uint64_t)1 << TW__HWHEEL_FIRST_BITS)
#define BLOCKS (BLOCK << TW__HWHEEL_UPPER_BITS)

/* The same of smallwheel's rings. */
#define RING  ((uint64_t)1 << TW_SMALLWHEEL_FIRST_BITS)
#define RINGS (RING << TW_SMALLWHEEL_UPPER_BITS)

/* Three timers, and all operations, of which this many stand in a sequence, callbacks
   that act too; then the points. Or up to this many timers, armed for the first `ticks`
   points each, and one operation then; the points. */
/* clang-format off */
#define THREE(name, room, length, acts, ...) \
    {#name, &tw_##name##_ops, room, 3, 0, 0, length, acts, {__VA_ARGS__}}
#define MANY(name, room, timers, ticks, ...) \
    {#name, &tw_##name##_ops, room, timers, timers, ticks, 1, 0, {__VA_ARGS__}}
/* clang-format on */

/* In each run of the tests. A structure without levels knows of two ticks only which one
   is earlier. */
/* clang-format off */
static const struct plan quick[] = {
#ifdef RIG_SETTING
    THREE(smallwheel, 0, 3, 1, 4, RING + 4, RING + 12, RINGS + 4, F),
    MANY(smallwheel, 0, 4, 4, RING + 4, RING + 12, RING + 20, 1),
#else
    THREE(heap4, 1, 4, 1, 1, 2, F),
    THREE(heap4, 2, 4, 1, 1, 2, F),
    MANY(heap4, 11, 11, 2, 1, 2, 3),
    THREE(rbtree, 0, 4, 1, 1, 2, F),
    MANY(rbtree, 0, 7, 3, 1, 2, 3),
    THREE(skiplist, 32, 4, 1, 1, 2, F),
    MANY(skiplist, 32, 7, 3, 1, 2, 3),
    {"few_lanes", &few_lanes_ops, 32, 7, 7, 3, 1, 0, {1, 2, 3}},
    THREE(sortedlist, 0, 4, 1, 1, 2, F),
    MANY(sortedlist, 0, 5, 4, 1, 2, 3, F),
    THREE(toylist, 0, 4, 1, 1, 2, F),
    THREE(toyarray, 2, 4, 1, 1, 2, F),
    THREE(wheel, 4, 4, 1, 1, 5, F),
    MANY(wheel, 4, 6, 4, 1, 2, 5, 6),
    THREE(hwheel, 0, 3, 1, 4, BLOCK + 4, F),
    MANY(hwheel, 0, 4, 4, BLOCK + 4, BLOCK + 12, BLOCK + 20, 1),
    THREE(smallwheel, 0, 3, 1, 4, RING + 4, F),
    MANY(smallwheel, 0, 4, 4, RING + 4, RING + 12, RING + 20, 1),
    THREE(bigwheel, 0, 3, 1, 4, 1028, F),
    MANY(bigwheel, 0, 3, 4, 1, 1028, 1036, 1029),
#endif
};

/* clang-format on */
static const struct plan full[] = {
#ifdef RIG_SETTING
    THREE(smallwheel, 0, 4, 1, 4, RING + 4, RING + 12, RINGS + 4, F),
    THREE(smallwheel, 0, 3, 3, 4, RING + 4, RING + 12, RINGS + 4, F),
    MANY(smallwheel, 0, 5, 5, RING + 4, RING + 12, RING + 20, 1, RINGS + 4),
#else
    THREE(heap4, 2, 5, 1, 1, 2, F),
    THREE(heap4, 3, 4, 3, 1, 2, F),
    MANY(heap4, 10, 10, 3, 1, 2, 3),
    THREE(rbtree, 0, 5, 1, 1, 2, F),
    MANY(rbtree, 0, 6, 6, 1, 2, 3, 4, 5, 6),
    MANY(rbtree, 0, 8, 4, 1, 2, 3, 4),
    THREE(skiplist, 32, 5, 1, 1, 2, F),
    MANY(skiplist, 32, 8, 4, 1, 2, 3, 4),
    {"few_lanes", &few_lanes_ops, 32, 3, 0, 0, 5, 1, {1, 2, F}},
    {"few_lanes", &few_lanes_ops, 32, 8, 8, 4, 1, 0, {1, 2, 3, 4}},
    THREE(sortedlist, 0, 5, 1, 1, 2, F),
    MANY(sortedlist, 0, 7, 5, 1, 2, 3, 4, F),
    THREE(toylist, 0, 5, 1, 1, 2, F),
    THREE(toyarray, 2, 5, 1, 1, 2, F),
    THREE(wheel, 4, 5, 1, 1, 5, F),
    THREE(wheel, 4, 4, 1, 1, 5, 9, 6, F),
    MANY(wheel, 4, 7, 5, 1, 2, 5, 6, 9),
    THREE(hwheel, 0, 3, 3, 4, BLOCK + 4, BLOCK + 12, BLOCKS + 4, F),
    MANY(hwheel, 0, 4, 5, BLOCK + 4, BLOCK + 12, BLOCK + 20, 1, BLOCKS + 4),
    THREE(smallwheel, 0, 3, 3, 4, RING + 4, RING + 12, RINGS + 4, F),
    MANY(smallwheel, 0, 4, 5, RING + 4, RING + 12, RING + 20, 1, RINGS + 4),
    THREE(bigwheel, 0, 3, 2, 4, 1028, 1029, F),
    MANY(bigwheel, 0, 4, 4, 1, 1028, 1036, 1029),
#endif
};

/* Where sequences begin: before the ticks at which 32 bits carry, or the clock wraps or
   ends, by less than one block of a wheel or by more. From each, the skip list has other
   dice. */
static const struct {
    uint64_t tick;
    uint32_t seed;
} starts[] = {
    {0, 25707},
#if TW_TICK_BITS == 64
    {((uint64_t)1 << 32) - 4, 1322},
    {UINT64_MAX - 399, 164},
#else
    {((uint64_t)1 << (TW_TICK_BITS - 1)) - 4, 1322},
    {((uint64_t)1 << TW_TICK_BITS) - 4, 164},
    {((uint64_t)1 << TW_TICK_BITS) - 400, 2987},
#endif
};

static void report(const struct plan *p, unsigned long long sequences) {
    size_t i;

    printf("exhaustive: %s, %d-bit ticks, ", p->name, TW_TICK_BITS);
    if (p->fill)
        printf("up to %lu timers armed for %lu ticks, and then", (unsigned long)p->fill,
               (unsigned long)p->ticks);
    else
        printf("%lu timers,", (unsigned long)p->timers);
    printf(" up to %lu operation%s, points", (unsigned long)p->length, p->length == 1 ? "" : "s");
    for (i = 0; i < POINTS && p->point[i]; i++)
        if (p->point[i] == FARTHEST)
            printf(" farthest");
        else
            printf(" +%lu", (unsigned long)p->point[i]);
    printf(", %d starts: %llu sequences\n", (int)(sizeof starts / sizeof starts[0]), sequences);
    fflush(stdout);
}

static int run(int argc, char **argv) {
    const bool all = argc > 1 && strcmp(argv[1], "--full") == 0;
    const char *const name = argc > 1 + all ? argv[1 + all] : NULL;
    const struct plan *p = all ? full : quick, *const end = p + (all ? sizeof full : sizeof quick) /
                                                                    sizeof *p;
    bool any = false;
    size_t i;

    rig_says("all short sequences", "Whatever is done, a structure does what the model does.");
    catch_failures(failed);
    for (; p < end; p++) {
        unsigned long long sequences = 0;

        if (name && strcmp(p->name, name) != 0)
            continue;
        for (i = 0; i < sizeof starts / sizeof starts[0]; i++)
            sequences += try_all(p, starts[i].tick, starts[i].seed);
        report(p, sequences);
        any = true;
    }
    rig_end();
    if (!any)
        fprintf(stderr, "usage: exhaustive [--full] [STRUCTURE]\n");
    return any ? 0 : 2;
}

int main(int argc, char **argv) { return rig_supervised(run, argc, argv); }
