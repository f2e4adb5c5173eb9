/* SPDX-License-Identifier: MIT-0 */
/* runner FILE: plays vectors to timers in an array, which is searched. Put yours into answer(). */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { IDS = 256, LONGEST = 1 << 16 };

static const char can[] = " order fifo passed move next now far wide top ";
static unsigned long long due[IDS], born[IDS], now, births; /* born is 0: it is idle */

static int first(void) {
    int i, best = -1;
    for (i = 0; i < IDS; i++)
        if (born[i] &&
            (best < 0 || due[i] < due[best] || (due[i] == due[best] && born[i] < born[best])))
            best = i;
    return best;
}

static void answer(const char *line, char *to) {
    unsigned long long tick = 0;
    unsigned id = 0;
    int i = first();
    strcpy(to, "ok");
    if (sscanf(line, "init %llu", &tick) == 1)
        now = tick, memset(born, 0, sizeof born);
    else if (sscanf(line, "%*[admove] %u %llu", &id, &tick) == 2 &&
             strncmp(line, "advance", 7) != 0)
        due[id] = tick > now ? tick : now, born[id] = ++births;
    else if (sscanf(line, "cancel %u", &id) == 1)
        strcpy(to, born[id] ? "ok" : "no"), born[id] = 0;
    else if (strcmp(line, "next") == 0)
        i < 0 ? strcpy(to, "none") : (sprintf(to, "next %llu", due[i]), to);
    else if (sscanf(line, "advance %llu", &now) == 1)
        for (to += sprintf(to, "fired"); (i = first()) >= 0 && due[i] <= now; born[i] = 0)
            to += sprintf(to, " %d", i);
}

static char *quoted(char **at) { /* the next text between quotes, or NULL */
    char *const from = strchr(*at, '"'), *const to = from ? strchr(from + 1, '"') : NULL;
    if (to)
        *to = 0, *at = to + 1;
    return to ? from + 1 : NULL;
}

static bool allowed(char *needs) {
    char word[40];
    for (needs = strtok(needs, " "); needs; needs = strtok(NULL, " "))
        if (sprintf(word, " %.36s ", needs), !strstr(can, word))
            return false;
    return true;
}

int main(int argc, char **argv) {
    static char line[LONGEST], got[LONGEST];
    unsigned holds = 0, fails = 0, declined = 0;
    FILE *const file = argc > 1 ? fopen(argv[1], "r") : NULL;
    while (file && fgets(line, sizeof line, file)) {
        char *at = line, *field[8], *op, *wanted = line;
        int i;
        for (i = 0; i < 7; i++) /* vector NAME shows PROMISE needs WORDS run */
            field[i] = quoted(&at);
        if (!allowed(field[5])) {
            declined++;
            continue;
        }
        while ((op = quoted(&at)) != NULL && (wanted = quoted(&at)) != NULL)
            if (answer(op, got), strcmp(got, wanted) != 0)
                break;
        if (op)
            printf("FAILED %s shows %s: %s -> %s and not %s\n", field[1], field[3], op, got,
                   wanted);
        op ? fails++ : holds++;
    }
    printf("%u hold, %u fail, %u declined\n", holds, fails, declined);
    return fails || !holds;
}
