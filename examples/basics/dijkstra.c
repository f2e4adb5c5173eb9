/* SPDX-License-Identifier: MIT-0 */
/* Shortest ways by Dijkstra's algorithm.

   What it teaches: heap4.h as a priority queue of your own objects in your own order. When a shorter way to a place is
   found while it waits, its distance is lowered in the object and waiting_update() restores the order (decrease-key,
   without a search), so that each place stands in the queue at most once and is taken once.

       dijkstra examples/basics/roads.txt      each place's distance from place 0, - where no way leads
       dijkstra examples/basics/roads.txt 4    the way to place 4, from its end back to place 0
       dijkstra --grid 20 --seed 7 >town.txt   a map of 20 x 20 crossings

   A map has one line `from to weight` for each one-way road: places count from 0, weights are whole and not negative;
   empty lines and lines that begin with # are passed over. */
#include "heap4.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_GRID = 256, MOST_PLACES = MOST_GRID * MOST_GRID, MOST_ROADS = 4 * MOST_PLACES };

struct place {
    uint64_t distance;       /* the shortest known; UINT64_MAX: none */
    const struct place *via; /* the place before it on that way */
    const struct road *road; /* one of those that leave it */
    struct tw_node node;     /* idle: not found yet, or taken */
};
struct road {
    const struct road *next;
    struct place *to;
    unsigned weight;
};

static bool place_before(const struct place *a, const struct place *b) { return a->distance < b->distance; }
TW_HEAP4_OF(waiting, struct place, node, place_before)

static struct place place[MOST_PLACES];
static unsigned places;

static void refuse(const char *what, const char *which) {
    fprintf(stderr, "dijkstra: %s%s\n", what, which);
    exit(2);
}

static void read_map(const char *name) {
    static struct road road[MOST_ROADS];
    FILE *f = fopen(name, "r");
    unsigned from, to, weight, roads = 0;
    char line[128], rest;

    if (!f)
        refuse("cannot read ", name);
    while (fgets(line, sizeof line, f)) {
        if (line[0] == '#' || !line[strspn(line, " \t\r\n")])
            continue;
        if (sscanf(line, "%9u %9u %9u %c", &from, &to, &weight, &rest) != 3 || from >= MOST_PLACES ||
            to >= MOST_PLACES || weight > 999999999 || roads == MOST_ROADS)
            refuse("not `from to weight`, or too large: ", strtok(line, "\r\n"));
        road[roads].next = place[from].road;
        road[roads].to = &place[to];
        road[roads].weight = weight;
        place[from].road = &road[roads++];
        places = from >= places ? from + 1 : places;
        places = to >= places ? to + 1 : places;
    }
    fclose(f);
}

/* Neighbours are joined by a street of weight 1 to 9, the same both ways. */
static int print_grid(unsigned size, uint32_t seed) {
    for (unsigned i = 0; i < 2 * size * size; i++) {
        const unsigned from = i / 2, to = i % 2 ? from + size : from + 1;

        seed = seed * 1664525u + 1013904223u;
        if (i % 2 ? to < size * size : to % size != 0)
            printf("%u %u %u\n%u %u %u\n", from, to, (seed >> 16) % 9 + 1, to, from, (seed >> 16) % 9 + 1);
    }
    return 0;
}

static void find_ways(struct place *start) {
    static TW_HEAP4_ARRAY(room, MOST_PLACES);
    unsigned taken = 0, moved = 0;
    struct waiting q;
    struct place *p;

    for (p = place; p < place + places; p++)
        p->distance = UINT64_MAX;
    start->distance = 0;
    waiting_init(&q, 0, room, places);
    for (waiting_add(&q, start); (p = waiting_pop(&q)) != NULL; taken++)
        for (const struct road *r = p->road; r; r = r->next)
            if (p->distance + r->weight < r->to->distance) {
                r->to->distance = p->distance + r->weight;
                r->to->via = p;
                if (waiting_update(&q, r->to)) /* false: it does not wait */
                    moved++;
                else
                    waiting_add(&q, r->to);
            }
    printf("# places %u, taken %u, moved up while waiting %u\n", places, taken, moved);
}

static void print_way(const struct place *end) {
    if (end->distance == UINT64_MAX)
        puts("no way");
    else
        for (const struct place *p = end; p; p = p->via)
            printf("%ld%s", (long)(p - place), p->via ? " < " : "\n");
}

int main(int argc, char **argv) {
    unsigned size, seed = 1, end = 0;
    char rest;

    if (argc == 2 && strcmp(argv[1], "--help") == 0)
        return puts("usage: dijkstra MAP [PLACE]             distances from place 0, or the way to PLACE\n"
                    "       dijkstra --grid SIZE [--seed N]  prints a map; SIZE from 2 to 256") < 0;
    if ((argc == 3 || (argc == 5 && strcmp(argv[3], "--seed") == 0 && sscanf(argv[4], "%9u%c", &seed, &rest) == 1)) &&
        strcmp(argv[1], "--grid") == 0 && sscanf(argv[2], "%9u%c", &size, &rest) == 1 && size > 1 && size <= MOST_GRID)
        return print_grid(size, seed);
    if (argc < 2 || argc > 3 || argv[1][0] == '-')
        refuse("not understood; --help tells more", "");

    read_map(argv[1]);
    if ((argc == 3 && sscanf(argv[2], "%9u%c", &end, &rest) != 1) || end >= places)
        refuse("no such place on the map", "");
    find_ways(place);
    if (argc == 3)
        print_way(&place[end]);
    for (end = 0; argc == 2 && end < places; end++)
        if (place[end].distance == UINT64_MAX)
            printf("%u -\n", end);
        else
            printf("%u %llu\n", end, (unsigned long long)place[end].distance);
    return 0;
}
