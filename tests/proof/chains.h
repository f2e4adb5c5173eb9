/* SPDX-License-Identifier: MIT-0 */
/* Chains of table's timers, and what merge() makes of two: merge.c proves it, and sort.c takes
   merge() by it. cards.h comes before.

   `owner` of a timer is the chain that has it, a number that exists for the proof alone. */
extern uint32_t owner[(uint64_t)1 << 32];

/* 0 of no timer. */
static uint32_t next_of(uint32_t i) { return inside(i) ? timer(i)->link[NEXT] : 0; }

static bool headed(uint32_t head, uint32_t c) {
    return !head || (inside(head) && owner[head] == c);
}

extern uint32_t a_chain, b_chain, a_first, b_first; /* the two chains, and their first timers */

static bool of_two(uint32_t i) { return owner[i] == a_chain || owner[i] == b_chain; }

/* BEFORE merge(). A chain is in the order of arming numbers. */
static bool chained(uint32_t i, uint32_t c, uint32_t head) {
    const uint32_t next = next_of(i);

    return owner[i] != c ||
           (inside(head) && number(head) <= number(i) &&
            (!next || (inside(next) && owner[next] == c && number(next) > number(i))));
}

/* No timer of the chain stands between i and the next one. */
static bool pair_chained(uint32_t i, uint32_t x) {
    if (i == x || !of_two(i) || !of_two(x))
        return true;
    return number(i) != number(x) && (owner[i] != owner[x] || number(i) > number(x) ||
                                      (next_of(i) && number(next_of(i)) <= number(x)));
}

/* BEHIND merge(), whose answer is `first`. The timers of both are one chain in that order. */
static bool merged(uint32_t i, uint32_t first) {
    const uint32_t next = next_of(i);

    return !of_two(i) || (first && number(first) <= number(i) &&
                          (!next || (inside(next) && of_two(next) && number(next) > number(i))));
}

static bool pair_merged(uint32_t i, uint32_t x) {
    return !of_two(i) || !of_two(x) || number(i) >= number(x) ||
           (next_of(i) && number(next_of(i)) <= number(x));
}

static bool first_merged(uint32_t first) {
    return (first == a_first || first == b_first) && (first || (!a_first && !b_first));
}
