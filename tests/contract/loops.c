/* SPDX-License-Identifier: MIT-0 */
/* The loops of the manuals ("DO THIS"), over every structure, on a clock that goes as far
   as the manuals allow: while nothing is armed it jumps by up to six quarters of the range
   of a tick. Each loop starts at any tick, with a set that is all zero or of tick 0.

   What must fire is computed from the clock of this program, in 64 bits, and from what was
   asked. A timer fires in the first turn at or after its tick, never before. The loop
   sleeps until the earliest tick, and no shorter.

       loops          all of it; a line for each loop and structure says how near it came
                      to each edge
       loops NAME     one scenario
       loops --seed N all of it, on other clocks */
#include "rig.h"
#include "shards.h"
#include "window.h"

static uint64_t wall; /* the clock */

/* The delay queue of one thread: its lock is always free, and nobody sleeps in it. */
#define TW_DQ_MUTEX             bool
#define TW_DQ_MUTEX_INIT(m)     (!(*(m) = false))
#define TW_DQ_MUTEX_DESTROY(m)  assert(!*(m))
#define TW_DQ_LOCK(m)           assert(!*(m) && (*(m) = true))
#define TW_DQ_UNLOCK(m)         assert(*(m) && !(*(m) = false))
#define TW_DQ_COND              bool
#define TW_DQ_COND_INIT(c)      (!(*(c) = false))
#define TW_DQ_COND_DESTROY(c)   ((void)(c))
#define TW_DQ_SIGNAL(c)         rig_failed("nobody sleeps", __FILE__, __LINE__)
#define TW_DQ_BROADCAST(c)      ((void)(c))
#define TW_DQ_WAIT(c, m, until) rig_failed("a loop never sleeps here", __FILE__, __LINE__)
#define TW_DQ_CLOCK()           wall
#if TW_TICK_BITS == 64
#include "delayqueue.h"
#endif

enum { TIMERS = 6, TURNS = 40, ROUNDS = SLOW ? 400 : 1500, SILENCE = 6, ARRAY = 64, FEW = 2 };

/* A quarter of the range. Ticks of 64 bits have no edge there. */
static const uint64_t quarter =
    TW_TICK_BITS == 64 ? (uint64_t)1 << 30 : (uint64_t)1 << (TW_TICK_BITS % 64 - 2);

/* A timer of each kind, and what the user has asked of it. */
struct asker {
    struct tw_post post;
    struct tw_shard_timer timer;
    struct tw_window window;
    bool armed, sent;       /* sent: a request for it waits in the inbox */
    uint64_t earliest, due; /* by the wall */
    unsigned long asked;    /* the turn in which */
};

/* A loop of a manual. ask(): before the turn, while the set's clock lags. arm(): after the
   turn and in callbacks. Either may be NULL. */
struct loop {
    void (*begin)(void), (*end)(void); /* of a round */
    void (*ask)(struct asker *x, bool arms);
    void (*arm)(struct asker *x, bool arms);
    void (*turn)(void);
    bool (*sleep)(uint64_t *ticks); /* false: until somebody asks */
    bool inbox;                     /* ask() sends a request, which a turn applies */
    uint64_t reach;                 /* a deadline lies less than this ahead */
};

static const struct loop *loop;
static struct asker asker[TIMERS];
static uint64_t turned; /* where the clock stood in the last turn */
static unsigned long turns, fires;
static bool occupied;    /* a timer waited when the requests under way began */
static bool waits, rung; /* a request waits in the inbox; its sender shall wake the owner */

/* The edges, as far as they were reached. */
static struct {
    uint64_t silence, ahead, both;
    uint64_t lag, waiting; /* of the clock of the set: of an empty one, of another */
} reached;

static void note(uint64_t *most, uint64_t x) { *most = x > *most ? x : *most; }

/* ------------------------------------------------------------------------ THE ASKERS */

/* The first tick that was asked for. False: none. */
static bool first_asked(uint64_t *due) {
    bool any = false;
    int i;

    for (i = 0; i < TIMERS; i++)
        if (asker[i].armed && (!any || asker[i].due < *due)) {
            *due = asker[i].due;
            any = true;
        }
    return any;
}

/* Up to `most`: every second time an end of the span. */
static uint64_t drawn(uint64_t most) {
    const uint64_t near_end = rig_below(2);

    switch (rig_below(6)) {
    case 0:
        return near_end < most ? near_end : most;
    case 1:
    case 2:
        return most - (near_end < most ? near_end : most);
    case 3:
        return rig_below((most < 40 ? most : 40) + 1);
    default:
        return rig_below(most + 1);
    }
}

/* Wants x at a tick that lies less than reach ahead of the wall. */
static void wants(struct asker *x) {
    const uint64_t ahead = drawn(loop->reach - 1);

    x->armed = true;
    x->asked = turns;
    x->due = wall + ahead;
    x->earliest = wall + ahead - rig_below((ahead < 50 ? ahead : 50) + 1);
    note(&reached.ahead, ahead);
    if (occupied)
        note(&reached.both, wall - turned + ahead);
}

/* One request: seven of eight arm or move a timer, the others cancel one. A request that
   waits would undo what the owner does to the same timer. */
static void request(struct asker *x, void (*how)(struct asker *x, bool arms)) {
    const bool arms = rig_below(8) != 0;

    if (x->sent && how == loop->arm)
        return;
    x->armed = false;
    x->sent = how == loop->ask && loop->inbox;
    waits |= x->sent;
    if (arms)
        wants(x);
    how(x, arms);
}

/* Several requests, from one context or several. The clock goes on between those that wait
   for the owner, and the first of them wakes it. */
static void requests(void (*how)(struct asker *x, bool arms)) {
    const bool inbox = how == loop->ask && loop->inbox, awake = waits;
    uint64_t n, first;

    occupied = first_asked(&first);
    note(occupied ? &reached.waiting : &reached.lag, wall - turned);
    for (n = 1 + rig_below(3); n > 0; n--) {
        request(&asker[rig_below(1 + turns / TURNS % TIMERS)], how);
        wall += inbox ? rig_below(2) : 0;
    }
    assert(!inbox || awake || rung);
}

static void fired(struct asker *x) {
    assert(x->armed && wall >= x->earliest);
    x->armed = false;
    fires++;
    if (rig_below(4) != 0)
        return;
    if (loop->arm && (!loop->inbox || rig_below(2) == 0))
        request(x, loop->arm);
    else
        request(x, loop->ask);
}

static void on_post(struct tw_node *n, tw_tick now) {
    assert(now == (tw_tick)wall);
    fired(TW_OF(n, struct asker, post.node));
}

static void on_shard(struct tw_node *n, tw_tick now) {
    assert(now == (tw_tick)wall);
    fired(TW_OF(n, struct asker, timer.post.node));
}

static void on_window(struct tw_node *n, tw_tick now) {
    assert(now == (tw_tick)wall);
    fired(TW_OF(n, struct asker, window.node));
}

static void on_refused(struct tw_post *p, tw_tick due) {
    (void)p, (void)due;
    assert(!"a request is refused");
}

/* ------------------------------------------------------------------------ THE DRIVER */

/* Lets the loop sleep, and the clock go on: to the end of the sleep or a tick beyond, or
   until somebody asks. Returns whether somebody does. */
static bool passes(void) {
    uint64_t ticks = 0, first = wall;
    const bool any = loop->sleep(&ticks), armed = first_asked(&first);
    const bool wakes = loop->ask && rig_below(2) == 0;
    uint64_t span;

    assert(any == (armed || waits));
    if (!any) {
        span = quarter * rig_below(SILENCE) + drawn(quarter);
        note(&reached.silence, span);
        wall += span;
        return true;
    }
    assert(ticks == (waits || first <= wall ? 0 : first - wall));
    wall += wakes ? drawn(ticks) : ticks + rig_below(2);
    return wakes;
}

/* One turn of the loop, and what it must have fired: all that was asked for before. */
static void turn(void) {
    int i;

    turns++;
    waits = rung = false;
    for (i = 0; i < TIMERS; i++)
        asker[i].sent = false;
    loop->turn();
    turned = wall;
    for (i = 0; i < TIMERS; i++)
        assert(!asker[i].armed || asker[i].asked == turns || asker[i].due > wall);
}

static void round_begins(void) {
    int i;

    memset(asker, 0, sizeof asker);
    for (i = 0; i < TIMERS; i++) {
        tw_post_init(&asker[i].post, on_post);
        asker[i].window.node.fn = on_window;
    }
    wall = quarter / 2 * rig_below(16) + drawn(quarter / 2);
    turned = wall;
    waits = rung = false;
    loop->begin();
}

static void say_edge(const char *what, uint64_t is, uint64_t most) {
    printf(", %s %.4f", what, (double)is / (double)quarter);
    if ((double)is < 0.99 * (double)most)
        printf(" (of %.4f)", (double)most / (double)quarter);
    assert((double)is >= 0.99 * (double)most);
}

/* The rounds of one loop. An edge that is not reached within a hundredth is a failure. */
static void goes_round(const struct loop *l, const char *manual) {
    int round, step;

    loop = l;
    memset(&reached, 0, sizeof reached);
    turns = fires = 0;
    for (round = 0; round < ROUNDS; round++) {
        round_begins();
        for (step = 0; step < TURNS; step++) {
            const bool asked = passes();

            if (asked && l->ask)
                requests(l->ask);
            turn();
            if (l->arm && (!l->ask || rig_below(4) == 0) && rig_below(2) == 0)
                requests(l->arm);
        }
        if (l->end)
            l->end();
    }
    printf("%s, %s, in quarters", manual, rig.ops->name);
    say_edge("silence", reached.silence, quarter * SILENCE);
    say_edge("ahead", reached.ahead, l->reach - 1);
    if (l->ask) {
        say_edge("clock behind", reached.lag, quarter * SILENCE);
        say_edge("while a timer waits", reached.waiting, l->reach - 1);
        say_edge("ahead of that clock", reached.both, 2 * (l->reach - 1));
    }
    printf("; %lu fired\n", fires);
    assert(fires > (unsigned long)ROUNDS);
}

/* -------------------------------------------------------------------------- timers.h */

static struct tw_timers set;

static void set_ends(void) { tw_timers_clear(&set); }

static void set_begins(void) { tw_timers_init(&set, 0, rig.ops, rig.in, rig.room, ARRAY); }

static void set_add(struct asker *x, bool arms) {
    if (arms)
        assert(tw_timers_add(&set, &x->post.node, (tw_tick)x->due));
    else
        (void)tw_timers_cancel(&set, &x->post.node);
}

static void set_add_in(struct asker *x, bool arms) {
    if (arms)
        assert(tw_timers_add_in(&set, &x->post.node, (tw_tick)wall, (tw_tick)(x->due - wall)));
    else
        (void)tw_timers_cancel(&set, &x->post.node);
}

static bool poll_ticks(int ms, uint64_t *ticks) {
    *ticks = ms < 0 ? 0 : (uint64_t)ms;
    return ms >= 0;
}

static bool set_sleep(uint64_t *ticks) {
    return poll_ticks(tw_timers_wait_ms(&set, (tw_tick)wall, 1), ticks);
}

static void set_turn(void) { (void)tw_timers_advance(&set, (tw_tick)wall); }

SCENARIO(loop_that_fires_and_then_arms,
         "A loop that sleeps, advances and then arms fires each timer in the first turn.") {
    const struct loop l = {set_begins, set_ends,  NULL,  set_add,
                           set_turn,   set_sleep, false, quarter};

    rig_begin(rig.ops, 0, ARRAY);
    goes_round(&l, "timers.h, arms behind advance()");
}

/* Half of a quarter is what a set that lags as far lets a loop ask for. */
SCENARIO(loop_that_arms_and_then_fires,
         "A loop that arms by add_in() before it advances fires each timer in the first turn.") {
    const struct loop l = {set_begins, set_ends,  set_add_in, NULL,
                           set_turn,   set_sleep, false,      quarter / 2};

    rig_begin(rig.ops, 0, ARRAY);
    goes_round(&l, "timers.h, arms before advance()");
}

/* ---------------------------------------------------------------------------- post.h */

static struct tw_posts inbox;

static void post_ask(struct asker *x, bool arms) {
    rung |=
        arms ? tw_post_arm(&inbox, &x->post, (tw_tick)x->due) : tw_post_cancel(&inbox, &x->post);
}

static void post_turn(void) {
    (void)tw_timers_advance_some(&set, (tw_tick)wall, 0);
    (void)tw_timers_drain(&set, &inbox, on_refused);
    (void)tw_timers_advance(&set, (tw_tick)wall);
}

/* An owner that sleeps by an instruction of the processor. */
static bool post_sleep(uint64_t *ticks) {
    tw_tick due = (tw_tick)wall;
    const bool any = tw_timers_next(&set, &due);

    *ticks = tw_posts_any(&inbox) ? 0 : (tw_tick)(due - (tw_tick)wall);
    return any || tw_posts_any(&inbox);
}

/* The posts of the next round are idle. */
static void post_ends(void) {
    (void)tw_timers_advance_some(&set, (tw_tick)wall, 0);
    (void)tw_timers_drain(&set, &inbox, on_refused);
    tw_timers_clear(&set);
}

SCENARIO(loop_that_is_asked_by_posts,
         "A loop that moves its clock, drains and advances fires in the first turn.") {
    const struct loop l = {set_begins, post_ends,  post_ask, set_add,
                           post_turn,  post_sleep, true,     quarter};

    rig_begin(rig.ops, 0, ARRAY);
    goes_round(&l, "post.h");
}

/* -------------------------------------------------------------- shards.h AND window.h */

static uint64_t room[ARRAY * 4];
static size_t slots; /* of the array, as the structure asks for */

/* The loops over one structure. */
struct kind {
    const struct tw_ops *ops;
    struct loop shard, window;
};

static struct tw_shard *home;

static void ring(struct tw_shard *s) {
    assert(s == home);
    rung = true;
}

static bool pulls(void) { return rig_below(4) == 0; }

#define KIND(of)                                                                                   \
    TW_SHARDS_OF(of##_loops, of)                                                                   \
    TW_WINDOWS_OF(of##_windows, of)                                                                \
    static struct of##_loops_shard of##_shard;                                                     \
    static struct of##_windows of##_set;                                                           \
    static void of##_shard_begins(void) {                                                          \
        int i;                                                                                     \
        of##_loops_init(&of##_shard, 0, (tw_##of##_array *)(void *)room, slots);                   \
        home = &of##_shard.at;                                                                     \
        home->wake = ring;                                                                         \
        home->refused = on_refused;                                                                \
        for (i = 0; i < TIMERS; i++)                                                               \
            of##_loops_timer_init(&of##_shard, &asker[i].timer, on_shard);                         \
    }                                                                                              \
    static void of##_shard_ask(struct asker *x, bool arms) {                                       \
        const enum tw_shard_answer answer = arms                                                   \
                                                ? of##_loops_arm(NULL, &x->timer, (tw_tick)x->due) \
                                                : of##_loops_cancel(NULL, &x->timer);              \
        assert(answer == TW_SHARD_ASKED);                                                          \
    }                                                                                              \
    static void of##_shard_arm(struct asker *x, bool arms) {                                       \
        if (arms)                                                                                  \
            assert(of##_loops_arm(&of##_shard, &x->timer, (tw_tick)x->due) == TW_SHARD_DONE);      \
        else                                                                                       \
            (void)of##_loops_cancel(&of##_shard, &x->timer);                                       \
    }                                                                                              \
    static bool of##_shard_sleep(uint64_t *ticks) {                                                \
        return poll_ticks(of##_loops_sleep_ms(&of##_shard, (tw_tick)wall, 1), ticks);              \
    }                                                                                              \
    static void of##_shard_turn(void) {                                                            \
        if (pulls())                                                                               \
            (void)of##_loops_pull(&of##_shard, (tw_tick)wall);                                     \
        assert(of##_loops_woken(&of##_shard) == &of##_shard);                                      \
        waits = rung = false;                                                                      \
        (void)of##_loops_turn(&of##_shard, (tw_tick)wall);                                         \
    }                                                                                              \
    static void of##_window_begins(void) {                                                         \
        of##_windows_init(&of##_set, 0, (tw_##of##_array *)(void *)room, slots);                   \
    }                                                                                              \
    static void of##_window_arm(struct asker *x, bool arms) {                                      \
        if (arms)                                                                                  \
            assert(                                                                                \
                of##_windows_add(&of##_set, &x->window, (tw_tick)x->earliest, (tw_tick)x->due));   \
        else                                                                                       \
            (void)of##_windows_cancel(&of##_set, &x->window);                                      \
    }                                                                                              \
    static bool of##_window_sleep(uint64_t *ticks) {                                               \
        return poll_ticks(of##_windows_wait_ms(&of##_set, (tw_tick)wall, 1), ticks);               \
    }                                                                                              \
    static void of##_window_turn(void) { (void)of##_windows_advance(&of##_set, (tw_tick)wall); }
#define ROW_OF(of)                                                                                 \
    {&tw_##of##_ops,                                                                               \
     {of##_shard_begins, NULL, of##_shard_ask, of##_shard_arm, of##_shard_turn, of##_shard_sleep,  \
      true, 0},                                                                                    \
     {of##_window_begins, NULL, NULL, of##_window_arm, of##_window_turn, of##_window_sleep, false, \
      0}},

EACH_STRUCTURE(KIND)

static const struct kind kinds[] = {EACH_STRUCTURE(ROW_OF)};

/* few_lanes is a skip list with a small array. */
static void goes_round_typed(bool window, const char *manual) {
    const bool few = rig.ops == &few_lanes_ops;
    const struct tw_ops *const ops = few ? &tw_skiplist_ops : rig.ops;
    struct loop l;
    size_t i = 0;

    while (kinds[i].ops != ops)
        assert(++i < sizeof kinds / sizeof kinds[0]);
    slots = few ? FEW : ARRAY;
    l = window ? kinds[i].window : kinds[i].shard;
    l.reach = quarter;
    goes_round(&l, manual);
}

SCENARIO(loop_of_a_shard,
         "The loop of a shard fires what it arms and what others ask in the first turn.") {
    goes_round_typed(false, "shards.h");
}

SCENARIO(loop_of_windows,
         "A loop of windows fires each timer in its window, at the first wake-up of `latest`.") {
    goes_round_typed(true, "window.h");
}

/* ---------------------------------------------------------------------- delayqueue.h */

#if TW_TICK_BITS == 64
static struct tw_delayqueue queue;

static void queue_begins(void) {
    assert(tw_delayqueue_init(&queue, rig.ops, rig.in, rig.room, ARRAY));
}

static void queue_ends(void) {
    (void)tw_delayqueue_clear_with(&queue, NULL);
    assert(tw_delayqueue_destroy(&queue));
}

/* Says whether x comes first of all that are asked for. The queue looked at the clock in
   the last turn: ticks up to there count as that one. */
static bool comes_first(const struct asker *x) {
    const uint64_t due = x->due > turned ? x->due : turned;
    int i;

    for (i = 0; i < TIMERS; i++)
        if (&asker[i] != x && asker[i].armed &&
            (asker[i].due > turned ? asker[i].due : turned) <= due)
            return false;
    return true;
}

/* A put that comes first must tell its thread, so that it wakes the loop. */
static void queue_ask(struct asker *x, bool arms) {
    bool first = false;

    if (!arms) {
        (void)tw_delayqueue_cancel(&queue, &x->post.node);
        return;
    }
    if (rig_below(2) == 0 || !tw_delayqueue_move_earliest(&queue, &x->post.node, x->due, &first))
        assert(tw_delayqueue_put_earliest(&queue, &x->post.node, x->due, &first));
    assert(first == comes_first(x));
}

static bool queue_sleep(uint64_t *ticks) {
    tw_tick due = wall;
    const bool any = tw_delayqueue_next(&queue, &due);

    *ticks = due > wall ? due - wall : 0;
    return any;
}

static void queue_turn(void) {
    struct tw_node *n;

    while ((n = tw_delayqueue_try_take(&queue)) != NULL)
        fired(TW_OF(n, struct asker, post.node));
}

SCENARIO(loop_of_a_delay_queue,
         "A delay queue's loop takes each node in its first turn, and hears of earlier ones.") {
    const struct loop l = {queue_begins, queue_ends,  queue_ask, NULL,
                           queue_turn,   queue_sleep, false,     quarter};

    rig_begin(rig.ops, 0, ARRAY);
    goes_round(&l, "delayqueue.h, threads.md");
}
#endif

static const struct scenario scenarios[] = {
    ROW(loop_that_fires_and_then_arms),
    ROW(loop_that_arms_and_then_fires),
    ROW(loop_that_is_asked_by_posts),
    ROW(loop_of_a_shard),
    ROW(loop_of_windows),
#if TW_TICK_BITS == 64
    ROW(loop_of_a_delay_queue),
#endif
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], structures, STRUCTURES,
                         argc, argv);
}
