/* SPDX-License-Identifier: MIT-0 */
/* stand_in.h - stands in for the headers of Apache Mynewt that kernel/os/src/os_callout.c
   includes: what that file uses of them. The lists are the C library's. Interrupts are not
   masked, as nowhere in the small application. */
#ifndef STAND_IN_H
#define STAND_IN_H

#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>

#define MYNEWT_VAL(option)                  (MYNEWT_VAL_##option)
#define MYNEWT_VAL_OS_SYSVIEW_TRACE_CALLOUT 0

typedef uint32_t os_time_t;
typedef uint32_t os_sr_t;

struct os_event;
typedef void os_event_fn(struct os_event *event);

struct os_event {
    uint8_t ev_queued;
    os_event_fn *ev_cb;
    void *ev_arg;
    STAILQ_ENTRY(os_event) ev_next;
};

struct os_callout {
    struct os_event c_ev;
    struct os_eventq *c_evq;
    uint32_t c_ticks;
    TAILQ_ENTRY(os_callout) c_next;
};

TAILQ_HEAD(os_callout_list, os_callout);
extern struct os_callout_list g_callout_list;

void os_callout_init(struct os_callout *callout, struct os_eventq *queue, os_event_fn *fn,
                     void *arg);
void os_callout_stop(struct os_callout *callout);
int os_callout_reset(struct os_callout *callout, int32_t ticks);
void os_callout_tick(void);
os_time_t os_callout_wakeup_ticks(os_time_t now);

static inline int os_callout_queued(struct os_callout *callout) {
    return callout->c_next.tqe_prev != NULL;
}

os_time_t os_time_get(void);
void os_eventq_put(struct os_eventq *queue, struct os_event *event);
void os_eventq_remove(struct os_eventq *queue, struct os_event *event);

#define OS_OK                  0
#define OS_EINVAL              2
#define OS_TIMEOUT_NEVER       UINT32_MAX
#define OS_TIME_TICK_LT(a, b)  ((int32_t)((a) - (b)) < 0)
#define OS_TIME_TICK_GEQ(a, b) ((int32_t)((a) - (b)) >= 0)

#define OS_ENTER_CRITICAL(state) ((void)(state))
#define OS_EXIT_CRITICAL(state)  ((void)(state))
#define OS_ASSERT_CRITICAL()
#define os_trace_api_void(...)
#define os_trace_api_u32(...)
#define os_trace_api_u32x2(...)
#define os_trace_api_ret(...)
#define os_trace_api_ret_u32(...)

#endif
