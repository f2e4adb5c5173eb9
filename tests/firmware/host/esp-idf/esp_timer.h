/* SPDX-License-Identifier: MIT-0 */
/* A stand-in, as esp_attr.h. */
#ifndef ESP_TIMER_H
#define ESP_TIMER_H

#include <stdint.h>

int64_t esp_timer_get_time(void);

#endif
