/* SPDX-License-Identifier: MIT-0 */
/* A bank with a line of customers and some tellers, simulated event by event.

   What it teaches: a timer set is an event list. The clock is only a number, so it jumps
   from each event to the next (next(), then advance()) and a day takes a millisecond;
   what happens at the same tick happens in the order in which it was planned, so a seed
   means one course of events everywhere.

       bank --customers 1000 --tellers 3 --seed 7
       bank --customers 5 --log                     a line a customer: came, was served
                                                    from, until, by which teller

   A tick is a second. Customers come 1 to 60 s apart and take 20 to 139 s each, first
   come, first served. */
#include <tw/heap4.h>
#include <tw/timers.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TELLERS = 100, CUSTOMERS = 100000 };

TW_TIMERS_OF(events, heap4)

static struct customer {
    tw_tick came, begin, end;
    size_t teller;
} customer[CUSTOMERS];

static struct teller {
    struct tw_node done;
    bool serves;
    tw_tick busy;
} teller[TELLERS];

static struct events events;
static unsigned long customers = 1000, tellers = 3, seed = 1;
/* the line is customer[called] to customer[came - 1] */
static size_t came, called, served, longest;
/* up to tick seen, so many seconds were spent in the line by all */
static tw_tick seen, line;
static uint32_t random_state;

static tw_tick any(tw_tick least, tw_tick most) {
    random_state = random_state * 1664525u + 1013904223u;
    return least + (random_state >> 8) % (most - least + 1);
}

static void count_line(tw_tick now) {
    line += (tw_tick)(came - called) * (now - seen);
    seen = now;
}

/* Idle tellers call who waits. */
static void call(tw_tick now) {
    for (size_t i = 0; i < tellers && called < came; i++)
        if (!teller[i].serves) {
            struct customer *c = &customer[called++];

            c->teller = i;
            c->begin = now;
            c->end = now + any(20, 139);
            teller[i].serves = true;
            teller[i].busy += c->end - c->begin;
            /* never full: room for each teller and the door */
            events_add(&events, &teller[i].done, c->end);
        }
    if (longest < came - called)
        longest = came - called;
}

static void on_done(struct tw_node *n, tw_tick now) {
    count_line(now);
    TW_OF(n, struct teller, done)->serves = false;
    served++;
    call(now);
}

static void on_door(struct tw_node *n, tw_tick now) {
    count_line(now);
    customer[came++].came = now;
    if (came < customers)
        events_add(&events, n, now + any(1, 60));
    call(now);
}

static void report(bool log) {
    tw_tick waits = 0, worst = 0;

    for (const struct customer *c = customer; c < customer + came; c++) {
        waits += c->begin - c->came;
        worst = worst < c->begin - c->came ? c->begin - c->came : worst;
        if (log)
            printf("%llu %llu %llu %lu\n", (unsigned long long)c->came,
                   (unsigned long long)c->begin, (unsigned long long)c->end,
                   (unsigned long)c->teller);
    }
    printf("served %lu, closed at %llu\n", (unsigned long)served,
           (unsigned long long)events_now(&events));
    printf("waited %llu s in all, %llu s at most; the line held %lu at most, %llu s in all\n",
           (unsigned long long)waits, (unsigned long long)worst, (unsigned long)longest,
           (unsigned long long)line);
    for (size_t i = 0; i < tellers; i++)
        printf("teller %lu busy %llu s\n", (unsigned long)i, (unsigned long long)teller[i].busy);
}

int main(int argc, char **argv) {
    static TW_HEAP4_ARRAY(room, TELLERS + 1);
    struct tw_node door = TW_NODE(on_door);
    bool log = false;
    tw_tick next;
    char rest;

    for (int i = 1; i < argc; i++) {
        unsigned long *value = !strcmp(argv[i], "--customers") ? &customers
                               : !strcmp(argv[i], "--tellers") ? &tellers
                               : !strcmp(argv[i], "--seed")    ? &seed
                                                               : NULL;
        if (strcmp(argv[i], "--help") == 0)
            return puts("usage: bank [--customers 1..100000] [--tellers 1..100] [--seed N] "
                        "[--log]") < 0;
        if (strcmp(argv[i], "--log") == 0)
            log = true;
        else if (!value || ++i == argc || sscanf(argv[i], "%9lu%c", value, &rest) != 1 ||
                 *value > 999999999)
            return fprintf(stderr, "bank: not understood, --help tells more: %s\n",
                           argv[argc == i ? i - 1 : i]),
                   2;
    }
    if (customers < 1 || customers > CUSTOMERS || tellers < 1 || tellers > TELLERS)
        return fprintf(stderr, "bank: from 1 to %d customers and %d tellers\n", CUSTOMERS, TELLERS),
               2;

    random_state = (uint32_t)seed;
    events_init(&events, 0, room, TELLERS + 1);
    for (size_t i = 0; i < tellers; i++)
        tw_node_init(&teller[i].done, on_done);
    for (events_add(&events, &door, any(1, 60)); events_next(&events, &next);)
        events_advance(&events, next);
    report(log);
    return 0;
}
