/* SPDX-License-Identifier: MIT-0 */
/* Who is dropped and when follows from the rule of the beats; up to 600 clients nobody is
   refused; and a wheel drops the same clients as a heap. */
#include "oracle.h"

enum { CLIENTS = 1000, ROOM = 2 * CLIENTS };

static struct drop { int second, client; } wanted[ROOM];

static int drops;

static int by_second(const void *a, const void *b) {
    const struct drop *x = (const struct drop *)a, *y = (const struct drop *)b;
    return x->second != y->second ? x->second - y->second : x->client - y->client;
}

/* Client i begins at second i % 7 and beats i % 5 times, five seconds apart; each third
   one comes again. The number of beats. */
static int follow_the_rule(int clients) {
    int i, visits, beats = 0;

    drops = 0;
    for (i = 0; i < clients; i++) {
        int last = i % 7;

        for (visits = i % 3 == 0 ? 2 : 1; visits > 0; visits--, last += 15) {
            last += 5 * (i % 5);
            beats += 1 + i % 5;
            wanted[drops].second = last + 10;
            wanted[drops++].client = i;
        }
    }
    qsort(wanted, (size_t)drops, sizeof *wanted, by_second);
    return beats;
}

/* All that is printed, in one string. */
static char *all_of(int clients, const char *wheel) {
    char *text = (char *)calloc(ROOM, 64);

    check(text != NULL, "no memory");
    run("--clients %d %s", clients, wheel);
    while (next_line())
        strcat(strcat(text, line), "\n");
    ended();
    return text;
}

static void drop_as_they_should(int clients) {
    const int beats = follow_the_rule(clients);
    char *heap = all_of(clients, ""), *wheel = all_of(clients, "--wheel");
    int i, joins, moves, dropped, refused, armed;

    check(strcmp(heap, wheel) == 0, "the wheel drops others than the heap");
    free(heap);
    free(wheel);
    run("--clients %d", clients);
    for (i = 0; next_line() && strstr(line, "dropped"); i++) {
        char expected[64];

        if (clients == CLIENTS)
            continue;
        check(i < drops, "more are dropped than should be");
        snprintf(expected, sizeof expected, "%d s: client %d dropped", wanted[i].second,
                 wanted[i].client);
        check(strcmp(line, expected) == 0, expected);
    }
    check(sscanf(line, "%d joins, %d moves, %d drops, %d refused, %d armed", &joins, &moves,
                 &dropped, &refused, &armed) == 5,
          "the summary");
    check(joins + moves + refused == beats && joins == dropped && dropped == i && armed == 0,
          "what the summary counts");
    check(clients == CLIENTS ? refused > 0 : i == drops,
          "1000 clients do not fit, and all others do");
    ended();
}

static void find(void) {
    static const int clients[] = {1, 2, 30, 600, CLIENTS};
    size_t k;

    for (k = 0; k < sizeof clients / sizeof clients[0]; k++)
        drop_as_they_should(clients[k]);
}
