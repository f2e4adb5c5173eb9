/* SPDX-License-Identifier: MIT-0 */
/* A stand-in for a header of the Pico SDK, as the others here: of its names those that
   examples/firmware/pico-sdk/port.c uses. ../../pico-sdk.c makes them do what the SDK's
   pages say. */
#ifndef PICO_STDLIB_H
#define PICO_STDLIB_H

#include <stdbool.h>
#include <stdint.h>

typedef unsigned uint;
typedef uint64_t absolute_time_t;

bool stdio_init_all(void);
absolute_time_t from_us_since_boot(uint64_t us_since_boot);

#endif
