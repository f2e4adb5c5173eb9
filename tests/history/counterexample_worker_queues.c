/* SPDX-License-Identifier: MIT-0 */
/* A clock thread that hands what is due to a pool of workers and waits for them, in every
   schedule without preemption.

   The scheme: each worker has a queue of its own, which is bounded. A timer that expires
   goes into the queue of worker `expiration % workers`; if that queue is full, the clock
   thread waits for room.

   Its faults: while the clock waits, no other timer expires, whatever its worker does.
   And the workers are not chosen by who is free: what recurs with a period that the
   number of workers divides always meets the same one. Here each third timer starts a
   slow job, all of them for worker 0. Its queue fills up, and then quick jobs start late
   although both workers that should run them are idle. A longer queue only fills up
   later.

   delayqueue.h with the same timers and as many workers, with one preemption too: there
   is no clock thread and no second queue. A worker that is free waits for the next
   deadline, so each job starts on its tick. Where all workers are busy, put() refuses
   what goes beyond the room of the queue, and does not wait. */
#define _XOPEN_SOURCE 700
#undef NDEBUG
#include "../threads/schedule_threads.h"
#define TW_ASSERT(condition) EXPECT(condition)
#include "heap4.h"
#include "delayqueue.h"

#include <assert.h>

TW_DELAYQUEUE_OF(queue, heap4)

/* a slow job each 30 ticks takes 56 */
enum { WORKERS = 3, MOST = 90, EVERY = 10, SLOW = 56, END = MOST };

/* Job i expires at tick (i + 1) * EVERY. */
static struct job {
    struct tw_node node; /* for our queue */
    uint64_t started;
} job[MOST];

static int jobs;
static uint64_t busy[WORKERS]; /* for how long each worker was */

static uint64_t due(int i) { return (uint64_t)(i + 1) * EVERY; }

static bool slow(int i) { return due(i) % WORKERS == 0; }

static void run(int worker, int i) {
    job[i].started = sched.now;
    if (!slow(i))
        return;
    busy[worker] += SLOW;
    schedule_sleep_until(sched.now + SLOW);
}

/* -------------------------------------------------- THE CLOCK AND THE WORKERS' QUEUES */

static unsigned queue_room;
static struct channel work[WORKERS];

static void clock_thread(void) {
    int i;

    for (i = 0; i < jobs; i++) {
        schedule_sleep_until(due(i));
        channel_send(&work[due(i) % WORKERS], i);
    }
    for (i = 0; i < WORKERS; i++)
        channel_send(&work[i], END);
}

static void work_as(int worker) {
    int i;

    while ((i = channel_receive(&work[worker], SCHEDULE_NEVER)) != END)
        run(worker, i);
}

static void worker_0(void) { work_as(0); }

static void worker_1(void) { work_as(1); }

static void worker_2(void) { work_as(2); }

static void begin(void) {
    static const struct channel empty;
    int i;

    for (i = 0; i < WORKERS; i++) {
        work[i] = empty;
        work[i].room = queue_room;
        busy[i] = 0;
    }
    for (i = 0; i < jobs; i++)
        job[i].started = SCHEDULE_NEVER;
}

/* -------------------------------------------------------------------------- THE QUEUE */

static struct queue queue;
static TW_HEAP4_ARRAY(room, MOST);

/* Whoever runs the last job ends it all. */
static void take_as(int worker) {
    struct tw_node *n;

    while ((n = queue_take(&queue, TW_FOREVER)) != NULL) {
        const int i = (int)(TW_OF(n, struct job, node) - job);

        run(worker, i);
        if (i == jobs - 1)
            queue_close(&queue);
    }
}

static void taker_0(void) { take_as(0); }

static void taker_1(void) { take_as(1); }

static void taker_2(void) { take_as(2); }

static void begin_ours(void) {
    int i;

    begin();
    EXPECT(queue_init(&queue, room, (size_t)jobs));
    for (i = 0; i < jobs; i++) {
        tw_node_init(&job[i].node, NULL);
        EXPECT(queue_put(&queue, &job[i].node, due(i)));
    }
}

/* Two jobs keep two workers busy until tick 100. There is room for two more; the third is
   refused, at once, and the two run on their tick or as soon as somebody is free. */
static void takes_until_100(void) {
    struct tw_node *n;

    while ((n = queue_take(&queue, TW_FOREVER)) != NULL) {
        TW_OF(n, struct job, node)->started = sched.now;
        schedule_sleep_until(100);
    }
}

static void puts_three(void) {
    schedule_sleep_until(50);
    EXPECT(queue_put(&queue, &job[2].node, 60));
    EXPECT(queue_put(&queue, &job[3].node, 150));
    EXPECT(!queue_put(&queue, &job[4].node, 70));
    EXPECT(sched.now == 50); /* nobody waited */
    schedule_sleep_until(200);
    queue_close(&queue);
}

static void begin_full(void) {
    int i;

    begin();
    EXPECT(queue_init(&queue, room, 2));
    for (i = 0; i < jobs; i++)
        tw_node_init(&job[i].node, NULL);
    EXPECT(queue_put(&queue, &job[0].node, 1));
    EXPECT(queue_put(&queue, &job[1].node, 2));
}

static void end_full(void) {
    EXPECT(job[0].started == 1 && job[1].started == 2);
    EXPECT(job[2].started == 100 && job[3].started == 150 && job[4].started == SCHEDULE_NEVER);
    EXPECT(queue_destroy(&queue));
}

/* ----------------------------------------------------------------------- WHO WAS LATE */

static struct {
    unsigned late; /* how many quick jobs, */
    uint64_t most; /* and by how much at most */
} expected;

static void rest(void) {}

/* Of every run. */
static void end(void) {
    unsigned late = 0;
    uint64_t most = 0;
    int i;

    for (i = 0; i < jobs; i++) {
        EXPECT(job[i].started != SCHEDULE_NEVER && job[i].started >= due(i));
        if (!slow(i) && job[i].started > due(i)) {
            late++;
            most = job[i].started - due(i) > most ? job[i].started - due(i) : most;
        }
    }
    EXPECT(late == expected.late && most == expected.most);
}

/* One worker had all the slow jobs. */
static void theirs_end(void) {
    end();
    EXPECT(busy[0] == (uint64_t)(jobs / 3) * SLOW && busy[1] == 0 && busy[2] == 0);
}

static void our_end(void) {
    int i;

    end();
    for (i = 0; i < jobs; i++)
        EXPECT(job[i].started == due(i));
    EXPECT(queue_destroy(&queue));
}

static unsigned long expect(const struct program *p, int of_jobs, void (*its_end)(void),
                            unsigned late, uint64_t most) {
    unsigned long runs;

    sched.end = its_end;
    jobs = of_jobs;
    expected.late = late;
    expected.most = most;
    runs = schedule_all(p);
    /* ours: however the header orders its steps */
    assert(its_end == theirs_end ? runs == p->runs : runs > p->runs);
    return runs;
}

static void expect_theirs(unsigned of_room, int of_jobs, unsigned long runs, unsigned late,
                          uint64_t most) {
    const struct program p = {"queues", runs, begin, {clock_thread, worker_0, worker_1, worker_2},
                              0,        0,    0};

    queue_room = of_room;
    expect(&p, of_jobs, theirs_end, late, most);
    printf("queues of %u, %d jobs, %lu schedules: %u quick ones late in each, by up to %lu ticks\n",
           of_room, of_jobs, runs, late, (unsigned long)most);
}

int main(void) {
    static const struct program ours = {"one queue", 90, begin_ours, {taker_0, taker_1, taker_2},
                                        1,           0,  0},
                                full = {"full",     50,
                                        begin_full, {takes_until_100, takes_until_100, puts_three},
                                        1,          0,
                                        0};
    unsigned long runs;

    sched.rest = rest;
    expect_theirs(1, 24, 768, 8, 90);
    expect_theirs(2, 24, 96, 3, 34);
    expect_theirs(8, 75, 9216, 11, 140);

    runs = expect(&ours, 24, our_end, 0, 0) + expect(&ours, 75, our_end, 0, 0);
    printf("one delay queue, %lu schedules: none is late in any\n", runs);
    runs = expect(&full, 5, end_full, 0, 0);
    printf("a full delay queue, %lu schedules: one refused, nobody waits in any\n", runs);
    return 0;
}
