/* SPDX-License-Identifier: MIT-0 */
/* A stand-in, as esp_err.h. The port does not use it: a fault does. */
#ifndef ESP_SLEEP_H
#define ESP_SLEEP_H

#include "esp_err.h"
#include <stdint.h>

esp_err_t esp_sleep_enable_timer_wakeup(uint64_t time_in_us);
esp_err_t esp_light_sleep_start(void);

#endif
