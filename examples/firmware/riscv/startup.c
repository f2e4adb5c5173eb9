/* SPDX-License-Identifier: MIT-0 */
/* What happens before main() on a RISC-V: reset() sets the stack pointer, and start()
   makes memory what C expects. The program was loaded into RAM, so .data is where it
   belongs. */
#include <stdint.h>

extern uint32_t bss_start[], bss_end[];

int main(void);
void reset(void);
void start(void);

__attribute__((naked, section(".reset"))) void reset(void) {
    __asm__ volatile("la sp, stack_top\n j start");
}

__attribute__((used)) void start(void) {
    uint32_t *to;

    for (to = bss_start; to < bss_end; to++)
        *to = 0;
    main();
    for (;;)
        ;
}
