/* SPDX-License-Identifier: MIT-0 */
/* lwIP's timeouts over a set of ours: stands in for the sorted list of src/core/timeouts.c,
   which includes this file as apply.sh edits it. The names and the promises are lwIP's. */
#include <tw/rbtree.h>
#include <tw/sortedlist.h>
#include <tw/timers.h>

#if TW_TICK_BITS != 32
#error "lwIP counts milliseconds in 32 bits: compile all files with -DTW_TICK_BITS=32"
#endif

/* The structure: -DTW_SET=rbtree makes it a red-black tree. */
#ifndef TW_SET
#define TW_SET sortedlist
#endif

TW_TIMERS_OF(tw_timeouts, TW_SET)

static struct tw_timeouts of_stack;
static u32_t left_out;    /* milliseconds that sys_restart_timeouts() took from the clock */
static u32_t current_due; /* when the timeout that runs was due, on the set's clock */

#if LWIP_TESTMODE /* the unit tests have a set of their own */
static struct tw_timeouts of_test, *set = &of_stack;
#else
static struct tw_timeouts *const set = &of_stack;
#endif

static u32_t set_clock(void) { return (u32_t)(sys_now() - left_out); }

/* The set's clock stands since sys_check_timeouts(). Where that is too long ago, it moves, and
   nothing fires. */
static int place(struct tw_node *n, u32_t due) {
    if (tw_timeouts_count(set) > 0 && tw_timeouts_add(set, n, due))
        return 1;
    tw_timeouts_advance_some(set, set_clock(), 0);
    return tw_timeouts_add(set, n, due);
}

static void start(u32_t due, sys_timeout_handler handler, void *arg) {
    struct sys_timeo *t = (struct sys_timeo *)memp_malloc(MEMP_SYS_TIMEOUT);

    LWIP_ASSERT("sys_timeout: pool MEMP_SYS_TIMEOUT is empty", t != NULL);
    if (t == NULL)
        return;
    t->h = handler;
    t->arg = arg;
    tw_node_init(&t->node, NULL);
    if (!place(&t->node, due)) {
        LWIP_ASSERT("sys_timeout: the time is too far ahead", 0);
        memp_free(MEMP_SYS_TIMEOUT, t);
    }
}

#if LWIP_DEBUG_TIMERNAMES
void sys_timeout_debug(u32_t msecs, sys_timeout_handler handler, void *arg, const char *name)
#else
void sys_timeout(u32_t msecs, sys_timeout_handler handler, void *arg)
#endif
{
    LWIP_ASSERT_CORE_LOCKED();
    LWIP_ASSERT("sys_timeout: the time is too long", msecs <= LWIP_UINT32_MAX / 4);
#if LWIP_DEBUG_TIMERNAMES
    LWIP_DEBUGF(TIMERS_DEBUG, ("sys_timeout: %" U32_F " ms, %s, %p\n", msecs, name, arg));
#endif
    start((u32_t)(set_clock() + msecs), handler, arg);
}

void sys_untimeout(sys_timeout_handler handler, void *arg) {
    struct tw_node *n = NULL;

    LWIP_ASSERT_CORE_LOCKED();
    while ((n = tw_timeouts_each(set, n)) != NULL) {
        struct sys_timeo *t = TW_OF(n, struct sys_timeo, node);

        if (t->h == handler && t->arg == arg) {
            tw_timeouts_cancel(set, n);
            memp_free(MEMP_SYS_TIMEOUT, t);
            return;
        }
    }
}

/* A timeout that a handler starts for now runs in the next call. */
void sys_check_timeouts(void) {
    const u32_t now = set_clock();
    struct tw_node *n;

    LWIP_ASSERT_CORE_LOCKED();
    PBUF_CHECK_FREE_OOSEQ();
    while ((n = tw_timeouts_expire(set, now)) != NULL) {
        struct sys_timeo *t = TW_OF(n, struct sys_timeo, node);
        const sys_timeout_handler handler = t->h;
        void *const arg = t->arg;

        current_due = n->due;
        memp_free(MEMP_SYS_TIMEOUT, t);
        if (handler != NULL)
            handler(arg);
        LWIP_TCPIP_THREAD_ALIVE();
        PBUF_CHECK_FREE_OOSEQ();
    }
}

/* The clock of the set continues at the earliest deadline, so that no deadline changes. */
void sys_restart_timeouts(void) {
    tw_tick due;

    if (tw_timeouts_next(set, &due))
        left_out = (u32_t)(sys_now() - due);
}

u32_t sys_timeouts_sleeptime(void) {
    const u32_t now = set_clock();
    tw_tick due;

    LWIP_ASSERT_CORE_LOCKED();
    if (!tw_timeouts_next(set, &due))
        return SYS_TIMEOUTS_SLEEPTIME_INFINITE;
    return tw_before(due, now) ? 0 : (u32_t)(due - now);
}

/* Starts a cyclic timer anew: an interval after it was due, or after now if that has passed. */
#if !LWIP_TESTMODE
static
#endif
    void
    lwip_cyclic_timer(void *arg) {
    const struct lwip_cyclic_timer *cyclic = (const struct lwip_cyclic_timer *)arg;
    const u32_t due = (u32_t)(current_due + cyclic->interval_ms);

    cyclic->handler();
    start(tw_before(due, set_clock()) ? (u32_t)(set_clock() + cyclic->interval_ms) : due,
          lwip_cyclic_timer, arg);
}

#if LWIP_TCP
/* The TCP timer runs while there are connections. */
static int tcp_timer_runs;

static void tcp_timer(void *arg) {
    LWIP_UNUSED_ARG(arg);
    tcp_tmr();
    tcp_timer_runs = 0;
    tcp_timer_needed();
}

void tcp_timer_needed(void) {
    LWIP_ASSERT_CORE_LOCKED();
    if (!tcp_timer_runs && (tcp_active_pcbs || tcp_tw_pcbs)) {
        tcp_timer_runs = 1;
        sys_timeout(TCP_TMR_INTERVAL, tcp_timer, NULL);
    }
}
#endif

/* The TCP timer, the first in the table, starts on demand. */
void sys_timeouts_init(void) {
    size_t i;

    for (i = LWIP_TCP ? 1 : 0; i < LWIP_ARRAYSIZE(lwip_cyclic_timers); i++)
        sys_timeout(lwip_cyclic_timers[i].interval_ms, lwip_cyclic_timer,
                    LWIP_CONST_CAST(void *, &lwip_cyclic_timers[i]));
}

#if LWIP_TESTMODE
/* The unit tests take their own set, empty, and give the stack's back. */
void sys_timeouts_test(int begin) {
    static const struct tw_timeouts empty = {0};

    of_test = empty;
    set = begin ? &of_test : &of_stack;
}

/* When the timeout is due that so many others precede, as sys_now() counts. */
u32_t sys_timeouts_test_due(int precede) {
    struct tw_node *n = NULL;

    do
        n = tw_timeouts_each(set, n);
    while (precede-- > 0);
    return (u32_t)(n->due + left_out);
}
#endif
