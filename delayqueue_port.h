/* SPDX-License-Identifier: MIT-0 */
/* delayqueue_port.h - the system's lock, condition and clock, for delayqueue.h.

   WHAT IT IS
       A delay queue needs three things of its system: a lock, a condition on which a
       thread sleeps until a tick, and a clock. It reaches them by twelve macros. This
       header defines the macros for the systems below. You need not include this header:
       delayqueue.h does. On Windows and macOS you need not define anything.

   SYSTEMS
                     lock and condition            clock                     while suspended
       Windows       SRWLOCK, CONDITION_VARIABLE   QueryPerformanceCounter   the clock runs
       macOS, iOS    pthreads                      CLOCK_UPTIME_RAW          clock and sleeps stand
       others        pthreads                      CLOCK_MONOTONIC           Linux: as macOS
       TW_DQ_C11     C11's <threads.h>             CLOCK_MONOTONIC           Linux: clock stands
       TW_DQ_MUTEX   yours                         yours                     yours

       Windows: Vista or later. A sleep lasts whole milliseconds, rounded up here. Windows
       wakes sleepers when its timer interrupts, by default every 15.6 ms;
       timeBeginPeriod() asks for a shorter period. Since Windows 8, a sleep does not count
       the time of a suspend, but the clock does. So no sleep with a tick lasts longer than
       a minute: the taker then looks at the clock and sleeps again. After a resume a taker
       is late by a minute at most. This header includes <windows.h> in its short form,
       without min() and max(): if you want more of it, include it first. This part is
       tested under Wine.
       macOS: a condition waits until a time of the wall clock, or for a span of time.
       This part uses spans, measured by CLOCK_UPTIME_RAW. It follows Apple's manual pages
       and headers, and was run on Linux with a stand-in for Apple's function; it has not
       been run on a Mac.
       Others: pthreads need -D_POSIX_C_SOURCE=200809L, or more, before the first include,
       and conditions on CLOCK_MONOTONIC.
       TW_DQ_C11: a sleep follows the wall clock. If that clock is set back meanwhile, the
       taker is late by as much.

   A LOCK OF ANOTHER KIND
       With pthreads and C11's threads you may define TW_DQ_MUTEX_INIT alone, before the
       first include. TW_DQ_MUTEX_INIT(m) makes the lock at address m, and is true if it
       succeeded. Use it to give the lock priority inheritance, for example
       (docs/threads.md). The lock must not be recursive.

   A SYSTEM OF YOUR OWN
       Before the first include, define twelve macros: TW_DQ_MUTEX, the type of the lock,
       with TW_DQ_MUTEX_INIT, TW_DQ_MUTEX_DESTROY, TW_DQ_LOCK and TW_DQ_UNLOCK;
       TW_DQ_COND, the type of the condition, with TW_DQ_COND_INIT, TW_DQ_COND_DESTROY,
       TW_DQ_SIGNAL, TW_DQ_BROADCAST and TW_DQ_WAIT; and TW_DQ_CLOCK. The macros get locks
       and conditions by address. The two INITs are true if they succeeded. TW_DQ_WAIT(c,
       m, until) unlocks m, sleeps on c and locks m again. It ends by a signal, or at tick
       `until`, and may end earlier. If `until` is TW_FOREVER, no tick ends the sleep.
       TW_DQ_CLOCK() gives the tick that the clock shows now. */
#include "node.h"

#ifndef TW_DELAYQUEUE_PORT_H
#define TW_DELAYQUEUE_PORT_H

TW__BEGIN_C

#if TW_TICK_BITS != 64
#error "delayqueue.h needs TW_TICK_BITS 64"
#endif

#if defined(TW_DQ_MUTEX)
#define TW__DQ_LINK_NAME(name) TW__LINK_NAME(name##_own)
#else

/* ------------------------------------------------------------------------------ CLOCK */

#define TW__DQ_SECOND  ((tw_tick)1000000000)
#define TW__DQ_FOREVER TW_TICK_MAX /* TW_FOREVER of delayqueue.h */

#if defined(_WIN32) && !defined(TW_DQ_C11)
#if !defined(WIN32_LEAN_AND_MEAN)
#define WIN32_LEAN_AND_MEAN
#endif
#if !defined(NOMINMAX)
#define NOMINMAX
#endif
#include <windows.h>

/* Returns the counter in nanoseconds. Whole seconds and the rest are converted apart,
   since the counter times 10^9 may have more than 64 bits. */
TW__INLINE tw_tick tw__dq_clock(void) {
    LARGE_INTEGER counter, second;
    tw_tick count, per_second;

    (void)QueryPerformanceCounter(&counter);
    (void)QueryPerformanceFrequency(&second);
    count = (tw_tick)counter.QuadPart;
    per_second = (tw_tick)second.QuadPart;
    return count / per_second * TW__DQ_SECOND + count % per_second * TW__DQ_SECOND / per_second;
}

#else
#include <time.h>
#if !defined(CLOCK_MONOTONIC)
#error "delayqueue.h: define _POSIX_C_SOURCE 200809L before the first include, or TW_DQ_MUTEX"
#endif
#if !defined(__APPLE__)
#define TW__DQ_CLOCK CLOCK_MONOTONIC
#elif defined(CLOCK_UPTIME_RAW)
#define TW__DQ_CLOCK CLOCK_UPTIME_RAW
#else
#define TW__DQ_CLOCK \
    ((clockid_t)8) /* CLOCK_UPTIME_RAW: Apple's <time.h> hides it under _POSIX_C_SOURCE */
#endif

/* Converts a tick to the struct of the system. A tick that does not fit into the struct
   is cut. The taker then wakes too early, and sleeps again. */
TW__INLINE struct timespec tw__dq_timespec(tw_tick tick) {
    const tw_tick seconds = tick / TW__DQ_SECOND,
                  most = sizeof(time_t) > 4 ? TW_TICK_MAX / 2 : 0x7FFFFFFF;
    struct timespec t;

    t.tv_sec = (time_t)(seconds < most ? seconds : most);
    t.tv_nsec = (long)(tick % TW__DQ_SECOND);
    return t;
}

/* Converts the struct of the system back to a tick. */
TW__INLINE tw_tick tw__dq_tick(const struct timespec *t) {
    return (tw_tick)t->tv_sec * TW__DQ_SECOND + (tw_tick)t->tv_nsec;
}

TW__INLINE tw_tick tw__dq_clock(void) {
    struct timespec t;

    (void)clock_gettime(TW__DQ_CLOCK, &t);
    return tw__dq_tick(&t);
}
#endif

/* Returns the ticks from now to `until`, but no more than `most`. A taker that wakes too
   early because of `most` sleeps again. 0: `until` has passed. */
TW__INLINE tw_tick tw__dq_span(tw_tick until, tw_tick most) {
    const tw_tick now = tw__dq_clock(), span = now < until ? until - now : 0;

    return span < most ? span : most;
}

/* ---------------------------------------------------------------------------- WAITING */

#if defined(TW_DQ_C11)
#include <threads.h>
#define TW__DQ_LINK_NAME(name) TW__LINK_NAME(name##_c11)
#define TW__DQ_MTX(verb)       mtx_##verb
#define TW__DQ_CND(verb)       cnd_##verb
#define TW__DQ_MTX_INIT(m)     (mtx_init(m, mtx_plain) == thrd_success)
#define TW_DQ_COND_INIT(c)     (cnd_init(c) == thrd_success)

/* Sleeps until a signal or until tick `until`, which counts as an hour ahead at most. C11
   can only sleep until a time of the wall clock, so the span is added to the wall clock's
   time. If `until` has passed, it does not sleep. */
TW__INLINE void tw__dq_wait(cnd_t *c, mtx_t *m, tw_tick until) {
    const tw_tick span = until == TW__DQ_FOREVER ? 0 : tw__dq_span(until, 3600 * TW__DQ_SECOND);
    struct timespec t;

    if (until == TW__DQ_FOREVER) {
        (void)cnd_wait(c, m);
    } else if (span) {
        (void)timespec_get(&t, TIME_UTC);
        t = tw__dq_timespec(tw__dq_tick(&t) + span);
        (void)cnd_timedwait(c, m, &t);
    }
}

#elif defined(_WIN32)
#define TW__DQ_LINK_NAME(name) TW__LINK_NAME(name##_windows)
#define TW_DQ_MUTEX            SRWLOCK
#define TW_DQ_MUTEX_INIT(m)    (InitializeSRWLock(m), true)
#define TW_DQ_MUTEX_DESTROY(m) ((void)(m))
#define TW_DQ_LOCK(m)          AcquireSRWLockExclusive(m)
#define TW_DQ_UNLOCK(m)        ReleaseSRWLockExclusive(m)
#define TW_DQ_COND             CONDITION_VARIABLE
#define TW_DQ_COND_INIT(c)     (InitializeConditionVariable(c), true)
#define TW_DQ_COND_DESTROY(c)  ((void)(c))
#define TW_DQ_SIGNAL(c)        WakeConditionVariable(c)
#define TW_DQ_BROADCAST(c)     WakeAllConditionVariable(c)

/* Sleeps until a signal or until tick `until`, which counts as a minute ahead at most.
   The milliseconds are rounded up. If `until` has passed, it does not sleep. */
TW__INLINE void tw__dq_wait(CONDITION_VARIABLE *c, SRWLOCK *m, tw_tick until) {
    const tw_tick ms = until == TW__DQ_FOREVER
                           ? INFINITE
                           : (tw__dq_span(until, 60 * TW__DQ_SECOND) + 999999) / 1000000;

    if (ms)
        (void)SleepConditionVariableSRW(c, m, (DWORD)ms, 0);
}

#else
#include <pthread.h>
#define TW__DQ_LINK_NAME(name) TW__LINK_NAME(name##_pthreads)
#define TW__DQ_MTX(verb)       pthread_mutex_##verb
#define TW__DQ_CND(verb)       pthread_cond_##verb
#define TW__DQ_MTX_INIT(m)     (pthread_mutex_init(m, NULL) == 0)
#define TW_DQ_COND_INIT(c)     tw__dq_cond_init(c)

#if defined(__APPLE__)
/* Apple's <pthread.h> hides this function if _POSIX_C_SOURCE is defined. Otherwise the
   function is declared twice, which is allowed. */
#if defined(__cplusplus)
#define TW__DQ_EXTERN extern "C"
#else
#define TW__DQ_EXTERN extern
#endif
TW__DQ_EXTERN int pthread_cond_timedwait_relative_np(pthread_cond_t *, pthread_mutex_t *,
                                                     const struct timespec *);

TW__INLINE bool tw__dq_cond_init(pthread_cond_t *c) { return pthread_cond_init(c, NULL) == 0; }

/* Sleeps until a signal or until tick `until`, which counts as an hour ahead at most. If
   `until` has passed, it does not sleep. */
TW__INLINE void tw__dq_wait(pthread_cond_t *c, pthread_mutex_t *m, tw_tick until) {
    const tw_tick span = until == TW__DQ_FOREVER ? 0 : tw__dq_span(until, 3600 * TW__DQ_SECOND);
    const struct timespec t = tw__dq_timespec(span);

    if (until == TW__DQ_FOREVER)
        (void)pthread_cond_wait(c, m);
    else if (span)
        (void)pthread_cond_timedwait_relative_np(c, m, &t);
}

#else
/* Makes a condition whose sleeps follow CLOCK_MONOTONIC. False: the system refuses it. */
TW__INLINE bool tw__dq_cond_init(pthread_cond_t *c) {
    pthread_condattr_t a;
    const bool given = pthread_condattr_init(&a) == 0;
    const bool done = given && pthread_condattr_setclock(&a, CLOCK_MONOTONIC) == 0 &&
                      pthread_cond_init(c, &a) == 0;

    if (given)
        (void)pthread_condattr_destroy(&a);
    return done;
}

/* Sleeps until a signal or until tick `until`. */
TW__INLINE void tw__dq_wait(pthread_cond_t *c, pthread_mutex_t *m, tw_tick until) {
    const struct timespec t = tw__dq_timespec(until);

    if (until == TW__DQ_FOREVER)
        (void)pthread_cond_wait(c, m);
    else
        (void)pthread_cond_timedwait(c, m, &t);
}
#endif
#endif

/* Defines the macros in which C11's threads and pthreads differ by their prefixes alone.
   TW__DQ_MTX(lock) is mtx_lock, or pthread_mutex_lock; TW__DQ_CND does so for conditions. */
#if defined(TW__DQ_MTX)
#define TW_DQ_MUTEX TW__DQ_MTX(t)
#if !defined(TW_DQ_MUTEX_INIT)
#define TW_DQ_MUTEX_INIT(m) TW__DQ_MTX_INIT(m)
#endif
#define TW_DQ_MUTEX_DESTROY(m) (void)TW__DQ_MTX(destroy)(m)
#define TW_DQ_LOCK(m)          (void)TW__DQ_MTX(lock)(m)
#define TW_DQ_UNLOCK(m)        (void)TW__DQ_MTX(unlock)(m)
#define TW_DQ_COND             TW__DQ_CND(t)
#define TW_DQ_COND_DESTROY(c)  (void)TW__DQ_CND(destroy)(c)
#define TW_DQ_SIGNAL(c)        (void)TW__DQ_CND(signal)(c)
#define TW_DQ_BROADCAST(c)     (void)TW__DQ_CND(broadcast)(c)
#endif
#define TW_DQ_WAIT(c, m, until) tw__dq_wait(c, m, until)
#define TW_DQ_CLOCK()           tw__dq_clock()

#endif

TW__END_C

#endif /* TW_DELAYQUEUE_PORT_H */

/* MIT No Attribution; the licence stands at the end of node.h and in the file LICENSE. */
