/* SPDX-License-Identifier: MIT-0 */
/* What delayqueue_port.h finds on macOS and another system lacks: the name __APPLE__, a
   clock that stands still while the computer is suspended, and a wait on a condition for
   a span. Nothing of Apple's is here but their names and what its manual pages say of
   them. Include it after the system's headers, before delayqueue.h. */
#ifndef MACOS_H
#define MACOS_H

#include <pthread.h>
#include <time.h>

#define __APPLE__        1
#define CLOCK_UPTIME_RAW CLOCK_MONOTONIC

#if defined(__cplusplus)
#define MACOS_C extern "C"
#else
#define MACOS_C
#endif

/* By the clock of a condition without attributes. */
MACOS_C int pthread_cond_timedwait_relative_np(pthread_cond_t *c, pthread_mutex_t *m,
                                               const struct timespec *span);

MACOS_C int pthread_cond_timedwait_relative_np(pthread_cond_t *c, pthread_mutex_t *m,
                                               const struct timespec *span) {
    struct timespec t;

    (void)clock_gettime(CLOCK_REALTIME, &t);
    t.tv_sec += span->tv_sec + (t.tv_nsec + span->tv_nsec) / 1000000000;
    t.tv_nsec = (t.tv_nsec + span->tv_nsec) % 1000000000;
    return pthread_cond_timedwait(c, m, &t);
}

#endif
