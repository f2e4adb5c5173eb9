/* SPDX-License-Identifier: MIT-0 */
/* runner FILE: plays vectors to the timers of timers.c. Put yours in place of that file. */
#include <stdio.h>
#include <string.h>

extern const char can[];                 /* the levels that the timers have, between blanks */
void answer(const char *line, char *to); /* writes the answer to a line, of 4095 bytes at most */

/* The text between the next two quotes, which are behind *at then. NULL: there is none. */
static char *quoted(char **at) {
    char *const from = strchr(*at, '"'), *const to = from ? strchr(from + 1, '"') : NULL;
    if (to)
        *to = 0, *at = to + 1;
    return to ? from + 1 : NULL;
}

int main(int argc, char **argv) {
    static char line[1 << 16], got[1 << 12], level[99];
    int count[3] = {0, 0, 0}, verdict, i; /* holds, fails, is declined */
    FILE *const file = fopen(argv[argc - 1], "r");
    for (; file && fgets(line, sizeof line, file); count[verdict]++) {
        char *at = line, *part[7], *word, *wanted; /* parts 1, 3, 5: name, promise and levels */
        for (i = 0; i < 7; i++)
            part[i] = quoted(&at);
        for (verdict = 0, word = strtok(part[5], " "); word; word = strtok(NULL, " ")) {
            sprintf(level, " %.90s ", word);
            verdict = strstr(can, level) ? verdict : 2;
        }
        while (!verdict && (word = quoted(&at)) && (wanted = quoted(&at))) {
            answer(word, got);
            if ((verdict = strcmp(got, wanted) != 0))
                printf("FAILED %s shows %s: %s -> %s and not %s\n", part[1], part[3], word, got,
                       wanted);
        }
    }
    printf("%d hold, %d fail, %d declined\n", count[0], count[1], count[2]);
    return count[1] || !count[0];
}
