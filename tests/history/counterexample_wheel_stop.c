/* SPDX-License-Identifier: MIT-0 */
/* A wheel that takes its orders from channels, and what happens after Stop, in every
   schedule (three threads: with two preemptions at most).

   The scheme: one thread owns the wheel and waits for the next tick or for an order. Add,
   Remove and Stop are orders: each goes over an unbuffered channel, so the call returns
   when the wheel's thread has received it. On Stop that thread ends.

   Its faults: nobody receives any more. Each call after Stop waits for ever, be it Add,
   Remove or a second Stop; so does an Add that another thread makes at the same time as
   Stop, in some of the schedules. Tasks that were pending never run, and nobody gets them
   back.

   delayqueue.h in the same programs: after close() every call answers at once. put() and
   move() say false, cancel() still gives a pending task back, and clear_with() gives back all
   the others. The slots of the wheel play no part here and are left out;
   counterexample_wheel_rounds has them. */
#define _XOPEN_SOURCE 700
#undef NDEBUG
#include "../threads/schedule_threads.h"
#define TW_ASSERT(condition) EXPECT(condition)
#include "heap4.h"
#include "delayqueue.h"

#include <assert.h>

TW_DELAYQUEUE_OF(queue, heap4)

/* at tick 0 the first five are added, for ticks 1 to 5 */
enum { FIRST = 5, TASKS = FIRST + 1, EXTRA = FIRST };

/* orders; the first two with the number of a task */
enum { ADD = 0, REMOVE = 100, STOP = 200 };

static struct task {
    struct tw_node node; /* for our queue */
    uint64_t due;        /* in theirs; 0: it does not wait */
    bool ran, back;      /* back: it belongs to its owner again */
} task[TASKS];

static uint64_t stop_at;
static int last_call;       /* what the client calls after Stop */
static unsigned long hung;  /* runs that end with a call that never returns */
static unsigned long left;  /* tasks that neither ran nor came back, in all runs together */
static unsigned long extra; /* runs in which the other client's task was accepted */

/* ---------------------------------------------------------- THE WHEEL AND ITS CHANNEL */

static struct channel orders;

static void order(int word) { channel_send(&orders, word); }

static void wheel_tick(uint64_t now) {
    int i;

    for (i = 0; i < TASKS; i++)
        if (task[i].due == now) {
            task[i].due = 0;
            task[i].ran = true;
        }
}

static void wheel_thread(void) {
    uint64_t tick = 1;
    int word;

    while ((word = channel_receive(&orders, tick)) != STOP) {
        if (word == NOTHING) {
            wheel_tick(tick++);
        } else if (word >= REMOVE) {
            task[word - REMOVE].due = 0;
            task[word - REMOVE].back = true;
        } else {
            task[word].due = (uint64_t)word + 1;
        }
    }
}

static void adds_and_stops(void) {
    int i;

    for (i = 0; i < FIRST; i++)
        order(ADD + i);
    schedule_sleep_until(stop_at);
    order(STOP);
}

static void calls_once_more(void) {
    adds_and_stops();
    order(last_call);
    schedule_fail("a call after Stop returned");
}

static void adds_another(void) {
    schedule_sleep_until(stop_at);
    order(ADD + EXTRA);
    extra++;
}

/* -------------------------------------------------------------------------- THE QUEUE */

static struct queue queue;

static void takes(void) {
    struct tw_node *n;

    while ((n = queue_take(&queue, TW_FOREVER)) != NULL)
        TW_OF(n, struct task, node)->ran = true;
    EXPECT(sched.now == stop_at); /* it did not sleep on */
}

static void puts_and_closes(void) {
    int i;

    for (i = 0; i < FIRST; i++)
        EXPECT(queue_put(&queue, &task[i].node, (tw_tick)i + 1));
    schedule_sleep_until(stop_at);
    queue_close(&queue);
}

/* The clock stands still while they answer, so none of them waited. */
static void calls_all_once_more(void) {
    puts_and_closes();
    EXPECT(!queue_put(&queue, &task[EXTRA].node, 9));
    EXPECT(!queue_move(&queue, &task[FIRST - 1].node, 9));
    task[FIRST - 1].back = queue_cancel(&queue, &task[FIRST - 1].node);
    EXPECT(task[FIRST - 1].back == !task[FIRST - 1].ran);
    queue_close(&queue);
    EXPECT(sched.now == stop_at);
}

static void puts_another(void) {
    schedule_sleep_until(stop_at);
    if (queue_put(&queue, &task[EXTRA].node, EXTRA + 1))
        extra++;
    /* it was never given away */
    else
        task[EXTRA].back = true;
}

/* ------------------------------------------------------------------------------ A RUN */

static void begin(void) {
    static const struct channel empty;
    static TW_HEAP4_ARRAY(room, TASKS);
    int i;

    orders = empty;
    for (i = 0; i < TASKS; i++) {
        tw_node_init(&task[i].node, NULL);
        task[i].due = 0;
        task[i].ran = task[i].back = false;
    }
    EXPECT(queue_init(&queue, room, TASKS));
}

static void rest(void) {}

static void gives_back(struct tw_node *n, tw_tick now) {
    (void)now;
    EXPECT(!TW_OF(n, struct task, node)->ran && !TW_OF(n, struct task, node)->back);
    TW_OF(n, struct task, node)->back = true;
}

static void end(void) {
    const int tasks = sched.program->thread[2] ? TASKS : FIRST;
    int i;

    (void)queue_clear_with(&queue, gives_back);
    EXPECT(queue_destroy(&queue));
    for (i = 0; i < tasks; i++)
        left += !task[i].ran && !task[i].back;
}

static bool deadlock(void) {
    hung++;
    return true;
}

static unsigned long run_all(const struct program *p) {
    unsigned long runs;

    hung = left = extra = 0;
    runs = schedule_all(p);
    printf("%-20s at tick %d, %4lu schedules: %4lu hang, %5lu tasks lost\n", p->name, (int)stop_at,
           runs, hung, left);
    fflush(stdout);
    return runs;
}

static void expect(const struct program *p, unsigned long hung_runs, unsigned long left_tasks) {
    const unsigned long runs = run_all(p);

    assert(runs == p->runs && hung == hung_runs && left == left_tasks);
}

/* However the header orders its steps, there are more schedules than these. */
static unsigned long expect_ours(const struct program *p) {
    const unsigned long runs = run_all(p);

    assert(runs > p->runs && hung == 0 && left == 0);
    return runs;
}

int main(void) {
    static const struct program
        stop = {"stop", 580, begin, {adds_and_stops, wheel_thread}, -1, 0, 0},
        call = {"stop and one call", 725, begin, {calls_once_more, wheel_thread}, -1, 0, 0},
        beside = {"stop beside an add",
                  7608,
                  begin,
                  {adds_and_stops, wheel_thread, adds_another},
                  2,
                  0,
                  0},
        our_call = {"close and every call", 1000, begin, {calls_all_once_more, takes}, -1, 0, 0},
        our_beside = {
            "close beside a put", 1000, begin, {puts_and_closes, takes, puts_another}, 2, 0, 0};
    static const int calls[] = {ADD + EXTRA, REMOVE + FIRST - 1, STOP};
    unsigned long runs;
    size_t i;

    sched.rest = rest;
    sched.end = end;
    sched.deadlock = deadlock;
    for (stop_at = 1; stop_at < FIRST; stop_at++) {
        /* tasks that are due after the stop; */
        const unsigned long later = FIRST - (unsigned long)stop_at;

        /* in 435 of the 580 it also comes before the one of its own tick */
        expect(&stop, 0, 580 * later + 435);
        for (i = 0; i < sizeof calls / sizeof calls[0]; i++) {
            last_call = calls[i];
            expect(&call, 725, 725 * later + 580);
        }
        expect(&beside, 2574, 7608 * (later + 1) + 2097); /* the other's task never runs */
        assert(extra == 7608 - 2574);
        expect_ours(&our_call);
        runs = expect_ours(&our_beside);
        assert(0 < extra && extra < runs); /* its put was before the close, and after it */
    }
    return 0;
}
