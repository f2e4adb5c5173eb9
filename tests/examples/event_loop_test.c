/* SPDX-License-Identifier: MIT-0 */
/* event_loop_test SERVER: runs the echo server and proves that it keeps its promises over
   loopback connections.

   No assertion depends on how fast the machine is. A connection was closed too early if
   the client saw its end sooner than the timeout after the client began what started it;
   the server can only have started later. How late it was is not asserted; that the
   server neither spins nor wakes for nothing is counted. Where a client was too slow
   itself to show anything, the scenario runs again with all times doubled. */
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

enum { CLIENTS = 2000, HANG_MS = 240000, MOST_DOUBLED = 64 };

struct client {
    int fd; /* -1: closed */
    bool busy, slow;
    /* ms: last sign of life, next beat, longest silence that was the client's own
       fault */
    int64_t began, beat, gap;
    unsigned sent, echoed;
};

/* ms: of the scenario that runs. */
static int idle_ms, request_ms, beat_ms;

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

/* A failed assertion leaves no server behind. */
static void on_abort(int number) {
    (void)number;
    if (server > 0)
        kill(server, SIGKILL);
}

static void start_server(int idle, int request, int resolution) {
    char word[3][16];
    int out[2];

    idle_ms = idle;
    request_ms = request;
    snprintf(word[0], sizeof word[0], "%d", idle);
    snprintf(word[1], sizeof word[1], "%d", request);
    snprintf(word[2], sizeof word[2], "%d", resolution);
    assert(pipe(out) == 0);
    server = fork();
    assert(server >= 0);
    if (server == 0) {
        dup2(out[1], 1);
        close(out[0]);
        close(out[1]);
        execl(program, program, "--idle-ms", word[0], "--request-ms", word[1], "--resolution-ms",
              word[2], (char *)NULL);
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
    assert(fscanf(output, " wake-ups %lu accepted %lu refused %lu idle %lu request %lu peer %lu",
                  &s.wakeups, &s.accepted, &s.refused, &s.idle, &s.request, &s.peer) == 6);
    fclose(output);
    assert(waitpid(server, &status, 0) == server && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    server = 0;
    printf("wake-ups %lu accepted %lu idle %lu request %lu peer %lu\n", s.wakeups, s.accepted,
           s.idle, s.request, s.peer);
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

/* A whole line, or a byte of a line that never ends. */
static void speak(struct client *c) {
    const int64_t before = now_ms();
    const bool sent = send(c->fd, c->slow ? "x" : "x\n", c->slow ? 1 : 2, MSG_NOSIGNAL) > 0;

    if (now_ms() - c->began > c->gap)
        c->gap = now_ms() - c->began;
    if (!sent)
        return;
    if (!c->slow || c->sent == 0)
        c->began = before; /* a slow client's clock runs from the first byte of its line */
    c->sent += c->slow ? 1 : 2;
}

/* A beat, if it is time. */
static void beat(struct client *c) {
    const int64_t now = now_ms();

    if (c->fd < 0 || !(c->busy || c->slow) || now < c->beat)
        return;
    speak(c);
    c->beat = now + (c->slow ? beat_ms / 4 : beat_ms);
}

/* Was this client silent for so long that the server may have closed it rightly? Half of
   the time can be lost between a clock that is read and a byte that is sent. */
static bool own_silence(const struct client *c) { return c->gap >= idle_ms / 2; }

/* What came back; false when the server has closed the connection, which must be neither
   too early nor wrong. */
static bool hear(struct client *c) {
    char buffer[256];
    const ssize_t n = recv(c->fd, buffer, sizeof buffer, 0);
    const int64_t after = now_ms() - c->began;

    if (n > 0)
        c->echoed += (unsigned)n;
    if (n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR)))
        return true;
    close(c->fd);
    c->fd = -1;
    if (c->busy) {
        c->gap = after > c->gap ? after : c->gap;
        assert(own_silence(c));
    } else {
        assert(after >= (c->slow ? request_ms : idle_ms));
    }
    return false;
}

/* Beats and listens to the first n clients until `until` is past and every silent and
   slow one is closed, then waits for the last echoes. The number of ends by the
   server. */
static unsigned talk(size_t n, int64_t until) {
    static struct pollfd polled[CLIENTS];
    const int64_t hang = until + HANG_MS;
    unsigned ends = 0;
    size_t i, open = n, unheard = 0;

    while (open > 0 || unheard > 0) {
        const bool goes_on = open > 0;

        for (i = open = unheard = 0; i < n; i++) {
            if (goes_on)
                beat(&client[i]);
            polled[i].fd = client[i].fd;
            polled[i].events = POLLIN;
            open += client[i].fd >= 0 && !client[i].busy;
            unheard += client[i].fd >= 0 && client[i].busy && client[i].echoed < client[i].sent;
        }
        assert(now_ms() < hang);
        assert(poll(polled, (nfds_t)n, 10) >= 0);
        for (i = 0; i < n; i++)
            if (client[i].fd >= 0 && polled[i].revents)
                ends += !hear(&client[i]);
        open = now_ms() < until ? n : goes_on ? open : 0;
    }
    return ends;
}

/* Until all that c has sent came back. */
static void await_echo(struct client *c, int64_t hang) {
    while (c->echoed < c->sent) {
        struct pollfd p = {c->fd, POLLIN, 0};

        assert(now_ms() < hang && poll(&p, 1, 1000) >= 0 && hear(c));
    }
}

/* n clients, each of whom says a line and then waits until it has come back: the server
   has accepted and read all. */
static void greet(size_t n, int apart_ms) {
    const int64_t hang = now_ms() + HANG_MS;
    size_t i;

    for (i = 0; i < n; i++) {
        dial(&client[i]);
        speak(&client[i]);
        sleep_ms(apart_ms);
    }
    for (i = 0; i < n; i++)
        await_echo(&client[i], hang);
}

static void hang_up(size_t n) {
    for (size_t i = 0; i < n; i++)
        if (client[i].fd >= 0)
            close(client[i].fd);
}

/* Half of them beat and stay, one never ends its line, the others say nothing. False: the
   clients were too slow. */
static bool two_thousand_connections(int times) {
    unsigned ends, messages = 0, live = 0;
    struct stats s;
    size_t i;

    start_server(1500 * times, 700 * times, 0);
    beat_ms = idle_ms / 6;
    for (i = 0; i < CLIENTS; i++) {
        dial(&client[i]);
        client[i].busy = i % 2 == 0;
        client[i].slow = i == 1;
        /* dialling takes time: keep the others alive meanwhile */
        for (size_t k = 0; i % 100 == 99 && k <= i; k++)
            beat(&client[k]);
    }
    ends = talk(CLIENTS, now_ms() + 3 * idle_ms);
    for (i = 0; i < CLIENTS; i++) {
        assert(client[i].fd < 0 || client[i].busy); /* every other one is gone */
        assert(client[i].fd < 0 || client[i].echoed == client[i].sent);
        live += client[i].fd >= 0;
        messages += client[i].sent;
    }
    assert(ends + live == CLIENTS && ends >= CLIENTS / 2);
    s = stop_server();
    assert(s.accepted == CLIENTS && s.refused == 0);
    assert(s.request + s.idle == ends && s.request <= 1);
    assert(s.request == 1 || own_silence(&client[1]));
    /* one for each thing that happened: it never spun */
    assert(s.wakeups <= 2 * CLIENTS + messages + ends + 10);
    hang_up(CLIENTS);
    return s.request == 1 && live >= CLIENTS / 4;
}

static void an_idle_server_does_not_wake(void) {
    start_server(60000000, 60000000, 0);
    sleep_ms(1000);
    assert(stop_server().wakeups <= 1); /* the signal */

    start_server(60000000, 60000000, 0);
    greet(10, 0);
    sleep_ms(1000);
    assert(stop_server().wakeups <= 21); /* ten arrivals, ten lines and the signal */
    hang_up(10);
}

/* 60 silent connections, opened 5 ms apart: with a resolution their ends share wake-ups.
   At most one for each multiple of the resolution, from that of the first line to that of
   the last. False: these were too far apart to share. */
static bool resolution_saves_wakeups(int times) {
    const int resolution = 50 * times;
    struct stats s;
    int64_t began;
    unsigned long steps;

    start_server(1000, 60000000, resolution);
    began = now_ms();
    greet(60, 5);
    steps = (unsigned long)((now_ms() - began + 1) / resolution) + 2;
    assert(talk(60, now_ms()) == 60);
    s = stop_server();
    assert(s.accepted == 60 && s.idle == 60);
    /* one for each arrival and each line, the ends, and the signal */
    assert(s.wakeups <= 60 + 60 + steps + 1);
    return steps <= 60 / 4;
}

/* A line in two parts, and then silence, which alone ends the connection. False: the
   parts were too far apart. */
static bool a_whole_line_ends_the_request(int times) {
    struct client *c = &client[0];
    struct stats s;
    int64_t apart;

    start_server(1000 * times, 400 * times, 0);
    dial(c);
    c->slow = true;
    speak(c);
    apart = c->began;
    await_echo(c, now_ms() + HANG_MS);
    c->slow = false;
    speak(c);
    await_echo(c, now_ms() + HANG_MS);
    apart = now_ms() - apart;
    if (apart < request_ms / 2)
        assert(talk(1, now_ms()) == 1);
    s = stop_server();
    hang_up(1);
    assert(apart >= request_ms / 2 || (s.idle == 1 && s.request == 0));
    return apart < request_ms / 2;
}

/* A server that was held up finds lines that came in time, more than it reads at once,
   and connections whose time is over: it reads before it closes. False: the lines did not
   come in time. */
static bool a_late_server_reads_first(int times) {
    enum { MANY = 600 };
    struct stats s;
    bool in_time = true;
    size_t i;

    start_server(1000 * times, 60000000, 0);
    greet(MANY, 0);
    assert(kill(server, SIGSTOP) == 0);
    for (i = 0; i < MANY; i++) {
        speak(&client[i]);
        in_time = in_time && !own_silence(&client[i]);
    }
    sleep_ms(2 * idle_ms);
    assert(kill(server, SIGCONT) == 0);
    assert(talk(MANY, now_ms()) == MANY);
    for (i = 0; i < MANY; i++)
        assert(!in_time || client[i].echoed == client[i].sent);
    s = stop_server();
    assert(s.accepted == MANY && s.idle == MANY);
    return in_time;
}

/* Runs a scenario with longer and longer times until it shows something. */
static void shown(const char *name, bool (*scenario)(int times)) {
    int times = 1;

    while (!scenario(times)) {
        times *= 2;
        assert(times <= MOST_DOUBLED);
    }
    printf("%s: passed, times as long as usual: %d\n", name, times);
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
    signal(SIGABRT, on_abort);
    enough_descriptors();
    an_idle_server_does_not_wake();
    shown("resolution_saves_wakeups", resolution_saves_wakeups);
    shown("a_whole_line_ends_the_request", a_whole_line_ends_the_request);
    shown("a_late_server_reads_first", a_late_server_reads_first);
    shown("two_thousand_connections", two_thousand_connections);
    puts("passed");
    return 0;
}
