/* SPDX-License-Identifier: MIT-0 */
/* A stand-in, as ../esp_attr.h. */
#ifndef INC_FREERTOS_H
#define INC_FREERTOS_H

#include <stdint.h>

typedef uint32_t TickType_t;
typedef int BaseType_t;

typedef struct {
    uint32_t owner, count;
} portMUX_TYPE;

/* clang-format off */
#define portMUX_INITIALIZER_UNLOCKED {0, 0}
/* clang-format on */
#define pdFALSE       0
#define pdTRUE        1
#define portMAX_DELAY 0xFFFFFFFFu

void portENTER_CRITICAL(portMUX_TYPE *lock);
void portEXIT_CRITICAL(portMUX_TYPE *lock);

#endif
