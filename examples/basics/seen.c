/* SPDX-License-Identifier: MIT-0 */
/* A server with two mistakes, which watch.h shows: one callback blocks the loop, and a
   timer of each connection stays armed when the connection is closed.

       seen [SECONDS]      prints what the watch has seen, each second; 3 seconds, or as
                           many as you say
       seen page           runs for a second, and prints a page for Prometheus
       seen trace          runs for a second, and prints a trace for replay

   docs/seeing-inside.md finds both mistakes. */
#define _POSIX_C_SOURCE 200809L
#include <tw/watch.h> /* before all other headers of tw */
#include <tw/hwheel.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

TW_TIMERS_OF(timers, hwheel)

struct conn {
    bool open;
    struct tw_node idle;      /* closes the connection after 200 ms */
    struct tw_node keepalive; /* asks after 10 minutes whether the peer is alive */
};

enum { CONNS = 100000 };
static struct conn conn[CONNS];
static size_t conns;
static struct timers t; /* one tick is a millisecond */
static struct tw_watch watch;

struct tw_watch *tw_watch_of(const struct tw_clock *set) {
    return set == &t.clock ? &watch : NULL;
}

static tw_tick in_units(tw_tick per_second) { /* since the machine started */
    struct timespec s;

    clock_gettime(CLOCK_MONOTONIC, &s);
    return (tw_tick)s.tv_sec * per_second + (tw_tick)s.tv_nsec / (1000000000 / per_second);
}

static tw_tick now_ns(void) { return in_units(1000000000); }

static tw_tick now_ms(void) { return in_units(1000); }

/* ---- The server. */

static void idle_timeout(struct tw_node *n, tw_tick now) {
    (void)now;
    TW_OF(n, struct conn, idle)->open = false; /* the mistake: keepalive stays armed */
}

static void keepalive(struct tw_node *n, tw_tick now) { timers_add_in(&t, n, now, 600000); }

/* A connection each 10 ms. */
static void accept_one(struct tw_node *n, tw_tick now) {
    struct conn *c = &conn[conns++ % CONNS];

    c->open = true;
    tw_node_init(&c->idle, idle_timeout);
    tw_node_init(&c->keepalive, keepalive);
    timers_add_in(&t, &c->idle, now, 200);
    timers_add_in(&t, &c->keepalive, now, 600000);
    timers_add_in(&t, n, now, 10);
}

/* Each 250 ms. The mistake: the disk makes the loop wait. */
static void flush_log(struct tw_node *n, tw_tick now) {
    poll(NULL, 0, 40);
    timers_add_in(&t, n, now, 250);
}

/* ---- What is seen. */

static const struct {
    tw_fn *fn;
    struct tw_symbol symbol;
} callbacks[] = {
    {idle_timeout, {"idle_timeout", offsetof(struct conn, idle)}},
    {keepalive, {"keepalive", offsetof(struct conn, keepalive)}},
    {accept_one, {"accept_one", 0}},
    {flush_log, {"flush_log", 0}},
};

static struct tw_symbol symbol(tw_fn *fn) {
    size_t i = 0;

    while (i < sizeof callbacks / sizeof callbacks[0] - 1 && callbacks[i].fn != fn)
        i++;
    return callbacks[i].symbol;
}

static void print(void *to, const char *line) { fprintf((FILE *)to, "%s\n", line); }

/* gdb stops here on the page. */
static void look(const struct tw_report *report) {
    struct tw_armed room[8];
    tw_fn *fn;

    tw_watch_text(&watch, report);
    (void)tw_watch_slowest(&watch, &fn); /* a new look begins */
    tw_dump(TW_SET(timers, &t), room, 8, report);
    putchar('\n');
    fflush(stdout);
}

static void run(tw_tick ms) {
    const tw_tick end = now_ms() + ms;
    tw_tick now;

    while (tw_before(now = now_ms(), end)) {
        poll(NULL, 0, timers_wait_ms(&t, now, 1));
        timers_advance(&t, now_ms());
    }
}

int main(int argc, char **argv) {
    const struct tw_report report = {print, stdout, symbol};
    const struct tw_watch *const watches[] = {&watch};
    struct tw_node accepting = TW_NODE(accept_one), flushing = TW_NODE(flush_log);
    static struct tw_record record[100000];
    const char *const what = argc > 1 ? argv[1] : "3";
    int seconds = atoi(what);

    tw_watch_init(&watch, "server", now_ns);
    tw_watch_record(&watch, record, sizeof record / sizeof record[0]);
    timers_init(&t, now_ms(), NULL, 0);
    timers_add_in(&t, &accepting, now_ms(), 10);
    timers_add_in(&t, &flushing, now_ms(), 250);
    for (; seconds > 0; seconds--) {
        run(1000);
        look(&report);
    }
    if (strcmp(what, "page") == 0)
        run(1000), tw_watch_prometheus(watches, 1, &report);
    else if (strcmp(what, "trace") == 0)
        run(1000), tw_watch_trace(&watch, 1, &report);
    else if (atoi(what) <= 0)
        return fprintf(stderr, "seen: wants seconds, page or trace\n"), 2;
    return 0;
}
