/* SPDX-License-Identifier: MIT-0 */
/* Waits with a timeout, in every function that has one: each one times out, ends early,
   and does not wait; and in two threads. */
#include "said.h"

#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <unistd.h>

enum { SHORT = 2, LONG = 60000, NEVER = -1 };

static int ready[2], quiet[2];

/* A way to wait: whether fd can be read within ms. */
typedef int wait_fn(int fd, int ms);

static struct timespec *of_ms(struct timespec *t, int ms) {
    t->tv_sec = ms / 1000;
    t->tv_nsec = ms % 1000 * 1000000L;
    return ms < 0 ? NULL : t;
}

static int epoll_of(int fd) {
    struct epoll_event event = {EPOLLIN, {0}};
    const int epoll = epoll_create1(0);

    return epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) == 0 ? epoll : -1;
}

static int by_epoll_wait(int fd, int ms) {
    struct epoll_event event;
    const int epoll = epoll_of(fd), n = epoll_wait(epoll, &event, 1, ms);

    close(epoll);
    return n;
}

static int by_epoll_pwait(int fd, int ms) {
    struct epoll_event event;
    const int epoll = epoll_of(fd), n = epoll_pwait(epoll, &event, 1, ms, NULL);

    close(epoll);
    return n;
}

static int by_epoll_pwait2(int fd, int ms) {
    struct epoll_event event;
    struct timespec t;
    const int epoll = epoll_of(fd), n = epoll_pwait2(epoll, &event, 1, of_ms(&t, ms), NULL);

    close(epoll);
    return n;
}

static int by_poll(int fd, int ms) {
    struct pollfd p = {fd, POLLIN, 0};
    return poll(&p, 1, ms);
}

static int by_ppoll(int fd, int ms) {
    struct pollfd p = {fd, POLLIN, 0};
    struct timespec t;
    return ppoll(&p, 1, of_ms(&t, ms), NULL);
}

int __poll_chk(struct pollfd *fd, nfds_t fds, int ms, size_t bytes);
int __ppoll_chk(struct pollfd *fd, nfds_t fds, const struct timespec *timeout,
                const sigset_t *signals, size_t bytes);

static int by_poll_chk(int fd, int ms) {
    struct pollfd p = {fd, POLLIN, 0};
    return __poll_chk(&p, 1, ms, sizeof p);
}

static int by_ppoll_chk(int fd, int ms) {
    struct pollfd p = {fd, POLLIN, 0};
    struct timespec t;
    return __ppoll_chk(&p, 1, of_ms(&t, ms), NULL, sizeof p);
}

static int by_select(int fd, int ms) {
    struct timeval t = {ms / 1000, ms % 1000 * 1000};
    fd_set reads;

    FD_ZERO(&reads);
    FD_SET(fd, &reads);
    return select(fd + 1, &reads, NULL, NULL, ms < 0 ? NULL : &t);
}

static int by_pselect(int fd, int ms) {
    struct timespec t;
    fd_set reads;

    FD_ZERO(&reads);
    FD_SET(fd, &reads);
    return pselect(fd + 1, &reads, NULL, NULL, of_ms(&t, ms), NULL);
}

static void wait(wait_fn *way, int id, int fd, int ms) {
    const uint64_t before = said_now();
    const int n = way(fd, ms);

    if (ms > 0)
        said_arm(id, before, (uint64_t)ms * MS);
    if (ms > 0 && n != 0)
        said_cancel(id, before);
}

static void *try_all(void *arg) {
    static wait_fn *const way[] = {by_epoll_wait, by_epoll_pwait, by_epoll_pwait2,
                                   by_poll,       by_ppoll,       by_poll_chk,
                                   by_ppoll_chk,  by_select,      by_pselect};
    const int id = *(const int *)arg;

    for (size_t i = 0; i < sizeof way / sizeof *way; i++) {
        said_turns();
        wait(way[i], id, quiet[0], SHORT);
        said_turns();
        wait(way[i], id, ready[0], LONG);
        wait(way[i], id, ready[0], NEVER);
        wait(way[i], id, ready[0], 0);
    }
    return NULL;
}

int main(void) {
    int first = 0, second = 1;
    pthread_t thread;

    if (pipe(ready) != 0 || pipe(quiet) != 0 || write(ready[1], "x", 1) != 1)
        return 1;
    try_all(&first);
    if (pthread_create(&thread, NULL, try_all, &second) != 0)
        return 1;
    return pthread_join(thread, NULL);
}
