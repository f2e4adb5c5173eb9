/* SPDX-License-Identifier: MIT-0 */
/* A thread that takes tasks when they are due, in three ways to sleep until then, over a
   clock that is only a number:

       polling     wakes each period and looks: late by up to the period, and mostly for
                   nothing
       sleeping    sleeps until the first task that it knows, or for a put if it knows
                   none; a put that comes meanwhile with an earlier task does not wake it.
                   Asleep for 100 s when a task of 10 s comes, it is 90 s late
       signalled   the same, but a put whose task becomes the first wakes it, so that it
                   asks next() again

   The queue is the same in all three, our set: what differs is when the thread looks. */
#undef NDEBUG
#include <assert.h>
#include <stdio.h>

#define TW_ASSERT(condition) assert(condition)
#include "heap4.h"
#include "timers.h"

TW_TIMERS_OF(timers, heap4)

enum way { POLLING, SLEEPING, SIGNALLED };

enum { MOST = 3 };

#define NEVER TW_TICK_MAX

/* A task that is put at one tick for another one. */
struct put {
    tw_tick at, due;
};

struct seen {
    size_t tasks, wakes;
    tw_tick late, most_late; /* all lateness together; the most of one task */
};

static void take_what_is_due(struct timers *t, tw_tick now, struct seen *s) {
    const struct tw_node *n;

    s->wakes++;
    while ((n = timers_expire(t, now)) != NULL) {
        assert(n->due <= now);
        s->tasks++;
        s->late += now - n->due;
        s->most_late = now - n->due > s->most_late ? now - n->due : s->most_late;
    }
}

/* Puts are in the order of their ticks; at one tick the thread comes before the next put.
   period is of polling. */
static struct seen run(enum way way, tw_tick period, const struct put *put, size_t puts) {
    static struct tw_node node[MOST];
    static TW_HEAP4_ARRAY(room, MOST);
    struct seen s = {0, 0, 0, 0};
    tw_tick wake = way == POLLING ? period : NEVER;
    struct timers t;
    size_t i = 0;

    assert(puts <= MOST);
    timers_init(&t, 0, room, MOST);
    while (s.tasks < puts) {
        if (i < puts && put[i].at < wake) {
            tw_tick before = NEVER, first = NEVER;
            const bool empty = !timers_next(&t, &before);

            tw_node_init(&node[i], NULL);
            assert(timers_add(&t, &node[i], put[i].due) && timers_next(&t, &first));
            if (way == SIGNALLED ? first < before : way == SLEEPING && empty)
                wake = put[i].at;
            i++;
        } else {
            const tw_tick now = wake;

            take_what_is_due(&t, now, &s);
            wake = NEVER;
            if (way == POLLING)
                wake = now + period;
            else
                timers_next(&t, &wake);
        }
    }
    return s;
}

static void expect(struct seen s, size_t wakes, tw_tick late, tw_tick most_late) {
    assert(s.wakes == wakes && s.late == late && s.most_late == most_late);
}

/* A task of 100 s, and at once one of 10 s; ticks are milliseconds. */
static void the_10_s_task(void) {
    static const struct put put[] = {{0, 100000}, {0, 10000}};

    /* for the first put, and at 100 s for both */
    expect(run(SLEEPING, 0, put, 2), 2, 90000, 90000);
    expect(run(POLLING, 1, put, 2), 100000, 0, 0);
    expect(run(POLLING, 1000, put, 2), 100, 0, 0);
    expect(run(POLLING, 7000, put, 2), 15, 4000 + 5000, 5000); /* at 14 s and at 105 s */
    /* for each put, and for each task when it is due */
    expect(run(SIGNALLED, 0, put, 2), 4, 0, 0);
}

/* One task put at 0 for tick a, another at b for tick c, all of them: asleep until a, the
   thread is late by a - c. In the sum, late counts tasks. */
static struct seen all_pairs(enum way way) {
    enum { LAST = 60 };
    struct seen all = {0, 0, 0, 0};
    tw_tick a, b, c;

    for (a = 0; a <= LAST; a++)
        for (b = 0; b <= LAST; b++)
            for (c = b; c <= LAST; c++) {
                const struct put put[] = {{0, a}, {b, c}};
                const struct seen s = run(way, 0, put, 2);

                assert(s.late == (way == SLEEPING && c < a ? a - c : 0));
                assert(s.wakes <= 4);
                all.tasks += 2;
                all.wakes += s.wakes;
                all.late += s.late > 0;
                all.most_late = s.most_late > all.most_late ? s.most_late : all.most_late;
            }
    return all;
}

int main(void) {
    const struct seen slept = all_pairs(SLEEPING), woken = all_pairs(SIGNALLED);

    the_10_s_task();
    assert(slept.tasks == 230702 && woken.tasks == slept.tasks);
    assert(slept.late == 37820 && slept.most_late == 60 && slept.wakes == 342332);
    assert(woken.late == 0 && woken.wakes == 416142);
    printf("90 s late asleep, 0 polling 100000 times, 0 signalled; of %zu tasks %zu late asleep, "
           "none signalled\n",
           slept.tasks, (size_t)slept.late);
    return 0;
}
