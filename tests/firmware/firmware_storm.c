/* SPDX-License-Identifier: MIT-0 */
/* firmware_storm.c - posts under a storm of interrupts, on an emulated Cortex-M0 or M3,
   or an AVR.

   The main context owns a set of timers. SysTick, of high priority, comes after a random
   number of cycles, sends a post and pends PendSV, of low priority, which sends another
   (on an AVR two timers stand for them): so SysTick lands on any instruction of PendSV's
   send, and both land on any instruction of the owner. Some posts are sent by both, one
   at the same time as the other.

   Each request for a post has a number. The tick that it asks for ends in the number
   modulo 8, and number 0 of these is a cancel; so what is drained tells which request it
   was, and whether it is whole. Dues lie around the wrap of the tick, where post.h's word
   has both halves in use. What is checked:

       - What is applied was asked for, is newer than what was applied before, and no
         older than the last request when the drain began. Of a request and those that
         came within its send, it is the first or the last one.
       - A drain leaves nothing of before, the last drain leaves nothing at all, and the
         inbox is empty then.
       - A timer fires once for each arming that was not moved or cancelled, never early;
         after advance() none is late.
       - As many drains found something as sends said: wake the owner.

   It prints what the handlers counted, and each address at which SysTick landed, with the
   context that it interrupted; firmware_storm_test.sh compares those with the
   instructions that ran. */
#include <stdbool.h>
#include <stdint.h>

#if defined(__AVR__)
#include "storm_avr.h"
#else
#include "storm_cortex_m.h"
#endif
#if defined(MASK)
#include MASK /* what the manual of post.h proposes */
#endif
#if defined(MASK_BASEPRI) || defined(MASK)
#define TW_POST_MASK()      mask()
#define TW_POST_UNMASK(was) unmask(was)
#endif
#include "smallwheel.h"
#include "post.h"

/* PendSV sends 0 to 7, SysTick 3 to 10, the owner 11 */
enum { POSTS = 12, WINDOW = 8, AROUND = 4 };

enum sender { LOW, HIGH, OWNER };

enum doing { REST, SEND, DRAIN, ADVANCE, ADD, CANCEL, DOINGS };

struct thing {
    struct tw_post post;
    /* what requests asked for: the one of number k is at k % WINDOW */
    tw_tick due[WINDOW];
    uint32_t first[WINDOW]; /* the request in whose send it came; itself if in none */
    uint32_t last[WINDOW];  /* the last request that came in its send; itself if none did */
    /* number of the last request; of the last one that is applied, or replaced */
    volatile uint32_t asked, done;
    bool armed;              /* in the set, */
    tw_tick at;              /* for that tick */
    volatile uint32_t began; /* requests when the drain began */
};

static struct thing thing[POSTS];
static struct tw_posts inbox;
static volatile tw_tick clock = (tw_tick)-AROUND;
static volatile enum doing doing;     /* the owner */
static struct thing *volatile flying; /* what PendSV sends */
static volatile uint32_t rounds;      /* of the owner */
static uint32_t sent[3], told[3];     /* a sender each: requests; those that shall wake the owner */
static uint32_t landed[2][DOINGS];    /* LOW, HIGH: how often it found the owner doing this */
/* how often SysTick came within PendSV's send; and sent the same post */
static uint32_t in_send, in_same;
static uint32_t applied, armings, gone, fired, drains;

/* its address, given to the linker, is how many rounds the owner does */
extern char storm_rounds[];

static void check(bool holds, const char *otherwise) {
    if (!holds) {
        print("storm: ");
        print(otherwise);
        print("\n");
        leave(1);
    }
}

static uint32_t random_bits(uint32_t *x) {
    *x ^= *x << 13;
    *x ^= *x >> 17;
    *x ^= *x << 5;
    return *x;
}

/* ---------------------------------------------------------------------------- SENDERS */

/* SysTick shall come soon, each time a cycle later, up to `most`. */
static void aim(uint32_t *gap, uint32_t most) {
    *gap = *gap < most * STRETCH ? *gap + 1 : 1;
    high_in(*gap);
}

static void land(void) {
    const uint32_t was = quiet();

    flying = NULL;
    loud(was);
}

/* Sends a post, if less than a WINDOW of its requests wait. */
static void request(enum sender by, struct thing *x, uint32_t bits) {
    const uint32_t was = quiet();
    const uint32_t k = x->asked + 1, i = k % WINDOW;
    static uint32_t gap;
    bool wake;

    if (k - x->done >= WINDOW) {
        loud(was);
        return;
    }
    x->due[i] = (tw_tick)((((uint32_t)clock + (bits & 15) - 8) & ~(uint32_t)(WINDOW - 1)) + i);
    x->first[i] = x->last[i] = k;
    x->asked = k;
    sent[by]++;
    if (by == HIGH && flying) {
        in_send++;
        if (flying == x) { /* the request before is PendSV's, or came in its send too */
            x->first[i] = x->first[(k - 1) % WINDOW];
            x->last[x->first[i] % WINDOW] = k;
            in_same++;
        }
    }
    if (by == LOW)
        flying = x;
    loud(was);
    if (by == LOW)
        aim(&gap, 80);

    wake = i == 0 ? tw_post_cancel(&inbox, &x->post) : tw_post_arm(&inbox, &x->post, x->due[i]);
    if (by == LOW)
        land();
    told[by] += wake;
}

void low(void) {
    static uint32_t seed = 2463534242u;
    const uint32_t bits = random_bits(&seed);

    landed[LOW][doing]++;
    request(LOW, &thing[(bits >> 8) % 8], bits);
}

uint32_t high(bool in_owner) {
    static const uint16_t gaps[] = {15, 31, 1023, 16383};
    static uint32_t seed = 88675123, stands, seen;
    const uint32_t bits = random_bits(&seed);
    unsigned k = 3 + (unsigned)(bits >> 8) % 8;

    if (in_owner)
        landed[HIGH][doing]++;
    check(rounds != seen || ++stands < 5000, "the owner does not come on");
    if (rounds != seen)
        stands = 0;
    seen = rounds;

    /* Within PendSV's send often a post that is idle: it is pushed at once, perhaps
       before PendSV's. */
    if (flying && bits & 0x100000)
        while (k < POSTS - 1 && thing[k].asked != thing[k].done)
            k++;
    if (bits & 0x30000 && k < POSTS - 1)
        request(HIGH, &thing[k], bits);
    if (bits & 0xC0000)
        pend_low();
    return 1 + ((bits >> 18) & gaps[flying ? bits % 2 : 2 + bits % 2]);
}

/* ------------------------------------------------------------------------------ OWNER */

TW_TIMERS_OF(timers, smallwheel)
static struct timers set;

static void fire(struct tw_node *n, tw_tick now) {
    struct thing *x = TW_OF(n, struct thing, post.node);

    check(x->armed && n->due == x->at, "a timer fired that was not armed, or not for this tick");
    check(!tw_before(now, n->due), "a timer fired early");
    x->armed = false;
    fired++;
    if (x == &thing[POSTS - 1]) {
        doing = SEND;
        request(OWNER, x, now * 37);
        doing = ADVANCE;
    }
}

static void arm(struct thing *x, tw_tick due) {
    check(timers_add(&set, &x->post.node, due), "a timer was refused");
    armings += !x->armed;
    x->armed = true;
    x->at = due;
}

static void cancel(struct thing *x) {
    check(timers_cancel(&set, &x->post.node) == x->armed,
          "cancel() does not know whether a timer is armed");
    gone += x->armed;
    x->armed = false;
}

/* A request has come out of the inbox: due NULL, a cancel. */
static void take(struct thing *x, const tw_tick *due) {
    const uint32_t last = x->asked;
    uint32_t k = x->done + 1, outer;

    while (k <= last && (due ? k % WINDOW == 0 || x->due[k % WINDOW] != *due : k % WINDOW != 0))
        k++;
    check(k <= last, "applied: what nobody asked for, or a request older than the one before");
    outer = x->first[k % WINDOW];
    check(k == outer || k == x->last[outer % WINDOW],
          "applied: neither the first nor the last of those at one time");
    check(x->last[outer % WINDOW] >= x->began, "applied: not the last request");
    x->done = x->last[outer % WINDOW];
    applied++;
}

/* What drains the posts into the set, past our eyes. */
struct watched {
    struct timers *set;
};

static __attribute__((noinline)) void apply(struct tw_node *n, const tw_tick *due) {
    static uint32_t gap;
    struct thing *x = TW_OF(n, struct thing, post.node);
    uint32_t was;

    was = quiet();
    take(x, due);
    loud(was);
    if (due)
        arm(x, *due);
    else
        cancel(x);
    if (applied % 2)
        aim(&gap, 50); /* at the next one */
}

static bool watched_add(struct watched *w, struct tw_node *n, tw_tick due) {
    return (void)w, apply(n, &due), true;
}

static bool watched_cancel(struct watched *w, struct tw_node *n) {
    return (void)w, apply(n, NULL), true;
}

TW_POSTS_OF(watched)

/* Its instructions, with those of tw__post_send, are the ones that the test looks at. */
static __attribute__((noinline)) size_t drain(struct watched *w) {
    return watched_drain(w, &inbox, NULL);
}

static void drain_all(void) {
    static struct watched w;
    static uint32_t gap;
    const uint32_t before = applied;
    size_t count;
    unsigned i;

    for (i = 0; i < POSTS; i++) {
        const uint32_t was = quiet();

        thing[i].began = thing[i].asked;
        loud(was);
    }
    aim(&gap, 120);
    doing = DRAIN;
    count = drain(&w);
    doing = REST;
    drains += count > 0;
    check(count == applied - before, "drain() tells another number than it applied");
    for (i = 0; i < POSTS; i++)
        check(thing[i].done >= thing[i].began, "a post was lost");
}

/* One tick or none around the wrap; then once around, in five leaps of less than a
   quarter of the range. */
static void advance(uint32_t bits) {
    uint32_t was;
    unsigned i;

    was = quiet();
    clock = (tw_tick)(clock + ((tw_tick)(clock + AROUND) < 2 * AROUND
                                   ? bits % 2
                                   : (TW_TICK_MAX - 2 * AROUND) / 5 + 1));
    loud(was);
    doing = ADVANCE;
    timers_advance(&set, clock);
    doing = REST;
    for (i = 0; i < POSTS; i++)
        check(!thing[i].armed || tw_before(clock, thing[i].at), "a timer is late");
}

/* What the owner does on its own. */
static void meddle(uint32_t bits) {
    static uint32_t gap;
    struct thing *x = &thing[(bits >> 8) % 8];

    aim(&gap, 500);
    doing = ADD;
    if (bits & 0x100000)
        arm(x, (tw_tick)(clock + bits % 64));
    doing = CANCEL;
    if (bits & 0x200000)
        cancel(x);
    doing = SEND;
    if (bits & 0x400000)
        request(OWNER, &thing[POSTS - 1], bits);
    doing = REST;
}

/* ----------------------------------------------------------------------------- REPORT */

/* Prints where the interrupts landed, and checks that they landed everywhere. */
static void print_hits(void) {
    static const char *const names[DOINGS] = {"rest, ",    "a send, ", "drain, ",
                                              "advance, ", "add, ",    "cancel\n"};
    unsigned i, k;

    for (i = 0; i < 2; i++) {
        print(i == LOW ? "PendSV" : "SysTick");
        print(" found the owner in ");
        for (k = 0; k < DOINGS; k++) {
            print_number(landed[i][k], " ");
            print(names[k]);
            check(landed[i][k] > 0, "and this never");
        }
    }
}

static void finish(void) {
    uint32_t asked = 0;
    unsigned i;

    storm_ends();
    drain_all();
    check(!tw_posts_any(&inbox), "a drained inbox is not empty");
    drain_all();
    for (i = 0; i < POSTS; i++) {
        check(thing[i].done == thing[i].asked, "the last request is not applied");
        asked += thing[i].asked;
    }
    check(asked == sent[LOW] + sent[HIGH] + sent[OWNER], "the senders counted other requests");
    check(drains == told[LOW] + told[HIGH] + told[OWNER],
          "the owner was woken too often or not enough");
    for (i = 0; i < POSTS; i++)
        cancel(&thing[i]);
    check(timers_count(&set) == 0 && !timers_check(&set), "the set is not sound, or not empty");
    check(armings == fired + gone, "more or fewer firings than armings");

    print_number(sent[LOW], " requests of PendSV, ");
    print_number(sent[HIGH], " of SysTick, ");
    print_number(sent[OWNER], " of the owner; ");
    print_number(applied, " applied, the others replaced; ");
    print_number(fired, " fired\n");
    print_number(in_send, " sends of SysTick within one of PendSV, ");
    print_number(in_same, " of the same post\n");
    print_hits();
    check(in_send > 0 && in_same > 0 && fired > 0, "a storm that missed");
    print_landed();
}

int main(void) {
    uint32_t seed = 521288629;
    unsigned i;

    for (i = 0; i < POSTS; i++)
        tw_post_init(&thing[i].post, fire);
    timers_init(&set, clock, NULL, 0);

    storm_begins();
    while (rounds < (uintptr_t)storm_rounds) {
        const uint32_t bits = random_bits(&seed);

        drain_all();
        advance(bits);
        meddle(bits);
        if (rounds % 32 == 0)
            check(!timers_check(&set), "the set is not sound");
        rounds++;
    }
    finish();
    leave(0);
    return 0;
}
