/* SPDX-License-Identifier: MIT-0 */
/* Zephyr 3.7's kernel/timeout.c over the backend in timeout_custom_queue.h: the same
   functions, with the same promises. Releases after 4.4 have a kernel/timeout.c of their
   own with backends, which takes that file as it is. */
#include <zephyr/kernel.h>
#include <zephyr/spinlock.h>
#include <ksched.h>
#include <timeout_q.h>
#include <zephyr/internal/syscall_handler.h>
#include <zephyr/drivers/timer/system_timer.h>
#include <zephyr/sys_clock.h>

#if !defined(CONFIG_TIMEOUT_BACKEND_CUSTOM)
#error "this kernel/timeout.c wants a backend: set CONFIG_TW=y and CONFIG_TW_KERNEL_TIMEOUTS=y"
#endif

static uint64_t curr_tick; /* the ticks that were announced */
static struct k_spinlock timeout_lock;
static int announce_remaining; /* ticks of the announcement that is under way */

#include <timeout_custom_queue.h>

#if defined(CONFIG_TIMER_READS_ITS_FREQUENCY_AT_RUNTIME)
__typeof__(z_clock_hw_cycles_per_sec) z_clock_hw_cycles_per_sec =
    CONFIG_SYS_CLOCK_HW_CYCLES_PER_SEC;

#ifdef CONFIG_USERSPACE
static inline __typeof__(z_clock_hw_cycles_per_sec) z_vrfy_sys_clock_hw_cycles_per_sec_runtime_get(
    void) {
    return z_impl_sys_clock_hw_cycles_per_sec_runtime_get();
}

#include <zephyr/syscalls/sys_clock_hw_cycles_per_sec_runtime_get_mrsh.c>
#endif
#endif

/* A timeout that a handler adds counts from the tick of the handler. */
static int32_t elapsed(void) { return announce_remaining == 0 ? (int32_t)sys_clock_elapsed() : 0; }

/* Returns the ticks from now until the driver has to announce: no later than an int can
   count since the last announcement. */
static int32_t next_timeout(void) {
    const k_ticks_t next = z_timeout_q_next_expiry();
    const int32_t passed = elapsed();

    if (next == K_TICKS_FOREVER && IS_ENABLED(CONFIG_SYSTEM_CLOCK_SLOPPY_IDLE))
        return SYS_CLOCK_MAX_WAIT;
    if (next == K_TICKS_FOREVER || next > INT_MAX)
        return INT_MAX - passed;
    return next > passed ? (int32_t)(next - passed) : 0;
}

void z_add_timeout(struct _timeout *to, _timeout_func_t fn, k_timeout_t timeout) {
    if (K_TIMEOUT_EQ(timeout, K_FOREVER))
        return;
#ifdef CONFIG_KERNEL_COHERENCE
    __ASSERT_NO_MSG(arch_mem_coherent(to));
#endif
    __ASSERT(z_is_inactive_timeout(to), "");
    to->fn = fn;

    K_SPINLOCK(&timeout_lock) {
        const k_ticks_t at = Z_TICK_ABS(timeout.ticks);
        k_ticks_t ahead = timeout.ticks + 1 + elapsed();

        if (at >= 0)
            ahead = MAX(1, at - (k_ticks_t)curr_tick);
        if (z_timeout_q_insert(to, ahead) && announce_remaining == 0)
            sys_clock_set_timeout(next_timeout(), false);
    }
}

int z_abort_timeout(struct _timeout *to) {
    int answer = -EINVAL;

    K_SPINLOCK(&timeout_lock) {
        if (!z_is_inactive_timeout(to)) {
            answer = 0;
            if (z_timeout_q_remove(to))
                sys_clock_set_timeout(next_timeout(), false);
        }
    }
    return answer;
}

k_ticks_t z_timeout_remaining(const struct _timeout *timeout) {
    k_ticks_t ticks = 0;

    K_SPINLOCK(&timeout_lock) {
        if (!z_is_inactive_timeout(timeout))
            ticks = z_timeout_q_remainder(timeout) - elapsed();
    }
    return ticks;
}

k_ticks_t z_timeout_expires(const struct _timeout *timeout) {
    k_ticks_t ticks = 0;

    K_SPINLOCK(&timeout_lock) {
        ticks = (k_ticks_t)curr_tick;
        if (!z_is_inactive_timeout(timeout))
            ticks += z_timeout_q_remainder(timeout);
    }
    return ticks;
}

int32_t z_get_next_timeout_expiry(void) {
    int32_t ticks = 0;

    K_SPINLOCK(&timeout_lock) { ticks = next_timeout(); }
    return ticks;
}

/* Fires what is due, each at its own tick, and with the lock free. On a machine with
   several processors the one that announces takes on the ticks of the others. */
void sys_clock_announce(int32_t ticks) {
    k_spinlock_key_t key = k_spin_lock(&timeout_lock);
    struct _timeout *to;
    int32_t gap;

    if (IS_ENABLED(CONFIG_SMP) && announce_remaining != 0) {
        announce_remaining += ticks;
        k_spin_unlock(&timeout_lock, key);
        return;
    }
    announce_remaining = ticks;
    while ((gap = z_timeout_q_next_gap()) <= announce_remaining) {
        curr_tick += (uint64_t)gap;
        while ((to = z_timeout_q_pop_due()) != NULL) {
            k_spin_unlock(&timeout_lock, key);
            to->fn(to);
            key = k_spin_lock(&timeout_lock);
        }
        announce_remaining -= gap;
    }
    curr_tick += (uint64_t)announce_remaining;
    announce_remaining = 0;
    sys_clock_set_timeout(next_timeout(), false);
    k_spin_unlock(&timeout_lock, key);
#ifdef CONFIG_TIMESLICING
    z_time_slice();
#endif
}

int64_t sys_clock_tick_get(void) {
    uint64_t tick = 0;

    K_SPINLOCK(&timeout_lock) { tick = curr_tick + (uint64_t)elapsed(); }
    return (int64_t)tick;
}

uint32_t sys_clock_tick_get_32(void) {
    return IS_ENABLED(CONFIG_TICKLESS_KERNEL) ? (uint32_t)sys_clock_tick_get()
                                              : (uint32_t)curr_tick;
}

int64_t z_impl_k_uptime_ticks(void) { return sys_clock_tick_get(); }

#ifdef CONFIG_USERSPACE
static inline int64_t z_vrfy_k_uptime_ticks(void) { return z_impl_k_uptime_ticks(); }

#include <zephyr/syscalls/k_uptime_ticks_mrsh.c>
#endif

k_timepoint_t sys_timepoint_calc(k_timeout_t timeout) {
    const k_ticks_t at = Z_TICK_ABS(timeout.ticks);
    k_timepoint_t point = {0};

    if (K_TIMEOUT_EQ(timeout, K_FOREVER))
        point.tick = UINT64_MAX;
    else if (at >= 0)
        point.tick = (uint64_t)at;
    else if (!K_TIMEOUT_EQ(timeout, K_NO_WAIT))
        point.tick = (uint64_t)(sys_clock_tick_get() + MAX(1, timeout.ticks));
    return point;
}

k_timeout_t sys_timepoint_timeout(k_timepoint_t point) {
    uint64_t now;

    if (point.tick == UINT64_MAX)
        return K_FOREVER;
    if (point.tick == 0)
        return K_NO_WAIT;
    now = (uint64_t)sys_clock_tick_get();
    return K_TICKS(point.tick > now ? (k_ticks_t)(point.tick - now) : 0);
}

#ifdef CONFIG_ZTEST
void z_impl_sys_clock_tick_set(uint64_t tick) { curr_tick = tick; }

void z_vrfy_sys_clock_tick_set(uint64_t tick) { z_impl_sys_clock_tick_set(tick); }
#endif
