/* SPDX-License-Identifier: MIT-0 */
/* port.h on the Pico SDK: the timer of microseconds, and one of its hardware alarms. Not
   run on a chip: tests/firmware/host compiles and runs it over stand-ins for the SDK's
   headers, since no package of Debian has these. rp2040/port.c is the same without the
   SDK.

   Read at raspberrypi/pico-sdk: src/rp2_common/hardware_timer/timer.c, commit 02b98e54, and
   src/rp2_common/pico_multicore/multicore.c, commit 029a3d89. An alarm has 64 bits: the SDK
   sets the hardware's 32 bits again until the target has come. A target that has passed is
   not set, and port_sleep() sees that. A tick is the low half of the clock: it wraps each 71
   minutes, and delays go up to 17.

   Sleep is WFI, with all clocks on. The timer stops in dormant mode. The SDK's own alarms,
   such as those of sleep_ms(), only end a sleep early.

   Two cores: the core that calls port_start() owns the timers, because the SDK gives it the
   alarm's interrupt. The other core sends posts, and its masks are spin locks (post.h). A
   post and SEV end no WFI of this core. So the other core calls
   multicore_fifo_push_timeout_us(0, 0) behind its post. Enable the interrupt of that queue on
   this core, with a handler that calls multicore_fifo_drain() and
   multicore_fifo_clear_irq(). */
#include "port.h"
#include "hardware/sync.h"
#include "hardware/timer.h"
#include "pico/stdlib.h"
#include <stdio.h>
#include <stdlib.h>

const uint32_t port_hz = 1000000;

static uint alarm_number;
static uint32_t mask_before;

/* The interrupt has ended the sleep: that is all. */
static void alarm_came(uint number) { (void)number; }

void port_start(void) {
    stdio_init_all();
    alarm_number = (uint)hardware_alarm_claim_unused(true);
    hardware_alarm_set_callback(alarm_number, alarm_came);
}

tw_tick port_now(void) { return time_us_32(); }

void port_alarm(tw_tick due) {
    const uint64_t now = time_us_64();
    const int32_t ahead = (int32_t)(due - (uint32_t)now);

    if (ahead > 0)
        (void)hardware_alarm_set_target(alarm_number, from_us_since_boot(now + (uint32_t)ahead));
}

void port_wait(void) { __wfi(); }

void port_mask(void) { mask_before = save_and_disable_interrupts(); }

void port_unmask(void) { restore_interrupts(mask_before); }

void port_print(const char *text) { fputs(text, stdout); }

void port_leave(int status) { exit(status); }
