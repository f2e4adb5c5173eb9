/* SPDX-License-Identifier: MIT-0 */
/* A stand-in for FreeRTOS's header of this name, which a file may include beside
   <tw/timers.h>. */
#ifndef TIMERS_H
#define TIMERS_H

#include "task.h"

typedef struct kernel_timer *TimerHandle_t;
typedef void (*TimerCallbackFunction_t)(TimerHandle_t timer);

TimerHandle_t xTimerCreate(const char *name, TickType_t period, BaseType_t reload, void *id,
                           TimerCallbackFunction_t callback);
BaseType_t xTimerStart(TimerHandle_t timer, TickType_t ticks);

#endif
