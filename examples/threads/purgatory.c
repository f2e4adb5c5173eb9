/* SPDX-License-Identifier: MIT-0 */
/* Kafka's purgatory: requests that wait for an event or for their timeout, in a wheel whose buckets wait in a delay
   queue.

   What it teaches: how a wheel without a map of its occupied slots comes to cost nothing while it is idle. Each level
   has the same number of buckets, a bucket is as long as the whole level below, and a level is made when the first
   deadline needs it. A bucket that gets its first operation is put into the delay queue by the time at which it begins;
   one thread takes it then, sets the wheel's clock to it, and moves its operations down or times them out. An operation
   that is completed by its event leaves its list in O(1). Its bucket stays in the queue, and may be empty when it is
   taken.

   A bucket is fired when it begins. So deadlines must be rounded up to the wheel's tick: rounded down, as Kafka's
   TimingWheel does it, they come up to a tick early. --truncate shows how often.

       purgatory                            Kafka's numbers: 20 buckets a level, those of the first of 1 ms
       purgatory --tick-ms 20 --truncate    how many operations then time out before their deadline
       purgatory --operations 5 --log       a line for each: number, armed, deadline, event, completed (us), by what

   Beside it the same operations wait in a delay queue over hwheel.h, which knows its earliest deadline and needs no
   second structure. They are fetches, produces and joins with the timeouts that Kafka's clients have by default: 500
   ms, 30 s, up to 5 minutes. Kafka's own reaper (ExpiredOperationReaper) polls the queue for 200 ms at a time, so
   unlike this one it wakes five times a second when there is nothing to do.

   The threads are virtual (delayqueue.h lets you define them): whoever sleeps lets the world happen, in microseconds of
   a clock that jumps from one event to the next. So every run is the same to the last wake-up, and 10^9 idle ticks take
   no time. With real threads the wheel wants a lock of its own; worker_pool.c shows them. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t now_us;            /* the virtual clock */
static unsigned long traced[16];   /* by enum tw_event */
static bool called;                /* the sleeper was signalled */
static void sleep_until(uint64_t); /* or until called */

#define TW_DQ_MUTEX             char
#define TW_DQ_MUTEX_INIT(m)     (*(m) = 0, true)
#define TW_DQ_MUTEX_DESTROY(m)  ((void)(m))
#define TW_DQ_LOCK(m)           ((void)(m))
#define TW_DQ_UNLOCK(m)         ((void)(m))
#define TW_DQ_COND              char
#define TW_DQ_COND_INIT(c)      (*(c) = 0, true)
#define TW_DQ_COND_DESTROY(c)   ((void)(c))
#define TW_DQ_WAIT(c, m, until) ((void)(c), (void)(m), sleep_until(until))
#define TW_DQ_SIGNAL(c)         ((void)(c), called = true)
#define TW_DQ_BROADCAST(c)      ((void)(c), called = true)
#define TW_DQ_CLOCK()           now_us
#define TW_TRACE(event, n, due) (traced[event]++)
#include "heap4.h"
#include "hwheel.h"
#include "delayqueue.h"

TW_DELAYQUEUE_OF(buckets, heap4)
TW_DELAYQUEUE_OF(plain, hwheel)

struct operation {
    struct tw_node node; /* hwheel.h's timer; the wheel below uses its due and its two links only */
    tw_tick armed, deadline, event, completed;
    int how;
};
enum { WAITS, BY_EVENT, BY_TIMEOUT };

/* What happens while the reaper sleeps, in order of time. */
struct happening {
    tw_tick at;
    int what;
    unsigned long i; /* the operation's number */
};
enum { ARM, EVENT, IDLE_BEGINS, IDLE_ENDS, CLOSE };
enum { WORK, IDLE, LAST, END }; /* what the counts of wake-ups belong to */

/* What a run did. */
struct outcome {
    unsigned long by_event, by_timeout, early, buckets, moves, compared, levels, bytes;
    unsigned long due_wakes[END + 1], called_wakes[END + 1], vain_wakes;
    tw_tick latest; /* after its deadline */
};

static struct { unsigned long operations, seed, tick_ms, wheel_size, idle; } option = {10000, 1, 1, 20, 1000000000};
static bool truncate_deadlines, print_log;

static struct operation *operation; /* one more than option.operations: it waits alone, after the idle time */
static struct happening *world, *world_next, *world_end;
static struct outcome outcome;
static int phase;
static bool vain; /* woken because something was due, and nothing came of it yet */
static struct plain plain;
static bool alone; /* hwheel.h alone */
static tw_tick tick;

static void complete(struct operation *o, int how) {
    if (o->how != WAITS) {
        fputs("purgatory: an operation was completed twice\n", stderr);
        exit(1);
    }
    o->how = how;
    o->completed = now_us;
    if (how == BY_EVENT) {
        outcome.by_event++;
        return;
    }
    vain = false;
    outcome.by_timeout++;
    if (now_us < o->deadline)
        outcome.early++;
    else if (now_us - o->deadline > outcome.latest)
        outcome.latest = now_us - o->deadline;
}

/* ---------------------------------------------------------------------------------------------- the purgatory */

struct bucket {
    struct tw_node node; /* in the delay queue, by the time at which the bucket begins */
    struct tw_node list; /* before the first of its operations, and after the last */
};

struct level {
    tw_tick tick, interval, now; /* now: the wheel's clock, rounded down to this level's tick */
    struct level *up;
    struct bucket bucket[];
};

static struct buckets queue;
static struct level *bottom;

static size_t level_bytes(void) { return sizeof(struct level) + option.wheel_size * sizeof(struct bucket); }

static struct level *level_new(tw_tick level_tick, tw_tick now) {
    struct level *l = malloc(level_bytes());

    if (!l)
        exit(2);
    l->tick = level_tick;
    l->interval = level_tick * option.wheel_size;
    l->now = now - now % level_tick;
    l->up = NULL;
    for (unsigned long i = 0; i < option.wheel_size; i++) {
        struct bucket *b = &l->bucket[i];
        tw_node_init(&b->node, NULL);
        b->list.u.list.next = b->list.u.list.prev = &b->list;
    }
    outcome.levels++;
    return l;
}

/* Into the lowest level that reaches as far as due. False: due has come, by the wheel's clock. */
static bool hold(struct tw_node *n, tw_tick due) {
    struct level *l = bottom;
    struct bucket *b;

    if (due < l->now + l->tick)
        return false;
    for (; due >= l->now + l->interval; l = l->up)
        if (!l->up)
            l->up = level_new(l->interval, l->now);

    b = &l->bucket[due / l->tick % option.wheel_size];
    n->due = due;
    n->u.list.next = &b->list;
    n->u.list.prev = b->list.u.list.prev;
    n->u.list.prev->u.list.next = b->list.u.list.prev = n;
    if (tw_idle(&b->node))
        buckets_put(&queue, &b->node, due - due % l->tick); /* never full: main() made room for every level */
    return true;
}

static void leave(struct tw_node *n) {
    n->u.list.prev->u.list.next = n->u.list.next;
    n->u.list.next->u.list.prev = n->u.list.prev;
}

/* The thread that waits. The wheel's clock goes to the bucket that is due; its operations go down, or are over. */
static void reap(void) {
    struct tw_node *taken, *n;

    while ((taken = buckets_take(&queue, TW_FOREVER)) != NULL) {
        struct bucket *b = TW_OF(taken, struct bucket, node);

        outcome.buckets++;
        for (struct level *l = bottom; l && taken->due >= l->now + l->tick; l = l->up)
            l->now = taken->due - taken->due % l->tick;
        while ((n = b->list.u.list.next) != &b->list) {
            leave(n);
            if (hold(n, n->due)) {
                outcome.moves++;
                vain = false;
            } else {
                complete(TW_OF(n, struct operation, node), BY_TIMEOUT);
            }
        }
    }
}

/* ----------------------------------------------------------------------------------------- the virtual threads */

static void arm(struct operation *o) {
    const tw_tick past = o->deadline % tick, due = o->deadline - past + (past && !truncate_deadlines ? tick : 0);

    if (alone)
        plain_put(&plain, &o->node, due);
    else if (!hold(&o->node, due))
        complete(o, BY_TIMEOUT);
}

static void happen(const struct happening *h) {
    struct operation *o = &operation[h->i];

    if (h->what == ARM) {
        arm(o);
    } else if (h->what == EVENT && o->how == WAITS) {
        if (alone)
            plain_cancel(&plain, &o->node);
        else
            leave(&o->node);
        complete(o, BY_EVENT);
    } else if (h->what != EVENT) {
        phase++;
        if (h->what == CLOSE && alone)
            plain_close(&plain);
        else if (h->what == CLOSE)
            buckets_close(&queue);
    }
}

/* A timeout goes before what happens in the same microsecond. */
static void sleep_until(tw_tick until) {
    outcome.vain_wakes += vain;
    vain = called = false;
    while (!called) {
        if (world_next == world_end || world_next->at >= until) {
            now_us = until;
            outcome.due_wakes[phase]++;
            vain = true;
            return;
        }
        now_us = world_next->at;
        happen(world_next++);
    }
    outcome.called_wakes[phase]++;
}

/* ------------------------------------------------------------------------------------------ what is to happen */

static tw_tick any(tw_tick n) {
    static uint64_t state;

    if (state == 0)
        state = option.seed;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 31) % n;
}

static void add(tw_tick at, int what, unsigned long i) {
    world_end->at = at;
    world_end->what = what;
    world_end++->i = i;
}

static int by_time(const void *a, const void *b) {
    const struct happening *x = a, *y = b;

    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return (x->i > y->i) - (x->i < y->i);
}

/* Requests come at random. Nine in ten are completed by an event, most of them soon, some when it is too late. */
static void make_world(void) {
    const tw_tick ms = 1000;
    struct operation *o = operation;
    tw_tick t = 0, end = 0;

    world_end = world;
    for (unsigned long i = 0; i < option.operations; i++, o++) {
        const tw_tick kind = any(16), timeout = (kind == 0 ? 1 + any(300000) : kind < 8 ? 500 : 30000) * ms;

        o->armed = t += any(2 * ms);
        o->deadline = t + timeout;
        add(t, ARM, i);
        if (any(10)) {
            o->event = t + 1 + (any(8) ? any(timeout >> any(8)) : timeout + any(timeout));
            add(o->event, EVENT, i);
            end = o->event > end ? o->event : end;
        }
        end = o->deadline > end ? o->deadline : end;
    }
    end += tick + 1;
    add(end, IDLE_BEGINS, 0);
    add(end += option.idle * tick, IDLE_ENDS, 0);
    o->armed = end + 1;
    o->deadline = o->armed + option.idle * tick;
    add(o->armed, ARM, option.operations);
    add(o->deadline + tick, CLOSE, 0);
    qsort(world, (size_t)(world_end - world), sizeof *world, by_time);
}

/* ------------------------------------------------------------------------------------------------ the two runs */

static void begin(void) {
    memset(&outcome, 0, sizeof outcome);
    memset(traced, 0, sizeof traced);
    for (unsigned long i = 0; i <= option.operations; i++)
        operation[i].how = WAITS;
    world_next = world;
    now_us = 0;
    phase = WORK;
    vain = false;
}

static struct outcome run_purgatory(void) {
    const tw_tick farthest = operation[option.operations].deadline + tick;
    size_t room = option.wheel_size;
    void *array;

    for (tw_tick interval = tick; interval <= farthest; interval *= option.wheel_size)
        room += option.wheel_size;
    array = malloc(TW_HEAP4_BYTES(room));
    begin();
    if (!array || !buckets_init(&queue, array, room))
        exit(2);
    bottom = level_new(tick, 0);
    reap();
    outcome.bytes = TW_HEAP4_BYTES(room) + outcome.levels * level_bytes();
    outcome.compared = traced[TW_COMPARE];
    return outcome;
}

static struct outcome run_hwheel(void) {
    struct tw_node *n;

    alone = true;
    begin();
    if (!plain_init(&plain, NULL, 0))
        exit(2);
    while ((n = plain_take(&plain, TW_FOREVER)) != NULL)
        complete(TW_OF(n, struct operation, node), BY_TIMEOUT);
    outcome.moves = traced[TW_CASCADE];
    outcome.compared = traced[TW_COMPARE];
    outcome.levels = TW_HWHEEL_LEVELS;
    outcome.bytes = sizeof plain;
    return outcome;
}

static unsigned long wakes(const struct outcome *x, int in) { return x->due_wakes[in] + x->called_wakes[in]; }

static void row(const char *what, tw_tick a, tw_tick b) {
    printf("%-52s %10llu %10llu\n", what, (unsigned long long)a, (unsigned long long)b);
}

static void table(const struct outcome *a, const struct outcome *b) {
    printf("%-52s %10s %10s\n", "", "purgatory", "hwheel.h");
    row("completed by their event", a->by_event, b->by_event);
    row("timed out", a->by_timeout, b->by_timeout);
    row("  before their deadline", a->early, b->early);
    row("  at most so many us after it", a->latest, b->latest);
    row("wake-ups because something was due", a->due_wakes[WORK], b->due_wakes[WORK]);
    row("  with nothing to move or to time out", a->vain_wakes, b->vain_wakes);
    row("wake-ups because something earlier was put", a->called_wakes[WORK], b->called_wakes[WORK]);
    row("wake-ups in the idle ticks", wakes(a, IDLE), wakes(b, IDLE));
    row("wake-ups for one operation of as many ticks", wakes(a, LAST), wakes(b, LAST));
    row("buckets used", a->buckets, b->buckets);
    row("moves of an operation down a level", a->moves, b->moves);
    row("comparisons: buckets in the queue, timers in a slot", a->compared, b->compared);
    row("levels", a->levels, b->levels);
    row("bytes beside the operations", a->bytes, b->bytes);
}

/* A line of the log. */
static void tell(const struct operation *o) {
    char event[24] = "-";

    if (o->event)
        sprintf(event, "%llu", (unsigned long long)o->event);
    printf("%lu %llu %llu %s %llu %s\n", (unsigned long)(o - operation), (unsigned long long)o->armed,
           (unsigned long long)o->deadline, event, (unsigned long long)o->completed,
           o->how == WAITS      ? "never"
           : o->how == BY_EVENT ? "event"
                                : "timeout");
}

static const char help[] =
    "usage: purgatory [options]     Kafka's purgatory: a wheel whose buckets wait in a delay queue\n"
    "  --operations N    that come, a millisecond apart on average (10000)\n"
    "  --seed N          of what comes and when (1)\n"
    "  --tick-ms N       a bucket of the first level (1)\n"
    "  --wheel-size N    buckets a level (20)\n"
    "  --idle N          ticks in which nothing waits, afterwards (1000000000)\n"
    "  --truncate        round deadlines down to a tick, not up\n"
    "  --log             what became of each operation, and nothing else\n"
    "The status is 1 if an operation was early (without --truncate), late by a tick or lost, or "
    "if idle ticks woke anybody.\n";

static void parse(int argc, char **argv) {
    static const struct {
        const char *name;
        unsigned long *value, least, most;
    } numbers[] = {{"--operations", &option.operations, 1, 1000000},
                   {"--seed", &option.seed, 1, 1000000000},
                   {"--tick-ms", &option.tick_ms, 1, 1000},
                   {"--wheel-size", &option.wheel_size, 2, 256},
                   {"--idle", &option.idle, 1, 2000000000}};
    size_t k;
    char rest;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            fputs(help, stdout);
            exit(0);
        }
        if (strcmp(argv[i], "--truncate") == 0 || strcmp(argv[i], "--log") == 0) {
            *(argv[i][2] == 't' ? &truncate_deadlines : &print_log) = true;
            continue;
        }
        for (k = 0; k < sizeof numbers / sizeof numbers[0] && strcmp(argv[i], numbers[k].name) != 0; k++)
            ;
        if (k == sizeof numbers / sizeof numbers[0]) {
            fprintf(stderr, "purgatory: no option %s; --help lists them\n", argv[i]);
            exit(2);
        }
        if (++i == argc || strspn(argv[i], "0123456789") > 10 ||
            sscanf(argv[i], "%lu%c", numbers[k].value, &rest) != 1 || *numbers[k].value < numbers[k].least ||
            *numbers[k].value > numbers[k].most) {
            fprintf(stderr, "purgatory: %s takes a number from %lu to %lu\n", numbers[k].name, numbers[k].least,
                    numbers[k].most);
            exit(2);
        }
    }
}

int main(int argc, char **argv) {
    struct outcome a, b;
    size_t n, different = 0;
    tw_tick *completed;

    parse(argc, argv);
    tick = option.tick_ms * 1000u;
    n = option.operations + 1;
    operation = calloc(n, sizeof *operation);
    completed = malloc(n * sizeof *completed);
    world = malloc((2 * n + 3) * sizeof *world);
    if (!operation || !completed || !world)
        return 2;
    make_world();

    a = run_purgatory();
    for (size_t i = 0; i < n; i++) {
        completed[i] = operation[i].completed;
        if (print_log)
            tell(&operation[i]);
    }
    b = run_hwheel();
    for (size_t i = 0; i < n; i++)
        different += completed[i] != operation[i].completed;
    free(completed);
    if (!print_log)
        table(&a, &b);

    return a.by_event + a.by_timeout != n || (a.early && !truncate_deadlines) || a.latest >= tick || different ||
           wakes(&a, IDLE) != 0 || a.due_wakes[WORK] + a.due_wakes[LAST] > a.buckets;
}
