/* SPDX-License-Identifier: MIT-0 */
/* common.h - options, clock, random numbers, and the one way out when a promise is
   broken. */
#ifndef COMMON_H
#define COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TIMERDS_MOST = 8, ATTEMPTS = 4, BATCH = 64, SHARDS = 8 };

/* How every timerd is started: short times, so that windows, leases and shards end
   often. */
enum { WINDOW_MS = 400, LEASE_MS = 500, SHARD_LEASE_MS = 600 };

struct settings {
    const char *timerd, *directory;
    bool served; /* the store is a server: Redis, or else PostgreSQL */
    bool postgres;
    uint64_t seed;
    /* of timerd, of the store's server, of an owner, of all shards, of the standby; and of
       what stands beside them */
    unsigned kills, store_kills, stops, thefts, promotions, bystanders;
    unsigned timerds, ids, patience_s;
};

extern struct settings settings;

void settings_read(int argc, char **argv);

uint64_t now_us(void); /* since 1970; the stores of this machine use the same clock */

uint64_t random64(void);
uint64_t random_below(uint64_t n); /* 0 to n - 1 */
bool random_chance(unsigned percent);

/* Ends the test with status 1: a promise of timerd is broken. `id` is the timer
   concerned, or NO_ID; its history is printed. */
enum { NO_ID = -1 };
#if defined(__GNUC__)
#define NEVER_RETURNS(n) __attribute__((format(printf, n, n + 1), noreturn))
#else
#define NEVER_RETURNS(n)
#endif
void violated(int64_t id, const char *promise, const char *format, ...) NEVER_RETURNS(3);

/* Ends the test with status 2: it could not be made, which says nothing about timerd. */
void give_up(const char *format, ...) NEVER_RETURNS(1);

#endif
