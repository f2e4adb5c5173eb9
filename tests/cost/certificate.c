/* SPDX-License-Identifier: MIT-0 */
/* The cost certificate: no call of a set of timers counts more compares, link writes or
   nodes moved down than a formula of the number of timers allows, for each structure and
   verb, over the runs of tools/cost/runs.h. Counted through TW_TRACE. Prints a row of
   docs/cost.md for each formula that is not 0.

       certificate [SEED]     without a seed, it is taken from the clock and printed */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum counted { COMPARES, LINKS, MOVED_DOWN, COUNTED };

static size_t traced[16];
#define TW_TRACE(event, set, node, tick) ((void)(node), (void)(tick), (void)traced[event]++)

static size_t timers = 512;
#define N timers
#include "../../tools/cost/runs.h"

struct limit {
    enum asked verb;
    enum counted counted;
    const char *text;
    size_t most;
};

#define LIMIT(verb, counted, formula) \
    { verb, counted, #formula, formula }

static size_t find(const struct limit *limit, size_t rows, enum asked asked, enum counted counted,
                   const char **text) {
    for (; rows; rows--, limit++)
        if (limit->verb == asked && limit->counted == counted) {
            *text = limit->text;
            return limit->most;
        }
    *text = "0";
    return 0;
}

#define FIND find(limits, sizeof limits / sizeof *limits, asked, counted, text)

/* The formulas of each structure; n timers wait before the call. A formula that is not
   here is 0. */
#if defined(COST_heap4)
/* Steps up from the last of n cells of a 4-ary heap to its root. */
static size_t depth(size_t n) {
    size_t i = n ? n - 1 : 0, steps = 0;

    for (; i > 0; i = (i - 1) / 4)
        steps++;
    return steps;
}

static size_t look_up(enum asked asked, enum counted counted, size_t n, const char **text) {
    const struct limit limits[] = {
#if TW__SPEED
        LIMIT(ADD, COMPARES, depth(n + 1)),
        LIMIT(MOVE, COMPARES, 4 * depth(n)),
        LIMIT(MOVE, LINKS, depth(n) + 2),
#else
        LIMIT(ADD, COMPARES, depth(n + 1) + 4),
        LIMIT(MOVE, COMPARES, 4 * depth(n - 1) + depth(n) + 4),
        LIMIT(MOVE, LINKS, depth(n - 1) + depth(n) + 2),
#endif
        LIMIT(ADD, LINKS, depth(n + 1) + 1),
        LIMIT(CANCEL, COMPARES, 4 * depth(n - 1)),
        LIMIT(CANCEL, LINKS, depth(n - 1) + 1),
        LIMIT(ONE, COMPARES, 4 * depth(n - 1)),
        LIMIT(ONE, LINKS, depth(n - 1) + 1),
    };
    return FIND;
}

#elif defined(COST_rbtree)
/* The most levels that a red-black tree of n nodes has, 2 log2(n + 1): it has at least
   2^(h/2) - 1 nodes. */
static size_t height(size_t n) {
    size_t h = 0;

    while ((n + 1) * (n + 1) >= (size_t)2 << h)
        h++;
    return h;
}

static size_t look_up(enum asked asked, enum counted counted, size_t n, const char **text) {
    const struct limit limits[] = {
        LIMIT(ADD, COMPARES, height(n) + 2),
        LIMIT(ADD, LINKS, 7),
        LIMIT(MOVE, COMPARES, height(n) + 2),
        LIMIT(MOVE, LINKS, 20),
        LIMIT(CANCEL, LINKS, 13),
        LIMIT(ONE, LINKS, 10),
    };
    return FIND;
}

#elif defined(COST_sortedlist)
static size_t look_up(enum asked asked, enum counted counted, size_t n, const char **text) {
    const struct limit limits[] = {
        LIMIT(ADD, COMPARES, n), LIMIT(ADD, LINKS, 1),    LIMIT(MOVE, COMPARES, n - 1),
        LIMIT(MOVE, LINKS, 2),   LIMIT(CANCEL, LINKS, 1), LIMIT(ONE, LINKS, 1),
    };
    return FIND;
}

#elif defined(COST_skiplist)
/* The lanes of a list with room for N nodes. */
static size_t lanes(void) {
    size_t n = N, lane = 0;

    for (; n >= 8 && lane < TW__SKIPLIST_MOST_LANES; n /= 4)
        lane++;
    return lane;
}

static size_t look_up(enum asked asked, enum counted counted, size_t n, const char **text) {
    const struct limit limits[] = {
        LIMIT(ADD, COMPARES, n + lanes() + 1),
        LIMIT(ADD, LINKS, lanes() + 1),
#if TW__SPEED
        LIMIT(MOVE, COMPARES, n + lanes() + 2),
#else
        LIMIT(MOVE, COMPARES, n + lanes()),
#endif
        LIMIT(MOVE, LINKS, 2 * lanes() + 2),
        LIMIT(CANCEL, LINKS, lanes() + 1),
        LIMIT(ONE, LINKS, lanes() + 1),
    };
    return FIND;
}

#elif defined(COST_wheel)
static size_t look_up(enum asked asked, enum counted counted, size_t n, const char **text) {
    const size_t s = n < SLOTS ? n : SLOTS; /* occupied slots at most */
    const struct limit limits[] = {
#if TW_TICK_BITS != 64
        LIMIT(ADD, COMPARES, s * (s + 2)),
        LIMIT(ADD, MOVED_DOWN, 3 * n),
        LIMIT(MOVE, COMPARES, s * (s + 2)),
        LIMIT(MOVE, MOVED_DOWN, 3 * n),
#endif
        LIMIT(ADD, LINKS, 1),
        LIMIT(MOVE, LINKS, 2),
        LIMIT(CANCEL, LINKS, 1),
        LIMIT(NEXT, COMPARES, s * (s + 2)),
        LIMIT(NEXT, MOVED_DOWN, 3 * n),
        LIMIT(NONE, COMPARES, s * (s + 2)),
        LIMIT(NONE, MOVED_DOWN, 3 * n),
        LIMIT(ZERO, COMPARES, s * (s + 2)),
        LIMIT(ZERO, MOVED_DOWN, 3 * n),
        LIMIT(ONE, COMPARES, s * (s + 3)),
        LIMIT(ONE, MOVED_DOWN, 4 * n),
        LIMIT(ONE, LINKS, 1),
    };
    return FIND;
}

#elif defined(COST_smallwheel)
static size_t look_up(enum asked asked, enum counted counted, size_t n, const char **text) {
    const struct limit limits[] = {
#if TW__SMALLWHEEL_OVERFLOW
        LIMIT(ADD, COMPARES, n),
        LIMIT(MOVE, COMPARES, n - 1),
        LIMIT(NONE, LINKS, 2 * n),
        LIMIT(NONE, MOVED_DOWN, n),
        LIMIT(ZERO, LINKS, 2 * n),
        LIMIT(ZERO, MOVED_DOWN, n),
#endif
        LIMIT(NONE, COMPARES, n),
        LIMIT(ZERO, COMPARES, n),
        LIMIT(ADD, LINKS, 1),
        LIMIT(MOVE, LINKS, 2),
        LIMIT(CANCEL, LINKS, 1),
        LIMIT(NEXT, COMPARES, n),
        LIMIT(ONE, COMPARES, 2 * n),
        LIMIT(ONE, LINKS, 2 * n),
        LIMIT(ONE, MOVED_DOWN, n),
    };
    return FIND;
}

#elif defined(COST_hwheel) || defined(COST_bigwheel)
/* The most runs of a list of n nodes, into which fewer than 2^32 were armed while it was
   sorted. */
static size_t runs(size_t n) { return n < 32 ? n : 32; }

/* The logarithm of n, rounded down. */
static size_t log_2(size_t n) {
    size_t k = 0;

    while (n >>= 1)
        k++;
    return k;
}

#if defined(COST_hwheel)
static size_t look_up(enum asked asked, enum counted counted, size_t n, const char **text) {
    const size_t L = TW__HWHEEL_LEVELS;
    const struct limit limits[] = {
        LIMIT(ADD, COMPARES, runs(n) * n + 1),
        LIMIT(ADD, LINKS, 1),
        LIMIT(MOVE, COMPARES, runs(n) * n + 1),
        LIMIT(MOVE, LINKS, 2),
        LIMIT(CANCEL, LINKS, 1),
        LIMIT(NEXT, COMPARES, (log_2(n) + 1) * n + runs(n) + 8),
        LIMIT(NONE, LINKS, (L - 1) * n),
        LIMIT(NONE, MOVED_DOWN, (L - 1) * n),
        LIMIT(ZERO, COMPARES, (log_2(n) + 1) * n + runs(n) + 8),
        LIMIT(ZERO, LINKS, (L - 1) * n),
        LIMIT(ZERO, MOVED_DOWN, (L - 1) * n),
        LIMIT(ONE, LINKS, (L - 1) * n + 1),
        LIMIT(ONE, MOVED_DOWN, (L - 1) * n),
    };
    return FIND;
}

#else
static size_t look_up(enum asked asked, enum counted counted, size_t n, const char **text) {
    const size_t L = TW__BIGWHEEL_LEVELS;
    const struct limit limits[] = {
        LIMIT(ADD, COMPARES, runs(n) * n + 1),
        LIMIT(ADD, LINKS, L),
        LIMIT(ADD, MOVED_DOWN, L - 1),
        LIMIT(MOVE, COMPARES, runs(n) * n + 1),
        LIMIT(MOVE, LINKS, L + 1),
        LIMIT(MOVE, MOVED_DOWN, L - 1),
        LIMIT(CANCEL, LINKS, 1),
        LIMIT(NEXT, COMPARES, (log_2(n) + 1) * n + runs(n) + 8),
        LIMIT(NEXT, LINKS, (L - 1) * n),
        LIMIT(NEXT, MOVED_DOWN, (L - 1) * n),
        LIMIT(NONE, LINKS, (L - 1) * n),
        LIMIT(NONE, MOVED_DOWN, (L - 1) * n),
        LIMIT(ZERO, COMPARES, (log_2(n) + 1) * n + runs(n) + 8),
        LIMIT(ZERO, LINKS, (L - 1) * n),
        LIMIT(ZERO, MOVED_DOWN, (L - 1) * n),
        LIMIT(ONE, LINKS, (L - 1) * n + 1),
        LIMIT(ONE, MOVED_DOWN, (L - 1) * n),
    };
    return FIND;
}
#endif

#endif

static size_t max(size_t a, size_t b) { return a > b ? a : b; }

#define NAMED(of) #of
#define NAME(of)  NAMED(of)
static const char *const verbs[VERBS] = {"add",
                                         "move",
                                         "cancel",
                                         "next",
                                         "advance, none due",
                                         "advance, one due",
                                         "advance_some, budget 0"};
static const char *const words[COUNTED] = {"compares", "links", "nodes moved down"};

static const enum tw_event events[COUNTED] = {TW_COMPARE, TW_LINK, TW_CASCADE};

/* For each size, the most that was counted, and the most that was allowed. */
enum { SIZES = 2 };

static size_t counted[SIZES][VERBS][COUNTED], allowed[SIZES][VERBS][COUNTED];
static unsigned size, broken;

/* A cancel that is refused may count nothing. */
static void call(enum asked asked, void *what, tw_tick tick) {
    const bool refused = asked == CANCEL && tw_idle((struct tw_node *)what);
    const size_t waiting = set_count(&set);
    const char *text = "refused";
    unsigned i;

    memset(traced, 0, sizeof traced);
    cost_verbs[asked][0](&set, what, tick);
    for (i = 0; i < COUNTED; i++) {
        const size_t count = traced[events[i]],
                     most = refused ? 0 : look_up(asked, (enum counted)i, waiting, &text);

        if (count > most && broken++ < 10)
            fprintf(stderr,
                    "FAILED: %s of %s, %zu timers: %zu %s, and at most %zu are allowed: %s\n",
                    verbs[asked], NAME(OF), waiting, count, words[i], most, text);
        counted[size][asked][i] = max(counted[size][asked][i], count);
        allowed[size][asked][i] = max(allowed[size][asked][i], most);
    }
}

int main(int argc, char **argv) {
    static const size_t sizes[SIZES] = {64, MOST};
    const uint32_t seed =
        (uint32_t)(argc > 1 ? strtoul(argv[1], NULL, 0) : (unsigned long)time(NULL));
    const char *text;
    unsigned i, k;

    if (argc < 2)
        fprintf(stderr, "certificate %lu\n", (unsigned long)seed);
    for (size = 0; size < SIZES; size++) {
        timers = sizes[size];
        run_all(seed);
    }
    for (i = 0; i < VERBS; i++)
        for (k = 0; k < COUNTED; k++)
            if (allowed[0][i][k])
                look_up((enum asked)i, (enum counted)k, 1, &text),
                    printf("| %s | %s | %s | %s | %zu of %zu | %zu of %zu |\n", NAME(OF), verbs[i],
                           words[k], text, counted[0][i][k], allowed[0][i][k], counted[1][i][k],
                           allowed[1][i][k]);
    return broken != 0;
}
