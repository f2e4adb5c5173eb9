/* SPDX-License-Identifier: MIT-0 */
/* crontab.h - when an entry of a crontab is due: its five fields, and the next second
   that they name. For cron.c.

   An entry is `minute hour day-of-month month day-of-week command`. A field is a list, by
   commas, of * or N or N-N, the first and the last also with a step: 8-18/2. Months and
   days of the week may be named by three letters; 0 and 7 are Sunday, and sat-sun is a
   range. If both days are restricted, that is if neither field begins with *, either will
   do (POSIX, Vixie). What does not come within 400 years, after which the calendar
   repeats, never comes.

   When the zone's clock is put forward or back (Vixie's rules):
       fixed entries      are due once: when the clock first shows their time or, where
                          that is left out, a later one. So right after a jump forward,
                          and not again in an hour that comes twice.
       wildcard entries   whose minute or hour begins with *, are due whenever the clock
                          shows their time: not in hours that are left out, twice in those
                          that come twice.

   Bits say what a field names, and the next match is found month by month, day by day,
   hour by hour. Between local time and UTC only localtime_r() translates, in its one
   clear direction: mktime() may answer as it likes in the hours that matter here. */
#ifndef CRONTAB_H
#define CRONTAB_H

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

enum { MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR };

#define CALENDAR ((int64_t)146097 * DAY) /* 400 years */
#define NEVER    INT64_MAX

enum { MINUTES, HOURS, DAYS, MONTHS, WEEKDAYS, FIELDS };

struct crontab {
    uint64_t set[FIELDS]; /* bit n: the field names n */
    bool wildcard;
    bool either; /* one of the two days will do */
};

static const struct {
    const char *what, *names;
    int low, high;
} crontab_field[FIELDS] = {{"minute", "", 0, 59},
                           {"hour", "", 0, 23},
                           {"day of month", "", 1, 31},
                           {"month", "janfebmaraprmayjunjulaugsepoctnovdec", 1, 12},
                           {"day of week", "sunmontuewedthufrisat", 0, 7}};

/* ---- What a line says. */

/* The number or the name at *s, which is moved behind it; -1: there is none. */
static int crontab_value(const char **s, int which) {
    const char *names = crontab_field[which].names;
    int n = -1;

    for (int i = 0; names[i]; i += 3)
        if (strncasecmp(*s, names + i, 3) == 0) {
            *s += 3;
            return crontab_field[which].low + i / 3;
        }
    for (; isdigit((unsigned char)**s) && n < 1000; (*s)++)
        n = (n < 0 ? 0 : n) * 10 + (**s - '0');
    return n;
}

static bool crontab_list(const char *s, int which, uint64_t *set) {
    do {
        int low = crontab_field[which].low, high = crontab_field[which].high, step = 1;
        bool many = *s == '*';

        if (many)
            s++;
        else
            low = high = crontab_value(&s, which);
        if (!many && *s == '-') {
            many = true;
            s++;
            high = crontab_value(&s, which);
            high = which == WEEKDAYS && high == 0 ? 7 : high;
        }
        if (many && *s == '/') {
            s++;
            step = crontab_value(&s, MINUTES);
        }
        if (low < crontab_field[which].low || high > crontab_field[which].high || low > high ||
            step < 1)
            return false;
        for (; low <= high; low += step)
            *set |= (uint64_t)1 << low;
    } while (*s++ == ',');
    return s[-1] == '\0';
}

/* Cuts the line of an entry into its fields and the command. What is wrong with it; NULL:
   nothing. */
static const char *crontab_read(struct crontab *c, char *line, char **command) {
    static char wrong[150];
    bool star[FIELDS];

    memset(c, 0, sizeof *c);
    for (int i = 0; i < FIELDS; i++) {
        const char *text = strtok(i == 0 ? line : NULL, " \t");

        star[i] = text && *text == '*';
        if (text && !crontab_list(text, i, &c->set[i])) {
            snprintf(wrong, sizeof wrong,
                     "the %s %.40s: wants *, N, N-N, N-N/N or */N, or a list; N from %d to %d",
                     crontab_field[i].what, text, crontab_field[i].low, crontab_field[i].high);
            return wrong;
        }
    }
    *command = strtok(NULL, "");
    if (*command)
        *command += strspn(*command, " \t");
    c->set[WEEKDAYS] |= c->set[WEEKDAYS] >> 7;
    c->wildcard = star[MINUTES] || star[HOURS];
    c->either = !star[DAYS] && !star[WEEKDAYS];
    return *command && **command ? NULL : "an entry is five fields and a command";
}

/* ---- When that is. A `face` is what a clock on the wall shows, in seconds, as if there
   were no zones. */

static int64_t crontab_face(int64_t t) {
    const time_t when = (time_t)t;
    struct tm d = {0};
    int64_t y, day;

    (void)localtime_r(&when, &d);
    y = d.tm_year;
    day = (y - 70) * 365 + (y - 69) / 4 - (y - 1) / 100 + (y + 299) / 400 + d.tm_yday;
    return day * DAY + d.tm_hour * HOUR + d.tm_min * MINUTE + d.tm_sec;
}

/* The first second after t, up to end, whose offset from UTC is not that of t, if the end
   has another; else end. */
static int64_t crontab_change(int64_t t, int64_t end) {
    const int64_t offset = crontab_face(t) - t;

    /* Invariant: t has the offset, and what lies behind end does not matter. */
    while (end - t > 1 && crontab_face(end) - end != offset) {
        const int64_t middle = t + (end - t) / 2;

        if (crontab_face(middle) - middle == offset)
            t = middle;
        else
            end = middle;
    }
    return end;
}

static bool crontab_has(const struct crontab *c, int which, int value) {
    return c->set[which] >> value & 1;
}

/* The first minute after `face` that the fields name; NEVER: none in 400 years. A month
   that is not named costs up to 5 steps, a day or an hour one, and minutes only those of
   one hour. */
static int64_t crontab_match(const struct crontab *c, int64_t face) {
    const int64_t last = face + CALENDAR;
    int64_t day = face - face % DAY;
    int minute = (int)(face % DAY / MINUTE) + 1;

    for (; day <= last; day += DAY, minute = 0) {
        const time_t midnight = (time_t)day;
        struct tm d = {0};
        bool mday, wday;

        (void)gmtime_r(&midnight, &d);
        mday = crontab_has(c, DAYS, d.tm_mday);
        wday = crontab_has(c, WEEKDAYS, d.tm_wday);
        if (!crontab_has(c, MONTHS, d.tm_mon + 1))
            day += d.tm_mday < 28 ? (27 - d.tm_mday) * DAY : 0;
        else if (c->either ? mday || wday : mday && wday)
            for (; minute < DAY / MINUTE; minute++) {
                if (!crontab_has(c, HOURS, minute / 60))
                    minute += 59 - minute % 60;
                else if (crontab_has(c, MINUTES, minute % 60))
                    return day + minute * MINUTE;
            }
    }
    return NEVER;
}

/* The first second after t at which c is due, if offsets change at most once a day and by
   a day at most. */
static int64_t crontab_next(const struct crontab *c, int64_t t) {
    const int64_t limit = t + CALENDAR,
                  before_change = crontab_face(crontab_change(t - DAY, t) - 1);
    int64_t from = crontab_face(t);

    if (!c->wildcard && before_change > from)
        from = before_change; /* in an hour that comes twice */

    /* Invariant: nothing is due before t, nor, in the first turn, at t; and `from` lies
       before what is due next. */
    while (t < limit) {
        const int64_t offset = crontab_face(t) - t, change = crontab_change(t, t + DAY);
        const int64_t match = crontab_match(c, from), due = match == NEVER ? NEVER : match - offset;

        if (due == NEVER || due < change)
            return due;
        if (!c->wildcard && match <= crontab_face(change))
            return change; /* the time is left out */

        /* Without a change, no hour that comes twice before the match can show what
           `from` leaves behind: go near. */
        t = crontab_face(change) - change == offset && due - 2 * DAY > change ? due - 2 * DAY
                                                                              : change;
        if (c->wildcard)
            from = crontab_face(t) - 1;
    }
    return NEVER;
}

#endif
