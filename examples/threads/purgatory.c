/* SPDX-License-Identifier: MIT-0 */
/* Kafka's purgatory: operations wait for an event or a timeout, in a wheel whose buckets
   wait in a delay queue.

   What it teaches: how a wheel without a map of its occupied slots comes to cost nothing
   while it is idle. Each level has the same number of buckets, a bucket is as long as the
   whole level below, and a level is made when the first deadline needs it. A bucket that
   gets its first operation is put into the delay queue by the time at which it begins;
   one thread takes it then, sets the wheel's clock to it, and moves its operations down
   or times them out. An event takes its operation out of its list in O(1), and leaves the
   bucket in the queue, empty perhaps. A delay queue over hwheel.h, which knows its
   earliest deadline, does all that without a second structure.

   A bucket is fired when it begins. So deadlines must be rounded up to the wheel's tick:
   rounded down, as in Kafka's TimingWheel, they come up to a tick early. --truncate shows
   how often.

       purgatory                   Kafka's numbers: 20 buckets a level, those of the first
                                   of 1 ms
       purgatory 20 --truncate     buckets of 20 ms, and how many operations then time out
                                   before their deadline

   The operations time out as those of Kafka's clients do: after 500 ms, 30 s, up to 5
   minutes. Kafka's own reaper polls the queue for 200 ms at a time, so unlike this one it
   wakes five times a second when there is nothing to do. The thread is virtual, and a
   tick is a microsecond of a clock that jumps from one event to the next (world.h): 10^9
   idle ticks take no time. With real threads the wheel wants a lock of its own. */
#include "world.h"
#include <tw/heap4.h>
#include <tw/delayqueue.h>
#include <stdio.h>
#include <string.h>

TW_DELAYQUEUE_OF(buckets, heap4)

struct operation {
    struct tw_node node; /* the wheel uses its due and its two links */
    tw_tick armed, deadline, event, completed;

    enum { WAITS, BY_EVENT, BY_TIMEOUT } how;
};

static unsigned long operations = 10000, wheel_size = 20, idle_ticks = 1000000000;
static uint64_t tick = 1000, seed = 1;
static bool truncate_deadlines;

enum { WORK, IDLE, LAST, PHASES }; /* operations come; nothing waits; one operation waits as long */

static struct {
    unsigned long by_event, by_timeout, early, taken, moves, levels, phase, due[PHASES],
        woken[PHASES];
    tw_tick latest; /* after its deadline */
} count;

static void complete(struct operation *o, bool by_event) {
    o->how = by_event ? BY_EVENT : BY_TIMEOUT;
    o->completed = world.now;
    *(by_event ? &count.by_event : &count.by_timeout) += 1;
    if (!by_event && world.now < o->deadline)
        count.early++;
    else if (!by_event && world.now - o->deadline > count.latest)
        count.latest = world.now - o->deadline;
}

/* ---- The purgatory. */

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

static void *allocate(size_t bytes) {
    void *p = calloc(1, bytes);

    if (!p)
        exit(1);
    return p;
}

static struct level *level_new(tw_tick level_tick, tw_tick now) {
    struct level *l = (struct level *)allocate(sizeof *l + wheel_size * sizeof l->bucket[0]);

    l->tick = level_tick;
    l->interval = level_tick * wheel_size;
    l->now = now - now % level_tick;
    for (unsigned long i = 0; i < wheel_size; i++) {
        struct tw_node *list = &l->bucket[i].list;
        tw_node_init(&l->bucket[i].node, NULL);
        list->u.list.next = list->u.list.prev = list;
    }
    count.levels++;
    return l;
}

/* Into the lowest level that reaches as far as due. False: due has come, by the wheel's
   clock. */
static bool hold(struct tw_node *n, tw_tick due) {
    struct level *l = bottom;
    struct bucket *b;

    if (due < l->now + l->tick)
        return false;
    for (; due >= l->now + l->interval; l = l->up)
        if (!l->up)
            l->up = level_new(l->interval, l->now);

    b = &l->bucket[due / l->tick % wheel_size];
    n->due = due;
    n->u.list.next = &b->list;
    n->u.list.prev = b->list.u.list.prev;
    n->u.list.prev->u.list.next = b->list.u.list.prev = n;
    if (tw_idle(&b->node))
        /* never full: run() made room for every level */
        buckets_put(&queue, &b->node, due - due % l->tick);
    return true;
}

static void leave(struct tw_node *n) {
    n->u.list.prev->u.list.next = n->u.list.next;
    n->u.list.next->u.list.prev = n->u.list.prev;
}

/* The thread that waits. The wheel's clock goes to the bucket that is due; its operations
   go down, or are over. */
static void reap(void) {
    struct tw_node *taken, *n;

    while ((taken = buckets_take(&queue, TW_FOREVER)) != NULL) {
        struct bucket *b = TW_OF(taken, struct bucket, node);

        count.taken++;
        for (struct level *l = bottom; l && taken->due >= l->now + l->tick; l = l->up)
            l->now = taken->due - taken->due % l->tick;
        while ((n = b->list.u.list.next) != &b->list) {
            leave(n);
            if (hold(n, n->due))
                count.moves++;
            else
                complete(TW_OF(n, struct operation, node), false);
        }
    }
}

/* ---- What happens while the thread sleeps. */

static void arrives(void *to) {
    struct operation *o = (struct operation *)to;
    const tw_tick past = o->deadline % tick;

    if (!hold(&o->node, o->deadline - past + (past && !truncate_deadlines ? tick : 0)))
        complete(o, false);
}

static void event_comes(void *to) {
    struct operation *o = (struct operation *)to;

    if (o->how == WAITS) {
        leave(&o->node);
        complete(o, true);
    }
}

static void phase_ends(void *unused) {
    (void)unused;
    count.due[count.phase] = world.due;
    count.woken[count.phase] = world.woken;
    world.due = world.woken = 0;
    if (++count.phase == PHASES)
        buckets_close(&queue);
}

static tw_tick any(tw_tick n) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (seed >> 31) % n;
}

static struct happening *add(struct happening *h, tw_tick at, void (*what)(void *),
                             struct operation *to) {
    h->at = at;
    h->what = what;
    h->to = to;
    return h + 1;
}

/* Requests come at random. Nine in ten are completed by an event, most of them soon, some
   when it is too late. */
static struct happening *make_world(struct happening *h, struct operation *o) {
    const struct operation *const last = o + operations;
    tw_tick t = 0, end = 0;

    for (; o < last; o++) {
        const tw_tick ms = 1000, kind = any(16),
                      timeout = (kind == 0  ? 1 + any(300000)
                                 : kind < 8 ? 500
                                            : 30000) *
                                ms;

        o->armed = t += any(2 * ms);
        o->deadline = t + timeout;
        h = add(h, t, arrives, o);
        if (any(10)) {
            o->event = t + 1 + (any(8) ? any(timeout >> any(8)) : timeout + any(timeout));
            h = add(h, o->event, event_comes, o);
            end = o->event > end ? o->event : end;
        }
        end = o->deadline > end ? o->deadline : end;
    }
    end += tick + 1;
    h = add(h, end, phase_ends, o);
    h = add(h, end += idle_ticks * tick, phase_ends, o);
    o->armed = end + 1;
    o->deadline = o->armed + idle_ticks * tick;
    h = add(h, o->armed, arrives, o);
    return add(h, o->deadline + tick, phase_ends, o);
}

static void run(struct operation *operation) {
    struct happening *const first =
        (struct happening *)allocate((2 * operations + 4) * sizeof *first);
    size_t room = wheel_size;

    world_begin(first, make_world(first, operation));
    for (tw_tick interval = tick; interval <= operation[operations].deadline + tick;
         interval *= wheel_size)
        room += wheel_size;
    if (!buckets_init(&queue, allocate(TW_HEAP4_BYTES(room)), room))
        exit(1);
    bottom = level_new(tick, 0);
    reap();
}

static void row(const char *what, tw_tick n) {
    printf("%-52s %10llu\n", what, (unsigned long long)n);
}

int main(int argc, char **argv) {
    unsigned long ms;
    char rest;

    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0)
            return puts("usage: purgatory [MS] [--truncate]     buckets of so many ms (1); "
                        "deadlines rounded down") < 0;
        else if (strcmp(argv[i], "--truncate") == 0)
            truncate_deadlines = true;
        else if (sscanf(argv[i], "%4lu%c", &ms, &rest) == 1 && ms > 0 && ms <= 1000)
            tick = ms * 1000u;
        else
            return fprintf(stderr, "purgatory: wants 1 to 1000 ms or --truncate, not %s\n",
                           argv[i]),
                   2;
    run((struct operation *)allocate((operations + 1) * sizeof(struct operation)));

    row("completed by their event", count.by_event);
    row("timed out", count.by_timeout);
    row("  before their deadline", count.early);
    row("  at most so many us after it", count.latest);
    row("wake-ups because a bucket was due", count.due[WORK]);
    row("wake-ups because an earlier bucket was put", count.woken[WORK]);
    row("wake-ups in the idle ticks", count.due[IDLE] + count.woken[IDLE]);
    row("wake-ups for one operation of as many ticks", count.due[LAST] + count.woken[LAST]);
    row("buckets taken", count.taken);
    row("moves of an operation down a level", count.moves);
    row("levels", count.levels);
    return 0;
}
