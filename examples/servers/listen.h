/* SPDX-License-Identifier: MIT-0 */
/* listen.h - what a server does before it serves: a listener on this machine, and an end
   by signal. For event_loop.c, which defines _DEFAULT_SOURCE. */
#ifndef LISTEN_H
#define LISTEN_H

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

static volatile sig_atomic_t stopped;
static int stop_pipe[2], spare = -1;

static inline void listen_failed(const char *what) {
    perror(what);
    exit(1);
}

/* A listener on that port, or on any free one if it is 0, and as many descriptors as we
   may have. */
static inline int listen_on(long port) {
    const int on = 1, listener = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in a;
    socklen_t size = sizeof a;
    struct rlimit files;

    memset(&a, 0, sizeof a);
    a.sin_family = AF_INET;
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    a.sin_port = htons((uint16_t)port);
    if (listener < 0 || setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
        fcntl(listener, F_SETFL, O_NONBLOCK) != 0 ||
        bind(listener, (struct sockaddr *)&a, sizeof a) != 0 || listen(listener, 4096) != 0 ||
        getsockname(listener, (struct sockaddr *)&a, &size) != 0)
        listen_failed("cannot listen");
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &files);
    }
    spare = open("/dev/null", O_RDONLY);
    printf("listening on 127.0.0.1:%d\n", ntohs(a.sin_port));
    fflush(stdout);
    return listener;
}

/* The next connection; -1: there is none. Who finds no descriptor left is taken with the
   spare one and sent away: the listener would stay ready, and wake us for ever. */
static inline int listen_accept(int listener, unsigned long *refused) {
    for (;;) {
        int fd = accept(listener, NULL, NULL);

        if (fd >= 0) {
            (void)fcntl(fd, F_SETFL, O_NONBLOCK);
            (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
            return fd;
        }
        if (errno != EMFILE && errno != ENFILE)
            return -1;
        close(spare);
        fd = accept(listener, NULL, NULL);
        *refused += fd >= 0;
        if (fd >= 0)
            close(fd);
        spare = open("/dev/null", O_RDONLY);
        if (fd < 0)
            return -1;
    }
}

static inline void on_signal(int number) {
    const int saved = errno;

    (void)number;
    stopped = 1;
    if (write(stop_pipe[1], "", 1) < 0)
        stopped = 1; /* the pipe is full: it will wake the loop all the same */
    errno = saved;
}

/* From now on SIGTERM and SIGINT set `stopped`, and make this descriptor ready. */
static inline int listen_for_signals(void) {
    if (pipe(stop_pipe) != 0 || fcntl(stop_pipe[1], F_SETFL, O_NONBLOCK) != 0)
        listen_failed("pipe");
    signal(SIGTERM, on_signal);
    signal(SIGINT, on_signal);
    return stop_pipe[0];
}

#endif
