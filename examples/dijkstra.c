/* SPDX-License-Identifier: MIT-0 */
/* Shortest ways by Dijkstra's algorithm.

   What it teaches: heap4.h as a priority queue of your own objects in your own order. When a shorter way to a place is
   found while it waits, its distance is lowered in the object and waiting_update() restores the order (decrease-key,
   without a search), so that each place stands in the queue at most once and is taken once.

       dijkstra examples/roads.txt             each place's distance from place 0, - where no way leads
       dijkstra examples/roads.txt 4           the way to place 4, from its end back to place 0
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
    unsigned long weight;
};

static bool place_before(const struct place *a, const struct place *b) { return a->distance < b->distance; }
TW_HEAP4_OF(waiting, struct place, node, place_before)

static struct place place[MOST_PLACES];
static unsigned long places;

static void refuse(const char *what, const char *which) {
    fprintf(stderr, "dijkstra: %s%s\n", what, which);
    exit(2);
}

static unsigned long number(const char *s, unsigned long most) {
    unsigned long v;
    char rest;

    if (sscanf(s, "%9lu%c", &v, &rest) != 1 || v > most)
        refuse("not a number, or out of range: ", s);
    return v;
}

static void read_map(const char *name) {
    static struct road road[MOST_ROADS];
    FILE *f = fopen(name, "r");
    unsigned long from, to, weight, roads = 0;
    char line[128], rest;

    if (!f)
        refuse("cannot read ", name);
    while (fgets(line, sizeof line, f)) {
        if (line[0] == '#' || line[0] == '\n')
            continue;
        if (sscanf(line, "%9lu %9lu %9lu %c", &from, &to, &weight, &rest) != 3 || from >= MOST_PLACES ||
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
static int print_grid(unsigned long size, uint32_t seed) {
    for (unsigned long i = 0; i < 2 * size * size; i++) {
        const unsigned long from = i / 2, to = i % 2 ? from + size : from + 1;

        seed = seed * 1664525u + 1013904223u;
        if (i % 2 ? to < size * size : to % size != 0)
            printf("%lu %lu %u\n%lu %lu %u\n", from, to, (seed >> 16) % 9 + 1, to, from, (seed >> 16) % 9 + 1);
    }
    return 0;
}

static void find_ways(struct place *start) {
    static TW_HEAP4_ARRAY(room, MOST_PLACES);
    unsigned long taken = 0, moved = 0;
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
    printf("# places %lu, taken %lu, moved up while waiting %lu\n", places, taken, moved);
}

static void print_distances(void) {
    for (const struct place *p = place; p < place + places; p++)
        if (p->distance == UINT64_MAX)
            printf("%ld -\n", (long)(p - place));
        else
            printf("%ld %llu\n", (long)(p - place), (unsigned long long)p->distance);
}

static void print_way(const struct place *end) {
    if (end->distance == UINT64_MAX) {
        puts("no way");
        return;
    }
    for (; end->via; end = end->via)
        printf("%ld < ", (long)(end - place));
    printf("%ld\n", (long)(end - place));
}

int main(int argc, char **argv) {
    unsigned long end = 0;

    if (argc == 2 && strcmp(argv[1], "--help") == 0)
        return puts("usage: dijkstra MAP [PLACE]             distances from place 0, or the way to PLACE\n"
                    "       dijkstra --grid SIZE [--seed N]  prints a map; SIZE from 2 to 256") < 0;
    if (argc > 2 && strcmp(argv[1], "--grid") == 0 && number(argv[2], MOST_GRID) > 1 &&
        (argc == 3 || (argc == 5 && strcmp(argv[3], "--seed") == 0)))
        return print_grid(number(argv[2], MOST_GRID), (uint32_t)(argc == 5 ? number(argv[4], 999999999) : 1));
    if (argc < 2 || argc > 3 || argv[1][0] == '-')
        refuse("what to do? --help tells", "");

    read_map(argv[1]);
    if (argc == 3)
        end = number(argv[2], MOST_PLACES);
    if (end >= places)
        refuse("no such place on the map", "");
    find_ways(place);
    if (argc == 3)
        print_way(&place[end]);
    else
        print_distances();
    return 0;
}
