/* SPDX-License-Identifier: MIT-0 */
/* avr_run MCU PROGRAM [REPORT]: runs a program on simavr until it sleeps with interrupts
   off, prints what it sends to UART 0, and ends with the status that it left in GPIOR0,
   or with 134 if it runs into what is no code. REPORT is a file that gets a line

       ADDRESS LANDED CYCLES

   for each instruction that ran: its address in hexadecimal, how often an interrupt came
   before it, and, if it masks interrupts, the most cycles until they were unmasked. */
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLASH = 1 << 17, VECTORS = 35 * 4, GPIOR0 = 0x3E }; /* of an ATmega1284P */

static struct instruction { unsigned long ran, landed, cycles; } code[FLASH / 2];

static void sent(struct avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq, (void)param;
    putchar((int)value);
}

/* simavr tells on stdout what it loads. */
static void say_nothing(avr_t *avr, const int level, const char *format, va_list list) {
    (void)avr, (void)level, (void)format, (void)list;
}

static void sleep_without_waiting(avr_t *avr, avr_cycle_count_t cycles) { (void)avr, (void)cycles; }

static avr_t *board(const char *mcu, const char *program) {
    elf_firmware_t firmware = {0};
    uint32_t flags = 0;
    avr_t *avr;

    avr_global_logger_set(say_nothing);
    avr = avr_make_mcu_by_name(mcu);
    if (!avr || elf_read_firmware(program, &firmware) != 0)
        exit(125);
    avr_init(avr);
    avr_load_firmware(avr, &firmware);
    avr->frequency = 16000000;
    avr->sleep = sleep_without_waiting;
    avr->run_cycle_limit = 1; /* an instruction at a time */
    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= ~(uint32_t)(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), sent,
                            NULL);
    return avr;
}

/* An interrupt has pushed the number of the word at which it came. */
static struct instruction *interrupted(const avr_t *avr) {
    const unsigned sp = avr->data[R_SPL] | (unsigned)avr->data[R_SPH] << 8;

    return &code[(unsigned)avr->data[sp + 1] << 8 | avr->data[sp + 2]];
}

/* Runs one instruction, or enters an interrupt. */
static int step(avr_t *avr) {
    static struct instruction *masks;
    static avr_cycle_count_t since;
    struct instruction *const i = &code[avr->pc / 2];
    const bool enabled = avr->sreg[S_I];
    const int state = avr_run(avr);

    i->ran++;
    if (enabled && !avr->sreg[S_I] && avr->pc > 0 && avr->pc < VECTORS)
        interrupted(avr)->landed++;
    else if (enabled && !avr->sreg[S_I])
        masks = i, since = avr->cycle;
    if (!enabled && avr->sreg[S_I] && masks) {
        if (avr->cycle - since > masks->cycles)
            masks->cycles = (unsigned long)(avr->cycle - since);
        masks = NULL;
    }
    return state;
}

int main(int count, char **arg) {
    avr_t *avr;
    FILE *report;
    size_t i;

    if (count < 3)
        return 125;
    avr = board(arg[1], arg[2]);
    while (step(avr) < cpu_Done) {
    }
    if (count > 3) {
        report = fopen(arg[3], "w");
        for (i = 0; report && i < FLASH / 2; i++)
            if (code[i].ran)
                fprintf(report, "%zx %lu %lu\n", 2 * i, code[i].landed, code[i].cycles);
        if (!report || fclose(report) != 0)
            return 125;
    }
    if (avr->state == cpu_Crashed)
        /* as after abort() */
        return fprintf(stderr, "avr_run: the program ran into what is no code\n"), 134;
    return avr->data[GPIOR0];
}
