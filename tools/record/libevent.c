/* SPDX-License-Identifier: MIT-0 */
/* libevent: events with a timeout. All of its own calls, such as those for bufferevents and for events that persist,
   end in event_add_nolock_() and event_del_nolock_(). They hold the lock of the base, so the event can be read. */
#define _GNU_SOURCE
#include "record.h"

#include <event2/event.h>
#include <event2/event_struct.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

#define LIBRARY "libevent-2.1.so.7"

enum { MICROSECONDS = 0xfffff }; /* of ev_timeout.tv_usec; the bits above name a queue of equal timeouts */

/* Whether the library's events look as our header says. libev has functions of the same names for its own events. */
static bool known(void) {
    static int answer;

    if (answer == 0) {
        size_t (*size)(void);
        uint32_t (*version)(void);

        record_find(&size, "event_get_struct_event_size", LIBRARY);
        record_find(&version, "event_get_version_number", LIBRARY);
        answer = size && version && size() == sizeof(struct event) && version() >> 16 == LIBEVENT_VERSION_NUMBER >> 16
                     ? 1
                     : -1;
        if (answer < 0 && version)
            dprintf(STDERR_FILENO, "record: this libevent is not the one that the recorder was built for\n");
    }
    return answer > 0;
}

/* The library's own events, by which it wakes itself, are no timers of the program. */
static bool waits(const struct event *ev) {
    const int flags = ev->ev_evcallback.evcb_flags;
    return (flags & EVLIST_TIMEOUT) && !(flags & EVLIST_INTERNAL);
}

static void arm(const struct event *ev) {
    const uint64_t seconds = (uint64_t)ev->ev_timeout.tv_sec;
    const uint64_t rest = (uint64_t)ev->ev_timeout.tv_usec & MICROSECONDS;

    record_arm(record_now(), ev, seconds < UINT64_MAX / 2000000 ? seconds * 1000000 + rest : UINT64_MAX);
}

int event_add_nolock_(struct event *ev, const struct timeval *timeout, int absolute);
int event_del_nolock_(struct event *ev, int blocking);
int event_remove_timer_nolock_(struct event *ev);

RECORD_PUBLIC int event_add_nolock_(struct event *ev, const struct timeval *timeout, int absolute) {
    static int (*real)(struct event *, const struct timeval *, int);
    int error;

    if (!real)
        record_real(&real, "event_add_nolock_", LIBRARY);
    error = real(ev, timeout, absolute);
    if (error == 0 && timeout && known() && waits(ev))
        arm(ev);
    return error;
}

RECORD_PUBLIC int event_del_nolock_(struct event *ev, int blocking) {
    static int (*real)(struct event *, int);

    if (!real)
        record_real(&real, "event_del_nolock_", LIBRARY);
    if (known() && waits(ev))
        record_cancel(ev);
    return real(ev, blocking);
}

RECORD_PUBLIC int event_remove_timer_nolock_(struct event *ev) {
    static int (*real)(struct event *);

    if (!real)
        record_real(&real, "event_remove_timer_nolock_", LIBRARY);
    if (known() && waits(ev))
        record_cancel(ev);
    return real(ev);
}
