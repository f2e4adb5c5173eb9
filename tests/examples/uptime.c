/* SPDX-License-Identifier: MIT-0 */
/* A clock that starts elsewhere, for LD_PRELOAD: CLOCK_MONOTONIC shows UPTIME_NS
   nanoseconds when it is first read. A wait until a tick of this clock is one until the
   same moment of the system's. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { SECOND = 1000000000 };

static long long ahead; /* of the system's clock */

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
}

int clock_gettime(clockid_t clock, struct timespec *t) {
    *t = timespec_of(system_ns(clock) + (clock == CLOCK_MONOTONIC ? ahead : 0));
    return 0;
}

/* The examples wait by CLOCK_MONOTONIC alone. */
int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until) {
    static int (*wait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
    const long long at = (long long)until->tv_sec * SECOND + until->tv_nsec - ahead;
    const struct timespec t = timespec_of(at > 0 ? at : 0);

    if (!wait)
        *(void **)&wait = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
    return wait(c, m, &t);
}
