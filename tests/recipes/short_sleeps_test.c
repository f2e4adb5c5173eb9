/* SPDX-License-Identifier: MIT-0 */
/* examples/recipes/short_sleeps.c on a clock that stands still but for its sleeps, each
   of which moves it to the very end that was asked for: so every timer must come at its
   nanosecond, each after one sleep. By all four calls, that of macOS and the BSDs being a
   stand-in; by milliseconds where epoll_pwait2() is missing, less than one late; and for
   ever when nothing is armed. */
#undef NDEBUG
#define main example_main
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { FOREVER = -1 };

#define A_SECOND INT64_C(1000000000)

static int64_t shown = 5 * A_SECOND + 999999999; /* by the clock */
static int64_t timerfd_at;                       /* 0: disarmed */
static int64_t asked;                            /* of the last sleep, in ns, or FOREVER */
static int sleeps;
static int no_pwait2, refused;

static int slept(int64_t ns) {
    asked = ns;
    assert(++sleeps < 1000); /* a loop that gets nowhere */
    shown += ns == FOREVER ? 0 : ns;
    return 0;
}

static int64_t span(const struct timespec *t) {
    assert(!t || (t->tv_sec >= 0 && t->tv_nsec >= 0 && t->tv_nsec < A_SECOND));
    return t ? t->tv_sec * A_SECOND + t->tv_nsec : FOREVER;
}

static int pretended_clock(clockid_t clock, struct timespec *t) {
    assert(clock == CLOCK_MONOTONIC);
    t->tv_sec = (time_t)(shown / A_SECOND);
    t->tv_nsec = (long)(shown % A_SECOND);
    return 0;
}

static int pretended_ppoll(struct pollfd *fd, nfds_t n, const struct timespec *t,
                           const sigset_t *signals) {
    assert(n == 1 && fd->events == POLLIN && !signals);
    return slept(span(t));
}

static int pretended_pwait2(int epoll, struct epoll_event *e, int n, const struct timespec *t,
                            const sigset_t *signals) {
    assert(epoll >= 0 && e && n > 0 && !signals);
    if (!no_pwait2)
        return slept(span(t));
    assert(++refused < 1000);
    errno = ENOSYS;
    return -1;
}

static int pretended_epoll_wait(int epoll, struct epoll_event *e, int n, int ms) {
    assert(epoll >= 0 && e && n > 0 && no_pwait2);
    return slept(ms < 0 ? FOREVER : ms * (A_SECOND / 1000));
}

static int pretended_settime(int fd, int flags, const struct itimerspec *t,
                             struct itimerspec *old) {
    assert(fd >= 0 && flags == TFD_TIMER_ABSTIME && span(&t->it_interval) == 0 && !old);
    timerfd_at = span(&t->it_value);
    return 0;
}

static int pretended_poll(struct pollfd *fd, nfds_t n, int ms) {
    assert(n == 2 && ms == -1);
    (void)slept(!timerfd_at ? FOREVER : timerfd_at > shown ? timerfd_at - shown : 0);
    fd[0].revents = 0;
    fd[1].revents = timerfd_at ? POLLIN : 0;
    return timerfd_at != 0;
}

#define clock_gettime(clock, t)         pretended_clock(clock, t)
#define ppoll(fd, n, t, s)              pretended_ppoll(fd, n, t, s)
#define epoll_pwait2(epoll, e, n, t, s) pretended_pwait2(epoll, e, n, t, s)
#define epoll_wait(epoll, e, n, ms)     pretended_epoll_wait(epoll, e, n, ms)
#define timerfd_settime(fd, f, t, o)    pretended_settime(fd, f, t, o)
#define poll(fd, n, ms)                 pretended_poll(fd, n, ms)
#define TW_HAVE_KQUEUE
#include "short_sleeps.c"
#undef main

int kqueue(void) { return 7; }

int kevent(int kq, const struct kevent *changes, int n_changes, struct kevent *events, int n_events,
           const struct timespec *timeout) {
    assert(kq == 7);
    if (n_changes == 1) {
        assert(changes->ident == (uintptr_t)served[0] && changes->filter == EVFILT_READ &&
               changes->flags == EV_ADD);
        return events || n_events || timeout ? -1 : 0;
    }
    assert(!changes && n_changes == 0 && events && n_events > 0);
    return slept(span(timeout));
}

/* Late: by so many ns at most. */
static void try_it(const char *name, void (*sleep_by)(void), tw_tick late) {
    sleeps = 0;
    run(name, sleep_by);
    assert(fired == TIMERS && latest <= late &&
           (late ? latest > 0 && sleeps < TIMERS : sleeps == TIMERS));
    sleep_by(); /* nothing is armed */
    assert(asked == FOREVER);
    timers_add(&timers, &(struct tw_node)TW_NODE(fire), 0);
    sleep_by(); /* something was due long ago */
    assert(asked == 0);
    timers_clear(&timers);
}

int main(void) {
    assert(pipe(served) == 0 && open_linux() && open_kqueue());
    try_it("ppoll", by_ppoll, 0);
    try_it("epoll_pwait2", by_epoll, 0);
    try_it("timerfd", by_timerfd, 0);
    try_it("kqueue", by_kqueue, 0);
    no_pwait2 = 1;
    try_it("epoll_wait", by_epoll, 999999);
    return 0;
}
