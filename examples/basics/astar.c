/* SPDX-License-Identifier: MIT-0 */
/* The shortest way through a maze by A*.

   What it teaches: a key of two numbers in one integer. Its upper half is the length of
   the way through a place, of which the rest is an estimate. Its lower half is that rest,
   so that of equally long ways the one that is nearer to the goal goes on. When a shorter
   way to a place is found while it waits, waiting_update() restores the order.

       astar examples/basics/maze.txt           the maze with the shortest way in dots
       astar --blind examples/basics/maze.txt   the same with an estimate of 0, which is
                                                Dijkstra's algorithm: takes more places

   A maze is a text: # is a wall, S the start, G the goal, and any other character is a
   place to walk on. A step leads to the place above, below, to the left or to the right. */
#include <tw/heap4.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1000 }; /* rows, and columns */

enum { WIDTH = 1 + MOST + 3 }; /* of a row: column 0, its columns, and \r, \n and 0 */

struct place {
    uint64_t key;        /* length of a way through it << 32 | steps left, estimated */
    unsigned steps;      /* from the start on the shortest known way */
    unsigned via;        /* the place before it on that way; 0: not found yet */
    struct tw_node node; /* idle: not found yet, or taken */
};

TW_HEAP4_BY(waiting, struct place, node, key)
static struct place place[(MOST + 2) * WIDTH]; /* rows and columns count from 1 */
static char maze[(MOST + 2) * WIDTH];          /* 0 beyond its rows and columns */

static unsigned rows, start, goal;
static bool blind;

static void refuse(const char *what, const char *which) {
    fprintf(stderr, "astar: %s%s\n", what, which);
    exit(2);
}

/* The only place with this mark. */
static unsigned only(char mark, const char *without) {
    const char *const found = memchr(maze, mark, sizeof maze);

    if (!found || memchr(found + 1, mark, (size_t)(maze + sizeof maze - found) - 1))
        refuse(without, "");
    return (unsigned)(found - maze);
}

static void read_maze(const char *name) {
    FILE *f = fopen(name, "r");
    char *row;

    if (!f)
        refuse("cannot read ", name);
    while (fgets(row = &maze[(rows + 1) * WIDTH + 1], MOST + 3, f)) {
        const size_t length = strcspn(row, "\r\n");

        if (++rows > MOST || length > MOST)
            refuse("more than 1000 rows or columns: ", name);
        memset(row + length, 0, MOST + 3 - length);
    }
    fclose(f);
    start = only('S', "a maze has one start, S");
    goal = only('G', "a maze has one goal, G");
}

/* Steps from a place to the goal, if there were no walls. */
static unsigned estimate(unsigned at) {
    const int down = (int)(at / WIDTH) - (int)(goal / WIDTH);
    const int right = (int)(at % WIDTH) - (int)(goal % WIDTH);

    return (unsigned)(abs(down) + abs(right));
}

/* A way of so many steps leads by `via` to `to`. Keeps it if it is the shortest known. */
static void reach(struct waiting *q, unsigned to, unsigned via, unsigned steps) {
    struct place *const p = &place[to];
    const unsigned left = blind ? 0 : estimate(to);

    if (maze[to] == 0 || maze[to] == '#' || (p->via && steps >= p->steps))
        return;
    p->steps = steps;
    p->via = via;
    p->key = (uint64_t)(steps + left) << 32 | left;
    if (!waiting_update(q, p)) /* false: it does not wait */
        waiting_add(q, p);
}

/* Takes places until the goal is one of them. Returns their number. */
static unsigned find_way(void) {
    const size_t most = (size_t)rows * MOST;
    void *const room = malloc(TW_HEAP4_BYTES(most));
    struct waiting q;
    struct place *p;
    unsigned taken = 0;

    if (!room)
        refuse("no memory for so large a maze", "");
    waiting_init(&q, 0, room, most);
    reach(&q, start, start, 0);
    while ((p = waiting_pop(&q)) != NULL) {
        const unsigned at = (unsigned)(p - place);

        taken++;
        if (at == goal)
            break;
        reach(&q, at - WIDTH, at, p->steps + 1);
        reach(&q, at + WIDTH, at, p->steps + 1);
        reach(&q, at - 1, at, p->steps + 1);
        reach(&q, at + 1, at, p->steps + 1);
    }
    free(room);
    return taken;
}

int main(int argc, char **argv) {
    unsigned taken, at;

    blind = argc == 3 && strcmp(argv[1], "--blind") == 0;
    if (argc == 2 && strcmp(argv[1], "--help") == 0)
        return puts("usage: astar [--blind] MAZE  the shortest way from S to G; --blind: without "
                    "an estimate") < 0;
    if ((argc != 2 && !blind) || argv[argc - 1][0] == '-')
        refuse("not understood; --help tells more", "");
    read_maze(argv[argc - 1]);
    taken = find_way();
    if (!place[goal].via)
        return printf("no way, %u places taken\n", taken) < 0;
    for (at = place[goal].via; at != start; at = place[at].via)
        maze[at] = '.';
    for (at = 1; at <= rows; at++)
        puts(&maze[at * WIDTH + 1]);
    return printf("%u steps, %u places taken\n", place[goal].steps, taken) < 0;
}
