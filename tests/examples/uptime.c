/* SPDX-License-Identifier: MIT-0 */
/* A clock that starts elsewhere, for LD_PRELOAD: CLOCK_MONOTONIC shows UPTIME_NS
   nanoseconds when it is first read, and UPTIME_JUMP_NS more once there is a file `jumped`.
   A wait until a tick of this clock is one until the same moment of the system's. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { SECOND = 1000000000 };

static long long ahead; /* of the system's clock */
static long long jump;  /* once the file is there */

static long long system_ns(clockid_t clock) {
    struct timespec t = {0, 0};

    (void)syscall(SYS_clock_gettime, clock, &t);
    return (long long)t.tv_sec * SECOND + t.tv_nsec;
}

static struct timespec timespec_of(long long ns) {
    const struct timespec t = {(time_t)(ns / SECOND), (long)(ns % SECOND)};

    return t;
}

__attribute__((constructor)) static void starts(void) {
    const char *uptime = getenv("UPTIME_NS");

    ahead = uptime ? atoll(uptime) - system_ns(CLOCK_MONOTONIC) : 0;
    jump = getenv("UPTIME_JUMP_NS") ? atoll(getenv("UPTIME_JUMP_NS")) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *t) {
    long long ns = system_ns(clock);

    if (clock == CLOCK_MONOTONIC)
        ns += ahead + (jump && access("jumped", F_OK) == 0 ? jump : 0);
    *t = timespec_of(ns);
    return 0;
}

#ifdef __linux__
#include <sys/timerfd.h>

/* The examples set absolute times alone. */
int timerfd_settime(int fd, int flags, const struct itimerspec *at, struct itimerspec *was) {
    static int (*set)(int, int, const struct itimerspec *, struct itimerspec *);
    const long long ns = (long long)at->it_value.tv_sec * SECOND + at->it_value.tv_nsec;
    struct itimerspec real = *at;

    if (!set)
        *(void **)&set = dlsym(RTLD_NEXT, "timerfd_settime");
    if (ns)
        real.it_value = timespec_of(ns - ahead > 0 ? ns - ahead : 1);
    return set(fd, flags, &real, was);
}
#endif

/* The examples wait by CLOCK_MONOTONIC alone. */
int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until) {
    static int (*wait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
    const long long at = (long long)until->tv_sec * SECOND + until->tv_nsec - ahead;
    const struct timespec t = timespec_of(at > 0 ? at : 0);

    if (!wait)
        *(void **)&wait = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
    return wait(c, m, &t);
}
