/* SPDX-License-Identifier: MIT-0 */
/* idle_test.c - the loop that the head of port.h prints, with nothing armed.

   A first timer makes a short sleep. Then nothing is armed. Another interrupt comes some 20
   times a second. It may turn the loop once, and so TURNS turns take some seconds of the
   board. Then a timer is armed, and must fire on time. */
#include HEADER
#include "timers.h"
#include "check.h"
#include "port.h"

enum { TURNS = 100, MOST_A_SECOND = 40 };

TW_TIMERS_OF(timers, STRUCTURE)

static struct timers set;
static tw_tick start;
static unsigned turns;

static void fire(struct tw_node *n, tw_tick now) {
    check(port_now() - n->due < port_hz / 100, "the timer is late");
    check(!tw_before(now, n->due), "the timer is early");
    port_leave(0);
}

static void pass(struct tw_node *n, tw_tick now) { (void)n, (void)now; }

static struct tw_node timer = TW_NODE(fire), first = TW_NODE(pass);

static void turn(void) {
    if (++turns != TURNS)
        return;
    check(port_now() - start >= TURNS / MOST_A_SECOND * port_hz, "the loop does not sleep");
    timers_add_in(&set, &timer, port_now(), port_hz / 10);
}

#define port_unmask() (port_unmask(), turn())

int main(void) {
    tw_tick due = 0;

    port_start();
    start = port_now();
    timers_init(&set, start, NULL, 0);
    timers_add_in(&set, &first, start, port_hz / 1000);
#include "loop.h"
}
