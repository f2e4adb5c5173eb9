/* SPDX-License-Identifier: MIT-0 */
/* Stands for the processor.h of examples/firmware/cortex-m: the registers of SysTick, which
   tests/firmware/turns_test.c has. */
#ifndef PROCESSOR_H
#define PROCESSOR_H

#include <stdint.h>

volatile uint32_t *systick_register(uint32_t at);

#define REGISTER(address) (*systick_register(address))

#endif
