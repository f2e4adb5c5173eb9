/* SPDX-License-Identifier: MIT-0 */
/* Many scores, few values: the board, and the neighbours of a player, are the players
   sorted by score and by the line at which each reached his score. */
#include "oracle.h"

enum { PLAYERS = 400, SCORES = 4000 };

static struct player {
    int number, score, since; /* since: the line, 0 if there is none */
} player[PLAYERS];

static int players;

static int by_rank(const void *a, const void *b) {
    const struct player *x = (const struct player *)a, *y = (const struct player *)b;
    return x->score != y->score ? y->score - x->score : x->since - y->since;
}

/* The next line is the row of this rank. */
static void row(int rank) {
    char expected[64], got[64];
    int place, score;

    check(next_line() && sscanf(line, "%d p%s %d", &place, got, &score) == 3, "a row");
    snprintf(expected, sizeof expected, "%d", player[rank - 1].number);
    check(place == rank && strcmp(got, expected) == 0 && score == player[rank - 1].score,
          "the order");
}

static void find(void) {
    static const int ranks[] = {1, 2, 3, 200, PLAYERS - 1, PLAYERS};
    FILE *f = input("leaderboard.scores");
    size_t k;
    int i;

    dice = 11;
    for (i = 1; i <= SCORES; i++) {
        struct player *const p = &player[any(PLAYERS)];
        const int score = (int)any(50);

        fprintf(f, "p%d %d\n", (int)(p - player), score);
        if (p->since == 0 || p->score != score)
            p->since = i;
        p->number = (int)(p - player);
        p->score = score;
    }
    fclose(f);
    for (i = 0; i < PLAYERS; i++)
        players += player[i].since > 0;
    check(players == PLAYERS, "everybody has a score");
    qsort(player, PLAYERS, sizeof *player, by_rank);

    run("leaderboard.scores --top 1000");
    for (i = 1; i <= PLAYERS; i++)
        row(i);
    ended();
    for (k = 0; k < sizeof ranks / sizeof ranks[0]; k++) {
        run("leaderboard.scores --top 0 --around p%d", player[ranks[k] - 1].number);
        check(next_line() && begins("around p"), "the head");
        for (i = ranks[k] - 2; i <= ranks[k] + 2; i++)
            if (i >= 1 && i <= PLAYERS)
                row(i);
        ended();
    }
}
