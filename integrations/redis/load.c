/* SPDX-License-Identifier: MIT-0 */
/* load order SEED | load idle|fire|change COUNT TURNS: time events of Redis' src/ae.c, on a
   clock of their own. COUNT events wait up to 10 seconds.

       order   events are created and deleted between turns; prints what runs, and when. In a
               turn Redis runs the newest event first, and we the earliest
       idle    a turn of the loop in which no event is due
       fire    one event is due, on the average, and starts itself again
       change  an event is deleted, and another is created, before a turn of the loop */
#include "ae.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 4096

static monotime clock_us = 1000000;
static unsigned seed = 1;
static unsigned long runs, finals;
static long long ids[MOST];
static int count;

/* What src/ae.c calls of the rest of Redis. */
int anetCloexec(int fd) { return fd; }

void _serverPanic(const char *file, int line, const char *message, ...) {
    fprintf(stderr, "%s:%d: %s\n", file, line, message);
    abort();
}

void _serverAssert(const char *text, const char *file, int line) { _serverPanic(file, line, text); }

static monotime now_us(void) { return clock_us; }

static unsigned any(unsigned below) {
    seed = seed * 1664525 + 1013904223;
    return (unsigned)((unsigned long long)seed * below >> 32);
}

static int run(aeEventLoop *loop, long long id, void *data) {
    AE_NOTUSED(loop);
    AE_NOTUSED(id);
    AE_NOTUSED(data);
    runs++;
    return 1 + (int)any(10000);
}

static void final(aeEventLoop *loop, void *data) {
    AE_NOTUSED(loop);
    AE_NOTUSED(data);
    finals++;
}

/* What an event does depends on its number and its runs alone: Redis and we may run the
   events of one turn in another order. */
static int run_and_say(aeEventLoop *loop, long long id, void *data) {
    static unsigned times[MOST];
    const unsigned what = ((unsigned)id * 2654435761u + times[id % MOST]++ * 40503u) >> 28;

    AE_NOTUSED(data);
    printf("%010llu %lld\n", (unsigned long long)clock_us, id);
    runs++;
    if (what == 0)
        aeDeleteTimeEvent(loop, id);
    return what < 3 ? AE_NOMORE : 1 + (int)what * 100;
}

/* Events are created and deleted between the turns of the loop. */
static void order(aeEventLoop *loop) {
    for (int turn = 0; turn < 2000; turn++) {
        if (any(3) == 0 && loop->timeEventNextId < MOST)
            aeCreateTimeEvent(loop, (long long)any(5000), run_and_say, NULL, final);
        if (any(8) == 0)
            printf("%010llu deletes %d\n", (unsigned long long)clock_us,
                   aeDeleteTimeEvent(loop, (long long)any(1 + (unsigned)loop->timeEventNextId)));
        clock_us += any(100000);
        aeProcessEvents(loop, AE_TIME_EVENTS | AE_DONT_WAIT);
    }
    for (long long id = 0; id < loop->timeEventNextId; id++)
        aeDeleteTimeEvent(loop, id);
    aeProcessEvents(loop, AE_TIME_EVENTS | AE_DONT_WAIT);
    printf("%lu run, %lu of %lld freed\n", runs, finals, loop->timeEventNextId);
}

static void turn(aeEventLoop *loop, const char *what) {
    const unsigned which = any((unsigned)count);

    if (!strcmp(what, "change")) {
        aeDeleteTimeEvent(loop, ids[which]);
        ids[which] = aeCreateTimeEvent(loop, 1 + any(10000), run, NULL, NULL);
    }
    if (!strcmp(what, "fire"))
        clock_us += 5000000u / (unsigned)count;
    aeProcessEvents(loop, AE_ALL_EVENTS | AE_DONT_WAIT);
}

int main(int argc, char **argv) {
    const char *what = argc > 2 ? argv[1] : "";
    const unsigned long turns = argc == 4 ? strtoul(argv[3], NULL, 10) : 0;
    const int orders = argc == 3 && !strcmp(what, "order");
    const int known = !strcmp(what, "idle") || !strcmp(what, "fire") || !strcmp(what, "change");
    aeEventLoop *loop;

    count = argc > 2 ? atoi(argv[2]) : 0;
    if (count < 1 || count > MOST || !(orders || (known && turns > 0))) {
        fputs("usage: load order SEED | load idle|fire|change COUNT TURNS\n", stderr);
        return 2;
    }
    loop = aeCreateEventLoop(64);
    getMonotonicUs = now_us;
    if (orders) {
        seed = (unsigned)count;
        order(loop);
    } else {
        for (int i = 0; i < count; i++)
            ids[i] = aeCreateTimeEvent(loop, 1 + any(10000), run, NULL, NULL);
        for (unsigned long i = 0; i < turns; i++)
            turn(loop, what);
        printf("%lu run\n", runs);
    }
    aeDeleteEventLoop(loop);
    return 0;
}
