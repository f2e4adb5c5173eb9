/* SPDX-License-Identifier: MIT-0 */
/* The hashed timer wheel of Big Switch's bigcode, from a directory of yours: 16 buckets of 4 ticks.
   It looks at each bucket of a jump. */
#include "judge.h"
#include <string.h>
#include <timer_wheel/timer_wheel.h>

static timer_wheel_t *wheel;
static timer_wheel_entry_t timer[JUDGE_IDS];
static bool armed[JUDGE_IDS];

static void init(uint64_t now) {
    if (wheel != NULL)
        timer_wheel_destroy(wheel);
    wheel = timer_wheel_create(16, 4, now);
    memset(armed, 0, sizeof armed);
}

static bool add(unsigned id, uint64_t due) {
    timer_wheel_insert(wheel, &timer[id], due);
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
    const timer_wheel_entry_t *t;

    (void)max;
    while ((t = timer_wheel_next(wheel, now)) != NULL) {
        armed[t - timer] = false;
        judge_fired((unsigned)(t - timer));
    }
}

int main(int argc, char **argv) {
    static const struct judge_subject subject = {
        "bigcode, timer_wheel", "ahead top 10000000", init, add, cancel, NULL, NULL, advance};

    return judge_main(argc, argv, &subject);
}
