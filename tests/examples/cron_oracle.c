/* SPDX-License-Identifier: MIT-0 */
/* What a crontab means, found by walking: cron_oracle FROM UNTIL FILE prints each time
   from FROM until UNTIL, and the command that is due at it, for a file without mistakes.
   For examples/servers/cron.c, of which it shares nothing: it goes from minute to minute
   of UTC, asks localtime_r() what the clock shows, and looks each number of a field up
   among the words of the field. Offsets are whole minutes. */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ENTRIES = 200 };

struct shown {
    int year, month, day, hour, minute, weekday;
};

static struct entry {
    char text[5][64], command[64];
    bool names[5][64]; /* names[f][v]: field f names v */
} entry[ENTRIES];

static int entries;

static const char *const word[] = {"jan", "feb", "mar", "apr", "may", "jun", "jul",
                                   "aug", "sep", "oct", "nov", "dec", "sun", "mon",
                                   "tue", "wed", "thu", "fri", "sat"};

/* "MAR-may" is "3-5". */
static void words_to_numbers(char *text) {
    char out[64] = "", *at = text;

    for (; *at; at++)
        *at = (char)tolower((unsigned char)*at);
    for (at = text; *at;) {
        int w = 0;
        while (w < 19 && strncmp(at, word[w], 3) != 0)
            w++;
        sprintf(out + strlen(out), w == 19 ? "%c" : "%d", w == 19 ? *at : w < 12 ? w + 1 : w - 12);
        at += w == 19 ? 1 : 3;
    }
    strcpy(text, out);
}

static bool item_names(const char *item, int first, int last, int value) {
    int a, b, step = 1;

    if (*item == '*') {
        a = first;
        b = last;
        sscanf(item, "*/%d", &step);
    } else if (sscanf(item, "%d-%d/%d", &a, &b, &step) < 2)
        return atoi(item) == value;
    if (last == 7 && b == 0)
        b = 7;
    return value >= a && value <= b && (value - a) % step == 0;
}

static void read_entries(const char *name) {
    static const int first[] = {0, 0, 1, 1, 0}, last[] = {59, 23, 31, 12, 7};
    FILE *f = fopen(name, "r");
    struct entry *e = entry;
    int field, value;

    if (!f)
        exit(2);
    for (; fscanf(f, "%63s %63s %63s %63s %63s %63s", e->text[0], e->text[1], e->text[2],
                  e->text[3], e->text[4], e->command) == 6 &&
           entries < ENTRIES;
         e++, entries++)
        for (field = 0; field < 5; field++) {
            char copy[64], *item;
            words_to_numbers(e->text[field]);
            strcpy(copy, e->text[field]);
            for (item = strtok(copy, ","); item; item = strtok(NULL, ","))
                for (value = first[field]; value <= last[field]; value++)
                    if (item_names(item, first[field], last[field], value))
                        e->names[field][field == 4 && value == 7 ? 0 : value] = true;
        }
    fclose(f);
}

static bool is_due(const struct entry *e, const struct shown *s) {
    const bool day = e->names[2][s->day], weekday = e->names[4][s->weekday];

    if (!e->names[0][s->minute] || !e->names[1][s->hour] || !e->names[3][s->month])
        return false;
    if (e->text[2][0] == '*' || e->text[4][0] == '*')
        return day && weekday;
    return day || weekday;
}

static void next_minute(struct shown *s) {
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = (s->year % 4 == 0 && s->year % 100 != 0) || s->year % 400 == 0;

    if (++s->minute < 60)
        return;
    s->minute = 0;
    if (++s->hour < 24)
        return;
    s->hour = 0;
    s->weekday = (s->weekday + 1) % 7;
    if (++s->day <= days[s->month - 1] + (s->month == 2 && leap))
        return;
    s->day = 1;
    if (++s->month <= 12)
        return;
    s->month = 1;
    s->year++;
}

static void write_shown(char *text, const struct shown *s) {
    sprintf(text, "%04d-%02d-%02d %02d:%02d", s->year, s->month, s->day, s->hour, s->minute);
}

static struct shown shown_by(const struct tm *d) {
    struct shown s;

    s.year = d->tm_year + 1900;
    s.month = d->tm_mon + 1;
    s.day = d->tm_mday;
    s.hour = d->tm_hour;
    s.minute = d->tm_min;
    s.weekday = d->tm_wday;
    return s;
}

/* Whether an entry names every minute or every hour: it follows the time that passes, and
   the others what the clock shows. */
static bool follows_time(const struct entry *e) {
    return e->text[0][0] == '*' || e->text[1][0] == '*';
}

static void print_due(const bool *due, const char *text, const struct tm *d) {
    char zone[16];
    int i;

    strftime(zone, sizeof zone, "%z", d);
    for (i = 0; i < entries; i++)
        if (due[i])
            printf("%.3s %s:00 %s %s\n", &"SunMonTueWedThuFriSat"[3 * d->tm_wday], text, zone,
                   entry[i].command);
}

/* Some days before the day that the text begins with, in any zone. */
static time_t days_before(const char *text) {
    return (time_t)((atoi(text) - 1970) * 365.2425 * 86400) + (atoi(text + 5) - 1) * 30 * 86400 -
           10 * 86400;
}

int main(int argc, char **argv) {
    struct shown latest = {0};
    char latest_text[80] = "", text[80];
    bool due[ENTRIES], begun = false;
    time_t t;
    int i;

    if (argc != 4)
        return 2;
    read_entries(argv[3]);

    t = days_before(argv[1]);
    for (t -= t % 60;; t += 60) {
        struct tm d;
        struct shown s;

        localtime_r(&t, &d);
        s = shown_by(&d);
        write_shown(text, &s);
        if (!latest_text[0]) {
            latest = s;
            strcpy(latest_text, text);
        }
        if (strcmp(text, argv[2]) >= 0 && begun)
            return 0;
        begun = begun || strcmp(text, argv[1]) >= 0;

        for (i = 0; i < entries; i++)
            due[i] = follows_time(&entry[i]) && is_due(&entry[i], &s);
        /* what the clock had never shown, up to what it shows */
        while (strcmp(latest_text, text) < 0) {
            next_minute(&latest);
            write_shown(latest_text, &latest);
            for (i = 0; i < entries; i++)
                due[i] = due[i] || (!follows_time(&entry[i]) && is_due(&entry[i], &latest));
        }
        if (begun)
            print_due(due, text, &d);
    }
}
