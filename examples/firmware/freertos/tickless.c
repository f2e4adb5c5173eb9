/* SPDX-License-Identifier: MIT-0 */
/* FreeRTOS without a tick while nothing is to do, over port.h. Not built with FreeRTOS
   here, which no package of Debian has: tests/firmware/tickless_test.c compiles and runs
   it in qemu over a stand-in for the kernel.

   While tasks run, SysTick makes the kernel's ticks. When the idle task finds that all
   tasks wait, the kernel calls vPortSuppressTicksAndSleep(). It stops SysTick, and sleeps
   by the port until the first of three: the kernel's next deadline, the next deadline of
   your set, another interrupt. Then it steps the kernel's counter by the ticks that have
   passed, and starts SysTick with the rest of the running one.

   Tick number k of the kernel begins at count k * port_hz / configTICK_RATE_HZ of the
   port, rounded up. So a sleep neither loses nor gains, however often it is ended early.
   The next sleep makes good the ticks that SysTick loses while tasks run, if it comes within
   a turn of the port's counter, and a gain of up to a tick. If SysTick has gained more, the
   kernel keeps its lead: it would stand still otherwise. The port's counter must go on in
   the sleep: any of examples/firmware will do but cortex-m.

   The kernel asks for a sleep of 2 ticks or more. So a task with a period of one tick keeps
   it from calling at all, and the port's counter may go round meanwhile (look()).

   DO THIS
       1  FreeRTOSConfig.h:   #define configUSE_TICKLESS_IDLE 1   (on Arm's Cortex-M, whose
                              own function of this name is weak; elsewhere 2, and
                              #define portSUPPRESS_TICKS_AND_SLEEP vPortSuppressTicksAndSleep)
       2  Before vTaskStartScheduler():   port_start();   tickless_start(configCPU_CLOCK_HZ);
       3  A set that a task owns, which blocks until next(), needs no more: the kernel's
          deadline is that of the set, rounded to ticks (examples/recipes/freertos_task.c).
          For a set whose ticks are the port's counts, finer than the kernel's, define
          tickless_next(): it returns what next() of the set says. Its owner is woken by an
          interrupt: the port's handler calls vTaskNotifyGiveFromISR().

   The kernel calls the function with the scheduler suspended, and interrupts go on. The
   function masks all of them by PRIMASK, so that the interrupt that ends the sleep is
   taken when the kernel's counter is right again. Handlers of a higher priority than
   configMAX_SYSCALL_INTERRUPT_PRIORITY wait as well: for the sleep's end, which is at
   once, and some hundred instructions. */
#include "port.h"
#include "processor.h"
#include <FreeRTOS.h>
#include <task.h>

#define SYST_CSR REGISTER(0xE000E010)
#define SYST_RVR REGISTER(0xE000E014)
#define SYST_CVR REGISTER(0xE000E018)
#define ICSR     REGISTER(0xE000ED04)

enum { SYST_ENABLE = 1, SYST_LEAST = 16, SYST_MOST = 0xFFFFFF };

#define PENDSTSET ((uint32_t)1 << 26) /* in ICSR: SysTick's interrupt is pending */

static uint32_t cycles_a_tick;
static tw_tick count_seen;   /* the port's counter, when it was read last */
static TickType_t tick_seen; /* the kernel's counter, the same */
static uint64_t counts;      /* of the port, since the start */
static uint64_t ticks;       /* of the kernel, since the start */

void tickless_start(uint32_t cpu_hz);
bool tickless_next(tw_tick *due);
void vPortSuppressTicksAndSleep(TickType_t expected);

/* Says when a set next wants the processor, in counts of the port. False: no set does. */
__attribute__((weak)) bool tickless_next(tw_tick *due) {
    (void)due;
    return false;
}

/* Call this when tick 0 of the kernel begins. */
void tickless_start(uint32_t cpu_hz) {
    cycles_a_tick = cpu_hz / configTICK_RATE_HZ;
    count_seen = port_now();
    tick_seen = xTaskGetTickCount();
}

/* The first count of tick number k. */
static uint64_t count_of(uint64_t k) {
    return (k * port_hz + configTICK_RATE_HZ - 1) / configTICK_RATE_HZ;
}

/* Nobody guarantees a look within a turn of the port's counter: 172 s at 25 MHz. After a
   longer spell of tasks the counter lacks whole turns. Then the kernel's ticks say how many
   counts have passed, and the running tick begins anew. Lost are up to a tick, and each tick
   that SysTick lost in the spell: one whose interrupt was masked until the next. The range of
   TickType_t bounds the spell, 2^32 ticks or 49 days at 1 kHz: after a longer one the kernel
   may run ahead by up to a turn. */
static void look(void) {
    const tw_tick now = port_now();
    const TickType_t tick = xTaskGetTickCount();

    counts += (tw_tick)(now - count_seen);
    count_seen = now;
    ticks += (TickType_t)(tick - tick_seen);
    tick_seen = tick;
    if (counts + port_hz / configTICK_RATE_HZ < count_of(ticks))
        counts = count_of(ticks);
}

/* The deadline of the kernel, `expected` ticks ahead, or that of the set. A deadline
   beyond a quarter of the range of counts is cut: the sleep ends for nothing then. */
static tw_tick deadline(TickType_t expected) {
    const uint64_t wake = count_of(ticks + expected), most = TW_TICK_MAX / 4;
    const uint64_t ahead = wake > counts ? wake - counts : 0;
    tw_tick due = (tw_tick)(count_seen + (ahead < most ? ahead : most)), wanted;

    if (tickless_next(&wanted) && tw_before(wanted, due))
        due = wanted;
    return due;
}

/* Starts SysTick so that it counts the rest of tick number k - 1, and whole ticks then. It
   takes the rest from RVR within a cycle. */
static void start_systick(uint64_t k) {
    const uint64_t end = count_of(k), rest = end > counts ? end - counts : 0;
    const uint64_t cycles = rest * cycles_a_tick * configTICK_RATE_HZ / port_hz;

    SYST_RVR = cycles < SYST_LEAST  ? SYST_LEAST - 1
               : cycles > SYST_MOST ? SYST_MOST
                                    : (uint32_t)cycles - 1;
    SYST_CVR = 0;
    SYST_CSR |= SYST_ENABLE;
    while (SYST_CVR == 0)
        ;
    SYST_RVR = cycles_a_tick - 1;
}

/* Steps the kernel by the ticks that have passed, and returns how many ticks it has then
   or will have at once. The last tick that it expects is left to SysTick's handler, which
   wakes the task. */
static uint64_t step(TickType_t expected) {
    const uint64_t passed = counts * configTICK_RATE_HZ / port_hz;
    const uint64_t behind = passed > ticks ? passed - ticks : 0;
    const TickType_t by = behind < expected ? (TickType_t)behind : expected - 1;

    if (by > 0)
        vTaskStepTick(by);
    ticks += by;
    tick_seen += by;
    if (behind < expected)
        return ticks;
    ICSR = PENDSTSET;
    return ticks + 1;
}

/* `expected` is the number of ticks until the kernel's next deadline. If the kernel does
   not want to sleep any more, or a tick is pending, SysTick goes on where it stopped. */
void vPortSuppressTicksAndSleep(TickType_t expected) {
    port_mask();
    SYST_CSR &= ~(uint32_t)SYST_ENABLE;
    if (eTaskConfirmSleepModeStatus() == eAbortSleep || (ICSR & PENDSTSET)) {
        SYST_CSR |= SYST_ENABLE;
    } else {
        look();
        (void)port_sleep(deadline(expected));
        look();
        start_systick(step(expected) + 1);
    }
    port_unmask();
}
