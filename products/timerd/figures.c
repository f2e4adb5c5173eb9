/* SPDX-License-Identifier: MIT-0 */
#include "figures.h"
#include "engine.h"
#include "options.h"
#include "resp.h"
#include "stats.h"
#include <stdio.h>
#include <string.h>

struct figure {
    const char *name;
    uint64_t value;
    bool grows; /* since the start */
};

#define STATS_ROW(field, text) add(text, stats.field, true);
#define STATS_ONE(field, name) +1

enum { FIGURES = 9 + 11 STATS_COUNTERS(STATS_ONE) };

static struct figure figures[FIGURES];
static size_t count;

static void add(const char *name, uint64_t value, bool grows) {
    const struct figure f = {name, value, grows};

    figures[count++] = f;
}

static void collect(const struct known *known) {
    count = 0;
    add("waiting", known->counts->waiting, false);
    add("ready", known->counts->ready, false);
    add("leased", known->counts->leased, false);
    add("delayed", known->counts->delayed, false);
    add("dead", known->counts->dead, false);
    add("counted-ms-ago", known->counts->age, false);
    add("file-bytes", known->counts->file, false);
    add("free-bytes", known->counts->unused, false);
    add("oldest-reader", known->counts->behind, false);
    STATS_COUNTERS(STATS_ROW)
    add("uptime-ms", engine_uptime_ms(), false);
    add("store-up", known->up, false);
    add("shards", option.shards, false);
    add("shards-owned", engine_owned(), false);
    add("window-ms", option.window_ms, false);
    add("loaded", window_count(), false);
    add("loaded-until-ms", engine_loaded_until(), false);
    add("blocked", known->blocked, false);
    add("requests-per-s", engine_rate(false), false);
    add("fired-per-s", engine_rate(true), false);
    add("latest-ms", engine_latest_ms(), false);
}

void figures_stats(struct buffer *to, const struct known *known) {
    collect(known);
    resp_array(to, 2 * count);
    for (size_t i = 0; i < count; i++) {
        resp_word(to, figures[i].name);
        resp_integer(to, figures[i].value);
    }
}

/* A name of Prometheus: letters, digits and underscores. */
static void metric(struct buffer *to, const struct figure *f) {
    char name[64], line[200];

    snprintf(name, sizeof name, "timerd_%s%s", f->name, f->grows ? "_total" : "");
    for (char *c = name; *c; c++)
        *c = *c == '-' ? '_' : *c;
    snprintf(line, sizeof line, "# TYPE %s %s\n%s %llu\n", name, f->grows ? "counter" : "gauge",
             name, (unsigned long long)f->value);
    buffer_add(to, line, strlen(line));
}

void figures_metrics(struct buffer *to, const struct known *known) {
    collect(known);
    for (size_t i = 0; i < count; i++)
        metric(to, &figures[i]);
}
