/* SPDX-License-Identifier: MIT-0 */
/* rows.h - the timers that all loads arm: number i has an id of 16 hexadecimal digits in
   no order, a due, and a payload of 32 bytes that begins with i. */
#ifndef ROWS_H
#define ROWS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ID_SIZE = 16, ROW_PAYLOAD = 32 };

struct load {
    uint64_t first, count; /* numbers */
    uint64_t due_ms, rate; /* due of number 0; so many become due a second, 0: all at once */
};

static inline uint64_t now_us(void) {
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static inline void row_id(char *id, uint64_t i) {
    uint64_t x = (i + 1) * 0x9e3779b97f4a7c15u;

    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    x ^= x >> 31;
    id[ID_SIZE] = '\0';
    for (int k = ID_SIZE; k--; x >>= 4)
        id[k] = "0123456789abcdef"[x & 15];
}

static inline void row_payload(char *payload, uint64_t i) {
    memset(payload, '.', ROW_PAYLOAD);
    payload[ROW_PAYLOAD] = '\0';
    for (int k = 10; k--; i /= 10)
        payload[k] = (char)('0' + i % 10);
}

static inline uint64_t row_due(const struct load *l, uint64_t i) {
    return l->due_ms + (l->rate ? i * 1000 / l->rate : 0);
}

/* The number that argument i is; a line and exit status 2 if it is none. */
static inline uint64_t number(char **argv, int i) {
    char *end;
    const uint64_t n = strtoull(argv[i], &end, 10);

    if (argv[i][0] < '0' || argv[i][0] > '9' || *end) {
        fprintf(stderr, "%s: argument %d, %s, is not a number\n", argv[0], i, argv[i]);
        exit(2);
    }
    return n;
}

static inline struct load load_of(char **argv, int i) {
    struct load l;

    l.first = number(argv, i);
    l.count = number(argv, i + 1);
    l.due_ms = number(argv, i + 2);
    l.rate = number(argv, i + 3);
    return l;
}

/* What the script reads: seconds since a time. */
static inline void print_seconds(uint64_t since_us) {
    printf("%.6f\n", (double)(now_us() - since_us) / 1e6);
}

#endif
