/* SPDX-License-Identifier: MIT-0 */
/* runner FILE: plays vectors to timers in an array, which is searched. Put yours into answer(). */
#include <stdio.h>
#include <string.h>

static const char can[] = " order fifo passed move next now far wide top ";
static unsigned long long due[256], born[256], now, births; /* born is 0: it is idle */

static int first(void) {
    int i, f = -1;
    for (i = 0; i < 256; i++)
        if (born[i] && (f < 0 || due[i] < due[f] || (due[i] == due[f] && born[i] < born[f])))
            f = i;
    return f;
}

static void answer(const char *line, char *to) {
    unsigned long long t;
    int id = first();
    strcpy(to, "ok");
    if (sscanf(line, "init %llu", &now) == 1)
        memset(born, 0, sizeof born);
    else if (sscanf(line, "advance %llu", &now) == 1)
        for (to += sprintf(to, "fired"); (id = first()) >= 0 && due[id] <= now; born[id] = 0)
            to += sprintf(to, " %d", id);
    else if (sscanf(line, "%*[admove] %d %llu", &id, &t) == 2)
        due[id] = t > now ? t : now, born[id] = ++births;
    else if (sscanf(line, "cancel %d", &id) == 1)
        strcpy(to, born[id] ? "ok" : "no"), born[id] = 0;
    else /* next */
        sprintf(to, id < 0 ? "none" : "next %llu", due[id < 0 ? 0 : id]);
}

int main(int argc, char **argv) {
    static char line[1 << 16], name[99], shows[99], word[99] = " ", op[999], wanted[999], got[999];
    int count[3] = {0, 0, 0}, n = 0, verdict; /* holds, fails, is declined */
    FILE *const file = fopen(argv[argc - 1], "r");
    for (; file && fgets(line, sizeof line, file); count[verdict]++) {
        char *at = line;
        sscanf(at, "{ \"vector\" : \"%98[^\"]\" , \"shows\" : \"%98[^\"]\" , \"needs\" : \"%n",
               name, shows, &n);
        for (verdict = 0, at += n; sscanf(at, "%96[^\" ]%n", word + 1, &n) == 1;
             at += n + (at[n] == ' '))
            verdict = strstr(can, strcat(word, " ")) ? verdict : 2;
        at = strchr(at, '[') + 1;
        for (; !verdict && sscanf(at, " \"%998[^\"]\" , \"%998[^\"]\"%n", op, wanted, &n) == 2;
             at += n + 1)
            answer(op, got), verdict = strcmp(got, wanted) != 0;
        if (verdict == 1)
            printf("FAILED %s shows %s: %s -> %s and not %s\n", name, shows, op, got, wanted);
    }
    printf("%d hold, %d fail, %d declined\n", count[0], count[1], count[2]);
    return count[1] || !count[0];
}
