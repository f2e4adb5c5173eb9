/* SPDX-License-Identifier: MIT-0 */
/* A stand-in, as esp_attr.h. */
#ifndef ESP_ERR_H
#define ESP_ERR_H

#include <stdlib.h>

typedef int esp_err_t;

#define ESP_OK                     0
#define ESP_ERR_SLEEP_REJECT       0x103
#define ESP_ERROR_CHECK(condition) ((condition) == ESP_OK ? (void)0 : abort())

#endif
