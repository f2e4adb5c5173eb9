/* SPDX-License-Identifier: MIT-0 */
/* A fake clock for the unit tests of your own program.

   What it teaches: no set reads a clock, so that a test needs no waiting and no threads:
   it says what time it is. It must not jump over deadlines, or callbacks that arm timers
   are late: step from one to the next, and end at the time that was asked for. A test of
   a year takes no longer than its timers.

       fake_clock     tests a login that asks three times, and a key that is renewed every
                      day */
#undef NDEBUG
#include <tw/rbtree.h>
#include <tw/timers.h>
#include <assert.h>
#include <stdio.h>

TW_TIMERS_OF(timers, rbtree)

enum { SECOND = 1000, DAY = 24 * 3600 * SECOND };

/* ------------------------------------------------------------------------ THE PROGRAM */

struct login {
    struct tw_node timeout;
    struct timers *timers;
    unsigned asked;
    bool failed;
};

static void no_answer(struct tw_node *n, tw_tick now) {
    struct login *l = TW_OF(n, struct login, timeout);

    l->failed = l->asked == 3;
    if (!l->failed) {
        l->asked++;
        timers_add_in(l->timers, n, now, 5 * SECOND);
    }
}

static void login(struct login *l, struct timers *t, tw_tick now) {
    tw_node_init(&l->timeout, no_answer);
    l->timers = t;
    l->asked = 1;
    l->failed = false;
    timers_add_in(t, &l->timeout, now, 5 * SECOND);
}

static void answered(struct login *l) { timers_cancel(l->timers, &l->timeout); }

struct key {
    struct tw_node daily;
    struct timers *timers;
    unsigned renewed;
};

static void renew(struct tw_node *n, tw_tick now) {
    struct key *k = TW_OF(n, struct key, daily);

    k->renewed++;
    timers_add(k->timers, n, tw_forward(n->due, DAY, now, NULL));
}

/* --------------------------------------------------------------------- THE FAKE CLOCK */

static tw_tick fake_now;

/* Lets time pass: each timer fires at its own tick. */
static void pass(struct timers *t, tw_tick span) {
    const tw_tick end = fake_now + span;
    tw_tick due;

    while (timers_next(t, &due) && due <= end) {
        fake_now = due;
        timers_advance(t, due);
    }
    fake_now = end;
    timers_advance(t, end);
}

/* -------------------------------------------------------------------------- THE TESTS */

static void login_asks_three_times(void) {
    struct timers t;
    struct login l;

    timers_init(&t, fake_now, NULL, 0);
    login(&l, &t, fake_now);
    pass(&t, 5 * SECOND - 1);
    assert(l.asked == 1);
    pass(&t, 1);
    assert(l.asked == 2);
    pass(&t, 60 * SECOND);
    assert(l.asked == 3 && l.failed && timers_count(&t) == 0);
}

static void answer_ends_it(void) {
    struct timers t;
    struct login l;

    timers_init(&t, fake_now, NULL, 0);
    login(&l, &t, fake_now);
    pass(&t, 7 * SECOND);
    answered(&l);
    pass(&t, DAY);
    assert(l.asked == 2 && !l.failed);
}

static void key_is_renewed_each_day_of_a_year(void) {
    struct timers t;
    struct key k = {TW_NODE(renew), NULL, 0};

    timers_init(&t, fake_now, NULL, 0);
    k.timers = &t;
    timers_add_in(&t, &k.daily, fake_now, DAY);
    pass(&t, (tw_tick)365 * DAY);
    assert(k.renewed == 365);
}

int main(void) {
    login_asks_three_times();
    answer_ends_it();
    key_is_renewed_each_day_of_a_year();
    puts("3 tests passed");
    return 0;
}
