/* SPDX-License-Identifier: MIT-0 */
/* shards.h under every schedule of small programs, as post_test.c: before and behind each
   atomic step another thread may come. One thread is the home of all timers; it sleeps
   until its deadline or a call. Others arm, cancel, wait for a cancel, and pull.

   Whenever nobody can run, no request waits, the set is whole, and nothing that is due is
   left in it. Two threads are never in the set at once. At the end each program says how
   often its timers must have fired.

       shards_test [PROGRAM]           all, or one
       shards_test PROGRAM CHOICES     the one run that a failure printed, step by step */
#define _XOPEN_SOURCE 700
#undef NDEBUG
#include "schedule.h"

static inline unsigned mask(void) {
    schedule_pause();
    return 1;
}

#define TW_POST_MASK()      mask()
#define TW_POST_UNMASK(was) ((void)(was), schedule_pause())
#define TW_ASSERT(c)        EXPECT(c)
#include "rbtree.h"
#include "shards.h"

TW_SHARDS_OF(loops, rbtree)

enum { TIMERS = 2, END = 99 };

static struct loops_shard home, other;
static struct tw_shard_timer timer[TIMERS];
static int fired[TIMERS], calls, least[TIMERS], most[TIMERS];
static bool woken, pulled, freed, firing, ready;
static tw_tick last_due;
static struct schedule_cond bell;
static struct schedule_mutex nobodys;

static void ring(struct tw_shard *s) {
    EXPECT(s == &home.at);
    calls++;
    schedule_pause();
    woken = true;
    schedule_signal(&bell, false);
}

static void fire(struct tw_node *n, tw_tick now) {
    const int i = (int)(TW_SHARD_TIMER_OF(n) - timer);

    EXPECT(n->due <= now && now == sched.now); /* nothing early */
    EXPECT(!freed || i != 0);                  /* nothing after cancel_and_wait() */
    EXPECT(!firing);                           /* by one thread at a time */
    firing = true;
    schedule_pause();
    EXPECT(home.at.state < TW__SHARD_FOREVER); /* nobody else may take the set meanwhile */
    firing = false;
    fired[i]++;
    last_due = n->due;
}

/* Sleeps until tick `until` or a call. */
static void doze(tw_tick until) {
    if (!woken && sched.now < until) {
        nobodys.owner = sched.running;
        schedule_sleep(&nobodys, &bell, until);
        nobodys.owner = NULL;
    }
    woken = false;
}

static void owns(void) {
    struct loops_shard *me = &home;

    while (sched.now < END || !me) {
        tw_tick until = END;

        if (!loops_sleep(me, &until))
            until = me ? END : SCHEDULE_NEVER; /* a neighbour that has the set must call */
        doze(until < END || !me ? until : END);
        me = loops_woken(&home);
        EXPECT(!me || !firing);
        (void)loops_turn(me, sched.now);
    }
}

static void rest(void) {
    tw_tick due = 0;
    int i;

    for (i = 0; i < TIMERS; i++)
        EXPECT(loops_settled(&timer[i]));
    EXPECT(!tw_posts_any(&home.at.inbox)); /* nobody sleeps beside a request */
    EXPECT(!loops_set_check(&home.set));
    EXPECT(!loops_set_next(&home.set, &due) || due > sched.now); /* nothing late */
}

static void finish(void) {
    int i;

    for (i = 0; i < TIMERS; i++)
        EXPECT(least[i] <= fired[i] && fired[i] <= most[i]);
    EXPECT(loops_set_count(&home.set) == 0);
}

static void begin(void) {
    int i;

    loops_init(&home, 0, NULL, 0);
    loops_init(&other, 0, NULL, 0);
    home.at.wake = ring;
    for (i = 0; i < TIMERS; i++) {
        loops_timer_init(&home, &timer[i], fire);
        fired[i] = least[i] = most[i] = 0;
    }
    woken = pulled = freed = firing = ready = false;
    calls = 0;
}

static void expect(int i, int from, int to) {
    least[i] = from;
    most[i] = to;
}

static void begin_one(void) {
    begin();
    expect(0, 1, 1);
}

static void begin_both(void) {
    begin_one();
    expect(1, 1, 1);
}

static void begin_perhaps(void) {
    begin();
    expect(0, 0, 1);
}

static void begin_armed(void) {
    begin_one();
    EXPECT(loops_arm(&home, &timer[0], 10) == TW_SHARD_DONE);
}

static void begin_cancelled(void) {
    begin_perhaps();
    EXPECT(loops_arm(&home, &timer[0], 10) == TW_SHARD_DONE);
}

static void arms(void) { EXPECT(loops_arm(NULL, &timer[0], 10) == TW_SHARD_ASKED); }

static void arms_other(void) { EXPECT(loops_arm(&other, &timer[1], 10) == TW_SHARD_ASKED); }

static void cancels(void) { EXPECT(loops_cancel(NULL, &timer[0]) == TW_SHARD_ASKED); }

static void arms_at_10(void) {
    schedule_sleep_until(10);
    (void)loops_arm(NULL, &timer[1], 12);
}

static void pulls_at_10(void) {
    schedule_sleep_until(10);
    pulled = loops_pull(&home, sched.now) > 0;
}

static void pause_here(void) { schedule_sleep_until(sched.now + 1); }

static void cancels_and_waits(void) {
    EXPECT(loops_cancel_and_wait(NULL, &timer[0], pause_here) == TW_SHARD_ASKED);
    EXPECT(tw_idle(&timer[0].post.node) && !firing);
    freed = true;
}

static void cancels_and_waits_at_10(void) {
    schedule_sleep_until(10);
    cancels_and_waits();
}

static void asks_and_says_so(void) {
    arms();
    ready = true;
}

/* What was asked before is void once the home has cancelled; or is replaced. */
static void owns_and_cancels(void) {
    if (ready) {
        EXPECT(loops_cancel(&home, &timer[0]) == TW_SHARD_DONE);
        most[0] = 0;
    }
    owns();
}

static void owns_and_moves(void) {
    if (ready) {
        EXPECT(loops_arm(&home, &timer[0], 20) == TW_SHARD_ASKED);
        owns();
        EXPECT(last_due == 20);
    } else {
        owns();
    }
}

/* clang-format off */
static const struct program programs[] = {
    {"one_arm", 3018, begin_one, {owns, arms}, 4, 0, 0},
    {"arm_then_cancel_by_another", 3828, begin_perhaps, {owns, arms, cancels}, 2, 0, 0},
    {"two_ask", 4674, begin_both, {owns, arms, arms_other}, 2, 0, 0},
    {"cancel_of_an_armed_one", 588, begin_cancelled, {owns, cancels}, 3, 0, 0},
    {"home_cancels_what_was_asked", 3018, begin_perhaps,
     {owns_and_cancels, asks_and_says_so}, 4, 0, 0},
    {"home_moves_what_was_asked", 3018, begin_one, {owns_and_moves, asks_and_says_so}, 4, 0, 0},
    {"neighbour_pulls", 822, begin_armed, {owns, pulls_at_10}, 3, 0, 0},
    {"two_pull", 11640, begin_armed, {owns, pulls_at_10, pulls_at_10}, 2, 0, 0},
    {"asked_while_pulled", 12242, begin_both, {owns, arms, pulls_at_10, arms_at_10}, 1, 0, 0},
    {"cancel_and_wait", 1344, begin_cancelled, {owns, cancels_and_waits}, 3, 0, 0},
    {"cancel_and_wait_when_due", 5322, begin_cancelled, {owns, cancels_and_waits_at_10}, 3, 0, 0},
};

/* clang-format on */

static const char *use(int structure) {
    (void)structure;
    return "rbtree";
}

int main(int argc, char **argv) {
    sched.rest = rest;
    sched.end = finish;
    return schedule_main_of(argc, argv, programs, sizeof programs / sizeof programs[0], use, 1);
}
