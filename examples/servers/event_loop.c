/* SPDX-License-Identifier: MIT-0 */
/* An echo server that closes idle connections and slow requests on time: timers in an
   epoll or poll loop.

   What it teaches: two timers inside each connection, both in one set; moving a timer on
   every byte costs no allocation and no search; the timers of a whole batch of events are
   fetched ahead; the loop sleeps exactly until next(),
   rounded up, so it neither spins nor wakes for nothing; closing a connection cancels its
   timers, so that none can fire on freed memory.

       event_loop --port 7000 --idle-ms 5000 --request-ms 2000 &
       nc 127.0.0.1 7000          each line comes back; silence ends after 5 s, a
                                  half-typed line after 2 s
       kill %1                    prints how often the loop woke, and how connections
                                  ended

   A tick is a microsecond of CLOCK_MONOTONIC. With --resolution-ms R the clock is read
   once a wake-up and deadlines are put off to a multiple of R, one R late at least, so
   that timers share wake-ups: a timeout comes up to 2 R late, and never early as long as
   one wake-up is worked off within R. listen.h and watch.h know nothing of timers. */
#define _DEFAULT_SOURCE
#include <tw/heap4.h>
#include <tw/timers.h>
#include "listen.h"
#include "watch.h"
#include <time.h>

TW_TIMERS_OF(timers, heap4)

enum { BUFFER = 4096, BATCH = 32 };

enum { MOST = 10000 }; /* connections; more are closed at once */

struct conn {
    int fd;                /* -1: free */
    bool in_line, blocked; /* in the middle of a line; waiting until the peer takes what it gets */
    size_t have, sent;     /* bytes in buffer, and of them sent back */
    struct tw_node idle, request;
    struct conn *next_free;
    char buffer[BUFFER];
};

static struct { long port, idle_ms, request_ms, resolution_ms; } option = {0, 5000, 2000, 0};

static struct { unsigned long wakeups, accepted, refused, idle, request, peer; } stats;

static struct timers timers;
static struct conn conns[MOST], *free_conns;
static int listener;
static tw_tick cached_now;

/* ---- The clock. */

static tw_tick read_clock(void) {
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return cached_now = (tw_tick)t.tv_sec * 1000000 + (tw_tick)t.tv_nsec / 1000;
}

static tw_tick now_us(void) { return option.resolution_ms ? cached_now : read_clock(); }

static void arm(struct tw_node *n, long ms) {
    const tw_tick resolution = (tw_tick)option.resolution_ms * 1000;
    const tw_tick now = now_us();
    tw_tick due = now + (tw_tick)ms * 1000;

    if (resolution)
        due = (due + 2 * resolution - 1) / resolution * resolution;
    /* never full: the heap has room for two timers a connection */
    timers_add_in(&timers, n, now, due - now);
}

/* ---- Connections. */

static void conn_close(struct conn *c, unsigned long *reason) {
    timers_cancel(&timers, &c->idle);
    timers_cancel(&timers, &c->request);
    watch_end(c->fd);
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

static void on_accept(void) {
    int fd;

    while ((fd = listen_accept(listener, &stats.refused)) >= 0) {
        struct conn *c = free_conns;

        if (!c) {
            close(fd);
            stats.refused++;
            continue;
        }
        free_conns = c->next_free;
        c->fd = fd;
        c->in_line = c->blocked = false;
        c->have = c->sent = 0;
        tw_node_init(&c->idle, on_idle);
        tw_node_init(&c->request, on_request);
        watch_add(fd, c);
        arm(&c->idle, option.idle_ms);
        stats.accepted++;
    }
}

/* Sends what is left. While some is, nothing is read: the peer is slow, and the buffer is
   all we give it. */
static void on_writable(struct conn *c) {
    while (c->sent < c->have) {
        const ssize_t n = send(c->fd, c->buffer + c->sent, c->have - c->sent, MSG_NOSIGNAL);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            if (!c->blocked)
                watch_out(c->fd, c, c->blocked = true);
            return;
        }
        if (n < 0) {
            conn_close(c, &stats.peer);
            return;
        }
        c->sent += (size_t)n;
    }
    if (c->blocked)
        watch_out(c->fd, c, c->blocked = false);
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

/* ---- The loop. */

/* Tells the set which idle timers the events are about to move, so that the memory of all
   of them is fetched at once. The hint changes nothing: it pays from some fifty thousand
   connections on. */
static void prefetch(const struct event *e, int n) {
    struct tw_node *soon[BATCH];
    tw_tick due[BATCH];
    size_t count = 0;

    for (int i = 0; i < n && i < BATCH; i++)
        if (e[i].in && e[i].who && e[i].who != &listener) {
            soon[count] = &((struct conn *)e[i].who)->idle;
            due[count++] = cached_now + (tw_tick)option.idle_ms * 1000;
        }
    timers_prefetch(&timers, soon, due, count);
}

/* Bytes that came in time count, however late this program is: time moves on to the end
   of a wait in which nothing came, else only to its beginning, and the next wait ends at
   once if more is due. */
static void serve(void) {
    while (!stopped) {
        const tw_tick before = read_clock();
        const int n = watch_wait(timers_wait_ms(&timers, before, 1000));
        bool incoming = false;

        stats.wakeups++;
        read_clock();
        for (int i = 0; i < n; i++) {
            struct conn *c = (struct conn *)event[i].who;

            if (i % BATCH == 0)
                prefetch(event + i, n - i);
            if (event[i].who == &listener)
                /* last, so that no event of this batch meets a connection that is newer
                   than it */
                incoming = true;
            else if (c && c->fd >= 0 && event[i].out)
                on_writable(c);
            else if (c && c->fd >= 0 && event[i].in)
                on_readable(c);
        }
        if (incoming)
            on_accept();
        timers_advance(&timers, n == 0 ? now_us() : before);
    }
}

static void prepare(void) {
    static TW_HEAP4_ARRAY(room, 2 * MOST);

    for (int i = MOST; i-- > 0; free_conns = &conns[i]) {
        conns[i].fd = -1;
        conns[i].next_free = free_conns;
    }
    timers_init(&timers, read_clock(), room, 2 * MOST);
    watch_add(listen_for_signals(), NULL);
    listener = listen_on(option.port);
    watch_add(listener, &listener);
}

static const char help[] =
    "usage: event_loop [options]    an echo server with timeouts, on 127.0.0.1\n"
    "  --port N             default 0: any free one; it is printed\n"
    "  --idle-ms N          close a connection after this much silence (5000)\n"
    "  --request-ms N       close it if a line is not complete by then (2000)\n"
    "  --resolution-ms N    read the clock once a wake-up, let timers share wake-ups (0: exact)\n"
    "On SIGTERM and SIGINT it prints how often it woke, and how connections ended.\n";

/* The number behind an option, from least to most. */
static long number(char **argv, long least, long most) {
    char *end = NULL;
    const long n = argv[1] ? strtol(argv[1], &end, 10) : 0;

    if (!end || end == argv[1] || *end || n < least || n > most) {
        fprintf(stderr, "event_loop: %s takes a number from %ld to %ld\n", argv[0], least, most);
        exit(2);
    }
    return n;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i += 2) {
        if (strcmp(argv[i], "--port") == 0)
            option.port = number(&argv[i], 0, 65535);
        else if (strcmp(argv[i], "--idle-ms") == 0)
            option.idle_ms = number(&argv[i], 1, 1000000000);
        else if (strcmp(argv[i], "--request-ms") == 0)
            option.request_ms = number(&argv[i], 1, 1000000000);
        else if (strcmp(argv[i], "--resolution-ms") == 0)
            option.resolution_ms = number(&argv[i], 0, 1000000);
        else if (strcmp(argv[i], "--help") == 0)
            return fputs(help, stdout) < 0;
        else
            return fprintf(stderr, "event_loop: no option %s; --help lists them\n", argv[i]), 2;
    }
    prepare();
    serve();
    printf("wake-ups %lu accepted %lu refused %lu idle %lu request %lu peer %lu\n", stats.wakeups,
           stats.accepted, stats.refused, stats.idle, stats.request, stats.peer);
    return 0;
}
