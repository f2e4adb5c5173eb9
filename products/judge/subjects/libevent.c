/* SPDX-License-Identifier: MIT-0 */
/* libevent's timers, on a clock of ours. event_add() of a pending one moves it. */
#include "judge.h"
#include "clock.h"
#include <event2/event.h>
#include <stdio.h>

static struct event_base *base;
static struct event *timer[JUDGE_IDS];

static void fire(evutil_socket_t fd, short what, void *arg) {
    (void)fd;
    (void)what;
    judge_fired((unsigned)((struct event **)arg - timer));
}

static void init(uint64_t now) {
    for (unsigned i = 0; base && i < JUDGE_IDS; i++)
        event_free(timer[i]);
    if (base)
        event_base_free(base);
    clock_ms = CLOCK_BASE + now;
    base = event_base_new();
    for (unsigned i = 0; i < JUDGE_IDS; i++)
        timer[i] = evtimer_new(base, fire, &timer[i]);
}

static bool add(unsigned id, uint64_t due) {
    const uint64_t tick = CLOCK_BASE + due, delay = tick > clock_ms ? tick - clock_ms : 0;
    const struct timeval t = {(time_t)(delay / 1000), (suseconds_t)(delay % 1000) * 1000};

    return evtimer_add(timer[id], &t) == 0;
}

static bool cancel(unsigned id) {
    const bool armed = evtimer_pending(timer[id], NULL);

    evtimer_del(timer[id]);
    return armed;
}

static void advance(uint64_t now, uint64_t max) {
    (void)max;
    clock_ms = CLOCK_BASE + now;
    event_base_loop(base, EVLOOP_NONBLOCK);
}

int main(int argc, char **argv) {
    static char name[60];
    static const struct judge_subject subject = {
        name, "move callbacks top 4000000000000000", init, add, cancel, add, NULL, advance};

    snprintf(name, sizeof name, "libevent %s", event_get_version());
    return judge_main(argc, argv, &subject);
}
