/* SPDX-License-Identifier: MIT-0 */
/* The time that event loops see: the program that includes this has a clock_gettime() of
   its own, which libraries then call too. It gives the tick that the benchmark has set
   last, and half a tick; a tick is a millisecond. The processor time of a thread, by
   which turns are measured, is the true one. */
#ifndef VIRTUAL_CLOCK_H
#define VIRTUAL_CLOCK_H

#include <cstdint>
#include <ctime>
#include <sys/syscall.h>
#include <unistd.h>

namespace bench {

inline uint64_t virtual_ns = 0; /* 0: not yet set */

inline uint64_t virtual_now(uint64_t tick) {
    virtual_ns = tick * 1000000 + 500000;
    return tick;
}

} // namespace bench

extern "C" __attribute__((weak)) int clock_gettime(clockid_t clock, struct timespec *t) noexcept {
    if (clock == CLOCK_THREAD_CPUTIME_ID || clock == CLOCK_PROCESS_CPUTIME_ID || !bench::virtual_ns)
        return static_cast<int>(syscall(SYS_clock_gettime, clock, t));
    t->tv_sec = static_cast<time_t>(bench::virtual_ns / 1000000000);
    t->tv_nsec = static_cast<long>(bench::virtual_ns % 1000000000);
    return 0;
}

#endif
