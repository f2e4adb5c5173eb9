/* SPDX-License-Identifier: MIT-0 */
#define _POSIX_C_SOURCE 200809L

#include "clock.h"

#if defined(_WIN32)

#include <windows.h>

uint64_t clock_ns(void) {
    LARGE_INTEGER now, per_second;
    uint64_t whole, rest;

    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&per_second);
    whole = (uint64_t)(now.QuadPart / per_second.QuadPart);
    rest = (uint64_t)(now.QuadPart % per_second.QuadPart);
    return whole * 1000000000u + rest * 1000000000u / (uint64_t)per_second.QuadPart;
}

/* The times of threads go in steps of 16 ms there. */
uint64_t clock_cpu_ns(void) { return clock_ns(); }

#else

#include <time.h>

static uint64_t ns_of(const struct timespec *t) {
    return (uint64_t)t->tv_sec * 1000000000u + (uint64_t)t->tv_nsec;
}

uint64_t clock_ns(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return ns_of(&now);
}

/* A page in a browser has no clock of a thread. */
uint64_t clock_cpu_ns(void) {
#if defined(CLOCK_THREAD_CPUTIME_ID) && !defined(__wasi__)
    struct timespec now;

    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0)
        return ns_of(&now);
#endif
    return clock_ns();
}

#endif
