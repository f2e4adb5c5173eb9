/* SPDX-License-Identifier: MIT-0 */
/* Phases and counts from the table alone. A row comes at the time of a due, or when the
   busy time ends; in each row a timer fires for what burst, skip and delay say it was
   armed for, never early; and by the end burst and skip have seen each multiple of the
   period once, fired or missed. */
#include "oracle.h"

enum { BURST, SKIP, DELAY, TIMERS };

static long now, due[TIMERS], fired[TIMERS], missed;

static void row(long period, long from, long to) {
    long least = due[BURST], plus = 0;
    int i, at = 1;

    for (i = SKIP; i < TIMERS; i++)
        least = due[i] < least ? due[i] : least;
    check(strtol(word[0], NULL, 10) == (least > from && least < to ? to
                                        : least < now              ? now
                                                                   : least),
          "when a row comes");
    now = strtol(word[0], NULL, 10);
    for (i = 0; i < TIMERS; i++) {
        const char *const cell = word[at++];
        const bool fires = cell[0] != '-';

        check(fires == (due[i] <= now), "who fires");
        if (i == SKIP && at < words && word[at][0] == '+')
            plus = strtol(word[at++] + 1, NULL, 10);
        if (!fires)
            continue;
        check(strtol(cell, NULL, 10) == due[i], "what it was armed for");
        fired[i]++;
        due[i] = i == BURST  ? due[i] + period
                 : i == SKIP ? due[i] + (plus + 1) * period
                             : now + period;
        check(i != SKIP || (due[i] > now && due[i] - period <= now), "what is skipped");
    }
    check(at == words, "as many columns as there are timers");
    missed += plus;
}

static void find(void) {
    static const long runs[][3] = {{100, 250, 730}, {100, 250, 400}, {100, 300, 600},
                                   {100, 299, 301}, {7, 20, 100},    {1, 5, 50},
                                   {50, 0, 0},      {1000, 1, 2},    {3, 3, 3000}};
    size_t k;
    int i;

    for (k = 0; k < sizeof runs / sizeof runs[0]; k++) {
        const long period = runs[k][0];

        now = missed = 0;
        for (i = 0; i < TIMERS; i++) {
            due[i] = period;
            fired[i] = 0;
        }
        run("%ld %ld %ld", period, runs[k][1], runs[k][2]);
        check(next_line() && split() == 4, "the head of the table");
        while (next_line() && split() > 3 && strcmp(word[0], "fired") != 0)
            row(period, runs[k][1], runs[k][2]);
        check(words == 4 && strcmp(word[0], "fired") == 0, "the row of sums");
        for (i = 0; i < TIMERS; i++)
            check(strtol(word[1 + i], NULL, 10) == fired[i], "how often it fired");
        check(next_line() && split() == 2 && strcmp(word[0], "missed") == 0,
              "the row of what was missed");
        check(strtol(word[1], NULL, 10) == missed, "how many were missed");
        check(fired[BURST] == now / period, "burst fires once for each period");
        check(fired[SKIP] + missed == now / period, "skip fires or counts each period");
        ended();
    }
}
