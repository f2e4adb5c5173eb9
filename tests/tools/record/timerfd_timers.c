/* SPDX-License-Identifier: MIT-0 */
/* timerfd in every way in which it is armed and taken out. */
#include "said.h"

#include <stdlib.h>
#include <sys/timerfd.h>
#include <unistd.h>

enum { AHEAD, AT, DAY, PERIODIC, CLOSED };

/* Arms fd for a time that is ahead microseconds away and, from there, for every
   interval. */
static void set(int fd, int id, clockid_t clock, int flags, uint64_t ahead, uint64_t interval) {
    const uint64_t before = said_now(), from = flags & TFD_TIMER_ABSTIME ? said_clock(clock) : 0;
    const struct itimerspec t = {
        {(time_t)(interval / 1000000), (long)(interval % 1000000 * 1000)},
        {(time_t)((from + ahead) / 1000000), (long)((from + ahead) % 1000000 * 1000)}};

    if (timerfd_settime(fd, flags, &t, NULL) != 0)
        exit(1);
    said_turns();
    said_arm(id, before, ahead);
}

static void clear(int fd, int id) {
    const struct itimerspec none = {{0, 0}, {0, 0}};
    const uint64_t before = said_now();

    timerfd_settime(fd, 0, &none, NULL);
    timerfd_settime(fd, 0, &none, NULL); /* does nothing */
    said_cancel(id, before);
}

static uint64_t expiries(int fd) {
    uint64_t n;
    return read(fd, &n, sizeof n) == (ssize_t)sizeof n ? n : 0;
}

/* The kernel arms a timer that repeats for the next multiple of its interval. */
static void read_some(int fd, int id, int reads) {
    while (reads-- > 0) {
        uint64_t n;

        said_turns();
        n = expiries(fd);
        said_low[id] += (n - 1) * 3 * MS;
        said_again(id, 3 * MS);
    }
}

int main(void) {
    const int ahead = timerfd_create(CLOCK_MONOTONIC, 0),
              at = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    const int day = timerfd_create(CLOCK_REALTIME, 0), periodic = timerfd_create(CLOCK_BOOTTIME, 0);
    const int closed = timerfd_create(CLOCK_MONOTONIC, 0);

    set(ahead, AHEAD, CLOCK_MONOTONIC, 0, 2 * MS, 0);
    set(at, AT, CLOCK_MONOTONIC, TFD_TIMER_ABSTIME, 60000 * MS, 0);
    set(day, DAY, CLOCK_REALTIME, TFD_TIMER_ABSTIME, 90000 * MS, 0);
    set(periodic, PERIODIC, CLOCK_MONOTONIC, 0, 4 * MS, 3 * MS);
    set(closed, CLOSED, CLOCK_MONOTONIC, 0, 60000 * MS, 1000 * MS);

    if (expiries(ahead) != 1)
        return 1;
    set(ahead, AHEAD, CLOCK_MONOTONIC, TFD_TIMER_ABSTIME, 30000 * MS, 0);
    set(ahead, AHEAD, CLOCK_MONOTONIC, 0, 40000 * MS, 0);
    usleep(10 * MS); /* for more than one expiry */
    read_some(periodic, PERIODIC, 4);
    set(periodic, PERIODIC, CLOCK_MONOTONIC, 0, 50000 * MS, 0);
    clear(periodic, PERIODIC);
    clear(ahead, AHEAD);
    clear(at, AT);
    clear(day, DAY);
    {
        const uint64_t before = said_now();

        close(closed);
        said_cancel(CLOSED, before);
    }
    return 0;
}
