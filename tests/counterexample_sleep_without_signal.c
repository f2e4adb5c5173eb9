/* SPDX-License-Identifier: MIT-0 */
/* Delay queues as they are told in three steps, on a virtual clock, every run of them tried. One taker sleeps towards a
   job that is due at 100 s; at 1 s another arrives that is due at 10 s.

       polling          looks every so many seconds: work for nothing, or late by up to that time
       sleeping         until the earliest job that it knows of: nobody tells it of an earlier one
       ours             is told, and by nothing else

   What they do is a number of looks that found nothing, and a lateness; both are asserted. */
#define _XOPEN_SOURCE 700
#include "schedule.h"

#include <string.h>

static unsigned looks; /* how often the taker found nothing due, in this run */

#define TW_DQ_MUTEX             struct schedule_mutex
#define TW_DQ_MUTEX_INIT(m)     ((m)->owner = NULL, true)
#define TW_DQ_MUTEX_DESTROY(m)  ((void)(m))
#define TW_DQ_LOCK(m)           schedule_lock(m)
#define TW_DQ_UNLOCK(m)         schedule_unlock(m)
#define TW_DQ_COND              struct schedule_cond
#define TW_DQ_COND_INIT(c)      ((c)->unused = 0, true)
#define TW_DQ_COND_DESTROY(c)   ((void)(c))
#define TW_DQ_WAIT(c, m, until) (looks++, schedule_sleep(m, c, until))
#define TW_DQ_SIGNAL(c)         schedule_signal(c, false)
#define TW_DQ_BROADCAST(c)      schedule_signal(c, true)
#define TW_DQ_CLOCK()           sched.now
#define TW_STATIC
#define TW_IMPLEMENTATION
#include "heap4.h"
#include "delayqueue.h"

TW_DELAYQUEUE_OF(jobs, heap4)

static TW_HEAP4_ARRAY(room, 2);
static struct tw_node job[2];
static struct tw_heap4 heap; /* of the first two, behind lock */
static struct schedule_mutex lock;
static struct jobs queue; /* ours */
static tw_tick late;      /* the latest of a run */
static unsigned taken;

/* ----------------------------------------------------------------------------------------- POLLING AND SLEEPING */

static void heap_put(struct tw_node *n, tw_tick due) {
    schedule_lock(&lock);
    (void)tw_heap4_add(&heap, n, due);
    schedule_unlock(&lock);
}

/* Sleeps for period ticks when nothing is due; period 0: until what is earliest then. */
static struct tw_node *heap_take(tw_tick period) {
    for (;;) {
        tw_tick next = sched.now + 1;
        struct tw_node *n;

        schedule_lock(&lock);
        n = tw_heap4_take(&heap, sched.now);
        (void)tw_heap4_next(&heap, &next);
        schedule_unlock(&lock);
        if (n)
            return n;
        looks++;
        schedule_sleep_until(period ? sched.now + period : next);
    }
}

/* -------------------------------------------------------------------------------------------------- THE PROGRAMS */

static void begin(void) {
    memset(job, 0, sizeof job);
    tw_heap4_init(&heap, 0, room, 2);
    lock.owner = NULL;
    looks = taken = 0;
    late = 0;
    heap_put(&job[0], 100);
}

static void begin_ours(void) {
    begin();
    tw_heap4_clear(&heap);
    EXPECT(jobs_init(&queue, room, 2) && jobs_put(&queue, &job[0], 100));
}

static void got(const struct tw_node *n) {
    EXPECT(n->due <= sched.now);
    late = sched.now - n->due > late ? sched.now - n->due : late;
    taken++;
}

static void take_both(tw_tick period) {
    got(heap_take(period));
    got(heap_take(period));
}

static void polls_each_second(void) { take_both(1); }
static void polls_each_7_seconds(void) { take_both(7); }
static void sleeps(void) { take_both(0); }

static void takes(void) {
    got(jobs_take(&queue, TW_FOREVER));
    got(jobs_take(&queue, TW_FOREVER));
}

static void puts_one(void) {
    schedule_sleep_until(1);
    heap_put(&job[1], 10);
}

static void puts_ours(void) {
    schedule_sleep_until(1);
    EXPECT(jobs_put(&queue, &job[1], 10));
}

static const struct scheme {
    struct program program;
    unsigned looks;
    tw_tick late;
} schemes[] = {{{"polling_each_second", 0, begin, {polls_each_second, puts_one}, -1, 0, 0}, 100, 0},
               {{"polling_each_7_seconds", 0, begin, {polls_each_7_seconds, puts_one}, -1, 0, 0}, 15, 5},
               {{"sleeping_without_signal", 0, begin, {sleeps, puts_one}, -1, 0, 0}, 1, 90},
               {{"ours", 0, begin_ours, {takes, puts_ours}, -1, 0, 0}, 3, 0}};
static const struct scheme *scheme;

static void rest(void) {}

static void end(void) { EXPECT(taken == 2 && looks == scheme->looks && late == scheme->late); }

int main(void) {
    size_t i;

    sched.rest = rest;
    sched.end = end;
    for (i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        unsigned long runs;

        scheme = &schemes[i];
        runs = schedule_all(&scheme->program);
        EXPECT(runs > 1);
        printf("%-24s %3lu runs: %2u looks for nothing, %2u s late\n", scheme->program.name, runs, scheme->looks,
               (unsigned)scheme->late);
    }
    return 0;
}
