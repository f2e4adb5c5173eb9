/* SPDX-License-Identifier: MIT-0 */
/* A stand-in for FreeRTOS's header, as FreeRTOS.h here. */
#ifndef INC_TASK_H
#define INC_TASK_H

#include "FreeRTOS.h"

typedef struct kernel_task *TaskHandle_t;

typedef enum { eAbortSleep, eStandardSleep, eNoTasksWaitingTimeout } eSleepModeStatus;

BaseType_t xTaskCreate(TaskFunction_t run, const char *name, uint32_t stack, void *argument,
                       UBaseType_t priority, TaskHandle_t *task);
void vTaskStartScheduler(void);
void vTaskEndScheduler(void);
void vTaskDelay(TickType_t ticks);
TickType_t xTaskGetTickCount(void);
TickType_t xTaskGetTickCountFromISR(void);
uint32_t ulTaskNotifyTake(BaseType_t clear, TickType_t ticks);
BaseType_t xTaskNotifyGive(TaskHandle_t task);
void vTaskNotifyGiveFromISR(TaskHandle_t task, BaseType_t *woken);

eSleepModeStatus eTaskConfirmSleepModeStatus(void);
void vTaskStepTick(TickType_t ticks);

#endif
