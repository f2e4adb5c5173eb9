/* SPDX-License-Identifier: MIT-0 */
/* Events of a libevent whose inner calls cannot be seen. */
#include "said.h"

#include <event2/event.h>
#include <event2/event_struct.h>

static void add(struct event *ev, int id, int ahead) {
    const struct timeval t = {ahead / 1000, ahead % 1000 * MS};
    const uint64_t before = said_now();

    event_add(ev, &t);
    event_add(ev, NULL);
    said_arm(id, before, (uint64_t)ahead * MS);
}

int main(void) {
    static struct event ev[3];
    /* as event_base_init_common_timeout() marks it */
    const struct timeval queue = {60, 0x50000000 + 500 * MS};
    uint64_t before;

    said_turns();
    add(&ev[0], 0, 30000);
    add(&ev[1], 1, 45500);
    add(&ev[0], 0, 40000);
    before = said_now();
    event_add(&ev[2], &queue);
    said_arm(2, before, 60500 * MS);

    before = said_now();
    event_del(&ev[0]);
    event_del(&ev[0]); /* does nothing */
    said_cancel(0, before);
    before = said_now();
    event_free(&ev[1]);
    said_cancel(1, before);
    return 0;
}
