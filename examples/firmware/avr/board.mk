# SPDX-License-Identifier: MIT-0
# The emulator is libsimavr, with a front of our own: the simavr program sleeps as long as the processor does.
CC = avr-gcc
CPU = -mmcu=atmega328p $(if $(DIVIDER),-DDIVIDER=$(DIVIDER))
LINK = -Wl,--gc-sections
RUN = cc -O2 $(HERE)/avr/simulate.c -lsimavr -lelf -o $(OUT)/simulate && $(OUT)/simulate $(ELF)
