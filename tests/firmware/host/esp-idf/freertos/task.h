/* SPDX-License-Identifier: MIT-0 */
/* A stand-in, as ../esp_err.h. */
#ifndef INC_TASK_H
#define INC_TASK_H

#include "freertos/FreeRTOS.h"

typedef struct task *TaskHandle_t;

TaskHandle_t xTaskGetCurrentTaskHandle(void);
void vTaskDelete(TaskHandle_t task);
uint32_t ulTaskNotifyTake(BaseType_t clear, TickType_t ticks);
BaseType_t xTaskNotifyGive(TaskHandle_t task);

#endif
