/* SPDX-License-Identifier: MIT-0 */
/* One structure of the lab before the judge, or under a load whose looks are counted. Given:
   change nothing here. It is compiled with the header of the structure, LAB_HEADER, and its
   name, LAB_NAME:

       subject --serve                reads lines such as `add 1 5`: for tw_judge, and a debugger
       subject --cost LOAD TIMERS     prints the looks that an operation of a load takes
       subject --cost LOAD TIMERS -   the same, behind a line that it reads first */
#include "lab.h"
#include LAB_HEADER
#include "../judge/core/number.h"
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
#define LOOKS             250000
#define COST              "costs " TEXT(LOOKS)
#define CLAIMS            "fifo next move callbacks deferred " COST " top " LAB_FARTHEST
#define TEXT_AGAIN(a)     #a
#define TEXT(a)           TEXT_AGAIN(a)

/* Notes which function is called, for the last words of a program that ends in it. */
#define CALL(verb)                                                        \
    (now_in = TEXT(LAB_NAME) "_" #verb "()", looks = steps = firings = 0, \
     calls = (calls + 1) % 1000000, OF(verb))

static struct LAB_NAME set;
static struct timer timer[CAPACITY];
static bool armed[CAPACITY];
static unsigned armed_count;
static uint64_t clock_now;
static const char *now_in = "no function of yours";
static const uint64_t key = 0x9E3779B97F4A7C15u; /* of the seal */
static uint64_t looks, all_looks, most_looks, steps, firings, patience;
static volatile sig_atomic_t calls; /* how many there were, modulo some number */
static bool judged = true;

/* ------------------------------------------------------------------- what lab.h declares */

/* Writes now_in and more. Signal handlers call it, too. */
static void last_words(const char *before, const char *behind) {
    if (write(2, before, strlen(before)) < 0 || write(2, now_in, strlen(now_in)) < 0 ||
        write(2, behind, strlen(behind)) < 0)
        _exit(5);
}

static void give_up(const char *what) {
    last_words("", " ");
    if (write(2, what, strlen(what)) < 0 || write(2, ": an endless loop?\n", 19) < 0)
        _exit(5);
    _exit(4);
}

/* How often a call may look at a deadline or change a link before it counts as endless. A slow
   one may look at all timers for each tick. */
static uint64_t enough(uint64_t ticks) {
    return 4 * LOOKS + 8 * (ticks < 65536 ? ticks : 65536) * (armed_count + 64);
}

/* Comes each 4 ms of this process's own time. A sound call that looks LOOKS times takes
   three of them, and with sanitizers some more. */
static void ticked(int signal_number) {
    static sig_atomic_t last, same_call;

    (void)signal_number;
    same_call = calls == last ? same_call + 1 : 0;
    last = calls;
    if ((uint64_t)same_call > 6 * patience / LOOKS)
        give_up("does not come back");
}

uint64_t lab_due(const struct deadline *d) {
    all_looks++;
    if (++looks > most_looks)
        most_looks = looks;
    if (judged && looks > patience)
        give_up("does not come back");
    return d->sealed ^ key;
}

void lab_set_due(struct deadline *d, uint64_t tick) { d->sealed = tick ^ key; }

void lab_step(void) {
    if (judged && ++steps > patience)
        give_up("does not come back");
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

static unsigned fired;
static bool in_order = true;
static uint64_t last_fired;

static uint64_t tick_of(const struct timer *t) { return t->deadline.sealed ^ key; }

void fire(struct timer *t) {
    const unsigned id = id_of(t);
    const char *const was = now_in;

    if (judged && ++firings > CAPACITY)
        give_up("fires without an end");
    armed_count -= armed[id];
    armed[id] = false;
    fired++;
    in_order = in_order && tick_of(t) >= last_fired;
    last_fired = tick_of(t);
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
    patience = enough(0);
    if (judged)
        watch();                    /* its first tick finds the patience of this process */
    memset(&set, 0xA5, sizeof set); /* what nobody has written is neither 0 nor of a run before */
    memset(timer, 0, sizeof timer);
    memset(armed, 0, sizeof armed);
    armed_count = 0;
    clock_now = now;
    most_looks = 0;
    CALL(init)(&set, now);
}

static bool add(unsigned id, uint64_t tick) {
    set_due(&timer[id], tick);
    armed[id] = true;
    armed_count++;
    CALL(insert)(&set, &timer[id]);
    return true;
}

static bool cancel(unsigned id) {
    if (!armed[id])
        return false;
    armed[id] = false;
    armed_count--;
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
        *tick = tick_of(&timer[id_of(first)]);
    return first != NULL;
}

static void advance(uint64_t now, uint64_t max) {
    (void)max;
    patience = enough(now - clock_now);
    clock_now = now;
    CALL(advance)(&set, now);
    patience = enough(0);
}

static uint64_t most(void) { return most_looks; }

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

/* The earliest deadline of all n timers. False: none is armed. */
static bool earliest(unsigned n, uint64_t *tick) {
    bool any = false;
    unsigned i;

    for (i = 0; i < n; i++)
        if (armed[i] && (!any || tick_of(&timer[i]) < *tick)) {
            *tick = tick_of(&timer[i]);
            any = true;
        }
    return any;
}

/* The same deadlines, and all of them fire, one tick after the other: looks of a firing. */
static unsigned firing(unsigned n) {
    uint64_t tick = 0;
    unsigned i, before = n;

    for (i = 0; i < n; i++)
        add(i, any(1, 50000));
    all_looks = 0;
    for (; earliest(n, &tick) && fired < n && before != fired; advance(tick, UINT64_MAX))
        before = fired;
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

/* Looks are worth something only if all timers fire, the earliest first. */
static bool all_fire(unsigned n) {
    advance(100000, UINT64_MAX); /* behind all deadlines */
    if (fired == n && in_order)
        return true;
    if (fired != n)
        fprintf(stderr, "%u of %u timers fire\n", fired, n);
    else
        fprintf(stderr, "a timer fires before one with an earlier tick\n");
    return false;
}

/* Runs a load, and prints the looks behind `title`. Returns the exit status. */
static int cost(const char *name, const char *timers, const char *title) {
    static const struct {
        const char *name;
        unsigned (*run)(unsigned n);
    } loads[] = {{"same", same}, {"mixed", mixed}, {"firing", firing}, {"idle", idle}};

    double operations, counted;
    uint64_t n;
    unsigned i;

    for (i = 0; i < sizeof loads / sizeof *loads; i++)
        if (strcmp(name, loads[i].name) == 0 && number_alone(timers, 1, CAPACITY, &n)) {
            judged = false;
            init(0);
            operations = loads[i].run((unsigned)n);
            counted = (double)all_looks;
            if (!all_fire((unsigned)n))
                return 4;
            printf("%s%.2f\n", title, counted / operations);
            fflush(stdout); /* a report of leaks ends the program */
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

/* A sanitizer says more. */
static void say_where_it_crashes(void) {
#ifndef SANITIZED
    signal(SIGSEGV, crashed);
    signal(SIGBUS, crashed);
    signal(SIGFPE, crashed);
    signal(SIGILL, crashed);
#else
    (void)crashed;
#endif
}

#ifdef SANITIZED
/* The judge looks at memory: what is freed is kept back for a short time only. */
const char *__asan_default_options(void);
void __asan_on_error(void);

const char *__asan_default_options(void) {
    return "quarantine_size_mb=1:detect_stack_use_after_return=0";
}

/* The report takes its time. */
void __asan_on_error(void) { signal(SIGVTALRM, SIG_IGN); }
#endif

/* What comes after the last call is no loop of the student's: a search for leaks, say. */
static void stop_watching(void) { signal(SIGVTALRM, SIG_IGN); }

int main(int argc, char **argv) {
    static const struct judge_subject subject = {TEXT(LAB_NAME), CLAIMS, init, add,
                                                 cancel,         move,   next, advance};
    char title[80] = "";

    if (strcmp(TEXT(due(t)), "lab_due(&(t)->deadline)") != 0) {
        fprintf(stderr, "due() is not that of lab.h\n");
        return 3;
    }
    say_where_it_crashes();
    if (atexit(stop_watching) != 0)
        return 5;
    if (argc >= 4 && strcmp(argv[1], "--cost") == 0) {
        if (argc == 5 && fgets(title, sizeof title, stdin))
            title[strcspn(title, "\n")] = ' ';
        return cost(argv[2], argv[3], title);
    }
    if (argc == 2 && strcmp(argv[1], "--serve") == 0) {
        judge_counts(most);
        return judge_serve(&subject);
    }
    fprintf(stderr, "wants --serve, or --cost LOAD TIMERS\n");
    return 2;
}
