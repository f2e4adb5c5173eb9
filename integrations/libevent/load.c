/* SPDX-License-Identifier: MIT-0 */
/* load fire|move COUNT TURNS: timeouts of libevent, on a clock that stands. COUNT events wait.

       move  one of them is moved, up to 30 seconds ahead
       fire  one that is due fires, and is added again, to be due at once */
#include <event2/event.h>
#include <event2/event_struct.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST 100000

/* libevent reads this clock: what is due does not depend on the speed of the machine. */
int clock_gettime(clockid_t id, struct timespec *ts) {
    (void)id;
    *ts = (struct timespec){1000, 0};
    return 0;
}

static struct event event[MOST];
static unsigned seed = 1;
static unsigned long runs, turns;

static unsigned any(unsigned below) {
    seed = seed * 1664525 + 1013904223;
    return (unsigned)((unsigned long long)seed * below >> 32);
}

static void ahead(struct event *e) {
    const unsigned us = 1000000 + any(30000000);
    const struct timeval after = {us / 1000000, us % 1000000};

    event_add(e, &after);
}

static void run(evutil_socket_t fd, short what, void *arg) {
    struct event *e = arg;

    (void)fd, (void)what;
    if (++runs >= turns)
        event_base_loopbreak(e->ev_base);
    event_add(e, &(struct timeval){0, 0});
}

int main(int argc, char **argv) {
    const int count = argc == 4 ? atoi(argv[2]) : 0;
    const int fires = argc == 4 && !strcmp(argv[1], "fire");
    struct event_base *base;

    turns = argc == 4 ? strtoul(argv[3], NULL, 10) : 0;
    if (count < 1 || count > MOST || turns < 1 || !(fires || !strcmp(argv[1], "move"))) {
        fputs("usage: load fire|move COUNT TURNS\n", stderr);
        return 2;
    }
    base = event_base_new();
    for (int i = 0; i < count; i++) {
        evtimer_assign(&event[i], base, run, &event[i]);
        ahead(&event[i]);
    }
    for (unsigned long i = 0; !fires && i < turns; i++)
        ahead(&event[any((unsigned)count)]);
    if (fires) {
        event_add(&event[0], &(struct timeval){0, 0});
        event_base_loop(base, 0);
    }
    return 0;
}
