/* SPDX-License-Identifier: MIT-0 */
#include "figures.h"
#include "engine.h"
#include "options.h"
#include "resp.h"
#include "stats.h"
#include <stdio.h>
#include <string.h>

/* What counts since the start grows; a bucket of the histogram has those before it, too. */
enum kind { GAUGE, COUNTER, BUCKET };

struct figure {
    const char *name;
    uint64_t value;
    enum kind kind;
};

#define STATS_ROW(field, text) add(text, stats.field, COUNTER);
#define LATE_ROW(bound)        add(LATE #bound, below += stats.late[bucket++], BUCKET);
#define LATE                   "late-le-"
#define STATS_ONE(field, name) +1

enum { FIGURES = 10 + 11 + 1 + LATE_BUCKETS STATS_COUNTERS(STATS_ONE) };

static struct figure figures[FIGURES];
static size_t count;

static void add(const char *name, uint64_t value, enum kind kind) {
    const struct figure f = {name, value, kind};

    figures[count++] = f;
}

static void collect(const struct known *known) {
    const uint64_t now = engine_store_us() / 1000, oldest = known->counts->oldest;
    uint64_t below = 0;
    size_t bucket = 0;

    count = 0;
    add("waiting", known->counts->waiting, GAUGE);
    add("ready", known->counts->ready, GAUGE);
    add("leased", known->counts->leased, GAUGE);
    add("delayed", known->counts->delayed, GAUGE);
    add("dead", known->counts->dead, GAUGE);
    add("oldest-ready-ms", oldest && oldest < now ? now - oldest : 0, GAUGE);
    add("counted-ms-ago", known->counts->age, GAUGE);
    add("file-bytes", known->counts->file, GAUGE);
    add("free-bytes", known->counts->unused, GAUGE);
    add("oldest-reader", known->counts->behind, GAUGE);
    STATS_COUNTERS(STATS_ROW)
    LATE_BOUNDS(LATE_ROW)
    add("late-ms-sum", stats.late_ms, COUNTER);
    add("uptime-ms", engine_uptime_ms(), GAUGE);
    add("store-up", known->up, GAUGE);
    add("shards", option.shards, GAUGE);
    add("shards-owned", engine_owned(), GAUGE);
    add("window-ms", option.window_ms, GAUGE);
    add("loaded", window_count(), GAUGE);
    add("loaded-until-ms", engine_loaded_until(), GAUGE);
    add("blocked", known->blocked, GAUGE);
    add("requests-per-s", engine_rate(false), GAUGE);
    add("fired-per-s", engine_rate(true), GAUGE);
    add("latest-ms", engine_latest_ms(), GAUGE);
}

void figures_stats(struct buffer *to, const struct known *known) {
    collect(known);
    resp_array(to, 2 * count);
    for (size_t i = 0; i < count; i++) {
        resp_word(to, figures[i].name);
        resp_integer(to, figures[i].value);
    }
}

static void bucket(struct buffer *to, const char *bound, uint64_t value) {
    char line[100];

    snprintf(line, sizeof line, "timerd_late_ms_bucket{le=\"%s\"} %llu\n", bound,
             (unsigned long long)value);
    buffer_add(to, line, strlen(line));
}

/* A name of Prometheus: letters, digits and underscores. */
static void metric(struct buffer *to, const struct figure *f) {
    char name[64], line[200];

    snprintf(name, sizeof name, "timerd_%s%s", f->name, f->kind == COUNTER ? "_total" : "");
    for (char *c = name; *c; c++)
        *c = *c == '-' ? '_' : *c;
    snprintf(line, sizeof line, "# TYPE %s %s\n%s %llu\n", name,
             f->kind == COUNTER ? "counter" : "gauge", name, (unsigned long long)f->value);
    buffer_add(to, line, strlen(line));
}

void figures_metrics(struct buffer *to, const struct known *known) {
    static const char type[] = "# TYPE timerd_late_ms histogram\n";
    char line[100];

    collect(known);
    for (size_t i = 0; i < count; i++)
        if (figures[i].kind != BUCKET)
            metric(to, &figures[i]);
    buffer_add(to, type, strlen(type));
    for (size_t i = 0; i < count; i++)
        if (figures[i].kind == BUCKET)
            bucket(to, figures[i].name + strlen(LATE), figures[i].value);
    bucket(to, "+Inf", stats.fired);
    snprintf(line, sizeof line, "timerd_late_ms_sum %llu\ntimerd_late_ms_count %llu\n",
             (unsigned long long)stats.late_ms, (unsigned long long)stats.fired);
    buffer_add(to, line, strlen(line));
}
