/* SPDX-License-Identifier: MIT-0 */
#define _GNU_SOURCE
#include "server.h"
#include "commands.h"
#include "conn.h"
#include "engine.h"
#include "options.h"
#include "stats.h"
#include "web.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* OUT_MOST: while so many bytes of replies are unread or promised, a peer's requests wait.
   IDLE_ROOM: a larger buffer is freed when it is empty. HTTP_MOST: connections that speak
   HTTP; of more, the oldest is closed. */
enum {
    GATHER_US = 2000,
    READ_SIZE = 65536,
    EVENTS = 256,
    ACCEPT_MOST = 64,
    OUT_MOST = 1 << 20,
    IDLE_ROOM = 65536,
    HTTP_MOST = 64
};

/* `epoll` watches `peers`, which watches the sockets, and what else wakes the loop. */
static int epoll = -1, peers = -1, listener = -1, metrics = -1, web = -1, signals = -1,
           notices = -1, spare = -1;
static struct conn *conns;
static size_t http_conns; /* those that speak HTTP */
static size_t held; /* bytes of all connections: requests that are not read, replies not sent */
static char place[128], metrics_place[64], web_place[64];
static bool stop, ready;

/* --------------------------------------------------------------------------- watching */

static void watch_in(int set, int fd, void *of, uint32_t events) {
    struct epoll_event e;

    memset(&e, 0, sizeof e);
    e.events = events;
    e.data.ptr = of;
    if (epoll_ctl(set, EPOLL_CTL_ADD, fd, &e) != 0)
        quit(1, "epoll_ctl: %s", strerror(errno));
}

static void watch(int fd, void *of, uint32_t events, int how) {
    struct epoll_event e;

    memset(&e, 0, sizeof e);
    e.events = events;
    e.data.ptr = of;
    if (epoll_ctl(peers, how, fd, &e) != 0 && how != EPOLL_CTL_DEL)
        quit(1, "epoll_ctl: %s", strerror(errno));
}

static size_t unsent(const struct conn *c) { return c->out.size - c->sent; }

static bool may_ask(const struct conn *c) { return unsent(c) + c->promised < OUT_MOST; }

static void weigh(struct conn *c, size_t weight) {
    held += weight - c->weight;
    c->weight = weight;
}

/* ------------------------------------------------------------------------ connections */

static void conn_close(struct conn *c) {
    *c->link = c->next;
    if (c->next)
        c->next->link = c->link;
    weigh(c, 0);
    http_conns -= c->http;
    close(c->fd);
    parser_free(&c->parser);
    buffer_free(&c->out);
    free(c);
}

static void conn_open(int fd, int from) {
    struct conn *const c = (struct conn *)must(calloc(1, sizeof *c));

    c->fd = fd;
    c->web = from == web;
    c->http = c->web || from == metrics;
    http_conns += c->http;
    c->right = rights_wanted(SECRETS_PASSWORD) ? RIGHT_NONE : RIGHT_ADMIN;
    c->parser.brief = c->right == RIGHT_NONE;
    c->next = conns;
    c->link = &conns;
    if (conns)
        conns->link = &c->next;
    conns = c;
    c->watched = EPOLLIN | EPOLLRDHUP;
    watch(fd, c, c->watched, EPOLL_CTL_ADD);
    stats.connections++;
}

static void conn_gone(struct conn *c) {
    c->gone = true;
    c->out.size = c->sent = 0;
    buffer_free(&c->out);
    parser_free(&c->parser);
    commands_abandon(c);
    conn_touch(c);
}

/* Out of descriptors: the peer is taken with the spare one and sent away, or the listener
   would wake us for ever. */
static bool refuse_one(int from) {
    int fd;

    close(spare);
    fd = accept(from, NULL, NULL);
    if (fd >= 0)
        close(fd);
    spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
    return fd >= 0;
}

/* Closes the oldest connection that speaks HTTP: slow ones keep no descriptors. */
static void shed_http(void) {
    struct conn *oldest = NULL;

    for (struct conn *c = conns; c; c = c->next)
        oldest = c->http && !c->gone ? c : oldest;
    if (!oldest)
        return;
    stats.shed++;
    conn_gone(oldest);
}

static void accept_some(int from) {
    const int on = 1;
    int fd, n = 0;

    while (n++ < ACCEPT_MOST &&
           ((fd = accept4(from, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0 ||
            ((errno == EMFILE || errno == ENFILE) && refuse_one(from)))) {
        if (fd < 0)
            continue;
        (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        conn_open(fd, from);
        if (http_conns > HTTP_MOST)
            shed_http();
    }
}

static void refuse(struct conn *c, const char *why) {
    c->held = true;
    commands_refuse(c, why);
}

/* One request: the next is read when the answer is sent, since pages are long. */
static void parse_http(struct conn *c) {
    const struct text bytes = {c->parser.in.at + c->parser.at, parser_left(&c->parser)};
    struct http h;
    size_t size = 0;
    enum parsed found;

    if (c->held || c->finished || unsent(c))
        return;
    found = http_next(bytes, &h, &size);
    c->held = found != PARSED_PART;
    if (found == PARSED_REQUEST)
        web_ask(c, &h, c->web);
    else if (found != PARSED_PART)
        web_refuse(c, found);
    c->parser.at += size;
}

/* The loop ends: each turn reads a request from the bytes that are there. */
static void parse(struct conn *c) {
    enum parsed found = PARSED_REQUEST;

    if (c->http) {
        parse_http(c);
        return;
    }

    while (found == PARSED_REQUEST && !c->held && !c->finished && may_ask(c)) {
        struct words words;

        found = parser_next(&c->parser, &words);
        if (found == PARSED_REQUEST)
            c->held = !commands_add(c, &words);
        else if (found == PARSED_BAD)
            refuse(c, "Protocol error: this is no request in RESP");
        else if (found == PARSED_LONG)
            refuse(c, "Protocol error: the request is too long");
    }
}

static void conn_read(struct conn *c) {
    static char bytes[READ_SIZE];
    const ssize_t n = recv(c->fd, bytes, sizeof bytes, 0);

    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (n < 0) {
        conn_gone(c);
    } else if (n == 0) {
        conn_finish(c);
    } else {
        parser_add(&c->parser, bytes, (size_t)n);
        parse(c);
    }
}

/* Sends once a turn, as much as the socket takes. */
static void conn_write(struct conn *c) {
    const ssize_t n = unsent(c) ? send(c->fd, c->out.at + c->sent, unsent(c), MSG_NOSIGNAL) : 0;

    if (n < 0) {
        if (errno != EAGAIN && errno != EINTR)
            conn_gone(c);
        return;
    }
    c->sent += (size_t)n;
    if (c->sent > c->out.size / 2) {
        buffer_cut(&c->out, c->sent);
        c->sent = 0;
    }
    if (c->out.size == 0 && c->out.room > IDLE_ROOM)
        buffer_free(&c->out);
}

/* While a peer does not read its replies, nothing is read from it either. */
static void conn_watch(struct conn *c) {
    uint32_t events = c->finished || c->half ? 0u : (uint32_t)EPOLLRDHUP;

    if (unsent(c))
        events |= EPOLLOUT;
    else if (!c->held && !c->finished && may_ask(c))
        events |= EPOLLIN;
    if (events != c->watched)
        watch(c->fd, c, c->watched = events, EPOLL_CTL_MOD);
}

/* It stays marked as touched meanwhile: whatever touches it here is seen here. */
static void conn_settle(struct conn *c) {
    if (!c->gone)
        conn_write(c);
    if (!c->gone && !c->held)
        parse(c);
    if (parser_left(&c->parser) == 0 && c->parser.in.room > IDLE_ROOM)
        parser_free(&c->parser);
    weigh(c, unsent(c) + parser_left(&c->parser));
    if (c->pending == 0 && (c->gone || (c->finished && unsent(c) == 0))) {
        conn_close(c);
        return;
    }
    c->touched = false;
    if (!c->gone)
        conn_watch(c);
    else
        watch(c->fd, c, 0, EPOLL_CTL_DEL);
}

static void settle_touched(void) {
    struct conn *c = conn_touched, *next;

    for (conn_touched = NULL; c; c = next) {
        next = c->next_touched;
        conn_settle(c);
    }
}

/* Closes the connections that hold most. The loop ends: each turn leaves one fewer that
   holds anything. */
static void settle(void) {
    settle_touched();
    while (held > option.buffers) {
        struct conn *most = conns;

        for (struct conn *c = conns; c; c = c->next)
            most = c->weight > most->weight ? c : most;
        stats.shed++;
        conn_gone(most);
        settle_touched();
    }
}

static void conn_event(struct conn *c, uint32_t events) {
    conn_touch(c);
    if (c->gone)
        return;
    if (events & (EPOLLERR | EPOLLHUP) || (events & EPOLLRDHUP && c->held && !c->finished))
        conn_gone(c);
    else if (events & (EPOLLIN | EPOLLRDHUP) && !c->held && !c->finished && !unsent(c) &&
             may_ask(c))
        conn_read(c);
    else if (events & EPOLLRDHUP)
        c->half = true;
}

/* -------------------------------------------------------------------------- listening */

static int listen_tcp(const char *port, char *where, size_t room) {
    struct sockaddr_in a;
    socklen_t size = sizeof a;
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), on = 1;

    memset(&a, 0, sizeof a);
    a.sin_family = AF_INET;
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    a.sin_port = htons((uint16_t)atoi(port));
    (void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (fd < 0 || bind(fd, (struct sockaddr *)&a, sizeof a) != 0 || listen(fd, 511) != 0 ||
        getsockname(fd, (struct sockaddr *)&a, &size) != 0)
        quit(1, "127.0.0.1:%s: %s", port, strerror(errno));
    snprintf(where, room, "127.0.0.1:%u", (unsigned)ntohs(a.sin_port));
    return fd;
}

/* A socket that a killed server has left behind is nobody's: no one answers on it. */
static int listen_unix(void) {
    struct sockaddr_un a;
    struct stat s;
    mode_t umask_before;
    bool bound;
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    memset(&a, 0, sizeof a);
    a.sun_family = AF_UNIX;
    if (strlen(option.listen) >= sizeof a.sun_path)
        quit(1, "%s: the path is too long for a socket", option.listen);
    strcpy(a.sun_path, option.listen);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&a, sizeof a) != 0 && errno == ECONNREFUSED &&
        stat(option.listen, &s) == 0 && S_ISSOCK(s.st_mode))
        (void)unlink(option.listen);
    umask_before = umask(0777);
    bound = fd >= 0 && bind(fd, (struct sockaddr *)&a, sizeof a) == 0;
    umask(umask_before);
    if (!bound || chmod(option.listen, option.socket_mode) != 0 || listen(fd, 511) != 0)
        quit(1, "%s: %s", option.listen, strerror(errno));
    snprintf(place, sizeof place, "%s", option.listen);
    return fd;
}

void server_listen(void) {
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    sigprocmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    listener = option.tcp ? listen_tcp(option.listen, place, sizeof place) : listen_unix();
    if (option.metrics)
        metrics = listen_tcp(option.metrics, metrics_place, sizeof metrics_place);
    if (option.web)
        web = listen_tcp(option.web, web_place, sizeof web_place);
    signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
    epoll = epoll_create1(EPOLL_CLOEXEC);
    peers = epoll_create1(EPOLL_CLOEXEC);
    if (signals < 0 || epoll < 0 || peers < 0)
        quit(1, "epoll_create1: %s", strerror(errno));
    watch(listener, &listener, EPOLLIN, EPOLL_CTL_ADD);
    if (metrics >= 0)
        watch(metrics, &metrics, EPOLLIN, EPOLL_CTL_ADD);
    if (web >= 0)
        watch(web, &web, EPOLLIN, EPOLL_CTL_ADD);
    watch_in(epoll, peers, &peers, EPOLLIN);
    watch_in(epoll, signals, &signals, EPOLLIN);
    say(LEVEL_INFO, "listens on %s", place);
}

/* Tells systemd, if it has started this program. */
static void notify(const char *what) {
    const char *const path = getenv("NOTIFY_SOCKET");
    const int fd = path ? socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0) : -1;
    struct sockaddr_un a;

    memset(&a, 0, sizeof a);
    a.sun_family = AF_UNIX;
    if (fd >= 0 && strlen(path) < sizeof a.sun_path) {
        strcpy(a.sun_path, path);
        if (path[0] == '@')
            a.sun_path[0] = '\0';
        (void)sendto(fd, what, strlen(what), MSG_NOSIGNAL, (struct sockaddr *)&a,
                     (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path)));
    }
    if (fd >= 0)
        close(fd);
}

/* As soon as the store can be used. */
static void say_ready(void) {
    if (ready || !store->up())
        return;
    ready = true;
    printf("timerd: ready on %s\n", place);
    if (metrics >= 0)
        printf("timerd: metrics on http://%s/metrics\n", metrics_place);
    if (web >= 0)
        printf("timerd: page on http://%s/\n", web_place);
    fflush(stdout);
    notify("READY=1");
    say(LEVEL_INFO, "ready on %s", place);
}

/* --------------------------------------------------------------------------- the loop */

/* The connection on which a store tells what other timerds did; it changes when that is
   made anew. A descriptor that was closed watches itself out. */
static void follow_notices(void) {
    const int fd = store->notices_fd();
    struct epoll_event e;

    memset(&e, 0, sizeof e);
    e.events = EPOLLIN;
    e.data.ptr = &notices;
    if (fd >= 0 && epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &e) != 0 && errno != EEXIST)
        quit(1, "epoll_ctl: %s", strerror(errno));
    notices = fd;
}

/* True: enough requests have come. */
static bool serve(const struct epoll_event *e, uint64_t since_us) {
    if (e->data.ptr == &listener || e->data.ptr == &metrics || e->data.ptr == &web)
        accept_some(*(const int *)e->data.ptr);
    else
        conn_event((struct conn *)e->data.ptr, e->events);
    return commands_full() || (commands_waiting() && clock_us(true) - since_us >= GATHER_US);
}

/* Events that are left over come again. */
static void serve_peers(void) {
    struct epoll_event events[EVENTS];
    const int n = epoll_wait(peers, events, EVENTS, 0);
    const uint64_t since = clock_us(true);

    for (int i = 0; i < n; i++)
        if (serve(&events[i], since))
            break;
}

/* By a signal, or by SHUTDOWN: what has come by then is read, and no more. */
static bool ends(void) { return stop || commands_stopping(); }

/* A peer that is not served is not watched either, or the loop would spin. A store that is
   being connected refuses all requests: they are answered at once. */
bool server_wait(int fd, bool writes, int ms) {
    const uint64_t until = clock_us(true) + (uint64_t)ms * 1000;
    struct pollfd p[2] = {{fd, (short)(writes ? POLLIN | POLLOUT : POLLIN), 0}, {peers, POLLIN, 0}};

    if (conn_touched)
        settle();
    for (;;) {
        const uint64_t now = clock_us(true);
        const int left = now < until ? (int)((until - now) / 1000) + 1 : 0;

        if (poll(p, commands_full() || ends() ? 1 : 2, left) < 0 && errno != EINTR)
            quit(1, "poll: %s", strerror(errno));
        if (p[0].revents)
            return true;
        if (left == 0)
            return false;
        if (p[1].revents) {
            serve_peers();
            if (!store->up())
                commands_run();
            settle();
        }
    }
}

static void event(const struct epoll_event *e) {
    if (e->data.ptr == &peers)
        serve_peers();
    else if (e->data.ptr == &signals)
        stop = true;
    else if (notices >= 0 && !store->notices())
        engine_trouble();
}

/* Requests that came together are committed together: as many as `batch`, gathered for 2
   ms at most. */
static void turn(int wait_ms) {
    struct epoll_event events[4];
    const int n = epoll_wait(epoll, events, 4, wait_ms);

    for (int i = 0; i < n; i++)
        event(&events[i]);
    commands_run();
    engine_turn();
    commands_blocked();
    settle();
    follow_notices();
    say_ready();
}

void server_run(void) {
    follow_notices();
    say_ready();
    while (!ends())
        turn(commands_waiting() ? 0 : engine_wait_ms());
    notify("STOPPING=1");
    turn(0);
    commands_stop();
    settle();
    while (conns)
        conn_close(conns);
    if (!option.tcp)
        (void)unlink(option.listen);
}
