/* SPDX-License-Identifier: MIT-0 */
/* A stand-in, as pico/stdlib.h. */
#ifndef HARDWARE_SYNC_H
#define HARDWARE_SYNC_H

#include <stdint.h>

uint32_t save_and_disable_interrupts(void);
void restore_interrupts(uint32_t status);
void __wfi(void);

#endif
