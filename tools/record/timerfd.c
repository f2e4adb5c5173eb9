/* SPDX-License-Identifier: MIT-0 */
/* timerfd: a descriptor is a timer. One with an interval is armed again by the kernel
   when its expiries are read. */
#define _GNU_SOURCE
#include "record.h"

#include <stddef.h>
#include <string.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

enum { FDS = 1 << 16 }; /* larger descriptors are not seen */

/* The functions behind ours. */
static struct {
    int (*timerfd_create)(int, int);
    int (*timerfd_settime)(int, int, const struct itimerspec *, struct itimerspec *);
    ssize_t (*read)(int, void *, size_t);
    int (*close)(int);
} real;

/* Found before the program runs, for dlsym() may not be called where these may be. */
__attribute__((constructor)) static void find(void) {
    record_find(&real.timerfd_create, "timerfd_create", NULL);
    record_find(&real.timerfd_settime, "timerfd_settime", NULL);
    record_find(&real.read, "read", NULL);
    record_find(&real.close, "close", NULL);
}

/* A timerfd that the program made. */
static struct timer {
    bool open, realtime;
    uint64_t due, interval; /* nanoseconds; 0 if there is none */
} timer_of[FDS];

static struct timer *timer(int fd) {
    return fd >= 0 && fd < FDS && timer_of[fd].open ? &timer_of[fd] : NULL;
}

static uint64_t nanoseconds(const struct timespec *t) {
    return t->tv_sec >= 4000000000 ? UINT64_MAX / 4
                                   : (uint64_t)t->tv_sec * 1000000000 + (uint64_t)t->tv_nsec;
}

RECORD_PUBLIC int timerfd_create(int clock, int flags) {
    int fd;

    if (!real.close)
        find();
    fd = real.timerfd_create(clock, flags);
    if (fd >= 0 && fd < FDS && !record_from_loop(RECORD_CALLER))
        timer_of[fd] =
            (struct timer){true, clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_ALARM, 0, 0};
    return fd;
}

/* now is from before the call. A clock of the day is ahead of ours. */
static void set(struct timer *t, uint64_t now, int flags, const struct itimerspec *to) {
    const bool absolute = (flags & TFD_TIMER_ABSTIME) != 0;
    const int64_t ahead = absolute && t->realtime ? record_realtime() * 1000 : 0;

    if (to->it_value.tv_sec == 0 && to->it_value.tv_nsec == 0) {
        t->interval = 0;
        record_cancel(t);
        return;
    }
    t->due = nanoseconds(&to->it_value) + (absolute ? 0 : now * 1000);
    t->due = (int64_t)t->due > ahead ? (uint64_t)((int64_t)t->due - ahead) : 0;
    t->interval = nanoseconds(&to->it_interval);
    record_arm(RECORD_TIMERFD, record_now(), t, t->due / 1000);
}

RECORD_PUBLIC int timerfd_settime(int fd, int flags, const struct itimerspec *to,
                                  struct itimerspec *old) {
    const uint64_t now = record_now();
    struct timer *t = timer(fd);
    int error;

    if (!real.close)
        find();
    error = real.timerfd_settime(fd, flags, to, old);
    if (error == 0 && t)
        set(t, now, flags, to);
    return error;
}

RECORD_PUBLIC ssize_t read(int fd, void *to, size_t bytes) {
    struct timer *t = timer(fd);
    uint64_t expiries;
    ssize_t got;

    if (!real.close)
        find();
    got = real.read(fd, to, bytes);
    if (t && got == sizeof expiries && t->interval > 0) {
        memcpy(&expiries, to, sizeof expiries);
        t->due += t->interval * expiries;
        record_arm(RECORD_TIMERFD, record_now(), t, t->due / 1000);
    }
    return got;
}

RECORD_PUBLIC int close(int fd) {
    struct timer *t = timer(fd);

    if (!real.close)
        find();
    if (t) {
        record_cancel(t);
        t->open = false;
    }
    return real.close(fd);
}
