/* SPDX-License-Identifier: MIT-0 */
/* The timer wheel of libfastcommon, from a directory of yours. It has 8 slots here. A deadline
   lies before the time that fast_timer_timeouts_get() is told, and its clock is above 0. */
#include "judge.h"
#include <stdlib.h>
#include <string.h>

#include <fast_timer.c>

static FastTimer wheel;
static FastTimerEntry timer[JUDGE_IDS];
static bool armed[JUDGE_IDS];

static void init(uint64_t now) {
    fast_timer_destroy(&wheel);
    memset(timer, 0, sizeof timer);
    memset(armed, 0, sizeof armed);
    if (fast_timer_init(&wheel, 8, (int64_t)now + 1) != 0)
        abort();
}

static bool add(unsigned id, uint64_t due) {
    timer[id].expires = (int64_t)due;
    fast_timer_add(&wheel, &timer[id]);
    return armed[id] = true;
}

static bool cancel(unsigned id) {
    const bool was = armed[id];

    armed[id] = false;
    return was && fast_timer_remove(&wheel, &timer[id]) == 0;
}

static bool move(unsigned id, uint64_t due) {
    return fast_timer_modify(&wheel, &timer[id], (int64_t)due) == 0;
}

static void advance(uint64_t now, uint64_t max) {
    FastTimerEntry head;

    (void)max;
    fast_timer_timeouts_get(&wheel, (int64_t)now + 1, &head);
    for (const FastTimerEntry *t = head.next; t != NULL; t = t->next) {
        armed[t - timer] = false;
        judge_fired((unsigned)(t - timer));
    }
}

int main(int argc, char **argv) {
    /* It goes from tick to tick. */
    static const struct judge_subject subject = {"libfastcommon, fast_timer",
                                                 "ahead unordered move top 1000000",
                                                 init,
                                                 add,
                                                 cancel,
                                                 move,
                                                 NULL,
                                                 advance};

    return judge_main(argc, argv, &subject);
}
