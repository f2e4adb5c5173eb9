/* board PROGRAM MILLISECONDS [MILLISECOND=LEVEL...]: an Arduino Uno. Runs the program for
   that time of the board, sets pin 2 to a level, 0 or 1, at each of the times given, and
   prints when the LED at pin 13 changes. */
#include <simavr/avr_ioport.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned long millis(const avr_t *avr) {
    return (unsigned long)(avr->cycle / (avr->frequency / 1000));
}

static void led_changed(struct avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    printf("%lu %s\n", millis(param), value ? "on" : "off");
}

static avr_t *board(const char *program) {
    elf_firmware_t firmware = {0};
    avr_t *avr = avr_make_mcu_by_name("atmega328p");

    if (!avr || elf_read_firmware(program, &firmware) != 0)
        exit(2);
    avr_init(avr);
    avr_load_firmware(avr, &firmware);
    avr->frequency = 16000000;
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), 5), led_changed, avr);
    return avr;
}

/* Runs up to that time of the board; false: the program ended. */
static int run_to(avr_t *avr, unsigned long end) {
    while (millis(avr) < end)
        if (avr_run(avr) >= cpu_Done)
            return 0;
    return 1;
}

int main(int count, char **arg) {
    avr_t *avr = board(arg[1]);
    avr_irq_t *pin = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 2);
    unsigned long at;
    unsigned level;
    int edge;

    avr_raise_irq(pin, 1);
    for (edge = 3; edge < count; edge++) {
        if (sscanf(arg[edge], "%lu=%u", &at, &level) != 2 || !run_to(avr, at))
            return 1;
        avr_raise_irq(pin, level);
    }
    return run_to(avr, strtoul(arg[2], NULL, 10)) ? 0 : 1;
}
