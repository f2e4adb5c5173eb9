/* SPDX-License-Identifier: MIT-0 */
/* Sleeping below a millisecond, in a loop that serves descriptors too.

   What it teaches: poll() and epoll_wait() count milliseconds, so wait_ms() rounds up,
   and the loop may be a millisecond late. With a tick of a nanosecond and one of these
   calls it sleeps until the very tick. ppoll(), epoll_pwait2() and, on macOS and the
   BSDs, kevent() take a timespec; a timerfd is a descriptor that can be read from a
   deadline on. The set and the rest of the loop stay as they are.

       short_sleeps     each way that this system has: 20 timers, 250 us apart, and how
                        late the latest came */
#define _GNU_SOURCE
#include <tw/hwheel.h>
#include <tw/timers.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/epoll.h>
#include <sys/timerfd.h>
#else
#define TW_HAVE_KQUEUE
#endif
#if defined(TW_HAVE_KQUEUE)
#include <sys/event.h>
#endif

TW_TIMERS_OF(timers, hwheel)

enum { TIMERS = 20, EVENTS = 8 };

#define SECOND ((tw_tick)1000000000)
#define APART  ((tw_tick)250000)

static struct timers timers;
static int served[2]; /* a pipe, in place of what your loop serves */
static tw_tick latest;
static long fired;

static tw_tick now_ns(void) {
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (tw_tick)t.tv_sec * SECOND + (tw_tick)t.tv_nsec;
}

static struct timespec as_timespec(tw_tick ns) {
    return (struct timespec){.tv_sec = (time_t)(ns / SECOND), .tv_nsec = (long)(ns % SECOND)};
}

/* How long to sleep; NULL: nothing is armed, so until a descriptor is ready. */
static struct timespec *time_left(struct timespec *left) {
    const tw_tick now = now_ns();
    tw_tick due;

    if (!timers_next(&timers, &due))
        return NULL;
    *left = as_timespec(due > now ? due - now : 0);
    return left;
}

#if defined(__linux__)
static int epoll, timer;

static bool open_linux(void) {
    struct epoll_event e = {.events = EPOLLIN, .data = {.fd = served[0]}};

    epoll = epoll_create1(EPOLL_CLOEXEC);
    timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    return timer >= 0 && epoll_ctl(epoll, EPOLL_CTL_ADD, served[0], &e) == 0;
}

static void by_ppoll(void) {
    struct pollfd fd = {served[0], POLLIN, 0};
    struct timespec left;

    ppoll(&fd, 1, time_left(&left), NULL);
}

/* Linux before 5.11 has no such call: there it sleeps for milliseconds, rounded up. */
static void by_epoll(void) {
    struct epoll_event e[EVENTS];
    struct timespec left;

    if (epoll_pwait2(epoll, e, EVENTS, time_left(&left), NULL) < 0 && errno == ENOSYS)
        epoll_wait(epoll, e, EVENTS, timers_wait_ms(&timers, now_ns(), 1000000));
}

/* By the deadline itself. All zero disarms the timerfd, as it must be if nothing is
   armed. It need not be read: to set it takes away that it went off. */
static void by_timerfd(void) {
    struct pollfd fd[] = {{served[0], POLLIN, 0}, {timer, POLLIN, 0}};
    struct itimerspec at = {{0, 0}, {0, 0}};
    tw_tick due;

    if (timers_next(&timers, &due))
        at.it_value = as_timespec(due ? due : 1);
    timerfd_settime(timer, TFD_TIMER_ABSTIME, &at, NULL);
    poll(fd, 2, -1);
}
#endif

#if defined(TW_HAVE_KQUEUE)
static int queue;

static bool open_kqueue(void) {
    struct kevent e;

    queue = kqueue();
    EV_SET(&e, (uintptr_t)served[0], EVFILT_READ, EV_ADD, 0, 0, NULL);
    return kevent(queue, &e, 1, NULL, 0, NULL) == 0;
}

static void by_kqueue(void) {
    struct kevent e[EVENTS];
    struct timespec left;

    kevent(queue, NULL, 0, e, EVENTS, time_left(&left));
}
#endif

static void fire(struct tw_node *n, tw_tick now) {
    latest = now - n->due > latest ? now - n->due : latest;
    fired++;
}

static void run(const char *name, void (*sleep_by)(void)) {
    static struct tw_node node[TIMERS];
    const tw_tick start = now_ns();
    long wakeups;

    timers_init(&timers, start, NULL, 0);
    for (int i = 0; i < TIMERS; i++) {
        tw_node_init(&node[i], fire);
        timers_add(&timers, &node[i], start + (tw_tick)(i + 1) * APART);
    }
    latest = 0;
    fired = 0;
    for (wakeups = 0; fired < TIMERS; wakeups++) {
        sleep_by();
        timers_advance(&timers, now_ns());
    }
    printf("%s: %ld timers, %ld wake-ups, the latest %.1f us late\n", name, fired, wakeups,
           (double)latest / 1000);
}

int main(void) {
    if (pipe(served) != 0)
        return 1;
#if defined(__linux__)
    if (!open_linux())
        return 1;
    run("ppoll", by_ppoll);
    run("epoll_pwait2", by_epoll);
    run("timerfd", by_timerfd);
#endif
#if defined(TW_HAVE_KQUEUE)
    if (!open_kqueue())
        return 1;
    run("kqueue", by_kqueue);
#endif
    return 0;
}
