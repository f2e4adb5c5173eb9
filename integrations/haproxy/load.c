/* SPDX-License-Identifier: MIT-0 */
/* load order SEED | load queue|expire COUNT TURNS: the wait queue of HAProxy's src/task.c, in one
   thread and on a clock of its own.

       order   tasks get deadlines, earlier and later ones, lose them and expire; prints when
       queue   COUNT tasks wait up to 30 seconds; one gets another deadline, as a stream does
       expire  one of COUNT expires, on the average, and gets a deadline again */
#include <import/eb32sctree.h>
#include <haproxy/activity-t.h>
#include <haproxy/api.h>
#include <haproxy/cfgparse.h>
#include <haproxy/global-t.h>
#include <haproxy/pool.h>
#include <haproxy/stream.h>
#include <haproxy/task.h>
#include <haproxy/ticks.h>
#include <haproxy/tools.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 10000

/* What src/task.c wants of the rest of HAProxy. */
struct global global = {.tune = {.runqueue_depth = 200}};
struct activity activity[MAX_THREADS];
struct thread_ctx ha_thread_ctx[MAX_THREADS];
THREAD_LOCAL struct thread_ctx *th_ctx = ha_thread_ctx;
struct sched_activity sched_activity[256];
unsigned int now_ms = 0xffff0000; /* it wraps after a minute */
volatile unsigned long sleeping_thread_mask;
int stopping, poller_wr_pipe[MAX_THREADS];
unsigned long task_profiling_mask;
unsigned int grq_total;

uint64_t now_mono_time(void) { return 0; }

struct sched_activity *sched_activity_entry(struct sched_activity *array, const void *func) {
    (void)func;
    return array;
}

void cfg_register_keywords(struct cfg_kw_list *words) { (void)words; }

int too_many_args(int most, char **args, char **message, int *code) {
    (void)most, (void)args, (void)message, (void)code;
    return 0;
}

char *memprintf(char **out, const char *format, ...) {
    (void)out;
    return (char *)(unsigned long)format;
}

void create_pool_callback(struct pool_head **pool, char *name, unsigned int size) {
    (void)pool, (void)name, (void)size;
}

void __pool_free(struct pool_head *pool, void *item) { (void)pool, (void)item; }

void pool_flush(struct pool_head *pool) { (void)pool; }

struct task *process_stream(struct task *t, void *context, unsigned int state) {
    (void)context, (void)state;
    return t;
}

static struct task task[MOST];
static unsigned seed = 1;
static unsigned long woken;

static unsigned any(unsigned below) {
    seed = seed * 1664525 + 1013904223;
    return (unsigned)((unsigned long long)seed * below >> 32);
}

/* Gives a task a deadline; only an earlier one changes the tree. */
static void queue(struct task *t, unsigned after) {
    t->expire = tick_add(now_ms, (int)after);
    task_queue(t);
}

static void rest(struct task *t) {
    woken++;
    task_unlink_rq(t);
    t->state = TASK_SLEEPING;
    t->expire = TICK_ETERNITY;
}

/* Prints the tasks that were woken by their numbers: HAProxy runs them in an order of its own. */
static void run_and_say(void) {
    wake_expired_tasks();
    for (int i = 0; i < 200; i++)
        if (task_in_rq(&task[i])) {
            printf("%u: %d\n", now_ms, i);
            rest(&task[i]);
        }
}

static void run_and_queue(void) {
    struct eb32sc_node *n;

    wake_expired_tasks();
    while ((n = eb32sc_first(&th_ctx->rqueue, 1)) != NULL) {
        struct task *t = eb32sc_entry(n, struct task, rq);

        rest(t);
        queue(t, 1 + any(30000));
    }
}

static void any_call(void) {
    static const unsigned ahead[] = {50, 5000, 1000000, 1u << 29};
    struct task *t = &task[any(200)];

    switch (any(8)) {
    case 0:
        task_unlink_wq(t);
        t->expire = TICK_ETERNITY;
        break;
    case 1: /* a deadline that goes, but the task waits */
        t->expire = TICK_ETERNITY;
        break;
    case 2:
    case 3:
        now_ms += any(ahead[any(2)]);
        do
            run_and_say();
        while (tick_is_expired(next_timer_expiry(), now_ms));
        break;
    case 4:
        t->expire = tick_add(now_ms, (int)any(5000));
        task_schedule(t, t->expire);
        break;
    default:
        queue(t, 1 + any(ahead[any(4)]));
    }
    printf("next %d\n", next_timer_expiry());
}

int main(int argc, char **argv) {
    const char *what = argc > 2 ? argv[1] : "";
    const int count = argc > 2 ? atoi(argv[2]) : 0;
    const unsigned long turns = argc == 4 ? strtoul(argv[3], NULL, 10) : 0;
    const int order = argc == 3 && !strcmp(what, "order"), queues = !strcmp(what, "queue");

    if (count < 1 || count > MOST || !(order || ((queues || !strcmp(what, "expire")) && turns))) {
        fputs("usage: load order SEED | load queue|expire COUNT TURNS\n", stderr);
        return 2;
    }
    for (int i = 0; i < MOST; i++)
        task_init(&task[i], 1);
    seed = (unsigned)count;
    for (int i = 0; order && i < 20000; i++)
        any_call();
    for (int i = 0; !order && i < count; i++)
        queue(&task[i], 1 + any(30000));
    for (unsigned long i = 0; queues && i < turns; i++) {
        task_unlink_wq(&task[any((unsigned)count)]);
        queue(&task[any((unsigned)count)], 1 + any(30000));
    }
    while (!order && !queues && woken < turns) {
        now_ms += (unsigned)(15000 / count);
        run_and_queue();
    }
    printf("%lu woken\n", woken);
    return 0;
}
