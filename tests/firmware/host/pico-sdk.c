/* SPDX-License-Identifier: MIT-0 */
/* What the stand-ins for the Pico SDK's headers do. An alarm whose target comes while it
   is set is missed. Each call takes up to two microseconds. */
#include PORT
#include "host.h"

enum { CALL = 3, NUMBER = 2 };

static uint64_t target;
static bool armed, pending;
static hardware_alarm_callback_t called;

static void call(void) {
    host_pass(host_random(CALL));
    host_take_interrupts();
}

/* The low half of the clock wraps after half a minute. */
void model_start(void) { host_counts = ((uint64_t)1 << 32) - 30000000; }

void model_count(void) {
    if (armed && host_counts == target) {
        armed = false;
        pending = true;
    }
}

bool model_pending(void) { return pending; }

void model_interrupt(void) {
    pending = false;
    called(NUMBER);
}

void model_sleep(void) {}

void model_wake(void) {}

void model_awake(void) {}

bool stdio_init_all(void) { return true; }

absolute_time_t from_us_since_boot(uint64_t us) { return us; }

uint32_t time_us_32(void) { return (uint32_t)time_us_64(); }

uint64_t time_us_64(void) {
    call();
    return host_counts;
}

int hardware_alarm_claim_unused(bool required) {
    (void)required;
    return NUMBER;
}

void hardware_alarm_set_callback(uint number, hardware_alarm_callback_t callback) {
    if (number != NUMBER)
        host_fail("an alarm that was not claimed");
    called = callback;
}

bool hardware_alarm_set_target(uint number, absolute_time_t t) {
    if (number != NUMBER)
        host_fail("an alarm that was not claimed");
    call();
    target = t;
    armed = host_counts < t;
    return !armed;
}

uint32_t save_and_disable_interrupts(void) { return host_mask(1); }

void restore_interrupts(uint32_t status) { (void)host_mask(status); }

void __wfi(void) { host_wait(); }
