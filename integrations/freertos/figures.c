/* SPDX-License-Identifier: MIT-0 */
/* figures.c - COUNT timers of FreeRTOS over a small stand-in for its kernel, for figures.sh.
   start: each is started anew, ROUNDS times, and none fires. fire: each reloads, with a
   period of its own, until COUNT * ROUNDS have fired. */
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include "FreeRTOS.h"
#include "queue.h"
#include "task.h"
#include "timers.h"

enum { MOST = 1024, RANGE = 10000 };

static struct QueueDefinition {
    size_t size, count;
    uint64_t room[64];
} queue;

static TaskFunction_t task;
static TickType_t tick;
static TimerHandle_t timer[MOST];
static unsigned count, starts, fired, wanted, seed = 1;
static jmp_buf end;

void taskENTER_CRITICAL(void) {}

void taskEXIT_CRITICAL(void) {}

void vTaskSuspendAll(void) {}

BaseType_t xTaskResumeAll(void) { return pdTRUE; }

void taskYIELD_WITHIN_API(void) {}

BaseType_t xTaskGetSchedulerState(void) { return taskSCHEDULER_RUNNING; }

TickType_t xTaskGetTickCount(void) { return tick; }

TickType_t xTaskGetTickCountFromISR(void) { return tick; }

BaseType_t xTaskCreate(TaskFunction_t run, const char *name, size_t stack, void *argument,
                       UBaseType_t priority, TaskHandle_t *made) {
    (void)name, (void)stack, (void)argument, (void)priority, (void)made;
    task = run;
    return pdPASS;
}

QueueHandle_t xQueueCreate(UBaseType_t length, UBaseType_t size) {
    (void)length;
    queue.size = size;
    return &queue;
}

BaseType_t xQueueSendToBack(QueueHandle_t q, const void *item, TickType_t wait) {
    (void)wait;
    memcpy(q->room, item, q->size);
    q->count = 1;
    return pdPASS;
}

BaseType_t xQueueSendToBackFromISR(QueueHandle_t q, const void *item, BaseType_t *woken) {
    (void)woken;
    return xQueueSendToBack(q, item, 0);
}

BaseType_t xQueueReceive(QueueHandle_t q, void *item, TickType_t wait) {
    (void)wait;
    if (q->count == 0)
        return pdFAIL;
    memcpy(item, q->room, q->size);
    q->count = 0;
    return pdPASS;
}

static unsigned random_below(unsigned most) {
    seed = seed * 1664525u + 1013904223u;
    return (unsigned)((uint64_t)seed * most >> 32);
}

/* The task sleeps. Then a timer is started, or time goes on. */
void vQueueWaitForMessageRestricted(QueueHandle_t q, TickType_t wait, const BaseType_t forever) {
    (void)q, (void)forever;
    if (starts > 0) {
        starts--;
        (void)xTimerStart(timer[random_below(count)], 0);
    } else if (fired < wanted) {
        tick += wait;
    } else {
        longjmp(end, 1);
    }
}

static void fire(TimerHandle_t t) {
    (void)t;
    fired++;
}

int main(int argc, char **argv) {
    const unsigned rounds = argc == 4 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
    unsigned i;

    count = argc == 4 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    if (count == 0 || count > MOST || rounds == 0) {
        fprintf(stderr, "usage: figures COUNT ROUNDS start|fire, COUNT up to %d\n", MOST);
        return 2;
    }
    for (i = 0; i < count; i++) {
        timer[i] = xTimerCreate("", 1 + random_below(RANGE), pdTRUE, NULL, fire);
        if (timer[i] == NULL)
            return 1;
    }
    (void)xTimerCreateTimerTask();
    starts = 4 * count; /* so that nearly all wait */
    if (strcmp(argv[3], "start") == 0)
        starts += count * rounds;
    else
        wanted = count * rounds;
    if (setjmp(end) == 0)
        task(NULL);
    return 0;
}
