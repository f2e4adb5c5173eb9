/* SPDX-License-Identifier: MIT-0 */
/* A stand-in, as ../esp_attr.h. */
#ifndef INC_TASK_H
#define INC_TASK_H

#include "freertos/FreeRTOS.h"

typedef struct task *TaskHandle_t;

TaskHandle_t xTaskGetCurrentTaskHandle(void);
void vTaskDelete(TaskHandle_t task);
uint32_t ulTaskNotifyTake(BaseType_t clear, TickType_t ticks);
void vTaskNotifyGiveFromISR(TaskHandle_t task, BaseType_t *woken);

#endif
