/* SPDX-License-Identifier: MIT-0 */
/* How delayqueue_waits.c sees and replaces the calls that delayqueue_port.h makes of the
   system. While `pretend` is set they keep a clock of their own, which a sleep moves to
   its end; else they are passed on, and counted. There are four systems: pthreads, C11's
   threads (TW_DQ_C11), Windows (_WIN32) and macOS (MACOS), which is a stand-in on another
   one: of Apple's calls and names it has the two that others lack. Include it before
   delayqueue.h. */
#ifndef DELAYQUEUE_CALLS_H
#define DELAYQUEUE_CALLS_H

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#define SECOND UINT64_C(1000000000)

static bool pretend;
static uint64_t at,
    wall; /* the tick, while pretending, and how far the wall's clock is ahead of it */
static unsigned long looks, waits, endless, clocks;
static unsigned long signals, broadcasts; /* counted only while pretending */
static void (*amid_a_wait)(void); /* if set: happens in a pretended wait, and wakes who waits */

/* A sleep lasts a whole number of GRAINs, in ns, and at most so many seconds; 0: any
   number. */
#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

enum { GRAIN = 1000000, LONGEST = 60 };

typedef SRWLOCK mutex;

static void lock(mutex *m) { AcquireSRWLockExclusive(m); }

static void unlock(mutex *m) { ReleaseSRWLockExclusive(m); }
#elif defined(TW_DQ_C11)
#include <threads.h>

enum { GRAIN = 1, LONGEST = 3600 };

typedef mtx_t mutex;

static void lock(mutex *m) { (void)mtx_lock(m); }

static void unlock(mutex *m) { (void)mtx_unlock(m); }
#else
#if defined(MACOS)
#define __APPLE__ 1

enum { GRAIN = 1, LONGEST = 3600 };
#else
enum { GRAIN = 1, LONGEST = 0 };
#endif
typedef pthread_mutex_t mutex;

static void lock(mutex *m) { (void)pthread_mutex_lock(m); }

static void unlock(mutex *m) { (void)pthread_mutex_unlock(m); }
#endif

static void looked(void) {
    looks++;
    assert(!pretend || looks < 100000); /* a sleep that gets nowhere */
}

static void called(unsigned long *count) {
    if (pretend)
        ++*count;
}

/* A pretended sleep of so many ns; UINT64_MAX: until it is called. */
static void slept(mutex *m, uint64_t ns) {
    endless += ns == UINT64_MAX;
    if (amid_a_wait && ns > 0) {
        unlock(m);
        amid_a_wait();
        lock(m);
    } else {
        assert(ns != UINT64_MAX);
        at += ns;
    }
}

#if defined(_WIN32)
static uint64_t frequency = SECOND; /* of the pretended counter */

static bool fits(uint64_t tick) { return (void)tick, true; }

static BOOL passed_counter(LARGE_INTEGER *count) {
    looked();
    if (!pretend)
        return QueryPerformanceCounter(count);
    count->QuadPart = (LONGLONG)(at / SECOND * frequency + at % SECOND * frequency / SECOND);
    return TRUE;
}

static BOOL passed_frequency(LARGE_INTEGER *f) {
    if (!pretend)
        return QueryPerformanceFrequency(f);
    f->QuadPart = (LONGLONG)frequency;
    return TRUE;
}

static BOOL passed_sleep(CONDITION_VARIABLE *c, SRWLOCK *m, DWORD ms, ULONG flags) {
    assert(flags == 0); /* the lock is held to write */
    waits++;
    if (!pretend)
        return SleepConditionVariableSRW(c, m, ms, flags);
    slept(m, ms == INFINITE ? UINT64_MAX : ms * (uint64_t)GRAIN);
    return TRUE;
}

#define QueryPerformanceCounter(count)             passed_counter(count)
#define QueryPerformanceFrequency(f)               passed_frequency(f)
#define SleepConditionVariableSRW(c, m, ms, flags) passed_sleep(c, m, ms, flags)
#define WakeConditionVariable(c)                   (called(&signals), WakeConditionVariable(c))

#define WakeAllConditionVariable(c) (called(&broadcasts), WakeAllConditionVariable(c))

#else
/* Does time_t, signed, hold the seconds of this tick? */
static bool fits(uint64_t tick) { return sizeof(time_t) > 4 || tick / SECOND >> 31 == 0; }

static struct timespec written(uint64_t tick) {
    struct timespec t;

    assert(fits(tick));
    t.tv_sec = (time_t)(tick / SECOND);
    t.tv_nsec = (long)(tick % SECOND);
    return t;
}

/* A pretended sleep until t, when the clock of t shows `now`. */
static int slept_until(mutex *m, const struct timespec *t, uint64_t now) {
    uint64_t end;

    assert(t->tv_sec >= 0 && t->tv_nsec >= 0 && t->tv_nsec < (long)SECOND);
    end = (uint64_t)t->tv_sec * SECOND + (uint64_t)t->tv_nsec;
    slept(m, end > now ? end - now : 0);
    return -1;
}

static int passed_clock(clockid_t clock, struct timespec *t) {
#if defined(MACOS)
    assert(clock == 8); /* CLOCK_UPTIME_RAW, whose name is hidden */
    clock = CLOCK_MONOTONIC;
#endif
    assert(clock == CLOCK_MONOTONIC);
    looked();
    if (!pretend)
        return clock_gettime(clock, t);
    *t = written(at);
    return 0;
}

#define clock_gettime(clock, t) passed_clock(clock, t)

#if defined(TW_DQ_C11)
static int passed_wall(struct timespec *t, int base) {
    if (!pretend)
        return timespec_get(t, base);
    *t = written(at + wall);
    return base;
}

static int passed_wait(cnd_t *c, mtx_t *m) {
    waits++;
    if (!pretend)
        return cnd_wait(c, m);
    return slept(m, UINT64_MAX), thrd_success;
}

static int passed_timed_wait(cnd_t *c, mtx_t *m, const struct timespec *t) {
    waits++;
    return pretend ? slept_until(m, t, at + wall) : cnd_timedwait(c, m, t);
}

#define timespec_get(t, base)  passed_wall(t, base)
#define cnd_wait(c, m)         passed_wait(c, m)
#define cnd_signal(c)          (called(&signals), cnd_signal(c))
#define cnd_broadcast(c)       (called(&broadcasts), cnd_broadcast(c))
#define cnd_timedwait(c, m, t) passed_timed_wait(c, m, t)

#else
static int passed_wait(pthread_cond_t *c, pthread_mutex_t *m) {
    waits++;
    if (!pretend)
        return pthread_cond_wait(c, m);
    return slept(m, UINT64_MAX), 0;
}

#define pthread_cond_wait(c, m)   passed_wait(c, m)
#define pthread_cond_signal(c)    (called(&signals), pthread_cond_signal(c))
#define pthread_cond_broadcast(c) (called(&broadcasts), pthread_cond_broadcast(c))

#if defined(MACOS)
/* The stand-in itself: sleeps for a span. What the port declares is this function. */
int pthread_cond_timedwait_relative_np(pthread_cond_t *c, pthread_mutex_t *m,
                                       const struct timespec *span);

int pthread_cond_timedwait_relative_np(pthread_cond_t *c, pthread_mutex_t *m,
                                       const struct timespec *span) {
    struct timespec t;

    waits++;
    assert(span->tv_sec < LONGEST || (span->tv_sec == LONGEST && span->tv_nsec == 0));
    if (pretend)
        return slept_until(m, span, 0);
    (void)(clock_gettime)(CLOCK_REALTIME, &t);
    t.tv_sec += span->tv_sec + (t.tv_nsec + span->tv_nsec) / (long)SECOND;
    t.tv_nsec = (t.tv_nsec + span->tv_nsec) % (long)SECOND;
    return pthread_cond_timedwait(c, m, &t);
}
#else
static int passed_setclock(pthread_condattr_t *a, clockid_t clock) {
    assert(clock == CLOCK_MONOTONIC);
    clocks++;
    return pthread_condattr_setclock(a, clock);
}

static int passed_timed_wait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *t) {
    waits++;
    return pretend ? slept_until(m, t, at) : pthread_cond_timedwait(c, m, t);
}

#define pthread_condattr_setclock(a, c) passed_setclock(a, c)
#define pthread_cond_timedwait(c, m, t) passed_timed_wait(c, m, t)
#endif
#endif
#endif

#endif
