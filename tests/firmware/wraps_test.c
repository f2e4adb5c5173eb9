/* SPDX-License-Identifier: MIT-0 */
/* wraps_test.c - a clock that is widened, read at the very wraps of its counter, and not read
   for whole turns; and alarms that are replaced when they are about to ring.

   The counter has WRAP_BITS bits. The program sleeps until shortly before a wrap, and then reads
   the clock until the wrap has passed: with interrupts masked at every second wrap. host.c
   checks each read. Then nobody reads the clock for up to TURNS turns. The wrap's interrupt
   must count each of them. At last each alarm is set for a few counts ahead, and again while
   they pass. The sleeps behind it must end then. */
#include "host.h"
#include "port.h"

enum { WRAPS = 40, NEAR = 3, ALARMS = 4000, LATE = 20 };

#define RANGE ((tw_tick)1 << WRAP_BITS)

static void read_across_a_wrap(bool mask) {
    const tw_tick wrap = (port_now() | (RANGE - 1)) + 1;

    while (tw_before(port_now(), wrap - NEAR)) {
        port_mask();
        port_sleep(wrap - NEAR);
        port_unmask();
    }
    if (mask)
        port_mask();
    while (tw_before(port_now(), wrap + NEAR))
        ;
    if (mask)
        port_unmask();
}

static void forget(unsigned turns) {
    const uint64_t end = host_counts + (uint64_t)turns * RANGE;

    while (host_counts < end) {
        port_mask();
        port_wait();
        port_unmask();
    }
    (void)port_now();
}

static void replace_alarm(void) {
    const tw_tick soon = port_now() + 2 + host_random(3), ready = soon - host_random(4);
    tw_tick due;

    port_mask();
    port_alarm(soon);
    port_unmask();
    while (tw_before(port_now(), ready))
        ;
    due = port_now() + 1 + host_random(4);
    while (tw_before(port_now(), due)) {
        port_mask();
        port_sleep(due);
        port_unmask();
    }
    if (tw_before(due + LATE, port_now()))
        host_fail("the alarm that replaced another one came late");
}

int main(void) {
    unsigned i;

    port_start();
    for (i = 0; i < WRAPS && i < 10 * TURNS; i++)
        read_across_a_wrap(i % 2);
    for (i = 1; i <= TURNS; i = i < 2 ? 2 : i * 50)
        forget(i);
    for (i = 0; i < ALARMS; i++)
        replace_alarm();
    port_leave(0);
    return 0;
}
