/* SPDX-License-Identifier: MIT-0 */
/* stand_in.h - stands in for the headers of Zephyr that kernel/timeout.c includes, beside
   its lists: what that file uses of them. WIDE: with CONFIG_TIMEOUT_64BIT. Interrupts are
   not masked, as nowhere in the small application. */
#ifndef STAND_IN_H
#define STAND_IN_H

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <zephyr/sys/dlist.h>

#ifndef WIDE
#define WIDE 0
#endif
#if WIDE
typedef int64_t k_ticks_t;
#else
typedef int32_t k_ticks_t;
#endif
/* Not macros: #ifdef finds no option. */
enum { CONFIG_SYSTEM_CLOCK_SLOPPY_IDLE = 0, CONFIG_SMP = 0, CONFIG_TIMEOUT_64BIT = WIDE };

#define IS_ENABLED(option) (option)

typedef struct {
    k_ticks_t ticks;
} k_timeout_t;

#define K_TICKS_FOREVER    ((k_ticks_t)-1)
#define K_FOREVER          ((k_timeout_t){K_TICKS_FOREVER})
#define K_NO_WAIT          ((k_timeout_t){0})
#define K_TIMEOUT_EQ(a, b) ((a).ticks == (b).ticks)
#define Z_TICK_ABS(ticks)  ((k_ticks_t)-2 - (ticks))

struct _timeout;
typedef void (*_timeout_func_t)(struct _timeout *timeout);

struct _timeout {
    sys_dnode_t node;
    _timeout_func_t fn;
    k_ticks_t dticks;
};

static inline bool z_is_inactive_timeout(const struct _timeout *timeout) {
    return !sys_dnode_is_linked(&timeout->node);
}

void z_add_timeout(struct _timeout *timeout, _timeout_func_t fn, k_timeout_t when);
int z_abort_timeout(struct _timeout *timeout);
int32_t z_get_next_timeout_expiry(void);
uint32_t sys_clock_elapsed(void);
void sys_clock_announce(int32_t ticks);
void sys_clock_set_timeout(int32_t ticks, bool idle);
int64_t sys_clock_tick_get(void);

struct k_spinlock {
    char none;
};

typedef int k_spinlock_key_t;

static inline k_spinlock_key_t k_spin_lock(struct k_spinlock *lock) { return (void)lock, 0; }

static inline void k_spin_unlock(struct k_spinlock *lock, k_spinlock_key_t key) {
    (void)lock, (void)key;
}

#define LOCKED(lock)     for (bool once_ = ((void)(lock), true); once_; once_ = false)
#define K_SPINLOCK(lock) LOCKED(lock)

#define CONTAINER_OF(member, type, field) ((type *)((char *)(member)-offsetof(type, field)))
#define MAX(a, b)                         ((a) > (b) ? (a) : (b))
#define __ASSERT(condition, ...)
#define __ASSERT_NO_MSG(condition)
#define ARG_UNUSED(argument) (void)(argument)

/* Of k_busy_wait(), which stands in the same file, and nobody calls. */
enum { USEC_PER_SEC = 1000000 };

uint32_t k_cycle_get_32(void);
uint32_t sys_clock_hw_cycles_per_sec(void);
#define SYS_PORT_TRACING_FUNC_ENTER(...)
#define SYS_PORT_TRACING_FUNC_EXIT(...)

#endif
