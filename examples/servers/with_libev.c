/* SPDX-License-Identifier: MIT-0 */
/* Timers in somebody else's event loop: a set of them, driven by one ev_timer of libev.

   What it teaches: a foreign loop needs one timer, however many the program has, and three lines. When it wakes:

       timers_advance(&timers, now_us());

   After that, and each time before the loop sleeps (ev_prepare), the function look() below:

       if (timers_next(&timers, &due) && (!ev_is_active(&timer) || due < started_for))
           start it for due, and note that in started_for

   Moving a timer, the everyday case, then touches the set only. If the earliest went later, or was cancelled, the
   ev_timer stays: it wakes once for nothing and is started for what is the earliest by then, so one start serves many
   moves. Started for each of them it would cost libev's heap what the set has just saved.

   A start tells libev how long to wait. What makes it early by the clock of the set, and what is done about it:
   - libev counts from the time it read when it last woke (ev_now), which lags behind while callbacks work. So
     ev_now_update() comes first, after our own reading: what is between the two makes it later, never earlier.
   - It counts in doubles, in which microseconds are not exact, and on machines without a monotonic clock it follows the
     wall clock. Should it wake early after all, advance() fires nothing and the next look starts it again.
   - A delay rounded down would do that over and over until the time has come. libev takes fractions of a second; loops
     that take whole milliseconds want timers_wait_ms(), which rounds up.

   libuv wants the same lines in a uv_prepare_t, with uv_update_time(), uv_timer_start() and milliseconds. libevent 2.1
   has no callback before it sleeps: look after each change, or between calls of event_base_loop(EVLOOP_ONCE), and
   evtimer_add() it.

       with_libev                   40 connections with idle timeouts; 400 messages push them back
       with_libev --work-ms 5       each reading takes 5 ms to work off, while ev_now stands still
       with_libev --log             message, goodbye, start, sleep, wake, close, in microseconds

   A tick is a microsecond of CLOCK_MONOTONIC. A child process sends the messages through a pipe, at random. One in
   eight says goodbye and cancels its timer; one for a connection that was closed opens it again. The shortest timeout
   is a quarter of the longest. The status is 1 if a connection was closed early, or never. */
#define _POSIX_C_SOURCE 200809L
#include "heap4.h"
#include "timers.h"
#include <ev.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 128, GOODBYE = 128 }; /* a message is a byte: the connection's number, and whether it is the last */

TW_TIMERS_OF(timers, heap4)

struct conn {
    struct tw_node idle; /* armed while the connection is open */
};

static struct { long connections, messages, gap_ms, idle_ms, work_ms, seed; } option = {40, 400, 3, 200, 0, 1};
static struct { unsigned long messages, opened, left, closed, early, sleeps, starts, wakes, vain; } stats;
static bool print_log;

static struct timers timers;
static struct conn conn[MOST];
static tw_tick began, started_for;
static ev_timer timer;

static tw_tick now_us(void) {
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (tw_tick)t.tv_sec * 1000000 + (tw_tick)t.tv_nsec / 1000;
}

static void pause_us(long us) {
    const struct timespec t = {us / 1000000, us % 1000000 * 1000};

    (void)nanosleep(&t, NULL);
}

static void tell(tw_tick now, const char *what, long id, tw_tick due) {
    if (print_log)
        printf("%lld %s %ld %lld\n", (long long)(now - began), what, id, (long long)(due - began));
}

/* --------------------------------------------------------------------------------- the set and its ev_timer */

/* Sees to it that the ev_timer is started for the earliest, or for an earlier tick. */
static void look(struct ev_loop *loop) {
    tw_tick now, due;

    if (!timers_next(&timers, &due)) {
        ev_timer_stop(loop, &timer); /* or the loop could not end before it wakes */
    } else if (!ev_is_active(&timer) || due < started_for) {
        now = now_us();
        ev_now_update(loop);
        ev_timer_stop(loop, &timer);
        ev_timer_set(&timer, due > now ? (double)(due - now) / 1e6 : 0., 0.);
        ev_timer_start(loop, &timer);
        started_for = due;
        stats.starts++;
        tell(now, "start", -1, due);
    }
}

static void on_timer(struct ev_loop *loop, ev_timer *w, int events) {
    const tw_tick now = now_us();

    (void)w, (void)events;
    tell(now, "wake", -1, started_for);
    stats.wakes++;
    stats.vain += timers_advance(&timers, now) == 0;
    look(loop); /* at once: a loop in which no watcher is active would end here */
}

static void before_sleep(struct ev_loop *loop, ev_prepare *w, int events) {
    tw_tick now;

    (void)w, (void)events;
    look(loop);
    stats.sleeps++;
    now = now_us();
    tell(now, "sleep", -1,
         ev_is_active(&timer) ? now + (tw_tick)(int64_t)(ev_timer_remaining(loop, &timer) * 1e6) : began);
}

/* ----------------------------------------------------------------------------------------------- connections */

static void on_idle(struct tw_node *n, tw_tick now) {
    tell(now, "close", (long)(TW_OF(n, struct conn, idle) - conn), n->due);
    stats.early += now < n->due;
    stats.closed++;
}

static void on_message(unsigned char message) {
    const long id = message % GOODBYE;
    const tw_tick now = now_us(), due = now + (tw_tick)(option.idle_ms * 250 * (id % 4 + 1));
    struct tw_node *n = &conn[id].idle;

    stats.messages++;
    if (message >= GOODBYE) {
        stats.left += timers_cancel(&timers, n);
        tell(now, "goodbye", id, began);
    } else {
        stats.opened += tw_idle(n);
        timers_add(&timers, n, due); /* never full: there is room for all */
        tell(now, "message", id, due);
    }
}

static void on_input(struct ev_loop *loop, ev_io *w, int events) {
    unsigned char message[16];
    const ssize_t n = read(w->fd, message, sizeof message);

    (void)events;
    if (n <= 0)
        ev_io_stop(loop, w);
    else if (option.work_ms)
        pause_us(option.work_ms * 1000);
    for (ssize_t i = 0; i < n; i++)
        on_message(message[i]);
}

/* The child. */
static void send_messages(int fd) {
    uint64_t random = (uint64_t)option.seed;

    for (long i = 0; i < option.messages; i++) {
        unsigned char message;

        random = random * 6364136223846793005u + 1442695040888963407u;
        message = (unsigned char)((random >> 33) % (uint64_t)option.connections + (random >> 61 ? 0 : GOODBYE));
        pause_us((long)((random >> 20) % (uint64_t)(option.gap_ms * 1000)));
        if (write(fd, &message, 1) != 1)
            _exit(1);
    }
    _exit(0);
}

/* ------------------------------------------------------------------------------------------------------ main */

static const char help[] = "usage: with_libev [options]     idle timeouts in libev's loop, by one ev_timer\n"
                           "  --connections N   (40)\n"
                           "  --messages N      (400)\n"
                           "  --gap-ms N        at most so long from one to the next (3)\n"
                           "  --idle-ms N       the longest of four timeouts (200)\n"
                           "  --work-ms N       how long each reading takes to work off (0)\n"
                           "  --seed N          of the messages (1)\n"
                           "  --log             what happens, in us\n";

static void parse(int argc, char **argv) {
    static const struct {
        const char *name;
        long *value, least, most;
    } numbers[] = {{"--connections", &option.connections, 1, MOST}, {"--messages", &option.messages, 1, 1000000},
                   {"--gap-ms", &option.gap_ms, 1, 10000},          {"--idle-ms", &option.idle_ms, 1, 1000000},
                   {"--work-ms", &option.work_ms, 0, 10000},        {"--seed", &option.seed, 1, 1000000000}};
    size_t k;
    int i;

    for (i = 1; i < argc; i++) {
        char *end = NULL;

        if (strcmp(argv[i], "--help") == 0) {
            fputs(help, stdout);
            exit(0);
        }
        if (strcmp(argv[i], "--log") == 0) {
            print_log = true;
            continue;
        }
        for (k = 0; k < sizeof numbers / sizeof numbers[0] && strcmp(argv[i], numbers[k].name) != 0; k++)
            ;
        if (k == sizeof numbers / sizeof numbers[0]) {
            fprintf(stderr, "with_libev: no option %s; --help lists them\n", argv[i]);
            exit(2);
        }
        *numbers[k].value = ++i < argc ? strtol(argv[i], &end, 10) : 0;
        if (!end || end == argv[i] || *end || *numbers[k].value < numbers[k].least ||
            *numbers[k].value > numbers[k].most) {
            fprintf(stderr, "with_libev: %s takes a number from %ld to %ld\n", numbers[k].name, numbers[k].least,
                    numbers[k].most);
            exit(2);
        }
    }
}

int main(int argc, char **argv) {
    static TW_HEAP4_ARRAY(room, MOST);
    struct ev_loop *loop;
    ev_prepare prepare;
    ev_io input;
    int fd[2];
    pid_t child;

    parse(argc, argv);
    if (pipe(fd) != 0 || (child = fork()) < 0)
        return 2;
    if (child == 0) {
        close(fd[0]);
        send_messages(fd[1]);
    }
    close(fd[1]);

    began = now_us();
    timers_init(&timers, began, room, MOST);
    for (size_t i = 0; i < MOST; i++)
        tw_node_init(&conn[i].idle, on_idle);

    loop = ev_default_loop(0);
    if (!loop)
        return 2;
    ev_timer_init(&timer, on_timer, 0., 0.);
    ev_io_init(&input, on_input, fd[0], EV_READ);
    ev_io_start(loop, &input);
    ev_prepare_init(&prepare, before_sleep);
    ev_prepare_start(loop, &prepare);
    ev_unref(loop); /* the loop ends when nobody sends any more and no timer is armed */
    ev_run(loop, 0);
    (void)waitpid(child, NULL, 0);

    printf(
        "%lu messages opened %lu connections; %lu said goodbye, %lu were closed for silence, %lu early, %lu are left\n"
        "the loop slept %lu times, its timer was started %lu times and woke it %lu times, %lu for nothing\n",
        stats.messages, stats.opened, stats.left, stats.closed, stats.early, (unsigned long)timers_count(&timers),
        stats.sleeps, stats.starts, stats.wakes, stats.vain);
    return stats.early || stats.left + stats.closed != stats.opened;
}
