/* SPDX-License-Identifier: MIT-0 */
/* A stand-in, as ../esp_err.h. */
#ifndef INC_FREERTOS_H
#define INC_FREERTOS_H

#include <stdint.h>

typedef uint32_t TickType_t;
typedef int BaseType_t;

#define pdFALSE       0
#define pdTRUE        1
#define pdPASS        pdTRUE
#define portMAX_DELAY 0xFFFFFFFFu

#endif
