/* SPDX-License-Identifier: MIT-0 */
/* libevent: events with a timeout. All calls, also the library's own for bufferevents and
   for events that persist, end in event_add_nolock_() and event_del_nolock_(). They hold
   the lock of the base, so the event can be read. A library that was linked with
   -Bsymbolic-functions, as Ubuntu links, does not call ours; there the functions of the
   program are recorded, without the library's own calls. */
#define _GNU_SOURCE
#include "record.h"

#include <event2/event.h>
#include <event2/event_struct.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

/* of ev_timeout.tv_usec; the bits above name a queue of equal timeouts */
enum { MICROSECONDS = 0xfffff };

/* Whether the library has called event_add_nolock_() or event_del_nolock_() here. */
static atomic_bool reached;

/* Whether the library's events look as our header says. libev has functions of the same
   names for its own events. */
static bool known(const void *caller) {
    static int answer;

    if (answer == 0) {
        size_t (*size)(void);
        uint32_t (*version)(void);

        record_find(&size, "event_get_struct_event_size", caller);
        record_find(&version, "event_get_version_number", caller);
        answer = size && version && size() == sizeof(struct event) &&
                         version() >> 16 == LIBEVENT_VERSION_NUMBER >> 16
                     ? 1
                     : -1;
        if (answer < 0 && version)
            dprintf(STDERR_FILENO,
                    "record: this libevent is not the one that the recorder was built for\n");
    }
    return answer > 0;
}

/* The library's own events, by which it wakes itself, are no timers of the program. */
static bool waits(const struct event *ev) {
    const int flags = ev->ev_evcallback.evcb_flags;
    return (flags & EVLIST_TIMEOUT) && !(flags & EVLIST_INTERNAL);
}

static uint64_t microseconds(const struct timeval *t) {
    const uint64_t seconds = (uint64_t)t->tv_sec;
    return seconds < UINT64_MAX / 4000000
               ? seconds * 1000000 + ((uint64_t)t->tv_usec & MICROSECONDS)
               : UINT64_MAX / 2;
}

int event_add_nolock_(struct event *ev, const struct timeval *timeout, int absolute);
int event_del_nolock_(struct event *ev, int blocking);
int event_remove_timer_nolock_(struct event *ev);

RECORD_PUBLIC int event_add_nolock_(struct event *ev, const struct timeval *timeout, int absolute) {
    static int (*real)(struct event *, const struct timeval *, int);
    int error;

    atomic_store_explicit(&reached, true, memory_order_relaxed);
    if (!real)
        record_real(&real, "event_add_nolock_", RECORD_CALLER);
    error = real(ev, timeout, absolute);
    if (error == 0 && timeout && known(RECORD_CALLER) && waits(ev))
        record_arm(RECORD_LIBEVENT, record_now(), ev, microseconds(&ev->ev_timeout));
    return error;
}

RECORD_PUBLIC int event_del_nolock_(struct event *ev, int blocking) {
    static int (*real)(struct event *, int);

    atomic_store_explicit(&reached, true, memory_order_relaxed);
    if (!real)
        record_real(&real, "event_del_nolock_", RECORD_CALLER);
    if (known(RECORD_CALLER) && waits(ev))
        record_cancel(ev);
    return real(ev, blocking);
}

RECORD_PUBLIC int event_remove_timer_nolock_(struct event *ev) {
    static int (*real)(struct event *);

    if (!real)
        record_real(&real, "event_remove_timer_nolock_", RECORD_CALLER);
    if (known(RECORD_CALLER) && waits(ev))
        record_cancel(ev);
    return real(ev);
}

/* The event may be gone already, so its deadline is counted from the call. */
RECORD_PUBLIC int event_add(struct event *ev, const struct timeval *timeout) {
    static int (*real)(struct event *, const struct timeval *);
    const uint64_t now = record_now();
    int error;

    if (!real)
        record_real(&real, "event_add", RECORD_CALLER);
    error = real(ev, timeout);
    if (error == 0 && timeout && !reached && known(RECORD_CALLER))
        record_arm(RECORD_LIBEVENT, record_now(), ev, now + microseconds(timeout));
    return error;
}

RECORD_PUBLIC int event_del(struct event *ev) {
    static int (*real)(struct event *);

    if (!real)
        record_real(&real, "event_del", RECORD_CALLER);
    if (!reached && known(RECORD_CALLER))
        record_cancel(ev);
    return real(ev);
}

RECORD_PUBLIC void event_free(struct event *ev) {
    static void (*real)(struct event *);

    if (!real)
        record_real(&real, "event_free", RECORD_CALLER);
    if (!reached && known(RECORD_CALLER))
        record_cancel(ev);
    real(ev);
}
