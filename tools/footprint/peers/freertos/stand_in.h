/* SPDX-License-Identifier: MIT-0 */
/* stand_in.h - stands in for the headers of FreeRTOS that timers.c and list.c include,
   beside list.h: what those files use of them, with static allocation, in the types of the
   port for a Cortex-M0. Interrupts are not masked, as nowhere in the small application. */
#ifndef INC_FREERTOS_H
#define INC_FREERTOS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef long BaseType_t;
typedef unsigned long UBaseType_t;
typedef uint32_t TickType_t;
typedef uint32_t StackType_t;

#define pdFALSE       ((BaseType_t)0)
#define pdTRUE        ((BaseType_t)1)
#define pdFAIL        pdFALSE
#define pdPASS        pdTRUE
#define portMAX_DELAY UINT32_MAX

#define configUSE_TIMERS                          1
#define configSUPPORT_STATIC_ALLOCATION           1
#define configSUPPORT_DYNAMIC_ALLOCATION          0
#define configUSE_MINI_LIST_ITEM                  1
#define configUSE_LIST_DATA_INTEGRITY_CHECK_BYTES 0
#define configUSE_TRACE_FACILITY                  0
#define configUSE_DAEMON_TASK_STARTUP_HOOK        0
#define configASSERT_DEFINED                      0
#define configQUEUE_REGISTRY_SIZE                 0
#define configTIMER_QUEUE_LENGTH                  1
#define configTIMER_TASK_PRIORITY                 1
#define INCLUDE_xTimerPendFunctionCall            0

#define PRIVILEGED_DATA
#define PRIVILEGED_FUNCTION
#define portPRIVILEGE_BIT                       0
#define portTASK_FUNCTION_PROTO(fn, parameters) void fn(void *parameters)
#define portTASK_FUNCTION(fn, parameters)       void fn(void *parameters)
#define configASSERT(condition)
#define mtCOVERAGE_TEST_MARKER()
#define mtCOVERAGE_TEST_DELAY()
#define traceTIMER_CREATE(timer)
#define traceTIMER_EXPIRED(timer)
#define traceTIMER_COMMAND_SEND(...)
#define traceTIMER_COMMAND_RECEIVED(...)
#define taskENTER_CRITICAL()
#define taskEXIT_CRITICAL()
#define vTaskSuspendAll()
#define xTaskResumeAll() pdTRUE
#define portYIELD_WITHIN_API()
#define taskSCHEDULER_RUNNING    ((BaseType_t)2)
#define xTaskGetSchedulerState() taskSCHEDULER_RUNNING

#include "list.h"

typedef void *TaskHandle_t, *QueueHandle_t, *TimerHandle_t;
typedef char StaticTask_t, StaticQueue_t;

typedef struct {
    void *words[10];
} StaticTimer_t;

typedef void (*TimerCallbackFunction_t)(TimerHandle_t timer);
typedef void (*PendedFunction_t)(void *, uint32_t);

enum {
    tmrCOMMAND_START = 1,
    tmrCOMMAND_RESET,
    tmrCOMMAND_STOP,
    tmrCOMMAND_CHANGE_PERIOD,
    tmrCOMMAND_DELETE,
    tmrFIRST_FROM_ISR_COMMAND,
    tmrCOMMAND_START_FROM_ISR = tmrFIRST_FROM_ISR_COMMAND,
    tmrCOMMAND_RESET_FROM_ISR,
    tmrCOMMAND_STOP_FROM_ISR,
    tmrCOMMAND_CHANGE_PERIOD_FROM_ISR
};

TimerHandle_t xTimerCreateStatic(const char *name, TickType_t period, BaseType_t reload, void *id,
                                 TimerCallbackFunction_t fn, StaticTimer_t *memory);
BaseType_t xTimerGenericCommand(TimerHandle_t timer, BaseType_t command, TickType_t value,
                                BaseType_t *woken, TickType_t wait);
#define xTimerStop(timer, wait) xTimerGenericCommand(timer, tmrCOMMAND_STOP, 0, NULL, wait)
#define xTimerChangePeriod(timer, period, wait) \
    xTimerGenericCommand(timer, tmrCOMMAND_CHANGE_PERIOD, period, NULL, wait)

/* Of the queue, which the program plays. */
BaseType_t xQueueReceive(QueueHandle_t queue, void *message, TickType_t wait);
BaseType_t xQueueSendToBack(QueueHandle_t queue, const void *message, TickType_t wait);
void vQueueWaitForMessageRestricted(QueueHandle_t queue, TickType_t ticks, BaseType_t forever);
#define xQueueSendToBackFromISR(queue, message, woken)    xQueueSendToBack(queue, message, 0)
#define xQueueCreateStatic(length, size, storage, memory) ((void)(storage), (QueueHandle_t)(memory))

/* Of tasks; the last two are of xTimerCreateTimerTask(), which nobody calls. */
TickType_t xTaskGetTickCount(void);
void vApplicationGetTimerTaskMemory(StaticTask_t **task, StackType_t **stack, uint32_t *size);
TaskHandle_t xTaskCreateStatic(void (*fn)(void *), const char *name, uint32_t size, void *parameter,
                               UBaseType_t priority, StackType_t *stack, StaticTask_t *task);

#endif
