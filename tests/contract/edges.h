/* SPDX-License-Identifier: MIT-0 */
/* The edges of the rules that timers.h states at TIME and OPTIONS, for programs that draw
   them. Each rule is a row: its limit, and the nearest that the program has come. A
   program that stays away from an edge has not tried it, and fails.

   Where ticks do not wrap, there is no rule of a quarter; 2^62 ticks take its place. */
#ifndef EDGES_H
#define EDGES_H

#include <inttypes.h>

/* A quarter of the range of a tick. */
#define QUARTER ((uint64_t)1 << (TW_TICK_BITS - 2))

/* One row. `least`: a value must come down to the limit; else it must come up to it. Both
   within 1 %. asked: there is such a rule for these ticks; else the row is left out. */
struct edge {
    const char *rule;
    uint64_t limit, reached;
    bool least, asked, met;
};

/* Notes a value of a rule. */
static inline void edge_meets(struct edge *e, uint64_t value) {
    if (!e->met || (e->least ? value < e->reached : value > e->reached))
        e->reached = value;
    e->met = true;
}

/* Says whether the program came within 1 % of the limit. */
static inline bool edge_is_near(const struct edge *e) {
    const uint64_t slack = e->limit / 100;

    if (!e->met)
        return false;
    return e->least ? e->reached <= e->limit + slack : e->reached >= e->limit - slack;
}

/* Prints the rows. False: some edge was not reached. */
static inline bool edges_are_near(const struct edge *e, size_t n) {
    bool all = true;
    size_t i;

    for (i = 0; i < n; i++) {
        const bool near_it = edge_is_near(&e[i]);

        if (!e[i].asked)
            continue;
        printf("    %-58s %20" PRIu64 " of %20" PRIu64 "%s\n", e[i].rule, e[i].reached, e[i].limit,
               near_it ? "" : "  NOT REACHED");
        all = all && near_it;
    }
    return all;
}

/* Returns a tick at the end of a block of 2^k ticks around `at`: its last two ticks, or
   the first two of the next block; now and then some blocks later. */
static inline uint64_t edge_of_block(uint64_t at, uint64_t (*below)(uint64_t n)) {
    const uint64_t block = (uint64_t)1 << (1 + below(TW_TICK_BITS - 2));
    const uint64_t later = below(4) ? 0 : below(4) * block;

    return (at | (block - 1)) + later + below(4) - 1;
}

#endif
