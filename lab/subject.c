/* SPDX-License-Identifier: MIT-0 */
/* One structure of the lab before the judge, or under a load whose looks are counted. Given:
   change nothing here. It is compiled with the header of the structure, LAB_HEADER, and its
   name, LAB_NAME:

       subject                      prints the judge's card; --help names the options
       subject --serve              reads lines such as `add 1 5`, for a debugger
       subject --cost LOAD TIMERS   prints the looks that an operation of a load takes */
#include "lab.h"
#include LAB_HEADER
#include "judge.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#define PASTE_AGAIN(a, b) a##_##b
#define PASTE(a, b)       PASTE_AGAIN(a, b)
#define OF(verb)          PASTE(LAB_NAME, verb)
#define CLAIMS            "fifo next move callbacks deferred top " LAB_FARTHEST
#define TEXT_AGAIN(a)     #a
#define TEXT(a)           TEXT_AGAIN(a)

/* Notes which function is called, for the last words of a program that ends in it. */
#define CALL(verb)                                                                             \
    (now_in = TEXT(LAB_NAME) "_" #verb "()", looks = steps = 0, calls = (calls + 1) % 1000000, \
     OF(verb))

static struct LAB_NAME set;
static struct timer timer[CAPACITY];
static bool armed[CAPACITY];
static const char *now_in = "no function of yours";
static uint64_t looks, all_looks, steps, most_looks = 1000000, most_steps = 100000;
static volatile sig_atomic_t calls; /* how many there were, modulo some number */
static bool judged = true;

/* ------------------------------------------------------------------- what lab.h declares */

/* Writes now_in and more. Signal handlers call it, too. */
static void last_words(const char *before, const char *behind) {
    if (write(2, before, strlen(before)) < 0 || write(2, now_in, strlen(now_in)) < 0 ||
        write(2, behind, strlen(behind)) < 0)
        _exit(5);
}

static void give_up(void) {
    last_words("", " does not come back: an endless loop?\n");
    _exit(4);
}

/* Comes each 4 ms of this process's own time. No sound call takes three of them. */
static void ticked(int signal_number) {
    static sig_atomic_t last, same_call;

    (void)signal_number;
    same_call = calls == last ? same_call + 1 : 0;
    last = calls;
    if (same_call >= 3)
        give_up();
}

/* A call that looks at so many deadlines, or changes so many links of chains, loops, too. */
uint64_t lab_due(const struct deadline *d) {
    all_looks++;
    if (++looks > most_looks)
        give_up();
    return d->tick;
}

void lab_step(void) {
    if (++steps > most_steps)
        give_up();
}

void hole(const char *function) {
    fprintf(stderr, "%s() is not written yet\n", function);
    exit(3);
}

/* Ends the program if t is no timer. */
static unsigned id_of(const struct timer *t) {
    const uintptr_t at = (uintptr_t)t, begin = (uintptr_t)timer;

    if (at < begin || at >= begin + sizeof timer || (at - begin) % sizeof *timer != 0) {
        fprintf(stderr, "%s gives a pointer that leads to no timer\n", now_in);
        exit(4);
    }
    return (unsigned)((at - begin) / sizeof *timer);
}

void fire(struct timer *t) {
    const unsigned id = id_of(t);
    const char *const was = now_in;

    armed[id] = false;
    if (judged)
        judge_fired(id);
    now_in = was;
}

/* ----------------------------------------------------------------- the judge's functions */

/* The judge calls it in each new process, and a timer of the process before is not there. */
static void watch(void) {
    static const struct itimerval often = {{0, 4000}, {0, 4000}};
    static pid_t watched;

    if (watched == getpid())
        return;
    watched = getpid();
    signal(SIGVTALRM, ticked);
    setitimer(ITIMER_VIRTUAL, &often, NULL);
}

static void init(uint64_t now) {
    if (judged)
        watch();
    memset(timer, 0, JUDGE_IDS * sizeof *timer); /* a load begins in a new process, and has more */
    memset(armed, 0, JUDGE_IDS * sizeof *armed);
    CALL(init)(&set, now);
}

static bool add(unsigned id, uint64_t tick) {
    set_due(&timer[id], tick);
    armed[id] = true;
    CALL(insert)(&set, &timer[id]);
    return true;
}

static bool cancel(unsigned id) {
    if (!armed[id])
        return false;
    armed[id] = false;
    CALL(remove)(&set, &timer[id]);
    return true;
}

static bool move(unsigned id, uint64_t tick) {
    CALL(move)(&set, &timer[id], tick);
    return true;
}

static bool next(uint64_t *tick) {
    const struct timer *const first = CALL(first)(&set);

    if (first)
        *tick = timer[id_of(first)].deadline.tick;
    return first != NULL;
}

static void advance(uint64_t now, uint64_t max) {
    (void)max;
    CALL(advance)(&set, now);
}

/* ---------------------------------------------------------------------------------- loads */

static uint64_t dice = 1;

/* A tick from `from` on, one of n. */
static uint64_t any(uint64_t from, uint64_t n) {
    dice = dice * 6364136223846793005u + 1442695040888963407u;
    return from + (dice >> 33) % n;
}

/* Each arms n timers, and returns the number of the operations whose looks are counted. */

/* All timeouts have one length: each arming and each move has the latest deadline of all. */
static unsigned same(unsigned n) {
    unsigned i;

    for (i = 0; i < n; i++)
        add(i, 1000 + i);
    for (; i < 5 * n; i++)
        move(i % n, 1000 + i);
    return i;
}

/* Deadlines anywhere in 50,000 ticks. */
static unsigned mixed(unsigned n) {
    unsigned i;

    for (i = 0; i < n; i++)
        add(i, any(1, 50000));
    for (; i < 5 * n; i++)
        move(i % n, any(1, 50000));
    return i;
}

/* The same deadlines, and all of them fire, one tick after the other: looks of a firing. */
static unsigned firing(unsigned n) {
    uint64_t tick;
    unsigned i, left;

    for (i = 0; i < n; i++)
        add(i, any(1, 50000));
    all_looks = 0;
    for (left = n; left > 0;) {
        tick = UINT64_MAX;
        left = 0;
        for (i = 0; i < n; i++)
            if (armed[i]) {
                left++;
                tick = timer[i].deadline.tick < tick ? timer[i].deadline.tick : tick;
            }
        if (left > 0)
            advance(tick, UINT64_MAX);
    }
    return n;
}

/* Nothing is due for a thousand ticks: looks of a tick. */
static unsigned idle(unsigned n) {
    uint64_t tick;
    unsigned i;

    for (i = 0; i < n; i++)
        add(i, any(10000, 50000));
    all_looks = 0;
    for (tick = 1; tick <= 1000; tick++)
        advance(tick, UINT64_MAX);
    return 1000;
}

static int cost(const char *name, unsigned n) {
    static const struct {
        const char *name;
        unsigned (*run)(unsigned n);
    } loads[] = {{"same", same}, {"mixed", mixed}, {"firing", firing}, {"idle", idle}};

    unsigned i, operations;

    for (i = 0; i < sizeof loads / sizeof *loads; i++)
        if (strcmp(name, loads[i].name) == 0 && n > 0 && n <= CAPACITY) {
            judged = false;
            most_looks = most_steps = UINT64_MAX;
            init(0);
            operations = loads[i].run(n);
            printf("%.2f\n", (double)all_looks / operations);
            return 0;
        }
    fprintf(stderr, "no such load, or not 1 to %d timers\n", CAPACITY);
    return 2;
}

/* ----------------------------------------------------------------------------------- main */

static void crashed(int signal_number) {
    last_words("it crashes in ", "\n");
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

int main(int argc, char **argv) {
    static const struct judge_subject subject = {TEXT(LAB_NAME), CLAIMS, init, add,
                                                 cancel,         move,   next, advance};

    signal(SIGSEGV, crashed);
    signal(SIGBUS, crashed);
    signal(SIGFPE, crashed);
    signal(SIGILL, crashed);
    if (argc == 4 && strcmp(argv[1], "--cost") == 0)
        return cost(argv[2], (unsigned)strtoul(argv[3], NULL, 10));
    return judge_main(argc, argv, &subject);
}
