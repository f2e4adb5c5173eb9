/* SPDX-License-Identifier: MIT-0 */
/* FreeRTOS's software timers over a set of tw: stands in for the kernel's timers.c, behind
   its include/timers.h, with its promises. Commands go through the kernel's queue to one
   task, which owns the set, and sleeps until the earliest deadline.

   A set takes a delay below a quarter of the range of ticks. A longer period goes in
   steps: `expiry` is the end. The callback stands in the node's fn, so that a timer has
   the size of a StaticTimer_t; the set never calls it. */
#define MPU_WRAPPERS_INCLUDED_FROM_API_FILE
#include "FreeRTOS.h"
#include "queue.h"
#include "task.h"
#include "timers.h"
#undef MPU_WRAPPERS_INCLUDED_FROM_API_FILE

#if configUSE_TIMERS == 1
#include <tw/rbtree.h>
#include <tw/smallwheel.h>
#include <tw/sortedlist.h>
#include <tw/timers.h>

/* The structure: -DTW_FREERTOS_SET=rbtree, or smallwheel, makes it another. */
#ifndef TW_FREERTOS_SET
#define TW_FREERTOS_SET sortedlist
#endif

#ifndef configTIMER_SERVICE_TASK_NAME
#define configTIMER_SERVICE_TASK_NAME "Tmr Svc"
#endif

TW_TIMERS_OF(timers, TW_FREERTOS_SET)

enum { RELOADS = 1, STATIC = 2 }; /* bits of status */

#define STEP (TW_TICK_MAX / 8)

struct tmrTimerControl {
    const char *name;
    struct tw_node node;
    TickType_t period, expiry;
    void *id;
#if configUSE_TRACE_FACILITY == 1
    UBaseType_t number;
#endif
    uint8_t status;
};

typedef char a_tick_has_the_bits_of_TickType_t[sizeof(tw_tick) == sizeof(TickType_t) ? 1 : -1];
typedef char a_timer_fits_into_StaticTimer_t[sizeof(struct tmrTimerControl) <= sizeof(StaticTimer_t)
                                                 ? 1
                                                 : -1];

struct message {
    BaseType_t command;

    union {
        struct {
            struct tmrTimerControl *timer;
            TickType_t value;
        } of;

        struct {
            PendedFunction_t function;
            void *first;
            uint32_t second;
        } call;
    } u;
};

static struct timers set;
static QueueHandle_t commands;
static TaskHandle_t owner;

/* ------------------------------------------------------------------- the task's own part */

static TimerCallbackFunction_t callback_of(const struct tmrTimerControl *t) {
    return (TimerCallbackFunction_t)(void (*)(void))t->node.fn;
}

/* Arms t for its expiry, at most a step after `from`. No task sees a part of it. */
static void arm(struct tmrTimerControl *t, TickType_t from) {
    const TickType_t left = t->expiry - from;
    bool armed;

    taskENTER_CRITICAL();
    armed = timers_add(&set, &t->node, from + (left < STEP ? left : STEP));
    taskEXIT_CRITICAL();
    configASSERT(armed);
    (void)armed;
}

/* Lets t expire a period after `from`. */
static void start(struct tmrTimerControl *t, TickType_t from) {
    t->expiry = from + t->period;
    arm(t, from);
}

static void stop(struct tmrTimerControl *t) {
    taskENTER_CRITICAL();
    (void)timers_cancel(&set, &t->node);
    taskEXIT_CRITICAL();
}

/* t's node has left the set. */
static void fire(struct tmrTimerControl *t) {
    if (t->expiry != t->node.due) {
        arm(t, t->node.due);
        return;
    }
    traceTIMER_EXPIRED(t);
    if (t->status & RELOADS)
        start(t, t->expiry);
    callback_of(t)(t);
}

static void forget(struct tmrTimerControl *t) {
    stop(t);
#if configSUPPORT_DYNAMIC_ALLOCATION == 1
    if (!(t->status & STATIC))
        vPortFree(t);
#endif
}

static void obey(const struct message *m) {
    struct tmrTimerControl *const t = m->u.of.timer;

    if (m->command < 0) {
        m->u.call.function(m->u.call.first, m->u.call.second);
        return;
    }
    traceTIMER_COMMAND_RECEIVED(t, m->command, m->u.of.value);
    switch (m->command) {
    case tmrCOMMAND_START:
    case tmrCOMMAND_START_FROM_ISR:
    case tmrCOMMAND_RESET:
    case tmrCOMMAND_RESET_FROM_ISR:
        start(t, m->u.of.value);
        break;
    case tmrCOMMAND_STOP:
    case tmrCOMMAND_STOP_FROM_ISR:
        stop(t);
        break;
    case tmrCOMMAND_CHANGE_PERIOD:
    case tmrCOMMAND_CHANGE_PERIOD_FROM_ISR:
        configASSERT(m->u.of.value > 0);
        t->period = m->u.of.value;
        start(t, xTaskGetTickCount());
        break;
    case tmrCOMMAND_DELETE:
        forget(t);
        break;
    default:
        break;
    }
}

/* Blocks until a command comes, or the earliest deadline. No tick passes between the look
   at the clock and the sleep. */
static void sleep_until_next(void) {
    tw_tick due = 0;
    TickType_t now, ahead;
    bool any;

    vTaskSuspendAll();
    now = xTaskGetTickCount();
    any = timers_next(&set, &due);
    ahead = any && tw_before(now, due) ? due - now : 0;
    if (!any || ahead > 0)
        vQueueWaitForMessageRestricted(commands, ahead, any ? pdFALSE : pdTRUE);
    if (xTaskResumeAll() == pdFALSE)
        taskYIELD_WITHIN_API();
}

/* Fires one timer at a time, and obeys all commands before the next: a callback may stop
   a timer that is due as well. The clock of the set moves before a command. */
static void own_timers(void *unused) {
    struct message m;
    struct tw_node *n;

    (void)unused;
#if configUSE_DAEMON_TASK_STARTUP_HOOK == 1
    vApplicationDaemonTaskStartupHook();
#endif
    for (;;) {
        taskENTER_CRITICAL();
        n = timers_expire(&set, xTaskGetTickCount());
        taskEXIT_CRITICAL();
        if (n)
            fire(TW_OF(n, struct tmrTimerControl, node));
        else
            sleep_until_next();
        while (xQueueReceive(commands, &m, 0) == pdPASS) {
            (void)timers_advance_some(&set, xTaskGetTickCount(), 0);
            obey(&m);
        }
    }
}

/* -------------------------------------------------------------------------- the timers */

/* Makes the queue, once: timers may be created before the scheduler starts. */
static void make_queue(void) {
    taskENTER_CRITICAL();
    if (commands == NULL) {
        timers_init(&set, xTaskGetTickCount(), NULL, 0);
#if configSUPPORT_STATIC_ALLOCATION == 1
        static StaticQueue_t queue;
        static uint8_t room[configTIMER_QUEUE_LENGTH * sizeof(struct message)];

        commands =
            xQueueCreateStatic(configTIMER_QUEUE_LENGTH, sizeof(struct message), room, &queue);
#else
        commands = xQueueCreate(configTIMER_QUEUE_LENGTH, sizeof(struct message));
#endif
#if configQUEUE_REGISTRY_SIZE > 0
        if (commands != NULL)
            vQueueAddToRegistry(commands, "TmrQ");
#endif
    }
    taskEXIT_CRITICAL();
}

BaseType_t xTimerCreateTimerTask(void) {
    BaseType_t made = pdFAIL;

    make_queue();
    if (commands != NULL) {
#if configSUPPORT_STATIC_ALLOCATION == 1
        StaticTask_t *task = NULL;
        StackType_t *stack = NULL;
        configSTACK_DEPTH_TYPE size = 0;

        vApplicationGetTimerTaskMemory(&task, &stack, &size);
        owner = xTaskCreateStatic(own_timers, configTIMER_SERVICE_TASK_NAME, size, NULL,
                                  configTIMER_TASK_PRIORITY | portPRIVILEGE_BIT, stack, task);
        made = owner != NULL ? pdPASS : pdFAIL;
#else
        made = xTaskCreate(own_timers, configTIMER_SERVICE_TASK_NAME, configTIMER_TASK_STACK_DEPTH,
                           NULL, configTIMER_TASK_PRIORITY | portPRIVILEGE_BIT, &owner);
#endif
    }
    configASSERT(made);
    return made;
}

static TimerHandle_t made(struct tmrTimerControl *t, uint8_t status, TickType_t period,
                          TimerCallbackFunction_t callback) {
    configASSERT(period > 0);
    make_queue();
    tw_node_init(&t->node, (tw_fn *)(void (*)(void))callback);
    t->period = period;
    t->expiry = 0;
    t->status = status;
    traceTIMER_CREATE(t);
    return t;
}

#if configSUPPORT_DYNAMIC_ALLOCATION == 1
TimerHandle_t xTimerCreate(const char *const name, const TickType_t period,
                           const BaseType_t reloads, void *const id,
                           TimerCallbackFunction_t callback) {
    struct tmrTimerControl *const t = pvPortMalloc(sizeof *t);

    if (t == NULL)
        return NULL;
    t->name = name;
    t->id = id;
    return made(t, reloads ? RELOADS : 0, period, callback);
}
#endif

#if configSUPPORT_STATIC_ALLOCATION == 1
TimerHandle_t xTimerCreateStatic(const char *const name, const TickType_t period,
                                 const BaseType_t reloads, void *const id,
                                 TimerCallbackFunction_t callback, StaticTimer_t *buffer) {
    struct tmrTimerControl *const t = (struct tmrTimerControl *)(void *)buffer;

    configASSERT(buffer);
    t->name = name;
    t->id = id;
    return made(t, (uint8_t)(STATIC | (reloads ? RELOADS : 0)), period, callback);
}

BaseType_t xTimerGetStaticBuffer(TimerHandle_t t, StaticTimer_t **buffer) {
    configASSERT(t && buffer);
    if (!(t->status & STATIC))
        return pdFALSE;
    *buffer = (StaticTimer_t *)(void *)t;
    return pdTRUE;
}
#endif

/* Returns the message that tells the timer task to do `command` to t. */
static struct message about(TimerHandle_t t, BaseType_t command, TickType_t value) {
    struct message m;

    m.command = command;
    m.u.of.timer = t;
    m.u.of.value = value;
    return m;
}

BaseType_t xTimerGenericCommandFromTask(TimerHandle_t t, const BaseType_t command,
                                        const TickType_t value, BaseType_t *const woken,
                                        const TickType_t wait) {
    const struct message m = about(t, command, value);
    BaseType_t sent = pdFAIL;

    (void)woken;
    configASSERT(t);
    if (commands != NULL) {
        sent = xQueueSendToBack(commands, &m,
                                xTaskGetSchedulerState() == taskSCHEDULER_RUNNING ? wait : 0);
        traceTIMER_COMMAND_SEND(t, command, value, sent);
    }
    return sent;
}

BaseType_t xTimerGenericCommandFromISR(TimerHandle_t t, const BaseType_t command,
                                       const TickType_t value, BaseType_t *const woken,
                                       const TickType_t wait) {
    const struct message m = about(t, command, value);
    BaseType_t sent = pdFAIL;

    (void)wait;
    configASSERT(t);
    if (commands != NULL) {
        sent = xQueueSendToBackFromISR(commands, &m, woken);
        traceTIMER_COMMAND_SEND(t, command, value, sent);
    }
    return sent;
}

#if INCLUDE_xTimerPendFunctionCall == 1
static struct message call_of(PendedFunction_t function, void *first, uint32_t second) {
    struct message m;

    m.command = tmrCOMMAND_EXECUTE_CALLBACK;
    m.u.call.function = function;
    m.u.call.first = first;
    m.u.call.second = second;
    return m;
}

BaseType_t xTimerPendFunctionCall(PendedFunction_t function, void *first, uint32_t second,
                                  TickType_t wait) {
    const struct message m = call_of(function, first, second);

    configASSERT(commands);
    return xQueueSendToBack(commands, &m, wait);
}

BaseType_t xTimerPendFunctionCallFromISR(PendedFunction_t function, void *first, uint32_t second,
                                         BaseType_t *woken) {
    const struct message m = call_of(function, first, second);

    configASSERT(commands);
    return xQueueSendToBackFromISR(commands, &m, woken);
}
#endif

/* ------------------------------------------------------------------- what a timer knows */

TaskHandle_t xTimerGetTimerDaemonTaskHandle(void) {
    configASSERT(owner != NULL);
    return owner;
}

BaseType_t xTimerIsTimerActive(TimerHandle_t t) {
    BaseType_t active;

    configASSERT(t);
    taskENTER_CRITICAL();
    active = tw_idle(&t->node) ? pdFALSE : pdTRUE;
    taskEXIT_CRITICAL();
    return active;
}

TickType_t xTimerGetPeriod(TimerHandle_t t) {
    configASSERT(t);
    return t->period;
}

TickType_t xTimerGetExpiryTime(TimerHandle_t t) {
    configASSERT(t);
    return t->expiry;
}

const char *pcTimerGetName(TimerHandle_t t) {
    configASSERT(t);
    return t->name;
}

void vTimerSetReloadMode(TimerHandle_t t, const BaseType_t reloads) {
    configASSERT(t);
    taskENTER_CRITICAL();
    t->status = (uint8_t)((t->status & ~RELOADS) | (reloads ? RELOADS : 0));
    taskEXIT_CRITICAL();
}

BaseType_t xTimerGetReloadMode(TimerHandle_t t) {
    configASSERT(t);
    return t->status & RELOADS ? pdTRUE : pdFALSE;
}

UBaseType_t uxTimerGetReloadMode(TimerHandle_t t) { return (UBaseType_t)xTimerGetReloadMode(t); }

void *pvTimerGetTimerID(const TimerHandle_t t) {
    void *id;

    configASSERT(t);
    taskENTER_CRITICAL();
    id = t->id;
    taskEXIT_CRITICAL();
    return id;
}

void vTimerSetTimerID(TimerHandle_t t, void *id) {
    configASSERT(t);
    taskENTER_CRITICAL();
    t->id = id;
    taskEXIT_CRITICAL();
}

#if configUSE_TRACE_FACILITY == 1
UBaseType_t uxTimerGetTimerNumber(TimerHandle_t t) { return t->number; }

void vTimerSetTimerNumber(TimerHandle_t t, UBaseType_t number) { t->number = number; }
#endif

/* Forgets the queue and the task, before the scheduler starts anew. */
void vTimerResetState(void) {
    commands = NULL;
    owner = NULL;
}
#endif
