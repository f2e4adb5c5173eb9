# SPDX-License-Identifier: MIT-0
CC = arm-none-eabi-gcc
CPU = -mcpu=cortex-m0 -mthumb -I$(CORTEX_M)
SOURCES = $(CORTEX_M)/startup.c
LINK = -nostdlib -Wl,--gc-sections -Wl,--fatal-warnings -T $(CORTEX_M)/link.ld -lgcc
