/* Stands for the timers.h of FreeRTOS. */
#ifndef RTOS_TIMERS_H
#define RTOS_TIMERS_H

#define RTOS_TICK 5

#endif
