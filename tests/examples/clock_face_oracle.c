/* SPDX-License-Identifier: MIT-0 */
/* Each alarm rings when its delay has passed, a delay of 0 with the next tick. */
#include "oracle.h"

enum { ALARMS = 8, DAY = 12 * 3600 };

static struct alarm {
    char name[64];
    long delay;
} alarms[ALARMS];

static long clock_of(const char *at) {
    int h, m, s;

    check(sscanf(at, "%d:%d:%d", &h, &m, &s) == 3, "a time");
    return (h * 60L + m) * 60 + s;
}

/* "NAME, N s:" */
static bool set_alarm(struct alarm *a) {
    char *const comma = strrchr(line, ',');

    if (!comma || sscanf(comma, ", %ld s:", &a->delay) != 1 || line[strlen(line) - 1] != ':')
        return false;
    snprintf(a->name, sizeof a->name, "%.*s", (int)(comma - line), line);
    return true;
}

static void find(void) {
    int set = 0, rung = 0, i;
    long start;

    run("");
    check(next_line() && strstr(line, "8 alarms are set"), "the head");
    start = clock_of(line);
    while (rung < ALARMS && next_line()) {
        char *const rings = strstr(line, " rings");

        if (set < ALARMS && set_alarm(&alarms[set]))
            set++;
        if (!rings || rings[6] != 0)
            continue;
        *rings = 0;
        for (i = 0; i < set && strcmp(alarms[i].name, line + 9) != 0; i++) {
        }
        check(i < set, "an alarm that nobody has set");
        check((start + (alarms[i].delay > 0 ? alarms[i].delay : 1)) % DAY == clock_of(line),
              "when it rings");
        rung++;
    }
    check(set == ALARMS && rung == ALARMS, "as many as were set");
    while (next_line() && !strstr(line, " rings")) {
    }
    ended();
}
