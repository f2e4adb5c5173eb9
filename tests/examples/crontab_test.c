/* SPDX-License-Identifier: MIT-0 */
/* crontab_next() from each second around a change of the zone's clock, an hour and a day
   beside it too. A walk over ten days, second by second, finds at which seconds an entry
   is due; it shares nothing with crontab.h. One zone changes a second behind the full
   hour, so that its last second before the change begins a minute. */
#define _DEFAULT_SOURCE
#undef NDEBUG
#include "../../examples/servers/crontab.h"
#include <assert.h>
#include <stdlib.h>

enum { DAYS_BEFORE = 4, WALKED = 10 * 86400, AROUND = 70 };

/* A minute and an hour; -1 is any. */
static const struct entry {
    int minute, hour;
} entries[] = {{0, 0},  {59, 1},  {0, 2},  {30, 2}, {0, 3},
               {0, 23}, {30, -1}, {-1, 2}, {-1, 3}, {-1, -1}};

/* The zone, and its two changes in 2026: the first second of each. */
static const struct zone {
    const char *rule;
    int64_t change[2];
} zones[] = {
    {"CET-1CEST,M3.5.0,M10.5.0/3", {1774746000, 1792890000}},
    {"CET-1CEST,M3.5.0/2:00:01,M10.5.0/3:00:01", {1774746001, 1792890001}},
    {"<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", {1775314800, 1791041400}},
    {"<-12>12<+12>-12,J100/2,J200/2", {1775829600, 1784383200}},
};

static bool named(const struct entry *e, int64_t face) {
    const int minute = (int)(face / 60 % 60), hour = (int)(face / 3600 % 24);

    return (e->minute < 0 || e->minute == minute) && (e->hour < 0 || e->hour == hour);
}

/* Whether a minute that the entry names begins behind `above`, up to `face`. */
static bool begun(const struct entry *e, int64_t above, int64_t face) {
    for (int64_t minute = (above / 60 + 1) * 60; minute <= face; minute += 60)
        if (named(e, minute))
            return true;
    return false;
}

/* due[i]: whether the entry is due at the second from + i. */
static void walk(const struct entry *e, const int64_t *face, bool *due) {
    const bool fixed = e->minute >= 0 && e->hour >= 0;
    int64_t latest = face[0];

    due[0] = false;
    for (int i = 1; i < WALKED; i++) {
        due[i] = fixed ? begun(e, latest, face[i]) : face[i] % 60 == 0 && named(e, face[i]);
        latest = face[i] > latest ? face[i] : latest;
    }
}

static void read_entry(const struct entry *e, struct crontab *c) {
    char line[40] = "", *command;

    if (e->minute >= 0)
        sprintf(line, "%d", e->minute);
    else
        strcpy(line, "*");
    if (e->hour >= 0)
        sprintf(line + strlen(line), " %d", e->hour);
    else
        strcat(line, " *");
    strcat(line, " * * * x");
    assert(!crontab_read(c, line, &command));
}

static void around(const struct entry *e, const bool *due, int64_t from, int64_t middle) {
    struct crontab c;

    read_entry(e, &c);
    for (int64_t t = middle - AROUND; t <= middle + AROUND; t++) {
        int64_t wanted = t + 1;

        while (!due[wanted - from])
            wanted++;
        if (crontab_next(&c, t) != wanted) {
            printf("FAILED: TZ=%s, minute %d, hour %d, after %lld: %lld, not %lld\n", getenv("TZ"),
                   e->minute, e->hour, (long long)t, (long long)crontab_next(&c, t),
                   (long long)wanted);
            exit(1);
        }
    }
}

static void at_change(int64_t change) {
    static const int64_t beside[] = {-86400, -3600, -1800, 0, 1800, 3600, 86400};
    static int64_t face[WALKED];
    static bool due[WALKED];
    const int64_t from = change - DAYS_BEFORE * 86400;

    for (int i = 0; i < WALKED; i++) {
        const time_t t = (time_t)(from + i);
        struct tm shown;

        localtime_r(&t, &shown);
        face[i] = timegm(&shown);
    }
    assert(face[change - from] != face[change - from - 1] + 1);
    for (size_t e = 0; e < sizeof entries / sizeof *entries; e++) {
        walk(&entries[e], face, due);
        for (size_t b = 0; b < sizeof beside / sizeof *beside; b++)
            around(&entries[e], due, from, change + beside[b]);
    }
}

int main(void) {
    for (size_t z = 0; z < sizeof zones / sizeof *zones; z++) {
        setenv("TZ", zones[z].rule, 1);
        tzset();
        at_change(zones[z].change[0]);
        at_change(zones[z].change[1]);
    }
    return 0;
}
