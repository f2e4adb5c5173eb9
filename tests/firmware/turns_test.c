/* SPDX-License-Identifier: MIT-0 */
/* turns_test.c - examples/firmware/freertos/tickless.c on this machine, when the kernel has
   not called it for whole turns of the port's counter.

   PORT_HZ is the rate of the counter, which has the bits of a tick. The kernel is busy for
   0, 1, 2, 3 or 100 turns, and a part of one. SysTick is right meanwhile, or gains up to a
   hundredth. Then a task sleeps 10 ticks, twice: each sleep must take 10 ticks of the
   counter, up to a tick less and two more. If SysTick loses while the kernel is busy, the
   kernel catches up, and the sleeps may be shorter. */
#include "port.h"
#include "processor.h"
#include <FreeRTOS.h>
#include <task.h>
#include <stdio.h>
#include <stdlib.h>

enum { CPU_HZ = 48000000, SLEEP = 10, CALLS = 40 };

#define A_TICK ((double)PORT_HZ / configTICK_RATE_HZ)
#define TURN   ((double)TW_TICK_MAX + 1)

void tickless_start(uint32_t cpu_hz);
void vPortSuppressTicksAndSleep(TickType_t expected);

const uint32_t port_hz = PORT_HZ;

static double counter, alarm_at, systick_at; /* counts since ever */
static TickType_t tick;
static uint32_t control, reload, value, pending;

static void fail(const char *what, double counts) {
    printf("FAILED: %s, %.0f ticks of the counter\n", what, counts / A_TICK);
    exit(1);
}

/* A write to the current value starts SysTick with the reload of that moment. */
volatile uint32_t *systick_register(uint32_t at) {
    switch (at) {
    case 0xE000E010:
        return &control;
    case 0xE000E014:
        return &reload;
    case 0xE000E018:
        if (reload + 1 != CPU_HZ / configTICK_RATE_HZ)
            systick_at = counter + (double)(reload + 1) * PORT_HZ / CPU_HZ;
        value = reload;
        return &value;
    default:
        return &pending;
    }
}

tw_tick port_now(void) { return (tw_tick)(uint64_t)counter; }

void port_alarm(tw_tick due) { alarm_at = counter + (tw_tick)(due - port_now()); }

void port_wait(void) { counter = alarm_at; }

void port_mask(void) {}

void port_unmask(void) {}

TickType_t xTaskGetTickCount(void) { return tick; }

eSleepModeStatus eTaskConfirmSleepModeStatus(void) { return eStandardSleep; }

void vTaskStepTick(TickType_t by) { tick += by; }

static void wait_for_systick(void) {
    if (pending == 0 && systick_at > counter)
        counter = systick_at;
    pending = 0;
    systick_at += A_TICK;
    tick++;
}

/* The kernel calls the hook if 2 ticks or more are left. Returns the counts that passed. */
static double sleep(void) {
    const TickType_t wake = tick + SLEEP;
    const double from = counter;
    int calls;

    for (calls = 0; tick != wake; calls++) {
        if (calls == CALLS || tick - wake < portMAX_DELAY / 2)
            fail("the kernel is not at its deadline", counter - from);
        if (wake - tick >= 2)
            vPortSuppressTicksAndSleep(wake - tick);
        wait_for_systick();
    }
    return counter - from;
}

/* The counter goes on by `counts`, and the kernel by as many as SysTick makes of them. */
static void be_busy(double counts, double gain) {
    const double ticks = counts / A_TICK * (1 + gain);

    counter += counts;
    tick += (TickType_t)(uint64_t)ticks;
    systick_at = counter + A_TICK / 2;
    pending = 0;
}

int main(void) {
    static const double turns[] = {0, 1, 2, 3, 100}, part[] = {0.01, 0.3, 0.6, 0.99};
    static const double gains[] = {0, 0.0001, 0.01, -0.0001};
    unsigned i, run = 0;

    tickless_start(CPU_HZ);
    for (i = 0; i < 5 * 4 * 4; i++) {
        const double gain = gains[i / 20], busy = (turns[i % 5] + part[i / 5 % 4]) * TURN;
        double took, again;

        be_busy(busy, gain);
        took = sleep();
        again = sleep();
        if (took > (SLEEP + 2) * A_TICK || again > (SLEEP + 2) * A_TICK)
            fail("a sleep of 10 ticks took", took > again ? took : again);
        if (gain >= 0 && (took < (SLEEP - 1) * A_TICK || again < (SLEEP - 1) * A_TICK))
            fail("a sleep of 10 ticks took", took < again ? took : again);
        run++;
    }
    printf("%u spells at %u Hz, ticks of %u bits\n", run, (unsigned)PORT_HZ, TW_TICK_BITS);
    return 0;
}
