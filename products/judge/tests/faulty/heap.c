/* SPDX-License-Identifier: MIT-0 */
/* A binary heap of (tick, number of the arming), with the position of each timer, as
   textbooks have it. */
#include "faulty.h"

struct entry {
    uint64_t due, born;
    unsigned id;
    bool dead; /* it was cancelled, and lies in the heap */
};

static struct entry *heap;
static size_t count, room;
static size_t at[JUDGE_IDS]; /* position + 1; 0: idle */
static uint64_t births;

static bool less(const struct entry *a, const struct entry *b) {
    if (a->due != b->due)
        return has("sorts_backwards") ? a->due > b->due : a->due < b->due;
    return !has("no_arming_number") && a->born < b->born;
}

static void put(size_t i, struct entry e) {
    heap[i] = e;
    if (!e.dead)
        at[e.id] = i + 1;
}

static void rise(size_t i) {
    const struct entry e = heap[i];

    for (; i > 0 && less(&e, &heap[(i - 1) / 2]); i = (i - 1) / 2)
        put(i, heap[(i - 1) / 2]);
    put(i, e);
}

static void sink(size_t i) {
    const struct entry e = heap[i];

    for (;;) {
        size_t child = 2 * i + 1;

        if (child + 1 < count && less(&heap[child + 1], &heap[child]))
            child += !has("left_child_alone");
        if (child >= count || !less(&heap[child], &e))
            break;
        put(i, heap[child]);
        i = child;
    }
    put(i, e);
}

static void remove_at(size_t i) {
    const struct entry last = heap[--count];

    if (!heap[i].dead)
        at[heap[i].id] = 0;
    if (i >= count)
        return;
    put(i, last);
    sink(i);
    if (!has("no_sift_up"))
        rise(i);
}

static void init(uint64_t now) {
    (void)now;
    count = 0;
    births = 0;
    memset(at, 0, sizeof at);
}

static bool add(unsigned id, uint64_t due) {
    if (count == room) {
        room = room ? 2 * room : 64;
        heap = (struct entry *)realloc(heap, room * sizeof *heap);
        if (!heap)
            abort();
    }
    heap[count] = (struct entry){due, births++, id, false};
    rise(count++);
    return true;
}

/* What a collector of garbage lets pile up until it comes. */
enum { PILE = 8 << 20 };

static unsigned long cancels;

static bool cancel(unsigned id) {
    if (at[id] == 0 && !has("trusts_its_caller"))
        return false;
    if (has("collects_late") && ++cancels == 100000)
        memset(malloc(PILE), 1, PILE);
    if (has("lazy")) {
        heap[at[id] - 1].dead = true;
        at[id] = 0;
    } else
        remove_at(at[id] - 1);
    return true;
}

static bool move(unsigned id, uint64_t due) {
    const size_t i = at[id] - 1;

    heap[i].due = due;
    if (!has("keeps_its_old_number"))
        heap[i].born = births++;
    if (!has("move_only_rises"))
        sink(i);
    if (!has("move_only_sinks"))
        rise(at[id] - 1);
    return true;
}

static void drop_dead(void) {
    while (count > 0 && heap[0].dead)
        remove_at(0);
}

static bool next(uint64_t *due) {
    drop_dead();
    *due = count ? heap[0].due : 0;
    return count > 0;
}

static void advance(uint64_t now, uint64_t max) {
    const uint64_t to = has("fires_a_tick_early")             ? now + 1
                        : has("fires_a_tick_late") && now > 0 ? now - 1
                                                              : now;
    uint64_t due;

    for (; max > 0 && next(&due) && due <= to; max--) {
        const unsigned id = heap[0].id;

        remove_at(0);
        judge_fired(id);
        if (has("one_a_call"))
            break;
    }
}

int main(int argc, char **argv) {
    static const struct judge_subject subject = {
        "a binary heap", "fifo next move callbacks budget", init, add, cancel, move, next, advance};

    return faulty_main(argc, argv, &subject,
                       " none no_sift_up no_arming_number sorts_backwards left_child_alone "
                       "trusts_its_caller lazy collects_late keeps_its_old_number "
                       "move_only_rises move_only_sinks fires_a_tick_early fires_a_tick_late "
                       "one_a_call ");
}
