/* SPDX-License-Identifier: MIT-0 */
/* simulate.c - runs a program on simavr's ATmega328P at 16 MHz, in virtual time.

       cc simulate.c -lsimavr -lelf -o simulate && ./simulate beats.elf

   Sleep takes no time here: simavr would sleep for as long as the processor does. What
   the program sends to its serial port is printed, then how long it ran by the
   processor's clock; the status is what it left in GPIOR0. */
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_irq.h>
#include <stdio.h>

enum { GPIOR0 = 0x3E };

static void no_sleep(avr_t *avr, avr_cycle_count_t cycles) { (void)avr, (void)cycles; }

static void print(struct avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)param;
    putchar((int)value);
}

int main(int argc, char **argv) {
    elf_firmware_t firmware = {0};
    uint32_t quiet = 0;
    avr_t *avr;
    int state;

    if (argc != 2 || elf_read_firmware(argv[1], &firmware) != 0) {
        fprintf(stderr, "usage: simulate PROGRAM.elf\n");
        return 2;
    }
    avr = avr_make_mcu_by_name("atmega328p");
    if (!avr || avr_init(avr) != 0) {
        fprintf(stderr, "simulate: simavr has no ATmega328P\n");
        return 2;
    }
    avr_load_firmware(avr, &firmware);
    avr->frequency = 16000000;
    avr->sleep = no_sleep;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &quiet);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), print,
                            NULL);

    do
        state = avr_run(avr);
    while (state != cpu_Done && state != cpu_Crashed);
    printf("simulate: %llu ms by the processor's clock\n", (unsigned long long)avr->cycle / 16000);
    return state == cpu_Crashed ? 1 : avr->data[GPIOR0];
}
