/* SPDX-License-Identifier: MIT-0 */
/* Timers of timerfd beside clocks of its own, which stand still: so the trace is known to
   the microsecond. The recorder reads the clock_gettime() of this program. */
#include <stdint.h>
#include <stdlib.h>
#include <sys/timerfd.h>
#include <time.h>

#define SECOND 1000000LL

/* Microseconds of CLOCK_MONOTONIC, and by how many CLOCK_REALTIME is ahead of it. They
   are volatile, since the headers tell the compiler that no function of theirs calls
   back. */
static volatile int64_t now = 100 * SECOND, ahead;

int clock_gettime(clockid_t clock, struct timespec *t) {
    const int64_t us = now + (clock == CLOCK_REALTIME ? ahead : 0);

    t->tv_sec = us / SECOND;
    t->tv_nsec = us % SECOND * 1000;
    return 0;
}

static int made(clockid_t clock) {
    const int fd = timerfd_create(clock, 0);

    if (fd < 0)
        exit(1);
    return fd;
}

static void set(int fd, int flags, int64_t seconds, long ns) {
    const struct itimerspec t = {{0, 0}, {(time_t)seconds, ns}};

    if (timerfd_settime(fd, flags, &t, NULL) != 0)
        exit(1);
}

int main(void) {
    const int day = made(CLOCK_REALTIME), zero = made(CLOCK_MONOTONIC), far = made(CLOCK_MONOTONIC);

    ahead = 1700000000 * SECOND;
    set(day, TFD_TIMER_ABSTIME, 1700000105, 250000000);
    set(zero, TFD_TIMER_ABSTIME, 0, 1); /* due in the first microsecond of the clock */
    now += 3 * SECOND;
    ahead = -40 * SECOND;
    set(day, TFD_TIMER_ABSTIME, 70, 0);
    set(zero, 0, 0, 0);
    set(far, 0, 3999999999, 0); /* further than the recorder counts */
    set(zero, 0, 1, 0);
    set(zero, 0, 0, 0);
    return 0;
}
