/* SPDX-License-Identifier: MIT-0 */
/* figures.c - the workload of Zephyr's benchmark timeout_mgmt, for figures.sh: COUNT
   timeouts are added with increasing waits, decreasing ones, from both ends to the middle,
   and at random; then all are aborted. Then COUNT random ones fire. figures.sh counts what
   phase_add(), phase_abort() and phase_fire() take. */
#include <stdio.h>
#include <timeout_q.h>

enum { MOST = 1024, BIAS = 100, RANGE = 10000, PATTERNS = 4 };

static struct _timeout timeout[MOST];
static uint64_t real, announced, alarm_at;
static unsigned seed = 1, fired;

#if defined(PLUGGABLE)
k_spinlock_key_t sys_clock_lock(void);

void sys_clock_announce(uint32_t ticks) { sys_clock_announce_locked(ticks, sys_clock_lock()); }
#endif

uint32_t sys_clock_elapsed(void) { return (uint32_t)(real - announced); }

void sys_clock_set_timeout(int32_t ticks, bool idle) {
    (void)idle;
    alarm_at = real + (ticks > 0 ? (uint64_t)ticks : 1);
}

void z_timer_expiration_handler(struct _timeout *to) {
    (void)to;
    fired++;
}

static unsigned wait_of(unsigned pattern, unsigned i, unsigned count) {
    switch (pattern) {
    case 0:
        return BIAS + i + 1;
    case 1:
        return BIAS + count - i;
    case 2:
        return BIAS + (i % 2 ? count - i / 2 : i / 2 + 1);
    default:
        break;
    }
    seed = seed * 1664525u + 1013904223u;
    return 1 + (unsigned)((uint64_t)seed * RANGE >> 32);
}

__attribute__((noinline)) void phase_add(unsigned pattern, unsigned count);
__attribute__((noinline)) void phase_abort(unsigned pattern, unsigned count);
__attribute__((noinline)) void phase_fire(unsigned count);

void phase_add(unsigned pattern, unsigned count) {
    unsigned i;

    for (i = 0; i < count; i++)
        (void)z_add_timeout(&timeout[i], z_timer_expiration_handler,
                            K_TICKS(wait_of(pattern, i, count)));
}

/* In the order of expiry, in the reverse order, from the middle, and scrambled. */
void phase_abort(unsigned pattern, unsigned count) {
    unsigned i;

    for (i = 0; i < count; i++)
        (void)z_abort_timeout(&timeout[pattern == 2   ? count - i - 1
                                       : pattern == 3 ? i * 7 % count
                                                      : i]);
}

void phase_fire(unsigned count) {
    fired = 0;
    while (fired < count) {
        const uint64_t ticks = alarm_at - announced;

        real = announced = alarm_at;
        sys_clock_announce((int32_t)ticks);
    }
}

int main(int argc, char **argv) {
    const unsigned count = argc == 2 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    unsigned i;

    if (count == 0 || count > MOST || count % 7 == 0) {
        fprintf(stderr, "usage: figures COUNT, up to %d and no multiple of 7\n", MOST);
        return 2;
    }
    for (i = 0; i < count; i++)
        z_init_timeout(&timeout[i]);
    for (i = 0; i < PATTERNS; i++) {
        phase_add(i, count);
        phase_abort(i, count);
    }
    phase_add(3, count);
    phase_fire(count);
    return 0;
}
