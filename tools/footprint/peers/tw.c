/* SPDX-License-Identifier: MIT-0 */
/* tw.c - a set over the structure OF, of HEADER; with RUNTIME through its table. ROOM and
   N are its array, which ARRAY declares. */
#if defined(RUNTIME)
#define TW_TIMERS_IMPLEMENTATION
#endif
#include HEADER
#include "subject.h"
#include "timers.h"

ARRAY
#if defined(RUNTIME)
#define PASTE(a, b, c)               a##b##c
#define NAME(a, b, c)                PASTE(a, b, c)
#define timers_init(t, now, room, n) tw_timers_init(t, now, &NAME(tw_, OF, _ops), &in, room, n)
#define timers_add                   tw_timers_add
#define timers_cancel                tw_timers_cancel
#define timers_next                  tw_timers_next
#define timers_advance               tw_timers_advance
static struct NAME(tw_, OF, ) in;
static struct tw_timers set;
#else
TW_TIMERS_OF(timers, OF)
static struct timers set;
#endif

static struct beat {
    struct tw_node node;
    uint32_t period;
} beats[TIMERS];

static void fire(struct tw_node *n, tw_tick now) {
    struct beat *b = TW_OF(n, struct beat, node);

    (void)now;
    if (b->period)
        timers_add(&set, n, n->due + b->period);
    fired(b);
}

void subject_init(uint32_t now) { timers_init(&set, now, ROOM, N); }

void subject_start(unsigned i, uint32_t now, uint32_t delay, uint32_t period) {
    beats[i].node.fn = fire;
    beats[i].period = period;
    timers_add(&set, &beats[i].node, now + delay);
}

void subject_stop(unsigned i) { timers_cancel(&set, &beats[i].node); }

bool subject_next(uint32_t now, uint32_t *ticks) {
    tw_tick due = 0;
    const bool any = timers_next(&set, &due);

    *ticks = due - now;
    return any;
}

void subject_poll(uint32_t now) { timers_advance(&set, now); }
