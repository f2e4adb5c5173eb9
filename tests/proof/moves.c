/* SPDX-License-Identifier: MIT-0 */
/* What `run wheels` proves of the moves of table.h, for any number of timers: of the position's
   step, of the search of next(), and of an empty table that takes over a new clock.

   `k` is any one timer: what holds of it holds of all. A proof assumes property 3 of k, and shows
   it behind the verb. The functions that a verb calls have two names here. The definition gets
   header_NAME(). A call gets proved_NAME(), which assumes what table.c proves of the function, or
   what cards.c proves of deal(). */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#define tw__table_slot_at(a, b)        SLOT_AT_##a, b)
#define SLOT_AT_size_t                 header_slot_at(size_t
#define SLOT_AT_0                      header_slot_at(0
#define SLOT_AT_tw__table_level(slot)  header_slot_at(tw__table_level(slot)
#define SLOT_AT_level                  proved_slot_at(level
#define tw__table_slot(a, b)           SLOT_##a, b)
#define SLOT_tw_tick                   header_slot(tw_tick
#define SLOT_t                         proved_slot(t
#define tw__table_begin(a, b)          BEGIN_##a, b)
#define BEGIN_const                    header_begin(const
#define BEGIN_t                        proved_begin(t
#define BEGIN_T                        header_begin(T
#define tw__table_from(a, b)           FROM_##a, b)
#define FROM_const                     header_from(const
#define FROM_t                         proved_from(t
#define tw__table_earliest(a, b)       EARLIEST_##a, b)
#define EARLIEST_const                 header_earliest(const
#define EARLIEST_t                     proved_earliest(t
#define tw__table_share(a, b, c)       SHARE_##a, b, c)
#define SHARE_const                    header_share(const
#define SHARE_t                        proved_share(t
#define tw__table_deal(a, b, c)        DEAL_##a, b, c)
#define DEAL_struct                    header_deal(struct
#define DEAL_t                         proved_deal(t
#define tw__table_go(a, b)             GO_##a, b)
#define GO_struct                      header_go(struct
#define GO_t                           proved_go(t
#define tw__table_near(a, b)           NEAR_##a, b)
#define NEAR_const                     header_near(const
#define NEAR_t                         proved_near(t
#define tw__table_travel(a, b)         TRAVEL_##a, b)
#define TRAVEL_struct                  header_travel(struct
#define TRAVEL_t                       proved_travel(t
#define tw__table_tree(a, b)           TREE_##a, b)
#define TREE_const                     header_tree(const
#define TREE_t                         proved_tree(t
#define tw__table_least(a, b)          LEAST_##a, b)
#define LEAST_struct                   header_least(struct
#define LEAST_t                        proved_least(t
#define tw__table_open(a, b)           OPEN_##a, b)
#define OPEN_struct                    header_open(struct
#define OPEN_t                         proved_open(t
#define tw__table_pop(a, b)            POP_##a, b)
#define POP_struct                     header_pop(struct
#define POP_t                          proved_pop(t
#define tw__table_rest(a, b)           REST_##a, b)
#define REST_struct                    header_rest(struct
#define REST_t                         proved_rest(t
#define tw__table_restart(a, b)        RESTART_##a, b)
#define RESTART_struct                 header_restart(struct
#define RESTART_t                      proved_restart(t
#include "node.h"
struct tw_table;
static size_t proved_slot_at(size_t level, tw_tick due);
static size_t proved_slot(tw_tick position, tw_tick due);
static tw_tick proved_begin(const struct tw_table *t, size_t slot);
static size_t proved_from(const struct tw_table *t, size_t begin);
static size_t proved_earliest(const struct tw_table *t, tw_tick by);
static size_t proved_share(const struct tw_table *t, unsigned width, tw_tick passed);
static uint32_t proved_deal(struct tw_table *t, size_t begin, size_t most);
static void proved_go(struct tw_table *t, tw_tick to);
static size_t proved_near(const struct tw_table *t, tw_tick by);
static size_t proved_travel(struct tw_table *t, tw_tick by);
static bool proved_tree(const struct tw_table *t, size_t slot);
static tw_tick proved_least(struct tw_table *t, size_t slot);
static void proved_open(struct tw_table *t, size_t slot);
static uint32_t proved_pop(struct tw_table *t, size_t slot);
static void proved_rest(struct tw_table *t, uint32_t id);
static void proved_restart(struct tw_table *t, tw_tick now);
#include "table.h"

#include "prove.h"

#include "places.h"

enum { FIRST = TW__TABLE_FIRST, SUBS = TW__TABLE_SUBS, NONE = SLOTS };

uint32_t any_id(void);

/* Any one timer: its slot, NONE if it is in no slot of a level, its deadline, and whether it is
   armed. */
extern size_t k_slot;
extern tw_tick k_due;
extern bool k_armed, k_waits; /* k_waits: it was in a slot before the verb */

/* Seen from the position: where a slot begins, how many blocks of its level lie between that of
   the position and the digit of these sub-slots, and the slot of a deadline. */
tw_tick some_begin(tw_tick position, size_t slot);
tw_tick some_blocks(tw_tick position, size_t digit);
size_t some_home(tw_tick position, tw_tick due);

/* THE TIMER. Returns the first of the sub-slots of a digit. */
static size_t digit(size_t slot) { return slot < FIRST ? slot : slot - slot % SUBS; }

static bool upper(size_t slot) { return slot >= FIRST && slot < SLOTS; }

static tw_tick begin_of(size_t slot) { return some_begin(T->position, slot); }

static tw_tick far(size_t slot) { return from(T->position, begin_of(slot)); }

static tw_tick later(size_t slot) { return some_blocks(T->position, digit(slot)); }

/* Says whether the slot may have a timer for this deadline, by property 3. */
static bool has(size_t slot, tw_tick due) {
    return begins(slot, begin_of(slot), begin_of(digit(slot))) && ahead(T->position, due) &&
           far(slot) <= from(T->position, due) &&
           (upper(slot) ? later(slot) > 0 : begin_of(slot) == due);
}

static bool k_has_property_3(void) { return k_slot == NONE || has(k_slot, k_due); }

/* No timer that is armed is lost, and none comes that was in no slot. */
static bool k_stays(void) { return k_slot == NONE ? !(k_waits && k_armed) : k_waits; }

/* A slot of k is occupied. */
static void know_slot(void) {
    assume(k_slot <= NONE);
    assume(k_slot == NONE || T->slot[k_slot] != 0);
}

/* The slot of k's deadline. No deadline has a slot of a next block. */
static size_t home(void) {
    const size_t slot = some_home(T->position, k_due);

    assume(has(slot, k_due) && (!upper(slot) || later(slot) > 1));
    return slot;
}

/* k goes where its deadline belongs, or is dropped. */
static void settle(void) { k_slot = k_armed ? home() : (size_t)NONE; }

/* Any slots are occupied by now. */
static void change(struct tw_table *t) {
    const size_t slot = any_size();

    assume(slot < SLOTS);
    t->slot[slot] = any_id();
}

/* WHAT THE VERBS CALL */
static tw_tick proved_begin(const struct tw_table *t, size_t slot) {
    (void)t;
    return begin_of(slot);
}

static size_t proved_from(const struct tw_table *t, size_t begin) {
    const size_t found = any_size();

    (void)t;
    assume(begin <= found && found <= SLOTS);
    assume(k_slot == NONE || k_slot < begin || found <= k_slot);
    return found;
}

static size_t proved_share(const struct tw_table *t, unsigned width, tw_tick passed) {
    (void)t;
    (void)width;
    (void)passed;
    return any_size();
}

/* The slot that begins first. */
extern size_t found;
extern bool travelling, searching; /* a verb that goes on with the clock; next() */
extern bool acted;                 /* a turn of a search has changed a slot */

static bool looks_for(tw_tick by) {
    return cut(by, FIRST_BITS) != cut(T->position, FIRST_BITS) ||
           (ahead(T->position, by) && far(k_slot) <= from(T->position, by));
}

static size_t proved_earliest(const struct tw_table *t, tw_tick by) {
    found = any_size();
    assume(found <= SLOTS);
    assume(found == SLOTS ||
           (t->slot[found] != 0 && begins(found, begin_of(found), begin_of(digit(found))) &&
            (!upper(found) || later(found) > 0) && (!travelling || near(begin_of(found)))));
    assume(k_slot == NONE || !looks_for(by) ||
           (found < SLOTS && comes_first(found, begin_of(found), k_slot, begin_of(k_slot))));
    assume(!searching || found < SLOTS); /* a timer is armed, as tw__table_first() wants it */
    return found;
}

/* Timers of the sub-slots of a digit move down: all, or some. */
static uint32_t proved_deal(struct tw_table *t, size_t begin, size_t most) {
    const bool all = most == TW__ALL, among = k_slot - begin < SUBS;
    const bool moves = among && (all || any_bool());

    GOAL(deal_gets_a_digit, begin >= FIRST && begin < SLOTS && begin % SUBS == 0);
    if (searching)
        GOAL(next_deals_those_that_are_away, all && (!among || !k_armed || k_slot != home()));
    if (moves)
        settle();
    change(t);
    acted = true;
    return among && !moves ? 0 : all || any_bool();
}

/* THE POSITION'S STEP. go() asks for two digits of a level: that of the position, and the next. */
extern tw_tick aim;
extern bool enters, turned; /* enters: the position goes to another block of level 0 */
extern size_t turn;

static size_t proved_slot_at(size_t level, tw_tick tick) {
    const size_t slot = any_size();
    const tw_tick block = cut(T->position, low(level));

    GOAL(go_asks_for_two_blocks,
         tick == block || tick == (tw_tick)(block + ((tw_tick)1 << low(level))));
    assume(upper(slot) && level_of(slot) == level && slot % SUBS == 0);
    assume(k_slot == NONE || level_of(k_slot) != level ||
           (k_slot - slot < SUBS) == (later(k_slot) == (tick == block ? 0 : 1)));
    return slot;
}

/* What holds of k when the turn of a level begins. */
static bool goes(size_t level) {
    const bool below = level_of(k_slot) < level;

    return 1 <= level && level <= LEVELS && T->position == aim && k_slot <= NONE && k_stays() &&
           (!upper(k_slot) || ((later(k_slot) > 0 || (enters && !below)) &&
                               (later(k_slot) > 1 || !T->ready || !below)));
}

void shows_header_go(size_t level);
void assumes_header_go(size_t level);

void shows_header_go(size_t level) {
    GOAL(go_keeps_the_levels_below, goes(level));
    GOAL(go_takes_levels_by_turns, !turned || level == turn + 1);
}

void assumes_header_go(size_t level) {
    assume(goes(level));
    turned = true;
    turn = level;
}

/* The position goes to a tick at which the slot of k begins, or to one before. */
PROVE(go) {
    const tw_tick to = any_tick();

    assume(k_slot <= NONE && k_waits == (k_slot != NONE) && ahead(to, k_due));
    assume(!upper(k_slot) || (later(k_slot) > 0 && (!T->ready || later(k_slot) > 1)));
    enters = cut((tw_tick)(T->position ^ to), FIRST_BITS) != 0;
    assume(enters || some_blocks(to, digit(k_slot)) == later(k_slot));
    aim = to;
    turned = searching = false;
    header_go(T, to);
    GOAL(go_comes_to_the_tick, T->position == to);
    GOAL(go_leaves_no_block_behind,
         k_slot <= NONE && k_stays() && (!upper(k_slot) || later(k_slot) > 0));
    GOAL(go_knows_what_is_ready, !upper(k_slot) || !T->ready || later(k_slot) > 1);
}

/* TRAVEL */
extern tw_tick start, limit; /* the position before the verb, and `by` */
extern tw_tick left;         /* ticks from the position to `by` */

/* Says whether a comes before b; both lie less than half the range apart. */
static bool sooner(tw_tick a, tw_tick b) {
    return a != b && (BITS == 64 ? a < b : from(a, b) <= TW_TICK_MAX / 2);
}

static void proved_go(struct tw_table *t, tw_tick to) {
    GOAL(travel_goes_on, to != T->position && from(T->position, to) <= from(T->position, limit) &&
                             sooner(T->position, limit));
    GOAL(travel_passes_no_slot, k_slot == NONE || from(T->position, to) <= far(k_slot));
    change(t);
    t->position = to;
    t->ready = any_id();
    if (k_slot != NONE)
        k_slot = any_size();
    assume(k_slot <= NONE && k_has_property_3() && k_stays());
}

static bool travels(tw_tick by) {
    return k_slot <= NONE && k_has_property_3() && k_stays() && by == limit && timely(by) &&
           (k_slot == NONE || near(k_due)) &&
           (T->position == start ||
            (sooner(start, by) && from(start, T->position) <= from(start, by)));
}

void shows_header_travel(tw_tick by);
void assumes_header_travel(tw_tick by);

void shows_header_travel(tw_tick by) {
    GOAL(travel_keeps_property_3, travels(by));
    GOAL(travel_ends, !turned || from(T->position, by) < left);
}

void assumes_header_travel(tw_tick by) {
    assume(travels(by));
    know_slot();
    turned = true;
    left = from(T->position, by);
}

static void depart(tw_tick by) {
    start = T->position;
    limit = by;
    turned = searching = false;
    travelling = true;
    assume(k_waits == (k_slot != NONE) && travels(by));
    know_slot();
}

/* The answer is the slot of the position, whose timers are due at `by`; or no timer is. */
#define ANSWERS(verb, slot, by)                                                                 \
    do {                                                                                        \
        GOAL(verb##_stops_at_a_due_timer,                                                       \
             slot == SLOTS || (slot < FIRST && T->slot[slot] && !sooner(by, T->position) &&     \
                               (k_slot != slot || k_due == T->position)));                      \
        GOAL(verb##_passes_no_due_timer, slot != SLOTS || k_slot == NONE || sooner(by, k_due)); \
        GOAL(verb##_comes_to_by,                                                                \
             slot != SLOTS || T->position == (sooner(start, by) ? by : start));                 \
    } while (0)

PROVE(travel) {
    const tw_tick by = any_tick();
    size_t slot;

    depart(by);
    slot = header_travel(T, by);
    ANSWERS(travel, slot, by);
}

/* FOLLOW. It moves the position itself within a block, or calls travel(). */
extern bool followed;

static size_t proved_near(const struct tw_table *t, tw_tick by) {
    const size_t all = FIRST - 1, slot = any_size();
    const size_t here = (size_t)T->position & all, last = (size_t)by & all;

    GOAL(follow_asks_of_one_block, cut((tw_tick)(by ^ T->position), FIRST_BITS) == 0);
    assume(slot == SLOTS || (here <= slot && slot <= last && t->slot[slot] != 0));
    assume(k_slot < here || k_slot > last || slot <= k_slot);
    return slot;
}

static size_t proved_travel(struct tw_table *t, tw_tick by) {
    GOAL(follow_lets_travel, by == limit && t->position == start);
    followed = true;
    return any_size();
}

PROVE(follow) {
    const tw_tick by = any_tick();
    size_t slot;

    depart(by);
    followed = false;
    slot = tw__table_follow(T, by);
    if (followed)
        return;
    GOAL(follow_stays_in_the_block, cut((tw_tick)(T->position ^ start), FIRST_BITS) == 0);
    GOAL(follow_passes_no_slot,
         k_slot == NONE || from(start, T->position) <= from(start, some_begin(start, k_slot)));
    ANSWERS(follow, slot, by);
}

/* THE SEARCH OF NEXT(). A timer is at home in the slot of its deadline. */
extern bool was_home, asked_tree;
extern size_t asked;
extern tw_tick least;

static size_t proved_slot(tw_tick position, tw_tick begin) {
    const size_t slot = any_size();

    assume(position != T->position || begin != begin_of(found) || !upper(found) ||
           (slot == found) == (later(found) > 1));
    return slot;
}

static bool proved_tree(const struct tw_table *t, size_t slot) {
    (void)t;
    asked = slot;
    asked_tree = any_bool();
    return asked_tree;
}

/* The list of the slot becomes a tree. Each of its timers goes where its deadline belongs. */
static void proved_open(struct tw_table *t, size_t slot) {
    GOAL(next_opens_a_list, upper(slot) && slot == found && asked == slot && !asked_tree);
    if (k_slot == slot)
        settle();
    change(t);
    acted = true;
}

/* What `nearest` proves is assumed of a timer of another slot. */
static tw_tick proved_least(struct tw_table *t, size_t slot) {
    (void)t;
    GOAL(next_asks_a_tree, upper(slot) && slot == found && asked == slot && asked_tree);
    least = any_tick();
    assume(k_slot != slot || from(T->position, least) <= from(T->position, k_due));
    assume(k_slot == slot || k_slot == NONE || later(slot) < 2 ||
           !comes_first(slot, begin_of(slot), k_slot, begin_of(k_slot)) ||
           from(T->position, least) <= from(T->position, k_due));
    return least;
}

static bool k_is_home(void) { return k_slot == NONE || (k_armed && k_slot == home()); }

static bool searches(void) {
    return k_slot <= NONE && k_has_property_3() && k_stays() && T->position == start;
}

void shows_tw__table_first(void);
void assumes_tw__table_first(void);

void shows_tw__table_first(void) {
    GOAL(next_keeps_property_3, searches());
    GOAL(next_brings_home, !turned || (acted && (k_is_home() || (turn != found && !was_home))));
}

void assumes_tw__table_first(void) {
    assume(searches());
    know_slot();
    turned = true;
    acted = false;
    was_home = k_is_home();
    turn = k_slot;
}

PROVE(first) {
    tw_tick due;

    start = T->position;
    travelling = turned = false;
    searching = true;
    assume(k_waits == (k_slot != NONE) && searches());
    know_slot();
    due = tw__table_first(T);
    GOAL(next_is_not_late, k_slot == NONE || from(T->position, due) <= from(T->position, k_due));
    GOAL(next_is_of_a_slot, due == (found < FIRST ? begin_of(found) : least));
}

/* A NEW CLOCK. Nothing is armed, and the clock may be any. */
extern uint32_t popped;
extern tw_tick clock_before;
extern bool restarted;

static uint32_t proved_pop(struct tw_table *t, size_t slot) {
    GOAL(restart_takes_from_an_occupied_slot, slot == found && slot < SLOTS && !popped);
    if (k_slot == slot && any_bool())
        k_slot = NONE;
    change(t);
    popped = any_id();
    assume(popped);
    return popped;
}

static void proved_rest(struct tw_table *t, uint32_t id) {
    (void)t;
    GOAL(restart_drops_what_it_takes, popped && id == popped);
    popped = 0;
    acted = true;
}

void shows_header_restart(void);
void assumes_header_restart(void);

void shows_header_restart(void) {
    GOAL(restart_keeps_property_3, searches() && !popped);
    GOAL(restart_takes_one_by_turns, !turned || acted);
}

void assumes_header_restart(void) {
    assume(searches() && !popped);
    know_slot();
    turned = true;
    acted = false;
}

PROVE(restart) {
    const tw_tick now = any_tick();

    start = T->position;
    travelling = searching = turned = false;
    popped = 0;
    assume(!k_armed && k_waits == (k_slot != NONE) && searches());
    know_slot();
    header_restart(T, now);
    GOAL(restart_leaves_no_slot_occupied, k_slot == NONE);
    GOAL(restart_takes_over_the_clock, T->position == now && T->now == now);
}

static void proved_restart(struct tw_table *t, tw_tick now) {
    GOAL(batch_restarts_before_it_moves, t->count == 0 && t->now == clock_before);
    restarted = true;
    t->now = t->position = now;
}

PROVE(batch) {
    const tw_tick now = any_tick(), position = T->position;

    clock_before = T->now;
    restarted = false;
    tw__table_begin_batch(T, now);
    GOAL(batch_restarts_an_empty_table, BITS == 64 ? !restarted : restarted == (T->count == 0));
    GOAL(batch_moves_the_clock, T->now == now && T->position == (restarted ? now : position));
}
