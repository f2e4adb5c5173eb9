/* SPDX-License-Identifier: MIT-0 */
/* What `run sort16 sort32 sort64` proves of table.h, for any number of timers: sort() brings the
   list of a slot of level 0 into arming order, loses no timer, and ends. cards.h and chains.h say
   how.

   While sort() works, each timer of the list is in one chain. There is a chain for each element of
   run[], one in hand, and the rest of the list. The chain of timer i has the number chain_of(i),
   and its first timer is top[chain_of(i)]. The rest is in the order of ranks, every other chain in
   that of arming numbers.

   `sort` follows one turn of each loop but the first, which empties run[]. Where the chains
   change, it assumes what `part` and `join` prove: `part` cuts a run off the rest, and `join`
   merges two chains. */
#define tw__table_merge(a, b, c) MERGE_##a, b, c)
#define MERGE_struct             header_merge(struct
#define MERGE_t                  told_merge(t
#define TIMERS ((uint64_t)1 << 32) /* told_timer() sees one beyond the capacity */
#include <stddef.h>
#include <stdint.h>
struct tw_table;
uint32_t told_merge(struct tw_table *t, uint32_t a, uint32_t b);
#include "cards.h"

#include "chains.h"

enum { RUNS = 24, HAND = RUNS, REST, NONE, CHAINS = REST + 1 };

extern size_t sorted;        /* the slot */
extern uint32_t top[CHAINS]; /* the first timer of each chain, or 0 */
extern uint32_t c;           /* any chain */

/* Where `part` and `join` change chains, `owner` stays, and chain_of() says what they are. */
extern bool parted, joined;
extern uint32_t end_of_run, to_chain;

static uint32_t chain_of(uint32_t i) {
    if (parted && owner[i] == REST && rank[i] <= rank[end_of_run])
        return HAND;
    return joined && of_two(i) ? to_chain : owner[i];
}

static bool listed(uint32_t i) { return inside(i) && place(i) == sorted + 1; }

static bool has(uint32_t i, uint32_t chain) { return listed(i) && chain_of(i) == chain; }

static uint64_t key(uint32_t i) { return chain_of(i) == REST ? rank[i] : number(i); }

/* Of a timer: if it is of the list, it is in a chain. So is the next one, which comes later. */
static bool in_chain(uint32_t i) {
    const uint32_t chain = chain_of(i), next = next_of(i);

    if (!listed(i))
        return chain == NONE;
    return chain <= REST && has(top[chain], chain) && key(top[chain]) <= key(i) &&
           (!next || (has(next, chain) && key(next) > key(i)));
}

/* No timer of the chain stands between i and the next one. */
static bool pair_in_chain(uint32_t i, uint32_t x) {
    if (i == x || !listed(i) || !listed(x))
        return true;
    return number(i) != number(x) && (chain_of(i) != chain_of(x) || key(i) > key(x) ||
                                      (next_of(i) && key(next_of(i)) <= key(x)));
}

static bool sound_chain(uint32_t chain) {
    return chain <= REST && (!top[chain] || has(top[chain], chain));
}

/* No two timers of the list have one number, or one rank before sort() appends. */
static void know_unlike(uint32_t i, uint32_t x) {
    assume(i == x || !listed(i) || !listed(x) || (number(i) != number(x) && rank[i] != rank[x]));
}

static void know_in_chain(uint32_t i) {
    assume(in_chain(i) && pair_in_chain(i, k) && pair_in_chain(k, i));
    assume(pair_in_chain(i, j) && pair_in_chain(j, i));
    know_unlike(i, k);
    know_unlike(i, j);
}

static void know_chains(void) {
    assume(inside(k) && inside(j));
    know_in_chain(k);
    know_in_chain(j);
    assume(sound_chain(c));
}

/* In the order of arming numbers up to `end`: i before x. */
static bool rises(uint32_t i, uint32_t x, uint32_t end) {
    return !has(i, REST) || !has(x, REST) || rank[i] >= rank[x] || rank[x] > rank[end] ||
           number(i) < number(x);
}

static bool others_stay(void) { return !strayed && (listed(k) || same_timer()); }

#define SHOWS_CHAINS(name)                       \
    do {                                         \
        GOAL(name, in_chain(k));                 \
        GOAL(name, pair_in_chain(k, j));         \
        GOAL(name, sound_chain(c));              \
        GOAL(sort_leaves_others, others_stay()); \
    } while (0)

/* What merge() changes is unknown, but for what merge.c proves of it. */
static void change_links(void) {
    while (any_bool())
        timer(any_id())->link[NEXT] = any_id();
}

void shows_change_links(void);
void assumes_change_links(void);

void shows_change_links(void) {}

void assumes_change_links(void) {}

#if defined(SORT_STEPS)
/* A run is cut off the rest: from the first timer to `end_of_run`. */
PROVE(part) {
    const uint32_t end = any_id(), id = top[REST], next = next_of(end), after = next_of(k);

    parted = joined = strayed = false;
    assume(T->capacity <= 0xFFFFFFFEu && !top[HAND] && has(id, REST) && has(end, REST));
    know_chains();
    know_in_chain(end);
    know_in_chain(id);
    assume(rises(id, k, end) && rises(id, j, end) && rises(k, j, end) && rises(j, k, end));
    if (inside(after))
        assume(rises(k, after, end) && rises(after, j, end));
    know_unlike(after, j);
    remember();
    timer(end)->link[NEXT] = 0;
    end_of_run = end;
    parted = true;
    top[HAND] = id;
    top[REST] = next;
    SHOWS_CHAINS(parting_keeps_chains);
}

/* Two chains become one. The timers of other chains stay. */
PROVE(join) {
    const uint32_t from_chain = any_id(), first = any_id();
    const uint32_t k_next = next_of(k), j_next = next_of(j);

    parted = joined = strayed = false;
    to_chain = any_bool() ? (uint32_t)HAND : from_chain;
    assume(T->capacity <= 0xFFFFFFFEu && from_chain < RUNS);
    know_chains();
    assume(sound_chain(HAND) && sound_chain(from_chain));
    a_chain = from_chain;
    b_chain = HAND;
    a_first = top[from_chain];
    b_first = top[HAND];
    GOAL(joining_asks_of_chains, headed(a_first, a_chain) && headed(b_first, b_chain));
    GOAL(joining_asks_of_chains, chained(k, a_chain, a_first) && chained(k, b_chain, b_first));
    GOAL(joining_asks_of_chains, pair_chained(k, j));
    remember();
    change_links();
    assume(of_two(k) || next_of(k) == k_next);
    assume(of_two(j) || next_of(j) == j_next);
    assume(merged(k, first) && merged(j, first) && pair_merged(k, j) && pair_merged(j, k));
    assume(first_merged(first));
    assume(listed(next_of(k)) || owner[next_of(k)] == NONE);
    joined = true;
    top[a_chain] = top[b_chain] = 0;
    top[to_chain] = first;
    SHOWS_CHAINS(joining_keeps_chains);
}
#endif

#if defined(SORT)
/* What the loops of sort() do. */
extern bool turned, scanning, carrying, collecting, appending;
extern uint64_t turn, scan_turn, append_turn;
extern size_t carry_turn, collect_turn;
extern uint32_t next_run; /* the first timer of the rest, behind the run that is scanned */
extern uint32_t at;       /* the element of run[] that is merged */
extern uint32_t witness;  /* the last timer of the list before the sort */
extern uint64_t k_rank;

static bool same_run(const uint32_t *run, uint32_t x) { return x >= RUNS || run[x] == top[x]; }

/* Any timer may be in another chain. */
static void change_chains(void) {
    while (any_bool())
        owner[any_id()] = any_id();
}

void shows_change_chains(void);
void assumes_change_chains(void);

void shows_change_chains(void) {}

void assumes_change_chains(void) {}

uint32_t told_merge(struct tw_table *t, uint32_t a, uint32_t b) {
    const uint32_t first = any_id(), k_next = next_of(k);

    (void)t;
    GOAL(sort_merges_chains, at < RUNS && a == top[at] && b == top[HAND]);
    change_chains();
    change_links();
    top[at] = top[HAND] = 0;
    top[collecting || (a && at < RUNS - 1) ? (uint32_t)HAND : at] = first;
    know_chains();
    assume(!first == !(a || b) && (listed(k) || next_of(k) == k_next));
    return first;
}

/* The loop that cuts runs off the rest. */
void shows_header_sort_loop2(uint32_t id, const uint32_t *run);
void assumes_header_sort_loop2(uint32_t id, const uint32_t *run);

static bool sorting(uint32_t id, const uint32_t *run) {
    return same_run(run, c) && id == top[REST] && !top[HAND];
}

void shows_header_sort_loop2(uint32_t id, const uint32_t *run) {
    SHOWS_CHAINS(sorting_keeps_chains);
    GOAL(sorting_keeps_chains, sorting(id, run));
    GOAL(sorting_ends, !turned || !id || rank[id] > turn);
}

void assumes_header_sort_loop2(uint32_t id, const uint32_t *run) {
    know_chains();
    assume(others_stay() && sorting(id, run) && sound_chain(REST));
    if (id)
        know_in_chain(id);
    turned = true;
    scanning = carrying = false;
    turn = rank[id];
}

/* The loop that finds the end of a run. */
void shows_header_sort_loop3(uint32_t end);
void assumes_header_sort_loop3(uint32_t end);

void shows_header_sort_loop3(uint32_t end) {
    GOAL(scanning_rises, has(end, REST) && rises(k, j, end) && !strayed);
    GOAL(scanning_ends, !scanning || rank[end] > scan_turn);
}

void assumes_header_sort_loop3(uint32_t end) {
    next_run = next_of(end);
    assume(has(end, REST) && rises(k, j, end) && rises(j, k, end) && !strayed);
    assume(rises(k, end, end) && rises(j, end, end));
    know_in_chain(end);
    know_unlike(next_run, end);
    know_unlike(next_run, k);
    know_unlike(next_run, j);
    scanning = true;
    scan_turn = rank[end];
}

/* The loop that merges the run into those before. It begins with what `part` proves. */
void shows_header_sort_loop4(uint32_t id, uint32_t end, size_t i, const uint32_t *run);
void assumes_header_sort_loop4(uint32_t id, size_t i, const uint32_t *run);

static bool carries(uint32_t id, size_t i, const uint32_t *run) {
    return same_run(run, c) && id && id == top[HAND] && top[REST] == next_run && i < RUNS;
}

void shows_header_sort_loop4(uint32_t id, uint32_t end, size_t i, const uint32_t *run) {
    if (!carrying) {
        GOAL(sort_cuts_a_run_off, id == top[REST] && !top[HAND] && next_of(end) == 0);
        change_chains();
        top[HAND] = id;
        top[REST] = next_run;
        know_chains();
    }
    SHOWS_CHAINS(carrying_keeps_chains);
    GOAL(carrying_keeps_chains, carries(id, i, run));
    GOAL(carrying_ends, !carrying || i > carry_turn);
}

void assumes_header_sort_loop4(uint32_t id, size_t i, const uint32_t *run) {
    know_chains();
    assume(others_stay() && carries(id, i, run) && same_run(run, (uint32_t)i));
    at = (uint32_t)i;
    assume(sound_chain(at) && sound_chain(HAND));
    carrying = true;
    carry_turn = i;
}

/* The loop that merges what run[] has. */
void shows_header_sort_loop5(uint32_t id, size_t i, const uint32_t *run);
void assumes_header_sort_loop5(uint32_t id, size_t i, const uint32_t *run);

static bool collected(uint32_t x, size_t i) { return x >= i || !top[x]; }

static bool collects(uint32_t id, size_t i, const uint32_t *run) {
    return (c < i || same_run(run, c)) && id == top[HAND] && !top[REST] && i <= RUNS &&
           collected(c, i);
}

void shows_header_sort_loop5(uint32_t id, size_t i, const uint32_t *run) {
    SHOWS_CHAINS(collecting_keeps_chains);
    GOAL(collecting_keeps_chains, collects(id, i, run));
    GOAL(collecting_ends, !collecting || i > collect_turn);
}

void assumes_header_sort_loop5(uint32_t id, size_t i, const uint32_t *run) {
    know_chains();
    assume(others_stay() && collects(id, i, run) && same_run(run, (uint32_t)i));
    at = (uint32_t)i;
    assume(sound_chain(at) && sound_chain(HAND) && in_chain(witness));
    assume(collected(owner[k], i) && collected(owner[j], i) && collected(owner[witness], i));
    collecting = true;
    collect_turn = i;
}

/* The loop that appends. `id` is the first timer that is in hand. */
void shows_header_sort_loop6(uint32_t id);
void assumes_header_sort_loop6(uint32_t id);

static bool done(uint32_t i, uint32_t id) { return listed(i) && (!id || number(i) < number(id)); }

static bool in_hand(uint32_t i, uint32_t id) {
    const uint32_t next = next_of(i);

    return !listed(i) || done(i, id) || !next || (listed(next) && number(next) > number(i));
}

static bool appended(uint32_t i, uint32_t id) {
    const uint32_t last = T->slot[sorted], first = next_of(last);

    return !done(i, id) ||
           (in_list(i, sorted) && rank[i] <= ranks && done(last, id) && done(first, id) &&
            (i == last || done(next_of(i), id)) && (i == first || done(timer(i)->link[PREV], id)));
}

static bool pair_in_hand(uint32_t i, uint32_t x, uint32_t id) {
    return i == x || !listed(i) || !listed(x) || done(i, id) || done(x, id) ||
           (number(i) != number(x) &&
            (number(i) > number(x) || (next_of(i) && number(next_of(i)) <= number(x))));
}

static bool pair_appended(uint32_t i, uint32_t x, uint32_t id) {
    return i == x || !done(i, id) || !done(x, id) ||
           (rank[i] != rank[x] && (rank[i] < rank[x]) == (number(i) < number(x)));
}

/* No timer that is appended stands between i and the next one. */
static bool pair_follows(uint32_t i, uint32_t x, uint32_t id) {
    return i == x || !done(i, id) || !done(x, id) || rank[i] >= rank[x] ||
           (i != T->slot[sorted] && rank[next_of(i)] <= rank[x]);
}

static bool appends(uint32_t id) {
    const uint32_t last = T->slot[sorted];

    return (!id || listed(id)) && (!last || done(last, id)) && (listed(k) || rank[k] == k_rank) &&
           (s == sorted || T->slot[s] == s_last);
}

void shows_header_sort_loop6(uint32_t id) {
    GOAL(appending_keeps_timers, in_hand(k, id));
    GOAL(appending_keeps_timers, appended(k, id));
    GOAL(appending_keeps_pairs, pair_in_hand(k, j, id));
    GOAL(appending_keeps_pairs, pair_appended(k, j, id));
    GOAL(appending_keeps_pairs, pair_follows(k, j, id));
    GOAL(sort_leaves_others, others_stay() && appends(id));
    GOAL(appending_ends, !appending || !id || number(id) > append_turn);
}

static void know_pair_appended(uint32_t i, uint32_t x, uint32_t id) {
    assume(pair_in_hand(i, x, id) && pair_appended(i, x, id) && pair_follows(i, x, id));
}

static void know_appended(uint32_t i, uint32_t id) {
    assume(in_hand(i, id) && appended(i, id));
    know_pair_appended(i, k, id);
    know_pair_appended(k, i, id);
    know_pair_appended(i, j, id);
    know_pair_appended(j, i, id);
}

void assumes_header_sort_loop6(uint32_t id) {
    const uint32_t last = T->slot[sorted];

    assume(others_stay() && appends(id) && ranks < MOST);
    know_appended(k, id);
    know_appended(j, id);
    assume(appended(witness, id));
    if (id)
        know_appended(id, id);
    if (last)
        know_appended(last, id);
    appending = true;
    append_turn = number(id);
}

static void know_first(uint32_t i) { assume(owner[i] == (listed(i) ? REST : NONE)); }

PROVE(sort) {
    uint32_t last;

    assume(!gone && sorted < FIRST && T->slot[sorted]);
    parted = joined = turned = collecting = appending = false;
    know_any();
    know_ends(sorted);
    last = witness = T->slot[sorted];
    know_first(k);
    know_first(j);
    know_first(last);
    know_first(next_of(last));
    know_first(next_of(k));
    know_first(next_of(j));
    k_rank = rank[k];
    assume(c <= REST);
    top[c] = 0;
    top[HAND] = 0;
    top[REST] = next_of(last);
    header_sort(T, sorted);
    GOAL(sort_keeps_timers, !listed(k) || sound(k));
    GOAL(sort_keeps_pairs, !listed(k) || !listed(j) || sound_pair(k, j));
    GOAL(sort_keeps_slots, sound_slot(s) && in_arming_order(sorted));
    GOAL(sort_leaves_others, others_stay() && (listed(k) || rank[k] == k_rank) &&
                                 (s == sorted || T->slot[s] == s_last) && tree(s) == s_tree);
    GOAL(sort_leaves_others, T->count == total && !treed);
}
#endif
