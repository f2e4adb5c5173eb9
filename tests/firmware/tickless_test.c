/* SPDX-License-Identifier: MIT-0 */
/* tickless_test.c - examples/firmware/freertos/tickless.c on qemu's MPS2, over a stand-in
   for FreeRTOS's kernel: a counter, tasks that wake each so many ticks, and an idle loop.

   Another timer interrupts at random times, and wakes a task now and then. The kernel
   refuses to sleep now and then. A set whose ticks are counts of the port has deadlines
   between those of the tasks. Checked against the counter of the port:
       - no task and no timer is early, and none later than its bound;
       - the kernel's counter is never a tick ahead, and never two behind;
       - the kernel is never stepped onto a deadline or beyond;
       - the number of SysTick's interrupts is a small part of the ticks.
   Both counters wrap. */
#include "check.h"
#include "port.h"
#include "sortedlist.h"
#include "timers.h"
#include <FreeRTOS.h>
#include <task.h>

TW_TIMERS_OF(timers, sortedlist)

enum {
    SECONDS = 30,
    CPU_HZ = 25000000,
    A_TICK = CPU_HZ / 1000, /* counts of the port */
    TASKS = 3,
    TASK_LATE = 3 * A_TICK / 2, /* counts */
    SET_LATE = 4000,
    FIRST = -6000, /* ticks of the kernel: it wraps after six seconds, and the port after ten */
    REFUSED = 16
};

#define SYST(offset) (*(volatile uint32_t *)(0xE000E010 + (offset)))
#define DUAL(offset) (*(volatile uint32_t *)(0x40002000 + (offset)))
#define CLOCK_VALUE  (*(volatile uint32_t *)0x40000004) /* the port's counter counts down */
#define NVIC_ENABLE  (*(volatile uint32_t *)0xE000E100)
#define DUAL_ON      0xE2u /* enabled, periodic, interrupts, 32 bits */
#define DUAL_LONGEST 0x40000u

void tickless_start(uint32_t cpu_hz);
bool tickless_next(tw_tick *due);
void vPortSuppressTicksAndSleep(TickType_t expected);
void systick(void);

static volatile TickType_t tick = (TickType_t)FIRST;
static volatile uint32_t systicks, others;
static volatile bool woken, suspended;
static volatile TickType_t pended; /* ticks that came while the scheduler was suspended */
static tw_tick start;
static struct timers set;
static uint32_t seed = 1, runs, fired, calls, worst_task, worst_timer;

static struct task { TickType_t period, wake; } task[TASKS] = {{7, 0}, {100, 0}, {1001, 0}};

static uint32_t random_below(uint32_t most) {
    seed = seed * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)seed * most >> 32);
}

static void print_number(uint32_t n, const char *then) {
    char digits[11], *d = &digits[10];

    for (*d = 0; d == &digits[10] || n > 0; n /= 10)
        *--d = (char)('0' + n % 10);
    port_print(d);
    port_print(then);
}

/* The counter since the start, in 64 bits. */
static uint64_t counted(void) {
    static uint64_t all;
    static tw_tick seen;
    const tw_tick since = port_now() - start;

    all += (tw_tick)(since - seen);
    seen = since;
    return all;
}

/* The kernel's ticks since the start. */
static uint64_t ticked(void) { return (TickType_t)(tick - (TickType_t)FIRST); }

static void check_clock(void) {
    const uint64_t kernel = ticked() * A_TICK, port = counted();

    check(kernel <= port, "the kernel's counter is ahead");
    check(port - kernel < 2 * A_TICK, "the kernel's counter is two ticks behind");
}

void systick(void) {
    systicks++;
    if (suspended)
        pended++;
    else
        tick++;
}

/* Comes each time after up to ten milliseconds. */
static void other(void) {
    DUAL(0x0C) = 1;
    DUAL(0x00) = 1 + random_below(DUAL_LONGEST);
    others++;
    woken = woken || random_below(4) == 0;
}

/* Behind the vectors of the port, the last of which is number 9. */
__attribute__((section(".vectors.irq"), used)) static void (*const vectors_irq[])(void) = {other};

/* -------------------------------------------------------------------------- THE KERNEL */

TickType_t xTaskGetTickCount(void) { return tick; }

eSleepModeStatus eTaskConfirmSleepModeStatus(void) {
    return woken || pended || random_below(REFUSED) == 0 ? eAbortSleep : eStandardSleep;
}

/* The least number of ticks until a task is to wake. */
static TickType_t expected_idle(void) {
    TickType_t least = task[0].wake - tick;
    unsigned i;

    for (i = 1; i < TASKS; i++)
        if (task[i].wake - tick < least)
            least = task[i].wake - tick;
    return least;
}

void vTaskStepTick(TickType_t by) {
    check(by < expected_idle(), "the kernel is stepped onto a deadline");
    tick += by;
}

static void idle(void) {
    suspended = true;
    if (expected_idle() >= 2) {
        vPortSuppressTicksAndSleep(expected_idle());
        calls++;
    }
    port_mask();
    suspended = false;
    tick += pended;
    pended = 0;
    port_unmask();
}

/* Runs the tasks whose tick has come. */
static void run_tasks(void) {
    unsigned i;

    for (i = 0; i < TASKS; i++) {
        const TickType_t since = task[i].wake - (TickType_t)FIRST;
        const int64_t late = (int64_t)counted() - (int64_t)since * A_TICK;

        if ((int32_t)(tick - task[i].wake) < 0)
            continue;
        check(late >= 0, "a task is early");
        worst_task = late > worst_task ? (uint32_t)late : worst_task;
        task[i].wake += task[i].period;
        runs++;
    }
}

/* ----------------------------------------------------------------------------- THE SET */

static void fire(struct tw_node *n, tw_tick now) {
    const tw_tick late = port_now() - n->due;

    check(!tw_before(now, n->due), "a timer is early");
    worst_timer = late > worst_timer ? late : worst_timer;
    fired++;
    timers_add(&set, n, n->due + A_TICK + random_below(20 * A_TICK));
}

static struct tw_node timer[] = {TW_NODE(fire), TW_NODE(fire)};

bool tickless_next(tw_tick *due) { return timers_next(&set, due); }

static void start_all(void) {
    unsigned i;

    port_start();
    CLOCK_VALUE = 10 * CPU_HZ;
    start = port_now();
    timers_init(&set, start, NULL, 0);
    for (i = 0; i < sizeof timer / sizeof timer[0]; i++)
        timers_add(&set, &timer[i], start + A_TICK / (i + 1));
    for (i = 0; i < TASKS; i++)
        task[i].wake = tick + task[i].period;
    SYST(4) = A_TICK - 1;
    SYST(8) = 0;
    tickless_start(CPU_HZ);
    SYST(0) = 7; /* the processor's clock, interrupt, enabled */
    DUAL(0x00) = A_TICK;
    DUAL(0x08) = DUAL_ON;
    NVIC_ENABLE = 1u << 10;
}

int main(void) {
    start_all();
    while (ticked() <= SECONDS * 1000) {
        woken = false;
        check_clock();
        run_tasks();
        timers_advance(&set, port_now());
        idle();
    }
    print_number((uint32_t)ticked(), " ticks, ");
    print_number(systicks, " interrupts of SysTick, ");
    print_number(others, " others, ");
    print_number(calls, " calls\n");
    print_number(runs, " runs of tasks, the latest by ");
    print_number(worst_task, " counts; ");
    print_number(fired, " timers of the set, the latest by ");
    print_number(worst_timer, " counts\n");
    check(runs == SECONDS * 1000 / 7 + SECONDS * 1000 / 100 + SECONDS * 1000 / 1001,
          "a run too many or too few");
    check(worst_task < TASK_LATE, "a task is late");
    check(worst_timer < SET_LATE, "a timer of the set is late");
    check(systicks < ticked() / 2, "SysTick interrupts all the time");
    check(others > 20 * SECONDS, "the other interrupt does not come");
    port_leave(0);
    return 0;
}
