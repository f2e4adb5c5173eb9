/* SPDX-License-Identifier: MIT-0 */
/* post.h under every schedule of small programs, its atomic steps being the choice
   points: before each and behind each another thread may come. One thread owns a timer
   set and sleeps until its next deadline or until it is woken; the others send. The posts
   go through the masks of post.h, whose steps are those of its atomics.

   Whenever nobody can run, each timer must be where the requests so far have put it.
   Requests for one post that overlap may come in either order; one that began when
   another had returned comes behind it. So the last may be any that no later one began
   after. Nothing is lost then, nothing fires late or twice, and nobody sleeps beside a
   post.

       post_test [PROGRAM]             all, or one
       post_test PROGRAM CHOICES       the one run that a failure printed, step by step */
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
#define TW_STATIC
#define TW_IMPLEMENTATION
#include "heap4.h"
#include "hwheel.h"
#include "rbtree.h"
#include "skiplist.h"
#include "wheel.h"
#include "post.h"

static const struct tw_ops *const structures[] = {&tw_heap4_ops, &tw_rbtree_ops, &tw_skiplist_ops,
                                                  &tw_wheel_ops, &tw_hwheel_ops};

enum { STRUCTURES = sizeof structures / sizeof structures[0], THINGS = 3, MOST = 8, END = 99 };

/* ------------------------------------------------------------- the set, and its owner */

struct thing {
    struct tw_post post;
    bool armed; /* at the last rest, for this tick: */
    tw_tick due;
    int fired; /* since then, */
    int again; /* and shall post itself so often */
    bool freed;
};

struct request {
    struct thing *thing;
    bool arm;
    tw_tick due;
    unsigned began, ended; /* moments, counted */
    bool settled;          /* before the last rest */
};

static const struct tw_ops *ops;
static struct tw_timers set;

static union {
    struct tw_heap4 heap4;
    struct tw_rbtree rbtree;
    struct tw_skiplist skiplist;
    struct tw_wheel wheel;
    struct tw_hwheel hwheel;
} in;

static uint64_t room[64];
static struct tw_posts inbox;
static struct thing thing[THINGS];
static struct request request[MOST];
static struct thing *order[MOST];
static unsigned moment;
static int requests, firings, told, drains;
static bool stopped, direct; /* the owner itself armed something */
static bool woken;
static bool flagged, sleeping; /* flagged: the owner says when it sleeps, and is woken only then */
static struct schedule_cond bell;
static struct schedule_mutex nobodys;

/* Tells the owner, as the write to an eventfd would. */
static void wake(void) {
    told++;
    schedule_pause();
    if (flagged) {
        if (!sleeping)
            return;
        schedule_pause();
    }
    woken = true;
    schedule_signal(&bell, false);
}

static void send(int i, bool arm, tw_tick due) {
    struct request *r = &request[requests++];

    *r = (struct request){&thing[i], arm, due, ++moment, 0, false};
    if (arm ? tw_post_arm(&inbox, &thing[i].post, due) : tw_post_cancel(&inbox, &thing[i].post)) {
        r->ended = ++moment;
        wake();
    } else {
        r->ended = ++moment;
    }
}

static void drain(void) { drains += tw_timers_drain(&set, &inbox, NULL) != 0; }

static void fire(struct tw_node *n, tw_tick now) {
    struct thing *x = (struct thing *)(void *)TW_POST_OF(n);

    EXPECT(x >= thing && x < thing + THINGS && !x->freed && tw_idle(n));
    EXPECT(n->due <= now && now == sched.now); /* nothing early */
    order[firings++] = x;
    x->fired++;
    if (x->again && x->again--)
        send((int)(x - thing), true, now + 5);
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
    tw_tick next;

    for (;;) {
        drain();
        (void)tw_timers_advance(&set, sched.now);
        if (sched.now >= END)
            return;
        next = END;
        (void)tw_timers_next(&set, &next);
        if (flagged) {
            sleeping = true; /* first this, then a look: who sends after the look sees the flag */
            schedule_pause();
            if (!tw_posts_any(&inbox)) {
                schedule_pause();
                doze(next < END ? next : END);
            }
            sleeping = false;
        } else {
            doze(next < END ? next : END);
        }
    }
}

/* Frees a thing when nobody sends it any more. */
static void owns_and_frees(void) {
    while (!stopped) {
        drain();
        doze(END);
    }
    drain();
    (void)tw_timers_cancel(&set, &thing[0].post.node);
    memset(&thing[0].post, 0xA5, sizeof thing[0].post);
    thing[0].freed = true;
    owns();
}

/* --------------------------------------------------------------------- what must hold */

static bool may_be_last(const struct request *r) {
    int k;

    for (k = 0; k < requests; k++)
        if (request[k].thing == r->thing && request[k].began > r->ended)
            return false;
    return true;
}

/* Is x where r, as the last request, has put it? */
static bool is_where(const struct thing *x, const struct request *r) {
    const struct tw_node *n = &x->post.node;

    if (!r->arm)
        return tw_idle(n);
    return r->due > sched.now ? !tw_idle(n) && n->due == r->due
                              : tw_idle(n) && n->due == r->due && x->fired > 0;
}

/* Nobody can run, so nothing is under way. */
static void settle(struct thing *x) {
    const struct tw_node *n = &x->post.node;
    int most = x->armed && x->due <= sched.now, asked = 0, as_asked = 0, k;

    EXPECT(x->post.wanted == 0);
    for (k = 0; k < requests; k++) {
        if (request[k].thing != x || request[k].settled)
            continue;
        asked++;
        most += request[k].arm && request[k].due <= sched.now;
        as_asked += may_be_last(&request[k]) && is_where(x, &request[k]);
        request[k].settled = true;
    }
    if (asked == 0) {
        EXPECT(x->fired == most); /* nothing late, nothing twice */
        EXPECT(tw_idle(n) == !(x->armed && x->due > sched.now));
    } else {
        EXPECT(x->fired <= most);
        EXPECT(as_asked > 0 || direct); /* nothing lost */
    }
    x->armed = !tw_idle(n);
    x->due = n->due;
    x->fired = 0;
}

static void rest(void) {
    tw_tick due = 0;
    int i;

    EXPECT(!tw_posts_any(&inbox)); /* nobody sleeps beside a post */
    EXPECT(!tw_timers_check(&set));
    EXPECT(!tw_timers_next(&set, &due) || due > sched.now);
    for (i = 0; i < THINGS; i++)
        if (!thing[i].freed)
            settle(&thing[i]);
}

/* The one request for x, if there was just one and no firing but its own. */
static const struct request *only(const struct thing *x) {
    const struct request *r = NULL;
    int k;

    for (k = 0; k < requests; k++) {
        if (request[k].thing == x && r)
            return NULL;
        if (request[k].thing == x)
            r = &request[k];
    }
    return r;
}

static void finish(void) {
    int i, k;

    EXPECT(told == drains); /* somebody is told once for each time that there was something */
    EXPECT(tw_timers_count(&set) == 0);
    for (i = 0; i < firings; i++)
        for (k = i + 1; k < firings; k++) {
            const struct request *a = only(order[i]), *b = only(order[k]);
            EXPECT(!a || !b || a->due != b->due || a->began < b->ended); /* arrival order */
        }
    for (i = 0; i < THINGS; i++) {
        const unsigned char *byte = (const unsigned char *)&thing[i].post;
        size_t b;

        for (b = 0; thing[i].freed && b < sizeof thing[i].post; b++)
            EXPECT(byte[b] == 0xA5); /* nothing of a freed post was written */
    }
}

/* -------------------------------------------------------------------- what threads do */

static void begin(void) {
    int i;

    memset(thing, 0, sizeof thing);
    for (i = 0; i < THINGS; i++)
        tw_post_init(&thing[i].post, fire);
    memset(&inbox, 0, sizeof inbox);
    requests = firings = told = drains = 0;
    stopped = direct = woken = flagged = sleeping = false;
    EXPECT(ops->bytes(8) <= sizeof room && ops->size <= sizeof in);
    tw_timers_init(&set, 0, ops, &in, room, 8);
}

static void armed_directly(int i, tw_tick due) {
    EXPECT(tw_timers_add(&set, &thing[i].post.node, due));
    thing[i].armed = true;
    thing[i].due = due;
}

static void begin_10(void) {
    begin();
    armed_directly(0, 10);
}

static void begin_50(void) {
    begin();
    armed_directly(2, 50);
}

static void begin_flagged(void) {
    begin();
    flagged = true;
}

static void begin_thrice(void) {
    begin_10();
    thing[0].again = 3;
}

static void arms(void) { send(0, true, 10); }

static void arms_20(void) { send(0, true, 20); }

static void arms_other(void) { send(1, true, 10); }

static void arms_third(void) { send(2, true, 10); }

static void cancels(void) { send(0, false, 0); }

static void arms_at_5(void) {
    schedule_sleep_until(5);
    arms();
}

static void arms_for_3_at_5(void) {
    schedule_sleep_until(5);
    send(0, true, 3);
}

static void arms_other_at_10(void) {
    schedule_sleep_until(10);
    send(1, true, 20);
    arms_third();
}

static void cancels_at_10(void) {
    schedule_sleep_until(10);
    cancels();
}

static void moves_at_10(void) {
    schedule_sleep_until(10);
    arms_20();
}

static void arms_twice(void) {
    arms();
    arms_20();
}

static void arms_twice_back(void) {
    arms_20();
    arms();
}

static void arms_and_cancels(void) {
    arms();
    cancels();
}

static void cancels_and_arms(void) {
    cancels();
    arms();
}

static void arms_thrice(void) {
    arms_twice();
    send(0, true, 30);
}

static void arms_both(void) {
    arms();
    arms_other();
}

static void arms_both_backwards(void) {
    arms_other();
    arms();
}

static void arms_other_twice(void) {
    arms_other();
    send(1, true, 5);
}

static void arms_and_stops(void) {
    arms();
    stopped = woken = true;
    schedule_signal(&bell, false);
}

/* Its own node, directly: the request that is drained later counts. */
static void owns_and_adds(void) {
    direct = true;
    (void)tw_timers_add(&set, &thing[0].post.node, 5);
    owns();
    EXPECT(firings == 1 || (firings == 2 && requests == 1));
}

/* clang-format off */
static const struct program programs[] = {
    {"one_arm", 406, begin, {owns, arms}, -1, 0, 0},
    {"one_arm_and_a_spurious_wakeup", 12828, begin, {owns, arms}, -1, 1, 0},
    {"earlier_than_the_owner_sleeps", 4824, begin_50, {owns, arms_at_5}, -1, 1, 0},
    {"for_a_tick_that_has_passed", 4820, begin_50, {owns, arms_for_3_at_5}, -1, 1, 0},
    {"armed_again_later", 71152, begin, {owns, arms_twice}, -1, 0, 0},
    {"armed_again_earlier", 71152, begin, {owns, arms_twice_back}, -1, 0, 0},
    {"arm_then_cancel", 71152, begin, {owns, arms_and_cancels}, -1, 0, 0},
    {"cancel_then_arm", 71152, begin, {owns, cancels_and_arms}, -1, 0, 0},
    {"cancel_of_an_armed_one", 12422, begin_10, {owns, cancels}, -1, 1, 0},
    {"cancel_when_due", 52904, begin_10, {owns, cancels_at_10}, -1, 1, 0},
    {"move_when_due", 54520, begin_10, {owns, moves_at_10}, -1, 1, 0},

    /* one post, several senders */
    {"two_arm_the_same", 31384, begin, {owns, arms, arms_20}, 4, 0, 0},
    {"one_arms_one_cancels", 31384, begin, {owns, arms, cancels}, 4, 0, 0},
    {"one_arms_twice_one_cancels", 15256, begin, {owns, arms_twice, cancels}, 3, 0, 0},
    {"one_arms_and_cancels_one_arms", 15256, begin_10, {owns, arms_and_cancels, arms_20}, 3, 0, 0},
    {"three_send_the_same", 21534, begin, {owns, arms, arms_20, cancels}, 2, 0, 0},

    /* several posts */
    {"two_posts_of_one_sender", 7007, begin, {owns, arms_both}, 5, 0, 0},
    {"two_posts_of_two_senders", 73956, begin, {owns, arms, arms_other}, 4, 0, 0},
    {"equal_ones_in_arrival_order", 38205, begin, {owns, arms_both, arms_third}, 3, 0, 0},
    {"two_posts_crosswise", 61618, begin, {owns, arms_both, arms_both_backwards}, 3, 0, 0},
    {"three_posts_of_three_senders", 37566, begin, {owns, arms, arms_other, arms_third}, 2, 0, 0},
    {"sent_again_while_drained", 4587, begin, {owns, arms_thrice, arms_other_twice}, 2, 0, 0},

    /* the owner acts too */
    {"fired_one_posts_itself", 29114, begin_thrice, {owns, arms_other_at_10}, 4, 0, 0},
    {"owner_arms_what_is_posted", 406, begin, {owns_and_adds, arms}, -1, 0, 0},
    {"owner_says_that_it_sleeps", 11714, begin_flagged, {owns, arms_twice}, 5, 0, 0},
    {"owner_says_that_it_sleeps_to_two_senders", 17218, begin_flagged,
     {owns, arms, arms_other}, 3, 0, 0},
    {"freed_when_nobody_sends_it_any_more", 3200, begin,
     {owns_and_frees, arms_and_stops, arms_other_twice}, 2, 0, 0},
};

/* clang-format on */

static const char *use(int structure) {
    ops = structures[structure];
    return ops->name;
}

int main(int argc, char **argv) {
    sched.rest = rest;
    sched.end = finish;
    return schedule_main_of(argc, argv, programs, sizeof programs / sizeof programs[0], use,
                            STRUCTURES);
}
