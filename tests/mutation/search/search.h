/* SPDX-License-Identifier: MIT-0 */
/* The ground of the drivers of search.py. A driver plays random runs against the headers
   on its include path, and prints a line for each run: its number, a hash of all answers,
   and what it cost. Two programs that print the same lines for the same numbers gave the
   same answers. Nothing here knows which answers are right.

       driver FIRST RUNS     plays the runs FIRST, FIRST + 1, ...

   With SEARCH_PLAIN nothing is counted: the object code is that of a user's program. */
#ifndef SEARCH_H
#define SEARCH_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    uint64_t random, answers;
    unsigned long compares, links, cascades, prefetches, calls, steps;
    bool trips; /* an assertion that does not hold ends the call, by `back` */
    jmp_buf back;
} run;

/* gcc calls these in each block of the code, and for each access to memory, if it is told
   so. */
#define UNSEEN __attribute__((no_sanitize_coverage, no_sanitize_thread))
#if defined(SEARCH_STEPS)
#define STEP(name)          \
    void name(void *where); \
    UNSEEN void name(void *where) { (void)where, run.steps++; }
void __sanitizer_cov_trace_pc(void);

UNSEEN void __sanitizer_cov_trace_pc(void) { run.steps++; }

void __tsan_init(void);

UNSEEN void __tsan_init(void) {}

void __tsan_func_exit(void);

UNSEEN void __tsan_func_exit(void) {}

#define STEPS(name)                      \
    void name(void *where, size_t size); \
    UNSEEN void name(void *where, size_t size) { (void)where, run.steps += size; }
STEPS(__tsan_read_range)
STEPS(__tsan_write_range)
STEP(__tsan_func_entry)
STEP(__tsan_read1)
STEP(__tsan_read2)
STEP(__tsan_read4)
STEP(__tsan_read8)
STEP(__tsan_read16)
STEP(__tsan_write1)
STEP(__tsan_write2)
STEP(__tsan_write4)
STEP(__tsan_write8)
STEP(__tsan_write16)
#endif

static void answer(uint64_t value) {
    run.answers = (run.answers ^ value) * 0x9E3779B97F4A7C15u;
    run.answers ^= run.answers >> 29;
}

static inline void search_tripped(void) {
    answer(0xA55E47);
    if (run.trips)
        longjmp(run.back, 1);
}

#if !defined(SEARCH_PLAIN)
#define TW_ASSERT(condition)             ((condition) ? (void)0 : search_tripped())
#define TW_TRACE(event, set, node, tick) ((void)(node), (void)(tick), search_count(event))
static inline void search_count(int event);
#endif

#include "node.h"

#if !defined(SEARCH_PLAIN)
#undef TW__PREFETCH
#define TW__PREFETCH(p) ((void)(p), (void)run.prefetches++)

static inline void search_count(int event) {
    run.compares += event == TW_COMPARE;
    run.links += event == TW_LINK;
    run.cascades += event == TW_CASCADE;
}
#endif

/* PCG's step; below(n) is one of 0 .. n - 1, and 0 for 0. */
static uint32_t draw(void) {
    run.random = run.random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(run.random >> 33) ^ (uint32_t)(run.random >> 52);
}

static uint64_t draw64(void) { return (uint64_t)draw() << 33 ^ draw(); }

static uint64_t below(uint64_t n) { return n ? draw64() % n : 0; }

static bool one_in(unsigned n) { return draw() % n == 0; }

/* A span below `most`, of any magnitude; often a power of two, or beside one. */
static inline uint64_t span(uint64_t most) {
    unsigned bits = 0;
    uint64_t x;

    while (bits < 63 && most >> (bits + 1))
        bits++;
    bits = (unsigned)below(bits + 1u);
    x = (uint64_t)1 << bits;
    x = one_in(4) ? x + below(3) - 1 : x + below(x);
    return x < most ? x : below(most);
}

/* A tick to begin at: near 0, near the end of the range or half of it, or round. */
static inline tw_tick a_beginning(void) {
    switch (draw() % 5) {
    case 0:
        return (tw_tick)below(3);
    case 1:
        return TW_TICK_BITS == 64 ? (tw_tick)below(1000) : (tw_tick)(TW_TICK_MAX - below(2000));
    case 2:
        return (tw_tick)(TW_TICK_MAX / 2 - 1000 + below(2000));
    case 3:
        return (tw_tick)(draw64() >> 2 << draw() % TW_TICK_BITS) & TW_TICK_MAX / 2;
    default:
        return (tw_tick)(draw64() & TW_TICK_MAX / 2);
    }
}

/* Memory as somebody left it. */
static inline void *filled(size_t bytes, int with) {
    void *p = malloc(bytes ? bytes : 1);

    if (!p)
        exit(2);
    return memset(p, with, bytes);
}

static inline void answer_text(const char *text) {
    for (; text && *text; text++)
        answer((unsigned char)*text);
    answer(0);
}

static void play(void);

static int search(int argc, char **argv) {
    unsigned long i, first = argc > 1 ? strtoul(argv[1], NULL, 10) : 0,
                     runs = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;

    for (i = first; i < first + runs; i++) {
        memset(&run, 0, sizeof run);
        run.random = i * 0x9E3779B97F4A7C15u + 12345;
        (void)draw();
        play();
        printf("%lu %016llx %lu %lu %lu %lu %lu %lu\n", i, (unsigned long long)run.answers,
               run.compares, run.links, run.cascades, run.prefetches, run.calls, run.steps);
        fflush(stdout);
    }
    return 0;
}

#endif
