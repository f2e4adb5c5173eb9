/* SPDX-License-Identifier: MIT-0 */
/* What window.h promises, over every structure: beside a model of its own, and against
   the least number of wake-ups that any choice of ticks needs.

       window          all of it
       window NAME     one scenario */
#include "rig.h"
#include "edges.h"
#include "window.h"

/* The verbs of a set of windows over one structure. */
struct kind {
    const struct tw_ops *ops;
    size_t size;
    void (*init)(void *s, tw_tick now, void *array, size_t n);
    bool (*add)(void *s, struct tw_window *w, tw_tick earliest, tw_tick latest);
    bool (*cancel)(void *s, struct tw_window *w);
    bool (*pending)(void *s, const struct tw_window *w);
    bool (*next)(void *s, tw_tick *latest);
    int (*wait_ms)(void *s, tw_tick now, tw_tick ticks_per_ms);
    size_t (*advance)(void *s, tw_tick now);
    size_t (*advance_some)(void *s, tw_tick now, size_t max);
    tw_tick (*now)(void *s);
    size_t (*count)(void *s);
    size_t (*capacity)(void *s);
    bool (*storage)(void *s, void *array, size_t n);
    size_t (*bytes)(size_t n);
    struct tw_window *(*each)(void *s, const struct tw_window *w);
    void (*clear)(void *s);
    void (*clear_with)(void *s, tw_fn *fn);
    const char *(*check)(void *s);
};

#define KIND(of)                                                                                 \
    TW_WINDOWS_OF(of##s, of)                                                                     \
    static void of##_init(void *s, tw_tick now, void *array, size_t n) {                         \
        of##s_init((struct of##s *)s, now, (tw_##of##_array *)array, n);                         \
    }                                                                                            \
    static bool of##_add(void *s, struct tw_window *w, tw_tick earliest, tw_tick latest) {       \
        return of##s_add((struct of##s *)s, w, earliest, latest);                                \
    }                                                                                            \
    static bool of##_cancel(void *s, struct tw_window *w) {                                      \
        return of##s_cancel((struct of##s *)s, w);                                               \
    }                                                                                            \
    static bool of##_pending(void *s, const struct tw_window *w) {                               \
        return of##s_pending((struct of##s *)s, w);                                              \
    }                                                                                            \
    static bool of##_next(void *s, tw_tick *t) { return of##s_next((struct of##s *)s, t); }      \
    static int of##_wait_ms(void *s, tw_tick now, tw_tick per) {                                 \
        return of##s_wait_ms((struct of##s *)s, now, per);                                       \
    }                                                                                            \
    static size_t of##_advance(void *s, tw_tick now) {                                           \
        return of##s_advance((struct of##s *)s, now);                                            \
    }                                                                                            \
    static size_t of##_advance_some(void *s, tw_tick now, size_t max) {                          \
        return of##s_advance_some((struct of##s *)s, now, max);                                  \
    }                                                                                            \
    static tw_tick of##_now(void *s) { return of##s_now((struct of##s *)s); }                    \
    static size_t of##_count(void *s) { return of##s_count((struct of##s *)s); }                 \
    static size_t of##_capacity(void *s) { return of##s_capacity((struct of##s *)s); }           \
    static bool of##_storage(void *s, void *array, size_t n) {                                   \
        return of##s_storage((struct of##s *)s, array, n);                                       \
    }                                                                                            \
    static struct tw_window *of##_each(void *s, const struct tw_window *w) {                     \
        return of##s_each((struct of##s *)s, w);                                                 \
    }                                                                                            \
    static void of##_clear(void *s) { of##s_clear((struct of##s *)s); }                          \
    static void of##_clear_with(void *s, tw_fn *fn) { of##s_clear_with((struct of##s *)s, fn); } \
    static const char *of##_check(void *s) { return of##s_check((struct of##s *)s); }
#define ROW_OF(of)                                                    \
    {&tw_##of##_ops, sizeof(struct of##s), of##_init,   of##_add,     \
     of##_cancel,    of##_pending,         of##_next,   of##_wait_ms, \
     of##_advance,   of##_advance_some,    of##_now,    of##_count,   \
     of##_capacity,  of##_storage,         of##s_bytes, of##_each,    \
     of##_clear,     of##_clear_with,      of##_check},

EACH_STRUCTURE(KIND)

static const struct kind kinds[] = {EACH_STRUCTURE(ROW_OF)};

/* A timer of the test, with all that the model knows of it. */
struct item {
    struct tw_window w;
    int id;
    bool armed, passed;
    uint64_t earliest, latest, born;
};

enum { ITEMS = 24, ROOM = 64 };
static struct item item[ITEMS];

/* The set beside the model. `first` is what the coming callback must be for. */
static struct both {
    const struct kind *k;
    void *set, *room;
    uint64_t now, before, births, batch;
    size_t fires;
    bool in_call;
    void (*act)(struct item *x);
} both;

static bool set_begins(uint64_t now, size_t room) {
    size_t i;

    for (i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (kinds[i].ops == rig.ops)
            both.k = &kinds[i];
    free(both.set);
    free(both.room);
    both.set = calloc(1, both.k->size);
    both.room = malloc(both.k->bytes(ROOM) + 1);
    assert(both.set && both.room);
    both.k->init(both.set, (tw_tick)now, both.room, room);
    both.now = both.before = now;
    both.births = both.batch = both.fires = 0;
    both.act = NULL;
    both.in_call = false;
    return true;
}

static void set_ends(void) {
    free(both.set);
    free(both.room);
    both.set = both.room = NULL;
}

/* THE MODEL. It looks at all timers each time. Says whether a comes before b. A timer
   that was armed for a passed tick comes behind those that were due by the old now. */
static bool comes_before(const struct item *a, const struct item *b) {
    const uint64_t at = a->passed ? both.before : a->latest;
    const uint64_t bt = b->passed ? both.before : b->latest;

    if (at != bt)
        return at < bt;
    if (a->passed != b->passed)
        return b->passed;
    return a->born < b->born;
}

/* The timer that must fire next in this call; NULL: none. */
static struct item *model_first(void) {
    struct item *first = NULL;
    size_t i;

    for (i = 0; i < ITEMS; i++)
        if (item[i].armed && !(item[i].passed && item[i].born >= both.batch) &&
            (!first || comes_before(&item[i], first)))
            first = &item[i];
    if (first && !first->passed && first->latest > both.now &&
        (first->earliest > both.now || first->born >= both.batch))
        return NULL;
    return first;
}

/* Compares what can be seen outside of a call. */
static void set_agrees(void) {
    uint64_t least = UINT64_MAX;
    size_t i, armed = 0;
    tw_tick got = 7;

    for (i = 0; i < ITEMS; i++) {
        assert(both.k->pending(both.set, &item[i].w) == item[i].armed);
        if (item[i].armed) {
            const uint64_t at = item[i].latest > both.now ? item[i].latest : both.now;
            least = at < least ? at : least;
            armed++;
        }
    }
    assert(both.k->count(both.set) == armed);
    assert(both.k->next(both.set, &got) == (armed > 0));
    assert(got == (armed > 0 ? (tw_tick)least : 7));
    assert(both.k->now(both.set) == (tw_tick)both.now);
    assert(!both.k->check(both.set));
}

static void on_window(struct tw_node *n, tw_tick now) {
    struct item *x = TW_OF(n, struct item, w.node);

    assert(both.in_call && model_first() == x);
    assert(now == (tw_tick)both.now && n->due == (tw_tick)x->latest && tw_idle(n));
    assert(x->earliest <= both.now || x->passed);
    assert(both.k->advance(both.set, (tw_tick)(now + 1)) == 0); /* refused */
    x->armed = false;
    both.fires++;
    if (both.act)
        both.act(x);
}

static void item_begins(size_t i) {
    tw_node_init(&item[i].w.node, on_window);
    item[i].id = (int)i;
    item[i].armed = false;
}

static void items_begin(void) {
    size_t i;

    for (i = 0; i < ITEMS; i++)
        item_begins(i);
}

static bool near_enough(uint64_t tick) {
    return TW_TICK_BITS == 64 || (tick < both.now + REACH && tick + REACH >= both.now);
}

static void set_add(struct item *x, uint64_t earliest, uint64_t latest) {
    const uint64_t by = latest < earliest ? earliest : latest;
    const bool may = near_enough(earliest) && near_enough(latest);

    assert(both.k->add(both.set, &x->w, (tw_tick)earliest, (tw_tick)latest) == may);
    if (!may)
        return;
    x->armed = true;
    x->passed = by <= both.now;
    x->latest = by;
    x->earliest = earliest > both.now ? earliest : both.now + 1;
    x->born = both.births++;
}

static void set_cancel(struct item *x) {
    assert(both.k->cancel(both.set, &x->w) == x->armed);
    x->armed = false;
}

static size_t set_advance(uint64_t now, size_t max) {
    const size_t before = both.fires;
    size_t got;

    both.before = both.now;
    both.now = now;
    both.batch = both.births;
    both.in_call = true;
    got = max == TW__ALL ? both.k->advance(both.set, (tw_tick)now)
                         : both.k->advance_some(both.set, (tw_tick)now, max);
    both.in_call = false;
    assert(got == both.fires - before && got <= max);
    assert(got == max || model_first() == NULL);
    set_agrees();
    return got;
}

/* RANDOM RUNS. In half of the rounds all windows end within eight ticks, far ahead, so that a
   wheel has them in one long list, with equals. */
static unsigned reach;
static bool crowded;
static uint64_t crowd; /* where these ticks begin */

static void add_to_crowd(struct item *x) {
    uint64_t from;

    if (both.now >= crowd)
        crowd = (both.now | 1023) + 993;
    from = rig_below(4) ? crowd - rig_below(4) : both.now + rig_below(crowd - both.now);
    set_add(x, from, crowd + rig_below(8));
}

static uint64_t behind(uint64_t most) {
    const uint64_t back = rig_below(most);

    return back < both.now ? both.now - back : 0;
}

static void add_anywhere(struct item *x) {
    const uint64_t from = rig_below(5) ? both.now + rig_below((uint64_t)1 << rig_below(reach))
                                       : behind(1 + rig_below(20));
    const uint64_t to = rig_below(9) ? from + rig_below((uint64_t)1 << rig_below(reach))
                                     : behind(1 + rig_below(20));

    set_add(x, from, to);
}

static void add_any(struct item *x) {
    if (crowded)
        add_to_crowd(x);
    else
        add_anywhere(x);
}

static void act_any(struct item *x) {
    switch (rig_below(5)) {
    case 0:
        add_any(x);
        break;
    case 1:
        add_any(&item[rig_index(ITEMS)]);
        break;
    case 2:
        set_cancel(&item[rig_index(ITEMS)]);
        break;
    case 3: /* the window is open already, and stays so */
        set_add(x, both.now, both.now + rig_below(30));
        break;
    default:
        break;
    }
}

/* A later tick, before which all that waits stays within what ticks that wrap allow. */
static uint64_t later_tick(void) {
    uint64_t now = both.now + rig_below((uint64_t)1 << rig_below(reach));
    size_t i;

    for (i = 0; i < ITEMS; i++)
        if (TW_TICK_BITS != 64 && item[i].armed && now >= item[i].latest + REACH)
            now = both.now;
    return now;
}

SCENARIO(windows_random_runs_equal_the_model,
         "Whatever is done, timers with windows fire when the model says.") {
    static const unsigned bits[] = {0, 15, 16, 31, 32, 40};
    unsigned round, k;

    rig_seed = 20261124;
    for (round = 0; round < (SLOW ? 30u : 120u); round++) {
        const uint64_t at = (uint64_t)1 << bits[rig_below(sizeof bits / sizeof bits[0])];

        set_begins(at > 300 ? at - rig_below(300) : at, ROOM);
        items_begin();
        both.act = act_any;
        crowded = round % 2;
        crowd = 0;
        reach = 2 + (unsigned)rig_below(crowded ? 8 : TW_TICK_BITS == 64 ? 30 : TW_TICK_BITS - 2);
        for (k = 0; k < 400; k++) {
            switch (rig_below(8)) {
            case 0:
                set_cancel(&item[rig_index(ITEMS)]);
                break;
            case 1:
                set_advance(later_tick(), rig_index(4));
                break;
            case 2:
            case 3:
                set_advance(later_tick(), TW__ALL);
                break;
            default:
                add_any(&item[rig_index(ITEMS)]);
            }
            set_agrees();
        }
        both.k->clear(both.set);
        items_begin();
    }
    set_ends();
}

/* AT THE EDGES. Few timers, and both ends of a window almost a quarter of the range away,
   beyond it, or half the range away, where one end seems to lie on the other side. */
enum { WINDOW_OPENS, WINDOW_ENDS, WINDOW_WIDTH, WINDOW_REFUSED, WINDOW_EDGES };

static struct edge window_edges[WINDOW_EDGES] = {
    {"earliest tick armed, ahead of the clock", QUARTER - 1, 0, false, true, false},
    {"latest tick armed, ahead of the clock", QUARTER - 1, 0, false, true, false},
    {"ticks of a window that was armed", 2 * QUARTER - 1, 0, false, true, false},
    {"latest tick refused, ahead of the clock", 3 * QUARTER - 1, 0, false, TW_TICK_BITS != 64,
     false},
};

/* A tick near the clock, a quarter or more away, or at the end of a block; never so far
   that ticks which wrap take it for another one. */
static uint64_t end_of_window(void) {
    switch (rig_below(8)) {
    case 0:
        return both.now + QUARTER - 1 - rig_below(3);
    case 1:
        return both.now + QUARTER + rig_below(3);
    case 2:
        return both.now - QUARTER + rig_below(3);
    case 3:
        return both.now + 2 * QUARTER - 2 + rig_below(4);
    case 4:
        return both.now + 3 * QUARTER - 1 - rig_below(3);
    case 5:
        return both.now - 1 + rig_below(3);
    default:
        return both.now + edge_of_block(both.now, rig_below) % QUARTER;
    }
}

static void add_at_edges(struct item *x) {
    const uint64_t from = end_of_window(), to = end_of_window();
    const bool was = x->armed;

    x->armed = false;
    set_add(x, from, to);
    if (x->armed && from > both.now)
        edge_meets(&window_edges[WINDOW_OPENS], from - both.now);
    if (x->armed && to > both.now)
        edge_meets(&window_edges[WINDOW_ENDS], to - both.now);
    if (x->armed && to > from)
        edge_meets(&window_edges[WINDOW_WIDTH], to - from);
    if (!x->armed && to > both.now)
        edge_meets(&window_edges[WINDOW_REFUSED], to - both.now);
    x->armed = x->armed || was;
}

/* The last tick to which the clock may go while these timers wait. */
static uint64_t last_tick(void) {
    uint64_t last = both.now + QUARTER - 1;
    size_t i;

    for (i = 0; i < 3; i++)
        if (item[i].armed && !item[i].passed && item[i].latest + QUARTER - 1 < last)
            last = item[i].latest + QUARTER - 1;
    return last < both.now ? both.now : last;
}

MISTAKE(windows_at_the_edges, "At each edge of the rules a window fires when the model says.") {
    unsigned round, k;

    rig_seed = 20261128;
    for (round = 0; round < (SLOW ? 40u : 200u); round++) {
        set_begins(4 * QUARTER * (TW_TICK_BITS == 64 ? 0 : 1 + rig_below(4)) + QUARTER, ROOM);
        items_begin();
        for (k = 0; k < 100 && both.now < UINT64_MAX / 4 + QUARTER; k++) {
            if (rig_below(3))
                add_at_edges(&item[rig_index(3)]);
            else if (rig_below(4) == 0)
                set_cancel(&item[rig_index(3)]);
            else
                set_advance(rig_below(2) ? last_tick() - rig_below(2) * (last_tick() > both.now)
                                         : both.now + rig_below(2) * (last_tick() > both.now),
                            rig_below(3) ? TW__ALL : 0);
            set_agrees();
        }
        both.k->clear(both.set);
        items_begin();
    }
    set_ends();
    assert(edges_are_near(window_edges, WINDOW_EDGES));
}

/* THE LEAST WAKE-UPS. The least number of ticks below 12 so that each window holds one:
   every choice of ticks is tried. */
static unsigned least_wakes(const unsigned *from, const unsigned *to, size_t n) {
    unsigned chosen, least = 12;
    size_t i;

    for (chosen = 0; chosen < 1u << 12; chosen++) {
        unsigned wakes = 0, bits;

        for (bits = chosen; bits; bits &= bits - 1)
            wakes++;
        for (i = 0; i < n; i++)
            if ((chosen >> from[i] & ((2u << (to[i] - from[i])) - 1)) == 0)
                break;
        if (i == n && wakes < least)
            least = wakes;
    }
    return least;
}

SCENARIO(windows_need_the_least_wake_ups,
         "No other choice of ticks inside the windows wakes the processor less often.") {
    unsigned from[6], to[6], round, wakes;
    tw_tick tick;
    size_t i, n;

    rig_seed = 7;
    for (round = 0; round < (SLOW ? 20u : 100u); round++) {
        set_begins(0, ROOM);
        items_begin();
        n = 1 + rig_index(6);
        for (i = 0; i < n; i++) {
            from[i] = 1 + (unsigned)rig_below(11);
            to[i] = from[i] + (unsigned)rig_below(12 - from[i]);
            set_add(&item[i], from[i], to[i]);
        }
        for (wakes = 0; both.k->next(both.set, &tick); wakes++)
            assert(set_advance(tick, TW__ALL) > 0);
        assert(wakes == least_wakes(from, to, n));
    }
    set_ends();
}

SCENARIO(windows_fire_in_the_order_of_their_latest_ticks,
         "An open window waits for one that ends earlier, and equal ones fire in arming order.") {
    set_begins(0, ROOM);
    items_begin();
    set_add(&item[0], 10, 20);
    set_add(&item[1], 25, 28);
    set_add(&item[2], 5, 30);              /* open at 20, but item[1] is not */
    assert(set_advance(9, TW__ALL) == 0);  /* none is open */
    assert(set_advance(10, TW__ALL) == 1); /* at its first tick */
    assert(set_advance(24, TW__ALL) == 0); /* item[2] waits for item[1] */
    assert(set_advance(25, TW__ALL) == 2); /* and both fire */
    set_add(&item[3], 40, 60);
    set_add(&item[4], 40, 60);
    set_add(&item[3], 41, 60); /* moved: behind its equal */
    assert(set_advance(40, TW__ALL) == 1 && !item[4].armed && item[3].armed);
    assert(set_advance(60, TW__ALL) == 1);
    set_ends();
}

SCENARIO(windows_of_a_long_list_fire_in_arming_order,
         "Equal windows fire in arming order, even if next() has sorted their list.") {
    size_t i;

    set_begins(0, ROOM);
    items_begin();
    for (i = 0; i < 11; i++)
        set_add(&item[i], 490, 999 + i);
    set_cancel(&item[0]); /* the next one must be searched, in a list that is sorted then */
    set_agrees();
    for (; i < 14; i++)
        set_add(&item[i], 490, 1000);
    /* the block of the list has not begun */
    assert(set_advance(500, 1) == 1 && !item[1].armed);
    for (i = 11; i < 14; i++)
        assert(set_advance(500, 1) == 1 && !item[i].armed);
    assert(set_advance(500, TW__ALL) == 9);
    set_ends();
}

static void again_at_once(struct item *x) { set_add(x, both.now - 5, both.now + 5); }

SCENARIO(window_armed_in_a_callback_waits_for_the_next_call,
         "A timer that its callback arms for an open window fires at a later tick, not at once.") {
    unsigned k;

    set_begins(100, ROOM);
    items_begin();
    both.act = again_at_once;
    set_add(&item[0], 101, 110);
    for (k = 1; k < 20; k++)
        assert(set_advance(100 + k, TW__ALL) == 1);
    assert(set_advance(119, TW__ALL) == 0); /* the same tick */
    set_ends();
}

SCENARIO(windows_keep_to_a_budget,
         "advance_some() fires at most as many timers as it is told, and later calls the rest.") {
    size_t i;

    set_begins(0, ROOM);
    items_begin();
    for (i = 0; i < 10; i++)
        set_add(&item[i], 10, 20 + i);
    assert(set_advance(15, 0) == 0);
    assert(set_advance(15, 3) == 3);
    assert(set_advance(15, 1) == 1);
    assert(set_advance(26, 4) == 4); /* some are due, one is open */
    assert(set_advance(26, TW__ALL) == 2);
    assert(both.k->wait_ms(both.set, 26, 1) == -1);
    set_add(&item[0], 27, 127);
    assert(both.k->wait_ms(both.set, 26, 10) == 11);
    set_ends();
}

static unsigned fired_anew;

static void count_anew(struct tw_node *n, tw_tick now) { (void)n, (void)now, fired_anew++; }

/* Makes the set new, and leaves one of two timers that are due in it. */
static void set_anew(struct tw_node *n, tw_tick now) {
    static struct tw_window a, b;

    (void)n;
    tw_node_init(&a.node, count_anew);
    tw_node_init(&b.node, count_anew);
    both.k->clear(both.set);
    both.k->init(both.set, now, both.room, ROOM);
    assert(both.k->add(both.set, &a, (tw_tick)(now + 1), (tw_tick)(now + 2)));
    assert(both.k->add(both.set, &b, (tw_tick)(now + 1), (tw_tick)(now + 2)));
    assert(both.k->advance_some(both.set, (tw_tick)(now + 1), 1) == 1);
}

SCENARIO(windows_set_is_made_anew_in_a_callback,
         "After init() in a callback the call that goes on fires nothing of the new set.") {
    set_begins(0, ROOM);
    items_begin();
    item[0].w.node.fn = set_anew;
    assert(both.k->add(both.set, &item[0].w, 5, 9) && both.k->add(both.set, &item[1].w, 5, 10));
    fired_anew = 0;
    assert(both.k->advance(both.set, 7) == 1 && fired_anew == 1); /* and no more */
    assert(both.k->count(both.set) == 1 && tw_idle(&item[1].w.node));
    assert(both.k->advance(both.set, 8) == 1 && fired_anew == 2);
    set_ends();
}

/* Two timers are put off before their windows open, again and again. */
SCENARIO(windows_follow_a_clock_that_fires_nothing,
         "Timers that are put off again and again fire at their ticks in the end.") {
    const uint64_t step = TW_TICK_BITS == 64 ? 1 << 20 : REACH - 20;
    unsigned k;

    set_begins(0, ROOM);
    items_begin();
    for (k = 0; k < 40; k++) {
        set_add(&item[0], both.now + step, both.now + step);
        set_add(&item[1], both.now + step - 1, both.now + step - 1);
        assert(set_advance(both.now + step - 5, 0) == 0);
    }
    assert(set_advance(both.now + 5, TW__ALL) == 2); /* the second one first */
    set_ends();
}

static bool fires_and_says_so(const struct item *x, uint64_t now) {
    memset(traced, 0, sizeof traced);
    return set_advance(now, TW__ALL) == 1 && traced[TW_FIRE] == 1 && traced[TW_RETURN] == 1 &&
           traced_node[TW_FIRE] == &x->w.node && traced_tick[TW_FIRE] == (tw_tick)now &&
           traced_set[TW_FIRE] != NULL && traced_set[TW_FIRE] == traced_set[TW_RETURN];
}

SCENARIO(windows_report_each_firing_once,
         "TW_TRACE tells of each window that fires, in its window or when it is due.") {
    set_begins(0, ROOM);
    items_begin();
    set_add(&item[0], 10, 20);
    set_add(&item[1], 30, 30);
    assert(fires_and_says_so(&item[0], 12)); /* before its latest tick */
    assert(fires_and_says_so(&item[1], 30));
    set_ends();
}

static size_t cleared;

static void on_clear(struct tw_node *n, tw_tick now) {
    struct item *x = TW_OF(n, struct item, w.node);

    (void)now;
    x->armed = false;
    cleared++;
    if (x->id == 3)
        set_add(x, both.now + 5, both.now + 6);
}

SCENARIO(windows_have_the_other_verbs,
         "each(), clear_with(), capacity() and storage() do for windows what they do for timers.") {
    static struct tw_window given = TW_WINDOW(on_window);
    struct tw_window *w;
    size_t i, walked = 0;

    assert(tw_idle(&given.node) && given.node.fn == on_window && given.earliest == 0);
    set_begins(0, ROOM);
    items_begin();
    for (i = 0; i < 9; i++)
        set_add(&item[i], 10 + i, 20 + 2 * i);
    for (w = both.k->each(both.set, NULL); w; w = both.k->each(both.set, w), walked++)
        assert(TW_OF(&w->node, struct item, w.node)->armed);
    assert(walked == 9);
    cleared = 0;
    both.k->clear_with(both.set, on_clear);
    assert(cleared == 9 && both.k->count(both.set) == 1);
    set_agrees();
    if (rig_is_bounded(rig.ops))
        assert(both.k->capacity(both.set) == ROOM && both.k->bytes(2) > both.k->bytes(1));
    else
        assert(both.k->capacity(both.set) == TW__ALL);
    if (both.k->storage(both.set, both.room, ROOM / 2))
        assert(both.k->capacity(both.set) == ROOM / 2);
    both.k->clear(both.set);
    item[3].armed = false;
    set_agrees();
    set_ends();
}

SCENARIO(windows_take_odd_ticks,
         "A window that ends before it begins is one tick, and a passed one is due at once.") {
    set_begins(1000, ROOM);
    items_begin();
    set_add(&item[0], 1010, 1005); /* latest before earliest: one tick */
    assert(set_advance(1009, TW__ALL) == 0 && set_advance(1010, TW__ALL) == 1);
    set_add(&item[0], 1000, 1020); /* open since long: the next tick */
    assert(set_advance(1010, TW__ALL) == 0 && set_advance(1011, TW__ALL) == 1);
    set_add(&item[0], 900, 950); /* all over: due at once */
    assert(set_advance(1011, TW__ALL) == 1);
    set_add(&item[0], 1012, 1020);
    assert(both.k->advance(both.set, 1000) == 0 && both.k->now(both.set) == 1011);
    set_cancel(&item[0]);
    set_cancel(&item[0]);
    set_ends();
}

MISTAKE(windows_refuse_what_is_too_far,
        "A window that ends beyond a quarter of the tick range is not armed.") {
    const uint64_t now = 3 * REACH;
    uint64_t end;

    set_begins(now, ROOM);
    items_begin();
    set_add(&item[0], now + 1, now + 100);
    if (TW_TICK_BITS != 64) {
        set_add(&item[1], now + 1, now + REACH);         /* refused */
        set_add(&item[0], now + REACH, now + REACH + 1); /* and stays where it was */
        set_add(&item[1], now + REACH, now - 1);
        set_add(&item[1], now - REACH - 1, now + 5);
        /* so far apart that either end seems to come before the other */
        for (end = now - REACH - 1; end < now + 3 * REACH; end += REACH / 8) {
            set_add(&item[1], now + 100, end < now + REACH ? now + REACH : end);
            set_add(&item[1], now - 10, end < now + REACH ? now - REACH - 1 : end);
            set_add(&item[1], end < now + REACH ? now - REACH - 1 : end, now + 100);
        }
        assert(!item[1].armed);
    }
    set_add(&item[2], now - REACH, now + REACH - 1); /* the widest */
    set_agrees();
    assert(item[2].armed && set_advance(now + 1, TW__ALL) == 2);
    set_ends();
}

MISTAKE(windows_refuse_null_and_a_full_set,
        "If a set has no room for a timer, its window stays as it was.") {
    set_begins(0, 0);
    items_begin();
    if (both.k->capacity(both.set) == 0) {
        item[0].w.earliest = 77;
        assert(!both.k->add(both.set, &item[0].w, 5, 9));
        assert(item[0].w.earliest == 77 && tw_idle(&item[0].w.node));
        assert(!both.k->next(both.set, &(tw_tick){0}));
    }
    set_ends();
}

static const struct tw_ops *const on[] = {EACH_STRUCTURE(OPS_OF)};

static const struct scenario scenarios[] = {
    ROW(windows_random_runs_equal_the_model),
    ROW(windows_at_the_edges),
    ROW(windows_need_the_least_wake_ups),
    ROW(windows_fire_in_the_order_of_their_latest_ticks),
    ROW(windows_of_a_long_list_fire_in_arming_order),
    ROW(window_armed_in_a_callback_waits_for_the_next_call),
    ROW(windows_keep_to_a_budget),
    ROW(windows_set_is_made_anew_in_a_callback),
    ROW(windows_follow_a_clock_that_fires_nothing),
    ROW(windows_report_each_firing_once),
    ROW(windows_have_the_other_verbs),
    ROW(windows_take_odd_ticks),
    ROW(windows_refuse_what_is_too_far),
    ROW(windows_refuse_null_and_a_full_set),
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], on,
                         sizeof on / sizeof on[0], argc, argv);
}
