/* SPDX-License-Identifier: MIT-0 */
/* A ring of slots for any distance: a slot has timers of many revolutions. And skynet's
   wheel of levels, as tutorials print it, which looks at one tick after the other. */
#include "faulty.h"

enum { SLOTS = 16, LEVELS = 4, RING = SLOTS };

struct timer {
    struct timer *next, *previous;
    uint64_t due, born;
    bool armed;
    unsigned slot;
};

static struct timer timer[JUDGE_IDS], head[SLOTS * LEVELS], passed;
static uint64_t clock, hand, births; /* hand: all ticks up to here were looked at */
static size_t armed;

static bool levels(void) { return has("placed_by_difference"); }

static void unlink(struct timer *t) {
    t->previous->next = t->next;
    t->next->previous = t->previous;
}

static void append(struct timer *list, struct timer *t) {
    struct timer *const before = has("prepends") ? list : list->previous;

    t->previous = before;
    t->next = before->next;
    before->next->previous = t;
    before->next = t;
}

static void empty(struct timer *list) { list->next = list->previous = list; }

static void init(uint64_t tick) {
    memset(timer, 0, sizeof timer);
    for (unsigned i = 0; i < SLOTS * LEVELS; i++)
        empty(&head[i]);
    empty(&passed);
    clock = hand = tick;
    births = armed = 0;
}

/* By the digit of the deadline; which digit, skynet's wheel decides by the distance. */
static unsigned slot_of(uint64_t due) {
    unsigned level = 0;

    while (levels() && level + 1 < LEVELS && (due - hand) >> (4 * level + 4) != 0)
        level++;
    return level * SLOTS + (unsigned)(due >> (4 * level)) % SLOTS;
}

static bool add(unsigned id, uint64_t due) {
    struct timer *const t = &timer[id];

    t->due = due;
    t->born = births++;
    t->armed = true;
    armed++;
    t->slot = slot_of(due);
    append(due <= clock && !has("passed_enters_its_slot") ? &passed : &head[t->slot], t);
    return true;
}

static bool cancel(unsigned id) {
    const bool was = timer[id].armed;

    if (was)
        unlink(&timer[id]);
    armed -= was;
    timer[id].armed = false;
    return was;
}

static bool move(unsigned id, uint64_t due) {
    struct timer *const t = &timer[id];

    if (has("moved_in_its_old_slot") && due > clock) {
        t->due = due;
        return true;
    }
    cancel(id);
    return add(id, due);
}

static void fire(struct timer *t) {
    unlink(t);
    t->armed = false;
    armed--;
    judge_fired((unsigned)(t - timer));
}

/* Fires all of a list that is due, and what its callbacks arm later is left: it was born
   later. */
static void fire_list(struct timer *list, uint64_t batch) {
    struct timer *t = list->next, *next;

    for (; t != list; t = next) {
        next = t->next;
        if (t->born >= batch || (t->due > hand && !has("rounds_ignored")))
            continue;
        fire(t);
        if (has("one_of_a_slot"))
            break;
        next = list->next; /* a callback may have taken out what followed */
    }
}

/* Moves the timers of skynet's upper slots down where a digit of the time turns to 0. */
static void cascade(void) {
    for (unsigned level = 1; level < LEVELS && hand % ((uint64_t)1 << 4 * level) == 0; level++) {
        struct timer *const list = &head[level * SLOTS + (hand >> 4 * level) % SLOTS];

        if ((hand >> 4 * level) % SLOTS == 0)
            continue;
        while (list->next != list) {
            struct timer *const t = list->next;

            unlink(t);
            t->slot = slot_of(t->due);
            append(&head[t->slot], t);
        }
    }
}

/* The tick at which something may happen next, `to` at most. */
static uint64_t next_tick(uint64_t to) {
    uint64_t tick = to;

    if (has("looks_at_every_tick") || levels())
        return hand + 1;
    for (unsigned i = 0; i < JUDGE_IDS; i++)
        if (timer[i].armed && timer[i].due > hand && timer[i].due < tick)
            tick = timer[i].due;
    return tick > hand && !has("rounds_ignored") ? tick : hand + 1;
}

static void advance(uint64_t to, uint64_t max) {
    const uint64_t batch = births;

    (void)max;
    if (!has("clock_moves_last"))
        clock = to;
    fire_list(&passed, batch);
    while (hand < to) {
        hand = armed == 0 ? to : next_tick(to);
        if (levels())
            cascade();
        fire_list(&head[hand % SLOTS], batch);
    }
    clock = to;
}

/* The earliest of all, or that of the first slot with a timer. */
static bool next(uint64_t *due) {
    bool any = false;

    for (unsigned i = 1; i <= SLOTS; i++)
        for (struct timer *t = head[(hand + i) % SLOTS].next; t != &head[(hand + i) % SLOTS];
             t = t->next)
            if (!any || (t->due < *due && !has("next_ignores_rounds"))) {
                *due = t->due;
                any = true;
            }
    if (passed.next != &passed)
        *due = clock;
    return any || passed.next != &passed;
}

int main(int argc, char **argv) {
    static struct judge_subject subject = {"a ring of slots",
                                           "fifo next move callbacks deferred",
                                           init,
                                           add,
                                           cancel,
                                           move,
                                           next,
                                           advance};

    if (argc > 1 && strcmp(argv[1], "placed_by_difference") == 0)
        subject.claims = "fifo move callbacks deferred top 60000"; /* next looks at one ring */
    return faulty_main(argc, argv, &subject,
                       " none placed_by_difference prepends "
                       "passed_enters_its_slot moved_in_its_old_slot "
                       "clock_moves_last rounds_ignored one_of_a_slot "
                       "looks_at_every_tick next_ignores_rounds ");
}
