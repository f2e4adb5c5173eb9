/* SPDX-License-Identifier: MIT-0 */
/* Three ways for a periodic timer to go on after the program was busy for longer than a
   period.

   What it teaches: it is decided by what the callback arms the timer for, in one line.
       burst   n->due + period                        one firing for each period missed, each in a
                                              call of advance()
       skip    tw_forward(n->due, period, now, &m)    back on the grid; m periods were missed
       delay   now + period                           a new grid begins with each late firing

       periodic               period 100, busy from 250 to 730
       periodic 7 20 100      another period, busy at other times

   A line of the table is a call of advance(): its now, and under each policy that fired
   the due it fired for, with the periods that skip missed behind a plus. Time is
   simulated. */
#include <tw/heap4.h>
#include <tw/timers.h>
#include <stdio.h>
#include <string.h>

TW_TIMERS_OF(timers, heap4)

enum policy { BURST, SKIP, DELAY, POLICIES };

struct periodic {
    enum policy policy;
    struct tw_node node;
    bool fired; /* in this call of advance() */
    tw_tick due, missed;
    unsigned firings, all_missed;
};

static struct timers timers;
static unsigned period = 100, busy_from = 250, busy_to = 730;

static void on_time(struct tw_node *n, tw_tick now) {
    struct periodic *p = TW_OF(n, struct periodic, node);

    p->fired = true;
    p->due = n->due;
    p->firings++;
    if (p->policy == BURST)
        timers_add(&timers, n, n->due + period);
    else if (p->policy == SKIP)
        timers_add(&timers, n, tw_forward(n->due, period, now, &p->missed));
    else
        timers_add(&timers, n, now + period);
    p->all_missed += (unsigned)p->missed;
}

static void print_row(tw_tick now, struct periodic *p) {
    char cell[40];

    printf("%6lu", (unsigned long)now);
    for (int i = 0; i < POLICIES; i++, p++) {
        snprintf(cell, sizeof cell,
                 !p->fired   ? "-"
                 : p->missed ? "%lu +%lu"
                             : "%lu",
                 (unsigned long)p->due, (unsigned long)p->missed);
        printf(" %11s", cell);
        p->fired = false;
        p->missed = 0;
    }
    printf("\n");
}

int main(int argc, char **argv) {
    static TW_HEAP4_ARRAY(room, POLICIES);
    static struct periodic p[POLICIES];
    unsigned *const value[] = {&period, &busy_from, &busy_to};
    tw_tick now;
    char rest;
    int i;

    if (argc == 2 && strcmp(argv[1], "--help") == 0)
        return puts("usage: periodic [PERIOD BUSY-FROM BUSY-TO]") < 0;
    for (i = 1; i < argc; i++)
        if (argc != 4 || sscanf(argv[i], "%9u%c", value[i - 1], &rest) != 1 ||
            *value[i - 1] > 999999999)
            return fprintf(stderr, "periodic: wants none or three numbers, up to 999999999; --help "
                                   "tells which\n"),
                   2;
    if (period == 0 || busy_to < busy_from)
        return fprintf(stderr, "periodic: the period is 1 at least, and busy times do not end "
                               "before they begin\n"),
               2;

    timers_init(&timers, 0, room, POLICIES);
    for (i = 0; i < POLICIES; i++) {
        p[i].policy = (enum policy)i;
        tw_node_init(&p[i].node, on_time);
        timers_add(&timers, &p[i].node, period);
    }
    printf("%6s%12s%12s%12s\n", "now", "burst", "skip", "delay");
    while (timers_next(&timers, &now) && now < busy_to + 3 * (tw_tick)period) {
        if (now > busy_from && now < busy_to)
            now = busy_to;
        timers_advance(&timers, now);
        print_row(now, p);
    }
    printf("%6s%12u%12u%12u\n%6s%24u\n", "fired", p[BURST].firings, p[SKIP].firings,
           p[DELAY].firings, "missed", p[SKIP].all_missed);
    return 0;
}
