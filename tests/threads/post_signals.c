/* SPDX-License-Identifier: MIT-0 */
/* post.h under a storm of signals. Two handlers send posts to the thread that they
   interrupt, which owns the set: the low one is interrupted by the high one, also amidst
   a send, also for the same post, and both interrupt the owner wherever it is. Another
   process sends signals as fast as it can: where they hit is a matter of luck. The owner
   raises others itself, before and behind the atomic steps of post.h and in callbacks:
   those hit within a send, a drain and an advance, and the test goes on until each has
   happened often enough. post_steps.c leaves no instruction out.

   A deadline is a number that only grows, from a counter of the handler's own, with a
   mark in its lower half that belongs to it: what is torn, old or invented shows. Every
   few turns the signals are held back, and each post must be where the last request has
   put it; for those that both handlers send, the last of either.

       post_signals [REQUESTS] */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#undef NDEBUG
#include <assert.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include "hwheel.h"
#include "timers.h"
#if defined(TW_POST_C11)
#include <stdatomic.h>
#endif

/* Each atomic step of post.h, with the compiler's names or with those that <stdatomic.h>
   is made of. */
static void step(void);
#define __atomic_exchange_n(...)         (step(), __atomic_exchange_n(__VA_ARGS__))
#define __atomic_compare_exchange_n(...) (step(), __atomic_compare_exchange_n(__VA_ARGS__))
#define __atomic_load_n(...)             (step(), __atomic_load_n(__VA_ARGS__))
#define __atomic_store_n(...)            (step(), __atomic_store_n(__VA_ARGS__))
#define __atomic_exchange(...)           (step(), __atomic_exchange(__VA_ARGS__))
#define __atomic_compare_exchange(...)   (step(), __atomic_compare_exchange(__VA_ARGS__))
#define __c11_atomic_exchange(...)       (step(), __c11_atomic_exchange(__VA_ARGS__))
#define __c11_atomic_compare_exchange_weak(...) \
    (step(), __c11_atomic_compare_exchange_weak(__VA_ARGS__))
#include "post.h"

TW_TIMERS_OF(timers, hwheel)
TW_POSTS_OF(timers)

#undef __atomic_exchange_n
#undef __atomic_compare_exchange_n
#undef __atomic_load_n
#undef __atomic_store_n

enum { LOW, HIGH, LEVELS, POSTS = 12, ROUND = 8, OFTEN = 100 };

/* What each handler does; post 0 to 3 are the low one's, 4 to 7 the high one's, the rest
   are both's. */
static struct level {
    uint32_t random, number;
    unsigned long sent, told;
    volatile int sending; /* the post that it is about to send or just sends, plus 1 */
    tw_tick last[POSTS];  /* 0: cancelled, or never sent */
} level[LEVELS];

static struct timers set;
static struct tw_posts inbox;
static struct tw_post post[POSTS];
static tw_tick fired_last[POSTS];
static unsigned long drains, fired;
static volatile sig_atomic_t draining, advancing;
static volatile unsigned long in_drain, in_advance, in_send, in_same; /* hits */
/* of the owner; the sender sees them, too */
static unsigned *turns;

/* Raises a signal in the owner, at one step of five, or so: the high one within a send of
   the low handler, the low one within a drain of the owner. The handler runs before
   raise() returns. */
static void step(void) {
    static unsigned steps;

    if (level[HIGH].sending || ++steps * 2654435761u >> 16 & 3)
        return;
    if (level[LOW].sending)
        (void)raise(SIGUSR2);
    else if (draining)
        (void)raise(SIGUSR1);
}

static tw_tick deadline(uint32_t number, int who) {
    const uint32_t n = number * LEVELS + (uint32_t)who;

    return (tw_tick)n << 32 | (uint32_t)(n * 2654435761u);
}

static void fire(struct tw_node *n, tw_tick now) {
    const int i = (int)(TW_POST_OF(n) - post);
    const uint32_t number = (uint32_t)(n->due >> 32);

    assert(n->due <= now);
    assert(n->due == deadline(number / LEVELS, (int)(number % LEVELS))); /* not torn */
    assert(i >= 4 || number % LEVELS == LOW);
    assert(i < 4 || i >= 8 || number % LEVELS == HIGH);
    assert(i >= 8 || n->due > fired_last[i]); /* not old, not twice */
    fired_last[i] = n->due;
    if (++fired % 5 == 0)
        (void)raise(fired % 2 ? SIGUSR1 : SIGUSR2);
}

static void handle(int signal) {
    const int who = signal == SIGUSR2 ? HIGH : LOW;
    struct level *l = &level[who];
    int k;

    in_drain += draining != 0;
    in_advance += advancing != 0;
    for (k = 0; k < ROUND; k++) {
        const unsigned r = (l->random = l->random * 1664525u + 1013904223u) >> 20;
        const int i = r % 2 ? 8 + (int)(r / 2 % 4) : who * 4 + (int)(r / 2 % 4);
        const tw_tick due = r / 8 % 8 ? deadline(++l->number, who) : 0;

        if (who == HIGH && level[LOW].sending) {
            in_send++;
            in_same += level[LOW].sending == i + 1;
        }
        l->sending = i + 1;
        l->last[i] = due;
        if (due ? tw_post_arm(&inbox, &post[i], due) : tw_post_cancel(&inbox, &post[i]))
            l->told++;
        l->sending = 0;
        l->sent++;
    }
}

/* Sends the signals, from a process of its own: some as fast as it can, so that one meets
   the other, and now and then none until the owner has come round, so that posts are idle
   when they are sent. Ends with the owner. */
static void storm(pid_t owner) {
    unsigned random = 1, k;

    while (getppid() == owner) {
        const unsigned before = __atomic_load_n(turns, __ATOMIC_RELAXED);

        random = random * 1664525u + 1013904223u;
        for (k = random >> 26; k > 0; k--)
            (void)kill(owner, random >> k % 24 & 1 ? SIGUSR2 : SIGUSR1);
        for (k = 100; k > 0 && __atomic_load_n(turns, __ATOMIC_RELAXED) - before < 3; k--)
            (void)sched_yield();
    }
    _exit(0);
}

static void turn(void) {
    const uint32_t low = level[LOW].number, high = level[HIGH].number;

    __atomic_fetch_add(turns, 1, __ATOMIC_RELAXED);
    draining = 1;
    drains += timers_drain(&set, &inbox, NULL) != 0;
    draining = 0;
    advancing = 1;
    (void)timers_advance(&set, (tw_tick)((low < high ? low : high) * LEVELS) << 32);
    advancing = 0;
}

/* Is post i where a last request for `due` puts it? */
static bool is_where(int i, tw_tick due) {
    const struct tw_node *n = &post[i].node;

    if (due == 0)
        return tw_idle(n);
    return due > timers_now(&set) ? !tw_idle(n) && n->due == due : tw_idle(n) && n->due == due;
}

/* While nothing comes between: each post is where its last request, or the last of
   either, puts it. */
static void check(const sigset_t *both) {
    int i;

    assert(sigprocmask(SIG_BLOCK, both, NULL) == 0);
    turn();
    assert(!tw_posts_any(&inbox) && level[LOW].told + level[HIGH].told == drains &&
           !timers_check(&set));
    for (i = 0; i < POSTS; i++) {
        const bool low = is_where(i, level[LOW].last[i]), high = is_where(i, level[HIGH].last[i]);
        assert(i < 4 ? low : i < 8 ? high : low || high);
    }
    assert(sigprocmask(SIG_UNBLOCK, both, NULL) == 0);
}

/* Lets both signals be handled, the higher one within the lower one, and blocks them for
   now. */
static void handle_both(sigset_t *both) {
    struct sigaction action;

    sigemptyset(both);
    sigaddset(both, SIGUSR1);
    sigaddset(both, SIGUSR2);
    memset(&action, 0, sizeof action);
    action.sa_handler = handle;
    sigemptyset(&action.sa_mask);
    assert(sigaction(SIGUSR1, &action, NULL) == 0);
    action.sa_mask = *both;
    assert(sigaction(SIGUSR2, &action, NULL) == 0);
    assert(sigprocmask(SIG_BLOCK, both, NULL) == 0);
}

int main(int argc, char **argv) {
    const unsigned long requests = argc > 1 ? strtoul(argv[1], NULL, 10) : 300000;
    const pid_t owner = getpid();
    pid_t sender;
    sigset_t both;
    int i;

    for (i = 0; i < POSTS; i++)
        tw_post_init(&post[i], fire);
    level[LOW].random = 1;
    level[HIGH].random = 2;
    handle_both(&both);
    turns = (unsigned *)mmap(NULL, sizeof *turns, PROT_READ | PROT_WRITE,
                             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert(turns != MAP_FAILED);
    sender = fork();
    assert(sender >= 0);
    if (sender == 0)
        storm(owner);
    check(&both);
    do {
        for (i = 0; i < 500; i++)
            turn();
        check(&both);
    } while (level[LOW].sent + level[HIGH].sent < requests || in_drain < OFTEN ||
             in_advance < OFTEN || in_send < OFTEN || in_same < OFTEN || fired < OFTEN);
    assert(kill(sender, SIGKILL) == 0);
    while (waitpid(sender, NULL, 0) != sender) { /* a signal came */
    }
    check(&both);
    printf("%lu requests, %lu drains, %lu firings; %lu signals within a drain, %lu within an "
           "advance, %lu within a send, %lu of them for the same post\n",
           level[LOW].sent + level[HIGH].sent, drains, fired, in_drain, in_advance, in_send,
           in_same);
    return 0;
}
