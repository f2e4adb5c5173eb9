/* SPDX-License-Identifier: MIT-0 */
/* stats.h - what STATS counts since the start. */
#ifndef STATS_H
#define STATS_H

#include <stdint.h>

/* The names of STATS, and the fields of `stats`; PROTOCOL.md says what each counts. */
#define STATS_COUNTERS(X)           \
    X(armed, "armed")               \
    X(moved, "moved")               \
    X(repeated, "repeated")         \
    X(cancelled, "cancelled")       \
    X(fired, "fired")               \
    X(missed, "missed")             \
    X(skipped, "skipped")           \
    X(taken, "taken")               \
    X(redelivered, "redelivered")   \
    X(acked, "acked")               \
    X(nacked, "nacked")             \
    X(touched, "touched")           \
    X(requeued, "requeued")         \
    X(expired, "expired")           \
    X(buried, "buried")             \
    X(fenced, "fenced")             \
    X(early, "early")               \
    X(losses, "losses")             \
    X(quarantined, "quarantined")   \
    X(commits, "commits")           \
    X(bad_requests, "bad-requests") \
    X(refused, "refused")           \
    X(store_errors, "store-errors") \
    X(refills, "refills")           \
    X(connections, "connections")   \
    X(shed, "shed")

#define STATS_FIELD(field, name) uint64_t field;

/* Bounds in ms of how late firings were. */
#define LATE_BOUNDS(X)    X(1) X(2) X(5) X(10) X(20) X(50) X(100) X(250) X(1000) X(5000) X(60000)
#define LATE_ONE(bound)   +1
#define LATE_BOUND(bound) bound,

enum { LATE_BUCKETS = 0 LATE_BOUNDS(LATE_ONE) };

struct stats {
    STATS_COUNTERS(STATS_FIELD)
    uint64_t requests;           /* not printed: requests-per-s is made of it */
    uint64_t late[LATE_BUCKETS]; /* firings that were so late, and not less by a bound */
    uint64_t late_ms;            /* of all together */
};

extern struct stats stats;

#endif
