/* SPDX-License-Identifier: MIT-0 */
/* stand_in.h - stands in for the headers of RIOT that sys/ztimer/core.c includes: what
   that file uses of them, without options. Interrupts are not masked, as nowhere in the
   small application. */
#ifndef STAND_IN_H
#define STAND_IN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ztimer_base {
    struct ztimer_base *next;
    uint32_t offset;
} ztimer_base_t;

typedef struct {
    ztimer_base_t base;
    void (*callback)(void *arg);
    void *arg;
} ztimer_t;

typedef struct ztimer_clock ztimer_clock_t;

typedef struct {
    void (*set)(ztimer_clock_t *clock, uint32_t ticks);
    uint32_t (*now)(ztimer_clock_t *clock);
    void (*cancel)(ztimer_clock_t *clock);
} ztimer_ops_t;

struct ztimer_clock {
    ztimer_base_t list;
    const ztimer_ops_t *ops;
    ztimer_base_t *last;
    uint16_t adjust_set, adjust_sleep;
    uint32_t max_value;
};

unsigned ztimer_is_set(const ztimer_clock_t *clock, const ztimer_t *timer);
void ztimer_remove(ztimer_clock_t *clock, ztimer_t *timer);
void ztimer_set(ztimer_clock_t *clock, ztimer_t *timer, uint32_t ticks);
void ztimer_update_head_offset(ztimer_clock_t *clock);
void ztimer_handler(ztimer_clock_t *clock);

static inline uint32_t ztimer_now(ztimer_clock_t *clock) { return clock->ops->now(clock); }

static inline unsigned irq_disable(void) { return 0; }

static inline void irq_restore(unsigned state) { (void)state; }

static inline bool irq_is_in(void) { return true; }

static inline void thread_yield_higher(void) {}

#define DEBUG(...)                   ((void)0)
#define IS_ACTIVE(option)            (option)
#define IS_USED(module)              (STAND_IN_##module)
#define STAND_IN_MODULE_ZTIMER_NOW64 0

#endif
