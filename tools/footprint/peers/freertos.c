/* SPDX-License-Identifier: MIT-0 */
/* freertos.c - the software timers of FreeRTOS. timers.c is included for the steps of its
   task, which a poll takes in the task's place until the task would wait. The queue holds
   one command, which runs at once: there is no other task. A timer has one time, so that
   one with a period is started again. */
#include "timers.c"
#include "subject.h"

typedef char a_static_timer_is_a_timer[sizeof(StaticTimer_t) == sizeof(Timer_t) ? 1 : -1];

static uint32_t clock_now, periods[TIMERS];
static StaticTimer_t timers[TIMERS];
static DaemonTaskMessage_t command;
static bool commanded, waits;

TickType_t xTaskGetTickCount(void) { return clock_now; }

void vQueueWaitForMessageRestricted(QueueHandle_t queue, TickType_t ticks, BaseType_t forever) {
    (void)queue, (void)ticks, (void)forever;
    waits = true;
}

BaseType_t xQueueReceive(QueueHandle_t queue, void *message, TickType_t wait) {
    const bool any = commanded;

    (void)queue, (void)wait;
    *(DaemonTaskMessage_t *)message = command;
    commanded = false;
    return any;
}

BaseType_t xQueueSendToBack(QueueHandle_t queue, const void *message, TickType_t wait) {
    (void)queue, (void)wait;
    command = *(const DaemonTaskMessage_t *)message;
    commanded = true;
    prvProcessReceivedCommands();
    return pdPASS;
}

/* A time of 0, which the kernel refuses, is 1. */
static void arm(unsigned i, uint32_t ticks) {
    xTimerChangePeriod(&timers[i], ticks ? ticks : 1, 0);
}

static void fire(TimerHandle_t timer) {
    const unsigned i = (unsigned)((StaticTimer_t *)timer - timers);

    if (periods[i])
        arm(i, periods[i]);
    fired(timer);
}

void subject_init(uint32_t now) {
    unsigned i;

    clock_now = now;
    for (i = 0; i < TIMERS; i++)
        xTimerCreateStatic(NULL, 1, pdFALSE, NULL, fire, &timers[i]);
}

void subject_start(unsigned i, uint32_t now, uint32_t delay, uint32_t period) {
    clock_now = now;
    periods[i] = period;
    arm(i, delay);
}

void subject_stop(unsigned i) { xTimerStop(&timers[i], 0); }

/* What the task would wait for: the first timer, or the overflow of the ticks. */
bool subject_next(uint32_t now, uint32_t *ticks) {
    BaseType_t none;

    *ticks = prvGetNextExpireTime(&none) - now;
    return !none || !listLIST_IS_EMPTY(pxOverflowTimerList);
}

void subject_poll(uint32_t now) {
    BaseType_t none;
    TickType_t due;

    clock_now = now;
    for (waits = false; !waits;) {
        due = prvGetNextExpireTime(&none);
        prvProcessTimerOrBlockTask(due, none);
    }
}
