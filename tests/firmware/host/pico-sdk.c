/* SPDX-License-Identifier: MIT-0 */
/* What the stand-ins for the Pico SDK's headers do. An alarm whose target comes while it
   is set is missed. Each call takes up to two microseconds. The pool of the SDK's own
   alarms has another alarm, which comes each half second about. A program may have a
   second core, core_1(), which runs between any two counts. */
#include PORT
#include "host.h"
#include "pico/multicore.h"

enum { CALL = 3, NUMBER = 2, POOL = 1000000 };

/* The second core of a program that has one. */
void core_1(void) __attribute__((weak));

static uint64_t target, pool_at;
static bool armed, pending, pool_pending, words, word_pending, word_enabled;
static hardware_alarm_callback_t called;
static void (*word_handler)(void);

static void call(void) {
    host_pass(host_random(CALL));
    host_take_interrupts();
}

/* The low half of the clock wraps after half a minute. */
void model_start(void) {
    host_counts = ((uint64_t)1 << 32) - 30000000;
    pool_at = host_counts + POOL;
}

void model_count(void) {
    if (armed && host_counts == target) {
        armed = false;
        pending = true;
    }
    if (host_counts == pool_at) {
        pool_pending = true;
        pool_at = host_counts + 1 + host_random(POOL);
    }
    if (core_1)
        core_1();
}

bool model_pending(void) { return pending || pool_pending || (word_pending && word_enabled); }

void model_interrupt(void) {
    if (pool_pending) {
        pool_pending = false;
    } else if (pending) {
        pending = false;
        called(NUMBER);
    } else {
        word_handler();
    }
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

/* Of the other core; a full queue takes no word, and its interrupt is pending already. */
bool multicore_fifo_push_timeout_us(uint32_t data, uint64_t timeout_us) {
    (void)data, (void)timeout_us;
    words = word_pending = true;
    return true;
}

void multicore_fifo_drain(void) {
    call();
    words = false;
}

/* The interrupt stays pending while the queue has words. */
void multicore_fifo_clear_irq(void) {
    call();
    word_pending = words;
}

void irq_set_exclusive_handler(uint num, void (*handler)(void)) {
    if (num == SIO_IRQ_PROC0)
        word_handler = handler;
}

void irq_set_enabled(uint num, bool enabled) {
    if (num == SIO_IRQ_PROC0)
        word_enabled = enabled;
}

uint32_t save_and_disable_interrupts(void) { return host_mask(1); }

void restore_interrupts(uint32_t status) { (void)host_mask(status); }

void __wfi(void) { host_wait(); }
