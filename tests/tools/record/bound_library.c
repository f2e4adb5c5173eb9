/* SPDX-License-Identifier: MIT-0 */
/* A libevent as it looks when its inner calls were bound by the linker: what event_add()
   does in it, nobody sees. */
#include <event2/event.h>
#include <event2/event_struct.h>

size_t event_get_struct_event_size(void) { return sizeof(struct event); }

ev_uint32_t event_get_version_number(void) { return LIBEVENT_VERSION_NUMBER; }

int event_add(struct event *ev, const struct timeval *timeout) { return ev || timeout ? 0 : -1; }

int event_del(struct event *ev) { return ev ? 0 : -1; }

void event_free(struct event *ev) { (void)ev; }
