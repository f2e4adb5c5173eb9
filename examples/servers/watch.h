/* SPDX-License-Identifier: MIT-0 */
/* watch.h - waiting for descriptors by epoll or, where there is none or with -DUSE_POLL,
   by poll. For event_loop.c.

   A descriptor is watched for input, or for output instead. watch_wait() says how many
   are ready, all of them in event[0], event[1], ...; -1: a signal came. Memory that runs
   out ends the program. */
#ifndef WATCH_H
#define WATCH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#if defined(__linux__) && !defined(USE_POLL)
#include <sys/epoll.h>
#include <unistd.h>
#define HAVE_EPOLL 1
#else
#include <poll.h>
#define HAVE_EPOLL 0
#endif

struct event {
    void *who; /* as watch_add() was told */
    bool in, out;
};

static struct event *event;

static inline void *watch_grow(void *array, size_t bytes) {
    void *const bigger = realloc(array, bytes);

    if (!bigger) {
        perror("watch");
        exit(1);
    }
    return bigger;
}

#if HAVE_EPOLL
static struct {
    int epoll;
    struct epoll_event *ready;
    size_t count, room;
} watch = {-1, NULL, 0, 0};

static inline void watch_control(int fd, void *who, bool out, int how) {
    struct epoll_event e;

    e.events = out ? EPOLLOUT : EPOLLIN;
    e.data.ptr = who;
    if ((watch.epoll < 0 && (watch.epoll = epoll_create1(EPOLL_CLOEXEC)) < 0) ||
        epoll_ctl(watch.epoll, how, fd, &e) != 0) {
        perror("epoll");
        exit(1);
    }
}

static inline void watch_add(int fd, void *who) {
    if (watch.count == watch.room) {
        watch.room = 2 * watch.room + 16;
        watch.ready =
            (struct epoll_event *)watch_grow(watch.ready, watch.room * sizeof *watch.ready);
        event = (struct event *)watch_grow(event, watch.room * sizeof *event);
    }
    watch.count++;
    watch_control(fd, who, false, EPOLL_CTL_ADD);
}

static inline void watch_out(int fd, void *who, bool out) {
    watch_control(fd, who, out, EPOLL_CTL_MOD);
}

/* Call it right before close(). */
static inline void watch_end(int fd) {
    (void)fd;
    watch.count--;
}

static inline int watch_wait(int timeout_ms) {
    const int n = epoll_wait(watch.epoll, watch.ready, (int)watch.room, timeout_ms);

    for (int i = 0; i < n; i++) {
        event[i].who = watch.ready[i].data.ptr;
        event[i].in = (watch.ready[i].events & ~(uint32_t)EPOLLOUT) != 0;
        event[i].out = (watch.ready[i].events & EPOLLOUT) != 0;
    }
    return n;
}

#else
static struct {
    struct pollfd *polled; /* a place for each descriptor that there is */
    void **who;
    size_t end, room;
} watch;

static inline void watch_add(int fd, void *who) {
    const size_t i = (size_t)fd;

    if (i >= watch.room) {
        watch.room = 2 * i + 16;
        watch.polled = (struct pollfd *)watch_grow(watch.polled, watch.room * sizeof *watch.polled);
        watch.who = (void **)watch_grow(watch.who, watch.room * sizeof *watch.who);
        event = (struct event *)watch_grow(event, watch.room * sizeof *event);
    }
    for (; watch.end <= i; watch.end++)
        watch.polled[watch.end].fd = -1;
    watch.polled[i].fd = fd;
    watch.polled[i].events = POLLIN;
    watch.who[i] = who;
}

static inline void watch_out(int fd, void *who, bool out) {
    (void)who;
    watch.polled[fd].events = out ? POLLOUT : POLLIN;
}

static inline void watch_end(int fd) { watch.polled[fd].fd = -1; }

static inline int watch_wait(int timeout_ms) {
    const int found = poll(watch.polled, (nfds_t)watch.end, timeout_ms);
    int n = 0;

    for (size_t i = 0; found > 0 && i < watch.end; i++)
        if (watch.polled[i].fd >= 0 && watch.polled[i].revents) {
            event[n].who = watch.who[i];
            event[n].in = (watch.polled[i].revents & ~POLLOUT) != 0;
            event[n++].out = (watch.polled[i].revents & POLLOUT) != 0;
        }
    return found < 0 ? found : n;
}
#endif

#endif
