/* SPDX-License-Identifier: MIT-0 */
/* Any maze: with many walls, so that often no way leads to the goal, or with few. A flood
   from the start finds how many steps away each place is. The way that is drawn must be
   connected and as long. A* takes no place through which each way is longer, and no more
   places than without an estimate. The last maze has a million places. */
#include "oracle.h"

enum { SIDE = 1000, PLACES = SIDE * SIDE };

static char maze[SIDE][SIDE + 1], drawn[SIDE][SIDE + 1];
static int height, width, steps[SIDE][SIDE]; /* -1: not reached */

/* Finds steps[][] from S, and returns the goal's. Walks on places with this mark. */
static int flood(char (*map)[SIDE + 1], char mark) {
    static int queue[PLACES];
    int first = 0, end = 0, goal = -1, r, c;

    for (r = 0; r < height; r++)
        for (c = 0; c < width; c++) {
            steps[r][c] = map[r][c] == 'S' ? 0 : -1;
            if (map[r][c] == 'S')
                queue[end++] = r * SIDE + c;
        }
    for (; first < end; first++) {
        static const int down[] = {0, 0, 1, -1}, right[] = {1, -1, 0, 0};
        const int at_r = queue[first] / SIDE, at_c = queue[first] % SIDE;
        int i;

        if (map[at_r][at_c] == 'G')
            goal = steps[at_r][at_c];
        for (i = 0; i < 4; i++) {
            r = at_r + down[i], c = at_c + right[i];
            if (r < 0 || r >= height || c < 0 || c >= width || steps[r][c] >= 0 ||
                (map[r][c] != 'G' && map[r][c] != mark))
                continue;
            steps[r][c] = steps[at_r][at_c] + 1;
            queue[end++] = r * SIDE + c;
        }
    }
    return goal;
}

static void any_maze(const char *name, int h, int w, unsigned walls) {
    const unsigned start = any((unsigned)(h * w));
    unsigned goal;
    FILE *f = input(name);
    int i;

    do
        goal = any((unsigned)(h * w));
    while (goal == start);
    height = h, width = w;
    for (i = 0; i < h * w; i++)
        maze[i / w][i % w] = any(100) < walls ? '#' : ' ';
    maze[start / (unsigned)w][start % (unsigned)w] = 'S';
    maze[goal / (unsigned)w][goal % (unsigned)w] = 'G';
    for (i = 0; i < h; i++)
        fprintf(f, "%.*s\n", w, maze[i]);
    fclose(f);
}

/* Places from which the goal is at most so far that the way through them is `shortest`. */
static int worth_taking(int shortest) {
    int r, c, goal_r = 0, goal_c = 0, count = 0;

    for (r = 0; r < height; r++)
        for (c = 0; c < width; c++)
            if (maze[r][c] == 'G')
                goal_r = r, goal_c = c;
    for (r = 0; r < height; r++)
        for (c = 0; c < width; c++)
            count += steps[r][c] >= 0 &&
                     (shortest < 0 || steps[r][c] + abs(r - goal_r) + abs(c - goal_c) <= shortest);
    return count;
}

/* Runs the example, and returns how many places it took. */
static int taken_by(const char *arguments, int shortest) {
    int r, c, said, taken = 0, dots = 0;

    run("%s", arguments);
    if (shortest < 0) {
        check(next_line() && sscanf(line, "no way, %d places taken", &taken) == 1, "no way");
        ended();
        return taken;
    }
    for (r = 0; r < height; r++) {
        check(next_line() && strlen(line) == (size_t)width, "a row");
        for (c = 0; c < width; c++) {
            check(maze[r][c] == (line[c] == '.' ? ' ' : line[c]), "the maze, with dots on places");
            dots += line[c] == '.';
        }
        memcpy(drawn[r], line, (size_t)width);
    }
    check(next_line() && sscanf(line, "%d steps, %d places taken", &said, &taken) == 2, "the end");
    check(said == shortest && dots == shortest - 1, "its length");
    ended();
    check(flood(drawn, '.') == shortest, "the way is connected");
    return taken;
}

static void judge(const char *name) {
    const int shortest = flood(maze, ' '), most = worth_taking(shortest);
    char arguments[80];
    int taken, blind;

    taken = taken_by(name, shortest);
    snprintf(arguments, sizeof arguments, "--blind %s", name);
    blind = taken_by(arguments, shortest);
    if (shortest < 0)
        check(taken == most && blind == most, "where no way leads, all that can be reached");
    else
        check(taken > shortest && taken <= most && taken <= blind, "no place in vain");
}

static void find(void) {
    int i;

    for (i = 0; i < 200; i++) {
        any_maze("astar.maze", 1 + (int)any(30), 2 + (int)any(60), any(45));
        judge("astar.maze");
    }
    any_maze("astar.column", 40, 1, 0);
    judge("astar.column");
    any_maze("astar.million", SIDE, SIDE, 25);
    judge("astar.million");
}
