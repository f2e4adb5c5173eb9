/* SPDX-License-Identifier: MIT-0 */
/* A deterministic scheduler: small programs of a few threads, run in every order that the
   rules allow.

   Threads are coroutines, one runs at a time, and everything that may happen in more than
   one way is a choice: which thread goes on where one takes a lock, signals, sleeps or
   ends; which of the waiters a signal wakes, one whose deadline has come included, as
   POSIX allows; a spurious wake-up; a step of the clock. The clock is virtual and moves
   when nobody can run, to the next deadline. A program is run again and again, depth
   first, until each choice was made in each way. The choices of a run that fails are
   printed, and make the same run again.

   Three bounds keep the number of runs small; -1 is none:
     preemptions   how often a thread that could go on must stand back for another
     spurious      how many wake-ups come from nowhere
     late          how often the clock moves although somebody could run */
#ifndef SCHEDULE_H
#define SCHEDULE_H

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#define SCHEDULE_NEVER UINT64_MAX

enum {
    SCHEDULE_THREADS = 4,
    SCHEDULE_STEPS = 1000,
    SCHEDULE_STACK = 64 * 1024,
    SCHEDULE_MANY = 20000
};

struct schedule_mutex {
    const struct schedule_thread *owner;
};

struct schedule_cond {
    char unused;
};

struct program {
    const char *name;
    unsigned long runs; /* how many there must be */
    void (*begin)(void);
    void (*thread[SCHEDULE_THREADS])(void); /* up to the first NULL */
    int preemptions, spurious, late;
};

/* A thread is asleep while it waits on a condition (wait) or for a time (wait NULL), and
   nothing has called it yet. */
struct schedule_thread {
    ucontext_t start;
    jmp_buf at;
    bool started, done, asleep;
    struct schedule_mutex *lock; /* what it needs before it goes on */
    const struct schedule_cond *wait;
    uint64_t until;
    char stack[SCHEDULE_STACK];
};

static struct schedule {
    const struct program *program;
    struct schedule_thread thread[SCHEDULE_THREADS], *running;
    int threads, preemptions, spurious, late;
    jmp_buf back;
    uint64_t now;

    struct schedule_choice {
        unsigned made, of;
    } choice[SCHEDULE_STEPS];

    size_t depth, known;    /* choices made in this run, and laid down for it */
    size_t steps, signals;  /* in this run */
    void (*rest)(void);     /* called whenever nobody can run, */
    void (*end)(void);      /* and at the end of each run; */
    bool (*deadlock)(void); /* if there is one, when all sleep for ever; true: the run may end so */
    bool told;              /* print what happens */
} sched;

static inline void schedule_tell(const char *what, const struct schedule_thread *t) {
    if (sched.told)
        printf("%6llu  thread %d %s\n", (unsigned long long)sched.now, (int)(t - sched.thread),
               what);
}

/* Ends the test with the choices that led here. */
static inline void schedule_fail(const char *why, ...) {
    va_list list;
    size_t i;

    fflush(stdout);
    fprintf(stderr, "%s: ", sched.program->name);
    va_start(list, why);
    vfprintf(stderr, why, list);
    va_end(list);
    fprintf(stderr, "\n  at tick %llu; to see it again: %s ", (unsigned long long)sched.now,
            sched.program->name);
    for (i = 0; i < sched.depth; i++)
        fprintf(stderr, i ? ",%u" : "%u", sched.choice[i].made);
    fprintf(stderr, sched.depth ? "\n" : "-\n");
    exit(1);
}

/* A crash is a run that fails, like another. */
static inline void schedule_crashed(int number) { schedule_fail("signal %d", number); }

#define EXPECT(condition) \
    ((condition) ? (void)0 : schedule_fail("line %d: %s", __LINE__, #condition))

/* One of n ways: the one laid down, or the first, the others being tried by later
   runs. */
static inline unsigned schedule_choose(unsigned n) {
    struct schedule_choice *c = &sched.choice[sched.depth];

    if (n < 2)
        return 0;
    if (sched.depth == SCHEDULE_STEPS)
        schedule_fail("too many choices");
    if (sched.depth == sched.known) {
        c->made = 0;
        c->of = n;
        sched.known++;
    } else if (c->of == 0) { /* given by hand */
        c->of = n;
    }
    if (c->of != n || c->made >= n)
        schedule_fail("the same choices led elsewhere: %u ways instead of %u", n, c->of);
    sched.depth++;
    return c->made;
}

/* Lays down the next run. False: there is none. */
static inline bool schedule_next(void) {
    while (sched.depth &&
           sched.choice[sched.depth - 1].made + 1 == sched.choice[sched.depth - 1].of)
        sched.depth--;
    if (sched.depth == 0)
        return false;
    sched.choice[sched.depth - 1].made++;
    sched.known = sched.depth;
    return true;
}

/* Back to the scheduler, until this thread is chosen again. */
static inline void schedule_yield(void) {
    if (_setjmp(sched.running->at) == 0)
        _longjmp(sched.back, 1);
}

/* The stack of a thread lives on from run to run. */
static inline void schedule_main(void) {
    for (;;) {
        sched.program->thread[sched.running - sched.thread]();
        sched.running->done = true;
        schedule_tell("ends", sched.running);
        schedule_yield();
    }
}

/* --------------------------------------- what a thread does; outside of runs, at once */

static inline void schedule_lock(struct schedule_mutex *m) {
    if (!sched.running)
        return;
    sched.running->lock = m;
    schedule_yield();
}

static inline void schedule_unlock(struct schedule_mutex *m) {
    if (sched.running && m->owner != sched.running)
        schedule_fail("unlocks what another thread has locked");
    m->owner = NULL;
}

static inline void schedule_sleep(struct schedule_mutex *m, const struct schedule_cond *c,
                                  uint64_t until) {
    struct schedule_thread *t = sched.running;

    if (c)
        schedule_unlock(m);
    schedule_tell(c ? "waits" : "sleeps", t);
    t->asleep = true;
    t->wait = c;
    t->until = until;
    t->lock = m;
    schedule_yield();
}

static inline void schedule_sleep_until(uint64_t tick) {
    if (sched.now < tick)
        schedule_sleep(NULL, NULL, tick);
}

/* A place where others may come between. */
static inline void schedule_pause(void) {
    if (sched.running)
        schedule_yield();
}

static inline void schedule_call(struct schedule_thread *t) {
    schedule_tell("is called", t);
    t->asleep = false;
}

static inline void schedule_signal(const struct schedule_cond *c, bool all) {
    struct schedule_thread *asleep[SCHEDULE_THREADS];
    unsigned n = 0, i;

    schedule_pause();
    sched.signals++;
    for (i = 0; i < (unsigned)sched.threads; i++)
        if (sched.thread[i].asleep && sched.thread[i].wait == c)
            asleep[n++] = &sched.thread[i];
    if (sched.running)
        schedule_tell(all ? "broadcasts" : "signals", sched.running);
    if (n && !all)
        schedule_call(asleep[schedule_choose(n)]);
    for (i = 0; i < n && all; i++)
        schedule_call(asleep[i]);
}

/* ---------------------------------------------------------------------- the scheduler */

/* May t run? A sleeper whose time has come may, but it can still be the one that a signal
   calls. */
static inline bool schedule_ready(const struct schedule_thread *t) {
    if (t->done || (t->asleep && sched.now < t->until))
        return false;
    return !t->lock || !t->lock->owner;
}

static inline void schedule_run(struct schedule_thread *t) {
    schedule_tell("goes on", t);
    t->asleep = false;
    if (t->lock)
        t->lock->owner = t;
    t->lock = NULL;
    sched.running = t;
    if (_setjmp(sched.back) != 0)
        return;
    if (t->started)
        _longjmp(t->at, 1);
    t->started = true;
    getcontext(&t->start);
    t->start.uc_stack.ss_sp = t->stack;
    t->start.uc_stack.ss_size = sizeof t->stack;
    makecontext(&t->start, schedule_main, 0);
    setcontext(&t->start);
}

/* The next deadline of a sleeper. */
static inline uint64_t schedule_deadline(void) {
    uint64_t next = SCHEDULE_NEVER;
    int i;

    for (i = 0; i < sched.threads; i++)
        if (sched.thread[i].asleep && sched.thread[i].until > sched.now &&
            sched.thread[i].until < next)
            next = sched.thread[i].until;
    return next;
}

/* Notes the threads that can go on: the one that went last first, if it is given. The
   others count only if it may be preempted. Returns how many there are. */
static inline unsigned schedule_find_ready(struct schedule_thread **way,
                                           struct schedule_thread *last) {
    unsigned ready = 0, i;

    if (last)
        way[ready++] = last;
    for (i = 0; i < (unsigned)sched.threads; i++)
        if (&sched.thread[i] != last && schedule_ready(&sched.thread[i]) &&
            !(last && sched.preemptions == 0))
            way[ready++] = &sched.thread[i];
    return ready;
}

/* Adds the threads that may wake from nothing to `ways`. Returns how many ways there are. */
static inline unsigned schedule_find_sleepers(struct schedule_thread **way, unsigned ways) {
    unsigned i;

    for (i = 0; i < (unsigned)sched.threads && sched.spurious != 0; i++)
        if (sched.thread[i].asleep && sched.thread[i].wait && !schedule_ready(&sched.thread[i]))
            way[ways++] = &sched.thread[i];
    return ways;
}

/* Says whether the program expects that nobody goes on. If it does not, the run fails. */
static inline bool schedule_may_stop(unsigned done) {
    if (sched.deadlock && sched.deadlock())
        return true;
    schedule_fail("deadlock: %d of %d threads sleep for ever", sched.threads - (int)done,
                  sched.threads);
    return true;
}

static inline unsigned schedule_done(void) {
    unsigned done = 0, i;

    for (i = 0; i < (unsigned)sched.threads; i++)
        done += sched.thread[i].done;
    return done;
}

/* One step of a run: somebody goes on, or wakes from nothing, or time passes. False: all
   are done. */
static inline bool schedule_step(void) {
    struct schedule_thread *way[2 * SCHEDULE_THREADS], *last = sched.running;
    const unsigned done = schedule_done();
    const uint64_t deadline = schedule_deadline();
    unsigned ready, ways, made;
    bool late;

    sched.running = NULL;
    if (last && !schedule_ready(last))
        last = NULL;
    ready = schedule_find_ready(way, last);
    if (ready == 0 && done == (unsigned)sched.threads)
        return false;
    if (ready == 0)
        sched.rest();

    ways = schedule_find_sleepers(way, ready);
    late = deadline != SCHEDULE_NEVER && (ready == 0 || sched.late != 0);
    if (ways + late == 0 && schedule_may_stop(done))
        return false;
    if (++sched.steps == SCHEDULE_STEPS)
        schedule_fail("no end");

    made = schedule_choose(ways + late);
    if (made < ready) {
        sched.preemptions -= last && way[made] != last && sched.preemptions > 0;
        schedule_run(way[made]);
    } else if (made < ways) {
        sched.spurious -= sched.spurious > 0;
        schedule_tell("wakes for nothing", way[made]);
        way[made]->asleep = false;
        sched.running = last;
    } else {
        sched.late -= ready > 0 && sched.late > 0;
        sched.now = deadline;
        sched.running = last;
    }
    return true;
}

/* Runs p once, as laid down. */
static inline void schedule_once(const struct program *p) {
    sched.program = p;
    sched.preemptions = p->preemptions;
    sched.spurious = p->spurious;
    sched.late = p->late;
    sched.now = 0;
    sched.depth = sched.steps = sched.signals = 0;
    sched.running = NULL;
    for (sched.threads = 0; sched.threads < SCHEDULE_THREADS && p->thread[sched.threads];
         sched.threads++) {
        struct schedule_thread *t = &sched.thread[sched.threads];
        t->started = t->started && t->done;
        t->done = t->asleep = false;
        t->lock = NULL;
    }
    p->begin();
    while (schedule_step())
        ;
    sched.running = NULL;
    sched.rest();
    sched.end();
}

/* Runs p in every way. How many there were. */
static inline unsigned long schedule_all(const struct program *p) {
    unsigned long runs = 0;

    sched.known = 0;
    do {
        schedule_once(p);
        runs++;
    } while (schedule_next());
    return runs;
}

/* Runs p once with choices as schedule_fail() prints them, telling each step. */
static inline void schedule_again(const struct program *p, const char *choices) {
    char *end;

    for (sched.known = 0; *choices >= '0' && *choices <= '9'; choices = *end ? end + 1 : end) {
        sched.choice[sched.known].made = (unsigned)strtoul(choices, &end, 10);
        sched.choice[sched.known++].of = 0;
    }
    sched.told = true;
    schedule_once(p);
}

/* Runs p in every way over each of so many structures, which use() prepares and names; a
   program of many runs over the first only. How many runs there were; `wrong` counts the
   structures on which their number is another than the table's. */
static inline unsigned long schedule_over(const struct program *p,
                                          const char *(*use)(int structure), int structures,
                                          int *wrong) {
    unsigned long all = 0;
    int k;

    for (k = 0; k < structures && (k == 0 || p->runs < SCHEDULE_MANY); k++) {
        const char *name = use(k);
        const unsigned long runs = schedule_all(p);

        all += runs;
        if (k == 0)
            printf("%-42s %9lu runs\n", p->name, runs);
        if (runs != p->runs) {
            printf("FAILED: %s on %s: %lu runs instead of %lu\n", p->name, name, runs, p->runs);
            ++*wrong;
        }
    }
    return all;
}

/* The main of a test: all n programs, or the one that argv[1] names, or the one run of it
   that argv[2] gives. With --list, the names alone. */
static inline int schedule_main_of(int argc, char **argv, const struct program *programs, size_t n,
                                   const char *(*use)(int structure), int structures) {
    const bool list = argc > 1 && strcmp(argv[1], "--list") == 0;
    unsigned long all = 0;
    size_t i;
    int ran = 0, wrong = 0;

    (void)signal(SIGSEGV, schedule_crashed);
    for (i = 0; i < n; i++) {
        const struct program *p = &programs[i];

        if (!list && argc > 1 && strcmp(argv[1], p->name) != 0)
            continue;
        ran++;
        if (list) {
            puts(p->name);
        } else if (argc > 2) {
            (void)use(0);
            schedule_again(p, argv[2]);
        } else {
            all += schedule_over(p, use, structures, &wrong);
        }
    }
    if (argc == 1)
        printf("%-42s %9lu runs\n", "all, most of them on each structure", all);
    if (ran == 0)
        fprintf(stderr, "no program %s\n", argv[1]);
    return ran == 0 ? 2 : wrong != 0;
}

#endif
