/* SPDX-License-Identifier: MIT-0 */
/* host.c - runs a port of examples/firmware, and beats.c over it, on this machine.

   A board is a model: registers, or functions of a vendor's library. A port that reads
   and writes registers is compiled as C++ here, where each access is a call of
   model_read() or model_write(): see processor.h.

   A count has PARTS parts. At each access a random number of parts passes, so that the
   counter goes on between any two of them. Interrupts are taken between two accesses, if
   they are unmasked. Another interrupt comes at random counts: it ends sleeps early.

   Checked at each call of port_now(): what was read was the time during the call. And
   whenever the program or a handler goes on: all clocks are as they were before the
   sleep. A mask is followed by its sleep within a MASKED part of a second, 83 us. The rest
   is checked by beats.c. */
#include "host.h"
#include "port.h"
#include <stdio.h>
#include <stdlib.h>

enum { PARTS = 16, OTHERS_A_SECOND = 20, MASKED = 12000 };

uint64_t host_counts;
unsigned host_deep;
static unsigned parts, waits, others, early;
static uint64_t other_at, started_at, masked_at;
static bool masked, in_handler, other_pending;
static uint64_t seed = 20261124;

/* The port's own functions, under other names in the model's file. */
tw_tick board_now(void);
void board_unmask(void);

uint32_t host_random(uint32_t below) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % below;
}

void host_fail(const char *what) {
    printf("FAILED: %s, at count %llx\n", what, (unsigned long long)host_counts);
    exit(1);
}

static void count(void) {
    host_counts++;
    model_count();
    if (host_counts >= other_at && !other_pending && other_at)
        other_pending = true;
}

void host_pass(uint64_t counts) {
    while (counts-- > 0)
        count();
}

static void handle_other(void) {
    other_pending = false;
    others++;
    other_at = host_counts + 1 + host_random(2 * port_hz / OTHERS_A_SECOND);
}

/* A handler is not interrupted by another one. */
void host_take_interrupts(void) {
    while (!masked && !in_handler && (model_pending() || other_pending)) {
        in_handler = true;
        model_awake();
        if (model_pending())
            model_interrupt();
        else
            handle_other();
        in_handler = false;
    }
}

void host_access(void) {
    for (parts += host_random(3); parts >= PARTS; parts -= PARTS)
        count();
    host_take_interrupts();
}

uint32_t host_mask(uint32_t to) {
    const bool was = masked;

    if (!was)
        masked_at = host_counts;
    masked = to != 0;
    host_take_interrupts();
    return was;
}

/* Ends, because another interrupt comes after two tenths of a second at most. */
void host_wait(void) {
    if (!other_at)
        handle_other();
    if (masked && host_counts - masked_at > port_hz / MASKED)
        host_fail("interrupts are masked for long before a sleep");
    model_sleep();
    for (waits++; !model_pending() && !other_pending;)
        count();
    early += !model_pending();
    model_wake();
    host_take_interrupts();
}

tw_tick port_now(void) {
    const uint64_t before = host_counts;
    const tw_tick now = board_now(), passed = now - (tw_tick)before;

    if (passed > host_counts - before)
        host_fail("what was read was not the time");
    return now;
}

void port_unmask(void) {
    model_awake();
    board_unmask();
}

void print(const char *text) { fputs(text, stdout); }

void leave(uint32_t status) { exit((int)status); }

/* Also if a port of a library ends the program. */
static void finish(void) {
    printf("host: %u s, %u waits, %u deep sleeps, %u other interrupts, %u ended a sleep\n",
           (unsigned)((host_counts - started_at) / port_hz), waits, host_deep, others, early);
}

static __attribute__((constructor)) void start(void) {
    model_start();
    started_at = host_counts;
    if (atexit(finish) != 0)
        host_fail("atexit");
}
