/* SPDX-License-Identifier: MIT-0 */
/* What `run cards16`, 32 and 64 prove of table.h with its lists, for any number of timers: what
   enter(), leave(), arm(), disarm(), settle() and deal() do. cards.h says how. */
#include "cards.h"

void told_insert(struct tw_table *t, size_t slot, uint32_t id) {
    (void)t;
    (void)slot;
    (void)id;
    treed = true;
}

void told_remove(struct tw_table *t, size_t slot, uint32_t id) { told_insert(t, slot, id); }

/* BITS. Each slot has two bits. */
static bool bit(const uintptr_t *word, size_t slot) { return word[slot / WORD] >> slot % WORD & 1; }

static bool summed(size_t word) {
    return (T->summary[word / WORD] >> word % WORD & 1) == (T->word[word] != 0);
}

PROVE(bits) {
    const size_t slot = any_size(), other = any_size(), word = any_size();
    const bool was = bit(T->word, other), shape_was = header_shape(T, other), shape = any_bool();

    assume(slot <= DUE && other < SLOTS && word < WORDS && summed(word));
    assume(slot == DUE || summed(slot / WORD));
    header_toggle(T, slot);
    GOAL(toggle_is_of_one_slot, bit(T->word, other) == (was != (other == slot)));
    GOAL(toggle_keeps_summaries, summed(word));
    GOAL(shape_of_the_due_list_is_0, !header_shape(T, DUE));
    assume(proved_shape(T, slot) == header_shape(T, slot) && (slot != DUE || !shape));
    header_set_shape(T, slot, shape);
    GOAL(shape_is_of_one_slot, header_shape(T, other) == (other == slot ? shape : shape_was));
    GOAL(shape_is_no_toggle, bit(T->word, other) == (was != (other == slot)) && summed(word));
}

PROVE(place) {
    const tw_tick due = any_tick();
    const size_t slot = header_slot(T->position, due);
    const tw_tick begin = header_begin(T, slot);

    assume(ahead(T->position, due));
    GOAL(place_is_a_slot, slot < SLOTS);
    GOAL(place_begins_by_due, begins_by(T->position, begin, due));
    GOAL(place_of_level_0_is_due, slot >= FIRST || begin == due);
}

/* What go() calls deal() with: the sub-slots of the block of the position in a level, or
   of the next block. */
PROVE(near) {
    const size_t level = any_size();
    const tw_tick position = any_tick(), due = any_tick();
    const unsigned width = tw__table_block(level);
    const tw_tick block = (tw_tick)(position >> width << width);
    const size_t here = tw__table_slot_at(level, block), slot = header_slot(position, due);
    const size_t next = tw__table_slot_at(level, (tw_tick)(block + ((tw_tick)1 << width)));

    assume(0 < level && level < TW__TABLE_LEVELS && ahead(position, due));
    GOAL(near_is_whole, here % TW__TABLE_SUBS == 0 && next % TW__TABLE_SUBS == 0);
    GOAL(near_is_above_level_0, FIRST <= here && here < SLOTS && FIRST <= next && next < SLOTS);
    GOAL(near_gets_none, slot - here >= TW__TABLE_SUBS && slot - next >= TW__TABLE_SUBS);
}

/* ENTER AND LEAVE. A timer that is armed, and in no slot, enters a slot that may have it. */
PROVE(enter) {
    const uint32_t n = gone;
    const size_t slot = any_size();

    know_any();
    assume(n && armed(n) && number(n) <= T->armings && slot <= DUE && !tree(slot));
    assume(slot == DUE || slot == proved_slot(T->position, timer(n)->due));
    assume(slot == DUE || (ahead(T->position, timer(n)->due) && within_reach(timer(n)->due)));
    know_ends(slot);
    know_pair(n, k);
    know_pair(n, j);
    if (T->slot[slot])
        know_pair(n, T->slot[slot]);
    assume(slot != DUE || !T->slot[slot] || number(T->slot[slot]) < number(n));
    gone = 0;
    header_enter(T, n, slot);
    KEEPS(enter);
    GOAL(enter_adds_one, waits(k) == (k == n || k_waits) && armed(k) == (k == n || k_armed));
}

/* A timer leaves its slot. */
PROVE(leave) {
    const uint32_t n = any_id();

    gone = 0;
    know_any();
    know_beside(n);
    assume(waits(n) && !tree(slot_of(n)));
    know_neighbours(n);
    header_leave(T, n);
    gone = n;
    KEEPS(leave);
    GOAL(leave_takes_one, waits(k) == (k != n && k_waits) && armed(k) == k_armed);
}

/* ARM, DISARM AND SETTLE call enter() and leave(), which are proved above for any timer that is in
   no slot, or in a list. What is noted of the call shows that it is such a timer. Where a timer
   stays in its slot, the properties are shown. */
extern uint32_t entered, left;
extern size_t entered_slot;
extern struct tw_table_timer at_call; /* the stamp of the timer when the call begins */

static void note(uint32_t id) {
    at_call.due = timer(id)->due;
    at_call.stamp[0] = timer(id)->stamp[0];
    at_call.stamp[1] = timer(id)->stamp[1];
}

void told_enter(struct tw_table *t, uint32_t id, size_t slot) {
    (void)t;
    entered = id;
    entered_slot = slot;
}

void told_leave(struct tw_table *t, uint32_t id) {
    (void)t;
    left = id;
    note(id);
}

static uint32_t was_place(const struct tw_table_timer *was) {
    return was->stamp[0] % TW__TABLE_PLACES;
}

static bool was_stamped(uint32_t n, const struct tw_table_timer *was) {
    return timer(n)->due == was->due && timer(n)->stamp[0] == was->stamp[0] &&
           timer(n)->stamp[1] == was->stamp[1];
}

/* leave() was called for n, which was then as it had been before the verb. */
static bool left_as_it_was(uint32_t n, const struct tw_table_timer *was) {
    return left == n && at_call.due == was->due && at_call.stamp[0] == was->stamp[0] &&
           at_call.stamp[1] == was->stamp[1];
}

static void know_one(uint32_t n, struct tw_table_timer *was) {
    know_any();
    know_beside(n);
    assume(!waits(n) || !tree(slot_of(n)));
    was->due = timer(n)->due;
    was->stamp[0] = timer(n)->stamp[0];
    was->stamp[1] = timer(n)->stamp[1];
    entered = left = 0;
}

/* The verb itself writes to no timer but n, and to no slot. */
static bool others_stay(uint32_t n) {
    return (k == n || same_timer()) && T->slot[s] == s_last && tree(s) == s_tree;
}

PROVE(arm) {
    const uint32_t n = any_id();
    const tw_tick due = any_tick();
    const bool passed = any_bool(), n_waits = waits(n), n_armed = armed(n);
    const size_t slot = passed ? (size_t)DUE : proved_slot(T->position, due);
    const uint64_t armings = T->armings;
    struct tw_table_timer was;

    assume(!gone);
    know_one(n, &was);
    assume(passed || (ahead(T->position, due) && within_reach(due) && tw_before(T->now, due)));
    total += !n_armed;
    tw__table_arm(T, n, due, passed);
    GOAL(arm_leaves_others, others_stay(n));
    GOAL(arm_gives_the_next_number,
         T->armings == armings + 1 && number(n) == T->armings && timer(n)->due == due);
    if (entered) {
        GOAL(arm_takes_it_out, n_waits ? left_as_it_was(n, &was) : left == 0);
        GOAL(arm_enters_its_slot, entered == n && entered_slot == slot && T->count == total);
        return;
    }
    GOAL(arm_stays_in_a_slot, left == 0 && n_waits && !passed && place(n) == was_place(&was));
    KEEPS(arm);
}

PROVE(disarm) {
    const uint32_t n = any_id();
    struct tw_table_timer was;

    gone = 0;
    know_one(n, &was);
    assume(armed(n) && total > 0);
    total--;
    tw__table_disarm(T, n);
    GOAL(disarm_leaves_others, others_stay(n));
    GOAL(disarm_takes_the_number, number(n) == 0 && entered == 0 && T->count == total);
    if (left) {
        GOAL(disarm_takes_it_out, left_as_it_was(n, &was) && place(n) == 0);
        return;
    }
    GOAL(disarm_stays_in_a_slot, place(n) == was_place(&was));
    KEEPS(disarm);
}

/* A timer that is in no slot, but has its deadline, comes where it belongs. */
PROVE(settle) {
    const uint32_t n = gone;
    const size_t slot = proved_slot(T->position, timer(n)->due);
    const bool n_armed = armed(n);
    struct tw_table_timer was;

    know_one(n, &was);
    assume(n && number(n) <= T->armings);
    header_settle(T, n);
    GOAL(settle_leaves_others, others_stay(n) && T->count == total && left == 0);
    if (entered) {
        GOAL(settle_enters_its_slot,
             entered == n && entered_slot == slot && n_armed && was_stamped(n, &was));
        return;
    }
    GOAL(settle_drops_a_cancelled_one, !n_armed && place(n) == 0 && number(n) == 0);
}

/* MOVING DOWN. deal() cuts timers off the fronts of lists, and settles each. Until it ends, the
   ring of such a list is open: `head` is its first timer. `next` of the last timer and `prev` of
   the first name any. */
static bool in_open(uint32_t i, size_t slot, uint32_t head) {
    const uint32_t last = T->slot[slot], next = timer(i)->link[NEXT], prev = timer(i)->link[PREV];

    return there(last, slot) && there(head, slot) && rank[head] <= rank[i] &&
           rank[i] <= rank[last] &&
           (i == last ||
            (there(next, slot) && rank[next] > rank[i] && timer(next)->link[PREV] == i)) &&
           (i == head ||
            (there(prev, slot) && rank[prev] < rank[i] && timer(prev)->link[NEXT] == i));
}

static bool pair_open(uint32_t i, uint32_t x, size_t slot) {
    return i == x ||
           (rank[i] != rank[x] &&
            (rank[i] > rank[x] || (i != T->slot[slot] && rank[timer(i)->link[NEXT]] <= rank[x])));
}

/* What holds of an open list, with any timers k and j. */
static bool is_open(size_t slot, uint32_t head) {
    return (head != 0) == (T->slot[slot] != 0) &&
           (!head || (there(head, slot) && there(T->slot[slot], slot))) &&
           (!there(k, slot) || in_open(k, slot, head)) &&
           (!there(j, slot) || in_open(j, slot, head)) &&
           (!there(k, slot) || !there(j, slot) || (pair_open(k, j, slot) && pair_open(j, k, slot)));
}

/* Of a third timer. */
static void know_open(uint32_t i, size_t slot, uint32_t head) {
    assume(there(i, slot) && in_open(i, slot, head));
    assume(!there(k, slot) || (pair_open(i, k, slot) && pair_open(k, i, slot)));
    assume(!there(j, slot) || (pair_open(i, j, slot) && pair_open(j, i, slot)));
}

/* deal() opens a ring by its first timer. */
PROVE(opens) {
    const size_t slot = any_size();

    assume(!gone && slot < SLOTS && !tree(slot));
    know_any();
    know_ends(slot);
    GOAL(opens_a_list, is_open(slot, T->slot[slot] ? timer(T->slot[slot])->link[NEXT] : 0));
}

PROVE(cut) {
    const size_t slot = any_size();
    uint32_t head = any_id(), n = head, got;

    strayed = false;
    assume(!gone && T->capacity <= 0xFFFFFFFEu && slot < SLOTS && head && inside(k) && inside(j));
    assume(s <= DUE);
    assume(is_open(slot, head) && occupied[slot] == (head != 0));
    know_open(head, slot, head);
    know_open(T->slot[slot], slot, head);
    if (head != T->slot[slot])
        know_open(timer(head)->link[NEXT], slot, head);
    remember();
    s_last = T->slot[s];
    got = header_cut(T, slot, &head);
    gone = n;
    GOAL(cut_takes_the_first, got == n);
    GOAL(cut_keeps_the_list, is_open(slot, head) && occupied[slot] == (head != 0));
    GOAL(cut_leaves_others, same_timer() && (s == slot || T->slot[s] == s_last) && !strayed);
}

/* What settle() calls changes no timer of another slot, and no other slot. */
PROVE(apart) {
    const size_t slot = any_size();
    const uint32_t n = gone;
    const uint64_t k_rank = rank[k];

    assume(T->capacity <= 0xFFFFFFFEu && slot <= DUE && !tree(slot) && inside(n) && inside(k));
    assume(sound_slot(slot));
    remember();
    s_last = T->slot[s];
    s_tree = s < SLOTS && occupied[s];
    assume(s < SLOTS && k != n && !there(k, slot));
    header_enter(T, n, slot);
    GOAL(enter_leaves_other_lists,
         same_timer() && rank[k] == k_rank &&
             (s == slot || (T->slot[s] == s_last && occupied[s] == s_tree)));
}

/* At the end deal() makes a ring of an open list. */
PROVE(closes) {
    const size_t slot = any_size();
    const uint32_t head = any_id(), last = T->slot[slot];

    assume(!gone && T->capacity <= 0xFFFFFFFEu && slot >= FIRST && slot < SLOTS && head);
    assume(!tree(slot) && there(k, slot) && there(j, slot) && is_open(slot, head));
    know_open(head, slot, head);
    know_open(last, slot, head);
    timer(head)->link[PREV] = 0;
    timer(last)->link[NEXT] = head;
    GOAL(closes_a_ring, in_list(k, slot) && pair_open(k, j, slot));
}

/* The loops of deal() call cut() and settle(). What is proved of both is assumed: the lists of the
   sub-slots are open before and behind each call. settle() leaves them alone, as `near` says. */
extern uint32_t cut_off;
extern size_t dealt, moved, most_at_first, turn;
extern bool turned;

static bool joins(uint32_t head, size_t slot) {
    return (head != 0) == (T->slot[slot] != 0) &&
           (!head || (there(head, slot) && there(T->slot[slot], slot)));
}

uint32_t told_cut(struct tw_table *t, size_t slot, uint32_t *head) {
    GOAL(deal_cuts_an_open_list,
         slot - dealt < TW__TABLE_SUBS && joins(*head, slot) && *head && !cut_off);
    cut_off = *head;
    *head = any_id();
    t->slot[slot] = any_id();
    t->word[slot / WORD] = any_word();
    assume(joins(*head, slot));
    return cut_off;
}

void told_settle(struct tw_table *t, uint32_t id) {
    GOAL(deal_settles_what_it_cut, cut_off && id == cut_off);
    t->word[dealt / WORD] = any_word();
    cut_off = 0;
    moved++;
}

/* The slots that deal() empties here are lists. */
uint32_t told_pop(struct tw_table *t, size_t slot) {
    treed = true;
    return t->slot[slot];
}

/* Says whether a sub-slot from this one on has a timer. */
static bool more(size_t from_here) {
    bool found = false;
    size_t i;

    for (i = 0; i < TW__TABLE_SUBS; i++)
        found = found || (i >= from_here && T->slot[dealt + i]);
    return found;
}

static bool told_by_the_word(void) {
    const uintptr_t all = (((uintptr_t)1 << TW__TABLE_SUBS) - 1) << dealt % WORD;

    return more(0) == ((T->word[dealt / WORD] & all) != 0);
}

static bool dealing(const uint32_t *head, size_t most) {
    bool all = !cut_off && !treed && moved + most == most_at_first && most > 0;

    size_t i;

    all = all && moved <= most_at_first;
    for (i = 0; i < TW__TABLE_SUBS; i++)
        all = all && joins(head[i], dealt + i);
    return all;
}

/* The loop over all turns. */
void shows_tw__table_deal_land_rhs(const uint32_t *head, size_t most);
void assumes_tw__table_deal_land_rhs(const uint32_t *head, size_t most);

void shows_tw__table_deal_land_rhs(const uint32_t *head, size_t most) {
    GOAL(dealing_goes_on, dealing(head, most));
    GOAL(dealing_ends, !turned || most < turn);
}

void assumes_tw__table_deal_land_rhs(const uint32_t *head, size_t most) {
    assume(dealing(head, most) && told_by_the_word());
    turned = true;
    turn = most;
}

/* The loop over the sub-slots. */
void shows_tw__table_deal_for_body19(const uint32_t *head, size_t i, size_t slot, size_t most);
void assumes_tw__table_deal_for_body19(const uint32_t *head, size_t i, size_t slot, size_t most);

static bool in_turn(size_t i, size_t slot, size_t most) {
    return i < TW__TABLE_SUBS && slot == dealt + i && most <= turn && (most < turn || more(i));
}

void shows_tw__table_deal_for_body19(const uint32_t *head, size_t i, size_t slot, size_t most) {
    GOAL(dealing_takes_turns, dealing(head, most) && in_turn(i, slot, most));
}

void assumes_tw__table_deal_for_body19(const uint32_t *head, size_t i, size_t slot, size_t most) {
    assume(dealing(head, most) && in_turn(i, slot, most));
}

/* Of timer k of a sub-slot: `next` of the last timer may have changed, `prev` of the first. */
static bool same_but_ends(void) {
    const uint32_t last = T->slot[slot_of(k)];

    return (timer(k)->link[NEXT] == k_was.link[NEXT] || k == last) &&
           (timer(k)->link[PREV] == k_was.link[PREV] || (last && k == timer(last)->link[NEXT]));
}

PROVE(deal) {
    const size_t begin = any_size(), most = any_size(), x = any_size();
    uint32_t last, empty;
    size_t i;

    assume(T->capacity <= 0xFFFFFFFEu && FIRST <= begin && begin < SLOTS && inside(k));
    assume(begin % TW__TABLE_SUBS == 0 && !cut_off && !gone);
    for (i = 0; i < TW__TABLE_SUBS; i++) {
        last = T->slot[begin + i];
        assume(!tree(begin + i));
        assume(!last || (there(last, begin + i) && there(timer(last)->link[NEXT], begin + i)));
    }
    turned = treed = strayed = false;
    moved = 0;
    most_at_first = most;
    dealt = begin;
    remember();
    assume(told_by_the_word());
    empty = tw__table_deal(T, begin, most);
    assume(told_by_the_word() && x - begin < TW__TABLE_SUBS);
    GOAL(deal_moves_no_more, moved <= most && !cut_off);
    GOAL(deal_tells_the_rest, empty == !more(0));
    GOAL(deal_keeps_to_lists, !treed && !strayed);
    GOAL(deal_moves_what_it_may, moved == most || !more(0));
    last = T->slot[x];
    GOAL(deal_closes_rings, !last || (there(timer(last)->link[NEXT], x) &&
                                      timer(timer(last)->link[NEXT])->link[PREV] == 0));
    GOAL(deal_writes_to_the_ends,
         timer(k)->due == k_was.due && timer(k)->stamp[0] == k_was.stamp[0] &&
             timer(k)->stamp[1] == k_was.stamp[1] &&
             (slot_of(k) - begin < TW__TABLE_SUBS ? same_but_ends() : same_timer()));
}
