/* SPDX-License-Identifier: MIT-0 */
/* Subjects of other claims, each sound and with faults: `pops`, `sleeps`, `grain`, `late` and
   `unordered`. One that is sound ends at once if it is asked for what its claims rule out. All
   timers stand in an array, and the first one is searched for. */
#include "faulty.h"

enum { GRAIN = 8, LATE = 5, LONGEST_WAIT = 20 };

static struct timer {
    bool armed;
    uint64_t due, born;
} timer[JUDGE_IDS];

static uint64_t births, clock_now;

/* Does the name of the fault begin with this claim? */
static bool claims(const char *claim) { return strncmp(fault, claim, strlen(claim)) == 0; }

/* The judge may not do what makes this false. */
static void wanted(bool right, const char *what) {
    if (!right) {
        fprintf(stderr, "the judge asks for %s\n", what);
        exit(3);
    }
}

static void init(uint64_t now) {
    wanted(!claims("sleeps") || now == 0, "a clock that begins late");
    clock_now = now;
    births = 0;
    memset(timer, 0, sizeof timer);
}

static bool add(unsigned id, uint64_t due) {
    wanted(!claims("sleeps") || due <= clock_now + LONGEST_WAIT, "a long wait");
    timer[id] = (struct timer){true, due, births++};
    return true;
}

static bool cancel(unsigned id) {
    const bool armed = timer[id].armed;
    unsigned other;

    timer[id].armed = false;
    if (has("sleeps_and_forgets_cancels"))
        timer[id].armed = armed;
    if (has("pops_and_drops_the_next_id") && armed) {
        other = (id + 1) % JUDGE_IDS;
        timer[other].armed = false;
    }
    return armed;
}

/* The tick that a timer counts for. */
static uint64_t counted(const struct timer *t) {
    const uint64_t grain = has("grain_is_doubled") ? 2 * GRAIN : GRAIN;

    if (has("grain_rounds_down"))
        return t->due / GRAIN * GRAIN;
    if (has("grain_skips_a_multiple") && t->due % GRAIN)
        return t->due + 2 * GRAIN - t->due % GRAIN;
    if (claims("grain"))
        return (t->due + grain - 1) / grain * grain;
    if (claims("late"))
        return t->due + LATE + has("late_by_one_more");
    return t->due + has("sleeps_too_long") - (has("sleeps_too_short") && t->due > 0);
}

static bool comes_before(const struct timer *a, const struct timer *b) {
    if (has("pops_the_last"))
        return a->due != b->due ? a->due > b->due : a->born < b->born;
    if (has("pops_without_order_of_equals") && a->due == b->due)
        return a->born > b->born;
    if (claims("unordered"))
        return a->born > b->born;
    if (has("grain_has_no_order"))
        return a->born > b->born;
    if (counted(a) != counted(b))
        return counted(a) < counted(b);
    return claims("grain") ? a->born > b->born : a->born < b->born;
}

/* JUDGE_IDS if none is due. */
static unsigned first(uint64_t now) {
    unsigned best = JUDGE_IDS, i;

    for (i = 0; i < JUDGE_IDS; i++)
        if (timer[i].armed && (claims("pops") || counted(&timer[i]) <= now) &&
            (best == JUDGE_IDS || comes_before(&timer[i], &timer[best])))
            best = i;
    return best;
}

static bool next(uint64_t *due) {
    const unsigned i = first(UINT64_MAX);

    if (i == JUDGE_IDS)
        return false;
    *due = counted(&timer[i]) - (has("grain_tells_a_tick_less") ? GRAIN : 0) -
           (has("pops_tells_a_tick_less") ? 1 : 0);
    return true;
}

static void advance(uint64_t now, uint64_t max) {
    unsigned i;

    wanted(claims("pops") ? max == 1 && now == clock_now : max == UINT64_MAX, "another kind");
    wanted(!claims("sleeps") || now <= clock_now + 2 * LONGEST_WAIT, "a long sleep");
    clock_now = now;
    for (; max > 0 && (i = first(now)) < JUDGE_IDS; max--) {
        timer[i].armed = has("pops_twice") && timer[i].born % 4 == 3 && births % 2;
        judge_fired(i);
        if (has("unordered_and_one_a_call"))
            break;
    }
}

int main(int argc, char **argv) {
    static struct judge_subject subject = {"an array", "", init, add, cancel, add, next, advance};
    const char *const name = argc > 1 ? argv[1] : "";

    subject.claims = strncmp(name, "pops", 4) == 0     ? "pops fifo next move"
                     : strncmp(name, "sleeps", 6) == 0 ? "sleeps fifo move"
                     : strncmp(name, "grain", 5) == 0  ? "grain 8 next move top 1000000000000000"
                     : strncmp(name, "late", 4) == 0   ? "late 5 top 1000000000000000"
                                                       : "unordered move";
    return faulty_main(
        argc, argv, &subject,
        " pops pops_the_last pops_without_order_of_equals pops_twice "
        "pops_and_drops_the_next_id pops_tells_a_tick_less sleeps sleeps_too_short sleeps_too_long "
        "sleeps_and_forgets_cancels grain grain_rounds_down grain_is_doubled "
        "grain_has_no_order grain_skips_a_multiple grain_tells_a_tick_less late late_by_one_more "
        "unordered unordered_and_one_a_call ");
}
