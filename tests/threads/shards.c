/* SPDX-License-Identifier: MIT-0 */
/* What shards.h promises of one thread after another, over every structure: the answers,
   who is woken, what a neighbour fires, refusals, and random runs beside a model. Threads
   are shards_test.c's and shards_threads.c's.

       shards          all of it
       shards NAME     one scenario */
/* The TW_ASSERT of the rig returns where a test expects it to fail. So gcc sees a NULL go
   on into the atomics, and warns. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#endif
#include "../contract/rig.h"
#include "shards.h"

enum { LAST_TICK = 20, ROOM = 64, TIMERS = 12, ROUNDS = SLOW ? 2000 : 20000 };

/* The verbs of a kind of shard, and two shards of that kind. */
struct kind {
    const struct tw_ops *ops;
    struct tw_shard *s[2];
    void (*init)(struct tw_shard *s, tw_tick now, size_t n);
    void (*timer_init)(struct tw_shard *s, struct tw_shard_timer *x, tw_fn *fn);
    struct tw_shard *(*home)(const struct tw_shard_timer *x);
    enum tw_shard_answer (*arm)(struct tw_shard *me, struct tw_shard_timer *x, tw_tick due);
    enum tw_shard_answer (*cancel)(struct tw_shard *me, struct tw_shard_timer *x);
    enum tw_shard_answer (*cancel_and_wait)(struct tw_shard *me, struct tw_shard_timer *x,
                                            void (*pause)(void));
    bool (*settled)(const struct tw_shard_timer *x);
    size_t (*turn)(struct tw_shard *me, tw_tick now);
    bool (*sleep)(struct tw_shard *me, tw_tick *until);
    int (*sleep_ms)(struct tw_shard *me, tw_tick now, tw_tick per);
    struct tw_shard *(*woken)(struct tw_shard *s);
    size_t (*pull)(struct tw_shard *s, tw_tick now);
    bool (*parked)(const struct tw_shard *s, tw_tick *due);
    size_t (*count)(struct tw_shard *s);
    const char *(*check)(struct tw_shard *s);
};

static uint64_t room[2][ROOM * 4];

/* A shard begins with what is passed here. */
#define AS(of, s) TW__CAST(struct of##s_shard *, TW__CAST(void *, s))
#define KIND(of)                                                                              \
    TW_SHARDS_OF(of##s, of)                                                                   \
    static struct of##s_shard of##_shard[2];                                                  \
    static void of##_init(struct tw_shard *s, tw_tick now, size_t n) {                        \
        void *const in = room[s != &of##_shard[0].at];                                        \
        assert(of##s_set_bytes(ROOM) <= sizeof room[0]);                                      \
        of##s_init(AS(of, s), now, (tw_##of##_array *)in, n);                                 \
    }                                                                                         \
    static void of##_timer_init(struct tw_shard *s, struct tw_shard_timer *x, tw_fn *fn) {    \
        of##s_timer_init(AS(of, s), x, fn);                                                   \
    }                                                                                         \
    static struct tw_shard *of##_home(const struct tw_shard_timer *x) {                       \
        return &of##s_home(x)->at;                                                            \
    }                                                                                         \
    static enum tw_shard_answer of##_arm(struct tw_shard *me, struct tw_shard_timer *x,       \
                                         tw_tick due) {                                       \
        return of##s_arm(AS(of, me), x, due);                                                 \
    }                                                                                         \
    static enum tw_shard_answer of##_cancel(struct tw_shard *me, struct tw_shard_timer *x) {  \
        return of##s_cancel(AS(of, me), x);                                                   \
    }                                                                                         \
    static enum tw_shard_answer of##_cancel_and_wait(                                         \
        struct tw_shard *me, struct tw_shard_timer *x, void (*pause)(void)) {                 \
        return of##s_cancel_and_wait(AS(of, me), x, pause);                                   \
    }                                                                                         \
    static size_t of##_turn(struct tw_shard *me, tw_tick now) {                               \
        return of##s_turn(AS(of, me), now);                                                   \
    }                                                                                         \
    static bool of##_sleep(struct tw_shard *me, tw_tick *until) {                             \
        return of##s_sleep(AS(of, me), until);                                                \
    }                                                                                         \
    static int of##_sleep_ms(struct tw_shard *me, tw_tick now, tw_tick per) {                 \
        return of##s_sleep_ms(AS(of, me), now, per);                                          \
    }                                                                                         \
    static struct tw_shard *of##_woken(struct tw_shard *s) {                                  \
        struct of##s_shard *const me = of##s_woken(AS(of, s));                                \
        return me ? &me->at : NULL;                                                           \
    }                                                                                         \
    static size_t of##_pull(struct tw_shard *s, tw_tick now) {                                \
        return of##s_pull(AS(of, s), now);                                                    \
    }                                                                                         \
    static bool of##_parked(const struct tw_shard *s, tw_tick *due) {                         \
        return of##s_parked((const struct of##s_shard *)(const void *)s, due);                \
    }                                                                                         \
    static size_t of##_count(struct tw_shard *s) { return of##s_set_count(&AS(of, s)->set); } \
    static const char *of##_check(struct tw_shard *s) { return of##s_set_check(&AS(of, s)->set); }
#define ROW_OF(of)                                           \
    {&tw_##of##_ops, {&of##_shard[0].at, &of##_shard[1].at}, \
     of##_init,      of##_timer_init,                        \
     of##_home,      of##_arm,                               \
     of##_cancel,    of##_cancel_and_wait,                   \
     of##s_settled,  of##_turn,                              \
     of##_sleep,     of##_sleep_ms,                          \
     of##_woken,     of##_pull,                              \
     of##_parked,    of##_count,                             \
     of##_check},

EACH_STRUCTURE(KIND)

static const struct kind kinds[] = {EACH_STRUCTURE(ROW_OF)};

static const struct kind *k;
static struct tw_shard *me, *other;

/* A timer of the test, with what the model knows of it. */
struct item {
    struct tw_shard_timer timer;
    bool armed, asked_to_arm;
    uint64_t due, asked_due;
    unsigned long born, asked; /* asked: the place of the waiting request, 0: none waits */
};

static struct item item[TIMERS];
static unsigned long births, requests;
static uint64_t now;
static size_t fires, rung;

/* ------------------------------------------------------------------------- THE MODEL */

/* Who must fire next: of those that are due, the earliest, then the one armed first. */
static int model_first(void) {
    int i, first = -1;

    for (i = 0; i < TIMERS; i++)
        if (item[i].armed && item[i].due <= now &&
            (first < 0 || item[i].due < item[first].due ||
             (item[i].due == item[first].due && item[i].born < item[first].born)))
            first = i;
    return first;
}

static void model_arm(struct item *x, uint64_t due) {
    x->armed = true;
    x->due = due;
    x->born = ++births;
}

/* Notes the last request; it keeps the place of the first. */
static void model_ask(struct item *x, bool arms, uint64_t due) {
    if (x->asked == 0)
        x->asked = ++requests;
    x->asked_to_arm = arms;
    x->asked_due = due;
}

/* Applies what was asked, in order. A tick that has passed counts as now. */
static void model_drain(void) {
    unsigned long from = 0;
    int i, next;

    do {
        next = -1;
        for (i = 0; i < TIMERS; i++)
            if (item[i].asked > from && (next < 0 || item[i].asked < item[next].asked))
                next = i;
        if (next < 0)
            break;
        from = item[next].asked;
        item[next].asked = 0;
        item[next].armed = false;
        if (item[next].asked_to_arm)
            model_arm(&item[next], item[next].asked_due > now ? item[next].asked_due : now);
    } while (true);
}

static void fire(struct tw_node *n, tw_tick at) {
    struct item *const x = TW_OF(n, struct item, timer.post.node);

    assert(at == (tw_tick)now && x == &item[model_first()]);
    x->armed = false;
    fires++;
}

static void ring(struct tw_shard *s) {
    assert(s == me || s == other);
    rung++;
}

/* Two shards of the rig's structure at tick `at`, with room for n timers; all timers live
   in `me`. */
static void begin(uint64_t at, size_t n) {
    size_t i;

    for (i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (kinds[i].ops == rig.ops)
            k = &kinds[i];
    me = k->s[0];
    other = k->s[1];
    k->init(me, (tw_tick)at, n);
    k->init(other, (tw_tick)at, n);
    me->wake = other->wake = ring;
    memset(item, 0, sizeof item);
    for (i = 0; i < TIMERS; i++)
        k->timer_init(me, &item[i].timer, fire);
    now = at;
    births = requests = 0;
    fires = rung = 0;
}

/* ------------------------------------------------------------------------- SCENARIOS */

SCENARIO(shards_arm_and_cancel_at_home_at_once,
         "In its own shard a timer is armed, moved and cancelled within the call.") {
    begin(0, ROOM);
    assert(k->home(&item[0].timer) == me && k->settled(&item[0].timer));
    assert(k->cancel(me, &item[0].timer) == TW_SHARD_NO);
    assert(k->arm(me, &item[0].timer, 5) == TW_SHARD_DONE && k->count(me) == 1);
    assert(k->arm(me, &item[0].timer, 9) == TW_SHARD_DONE && k->count(me) == 1);
    assert(k->cancel(me, &item[0].timer) == TW_SHARD_DONE && k->count(me) == 0);
    assert(k->cancel_and_wait(me, &item[0].timer, NULL) == TW_SHARD_NO);
    assert(k->turn(me, 10) == 0 && rung == 0);
}

SCENARIO(shards_apply_what_others_asked_in_a_turn,
         "Requests of other threads take effect in the next turn, in the order of their arrival.") {
    begin(0, ROOM);
    assert(k->arm(other, &item[0].timer, 5) == TW_SHARD_ASKED && k->count(me) == 0);
    assert(!k->settled(&item[0].timer));
    model_ask(&item[0], true, 5);
    assert(k->arm(NULL, &item[1].timer, 3) == TW_SHARD_ASKED);
    model_ask(&item[1], true, 3);
    now = 5;
    model_drain();
    assert(k->turn(me, 5) == 2 && fires == 2 && k->settled(&item[0].timer));
    assert(k->turn(NULL, 6) == 0);
    assert(k->cancel(other, &item[0].timer) == TW_SHARD_ASKED && k->turn(me, 6) == 0);
    assert(rung == 0); /* nobody slept */
}

/* Asked to arm, then cancelled or moved at home before the turn. */
SCENARIO(shards_home_has_the_last_word,
         "A cancel or a move by the timer's own thread undoes requests that were sent before.") {
    begin(0, ROOM);
    assert(k->arm(me, &item[0].timer, 5) == TW_SHARD_DONE);
    assert(k->arm(NULL, &item[0].timer, 7) == TW_SHARD_ASKED);
    assert(k->cancel(me, &item[0].timer) == TW_SHARD_DONE && k->count(me) == 0);
    assert(k->turn(me, 8) == 0);
    assert(k->arm(NULL, &item[0].timer, 9) == TW_SHARD_ASKED);
    assert(k->cancel(me, &item[0].timer) == TW_SHARD_DONE && k->turn(me, 9) == 0);
    assert(k->arm(me, &item[0].timer, 12) == TW_SHARD_DONE);
    assert(k->arm(NULL, &item[0].timer, 11) == TW_SHARD_ASKED);
    assert(k->arm(me, &item[0].timer, 14) == TW_SHARD_ASKED && k->count(me) == 0);
    model_arm(&item[0], 14);
    assert(k->turn(me, 13) == 0 && k->count(me) == 1);
    now = 14;
    assert(k->turn(me, 14) == 1);
}

SCENARIO(shards_ring_for_a_sleeper_alone,
         "A request calls the wake function once if the shard sleeps, and else never.") {
    tw_tick until = 77, due = 77;

    begin(0, ROOM);
    assert(!k->parked(me, &due) && due == 77);
    assert(!k->sleep(me, &until) && until == 77); /* for ever */
    assert(!k->parked(me, &due) && k->pull(me, 100) == 0);
    assert(k->arm(NULL, &item[0].timer, 5) == TW_SHARD_ASKED && rung == 1);
    assert(k->arm(NULL, &item[1].timer, 5) == TW_SHARD_ASKED && rung == 1);
    model_ask(&item[0], true, 5);
    model_ask(&item[1], true, 5);
    assert(k->woken(me) == me && k->woken(me) == NULL);
    assert(k->turn(me, 1) == 0 && k->count(me) == 2);
    model_drain();
    assert(k->sleep(me, &until) && until == 5 && k->parked(me, &due) && due == 5);
    assert(k->woken(me) == me && k->arm(NULL, &item[2].timer, 9) == TW_SHARD_ASKED && rung == 1);
    assert(k->sleep(me, &until) && until == 1); /* a request waits: it is time */
    assert(k->woken(me) == me && k->turn(me, 2) == 0 && k->count(me) == 3);
    me->wake = NULL;
    assert(k->sleep(me, &until) && until == 5);
    assert(k->cancel(NULL, &item[2].timer) == TW_SHARD_ASKED && rung == 1);
    now = 5;
    assert(k->woken(me) == me && k->turn(me, 5) == 2 && k->count(me) == 0);
    assert(!k->sleep(NULL, &until) && until == 5);
}

SCENARIO(shards_sleep_in_milliseconds,
         "The time to sleep is rounded up, -1 if nothing waits, and 0 if a request does.") {
    begin(100, ROOM);
    assert(k->sleep_ms(NULL, 100, 10) == -1);
    assert(k->sleep_ms(me, 100, 10) == -1 && k->woken(me) == me);
    assert(k->arm(me, &item[0].timer, 125) == TW_SHARD_DONE);
    assert(k->sleep_ms(me, 100, 10) == 3 && k->woken(me) == me);
    assert(k->arm(NULL, &item[1].timer, 150) == TW_SHARD_ASKED);
    assert(k->sleep_ms(me, 100, 10) == 0 && k->woken(me) == me);
}

/* The state's word has fewer values than a tick of 64 bits. */
SCENARIO(shards_park_beside_the_last_tick,
         "A shard that sleeps to the last 64-bit tick shows its neighbours one a little earlier.") {
    tw_tick until = 0, due = 0;

    begin(0, ROOM);
    if (TW_TICK_BITS != 64)
        return;
    assert(k->arm(me, &item[0].timer, TW_TICK_MAX) == TW_SHARD_DONE);
    assert(k->sleep(me, &until) && until == TW_TICK_MAX);
    assert(k->parked(me, &due) && due == TW_TICK_MAX - 3);
    assert(k->woken(me) == me && k->cancel(me, &item[0].timer) == TW_SHARD_DONE);
}

SCENARIO(shards_park_at_tick_0,
         "A neighbour fires what is due at tick 0, the least of all states.") {
    tw_tick until = 9, due = 9;

    begin(0, ROOM);
    assert(k->arm(me, &item[0].timer, 0) == TW_SHARD_DONE);
    model_arm(&item[0], 0);
    assert(k->sleep(me, &until) && until == 0 && k->parked(me, &due) && due == 0);
    assert(k->pull(me, 0) == 1 && !k->parked(me, &due) && k->woken(me) == me);
}

SCENARIO(shards_are_fired_by_a_neighbour_when_due,
         "A neighbour fires the timers that are due in a shard that sleeps, and no others.") {
    tw_tick until = 0, due = 0;

    begin(0, ROOM);
    assert(k->pull(me, 9) == 0); /* it is awake */
    assert(k->arm(me, &item[0].timer, 5) == TW_SHARD_DONE);
    assert(k->arm(me, &item[1].timer, 8) == TW_SHARD_DONE);
    model_arm(&item[0], 5);
    model_arm(&item[1], 8);
    assert(k->sleep(me, &until) && until == 5);
    now = 4;
    assert(k->pull(me, 4) == 0);
    now = 6;
    assert(k->pull(me, 6) == 1 && k->parked(me, &due) && due == 8 && rung == 0);
    assert(k->arm(NULL, &item[2].timer, 7) == TW_SHARD_ASKED && rung == 1);
    model_ask(&item[2], true, 7);
    now = 8;
    model_drain();
    assert(k->pull(me, 8) == 2 && !k->parked(me, &due) && rung == 1);
    assert(k->woken(me) == me && k->count(me) == 0);
}

static struct tw_shard *came;

/* The home comes while a neighbour fires. */
static void home_comes(struct tw_node *n, tw_tick at) {
    fire(n, at);
    came = k->woken(me);
    assert(k->turn(came, at) == 0);
}

SCENARIO(shards_wait_for_a_neighbour_that_has_the_set,
         "A thread that wakes while a neighbour fires its timers is called when that is done.") {
    tw_tick until = 0;

    begin(0, ROOM);
    k->timer_init(me, &item[0].timer, home_comes);
    assert(k->arm(me, &item[0].timer, 5) == TW_SHARD_DONE);
    model_arm(&item[0], 5);
    assert(k->sleep(me, &until));
    came = me;
    now = 5;
    assert(k->pull(me, 5) == 1 && came == NULL && rung == 1);
    assert(k->woken(me) == me && k->turn(me, 6) == 0);
}

/* Another thread asks while a neighbour fires. */
static void another_asks(struct tw_node *n, tw_tick at) {
    fire(n, at);
    assert(k->arm(NULL, &item[1].timer, 20) == TW_SHARD_ASKED && rung == 0);
}

SCENARIO(shards_are_woken_for_a_request_that_came_meanwhile,
         "A request that comes while a neighbour fires wakes the sleeping thread afterwards.") {
    tw_tick until = 0;

    begin(0, ROOM);
    k->timer_init(me, &item[0].timer, another_asks);
    assert(k->arm(me, &item[0].timer, 5) == TW_SHARD_DONE);
    model_arm(&item[0], 5);
    assert(k->sleep(me, &until));
    now = 5;
    assert(k->pull(me, 5) == 1 && rung == 1);
    assert(k->woken(me) == me && k->turn(me, 6) == 0 && k->count(me) == 1);
}

/* Nobody is called where nobody can be. */
SCENARIO(shards_without_a_bell_are_pulled_too,
         "A neighbour fires the due timers of a shard that has no wake function.") {
    tw_tick until = 0;

    begin(0, ROOM);
    me->wake = NULL;
    k->timer_init(me, &item[0].timer, home_comes);
    assert(k->arm(me, &item[0].timer, 5) == TW_SHARD_DONE);
    model_arm(&item[0], 5);
    assert(k->sleep(me, &until));
    now = 5;
    assert(k->pull(me, 5) == 1 && rung == 0);
    assert(k->woken(me) == me && k->turn(me, 6) == 0);
}

static struct tw_shard_timer far_timer;
static size_t pauses;

/* The other home waits for a timer of this one, meanwhile. */
static void other_turns(void) {
    if (pauses++ == 0)
        assert(k->cancel(other, &item[0].timer) == TW_SHARD_ASKED);
    else
        (void)k->turn(other, 1);
}

SCENARIO(shards_may_wait_for_each_other,
         "Two threads that cancel and wait for a timer of the other both come back.") {
    begin(0, ROOM);
    k->timer_init(other, &far_timer, fire);
    assert(k->arm(other, &far_timer, 5) == TW_SHARD_DONE);
    assert(k->arm(me, &item[0].timer, 5) == TW_SHARD_DONE);
    pauses = 0;
    assert(k->cancel_and_wait(me, &far_timer, other_turns) == TW_SHARD_ASKED);
    assert(pauses == 2 && k->count(me) == 0 && k->count(other) == 0);
    assert(k->settled(&far_timer) && k->settled(&item[0].timer));
    assert(k->arm(NULL, &far_timer, 5) == TW_SHARD_ASKED);
    assert(k->cancel_and_wait(NULL, &far_timer, other_turns) == TW_SHARD_ASKED && pauses == 3);
    assert(k->turn(me, 9) == 0 && k->turn(other, 9) == 0);
}

SCENARIO(shards_home_waits_for_nobody_when_it_was_asked,
         "cancel_and_wait() of an own timer returns at once, although a request is under way.") {
    begin(0, ROOM);
    assert(k->arm(NULL, &item[0].timer, 5) == TW_SHARD_ASKED);
    assert(k->cancel_and_wait(me, &item[0].timer, NULL) == TW_SHARD_DONE);
    assert(!k->settled(&item[0].timer)); /* the inbox has it still */
    assert(k->turn(me, 9) == 0 && k->settled(&item[0].timer));
}

static size_t refusals;

static void refuse(struct tw_post *p, tw_tick due) {
    assert(p == &item[0].timer.post || due == (tw_tick)(now + REACH));
    assert(!k->settled(&item[5].timer)); /* requests are applied */
    refusals++;
}

MISTAKE(shards_answer_what_the_set_refuses,
        "A refused arming is TW_SHARD_NO at home; from elsewhere a function hears of it.") {
    begin(0, 0);
    me->refused = refuse;
    refusals = 0;
    if (rig.bounded || k->arm(me, &item[0].timer, 5) == TW_SHARD_NO) {
        assert(k->arm(me, &item[0].timer, 5) == TW_SHARD_NO && k->count(me) == 0);
        assert(k->arm(NULL, &item[0].timer, 5) == TW_SHARD_ASKED);
        assert(k->turn(me, 1) == 0 && refusals == 1 && k->settled(&item[0].timer));
    }
    begin(0, ROOM);
    me->refused = refuse;
    refusals = 0;
    if (TW_TICK_BITS != 64) {
        assert(k->arm(me, &item[1].timer, (tw_tick)REACH) == TW_SHARD_NO);
        assert(k->arm(NULL, &item[1].timer, (tw_tick)REACH) == TW_SHARD_ASKED);
        assert(k->turn(me, 0) == 0 && refusals == 1);
    }
}

static void waits_inside(struct tw_node *n, tw_tick at) {
    fire(n, at);
    assert(k->cancel_and_wait(me, &item[0].timer, NULL) == TW_SHARD_NO);
}

MISTAKE(shards_wait_for_no_cancel_in_a_callback,
        "cancel_and_wait() in a callback ends in TW_ASSERT, and is TW_SHARD_NO without asserts.") {
    begin(0, ROOM);
    k->timer_init(me, &item[0].timer, waits_inside);
    assert(k->arm(me, &item[0].timer, 5) == TW_SHARD_DONE);
    model_arm(&item[0], 5);
    now = 5;
    tripped = 0;
    expect_trips = true;
    assert(k->turn(me, 5) == 1);
    expect_trips = false;
    assert(tripped == 1);
}

/* ----------------------------------------------------------------------- RANDOM RUNS */

static unsigned silences;

/* The home has nothing to do for up to six quarters of the range of a tick. Then others
   ask, up to the farthest tick that may be asked for, and the home turns. */
static void random_silence(void) {
    const uint64_t quarter = (uint64_t)1 << (TW_TICK_BITS < 64 ? TW_TICK_BITS - 2 : 40);
    const size_t before = fires;
    tw_tick until = 0;
    int i;

    for (i = 0; i < TIMERS; i++)
        if (item[i].armed || item[i].asked != 0)
            return;
    silences++;
    assert(!k->sleep(me, &until));
    now += rig_random() % 6 * quarter + rig_random() % quarter;
    for (i = 0; i < 3; i++) {
        struct item *const x = &item[rig_random() % TIMERS];
        const uint64_t due = now + (rig_random() % 2 ? rig_random() % LAST_TICK : quarter - 1);

        assert(k->arm(NULL, &x->timer, (tw_tick)due) == TW_SHARD_ASKED);
        model_ask(x, true, due);
    }
    model_drain();
    assert(k->woken(me) == me && k->turn(me, (tw_tick)now) == fires - before && model_first() < 0);
    for (i = 0; i < TIMERS; i++) {
        assert((k->cancel(me, &item[i].timer) == TW_SHARD_DONE) == item[i].armed);
        item[i].armed = false;
    }
}

static void random_request(struct item *x, uint64_t due) {
    const bool own = rig_random() % 2, arms = rig_random() % 3 != 0, calm = x->asked == 0;
    const enum tw_shard_answer answer = arms ? k->arm(own ? me : NULL, &x->timer, (tw_tick)due)
                                             : k->cancel(own ? me : other, &x->timer);

    assert(k->settled(&x->timer) == (own && calm));
    if (own && calm) {
        assert(answer == (arms || x->armed ? TW_SHARD_DONE : TW_SHARD_NO));
        x->armed = false;
        if (arms)
            model_arm(x, due);
        return;
    }
    assert(answer == (own && !arms ? TW_SHARD_DONE : TW_SHARD_ASKED));
    if (own)
        x->armed = false;
    model_ask(x, arms, due);
}

/* The home sleeps. Until it comes back, others ask, and a neighbour may fire. */
static void random_nap(void) {
    const size_t before = rung;
    tw_tick until = 0;
    bool asks = false;
    int i;

    (void)k->sleep(me, &until);
    for (i = 0; i < TIMERS; i++)
        asks |= item[i].asked != 0;
    if (rig_random() % 2) {
        struct item *const x = &item[rig_random() % TIMERS];

        assert(k->arm(NULL, &x->timer, (tw_tick)(now + 3)) == TW_SHARD_ASKED);
        model_ask(x, true, now + 3);
        assert(rung == before + !asks);
    }
    assert(k->woken(me) == me);
}

SCENARIO(shards_random_runs_equal_the_model,
         "Whatever its own thread, others and neighbours do, a shard fires what the model says.") {
    int round;

    begin(0, ROOM);
    silences = 0;
    for (round = 0; round < ROUNDS; round++) {
        random_silence();
        if (rig_random() % 8 == 0)
            random_nap();
        else if (rig_random() % 4)
            random_request(&item[rig_random() % TIMERS], now + 1 + rig_random() % LAST_TICK);
        else {
            const size_t before = fires;
            size_t fired;

            now += rig_random() % 8;
            model_drain();
            fired = k->turn(me, (tw_tick)now);
            assert(fired == fires - before && model_first() < 0);
        }
        assert(!k->check(me));
    }
    assert(fires > (size_t)ROUNDS / 20 && silences > (unsigned)ROUNDS / 100);
}

static const struct tw_ops *const on[] = {EACH_STRUCTURE(OPS_OF)};

static const struct scenario scenarios[] = {
    ROW(shards_arm_and_cancel_at_home_at_once),
    ROW(shards_apply_what_others_asked_in_a_turn),
    ROW(shards_home_has_the_last_word),
    ROW(shards_ring_for_a_sleeper_alone),
    ROW(shards_sleep_in_milliseconds),
    ROW(shards_park_beside_the_last_tick),
    ROW(shards_park_at_tick_0),
    ROW(shards_are_fired_by_a_neighbour_when_due),
    ROW(shards_wait_for_a_neighbour_that_has_the_set),
    ROW(shards_are_woken_for_a_request_that_came_meanwhile),
    ROW(shards_without_a_bell_are_pulled_too),
    ROW(shards_may_wait_for_each_other),
    ROW(shards_home_waits_for_nobody_when_it_was_asked),
    ROW(shards_answer_what_the_set_refuses),
    ROW(shards_wait_for_no_cancel_in_a_callback),
    ROW(shards_random_runs_equal_the_model),
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], on,
                         sizeof on / sizeof on[0], argc, argv);
}
