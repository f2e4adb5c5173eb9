/* SPDX-License-Identifier: MIT-0 */
/* Events of libevent that have a timeout, in every way in which they are armed and taken
   out, and some without. */
#include "said.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <unistd.h>

enum { ONCE, IDLE, REPEAT, CHAIN, READER, EQUAL, FED };

static struct event_base *base;
static struct event *once, *idle, *repeat, *chain, *reader, *equal, *plain;
static struct bufferevent *fed;
static int links, left = 5, ends[2], pair[2];

static void add(struct event *ev, int id, int ahead) {
    const struct timeval t = {ahead / 1000, ahead % 1000 * MS};
    const uint64_t before = said_now();

    event_add(ev, &t);
    event_add(ev, NULL); /* leaves the timeout alone */
    said_arm(id, before, (uint64_t)ahead * MS);
}

static void del(struct event *ev, int id) {
    const uint64_t before = said_now();

    event_del(ev);
    event_del(ev); /* does nothing */
    said_cancel(id, before);
}

static void on_once(evutil_socket_t fd, short events, void *arg) {
    (void)fd, (void)events, (void)arg;
}

static void on_chain(evutil_socket_t fd, short events, void *arg) {
    (void)fd, (void)events, (void)arg;
    if (links++ < 3)
        add(chain, CHAIN, 3);
}

/* What is read moves the timeout of events that persist, before they run. */
static void on_reader(evutil_socket_t fd, short events, void *arg) {
    char byte;

    (void)arg;
    if (events & EV_READ)
        (void)!read(fd, &byte, 1);
    said_arm(READER, said_turn, 60000 * MS);
}

static void on_fed(struct bufferevent *b, void *arg) {
    (void)arg;
    said_arm(FED, said_turn, 60000 * MS);
    evbuffer_drain(bufferevent_get_input(b), 1);
}

static void on_plain(evutil_socket_t fd, short events, void *arg) {
    (void)fd, (void)events, (void)arg;
}

static void on_repeat(evutil_socket_t fd, short events, void *arg) {
    uint64_t before;

    (void)fd, (void)events, (void)arg;
    said_again(REPEAT, 4 * MS);
    if (left-- > 0) {
        add(idle, IDLE, 60000);
        (void)!write(ends[1], "x", 1);
        (void)!write(pair[1], "x", 1);
        return;
    }
    add(repeat, REPEAT, 60000); /* far away when it is stopped */
    del(repeat, REPEAT);
    del(equal, EQUAL);
    del(reader, READER);
    before = said_now();
    event_remove_timer(idle);
    said_cancel(IDLE, before);
    before = said_now();
    bufferevent_free(fed);
    said_cancel(FED, before);
    event_free(plain);
}

static void start(void) {
    const struct timeval minute = {60, 0};
    uint64_t before;

    add(once, ONCE, 2);
    add(idle, IDLE, 30000);
    add(repeat, REPEAT, 4);
    add(chain, CHAIN, 0);
    add(reader, READER, 60000);

    before = said_now();
    event_add(equal, event_base_init_common_timeout(base, &minute));
    said_arm(EQUAL, before, 60000 * MS);

    evutil_socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    fed = bufferevent_socket_new(base, pair[0], BEV_OPT_CLOSE_ON_FREE);
    bufferevent_setcb(fed, on_fed, NULL, NULL, NULL);
    bufferevent_set_timeouts(fed, &minute, NULL);
    before = said_now();
    bufferevent_enable(fed, EV_READ);
    said_arm(FED, before, 60000 * MS);
}

int main(void) {
    said_turns();
    base = event_base_new();
    if (!base || pipe(ends) != 0)
        return 1;
    once = evtimer_new(base, on_once, NULL);
    idle = evtimer_new(base, on_once, NULL);
    repeat = event_new(base, -1, EV_PERSIST, on_repeat, NULL);
    chain = evtimer_new(base, on_chain, NULL);
    reader = event_new(base, ends[0], EV_READ | EV_PERSIST, on_reader, NULL);
    equal = evtimer_new(base, on_once, NULL);
    plain = event_new(base, ends[1], EV_WRITE, on_plain, NULL);
    event_add(plain, NULL);
    start();

    do
        said_turns();
    while (event_base_loop(base, EVLOOP_ONCE) == 0);
    return 0;
}
