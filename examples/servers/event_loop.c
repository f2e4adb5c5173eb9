/* SPDX-License-Identifier: MIT-0 */
/* An echo server that closes idle connections and slow requests on time: timers in an epoll or poll loop.

   What it teaches: two timers inside each connection, both in one set; moving a timer on every byte costs no allocation
   and no search; the loop sleeps exactly until next(), rounded up, so it neither spins nor wakes for nothing; closing a
   connection cancels its timers, so that none can fire on freed memory.

       event_loop --port 7000 --idle-ms 5000 --request-ms 2000 &
       nc 127.0.0.1 7000          each line comes back; silence ends after 5 s, a half-typed line after 2 s

   A tick is a microsecond of CLOCK_MONOTONIC. With --resolution-ms R the clock is read once a wake-up and deadlines are
   put off to a multiple of R, one R late at least, so that timers share wake-ups: a timeout comes up to 2 R late, and
   never early as long as one wake-up is worked off within R. */
#define _DEFAULT_SOURCE
#include "heap4.h"
#include "timers.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__) && !defined(USE_POLL)
#include <sys/epoll.h>
#define HAVE_EPOLL 1
#else
#include <poll.h>
#define HAVE_EPOLL 0
#endif

TW_TIMERS_OF(timers, heap4)

enum { BUFFER = 4096 };

struct conn {
    int fd;                /* -1: free */
    bool in_line, blocked; /* in the middle of a line; waiting until the peer takes what it gets */
    size_t have, sent;     /* bytes in buffer, and of them sent back */
    struct tw_node idle, request;
    struct conn *next_free;
    char buffer[BUFFER];
};

static struct {
    long port, idle_ms, request_ms, resolution_ms, max_connections;
    bool stats;
} option = {0, 5000, 2000, 0, 10000, false};

static struct { unsigned long wakeups, accepted, refused, idle, request, peer; } stats;

static struct timers timers;
static struct conn *conns, *free_conns;
static int listener, stop_pipe[2], spare;
static tw_tick cached_now;

static void die(const char *what) {
    fprintf(stderr, "event_loop: %s: %s\n", what, strerror(errno));
    exit(1);
}

/* ------------------------------------------------------------------------------------------ the clock */

static tw_tick read_clock(void) {
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return cached_now = (tw_tick)t.tv_sec * 1000000 + (tw_tick)t.tv_nsec / 1000;
}

static tw_tick now_us(void) { return option.resolution_ms ? cached_now : read_clock(); }

static void arm(struct tw_node *n, long ms) {
    const tw_tick resolution = (tw_tick)option.resolution_ms * 1000;
    tw_tick due = now_us() + (tw_tick)ms * 1000;

    if (resolution)
        due = (due + 2 * resolution - 1) / resolution * resolution;
    timers_add(&timers, n, due); /* never full: the heap has room for two timers a connection */
}

/* ----------------------------------------------------------- waiting: what to watch, and what is ready

   An event's conn is NULL for the listener; the stop pipe wakes only. */

struct event {
    struct conn *conn;
    bool in, out;
};

static struct event *event; /* room for all that can be ready at once, as many as watch_most() */

static size_t watch_most(void) { return (size_t)option.max_connections + 2; }

#if HAVE_EPOLL
static int epoll;
static struct epoll_event *ready;

static void watch(int fd, struct conn *c, bool out, int how) {
    struct epoll_event e;

    memset(&e, 0, sizeof e);
    e.events = out ? EPOLLOUT : EPOLLIN;
    e.data.ptr = c;
    if (epoll_ctl(epoll, how, fd, &e) != 0)
        die("epoll_ctl");
}

static void watch_begin(void) {
    static struct conn stop_mark;

    ready = (struct epoll_event *)calloc(watch_most(), sizeof *ready);
    if (!ready || (epoll = epoll_create1(EPOLL_CLOEXEC)) < 0)
        die("epoll_create1");
    stop_mark.fd = -1; /* passed over, like a connection that has just been closed */
    watch(listener, NULL, false, EPOLL_CTL_ADD);
    watch(stop_pipe[0], &stop_mark, false, EPOLL_CTL_ADD);
}

static void watch_new(struct conn *c) { watch(c->fd, c, false, EPOLL_CTL_ADD); }
static void watch_out(struct conn *c, bool out) { watch(c->fd, c, out, EPOLL_CTL_MOD); }
static void watch_end(struct conn *c) { (void)c; } /* close() does it */

/* How many are in `event`; -1: a signal came. */
static int wait_for(int timeout_ms) {
    const int n = epoll_wait(epoll, ready, (int)watch_most(), timeout_ms);

    for (int i = 0; i < n; i++) {
        event[i].conn = (struct conn *)ready[i].data.ptr;
        event[i].in = (ready[i].events & ~(uint32_t)EPOLLOUT) != 0;
        event[i].out = (ready[i].events & EPOLLOUT) != 0;
    }
    return n;
}
#else
static struct pollfd *polled; /* the listener, the stop pipe, then a place for each connection */
static size_t polled_end = 2;

static struct pollfd *place(const struct conn *c) { return &polled[2 + (c - conns)]; }

static void watch_begin(void) {
    polled = (struct pollfd *)calloc(watch_most(), sizeof *polled);
    if (!polled)
        die("memory");
    for (size_t i = 0; i < watch_most(); i++)
        polled[i].fd = -1;
    polled[0].fd = listener;
    polled[1].fd = stop_pipe[0];
    polled[0].events = polled[1].events = POLLIN;
}

static void watch_out(struct conn *c, bool out) { place(c)->events = out ? POLLOUT : POLLIN; }
static void watch_end(struct conn *c) { place(c)->fd = -1; }

static void watch_new(struct conn *c) {
    place(c)->fd = c->fd;
    place(c)->events = POLLIN;
    if ((size_t)(place(c) - polled) >= polled_end)
        polled_end = (size_t)(place(c) - polled) + 1;
}

static int wait_for(int timeout_ms) {
    const int found = poll(polled, (nfds_t)polled_end, timeout_ms);
    int n = 0;

    for (size_t i = 0; found > 0 && i < polled_end; i++)
        if (i != 1 && polled[i].fd >= 0 && polled[i].revents) {
            event[n].conn = i ? &conns[i - 2] : NULL;
            event[n].in = (polled[i].revents & ~POLLOUT) != 0;
            event[n++].out = (polled[i].revents & POLLOUT) != 0;
        }
    return found < 0 ? found : n;
}
#endif

/* ---------------------------------------------------------------------------------------- connections */

static void conn_close(struct conn *c, unsigned long *reason) {
    timers_cancel(&timers, &c->idle);
    timers_cancel(&timers, &c->request);
    watch_end(c);
    close(c->fd);
    c->fd = -1;
    c->next_free = free_conns;
    free_conns = c;
    ++*reason;
}

static void on_idle(struct tw_node *n, tw_tick now) {
    (void)now;
    conn_close(TW_OF(n, struct conn, idle), &stats.idle);
}

static void on_request(struct tw_node *n, tw_tick now) {
    (void)now;
    conn_close(TW_OF(n, struct conn, request), &stats.request);
}

/* Out of descriptors: the peer is taken with the spare one and sent away, or the listener would wake us for ever. */
static bool refuse_one(void) {
    int fd;

    close(spare);
    fd = accept(listener, NULL, NULL);
    if (fd >= 0) {
        close(fd);
        stats.refused++;
    }
    spare = open("/dev/null", O_RDONLY);
    return fd >= 0;
}

static void on_accept(void) {
    for (;;) {
        struct conn *c = free_conns;
        const int fd = accept(listener, NULL, NULL);

        if (fd < 0 && (errno == EMFILE || errno == ENFILE) && refuse_one())
            continue;
        if (fd < 0)
            return;
        if (!c) {
            close(fd);
            stats.refused++;
            continue;
        }
        free_conns = c->next_free;
        fcntl(fd, F_SETFL, O_NONBLOCK);
        fcntl(fd, F_SETFD, FD_CLOEXEC);
        c->fd = fd;
        c->in_line = c->blocked = false;
        c->have = c->sent = 0;
        tw_node_init(&c->idle, on_idle);
        tw_node_init(&c->request, on_request);
        watch_new(c);
        arm(&c->idle, option.idle_ms);
        stats.accepted++;
    }
}

/* Sends what is left. While some is, nothing is read: the peer is slow, and the buffer is all we give it. */
static void on_writable(struct conn *c) {
    while (c->sent < c->have) {
        const ssize_t n = send(c->fd, c->buffer + c->sent, c->have - c->sent, MSG_NOSIGNAL);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            if (!c->blocked)
                watch_out(c, c->blocked = true);
            return;
        }
        if (n < 0) {
            conn_close(c, &stats.peer);
            return;
        }
        c->sent += (size_t)n;
    }
    if (c->blocked)
        watch_out(c, c->blocked = false);
}

static void on_readable(struct conn *c) {
    const ssize_t n = recv(c->fd, c->buffer, BUFFER, 0);
    bool began;

    if (n < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK))
        return;
    if (n <= 0) {
        conn_close(c, &stats.peer);
        return;
    }

    arm(&c->idle, option.idle_ms);
    began = !c->in_line || memchr(c->buffer, '\n', (size_t)n) != NULL;
    c->in_line = c->buffer[n - 1] != '\n';
    if (!c->in_line)
        timers_cancel(&timers, &c->request);
    else if (began)
        arm(&c->request, option.request_ms);

    c->have = (size_t)n;
    c->sent = 0;
    on_writable(c);
}

/* ----------------------------------------------------------------------------------------------- loop */

static volatile sig_atomic_t stopped;

static void on_signal(int number) {
    const int saved = errno;

    (void)number;
    stopped = 1;
    if (write(stop_pipe[1], "", 1) < 0)
        stopped = 1; /* the pipe is full: it will wake the loop all the same */
    errno = saved;
}

/* Bytes that came in time count, however late this program is: time moves on to the end of a wait in which nothing
   came, else only to its beginning, and the next wait ends at once if more is due. */
static void serve(void) {
    while (!stopped) {
        const tw_tick before = read_clock();
        const int n = wait_for(timers_wait_ms(&timers, before, 1000));
        bool incoming = false;

        stats.wakeups++;
        read_clock();
        for (int i = 0; i < n; i++) {
            struct conn *c = event[i].conn;

            if (!c)
                incoming = true; /* last, so that no event of this batch meets a connection that is newer than it */
            else if (c->fd >= 0 && event[i].out)
                on_writable(c);
            else if (c->fd >= 0 && event[i].in)
                on_readable(c);
        }
        if (incoming)
            on_accept();
        timers_advance(&timers, n == 0 ? now_us() : before);
    }
}

static void open_listener(void) {
    struct sockaddr_in a;
    socklen_t size = sizeof a;
    const int on = 1;

    memset(&a, 0, sizeof a);
    a.sin_family = AF_INET;
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    a.sin_port = htons((uint16_t)option.port);
    listener = socket(AF_INET, SOCK_STREAM, 0);
    if (listener < 0 || setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
        fcntl(listener, F_SETFL, O_NONBLOCK) != 0 || bind(listener, (struct sockaddr *)&a, sizeof a) != 0 ||
        listen(listener, 4096) != 0 || getsockname(listener, (struct sockaddr *)&a, &size) != 0)
        die("cannot listen");
    printf("listening on 127.0.0.1:%d\n", ntohs(a.sin_port));
    fflush(stdout);
}

static void prepare(void) {
    const size_t n = (size_t)option.max_connections;
    void *room = malloc(TW_HEAP4_BYTES(2 * n));
    struct rlimit files;

    conns = (struct conn *)calloc(n, sizeof *conns);
    event = (struct event *)calloc(watch_most(), sizeof *event);
    if (!room || !conns || !event)
        die("memory");
    for (size_t i = n; i-- > 0;) {
        conns[i].fd = -1;
        conns[i].next_free = free_conns;
        free_conns = &conns[i];
    }
    timers_init(&timers, read_clock(), room, 2 * n);

    if (getrlimit(RLIMIT_NOFILE, &files) == 0) { /* as many as we may; the rest are refused politely */
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    if (pipe(stop_pipe) != 0 || fcntl(stop_pipe[1], F_SETFL, O_NONBLOCK) != 0)
        die("pipe");
    spare = open("/dev/null", O_RDONLY);
    signal(SIGTERM, on_signal);
    signal(SIGINT, on_signal);
}

static const char help[] =
    "usage: event_loop [options]      an echo server with timeouts, on 127.0.0.1\n"
    "  --port N             default 0: any free one; it is printed\n"
    "  --idle-ms N          close a connection after this much silence (5000)\n"
    "  --request-ms N       close it if a line is not complete by then (2000)\n"
    "  --resolution-ms N    read the clock once a wake-up, let timers share wake-ups (0: exact)\n"
    "  --max-connections N  more are closed at once (10000)\n"
    "  --stats              on SIGTERM and SIGINT, print what happened\n";

static void parse(int argc, char **argv) {
    static const struct {
        const char *name;
        long *value, least, most;
    } numbers[] = {{"--port", &option.port, 0, 65535},
                   {"--idle-ms", &option.idle_ms, 1, 1000000000},
                   {"--request-ms", &option.request_ms, 1, 1000000000},
                   {"--resolution-ms", &option.resolution_ms, 0, 1000000},
                   {"--max-connections", &option.max_connections, 1, 1000000}};
    size_t k;

    for (int i = 1; i < argc; i++) {
        char *end = NULL;

        if (strcmp(argv[i], "--help") == 0) {
            fputs(help, stdout);
            exit(0);
        }
        if (strcmp(argv[i], "--stats") == 0) {
            option.stats = true;
            continue;
        }
        for (k = 0; k < sizeof numbers / sizeof numbers[0]; k++)
            if (strcmp(argv[i], numbers[k].name) == 0)
                break;
        if (k == sizeof numbers / sizeof numbers[0]) {
            fprintf(stderr, "event_loop: no option %s; --help lists them\n", argv[i]);
            exit(2);
        }
        *numbers[k].value = i + 1 < argc ? strtol(argv[i + 1], &end, 10) : 0;
        if (!end || end == argv[i + 1] || *end || *numbers[k].value < numbers[k].least ||
            *numbers[k].value > numbers[k].most) {
            fprintf(stderr, "event_loop: %s takes a number from %ld to %ld\n", argv[i], numbers[k].least,
                    numbers[k].most);
            exit(2);
        }
        i++;
    }
}

int main(int argc, char **argv) {
    parse(argc, argv);
    prepare();
    open_listener();
    watch_begin();
    serve();
    if (option.stats)
        printf("wake-ups %lu accepted %lu refused %lu idle %lu request %lu peer %lu\n", stats.wakeups, stats.accepted,
               stats.refused, stats.idle, stats.request, stats.peer);
    return 0;
}
