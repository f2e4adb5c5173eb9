/* SPDX-License-Identifier: MIT-0 */
/* A stand-in, as pico/stdlib.h. */
#ifndef HARDWARE_TIMER_H
#define HARDWARE_TIMER_H

#include "pico/stdlib.h"

typedef void (*hardware_alarm_callback_t)(uint alarm_num);

uint32_t time_us_32(void);
uint64_t time_us_64(void);
int hardware_alarm_claim_unused(bool required);
void hardware_alarm_set_callback(uint alarm_num, hardware_alarm_callback_t callback);
bool hardware_alarm_set_target(uint alarm_num, absolute_time_t t);

#endif
