/* SPDX-License-Identifier: MIT-0 */
/* Few orders and many events of any kind. What each does follows from the rules, with the
   second of its state for a timer: an order that was placed or delivered loses its
   patience 900 s later, in the order in which they were. */
#include "oracle.h"

enum { ORDERS = 600, EVENTS = 4000, PATIENCE = 900 };

enum { UNKNOWN, PLACED, PAID, DELIVERED, REVIEWED, CANCELLED };

static const char *const state_name[] = {"unknown",   "placed",   "paid",
                                         "delivered", "reviewed", "cancelled"};
static const char *const event_name[] = {"", "place", "pay", "deliver", "review"};

static struct order {
    int state, since; /* since: its place in the queue of those that are patient, -1: none */
} order[ORDERS];

static struct patient {
    long until;
    int who;
} patient[EVENTS];

static int head, tail;
static bool seen[4];

static void tells(long t, int who, const char *how) {
    char expected[100];

    snprintf(expected, sizeof expected, "%02ld:%02ld:%02ld order %d %s", t / 3600, t / 60 % 60,
             t % 60, who, how);
    check(next_line() && strcmp(line, expected) == 0, expected);
}

static void lose_patience(long now) {
    for (; head < tail && patient[head].until <= now; head++) {
        struct order *const o = &order[patient[head].who];

        if (o->since != head)
            continue;
        o->state = o->state == PLACED ? CANCELLED : REVIEWED;
        o->since = -1;
        seen[o->state == CANCELLED] = true;
        tells(patient[head].until, patient[head].who,
              o->state == CANCELLED ? "is cancelled: not paid" : "is reviewed: by nobody");
    }
}

static void event(long t, int who, int what) {
    struct order *const o = &order[who];
    char how[40];

    lose_patience(t);
    if (o->state >= REVIEWED || o->state + 1 != what) {
        snprintf(how, sizeof how, "stays %s", state_name[o->state]);
        tells(t, who, how);
        return;
    }
    o->state = what;
    o->since = -1;
    snprintf(how, sizeof how, "is %s", state_name[what]);
    tells(t, who, how);
    seen[2] = seen[2] || what == PAID;
    seen[3] = seen[3] || what == REVIEWED;
    if (what == PLACED || what == DELIVERED) {
        o->since = tail;
        patient[tail].who = who;
        patient[tail++].until = t + PATIENCE;
    }
}

static void find(void) {
    static struct {
        long t;
        int who, what;
    } e[EVENTS];

    FILE *f = input("order_review.events");
    long t = 0;
    int i;

    dice = 3;
    for (i = 0; i < EVENTS; i++) {
        e[i].t = t += any(3);
        e[i].who = (int)any(ORDERS);
        e[i].what = 1 + (int)any(4);
        fprintf(f, "%ld %d %s\n", e[i].t, e[i].who, event_name[e[i].what]);
    }
    fclose(f);
    run("order_review.events");
    for (i = 0; i < EVENTS; i++)
        event(e[i].t, e[i].who, e[i].what);
    lose_patience(1000000000);
    ended();
    for (i = 0; i < 4; i++)
        check(seen[i], "no order was cancelled, reviewed by nobody, paid or reviewed");
}
