/* SPDX-License-Identifier: MIT-0 */
/* port_model.c - port.h over a counter and a compare register that forgive nothing.

   The counter has 6 bits. A match comes when it becomes equal to the compare register,
   not when the register is written while it is equal, nor when it is beyond. At each
   access to a register the counter may go on by a count, or not: all ways in which it can
   are tried, from each count that the counter shows, to deadlines up to more than a
   revolution ahead. What was read as the time must have been the time during the read,
   and nobody may sleep beyond a deadline. The emulators of real parts are milder: some
   match what was passed since they were last asked. */
#include "port.h"
#include <stdio.h>
#include <stdlib.h>

enum { BITS = 6, RANGE = 1 << BITS, ACCESSES = 10, FARTHEST = RANGE + 10 };

const uint32_t port_hz = 1;

/* counts since ever; wraps that were counted; interrupts taken */
static uint32_t counter, wraps, compare, taken;
static bool matched, wrapped, masked; /* the pending flags */
/* a bit for each access: does a count come before it? */
static uint32_t goes_on, accesses;

static void fail(const char *what, tw_tick due) {
    printf("FAILED: %s: counter %u, due %u, counts at the accesses %x\n", what, counter,
           (unsigned)due, goes_on);
    exit(1);
}

static void take_interrupts(void) {
    if (masked || (!matched && !wrapped))
        return;
    taken++;
    wraps += wrapped;
    matched = wrapped = false;
}

static void count(void) {
    counter++;
    matched = matched || counter % RANGE == compare;
    wrapped = wrapped || counter % RANGE == 0;
    take_interrupts();
}

static void access(void) {
    if (accesses < ACCESSES && goes_on >> accesses & 1)
        count();
    accesses++;
}

tw_tick port_now(void) {
    const bool was = masked;
    const uint32_t before = counter;
    uint32_t low;
    bool pending;
    tw_tick now;

    masked = true;
    access();
    low = counter % RANGE;
    access();
    pending = wrapped;
    now = port_widen(wraps, low, BITS, pending);
    masked = was;
    if (now < before || now > counter)
        fail("what was read was not the time", now);
    take_interrupts();
    return now;
}

void port_alarm(tw_tick due) {
    const tw_tick now = port_now();

    access();
    compare = (tw_tick)(due - now) < RANGE ? due % RANGE : 0;
}

void port_mask(void) {
    access();
    masked = true;
}

void port_unmask(void) {
    masked = false;
    access();
    take_interrupts();
}

void port_wait(void) {
    const uint32_t before = (access(), taken);

    while (!matched && !wrapped && taken == before)
        count();
}

/* A deadline is met within the accesses that follow it. */
static void meet(uint32_t start, uint32_t distance, uint32_t way) {
    const tw_tick due = start + distance;

    counter = start, wraps = start / RANGE, compare = RANGE - 1;
    matched = wrapped = masked = false;
    goes_on = way, accesses = 0;
    while (tw_before(port_now(), due)) {
        port_mask();
        port_sleep(due);
        port_unmask();
    }
    if (counter > due + ACCESSES)
        fail("slept beyond the deadline", due);
}

int main(void) {
    uint32_t start, distance, way;

    for (start = RANGE; start < 2 * RANGE; start++)
        for (distance = 0; distance < FARTHEST; distance++)
            for (way = 0; way < 1u << ACCESSES; way++)
                meet(start, distance, way);
    printf("%u starts, %u distances, %u ways each\n", (unsigned)RANGE, (unsigned)FARTHEST,
           1u << ACCESSES);
    return 0;
}
