/* SPDX-License-Identifier: MIT-0 */
/* A stand-in for FreeRTOS's header: of its names those that
   examples/recipes/freertos_task.c and examples/firmware/freertos use, with the types that
   its reference gives them. kernel.c and tests/firmware/tickless_test.c make them do what
   they say. */
#ifndef INC_FREERTOS_H
#define INC_FREERTOS_H

#include <stddef.h>
#include <stdint.h>

typedef uint32_t TickType_t;
typedef long BaseType_t;
typedef unsigned long UBaseType_t;
typedef void (*TaskFunction_t)(void *);

#define configTICK_RATE_HZ ((TickType_t)1000)

#define pdFALSE       ((BaseType_t)0)
#define pdTRUE        ((BaseType_t)1)
#define pdPASS        pdTRUE
#define portMAX_DELAY ((TickType_t)0xFFFFFFFFu)

UBaseType_t portSET_INTERRUPT_MASK_FROM_ISR(void);
void portCLEAR_INTERRUPT_MASK_FROM_ISR(UBaseType_t was);
void portYIELD_FROM_ISR(BaseType_t woken);

#endif
