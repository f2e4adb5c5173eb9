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

#else

#include <time.h>

uint64_t clock_ns(void) {
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

#endif
