/* SPDX-License-Identifier: MIT-0 */
/* timers_test.c - FreeRTOS's timers.c over a stand-in for its kernel. The task of the
   timers runs in main(). When it sleeps, the world goes on: the tick moves to its deadline
   or to the next act of the world, and an act sends commands as other tasks and interrupts
   do. First the acts of a script, then random ones against a model. */
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "FreeRTOS.h"
#include "queue.h"
#include "task.h"
#include "timers.h"

enum { TIMERS = 24, ACTS = 20000 };

static uint64_t real = 0xFFFFF000u; /* the kernel's ticks wrap soon */
static unsigned failed, critical, suspended;

#define CHECK(condition)                                                                   \
    do {                                                                                   \
        if (!(condition) && failed++ < 5)                                                  \
            printf("FAILED: line %d, tick %llu: %s\n", __LINE__, (unsigned long long)real, \
                   #condition);                                                            \
    } while (0)

/* ---------------------------------------------------------------------------- the kernel */

struct QueueDefinition {
    size_t length, size, count;
    uint8_t room[1024];
};

static struct QueueDefinition queue;
static TaskFunction_t task;
static bool running;
static jmp_buf end;

/* The next act of the world: it comes at this tick, and sets it anew. */
static uint64_t act_at;
static void (*act)(void);

void taskENTER_CRITICAL(void) { critical++; }

void taskEXIT_CRITICAL(void) { CHECK(critical-- > 0); }

void vTaskSuspendAll(void) { suspended++; }

BaseType_t xTaskResumeAll(void) {
    CHECK(suspended-- > 0);
    return pdTRUE;
}

void taskYIELD_WITHIN_API(void) {}

BaseType_t xTaskGetSchedulerState(void) { return running ? taskSCHEDULER_RUNNING : 1; }

TickType_t xTaskGetTickCount(void) { return (TickType_t)real; }

TickType_t xTaskGetTickCountFromISR(void) { return (TickType_t)real; }

BaseType_t xTaskCreate(TaskFunction_t run, const char *name, size_t stack, void *argument,
                       UBaseType_t priority, TaskHandle_t *made) {
    (void)stack, (void)argument;
    CHECK(priority == configTIMER_TASK_PRIORITY && strcmp(name, "its task") == 0);
    task = run;
    *made = (TaskHandle_t)(void *)&task;
    return pdPASS;
}

TaskHandle_t xTaskCreateStatic(TaskFunction_t run, const char *name, size_t stack, void *argument,
                               UBaseType_t priority, StackType_t *room, StaticTask_t *memory) {
    TaskHandle_t made;

    CHECK(room && memory && stack == 50);
    (void)xTaskCreate(run, name, stack, argument, priority, &made);
    return made;
}

void vApplicationGetTimerTaskMemory(StaticTask_t **memory, StackType_t **stack, size_t *size) {
    static StaticTask_t t;
    static StackType_t s[50];

    *memory = &t;
    *stack = s;
    *size = 50;
}

QueueHandle_t xQueueCreate(UBaseType_t length, UBaseType_t size) {
    CHECK(length * size <= sizeof queue.room);
    queue.length = length;
    queue.size = size;
    return &queue;
}

QueueHandle_t xQueueCreateStatic(UBaseType_t length, UBaseType_t size, uint8_t *room,
                                 StaticQueue_t *memory) {
    CHECK(room && memory);
    return xQueueCreate(length, size);
}

BaseType_t xQueueSendToBack(QueueHandle_t q, const void *item, TickType_t wait) {
    (void)wait;
    CHECK(critical == 0);
    if (q->count == q->length)
        return pdFAIL;
    memcpy(&q->room[q->size * q->count++], item, q->size);
    return pdPASS;
}

BaseType_t xQueueSendToBackFromISR(QueueHandle_t q, const void *item, BaseType_t *woken) {
    if (woken)
        *woken = pdTRUE;
    return xQueueSendToBack(q, item, 0);
}

BaseType_t xQueueReceive(QueueHandle_t q, void *item, TickType_t wait) {
    CHECK(wait == 0 && critical == 0 && suspended == 0);
    if (q->count == 0)
        return pdFAIL;
    memcpy(item, q->room, q->size);
    memmove(q->room, &q->room[q->size], q->size * --q->count);
    return pdPASS;
}

/* The task sleeps: at most to the first act after which a command waits. */
void vQueueWaitForMessageRestricted(QueueHandle_t q, TickType_t wait, const BaseType_t forever) {
    const uint64_t wake = real + wait;

    CHECK(suspended == 1 && critical == 0);
    while (q->count == 0) {
        if (!forever && wake < act_at) {
            real = wake;
            return;
        }
        real = act_at;
        act();
    }
}

/* ---------------------------------------------------------------------------- the script */

static StaticTimer_t buffer[TIMERS];
static TimerHandle_t one, two, slow;
static unsigned fired[3], step;
static uint64_t last[3], began;

static void count(TimerHandle_t t) {
    const unsigned i = (unsigned)(uintptr_t)pvTimerGetTimerID(t);

    fired[i]++;
    last[i] = real;
}

/* `two` is due at the same tick: it is stopped before it fires. Then it fires by itself. */
static void stop_two(TimerHandle_t t) {
    count(t);
    CHECK(xTimerIsTimerActive(t) == pdFALSE);
    CHECK(xTimerStop(two, 0) == pdPASS);
}

static void busy(TimerHandle_t t) {
    count(t);
    if (fired[2] == 1)
        real += 35; /* the callback takes three periods and a half */
}

static void pended(void *first, uint32_t second) { *(uint32_t *)first = second; }

static uint32_t answer;

static void random_begin(void);

/* A period beyond half the range of ticks; and a start after a silence as long. */
static void long_times(void) {
    act_at = real + 100;
    switch (step) {
    case 5:
        CHECK(fired[1] == 6 && xTimerIsTimerActive(two) == pdTRUE);
        act_at = real + 2;
        break;
    case 6:
        CHECK(fired[1] == 7 && last[1] == real - 1 && xTimerIsTimerActive(two) == pdFALSE);
        act_at = real + 0xC0000000u;
        break;
    case 7:
        CHECK(xTimerChangePeriod(two, 50, 0) == pdPASS);
        break;
    default:
        CHECK(fired[1] == 8 && last[1] == real - 50);
        random_begin();
        break;
    }
}

static void script(void) {
    BaseType_t woken = pdFALSE;

    act_at = real + 1000;
    switch (step++) {
    case 0: /* created and started before the scheduler; both are due at one tick */
        CHECK(fired[0] == 1 && fired[1] == 0);
        CHECK(last[0] == began + 100 && xTimerIsTimerActive(two) == pdFALSE);
        CHECK(xTimerChangePeriod(two, 300, 0) == pdPASS);
        vTimerSetReloadMode(two, pdTRUE);
        break;
    case 1:
        CHECK(fired[1] == 3 && last[1] == began + 1900 && xTimerIsTimerActive(two) == pdTRUE);
        CHECK(xTimerGetExpiryTime(two) == (TickType_t)(began + 2200) &&
              xTimerGetPeriod(two) == 300);
        CHECK(xTimerReset(two, 0) == pdPASS);
        CHECK(xTimerPendFunctionCall(pended, &answer, 42, 0) == pdPASS);
        break;
    case 2:
        CHECK(answer == 42 && fired[1] == 6 && last[1] == began + 2900);
        CHECK(xTimerStopFromISR(two, &woken) == pdPASS && woken == pdTRUE);
        CHECK(xTimerPendFunctionCallFromISR(pended, &answer, 43, &woken) == pdPASS);
        CHECK(xTimerStartFromISR(slow, &woken) == pdPASS);
        break;
    case 3: /* busy() made it late once: no period is lost, and it does not drift */
        CHECK(answer == 43 && fired[1] == 6 && fired[2] == 99);
        CHECK(last[2] == began + 3990 && xTimerGetReloadMode(slow) == pdTRUE);
        CHECK(xTimerDelete(slow, 0) == pdPASS);
        vTimerSetReloadMode(two, pdFALSE);
        CHECK(xTimerChangePeriod(two, 0xFFFFFFF0u, 0) == pdPASS);
        CHECK(strcmp(pcTimerGetName(one), "one") == 0);
        act_at = real + 0xFFFFFFEFu;
        break;
    default:
        long_times();
        break;
    }
}

/* ------------------------------------------------------------------ random acts, a model */

static struct model {
    TimerHandle_t timer;
    uint64_t expiry, number;
    uint32_t period;
    bool active, reloads;
} model[TIMERS];

static unsigned acts, all, unordered, seed = 1;
static uint64_t number;

static uint32_t random_below(uint32_t most) {
    seed = seed * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)seed * most >> 32);
}

static void restart(struct model *m) {
    m->expiry = real + m->period;
    m->number = ++number;
    m->active = true;
}

static void expire(TimerHandle_t t) {
    struct model *const m = pvTimerGetTimerID(t);
    unsigned i;

    CHECK(m->active && m->expiry == real);
    for (i = 0; i < TIMERS; i++)
        unordered += model[i].active && model[i].expiry == m->expiry && model[i].number < m->number;
    all++;
    m->active = false;
    if (m->reloads)
        restart(m);
    CHECK(xTimerIsTimerActive(t) == (m->active ? pdTRUE : pdFALSE));
}

static void random_act(void) {
    struct model *const m = &model[random_below(TIMERS)];
    unsigned i;

    act_at = real + 1 + random_below(200);
    if (++acts > ACTS) {
        for (i = 0; i < TIMERS; i++)
            CHECK(!model[i].active || model[i].expiry >= real);
        longjmp(end, 1);
    }
    switch (random_below(4)) {
    case 0:
        CHECK(xTimerStop(m->timer, 0) == pdPASS);
        m->active = false;
        break;
    case 1:
        m->period = 1 + random_below(random_below(30) ? 2000 : 100000);
        CHECK(xTimerChangePeriod(m->timer, m->period, 0) == pdPASS);
        restart(m);
        break;
    case 2:
        m->reloads = random_below(4) == 0;
        vTimerSetReloadMode(m->timer, m->reloads);
        break;
    default:
        CHECK(xTimerStart(m->timer, 0) == pdPASS);
        restart(m);
        break;
    }
}

static void random_begin(void) {
    unsigned i;

    for (i = 0; i < TIMERS; i++) {
        model[i].period = 500;
        model[i].timer = i % 2 ? xTimerCreateStatic("", 500, pdFALSE, &model[i], expire, &buffer[i])
                               : xTimerCreate("", 500, pdFALSE, &model[i], expire);
        CHECK(model[i].timer != NULL);
    }
    act = random_act;
    act_at = real + 1;
}

int main(void) {
    StaticTimer_t *found = NULL;
    unsigned i;

    began = real;
    one = xTimerCreateStatic("one", 100, pdFALSE, (void *)0, stop_two, &buffer[0]);
    two = xTimerCreate("two", 100, pdFALSE, (void *)1, count);
    slow = xTimerCreate("slow", 10, pdTRUE, (void *)2, busy);
    CHECK(xTimerGetStaticBuffer(one, &found) == pdTRUE && found == &buffer[0]);
    CHECK(xTimerGetStaticBuffer(two, &found) == pdFALSE);
    CHECK(xTimerStart(one, 0) == pdPASS && xTimerStart(two, portMAX_DELAY) == pdPASS);
    for (i = 2; i < configTIMER_QUEUE_LENGTH; i++)
        CHECK(xTimerStop(slow, 0) == pdPASS);
    CHECK(xTimerStop(slow, 0) == pdFAIL); /* the queue is full */
    CHECK(xTimerCreateTimerTask() == pdPASS && xTimerGetTimerDaemonTaskHandle() != NULL);
    act = script;
    act_at = began + 1000;
    running = true;
    if (setjmp(end) == 0)
        task(NULL);
    for (i = 0; i < TIMERS; i += 2)
        free(model[i].timer);
    free(two);
    printf("%u fired, %u out of order\n", all, unordered);
    return failed || unordered;
}
