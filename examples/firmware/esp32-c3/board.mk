# SPDX-License-Identifier: MIT-0
# By the older count of extensions, whose I has the instructions for mstatus: gcc finds its library by rv32imc alone.
CC = riscv64-unknown-elf-gcc
CPU = -march=rv32imc -misa-spec=2.2 -mabi=ilp32 -msmall-data-limit=0 -I$(HERE)/riscv
SOURCES = $(HERE)/riscv/startup.c
LINK = -nostdlib -Wl,--gc-sections -Wl,--fatal-warnings -T $(HERE)/riscv/link.ld -lgcc
