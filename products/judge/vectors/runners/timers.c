/* SPDX-License-Identifier: MIT-0 */
/* Timers in an array, which is searched, for runner.c. */
#include <stdio.h>
#include <string.h>

const char can[] = " order fifo passed move next now far wide top ";
void answer(const char *line, char *to);

static unsigned long long due[256], born[256], now, births; /* born is 0: it is idle */

static int first(void) {
    int i, f = -1;
    for (i = 0; i < 256; i++)
        if (born[i] && (f < 0 || due[i] < due[f] || (due[i] == due[f] && born[i] < born[f])))
            f = i;
    return f;
}

void answer(const char *line, char *to) {
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
