/* SPDX-License-Identifier: MIT-0 */
/* What the log of with_libev_log says against a list of deadlines: a connection closes at
   the deadline that its last message gave it or later, in order of deadlines, after a
   wake-up; the ev_timer wakes no earlier than it was started for, is started for the
   earliest deadline and not twice for the same, and whenever the loop sleeps it runs for
   the earliest deadline or for an earlier one. How late anything is, is not asked. */
#include "oracle.h"

enum { CONNECTIONS = 128 };

static long due[CONNECTIONS]; /* -1: closed */
static int connections;
static long idle, t, last, woke; /* last: for what the timer was started */
static bool runs, fires;         /* fires: has closed nobody since its wake-up */
static long opened, come, byes, closed, starts, wakes, vain, sleeps;

static long earliest(void) {
    long least = -1;
    int i;

    for (i = 0; i < connections; i++)
        if (due[i] >= 0 && (least < 0 || due[i] < least))
            least = due[i];
    return least;
}

static void message(int id, long until) {
    check(id >= 0 && id < connections, "the connection");
    check(until - t == idle / 4 * (id % 4 + 1), "the timeout");
    opened += due[id] < 0;
    due[id] = until;
    come++;
}

static void starts_for(long until) {
    check(until == earliest(), "started for the earliest");
    check(!runs || until < last, "started when needed");
    check(starts == 0 || until != last, "started once for each");
    runs = true;
    last = until;
    starts++;
}

static void wakes_for(long until) {
    check(runs && until == last, "wakes as it was started");
    check(t >= last, "wakes not too early");
    runs = false;
    fires = true;
    wakes++;
    vain++;
    woke = t;
}

static void closes(int id, long until) {
    check(id >= 0 && id < connections && due[id] == until && t >= until, "closes at its deadline");
    check(until == earliest(), "closes in order");
    check(t == woke && !runs, "closes by a wake-up");
    due[id] = -1;
    closed++;
    vain -= fires;
    fires = false;
}

/* With when libev will wake it, two microseconds lost to rounding; 0: stopped. */
static void sleeps_until(long until) {
    const long e = earliest();

    sleeps++;
    check(e < 0 ? until == 0 : runs && last <= e && until >= last - 2,
          "runs while the loop sleeps");
    if (e < 0)
        runs = false;
}

static void entry(void) {
    const long now = strtol(word[0], NULL, 10), until = strtol(word[3], NULL, 10);
    const int id = (int)strtol(word[2], NULL, 10);

    check(now >= t, "time goes back");
    t = now;
    if (strcmp(word[1], "message") == 0)
        message(id, until);
    else if (strcmp(word[1], "goodbye") == 0) {
        check(id >= 0 && id < connections, "the connection");
        byes += due[id] >= 0;
        due[id] = -1;
        come++;
    } else if (strcmp(word[1], "start") == 0)
        starts_for(until);
    else if (strcmp(word[1], "wake") == 0)
        wakes_for(until);
    else if (strcmp(word[1], "close") == 0)
        closes(id, until);
    else if (strcmp(word[1], "sleep") == 0)
        sleeps_until(until);
    else
        check(false, "a word");
}

static void summary(long messages) {
    long a, b, c, d, early, left;

    check(sscanf(line,
                 "%ld messages opened %ld connections; %ld said goodbye, %ld were closed for "
                 "silence, %ld early, %ld are "
                 "left",
                 &a, &b, &c, &d, &early, &left) == 6,
          "the first line of the summary");
    check(a == messages && come == messages, "messages");
    check(b == opened && c == byes && d == closed && b == c + d && early == 0 && left == 0,
          "connections");
    check(next_line() && sscanf(line,
                                "the loop slept %ld times, its timer was started %ld times and "
                                "woke it %ld times, %ld "
                                "for nothing",
                                &a, &b, &c, &d) == 4,
          "the second line of the summary");
    check(a == sleeps && b == starts && c == wakes && d == vain, "counts");
    check(earliest() < 0 && !runs, "the end");
    check(connections < 40 || (closed > 0 && byes > 0), "every kind of end");
}

static void find(void) {
    static const int load[][5] = {{40, 400, 3, 200, 0},   {40, 300, 3, 200, 5}, {4, 60, 20, 40, 0},
                                  {128, 3000, 1, 120, 0}, {1, 20, 9, 4, 0},     {8, 40, 2, 12, 30}};
    size_t k;
    int i;

    for (k = 0; k < sizeof load / sizeof load[0]; k++) {
        const int *const l = load[k];

        connections = l[0];
        idle = l[3] * 1000L;
        for (i = 0; i < CONNECTIONS; i++)
            due[i] = -1;
        t = last = woke = opened = come = byes = closed = starts = wakes = vain = sleeps = 0;
        runs = fires = false;
        run("%d %d %d %d %d %d", l[0], l[1], l[2], l[3], l[4], l[1]);
        while (next_line() && split() == 4)
            entry();
        summary(l[1]);
        ended();
    }
}
