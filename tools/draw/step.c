/* SPDX-License-Identifier: MIT-0 */
#include "step.h"
#include "words.h"

/* The timer that waits for the earliest tick, or NULL. */
static const struct tw_node *earliest(void) {
    const struct tw_node *first = NULL;

    for (size_t i = 0; i < IDS; i++)
        if (timer[i].home >= TW__WAITING && (!first || tw_before(timer[i].due, first->due)))
            first = &timer[i];
    return first;
}

/* The tick at which advance() would let the next event happen. */
static tw_tick next_tick(const struct tw_node *first) {
    tw_tick tick = first->due;
    struct ring r;

    if (is_ring(&r))
        for (size_t slot = 0; slot < SLOTS; slot++)
            if (r.last[slot] && tw_before(r.least[slot], tick))
                tick = r.least[slot];
    if (chosen->kind == SKYNET) /* which looks at each tick, and may have lost the earliest */
        tick = (tw_tick)(set.clock.now + 1);
    return tick;
}

/* One event, at the tick at which advance() would let it happen. False: none yet, as a
   wheel may look in vain. */
static bool step_once(void) {
    const size_t passed = counted[TW_CASCADE];
    const struct tw_node *first = earliest();
    tw_tick tick = set.clock.now;

    if (first && !set.clock.due_list) {
        if (chosen->kind == BIGWHEEL && !tw__bigwheel_front(&bigwheel, &tick)) {
            set.clock.now = tick;
            tw__bigwheel_enter(&bigwheel, tick);
            bigwheel.base.wake = tick;
            return counted[TW_CASCADE] > passed; /* false: all had moved ahead */
        }
        tick = next_tick(first);
    }
    return tw_timers_advance_some(&set, tick, 1) > 0 || counted[TW_CASCADE] > passed;
}

void step(void) {
    const size_t fired = counted[TW_FIRE];
    char tick[LABEL];

    if (tw_timers_count(&set) == 0) {
        say("  nothing is armed");
        return;
    }
    amid = true;
    for (unsigned tries = 2 * SLOTS; tries > 0 && !step_once(); tries--) {
    }
    if (counted[TW_FIRE] == fired)
        say("  now at %s", tick_text(tick, set.clock.now));
}
