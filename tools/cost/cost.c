/* SPDX-License-Identifier: MIT-0 */
/* cost.c - the most instructions that a call of each verb of a set of timers takes, and
   the stack that it uses. Runs on qemu's mps2-an385 with -icount shift=8, where an
   instruction takes 256 ns and SysTick counts 40 ns each, so that the difference of two
   looks at it tells the number of instructions exactly. cost.py builds and runs it. */
#include "semihosting.h"

#include <stddef.h>

/* The seeds are addresses to the linker, so that the code is the same for all of them. */
extern char cost_seed[], cost_also[] __attribute__((weak)); /* weak: its address may be 0 */
static size_t cost_n;
#define N cost_n
#include "runs.h"

enum { PAINTED = 128, NUMERATOR = 10, DENOMINATOR = 64 };

#define SYSTICK ((volatile uint32_t *)0xE000E010)

/* The last row is that of the function that does nothing. Calls while a timer is left over,
   and those that are refused, are kept once more. */
static struct cost {
    uint32_t worst, stack, calls;
} cost[VERBS + 1], left_over[VERBS], refused[VERBS];

static void keep(struct cost *c, uint32_t taken, uint32_t used) {
    c->worst = taken > c->worst ? taken : c->worst;
    c->stack = 4 * used > c->stack ? 4 * used : c->stack;
    c->calls++;
}

/* The stack below this function is painted before the call. */
static __attribute__((noinline)) void measure(enum asked asked, cost_verb *verb, void *what,
                                              tw_tick tick, bool late) {
    volatile uint32_t *stack;
    uint32_t taken, used;
    uintptr_t said;

    __asm__ volatile("mov %0, sp" : "=r"(stack));
    for (used = PAINTED; used > 0; used--)
        stack[-(int)used] = 0xC057C057;
    taken = SYSTICK[2];
    said = verb(&set, what, tick);
    taken = (taken - SYSTICK[2]) & 0xFFFFFF;
    taken = (taken * NUMERATOR + DENOMINATOR / 2) / DENOMINATOR;
    for (used = PAINTED; used > 0 && stack[-(int)used] == 0xC057C057;)
        used--;

    keep(&cost[asked], taken, used);
    if (late)
        keep(&left_over[asked], taken, used);
    if (asked <= CANCEL && !said)
        keep(&refused[asked], taken, used);
}

static bool any_left_over(void) {
    const tw_tick clock = cost_now(&set);
    size_t i;

    for (i = 0; i < N && (tw_idle(&node[i]) || tw_before(clock, node[i].due)); i++)
        ;
    return i < N;
}

/* The forms take turns. */
static void call(enum asked asked, void *what, tw_tick tick) {
    measure(asked, cost_verbs[asked][cost[asked].calls % FORMS], what, tick, any_left_over());
}

/* From the first instruction of the function to its return: those of the call are taken
   off. */
static void report(const char *kind, const char *name, const struct cost *c) {
    if (c->calls == 0)
        return;
    print(kind);
    print(name);
    print_number(c->worst - cost[VERBS].worst + 1, " instructions, ");
    print_number(c->stack, " bytes of stack, ");
    print_number(c->calls, " calls\n");
}

#if defined(COST_CLIMB)
#include "climb.h"
#define RUN climb_all
#else
#define RUN run_all
#endif

static void measure_all(size_t n, uint32_t seed) {
    static const char *const name[VERBS] = {"add ",  "move ", "cancel ", "next ",
                                            "none ", "one ",  "zero "};
    static const struct cost none;
    unsigned i;

    cost_n = n;
    for (i = 0; i < VERBS; i++)
        cost[i] = left_over[i] = refused[i] = none;
    RUN(seed);
    for (i = 0; i < VERBS; i++) {
        report("", name[i], &cost[i]);
        report("left_over_", name[i], &left_over[i]);
        report("refused_", name[i], &refused[i]);
    }
}

int main(void);

/* With the second seed, if there is one, the seed chooses the number of timers. */
int main(void) {
    static const uint16_t sizes[] = {8, 64, 512};
    unsigned i;

    SYSTICK[1] = 0xFFFFFF;
    SYSTICK[2] = 0;
    SYSTICK[0] = 5; /* counts, at the processor's clock */
    measure(VERBS, cost_nothing, NULL, 0, false);
    for (i = 0; i < 3; i++)
        measure_all(sizes[i], (uint32_t)cost_seed);
    if ((uint32_t)cost_also != 0)
        measure_all(sizes[(uint32_t)cost_also % 3], (uint32_t)cost_also);
    return fired == 0;
}
