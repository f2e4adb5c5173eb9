/* SPDX-License-Identifier: MIT-0 */
/* A set of timers over a structure: deadlines of all magnitudes, budgets, pulls,
   callbacks that arm, cancel and clear.
 */
#define TW_STATIC
#define TW_IMPLEMENTATION
#include "search.h"

#include "structure.h"
#include "timers.h"

TW_TIMERS_OF(set, STRUCTURE)

#if defined(SEARCH_CROWDS)
enum { CROWDS = 1, MOST = 200 };
#else
enum { CROWDS = 0, MOST = 5000 };
#endif
/* A skip list without room, too, searches from node to node: a crowd takes minutes. */
#if defined(LIST)
enum { LONG_SEARCH = 1 };
#else
enum { LONG_SEARCH = 0 };
#endif
static struct set *set;
static struct tw_node *node;
static void *room;
static size_t nodes;
static tw_tick now, reach, fixed_delay[4], fixed_step;
static unsigned debts; /* calls in a row that left due timers behind */
static uint64_t cleared;
static bool steady, lively, clearing;

static size_t at(const struct tw_node *n) { return n ? (size_t)(n - node) + 1 : 0; }

static struct tw_node *any(void) { return &node[below(nodes)]; }

/* Now and then a deadline beyond what ticks that wrap allow, or one that has passed. */
static tw_tick a_due(void) {
    tw_tick delay = steady && !one_in(8) ? fixed_delay[draw() % 4] : (tw_tick)span(reach);

    switch (draw() % 16) {
    case 0:
        return (tw_tick)(now - (now / 2 < delay ? 0 : delay / 2));
    case 1:
        return TW_TICK_BITS == 64 ? (tw_tick)(now + delay)
                                  : (tw_tick)(now + TW__QUARTER + below(5));
    case 2:
        delay = (tw_tick)(delay >> 6 << 6);
        return (tw_tick)((tw_tick)(now + delay) & ~(tw_tick)63);
    case 3:
        return (tw_tick)(now + below(4));
    default:
        return (tw_tick)(now + delay);
    }
}

/* clear_with() promises no order. */
static void fire(struct tw_node *n, tw_tick when) {
    if (clearing) {
        cleared += at(n) * 0x9E3779B97F4A7C15u;
        return;
    }
    answer(at(n)), answer(when), answer(n->due);
    if (!lively)
        return;
    switch (draw() % 8) {
    case 0:
    case 1:
    case 2:
        answer(set_add(set, n, a_due()));
        break;
    case 3:
        answer(set_cancel(set, any()));
        break;
    case 4:
        answer(set_add(set, any(), a_due()));
        break;
    case 5:
        answer(set_advance(set, when)); /* refused */
        break;
    default:
        break;
    }
}

static void look(void) {
    tw_tick due = 0;

    if (one_in(2) && set_next(set, &due))
        answer(due);
    if (one_in(4))
        answer(set_any_due(set));
    if (one_in(8))
        answer((uint64_t)set_wait_ms(set, now, (tw_tick)(1 + below(1000))));
    if (one_in(16))
        answer(set_count(set));
    if (one_in(nodes > 64 ? 200 : 2))
        answer_text(set_check(set));
}

/* How far the clock may go. Whoever leaves due timers behind comes back soon, as ticks
   that wrap want it: no deadline falls a quarter of the range behind. A walk changes
   nothing in the set, as next() may. */
static tw_tick farthest(void) {
    tw_tick most = TW_TICK_BITS == 64 ? reach : TW__QUARTER - 1, late = 0;
    const struct tw_node *n = NULL;

    if (TW_TICK_BITS == 64 || !set_any_due(set))
        return most;
    while ((n = set_each(set, n)) != NULL)
        if (!tw_before(set_now(set), n->due) && (tw_tick)(set_now(set) - n->due) > late)
            late = (tw_tick)(set_now(set) - n->due);
    return late < most ? (tw_tick)((most - late) / 4) : 0;
}

/* Lets the clock go on. While a batch is pulled the set's clock stands. */
static void go_on(void) {
    const tw_tick most = farthest();
    size_t fired = 0, budget = below(4);
    tw_tick step;

    step = steady ? fixed_step : (tw_tick)span(most);
    now = (tw_tick)(set_now(set) + (step < most ? step : most));
    if (TW_TICK_BITS == 64 && now > TW_TICK_MAX - TW__QUARTER)
        now = TW_TICK_MAX - TW__QUARTER;
    switch (debts < 2 ? draw() % 4 : 0) {
    case 0:
    case 1:
        answer(set_advance(set, now));
        break;
    case 2:
        answer(set_advance_some(set, now, budget));
        break;
    default:
        for (budget = one_in(2) ? budget : MOST; fired < budget; fired++) {
            struct tw_node *n = set_expire(set, now);

            answer(at(n));
            if (!n)
                break;
        }
    }
    debts = set_any_due(set) ? debts + 1 : 0;
}

static void pay(void) {
    while (set_expire(set, now) != NULL)
        answer(1);
    answer(set_advance(set, now));
    debts = 0;
}

static void walk(void) {
    const struct tw_node *n = NULL;
    uint64_t sum = 0;

    while ((n = set_each(set, n)) != NULL)
        sum += at(n) * 0x9E3779B97F4A7C15u;
    answer(sum);
}

static void rare(void) {
    switch (draw() % 8) {
    case 0:
        set_clear(set);
        break;
    case 1:
        clearing = true, cleared = 0;
        set_clear_with(set, fire);
        clearing = false;
        answer(cleared);
        break;
    case 2:
        walk();
        break;
    case 3:
        now = set_count(set) == 0 && TW_TICK_BITS != 64 ? a_beginning() : now;
        answer(set_advance_some(set, now, set_count(set) == 0 ? 0 : nodes));
        break;
    default:
        walk();
    }
}

static void act(void) {
    struct tw_node *n = any();
    tw_tick missed = 0;

    switch (draw() % 16) {
    case 0:
    case 1:
        answer(set_cancel(set, n));
        break;
    case 2:
        answer(set_add_if_earlier(set, n, a_due()));
        break;
    case 3:
        answer(set_add_in(set, n, now,
                          (tw_tick)span(TW_TICK_BITS == 64 && one_in(9) ? TW_TICK_MAX : reach)));
        break;
    case 4:
        answer(set_remaining(set, n)), answer(set_pending(set, n));
        break;
    case 5:
        answer(tw_forward(n->due, (tw_tick)(1 + span(reach)), now, &missed)), answer(missed);
        break;
    case 6:
        answer(tw_coalesce(now, (tw_tick)(now + span(reach))));
        break;
    case 7:
    case 8:
    case 9:
    case 10:
        go_on();
        break;
    default:
        answer(set_add(set, n, a_due()));
    }
}

static void begin(int fill) {
    static const size_t most[] = {2, 4, 12, 60, 60, 400, 400, MOST};
    const struct tw_ops *ops = &OF_STRUCTURE(_ops);
    size_t capacity;

    nodes = 1 + below(most[draw() % 8]);
    if (!LONG_SEARCH && (CROWDS || one_in(100))) /* sizes from which on wheels read ahead */
        nodes = one_in(2) ? 32768 + below(3) : 30000 + below(20000);
    capacity = one_in(4) ? 1 + below(nodes) : nodes;
    now = fill ? a_beginning() : one_in(2) ? 0 : a_beginning();
    reach = (tw_tick)(TW_TICK_BITS == 64 ? (uint64_t)1 << (4 + draw() % 57)
                                         : (uint64_t)TW__QUARTER >> below(5) * 3);
    set = (struct set *)filled(sizeof *set, fill);
    node = (struct tw_node *)filled(nodes * sizeof *node, fill);
    room = filled(ops->bytes(capacity), fill);
    set_init(set, now, ops->bytes(9) && !one_in(9) ? room : NULL, one_in(99) ? 0 : capacity);
    steady = one_in(3);
    lively = one_in(2);
    fixed_step = (tw_tick)(1 + span(reach / 2 + 1));
    debts = 0;
}

static void play(void) {
    const int fill = one_in(2) ? 0xA5 : 0;
    size_t i, acts;

    begin(fill);
    answer(OF_STRUCTURE(_ops).count(&set->in));
    for (i = 0; i < 4; i++)
        fixed_delay[i] = (tw_tick)(1 + span(reach));
    for (i = 0; i < nodes; i++) {
        tw_node_init(&node[i], fire);
        if (one_in(3) || nodes > 60)
            answer(set_add(set, &node[i], a_due()));
    }
    acts = 20 + below(nodes < 100 ? 600 : nodes < MOST ? nodes : MOST);
    for (i = 0; i < acts; i++) {
        act();
        look();
        if (one_in(150))
            rare();
        if (debts > 2)
            pay();
    }
    free(room), free(node), free(set);
}

int main(int argc, char **argv) {
    const struct tw_ops *ops = &OF_STRUCTURE(_ops);

    printf("room %lu %lu %lu\n", (unsigned long)ops->size, (unsigned long)ops->bytes(7),
           (unsigned long)ops->bytes(5000));
    return search(argc, argv);
}
