/* SPDX-License-Identifier: MIT-0 */
/* post.h interrupted at every instruction. The processor traps behind each one (x86's
   trap flag), and at the one whose turn it is the handler sends posts, as an interrupt
   would: the machine code as it is, not the source. First one interrupt, at each
   instruction of a send, a drain and an advance; then one that is itself interrupted by
   another at each of its own. Afterwards every post must be where its last request puts
   it, where a request that came amidst another one for the same post may be the last or
   not; and the owner was told once for each time that there was something. */
#define _GNU_SOURCE
#undef NDEBUG
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <ucontext.h>
#include "hwheel.h"
#include "post.h"

TW_TIMERS_OF(timers, hwheel)
TW_POSTS_OF(timers)

/* Sets or clears the trap flag; memory is as written before. */
static inline void trap_flag(bool on) {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
#if defined(__x86_64__)
    __builtin_ia32_writeeflags_u64((__builtin_ia32_readeflags_u64() & ~(unsigned long long)256) |
                                   (on ? 256 : 0));
#else
    __builtin_ia32_writeeflags_u32((__builtin_ia32_readeflags_u32() & ~256u) | (on ? 256 : 0));
#endif
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

enum { POSTS = 4, NONE = -1 };

static struct timers set;
static struct tw_posts inbox;
static struct tw_post post[POSTS];
static int told, drains;

/* What may be the last request for each post: the due of an arm, 0 for a cancel. */
static tw_tick last[POSTS][3];
static int lasts[POSTS];

static void fire(struct tw_node *n, tw_tick now) { assert(n->due <= now); }

static void send(int i, tw_tick due) {
    if (due ? tw_post_arm(&inbox, &post[i], due) : tw_post_cancel(&inbox, &post[i]))
        __atomic_fetch_add(&told, 1, __ATOMIC_RELAXED);
}

static void drain(void) { drains += timers_drain(&set, &inbox, NULL) != 0; }

/* ---------------------------------------------------------------------- interruptions */

struct action {
    const char *name;
    int i; /* the post that it sends; NONE: it sends none */
    tw_tick due;
    void (*run)(void);
};

static void arms_0(void) { send(0, 100); }

static void moves_0(void) { send(0, 200); }

static void cancels_0(void) { send(0, 0); }

static void arms_1(void) { send(1, 300); }

static void drains_all(void) { drain(); }

static void advances(void) { (void)timers_advance(&set, 10); }

static const struct action sends[] = {{"arm", 0, 100, arms_0},
                                      {"move", 0, 200, moves_0},
                                      {"cancel", 0, 0, cancels_0},
                                      {"arm another", 1, 300, arms_1}};
static const struct action works[] = {{"drain", NONE, 0, drains_all},
                                      {"advance", NONE, 0, advances}};

enum { SENDS = sizeof sends / sizeof sends[0], WORKS = sizeof works / sizeof works[0] };

/* The action that runs with the trap flag set, and at which of its instructions the next
   one comes. */
static struct stepping {
    const struct action *interrupt;
    volatile long step, at;
} first, second, *stepping;

static void run_stepped(const struct action *a, struct stepping *s, const struct action *interrupt,
                        long at) {
    struct stepping *const outer = stepping;

    s->interrupt = interrupt;
    s->step = 0;
    s->at = at;
    stepping = s;
    trap_flag(true);
    a->run();
    trap_flag(false);
    stepping = outer;
}

static const struct action *third;
static long third_at;

static void trap(int signal, siginfo_t *info, void *context) {
    ucontext_t *u = context;
    struct stepping *s = stepping;

    (void)signal, (void)info;
    if (s->step++ != s->at)
        return;
    u->uc_mcontext.gregs[REG_EFL] &= ~256; /* it goes on without */
    if (s == &first && third)
        run_stepped(s->interrupt, &second, third, third_at);
    else
        s->interrupt->run();
}

/* ---------------------------------------------------------------------------- one run */

/* Ends a drain that goes round in a list with a circle in it: by processor time, of which
   a run needs next to none. */
static const struct itimerval hang = {{0, 0}, {3, 0}};

static void begin(void) {
    int i;

    (void)setitimer(ITIMER_VIRTUAL, &hang, NULL);
    timers_init(&set, 0, NULL, 0);
    memset(&inbox, 0, sizeof inbox);
    told = drains = 0;
    for (i = 0; i < POSTS; i++) {
        tw_post_init(&post[i], fire);
        last[i][0] = 0;
        lasts[i] = 1;
    }
    timers_add(&set, &post[3].node, 5);
    last[3][0] = 5;
}

/* A request for post i: certainly behind those before it, or amidst the last one. */
static void may_be_last(const struct action *a, bool amidst) {
    if (a->i == NONE)
        return;
    if (!amidst)
        lasts[a->i] = 0;
    last[a->i][lasts[a->i]++] = a->due;
}

static bool is_where(int i, tw_tick due) {
    const struct tw_node *n = &post[i].node;

    return due ? n->due == due && tw_idle(n) == (due <= timers_now(&set)) : tw_idle(n);
}

static void finish(const char *what, const struct action *a, const struct action *b,
                   const struct action *c, long at) {
    int i, k;

    drain();
    for (i = 0; i < POSTS; i++) {
        for (k = 0; k < lasts[i] && !is_where(i, last[i][k]); k++)
            ;
        if (k == lasts[i] || post[i].wanted != 0 || told != drains || timers_check(&set)) {
            fprintf(stderr,
                    "%s: %s, interrupted by %s%s%s at instruction %ld: post %d is lost, told %d "
                    "of %d\n",
                    what, a->name, b->name, c ? ", interrupted by " : "", c ? c->name : "", at, i,
                    told, drains);
            _Exit(1);
        }
    }
    timers_clear(&set);
}

/* All instructions of a, and of b within a if there is a c. How many runs. */
static long sweep(const char *what, bool sent_before, const struct action *a,
                  const struct action *b, const struct action *c) {
    long runs = 0, at = 0;

    third = c;
    third_at = 0;
    for (;;) {
        bool came, came_too;

        begin();
        if (sent_before) {
            send(0, 50);
            send(2, 60);
            last[0][0] = 50;
            last[2][0] = 60;
        }
        second.step = 0;
        second.at = -1;
        run_stepped(a, &first, b, at);
        came = first.step > at;
        came_too = c && second.step > third_at;
        runs++;

        may_be_last(a, false);
        if (came)
            may_be_last(b, a->i == b->i);
        if (came_too)
            may_be_last(c, b->i == c->i || a->i == c->i);
        finish(what, a, b, c, at);

        if (!came)
            return runs;
        if (came_too) {
            third_at++;
        } else {
            third_at = 0;
            at++;
        }
    }
}

int main(void) {
    struct sigaction action;
    long once = 0, twice = 0, before, least = -1;
    int i, k, m;
    bool sent;

    memset(&action, 0, sizeof action);
    action.sa_sigaction = trap;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    assert(sigaction(SIGTRAP, &action, NULL) == 0);

    for (sent = false;; sent = true) {
        const char *what = sent ? "two are sent" : "none is sent";
        for (i = 0; i < SENDS + WORKS; i++)
            for (k = 0; k < SENDS; k++) {
                const struct action *a = i < SENDS ? &sends[i] : &works[i - SENDS];
                before = once;
                once += sweep(what, sent, a, &sends[k], NULL);
                if (least < 0 || once - before < least)
                    least = once - before;
            }
        if (sent)
            break;
    }
    /* an arm comes between, and then a request for the same post or another */
    for (m = 1; m < SENDS; m++) {
        twice += sweep("none is sent", false, &sends[0], &sends[0], &sends[m]);
        twice += sweep("none is sent", false, &works[0], &sends[0], &sends[m]);
    }
    assert(least >= 10); /* instructions; else nothing was stepped through */
    printf("interrupted once in %ld places, twice in %ld\n", once, twice);
    return 0;
}
