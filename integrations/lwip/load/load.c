/* SPDX-License-Identifier: MIT-0 */
/* load order SEED | load fire COUNT TURNS | load move COUNT TURNS: timeouts of lwIP, on a
   clock of their own, beside the timers of the stack.

       order  any calls in any order; prints what runs, and when
       fire   COUNT timeouts wait up to 30 s; each that runs is started again, TURNS times
       move   COUNT timeouts wait; TURNS times one of them is stopped and started anew */
#include "lwip/etharp.h"
#include "lwip/ip4_frag.h"
#include "lwip/mem.h"
#include "lwip/memp.h"
#include "lwip/sys.h"
#include "lwip/timeouts.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST  1000
#define RANGE 30000

static u32_t clock_ms = 0xffff0000; /* it wraps after a minute */
static u32_t seed = 1;
static unsigned long runs;
static int waiting;
static char timer[MOST]; /* is it started? The address is the argument. */

u32_t sys_now(void) { return clock_ms; }

/* The cyclic timers of the stack, which has none of its protocols here. */
void ip_reass_tmr(void) {}

void etharp_tmr(void) {}

static u32_t any(u32_t below) {
    seed = seed * 1664525 + 1013904223;
    return (u32_t)((unsigned long long)seed * below >> 32);
}

static void run_again(void *arg) {
    runs++;
    sys_timeout(1 + any(RANGE), run_again, arg);
}

static void run_once(void *arg) {
    printf("%u: %d\n", (unsigned)clock_ms, (int)((char *)arg - timer));
    waiting--;
    runs++;
    if (any(4) == 0 && waiting < MOST) {
        waiting++;
        sys_timeout(1 + any(5000), run_once, arg);
    }
}

static void run_twin(void *arg) { run_once(arg); }

/* The same pair of handler and argument may wait more than once. */
static void any_call(void) {
    void *const arg = &timer[any(20)];
    const sys_timeout_handler handler = any(2) ? run_once : run_twin;
    static const u32_t ahead[] = {1, 50, 5000, 1000000, LWIP_UINT32_MAX / 4};

    switch (any(16)) {
    case 0:
        sys_restart_timeouts();
        break;
    case 1:
    case 2:
    case 3:
        sys_untimeout(handler, arg);
        break;
    case 4:
    case 5:
    case 6:
        clock_ms += any(ahead[any(4)]);
        do
            sys_check_timeouts();
        while (sys_timeouts_sleeptime() == 0);
        break;
    default:
        if (waiting < MOST) {
            waiting++;
            sys_timeout(any(ahead[any(5)] + 1), handler, arg);
        }
    }
    printf("sleep %u\n", (unsigned)sys_timeouts_sleeptime());
}

static void fire(int count, unsigned long turns) {
    for (int i = 0; i < count; i++)
        sys_timeout(1 + any(RANGE), run_again, &timer[i]);
    while (runs < turns) {
        clock_ms += sys_timeouts_sleeptime();
        sys_check_timeouts();
    }
}

static void move(int count, unsigned long turns) {
    for (int i = 0; i < count; i++)
        sys_timeout(1 + any(RANGE), run_again, &timer[i]);
    for (unsigned long i = 0; i < turns; i++) {
        const u32_t which = any((u32_t)count);

        sys_untimeout(run_again, &timer[which]);
        sys_timeout(1 + any(RANGE), run_again, &timer[which]);
    }
}

int main(int argc, char **argv) {
    const char *what = argc > 2 ? argv[1] : "";
    const int count = argc > 2 ? atoi(argv[2]) : 0;
    const unsigned long turns = argc == 4 ? strtoul(argv[3], NULL, 10) : 0;
    const int order = argc == 3 && !strcmp(what, "order");
    const int fires = !strcmp(what, "fire");

    if (!order && (turns == 0 || count < 1 || count > MOST || !(fires || !strcmp(what, "move")))) {
        fputs("usage: load order SEED | load fire|move COUNT TURNS, COUNT up to 1000\n", stderr);
        return 2;
    }
    mem_init();
    memp_init();
    sys_timeouts_init();
    if (order) {
        seed = (u32_t)count;
        for (int i = 0; i < 20000; i++)
            any_call();
    } else if (fires) {
        fire(count, turns);
    } else {
        move(count, turns);
    }
    return 0;
}
