/* SPDX-License-Identifier: MIT-0 */
/* event_loop_test SERVER: runs the echo server and proves that it keeps its promises over loopback connections.

   Bounds that time can break are one-sided where it matters: a connection was closed too early if the client saw its
   end sooner than the timeout after the client began what started it; the server can only have started later. How late
   it was is not asserted beyond a generous limit; that the server neither spins nor wakes for nothing is counted. */
#define _DEFAULT_SOURCE
#undef NDEBUG
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CLIENTS = 2000, IDLE_MS = 1500, REQUEST_MS = 700, BEAT_MS = 250, RUN_MS = 3 * IDLE_MS, LATE_MS = 20000 };

struct client {
    int fd; /* -1: closed */
    bool busy, slow;
    int64_t began, beat, gap; /* ms: last sign of life, next beat, longest silence that was the client's own fault */
    unsigned sent, echoed;
};

struct stats {
    unsigned long wakeups, accepted, refused, idle, request, peer;
};

static struct client client[CLIENTS];
static const char *program;
static pid_t server;
static FILE *output;
static int port;

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void sleep_ms(int ms) { poll(NULL, 0, ms); }

static void start_server(const char *idle, const char *request, const char *resolution) {
    int out[2];

    assert(pipe(out) == 0);
    server = fork();
    assert(server >= 0);
    if (server == 0) {
        dup2(out[1], 1);
        close(out[0]);
        close(out[1]);
        execl(program, program, "--stats", "--idle-ms", idle, "--request-ms", request, "--resolution-ms", resolution,
              (char *)NULL);
        _exit(127);
    }
    close(out[1]);
    output = fdopen(out[0], "r");
    assert(output && fscanf(output, "listening on 127.0.0.1:%d", &port) == 1);
}

static struct stats stop_server(void) {
    struct stats s;
    int status;

    memset(&s, 0, sizeof s);
    assert(kill(server, SIGTERM) == 0);
    assert(fscanf(output, " wake-ups %lu accepted %lu refused %lu idle %lu request %lu peer %lu", &s.wakeups,
                  &s.accepted, &s.refused, &s.idle, &s.request, &s.peer) == 6);
    fclose(output);
    assert(waitpid(server, &status, 0) == server && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    printf("wake-ups %lu accepted %lu idle %lu request %lu peer %lu\n", s.wakeups, s.accepted, s.idle, s.request,
           s.peer);
    return s;
}

static void dial(struct client *c) {
    struct sockaddr_in a;

    memset(c, 0, sizeof *c);
    memset(&a, 0, sizeof a);
    a.sin_family = AF_INET;
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    a.sin_port = htons((uint16_t)port);
    c->fd = socket(AF_INET, SOCK_STREAM, 0);
    assert(c->fd >= 0);
    c->began = now_ms();
    assert(connect(c->fd, (struct sockaddr *)&a, sizeof a) == 0);
    assert(fcntl(c->fd, F_SETFL, O_NONBLOCK) == 0);
}

/* A beat, if it is time: a whole line, or a byte of a line that never ends. */
static void beat(struct client *c) {
    const int64_t now = now_ms();

    if (c->fd < 0 || !(c->busy || c->slow) || now < c->beat)
        return;
    if (now - c->began > c->gap)
        c->gap = now - c->began;
    if (send(c->fd, c->slow ? "x" : "x\n", c->slow ? 1 : 2, MSG_NOSIGNAL) > 0) {
        if (!c->slow || c->sent == 0)
            c->began = now; /* a slow client's clock runs from the first byte of its line */
        c->sent += c->slow ? 1 : 2;
    }
    c->beat = now + (c->slow ? BEAT_MS / 4 : BEAT_MS);
}

/* What came back; -1 when the server has closed the connection. */
static int hear(struct client *c) {
    char buffer[256];
    const ssize_t n = recv(c->fd, buffer, sizeof buffer, 0);

    if (n > 0)
        c->echoed += (unsigned)n;
    if (n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR)))
        return 0;
    close(c->fd);
    c->fd = -1;
    return -1;
}

/* Beats and listens to the first n clients until `until`, or until all silent and slow ones are closed and `until` is
   past; each end is checked. The number of ends by the server. */
static unsigned talk(size_t n, int64_t until, int64_t idle_ms) {
    static struct pollfd polled[CLIENTS];
    const int64_t last = until + LATE_MS;
    unsigned ends = 0;
    size_t i, quiet;

    do {
        for (i = quiet = 0; i < n; i++) {
            beat(&client[i]);
            polled[i].fd = client[i].fd;
            polled[i].events = POLLIN;
            quiet += client[i].fd >= 0 && !client[i].busy;
        }
        assert(now_ms() < last);
        assert(poll(polled, (nfds_t)n, 10) >= 0);
        for (i = 0; i < n; i++)
            if (client[i].fd >= 0 && polled[i].revents && hear(&client[i]) < 0) {
                const int64_t after = now_ms() - client[i].began;

                assert(!client[i].busy || client[i].gap >= idle_ms || after >= idle_ms); /* our own silence */
                assert(after >= (client[i].slow ? REQUEST_MS : idle_ms));                /* never early */
                ends++;
            }
    } while (now_ms() < until || quiet > 0);
    return ends;
}

static void two_thousand_connections(void) {
    unsigned ends, messages = 0, live = 0;
    struct stats s;
    size_t i;

    start_server("1500", "700", "0");
    for (i = 0; i < CLIENTS; i++) {
        dial(&client[i]);
        client[i].busy = i % 2 == 0;
        client[i].slow = i == 1;
        for (size_t k = 0; i % 100 == 99 && k <= i; k++) /* dialling takes time: keep the others alive meanwhile */
            beat(&client[k]);
    }
    ends = talk(CLIENTS, now_ms() + RUN_MS, IDLE_MS);
    for (i = 0; i < CLIENTS; i++) {
        assert(client[i].fd < 0 || client[i].busy); /* every idle one is gone */
        assert(client[i].fd >= 0 || !client[i].busy || client[i].gap >= IDLE_MS);
        live += client[i].fd >= 0;
        messages += client[i].sent;
    }
    assert(ends + live == CLIENTS && ends >= CLIENTS / 2);
    sleep_ms(100);
    for (i = 0; i < CLIENTS; i++)
        if (client[i].fd >= 0) {
            hear(&client[i]);
            assert(client[i].fd < 0 || client[i].echoed == client[i].sent);
            assert(client[i].sent >= 2 * 2);
        }
    s = stop_server();
    assert(s.accepted == CLIENTS && s.refused == 0);
    assert(s.request == 1 && s.idle == ends - 1);
    assert(s.wakeups <= 2 * CLIENTS + messages + ends + 10); /* one for each thing that happened: it never spun */
    for (i = 0; i < CLIENTS; i++)
        if (client[i].fd >= 0)
            close(client[i].fd);
}

static void an_idle_server_does_not_wake(void) {
    struct stats s;
    size_t i;

    start_server("60000", "60000", "0");
    sleep_ms(1000);
    s = stop_server();
    assert(s.wakeups <= 1); /* the signal */

    start_server("60000", "60000", "0");
    for (i = 0; i < 10; i++)
        dial(&client[i]);
    sleep_ms(1000);
    s = stop_server();
    assert(s.accepted == 10 && s.wakeups <= 11);
    for (i = 0; i < 10; i++)
        close(client[i].fd);
}

/* 60 silent connections, opened 5 ms apart: with a resolution of 50 ms their ends share wake-ups. */
static struct stats staggered(const char *resolution) {
    struct stats s;
    size_t i;

    start_server("600", "60000", resolution);
    for (i = 0; i < 60; i++) {
        dial(&client[i]);
        sleep_ms(5);
    }
    assert(talk(60, now_ms(), 600) == 60);
    s = stop_server();
    assert(s.accepted == 60 && s.idle == 60);
    return s;
}

static void resolution_saves_wakeups(void) {
    staggered("0");
    assert(staggered("50").wakeups <= 60 + 60 / 2); /* one for each arrival, and half of the ends at most */
}

static void enough_descriptors(void) {
    struct rlimit files;

    assert(getrlimit(RLIMIT_NOFILE, &files) == 0);
    if (files.rlim_max < CLIENTS + 100) {
        printf("SKIP: only %lu file descriptors are allowed here\n", (unsigned long)files.rlim_max);
        exit(getenv("TW_NO_SKIP") && *getenv("TW_NO_SKIP") ? 1 : 77);
    }
    files.rlim_cur = files.rlim_max;
    assert(setrlimit(RLIMIT_NOFILE, &files) == 0);
}

int main(int argc, char **argv) {
    assert(argc == 2);
    program = argv[1];
    enough_descriptors();
    an_idle_server_does_not_wake();
    resolution_saves_wakeups();
    two_thousand_connections();
    puts("passed");
    return 0;
}
