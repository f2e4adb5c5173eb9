/* SPDX-License-Identifier: MIT-0 */
/* Any map: few roads, so that places stay unfound, or many, so that distances sink often; weights from 0, roads twice,
   roads back to where they began; and grids. Bellman and Ford find the distances: all roads are relaxed until nothing
   changes. Each place found is taken once, and the way to the last place is made of roads and as long as its distance.
 */
#include "oracle.h"

enum { ROADS = 20000, PLACES = 2000, FAR = 1 << 30 };

static struct road { int from, to, weight; } road[ROADS];
static int roads, places, distance[PLACES];

static void read_map(const char *name) {
    FILE *f = fopen(name, "r");

    check(f != NULL, name);
    places = 0;
    for (roads = 0; fgets(line, sizeof line, f); roads++) {
        struct road *const r = &road[roads];

        check(roads < ROADS && sscanf(line, "%d %d %d", &r->from, &r->to, &r->weight) == 3, "a road");
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

/* The shortest road between two places; FAR: none. */
static int between(int from, int to) {
    int i, least = FAR;

    for (i = 0; i < roads; i++)
        if (road[i].from == from && road[i].to == to && road[i].weight < least)
            least = road[i].weight;
    return least;
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

static void same_way(const char *name) {
    int at = places - 1, sum = 0;
    const char *c;

    run("%s %d", name, at);
    check(next_line() && begins("# places"), "the head");
    check(next_line(), "the way");
    if (distance[at] == FAR)
        check(begins("no way"), "there is none");
    else {
        check(strtol(line, NULL, 10) == at, "it ends at the last place");
        for (c = strstr(line, " < "); c; c = strstr(c + 1, " < ")) {
            const int before = (int)strtol(c + 3, NULL, 10), length = between(before, at);

            check(length < FAR, "it is made of roads");
            sum += length;
            at = before;
        }
        check(at == 0 && sum == distance[places - 1], "its length");
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
    static const char *const maps[] = {"dijkstra.few", "dijkstra.many", "dijkstra.small", "dijkstra.grid"};
    size_t i;

    dice = 5;
    any_map(maps[0], 900);
    any_map(maps[1], 9000);
    grid(maps[2], "--grid 2", 8);
    grid(maps[3], "--grid 30 --seed 7", 4 * 30 * 29);
    for (i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        read_map(maps[i]);
        relax_all();
        same_distances(maps[i]);
        same_way(maps[i]);
    }
}
