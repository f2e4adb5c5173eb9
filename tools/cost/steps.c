/* SPDX-License-Identifier: MIT-0 */
/* steps.c - counts how often the functions of a set of timers are entered, and how often
   their loops turn, over the runs of runs.h, and fails if that is more than a fact of
   steps.list says. Each function calls a hook when it is entered and left
   (-finstrument-functions), and each turn of a loop another one. A turn that does not go
   back is none: one that is left by a break, and the last one of a loop that has no
   condition. steps.py builds and runs this, and writes the facts. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int turns(int line, const char *of), begins(void), leaves(void);

/* The layout program takes these names for statements. */
/* clang-format off */
#define while(...) while ((__VA_ARGS__) && turns(__LINE__, ""))
#define for(...) for (__VA_ARGS__) if (turns(__LINE__, #__VA_ARGS__) == 0) {} else
#define do do if (begins() == 0) {} else
#define break if (leaves() == 0) {} else break
/* clang-format on */
#include "set.h"
#undef while
#undef for
#undef do
#undef break

static size_t timers;
#define N timers
#include "runs.h"

enum kind { TURNS, CALL, PER_VERB, ENTERED, SUM };

enum { NAMES = 4, DEEP = 32, LOOPS = 8, FUNCTIONS = 512 };

/* A function: where it is called at all, or by one that the fact names. */
struct name {
    void *of, *caller;
};

/* A fact: of a verb or a function, at most so many, for each size. */
struct fact {
    const char *text;
    enum asked verb;
    enum kind kind;
    struct name of[NAMES];
    size_t most[2], found[2];
};

#include "facts.h"

/* A loop that turns in a call of a function: its line, whether it has no condition, and its
   turns since it was entered. */
struct loop {
    int line;
    bool endless;
    size_t turns;
};

/* What a function did in the verb: calls, turns of all its loops, and the most of a loop. */
struct function {
    struct name name;
    size_t entered, turns, most;
};

/* A call of a function that has not ended: counted as one of the function, and as one by
   its caller. */
struct active {
    struct function *function[2];
    struct loop loop[LOOPS], *latest;
};

static struct function function[FUNCTIONS];
static struct active active[DEEP];
static unsigned deep; /* active calls */
static bool counts;

#define HOOK __attribute__((no_instrument_function))

HOOK static void fail(const char *what) {
    fprintf(stderr, "FAILED: %s\n", what);
    exit(2);
}

/* The entry of a function, or the free one where it goes. */
HOOK static struct function *find(struct name name) {
    size_t i = ((uintptr_t)name.of + (uintptr_t)name.caller * 3) / 16 % FUNCTIONS, tries;

    for (tries = 0; function[i].name.of &&
                    (function[i].name.of != name.of || function[i].name.caller != name.caller);
         i = (i + 1) % FUNCTIONS)
        if (++tries == FUNCTIONS)
            fail("more functions than FUNCTIONS");
    return &function[i];
}

void __cyg_profile_func_enter(void *of, void *site);
void __cyg_profile_func_exit(void *of, void *site);

HOOK void __cyg_profile_func_enter(void *of, void *site) {
    static const struct active none;
    struct active *const a = &active[deep];
    struct name name = {of, NULL};
    unsigned i;

    (void)site;
    if (!counts)
        return;
    if (++deep > DEEP)
        fail("more active calls than DEEP");
    *a = none;
    for (i = 0; i < 2; i++) {
        a->function[i] = find(name);
        a->function[i]->name = name;
        a->function[i]->entered++;
        name.caller = deep > 1 ? active[deep - 2].function[0]->name.of : of;
    }
}

/* The loops behind a line are left: sums their turns up. */
HOOK static void leave(struct active *a, int line) {
    unsigned i, k;

    for (i = 0; i < LOOPS; i++)
        if (a->loop[i].line > line && a->loop[i].turns > 0) {
            const size_t back = a->loop[i].turns - a->loop[i].endless;

            for (k = 0; k < 2; k++) {
                a->function[k]->turns += back;
                a->function[k]->most = back > a->function[k]->most ? back : a->function[k]->most;
            }
            a->loop[i].turns = 0;
        }
}

HOOK void __cyg_profile_func_exit(void *of, void *site) {
    (void)of, (void)site;
    if (counts)
        leave(&active[--deep], 0);
}

/* A loop turns. Loops that stand inside it are left. Returns 1. */
HOOK static int turns(int line, const char *of) {
    struct active *const a = &active[deep - 1];
    struct loop *l = a->loop;

    if (!counts)
        return 1;
    leave(a, line);
    while (l->line && l->line != line)
        if (++l == a->loop + LOOPS)
            fail("more loops than LOOPS");
    l->line = line;
    l->endless = strncmp(of, ";;", 2) == 0;
    l->turns++;
    a->latest = l;
    return 1;
}

/* A turn of a loop begins whose condition stands behind it: no turn is counted yet that a
   break would undo. Returns 1. */
HOOK static int begins(void) {
    if (counts)
        active[deep - 1].latest = NULL;
    return 1;
}

/* A loop is left by a break. Returns 1. */
HOOK static int leaves(void) {
    if (counts && active[deep - 1].latest && !active[deep - 1].latest->endless)
        active[deep - 1].latest->turns--;
    return 1;
}

/* How much of what a fact bounds was counted in the verb. */
HOOK static size_t taken(const struct fact *fact) {
    size_t sum = 0, most = 0;
    unsigned i;

    for (i = 0; i < NAMES && fact->of[i].of; i++) {
        const struct function *const f = find(fact->of[i]);

        most = f->most > most ? f->most : most;
        sum += fact->kind == ENTERED ? f->entered : f->turns;
        sum += fact->kind == SUM ? f->entered : 0;
    }
    return fact->kind == TURNS ? most : sum;
}

HOOK static void call(enum asked asked, void *what, tw_tick tick) {
    static const struct function none;
    size_t i;

    for (i = 0; i < FUNCTIONS; i++)
        function[i] = none;
    deep = 0;
    counts = true;
    cost_verbs[asked][0](&set, what, tick);
    counts = false;
    for (i = 0; i < sizeof facts / sizeof *facts; i++)
        if (facts[i].verb == asked) {
            size_t *const found = &facts[i].found[timers == 64], count = taken(&facts[i]);

            *found = count > *found ? count : *found;
        }
}

int main(int argc, char **argv) {
    const uint32_t seed = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : 1;
    bool broken = false;
    size_t i, k;

    for (timers = 8; timers <= 64; timers *= 8)
        run_all(seed);
    for (i = 0; i < sizeof facts / sizeof *facts; i++)
        for (k = 0; k < 2; k++)
            if (facts[i].found[k] > facts[i].most[k]) {
                broken = true;
                printf("FAILED: %s: %zu with %d timers, at most %zu\n", facts[i].text,
                       facts[i].found[k], k ? 64 : 8, facts[i].most[k]);
            }
    if (!broken)
        printf("%s: %u facts hold\n", ROW, (unsigned)(sizeof facts / sizeof *facts));
    return broken;
}
