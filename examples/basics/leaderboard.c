/* SPDX-License-Identifier: MIT-0 */
/* A leaderboard: the best players, the neighbours of one, and scores that change all the
   time.

   What it teaches: rbtree.h as an ordered container of your objects. Order is highest
   score first; among equal scores the tree keeps arming order, and update() arms anew, so
   who reached a score first stands first and no time stamp is kept. before() and after()
   walk from any player, whatever the size of the board.

       leaderboard examples/basics/scores.txt --top 3 --around erin

   A file of scores has one line `name score` for each result; a later score of the same
   name replaces the earlier; empty lines are passed over. */
#include <tw/rbtree.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS = 1000, NEIGHBOURS = 2 };

struct player {
    char name[32];
    unsigned long score;
    struct tw_node node;
};

static bool player_before(const struct player *a, const struct player *b) {
    return a->score > b->score;
}
TW_RBTREE_OF(board, struct player, node, player_before)

static struct board board;
static struct player player[PLAYERS];
static size_t players;

static void refuse(const char *what, const char *which) {
    fprintf(stderr, "leaderboard: %s%s\n", what, which);
    exit(2);
}

static struct player *find(const char *name) {
    for (size_t i = 0; i < players; i++)
        if (strcmp(player[i].name, name) == 0)
            return &player[i];
    return NULL;
}

/* A new score moves the player behind those who have it already; the same score again
   moves nobody. */
static void post(const char *name, unsigned long score) {
    struct player *p = find(name);

    if (p && p->score != score) {
        p->score = score;
        board_update(&board, p);
    } else if (!p) {
        if (players == PLAYERS)
            refuse("too many players: ", name);
        p = &player[players++];
        strcpy(p->name, name);
        p->score = score;
        board_add(&board, p);
    }
}

static void read_scores(const char *file) {
    FILE *f = fopen(file, "r");
    char line[128], name[32], rest;
    unsigned long score;

    if (!f)
        refuse("cannot read ", file);
    while (fgets(line, sizeof line, f)) {
        if (!line[strspn(line, " \t\r\n")])
            continue;
        if (sscanf(line, "%31s %9lu %c", name, &score, &rest) != 2 || score > 999999999)
            refuse("not `name score`, or too large: ", strtok(line, "\r\n"));
        post(name, score);
    }
    fclose(f);
}

static void print(const struct player *p, size_t rank) {
    printf("%3lu  %-12s %lu\n", (unsigned long)rank, p->name, p->score);
}

static void print_top(size_t n) {
    size_t rank = 1;

    for (struct player *p = board_first(&board); p && rank <= n; p = board_after(&board, p))
        print(p, rank++);
}

/* The rank is counted, which takes as many steps; the neighbours are one step away. */
static void print_around(const struct player *p) {
    const struct player *x, *from = p;
    size_t rank = 1, i;

    for (x = p; (x = board_before(&board, x)) != NULL; rank++)
        continue;
    printf("around %s\n", p->name);
    for (i = 0; i < NEIGHBOURS && (x = board_before(&board, from)) != NULL; i++, rank--)
        from = x;
    for (i += NEIGHBOURS + 1; i > 0 && from; from = board_after(&board, from), i--)
        print(from, rank++);
}

int main(int argc, char **argv) {
    const char *file = NULL, *around = NULL;
    unsigned long top = 10;
    char rest;

    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0)
            return puts("usage: leaderboard FILE [--top N] [--around NAME]") < 0;
        else if (strcmp(argv[i], "--top") == 0) {
            if (++i == argc || sscanf(argv[i], "%9lu%c", &top, &rest) != 1 || top > PLAYERS)
                refuse("--top takes a number up to 1000", "");
        } else if (strcmp(argv[i], "--around") == 0 && i + 1 < argc)
            around = argv[++i];
        else if (argv[i][0] == '-' || file)
            refuse("not understood, --help tells more: ", argv[i]);
        else
            file = argv[i];
    if (!file)
        refuse("no file of scores; --help tells more", "");

    read_scores(file);
    if (around && !find(around))
        refuse("no such player: ", around);
    print_top(top);
    if (around)
        print_around(find(around));
    return 0;
}
