/* SPDX-License-Identifier: MIT-0 */
/* Any map: few roads, so that places stay unfound, or many, so that distances sink often;
   weights from 0, roads twice, roads back to where they began; and grids. Bellman and
   Ford find the distances: all roads are relaxed until nothing changes. Each place found
   is taken once, and the way to the last place is made of roads and as long as its
   distance. The last map has a million places. */
#include "oracle.h"

enum { SIDE = 1000, ROADS = 4 * SIDE * SIDE, PLACES = SIDE * SIDE, FAR = 1 << 30 };

static struct road { int from, to, weight; } road[ROADS];

/* on the way from the first place to the last */
static int roads, places, distance[PLACES], next[PLACES];

static void read_map(const char *name) {
    FILE *f = fopen(name, "r");

    check(f != NULL, name);
    places = 0;
    for (roads = 0; fgets(line, sizeof line, f); roads++) {
        struct road *const r = &road[roads];
        char *rest;

        check(roads < ROADS, "too many roads");
        r->from = (int)strtol(line, &rest, 10);
        r->to = (int)strtol(rest, &rest, 10);
        r->weight = (int)strtol(rest, &rest, 10);
        check(*rest == '\n', "a road");
        places = r->from >= places ? r->from + 1 : places;
        places = r->to >= places ? r->to + 1 : places;
    }
    fclose(f);
    check(places <= PLACES, "too many places");
}

static void relax_all(void) {
    bool changed = true;
    int i;

    for (i = 0; i < places; i++)
        distance[i] = i == 0 ? 0 : FAR;
    while (changed)
        for (changed = false, i = 0; i < roads; i++) {
            const struct road *const r = &road[i];

            if (distance[r->from] < FAR && distance[r->from] + r->weight < distance[r->to]) {
                distance[r->to] = distance[r->from] + r->weight;
                changed = true;
            }
        }
}

static void same_distances(const char *name) {
    int i, n, taken, found = 0;
    char expected[64];

    for (i = 0; i < places; i++)
        found += distance[i] < FAR;
    run("%s", name);
    check(next_line() && sscanf(line, "# places %d, taken %d, moved", &n, &taken) == 2, "the head");
    check(n == places && taken == found, "each place found is taken once");
    for (i = 0; i < places; i++) {
        if (distance[i] < FAR)
            snprintf(expected, sizeof expected, "%d %d", i, distance[i]);
        else
            snprintf(expected, sizeof expected, "%d -", i);
        check(next_line() && strcmp(line, expected) == 0, expected);
    }
    ended();
}

/* How long the way in next[] is, from place 0 on: of roads that join the same places it
   takes the shortest. */
static int length_of_way(void) {
    static int shortest[PLACES];
    int i, sum = 0;

    for (i = 0; i < places; i++)
        shortest[i] = FAR;
    for (i = 0; i < roads; i++)
        if (next[road[i].from] == road[i].to && road[i].weight < shortest[road[i].from])
            shortest[road[i].from] = road[i].weight;
    for (i = 0; i != places - 1; i = next[i]) {
        check(next[i] >= 0 && shortest[i] < FAR, "it is made of roads");
        sum += shortest[i];
    }
    return sum;
}

static void same_way(const char *name) {
    int at = places - 1;

    run("%s %d", name, at);
    check(next_line() && begins("# places"), "the head");
    if (distance[at] == FAR) {
        check(next_line() && begins("no way"), "there is none");
    } else {
        int before, i, c;

        for (i = 0; i < places; i++)
            next[i] = -1;
        check(fscanf(printed, "%d", &before) == 1 && before == at, "it ends at the last place");
        while ((c = fgetc(printed)) != '\n') { /* too long for `line` */
            check(c == ' ' && fscanf(printed, "< %d", &before) == 1, "a place");
            check(before >= 0 && before < places && next[before] == -1, "no place twice");
            next[before] = at;
            at = before;
        }
        check(at == 0 && length_of_way() == distance[places - 1], "its length");
    }
    ended();
}

static void any_map(const char *name, int n) {
    FILE *f = input(name);

    for (; n > 0; n--) {
        const unsigned from = any(500), to = any(500);
        fprintf(f, "%u %u %u\n", from, to, any(1000));
    }
    fclose(f);
}

/* What --grid prints, with so many streets. */
static void grid(const char *name, const char *arguments, size_t streets) {
    FILE *f = input(name);

    run("%s", arguments);
    while (next_line())
        fprintf(f, "%s\n", line);
    check(lines == streets, "a grid has so many streets");
    ended();
    fclose(f);
}

static void find(void) {
    static const char *const maps[] = {"dijkstra.few", "dijkstra.many", "dijkstra.small",
                                       "dijkstra.grid", "dijkstra.million"};
    size_t i;

    dice = 5;
    any_map(maps[0], 900);
    any_map(maps[1], 9000);
    grid(maps[2], "--grid 2", 8);
    grid(maps[3], "--grid 30 --seed 7", 4 * 30 * 29);
    grid(maps[4], "--grid 1000 --seed 3", 4 * SIDE * (SIDE - 1));
    for (i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        read_map(maps[i]);
        relax_all();
        same_distances(maps[i]);
        same_way(maps[i]);
    }
}
