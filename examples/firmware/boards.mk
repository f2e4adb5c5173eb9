# SPDX-License-Identifier: MIT-0
# For each board: CC, CPU, SOURCES beside port.c, LINK, and RUN where there is an emulator.
CPU.nrf51 = cortex-m0
CPU.nrf-rtc = cortex-m0
CPU.rp2040 = cortex-m0plus
CPU.stm32-lptim = cortex-m0plus
CPU.mps2 = cortex-m3
MACHINE.nrf51 = microbit
MACHINE.mps2 = mps2-an385
BARE = -nostdlib -Wl,--gc-sections -Wl,--fatal-warnings

ifneq ($(CPU.$(BOARD)),)
CC = arm-none-eabi-gcc
CPU = -mcpu=$(CPU.$(BOARD)) -mthumb -I$(CORTEX_M)
SOURCES = $(CORTEX_M)/startup.c
LINK = $(BARE) -T $(CORTEX_M)/link.ld -lgcc
RUN = $(if $(MACHINE.$(BOARD)),qemu-system-arm -M $(MACHINE.$(BOARD)) $(EMULATOR) -kernel $(ELF))
endif

# By the older count of extensions, whose I has the instructions for mstatus: gcc finds its library by rv32imc alone.
ifneq ($(filter riscv esp32-c3,$(BOARD)),)
CC = riscv64-unknown-elf-gcc
CPU = -march=rv32imc -misa-spec=2.2 -mabi=ilp32 -msmall-data-limit=0 -I$(HERE)/riscv
SOURCES = $(HERE)/riscv/startup.c
LINK = $(BARE) -T $(HERE)/riscv/link.ld -lgcc
RUN = $(if $(filter riscv,$(BOARD)),qemu-system-riscv32 -M virt -bios none $(EMULATOR) -kernel $(ELF))
endif

# The emulator is libsimavr, with a front of our own: the simavr program sleeps as long as the processor does.
ifeq ($(BOARD),avr)
CC = avr-gcc
CPU = -mmcu=atmega328p $(if $(DIVIDER),-DDIVIDER=$(DIVIDER))
LINK = -Wl,--gc-sections
RUN = cc -O2 $(HERE)/avr/simulate.c -lsimavr -lelf -o $(OUT)/simulate && $(OUT)/simulate $(ELF)
endif

ifndef LINK
$(error there is no board $(BOARD))
endif
