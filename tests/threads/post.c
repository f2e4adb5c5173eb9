/* SPDX-License-Identifier: MIT-0 */
/* What post.h promises of one thread after another: order, the last request, every tick,
   refusals, and that a set that is driven by posts fires what one fires that is driven
   directly. Threads are post_test.c's and post_threads.c's.

       post          all of it
       post NAME     one scenario */
#include "../contract/rig.h"
#include "post.h"

enum { N = 64 };

static struct tw_posts inbox;
static struct tw_post post[N];
static int fired[1024];
static tw_tick fired_at[1024];
static size_t fires;

static void note(struct tw_node *n, tw_tick now) {
    fired[fires] = (int)(TW_POST_OF(n) - post);
    fired_at[fires++] = now;
}

static struct tw_post *refusal[N];
static tw_tick refused_due;
static size_t refusals;

static void refuse(struct tw_post *p, tw_tick due) {
    assert(tw_idle(&p->node) && p->wanted == 0);
    refusal[refusals++] = p;
    refused_due = due;
}

static void begin(size_t capacity) {
    int i;

    start(0, capacity);
    memset(&inbox, 0, sizeof inbox);
    for (i = 0; i < N; i++)
        tw_post_init(&post[i], note);
    fires = refusals = 0;
}

SCENARIO(zeroed_and_initialised_posts_are_idle,
         "A post made by TW_POST, by tw_post_init() or of zeros can be sent at once.") {
    static struct tw_post zeroed, initialised = TW_POST(note);
    struct tw_post made;

    begin(4);
    memset(&made, 0xA5, sizeof made);
    tw_post_init(&made, note);
    assert(made.wanted == 0 && tw_idle(&made.node) && made.node.fn == note &&
           initialised.node.fn == note);
    assert(!tw_posts_any(&inbox) && tw_timers_drain(&rig.t, &inbox, NULL) == 0);
    assert(tw_post_arm(&inbox, &zeroed, 5) && tw_posts_any(&inbox) &&
           !tw_post_arm(&inbox, &initialised, 6));
    assert(!tw_post_arm(&inbox, &made, 7) && tw_timers_drain(&rig.t, &inbox, NULL) == 3 &&
           !tw_posts_any(&inbox));
    assert(zeroed.node.due == 5 && initialised.node.due == 6 && made.node.due == 7);
    tw_timers_clear(&rig.t);
}

SCENARIO(equal_deadlines_fire_in_arrival_order,
         "Posts for the same tick fire in the order in which they came into the inbox.") {
    int i;

    begin(N);
    for (i = 0; i < N; i++)
        assert(tw_post_arm(&inbox, &post[(i * 5) % N], 10) == (i == 0));
    assert(tw_timers_drain(&rig.t, &inbox, NULL) == N);
    assert(tw_timers_advance(&rig.t, 9) == 0 && tw_timers_advance(&rig.t, 10) == N);
    for (i = 0; i < N; i++)
        assert(fired[i] == (i * 5) % N);
}

SCENARIO(sent_again_it_is_the_last_request_in_the_first_place,
         "A post sent twice before a drain keeps its place, and its newest tick counts.") {
    begin(4);
    assert(tw_post_arm(&inbox, &post[0], 10) && !tw_post_arm(&inbox, &post[1], 20));
    assert(!tw_post_arm(&inbox, &post[0], 30) && !tw_post_cancel(&inbox, &post[1]) &&
           !tw_post_arm(&inbox, &post[0], 20) && !tw_post_arm(&inbox, &post[1], 20));
    assert(tw_timers_drain(&rig.t, &inbox, NULL) == 2 && tw_timers_count(&rig.t) == 2);
    assert(tw_timers_advance(&rig.t, 100) == 2 && fired[0] == 0 && fired[1] == 1);
    assert(post[0].node.due == 20 && post[1].node.due == 20);
}

SCENARIO(cancel_takes_out_what_is_armed_and_minds_nothing_else,
         "A posted cancel undoes an arming in the set or the inbox, and harms no idle post.") {
    begin(4);
    /* idle */
    assert(tw_post_cancel(&inbox, &post[0]) && tw_timers_drain(&rig.t, &inbox, NULL) == 1);
    assert(tw_post_arm(&inbox, &post[0], 10) && !tw_post_arm(&inbox, &post[1], 10));
    /* not drained yet */
    assert(!tw_post_cancel(&inbox, &post[1]) && tw_timers_drain(&rig.t, &inbox, NULL) == 2);
    assert(tw_timers_count(&rig.t) == 1 && tw_idle(&post[1].node));
    /* armed */
    assert(tw_post_cancel(&inbox, &post[0]) && tw_timers_drain(&rig.t, &inbox, NULL) == 1);
    assert(tw_timers_count(&rig.t) == 0 && tw_timers_advance(&rig.t, 100) == 0);
}

SCENARIO(passed_ticks_are_due_at_once, "A post for a tick up to now fires in the next advance.") {
    begin(4);
    tw_timers_advance(&rig.t, 100);
    assert(tw_post_arm(&inbox, &post[0], 100) && !tw_post_arm(&inbox, &post[1], 50));
    assert(tw_timers_drain(&rig.t, &inbox, NULL) == 2 && tw_timers_advance(&rig.t, 100) == 2);
    assert(fired[0] == 0 && fired[1] == 1 && post[1].node.due == 50);
}

/* The set has no room, or cannot reach so far: nothing is lost silently, and the others
   are armed. */
MISTAKE(what_the_set_refuses_goes_to_the_function,
        "drain() gives each post without room to the caller's function, and arms the others.") {
    const bool limited = rig.bounded;
    int i;

    begin(2);
    for (i = 0; i < 4; i++)
        tw_post_arm(&inbox, &post[i], (tw_tick)(10 + i));
    assert(tw_timers_drain(&rig.t, &inbox, refuse) == 4 && refusals == (limited ? 2 : 0));
    assert(!limited || (refusal[0] == &post[2] && refusal[1] == &post[3] && refused_due == 13));
    tw_timers_clear(&rig.t);

#if TW_TICK_BITS != 64
    refusals = 0;
    tw_post_arm(&inbox, &post[0], TW_TICK_MAX / 2);
    tw_post_arm(&inbox, &post[1], 10);
    assert(tw_timers_drain(&rig.t, &inbox, refuse) == 2 && refusals == 1 &&
           refused_due == TW_TICK_MAX / 2);
    assert(tw_timers_count(&rig.t) == 1 && tw_idle(&post[0].node));
    expect_trips = true;
    tripped = 0;
    tw_post_arm(&inbox, &post[0], TW_TICK_MAX / 2);
    /* no function: the assert */
    assert(tw_timers_drain(&rig.t, &inbox, NULL) == 1 && tripped == 1);
    expect_trips = false;
    tw_timers_clear(&rig.t);
#endif
}

/* Anything with an add and a cancel can be drained into; this one looks at what came. */
struct probe {
    struct tw_node *n;
    tw_tick due;
    int adds, cancels;
};

static bool probe_add(struct probe *t, struct tw_node *n, tw_tick due) {
    t->n = n;
    t->due = due;
    t->adds++;
    return true;
}

static bool probe_cancel(struct probe *t, struct tw_node *n) {
    t->n = n;
    t->cancels++;
    return false;
}
TW_POSTS_OF(probe)

static void carry(tw_tick due, tw_tick expected) {
    struct probe probe = {NULL, 0, 0, 0};

    tw_post_arm(&inbox, &post[0], due);
    assert(probe_drain(&probe, &inbox, NULL) == 1 && probe.n == &post[0].node);
    assert(probe.adds == 1 && probe.cancels == 0 && probe.due == expected);
}

SCENARIO(every_tick_arrives_as_it_was_sent,
         "A posted tick is armed unchanged, but the last three 64-bit ticks count as one.") {
    const tw_tick last = TW_TICK_BITS == 64 ? (tw_tick)(TW_TICK_MAX - 3) : TW_TICK_MAX;
    struct probe probe = {NULL, 0, 0, 0};
    int bit, i;
    tw_tick d;

    begin(1);
    for (bit = 0; bit < TW_TICK_BITS; bit++)
        for (i = -3; i <= 3; i++) {
            d = (tw_tick)(((tw_tick)1 << bit) + (tw_tick)i);
            carry(d, d > last ? TW_TICK_MAX : d);
        }
    carry(last, last);
    for (i = 0; i < 3; i++) /* of the 64-bit ticks three are one, the last */
        carry((tw_tick)(TW_TICK_MAX - (tw_tick)i),
              TW_TICK_BITS == 64 ? TW_TICK_MAX : (tw_tick)(TW_TICK_MAX - (tw_tick)i));
    for (i = 0; i < 100000; i++) {
        d = (tw_tick)rig_random();
        carry(d, d > last ? TW_TICK_MAX : d);
    }
#if TW_TICK_BITS == 16
    d = 0;
    do
        carry(d, d);
    while (++d != 0);
#endif
    tw_post_cancel(&inbox, &post[0]);
    assert(probe_drain(&probe, &inbox, NULL) == 1 && probe.adds == 0 && probe.cancels == 1);
}

/* A set that refuses odd ticks: what its drain's refused() may do, under AddressSanitizer
   too. */
struct picky {
    struct tw_timers *t;
};

static bool picky_add(struct picky *p, struct tw_node *n, tw_tick due) {
    return due % 2 == 0 && tw_timers_add(p->t, n, due);
}

static bool picky_cancel(struct picky *p, struct tw_node *n) { return tw_timers_cancel(p->t, n); }
TW_POSTS_OF(picky)

static struct picky picky;
static struct tw_post *freed;

static void refuse_and_act(struct tw_post *p, tw_tick due) {
    refuse(p, due);
    if (due == 11) /* send it again: the next drain has it */
        assert(tw_post_arm(&inbox, p, 12));
    if (due == 13) /* free it */
        free(p);
    /* arm and cancel, also what this drain is about to arm and cancel, and has armed and
       cancelled */
    if (due == 15) {
        assert(tw_timers_cancel(&rig.t, &post[0].node) && tw_timers_add(&rig.t, &post[1].node, 70));
        assert(tw_timers_cancel(&rig.t, &post[4].node) && tw_timers_add(&rig.t, &post[3].node, 70));
    }
    if (due == 17) /* send another and drain: what this drain still has to apply is not in there */
        assert(!tw_post_arm(&inbox, &post[5], 30) &&
               picky_drain(&picky, &inbox, refuse_and_act) == 2);
    if (due == 19) /* free another that this drain is through with */
        free(freed);
}

SCENARIO(a_refusal_may_send_free_arm_cancel_and_drain,
         "The function for refusals may use any post and the set, and drain the inbox again.") {
    struct tw_post *mine = malloc(sizeof *mine);

    begin(16);
    picky.t = &rig.t;
    freed = malloc(sizeof *freed);
    assert(mine && freed);
    tw_post_init(mine, note);
    tw_post_init(freed, note);
    tw_timers_add(&rig.t, &post[4].node, 50);

    tw_post_arm(&inbox, &post[0], 10); /* armed here, cancelled by the refusal of 15 */
    tw_post_cancel(&inbox, &post[1]);  /* the other way round */
    tw_post_cancel(&inbox, freed);
    tw_post_arm(&inbox, &post[2], 11);
    tw_post_arm(&inbox, mine, 13);
    tw_post_arm(&inbox, &post[6], 15);
    tw_post_arm(&inbox, &post[3], 20); /* as asked here, whatever the refusal did */
    tw_post_cancel(&inbox, &post[4]);
    tw_post_arm(&inbox, &post[7], 17);
    tw_post_arm(&inbox, &post[8], 19);
    tw_post_arm(&inbox, &post[9], 40);
    assert(picky_drain(&picky, &inbox, refuse_and_act) == 11 && refusals == 5);

    assert(!tw_posts_any(&inbox) && !tw_timers_check(&rig.t) && tw_timers_count(&rig.t) == 5);
    assert(tw_idle(&post[0].node) && post[1].node.due == 70 && tw_idle(&post[4].node));
    assert(tw_timers_advance(&rig.t, 100) == 5 && fired[0] == 2 && fired_at[0] == 100 &&
           post[2].node.due == 12);
    assert(fired[1] == 3 && fired[2] == 5 && fired[3] == 9 && fired[4] == 1);
    assert(post[3].node.due == 20 && post[5].node.due == 30);
}

/* A callback that drains, and sends itself again: the new post waits for the next
   drain. */
static size_t drained;

static void drain_and_send(struct tw_node *n, tw_tick now) {
    note(n, now);
    drained += tw_timers_drain(&rig.t, &inbox, NULL);
    assert(tw_post_arm(&inbox, TW_POST_OF(n), now));
}

SCENARIO(callbacks_drain_and_send,
         "A callback may drain the inbox, and post its own timer for the next drain.") {
    begin(4);
    drained = 0;
    post[0].node.fn = drain_and_send;
    tw_post_arm(&inbox, &post[0], 10);
    assert(tw_timers_drain(&rig.t, &inbox, NULL) == 1);
    /* drained by the callback: armed in the batch, so for the next */
    tw_post_arm(&inbox, &post[1], 10);
    assert(tw_timers_advance(&rig.t, 10) == 1 && drained == 1 && tw_posts_any(&inbox));
    assert(tw_timers_advance(&rig.t, 10) == 1 && fired[1] == 1);
    assert(tw_timers_drain(&rig.t, &inbox, NULL) == 1 && tw_timers_advance(&rig.t, 10) == 1 &&
           fired[2] == 0);
    assert(tw_timers_drain(&rig.t, &inbox, NULL) == 1);
    tw_timers_clear(&rig.t);
}

/* Posts against a list of what was asked for, by a clock in 64 bits that the set does not
   know. A request for a tick that has passed counts as the now of its drain. */
static struct wish {
    bool armed;
    uint64_t when;
    unsigned long born, place; /* place: among the requests that wait; 0: none waits */
    bool arms;
    uint64_t due;
} wish[N];

static uint64_t wall;
static unsigned long births, places;

/* Of what is due, the earliest; of equals, the one that was armed first. */
static int first_wish(void) {
    int i, first = -1;

    for (i = 0; i < N; i++)
        if (wish[i].armed && wish[i].when <= wall &&
            (first < 0 || wish[i].when < wish[first].when ||
             (wish[i].when == wish[first].when && wish[i].born < wish[first].born)))
            first = i;
    return first;
}

static void fire_wish(struct tw_node *n, tw_tick now) {
    const int i = first_wish();

    assert(now == (tw_tick)wall && i >= 0 && n == &post[i].node);
    wish[i].armed = false;
    fires++;
}

/* Sends a random request, or another one in place of a request that waits. */
static void send_one(uint64_t quarter, bool none_waits) {
    struct wish *const w = &wish[rig_below(N)];
    struct tw_post *const p = &post[w - wish];

    w->arms = rig_below(3) != 0;
    w->due = wall + (rig_below(4) ? rig_below(40) : quarter - 1) - (rig_below(8) ? 0 : 4);
    w->place = w->place ? w->place : ++places;
    assert((w->arms ? tw_post_arm(&inbox, p, (tw_tick)w->due) : tw_post_cancel(&inbox, p)) ==
           none_waits);
}

/* Applies the requests in the order of their places. Returns how many there were. */
static size_t apply_wishes(void) {
    unsigned long last = places;
    size_t count = 0;
    int i;

    for (places = 1; places <= last; places++)
        for (i = 0; i < N; i++)
            if (wish[i].place == places) {
                wish[i].place = 0;
                wish[i].armed = wish[i].arms;
                wish[i].when = wish[i].due > wall ? wish[i].due : wall;
                wish[i].born = births++;
                count++;
            }
    places = 0;
    return count;
}

SCENARIO(posts_do_what_was_asked_for,
         "A set driven by posts fires what was asked for, in order, also after any silence.") {
    const uint64_t quarter = (uint64_t)1 << (TW_TICK_BITS < 64 ? TW_TICK_BITS - 2 : 40);
    int i, round, silences = 0, moves;

    begin(N);
    memset(wish, 0, sizeof wish);
    for (i = 0; i < N; i++)
        tw_post_init(&post[i], fire_wish);
    wall = births = places = 0;
    for (round = 0; round < (SLOW ? 300 : 3000); round++) {
        const bool idle = tw_timers_count(&rig.t) == 0;

        for (i = 0, moves = 0; i < N; i++)
            moves += wish[i].armed;
        assert(idle == (moves == 0));
        silences += idle;
        wall += idle ? rig_below(6) * quarter + rig_below(quarter) : rig_below(12);
        for (i = (int)rig_below(4); i >= 0; i--)
            send_one(quarter, places == 0);
        fires = 0;
        (void)tw_timers_advance_some(&rig.t, (tw_tick)wall, 0);
        assert(tw_timers_drain(&rig.t, &inbox, NULL) == apply_wishes());
        assert(tw_timers_advance(&rig.t, (tw_tick)wall) == fires && first_wish() < 0);
        assert(!tw_timers_check(&rig.t));
        if (rig_below(10) == 0) { /* the owner cancels all */
            tw_timers_clear(&rig.t);
            for (i = 0; i < N; i++)
                wish[i].armed = false;
        }
    }
    assert(silences > round / 20 && silences < round / 2);
    tw_timers_clear(&rig.t);
}

static const struct scenario scenarios[] = {
    ROW(zeroed_and_initialised_posts_are_idle),
    ROW(equal_deadlines_fire_in_arrival_order),
    ROW(sent_again_it_is_the_last_request_in_the_first_place),
    ROW(cancel_takes_out_what_is_armed_and_minds_nothing_else),
    ROW(passed_ticks_are_due_at_once),
    ROW(what_the_set_refuses_goes_to_the_function),
    ROW(a_refusal_may_send_free_arm_cancel_and_drain),
    ONCE(every_tick_arrives_as_it_was_sent),
    ROW(callbacks_drain_and_send),
    ROW(posts_do_what_was_asked_for),
};

int main(int argc, char **argv) {
    return run_scenarios(scenarios, sizeof scenarios / sizeof scenarios[0], structures, STRUCTURES,
                         argc, argv);
}
