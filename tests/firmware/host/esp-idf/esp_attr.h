/* SPDX-License-Identifier: MIT-0 */
/* A stand-in for ESP-IDF's header, as the others here: of its names those that
   examples/firmware/esp-idf/port.c uses, with the types of ESP-IDF 5. ../esp-idf.c makes
   them do what ESP-IDF's pages say. */
#ifndef ESP_ATTR_H
#define ESP_ATTR_H

#define IRAM_ATTR

#endif
