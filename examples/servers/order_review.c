/* SPDX-License-Identifier: MIT-0 */
/* Orders that must be paid within 15 minutes or are cancelled, and that review themselves
   15 minutes after delivery if the customer does not.

   What it teaches: an action is put off and called off when the thing happens first. The
   order carries one timer, which means what the order's state says; cancel() takes it out
   at once, so no flag is kept until the deadline and nothing has to be searched. All
   timers wait equally long, each behind those armed before it: a sorted list does that in
   O(1).

       order_review examples/servers/orders.txt

   A file of events has one line `second order what` each, by time; what is place, pay,
   deliver or review; empty lines are passed over. What happens at the very second of a
   deadline comes too late. */
#include <tw/skiplist.h>
#include <tw/timers.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ORDERS = 1000, PATIENCE = 15 * 60 };

enum state { NONE, PLACED, PAID, DELIVERED, REVIEWED, CANCELLED };

TW_TIMERS_OF(timers, sortedlist)

struct order {
    enum state state;
    struct tw_node timer; /* armed while placed: will cancel; while delivered: will review */
};

static const char *const state_name[] = {"unknown",   "placed",   "paid",
                                         "delivered", "reviewed", "cancelled"};

static const struct {
    const char *name;
    enum state from, to;
} step[] = {{"place", NONE, PLACED},
            {"pay", PLACED, PAID},
            {"deliver", PAID, DELIVERED},
            {"review", DELIVERED, REVIEWED}};

enum { STEPS = sizeof step / sizeof step[0] };

static struct timers timers;
static struct order order[ORDERS];

static void refuse(const char *what, const char *which) {
    fprintf(stderr, "order_review: %s%s\n", what, which);
    exit(2);
}

static void tell(const struct order *o, tw_tick now, const char *how, enum state state,
                 const char *why) {
    printf("%02u:%02u:%02u order %ld %s %s%s\n", (unsigned)(now / 3600), (unsigned)(now / 60 % 60),
           (unsigned)(now % 60), (long)(o - order), how, state_name[state], why);
}

static void on_patience_ends(struct tw_node *n, tw_tick now) {
    struct order *o = TW_OF(n, struct order, timer);

    o->state = o->state == PLACED ? CANCELLED : REVIEWED;
    tell(o, now, "is", o->state, o->state == CANCELLED ? ": not paid" : ": by nobody");
}

static void happens(struct order *o, tw_tick now, size_t what) {
    if (o->state != step[what].from) {
        tell(o, now, "stays", o->state, "");
        return;
    }
    o->state = step[what].to;
    tell(o, now, "is", o->state, "");
    if (o->state == PLACED || o->state == DELIVERED)
        timers_add(&timers, &o->timer, now + PATIENCE);
    else
        timers_cancel(&timers, &o->timer);
}

/* Deadlines one by one, each at its own second. */
static void run_to(tw_tick end) {
    tw_tick next;

    while (timers_next(&timers, &next) && next <= end)
        timers_advance(&timers, next);
    timers_advance(&timers, end);
}

int main(int argc, char **argv) {
    unsigned second, id, last = 0;
    char line[128], name[8], rest;
    size_t what;
    FILE *f;

    if (argc == 2 && strcmp(argv[1], "--help") == 0)
        return puts("usage: order_review FILE") < 0;
    if (argc != 2)
        refuse("one file of events, please; --help tells more", "");
    if ((f = fopen(argv[1], "r")) == NULL)
        refuse("cannot read ", argv[1]);

    for (id = 0; id < ORDERS; id++)
        tw_node_init(&order[id].timer, on_patience_ends);
    while (fgets(line, sizeof line, f)) {
        const bool read = sscanf(line, "%7u %7u %7s %c", &second, &id, name, &rest) == 3;

        if (!line[strspn(line, " \t\r\n")])
            continue;
        for (what = 0; read && what < STEPS && strcmp(name, step[what].name) != 0; what++)
            continue;
        if (!read || what == STEPS || second < last || second > 9999999 || id >= ORDERS)
            refuse("not `second order what`, or not by time: ", strtok(line, "\r\n"));
        run_to(last = second);
        happens(&order[id], second, what);
    }
    fclose(f);
    run_to(last + PATIENCE);
    return 0;
}
