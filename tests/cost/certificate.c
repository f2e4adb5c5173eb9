/* SPDX-License-Identifier: MIT-0 */
/* The cost certificate: no call of a set of timers counts more compares, link writes or nodes moved down than a formula
   of the number of timers allows, for each structure and verb, over the runs of tools/cost/runs.h. Counted through
   TW_TRACE. Prints a row of docs/cost.md for each formula that is not 0. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum counted { COMPARES, LINKS, MOVED_DOWN, COUNTED };
static size_t traced[16];
#define TW_TRACE(event, node, tick) ((void)(node), (void)(tick), (void)traced[event]++)

static size_t timers = 512;
#define N timers
#include "../../tools/cost/runs.h"

/* Steps up from the last of n cells of a 4-ary heap to its root. */
static size_t depth(size_t n) {
    size_t i = n ? n - 1 : 0, steps = 0;

    for (; i > 0; i = (i - 1) / 4)
        steps++;
    return steps;
}

/* The most levels that a red-black tree of n nodes has, 2 log2(n + 1): it has at least 2^(h/2) - 1 nodes. */
static size_t height(size_t n) {
    size_t h = 0;

    while ((n + 1) * (n + 1) >= (size_t)2 << h)
        h++;
    return h;
}

/* Lanes of a skip list with room for N nodes. */
static size_t lanes(void) {
    size_t n = N, lane = 0;

    for (; n >= 8 && lane < TW__SKIPLIST_MOST_LANES; n /= 4)
        lane++;
    return lane;
}

static size_t max(size_t a, size_t b) { return a > b ? a : b; }
static size_t min(size_t a, size_t b) { return a < b ? a : b; }

struct limit {
    const char *structure;
    enum asked verb;
    enum counted counted;
    const char *text;
    size_t most;
};

/* n timers wait before the call. A formula that is not here is 0. s: occupied slots of a wheel; L: levels. */
#define LIMIT(structure, verb, counted, formula) \
    { #structure, verb, counted, #formula, formula }
static size_t look_up(const char *structure, enum asked asked, enum counted counted, size_t n, const char **text) {
    const size_t s = min(n, SLOTS), L = strcmp(structure, "hwheel") ? (size_t)TW__BIGWHEEL_LEVELS : TW_HWHEEL_LEVELS;
    const struct limit limits[] = {
#if TW__SPEED
        LIMIT(heap4, ADD, COMPARES, depth(n + 1)),
        LIMIT(heap4, MOVE, COMPARES, 4 * depth(n)),
        LIMIT(heap4, MOVE, LINKS, depth(n) + 1),
#else
        LIMIT(heap4, ADD, COMPARES, depth(n + 1) + 4),
        LIMIT(heap4, MOVE, COMPARES, 4 * depth(n - 1) + depth(n) + 4),
        LIMIT(heap4, MOVE, LINKS, depth(n - 1) + depth(n) + 2),
#endif
        LIMIT(heap4, ADD, LINKS, depth(n + 1) + 1),
        LIMIT(heap4, CANCEL, COMPARES, 4 * depth(n - 1)),
        LIMIT(heap4, CANCEL, LINKS, depth(n - 1) + 1),
        LIMIT(heap4, ONE, COMPARES, 4 * depth(n - 1)),
        LIMIT(heap4, ONE, LINKS, depth(n - 1) + 1),

        LIMIT(rbtree, ADD, COMPARES, height(n) + 2),
        LIMIT(rbtree, ADD, LINKS, 7),
        LIMIT(rbtree, MOVE, COMPARES, height(n) + 2),
        LIMIT(rbtree, MOVE, LINKS, 20),
        LIMIT(rbtree, CANCEL, LINKS, 13),
        LIMIT(rbtree, ONE, LINKS, 10),

        LIMIT(sortedlist, ADD, COMPARES, n),
        LIMIT(sortedlist, ADD, LINKS, 1),
        LIMIT(sortedlist, MOVE, COMPARES, n - 1),
        LIMIT(sortedlist, MOVE, LINKS, 2),
        LIMIT(sortedlist, CANCEL, LINKS, 1),
        LIMIT(sortedlist, ONE, LINKS, 1),

        LIMIT(skiplist, ADD, COMPARES, n + lanes() + 1),
        LIMIT(skiplist, ADD, LINKS, lanes() + 1),
#if TW__SPEED
        LIMIT(skiplist, MOVE, COMPARES, n + lanes() + 2),
#else
        LIMIT(skiplist, MOVE, COMPARES, n + lanes()),
#endif
        LIMIT(skiplist, MOVE, LINKS, 2 * lanes() + 2),
        LIMIT(skiplist, CANCEL, LINKS, lanes() + 1),
        LIMIT(skiplist, ONE, LINKS, lanes() + 1),

#if TW_TICK_BITS != 64
        LIMIT(wheel, ADD, COMPARES, s * (s + 1)),
        LIMIT(wheel, ADD, MOVED_DOWN, n),
        LIMIT(wheel, MOVE, COMPARES, s * (s + 1)),
        LIMIT(wheel, MOVE, MOVED_DOWN, n),
#endif
        LIMIT(wheel, ADD, LINKS, 1),
        LIMIT(wheel, MOVE, LINKS, 2),
        LIMIT(wheel, CANCEL, LINKS, 1),
        LIMIT(wheel, NEXT, COMPARES, s * (s + 1)),
        LIMIT(wheel, NEXT, MOVED_DOWN, n),
        LIMIT(wheel, NONE, COMPARES, s * (s + 1)),
        LIMIT(wheel, NONE, MOVED_DOWN, n),
        LIMIT(wheel, ONE, COMPARES, s * (s + 2)),
        LIMIT(wheel, ONE, MOVED_DOWN, 2 * n),
        LIMIT(wheel, ONE, LINKS, 1),

        LIMIT(hwheel, ADD, LINKS, 1),
        LIMIT(hwheel, MOVE, LINKS, 2),
        LIMIT(hwheel, CANCEL, LINKS, 1),
        LIMIT(hwheel, NEXT, COMPARES, n),
#if TW__HWHEEL_LARGE
        LIMIT(hwheel, NONE, LINKS, (L - 1) * n),
        LIMIT(hwheel, NONE, MOVED_DOWN, (L - 1) * n),
        LIMIT(hwheel, ONE, LINKS, (L - 1) * n + 1),
        LIMIT(hwheel, ONE, MOVED_DOWN, (L - 1) * n),
#else
        LIMIT(hwheel, NONE, COMPARES, n),
        LIMIT(hwheel, ONE, COMPARES, 2 * n),
        LIMIT(hwheel, ONE, LINKS, n + 1),
        LIMIT(hwheel, ONE, MOVED_DOWN, n),
#endif

        LIMIT(bigwheel, ADD, LINKS, 1),
        LIMIT(bigwheel, MOVE, LINKS, 2),
        LIMIT(bigwheel, CANCEL, LINKS, 1),
        LIMIT(bigwheel, NEXT, COMPARES, n),
        LIMIT(bigwheel, NEXT, LINKS, (L - 1) * n),
        LIMIT(bigwheel, NEXT, MOVED_DOWN, (L - 1) * n),
        LIMIT(bigwheel, NONE, COMPARES, n),
        LIMIT(bigwheel, NONE, LINKS, (L - 1) * n),
        LIMIT(bigwheel, NONE, MOVED_DOWN, (L - 1) * n),
        LIMIT(bigwheel, ONE, COMPARES, n),
        LIMIT(bigwheel, ONE, LINKS, (L - 1) * n + 1),
        LIMIT(bigwheel, ONE, MOVED_DOWN, (L - 1) * n),
    };
    size_t i;

    for (i = 0; i < sizeof limits / sizeof *limits; i++)
        if (limits[i].verb == asked && limits[i].counted == counted && !strcmp(limits[i].structure, structure)) {
            *text = limits[i].text;
            return limits[i].most;
        }
    *text = "0";
    return 0;
}

#define NAMED(of) #of
#define NAME(of)  NAMED(of)
static const char *const verbs[VERBS] = {"add", "move", "cancel", "next", "advance, none due", "advance, one due"};
static const char *const words[COUNTED] = {"compares", "links", "nodes moved down"};
static const enum tw_event events[COUNTED] = {TW_COMPARE, TW_LINK, TW_CASCADE};

/* For each size, the most that was counted, and the most that was allowed. */
enum { SIZES = 2 };
static size_t counted[SIZES][VERBS][COUNTED], allowed[SIZES][VERBS][COUNTED];
static unsigned size, broken;

static void call(enum asked asked, cost_verb *verb, struct tw_node *n, tw_tick tick) {
    const size_t waiting = set_count(&set);
    const char *text;
    unsigned i;

    memset(traced, 0, sizeof traced);
    verb(n, tick);
    for (i = 0; i < COUNTED; i++) {
        const size_t count = traced[events[i]], most = look_up(NAME(OF), asked, (enum counted)i, waiting, &text);

        if (count > most && broken++ < 10)
            fprintf(stderr, "FAILED: %s of %s, %zu timers: %zu %s, and at most %zu are allowed: %s\n", verbs[asked],
                    NAME(OF), waiting, count, words[i], most, text);
        counted[size][asked][i] = max(counted[size][asked][i], count);
        allowed[size][asked][i] = max(allowed[size][asked][i], most);
    }
}

int main(void) {
    static const size_t sizes[SIZES] = {64, MOST};
    const char *text;
    unsigned i, k;

    for (size = 0; size < SIZES; size++) {
        timers = sizes[size];
        run_all();
    }
    for (i = 0; i < VERBS; i++)
        for (k = 0; k < COUNTED; k++)
            if (allowed[0][i][k])
                look_up(NAME(OF), (enum asked)i, (enum counted)k, 1, &text),
                    printf("| %s | %s | %s | %s | %zu of %zu | %zu of %zu |\n", NAME(OF), verbs[i], words[k], text,
                           counted[0][i][k], allowed[0][i][k], counted[1][i][k], allowed[1][i][k]);
    return broken != 0;
}
