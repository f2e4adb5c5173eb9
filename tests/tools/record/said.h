/* SPDX-License-Identifier: MIT-0 */
/* What a program says that it did with its timers, a line for each operation, for
   agree.awk:

       ID BEFORE AFTER arm LOW HIGH     was armed between BEFORE and AFTER, for a time
                                        from LOW to HIGH
       ID BEFORE AFTER cancel           was taken out in that time

   ID counts the timers in the order of their first arming. Times are microseconds of
   CLOCK_MONOTONIC. Loops count from a time that they read before, some of them from a
   clock that goes in steps; hence LOW. */
#ifndef SAID_H
#define SAID_H

#include <stdint.h>
#include <stdio.h>
#include <time.h>

enum { MS = 1000, SAID_IDS = 16 };

/* when the turn of the loop began, and the least that its clock can say */
static uint64_t said_turn, said_turn_low;
static uint64_t said_low[SAID_IDS];

static uint64_t said_clock(clockid_t clock) {
    struct timespec t;

    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static inline uint64_t said_now(void) { return said_clock(CLOCK_MONOTONIC); }

/* Call it before each turn of the loop, and before the loop is made: its clock may count
   in milliseconds. */
static inline void said_turns(void) {
    said_turn = said_now();
    said_turn_low = said_clock(CLOCK_MONOTONIC_COARSE) - MS;
}

/* The program armed a timer after the time before. */
static inline void said_arm(int id, uint64_t before, uint64_t ahead) {
    const uint64_t now = said_now();

    said_low[id] = said_turn_low + ahead;
    printf("%d %llu %llu arm %llu %llu\n", id, (unsigned long long)before, (unsigned long long)now,
           (unsigned long long)said_low[id], (unsigned long long)(now + ahead));
}

/* The loop armed a timer that repeats, in this turn. */
static inline void said_again(int id, uint64_t interval) {
    const uint64_t now = said_now();

    said_low[id] += interval;
    printf("%d %llu %llu arm %llu %llu\n", id, (unsigned long long)said_turn,
           (unsigned long long)now, (unsigned long long)said_low[id],
           (unsigned long long)(now + interval));
}

static inline void said_cancel(int id, uint64_t before) {
    printf("%d %llu %llu cancel\n", id, (unsigned long long)before, (unsigned long long)said_now());
}

#endif
