/* SPDX-License-Identifier: MIT-0 */
/* A clock for event loops: their calls of clock_gettime() and gettimeofday() come here, as
   the program's own function is found before that of the C library. A tick is a
   millisecond. Loops that shall not sleep are run in their way that does not wait. */
#ifndef SUBJECT_CLOCK_H
#define SUBJECT_CLOCK_H

#include <stdint.h>
#include <sys/time.h>
#include <time.h>

/* Some loops take 0 for "no time yet". */
#define CLOCK_BASE 1000000u

static uint64_t clock_ms = CLOCK_BASE;

#ifdef __cplusplus
#define CLOCK_NOEXCEPT noexcept
extern "C" {
#else
#define CLOCK_NOEXCEPT
#endif

int clock_gettime(clockid_t which, struct timespec *t) CLOCK_NOEXCEPT {
    (void)which;
    t->tv_sec = (time_t)(clock_ms / 1000);
    t->tv_nsec = (long)(clock_ms % 1000) * 1000000;
    return 0;
}

int gettimeofday(struct timeval *t, void *zone) CLOCK_NOEXCEPT {
    (void)zone;
    t->tv_sec = (time_t)(clock_ms / 1000);
    t->tv_usec = (long)(clock_ms % 1000) * 1000;
    return 0;
}

#ifdef __cplusplus
}
#endif

#endif
