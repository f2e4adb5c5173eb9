/* SPDX-License-Identifier: MIT-0 */
/* Stands for the semihosting.h of examples/firmware/cortex-m. */
#ifndef SEMIHOSTING_H
#define SEMIHOSTING_H

#include <stdint.h>

void print(const char *text);
void leave(uint32_t status);

#endif
