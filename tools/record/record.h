/* SPDX-License-Identifier: MIT-0 */
/* What the parts of the recorder share. Each part stands in front of the functions of one
   library, calls the function itself, and writes down what became of the timer. */
#ifndef RECORD_H
#define RECORD_H

#include <stdbool.h>
#include <stdint.h>

/* A function that stands in front of another; nothing else leaves the library. */
#define RECORD_PUBLIC __attribute__((visibility("default")))

/* The code that called the function in which this stands. */
#define RECORD_CALLER __builtin_return_address(0)

/* Microseconds of CLOCK_MONOTONIC, the clock of all times below. */
uint64_t record_now(void);

/* Now in microseconds of CLOCK_REALTIME less record_now(). */
int64_t record_realtime(void);

/* What a timer is of. record.sh has the names, in this order. */
enum record_source {
    RECORD_LIBEV = 1,
    RECORD_LIBEVENT,
    RECORD_LIBUV,
    RECORD_TIMERFD,
    RECORD_WAITS
};

/* Write down that a timer was armed for due, or taken out. A timer that was idle may be
   taken out, and one that fired: record.sh leaves such lines out. Safe in signal
   handlers; errno stays. */
void record_arm(enum record_source of, uint64_t now, const void *timer, uint64_t due);
void record_cancel(const void *timer);

/* Store in *function the next function of this name after ours; of a library that was
   loaded for itself, the one that the code at caller is linked with. NULL if there is
   none. function is the address of a pointer to a function; threads that find it at once
   store the same. */
void record_find(void *function, const char *name, const void *caller);

/* As record_find(); ends the program if there is none. */
void record_real(void *function, const char *name, const void *caller);

/* Whether the code at this address, a return address, is libev's, libevent's or libuv's:
   they make one wait or timerfd of all their timers, which the recorder has seen
   already. */
bool record_from_loop(const void *caller);

/* How many functions of the recorder the thread is in. What a library calls inside of one
   is no call of the program. */
extern _Thread_local int record_depth;

#endif
