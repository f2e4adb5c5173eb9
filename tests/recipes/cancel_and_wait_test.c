/* SPDX-License-Identifier: MIT-0 */
/* The cancel of examples/recipes/cancel_and_wait.c under load: threads put jobs of their
   own, which put themselves again or cancel themselves, cancel them sooner or later, and
   free them at once, overwritten. A job that runs after its cancel has returned, or still
   runs then, is seen here or by a sanitizer. */
#undef NDEBUG
#define main example_main
#include "cancel_and_wait.c"
#undef main
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OWNERS = 4, TURNS = 1500, KINDS = 4 };

struct load {
    struct job job;
    int inside; /* written by who runs it, and read after the cancel, both without a lock */
    long times;
};

static pthread_mutex_t sums = PTHREAD_MUTEX_INITIALIZER;
static long answers[ITSELF + 1], runs;

static void note(enum answer answer, long times) {
    pthread_mutex_lock(&sums);
    answers[answer]++;
    runs += times;
    pthread_mutex_unlock(&sums);
}

static bool all_seen(void) {
    bool all;

    pthread_mutex_lock(&sums);
    all = runs > 0 && answers[CANCELLED] > 0 && answers[ENDED] > 0 && answers[ITSELF] > 0;
    pthread_mutex_unlock(&sums);
    return all;
}

static void begin(struct job *j) {
    struct load *const l = TW_OF(&j->node, struct load, job.node);

    assert(l->inside == 0); /* no two workers run it */
    l->inside = 1;
    l->times++;
    sched_yield();
}

static void finish(struct job *j) { TW_OF(&j->node, struct load, job.node)->inside = 0; }

static void run_plain(struct job *j) {
    begin(j);
    finish(j);
}

static void run_on(struct job *j) {
    begin(j);
    put(j, 0); /* refused while somebody waits in cancel() */
    finish(j);
}

static void run_later(struct job *j) {
    begin(j);
    put(j, jobs_now(&queue) + 20000);
    finish(j);
}

static void run_and_end(struct job *j) {
    begin(j);
    put(j, 0);
    note(cancel(j), 0); /* so it runs once */
    finish(j);
}

static void *own(void *seed) {
    static void (*const kinds[KINDS])(struct job *) = {run_plain, run_on, run_later, run_and_end};
    unsigned long random = (unsigned long)(size_t)seed;
    int i;

    for (i = 0; i < TURNS || !all_seen(); i++) {
        struct load *const l = calloc(1, sizeof *l);

        assert(l);
        random = random * 16807 % 2147483647;
        l->job.run = kinds[random % KINDS];
        assert(put(&l->job, jobs_now(&queue) + random / 8 % 3 * 20000));
        assert(l->job.run == run_and_end || put(&l->job, 0));
        if (random / 64 % 4) {
            const struct timespec t = {0, (long)(random / 256 % 50) * 1000};
            (void)nanosleep(&t, NULL);
        }
        note(cancel(&l->job), 0);
        assert(cancel(&l->job) == IDLE);
        note(IDLE, l->times);
        assert(l->inside == 0 && !l->job.busy && tw_idle(&l->job.node) &&
               (l->job.run != run_and_end || l->times <= 1));
        memset(l, 0xA5, sizeof *l);
        free(l);
    }
    return NULL;
}

int main(void) {
    pthread_t workers[WORKERS], owners[OWNERS];
    size_t i;

    (void)alarm(300); /* for a cancel that never returns */
    assert(jobs_init(&queue, NULL, 0));
    for (i = 0; i < WORKERS; i++)
        assert(pthread_create(&workers[i], NULL, worker, NULL) == 0);
    for (i = 0; i < OWNERS; i++)
        assert(pthread_create(&owners[i], NULL, own, (void *)(i + 1)) == 0);
    for (i = 0; i < OWNERS; i++)
        assert(pthread_join(owners[i], NULL) == 0);
    assert(jobs_count(&queue) == 0);
    jobs_close(&queue);
    for (i = 0; i < WORKERS; i++)
        assert(pthread_join(workers[i], NULL) == 0);
    assert(jobs_destroy(&queue));
    printf("%ld runs; cancelled %ld, ended %ld, by themselves %ld\n", runs, answers[CANCELLED],
           answers[ENDED], answers[ITSELF]);
    return 0;
}
