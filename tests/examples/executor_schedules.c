/* SPDX-License-Identifier: MIT-0 */
/* examples/threads/executor.h under every schedule of small programs: a cancel that has
   returned is true to its answer, nobody touches a task that was freed then, no run is
   early or overlaps another of its task, each task that was accepted runs, was cancelled
   or comes back from a shutdown, and all workers leave. How many runs there are is
   asserted, so that a scheduler that tries nothing fails.

       executor_schedules [PROGRAM]             all, or one
       executor_schedules PROGRAM CHOICES       the one run that a failure printed, step
                                                by step */
#define _XOPEN_SOURCE 700
#undef NDEBUG
#include "../threads/schedule_threads.h"
#define TW_ASSERT(c)        EXPECT(c)
#define EXECUTOR_THREAD     const struct schedule_thread *
#define EXECUTOR_SELF()     sched.running
#define EXECUTOR_SAME(a, b) ((a) == (b))
#include "../../examples/threads/executor.h"

enum { THINGS = 3, RUNS = 4 };

static struct thing {
    struct task task;
    uint64_t least, dues[RUNS]; /* when its first run may begin; the due of each run */
    int accepted, begun, ended, back;
    bool freed, over; /* over: no run may begin any more */
} thing[THINGS];

static struct executor e;
/* how long a run lasts; in which run a thing cancels or frees itself */
static int lasts, cancels, frees;
static bool anew; /* a run schedules its thing anew, once */

static struct thing *thing_of(struct task *t) {
    return (struct thing *)(void *)((char *)t - offsetof(struct thing, task));
}

/* Freed: whoever touches it from now on changes it, or reads nonsense. */
static void poison(struct thing *x) {
    memset(&x->task, 0xA5, sizeof x->task);
    x->freed = x->over = true;
}

static bool is_untouched(const struct thing *x) {
    struct thing freed;

    poison(&freed);
    return memcmp(&x->task, &freed.task, sizeof freed.task) == 0;
}

static void run(struct task *t) {
    struct thing *x = thing_of(t);

    EXPECT(x >= thing && x < thing + THINGS && !x->freed && !x->over);
    EXPECT(sched.now >= t->due && sched.now >= x->least);
    EXPECT(x->begun == x->ended && x->begun < RUNS);
    x->dues[x->begun++] = t->due;
    if (lasts)
        schedule_sleep_until(sched.now + (uint64_t)lasts);
    else
        schedule_pause();
    EXPECT(!x->freed);
    x->ended++;
    if (anew && x->begun == 1)
        x->accepted += executor_once(&e, t, -1);
    if (x->begun == cancels)
        EXPECT(executor_cancel(&e, t) == EXECUTOR_RUNS);
    if (x->begun == frees)
        poison(x);
}

static void begin(void) {
    memset(thing, 0, sizeof thing);
    lasts = cancels = frees = 0;
    anew = false;
    EXPECT(executor_init(&e));
    for (int i = 0; i < THINGS; i++)
        task_init(&thing[i].task, run);
}

static void once(int i, tw_tick delay) {
    thing[i].least = sched.now + delay;
    thing[i].accepted += executor_once(&e, &thing[i].task, (int64_t)delay);
}

/* What comes back from a shutdown may be freed. */
static int shut(enum executor_end how) {
    struct task *t = executor_shutdown(&e, how), *next;
    int n = 0;

    for (; t; t = next, n++) {
        next = t->next;
        thing_of(t)->back++;
        poison(thing_of(t));
    }
    return n;
}

static void work(void) { executor_work(&e); }

static void rest(void) {}

/* All has ended: what was accepted ran, or came back, or was cancelled (which `over`
   says). */
static void end(void) {
    for (int i = 0; i < THINGS; i++) {
        const struct thing *x = &thing[i];

        EXPECT(x->begun == x->ended && x->back <= 1 && (!x->freed || is_untouched(x)));
        EXPECT(x->over || x->accepted == 0 || x->begun >= 1);
    }
    EXPECT(!e.first && !e.workers && e.revoked == 0 && executor_queue_count(&e.queue) == 0);
    executor_destroy(&e);
}

/* ---- A cancel. */

/* Of a thing that was scheduled once; it is freed at once. */
static void cancel_and_free(int i) {
    struct thing *x = &thing[i];
    const enum executor_answer answer = executor_cancel(&e, &x->task);

    EXPECT(answer == (x->begun > 0 ? EXECUTOR_TOO_LATE : EXECUTOR_CANCELLED));
    EXPECT(x->begun == x->ended);
    poison(x);
}

static void one_is_due(void) {
    begin();
    once(0, 0);
}

static void one_that_lasts(void) {
    one_is_due();
    lasts = 2;
}

static void cancels_0_then_shuts(void) {
    cancel_and_free(0);
    EXPECT(shut(EXECUTOR_NOW) == 0);
}

static void waits_1_cancels_0_then_shuts(void) {
    schedule_sleep_until(1);
    cancels_0_then_shuts();
}

/* Two cancel the same task: one of them at most has cancelled it. Nobody frees it. */
static int answers[3], cancelled;

static void two_may_cancel(void) {
    memset(answers, 0, sizeof answers);
    cancelled = 0;
    one_is_due();
}

static void cancels_0_beside_another(void) {
    const enum executor_answer answer = executor_cancel(&e, &thing[0].task);

    answers[answer]++;
    thing[0].over = true;
    EXPECT(thing[0].begun == thing[0].ended);
    if (++cancelled == 2) {
        EXPECT(answers[EXECUTOR_CANCELLED] == (thing[0].begun == 0) && answers[EXECUTOR_RUNS] == 0);
        EXPECT(shut(EXECUTOR_NOW) == 0);
    }
}

/* ---- Tasks that repeat themselves. */

static void at_rate(void) {
    begin();
    lasts = 3;
    thing[0].accepted = executor_at_rate(&e, &thing[0].task, 1, 2);
}

static void with_pause(void) {
    begin();
    lasts = 3;
    thing[0].accepted = executor_with_pause(&e, &thing[0].task, 1, 2);
}

/* Cancelled while it waits, or in the middle of a run: in both cases more was to come. */
static void cancels_the_repeating_one(void) {
    schedule_sleep_until(6);
    EXPECT(executor_cancel(&e, &thing[0].task) == EXECUTOR_CANCELLED);
    EXPECT(thing[0].begun == thing[0].ended);
    /* on the grid, though each run takes longer than a period */
    for (int i = 0; i < thing[0].begun; i++)
        EXPECT(thing[0].dues[i] == 1 + 2 * (uint64_t)i);
    poison(&thing[0]);
    EXPECT(executor_cancel(&e, &thing[1].task) == EXECUTOR_TOO_LATE);
    EXPECT(shut(EXECUTOR_ALL) == 0);
}

static void cancels_the_pausing_one(void) {
    schedule_sleep_until(8);
    EXPECT(executor_cancel(&e, &thing[0].task) == EXECUTOR_CANCELLED);
    for (int i = 1; i < thing[0].begun; i++)
        EXPECT(thing[0].dues[i] >= thing[0].dues[i - 1] + 3 + 2);
    poison(&thing[0]);
    EXPECT(shut(EXECUTOR_ALL) == 0);
}

/* It cancels itself in its second run. Until then it cannot be scheduled. */
static void one_that_cancels_itself(void) {
    begin();
    cancels = 2;
    thing[0].accepted = executor_at_rate(&e, &thing[0].task, 0, 1);
}

static void schedules_it_then_cancels_it(void) {
    bool accepted;

    schedule_sleep_until(1);
    accepted = executor_once(&e, &thing[0].task, 0);
    EXPECT(!accepted || thing[0].begun >= 2);
    schedule_sleep_until(5);
    EXPECT(executor_cancel(&e, &thing[0].task) == EXECUTOR_TOO_LATE &&
           thing[0].begun == 2 + accepted);
    EXPECT(shut(EXECUTOR_NOW) == 0);
}

/* A run that schedules its own task anew: a cancel ends both. */
static void one_that_goes_on(void) {
    one_is_due();
    anew = true;
}

static void cancels_what_goes_on(void) {
    const enum executor_answer answer = executor_cancel(&e, &thing[0].task);

    EXPECT(answer == (thing[0].begun == 2 ? EXECUTOR_TOO_LATE : EXECUTOR_CANCELLED));
    EXPECT(thing[0].begun == thing[0].ended);
    poison(&thing[0]);
    EXPECT(shut(EXECUTOR_NOW) == 0);
}

/* Two tasks that free themselves, on two workers. */
static void two_that_free_themselves(void) {
    begin();
    frees = 1;
    once(0, 0);
    once(1, 0);
}

static void shuts_after_all(void) {
    EXPECT(shut(EXECUTOR_ALL) == 0);
    EXPECT(!executor_once(&e, &thing[2].task, 0));
}

/* ---- A shutdown at tick 2: one task is due at 1, one at 3, and one repeats itself. */

static void three_tasks(void) {
    begin();
    once(0, 1);
    once(1, 3);
    thing[2].accepted = executor_at_rate(&e, &thing[2].task, 1, 1);
}

static void refused(void) {
    for (int i = 0; i < THINGS; i++)
        EXPECT(thing[i].freed || !executor_once(&e, &thing[i].task, 0));
}

/* What was due has begun, or was called off, though it may have been in the hand of the
   worker. */
static void shuts_at_2_now(void) {
    schedule_sleep_until(2);
    shut(EXECUTOR_NOW);
    EXPECT(thing[0].back + thing[0].begun == 1 && thing[1].back + thing[1].begun == 1);
    thing[2].over = thing[2].begun == thing[2].ended;
    refused();
}

static void shuts_at_2_after_what_is_due(void) {
    bool due;

    schedule_sleep_until(2);
    due = sched.now >= 3;
    shut(EXECUTOR_DUE);
    EXPECT(thing[0].back == 0 && (due ? thing[1].back == 0 : thing[1].back + thing[1].begun == 1));
    refused();
}

static void shuts_at_2_after_all(void) {
    schedule_sleep_until(2);
    shut(EXECUTOR_ALL);
    EXPECT(thing[0].back == 0 && thing[1].back == 0);
    refused();
}

/* A second call ends sooner. */
static void shuts_at_2_after_all_then_now(void) {
    shuts_at_2_after_all();
    shut(EXECUTOR_NOW);
    EXPECT(thing[1].back + thing[1].begun == 1);
}

/* ---- Who schedules while another shuts down is accepted, and then it runs; or is refused. */

static void nothing_yet(void) { begin(); }

static void schedules_one(void) { once(0, 0); }

static void shuts_after_what_came(void) {
    schedule_pause();
    EXPECT(shut(EXECUTOR_ALL) == 0);
}

/* clang-format off */
static const struct program programs[] = {
    {"cancel_beside_a_worker", 4021, one_is_due, {work, cancels_0_then_shuts}, -1, 1, 1},
    {"cancel_beside_two_workers", 45902, one_is_due, {work, work, cancels_0_then_shuts}, 4, 0, 0},
    {"cancel_waits_for_the_run", 18917, one_that_lasts,
     {work, waits_1_cancels_0_then_shuts}, -1, 1, 1},
    {"two_cancel_one_task", 10558, two_may_cancel,
     {work, cancels_0_beside_another, cancels_0_beside_another}, 5, 0, 0},
    {"fixed_rate_is_on_its_grid", 42311, at_rate, {work, cancels_the_repeating_one}, 3, 1, 1},
    {"fixed_rate_on_two_workers_does_not_overlap", 7572, at_rate,
     {work, work, cancels_the_repeating_one}, 4, 0, 0},
    {"fixed_pause_begins_when_a_run_ends", 25940, with_pause,
     {work, cancels_the_pausing_one}, 3, 1, 1},
    {"task_cancels_itself", 20612, one_that_cancels_itself,
     {work, schedules_it_then_cancels_it}, -1, 1, 0},
    {"task_schedules_itself_anew", 1257, one_that_goes_on, {work, cancels_what_goes_on}, -1, 0, 0},
    {"task_frees_itself", 3698, two_that_free_themselves, {work, work, shuts_after_all}, 2, 0, 0},
    {"shutdown_now", 114031, three_tasks, {work, shuts_at_2_now}, 3, 1, 1},
    {"shutdown_after_what_is_due", 113459, three_tasks,
     {work, shuts_at_2_after_what_is_due}, 3, 1, 1},
    {"shutdown_after_all", 72562, three_tasks, {work, work, shuts_at_2_after_all}, 3, 0, 0},
    {"shutdown_after_all_then_now", 491483, three_tasks,
     {work, shuts_at_2_after_all_then_now}, -1, 0, 1},
    {"schedule_beside_a_shutdown", 13737, nothing_yet,
     {work, schedules_one, shuts_after_what_came}, -1, 0, 0},
};

/* clang-format on */

static const char *use(int structure) {
    (void)structure;
    sched.rest = rest;
    sched.end = end;
    return "hwheel";
}

int main(int argc, char **argv) {
    return schedule_main_of(argc, argv, programs, sizeof programs / sizeof programs[0], use, 1);
}
