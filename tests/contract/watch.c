/* SPDX-License-Identifier: MIT-0 */
/* What watch.h promises, over every structure: what is counted, beside counts of its own,
   and the order of tw_dump(), beside that of the firings.

       watch           all of it
       watch NAME      one scenario */
#define RIG_WATCHES
#include "rig.h"
#include <setjmp.h>
#include "window.h"

static struct tw_watch watch, other;
static bool unseen;

/* A set beside that of the rig, which has the same watch. */
static struct tw_timers inner;
static struct tw_rbtree inner_tree;

static bool in_lane(const struct tw_clock *set);

struct tw_watch *tw_watch_of(const struct tw_clock *set) {
    return unseen                                                       ? NULL
           : set == &rig.t.clock || set == &inner.clock || in_lane(set) ? &watch
                                                                        : &other;
}

/* The clock of callbacks, which a callback moves on by itself. */
static tw_tick stopwatch;
static size_t readings;

static tw_tick read_stopwatch(void) {
    readings++;
    return stopwatch;
}

/* The lines that were printed since the last start. */
enum { LINES = 400 };

static char printed[LINES][201];
static size_t lines, lines_read;

static void print(void *to, const char *line) {
    assert(to == printed && lines < LINES && strlen(line) <= 199);
    strcpy(printed[lines++], line);
}

static void quick(struct tw_node *n, tw_tick now) { (void)n, (void)now; }

static void slow(struct tw_node *n, tw_tick now) {
    (void)now;
    stopwatch = (tw_tick)(stopwatch + TW_OF(n, struct timer, node)->arg);
}

static struct tw_symbol symbol(tw_fn *fn) {
    const struct tw_symbol s = {fn == slow     ? "slow"
                                : fn == quick  ? "quick"
                                : fn == rig_fn ? "rig_fn"
                                               : NULL,
                                offsetof(struct timer, node)};

    assert(fn != NULL);
    return s;
}

static const struct tw_report report = {print, printed, symbol}, bare = {print, printed, NULL};

static void watch_begins(void) {
    unseen = false;
    stopwatch = 1000;
    readings = lines = 0;
    tw_watch_init(&watch, "rig", read_stopwatch);
    tw_watch_init(&other, "other", NULL);
}

static void said(size_t i, const char *line) {
    if (i >= lines || strcmp(printed[i], line) != 0)
        fprintf(stderr, "line %d is \"%s\", not \"%s\"\n", (int)i, i < lines ? printed[i] : "",
                line);
    assert(i < lines && strcmp(printed[i], line) == 0);
}

/* Leaves no zeros where a line is made. */
static void soil_the_stack(void) {
    volatile char room[4096];
    size_t i;

    for (i = 0; i < sizeof room; i++)
        room[i] = 'x';
}

/* THE BUCKETS. */
static void bucket_holds(uint64_t value) {
    const tw_tick v = (tw_tick)value;
    const size_t b = tw__watch_bucket(v);

    assert(b < TW__WATCH_BUCKETS && tw__watch_bound(b) >= v);
    assert(tw__watch_bound(b) - v <= v / 4);
    assert(b == 0 || tw__watch_bound(b - 1) < v);
}

SCENARIO(watch_buckets_are_a_quarter_wide,
         "The bound of a bucket is above each value in it by a quarter at most.") {
    size_t i;
    unsigned bit;

    for (i = 0; i < 3000; i++)
        bucket_holds(i);
    for (bit = 0; bit < TW_TICK_BITS; bit++)
        for (i = 0; i < 40; i++)
            bucket_holds(((uint64_t)1 << bit) - 20 + i);
    for (i = 0; i < 3000; i++)
        bucket_holds(rig_random() >> rig_index(64));
    bucket_holds(TW_TICK_MAX);
    assert(tw__watch_bucket(TW_TICK_MAX) == TW__WATCH_BUCKETS - 1);
}

SCENARIO(recorded_deadlines_stop_at_the_last_tick,
         "A deadline beyond 64 bits of ticks since the recording began is the last of them.") {
    struct tw_watch w;

    memset(&w, 0, sizeof w);
    w.at = UINT64_MAX - 5;
    w.newest = 10;
    assert(tw__watch_due(&w, 12) == UINT64_MAX - 3 && tw__watch_due(&w, 20) == UINT64_MAX);
    assert(tw__watch_due(&w, 4) == UINT64_MAX - 11);
}

static int by_size(const void *a, const void *b) {
    const tw_tick x = *(const tw_tick *)a, y = *(const tw_tick *)b;

    return x < y ? -1 : x > y;
}

/* Of the sorted values, the one that so many of 1000 do not exceed. */
static void percentile_is_near(const struct tw_histogram *h, const tw_tick *value, size_t n,
                               unsigned per_1000) {
    size_t rank = 0;
    tw_tick exact, got = tw_histogram_at(h, per_1000);

    while (rank + 1 < n && (rank + 1) * 1000 < n * per_1000)
        rank++;
    exact = value[rank];
    assert(got >= exact && got - exact <= exact / 4);
}

SCENARIO(watch_percentiles_are_near_those_of_the_values,
         "A percentile lies above that of the sorted values, by a quarter at most.") {
    static tw_tick value[1000];
    size_t n, i;

    assert(tw_histogram_at(&watch.late, 0) == 0 && tw_histogram_at(&watch.late, 1000) == 0);
    for (n = 1; n <= 1000; n = n < 20 ? n + 1 : n * 3) {
        uint64_t sum = 0;
        watch_begins();
        for (i = 0; i < n; i++) {
            value[i] = (tw_tick)(rig_random() >> (rig_index(8) * 8 + 1));
            sum += value[i];
            tw__watch_count(&watch.late, value[i], i % 2 ? slow : quick);
        }
        qsort(value, n, sizeof value[0], by_size);
        for (i = 0; i <= 1000; i += i < 990 ? 90 : 1)
            percentile_is_near(&watch.late, value, n, (unsigned)i);
        assert(watch.late.worst == value[n - 1] &&
               tw_histogram_at(&watch.late, 1000) == value[n - 1]);
        assert(watch.late.values == n && watch.late.sum == sum);
    }
}

/* WHAT IS COUNTED, beside the answers of the verbs. */
static struct seen {
    size_t adds, moves, cancels, fires, refused;
    uint64_t late, callbacks;
    uint64_t before; /* the now of the set before the batch */
} seen;

static uint64_t armed_at[MODEL_CAPACITY < 1024 ? MODEL_CAPACITY : 1024];

/* The lateness by the test's own account: from the deadline; of a timer that was armed
   for a passed tick, from the now before the batch. */
static void note_fire(struct timer *x) {
    seen.fires++;
    seen.late += rig.now - (x->due <= armed_at[x->id] ? seen.before : x->due);
}

static void arm_and_note(struct timer *x, uint64_t due) {
    const bool idle = tw_idle(&x->node);

    x->act = note_fire;
    if (!rig_arm(x, due)) {
        seen.refused++;
        return;
    }
    armed_at[x->id] = rig.now;
    seen.adds += idle;
    seen.moves += !idle;
}

static void counts_agree(void) {
    assert(watch.fires == seen.fires && watch.refused == seen.refused);
    assert(watch.arms + watch.moves == seen.adds + seen.moves);
    /* a move may be a cancel and an arm */
    assert(watch.cancels - seen.cancels == watch.arms - seen.adds);
    assert(watch.armed == rig.m.count);
    assert(watch.late.values == seen.fires && watch.late.sum == seen.late);
    assert(watch.took.values == seen.callbacks && readings == 2 * seen.callbacks);
}

SCENARIO(watch_counts_what_the_set_does,
         "A watch counts arms, moves, cancels, firings and refusals, and sums up lateness.") {
    const size_t n = 40, limit = 24;
    size_t turn;

    start(1000, limit);
    pool_init(n);
    watch_begins();
    memset(&seen, 0, sizeof seen);
    for (turn = 0; turn < (SLOW ? 400 : 2000); turn++) {
        struct timer *const x = &pool[rig_index(n)];
        const size_t dice = rig_index(10);

        if (dice < 6)
            arm_and_note(x, rig.now + rig_below(60) - 10);
        else if (dice < 8)
            seen.cancels += rig_cancel(x);
        else {
            const size_t fires = seen.fires;
            seen.before = rig.now;
            rig_advance(rig.now + rig_below(30));
            seen.callbacks += seen.fires - fires;
        }
        counts_agree();
    }
    seen.before = rig.now; /* expire() calls nothing */
    rig_pull(rig.now + 50, 1000);
    assert(watch.fires == seen.fires && watch.took.values == seen.callbacks);
}

SCENARIO(watch_counts_what_clear_takes_out,
         "A cleared timer counts as cancelled, and leaves none that is armed.") {
    start(10, 16);
    pool_init(8);
    watch_begins();
    rig_arm(&pool[0], 5);
    rig_arm(&pool[1], 20);
    tw_timers_clear(&rig.t);
    assert(watch.arms == 2 && watch.cancels == 2 && watch.armed == 0);
}

/* A bounded batch leaves timers over. They were due at the time of the first. */
SCENARIO(watch_tells_the_deepest_backlog,
         "The backlog is the most timers that were due at one time, whatever the budget.") {
    size_t i;

    start(0, 64);
    pool_init(60);
    watch_begins();
    for (i = 0; i < 30; i++)
        rig_arm(&pool[i], 10);
    for (i = 30; i < 60; i++)
        rig_arm(&pool[i], 20 + i);
    rig_advance_some(10, 8);
    assert(watch.backlog == 8);
    rig_advance_some(15, 8);
    rig_advance_some(51, 100);
    assert(watch.backlog == 30 && watch.fires == 32);
    rig_advance(52);
    rig_advance(60);
    rig_advance(100);
    assert(watch.backlog == 30 && watch.fires == 60);
}

/* THE TIME OF CALLBACKS. */
static void plain(struct timer *x, tw_fn *fn, uint64_t takes, uint64_t due) {
    x->node.fn = fn;
    x->arg = takes;
    assert(tw_timers_add(&rig.t, &x->node, (tw_tick)due));
}

/* Says whether next() of this structure looks through a list, if the earliest timer has
   left it. */
static bool walks(const char *name) {
    return strcmp(name, "smallwheel") == 0 || strcmp(name, "hwheel") == 0 ||
           strcmp(name, "bigwheel") == 0;
}

static tw_tick earliest(void) {
    tw_tick due = 0;

    assert(tw_timers_next(&rig.t, &due));
    return due;
}

SCENARIO(watch_counts_what_next_walks,
         "Only next() walks, once after the earliest left, and only where no order is kept.") {
    size_t i, once;

    start(0, 16);
    pool_init(8);
    watch_begins();
    for (i = 0; i < 8; i++)
        plain(&pool[i], quick, 0, 0x3001 + i);
    assert(earliest() == 0x3001 && tw_timers_cancel(&rig.t, &pool[0].node));
    assert(watch.walked == 0);
    assert(earliest() == 0x3002);
    once = watch.walked;
    assert((once > 0) == walks(rig.t.ops->name) && once <= 64);
    assert(earliest() == 0x3002 && watch.walked == once);
    plain(&pool[0], quick, 0, 0x3000);
    assert(earliest() == 0x3000 && watch.walked == once && other.walked == 0);
    tw__watch_walks();
    assert(watch.walked == once);
}

SCENARIO(watch_counts_what_next_passes,
         "Timers of later revolutions that next() passes in a slot of a wheel are counted.") {
    size_t i;

    start(0, 16);
    pool_init(8);
    watch_begins();
    for (i = 0; i < 8; i++)
        plain(&pool[i], quick, 0, 0x2000 - 0x400 * i);
    assert(earliest() == 0x400 && tw_timers_cancel(&rig.t, &pool[7].node));
    assert(earliest() == 0x800);
    assert(strcmp(rig.t.ops->name, "wheel") != 0 || (watch.walked > 0 && watch.walked <= 64));
}

SCENARIO(watch_names_the_slowest_callback,
         "The slowest callback is named: of all time, and since the last look.") {
    tw_fn *fn = slow;

    start(0, 16);
    pool_init(4);
    watch_begins();
    assert(tw_watch_slowest(&watch, &fn) == 0 && fn == NULL);
    plain(&pool[0], quick, 0, 1);
    plain(&pool[1], slow, 700, 2);
    plain(&pool[2], slow, 30, 3);
    assert(tw_timers_advance(&rig.t, 3) == 3);
    assert(watch.took.values == 3 && watch.took.worst == 700 && watch.took.fn == slow);
    assert(tw_watch_slowest(&watch, &fn) == 700 && fn == slow);
    assert(tw_watch_slowest(&watch, &fn) == 0 && fn == NULL);
    plain(&pool[0], quick, 0, 4);
    plain(&pool[1], slow, 0, 5); /* of two that are as slow, the first */
    tw_timers_advance(&rig.t, 5);
    assert(tw_watch_slowest(&watch, &fn) == 0 && fn == quick);
    assert(watch.took.worst == 700 && watch.took.sum == 730);
}

/* The callback of pool[0] fires a timer of the inner set. */
static void advance_inner(struct tw_node *n, tw_tick now) {
    (void)n;
    assert(tw_timers_advance(&inner, now) == 1);
    stopwatch = (tw_tick)(stopwatch + 5);
}

SCENARIO(watch_times_no_callback_around_another,
         "If a callback advances a set of the same watch, only the inner callback is timed.") {
    start(0, 16);
    pool_init(2);
    watch_begins();
    tw_timers_init(&inner, 0, &tw_rbtree_ops, &inner_tree, NULL, 0);
    plain(&pool[0], advance_inner, 0, 1);
    pool[1].node.fn = slow;
    pool[1].arg = 40;
    assert(tw_timers_add(&inner, &pool[1].node, 1));
    assert(tw_timers_advance(&rig.t, 1) == 1);
    assert(watch.took.values == 1 && watch.took.worst == 40 && watch.fires == 2);
}

/* A callback of the inner set ends by longjmp(), back into the callback around it. */
static jmp_buf way_out;

static void leave(struct tw_node *n, tw_tick now) {
    (void)n, (void)now;
    longjmp(way_out, 1);
}

static void advance_and_come_back(struct tw_node *n, tw_tick now) {
    (void)n;
    if (setjmp(way_out) == 0)
        (void)tw_timers_advance(&inner, now);
}

SCENARIO(watch_times_no_callback_that_was_left,
         "If a callback ends by longjmp(), the callback around it is not timed in its name.") {
    start(0, 16);
    pool_init(2);
    watch_begins();
    tw_timers_init(&inner, 0, &tw_rbtree_ops, &inner_tree, NULL, 0);
    plain(&pool[0], advance_and_come_back, 0, 1);
    pool[1].node.fn = leave;
    assert(tw_timers_add(&inner, &pool[1].node, 1));
    assert(tw_timers_advance(&rig.t, 1) == 1);
    assert(watch.fires == 2 && watch.took.values == 0 && watch.slowest_fn == NULL);
}

SCENARIO(watch_sees_no_structure_without_a_set,
         "A structure by itself, and a set that has no watch, leave the watch empty.") {
    struct tw_heap4 heap;
    TW_HEAP4_ARRAY(room, 4);

    pool_init(1);
    watch_begins();
    tw_heap4_init(&heap, 0, room, 4);
    assert(tw_heap4_add(&heap, &pool[0].node, 5) && tw_heap4_cancel(&heap, &pool[0].node));
    unseen = true;
    start(0, 4);
    rig_arm(&pool[0], 5);
    rig_advance(7);
    unseen = false;
    assert(watch.arms + watch.cancels + watch.fires + other.arms + other.cancels == 0);
}

/* SETS WITH CLOCKS OF THEIR OWN. Two sets have one watch. The test keeps its own account:
   a clock of 64 bits for each set, and the deadlines that it asked for. */
enum { SETS = 2, EACH = 6 };

static const uint64_t range = TW_TICK_BITS == 64 ? (uint64_t)1 << 40 : (uint64_t)REACH * 4;

static struct lane {
    struct tw_timers t;
    void *in, *room;
    uint64_t now, before; /* before: the now before the last batch */
    bool fires;           /* it is in advance() or expire() */

    struct lot {
        struct tw_node node;
        uint64_t due, since; /* since: the now at the arming */
        bool armed;
    } lot[EACH];
} lane[SETS];

/* What the watch must say. whole: it has seen the arming of each timer that is armed. */
static struct account {
    size_t run, backlog, calls, times;
    struct lane *of;
    uint64_t by, took;
    bool whole;
} account;

static bool in_lane(const struct tw_clock *set) {
    return set == &lane[0].t.clock || set == &lane[1].t.clock;
}

static struct lane *lane_of(const struct tw_node *n) {
    return &lane[(const char *)n >= (const char *)&lane[1]];
}

/* The tick from which a timer is due, as the manual has it. */
static uint64_t due_by(const struct lane *l, const struct lot *x) {
    return x->due <= x->since ? l->before : x->due;
}

static void account_fire(struct lane *l, struct lot *x) {
    assert(x->armed && x->due <= l->now);
    x->armed = false;
    if (account.of != l || due_by(l, x) > account.by) {
        account.of = l;
        account.by = l->now;
        account.run = 0;
    }
    account.run++;
    if (account.run > account.backlog)
        account.backlog = account.run;
}

static size_t lane_armed(const struct lane *l) {
    size_t i, n = 0;

    for (i = 0; i < EACH; i++)
        n += l->lot[i].armed;
    return n;
}

static void lane_arm(struct lane *l, uint64_t due) {
    struct lot *const x = &l->lot[rig_index(EACH)];

    assert(tw_timers_add(&l->t, &x->node, (tw_tick)due));
    x->due = due;
    x->since = l->now;
    x->armed = true;
}

static uint64_t waits_since(const struct lot *x) { return x->due <= x->since ? x->since : x->due; }

/* A step that the rules allow: no timer falls a quarter of the range behind. An empty set
   may be silent for six quarters, but for exactly one range. */
static uint64_t lane_step(const struct lane *l) {
    uint64_t oldest = l->now, step;
    size_t i;

    if (lane_armed(l) == 0) {
        step = rig_index(4) ? rig_below(50) : rig_below(6) * (range / 4) + rig_below(40);
        return step == range ? step + 1 : step;
    }
    for (i = 0; i < EACH; i++)
        if (l->lot[i].armed && waits_since(&l->lot[i]) < oldest)
            oldest = waits_since(&l->lot[i]);
    step = range / 4 - 1 - (l->now - oldest);
    return rig_index(4) ? rig_below(step < 60 ? step + 1 : 60) : step - rig_below(step / 8 + 1);
}

/* Lets timers of a set fire: by advance(), some of them or all, or by expire(). */
static void lane_fire(struct lane *l, unsigned how) {
    const uint64_t now = l->now + lane_step(l);
    struct tw_node *n;

    if (l->fires)
        return;
    l->fires = true;
    l->before = l->now;
    l->now = now;
    if (how % 3 == 0)
        while ((n = tw_timers_expire(&l->t, (tw_tick)now)) != NULL)
            account_fire(l, TW_OF(n, struct lot, node));
    else
        tw_timers_advance_some(&l->t, (tw_tick)now, how % 3 == 1 ? rig_index(4) : (size_t)-1);
    l->fires = false;
}

static void lane_fn(struct tw_node *n, tw_tick now) {
    struct lane *const l = lane_of(n);
    const tw_tick began = stopwatch;
    const size_t calls = ++account.calls;

    (void)now;
    account_fire(l, TW_OF(n, struct lot, node));
    stopwatch = (tw_tick)(stopwatch + rig_below(100));
    if (rig_index(3) == 0)
        lane_fire(l == lane ? lane + 1 : lane, (unsigned)rig_index(3));
    if (rig_index(3) == 0)
        lane_arm(l, l->now + rig_below(30) - 3);
    stopwatch = (tw_tick)(stopwatch + rig_below(100));
    if (account.calls == calls) { /* no other was called meanwhile */
        account.times++;
        account.took += (tw_tick)(stopwatch - began);
    }
}

static void lanes_begin(const struct tw_ops *ops) {
    size_t s, i;

    watch_begins();
    memset(lane, 0, sizeof lane);
    memset(&account, 0, sizeof account);
    account.whole = true;
    for (s = 0; s < SETS; s++) {
        lane[s].now = s * 10000 + (rig_index(2) ? range / 4 * (1 + rig_below(4)) : 50);
        lane[s].before = lane[s].now;
        lane[s].in = malloc(ops->size);
        lane[s].room = malloc(ops->bytes(EACH) + 1);
        assert(lane[s].in && lane[s].room);
        tw_timers_init(&lane[s].t, (tw_tick)lane[s].now, ops, lane[s].in, lane[s].room, EACH);
        for (i = 0; i < EACH; i++)
            tw_node_init(&lane[s].lot[i].node, lane_fn);
    }
}

static void lanes_end(void) {
    size_t s;

    for (s = 0; s < SETS; s++) {
        tw_timers_clear(&lane[s].t);
        free(lane[s].in);
        free(lane[s].room);
    }
}

/* The watch begins anew while timers are armed. Half of the times their number is
   added, as the manual says. */
static void watch_begins_amid(size_t armed) {
    tw_watch_init(&watch, "rig", read_stopwatch);
    memset(&account, 0, sizeof account);
    account.whole = armed == 0 || rig_index(2);
    if (account.whole)
        watch.armed = armed;
}

static void accounts_agree(void) {
    const size_t armed = lane_armed(&lane[0]) + lane_armed(&lane[1]);

    account.whole = account.whole || armed == 0;
    assert(account.whole ? watch.armed == armed : watch.armed <= armed);
    assert(watch.backlog == account.backlog);
    assert(watch.took.values == account.times && watch.took.sum == account.took);
}

static void lanes_turn(void) {
    struct lane *const l = &lane[rig_index(SETS)];
    struct lot *const x = &l->lot[rig_index(EACH)];
    const size_t dice = rig_index(40);

    if (dice == 0)
        watch_begins_amid(lane_armed(&lane[0]) + lane_armed(&lane[1]));
    else if (dice < 16)
        lane_arm(l, l->now + (rig_index(8) ? rig_below(60) : range / 4 - 1 - rig_below(9)) -
                        rig_below(6));
    else if (dice < 20) {
        assert(tw_timers_cancel(&l->t, &x->node) == x->armed);
        x->armed = false;
    } else
        lane_fire(l, (unsigned)rig_index(3));
}

SCENARIO(watch_keeps_clocks_apart,
         "Two sets of one watch may have different clocks, long silences and nested batches.") {
    size_t round, turn;

    for (round = 0; round < (SLOW ? 30 : 150); round++) {
        lanes_begin(rig.ops);
        for (turn = 0; turn < 200; turn++) {
            lanes_turn();
            accounts_agree();
        }
        lanes_end();
    }
}

/* THE ORDER OF A DUMP. Each line names the node that fires next. */
static struct timer *fired[MODEL_CAPACITY < 1024 ? MODEL_CAPACITY : 1024];
static size_t firings;

static void note_firing(struct timer *x) { fired[firings++] = x; }

static void line_is_of(size_t i, const struct timer *x) {
    const bool passed = x->due <= rig.now;
    char line[200];

    sprintf(line, "in %s%llu  due %llu  rig_fn  node 0x%llx  object 0x%llx",
            passed && x->due != rig.now ? "-" : "",
            (unsigned long long)(passed ? rig.now - x->due : x->due - rig.now),
            (unsigned long long)(tw_tick)x->due, (unsigned long long)(uintptr_t)&x->node,
            (unsigned long long)(uintptr_t)x);
    said(i, line);
}

static void some_are_armed(size_t n) {
    size_t i, times = 3 * n;

    for (i = 0; i < times; i++) {
        struct timer *const x = &pool[rig_index(n)];

        x->act = note_firing;
        rig_arm(x, rig.now + rig_below(rig_below(2) ? 8 : 3000) - rig_below(6));
        if (rig_below(8) == 0)
            rig_cancel(&pool[rig_index(n)]);
        if (rig_below(6) == 0)
            rig_advance_some(rig.now + rig_below(20), rig_index(4));
    }
}

SCENARIO(dump_stands_in_the_order_of_firing,
         "tw_dump() prints the timers of every structure in the order in which they fire.") {
    static struct tw_armed room[64];
    struct timer *shown[64];
    size_t round, i, n, most, armed;
    char last[100];

    for (round = 0; round < (SLOW ? 20 : 100); round++) {
        n = 1 + rig_index(60);
        start(round % 2 ? (uint64_t)TW_TICK_MAX / 2 + 3 * REACH / 4 : 5000, 64);
        pool_init(n);
        some_are_armed(n);
        watch_begins();
        most = round % 3 == 0 ? 64 : rig_index(n + 1);
        armed = rig.m.count;
        soil_the_stack();
        assert(tw_dump(tw_set_of(&rig.t), room, most, &report) == armed);
        most = most < armed ? most : armed;
        sprintf(last, "%d armed, now %llu", (int)armed, (unsigned long long)(tw_tick)rig.now);
        said(most, last);
        assert(lines == most + 1);
        for (i = 0; i < most; i++) {
            shown[i] = TW_OF(room[i].node, struct timer, node);
            line_is_of(i, shown[i]);
        }
        firings = 0;
        while (rig.m.count > 0)
            rig_advance(rig.now + 100);
        assert(firings == armed && memcmp(fired, shown, most * sizeof shown[0]) == 0);
    }
}

MISTAKE(dump_names_what_check_names,
        "tw_dump() lists no timer of a set with an overwritten node, and names the property.") {
    struct tw_armed room[1];
    char line[100];
    uintptr_t home;

    start(5, 16);
    pool_init(2);
    watch_begins();
    rig_arm(&pool[0], 50);
    rig_arm(&pool[1], 5);
    pool[1].node.home = TW__IDLE;
    assert(tw_dump(tw_set_of(&rig.t), room, 1, &report) == 0);
    said(0, "timers 1 does not hold, so no timer is listed; now 5");
    pool[1].node.home = TW__DUE;
    home = pool[0].node.home;
    pool[0].node.home = TW__IDLE;
    assert(tw_timers_check(&rig.t) && tw_dump(tw_set_of(&rig.t), room, 1, &report) == 0);
    sprintf(line, "%s does not hold, so no timer is listed; now 5", tw_timers_check(&rig.t));
    said(1, line);
    pool[0].node.home = home;
    rig_verify();
}

TW_TIMERS_OF(folded, hwheel)
TW_WINDOWS_OF(windows, hwheel)

/* Of an object whose node stands 16 bytes behind its beginning. */
static struct tw_symbol behind(tw_fn *fn) {
    const struct tw_symbol s = {fn ? "behind" : NULL, 16};

    return s;
}

SCENARIO(dump_takes_each_kind_of_set,
         "tw_dump() takes sets of one structure, windows, an empty set, and no room.") {
    static struct folded t;
    static struct windows w;
    struct tw_window window = TW_WINDOW(quick);
    struct tw_node n = TW_NODE(NULL);
    struct tw_armed room[2];
    const struct tw_report r = {print, printed, behind};
    char line[200];

    watch_begins();
    folded_init(&t, 7, NULL, 0);
    windows_init(&w, 7, NULL, 0);
    soil_the_stack();
    assert(tw_dump(TW_SET(folded, &t), room, 2, &report) == 0);
    said(0, "0 armed, now 7");
    assert(folded_add(&t, &n, 9) && windows_add(&w, &window, 20, 90));
    assert(tw_dump(TW_SET(folded, &t), NULL, 0, &report) == 1);
    said(1, "1 armed, now 7");
    assert(tw_dump(TW_SET(folded, &t), room, 2, &report) == 1);
    assert(strncmp(printed[2], "in 2  due 9  no function  node 0x", 33) == 0);
    assert(strstr(printed[2], "object") == NULL);
    assert(tw_dump(TW_SET(windows, &w), room, 2, &bare) == 1);
    assert(strncmp(printed[4], "in 83  due 90  0x", 17) == 0);
    assert(tw_dump(TW_SET(windows, &w), room, 2, &r) == 1);
    sprintf(line, "in 83  due 90  behind  node 0x%llx  object 0x%llx",
            (unsigned long long)(uintptr_t)room[0].node,
            (unsigned long long)(uintptr_t)room[0].node - 16);
    said(6, line);
    assert(windows_advance(&w, 30) == 1); /* its window is open: it is not late */
    assert(other.fires == 1 && other.late.sum == 0);
}

/* THE TEXT. */
SCENARIO(watch_prints_counts_and_percentiles,
         "The text has the counts, both histograms and the slowest callback by name.") {
    start(0, 16);
    pool_init(6);
    watch_begins();
    tw_watch_text(&other, &report);
    said(0, "other: arms 0 moves 0 cancels 0 fires 0 refused 0 armed 0 backlog 0 walked 0");
    assert(lines == 1);
    plain(&pool[0], quick, 0, 1);
    plain(&pool[1], slow, 700, 2);
    plain(&pool[2], slow, 30, 100);
    assert(tw_timers_advance(&rig.t, 7) == 2 && tw_timers_cancel(&rig.t, &pool[2].node));
    tw_watch_text(&watch, &report);
    said(1, "rig: arms 3 moves 0 cancels 1 fires 2 refused 0 armed 0 backlog 2 walked 0");
    said(2, "rig: late p50 5 p99 6 p999 6 worst 6 of quick");
    said(3, "rig: took p50 0 p99 700 p999 700 worst 700 of slow");
    said(4, "rig: slowest since the last look 700 of slow");
    watch.name = NULL;
    watch.late.fn = NULL;
    tw_watch_text(&watch, &bare);
    said(6, "late p50 5 p99 6 p999 6 worst 6 of no function");
    assert(strncmp(printed[7], "took p50 0 p99 700 p999 700 worst 700 of 0x", 43) == 0);
}

SCENARIO(watch_prints_decimal_numbers,
         "Counts of several digits, the median, p99 and p999 stand in the text as they are.") {
    char line[200];
    size_t i;

    watch_begins();
    for (i = 0; i < 1000; i++) {
        const size_t v = i < 500 ? 10 : i < 990 ? 100 : i < 999 ? 1000 : 5000;
        tw__watch_count(&watch.late, (tw_tick)v, quick);
    }
    watch.arms = 4321, watch.moves = 76, watch.cancels = 210, watch.fires = 1000;
    watch.refused = 98, watch.armed = 3111, watch.backlog = 54, watch.walked = 87;
    soil_the_stack();
    tw_watch_text(&watch, &bare);
    said(0, "rig: arms 4321 moves 76 cancels 210 fires 1000 refused 98 armed 3111 backlog 54 "
            "walked 87");
    sprintf(line, "rig: late p50 11 p99 111 p999 1023 worst 5000 of 0x%llx",
            (unsigned long long)(uintptr_t)quick);
    said(1, line);
    assert(lines == 2);
    other = watch;
    other.backlog = 53;
    tw_watch_merge(&watch, &other);
    other.backlog = 55;
    lines = 0;
    tw_watch_text(&watch, &report);
    said(0, "rig: arms 8642 moves 152 cancels 420 fires 2000 refused 196 armed 6222 backlog 54 "
            "walked 174");
    said(1, "rig: late p50 11 p99 111 p999 1023 worst 5000 of quick");
    tw_watch_merge(&watch, &other);
    assert(watch.backlog == 55);
    lines = 0;
    soil_the_stack();
    tw__watch_buckets(&other, &other.took, "m", &report);
    said(0, "m_bucket{set=\"rig\",le=\"3\"} 0");
}

SCENARIO(watch_prints_the_greatest_numbers,
         "The longest number is whole, and no span of ticks wraps.") {
    struct tw__line l;

    l.length = 0;
    tw__line_number(&l, "", UINT64_MAX, 10);
    assert(strcmp(l.text, "18446744073709551615") == 0);
    assert(tw__watch_us(1999, 2000) == 999 && tw__watch_us(4001, 2000) == 2000);
    assert(tw__watch_us(UINT64_MAX / 2 + 1, 1) == UINT64_MAX);
    assert(tw__watch_us(UINT64_MAX / 1000 - 1, 1) == (UINT64_MAX / 1000 - 1) * 1000);
}

SCENARIO(watch_cuts_a_long_line, "A line of more than 199 characters is cut.") {
    static char name[300];

    memset(name, 'x', sizeof name - 1);
    watch_begins();
    watch.name = name;
    tw_watch_text(&watch, &report);
    assert(strlen(printed[0]) == 199 && strncmp(printed[0], name, 199) == 0);
}

SCENARIO(watches_are_merged,
         "A merged watch has the sums of both, the worst of both, and its own name.") {
    start(0, 16);
    pool_init(4);
    watch_begins();
    tw_watch_merge(&other, &watch); /* both empty */
    assert(other.late.values == 0 && other.slowest_fn == NULL);
    plain(&pool[0], quick, 0, 1);
    plain(&pool[1], slow, 700, 2);
    tw_timers_advance(&rig.t, 7);
    tw_watch_merge(&other, &watch);
    tw_watch_text(&other, &report);
    said(0, "other: arms 2 moves 0 cancels 0 fires 2 refused 0 armed 0 backlog 2 walked 0");
    said(1, "other: late p50 5 p99 6 p999 6 worst 6 of quick");
    said(3, "other: slowest since the last look 700 of slow");
    plain(&pool[0], slow, 20, 8);
    tw_watch_slowest(&watch, &(tw_fn *){NULL});
    tw_timers_advance(&rig.t, 9);
    tw_watch_merge(&watch, &other);
    assert(watch.slowest == 700 && watch.fires == 5 && watch.late.worst == 6);
    tw_watch_merge(&watch, &other); /* what is less changes neither the worst nor the slowest */
    assert(watch.slowest == 700 && watch.late.worst == 6 && watch.backlog == 2);
    watch.backlog = 1;
    watch.slowest = 5000;
    watch.late.worst = 5000;
    tw_watch_merge(&watch, &other);
    assert(watch.slowest == 5000 && watch.late.worst == 5000 && watch.backlog == 2);
}

/* THE PAGE. Returns the line that begins so. */
static const char *value_of(const char *begins) {
    size_t i;

    for (i = 0; i < lines; i++)
        if (strncmp(printed[i], begins, strlen(begins)) == 0)
            return printed[i] + strlen(begins);
    fprintf(stderr, "no line begins with %s\n", begins);
    assert(false);
    return "";
}

SCENARIO(watch_prints_a_page_for_prometheus,
         "The page has each metric once, with a line for each watch, and buckets that add up.") {
    const struct tw_watch *const both[] = {&watch, &other};

    start(0, 16);
    pool_init(6);
    watch_begins();
    other.name = NULL;
    plain(&pool[0], quick, 0, 1);
    plain(&pool[1], slow, 700, 3);
    plain(&pool[2], slow, 30, 100);
    assert(tw_timers_advance(&rig.t, 7) == 2);
    tw_watch_prometheus(both, 2, &report);
    said(0, "# HELP tw_timer_arms_total Idle timers that were armed.");
    said(1, "# TYPE tw_timer_arms_total counter");
    said(2, "tw_timer_arms_total{set=\"rig\"} 3");
    said(3, "tw_timer_arms_total{set=\"\"} 0");
    assert(strcmp(value_of("# TYPE tw_timers_armed"), " gauge") == 0);
    assert(strcmp(value_of("tw_timers_armed{set=\"rig\"} "), "1") == 0);
    assert(strcmp(value_of("tw_timer_late_ticks_bucket{set=\"rig\",le=\"3\"} "), "0") == 0);
    assert(strcmp(value_of("tw_timer_late_ticks_bucket{set=\"rig\",le=\"7\"} "), "2") == 0);
    assert(strcmp(value_of("tw_timer_late_ticks_bucket{set=\"rig\",le=\"+Inf\"} "), "2") == 0);
    assert(strcmp(value_of("tw_timer_late_ticks_sum{set=\"rig\"} "), "10") == 0);
    assert(strcmp(value_of("tw_timer_callback_time_bucket{set=\"rig\",le=\"511\"} "), "1") == 0);
    assert(strcmp(value_of("tw_timer_callback_time_bucket{set=\"rig\",le=\"1023\"} "), "2") == 0);
    assert(strcmp(value_of("tw_timer_callback_time_count{set=\"\"} "), "0") == 0);
}

/* THE RECORD. */
/* The page beside one that is made here from the values themselves. */
enum { VALUES = 300 };

static tw_tick value[2][VALUES];

static void says(const char *metric, const char *labels, uint64_t number) {
    char line[200];

    sprintf(line, "%s{set=\"%s} %llu", metric, labels, (unsigned long long)number);
    said(lines_read++, line);
}

static void heads(const char *metric, const char *type) {
    char line[200];

    sprintf(line, "# HELP %s ", metric);
    assert(strncmp(printed[lines_read], line, strlen(line)) == 0);
    assert(strlen(printed[lines_read++]) > strlen(line));
    sprintf(line, "# TYPE %s %s", metric, type);
    said(lines_read++, line);
}

static void histogram_of(const char *metric, const char *set, const tw_tick *of, size_t n) {
    char name[60], labels[100];
    uint64_t sum = 0;
    size_t i, below;
    unsigned bits;

    sprintf(name, "%s_bucket", metric);
    for (bits = 2; bits <= 40 && bits < TW_TICK_BITS; bits++) {
        const uint64_t bound = ((uint64_t)1 << bits) - 1;
        for (i = below = 0; i < n; i++)
            below += of[i] <= bound;
        sprintf(labels, "%s\",le=\"%llu\"", set, (unsigned long long)bound);
        says(name, labels, below);
    }
    for (i = 0; i < n; i++)
        sum += of[i];
    sprintf(labels, "%s\",le=\"+Inf\"", set);
    says(name, labels, n);
    sprintf(labels, "%s\"", set);
    sprintf(name, "%s_sum", metric);
    says(name, labels, sum);
    sprintf(name, "%s_count", metric);
    says(name, labels, n);
}

SCENARIO(watch_prints_every_bucket,
         "Each number of the page is that of the watch, and each bucket holds what it bounds.") {
    static const char *const names[] = {"arms_total",  "moves_total",    "cancels_total",
                                        "fires_total", "refusals_total", "walked_total",
                                        "s_armed",     "backlog_max"};
    const struct tw_watch *const both[] = {&watch, &other};
    const size_t numbers[2][8] = {{90, 4, 30, 52, 6, 9, 8, 7}, {0}};
    char metric[60];
    size_t i, k;

    watch_begins();
    for (i = 0; i < VALUES; i++)
        for (k = 0; k < 2; k++) {
            value[k][i] = (tw_tick)(rig_random() >> rig_index(64));
            tw__watch_count(k ? &watch.took : &watch.late, value[k][i], quick);
        }
    watch.arms = 90, watch.moves = 4, watch.cancels = 30, watch.fires = 52, watch.refused = 6;
    watch.armed = 8, watch.backlog = 7, watch.walked = 9;
    soil_the_stack();
    tw_watch_prometheus(both, 2, &bare);
    lines_read = 0;
    for (i = 0; i < 8; i++) {
        sprintf(metric, "tw_timer%s%s", names[i][1] == '_' ? "" : "_", names[i]);
        heads(metric, i < 6 ? "counter" : "gauge");
        says(metric, "rig\"", numbers[0][i]);
        says(metric, "other\"", numbers[1][i]);
    }
    for (k = 0; k < 2; k++) {
        const char *const of = k ? "tw_timer_callback_time" : "tw_timer_late_ticks";
        heads(of, "histogram");
        histogram_of(of, "rig", value[k], VALUES);
        histogram_of(of, "other", NULL, 0);
    }
    assert(lines_read == lines);
}

/* A merge beside one watch that has counted everything. */
static bool same_histogram(const struct tw_histogram *a, const struct tw_histogram *b) {
    return memcmp(a->count, b->count, sizeof a->count) == 0 && a->values == b->values &&
           a->sum == b->sum && a->worst == b->worst && a->fn == b->fn;
}

SCENARIO(watch_merges_as_if_it_had_seen_all,
         "A merged histogram is that of all values, and names the first of equal callbacks.") {
    struct tw_histogram all;
    size_t i, turn;

    for (turn = 0; turn < 50; turn++) {
        watch_begins();
        tw__watch_empty(&all);
        for (i = 0; i < 40; i++) {
            const tw_tick v = (tw_tick)(i < 20 ? rig_index(4) : rig_random() >> rig_index(64));
            tw__watch_count(i < 20 ? &watch.late : &other.late, v, i < 20 ? quick : slow);
            tw__watch_count(&all, v, i < 20 ? quick : slow);
        }
        tw_watch_merge(&watch, &other);
        assert(same_histogram(&watch.late, &all));
    }
    watch_begins();
    tw__watch_count(&watch.late, 5, quick);
    tw__watch_count(&watch.late, 5, slow);
    tw__watch_count(&other.late, 5, slow);
    watch.slowest = other.slowest = 5;
    watch.slowest_fn = quick;
    other.slowest_fn = slow;
    tw_watch_merge(&watch, &other);
    assert(watch.late.fn == quick && watch.slowest_fn == quick);
}

SCENARIO(watch_begins_anew, "A watch that is initialised again has nothing of before.") {
    static const struct tw_watch none;

    memset(&watch, 0x55, sizeof watch);
    tw_watch_init(&watch, "rig", NULL);
    assert(same_histogram(&watch.late, &none.late) && same_histogram(&watch.took, &none.took));
    assert(watch.arms + watch.moves + watch.cancels + watch.fires + watch.refused == 0);
    assert(watch.armed + watch.backlog + watch.walked + watch.run + watch.room == 0);
    assert(watch.recorded == 0);
    assert(watch.run_began == 0 && watch.slowest == 0 && watch.began == 0 && watch.newest == 0);
    assert(!watch.slowest_fn && !watch.fn && !watch.record && !watch.recording && !watch.clock);
    assert(!watch.run_of && !watch.timed && !watch.leads && watch.at == 0);
}

SCENARIO(watch_records_a_trace,
         "The record is a trace in microseconds: arms, moves and cancels, the last ones kept.") {
    struct tw_record ring[4];
    char line[100];

    start(100, 16);
    pool_init(3);
    watch_begins();
    tw_watch_trace(&watch, 1, &report);
    assert(lines == 0); /* nothing was recorded */
    rig_arm(&pool[0], 150);
    tw_watch_record(&watch, ring, 4);
    rig_arm(&pool[0], 90); /* a passed tick: moved to the due list */
    rig_cancel(&pool[0]);
    rig_advance(110);
    rig_arm(&pool[1], 113);
    tw_watch_stop(&watch);
    rig_arm(&pool[2], 113);
    soil_the_stack();
    tw_watch_trace(&watch, 4, &report); /* 250 us a tick */
    assert(lines == 4);
    sprintf(line, "0 cancel %llu", (unsigned long long)(uintptr_t)&pool[0].node);
    said(0, line);
    said(2, line);
    sprintf(line, "0 arm %llu 0", (unsigned long long)(uintptr_t)&pool[0].node);
    said(1, line);
    sprintf(line, "2500 arm %llu 3250", (unsigned long long)(uintptr_t)&pool[1].node);
    said(3, line);
    tw_watch_record(&watch, ring, 2);
    assert(watch.recorded == 0);
    rig_advance(120);
    rig_arm(&pool[0], 130);
    rig_arm(&pool[0], 140);
    rig_cancel(&pool[0]);
    lines = 0;
    tw_watch_trace(&watch, 1, &report);
    assert(lines == 2 && strncmp(printed[0], "0 arm ", 6) == 0 && strstr(printed[0], " 20000"));
    assert(strncmp(printed[1], "0 cancel ", 9) == 0);
}

/* A RECORDING THAT IS LONG. The test notes each operation with its own clock of 64 bits.
   Two sets have that clock; the second one may lag behind. */
enum { OPERATIONS = 300, RING = 40 };

static struct noted {
    uint64_t at, due;
    const struct tw_node *node;
    bool arms;
} noted[OPERATIONS];

static size_t notes;

static uint64_t newest; /* of the nows at which the watch saw an event */

static void note_event(const struct lane *l) { newest = l->now > newest ? l->now : newest; }

/* Arms the timer, or cancels it. In builds for size a move is a cancel and an arm, so
   that the test makes no moves. */
static void operate(struct lane *l, struct lot *x) {
    if (x->armed) {
        assert(tw_timers_cancel(&l->t, &x->node));
        x->armed = false;
    } else {
        x->due = l->now + (rig_index(3) ? rig_below(90) : range / 4 - 1 - rig_below(50));
        x->due -= rig_below(20);
        x->since = l->now;
        x->armed = tw_timers_add(&l->t, &x->node, (tw_tick)x->due);
        assert(x->armed);
    }
    note_event(l);
    noted[notes].at = newest;
    noted[notes].due = x->due;
    noted[notes].node = &x->node;
    noted[notes++].arms = x->armed;
}

static void lane_follows(struct lane *l, uint64_t now) {
    l->before = l->now;
    l->now = now;
    (void)tw_timers_advance(&l->t, (tw_tick)now);
}

/* Goes on. An empty set alone may be silent for nearly a whole range; of two sets the
   second one follows the first at times. */
static void time_goes(bool alone) {
    const bool silent = lane_armed(&lane[0]) + lane_armed(&lane[1]) == 0;
    const uint64_t most = alone && silent ? range : range / 4;
    const uint64_t step = silent ? rig_below(most) : lane_step(&lane[0]) % most;
    const uint64_t last = lane[0].now;

    lane_follows(&lane[0], last + step);
    if (alone)
        return;
    if (last + step - lane[1].now >= range / 4)
        lane_follows(&lane[1], last);
    if (rig_index(2))
        lane_follows(&lane[1], last + step);
}

static void quiet_fn(struct tw_node *n, tw_tick now) {
    (void)now;
    note_event(lane_of(n));
    TW_OF(n, struct lot, node)->armed = false;
}

/* The lines of the records that a ring keeps, as the test has noted them. */
static void trace_is_that_of_notes(void) {
    const size_t first = notes < RING ? 0 : notes - RING;
    char line[100];
    size_t i;

    lines = 0;
    tw_watch_trace(&watch, 1000, &report); /* a tick is a microsecond */
    assert(lines == notes - first);
    for (i = first; i < notes; i++) {
        const uint64_t start = noted[first].at, due = noted[i].due < start ? start : noted[i].due;
        int n =
            sprintf(line, "%llu %s %llu", (unsigned long long)(noted[i].at - start),
                    noted[i].arms ? "arm" : "cancel", (unsigned long long)(uintptr_t)noted[i].node);

        if (noted[i].arms)
            sprintf(line + n, " %llu", (unsigned long long)(due - start));
        said(i - first, line);
    }
}

SCENARIO(watch_records_for_any_length,
         "A recording of many ranges of a tick goes on, and tells each deadline from its now.") {
    static struct tw_record ring[RING];
    size_t round, i;

    for (round = 0; round < (SLOW ? 10 : 40); round++) {
        const bool alone = round % 2;

        lanes_begin(rig.ops);
        tw_watch_record(&watch, ring, RING);
        lane_follows(&lane[0], 2 * range);
        lane_follows(&lane[1], 2 * range);
        newest = 0;
        for (i = 0; i < SETS * EACH; i++)
            lane[i / EACH].lot[i % EACH].node.fn = quiet_fn;
        for (notes = 0; notes < OPERATIONS;) {
            struct lane *const l = alone ? lane : &lane[rig_index(SETS)];
            operate(l, &l->lot[rig_index(EACH)]);
            if (notes < RING || notes % 50 == 0)
                trace_is_that_of_notes();
            time_goes(alone);
        }
        lanes_end();
    }
}

SCENARIO(watch_records_a_far_deadline,
         "A deadline far away stays far, and a set that begins anew at an earlier tick goes on.") {
    static struct tw_record ring[4];
    const uint64_t most = TW_TICK_BITS == 64 ? UINT64_MAX / 2 + 2000 : REACH - 1;
    char line[100];

    start(1000, 4);
    pool_init(1);
    watch_begins();
    tw_watch_record(&watch, ring, 4);
    rig_arm(&pool[0], 1000 + most);
    rig_cancel(&pool[0]);
    tw_watch_trace(&watch, 1, &report);
    sprintf(line, "0 arm %llu %llu", (unsigned long long)(uintptr_t)&pool[0].node,
            TW_TICK_BITS == 64 ? (unsigned long long)UINT64_MAX : (unsigned long long)most * 1000);
    said(0, line);
    if (TW_TICK_BITS == 64) {
        start(10, 4);
        rig_arm(&pool[0], 50);
        rig_advance(30);
        rig_cancel(&pool[0]);
        lines = 0;
        tw_watch_trace(&watch, 1, &report);
        sprintf(line, "0 arm %llu 40000", (unsigned long long)(uintptr_t)&pool[0].node);
        said(2, line);
        assert(strncmp(printed[3], "20000 cancel ", 13) == 0);
    }
}

TW_WINDOWS_OF(bounded, heap4)

/* Windows are refused by a set without room, and by one that a tick is too far for. */
SCENARIO(watch_counts_windows_that_are_refused,
         "A window that its set refuses is counted, whatever the reason.") {
    static TW_HEAP4_ARRAY(room, 1);
    static struct bounded t;
    struct tw_window a = TW_WINDOW(quick), b = TW_WINDOW(quick);
    size_t refused = 1;

    watch_begins();
    bounded_init(&t, 0, room, 1);
    assert(bounded_add(&t, &a, 5, 9) && !bounded_add(&t, &b, 5, 9));
    if (TW_TICK_BITS < 64) {
        assert(!bounded_add(&t, &a, TW_TICK_MAX / 2 + 1, TW_TICK_MAX / 2 + 1));
        refused++;
    }
    assert(other.arms == 1 && other.refused == refused && bounded_cancel(&t, &a));
}

/* What comes up rarely. */
SCENARIO(watch_answers_rare_cases,
         "A worse worst is taken over, a refusal is no record, and no function has no name.") {
    struct tw_record ring[4];
    struct tw_armed room[1];
    struct tw_heap4 full;
    struct tw_node idle = TW_NODE(NULL);

    start(100, 16);
    pool_init(1);
    watch_begins();
    tw__watch_count(&watch.late, 5, quick);
    tw_watch_merge(&watch, &other); /* an empty one */
    assert(watch.late.worst == 5 && watch.late.fn == quick);
    tw__watch_count(&other.late, 9, slow);
    tw_watch_merge(&watch, &other);
    assert(watch.late.worst == 9 && watch.late.fn == slow && watch.late.values == 2);

    tw_timers_init(&inner, 0, &tw_heap4_ops, &full, NULL, 0);
    tw_watch_record(&watch, ring, 4);
    assert(!tw_timers_add(&inner, &idle, 5) && watch.refused == 1 && watch.recorded == 0);
    tw_timers_init(&inner, 0, &tw_rbtree_ops, &inner_tree, NULL, 0);
    assert(tw_timers_add(&inner, &idle, 5) && watch.recorded == 1);
    tw_watch_trace(&watch, 1, &report);
    assert(lines == 1);
    assert(tw_dump(tw_set_of(&inner), room, 1, &report) == 1 && strstr(printed[1], "no function"));
    assert(tw_timers_cancel(&inner, &idle));
}

MISTAKE(watch_takes_odd_arguments,
        "A ring without room records nothing, and 0 ticks a millisecond count as 1.") {
    struct tw_record ring[1];

    start(0, 4);
    pool_init(1);
    watch_begins();
    expect_trips = true;
    tripped = 0;
    tw_watch_record(&watch, ring, 0);
    rig_arm(&pool[0], 10);
    tw_watch_record(&watch, NULL, 5);
    rig_cancel(&pool[0]);
    assert(tripped == 2 && !watch.recording && watch.recorded == 0);
    tw_watch_record(&watch, ring, 1);
    rig_arm(&pool[0], 10);
    tw_watch_trace(&watch, 0, &report);
    assert(tripped == 3 && lines == 1 && strstr(printed[0], " 10000"));
    expect_trips = false;
}

static const struct tw_ops *const on[] = {EACH_STRUCTURE(OPS_OF)};

static const struct scenario scenarios[] = {
    ONCE(watch_buckets_are_a_quarter_wide),
    ONCE(recorded_deadlines_stop_at_the_last_tick),
    ONCE(watch_percentiles_are_near_those_of_the_values),
    ROW(watch_counts_what_the_set_does),
    ROW(watch_counts_what_clear_takes_out),
    ROW(watch_tells_the_deepest_backlog),
    ROW(watch_counts_what_next_walks),
    ROW(watch_counts_what_next_passes),
    ROW(watch_names_the_slowest_callback),
    ONCE(watch_times_no_callback_around_another),
    ONCE(watch_times_no_callback_that_was_left),
    ONCE(watch_sees_no_structure_without_a_set),
    ROW(watch_keeps_clocks_apart),
    ROW(dump_stands_in_the_order_of_firing),
    ROW(dump_names_what_check_names),
    ONCE(dump_takes_each_kind_of_set),
    ROW(watch_prints_counts_and_percentiles),
    ONCE(watch_prints_decimal_numbers),
    ONCE(watch_prints_the_greatest_numbers),
    ONCE(watch_cuts_a_long_line),
    ONCE(watches_are_merged),
    ONCE(watch_prints_a_page_for_prometheus),
    ONCE(watch_prints_every_bucket),
    ONCE(watch_merges_as_if_it_had_seen_all),
    ONCE(watch_begins_anew),
    ROW(watch_records_a_trace),
    ROW(watch_records_for_any_length),
    ONCE(watch_records_a_far_deadline),
    ONCE(watch_counts_windows_that_are_refused),
    ONCE(watch_answers_rare_cases),
    ONCE(watch_takes_odd_arguments),
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], on,
                         sizeof on / sizeof on[0], argc, argv);
}
