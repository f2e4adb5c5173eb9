/* SPDX-License-Identifier: MIT-0 */
/* setTimeout(), setInterval() and their clear, as JavaScript has them.

   What it teaches: the caller keeps a number and no object. A number is never given
   twice, so that a clear that comes too late finds nothing. The calls lie in a pool: room
   for all is asked for once. A call is given back before its function runs, and an
   interval is armed again before, so that the function may set and clear what it likes.

       set_timeout     a tick that is cleared by the third beat, a greeting that is cleared
                       too late, and delays below 1 */
#include <tw/heap4.h>
#include <tw/timers.h>
#include <stdint.h>
#include <stdio.h>

TW_TIMERS_OF(timers, heap4)

enum { ROOM = 8 };

typedef void function(void *argument);

struct call {
    struct tw_node node;
    function *fn;
    void *argument;
    tw_tick period; /* 0: once */
    uint64_t id;    /* of the last use; the next one is ROOM more */
    struct call *free;
};

static TW_HEAP4_ARRAY(room, ROOM);
static struct timers timers;
static struct call calls[ROOM], *unused;

static void give_back(struct call *c) {
    c->free = unused;
    unused = c;
}

static void run(struct tw_node *n, tw_tick now) {
    struct call *c = TW_OF(n, struct call, node);
    function *const fn = c->fn;
    void *const argument = c->argument;

    if (c->period)
        timers_add(&timers, n, tw_forward(n->due, c->period, now, NULL));
    else
        give_back(c);
    fn(argument);
}

/* The number by which it is cleared; 0: there is no room. A delay below 0 counts as 0: such a
   call is due at once. */
static uint64_t set_call(tw_tick now, int32_t delay, tw_tick period, function *fn, void *argument) {
    struct call *c = unused;

    if (!c || !timers_add_in(&timers, &c->node, now, delay > 0 ? (tw_tick)delay : 0))
        return 0;
    unused = c->free;
    c->fn = fn;
    c->argument = argument;
    c->period = period;
    return c->id += ROOM;
}

static uint64_t set_timeout(tw_tick now, int32_t delay, function *fn, void *argument) {
    return set_call(now, delay, 0, fn, argument);
}

/* A period below 1 counts as 1. */
static uint64_t set_interval(tw_tick now, int32_t period, function *fn, void *argument) {
    period = period > 0 ? period : 1;
    return set_call(now, period, (tw_tick)period, fn, argument);
}

/* False: it has run, or was cleared before. */
static bool clear_call(uint64_t id) {
    struct call *c = &calls[id % ROOM];

    if (id == 0 || c->id != id || !timers_cancel(&timers, &c->node))
        return false;
    give_back(c);
    return true;
}

static uint64_t ticking;

static void say(void *text) {
    printf("%3lu  %s\n", (unsigned long)timers_now(&timers), (const char *)text);
}

static void tick(void *left) {
    say("tick");
    if (--*(int *)left == 0)
        clear_call(ticking);
}

int main(void) {
    static char hello[] = "hello", never[] = "never", again[] = "again", late[] = "late";
    int left = 3, free = 0;
    uint64_t greeting, other;

    timers_init(&timers, 0, room, ROOM);
    for (unsigned i = ROOM; i-- > 0; give_back(&calls[i])) {
        tw_node_init(&calls[i].node, run);
        calls[i].id = i;
    }
    ticking = set_interval(0, 20, tick, &left);
    greeting = set_timeout(0, 30, say, hello);
    other = set_timeout(0, 40, say, never);
    printf("cleared in time: %d\n", clear_call(other));
    printf("cleared twice: %d\n", clear_call(other));
    for (tw_tick now = 0; now < 100; now++)
        timers_advance(&timers, now);
    other = set_timeout(100, 10, say, again);
    printf("cleared too late: %d\n", clear_call(greeting));
    timers_advance(&timers, 110);
    left = 3;
    ticking = set_interval(110, 0, tick, &left);
    set_timeout(110, -5, say, late);
    for (tw_tick now = 110; now < 120; now++)
        timers_advance(&timers, now);
    for (const struct call *c = unused; c; c = c->free)
        free++;
    printf("%lu armed, %d of %d unused\n", (unsigned long)timers_count(&timers), free, ROOM);
    return 0;
}
