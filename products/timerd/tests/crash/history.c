/* SPDX-License-Identifier: MIT-0 */
#include "history.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { EVENTS = 32, SIZE = 120 };

struct event {
    uint64_t at_us;
    char text[SIZE];
};

/* A ring for each timer, and behind them one for the servers. */
struct ring {
    struct event event[EVENTS];
    unsigned added;
};

static struct ring *rings;
static uint64_t began_us;

static struct ring *ring_of(int64_t id) { return &rings[id == NO_ID ? (int64_t)settings.ids : id]; }

void history_add(int64_t id, const char *format, ...) {
    struct event *e;
    va_list args;

    if (!rings) {
        rings = (struct ring *)calloc((size_t)settings.ids + 1, sizeof *rings);
        began_us = now_us();
        if (!rings)
            give_up("out of memory");
    }
    e = &ring_of(id)->event[ring_of(id)->added++ % EVENTS];
    e->at_us = now_us();
    va_start(args, format);
    vsnprintf(e->text, sizeof e->text, format, args);
    va_end(args);
}

static void print_event(const struct event *e, bool server) {
    const uint64_t us = e->at_us - began_us;

    printf("  %8" PRIu64 ".%03" PRIu64 " ms  %s%s\n", us / 1000, us % 1000,
           server ? "        " : "", e->text);
}

static unsigned first_of(const struct ring *r) { return r->added > EVENTS ? r->added - EVENTS : 0; }

void history_print(int64_t id) {
    const struct ring *a, *b;
    unsigned i, j;

    if (!rings)
        return;
    a = ring_of(id);
    b = ring_of(NO_ID);
    i = id == NO_ID ? a->added : first_of(a);
    j = first_of(b);
    if (id == NO_ID)
        printf("history of the servers (began at %" PRIu64 " ms since 1970):\n", began_us / 1000);
    else
        printf("history of timer %" PRId64 " (began at %" PRIu64
               " ms since 1970; to the right: servers):\n",
               id, began_us / 1000);
    while (i < a->added || j < b->added) {
        const struct event *const x = &a->event[i % EVENTS], *const y = &b->event[j % EVENTS];
        const bool timer = i < a->added && (j == b->added || x->at_us <= y->at_us);

        print_event(timer ? x : y, !timer);
        i += timer;
        j += !timer;
    }
}
