/* SPDX-License-Identifier: MIT-0 */
/* Waits with a timeout: one timer for each thread, armed when the wait begins and taken
   out when it ends early. */
#define _GNU_SOURCE
#include "record.h"

#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/select.h>

enum { FOREVER = -1 };

static _Thread_local char timer; /* its address */

/* The functions behind ours. */
static struct {
    int (*epoll_wait)(int, struct epoll_event *, int, int);
    int (*epoll_pwait)(int, struct epoll_event *, int, int, const sigset_t *);
    int (*epoll_pwait2)(int, struct epoll_event *, int, const struct timespec *, const sigset_t *);
    int (*poll)(struct pollfd *, nfds_t, int);
    int (*ppoll)(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
    int (*select)(int, fd_set *, fd_set *, fd_set *, struct timeval *);
    int (*pselect)(int, fd_set *, fd_set *, fd_set *, const struct timespec *, const sigset_t *);
    int (*poll_chk)(struct pollfd *, nfds_t, int, size_t);
    int (*ppoll_chk)(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *, size_t);
} real;

/* Found before the program runs, for dlsym() may not be called where these may be. */
__attribute__((constructor)) static void find(void) {
    record_find(&real.epoll_wait, "epoll_wait", NULL);
    record_find(&real.epoll_pwait, "epoll_pwait", NULL);
    record_find(&real.epoll_pwait2, "epoll_pwait2", NULL);
    record_find(&real.poll, "poll", NULL);
    record_find(&real.ppoll, "ppoll", NULL);
    record_find(&real.select, "select", NULL);
    record_find(&real.pselect, "pselect", NULL);
    record_find(&real.poll_chk, "__poll_chk", NULL);
    record_find(&real.ppoll_chk, "__ppoll_chk", NULL);
}

static int64_t of_milliseconds(int ms) { return ms < 0 ? FOREVER : (int64_t)ms * 1000; }

static int64_t of_timeval(const struct timeval *t) {
    return !t || t->tv_sec > INT32_MAX ? FOREVER : (int64_t)t->tv_sec * 1000000 + t->tv_usec;
}

/* Rounded up: no wait ends before. */
static int64_t of_timespec(const struct timespec *t) {
    return !t || t->tv_sec > INT32_MAX ? FOREVER
                                       : (int64_t)t->tv_sec * 1000000 + (t->tv_nsec + 999) / 1000;
}

/* Whether a timer was armed for this wait. A loop library waits for its own timers, which
   are written down already. */
static bool begins(const void *caller, int64_t microseconds) {
    if (!real.poll)
        find();
    if (microseconds <= 0 || record_from_loop(caller))
        return false;

    {
        const uint64_t now = record_now();
        record_arm(RECORD_WAITS, now, &timer, now + (uint64_t)microseconds);
    }
    return true;
}

/* result of a wait for which a timer was armed or not; 0 is a timeout. */
static int ends(bool armed, int result) {
    if (armed && result != 0) {
        const int error = errno;
        record_cancel(&timer);
        errno = error;
    }
    return result;
}

RECORD_PUBLIC int epoll_wait(int fd, struct epoll_event *event, int most, int ms) {
    const bool armed = begins(RECORD_CALLER, of_milliseconds(ms));
    return ends(armed, real.epoll_wait(fd, event, most, ms));
}

RECORD_PUBLIC int epoll_pwait(int fd, struct epoll_event *event, int most, int ms,
                              const sigset_t *signals) {
    const bool armed = begins(RECORD_CALLER, of_milliseconds(ms));
    return ends(armed, real.epoll_pwait(fd, event, most, ms, signals));
}

RECORD_PUBLIC int epoll_pwait2(int fd, struct epoll_event *event, int most,
                               const struct timespec *timeout, const sigset_t *signals) {
    const bool armed = begins(RECORD_CALLER, of_timespec(timeout));
    return ends(armed, real.epoll_pwait2(fd, event, most, timeout, signals));
}

RECORD_PUBLIC int poll(struct pollfd *fd, nfds_t fds, int ms) {
    const bool armed = begins(RECORD_CALLER, of_milliseconds(ms));
    return ends(armed, real.poll(fd, fds, ms));
}

RECORD_PUBLIC int ppoll(struct pollfd *fd, nfds_t fds, const struct timespec *timeout,
                        const sigset_t *signals) {
    const bool armed = begins(RECORD_CALLER, of_timespec(timeout));
    return ends(armed, real.ppoll(fd, fds, timeout, signals));
}

RECORD_PUBLIC int select(int fds, fd_set *reads, fd_set *writes, fd_set *excepts,
                         struct timeval *timeout) {
    const bool armed = begins(RECORD_CALLER, of_timeval(timeout));
    return ends(armed, real.select(fds, reads, writes, excepts, timeout));
}

RECORD_PUBLIC int pselect(int fds, fd_set *reads, fd_set *writes, fd_set *excepts,
                          const struct timespec *timeout, const sigset_t *signals) {
    const bool armed = begins(RECORD_CALLER, of_timespec(timeout));
    return ends(armed, real.pselect(fds, reads, writes, excepts, timeout, signals));
}

/* What poll() and ppoll() become in programs that were built with _FORTIFY_SOURCE. */
int __poll_chk(struct pollfd *fd, nfds_t fds, int ms, size_t bytes);
int __ppoll_chk(struct pollfd *fd, nfds_t fds, const struct timespec *timeout,
                const sigset_t *signals, size_t bytes);

RECORD_PUBLIC int __poll_chk(struct pollfd *fd, nfds_t fds, int ms, size_t bytes) {
    const bool armed = begins(RECORD_CALLER, of_milliseconds(ms));
    return ends(armed, real.poll_chk(fd, fds, ms, bytes));
}

RECORD_PUBLIC int __ppoll_chk(struct pollfd *fd, nfds_t fds, const struct timespec *timeout,
                              const sigset_t *signals, size_t bytes) {
    const bool armed = begins(RECORD_CALLER, of_timespec(timeout));
    return ends(armed, real.ppoll_chk(fd, fds, timeout, signals, bytes));
}
