/* SPDX-License-Identifier: MIT-0 */
/* Stands for the processor.h of examples/firmware/cortex-m, in C++: each access to a
   register is one of the model. */
#ifndef PROCESSOR_H
#define PROCESSOR_H

#include "host.h"

struct host_register {
    uint32_t at;

    operator uint32_t() const {
        host_access();
        return model_read(at);
    }

    void operator=(uint32_t value) const {
        host_access();
        model_write(at, value);
        host_take_interrupts();
    }

    void operator|=(uint32_t bits) const { *this = *this | bits; }

    void operator&=(uint32_t bits) const { *this = *this & bits; }
};

#define REGISTER(address)       (host_register{(uint32_t)(address)})
#define VECTOR(number, handler) static void (*const board_handler)(void) = handler

static inline uint32_t mask_save(void) { return host_mask(1); }

static inline void mask_restore(uint32_t was) { (void)host_mask(was); }

static inline void mask_set(void) { (void)host_mask(1); }

static inline void mask_clear(void) { (void)host_mask(0); }

static inline void wait_for_interrupt(void) { host_wait(); }

#endif
