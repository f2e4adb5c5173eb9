/* SPDX-License-Identifier: MIT-0 */
/* A stand-in for ESP-IDF's header, as the others here: of its names those that
   examples/firmware/esp-idf/port.c uses, with the types of ESP-IDF 5. ../esp-idf.c makes
   them do what the sources do that the port names. */
#ifndef ESP_ERR_H
#define ESP_ERR_H

#include <stdlib.h>

typedef int esp_err_t;

#define ESP_OK                     0
#define ESP_ERR_INVALID_STATE      0x103
#define ESP_ERROR_CHECK(condition) ((condition) == ESP_OK ? (void)0 : abort())

#endif
