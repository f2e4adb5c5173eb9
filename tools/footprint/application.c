/* SPDX-License-Identifier: MIT-0 */
/* application.c - inits a set, adds, cancels, asks next and advances: the program of
   which the footprint is measured.

   TYPED      a set that TW_TIMERS_OF makes over the structure OF, of HEADER
   RUNTIME    the compiled set over the table of OF
   BY_HAND    the functions of by_hand.h
   else       functions of the same names that do nothing: what is left is the program's
              own
   ROOM, N    the array for init() and its length, ARRAY its declaration
   BUDGET     advances by a budget */
#if defined(RUNTIME)
#define TW_TIMERS_IMPLEMENTATION
#endif
#if defined(BY_HAND)
#include "by_hand.h"
#else
#include HEADER
#include "timers.h"
#endif

#define PASTE(a, b, c) a##b##c
#define NAME(a, b, c)  PASTE(a, b, c)

ARRAY
#if defined(BY_HAND)
static struct set set;
#elif defined(TYPED)
TW_TIMERS_OF(set, OF)
static struct set set;
#elif defined(RUNTIME)
static struct NAME(tw_, OF, ) in;
static struct tw_timers set;
#define set_init(t, now, array, n) tw_timers_init(t, now, &NAME(tw_, OF, _ops), &in, array, n)
#define set_add                    tw_timers_add
#define set_cancel                 tw_timers_cancel
#define set_next                   tw_timers_next
#define set_advance                tw_timers_advance
#else
static struct set { char nothing; } set;

#define STUB static __attribute__((noinline))

STUB void set_init(struct set *t, tw_tick now, void *array, size_t n) {
    (void)t, (void)now, (void)array, (void)n;
}

STUB bool set_add(struct set *t, struct tw_node *n, tw_tick due) {
    return (void)t, (void)n, (void)due, true;
}

STUB bool set_cancel(struct set *t, struct tw_node *n) { return (void)t, (void)n, true; }

STUB bool set_next(struct set *t, tw_tick *due) { return (void)t, (void)due, true; }

STUB size_t set_advance(struct set *t, tw_tick now) { return (void)t, (void)now, 0; }
#endif

#if defined(BUDGET)
#define ADVANCE(t, now) set_advance_some(t, now, (size_t)out_tick)
#else
#define ADVANCE(t, now) set_advance(t, now)
#endif

static struct tw_node node;
extern volatile tw_tick in_tick, out_tick;
/* initialised: an AVR's start that copies such data is the program's own */
volatile tw_tick in_tick = 4, out_tick;

static void fire(struct tw_node *n, tw_tick now) { out_tick = now + n->due; }

int main(void) {
    tw_tick due = 0;

    node.fn = fire;
    set_init(&set, in_tick, ROOM, N);
    for (;;) {
        if (in_tick == 0)
            out_tick = set_add(&set, &node, in_tick);
        if (in_tick == 1)
            out_tick = set_cancel(&set, &node);
        if (in_tick == 2) {
            out_tick = set_next(&set, &due);
            out_tick = due;
        }
        if (in_tick == 3)
            out_tick = (tw_tick)ADVANCE(&set, in_tick);
    }
}

void _start(void);

void _start(void) { main(); }
