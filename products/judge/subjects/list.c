/* SPDX-License-Identifier: MIT-0 */
/* A complete subject to begin from: timers in an array, in the order of their arming. The
   first with the least deadline is the next one. It keeps all promises. */
#include "judge.h"

#define CLAIMS "fifo next move passed callbacks deferred budget top 18446744073709551615"

struct timer {
    bool armed, passed;
    uint64_t due, born;
};

static struct timer timer[JUDGE_IDS];
static uint64_t now, before, births;

static void init(uint64_t tick) {
    static const struct timer idle;

    for (unsigned i = 0; i < JUDGE_IDS; i++)
        timer[i] = idle;
    now = tick;
    births = 0;
}

static bool add(unsigned id, uint64_t due) {
    timer[id] = (struct timer){true, due <= now, due, births++};
    return true;
}

static bool cancel(unsigned id) { return timer[id].armed && !(timer[id].armed = false); }

static bool next(uint64_t *due) {
    bool any = false;

    for (unsigned i = 0; i < JUDGE_IDS; i++)
        if (timer[i].armed && (!any || timer[i].due < *due)) {
            *due = timer[i].due;
            any = true;
        }
    return any;
}

/* Left over by a budget; for a tick that had passed, in the order of arming; the others. */
static int part(const struct timer *t) { return t->passed ? 1 : t->due <= before ? 0 : 2; }

static bool comes_before(const struct timer *a, const struct timer *b) {
    if (part(a) != part(b))
        return part(a) < part(b);
    if (part(a) != 1 && a->due != b->due)
        return a->due < b->due;
    return a->born < b->born;
}

static void advance(uint64_t tick, uint64_t max) {
    const uint64_t batch = births; /* what is armed from here on waits for the next call */

    before = now;
    now = tick;
    for (; max > 0; max--) {
        unsigned first = JUDGE_IDS;

        for (unsigned i = 0; i < JUDGE_IDS; i++)
            if (timer[i].armed && timer[i].due <= now && timer[i].born < batch &&
                (first == JUDGE_IDS || comes_before(&timer[i], &timer[first])))
                first = i;
        if (first == JUDGE_IDS)
            return;
        timer[first].armed = false;
        judge_fired(first);
    }
}

int main(int argc, char **argv) {
    static const struct judge_subject list = {
        "an array, searched from end to end", CLAIMS, init, add, cancel, add, next, advance};

    return judge_main(argc, argv, &list);
}
