/* SPDX-License-Identifier: MIT-0 */
/* What `run merge16`, 32 and 64 prove of table.h: merge() makes one chain of two and loses no
   timer. pop() takes the first timer of a list, and out() calls it for a list in arming order.
   chain() makes a list a chain, and open() settles each timer of it. All is for any number of
   timers. cards.h and chains.h say how. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
extern bool stepped;  /* merge() has begun a turn, and takes the timer that it meets next */
extern uint32_t tail; /* the timer that merge() took last; or 0 */

#define TW__TABLE_STEP (stepped = true)
#define MEETS(id)      take_note(id)
static void take_note(uint32_t id);
#include "cards.h"

#include "chains.h"

static void take_note(uint32_t id) {
    if (stepped) {
        tail = id;
        stepped = false;
    }
}

/* MERGE. Two chains become one. Timers up to `tail` are taken. */
static bool taken(uint32_t i) { return tail && number(i) <= number(tail); }

/* Of a timer of both chains, where `next` is one of the same part of them. */
static bool goes_on(uint32_t i, uint32_t next) {
    return inside(next) && of_two(next) && taken(next) == taken(i) &&
           (taken(i) || owner[next] == owner[i]);
}

static bool has_head(uint32_t i, uint32_t a, uint32_t b, uint32_t first) {
    const uint32_t head = taken(i) ? first : owner[i] == a_chain ? a : b;

    return !of_two(i) || (goes_on(i, head) && number(head) <= number(i));
}

static bool has_next(uint32_t i) {
    const uint32_t next = next_of(i);

    return !of_two(i) || (taken(i) ? i == tail : !next) ||
           (goes_on(i, next) && number(next) > number(i));
}

/* No two timers have one number. None stands between i and the next one: of those that are taken,
   and of the rest of a chain. */
static bool unlike(uint32_t i, uint32_t x) {
    return i == x || !of_two(i) || !of_two(x) || number(i) != number(x);
}

static bool stands_between(uint32_t i, uint32_t x) {
    return of_two(i) && of_two(x) && number(i) < number(x) &&
           !(next_of(i) && number(next_of(i)) <= number(x));
}

static bool pair_taken(uint32_t i, uint32_t x) { return !taken(x) || !stands_between(i, x); }

static bool pair_left(uint32_t i, uint32_t x) {
    return taken(i) || owner[i] != owner[x] || !stands_between(i, x);
}

static bool pair_in_merge(uint32_t i, uint32_t x) {
    return unlike(i, x) && pair_taken(i, x) && pair_left(i, x);
}

static bool parts(uint32_t a, uint32_t b, uint32_t first) {
    return headed(a, a_chain) && headed(b, b_chain) && !(a && taken(a)) && !(b && taken(b)) &&
           (tail ? inside(tail) && of_two(tail) && (first == a_first || first == b_first)
                 : a == a_first && b == b_first);
}

static bool at_end(const uint32_t *first, const uint32_t *end) {
    return tail ? end == &timer(tail)->link[NEXT] : end == first;
}

/* A turn of the loop has begun. `turn` is what the arming number of `tail` reaches by its end. */
extern bool turned;
extern uint64_t turn;

void shows_tw__table_merge(const uint32_t *a_addr, const uint32_t *b_addr, const uint32_t *first,
                           const uint32_t *end);
void assumes_tw__table_merge(const uint32_t *a_addr, const uint32_t *b_addr, const uint32_t *first,
                             const uint32_t *end);

void shows_tw__table_merge(const uint32_t *a_addr, const uint32_t *b_addr, const uint32_t *first,
                           const uint32_t *end) {
    GOAL(merging_keeps_chains, has_head(k, *a_addr, *b_addr, *first));
    GOAL(merging_keeps_chains, has_next(k));
    GOAL(merging_keeps_chains, unlike(k, j));
    GOAL(merging_keeps_chains, pair_taken(k, j));
    GOAL(merging_keeps_chains, pair_left(k, j));
    GOAL(merging_keeps_chains, parts(*a_addr, *b_addr, *first) && at_end(first, end) && !stepped);
    GOAL(merge_leaves_others, !strayed && (of_two(k) || same_timer()));
    GOAL(merging_ends, !turned || (tail && number(tail) >= turn));
}

static void know_in_merge(uint32_t i, uint32_t a, uint32_t b, uint32_t first) {
    assume(inside(i) && has_head(i, a, b, first) && has_next(i));
    assume(pair_in_merge(i, k) && pair_in_merge(k, i) && pair_in_merge(i, j) &&
           pair_in_merge(j, i));
}

void assumes_tw__table_merge(const uint32_t *a_addr, const uint32_t *b_addr, const uint32_t *first,
                             const uint32_t *end) {
    const uint32_t a = *a_addr, b = *b_addr;

    assume(parts(a, b, *first) && at_end(first, end) && !stepped);
    assume(!strayed && (of_two(k) || same_timer()));
    know_in_merge(k, a, b, *first);
    know_in_merge(j, a, b, *first);
    if (a)
        know_in_merge(a, a, b, *first);
    if (b)
        know_in_merge(b, a, b, *first);
    if (a && b)
        assume(pair_in_merge(a, b) && pair_in_merge(b, a));
    if (tail)
        know_in_merge(tail, a, b, *first);
    turned = true;
    turn = tail ? number(tail) + 1 : 0;
}

static void know_chained(uint32_t i) {
    assume(inside(i) && chained(i, a_chain, a_first) && chained(i, b_chain, b_first));
}

PROVE(merge) {
    uint32_t first;

    a_first = any_id();
    b_first = any_id();
    assume(T->capacity <= 0xFFFFFFFEu && a_chain != b_chain);
    assume(headed(a_first, a_chain) && headed(b_first, b_chain));
    know_chained(k);
    know_chained(j);
    assume(pair_chained(k, j) && pair_chained(j, k));
    remember();
    tail = 0;
    stepped = turned = strayed = false;
    first = tw__table_merge(T, a_first, b_first);
    GOAL(merge_is_a_chain, merged(k, first));
    GOAL(merge_is_a_chain, pair_merged(k, j));
    GOAL(merge_is_a_chain, first_merged(first));
    GOAL(merge_leaves_others,
         (of_two(k) || next_of(k) == k_was.link[NEXT]) && !strayed &&
             timer(k)->link[PREV] == k_was.link[PREV] && timer(k)->due == k_was.due &&
             timer(k)->stamp[0] == k_was.stamp[0] && timer(k)->stamp[1] == k_was.stamp[1]);
}

/* POP of a list takes its first timer, and out() one that no other timer of the slot comes
   before. */
extern uint32_t left;

void told_leave(struct tw_table *t, uint32_t id) {
    (void)t;
    left = id;
}

PROVE(pop) {
    const size_t slot = any_size();
    uint32_t got;

    assume(!gone && !tree(slot));
    know_any();
    know_ends(slot);
    assume(T->slot[slot]);
    got = header_pop(T, slot);
    GOAL(pop_takes_the_first, left == got && there(got, slot) && !strayed);
    GOAL(pop_takes_the_first, !there(k, slot) || rank[got] <= rank[k]);
    GOAL(pop_takes_the_first,
         !in_arming_order(slot) || !there(k, slot) || number(got) <= number(k));
}

/* sort() brings the list into order, as sort.c proves. */
void told_sort(struct tw_table *t, size_t slot) {
    (void)t;
    GOAL(out_pops_in_order, slot < FIRST && shaped[slot]);
    shaped[slot] = false;
}

uint32_t told_pop(struct tw_table *t, size_t slot) {
    (void)t;
    GOAL(out_pops_in_order, in_arming_order(slot));
    left = any_id();
    return left;
}

PROVE(out) {
    const size_t slot = any_size();
    uint32_t got;

    assume(slot < FIRST);
    got = tw__table_out(T, slot);
    GOAL(out_pops_in_order, got == left);
}

/* CHAIN empties a list. Its timers are a chain from the first to the last. */
static bool in_one_chain(uint32_t i, size_t slot, uint32_t first, uint32_t last) {
    const uint32_t next = next_of(i);

    return !there(i, slot) || (there(first, slot) && rank[first] <= rank[i] &&
                               (i == last ? !next : there(next, slot) && rank[next] > rank[i]));
}

static bool pair_in_one_chain(uint32_t i, uint32_t x, size_t slot) {
    return i == x || !there(i, slot) || !there(x, slot) ||
           (rank[i] != rank[x] &&
            (rank[i] > rank[x] || (next_of(i) && rank[next_of(i)] <= rank[x])));
}

PROVE(chain) {
    const size_t slot = any_size();
    uint32_t first, last;

    assume(!gone && slot < SLOTS && !tree(slot));
    know_any();
    know_ends(slot);
    last = T->slot[slot];
    assume(last);
    first = tw__table_chain(T, slot);
    GOAL(chain_has_the_list, first && there(first, slot) && in_one_chain(k, slot, first, last));
    GOAL(chain_has_the_list, pair_in_one_chain(k, j, slot));
    GOAL(chain_empties_the_slot, !T->slot[slot] && !occupied[slot] && !shaped[slot]);
    GOAL(chain_leaves_others,
         !strayed && (k == last || next_of(k) == k_was.link[NEXT]) &&
             timer(k)->link[PREV] == k_was.link[PREV] && timer(k)->due == k_was.due &&
             timer(k)->stamp[0] == k_was.stamp[0] && timer(k)->stamp[1] == k_was.stamp[1]);
    GOAL(chain_leaves_others, s == slot || (T->slot[s] == s_last && tree(s) == s_tree));
}

/* OPEN settles each timer of a list. Here `owner` says which timers the list had, and `rank` stays.
   A call of settle() changes any links, but not those of the timers that wait for their turn. */
enum { OPENED = 1 };

extern size_t opened;
extern uint32_t open_last, k_times; /* the last timer; how often k was settled */
extern uint64_t open_turn;

static void change_links(void) {
    while (any_bool()) {
        const uint32_t i = any_id();

        if (inside(i))
            timer(i)->link[NEXT] = any_id();
    }
}

void shows_change_links(void);
void assumes_change_links(void);

void shows_change_links(void) {}

void assumes_change_links(void) {}

static bool remains(uint32_t i, uint32_t id) {
    return id && inside(i) && owner[i] == OPENED && rank[i] >= rank[id];
}

static bool in_rest(uint32_t i, uint32_t id) {
    const uint32_t next = next_of(i);

    return !remains(i, id) || (i == open_last ? !next : remains(next, id) && rank[next] > rank[i]);
}

static bool pair_in_rest(uint32_t i, uint32_t x, uint32_t id) {
    return i == x || !remains(i, id) || !remains(x, id) ||
           (rank[i] != rank[x] &&
            (rank[i] > rank[x] || (next_of(i) && rank[next_of(i)] <= rank[x])));
}

static bool settled_once(uint32_t id) {
    return k_times == (uint32_t)(owner[k] == OPENED && !remains(k, id));
}

static bool other_slots_stay(void) {
    return s == opened || (T->slot[s] == s_last && tree(s) == s_tree);
}

void told_settle(struct tw_table *t, uint32_t id) {
    const uint32_t k_next = next_of(k), j_next = next_of(j);

    GOAL(open_makes_a_tree, shaped[opened]);
    k_times += id == k;
    change_links();
    t->slot[opened] = any_id();
    assume(owner[k] != OPENED || rank[k] <= rank[id] || next_of(k) == k_next);
    assume(owner[j] != OPENED || rank[j] <= rank[id] || next_of(j) == j_next);
}

void shows_tw__table_open(uint32_t id);
void assumes_tw__table_open(uint32_t id);

void shows_tw__table_open(uint32_t id) {
    GOAL(opening_keeps_the_rest, !id || remains(id, id));
    GOAL(opening_keeps_the_rest, in_rest(k, id));
    GOAL(opening_keeps_the_rest, pair_in_rest(k, j, id));
    GOAL(open_settles_each_once, settled_once(id) && !strayed);
    GOAL(open_leaves_others, other_slots_stay());
    GOAL(opening_ends, !turned || !id || rank[id] > open_turn);
    GOAL(open_makes_a_tree, shaped[opened]);
}

static void know_rest(uint32_t i, uint32_t id) {
    assume(in_rest(i, id) && pair_in_rest(i, k, id) && pair_in_rest(k, i, id));
    assume(pair_in_rest(i, j, id) && pair_in_rest(j, i, id));
}

void assumes_tw__table_open(uint32_t id) {
    assume((!id || remains(id, id)) && settled_once(id) && !strayed && shaped[opened] &&
           other_slots_stay() && T->capacity <= 0xFFFFFFFEu);
    know_rest(k, id);
    know_rest(j, id);
    if (id)
        know_rest(id, id);
    turned = true;
    open_turn = rank[id];
}

static void know_opened(uint32_t i) { assume((owner[i] == OPENED) == there(i, opened)); }

PROVE(open) {
    assume(!gone && opened >= FIRST && opened < SLOTS && !tree(opened) && T->slot[opened]);
    know_any();
    know_ends(opened);
    open_last = T->slot[opened];
    know_opened(k);
    know_opened(j);
    know_opened(open_last);
    know_opened(next_of(open_last));
    know_opened(next_of(k));
    know_opened(next_of(j));
    k_times = 0;
    turned = false;
    tw__table_open(T, opened);
    GOAL(open_settles_each_once, k_times == (uint32_t)(owner[k] == OPENED));
    GOAL(open_makes_a_tree, shaped[opened] == (T->slot[opened] != 0));
    GOAL(open_leaves_others, other_slots_stay());
}
