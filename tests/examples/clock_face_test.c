/* SPDX-License-Identifier: MIT-0 */
/* The face of examples/simulation/clock_face.c at five times of the day, with two alarms
   for every delay there is. Each rings in its second, alarms of one second in the order
   they were set; and so does a timer of a tw set beside it. */
#undef NDEBUG
#define main clock_face_main
#include "../../examples/simulation/clock_face.c"
#undef main
#include "hwheel.h"
#include "timers.h"
#include <assert.h>

TW_TIMERS_OF(timers, hwheel)

enum { ALARMS = 2 * ROUND };

static struct both {
    struct tw_node on_face, in_set;
    tw_tick due;
    unsigned turn; /* how many had rung when it had */
} both[ALARMS];

static struct timers set;
static unsigned rang, rang_in_set;
static struct both *last;

static void rings_on_face(struct tw_node *n, tw_tick now) {
    struct both *x = TW_OF(n, struct both, on_face);

    assert(now == x->due && (!last || last->due < x->due || (last->due == x->due && last < x)));
    last = x;
    x->turn = ++rang;
}

static void rings_in_set(struct tw_node *n, tw_tick now) {
    const struct both *x = TW_OF(n, struct both, in_set);

    assert(now == x->due && x->turn == ++rang_in_set);
}

static void half_a_day_from(tw_tick start) {
    face.now = start;
    timers_init(&set, start, NULL, 0);
    rang = rang_in_set = 0;
    last = NULL;
    for (unsigned i = 0; i < ALARMS; i++) {
        const tw_tick delay = i / 2;

        tw_node_init(&both[i].on_face, rings_on_face);
        tw_node_init(&both[i].in_set, rings_in_set);
        both[i].due = start + (delay ? delay : 1);
        face_add(&both[i].on_face, delay);
        timers_add(&set, &both[i].in_set, start + delay);
    }
    for (unsigned i = 0; i < ROUND; i++) {
        face_tick();
        timers_advance(&set, face.now);
    }
    assert(rang == ALARMS && rang_in_set == ALARMS);
}

int main(void) {
    static const tw_tick start[] = {0, 59, 3599, 12290, ROUND - 1};

    tell = false;
    for (unsigned k = 0; k < sizeof start / sizeof start[0]; k++)
        half_a_day_from(start[k]);
    return 0;
}
