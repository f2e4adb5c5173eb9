/* SPDX-License-Identifier: MIT-0 */
/* Shortest ways by Dijkstra's algorithm.

   What it teaches: heap4.h as a priority queue of your own objects by a key in them. When
   a shorter way to a place is found while it waits, its distance is lowered in the object
   and waiting_update() restores the order (decrease-key, without a search), so that each
   place stands in the queue at most once and is taken once.

       dijkstra examples/basics/roads.txt      each place's distance from place 0, - where
                                               no way leads
       dijkstra examples/basics/roads.txt 4    the way to place 4, from its end back to
                                               place 0
       dijkstra --grid 20 --seed 7 >town.txt   a map of 20 x 20 crossings

   A map has one line `from to weight` for each one-way road: places count from 0, weights
   are whole and not negative; empty lines and lines that begin with # are passed over. */
#include <tw/heap4.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_GRID = 2000, MOST_PLACES = MOST_GRID * MOST_GRID };

#define NONE (~0u) /* no place, no road */

struct place {
    uint64_t distance;   /* the shortest known; UINT64_MAX: none */
    unsigned via;        /* the place before it on that way */
    unsigned road;       /* one of those that leave it */
    struct tw_node node; /* idle: not found yet, or taken */
};

TW_HEAP4_BY(waiting, struct place, node, distance)
static struct place *place;

static struct road { unsigned next, to, weight; } * road;

static size_t places, roads, place_room, road_room;

static void refuse(const char *what, const char *which) {
    fprintf(stderr, "dijkstra: %s%s\n", what, which);
    exit(2);
}

/* The array with room for n elements, or more. It may move: no node is in a queue yet. */
static void *with_room(void *array, size_t *room, size_t n, size_t size) {
    if (n <= *room)
        return array;
    *room = n > 2 * *room ? n : 2 * *room;
    array = realloc(array, *room * size);
    if (!array)
        refuse("no memory for so large a map", "");
    return array;
}

static void add_road(unsigned from, unsigned to, unsigned weight) {
    const unsigned last = from > to ? from : to;

    place = with_room(place, &place_room, last + 1, sizeof *place);
    for (; places <= last; places++)
        place[places] = (struct place){UINT64_MAX, NONE, NONE, TW_NODE(NULL)};
    road = with_room(road, &road_room, roads + 1, sizeof *road);
    road[roads] = (struct road){place[from].road, to, weight};
    place[from].road = (unsigned)roads++;
}

static void read_map(const char *name) {
    FILE *f = fopen(name, "r");
    unsigned from, to, weight;
    char line[128], rest;

    if (!f)
        refuse("cannot read ", name);
    while (fgets(line, sizeof line, f)) {
        if (line[0] == '#' || !line[strspn(line, " \t\r\n")])
            continue;
        if (sscanf(line, "%9u %9u %9u %c", &from, &to, &weight, &rest) != 3 ||
            from >= MOST_PLACES || to >= MOST_PLACES || roads == NONE)
            refuse("not `from to weight`, or too large: ", strtok(line, "\r\n"));
        add_road(from, to, weight);
    }
    fclose(f);
}

/* Neighbours are joined by a street of weight 1 to 9, the same both ways. */
static int print_grid(unsigned size, uint32_t seed) {
    for (unsigned i = 0; i < 2 * size * size; i++) {
        const unsigned from = i / 2, to = i % 2 ? from + size : from + 1;

        seed = seed * 1664525u + 1013904223u;
        if (i % 2 ? to < size * size : to % size != 0)
            printf("%u %u %u\n%u %u %u\n", from, to, (seed >> 16) % 9 + 1, to, from,
                   (seed >> 16) % 9 + 1);
    }
    return 0;
}

static void find_ways(void) {
    size_t bytes = 0;
    struct tw_heap4_cell *const room = with_room(NULL, &bytes, TW_HEAP4_BYTES(places), 1);
    unsigned taken = 0, moved = 0;
    struct waiting q;
    struct place *p;

    waiting_init(&q, 0, room, places);
    place[0].distance = 0;
    for (waiting_add(&q, place); (p = waiting_pop(&q)) != NULL; taken++)
        for (unsigned r = p->road; r != NONE; r = road[r].next) {
            struct place *const to = &place[road[r].to];
            if (p->distance + road[r].weight >= to->distance)
                continue;
            to->distance = p->distance + road[r].weight;
            to->via = (unsigned)(p - place);
            if (waiting_update(&q, to)) /* false: it does not wait */
                moved++;
            else
                waiting_add(&q, to);
        }
    printf("# places %zu, taken %u, moved up while waiting %u\n", places, taken, moved);
    free(room);
}

static void print_way(unsigned end) {
    if (place[end].distance == UINT64_MAX)
        puts("no way");
    else
        for (; end != NONE; end = place[end].via)
            printf("%u%s", end, place[end].via != NONE ? " < " : "\n");
}

int main(int argc, char **argv) {
    unsigned size, seed = 1, end = 0;
    char rest;

    if (argc == 2 && strcmp(argv[1], "--help") == 0)
        return puts("usage: dijkstra MAP [PLACE]             distances from place 0, or the way to "
                    "PLACE\n"
                    "       dijkstra --grid SIZE [--seed N]  prints a map; SIZE from 2 to 2000") <
               0;
    if ((argc == 3 || (argc == 5 && strcmp(argv[3], "--seed") == 0 &&
                       sscanf(argv[4], "%9u%c", &seed, &rest) == 1)) &&
        strcmp(argv[1], "--grid") == 0 && sscanf(argv[2], "%9u%c", &size, &rest) == 1 && size > 1 &&
        size <= MOST_GRID)
        return print_grid(size, seed);
    if (argc < 2 || argc > 3 || argv[1][0] == '-')
        refuse("not understood; --help tells more", "");

    read_map(argv[1]);
    if ((argc == 3 && sscanf(argv[2], "%9u%c", &end, &rest) != 1) || end >= places)
        refuse("no such place on the map", "");
    find_ways();
    if (argc == 3)
        print_way(end);
    for (end = 0; argc == 2 && end < places; end++)
        if (place[end].distance == UINT64_MAX)
            printf("%u -\n", end);
        else
            printf("%u %llu\n", end, (unsigned long long)place[end].distance);
    return 0;
}
