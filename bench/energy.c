/* SPDX-License-Identifier: MIT-0 */
/* How often timers wake a processor up in an hour, and the charge that this takes: the
   tables of docs/energy.md. Nothing is timed: each run prints the same.

   A load is a few timers at 1000 ticks a second. Each may be late by a share of its
   period. The program sleeps until next() in each of three forms: timers.h alone,
   timers.h with tw_coalesce(), and window.h. The least number of wake-ups that any
   choice of ticks needs is found from a list of all windows of the hour.

       energy          both tables
       energy --help */
#include "rbtree.h"
#include "window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOUR = 3600 * 1000, MOST = 16, IRREGULAR = 0 };

TW_TIMERS_OF(timers, rbtree)
TW_WINDOWS_OF(windows, rbtree)

/* Periods in ticks. IRREGULAR: the next time lies 0.2 to 5.2 s ahead, at random. */
struct load {
    const char *name;
    unsigned period[MOST];
    size_t timers;
};

static const struct load loads[] = {
    {"100 ms, 1 s and 10 s", {100, 1000, 10000}, 3},
    {"12 sensors, some irregular",
     {1000, 1000, 1000, 1000, 5000, 10000, 30000, 60000, IRREGULAR, IRREGULAR, IRREGULAR,
      IRREGULAR},
     12},
    {"11 timers of odd periods",
     {100, 250, 333, 1000, 1000, 2000, 7000, 10000, 60000, IRREGULAR, IRREGULAR},
     11},
};

enum { LOADS = sizeof loads / sizeof loads[0] };

static const unsigned shares[] = {5, 10, 25};

enum { SHARES = sizeof shares / sizeof shares[0] };

/* A timer of the load. All forms see the same windows, because they begin on a grid. */
struct job {
    struct tw_window window;
    unsigned period, slack;
    tw_tick earliest;
    uint32_t seed;
};

static struct job job[MOST];
static struct timers timers;
static struct windows windows;

static uint32_t any(struct job *j) {
    j->seed = j->seed * 1103515245u + 12345u;
    return j->seed >> 8;
}

static void job_begins(struct job *j, size_t i, unsigned period, unsigned share, tw_fn *fn) {
    tw_node_init(&j->window.node, fn);
    j->seed = (uint32_t)i * 7919u + 7u;
    j->period = period;
    j->slack = (period != IRREGULAR ? period : 2600) * share / 100;
    j->earliest = (period != IRREGULAR ? period : 300);
    j->earliest += any(j) % (unsigned)j->earliest;
}

static void job_goes_on(struct job *j) {
    j->earliest += j->period != IRREGULAR ? j->period : 200 + any(j) % 5000;
}

/* THE FORMS. */
static bool coalesces;

static void add_timer(struct job *j) {
    timers_add(&timers, &j->window.node,
               coalesces ? tw_coalesce(j->earliest, j->earliest + j->slack) : j->earliest);
}

static void on_timer(struct tw_node *n, tw_tick now) {
    struct job *j = TW_OF(n, struct job, window.node);

    (void)now;
    job_goes_on(j);
    add_timer(j);
}

static unsigned long wakes_of_timers(const struct load *l, unsigned share, bool coalesce) {
    unsigned long wakes = 0;
    tw_tick tick;
    size_t i;

    coalesces = coalesce;
    timers_init(&timers, 0, NULL, 0);
    for (i = 0; i < l->timers; i++) {
        job_begins(&job[i], i, l->period[i], share, on_timer);
        add_timer(&job[i]);
    }
    for (; timers_next(&timers, &tick) && tick <= HOUR; wakes++)
        timers_advance(&timers, tick);
    return wakes;
}

static void add_window(struct job *j) {
    windows_add(&windows, &j->window, j->earliest, j->earliest + j->slack);
}

static void on_window(struct tw_node *n, tw_tick now) {
    struct job *j = TW_OF(n, struct job, window.node);

    (void)now;
    job_goes_on(j);
    add_window(j);
}

static unsigned long wakes_of_windows(const struct load *l, unsigned share) {
    unsigned long wakes = 0;
    tw_tick tick;
    size_t i;

    windows_init(&windows, 0, NULL, 0);
    for (i = 0; i < l->timers; i++) {
        job_begins(&job[i], i, l->period[i], share, on_window);
        add_window(&job[i]);
    }
    for (; windows_next(&windows, &tick) && tick <= HOUR; wakes++)
        windows_advance(&windows, tick);
    return wakes;
}

/* THE LEAST. All windows of the hour, sorted by their ends: a wake-up at the first end
   serves every window that has begun by then; the next one is at the end of the first
   window that it does not serve. */
struct span {
    tw_tick from, to;
};

static int by_end(const void *a, const void *b) {
    const struct span *x = (const struct span *)a, *y = (const struct span *)b;
    return x->to < y->to ? -1 : x->to > y->to;
}

static unsigned long least_wakes(const struct load *l, unsigned share) {
    enum { ROOM = 200000 };
    static struct span span[ROOM];
    unsigned long wakes = 0;
    size_t i, n = 0;
    tw_tick at = 0;

    for (i = 0; i < l->timers; i++)
        for (job_begins(&job[i], i, l->period[i], share, NULL);
             job[i].earliest + job[i].slack <= HOUR && n < ROOM; job_goes_on(&job[i])) {
            span[n].from = job[i].earliest;
            span[n++].to = job[i].earliest + job[i].slack;
        }
    qsort(span, n, sizeof span[0], by_end);
    for (i = 0; i < n; i++)
        if (wakes == 0 || span[i].from > at) {
            at = span[i].to;
            wakes++;
        }
    return wakes;
}

/* THE TABLES. */
struct part {
    const char *name;
    double asleep, awake; /* mA */
};

static const struct part parts[] = {
    {"CC2340R2, 48 MHz", 0.00074, 2.6},
    {"STM32L4R5, 80 MHz", 0.0012, 8.0},
};

enum { PARTS = sizeof parts / sizeof parts[0] };

static const double awake_ms = 0.5;

/* Milliampere-hours in a year. */
static double charge(const struct part *p, unsigned long wakes) {
    const double awake = (double)wakes * awake_ms / HOUR;

    return (p->asleep * (1 - awake) + p->awake * awake) * 24 * 365;
}

int main(int argc, char **argv) {
    size_t i, k, p;

    if (argc > 1) {
        FILE *to = argc == 2 && strcmp(argv[1], "--help") == 0 ? stdout : stderr;
        fputs("usage: energy    prints the tables of docs/energy.md\n", to);
        return to == stdout ? 0 : 2;
    }
    puts("| load | slack | no slack | tw_coalesce | window.h | least |");
    puts("|---|---:|---:|---:|---:|---:|");
    for (i = 0; i < LOADS; i++)
        for (k = 0; k < SHARES; k++)
            printf("| %s | %u %% | %lu | %lu | %lu | %lu |\n", loads[i].name, shares[k],
                   wakes_of_timers(&loads[i], 0, false),
                   wakes_of_timers(&loads[i], shares[k], true),
                   wakes_of_windows(&loads[i], shares[k]), least_wakes(&loads[i], shares[k]));
    puts("\n| load, slack 10 % | part | no slack | tw_coalesce | window.h |");
    puts("|---|---|---:|---:|---:|");
    for (i = 0; i < LOADS; i++)
        for (p = 0; p < PARTS; p++)
            printf("| %s | %s | %.0f mAh | %.0f mAh | %.0f mAh |\n", loads[i].name, parts[p].name,
                   charge(&parts[p], wakes_of_timers(&loads[i], 0, false)),
                   charge(&parts[p], wakes_of_timers(&loads[i], 10, true)),
                   charge(&parts[p], wakes_of_windows(&loads[i], 10)));
    return 0;
}
