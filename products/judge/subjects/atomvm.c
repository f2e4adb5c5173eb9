/* SPDX-License-Identifier: MIT-0 */
/* The timer wheel of AtomVM, from a directory of yours, with 16 slots, from tick to tick. */
#include "judge.h"
#include <stdlib.h>
#include <string.h>
#include <timer_wheel.h>

static struct TimerWheel *wheel;
static struct TimerWheelItem timer[JUDGE_IDS];
static bool armed[JUDGE_IDS];

static void init(uint64_t now) {
    if (wheel != NULL)
        free(wheel->slots);
    free(wheel);
    wheel = timer_wheel_new(16);
    wheel->monotonic_time = now;
    memset(armed, 0, sizeof armed);
}

static void fire(struct TimerWheelItem *t) {
    armed[t - timer] = false;
    judge_fired((unsigned)(t - timer));
}

static bool add(unsigned id, uint64_t due) {
    timer_wheel_item_init(&timer[id], fire, due);
    timer_wheel_insert(wheel, &timer[id]);
    return armed[id] = true;
}

static bool cancel(unsigned id) {
    const bool was = armed[id];

    if (was)
        timer_wheel_remove(wheel, &timer[id]);
    armed[id] = false;
    return was;
}

static void advance(uint64_t now, uint64_t max) {
    (void)max;
    while (wheel->monotonic_time < now)
        timer_wheel_tick(wheel);
}

int main(int argc, char **argv) {
    static const struct judge_subject subject = {
        "AtomVM, timer_wheel", "ahead fifo top 10000000", init, add, cancel, NULL, NULL, advance};

    return judge_main(argc, argv, &subject);
}
