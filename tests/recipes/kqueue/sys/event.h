/* SPDX-License-Identifier: MIT-0 */
/* A stand-in for the header of macOS and the BSDs: the names that
   examples/recipes/short_sleeps.c uses, as their manual pages have them.
   short_sleeps_test.c says what they do. */
#ifndef SYS_EVENT_H
#define SYS_EVENT_H

#include <stdint.h>
#include <time.h>

enum { EVFILT_READ = -1, EV_ADD = 1 };

struct kevent {
    uintptr_t ident;
    short filter;
    unsigned short flags;
    unsigned fflags;
    intptr_t data;
    void *udata;
};

#define EV_SET(e, id, filter, flags, fflags, data, udata) \
    (void)(*(e) = (struct kevent){id, filter, flags, fflags, data, udata})

int kqueue(void);
int kevent(int queue, const struct kevent *changes, int n_changes, struct kevent *events,
           int n_events, const struct timespec *timeout);

#endif
