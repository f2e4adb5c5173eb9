/* SPDX-License-Identifier: MIT-0 */
/* GLib's main context, on a clock of ours: a GSource for each timer, which is ready at the time
   that g_source_set_ready_time() gives it. Its documentation names no order of ready sources
   of one priority. */
#include "judge.h"
#include "clock.h"
#include <glib.h>
#include <stdio.h>

struct timer {
    GSource source;
    unsigned id;
};

static GMainContext *context;
static GSource *timer[JUDGE_IDS];

static bool cancel(unsigned id);

static gboolean fire(GSource *s, GSourceFunc callback, gpointer data) {
    const unsigned id = ((struct timer *)s)->id;

    (void)callback, (void)data;
    cancel(id);
    judge_fired(id);
    return G_SOURCE_REMOVE;
}

static bool cancel(unsigned id) {
    const bool armed = timer[id] != NULL;

    if (armed) {
        g_source_destroy(timer[id]);
        g_source_unref(timer[id]);
    }
    timer[id] = NULL;
    return armed;
}

static void init(uint64_t now) {
    clock_ms = CLOCK_BASE + now;
    if (!context)
        context = g_main_context_new();
    for (unsigned i = 0; i < JUDGE_IDS; i++)
        cancel(i);
}

static bool add(unsigned id, uint64_t due) {
    static GSourceFuncs functions = {NULL, NULL, fire, NULL, NULL, NULL};

    timer[id] = g_source_new(&functions, sizeof(struct timer));
    ((struct timer *)timer[id])->id = id;
    g_source_set_ready_time(timer[id], (gint64)(CLOCK_BASE + due) * 1000);
    return g_source_attach(timer[id], context) != 0;
}

static bool move(unsigned id, uint64_t due) {
    g_source_set_ready_time(timer[id], (gint64)(CLOCK_BASE + due) * 1000);
    return true;
}

static void advance(uint64_t now, uint64_t max) {
    (void)max;
    clock_ms = CLOCK_BASE + now;
    while (g_main_context_iteration(context, FALSE)) { /* until no source is ready */
    }
}

int main(int argc, char **argv) {
    static char name[40];
    static const struct judge_subject subject = {
        name,   "unordered move callbacks top 9000000000000000", init, add, cancel, move, NULL,
        advance};

    snprintf(name, sizeof name, "GLib %u.%u.%u", glib_major_version, glib_minor_version,
             glib_micro_version);
    return judge_main(argc, argv, &subject);
}
