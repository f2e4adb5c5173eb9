/* SPDX-License-Identifier: MIT-0 */
/* A sorted list with ticks of 16 bits, in an array, with faults of clocks, callbacks and
   budgets; and what is no timer at all. */
#include "faulty.h"

struct timer {
    unsigned id;
    uint16_t due;
    uint64_t born;
    bool stays; /* it never fires */
};

static struct timer list[2 * JUDGE_IDS];
static size_t count;
static uint16_t now;
static uint64_t births;
static bool kept_next;
static uint16_t kept;

/* Does a come before b? Ticks wrap: the nearer half of the range lies ahead. */
static bool before(uint16_t a, uint16_t b) {
    return has("plain_less") ? a < b : a != b && (uint16_t)(b - a) < 0x8000;
}

static void init(uint64_t tick) {
    count = 0;
    births = 0;
    now = (uint16_t)tick;
    kept_next = false;
}

/* A tick that has passed counts as now. */
static bool add(unsigned id, uint64_t tick) {
    const uint16_t due = before((uint16_t)tick, now) ? now : (uint16_t)tick;
    const bool stays =
        has("fires_nothing") || (has("fires_passed_ticks_alone") && before(now, due));
    size_t i = count++;

    for (; i > 0 && before(due, list[i - 1].due); i--)
        list[i] = list[i - 1];
    list[i] = (struct timer){id, due, births++, stays};
    if (!kept_next || before(due, kept))
        kept = due;
    kept_next = true;
    return true;
}

static bool cancel(unsigned id) {
    size_t i = 0;

    while (i < count && list[i].id != id)
        i++;
    if (i == count)
        return has("cancel_says_ok");
    memmove(&list[i], &list[i + 1], (--count - i) * sizeof *list);
    if (has("cancel_takes_the_next_too") && i < count && count > 3)
        count--;
    return true;
}

static bool move(unsigned id, uint64_t due) {
    cancel(id);
    return add(id, due);
}

static bool next(uint64_t *due) {
    if (has("next_is_not_forgotten") && kept_next)
        return *due = kept, true;
    *due = count ? list[0].due : 0;
    return count > 0;
}

/* The first that was armed before this call, if it is due. */
static size_t first(uint64_t batch) {
    size_t i = 0;

    while (i < count && (list[i].born >= batch || list[i].stays) && !before(now, list[i].due))
        i++;
    return i < count && !before(now, list[i].due) ? i : count;
}

static void advance(uint64_t tick, uint64_t max) {
    const uint64_t batch = has("fires_what_it_arms") ? UINT64_MAX : births;

    if (has("crashes_at_the_third") && count == 3)
        abort();
    if (has("hangs_at_the_third") && count == 3)
        for (;;) {
        }
    if (has("writes_rubbish") && count == 3)
        printf(" segmentation of %u", (unsigned)count);
    now = (uint16_t)tick;
    if (has("budget_is_one_more") && max < 100)
        max++;
    for (; max > 0 && first(batch) < count; max--) {
        const unsigned id = list[first(batch)].id;

        if (has("fires_before_it_unlinks"))
            judge_fired(id);
        cancel(id);
        if (!has("fires_before_it_unlinks"))
            judge_fired(id);
    }
    if (has("budget_forgets_the_rest"))
        while (first(births) < count)
            cancel(list[first(births)].id);
    if (count == 0)
        kept_next = false;
}

int main(int argc, char **argv) {
    static const struct judge_subject subject = {"a sorted list with ticks of 16 bits",
                                                 "fifo next move callbacks deferred budget bits 16",
                                                 init,
                                                 add,
                                                 cancel,
                                                 move,
                                                 next,
                                                 advance};

    return faulty_main(argc, argv, &subject,
                       " none fires_nothing fires_passed_ticks_alone plain_less cancel_says_ok "
                       "cancel_takes_the_next_too next_is_not_forgotten fires_what_it_arms "
                       "crashes_at_the_third hangs_at_the_third writes_rubbish "
                       "budget_is_one_more fires_before_it_unlinks budget_forgets_the_rest ");
}
